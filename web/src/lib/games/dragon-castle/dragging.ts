/**
 * Dragging, the equal of clicking: a piece marked with `data-drag` follows the pointer after a few pixels and says where it was let
 * go. A press without a drag stays a click; a drag that ends nowhere goes back.
 */
import { Air } from '../../motion/flight';

const ENOUGH = 7;

export interface Dragged {
  /** What was marked on the source: `castle:c4`, `hand:M1`, `realm:a1`. */
  readonly source: string;
  /** The drawing that follows the pointer. */
  readonly drawing: string;
}

export interface Drop {
  readonly board: 'castle' | 'realm' | 'elsewhere';
  readonly cell: string | null;
}

interface Options {
  readonly layer: HTMLElement;
  begin: (dragged: Dragged) => void;
  over: (drop: Drop) => void;
  end: (dragged: Dragged, drop: Drop | null) => void;
}

function dropAt(x: number, y: number): Drop {
  const found = document.elementFromPoint(x, y);
  const board = found?.closest('[data-board]')?.getAttribute('data-board') ?? '';
  const cell = found?.closest('[data-cell]')?.getAttribute('data-cell') ?? null;
  if (board === 'castle') return { board: 'castle', cell };
  return board.startsWith('realm') ? { board: 'realm', cell } : { board: 'elsewhere', cell: null };
}

/** Listens on a root element; returns how to stop. */
export function watchDrags(root: HTMLElement, { layer, begin, over, end }: Options): () => void {
  let pressed: { event: PointerEvent; dragged: Dragged; rect: DOMRect } | null = null;
  let piece: HTMLElement | null = null;

  const follow = (event: PointerEvent) => {
    if (!piece || !pressed) return;
    const [dx, dy] = [event.clientX - pressed.event.clientX, event.clientY - pressed.event.clientY];
    piece.style.transform = `translate(${String(dx)}px, ${String(dy)}px) scale(1.06)`;
  };
  const down = (event: PointerEvent) => {
    const source = (event.target as Element | null)?.closest<SVGElement | HTMLElement>('[data-drag]');
    if (!source || event.button !== 0 || !event.isPrimary) return;
    const rect = (source.querySelector('use, svg') ?? source).getBoundingClientRect();
    pressed = {
      event,
      dragged: { source: source.dataset.drag ?? '', drawing: source.dataset.drawing ?? '' },
      rect,
    };
  };
  const move = (event: PointerEvent) => {
    if (!pressed || event.pointerId !== pressed.event.pointerId) return;
    if (!piece) {
      if (Math.hypot(event.clientX - pressed.event.clientX, event.clientY - pressed.event.clientY) < ENOUGH) return;
      const { rect, dragged } = pressed;
      piece = Air.piece(dragged.drawing, { x: rect.x, y: rect.y, width: rect.width });
      piece.style.transformOrigin = '50% 50%';
      layer.append(piece);
      begin(dragged);
    }
    event.preventDefault();
    follow(event);
    over(dropAt(event.clientX, event.clientY));
  };
  const stop = (event: PointerEvent, done: boolean) => {
    if (!pressed || event.pointerId !== pressed.event.pointerId) return;
    const { dragged } = pressed;
    const was = piece;
    pressed = null;
    piece = null;
    if (!was) return;
    was.remove();
    // The click that follows a drag is no click.
    const swallow = (click: MouseEvent) => {
      click.stopPropagation();
      click.preventDefault();
    };
    addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener('click', swallow, { capture: true }), 50);
    end(dragged, done ? dropAt(event.clientX, event.clientY) : null);
  };
  const up = (event: PointerEvent) => stop(event, true);
  const cancel = (event: PointerEvent) => stop(event, false);

  root.addEventListener('pointerdown', down);
  addEventListener('pointermove', move, { passive: false });
  addEventListener('pointerup', up);
  addEventListener('pointercancel', cancel);
  return () => {
    root.removeEventListener('pointerdown', down);
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', up);
    removeEventListener('pointercancel', cancel);
  };
}
