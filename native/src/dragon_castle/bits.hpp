// Cells as bits.
//
// Cell a1 is bit 0; bits run through a row from west to east, then through the rows from north to south, so rising bits
// are reading order. One guard column, always empty, ends each row: a shift by one never wraps into the next row.
#pragma once

#include <bit>
#include <cstdint>
#if defined(__BMI2__)
#include <immintrin.h>
#endif

#include "../chance.hpp"

namespace tenshu {
inline namespace TENSHU_LEVEL {
namespace dragon_castle {

using std::uint16_t;
using std::uint32_t;
using std::uint64_t;
using std::uint8_t;

/// Cells of a realm.
using Cells = uint64_t;

inline int count(uint64_t bits) { return std::popcount(bits); }
inline int first(uint64_t bits) { return std::countr_zero(bits); }
inline uint64_t bit(int cell) { return uint64_t{1} << cell; }
inline bool has(Cells cells, int cell) { return cells >> cell & 1; }

/// The place of the set bit with this number, counted from 0.
inline int nth(uint64_t bits, int number) {
#if defined(__BMI2__)
  return first(_pdep_u64(bit(number), bits));
#else
  // Halving: a loop over the bits would end at a place no branch predictor can foresee.
  int place = 0;
  for (int width = 32; width; width >>= 1) {
    const int low = count(bits & (bit(width) - 1));
    const bool beyond = number >= low;
    number -= beyond ? low : 0;
    place += beyond ? width : 0;
    bits >>= beyond ? width : 0;
  }
  return place;
#endif
}

/// Calls `visit(cell)` for every cell in reading order.
template <class Visit>
void each(Cells cells, Visit visit) {
  for (; cells; cells &= cells - 1) visit(first(cells));
}

/// Cells of a castle: a mask of 256 bits.
struct CastleCells {
  static constexpr int words = 4, bits = 64 * words;
  uint64_t word[words];

  bool operator[](int cell) const { return word[cell >> 6] >> (cell & 63) & 1; }
  /// The same for a cell that may lie beyond the board, where nothing is.
  bool maybe(int cell) const { return static_cast<unsigned>(cell) < bits && (*this)[cell]; }
  void add(int cell) { word[cell >> 6] |= bit(cell & 63); }
  void add_if(bool so, int cell) { word[cell >> 6] |= uint64_t{so} << (cell & 63); }
  void remove(int cell) { word[cell >> 6] &= ~bit(cell & 63); }
  bool any() const { return word[0] | word[1] | word[2] | word[3]; }
  int count() const {
    return dragon_castle::count(word[0]) + dragon_castle::count(word[1]) + dragon_castle::count(word[2]) +
           dragon_castle::count(word[3]);
  }

  int nth(int number) const {
    int place = 0;
    for (; place < words - 1; ++place) {
      const int here = dragon_castle::count(word[place]);
      if (number < here) break;
      number -= here;
    }
    return 64 * place + dragon_castle::nth(word[place], number);
  }

  template <class Visit>
  void each(Visit visit) const {
    for (int place = 0; place < words; ++place)
      dragon_castle::each(word[place], [&](int cell) { visit(64 * place + cell); });
  }

  friend CastleCells operator&(CastleCells a, const CastleCells& b) {
    for (int i = 0; i < words; ++i) a.word[i] &= b.word[i];
    return a;
  }
  friend CastleCells operator|(CastleCells a, const CastleCells& b) {
    for (int i = 0; i < words; ++i) a.word[i] |= b.word[i];
    return a;
  }
  friend CastleCells operator~(CastleCells a) {
    for (uint64_t& word : a.word) word = ~word;
    return a;
  }
};

/// A board of columns × rows and its guard column.
struct Board {
  uint8_t columns = 0, rows = 0;

  int stride() const { return columns + 1; }
  int bits() const { return stride() * rows; }
  int cells() const { return columns * rows; }
  int cell(int column, int row) const { return row * stride() + column; }
  /// The number of a cell when guard cells are not counted, and back.
  int index_of(int cell) const { return cell - cell / stride(); }
  int cell_of(int index) const { return index + index / columns; }

  friend bool operator==(const Board&, const Board&) = default;
};

/// Which of four directions hold something, for many cells at once.
struct Directions {
  Cells north, west, east, south;

  Cells any() const { return north | west | east | south; }
  Cells two_or_more() const { return (north & west) | (east & south) | ((north | west) & (east | south)); }
  Cells three_or_more() const { return (north & west & (east | south)) | (east & south & (north | west)); }
};

/// A realm of up to 64 bits, seen as a board with masks.
struct RealmBoard : Board {
  Cells all = 0;

  static constexpr int most_bits = 64;

  friend bool operator==(const RealmBoard&, const RealmBoard&) = default;

  RealmBoard() = default;
  RealmBoard(int columns_, int rows_) {
    columns = static_cast<uint8_t>(columns_);
    rows = static_cast<uint8_t>(rows_);
    for (int row = 0; row < rows; ++row) all |= row_mask(row);
  }

  Cells row_mask(int row) const { return (bit(columns) - 1) << row * stride(); }
  Cells column_mask(int column) const {
    Cells mask = 0;
    for (int row = 0; row < rows; ++row) mask |= bit(cell(column, row));
    return mask;
  }
  Cells edge() const { return row_mask(0) | row_mask(rows - 1) | column_mask(0) | column_mask(columns - 1); }

  /// Orthogonally next to a cell of the mask; guard cells may be among them.
  Directions neighbours(Cells cells) const { return {cells << stride(), cells << 1, cells >> 1, cells >> stride()}; }
  Cells touching(Cells cells) const { return cells << 1 | cells >> 1 | cells << stride() | cells >> stride(); }
  Cells beside(Cells cells) const { return touching(cells) & all; }
  /// The same, diagonals included.
  Cells around(Cells cells) const {
    const Cells row = cells | cells << 1 | cells >> 1;
    return (cells << 1 | cells >> 1 | row << stride() | row >> stride()) & all;
  }
  /// The connected group of `among` that holds `seed`.
  Cells group(Cells seed, Cells among) const {
    for (;;) {
      const Cells grown = (seed | touching(seed)) & among;
      if (grown == seed) return seed;
      seed = grown;
    }
  }
  /// Calls `visit(group)` for every connected group of at least so many cells.
  template <class Visit>
  void each_group(Cells among, int least, Visit visit) const {
    if (count(among) < least) return;
    // Most tiles stand alone: leaving those out first spares nearly all of the search.
    if (least > 1) among &= touching(among);
    while (among && count(among) >= least) {
      const Cells found = group(among & -among, among);
      among &= ~found;
      if (count(found) >= least) visit(found);
    }
  }
};

}  // namespace dragon_castle
}  // namespace TENSHU_LEVEL
}  // namespace tenshu
