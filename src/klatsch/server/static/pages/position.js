// The editor of positions: clicks put what was chosen onto the board; the server draws, writes the text, and says what is
// wrong. The text field goes the other way.

import { addRoles } from "../board/aria_roles.js";
import { addTurning, BoardLayout } from "../board/board_layout.js";
import { Highlights } from "../board/highlights.js";
import { showPieces } from "../board/morph.js";
import { addZoom } from "../board/zoom.js";
import { all, byId, make, within } from "../lib/dom.js";
import { post, reasonOf } from "../lib/http.js";
import { busy } from "../lib/toast.js";
import { loadTranslations, say } from "../lib/translations.js";

/**
 * @import { Layout, Piece } from "../lib/frames"
 *
 * @typedef {{ position?: string, brush?: string, place?: string }} Change
 *
 * @typedef {object} Shown
 * @property {string} position
 * @property {number} seats
 * @property {number} actor
 * @property {string} prompt
 * @property {string} problem
 * @property {string} refusal
 * @property {Layout} layout
 * @property {string} definitions
 * @property {string} board
 * @property {Piece[]} pieces
 * @property {string[]} places
 * @property {string[]} actions
 */

const BOT = "bot:3";

class Editor {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.game = root.dataset.game ?? "";
    /** @type {Record<string, string>} */
    this.options = JSON.parse(root.dataset.options ?? "{}");
    this.seats = Number(root.dataset.seats);
    this.actor = Number(root.dataset.actor);
    this.text = byId("text", HTMLTextAreaElement);
    this.position = this.text.value;
    this.brush = "";
    this.drawn = ""; // the background that lies there
    this.waiting = 0; // changes that were asked for and aren't shown yet
    this.take = false;
    this.changes = Promise.resolve(); // that were asked for, in their order
    this.byKey = false; // was the last place chosen by the keyboard? Then the focus stays there
    /** @type {Set<string>} */
    this.places = new Set();
    this.board = byId("board", SVGSVGElement);
    this.layer = byId("pieces", SVGGElement);
    this.highlights = new Highlights(this.board);
    this.layout = new BoardLayout(() => this.highlights.again());
    addTurning(this.layout);
    addRoles(this.board);
    addZoom(byId("scroller"), () => this.highlights.again(), () => null);
    new ResizeObserver(() => this.highlights.again()).observe(this.board);
    for (const settled of ["transitionend", "animationend"]) {
      this.board.addEventListener(settled, () => requestAnimationFrame(() => this.highlights.again()));
    }
    this.note(say("choose_brush"));
    this.listen();
    this.root.dataset.ready = "";
  }

  listen() {
    for (const each of all(this.root, "[data-brush]")) each.addEventListener("click", () => this.choose(each));
    for (const name of ["put", "take"]) {
      byId(`mode-${name}`).addEventListener("click", () => this.setMode(name === "take"));
    }
    this.board.addEventListener("click", (event) => this.clicked(event));
    this.board.addEventListener("keydown", (event) => this.key(event));
    on("text-form", () => this.look({ position: this.text.value }));
    on("legal-form", () => this.judge());
    press("play-bots", () => this.play(BOT));
    press("play-people", () => this.play("open"));
    press("analyse", () => this.analyse());
    press("share", () => this.share());
  }

  // ── What a click does ───────────────────────────────────────────────────────────────────────────

  /** @param {HTMLElement} pressed */
  choose(pressed) {
    const brush = pressed.dataset.brush ?? "";
    if (!pressed.hasAttribute("aria-pressed")) return this.look({ brush }); // a button that acts at once
    this.brush = this.brush === brush ? "" : brush;
    for (const each of all(this.root, "[data-brush][aria-pressed]")) {
      each.setAttribute("aria-pressed", String(each.dataset.brush === this.brush));
    }
    return this.look({});
  }

  /** @param {boolean} take */
  setMode(take) {
    this.take = take;
    byId("mode-put").setAttribute("aria-pressed", String(!take));
    byId("mode-take").setAttribute("aria-pressed", String(take));
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const under = document.elementsFromPoint(event.clientX, event.clientY);
    const ids = under.flatMap((element) => idsAround(element, this.board));
    const place = ids.find((id) => this.places.has(id));
    this.byKey = false;
    if (place) this.look({ place });
    else if (!this.brush) this.note(say("choose_brush"));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key !== "Enter" && event.key !== " ") return;
    const { target } = event;
    if (!(target instanceof Element) || !this.places.has(target.id)) return;
    event.preventDefault();
    this.byKey = true;
    this.look({ place: target.id });
  }

  // ── What the server says ────────────────────────────────────────────────────────────────────────

  get setUp() {
    return { game: this.game, options: this.options, seats: this.seats, position: this.position };
  }

  /**
   * One change after another: each begins with what the one before it has made.
   *
   * @param {Change} change
   */
  look(change) {
    this.wait(1);
    this.changes = this.changes.then(() => this.lookNow(change)).finally(() => this.wait(-1));
    return this.changes;
  }

  /** @param {number} more changes that are being made */
  wait(more) {
    this.waiting += more;
    this.root.toggleAttribute("data-busy", this.waiting > 0);
  }

  /** @param {Change} change */
  async lookNow(change) {
    const asked = { ...this.setUp, brush: this.brush, take: this.take, ...change };
    try {
      this.show(await post("/api/positions", asked));
      if (change.brush && this.brush) await this.lookNow({}); // a button acted: show where the chosen brush can go now
    } catch (error) {
      byId("problem").textContent = reasonOf(error);
    }
  }

  /** @param {Shown} shown */
  show(shown) {
    const focused = this.byKey ? document.activeElement?.id : undefined;
    this.position = this.text.value = shown.position;
    [this.seats, this.actor] = [shown.seats, shown.actor];
    if (shown.board !== this.drawn) {
      this.drawn = shown.board;
      within(this.board, "defs", SVGDefsElement).innerHTML = shown.definitions; // drawn by our own server
      byId("layer-board", SVGGElement).innerHTML = shown.board;
      this.layout.use(shown.layout);
    }
    showPieces(this.layer, new Map(shown.pieces));
    addRoles(this.board);
    this.offer(shown.places);
    if (focused && this.places.has(focused)) document.getElementById(focused)?.focus();
    byId("prompt").textContent = shown.prompt;
    byId("problem").textContent = shown.problem;
    this.note(shown.refusal || (this.brush ? "" : say("choose_brush")));
    byId("actions").replaceChildren(...shown.actions.map((value) => make("option", { value })));
    for (const id of ["play-bots", "play-people", "analyse"]) {
      byId(id, HTMLButtonElement).disabled = Boolean(shown.problem);
    }
    byId("opinion").replaceChildren();
    history.replaceState(null, "", this.link);
  }

  /** @param {string[]} places */
  offer(places) {
    for (const old of this.board.querySelectorAll("[data-place]")) {
      for (const name of ["data-place", "tabindex"]) old.removeAttribute(name);
      old.setAttribute("role", "img");
    }
    this.places = new Set(places.filter((id) => this.highlights.find(id)));
    for (const id of this.places) {
      const place = this.highlights.find(id);
      place?.setAttribute("data-place", "");
      place?.setAttribute("tabindex", "0");
      place?.setAttribute("role", "button");
      if (!place?.hasAttribute("aria-label")) place?.setAttribute("aria-label", id);
    }
    this.highlights.show(new Map([...this.places].map((id) => [id, "may"])), [], null);
  }

  /** @param {string} words */
  note(words) {
    byId("note").textContent = words;
  }

  // ── What to do with it ──────────────────────────────────────────────────────────────────────────

  get link() {
    const query = new URLSearchParams({ position: this.position, ...this.options });
    return `/position/${this.game}?${query}`;
  }

  /** @param {string} others who sits on the other seats */
  async play(others) {
    const own = Math.max(this.actor, 0);
    const seats = Array.from({ length: this.seats }, (_, seat) => (seat === own ? "me" : others));
    try {
      const plan = { game: this.game, options: this.options, position: this.position, seats };
      const made = await post("/api/tables", plan);
      location.assign(`/table/${made.id}`);
    } catch (error) {
      byId("problem").textContent = reasonOf(error);
    }
  }

  async analyse() {
    const opinion = byId("opinion");
    opinion.textContent = say("thinking");
    try {
      const { sentences } = await post("/api/positions/explain", this.setUp);
      opinion.replaceChildren(...sentences.map((/** @type {string} */ words) => make("p", {}, words)));
    } catch (error) {
      opinion.textContent = reasonOf(error);
    }
  }

  async share() {
    const link = new URL(this.link, location.href).href;
    const copied = await navigator.clipboard?.writeText(link).then(() => true, () => false);
    byId("opinion").textContent = copied ? say("copied") : say("copy_this", { link });
  }

  async judge() {
    const verdict = byId("verdict");
    const action = byId("action", HTMLInputElement).value;
    try {
      const judged = await post("/api/positions/legal", { ...this.setUp, action });
      const first = judged.legal ? say("yes") : say("no");
      const said = [make("p", {}, `${first} ${judged.sentence}`)];
      if (judged.clause) said.push(make("p", { class: "soft" }, judged.rule || say("clause", judged)));
      verdict.replaceChildren(...said);
    } catch (error) {
      verdict.textContent = reasonOf(error);
    }
  }
}

/**
 * The ids of an element and of what it is part of, from within outwards.
 *
 * @param {Element} element
 * @param {Element} board
 */
function idsAround(element, board) {
  const found = [];
  let each = element.closest("[id]");
  while (each && board.contains(each)) {
    found.push(each.id);
    each = each.parentElement?.closest("[id]") ?? null;
  }
  return found;
}

/**
 * @param {string} id of a form
 * @param {() => Promise<void>} act
 */
function on(id, act) {
  const form = byId(id, HTMLFormElement);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    busy(within(form, "button", HTMLButtonElement), act);
  });
}

/**
 * @param {string} id of a button
 * @param {() => Promise<void>} act
 */
function press(id, act) {
  const button = byId(id, HTMLButtonElement);
  button.addEventListener("click", () => busy(button, act));
}

const root = byId("editor");
loadTranslations(root.dataset.words);
Object.assign(window, { klatsch: new Editor(root) }); // for the tests, and for whoever looks into the console
