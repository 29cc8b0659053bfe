// The Python module: one game (`State`) and many games at once (`Batch`).
//
// Crossing the border between Python and C++ costs more than a move does: cross it per search, per playout or per
// batch.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <thread>
#include <vector>

#include "documents.hpp"

namespace tenshu {
inline namespace TENSHU_LEVEL {

template <class T>
using Array = nb::ndarray<nb::numpy, T>;

/// A new numpy array, which owns its memory.
template <class T>
std::pair<T*, Array<T>> new_array(std::initializer_list<size_t> shape) {
  size_t size = 1;
  for (const size_t side : shape) size *= side;
  T* data = new T[size]();
  const nb::capsule owner(data, [](void* memory) noexcept { delete[] static_cast<T*>(memory); });
  return {data, Array<T>(data, shape, owner)};
}

/// Runs `work(begin, end)` over so many items on so many threads.
template <class Work>
void in_parallel(int items, int threads, Work work) {
  std::vector<std::thread> helpers;
  const auto border = [&](int part) { return static_cast<int>(static_cast<int64_t>(items) * part / threads); };
  for (int part = 1; part < threads; ++part) helpers.emplace_back([&, part] { work(border(part), border(part + 1)); });
  work(0, border(1));
  for (std::thread& helper : helpers) helper.join();
}

inline int checked_threads(int threads) {
  if (threads < 1 || threads > 256) throw nb::value_error("threads: must be from 1 to 256");
  return threads;
}

/// A state at rest with its decision.
class Position {
 public:
  explicit Position(const State& state) : state_(state) {
    if (!ask(state_, decision_) || decision_.is_none() || (!decision_.count && !state_.is_over()))
      throw nb::value_error("turn: leaves nothing to decide");
    notation_ = state_.notation();
  }

  const State& state() const { return state_; }
  const Decision& decision() const { return decision_; }
  const Notation& notation() const { return notation_; }

  void play(const Move& move) {
    if (!decision_.allows(move)) throw nb::value_error(("'" + notation_.text(move) + "' is not legal now").c_str());
    if (!state_.castle.unseen_count) {
      dragon_castle::play(state_, move, decision_);
      return;
    }
    // A view: a move that would uncover a `?` is refused, and this position stays as it was.
    State after = state_;
    Decision next;
    dragon_castle::play(after, move, next);
    if (after.met_the_unknown)
      throw nb::value_error(("'" + notation_.text(move) + "' uncovers a tile nobody knows; determinize first").c_str());
    state_ = after;
    decision_ = next;
  }
  void play_text(const std::string& text) {
    const auto move = notation_.parse(text);
    if (!move) throw nb::value_error(("'" + text + "' is no move on these boards").c_str());
    play(*move);
  }
  void play_number(int number) {
    const auto move = notation_.move(number);
    if (!move) throw nb::value_error((std::to_string(number) + " is not the number of a move").c_str());
    play(*move);
  }

  void determinize(uint64_t seed) {
    Chance chance(seed);
    dragon_castle::determinize(state_, chance);
  }

  void demand_known() const {
    if (state_.castle.unseen_count) throw nb::value_error("the position is a view; determinize it first");
  }

 private:
  State state_;
  Decision decision_;
  Notation notation_;
};

inline Position load(const nb::dict& document, std::optional<std::pair<int, int>> castle) {
  if (castle && (castle->first < 1 || castle->second < 1)) throw nb::value_error("castle: must be columns and rows");
  return Position(Reader(document, castle.value_or(std::pair{0, 0})).state());
}

inline nb::list legal_moves(const Position& position) {
  nb::list moves;
  position.decision().each_move([&](const Move& move) { moves.append(text_of(position.notation().text(move))); });
  return moves;
}

inline nb::list legal_actions(const Position& position) {
  nb::list numbers;
  position.decision().each_move([&](const Move& move) { numbers.append(position.notation().number(move)); });
  return numbers;
}

/// Plays one game to its end; writes the totals and gives the number of decisions.
inline int playout(const Position& start, Chance chance, bool redraw, int32_t* totals) {
  State state = start.state();
  Decision decision = start.decision();
  if (redraw) determinize(state, chance);
  const int decisions = play_at_random(state, decision, chance);
  for (int seat = 0; seat < state.setup.players; ++seat) totals[seat] = total(state, seat);
  return decisions;
}

inline nb::tuple one_playout(const Position& position, uint64_t seed, bool redraw) {
  if (!redraw) position.demand_known();
  int32_t totals[most_players];
  const int decisions = playout(position, Chance(seed, 0), redraw, totals);
  nb::list list;
  for (int seat = 0; seat < position.state().setup.players; ++seat) list.append(totals[seat]);
  return nb::make_tuple(list, decisions);
}

inline nb::tuple many_playouts(Position position, int games, uint64_t seed, bool redraw, int threads) {
  if (!redraw) position.demand_known();
  if (games < 0) throw nb::value_error("games: must not be negative");
  const size_t seats = position.state().setup.players;
  auto [totals, array] = new_array<int32_t>({static_cast<size_t>(games), seats});
  std::vector<int64_t> decisions(static_cast<size_t>(checked_threads(threads)));
  {
    const nb::gil_scoped_release released;
    std::atomic<size_t> part{0};
    in_parallel(games, threads, [&, totals = totals](int begin, int end) {
      int64_t mine = 0;
      for (int game = begin; game < end; ++game)
        mine += playout(position, Chance(seed, static_cast<uint64_t>(game)), redraw,
                        totals + static_cast<size_t>(game) * seats);
      decisions[part++] = mine;
    });
  }
  int64_t all = 0;
  for (const int64_t mine : decisions) all += mine;
  return nb::make_tuple(array, all);
}

/// Many games from one start, side by side; a game that ends begins anew by itself.
class Batch {
 public:
  enum class Deal { anew, covered, same };

  Batch(int games, const Position& start, uint64_t seed, const std::string& deal, int threads)
      : start_(start), threads_(checked_threads(threads)) {
    if (games < 1) throw nb::value_error("games: must be at least 1");
    if (deal == "new") {
      deal_ = Deal::anew;
    } else if (deal == "covered") {
      deal_ = Deal::covered;
    } else if (deal == "same") {
      deal_ = Deal::same;
    } else {
      throw nb::value_error("deal: must be 'new', 'covered' or 'same'");
    }
    if (deal_ != Deal::covered) start.demand_known();
    if (start.state().is_over()) throw nb::value_error("document: the game is over");
    // In mid-turn other tiles on top could leave nothing to decide.
    if (deal_ == Deal::anew && !start.state().turn.is_start())
      throw nb::value_error("deal: 'new' needs a position at the start of a turn");
    games_.resize(static_cast<size_t>(games));
    reset(seed);
  }

  int games() const { return static_cast<int>(games_.size()); }
  size_t seats() const { return start_.state().setup.players; }
  size_t actions() const { return static_cast<size_t>(start_.notation().size()); }

  void reset(uint64_t seed) {
    for_games([&](int begin, int end) {
      for (int i = begin; i < end; ++i) {
        games_[static_cast<size_t>(i)].chance = Chance(seed, static_cast<uint64_t>(i));
        begin_anew(games_[static_cast<size_t>(i)]);
      }
    });
  }

  /// Plays one numbered move in each game. An illegal one is refused before any game has moved.
  nb::tuple step(const nb::ndarray<const int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>& actions) {
    if (actions.shape(0) != games_.size()) throw nb::value_error("actions: must be one number for each game");
    auto [rewards, reward_array] = new_array<float>({games_.size(), seats()});
    auto [totals, total_array] = new_array<int32_t>({games_.size(), seats()});
    auto [done, done_array] = new_array<bool>({games_.size()});
    const int32_t* numbers = actions.data();
    std::vector<Move> moves(games_.size());
    for (size_t i = 0; i < games_.size(); ++i) {
      const auto move = start_.notation().move(numbers[i]);
      if (!move || !games_[i].decision.allows(*move))
        throw nb::value_error(
            ("actions[" + std::to_string(i) + "]: " + std::to_string(numbers[i]) + " is not legal").c_str());
      moves[i] = *move;
    }
    for_games([&, rewards = rewards, totals = totals, done = done](int begin, int end) {
      for (size_t i = static_cast<size_t>(begin); i < static_cast<size_t>(end); ++i) {
        Game& game = games_[i];
        play(game.state, moves[i], game.decision);
        if (game.decision.count) continue;
        done[i] = true;
        score(game.state, totals + i * seats(), rewards + i * seats());
        begin_anew(game);
      }
    });
    return nb::make_tuple(reward_array, done_array, total_array);
  }

  Array<bool> legal_mask() {
    auto [mask, array] = new_array<bool>({games_.size(), actions()});
    each_legal([&, mask = mask](size_t game, size_t number) { mask[game * actions() + number] = true; });
    return array;
  }
  /// One bit a move, the lowest bit of a byte first.
  Array<uint8_t> packed_legal_mask() {
    const size_t wide = (actions() + 7) / 8;
    auto [mask, array] = new_array<uint8_t>({games_.size(), wide});
    each_legal([&, mask = mask](size_t game, size_t number) {
      mask[game * wide + number / 8] |= static_cast<uint8_t>(1 << number % 8);
    });
    return array;
  }

  Array<int32_t> random_actions() {
    auto [numbers, array] = new_array<int32_t>({games_.size()});
    for_games([&, numbers = numbers](int begin, int end) {
      for (size_t i = static_cast<size_t>(begin); i < static_cast<size_t>(end); ++i) {
        Game& game = games_[i];
        const uint32_t many = static_cast<uint32_t>(game.decision.count);
        numbers[i] = start_.notation().number(game.decision.nth(static_cast<int>(game.chance.below(many))));
      }
    });
    return array;
  }

  Array<int8_t> to_move() {
    auto [players, array] = new_array<int8_t>({games_.size()});
    for (size_t i = 0; i < games_.size(); ++i) players[i] = static_cast<int8_t>(games_[i].state.turn.player);
    return array;
  }

  Position state(int game) const {
    if (game < 0 || game >= games()) throw nb::index_error("there is no such game");
    return Position(games_[static_cast<size_t>(game)].state);
  }

  /// What everybody can see, as plain arrays; docs: ../README.md.
  nb::dict arrays() const;

 private:
  struct Game {
    State state;
    Decision decision;
    Chance chance{0};
  };

  Position start_;
  int threads_;
  Deal deal_ = Deal::anew;
  std::vector<Game> games_;

  template <class Work>
  void for_games(Work work) {
    const nb::gil_scoped_release released;
    in_parallel(games(), threads_, work);
  }
  template <class Visit>
  void each_legal(Visit visit) {
    for_games([&](int begin, int end) {
      for (size_t i = static_cast<size_t>(begin); i < static_cast<size_t>(end); ++i)
        games_[i].decision.each_move(
            [&](const Move& move) { visit(i, static_cast<size_t>(start_.notation().number(move))); });
    });
  }

  void begin_anew(Game& game) {
    game.state = start_.state();
    if (deal_ == Deal::anew) game.state.castle.deal_anew(game.chance);
    if (deal_ == Deal::covered) determinize(game.state, game.chance);
    ask(game.state, game.decision);
  }

  /// The reward of a place: 1 for the first, -1 for the last, evenly between; seats that share places share the reward.
  /// In solo it is the total.
  static void score(const State& state, int32_t* totals, float* rewards) {
    const int seats = state.setup.players;
    Standing standings[most_players];
    for (int seat = 0; seat < seats; ++seat) {
      standings[seat] = standing(state, seat);
      totals[seat] = standings[seat].total;
    }
    for (int seat = 0; seat < seats; ++seat) {
      int better = 0, worse = 0;
      for (int other = 0; other < seats; ++other) {
        better += standings[other] > standings[seat];
        worse += standings[other] < standings[seat];
      }
      rewards[seat] = seats == 1 ? static_cast<float>(totals[0])
                                 : static_cast<float>(worse - better) / static_cast<float>(seats - 1);
    }
  }
};

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

nb::dict Batch::arrays() const {
  return arrays_of(games_.size(), start_.state(), [&](size_t game) -> const State& { return games_[game].state; });
}

inline nb::object to_move(const Position& position) {
  return position.state().is_over() ? nb::none() : nb::object(nb::int_(position.state().turn.player));
}

/// Whether this processor can run the module that is built for x86-64-v3.
inline bool runs_x86_64_v3() {
#if defined(__x86_64__) && defined(__GNUC__)
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
         __builtin_cpu_supports("fma") && __builtin_cpu_supports("popcnt");
#else
  return false;
#endif
}

}  // namespace TENSHU_LEVEL
}  // namespace tenshu

