// Before a match begins: sitting down, standing up, and adding this browser's random number to the dice.

import { button } from "../lib/dom.js";
import { storeDice } from "../lib/stored_dice.js";
import { say } from "../lib/translations.js";

/** @import { Table } from "./table.js" */

/** @param {Table} table */
export function waitingButtons(table) {
  const quiet = { "data-key": "stand-up", class: "quiet" };
  if (table.own.length) return [button(say("stand_up"), () => leave(table), quiet)];
  const { invite } = table.facts;
  if (!invite && !table.screen.seats.some((seat) => seat.kind === "open")) return [];
  const sit = () => join(table, { invitation: invite ?? null });
  return [button(say("sit_invited"), sit, { class: "primary", "data-key": "join" })];
}

/**
 * @param {Table} table
 * @param {{ seat?: number, invitation?: string | null }} values
 */
export async function join(table, values) {
  await table.becomeSomebody();
  await table.tell("join", values);
}

/** @param {Table} table */
async function leave(table) {
  const answer = await table.tell("stand_up");
  if (answer.type === "done") location.assign("/");
}

/**
 * Our own random number and hash chains go into the dice once we have seen the server's commitment.
 *
 * @param {Table} table
 */
export function addChance(table) {
  const { screen, own, facts } = table;
  if (screen.status !== "waiting" || !facts.commitment || !own.some((seat) => !seat.ready)) return;
  table.socket.ask("ready", storeDice(facts.match, facts.commitment, own.map(({ seat }) => seat)));
}
