// Chance is seen: what was tossed flips, what was rolled tumbles. Where the drawing shows it (`data-thrown`) it does so
// there; else the outcome comes over the board for a moment, if the drawing has a shape for it.

import { byId, svg } from "../lib/dom.js";

const SHARE = 1 / 7; // of the board's width, for one die or coin
const GAP = 1.25;

export class ChanceAnimation {
  constructor() {
    this.layer = byId("layer-thrown");
    this.seen = null; // the number of the last draw that was shown
  }

  /** `drawn`: [number, outcome] of what chance did after the last decision. Nothing moves when the page opens. */
  show(drawn = []) {
    const first = this.seen === null;
    const fresh = first ? [] : drawn.filter(([number]) => number > this.seen);
    this.seen = drawn.at(-1)?.[0] ?? this.seen ?? 0;
    if (!fresh.length) return;
    const shapes = fresh.map(([, outcome]) => byId(`thrown-${outcome.replaceAll(" ", "-")}`)).filter(Boolean);
    const lying = [...byId("pieces").querySelectorAll("[data-thrown]")];
    if (lying.length) lying.forEach(fall);
    else if (shapes.length) this.lay(shapes);
  }

  lay(shapes) {
    this.layer.replaceChildren();
    const { width, height } = byId("board").viewBox.baseVal;
    const size = width * SHARE;
    const room = svg("g", { class: "throw", transform: `translate(${width / 2} ${height / 2})` });
    this.layer.append(room);
    const wide = GAP * size * shapes.length;
    const box = { x: -wide / 2, y: (-GAP * size) / 2, width: wide, height: GAP * size, rx: size / 5, class: "plate" };
    room.append(svg("rect", box));
    shapes.forEach((shape, at) => {
      const use = svg("use", { href: `#${shape.id}`, "data-thrown": shape.dataset.thrown });
      const place = svg("g", {});
      place.append(use);
      room.append(place);
      const across = (at - (shapes.length - 1) / 2) * GAP * size;
      place.setAttribute("transform", `translate(${across} 0) scale(${size / use.getBBox().width})`);
      fall(use);
    });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.layer.replaceChildren(), 1500);
  }
}

function fall(element) {
  element.classList.remove("thrown");
  element.getBoundingClientRect(); // so that it begins anew
  element.classList.add("thrown");
}
