import './players.css';
import type { Game } from '../game';
import { GAME } from './words';

const game: Game = {
  name: GAME,
  board: () => import('./Board.svelte'),
  front: () => import('./Front.svelte'),
  glance: () => import('./glance'),
  setup: () => import('./setup'),
  ending: () => import('./ending'),
  rules: () => import('./rules/book'),
};
export default game;
