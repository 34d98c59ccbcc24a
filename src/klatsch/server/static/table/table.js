// The table's page: keeps what the server tells about the match and hands it to its parts, one module each.

import { FrameView } from "../board/frame_view.js";
import { byId } from "../lib/dom.js";
import { post } from "../lib/http.js";
import { MatchSocket } from "../lib/match_socket.js";
import { ActionPanel } from "./action_panel.js";
import { ActionSelection } from "./action_selection.js";
import { AutoEnd } from "./auto_end.js";
import { Chat } from "./chat.js";
import { showConnection } from "./connection_bar.js";
import { Handover } from "./handover.js";
import { listenForKeys } from "./keyboard.js";
import { Landing } from "./landing.js";
import { LastTurn } from "./last_turn.js";
import { addLetterSwitch } from "./letter_keys.js";
import { Log } from "./log.js";
import { ResultPanel } from "./result_panel.js";
import { RulesPanel } from "./rules_panel.js";
import { Seats } from "./seats.js";
import { Tabs } from "./tabs.js";
import { TurnAlert } from "./turn_alert.js";

/**
 * @import { Change } from "../board/frame_view.js"
 * @import { Frame, Screen, ScreenFrame, UpdateFrame, Command, Answer } from "../lib/frames"
 * @import { ConnectionState } from "../lib/match_socket.js"
 */

export class Table {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.facts = facts(root);
    this.received = 0; // when the last frame came
    this.faced = 0; // the seat at the bottom when the page opens
    /** @type {string[]} */
    this.news = []; // what is still to be announced
    this.announcing = 0;
    this.socket = new MatchSocket(this.facts.match, {
      frame: (message) => this.hear(message),
      state: (state, reason) => this.connection(state, reason),
    });
    this.view = new FrameView(this.socket);
    this.tabs = new Tabs();
    this.actionPanel = new ActionPanel(this);
    this.selection = new ActionSelection(this);
    this.log = new Log(this);
    this.seats = new Seats(this);
    this.chat = new Chat(this);
    this.handover = new Handover(this);
    this.rulesPanel = new RulesPanel();
    this.turnAlert = new TurnAlert(this);
    this.landing = new Landing(this);
    this.autoEnd = new AutoEnd(this);
    this.lastTurn = new LastTurn(this);
    this.resultPanel = new ResultPanel(this);
    const { handover, selection, log, actionPanel, seats, chat, rulesPanel, turnAlert } = this;
    const { autoEnd, lastTurn, resultPanel } = this;
    // In the order they are shown.
    this.parts = [handover, selection, log, actionPanel, seats, chat, rulesPanel, turnAlert, autoEnd, lastTurn, resultPanel];
    listenForKeys(this);
    addLetterSwitch();
    this.socket.connect();
  }

  // ── What the server says ────────────────────────────────────────────────────────────────────────

  /** @param {Frame} message */
  hear(message) {
    if (message.type === "screen" || message.type === "update") this.update(message);
    else if (message.type === "chat") this.chat.hear(message);
    else if (message.type === "chat_before") this.chat.start(message.lines);
  }

  /** @param {ScreenFrame | UpdateFrame} frame */
  update(frame) {
    const change = this.view.apply(frame);
    const { root, screen } = this;
    this.received = performance.now();
    Object.assign(root.dataset, { status: screen.status, version: String(screen.version) });
    this.faceMe();
    this.log.leavePast(screen, change);
    this.landing.show(screen, change, () => this.fall(screen), () => this.tellParts(this.screen, change));
    if (screen.next && !change.before.next && !change.first) location.assign(`/table/${screen.next}`);
  }

  /** My side of the board is at the bottom, until I turn it. */
  faceMe() {
    const seat = this.own.at(0)?.seat ?? 0;
    if (seat !== this.faced) this.view.layout.face(seat);
    this.faced = seat;
  }

  /**
   * The position, with what chance throws; true if something falls.
   *
   * @param {Screen} screen
   */
  fall(screen) {
    this.showBoard();
    return !this.log.past && this.view.chance.show(screen.drawn);
  }

  /**
   * @param {Screen} screen
   * @param {Change} change
   */
  tellParts(screen, change) {
    for (const part of this.parts) part.show(screen, change);
    if (change.anew && !this.log.past) this.view.reveal(this.selection.places().keys());
  }

  /** The position now, or the one of the log that somebody looks at. */
  showBoard() {
    const { past } = this.log;
    if (past) this.view.showPieces(past.pieces);
    else this.view.showNow();
  }

  /**
   * @param {ConnectionState} state
   * @param {string} [reason]
   */
  connection(state, reason) {
    this.root.dataset.line = state;
    showConnection(state, reason);
  }

  // ── What we tell the server ─────────────────────────────────────────────────────────────────────

  /**
   * Does a command; a refusal is shown in its own words.
   *
   * @template {Command} C
   * @param {C} name
   * @param {object} [values]
   * @returns {Promise<Answer<C>>}
   */
  async tell(name, values) {
    const answer = await this.socket.ask(name, values);
    if (answer.type === "refused") this.actionPanel.refuse(answer);
    return answer;
  }

  /** Whoever has no name here yet gets one, and a new connection that knows it. */
  async becomeSomebody() {
    if (this.facts.person) return;
    this.facts.person = (await post("/api/me")).id;
    this.socket.again();
  }

  /**
   * What screen readers say; what comes together is said together.
   *
   * @param {string} sentence
   */
  announce(sentence) {
    this.news.push(sentence);
    clearTimeout(this.announcing);
    this.announcing = setTimeout(() => {
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

  /** @param {number} number */
  nameOf(number) {
    const seat = this.screen.seats?.[number];
    return seat ? this.seats.nameOf(seat) : "";
  }
}

/**
 * What the page says of the match, and what doesn't change.
 *
 * @param {HTMLElement} root
 */
function facts(root) {
  const { match, title, commitment, person, invite, host, invitations, hidden, shared, pace, levels } = root.dataset;
  return {
    match: match ?? "",
    title: title ?? "",
    commitment: commitment ?? "",
    person,
    invite,
    host: host !== undefined,
    /** @type {Record<string, string>} */
    invitations: JSON.parse(invitations ?? "{}"),
    hidden: hidden !== undefined,
    shared: shared !== undefined,
    pace, // in words
    /** @type {string[]} */
    levels: JSON.parse(levels ?? "[]"),
  };
}
