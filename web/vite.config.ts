import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [svelte()],
  resolve: { alias: { $lib: here('./src/lib') } },
  // The games' own texts and castles are read from the Python package, so the repository must be readable.
  server: { fs: { allow: [here('..')] }, proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } } },
  build: {
    outDir: here('../src/tenshu/server/static'),
    emptyOutDir: true,
    target: 'es2022',
    // The server's Content-Security-Policy allows no data: scripts or styles; fonts and icons are files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Svelte's compiler takes its time; that is no news.
      checks: { pluginTimings: false },
      output: {
        // What several pages share comes in one file, not in thirty: each would be a journey of its own.
        codeSplitting: {
          groups: [
            { name: 'svelte', test: /node_modules[\\/]svelte/ },
            {
              name: 'shared',
              test: /src[\\/]lib[\\/](shell|texts|protocol|sound|motion|board|settings|games[\\/]\w+\.)/,
              minShareCount: 2,
            },
            {
              name: (id) => /games[\\/]([\w-]+)[\\/]/.exec(id)?.[1] ?? 'game',
              test: /src[\\/]lib[\\/]games[\\/][\w-]+[\\/](?!rules|texts|index)/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
});
