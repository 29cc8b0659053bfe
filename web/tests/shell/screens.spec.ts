/** What must hold on every screen: axe finds nothing in any theme, and nothing has to be scrolled sideways. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, PHONE, test } from '../house/test';
import { STOPS } from './stops';

const THEMES = {
  dark: { colorScheme: 'dark', contrast: 'no-preference' },
  light: { colorScheme: 'light', contrast: 'no-preference' },
  contrast: { colorScheme: 'dark', contrast: 'more' },
} as const;

/** What a theme can break: it changes colours and nothing else. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

async function violations(page: Page, theme: string, rules?: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const found = await (rules ? axe.withRules(rules) : axe).analyze();
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
      found.push(...(await violations(page, theme, theme === 'dark' ? undefined : COLOURS)));
    }
    await page.setViewportSize(PHONE);
    found.push(...(await violations(page, 'phone')));
    expect(found).toEqual([]);
  });

/** Wide enough for a phone; a desktop at 200 %; and the narrowest screen that WCAG asks for. */
const NARROW = [PHONE, { width: 640, height: 400 }, { width: 320, height: 640 }];

/** What lies beyond the left or right edge: the page itself, or something to press that nobody could reach. */
const outside = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const page = scrollWidth > clientWidth ? [`the page is ${String(scrollWidth)} wide`] : [];
    const scrolls = (element: Element): boolean =>
      element.parentElement !== null &&
      (['auto', 'scroll'].includes(getComputedStyle(element.parentElement).overflowX) ||
        scrolls(element.parentElement));
    const pressed = [...document.querySelectorAll('button, a, select, input, [role=button]')].flatMap((element) => {
      const { left, right, width, height } = element.getBoundingClientRect();
      const beyond = left < -1 || right > clientWidth + 1;
      if (!beyond || width < 2 || height < 2 || !element.checkVisibility() || scrolls(element)) return [];
      const name = element.getAttribute('aria-label') ?? element.textContent.trim();
      return [`${element.tagName} ${name.slice(0, 40)} from ${left.toFixed()} to ${right.toFixed()}`];
    });
    return [...page, ...pressed];
  });

test('nothing is scrolled sideways on a phone, at 200 %, or with large letters', async ({ visit, scene }) => {
  const found: string[] = [];
  for (const { name, as, go } of STOPS) {
    const page = await visit({ as: as && scene(as[0]).someone(as[1]), phone: true, expects: /status of 404/ });
    await go(page, scene);
    const look = async (how: string) => found.push(...(await outside(page)).map((each) => `${name}, ${how}: ${each}`));
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
