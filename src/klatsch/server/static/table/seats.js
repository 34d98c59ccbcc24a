// The seats: emblems, names, presence, clocks and what each has; before the match also who may still sit down.

import { byId, button, fill, make, svg } from "../lib/dom.js";
import { say } from "../lib/translations.js";
import { addChance, join } from "./before_match.js";
import { playerMenu } from "./match_menu.js";

/**
 * @import { Change } from "../board/frame_view.js"
 * @import { Command, Screen, Seat, Tally } from "../lib/frames"
 * @import { Table } from "./table.js"
 * @typedef {(name: Command, values?: object) => () => void} Tell a command about one seat
 */

const USUAL_BOT = "bot:3";

export class Seats {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    setInterval(() => this.showClocks(), 500);
  }

  /**
   * @param {Screen} _
   * @param {Change} change
   */
  show(_, { before }) {
    this.again();
    if (before.status !== "playing") addChance(this.table);
  }

  again() {
    const { screen } = this.table;
    const own = this.table.own.length;
    const parts = [say(screen.rated ? "rated" : "unrated"), this.table.facts.pace, own ? null : say("you_watch")];
    if (screen.watching) parts.push(say("watching", { count: screen.watching }));
    byId("subtitle").textContent = parts.filter(Boolean).join(" · ");
    const rows = (screen.seats ?? []).map((seat) => this.row(seat, screen));
    fill(byId("seats"), make("ul", { class: "seat-list", "data-count": rows.length }, ...rows));
    fill(byId("manners"), playerMenu(this.table));
    this.showClocks();
  }

  /** @param {Seat} seat */
  nameOf(seat) {
    if (seat.kind === "open") return say("open_seat");
    if (seat.kind === "invited") return say("invited_seat");
    if (seat.kind === "bot") return say("bot", { level: seat.name.replace("bot:", "") });
    if (!seat.own) return seat.name;
    return this.table.own.length === 1 ? say("you") : seat.title; // who share a screen are told apart by their seats
  }

  /**
   * @param {Seat} seat
   * @param {Screen} screen
   */
  row(seat, screen) {
    const acts = seat.seat === screen.actor;
    const place = screen.result ? screen.result.ranking.findIndex((seats) => seats.includes(seat.seat)) + 1 : 0;
    const names = [make("strong", {}, this.nameOf(seat)), make("span", { class: "soft" }, this.about(seat))];
    return make(
      "li",
      {
        class: `seat ${acts ? "acts" : ""} ${seat.own ? "own" : ""} ${seat.out ? "beaten" : ""}`,
        "data-seat": seat.seat,
        "aria-current": acts,
      },
      emblem(seat),
      make("div", { class: "who" }, ...names),
      place > 0 && make("span", { class: `place p${place}` }, `${place}.`),
      screen.tally && !screen.result ? figures(screen.tally, seat.seat) : null,
      seat.clock === null ? null : make("span", { class: "clock", "data-clock": seat.seat }, clockWords(seat.clock)),
      this.seatButtons(seat, screen),
    );
  }

  /** @param {Seat} seat */
  about(seat) {
    const shared = seat.own && this.table.own.length > 1;
    const parts = [shared ? seat.name : seat.title];
    if (seat.left) parts.push(say("gave_up"));
    if (seat.out) parts.push(say("beaten"));
    if (seat.kind === "person" && seat.bot) parts.push(say("bot_for", { name: seat.name }));
    return parts.join(" · ");
  }

  /**
   * @param {Seat} seat
   * @param {Screen} screen
   */
  seatButtons(seat, screen) {
    const number = seat.seat;
    /** @type {Tell} */
    const tell = (name, values = {}) => () => this.table.tell(name, { seat: number, ...values });
    const made = [];
    if (screen.status === "waiting") made.push(...this.waitingButtons(seat, tell));
    if (screen.status === "playing" && seat.kind === "person" && this.table.own.length) {
      const back = { class: "primary", "data-key": `back-${number}` };
      if (seat.bot && seat.own && !seat.left) made.push(button(say("come_back"), tell("come_back"), back));
      const away = !seat.bot && !seat.own && !seat.present && !seat.out && !screen.rated;
      if (away) made.push(button(say("take_over"), tell("take_over"), { "data-key": `over-${number}` }));
    }
    return made.length ? make("div", { class: "seat-buttons" }, ...made) : null;
  }

  /**
   * @param {Seat} seat
   * @param {Tell} tell
   */
  waitingButtons(seat, tell) {
    const number = seat.seat;
    const { host, invitations } = this.table.facts;
    const made = [];
    if (seat.kind === "open" && !this.table.own.length) {
      const sit = () => join(this.table, { seat: number });
      made.push(button(say("sit"), sit, { class: "primary", "data-key": `sit-${number}` }));
    }
    if (!host) return made;
    if (seat.kind === "invited" && invitations[number]) {
      // The page with link and QR code knows how friends reach this server, which this address may not tell.
      const invite = () => location.assign(`/table/${this.table.facts.match}/invite`);
      made.push(button(say("invite"), invite, { class: "primary", "data-key": `invite-${number}` }));
    }
    if (seat.kind === "open" || seat.kind === "invited") made.push(this.botChoice(seat, tell));
    const remove = { "data-key": `remove-${number}` };
    if (seat.kind === "person" && !seat.own) made.push(button(say("remove"), tell("remove"), remove));
    return made;
  }

  /**
   * @param {Seat} seat
   * @param {Tell} tell
   */
  botChoice({ seat }, tell) {
    const levels = this.table.facts.levels.map((name) =>
      make("option", { value: name, selected: name === USUAL_BOT }, name.replace("bot:", "")),
    );
    const select = make("select", { "aria-label": say("bot_level"), "data-key": `level-${seat}` }, ...levels);
    const seatIt = () => tell("seat_bot", { bot: select.value })();
    const choose = button(say("seat_bot"), seatIt, { "data-key": `bot-${seat}` });
    return make("span", { class: "bot-choice" }, choose, select);
  }

  // ── Clocks ──────────────────────────────────────────────────────────────────────────────────────

  showClocks() {
    const passed = (performance.now() - this.table.received) / 1000;
    for (const shown of byId("seats").querySelectorAll("[data-clock]")) {
      const seat = this.table.screen.seats[Number(shown.getAttribute("data-clock"))];
      const left = Math.max(0, (seat.clock ?? 0) - (seat.runs ? passed : 0));
      shown.textContent = clockWords(left);
      shown.classList.toggle("short", left < 30);
    }
  }
}

