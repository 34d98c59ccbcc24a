// The log of the match. A click on a line shows its position on the board.

import { byId, button, closestTo, make, svg } from "../lib/dom.js";
import { say } from "../lib/translations.js";

/**
 * @import { Change } from "../board/frame_view.js"
 * @import { Position, Screen } from "../lib/frames"
 * @import { Table } from "./table.js"
 */

export class Log {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {Position | null} */
    this.past = null; // what the board shows instead of now
    this.list = byId("log");
    this.panel = byId("panel-log");
    this.ribbon = make("div", { class: "ribbon", hidden: true });
    byId("frame").append(this.ribbon);
    this.list.addEventListener("click", (event) => {
      const line = closestTo(event, "button");
      if (line) this.goTo(Number(line.dataset.position));
    });
  }

  /**
   * A past position is what one viewer saw: for another, the board goes back to now.
   *
   * @param {Screen} screen
   * @param {Change} change
   */
  leavePast(screen, { before }) {
    if (before.viewer !== screen.viewer || screen.status === "waiting") this.past = null;
  }

  /**
   * @param {Screen} _
   * @param {Change} change
   */
  show(_, { added, first }) {
    this.showLines();
    if (!first && added.length) this.table.announce(added.join(" "));
    this.showRibbon();
  }

  showLines() {
    const { lines } = this.table;
    const rows = [...this.list.children];
    const sentences = lines.map(([, sentence]) => sentence);
    let same = 0;
    while (same < rows.length && same < sentences.length && rows[same].textContent === sentences[same]) same += 1;
    for (const row of rows.slice(same)) row.remove();
    if (same === sentences.length) return;
    const { panel } = this;
    const atEnd = this.list.scrollHeight - panel.scrollTop - panel.clientHeight < 80;
    for (let at = same; at < sentences.length; at += 1) {
      const [, sentence, seat] = lines[at];
      const begins = seat >= 0 && seat !== lines[at - 1]?.[2];
      const line = make("button", { type: "button", "data-position": at + 1 }, sentence);
      this.list.append(make("li", { class: begins ? "begins" : "", "data-turn-of": seat }, begins && sign(seat), line));
    }
    if (atEnd) panel.scrollTop = panel.scrollHeight;
  }

  /** @param {number} position */
  async goTo(position) {
    if (position === this.table.lines.length) return this.toNow();
    const answer = await this.table.tell("at", { position });
    if (answer.type === "refused") return;
    this.past = answer;
    this.table.showBoard();
    this.table.selection.refresh();
    this.showRibbon();
  }

  toNow() {
    this.past = null;
    this.table.showBoard();
    this.table.selection.refresh();
    this.showRibbon();
  }

  showRibbon() {
    this.ribbon.hidden = !this.past;
    for (const line of this.list.querySelectorAll("[aria-current]")) line.removeAttribute("aria-current");
    if (!this.past) return;
    const { position } = this.past;
    this.list.querySelector(`[data-position="${position}"]`)?.setAttribute("aria-current", "step");
    const step = (/** @type {string} */ words, /** @type {number} */ to) =>
      button(words, () => this.goTo(Math.max(0, to)), { class: "step" });
    this.ribbon.replaceChildren(
      step("‹", position - 1),
      make("span", {}, say("past", { position, last: this.table.lines.length })),
      step("›", position + 1),
      button(say("to_now"), () => this.toNow(), { class: "primary" }),
    );
  }
}

/**
 * The emblem of the seat whose turn begins.
 *
 * @param {number} seat
 */
function sign(seat) {
  const drawn = svg("svg", { viewBox: "-20 -20 40 40", "aria-hidden": "true" });
  drawn.append(svg("use", { href: `#emblem-${seat}` }));
  return drawn;
}
