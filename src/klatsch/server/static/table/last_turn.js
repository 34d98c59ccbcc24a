// What the others did since I decided last: shown again, step by step, by one button.

import { within } from "../lib/dom.js";

/**
 * @import { Screen } from "../lib/frames"
 * @import { Table } from "./table.js"
 */

const STEP_MILLISECONDS = 900;

export class LastTurn {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.button = within(document, "#last-turn", HTMLButtonElement);
    this.button.addEventListener("click", () => this.play());
    this.playing = 0; // counts, so that a new one stops the one before
  }

  /** @param {Screen} screen */
  show(screen) {
    this.button.disabled = screen.status === "waiting" || this.begin() === this.table.lines.length;
  }

  /** After how many lines of the log it began: behind the last line of an own turn, or the turn before for others. */
  begin() {
    const { lines, own } = this.table;
    const isOwn = (/** @type {number} */ seat) => own.some((each) => each.seat === seat);
    const last = lines.at(-1)?.[2] ?? -1;
    const mine = own.length < this.table.screen.seats.length ? isOwn : (/** @type {number} */ seat) => seat !== last;
    let at = lines.length;
    while (at > 0 && mine(lines[at - 1][2])) at -= 1; // in the middle of my own turn: the one before
    if (at === 0) return lines.length;
    while (at > 0 && !mine(lines[at - 1][2])) at -= 1;
    return at;
  }

  async play() {
    const number = (this.playing += 1);
    const { log, lines } = this.table;
    const end = this.end();
    for (let at = this.begin(); at <= end; at += 1) {
      await log.goTo(at);
      await new Promise((later) => setTimeout(later, STEP_MILLISECONDS));
      if (number !== this.playing || (at < lines.length && !log.past)) return; // somebody went elsewhere
    }
    log.toNow();
  }

  /** After how many lines it was over. */
  end() {
    const { lines } = this.table;
    let at = this.begin();
    const first = lines[at]?.[2];
    const own = new Set(this.table.own.map(({ seat }) => seat));
    while (at < lines.length && (own.size ? !own.has(lines[at][2]) : lines[at][2] === first)) at += 1;
    return at;
  }
}
