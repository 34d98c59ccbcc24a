// What people at the table say. What is being typed stays when the connection breaks, and is sent when it is back.

import { byId, button, make } from "../lib/dom.js";
import { post } from "../lib/http.js";
import { say } from "../lib/translations.js";

export class Chat {
  constructor(table) {
    this.table = table;
    this.list = byId("chat");
    this.field = byId("chat-text");
    byId("chat-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
  }

  start(lines) {
    this.list.replaceChildren(...lines.map((line) => this.row(line)));
    if (!lines.length) this.list.append(make("li", { class: "soft empty" }, say("chat_empty")));
    this.scroll();
  }

  hear(line) {
    this.list.querySelector(".empty")?.remove();
    this.list.append(this.row(line));
    this.scroll();
    if (line.person !== this.table.facts.person) this.table.tabs.call("chat");
  }

  row({ person, name, text, at }) {
    const own = person === this.table.facts.person;
    const time = new Date(at * 1000);
    const clock = time.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
    const stamp = make("time", { datetime: time.toISOString() }, clock);
    const who = make("strong", {}, own ? say("you") : name);
    const peace = own ? null : this.peace(person, name, text);
    return make("li", { class: own ? "own" : "" }, who, stamp, peace, make("p", {}, text));
  }

  /** Against bad manners: no more of this person, or tell the host. */
  peace(person, name, text) {
    const mute = button(say("mute"), () => this.mute(person, name), { class: "link" });
    const report = button(say("report"), () => this.report(person, text), { class: "link" });
    return make("details", {}, make("summary", { "aria-label": say("manners", { name }) }, "⋯"), mute, " ", report);
  }

  async mute(person, name) {
    try {
      await this.table.becomeSomebody();
      await post(`/api/people/${person}/peace`, { kind: "mute" });
    } catch (error) {
      this.table.actionPanel.say("info", [error.message]);
      return;
    }
    this.table.socket.again(); // a new connection is sent nothing that they say
    this.table.actionPanel.say("info", [say("muted", { name })]);
  }

  async report(person, text) {
    await this.table.becomeSomebody();
    const answer = await this.table.tell("report", { person, text });
    if (answer.type === "done") this.table.actionPanel.say("info", [say("reported")]);
  }

  scroll() {
    const panel = this.list;
    panel.scrollTop = panel.scrollHeight;
  }

  async send() {
    const text = this.field.value.trim();
    if (!text) return;
    try {
      await this.table.becomeSomebody();
    } catch (error) {
      this.table.actionPanel.say("info", [error.message]); // the words stay in the field
      return;
    }
    this.field.value = "";
    const answer = await this.table.tell("chat", { text, id: crypto.getRandomValues(new Uint32Array(3)).join("-") });
    if (answer.type === "refused" && !this.field.value) this.field.value = text;
  }
}
