// Dragon Castle: the complete rules for search and for many games at once, one header per chapter.
//
// The rules in Python (src/tenshu/dragon_castle) are the statement of the rules; this is a second text of them, held to
// the first move by move by tests/native. The chapters have the same names there and here.
#pragma once

#include "dragon_castle/bits.hpp"      // cells as bits
#include "dragon_castle/tiles.hpp"     // the 116 tiles
#include "dragon_castle/castle.hpp"    // which tile lies where, which are available
#include "dragon_castle/realm.hpp"     // stacks, faces, shrines
#include "dragon_castle/notation.hpp"  // moves as texts and as numbers
#include "dragon_castle/state.hpp"     // a moment of a game
#include "dragon_castle/decision.hpp"  // the legal moves of a moment, as masks
#include "dragon_castle/sets.hpp"      // consolidating and building
#include "dragon_castle/spirits.hpp"   // the ten spirit cards
#include "dragon_castle/turn.hpp"      // a turn, the solo Dragon, playouts
#include "dragon_castle/scoring.hpp"   // the ten dragon cards, points, places
