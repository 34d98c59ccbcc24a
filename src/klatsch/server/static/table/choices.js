// What can still be chosen. An action is [number, anchor, anchor…]; after each click those stay whose anchors begin
// with the clicks. No page here, only the rule.

/** @import { Action } from "../lib/frames" */
/** @typedef {{ play?: number, narrowed?: boolean }} Taken */

export class Choices {
  /** @param {Action[]} [actions] */
  constructor(actions = []) {
    this.actions = actions.map(([number, ...anchors]) => ({ number, anchors })).filter((each) => each.anchors.length);
    /** @type {string[]} */
    this.clicks = [];
  }

  /** @param {string[]} clicks */
  matching(clicks) {
    return this.actions.filter(({ anchors }) => clicks.every((id, at) => anchors[at] === id));
  }

  /** The actions that the clicks have named whole. */
  get complete() {
    const { length } = this.clicks;
    return length ? this.matching(this.clicks).filter(({ anchors }) => anchors.length === length) : [];
  }

  /** Where one can click next. */
  get next() {
    const { length } = this.clicks;
    return new Set(this.matching(this.clicks).map(({ anchors }) => anchors[length]).filter(Boolean));
  }

  /** Where one can begin anew. */
  get first() {
    return new Set(this.actions.map(({ anchors }) => anchors[0]));
  }

  /**
   * The actions that a click on `id` leaves.
   *
   * @param {string} id
   */
  after(id) {
    return this.matching([...this.clicks, id]);
  }

  /**
   * A click: {play: number}, {narrowed: true}, or {} where nothing can be done there.
   *
   * @param {string} id
   * @returns {Taken}
   */
  take(id) {
    if (this.after(id).length) return this.settle([...this.clicks, id]);
    if (this.clicks.at(-1) === id) return this.back();
    if (this.matching([id]).length) return this.settle([id]);
    return {};
  }

  /**
   * @param {string[]} clicks
   * @returns {Taken}
   */
  settle(clicks) {
    this.clicks = clicks;
    const left = this.matching(clicks);
    const whole = left.length === 1 && left[0].anchors.length === clicks.length;
    return whole ? { play: left[0].number } : { narrowed: true };
  }

  /** @returns {Taken} */
  back() {
    if (!this.clicks.length) return {};
    this.clicks.pop();
    return { narrowed: true };
  }
}
