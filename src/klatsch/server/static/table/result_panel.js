// The end: why it ended so, the ratings before and after, and the score sheet.

import { byId, fill, make } from "../lib/dom.js";
import { say } from "../lib/translations.js";
import { scoreSheet } from "./score_sheet.js";

/**
 * @import { Change } from "../board/frame_view.js"
 * @import { Screen } from "../lib/frames"
 * @import { Table } from "./table.js"
 */

export class ResultPanel {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /**
   * @param {Screen} screen
   * @param {Change} change
   */
  show(screen, { before }) {
    const { result, tally, seats } = screen;
    byId("tab-result").hidden = !result;
    if (!result) return;
    fill(byId("result"), [
      make("p", { class: "reason" }, result.reason),
      result.rating && make("p", { class: "soft" }, result.rating),
      ...this.ratings(screen),
    ]);
    fill(byId("tally"), tally ? scoreSheet(tally, seats) : []);
    if (!before.result) this.table.tabs.open("result");
  }

  /** @param {Screen} screen */
  ratings({ result, seats }) {
    return (result?.ratings ?? []).flatMap((change, seat) => {
      if (!change) return [];
      const [old, now] = change;
      const by = `${now < old ? "−" : "+"}${Math.abs(now - old)}`;
      const words = say("rating_change", { who: this.table.nameOf(seats[seat].seat), old, now, by });
      return [make("p", { class: "rating", "data-seat": seat }, words)];
    });
  }
}
