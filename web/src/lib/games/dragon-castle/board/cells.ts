/** Cells are named as on the server: column letter from the west, row number from the north. */

export interface Cell {
  readonly column: number;
  readonly row: number;
}

export const cellName = ({ column, row }: Cell): string => String.fromCharCode(97 + column) + String(row + 1);

export function readCell(name: string): Cell {
  const match = /^([a-z])([1-9]\d?)$/.exec(name);
  if (!match) throw new Error(`'${name}' is no cell; cells look like c4`);
  return { column: name.charCodeAt(0) - 97, row: Number(match[2]) - 1 };
}

export const isCell = (name: string): boolean => /^[a-z][1-9]\d?$/.test(name);

/** Rows from the north, each from the west. */
export const inReadingOrder = (a: Cell, b: Cell): number => a.row - b.row || a.column - b.column;

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** The smallest size that holds all the named cells, counted from a1. */
export function sizeOf(names: Iterable<string>): Size {
  let columns = 0;
  let rows = 0;
  for (const name of names) {
    const cell = readCell(name);
    columns = Math.max(columns, cell.column + 1);
    rows = Math.max(rows, cell.row + 1);
  }
  return { columns, rows };
}
