// The panel under the board: the prompt, buttons of actions, offers, tools (undo, hint, explain) and a note.

import { byId, button, fill, make } from "../lib/dom.js";
import { say } from "../lib/translations.js";
import { afterButtons, resultWords } from "./after_match.js";
import { waitingButtons } from "./before_match.js";
import { isPlaying } from "./match_menu.js";
import { showClause } from "./rules_panel.js";

/**
 * @import { Change } from "../board/frame_view.js"
 * @import { Reason, Screen } from "../lib/frames"
 * @import { ActionSelection } from "./action_selection.js"
 * @import { Table } from "./table.js"
 *
 * @typedef {object} Note
 * @property {"refusal" | "info" | "hint" | "guide" | "news"} kind
 * @property {string[]} sentences
 * @property {string} [clause] of the rules
 * @property {string} [rule] the clause's own words
 * @property {boolean} [more] can another hint follow?
 */

const LAST_HINT = 4;

export class ActionPanel {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.root = byId("dock");
    /** @type {Note | null} */
    this.note = null;
    this.hints = 0;
    this.prompted = "";
    /** @type {string | null | undefined} */
    this.dismissed = null;
    this.heard = -1; // the version whose news were closed
  }

  /**
   * @param {Screen} screen
   * @param {Change} change
   */
  show(screen, { before, anew }) {
    if (anew) this.hints = 0;
    if (anew && before.version !== screen.version) this.note = null;
    const own = Boolean(screen.actions);
    this.root.classList.toggle("own", own);
    this.showPrompt(screen, before);
    this.showOffers(screen);
    this.showTools(screen);
    this.showChoices();
    this.showNote();
  }

  /**
   * @param {Screen} screen
   * @param {Partial<Screen>} before
   */
  showPrompt(screen, before) {
    const prompt = byId("prompt");
    const words = resultWords(screen);
    prompt.textContent = words;
    if (words !== this.prompted && before.status) this.table.announce(words);
    this.prompted = words;
  }

  // ── Choices ─────────────────────────────────────────────────────────────────────────────────────

  showChoices() {
    const { screen, selection } = this.table;
    const made = screen.status === "playing" ? this.actionButtons(selection) : this.otherButtons(screen);
    fill(byId("choices"), made);
  }

  /** @param {Screen} screen */
  otherButtons(screen) {
    return screen.status === "waiting" ? waitingButtons(this.table) : afterButtons(this.table);
  }

  /** @param {ActionSelection} selection */
  actionButtons(selection) {
    if (!selection.deciding) return this.beaten();
    const { clicks, complete, next } = selection.choices;
    const numbers = clicks.length ? complete.map(({ number }) => number) : Object.keys(this.table.screen.buttons ?? {});
    // Ending a turn is not the loudest thing while the board offers something: a button is, where it is all that is left.
    const only = numbers.length === 1 && !next.size;
    const made = numbers.map((number) => this.actionButton(Number(number), only));
    if (!clicks.length) return [...made, ...this.heldButtons(selection)];
    return [...made, button(say("step_back"), () => selection.back(), { "data-key": "back", class: "quiet" })];
  }

  /** Who is beaten may watch, or go. */
  beaten() {
    const { own } = this.table;
    if (!own.length || own.some((seat) => !seat.out)) return [];
    return [make("span", { class: "soft" }, say("you_are_out")), make("a", { class: "button", href: "/" }, say("leave_table"))];
  }

  /**
   * For a thing in hand: all that gestures do.
   *
   * @param {ActionSelection} selection
   */
  heldButtons({ held }) {
    if (!held.thing || !held.isFree || !held.thing.hasAttribute("data-preview")) return [];
    const lay = held.pinned && held.spot;
    return [
      lay && button(say("held_lay"), () => held.lay(), { "data-key": "held-lay", class: "primary" }),
      held.canTurn && button(say("held_turn"), () => held.turn(1), { "data-key": "held-turn" }),
      button(say("held_back"), () => this.table.selection.back(), { "data-key": "held-back", class: "quiet" }),
    ].filter((each) => each instanceof HTMLElement);
  }

  /**
   * @param {number} number
   * @param {boolean} only nothing else can be chosen
   */
  actionButton(number, only) {
    const words = this.table.selection.known.get(number) ?? "…";
    const ending = this.table.autoEnd.ending === number ? " ending" : "";
    const attributes = { "data-action": number, "data-key": `action-${number}`, class: (only ? "primary" : "") + ending };
    return button(words, () => this.table.selection.act(number), attributes);
  }

  // ── Offers and tools ────────────────────────────────────────────────────────────────────────────

  /** @param {Screen} screen */
  showOffers(screen) {
    const { draw, undo } = screen.offers;
    fill(byId("offers"), draw && this.offer("draw", draw), undo && this.offer("undo", undo));
  }

  /**
   * @param {"draw" | "undo"} name
   * @param {number[]} agreed the seats that have
   */
  offer(name, agreed) {
    const playing = this.table.own.filter(isPlaying);
    const asked = playing.some(({ seat }) => !agreed.includes(seat));
    const sentence = make("span", {}, say(`${name}_offered`, { who: this.table.nameOf(agreed[0]) }));
    const tell = (/** @type {"offer" | "decline"} */ command) => () => this.table.tell(command, { offer: name });
    const yes = asked && button(say("agree"), tell("offer"), { class: "primary", "data-key": `agree-${name}` });
    const words = asked ? "decline" : "withdraw";
    const no = playing.length > 0 && button(say(words), tell("decline"), { "data-key": `decline-${name}` });
    return make("div", { class: "offer" }, sentence, yes, no);
  }

  /** @param {Screen} screen */
  showTools(screen) {
    const made = [];
    const playing = screen.status === "playing" && this.table.own.length > 0;
    if (playing) {
      const others = screen.seats.some((seat) => seat.kind === "person" && !seat.own && !seat.bot);
      const words = screen.undo === "ask" && others ? "undo_ask" : "undo";
      made.push(tool("↶", say(words), () => this.undo(), "undo", !screen.undo || Boolean(screen.offers.undo)));
    }
    if (playing && !screen.rated) {
      made.push(tool("?", say("hint"), () => this.hint(), "hint", !screen.actions));
      made.push(tool("≈", say("explain"), () => this.explain(), "explain", !screen.actions));
    }
    fill(byId("tools"), made);
  }

  async undo() {
    const answer = await this.table.tell("undo", { seen: this.table.screen.version });
    if (answer.type === "done" && answer.asked) this.say("info", [say("asked")]);
  }

  async hint() {
    if (!this.table.screen.actions) return;
    this.hints = Math.min(LAST_HINT, this.hints + 1);
    this.say("info", [say("thinking")]);
    const answer = await this.table.tell("hint", { step: this.hints });
    if (answer.type === "done") this.say("hint", answer.sentences, { more: this.hints < LAST_HINT });
  }

  async explain() {
    this.say("info", [say("thinking")]);
    const answer = await this.table.tell("explain");
    if (answer.type === "done") this.say("hint", answer.sentences);
  }

  // ── The note ────────────────────────────────────────────────────────────────────────────────────

  /**
   * @param {Note["kind"]} kind
   * @param {string[]} sentences
   * @param {Partial<Note>} [rest]
   */
  say(kind, sentences, rest = {}) {
    this.note = { kind, sentences, ...rest };
    this.showNote();
  }

  /** @param {Reason} reason */
  refuse({ error, clause, rule }) {
    this.say("refusal", [error], { clause, rule });
    if (clause) showClause(clause, { open: false });
  }

  clearNote() {
    this.note = null;
    this.showNote();
  }

  showNote() {
    const note = this.note ?? this.guide() ?? this.news();
    const place = byId("note");
    place.className = note ? `note ${note.kind}` : "note";
    if (!note) return fill(place);
    const words = note.sentences.map((sentence) => make("p", {}, sentence));
    const more = note.more && button(say("hint_more"), () => this.hint(), { class: "link", "data-key": "more" });
    const naming = { class: "close", "aria-label": say("dismiss"), "data-key": "dismiss" };
    const close = button("×", () => this.dismiss(), naming);
    fill(place, make("div", { class: "words", tabindex: 0 }, words, this.clauseLink(note), more), close);
  }

  /** @param {Note} note */
  clauseLink({ clause, rule }) {
    if (!clause) return null;
    const attributes = { class: "link", title: rule ?? "", "data-key": `clause-${clause}` };
    return button(say("rule", { clause }), () => showClause(clause, { open: true }), attributes);
  }

  /**
   * What the others did, as my turn begins.
   *
   * @returns {Note | null}
   */
  news() {
    const { screen, selection } = this.table;
    if (!screen.news?.length || this.heard === screen.version || !selection.deciding) return null;
    return { kind: "news", sentences: screen.news.map(([, sentences]) => sentences.join(" ")) };
  }

  /**
   * The tip for whoever decides this for the first time, until they close it.
   *
   * @returns {Note | null}
   */
  guide() {
    const { screen, facts, own, selection } = this.table;
    const invited = screen.status === "waiting" && facts.invite && !own.length;
    const tip = invited ? say("invited_you") : selection.deciding ? screen.guide : null;
    return tip && tip !== this.dismissed ? { kind: "guide", sentences: [tip] } : null;
  }

  dismiss() {
    if (!this.note && this.guide()) this.dismissed = this.table.screen.guide;
    else if (!this.note) this.heard = this.table.screen.version;
    this.clearNote();
  }
}

/**
 * @param {string} sign
 * @param {string} words
 * @param {() => void} onclick
 * @param {string} key
 * @param {boolean} disabled
 */
function tool(sign, words, onclick, key, disabled) {
  const inside = [make("span", { class: "sign", "aria-hidden": "true" }, sign), make("span", {}, words)];
  return make("button", { type: "button", onclick, disabled, "data-key": key, id: `tool-${key}` }, ...inside);
}
