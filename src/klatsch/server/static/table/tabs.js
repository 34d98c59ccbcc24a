// The panels beside the board. On a wide screen the seats always show and the tabs are for the rest.

import { byId } from "../lib/dom.js";
import { bringIntoView } from "./rules_panel.js";

const NAMES = ["seats", "log", "chat", "rules"];
const WIDE = matchMedia("(min-width: 900px)");

export class Tabs {
  constructor() {
    this.current = null;
    for (const name of NAMES) {
      const tab = byId(`tab-${name}`);
      tab.addEventListener("click", () => this.open(name));
      tab.addEventListener("keydown", (event) => this.step(event, name));
    }
    WIDE.addEventListener("change", () => this.open(this.fitting(this.current)));
    this.open(WIDE.matches ? "log" : "seats");
  }

  fitting(name) {
    return WIDE.matches && name === "seats" ? "log" : name;
  }

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

  /** Something new in a panel that isn't open. */
  call(name) {
    if (name !== this.current) byId(`tab-${name}`).classList.add("calls");
  }

  step(event, name) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const shown = NAMES.filter((each) => byId(`tab-${each}`).offsetParent);
    const next = shown[(shown.indexOf(name) + by + shown.length) % shown.length];
    this.open(next);
    byId(`tab-${next}`).focus();
  }
}
