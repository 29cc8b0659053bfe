// Moves: three small numbers each, and their texts.
#pragma once

#include <optional>

#include "state.hpp"

namespace tenshu {
inline namespace TENSHU_LEVEL {
namespace white_castle {

enum class Verb : uint8_t {
  start, die, put, carry_out, gate, climb, garden, yard, row, light, favour, line, gain, pay, room, trade, skip, stop, end
};
inline constexpr int verbs = 19;
inline constexpr std::array<std::string_view, verbs> verb_names = {
    "start", "die",    "put",  "do",   "gate", "climb", "garden", "yard", "row", "light",
    "favour", "line",  "gain", "pay", "room", "trade", "skip",   "stop", "end"};
inline constexpr std::array<std::string_view, 4> trade_names = {"food", "iron", "pearl", "coin"};
inline constexpr uint8_t trade_coin = 3;
inline constexpr std::array<std::string_view, 3> position_names = {"left", "centre", "right"};

struct Move {
  Verb verb = Verb::end;
  uint8_t a = 0, b = 0;

  bool operator==(const Move&) const = default;
  bool operator<(const Move& other) const {
    return verb != other.verb ? verb < other.verb : a != other.a ? a < other.a : b < other.b;
  }

  std::string text() const {
    std::string said(verb_names[static_cast<size_t>(verb)]);
    const auto add = [&](std::string_view word) { (said += ' ') += word; };
    switch (verb) {
      case Verb::start:
        add("R" + std::to_string(a));
        break;
      case Verb::die:
        add(colour_names[a]);
        add(position_names[b]);
        break;
      case Verb::put:
        add(space_names[a]);
        break;
      case Verb::carry_out:
        add(Effect{static_cast<Kind>(a), b}.text());
        break;
      case Verb::climb:
        add(place_names[a]);
        add(place_names[b]);
        break;
      case Verb::garden:
        add("G" + std::to_string(a));
        break;
      case Verb::yard:
        add(std::to_string(yard_iron[a]));
        break;
      case Verb::row:
        add(room_names[a]);
        add(std::to_string(b + 1));
        break;
      case Verb::light:
        add(std::to_string(a + 1));
        break;
      case Verb::favour:
        add(position_names[a]);
        break;
      case Verb::line:
        add(colour_names[a]);
        break;
      case Verb::gain:
        add(resource_names[a]);
        break;
      case Verb::room:
        add(room_names[a]);
        break;
      case Verb::trade:
        add(trade_names[a]);
        break;
      default:
        break;
    }
    return said;
  }
};

/// The legal moves of a moment.
struct Decision {
  static constexpr int most = 40;

  int count = 0;
  Move list[most];

  void clear() { count = 0; }
  void add(Verb verb, int a = 0, int b = 0) {
    if (count < most) list[count++] = {verb, static_cast<uint8_t>(a), static_cast<uint8_t>(b)};
  }
  Move nth(int number) const { return list[number]; }
  template <class Visit>
  void each_move(Visit visit) const {
    for (int i = 0; i < count; ++i) visit(list[i]);
  }
  bool allows(const Move& move) const {
    for (int i = 0; i < count; ++i)
      if (list[i] == move) return true;
    return false;
  }
};

}  // namespace white_castle
}  // namespace TENSHU_LEVEL
}  // namespace tenshu
