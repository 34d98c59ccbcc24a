// Drag and drop with mouse and finger: a piece is dragged from where it lies to where it can go. What is dropped
// elsewhere goes back. Where nothing can be dragged, fingers scroll and zoom as everywhere.

import { svg } from "../lib/dom.js";

/**
 * @import { ActionSelection } from "./action_selection.js"
 * @typedef {object} Grip what a pointer has taken hold of
 * @property {number} pointer
 * @property {number} x
 * @property {number} y
 * @property {string} id
 * @property {"piece" | "carry" | "lift" | "held"} kind
 */

const SLACK = { mouse: 5, touch: 9 }; // pixels; less is a click
const BACK = 160; // milliseconds

export class Drag {
  /** @param {ActionSelection} selection */
  constructor(selection) {
    this.selection = selection;
    this.board = selection.board;
    /** @type {Grip | null} */
    this.grip = null;
    this.moving = false;
    this.dropped = false; // the click that follows a drop is none
    this.pressed = { x: 0, y: 0 };
    /** @type {string[]} */
    this.before = [];
    /** @type {SVGElement[]} */
    this.lifted = [];
    this.layer = svg("g", { class: "dragged" });
    this.board.append(this.layer);
    const { board } = this;
    board.addEventListener("pointerdown", (event) => this.down(event));
    board.addEventListener("pointermove", (event) => this.move(event));
    board.addEventListener("pointerup", (event) => this.up(event));
    board.addEventListener("pointercancel", () => this.cancel());
    board.addEventListener("click", (event) => this.isNone(event) && event.stopImmediatePropagation(), { capture: true });
    document.addEventListener("keydown", ({ key }) => key === "Escape" && this.moving && this.cancel());
    // The browser scrolls with a finger unless it is told at its first move that this one drags.
    board.addEventListener("touchmove", (event) => this.touched(event), { passive: false });
  }

  /**
   * No click is what follows a drop, or was pressed elsewhere than released.
   *
   * @param {MouseEvent} event
   */
  isNone({ detail, clientX, clientY }) {
    const far = Math.hypot(clientX - this.pressed.x, clientY - this.pressed.y) > 3 * SLACK.touch;
    return this.dropped || (detail !== 0 && far);
  }

  /** @param {TouchEvent} event */
  touched(event) {
    if (!this.grip) return;
    if (event.touches.length > 1) this.cancel();
    else if (event.cancelable) event.preventDefault();
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.dropped = false;
    this.pressed = { x: event.clientX, y: event.clientY };
    if (this.grip) this.cancel();
    if (!event.isPrimary || event.button !== 0 || !this.selection.deciding) return;
    const found = this.taken(event);
    if (found) this.grip = { pointer: event.pointerId, x: event.clientX, y: event.clientY, ...found };
  }

  /**
   * @param {PointerEvent} event
   * @returns {{ id: string, kind: Grip["kind"] } | null}
   */
  taken(event) {
    const { choices, held, table } = this.selection;
    const ids = this.selection.idsUnder(event);
    if (held.thing && ids.includes(held.thing.id)) return { id: held.thing.id, kind: "held" };
    const lift = ids.find((id) => table.view.highlights.find(id)?.hasAttribute("data-lift"));
    if (lift && !held.thing) return { id: lift, kind: "lift" };
    const carried = this.carriedAt(event);
    if (carried && choices.actions.some(({ anchors }) => anchors.length === 1)) return { id: carried, kind: "carry" };
    const first = choices.first;
    const goes = (/** @type {string} */ id) => choices.matching([id]).some(({ anchors }) => anchors.length > 1);
    const id = ids.find((each) => goes(each) && (first.has(each) || this.things(each).length));
    return id && this.things(id).length ? { id, kind: "piece" } : null;
  }

  /**
   * Of one's own supply what lies at a point; it may let clicks through.
   *
   * @param {PointerEvent} event
   */
  carriedAt({ clientX: x, clientY: y }) {
    const own = this.board.querySelectorAll(`[data-carry="${this.selection.table.screen.actor}"]`);
    const found = [...own].find((piece) => {
      const box = piece.getBoundingClientRect();
      return x > box.left && x < box.right && y > box.top && y < box.bottom;
    });
    return found?.id ?? null;
  }

