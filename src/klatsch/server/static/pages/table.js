// The script of the table's page.

import { byId } from "../lib/dom.js";
import { learn } from "../lib/translations.js";
import { Table } from "../table/table.js";

const root = byId("table");
learn(root.dataset.words);
window.klatsch = new Table(root);
