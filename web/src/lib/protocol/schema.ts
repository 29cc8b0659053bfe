/* Made of protocol.json by `npm run protocol`, which the server writes. Change the server, not this file. */

export type ClientMessage =
  | ClientMove
  | ClientUndo
  | ClientTakeback
  | ClientResign
  | ClientReplace
  | ClientAnswer
  | ClientReturn
  | ClientHint
  | ClientWhy
  | ClientPreview
  | ClientChat
  | ClientPing;

export type ServerMessage =
  | TableMessage
  | RefusedMessage
  | HintMessage
  | WhyMessage
  | PreviewMessage
  | ChatMessage
  | PresenceMessage
  | PongMessage;

export interface AccountWish {
  /**
   * 3 to 32 letters, digits and . _ @ + -; capitals do not matter.
   */
  login: string;
  password: string;
}

export interface AnalysisDocument {
  state: 'none' | 'working' | 'done' | 'failed';
  done: number;
  of: number;
  analysis: FoundDocument | null;
}
/**
 * What an analysis found.
 */
export interface FoundDocument {
  analysis: number;
  curve: ChancesDocument[];
  turning_points: TurningPointDocument[];
  decisions: DecisionDocument[];
  players: CarefulDocument[];
}
/**
 * How a game stood before a turn, and at its end (`move` is null).
 */
export interface ChancesDocument {
  decision: number;
  move: number | null;
  turn: number;
  /**
   * By seat; null alone.
   */
  wins: number[] | null;
  /**
   * By seat, to expect in the end.
   */
  points: number[];
}

export interface TurningPointDocument {
  turn: number;
  decision: number;
  move: number | null;
  /**
   * By seat: of the chance to win, or alone of the points.
   */
  swing: number[];
}
/**
 * A decision of a game, looked at again.
 */
export interface DecisionDocument {
  decision: number;
  /**
   * How many moves of the record stand before it.
   */
  move: number;
  turn: number;
  seat: number;
  played: CandidateDocument;
  best: CandidateDocument;
  lost: LostDocument;
}
/**
 * A move the computer thought of.
 */
export interface CandidateDocument {
  move: string;
  visits: number;
  value: number;
  /**
   * The chance to win; null alone.
   */
  win: number | null;
  /**
   * To expect in the end.
   */
  points: number;
}

export interface LostDocument {
  win: number | null;
  points: number;
}
/**
 * How a seat decided.
 */
export interface CarefulDocument {
  decisions: number;
  agreed: number;
  lost: LostDocument;
  /**
   * Numbers of decisions.
   */
  worst: number[];
}
/**
 * So long for the whole game, and something back after each turn.
 */
export interface BankClock {
  kind: 'bank';
  seconds: number;
  increment?: number;
}

export interface ChatMessage {
  type: 'chat';
  messages: SaidDocument[];
}

export interface SaidDocument {
  number: number;
  person: string;
  name: string;
  text: string;
  /**
   * Seconds since 1970, UTC.
   */
  at: number;
}
/**
 * Agree with an offer, or not.
 */
export interface ClientAnswer {
  id?: string | null;
  type: 'answer';
  offer: number;
  agree: boolean;
}
/**
 * Say something to everybody at the table.
 */
export interface ClientChat {
  id?: string | null;
  type: 'chat';
  text: string;
}
/**
 * Ask for the best moves.
 */
export interface ClientHint {
  id?: string | null;
  type: 'hint';
  /**
   * That of the table message this answers.
   */
  version: number;
}
/**
 * Play.
 */
export interface ClientMove {
  id?: string | null;
  type: 'move';
  /**
   * That of the table message this answers.
   */
  version: number;
  move: string;
}
/**
 * Take the last step back: one's own, within the turn, and nothing was revealed by it.
 */
export interface ClientUndo {
  id?: string | null;
  type: 'undo';
  /**
   * That of the table message this answers.
   */
  version: number;
}
/**
 * Take one's last turn back: at once where takebacks are free, else an offer to all others.
 */
