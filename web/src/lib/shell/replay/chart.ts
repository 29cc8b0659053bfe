/** Curves of a game, one for each seat. */

export interface Series {
  readonly seat: number;
  readonly name: string;
  readonly values: readonly number[];
}

export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export const xOf = (frame: Frame, index: number, count: number): number =>
  frame.left + ((frame.width - frame.left - frame.right) * index) / Math.max(1, count - 1);

export const yOf = (frame: Frame, value: number, low: number, high: number): number =>
  frame.height - frame.bottom - ((frame.height - frame.top - frame.bottom) * (value - low)) / (high - low || 1);

export const lineOf = (frame: Frame, values: readonly number[], low: number, high: number): string =>
  values
    .map(
      (value, index) =>
        `${index === 0 ? 'M' : 'L'}${xOf(frame, index, values.length).toFixed(1)} ${yOf(frame, value, low, high).toFixed(1)}`,
    )
    .join('');

/** Each figure with its neighbours, twice over: what is left when every turn looks hopeful to whoever made it. The last stays. */
export function calmer(values: readonly number[]): number[] {
  const once = (each: readonly number[]) =>
    each.map((value, at) => {
      if (at === each.length - 1) return value;
      return ((each[at - 1] ?? value) + 2 * value + (each[at + 1] ?? value)) / 4;
    });
  return once(once(values));
}

/** A handful of round figures from 0 (or below) to at least the highest. */
export function ticks(low: number, high: number, about = 4): number[] {
  const rough = (high - low || 1) / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? rough;
  const first = Math.floor(low / step) * step;
  const count = Math.ceil((high - first) / step);
  return Array.from({ length: count + 1 }, (_, index) => Number((first + index * step).toFixed(6)));
}

/** Which point is nearest to a place between 0 (left) and 1 (right) of the whole drawing. */
export function nearest(frame: Frame, share: number, count: number): number {
  const inside = (share * frame.width - frame.left) / (frame.width - frame.left - frame.right);
  return Math.max(0, Math.min(count - 1, Math.round(inside * (count - 1))));
}
