// Games to learn from: quick players against each other, and what each position turned out to be worth.
#pragma once

#include "policy.hpp"

namespace tenshu {
inline namespace TENSHU_LEVEL {
namespace dragon_castle {

/// Positions as features with the points that were still to come.
struct Lessons {
  int width = 0;
  std::vector<float> features;   // width a row
  std::vector<float> to_come;
  std::vector<float> rounds;
  std::vector<float> now;
  std::vector<int32_t> position;  // rows of the same moment share it
  std::vector<int8_t> seat;

  static constexpr int bits_of_a_moment = 10;  // a game has at most one turn for each tile and token
  static constexpr int most_games = 1 << (31 - bits_of_a_moment);
};

/// One game; every seat takes the best of so many sampled turns, now and then the first that comes to mind.
inline void learn_from_a_game(State state, const Network& network, Chance chance, int samples, uint8_t carelessness,
                              uint8_t kept, int number, Lessons& lessons) {
  const size_t begin = lessons.to_come.size();
  Decision decision;
  ask(state, decision);
  Guide guide(chance);
  float x[all_features];
  int moment = number << Lessons::bits_of_a_moment;
  while (decision.count) {
    if (static_cast<uint8_t>(chance.next() >> 56) < kept) {
      const Offer offer(state);
      Describer describer(state, offer);
      for (int seat = 0; seat < state.setup.players; ++seat) {
        describer.describe(seat, x);
        lessons.features.insert(lessons.features.end(), x, x + describer.features());
        lessons.now.push_back(static_cast<float>(total(state, seat)));
        lessons.to_come.push_back(0);
        lessons.rounds.push_back(offer.rounds);
        lessons.position.push_back(moment);
        lessons.seat.push_back(static_cast<int8_t>(seat));
      }
    }
    ++moment;
    const bool careless = static_cast<uint8_t>(chance.next() >> 56) < carelessness;
    finish_turn_well(state, decision, guide, network, careless ? 1 : samples);
  }
  for (size_t row = begin; row < lessons.to_come.size(); ++row)
    lessons.to_come[row] = static_cast<float>(total(state, lessons.seat[row])) - lessons.now[row];
}

}  // namespace dragon_castle
}  // namespace TENSHU_LEVEL
}  // namespace tenshu