export interface ClientTakeback {
  id?: string | null;
  type: 'takeback';
  /**
   * That of the table message this answers.
   */
  version: number;
}
/**
 * Give up.
 */
export interface ClientResign {
  id?: string | null;
  type: 'resign';
  seat?: number | null;
}
/**
 * Offer that a bot plays for a person who is away.
 */
export interface ClientReplace {
  id?: string | null;
  type: 'replace';
  seat: number;
}
/**
 * Take one's seat back from a bot.
 */
export interface ClientReturn {
  id?: string | null;
  type: 'return';
  seat?: number | null;
}
/**
 * Ask why a move is not legal.
 */
export interface ClientWhy {
  id?: string | null;
  type: 'why';
  /**
   * That of the table message this answers.
   */
  version: number;
  move: string;
}
/**
 * Ask what moves would bring, before one of them is confirmed.
 */
export interface ClientPreview {
  id?: string | null;
  type: 'preview';
  /**
   * That of the table message this answers.
   */
  version: number;
  /**
   * @minItems 1
   * @maxItems 100
   */
  moves: string[];
  /**
   * Also what can be chosen after each of them.
   */
  further?: boolean;
}
/**
 * Ask whether the server is there.
 */
export interface ClientPing {
  id?: string | null;
  type: 'ping';
}
/**
 * How long people may think.
 */
export interface ClockDocument {
  kind: 'turn' | 'bank';
  seconds: number;
  increment: number;
}
/**
 * Something a move did: its name and its facts, as the game tells them.
 */
export interface EventDocument {
  event: string;
  [k: string]: unknown;
}

export interface GameDocument {
  name: string;
  rules: number;
  players: number[];
}

export interface GamesDocument {
  games: GameDocument[];
  levels: string[];
  usual: string;
}
/**
 * What earned points, shown on the table.
 */
export interface GroundDocument {
  /**
   * The place in the score sheet.
   */
  what: string;
  points: number;
  cells: string[];
}

export interface GuestWish {
  /**
   * 1 to 24 characters when spaces are put in order; nothing invisible.
   */
  name: string;
}
/**
 * What the computer would do, best first, and how it thinks it goes on.
 */
export interface HintDocument {
  seat: number;
  simulations: number;
  moves: CandidateDocument[];
  line: string[];
}

export interface HintMessage {
  type: 'hint';
  version: number;
  hint: HintDocument;
  id?: string | null;
}
/**
 * Shown once.
 */
export interface LinkShown {
  secret: string;
  path: string;
}

export interface LinkWish {
  secret: string;
}

export interface MeChanged {
  person: PersonShown;
  login: string | null;
  webhook: string | null;
  /**
   * Whether there is a private link.
   */
  link: boolean;
  /**
   * Of a new webhook: what its calls are signed with. Shown once.
   */
  secret: string | null;
}
/**
 * A person as everybody may see them.
 */
export interface PersonShown {
  id: string;
  name: string;
  guest: boolean;
}
/**
 * A person as only they see themselves.
 */
export interface MeShown {
  person: PersonShown;
  login: string | null;
  webhook: string | null;
  /**
   * Whether there is a private link.
   */
  link: boolean;
}

export interface MeWish {
  /**
   * A new name; left out, the old one stays.
   */
  name?: string;
  /**
   * The new webhook; null removes it; left out, it stays.
   */
  webhook?: string | null;
}
/**
 * What a table was.
 */
export interface MomentDocument {
  ply: number;
  of: number;
  seat: number | null;
  view: {
    [k: string]: unknown;
  };
  scores: {
    [k: string]: unknown;
  };
  to_move: number | null;
  move: MoveDocument | null;
}
/**
 * A move that was played.
 */
export interface MoveDocument {
  ply: number;
  seat: number | null;
  move: string;
  answers: string[];
  events: EventDocument[];
  /**
   * Seconds since 1970, UTC.
   */
  at: number;
}
/**
 * A move, for programs that do not keep a socket open.
 */
export interface Move {
  /**
   * That of the table message this answers.
   */
  version: number;
  move: string;
}

