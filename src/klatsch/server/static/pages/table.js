// The script of the table's page: loads the translations and starts the table.

import { byId } from "../lib/dom.js";
import { loadTranslations } from "../lib/translations.js";
import { Table } from "../table/table.js";

const root = byId("table");
loadTranslations(root.dataset.words);
Object.assign(window, { klatsch: new Table(root) }); // for the tests, and for whoever looks into the console
