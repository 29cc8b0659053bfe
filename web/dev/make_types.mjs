/** Makes src/lib/protocol/schema.ts of protocol.json: `npm run protocol`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compile } from 'json-schema-to-typescript';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const SAYS =
    '/* Made of protocol.json by `npm run protocol`, which the server writes. Change the server, not this file. */';

export async function types() {
    const schema = JSON.parse(readFileSync(here('../protocol.json'), 'utf-8'));
    const made = await compile({ ...schema, title: 'Protocol', type: 'object', properties: {} }, 'Protocol', {
        additionalProperties: false,
        bannerComment: SAYS,
        unreachableDefinitions: true,
        ignoreMinAndMaxItems: true,
        style: { singleQuote: true, printWidth: 120, trailingComma: 'all' },
    });
    // Only the definitions are wanted, not the object that holds them, nor the sentences about where they stand.
    return made
        .replace(/export interface Protocol \{\}\n/, '')
        .replace(/ *\/\*\*\n( *)\* This interface was referenced by[^/]*\*\//g, '')
        .replace(
            /(\n *\*)?\n *\* This interface was referenced by `Protocol`'s JSON-Schema\n *\* via the `definition` "\w+"\./g,
            '',
        )
        .replace(/\n{3,}/g, '\n\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
    writeFileSync(here('../src/lib/protocol/schema.ts'), await types());
