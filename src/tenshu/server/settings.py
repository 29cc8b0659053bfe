"""What can be set, from options and environment, checked once."""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal
from urllib.parse import SplitResult, urlsplit

LOOPBACK = ("localhost", "127.0.0.1", "::1")
DATABASES = ("sqlite", "postgresql")
MOST_WORKERS = 64
MOST_BOTS = 256
MOST_DAYS = 3650
HOST = re.compile(r"[a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9_])?", re.ASCII)


class WrongSetting(ValueError):
    """A setting that cannot be: the sentence `setting.CODE` of the catalogues, with its facts."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(f"{code}: {facts}")
        self.code = code
        self.facts = facts


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server runs. Every field has an option and a variable of its name: `public_url` is TENSHU_PUBLIC_URL."""

    host: str = "127.0.0.1"
    port: int = 8000
    """0 takes a free one."""
    database: str = ""
    """`sqlite:///FILE` or `postgresql://…`; nothing is a file of this user."""
    redis: str | None = None
    workers: int = 1
    public_url: str | None = None
    """Scheme and host people see, such as `https://castle.example`, if a proxy stands in front."""
    hosts: tuple[str, ...] = ()
    """Further names this server is called by."""
    proxies: tuple[str, ...] = ()
    """Addresses and networks whose word about the caller is believed."""
    bots: int = 0
    """Processes in which computer players think; 0 is as many as there are cores, less one."""
    limits: float = 1.0
    """Factor of all limits on how much anybody may ask; 0 lifts them."""
    abandoned_after: int = 7
    """Days after which a table that was never begun, and that nobody has touched, is taken away; 0 keeps it."""
    private_webhooks: bool = False
    """Webhooks may call addresses of the server's own network."""
    language: Literal["en", "pt-BR"] = "en"
    """What is said to nobody in particular, such as webhooks, is said in it."""
    log: Literal["console", "json"] = "console"
    log_level: Literal["debug", "info", "warning", "error"] = "info"

    @property
    def loopback(self) -> bool:
        """Only programs of this machine reach the server itself."""
        return self.host in LOOPBACK or self.host.startswith("127.")

    @property
    def known_hosts(self) -> frozenset[str] | None:
        """Names the server answers to; None is any."""
        named = {*self.hosts, *([_host_of(self.public_url)] if self.public_url else [])}
        if not self.loopback and not named:
            return None
        return frozenset({*named, *LOOPBACK, *([self.host] if self.loopback else [])})

    @property
    def trusted_proxies(self) -> tuple[str, ...]:
        """A public address in front of a server that only this machine reaches means a proxy on this machine."""
        if not self.proxies and self.public_url and self.loopback:
            return ("127.0.0.1", "::1")
        return self.proxies

    @property
    def secure(self) -> bool:
        """People come over https, whatever the proxy says."""
        return bool(self.public_url and self.public_url.startswith("https:"))

    @property
    def bot_processes(self) -> int:
        return self.bots or max(1, (os.cpu_count() or 2) - 1)

    @property
    def database_url(self) -> str:
        return self.database or usual_database()


def usual_database() -> str:
    """The file in which this user's games are kept."""
    from platformdirs import user_data_path

    return f"sqlite:///{user_data_path('tenshu', appauthor=False) / 'tenshu.db'}"


def read_settings(
    options: Mapping[str, str | None] | None = None, environment: Mapping[str, str] | None = None
) -> Settings:
    """Settings from what was typed and, where nothing was, from the environment. Raises `WrongSetting`."""
    options = options or {}
    environment = os.environ if environment is None else environment
    values: dict[str, Any] = {}
    for name, reader in READERS.items():
        variable = f"TENSHU_{name.upper()}"
        text, source = options.get(name), f"--{name.replace('_', '-')}"
        if text is None:
            text, source = environment.get(variable) or None, variable
        if text is not None:
            values[name] = reader(source, text)
    settings = Settings(**values)
    _check_together(settings)
    return settings


