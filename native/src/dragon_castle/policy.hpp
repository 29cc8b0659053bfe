// How a turn goes on in thought: plausible moves, drawn at random, and the best of several such turns.
#pragma once

#include "evaluation.hpp"
#include "turn.hpp"

namespace tenshu {
inline namespace TENSHU_LEVEL {
namespace dragon_castle {

/// Chance of a plausible turn, in 1/256.
struct Habits {
  uint8_t pair = 230;       // a pair, where there is one
  uint8_t discard = 3;      // no pair: give the tile away
  uint8_t join = 150;       // a tile goes where it joins most of its type
  uint8_t touch = 70;       // or beside some tile of its type
  uint8_t build_high = 240;  // a shrine goes on the highest tile of the set
  uint8_t spirit = 20;      // a spirit is called where it can be
  uint8_t summon = 40;      // the Dragon is summoned where it can be
};

class Guide {
 public:
  explicit Guide(Chance& chance) : chance_(chance) {}

  int below(int bound) { return static_cast<int>(chance_.below(static_cast<uint32_t>(bound))); }

  /// A plausible move of a decision, drawn at random.
  Move draw(const State& state, const Decision& decision) {
    if (decision.count == 1) return decision.nth(0);
    if (decision.offer_count && decision.verb != Verb::end) {
      const int spirits = decision.count - decision.own - decision.plain_count - decision.has_last;
      const int others = decision.count - spirits;
      if (others && !lucky(habits_.spirit)) return draw_own(state, decision, others);
      const int number = below(spirits);
      return decision.nth(decision.own + decision.plain_count + number);
    }
    return draw_own(state, decision, decision.count);
  }

 private:
  Chance& chance_;
  Habits habits_;

  bool lucky(uint8_t part) { return static_cast<uint8_t>(chance_.next() >> 56) < part; }
  int any_of(Cells cells) { return nth(cells, below(count(cells))); }

  /// Without spirits: those not counted in `others` lie between the plain moves and the last one.
  Move draw_own(const State& state, const Decision& decision, int others) {
    switch (state.turn.doing == Doing::nothing && decision.own ? decision.verb : Verb::end) {
      case Verb::take:
        if (decision.plain_count && lucky(habits_.summon)) return {Verb::summon};
        return taken(state, decision);
      case Verb::pair:
        // Called for a pair, there is nothing else.
        if (!decision.plain_count || lucky(habits_.pair)) return decision.nth(below(decision.own));
        return alone(decision);
      case Verb::place:
        return placed(state, decision);
      default:
        break;
    }
    if (state.turn.phase == Phase::complete && decision.plain_count) return alone(decision);
    if (state.turn.doing == Doing::build && decision.own) {
      if (lucky(habits_.build_high)) return {Verb::build, highest_of(state, decision.cells)};
      const int number = below(decision.own + 1);
      return number < decision.own ? decision.nth(number) : Move{decision.last};
    }
    const int number = below(others);
    if (decision.has_last && number == others - 1) return {decision.last};
    return decision.nth(number);
  }

  /// Of two tiles the one that finds more of its type in the realm, and a twin in the castle.
  Move taken(const State& state, const Decision& decision) {
    const Move one = decision.nth(below(decision.own)), other = decision.nth(below(decision.own));
    return liking(state, other.a) > liking(state, one.a) ? other : one;
  }
  static int liking(const State& state, int cell) {
    const Castle& castle = state.castle;
    const int level = castle.height(cell) - 1;
    const Tile tile = castle.tiles[level][cell];
    return count(state.me().realm.of_type[type_of(tile)]) + 2 * castle.has_twin(level, cell);
  }

  /// Tile and Shrine, or Discard.
  Move alone(const Decision& decision) {
    if (decision.plain_count == 2 && !lucky(habits_.discard)) return {decision.plain[0]};
    return {decision.plain[decision.plain_count - 1]};
  }

  Move placed(const State& state, const Decision& decision) {
    const Tile tile = decision.tile[decision.tile_count > 1 ? below(2) : 0];
    const Realm& realm = state.me().realm;
    const RealmBoard& board = state.setup.realm;
    const Cells alike = realm.of_type[type_of(tile)];
    const Cells touching = decision.cells & board.touching(alike);
    const uint8_t luck = static_cast<uint8_t>(chance_.next() >> 56);
    if (touching && luck < habits_.join) {
      int most = 0;
      Cells best = 0;
      each(touching, [&](int cell) {
        const int size = count(board.group(bit(cell), alike | bit(cell)));
        if (size > most) most = size, best = 0;
        if (size == most) best |= bit(cell);
      });
      return {Verb::place, tile, static_cast<uint8_t>(any_of(best))};
    }
    if (touching && luck < habits_.join + habits_.touch)
      return {Verb::place, tile, static_cast<uint8_t>(any_of(touching))};
    return {Verb::place, tile, static_cast<uint8_t>(any_of(decision.cells))};
  }

  uint8_t highest_of(const State& state, Cells cells) {
    int most = 0;
    Cells best = 0;
    each(cells, [&](int cell) {
      const int height = std::min<int>(state.me().realm.height[cell], highest_shrine);
      if (height > most) most = height, best = 0;
      if (height == most) best |= bit(cell);
    });
    return static_cast<uint8_t>(any_of(best));
  }
};

/// What every seat may expect, in points.
struct Expectation {
  float points[most_players];
  float rounds;
};

inline Expectation expectation(const State& state, const Network& network) {
  Expectation found;
  if (state.is_over()) {
    for (int seat = 0; seat < state.setup.players; ++seat) found.points[seat] = static_cast<float>(total(state, seat));
    found.rounds = 0;
    return found;
  }
  const Offer offer(state);
  Describer describer(state, offer);
  float x[all_features];
  for (int seat = 0; seat < state.setup.players; ++seat) {
    describer.describe(seat, x);
    found.points[seat] = static_cast<float>(total(state, seat)) + network(x);
  }
  found.rounds = offer.rounds;
  return found;
}

/// What a seat wants of a turn: points more than the best rival.
inline float lead(const State& state, const Expectation& expected, int seat) {
  float rival = -1e9f;
  for (int other = 0; other < state.setup.players; ++other)
    if (other != seat) rival = std::max(rival, expected.points[other]);
  return state.setup.players == 1 ? expected.points[seat] : expected.points[seat] - rival;
}

/// Goes on to the end of the present turn with plausible moves.
inline void finish_turn_somehow(State& state, Decision& decision, Guide& guide) {
  do {
    play(state, guide.draw(state, decision), decision);
  } while (decision.count && !state.turn.is_start());
}

/// The best of so many plausible ways to end the turn.
inline void finish_turn_well(State& state, Decision& decision, Guide& guide, const Network& network, int samples) {
  const int seat = state.turn.player;
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

}  // namespace dragon_castle
}  // namespace TENSHU_LEVEL
}  // namespace tenshu
