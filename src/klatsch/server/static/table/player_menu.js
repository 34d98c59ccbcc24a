// What players can do beside playing: offer a draw, resign, leave their seat to a bot, choose how to be told.

import { button, make } from "../lib/dom.js";
import { say } from "../lib/translations.js";

let sure = false; // was "resign" pressed once?

/** Neither beaten nor gone: who isn't playing is asked nothing. */
export const isPlaying = (seat) => !seat.out && !seat.left;

export function playerMenu(table) {
  const { screen, own } = table;
  const made = [];
  if (screen.status === "playing" && own.some(isPlaying)) {
    const others = screen.seats.filter((seat) => seat.kind === "person" && !seat.own);
    if (others.length) made.push(...amongPeople(table));
    const naming = { "data-key": "resign", class: sure ? "danger" : "" };
    made.push(button(say(sure ? "resign_sure" : "resign"), () => resign(table), naming));
  }
  return [...made, ...table.turnAlert.switches(), screen.status === "waiting" ? fairness(table) : null];
}

function amongPeople(table) {
  const { screen, own } = table;
  const made = [];
  const offer = () => table.tell("offer", { offer: "draw" });
  if (!screen.offers?.draw) made.push(button(say("offer_draw"), offer, { "data-key": "draw" }));
  const playing = own.find((seat) => !seat.bot && isPlaying(seat));
  const leave = () => table.tell("take_over", { seat: playing.seat });
  if (playing) made.push(button(say("leave_to_bot"), leave, { "data-key": "to-bot" }));
  return made;
}

/** What the server has bound itself to before our own chance was added. */
function fairness({ facts }) {
  const words = `${say("commitment")} ${facts.commitment.slice(0, 16)}…`;
  return make("p", { class: "soft fairness", title: facts.commitment }, words);
}

function resign(table) {
  if (sure) table.tell("resign", { seen: table.screen.version });
  sure = !sure;
  const show = () => table.seats.show(table.screen, { before: table.screen });
  show();
  if (!sure) return;
  setTimeout(() => {
    sure = false;
    show();
  }, 5000);
}