def _check_together(settings: Settings) -> None:
    shared = settings.database_url.startswith("postgresql") and settings.redis
    if settings.workers > 1 and not shared:
        raise WrongSetting("workers", n=settings.workers)


def _number(least: int, most: int, source: str, text: str) -> int:
    if re.fullmatch(r"\d{1,6}", text, re.ASCII) and least <= int(text) <= most:
        return int(text)
    raise WrongSetting("number", name=source, least=least, most=most, value=text)


def _factor(source: str, text: str) -> float:
    if text == "off":
        return 0.0
    if text == "on":
        return 1.0
    if re.fullmatch(r"\d{1,6}(\.\d{1,3})?", text, re.ASCII):
        return float(text)
    raise WrongSetting("factor", name=source, value=text)


def _choice(known: tuple[str, ...], source: str, text: str) -> str:
    if text in known:
        return text
    raise WrongSetting("choice", name=source, known=", ".join(known), value=text)


def _language(source: str, text: str) -> str:
    """The variable means other commands too, which know more ways to say a language."""
    if source.startswith("TENSHU_"):
        return "pt-BR" if text.lower().startswith("pt") else "en"
    return _choice(("en", "pt-BR"), source, text)


def _yes(source: str, text: str) -> bool:
    return _choice(("yes", "no"), source, text.lower()) == "yes"


def _split(source: str, text: str) -> SplitResult:
    try:
        parts = urlsplit(text)
        parts.port  # noqa: B018  raises where it is none
    except ValueError:
        raise WrongSetting("url", name=source, value=text) from None
    return parts


def _bound_host(source: str, text: str) -> str:
    host = text.strip("[]").lower()
    if _is_address(host) or HOST.fullmatch(host):
        return host
    raise WrongSetting("host", name=source, value=text)


def _hosts(source: str, text: str) -> tuple[str, ...]:
    return tuple(_bound_host(source, entry) for entry in _entries(text))


def _proxies(source: str, text: str) -> tuple[str, ...]:
    for entry in _entries(text):
        try:
            ipaddress.ip_network(entry, strict=False)
        except ValueError:
            raise WrongSetting("network", name=source, value=entry) from None
    return tuple(_entries(text))


def _entries(text: str) -> list[str]:
    return [entry.strip() for entry in text.split(",") if entry.strip()]


def _database(source: str, text: str) -> str:
    scheme, colon, rest = text.partition(":")
    if not colon or "/" in scheme:
        return f"sqlite:///{text}"
    if scheme.partition("+")[0] not in DATABASES or not rest.startswith("//"):
        raise WrongSetting("database", name=source, value=scheme)
    return text


def _redis(source: str, text: str) -> str:
    if _split(source, text).scheme not in ("redis", "rediss", "unix"):
        raise WrongSetting("redis", name=source)
    return text


def _public_url(source: str, text: str) -> str:
    parts = _split(source, text)
    bare = not parts.query and not parts.fragment and parts.path in ("", "/") and parts.username is None
    if parts.scheme not in ("http", "https") or not parts.hostname or not bare:
        raise WrongSetting("public-url", name=source, value=text)
    return f"{parts.scheme}://{parts.netloc.lower()}"


def _host_of(url: str) -> str:
    return urlsplit(url).hostname or ""


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


READERS: Mapping[str, Callable[[str, str], object]] = {
    "host": _bound_host,
    "port": partial(_number, 0, 65535),
    "database": _database,
    "redis": _redis,
    "workers": partial(_number, 1, MOST_WORKERS),
    "public_url": _public_url,
    "hosts": _hosts,
    "proxies": _proxies,
    "bots": partial(_number, 0, MOST_BOTS),
    "limits": _factor,
    "abandoned_after": partial(_number, 0, MOST_DAYS),
    "private_webhooks": _yes,
    "language": _language,
    "log": partial(_choice, ("console", "json")),
    "log_level": partial(_choice, ("debug", "info", "warning", "error")),
}
"""How the text of each setting is read."""
