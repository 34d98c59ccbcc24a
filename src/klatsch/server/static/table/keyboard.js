// Playing by keyboard: arrows go to the nearest choice in their direction, Enter takes it, Escape steps back.

import { byId } from "../lib/dom.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function listenForKeys(table) {
  let last = null; // where the focus was before its element went away

  document.addEventListener("focusin", (event) => {
    if (isChoice(event.target)) last = centre(event.target);
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.target.closest("input, textarea, select")) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    const does = ARROWS[event.key] ? () => move(event, ARROWS[event.key]) : actions(table, event)[event.key];
    if (does && does() !== false) event.preventDefault();
  });

  function move(event, direction) {
    const inPanel = event.target.closest(".side");
    if (inPanel) return false; // there arrows scroll
    const from = isChoice(document.activeElement) ? centre(document.activeElement) : null;
    const next = from ? nearest(from, direction) : closest(last ?? centre(byId("board")));
    if (!next) return false;
    if (next.hasAttribute("data-mark")) table.selection.rove(next);
    next.focus({ focusVisible: true });
    return true;
  }
}

function actions(table, event) {
  const take = () => {
    if (!event.target.hasAttribute("data-mark")) return false;
    table.selection.choose(event.target.id);
    return true;
  };
  const click = (id) => () => byId(id)?.click();
  return {
    Enter: take,
    " ": take,
    Escape: () => (table.log.past ? table.log.toNow() : table.selection.back()),
    u: click("tool-undo"),
    h: click("tool-hint"),
    e: click("tool-explain"),
    c: () => {
      table.tabs.open("chat");
      byId("chat-text").focus();
    },
    l: () => {
      table.tabs.open("log");
      byId("log").querySelector("li:last-child button")?.focus();
    },
    "+": click("zoom-in"),
    "-": click("zoom-out"),
    "?": () => byId("keys").showModal(),
  };
}

const isChoice = (element) => element.hasAttribute?.("data-mark") || element.closest?.("#choices") !== null;
const all = () => [...document.querySelectorAll("#board [data-mark], #choices button, #choices a")];

function centre(element) {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

function nearest(from, [dx, dy]) {
  const ahead = all().map((element) => ({ element, at: centre(element) })).map(({ element, at }) => {
    const along = (at.x - from.x) * dx + (at.y - from.y) * dy;
    const aside = Math.abs((at.x - from.x) * dy) + Math.abs((at.y - from.y) * dx);
    return { element, along, cost: along + 2 * aside };
  });
  return best(ahead.filter(({ along }) => along > 2));
}

function closest(from) {
  return best(all().map((element) => {
    const at = centre(element);
    return { element, cost: Math.hypot(at.x - from.x, at.y - from.y) };
  }));
}

function best(found) {
  return found.sort((one, two) => one.cost - two.cost)[0]?.element;
}
