// Coins and dice land before anybody reads what they show; and where the toss is mine, I toss.

import { button, byId, fill } from "../lib/dom.js";
import { say } from "../lib/translations.js";

/**
 * @import { Change } from "../board/frame_view.js"
 * @import { Screen } from "../lib/frames"
 * @import { Table } from "./table.js"
 */

const LANDED_MILLISECONDS = 560; // as in board.css
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Landing {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {(() => void) | null} */
    this.next = null; // what is still to be shown
    this.timer = 0;
    table.view.board.addEventListener("click", (event) => this.tapped(event), { capture: true });
  }

  /**
   * `fall` shows the board, and says whether something falls there; `tell` says the rest.
   *
   * @param {Screen} screen
   * @param {Change} change
   * @param {() => boolean} fall
   * @param {() => void} tell
   */
  show(screen, change, fall, tell) {
    if (this.table.root.dataset.tossing !== undefined && !change.anew) return; // somebody came or went: the toss waits
    this.finish();
    const falls = () => {
      if (!fall() || still.matches) return tell();
      this.later(tell);
      this.timer = setTimeout(() => this.finish(), LANDED_MILLISECONDS);
    };
    if (this.isMyToss(screen, change)) this.ask(screen, change, falls);
    else falls();
  }

  /** Shows at once whatever waits. */
  finish() {
    clearTimeout(this.timer);
    while (this.next) {
      const { next } = this;
      this.next = null;
      next();
    }
  }

  /** @param {() => void} next */
  later(next) {
    this.next = () => {
      delete this.table.root.dataset.tossing;
      next();
    };
  }

  /**
   * Coins that are tossed for my turn, as it begins.
   *
   * @param {Screen} screen
   * @param {Change} change
   */
  isMyToss(screen, { before, first }) {
    const { view } = this.table;
    if (first || still.matches || !screen.actions || before.actor === screen.actor) return false;
    const coins = [...view.pieces.values()].some((markup) => markup.includes('data-thrown="coin"'));
    return coins && view.chance.fresh(screen.drawn).length > 0;
  }

  /**
   * Whose turn it is, and the clocks, are no secret of the coins.
   *
   * @param {Screen} screen
   * @param {Change} change
   * @param {() => void} toss
   */
  ask(screen, change, toss) {
    this.table.root.dataset.tossing = "";
    this.table.seats.show(screen, change);
    byId("prompt").textContent = say("your_toss");
    this.table.announce(say("your_toss"));
    this.later(toss);
    const tap = button(say("toss"), () => this.toss(), { class: "primary", "data-key": "toss" });
    fill(byId("choices"), [tap]);
    if (document.activeElement === document.body) tap.focus();
  }

  /** The coins fall; what they show is told when they lie. */
  toss() {
    const { next } = this;
    this.next = null;
    next?.();
  }

  /** @param {Event} event */
  tapped(event) {
    if (this.table.root.dataset.tossing === undefined) return;
    event.stopPropagation();
    this.toss();
  }
}
