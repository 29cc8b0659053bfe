/** What is pictured of The White Castle besides: each area of a phone, cards in words, what one opens, the analysis. */
import { bot, person, type Scene } from '../house/scenes';
import type { Stop } from '../house/stops';
import { expect } from '../house/test';
import { Board, drawn, GAME } from './board';

const circle = 'white pictures';
const level = 'apprentice';
const game = { game: GAME, seats: [person('Ana'), bot(level)], seed: 11, circle } as const;

export const scenes: readonly Scene[] = [
  { ...game, name: 'white: a turn begins', play: { level, plies: 50, until: 'die', seat: 0 } },
  { ...game, name: 'white: a die in hand', play: { level, plies: 50, until: 'put', seat: 0 } },
  { ...game, name: 'white: an effect', play: { level, plies: 40, until: 'do', seat: 0 } },
  { ...game, name: 'white: a courtier', play: { level, plies: 30, until: 'climb', seat: 0 } },
  {
    name: 'white: three clans',
    game: GAME,
    circle,
    seats: [person('Ana'), bot(level), bot(level)],
    seed: 12,
    play: { level, plies: 70, until: 'put', seat: 0 },
  },
  {
    name: 'white: alone',
    game: GAME,
    circle,
    seats: [person('Ana')],
    options: { solo: 'medium' },
    seed: 14,
    play: { level, plies: 24, until: 'put', seat: 0 },
  },
];

type Act = (board: Board) => Promise<void>;
const AS = ['white: a turn begins', 'Ana'] as const;
const onPhone = (board: Board) => (board.page.viewportSize()?.width ?? 0) < 700;

const at = (name: string, scene: string, act: Act = () => Promise.resolve()): Stop => ({
  name: `white castle: ${name}`,
  as: AS,
  async go(page, sceneOf) {
    await page.goto(`/tables/${sceneOf(scene).table}`);
    const board = new Board(page);
    await expect(board.status).toContainText(board.words.say('status.your-turn'));
    await act(board);
  },
});

/** Brings a part of the table to the front where only one is shown. */
const tab =
  (name: string, then: Act = () => Promise.resolve()): Act =>
  async (board) => {
    const button = board.page.getByRole('button', { name: new RegExp(`^${board.words.say(`tabs.${name}`)}\\b`) });
    if (onPhone(board)) await button.tap();
    await then(board);
  };

/** Looks at a place without choosing it: on a phone the first touch only asks. */
const look =
  (space: string): Act =>
  async (board) => {
    const place = drawn(board.place(space));
    if (onPhone(board)) await place.tap();
    else await place.hover();
    await expect(board.chain).toBeVisible();
  };

const inWords: Act = async (board) => {
  await tab('rivals')(board);
  await board.button('tool.plain').click();
  await tab('castle')(board);
};

export const stops: readonly Stop[] = [
  at('a turn begins', 'white: a turn begins'),
  at('a die in hand, castle', 'white: a die in hand', tab('castle')),
  at('a die in hand, the Well', 'white: a die in hand', tab('yards', look('well'))),
  at('a die in hand, domain', 'white: a die in hand', tab('domain')),
  at('rivals', 'white: a die in hand', tab('rivals')),
  at('an effect to choose', 'white: an effect'),
  at('a courtier climbs', 'white: a courtier'),
  at('cards in words', 'white: a die in hand', inWords),
  at('three clans', 'white: three clans'),
  at('the visit', 'white: alone', tab('rivals')),
  at('a rule', 'white: a turn begins', async (board) => {
    await board.page.getByRole('link', { name: board.words.say('tool.why') }).click();
    await expect(board.page.getByRole('dialog')).toContainText(board.words.say('rules.whole'));
  }),
  at('keys', 'white: a turn begins', async (board) => {
    await board.page.keyboard.press('?');
    await expect(board.page.getByRole('dialog')).toBeVisible();
  }),
  {
    name: 'white castle: analysis',
    as: ['a white game that is over', 'Ana'],
    async go(page, sceneOf) {
      const { say } = new Board(page).words;
      await page.goto(`/tables/${sceneOf('a white game that is over').table}?move=20#analysis`);
      await expect(page.getByRole('heading', { name: say('analysis.title') })).toBeVisible();
    },
  },
  {
    name: 'white castle: result',
    as: ['a white game that is over', 'Ana'],
    async go(page, sceneOf) {
      await page.goto(`/tables/${sceneOf('a white game that is over').table}?move=20#result`);
      await expect(page.getByRole('table').first()).toBeVisible();
    },
  },
];
