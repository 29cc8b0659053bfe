// The judgement of positions as numbers that were fitted: `tenshu arena fit`.
#pragma once

#include <algorithm>
#include <vector>

#include "chance.hpp"

namespace tenshu {
inline namespace TENSHU_LEVEL {

/// A network with one hidden layer beside a linear part: points to come = bias + w·x + Σ v·max(0, u·x + c).
struct Network {
  int inputs = 0, hidden = 0;
  float bias = 0;
  std::vector<float> linear;   // inputs
  std::vector<float> inner;    // inputs × hidden
  std::vector<float> offset;   // hidden
  std::vector<float> outer;    // hidden
  std::vector<float> doubt_at;  // by rounds left: 0, 1, 2, …

  static constexpr int most_hidden = 64;

  float operator()(const float* x) const {
    float sum = bias;
    float unit[most_hidden];
    for (int j = 0; j < hidden; ++j) unit[j] = offset[static_cast<size_t>(j)];
    for (int i = 0; i < inputs; ++i) {
      const float value = x[i];
      if (value == 0) continue;
      sum += value * linear[static_cast<size_t>(i)];
      const float* row = inner.data() + static_cast<size_t>(i) * static_cast<size_t>(hidden);
      for (int j = 0; j < hidden; ++j) unit[j] += value * row[j];
    }
    for (int j = 0; j < hidden; ++j) sum += std::max(0.0f, unit[j]) * outer[static_cast<size_t>(j)];
    return sum;
  }

  /// How far the difference of two seats' estimates is off, typically.
  float doubt(float rounds) const {
    const int last = static_cast<int>(doubt_at.size()) - 1;
    const float place = std::clamp(rounds, 0.0f, static_cast<float>(last));
    const int below = std::min(static_cast<int>(place), last - 1);
    const float part = place - static_cast<float>(below);
    return (1 - part) * doubt_at[static_cast<size_t>(below)] + part * doubt_at[static_cast<size_t>(below) + 1];
  }
};

}  // namespace TENSHU_LEVEL
}  // namespace tenshu
