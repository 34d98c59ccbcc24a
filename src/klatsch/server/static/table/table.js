// The table's page: keeps what the server tells about the match and hands it to its parts, one module each.

import { FrameView } from "../board/frame_view.js";
import { byId } from "../lib/dom.js";
import { post } from "../lib/http.js";
import { MatchSocket } from "../lib/match_socket.js";
import { ActionPanel } from "./action_panel.js";
import { ActionSelection } from "./action_selection.js";
import { Chat } from "./chat.js";
import { showConnection } from "./connection_bar.js";
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
    this.socket = new MatchSocket(this.facts.match, {
      frame: (message) => this.hear(message),
      state: (state, reason) => this.connection(state, reason),
    });
    this.view = new FrameView((name, values) => this.socket.ask(name, values));
    this.tabs = new Tabs();
    this.actionPanel = new ActionPanel(this);
    this.selection = new ActionSelection(this);
    this.log = new Log(this);
    this.seats = new Seats(this);
    this.chat = new Chat(this);
    this.handover = new Handover(this);
    this.rulesPanel = new RulesPanel();
    this.turnAlert = new TurnAlert(this);
    const { handover, selection, log, actionPanel, seats, rulesPanel, turnAlert } = this;
    this.parts = [handover, selection, log, actionPanel, seats, rulesPanel, turnAlert]; // in the order they are shown
    listenForKeys(this);
    this.socket.connect();
  }

  // ── What the server says ────────────────────────────────────────────────────────────────────────

  hear(message) {
    if (message.type === "screen" || message.type === "update") this.update(message);
    else if (message.type === "chat") this.chat.hear(message);
    else if (message.type === "chat_before") this.chat.start(message.lines);
  }

  update(frame) {
    const change = this.view.apply(frame);
    const { root, screen } = this;
    this.received = performance.now();
    Object.assign(root.dataset, { status: screen.status, version: screen.version });
    this.log.leavePast(screen, change);
    this.showBoard();
    if (!this.log.past) this.view.chance.show(screen.drawn);
    for (const part of this.parts) part.show(screen, change);
    if (screen.next && !change.before.next && !change.first) location.assign(`/table/${screen.next}`);
  }

  /** The position now, or the one of the log that somebody looks at. */
  showBoard() {
    const { past } = this.log;
    if (past) this.view.showPieces(past.pieces);
    else this.view.showNow();
  }

  connection(state, reason) {
    this.root.dataset.line = state;
    showConnection(state, reason);
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

  get screen() {
    return this.view.screen;
  }

  get lines() {
    return this.view.lines;
  }

  get own() {
    return this.view.own;
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
