/** Whole games, from the home page to the score sheet. */
import { Player } from '../house/player';
import { movesOf, recordOf, tableOf } from '../house/records';
import { expect, test } from '../house/test';
import { say, saying } from '../house/words';
import { expectEnd } from './end';
import { chooseByKeys, hands } from './hands';

/** Fewer pixels are drawn sooner. */
const LAPTOP = { width: 1100, height: 700 };

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
  const [one, other] = [await visit({ viewport: LAPTOP }), await visit({ viewport: LAPTOP })];
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

test('alone against the Dragon, up to a rank', async ({ visit }) => {
  const page = await visit({ viewport: LAPTOP });
  await page.goto('/');
  await page.getByRole('button', { name: say('solo.now') }).click();
  const ana = new Player(page, hands, 'mouse', 4);
  await ana.play();
  const table = await tableOf(page);
  const { rank = '', players } = table.result?.scores ?? { players: [] };
  await ana.expectStatus(say('status.rank', { n: players[0]?.total ?? 0, rank: say(`rank.${rank}`) }));
  await expect(page.getByRole('region', { name: say('end.sheet') }).getByRole('heading', { level: 2 })).toHaveText(
    say(`rank.${rank}`),
  );
  await expectEnd(page);
  const moves = await movesOf(page);
  expect(moves).toHaveLength(ana.done.length);
  // The Dragon answers every turn but the last.
  expect(moves.flatMap(({ answers }) => answers).length).toBeGreaterThan(10);
});

test('with the keyboard alone', async ({ visit }) => {
  const page = await visit({ viewport: LAPTOP });
  await page.goto('/');
  // The server has said which levels there are.
  await expect(page.getByLabel(say('play.level')).getByRole('option', { name: say('level.visitor') })).toBeAttached();
  // To the play button without a mouse; then only keys.
  for (let presses = 0; presses < 40; presses++) {
    const here = await page.evaluate(() => document.activeElement?.textContent.trim());
    if (here === say('play.now')) break;
    await page.keyboard.press('Tab');
    if ((await page.evaluate(() => document.activeElement?.tagName)) === 'SELECT')
      await page.keyboard.type(say('level.visitor'));
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/tables\//);
  const ana = new Player(page, hands, 'keys', 5);
  await ana.play(undefined, chooseByKeys);
  await ana.expectStatus(saying('status.won'));
  await expectEnd(page);
  const table = await tableOf(page);
  expect(table.seats[1]).toMatchObject({ kind: 'bot', level: 'visitor' });
  expect((await movesOf(page)).filter(({ seat }) => seat === 0)).toHaveLength(ana.done.length);
});

test('on a phone, by touch', async ({ visit }) => {
  const page = await visit({ phone: true, settings: { confirm: 'touch' } });
  await page.goto('/');
  await page.getByLabel(say('play.level')).selectOption('visitor');
  await page.getByRole('button', { name: say('play.now'), exact: true }).tap();
  const ana = new Player(page, hands, 'touch', 6);
  await ana.play();
  await ana.expectStatus(saying('status.won'));
  await expectEnd(page);
  expect((await movesOf(page)).filter(({ seat }) => seat === 0)).toHaveLength(ana.done.length);
});
