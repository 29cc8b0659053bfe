// The Python module's part for The White Castle: one game, many games at once, search, and games to learn from.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <atomic>

#include "vector.hpp"
#include "white_castle/documents.hpp"
#include "white_castle/encoding.hpp"
#include "white_castle/thinking.hpp"

namespace tenshu {
inline namespace TENSHU_LEVEL {
namespace white_castle {

using CastleTree = Tree<Thinking>;
using CastleSearch = Search<Thinking>;

/// A state at rest with its decision.
class Position {
 public:
  explicit Position(const State& state) : state_(state) {
    ask(state_, decision_);
    if (!decision_.count && !state_.is_over()) throw nb::value_error("turn: leaves nothing to decide");
  }

  const State& state() const { return state_; }
  const Decision& decision() const { return decision_; }

  void play(const std::string& text) {
    for (int i = 0; i < decision_.count; ++i)
      if (decision_.list[i].text() == text) return play(decision_.list[i]);
    throw nb::value_error(("'" + text + "' is not legal now").c_str());
  }
  void apply(int number) {
    for (int i = 0; i < decision_.count; ++i)
      if (number_of(decision_.list[i]) == number) return play(decision_.list[i]);
    throw nb::value_error((std::to_string(number) + " is not legal now").c_str());
  }
  void determinize(uint64_t seed) {
    Chance chance(seed);
    white_castle::determinize(state_, chance);
  }
  void demand_known() const {
    if (state_.veiled) throw nb::value_error("the position is a view; determinize it first");
  }

 private:
  State state_;
  Decision decision_;

  void play(const Move move) {
    State after = state_;
    Decision next;
    white_castle::play(after, move, next);
    if (after.met_the_unknown)
      throw nb::value_error(("'" + move.text() + "' turns over something nobody knows; determinize first").c_str());
    if (after.overflow) throw TooLarge("the stack of this position is too deep for the native core");
    state_ = after;
    decision_ = next;
  }
};

inline nb::list legal_moves(const Position& position) {
  nb::list moves;
  position.decision().each_move([&](const Move& move) { moves.append(text_of(move.text())); });
  return moves;
}

inline std::vector<int> legal_actions(const Position& position) {
  std::vector<int> found;
  position.decision().each_move([&](const Move& move) { found.push_back(number_of(move)); });
  return found;
}

inline std::vector<int> totals(const Position& position) {
  std::vector<int> found;
  for (int seat = 0; seat < position.state().players; ++seat) found.push_back(total(position.state(), seat));
  return found;
}

inline nb::tuple many_playouts(const Position& position, int games, uint64_t seed, bool redraw, int threads) {
  if (!redraw) position.demand_known();
  if (games < 0) throw nb::value_error("games: must not be negative");
  const size_t seats = position.state().players;
  auto [totals_, array] = new_array<int32_t>({static_cast<size_t>(games), seats});
  std::atomic<int64_t> decisions{0};
  {
    const nb::gil_scoped_release released;
    in_parallel(games, checked_threads(threads), [&, totals_ = totals_](int begin, int end) {
      int64_t mine = 0;
      for (int game = begin; game < end; ++game) {
        State state = position.state();
        Decision decision = position.decision();
        Chance chance(seed, static_cast<uint64_t>(game));
        if (redraw) determinize(state, chance);
        mine += play_at_random(state, decision, chance);
        for (size_t seat = 0; seat < seats; ++seat)
          totals_[static_cast<size_t>(game) * seats + seat] = total(state, static_cast<int>(seat));
      }
      decisions += mine;
    });
  }
  return nb::make_tuple(array, decisions.load());
}

inline Network network_of(const nb::dict& source) {
  return read_network(source, [](int inputs) {
    if (inputs != features) refuse("network.linear", "must have " + std::to_string(features) + " numbers");
  });
}

inline int seat_in(const Position& position, int seat) {
  if (seat < 0 || seat >= position.state().players) throw nb::index_error("there is no such seat");
  return seat;
}

inline std::vector<float> features_of(const Position& position, int seat) {
  std::vector<float> found(features);
  describe(position.state(), seat_in(position, seat), found.data());
  return found;
}

inline nb::tuple think(CastleSearch& search, const Position seen, int64_t simulations, double seconds, int threads,
                       uint64_t seed) {
  if (simulations < 0 || !(seconds >= 0) || (!simulations && (seconds <= 0 || std::isinf(seconds))))
    throw nb::value_error("a search needs a number of simulations or seconds");
  if (seen.state().is_over()) throw nb::value_error("the game is over");
  CastleSearch::Answer answer;
  {
    const nb::gil_scoped_release released;
    const CastleSearch::Bounds bounds{simulations, seconds, checked_threads(threads)};
    answer = search.think(seen.state(), bounds, seed, [](int parts, auto work) {
      in_parallel(parts, parts, [&](int begin, int end) {
        for (int part = begin; part < end; ++part) work(part);
      });
    });
  }
  nb::list candidates;
  for (const CastleSearch::Candidate& found : answer.candidates)
    candidates.append(nb::make_tuple(text_of(found.move.text()), found.visits, found.figures[0], found.figures[1],
                                     found.figures[2]));
  return nb::make_tuple(candidates, answer.simulations, answer.seconds);
}

/// A player inside C++, for matches without crossing the border. Without simulations it takes the best of `samples`
/// sampled turns, or with no samples either the best of all.
struct Mind {
  Network network;
  Style style;
  int simulations = 0;
  int samples = 0;
};

inline void play_match_game(State state, const std::vector<const Mind*>& minds, Chance chance, int32_t* totals_) {
  Decision decision;
  ask(state, decision);
  Guide guide(chance);
  std::vector<CastleTree> trees;
  for (int seat = 0; seat < state.players; ++seat) {
    const Mind& mind = *minds[static_cast<size_t>(seat) % minds.size()];
    trees.emplace_back(state, mind.network, mind.style);
  }
  while (decision.count) {
    const size_t seat = static_cast<size_t>(state.mover());
    const Mind& mind = *minds[seat % minds.size()];
    if (!mind.simulations) {
      if (mind.samples) {
        finish_turn_well(state, decision, guide, mind.network, mind.samples);
      } else {
        // Nobody knows what a refilled room shows: a turn is foreseen with cards drawn at random, and then made.
        State seen = state;
        determinize(seen, chance);
        std::vector<Move> best;
        float most = -1e9f;
        EveryTurn(mind.network, 20000)
            .each(seen, decision, [&](const State&, const Decision&, float value, const std::vector<Move>& moves) {
              if (value > most) most = value, best = moves;
            });
        for (const Move& move : best) {
          if (!decision.allows(move)) break;
          play(state, move, decision);
          if (state.fresh) break;
        }
      }
      continue;
    }
    if (decision.count == 1) {
      play(state, decision.nth(0), decision);
      continue;
    }
    CastleTree& tree = trees[seat];
    if (state.fresh || !tree.follow(state)) tree.reset(state);
    tree.look_around(chance);
    for (int i = 0; i < mind.simulations; ++i) tree.simulate(chance);
    const CastleTree::Edge* best = nullptr;
    for (const CastleTree::Edge& edge : tree.edges())
      if (decision.allows(edge.move) && (!best || edge.visits > best->visits)) best = &edge;
    play(state, best->move, decision);
  }
  for (int seat = 0; seat < state.players; ++seat) totals_[seat] = total(state, seat);
  totals_[state.players] = winner(state);
}

inline Mind mind_of(nb::handle source, const std::string& place) {
  const nb::dict settings = dict_in(source, place);
  const auto part = [&](const char* name) { return dict_in(field(settings, name, place), place + "." + name); };
  const auto whole = [&](const char* name) {
    return whole_in(field(settings, name, place), place + "." + name, 0, 1'000'000'000);
  };
  return {network_of(part("network")), style_of(part("style")), whole("simulations"), whole("samples")};
}

/// Games from starts: start `d` is played once for each rotation of the minds. Totals by mind, then who has won.
inline nb::tuple match(const std::vector<Position>& starts_, const nb::list& players, uint64_t seed, int threads) {
  std::vector<Mind> minds;
  for (const nb::handle& player : players)
    minds.push_back(mind_of(player, "players[" + std::to_string(minds.size()) + "]"));
  if (starts_.empty() || minds.empty()) refuse("match", "needs starts and players");
  const size_t seats = starts_[0].state().players;
  const bool solo = starts_[0].state().solo.on;
  for (const Position& start : starts_) {
    start.demand_known();
    if (start.state().players != seats || start.state().solo.on != solo) refuse("starts", "must be of one kind");
    if (minds.size() != (solo ? 1 : seats)) refuse("players", "must be one for each seat");
  }
  const size_t turns = solo ? 1 : seats, games = starts_.size() * turns;
  auto [totals_, total_array] = new_array<int32_t>({games, seats});
  auto [shares, share_array] = new_array<float>({games, seats});
  {
    const nb::gil_scoped_release released;
    std::atomic<size_t> next{0};
    in_parallel(checked_threads(threads), threads, [&, totals_ = totals_, shares = shares](int, int) {
      for (size_t game; (game = next++) < games;) {
        const size_t deal = game / turns, shift = game % turns;
        std::vector<const Mind*> order;
        for (size_t seat = 0; seat < minds.size(); ++seat) order.push_back(&minds[(seat + shift) % minds.size()]);
        int32_t points[most_players + 1];
        play_match_game(starts_[deal].state(), order, Chance(seed, game), points);
        for (size_t seat = 0; seat < seats; ++seat) {
          totals_[game * seats + (seat + shift) % seats] = points[seat];
          shares[game * seats + (seat + shift) % seats] = static_cast<size_t>(points[seats]) == seat ? 1.0f : 0.0f;
        }
      }
    });
  }
  return nb::make_tuple(total_array, share_array);
}

/// Positions as features with the points that were still to come; rows of one moment share its number.
struct Lessons {
  std::vector<float> x, to_come, rounds, now;
  std::vector<int32_t> moment;
  std::vector<int8_t> seat;
};

inline void learn_from_a_game(State state, const Network& network, Chance chance, int samples, int carelessness,
                              int number, Lessons& lessons) {
  const size_t begin = lessons.to_come.size();
  Decision decision;
  ask(state, decision);
  Guide guide(chance);
  EveryTurn every(network, 4000);
  int moment = number << 7;
  while (decision.count) {
    for (int seat = 0; seat < state.players; ++seat) {
      if (state.solo.on && seat == the_rival && false) continue;
      const size_t at = lessons.x.size();
      lessons.x.resize(at + features);
      describe(state, seat, lessons.x.data() + at);
      lessons.now.push_back(static_cast<float>(total(state, seat)));
      lessons.to_come.push_back(0);
      lessons.rounds.push_back(rounds_left(state));
      lessons.moment.push_back(moment);
      lessons.seat.push_back(static_cast<int8_t>(seat));
    }
    ++moment;
    const bool careless = static_cast<int>(chance.next() >> 56) < carelessness;
    if (careless) {
      finish_turn_well(state, decision, guide, network, 4);
    } else if (samples) {
      finish_turn_well(state, decision, guide, network, samples);
    } else {
      every.finish(state, decision);
    }
  }
  for (size_t row = begin; row < lessons.to_come.size(); ++row)
    lessons.to_come[row] = static_cast<float>(total(state, lessons.seat[row])) - lessons.now[row];
}

inline nb::dict lessons(const std::vector<Position>& starts_, const nb::dict& network_source, int samples,
                        int carelessness, uint64_t seed, int threads) {
  const Network network = network_of(network_source);
  for (const Position& start : starts_) start.demand_known();
  std::vector<Lessons> found(static_cast<size_t>(checked_threads(threads)));
  {
    const nb::gil_scoped_release released;
    std::atomic<size_t> next{0}, part{0};
    in_parallel(threads, threads, [&](int, int) {
      Lessons& mine = found[part++];
      for (size_t game; (game = next++) < starts_.size();) {
        Chance chance(seed, game);
        State state = starts_[game].state();
        determinize(state, chance);
        learn_from_a_game(state, network, chance, samples, carelessness, static_cast<int>(game), mine);
      }
    });
  }
  size_t rows = 0;
  for (const Lessons& mine : found) rows += mine.to_come.size();
  auto [x, x_array] = new_array<float>({rows, static_cast<size_t>(features)});
  auto [y, y_array] = new_array<float>({rows});
  auto [rounds, rounds_array] = new_array<float>({rows});
  auto [moment, moment_array] = new_array<int32_t>({rows});
  for (const Lessons& mine : found) {
    x = std::copy(mine.x.begin(), mine.x.end(), x);
    y = std::copy(mine.to_come.begin(), mine.to_come.end(), y);
    rounds = std::copy(mine.rounds.begin(), mine.rounds.end(), rounds);
    moment = std::copy(mine.moment.begin(), mine.moment.end(), moment);
  }
  nb::dict answer;
  answer["features"] = x_array;
  answer["to_come"] = y_array;
  answer["rounds"] = rounds_array;
  answer["position"] = moment_array;
  return answer;
}

}  // namespace white_castle

void bind_white_castle(nb::module_ module) {
  using namespace white_castle;
  using namespace nb::literals;

  module.attr("STATE_BYTES") = sizeof(State);
  module.attr("FEATURES") = features;
  nb::class_<Position>(module, "State")
      .def(
          "__init__",
          [](Position* self, const nb::dict& document) { new (self) Position(Reader(document).state()); }, "document"_a)
      .def("to_json", [](const Position& self) { return document_of(self.state()); })
      .def("legal_moves", &legal_moves)
      .def("legal_actions", &legal_actions)
      .def("play", nb::overload_cast<const std::string&>(&Position::play), "move"_a)
      .def("apply", &Position::apply, "action"_a)
      .def("copy", [](const Position& self) { return Position(self); })
      .def("__copy__", [](const Position& self) { return Position(self); })
      .def(
          "__deepcopy__", [](const Position& self, nb::handle) { return Position(self); }, "memo"_a)
      .def_prop_ro("is_over", [](const Position& self) { return self.state().is_over(); })
      .def_prop_ro("seats", [](const Position& self) { return self.state().players; })
      .def("scores", [](const Position& self) { return scores_of(self.state()); })
      .def("totals", &totals)
      .def("determinize", &Position::determinize, "seed"_a)
      .def("playouts", &many_playouts, "games"_a, "seed"_a, "determinize"_a = false, "threads"_a = 1)
      .def(
          "observation", [](const Position& self, int seat) { return observed<Study>(self.state(), seat); }, "seat"_a)
      .def("features", &features_of, "seat"_a)
      .def(
          "estimate",
          [](const Position& self, const nb::dict& network, int seat) {
            return expectation(self.state(), network_of(network)).points[seat_in(self, seat)];
          },
          "network"_a, "seat"_a);
  nb::class_<CastleSearch>(module, "Search")
      .def(
          "__init__",
          [](CastleSearch* self, const nb::dict& network, const nb::dict& style) {
            new (self) CastleSearch(network_of(network), style_of(style));
          },
          "network"_a, "style"_a = nb::dict())
      .def("think", &think, "seen"_a, "simulations"_a = 0, "seconds"_a = 0.0, "threads"_a = 1, "seed"_a = 0);
  module.def("match", &match, "starts"_a, "players"_a, "seed"_a, "threads"_a = 1);
  module.def("lessons", &lessons, "starts"_a, "network"_a, "samples"_a, "carelessness"_a, "seed"_a, "threads"_a = 1);
  bind_vector<Study>(module, [](const nb::dict& document) { return Position(Reader(document).state()); });
}

}  // namespace TENSHU_LEVEL
}  // namespace tenshu
