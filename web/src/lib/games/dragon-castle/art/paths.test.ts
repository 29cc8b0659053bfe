import { expect, test } from 'vitest';
import { circle, ellipse, mirrored, shifted, turned } from './paths';

test('a path is turned, point by point', () => {
  expect(turned('M1 0L2 0V3H1Z', [0])).toBe('M1 0L2 0L2 3L1 3Z');
  expect(turned('M1 0L2 0', [90])).toBe('M0 1L0 2');
  expect(turned('M0-9.5L4 0 0 9', [0, 180])).toBe('M0 -9.5L4 0L0 9M0 9.5L-4 0L0 -9');
});

test('curves and arcs go along', () => {
  expect(turned('M0 0C1 0 2 0 3 0', [90])).toBe('M0 0C0 1 0 2 0 3');
  expect(turned('M1 0A2 1 0 0 1 3 0', [90])).toBe('M0 1A2 1 90 0 1 0 3');
  expect(mirrored('M1 0A2 1 0 0 1 3 0')).toBe('M1 0A2 1 0 0 1 3 0M-1 0A2 1 0 0 0 -3 0');
  expect(shifted('M1 1L2 2', 3, -1)).toBe('M4 0L5 1');
});

test('circles are paths, too', () => {
  expect(circle(2)).toBe('M2 0A2 2 0 1 0 -2 0A2 2 0 1 0 2 0Z');
  expect(ellipse(2, 1, 5, 0, 90)).toBe('M5 2A2 1 90 1 0 5 -2A2 1 90 1 0 5 2Z');
});
