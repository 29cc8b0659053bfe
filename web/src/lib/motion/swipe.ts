/** A quick stroke of one finger to the left (+1) or to the right (−1). */

const FAR = 64;
const SLOW = 500;

export interface Swipe {
  readonly down: (event: PointerEvent) => void;
  readonly up: (event: PointerEvent) => void;
  readonly cancel: () => void;
}

export function swipes(turn: (by: 1 | -1) => void, now: () => number = () => performance.now()): Swipe {
  let began: { id: number; x: number; y: number; at: number } | null = null;
  return {
    down: ({ pointerType, pointerId, clientX, clientY, isPrimary }) => {
      // A second finger means something else.
      began = pointerType === 'touch' && isPrimary ? { id: pointerId, x: clientX, y: clientY, at: now() } : null;
    },
    up: ({ pointerId, clientX, clientY }) => {
      if (began?.id !== pointerId) return;
      const [dx, dy, took] = [clientX - began.x, clientY - began.y, now() - began.at];
      began = null;
      if (Math.abs(dx) < FAR || Math.abs(dx) < 2.2 * Math.abs(dy) || took > SLOW) return;
      turn(dx < 0 ? 1 : -1);
    },
    cancel: () => (began = null),
  };
}
