import { describe, expect, test, vi } from 'vitest';
import type { Choosing } from './choosing.svelte';
import { placeAt, watchPointing } from './pointing';

function drawn(): HTMLElement {
  const area = document.createElement('div');
  area.innerHTML = `
    <div data-place="room:steward-1">
      <button data-hit="room:steward-1"></button>
      <div data-place="row:steward-1:2"><i id="icon"></i></div>
      <button id="other"></button>
    </div>
    <p id="nowhere"></p>`;
  document.body.replaceChildren(area);
  return area;
}
const at = (area: HTMLElement, selector: string) => area.querySelector(selector);

describe('the place at something drawn', () => {
  test('is the innermost that can be chosen', () => {
    const icon = at(drawn(), '#icon');
    expect(placeAt(icon, new Map([['row:steward-1:2', 1]]))).toBe('row:steward-1:2');
    expect(placeAt(icon, new Map([['room:steward-1', 1]]))).toBe('room:steward-1');
  });
  test('is the innermost where none can, and nothing outside all', () => {
    const area = drawn();
    expect(placeAt(at(area, '#icon'), new Map())).toBe('row:steward-1:2');
    expect(placeAt(at(area, '#nowhere'), new Map())).toBeNull();
    expect(placeAt(null, new Map())).toBeNull();
  });
});

describe('watching', () => {
  const choosing = () => ({ offers: new Map([['room:steward-1', []]]), point: vi.fn(), looked: null as string | null });
  const click = (area: HTMLElement, selector: string) =>
    at(area, selector)?.dispatchEvent(new MouseEvent('click', { bubbles: true }));

  test('a click points at its place, one on another button does not', () => {
    const [area, told] = [drawn(), choosing()];
    watchPointing(area, told as unknown as Choosing, () => false);
    click(area, '#icon');
    click(area, '[data-hit]');
    expect(told.point.mock.calls.map(([place]) => place as string)).toEqual(['room:steward-1', 'room:steward-1']);
    click(area, '#other');
    click(area, '#nowhere');
    expect(told.point).toHaveBeenCalledTimes(2);
  });
  test('the focus counts as looking only by keys', () => {
    const [area, told] = [drawn(), choosing()];
    let byKeys = false;
    watchPointing(area, told as unknown as Choosing, () => byKeys);
    const focus = () => at(area, '[data-hit]')?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    focus();
    expect(told.looked).toBeNull();
    byKeys = true;
    focus();
    expect(told.looked).toBe('room:steward-1');
  });
  test('ends when asked to', () => {
    const [area, told] = [drawn(), choosing()];
    watchPointing(area, told as unknown as Choosing, () => false)();
    click(area, '#icon');
    expect(told.point).not.toHaveBeenCalled();
  });
});
