// Playing by keyboard: arrows go to the nearest choice in their direction, Enter takes it, Escape steps back.

import { all, byId, closestTo } from "../lib/dom.js";
import { lettersAct } from "./letter_keys.js";

/**
 * @import { Table } from "./table.js"
 * @typedef {{ x: number, y: number }} Point
 * @typedef {[dx: number, dy: number]} Direction
 */

/** @type {Record<string, Direction>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {Table} table */
export function listenForKeys(table) {
  /** @type {Point | null} */
  let last = null; // where the focus was before its element went away

  document.addEventListener("focusin", (event) => {
    if (event.target instanceof Element && isChoice(event.target)) last = centre(event.target);
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const field = closestTo(event, "input, textarea, select");
    if (field) {
      if (event.key === "Escape") field.blur();
      return;
    }
    if (event.key.length === 1 && event.key !== " " && !lettersAct(event)) return;
    const does = ARROWS[event.key] ? () => move(event, ARROWS[event.key]) : actions(table, event)[event.key];
    if (does && does() !== false) event.preventDefault();
  });

  /**
   * @param {KeyboardEvent} event
   * @param {Direction} direction
   */
  function move(event, direction) {
    if (closestTo(event, ".side")) return false; // there arrows scroll
    const active = document.activeElement;
    const from = active && isChoice(active) ? centre(active) : null;
    const next = from ? nearest(from, direction) : closest(last ?? centre(table.view.board));
    if (!next) return false;
    if (next.hasAttribute("data-mark")) table.selection.rove(next);
    next.focus(/** @type {FocusOptions} */ ({ focusVisible: true }));
    return true;
  }
}

/**
 * @param {Table} table
 * @param {KeyboardEvent} event
 * @returns {Record<string, () => unknown>}
 */
function actions(table, event) {
  const take = () => {
    const { target } = event;
    if (!(target instanceof Element) || !target.hasAttribute("data-mark")) return false;
    table.selection.choose(target.id);
    return true;
  };
  const click = (/** @type {string} */ id) => () => document.getElementById(id)?.click();
  return {
    Enter: take,
    " ": take,
    Escape: () => (table.log.past ? table.log.toNow() : table.selection.back()),
    r: () => table.selection.held.turn(1),
    R: () => table.selection.held.turn(-1),
    u: click("tool-undo"),
    h: click("tool-hint"),
    e: click("tool-explain"),
    c: () => table.tabs.enter("chat"),
    l: () => {
      table.tabs.open("log");
      all(byId("log"), "button").at(-1)?.focus();
    },
    "+": click("zoom-in"),
    "-": click("zoom-out"),
    "?": () => byId("keys", HTMLDialogElement).showModal(),
  };
}

/** @param {Element} element */
const isChoice = (element) => element.hasAttribute("data-mark") || element.closest("#choices") !== null;

const allChoices = () => all(document, "#board [data-mark], #choices button, #choices a");

/** @param {Element} element */
function centre(element) {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/**
 * @param {Point} from
 * @param {Direction} direction
 */
function nearest(from, [dx, dy]) {
  const ahead = allChoices().map((element) => ({ element, at: centre(element) })).map(({ element, at }) => {
    const along = (at.x - from.x) * dx + (at.y - from.y) * dy;
    const aside = Math.abs((at.x - from.x) * dy) + Math.abs((at.y - from.y) * dx);
    return { element, along, cost: along + 2 * aside };
  });
  return best(ahead.filter(({ along }) => along > 2));
}

/** @param {Point} from */
function closest(from) {
  return best(allChoices().map((element) => {
    const at = centre(element);
    return { element, cost: Math.hypot(at.x - from.x, at.y - from.y) };
  }));
}

/** @param {{ element: HTMLElement, cost: number }[]} found */
function best(found) {
  return found.sort((one, two) => one.cost - two.cost)[0]?.element;
}
