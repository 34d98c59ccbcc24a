// Applies the frames that the server sends: keeps what they say of the match, and draws positions on the board. The
// table and the replay have one each.

import { byId } from "../lib/dom.js";
import { addRoles } from "./aria_roles.js";
import { updateBackground } from "./background.js";
import { addTurning, BoardLayout } from "./board_layout.js";
import { ChanceAnimation } from "./chance_animation.js";
import { Highlights } from "./highlights.js";
import { showPieces } from "./morph.js";
import { addZoom } from "./zoom.js";

/**
 * @import { Line, LogChange, Piece, PieceChange, Position, Screen, ScreenFrame, UpdateFrame }
 *   from "../lib/frames"
 * @import { MatchSocket } from "../lib/match_socket.js"
 */

/**
 * What a frame has changed.
 *
 * @typedef {object} Change
 * @property {Partial<Screen>} before the screen as it was
 * @property {boolean} anew has something been played, or is something else to be decided?
 * @property {string[]} added new sentences of the log
 * @property {boolean} first is it a whole screen, of a connection that begins?
 */

export class FrameView {
  /** @param {MatchSocket} socket */
  constructor(socket) {
    this.socket = socket;
    this.screen = /** @type {Screen} */ ({}); // until the first frame
    /** @type {Line[]} */
    this.lines = []; // of the log
    /** @type {Map<string, string>} */
    this.pieces = new Map(); // id → markup, in painting order
    this.board = byId("board", SVGSVGElement);
    this.layer = byId("pieces", SVGGElement);
    this.settling = 0;
    this.revealed = false; // was the board scrolled to what can be chosen?
    this.highlights = new Highlights(this.board);
    this.layout = new BoardLayout(() => this.settle());
    this.chance = new ChanceAnimation(this.layout);
    addRoles(this.board);
    addTurning(this.layout);
    addZoom(byId("scroller"), () => this.highlights.again(), () => this.highlights.middle());
    for (const settled of ["transitionend", "animationend"]) {
      this.board.addEventListener(settled, () => this.settle());
    }
    new ResizeObserver(() => this.settle()).observe(this.board);
  }

  // ── What the frames say ─────────────────────────────────────────────────────────────────────────

  /**
   * A whole screen or an update of it.
   *
   * @param {ScreenFrame | UpdateFrame} frame
   * @returns {Change}
   */
  apply({ type, pieces, log, ...rest }) {
    const first = type === "screen";
    const before = this.screen;
    this.screen = first ? /** @type {Screen} */ (rest) : { ...before, ...rest };
    if (first) this.pieces = new Map();
    if (pieces) this.applyPieces(pieces);
    const added = log ? this.applyLog(log) : [];
    const anew = first || before.version !== this.screen.version || "actions" in rest;
    return { before, anew, added, first };
  }

  /** @param {PieceChange} change */
  applyPieces({ set, order }) {
    const known = new Map([...this.pieces, ...Object.entries(set)]);
    this.pieces = order ? new Map(order.map((id) => [id, known.get(id) ?? ""])) : known;
  }

  /**
   * The sentences that are new; none where lines were taken back, or when the page has only been opened.
   *
   * @param {LogChange} change
   */
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
    showPieces(this.layer, this.pieces);
    this.fit(this.screen.board);
  }

  /**
   * An earlier position on the background that is there.
   *
   * @param {Piece[]} pieces
   */
  showPieces(pieces) {
    showPieces(this.layer, new Map(pieces));
  }

  /**
   * An earlier position with all that belongs to it, as `viewer` sees it.
   *
   * @param {Position} position
   * @param {number} viewer
   */
  async showPosition({ board, pieces, last, drawn }, viewer) {
    await this.fit(board, viewer);
    this.showPieces(pieces);
    this.highlights.show(new Map(), last, null);
    this.chance.show(drawn);
  }

  /**
   * @param {string} key
   * @param {number} [viewer]
   */
  async fit(key, viewer) {
    if (await updateBackground(this.layout, key, () => this.socket.ask("board", { viewer }))) this.highlights.again();
  }

  /**
   * Where nothing of what can be chosen is on the screen, the board is scrolled to it.
   *
   * @param {Iterable<string>} ids
   */
  reveal(ids) {
    const scroller = byId("scroller");
    const room = scroller.getBoundingClientRect();
    const middles = [...ids].flatMap((id) => {
      const box = this.highlights.find(id)?.getBoundingClientRect();
      return box ? [(box.top + box.bottom) / 2] : [];
    });
    const before = scroller.scrollTop;
    if (this.revealed && middles.length) scroller.scrollTop = 0; // back from where we went
    const gone = before - scroller.scrollTop;
    this.revealed = false;
    const isSeen = (/** @type {number} */ middle) => middle + gone > room.top && middle + gone < room.bottom;
    if (!middles.length || middles.some(isSeen)) return;
    scroller.scrollTop += middles[0] + gone - (room.top + room.bottom) / 2;
    this.revealed = true;
  }

  /** Highlights follow what has moved or grown, once a frame of the screen. */
  settle() {
    cancelAnimationFrame(this.settling);
    this.settling = requestAnimationFrame(() => this.highlights.again());
  }
}
