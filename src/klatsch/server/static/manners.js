// What players can do beside playing: offer a draw, resign, leave their seat to a bot, choose how to be told.

import { button } from "./dom.js";
import { say } from "./words.js";

let sure = false; // was "resign" pressed once?

export function manners(table) {
  const { screen, own } = table;
  const made = [];
  if (screen.status === "playing" && own.length) {
    const others = screen.seats.filter((seat) => seat.kind === "person" && !seat.own);
    if (!screen.offers?.draw && others.length) made.push(button(say("offer_draw"), () => table.tell("offer", { offer: "draw" }), { "data-key": "draw" }));
    if (others.length && own.some((seat) => !seat.bot)) {
      const seat = own.find((each) => !each.bot).seat;
      made.push(button(say("leave_to_bot"), () => table.tell("take_over", { seat }), { "data-key": "to-bot" }));
    }
    made.push(button(say(sure ? "resign_sure" : "resign"), () => resign(table), { "data-key": "resign", class: sure ? "danger" : "" }));
  }
  return [...made, ...table.turn.switches()];
}

function resign(table) {
  if (sure) table.tell("resign");
  sure = !sure;
  table.seats.show(table.screen, { before: table.screen });
  if (sure) setTimeout(() => { sure = false; table.seats.show(table.screen, { before: table.screen }); }, 5000);
}
