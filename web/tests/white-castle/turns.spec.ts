/** What happens within a turn: what a die would bring, chains, declining, taking back, asking why, passing the device around. */
import { movesOf, tableOf } from '../house/records';
import { expect, test } from '../house/test';
import { type Board, drawn } from './board';
import { expectEnd } from './end';
import { table } from './stops';

const moves = async (board: Board) => (await movesOf(board.page)).map(({ move }) => move);

test('who chooses a start can look at the table first', async ({ visit, scene }) => {
  const laid = scene('a white beginning');
  const board = await table(await visit({ as: laid.someone('Ana') }), laid.table);
  const { say } = board.words;
  const sheet = board.page.getByRole('region', { name: say('start.title') });
  await expect(sheet).toBeVisible();
  await board.button('end.show-table').click();
  await expect(sheet).toBeHidden();
  await expect(board.area('castle')).toBeVisible();
  await board.button('start.cards').click();
  await expect(sheet).toBeVisible();
});

test('a die in hand shows every place it may go, what that costs or gains, and what it gives', async ({
  visit,
  scene,
}) => {
  const laid = scene('a chain to see');
  const board = await table(await visit({ as: laid.someone('Ana') }), laid.table);
  const { say } = board.words;
  await board.take('coral', 'left');
  await expect(board.status).toContainText(
    say('ask.put', { n: 8, die: say('die.name', { colour: say('colour.coral'), value: 1 }) }),
  );
  await expect(board.open).toHaveCount(8);
  const costs = {
    'steward-1': 2,
    'steward-2': 2,
    'diplomat-1': 3,
    'diplomat-2': 3,
    'outside-left': 4,
    'outside-right': 4,
    domain: 5,
  };
  for (const [space, n] of Object.entries(costs))
    await expect(board.place(space)).toHaveAccessibleName(new RegExp(say('coins.cost', { n })));
  await expect(board.place('well')).toHaveAccessibleName(new RegExp(say('coins.even')));
  // Spoken, and drawn beside the place.
  await expect(drawn(board.place('diplomat-1'))).toContainText('−3');
  // The third Steward has no tile of this colour.
  await expect(board.place('steward-3')).toBeDisabled();
  // Resting on a place shows the chain: coins, the Lantern, then the rows.
  const lantern = say('step.lantern', { effects: board.effect('1p') });
  await expect(board.place('steward-2')).toHaveAccessibleName(new RegExp(lantern));
  const before = await board.area('castle').boundingBox();
  await drawn(board.place('steward-2')).hover();
  await expect(board.chain.getByRole('listitem')).toHaveCount(4);
  // What the bar tells does not move the table under the pointer.
  expect(await board.area('castle').boundingBox()).toEqual(before);
  await expect(board.chain.getByRole('listitem').nth(1)).toContainText(say('chain.lantern'));
  await expect(board.chain).toContainText(board.effect('2f'));
  await expect(board.chain).toContainText(board.effect('s:G'));
  expect(await moves(board)).toEqual(['die coral left']);
  // What was promised comes, and what may be chosen is asked: 10 coins less 2, a mother-of-pearl and two food more.
  await board.perform('put steward-2');
  await expect(board.bar.getByRole('button', { name: board.effect('s:G') })).toBeVisible();
  await expect(board.domain).toContainText(say('gain.coin', { n: 8 }));
  await board.perform('do s:G');
  await board.perform('garden G6');
  await board.perform('gain iron');
  await board.perform('gain food');
  await expect(board.status).toContainText('Bea');
  expect(await moves(board)).toEqual([
    'die coral left',
    'put steward-2',
    'do s:G',
    'garden G6',
    'gain iron',
    'gain food',
  ]);
});

test('what is optional is declined', async ({ visit, scene }) => {
  const laid = scene('something to decline');
  const board = await table(await visit({ as: laid.someone('Ana') }), laid.table);
  await board.perform('die coral right');
  await board.perform('put steward-1');
  await expect(board.bar.getByRole('button', { name: board.effect('s:C') })).toBeVisible();
  await board.perform('skip');
  await expect(board.status).toContainText('Bea');
  expect(await moves(board)).toEqual(['die coral right', 'put steward-1', 'skip']);
  await expect(board.domain).toContainText(board.words.say('gain.seal', { n: 2 }));
});

test('a whole turn is taken back, step by step, by button and by key', async ({ visit, scene }) => {
  const laid = scene('a chain to take back');
  const board = await table(await visit({ as: laid.someone('Ana') }), laid.table);
  const { say, saying } = board.words;
  await expect(board.button('bar.undo')).toBeHidden();
  const line = ['die black left', 'put outside-left', 'do G', 'garden G6'];
  for (const move of line) await board.perform(move);
  await expect(board.status).toContainText(saying('ask.gain'));
  await expect(board.domain).toContainText(say('gain.coin', { n: 7 }));
  await board.button('bar.undo').click();
  await expect(board.status).toContainText(saying('ask.gardener'));
  await board.page.keyboard.press('u');
  await expect(board.status).toContainText(saying('ask.one'));
  await board.button('bar.undo').click();
  await expect(board.status).toContainText(saying('ask.put'));
  await board.button('bar.other-die').click();
  await expect(board.status).toContainText(saying('ask.die'));
  await expect(board.button('bar.undo')).toBeHidden();
  await expect(board.button('bar.other-die')).toBeHidden();
  await expect(board.domain).toContainText(say('gain.coin', { n: 10 }));
  expect(await moves(board)).toEqual([]);
  // And the turn is played otherwise.
  await board.perform('die white right');
  await board.perform('put well');
  await expect(board.status).toContainText('Bea');
  expect(await moves(board)).toEqual(['die white right', 'put well']);
});

