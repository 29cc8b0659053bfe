// Many games at once with what `tenshu.research` needs of them: observations and masks that are kept up to date in
// place, in the fixed encoding of the game.
//
// It knows a game through its `Study`: numbers of moves, rows of bytes, how a game is dealt, played and scored; see
// dragon_castle/encoding.hpp and white_castle/encoding.hpp.
#pragma once

#include <cstring>
#include <vector>

#include "reading.hpp"

namespace tenshu {
inline namespace TENSHU_LEVEL {

/// Games of one kind, each dealt anew; a game that ends begins anew by itself.
template <class Study>
class Vector {
 public:
  using State = typename Study::State;

  Vector(int games, const State& start, uint64_t seed)
      : study_(start), seats_(static_cast<size_t>(Study::seats(start))) {
    if (games < 1) refuse("games", "must be at least 1");
    for (const char* problem : {Study::why_not_seen(start), Study::why_not_dealt(start)})
      if (problem) refuse("document", problem);
    games_.resize(static_cast<size_t>(games));
    movers_.resize(games_.size());
    std::tie(observation_, observation_array_) = new_array<uint8_t>({games_.size(), size()});
    std::tie(final_, final_array_) = new_array<uint8_t>({games_.size(), size()});
    std::tie(mask_, mask_array_) = new_array<bool>({games_.size(), actions()});
    reset(seed);
  }

  int games() const { return static_cast<int>(games_.size()); }
  size_t seats() const { return seats_; }
  size_t actions() const { return study_.actions(); }
  const Array<uint8_t>& observation() const { return observation_array_; }
  const Array<uint8_t>& final_observation() const { return final_array_; }
  const Array<bool>& mask() const { return mask_array_; }

  void reset(uint64_t seed) {
    const nb::gil_scoped_release released;
    forget_finals();
    for (size_t i = 0; i < games_.size(); ++i) {
      games_[i].chance = Chance(seed, i);
      begin(i);
    }
  }

  /// Plays one numbered move in each game. An illegal one is refused before any game has moved.
  nb::tuple step(const nb::ndarray<const int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>& given) {
    if (given.shape(0) != games_.size()) refuse("actions", "must be one number for each game");
    const int32_t* numbers = given.data();
    for (size_t i = 0; i < games_.size(); ++i)
      if (numbers[i] < 0 || static_cast<size_t>(numbers[i]) >= actions() ||
          !mask_[i * actions() + static_cast<size_t>(numbers[i])])
        refuse("actions[" + std::to_string(i) + "]", std::to_string(numbers[i]) + " is not legal");
    auto [rewards, reward_array] = new_array<float>({games_.size(), seats()});
    auto [totals, total_array] = new_array<int32_t>({games_.size(), seats()});
    auto [done, done_array] = new_array<bool>({games_.size()});
    {
      const nb::gil_scoped_release released;
      forget_finals();
      for (size_t i = 0; i < games_.size(); ++i) {
        Game& game = games_[i];
        if (i + 2 < games_.size()) fetch(i + 2);
        const int mover = movers_[i];
        const typename Study::Move move = study_.move(numbers[i]);
        Study::play(game.state, move, game.decision);
        if (game.decision.count) {
          movers_[i] = static_cast<int8_t>(Study::mover(game.state));
          study_.go_on(game.observer, game.state, mover, move, movers_[i], row(i));
          list_moves(i);
          continue;
        }
        done[i] = true;
        Study::score(game.state, totals + i * seats(), rewards + i * seats());
        study_.go_on(game.observer, game.state, mover, move, mover, row(i));
        std::memcpy(final_ + i * size(), row(i), size());
        finals_.push_back(i);
        begin(i);
      }
    }
    return nb::make_tuple(reward_array, done_array, total_array);
  }

  Array<int32_t> random_actions() {
    auto [numbers, array] = new_array<int32_t>({games_.size()});
    for (size_t i = 0; i < games_.size(); ++i) {
      Game& game = games_[i];
      numbers[i] = game.listed[game.chance.below(static_cast<uint32_t>(game.listed.size()))];
    }
    return array;
  }

  Array<int8_t> to_move() const {
    auto [players, array] = new_array<int8_t>({games_.size()});
    std::copy(movers_.begin(), movers_.end(), players);
    return array;
  }

  const State& state(int game) const {
    if (game < 0 || game >= games()) throw nb::index_error("there is no such game");
    return games_[static_cast<size_t>(game)].state;
  }

 private:
  struct Game {
    Chance chance{0};
    typename Study::Listed listed;  // the numbers that are set in the mask
    typename Study::Decision decision;
    typename Study::Observer observer;
    State state;
  };

  Study study_;
  size_t seats_;
  std::vector<Game> games_;
  std::vector<int8_t> movers_;  // who is asked, side by side: asked for after every step
  std::vector<size_t> finals_;  // the games that the last step ended
  uint8_t *observation_ = nullptr, *final_ = nullptr;
  bool* mask_ = nullptr;
  Array<uint8_t> observation_array_, final_array_;
  Array<bool> mask_array_;

  size_t size() const { return study_.size(); }
  uint8_t* row(size_t game) { return observation_ + game * size(); }

  void forget_finals() {
    for (const size_t game : finals_) std::memset(final_ + game * size(), 0, size());
    finals_.clear();
  }

  /// Asks for the memory of a game before it is needed: a thousand games are more than the nearest caches hold.
  void fetch(size_t number) {
#if defined(__GNUC__)
    const auto ask_for = [](const void* begin, size_t bytes) {
      for (size_t at = 0; at < bytes; at += 64) __builtin_prefetch(static_cast<const char*>(begin) + at, 1);
    };
    ask_for(&games_[number], sizeof(Game));
    ask_for(row(number), size());
    for (const uint16_t action : games_[number].listed) ask_for(mask_ + number * actions() + action, 1);
#endif
  }

  void begin(size_t number) {
    Game& game = games_[number];
    study_.deal(game.state, game.decision, game.chance);
    movers_[number] = static_cast<int8_t>(Study::mover(game.state));
    study_.begin(game.observer, game.state, movers_[number], row(number));
    list_moves(number);
  }

  void list_moves(size_t number) {
    Game& game = games_[number];
    bool* mask = mask_ + number * actions();
    for (const uint16_t action : game.listed) mask[action] = false;
    game.listed.resize(static_cast<size_t>(game.decision.count));
    uint16_t* next = game.listed.data();
    study_.each_legal(game.decision, [&](int action) {
      mask[action] = true;
      *next++ = static_cast<uint16_t>(action);
    });
  }
};

/// What a seat sees, written anew.
template <class Study>
Array<uint8_t> observed(const typename Study::State& state, int seat) {
  if (seat < 0 || seat >= Study::seats(state)) throw nb::index_error("there is no such seat");
  if (const char* problem = Study::why_not_seen(state)) throw nb::value_error(problem);
  const Study study(state);
  auto [row, array] = new_array<uint8_t>({study.size()});
  typename Study::Observer observer;
  study.begin(observer, state, seat, row);
  return array;
}

/// The Python class; `load` makes a position of a document, whose `state()` the games are like.
template <class Study, class Load>
void bind_vector(nb::module_& module, Load load) {
  using namespace nb::literals;
  using Games = Vector<Study>;
  using Position = decltype(load(std::declval<const nb::dict&>()));
  nb::class_<Games>(module, "Vector")
      .def(
          "__init__",
          [load](Games* self, int games, const nb::dict& document, uint64_t seed) {
            new (self) Games(games, load(document).state(), seed);
          },
          "games"_a, "document"_a, "seed"_a = 0)
      .def("__len__", &Games::games)
      .def_prop_ro("seats", &Games::seats)
      .def_prop_ro("action_count", &Games::actions)
      .def_prop_ro("observation", &Games::observation, nb::rv_policy::automatic)
      .def_prop_ro("mask", &Games::mask, nb::rv_policy::automatic)
      .def("reset", &Games::reset, "seed"_a)
      .def("step", &Games::step, "actions"_a)
      .def("final_observation", &Games::final_observation, nb::rv_policy::automatic)
      .def("random_actions", &Games::random_actions)
      .def("to_move", &Games::to_move)
      .def(
          "state", [](const Games& self, int game) { return Position(self.state(game)); }, "game"_a);
}

}  // namespace TENSHU_LEVEL
}  // namespace tenshu