  /**
   * What lies at a place, and can move: the place itself, or the pieces in it.
   *
   * @param {string} id
   * @returns {SVGElement[]}
   */
  things(id) {
    const { highlights } = this.selection.table.view;
    const place = highlights.find(id);
    return place ? highlights.thingsAt(place) : [];
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { grip } = this;
    if (!grip || event.pointerId !== grip.pointer) return;
    const [dx, dy] = [event.clientX - grip.x, event.clientY - grip.y];
    const slack = event.pointerType === "mouse" ? SLACK.mouse : SLACK.touch;
    if (!this.moving && Math.hypot(dx, dy) < slack) return;
    if (!this.moving) this.begin(grip);
    if (grip.kind === "lift" || grip.kind === "held") return this.selection.held.follow(event);
    const scale = this.board.getScreenCTM()?.a ?? 1;
    this.layer.setAttribute("transform", `translate(${dx / scale} ${dy / scale})`);
  }

  /** @param {Grip} grip */
  begin(grip) {
    this.moving = true;
    this.board.setPointerCapture(grip.pointer);
    this.board.classList.add("dragging");
    const { selection } = this;
    if (grip.kind === "held") return;
    if (grip.kind === "lift") {
      const [only, ...more] = selection.choices.matching([grip.id]);
      if (only && !more.length) selection.act(only.number);
      return;
    }
    this.before = selection.choices.clicks;
    selection.choices.clicks = grip.kind === "carry" ? [] : [grip.id];
    this.lifted = this.things(grip.id);
    this.layer.replaceChildren(...this.lifted.map(bare));
    for (const piece of this.lifted) piece.classList.add("lifted");
    selection.refresh();
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { grip } = this;
    if (!grip || event.pointerId !== grip.pointer) return;
    if (!this.moving) return this.release();
    this.dropped = true;
    setTimeout(() => (this.dropped = false), 50);
    if (grip.kind === "piece") this.drop(grip, event);
    else if (grip.kind === "carry") this.dropCarried(grip, event);
    else this.dropHeld(event);
  }

  /**
   * @param {Grip} grip
   * @param {PointerEvent} event
   */
  drop(grip, event) {
    const { selection } = this;
    const ids = selection.idsUnder(event);
    const target = ids.find((id) => id !== grip.id && selection.choices.after(id).length);
    if (target) {
      this.release();
      selection.choose(target);
      return;
    }
    this.goBack();
    if (ids.length && !ids.includes(grip.id)) selection.why([grip.id], ids);
  }

  /**
   * A piece that stands for none in particular (of the supply, say): its place alone tells the action.
   *
   * @param {Grip} grip
   * @param {PointerEvent} event
   */
  dropCarried(grip, event) {
    const { selection } = this;
    const ids = selection.idsUnder(event);
    const there = ids.flatMap((id) => selection.choices.matching([id]).filter(({ anchors }) => anchors.length === 1));
    if (there.length) {
      this.release();
      selection.act(there[0].number);
      return;
    }
    this.goBack();
    if (ids.length && !ids.includes(grip.id)) selection.why([], ids);
  }

  /** @param {PointerEvent} event */
  dropHeld(event) {
    const { held, choices } = this.selection;
    const spot = held.spotAt(event);
    this.release();
    if (event.pointerType === "touch") held.leave();
    if (spot && choices.next.has(spot)) this.selection.choose(spot);
  }

  cancel() {
    const lifted = this.grip?.kind === "piece" || this.grip?.kind === "carry";
    if (this.moving && lifted) this.goBack();
    else this.release();
  }

  /** Puts back what was dragged. */
  goBack() {
    const { layer, lifted, selection } = this;
    const copy = svg("g", { transform: layer.getAttribute("transform") ?? "" });
    copy.append(...layer.children);
    layer.after(copy);
    const from = copy.transform.baseVal.consolidate()?.matrix;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const glide = copy.animate(
      [{ transform: `translate(${from?.e ?? 0}px,${from?.f ?? 0}px)` }, { transform: "translate(0px,0px)" }],
      { duration: still ? 0 : BACK, easing: "ease-out" },
    );
    this.lifted = [];
    glide.onfinish = () => {
      copy.remove();
      for (const piece of lifted) piece.classList.remove("lifted");
    };
    selection.choices.clicks = this.before;
    this.release();
    selection.refresh();
  }

  release() {
    this.grip = null;
    this.moving = false;
    this.board.classList.remove("dragging");
    this.layer.replaceChildren();
    this.layer.removeAttribute("transform");
    for (const piece of this.lifted) piece.classList.remove("lifted");
    this.lifted = [];
  }
}

/**
 * A copy without ids, which nothing else takes for the piece itself.
 *
 * @param {SVGElement} piece
 */
function bare(piece) {
  const copy = /** @type {SVGElement} */ (piece.cloneNode(true));
  for (const element of [copy, ...copy.querySelectorAll("[id]")]) element.removeAttribute("id");
  for (const name of ["role", "tabindex", "aria-label", "data-mark"]) copy.removeAttribute(name);
  return copy;
}
