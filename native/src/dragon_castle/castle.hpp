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
  CastleCells floors[highest] = {};       // what is left
  Tile tiles[highest][CastleCells::bits];
  /// The deal the other way round: the places of each symbol, level * 256 + cell. Never more than four, so looking at
  /// each is quicker than a mask for each symbol and floor, and far smaller.
  uint16_t places[symbols][copies];

  static constexpr uint16_t nowhere = 0xFFFF;

  Castle() {
    std::memset(tiles, nothing, sizeof tiles);
    forget_places();
  }

  void forget_places() { std::memset(places, 0xFF, sizeof places); }
  void remember_place(Tile tile, int level, int cell) {
    for (uint16_t& place : places[tile])
      if (place == nowhere) {
        place = static_cast<uint16_t>(level * CastleCells::bits + cell);
        return;
      }
  }

  /// The number of the highest floor that still has a tile; 0 when nothing is left.
  int top_floor() const { return floors[2].any() ? 3 : floors[1].any() ? 2 : floors[0].any() ? 1 : 0; }
  int height(int cell) const { return floors[2][cell] ? 3 : floors[1][cell] ? 2 : floors[0][cell] ? 1 : 0; }
  bool covered(int level, int cell) const { return level + 1 < highest && floors[level + 1][cell]; }

  CastleCells uncovered(int floor) const {
    return floor < highest ? floors[floor - 1] & ~floors[floor] : floors[floor - 1];
  }
  /// Uncovered tiles of a floor with the cell to the west or to the east free on that floor.
  CastleCells available(int floor) const {
    const CastleCells& here = floors[floor - 1];
    return uncovered(floor) & ~(here << 1 & here >> 1);
  }
  /// The same to the north or to the south.
  CastleCells short_side_free(int floor) const {
    const CastleCells& here = floors[floor - 1];
    return uncovered(floor) & ~(here << board.stride() & here >> board.stride());
  }
  CastleCells pickable(int floor, Elegance elegance) const {
    if (elegance == Elegance::off) return available(floor);
    if (elegance == Elegance::on) return short_side_free(floor) | available(floor);
    return short_side_free(floor) & ~available(floor);
  }

  /// Whether one tile, uncovered or not, could be picked.
  bool can_be_picked(int level, int cell, Elegance elegance) const {
    const CastleCells& here = floors[level];
    if (!here[cell] || covered(level, cell)) return false;
    const bool long_side = !here.maybe(cell - 1) || !here.maybe(cell + 1);
    if (elegance == Elegance::off) return long_side;
    const bool short_side = !here.maybe(cell - board.stride()) || !here.maybe(cell + board.stride());
    return elegance == Elegance::on ? long_side || short_side : short_side && !long_side;
  }

  /// The cells where a tile of this symbol could be picked, on any floor.
  void add_alike(Tile tile, Elegance elegance, CastleCells& found) const {
    for (const uint16_t place : places[tile]) {
      if (place == nowhere) return;
      const int level = place / CastleCells::bits, cell = place % CastleCells::bits;
      if (can_be_picked(level, cell, elegance)) found.add(cell);
    }
  }

  /// The top tile of a stack leaves.
  Tile lift(int cell) {
    const int level = height(cell) - 1;
    floors[level].remove(cell);
    return tiles[level][cell];
  }

  /// Puts other tiles under the top ones, dealt in reading order from the bottom up: `tiles_of(covered tiles)` is asked
  /// for them once.
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

  /// Shuffles all tiles that are left, the seen ones too: a new deal of the same castle.
  void deal_anew(Chance& chance) {
    Tile deck[tiles_in_the_box];
    int many = 0;
    each_tile([&](int level, int cell) { deck[many++] = tiles[level][cell]; });
    chance.shuffle(deck, many);
    each_tile([&](int level, int cell) { tiles[level][cell] = deck[--many]; });
    find_places();
  }

  template <class Visit>
  void each_tile(Visit visit) const {
    for (int level = 0; level < highest; ++level) floors[level].each([&](int cell) { visit(level, cell); });
  }

  void find_places() {
    forget_places();
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
