"""What can be set, and the sentence for whatever cannot be."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from tenshu.server.http.words import words_in
from tenshu.server.settings import READERS, Settings, WrongSetting, read_settings

CLUSTER = {"database": "postgresql://u@h/d", "redis": "redis://h"}


def test_without_a_word_it_serves_this_machine() -> None:
    settings = read_settings({}, {})
    assert settings == Settings()
    assert (settings.host, settings.port, settings.workers, settings.loopback) == ("127.0.0.1", 8000, 1, True)
    assert settings.database_url.startswith("sqlite:///")
    assert settings.database_url.endswith("tenshu.db")
    assert Path(settings.database_url.removeprefix("sqlite:///")).is_absolute()


def test_every_setting_can_be_set() -> None:
    assert READERS.keys() == {field.name for field in fields(Settings)}


def test_options_come_before_the_environment() -> None:
    environment = {
        "TENSHU_PORT": "1234",
        "TENSHU_HOST": "0.0.0.0",
        "TENSHU_REDIS": "",
        "TENSHU_LANGUAGE": "pt_BR.UTF-8",
    }
    settings = read_settings({"port": "0", "host": None}, environment)
    assert (settings.port, settings.host, settings.redis, settings.language) == (0, "0.0.0.0", None, "pt-BR")


def test_all_of_them() -> None:
    settings = read_settings(
        CLUSTER
        | {"workers": "4", "public_url": "https://Castle.Example/", "hosts": "castle, 10.0.0.7",
           "proxies": "10.0.0.0/8,::1", "bots": "3", "limits": "2.5", "private_webhooks": "yes", "log": "json",
           "log_level": "debug"},
        {},
    )  # fmt: skip
    assert settings.public_url == "https://castle.example"
    assert settings.secure
    assert settings.hosts == ("castle", "10.0.0.7")
    assert settings.trusted_proxies == ("10.0.0.0/8", "::1")
    assert (settings.workers, settings.bot_processes, settings.limits) == (4, 3, 2.5)
    assert settings.private_webhooks


@pytest.mark.parametrize(("text", "factor"), [("on", 1.0), ("off", 0.0), ("0", 0.0), ("100", 100.0), ("0.5", 0.5)])
def test_limits(text: str, factor: float) -> None:
    assert read_settings({"limits": text}, {}).limits == factor


@pytest.mark.parametrize(
    ("text", "url"),
    [("games.db", "sqlite:///games.db"), ("/var/lib/x.db", "sqlite:////var/lib/x.db"), ("a/b:c.db", "sqlite:///a/b:c.db"),
     ("sqlite:///x.db", "sqlite:///x.db"), ("postgresql://u:p@h/d", "postgresql://u:p@h/d")],
)  # fmt: skip
def test_databases(text: str, url: str) -> None:
    assert read_settings({"database": text}, {}).database_url == url


def test_a_public_name_before_a_local_server_means_a_proxy_on_this_machine() -> None:
    assert Settings(public_url="https://x.example").trusted_proxies == ("127.0.0.1", "::1")
    assert Settings(public_url="https://x.example", host="0.0.0.0").trusted_proxies == ()
    assert Settings().trusted_proxies == ()


WRONG = {
    "port": ["-1", "65536", "x", "", "１", "8000000000"],
    "host": ["a b", "http://x", "x/y", "-", "[::zz]"],
    "database": ["mysql://h/d", "oracle:x", "sqlite:x.db"],
    "redis": ["localhost", "http://h", "redis://h:x"],
    "workers": ["0", "65", "two"],
    "public_url": ["castle.example", "ftp://x", "https://", "https://x/y", "https://u@x", "https://x?y", "https://x:y"],
    "hosts": ["a b", "x,y/z"],
    "proxies": ["10.0.0.0/99", "proxy"],
    "bots": ["-1", "1.5", "999"],
    "limits": ["-1", "much", "1e5", "inf"],
    "abandoned_after": ["-1", "3651", "a week"],
    "private_webhooks": ["maybe"],
    "language": ["de", "pt"],
    "log": ["xml"],
    "log_level": ["INFO", "all"],
}


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in WRONG.items() for text in texts])
def test_what_cannot_be_is_told_in_a_sentence_that_names_the_setting(name: str, text: str) -> None:
    with pytest.raises(WrongSetting) as problem:
        read_settings({name: text}, {})
    for language in ("en", "pt-BR"):
        sentence = words_in(language).say(f"setting.{problem.value.code}", **problem.value.facts)
        assert sentence.startswith(f"--{name.replace('_', '-')}: ")
    if text and name != "language":
        with pytest.raises(WrongSetting) as problem:
            read_settings({}, {f"TENSHU_{name.upper()}": text})
        assert problem.value.facts["name"] == f"TENSHU_{name.upper()}"


@pytest.mark.parametrize("given", [{}, {"database": CLUSTER["database"]}, {"redis": CLUSTER["redis"]}])
def test_several_workers_need_something_in_common(given: dict[str, str | None]) -> None:
    with pytest.raises(WrongSetting) as problem:
        read_settings({"workers": "2", **given}, {})
    assert "postgresql://" in words_in("en").say(f"setting.{problem.value.code}", **problem.value.facts)


def test_a_password_in_an_address_is_not_repeated() -> None:
    for name, text in (("database", "mysql://u:hidden@h"), ("redis", "http://u:hidden@h")):
        with pytest.raises(WrongSetting) as problem:
            read_settings({name: text}, {})
        assert "hidden" not in words_in("en").say(f"setting.{problem.value.code}", **problem.value.facts)
