/** What a person has set on this device. */

export const THEMES = ['auto', 'light', 'dark', 'contrast'] as const;
export const MOTIONS = ['auto', 'full', 'still'] as const;
export const CONFIRMS = ['touch', 'always', 'never'] as const;
export const PIECES = ['drawn', 'plain'] as const;

export interface Settings {
  language: string | null;
  theme: (typeof THEMES)[number];
  motion: (typeof MOTIONS)[number];
  /** When a tap only chooses and a button (or a second tap) confirms. */
  confirm: (typeof CONFIRMS)[number];
  confirmTurn: boolean;
  /** How the pieces of a game are drawn. */
  pieces: (typeof PIECES)[number];
  sound: boolean;
  volume: number;
  pace: number;
}

const DEFAULTS: Settings = {
  language: null,
  theme: 'auto',
  motion: 'auto',
  confirm: 'touch',
  confirmTurn: false,
  pieces: 'drawn',
  sound: true,
  volume: 0.6,
  pace: 1,
};

const KEY = 'tenshu.settings';

function stored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>;
  } catch {
    return {};
  }
}

export const settings: Settings = $state({ ...DEFAULTS, ...stored() });

export function set<K extends keyof Settings>(key: K, value: Settings[K]): void {
  settings[key] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser without storage still plays; it only forgets.
  }
}

export const prefers = (query: string): boolean =>
  typeof matchMedia === 'function' && matchMedia(`(prefers-${query})`).matches;

export const isStill = (): boolean =>
  settings.motion === 'still' || (settings.motion === 'auto' && prefers('reduced-motion: reduce'));

export const themeNow = (): 'light' | 'dark' | 'contrast' => {
  if (settings.theme !== 'auto') return settings.theme;
  if (prefers('contrast: more')) return 'contrast';
  return prefers('color-scheme: light') ? 'light' : 'dark';
};
