// The background of the board, under the pieces. It changes only with the viewer: seats with hands have larger boards.

import { byId, within } from "../lib/dom.js";
import { addRoles } from "./aria_roles.js";

/** @import { Answer } from "../lib/frames" */

/**
 * Makes the board fit the pieces that come with this key; `ask` gets it from the server. Has it changed?
 *
 * @param {string | null | undefined} key
 * @param {() => Promise<Answer<"board">>} ask
 */
export async function updateBackground(key, ask) {
  const board = byId("board", SVGSVGElement);
  if (!key || board.dataset.key === key) return false;
  const found = await ask();
  if (found.type === "refused" || board.dataset.key === found.key) return false;
  board.dataset.key = found.key;
  board.setAttribute("viewBox", `0 0 ${found.width} ${found.height}`);
  within(board, "defs", SVGDefsElement).innerHTML = found.definitions;
  byId("layer-board", SVGGElement).innerHTML = found.markup;
  addRoles(board);
  within(document, ".stage").style.setProperty("--ratio", String(found.width / found.height));
  return true;
}
