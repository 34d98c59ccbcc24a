// Highlights on the board: what may be chosen, what is chosen, where it can go, and where the last move was.
// They are drawn over the elements' own outlines, so that a hexagon gets a hexagon.

import { svg, within } from "../lib/dom.js";

/**
 * @typedef {"may" | "chosen" | "target"} Choosable
 * @typedef {Map<string, Choosable>} Places id of an element → what it is in what is being chosen
 * @typedef {{ x: number, y: number, width: number, height: number }} Box
 */

const SHAPES = "rect,circle,ellipse,polygon,path";
const GEOMETRY = ["x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "points", "d"];

export class Highlights {
  /** @param {SVGSVGElement} board */
  constructor(board) {
    this.board = board;
    this.layer = within(board, "#layer-marks", SVGGElement);
    this.pieces = within(board, "#pieces", SVGGElement);
    /** @type {[places: Places, last: string[], focused: string | null] | null} */
    this.lastShown = null;
  }

  /** @param {string} id */
  find(id) {
    /** @type {SVGGraphicsElement | null} */
    const found = this.board.querySelector(`#${CSS.escape(id)}`);
    return found;
  }

  /**
   * @param {Places} places
   * @param {string[]} last
   * @param {string | null} focused
   */
  show(places, last, focused) {
    this.lastShown = [places, last, focused];
    const things = this.things();
    this.layer.replaceChildren();
    for (const id of last) this.draw(id, "last", things);
    for (const [id, kind] of places) this.draw(id, kind, things);
    if (focused) this.draw(focused, "focus", things);
  }

  /** Once more at the same places: something has moved under the highlights. */
  again() {
    if (this.lastShown) this.show(...this.lastShown);
  }

  /** Where on the screen the choices are, on the whole. */
  middle() {
    const boxes = [...this.layer.querySelectorAll(".may, .target")].map((mark) => mark.getBoundingClientRect());
    if (!boxes.length) return null;
    const mean = (/** @type {number[]} */ values) => values.reduce((sum, value) => sum + value, 0) / values.length;
    return {
      x: mean(boxes.map((box) => box.left + box.width / 2)),
      y: mean(boxes.map((box) => box.top + box.height / 2)),
    };
  }

  /**
   * @param {string} id
   * @param {Choosable | "last" | "focus"} kind
   * @param {DOMRect[]} things
   */
  draw(id, kind, things) {
    const element = this.find(id);
    if (!element) return;
    const { shape, matrix, box } = outline(element);
    const place = screenMatrix(this.layer).inverse().multiply(matrix);
    const taken = moves(element) || isTaken(element, things);
    const group = svg("g", { class: `mark ${kind} ${taken ? "taken" : ""}`, transform: words(place), "data-for": id });
    const offers = kind === "may" || kind === "target";
    if (offers && !taken && !tiny(box)) {
      group.append(copy(shape, box, "wash"), dot(box));
    } else {
      group.append(copy(shape, box, "halo"), copy(shape, box, "ring"));
    }
    this.layer.append(group);
  }

  /**
   * The pieces that lie at a place: itself if it can move, and those in it that are smaller.
   *
   * @param {SVGGraphicsElement} place
   */
  thingsAt(place) {
    const around = place.getBoundingClientRect();
    return [...this.pieces.children].filter((piece) => {
      const box = piece.getBoundingClientRect();
      return moves(piece) && (piece === place || (box.width > 0 && isIn(box, around)));
    }).map((piece) => /** @type {SVGElement} */ (piece));
  }

  /** The boxes of the pieces that can move: they have a position of their own, the places of a board don't. */
  things() {
    const found = [...this.pieces.children].filter(moves);
    return found.map((piece) => piece.getBoundingClientRect()).filter((box) => box.width > 0);
  }
}

/** @param {Element} element */
const moves = (element) => element instanceof SVGElement && element.style.transform.includes("translate");

/**
 * @param {Element} element
 * @param {DOMRect[]} things
 */
function isTaken(element, things) {
  const place = element.getBoundingClientRect();
  return things.some((box) => isIn(box, place));
}

/**
 * Does a thing lie at a place, by its middle and its size?
 *
 * @param {DOMRect} box
 * @param {DOMRect} place
 */
function isIn(box, place) {
  const x = box.left + box.width / 2;
  const y = box.top + box.height / 2;
  const inside = x > place.left && x < place.right && y > place.top && y < place.bottom;
  return inside && box.width * box.height < 1.5 * place.width * place.height;
}

/**
 * The shape that an element looks like: the part that the drawing names (`data-outline`), itself, or the part that
 * fills most of it.
 *
 * @param {SVGGraphicsElement} element
 */
function outline(element) {
  const named = element.querySelector(":scope > [data-outline]");
  if (named instanceof SVGGraphicsElement) return { shape: named, box: named.getBBox(), matrix: screenMatrix(named) };
  const box = element.getBBox();
  for (const part of [element, ...parts(element)]) {
    const shape = part instanceof SVGUseElement ? used(part) : part;
    if (!shape?.matches(SHAPES)) continue;
    const own = part.getBBox();
    if (own.width >= 0.85 * box.width && own.height >= 0.85 * box.height) {
      return { shape, box: own, matrix: matrixOf(part) };
    }
  }
  return { shape: element, box, matrix: screenMatrix(element) };
}

/**
 * @param {Element} element
 * @returns {NodeListOf<SVGGraphicsElement>}
 */
function parts(element) {
  return element.querySelectorAll(`${SHAPES},use`);
}

/** @param {SVGUseElement} use */
function used(use) {
  const href = use.getAttribute("href");
  return href ? document.querySelector(href) : null;
}

/** @param {SVGGraphicsElement} part */
function matrixOf(part) {
  const matrix = screenMatrix(part);
  return part instanceof SVGUseElement ? matrix.translate(part.x.baseVal.value, part.y.baseVal.value) : matrix;
}

/** @param {SVGGraphicsElement} element */
function screenMatrix(element) {
  return element.getScreenCTM() ?? new DOMMatrix();
}

/**
 * @param {Element} shape
 * @param {Box} box
 * @param {string} kind
 */
function copy(shape, box, kind) {
  if (!shape.matches(SHAPES)) {
    const { x, y, width, height } = box;
    return svg("rect", { x: x - 2, y: y - 2, width: width + 4, height: height + 4, rx: 8, class: kind });
  }
  const given = GEOMETRY.filter((name) => shape.hasAttribute(name)).map((name) => [name, shape.getAttribute(name)]);
  return svg(/** @type {"path"} */ (shape.tagName), { ...Object.fromEntries(given), class: kind });
}

/** @param {Box} box */
function dot(box) {
  const r = Math.max(6, Math.min(13, 0.15 * Math.min(box.width, box.height)));
  return svg("circle", { cx: box.x + box.width / 2, cy: box.y + box.height / 2, r, class: "dot" });
}

/** @param {Box} box */
const tiny = (box) => Math.min(box.width, box.height) < 26;
/** @param {DOMMatrix} matrix */
const words = ({ a, b, c, d, e, f }) => `matrix(${[a, b, c, d, e, f].join(" ")})`;
