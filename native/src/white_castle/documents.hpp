// Positions as documents: the JSON data of docs/formats.md, read and written.
//
// The Python rules judge positions; what is refused here is what this code could not play with safely.
#pragma once

#include "../reading.hpp"
#include "../white_castle.hpp"

namespace tenshu {
inline namespace TENSHU_LEVEL {
namespace white_castle {

inline std::string card_name(Card card) {
  if (is_steward(card)) return "S" + std::to_string(card - first_steward + 1);
  if (is_diplomat(card)) return "D" + std::to_string(card - first_diplomat + 1);
  if (is_action(card)) return std::string("A") + "CGW"[card - first_action];
  if (is_resource(card)) return "R" + std::to_string(card - first_resource + 1);
  return std::string("K") + "csv"[card - first_decree];
}
inline constexpr std::array<std::string_view, 3> solo_levels = {"easy", "medium", "hard"};

class Reader {
 public:
  explicit Reader(const nb::dict& document) : document_(document) {
    if (text_in(get("game"), "game") != "white-castle") refuse("game", "must be white-castle");
    whole_in(get("version"), "version", 1, 1);
    State& state = state_;
    const nb::list players = list_in(get("players"), "players", most_players);
    if (players.size() < 2) refuse("players", "must be 2 to 4, or solo the rival beside the player");
    state.players = static_cast<uint8_t>(players.size());
    state.dice = static_cast<uint8_t>(state.players + 1);
    state.round = small(get("round"), "round", 1, 3);
    read_seats("order", state.order);
    read_seats("track", state.track);
    read_board();
    read_decks();
    read_rolls();
    read_starts();
    for (size_t seat = 0; seat < players.size(); ++seat) read_player(players[seat], static_cast<int>(seat));
    read_solo();
    read_turn();
  }
  const State& state() const { return state_; }

 private:
  nb::dict document_;
  State state_;

  nb::handle get(const char* name) { return field(document_, name, ""); }
  nb::handle find(const nb::dict& object, const char* name) { return PyDict_GetItemString(object.ptr(), name); }
  static uint8_t small(nb::handle value, const std::string& place, int least, int most) {
    return static_cast<uint8_t>(whole_in(value, place, least, most));
  }
  static bool is_unknown(nb::handle value) {
    return nb::isinstance<nb::str>(value) && nb::cast<std::string>(value) == "?";
  }

  /// A text such as `S12`: a letter and a number from 1.
  static uint8_t numbered(nb::handle value, const std::string& place, char letter, int most) {
    const std::string text = text_in(value, place);
    int number = 0;
    if (text.size() < 2 || text.size() > 3 || text[0] != letter) refuse(place, "is not a known name");
    for (size_t i = 1; i < text.size(); ++i) {
      if (text[i] < '0' || text[i] > '9') refuse(place, "is not a known name");
      number = 10 * number + (text[i] - '0');
    }
    if (number < 1 || number > most) refuse(place, "is not a known name");
    return static_cast<uint8_t>(number);
  }
  static Card card_in(nb::handle value, const std::string& place) {
    const std::string text = text_in(value, place);
    for (Card card = first_steward; card < cards; ++card)
      if (card_name(card) == text) return card;
    refuse(place, "is not a known card");
  }
  static Die die_in(nb::handle value, const std::string& place) {
    const std::string text = text_in(value, place);
    for (uint8_t colour = 0; colour < colours; ++colour)
      if (text.size() == 2 && text[0] == colour_letters[colour] && text[1] >= '1' && text[1] <= '6')
        return {colour, static_cast<uint8_t>(text[1] - '0')};
    refuse(place, "is not a die such as c5");
  }
  static Effect effect_in(nb::handle value, const std::string& place) {
    const std::string text = text_in(value, place);
    size_t digits = 0;
    while (digits < text.size() && digits < 2 && text[digits] >= '0' && text[digits] <= '9') ++digits;
    for (int kind = 0; kind < kinds; ++kind) {
      const Kind found = static_cast<Kind>(kind);
      if (is_counted(found) && digits && text.substr(digits) == kind_texts[static_cast<size_t>(kind)])
        return {found, static_cast<uint8_t>(std::stoi(text.substr(0, digits)))};
      if (!is_counted(found) && text == kind_texts[static_cast<size_t>(kind)]) return {found, 0};
    }
    refuse(place, "is not a known effect");
  }

  void read_seats(const char* name, uint8_t* seats) {
    const nb::list list = list_in(get(name), name, most_players);
    if (list.size() != state_.players) refuse(name, "must name every seat once");
    int found = 0;
    for (size_t i = 0; i < list.size(); ++i) {
      seats[i] = small(list[i], name, 0, state_.players - 1);
      found |= 1 << seats[i];
    }
    if (found != (1 << state_.players) - 1) refuse(name, "must name every seat once");
  }

  void read_board() {
    State& state = state_;
    const nb::dict bridges = dict_in(get("bridges"), "bridges");
    for (size_t colour = 0; colour < colours; ++colour) {
      const std::string name(colour_names[colour]), place = "bridges." + name;
      const nb::dict source = dict_in(field(bridges, name.c_str(), "bridges"), place);
      Bridge& bridge = state.bridges[colour];
      const auto end = [&](const char* side) -> uint8_t {
        const nb::handle value = field(source, side, place);
        return value.is_none() ? uint8_t{0} : small(value, place, 1, 6);
      };
      bridge.left = end("left");
      bridge.right = end("right");
      for (const nb::handle value : list_in(field(source, "centre", place), place, most_dice - 2))
        bridge.centre[bridge.between++] = small(value, place, 1, 6);
      if (bridge.between && !(bridge.left && bridge.right)) refuse(place, "a centre needs both ends");
    }
    const nb::dict rooms_ = dict_in(get("rooms"), "rooms");
    for (size_t number = 0; number < rooms; ++number) {
      const std::string name(room_names[number]), place = "rooms." + name;
      const nb::dict source = dict_in(field(rooms_, name.c_str(), "rooms"), place);
      Room& room = state.room[number];
      const bool steward = number < steward_rooms;
      const nb::handle card = field(source, "card", place);
      if (!card.is_none()) {
        room.card = card_in(card, place + ".card");
        if (steward ? !is_steward(room.card) : !is_diplomat(room.card)) refuse(place + ".card", "does not belong here");
      }
      const nb::list tiles = list_in(field(source, "tiles", place), place + ".tiles", 3);
      if (tiles.size() != (steward ? 3u : 2u)) refuse(place + ".tiles", "must have one for each row");
      room.tiles[2] = 0xFF;
      for (size_t i = 0; i < tiles.size(); ++i)
        room.tiles[i] = static_cast<uint8_t>(name_in(tiles[i], place + ".tiles", colour_names));
      read_dice(field(source, "dice", place), place + ".dice", room.count, room.dice);
    }
    const nb::dict outside = dict_in(get("outside"), "outside");
    read_dice(field(outside, "left", "outside"), "outside.left", state.outside[0].count, state.outside[0].dice);
    read_dice(field(outside, "right", "outside"), "outside.right", state.outside[1].count, state.outside[1].dice);
    const nb::dict well = dict_in(get("well"), "well");
    const nb::list tiles = list_in(field(well, "tiles", "well"), "well.tiles", 2);
    for (size_t i = 0; i < tiles.size(); ++i)
      state.well_tiles[i] = static_cast<uint8_t>(name_in(tiles[i], "well.tiles", well_texts) + 1);
    for (const nb::handle die : list_in(field(well, "dice", "well"), "well.dice", colours * most_dice))
      state.well_dice[state.well_count++] = die_in(die, "well.dice");
    const nb::dict daimyo_ = dict_in(get("daimyo"), "daimyo");
    state.favour = numbered(field(daimyo_, "card", "daimyo"), "daimyo.card", 'F', 9);
    const nb::list places_ = list_in(field(daimyo_, "places", "daimyo"), "daimyo.places", 3);
    for (size_t i = 0; i < places_.size(); ++i)
      if (!places_[i].is_none())
        state.favour_places[i] = small(places_[i], "daimyo.places", 0, state.players - 1);
    const nb::dict gardens_ = dict_in(get("gardens"), "gardens");
    for (size_t colour = 0; colour < colours; ++colour) {
      const std::string name(colour_names[colour]);
      const nb::list pair = list_in(field(gardens_, name.c_str(), "gardens"), "gardens." + name, 2);
      for (size_t i = 0; i < pair.size(); ++i)
        state.garden[colour][i] = numbered(pair[i], "gardens." + name, 'G', gardens_in_the_box);
    }
    const nb::dict yards_ = dict_in(get("yards"), "yards");
    int place = 0;
    for (const auto& [name, many] : {std::pair{"5", 2u}, std::pair{"3", 1u}, std::pair{"1", 1u}}) {
      const nb::list tiles_ = list_in(field(yards_, name, "yards"), "yards", many);
      if (tiles_.size() != many) refuse("yards", "yard 5 has two tiles, the others one");
      for (const nb::handle tile : tiles_) {
        const std::string text = text_in(tile, "yards");
        if (text.size() != 3 || text[0] != 'Y' || text[1] < '1' || text[1] > '8' || (text[2] != 'a' && text[2] != 'b'))
          refuse("yards", "a tile is not known");
        state.yard[place++] = static_cast<uint8_t>((text[1] - '1') * 2 + (text[2] == 'b'));
      }
    }
  }

  void read_dice(nb::handle value, const std::string& place, uint8_t& count, Die* dice) {
    for (const nb::handle die : list_in(value, place, 2)) dice[count++] = die_in(die, place);
  }

  /// A deck; of a view, the cards that nobody has seen, in the order of their numbers.
  void read_decks() {
    const nb::dict decks = dict_in(get("decks"), "decks");
    const nb::handle unseen = find(document_, "unseen");
    state_.veiled = unseen.is_valid();
    const nb::dict source = state_.veiled ? dict_in(unseen, "unseen") : decks;
    for (const nb::handle card : list_in(field(source, "stewards", "decks"), "decks.stewards", 15)) {
      const Card found = card_in(card, "decks.stewards");
      if (!is_steward(found)) refuse("decks.stewards", "holds a card of another kind");
      state_.steward[state_.stewards++] = found;
    }
    for (const nb::handle card : list_in(field(source, "diplomats", "decks"), "decks.diplomats", 12)) {
      const Card found = card_in(card, "decks.diplomats");
      if (!is_diplomat(found)) refuse("decks.diplomats", "holds a card of another kind");
      state_.diplomat[state_.diplomats++] = found;
    }
    const nb::handle removed = find(document_, "removed");
    if (removed.is_valid())
      for (const nb::handle card : list_in(removed, "removed", 27))
        state_.removed[state_.removed_count++] = card_in(card, "removed");
  }

  void read_rolls() {
    const nb::dict rolls = dict_in(get("rolls"), "rolls");
    for (int round = state_.round + 1; round <= 3; ++round) {
      const std::string name = std::to_string(round);
      const nb::handle roll = field(rolls, name.c_str(), "rolls");
      if (is_unknown(roll)) {
        state_.veiled = true;
        continue;
      }
      const nb::dict values = dict_in(roll, "rolls." + name);
      for (size_t colour = 0; colour < colours; ++colour) {
        const std::string which(colour_names[colour]);
        const nb::list list = list_in(field(values, which.c_str(), "rolls"), "rolls." + name, most_dice);
        for (size_t i = 0; i < list.size(); ++i)
          state_.rolls[round - 2][colour][i] = is_unknown(list[i]) ? uint8_t{0} : small(list[i], "rolls", 1, 6);
        state_.rolled[round - 2][colour] = static_cast<uint8_t>(list.size());
      }
    }
  }

  void read_starts() {
    const nb::handle starts_ = find(document_, "starts");
    if (!starts_.is_valid()) return;
    for (const nb::handle pair_ : list_in(starts_, "starts", most_players + 1)) {
      const nb::list pair = list_in(pair_, "starts", 2);
      if (pair.size() != 2) refuse("starts", "must be pairs");
      const Card resource = card_in(pair[0], "starts"), action = card_in(pair[1], "starts");
      if (!is_resource(resource) || !is_action(action)) refuse("starts", "a pair is a resource and an action card");
      state_.starts[state_.start_count][0] = resource;
      state_.starts[state_.start_count++][1] = action;
    }
  }

  void read_player(nb::handle value, int seat) {
    const std::string place = "players[" + std::to_string(seat) + "]";
    const nb::dict source = dict_in(value, place);
    Player& who = state_.seats[seat];
    const auto number = [&](const char* name, int most) {
      return whole_in(field(source, name, place), place + "." + name, 0, most);
    };
    for (size_t i = 0; i < resources; ++i)
      who.stock[i] = static_cast<uint8_t>(number(std::string(resource_names[i]).c_str(), most_of_a_resource));
    who.coins = static_cast<int16_t>(number("coins", 9999));
    who.seals = static_cast<uint8_t>(number("seals", most_seals));
    who.points = static_cast<int16_t>(number("points", 9999));
    who.influence = static_cast<uint8_t>(number("influence", end_of_track));
    const nb::dict courtiers = dict_in(field(source, "courtiers", place), place + ".courtiers");
    int many = 0;
    for (size_t i = 0; i < places; ++i) {
      who.courtiers[i] =
          small(field(courtiers, std::string(place_names[i]).c_str(), place), place + ".courtiers", 0, members);
      many += who.courtiers[i];
    }
    if (many != members) refuse(place + ".courtiers", "must be five");
    const nb::dict gardeners = dict_in(field(source, "gardeners", place), place + ".gardeners");
    who.gardeners = small(field(gardeners, "home", place), place + ".gardeners", 0, members);
    const nb::list at = list_in(field(gardeners, "at", place), place + ".gardeners.at", members);
    if (who.gardeners + at.size() != members) refuse(place + ".gardeners", "must be five");
    for (size_t i = 0; i < at.size(); ++i) {
      who.at[i] = numbered(at[i], place + ".gardeners.at", 'G', gardens_in_the_box);
      who.tended = static_cast<uint16_t>(who.tended | 1 << who.at[i]);
    }
    const nb::dict warriors = dict_in(field(source, "warriors", place), place + ".warriors");
    who.warriors = small(field(warriors, "home", place), place + ".warriors", 0, members);
    many = who.warriors;
    for (size_t i = 0; i < yards; ++i) {
      const std::string name = std::to_string(yard_iron[i]);
      who.in_yard[i] = small(field(warriors, name.c_str(), place), place + ".warriors", 0, members);
      many += who.in_yard[i];
    }
    if (many != members) refuse(place + ".warriors", "must be five");
    const nb::handle card = field(source, "card", place);
    if (!card.is_none()) {
      who.card = card_in(card, place + ".card");
      if (who.card >= first_resource) refuse(place + ".card", "does not belong on a domain");
    }
    for (const nb::handle lantern : list_in(field(source, "lantern", place), place + ".lantern", Player::most_lanterns))
      who.to_lantern(card_in(lantern, place + ".lantern"));
    const nb::dict dice = dict_in(field(source, "dice", place), place + ".dice");
    for (size_t i = 0; i < colours; ++i) {
      const nb::handle die = field(dice, std::string(colour_names[i]).c_str(), place);
      if (!die.is_none()) who.dice[i] = die_in(die, place + ".dice").value;
    }
  }

  void read_solo() {
    const nb::handle value = get("solo");
    if (value.is_none()) return;
    const nb::dict source = dict_in(value, "solo");
    Solo& solo = state_.solo;
    solo.on = true;
    solo.level = static_cast<uint8_t>(name_in(field(source, "level", "solo"), "solo.level", solo_levels));
    if (state_.players != 2) refuse("solo", "is a game of one against the rival");
    state_.dice = 3;
    const nb::list deck = list_in(field(source, "deck", "solo"), "solo.deck", solitaires);
    if (deck.size() != solitaires) throw TooLarge("a short solo deck is a puzzle for the Python rules");
    solo.turned = small(field(source, "turned", "solo"), "solo.turned", 0, solitaires);
    const nb::handle unseen = find(document_, "unseen");
    std::vector<uint8_t> hidden;
    if (unseen.is_valid())
      for (const nb::handle card : list_in(field(dict_in(unseen, "unseen"), "solo", "unseen"), "unseen.solo", solitaires))
        hidden.push_back(numbered(card, "unseen.solo", 'T', solitaires));
    size_t used = 0;
    for (size_t i = 0; i < solitaires; ++i) {
      if (!is_unknown(deck[i])) {
        solo.deck[i] = numbered(deck[i], "solo.deck", 'T', solitaires);
      } else if (used < hidden.size()) {
        solo.deck[i] = hidden[used++];
      } else {
        refuse("solo.deck", "must have as many ? as unseen cards");
      }
    }
    const nb::list next = list_in(field(source, "next", "solo"), "solo.next", 2);
    for (const nb::handle order : next) {
      uint8_t* target = solo.next[solo.rounds++];
      const bool unknown = is_unknown(order);
      if (unknown) state_.veiled = true;
      const nb::list known = unknown ? nb::list() : list_in(order, "solo.next", solitaires);
      if (!unknown && known.size() != solitaires) refuse("solo.next", "must hold nine cards");
      for (size_t i = 0; i < solitaires; ++i)
        target[i] = unknown || is_unknown(known[i]) ? static_cast<uint8_t>(i + 1)
                                                    : numbered(known[i], "solo.next", 'T', solitaires);
    }
  }

  void read_turn() {
    const nb::dict source = dict_in(get("turn"), "turn");
    Turn& turn = state_.turn;
    const nb::handle phase = find(source, "phase");
    turn.phase = phase.is_valid() ? static_cast<Phase>(name_in(phase, "turn.phase", phase_names)) : Phase::turn;
    if (turn.phase == Phase::over) return;
    turn.player = small(field(source, "player", "turn"), "turn.player", 0, state_.players - 1);
    const nb::handle lines = find(source, "lines");
    if (lines.is_valid())
      for (const nb::handle line : list_in(lines, "turn.lines", colours)) {
        const int used = name_in(line, "turn.lines", colour_names);
        if (turn.has_used(used)) refuse("turn.lines", "names a line twice");
        turn.use(used);
      }
    const nb::handle stack = find(source, "stack");
    if (stack.is_valid())
      for (const nb::handle entry : list_in(stack, "turn.stack", Turn::deepest - 2))
        state_.push(entry_in(dict_in(entry, "turn.stack")));
    if (!turn.depth) {
      if (turn.phase != Phase::turn) refuse("turn.stack", "must not be empty now");
      state_.push(entry_of(Asks::die));
      state_.fresh = true;
    }
    if (state_.top().asks == Asks::start) state_.fresh = true;
  }

  Entry entry_in(const nb::dict& source) {
    const char* place = "turn.stack";
    const auto value = [&](const char* name) { return find(source, name); };
    const auto whole = [&](const char* name, int most) { return whole_in(value(name), place, 0, most); };
    if (value("start").is_valid()) return entry_of(Asks::start);
    if (value("put").is_valid()) {
      const Die die = die_in(value("put"), place);
      return entry_of(Asks::put, die.colour, die.value, text_in(field(source, "from", place), place) == "left");
    }
    for (const auto& [name, asks] : {std::pair{"do", Asks::group}, std::pair{"one", Asks::one}})
      if (value(name).is_valid()) {
        Entry entry = entry_of(asks);
        for (const nb::handle effect : list_in(value(name), place, Effects::most - 2)) entry.effects.add(effect_in(effect, place));
        return entry;
      }
    if (value("courtier").is_valid()) {
      int parts = 0;
      for (const nb::handle part : list_in(value("courtier"), place, 2))
        parts |= text_in(part, place) == "gate" ? audience : climbing;
      return entry_of(Asks::courtier, parts);
    }
    if (value("gardener").is_valid()) return entry_of(Asks::gardener);
    if (value("warrior").is_valid()) return entry_of(Asks::warrior);
    if (value("gain").is_valid()) return entry_of(Asks::gain, whole("gain", 99));
    if (value("steps").is_valid()) return entry_of(Asks::steps, whole("steps", 99));
    if (value("row").is_valid()) return entry_of(Asks::row, name_in(value("row"), place, row_names));
    if (value("domain").is_valid()) return entry_of(Asks::domain);
    if (value("light").is_valid()) {
      const Card card = card_in(value("light"), place);
      if (card >= first_action) refuse(place, "light: must be a card of the castle");
      return entry_of(Asks::light, card);
    }
    if (value("favour").is_valid()) return entry_of(Asks::favour);
    if (value("refill").is_valid()) return entry_of(Asks::refill, name_in(value("refill"), place, room_names));
    if (value("end").is_valid()) return entry_of(Asks::end);
    if (value("rival").is_valid()) {
      Entry entry = entry_of(Asks::rival);
      for (const nb::handle action : list_in(value("rival"), place, Entry::most_actions))
        entry.actions[entry.a++] = action_in(text_in(action, place));
      return entry;
    }
    if (value("rival-garden").is_valid()) {
      Entry entry = entry_of(Asks::rival_garden);
      for (const nb::handle garden : list_in(value("rival-garden"), place, Entry::most_actions))
        entry.actions[entry.a++].many = numbered(garden, place, 'G', gardens_in_the_box);
      return entry;
    }
    if (value("rival-room").is_valid())
      return entry_of(Asks::rival_room, whole("rival-room", 2),
                      name_in(field(source, "from", place), place, place_names));
    refuse(place, "holds an entry that is not known");
  }
  static RivalAction action_in(const std::string& text) {
    for (const Solitaire& card : solitaire)
      for (const RivalAction& action : card.actions)
        if (action.text() == text) return action;
    refuse("turn.stack", "holds an action of the rival that is not known");
  }
};

// Writing.

inline nb::str text_of(std::string_view text) { return nb::str(text.data(), text.size()); }
inline nb::object or_none(bool there, nb::object value) { return there ? value : nb::object(nb::none()); }

inline nb::object named_card(Card card) {
  return card == no_card ? nb::object(nb::none()) : nb::object(text_of(card_name(card)));
}
inline nb::str named_die(Die die) {
  return text_of(std::string(1, colour_letters[die.colour]) + std::to_string(die.value));
}
inline nb::list effect_texts(const Effects& effects) {
  nb::list found;
  for (const Effect& effect : effects) found.append(text_of(effect.text()));
  return found;
}
inline nb::str numbered_name(char letter, int number) { return text_of(letter + std::to_string(number)); }

inline nb::dict entry_document(const Entry& entry) {
  nb::dict found;
  switch (entry.asks) {
    case Asks::start:
      found["start"] = true;
      break;
    case Asks::put:
      found["put"] = named_die({entry.a, entry.b});
      found["from"] = entry.c ? "left" : "right";
      break;
    case Asks::group:
      found["do"] = effect_texts(entry.effects);
      break;
    case Asks::one:
      found["one"] = effect_texts(entry.effects);
      break;
    case Asks::courtier: {
      nb::list parts;
      if (entry.a & audience) parts.append("gate");
      if (entry.a & climbing) parts.append("climb");
      found["courtier"] = parts;
      break;
    }
    case Asks::gardener:
      found["gardener"] = true;
      break;
    case Asks::warrior:
      found["warrior"] = true;
      break;
    case Asks::gain:
      found["gain"] = entry.a;
      break;
    case Asks::steps:
      found["steps"] = entry.a;
      break;
    case Asks::row:
      found["row"] = text_of(row_names[entry.a]);
      break;
    case Asks::domain:
      found["domain"] = true;
      break;
    case Asks::light:
      found["light"] = named_card(entry.a);
      break;
    case Asks::favour:
      found["favour"] = true;
      break;
    case Asks::refill:
      found["refill"] = text_of(room_names[entry.a]);
      break;
    case Asks::end:
      found["end"] = true;
      break;
    case Asks::rival: {
      nb::list actions;
      for (int i = 0; i < entry.a; ++i) actions.append(text_of(entry.actions[i].text()));
      found["rival"] = actions;
      break;
    }
    case Asks::rival_garden: {
      nb::list among;
      for (int i = 0; i < entry.a; ++i) among.append(numbered_name('G', entry.actions[i].many));
      found["rival-garden"] = among;
      break;
    }
    case Asks::rival_room:
      found["rival-room"] = entry.a;
      found["from"] = text_of(place_names[entry.b]);
      break;
    case Asks::die:
      break;
  }
  return found;
}

inline nb::dict player_document(const Player& who) {
  nb::dict found;
  for (size_t i = 0; i < resources; ++i) found[text_of(resource_names[i])] = who.stock[i];
  found["coins"] = who.coins;
  found["seals"] = who.seals;
  found["points"] = who.points;
  found["influence"] = who.influence;
  nb::dict courtiers, gardeners, warriors, dice;
  for (size_t i = 0; i < places; ++i) courtiers[text_of(place_names[i])] = who.courtiers[i];
  found["courtiers"] = courtiers;
  nb::list at;
  for (int i = 0; i < members - who.gardeners; ++i) at.append(numbered_name('G', who.at[i]));
  gardeners["home"] = who.gardeners;
  gardeners["at"] = at;
  found["gardeners"] = gardeners;
  warriors["home"] = who.warriors;
  for (size_t i = 0; i < yards; ++i) warriors[text_of(std::to_string(yard_iron[i]))] = who.in_yard[i];
  found["warriors"] = warriors;
  found["card"] = named_card(who.card);
  nb::list lantern;
  for (int i = 0; i < who.lantern_count; ++i) lantern.append(named_card(who.lantern[i]));
  found["lantern"] = lantern;
  for (uint8_t i = 0; i < colours; ++i)
    dice[text_of(colour_names[i])] = or_none(who.dice[i], nb::object(named_die({i, who.dice[i]})));
  found["dice"] = dice;
  return found;
}

/// The full position. A position that was read from a view has no document of its own.
inline nb::dict document_of(const State& state) {
  if (state.veiled) throw nb::value_error("the position is a view; determinize it first");
  nb::dict found;
  found["game"] = "white-castle";
  found["version"] = 1;
  const auto solo_deck = [](const uint8_t* deck) {
    nb::list cards_;
    for (int i = 0; i < solitaires; ++i) cards_.append(numbered_name('T', deck[i]));
    return cards_;
  };
  if (state.solo.on) {
    nb::dict solo;
    solo["level"] = text_of(solo_levels[state.solo.level]);
    solo["rival"] = the_rival;
    solo["deck"] = solo_deck(state.solo.deck);
    solo["turned"] = state.solo.turned;
    nb::list next;
    for (int i = 0; i < state.solo.rounds; ++i) next.append(solo_deck(state.solo.next[i]));
    solo["next"] = next;
    found["solo"] = solo;
  } else {
    found["solo"] = nb::none();
  }
  found["round"] = state.round;
  nb::list order, track;
  for (int i = 0; i < state.players; ++i) {
    order.append(state.order[i]);
    track.append(state.track[i]);
  }
  found["order"] = order;
  found["track"] = track;
  nb::dict bridges, rooms_, outside, well, daimyo_, gardens_, yards_, decks, rolls;
  const auto number_or_none = [](uint8_t value) { return or_none(value, nb::object(nb::int_(value))); };
  for (size_t colour = 0; colour < colours; ++colour) {
    const Bridge& bridge = state.bridges[colour];
    nb::dict one;
    one["left"] = number_or_none(bridge.left);
    nb::list centre;
    for (int i = 0; i < bridge.between; ++i) centre.append(bridge.centre[i]);
    one["centre"] = centre;
    one["right"] = number_or_none(bridge.right);
    bridges[text_of(colour_names[colour])] = one;
  }
  found["bridges"] = bridges;
  const auto dice_list = [](int count, const Die* dice) {
    nb::list list;
    for (int i = 0; i < count; ++i) list.append(named_die(dice[i]));
    return list;
  };
  for (size_t number = 0; number < rooms; ++number) {
    const Room& room = state.room[number];
    nb::dict one;
    one["card"] = named_card(room.card);
    nb::list tiles;
    for (size_t i = 0; i < (number < steward_rooms ? 3u : 2u); ++i) tiles.append(text_of(colour_names[room.tiles[i]]));
    one["tiles"] = tiles;
    one["dice"] = dice_list(room.count, room.dice);
    rooms_[text_of(room_names[number])] = one;
  }
  found["rooms"] = rooms_;
  outside["left"] = dice_list(state.outside[0].count, state.outside[0].dice);
  outside["right"] = dice_list(state.outside[1].count, state.outside[1].dice);
  found["outside"] = outside;
  nb::list well_tiles;
  for (const uint8_t tile : state.well_tiles)
    if (tile) well_tiles.append(text_of(well_texts[static_cast<size_t>(tile - 1)]));
  well["tiles"] = well_tiles;
  well["dice"] = dice_list(state.well_count, state.well_dice);
  found["well"] = well;
  daimyo_["card"] = numbered_name('F', state.favour);
  nb::list favours_;
  for (const uint8_t seat : state.favour_places) favours_.append(or_none(seat != 0xFF, nb::object(nb::int_(seat))));
  daimyo_["places"] = favours_;
  found["daimyo"] = daimyo_;
  for (size_t colour = 0; colour < colours; ++colour) {
    nb::list pair;
    for (const uint8_t number : state.garden[colour])
      if (number) pair.append(numbered_name('G', number));
    gardens_[text_of(colour_names[colour])] = pair;
  }
  found["gardens"] = gardens_;
  const auto yard_name = [&](int place) {
    return text_of("Y" + std::to_string((state.yard[place] >> 1) + 1) + (state.yard[place] & 1 ? "b" : "a"));
  };
  nb::list five, three, one;
  five.append(yard_name(0));
  five.append(yard_name(1));
  three.append(yard_name(2));
  one.append(yard_name(3));
  yards_["5"] = five;
  yards_["3"] = three;
  yards_["1"] = one;
  found["yards"] = yards_;
  nb::list stewards, diplomats, removed;
  for (int i = 0; i < state.stewards; ++i) stewards.append(named_card(state.steward[i]));
  for (int i = 0; i < state.diplomats; ++i) diplomats.append(named_card(state.diplomat[i]));
  for (int i = 0; i < state.removed_count; ++i) removed.append(named_card(state.removed[i]));
  decks["stewards"] = stewards;
  decks["diplomats"] = diplomats;
  found["decks"] = decks;
  found["removed"] = removed;
  for (int round = state.round + 1; round <= 3; ++round) {
    nb::dict roll;
    for (size_t colour = 0; colour < colours; ++colour) {
      nb::list values;
      for (int i = 0; i < state.rolled[round - 2][colour]; ++i) values.append(state.rolls[round - 2][colour][i]);
      roll[text_of(colour_names[colour])] = values;
    }
    rolls[text_of(std::to_string(round))] = roll;
  }
  found["rolls"] = rolls;
  nb::list starts_;
  for (int i = 0; i < state.start_count; ++i) {
    nb::list pair;
    pair.append(named_card(state.starts[i][0]));
    pair.append(named_card(state.starts[i][1]));
    starts_.append(pair);
  }
  found["starts"] = starts_;
  nb::list players;
  for (int seat = 0; seat < state.players; ++seat) players.append(player_document(state.seats[seat]));
  found["players"] = players;
  nb::dict turn;
  turn["player"] = or_none(!state.is_over(), nb::object(nb::int_(state.turn.player)));
  turn["phase"] = text_of(phase_names[static_cast<size_t>(state.turn.phase)]);
  nb::list stack, lines;
  for (int i = 0; i < state.turn.depth; ++i)
    if (state.turn.stack[i].asks != Asks::die) stack.append(entry_document(state.turn.stack[i]));
  for (const uint8_t line : state.turn.used)
    if (line) lines.append(text_of(colour_names[static_cast<size_t>(line - 1)]));
  turn["stack"] = stack;
  turn["lines"] = lines;
  found["turn"] = turn;
  return found;
}

inline nb::dict scores_of(const State& state) {
  nb::dict found;
  nb::list players, ranking;
  for (int seat = 0; seat < state.players; ++seat) {
    const Score score = score_of(state, seat);
    nb::dict one;
    one["points"] = score.points;
    one["coins"] = score.coins;
    for (size_t i = 0; i < resources; ++i) one[text_of(resource_names[i])] = score.stock[i];
    one["track"] = score.track;
    one["courtiers"] = score.courtiers;
    one["warriors"] = score.warriors;
    one["gardeners"] = score.gardeners;
    one["total"] = score.total();
    players.append(one);
  }
  std::vector<int> seats(state.track, state.track + state.players);
  std::stable_sort(seats.begin(), seats.end(), [&](int a, int b) { return total(state, a) > total(state, b); });
  for (const int seat : seats) ranking.append(seat);
  found["players"] = players;
  found["ranking"] = ranking;
  return found;
}

}  // namespace white_castle
}  // namespace TENSHU_LEVEL
}  // namespace tenshu
