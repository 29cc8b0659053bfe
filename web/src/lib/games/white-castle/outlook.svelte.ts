/** The words of the action bar: what is considered, what it would bring, and how a button calls a move. */
import { cardOf } from './cards';
import { checkpointAhead, type Link, promised, waiting } from './chain';
import { areaOf, readMove } from './moves';
import type { Sitting } from './sitting.svelte';
import { coinWords, dieWords, effectsWords, effectWords, nameOfPlace } from './spoken';
import { topOf, type View } from './view';
import { t } from './words';

/** A move in a few words, for the button that plays it. */
export function described(move: string, view: View): string {
  const { verb, path } = readMove(move, view);
  const [place = '', from] = path;
  switch (verb) {
    case 'die':
      return t('do.die', { die: nameOfPlace(place, view) });
    case 'do':
      return effectWords(place.slice('effect:'.length));
    case 'climb':
      return t('do.climb', { from: nameOfPlace(from ?? '', view), room: nameOfPlace(place, view) });
    case 'gain':
    case 'trade':
      return t(`do.${verb}`, { what: t(`gain.${place.split(':')[1] ?? ''}`, { n: 1 }) });
    case 'light':
      return effectsWords(lightRow(place, view));
    case 'start':
    case 'pay':
    case 'stop':
    case 'skip':
    case 'end':
      return t(`do.${verb}`);
    default:
      return t(`do.${verb}`, { place: nameOfPlace(place, view) });
  }
}

/** The effects of a light row that can be chosen: `light:2`. */
export const lightRow = (place: string, view: View): readonly string[] =>
  cardOf(topOf(view)?.light ?? null)?.rows[Number(place.split(':')[1]) - 1] ?? [];

export class Outlook {
  readonly #at: Sitting;

  constructor(sitting: Sitting) {
    this.#at = sitting;
  }

  /** What the considered place gains or costs in coins. */
  readonly #coins: number | undefined = $derived.by(() => {
    const { considered } = this.#at.choosing;
    return considered?.verb === 'put' ? this.#at.desk.coins(considered.path[0] ?? '') : undefined;
  });

  /** The chain: what the considered move would add, else what waits. */
  readonly links: readonly Link[] = $derived.by(() => {
    const { view, desk, choosing, kind } = this.#at;
    const { considered } = choosing;
    if (considered && considered.verb !== 'do') return promised(considered, view, desk.actor, this.#coins);
    return ['put', 'die', 'start', 'end'].includes(kind) ? [] : waiting(view);
  });

  readonly headline: string = $derived.by(() => {
    const { view, desk, held, mine, ready } = this.#at;
    const { considered } = this.#at.choosing;
    if (held !== null) return t('bar.held');
    if (considered && ready && considered.verb !== 'do') {
      const [place = ''] = considered.path;
      if (areaOf(place) === 'bar' || considered.verb === 'start') return described(considered.move, view);
      return considered.verb === 'die' ? desk.label(place) : nameOfPlace(place, view);
    }
    if (!desk.hand) return '';
    const die = dieWords(desk.hand);
    return mine ? t('hand.yours', { die }) : t('hand.theirs', { who: desk.name(view.turn.player), die });
  });

  /** What a considered place brings, in a sentence; the chain beside it says the same in icons. */
  readonly sentence: string = $derived.by(() => {
    const { view, desk, mine, hinted, watchingRival } = this.#at;
    const hint = this.#at.props.hint?.moves[0];
    if (hinted && hint) return t('hint.says', { move: described(hinted.move, view), n: Math.round(hint.points ?? 0) });
    if (!mine) return watchingRival ? t('advice.watch') : '';
    if (!this.#at.choosing.considered) return t(`advice.${this.#advised}`);
    const effects = this.links.flatMap((link) => link.effects);
    const ahead = checkpointAhead(effects, view, desk.actor);
    return [
      ...(this.#coins === undefined ? [] : [coinWords(this.#coins)]),
      ...this.links
        .filter(({ kind }) => kind !== 'coins')
        .map((link) => t(`promise.${link.kind}`, { effects: effectsWords(link.effects, link.either) })),
      ...(ahead ? [t('promise.checkpoint', { n: ahead.seals, space: ahead.space })] : []),
    ].join(t('promise.then'));
  });

  readonly #advised: string = $derived.by(() => {
    const { kind, choosing } = this.#at;
    if (kind === 'die' || kind === 'put') return kind;
    return choosing.verbs.has('do') ? 'do' : choosing.verbs.has('skip') ? 'skip' : 'choose';
  });
}
