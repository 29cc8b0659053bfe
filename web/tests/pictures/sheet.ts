/** Where the pictures go, and the page that shows them all. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../house/server';
import lay from './lay';
import { PICTURED } from './stops';

const FOLDER = join(ROOT, 'build/screens');
const SIZES = ['desk', 'phone'] as const;
const THEMES = ['dark', 'light'] as const;

const file = (name: string, size: string, theme: string) =>
  `${name.replace(/[^a-z]+/gi, '-').toLowerCase()}-${size}-${theme}.png`;

export const picture = (name: string, size: string, theme: string): string => join(FOLDER, file(name, size, theme));

function contactSheet(): string {
  const rows = PICTURED.map(({ name }) => {
    const pictures = SIZES.flatMap((size) => THEMES.map((theme) => file(name, size, theme)))
      .filter((each) => existsSync(join(FOLDER, each)))
      .map((each) => `<a href="${each}"><img src="${each}" alt="${each}" loading="lazy"></a>`);
    return `<section><h2>${name}</h2>${pictures.join('')}</section>`;
  });
  const style =
    'body{margin:24px;background:#222;color:#eee;font:16px system-ui}section{margin-bottom:32px}img{height:360px;margin:4px;border:1px solid #555}';
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Tenshu: every screen</title><style>${style}</style><h1>Every screen</h1>${rows.join('\n')}`;
}

/** Around all pictures: scenes are laid first, the contact sheet is written last. */
export default function around(): () => void {
  if (process.env.KEEP === undefined) rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const clear = lay();
  return () => {
    clear();
    writeFileSync(join(FOLDER, 'index.html'), contactSheet());
  };
}
