// Tells players that it is their turn: in the title always; by a sound or a notification if they want that.

import { button } from "../lib/dom.js";
import { say } from "../lib/translations.js";

/**
 * @import { Screen } from "../lib/frames"
 * @import { Table } from "./table.js"
 * @typedef {"sound" | "notify"} Alert
 */

/** @param {Alert} name */
const wanted = (name) => localStorage.getItem(`klatsch-${name}`) === "yes";

/**
 * @param {Alert} name
 * @param {boolean} on
 */
const setWanted = (name, on) => localStorage.setItem(`klatsch-${name}`, on ? "yes" : "no");

export class TurnAlert {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.title = document.title;
    this.was = true; // nobody is called when the page opens
  }

  /** @param {Screen} screen */
  show(screen) {
    const is = Boolean(screen.actions);
    document.title = is ? `● ${say("your_turn")} · ${this.title}` : this.title;
    if (is && !this.was) this.call();
    this.was = is;
  }

  call() {
    if (wanted("sound")) chime();
    if (wanted("notify") && document.hidden && Notification.permission === "granted") {
      try {
        const note = new Notification(this.table.facts.title, { body: say("your_turn"), tag: this.table.facts.match });
        note.onclick = () => window.focus();
      } catch {
        // Some phones allow it to service workers only.
      }
    }
  }

  switches() {
    if (!this.table.own.length) return [];
    const made = [this.switch("sound", () => this.toggle("sound", chime))];
    if ("Notification" in window) made.push(this.switch("notify", () => this.wantNotification()));
    return made;
  }

  /**
   * @param {Alert} name
   * @param {() => void} onclick
   */
  switch(name, onclick) {
    const on = wanted(name);
    return button(say(name), onclick, { "aria-pressed": String(on), class: "switch", "data-key": name });
  }

  /**
   * @param {Alert} name
   * @param {() => void} [effect]
   */
  toggle(name, effect) {
    setWanted(name, !wanted(name));
    if (wanted(name)) effect?.();
    this.table.seats.again();
  }

  async wantNotification() {
    const allowed = wanted("notify") || (await Notification.requestPermission()) === "granted";
    if (allowed) this.toggle("notify");
    else this.table.actionPanel.say("info", [say("notify_no")]);
  }
}

/** Two short tones, made here: no file to wait for. */
function chime() {
  const audio = new AudioContext();
  for (const [at, pitch] of [[0, 660], [0.12, 880]]) {
    const tone = audio.createOscillator();
    const loudness = audio.createGain();
    tone.type = "triangle";
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.2, audio.currentTime + at);
    loudness.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + at + 0.25);
    tone.connect(loudness).connect(audio.destination);
    tone.start(audio.currentTime + at);
    tone.stop(audio.currentTime + at + 0.3);
  }
  setTimeout(() => audio.close(), 800);
}
