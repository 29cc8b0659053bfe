// How a turn goes on in thought: plausible moves drawn at random, the best of several such turns, or of all of them.
#pragma once

#include <vector>

#include "evaluation.hpp"

namespace tenshu {
inline namespace TENSHU_LEVEL {
namespace white_castle {

/// Draws plausible moves. What is declined, traded or stopped at comes to mind seldom, the rest alike.
class Guide {
 public:
  explicit Guide(Chance& chance) : chance_(chance) {}

  Move draw(const State& state, const Decision& decision) {
    int weight[Decision::most], sum = 0;
    for (int i = 0; i < decision.count; ++i) sum += weight[i] = weight_of(state, decision.list[i]);
    int luck = static_cast<int>(chance_.below(static_cast<uint32_t>(sum)));
    for (int i = 0;; ++i)
      if ((luck -= weight[i]) < 0) return decision.list[i];
  }

 private:
  Chance& chance_;

  static int weight_of(const State& state, const Move& move) {
    switch (move.verb) {
      case Verb::skip:
      case Verb::end:
        return 4;
      case Verb::trade:
        return 3;
      case Verb::stop:
        return 8;
      case Verb::put:
        return move.a == domain_space ? 48 : 32;
      case Verb::climb:
        return level_of(move.b) == 3 ? 64 : 32;
      case Verb::garden:
        return 8 + 8 * gardens[static_cast<size_t>(move.a - 1)].food;
      case Verb::yard:
        return state.me().stock[1] >= 5 && move.a == 0 ? 64 : 32;
      default:
        return 32;
    }
  }
};

/// Points more than the best rival; what a seat wants of a turn.
inline float lead(const State& state, const Expectation& expected, int seat) {
  float rival = -1e9f;
  for (int other = 0; other < state.players; ++other)
    if (other != seat) rival = std::max(rival, expected.points[other]);
  return expected.points[seat] - 0.5f * rival;
}

inline void finish_turn_somehow(State& state, Decision& decision, Guide& guide) {
  do {
    play(state, guide.draw(state, decision), decision);
  } while (decision.count && !state.fresh);
}

/// The best of so many plausible ways to end the turn.
inline void finish_turn_well(State& state, Decision& decision, Guide& guide, const Network& network, int samples) {
  const int seat = state.mover();
  if (samples <= 1) return finish_turn_somehow(state, decision, guide);
  const State start = state;
  const Decision question = decision;
  float most = 0;
  for (int i = 0; i < samples; ++i) {
    State trial = start;
    Decision asked = question;
    finish_turn_somehow(trial, asked, guide);
    const float value = lead(trial, expectation(trial, network), seat);
    if (i && value <= most) continue;
    most = value;
    state = trial;
    decision = asked;
  }
}

/// The best of all ways to end the turn, at most so many; the same position is looked at once.
class EveryTurn {
 public:
  EveryTurn(const Network& network, int most) : network_(network), most_(most) {}

  /// Calls `visit(state, decision, value, moves)` for every end of the turn.
  template <class Visit>
  void each(const State& start, const Decision& question, Visit visit) {
    seen_.assign(table, 0);
    ends_ = 0;
    seat_ = start.mover();
    path_.clear();
    walk(start, question, visit);
  }
  /// Calls `visit(end, first move)` for every end of the turn; the same end may be met once for each first move.
  template <class Visit>
  void each_end(const State& start, const Decision& question, Visit visit) {
    judges_ = false;
    for (int i = 0; i < question.count; ++i) {
      Decision one;
      one.list[one.count++] = question.list[i];
      each(start, one, [&](const State& end, const Decision&, float, const std::vector<Move>&) {
        visit(end, question.list[i]);
      });
    }
  }
  void finish(State& state, Decision& decision) {
    const State start = state;
    const Decision question = decision;
    float most = -1e9f;
    each(start, question, [&](const State& end, const Decision& asked, float value, const std::vector<Move>&) {
      if (value <= most) return;
      most = value;
      state = end;
      decision = asked;
    });
  }
  int ends() const { return ends_; }

 private:
  static constexpr size_t table = 1 << 14;

  const Network& network_;
  int most_, ends_ = 0, seat_ = 0;
  bool judges_ = true;
  std::vector<uint64_t> seen_;
  std::vector<Move> path_;

  static uint64_t hash(const State& state) {
    // Words of memory: states are plain data, and what is unused is zero or does not matter much.
    const char* bytes = reinterpret_cast<const char*>(&state);
    const size_t size = offsetof(State, turn) + offsetof(Turn, stack) + state.turn.depth * sizeof(Entry);
    uint64_t found = 0x9E3779B97F4A7C15u;
    size_t i = 0;
    for (; i + 8 <= size; i += 8) {
      uint64_t word;
      std::memcpy(&word, bytes + i, 8);
      found = (found ^ word) * 0x2127599BF4325C37u;
      found ^= found >> 29;
    }
    uint64_t word = 0;
    std::memcpy(&word, bytes + i, size - i);
    found = (found ^ word) * 0x2127599BF4325C37u;
    return (found ^ found >> 32) | 1;
  }
  bool is_new(const State& state) {
    const uint64_t key = hash(state);
    uint64_t& slot = seen_[key % table];
    if (slot == key) return false;
    slot = key;
    return true;
  }

  template <class Visit>
  void walk(const State& state, const Decision& decision, Visit& visit) {
    for (int i = 0; i < decision.count && ends_ < most_; ++i) {
      State after = state;
      Decision next;
      play(after, decision.list[i], next);
      if (!is_new(after)) continue;
      path_.push_back(decision.list[i]);
      if (next.count && !after.fresh) {
        walk(after, next, visit);
      } else {
        ++ends_;
        visit(after, next, judges_ ? lead(after, expectation(after, network_), seat_) : 0.0f, path_);
      }
      path_.pop_back();
    }
  }
};

/// Everything hidden is drawn anew: the order of decks, the dice to come, the solo cards.
inline void determinize(State& state, Chance& chance) {
  chance.shuffle(state.steward, state.stewards);
  chance.shuffle(state.diplomat, state.diplomats);
  for (int round = state.round + 1; round <= 3; ++round)
    for (int colour = 0; colour < colours; ++colour) {
      uint8_t* values = state.rolls[round - 2][colour];
      uint8_t& many = state.rolled[round - 2][colour];
      if (state.veiled) many = state.dice;
      for (int i = 0; i < many; ++i) values[i] = static_cast<uint8_t>(1 + chance.below(6));
      std::sort(values, values + many);
    }
  if (state.solo.on) {
    chance.shuffle(state.solo.deck + 1, std::max(0, solitaires - 1 - state.solo.turned));
    for (int i = 0; i < state.solo.rounds; ++i) chance.shuffle(state.solo.next[i], solitaires);
  }
  state.veiled = false;
}

/// What nobody can see is put in an order that tells nothing.
inline void forget_hidden(State& state) {
  std::sort(state.steward, state.steward + state.stewards);
  std::sort(state.diplomat, state.diplomat + state.diplomats);
  std::memset(state.rolls, 0, sizeof state.rolls);
  if (state.solo.on) {
    std::sort(state.solo.deck + std::min<int>(1, solitaires), state.solo.deck + std::max(1, solitaires - state.solo.turned));
    for (auto& order : state.solo.next) std::sort(order, order + solitaires);
  }
  state.veiled = true;
}

}  // namespace white_castle
}  // namespace TENSHU_LEVEL
}  // namespace tenshu
