// A player's realm: stacks of tiles, face up on top or face down below, and shrines.
#pragma once

#include "tiles.hpp"

namespace tenshu {
inline namespace TENSHU_LEVEL {
namespace dragon_castle {

/// The tiles of all realms. A stack may be as high as the game is long, so stacks are chains of links in one box: there
/// are never more links than tiles.
struct Links {
  static constexpr uint8_t end = 0xFF;
  struct Link {
    Tile tile;
    uint8_t below;
  };
  Link link[tiles_in_the_box];
  uint8_t free = 0;

  Links() {
    for (int i = 0; i < tiles_in_the_box; ++i) link[i] = {nothing, static_cast<uint8_t>(i + 1)};
    link[tiles_in_the_box - 1].below = end;
  }
};

/// Face-up tiles are always the top of their stack; a shrine stands on a face-down top and closes its stack.
struct Realm {
  Cells occupied = 0, up = 0, shrines = 0;
  Cells of_type[types] = {};          // cells with a face-up tile of each type
  Cells of_number[numbers + 1] = {};  // and of each number; entry 0 holds the special tiles
  uint8_t height[64] = {};
  uint8_t top_link[64];

  Realm() { std::memset(top_link, Links::end, sizeof top_link); }

  /// Cells whose top tile is face down, under a shrine or not.
  Cells down() const { return occupied & ~up; }
  /// Cells whose top tile is face down without a shrine.
  Cells bare() const { return occupied & ~up & ~shrines; }
  /// Cells that can take a tile: empty, or face down without a shrine.
  Cells open(const RealmBoard& board) const { return board.all & ~up & ~shrines; }
  Cells specials() const { return of_type[3] | of_type[4] | of_type[5]; }
  Tile top(int cell, const Links& links) const { return links.link[top_link[cell]].tile; }

  Cells at_least(int wanted) const {
    Cells found = 0;
    each(occupied, [&](int cell) { found |= Cells{height[cell] >= wanted} << cell; });
    return found;
  }

  void put(int cell, Tile tile, Links& links) {
    const uint8_t link = links.free;
    links.free = links.link[link].below;
    links.link[link] = {tile, top_link[cell]};
    top_link[cell] = link;
    ++height[cell];
    occupied |= bit(cell);
  }
  /// A tile face up onto an open cell.
  void place(int cell, Tile tile, Links& links) {
    put(cell, tile, links);
    show(cell, tile);
  }
  void show(int cell, Tile tile) {
    up |= bit(cell);
    of_type[type_of(tile)] |= bit(cell);
    of_number[number_of(tile)] |= bit(cell);
  }
  /// The face-up tiles of a mask face down.
  void turn(Cells cells) {
    up &= ~cells;
    for (Cells& mask : of_type) mask &= ~cells;
    for (Cells& mask : of_number) mask &= ~cells;
  }
  /// The top tile of a stack without a shrine gone; what lay under it is face down.
  Tile take_off(int cell, Links& links) {
    turn(bit(cell));
    const uint8_t link = top_link[cell];
    const Tile tile = links.link[link].tile;
    top_link[cell] = links.link[link].below;
    links.link[link].below = links.free;
    links.free = link;
    if (!--height[cell]) occupied &= ~bit(cell);
    return tile;
  }
  /// The top tile of one stack onto an open cell, keeping its face.
  void move(int source, int target, Links& links) {
    const bool is_up = has(up, source);
    const Tile tile = take_off(source, links);
    put(target, tile, links);
    if (is_up) show(target, tile);
  }
};

}  // namespace dragon_castle
}  // namespace TENSHU_LEVEL
}  // namespace tenshu
