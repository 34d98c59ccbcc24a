// The score sheet: a table with the points of every seat.

import { make } from "../lib/dom.js";
import { say } from "../lib/translations.js";

/** @import { Seat, Tally } from "../lib/frames" */

/**
 * A row for every seat, with its name before it unless the sheet has names of its own.
 *
 * @param {Tally} tally
 * @param {Seat[]} seats
 */
export function scoreSheet({ columns, rows }, seats) {
  const named = rows.some(([first], at) => first === seats[at].title);
  const [names, cells] = named
    ? [rows.map(([first]) => first), rows.map((row) => row.slice(1))]
    : [seats.map((seat) => seat.title), rows];
  const corner = named ? columns[0] : "";
  const heads = (named ? columns.slice(1) : columns).map((name) => make("th", { scope: "col" }, name));
  const head = make("tr", {}, corner ? make("th", { scope: "col" }, corner) : make("td", {}), ...heads);
  const body = cells.map((row, at) => {
    const figures = row.map((cell) => make("td", {}, String(cell)));
    return make("tr", {}, make("th", { scope: "row" }, String(names[at])), ...figures);
  });
  const caption = make("caption", {}, say("tally"));
  return make("table", { class: "sheet" }, caption, make("thead", {}, head), make("tbody", {}, ...body));
}
