"""Asks the engine of a site for addresses: natively, where some packages cannot be imported, or in the runtime.

Both have the same random words, each request its own, so that pages can be compared byte for byte.
"""

from __future__ import annotations

import json
import random
import re
import secrets
import sys
import time
from collections import Counter
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

ORIGIN = "http://localhost:8100"
FORM = (("content-type", "application/x-www-form-urlencoded"), ("origin", ORIGIN))
LINK = re.compile(r'href="(/[^"#]*)"')
# The page of the browser says what a site is built without.
NO_PAGE = re.compile(r"^/static/|^/(engine|join)/|^/browser$|\.(pdf|png|zip)\b|/stream$|&amp;")
MOST_LINKS = 4
"""Of pages that begin alike: those that are followed."""


CHANCE = random.Random()
"""What random words are of; begun anew with each request."""


def without_chance() -> None:
    """Have random words and the moment be the same at the same request, before anything has taken their makers."""
    made = {
        "randbits": CHANCE.getrandbits,
        "randbelow": CHANCE.randrange,
        "choice": CHANCE.choice,
        "token_bytes": lambda size=16: CHANCE.randbytes(size),
        "token_hex": lambda size=16: CHANCE.randbytes(size).hex(),
        "token_urlsafe": lambda size=16: CHANCE.randbytes(size).hex(),
    }
    for name, maker in made.items():
        setattr(secrets, name, maker)
    time.monotonic_ns = lambda: 1


def cpu_seconds() -> float:
    """Of this process: what else runs on the machine makes no page slower. In the runtime Node has the clock for it."""
    if find_spec("js") is None:
        return time.process_time()
    used = import_module("js").process.cpuUsage()
    return float(used.user + used.system) / 1e6


class Asking:
    """Asks for pages, and writes down the answers: of each address its status, its text, and the least seconds of work."""

    def __init__(self, home: str, times: int) -> None:
        from aqmf_air.site.engine import begin

        self.bridge, self.home, self.times = begin(ORIGIN, home), home, times
        self.given: dict[str, tuple[int, str, float]] = {}

    async def answer(self, method: str, address: str, headers: Any = (), body: bytes = b"") -> tuple[int, str, str]:
        """The status, where it leads to, and the text."""
        target = quote(address, safe="/?=&%+:,;@!'()*~$")  # as a browser writes it
        CHANCE.seed(address)
        started: list[Any] = []
        parts: list[bytes] = []
        await self.bridge.answer(1, method, target, headers, body, lambda *said: started.append(said), parts.append)
        status, named = started[0]
        text = b"".join(parts).decode("utf-8", "replace").replace(self.home, "HOME")
        return status, dict(named).get("location", ""), text

    async def post(self, target: str, fields: dict[str, str], below: list[str]) -> list[str]:
        """Send a form; gives the addresses below the one that it leads to."""
        status, made, text = await self.answer("POST", target, FORM, urlencode(fields).encode())
        self.given[f"POST {target} {made}"] = (status, text, 0.0)
        return [made.split("?")[0] + end for end in below] if made else []

    async def get(self, address: str) -> None:
        least = float("inf")
        try:
            for _ in range(self.times):
                begun = cpu_seconds()
                status, made, text = await self.answer("GET", address)
                least = min(least, cpu_seconds() - begun)
        except Exception as fault:
            status, made, text = 500, "", f"{type(fault).__name__}: {fault}"
        self.given[address] = (status, f"{made} {text}", least)

    def links(self) -> list[str]:
        """Where the pages lead to that were asked for, some of each kind."""
        kinds: Counter[str] = Counter()
        links = []
        for address in sorted({link for _, text, _ in self.given.values() for link in LINK.findall(text)}):
            kind = "/".join(address.split("?")[0].split("/")[:3])
            if address not in self.given and not NO_PAGE.search(address) and kinds[kind] < MOST_LINKS:
                kinds[kind] += 1
                links.append(address)
        return links


async def answers(asked: dict[str, Any], home: str) -> str:
    """``{"answers": {address: [status, text, least seconds of work]}, "then": [address]}``, as JSON.

    Args:
        asked: ``forms``, each an address with fields and what to look at below the address that it leads to; ``addresses``;
            ``then``, more addresses, or None: where these pages lead to; and ``times``, how often each is asked for.
        home: the player's folder.
    """
    without_chance()
    asking = Asking(home, asked["times"])
    addresses = list(asked["addresses"])
    for form in asked["forms"]:
        addresses += await asking.post(*form)
    for address in addresses:
        await asking.get(address)
    then = asking.links() if asked["then"] is None else asked["then"]
    for address in then:
        await asking.get(address)
    return json.dumps({"answers": asking.given, "then": then})


def main() -> None:
    import asyncio

    from aqmf_air.core.data import made_ahead
    from tests.site.crawl import Blocked

    asked = json.load(sys.stdin)
    made_ahead.FOLDER = Path(asked["made_ahead"])
    sys.meta_path.insert(0, Blocked(*asked["without"]))
    sys.stdout.write(asyncio.run(answers(asked, asked["home"])))


if __name__ == "__main__":
    main()
