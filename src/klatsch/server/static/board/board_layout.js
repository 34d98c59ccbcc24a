// Lays the panels of the drawing out in the room there is: picks the composition in which the board is largest, with
// the person who looks at the bottom. All panels lie in one space; `--p-board` tells where the board is in it.

import { byId, within } from "../lib/dom.js";

/** @import { Composition, Layout } from "../lib/frames" */

// As in table.css: there the board has the full width, and what lies below the composition's fold is scrolled to.
const UPRIGHT = matchMedia("(max-width: 899px) and (orientation: portrait)");
const PHONE = 600; // pixels
const READABLE = 11; // pixels

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
    const high = UPRIGHT.matches ? scaleOf(chosen, width, height) * chosen.height : 0;
    const shown = [chosen.name, this.bottom, high].join(" ");
    if (shown === this.shown) return;
    this.shown = shown;
    this.board.classList.add("still"); // nothing glides because a window was resized
    this.board.setAttribute("viewBox", `0 0 ${chosen.width} ${chosen.height}`);
    this.board.setAttribute("preserveAspectRatio", UPRIGHT.matches ? "xMidYMin" : "xMidYMid");
    this.board.dataset.composition = chosen.name;
    this.board.style.setProperty("--high", high > height ? `${high}px` : "100%");
    this.place(chosen);
    this.board.getBoundingClientRect();
    requestAnimationFrame(() => this.board.classList.remove("still"));
    this.changed();
  }

  /**
   * The composition with the largest board, of those that can be read.
   *
   * @param {number} width
   * @param {number} height
   */
  best(width, height) {
    const { compositions } = this.layout;
    const readable = compositions.filter((each) => scaleOf(each, width, height) * each.letters >= READABLE);
    const worth = (/** @type {Composition} */ each) => {
      const scale = each.spots.find(([panel]) => panel === "board")?.[3] ?? 1;
      return scale * scaleOf(each, width, height);
    };
    return (readable.length ? readable : compositions).reduce((best, each) => {
      const more = worth(each) - worth(best);
      return more > 0.001 || (Math.abs(more) <= 0.001 && each.letters > best.letters) ? each : best;
    });
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
 * How many pixels a unit of a composition has in a room.
 *
 * @param {Composition} composition
 * @param {number} width
 * @param {number} height
 */
function scaleOf({ width: wide, height: high, fold }, width, height) {
  if (!UPRIGHT.matches) return Math.min(width / wide, height / high);
  const needed = fold && (width >= PHONE || (fold * width) / wide < 1.1 * height) ? fold : 0;
  return needed ? Math.min(width / wide, height / needed) : width / wide;
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
