/**
 * The line to a table. It connects again by itself, waits longer each time, notices a dead line, and keeps the one rule of
 * docs/protocol.md about moves: what was sent on a line that broke is sent again only if the table is still at the version it was
 * sent for. It knows no game and no screen.
 */
import type { ClientMessage, ServerMessage } from './types';

export type LineState =
  | { is: 'connecting' }
  | { is: 'open' }
  /** The line is down; the next try is at this time. */
  | { is: 'waiting'; until: number }
  /** The server does not want us here: trying again would not help. */
  | { is: 'closed'; code: number };

export interface LineEvents {
  message: (message: ServerMessage) => void;
  state: (state: LineState) => void;
  /** A move that was sent is not known to have arrived, or no longer so. */
  pending: (move: string | null) => void;
}

/** What the line needs of the world; tests bring their own. */
export interface World {
  connect: (url: string) => WebSocket;
  now: () => number;
  later: (run: () => void, ms: number) => unknown;
  never: (timer: unknown) => void;
  random: () => number;
}

/** A line opened before anybody was there to listen: what it says is kept. */
let early: { url: string; socket: WebSocket; said: MessageEvent[] } | undefined;

/** Begins to connect while the page is still being put together. */
export function connectEarly(url: string): void {
  const socket = new WebSocket(url);
  const said: MessageEvent[] = [];
  socket.onmessage = (event) => said.push(event);
  early = { url, socket, said };
}

/** Nobody will listen to it. */
export function forgetEarly(): void {
  early?.socket.close();
  early = undefined;
}

/** The line that was opened early, if it still stands; what it has said is said again to whoever listens now. */
function connect(url: string): WebSocket {
  const found = early;
  early = undefined;
  if (found?.url !== url || found.socket.readyState > 1) {
    found?.socket.close();
    return new WebSocket(url);
  }
  const { socket, said } = found;
  queueMicrotask(() => {
    if (socket.readyState === 1) socket.onopen?.(new Event('open'));
    for (const event of said) socket.onmessage?.(event);
  });
  return socket;
}

const REAL: World = {
  connect,
  now: () => Date.now(),
  later: (run, ms) => setTimeout(run, ms),
  never: (timer) => clearTimeout(timer as number),
  random: () => Math.random(),
};

/** Close codes after which nothing changes by trying again. */
const FINAL = new Set([4400, 4403, 4404, 4409, 1009, 1007]);
const PATIENCE = [300, 1000, 2000, 4000, 8000, 15000] as const;
export const PING_EVERY = 25_000;
export const PONG_WITHIN = 10_000;

export class Line {
  readonly #url: string;
  readonly #events: LineEvents;
  readonly #world: World;
  #socket: WebSocket | undefined;
  #tries = 0;
  #retry: unknown;
  #ping: unknown;
  #pong: unknown;
  #number = 0;
  #pending: { version: number; move: string; id: string } | null = null;
  #left = false;
  #fresh = false;

  constructor(url: string, events: LineEvents, world: World = REAL) {
    this.#url = url;
    this.#events = events;
    this.#world = world;
  }

  open(): void {
    this.#left = false;
    this.#connect();
  }

  /** Leave for good. */
  close(): void {
    this.#left = true;
    this.#quiet();
    this.#world.never(this.#retry);
    this.#socket?.close(1000);
    this.#socket = undefined;
  }

  /** The network is back, or the laptop woke up: do not wait any longer, and do not trust an old line. */
  nudge(): void {
    if (this.#left) return;
    if (!this.#socket) {
      this.#world.never(this.#retry);
      this.#tries = 0;
      this.#connect();
    } else if (this.#socket.readyState === 1) this.#beat(3000);
  }

  send(message: ClientMessage): boolean {
    if (this.#socket?.readyState !== 1) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Play a move. It is remembered until the server has answered it. */
  move(version: number, move: string): void {
    this.#number += 1;
    this.#pending = { version, move, id: `m${String(this.#number)}-${this.#world.random().toString(36).slice(2, 10)}` };
    this.#events.pending(move);
    this.send({ type: 'move', ...this.#pending });
  }

  #connect(): void {
    this.#events.state({ is: 'connecting' });
    this.#fresh = true;
    const socket = this.#world.connect(this.#url);
    this.#socket = socket;
    socket.onopen = () => {
      if (socket !== this.#socket) return;
      this.#events.state({ is: 'open' });
      this.#schedule();
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket === this.#socket) this.#receive(event.data);
    };
    socket.onclose = (event: CloseEvent) => {
      if (socket === this.#socket) this.#lost(event.code);
    };
  }

  #receive(text: string): void {
    let message: ServerMessage;
    try {
      message = JSON.parse(text) as ServerMessage;
    } catch {
      return;
    }
    this.#world.never(this.#pong);
    this.#pong = undefined;
    if (message.type === 'table') {
      this.#tries = 0;
      this.#settle(message.table.version, message.id);
    } else if (message.type === 'refused' && message.id != null && message.id === this.#pending?.id) this.#done();
    this.#events.message(message);
  }

  /** After each table message: is the move we sent still on its way? */
  #settle(version: number, id: string | null | undefined): void {
    const first = this.#fresh;
    this.#fresh = false;
    if (!this.#pending) return;
    if (id === this.#pending.id || version !== this.#pending.version) this.#done();
    else if (first) this.send({ type: 'move', ...this.#pending });
  }

  #done(): void {
    this.#pending = null;
    this.#events.pending(null);
  }

  #lost(code: number): void {
    this.#socket = undefined;
    this.#quiet();
    if (this.#left) return;
    if (FINAL.has(code)) {
      this.#events.state({ is: 'closed', code });
      return;
    }
    const longest = PATIENCE[Math.min(this.#tries, PATIENCE.length - 1)] ?? 15000;
    // Not all clients of a restarted server come back in the same instant.
    const wait = longest * (0.5 + this.#world.random() / 2);
    this.#tries += 1;
    this.#events.state({ is: 'waiting', until: this.#world.now() + wait });
    this.#retry = this.#world.later(() => this.#connect(), wait);
  }

  #schedule(): void {
    this.#world.never(this.#ping);
    this.#ping = this.#world.later(() => {
      this.#beat(PONG_WITHIN);
      this.#schedule();
    }, PING_EVERY);
  }

  #beat(patience: number): void {
    if (!this.send({ type: 'ping' })) return;
    if (this.#pong !== undefined) return;
    this.#pong = this.#world.later(() => {
      // A line that does not answer is no line; `onclose` may take minutes to notice.
      const dead = this.#socket;
      this.#pong = undefined;
      this.#lost(1006);
      dead?.close();
    }, patience);
  }

  #quiet(): void {
    this.#world.never(this.#ping);
    this.#world.never(this.#pong);
    this.#pong = undefined;
  }
}

export const liveUrl = (id: string, language: string, place: { protocol: string; host: string } = location): string => {
  const scheme = place.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${place.host}/api/tables/${encodeURIComponent(id)}/live?language=${language}`;
};
