import { describe, expect, test } from 'vitest';
import { beginnings, plyOfRecord, turnBack, turnNext, turnsOf } from './replay/turns';
import { calmer, lineOf, nearest, ticks, xOf, yOf } from './replay/chart';
import { momentPath, routeOf, rulesPath, tablePath } from './routes';
import { PACE_NAMES, paceOf, PACES } from './paces';
import { remember, remembered } from './remembered';
import { scriptOf } from './updates.svelte';
import {
  againstComputer,
  alone,
  nearestCount,
  onOneScreen,
  resized,
  sane,
  tableWish,
  usualWishes,
  withFriends,
} from './wishes';

const at = (path: string) => routeOf(new URL(path, 'https://castle.example'));

describe('addresses', () => {
  test('every screen has one', () => {
    expect(at('/')).toEqual({ screen: 'home' });
    expect(at('/new')).toEqual({ screen: 'new' });
    expect(at('/settings')).toEqual({ screen: 'settings' });
    expect(at('/rules')).toEqual({ screen: 'rules', game: null, anchor: '' });
    expect(at(rulesPath('some-game', 'end'))).toEqual({ screen: 'rules', game: 'some-game', anchor: 'end' });
    expect(at('/people/kYb1bQ')).toEqual({ screen: 'people', id: 'kYb1bQ' });
    expect(at('/back#SECRET')).toEqual({ screen: 'back', secret: 'SECRET' });
    expect(at('/tables/abc_-9')).toEqual({ screen: 'table', id: 'abc_-9', move: null, seat: null });
  });
  test('a moment of a table', () => {
    expect(at(momentPath('abcd', 42, 1))).toEqual({ screen: 'table', id: 'abcd', move: 42, seat: 1 });
    expect(at('/tables/abcd?move=soon')).toMatchObject({ move: null });
    expect(tablePath('abcd')).toBe('/tables/abcd');
  });
  test.each(['/tables', '/tables/a/b', '/nowhere', '/tables/%3Cscript%3E', '/%E0%A4%A'])('%s leads nowhere', (path) => {
    expect(at(path)).toEqual({ screen: 'lost' });
  });
});

describe('wishes for a table', () => {
  const options = { size: 'large' };
  test('against the computer', () => {
    const wish = tableWish(againstComputer('go', 2, 'master'), options);
    expect(wish.seats).toEqual([{ kind: 'me' }, { kind: 'bot', level: 'master' }, { kind: 'bot', level: 'master' }]);
    expect(wish).toMatchObject({ game: 'go', public: false, start: true, takebacks: 'free', options });
  });
  test('with friends, on one screen, alone', () => {
    expect(tableWish(withFriends('go', 3), {}).seats.map(({ kind }) => kind)).toEqual(['me', 'open', 'open']);
    expect(tableWish(onOneScreen('go', ['Teo']), {}).seats).toEqual([{ kind: 'me' }, { kind: 'here', name: 'Teo' }]);
    expect(tableWish(alone('go'), {}).seats).toEqual([{ kind: 'me' }]);
  });
  test('a table without an open seat is never public', () => {
    expect(tableWish({ ...alone('go'), public: true }, {}).public).toBe(false);
    expect(tableWish({ ...withFriends('go', 2), public: true }, {}).public).toBe(true);
  });
  test('more and fewer seats', () => {
    const { seats } = againstComputer('go', 1, 'samurai');
    expect(resized(seats, 4).slice(1)).toEqual(Array.from({ length: 3 }, () => ({ kind: 'bot', level: 'samurai' })));
    expect(resized(seats, 1)).toEqual([{ kind: 'me' }]);
    expect(resized([{ kind: 'me' }], 2)[1]).toEqual({ kind: 'bot', level: 'apprentice' });
    expect(nearestCount(4, [1, 2, 3])).toBe(3);
    expect(nearestCount(1, [2, 3])).toBe(2);
  });
  test('a remembered choice that no longer fits is mended', () => {
    const odd = { ...usualWishes('gone'), seats: [], options: null as never };
    const mended = sane(odd, ['chess', 'go'], () => [2]);
    expect(mended).toMatchObject({ game: 'chess', options: {} });
    expect(mended.seats).toHaveLength(2);
    const four = { ...usualWishes('go'), seats: resized([{ kind: 'me' as const }], 4) };
    expect(sane(four, ['chess', 'go'], () => [1, 2, 3]).seats).toHaveLength(3);
  });
});

