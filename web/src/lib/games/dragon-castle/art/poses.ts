/** How the dragon of each card holds itself, on a picture of 222 by 124. */
import { type Serpent, serpent, type Spine } from './serpent';
import type { Dragon } from '../view';

interface Pose {
  readonly spine: Spine;
  readonly thick: number;
  readonly back: 1 | -1;
  readonly spikes?: number;
}

const POSES: Readonly<Record<Dragon, readonly Pose[]>> = {
  // Bows low before a tower.
  humility: [
    {
      spine: [
        [92, 96],
        [74, 80],
        [54, 78],
        [34, 92],
        [20, 108],
        [38, 118],
        [70, 112],
        [104, 116],
      ],
      thick: 9.5,
      back: -1,
    },
  ],
  // Stands upright between row and column.
  righteousness: [
    {
      spine: [
        [128, 22],
        [112, 16],
        [98, 28],
        [104, 46],
        [120, 58],
        [116, 76],
        [98, 88],
        [106, 106],
        [136, 112],
        [168, 104],
      ],
      thick: 9,
      back: -1,
      spikes: 22,
    },
  ],
  // Asleep around its pond.
  tranquility: [
    {
      spine: [
        [88, 92],
        [66, 84],
        [48, 94],
        [62, 108],
        [104, 114],
        [152, 108],
        [176, 92],
        [158, 74],
        [130, 72],
      ],
      thick: 9,
      back: 1,
      spikes: 20,
    },
  ],
  // On the highest peak, over all others.
  bravery: [
    {
      spine: [
        [62, 26],
        [80, 18],
        [98, 28],
        [96, 48],
        [112, 62],
        [136, 58],
        [150, 72],
        [138, 92],
        [110, 96],
        [84, 108],
      ],
      thick: 9,
      back: 1,
      spikes: 22,
    },
  ],
  majesty: [
    {
      spine: [
        [138, 42],
        [118, 36],
        [100, 50],
        [108, 68],
        [128, 78],
        [126, 96],
        [100, 104],
        [70, 98],
        [48, 110],
      ],
      thick: 10.5,
      back: -1,
    },
  ],
  // Two measure their strength.
  power: [
    {
      spine: [
        [88, 52],
        [68, 44],
        [48, 56],
        [54, 76],
        [34, 90],
        [12, 84],
      ],
      thick: 9.5,
      back: -1,
      spikes: 14,
    },
    {
      spine: [
        [134, 52],
        [154, 44],
        [174, 56],
        [168, 76],
        [188, 90],
        [210, 84],
      ],
      thick: 9.5,
      back: 1,
      spikes: 14,
    },
  ],
  // Bent over a scroll.
  knowledge: [
    {
      spine: [
        [114, 70],
        [106, 48],
        [124, 34],
        [148, 42],
        [160, 62],
        [182, 72],
        [196, 92],
        [176, 108],
        [146, 104],
      ],
      thick: 9,
      back: 1,
    },
  ],
  // One and its mirror image.
  harmony: [
    {
      spine: [
        [90, 44],
        [70, 32],
        [50, 44],
        [58, 64],
        [84, 74],
        [92, 92],
        [70, 106],
        [40, 100],
      ],
      thick: 8.5,
      back: -1,
    },
    {
      spine: [
        [132, 44],
        [152, 32],
        [172, 44],
        [164, 64],
        [138, 74],
        [130, 92],
        [152, 106],
        [182, 100],
      ],
      thick: 8.5,
      back: 1,
    },
  ],
  // Coiled around a shrine.
  devotion: [
    {
      spine: [
        [150, 46],
        [168, 56],
        [164, 78],
        [140, 96],
        [104, 104],
        [70, 98],
        [58, 80],
        [70, 66],
        [56, 50],
      ],
      thick: 8.5,
      back: 1,
      spikes: 22,
    },
  ],
  // Lies along the wall that nothing passes.
  fortitude: [
    {
      spine: [
        [186, 44],
        [168, 36],
        [150, 48],
        [132, 62],
        [108, 56],
        [84, 50],
        [60, 60],
        [36, 56],
        [16, 66],
      ],
      thick: 9,
      back: -1,
      spikes: 22,
    },
  ],
};

const drawn = new Map<Dragon, Serpent[]>();

export function dragonsOf(name: Dragon): Serpent[] {
  let found = drawn.get(name);
  if (!found) drawn.set(name, (found = POSES[name].map(serpent)));
  return found;
}
