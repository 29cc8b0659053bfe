// Positions as documents: reading and writing the JSON data that docs/formats.md describes.
//
// The Python rules judge positions; what is refused here is what this code could not play with safely.
#pragma once

#include "dragon_castle.hpp"
#include "reading.hpp"

namespace tenshu {
inline namespace TENSHU_LEVEL {

using namespace dragon_castle;

inline Tile tile_in(nb::handle value, const std::string& place) {
  const int tile = Notation::tile_named(text_in(value, place));
  if (tile < 0) refuse(place, "is not a tile such as M1");
  return static_cast<Tile>(tile);
}
inline int cell_in(nb::handle value, const std::string& place, const Board& board) {
  const int cell = Notation::cell_named(board, text_in(value, place));
  if (cell < 0) refuse(place, "is not a cell of this board");
  return cell;
}

class Reader {
 public:
  Reader(const nb::dict& document, std::pair<int, int> castle_size) : document_(document) {
    read_setup();
    read_castle(castle_size);
    read_players();
    read_turn();
    check_pieces();
    check_tokens();
    check_turn();
  }
  const State& state() const { return state_; }

 private:
  nb::dict document_;
  State state_;
  int found_[symbols] = {};  // of each symbol, in the whole document

  nb::handle get(const char* name) { return field(document_, name, ""); }

  void count_tile(Tile tile) {
    if (++found_[tile] > copies) refuse("position", std::string(name_of(tile)) + " is there more than 4 times");
  }

  void read_setup() {
    Setup& setup = state_.setup;
    demand(text_in(get("game"), "game") == "dragon-castle", "game", "must be dragon-castle");
    demand(whole_in(get("version"), "version", 1, 1) == 1, "version", "must be 1");
    const nb::list size = list_in(get("realm"), "realm", 2);
    demand(size.size() == 2, "realm", "must be [columns, rows]");
    const int columns = whole_in(size[0], "realm[0]", 2, 26), rows = whole_in(size[1], "realm[1]", 2, 99);
    demand(columns % 2 == 0 && rows % 2 == 0, "realm", "columns and rows must be even");
    if ((columns + 1) * rows > RealmBoard::most_bits)
      throw TooLarge("a realm of " + std::to_string(columns) + " columns and " + std::to_string(rows) +
                     " rows is too large for the native core: (columns + 1) * rows may be 64 at most");
    setup.realm = RealmBoard(columns, rows);
    setup.solo = nb::cast<bool>(get("solo"));
    setup.players = static_cast<uint8_t>(list_in(get("players"), "players", most_players).size());
    demand(setup.solo ? setup.players == 1 : setup.players >= 2, "players", "must be 2 to 4, or 1 in solo");
    setup.first = static_cast<uint8_t>(whole_in(get("first"), "first", 0, setup.players - 1));
    setup.last_countdown =
        static_cast<uint8_t>(tokens_in_the_box - (setup.solo ? countdown_players_in_solo : setup.players));
    for (const nb::handle name : list_in(get("spirits"), "spirits", spirits_in_the_box)) {
      const Spirit spirit = static_cast<Spirit>(name_in(name, "spirits", spirit_names));
      demand(!(setup.spirits & bit_of(spirit)), "spirits", "a card is there twice");
      setup.spirits |= bit_of(spirit);
      setup.spirit[setup.spirit_count++] = spirit;
    }
    for (const nb::handle name : list_in(get("dragons"), "dragons", dragons_in_the_box)) {
      const int card = name_in(name, "dragons", dragon_names);
      for (int i = 0; i < setup.dragon_count; ++i) demand(setup.dragon[i] != card, "dragons", "a card is there twice");
      setup.dragon[setup.dragon_count++] = static_cast<uint8_t>(card);
    }
    state_.supply = static_cast<uint8_t>(whole_in(get("supply"), "supply", 0, shrines_in_the_box));
    state_.countdown = static_cast<uint8_t>(whole_in(get("countdown"), "countdown", 0, tokens_in_the_box));
  }

  /// The board is the smallest that holds all stacks and the origin of the first tile, or the size that was asked for.
  void read_castle(std::pair<int, int> size) {
    const nb::dict stacks = dict_in(get("castle"), "castle");
    demand(stacks.size() <= tiles_in_the_box, "castle", "has more stacks than there are tiles");
    int columns = 1, rows = 1;
    const auto include = [&](nb::handle name) {
      const auto place = Notation::column_and_row(text_in(name, "castle"));
      if (!place) refuse("castle", "has a name that is not a cell such as c4");
      columns = std::max(columns, place->first + 1);
      rows = std::max(rows, place->second + 1);
    };
    for (const auto& [name, stack] : stacks) include(name);
    const nb::dict turn = dict_in(get("turn"), "turn");
    if (turn.contains("from")) {
      const nb::list from = list_in(turn["from"], "turn.from", 2);
      demand(from.size() == 2, "turn.from", "must be [cell, floor]");
      include(from[0]);
    }
    if (size.first) {
      if (size.first < columns || size.second < rows || size.first > 26 || size.second > 99)
        refuse("castle", "does not fit on the board asked for");
      columns = size.first;
      rows = size.second;
    }
    if ((columns + 1) * rows > CastleCells::bits)
      throw TooLarge("a castle of " + std::to_string(columns) + " columns and " + std::to_string(rows) +
                     " rows is too large for the native core: (columns + 1) * rows may be 256 at most");
    state_.castle.board = {static_cast<uint8_t>(columns), static_cast<uint8_t>(rows)};
    int hidden = 0;
    for (const auto& [name, stack] : stacks) hidden += read_castle_stack(name, stack);
    read_unseen(hidden);
    state_.castle.find_everything();
  }

  int read_castle_stack(nb::handle name, nb::handle value) {
    Castle& castle = state_.castle;
    const int cell = cell_in(name, "castle", castle.board);
    const nb::list stack = list_in(value, "castle", highest);
    demand(stack.size() > 0, "castle", "a stack has 1 to 3 tiles");
    int hidden = 0;
    for (size_t level = 0; level < stack.size(); ++level) {
      castle.floors[level].add(cell);
      if (text_in(stack[level], "castle") == "?") {
        demand(level + 1 < stack.size(), "castle", "the top tile of a stack is never hidden");
        castle.tiles[level][cell] = unknown;
        ++hidden;
        continue;
      }
      const Tile tile = tile_in(stack[level], "castle");
      count_tile(tile);
      castle.tiles[level][cell] = tile;
    }
    return hidden;
  }

  void read_unseen(int hidden) {
    Castle& castle = state_.castle;
    if (document_.contains("unseen"))
      for (const auto& [name, value] : dict_in(document_["unseen"], "unseen")) {
        const Tile tile = tile_in(name, "unseen");
        castle.unseen[tile] = static_cast<uint8_t>(whole_in(value, "unseen", 0, copies));
        castle.unseen_count = static_cast<uint8_t>(castle.unseen_count + castle.unseen[tile]);
        for (int i = 0; i < castle.unseen[tile]; ++i) count_tile(tile);
      }
    demand(castle.unseen_count == hidden, "unseen", "must count the tiles the castle hides");
  }

  void read_gone(nb::handle value, const std::string& place, int owner) {
    for (const nb::handle symbol : list_in(value, place, tiles_in_the_box)) {
      const Tile tile = tile_in(symbol, place);
      count_tile(tile);
      state_.remove_from_the_game(tile, owner);
    }
  }

  void read_players() {
    const nb::list players = nb::borrow<nb::list>(get("players"));
    for (int seat = 0; seat < state_.setup.players; ++seat) {
      const std::string place = "players[" + std::to_string(seat) + "]";
      const nb::dict player = dict_in(players[static_cast<size_t>(seat)], place);
      Seat& found = state_.seats[seat];
      const auto figure = [&](const char* name, int most) {
        return whole_in(field(player, name, place), place + "." + name, 0, most);
      };
      found.shrines = static_cast<uint8_t>(figure("shrines", shrines_in_the_box));
      found.vp = figure("vp", 1'000'000);
      found.tokens = static_cast<uint8_t>(figure("tokens", tokens_in_the_box));
      read_gone(field(player, "discarded", place), place + ".discarded", seat);
      for (const auto& [name, stack] : dict_in(field(player, "realm", place), place + ".realm"))
        read_realm_stack(found.realm, cell_in(name, place + ".realm", state_.setup.realm), stack, place + ".realm");
    }
    if (!state_.setup.solo) return;
    const nb::dict dragon = dict_in(get("ingenuity"), "ingenuity");
    read_gone(field(dragon, "tiles", "ingenuity"), "ingenuity.tiles", State::ingenuity);
    state_.dragon_tokens =
        static_cast<uint8_t>(whole_in(field(dragon, "tokens", "ingenuity"), "ingenuity.tokens", 0, tokens_in_the_box));
  }

  /// Bottom to top; lower case is face down, `*` on top a shrine.
  void read_realm_stack(Realm& realm, int cell, nb::handle value, const std::string& place) {
    const nb::list stack = list_in(value, place, tiles_in_the_box + 1);
    size_t many = stack.size();
    const bool shrine = many && text_in(stack[many - 1], place) == "*";
    if (shrine) --many;
    if (!many) refuse(place, "a stack has at least one tile");
    for (size_t i = 0; i < many; ++i) {
      std::string symbol = text_in(stack[i], place);
      const bool is_down = symbol.size() == 2 && symbol[0] >= 'a' && symbol[0] <= 'z';
      if (is_down) symbol[0] = static_cast<char>(symbol[0] - 'a' + 'A');
      const int tile = Notation::tile_named(symbol);
      if (tile < 0) refuse(place, "has a tile that is none such as M1 or, face down, m1");
      if (!is_down && (shrine || i + 1 < many)) refuse(place, "has a face-up tile under another piece");
      count_tile(static_cast<Tile>(tile));
      realm.put(cell, static_cast<Tile>(tile), state_.links);
      if (!is_down) realm.show(cell, static_cast<Tile>(tile));
    }
    if (shrine) realm.shrines |= bit(cell);
  }

  void read_turn() {
    const nb::dict document = dict_in(get("turn"), "turn");
    Turn& turn = state_.turn;
    const auto given = [&](const char* name) { return nb::handle(PyDict_GetItemString(document.ptr(), name)); };
    turn.player =
        static_cast<uint8_t>(whole_in(field(document, "player", "turn"), "turn.player", 0, state_.setup.players - 1));
    if (const auto value = given("phase")) turn.phase = static_cast<Phase>(name_in(value, "turn.phase", phase_names));
    if (const auto value = given("doing")) turn.doing = static_cast<Doing>(name_in(value, "turn.doing", doing_names));
    if (const auto value = given("settling")) turn.settling = nb::cast<bool>(value);
    if (const auto value = given("hand"))
      for (const nb::handle tile : list_in(value, "turn.hand", 2)) {
        turn.hand[turn.held++] = tile_in(tile, "turn.hand");
        count_tile(turn.hand[turn.held - 1]);
      }
    if (const auto value = given("picked"))
      for (const nb::handle tile : list_in(value, "turn.picked", 2))
        turn.picked[turn.picks++] = tile_in(tile, "turn.picked");
    if (const auto value = given("used"))
      for (const nb::handle name : list_in(value, "turn.used", spirits_in_the_box))
        turn.used |= bit_of(static_cast<Spirit>(name_in(name, "turn.used", spirit_names)));
    demand(!(turn.used & ~state_.setup.spirits), "turn.used", "names a spirit that is not in play");
    if (const auto value = given("elegance"))
      turn.elegance = static_cast<Elegance>(name_in(value, "turn.elegance", elegance_names));
    if (const auto value = given("pair")) turn.pair = static_cast<Second>(name_in(value, "turn.pair", second_names));
    if (const auto value = given("set"))
      for (const nb::handle name : list_in(value, "turn.set", 64))
        turn.set |= bit(cell_in(name, "turn.set", state_.setup.realm));
    if (const auto value = given("left")) turn.left = static_cast<uint8_t>(whole_in(value, "turn.left", 0, 2));
    if (const auto value = given("moved"))
      turn.moved = static_cast<uint8_t>(cell_in(value, "turn.moved", state_.setup.realm));
    if (const auto value = given("from")) {
      const nb::list from = nb::borrow<nb::list>(value);
      turn.from_cell = static_cast<uint8_t>(cell_in(from[0], "turn.from", state_.castle.board));
      turn.from_floor = static_cast<uint8_t>(whole_in(from[1], "turn.from", 1, highest));
    }
  }

  void check_pieces() {
    int shrines = state_.supply;
    for (const Seat& seat : state_.seats) shrines += seat.shrines + count(seat.realm.shrines);
    demand(shrines == shrines_in_the_box, "supply", "supply, pools and realms must hold 40 shrines");
  }

  void check_tokens() {
    const Setup& setup = state_.setup;
    const Turn& turn = state_.turn;
    int taken = state_.dragon_tokens;
    for (const Seat& seat : state_.seats) taken += seat.tokens;
    demand(state_.countdown + taken == tokens_in_the_box, "countdown", "the track and the players must hold 7 tokens");
    // One less than triggers the end before this round, and one for each who could have taken one in this round.
    const bool whole_round = turn.is_start() && turn.player == setup.first;
    const bool summoned = turn.phase == Phase::end && !turn.picks;
    const int turns =
        whole_round ? setup.players : (turn.player - setup.first + setup.players) % setup.players + summoned;
    int most = (setup.solo ? countdown_players_in_solo : setup.players) - 1;
    for (int i = 0; i < turns; ++i) most += state_.seats[(setup.first + i) % setup.players].tokens > 0;
    if (whole_round && setup.solo) most += state_.dragon_tokens > 0;
    demand(taken <= most, "countdown", "more tokens are gone than can be by this turn");
  }

  void check_turn() {
    const Turn& turn = state_.turn;
    const Seat& me = state_.me();
    const Realm& realm = me.realm;
    demand(turn.phase != Phase::action || (!turn.held && !turn.picks), "turn.phase",
           "before the action no tile is picked");
    demand(turn.phase != Phase::complete || turn.held == 1, "turn.hand", "must hold the tile picked");
    demand(turn.phase != Phase::place || turn.held || turn.settling, "turn.hand", "there is no tile left to place");
    demand(turn.phase != Phase::place || count(realm.open(state_.setup.realm) & ~turn.set) >= turn.held, "turn.hand",
           "has no room");
    demand(turn.phase != Phase::end || !turn.held, "turn.hand", "at the end of a turn all tiles are placed");
    demand((turn.phase == Phase::complete) == (turn.from_floor > 0), "turn.from",
           "is given while completing an action");
    demand(!turn.from_floor || state_.castle.height(turn.from_cell) < turn.from_floor, "turn.from",
           "the tile is still there");
    demand(turn.elegance == Elegance::off || turn.used & bit_of(Spirit::elegance), "turn.elegance",
           "is not among used");
    demand(turn.elegance != Elegance::must || turn.phase <= Phase::complete, "turn.elegance",
           "the pick follows at once");
    demand(turn.pair == Second::alike || turn.phase == Phase::complete, "turn.pair", "the second tile follows at once");
    demand((turn.doing == Doing::strength_again) == (turn.moved != Turn::no_cell), "turn.moved",
           "is given with strength");
    demand(turn.moved == Turn::no_cell || has(realm.up | realm.bare(), turn.moved), "turn.moved",
           "has no tile that moved");
    const bool building = turn.doing == Doing::build || turn.doing == Doing::faith;
    demand(building == (turn.set != 0) && (building || !turn.left), "turn.set", "is given exactly while building");
    demand(!(turn.set & ~realm.down()), "turn.set", "holds a cell without a face-down tile");
    demand(turn.doing != Doing::faith || me.shrines, "turn.doing", "faith builds a shrine of the pool, which is empty");
    demand((turn.doing != Doing::wind_flip && turn.doing != Doing::wind_carry) || realm.shrines, "turn.doing",
           "wind carries a shrine of the realm, which has none");
  }
};

// Writing.

inline nb::str text_of(std::string_view text) { return nb::str(text.data(), text.size()); }
inline nb::str text_of(Tile tile) { return text_of(tile == unknown ? "?" : name_of(tile)); }

inline nb::list tiles_written(const Tile* tiles, int many) {
  nb::list list;
  for (int i = 0; i < many; ++i) list.append(text_of(tiles[i]));
  return list;
}

inline nb::list gone_written(const State& state, int owner) {
  nb::list list;
  for (int i = 0; i < state.gone_count; ++i)
    if (state.gone[i] >> 5 == owner) list.append(text_of(static_cast<Tile>(state.gone[i] & 31)));
  return list;
}

inline nb::dict castle_written(const Castle& castle) {
  nb::dict stacks;
  castle.floors[0].each([&](int cell) {
    nb::list stack;
    for (int level = 0; level < castle.height(cell); ++level) stack.append(text_of(castle.tiles[level][cell]));
    stacks[text_of(Notation::cell_name(castle.board, cell))] = stack;
  });
  return stacks;
}

inline nb::dict realm_written(const Realm& realm, const Board& board, const Links& links) {
  nb::dict stacks;
  each(realm.occupied, [&](int cell) {
    Tile tiles[tiles_in_the_box];
    int many = 0;
    for (uint8_t link = realm.top_link[cell]; link != Links::end; link = links.link[link].below)
      tiles[many++] = links.link[link].tile;
    nb::list stack;
    while (many--) {
      std::string symbol(name_of(tiles[many]));
      if (many || !has(realm.up, cell)) symbol[0] = static_cast<char>(symbol[0] - 'A' + 'a');
      stack.append(text_of(symbol));
    }
    if (has(realm.shrines, cell)) stack.append(nb::str("*"));
    stacks[text_of(Notation::cell_name(board, cell))] = stack;
  });
  return stacks;
}

/// Only what differs from the start of a turn.
inline nb::dict turn_written(const State& state) {
  const Turn& turn = state.turn;
  nb::dict written;
  written["player"] = turn.player;
  if (turn.phase != Phase::action) written["phase"] = text_of(phase_names[static_cast<size_t>(turn.phase)]);
  if (turn.doing != Doing::nothing) written["doing"] = text_of(doing_names[static_cast<size_t>(turn.doing)]);
  if (turn.settling) written["settling"] = true;
  if (turn.held) written["hand"] = tiles_written(turn.hand, turn.held);
  if (turn.from_floor) {
    nb::list from;
    from.append(text_of(Notation::cell_name(state.castle.board, turn.from_cell)));
    from.append(turn.from_floor);
    written["from"] = from;
  }
  if (turn.picks) written["picked"] = tiles_written(turn.picked, turn.picks);
  if (turn.used) {
    nb::list used;
    each(turn.used, [&](int spirit) { used.append(text_of(spirit_names[static_cast<size_t>(spirit)])); });
    written["used"] = used;
  }
  if (turn.elegance != Elegance::off) written["elegance"] = text_of(elegance_names[static_cast<size_t>(turn.elegance)]);
  if (turn.pair != Second::alike) written["pair"] = text_of(second_names[static_cast<size_t>(turn.pair)]);
  if (turn.set) {
    nb::list set;
    each(turn.set, [&](int cell) { set.append(text_of(Notation::cell_name(state.setup.realm, cell))); });
    written["set"] = set;
  }
  if (turn.left) written["left"] = turn.left;
  if (turn.moved != Turn::no_cell) written["moved"] = text_of(Notation::cell_name(state.setup.realm, turn.moved));
  return written;
}

inline nb::dict document_of(const State& state) {
  const Setup& setup = state.setup;
  nb::dict document;
  document["game"] = "dragon-castle";
  document["version"] = 1;
  nb::list size;
  size.append(setup.realm.columns);
  size.append(setup.realm.rows);
  document["realm"] = size;
  document["solo"] = setup.solo;
  nb::list spirits, dragons, players;
  for (int i = 0; i < setup.spirit_count; ++i)
    spirits.append(text_of(spirit_names[static_cast<size_t>(setup.spirit[i])]));
  for (int i = 0; i < setup.dragon_count; ++i) dragons.append(text_of(dragon_names[setup.dragon[i]]));
  document["spirits"] = spirits;
  document["dragons"] = dragons;
  document["castle"] = castle_written(state.castle);
  document["supply"] = state.supply;
  document["countdown"] = state.countdown;
  document["first"] = setup.first;
  for (int seat = 0; seat < setup.players; ++seat) {
    const Seat& found = state.seats[seat];
    nb::dict player;
    player["realm"] = realm_written(found.realm, setup.realm, state.links);
    player["shrines"] = found.shrines;
    player["vp"] = found.vp;
    player["tokens"] = found.tokens;
    player["discarded"] = gone_written(state, seat);
    players.append(player);
  }
  document["players"] = players;
  document["turn"] = turn_written(state);
  if (setup.solo) {
    nb::dict dragon;
    dragon["tiles"] = gone_written(state, State::ingenuity);
    dragon["tokens"] = state.dragon_tokens;
    document["ingenuity"] = dragon;
  }
  if (state.castle.unseen_count) {
    nb::dict unseen;
    for (int tile = 0; tile < symbols; ++tile)
      if (state.castle.unseen[tile]) unseen[text_of(static_cast<Tile>(tile))] = state.castle.unseen[tile];
    document["unseen"] = unseen;
  }
  return document;
}

/// The scores document, as if the game ended now.
inline nb::dict scores_of(const State& state) {
  const Setup& setup = state.setup;
  nb::list sheets, ranking;
  Standing standings[most_players];
  for (int seat = 0; seat < setup.players; ++seat) {
    const Seat& player = state.seats[seat];
    nb::dict sheet, dragons;
    sheet["vp"] = player.vp;
    sheet["shrines"] = shrine_points(player.realm);
    sheet["countdown"] = points_for_a_token * player.tokens;
    for (int i = 0; i < setup.dragon_count; ++i)
      dragons[text_of(dragon_names[setup.dragon[i]])] = dragon_points(state, setup.dragon[i], seat);
    sheet["dragons"] = dragons;
    standings[seat] = standing(state, seat);
    sheet["total"] = standings[seat].total;
    sheets.append(sheet);
  }
  bool placed[most_players] = {};
  for (int left = setup.players; left;) {
    const Standing* best = nullptr;
    for (int seat = 0; seat < setup.players; ++seat)
      if (!placed[seat] && (!best || standings[seat] > *best)) best = &standings[seat];
    nb::list place;
    for (int seat = 0; seat < setup.players; ++seat)
      if (!placed[seat] && standings[seat] == *best) {
        place.append(seat);
        placed[seat] = true;
        --left;
      }
    ranking.append(place);
  }
  nb::dict scores;
  scores["players"] = sheets;
  scores["ranking"] = ranking;
  if (setup.solo) scores["rank"] = text_of(rank(state));
  return scores;
}

}  // namespace TENSHU_LEVEL
}  // namespace tenshu
