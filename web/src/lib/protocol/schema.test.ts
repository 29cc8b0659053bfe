import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { types } from '../../../dev/make_types.mjs';

// tests/server/test_client_types.py holds protocol.json to what the server says.
test('the types are those of the protocol; if not, run `npm run protocol`', async () => {
  expect(readFileSync(`${process.cwd()}/src/lib/protocol/schema.ts`, 'utf-8')).toBe(await types());
});
