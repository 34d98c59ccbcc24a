// The script of the table's page.

import { byId } from "../lib/dom.js";
import { loadTranslations } from "../lib/translations.js";
import { Table } from "../table/table.js";

const root = byId("table");
loadTranslations(root.dataset.words);
window.klatsch = new Table(root);
