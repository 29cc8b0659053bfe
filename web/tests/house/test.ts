/** What every browser test gets: a server of its worker, people who come with a browser of their own, and no fault overlooked. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, type BrowserContext, expect, type Page } from '@playwright/test';
import { DATABASE, FOLDER, TOLD } from './places';
import type { Laid, Person } from './scenes';
import { Server } from './server';

export { expect };

/** What the client keeps on a device. Whole games are played without pauses for watching. */
export const QUICK = { pace: 0, motion: 'still', sound: false, confirm: 'never' } as const;
export const PHONE = { width: 390, height: 844 };
export const DESK = { width: 1440, height: 900 };

/** What a browser says although nothing is wrong: who has no session is told so by `/api/me`. */
const USUAL = /Service Worker registration blocked by Playwright|status of 401/;

export interface Visitor {
  /** Somebody a scene knows; otherwise a stranger. */
  as?: Person | undefined;
  phone?: boolean;
  settings?: Record<string, unknown>;
  language?: string;
  scheme?: 'light' | 'dark';
  viewport?: { width: number; height: number };
  serviceWorkers?: 'allow' | 'block';
  /** Another server than the worker's. */
  at?: Server;
  /** Complaints of the browser that belong to the test, such as a server that is away. */
  expects?: RegExp;
}

export interface House {
  readonly server: Server;
  readonly laid: Readonly<Record<string, Laid>>;
}

interface Fixtures {
  /** Opens a browser of somebody's own: its cookies and settings are nobody else's. */
  visit: (who?: Visitor) => Promise<Page>;
  scene: (name: string) => Laid & { someone: (name: string) => Person };
}

export const test = base.extend<Fixtures, { house: House }>({
  house: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const folder = process.env[FOLDER] ?? '';
      const laid = JSON.parse(readFileSync(join(folder, TOLD), 'utf-8')) as Record<string, Laid>;
      const server = new Server(join(folder, DATABASE));
      try {
        await server.start();
        await use({ server, laid });
        expect(server.mistakes, 'what the server says went wrong').toEqual([]);
      } finally {
        await server.end();
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  visit: async ({ browser, house }, use, info) => {
    const contexts: { context: BrowserContext; complaints: string[] }[] = [];
    await use(async (who = {}) => {
      const viewport = who.viewport ?? (who.phone ? PHONE : DESK);
      const { address } = who.at ?? house.server;
      const context = await browser.newContext({
        baseURL: address,
        viewport,
        hasTouch: who.phone ?? false,
        isMobile: who.phone ?? false,
        locale: who.language ?? 'en-GB',
        colorScheme: who.scheme ?? 'dark',
        reducedMotion: who.settings?.motion === 'full' ? 'no-preference' : 'reduce',
        serviceWorkers: who.serviceWorkers ?? 'block',
      });
      const complaints: string[] = [];
      contexts.push({ context, complaints });
      const note = (text: string) => {
        if (!USUAL.test(text) && who.expects?.test(text) !== true) complaints.push(text);
      };
      context.on('console', (message) => ['error', 'warning'].includes(message.type()) && note(message.text()));
      context.on('weberror', (error) => note(String(error.error().stack)));
      await context.addInitScript(
        (kept) => {
          if (location.protocol === 'about:') return;
          if (localStorage.getItem('tenshu.settings') === null) localStorage.setItem('tenshu.settings', kept);
        },
        JSON.stringify({ ...QUICK, ...who.settings }),
      );
      if (who.as) await context.addCookies([{ name: 'tenshu', value: who.as.cookie, url: address }]);
      return context.newPage();
    });
    const failed = info.status !== info.expectedStatus;
    for (const { context, complaints } of contexts) {
      if (failed)
        for (const [number, page] of context.pages().entries())
          await page.screenshot({ path: info.outputPath(`page-${String(contexts.length)}-${String(number)}.png`) });
      await context.close();
      if (!failed) expect(complaints, 'what the browser complains about').toEqual([]);
      else if (complaints.length > 0) console.log('the browser complains:', complaints);
    }
  },
  scene: async ({ house }, use) => {
    await use((name) => {
      const laid = house.laid[name];
      if (!laid) throw new Error(`no scene called ${name}`);
      return {
        ...laid,
        someone: (who) => {
          const found = laid.people[who];
          if (!found) throw new Error(`nobody called ${who} in ${name}`);
          return found;
        },
      };
    });
  },
});
