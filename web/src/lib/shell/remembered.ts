/** The last choice, kept on this device. */

export function remembered<Kept extends object>(name: string, usual: Kept): Kept {
  try {
    const found = JSON.parse(localStorage.getItem(`tenshu.${name}`) ?? 'null') as unknown;
    return found !== null && typeof found === 'object' ? { ...usual, ...found } : { ...usual };
  } catch {
    return { ...usual };
  }
}

export function remember(name: string, kept: object): void {
  try {
    localStorage.setItem(`tenshu.${name}`, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing asks again.
  }
}
