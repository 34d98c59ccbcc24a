// Dense boards on small screens: zoom by buttons or by pinching, move by dragging as anything that scrolls.

import { byId } from "../lib/dom.js";

const STEPS = [1, 1.5, 2, 3];

/** `aim` tells a point of the screen that should come into the middle, if there is one. */
export function addZoom(scroller, changed, aim = () => null) {
  let zoom = 1;

  function set(wanted, x = scroller.clientWidth / 2, y = scroller.clientHeight / 2) {
    const before = zoom;
    zoom = Math.max(1, Math.min(STEPS.at(-1), wanted));
    const [left, top] = [scroller.scrollLeft + x, scroller.scrollTop + y];
    scroller.style.setProperty("--zoom", zoom);
    scroller.scrollLeft = (left * zoom) / before - x;
    scroller.scrollTop = (top * zoom) / before - y;
    byId("zoom-in").disabled = zoom >= STEPS.at(-1);
    byId("zoom-out").disabled = zoom <= 1;
    changed();
  }

  function closer() {
    set(STEPS.find((step) => step > zoom + 0.01) ?? zoom);
    const point = aim();
    if (!point) return;
    const box = scroller.getBoundingClientRect();
    scroller.scrollLeft += point.x - box.left - box.width / 2;
    scroller.scrollTop += point.y - box.top - box.height / 2;
  }

  byId("zoom-in").addEventListener("click", closer);
  byId("zoom-out").addEventListener("click", () => set(STEPS.findLast((step) => step < zoom - 0.01) ?? 1));
  pinch(scroller, () => zoom, set);
  return { set };
}

function pinch(scroller, current, set) {
  let begun = null;
  const spread = ([one, two]) => Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
  scroller.addEventListener("touchstart", ({ touches }) => {
    begun = touches.length === 2 ? { spread: spread(touches), zoom: current() } : null;
  }, { passive: true });
  scroller.addEventListener("touchmove", (event) => {
    if (!begun || event.touches.length !== 2) return;
    event.preventDefault();
    const box = scroller.getBoundingClientRect();
    const [one, two] = event.touches;
    const x = (one.clientX + two.clientX) / 2 - box.left;
    const y = (one.clientY + two.clientY) / 2 - box.top;
    set((begun.zoom * spread(event.touches)) / begun.spread, x, y);
  }, { passive: false });
}
