// Lays the panels of the drawing out in the room there is: picks the composition in which the board is largest, with
// the person who looks at the bottom. All panels lie in one space; `--p-board` tells where the board is in it.

import { byId, within } from "../lib/dom.js";

/** @import { Composition, Layout } from "../lib/frames" */

const PHONE = 600; // pixels; where it is narrower the board has the full width, and what is below is scrolled to

export class BoardLayout {
  /** @param {() => void} changed is told when something lies elsewhere */
  constructor(changed) {
    this.changed = changed;
    this.board = byId("board", SVGSVGElement);
    this.frame = byId("frame");
    /** @type {Layout} */
    this.layout = JSON.parse(this.board.dataset.layout ?? "{}");
    this.bottom = 0; // the seat at the bottom
    this.shown = ""; // what is laid out, as words: nothing happens while that stays the same
    new ResizeObserver(() => this.fit()).observe(this.frame);
    this.fit();
  }

  /** @param {Layout} layout */
  use(layout) {
    this.layout = layout;
    this.shown = "";
    this.fit();
  }

  /** @param {number} seat */
  face(seat) {
    this.bottom = seat;
    this.fit();
  }

  /** The next seat round the table comes to the bottom. */
  turn() {
    this.face((this.bottom + 1) % this.sides);
  }

  /** How many seats the board can be seen from, with a difference. */
  get sides() {
    return Math.max(this.layout.seats, this.layout.turns.length, 1);
  }

  fit() {
    const { clientWidth: width, clientHeight: height } = this.frame;
    if (!width || !height) return;
    const chosen = this.best(width, height);
    const whole = width < PHONE && height > width / 2 ? width / chosen.width : 0;
    const shown = [chosen.name, this.bottom, whole].join(" ");
    if (shown === this.shown) return;
    this.shown = shown;
    this.board.classList.add("still"); // nothing glides because a window was resized
    this.board.setAttribute("viewBox", `0 0 ${chosen.width} ${chosen.height}`);
    this.board.dataset.composition = chosen.name;
    this.board.style.setProperty("--high", whole ? `${Math.max(height, whole * chosen.height)}px` : "100%");
    this.place(chosen);
    this.board.getBoundingClientRect();
    requestAnimationFrame(() => this.board.classList.remove("still"));
    this.changed();
  }

  /**
   * @param {number} width
   * @param {number} height
   */
  best(width, height) {
    const size = (/** @type {Composition} */ { spots, width: wide, height: high }) => {
      const scale = spots.find(([panel]) => panel === "board")?.[3] ?? 1;
      return scale * Math.min(width / wide, (width < PHONE && height > width / 2 ? Infinity : height) / high);
    };
    return this.layout.compositions.reduce((best, each) => (size(each) > size(best) ? each : best));
  }

  /** @param {Composition} composition */
  place({ spots }) {
    const { panels, seats, turns } = this.layout;
    const turned = turns.length ? turns[this.bottom % turns.length] : 0;
    for (const name of Object.keys(panels)) this.board.style.setProperty(`--p-${name}`, "scale(0)"); // not shown
    for (const [spot, x, y, scale] of spots) {
      const [part, steps] = spot.split("+");
      const name = steps === undefined ? spot : `${part}-${(this.bottom + Number(steps)) % Math.max(seats, 1)}`;
      const where = `translate(${x}px,${y}px)scale(${scale})`;
      this.board.style.setProperty(`--p-${name}`, name === "board" && turned ? where + about(panels[name], turned) : where);
    }
    this.board.style.setProperty("--upright", `${-turned}deg`);
  }

  /** The middle of the board's panel, and its width, in the space of all. */
  get middle() {
    const spot = this.best(this.frame.clientWidth, this.frame.clientHeight).spots.find(([panel]) => panel === "board");
    const [, x, y, scale] = spot ?? ["board", 0, 0, 1];
    const [width, height] = this.layout.panels.board;
    return { x: x + (scale * width) / 2, y: y + (scale * height) / 2, width: scale * width };
  }
}

/**
 * Turned about its middle.
 *
 * @param {[number, number]} size
 * @param {number} degrees
 */
function about([width, height], degrees) {
  const [x, y] = [width / 2, height / 2];
  return `translate(${x}px,${y}px)rotate(${degrees}deg)translate(${-x}px,${-y}px)`;
}

/** The button that turns the board, where it can be turned. */
export function addTurning(/** @type {BoardLayout} */ layout) {
  const button = within(document, "#turn-board", HTMLButtonElement);
  button.hidden = layout.sides < 2;
  button.addEventListener("click", () => layout.turn());
}
