"""Who is let in when other machines are served, and the names and addresses by which they call this one.

A code is typed once. Addresses are counted in buckets that fill up again: so many requests at once, then so many a second.
"""

from __future__ import annotations

import hmac
import socket
from collections import OrderedDict
from collections.abc import Callable, Iterable
from contextlib import suppress
from hashlib import sha256
from ipaddress import ip_address
from secrets import choice, token_bytes, token_hex
from time import monotonic
from urllib.parse import urlsplit

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
"""The names under which this machine may be called."""
PASS = "aqmf-pass"
PASS_SECONDS = 60 * 60 * 24
LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""What codes are made of: nothing that is read as something else."""
MOST_ADDRESSES = 4096
"""Addresses that are counted at a time; the one that was quiet longest is forgotten first."""


class Buckets:
    """So many ``at_once`` for each key, and so many ``a_second`` after that."""

    def __init__(self, at_once: float, a_second: float, now: Callable[[], float] = monotonic) -> None:
        self.at_once, self.a_second, self.now = at_once, a_second, now
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def empty(self, key: str) -> bool:
        """Whether there is nothing left for a key just now."""
        return self._filled(key) < 1

    def take(self, key: str) -> bool:
        """Take one for a key, if there is one left."""
        left = self._filled(key)
        if left < 1:
            return False
        self._left[key] = left - 1, self.now()
        self._left.move_to_end(key)
        while len(self._left) > MOST_ADDRESSES:
            self._left.popitem(last=False)
        return True

    def _filled(self, key: str) -> float:
        left, when = self._left.get(key, (self.at_once, self.now()))
        return min(self.at_once, left + (self.now() - when) * self.a_second)


class Admission:
    """The door of an app that serves other machines.

    Args:
        code: what has to be typed; a new one unless it is given.
        now: seconds that only ever grow.
    """

    def __init__(self, code: str = "", now: Callable[[], float] = monotonic) -> None:
        self.code = code or "".join(choice(LETTERS) for _ in range(8))
        self._key = token_bytes(32)
        self.requests = Buckets(240, 40, now)
        """Requests of an address."""
        self.failures = Buckets(10, 1 / 6, now)
        """Wrong codes, links and seats of an address."""
        self.all_failures = Buckets(100, 1, now)
        """Those of everybody together: many addresses that guess are no better off."""

    def opens(self, code: str) -> bool:
        """Whether this is the code; blanks, hyphens and small letters do not matter."""
        given = code.upper().replace("-", "").replace(" ", "")
        return hmac.compare_digest(given.encode(), self.code.encode())

    def new_pass(self) -> str:
        """A pass for a browser that has shown the code or a seat; good until the app is started again."""
        nonce = token_hex(16)
        return f"{nonce}.{self._signed(nonce)}"

    def passes(self, given: str) -> bool:
        """Whether this is a pass."""
        nonce, _, signature = given.partition(".")
        return bool(nonce) and hmac.compare_digest(self._signed(nonce).encode(), signature.encode())

    def failed(self, address: str) -> None:
        """Somebody at this address came with something wrong."""
        self.failures.take(address)
        self.all_failures.take("")

    def bars(self, address: str) -> bool:
        """Whether an address has come with something wrong too often to be let try again just now."""
        return self.failures.empty(address) or self.all_failures.empty("")

    def _signed(self, nonce: str) -> str:
        return hmac.new(self._key, nonce.encode(), sha256).hexdigest()


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
    addresses: list[str] = []
    for aim, family in DOCUMENTATION:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as unsent:
            unsent.connect((aim, 9))
            addresses.append(unsent.getsockname()[0])
    with suppress(OSError):
        addresses += [str(place[4][0]) for place in socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)]
    plain = (address.partition("%")[0] for address in addresses)
    return tuple(dict.fromkeys(address for address in plain if not ip_address(address).is_loopback))


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
    addresses = own_addresses()
    return in_address(addresses[0]) if addresses else socket.gethostname()
