/** Effect texts of the formats (`2f`, `s:C`, `ROW-coral`), read into what an icon and a word need. */

export type Unit = 'f' | 'i' | 'p' | 'c' | 's' | 'v' | 'h' | 'any';

/** Icons by name: the shapes of art/Defs.svelte, and the keys `icon.…` of the texts. */
export const UNIT_ICON: Readonly<Record<Unit, string>> = {
  f: 'food',
  i: 'iron',
  p: 'pearl',
  c: 'coin',
  s: 'seal',
  v: 'point',
  h: 'influence',
  any: 'any',
};

const ACTION_ICON: Readonly<Record<string, string>> = {
  L: 'lantern',
  WELL: 'well',
  C: 'courtier',
  G: 'gardener',
  W: 'warrior',
  ROW: 'row',
  LIGHT: 'light',
  DOMAIN: 'domain',
  'ROW-coral': 'row-coral',
  'ROW-black': 'row-black',
  'ROW-white': 'row-white',
};

export type Effect =
  | { readonly kind: 'gain'; readonly unit: Unit; readonly n: number; readonly icon: string }
  | { readonly kind: 'action'; readonly icon: string; readonly worker: boolean }
  | { readonly kind: 'paid'; readonly price: { readonly n: number; readonly icon: string }; readonly then: Effect }
  | { readonly kind: 'unknown'; readonly text: string };

export function readEffect(text: string): Effect {
  const colon = text.indexOf(':');
  if (colon > 0) {
    const price = text.slice(0, colon);
    const paid = /^(\d*)([a-z]+)$/.exec(price);
    const icon = UNIT_ICON[(paid?.[2] ?? '') as Unit] as string | undefined;
    if (!icon) return { kind: 'unknown', text };
    return { kind: 'paid', price: { n: Number(paid?.[1] || 1), icon }, then: readEffect(text.slice(colon + 1)) };
  }
  const action = ACTION_ICON[text];
  if (action) return { kind: 'action', icon: action, worker: 'CGW'.includes(text) && text.length === 1 };
  const gain = /^(\d*)(f|i|p|c|s|v|h|any)$/.exec(text);
  if (gain) {
    const unit = gain[2] as Unit;
    return { kind: 'gain', unit, n: Number(gain[1] || 1), icon: UNIT_ICON[unit] };
  }
  return { kind: 'unknown', text };
}

/** Whether an effect may be declined: actions and what is paid for. Gains, Lantern and Well are obligatory. */
export function isOptional(text: string): boolean {
  const effect = readEffect(text);
  return effect.kind === 'paid' || (effect.kind === 'action' && effect.icon !== 'lantern' && effect.icon !== 'well');
}

/** Equal gains added up, in the order of their first appearance: `1f 1f L 1f` becomes `3f L`. */
export function addedUp(effects: readonly string[]): string[] {
  const sums = new Map<string, number>();
  const order: string[] = [];
  for (const text of effects) {
    const effect = readEffect(text);
    const key = effect.kind === 'gain' ? effect.unit : text;
    if (effect.kind !== 'gain' || !sums.has(key)) order.push(key);
    if (effect.kind === 'gain') sums.set(key, (sums.get(key) ?? 0) + effect.n);
  }
  return order.map((key) => (sums.has(key) ? `${String(sums.get(key))}${key}` : key));
}
