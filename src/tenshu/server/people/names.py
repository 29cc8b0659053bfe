"""What people may be called."""

from __future__ import annotations

import re
import unicodedata

LONGEST_NAME = 24
SHORTEST_LOGIN, LONGEST_LOGIN = 3, 32
JOINERS = "\u200c\u200d"
"""Invisible, but scripts and emoji need them."""
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs by their category, but nothing is to be seen."""
UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
SEEN = "LNPS"
LOGIN = re.compile(r"\w[\w.@+-]*")


def tidy_name(text: str) -> str | None:
    """A name as it is shown, or None if it cannot be one: 1 to 24 characters, something to see, nothing that hides."""
    text = unicodedata.normalize("NFC", text).strip()
    name = " ".join(text.split())
    if not 1 <= len(name) <= LONGEST_NAME or any(_hides(letter) for letter in text):
        return None
    return name if any(unicodedata.category(letter)[0] in SEEN for letter in name) else None


def tidy_login(text: str) -> str | None:
    """A login as it is kept, the same for `Ana` and `ANA`, or None if it cannot be one."""
    login = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text.strip()).casefold())
    fits = SHORTEST_LOGIN <= len(login) <= LONGEST_LOGIN and LOGIN.fullmatch(login)
    return login if fits and not any(_hides(letter) for letter in login) else None


def _hides(letter: str) -> bool:
    return letter in BLANKS or (unicodedata.category(letter) in UNSEEN and letter not in JOINERS)
