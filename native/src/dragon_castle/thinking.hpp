// What the search must know of Dragon Castle: see ../search.hpp.
#pragma once

#include "../dragon_castle.hpp"
#include "policy.hpp"

namespace tenshu {
inline namespace TENSHU_LEVEL {
namespace dragon_castle {

struct Thinking {
  using State = dragon_castle::State;
  using Move = dragon_castle::Move;
  using Decision = dragon_castle::Decision;
  using Network = tenshu::Network;
  using Guide = dragon_castle::Guide;

  static constexpr int most_players = dragon_castle::most_players;

  static int seats(const State& state) { return state.setup.players; }
  static int mover(const State& state) { return state.turn.player; }
  static bool is_over(const State& state) { return state.is_over(); }
  static bool at_turn_start(const State& state) { return state.turn.is_start(); }
  static bool met_the_unknown(const State& state) { return state.met_the_unknown; }

  static void forget_hidden(State& state) { state.castle.hide_covered(); }
  static void determinize(State& state, Chance& chance) { dragon_castle::determinize(state, chance); }
  static void play_at_random(State& state, Decision& decision, Chance& chance) {
    dragon_castle::play_at_random(state, decision, chance);
  }
  static void ask(State& state, Decision& decision) { dragon_castle::ask(state, decision); }
  static void play(State& state, const Move& move, Decision& decision) { dragon_castle::play(state, move, decision); }

  static Expectation expectation(const State& state, const Network& network) {
    return dragon_castle::expectation(state, network);
  }
  static float rounds_left(const State& state) { return Offer(state).rounds; }
  static void shares(const State& state, float* share) {
    Standing standings[most_players], best{-1000, 0, 0};
    int winners = 0;
    for (int seat = 0; seat < seats(state); ++seat) {
      standings[seat] = standing(state, seat);
      if (standings[seat] > best) best = standings[seat], winners = 0;
      winners += standings[seat] == best;
    }
    for (int seat = 0; seat < seats(state); ++seat)
      share[seat] = standings[seat] == best ? 1.0f / static_cast<float>(winners) : 0;
  }

  static void finish_turn_somehow(State& state, Decision& decision, Guide& guide) {
    dragon_castle::finish_turn_somehow(state, decision, guide);
  }
  static void finish_turn_well(State& state, Decision& decision, Guide& guide, const Network& network, int samples) {
    dragon_castle::finish_turn_well(state, decision, guide, network, samples);
  }

  /// The same tiles in another order make the same turn: of a pair without spirits only one order is tried.
  static bool may_repeat(const State& state, const Move& before) {
    return !state.setup.spirits && state.turn.phase == Phase::place && state.turn.picks == 2 && state.turn.held == 1 &&
           before.verb == Verb::place;
  }
  static bool repeats(const Move& before, const Move& move) {
    return move.verb == Verb::place && before.a == move.a && before.b > move.b;
  }

  static bool take_up(State& from, const State& later) {
    return from.setup == later.setup && from.castle.learn(later.castle);
  }
  /// Whether two moments look alike but for the tiles of the castle, which `take_up` has compared.
  static bool same_moment(const State& a, const State& b) {
    if (std::memcmp(a.castle.floors, b.castle.floors, sizeof a.castle.floors)) return false;
    if (a.supply != b.supply || a.countdown != b.countdown || a.gone_count != b.gone_count) return false;
    const Turn &s = a.turn, &t = b.turn;
    if (s.player != t.player || s.phase != t.phase || s.doing != t.doing || s.settling != t.settling ||
        s.held != t.held || s.picks != t.picks || s.used != t.used || s.elegance != t.elegance || s.pair != t.pair ||
        s.left != t.left || s.moved != t.moved || s.set != t.set)
      return false;
    for (int i = 0; i < s.held; ++i)
      if (s.hand[i] != t.hand[i]) return false;
    for (int seat = 0; seat < a.setup.players; ++seat) {
      const Seat &x = a.seats[seat], &y = b.seats[seat];
      if (x.vp != y.vp || x.shrines != y.shrines || x.tokens != y.tokens || x.realm.occupied != y.realm.occupied ||
          x.realm.up != y.realm.up || x.realm.shrines != y.realm.shrines ||
          std::memcmp(x.realm.of_type, y.realm.of_type, sizeof x.realm.of_type) ||
          std::memcmp(x.realm.of_number, y.realm.of_number, sizeof x.realm.of_number) ||
          std::memcmp(x.realm.height, y.realm.height, sizeof x.realm.height))
        return false;
      bool alike = true;  // special tiles have no number
      each(x.realm.specials(),
           [&](int cell) { alike = alike && x.realm.top(cell, a.links) == y.realm.top(cell, b.links); });
      if (!alike) return false;
    }
    return true;
  }
};

}  // namespace dragon_castle
}  // namespace TENSHU_LEVEL
}  // namespace tenshu
