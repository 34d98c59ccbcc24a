// Applies the frames that the server sends: keeps what they say of the match, and draws positions on the board. The
// table and the replay have one each.

import { byId } from "../lib/dom.js";
import { addRoles } from "./aria_roles.js";
import { updateBackground } from "./background.js";
import { ChanceAnimation } from "./chance_animation.js";
import { Highlights } from "./highlights.js";
import { showPieces } from "./morph.js";
import { addZoom } from "./zoom.js";

export class FrameView {
  /** `ask` gets the server's answer to a command: ("board", { viewer }). */
  constructor(ask) {
    this.ask = ask;
    this.screen = {};
    this.lines = []; // of the log: [number, sentence]
    this.pieces = new Map(); // id → markup, in painting order
    this.board = byId("board");
    this.highlights = new Highlights(this.board);
    this.chance = new ChanceAnimation();
    addRoles(this.board);
    addZoom(byId("scroller"), () => this.highlights.again(), () => this.highlights.middle());
    for (const settled of ["transitionend", "animationend"]) {
      this.board.addEventListener(settled, () => this.settle());
    }
    new ResizeObserver(() => this.settle()).observe(this.board); // a longer note leaves it less room
  }

  // ── What the frames say ─────────────────────────────────────────────────────────────────────────

  /** A whole screen or an update of it. Tells what has changed, as the parts of a page want to know it. */
  apply({ type, pieces, log, ...rest }) {
    const first = type === "screen";
    const before = this.screen;
    this.screen = first ? rest : { ...before, ...rest };
    if (first) this.pieces = new Map();
    if (pieces) this.applyPieces(pieces);
    const added = log ? this.applyLog(log) : [];
    const anew = first || before.version !== this.screen.version || "actions" in rest;
    return { before, anew, added, first };
  }

  applyPieces({ set, order }) {
    const known = new Map([...this.pieces, ...Object.entries(set)]);
    this.pieces = order ? new Map(order.map((id) => [id, known.get(id)])) : known;
  }

  /** The sentences that are new; none where lines were taken back, or when the page has only been opened. */
  applyLog({ keep, add }) {
    const grows = keep === this.lines.length && keep > 0;
    this.lines = [...this.lines.slice(0, keep), ...add];
    return grows ? add.map(([, sentence]) => sentence) : [];
  }

  /** The seats of this person. */
  get own() {
    return (this.screen.seats ?? []).filter((seat) => seat.own);
  }

  // ── On the board ────────────────────────────────────────────────────────────────────────────────

  /** The position now. */
  showNow() {
    if (!this.screen.board) return; // the match hasn't begun: the page came with the first position
    showPieces(byId("pieces"), this.pieces);
    this.fit(this.screen.board);
  }

  /** An earlier position on the background that is there. */
  showPieces(pieces) {
    showPieces(byId("pieces"), new Map(pieces));
  }

  /** An earlier position with all that belongs to it, as `viewer` sees it. */
  async showPosition({ board, pieces, last, drawn }, viewer) {
    await this.fit(board, viewer);
    this.showPieces(pieces);
    this.highlights.show(new Map(), last, null);
    this.chance.show(drawn);
  }

  async fit(key, viewer) {
    if (await updateBackground(key, () => this.ask("board", { viewer }))) this.highlights.again();
  }

  /** Highlights follow what has moved or grown, once a frame of the screen. */
  settle() {
    cancelAnimationFrame(this.settling);
    this.settling = requestAnimationFrame(() => this.highlights.again());
  }
}
