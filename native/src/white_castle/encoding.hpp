// `white_castle_v1`: legal moves as numbers, a view as a row of bytes; the same as tenshu/white_castle/encoding.py.
// What a move cannot have changed is not written anew.
#pragma once

#include "dealing.hpp"
#include "scoring.hpp"

namespace tenshu {
inline namespace TENSHU_LEVEL {
namespace white_castle {

/// Effects without an amount: `L`, the Well, nine actions, then these for a seal and for 1 to 9 coins.
inline constexpr int choosable_actions = 9, kinds_without_amount = 2 + choosable_actions * (1 + 1 + 9);
constexpr int place_of(Kind kind) {
  if (!is_paid(kind)) return static_cast<int>(kind) - static_cast<int>(Kind::lantern);
  const int action = static_cast<int>(bought(kind)) - static_cast<int>(Kind::courtier);
  return 2 + choosable_actions * (1 + coins_of(kind)) + action;
}

inline constexpr int numbers = 1020, most_of_a_gain = 99, most_first_words = 32;

/// By verb and first word: the number of the first such move.
inline constexpr auto first_numbers = [] {
  constexpr int effects = 24, climbs = 918, to_climb = places - 1;
  std::array<std::array<uint16_t, most_first_words>, verbs> found{};
  const auto count = [&](Verb verb, int first, int each = 1) {
    for (int a = 0; a < most_first_words; ++a)
      found[static_cast<size_t>(verb)][static_cast<size_t>(a)] = static_cast<uint16_t>(first + each * a);
  };
  count(Verb::start, 0 - 1);
  count(Verb::die, 9, 2);
  count(Verb::put, 15);
  for (int kind = 0; kind < kinds; ++kind)
    found[static_cast<size_t>(Verb::carry_out)][static_cast<size_t>(kind)] = static_cast<uint16_t>(
        effects + (is_counted(static_cast<Kind>(kind)) ? kind * most_of_a_gain - 1
                                                       : 8 * most_of_a_gain + place_of(static_cast<Kind>(kind))));
  count(Verb::gate, 917);
  count(Verb::climb, climbs - to_climb * gate - gate, to_climb);
  count(Verb::garden, 967 - 1);
  count(Verb::yard, 977);
  count(Verb::row, 980, 3);
  count(Verb::light, 995);
  count(Verb::favour, 998);
  count(Verb::line, 1001);
  count(Verb::gain, 1004);
  count(Verb::pay, 1007);
  count(Verb::room, 1008);
  count(Verb::trade, 1013 + 1);
  found[static_cast<size_t>(Verb::trade)][trade_coin] = 1013;
  count(Verb::skip, 1017);
  count(Verb::stop, 1018);
  count(Verb::end, 1019);
  return found;
}();

/// The number of a move. It does not depend on the table.
constexpr int number_of(const Move& move) {
  return first_numbers[static_cast<size_t>(move.verb)][move.a] + (move.verb == Verb::die ? move.b / 2 : move.b);
}

/// The moves by number; `end` for every effect that no card has.
inline constexpr auto numbered_moves = [] {
  std::array<Move, numbers> found{};
  const auto put = [&](Verb verb, int a, int b = 0) {
    const Move move{verb, static_cast<uint8_t>(a), static_cast<uint8_t>(b)};
    found[static_cast<size_t>(number_of(move))] = move;
  };
  for (int a = 1; a <= static_cast<int>(starts.size()); ++a) put(Verb::start, a);
  for (int colour = 0; colour < colours; ++colour)
    for (const Where side : {Where::left, Where::right}) put(Verb::die, colour, static_cast<int>(side));
  for (int space = 0; space < spaces; ++space) put(Verb::put, space);
  for (int kind = 0; kind < kinds; ++kind)
    if (is_counted(static_cast<Kind>(kind))) {
      for (int many = 1; many <= most_of_a_gain; ++many) put(Verb::carry_out, kind, many);
    } else {
      put(Verb::carry_out, kind);
    }
  for (int from = gate; from < places; ++from)
    for (int to = gate; to < places; ++to) put(Verb::climb, from, to);
  for (int a = 1; a <= gardens_in_the_box; ++a) put(Verb::garden, a);
  for (int room = 0; room < rooms; ++room) {
    put(Verb::room, room);
    for (int row = 0; row < 3; ++row) put(Verb::row, room, row);
  }
  for (int a = 0; a < 3; ++a)
    for (const Verb verb : {Verb::yard, Verb::light, Verb::favour, Verb::line, Verb::gain}) put(verb, a);
  for (int a = 0; a <= trade_coin; ++a) put(Verb::trade, a);
  for (const Verb verb : {Verb::gate, Verb::pay, Verb::skip, Verb::stop, Verb::end}) put(verb, 0);
  return found;
}();

/// Where the parts of an observation begin, for so many people. From the board to the seats nothing depends on them.
struct Encoding {
  static constexpr size_t order = 6;
  // Counted from the board on.
  static constexpr size_t cards = 15, tiles = cards + rooms, dice = tiles + 3 * rooms, well = dice + 3 * 8,
                          favour = well + 2, gardens = favour + 4, yards = gardens + gardens_in_play,
                          unseen = yards + 6, known_cards = first_action - first_steward,
                          removed = unseen + known_cards, starts = removed + known_cards, seats = starts + 10;
  // Of a seat.
  static constexpr size_t plain = 7 + places + 1, tended = plain, warriors = tended + gardens_in_play,
                          card = warriors + 1 + white_castle::yards, lines = card + 1, lantern = lines + colours,
                          seat = lantern + white_castle::cards - first_steward;
  static constexpr size_t entries = 8, effects = 6, entry = 3 + 2 * effects;
  static constexpr uint8_t most = 255;

  size_t people, track, board, turn, stack, solo, size;

  explicit Encoding(int players) : people(static_cast<size_t>(players)) {
    track = order + people;
    board = track + people;
    turn = board + seats + people * seat;
    stack = turn + colours;
    solo = stack + entries * entry;
    size = solo + 2 * solitaires;
  }
};

/// Keeps the observation of one game up to date.
class Observer {
 public:
  /// Everything anew, for a game that begins or was never looked at.
  void begin(const State& state, const Encoding& encoding, int viewer, uint8_t* row) {
    std::memset(row, 0, encoding.size);
    std::memset(seats_, 0, sizeof seats_);
    std::memset(lanterns_, 0, sizeof lanterns_);
    entries_ = 0;
    uint8_t* board = row + encoding.board;
    uint8_t* tiles = board + Encoding::tiles;
    for (int room = 0; room < rooms; ++room, tiles += 3)
      for (int i = 0; i < (room < steward_rooms ? 3 : 2); ++i)
        tiles[i] = static_cast<uint8_t>(state.room[room].tiles[i] + 1);
    board[Encoding::well] = std::min(state.well_tiles[0], state.well_tiles[1]);
    board[Encoding::well + 1] = std::max(state.well_tiles[0], state.well_tiles[1]);
    board[Encoding::favour] = state.favour;
    std::memcpy(board + Encoding::gardens, state.garden, gardens_in_play);
    const auto show_yard = [&](size_t place, uint8_t tile) {
      board[Encoding::yards + place] = static_cast<uint8_t>(1 + (tile >> 1) + 8 * (tile & 1));
    };
    show_yard(0, state.yard[0]);
    show_yard(1, state.yard[1]);
    show_yard(2, state.yard[2]);
    show_yard(4, state.yard[3]);
    show_dice(state, board);
    show_cards(state, board);
    show_starts(state, board);
    for (int seat = 0; seat < state.players; ++seat) look_at_seat(state, seat);
    look_as(state, encoding, viewer, row);
  }

  /// After a move of one seat, as another one (or the same) sees it.
  void go_on(const State& state, const Encoding& encoding, int mover, const Move& move, int viewer, uint8_t* row) {
    uint8_t* board = row + encoding.board;
    // Dice move in these two ways, in the rival's turns, and between rounds.
    if (move.verb == Verb::die || move.verb == Verb::put || state.fresh) show_dice(state, board);
    if (state.stewards + state.diplomats != decks_ || state.removed_count != removed_) show_cards(state, board);
    if (state.start_count != starts_) show_starts(state, board);
    // Others have gains in garden steps only; dice are taken back between rounds; the rival acts unasked.
    if (state.solo.on || state.turn.phase == Phase::gardens || state.round != round_) {
      for (int seat = 0; seat < state.players; ++seat) look_at_seat(state, seat);
    } else {
      look_at_seat(state, mover);
    }
    look_as(state, encoding, viewer, row);
  }

 private:
  uint8_t seats_[most_players][Encoding::seat];
  uint8_t lanterns_[most_players];  // how many of their cards are counted
  uint8_t decks_, removed_, starts_, round_;
  uint8_t entries_;  // of the stack, in the row

  static void show_dice(const State& state, uint8_t* board) {
    for (const Bridge& bridge : state.bridges) {
      *board++ = bridge.left;
      *board++ = bridge.right;
      for (int i = 0; i < most_dice - 2; ++i) *board++ = bridge.centre[i];
    }
    uint8_t* dice = board + (Encoding::dice - Encoding::cards);
    const auto show = [&](int many, const Die* here) {
      *dice++ = static_cast<uint8_t>(many);
      *dice++ = many ? static_cast<uint8_t>(here[many - 1].colour + 1) : uint8_t{0};
      *dice++ = many ? here[many - 1].value : uint8_t{0};
    };
    for (const Room& room : state.room) show(room.count, room.dice);
    for (const Space& space : state.outside) show(space.count, space.dice);
    *dice = state.well_count;
  }
  void show_cards(const State& state, uint8_t* board) {
    uint8_t* unseen = board + Encoding::unseen - first_steward;
    std::memset(board + Encoding::unseen, 0, 2 * Encoding::known_cards);
    for (int i = 0; i < state.stewards; ++i) unseen[state.steward[i]] = 1;
    for (int i = 0; i < state.diplomats; ++i) unseen[state.diplomat[i]] = 1;
    for (int i = 0; i < state.removed_count; ++i)
      if (state.removed[i] < first_action) unseen[Encoding::known_cards + state.removed[i]] = 1;
    decks_ = static_cast<uint8_t>(state.stewards + state.diplomats);
    removed_ = state.removed_count;
  }
  void show_starts(const State& state, uint8_t* board) {
    std::memset(board + Encoding::starts, 0, sizeof state.starts);
    std::memcpy(board + Encoding::starts, state.starts, 2 * state.start_count);
    starts_ = state.start_count;
  }

  void look_at_seat(const State& state, int number) {
    const Player& who = state.seats[number];
    uint8_t* seat = seats_[number];
    const auto counted = [](int figure) { return static_cast<uint8_t>(std::min<int>(figure, Encoding::most)); };
    for (int resource = 0; resource < resources; ++resource) seat[resource] = who.stock[resource];
    seat[3] = counted(who.coins);
    seat[4] = who.seals;
    seat[5] = counted(who.points);
    seat[6] = who.influence;
    std::memcpy(seat + 7, who.courtiers, places);
    seat[7 + places] = who.gardeners;
    for (int i = 0; i < gardens_in_play; ++i)
      seat[Encoding::tended + static_cast<size_t>(i)] = who.tended >> state.garden[i / 2][i % 2] & 1;
    seat[Encoding::warriors] = who.warriors;
    std::memcpy(seat + Encoding::warriors + 1, who.in_yard, yards);
    seat[Encoding::card] = who.card;
    std::memcpy(seat + Encoding::lines, who.dice, colours);
    for (uint8_t& many = lanterns_[number]; many < who.lantern_count; ++many)
      ++seat[Encoding::lantern + who.lantern[many] - first_steward];
  }

  void look_as(const State& state, const Encoding& encoding, int viewer, uint8_t* row) {
    const int people = state.players;
    const auto told = [&](int seat) { return static_cast<uint8_t>(seat - viewer + 1 + (seat < viewer ? people : 0)); };
    row[0] = round_ = state.round;
    row[1] = static_cast<uint8_t>(state.turn.phase);
    row[2] = state.solo.on ? static_cast<uint8_t>(state.solo.level + 1) : uint8_t{0};
    row[3] = told(state.is_over() ? 0 : state.turn.player);
    row[4] = decks_;
    row[5] = state.solo.turned;
    for (int i = 0; i < people; ++i) {
      row[Encoding::order + static_cast<size_t>(i)] = told(state.order[i]);
      row[encoding.track + static_cast<size_t>(i)] = told(state.track[i]);
    }
    for (int room = 0; room < rooms; ++room)
      row[encoding.board + Encoding::cards + static_cast<size_t>(room)] = state.room[room].card;
    uint8_t* favour = row + encoding.board + Encoding::favour;
    for (const uint8_t owner : state.favour_places) *++favour = owner == 0xFF ? uint8_t{0} : told(owner);
    uint8_t* seats = row + encoding.board + Encoding::seats;
    for (int step = 0, seat = viewer; step < people; ++step, seat = seat + 1 == people ? 0 : seat + 1)
      std::memcpy(seats + static_cast<size_t>(step) * Encoding::seat, seats_[seat], Encoding::seat);
    for (int line = 0; line < colours; ++line)
      row[encoding.turn + static_cast<size_t>(line)] = state.turn.has_used(line);
    show_stack(state.turn, row + encoding.stack);
    if (state.solo.on) show_solo(state.solo, row + encoding.solo);
  }

  /// From the top: what an entry is, two figures of it, and up to six effects as kind and amount.
  void show_stack(const Turn& turn, uint8_t* row) {
    uint8_t entries = 0;
    for (int i = turn.depth - 1; i >= 0 && entries < Encoding::entries; --i)
      if (turn.stack[i].asks != Asks::die) show_entry(turn.stack[i], row + Encoding::entry * entries++);
    if (entries < entries_) std::memset(row + Encoding::entry * entries, 0, Encoding::entry * (entries_ - entries));
    entries_ = entries;
  }

  static void show_entry(const Entry& entry, uint8_t* told) {
    std::memset(told, 0, Encoding::entry);
    uint8_t* effects = told + 3;
    told[0] = static_cast<uint8_t>(entry.asks);
    told[1] = 1;
    switch (entry.asks) {
      case Asks::put:
        told[0] = 2;
        told[1] = static_cast<uint8_t>(8 * entry.a + entry.b);
        told[2] = entry.c ? 1 : 2;
        break;
      case Asks::start:
        told[0] = 1;
        break;
      case Asks::group:
      case Asks::one:
        told[1] = 0;
        for (int i = 0; i < std::min<int>(entry.effects.size, Encoding::effects); ++i) {
          *effects++ = told_kind[static_cast<size_t>(entry.effects.list[i].kind)];
          *effects++ = entry.effects.list[i].many;
        }
        break;
      case Asks::courtier:
      case Asks::gain:
      case Asks::steps:
      case Asks::light:
        told[1] = entry.a;
        break;
      case Asks::row:
        told[1] = entry.a == any_row ? 1 : entry.a == light_row ? 5 : static_cast<uint8_t>(entry.a + 2);
        break;
      case Asks::refill:
        told[1] = static_cast<uint8_t>(entry.a + 1);
        break;
      case Asks::rival:
        told[1] = 0;
        for (int i = 0; i < entry.a; ++i, effects += 2) *effects = told_action(entry.actions[i]);
        break;
      case Asks::rival_garden:
        told[1] = 0;
        for (int i = 0; i < entry.a; ++i, effects += 2) *effects = entry.actions[i].many;
        break;
      case Asks::rival_room:
        told[1] = entry.a;
        told[2] = entry.b;
        break;
      default:
        break;
    }
  }

  /// Kinds without an amount, then the gains; counted from 1.
  static constexpr auto told_kind = [] {
    std::array<uint8_t, kinds> found{};
    for (int kind = 0; kind < kinds; ++kind)
      found[static_cast<size_t>(kind)] = static_cast<uint8_t>(
          1 + (is_counted(static_cast<Kind>(kind)) ? kinds_without_amount + kind
                                                   : place_of(static_cast<Kind>(kind))));
    return found;
  }();
  /// In the order of their texts: 1c 1v 2c 2h 2v gate plant stone up-1 up-2 yard-1 yard-3 yard-5.
  static uint8_t told_action(const RivalAction& action) {
    switch (action.verb) {
      case Rival::coins:
        return action.many == 1 ? 1 : 3;
      case Rival::points:
        return action.many == 1 ? 2 : 5;
      case Rival::influence:
        return 4;
      case Rival::gate:
        return 6;
      case Rival::plant:
        return 7;
      case Rival::stone:
        return 8;
      case Rival::up:
        return static_cast<uint8_t>(8 + action.many);
      default:
        return static_cast<uint8_t>(11 + action.many / 2);
    }
  }

  /// The cards between the top one and the turned ones are hidden.
  static void show_solo(const Solo& solo, uint8_t* row) {
    const int known = std::max(1, solitaires - solo.turned);
    std::memset(row + 1, 0, 2 * solitaires - 1);
    row[0] = solo.deck[0];
    for (int i = 1; i < known; ++i) row[solitaires + solo.deck[i] - 1] = 1;
    for (int i = known; i < solitaires; ++i) row[i] = solo.deck[i];
  }
};

/// What many games side by side must know of The White Castle: see ../vector.hpp. Everything is dealt anew.
class Study {
 public:
  using State = white_castle::State;
  using Move = white_castle::Move;
  using Decision = white_castle::Decision;
  using Observer = white_castle::Observer;
  /// Numbers of legal moves.
  class Listed {
   public:
    void resize(size_t many) { many_ = static_cast<uint16_t>(many); }
    size_t size() const { return many_; }
    uint16_t* data() { return list_; }
    uint16_t operator[](size_t place) const { return list_[place]; }
    const uint16_t* begin() const { return list_; }
    const uint16_t* end() const { return list_ + many_; }

   private:
    uint16_t many_ = 0, list_[Decision::most];
  };

  explicit Study(const State& like) : encoding_(like.players), dealer_(like) {}

  static const char* why_not_seen(const State&) { return nullptr; }
  static const char* why_not_dealt(const State& start) {
    return start.veiled || !is_just_dealt(start) ? "must be a full position of a game that has just been dealt"
                                                 : nullptr;
  }

  size_t size() const { return encoding_.size; }
  static constexpr size_t actions() { return numbers; }
  static int seats(const State& state) { return state.seat_count(); }
  static int mover(const State& state) { return state.mover(); }

  static Move move(int number) { return numbered_moves[static_cast<size_t>(number)]; }
  template <class Visit>
  static void each_legal(const Decision& decision, Visit visit) {
    for (int i = 0; i < decision.count; ++i) visit(number_of(decision.list[i]));
  }

  void deal(State& state, Decision& decision, Chance& chance) const { dealer_.deal(state, decision, chance); }
  static void play(State& state, const Move& move, Decision& decision) { white_castle::play(state, move, decision); }

  void begin(Observer& observer, const State& state, int viewer, uint8_t* row) const {
    observer.begin(state, encoding_, viewer, row);
  }
  void go_on(Observer& observer, const State& state, int mover, const Move& move, int viewer, uint8_t* row) const {
    observer.go_on(state, encoding_, mover, move, viewer, row);
  }

  /// Totals and rewards by seat: those of places, ties going to who is farther along the track; alone, the total.
  static void score(const State& state, int32_t* totals, float* rewards) {
    const int seats = state.seat_count();
    for (int seat = 0; seat < seats; ++seat) totals[seat] = total(state, seat);
    if (seats == 1) {
      rewards[0] = static_cast<float>(totals[0]);
      return;
    }
    for (int place = 0; place < seats; ++place) {
      const int seat = state.track[place];
      int better = 0;
      for (int other = 0; other < seats; ++other) {
        const int rival = totals[state.track[other]];
        better += rival > totals[seat] || (rival == totals[seat] && other < place);
      }
      rewards[seat] = 1.0f - 2.0f * static_cast<float>(better) / static_cast<float>(seats - 1);
    }
  }

 private:
  Encoding encoding_;
  Dealer dealer_;
};

}  // namespace white_castle
}  // namespace TENSHU_LEVEL
}  // namespace tenshu
