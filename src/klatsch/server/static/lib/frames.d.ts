// What the table's socket sends and answers, as types for the checks of the scripts (tsc). Made in Python by
// screens/screen.py, screens/diff.py, screens/connections.py, screens/match_socket.py and commands/.

// ── What a page shows of a match ──────────────────────────────────────────────────────────────────

export interface Screen {
  status: "waiting" | "playing" | "over" | "closed";
  version: number;
  viewer: number; // a seat, or a negative number: the public, or everything
  seats: Seat[];
  actor: number; // the seat that decides; negative: chance, or nobody
  offers: Offers;
  rated: boolean;
  watching: number; // how many people who don't play
  prompt: string;

  // Once the match has begun. What is null needn't be sent, and what is gone in an update is null.
  board?: string | null; // the key of the background that the pieces belong to
  tally?: Tally | null;
  last?: string[] | null; // ids of the elements of the last move
  clause?: string | null; // of the rules, about what is asked
  drawn?: Draw[] | null;

  // For whoever decides now.
  actions?: Action[] | null;
  buttons?: Record<string, string> | null; // number of an action without anchors → its words
  guide?: string | null;

  undo?: "free" | "ask" | "" | null;

  // Once it is over.
  result?: Result | null;
  next?: string | null; // the match after this one
}

export interface Seat {
  seat: number;
  title: string; // what the game calls it
  kind: "open" | "invited" | "person" | "bot";
  name: string; // the person's or the bot's: "bot:3"
  bot: string | null; // who plays here, if it is a bot: also for a person who is away
  person: string | null;
  present: boolean;
  ready: boolean;
  left: boolean;
  out: boolean;
  own: boolean; // does this page's person sit here?
  clock: number | null; // seconds left
  runs: boolean; // does the clock?
}

/** The seats that have agreed. */
export interface Offers {
  draw?: number[];
  undo?: number[];
  rematch?: number[];
}

/** [number, ids of the elements that are clicked…] */
export type Action = [number: number, ...anchors: string[]];

/** What chance did: [number of the event, outcome]. */
export type Draw = [number: number, outcome: string];

/** A line of the log: [number of the event, sentence]. */
export type Line = [number: number, sentence: string];

/** A drawn element: [id, markup]. */
export type Piece = [id: string, markup: string];

export interface Tally {
  columns: string[];
  rows: (string | number)[][];
}

export interface Result {
  reason: string;
  wins: string;
  ranking: number[][];
  shares: number[] | null;
}

// ── Frames ────────────────────────────────────────────────────────────────────────────────────────

/** Everything, when a connection begins. */
export interface ScreenFrame extends Screen, Changes {
  type: "screen";
}

/** What has changed since. */
export interface UpdateFrame extends Partial<Screen>, Changes {
  type: "update";
}

export interface Changes {
  pieces?: PieceChange | null;
  log?: LogChange | null;
}

export interface PieceChange {
  set: Record<string, string>; // id → markup, of new and changed pieces
  order?: string[]; // all ids in painting order, where that is not as before
}

/** The first `keep` lines stay, then come those of `add`. */
export interface LogChange {
  keep: number;
  add: Line[];
}

export interface ChatLine {
  person: string;
  name: string;
  text: string;
  at: number; // seconds since 1970
}

export interface ChatFrame extends ChatLine {
  type: "chat";
}

/** What was said before the page was opened. */
export interface ChatBefore {
  type: "chat_before";
  lines: ChatLine[];
}

export type Frame = ScreenFrame | UpdateFrame | ChatFrame | ChatBefore;

// ── Answers to commands ───────────────────────────────────────────────────────────────────────────

/** What is answered to a command that was done. */
export interface Answers {
  at: Position;
  board: Background;
  chat: Nothing;
  come_back: Nothing;
  decline: Nothing;
  explain: { sentences: string[] };
  face: Nothing;
  hint: { step: number; sentences: string[] };
  join: Nothing;
  listening: Nothing;
  offer: Nothing;
  play: { version: number };
  ready: Nothing;
  rematch: { next: string | null };
  remove: Nothing;
  report: Nothing;
  resign: Nothing;
  seat_bot: Nothing;
  stand_up: Nothing;
  take_over: Nothing;
  undo: { asked: boolean };
  why: Reason;
  words: { words: Record<string, string> };
}

export type Command = keyof Answers;
export type Nothing = object;

/** How the board looked after so many lines of the log. */
export interface Position {
  position: number;
  board: string;
  pieces: Piece[];
  last: string[];
  drawn: Draw[];
}

/** What lies under the pieces. */
export interface Background {
  key: string;
  width: number;
  height: number;
  definitions: string;
  markup: string;
}

/** Why something can't be done, the clause of the rules that forbids it, and the clause's own words. */
export interface Reason {
  error: string;
  clause: string;
  rule?: string;
}

export interface Refused extends Reason {
  type: "refused";
  re: number | null;
}

export type Done<C extends Command> = Answers[C] & { type: "done"; re: number };
export type Answer<C extends Command> = Done<C> | Refused;
