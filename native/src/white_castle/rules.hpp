// The rules: what is asked, what is legal, what a move does. The rules in Python (src/tenshu/white_castle) are the
// statement of the rules; this is a second text of them, held to the first move by move by tests/native.
#pragma once

#include <algorithm>

#include "notation.hpp"

namespace tenshu {
inline namespace TENSHU_LEVEL {
namespace white_castle {

// --- what could be done -----------------------------------------------------------------------------------------------

/// A purse in thought: "could do something" counts what trades make possible.
struct Purse {
  int coins, seals;
};

constexpr int climb_price(int from, int to) { return level_of(to) - level_of(from) == 1 ? 2 : 5; }
constexpr int price_of_the_gate = 2;

inline bool affords(const Player& me, int resource, int price, const Purse& purse) {
  return me.stock[resource] + purse.seals / 2 >= price;
}

inline bool could_climb(const Player& me, const Purse& purse) {
  bool low = false;
  for (int place = gate; place < daimyo; ++place)
    low = low || me.courtiers[place];
  return low && affords(me, 2, 2, purse);
}
inline bool could_send_courtier(const Player& me, const Purse& purse, int parts = audience | climbing) {
  if (parts & audience && me.courtiers[home] && purse.coins + purse.seals >= price_of_the_gate) return true;
  return parts & climbing && could_climb(me, purse);
}

template <class Visit>
void each_open_garden(const State& state, const Player& me, Visit visit) {
  if (!me.gardeners) return;
  for (const auto& pair : state.garden)
    for (const uint8_t number : pair)
      if (number && !(me.tended >> number & 1)) visit(static_cast<int>(number));
}
inline bool could_send_gardener(const State& state, const Player& me, const Purse& purse) {
  bool could = false;
  each_open_garden(state, me, [&](int number) {
    could = could || affords(me, 0, gardens[static_cast<size_t>(number - 1)].food, purse);
  });
  return could;
}
inline bool could_send_warrior(const Player& me, const Purse& purse) {
  return me.warriors && affords(me, 1, yard_iron[yards - 1], purse);
}

inline bool could(const State& state, Kind action, const Purse& purse);

/// Whether a row of a castle card can be chosen for `ROW` or `LIGHT`; a dark one must then do something.
inline bool row_is_open(const State& state, int room, int row, uint8_t which, const Purse& purse) {
  const Room& here = state.room[room];
  const Printed& card = printed[here.card];
  if (which < colours && here.tiles[row] != which) return false;
  if (row + 1 != card.dark) return true;
  if (which == light_row) return false;
  const Kind effect = card.rows[row].list[0].kind;
  const int price = seals_of(effect);
  return purse.seals >= price && could(state, bought(effect), {purse.coins, purse.seals - price});
}
inline bool could_choose_row(const State& state, uint8_t which, const Purse& purse) {
  for (int room = 0; room < rooms; ++room)
    for (int row = 0; row < printed[state.room[room].card].count; ++row)
      if (row_is_open(state, room, row, which, purse)) return true;
  return false;
}
constexpr uint8_t row_choice(Kind action) {
  switch (action) {
    case Kind::coral_row:
      return 0;
    case Kind::black_row:
      return 1;
    case Kind::white_row:
      return 2;
    case Kind::light:
      return light_row;
    default:
      return any_row;
  }
}

/// Whether an action could do something for the player in turn with such a purse.
inline bool could(const State& state, Kind action, const Purse& purse) {
  const Player& me = state.me();
  switch (action) {
    case Kind::courtier:
      return could_send_courtier(me, purse);
    case Kind::gardener:
      return could_send_gardener(state, me, purse);
    case Kind::warrior:
      return could_send_warrior(me, purse);
    case Kind::domain:
      return !state.turn.used[colours - 1];
    default:
      return could_choose_row(state, row_choice(action), purse);
  }
}

// --- the track --------------------------------------------------------------------------------------------------------

/// Go forward; on an occupied space the marker comes to lie on top.
inline void go_forward(State& state, int seat, int steps) {
  Player& who = state.seats[seat];
  const int space = std::min<int>(end_of_track, who.influence + steps);
  if (space == who.influence) return;
  who.influence = static_cast<uint8_t>(space);
  int place = 0;
  while (state.track[place] != seat) ++place;
  while (place > 0 && state.seats[state.track[place - 1]].influence <= space) {
    state.track[place] = state.track[place - 1];
    --place;
  }
  state.track[place] = static_cast<uint8_t>(seat);
}
/// How many of so many steps lie before the next checkpoint.
inline int free_steps(const Player& me, int steps) {
  for (int i = 1; i <= steps; ++i)
    if (checkpoint(me.influence + i)) return i - 1;
  return steps;
}

// --- gains ------------------------------------------------------------------------------------------------------------

inline bool fits(const Player& me, Effect gain) {
  switch (gain.kind) {
    case Kind::food:
    case Kind::iron:
    case Kind::pearl:
      return me.stock[static_cast<int>(gain.kind)] + gain.many <= most_of_a_resource;
    case Kind::seal:
      return me.seals + gain.many <= most_seals;
    case Kind::influence:
      return free_steps(me, gain.many) == gain.many;
    default:
      return true;
  }
}
inline void take(State& state, Effect gain) {
  Player& me = state.me();
  switch (gain.kind) {
    case Kind::food:
    case Kind::iron:
    case Kind::pearl: {
      uint8_t& stock = me.stock[static_cast<int>(gain.kind)];
      stock = static_cast<uint8_t>(std::min(most_of_a_resource, stock + gain.many));
      break;
    }
    case Kind::coin:
      me.coins = static_cast<int16_t>(me.coins + gain.many);
      break;
    case Kind::seal:
      me.seals = static_cast<uint8_t>(std::min(most_seals, me.seals + gain.many));
      break;
    case Kind::point:
      me.points = static_cast<int16_t>(me.points + gain.many);
      break;
    default:
      go_forward(state, state.turn.player, gain.many);
      break;
  }
}

inline Entry entry_of(Asks asks, int a = 0, int b = 0, int c = 0) {
  Entry entry;
  entry.asks = asks;
  entry.a = static_cast<uint8_t>(a);
  entry.b = static_cast<uint8_t>(b);
  entry.c = static_cast<uint8_t>(c);
  return entry;
}
/// The question that an action asks.
inline Entry question_of(Kind action) {
  switch (action) {
    case Kind::courtier:
      return entry_of(Asks::courtier, audience | climbing);
    case Kind::gardener:
      return entry_of(Asks::gardener);
    case Kind::warrior:
      return entry_of(Asks::warrior);
    case Kind::domain:
      return entry_of(Asks::domain);
    default:
      return entry_of(Asks::row, row_choice(action));
  }
}

// --- entering a room --------------------------------------------------------------------------------------------------

inline uint8_t& deck_size(State& state, int room) { return room < steward_rooms ? state.stewards : state.diplomats; }
inline Card* deck_of(State& state, int room) { return room < steward_rooms ? state.steward : state.diplomat; }

inline void refill(State& state, int room) {
  uint8_t& size = deck_size(state, room);
  Card* deck = deck_of(state, room);
  if (!size) return;
  if (state.veiled) state.met_the_unknown = true;
  state.room[room].card = deck[0];
  --size;
  std::memmove(deck, deck + 1, size);
  deck[size] = no_card;
}

inline void arrive(State& state, int place) {
  Player& me = state.me();
  using icons::L;
  if (place == daimyo) {
    for (const uint8_t taken : state.favour_places)
      if (taken == 0xFF) {
        state.push(entry_of(Asks::favour));
        break;
      }
    state.push_group({L});
    return;
  }
  const int room = place - first_room;
  const Card card = state.room[room].card;
  if (deck_size(state, room)) {
    me.to_lantern(me.card);
    me.card = card;
    state.room[room].card = no_card;
    state.push(entry_of(Asks::refill, room));
  }
  state.push(entry_of(Asks::light, card));
}

// --- a domain line ----------------------------------------------------------------------------------------------------

inline void use_line(State& state, int line) {
  const Player& me = state.me();
  state.turn.use(line);
  state.push_group(printed[me.card].rows[row_of_line(me.card, line)]);
  state.push_group(me.line_rewards(line));
}

// --- where a die may go -----------------------------------------------------------------------------------------------

/// The value that a die covers on a space; 0 if it may not go there.
inline int covered_by(const State& state, int space, int colour) {
  const auto on = [&](int count, const Die* dice) -> int {
    if (count >= state.capacity()) return 0;
    return count ? dice[count - 1].value : space_values[static_cast<size_t>(space)];
  };
  if (space < rooms) {
    const Room& room = state.room[space];
    const int tiles = space < steward_rooms ? 3 : 2;
    for (int i = 0; i < tiles; ++i)
      if (room.tiles[i] == colour) return on(room.count, room.dice);
    return 0;
  }
  if (space == well_space) return space_values[well_space];
  if (space == domain_space) return state.me().dice[colour] ? 0 : space_values[domain_space];
  const Space& outside = state.outside[space - outside_left];
  return on(outside.count, outside.dice);
}

/// The rival may put a die anywhere that is free.
inline void lay_down(State& state, int space, Die die) {
  if (space < rooms) {
    Room& room = state.room[space];
    room.dice[room.count++] = die;
  } else if (space == well_space) {
    state.well_dice[state.well_count++] = die;
  } else if (space == domain_space) {
    state.me().dice[die.colour] = die.value;
  } else {
    Space& outside = state.outside[space - outside_left];
    outside.dice[outside.count++] = die;
  }
}

inline void put(State& state, int space) {
  using namespace icons;
  const Entry die = state.top();
  state.pop();
  Player& me = state.me();
  me.coins = static_cast<int16_t>(me.coins + die.b - covered_by(state, space, die.a));
  lay_down(state, space, {die.a, die.b});
  if (space < rooms) {
    const Room& room = state.room[space];
    Effects group;
    for (int row = 0; row < printed[room.card].count; ++row)
      if (room.tiles[row] == die.a) group.add(printed[room.card].rows[row]);
    state.push_group(group);
  } else if (space == well_space) {
    state.push_group({WELL});
  } else if (space == domain_space) {
    use_line(state, die.a);
  } else {
    Entry choice = entry_of(Asks::one);
    choice.effects = space == outside_left ? Effects{G, C} : Effects{W, C};
    state.push(choice);
  }
  if (die.c) state.push_group({L});
}

// --- legal moves ------------------------------------------------------------------------------------------------------

inline void list_dice(const State& state, Decision& decision) {
  for (int colour = 0; colour < colours; ++colour) {
    if (state.bridges[colour].left) decision.add(Verb::die, colour, static_cast<int>(Where::left));
    if (state.bridges[colour].right) decision.add(Verb::die, colour, static_cast<int>(Where::right));
  }
}

inline void add_trade(const Player& me, int what, Decision& decision) {
  if (what == trade_coin ? me.seals > 0 : me.seals > 1 && me.stock[what] < most_of_a_resource)
    decision.add(Verb::trade, what);
}
/// All that can be traded, a coin first.
inline void add_trades(const Player& me, Decision& decision) {
  add_trade(me, trade_coin, decision);
  for (int resource = 0; resource < resources; ++resource) add_trade(me, resource, decision);
}

/// Whether an effect of a group can be carried out now.
inline bool is_offered(const State& state, Effect effect) {
  const Player& me = state.me();
  if (is_obligatory(effect.kind)) return true;
  if (is_free_action(effect.kind)) return could(state, effect.kind, {me.coins, me.seals});
  const int coins = coins_of(effect.kind), seals = seals_of(effect.kind);
  return me.coins >= coins && me.seals >= seals && could(state, bought(effect.kind), {me.coins - coins, me.seals - seals});
}

inline void list_group(const State& state, const Entry& entry, Decision& decision) {
  const Player& me = state.me();
  bool declinable = true, full = false, near = false;
  for (int i = 0; i < entry.effects.size; ++i) {
    const Effect effect = entry.effects.list[i];
    declinable = declinable && !is_obligatory(effect.kind);
    if (entry.effects.find(effect) < i) continue;
    full = full || (effect.kind == Kind::seal && !fits(me, effect));
    const int price = coins_of(effect.kind);
    if (is_paid(effect.kind) && price > me.coins && price <= me.coins + me.seals)
      near = near || could(state, bought(effect.kind), {0, me.seals - (price - me.coins)});
    if (is_offered(state, effect)) decision.add(Verb::carry_out, static_cast<int>(effect.kind), effect.many);
  }
  if (full) {
    add_trades(me, decision);
  } else if (near) {
    add_trade(me, trade_coin, decision);
  }
  if (declinable) decision.add(Verb::skip);
}

inline void list_courtier(const State& state, const Entry& entry, Decision& decision) {
  const Player& me = state.me();
  bool coin = false, pearl = false;
  if (entry.a & audience && me.courtiers[home]) {
    if (me.coins >= price_of_the_gate) decision.add(Verb::gate);
    else coin = me.coins + me.seals >= price_of_the_gate;
  }
  if (entry.a & climbing)
    for (int from = gate; from < daimyo; ++from) {
      if (!me.courtiers[from]) continue;
      for (int to = first_room; to < places; ++to) {
        const int levels = level_of(to) - level_of(from);
        if (levels < 1 || levels > 2) continue;
        const int price = climb_price(from, to);
        if (me.stock[2] >= price) decision.add(Verb::climb, from, to);
        else pearl = pearl || me.stock[2] + me.seals / 2 >= price;
      }
    }
  if (coin) add_trade(me, trade_coin, decision);
  if (pearl) add_trade(me, 2, decision);
  decision.add(Verb::skip);
}

inline void list_gardener(const State& state, Decision& decision) {
  const Player& me = state.me();
  bool food = false;
  each_open_garden(state, me, [&](int number) {
    const int price = gardens[static_cast<size_t>(number - 1)].food;
    if (me.stock[0] >= price) decision.add(Verb::garden, number);
    else food = food || me.stock[0] + me.seals / 2 >= price;
  });
  if (food) add_trade(me, 0, decision);
  decision.add(Verb::skip);
}

inline void list_warrior(const State& state, Decision& decision) {
  const Player& me = state.me();
  bool iron = false;
  if (me.warriors)
    for (int yard = 0; yard < yards; ++yard) {
      const int price = yard_iron[static_cast<size_t>(yard)];
      if (me.stock[1] >= price) decision.add(Verb::yard, yard);
      else iron = iron || me.stock[1] + me.seals / 2 >= price;
    }
  if (iron) add_trade(me, 1, decision);
  decision.add(Verb::skip);
}

inline void list_put(const State& state, const Entry& entry, Decision& decision) {
  const Player& me = state.me();
  bool coin = false;
  for (int space = 0; space < spaces; ++space) {
    const int covered = covered_by(state, space, entry.a);
    if (!covered) continue;
    const int price = covered - entry.b;
    if (me.coins >= price) decision.add(Verb::put, space);
    else coin = coin || me.coins + me.seals >= price;
  }
  if (coin) add_trade(me, trade_coin, decision);
}

/// A last trade matters where it lifts a resource to the next points.
inline bool last_trade_matters(const Player& me, int resource) {
  const int have = me.stock[resource], reach = have + me.seals / 2;
  return (have < 3 && reach >= 3) || (have < most_of_a_resource && reach >= most_of_a_resource);
}
inline bool last_trades_matter(const Player& me) {
  return me.seals > 1 && (last_trade_matters(me, 0) || last_trade_matters(me, 1) || last_trade_matters(me, 2));
}
inline void list_end(const Player& me, Decision& decision) {
  for (int resource = 0; resource < resources; ++resource)
    if (last_trade_matters(me, resource)) decision.add(Verb::trade, resource);
  decision.add(Verb::end);
}

/// The answers to the question on top.
inline void list_moves(const State& state, Decision& decision) {
  decision.clear();
  if (!state.turn.depth) return;
  const Entry& entry = state.top();
  const Player& me = state.me();
  switch (entry.asks) {
    case Asks::die:
      list_dice(state, decision);
      break;
    case Asks::start:
      for (int i = 0; i < state.start_count; ++i) decision.add(Verb::start, state.starts[i][0] - first_resource + 1);
      break;
    case Asks::put:
      list_put(state, entry, decision);
      break;
    case Asks::group:
    case Asks::one:
      list_group(state, entry, decision);
      break;
    case Asks::courtier:
      list_courtier(state, entry, decision);
      break;
    case Asks::gardener:
      list_gardener(state, decision);
      break;
    case Asks::warrior:
      list_warrior(state, decision);
      break;
    case Asks::gain:
      for (int resource = 0; resource < resources; ++resource)
        if (me.stock[resource] < most_of_a_resource) decision.add(Verb::gain, resource);
      break;
    case Asks::steps:
      decision.add(Verb::pay);
      decision.add(Verb::stop);
      break;
    case Asks::row: {
      const Purse purse{me.coins, me.seals};
      for (int room = 0; room < rooms; ++room)
        for (int row = 0; row < printed[state.room[room].card].count; ++row)
          if (row_is_open(state, room, row, entry.a, purse)) decision.add(Verb::row, room, row);
      decision.add(Verb::skip);
      break;
    }
    case Asks::domain:
      for (int line = 0; line < colours; ++line)
        if (!state.turn.has_used(line)) decision.add(Verb::line, line);
      decision.add(Verb::skip);
      break;
    case Asks::light:
      for (int row = 0; row < printed[entry.a].count; ++row)
        if (row + 1 != printed[entry.a].dark) decision.add(Verb::light, row);
      break;
    case Asks::favour:
      for (int place = 0; place < 3; ++place)
        if (state.favour_places[place] == 0xFF) decision.add(Verb::favour, place);
      break;
    case Asks::end:
      list_end(me, decision);
      break;
    case Asks::rival_garden:
      for (int i = 0; i < entry.a; ++i) decision.add(Verb::garden, entry.actions[i].many);
      break;
    case Asks::rival_room:
      for (int room = 0; room < rooms; ++room)
        if (level_of(first_room + room) == entry.a) decision.add(Verb::room, room);
      break;
    default:
      break;
  }
}

// --- settling ---------------------------------------------------------------------------------------------------------

inline bool go_on_as_rival(State& state);  // solo.hpp
inline void finish_turn(State& state);

/// Carries out what needs no decision of the entry on top; true if something has happened.
inline bool settle(State& state) {
  Entry& entry = state.top();
  Player& me = state.me();
  switch (entry.asks) {
    case Asks::group: {
      Effects& effects = entry.effects;
      for (int i = 0; i < effects.size;) {
        const Effect effect = effects.list[i];
        if (effect.kind == Kind::well) {
          effects.remove(i);
          if (effects.size + 3 > Effects::most) {
            state.overflow = true;
            return true;
          }
          effects.insert(i, icons::s(1));
          for (int tile = 0; tile < 2; ++tile)
            if (state.well_tiles[tile])
              effects.insert(i + 1 + tile, well_sides[static_cast<size_t>(state.well_tiles[tile] - 1)]);
        } else {
          ++i;
        }
      }
      for (int i = 0; i < effects.size;) {
        if (is_gain(effects.list[i].kind) && fits(me, effects.list[i])) {
          take(state, effects.list[i]);
          effects.remove(i);
        } else {
          ++i;
        }
      }
      if (!effects.size) {
        state.pop();
        return true;
      }
      if (effects.size == 1 && is_free_action(effects.list[0].kind)) {
        const Entry question = question_of(effects.list[0].kind);
        state.pop();
        state.push(question);
        return true;
      }
      return false;
    }
    case Asks::courtier:
      if (entry.a) return false;
      state.pop();
      return true;
    case Asks::gain:
      if (entry.a) return false;
      state.pop();
      return true;
    case Asks::steps: {
      const int steps = free_steps(me, entry.a);
      entry.a = static_cast<uint8_t>(entry.a - steps);
      go_forward(state, state.turn.player, steps);
      if (entry.a && me.seals >= checkpoint(me.influence + 1)) return false;
      state.pop();
      return true;
    }
    case Asks::refill: {
      const int room = entry.a;
      state.pop();
      refill(state, room);
      return true;
    }
    case Asks::end:
      if (last_trades_matter(me)) return false;
      state.pop();
      finish_turn(state);
      return true;
    case Asks::rival:
      return go_on_as_rival(state);
    default:
      return false;
  }
}

// --- from turn to turn ------------------------------------------------------------------------------------------------

inline void begin_rival_turn(State& state);  // solo.hpp
inline void rival_ends_round(State& state);

inline int place_in(const uint8_t* order, int players, int seat) {
  int place = 0;
  while (place < players && order[place] != seat) ++place;
  return place;
}

inline void end_round(State& state);

inline void begin_turn(State& state, int seat) {
  state.turn.player = static_cast<uint8_t>(seat);
  state.turn.forget_lines();
  state.fresh = true;
  if (!state.dice_left()) {  // a short roll of a puzzle: nobody can take a turn
    end_round(state);
  } else if (state.solo.on && seat == 1) {
    begin_rival_turn(state);
  } else {
    state.push(entry_of(Asks::die));
  }
}

/// The garden step of the first seat at or after a place of the order that has something to do; false if none has.
inline bool begin_gardens(State& state, int place) {
  state.turn.phase = Phase::gardens;
  for (; place < state.players; ++place) {
    const int seat = state.order[place];
    const Player& who = state.seats[seat];
    Effects group;
    for (int colour = 0; colour < colours; ++colour)
      if (state.bridges[colour].count())
        for (const uint8_t number : state.garden[colour])
          if (number && who.tended >> number & 1) group.add(gardens[static_cast<size_t>(number - 1)].action);
    state.turn.player = static_cast<uint8_t>(seat);
    state.turn.forget_lines();
    if (state.solo.on && seat == 1) {
      state.seats[1].points = static_cast<int16_t>(state.seats[1].points + group.size * state.round);
      continue;
    }
    if (!group.size) continue;
    state.push_group(group);
    state.fresh = true;
    return true;
  }
  return false;
}

inline void begin_round(State& state) {
  for (Room& room : state.room) {
    room.count = 0;
    room.dice[0] = room.dice[1] = Die{};
  }
  state.outside[0] = state.outside[1] = Space{};
  std::fill(state.well_dice, state.well_dice + state.well_count, Die{});
  state.well_count = 0;
  for (int seat = 0; seat < state.players; ++seat)
    std::fill(state.seats[seat].dice, state.seats[seat].dice + colours, uint8_t{0});
  if (state.veiled) state.met_the_unknown = true;
  for (int colour = 0; colour < colours; ++colour)
    state.bridges[colour].fill(state.rolls[state.round - 1][colour], state.rolled[state.round - 1][colour]);
  ++state.round;
  if (state.solo.on && state.solo.rounds) {
    std::memcpy(state.solo.deck, state.solo.next[0], sizeof state.solo.deck);
    std::memcpy(state.solo.next[0], state.solo.next[1], sizeof state.solo.deck);
    --state.solo.rounds;
    state.solo.turned = 0;
  }
  state.turn.phase = Phase::turn;
  begin_turn(state, state.order[0]);
}

inline void end_round(State& state) {
  std::copy(state.track, state.track + state.players, state.order);
  if (state.solo.on) rival_ends_round(state);
  if (state.round == 3) {
    state.turn.phase = Phase::over;
    state.turn.forget_lines();
  } else if (!begin_gardens(state, 0)) {
    begin_round(state);
  }
}

inline void finish_turn(State& state) {
  if (state.dice_left() <= 3) return end_round(state);
  const int place = place_in(state.order, state.players, state.turn.player);
  begin_turn(state, state.order[(place + 1) % state.players]);
}

inline bool is_last_turn(const State& state) {
  return state.round == 3 && !(state.solo.on && state.turn.player == 1) && state.dice_left() < 3 + state.players;
}

/// A turn, a garden step or a start is finished: what comes next.
inline void go_on(State& state) {
  if (state.turn.phase == Phase::start) {
    const int place = place_in(state.order, state.players, state.turn.player);
    if (place > 0 && !state.solo.on) {
      state.turn.player = state.order[place - 1];
      state.fresh = true;
      state.push(entry_of(Asks::start));
      return;
    }
    state.start_count = 0;
    state.turn.phase = Phase::turn;
    begin_turn(state, state.order[0]);
    return;
  }
  if (state.turn.phase == Phase::turn) {
    if (is_last_turn(state) && last_trades_matter(state.me())) {
      state.push(entry_of(Asks::end));
    } else {
      finish_turn(state);
    }
  } else if (!begin_gardens(state, place_in(state.order, state.players, state.turn.player) + 1)) {
    begin_round(state);
  }
}

// --- playing ----------------------------------------------------------------------------------------------------------

/// What a legal move does, before anything is settled.
inline void carry_out(State& state, const Move& move) {
  Player& me = state.me();
  switch (move.verb) {
    case Verb::start: {
      int pair = 0;
      while (state.starts[pair][0] != first_resource + move.a - 1) ++pair;
      const Card resource = state.starts[pair][0], action = state.starts[pair][1];
      --state.start_count;
      for (int i = pair; i < state.start_count; ++i) std::copy_n(state.starts[i + 1], 2, state.starts[i]);
      const Start& start = starts[static_cast<size_t>(resource - first_resource)];
      me.card = action;
      me.to_lantern(resource);
      if (start.decree) me.to_lantern(start.decree);
      state.pop();
      state.push_group(start.gains);
      break;
    }
    case Verb::die: {
      const Where side = static_cast<Where>(move.b);
      const uint8_t value = state.bridges[move.a].take(side);
      state.pop();
      state.push(entry_of(Asks::put, move.a, value, side == Where::left));
      break;
    }
    case Verb::put:
      put(state, move.a);
      break;
    case Verb::carry_out: {
      const Effect effect{static_cast<Kind>(move.a), move.b};
      if (state.top().asks == Asks::one) {
        state.pop();
      } else {
        Effects& effects = state.top().effects;
        effects.remove(effects.find(effect));
        if (!effects.size) state.pop();
      }
      me.coins = static_cast<int16_t>(me.coins - coins_of(effect.kind));
      me.seals = static_cast<uint8_t>(me.seals - seals_of(effect.kind));
      if (effect.kind == Kind::any) {
        state.push(entry_of(Asks::gain, effect.many));
      } else if (effect.kind == Kind::lantern) {
        state.push_group(me.lantern_rewards());
      } else if (effect.kind == Kind::influence) {
        state.push(entry_of(Asks::steps, effect.many));
      } else if (is_gain(effect.kind)) {
        take(state, effect);
      } else {
        state.push(question_of(bought(effect.kind)));
      }
      break;
    }
    case Verb::gate:
      me.coins = static_cast<int16_t>(me.coins - price_of_the_gate);
      --me.courtiers[home];
      ++me.courtiers[gate];
      state.top().a &= static_cast<uint8_t>(~audience);
      if (!state.top().a) state.pop();
      break;
    case Verb::climb:
      me.stock[2] = static_cast<uint8_t>(me.stock[2] - climb_price(move.a, move.b));
      --me.courtiers[move.a];
      ++me.courtiers[move.b];
      state.top().a &= static_cast<uint8_t>(~climbing);
      if (!state.top().a) state.pop();
      arrive(state, move.b);
      break;
    case Verb::garden: {
      const Garden& card = gardens[static_cast<size_t>(move.a - 1)];
      const bool rival = state.top().asks == Asks::rival_garden;
      state.pop();
      me.at[members - me.gardeners] = move.a;
      --me.gardeners;
      me.tended = static_cast<uint16_t>(me.tended | 1 << move.a);
      if (rival) break;
      me.stock[0] = static_cast<uint8_t>(me.stock[0] - card.food);
      state.push_group({card.action});
      break;
    }
    case Verb::yard: {
      state.pop();
      me.stock[1] = static_cast<uint8_t>(me.stock[1] - yard_iron[move.a]);
      --me.warriors;
      ++me.in_yard[move.a];
      Effects group;
      if (move.a == 0) group.add(state.yard_effect(0));
      group.add(state.yard_effect(move.a + 1));
      state.push_group(group);
      break;
    }
    case Verb::row: {
      state.pop();
      const Effects& row = printed[state.room[move.a].card].rows[move.b];
      const Kind first = row.list[0].kind;
      if (!is_paid(first)) {
        state.push_group(row);
        break;
      }
      me.seals = static_cast<uint8_t>(me.seals - seals_of(first));
      state.push(question_of(bought(first)));
      break;
    }
    case Verb::light: {
      const Card card = state.top().a;
      state.pop();
      state.push_group(printed[card].rows[move.a]);
      break;
    }
    case Verb::favour:
      state.pop();
      state.favour_places[move.a] = state.turn.player;
      state.push_group({favours[static_cast<size_t>(state.favour - 1)][move.a]});
      break;
    case Verb::line:
      state.pop();
      use_line(state, move.a);
      break;
    case Verb::gain:
      ++me.stock[move.a];
      if (!--state.top().a) state.pop();
      break;
    case Verb::pay:
      me.seals = static_cast<uint8_t>(me.seals - checkpoint(me.influence + 1));
      go_forward(state, state.turn.player, 1);
      if (!--state.top().a) state.pop();
      break;
    case Verb::room: {
      const Entry entry = state.top();
      state.pop();
      --me.courtiers[entry.b];
      ++me.courtiers[first_room + move.a];
      if (deck_size(state, move.a)) {
        state.removed[state.removed_count++] = state.room[move.a].card;
        refill(state, move.a);
      }
      break;
    }
    case Verb::trade:
      if (move.a == trade_coin) {
        --me.seals;
        ++me.coins;
      } else {
        me.seals = static_cast<uint8_t>(me.seals - 2);
        ++me.stock[move.a];
      }
      break;
    case Verb::end:
      state.pop();
      finish_turn(state);
      break;
    default:  // skip, stop
      state.pop();
      break;
  }
}

/// Settles until there is something to decide; `decision` is empty in the end of the game.
inline void settle_all(State& state, Decision& decision) {
  for (;;) {
    if (state.overflow) {
      decision.clear();
      return;
    }
    if (!state.turn.depth) {
      if (state.is_over()) {
        decision.clear();
        return;
      }
      go_on(state);
      continue;
    }
    if (settle(state)) continue;
    list_moves(state, decision);
    if (state.top().asks <= Asks::put) return;
    if (!decision.count) {
      state.pop();
    } else if (decision.count == 1) {
      carry_out(state, decision.list[0]);
    } else {
      return;
    }
  }
}

inline void play(State& state, const Move& move, Decision& decision) {
  state.fresh = false;
  carry_out(state, move);
  settle_all(state, decision);
}

/// The legal moves of a state at rest.
inline void ask(const State& state, Decision& decision) { list_moves(state, decision); }

inline int play_at_random(State& state, Decision& decision, Chance& chance) {
  int decisions = 0;
  while (decision.count) {
    const Move move = decision.nth(static_cast<int>(chance.below(static_cast<uint32_t>(decision.count))));
    play(state, move, decision);
    ++decisions;
  }
  return decisions;
}

}  // namespace white_castle
}  // namespace TENSHU_LEVEL
}  // namespace tenshu

#include "solo.hpp"
