// The ten spirit cards: what may pay for each, and what it then asks.
#pragma once

#include "sets.hpp"

namespace tenshu {
inline namespace TENSHU_LEVEL {
namespace dragon_castle {

inline constexpr int cunning_size = 3, points_for_cunning = 2, points_for_beauty = 1, shrines_for_beauty = 2;

/// The moments at which spirits can be called; `deep` is completing after the Deep has been called.
enum class Moment : uint8_t { any, action, complete, build, deep };

inline uint16_t spirits_at(Moment moment) {
  constexpr auto of = [](Spirit spirit) { return 1 << static_cast<int>(spirit); };
  constexpr int any = of(Spirit::beauty) | of(Spirit::wind) | of(Spirit::strength) | of(Spirit::change) |
                      of(Spirit::destruction) | of(Spirit::cunning);
  constexpr int elegance = of(Spirit::elegance);
  constexpr uint16_t found[] = {any, any | elegance, any | elegance | of(Spirit::deception) | of(Spirit::deep),
                                of(Spirit::faith), elegance};
  return found[static_cast<int>(moment)];
}

/// The castle cells whose top tile can be the second of a pair, room not asked.
inline CastleCells second_tiles(const State& state, Second pair, Elegance elegance) {
  const Castle& castle = state.castle;
  const Turn& turn = state.turn;
  CastleCells found{};
  if (pair == Second::deception) {
    // Ruling: beside the first one, on the same floor, with nothing on it.
    const int cell = turn.from_cell, level = turn.from_floor - 1, stride = castle.board.stride();
    for (const int other : {cell - stride, cell - 1, cell + 1, cell + stride})
      if (castle.floors[level].maybe(other) && !castle.covered(level, other)) found.add(other);
  } else if (pair == Second::deep) {
    const int type = type_of(turn.hand[0]);
    const int end = type + 1 < types ? first_of_type[type + 1] : symbols;
    for (int tile = first_of_type[type]; tile < end; ++tile) castle.add_alike(static_cast<Tile>(tile), elegance, found);
  } else {
    castle.add_alike(turn.hand[0], elegance, found);
  }
  return found;
}

// Beauty, Cunning and Change turn a set. A payment only takes a face-up tile away: a set stays whole when another tile
// pays, so only the tiles of the set itself have to be tried one by one.

/// The cells of a group whose loss leaves a part of at least `least` (or exactly that many) connected tiles.
template <class Fits>
Cells can_be_spared(const RealmBoard& board, Cells group, int least, Fits fits) {
  Cells spared = 0;
  each(group, [&](int cell) {
    board.each_group(group & ~bit(cell), least, [&](Cells part) {
      if (fits(part)) spared |= bit(cell);
    });
  });
  return spared;
}

/// Faction tiles with one number, whatever their factions.
template <class Visit>
void each_beauty_set(const Realm& realm, const RealmBoard& board, Visit visit) {
  for (int number = 1; number <= numbers; ++number) board.each_group(realm.of_number[number], smallest_set, visit);
}

inline Payments payments_for_beauty(const Realm& realm, const RealmBoard& board) {
  int sets = 0;
  Cells set = 0;
  each_beauty_set(realm, board, [&](Cells group) { ++sets, set = group; });
  if (!sets) return {};
  if (sets > 1) return {true, realm.up};
  const Cells spared =
      count(set) > smallest_set ? can_be_spared(board, set, smallest_set, [](Cells) { return true; }) : 0;
  return {true, (realm.up & ~set) | spared};
}

inline Payments payments_for_cunning(const Realm& realm, const RealmBoard& board) {
  const Bonds bonds(realm, board);
  const Cells middles = bonds.middles_of_three();
  if (count(middles) > 1) return {true, realm.up};
  if (middles) return {true, realm.up & ~(middles | bonds.around(middles))};
  if (!bonds.make_a_set()) return {};
  // A tile of a larger group can pay if that leaves exactly three.
  Cells spared = 0;
  for (const Cells mask : realm.of_type)
    board.each_group(mask, smallest_set, [&](Cells group) {
      spared |= can_be_spared(board, group, cunning_size, [](Cells part) { return count(part) == cunning_size; });
    });
  return {false, spared};
}

/// The special tiles that make a set of a type if they count as that type. Beside such a tile lie a group of three or
/// more, or two groups of which one has two, or three groups: neighbours of one cell never touch each other, so in
/// groups of one or two they always belong to different ones.
inline Cells changeable(const Cells* of_type, const RealmBoard& board, Cells specials, int type) {
  const Cells mask = of_type[type];
  if (count(mask) < smallest_set - 1) return 0;
  const Directions beside = board.neighbours(mask);
  const Cells candidates = specials & ~mask & beside.any();
  if (!candidates) return 0;
  const Cells in_two = mask & beside.any();
  const Cells inner = mask & beside.two_or_more();
  const Cells in_three = inner | (mask & board.touching(inner));
  return candidates &
         (board.touching(in_three) | beside.three_or_more() | (beside.two_or_more() & board.touching(in_two)));
}

/// Some set Change could turn; 0 if there is none.
inline Cells change_find(const Cells* of_type, const RealmBoard& board) {
  const Cells specials = of_type[3] | of_type[4] | of_type[5];
  if (!specials) return 0;
  for (int type = 0; type < types; ++type)
    if (const Cells found = changeable(of_type, board, specials, type))
      return board.group(found & -found, of_type[type] | (found & -found));
  return 0;
}

inline Payments payments_for_change(const Realm& realm, const RealmBoard& board) {
  const Cells set = change_find(realm.of_type, board);
  if (!set) return {};
  Cells payable = realm.up & ~set;
  each(set, [&](int cell) {
    Cells of_type[types];
    for (int type = 0; type < types; ++type) of_type[type] = realm.of_type[type] & ~bit(cell);
    if (change_find(of_type, board)) payable |= bit(cell);
  });
  return {true, payable};
}

/// Ruling: without a shrine that can move Wind is not offered. The goal may be bare already, be flipped for it, or be
/// uncovered by the tile that pays.
inline Payments payments_for_wind(const Realm& realm) {
  if (!realm.shrines) return {};
  if (realm.bare() || count(realm.up) > 1) return {true, realm.up};
  return {realm.up != 0, realm.up && realm.height[first(realm.up)] >= 2 ? realm.up : 0};
}

/// Whether some source has a target other than itself.
inline bool can_move(Cells sources, Cells targets) {
  return count(targets) > 1 ? sources != 0 : targets && (sources & ~targets);
}

inline Payments payments_for_strength(const Realm& realm, const RealmBoard& board) {
  const Cells bare = realm.bare(), open = realm.open(board);
  const bool shrine = can_move(realm.up | bare, open);
  if (count(open) > 1 && (bare || count(realm.up) > 1)) return {shrine, realm.up};
  Cells payable = 0;
  each(realm.up, [&](int cell) {
    const Cells uncovered = realm.height[cell] > 1 ? bit(cell) : 0;
    if (can_move((realm.up & ~bit(cell)) | bare | uncovered, open | bit(cell))) payable |= bit(cell);
  });
  return {shrine, payable};
}

/// After paying, the pool must still hold a shrine and a tile of the set must be bare.
inline Payments payments_for_faith(const State& state) {
  const Seat& me = state.me();
  if (!builds(state) || !me.shrines) return {};
  return {me.shrines >= 2, me.realm.up};
}

/// A spirit that widens the choice of a pair's second tile. A tile that pays makes room for one more.
inline Payments payments_for_second(const State& state, Second pair, Elegance elegance) {
  const Realm& realm = state.me().realm;
  if (!second_tiles(state, pair, elegance).any()) return {};
  const int room = count(realm.open(state.setup.realm));
  return {room >= 2, room >= 1 ? realm.up : 0};
}

/// Ruling: Elegance is called right before a pick that needs it.
inline Payments payments_for_elegance(const State& state) {
  if (state.turn.phase == Phase::complete) return payments_for_second(state, state.turn.pair, Elegance::must);
  const int top = state.castle.top_floor();
  if (top && state.castle.pickable(top, Elegance::must).any()) return {true, state.me().realm.up};
  return {};
}

inline Payments payments_for(const State& state, Spirit spirit) {
  const Realm& realm = state.me().realm;
  const RealmBoard& board = state.setup.realm;
  switch (spirit) {
    case Spirit::beauty:
      return payments_for_beauty(realm, board);
    case Spirit::wind:
      return payments_for_wind(realm);
    case Spirit::elegance:
      return payments_for_elegance(state);
    case Spirit::deception:
      return payments_for_second(state, Second::deception, state.turn.elegance);
    case Spirit::strength:
      return payments_for_strength(realm, board);
    case Spirit::change:
      return payments_for_change(realm, board);
    case Spirit::faith:
      return payments_for_faith(state);
    case Spirit::deep:
      return payments_for_second(state, Second::deep, state.turn.elegance);
    case Spirit::destruction:
      // A castle with a tile always has an available one.
      return state.castle.left[0] ? Payments{true, realm.up} : Payments{};
    case Spirit::cunning:
      return payments_for_cunning(realm, board);
  }
  return {};
}

/// The activations that can be chosen now, a shrine before tiles. Ruling: only payments after which the effect can be
/// carried out.
inline void offer_spirits(const State& state, Moment moment, Decision& decision) {
  const Seat& me = state.me();
  if (!me.shrines && !me.realm.up) return;
  unsigned left = state.setup.spirits & ~state.turn.used & spirits_at(moment);
  for (; left; left &= left - 1) {
    const Spirit spirit = static_cast<Spirit>(first(left));
    Payments payments = payments_for(state, spirit);
    payments.shrine = payments.shrine && me.shrines;
    decision.add(spirit, payments);
  }
}

/// Pay for a spirit and let it begin.
inline void call_spirit(State& state, Spirit spirit, uint8_t payment) {
  Turn& turn = state.turn;
  Seat& me = state.me();
  if (payment == with_a_shrine) {
    --me.shrines;
    ++state.supply;
  } else {
    state.remove_from_the_game(me.realm.take_off(payment, state.links), turn.player);
  }
  turn.used |= bit_of(spirit);
  switch (spirit) {
    case Spirit::beauty:
      turn.doing = Doing::beauty;
      break;
    case Spirit::wind:
      turn.doing = Doing::wind_flip;
      break;
    case Spirit::elegance:
      turn.elegance = Elegance::must;
      break;
    case Spirit::deception:
      turn.pair = Second::deception;
      break;
    case Spirit::strength:
      turn.doing = Doing::strength;
      break;
    case Spirit::change:
      turn.doing = Doing::change;
      break;
    case Spirit::faith:
      turn.doing = Doing::faith;
      break;
    case Spirit::deep:
      turn.pair = Second::deep;
      break;
    case Spirit::destruction:
      turn.doing = Doing::destruction;
      break;
    case Spirit::cunning:
      turn.doing = Doing::cunning;
      break;
  }
}

// The questions of their effects.

inline void ask_beauty(const State& state, Decision& decision) {
  Cells named = 0;
  each_beauty_set(state.me().realm, state.setup.realm, [&](Cells group) { named |= group & -group; });
  decision.realm_cells(Verb::set, named);
}

inline void ask_cunning(const State& state, Decision& decision) {
  Cells named = 0;
  const Bonds bonds(state.me().realm, state.setup.realm);
  each(bonds.middles_of_three(), [&](int cell) {
    const Cells group = bit(cell) | bonds.around(bit(cell));
    named |= group & -group;
  });
  decision.realm_cells(Verb::set, named);
}

inline void ask_change(const State& state, Decision& decision) {
  const Realm& realm = state.me().realm;
  decision.verb = Verb::as;
  decision.cells = realm.specials();
  decision.own = 0;
  for (int type = 0; type < types; ++type) {
    decision.as_type[type] = changeable(realm.of_type, state.setup.realm, realm.specials(), type);
    decision.own += count(decision.as_type[type]);
  }
  decision.count = decision.own;
}

/// Destroying is not picking: Elegance does not help.
inline void ask_destruction(const State& state, Decision& decision) {
  const Castle& castle = state.castle;
  decision.castle_cells(Verb::destroy, castle.available[0] | castle.available[1] | castle.available[2]);
}

inline void ask_wind_flip(const State& state, Decision& decision) {
  const Realm& realm = state.me().realm;
  decision.realm_cells(Verb::flip, realm.up);
  if (realm.bare()) decision.add_last(Verb::pass);
}

inline void ask_wind_carry(const State& state, Decision& decision) {
  const Realm& realm = state.me().realm;
  decision.two_cells(Verb::carry, realm.shrines, realm.bare());
}

/// Strength's second move is of another tile: it may not start where the first one ended.
inline void ask_strength(const State& state, Decision& decision) {
  const Realm& realm = state.me().realm;
  const bool again = state.turn.doing == Doing::strength_again;
  const Cells moved = again ? bit(state.turn.moved) : 0;
  decision.two_cells(Verb::move, (realm.up | realm.bare()) & ~moved, realm.open(state.setup.realm));
  if (again) decision.add_last(Verb::pass);
}

// Carrying them out.

inline void turn_beauty_set(State& state, int cell) {
  Cells set = 0;
  each_beauty_set(state.me().realm, state.setup.realm, [&](Cells group) {
    if (first(group) == cell) set = group;
  });
  turn_set(state, set, set_points(count(set)) + points_for_beauty, shrines_for_beauty);
}

inline void turn_cunning_set(State& state, int cell) {
  const Realm& realm = state.me().realm;
  const int type = type_at(realm, cell);
  turn_set_of_type(state, state.setup.realm.group(bit(cell), realm.of_type[type]), points_for_cunning, type);
}

inline void turn_change_set(State& state, int cell, int type) {
  const Cells group = state.setup.realm.group(bit(cell), state.me().realm.of_type[type] | bit(cell));
  turn_set_of_type(state, group, set_points(count(group)), type);
}

inline void destroy(State& state, int cell) {
  state.remove_from_the_game(state.lift(cell), state.turn.player);
  state.turn.doing = Doing::nothing;
}

inline void carry_shrine(State& state, int source, int target) {
  state.me().realm.shrines ^= bit(source) | bit(target);
  state.turn.doing = Doing::nothing;
}

/// Sets are looked for only after both moves, and all of them are turned.
inline void end_strength(State& state) {
  state.turn.doing = Doing::nothing;
  state.turn.moved = Turn::no_cell;
  state.turn.settling = true;
}

inline void move_tile(State& state, int source, int target) {
  state.me().realm.move(source, target, state.links);
  if (state.turn.doing == Doing::strength_again) {
    end_strength(state);
  } else {
    state.turn.moved = static_cast<uint8_t>(target);
    state.turn.doing = Doing::strength_again;
  }
}

}  // namespace dragon_castle
}  // namespace TENSHU_LEVEL
}  // namespace tenshu
