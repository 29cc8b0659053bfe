/** The White Castle documents of docs/formats.md, as the client reads them. */

export const COLOURS = ['coral', 'black', 'white'] as const;
export type Colour = (typeof COLOURS)[number];

export const STEWARDS = ['steward-1', 'steward-2', 'steward-3'] as const;
export const DIPLOMATS = ['diplomat-1', 'diplomat-2'] as const;
export const ROOMS = [...STEWARDS, ...DIPLOMATS] as const;
export type RoomName = (typeof ROOMS)[number];

export const RESOURCES = ['food', 'iron', 'pearl'] as const;
export type Resource = (typeof RESOURCES)[number];

export const YARDS = ['5', '3', '1'] as const;
export type YardName = (typeof YARDS)[number];

export const SIDES = ['left', 'centre', 'right'] as const;
export type Side = (typeof SIDES)[number];

export const MOST_OF_A_RESOURCE = 7;
export const MOST_SEALS = 5;
export const MEMBERS = 5;

/** A die's text: the letter of its colour and its value; `?` for one that is not known. */
export type DieText = string;

export interface Bridge {
  left: number | null;
  centre: number[];
  right: number | null;
}

export interface Room {
  card: string | null;
  tiles: Colour[];
  dice: DieText[];
}

export interface Courtiers {
  home: number;
  gate: number;
  daimyo: number;
  'steward-1': number;
  'steward-2': number;
  'steward-3': number;
  'diplomat-1': number;
  'diplomat-2': number;
}

export interface PlayerView {
  food: number;
  iron: number;
  pearl: number;
  coins: number;
  seals: number;
  points: number;
  influence: number;
  courtiers: Courtiers;
  gardeners: { home: number; at: string[] };
  warriors: { home: number } & Record<YardName, number>;
  card: string | null;
  lantern: string[];
  dice: Record<Colour, DieText | null>;
}

/** An entry of the stack of effects in progress; exactly one of the first keys is there. */
export interface Entry {
  start?: true;
  put?: DieText;
  from?: string;
  do?: string[];
  one?: string[];
  courtier?: string[];
  gardener?: true;
  warrior?: true;
  gain?: number;
  steps?: number;
  row?: string;
  domain?: true;
  light?: string;
  favour?: true;
  refill?: string;
  end?: true;
  rival?: string[];
  'rival-garden'?: string[];
  'rival-room'?: number;
}

export type Phase = 'start' | 'turn' | 'gardens' | 'over';

export interface Turn {
  player: number | null;
  phase?: Phase;
  stack?: Entry[];
  lines?: Colour[];
}

export interface Solo {
  level: 'easy' | 'medium' | 'hard';
  rival: number;
  deck: string[];
  turned: number;
  next: unknown;
}

export interface View {
  game: 'white-castle';
  version: number;
  solo: Solo | null;
  round: number;
  order: number[];
  track: number[];
  bridges: Record<Colour, Bridge>;
  rooms: Record<RoomName, Room>;
  outside: { left: DieText[]; right: DieText[] };
  well: { tiles: string[]; dice: DieText[] };
  daimyo: { card: string; places: (number | null)[] };
  gardens: Record<Colour, [string, string]>;
  yards: Record<YardName, string[]>;
  decks: { stewards: string[]; diplomats: string[] };
  removed?: string[];
  starts?: [string, string][];
  players: PlayerView[];
  turn: Turn;
  unseen?: { stewards: string[]; diplomats: string[]; solo?: string[] };
}

export const CATEGORIES = [
  'points',
  'coins',
  'food',
  'iron',
  'pearl',
  'track',
  'courtiers',
  'warriors',
  'gardeners',
] as const;
export type Category = (typeof CATEGORIES)[number];

export type PlayerScore = Record<Category | 'total', number>;

export interface Scores {
  players: PlayerScore[];
  /** Seats, best first; a place shared by several is a list of its own. */
  ranking: (number | number[])[];
}

export const places = (scores: Scores): number[][] =>
  scores.ranking.map((place) => (Array.isArray(place) ? place : [place]));

const LETTERS: Readonly<Record<string, Colour>> = { c: 'coral', b: 'black', w: 'white' };

export interface Die {
  readonly colour: Colour;
  readonly value: number;
}

export function readDie(text: DieText): Die {
  return { colour: LETTERS[text[0] ?? ''] ?? 'white', value: Number(text.slice(1)) || 0 };
}

export const dieText = (colour: Colour, value: number): DieText => `${colour[0] ?? ''}${String(value)}`;

/** The entry that is being decided; undefined where a die is to be chosen, or nothing is. */
export const topOf = (view: View): Entry | undefined => view.turn.stack?.at(-1);

/** What an entry is about, as one word. */
export function kindOf(entry: Entry | undefined): string {
  if (!entry) return 'die';
  const [kind = 'die'] = Object.keys(entry).filter((key) => key !== 'from');
  return kind;
}

/** Who answers the question of the moment: solo, the person also decides for the rival. */
export const deciderOf = (view: View): number | null =>
  view.solo && view.turn.player === view.solo.rival ? 1 - view.solo.rival : view.turn.player;

export const diceOnBridges = (view: View): number =>
  COLOURS.reduce((sum, colour) => {
    const { left, centre, right } = view.bridges[colour];
    return sum + centre.length + Number(left !== null) + Number(right !== null);
  }, 0);

/** The courtiers of all players in a place, seat by seat; pieces are drawn in this order. */
export function courtiersAt(view: View, place: keyof Courtiers): number[] {
  return view.players.flatMap((player, seat) => Array.from({ length: player.courtiers[place] }, () => seat));
}

export const warriorsAt = (view: View, yard: YardName): number[] =>
  view.players.flatMap((player, seat) => Array.from({ length: player.warriors[yard] }, () => seat));

export const gardenersAt = (view: View, garden: string): number[] =>
  view.players.flatMap((player, seat) => (player.gardeners.at.includes(garden) ? [seat] : []));
