/**
 * Drawings put together into few paths: a tile is drawn a hundred times, and every element of its drawing is copied each time.
 */

const round = (n: number): string => String(Math.round(n * 100) / 100);

interface Point {
  x: number;
  y: number;
}

const COUNT: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, A: 7, Z: 0 };

/** The commands of a path in absolute coordinates; a pair after the first of M is a line. */
function* commands(path: string): Generator<[string, number[]]> {
  for (const [, letter = '', rest = ''] of path.matchAll(/([MLHVCSQAZ])([^MLHVCSQAZ]*)/g)) {
    const numbers = (rest.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    const count = COUNT[letter] ?? 0;
    if (count === 0) yield [letter, []];
    for (let from = 0; count > 0 && from < numbers.length; from += count)
      yield [from > 0 && letter === 'M' ? 'L' : letter, numbers.slice(from, from + count)];
  }
}

/** The path with every point moved; `angle` is by how much ellipses turn, `mirrored` whether they turn over. */
function moved(path: string, to: (point: Point) => Point, angle = 0, mirrored = false): string {
  let [x, y] = [0, 0];
  const parts: string[] = [];
  for (const [letter, numbers] of commands(path)) {
    if (letter === 'Z') {
      parts.push('Z');
      continue;
    }
    const pairs = letter === 'H' ? [numbers[0] ?? 0, y] : letter === 'V' ? [x, numbers[0] ?? 0] : numbers;
    const head = letter === 'A' ? pairs.slice(0, 5) : [];
    const points = letter === 'A' ? pairs.slice(5) : pairs;
    const told = head.map((n, index) =>
      index === 2 ? round(n + angle) : index === 4 && mirrored ? round(1 - n) : round(n),
    );
    for (let from = 0; from < points.length; from += 2) {
      const { x: px, y: py } = to({ x: points[from] ?? 0, y: points[from + 1] ?? 0 });
      told.push(round(px), round(py));
    }
    [x, y] = [points.at(-2) ?? x, points.at(-1) ?? y];
    parts.push((letter === 'H' || letter === 'V' ? 'L' : letter) + told.join(' '));
  }
  return parts.join('');
}

/** A path drawn several times, turned about the middle. */
export const turned = (path: string, angles: readonly number[]): string =>
  angles
    .map((angle) => {
      const [sin, cos] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)];
      return moved(path, ({ x, y }) => ({ x: x * cos - y * sin, y: x * sin + y * cos }), angle);
    })
    .join('');

/** A path and its mirror image, left and right. */
export const mirrored = (path: string): string => path + moved(path, ({ x, y }) => ({ x: -x, y }), 0, true);

export const shifted = (path: string, dx: number, dy: number): string =>
  moved(path, ({ x, y }) => ({ x: x + dx, y: y + dy }));

export const circle = (r: number, x = 0, y = 0): string => ellipse(r, r, x, y, 0);

export function ellipse(rx: number, ry: number, x: number, y: number, angle: number): string {
  const [sin, cos] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)];
  const [dx, dy] = [rx * cos, rx * sin];
  const arc = (to: number) =>
    `A${round(rx)} ${round(ry)} ${round(angle)} 1 0 ${round(x + to * dx)} ${round(y + to * dy)}`;
  return `M${round(x + dx)} ${round(y + dy)}${arc(-1)}${arc(1)}Z`;
}
