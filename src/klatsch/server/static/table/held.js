// A thing in hand, which the drawing marks by `data-held` (how wide it is on the board): it goes with the pointer and is
// shown whole where it would lie. `data-turn` and `data-turn-back` are the actions that turn it; with `data-preview` a
// finger sees it there before it is laid.

import { svg } from "../lib/dom.js";

/**
 * @import { ActionSelection } from "./action_selection.js"
 * @typedef {{ x: number, y: number }} Point of the screen
 */

const NEAR = 0.55; // so far from the middle of a place, in widths of the thing, it is that place that is meant
const MIDDLE = 0.3; // as near to its own middle a tap is meant for the thing itself
const PAUSE = 140; // milliseconds between two turns of a wheel

export class Held {
  /** @param {ActionSelection} selection */
  constructor(selection) {
    this.selection = selection;
    this.board = selection.board;
    this.layer = svg("g", { class: "ghost" });
    this.board.append(this.layer);
    /** @type {Point | null} */
    this.pointer = null; // where the pointer is, while it is over the board
    /** @type {string | null} */
    this.pinned = null; // where a finger has put it down, to be looked at
    this.turned = 0; // when the wheel has turned it
    this.board.addEventListener("pointermove", (event) => {
      if (event.pointerType !== "touch") this.follow(event);
    });
    this.board.addEventListener("pointerleave", () => this.leave());
    this.board.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.board.addEventListener("focusin", () => this.show());
    this.board.addEventListener("focusout", () => this.show());
  }

  /** @returns {SVGGraphicsElement | null} */
  get thing() {
    const { deciding, busy } = this.selection; // while something is played it stays where it is shown
    return deciding || busy ? this.board.querySelector("#pieces [data-held]") : null;
  }

  /** Can it be exchanged for another, or turned, without asking anybody? */
  get isFree() {
    return this.selection.table.screen.undo === "free";
  }

  get canTurn() {
    return this.isFree && Boolean(this.thing?.dataset.turn);
  }

  // ── Where it is ─────────────────────────────────────────────────────────────────────────────────

  /** @param {Point} point */
  follow({ x, y }) {
    this.pointer = { x, y };
    if (this.thing) this.show();
  }

  leave() {
    this.pointer = null;
    this.show();
  }

  /**
   * The place that is meant at a point of the screen.
   *
   * @param {Point} point
   */
  spotAt({ x, y }) {
    const { thing } = this;
    if (!thing) return null;
    const away = (/** @type {SVGGraphicsElement} */ place) => {
      const box = place.getBoundingClientRect();
      return Math.hypot(box.left + box.width / 2 - x, box.top + box.height / 2 - y) / (span(thing) * scaleOf(place));
    };
    const found = this.places().map((place) => ({ id: place.id, far: away(place) }));
    const [nearest] = found.filter(({ far }) => far < NEAR).sort((one, two) => one.far - two.far);
    return nearest?.id ?? null;
  }

  places() {
    const { highlights } = this.selection.table.view;
    return [...this.selection.choices.next].flatMap((id) => highlights.find(id) ?? []);
  }

  /** The place where it is shown: under the pointer, or where the focus or a finger has put it. */
  get spot() {
    const focused = document.activeElement?.matches(":focus-visible") ? document.activeElement.id : "";
    const { next } = this.selection.choices;
    if (this.pointer) return this.spotAt(this.pointer);
    return [this.pinned, focused].find((id) => id && next.has(id)) ?? null;
  }

  /** Draws it where it would lie; where it doesn't fit, as it goes with the pointer or lay before it was turned. */
  show() {
    const { thing, spot } = this;
    if (!thing) this.pinned = null;
    const shown = thing && (spot || this.pinned || this.pointer);
    const places = shown ? this.places() : [];
    if (!thing || !shown || !places.length) return this.layer.replaceChildren();
    const place = places.find(({ id }) => id === spot);
    const body = thing.firstElementChild;
    if (!(body instanceof SVGGraphicsElement)) return;
    this.layer.setAttribute("class", place ? "ghost fits" : "ghost");
    this.layer.replaceChildren(body.cloneNode(true));
    const box = body.getBBox();
    const matrix = this.placed(place ?? places[0], place === undefined)
      .scale(span(thing) / box.width)
      .translate(-box.x - box.width / 2, -box.y - box.height / 2);
    if (place || this.pointer) this.layer.setAttribute("transform", words(matrix));
  }

  /**
   * The space of the places, around the middle of one of them or around the pointer.
   *
   * @param {SVGGraphicsElement} place
   * @param {boolean} free
   */
  placed(place, free) {
    const matrix = space(this.board).inverse().multiply(space(place));
    if (free && this.pointer) {
      const at = new DOMPoint(this.pointer.x, this.pointer.y).matrixTransform(space(place).inverse());
      return matrix.translate(at.x, at.y);
    }
    const box = place.getBBox();
    return matrix.translate(box.x + box.width / 2, box.y + box.height / 2);
  }

  // ── What is done with it ────────────────────────────────────────────────────────────────────────

  /**
   * A click with a thing in hand; false: it was about something else. A finger puts it down to be looked at, and turns
   * it by a second tap; a mouse has seen it there already.
   *
   * @param {MouseEvent} event
   * @param {string[]} ids what lies there
   */
  clicked(event, ids) {
    const { thing } = this;
    if (!thing || event.detail === 0) return false;
    if (ids.includes(thing.id) && this.canTurn) return this.turn(1);
    if (this.again(event)) return true;
    const spot = this.spotAt({ x: event.clientX, y: event.clientY });
    if (!spot) return false;
    const looks = thing.hasAttribute("data-preview") && /** @type {PointerEvent} */ (event).pointerType === "touch";
    if (looks) this.pin(spot);
    else this.selection.choose(spot);
    return true;
  }

  /**
   * A tap on the middle of what was put down turns it, also where it doesn't fit just now.
   *
   * @param {Point} point
   */
  again({ x, y }) {
    const box = this.layer.getBoundingClientRect();
    const far = Math.hypot(box.left + box.width / 2 - x, box.top + box.height / 2 - y) / box.width;
    if (!this.pinned || this.pointer || !(far < MIDDLE)) return false;
    if (this.canTurn) this.turn(1);
    else this.lay();
    return true;
  }

  /** @param {string} spot */
  pin(spot) {
    this.pinned = spot;
    this.pointer = null;
    this.selection.refresh();
  }

  /** Lays it where it is shown. */
  lay() {
    if (this.spot) this.selection.choose(this.spot);
  }

  /**
   * @param {number} steps forward or back
   */
  turn(steps) {
    const to = steps > 0 ? this.thing?.dataset.turn : this.thing?.dataset.turnBack;
    if (to && this.canTurn) this.selection.act(to, { instead: true });
    return true;
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (!this.canTurn || event.ctrlKey || !event.deltaY) return;
    event.preventDefault();
    if (event.timeStamp - this.turned < PAUSE) return;
    this.turned = event.timeStamp;
    this.turn(event.deltaY);
  }
}

/** @param {SVGGraphicsElement} thing */
const span = (thing) => Number(thing.dataset.held);

/** @param {SVGGraphicsElement} element */
const space = (element) => element.getScreenCTM() ?? new DOMMatrix();

/** @param {SVGGraphicsElement} element */
const scaleOf = (element) => Math.hypot(space(element).a, space(element).b);

/** @param {DOMMatrix} matrix */
const words = ({ a, b, c, d, e, f }) => `matrix(${[a, b, c, d, e, f].join(" ")})`;
