// The castle that crumbles: which tile lies where, which are available.
#pragma once

#include <cstring>

#include "tiles.hpp"

namespace tenshu {
inline namespace TENSHU_LEVEL {
namespace dragon_castle {

inline constexpr int highest = 3;

/// How a pick may reach a tile: a long side free; with Elegance a short side too; or only what needs Elegance.
enum class Elegance : uint8_t { off, must, on };

struct Castle {
  Board board;
  uint8_t unseen_count = 0;
  std::array<uint8_t, symbols> unseen{};  // how many of each symbol lie under the `?` of a view
  uint8_t left[highest] = {};             // how many tiles each floor still has
  uint8_t of_type[types] = {};            // how many tiles of each type are left, the unseen ones counted
  CastleCells floors[highest + 1] = {};   // what is left; the empty floor on top lets "above" be asked of the third
  CastleCells available[highest] = {};    // uncovered, with the cell to the west or to the east free; kept up to date
  Tile tiles[highest][CastleCells::bits];
  /// The deal the other way round: the places of each symbol, level * 256 + cell. Never more than four, so looking at
  /// each is quicker than a mask for each symbol and floor, and far smaller.
  uint16_t places[symbols][copies];

  static constexpr uint16_t nowhere = 0xFFFF;

  Castle() {
    std::memset(tiles, nothing, sizeof tiles);
    std::memset(places, 0xFF, sizeof places);
  }

  /// The number of the highest floor that still has a tile; 0 when nothing is left.
  int top_floor() const { return left[2] ? 3 : left[1] ? 2 : left[0] ? 1 : 0; }
  int height(int cell) const { return floors[0][cell] + floors[1][cell] + floors[2][cell]; }
  bool covered(int level, int cell) const { return floors[level + 1][cell]; }

  /// Uncovered tiles of a floor that lack a neighbour so many places before or after them: 1 for the long sides, the
  /// stride of the board for the short ones. One pass, for speed; it says here & ~above & ~(here << n & here >> n).
  CastleCells free_sided(int level, int places_away) const {
    const uint64_t *here = floors[level].word, *above = floors[level + 1].word;
    CastleCells found;
    for (int i = 0; i < CastleCells::words; ++i) {
      const uint64_t carry_up = i ? here[i - 1] >> (64 - places_away) : 0;
      const uint64_t carry_down = i + 1 < CastleCells::words ? here[i + 1] << (64 - places_away) : 0;
      found.word[i] =
          here[i] & ~above[i] & ~((here[i] << places_away | carry_up) & (here[i] >> places_away | carry_down));
    }
    return found;
  }

  /// What a pick may take on a floor.
  CastleCells pickable(int floor, Elegance elegance) const {
    const CastleCells& long_side = available[floor - 1];
    if (elegance == Elegance::off) return long_side;
    const CastleCells short_side = free_sided(floor - 1, board.stride());
    return elegance == Elegance::on ? short_side | long_side : short_side & ~long_side;
  }

  /// The same for one tile that may be gone or covered.
  bool can_be_picked(int level, int cell, Elegance elegance) const {
    const bool long_side = available[level][cell];
    if (elegance == Elegance::off) return long_side;
    const CastleCells& here = floors[level];
    const bool short_side = here[cell] && !covered(level, cell) &&
                            !(here.maybe(cell - board.stride()) && here.maybe(cell + board.stride()));
    return elegance == Elegance::on ? long_side || short_side : short_side && !long_side;
  }

  /// The cells where a tile of this symbol could be picked, on any floor.
  void add_alike(Tile tile, Elegance elegance, CastleCells& found) const {
    for (const uint16_t place : places[tile]) {
      if (place == nowhere) return;
      const int level = place / CastleCells::bits, cell = place % CastleCells::bits;
      found.add_if(can_be_picked(level, cell, elegance), cell);
    }
  }

  /// Whether another tile of the same symbol is available.
  bool has_twin(int level, int cell) const {
    for (const uint16_t place : places[tiles[level][cell]]) {
      if (place == nowhere) return false;
      const int other_level = place / CastleCells::bits, other = place % CastleCells::bits;
      if ((other != cell || other_level != level) && available[other_level][other]) return true;
    }
    return false;
  }

  /// The top tile of a stack leaves: its neighbours on that floor have a free side now, and the tile under it is
  /// uncovered.
  Tile lift(int cell) {
    const int level = height(cell) - 1;
    CastleCells& here = floors[level];
    here.remove(cell);
    available[level].remove(cell);
    --left[level];
    if (tiles[level][cell] != unknown) --of_type[type_of(tiles[level][cell])];
    if (cell) available[level].add_if(here[cell - 1] & !covered(level, cell - 1), cell - 1);
    available[level].add_if(here[cell + 1] & !covered(level, cell + 1), cell + 1);
    if (level) {
      const CastleCells& below = floors[level - 1];
      available[level - 1].add_if(!(below.maybe(cell - 1) && below[cell + 1]), cell);
    }
    return tiles[level][cell];
  }

  /// Puts other tiles under the top ones, dealt in reading order from the bottom up: `rearrange(tiles, many)`
  /// says in which order.
  template <class Rearrange>
  void deal_covered_anew(Rearrange rearrange) {
    Tile covered_tiles[tiles_in_the_box];
    int many = 0;
    for (int tile = 0; tile < symbols; ++tile)
      for (int i = 0; i < unseen[tile]; ++i) covered_tiles[many++] = static_cast<Tile>(tile);
    floors[1].each([&](int cell) {
      for (int level = 0; covered(level, cell); ++level)
        if (tiles[level][cell] != unknown) covered_tiles[many++] = tiles[level][cell];
    });
    rearrange(covered_tiles, many);
    unseen.fill(0);
    unseen_count = 0;
    int next = 0;
    floors[1].each([&](int cell) {
      for (int level = 0; covered(level, cell); ++level) tiles[level][cell] = covered_tiles[next++];
    });
    find_places();
  }

  /// Forgets what lies covered: the castle as everybody sees it.
  void hide_covered() {
    floors[1].each([&](int cell) {
      for (int level = 0; covered(level, cell); ++level) {
        Tile& tile = tiles[level][cell];
        if (tile == unknown) continue;
        ++unseen[tile];
        ++unseen_count;
        tile = unknown;
      }
    });
    find_places();
  }

  /// Learns what a later moment of the same game shows; false if it cannot be one. Gone tiles are not asked for.
  bool learn(const Castle& later) {
    bool fits = board == later.board;
    later.floors[0].each([&](int cell) {
      const int level = later.height(cell) - 1, before = height(cell) - 1;
      fits = fits && level <= before && (level < before || tiles[level][cell] == later.tiles[level][cell]);
      if (fits) tiles[level][cell] = later.tiles[level][cell];
    });
    find_places();
    return fits;
  }

  /// Shuffles all tiles that are left, the seen ones too: a new deal of the same castle.
  void deal_anew(Chance& chance) {
    Tile deck[tiles_in_the_box];
    int many = 0;
    each_tile([&](int level, int cell) { deck[many++] = tiles[level][cell]; });
    chance.shuffle(deck, many);
    each_tile([&](int level, int cell) { tiles[level][cell] = deck[--many]; });
    find_places();
  }

  /// What follows from floors and tiles.
  void find_everything() {
    for (int level = 0; level < highest; ++level) {
      left[level] = static_cast<uint8_t>(floors[level].count());
      available[level] = free_sided(level, 1);
    }
    find_places();
    std::memset(of_type, 0, sizeof of_type);
    each_tile([&](int level, int cell) {
      if (tiles[level][cell] != unknown) ++of_type[type_of(tiles[level][cell])];
    });
    for (int tile = 0; tile < symbols; ++tile)
      of_type[type_of(static_cast<Tile>(tile))] += unseen[static_cast<size_t>(tile)];
  }

  template <class Visit>
  void each_tile(Visit visit) const {
    for (int level = 0; level < highest; ++level) floors[level].each([&](int cell) { visit(level, cell); });
  }

  void find_places() {
    std::memset(places, 0xFF, sizeof places);
    uint8_t known[symbols] = {};
    each_tile([&](int level, int cell) {
      const Tile tile = tiles[level][cell];
      if (tile != unknown) places[tile][known[tile]++] = static_cast<uint16_t>(level * CastleCells::bits + cell);
    });
  }
};

}  // namespace dragon_castle
}  // namespace TENSHU_LEVEL
}  // namespace tenshu
