// Handing a shared screen to the next player: a dialog covers the hands meanwhile.

import { byId } from "../lib/dom.js";
import { say } from "../lib/translations.js";

/**
 * @import { Screen } from "../lib/frames"
 * @import { Table } from "./table.js"
 */

export class Handover {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.dialog = byId("cover", HTMLDialogElement);
    this.dialog.addEventListener("cancel", (event) => event.preventDefault());
    // A second Escape closes a dialog whatever we say.
    this.dialog.addEventListener("close", () => this.isCovered && this.dialog.showModal());
    byId("uncover").addEventListener("click", () => this.lift());
  }

  get isCovered() {
    const { facts, screen, own } = this.table;
    const shared = facts.shared && facts.hidden && screen.status === "playing";
    return shared && screen.viewer !== screen.actor && own.some((seat) => seat.seat === screen.actor && !seat.bot);
  }

  /** @param {Screen} screen */
  show(screen) {
    if (!this.isCovered) {
      if (this.dialog.open) this.dialog.close();
      return;
    }
    byId("cover-words").textContent = say("cover", { who: screen.seats[screen.actor].title });
    if (!this.dialog.open) this.dialog.showModal();
  }

  lift() {
    this.table.socket.ask("face", { seat: this.table.screen.actor });
  }
}