test('the last choice is remembered, and nonsense is not', () => {
  remember('trial', { rivals: 3 });
  expect(remembered('trial', { rivals: 1, level: 'x' })).toEqual({ rivals: 3, level: 'x' });
  localStorage.setItem('tenshu.trial', '{');
  expect(remembered('trial', { rivals: 1 })).toEqual({ rivals: 1 });
});

describe('turns of a replay', () => {
  const move = (ends: boolean, answers: string[] = []) => ({
    ply: 0,
    seat: 0,
    move: '',
    answers,
    at: 0,
    events: ends ? [{ event: 'over' }] : [],
  });
  const ends = (events: readonly { event: string }[]) => events.length > 0;
  const moves = [move(false), move(true), move(false), move(true), move(false)];
  test('begin after one that ended', () => {
    expect(turnsOf(moves, ends)).toEqual([1, 1, 2, 2, 3, 3]);
    expect(beginnings(turnsOf(moves, ends))).toEqual([0, 2, 4, 5]);
  });
  test('are walked', () => {
    const starts = [0, 2, 4, 5];
    expect(turnBack(starts, 4)).toBe(2);
    expect(turnBack(starts, 0)).toBe(0);
    expect(turnNext(starts, 2)).toBe(4);
    expect(turnNext(starts, 5)).toBe(5);
  });
  test('a record tells the answers of the game as moves, too', () => {
    const solo = [move(false), move(true, ['answer a1', 'answer b1']), move(false)];
    expect([0, 1, 4, null].map((index) => plyOfRecord(solo, index))).toEqual([0, 1, 2, 3]);
  });
});

describe('curves', () => {
  const frame = { width: 100, height: 50, left: 10, right: 10, top: 5, bottom: 5 };
  test('fit their frame', () => {
    expect(xOf(frame, 0, 5)).toBe(10);
    expect(xOf(frame, 4, 5)).toBe(90);
    expect(yOf(frame, 1, 0, 1)).toBe(5);
    expect(yOf(frame, 0, 0, 1)).toBe(45);
    expect(lineOf(frame, [0, 1], 0, 1)).toBe('M10.0 45.0L90.0 5.0');
  });
  test('have round figures', () => {
    expect(ticks(0, 42)).toEqual([0, 20, 40, 60]);
    expect(ticks(0, 1)).toEqual([0, 0.5, 1]);
    expect(ticks(-3, 5)[0]).toBeLessThanOrEqual(-3);
  });
  test('can be drawn more calmly, with their end as it is', () => {
    expect(calmer([0, 0, 0])).toEqual([0, 0, 0]);
    const calm = calmer([0, 1, 0, 1, 0, 1]);
    expect(calm.at(-1)).toBe(1);
    expect(Math.max(...calm.slice(1, 4)) - Math.min(...calm.slice(1, 4))).toBeLessThan(0.2);
  });
  test('are picked at the nearest point', () => {
    expect(nearest(frame, 0, 5)).toBe(0);
    expect(nearest(frame, 0.5, 5)).toBe(2);
    expect(nearest(frame, 1, 5)).toBe(4);
  });
});

test('the script of a page is found, so that a newer client is noticed', () => {
  expect(
    scriptOf('<script src="/boot.js"></script><script type="module" crossorigin src="/assets/index-a1.js"></script>'),
  ).toBe('/assets/index-a1.js');
  expect(scriptOf('nothing')).toBeUndefined();
});

test('a pace that was set by hand is shown as the nearest one', () => {
  for (const name of PACE_NAMES) expect(paceOf(PACES[name])).toBe(name);
  expect([0.1, 0.4, 0.8, 2].map(paceOf)).toEqual(['instant', 'fast', 'usual', 'slow']);
  // Slower is longer, as the boards multiply by it.
  expect(PACES.slow).toBeGreaterThan(PACES.fast);
});
