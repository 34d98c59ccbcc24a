// The rules beside the board: the clause about what is asked now is marked, and the one of a refusal is lit.

import { byId } from "../lib/dom.js";

/**
 * @import { Change } from "../board/frame_view.js"
 * @import { Screen } from "../lib/frames"
 */

const ABOVE = 48; // pixels of the panel over a clause that is brought into view

export class RulesPanel {
  constructor() {
    /** @type {string | null | undefined} */
    this.clause = null;
  }

  /**
   * @param {Screen} screen
   * @param {Change} change
   */
  show({ clause, version }, { before }) {
    if (version !== before.version) mark("lit", null);
    if (clause === this.clause) return;
    this.clause = clause;
    mark("asked", clause);
    bringIntoView();
  }
}

/**
 * @param {string} clause
 * @param {{ open: boolean }} panel whether it is to be opened
 */
export function showClause(clause, { open }) {
  const found = mark("lit", clause);
  if (!found) return;
  if (open) byId("tab-rules").click();
  bringIntoView();
  const panel = byId("panel-rules");
  if (open && panel.scrollHeight <= panel.clientHeight) found.scrollIntoView({ block: "center" });
}

/** Scrolls the panel, if it is open, and never the page: to the refusal's clause, or else to what is asked. */
export function bringIntoView() {
  const panel = byId("panel-rules");
  const found = panel.querySelector(".clause.lit") ?? panel.querySelector(".clause.asked");
  if (panel.hidden || !found) return;
  const [inner, outer] = [found.getBoundingClientRect(), panel.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom) panel.scrollTop += inner.top - outer.top - ABOVE;
}

/**
 * The one clause with that class.
 *
 * @param {"lit" | "asked"} name
 * @param {string | null | undefined} clause
 */
function mark(name, clause) {
  for (const marked of document.querySelectorAll(`.clause.${name}`)) marked.classList.remove(name);
  const found = clause ? document.getElementById(`rule-${clause}`) : null;
  found?.classList.add(name);
  return found;
}
