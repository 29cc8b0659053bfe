/** English and Portuguese, switched without loading anything anew. */
import { expect, test } from '../house/test';
import { words } from '../house/words';
import { Board } from '../dragon-castle/board';

const [en, pt] = [words('dragon-castle', 'en'), words('dragon-castle', 'pt-BR')];

test('the language is switched on every page at once, and stays', async ({ visit, scene }) => {
  const laid = scene('a castle in two languages');
  const page = await visit({ as: laid.someone('Ana') });
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: en.say('settings.title'), level: 1 })).toBeVisible();
  await page.evaluate(() => (document.body.dataset.sameLoad = 'yes'));
  await page.getByRole('radio', { name: /^Português/ }).check();
  await expect(page.getByRole('heading', { name: pt.say('settings.title'), level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
  await page.getByRole('link', { name: pt.say('nav.home'), exact: true }).click();
  await expect(page.getByRole('heading', { name: pt.say('home.welcome') })).toBeVisible();
  await page.locator(`a[href$="/tables/${laid.table}"]`).first().click();
  const board = new Board(page, 'pt-BR');
  await expect(board.status).toContainText(pt.say('status.your-turn'));
  await expect(board.tile('c2')).toHaveAccessibleName(new RegExp(pt.say('tile.F2')));
  // The server's own sentences come in the same language.
  await board.tile('b1').click({ force: true });
  const reason = pt.saying('reason.not-the-top-floor').source;
  await expect(board.status).toContainText(new RegExp(`${pt.say('status.no')}\\s*(?:${reason})`, 'i'));
  await board.perform('take c2');
  await board.button('bar.discard').click();
  await expect(board.status).toContainText('Bea');
  await expect(page.locator('body')).toHaveAttribute('data-same-load', 'yes');
  await page.reload();
  await expect(board.status).toContainText('Bea');
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
});

test('who comes with a Portuguese browser is spoken to in Portuguese', async ({ visit }) => {
  const page = await visit({ language: 'pt-BR' });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: pt.say('home.welcome') })).toBeVisible();
  await expect(page.getByRole('button', { name: pt.say('play.now'), exact: true })).toBeVisible();
});
