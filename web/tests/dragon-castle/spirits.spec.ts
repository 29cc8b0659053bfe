/** Every spirit is called once through the page: what it costs, each step it asks for, and what then lies in the realm. */
import { movesOf } from '../house/records';
import { expect, test } from '../house/test';
import { Board } from './board';
import { CALLED } from './spirits';

for (const { spirit, moves, after } of CALLED)
  test(`the spirit of ${spirit}`, async ({ visit, scene }) => {
    const laid = scene(`spirit ${spirit}`);
    const page = await visit({ as: laid.someone('Ana') });
    await page.goto(`/tables/${laid.table}`);
    const board = new Board(page);
    const { say } = board.words;
    for (const [number, move] of moves.entries()) {
      if (move.startsWith('spirit')) {
        await expect(board.card(spirit)).toContainText(say(`spirit.${spirit}.text`));
        // Called and thought better of: nothing is paid yet.
        await board
          .card(spirit)
          .getByRole('button', { name: say('card.call') })
          .click();
        await expect(board.status).toContainText(say('status.pay', { spirit: say(`spirit.${spirit}`) }));
        await board.button('bar.cancel').last().click();
        await expect(board.card(spirit).getByRole('button', { name: say('card.call') })).toBeVisible();
        expect(await movesOf(page)).toHaveLength(number);
      }
      await board.perform(move);
      await expect.poll(async () => (await movesOf(page)).map(({ move }) => move)).toEqual(moves.slice(0, number + 1));
    }
    for (const [cell, what] of Object.entries(after)) await board.expectCell(cell, what);
  });
