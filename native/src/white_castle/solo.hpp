// The Tokugawa visit: the rival of a solitaire game.
#pragma once

#include "rules.hpp"

namespace tenshu {
inline namespace TENSHU_LEVEL {
namespace white_castle {

inline constexpr int the_rival = 1;

inline bool lies_there(const Bridge& bridge, Where where) {
  return where == Where::left ? bridge.left != 0 : where == Where::right ? bridge.right != 0 : bridge.between != 0;
}

inline bool is_free(const State& state, int space) {
  if (space == well_space) return true;
  return !(space < rooms ? state.room[space].count : state.outside[space - outside_left].count);
}

/// Cards are turned over until the next one shows a die that is there; the last two act.
inline void begin_rival_turn(State& state) {
  Solo& solo = state.solo;
  int turned = 1;
  while (turned < solitaires) {
    const Solitaire& next = solitaire[static_cast<size_t>(solo.deck[turned] - 1)];
    if (lies_there(state.bridges[next.colour], next.where)) break;
    ++turned;
  }
  // Only the top card is known beforehand, and those that were turned over since the last shuffle.
  if (state.veiled && solitaires - solo.turned > 1) state.met_the_unknown = true;
  const Solitaire& card = solitaire[static_cast<size_t>(solo.deck[turned % solitaires] - 1)];
  const uint8_t value = state.bridges[card.colour].take(card.where);
  const int space = is_free(state, card.space) ? card.space : static_cast<int>(well_space);
  Player& rival = state.seats[the_rival];
  rival.coins = static_cast<int16_t>(rival.coins + std::max(0, value - space_values[static_cast<size_t>(space)]));
  lay_down(state, space, {card.colour, value});
  Entry entry = entry_of(Asks::rival);
  for (int i = std::max(0, turned - 2); i < turned; ++i)
    for (const RivalAction& action : solitaire[static_cast<size_t>(solo.deck[i] - 1)].actions)
      entry.actions[entry.a++] = action;
  uint8_t deck[solitaires];
  for (int i = 0; i < solitaires; ++i) deck[i] = solo.deck[(i + turned) % solitaires];
  std::memcpy(solo.deck, deck, sizeof deck);
  solo.turned = static_cast<uint8_t>(std::min(solitaires, solo.turned + turned));
  state.push(entry);
}

/// The first of the rival's actions that are left; true, because something always happens.
inline bool go_on_as_rival(State& state) {
  Entry& entry = state.top();
  if (!entry.a) {
    state.pop();
    return true;
  }
  const RivalAction action = entry.actions[0];
  for (int i = 1; i < entry.a; ++i) entry.actions[i - 1] = entry.actions[i];
  entry.actions[--entry.a] = RivalAction{};
  if (!entry.a) state.pop();
  Player& rival = state.seats[the_rival];
  const auto score = [&](int points) { rival.points = static_cast<int16_t>(rival.points + points); };
  switch (action.verb) {
    case Rival::gate:
      if (!rival.courtiers[home]) {
        score(state.round);
        break;
      }
      --rival.courtiers[home];
      ++rival.courtiers[gate];
      break;
    case Rival::coins:
      rival.coins = static_cast<int16_t>(rival.coins + action.many);
      break;
    case Rival::points:
      score(action.many);
      break;
    case Rival::influence:
      if (rival.influence == end_of_track) score(state.round);
      else go_forward(state, the_rival, action.many);
      break;
    case Rival::plant:
    case Rival::stone: {
      Entry choice = entry_of(Asks::rival_garden);
      int fewest = 100;
      each_open_garden(state, rival, [&](int number) {
        if ((number <= plants) != (action.verb == Rival::plant)) return;
        const int points = gardens[static_cast<size_t>(number - 1)].points();
        if (points < fewest) fewest = points, choice.a = 0;
        if (points == fewest) choice.actions[choice.a++].many = static_cast<uint8_t>(number);
      });
      if (choice.a) state.push(choice);
      else score(state.round);
      break;
    }
    case Rival::yard: {
      if (!rival.warriors) {
        score(state.round);
        break;
      }
      --rival.warriors;
      for (int yard = 0; yard < yards; ++yard)
        if (yard_iron[static_cast<size_t>(yard)] == action.many) ++rival.in_yard[yard];
      break;
    }
    case Rival::up: {
      int from = gate;
      while (from < daimyo && !rival.courtiers[from]) ++from;
      if (from == daimyo) {
        score(state.round);
        break;
      }
      const int level = std::min(3, level_of(from) + action.many);
      if (level < 3) {
        state.push(entry_of(Asks::rival_room, level, from));
        break;
      }
      --rival.courtiers[from];
      ++rival.courtiers[daimyo];
      for (uint8_t& taken : state.favour_places)
        if (taken == 0xFF) {
          taken = the_rival;
          break;
        }
      break;
    }
  }
  return true;
}

inline void rival_ends_round(State& state) {
  Player& rival = state.seats[the_rival];
  const int price = state.order[0] == the_rival ? 3 : 5;
  rival.points = static_cast<int16_t>(rival.points + rival.coins / price * state.round);
  rival.coins = static_cast<int16_t>(rival.coins % price);
}

}  // namespace white_castle
}  // namespace TENSHU_LEVEL
}  // namespace tenshu
