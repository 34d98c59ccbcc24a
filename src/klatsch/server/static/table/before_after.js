// What one can do under the board before a match begins and after it has ended.

import { button, make } from "../lib/dom.js";
import { keepDice } from "../lib/stored_dice.js";
import { say } from "../lib/translations.js";

// ── Before ────────────────────────────────────────────────────────────────────────────────────────

export function waitingButtons(table) {
  const quiet = { "data-key": "stand-up", class: "quiet" };
  if (table.own.length) return [button(say("stand_up"), () => leave(table), quiet)];
  const { invite } = table.facts;
  if (!invite && !table.screen.seats.some((seat) => seat.kind === "open")) return [];
  const sit = () => join(table, { invitation: invite ?? null });
  return [button(say("sit_invited"), sit, { class: "primary", "data-key": "join" })];
}

export async function join(table, values) {
  await table.becomeSomebody();
  await table.tell("join", values);
}

async function leave(table) {
  const answer = await table.tell("stand_up");
  if (answer.type === "done") location.assign("/");
}

/** Our own random number goes into the dice once we have seen the server's commitment. */
export function addChance(table) {
  const { screen, own, facts } = table;
  if (screen.status !== "waiting" || !facts.commitment || !own.some((seat) => !seat.ready)) return;
  table.line.ask("ready", { nonce: keepDice(facts.match, facts.commitment, own.map(({ seat }) => seat)) });
}

// ── After ─────────────────────────────────────────────────────────────────────────────────────────

/** The result with its reason, as one would say it. */
export function resultWords({ prompt, result }) {
  return result ? `${prompt.replace(/\.$/, "")}. ${result.reason}` : (prompt ?? "");
}

export function afterButtons(table) {
  const { screen, facts } = table;
  if (screen.status !== "over") return [];
  const link = (words, href, attributes = {}) => make("a", { class: "button", href, ...attributes }, words);
  return [
    ...rematch(table),
    link(say("see_replay"), `/replay/${facts.match}`),
    link(say("fair_dice"), `/fair-dice/${facts.match}`),
    link(say("download"), `/api/tables/${facts.match}/replay`, { download: "" }),
  ];
}

function rematch(table) {
  const { screen, facts } = table;
  if (screen.next) return [make("a", { class: "button primary", href: `/table/${screen.next}` }, say("to_next"))];
  if (!table.own.length) return [];
  const agreed = screen.offers?.rematch ?? [];
  const soft = (words) => make("span", { class: "soft" }, words);
  if (table.own.every(({ seat }) => agreed.includes(seat))) return [soft(say("rematch_wait"))];
  const asked = agreed.length ? soft(say("rematch_asked", { who: table.nameOf(agreed[0]) })) : null;
  const go = async () => {
    const answer = await table.tell("rematch");
    if (answer.next) location.assign(`/table/${answer.next}`);
  };
  return [asked, button(say("rematch"), go, { class: "primary", "data-key": `rematch-${facts.match}` })];
}
