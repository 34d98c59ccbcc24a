// After a match has ended: the result in words, a rematch, and links to the replay and the fair dice.

import { button, make } from "../lib/dom.js";
import { say } from "../lib/translations.js";
import { sharePicture } from "./share_picture.js";

/**
 * @import { Screen, Seat } from "../lib/frames"
 * @import { MatchSocket } from "../lib/match_socket.js"
 *
 * @typedef {object} MatchPage the table's page or the replay's
 * @property {{ match: string, title: string }} facts
 * @property {Screen} screen
 * @property {Seat[]} own the seats of this person
 * @property {(seat: number) => string} nameOf
 * @property {MatchSocket["ask"]} tell does a command, and shows a refusal
 */

/**
 * The result as one would say it: "You won, 21 to 18". Points are told where they decided.
 *
 * @param {Screen} screen
 */
export function resultWords({ prompt, result, tally, seats }) {
  if (!result) return prompt ?? "";
  const words = prompt.replace(/\.$/, "");
  const [first, ...others] = result.ranking;
  if (!tally || !result.by_rules || seats.length !== 2 || !others.length) return `${words}.`;
  const [won, lost] = [first[0], others[0][0]].map((seat) => Number(tally.rows[seat][tally.seated[0]]));
  return won > lost ? `${say("result_points", { result: words, won, lost })}.` : `${words}.`;
}

/**
 * @param {MatchPage} page
 * @returns {(HTMLElement | null)[]}
 */
export function afterButtons(page) {
  const { screen, facts } = page;
  if (screen.status !== "over") return [];
  /** @type {(words: string, href: string, attributes?: object) => HTMLAnchorElement} */
  const link = (words, href, attributes = {}) => make("a", { class: "button", href, ...attributes }, words);
  return [
    ...rematch(page),
    link(say("see_replay"), `/replay/${facts.match}`),
    button(say("share_picture"), () => sharePicture(facts.title, resultWords(screen)), { "data-key": "share" }),
    screen.chance ? link(say("fair_dice"), `/fair-dice/${facts.match}`) : null,
    link(say("download"), `/api/tables/${facts.match}/replay`, { download: "" }),
  ];
}

/** @param {MatchPage} page */
function rematch(page) {
  const { screen, facts } = page;
  if (screen.next) return [make("a", { class: "button primary", href: `/table/${screen.next}` }, say("to_next"))];
  if (!page.own.length) return [];
  const agreed = screen.offers?.rematch ?? [];
  const soft = (/** @type {string} */ words) => make("span", { class: "soft" }, words);
  if (page.own.every(({ seat }) => agreed.includes(seat))) return [soft(say("rematch_wait"))];
  const asked = agreed.length ? soft(say("rematch_asked", { who: page.nameOf(agreed[0]) })) : null;
  const go = async () => {
    const answer = await page.tell("rematch");
    if (answer.type === "done" && answer.next) location.assign(`/table/${answer.next}`);
  };
  return [asked, button(say("rematch"), go, { class: "primary", "data-key": `rematch-${facts.match}` })];
}