export interface MovesDocument {
  moves: MoveDocument[];
  next: number | null;
}

export interface MyTablesDocument {
  tables: TableDocument[];
  /**
   * `before` of the next page.
   */
  next: number | null;
  /**
   * Those that wait for me.
   */
  waiting: string[];
}
/**
 * A table.
 */
export interface TableDocument {
  id: string;
  game: string;
  rules: number;
  options: {
    [k: string]: unknown;
  };
  status: 'open' | 'playing' | 'finished';
  public: boolean;
  host: string;
  seats: SeatDocument[];
  autostart: boolean;
  clock: ClockDocument | null;
  hints: boolean;
  takebacks: 'never' | 'agree' | 'free';
  chat: boolean;
  revision: number;
  version: number;
  ply: number;
  to_move: number | null;
  deadline: number | null;
  banks: number[] | null;
  offer: OfferDocument | null;
  result: ResultDocument | null;
  rematch: string | null;
  /**
   * Seconds since 1970, UTC.
   */
  created: number;
  started: number | null;
  ended: number | null;
  /**
   * Seconds since 1970, UTC.
   */
  changed: number;
}
/**
 * A chair.
 */
export interface SeatDocument {
  kind: 'person' | 'bot' | 'open';
  name: string;
  person: string | null;
  /**
   * Of a bot.
   */
  level: string | null;
  /**
   * Its person is connected.
   */
  here: boolean;
  /**
   * The level that plays for a person who is away.
   */
  stands_in: string | null;
  /**
   * The person an open seat waits for.
   */
  reserved: string | null;
  resigned: boolean;
}
/**
 * Something that needs agreement.
 */
export interface OfferDocument {
  number: number;
  kind: 'takeback' | 'replace';
  by: string;
  seat: number;
  ply: number;
  agreed: string[];
  asked: string[];
}
/**
 * How a game ended.
 */
export interface ResultDocument {
  scores: {
    [k: string]: unknown;
  };
  /**
   * Seats, best first; a shared place has several.
   */
  places: number[][];
  resigned: number[];
  /**
   * The game itself ended; false where somebody gave up.
   */
  complete: boolean;
}
/**
 * A table as it is wished for.
 */
export interface NewTable {
  game: string;
  /**
   * @minItems 1
   * @maxItems 8
   */
  seats: SeatWish[];
  /**
   * What the game lets one choose.
   */
  options?: {
    [k: string]: unknown;
  };
  /**
   * Listed for everybody; else only who has its link finds it.
   */
  public?: boolean;
  /**
   * Begin as soon as no seat is open.
   */
  start?: boolean;
  clock?: (TurnClock | BankClock) | null;
  hints?: boolean;
  takebacks?: 'never' | 'agree' | 'free';
  chat?: boolean;
}
/**
 * Who is to sit on a chair.
 */
export interface SeatWish {
  kind: 'me' | 'here' | 'open' | 'bot';
  /**
   * Of somebody at the same screen (`here`).
   */
  name?: string;
  /**
   * Of a bot.
   */
  level?: string;
}
/**
 * So long for every turn.
 */
export interface TurnClock {
  kind: 'turn';
  seconds: number;
}
/**
 * Shown once.
 */
export interface NewToken {
  id: string;
  token: string;
}

export interface PasswordChange {
  old: string;
  new: string;
}

export interface PasswordWish {
  login: string;
  password: string;
}

export interface PersonDocument {
  id: string;
  name: string;
  guest: boolean;
}

export interface PongMessage {
  type: 'pong';
  /**
   * Seconds since 1970, UTC.
   */
  at: number;
  id?: string | null;
}

export interface PresenceMessage {
  type: 'presence';
  here: string[];
  watching: number;
}
/**
 * What a move would bring.
 */
export interface PreviewDocument {
  events: EventDocument[];
  /**
   * It ends the turn, as far as that is known before.
   */
  ends: boolean;
  /**
   * What can be chosen then, if that was asked.
   */
  next?: string[] | null;
}
/**
 * What legal moves would bring, by move.
 */
