/**
 * Prints the pieces of a game as one SVG sheet, for programs without a browser: `node dev/sheet.mjs dragon-castle`.
 * The drawing is the component that the boards use; its styles travel with it.
 */
import { createServer } from 'vite';
import { svelte } from '@sveltejs/vite-plugin-svelte';

const game = process.argv[2] ?? 'dragon-castle';
const server = await createServer({
    configFile: false,
    root: new URL('..', import.meta.url).pathname,
    cacheDir: 'node_modules/.vite/sheet',
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, ws: false },
    optimizeDeps: { noDiscovery: true },
    appType: 'custom',
    ssr: { noExternal: ['svelte'] },
    plugins: [svelte({ compilerOptions: { css: 'injected', dev: false } })],
});
try {
    const { render } = await server.ssrLoadModule('svelte/server');
    const { default: Defs } = await server.ssrLoadModule(`/src/lib/games/${game}/art/Defs.svelte`);
    const { head, body } = render(Defs);
    const style = [...head.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map((match) => match[1]).join('\n');
    const inside = body.replace(/<!--[\s\S]*?-->/g, '').match(/<defs>([\s\S]*)<\/defs>/)[1];
    process.stdout.write(`<style>${style}</style>\n${inside}\n`);
} finally {
    await server.close();
}
