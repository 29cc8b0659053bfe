// Many games at once with what `tenshu.research` needs of them: observations and masks that are kept up to date in
// place, in the fixed encoding of the game.
#pragma once

#include <vector>

#include "arrays.hpp"
#include "dragon_castle/encoding.hpp"
#include "dragon_castle/turn.hpp"

namespace tenshu {
inline namespace TENSHU_LEVEL {

/// Games from one setup, each dealt anew; a game that ends begins anew by itself.
class Vector {
 public:
  Vector(int games, const State& start, uint64_t seed)
      : start_(start), numbers_(start.notation()), encoding_(start.setup.players) {
    if (games < 1) throw nb::value_error("games: must be at least 1");
    if (!Encoding::fits(start)) throw nb::value_error("document: needs a castle of 13 x 11 and realms of 6 x 4");
    if (start.castle.unseen_count || !start.turn.is_start() || start.is_over())
      throw nb::value_error("document: must be a full position at the start of a turn");
    games_.resize(static_cast<size_t>(games));
    std::tie(observation_, observation_array_) = new_array<uint8_t>({games_.size(), encoding_.size});
    std::tie(mask_, mask_array_) = new_array<bool>({games_.size(), actions()});
    reset(seed);
  }

  int games() const { return static_cast<int>(games_.size()); }
  size_t seats() const { return start_.setup.players; }
  size_t actions() const { return static_cast<size_t>(numbers_.size()); }
  const Array<uint8_t>& observation() const { return observation_array_; }
  const Array<bool>& mask() const { return mask_array_; }

  void reset(uint64_t seed) {
    const nb::gil_scoped_release released;
    finals_.clear();
    for (size_t i = 0; i < games_.size(); ++i) {
      games_[i].chance = Chance(seed, i);
      begin(i);
    }
  }

  /// Plays one numbered move in each game. An illegal one is refused before any game has moved.
  nb::tuple step(const nb::ndarray<const int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>& given) {
    if (given.shape(0) != games_.size()) throw nb::value_error("actions: must be one number for each game");
    const int32_t* numbers = given.data();
    for (size_t i = 0; i < games_.size(); ++i)
      if (numbers[i] < 0 || static_cast<size_t>(numbers[i]) >= actions() ||
          !mask_[i * actions() + static_cast<size_t>(numbers[i])])
        throw nb::value_error(
            ("actions[" + std::to_string(i) + "]: " + std::to_string(numbers[i]) + " is not legal").c_str());
    auto [rewards, reward_array] = new_array<float>({games_.size(), seats()});
    auto [totals, total_array] = new_array<int32_t>({games_.size(), seats()});
    auto [done, done_array] = new_array<bool>({games_.size()});
    {
      const nb::gil_scoped_release released;
      finals_.clear();
      for (size_t i = 0; i < games_.size(); ++i) {
        Game& game = games_[i];
        if (i + 2 < games_.size()) fetch(i + 2);
        const int mover = game.state.turn.player;
        const Move move = numbers_.move(numbers[i]);
        const bool touched = Observer::touches_realm(move.verb);
        play(game.state, move, game.decision);
        if (game.decision.count) {
          game.observer.go_on(game.state, encoding_, numbers_, mover, touched, game.state.turn.player, row(i));
          list_moves(i);
          continue;
        }
        done[i] = true;
        score(game.state, totals + i * seats(), rewards + i * seats());
        game.observer.go_on(game.state, encoding_, numbers_, mover, touched, mover, row(i));
        finals_.push_back({i, std::vector<uint8_t>(row(i), row(i) + encoding_.size)});
        begin(i);
      }
    }
    return nb::make_tuple(reward_array, done_array, total_array);
  }

  Array<uint8_t> final_observation() const {
    auto [data, array] = new_array<uint8_t>({games_.size(), encoding_.size});
    for (const auto& [game, bytes] : finals_) std::copy(bytes.begin(), bytes.end(), data + game * encoding_.size);
    return array;
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
    for (size_t i = 0; i < games_.size(); ++i) players[i] = static_cast<int8_t>(games_[i].state.turn.player);
    return array;
  }

  const State& state(int game) const {
    if (game < 0 || game >= games()) throw nb::index_error("there is no such game");
    return games_[static_cast<size_t>(game)].state;
  }

 private:
  struct Game {
    State state;
    Decision decision;
    Chance chance{0};
    Observer observer;
    std::vector<uint16_t> listed;  // the numbers that are set in the mask
  };
  struct Final {
    size_t game;
    std::vector<uint8_t> observation;
  };

  State start_;
  Numbers numbers_;
  Encoding encoding_;
  std::vector<Game> games_;
  std::vector<Final> finals_;
  uint8_t* observation_ = nullptr;
  bool* mask_ = nullptr;
  Array<uint8_t> observation_array_;
  Array<bool> mask_array_;

  uint8_t* row(size_t game) { return observation_ + game * encoding_.size; }

  /// Asks for the memory of a game before it is needed: a thousand games are more than the nearest caches hold.
  void fetch(size_t number) {
#if defined(__GNUC__)
    const auto ask_for = [](const void* begin, size_t bytes) {
      for (size_t at = 0; at < bytes; at += 64) __builtin_prefetch(static_cast<const char*>(begin) + at, 1);
    };
    ask_for(&games_[number], sizeof(Game));
    ask_for(row(number), encoding_.size);
    for (const uint16_t action : games_[number].listed) ask_for(mask_ + number * actions() + action, 1);
#endif
  }

  void begin(size_t number) {
    Game& game = games_[number];
    game.state = start_;
    game.state.castle.deal_anew(game.chance);
    ask(game.state, game.decision);
    game.observer.begin(game.state, encoding_, numbers_, row(number));
    list_moves(number);
  }

  void list_moves(size_t number) {
    Game& game = games_[number];
    bool* mask = mask_ + number * actions();
    for (const uint16_t action : game.listed) mask[action] = false;
    game.listed.resize(static_cast<size_t>(game.decision.count));
    uint16_t* next = game.listed.data();
    numbers_.each_legal(game.decision, [&](int action) {
      mask[action] = true;
      *next++ = static_cast<uint16_t>(action);
    });
  }
};

/// What a seat sees, written anew.
inline Array<uint8_t> observed(const State& state, int seat) {
  if (seat < 0 || seat >= state.setup.players) throw nb::index_error("there is no such seat");
  if (!Encoding::fits(state)) throw nb::value_error("needs a castle of 13 x 11 and realms of 6 x 4");
  const Encoding encoding(state.setup.players);
  const Numbers numbers(state.notation());
  auto [row, array] = new_array<uint8_t>({encoding.size});
  Observer observer;
  observer.begin(state, encoding, numbers, row);
  observer.go_on(state, encoding, numbers, state.turn.player, false, seat, row);
  return array;
}

}  // namespace TENSHU_LEVEL
}  // namespace tenshu
