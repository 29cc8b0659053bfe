"""The White Castle in C++: the rules of `tenshu.white_castle`, fast enough for search."""

import tenshu_native

_castle = tenshu_native._core.white_castle  # the one that this processor runs

FEATURES = _castle.FEATURES
STATE_BYTES = _castle.STATE_BYTES
Search = _castle.Search
State = _castle.State
Vector = _castle.Vector
lessons = _castle.lessons
match = _castle.match

__all__ = ["FEATURES", "STATE_BYTES", "Search", "State", "Vector", "lessons", "match"]
