// The fair dice page of a finished match: recomputes the commitment and every draw, here in the browser, and compares
// the record with what this browser stored when the match began.

import { commitment, drawn, seatNonce } from "../lib/dice_check.js";
import { make, within } from "../lib/dom.js";
import { get } from "../lib/http.js";
import { storedDice } from "../lib/stored_dice.js";

/**
 * @import { StoredDice } from "../lib/stored_dice.js"
 *
 * @typedef {object} DiceRecord what the server tells of the match
 * @property {string} table
 * @property {string} commitment
 * @property {string[]} nonces
 * @property {string} seed
 * @property {number[]} bots
 * @property {{ outcomes: string[], weights: number[], drawn: number }[]} draws
 */

const BOT_NONCE = "00".repeat(16);

class DiceCheck {
  /**
   * @param {HTMLElement} place
   * @param {string} match
   * @param {DiceRecord} record
   */
  constructor(place, match, record) {
    this.place = place;
    this.match = match;
    this.record = record;
  }

  show() {
    const rows = [...this.compareWithStored(), ...this.recordLines()];
    const wrong = rows.filter(isWrong).length;
    this.tell("#verdict", wrong ? this.words("bad", wrong) : this.words("good"), !wrong);
    within(this.place, "tbody").replaceChildren(...rows);
    within(this.place, "table").hidden = false;
  }

  compareWithStored() {
    const stored = storedDice(this.match);
    const rows = stored ? this.storedLines(stored) : [];
    const wrong = rows.some(isWrong);
    const verdict = this.tell("#kept", this.words(wrong ? "keptBad" : stored ? "keptGood" : "keptNothing"), !wrong);
    verdict.classList.toggle("nothing", !stored);
    return rows;
  }

  /** @param {StoredDice} stored */
  storedLines(stored) {
    const { record } = this;
    const own = (/** @type {number} */ seat) => seatNonce(stored.nonce, seat) === record.nonces[seat];
    return [
      this.line("", this.words("keptCommitment"), stored.commitment === record.commitment),
      ...stored.seats.map((seat) => this.line("", this.words("keptNumber", seat + 1), own(seat))),
    ];
  }

  recordLines() {
    const { record } = this;
    const nothing = (/** @type {number} */ seat) => record.nonces[seat] === BOT_NONCE;
    return [
      this.line("", this.words("commitment"), commitment(record.seed) === record.commitment),
      this.line("", this.words("sameTable"), record.table === this.match),
      ...record.bots.map((seat) => this.line("", this.words("botsNothing", seat + 1), nothing(seat))),
      ...record.draws.map(({ outcomes, weights, drawn: position }, n) =>
        this.line(String(n + 1), outcomes[position], drawn(record, n, weights) === position),
      ),
    ];
  }

  /**
   * @param {string} number
   * @param {string} text
   * @param {boolean} right
   */
  line(number, text, right) {
    const cells = [number, text, this.words(right ? "right" : "wrong")].map((cell) => make("td", {}, cell));
    return make("tr", { class: right ? "right" : "wrong" }, ...cells);
  }

  /**
   * @param {string} selector
   * @param {string} sentence
   * @param {boolean} right
   */
  tell(selector, sentence, right) {
    const verdict = within(this.place, selector);
    verdict.textContent = sentence;
    verdict.className = `verdict ${right ? "right" : "wrong"}`;
    return verdict;
  }

  /**
   * A sentence that the page came with.
   *
   * @param {string} name
   * @param {string | number} [number]
   */
  words(name, number = "") {
    return (this.place.dataset[name] ?? "").replace("#", String(number));
  }
}

/** @param {Element} row */
const isWrong = (row) => row.className === "wrong";

const place = document.getElementById("check"); // while the match runs there is nothing to check
if (place) {
  const { match = "" } = place.dataset;
  new DiceCheck(place, match, await get(`/api/tables/${match}/draws`)).show();
}
