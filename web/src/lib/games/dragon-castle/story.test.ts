import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Frame, frames } from '../../../../dev/frames';
import { after, beat, difference } from './story';
import type { View } from './view';

const game = (name: string): Frame[] =>
  frames(JSON.parse(readFileSync(`${process.cwd()}/dev/fixtures/${name}.json`, 'utf-8')));

/** What lies on the table, without the turn's bookkeeping. */
const table = ({ castle, players, supply, countdown, unseen, ingenuity, turn }: View) => ({
  castle,
  players,
  supply,
  countdown,
  unseen,
  ingenuity,
  hand: turn.hand ?? [],
});

describe.each(['two', 'three', 'four', 'solo', 'spirits'])('the game "%s", retold by its events', (name) => {
  const all = game(name);
  test('events applied one by one lead to the view the server sends', () => {
    all.forEach(({ step, view }, index) => {
      const before = all[index - 1];
      if (!before) return;
      let told = before.view;
      for (const event of step.events) told = after(told, event);
      expect(table(told), `${index}: ${String(step.move)}`).toEqual(table(view));
    });
  });
  test('every event but the end of a turn has something to be seen', () => {
    for (const { step, view } of all)
      for (const event of step.events)
        if (event.event !== 'turn-ended') expect(beat(view, event), event.event).toBeDefined();
  });
});

describe('two views compared', () => {
  const all = game('two');
  const stepOf = (verb: string) => {
    const index = all.findIndex(({ step }) => step.move?.startsWith(verb));
    return [all[index - 1]?.view, all[index]?.view] as [View, View];
  };
  test('a tile placed flies from hand to realm, and back when that is undone', () => {
    const [before, now] = stepOf('place');
    const forth = difference(before, now).filter(({ kind }) => kind === 'fly');
    expect(forth).toMatchObject([{ from: { at: 'hand' }, to: { at: 'realm' } }]);
    const back = difference(now, before).filter(({ kind }) => kind === 'fly');
    expect(back).toMatchObject([{ from: { at: 'realm' }, to: { at: 'hand' } }]);
  });
  test('equal views have no difference', () => {
    const [before] = stepOf('take');
    expect(difference(before, structuredClone(before))).toEqual([]);
  });
  test('a set undone turns its tiles up again', () => {
    const index = all.findIndex(({ step }) => step.events.some(({ event }) => event === 'set-turned'));
    const [before, now] = [all[index - 1]?.view, all[index]?.view] as [View, View];
    const turned = all[index]?.step.events.find(({ event }) => event === 'set-turned') as unknown as {
      cells: string[];
    };
    const flips = difference(before, now).filter(({ kind }) => kind === 'flip');
    expect(flips.length).toBeGreaterThanOrEqual(turned.cells.length - 1);
    expect(difference(now, before).filter(({ kind }) => kind === 'flip')).toHaveLength(flips.length);
  });
});
