// The White Castle: the complete rules for search and for many games at once, one header per chapter.
#pragma once

#include "white_castle/pieces.hpp"    // what is printed on cards, tiles and boards
#include "white_castle/state.hpp"     // a moment of a game
#include "white_castle/notation.hpp"  // moves and their texts
#include "white_castle/rules.hpp"     // what is asked, what is legal, what a move does
#include "white_castle/solo.hpp"      // the rival of a solitaire game
#include "white_castle/scoring.hpp"   // points
