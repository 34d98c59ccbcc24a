// Zoom of the board by buttons or by pinching, for dense boards on small screens; it is moved by scrolling.

import { byId } from "../lib/dom.js";

/** @typedef {{ x: number, y: number }} Point of the screen */

const MOST = 3;
const STEPS = [1, 1.5, 2, MOST];
const SMALL_STEPS = [1, 2, MOST]; // where a board is too small to read: one tap is enough

/**
 * `aim` tells which point should come into the middle, if there is one.
 *
 * @param {HTMLElement} scroller
 * @param {() => void} changed
 * @param {() => Point | null} aim
 */
export function addZoom(scroller, changed, aim) {
  const [larger, smaller] = [byId("zoom-in", HTMLButtonElement), byId("zoom-out", HTMLButtonElement)];
  const small = matchMedia("(max-width: 599px), (max-height: 500px)");
  const steps = () => (small.matches ? SMALL_STEPS : STEPS);
  let zoom = 1;

  /** @param {number} wanted */
  function set(wanted, x = scroller.clientWidth / 2, y = scroller.clientHeight / 2) {
    const before = zoom;
    zoom = Math.max(1, Math.min(MOST, wanted));
    const [left, top] = [scroller.scrollLeft + x, scroller.scrollTop + y];
    scroller.style.setProperty("--zoom", String(zoom));
    scroller.scrollLeft = (left * zoom) / before - x;
    scroller.scrollTop = (top * zoom) / before - y;
    larger.disabled = zoom >= MOST;
    smaller.disabled = zoom <= 1;
    changed();
  }

  function closer() {
    set(steps().find((step) => step > zoom + 0.01) ?? zoom);
    const point = aim();
    if (!point) return;
    const box = scroller.getBoundingClientRect();
    scroller.scrollLeft += point.x - box.left - box.width / 2;
    scroller.scrollTop += point.y - box.top - box.height / 2;
  }

  larger.addEventListener("click", closer);
  smaller.addEventListener("click", () => set(steps().findLast((step) => step < zoom - 0.01) ?? 1));
  pinch(scroller, () => zoom, set);
}

/**
 * @param {HTMLElement} scroller
 * @param {() => number} current
 * @param {(zoom: number, x: number, y: number) => void} set
 */
function pinch(scroller, current, set) {
  /** @type {{ spread: number, zoom: number } | null} */
  let begun = null;
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

/** @param {TouchList} touches */
function spread([one, two]) {
  return Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
}
