// What the socket of a match sends and answers. Made by klatsch/server/typescript.py from the Structs of
// screens/frames.py and commands/: change those.

export type Action = [number, ...string[]];
export type Draw = [number, string];
export type Line = [number, string, number];
export type News = [number, string[]];
export type Piece = [string, string];

/** A place at the table, and who sits there. */
export interface Seat {
  seat: number;
  title: string;
  kind: "open" | "invited" | "person" | "bot";
  name: string;
  bot: string | null;
  person: string | null;
  present: boolean;
  ready: boolean;
  left: boolean;
  out: boolean;
  link: number | null;
  own: boolean;
  clock: number | null;
  runs: boolean;
}

/** The score sheet; `seated`: the columns that stand beside the seats during play, the most important one first. */
export interface Tally {
  columns: string[];
  rows: (string | number)[][];
  seated: number[];
}

/** How a match ended, in words and as the seats from first to last place. */
export interface Result {
  reason: string;
  wins: string;
  ranking: number[][];
  shares: number[] | null;
  by_rules: boolean;
  rating: string | null;
  ratings: ([number, number] | null)[] | null;
}

/** All that a page shows of a match, but for pieces and log, of which changes are sent. */
export interface Screen {
  status: "waiting" | "playing" | "over" | "closed";
  version: number;
  viewer: number;
  seats: Seat[];
  actor: number;
  offers: Record<string, number[]>;
  next?: string | null;
  rated: boolean;
  chance: boolean;
  watching: number;
  room: "everybody" | "players" | "watchers";
  prompt: string;
  board?: string | null;
  tally?: Tally | null;
  last?: string[] | null;
  clause?: string | null;
  drawn?: [number, string][] | null;
  actions?: [number, ...string[]][] | null;
  buttons?: Record<number, string> | null;
  guide?: string | null;
  news?: [number, string[]][] | null;
  only?: number | null;
  undo?: "free" | "ask" | "" | null;
  result?: Result | null;
}

/** Markup of new and changed pieces by their ids; all ids in painting order where that is not as before. */
export interface PieceChange {
  set: Record<string, string>;
  order?: string[];
}

/** The first `keep` lines stay, then come those of `add`. */
export interface LogChange {
  keep: number;
  add: [number, string, number][];
}

/** Everything, when a connection begins. */
export interface ScreenFrame extends Screen {
  type: "screen";
  pieces?: PieceChange;
  log?: LogChange;
}

/** What has changed since. */
export interface UpdateFrame extends Partial<Screen> {
  type: "update";
  pieces?: PieceChange;
  log?: LogChange;
}

export interface ChatLine {
  person: string;
  name: string;
  text: string;
  at: number;
  room: "everybody" | "players" | "watchers";
}

/** Somebody says something. */
export interface ChatFrame extends ChatLine {
  type: "chat";
}

/** What was said before the page was opened. */
export interface ChatBefore {
  type: "chat_before";
  lines: ChatLine[];
}

/** A sentence for the person, and the clause of the rules where one forbids it. */
export interface ErrorAnswer {
  error: string;
  clause: string;
}

/** What is answered to a command that was not done. */
export interface RefusedFrame extends ErrorAnswer {
  type: "refused";
  re: number | null;
}

/** How the board looked after so many lines of the log. */
export interface Position {
  position: number;
  board: string;
  pieces: Piece[];
  last: string[];
  drawn: [number, string][];
}

/** A way to lay out the panels of a drawing. */
export interface Composition {
  name: string;
  width: number;
  height: number;
  spots: [string, number, number, number][];
  letters: number;
  fold: number;
}

/** How a drawing can be laid out. */
export interface Layout {
  panels: Record<string, [number, number]>;
  compositions: Composition[];
  seats: number;
  turns: number[];
}

/** What lies under the pieces. */
export interface Background {
  key: string;
  layout: Layout;
  definitions: string;
  markup: string;
}

export interface Explanation {
  sentences: string[];
}

export interface HintGiven {
  step: number;
  sentences: string[];
}

export interface Played {
  version: number;
}

export interface Next {
  next: string | null;
}

export interface Undone {
  asked: boolean;
}

/** Why something can't be done, the clause of the rules that forbids it, and the clause's own words. */
export interface Reason {
  error: string;
  clause: string;
  rule?: string;
}

export interface ActionWords {
  words: Record<number, string>;
}

export type Frame = ScreenFrame | UpdateFrame | ChatFrame | ChatBefore;

export interface Answers {
  at: Position;
  board: Background;
  chat: Nothing;
  come_back: Nothing;
  decline: Nothing;
  explain: Explanation;
  face: Nothing;
  hint: HintGiven;
  join: Nothing;
  listening: Nothing;
  offer: Nothing;
  play: Played;
  ready: Nothing;
  rematch: Next;
  remove: Nothing;
  report: Nothing;
  resign: Nothing;
  seat_bot: Nothing;
  stand_up: Nothing;
  take_over: Nothing;
  undo: Undone;
  why: Reason;
  words: ActionWords;
}

export type Command = keyof Answers;
export type Nothing = object;
export type Done<C extends Command> = Answers[C] & { type: "done"; re: number };
export type Answer<C extends Command> = Done<C> | RefusedFrame;
