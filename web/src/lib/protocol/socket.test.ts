import { beforeEach, describe, expect, test } from 'vitest';
import {
  connectEarly,
  forgetEarly,
  Line,
  type LineState,
  liveUrl,
  PING_EVERY,
  PONG_WITHIN,
  type World,
} from './socket';

class FakeSocket {
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close() {
    this.readyState = 3;
  }
  opened() {
    this.readyState = 1;
    this.onopen?.();
  }
  says(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  breaks(code = 1006) {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

let sockets: FakeSocket[];
let timers: { run: () => void; at: number; id: number }[];
let now: number;
let states: LineState[];
let pending: (string | null)[];
let line: Line;

const world: World = {
  connect: () => {
    sockets.push(new FakeSocket());
    return sockets.at(-1) as unknown as WebSocket;
  },
  now: () => now,
  later: (run, ms) => {
    timers.push({ run, at: now + ms, id: timers.length + now });
    return timers.at(-1);
  },
  never: (timer) => {
    timers = timers.filter((each) => each !== timer);
  },
  random: () => 1,
};

function pass(ms: number) {
  const end = now + ms;
  for (;;) {
    const next = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
    if (!next) break;
    timers = timers.filter((each) => each !== next);
    now = next.at;
    next.run();
  }
  now = end;
}

const last = () => sockets.at(-1) as FakeSocket;
const table = (version: number, id?: string) => ({ type: 'table', table: { version }, ...(id ? { id } : {}) });
const moves = (socket: FakeSocket) => socket.sent.filter(({ type }) => type === 'move');

beforeEach(() => {
  [sockets, timers, now, states, pending] = [[], [], 0, [], []];
  line = new Line(
    'ws://x',
    { message: () => undefined, state: (state) => states.push(state), pending: (move) => pending.push(move) },
    world,
  );
  line.open();
  last().opened();
  last().says(table(3));
});

describe('a move', () => {
  test('is over when the table message that repeats its id comes', () => {
    line.move(3, 'take c4');
    const [{ id, version, move } = {}] = moves(last());
    expect([version, move]).toEqual([3, 'take c4']);
    last().says(table(4, id as string));
    expect(pending).toEqual(['take c4', null]);
  });
  test('is sent again after a break if the table has not moved', () => {
    line.move(3, 'take c4');
    last().breaks();
    pass(400);
    expect(sockets).toHaveLength(2);
    last().opened();
    last().says(table(3));
    expect(moves(last())).toMatchObject([{ version: 3, move: 'take c4', id: moves(sockets[0] as FakeSocket)[0]?.id }]);
    // Only once: a second table message of the same version (somebody chats, say) sends nothing.
    last().says(table(3));
    expect(moves(last())).toHaveLength(1);
  });
  test('is not sent again if it had arrived', () => {
    line.move(3, 'take c4');
    last().breaks();
    pass(400);
    last().opened();
    last().says(table(4));
    expect(moves(last())).toEqual([]);
    expect(pending.at(-1)).toBeNull();
  });
  test('made while the line is down goes out when it is back', () => {
    last().breaks();
    line.move(3, 'discard');
    pass(400);
    last().opened();
    last().says(table(3));
    expect(moves(last())).toMatchObject([{ move: 'discard' }]);
  });
  test('that is refused is over', () => {
    line.move(3, 'take c4');
    last().says({ type: 'refused', code: 'illegal', sentence: '', facts: {}, id: moves(last())[0]?.id });
    expect(pending.at(-1)).toBeNull();
  });
});

describe('a line', () => {
  test('waits longer each time, and begins anew after a message', () => {
    const waits: number[] = [];
    for (let round = 0; round < 4; round++) {
      last().breaks();
      const state = states.at(-1);
      if (state?.is === 'waiting') waits.push(state.until - now);
      pass(20_000);
    }
    expect(waits).toEqual([300, 1000, 2000, 4000]);
    last().opened();
    last().says(table(3));
    last().breaks(1012);
    expect(states.at(-1)).toEqual({ is: 'waiting', until: now + 300 });
  });
  test('that the server closed for good is not tried again', () => {
    last().breaks(4404);
    expect(states.at(-1)).toEqual({ is: 'closed', code: 4404 });
    pass(60_000);
    expect(sockets).toHaveLength(1);
  });
  test('that does not answer a ping is dead', () => {
    pass(PING_EVERY);
    expect(last().sent.at(-1)).toEqual({ type: 'ping' });
    pass(PONG_WITHIN - 1);
    expect(sockets).toHaveLength(1);
    pass(2000);
    expect(sockets).toHaveLength(2);
  });
  test('that answers stays', () => {
    pass(PING_EVERY);
    last().says({ type: 'pong', at: 0 });
    pass(PONG_WITHIN * 2);
    expect(sockets).toHaveLength(1);
  });
  test('tries at once when the network is back', () => {
    last().breaks();
    pass(300);
    last().breaks();
    line.nudge();
    expect(sockets).toHaveLength(3);
  });
  test('left stays left', () => {
    line.close();
    last().breaks();
    pass(60_000);
    expect(sockets).toHaveLength(1);
  });
});

test('the address follows the page', () => {
  const address = liveUrl('a/b', 'pt-BR', { protocol: 'https:', host: 'h:1' });
  expect(address).toBe('wss://h:1/api/tables/a%2Fb/live?language=pt-BR');
});

describe('a line opened early', () => {
  class Opened extends FakeSocket {
    static made: Opened[] = [];
    constructor(readonly url: string) {
      super();
      Opened.made.push(this);
    }
  }
  const heard: unknown[] = [];
  const events = {
    message: (message: unknown) => heard.push(message),
    state: (state: LineState) => heard.push(state.is),
    pending: () => undefined,
  };
  const real = globalThis.WebSocket;
  beforeEach(() => {
    Opened.made = [];
    heard.length = 0;
    globalThis.WebSocket = Opened as unknown as typeof WebSocket;
    return () => {
      forgetEarly();
      globalThis.WebSocket = real;
    };
  });

  test('is taken over with everything it has said', async () => {
    connectEarly('ws://h/t');
    Opened.made[0]?.opened();
    Opened.made[0]?.says({ type: 'pong', at: 1 });
    const taken = new Line('ws://h/t', events);
    taken.open();
    await Promise.resolve();
    expect(Opened.made).toHaveLength(1);
    expect(heard).toEqual(['connecting', 'open', { type: 'pong', at: 1 }]);
    Opened.made[0]?.says({ type: 'pong', at: 2 });
    expect(heard.at(-1)).toEqual({ type: 'pong', at: 2 });
    taken.close();
  });
  test('is not, if it leads elsewhere or has broken', () => {
    connectEarly('ws://h/other');
    new Line('ws://h/t', events).open();
    expect(Opened.made.map(({ url }) => url)).toEqual(['ws://h/other', 'ws://h/t']);
    expect(Opened.made[0]?.readyState).toBe(3);
    connectEarly('ws://h/t');
    Opened.made[2]?.breaks();
    new Line('ws://h/t', events).open();
    expect(Opened.made).toHaveLength(4);
  });
});
