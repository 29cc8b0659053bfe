// A new game, dealt as src/tenshu/white_castle/setup.py deals it, but from another source of chance: a seed means
// another deal here.
#pragma once

#include "solo.hpp"

namespace tenshu {
inline namespace TENSHU_LEVEL {
namespace white_castle {

/// Marked ♦ on the card: left out with one or two players.
constexpr bool is_for_many(Card card) {
  for (const int number : {1, 3, 6, 8, 11, 14})
    if (card == first_steward + number - 1) return true;
  for (const int number : {1, 9, 12})
    if (card == first_diplomat + number - 1) return true;
  return false;
}

/// The lead of the rival, by solo level.
struct Lead {
  uint8_t points, influence;
  bool goes_first;
};
inline constexpr std::array<Lead, 3> leads = {{{0, 0, false}, {3, 1, true}, {8, 3, true}}};

/// Deals whole games of one kind.
class Dealer {
 public:
  /// The kind of a game: how many play, or the solo level.
  explicit Dealer(const State& like) {
    blank_.players = like.players;
    blank_.dice = like.dice;
    blank_.turn.phase = Phase::start;
    for (Room& room : blank_.room) room.tiles[2] = 0xFF;
    for (int seat = 0; seat < like.players; ++seat) blank_.seats[seat].courtiers[home] = members;
    for (Card card = first_steward; card < first_diplomat; ++card)
      if (is_in_play(card)) blank_.steward[blank_.stewards++] = card;
    for (Card card = first_diplomat; card < first_action; ++card)
      if (is_in_play(card)) blank_.diplomat[blank_.diplomats++] = card;
    for (auto& roll : blank_.rolled) std::fill(roll, roll + colours, blank_.dice);
    if (!like.solo.on) return;
    Solo& solo = blank_.solo;
    solo.on = true;
    solo.level = like.solo.level;
    solo.rounds = 2;
    for (uint8_t card = 1; card <= solitaires; ++card)
      solo.deck[card - 1] = solo.next[0][card - 1] = solo.next[1][card - 1] = card;
    const Lead& lead = leads[solo.level];
    blank_.seats[the_rival].points = lead.points;
    blank_.seats[the_rival].influence = lead.influence;
    blank_.order[lead.goes_first] = 0;
    blank_.order[!lead.goes_first] = the_rival;
  }

  /// A game at its first decision.
  void deal(State& state, Decision& decision, Chance& chance) const {
    state = blank_;
    deal_cards(state, chance);
    deal_tiles(state, chance);
    state.favour = static_cast<uint8_t>(1 + chance.below(static_cast<uint32_t>(favours.size())));
    deal_gardens(state, chance);
    deal_yards(state, chance);
    roll_dice(state, chance);
    if (state.solo.on) {
      chance.shuffle(state.solo.deck, solitaires);
      for (auto& order : state.solo.next) chance.shuffle(order, solitaires);
    } else {
      for (uint8_t seat = 0; seat < state.players; ++seat) state.order[seat] = seat;
      chance.shuffle(state.order, state.players);
    }
    std::copy(state.order, state.order + most_players, state.track);
    deal_starts(state, chance);
    settle_all(state, decision);
  }

 private:
  State blank_;

  bool is_in_play(Card card) const { return blank_.players > 2 || !is_for_many(card); }

  /// Draws so many from the front of some items.
  template <class T>
  static void draw(T* items, int many, int drawn, Chance& chance) {
    for (int i = 0; i < drawn; ++i)
      std::swap(items[i], items[i + static_cast<int>(chance.below(static_cast<uint32_t>(many - i)))]);
  }

  static Kind dark_worker(Card card) { return bought(printed[card].rows[printed[card].dark - 1].list[0].kind); }

  /// Dealt again while all five dark actions are the same worker.
  static void deal_cards(State& state, Chance& chance) {
    const auto are_alike = [&] {
      for (int i = 1; i < steward_rooms; ++i)
        if (dark_worker(state.steward[i]) != dark_worker(state.steward[0])) return false;
      for (int i = 0; i < rooms - steward_rooms; ++i)
        if (dark_worker(state.diplomat[i]) != dark_worker(state.steward[0])) return false;
      return true;
    };
    do {
      chance.shuffle(state.steward, state.stewards);
      chance.shuffle(state.diplomat, state.diplomats);
    } while (are_alike());
    for (int room = 0; room < rooms; ++room) refill(state, room);
  }

  /// A tile of each colour on the top rows of the steward rooms, the others space by space: every room's next one, then
  /// every room's last one. A tile that would close a room in one colour goes to the next space that may take it, one
  /// that fits nowhere to the Well; dealt again if the Well would get a third.
  static void deal_tiles(State& state, Chance& chance) {
    constexpr int sides = static_cast<int>(well_sides.size()), tiles = colours * sides;
    for (;;) {
      uint8_t tops[colours] = {0, 1, 2}, others[tiles], well = 0;
      chance.shuffle(tops, colours);
      int many = 0;
      for (int colour = 0; colour < colours; ++colour) {
        const int top = static_cast<int>(chance.below(sides));
        for (int side = 0; side < sides; ++side)
          if (side != top) others[many++] = static_cast<uint8_t>(colour * sides + side);
      }
      chance.shuffle(others, many);
      for (int room = 0; room < steward_rooms; ++room) state.room[room].tiles[0] = tops[room];
      int next = 0;
      for (; next < rooms; ++next)
        state.room[next].tiles[next < steward_rooms ? 1 : 0] = static_cast<uint8_t>(others[next] / sides);
      unsigned open = (1u << rooms) - 1;  // rooms whose last space is free
      for (; next < many; ++next) {
        const int colour = others[next] / sides, side = others[next] % sides;
        int room = 0;
        while (room < rooms && !(open >> room & 1 && may_close(state, room, colour))) ++room;
        if (room < rooms) {
          open &= ~(1u << room);
          state.room[room].tiles[room < steward_rooms ? 2 : 1] = static_cast<uint8_t>(colour);
        } else if (well < 2) {
          state.well_tiles[well++] = static_cast<uint8_t>(side + 1);
        } else {
          break;
        }
      }
      if (next == many) return;
    }
  }
  static bool may_close(const State& state, int room, int colour) {
    const uint8_t* tiles = state.room[room].tiles;
    return tiles[0] != colour || (room < steward_rooms && tiles[1] != colour);
  }

  static void deal_gardens(State& state, Chance& chance) {
    for (const int first : {0, 1}) {
      uint8_t numbers[plants];
      for (uint8_t i = 0; i < plants; ++i) numbers[i] = static_cast<uint8_t>(first * plants + 1 + i);
      draw(numbers, plants, colours, chance);
      for (int colour = 0; colour < colours; ++colour) state.garden[colour][first] = numbers[colour];
    }
  }

  /// A blue and a gold side in yard 5, a blue one in yard 3, a gold one in yard 1.
  static void deal_yards(State& state, Chance& chance) {
    uint8_t tiles[yard_tiles.size()];
    for (uint8_t i = 0; i < yard_tiles.size(); ++i) tiles[i] = i;
    draw(tiles, static_cast<int>(yard_tiles.size()), 4, chance);
    for (int i = 0; i < 4; ++i) state.yard[i] = static_cast<uint8_t>(2 * tiles[i] + i % 2);
  }

  static void roll_dice(State& state, Chance& chance) {
    const auto roll = [&](uint8_t* values) {
      for (int i = 0; i < state.dice; ++i) {
        const uint8_t value = static_cast<uint8_t>(1 + chance.below(6));
        int place = i;
        for (; place > 0 && values[place - 1] > value; --place) values[place] = values[place - 1];
        values[place] = value;
      }
    };
    for (Bridge& bridge : state.bridges) {
      uint8_t values[most_dice];
      roll(values);
      bridge.fill(values, state.dice);
    }
    for (auto& round : state.rolls)
      for (auto& values : round) roll(values);
  }

  /// Pairs from which the last in order chooses first; alone, one by lot.
  static void deal_starts(State& state, Chance& chance) {
    Card resource[first_decree - first_resource], action[2 * (first_resource - first_action)];
    for (size_t i = 0; i < std::size(resource); ++i) resource[i] = static_cast<Card>(first_resource + i);
    for (size_t i = 0; i < std::size(action); ++i) action[i] = static_cast<Card>(first_action + i / 2);
    const int pairs = state.solo.on ? 1 : state.players + 1;
    draw(resource, static_cast<int>(std::size(resource)), pairs, chance);
    draw(action, static_cast<int>(std::size(action)), pairs, chance);
    for (int i = 0; i < pairs; ++i) {
      state.starts[i][0] = resource[i];
      state.starts[i][1] = action[i];
    }
    state.start_count = static_cast<uint8_t>(pairs);
    state.turn.player = state.solo.on ? uint8_t{0} : state.order[state.players - 1];
    state.fresh = true;
    state.push(entry_of(Asks::start));
    if (state.solo.on) carry_out(state, {Verb::start, static_cast<uint8_t>(resource[0] - first_resource + 1), 0});
  }
};

/// Whether nothing has been played yet. Alone, the rival may have had its first turn.
inline bool is_just_dealt(const State& state) {
  if (state.round != 1) return false;
  if (!state.solo.on) return state.turn.phase == Phase::start && state.start_count == state.players + 1;
  return state.dice_left() >= colours * state.dice - (state.order[0] == the_rival);
}

}  // namespace white_castle
}  // namespace TENSHU_LEVEL
}  // namespace tenshu
