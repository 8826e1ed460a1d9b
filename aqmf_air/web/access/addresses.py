"""The names and addresses of this machine, by which a browser on the same network may call it."""

from __future__ import annotations

import socket
from collections.abc import Iterable
from contextlib import suppress
from ipaddress import ip_address
from urllib.parse import urlsplit

from aqmf_air.web.access.guard import LOOPBACK

EVERYWHERE = ("0.0.0.0", "::")
DOCUMENTATION = (("192.0.2.1", socket.AF_INET), ("2001:db8::1", socket.AF_INET6))
"""Addresses that nobody has. To aim at one sends nothing; it only says by which of ours it would go."""


def is_loopback(host: str) -> bool:
    """Whether only this machine is served there."""
    if host in ("localhost", "localhost.localdomain") or host.endswith(".localhost"):
        return True
    with suppress(ValueError):
        return ip_address(host).is_loopback
    return False


def reachable(address: str) -> str:
    """The address of a page if other machines can reach it there; else nothing."""
    host = urlsplit(address).hostname or ""
    with suppress(ValueError):
        if ip_address(host).is_unspecified:
            return ""
    return "" if is_loopback(host) else address


def own_addresses() -> tuple[str, ...]:
    """The addresses of this machine that others may know it by, the likeliest first."""
    found: list[str] = []
    for aim, family in DOCUMENTATION:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as unsent:
            unsent.connect((aim, 9))
            found.append(unsent.getsockname()[0])
    with suppress(OSError):
        found += [str(place[4][0]) for place in socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)]
    plain = (one.partition("%")[0] for one in found)
    return tuple(dict.fromkeys(one for one in plain if not ip_address(one).is_loopback))


def in_address(host: str) -> str:
    """A host as it stands in an address: IPv6 in brackets."""
    return f"[{host}]" if ":" in host else host


def names(host: str, further: Iterable[str] = ()) -> tuple[str, ...]:
    """The hosts that the app answers to when it listens at ``host``: this machine's own, and those that were named."""
    if is_loopback(host):
        return tuple(dict.fromkeys((*LOOPBACK, in_address(host), *further)))
    if host in EVERYWHERE:
        called = socket.gethostname()
        own = (*map(in_address, own_addresses()), called, f"{called.partition('.')[0]}.local")
    else:
        own = (in_address(host),)
    return tuple(dict.fromkeys((*LOOPBACK, *own, *further)))


def address_for_others(host: str) -> str:
    """The host under which others reach the app: where it listens, or the likeliest of this machine's addresses."""
    if host not in EVERYWHERE:
        return in_address(host)
    found = own_addresses()
    return in_address(found[0]) if found else socket.gethostname()
