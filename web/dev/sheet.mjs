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
    plugins: [
        svelte({ compilerOptions: { css: 'injected', dev: false, cssHash: ({ name }) => `of-${name.toLowerCase()}` } }),
    ],
});
/** Pieces that are components of their own: each variant becomes a symbol with this name. */
const variants = {
    'white-castle': [
        ...['coral', 'black', 'white'].flatMap((colour) =>
            [1, 2, 3, 4, 5, 6].map((value) => ['Die', `die-${colour}-${value}`, { colour, value }]),
        ),
        ...['courtiers', 'gardeners', 'warriors'].flatMap((kind) =>
            [0, 1, 2, 3].map((seat) => ['Piece', `piece-${kind}-${seat}`, { kind, seat }]),
        ),
    ],
};
const styles = new Set();
const plain = (html) => html.replace(/<!--[\s\S]*?-->/g, '');
try {
    const { render } = await server.ssrLoadModule('svelte/server');
    const drawn = async (name, props) => {
        const { default: component } = await server.ssrLoadModule(`/src/lib/games/${game}/art/${name}.svelte`);
        const { head, body } = render(component, { props });
        for (const [, style] of head.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)) styles.add(style);
        return plain(body);
    };
    const pieces = [(await drawn('Defs', {})).match(/<defs>([\s\S]*)<\/defs>/)[1]];
    for (const [name, id, props] of variants[game] ?? []) {
        const [, attributes, inside] = (await drawn(name, props)).match(/<svg([^>]*)>([\s\S]*)<\/svg>/);
        const kept = [...attributes.matchAll(/(class|style|viewBox)="[^"]*"/g)].map(([whole]) => whole);
        const box = kept.find((whole) => whole.startsWith('viewBox'));
        const group = kept.filter((whole) => whole !== box).join(' ');
        pieces.push(`<symbol id="${id}" ${box}><g ${group}>${inside.trim()}</g></symbol>`);
    }
    process.stdout.write(`<style>${[...styles].join('\n')}</style>\n${pieces.join('\n')}\n`);
} finally {
    await server.close();
}
