// The menu of a player: offer a draw, resign, leave the seat to a bot, switch the alerts on and off.

import { button, make } from "../lib/dom.js";
import { say } from "../lib/translations.js";

/**
 * @import { Seat } from "../lib/frames"
 * @import { Table } from "./table.js"
 */

const SURE_MILLISECONDS = 5000;
let sure = false; // was "resign" pressed once?

/**
 * Neither beaten nor gone: who isn't playing is asked nothing.
 *
 * @param {Seat} seat
 */
export const isPlaying = (seat) => !seat.out && !seat.left;

/** @param {Table} table */
export function playerMenu(table) {
  const { screen, own } = table;
  const made = [];
  if (screen.status === "playing" && own.some(isPlaying)) {
    const others = screen.seats.filter((seat) => seat.kind === "person" && !seat.own);
    if (others.length) made.push(...amongPeople(table));
    const naming = { "data-key": "resign", class: sure ? "danger" : "" };
    made.push(button(say(sure ? "resign_sure" : "resign"), () => resign(table), naming));
  }
  if (own.length) made.push(table.autoEnd.switch());
  return [...made, ...table.turnAlert.switches(), screen.status === "waiting" ? fairness(table) : null];
}

/** @param {Table} table */
function amongPeople(table) {
  const { screen, own } = table;
  const made = [];
  const offer = () => table.tell("offer", { offer: "draw" });
  if (!screen.offers?.draw) made.push(button(say("offer_draw"), offer, { "data-key": "draw" }));
  const playing = own.find((seat) => !seat.bot && isPlaying(seat));
  if (playing && !screen.rated) {
    const leave = () => table.tell("take_over", { seat: playing.seat });
    made.push(button(say("leave_to_bot"), leave, { "data-key": "to-bot" }));
  }
  return made;
}

/**
 * What the server has bound itself to before our own chance was added.
 *
 * @param {Table} table
 */
function fairness({ facts, screen }) {
  if (!screen.chance) return null;
  const words = `${say("commitment")} ${facts.commitment.slice(0, 16)}…`;
  return make("p", { class: "soft fairness", title: facts.commitment }, words);
}

/** @param {Table} table */
function resign(table) {
  if (sure) table.tell("resign", { seen: table.screen.version });
  sure = !sure;
  table.seats.again();
  if (!sure) return;
  setTimeout(() => {
    sure = false;
    table.seats.again();
  }, SURE_MILLISECONDS);
}
