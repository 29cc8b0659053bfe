// The judgement of a position: what a seat may still expect, from what everybody can see.
//
// A position is told as features; a small network that was fitted to games turns them into points to come. The features
// stand once more in Python, src/tenshu/white_castle/evaluation.py, held to these by tests/native.
#pragma once

#include "../network.hpp"
#include "scoring.hpp"

namespace tenshu {
inline namespace TENSHU_LEVEL {
namespace white_castle {

inline constexpr int features = 116;

/// About how many dice a seat will still place, the present one not counted once it lies.
inline int turns_left(const State& state, int seat) {
  if (state.is_over()) return 0;
  const int to_come = 3 * (3 - state.round);
  if (state.turn.phase == Phase::start) return to_come + 3;
  if (state.turn.phase == Phase::gardens) return to_come;
  const int place = place_in(state.order, state.players, seat);
  const int now = place_in(state.order, state.players, state.turn.player);
  // A die in hand, or on its space, has left the bridges already.
  const bool taken = state.turn.depth && state.turn.stack[0].asks != Asks::die;
  const int dice = state.dice_left() - 3 + taken;  // turns of this round, the present one counted
  int mine = 0;
  for (int turn = 0; turn < dice; ++turn) mine += (now + turn) % state.players == place;
  if (taken && place == now) --mine;
  return to_come + std::max(0, mine);
}

/// Turns of all seats that are left, as a part of a whole game's, in rounds of 3 turns: what the doubt goes by.
inline float rounds_left(const State& state) {
  int turns = 0;
  for (int seat = 0; seat < state.players; ++seat) turns += turns_left(state, seat);
  return static_cast<float>(turns) / static_cast<float>(state.players);
}

/// Writes the features of a seat.
inline void describe(const State& state, int seat, float* x) {
  std::fill(x, x + features, 0.0f);
  const Player& me = state.seats[seat];
  float* at = x;
  const auto put = [&](float value) { *at++ = value; };
  const auto count = [&](int value) { *at++ = static_cast<float>(value); };
  const int left = turns_left(state, seat);
  const int gardens_to_come = state.is_over() || state.round == 3 ? 0 : 3 - state.round;
  const float share = static_cast<float>(left) / 9;

  // Time.
  count(left);
  for (int i = 0; i < 4; ++i) count(left == i);
  put(share * share);
  count(gardens_to_come);
  const int place = place_in(state.order, state.players, seat);
  count(place_in(state.track, state.players, seat));
  count(state.turn.phase == Phase::turn && state.turn.player == seat && !state.is_over());
  count((place - place_in(state.order, state.players, state.turn.player) + state.players) % state.players);

  // What is in store: plain, by time, and whether the cheapest use is within reach.
  for (const uint8_t stock : me.stock) {
    count(stock);
    put(static_cast<float>(stock) * share);
    count(stock >= 3);
    count(stock >= 5);
  }
  put(static_cast<float>(std::min<int>(me.coins, 20)));
  put(static_cast<float>(std::min<int>(me.coins, 20)) * share);
  put(static_cast<float>(std::min<int>(me.coins, 3)));
  count(me.seals);
  put(static_cast<float>(me.seals) * share);
  count(std::min<int>(me.seals, 2));

  // Influence: the way to the next checkpoint and its price.
  count(me.influence);
  int next = 1;
  while (me.influence + next <= end_of_track && !checkpoint(me.influence + next)) ++next;
  const int price = checkpoint(me.influence + next);
  count(price ? next : 0);
  count(price ? std::max(0, price - me.seals) : 0);
  for (int season = 0; season < 3; ++season) count(price == season + 1);
  put(static_cast<float>(me.influence) * share);

  // Members.
  const int inside = me.inside();
  int value = 0;
  for (int yard = 0; yard < yards; ++yard) value += me.in_yard[yard] * yard_value[static_cast<size_t>(yard)];
  const int first_floor = me.courtiers[2] + me.courtiers[3] + me.courtiers[4];
  const int second_floor = me.courtiers[5] + me.courtiers[6];
  count(me.courtiers[home]);
  count(me.courtiers[gate]);
  count(first_floor);
  count(second_floor);
  count(me.courtiers[daimyo]);
  put(static_cast<float>(me.courtiers[gate]) * share);
  put(static_cast<float>(first_floor) * share);
  put(static_cast<float>(second_floor) * share);
  put(static_cast<float>(me.courtiers[home]) * share);
  count(me.gardeners);
  put(static_cast<float>(me.gardeners) * share);
  count(me.warriors);
  put(static_cast<float>(me.warriors) * share);
  count(value);
  put(static_cast<float>(value) * share);
  put(static_cast<float>(inside) * share);
  put(static_cast<float>(inside * me.warriors) * share);
  put(static_cast<float>(value * (members - inside)) * share);
  count(me.courtiers[gate] > 0 && me.stock[2] >= 2);
  count(first_floor > 0 && me.stock[2] >= 2);
  count(me.stock[2] >= 5 && (me.courtiers[gate] > 0 || first_floor > 0));
  int favours_free = 0;
  for (const uint8_t taken : state.favour_places) favours_free += taken == 0xFF;
  count(favours_free);

  // The Lantern.
  float lantern[7] = {};
  for (int i = 0; i < me.lantern_count; ++i) {
    const Effect back = back_of(me.lantern[i]);
    lantern[static_cast<size_t>(back.kind)] += back.many;
  }
  for (const float sum : lantern) put(sum * share);
  put(static_cast<float>(me.lantern_count) * share);

  // The domain: what its card says on each line, and how much of the line is uncovered.
  for (int line = 0; line < colours; ++line) {
    put(static_cast<float>(me.departed(line)) * share);
    float kinds_[9] = {};
    if (me.card) {
      for (const Effect& effect : printed[me.card].rows[row_of_line(me.card, line)]) {
        const Kind kind = bought(effect.kind);
        if (kind == Kind::courtier || kind == Kind::gardener || kind == Kind::warrior) {
          kinds_[static_cast<int>(kind) - static_cast<int>(Kind::courtier)] += 1;
          kinds_[3] += static_cast<float>(is_paid(effect.kind));
        } else if (kind == Kind::lantern) {
          kinds_[4] += 1;
        } else if (kind == Kind::well) {
          kinds_[5] += 1;
        } else if (kind == Kind::influence) {
          kinds_[6] += effect.many;
        } else if (kind == Kind::point) {
          kinds_[7] += effect.many;
        } else {
          kinds_[8] += effect.many;
        }
      }
    }
    for (const float kind : kinds_) put(kind * share);
  }

  // Gardens: what one's own will still do, and what is open.
  float paid = 0, free = 0;
  int cheapest = 9, open_points = 0, open = 0;
  for (int colour = 0; colour < colours; ++colour)
    for (const uint8_t number : state.garden[colour]) {
      if (!number) continue;
      const Garden& garden = gardens[static_cast<size_t>(number - 1)];
      if (me.tended >> number & 1) {
        (is_paid(garden.action.kind) ? paid : free) += 1;
      } else {
        cheapest = std::min<int>(cheapest, garden.food);
        open_points = std::max(open_points, garden.food <= me.stock[0] ? garden.points() : 0);
        ++open;
      }
    }
  put(paid * static_cast<float>(gardens_to_come));
  put(free * static_cast<float>(gardens_to_come));
  count(cheapest);
  count(me.gardeners ? open_points : 0);
  count(open);

  // What dice and spaces offer now: this round's workers.
  float offered[3] = {}, lanterns = 0, best = 0;
  int ends = 0;
  uint8_t highest[colours] = {};
  for (int colour = 0; colour < colours; ++colour) {
    const Bridge& bridge = state.bridges[colour];
    highest[colour] = std::max(bridge.left, bridge.right);
    best = std::max(best, static_cast<float>(highest[colour]));
    lanterns += bridge.left != 0;
    ends += (bridge.left != 0) + (bridge.right != 0);
  }
  for (int room = 0; room < rooms; ++room) {
    const Room& here = state.room[room];
    if (!here.card || here.count >= state.capacity()) continue;
    for (int row = 0; row < printed[here.card].count; ++row) {
      if (!highest[here.tiles[row]]) continue;
      for (const Effect& effect : printed[here.card].rows[row]) {
        const Kind kind = bought(effect.kind);
        if (kind >= Kind::courtier && kind <= Kind::warrior)
          offered[static_cast<int>(kind) - static_cast<int>(Kind::courtier)] += 1;
      }
    }
  }
  const bool more = state.turn.phase == Phase::turn && left > 3 * (3 - state.round);
  for (const float number : offered) put(more ? number : 0);
  put(more ? lanterns : 0);
  put(more ? best : 0);
  put(more ? static_cast<float>(ends) : 0);
  count(more && state.outside[0].count < state.capacity());
  count(more && state.outside[1].count < state.capacity());
  for (int line = 0; line < colours; ++line) count(more && !me.dice[line] && highest[line] > 0);

  // Rivals.
  float rival_inside = 0, rival_value = 0, ahead = 0;
  for (int other = 0; other < state.players; ++other) {
    if (other == seat) continue;
    rival_inside += static_cast<float>(state.seats[other].inside());
    rival_value += static_cast<float>(members - state.seats[other].warriors);
    ahead += static_cast<float>(state.seats[other].influence > me.influence);
  }
  put(rival_inside);
  put(rival_value);
  put(ahead);
  count(state.stewards);
  count(state.diplomats);
}

/// What every seat may expect in the end, in points.
struct Expectation {
  float points[most_players];
  float rounds;
};

inline Expectation expectation(const State& state, const Network& network) {
  Expectation found{};
  float x[features];
  for (int seat = 0; seat < state.players; ++seat) {
    found.points[seat] = static_cast<float>(total(state, seat));
    if (state.is_over()) continue;
    describe(state, seat, x);
    found.points[seat] += network(x);
  }
  found.rounds = state.is_over() ? 0 : rounds_left(state);
  return found;
}

}  // namespace white_castle
}  // namespace TENSHU_LEVEL
}  // namespace tenshu
