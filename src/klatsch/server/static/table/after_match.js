// After a match has ended: the result in words, a rematch, and links to the replay and the fair dice.

import { button, make } from "../lib/dom.js";
import { say } from "../lib/translations.js";

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
