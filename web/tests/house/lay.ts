/** Before the first test: every scene is laid once; each worker's server gets a copy. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GAMES } from '../games';
import type { Scene } from './scenes';
import { DATABASE, FOLDER, TOLD } from './places';
import { BIN, ROOT } from './server';

export default (): (() => void) => lay(GAMES.flatMap(({ scenes }) => scenes));

export function lay(scenes: readonly Scene[]): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'tenshu-scenes-'));
  const told = execFileSync(join(BIN, 'python'), ['-m', 'web.tests.house.prepare', join(folder, DATABASE)], {
    cwd: ROOT,
    input: JSON.stringify(scenes),
    encoding: 'utf-8',
  });
  writeFileSync(join(folder, TOLD), told);
  process.env[FOLDER] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
