/** A real `tenshu serve` on a free port with a database of its own. It can be killed and started again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, copyFileSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
export const BIN = join(ROOT, '.venv/bin');
const PATIENCE = 60_000;

const alive = new Set<Server>();
process.on('exit', () => {
  for (const server of alive) server.strike();
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

export class Server {
  readonly folder = mkdtempSync(join(tmpdir(), 'tenshu-browser-'));
  readonly database = join(this.folder, 'tables.sqlite');
  readonly #log = join(this.folder, 'log');
  #port = 0;
  #process: ChildProcess | undefined;

  /** Begins with the tables of a file that another has written. */
  constructor(tables?: string) {
    if (tables !== undefined) copyFileSync(tables, this.database);
  }

  get address(): string {
    return `http://127.0.0.1:${String(this.#port)}`;
  }

  get log(): string {
    return readFileSync(this.#log, 'utf-8');
  }

  /** Starts, or starts again on the same port and database, and waits until it answers. */
  async start(): Promise<void> {
    this.#port ||= await freePort();
    const log = openSync(this.#log, 'a');
    const server = spawn(
      join(BIN, 'tenshu'),
      ['serve', '--port', String(this.#port), '--database', `sqlite:///${this.database}`].concat([
        '--limits',
        'off',
        '--bots',
        '1',
        '--log',
        'json',
      ]),
      { stdio: ['ignore', log, log], detached: true, env: settled(process.env) },
    );
    closeSync(log);
    this.#process = server;
    alive.add(this);
    for (const until = Date.now() + PATIENCE; ;) {
      const up = await fetch(`${this.address}/readyz`).then(({ ok }) => ok, () => false); // prettier-ignore
      if (up) return;
      if (server.exitCode !== null || Date.now() > until) throw new Error(`the server does not start: ${this.log}`);
      await new Promise((done) => setTimeout(done, 50));
    }
  }

  /** As a power cut: it and all it has started are gone at once. */
  strike(): void {
    const pid = this.#process?.pid;
    alive.delete(this);
    if (pid === undefined) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // Gone already.
    }
  }

  async kill(): Promise<void> {
    const server = this.#process;
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    this.strike();
    await ended;
    this.#process = undefined;
  }

  /** What the log tells that should never happen. */
  get mistakes(): string[] {
    return this.log
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .filter((line) => {
        const told = JSON.parse(line) as { level?: string };
        return told.level === 'error' || told.level === 'critical' || 'exception' in told;
      });
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Nothing that somebody has set for a server of their own is meant for this one. */
function settled(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('TENSHU_')));
}