export interface PreviewMessage {
  type: 'preview';
  version: number;
  previews: {
    [k: string]: PreviewDocument;
  };
  id?: string | null;
}
/**
 * Why nothing was done.
 */
export interface Problem {
  /**
   * Stable; programs decide by it.
   */
  code: string;
  /**
   * For a person.
   */
  sentence: string;
  /**
   * The figures in it.
   */
  facts: {
    [k: string]: unknown;
  };
}

export interface ReasonDocument {
  code: string;
  cells: string[];
  facts: {
    [k: string]: unknown;
  };
}
/**
 * Every answer that is not 2xx or 3xx.
 */
export interface Refusal {
  error: Problem;
}
/**
 * Nothing was changed.
 */
export interface RefusedMessage {
  type: 'refused';
  code: string;
  sentence: string;
  facts: {
    [k: string]: unknown;
  };
  id?: string | null;
}
/**
 * How the scores grew, and what they stand on now.
 */
export interface ScoresDocument {
  /**
   * At the beginning of every turn, and now.
   */
  turns: TotalDocument[];
  /**
   * By seat.
   */
  grounds: GroundDocument[][];
  /**
   * By seat: what decides between equal totals now.
   */
  tie_breaks: number[][];
}
/**
 * How a game stood when a turn began, or at its end.
 */
export interface TotalDocument {
  ply: number;
  scores: {
    [k: string]: unknown;
  };
}
/**
 * Who is to sit on a chair instead.
 */
export interface SeatChange {
  seat: number;
  to: SeatTo;
}

export interface SeatTo {
  kind: 'open' | 'bot';
  level?: string;
}
/**
 * Everything as it is now.
 */
export interface TableMessage {
  type: 'table';
  table: TableDocument;
  seats: number[];
  seat: number | null;
  view: {
    [k: string]: unknown;
  } | null;
  scores: {
    [k: string]: unknown;
  } | null;
  moves: string[];
  undo: boolean;
  step: StepDocument | null;
  id?: string | null;
}
/**
 * What has changed.
 */
export interface StepDocument {
  kind:
    | 'created'
    | 'joined'
    | 'left'
    | 'seat'
    | 'started'
    | 'move'
    | 'undo'
    | 'offer'
    | 'answer'
    | 'resigned'
    | 'replaced'
    | 'returned'
    | 'missed'
    | 'rematch';
  revision: number;
  version: number | null;
  ply: number;
  seat: number | null;
  person: string | null;
  move: string | null;
  answers: string[];
  events: EventDocument[];
  /**
   * Seconds since 1970, UTC.
   */
  at: number;
}
/**
 * Why a move is not legal; null if it is.
 */
export interface WhyMessage {
  type: 'why';
  version: number;
  move: string;
  reason: ReasonDocument | null;
  sentence: string | null;
  id?: string | null;
}
/**
 * Who is here.
 */
export interface SessionShown {
  /**
   * Null for a stranger.
   */
  me: MeShown | null;
}

export interface SitDown {
  seat?: number | null;
}

export interface SomebodyDocument {
  statistics: StatisticsLine[];
  person: PersonDocument;
  tables: TableDocument[];
}
/**
 * How games of one kind went.
 */
export interface StatisticsLine {
  game: string;
  players: number;
  games: number;
  /**
   * A shared one counts in parts.
   */
  wins: number;
  mean: number;
  best: number;
  /**
   * Seconds since 1970, UTC.
   */
  last: number;
}

export interface StatisticsDocument {
  statistics: StatisticsLine[];
}

export interface TablesDocument {
  tables: TableDocument[];
  /**
   * `before` of the next page.
   */
  next: number | null;
}

export interface TokenShown {
  id: string;
  name: string;
  created: number;
  /**
   * When it was last used, to the hour.
   */
  used: number | null;
}

export interface TokenWish {
  /**
   * 1 to 24 characters when spaces are put in order; nothing invisible.
   */
  name: string;
}

export interface Tokens {
  tokens: TokenShown[];
}
