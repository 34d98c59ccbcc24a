// The background of the board, under the pieces. It changes only with the viewer: seats with hands have more panels.

import { byId, within } from "../lib/dom.js";
import { addRoles } from "./aria_roles.js";

/**
 * @import { Answer } from "../lib/frames"
 * @import { BoardLayout } from "./board_layout.js"
 */

/**
 * Makes the board fit the pieces that come with this key; `ask` gets it from the server. Has it changed?
 *
 * @param {BoardLayout} layout
 * @param {string | null | undefined} key
 * @param {() => Promise<Answer<"board">>} ask
 */
export async function updateBackground(layout, key, ask) {
  const board = byId("board", SVGSVGElement);
  if (!key || board.dataset.key === key) return false;
  const found = await ask();
  if (found.type === "refused" || board.dataset.key === found.key) return false;
  board.dataset.key = found.key;
  within(board, "defs", SVGDefsElement).innerHTML = found.definitions;
  byId("layer-board", SVGGElement).innerHTML = found.markup;
  addRoles(board);
  layout.use(found.layout);
  return true;
}
