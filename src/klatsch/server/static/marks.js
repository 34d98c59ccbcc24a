// Rings and dots over the board: what may be chosen, what is chosen, where it can go, and where the last move was.
// They are drawn over the elements' own outlines, so that a hexagon gets a hexagon.

const SVG = "http://www.w3.org/2000/svg";
const SHAPES = "rect,circle,ellipse,polygon,path";
const GEOMETRY = ["x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "points", "d"];

export class Marks {
  constructor(board) {
    this.board = board;
    this.layer = board.querySelector("#marks");
    this.trail = board.querySelector("#trail");
    this.pieces = board.querySelector("#pieces");
  }

  find(id) {
    return this.board.querySelector(`#${CSS.escape(id)}`);
  }

  /** `places`: id → "may" | "chosen" | "target". */
  show(places, last, focused) {
    this.lastShown = [places, last, focused];
    const taken = this.occupied();
    this.layer.replaceChildren();
    this.trail.replaceChildren();
    for (const id of last) this.draw(id, "last", taken);
    for (const [id, kind] of places) this.draw(id, kind, taken);
    if (focused) this.draw(focused, "focus", taken);
  }

  /** Once more at the same places: something has moved under the marks. */
  again() {
    if (this.lastShown) this.show(...this.lastShown);
  }

  draw(id, kind, taken) {
    const element = this.find(id);
    if (!element) return;
    const { shape, box } = outline(element);
    const matrix = this.layer.getScreenCTM().inverse().multiply(shape.getScreenCTM());
    const group = svg("g", { class: `mark ${kind}`, transform: words(matrix), "data-for": id });
    const empty = !this.pieces.contains(element) && !this.isTaken(element, taken);
    if (empty && (kind === "may" || kind === "target") && !tiny(box)) {
      group.append(copy(shape, box, "wash"), ...dot(box, shape));
    } else {
      group.append(copy(shape, box, "halo"), copy(shape, box, "ring"));
    }
    const under = kind === "last" && !this.pieces.contains(element);
    (under ? this.trail : this.layer).append(group);
  }

  /** Centres and sizes of what lies on the board. */
  occupied() {
    return [...this.pieces.children].map((piece) => piece.getBoundingClientRect()).filter((box) => box.width > 0);
  }

  isTaken(element, taken) {
    const place = element.getBoundingClientRect();
    const area = place.width * place.height;
    return taken.some((box) => {
      const x = box.left + box.width / 2;
      const y = box.top + box.height / 2;
      const inside = x > place.left && x < place.right && y > place.top && y < place.bottom;
      return inside && box.width * box.height < 1.5 * area;
    });
  }
}

/** The shape that an element looks like: itself, or the part that fills most of it. */
function outline(element) {
  const box = element.getBBox();
  if (element.matches(SHAPES)) return { shape: element, box };
  for (const part of element.querySelectorAll(SHAPES)) {
    const own = part.getBBox();
    if (own.width >= 0.85 * box.width && own.height >= 0.85 * box.height) return { shape: part, box: own };
  }
  return { shape: element, box };
}

function copy(shape, box, kind) {
  if (!shape.matches(SHAPES)) {
    const { x, y, width, height } = box;
    return svg("rect", { x: x - 3, y: y - 3, width: width + 6, height: height + 6, rx: 8, class: kind });
  }
  const given = GEOMETRY.filter((name) => shape.hasAttribute(name)).map((name) => [name, shape.getAttribute(name)]);
  return svg(shape.tagName, { ...Object.fromEntries(given), class: kind });
}

function dot(box, shape) {
  const centre = { cx: box.x + box.width / 2, cy: box.y + box.height / 2 };
  const point = shape.ownerSVGElement.createSVGPoint();
  [point.x, point.y] = [centre.cx, centre.cy];
  if (shape.isPointInFill && !shape.isPointInFill(point)) return [copy(shape, box, "ring")];
  const r = Math.max(6, Math.min(13, 0.15 * Math.min(box.width, box.height)));
  return [svg("circle", { ...centre, r, class: "dot" })];
}

const tiny = (box) => Math.min(box.width, box.height) < 26;
const words = ({ a, b, c, d, e, f }) => `matrix(${[a, b, c, d, e, f].join(" ")})`;

function svg(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
