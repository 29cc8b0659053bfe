/** Around a turn: watchers, reloads, a game looked at again, both languages, icons in words, a hint. */
import { movesOf } from '../house/records';
import { expect, PHONE, test } from '../house/test';
import { Board, drawn } from './board';
import { expectEnd } from './end';
import { table } from './stops';

const moves = async (board: Board) => (await movesOf(board.page)).map(({ move }) => move);

test('who watches sees what lies open, and can do nothing', async ({ visit, scene }) => {
  const laid = scene('a white table to watch');
  const told: Record<string, unknown>[] = [];
  const [playing, watching] = [await visit({ as: laid.someone('Ana') }), await visit()];
  watching.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => told.push(JSON.parse(String(payload)) as Record<string, unknown>)),
  );
  const [ana, stranger] = [await table(playing, laid.table), await table(watching, laid.table)];
  await expect(stranger.status).toContainText('Ana');
  for (const area of ['garden', 'castle', 'yards'] as const) {
    await expect(stranger.area(area).getByRole('button').first()).toBeVisible();
    await expect(stranger.area(area).getByRole('button', { disabled: false })).toHaveCount(0);
  }
  for (const key of ['bar.hint', 'bar.undo']) await expect(stranger.button(key)).toHaveCount(0);
  await ana.perform('die black right');
  await expect(
    stranger.page.getByText(stranger.words.say('hand.theirs', { who: 'Ana', die: 'black 6' })),
  ).toBeVisible();
  await ana.perform('put well');
  await expect(stranger.status).toContainText('Bea');
  const tables = told.filter(({ type }) => type === 'table');
  expect(tables.length).toBeGreaterThan(1);
  for (const one of tables) {
    expect(one).toMatchObject({ seats: [], seat: null, moves: [], undo: false });
    const { decks, rolls } = one.view as { decks: Record<string, string[]>; rolls: Record<string, unknown> };
    expect(
      Object.values(decks)
        .flat()
        .every((card) => card === '?'),
    ).toBe(true);
    expect(JSON.stringify(rolls)).not.toMatch(/\d,|\[\d/);
  }
});

test('a reload in the middle of a turn loses nothing and repeats nothing', async ({ visit, scene }) => {
  const laid = scene('a white table to reload');
  const board = await table(await visit({ as: laid.someone('Ana') }), laid.table);
  const { saying } = board.words;
  const line = ['die coral left', 'put steward-2', 'do s:G', 'garden G6', 'gain food', 'gain pearl'];
  const asks = ['ask.put', 'ask.do', 'ask.gardener', 'ask.gain', 'ask.gain', ''];
  for (const [number, move] of line.entries()) {
    await board.holds('c1').perform(move);
    await expect.poll(() => moves(board)).toEqual(line.slice(0, number + 1));
    await board.page.reload();
    await expect(board.status).toContainText(asks[number] ? saying(asks[number]) : 'Bea');
  }
  expect(await moves(board)).toEqual(line);
});

test('a finished game is looked at again, at any moment, and its end has nine categories', async ({ visit, scene }) => {
  const laid = scene('a white game that is over');
  const page = await visit({ as: laid.someone('Ana') });
  await page.goto(`/tables/${laid.table}`);
  await expectEnd(page);
  const board = new Board(page);
  const { say } = board.words;
  await page.getByRole('link', { name: say('end.replay') }).click();
  const slider = page.getByRole('slider', { name: say('replay.slider') });
  await expect(slider).toHaveValue('0');
  await expect(page.getByRole('region', { name: say('start.title') })).toBeVisible();
  await page.goto(`/tables/${laid.table}?move=20`);
  await expect(slider).toHaveValue('20');
  await expect(board.area('castle')).toBeVisible();
  const spoken = () =>
    page
      .locator('main')
      .getByRole('button')
      .evaluateAll((all) =>
        all
          .map((each) => each.getAttribute('aria-label'))
          .filter((label) => label !== null)
          .sort(),
      );
  const before = await spoken();
  expect(before.length).toBeGreaterThan(15);
  await page.getByRole('button', { name: say('replay.turn-next') }).click();
  await expect(slider).not.toHaveValue('20');
  await expect.poll(spoken).not.toEqual(before);
  await page.getByRole('button', { name: say('replay.turn-back') }).click();
  await page.goto(`/tables/${laid.table}?move=20`);
  await expect(slider).toHaveValue('20');
  // The same moment is the same table, and nothing can be moved there.
  await expect.poll(spoken).toEqual(before);
  await expect(board.area('castle').getByRole('button', { disabled: false })).toHaveCount(0);
  // Players keep their colours on the pages around the board.
  const colour = () =>
    page.locator('main').evaluate((main) => getComputedStyle(main).getPropertyValue('--player-0').trim());
  const onBoard = await colour();
  await page.getByRole('button', { name: say('replay.tab.result'), exact: true }).click();
  await expect(board.area('castle')).toBeHidden();
  await expect.poll(colour).toBe(onBoard);
  const ofPages = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--player-0').trim(),
  );
  expect(onBoard).not.toBe(ofPages);
});

test('Portuguese from the table to the refusals of the server', async ({ visit, scene }) => {
  const laid = scene('a white table in two languages');
  const page = await visit({ as: laid.someone('Ana'), language: 'pt-BR' });
  await page.goto(`/tables/${laid.table}`);
  const board = new Board(page, 'pt-BR');
  const { say, saying } = board.words;
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
  await expect(board.status).toContainText(saying('ask.die'));
  await board.take('coral', 'left');
  await expect(board.place('steward-1')).toHaveAccessibleName(new RegExp(say('coins.cost', { n: 2 })));
  await board.pointAnyway(board.place('steward-3'));
  await expect(board.status).toContainText(new RegExp(saying('reason.wrong-colour').source, 'i'));
  await board.perform('put steward-2');
  await board.bar.getByRole('button', { name: say('do.skip'), exact: true }).click();
  await expect(board.status).toContainText('Bea');
  expect(await moves(board)).toEqual(['die coral left', 'put steward-2', 'skip']);
});

