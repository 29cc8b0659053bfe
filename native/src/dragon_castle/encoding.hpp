// `dragon_castle_v1`: legal moves as numbers, a view as a row of bytes; the same as tenshu/dragon_castle/encoding.py.
// Rows are kept up to date rather than written anew: a move changes a few cells.
#pragma once

#include <algorithm>
#include <cstring>
#include <vector>

#include "scoring.hpp"
#include "turn.hpp"

namespace tenshu {
inline namespace TENSHU_LEVEL {
namespace dragon_castle {

/// Where the parts of an observation begin, for so many seats.
struct Encoding {
  static constexpr Board castle{13, 11}, realm{6, 4};
  static constexpr int castle_cells = 13 * 11, realm_cells = 6 * 4, realm_bytes = 3 * realm_cells, seat_bytes = 4;
  static constexpr uint8_t most = 255, face_up = 1, face_down = 2, shrine = 3;

  size_t realms, seats, unseen, table, cards, turn, used, set, size;

  explicit Encoding(int players) {
    const size_t many = static_cast<size_t>(players);
    realms = 2 * castle_cells;
    seats = realms + many * realm_bytes;
    unseen = seats + many * seat_bytes;
    table = unseen + symbols;
    cards = table + 3;
    turn = cards + spirits_in_the_box + dragons_in_the_box;
    used = turn + 15;
    set = used + spirits_in_the_box;
    size = set + realm_cells;
  }

  static bool fits(const State& state) {
    return state.castle.board == castle && static_cast<const Board&>(state.setup.realm) == realm;
  }
};

/// Places of cells in reading order, guard cells not counted, and numbers of moves, without a division.
class Numbers {
 public:
  explicit Numbers(const Notation& notation) : notation_(notation), wide_(notation.realm.cells()) {
    for (int cell = 0; cell < CastleCells::bits; ++cell)
      castle_[cell] = static_cast<uint16_t>(notation.castle.index_of(cell));
    for (int cell = 0; cell < RealmBoard::most_bits; ++cell)
      realm_[cell] = static_cast<uint16_t>(notation.realm.index_of(cell));
    for (int number = 0; number < notation.size(); ++number) moves_.push_back(*notation.move(number));
  }

  int size() const { return static_cast<int>(moves_.size()); }
  const Move& move(int number) const { return moves_[static_cast<size_t>(number)]; }

  int castle(int cell) const { return castle_[cell]; }
  int realm(int cell) const { return realm_[cell]; }

  /// Calls `visit(number)` for every legal move, in no promised order.
  template <class Visit>
  void each_legal(const Decision& decision, Visit visit) const {
    if (decision.own) each_own(decision, visit);
    for (int i = 0; i < decision.plain_count; ++i) visit(base(decision.plain[i]));
    for (int i = 0; i < decision.offer_count; ++i) {
      const auto& [spirit, payments] = decision.offer[i];
      const int begin = base(Verb::spirit) + static_cast<int>(spirit) * (1 + wide_);
      if (payments.shrine) visit(begin);
      each(payments.tiles, [&](int cell) { visit(begin + 1 + realm_[cell]); });
    }
    if (decision.has_last) visit(base(decision.last));
  }

 private:
  Notation notation_;
  int wide_;
  uint16_t castle_[CastleCells::bits], realm_[RealmBoard::most_bits];
  std::vector<Move> moves_;

  int base(Verb verb) const { return notation_.base[static_cast<size_t>(verb)]; }

  template <class Visit>
  void each_own(const Decision& decision, Visit visit) const {
    const int begin = base(decision.verb);
    switch (words_of(decision.verb)) {
      case Words::castle_cell:
        return decision.castle.each([&](int cell) { visit(begin + castle_[cell]); });
      case Words::realm_cell:
        return each(decision.cells, [&](int cell) { visit(begin + realm_[cell]); });
      case Words::tile_and_cell:
        for (int i = 0; i < decision.tile_count; ++i)
          each(decision.cells, [&](int cell) { visit(begin + decision.tile[i] * wide_ + realm_[cell]); });
        return;
      case Words::two_cells:
        return each(decision.cells, [&](int source) {
          each(decision.targets & ~bit(source),
               [&](int target) { visit(begin + realm_[source] * wide_ + realm_[target]); });
        });
      default:
        return each(decision.cells, [&](int cell) {
          for (int type = 0; type < types; ++type)
            if (has(decision.as_type[type], cell)) visit(begin + realm_[cell] * types + type);
        });
    }
  }
};

/// Keeps the observation of one game up to date.
class Observer {
 public:
  /// Everything anew, for a game that begins or was never looked at. The row must be zeros or an older observation.
  void begin(const State& state, const Encoding& encoding, const Numbers& numbers, int viewer, uint8_t* row) {
    std::memset(row, 0, encoding.size);
    for (CastleCells& floor : seen_) floor = CastleCells{};
    uint8_t* unseen = row + encoding.unseen;
    state.castle.floors[0].each([&](int cell) {
      show_stack(state, cell, numbers, row);
      for (int level = 0; state.castle.covered(level, cell); ++level)
        if (state.castle.tiles[level][cell] != unknown) ++unseen[state.castle.tiles[level][cell]];
    });
    for (size_t tile = 0; tile < symbols; ++tile) unseen[tile] += state.castle.unseen[tile];
    std::copy(state.castle.floors, state.castle.floors + highest, seen_);
    for (int seat = 0; seat < state.setup.players; ++seat) look_at_realm(state, seat);
    uint8_t* cards = row + encoding.cards;
    for (int spirit = 0; spirit < spirits_in_the_box; ++spirit) *cards++ = state.setup.spirits >> spirit & 1;
    for (int i = 0; i < state.setup.dragon_count; ++i) cards[state.setup.dragon[i]] = 1;
    finish(state, encoding, numbers, viewer, row);
  }

  /// Whether a move can change the realm of its player; the others only take tiles, shrines and tokens.
  static bool touches_realm(Verb verb) { return verb >= Verb::place; }

  /// After a move of one player, as another one (or the same) sees it.
  void go_on(const State& state, const Encoding& encoding, const Numbers& numbers, int mover, bool realm_touched,
             int viewer, uint8_t* row) {
    uint8_t* unseen = row + encoding.unseen;
    for (int word = 0; word < CastleCells::words; ++word) {
      uint64_t changed = 0;
      for (int level = 0; level < highest; ++level)
        changed |= seen_[level].word[word] ^ state.castle.floors[level].word[word];
      each(changed, [&](int place) {
        const int cell = 64 * word + place, now = state.castle.height(cell);
        const int before = seen_[0][cell] + seen_[1][cell] + seen_[2][cell];
        for (int level = now ? now - 1 : 0; level + 1 < before; ++level) --unseen[state.castle.tiles[level][cell]];
        show_stack(state, cell, numbers, row);
      });
      if (changed)
        for (int level = 0; level < highest; ++level)
          seen_[level].word[word] = state.castle.floors[level].word[word];
    }
    if (realm_touched) look_at_realm(state, mover);
    finish(state, encoding, numbers, viewer, row);
  }

 private:
  CastleCells seen_[highest];
  uint8_t realms_[most_players][Encoding::realm_bytes];

  static void show_stack(const State& state, int cell, const Numbers& numbers, uint8_t* row) {
    const int height = state.castle.height(cell), place = numbers.castle(cell);
    row[place] = static_cast<uint8_t>(height);
    row[Encoding::castle_cells + place] =
        height ? static_cast<uint8_t>(state.castle.tiles[height - 1][cell] + 1) : uint8_t{0};
  }

  void look_at_realm(const State& state, int seat) {
    const Realm& realm = state.seats[seat].realm;
    constexpr int columns = Encoding::realm.columns, stride = columns + 1;
    uint8_t* heights = realms_[seat];
    uint8_t *tops = heights + Encoding::realm_cells, *faces = tops + Encoding::realm_cells;
    for (int row = 0; row < Encoding::realm.rows; ++row)
      std::memcpy(heights + row * columns, realm.height + row * stride, columns);
    std::memset(tops, 0, 2 * Encoding::realm_cells);
    each(realm.occupied, [&](int cell) {
      const int place = cell - cell / stride;
      tops[place] = static_cast<uint8_t>(realm.top(cell, state.links) + 1);
      faces[place] = static_cast<uint8_t>(Encoding::face_down - has(realm.up, cell) + has(realm.shrines, cell));
    });
  }

  void finish(const State& state, const Encoding& encoding, const Numbers& numbers, int viewer, uint8_t* row) const {
    const int players = state.setup.players;
    uint8_t *realms = row + encoding.realms, *seats = row + encoding.seats;
    for (int step = 0, seat = viewer; step < players; ++step, seat = seat + 1 == players ? 0 : seat + 1) {
      std::memcpy(realms, realms_[seat], Encoding::realm_bytes);
      realms += Encoding::realm_bytes;
      const Seat& player = state.seats[seat];
      *seats++ = static_cast<uint8_t>(std::min<int>(player.vp, Encoding::most));
      *seats++ = player.shrines;
      *seats++ = player.tokens;
      *seats++ = seat == state.setup.first;
    }
    uint8_t* table = row + encoding.table;
    table[0] = state.supply;
    table[1] = state.countdown;
    table[2] = state.setup.solo;
    const Turn& turn = state.turn;
    uint8_t* figures = row + encoding.turn;
    const auto tile = [](const Tile* tiles, int place, int many) {
      return place < many ? static_cast<uint8_t>(tiles[place] + 1) : uint8_t{0};
    };
    figures[0] = static_cast<uint8_t>(turn.player >= viewer ? turn.player - viewer : turn.player + players - viewer);
    figures[1] = static_cast<uint8_t>(turn.phase);
    figures[2] = static_cast<uint8_t>(turn.doing);
    figures[3] = turn.settling;
    for (int i = 0; i < 2; ++i) figures[4 + i] = tile(turn.hand, i, turn.held);
    for (int i = 0; i < 3; ++i) figures[6 + i] = tile(turn.picked, i, turn.picks);
    figures[9] = turn.from_floor ? static_cast<uint8_t>(numbers.castle(turn.from_cell) + 1) : uint8_t{0};
    figures[10] = turn.from_floor;
    figures[11] = static_cast<uint8_t>(turn.elegance);
    figures[12] = static_cast<uint8_t>(turn.pair);
    figures[13] = turn.left;
    figures[14] = turn.moved == Turn::no_cell ? uint8_t{0} : static_cast<uint8_t>(numbers.realm(turn.moved) + 1);
    uint8_t* used = row + encoding.used;
    for (int spirit = 0; spirit < spirits_in_the_box; ++spirit) used[spirit] = turn.used >> spirit & 1;
    uint8_t* set = row + encoding.set;
    std::memset(set, 0, Encoding::realm_cells);
    each(turn.set, [&](int cell) { set[numbers.realm(cell)] = 1; });
  }
};

/// What many games side by side must know of Dragon Castle: see ../vector.hpp. Cards and castle stay, tiles are dealt.
class Study {
 public:
  using State = dragon_castle::State;
  using Move = dragon_castle::Move;
  using Decision = dragon_castle::Decision;
  using Observer = dragon_castle::Observer;
  using Listed = std::vector<uint16_t>;

  explicit Study(const State& start) : start_(start), numbers_(start.notation()), encoding_(start.setup.players) {}

  static const char* why_not_seen(const State& state) {
    return Encoding::fits(state) ? nullptr : "needs a castle of 13 x 11 and realms of 6 x 4";
  }
  static const char* why_not_dealt(const State& start) {
    return start.castle.unseen_count || !start.turn.is_start() || start.is_over()
               ? "must be a full position at the start of a turn"
               : nullptr;
  }

  size_t size() const { return encoding_.size; }
  size_t actions() const { return static_cast<size_t>(numbers_.size()); }
  static int seats(const State& state) { return state.setup.players; }
  static int mover(const State& state) { return state.turn.player; }

  const Move& move(int number) const { return numbers_.move(number); }
  template <class Visit>
  void each_legal(const Decision& decision, Visit visit) const {
    numbers_.each_legal(decision, visit);
  }

  void deal(State& state, Decision& decision, Chance& chance) const {
    state = start_;
    state.castle.deal_anew(chance);
    ask(state, decision);
  }
  static void play(State& state, const Move& move, Decision& decision) { dragon_castle::play(state, move, decision); }

  void begin(Observer& observer, const State& state, int viewer, uint8_t* row) const {
    observer.begin(state, encoding_, numbers_, viewer, row);
  }
  void go_on(Observer& observer, const State& state, int mover, const Move& move, int viewer, uint8_t* row) const {
    observer.go_on(state, encoding_, numbers_, mover, Observer::touches_realm(move.verb), viewer, row);
  }
  static void score(const State& state, int32_t* totals, float* rewards) {
    dragon_castle::score(state, totals, rewards);
  }

 private:
  State start_;
  Numbers numbers_;
  Encoding encoding_;
};

}  // namespace dragon_castle
}  // namespace TENSHU_LEVEL
}  // namespace tenshu
