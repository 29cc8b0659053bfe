/** The harness: screens from fixture games, without a server. It is never part of the built client. */
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('.'),
  publicDir: here('../public'),
  plugins: [svelte({ configFile: here('../svelte.config.js') })],
  resolve: { alias: { $lib: here('../src/lib') } },
  server: { fs: { allow: [here('../..')] }, port: 5199, strictPort: false },
  cacheDir: here('../node_modules/.vite-harness'),
});
