/** What is pictured: every screen, what games show besides, and what is seldom seen. */
import { GAMES } from '../games';
import type { Stop } from '../house/stops';
import { expect } from '../house/test';
import { say, saying } from '../house/words';
import { STOPS } from '../shell/stops';

const SELDOM: readonly Stop[] = [
  {
    name: 'analysis, done',
    as: ['a game that is over', 'Ana'],
    async go(page, scene) {
      await page.goto(`/tables/${scene('a game that is over').table}?move=20#analysis`);
      const done = page.getByRole('heading', { name: say('analysis.turning') });
      const begin = page.getByRole('button', { name: say('analysis.begin') });
      await expect(begin.or(done).first()).toBeVisible();
      if (await begin.isVisible()) await begin.click();
      await expect(done).toBeVisible({ timeout: 300_000 });
    },
  },
  {
    name: 'offline',
    async go(page) {
      await page.goto('/');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.context().setOffline(true);
      await expect(page.getByText(say('offline'))).toBeVisible();
    },
  },
  {
    name: 'a server that is away',
    as: ['a turn begins', 'Ana'],
    async go(page, scene) {
      const lines: { close: () => Promise<void> }[] = [];
      let away = false;
      await page.routeWebSocket(/\/live/, (line) => {
        if (away) void line.close({ code: 1012 });
        else {
          line.connectToServer();
          lines.push(line);
        }
      });
      await page.goto(`/tables/${scene('a turn begins').table}`);
      await expect(page.getByRole('status').first()).toContainText(say('status.your-turn'));
      away = true;
      for (const line of lines) await line.close();
      await expect(page.getByText(saying('line.waiting'))).toBeVisible();
    },
  },
];

export const PICTURED: readonly Stop[] = [...STOPS, ...GAMES.flatMap(({ pictures }) => pictures.stops), ...SELDOM];
