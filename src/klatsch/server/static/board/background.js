// What lies under the pieces. It changes only when one looks with other eyes: a seat with a hand has a larger board.

import { byId } from "../lib/dom.js";
import { addRoles } from "./aria_roles.js";

/** Makes the board fit the pieces that come with this key; `ask` gets it from the server. */
export async function updateBackground(key, ask) {
  const board = byId("board");
  if (!key || board.dataset.key === key) return false;
  const found = await ask();
  if (!found.key || board.dataset.key === found.key) return false;
  board.dataset.key = found.key;
  board.setAttribute("viewBox", `0 0 ${found.width} ${found.height}`);
  board.querySelector("defs").innerHTML = found.definitions;
  byId("layer-board").innerHTML = found.markup;
  addRoles(board);
  board.closest(".stage").style.setProperty("--ratio", found.width / found.height);
  return true;
}
