// The fair dice page of a finished match: recomputes the commitment, the hash chains and every draw, here in the
// browser, and compares the record with what this browser stored when the match began. Outcomes and weights are taken
// from the server: whether they are those of the rules, `klatsch verify` checks.

import { commitment, drawn, hashed, seatNonce } from "../lib/dice_check.js";
import { make, within } from "../lib/dom.js";
import { get } from "../lib/http.js";
import { chainEnd, storedDice } from "../lib/stored_dice.js";

/**
 * @import { StoredDice } from "../lib/stored_dice.js"
 *
 * @typedef {object} DiceRecord what the server tells of the match
 * @property {string} table
 * @property {string} commitment
 * @property {string[]} nonces
 * @property {string} seed
 * @property {number[]} bots
 * @property {Record<number, string>} chains where the hash chains end of seats that have one
 * @property {Draw[]} draws
 *
 * @typedef {object} Draw
 * @property {string[]} outcomes
 * @property {number[]} weights
 * @property {number} drawn the position of the outcome
 * @property {number} seat whose action led to it; negative before the first
 * @property {number} action which one of that seat
 * @property {string} link what its hash chain added; empty where the seed alone counted
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
    /** @type {Map<number, { action: number, value: string }>} */
    this.links = new Map(); // the last link of every seat that was checked
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
      ...this.chainLines(stored),
    ];
  }

  /**
   * The chains of our own seats, and links that we have told and the record has not.
   *
   * @param {StoredDice} stored
   */
  chainLines({ secret, seats, used = {} }) {
    const { chains, draws } = this.record;
    const chained = seats.filter((seat) => secret && chains[seat]);
    const lost = draws.filter(({ seat, action, link }) => !link && used[seat]?.includes(action));
    return [
      ...chained.map((seat) =>
        this.line("", this.words("keptChain", seat + 1), chainEnd(secret ?? "", seat) === chains[seat]),
      ),
      ...lost.map(({ action }) => this.line("", this.words("keptLink", action), false)),
    ];
  }

  recordLines() {
    const { record } = this;
    const nothing = (/** @type {number} */ seat) => record.nonces[seat] === BOT_NONCE;
    return [
      this.line("", this.words("commitment"), commitment(record.seed) === record.commitment),
      this.line("", this.words("sameTable"), record.table === this.match),
      ...record.bots.map((seat) => this.line("", this.words("botsNothing", seat + 1), nothing(seat))),
      ...record.draws.map((draw, n) => this.drawLine(draw, n)),
    ];
  }

  /**
   * @param {Draw} draw
   * @param {number} n
   */
  drawLine(draw, n) {
    const { outcomes, weights, drawn: position, link } = draw;
    const right = this.linkFits(draw) && drawn(this.record, n, weights, link) === position;
    const text = link ? outcomes[position] : `${outcomes[position]} · ${this.words("seedAlone")}`;
    return this.line(String(n + 1), text, right);
  }

  /**
   * Does the link lead to where the seat's chain ends, or to the last one that was checked?
   *
   * @param {Draw} draw
   */
  linkFits({ seat, action, link }) {
    if (!link) return true;
    const known = this.links.get(seat) ?? { action: 0, value: this.record.chains[seat] };
    const fits = action >= known.action && hashed(link, action - known.action) === known.value;
    if (fits) this.links.set(seat, { action, value: link });
    return fits;
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
