// Everything that is printed on cards, tiles and boards: the tables of src/tenshu/white_castle, once more.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "../chance.hpp"

namespace tenshu {
inline namespace TENSHU_LEVEL {
namespace white_castle {

using std::int16_t;
using std::uint16_t;
using std::uint32_t;
using std::uint64_t;
using std::uint8_t;

inline constexpr int most_players = 4, colours = 3, resources = 3, rooms = 5, steward_rooms = 3, gardens_in_play = 6;
inline constexpr int most_dice = 5, most_of_a_resource = 7, most_seals = 5, end_of_track = 20, members = 5;
inline constexpr std::array<std::string_view, colours> colour_names = {"coral", "black", "white"};
inline constexpr std::array<char, colours> colour_letters = {'c', 'b', 'w'};
inline constexpr std::array<std::string_view, resources> resource_names = {"food", "iron", "pearl"};
inline constexpr std::array<std::string_view, rooms> room_names = {"steward-1", "steward-2", "steward-3", "diplomat-1",
                                                                  "diplomat-2"};

/// What an icon does. Gains come first, then what needs a decision, then what has to be paid.
enum class Kind : uint8_t {
  food,
  iron,
  pearl,
  coin,
  seal,
  point,
  influence,
  any,
  lantern,
  well,
  courtier,
  gardener,
  warrior,
  row,
  coral_row,
  black_row,
  white_row,
  light,
  domain,
  seal_courtier,
  seal_gardener,
  seal_warrior,
  coins_courtier,
  coins_gardener,
  coins_warrior,
  coins_row,
  coins_domain,
};
inline constexpr int kinds = 27;
inline constexpr std::array<std::string_view, kinds> kind_texts = {
    "f",   "i",         "p",         "c",         "s",     "v",      "h",   "any", "L",    "WELL", "C",    "G",    "W",
    "ROW", "ROW-coral", "ROW-black", "ROW-white", "LIGHT", "DOMAIN", "s:C", "s:G", "s:W",  "3c:C", "3c:G", "3c:W", "4c:ROW",
    "4c:DOMAIN"};

constexpr bool is_gain(Kind kind) { return kind <= Kind::influence; }
constexpr bool is_counted(Kind kind) { return kind <= Kind::any; }
constexpr bool is_obligatory(Kind kind) { return kind <= Kind::well; }
constexpr bool is_free_action(Kind kind) { return kind >= Kind::courtier && kind <= Kind::domain; }
constexpr bool is_paid(Kind kind) { return kind >= Kind::seal_courtier; }
constexpr int seals_of(Kind kind) { return kind >= Kind::seal_courtier && kind <= Kind::seal_warrior; }
constexpr int coins_of(Kind kind) {
  return kind < Kind::coins_courtier ? 0 : kind <= Kind::coins_warrior ? 3 : 4;
}
/// The action that a paid effect buys.
constexpr Kind bought(Kind kind) {
  switch (kind) {
    case Kind::seal_courtier:
    case Kind::coins_courtier:
      return Kind::courtier;
    case Kind::seal_gardener:
    case Kind::coins_gardener:
      return Kind::gardener;
    case Kind::seal_warrior:
    case Kind::coins_warrior:
      return Kind::warrior;
    case Kind::coins_row:
      return Kind::row;
    case Kind::coins_domain:
      return Kind::domain;
    default:
      return kind;
  }
}

struct Effect {
  Kind kind = Kind::food;
  uint8_t many = 0;  // of a gain; 0 for everything that is not counted

  bool operator==(const Effect&) const = default;
  std::string text() const {
    const std::string name(kind_texts[static_cast<size_t>(kind)]);
    return is_counted(kind) ? std::to_string(many) + name : name;
  }
};

/// A few effects: a row of a card, a group that waits on the stack.
struct Effects {
  static constexpr int most = 12;

  uint8_t size = 0;
  Effect list[most] = {};

  constexpr Effects() = default;
  constexpr Effects(std::initializer_list<Effect> effects) {
    for (const Effect& effect : effects) list[size++] = effect;
  }

  const Effect* begin() const { return list; }
  const Effect* end() const { return list + size; }
  void add(Effect effect) {
    if (size < most) list[size++] = effect;
  }
  void add(const Effects& more) {
    for (const Effect& effect : more) add(effect);
  }
  /// Gains of one kind become one.
  void add_up(Effect effect) {
    for (int i = 0; i < size; ++i)
      if (list[i].kind == effect.kind && is_counted(effect.kind)) {
        list[i].many = static_cast<uint8_t>(list[i].many + effect.many);
        return;
      }
    // Added-up effects are listed by kind.
    int place = size;
    while (place > 0 && list[place - 1].kind > effect.kind) --place;
    if (size < most) insert(place, effect);
  }
  void insert(int place, Effect effect) {
    for (int i = size; i > place; --i) list[i] = list[i - 1];
    list[place] = effect;
    ++size;
  }
  void remove(int place) {
    for (int i = place + 1; i < size; ++i) list[i - 1] = list[i];
    list[--size] = Effect{};
  }
  int find(Effect effect) const {
    for (int i = 0; i < size; ++i)
      if (list[i] == effect) return i;
    return -1;
  }
};

namespace icons {
constexpr Effect f(uint8_t n) { return {Kind::food, n}; }
constexpr Effect i(uint8_t n) { return {Kind::iron, n}; }
constexpr Effect p(uint8_t n) { return {Kind::pearl, n}; }
constexpr Effect c(uint8_t n) { return {Kind::coin, n}; }
constexpr Effect s(uint8_t n) { return {Kind::seal, n}; }
constexpr Effect v(uint8_t n) { return {Kind::point, n}; }
constexpr Effect h(uint8_t n) { return {Kind::influence, n}; }
constexpr Effect any(uint8_t n) { return {Kind::any, n}; }
inline constexpr Effect L{Kind::lantern}, WELL{Kind::well}, C{Kind::courtier}, G{Kind::gardener}, W{Kind::warrior};
inline constexpr Effect ROW{Kind::row}, LIGHT{Kind::light}, DOMAIN_{Kind::domain};
inline constexpr Effect sC{Kind::seal_courtier}, sG{Kind::seal_gardener}, sW{Kind::seal_warrior};
}  // namespace icons

/// Cards by one number each: stewards, diplomats, starting actions, starting resources, decrees.
using Card = uint8_t;
inline constexpr Card no_card = 0, first_steward = 1, first_diplomat = 16, first_action = 28, first_resource = 31,
                      first_decree = 40, cards = 43;
constexpr bool is_steward(Card card) { return card >= first_steward && card < first_diplomat; }
constexpr bool is_diplomat(Card card) { return card >= first_diplomat && card < first_action; }
constexpr bool is_action(Card card) { return card >= first_action && card < first_resource; }
constexpr bool is_resource(Card card) { return card >= first_resource && card < first_decree; }
constexpr bool is_decree(Card card) { return card >= first_decree && card < cards; }

/// A card of the castle or of a starting action: its rows, and which one is dark.
struct Printed {
  Effects rows[3];
  uint8_t count = 0;
  uint8_t dark = 0;   // counted from 1; 0: none
  uint8_t split = 0;  // a diplomat's first block serves so many domain lines
};

inline constexpr std::array<Printed, first_resource> printed = [] {
  using namespace icons;
  std::array<Printed, first_resource> found{};
  const auto steward = [&](int number, uint8_t dark, Effects top, Effects middle, Effects bottom) {
    found[static_cast<size_t>(first_steward + number - 1)] = {{top, middle, bottom}, 3, dark, 0};
  };
  const auto diplomat = [&](int number, uint8_t dark, uint8_t split, Effects first, Effects second) {
    found[static_cast<size_t>(first_diplomat + number - 1)] = {{first, second, {}}, 2, dark, split};
  };
  steward(1, 1, {sC}, {s(1), v(1)}, {f(1), L});
  steward(2, 1, {sC}, {h(1)}, {i(2)});
  steward(3, 1, {sC}, {L}, {v(2)});
  steward(4, 1, {sW}, {c(1), WELL}, {L});
  steward(5, 1, {sW}, {f(1), p(1)}, {i(1), L});
  steward(6, 2, {i(1), L}, {sG}, {any(2)});
  steward(7, 2, {h(1)}, {sG}, {f(2)});
  steward(8, 2, {c(1), WELL}, {sG}, {h(1)});
  steward(9, 2, {c(1), WELL}, {sC}, {f(2)});
  steward(10, 2, {s(1), any(1)}, {sC}, {i(1), f(1)});
  steward(11, 3, {any(2)}, {p(1), L}, {sW});
  steward(12, 3, {p(2)}, {s(1), v(1)}, {sG});
  steward(13, 3, {i(2)}, {L}, {sG});
  steward(14, 3, {v(2)}, {s(1), any(1)}, {sW});
  steward(15, 3, {h(1)}, {p(2)}, {sW});
  diplomat(1, 1, 1, {C}, {any(3)});
  diplomat(2, 1, 1, {C}, {h(2)});
  diplomat(3, 1, 1, {C}, {v(2), WELL});
  diplomat(4, 1, 1, {C}, {s(1), L});
  diplomat(5, 1, 1, {W}, {any(3)});
  diplomat(6, 1, 1, {W}, {h(2)});
  diplomat(7, 2, 1, {h(2)}, {G});
  diplomat(8, 2, 1, {v(2), WELL}, {G});
  diplomat(9, 2, 2, {v(2), WELL}, {W});
  diplomat(10, 2, 2, {c(2), L}, {W});
  diplomat(11, 2, 2, {h(1), L}, {G});
  diplomat(12, 2, 2, {any(3)}, {G});
  found[first_action] = {{{C}, {}, {}}, 1, 0, 3};
  found[first_action + 1] = {{{G}, {}, {}}, 1, 0, 3};
  found[first_action + 2] = {{{W}, {}, {}}, 1, 0, 3};
  return found;
}();

/// The row or block of a domain card that serves a line, counted from 0.
constexpr int row_of_line(Card card, int line) {
  if (is_steward(card)) return line;
  if (is_diplomat(card)) return line >= printed[card].split;
  return 0;
}

struct Start {
  Effects gains;
  Effect back;
  Card decree = no_card;
};
inline constexpr std::array<Start, 9> starts = [] {
  using namespace icons;
  std::array<Start, 9> found{};
  found[0] = {{f(2), i(1), c(2), s(1)}, p(1), first_decree};
  found[1] = {{any(2), c(4), s(2)}, p(1), no_card};
  found[2] = {{i(2), p(1), c(5), s(1)}, p(1), no_card};
  found[3] = {{p(2), i(1), c(4)}, i(1), first_decree + 1};
  found[4] = {{any(3), c(4), s(1)}, i(1), no_card};
  found[5] = {{f(1), i(2), p(1), c(3), s(1)}, i(1), no_card};
  found[6] = {{any(1), c(2), s(2)}, f(1), first_decree + 2};
  found[7] = {{f(2), i(2), p(1), c(4), s(1)}, f(1), no_card};
  found[8] = {{f(4), i(2), c(3), s(2)}, f(1), no_card};
  return found;
}();

/// What a card gives in the Lantern area.
inline Effect back_of(Card card) {
  using namespace icons;
  if (is_steward(card)) return c(1);
  if (is_diplomat(card)) return v(1);
  if (is_action(card)) return h(1);
  if (is_resource(card)) return starts[static_cast<size_t>(card - first_resource)].back;
  return card == first_decree ? c(1) : card == first_decree + 1 ? s(1) : v(1);
}

inline constexpr std::array<std::array<Effect, 3>, 9> favours = [] {
  using namespace icons;
  return std::array<std::array<Effect, 3>, 9>{{{L, i(2), s(2)},
                                               {L, f(2), v(2)},
                                               {WELL, f(2), h(2)},
                                               {WELL, v(2), s(2)},
                                               {LIGHT, p(2), v(2)},
                                               {LIGHT, h(2), s(2)},
                                               {L, h(2), c(3)},
                                               {LIGHT, i(2), c(3)},
                                               {WELL, p(2), c(3)}}};
}();

struct Garden {
  uint8_t food;
  Effect action;
  constexpr int points() const { return 2 * food - 1; }
};
inline constexpr int gardens_in_the_box = 10, plants = 5;
inline constexpr std::array<Garden, gardens_in_the_box> gardens = [] {
  using namespace icons;
  return std::array<Garden, gardens_in_the_box>{{{5, {Kind::coins_row}},
                                                 {4, {Kind::coins_gardener}},
                                                 {4, {Kind::coins_courtier}},
                                                 {4, {Kind::coins_warrior}},
                                                 {3, {Kind::coins_domain}},
                                                 {1, any(2)},
                                                 {1, c(3)},
                                                 {2, s(2)},
                                                 {2, LIGHT},
                                                 {3, WELL}}};
}();

/// Yard tiles, blue side then gold side.
inline constexpr std::array<std::array<Effect, 2>, 8> yard_tiles = [] {
  using namespace icons;
  return std::array<std::array<Effect, 2>, 8>{{{C, p(3)},
                                               {W, h(2)},
                                               {G, f(3)},
                                               {{{Kind::coral_row}, WELL}},
                                               {{{Kind::white_row}, s(2)}},
                                               {{{Kind::black_row}, c(5)}},
                                               {ROW, LIGHT},
                                               {DOMAIN_, v(2)}}};
}();
inline constexpr int yards = 3;
inline constexpr std::array<uint8_t, yards> yard_iron = {5, 3, 1}, yard_value = {2, 1, 1};

/// What lies on the lines of a domain: always, and then one more for each member that has left.
inline constexpr std::array<std::array<Effect, members + 1>, colours> domain_lines = [] {
  using namespace icons;
  return std::array<std::array<Effect, members + 1>, colours>{{{f(1), f(1), f(1), c(2), f(1), s(1)},
                                                               {i(1), i(1), i(1), L, i(1), c(2)},
                                                               {p(1), p(1), p(1), s(1), p(1), L}}};
}();

/// The Well side of a die tile.
inline constexpr std::array<Effect, 5> well_sides = {icons::c(1), icons::f(1), icons::i(1), icons::p(1), icons::any(1)};
inline constexpr std::array<std::string_view, 5> well_texts = {"c", "f", "i", "p", "any"};

constexpr int checkpoint(int space) { return space == 6 ? 1 : space == 11 ? 2 : space == 15 ? 3 : 0; }
constexpr int track_points(int space) { return space < 6 ? 0 : space < 11 ? 3 : space < 15 ? 6 : space - 5; }

/// The solitaire cards (our reconstruction): a die, where it goes, and two actions.
enum class Rival : uint8_t { gate, coins, points, influence, plant, stone, yard, up };
struct RivalAction {
  Rival verb = Rival::gate;
  uint8_t many = 0;  // of a gain; the iron of a yard; the levels
  bool operator==(const RivalAction&) const = default;
  std::string text() const {
    const std::string figure = std::to_string(many);
    switch (verb) {
      case Rival::gate: return "gate";
      case Rival::coins: return figure + "c";
      case Rival::points: return figure + "v";
      case Rival::influence: return figure + "h";
      case Rival::plant: return "plant";
      case Rival::stone: return "stone";
      case Rival::yard: return "yard-" + figure;
      default: return "up-" + figure;
    }
  }
};
enum class Where : uint8_t { left, centre, right };

/// Spaces for dice: the rooms, then these.
inline constexpr uint8_t outside_left = 5, outside_right = 6, well_space = 7, domain_space = 8, spaces = 9;
inline constexpr std::array<std::string_view, spaces> space_names = {
    "steward-1", "steward-2", "steward-3", "diplomat-1", "diplomat-2", "outside-left", "outside-right", "well", "domain"};
inline constexpr std::array<uint8_t, spaces> space_values = {3, 3, 3, 4, 4, 5, 5, 1, 6};

struct Solitaire {
  uint8_t colour;
  Where where;
  uint8_t space;
  RivalAction actions[2];
};
inline constexpr int solitaires = 9;
inline constexpr std::array<Solitaire, solitaires> solitaire = {{
    {0, Where::left, 0, {{Rival::gate}, {Rival::coins, 2}}},
    {0, Where::centre, outside_left, {{Rival::plant}, {Rival::gate}}},
    {0, Where::right, 3, {{Rival::yard, 3}, {Rival::up, 1}}},
    {1, Where::left, well_space, {{Rival::stone}, {Rival::influence, 2}}},
    {1, Where::centre, 1, {{Rival::gate}, {Rival::up, 2}}},
    {1, Where::right, outside_right, {{Rival::yard, 5}, {Rival::points, 1}}},
    {2, Where::left, 4, {{Rival::up, 1}, {Rival::yard, 1}}},
    {2, Where::centre, 2, {{Rival::stone}, {Rival::influence, 2}}},
    {2, Where::right, well_space, {{Rival::points, 2}, {Rival::coins, 1}}},
}};

}  // namespace white_castle
}  // namespace TENSHU_LEVEL
}  // namespace tenshu
