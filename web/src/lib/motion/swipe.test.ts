import { expect, test } from 'vitest';
import { swipes } from './swipe';

const at = (clientX: number, clientY: number, more: object = {}) =>
  ({ pointerType: 'touch', pointerId: 1, isPrimary: true, clientX, clientY, ...more }) as PointerEvent;

test('a stroke sideways turns the page, and nothing else does', () => {
  const turned: number[] = [];
  let time = 0;
  const swipe = swipes(
    (by) => turned.push(by),
    () => time,
  );
  const stroke = (from: PointerEvent, to: PointerEvent, took = 200) => {
    swipe.down(from);
    time += took;
    swipe.up(to);
  };
  stroke(at(300, 100), at(100, 110));
  stroke(at(100, 100), at(300, 90));
  expect(turned).toEqual([1, -1]);
  stroke(at(300, 100), at(270, 100)); // too short
  stroke(at(300, 100), at(200, 200)); // aslant
  stroke(at(300, 100), at(100, 100), 900); // slow: that was a drag
  stroke(at(300, 100, { pointerType: 'mouse' }), at(100, 100));
  stroke(at(300, 100), at(100, 100, { pointerId: 2 })); // another finger
  swipe.down(at(300, 100));
  swipe.cancel();
  swipe.up(at(100, 100));
  expect(turned).toEqual([1, -1]);
});
