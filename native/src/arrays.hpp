// Positions as numpy arrays: what everybody can see, out and in again; ../README.md says what each array holds.
#pragma once

#include "documents.hpp"

namespace tenshu {
inline namespace TENSHU_LEVEL {

/// The arrays of some states on equal boards. Covered tiles are hidden from everyone and not among them.
template <class StateAt>
nb::dict arrays_of(size_t games, const State& sample, StateAt state_at) {
  const Board castle_board = sample.castle.board, realm_board = sample.setup.realm;
  const size_t seats = sample.setup.players;
  const size_t castle_cells = static_cast<size_t>(castle_board.cells()),
               realm_cells = static_cast<size_t>(realm_board.cells());
  const size_t castle_rows = castle_board.rows, realm_rows = realm_board.rows;
  auto [castle, castle_array] = new_array<int8_t>({games, 2, castle_rows, castle_board.columns});
  auto [realms, realm_array] = new_array<int8_t>({games, seats, 4, realm_rows, realm_board.columns});
  auto [seat_figures, seat_array] = new_array<int32_t>({games, seats, 3});
  auto [turn_figures, turn_array] = new_array<int32_t>({games, 6});
  auto [unseen, unseen_array] = new_array<int8_t>({games, symbols});
  for (size_t game = 0; game < games; ++game) {
    const State& state = state_at(game);
    int8_t* heights = castle + game * 2 * castle_cells;
    for (int i = 0; i < castle_board.cells(); ++i) {
      const int cell = castle_board.cell_of(i), height = state.castle.height(cell);
      heights[i] = static_cast<int8_t>(height);
      heights[castle_cells + static_cast<size_t>(i)] =
          height ? static_cast<int8_t>(state.castle.tiles[height - 1][cell]) : int8_t{-1};
      for (int level = 0; level + 1 < height; ++level)
        if (state.castle.tiles[level][cell] != unknown) ++unseen[game * symbols + state.castle.tiles[level][cell]];
    }
    for (size_t tile = 0; tile < symbols; ++tile)
      unseen[game * symbols + tile] = static_cast<int8_t>(unseen[game * symbols + tile] + state.castle.unseen[tile]);
    for (size_t seat = 0; seat < seats; ++seat) {
      const Seat& player = state.seats[seat];
      int8_t* planes = realms + (game * seats + seat) * 4 * realm_cells;
      for (int i = 0; i < realm_board.cells(); ++i) {
        const int cell = realm_board.cell_of(i);
        const bool there = has(player.realm.occupied, cell);
        int8_t* here = planes + i;
        here[0] = static_cast<int8_t>(player.realm.height[cell]);
        here[realm_cells] = there ? static_cast<int8_t>(player.realm.top(cell, state.links)) : int8_t{-1};
        here[2 * realm_cells] = has(player.realm.up, cell);
        here[3 * realm_cells] = has(player.realm.shrines, cell);
      }
      int32_t* figures = seat_figures + (game * seats + seat) * 3;
      figures[0] = player.vp;
      figures[1] = player.shrines;
      figures[2] = player.tokens;
    }
    const Turn& turn = state.turn;
    int32_t* figures = turn_figures + game * 6;
    figures[0] = turn.player;
    figures[1] = state.supply;
    figures[2] = state.countdown;
    figures[3] = turn.held > 0 ? turn.hand[0] : -1;
    figures[4] = turn.held > 1 ? turn.hand[1] : -1;
    figures[5] = turn.used;
  }
  nb::dict found;
  found["castle"] = castle_array;
  found["realms"] = realm_array;
  found["seats"] = seat_array;
  found["turn"] = turn_array;
  found["unseen"] = unseen_array;
  return found;
}

/// The arrays of one game as the document of a view. They do not tell the cards, who was first, what lies buried in the
/// realms and what is out of the game: the first three are asked for, buried tiles are any that fit, and nobody has
/// discarded any.
inline std::pair<nb::dict, std::pair<int, int>> document_from(const nb::dict& arrays, int game,
                                                              const std::vector<std::string>& spirits,
                                                              const std::vector<std::string>& dragons, int first) {
  const auto read = [&](const char* name, size_t dimensions) {
    return given_array<int32_t>(arrays, name, dimensions, "arrays");
  };
  const auto castle = read("castle", 4), realms = read("realms", 5), seats = read("seats", 3), turn = read("turn", 2),
             unseen = read("unseen", 2);
  const size_t games = castle.shape(0), players = realms.shape(1);
  if (castle.shape(1) != 2 || realms.shape(2) != 4 || seats.shape(1) != players || seats.shape(2) != 3 ||
      turn.shape(1) != 6 || unseen.shape(1) != symbols || realms.shape(0) != games || seats.shape(0) != games ||
      turn.shape(0) != games || unseen.shape(0) != games)
    refuse("arrays", "have shapes that do not fit together");
  if (castle.shape(2) > 99 || castle.shape(3) > 26 || realms.shape(3) > 99 || realms.shape(4) > 26 || players > 4)
    refuse("arrays", "are larger than any board");
  if (game < 0 || static_cast<size_t>(game) >= games) throw nb::index_error("there is no such game");
  const size_t number = static_cast<size_t>(game);
  int rest[symbols];  // of each symbol, not told by the arrays: buried, or out of the game
  std::fill(rest, rest + symbols, copies);
  const auto told = [&](int tile, const char* place) {
    if (tile < 0 || tile >= symbols) refuse(place, "has a number that is not a tile");
    --rest[tile];
    return std::string(name_of(static_cast<Tile>(tile)));
  };
  const auto lower = [](std::string name) {
    name[0] = static_cast<char>(name[0] - 'A' + 'a');
    return name;
  };

  nb::dict document;
  const Board castle_board{static_cast<uint8_t>(castle.shape(3)), static_cast<uint8_t>(castle.shape(2))};
  const Board realm_board{static_cast<uint8_t>(realms.shape(4)), static_cast<uint8_t>(realms.shape(3))};
  const size_t castle_cells = static_cast<size_t>(castle_board.cells()),
               realm_cells = static_cast<size_t>(realm_board.cells());
  nb::dict stacks;
  const int32_t* heights = castle.data() + number * 2 * castle_cells;
  for (size_t i = 0; i < castle_cells; ++i) {
    if (!heights[i]) continue;
    if (heights[i] < 0 || heights[i] > highest) refuse("arrays.castle", "has a height that is not from 0 to 3");
    nb::list stack;
    for (int level = 1; level < heights[i]; ++level) stack.append(text_of(unknown));
    stack.append(text_of(told(heights[castle_cells + i], "arrays.castle")));
    stacks[text_of(Notation::cell_name(castle_board, castle_board.cell_of(static_cast<int>(i))))] = stack;
  }
  nb::dict hidden;
  for (int tile = 0; tile < symbols; ++tile) {
    const int many = unseen.data()[number * symbols + static_cast<size_t>(tile)];
    if (many < 0 || many > copies) refuse("arrays.unseen", "has a number that is not from 0 to 4");
    rest[tile] -= many;
    if (many) hidden[text_of(static_cast<Tile>(tile))] = many;
  }
  const int32_t* planes = realms.data() + number * players * 4 * realm_cells;
  for (size_t i = 0; i < players * realm_cells; ++i) {
    const size_t place = i / realm_cells * 4 * realm_cells + i % realm_cells;
    if (planes[place]) told(planes[place + realm_cells], "arrays.realms");
  }
  int any = 0;
  const auto buried = [&] {
    while (any < symbols && rest[any] <= 0) ++any;
    if (any == symbols) refuse("arrays.realms", "there are not so many tiles");
    --rest[any];
    return lower(std::string(name_of(static_cast<Tile>(any))));
  };
  nb::list people;
  const int32_t* figures = seats.data() + number * players * 3;
  int tokens = 0;
  for (size_t seat = 0; seat < players; ++seat, planes += 4 * realm_cells, figures += 3) {
    nb::dict realm, player;
    for (size_t i = 0; i < realm_cells; ++i) {
      if (!planes[i]) continue;
      if (planes[i] < 0 || planes[i] > tiles_in_the_box) refuse("arrays.realms", "has a height that cannot be");
      nb::list stack;
      for (int level = 1; level < planes[i]; ++level) stack.append(text_of(buried()));
      const std::string top(name_of(static_cast<Tile>(planes[realm_cells + i])));
      stack.append(text_of(planes[2 * realm_cells + i] ? top : lower(top)));
      if (planes[3 * realm_cells + i]) stack.append(nb::str("*"));
      realm[text_of(Notation::cell_name(realm_board, realm_board.cell_of(static_cast<int>(i))))] = stack;
    }
    player["realm"] = realm;
    player["vp"] = figures[0];
    player["shrines"] = figures[1];
    player["tokens"] = figures[2];
    player["discarded"] = nb::list();
    people.append(player);
    tokens += figures[2];
  }
  const int32_t* now = turn.data() + number * 6;
  if (now[3] != -1 || now[4] != -1 || now[5]) refuse("arrays.turn", "must be the start of a turn");
  const auto list = [](const std::vector<std::string>& names) {
    nb::list found;
    for (const std::string& name : names) found.append(text_of(name));
    return found;
  };
  nb::list size;
  size.append(realm_board.columns);
  size.append(realm_board.rows);
  nb::dict turn_document;
  turn_document["player"] = now[0];
  document["game"] = "dragon-castle";
  document["version"] = 1;
  document["realm"] = size;
  document["solo"] = players == 1;
  document["spirits"] = list(spirits);
  document["dragons"] = list(dragons);
  document["castle"] = stacks;
  document["supply"] = now[1];
  document["countdown"] = now[2];
  document["first"] = first;
  document["players"] = people;
  document["turn"] = turn_document;
  if (players == 1) {
    nb::dict dragon;
    dragon["tiles"] = nb::list();
    dragon["tokens"] = tokens_in_the_box - now[2] - tokens;
    document["ingenuity"] = dragon;
  }
  if (hidden.size()) document["unseen"] = hidden;
  return {document, {castle_board.columns, castle_board.rows}};
}

}  // namespace TENSHU_LEVEL
}  // namespace tenshu
