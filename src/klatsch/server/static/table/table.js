// The table: keeps what the server tells about the match and shows it. Who decides is in play.js; what stands beside
// the board in seats.js, log.js, chat.js and rules.js.

import { byId } from "../lib/dom.js";
import { Chat } from "./chat.js";
import { Cover } from "./handover.js";
import { Dock } from "./action_panel.js";
import { fitBoard } from "../board/background.js";
import { listenForKeys } from "./keyboard.js";
import { Log } from "./log.js";
import { showPieces } from "../board/morph.js";
import { Play } from "./action_selection.js";
import { Rules } from "./rules_panel.js";
import { Seats } from "./seats.js";
import { Line } from "../lib/match_socket.js";
import { Tabs } from "./tabs.js";
import { Thrown } from "../board/chance_animation.js";
import { YourTurn } from "./turn_alert.js";
import { say } from "../lib/translations.js";
import { makeZoom } from "../board/zoom.js";

export class Table {
  constructor(root) {
    this.root = root;
    this.facts = facts(root);
    this.screen = {};
    this.markups = new Map();
    this.order = [];
    this.lines = []; // of the log: [number, sentence]
    this.board = byId("board");
    this.line = new Line(this.facts.match, { frame: (m) => this.hear(m), state: (s, why) => this.connection(s, why) });
    this.tabs = new Tabs();
    this.dock = new Dock(this);
    this.play = new Play(this);
    this.log = new Log(this);
    this.seats = new Seats(this);
    this.chat = new Chat(this);
    this.cover = new Cover(this);
    this.thrown = new Thrown();
    this.rules = new Rules();
    this.turn = new YourTurn(this);
    this.zoom = makeZoom(byId("scroller"), () => this.play.marks.again(), () => this.play.marks.middle());
    listenForKeys(this);
    this.line.connect();
  }

  // ── What the server says ────────────────────────────────────────────────────────────────────────

  hear(message) {
    if (message.type === "screen" || message.type === "update") this.update(message);
    else if (message.type === "chat") this.chat.hear(message);
    else if (message.type === "chat_before") this.chat.start(message.lines);
  }

  update({ type, pieces, log, ...rest }) {
    const before = this.screen;
    this.screen = type === "screen" ? rest : { ...before, ...rest };
    if (type === "screen") this.markups = new Map();
    if (pieces) this.takePieces(pieces);
    const added = log ? this.takeLog(log) : [];
    this.received = performance.now();
    Object.assign(this.root.dataset, { status: this.screen.status, version: this.screen.version });
    this.showBoard();
    this.fit();
    if (!this.log.past) this.thrown.show(this.screen.drawn);
    const anew = type === "screen" || before.version !== this.screen.version || "actions" in rest;
    for (const part of [this.cover, this.play, this.log, this.dock, this.seats, this.rules, this.turn]) {
      part.show(this.screen, { before, anew, added, first: type === "screen" });
    }
    if (this.screen.next && !before.next && type === "update") location.assign(`/table/${this.screen.next}`);
  }

  takePieces({ set, order }) {
    for (const [id, markup] of Object.entries(set)) this.markups.set(id, markup);
    if (order) this.order = order;
    this.markups = new Map(this.order.map((id) => [id, this.markups.get(id)]));
  }

  takeLog({ keep, add }) {
    const fresh = keep === this.lines.length && keep > 0;
    this.lines = [...this.lines.slice(0, keep), ...add];
    return fresh ? add.map(([, sentence]) => sentence) : [];
  }

  /** The position now, or the one of the log that somebody looks at. */
  showBoard() {
    const past = this.log.past;
    if (!this.screen.prompt || this.screen.status === "waiting") return; // the page came with the first position
    if (past) showPieces(byId("pieces"), past.pieces.map(([id]) => id), new Map(past.pieces));
    else showPieces(byId("pieces"), this.order, this.markups);
  }

  async fit() {
    if (await fitBoard(this.screen.board, () => this.line.ask("board"))) this.play.marks.again();
  }

  connection(state, reason) {
    const bar = byId("line");
    bar.hidden = state === "open";
    this.root.dataset.line = state;
    if (state === "lost") bar.textContent = say("lost");
    if (state === "refused") bar.textContent = say("gone", { reason });
  }

  // ── What we tell the server ─────────────────────────────────────────────────────────────────────

  /** Does a command; a refusal is shown in its own words. */
  async tell(name, values) {
    const answer = await this.line.ask(name, values);
    if (answer.type === "refused") this.dock.refuse(answer);
    return answer;
  }

  /** Whoever has no name here yet gets one, and a new line that knows it. */
  async becomeSomebody() {
    if (this.facts.person) return;
    const response = await fetch("/api/me", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: "{}",
    });
    if (!response.ok) throw new Error((await response.json()).error);
    this.facts.person = (await response.json()).id;
    this.line.again();
  }

  /** What screen readers say; what comes together is said together. */
  announce(sentence) {
    this.news = [...(this.news ?? []), sentence];
    clearTimeout(this.speaks);
    this.speaks = setTimeout(() => {
      byId("announcer").textContent = this.news.join(" ");
      this.news = [];
    }, 60);
  }

  get own() {
    return (this.screen.seats ?? []).filter((seat) => seat.own);
  }

  nameOf(number) {
    const seat = this.screen.seats?.[number];
    return seat ? this.seats.nameOf(seat) : "";
  }
}

function facts(root) {
  const { match, title, commitment, person, invite, host, invitations, hidden, shared, pace, levels } = root.dataset;
  return {
    match,
    title,
    commitment,
    person,
    invite,
    host: host !== undefined,
    invitations: JSON.parse(invitations ?? "{}"),
    hidden: hidden !== undefined,
    shared: shared !== undefined,
    pace, // in words
    levels: JSON.parse(levels),
  };
}
