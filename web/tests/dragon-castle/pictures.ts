/** What is pictured of Dragon Castle besides: the table in each phase of a turn, and what one opens on it. */
import { bot, person, type Scene } from '../house/scenes';
import type { Stop } from '../house/stops';
import { expect } from '../house/test';
import { saying } from '../house/words';
import { Board } from './board';

const options = { spirits: ['faith', 'strength'], dragons: ['bravery'] };
const game = { seats: [person('Ana'), bot('samurai')], seed: 11, options } as const;
const circle = 'pictures';
const level = 'samurai';

export const scenes: readonly Scene[] = [
  { ...game, name: 'the opening', circle },
  { ...game, name: 'a turn begins', circle, play: { level, plies: 110, until: 'take', seat: 0 } },
  { ...game, name: 'the first pick', circle, play: { level, plies: 110, until: 'pair', seat: 0 } },
  { ...game, name: 'a set in sight', circle, play: { level, plies: 90, until: 'place', leads: 'build', seat: 0 } },
  { ...game, name: 'a tile to fly', circle, play: { level, plies: 90, until: 'take', seat: 0 } },
  { ...game, name: 'a set to turn', circle, play: { level, plies: 90, until: 'place', leads: 'build', seat: 0 } },
  { ...game, name: 'a shrine to build', circle, play: { level, plies: 110, until: 'build', seat: 0 } },
  { ...game, name: 'a spirit to call', circle, play: { level, plies: 120, until: 'spirit strength', seat: 0 } },
  {
    name: 'three at the table',
    circle,
    seats: [person('Ana'), bot(level), bot(level)],
    seed: 12,
    play: { level, plies: 150, until: 'take', seat: 0 },
  },
  {
    name: 'many cards',
    circle,
    seats: [person('Ana'), bot(level)],
    seed: 13,
    options: { spirits: ['beauty', 'wind', 'deep', 'change'], dragons: ['bravery', 'harmony', 'power', 'majesty'] },
    play: { level, plies: 130, until: 'take', seat: 0 },
  },
  {
    name: 'alone',
    circle,
    seats: [person('Ana')],
    seed: 14,
    options: { layout: 'basic-3' },
    play: { level, plies: 70, until: 'take', seat: 0 },
  },
];

const AS = ['a turn begins', 'Ana'] as const;

/** Opens a scene and does something there. */
const at = (name: string, scene: string, act: (board: Board) => Promise<void> = () => Promise.resolve()): Stop => ({
  name,
  as: AS,
  async go(page, sceneOf) {
    await page.goto(`/tables/${sceneOf(scene).table}`);
    const board = new Board(page);
    await expect(board.status).toContainText(board.words.say('status.your-turn'));
    await act(board);
  },
});

const onPhone = (board: Board) => (board.page.viewportSize()?.width ?? 0) < 700;

export const stops: readonly Stop[] = [
  at('turn: the opening', 'the opening'),
  at('turn: take', 'a turn begins'),
  at('turn: a tile that is closed in', 'a turn begins', async (board) => {
    await board.castle
      .getByRole('button', { name: board.words.say('castle.closed') })
      .first()
      .click({ force: true });
    await expect(board.status).toContainText(board.words.say('status.no'));
  }),
  at('turn: the first pick', 'the first pick'),
  at('turn: placing, with what it completes', 'a set in sight', async (board) => {
    const golden = board.realm.getByRole('button', { name: saying('preview.completes') }).first();
    if (onPhone(board)) await golden.tap();
    else await golden.hover();
  }),
  at('turn: a shrine to build', 'a shrine to build'),
  at('turn: a spirit is called', 'a spirit to call', async (board) => {
    const { say } = board.words;
    if (onPhone(board)) await board.page.getByRole('button', { name: say('tabs.cards') }).tap();
    await board.call('strength');
    await expect(board.status).toContainText(say('spirit.strength'));
  }),
  at('table of three', 'three at the table'),
  at('table with many cards', 'many cards'),
  at('table alone', 'alone'),
  at('a rival large', 'a turn begins', async (board) => {
    if (onPhone(board)) await board.page.locator('[data-anchor="player:1"]').first().tap();
    else
      await board.page
        .getByRole('button', { name: saying('realm.enlarge') })
        .first()
        .click();
    await expect(board.button('realm.back')).toBeVisible();
  }),
  at('menu', 'a turn begins', async (board) => {
    await board.button('tool.menu').click();
    await expect(board.page.getByRole('dialog')).toBeVisible();
  }),
  at('tiles still hidden', 'a turn begins', async (board) => {
    if (onPhone(board)) await board.page.getByRole('button', { name: board.words.say('tabs.cards') }).tap();
    else await board.page.getByRole('button', { name: board.words.say('unseen.more') }).click();
  }),
];
