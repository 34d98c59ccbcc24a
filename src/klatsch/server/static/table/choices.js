// What can still be chosen. An action is [number, anchor, anchor…]; after each click those stay that have all clicked
// anchors, in whatever order they were clicked. No page here, only the rule.

/** @import { Action } from "../lib/frames" */
/** @typedef {{ play?: number, narrowed?: boolean }} Taken */
/** @typedef {{ number: number, anchors: string[] }} Choice */

export class Choices {
  /** @param {Action[]} [actions] */
  constructor(actions = []) {
    /** @type {Choice[]} */
    this.actions = actions.map(([number, ...anchors]) => ({ number, anchors })).filter((each) => each.anchors.length);
    /** @type {string[]} */
    this.clicks = [];
  }

  /**
   * Where two differ only in their order (from a to b, from b to a), the one that was clicked in its order is meant.
   *
   * @param {string[]} clicks
   */
  matching(clicks) {
    const left = this.actions.filter(({ anchors }) => rest(anchors, clicks));
    const meant = new Set(left.filter((each) => inOrder(each, clicks)).map(sorted));
    return left.filter((each) => inOrder(each, clicks) || !meant.has(sorted(each)));
  }

  /** The actions that the clicks have named whole. */
  get complete() {
    const { length } = this.clicks;
    return length ? this.matching(this.clicks).filter(({ anchors }) => anchors.length === length) : [];
  }

  /** Where one can click next; at first only where actions begin. */
  get next() {
    const left = this.matching(this.clicks);
    return new Set(left.flatMap(({ anchors }) => rest(anchors, this.clicks)?.[0] ?? []));
  }

  /** Where actions begin. */
  get first() {
    return new Set(this.actions.map(({ anchors }) => anchors[0]));
  }

  /**
   * Can one begin anew there? With the second half of an action only if the first wasn't clicked before: who has
   * chosen a coin and clicks a space means that coin.
   *
   * @param {string} id
   */
  begins(id) {
    const { first } = this;
    if (first.has(id)) return true;
    return !(this.clicks.length && first.has(this.clicks[0])) && this.matching([id]).length > 0;
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
    if (this.begins(id)) return this.settle([id]);
    return {};
  }

  /**
   * What is named whole, in its order, is played at once if nothing else begins like it.
   *
   * @param {string[]} clicks
   * @returns {Taken}
   */
  settle(clicks) {
    this.clicks = clicks;
    const left = this.matching(clicks);
    const begun = left.filter((each) => inOrder(each, clicks));
    const [meant, ...others] = begun.length ? begun : left;
    const whole = !others.length && meant.anchors.length === clicks.length;
    return whole ? { play: meant.number } : { narrowed: true };
  }

  /** @returns {Taken} */
  back() {
    if (!this.clicks.length) return {};
    this.clicks.pop();
    return { narrowed: true };
  }
}

/**
 * The anchors that are still to be clicked; null if some click is none of them.
 *
 * @param {string[]} anchors
 * @param {string[]} clicks
 */
function rest(anchors, clicks) {
  const left = [...anchors];
  for (const id of clicks) {
    const at = left.indexOf(id);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

/**
 * @param {Choice} choice
 * @param {string[]} clicks
 */
const inOrder = ({ anchors }, clicks) => clicks.every((id, at) => anchors[at] === id);

/** @param {Choice} choice */
const sorted = ({ anchors }) => [...anchors].sort().join(" ");
