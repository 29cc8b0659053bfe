/** The chain: what waits on the stack, and what a place would add, as steps to be shown one after the other. */
import { readEffect } from './effects';
import { type Choice, type Place } from './moves';
import { SEASONS } from './cards';
import { priceAt, type Step, stepsAt } from './reading';
import { type Entry, kindOf, type View } from './view';

export interface Link {
  /** `coins`, `lantern`, `rows` …, or the kind of an entry of the stack: the keys `chain.…` of the texts. */
  readonly kind: string;
  readonly effects: readonly string[];
  readonly either: boolean;
  /** The player is asked something here. */
  readonly asks: boolean;
  /** Only for `coins`. */
  readonly coins?: number;
  /** It is being decided now. */
  readonly now?: boolean;
  readonly about?: string;
}

/** Whether so many steps from a space meet a checkpoint. */
const meetsCheckpoint = (space: number, steps: number): boolean =>
  SEASONS.some(({ from, seals }) => seals > 0 && from > space && from <= space + steps);

/** Effects at which a question is to be expected: of choice, actions, and influence that comes to a checkpoint. */
export function asksSomething(effects: readonly string[], view: View, seat: number): boolean {
  return effects.some((text) => {
    const effect = readEffect(text);
    if (effect.kind === 'gain')
      return (
        effect.unit === 'any' || (effect.unit === 'h' && meetsCheckpoint(view.players[seat]?.influence ?? 0, effect.n))
      );
    return false;
  });
}

/** The checkpoint a number of influence steps would come to, for the sentence. */
export function checkpointAhead(
  effects: readonly string[],
  view: View,
  seat: number,
): { space: number; seals: number } | null {
  const steps = effects.reduce((sum, text) => {
    const effect = readEffect(text);
    return effect.kind === 'gain' && effect.unit === 'h' ? sum + effect.n : sum;
  }, 0);
  const here = view.players[seat]?.influence ?? 0;
  const found = SEASONS.find(({ from, seals }) => seals > 0 && from > here && from <= here + steps);
  return found ? { space: found.from, seals: found.seals } : null;
}

const link = (step: Step, view: View, seat: number): Link => ({
  kind: step.from,
  effects: step.effects,
  either: step.either ?? false,
  asks: asksSomething(step.effects, view, seat),
});

/** What a choice would bring, before it is confirmed. */
export function promised(choice: Choice, view: View, seat: number, coins: number | undefined): Link[] {
  const [place = '', from] = choice.path;
  const links: Link[] = [];
  const top = view.turn.stack?.at(-1);
  if (choice.verb === 'put') {
    if (coins !== undefined) links.push({ kind: 'coins', effects: [], either: false, asks: false, coins });
    return [...links, ...stepsAt(view, place, seat, top?.put, top?.from).map((step) => link(step, view, seat))];
  }
  if (choice.verb === 'do') {
    const effect = place.slice('effect:'.length);
    const steps: Step[] =
      effect === 'L' ? stepsAt(view, 'none', seat, 'c1', 'left') : [{ from: 'rows', effects: [effect] }];
    return steps.map((step) => link(step, view, seat));
  }
  if (choice.verb === 'die') {
    const side = place.split(':')[2];
    return stepsAt(view, 'none', seat, 'c1', side).map((step) => link(step, view, seat));
  }
  const price = priceAt(place, from?.split(':')[1]);
  if (price !== undefined && ['gate', 'climb', 'garden', 'yard'].includes(choice.verb))
    links.push({ kind: 'price', effects: [price], either: false, asks: false });
  return [...links, ...stepsAt(view, place as Place, seat).map((step) => link(step, view, seat))];
}

function entryLink(entry: Entry, view: View, now: boolean): Link {
  const kind = kindOf(entry);
  const seat = view.turn.player ?? 0;
  const base = { kind, either: false, now, asks: !now };
  switch (kind) {
    case 'do':
      return { ...base, effects: entry.do ?? [], asks: !now && asksSomething(entry.do ?? [], view, seat) };
    case 'one':
      return { ...base, effects: entry.one ?? [], either: true };
    case 'courtier':
      return { ...base, effects: ['C'] };
    case 'gardener':
      return { ...base, effects: ['G'] };
    case 'warrior':
      return { ...base, effects: ['W'] };
    case 'gain':
      return { ...base, effects: [`${String(entry.gain ?? 1)}any`] };
    case 'steps':
      return { ...base, effects: [`${String(entry.steps ?? 1)}h`] };
    case 'row':
      return {
        ...base,
        effects: [entry.row === 'light' ? 'LIGHT' : entry.row === 'any' ? 'ROW' : `ROW-${entry.row ?? ''}`],
      };
    case 'domain':
      return { ...base, effects: ['DOMAIN'] };
    case 'light':
      return { ...base, effects: ['LIGHT'], ...(entry.light ? { about: entry.light } : {}) };
    case 'refill':
      return { ...base, effects: [], asks: false, ...(entry.refill ? { about: entry.refill } : {}) };
    default:
      return { ...base, effects: [], asks: false };
  }
}

/** The stack from the entry that is decided down to the last. */
export function waiting(view: View): Link[] {
  const stack = view.turn.stack ?? [];
  return stack.toReversed().map((entry, index) => entryLink(entry, view, index === 0));
}
