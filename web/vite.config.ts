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
  },
});
