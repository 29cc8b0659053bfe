/**
 * Pictures of the harness: `node dev/shots.mjs [part of a name …]` writes shots/*.png. One Chromium, one Vite, both closed at the end.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { createServer } from 'vite';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** name: [query, size, what to do before the picture] */
const SHOTS = {
    tiles: ['page=tiles', DESK],
    'cards-dark': ['page=cards&theme=dark', { width: 1440, height: 900 }],
    'cards-light': ['page=cards&theme=light', { width: 1440, height: 900 }],
};
const MOMENTS = {
    opening: 'game=two&at=0&seat=0',
    picked: 'game=two&at=complete&from=60&seat=0',
    placing: 'game=two&at=place&from=120&seat=0',
    building: 'game=two&at=build&from=100&seat=0',
    late: 'game=two&at=take&from=230&seat=0',
    three: 'game=three&at=take&from=100&seat=0',
    four: 'game=four&at=take&from=120&seat=0',
    solo: 'game=solo&at=take&from=50&seat=0',
    spirits: 'game=spirits&at=take&from=150&seat=0',
    end: 'game=two&at=end&seat=0',
};
for (const [name, query] of Object.entries(MOMENTS))
    for (const theme of ['dark', 'light', 'contrast'])
        for (const [suffix, size] of [
            ['desk', DESK],
            ['phone', PHONE],
        ])
            SHOTS[`${name}-${suffix}-${theme}`] = [`page=table&${query}&theme=${theme}`, size];

const wanted = process.argv.slice(2);
const names = Object.keys(SHOTS).filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
mkdirSync(here('../shots'), { recursive: true });
const vite = await createServer({ configFile: here('vite.config.ts'), logLevel: 'warn' });
await vite.listen();
const base = vite.resolvedUrls.local[0];
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path));
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
    for (const name of names) {
        const [query, viewport] = SHOTS[name];
        const phone = viewport.width < 700;
        const page = await browser.newPage({
            viewport,
            deviceScaleFactor: phone ? 2 : 1,
            hasTouch: phone,
            isMobile: phone,
        });
        page.on(
            'console',
            (message) => ['error', 'warning'].includes(message.type()) && console.log(name, message.text()),
        );
        page.on('pageerror', (error) => console.log(name, 'ERROR', error.message));
        await page.goto(`${base}?${query}`);
        await page.waitForSelector('html[data-ready]', { timeout: 120000, state: 'attached' });
        await page.evaluate(() => document.fonts.ready);
        await page.waitForTimeout(250);
        await page.screenshot({ path: here(`../shots/${name}.png`) });
        await page.close();
        console.log(name);
    }
} finally {
    await browser.close();
    await vite.close();
}
