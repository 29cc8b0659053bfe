/** `make screens`: pictures of every screen. */
import { defineConfig } from '@playwright/test';
import tests from './playwright.config';

export default defineConfig(tests, {
  testMatch: '**/*.shot.ts',
  globalSetup: './tests/pictures/sheet.ts',
  reporter: [['dot']],
});
