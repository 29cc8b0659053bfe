import { expect, test } from 'vitest';
import { lasts, TIMES } from './pacing';

test('rivals are shown more slowly, and looked at before they move', () => {
  const own = { own: true, factor: 1, still: false };
  const rival = { own: false, factor: 1, still: false };
  expect(lasts('fly', own)).toBe(TIMES.fly);
  expect(lasts('fly', rival)).toBeGreaterThan(lasts('fly', own));
  expect(lasts('look', own)).toBe(0);
  expect(lasts('look', rival)).toBeGreaterThan(200);
});

test('without motion nothing flies, but a rival’s move is still marked for a moment', () => {
  const still = { own: false, factor: 1, still: true };
  expect(lasts('fly', still)).toBe(0);
  expect(lasts('turn', still)).toBe(0);
  expect(lasts('look', still)).toBeGreaterThan(200);
});
