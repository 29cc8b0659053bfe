/** The line to the server: watchers, reloads, several tabs, and a server that goes down in the middle of a game. */
import { Gate } from '../house/gate';
import { Player } from '../house/player';
import { movesOf } from '../house/records';
import { Server } from '../house/server';
import { expect, test } from '../house/test';
import { Board } from './board';
import { hands } from './hands';

const moves = async (board: Board) => (await movesOf(board.page)).map(({ move }) => move);

test('who watches sees what lies open, and can do nothing', async ({ visit, scene }) => {
  const laid = scene('a castle to watch');
  const told: Record<string, unknown>[] = [];
  const [playing, watching] = [await visit({ as: laid.someone('Ana') }), await visit()];
  watching.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => told.push(JSON.parse(String(payload)) as Record<string, unknown>)),
  );
  const [ana, stranger] = [new Board(playing), new Board(watching)];
  for (const { page } of [ana, stranger]) await page.goto(`/tables/${laid.table}`);
  await expect(stranger.castle.getByRole('button').first()).toBeVisible();
  await expect(stranger.status).toContainText('Ana');
  await expect(stranger.castle.getByRole('button', { disabled: false })).toHaveCount(0);
  await expect(stranger.realm.getByRole('button', { disabled: false })).toHaveCount(0);
  for (const key of ['bar.hint', 'bar.undo', 'bar.summon']) await expect(stranger.button(key)).toHaveCount(0);
  // A move is seen at once by both.
  const player = new Player(playing, hands);
  const { offers } = await player.see();
  const taken = /, ([a-z]\d+), /.exec(offers.find(({ part }) => part === 'castle')?.name ?? '')?.[1] ?? '';
  const before = (await stranger.castle.getAttribute('aria-label')) ?? '';
  await ana.perform(`take ${taken}`);
  await expect(ana.button('bar.shrine')).toBeVisible();
  await expect(stranger.castle).not.toHaveAttribute('aria-label', before);
  await expect(stranger.button('bar.shrine')).toHaveCount(0);
  // Nothing hidden came over the line, and nothing that only a player gets.
  const tables = told.filter(({ type }) => type === 'table');
  expect(tables.length).toBeGreaterThan(1);
  for (const table of tables) {
    expect(table).toMatchObject({ seats: [], seat: null, moves: [], undo: false });
    const { castle } = table.view as { castle: Record<string, string[]> };
    for (const stack of Object.values(castle)) expect(stack.slice(0, -1).every((tile) => tile === '?')).toBe(true);
  }
  expect((await watching.request.get(`/api/tables/${laid.table}/record`)).status()).toBe(409);
});

test('a reload in the middle of a turn loses nothing and repeats nothing', async ({ visit, scene }) => {
  const laid = scene('a castle to reload');
  const page = await visit({ as: laid.someone('Ana') });
  await page.goto(`/tables/${laid.table}`);
  const board = new Board(page);
  const line = ['take c2', 'shrine', 'place F2 d1', 'build a1'];
  for (const [number, move] of line.entries()) {
    await board.perform(move);
    await expect.poll(() => moves(board)).toEqual(line.slice(0, number + 1));
    await page.reload();
    await expect(board.status).toBeVisible();
  }
  await board.expectCell('a1', 'shrine 1');
  await expect(board.status).toContainText('Bea');
  expect(await moves(board)).toEqual(line);
});

test('two tabs of one person: what one has played, the other cannot play again', async ({ visit, scene }) => {
  const laid = scene('a castle for two tabs');
  const first = await visit({ as: laid.someone('Ana') });
  const second = await first.context().newPage();
  const gate = await Gate.on(second);
  const [left, right] = [new Board(first), new Board(second)];
  for (const { page } of [left, right]) await page.goto(`/tables/${laid.table}`);
  await left.perform('take c2');
  await expect(right.button('bar.discard')).toBeVisible();
  // The second tab has not heard yet that the first one has moved on.
  gate.hold();
  await left.perform('shrine');
  await expect(left.cell('d1')).toBeEnabled();
  await right.perform('discard');
  await expect.poll(() => gate.moves).toEqual(['discard']);
  await expect(right.status).toContainText(right.words.say('status.waiting'));
  gate.release();
  await expect(right.cell('d1')).toBeEnabled();
  expect(await moves(left)).toEqual(['take c2', 'shrine']);
  await right.perform('place F2 d3');
  for (const board of [left, right]) await board.expectCell('d3', 'F2 1');
  expect(await moves(left)).toEqual(['take c2', 'shrine', 'place F2 d3']);
});

test('a server that is killed in the middle of a game and started again', async ({ visit }) => {
  const server = new Server();
  try {
    await server.start();
    const page = await visit({ at: server, expects: /WebSocket|ERR_CONNECTION|Failed to load resource/ });
    const gate = await Gate.on(page);
    await page.goto('/');
    const { say, saying } = new Board(page).words;
    await page.getByLabel(say('play.level')).selectOption('visitor');
    await page.getByRole('button', { name: say('play.now'), exact: true }).click();
    const ana = new Player(page, hands, 'mouse', 7);
    const mine = async () => (await movesOf(page)).filter(({ seat }) => seat === 0);
    const someMoves = async () => {
      for (let steps = 0; steps < 4; steps++) expect(await ana.step()).toBe(true);
      return ana.see();
    };
    const restart = async () => {
      await server.kill();
      await expect(page.getByText(saying('line.waiting'))).toBeVisible();
      await expect(page.locator('[role=group] [role=button]:not([aria-disabled])')).toHaveCount(0);
      gate.mend();
      await server.start();
      await expect(page.getByText(saying('line.waiting'))).toBeHidden();
      await ana.see();
    };
    // While Ana thinks.
    await someMoves();
    await restart();
    expect(await mine()).toHaveLength(ana.done.length);
    // Her move is stored, and the server dies before it can say so.
    let seen = await someMoves();
    gate.hold();
    await ana.point(hands.choose(seen.offers, ana.chance, seen.names));
    await expect.poll(async () => (await mine()).length).toBe(ana.done.length);
    await restart();
    expect(await mine()).toHaveLength(ana.done.length);
    // Her move never arrives: it is sent again as soon as there is a line.
    seen = await someMoves();
    gate.cut();
    await ana.point(hands.choose(seen.offers, ana.chance, seen.names));
    await expect.poll(() => gate.moves.length).toBe(ana.done.length);
    expect(await mine()).toHaveLength(ana.done.length - 1);
    await restart();
    await expect.poll(async () => (await mine()).length).toBe(ana.done.length);
    await someMoves();
    expect(await mine()).toHaveLength(ana.done.length);
    expect(server.mistakes).toEqual([]);
  } finally {
    await server.end();
  }
});
