// Keys of one letter: they act while the board has the focus and no word is being typed, unless they are switched off.

import { byId } from "../lib/dom.js";

const STORED = "klatsch-letter-keys";
const WORD = 500; // milliseconds; faster than that somebody types a word

let last = { key: "", at: -Infinity };

/** @param {KeyboardEvent} event */
export function lettersAct({ key, timeStamp, target }) {
  const inWord = timeStamp - last.at < WORD && last.key !== key;
  last = { key, at: timeStamp };
  return areOn() && !inWord && target instanceof Element && target.closest("#frame") !== null;
}

const areOn = () => localStorage.getItem(STORED) !== "off";

/** The switch, which this browser remembers. */
export function addLetterSwitch() {
  const box = byId("letter-keys");
  const show = () => box.setAttribute("aria-pressed", String(areOn()));
  box.addEventListener("click", () => {
    localStorage.setItem(STORED, areOn() ? "off" : "on");
    show();
  });
  show();
  byId("show-keys").addEventListener("click", () => byId("keys", HTMLDialogElement).showModal());
}
