/** Every screen, large and small, light and dark: `make screens` writes build/screens/ with a contact sheet. */
import { DESK, PHONE, test } from '../house/test';
import { picture } from './sheet';
import { PICTURED } from './stops';

for (const { name, as, go } of PICTURED)
  for (const [size, viewport] of Object.entries({ desk: DESK, phone: PHONE }))
    test(`${name} (${size})`, async ({ visit, scene }) => {
      const phone = size === 'phone';
      const settings = { pace: 1, confirm: 'touch' };
      const page = await visit({ as: as && scene(as[0]).someone(as[1]), phone, viewport, settings, expects: /./ });
      await go(page, scene);
      for (const theme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme: theme });
        await page.evaluate(() => document.fonts.ready.then(() => undefined));
        await page.screenshot({ path: picture(name, size, theme), animations: 'disabled', caret: 'hide' });
      }
    });
