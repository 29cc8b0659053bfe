"""Dragon Castle in C++: the rules of `tenshu`, fast enough for search. README.md says what is here and how."""

import os

from tenshu_native import _portable

_wanted = os.environ.get("TENSHU_NATIVE_LEVEL", "")
if _wanted not in ("", "portable", "x86_64_v3"):
    raise ImportError(f"TENSHU_NATIVE_LEVEL must be portable or x86_64_v3, not {_wanted!r}")

LEVEL = "portable"
_core = _portable
if _wanted != "portable" and _portable.runs_x86_64_v3():
    try:
        from tenshu_native import _x86_64_v3 as _core

        LEVEL = "x86_64_v3"
    except ImportError:
        if _wanted:
            raise

ALL_FEATURES = _core.ALL_FEATURES
BASE_FEATURES = _core.BASE_FEATURES
STATE_BYTES = _core.STATE_BYTES
Batch = _core.Batch
Search = _core.Search
State = _core.State
TooLarge = _core.TooLarge
Vector = _core.Vector
lessons = _core.lessons
match = _core.match

__all__ = [
    "ALL_FEATURES",
    "BASE_FEATURES",
    "LEVEL",
    "STATE_BYTES",
    "Batch",
    "Search",
    "State",
    "TooLarge",
    "Vector",
    "lessons",
    "match",
]
