// Rings and dots over the board: what may be chosen, what is chosen, where it can go, and where the last move was.
// They are drawn over the elements' own outlines, so that a hexagon gets a hexagon.

import { svg } from "../lib/dom.js";

const SHAPES = "rect,circle,ellipse,polygon,path";
const GEOMETRY = ["x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "points", "d"];

export class Highlights {
  constructor(board) {
    this.board = board;
    this.layer = board.querySelector("#layer-marks");
    this.pieces = board.querySelector("#pieces");
  }

  find(id) {
    return this.board.querySelector(`#${CSS.escape(id)}`);
  }

  /** `places`: id → "may" | "chosen" | "target". */
  show(places, last, focused) {
    this.lastShown = [places, last, focused];
    const things = this.things();
    this.layer.replaceChildren();
    for (const id of last) this.draw(id, "last", things);
    for (const [id, kind] of places) this.draw(id, kind, things);
    if (focused) this.draw(focused, "focus", things);
  }

  /** Once more at the same places: something has moved under the marks. */
  again() {
    if (this.lastShown) this.show(...this.lastShown);
  }

  /** Where on the screen the choices are, on the whole. */
  middle() {
    const boxes = [...this.layer.querySelectorAll(".may, .target")].map((mark) => mark.getBoundingClientRect());
    if (!boxes.length) return null;
    const mean = (of) => boxes.reduce((sum, box) => sum + of(box), 0) / boxes.length;
    return { x: mean((box) => box.left + box.width / 2), y: mean((box) => box.top + box.height / 2) };
  }

  draw(id, kind, things) {
    const element = this.find(id);
    if (!element) return;
    const { shape, matrix, box } = outline(element);
    const place = this.layer.getScreenCTM().inverse().multiply(matrix);
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

  /** Where something lies on the board: a thing has a position of its own, a place doesn't. */
  things() {
    const found = [...this.pieces.children].filter((piece) => moves(piece));
    return found.map((piece) => piece.getBoundingClientRect()).filter((box) => box.width > 0);
  }
}

const moves = (element) => element.style.transform !== "";

function isTaken(element, things) {
  const place = element.getBoundingClientRect();
  const area = place.width * place.height;
  return things.some((box) => {
    const x = box.left + box.width / 2;
    const y = box.top + box.height / 2;
    const inside = x > place.left && x < place.right && y > place.top && y < place.bottom;
    return inside && box.width * box.height < 1.5 * area;
  });
}

/** The shape that an element looks like: itself, or the part that fills most of it. */
function outline(element) {
  const box = element.getBBox();
  for (const part of [element, ...element.querySelectorAll(`${SHAPES},use`)]) {
    const shape = part.matches("use") ? used(part) : part;
    if (!shape?.matches(SHAPES)) continue;
    const own = part.getBBox();
    if (own.width >= 0.85 * box.width && own.height >= 0.85 * box.height) {
      return { shape, box: own, matrix: matrixOf(part) };
    }
  }
  return { shape: element, box, matrix: element.getScreenCTM() };
}

function used(use) {
  return use.ownerSVGElement.querySelector(use.getAttribute("href"));
}

function matrixOf(part) {
  const matrix = part.getScreenCTM();
  return part.matches("use") ? matrix.translate(part.x.baseVal.value, part.y.baseVal.value) : matrix;
}

function copy(shape, box, kind) {
  if (!shape.matches(SHAPES)) {
    const { x, y, width, height } = box;
    return svg("rect", { x: x - 2, y: y - 2, width: width + 4, height: height + 4, rx: 8, class: kind });
  }
  const given = GEOMETRY.filter((name) => shape.hasAttribute(name)).map((name) => [name, shape.getAttribute(name)]);
  return svg(shape.tagName, { ...Object.fromEntries(given), class: kind });
}

function dot(box) {
  const r = Math.max(6, Math.min(13, 0.15 * Math.min(box.width, box.height)));
  return svg("circle", { cx: box.x + box.width / 2, cy: box.y + box.height / 2, r, class: "dot" });
}

const tiny = (box) => Math.min(box.width, box.height) < 26;
const words = ({ a, b, c, d, e, f }) => `matrix(${[a, b, c, d, e, f].join(" ")})`;
