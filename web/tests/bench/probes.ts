/** Eyes in the page: when something is painted, how fast frames follow each other, how long a press waits for its picture. */
import type { Page } from '@playwright/test';

declare global {
  interface Window {
    probes: { painted: number | null; frames: { at: number; moving: boolean }[]; presses: number[] };
  }
}

/** Before a page loads. `target` is what is waited for: its first paint is noted. */
export async function look(page: Page, target: string): Promise<void> {
  await page.addInitScript((selector) => {
    window.probes = { painted: null, frames: [], presses: [] };
    const { probes } = window;
    const watch = new MutationObserver(() => {
      if (document.querySelector(selector) === null) return;
      watch.disconnect();
      // The frame after the one that draws it: by then it is on the screen.
      requestAnimationFrame(() => requestAnimationFrame((at) => (probes.painted = at)));
    });
    watch.observe(document, { childList: true, subtree: true });
    // What flies is moved by the Web Animations API; transitions and endless decoration are something else.
    const flies = (each: Animation) =>
      each.playState === 'running' && !(each instanceof CSSTransition) && !(each instanceof CSSAnimation);
    const frame = (at: number) => {
      probes.frames.push({ at, moving: document.getAnimations().some(flies) });
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.name === 'click') probes.presses.push(entry.duration);
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  }, target);
}

/** Makes the page's processor so many times slower. */
export async function slow(page: Page, rate: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate });
}

export async function paintedAfter(page: Page): Promise<number> {
  const found = await page.waitForFunction(() => window.probes.painted, null, { timeout: 60_000 });
  return Number(await found.jsonValue());
}

/**
 * Waits until an element of a plain selector says something. The page itself looks, once a frame: a locator by role and name reads
 * the whole page at every look, which takes longer than a frame, and would be what is measured.
 */
export async function says(page: Page, selector: string, text: string): Promise<void> {
  await page.waitForFunction(
    ([where, what]) => [...document.querySelectorAll(where)].some((each) => each.textContent.includes(what)),
    [selector, text] as const,
    { timeout: 60_000 },
  );
}

/** Frames per second while something flew, and the longest wait for one. */
export async function pace(page: Page): Promise<{ rate: number; longest: number; frames: number }> {
  const frames = await page.evaluate(() => window.probes.frames);
  const gaps = frames.flatMap(({ at, moving }, index) => {
    const before = frames[index - 1];
    return before?.moving && moving ? [at - before.at] : [];
  });
  const time = gaps.reduce((sum, gap) => sum + gap, 0);
  return { rate: (1000 * gaps.length) / time, longest: Math.max(...gaps), frames: gaps.length };
}

export async function forget(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.probes.frames = [];
    window.probes.presses = [];
  });
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('nothing was measured');
  return middle;
};
