/** Dragons drawn from a spine: a curve through a few points, thick in the middle, with a comb of spikes on its back. */

export type Spine = readonly (readonly [number, number])[];

interface Sample {
  x: number;
  y: number;
  /** Unit normal, to the left of the way from head to tail. */
  nx: number;
  ny: number;
}

const at = <T>(list: readonly T[], index: number): T => list[Math.max(0, Math.min(list.length - 1, index))] as T;

/** A Catmull-Rom curve through the points, sampled evenly between them. */
export function along(spine: Spine, perPart = 10): Sample[] {
  const points: [number, number][] = [];
  for (let part = 0; part < spine.length - 1; part++) {
    const [p0, p1, p2, p3] = [at(spine, part - 1), at(spine, part), at(spine, part + 1), at(spine, part + 2)];
    const steps = part === spine.length - 2 ? perPart + 1 : perPart;
    for (let step = 0; step < steps; step++) {
      const t = step / perPart;
      const blend = (a: number, b: number, c: number, d: number) =>
        0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t);
      points.push([blend(p0[0], p1[0], p2[0], p3[0]), blend(p0[1], p1[1], p2[1], p3[1])]);
    }
  }
  return points.map(([x, y], index) => {
    const [bx, by] = at(points, index - 1);
    const [ax, ay] = at(points, index + 1);
    const length = Math.hypot(ax - bx, ay - by) || 1;
    return { x, y, nx: (ay - by) / length, ny: -(ax - bx) / length };
  });
}

const show = (n: number) => String(Math.round(n * 10) / 10);

/** Half the thickness, from head (0) to tail (1). */
const girth = (t: number) => (t < 0.25 ? 0.68 + 1.28 * t : Math.max(0, 1 - ((t - 0.25) / 0.75) ** 1.7));

export interface Serpent {
  readonly body: string;
  readonly belly: string;
  readonly spikes: string;
  /** Where the head sits and where it looks: an SVG transform for a head drawn to the right of the origin. */
  readonly head: string;
}

export interface Build {
  readonly spine: Spine;
  readonly thick: number;
  /** +1 or −1: on which side of the way from head to tail the back is. */
  readonly back?: 1 | -1;
  readonly spikes?: number;
}

export function serpent({ spine, thick, back = 1, spikes = 18 }: Build): Serpent {
  const samples = along(spine);
  const last = samples.length - 1;
  const side = (sign: number, share = 1) =>
    samples.map(({ x, y, nx, ny }, index) => {
      const w = girth(index / last) * thick * share * sign;
      return [x + nx * w, y + ny * w] as const;
    });
  const line = (points: readonly (readonly [number, number])[]) =>
    points.map(([x, y]) => `${show(x)} ${show(y)}`).join('L');
  const body = `M${line(side(back))}L${line(side(-back).reverse())}Z`;
  const belly = `M${line(side(-back, 0.95))}L${line(side(-back, 0.35).reverse())}Z`;

  const comb: string[] = [];
  for (let spike = 0; spike < spikes; spike++) {
    const index = Math.round(((spike + 0.6) / spikes) * last * 0.94);
    const { x, y, nx, ny } = at(samples, index);
    const w = girth(index / last) * thick;
    const tall = (w + 0.12 * thick) * 0.72;
    // The comb leans towards the tail.
    const [tx, ty] = [-ny, nx];
    const [rx, ry] = [x + nx * w * 0.86 * back, y + ny * w * 0.86 * back];
    comb.push(
      `M${show(rx - tx * tall * 0.55)} ${show(ry - ty * tall * 0.55)}` +
        `L${show(rx + nx * tall * back + tx * tall * 0.75)} ${show(ry + ny * tall * back + ty * tall * 0.75)}` +
        `L${show(rx + tx * tall * 0.6)} ${show(ry + ty * tall * 0.6)}Z`,
    );
  }
  const first = at(samples, 0);
  // The head looks against the way to the tail; its top is on the side of the back.
  const angle = (Math.atan2(-first.nx, first.ny) * 180) / Math.PI;
  const scale = show(thick / 11.5);
  return {
    body,
    belly,
    spikes: comb.join(''),
    head: `translate(${show(first.x)} ${show(first.y)}) rotate(${show(angle)}) scale(${scale} ${show((-thick / 11.5) * back)})`,
  };
}

/** A head in profile, looking right; the neck joins at the origin, half as thick as 8. */
export const HEAD = {
  skull:
    'M-7-9C-4-14 3-16 9-14L13-17 15-11C20-11 25-9 29-9 32-8 33-4 31-1L28 0 15 2 16 3 27 3C27 7 22 10 14 9L8 12 7 9C1 11-4 10-7 8Z',
  horns: 'M1-13C-6-19-15-22-25-20-18-17-13-12-6-8ZM6-14C2-22-5-27-14-29-9-22-5-17 0-12Z',
  mane: 'M-4 9L-14 16-9 7-21 9-12 2-23-1-11-4-4-9Z',
  eye: 'M8-8L14-9 12-5C10-4.500 8.500-6 8-8Z',
  teeth: 'M28 .5L26 3 24.500 .7ZM24 1L22 3.500 20.500 1.400Z',
  whisker: 'M29-1C36 1 35 9 42 10M26 4C30 9 27 14 33 17',
} as const;

/** A leg with claws, reaching down and to the right from the origin. */
export const LEG = 'M-6-5C2-6 8-2 9 5L16 6 22 4 19 8 24 11 17 11 18 16 12 12 5 13C2 10 3 7-1 6Z';
