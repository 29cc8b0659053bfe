import { type Component, mount } from 'svelte';
import '../src/app.css';

const query = new URLSearchParams(location.search);
document.documentElement.dataset.theme = query.get('theme') ?? 'dark';

const pages: Record<string, () => Promise<{ default: Component }>> = {
  tiles: () => import('./Tiles.svelte'),
  cards: () => import('./Cards.svelte'),
  table: () => import('./TableHarness.svelte'),
};

const page = await (pages[query.get('page') ?? 'table'] ?? pages.tiles)?.();
const target = document.getElementById('app');
if (page && target) mount(page.default, { target });
document.documentElement.dataset.ready = 'yes';
