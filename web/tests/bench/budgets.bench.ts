/** `make bench-web`: what the table's screen may cost, measured in the system's Chromium without a GPU, beside a yardstick. */
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { Board } from '../dragon-castle/board';
import { hands } from '../dragon-castle/hands';
import { Player } from '../house/player';
import { tableOf } from '../house/records';
import { expect, test } from '../house/test';
import { forget, look, median, pace, paintedAfter, says, slow } from './probes';

const RUNS = 7;
const SLOWED = 4;
const CASTLE = '[data-board="castle"] [role=button]';
/** With motion, as people see it. */
const settings = { motion: 'full', pace: 1, confirm: 'never' };

interface Row {
  what: string;
  measured: number;
  budget: number;
  unit: string;
  least?: boolean;
  note?: string;
}
const rows: Row[] = [];
const shown = (value: number, unit: string) => `${value.toFixed(unit === 'KB' || unit === 'fps' ? 1 : 0)} ${unit}`;

test('script', async ({ visit, scene }) => {
  const laid = scene('a turn begins');
  const page = await visit({ as: laid.someone('Ana'), settings });
  const sizes: number[] = [];
  const reading: Promise<void>[] = [];
  page.on('response', (answer) => {
    if (answer.request().resourceType() === 'script')
      reading.push(answer.body().then((body) => void sizes.push(gzipSync(body).length)));
  });
  await page.goto(`/tables/${laid.table}`);
  await expect(new Board(page).castle).toBeVisible();
  await page.waitForLoadState('networkidle');
  await Promise.all(reading);
  expect(sizes.length).toBeGreaterThan(2);
  const sum = sizes.reduce((total, size) => total + size, 0) / 1000;
  rows.push({
    what: 'script of the table, gzip',
    measured: sum,
    budget: 150,
    unit: 'KB',
    note: `${String(sizes.length)} files`,
  });
});

async function opened(page: Page, path: string, target: string): Promise<number> {
  await look(page, target);
  await slow(page, SLOWED);
  await page.goto(path);
  return paintedAfter(page);
}

test('opening', async ({ visit, scene }) => {
  const laid = scene('a turn begins');
  const [castle, blank]: [number[], number[]] = [[], []];
  for (let run = 0; run < RUNS; run++) {
    const page = await visit({ as: laid.someone('Ana'), settings });
    castle.push(await opened(page, `/tables/${laid.table}`, CASTLE));
    await page.context().close();
    const other = await visit({ settings });
    blank.push(await opened(other, '/nowhere', 'main h1'));
    await other.context().close();
  }
  rows.push({
    what: `castle painted, processor ${String(SLOWED)}× slower, median of ${String(RUNS)}`,
    measured: median(castle),
    budget: 1500,
    unit: 'ms',
    note: `a page with one heading: ${shown(median(blank), 'ms')}; all: ${castle.map((ms) => ms.toFixed(0)).join(' ')}`,
  });
});

test('pressing', async ({ visit, scene }) => {
  const laid = scene('a turn begins');
  const page = await visit({ as: laid.someone('Ana'), settings: { ...settings, confirm: 'always' } });
  await look(page, CASTLE);
  await page.goto(`/tables/${laid.table}`);
  const board = new Board(page);
  const tiles = board.castle.getByRole('button', { disabled: false });
  await expect(tiles.first()).toBeVisible();
  const count = await tiles.count();
  await slow(page, SLOWED);
  await forget(page);
  const pressed: number[] = [];
  for (let run = 0; run < 12; run++) {
    const tile = tiles.nth(run % count);
    const box = await tile.boundingBox();
    if (!box) throw new Error('a tile that is nowhere');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 3);
    // Nothing else is asked of the page until it has answered.
    const wait = await page.waitForFunction((n) => window.probes.presses[n] ?? null, run, { timeout: 30_000 });
    pressed.push(Number(await wait.jsonValue()));
    // The tile is lifted: it says so, and stands higher.
    await expect(tile).toHaveAttribute('aria-pressed', 'true');
    expect((await tile.locator('.lifted').boundingBox())?.y ?? box.y).toBeLessThan(box.y);
  }
  rows.push({
    what: `from a click to the lifted tile, processor ${String(SLOWED)}× slower, median of ${String(pressed.length)}`,
    measured: median(pressed),
    budget: 100,
    unit: 'ms',
    note: `all: ${pressed.join(' ')}`,
  });
});

async function emptyPage(page: Page): Promise<number> {
  await page.goto('about:blank');
  const gaps = await page.evaluate(
    () =>
      new Promise<number[]>((done) => {
        const found: number[] = [];
        let last = 0;
        const frame = (at: number) => {
          if (last) found.push(at - last);
          last = at;
          if (found.length < 120) requestAnimationFrame(frame);
          else done(found);
        };
        requestAnimationFrame(frame);
      }),
  );
  return (1000 * gaps.length) / gaps.reduce((sum, gap) => sum + gap, 0);
}

test('flying', async ({ visit, scene }) => {
  const empty = await emptyPage(await visit());
  const note = (longest: number, frames: number) =>
    `an empty page: ${shown(empty, 'fps')}; ${String(frames)} frames, the longest ${shown(longest, 'ms')}`;
  const watched = async (name: string, scenes: string, moves: (board: Board) => Promise<void>) => {
    const laid = scene(scenes);
    const page = await visit({ as: laid.someone('Ana'), settings });
    await look(page, CASTLE);
    await page.goto(`/tables/${laid.table}`);
    const board = new Board(page);
    await expect(board.status).toContainText(board.words.say('status.your-turn'));
    await forget(page);
    await moves(board);
    const { rate, longest, frames } = await pace(page);
    expect(frames, 'something flew').toBeGreaterThan(3);
    rows.push({ what: name, measured: rate, budget: 55, unit: 'fps', least: true, note: note(longest, frames) });
  };
  // A whole turn and the rival's: tiles fly from the castle to the hand, into realms, and the moves of others are shown slowly.
  await watched('tiles fly, a turn of one’s own and one of a rival', 'a tile to fly', async (board) => {
    const ana = new Player(board.page, hands, 'mouse', 3);
    const turn = async () => (await tableOf(board.page)).to_move;
    while ((await turn()) === 0) await ana.step();
    await ana.see();
  });
  await watched('a tile flies into the realm, a set of it is turned', 'a set to turn', async (board) => {
    await board.realm
      .getByRole('button', { name: board.words.saying('preview.completes') })
      .first()
      .click();
    await says(board.page, '.bar .buttons button', board.words.say('bar.pass'));
  });
});

test.afterAll(() => {
  const missed = rows.filter(({ measured, budget, least }) => !(least ? measured >= budget : measured <= budget));
  const width = Math.max(...rows.map(({ what }) => what.length));
  const lines = rows.map((row) => {
    const sign = missed.includes(row) ? 'MISSED' : 'kept';
    const limit = `${row.least ? 'at least' : 'at most'} ${String(row.budget)}`;
    return `${row.what.padEnd(width)}  ${shown(row.measured, row.unit).padStart(9)}  ${limit.padEnd(13)} ${sign.padEnd(6)}  ${row.note ?? ''}`;
  });
  console.log(`\n${lines.join('\n')}\n`);
  expect(
    missed.map(({ what }) => what),
    'budgets that are missed',
  ).toEqual([]);
});
