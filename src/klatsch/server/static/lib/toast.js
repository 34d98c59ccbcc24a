// Short notices at the foot of the page, and buttons that are disabled while something is done.

import { byId } from "./dom.js";
import { reasonOf } from "./http.js";

const SHOWN_MILLISECONDS = 6000;
let timer = 0;

/**
 * A sentence at the foot of the page, for a while; screen readers are told.
 *
 * @param {string} sentence
 */
export function toast(sentence) {
  const place = byId("toast");
  place.textContent = sentence;
  place.classList.add("shown");
  clearTimeout(timer);
  timer = setTimeout(() => place.classList.remove("shown"), SHOWN_MILLISECONDS);
}

/**
 * Runs work while a button can't be pressed again; what goes wrong is told.
 *
 * @param {HTMLElement | null} button
 * @param {() => Promise<void>} work
 */
export async function busy(button, work) {
  button?.toggleAttribute("disabled", true);
  try {
    await work();
  } catch (error) {
    toast(reasonOf(error));
  } finally {
    button?.toggleAttribute("disabled", false);
  }
}
