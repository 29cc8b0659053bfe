"""What people may be called."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenshu.server.people.names import tidy_login, tidy_name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ana", "Ana"),
        ("  Ana \u00a0 Lia  ", "Ana Lia"),
        ("Jose\u0301", "José"),
        ("天守", "天守"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("x" * 24, "x" * 24),
        ("e\u0301" * 24, "é" * 24),
        ("!", "!"),
    ],
)
def test_names(text: str, name: str) -> None:
    assert tidy_name(text) == name


@pytest.mark.parametrize(
    "text",
    ["", " ", "\u00a0", "x" * 25, "a\tb", "a\nb", "a\x00", "a\x7f", "a\u0085b", "\u202eana", "a\u2066b", "a\ufeffb",
     "\u200d", "\u200c\u200c", "\u2028", "\ue000", "\u0378", "\u3164", "\u115f", "\u2800", "\u0301", "\U000e0041"],
)  # fmt: skip
def test_what_is_no_name(text: str) -> None:
    assert tidy_name(text) is None


@given(st.text(max_size=40))
def test_a_tidy_name_stays_as_it_is(text: str) -> None:
    name = tidy_name(text)
    if name is not None:
        assert tidy_name(name) == name
        assert 1 <= len(name) <= 24


@pytest.mark.parametrize(
    ("text", "login"),
    [
        ("Ana", "ana"),
        (" ana.lia ", "ana.lia"),
        ("ＡＮＡ", "ana"),
        ("Straße", "strasse"),
        ("ana@home", "ana@home"),
        ("ÇA+2", "ça+2"),
    ],
)
def test_logins(text: str, login: str) -> None:
    assert tidy_login(text) == login


@pytest.mark.parametrize(
    "text", ["", "ab", "x" * 33, "a b c", "-ana", ".ana", "a\u200db", "ana\n\x00", "<ana>", "ana/bea"]
)
def test_what_is_no_login(text: str) -> None:
    assert tidy_login(text) is None


@given(st.text(max_size=40))
def test_a_tidy_login_stays_as_it_is(text: str) -> None:
    login = tidy_login(text)
    if login is not None:
        assert tidy_login(login) == login
