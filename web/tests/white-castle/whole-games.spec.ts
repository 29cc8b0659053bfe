/** Whole games of The White Castle, from the home page to the nine categories of the score sheet. */
import type { Page } from '@playwright/test';
import { Player } from '../house/player';
import { movesOf, recordOf, tableOf } from '../house/records';
import { expect, test } from '../house/test';
import { words } from '../house/words';
import { GAME } from './board';
import { expectEnd } from './end';
import { hands, wholeMoves } from './hands';

const { say, saying } = words(GAME);
/** Fewer pixels are drawn sooner. */
const LAPTOP = { width: 1280, height: 760 };

/** Every move the page sends. */
function sent(page: Page): string[] {
  const moves: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const told = JSON.parse(String(payload)) as { type?: string; move?: string };
      if (told.type === 'move' && told.move !== undefined) moves.push(told.move);
    }),
  );
  return moves;
}

async function chooseGame(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('radio', { name: say('game') }).check({ force: true });
  await expect(page.getByRole('heading', { name: say('home.welcome') })).toBeVisible();
}

/** What was pointed at is what was sent, and what was sent is what the server has written down: nothing lost, nothing twice. */
async function expectWritten(player: Player, seat: number, moves: readonly string[]): Promise<void> {
  const written = (await movesOf(player.page)).filter((each) => each.seat === seat).map(({ move }) => move);
  expect(moves).toEqual(written);
  expect(wholeMoves(player.done)).toBe(written.length);
}

test('against the computer', async ({ visit }) => {
  const page = await visit({ viewport: LAPTOP });
  const moves = sent(page);
  await chooseGame(page);
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
  await expectWritten(ana, 0, moves);
  // Nine turns each, every one with a die.
  const dice = (await movesOf(page)).filter(({ move }) => move.startsWith('die '));
  expect(
    dice
      .map(({ seat }) => seat)
      .sort()
      .join(''),
  ).toBe('0'.repeat(9) + '1'.repeat(9));
});

test('two people, each in a browser of their own', async ({ visit }) => {
  const [one, other] = [await visit({ viewport: LAPTOP }), await visit({ viewport: LAPTOP })];
  const sentBy = [sent(one), sent(other)];
  await chooseGame(one);
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
  for (const [seat, player] of [ana, bea].entries()) await expectWritten(player, seat, sentBy[seat] ?? []);
});

test('alone, with the Tokugawa visit', async ({ visit }) => {
  const page = await visit({ viewport: LAPTOP });
  const moves = sent(page);
  await chooseGame(page);
  await page.getByRole('button', { name: say('solo.now') }).click();
  const ana = new Player(page, hands, 'mouse', 4);
  await ana.play();
  await expectEnd(page);
  const { result } = await tableOf(page);
  const outcome = result?.places[0]?.includes(0) ? 'end.solo-won' : 'end.solo-lost';
  await expect(page.getByRole('region', { name: say('end.sheet') }).getByRole('heading', { level: 2 })).toHaveText(
    say(outcome),
  );
  // The clan that the game plays has its curve beside one's own.
  const growth = page.getByRole('region', { name: say('end.sheet') });
  await expect(growth.getByRole('listitem').filter({ hasText: say('solo.short') })).toBeVisible();
  await expectWritten(ana, 0, moves);
});

test('with the keyboard alone', async ({ visit }) => {
  const page = await visit({ viewport: LAPTOP });
  const moves = sent(page);
  await page.goto('/');
  await expect(page.getByRole('radio', { name: say('game') })).toBeAttached();
  // To the play button without a mouse; on the way the game and the level are chosen by keys.
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    const here = await page.evaluate(() => {
      const at = document.activeElement;
      return {
        tag: at?.tagName,
        type: at?.getAttribute('type'),
        text: at?.textContent.trim() ?? '',
        group: at?.closest('fieldset')?.textContent ?? '',
      };
    });
    if (here.type === 'radio' && here.group.includes(say('game'))) {
      await page.keyboard.press('ArrowRight');
      await expect(page.getByRole('radio', { name: say('game') })).toBeChecked();
    }
    if (here.tag === 'SELECT') await page.keyboard.type(say('level.visitor'));
    if (here.text === say('play.now')) break;
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/tables\//);
  const ana = new Player(page, hands, 'keys', 5);
  await ana.play();
  await ana.expectStatus(saying('status.won'));
  await expectEnd(page);
  expect((await tableOf(page)).seats[1]).toMatchObject({ kind: 'bot', level: 'visitor' });
  await expectWritten(ana, 0, moves);
});

test('on a phone, by touch', async ({ visit }) => {
  const page = await visit({ phone: true, settings: { confirm: 'touch' } });
  const moves = sent(page);
  await chooseGame(page);
  await page.getByLabel(say('play.level')).selectOption('visitor');
  await page.getByRole('button', { name: say('play.now'), exact: true }).tap();
  const ana = new Player(page, hands, 'touch', 6);
  await ana.play();
  await ana.expectStatus(saying('status.won'));
  await expectEnd(page);
  await expectWritten(ana, 0, moves);
  // Every part of the table was looked at.
  expect(new Set(ana.done.map(({ part }) => part)).size).toBeGreaterThan(4);
});
