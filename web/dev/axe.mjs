/** axe over the table in many states and every theme, from the harness: `node dev/axe.mjs`. Any violation is printed and fails. */
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium } from 'playwright-core';
import { createServer } from 'vite';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const vite = await createServer({ configFile: here('vite.config.ts'), logLevel: 'error' });
await vite.listen();
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
let found = 0;
try {
    const states = [
        'game=two&at=0',
        'game=two&at=complete&from=60',
        'game=two&at=place&from=120',
        'game=four&at=take&from=120',
        'game=spirits&at=take&from=150',
        'game=solo&at=take&from=50',
        'game=two&at=end',
    ];
    // A theme changes colours only: `--quick` looks at every state once and at every theme in two of them.
    const quick = process.argv.includes('--quick');
    for (const theme of ['dark', 'light', 'contrast'])
        for (const viewport of [
            { width: 1440, height: 900 },
            { width: 390, height: 844 },
        ])
            for (const state of quick && theme !== 'dark' ? states.slice(2, 4) : states) {
                const context = await browser.newContext({ viewport });
                const page = await context.newPage();
                await page.goto(`${vite.resolvedUrls.local[0]}?page=table&${state}&theme=${theme}`);
                await page.waitForSelector('.bar', { state: 'attached', timeout: 120_000 });
                await page.waitForTimeout(500);
                const { violations } = await new AxeBuilder({ page }).analyze();
                for (const { id, nodes, help } of violations) {
                    found += 1;
                    console.log(
                        theme,
                        viewport.width,
                        state,
                        id,
                        help,
                        '\n   ',
                        nodes
                            .slice(0, 3)
                            .map(({ html, any }) => `${html.slice(0, 130)} ${any[0]?.message?.slice(0, 120) ?? ''}`)
                            .join('\n    '),
                    );
                }
                console.log('looked at', theme, viewport.width, state);
                await context.close();
            }
} finally {
    await browser.close();
    await vite.close();
}
console.log(found, 'violations');
process.exitCode = found > 0 ? 1 : 0;
