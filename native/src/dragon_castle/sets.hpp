// Consolidating sets and building shrines on them.
#pragma once

#include "decision.hpp"

namespace tenshu {
inline namespace TENSHU_LEVEL {
namespace dragon_castle {

inline constexpr int smallest_set = 4;

/// Points of a set by its size: the table, and one more for each tile over 8.
inline int set_points(int size) {
  constexpr int points[] = {0, 0, 0, 0, 2, 3, 5, 6, 8};
  return size <= 8 ? points[size] : points[8] + size - 8;
}

/// Calls `visit(group, type)` for every group of at least so many face-up tiles of one type.
template <class Visit>
void each_set(const Realm& realm, const RealmBoard& board, int least, Visit visit) {
  for (int type = 0; type < types; ++type)
    board.each_group(realm.of_type[type], least, [&](Cells group) { visit(group, type); });
}

/// The first cells of the sets that wait to be turned: a set is named by its first cell.
inline Cells waiting_sets(const Realm& realm, const RealmBoard& board) {
  Cells found = 0;
  each_set(realm, board, smallest_set, [&](Cells group, int) { found |= group & -group; });
  return found;
}

inline int type_at(const Realm& realm, int cell) {
  int type = 0;
  while (!has(realm.of_type[type], cell)) ++type;
  return type;
}

/// Turn a set face down, score it, and go on to building on it.
inline void turn_set(State& state, Cells group, int points, int shrines) {
  state.me().realm.turn(group);
  state.me().vp += points;
  state.turn.doing = Doing::build;
  state.turn.set = group;
  state.turn.left = static_cast<uint8_t>(shrines);
}

/// The same for a set that counts as one type: Dragons bring a point more, special sets a second shrine.
inline void turn_set_of_type(State& state, Cells group, int points, int type) {
  turn_set(state, group, points + (type == dragons_type), is_special(type) ? 2 : 1);
}

inline void consolidate(State& state, int cell) {
  const Realm& realm = state.me().realm;
  const int type = type_at(realm, cell);
  const Cells group = state.setup.realm.group(bit(cell), realm.of_type[type]);
  turn_set_of_type(state, group, set_points(count(group)), type);
}

inline void build(State& state, int cell) {
  state.me().realm.shrines |= bit(cell);
  --state.me().shrines;
}

/// The bare tiles of the set just turned.
inline Cells builds(const State& state) { return state.turn.set & ~state.me().realm.shrines; }

}  // namespace dragon_castle
}  // namespace TENSHU_LEVEL
}  // namespace tenshu