NB_MODULE(TENSHU_MODULE, module) {
  using namespace tenshu;
  using namespace nb::literals;

  module.attr("STATE_BYTES") = sizeof(State);
  module.def("runs_x86_64_v3", &runs_x86_64_v3);
  nb::exception<TooLarge>(module, "TooLarge", PyExc_ValueError);

  nb::class_<Position>(module, "State")
      .def(
          "__init__",
          [](Position* self, const nb::dict& document, std::optional<std::pair<int, int>> castle) {
            new (self) Position(load(document, castle));
          },
          "document"_a, "castle"_a = nb::none())
      .def("to_json", [](const Position& self) { return document_of(self.state()); })
      .def("legal_moves", &legal_moves)
      .def("legal_actions", &legal_actions)
      .def("play", &Position::play_text, "move"_a)
      .def("apply", &Position::play_number, "action"_a)
      .def("copy", [](const Position& self) { return Position(self); })
      .def("__copy__", [](const Position& self) { return Position(self); })
      .def(
          "__deepcopy__", [](const Position& self, nb::handle) { return Position(self); }, "memo"_a)
      .def("__reduce__",
           [](nb::handle self) {
             const Position& position = nb::cast<const Position&>(self);
             const Board& board = position.state().castle.board;
             return nb::make_tuple(
                 self.type(), nb::make_tuple(document_of(position.state()), nb::make_tuple(board.columns, board.rows)));
           })
      .def_prop_ro("is_over", [](const Position& self) { return self.state().is_over(); })
      .def_prop_ro("to_move", &to_move)
      .def_prop_ro("seats", [](const Position& self) { return self.state().setup.players; })
      .def_prop_ro("castle_size",
                   [](const Position& self) {
                     return std::pair<int, int>(self.state().castle.board.columns, self.state().castle.board.rows);
                   })
      .def("scores", [](const Position& self) { return scores_of(self.state()); })
      .def("totals",
           [](const Position& self) {
             std::vector<int> totals;
             for (int seat = 0; seat < self.state().setup.players; ++seat) totals.push_back(total(self.state(), seat));
             return totals;
           })
      .def("determinize", &Position::determinize, "seed"_a)
      .def("playout", &one_playout, "seed"_a, "determinize"_a = false)
      .def("playouts", &many_playouts, "games"_a, "seed"_a, "determinize"_a = false, "threads"_a = 1)
      .def("arrays",
           [](const Position& self) {
             return arrays_of(1, self.state(), [&](size_t) -> const State& { return self.state(); });
           })
      .def_prop_ro("action_count", [](const Position& self) { return self.notation().size(); })
      .def(
          "action_of",
          [](const Position& self, const std::string& text) {
            const auto move = self.notation().parse(text);
            if (!move) throw nb::value_error(("'" + text + "' is no move on these boards").c_str());
            return self.notation().number(*move);
          },
          "move"_a)
      .def(
          "move_of",
          [](const Position& self, int number) {
            const auto move = self.notation().move(number);
            if (!move) throw nb::value_error((std::to_string(number) + " is not the number of a move").c_str());
            return self.notation().text(*move);
          },
          "action"_a);

  nb::class_<Batch>(module, "Batch")
      .def(
          "__init__",
          [](Batch* self, int games, const nb::dict& document, uint64_t seed, const std::string& deal,
             std::optional<std::pair<int, int>> castle,
             int threads) { new (self) Batch(games, load(document, castle), seed, deal, threads); },
          "games"_a, "document"_a, "seed"_a = 0, "deal"_a = "new", "castle"_a = nb::none(), "threads"_a = 1)
      .def("__len__", &Batch::games)
      .def_prop_ro("seats", &Batch::seats)
      .def_prop_ro("action_count", &Batch::actions)
      .def("reset", &Batch::reset, "seed"_a)
      .def("step", &Batch::step, "actions"_a)
      .def("legal_mask", &Batch::legal_mask)
      .def("packed_legal_mask", &Batch::packed_legal_mask)
      .def("random_actions", &Batch::random_actions)
      .def("to_move", &Batch::to_move)
      .def("arrays", &Batch::arrays)
      .def("state", &Batch::state, "game"_a);
}
