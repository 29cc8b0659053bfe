/** How moves form turns: a turn begins with the move after one that ended a turn. */
import type { GameEvent, MoveTold } from '../../protocol/types';

/** For each number of moves played, the turn (from 1) that is going on then. */
export function turnsOf(moves: readonly MoveTold[], endsTurn: (events: readonly GameEvent[]) => boolean): number[] {
  const turns = [1];
  let turn = 1;
  for (const { events } of moves) {
    if (endsTurn(events)) turn += 1;
    turns.push(turn);
  }
  return turns;
}

/** After how many moves each turn begins; the last entry is the end. */
export function beginnings(turns: readonly number[]): number[] {
  const found: number[] = [];
  turns.forEach((turn, ply) => {
    if (turn !== turns[ply - 1]) found.push(ply);
  });
  const end = turns.length - 1;
  if (found.at(-1) !== end) found.push(end);
  return found;
}

export const turnBack = (starts: readonly number[], ply: number): number =>
  starts.findLast((start) => start < ply) ?? 0;

export const turnNext = (starts: readonly number[], ply: number): number =>
  starts.find((start) => start > ply) ?? starts.at(-1) ?? 0;

/** Records tell the game's own answers (a solo rival's) as moves, too: how many of ours were played before such a one. */
export function plyOfRecord(moves: readonly MoveTold[], index: number | null | undefined): number {
  if (index === null || index === undefined) return moves.length;
  let told = 0;
  for (const [ply, move] of moves.entries()) {
    if (told >= index) return ply;
    told += 1 + move.answers.length;
  }
  return moves.length;
}
