/** What happens within a turn: taking back, asking why, seeing what comes of it, dragging, passing the device around. */
import { movesOf, tableOf } from '../house/records';
import { expect, test } from '../house/test';
import { Board } from './board';
import { expectEnd } from './end';

const moves = async (board: Board) => (await movesOf(board.page)).map(({ move }) => move);

test('undo takes back step by step, until something was seen or the turn has passed', async ({ visit, scene }) => {
  const laid = scene('a small castle');
  const page = await visit({ as: laid.someone('Ana') });
  await page.goto(`/tables/${laid.table}`);
  const board = new Board(page);
  const undo = board.button('bar.undo');
  await expect(board.tile('a2')).toBeVisible();
  await expect(undo).toBeHidden();
  // Upstairs only: what the tile covered is seen from now on, so that stands.
  await board.perform('take a2');
  await expect(board.tile('a2')).toHaveAccessibleName(new RegExp(board.words.say('tile.M2')));
  await expect(undo).toBeHidden();
  await board.perform('shrine');
  await undo.click();
  await expect(board.button('bar.shrine')).toBeVisible();
  expect(await moves(board)).toEqual(['take a2']);
  await board.perform('shrine');
  await expect(undo).toBeVisible();
  await page.keyboard.press('u');
  await expect(board.button('bar.shrine')).toBeVisible();
  await board.perform('discard');
  await expect(board.status).toContainText('Bea');
  await expect(undo).toBeHidden();
  expect(await moves(board)).toEqual(['take a2', 'discard']);
});

test('a tile that cannot be taken says why; a placement says what it completes', async ({ visit, scene }) => {
  const laid = scene('another small castle');
  const page = await visit({ as: laid.someone('Ana') });
  await page.goto(`/tables/${laid.table}`);
  const board = new Board(page);
  const { say, saying } = board.words;
  await board.tile('b1').click({ force: true }); // it says of itself that it cannot be taken
  const reason = saying('reason.not-the-top-floor').source;
  await expect(board.status).toContainText(new RegExp(`${say('status.no')}\\s*(?:${reason})`, 'i'));
  expect(await moves(board)).toEqual([]);
  await board.perform('take c2');
  await board.perform('shrine');
  const promise = new RegExp(
    say('preview.completes', { size: 4, type: say('type.F'), points: say('points', { n: 2 }) }),
  );
  // Said before it is done: to those who look, and to those who listen.
  await expect(board.cell('d1')).toHaveAccessibleName(promise);
  await board.cell('d1').hover();
  await expect(page.getByText(promise).first()).toBeVisible();
  expect(await moves(board)).toEqual(['take c2', 'shrine']);
  await board.perform('place F2 d1');
  await board.perform('build b1');
  await board.expectCell('b1', 'shrine 1');
  await board.expectCell('d1', 'down 1');
});

test('dragging is the equal of clicking', async ({ visit, scene }) => {
  const laid = scene('a castle to drag from');
  const page = await visit({ as: laid.someone('Ana') });
  await page.goto(`/tables/${laid.table}`);
  const board = new Board(page);
  const tile = board.tile('c2');
  await expect(tile).toBeVisible();
  const drag = async (from: typeof tile, to: typeof tile) => {
    await from.hover();
    await page.mouse.down();
    await to.hover({ force: true });
    await page.mouse.up();
  };
  // Let go over the castle: nothing has happened.
  await drag(tile, board.tile('a1'));
  await expect(tile).toBeVisible();
  expect(await moves(board)).toEqual([]);
  await drag(tile, board.cell('d1'));
  await expect(board.button('bar.shrine')).toBeVisible();
  expect(await moves(board)).toEqual(['take c2']);
  await board.perform('shrine');
  // The server has answered: tiles can be placed.
  await expect(board.cell('d3')).toBeEnabled();
  const hand = page.getByRole('img', { name: board.words.say('hand.tile', { tile: board.words.say('tile.F2') }) });
  await drag(hand, board.cell('d3'));
  await board.expectCell('d3', 'F2 1');
  expect(await moves(board)).toEqual(['take c2', 'shrine', 'place F2 d3']);
});

test('several people on one screen, to the end', async ({ visit, scene }) => {
  const laid = scene('the last round at one screen');
  const page = await visit({ as: laid.someone('Ana') });
  await page.goto(`/tables/${laid.table}`);
  const board = new Board(page);
  const { say } = board.words;
  const shows = async (name: string) => {
    await expect(board.status).toContainText(name);
    await expect(board.realm).toHaveAccessibleName(say('realm.of', { name }));
  };
  await shows('Ana');
  for (const move of ['take a1', 'pair c1', 'place M1 d1', 'place M1 a2']) await board.perform(move);
  await shows('Bo');
  await board.expectCell('a1', 'S4 1');
  for (const move of ['take e1', 'shrine', 'place S1 b1']) await board.perform(move);
  await shows('Ana');
  await board.expectCell('d1', 'M1 1');
  await board.perform('summon');
  await shows('Bo');
  await board.perform('summon');
  await expectEnd(page);
  expect((await movesOf(page)).map(({ seat }) => seat)).toEqual([0, 0, 0, 0, 1, 1, 1, 0, 1]);
  expect((await tableOf(page)).seats.map(({ name }) => name)).toEqual(['Ana', 'Bo']);
});
