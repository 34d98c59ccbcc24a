// The line to the table: frames come in, commands go out and are answered. It connects again by itself, and what
// wasn't answered before the line broke is sent once more.

const LONGEST_WAIT = 8000;
const LONGEST_ANSWER = 10000; // then the line is dead, though the browser doesn't know it
const LONGEST_QUIET = 15000; // then we ask whether anybody is there
const SLOW = new Set(["hint", "explain"]); // a bot thinks first

export class MatchSocket {
  constructor(match, { frame, state }) {
    this.match = match;
    this.hears = frame; // (message): a screen, an update, something said
    this.tells = state; // ("open" | "lost" | "refused", reason)
    this.waiting = new Map(); // number → {command, resolve}
    this.number = 0;
    this.wait = 250;
    setInterval(() => this.listen(), LONGEST_QUIET / 3);
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
    this.wait = 250;
    this.heard = performance.now();
    this.tells("open");
    for (const { command } of this.waiting.values()) this.post(command);
  }

  closed(event) {
    if (event.code >= 4400 && event.code < 4500) {
      this.tells("refused", event.reason);
      return;
    }
    this.tells("lost");
    this.timer = setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  /** A new cookie: the table should know who we are now. */
  again() {
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.connect();
  }

  /** A line can die without a word, and nobody who only watches would notice. */
  listen() {
    const open = this.socket?.readyState === WebSocket.OPEN;
    if (open && !this.alarm && performance.now() - this.heard > LONGEST_QUIET) this.ask("listening");
  }

  silent() {
    this.alarm = null;
    if (this.socket?.readyState !== WebSocket.OPEN) return; // it is being made again already
    this.tells("lost");
    this.again();
  }

  take(message) {
    clearTimeout(this.alarm);
    this.alarm = null;
    this.heard = performance.now();
    const asked = this.waiting.get(message.re);
    if (asked && (message.type === "done" || message.type === "refused")) {
      this.waiting.delete(message.re);
      asked.resolve(message);
    } else {
      this.hears(message);
    }
  }

  /** The answer to a command: {"type": "done" | "refused", …}. */
  ask(name, values = {}) {
    const command = { do: name, re: ++this.number, ...values };
    return new Promise((resolve) => {
      this.waiting.set(command.re, { command, resolve });
      this.post(command);
      if (!SLOW.has(name)) this.alarm ??= setTimeout(() => this.silent(), LONGEST_ANSWER);
    });
  }

  post(command) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(command));
  }
}
