/** How much script the table screen needs, gzipped: `npm run build && node dev/size.mjs`. Follows the static and the needed lazy imports. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const folder = fileURLToPath(new URL('../../src/tenshu/server/static/assets/', import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith('.js'));
const needed = new Set();
const need = (name) => {
    if (!name || needed.has(name)) return;
    needed.add(name);
    const text = readFileSync(folder + name, 'utf-8');
    for (const [, found] of text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) need(found);
};
const called = (start) => files.find((name) => name.startsWith(start));
for (const start of ['index-', 'AtTable-', 'Table-', 'Board-']) need(called(start));
// One language's texts: the largest of each is counted, whichever language it is.
const texts = files.filter((name) => /^(en)-/.test(name));
for (const name of texts) needed.add(name);
let sum = 0;
for (const name of [...needed].sort()) {
    const size = gzipSync(readFileSync(folder + name)).length;
    sum += size;
    console.log(String(size).padStart(7), name);
}
console.log(String(sum).padStart(7), 'bytes gzip for the table screen, English, all its texts; the budget is 153600');
process.exitCode = sum > 153600 ? 1 : 0;
