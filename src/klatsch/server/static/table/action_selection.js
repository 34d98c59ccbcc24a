// Deciding: clicks on the board narrow what can be done until one action is left.

import { roleOf } from "../board/aria_roles.js";
import { Choices } from "./choices.js";

const LAYERS = new Set(["board", "pieces", "layer-board", "layer-marks", "layer-thrown"]);
const OURS = ["data-mark", "role", "tabindex", "aria-pressed", "aria-description"];

export class ActionSelection {
  constructor(table) {
    this.table = table;
    this.board = table.view.board;
    this.choices = new Choices();
    this.known = new Map(); // action → its words
    this.busy = false;
    this.board.addEventListener("click", (event) => this.clicked(event));
    this.board.addEventListener("focusin", (event) => this.focused(event.target));
    this.board.addEventListener("focusout", () => this.showMarks());
  }

  get deciding() {
    const { screen, log, handover } = this.table;
    return Boolean(screen.actions) && !log.past && !handover.isCovered && !this.busy;
  }

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
    this.table.actionPanel.showChoices();
  }

  // ── Clicks ──────────────────────────────────────────────────────────────────────────────────────

  clicked(event) {
    const id = this.placeOf(event);
    if (id) this.choose(id);
  }

  /** What was meant: something that can be chosen there, else whatever lies on top. */
  placeOf(event) {
    const under = event.detail === 0 ? [event.target] : document.elementsFromPoint(event.clientX, event.clientY);
    const ids = under
      .filter((element) => this.board.contains(element))
      .map((element) => element.closest("[id]")?.id)
      .filter((id) => id && !LAYERS.has(id));
    const { next, first } = this.choices;
    return ids.find((id) => next.has(id)) ?? ids.find((id) => first.has(id)) ?? ids[0];
  }

  choose(id) {
    if (this.busy) return;
    if (this.table.log.past) return this.table.log.toNow(); // what is chosen must be on the screen
    const before = [...this.choices.clicks];
    const { play, narrowed } = this.choices.take(id);
    if (play !== undefined) this.act(play);
    else if (narrowed) this.narrowed();
    else this.why([...before, id]);
  }

  narrowed() {
    this.table.actionPanel.clearNote();
    this.refresh();
    this.learnWords(this.choices.complete.map(({ number }) => number));
  }

  back() {
    if (this.choices.back().narrowed) this.narrowed();
  }

  async act(number) {
    this.busy = true;
    this.table.actionPanel.clearNote();
    this.refresh();
    const { version } = this.table.screen;
    const answer = await this.table.socket.ask("play", { action: number, seen: version });
    if (answer.type === "done") return;
    this.busy = false;
    if (this.table.screen.version !== version) return; // it went on meanwhile: perhaps by this very move
    this.choices.clicks = [];
    this.table.actionPanel.refuse(answer);
    this.refresh();
  }

  async why(places) {
    if (this.table.screen.status !== "playing") return;
    const answer = await this.table.socket.ask("why", { places });
    if (answer.sentence) this.table.actionPanel.refuse(answer);
  }

  async learnWords(numbers) {
    const unknown = numbers.filter((number) => !this.known.has(number));
    if (!unknown.length) return;
    const { version } = this.table.screen;
    const { words } = await this.table.socket.ask("words", { actions: unknown });
    if (!words || version !== this.table.screen.version) return;
    for (const [number, sentence] of Object.entries(words)) this.known.set(Number(number), sentence);
    this.table.actionPanel.showChoices();
  }

  // ── What the board offers ───────────────────────────────────────────────────────────────────────

  places() {
    if (!this.deciding) return new Map();
    const { clicks, next } = this.choices;
    const kind = clicks.length ? "target" : "may";
    return new Map([...[...next].map((id) => [id, kind]), ...clicks.map((id) => [id, "chosen"])]);
  }

  /** The elements that can be chosen are buttons, for the keyboard and for screen readers. */
  offerAnchors() {
    const places = this.places();
    for (const element of this.board.querySelectorAll("[data-mark]")) {
      if (!places.has(element.id)) withdraw(element);
    }
    const held = document.activeElement?.id;
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
  }

  /** Only one choice at a time is reached by Tab; arrows go on from there. */
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

  /** Who comes by keyboard hears what the place would do. */
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

function withdraw(element) {
  for (const name of OURS) element.removeAttribute(name);
  if (element.hasAttribute("data-named")) {
    element.removeAttribute("aria-label");
    element.removeAttribute("data-named");
  }
  if (element.hasAttribute("aria-label")) element.setAttribute("role", roleOf(element));
}

/** "hex-a1" → "hex a1", "at--3-4" → "at −3 4", "sq-c4" → "c4" */
function nameOf(id) {
  const words = id.replace(/^sq-/, "").replace(/-(?=-?\w)/g, " ").replaceAll("_", " ");
  return words.replaceAll("-", "−");
}
