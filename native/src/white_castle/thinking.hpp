// What the search must know of The White Castle: see ../search.hpp.
#pragma once

#include "policy.hpp"

namespace tenshu {
inline namespace TENSHU_LEVEL {
namespace white_castle {

struct Thinking {
  using State = white_castle::State;
  using Move = white_castle::Move;
  using Decision = white_castle::Decision;
  using Network = tenshu::Network;
  using Guide = white_castle::Guide;

  static constexpr int most_players = white_castle::most_players;

  /// The solo rival is somebody to beat.
  static int seats(const State& state) { return state.players; }
  static int mover(const State& state) { return state.mover(); }
  static bool is_over(const State& state) { return state.is_over(); }
  static bool at_turn_start(const State& state) { return state.fresh; }
  static bool met_the_unknown(const State& state) { return state.met_the_unknown; }

  static void forget_hidden(State& state) { white_castle::forget_hidden(state); }
  static void determinize(State& state, Chance& chance) { white_castle::determinize(state, chance); }
  static void play_at_random(State& state, Decision& decision, Chance& chance) {
    white_castle::play_at_random(state, decision, chance);
  }
  static void ask(State& state, Decision& decision) { white_castle::ask(state, decision); }
  static void play(State& state, const Move& move, Decision& decision) { white_castle::play(state, move, decision); }

  static Expectation expectation(const State& state, const Network& network) {
    return white_castle::expectation(state, network);
  }
  static float rounds_left(const State& state) { return white_castle::rounds_left(state); }
  static void shares(const State& state, float* share) {
    const int first = winner(state);
    for (int seat = 0; seat < state.players; ++seat) share[seat] = seat == first ? 1.0f : 0.0f;
  }

  static void finish_turn_somehow(State& state, Decision& decision, Guide& guide) {
    white_castle::finish_turn_somehow(state, decision, guide);
  }
  static void finish_turn_well(State& state, Decision& decision, Guide& guide, const Network& network, int samples) {
    white_castle::finish_turn_well(state, decision, guide, network, samples);
  }

  static constexpr int most_ends = 6000;
  template <class Visit>
  static void each_end(const State& state, const Decision& decision, const Network& network, Visit visit) {
    EveryTurn(network, most_ends).each_end(state, decision, visit);
  }

  static bool may_repeat(const State&, const Move&) { return false; }
  static bool repeats(const Move&, const Move&) { return false; }

  /// A turn shows a card at most; what the tree foresaw beyond that is forgotten.
  static bool take_up(State& from, const State& later) {
    return from.players == later.players && from.round == later.round && from.turn.player == later.turn.player &&
           from.turn.phase == later.turn.phase && from.stewards == later.stewards && from.diplomats == later.diplomats;
  }
  static bool same_moment(const State& a, const State& b) {
    State left = a, right = b;
    white_castle::forget_hidden(left);
    white_castle::forget_hidden(right);
    left.met_the_unknown = right.met_the_unknown = left.fresh = right.fresh = false;
    const size_t head = offsetof(State, turn);
    if (std::memcmp(&left, &right, head) || left.turn.depth != right.turn.depth ||
        std::memcmp(left.turn.used, right.turn.used, sizeof left.turn.used))
      return false;
    return !std::memcmp(left.turn.stack, right.turn.stack, left.turn.depth * sizeof(Entry));
  }
};

}  // namespace white_castle
}  // namespace TENSHU_LEVEL
}  // namespace tenshu
