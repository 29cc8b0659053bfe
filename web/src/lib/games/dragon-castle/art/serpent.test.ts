import { expect, test } from 'vitest';
import { along, serpent } from './serpent';

test('the curve goes through its points', () => {
  const samples = along(
    [
      [0, 0],
      [10, 5],
      [20, 0],
    ],
    10,
  );
  expect(samples[0]).toMatchObject({ x: 0, y: 0 });
  expect(samples[10]?.x).toBeCloseTo(10);
  expect(samples[10]?.y).toBeCloseTo(5);
  expect(samples.at(-1)?.x).toBeCloseTo(20);
});

test('a serpent is drawn with closed shapes and plain numbers', () => {
  const { body, spikes, head } = serpent({
    spine: [
      [0, 0],
      [30, 0],
      [60, 10],
    ],
    thick: 8,
  });
  expect(body).toMatch(/^M[\d\s.L-]+Z$/);
  expect(spikes.match(/Z/g)).toHaveLength(18);
  // The way to the tail goes east, so the head looks west.
  expect(head).toMatch(/rotate\((-?180|-?17\d|-?18\d)/);
});
