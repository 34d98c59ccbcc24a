// The connection to a match: frames come in, commands go out and are answered. It connects again by itself, and what
// wasn't answered before the connection broke is sent once more.

/** @import { Answer, Command, Frame } from "./frames" */

/**
 * @typedef {"open" | "lost" | "refused"} ConnectionState
 *
 * @typedef {object} Listeners
 * @property {(frame: Frame) => void} frame
 * @property {(state: ConnectionState, reason?: string) => void} state
 */

const FIRST_WAIT = 250; // milliseconds, as all of these
const LONGEST_WAIT = 8000;
const LONGEST_ANSWER = 10000; // then the connection is dead, though the browser doesn't know it
const LONGEST_QUIET = 15000; // then we ask whether anybody is there
const SLOW = new Set(["hint", "explain"]); // a bot thinks first

export class MatchSocket {
  /**
   * @param {string} match
   * @param {Listeners} listeners
   */
  constructor(match, listeners) {
    this.match = match;
    this.listeners = listeners;
    /** @type {Map<number, { command: object, resolve: (answer: any) => void }>} */
    this.waiting = new Map();
    this.number = 0;
    this.wait = FIRST_WAIT;
    this.heard = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {number | undefined} */
    this.timer = undefined;
    /** @type {number | undefined} */
    this.alarm = undefined;
    setInterval(() => this.check(), LONGEST_QUIET / 3);
    addEventListener("online", () => this.connect());
    addEventListener("offline", () => this.socket?.close());
    document.addEventListener("visibilitychange", () => document.hidden || this.connect());
  }

  connect() {
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    clearTimeout(this.timer);
    const address = new URL(`/api/tables/${this.match}/socket`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onopen = () => this.opened();
    socket.onmessage = (event) => socket === this.socket && this.take(JSON.parse(event.data));
    socket.onclose = (event) => socket === this.socket && this.closed(event);
  }

  opened() {
    this.wait = FIRST_WAIT;
    this.heard = performance.now();
    this.listeners.state("open");
    for (const { command } of this.waiting.values()) this.post(command);
  }

  /** @param {CloseEvent} event */
  closed(event) {
    if (event.code === 4401) return location.reload(); // the session has ended: the page shows who we are now
    if (event.code >= 4400 && event.code < 4500) {
      this.listeners.state("refused", event.reason);
      return;
    }
    this.listeners.state("lost");
    this.timer = setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  /** A new connection, with the cookie that we have now: the server should know who we are. */
  again() {
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.connect();
  }

  /** A connection can die without a word, and nobody who only watches would notice. */
  check() {
    const open = this.socket?.readyState === WebSocket.OPEN;
    if (open && !this.alarm && performance.now() - this.heard > LONGEST_QUIET) this.ask("listening");
  }

  silent() {
    this.alarm = undefined;
    if (this.socket?.readyState !== WebSocket.OPEN) return; // it is being made again already
    this.listeners.state("lost");
    this.again();
  }

  /** @param {Frame | Answer<Command>} message */
  take(message) {
    clearTimeout(this.alarm);
    this.alarm = undefined;
    this.heard = performance.now();
    if (message.type !== "done" && message.type !== "refused") return this.listeners.frame(message);
    const number = message.re ?? 0;
    this.waiting.get(number)?.resolve(message);
    this.waiting.delete(number);
  }

  /**
   * The answer to a command.
   *
   * @template {Command} C
   * @param {C} name
   * @param {object} [values]
   * @returns {Promise<Answer<C>>}
   */
  ask(name, values = {}) {
    const number = ++this.number;
    const command = { do: name, re: number, ...values };
    return new Promise((resolve) => {
      this.waiting.set(number, { command, resolve });
      this.post(command);
      if (!SLOW.has(name)) this.alarm ??= setTimeout(() => this.silent(), LONGEST_ANSWER);
    });
  }

  /** @param {object} command */
  post(command) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(command));
  }
}
