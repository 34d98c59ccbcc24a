// The bar over the board that says when the connection is lost, or why the server ended it.

import { byId } from "../lib/dom.js";
import { say } from "../lib/translations.js";

/** @import { ConnectionState } from "../lib/match_socket.js" */

/**
 * @param {ConnectionState} state
 * @param {string} [reason]
 */
export function showConnection(state, reason) {
  const bar = byId("line");
  bar.hidden = state === "open";
  if (state === "lost") bar.textContent = say("lost");
  if (state === "refused") bar.textContent = say("gone", { reason });
}
