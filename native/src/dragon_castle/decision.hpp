// A decision: its legal moves as masks, in the documented order, without listing them.
#pragma once

#include "state.hpp"

namespace tenshu {
inline namespace TENSHU_LEVEL {
namespace dragon_castle {

/// What may pay for a spirit: whether a shrine would do, and the face-up tiles that would.
struct Payments {
  bool shrine = false;
  Cells tiles = 0;
};

/// The legal moves are those of `verb`, then up to two without words, then spirits, then `pass` or `end`.
struct Decision {
  struct Offer {
    Spirit spirit;
    Payments payments;
    int count() const { return payments.shrine + dragon_castle::count(payments.tiles); }
  };

  int count = 0;
  int own = 0;  // how many moves `verb` has
  Verb verb = Verb::end;
  uint8_t plain_count = 0, offer_count = 0, tile_count = 0;
  bool has_last = false;
  Verb last = Verb::end;
  Verb plain[2];
  Tile tile[2];          // of `place`
  Cells cells, targets;  // of the verbs that speak of the realm
  Cells as_type[types];  // of `as`: the cells that can count as each type
  CastleCells castle;    // of the verbs that speak of the castle
  Offer offer[spirits_in_the_box];

  void clear() {
    count = own = 0;
    plain_count = offer_count = 0;
    has_last = false;
  }
  void castle_cells(Verb verb_, const CastleCells& cells_) {
    verb = verb_;
    castle = cells_;
    count = own = cells_.count();
  }
  void realm_cells(Verb verb_, Cells cells_) {
    verb = verb_;
    cells = cells_;
    count = own = dragon_castle::count(cells_);
  }
  void places(const Tile* tiles, int many, Cells open) {
    verb = Verb::place;
    cells = open;
    tile_count = static_cast<uint8_t>(many);
    tile[0] = tiles[0];
    if (many > 1) tile[1] = tiles[1];
    count = own = many * dragon_castle::count(open);
  }
  /// Every source with every target but itself.
  void two_cells(Verb verb_, Cells sources, Cells targets_) {
    verb = verb_;
    cells = sources;
    targets = targets_;
    count = own =
        dragon_castle::count(sources) * dragon_castle::count(targets_) - dragon_castle::count(sources & targets_);
  }
  void add(Verb plain_verb) {
    plain[plain_count++] = plain_verb;
    ++count;
  }
  void add(Spirit spirit, Payments payments) {
    offer[offer_count] = {spirit, payments};
    const int many = offer[offer_count].count();
    if (!many) return;
    ++offer_count;
    count += many;
  }
  void add_last(Verb verb_) {
    has_last = true;
    last = verb_;
    ++count;
  }

  /// Ruling: a decision whose only answer is `pass`, `end` or one `consolidate` is none.
  bool is_none() const { return count == 1 && (has_last || (own && verb == Verb::consolidate)); }

  /// The legal move with this number, counted from 0 in the documented order.
  Move nth(int number) const {
    if (number < own) return nth_own(number);
    number -= own;
    if (number < plain_count) return {plain[number]};
    number -= plain_count;
    for (int i = 0; i < offer_count; ++i) {
      const int many = offer[i].count();
      if (number < many) return nth_of(offer[i], number);
      number -= many;
    }
    return {last};
  }

  /// Calls `visit(move)` for every legal move in the documented order.
  template <class Visit>
  void each_move(Visit visit) const {
    for (int number = 0; number < count; ++number) visit(nth(number));
  }

  bool allows(const Move& move) const {
    if (own && move.verb == verb) return allows_own(move);
    if (move.verb == Verb::spirit) {
      for (int i = 0; i < offer_count; ++i)
        if (static_cast<uint8_t>(offer[i].spirit) == move.a)
          return move.b == with_a_shrine ? offer[i].payments.shrine : has(offer[i].payments.tiles, move.b);
      return false;
    }
    for (int i = 0; i < plain_count; ++i)
      if (plain[i] == move.verb) return true;
    return has_last && last == move.verb;
  }

 private:
  static uint8_t small(int value) { return static_cast<uint8_t>(value); }

  Move nth_own(int number) const {
    switch (words_of(verb)) {
      case Words::castle_cell:
        return {verb, small(castle.nth(number))};
      case Words::realm_cell:
        return {verb, small(dragon_castle::nth(cells, number))};
      case Words::tile_and_cell: {
        const int wide = dragon_castle::count(cells);
        const bool second = number >= wide;
        return {verb, tile[second], small(dragon_castle::nth(cells, second ? number - wide : number))};
      }
      case Words::two_cells:
        return nth_of_two(number);
      default:
        return nth_as(number);
    }
  }
  Move nth_of_two(int number) const {
    for (Cells left = cells;; left &= left - 1) {
      const int source = first(left);
      const Cells goals = targets & ~bit(source);
      const int many = dragon_castle::count(goals);
      if (number < many) return {verb, small(source), small(dragon_castle::nth(goals, number))};
      number -= many;
    }
  }
  Move nth_as(int number) const {
    for (Cells left = cells;; left &= left - 1)
      for (int type = 0; type < types; ++type)
        if (has(as_type[type], first(left)) && !number--) return {verb, small(first(left)), small(type)};
  }
  static Move nth_of(const Offer& offer, int number) {
    const uint8_t spirit = static_cast<uint8_t>(offer.spirit);
    if (offer.payments.shrine && !number) return {Verb::spirit, spirit, with_a_shrine};
    return {Verb::spirit, spirit, small(dragon_castle::nth(offer.payments.tiles, number - offer.payments.shrine))};
  }
  bool allows_own(const Move& move) const {
    switch (words_of(verb)) {
      case Words::castle_cell:
        return castle[move.a];
      case Words::realm_cell:
        return has(cells, move.a);
      case Words::tile_and_cell:
        return (move.a == tile[0] || (tile_count > 1 && move.a == tile[1])) && has(cells, move.b);
      case Words::two_cells:
        return move.a != move.b && has(cells, move.a) && has(targets, move.b);
      default:
        return has(as_type[move.b], move.a);
    }
  }
};

}  // namespace dragon_castle
}  // namespace TENSHU_LEVEL
}  // namespace tenshu
