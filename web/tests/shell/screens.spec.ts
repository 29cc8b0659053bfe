/** What must hold on every screen: axe finds nothing in any theme, and nothing has to be scrolled sideways. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, PHONE, test } from '../house/test';
import { STOPS } from './walk';

const THEMES = {
  dark: { colorScheme: 'dark', contrast: 'no-preference' },
  light: { colorScheme: 'light', contrast: 'no-preference' },
  contrast: { colorScheme: 'dark', contrast: 'more' },
} as const;

async function violations(page: Page, theme: string): Promise<string[]> {
  const found = await new AxeBuilder({ page }).analyze();
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${theme}: ${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`),
  );
}

for (const { name, as, go } of STOPS)
  test(`${name}: nothing for axe to complain about, in any theme, large and small`, async ({ visit, scene }) => {
    const page = await visit({ as: as && scene(as[0]).someone(as[1]), expects: /status of 404/ });
    await go(page, scene);
    const found: string[] = [];
    for (const [theme, media] of Object.entries(THEMES)) {
      await page.emulateMedia(media);
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      found.push(...(await violations(page, theme)));
    }
    await page.setViewportSize(PHONE);
    found.push(...(await violations(page, 'phone')));
    expect(found).toEqual([]);
  });

/** Wide enough for a phone; a desktop at 200 %; and the narrowest screen that WCAG asks for. */
const NARROW = [PHONE, { width: 640, height: 400 }, { width: 320, height: 640 }];

test('nothing is scrolled sideways on a phone, at 200 %, or with large letters', async ({ visit, scene }) => {
  const found: string[] = [];
  for (const { name, as, go } of STOPS) {
    const page = await visit({ as: as && scene(as[0]).someone(as[1]), viewport: PHONE, expects: /status of 404/ });
    await go(page, scene);
    const look = async (how: string) => {
      const wide = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth > clientWidth ? `${String(scrollWidth)} in ${String(clientWidth)}` : '';
      });
      if (wide) found.push(`${name}, ${how}: ${wide}`);
    };
    for (const size of NARROW) {
      await page.setViewportSize(size);
      await look(`${String(size.width)} pixels`);
    }
    await page.setViewportSize(PHONE);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
    await look('letters twice as large');
    await page.context().close();
  }
  expect(found).toEqual([]);
});
