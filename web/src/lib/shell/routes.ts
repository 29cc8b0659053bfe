/** The addresses of the client. */

export type Route =
  | { screen: 'home' }
  | { screen: 'new' }
  | { screen: 'table'; id: string; move: number | null; seat: number | null }
  | { screen: 'rules'; game: string | null; anchor: string }
  | { screen: 'settings' }
  | { screen: 'people'; id: string }
  | { screen: 'back'; secret: string }
  | { screen: 'lost' };

export type Screen = Route['screen'];

const whole = (text: string | null): number | null => (text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null);

export function routeOf(address: URL): Route {
  const [first = '', second, ...more] = address.pathname.split('/').filter(Boolean).map(decode);
  if (more.length > 0) return { screen: 'lost' };
  if (second === undefined) {
    if (first === '' || first === 'index.html') return { screen: 'home' };
    if (first === 'new' || first === 'settings') return { screen: first };
    if (first === 'rules') return { screen: 'rules', game: null, anchor: decode(address.hash.slice(1)) };
    if (first === 'back') return { screen: 'back', secret: decode(address.hash.slice(1)) };
    return { screen: 'lost' };
  }
  if (!/^[\w-]{1,40}$/.test(second)) return { screen: 'lost' };
  if (first === 'rules') return { screen: 'rules', game: second, anchor: decode(address.hash.slice(1)) };
  if (first === 'people') return { screen: 'people', id: second };
  if (first !== 'tables') return { screen: 'lost' };
  const { searchParams } = address;
  return { screen: 'table', id: second, move: whole(searchParams.get('move')), seat: whole(searchParams.get('seat')) };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** A game's rules, at a place if one is named. */
export const rulesPath = (game: string, anchor = ''): string => `/rules/${game}${anchor ? `#${anchor}` : ''}`;

export const tablePath = (id: string): string => `/tables/${id}`;

export function momentPath(id: string, move: number, seat: number | null = null): string {
  const query = new URLSearchParams({ move: String(move) });
  if (seat !== null) query.set('seat', String(seat));
  return `${tablePath(id)}?${query.toString()}`;
}
