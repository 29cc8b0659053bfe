// A moment of a game: plain data without pointers, copied as it lies in memory.
#pragma once

#include <type_traits>

#include "castle.hpp"
#include "notation.hpp"
#include "realm.hpp"

namespace tenshu {
inline namespace TENSHU_LEVEL {
namespace dragon_castle {

inline constexpr int most_players = 4, shrines_in_the_box = 40, tokens_in_the_box = 7, countdown_players_in_solo = 3;

/// What stays the same all through a game.
struct Setup {
  RealmBoard realm;
  uint8_t players = 2, first = 0;
  bool solo = false;
  uint8_t last_countdown = 0;  // tokens on the track once the "!" is uncovered
  uint16_t spirits = 0;        // a bit each
  uint8_t spirit_count = 0, dragon_count = 0;
  Spirit spirit[spirits_in_the_box] = {};  // in the order of the document
  uint8_t dragon[dragons_in_the_box] = {};

  friend bool operator==(const Setup&, const Setup&) = default;
};

inline uint16_t bit_of(Spirit spirit) { return static_cast<uint16_t>(1 << static_cast<int>(spirit)); }

struct Seat {
  Realm realm;
  int vp = 0;
  uint8_t shrines = 0;  // the Shrine Pool
  uint8_t tokens = 0;
};

enum class Phase : uint8_t { action, complete, place, end };
inline constexpr std::array<std::string_view, 4> phase_names = {"action", "complete", "place", "end"};

/// A step inside the phase: building, or a spirit's effect.
enum class Doing : uint8_t {
  nothing,
  build,
  faith,
  beauty,
  cunning,
  change,
  destruction,
  wind_flip,
  wind_carry,
  strength,
  strength_again
};
inline constexpr std::array<std::string_view, 11> doing_names = {"",           "build",    "faith",         "beauty",
                                                                 "cunning",    "change",   "destruction",   "wind-flip",
                                                                 "wind-carry", "strength", "strength-again"};

/// Called for a pair: none, the Deep, or Deception.
enum class Second : uint8_t { alike, deep, deception };
inline constexpr std::array<std::string_view, 3> second_names = {"", "deep", "deception"};
inline constexpr std::array<std::string_view, 3> elegance_names = {"", "must", "on"};

/// How far the present turn has come; the fields are those of the `turn` object of a document.
struct Turn {
  static constexpr uint8_t no_cell = 0xFF;

  uint8_t player = 0;
  Phase phase = Phase::action;
  Doing doing = Doing::nothing;
  bool settling = false;
  uint8_t held = 0, picks = 0;
  Tile hand[2] = {}, picked[3] = {};      // a document may hold two picked tiles before the second one is taken
  uint8_t from_cell = 0, from_floor = 0;  // floor 0: not given
  Elegance elegance = Elegance::off;
  Second pair = Second::alike;
  uint8_t left = 0, moved = no_cell;
  uint16_t used = 0;
  Cells set = 0;

  /// Whether nothing has happened yet. Picks, spirits used and a phase that went on are never taken back in a turn.
  bool is_start() const { return phase == Phase::action && !used && !picks && doing == Doing::nothing && !settling; }
};

struct State {
  Setup setup;
  uint8_t supply = 0, countdown = tokens_in_the_box;
  bool met_the_unknown = false;  // a move uncovered a `?`: this state is no position any more
  uint8_t gone_count = 0;
  /// The tiles removed from the game, in order, with their owner in the upper three bits: a seat, or the solo Dragon.
  uint8_t gone[tiles_in_the_box] = {};
  uint8_t dragon_tokens = 0;
  Turn turn;
  Seat seats[most_players];
  Links links;
  Castle castle;

  static constexpr int ingenuity = 4;

  Seat& me() { return seats[turn.player]; }
  const Seat& me() const { return seats[turn.player]; }

  bool is_over() const { return countdown <= setup.last_countdown && turn.player == setup.first && turn.is_start(); }
  Notation notation() const { return Notation(castle.board, setup.realm); }

  void remove_from_the_game(Tile tile, int owner) { gone[gone_count++] = static_cast<uint8_t>(owner << 5 | tile); }

  /// Take the top tile of a castle stack away; what it covered is seen from now on.
  Tile lift(int cell) {
    const Tile tile = castle.lift(cell);
    const int height = castle.height(cell);
    if (height && castle.tiles[height - 1][cell] == unknown) met_the_unknown = true;
    return tile;
  }
};

static_assert(std::is_trivially_copyable_v<State>);

}  // namespace dragon_castle
}  // namespace TENSHU_LEVEL
}  // namespace tenshu
