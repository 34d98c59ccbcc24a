// The fair dice page of a finished match: recomputes the commitment and every draw, here in the browser, and compares
// the record with what this browser kept when the match began.

import { commitment, drawn, seatNonce } from "../lib/dice_check.js";
import { get } from "../lib/http.js";
import { storedDice } from "../lib/stored_dice.js";

const BOT_NONCE = "00".repeat(16);
const place = document.getElementById("check");
const words = (name, number = "") => place.dataset[name].replace("#", number);

function line(number, text, right) {
  const row = document.createElement("tr");
  for (const cell of [number, text, words(right ? "right" : "wrong")]) {
    row.append(Object.assign(document.createElement("td"), { textContent: cell }));
  }
  row.className = right ? "right" : "wrong";
  return row;
}

function keptLines(match, kept) {
  const own = (seat) => seatNonce(kept.nonce, seat) === match.nonces[seat];
  return [
    line("", words("keptCommitment"), kept.commitment === match.commitment),
    ...kept.seats.map((seat) => line("", words("keptNumber", seat + 1), own(seat))),
  ];
}

function recordLines(match) {
  return [
    line("", words("commitment"), commitment(match.seed) === match.commitment),
    line("", words("sameTable"), match.table === place.dataset.match),
    ...match.bots.map((seat) => line("", words("botsNothing", seat + 1), match.nonces[seat] === BOT_NONCE)),
    ...match.draws.map(({ outcomes, weights, drawn: position }, n) =>
      line(n + 1, outcomes[position], drawn(match, n, weights) === position),
    ),
  ];
}

function tell(selector, sentence, right) {
  const verdict = place.querySelector(selector);
  verdict.textContent = sentence;
  verdict.className = `verdict ${right ? "right" : "wrong"}`;
}

const isWrong = (row) => row.className === "wrong";

function compareWithKept(match) {
  const kept = storedDice(place.dataset.match);
  const rows = kept ? keptLines(match, kept) : [];
  const wrong = rows.some(isWrong);
  tell("#kept", words(wrong ? "keptBad" : kept ? "keptGood" : "keptNothing"), !wrong);
  place.querySelector("#kept").classList.toggle("nothing", !kept);
  return rows;
}

if (place) {
  const match = await get(`/api/tables/${place.dataset.match}/draws`);
  const rows = [...compareWithKept(match), ...recordLines(match)];
  const wrong = rows.filter(isWrong).length;
  tell("#verdict", wrong ? words("bad", wrong) : words("good"), !wrong);
  place.querySelector("tbody").replaceChildren(...rows);
  place.querySelector("table").hidden = false;
}
