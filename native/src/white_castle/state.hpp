// A moment of a game: plain data without pointers, copied as it lies in memory. Names are those of the documents.
#pragma once

#include <cstring>
#include <type_traits>

#include "pieces.hpp"

namespace tenshu {
inline namespace TENSHU_LEVEL {
namespace white_castle {

struct Die {
  uint8_t colour = 0, value = 0;
  bool operator==(const Die&) const = default;
};

/// Dice in a row or on each other; values are ascending on a bridge.
struct Bridge {
  uint8_t left = 0, right = 0;  // 0: none
  uint8_t between = 0;
  uint8_t centre[most_dice - 2] = {};

  int count() const { return (left != 0) + (right != 0) + between; }
  uint8_t take(Where side) {
    uint8_t taken;
    if (side == Where::left) {
      taken = left;
      left = between ? centre[0] : 0;
      if (between) {
        --between;
        for (int i = 0; i < between; ++i) centre[i] = centre[i + 1];
      }
    } else if (side == Where::right) {
      taken = right;
      right = between ? centre[--between] : 0;
    } else {
      taken = centre[0];
      --between;
      for (int i = 0; i < between; ++i) centre[i] = centre[i + 1];
    }
    if (between < most_dice - 2) centre[between] = 0;
    return taken;
  }
  void fill(const uint8_t* values, int many) {
    *this = Bridge{};
    if (many) left = values[0];
    if (many > 1) right = values[many - 1];
    for (int i = 1; i + 1 < many; ++i) centre[between++] = values[i];
  }
};

struct Room {
  Card card = no_card;
  uint8_t tiles[3] = {};  // colours
  uint8_t count = 0;
  Die dice[2] = {};
};

/// A place for a few dice.
struct Space {
  uint8_t count = 0;
  Die dice[2] = {};
};

inline constexpr int home = 0, gate = 1, first_room = 2, daimyo = 7, places = 8;
inline constexpr std::array<std::string_view, places> place_names = {
    "home", "gate", "steward-1", "steward-2", "steward-3", "diplomat-1", "diplomat-2", "daimyo"};
/// The floor of a place of courtiers: the gate is 0, the Daimyo 3.
constexpr int level_of(int place) {
  return place <= gate ? 0 : place < first_room + steward_rooms ? 1 : place < daimyo ? 2 : 3;
}

struct Player {
  static constexpr int most_lanterns = 20;

  int16_t coins = 0, points = 0;
  uint16_t tended = 0;  // the gardens with a gardener as bits
  uint8_t stock[resources] = {};
  uint8_t seals = 0;
  uint8_t influence = 0;
  uint8_t courtiers[places] = {};
  uint8_t gardeners = members;                  // at home
  uint8_t at[members] = {};                     // gardens counted from 1, in the order they were sent
  uint8_t warriors = members, in_yard[yards] = {};
  Card card = no_card;
  uint8_t lantern_count = 0;
  Card lantern[most_lanterns] = {};
  uint8_t dice[colours] = {};

  int departed(int line) const {
    return members - (line == 0 ? courtiers[home] : line == 1 ? gardeners : warriors);
  }
  int inside() const {
    int many = courtiers[daimyo];
    for (int room = 0; room < rooms; ++room) many += courtiers[first_room + room];
    return many;
  }
  void to_lantern(Card added) {
    if (lantern_count < most_lanterns) lantern[lantern_count++] = added;
  }
  Effects lantern_rewards() const {
    Effects found;
    for (int i = 0; i < lantern_count; ++i) found.add_up(back_of(lantern[i]));
    return found;
  }
  Effects line_rewards(int line) const {
    Effects found;
    for (int i = 0; i <= departed(line); ++i) found.add_up(domain_lines[static_cast<size_t>(line)][static_cast<size_t>(i)]);
    return found;
  }
};

enum class Phase : uint8_t { start, turn, gardens, over };
inline constexpr std::array<std::string_view, 4> phase_names = {"start", "turn", "gardens", "over"};

enum class Asks : uint8_t {
  die,  // the beginning of a turn; it is not written: in phase `turn` an empty stack means it
  put,
  start,
  group,
  one,
  courtier,
  gardener,
  warrior,
  gain,
  steps,
  row,
  domain,
  light,
  favour,
  refill,
  end,
  rival,
  rival_garden,
  rival_room,
};
/// Which castle rows may be chosen: of a colour, or these.
inline constexpr uint8_t any_row = 3, light_row = 4;
inline constexpr std::array<std::string_view, 5> row_names = {"coral", "black", "white", "any", "light"};
inline constexpr uint8_t audience = 1, climbing = 2;  // the parts of a courtier action

/// A question of a turn. What its numbers mean is up to the kind of question.
struct Entry {
  Asks asks = Asks::start;
  uint8_t a = 0, b = 0, c = 0;
  // put: colour, value, whether it lay on the left · courtier: the parts to do · gain, steps: how many · row: which ·
  // light: the card · refill: the room · rival: how many actions, in `actions` · rival_garden: how many, in `actions`
  // as gardens counted from 1 · rival_room: the floor, the place it comes from
  Effects effects;  // group, one

  static constexpr int most_actions = 4;
  RivalAction actions[most_actions] = {};
};

struct Turn {
  static constexpr int deepest = 14;

  uint8_t player = 0;
  Phase phase = Phase::turn;
  uint8_t used[colours] = {};  // the domain lines in the order they were used, counted from 1
  uint8_t depth = 0;
  Entry stack[deepest];

  void use(int line) {
    int place = 0;
    while (used[place]) ++place;
    used[place] = static_cast<uint8_t>(line + 1);
  }
  bool has_used(int line) const { return used[0] == line + 1 || used[1] == line + 1 || used[2] == line + 1; }
  void forget_lines() { used[0] = used[1] = used[2] = 0; }
};

struct Solo {
  bool on = false;
  uint8_t level = 0;
  uint8_t turned = 0;
  uint8_t rounds = 0;  // deck orders to come
  uint8_t deck[solitaires] = {};  // counted from 1
  uint8_t next[2][solitaires] = {};
};

struct State {
  uint8_t players = 2, round = 1;
  uint8_t dice = 3;  // of each colour
  bool veiled = false;           // decks, dice and solo cards to come are not known
  bool met_the_unknown = false;  // a move turned one of them over: this state is no position any more
  bool fresh = false;            // nothing of the present turn, garden step or start has been decided
  bool overflow = false;         // deeper than any rule leads: never seen, but no reason to write beyond an array
  uint8_t order[most_players] = {}, track[most_players] = {};
  Bridge bridges[colours];
  Room room[rooms];
  Space outside[2];
  uint8_t well_tiles[2] = {};  // counted from 1
  uint8_t well_count = 0;
  Die well_dice[colours * most_dice] = {};
  uint8_t favour = 0;  // the Daimyo card, counted from 1
  uint8_t favour_places[3] = {0xFF, 0xFF, 0xFF};
  uint8_t garden[colours][2] = {};  // plant, stone, counted from 1
  uint8_t yard[4] = {};             // tile × 2 + side: two of yard 5, one of 3, one of 1
  uint8_t stewards = 0, diplomats = 0;
  Card steward[15] = {}, diplomat[12] = {};  // decks, top first
  uint8_t removed_count = 0;
  Card removed[27] = {};
  uint8_t rolls[2][colours][most_dice] = {};  // of rounds 2 and 3, ascending
  uint8_t rolled[2][colours] = {};            // how many of them
  uint8_t start_count = 0;
  Card starts[most_players + 1][2] = {};  // resource, action
  Solo solo;
  Player seats[most_players];
  Turn turn;

  Player& me() { return seats[turn.player]; }
  const Player& me() const { return seats[turn.player]; }
  bool is_over() const { return turn.phase == Phase::over; }
  /// Who decides: the human also for the solo rival.
  int mover() const { return solo.on ? 0 : turn.player; }
  int seat_count() const { return solo.on ? 1 : players; }

  Entry& top() { return turn.stack[turn.depth - 1]; }
  const Entry& top() const { return turn.stack[turn.depth - 1]; }
  void push(Entry entry) {
    if (turn.depth >= Turn::deepest) {
      overflow = true;
      return;
    }
    turn.stack[turn.depth++] = entry;
  }
  void push_group(const Effects& effects) {
    if (!effects.size) return;
    Entry entry;
    entry.asks = Asks::group;
    entry.effects = effects;
    push(entry);
  }
  void pop() { --turn.depth; }

  int dice_left() const { return bridges[0].count() + bridges[1].count() + bridges[2].count(); }
  int capacity() const { return players > 2 ? 2 : 1; }
  bool is_in_play(int number) const {
    for (const auto& pair : garden)
      if (pair[0] == number || pair[1] == number) return true;
    return false;
  }
  Effect yard_effect(int place) const {
    return yard_tiles[static_cast<size_t>(yard[place] >> 1)][static_cast<size_t>(yard[place] & 1)];
  }
};

static_assert(std::is_trivially_copyable_v<State>);
static_assert(std::has_unique_object_representations_v<State>, "states are compared as they lie in memory");

}  // namespace white_castle
}  // namespace TENSHU_LEVEL
}  // namespace tenshu
