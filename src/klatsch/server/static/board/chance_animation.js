// Animates what chance did: a tossed coin flips, a rolled die tumbles. Where the drawing has it on the board
// (`data-thrown`) it moves there; else the outcome is shown over the board for a moment, if the drawing has a shape.

import { byId, svg } from "../lib/dom.js";

/**
 * @import { Draw } from "../lib/frames"
 * @import { BoardLayout } from "./board_layout.js"
 */

const SHARE = 1 / 7; // of the board's width, for one die or coin
const GAP = 1.25;
const SHOWN_MILLISECONDS = 1500;

export class ChanceAnimation {
  /** @param {BoardLayout} layout */
  constructor(layout) {
    this.layout = layout;
    this.layer = byId("layer-thrown", SVGGElement);
    /** @type {number | null} */
    this.seen = null; // the number of the last draw that was shown
    this.timer = 0;
  }

  /**
   * What of it hasn't been shown yet. Nothing moves when the page opens.
   *
   * @param {Draw[] | null} [drawn]
   */
  fresh(drawn) {
    const { seen } = this;
    return seen === null ? [] : (drawn ?? []).filter(([number]) => number > seen);
  }

  /**
   * `drawn`: what chance did after the last decision. True if something falls.
   *
   * @param {Draw[] | null} [drawn]
   */
  show(drawn) {
    const fresh = this.fresh(drawn);
    this.seen = drawn?.at(-1)?.[0] ?? this.seen ?? 0;
    if (!fresh.length) return false;
    const shapes = fresh.flatMap(([, outcome]) => shapeOf(outcome) ?? []);
    const lying = [...byId("pieces", SVGGElement).querySelectorAll("[data-thrown]")];
    if (lying.length) lying.forEach(fall);
    else if (shapes.length) this.lay(shapes);
    return lying.length + shapes.length > 0;
  }

  /** @param {HTMLElement[]} shapes */
  lay(shapes) {
    this.layer.replaceChildren();
    const { x, y, width } = this.layout.middle;
    const size = width * SHARE;
    const room = svg("g", { class: "throw", transform: `translate(${x} ${y})` });
    this.layer.append(room);
    const wide = GAP * size * shapes.length;
    const box = { x: -wide / 2, y: (-GAP * size) / 2, width: wide, height: GAP * size, rx: size / 5, class: "plate" };
    room.append(svg("rect", box));
    shapes.forEach((shape, at) => {
      const use = svg("use", { href: `#${shape.id}`, "data-thrown": shape.dataset.thrown ?? "" });
      const place = svg("g", {});
      place.append(use);
      room.append(place);
      const across = (at - (shapes.length - 1) / 2) * GAP * size;
      place.setAttribute("transform", `translate(${across} 0) scale(${size / use.getBBox().width})`);
      fall(use);
    });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.layer.replaceChildren(), SHOWN_MILLISECONDS);
  }
}

/** @param {string} outcome */
function shapeOf(outcome) {
  return document.getElementById(`thrown-${outcome.replaceAll(" ", "-")}`);
}

/** @param {Element} element */
function fall(element) {
  element.classList.remove("thrown");
  element.getBoundingClientRect(); // so that it begins anew
  element.classList.add("thrown");
  element.addEventListener("animationend", () => element.classList.remove("thrown"), { once: true }); // falls once
}