test('a card that was turned over ends the taking back', async ({ visit, scene }) => {
  const laid = scene('a card to reveal');
  const board = await table(await visit({ as: laid.someone('Ana') }), laid.table);
  const { saying } = board.words;
  await board.perform('die coral left');
  await board.perform('put diplomat-1');
  await board.perform('climb gate steward-2');
  await expect(board.status).toContainText(saying('ask.light'));
  // The card has gone to the Lantern, the next one is not turned over yet: all of it can be taken back.
  await board.button('bar.undo').click();
  await expect(board.status).toContainText(saying('ask.courtier'));
  await board.perform('climb gate steward-2');
  await board.bar.getByRole('button', { name: board.effect('2f'), exact: true }).click();
  await expect(board.status).toContainText(saying('ask.courtier'));
  await expect(drawn(board.place('steward-2')).getByTitle(board.words.say('card.name', { card: 'S9' }))).toBeVisible();
  await expect(board.button('bar.undo')).toBeHidden();
  await board.perform('skip');
  await expect(board.status).toContainText('Bea');
  expect(await moves(board)).toEqual(['die coral left', 'put diplomat-1', 'climb gate steward-2', 'light 3', 'skip']);
});

test('who climbs to the Daimyo points at his floor, also where the favours lie', async ({ visit, scene }) => {
  const laid = scene('a climb to the Daimyo');
  const board = await table(await visit({ as: laid.someone('Ana') }), laid.table);
  const { say, saying } = board.words;
  await board.perform('die coral left');
  await board.perform('put diplomat-1');
  await board.point(board.place('daimyo'));
  // Two could go: which one is asked, and can be thought better of.
  await expect(board.status).toContainText(say('ask.which-courtier', { room: say('place.daimyo') }));
  await board.button('bar.cancel').click();
  await expect(board.status).toContainText(saying('ask.courtier'));
  await board.perform('climb diplomat-2 daimyo');
  await expect(board.status).toContainText(say('ask.favour'));
  await board.perform('favour right');
  await expect
    .poll(() => moves(board))
    .toEqual(['die coral left', 'put diplomat-1', 'climb diplomat-2 daimyo', 'favour right']);
});

test('what cannot be says why, with the rule beside it', async ({ visit, scene }) => {
  const laid = scene('too few coins');
  const board = await table(await visit({ as: laid.someone('Ana') }), laid.table);
  const { say, saying } = board.words;
  await board.take('coral', 'left');
  await board.pointAnyway(board.place('diplomat-1'));
  await expect(board.status).toContainText(
    new RegExp(`${say('status.no')}\\s*(?:${saying('reason.too-few-coins').source})`, 'i'),
  );
  await board.page.getByRole('link', { name: say('tool.why') }).click();
  const rules = board.page.getByRole('dialog');
  await expect(rules.locator('#coins')).toBeInViewport();
  await expect(rules.getByRole('button', { name: say('close') })).toBeInViewport({ ratio: 1 });
  await rules.getByRole('button', { name: say('close') }).click();
  await board.pointAnyway(board.place('steward-3'));
  await expect(board.status).toContainText(new RegExp(saying('reason.wrong-colour').source, 'i'));
  expect(await moves(board)).toEqual(['die coral left']);
});

test('a move that ends the turn waits to be confirmed, for who wants that', async ({ visit, scene }) => {
  const laid = scene('a turn to confirm');
  const page = await visit({ as: laid.someone('Ana'), settings: { confirmTurn: true } });
  const board = await table(page, laid.table);
  const { saying } = board.words;
  await board.perform('die black right');
  await board.perform('put well');
  await expect(board.button('bar.confirm')).toBeVisible();
  expect(await moves(board)).toEqual(['die black right']);
  await board.button('bar.undo').click();
  await expect(board.status).toContainText(saying('ask.put'));
  await board.perform('put steward-1');
  await board.button('bar.confirm').click();
  await expect(board.status).toContainText('Bea');
  expect(await moves(board)).toEqual(['die black right', 'put steward-1']);
});

test('several people on one screen, to the end', async ({ visit, scene }) => {
  const laid = scene('the last turns at one screen');
  const page = await visit({ as: laid.someone('Ana') });
  const board = await table(page, laid.table);
  const { say } = board.words;
  const shows = async (name: string) => {
    await expect(board.status).toContainText(name);
    await expect(board.domain).toHaveAccessibleName(say('domain.of', { name }));
  };
  await shows('Ana');
  await board.perform('die coral left');
  await board.perform('put well');
  await shows('Bo');
  await board.perform('die black right');
  await board.perform('put well');
  await expectEnd(page);
  expect((await movesOf(page)).map(({ seat }) => seat)).toEqual([0, 0, 1, 1]);
  expect((await tableOf(page)).seats.map(({ name }) => name)).toEqual(['Ana', 'Bo']);
});
