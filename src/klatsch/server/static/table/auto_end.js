// A turn in which nothing is left to do ends by itself, after a pause that can be seen. Any click or key stops it.

import { button } from "../lib/dom.js";
import { say } from "../lib/translations.js";

/**
 * @import { Change } from "../board/frame_view.js"
 * @import { Screen } from "../lib/frames"
 * @import { Table } from "./table.js"
 */

const PAUSE_MILLISECONDS = 2000; // as in table.css
const STORED = "klatsch-auto-end";

const isWanted = () => localStorage.getItem(STORED) !== "no";

export class AutoEnd {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {number | null} */
    this.ending = null; // the action that will be played
    this.timer = 0;
    for (const event of ["pointerdown", "keydown"]) addEventListener(event, () => this.stop(), { capture: true });
  }

  /**
   * @param {Screen} screen
   * @param {Change} change
   */
  show({ only }, { anew, first }) {
    if (!anew) return;
    this.stop();
    if (first || only === null || only === undefined || !isWanted() || !this.table.selection.deciding) return;
    this.ending = only;
    this.timer = setTimeout(() => this.end(only), PAUSE_MILLISECONDS);
    this.table.actionPanel.showChoices();
  }

  /** @param {number} action */
  end(action) {
    this.ending = null;
    if (this.table.selection.deciding) this.table.selection.act(action);
  }

  stop() {
    if (this.ending === null) return;
    clearTimeout(this.timer);
    this.ending = null;
    this.table.actionPanel.showChoices();
  }

  /** For the menu. */
  switch() {
    const toggle = () => {
      localStorage.setItem(STORED, isWanted() ? "no" : "yes");
      this.table.seats.again();
    };
    return button(say("auto_end"), toggle, { class: "switch", "data-key": "auto-end", "aria-pressed": String(isWanted()) });
  }
}
