/** The status line: who must do what, in which step, or why something cannot be; and where the rules speak of it. */
import { listed } from '../../texts/words.svelte';
import { checkpointAhead } from './chain';
import { rulesFor } from './rules/anchors';
import type { Sitting } from './sitting.svelte';
import { dieWords, nameOfPlace } from './spoken';
import { places, topOf } from './view';
import { t } from './words';

export interface Line {
  readonly who: string;
  readonly text: string;
  readonly tone?: 'no';
}

export const STEPS = { take: 1, place: 2, effects: 3 } as const;

export class Status {
  readonly #at: Sitting;

  constructor(sitting: Sitting) {
    this.#at = sitting;
  }

  /** What the person in front of the screen is asked. */
  readonly #question: string = $derived.by(() => {
    const { view, kind, phase, choosing, desk, openPlaces } = this.#at;
    const [room] = choosing.path;
    if (room !== undefined) return t('ask.which-courtier', { room: nameOfPlace(room, view) });
    const top = topOf(view);
    const facts: Record<string, unknown> = { n: openPlaces };
    if (desk.hand) facts.die = dieWords(desk.hand);
    if (kind === 'steps') {
      const next = checkpointAhead([`${String(top?.steps ?? 1)}h`], view, desk.actor);
      Object.assign(facts, { n: next?.seals ?? 1, space: next?.space ?? 0 });
    }
    if (kind === 'gain') facts.n = top?.gain ?? 1;
    if (kind === 'row') return t(`ask.row.${top?.row ?? 'any'}`, facts);
    if (phase === 'gardens' && kind === 'do') return t('ask.gardens', facts);
    return t(`ask.${kind}`, facts);
  });

  readonly line: Line = $derived.by(() => {
    const { desk, deciding, held, mine, refusal, scores, seats } = this.#at;
    if (this.#at.ended) {
      const [winners = []] = places(scores);
      return {
        who: t('status.over'),
        text: t('status.won', {
          who: listed(winners.map((seat) => desk.name(seat))),
          n: winners.length,
          points: scores.players[winners[0] ?? 0]?.total ?? 0,
        }),
      };
    }
    if (refusal) return { who: t('status.no'), text: refusal.text, tone: 'no' };
    if (held !== null) return { who: t('status.your-turn'), text: t('ask.confirm') };
    if (mine)
      return {
        who: seats.length > 1 ? t('status.turn-of', { who: desk.name(deciding) }) : t('status.your-turn'),
        text: this.#question,
      };
    if (this.#at.props.waiting) return { who: t('status.sent'), text: t('status.waiting') };
    if (deciding !== null && seats.includes(deciding) && !this.#at.ready)
      return { who: t('status.your-turn'), text: t('status.moment') };
    if (this.#at.bare) return { who: desk.name(deciding), text: t('status.to-move') };
    const thinks = this.#at.props.names[deciding ?? 0]?.kind === 'bot';
    return { who: desk.name(deciding), text: thinks ? t('status.thinks') : t('status.plays') };
  });

  /** It asks the one person in front of the screen. */
  readonly asksYou: boolean = $derived.by(
    () => this.#at.mine && this.#at.seats.length === 1 && this.line.tone === undefined,
  );

  /** Where the rules speak of what the line says. */
  readonly rule: string | null = $derived.by(() => {
    const { over, refusal, mine, kind, phase } = this.#at;
    if (over) return rulesFor('scores');
    if (refusal) return rulesFor(refusal.code);
    if (!mine) return null;
    return rulesFor(phase === 'gardens' && kind === 'do' ? 'ask.gardens' : `ask.${kind}`);
  });

  readonly step: keyof typeof STEPS | null = $derived.by(() => {
    const { mine, phase, kind } = this.#at;
    if (!mine || phase !== 'turn') return null;
    return kind === 'die' ? 'take' : kind === 'put' ? 'place' : 'effects';
  });
}