test('every icon has a word and a rule: resting on it, going to it, holding it', async ({ visit, scene }) => {
  const laid = scene('a white table to explain');
  const page = await visit({ as: laid.someone('Ana') });
  const board = await table(page, laid.table);
  const { say } = board.words;
  const told = page.getByRole('tooltip');
  await expect(board.die('coral', 'left')).toBeVisible();
  // Nothing drawn is without words: an icon explains itself, or what it is a part of does.
  const mute = await page
    .locator('main svg:has(use)')
    .evaluateAll((all) =>
      all
        .filter(
          (icon) =>
            icon.checkVisibility() &&
            icon.closest('[data-explain], [data-place], [aria-hidden=true], button, [role=img]') === null,
        )
        .map((icon) => icon.outerHTML.slice(0, 120)),
    );
  expect(mute).toEqual([]);
  await board.area('yards').locator('[data-explain=yard-worth]').first().hover();
  await expect(told).toContainText(say('rule.yard-worth'));
  await page.mouse.move(0, 0);
  await expect(told).toBeHidden();
  // By keys: a place says everything that its icons show.
  await page.keyboard.press('y');
  await page.keyboard.press('ArrowDown');
  await expect(told).toContainText(say('worth.warrior', { n: 1 }));
  await page.keyboard.press('Escape');
  await expect(told).toBeHidden();
  // Every explanation there is on this screen is in the catalogue.
  const keys = await page
    .locator('[data-explain]')
    .evaluateAll((all) => [...new Set(all.map((each) => each.getAttribute('data-explain') ?? ''))]);
  for (const key of keys) if (!key.includes(':')) expect(say(`rule.${key}`).length).toBeGreaterThan(5);
  expect(keys.length).toBeGreaterThan(20);

  const phone = await visit({ as: laid.someone('Ana'), phone: true, viewport: PHONE, settings: { confirm: 'touch' } });
  const small = await table(phone, laid.table);
  await phone.getByRole('button', { name: new RegExp(`^${say('tabs.yards')}`) }).tap();
  const icon = small.area('yards').locator('[data-explain=yard-worth]').first();
  const box = await icon.boundingBox();
  if (!box) throw new Error('the icon is nowhere');
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const devtools = await phone.context().newCDPSession(phone);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
  await expect(phone.getByRole('tooltip')).toContainText(say('rule.yard-worth'));
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  // Holding asks; it chooses nothing.
  await expect(phone.getByRole('tooltip')).toBeVisible();
  expect(await moves(small)).toEqual([]);
});

test('a hint is said and shown, and the table takes it', async ({ visit, scene }) => {
  const laid = scene('a white table for a hint');
  const board = await table(await visit({ as: laid.someone('Ana') }), laid.table);
  const { saying } = board.words;
  await expect(board.status).toContainText(saying('ask.die'));
  await board.page.keyboard.press('h');
  await expect(board.page.getByText(saying('hint.says'))).toBeVisible();
});

test('keys lead everywhere and say what can be chosen', async ({ visit, scene }) => {
  const laid = scene('a die to choose');
  const board = await table(await visit({ as: laid.someone('Ana') }), laid.table);
  const { page } = board;
  const { say, saying } = board.words;
  const focus = page.locator(':focus');
  await expect(board.status).toContainText(saying('ask.die'));
  await page.keyboard.press('g');
  await expect(focus).toHaveAccessibleName(/^coral 1/);
  await page.keyboard.press('ArrowDown');
  await expect(focus).not.toHaveAccessibleName(/^coral 1/);
  await page.keyboard.press('l');
  await expect(page.getByText(/6 places: coral 1, left end/)).toBeAttached();
  await page.keyboard.press('s');
  await expect(page.getByText(new RegExp(`${say('round.name', { n: 1 })}.*Ana: `))).toBeAttached();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: say('keys.name') })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('c');
  await expect(board.area('castle').locator(':focus')).toHaveCount(1);
  await page.keyboard.press('n');
  await expect(focus).toHaveAccessibleName(/^coral 1/);
  await page.keyboard.press('Enter');
  await expect(board.status).toContainText(saying('ask.put'));
  // The focus has gone where the next choice is.
  await expect(focus).toHaveAccessibleName(new RegExp(say('place.open')));
  await expect(drawn(board.place('steward-1'))).toBeVisible();
});

test('with full motion dice and goods fly, and everything has landed before the next is asked', async ({
  visit,
  scene,
}) => {
  const laid = scene('a white table to see move');
  const page = await visit({ as: laid.someone('Ana'), settings: { motion: 'full', pace: 1 } });
  const board = await table(page, laid.table);
  await expect(board.status).toContainText(board.words.saying('ask.die'));
  await page.evaluate(() => {
    const seen = new MutationObserver((changes) => {
      const flown = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element);
      document.body.dataset.flown = String(Number(document.body.dataset.flown ?? 0) + flown.length);
    });
    for (const air of document.querySelectorAll('.air')) seen.observe(air, { childList: true });
  });
  await board.perform('die coral left');
  await board.perform('put steward-2');
  await expect(board.bar.getByRole('button', { name: board.effect('s:G') })).toBeVisible();
  await expect(page.locator('.air > *')).toHaveCount(0);
  // The die into the hand, the die into the room, and what the Lantern and the row give.
  expect(Number(await page.locator('body').getAttribute('data-flown'))).toBeGreaterThan(2);
  await expect(board.domain).toContainText(board.words.say('gain.food', { n: 5 }));
});
