// The end of the game: shrines, tokens, the ten dragon cards, the ranking.
#pragma once

#include <algorithm>

#include "state.hpp"

namespace tenshu {
inline namespace TENSHU_LEVEL {
namespace dragon_castle {

inline constexpr int points_for_a_token = 2, highest_shrine = 3;

inline int shrine_points(const Realm& realm) {
  int points = 0;
  each(realm.shrines, [&](int cell) { points += std::min<int>(realm.height[cell], highest_shrine); });
  return points;
}

// The dragon cards. "Adjacent" is seen from above, floors ignored.

/// Shrines whose stack stands beside a higher one.
inline int humility(const Realm& realm, const RealmBoard& board) {
  int points = 0;
  each(realm.shrines, [&](int cell) {
    bool lower = false;
    each(board.beside(bit(cell)), [&](int other) { lower |= realm.height[other] > realm.height[cell]; });
    points += lower;
  });
  return points;
}

/// The shrines of the best row and of the best column; a line filled with shrines brings 2 more.
inline int righteousness(const Realm& realm, const RealmBoard& board) {
  const auto line = [&](Cells mask) {
    const Cells shrines = realm.shrines & mask;
    return count(shrines) + (shrines == mask ? 2 : 0);
  };
  int row_best = 0, column_best = 0;
  for (int row = 0; row < board.rows; ++row) row_best = std::max(row_best, line(board.row_mask(row)));
  for (int column = 0; column < board.columns; ++column)
    column_best = std::max(column_best, line(board.column_mask(column)));
  return row_best + column_best;
}

/// Connected groups of face-down tiles.
inline int tranquility(const Realm& realm, const RealmBoard& board) {
  int points = 0;
  board.each_group(realm.down(), 1, [&](Cells) { ++points; });
  return points;
}

/// Stacks higher than everything around them, diagonals included.
inline int bravery(const Realm& realm, const RealmBoard& board) {
  int points = 0;
  each(realm.occupied, [&](int cell) {
    bool highest_here = true;
    each(board.around(bit(cell)), [&](int other) { highest_here &= realm.height[other] < realm.height[cell]; });
    points += highest_here;
  });
  return points;
}

/// Of each faction, the highest number lying face up on the third floor or above.
inline int majesty(const Realm& realm, const Links& links) {
  int best[factions] = {};
  for (int faction = 0; faction < factions; ++faction)
    each(realm.of_type[faction], [&](int cell) {
      if (realm.height[cell] >= 3) best[faction] = std::max(best[faction], number_of(realm.top(cell, links)));
    });
  return best[0] + best[1] + best[2];
}

/// The highest sum of numbers of a connected face-up group of a faction; 0 without a tile.
inline int strongest_group(const Realm& realm, const RealmBoard& board, const Links& links, int faction) {
  int best = 0;
  board.each_group(realm.of_type[faction], 1, [&](Cells group) {
    int sum = 0;
    each(group, [&](int cell) { sum += number_of(realm.top(cell, links)); });
    best = std::max(best, sum);
  });
  return best;
}

/// Of each faction, the strongest group against each neighbour's: higher 2, equal 1. With two players the left and the
/// right neighbour are the same and count once.
inline int power(const State& state, int seat) {
  const int players = state.setup.players;
  const int left = (seat + players - 1) % players, right = (seat + 1) % players;
  int points = 0;
  for (int faction = 0; faction < factions; ++faction) {
    const auto strength = [&](int who) {
      return strongest_group(state.seats[who].realm, state.setup.realm, state.links, faction);
    };
    const int mine = strength(seat);
    if (!mine) continue;
    const auto against = [&](int theirs) { return mine > theirs ? 2 : mine == theirs ? 1 : 0; };
    if (left != seat) points += against(strength(left));
    if (right != seat && right != left) points += against(strength(right));
  }
  return points;
}

/// Two points for each different special symbol lying face up.
inline int knowledge(const Realm& realm, const Links& links) {
  uint32_t seen = 0;
  each(realm.specials(), [&](int cell) { seen |= 1u << realm.top(cell, links); });
  return 2 * count(seen);
}

/// Stacks mirrored across the middle lines 4 each, shrines (at their heights) 2 each; nothing mirrors nothing.
inline int harmony(const Realm& realm, const RealmBoard& board) {
  int points = 0;
  for (const auto& [worth, cells] : {std::pair{4, realm.occupied}, std::pair{2, realm.shrines}}) {
    if (!cells) continue;
    bool west_east = true, north_south = true;
    const auto height = [&, cells = cells](int column, int row) {
      const int cell = board.cell(column, row);
      return has(cells, cell) ? realm.height[cell] : 0;
    };
    for (int row = 0; row < board.rows; ++row)
      for (int column = 0; column < board.columns; ++column) {
        west_east &= height(column, row) == height(board.columns - 1 - column, row);
        north_south &= height(column, row) == height(column, board.rows - 1 - row);
      }
    points += worth * (west_east + north_south);
  }
  return points;
}

/// Shrines beside a face-up Dragon tile.
inline int devotion(const Realm& realm, const RealmBoard& board) {
  return count(realm.shrines & board.beside(realm.of_type[dragons_type]));
}

/// Shrines on the edge.
inline int fortitude(const Realm& realm, const RealmBoard& board) { return count(realm.shrines & board.edge()); }

inline int dragon_points(const State& state, int card, int seat) {
  const Realm& realm = state.seats[seat].realm;
  const RealmBoard& board = state.setup.realm;
  switch (card) {
    case 0:
      return humility(realm, board);
    case 1:
      return righteousness(realm, board);
    case 2:
      return tranquility(realm, board);
    case 3:
      return bravery(realm, board);
    case 4:
      return majesty(realm, state.links);
    case 5:
      return power(state, seat);
    case 6:
      return knowledge(realm, state.links);
    case 7:
      return harmony(realm, board);
    case 8:
      return devotion(realm, board);
    default:
      return fortitude(realm, board);
  }
}

/// The points of a seat as if the game ended now.
inline int total(const State& state, int seat) {
  const Seat& player = state.seats[seat];
  int points = player.vp + shrine_points(player.realm) + points_for_a_token * player.tokens;
  for (int i = 0; i < state.setup.dragon_count; ++i) points += dragon_points(state, state.setup.dragon[i], seat);
  return points;
}

/// What places are decided by: points, then stacks with a face-down top, then shrines in the realm.
struct Standing {
  int total, down, shrines;
  auto operator<=>(const Standing&) const = default;
};

inline Standing standing(const State& state, int seat) {
  const Realm& realm = state.seats[seat].realm;
  return {total(state, seat), count(realm.down()), count(realm.shrines)};
}

/// Totals, and the reward of a place: 1 for the first, -1 for the last, evenly between; seats that share places share
/// the reward. In solo it is the total.
inline void score(const State& state, int32_t* totals, float* rewards) {
  const int seats = state.setup.players;
  Standing standings[most_players];
  for (int seat = 0; seat < seats; ++seat) {
    standings[seat] = standing(state, seat);
    totals[seat] = standings[seat].total;
  }
  for (int seat = 0; seat < seats; ++seat) {
    int better = 0, worse = 0;
    for (int other = 0; other < seats; ++other) {
      better += standings[other] > standings[seat];
      worse += standings[other] < standings[seat];
    }
    rewards[seat] = seats == 1 ? static_cast<float>(totals[0])
                               : static_cast<float>(worse - better) / static_cast<float>(seats - 1);
  }
}

inline constexpr std::array<std::pair<int, std::string_view>, 8> ranks = {{{60, "Diamond Dragon"},
                                                                           {59, "Jade Dragon"},
                                                                           {57, "Gold Dragon"},
                                                                           {55, "Silver Dragon"},
                                                                           {53, "Dragon"},
                                                                           {50, "Grand Master"},
                                                                           {46, "Master"},
                                                                           {40, "Devotee"}}};

/// The rank of a solo score; with any spirit or dragon in play 15 points are taken off first.
inline std::string_view rank(const State& state) {
  const bool with_cards = state.setup.spirit_count || state.setup.dragon_count;
  const int points = total(state, 0) - (with_cards ? 15 : 0);
  for (const auto& [least, name] : ranks)
    if (points >= least) return name;
  return "Student";
}

}  // namespace dragon_castle
}  // namespace TENSHU_LEVEL
}  // namespace tenshu
