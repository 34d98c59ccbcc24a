// Selecting an action: clicks on the board narrow what can be done until one action is left.

import { roleOf } from "../board/aria_roles.js";
import { linkUsed, nextLink } from "../lib/stored_dice.js";
import { Choices } from "./choices.js";
import { Drag } from "./drag.js";
import { Held } from "./held.js";

/**
 * @import { Change } from "../board/frame_view.js"
 * @import { Places } from "../board/highlights.js"
 * @import { Screen } from "../lib/frames"
 * @import { Table } from "./table.js"
 */

const LAYERS = new Set(["board", "pieces", "layer-board", "layer-marks", "layer-thrown"]);
const OURS = ["data-mark", "role", "tabindex", "aria-pressed", "aria-description"];

export class ActionSelection {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.board = table.view.board;
    this.board.setAttribute("tabindex", "-1");
    this.choices = new Choices();
    /** @type {Map<number, string>} */
    this.known = new Map(); // action → its words
    this.busy = false;
    this.held = new Held(this);
    this.drag = new Drag(this); // before our own listener: what was dropped is no click
    this.board.addEventListener("click", (event) => this.clicked(event));
    this.board.addEventListener("focusin", ({ target }) => target instanceof Element && this.focused(target));
    this.board.addEventListener("focusout", () => this.showMarks());
  }

  get deciding() {
    const { screen, log, handover } = this.table;
    return Boolean(screen.actions) && !log.past && !handover.isCovered && !this.busy;
  }

  /**
   * @param {Screen} screen
   * @param {Change} change
   */
  show(screen, { anew }) {
    if (anew) {
      this.choices = new Choices(screen.actions ?? []);
      this.known = new Map(Object.entries(screen.buttons ?? {}).map(([number, words]) => [Number(number), words]));
      this.busy = false;
    }
    this.refresh();
  }

  refresh() {
    this.table.root.toggleAttribute("data-deciding", this.deciding);
    this.offerAnchors();
    this.showMarks();
    this.held.show();
    this.table.actionPanel.showChoices();
  }

  // ── Clicks ──────────────────────────────────────────────────────────────────────────────────────

  /** @param {MouseEvent} event */
  clicked(event) {
    const ids = this.idsUnder(event);
    if (!this.held.clicked(event, ids)) this.chosen(ids);
  }

  /**
   * The drawn things at a point, from top to bottom.
   *
   * @param {MouseEvent} event
   */
  idsUnder(event) {
    const ids = elementsUnder(event)
      .filter((element) => this.board.contains(element))
      .flatMap((element) => element.closest("[id]")?.id ?? [])
      .filter((id) => !LAYERS.has(id));
    return [...new Set(ids)];
  }

  /**
   * A click where these lie. Meant is something that can be chosen there, else whatever lies on top; and where all that
   * follows are parts of it (the turns of a card), the part that was clicked, too.
   *
   * @param {string[]} ids
   */
  chosen(ids) {
    if (this.busy || !ids.length) return;
    const meant = this.meant(ids);
    if (!this.choose(meant, ids)) return;
    const whole = this.table.view.highlights.find(meant);
    const parts = [...this.choices.next];
    const isPart = (/** @type {string} */ part) => whole?.querySelector(`#${CSS.escape(part)}`);
    const clicked = ids.find((each) => parts.includes(each));
    if (clicked && parts.every(isPart)) this.choose(clicked);
  }

  /** @param {string[]} ids at one point, from top to bottom */
  meant(ids) {
    const { next, first } = this.choices;
    const id = [next, first].flatMap((set) => ids.find((each) => set.has(each)) ?? [])[0];
    return id ?? ids.find((each) => this.choices.begins(each)) ?? ids[0];
  }

  /**
   * True when there is more to be chosen.
   *
   * @param {string} id
   * @param {string[]} [ids] all that lies there
   */
  choose(id, ids = [id]) {
    if (this.busy) return false;
    if (this.table.log.past) {
      this.table.log.toNow(); // what is chosen must be on the screen
      return false;
    }
    const before = [...this.choices.clicks];
    const { play, narrowed } = this.choices.take(id);
    if (play !== undefined) this.act(play);
    else if (narrowed) this.narrowed();
    else if (!this.chooseInstead(ids)) this.why(before, ids);
    return Boolean(narrowed);
  }

  /**
   * Some things can be taken in place of what was chosen last: the drawing says by which action (`data-instead`).
   *
   * @param {string[]} ids
   */
  chooseInstead(ids) {
    const found = ids.map((id) => this.table.view.highlights.find(id)?.dataset.instead).find(Boolean);
    if (!found || !this.deciding || !this.held.isFree) return false;
    this.act(found, { instead: true });
    return true;
  }

  narrowed() {
    this.table.actionPanel.clearNote();
    this.refresh();
    this.learnWords(this.choices.complete.map(({ number }) => number));
  }

  back() {
    if (this.choices.back().narrowed) this.narrowed();
    else if (this.held.thing && this.held.isFree) this.table.actionPanel.undo();
  }

  /**
   * @param {number | string} action by its number or notation
   * @param {{ instead?: boolean }} [how] in place of one's last decision
   */
  async act(action, how = {}) {
    this.busy = true;
    this.table.actionPanel.clearNote();
    this.refresh();
    const { version, seats, actor } = this.table.screen;
    const { match } = this.table.facts;
    const added = nextLink(match, seats[actor]);
    const answer = await this.table.socket.ask("play", { action, seen: version, ...how, ...added });
    if (answer.type === "done") {
      if (added.link) linkUsed(match, seats[actor]);
      return;
    }
    this.busy = false;
    if (this.table.screen.version !== version) return; // it went on meanwhile: perhaps by this very move
    this.choices.clicks = [];
    this.table.actionPanel.refuse(answer);
    this.refresh();
  }

  /**
   * @param {string[]} places clicked before
   * @param {string[]} under what lies where the last click was
   */
  async why(places, under) {
    if (this.table.screen.status !== "playing") return;
    const answer = await this.table.socket.ask("why", { places, under });
    this.table.actionPanel.refuse(answer);
  }

  /** @param {number[]} numbers */
  async learnWords(numbers) {
    const unknown = numbers.filter((number) => !this.known.has(number));
    if (!unknown.length) return;
    const { version } = this.table.screen;
    const answer = await this.table.socket.ask("words", { actions: unknown });
    if (answer.type === "refused" || version !== this.table.screen.version) return;
    for (const [number, sentence] of Object.entries(answer.words)) this.known.set(Number(number), sentence);
    this.table.actionPanel.showChoices();
  }

  // ── What the board offers ───────────────────────────────────────────────────────────────────────

  places() {
    /** @type {Places} */
    const found = new Map();
    if (!this.deciding) return found;
    const { clicks, next } = this.choices;
    for (const id of next) found.set(id, clicks.length ? "target" : "may");
    for (const id of clicks) found.set(id, "chosen");
    return found;
  }

  /** The elements that can be chosen are buttons, for the keyboard and for screen readers. */
  offerAnchors() {
    const places = this.places();
    const held = document.activeElement?.id ?? "";
    const inside = this.board.contains(document.activeElement);
    for (const element of this.board.querySelectorAll("[data-mark]")) {
      if (!places.has(element.id)) withdraw(element);
    }
    let first = !places.has(held);
    for (const [id, kind] of places) {
      const element = this.table.view.highlights.find(id);
      if (!element) continue;
      element.setAttribute("data-mark", kind);
      const holds = [...places.keys()].some((other) => other !== id && element.querySelector(`#${CSS.escape(other)}`));
      if (holds) {
        withdraw(element); // a button can't hold other buttons
        element.setAttribute("data-mark", kind);
        continue;
      }
      element.setAttribute("role", "button");
      element.setAttribute("aria-pressed", String(kind === "chosen"));
      element.removeAttribute("aria-description");
      if (!element.hasAttribute("aria-label")) {
        element.setAttribute("aria-label", nameOf(id));
        element.setAttribute("data-named", "");
      }
      element.setAttribute("tabindex", id === held || first ? "0" : "-1");
      first = false;
    }
    const isLost = inside && !this.table.view.highlights.find(held)?.hasAttribute("tabindex");
    if (isLost) this.board.focus({ preventScroll: true }); // keys go on acting
  }

  /**
   * Only one choice at a time is reached by Tab; arrows go on from there.
   *
   * @param {Element} element
   */
  rove(element) {
    for (const other of this.board.querySelectorAll("[data-mark]")) other.setAttribute("tabindex", "-1");
    element.setAttribute("tabindex", "0");
  }

  showMarks() {
    const active = document.activeElement;
    const focused = active?.hasAttribute("data-mark") && active.matches(":focus-visible") ? active.id : null;
    const { log, screen } = this.table;
    this.table.view.highlights.show(this.places(), (log.past ?? screen).last ?? [], focused);
  }

  /**
   * Who comes by keyboard hears what the place would do.
   *
   * @param {Element} element
   */
  async focused(element) {
    this.showMarks();
    const { id } = element;
    const left = this.places().has(id) ? this.choices.after(id) : [];
    if (left.length !== 1) return;
    await this.learnWords([left[0].number]);
    const words = this.known.get(left[0].number);
    if (words && element.hasAttribute("data-mark")) element.setAttribute("aria-description", words);
  }
}

/** @param {MouseEvent} event */
function elementsUnder({ type, detail, target, clientX, clientY }) {
  if (type !== "click" || detail !== 0) return document.elementsFromPoint(clientX, clientY);
  return target instanceof Element ? [target] : []; // pressed by the keyboard
}

/** @param {Element} element */
function withdraw(element) {
  for (const name of OURS) element.removeAttribute(name);
  if (element.hasAttribute("data-named")) {
    element.removeAttribute("aria-label");
    element.removeAttribute("data-named");
  }
  if (element.hasAttribute("aria-label")) element.setAttribute("role", roleOf(element));
}

/**
 * "hex-a1" → "hex a1", "at--3-4" → "at −3 4", "sq-c4" → "c4"
 *
 * @param {string} id
 */
function nameOf(id) {
  const words = id.replace(/^sq-/, "").replace(/-(?=-?\w)/g, " ").replaceAll("_", " ");
  return words.replaceAll("-", "−");
}
