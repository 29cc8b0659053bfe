/** The rulings as docs/rulings.md lists them. */

export interface Ruling {
  readonly key: string;
  readonly text: string;
  readonly because: string;
}

export interface RulingGroup {
  readonly title: string;
  readonly rulings: readonly Ruling[];
}

export function readRulings(markdown: string): RulingGroup[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((part) => ({
      title: part.slice(0, part.indexOf('\n')).trim(),
      rulings: [...part.matchAll(/^\| `([a-z0-9-]+)` \| (.+?) \| (.+?) \| .+ \|$/gm)].map(
        ([, key = '', text = '', because = '']) => ({ key, text: plain(text), because: plain(because) }),
      ),
    }))
    .filter(({ rulings }) => rulings.length > 0);
}

const plain = (text: string): string => text.replaceAll('`', '');
