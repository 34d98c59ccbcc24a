// The replay of a finished match, position by position. The address keeps position and viewer: #12 or #12,0.

import { FrameView } from "../board/frame_view.js";
import { byId, button, closestTo, fill, make } from "../lib/dom.js";
import { get, reasonOf } from "../lib/http.js";
import { MatchSocket } from "../lib/match_socket.js";
import { loadTranslations, say } from "../lib/translations.js";
import { afterButtons, resultWords } from "../table/after_match.js";
import { showConnection } from "../table/connection_bar.js";
import { scoreSheet } from "../table/score_sheet.js";

/**
 * @import { Answer, Command, Frame, Position } from "../lib/frames"
 *
 * @typedef {object} TurningPoint
 * @property {number} event
 * @property {string} words
 */

const OPEN = -4; // the viewer who sees everything
const POSITION_MILLISECONDS = 900;
const KEYS = new Map([["ArrowLeft", "back"], ["ArrowRight", "on"], ["Home", "first"], ["End", "last"], [" ", "play"]]);

class Replay {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.facts = { match: root.dataset.match ?? "", title: root.dataset.title ?? "" };
    this.position = 0;
    /** @type {number | undefined} */
    this.timer = undefined; // while it plays by itself
    /** @type {Map<string, Promise<Answer<"at">>>} */
    this.kept = new Map(); // "viewer position" → what the board shows there
    this.slider = byId("slider", HTMLInputElement);
    this.chooser = viewerChooser();
    this.log = byId("log");
    this.socket = new MatchSocket(this.facts.match, { frame: (frame) => this.hear(frame), state: showConnection });
    this.view = new FrameView(this.socket);
    this.isReady = () => {};
    /** @type {Promise<void>} */
    this.ready = new Promise((resolve) => {
      this.isReady = resolve;
    });
    this.listen();
    this.socket.connect();
    this.analyse();
  }

  /** @param {Frame} frame */
  hear(frame) {
    if (frame.type !== "screen" && frame.type !== "update") return;
    this.view.apply(frame);
    this.showLinks();
    if (frame.type !== "screen") return;
    this.showResult();
    this.isReady();
    this.slider.max = String(this.view.lines.length);
    this.go(this.asked() ?? this.view.lines.length);
  }

  showLinks() {
    const table = make("a", { class: "button", href: `/table/${this.facts.match}` }, say("to_table"));
    fill(byId("links"), table, afterButtons(this).filter((each) => each?.getAttribute("href") !== location.pathname));
  }

  // ── Position and viewer ─────────────────────────────────────────────────────────────────────────

  get viewer() {
    return Number(this.chooser?.value ?? OPEN);
  }

  /** The position that the address names. */
  asked() {
    const [position, viewer] = location.hash.slice(1).split(",");
    if (viewer && this.chooser) this.chooser.value = viewer;
    return position ? Math.max(0, Math.min(this.view.lines.length, Number(position) || 0)) : undefined;
  }

  /** @param {number} position */
  async go(position) {
    this.position = Math.max(0, Math.min(this.view.lines.length, position));
    const { position: wanted, viewer } = this;
    this.showWhere();
    const found = await this.at(wanted, viewer);
    if (!found || wanted !== this.position || viewer !== this.viewer) return; // they have gone on already
    await this.view.showPosition(found, viewer);
    this.root.dataset.position = String(wanted);
    if (wanted < this.view.lines.length) this.at(wanted + 1, viewer); // the next one is likely asked for
  }

  /**
   * @param {number} position
   * @param {number} viewer
   * @returns {Promise<Position | null>}
   */
  async at(position, viewer) {
    const key = `${viewer} ${position}`;
    const asked = this.kept.get(key) ?? this.socket.ask("at", { position, viewer });
    this.kept.set(key, asked);
    const answer = await asked;
    return answer.type === "done" ? answer : null;
  }

  showWhere() {
    const { position } = this;
    this.slider.value = String(position);
    const sentence = position ? this.view.lines[position - 1][1] : say("start");
    byId("prompt").textContent = sentence;
    this.slider.setAttribute("aria-valuetext", `${position} / ${this.view.lines.length}: ${sentence}`);
    history.replaceState(null, "", this.viewer === OPEN ? `#${position}` : `#${position},${this.viewer}`);
    for (const line of document.querySelectorAll("[aria-current=step]")) line.removeAttribute("aria-current");
    /** @type {HTMLElement | null} */
    const line = this.log.querySelector(`[data-position="${position}"]`);
    line?.setAttribute("aria-current", "step");
    if (line) this.log.scrollTop = line.offsetTop - this.log.clientHeight / 2; // never the page itself
    for (const name of ["first", "back"]) stepButton(name).disabled = position === 0;
    for (const name of ["on", "last"]) stepButton(name).disabled = position === this.view.lines.length;
  }

  // ── Controls ────────────────────────────────────────────────────────────────────────────────────

  listen() {
    const steps = {
      first: () => 0,
      back: () => this.position - 1,
      on: () => this.position + 1,
      last: () => this.view.lines.length,
    };
    for (const [name, to] of Object.entries(steps)) {
      stepButton(name).addEventListener("click", () => this.jumpTo(to()));
    }
    stepButton("play").addEventListener("click", () => (this.timer ? this.halt() : this.run()));
    this.slider.addEventListener("input", () => this.jumpTo(Number(this.slider.value)));
    this.chooser?.addEventListener("change", () => this.go(this.position));
    for (const list of [this.log, byId("turning")]) list.addEventListener("click", (event) => this.clicked(event));
    addEventListener("hashchange", () => this.go(this.asked() ?? this.view.lines.length));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || closestTo(event, "input, select")) return;
    const step = KEYS.get(event.key);
    if (!step || (event.key === " " && closestTo(event, "button, a"))) return;
    event.preventDefault();
    stepButton(step).click();
  }

  /** @param {Event} event */
  clicked(event) {
    const line = closestTo(event, "[data-position]");
    if (line) this.jumpTo(Number(line.dataset.position));
  }

  /** @param {number} position */
  jumpTo(position) {
    this.halt();
    this.go(position);
  }

  run() {
    if (this.position === this.view.lines.length) this.go(0);
    const step = () => (this.position < this.view.lines.length ? this.go(this.position + 1) : this.halt());
    this.timer = setInterval(step, POSITION_MILLISECONDS);
    this.showPlaying();
  }

  halt() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.showPlaying();
  }

  showPlaying() {
    const play = stepButton("play");
    play.textContent = this.timer ? "‖" : "▶";
    play.title = say(this.timer ? "pause" : "play");
    play.setAttribute("aria-label", play.title);
  }

  // ── Result and analysis ─────────────────────────────────────────────────────────────────────────

  showResult() {
    const { tally, result } = this.screen;
    const words = [resultWords(this.screen), result?.reason, result?.rating];
    byId("result").textContent = words.filter(Boolean).join(" ");
    fill(byId("tally"), tally ? scoreSheet(tally, this.screen.seats) : []);
    const start = button(say("start"), () => {}, { "data-position": 0 });
    const lines = this.view.lines.map(([, sentence], at) => button(sentence, () => {}, { "data-position": at + 1 }));
    this.log.replaceChildren(...[start, ...lines].map((line) => make("li", {}, line)));
  }

  async analyse() {
    const graph = byId("graph");
    try {
      const { svg, turning } = await get(`/api/tables/${this.facts.match}/analysis`);
      await this.ready; // turning points are lines of the log
      graph.classList.remove("soft");
      graph.innerHTML = svg; // drawn by our own server
      const points = turning.map((/** @type {TurningPoint} */ point) => this.turningPoint(point));
      byId("turning").replaceChildren(...points);
    } catch (error) {
      graph.textContent = say("no_analysis", { reason: reasonOf(error) });
    }
  }

  /** @param {TurningPoint} point */
  turningPoint({ event, words }) {
    const at = this.view.lines.findIndex(([number]) => number === event) + 1;
    return make("li", {}, button(words, () => {}, { "data-position": at }));
  }

  // ── As the table's page has it, for the buttons they share ──────────────────────────────────────

  get screen() {
    return this.view.screen;
  }

  get own() {
    return this.view.own;
  }

  /** @param {number} number */
  nameOf(number) {
    return this.screen.seats?.[number]?.name ?? "";
  }

  /**
   * @template {Command} C
   * @param {C} name
   * @param {object} [values]
   * @returns {Promise<Answer<C>>}
   */
  async tell(name, values) {
    const answer = await this.socket.ask(name, values);
    if (answer.type === "refused") byId("prompt").textContent = answer.error;
    return answer;
  }
}

/** @param {string} name */
const stepButton = (name) => byId(`step-${name}`, HTMLButtonElement);

/** Where hands were hidden, one can choose as which seat to look. */
function viewerChooser() {
  const found = document.getElementById("viewer");
  return found instanceof HTMLSelectElement ? found : null;
}

const root = byId("replay");
loadTranslations(root.dataset.words);
Object.assign(window, { klatsch: new Replay(root) }); // for the tests, and for whoever looks into the console