/**
 * The seat's emblem as the drawing has it, and whether somebody is there.
 *
 * @param {Seat} seat
 */
function emblem(seat) {
  const words = say(seat.present ? "here" : "away");
  const drawn = svg("svg", { viewBox: "-20 -20 40 40", "aria-hidden": "true" });
  drawn.append(svg("use", { href: `#emblem-${seat.seat}` }));
  const there = make("span", { class: `presence ${seat.present ? "here" : ""} ${seat.kind}`, title: words });
  return make("span", { class: "emblem", role: "img", "aria-label": words }, drawn, there);
}

/**
 * What a seat has, the most important figure first and largest.
 *
 * @param {Tally} tally
 * @param {number} seat
 */
function figures({ columns, rows, seated }, seat) {
  const made = seated.map((column) =>
    make("div", {}, make("dt", {}, columns[column]), make("dd", {}, String(rows[seat][column]))),
  );
  return make("dl", { class: "figures" }, ...made);
}

/** @param {number} seconds */
function clockWords(seconds) {
  if (seconds >= 86400) return `${Math.floor(seconds / 86400)} d ${Math.floor((seconds % 86400) / 3600)} h`;
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 60) % 60, whole % 60].map((part) => String(part).padStart(2, "0"));
  return whole >= 3600 ? `${Math.floor(whole / 3600)}:${parts.join(":")}` : parts.join(":");
}
