// A turn: one action, then place what was taken, consolidate, build, end; and the solo Dragon's answer.
#pragma once

#include "spirits.hpp"

namespace tenshu {
inline namespace TENSHU_LEVEL {
namespace dragon_castle {

inline constexpr int points_for_a_discard = 1;

// The questions.

inline void ask_action(const State& state, Decision& decision) {
  if (state.is_over()) return;
  const int top = state.castle.top_floor();
  if (top) decision.castle_cells(Verb::take, state.castle.pickable(top, state.turn.elegance));
  if (state.turn.elegance != Elegance::off) return;
  if (top <= 1) decision.add(Verb::summon);
  if (state.setup.spirits) offer_spirits(state, Moment::action, decision);
}

/// Say what the action is: a pair, a shrine with it, or a discard.
inline void ask_complete(const State& state, Decision& decision) {
  const Turn& turn = state.turn;
  const int room = count(state.me().realm.open(state.setup.realm));
  if (room >= 2) decision.castle_cells(Verb::pair, second_tiles(state, turn.pair, turn.elegance));
  if (turn.elegance == Elegance::must || turn.pair == Second::deception) return;
  if (turn.pair == Second::deep) return offer_spirits(state, Moment::deep, decision);
  if (room && state.supply) decision.add(Verb::shrine);
  decision.add(Verb::discard);
  if (state.setup.spirits) offer_spirits(state, Moment::complete, decision);
}

inline void ask_place(const State& state, Decision& decision) {
  const Turn& turn = state.turn;
  Tile tiles[2] = {turn.hand[0], turn.hand[1]};
  const int many = turn.held == 2 && tiles[0] != tiles[1] ? 2 : 1;
  if (many == 2 && tiles[0] > tiles[1]) std::swap(tiles[0], tiles[1]);
  decision.places(tiles, many, state.me().realm.open(state.setup.realm));
  if (state.setup.spirits) offer_spirits(state, Moment::any, decision);
}

inline void ask_consolidate(const State& state, Cells waiting, Decision& decision) {
  decision.realm_cells(Verb::consolidate, waiting);
  if (state.setup.spirits) offer_spirits(state, Moment::any, decision);
}

inline void ask_build(const State& state, Decision& decision) {
  if (state.turn.left && state.me().shrines) decision.realm_cells(Verb::build, builds(state));
  if (state.setup.spirits) offer_spirits(state, Moment::build, decision);
  decision.add_last(Verb::pass);
}

inline void ask_end(const State& state, Decision& decision) {
  offer_spirits(state, Moment::any, decision);
  decision.add_last(Verb::end);
}

inline void ask_doing(const State& state, Decision& decision) {
  switch (state.turn.doing) {
    case Doing::build:
      return ask_build(state, decision);
    case Doing::faith:
      return decision.realm_cells(Verb::build, builds(state));
    case Doing::beauty:
      return ask_beauty(state, decision);
    case Doing::cunning:
      return ask_cunning(state, decision);
    case Doing::change:
      return ask_change(state, decision);
    case Doing::destruction:
      return ask_destruction(state, decision);
    case Doing::wind_flip:
      return ask_wind_flip(state, decision);
    case Doing::wind_carry:
      return ask_wind_carry(state, decision);
    case Doing::strength:
    case Doing::strength_again:
      return ask_strength(state, decision);
    case Doing::nothing:
      return;
  }
}

// The answers.

inline void take(State& state, int cell) {
  Turn& turn = state.turn;
  turn.from_floor = static_cast<uint8_t>(state.castle.height(cell));
  turn.from_cell = static_cast<uint8_t>(cell);
  turn.hand[0] = turn.picked[0] = state.lift(cell);
  turn.held = turn.picks = 1;
  turn.phase = Phase::complete;
  if (turn.elegance != Elegance::off) turn.elegance = Elegance::on;
}

inline void summon(State& state) {
  ++state.me().tokens;
  --state.countdown;
  state.turn.phase = Phase::end;
}

inline void pair(State& state, int cell) {
  Turn& turn = state.turn;
  turn.from_floor = 0;
  turn.hand[turn.held++] = turn.picked[turn.picks++] = state.lift(cell);
  turn.pair = Second::alike;
  turn.phase = Phase::place;
  if (turn.elegance != Elegance::off) turn.elegance = Elegance::on;
}

inline void take_a_shrine(State& state) {
  --state.supply;
  ++state.me().shrines;
  state.turn.from_floor = 0;
  state.turn.phase = Phase::place;
}

inline void discard(State& state) {
  Turn& turn = state.turn;
  state.remove_from_the_game(turn.hand[0], turn.player);
  state.me().vp += points_for_a_discard;
  turn.held = 0;
  turn.from_floor = 0;
  turn.phase = Phase::end;
}

inline void place(State& state, Tile tile, int cell) {
  Turn& turn = state.turn;
  state.me().realm.place(cell, tile, state.links);
  if (turn.hand[0] == tile) turn.hand[0] = turn.hand[1];
  if (--turn.held) return;
  turn.phase = Phase::end;
  turn.settling = true;
}

inline void pass(State& state) {
  Turn& turn = state.turn;
  switch (turn.doing) {
    case Doing::wind_flip:
      turn.doing = Doing::wind_carry;
      return;
    case Doing::strength_again:
      return end_strength(state);
    default:  // no further shrine
      turn.doing = Doing::nothing;
      turn.set = 0;
      turn.left = 0;
  }
}

// Solo: the Dragon of Ingenuity takes what you wanted.

/// Of the available tiles of the top floor: of a type you took, else a Dragon, else a special tile, else any; of those
/// the northernmost, then westernmost.
inline int wanted_by_the_dragon(const State& state, int floor) {
  const Turn& turn = state.turn;
  unsigned taken = 0;
  for (int i = 0; i < turn.picks; ++i) taken |= 1u << type_of(turn.picked[i]);
  int best = -1, best_liking = -1;
  state.castle.available[floor - 1].each([&](int cell) {
    const int type = type_of(state.castle.tiles[floor - 1][cell]);
    const int liking = taken >> type & 1 ? 3 : type == dragons_type ? 2 : is_special(type);
    if (liking > best_liking) best = cell, best_liking = liking;
  });
  return best;
}

inline void answer_of_the_dragon(State& state) {
  if (state.met_the_unknown) return;
  const int top = state.castle.top_floor();
  if (top <= 1) {
    --state.countdown;
    ++state.dragon_tokens;
    return;
  }
  const Tile tile = state.lift(wanted_by_the_dragon(state, top));
  state.remove_from_the_game(tile, State::ingenuity);
  if (state.met_the_unknown) return;
  CastleCells twins{};
  state.castle.add_alike(tile, Elegance::off, twins);
  if (!twins.any()) return;
  state.remove_from_the_game(state.lift(twins.nth(0)), State::ingenuity);
}

/// The turn is over: in solo the Dragon answers, then the next player begins, or the game has ended.
inline void finish_turn(State& state) {
  if (state.setup.solo) answer_of_the_dragon(state);
  const int next = state.turn.player + 1;
  state.turn = Turn{};
  state.turn.player = static_cast<uint8_t>(next == state.setup.players ? 0 : next);
}

/// Carry out a legal move. The state may then rest at no decision: see `come_to_rest`.
inline void carry_out(State& state, const Move& move) {
  switch (move.verb) {
    case Verb::take:
      return take(state, move.a);
    case Verb::pair:
      return pair(state, move.a);
    case Verb::shrine:
      return take_a_shrine(state);
    case Verb::discard:
      return discard(state);
    case Verb::summon:
      return summon(state);
    case Verb::place:
      return place(state, move.a, move.b);
    case Verb::consolidate:
      return consolidate(state, move.a);
    case Verb::build:
      build(state, move.a);
      if (state.turn.doing == Doing::faith) {
        state.turn.doing = Doing::build;  // that shrine does not count against the set's own
      } else {
        --state.turn.left;
      }
      return;
    case Verb::pass:
      return pass(state);
    case Verb::spirit:
      return call_spirit(state, static_cast<Spirit>(move.a), move.b);
    case Verb::destroy:
      return destroy(state, move.a);
    case Verb::flip:
      state.me().realm.turn(bit(move.a));
      state.turn.doing = Doing::wind_carry;
      return;
    case Verb::carry:
      return carry_shrine(state, move.a, move.b);
    case Verb::move:
      return move_tile(state, move.a, move.b);
    case Verb::as:
      return turn_change_set(state, move.a, move.b);
    case Verb::set:
      return state.turn.doing == Doing::beauty ? turn_beauty_set(state, move.a) : turn_cunning_set(state, move.a);
    case Verb::end:
      return finish_turn(state);
  }
}

/// The question that is open; false if there is none and the turn goes on.
inline bool ask(State& state, Decision& decision) {
  Turn& turn = state.turn;
  decision.clear();
  if (turn.doing != Doing::nothing) {
    ask_doing(state, decision);
  } else if (turn.settling) {
    const Cells waiting = waiting_sets(state.me().realm, state.setup.realm);
    if (!waiting) {
      turn.settling = false;
      return false;
    }
    ask_consolidate(state, waiting, decision);
  } else {
    switch (turn.phase) {
      case Phase::action:
        ask_action(state, decision);
        break;
      case Phase::complete:
        ask_complete(state, decision);
        break;
      case Phase::place:
        if (!turn.held) {
          turn.phase = Phase::end;
          return false;
        }
        ask_place(state, decision);
        break;
      case Phase::end:
        if (!state.setup.spirits) {
          finish_turn(state);
          return false;
        }
        ask_end(state, decision);
    }
  }
  return true;
}

/// Skip what is no decision, until the state rests at one or the game is over (a decision without moves).
inline void come_to_rest(State& state, Decision& decision) {
  for (;;) {
    if (!ask(state, decision)) continue;
    if (!decision.is_none()) return;
    carry_out(state, decision.nth(0));
    if (state.met_the_unknown) return;
  }
}

inline void play(State& state, const Move& move, Decision& decision) {
  carry_out(state, move);
  come_to_rest(state, decision);
}

/// Everything hidden is drawn anew from what is unseen.
inline void determinize(State& state, Chance& chance) {
  state.castle.deal_covered_anew([&](Tile* tiles, int many) { chance.shuffle(tiles, many); });
}

/// Plays to the end, every legal move equally likely; gives the number of decisions.
inline int play_at_random(State& state, Decision& decision, Chance& chance) {
  int decisions = 0;
  for (; decision.count; ++decisions)
    play(state, decision.nth(static_cast<int>(chance.below(static_cast<uint32_t>(decision.count)))), decision);
  return decisions;
}

}  // namespace dragon_castle
}  // namespace TENSHU_LEVEL
}  // namespace tenshu
