"""Where a webhook may lead: to the public network, never back into ours."""

from __future__ import annotations

import asyncio
import ipaddress
import socket

import httpx

from tenshu.server.errors import Refused

LONGEST_URL = 500
PATIENCE = 5.0
NAT64 = ipaddress.ip_network("64:ff9b::/96")

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class NoTarget(Exception):
    """An address that is not to be called."""


def read_target(text: str) -> httpx.URL:
    """The URL of a webhook. Raises `Refused`."""
    try:
        url = httpx.URL(text)
        host = url.raw_host.decode("ascii")
    except (httpx.InvalidURL, UnicodeError, ValueError):
        raise Refused("not-understood", place="body.webhook", problem="webhook") from None
    fits = text.isprintable() and " " not in text and len(text) <= LONGEST_URL and host
    if not fits or url.scheme not in ("http", "https") or url.userinfo or url.fragment:
        raise Refused("not-understood", place="body.webhook", problem="webhook")
    return url


async def resolve(url: httpx.URL, private: bool) -> list[str]:
    """The addresses of a target, all of them public unless private ones are allowed. Raises `NoTarget`."""
    port = url.port or (443 if url.scheme == "https" else 80)
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(PATIENCE):
            found = await loop.getaddrinfo(url.raw_host.decode("ascii"), port, type=socket.SOCK_STREAM)
    except (OSError, TimeoutError, UnicodeError):
        raise NoTarget("its name leads nowhere") from None
    addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
    if not addresses or not (private or all(is_public(address) for address in addresses)):
        raise NoTarget("it leads to no public address")
    return addresses


def is_public(text: str) -> bool:
    """Whether an address, and one it may wrap, belongs to the public network."""
    address = ipaddress.ip_address(text.partition("%")[0])
    return all(each.is_global and not each.is_multicast for each in _unwrapped(address))


def _unwrapped(address: Address) -> list[Address]:
    """An IPv6 address may only be another way to say an IPv4 one."""
    if isinstance(address, ipaddress.IPv4Address):
        return [address]
    if address.ipv4_mapped:
        return [address.ipv4_mapped]
    inner: list[Address] = [address]
    if address in NAT64:
        inner.append(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF))
    if address.sixtofour:
        inner.append(address.sixtofour)
    if address.teredo:
        inner.extend(address.teredo)
    return inner
