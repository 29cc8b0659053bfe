/** Browser tests: real servers, the system's Chromium, nothing in between. `make test` runs them; docs/quality.md says what they prove. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

function chromium(): string {
  try {
    return execFileSync(here('../tools/chromium.sh'), {
      encoding: 'utf-8',
      stdio: ['ignore', 'pipe', 'inherit'],
    }).trim();
  } catch {
    process.exit(1); // it has said why
  }
}

export default defineConfig({
  testDir: 'tests',
  testMatch: '**/*.spec.ts',
  globalSetup: './tests/house/lay.ts',
  outputDir: here('../build/browser/'),
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // A machine that has other work may be many times slower; what waits, waits for a condition.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    // What the launcher of Debian's package writes on its own account is nobody's business here.
    launchOptions: { executablePath: chromium(), args: ['--disable-gpu'] },
    actionTimeout: 60_000,
    navigationTimeout: 120_000,
    screenshot: 'only-on-failure',
    trace: 'off',
    locale: 'en-GB',
    colorScheme: 'dark',
    viewport: { width: 1440, height: 900 },
  },
});
