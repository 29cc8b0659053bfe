// The judgement of a position: what a seat may still expect, from public facts only.
//
// A position is told as features (what lies in the realm, what the castle still offers, how long the game lasts), and a
// small network that was fitted to games (`tenshu arena fit`) turns them into points to come. The features stand once
// more in Python, src/tenshu/dragon_castle/evaluation.py, held to these by tests/native.
#pragma once

#include <cmath>
#include <vector>

#include "../network.hpp"
#include "scoring.hpp"
#include "sets.hpp"
#include "spirits.hpp"

namespace tenshu {
inline namespace TENSHU_LEVEL {
namespace dragon_castle {

/// Tiles by type that nobody has taken yet, and what can be taken now: the same for all seats.
struct Offer {
  float rest[types];    // of each type in the castle, as a part of all there are; the unseen ones counted
  uint8_t single[types];  // available tiles of the top floor
  uint8_t twins[types];   // of those, how many have an identical available tile on any floor
  int available = 0, pairs = 0;
  int upper = 0, ground = 0;
  float rounds = 0;  // about how many turns each seat still has
  int tokens = 0;    // to be taken until the last round

  explicit Offer(const State& state) {
    const Castle& castle = state.castle;
    const int seats = state.setup.players;
    for (int type = 0; type < types; ++type) {
      rest[type] = static_cast<float>(castle.of_type[type]) / static_cast<float>(tiles_of_type(type));
      single[type] = twins[type] = 0;
    }

    const int top = castle.top_floor();
    if (top) {
      const int level = top - 1;
      castle.available[level].each([&](int cell) {
        const Tile tile = castle.tiles[level][cell];
        const int type = type_of(tile);
        ++available;
        ++single[type];
        const bool twin = castle.has_twin(level, cell);
        twins[type] = static_cast<uint8_t>(twins[type] + twin);
        pairs += twin;
      });
    }
    upper = castle.left[1] + castle.left[2];
    ground = castle.left[0];
    tokens = std::max(0, state.countdown - state.setup.last_countdown);
    const float takers = state.setup.solo ? 2.0f : static_cast<float>(seats);
    rounds = static_cast<float>(upper) / (1.7f * takers) + static_cast<float>(tokens) / takers;
  }

  static constexpr int tiles_of_type(int type) { return type < factions ? 24 : type < dragons_type ? 16 : 12; }
};

// The features, chapter by chapter; `feature_names` in evaluation.py has the same order.
inline constexpr int group_features = 2 * 3 * 3, reach_features = 2 * 7, plain_features = 41;
inline constexpr int base_features = group_features + 2 * reach_features + plain_features;
inline constexpr int card_features = 44;
inline constexpr int all_features = base_features + card_features;

struct Reach {
  int size = 0;       // of the best cluster with the present tiles alone
  int one = 0;        // after one more tile of the type, placed best
  int two = 0;        // after two more
};

class Describer {
 public:
  Describer(const State& state, const Offer& offer) : state_(state), offer_(offer), board_(state.setup.realm) {}

  /// Writes the features of a seat, `all_features` of them; without cards in play those of cards are 0.
  void describe(int seat, float* x) {
    std::fill(x, x + all_features, 0.0f);
    const Seat& me = state_.seats[seat];
    const Realm& realm = me.realm;
    const Cells open = realm.open(board_);
    float* groups = x;
    float* reach = groups + group_features;
    float* plain = reach + 2 * reach_features;
    int now_one = 0, now_two = 0, now_types = 0, now_best = 0, now_second = 0;
    float later[2] = {};
    int clusters_of_three = 0;
    for (int type = 0; type < types; ++type) {
      const Cells mask = realm.of_type[type];
      const int special = is_special(type);
      Reach best;
      if (mask) {
        best = groups_of(realm, mask, open, special, groups, plain + 0, clusters_of_three);
        const int bin = std::clamp(best.one, 2, 8) - 2;
        reach[special * 7 + bin] += 1;
        reach[reach_features + special * 7 + bin] += offer_.rest[type];
        later[special] += static_cast<float>(set_points(best.two)) * offer_.rest[type];
      } else {
        best.one = open ? 1 : 0;
        best.two = count(open) > 1 ? 2 : best.one;
      }
      const int extra = type == dragons_type;
      const int with_one = offer_.single[type] && best.one >= smallest_set ? set_points(best.one) + extra : 0;
      const int with_two = offer_.twins[type] && best.two >= smallest_set ? set_points(best.two) + extra : 0;
      const int gain = std::max(with_one, with_two);
      now_one = std::max(now_one, with_one);
      now_two = std::max(now_two, with_two);
      now_types += gain > 0;
      if (gain > now_best) now_second = now_best, now_best = gain;
      else now_second = std::max(now_second, gain);
    }
    const int seats = state_.setup.players;
    const int wait = (seat - state_.turn.player + seats) % seats;
    const bool next = wait == 0;
    plain += 3;  // the three heights of clusters, written above
    const auto put = [&](float value) { *plain++ = value; };
    const auto put_count = [&](int value) { put(static_cast<float>(value)); };
    put_count(now_one);
    put_count(now_two);
    put_count(now_best);
    put_count(now_second);
    put_count(now_types);
    put_count(next ? now_best : 0);
    put_count(next ? now_second : 0);
    put_count(now_best > 0 && me.shrines > 0);
    put(later[0]);
    put(later[1]);
    for (int pool = 1; pool <= 4; ++pool) put_count(pool < 4 ? me.shrines == pool : me.shrines >= 4);
    const Cells two = realm.at_least(2), three = realm.at_least(3);
    const Cells up = realm.up;
    put_count(count(open & ~realm.occupied));
    put_count(count(open & realm.occupied & ~two));
    put_count(count(open & two & ~three));
    put_count(count(open & three));
    put_count(count(up & ~two));
    put_count(count(up & two & ~three));
    put_count(count(up & three));
    put_count(count(realm.of_type[dragons_type]));
    int present = 0, conflicts = 0;
    Cells alike_east = 0, alike_south = 0;
    for (const Cells mask : realm.of_type) {
      present += mask != 0;
      alike_east |= mask & mask >> 1;
      alike_south |= mask & mask >> board_.stride();
    }
    conflicts = count(up & up >> 1 & ~alike_east) + count(up & up >> board_.stride() & ~alike_south);
    put_count(present);
    put_count(conflicts);
    int parts = 0, largest = 0, lonely = 0;
    board_.each_group(open, 1, [&](Cells part) {
      ++parts;
      largest = std::max(largest, count(part));
      lonely += count(part) == 1;
    });
    put_count(parts);
    put_count(largest);
    put_count(lonely);
    put_count(wait);
    put_count(next);
    put(offer_.rounds);
    put(std::min(offer_.rounds, 4.0f));
    put(std::max(0.0f, 1.0f - offer_.rounds));
    put_count(offer_.tokens);
    put_count(offer_.tokens == 0 && !plays_again(seat));
    put_count(offer_.available);
    put_count(next ? offer_.pairs : 0);
    put_count(offer_.ground > 0);
    put_count(count(realm.shrines));
    if (with_cards()) cards(seat, plain, clusters_of_three);
  }

  bool with_cards() const { return state_.setup.spirit_count || state_.setup.dragon_count; }
  int features() const { return with_cards() ? all_features : base_features; }

  /// Whether a seat still has a turn, which only in the last round may not be so.
  bool plays_again(int seat) const {
    if (offer_.tokens) return true;
    const int seats = state_.setup.players, first = state_.setup.first;
    const auto place = [&](int who) { return (who - first + seats) % seats; };
    return place(seat) >= place(state_.turn.player) && !state_.is_over();
  }

 private:
  const State& state_;
  const Offer& offer_;
  const RealmBoard& board_;

  /// The clusters of one type: counts by size and free cells beside them, the heights a set could build on, and how
  /// large the best one can become.
  Reach groups_of(const Realm& realm, Cells mask, Cells open, int special, float* groups, float* heights,
                  int& clusters_of_three) const {
    Reach best;
    uint8_t joined[64];
    Cells touched = 0;
    Cells parts[64];
    int many = 0;
    for (Cells rest = mask; rest;) {
      const Cells part = board_.group(rest & -rest, mask);
      rest &= ~part;
      parts[many++] = part;
      const int size = count(part);
      const Cells beside = board_.touching(part) & open;
      const int free = std::min(count(beside), 2);
      groups[(special * 3 + std::min(size, 3) - 1) * 3 + free] += 1;
      clusters_of_three += size == 3;
      best.size = std::max(best.size, size);
      each(beside, [&](int cell) {
        joined[cell] = static_cast<uint8_t>((has(touched, cell) ? joined[cell] : 1) + size);
      });
      touched |= beside;
      if (size >= 2 && free) {
        int high = 0;
        each(part, [&](int cell) { high = std::max<int>(high, realm.height[cell]); });
        heights[std::min(high, 3) - 1] += 1;
      }
    }
    if (!touched) {  // nothing can grow: a new cluster has to begin elsewhere
      best.one = open ? 1 : 0;
      best.two = count(open) > 1 ? 2 : best.one;
      return best;
    }
    int where = first(touched);
    each(touched, [&](int cell) {
      if (joined[cell] > joined[where]) where = cell;
    });
    best.one = joined[where];
    const Cells merged = board_.group(bit(where), mask | bit(where));
    int more = 0;
    each(board_.touching(merged) & open & ~bit(where), [&](int cell) {
      int added = 1;
      const Cells around = board_.touching(bit(cell)) & mask & ~merged;
      if (around)
        for (int i = 0; i < many; ++i)
          if (parts[i] & around) added += count(parts[i]);
      more = std::max(more, added);
    });
    best.two = best.one + more;
    return best;
  }

  /// What dragon cards would give now, which cards are in play, and what spirits live on.
  void cards(int seat, float* x, int clusters_of_three) const {
    const Seat& me = state_.seats[seat];
    for (int i = 0; i < state_.setup.dragon_count; ++i) {
      const int card = state_.setup.dragon[i];
      x[card] = 1;
      x[dragons_in_the_box + card] = static_cast<float>(dragon_points(state_, card, seat));
    }
    x += 2 * dragons_in_the_box;
    for (int i = 0; i < state_.setup.spirit_count; ++i) {
      const int card = static_cast<int>(state_.setup.spirit[i]);
      x[card] = 1;
      x[spirits_in_the_box + card] = static_cast<float>(me.shrines);
    }
    x += 2 * spirits_in_the_box;
    const auto in_play = [&](Spirit spirit) { return (state_.setup.spirits & bit_of(spirit)) != 0; };
    x[0] = in_play(Spirit::cunning) ? static_cast<float>(clusters_of_three) : 0;
    x[1] = in_play(Spirit::change) ? static_cast<float>(count(me.realm.specials())) : 0;
    x[2] = in_play(Spirit::strength) ? static_cast<float>(count(me.realm.up)) : 0;
    if (in_play(Spirit::beauty)) {
      int largest = 0;
      for (int number = 1; number <= numbers; ++number)
        board_.each_group(me.realm.of_number[number], 2, [&](Cells part) { largest = std::max(largest, count(part)); });
      x[3] = static_cast<float>(largest);
    }
  }
};

/// The points a seat may expect in the end.
inline float estimate(const State& state, const Network& network, const Offer& offer, int seat) {
  float x[all_features];
  Describer describer(state, offer);
  describer.describe(seat, x);
  return static_cast<float>(total(state, seat)) + network(x);
}

}  // namespace dragon_castle
}  // namespace TENSHU_LEVEL
}  // namespace tenshu
