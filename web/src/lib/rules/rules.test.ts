import { describe, expect, test } from 'vitest';
import { holdsWords, inline, simple } from './search';

describe('a text of the rules', () => {
  test('is searched without regard to case, accents and marks', () => {
    expect(simple('**Máquina** da [[x|Força]]')).toBe('maquina da forca');
    expect(holdsWords('forca MAQUINA', 'A Máquina', 'da Força')).toBe(true);
    expect(holdsWords('vento', 'A Máquina')).toBe(false);
  });
  test('knows strong and soft words and links', () => {
    expect(inline('a **b** *c* [[d|e]]')).toEqual([
      { text: 'a ' },
      { text: 'b', strong: true },
      { text: ' ' },
      { text: 'c', soft: true },
      { text: ' ' },
      { text: 'e', to: 'd' },
    ]);
  });
});
