// "Your turn": in the title always; with a sound or a notification if the person wants that.

import { button } from "../lib/dom.js";
import { say } from "../lib/translations.js";

const kept = (name) => localStorage.getItem(`klatsch-${name}`) === "yes";
const keep = (name, on) => localStorage.setItem(`klatsch-${name}`, on ? "yes" : "no");

export class TurnAlert {
  constructor(table) {
    this.table = table;
    this.title = document.title;
    this.was = true; // nobody is called when the page opens
  }

  show(screen) {
    const is = Boolean(screen.actions);
    document.title = is ? `● ${say("your_turn")} · ${this.title}` : this.title;
    if (is && !this.was) this.call();
    this.was = is;
  }

  call() {
    if (kept("sound")) chime();
    if (kept("notify") && document.hidden && Notification.permission === "granted") {
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

  switch(name, onclick) {
    const on = kept(name);
    return button(say(name), onclick, { "aria-pressed": String(on), class: "switch", "data-key": name });
  }

  toggle(name, effect) {
    keep(name, !kept(name));
    if (kept(name)) effect?.();
    this.table.seats.show(this.table.screen, { before: this.table.screen });
  }

  async wantNotification() {
    const allowed = kept("notify") || (await Notification.requestPermission()) === "granted";
    if (allowed) this.toggle("notify");
    else this.table.actionPanel.say("info", [say("notify_no")]);
  }
}

/** Two wooden knocks, made here: no file, no wait. */
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
