// Moves: small values, texts, and numbers. docs: ../../README.md, "The numbers of moves".
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tiles.hpp"

namespace tenshu {
inline namespace TENSHU_LEVEL {
namespace dragon_castle {

enum class Spirit : uint8_t {
  beauty,
  wind,
  elegance,
  deception,
  strength,
  change,
  faith,
  deep,
  destruction,
  cunning
};  // clang-format off
inline constexpr std::array<std::string_view, 10> spirit_names = {
    "beauty", "wind", "elegance", "deception", "strength", "change", "faith", "deep", "destruction", "cunning"};
inline constexpr std::array<std::string_view, 10> dragon_names = {
    "humility", "righteousness", "tranquility", "bravery", "majesty",
    "power", "knowledge", "harmony", "devotion", "fortitude"};

enum class Verb : uint8_t {
  take, pair, shrine, discard, summon, place, consolidate, build, pass, spirit,
  destroy, flip, carry, move, as, set, end
};
inline constexpr std::array<std::string_view, 17> verb_names = {
    "take", "pair", "shrine", "discard", "summon", "place", "consolidate", "build", "pass", "spirit",
    "destroy", "flip", "carry", "move", "as", "set", "end"};
// clang-format on
inline constexpr int spirits_in_the_box = 10, dragons_in_the_box = 10;

/// What the words after a verb are; the order of the verbs is the order of legal moves and of their numbers.
enum class Words : uint8_t {
  none,
  castle_cell,
  realm_cell,
  tile_and_cell,
  spirit_and_payment,
  two_cells,
  cell_and_type
};

inline constexpr Words words_of(Verb verb) {
  switch (verb) {
    case Verb::take:
    case Verb::pair:
    case Verb::destroy:
      return Words::castle_cell;
    case Verb::consolidate:
    case Verb::build:
    case Verb::flip:
    case Verb::set:
      return Words::realm_cell;
    case Verb::place:
      return Words::tile_and_cell;
    case Verb::spirit:
      return Words::spirit_and_payment;
    case Verb::carry:
    case Verb::move:
      return Words::two_cells;
    case Verb::as:
      return Words::cell_and_type;
    default:
      return Words::none;
  }
}

inline constexpr uint8_t with_a_shrine = 0xFF;

struct Move {
  Verb verb;
  uint8_t a = 0;  // a cell; the tile of `place`; the spirit of `spirit`
  uint8_t b = 0;  // a second cell; the type of `as`; what pays a spirit: a cell or `with_a_shrine`

  bool operator==(const Move&) const = default;
};

/// The texts and numbers of all moves on boards of given sizes.
struct Notation {
  Board castle, realm;
  std::array<int, verb_names.size() + 1> base{};  // the first number of each verb; last, how many numbers there are

  Notation() = default;
  Notation(const Board& castle_, const Board& realm_) : castle(castle_), realm(realm_) {
    for (size_t verb = 0; verb < verb_names.size(); ++verb)
      base[verb + 1] = base[verb] + size_of(static_cast<Verb>(verb));
  }

  /// How many moves a verb has.
  int size_of(Verb verb) const {
    switch (words_of(verb)) {
      case Words::castle_cell:
        return castle.cells();
      case Words::realm_cell:
        return realm.cells();
      case Words::tile_and_cell:
        return symbols * realm.cells();
      case Words::spirit_and_payment:
        return spirits_in_the_box * (1 + realm.cells());
      case Words::two_cells:
        return realm.cells() * realm.cells();
      case Words::cell_and_type:
        return realm.cells() * types;
      default:
        return 1;
    }
  }
  int size() const { return base.back(); }

  int number(const Move& move) const {
    const int first = base[static_cast<size_t>(move.verb)], wide = realm.cells();
    switch (words_of(move.verb)) {
      case Words::castle_cell:
        return first + castle.index_of(move.a);
      case Words::realm_cell:
        return first + realm.index_of(move.a);
      case Words::tile_and_cell:
        return first + move.a * wide + realm.index_of(move.b);
      case Words::spirit_and_payment:
        return first + move.a * (1 + wide) + (move.b == with_a_shrine ? 0 : 1 + realm.index_of(move.b));
      case Words::two_cells:
        return first + realm.index_of(move.a) * wide + realm.index_of(move.b);
      case Words::cell_and_type:
        return first + realm.index_of(move.a) * types + move.b;
      default:
        return first;
    }
  }

  /// The move of a number; nothing if there is none.
  std::optional<Move> move(int number) const {
    if (number < 0 || number >= size()) return {};
    size_t verb = 0;
    while (number >= base[verb + 1]) ++verb;
    return move_of(static_cast<Verb>(verb), number - base[verb]);
  }

  std::string text(const Move& move) const {
    std::string text(verb_names[static_cast<size_t>(move.verb)]);
    const auto word = [&](std::string_view next) { (text += ' ') += next; };
    switch (words_of(move.verb)) {
      case Words::castle_cell:
        word(cell_name(castle, move.a));
        break;
      case Words::realm_cell:
        word(cell_name(realm, move.a));
        break;
      case Words::tile_and_cell:
        word(name_of(move.a));
        word(cell_name(realm, move.b));
        break;
      case Words::spirit_and_payment:
        word(spirit_names[move.a]);
        word(move.b == with_a_shrine ? "shrine" : cell_name(realm, move.b));
        break;
      case Words::two_cells:
        word(cell_name(realm, move.a));
        word(cell_name(realm, move.b));
        break;
      case Words::cell_and_type:
        word(cell_name(realm, move.a));
        word(std::string_view(type_letters + move.b, 1));
        break;
      default:
        break;
    }
    return text;
  }

  /// The move of a text; nothing if the text is no move on these boards.
  std::optional<Move> parse(std::string_view text) const {
    std::string_view word[3];
    int many = 0;
    for (;;) {
      const size_t space = text.find(' ');
      if (many == 3) return {};
      word[many++] = text.substr(0, space);
      if (space == std::string_view::npos) break;
      text.remove_prefix(space + 1);
    }
    for (size_t place = 0; place < verb_names.size(); ++place)
      if (verb_names[place] == word[0]) return parse_words(static_cast<Verb>(place), word + 1, many - 1);
    return {};
  }

  static std::string cell_name(const Board& board, int cell) {
    return static_cast<char>('a' + cell % board.stride()) + std::to_string(cell / board.stride() + 1);
  }

  /// Column and row of a cell's name, a1 being 0 and 0; nothing if it is none.
  static std::optional<std::pair<int, int>> column_and_row(std::string_view name) {
    if (name.size() < 2 || name.size() > 3 || name[0] < 'a' || name[0] > 'z' || name[1] < '1' || name[1] > '9')
      return {};
    int row = name[1] - '0';
    if (name.size() == 3) {
      if (name[2] < '0' || name[2] > '9') return {};
      row = row * 10 + name[2] - '0';
    }
    return std::pair{name[0] - 'a', row - 1};
  }

  /// The cell of a name; -1 if the board has none.
  static int cell_named(const Board& board, std::string_view name) {
    const auto place = column_and_row(name);
    if (!place || place->first >= board.columns || place->second >= board.rows) return -1;
    return board.cell(place->first, place->second);
  }

  static int tile_named(std::string_view text) {
    for (int tile = 0; tile < symbols; ++tile)
      if (text == name_of(static_cast<Tile>(tile))) return tile;
    return -1;
  }

  template <size_t many>
  static int place_in(const std::array<std::string_view, many>& names, std::string_view name) {
    for (size_t place = 0; place < many; ++place)
      if (names[place] == name) return static_cast<int>(place);
    return -1;
  }

 private:
  Move move_of(Verb verb, int number) const {
    const int wide = realm.cells();
    const auto small = [](int value) { return static_cast<uint8_t>(value); };
    switch (words_of(verb)) {
      case Words::castle_cell:
        return {verb, small(castle.cell_of(number))};
      case Words::realm_cell:
        return {verb, small(realm.cell_of(number))};
      case Words::tile_and_cell:
        return {verb, small(number / wide), small(realm.cell_of(number % wide))};
      case Words::spirit_and_payment: {
        const int payment = number % (1 + wide);
        return {verb, small(number / (1 + wide)), payment ? small(realm.cell_of(payment - 1)) : with_a_shrine};
      }
      case Words::two_cells:
        return {verb, small(realm.cell_of(number / wide)), small(realm.cell_of(number % wide))};
      case Words::cell_and_type:
        return {verb, small(realm.cell_of(number / types)), small(number % types)};
      default:
        return {verb};
    }
  }

  std::optional<Move> parse_words(Verb verb, const std::string_view* word, int many) const {
    const Words kind = words_of(verb);
    const int wanted = kind == Words::none ? 0 : kind == Words::castle_cell || kind == Words::realm_cell ? 1 : 2;
    if (many != wanted) return {};
    int a = 0, b = 0;
    switch (kind) {
      case Words::castle_cell:
        a = cell_named(castle, word[0]);
        break;
      case Words::realm_cell:
        a = cell_named(realm, word[0]);
        break;
      case Words::tile_and_cell:
        a = tile_named(word[0]);
        b = cell_named(realm, word[1]);
        break;
      case Words::spirit_and_payment:
        a = place_in(spirit_names, word[0]);
        b = word[1] == "shrine" ? with_a_shrine : cell_named(realm, word[1]);
        break;
      case Words::two_cells:
        a = cell_named(realm, word[0]);
        b = cell_named(realm, word[1]);
        break;
      case Words::cell_and_type: {
        a = cell_named(realm, word[0]);
        const size_t letter =
            word[1].size() == 1 ? std::string_view(type_letters).find(word[1][0]) : std::string_view::npos;
        b = letter == std::string_view::npos ? -1 : static_cast<int>(letter);
        break;
      }
      default:
        break;
    }
    if (a < 0 || b < 0) return {};
    return Move{verb, static_cast<uint8_t>(a), static_cast<uint8_t>(b)};
  }
};

}  // namespace dragon_castle
}  // namespace TENSHU_LEVEL
}  // namespace tenshu
