// The tabs of the panels beside or below the board.

import { byId } from "../lib/dom.js";
import { bringIntoView } from "./rules_panel.js";

/** @typedef {"result" | "log" | "chat" | "rules" | "more"} TabName */

/** @type {TabName[]} */
const NAMES = ["result", "log", "chat", "rules", "more"];

export class Tabs {
  constructor() {
    /** @type {TabName} */
    this.current = "log";
    for (const name of NAMES) {
      const tab = byId(`tab-${name}`);
      tab.addEventListener("click", () => this.enter(name));
      tab.addEventListener("keydown", (event) => this.step(event, name));
    }
    this.open("log");
  }

  /** @param {TabName} name */
  open(name) {
    this.current = name;
    for (const each of NAMES) {
      byId(`panel-${each}`).hidden = each !== name;
      byId(`tab-${each}`).setAttribute("aria-selected", String(each === name));
      byId(`tab-${each}`).tabIndex = each === name ? 0 : -1;
    }
    byId(`tab-${name}`).classList.remove("calls");
    const log = byId("panel-log");
    if (name === "log") log.scrollTop = log.scrollHeight;
    if (name === "rules") bringIntoView();
  }

  /**
   * Opens a panel to write into it, or to read it.
   *
   * @param {TabName} name
   */
  enter(name) {
    this.open(name);
    if (name === "chat") byId("chat-text").focus();
  }

  /**
   * Something new in a panel that isn't open.
   *
   * @param {TabName} name
   */
  call(name) {
    if (name !== this.current) byId(`tab-${name}`).classList.add("calls");
  }

  /**
   * @param {KeyboardEvent} event
   * @param {TabName} name
   */
  step(event, name) {
    const by = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const shown = NAMES.filter((each) => !byId(`tab-${each}`).hidden);
    const next = shown[(shown.indexOf(name) + by + shown.length) % shown.length];
    this.open(next);
    byId(`tab-${next}`).focus();
  }
}
