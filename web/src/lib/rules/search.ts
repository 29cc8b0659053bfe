/** The small marks in the texts of the rules, and how they are searched. */

/** A text without marks and accents, for searching. */
export const simple = (text: string): string =>
  text
    .replace(/\[\[[\w-]+\|([^\]]+)\]\]/g, '$1')
    .replaceAll('*', '')
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();

/** Whether all the words stand in one of the texts. */
export function holdsWords(words: string, ...texts: readonly string[]): boolean {
  const all = simple(texts.join(' '));
  return simple(words)
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => all.includes(word));
}

export type Inline = { text: string; strong?: boolean; soft?: boolean; to?: string };

/** `**strong**`, `*soft*` and `[[anchor|link]]`. */
export function inline(text: string): Inline[] {
  return text
    .split(/(\*\*[^*]+\*\*|\*[^*]+\*|\[\[[^\]]+\]\])/)
    .filter(Boolean)
    .map((part) => {
      const link = /^\[\[([\w-]+)\|([^\]]+)\]\]$/.exec(part);
      if (link) return { text: link[2] ?? '', to: link[1] ?? '' };
      if (part.startsWith('**')) return { text: part.slice(2, -2), strong: true };
      if (part.startsWith('*')) return { text: part.slice(1, -1), soft: true };
      return { text: part };
    });
}
