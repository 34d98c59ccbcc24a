// The tabs of the panels beside the board. On a wide screen the seats always show, and the tabs are for the rest.

import { byId } from "../lib/dom.js";
import { bringIntoView } from "./rules_panel.js";

/** @typedef {"seats" | "log" | "chat" | "rules"} TabName */

/** @type {TabName[]} */
const NAMES = ["seats", "log", "chat", "rules"];
const WIDE = matchMedia("(min-width: 900px)");

export class Tabs {
  constructor() {
    /** @type {TabName} */
    this.current = "seats";
    for (const name of NAMES) {
      const tab = byId(`tab-${name}`);
      tab.addEventListener("click", () => this.open(name));
      tab.addEventListener("keydown", (event) => this.step(event, name));
    }
    WIDE.addEventListener("change", () => this.open(this.fitting(this.current)));
    this.open(WIDE.matches ? "log" : "seats");
  }

  /** @param {TabName} name */
  fitting(name) {
    return WIDE.matches && name === "seats" ? "log" : name;
  }

  /** @param {TabName} name */
  open(name) {
    this.current = name;
    for (const each of NAMES) {
      const shown = each === name || (WIDE.matches && each === "seats");
      byId(`panel-${each}`).hidden = !shown;
      byId(`tab-${each}`).setAttribute("aria-selected", String(each === name));
      byId(`tab-${each}`).tabIndex = each === name ? 0 : -1;
    }
    byId(`tab-${name}`).classList.remove("calls");
    const log = byId("panel-log");
    if (name === "log") log.scrollTop = log.scrollHeight;
    if (name === "rules") bringIntoView();
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
    const shown = NAMES.filter((each) => byId(`tab-${each}`).offsetParent);
    const next = shown[(shown.indexOf(name) + by + shown.length) % shown.length];
    this.open(next);
    byId(`tab-${next}`).focus();
  }
}
