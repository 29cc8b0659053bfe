/**
 * What is new, made of the old parts wherever they say the same: what hangs on a part that has not changed is not worked out anew.
 * Both are documents as the server sends them: lists, objects, and plain values.
 */
export function kept<Document>(before: Document, now: Document): Document {
  if (before === now || !isObject(before) || !isObject(now) || Array.isArray(before) !== Array.isArray(now)) return now;
  const keys = Object.keys(now);
  let same = keys.length === Object.keys(before).length;
  const parts = keys.map((key) => {
    const part = kept(before[key], now[key]);
    same &&= part === before[key] && key in before;
    return part;
  });
  if (same) return before;
  if (Array.isArray(now)) return parts as Document;
  return Object.fromEntries(keys.map((key, index) => [key, parts[index]])) as Document;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
