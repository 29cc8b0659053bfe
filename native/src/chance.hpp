// Chance, for every game.
#pragma once

#include <cstdint>

#ifndef TENSHU_LEVEL
#define TENSHU_LEVEL portable
#endif

namespace tenshu {
// The same text is compiled for several levels of processors into one process: each level has its own names.
inline namespace TENSHU_LEVEL {

/// A seeded source of chance: SplitMix64.
class Chance {
 public:
  explicit Chance(uint64_t seed) : state_(seed) {}
  /// A source of its own for each number of a seed.
  Chance(uint64_t seed, uint64_t number) : state_(Chance(seed).next() ^ Chance(~number).next()) {}

  uint64_t next() {
    uint64_t z = state_ += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
  }
  /// A number below the bound, which is far below 2^32: 32 random bits scaled, a bias of less than bound / 2^32.
  uint32_t below(uint32_t bound) { return static_cast<uint32_t>((next() >> 32) * bound >> 32); }

  template <class T>
  void shuffle(T* items, int many) {
    for (int last = many - 1; last > 0; --last) {
      const int other = static_cast<int>(below(static_cast<uint32_t>(last + 1)));
      const T kept = items[last];
      items[last] = items[other];
      items[other] = kept;
    }
  }

 private:
  uint64_t state_;
};

}  // namespace TENSHU_LEVEL
}  // namespace tenshu
