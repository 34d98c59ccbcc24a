// The chat. What is being typed stays when the connection breaks, and what was sent meanwhile goes out when it is back.

import { byId, button, make } from "../lib/dom.js";
import { post, reasonOf } from "../lib/http.js";
import { say } from "../lib/translations.js";

/**
 * @import { Change } from "../board/frame_view.js"
 * @import { ChatLine, Screen } from "../lib/frames"
 * @import { Table } from "./table.js"
 */

export class Chat {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.list = byId("chat");
    this.field = byId("chat-text", HTMLInputElement);
    byId("chat-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
  }

  /**
   * Says who reads what is written here.
   *
   * @param {Screen} screen
   * @param {Change} change
   */
  show(screen, { before }) {
    if (screen.room) this.field.placeholder = say(`chat_to_${screen.room}`);
    // Whoever sits down may read what the players have said until now.
    if (before.room === "watchers" && screen.room === "players") this.table.socket.again();
  }

  /** @param {ChatLine[]} lines */
  start(lines) {
    this.list.replaceChildren(...lines.map((line) => this.row(line)));
    if (!lines.length) this.list.append(make("li", { class: "soft empty" }, say("chat_empty")));
    this.scroll();
  }

  /** @param {ChatLine} line */
  hear(line) {
    this.list.querySelector(".empty")?.remove();
    this.list.append(this.row(line));
    this.scroll();
    if (line.person !== this.table.facts.person) this.table.tabs.call("chat");
  }

  /** @param {ChatLine} line */
  row({ person, name, text, at }) {
    const own = person === this.table.facts.person;
    const time = new Date(at * 1000);
    const clock = time.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
    const stamp = make("time", { datetime: time.toISOString() }, clock);
    const who = make("strong", {}, own ? say("you") : name);
    const menu = own ? null : this.menu(person, name, text);
    return make("li", { class: own ? "own" : "" }, who, stamp, menu, make("p", {}, text));
  }

  /**
   * For whoever is bothered by a line: mute its writer, or report it to the host.
   *
   * @param {string} person
   * @param {string} name
   * @param {string} text
   */
  menu(person, name, text) {
    const mute = button(say("mute"), () => this.mute(person, name), { class: "link" });
    const report = button(say("report"), () => this.report(person, text), { class: "link" });
    return make("details", {}, make("summary", { "aria-label": say("manners", { name }) }, "⋯"), mute, " ", report);
  }

  /**
   * @param {string} person
   * @param {string} name
   */
  async mute(person, name) {
    try {
      await this.table.becomeSomebody();
      await post(`/api/people/${person}/peace`, { kind: "mute" });
    } catch (error) {
      this.table.actionPanel.say("info", [reasonOf(error)]);
      return;
    }
    this.table.socket.again(); // a new connection is sent nothing that they say
    this.table.actionPanel.say("info", [say("muted", { name })]);
  }

  /**
   * @param {string} person
   * @param {string} text
   */
  async report(person, text) {
    await this.table.becomeSomebody();
    const answer = await this.table.tell("report", { person, text });
    if (answer.type === "done") this.table.actionPanel.say("info", [say("reported")]);
  }

  scroll() {
    this.list.scrollTop = this.list.scrollHeight;
  }

  async send() {
    const text = this.field.value.trim();
    if (!text) return;
    try {
      await this.table.becomeSomebody();
    } catch (error) {
      this.table.actionPanel.say("info", [reasonOf(error)]); // the words stay in the field
      return;
    }
    this.field.value = "";
    const answer = await this.table.tell("chat", { text, id: crypto.getRandomValues(new Uint32Array(3)).join("-") });
    if (answer.type === "refused" && !this.field.value) this.field.value = text;
  }
}
