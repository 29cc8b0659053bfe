/** `make bench-web`: one page at a time, nothing beside it. */
import { defineConfig } from '@playwright/test';
import tests from './playwright.config';

export default defineConfig(tests, {
  testMatch: '**/*.bench.ts',
  globalSetup: './tests/pictures/lay.ts',
  workers: 1,
  fullyParallel: false,
  reporter: [['./tests/bench/quiet.ts']],
});
