/**
 * A whole game through the page, against the computer, on a real server with its real headers:
 * `node dev/play.mjs [--seats bot] [--steps 400] [--shots]`. Says what it met on the way: errors, refused content, time a move takes.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const option = (name, otherwise) => {
    const index = process.argv.indexOf(`--${name}`);
    return index < 0 ? otherwise : (process.argv[index + 1] ?? true);
};
const folder = mkdtempSync(`${tmpdir()}/tenshu-play-`);
const port = 18000 + Math.floor(Math.random() * 2000);
const server = spawn(
    here('../../.venv/bin/tenshu'),
    ['serve', '--port', String(port), '--database', `sqlite:///${folder}/games.db`, '--no-open', '--limits', 'off'],
    { stdio: ['ignore', 'pipe', 'pipe'] },
);
let said = '';
for (const stream of [server.stdout, server.stderr]) stream.on('data', (data) => (said += String(data)));
const base = `http://127.0.0.1:${String(port)}`;
for (let tries = 0; tries < 100; tries++) {
    if (
        await fetch(`${base}/healthz`).then(
            (r) => r.ok,
            () => false,
        )
    )
        break;
    await new Promise((done) => setTimeout(done, 200));
}

const phone = process.argv.includes('--phone');
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
const context = await browser.newContext({
    viewport: phone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    hasTouch: phone,
    isMobile: phone,
    locale: option('lang', 'en'),
    colorScheme: option('theme', 'dark'),
    reducedMotion: process.argv.includes('--still') ? 'reduce' : 'no-preference',
});
const page = await context.newPage();
const troubles = [];
page.on('console', (message) => ['error', 'warning'].includes(message.type()) && troubles.push(message.text()));
page.on('pageerror', (error) => troubles.push(`ERROR ${error.message}\n${error.stack ?? ''}`));

if (process.argv.includes('--wire'))
    page.on('websocket', (socket) => {
        socket.on('framesent', ({ payload }) => console.log('>', String(payload).slice(0, 200)));
        socket.on('framereceived', ({ payload }) => {
            const { type, step, table, moves } = JSON.parse(String(payload));
            console.log(
                '<',
                type,
                table?.revision,
                table?.version,
                table?.ply,
                JSON.stringify(step)?.slice(0, 260),
                moves?.length,
            );
        });
    });

let steps = 0;
const times = [];
try {
    await page.goto(base);
    const spirits = String(option('spirits', 'faith,strength')).split(',').filter(Boolean);
    const id = await page.evaluate(
        async ({ spirits, solo }) => {
            const post = (path, body) =>
                fetch(path, {
                    method: 'POST',
                    headers: { 'Content-Type': 'application/json' },
                    body: JSON.stringify(body),
                }).then((r) => r.json());
            await post('/api/session', { name: 'Ana' });
            const table = await post('/api/tables', {
                game: 'dragon-castle',
                options: solo ? {} : { spirits, dragons: ['bravery'] },
                seats: solo ? [{ kind: 'me' }] : [{ kind: 'me' }, { kind: 'bot', level: 'visitor' }],
                public: false,
                start: true,
                clock: null,
                hints: true,
                takebacks: 'free',
                chat: true,
            });
            return table.id ?? JSON.stringify(table);
        },
        { spirits, solo: process.argv.includes('--solo') },
    );
    console.log('table', id);
    await page.evaluate(() => localStorage.setItem('tenshu.settings', JSON.stringify({ pace: 0.3, confirm: 'never' })));
    const opened = Date.now();
    await page.goto(`${base}/tables/${id}`);
    await page.waitForSelector('[data-board="castle"]');
    console.log('castle after', Date.now() - opened, 'ms');
    mkdirSync(here('../shots'), { recursive: true });
    const most = Number(option('steps', 600));
    for (; steps < most; steps++) {
        const kind = await page.waitForFunction(
            () => {
                if (document.querySelector('.bar a[href*="move=0"]')) return 'over';
                const castle = document.querySelector('[data-board="castle"] .takeable, [data-board="castle"] .twin');
                if (castle) return 'castle';
                const realm = document.querySelector('[data-board^="realm"] .free');
                if (realm) return 'realm';
                const skip = /Skip|Hint|Undo|Cancel|Pular|Dica|Desfazer|Cancelar/;
                return [...document.querySelectorAll('.bar .buttons .button')].some(
                    (button) => !skip.test(button.textContent),
                )
                    ? 'button'
                    : null;
            },
            null,
            { timeout: 30000 },
        );
        const what = await kind.jsonValue();
        if (what === 'over') break;
        const before = Date.now();
        if (what === 'castle') {
            const tiles = page.locator('[data-board="castle"] .takeable, [data-board="castle"] .twin');
            const count = await tiles.count();
            const index = steps % Math.max(1, count);
            const shrine = page.getByRole('button', { name: /Tile \+ shrine/ });
            if (steps % 3 === 1 && (await shrine.count()) > 0) await shrine.click();
            else await tiles.nth(index).press('Enter');
        } else if (what === 'realm') {
            const cells = page.locator('[data-board^="realm"] .free');
            await cells.nth((steps * 7) % (await cells.count())).press('Enter');
        } else {
            const button = page
                .locator('.bar .buttons .button', { hasNotText: /Skip|Hint|Undo|Cancel|Pular|Dica|Desfazer|Cancelar/ })
                .first();
            await button.click();
        }
        await page.waitForTimeout(60);
        times.push(Date.now() - before);
        if (process.argv.includes('--shots') && steps % 40 === 20)
            await page.screenshot({ path: here(`../shots/play-${String(steps)}.png`) });
    }
    await page.waitForTimeout(1500);
    await page.screenshot({ path: here('../shots/play-last.png') });
    console.log('status:', (await page.locator('[role=status]').first().textContent())?.replace(/\s+/g, ' '));
} catch (error) {
    console.log('STOPPED', error.message.split('\n')[0]);
    await page.screenshot({ path: here('../shots/play-stopped.png') });
} finally {
    console.log('steps', steps, 'median ms', times.sort((a, b) => a - b)[Math.floor(times.length / 2)]);
    console.log('troubles', [...new Set(troubles)].slice(0, 12));
    await browser.close();
    server.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
    if (/Traceback/.test(said)) console.log(said.slice(-1500));
}
