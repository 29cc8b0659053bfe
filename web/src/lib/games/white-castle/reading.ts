/** What lies in a place and what a die there would touch, read from the position as a person reads it from the table. */
import { addedUp } from './effects';
import {
  cardOf,
  CLIMB_PEARL,
  FAVOURS,
  FLOOR_POINTS,
  GARDENS,
  GATE_COINS,
  lanternBack,
  LINES,
  OUTSIDE,
  PRINTED,
  rowFor,
  yardTile,
} from './cards';
import { type Place } from './moves';
import { type Colour, COLOURS, type DieText, readDie, type RoomName, SIDES, topOf, type View } from './view';

export interface Row {
  readonly number: number;
  readonly tile: Colour;
  readonly effects: readonly string[];
  readonly dark: boolean;
}

export const floorOf = (room: string): 'steward' | 'diplomat' => (room.startsWith('s') ? 'steward' : 'diplomat');

/** The rows of a room: a die tile beside each row of its card. */
export function rowsOf(view: View, room: RoomName): Row[] {
  const { card, tiles } = view.rooms[room];
  const printed = cardOf(card);
  return tiles.map((tile, index) => ({
    number: index + 1,
    tile,
    effects: printed?.rows[index] ?? [],
    dark: printed?.dark === index,
  }));
}

/** The die that lies on top of a space, or null. */
export const topDie = (dice: readonly DieText[]): DieText | null => dice.at(-1) ?? null;

/** Icons of the rewards a line of a domain shows, the covered ones with them. */
export function lineOf(view: View, seat: number, colour: Colour): { effect: string; uncovered: boolean }[] {
  const line = LINES[colour];
  const home = view.players[seat]?.[line.members].home ?? 0;
  const uncovered = line.shown.length - home;
  return line.shown.map((effect, index) => ({ effect, uncovered: index < uncovered }));
}

/** The effects of the domain card that a line would carry out. */
export function cardRowFor(view: View, seat: number, colour: Colour): { effects: readonly string[]; dark: boolean } {
  const card = cardOf(view.players[seat]?.card ?? null);
  if (!card) return { effects: [], dark: false };
  const row = rowFor(card, COLOURS.indexOf(colour));
  return { effects: card.rows[row] ?? [], dark: card.dark === row };
}

/** The icons of a Lantern area, one by one. */
export const lanternOf = (view: View, seat: number): string[] =>
  (view.players[seat]?.lantern ?? []).flatMap((card) => lanternBack(card) ?? []);

/** A step of what a place brings: a group of effects with what it comes from. */
export interface Step {
  readonly from: 'lantern' | 'rows' | 'line' | 'card' | 'well' | 'one' | 'garden' | 'yard' | 'favour' | 'price';
  readonly effects: readonly string[];
  /** One of them, not all. */
  readonly either?: boolean;
}

/** What is printed on a place and would be carried out there, in the order of the rules' turn; for the eye, before anything is asked. */
export function stepsAt(view: View, place: Place, seat: number, die?: DieText, from?: string): Step[] {
  const [kind = '', name = '', detail = ''] = place.split(':');
  const steps: Step[] = [];
  const lantern = lanternOf(view, seat);
  if (die !== undefined && from === 'left' && lantern.length > 0)
    steps.push({ from: 'lantern', effects: addedUp(lantern) });
  switch (kind) {
    case 'room': {
      const colour = die === undefined ? undefined : readDie(die).colour;
      const rows = rowsOf(view, name as RoomName).filter(({ tile }) => tile === colour);
      for (const { effects } of rows) steps.push({ from: 'rows', effects });
      break;
    }
    case 'row': {
      const row = rowsOf(view, name as RoomName)[Number(detail) - 1];
      if (row) steps.push({ from: 'rows', effects: row.effects });
      break;
    }
    case 'outside':
      steps.push({ from: 'one', effects: OUTSIDE[name === 'right' ? 'right' : 'left'], either: true });
      break;
    case 'well':
      steps.push({ from: 'well', effects: wellOf(view) });
      break;
    case 'line': {
      const colour = name as Colour;
      const shown = lineOf(view, seat, colour).flatMap(({ effect, uncovered }) => (uncovered ? [effect] : []));
      steps.push({ from: 'line', effects: addedUp(shown) });
      const { effects } = cardRowFor(view, seat, colour);
      if (effects.length > 0) steps.push({ from: 'card', effects });
      break;
    }
    case 'garden': {
      const garden = GARDENS[name];
      if (garden) steps.push({ from: 'garden', effects: [garden.effect] });
      break;
    }
    case 'yard':
      steps.push({
        from: 'yard',
        effects: (view.yards[name as keyof View['yards']] ?? []).flatMap((tile) => yardTile(tile)?.effect ?? []),
      });
      break;
    case 'light': {
      const row = cardOf(topOf(view)?.light ?? null)?.rows[Number(name) - 1];
      if (row) steps.push({ from: 'rows', effects: row });
      break;
    }
    case 'favour': {
      const effect = FAVOURS[view.daimyo.card]?.[SIDES.indexOf(name as (typeof SIDES)[number])];
      if (effect) steps.push({ from: 'favour', effects: [effect] });
      break;
    }
  }
  return steps;
}

export const wellOf = (view: View): string[] => ['1s', ...view.well.tiles.map((tile) => `1${tile}`)];

/** The value on a space as it lies there: the die on top, or what is printed. */
export function coveredBy(view: View, place: Place, seat: number): { printed: number; dice: readonly DieText[] } {
  const [kind = '', name = ''] = place.split(':');
  if (kind === 'room') return { printed: PRINTED[floorOf(name)], dice: view.rooms[name as RoomName].dice };
  if (kind === 'outside') return { printed: PRINTED.outside, dice: view.outside[name === 'right' ? 'right' : 'left'] };
  if (kind === 'well') return { printed: PRINTED.well, dice: view.well.dice };
  const die = view.players[seat]?.dice[name as Colour] ?? null;
  return { printed: PRINTED.domain, dice: die === null ? [] : [die] };
}

/** What a place asks besides a die, as its price is printed: `2c`, `4f`, `2p`. */
export function priceAt(place: Place, from?: string): string | undefined {
  const [kind = '', name = ''] = place.split(':');
  if (kind === 'gate') return `${String(GATE_COINS)}c`;
  if (kind === 'garden') return `${String(GARDENS[name]?.food ?? 0)}f`;
  if (kind === 'yard') return `${name}i`;
  if (from !== undefined && (kind === 'room' || kind === 'daimyo')) {
    const level = (space: string) =>
      space === 'gate' ? 0 : space.startsWith('s') ? 1 : space.startsWith('di') ? 2 : 3;
    const levels = level(kind === 'daimyo' ? 'daimyo' : name) - level(from);
    const pearl = CLIMB_PEARL[levels - 1];
    return pearl === undefined ? undefined : `${String(pearl)}p`;
  }
  return undefined;
}

export const floorPoints = (room: string): number => FLOOR_POINTS[floorOf(room)];
