// Points, by category and in all.
#pragma once

#include "rules.hpp"

namespace tenshu {
inline namespace TENSHU_LEVEL {
namespace white_castle {

struct Score {
  int points, coins, stock[resources], track, courtiers, warriors, gardeners;
  int total() const {
    return points + coins + stock[0] + stock[1] + stock[2] + track + courtiers + warriors + gardeners;
  }
};

inline constexpr std::array<uint8_t, places> courtier_points = {0, 1, 3, 3, 3, 6, 6, 10};

/// As if the game ended now.
inline Score score_of(const State& state, int seat) {
  const Player& who = state.seats[seat];
  const bool rival = state.solo.on && seat == the_rival;
  Score score{};
  score.points = who.points;
  if (!rival) {
    score.coins = (who.coins + who.seals) / 5;
    for (int resource = 0; resource < resources; ++resource) {
      const int have = who.stock[resource];
      score.stock[resource] = have == most_of_a_resource ? 2 : have >= 3;
    }
  }
  score.track = track_points(who.influence);
  for (int place = 0; place < places; ++place)
    score.courtiers += who.courtiers[place] * courtier_points[static_cast<size_t>(place)];
  int value = 0;
  for (int yard = 0; yard < yards; ++yard) value += who.in_yard[yard] * yard_value[static_cast<size_t>(yard)];
  score.warriors = value * who.inside();
  for (int number = 1; number <= gardens_in_the_box; ++number)
    if (who.tended >> number & 1) score.gardeners += gardens[static_cast<size_t>(number - 1)].points();
  return score;
}
inline int total(const State& state, int seat) { return score_of(state, seat).total(); }

/// Who has won; ties go to the one farther along the track.
inline int winner(const State& state) {
  int best = state.track[0];
  for (int place = 1; place < state.players; ++place)
    if (total(state, state.track[place]) > total(state, best)) best = state.track[place];
  return best;
}

}  // namespace white_castle
}  // namespace TENSHU_LEVEL
}  // namespace tenshu
