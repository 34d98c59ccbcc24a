// The table's page: keeps what the server tells about the match and hands it to its parts, one module each.

import { updateBackground } from "../board/background.js";
import { ChanceAnimation } from "../board/chance_animation.js";
import { showPieces } from "../board/morph.js";
import { addZoom } from "../board/zoom.js";
import { byId } from "../lib/dom.js";
import { post } from "../lib/http.js";
import { MatchSocket } from "../lib/match_socket.js";
import { say } from "../lib/translations.js";
import { ActionPanel } from "./action_panel.js";
import { ActionSelection } from "./action_selection.js";
import { Chat } from "./chat.js";
import { Handover } from "./handover.js";
import { listenForKeys } from "./keyboard.js";
import { Log } from "./log.js";
import { RulesPanel } from "./rules_panel.js";
import { Seats } from "./seats.js";
import { Tabs } from "./tabs.js";
import { TurnAlert } from "./turn_alert.js";

export class Table {
  constructor(root) {
    this.root = root;
    this.facts = facts(root);
    this.screen = {};
    this.markups = new Map();
    this.order = [];
    this.lines = []; // of the log: [number, sentence]
    this.board = byId("board");
    this.socket = new MatchSocket(this.facts.match, {
      frame: (message) => this.hear(message),
      state: (state, reason) => this.connection(state, reason),
    });
    this.tabs = new Tabs();
    this.actionPanel = new ActionPanel(this);
    this.selection = new ActionSelection(this);
    this.log = new Log(this);
    this.seats = new Seats(this);
    this.chat = new Chat(this);
    this.handover = new Handover(this);
    this.chance = new ChanceAnimation();
    this.rulesPanel = new RulesPanel();
    this.turnAlert = new TurnAlert(this);
    this.zoom = addZoom(byId("scroller"), () => this.selection.highlights.again(), () => this.selection.highlights.middle());
    listenForKeys(this);
    this.socket.connect();
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
    if (!this.log.past) this.chance.show(this.screen.drawn);
    const anew = type === "screen" || before.version !== this.screen.version || "actions" in rest;
    for (const part of [this.handover, this.selection, this.log, this.actionPanel, this.seats, this.rulesPanel, this.turnAlert]) {
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
    if (await updateBackground(this.screen.board, () => this.socket.ask("board"))) this.selection.highlights.again();
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
    const answer = await this.socket.ask(name, values);
    if (answer.type === "refused") this.actionPanel.refuse(answer);
    return answer;
  }

  /** Whoever has no name here yet gets one, and a new line that knows it. */
  async becomeSomebody() {
    if (this.facts.person) return;
    this.facts.person = (await post("/api/me")).id;
    this.socket.again();
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
