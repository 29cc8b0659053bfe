import { beforeEach, describe, expect, test } from 'vitest';
import { set } from '../settings.svelte';
import type { World } from './socket';
import { LiveTable } from './table.svelte';
import type { Table } from './types';

class FakeSocket {
  readyState = 1;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close() {
    this.readyState = 3;
  }
}
let socket: FakeSocket;
let live: LiveTable;
const world: World = {
  connect: () => (socket = new FakeSocket()) as unknown as WebSocket,
  now: () => 0,
  later: () => 0,
  never: () => undefined,
  random: () => 0.5,
};
const table = (version: number) => ({ id: 'T', version, ply: version, status: 'playing', seats: [], to_move: 0 });
const says = (message: unknown) => socket.onmessage?.({ data: JSON.stringify(message) });
const tells = (version: number, moves: string[]) =>
  says({
    type: 'table',
    table: table(version),
    seats: [0],
    seat: 0,
    view: {},
    scores: {},
    moves,
    undo: false,
    step: null,
  });
const kinds = () => socket.sent.map(({ type }) => type);

beforeEach(() => {
  set('confirmTurn', false);
  live = new LiveTable(table(0) as unknown as Table, world);
  live.open();
  tells(1, ['stay', 'end']);
});

describe('the end of a turn', () => {
  test('is played at once unless somebody wants to confirm it', () => {
    live.choose('end');
    expect(socket.sent.at(-1)).toMatchObject({ type: 'move', move: 'end', version: 1 });
  });
  test('waits to be confirmed if that is wanted', () => {
    set('confirmTurn', true);
    live.choose('end');
    expect(kinds()).toEqual(['preview']);
    says({ type: 'preview', version: 1, previews: { end: { events: [{ event: 'over' }], ends: true } } });
    expect(live.held).toEqual({ move: 'end', events: [{ event: 'over' }] });
    live.choose('stay');
    expect(kinds()).toEqual(['preview']);
    live.confirm();
    expect(socket.sent.at(-1)).toMatchObject({ type: 'move', move: 'end' });
    tells(2, []);
    expect(live.held).toBeNull();
  });
  test('can be taken back until then, without the server', () => {
    set('confirmTurn', true);
    live.preview(['end']);
    says({ type: 'preview', version: 1, previews: { end: { events: [], ends: true } } });
    live.choose('end');
    expect(live.held?.move).toBe('end');
    live.undo();
    expect(live.held).toBeNull();
    expect(kinds()).toEqual(['preview']);
    live.undo();
    expect(kinds()).toEqual(['preview', 'undo']);
  });
  test('is not asked for a move that does not end it', () => {
    set('confirmTurn', true);
    live.choose('stay');
    says({ type: 'preview', version: 1, previews: { stay: { events: [], ends: false } } });
    expect(live.held).toBeNull();
    expect(socket.sent.at(-1)).toMatchObject({ type: 'move', move: 'stay' });
  });
});

test('each move is asked about once, and again if more is wanted', () => {
  live.preview(['stay', 'end']);
  live.preview(['stay', 'end']);
  live.preview(['stay'], true);
  expect(socket.sent).toEqual([
    { type: 'preview', version: 1, moves: ['stay', 'end'] },
    { type: 'preview', version: 1, moves: ['stay'], further: true },
  ]);
  tells(2, ['stay']);
  live.preview(['stay']);
  expect(socket.sent.at(-1)).toEqual({ type: 'preview', version: 2, moves: ['stay'] });
});
