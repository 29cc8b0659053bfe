/** Whole games, from the home page to the score sheet. */
import { Player } from '../house/player';
import { movesOf, recordOf, tableOf } from '../house/records';
import { expect, test } from '../house/test';
import { say, saying } from '../house/words';
import { expectEnd } from './end';
import { hands } from './hands';

test('against the computer', async ({ visit }) => {
  const page = await visit();
  await page.goto('/');
  await page.getByLabel(say('name.label')).fill('Ana');
  await page.getByLabel(say('play.level')).selectOption('visitor');
  await page.getByRole('button', { name: say('play.now'), exact: true }).click();
  await expect(page).toHaveURL(/\/tables\//);
  const ana = new Player(page, hands);
  await ana.play();
  await ana.expectStatus(saying('status.won'));
  await expectEnd(page);
  const table = await tableOf(page);
  expect(table.seats.map(({ kind, name }) => (kind === 'person' ? name : kind))).toEqual(['Ana', 'bot']);
  const moves = await movesOf(page);
  expect(new Set(moves.map(({ seat }) => seat))).toEqual(new Set([0, 1]));
  // Pointing at one thing is one move: nothing was lost, and nothing was sent twice.
  expect(moves.filter(({ seat }) => seat === 0)).toHaveLength(ana.done.length);
});

test('two people, each in a browser of their own', async ({ visit }) => {
  const [one, other] = [await visit(), await visit()];
  await one.goto('/');
  await one.getByLabel(say('name.label')).fill('Ana');
  await one.getByRole('button', { name: say('friends.now') }).click();
  const link = await one.getByRole('textbox', { name: say('invite.label') }).inputValue();
  await other.goto(link);
  await other.getByLabel(say('name.label')).fill('Bea');
  await other
    .getByRole('button', { name: saying('seat.sit') })
    .first()
    .click();
  const [ana, bea] = [new Player(one, hands, 'mouse', 2), new Player(other, hands, 'mouse', 3)];
  await Promise.all([ana.play(), bea.play()]);
  for (const { page } of [ana, bea]) {
    await expect(page.getByRole('status').first()).toContainText(saying('status.won'));
    await expectEnd(page);
  }
  expect((await recordOf(one)).seats).toEqual(['Ana', 'Bea']);
  const moves = await movesOf(other);
  expect(moves.filter(({ seat }) => seat === 0)).toHaveLength(ana.done.length);
  expect(moves.filter(({ seat }) => seat === 1)).toHaveLength(bea.done.length);
});
