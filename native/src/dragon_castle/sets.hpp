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

/// Face-up tiles with their neighbours of the same type, all types at once.
struct Bonds {
  Directions to;
  const RealmBoard& board;

  Bonds(const Realm& realm, const RealmBoard& board_) : board(board_) {
    Cells east = 0, south = 0;
    for (const Cells mask : realm.of_type) {
      east |= mask & mask >> 1;
      south |= mask & mask >> board.stride();
    }
    to = {south << board.stride(), east << 1, east, south};
  }
  /// Which of its neighbours of the same type are among these cells.
  Directions into(Cells cells) const {
    const Directions there = board.neighbours(cells);
    return {to.north & there.north, to.west & there.west, to.east & there.east, to.south & there.south};
  }
  /// The neighbours of the same type of these cells.
  Cells around(Cells cells) const {
    return (to.north & cells) >> board.stride() | (to.west & cells) >> 1 | (to.east & cells) << 1 |
           (to.south & cells) << board.stride();
  }
  /// Whether some group has four tiles or more: one with three neighbours, or two neighbours with two each.
  bool make_a_set() const {
    const Cells two = to.two_or_more();
    return two && ((to.three_or_more() | into(two).any()) & two);
  }
  /// The middle tiles of the groups of exactly three: two neighbours, and these have no other.
  Cells middles_of_three() const {
    const Cells two = to.two_or_more();
    if (!two) return 0;
    return two & ~to.three_or_more() & into(to.any() & ~two).two_or_more();
  }
};

/// The first cells of the sets that wait to be turned: a set is named by its first cell.
inline Cells waiting_sets(const Realm& realm, const RealmBoard& board) {
  if (!Bonds(realm, board).make_a_set()) return 0;
  Cells found = 0;
  for (const Cells mask : realm.of_type)
    board.each_group(mask, smallest_set, [&](Cells group) { found |= group & -group; });
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
