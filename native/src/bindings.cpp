// The Python module: one game (`State`) and many games at once (`Batch`).
//
// Crossing the border between Python and C++ costs more than a move does: cross it per search, per playout or per
// batch.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <cmath>
#include <thread>
#include <vector>

#include "arrays.hpp"
#include "documents.hpp"
#include "dragon_castle/encoding.hpp"
#include "dragon_castle/lessons.hpp"
#include "dragon_castle/thinking.hpp"
#include "search.hpp"
#include "vector.hpp"

namespace tenshu {
inline namespace TENSHU_LEVEL {

using DragonTree = Tree<Thinking>;
using DragonSearch = Search<Thinking>;

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
};

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

inline Network network_of(const nb::dict& source) {
  return read_network(source, [](int inputs) {
    if (inputs != base_features && inputs != all_features)
      refuse("network.linear", "must have " + std::to_string(base_features) + " numbers, or with cards " +
                                   std::to_string(all_features));
  });
}

inline nb::list features(const Position& position, int seat) {
  position.demand_known();
  if (seat < 0 || seat >= position.state().setup.players) throw nb::index_error("there is no such seat");
  const Offer offer(position.state());
  Describer describer(position.state(), offer);
  float x[all_features];
  describer.describe(seat, x);
  nb::list found;
  for (int i = 0; i < describer.features(); ++i) found.append(x[i]);
  return found;
}

/// The position is a copy: nobody can play on with it while the search thinks.
inline nb::tuple think(DragonSearch& search, const Position seen, int64_t simulations, double seconds, int threads,
                       uint64_t seed) {
  if (simulations < 0 || !(seconds >= 0) || (!simulations && (seconds <= 0 || std::isinf(seconds))))
    throw nb::value_error("a search needs a number of simulations or seconds");
  if (seen.state().is_over()) throw nb::value_error("the game is over");
  DragonSearch::Answer answer;
  {
    const nb::gil_scoped_release released;
    const DragonSearch::Bounds bounds{simulations, seconds, checked_threads(threads)};
    answer = search.think(seen.state(), bounds, seed, [](int parts, auto work) {
      in_parallel(parts, parts, [&](int begin, int end) {
        for (int part = begin; part < end; ++part) work(part);
      });
    });
  }
  nb::list candidates;
  for (const DragonSearch::Candidate& found : answer.candidates)
    candidates.append(nb::make_tuple(text_of(seen.notation().text(found.move)), found.visits, found.figures[0],
                                     found.figures[1], found.figures[2]));
  return nb::make_tuple(candidates, answer.simulations, answer.seconds);
}

/// A player inside C++, for matches without crossing the border: searches, or with no simulations takes the best of
/// `samples` turns.
struct Mind {
  Network network;
  Style style;
  int simulations = 0;
};

inline int64_t play_match_game(State state, const std::vector<const Mind*>& minds, Chance chance, int32_t* totals,
                               float* shares) {
  Decision decision;
  ask(state, decision);
  Guide guide(chance);
  std::vector<DragonTree> trees;
  int64_t decisions = 0;
  for (int seat = 0; seat < state.setup.players; ++seat)
    trees.emplace_back(state, minds[static_cast<size_t>(seat)]->network, minds[static_cast<size_t>(seat)]->style);
  while (decision.count) {
    const size_t seat = state.turn.player;
    const Mind& mind = *minds[seat];
    if (!mind.simulations) {
      finish_turn_well(state, decision, guide, mind.network, mind.style.samples);
      continue;
    }
    ++decisions;
    if (decision.count == 1) {
      play(state, decision.nth(0), decision);
      continue;
    }
    DragonTree& tree = trees[seat];
    if (state.turn.is_start() || !tree.follow(state)) tree.reset(state);
    for (int i = 0; i < mind.simulations; ++i) tree.simulate(chance);
    const DragonTree::Edge* best = nullptr;
    for (const DragonTree::Edge& edge : tree.edges())
      if (decision.allows(edge.move) && (!best || edge.visits > best->visits)) best = &edge;
    play(state, best->move, decision);
  }
  Standing standings[most_players], top{-1000, 0, 0};
  int winners = 0;
  for (int seat = 0; seat < state.setup.players; ++seat) {
    standings[seat] = standing(state, seat);
    totals[seat] = standings[seat].total;
    if (standings[seat] > top) top = standings[seat], winners = 0;
    winners += standings[seat] == top;
  }
  for (int seat = 0; seat < state.setup.players; ++seat)
    shares[seat] = standings[seat] == top ? 1.0f / static_cast<float>(winners) : 0.0f;
  return decisions;
}

/// All tiles are dealt anew, and in mid-turn other tiles on top could leave nothing to decide.
inline void demand_start(const Position& start) {
  start.demand_known();
  if (!start.state().turn.is_start()) refuse("starts", "must be positions at the start of a turn");
}

/// Many games: deal `d` of `starts[d % n]` is played once for each rotation of the minds.
inline nb::tuple match(const std::vector<Position>& starts, const nb::list& players, int deals, uint64_t seed,
                       int threads) {
  std::vector<Mind> minds;
  for (const nb::handle& player : players) {
    const std::string place = "players[" + std::to_string(minds.size()) + "]";
    const nb::dict settings = dict_in(player, place);
    const auto part = [&](const char* name) { return dict_in(field(settings, name, place), place + "." + name); };
    minds.push_back({network_of(part("network")), style_of(part("style")),
                     whole_in(field(settings, "simulations", place), place + ".simulations", 0, 1'000'000'000)});
  }
  const size_t seats = minds.size();
  if (starts.empty() || deals < 0) refuse("match", "needs starts, and deals that are not negative");
  for (const Position& start : starts) {
    demand_start(start);
    if (start.state().setup.players != seats) refuse("players", "must be one for each seat");
  }
  const size_t games = static_cast<size_t>(deals) * seats;
  auto [totals, total_array] = new_array<int32_t>({games, seats});
  auto [shares, share_array] = new_array<float>({games, seats});
  {
    const nb::gil_scoped_release released;
    std::atomic<size_t> next{0};
    in_parallel(checked_threads(threads), threads, [&, totals = totals, shares = shares](int, int) {
      for (size_t game; (game = next++) < games;) {
        const size_t deal = game / seats, shift = game % seats;
        State state = starts[deal % starts.size()].state();
        Chance chance(seed, deal);
        state.castle.deal_anew(chance);
        std::vector<const Mind*> order;
        for (size_t seat = 0; seat < seats; ++seat) order.push_back(&minds[(seat + shift) % seats]);
        int32_t points[most_players];
        float won[most_players];
        play_match_game(state, order, Chance(seed + 1, game), points, won);
        for (size_t seat = 0; seat < seats; ++seat) {
          totals[game * seats + (seat + shift) % seats] = points[seat];
          shares[game * seats + (seat + shift) % seats] = won[seat];
        }
      }
    });
  }
  return nb::make_tuple(total_array, share_array);
}

/// Where the rows of a game stand.
struct Part {
  const Lessons* from;
  size_t begin, end;
};

inline nb::dict lessons(const std::vector<Position>& starts, const nb::dict& network_source, int games, int fewest,
                        int most, int carelessness, int kept, uint64_t seed, int threads) {
  const Network network = network_of(network_source);
  for (const Position& start : starts) {
    demand_start(start);
    const bool cards = start.state().setup.spirit_count || start.state().setup.dragon_count;
    if (network.inputs != (cards ? all_features : base_features))
      refuse("network", "must know cards where cards are in play, and only there");
  }
  if (starts.empty() || games < 0 || games > Lessons::most_games || fewest < 1 || most < fewest || carelessness < 0 ||
      carelessness > 255 || kept < 0 || kept > 255)
    refuse("lessons", "a number is out of bounds");
  std::vector<Lessons> found(static_cast<size_t>(checked_threads(threads)));
  std::vector<Part> parts(static_cast<size_t>(games));  // in the order of games, whoever played them
  {
    const nb::gil_scoped_release released;
    std::atomic<int> next{0};
    std::atomic<size_t> part{0};
    in_parallel(threads, threads, [&](int, int) {
      Lessons& mine = found[part++];
      for (int game; (game = next++) < games;) {
        Chance chance(seed, static_cast<uint64_t>(game));
        State state = starts[static_cast<size_t>(game) % starts.size()].state();
        const size_t begin = mine.to_come.size();
        state.castle.deal_anew(chance);
        const double step = static_cast<double>(chance.below(1000)) / 999.0;
        const int samples = static_cast<int>(std::lround(fewest * std::pow(static_cast<double>(most) / fewest, step)));
        learn_from_a_game(state, network, chance, samples, static_cast<uint8_t>(carelessness),
                          static_cast<uint8_t>(kept), game, mine);
        parts[static_cast<size_t>(game)] = {&mine, begin, mine.to_come.size()};
      }
    });
  }
  size_t rows = 0;
  for (const Lessons& mine : found) rows += mine.to_come.size();
  const size_t width = static_cast<size_t>(network.inputs);
  auto [x, x_array] = new_array<float>({rows, width});
  auto [y, y_array] = new_array<float>({rows});
  auto [rounds, rounds_array] = new_array<float>({rows});
  auto [position, position_array] = new_array<int32_t>({rows});
  for (const auto& [from, begin, end] : parts) {
    const auto copy = [begin = begin, end = end](const auto& source, size_t wide, auto*& target) {
      target = std::copy(source.data() + begin * wide, source.data() + end * wide, target);
    };
    copy(from->features, width, x);
    copy(from->to_come, 1, y);
    copy(from->rounds, 1, rounds);
    copy(from->position, 1, position);
  }
  nb::dict answer;
  answer["features"] = x_array;
  answer["to_come"] = y_array;
  answer["rounds"] = rounds_array;
  answer["position"] = position_array;
  return answer;
}

void bind_white_castle(nb::module_ module);  // white_castle.cpp

}  // namespace TENSHU_LEVEL
}  // namespace tenshu

NB_MODULE(TENSHU_MODULE, module) {
  using namespace tenshu;
  using namespace nb::literals;

  module.attr("STATE_BYTES") = sizeof(State);
  module.def("runs_x86_64_v3", &runs_x86_64_v3);
  bind_white_castle(module.def_submodule("white_castle", "The White Castle."));
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
      .def("features", &features, "seat"_a)
      .def(
          "estimate",
          [](const Position& self, const nb::dict& network, int seat) {
            if (seat < 0 || seat >= self.state().setup.players) throw nb::index_error("there is no such seat");
            self.demand_known();
            return expectation(self.state(), network_of(network)).points[seat];
          },
          "network"_a, "seat"_a)
      .def("totals",
           [](const Position& self) {
             std::vector<int> totals;
             for (int seat = 0; seat < self.state().setup.players; ++seat) totals.push_back(total(self.state(), seat));
             return totals;
           })
      .def("determinize", &Position::determinize, "seed"_a)
      .def("playout", &one_playout, "seed"_a, "determinize"_a = false)
      .def("playouts", &many_playouts, "games"_a, "seed"_a, "determinize"_a = false, "threads"_a = 1)
      .def_static(
          "from_arrays",
          [](const nb::dict& arrays, int game, const std::vector<std::string>& spirits,
             const std::vector<std::string>& dragons, int first) {
            const auto [document, size] = document_from(arrays, game, spirits, dragons, first);
            return load(document, size);
          },
          "arrays"_a, "game"_a = 0, "spirits"_a = nb::list(), "dragons"_a = nb::list(), "first"_a = 0)
      .def("arrays",
           [](const Position& self) {
             return arrays_of(1, self.state(), [&](size_t) -> const State& { return self.state(); });
           })
      .def(
          "observation", [](const Position& self, int seat) { return observed<Study>(self.state(), seat); }, "seat"_a)
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

  module.attr("BASE_FEATURES") = base_features;
  module.attr("ALL_FEATURES") = all_features;
  nb::class_<DragonSearch>(module, "Search")
      .def(
          "__init__",
          [](DragonSearch* self, const nb::dict& network, const nb::dict& style) {
            new (self) DragonSearch(network_of(network), style_of(style));
          },
          "network"_a, "style"_a = nb::dict())
      .def("think", &think, "seen"_a, "simulations"_a = 0, "seconds"_a = 0.0, "threads"_a = 1, "seed"_a = 0);
  module.def("match", &match, "starts"_a, "players"_a, "deals"_a, "seed"_a, "threads"_a = 1);
  module.def("lessons", &lessons, "starts"_a, "network"_a, "games"_a, "fewest"_a, "most"_a, "carelessness"_a, "kept"_a,
             "seed"_a, "threads"_a = 1);

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

  bind_vector<Study>(module, [](const nb::dict& document) {
    const Board board = dragon_castle::Encoding::castle;
    return load(document, std::pair<int, int>{board.columns, board.rows});
  });
}
