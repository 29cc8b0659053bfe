/** Without a network: the shell opens, says what it needs the server for, and goes on when the network is back. */
import { expect, test } from '../house/test';
import { say } from '../house/words';

test('the shell opens offline and says what needs the server', async ({ visit }) => {
  const page = await visit({ serviceWorkers: 'allow', expects: /ERR_INTERNET_DISCONNECTED|Failed to load resource/ });
  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  // Pages that need no server are fetched while nothing else happens.
  await page.goto('/rules');
  await expect(page.getByRole('searchbox', { name: say('rules.search') })).toBeVisible();
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: say('settings.title'), level: 1 })).toBeVisible();
  await page.context().setOffline(true);
  for (const path of ['/', '/rules', '/settings']) {
    await page.goto(path);
    await expect(page.getByText(say('offline'))).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await page.goto('/');
  await page.getByRole('button', { name: say('play.now'), exact: true }).click();
  await expect(page.getByText(say('error.offline'))).toBeVisible();
  await page.context().setOffline(false);
  await page.reload();
  await expect(page.getByText(say('offline'))).toBeHidden();
  await page.getByRole('button', { name: say('play.now'), exact: true }).click();
  await expect(page).toHaveURL(/\/tables\//);
});

test('the client can be installed', async ({ visit }) => {
  const page = await visit({ serviceWorkers: 'allow' });
  await page.goto('/');
  const devtools = await page.context().newCDPSession(page);
  const { errors, data } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data ?? '{}') as {
    name: string;
    display: string;
    icons: { src: string; sizes: string }[];
  };
  expect(manifest).toMatchObject({ name: 'Tenshu', display: 'standalone' });
  for (const size of ['192x192', '512x512']) {
    const icon = manifest.icons.find(({ sizes }) => sizes === size);
    expect((await page.request.get(icon?.src ?? 'missing')).status()).toBe(200);
  }
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
});
