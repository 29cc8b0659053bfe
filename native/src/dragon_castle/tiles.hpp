// The 116 tiles: 29 symbols, four copies of each. A tile is its place in the list of symbols, a type its place in
// MSFEWD.
#pragma once

#include <array>
#include <string_view>

#include "bits.hpp"

namespace tenshu {
inline namespace TENSHU_LEVEL {
namespace dragon_castle {

using Tile = uint8_t;

inline constexpr int types = 6, symbols = 29, copies = 4, tiles_in_the_box = symbols * copies;
inline constexpr int factions = 3;  // Merchants, Soldiers, Farmers; then the special types
inline constexpr int dragons_type = 5;
inline constexpr int numbers = 6;  // on faction tiles
inline constexpr Tile nothing = 0xFF;
inline constexpr Tile unknown = 0xFE;  // a covered tile of a view
inline constexpr char type_letters[] = "MSFEWD";
inline constexpr std::array<int, types> first_of_type = {0, 6, 12, 18, 22, 26};

struct Symbol {
  uint8_t type;
  uint8_t number;  // of a faction tile, 1 to 6; 0 on a special tile, whose symbol is no number
  char text[3];
};

inline constexpr std::array<Symbol, symbols> symbol_of = [] {
  std::array<Symbol, symbols> found{};
  for (int tile = 0; tile < symbols; ++tile) {
    int type = types - 1;
    while (first_of_type[type] > tile) --type;
    const int place = tile - first_of_type[type] + 1;
    found[tile] = {static_cast<uint8_t>(type),
                   static_cast<uint8_t>(type < factions ? place : 0),
                   {type_letters[type], static_cast<char>('0' + place), 0}};
  }
  return found;
}();

inline std::string_view name_of(Tile tile) { return {symbol_of[tile].text, 2}; }
inline int type_of(Tile tile) { return symbol_of[tile].type; }
inline int number_of(Tile tile) { return symbol_of[tile].number; }
inline bool is_special(int type) { return type >= factions; }

}  // namespace dragon_castle
}  // namespace TENSHU_LEVEL
}  // namespace tenshu
