// A finished game, position by position. The address keeps where one looks and from which seat: #12 or #12,0.

import { FrameView } from "../board/frame_view.js";
import { byId, button, fill, make } from "../lib/dom.js";
import { MatchSocket } from "../lib/match_socket.js";
import { loadTranslations, say } from "../lib/translations.js";
import { afterButtons, resultWords } from "../table/after_match.js";
import { showConnection } from "../table/connection_bar.js";
import { scoreSheet } from "../table/score_sheet.js";

const OPEN = -4;
const PACE = 900; // milliseconds a position

class Replay {
  constructor(root) {
    this.root = root;
    this.facts = { match: root.dataset.match, person: root.dataset.person };
    this.kept = new Map(); // "viewer position" → what the board shows there
    this.slider = byId("slider");
    this.socket = new MatchSocket(this.facts.match, { frame: (frame) => this.hear(frame), state: showConnection });
    this.view = new FrameView((name, values) => this.socket.ask(name, values));
    this.ready = new Promise((resolve) => {
      this.isReady = resolve;
    });
    this.listen();
    this.socket.connect();
    this.analyse();
  }

  hear(frame) {
    if (frame.type !== "screen" && frame.type !== "update") return;
    this.view.apply(frame);
    this.showLinks();
    if (frame.type !== "screen") return;
    this.showResult();
    this.isReady();
    this.slider.max = this.view.lines.length;
    this.go(this.asked() ?? this.view.lines.length);
  }

  showLinks() {
    const table = make("a", { class: "button", href: `/table/${this.facts.match}` }, say("to_table"));
    fill(byId("links"), table, afterButtons(this).filter((each) => each?.pathname !== location.pathname));
  }

  // ── Where one looks ─────────────────────────────────────────────────────────────────────────────

  get viewer() {
    return Number(byId("viewer")?.value ?? OPEN);
  }

  /** The position that the address names. */
  asked() {
    const [position, viewer] = location.hash.slice(1).split(",");
    if (viewer && byId("viewer")) byId("viewer").value = viewer;
    return position ? Math.max(0, Math.min(this.view.lines.length, Number(position) || 0)) : undefined;
  }

  async go(position) {
    this.position = Math.max(0, Math.min(this.view.lines.length, position));
    const { position: wanted, viewer } = this;
    this.showWhere();
    const found = await this.at(wanted, viewer);
    if (!found || wanted !== this.position || viewer !== this.viewer) return; // they have gone on already
    await this.view.showPosition(found, viewer);
    this.root.dataset.position = wanted;
    if (wanted < this.view.lines.length) this.at(wanted + 1, viewer); // the next one is likely asked for
  }

  async at(position, viewer) {
    const key = `${viewer} ${position}`;
    if (!this.kept.has(key)) this.kept.set(key, this.socket.ask("at", { position, viewer }));
    const answer = await this.kept.get(key);
    return answer.pieces ? answer : null;
  }

  showWhere() {
    const { position } = this;
    this.slider.value = position;
    const sentence = position ? this.view.lines[position - 1][1] : say("start");
    byId("prompt").textContent = sentence;
    this.slider.setAttribute("aria-valuetext", `${position} / ${this.view.lines.length}: ${sentence}`);
    history.replaceState(null, "", this.viewer === OPEN ? `#${position}` : `#${position},${this.viewer}`);
    for (const line of document.querySelectorAll("[aria-current=step]")) line.removeAttribute("aria-current");
    const line = byId("log").querySelector(`[data-position="${position}"]`);
    line?.setAttribute("aria-current", "step");
    if (line) byId("log").scrollTop = line.offsetTop - byId("log").clientHeight / 2; // never the page itself
    for (const name of ["first", "back"]) byId(`step-${name}`).disabled = position === 0;
    for (const name of ["on", "last"]) byId(`step-${name}`).disabled = position === this.view.lines.length;
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
      byId(`step-${name}`).addEventListener("click", () => this.halt() || this.go(to()));
    }
    byId("step-play").addEventListener("click", () => (this.timer ? this.halt() : this.run()));
    this.slider.addEventListener("input", () => this.halt() || this.go(Number(this.slider.value)));
    byId("viewer")?.addEventListener("change", () => this.go(this.position));
    byId("log").addEventListener("click", (event) => this.jump(event));
    byId("turning").addEventListener("click", (event) => this.jump(event));
    addEventListener("hashchange", () => this.go(this.asked() ?? this.view.lines.length));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select")) return;
    const does = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", " ": "play" }[event.key];
    if (!does || (event.key === " " && event.target.closest("button, a"))) return;
    event.preventDefault();
    byId(`step-${does}`).click();
  }

  jump(event) {
    const line = event.target.closest("[data-position]");
    if (!line) return;
    this.halt();
    this.go(Number(line.dataset.position));
  }

  run() {
    if (this.position === this.view.lines.length) this.go(0);
    const step = () => (this.position < this.view.lines.length ? this.go(this.position + 1) : this.halt());
    this.timer = setInterval(step, PACE);
    this.showPlaying();
  }

  halt() {
    clearInterval(this.timer);
    this.timer = null;
    this.showPlaying();
  }

  showPlaying() {
    const key = byId("step-play");
    key.textContent = this.timer ? "‖" : "▶";
    key.title = say(this.timer ? "pause" : "play");
    key.setAttribute("aria-label", key.title);
  }

  // ── Result and analysis ─────────────────────────────────────────────────────────────────────────

  showResult() {
    const { tally } = this.screen;
    byId("result").textContent = resultWords(this.screen);
    fill(byId("tally"), tally ? scoreSheet(tally, this.screen.seats) : []);
    const start = button(say("start"), () => {}, { "data-position": 0 });
    const lines = this.view.lines.map(([, sentence], at) => button(sentence, () => {}, { "data-position": at + 1 }));
    byId("log").replaceChildren(...[start, ...lines].map((line) => make("li", {}, line)));
  }

  async analyse() {
    const response = await fetch(`/api/tables/${this.facts.match}/analysis`);
    const found = await response.json().catch(() => ({ error: response.statusText }));
    await this.ready; // turning points are lines of the log
    const graph = byId("graph");
    if (!response.ok) {
      graph.textContent = say("no_analysis", { reason: found.error });
      return;
    }
    graph.classList.remove("soft");
    graph.innerHTML = found.svg; // drawn by our own server
    byId("turning").replaceChildren(...found.turning.map((turn) => this.turningPoint(turn)));
  }

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

  nameOf(number) {
    return this.screen.seats?.[number]?.name ?? "";
  }

  async tell(name, values) {
    const answer = await this.socket.ask(name, values);
    if (answer.type === "refused") byId("prompt").textContent = answer.sentence;
    return answer;
  }
}

const root = byId("replay");
loadTranslations(root.dataset.words);
window.klatsch = new Replay(root);
