"""Subscribers to a table's news: each is sent the latest of every kind, however slowly they read."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

MOST_LISTENERS = 64
"""Listeners at one table."""
HEARTBEAT_SECONDS = 15.0


@dataclass(eq=False)
class Listener:
    """Somebody who listens, and the news that they have not read: of every kind the latest, so that it never grows."""

    seats: tuple[str, ...]
    news: dict[str, Any] = field(default_factory=dict)
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    closed: bool = False

    async def heard(self, heartbeat: float = HEARTBEAT_SECONDS) -> AsyncIterator[str]:
        """The news as server-sent events; a comment where there has been none for a while."""
        while True:
            try:
                await asyncio.wait_for(self.woken.wait(), heartbeat)
            except TimeoutError:
                yield ": still here\n\n"
                continue
            self.woken.clear()
            news, self.news = self.news, {}
            for kind, data in news.items():
                yield event(kind, data)
            if self.closed:
                return


class Listeners:
    """Everybody who listens at a table."""

    def __init__(self) -> None:
        self._all: set[Listener] = set()
        self.left: dict[str, float] = {}
        """When somebody last stopped listening for a seat, on the monotonic clock."""

    def __len__(self) -> int:
        return len(self._all)

    @property
    def seats(self) -> frozenset[str]:
        """The seats that somebody listens for."""
        return frozenset(seat for listener in self._all for seat in listener.seats)

    def add(self, seats: tuple[str, ...]) -> Listener:
        """Add a listener to these seats."""
        listener = Listener(seats)
        self._all.add(listener)
        return listener

    def remove(self, listener: Listener) -> None:
        """Remove a listener; its seats are marked as left now."""
        self._all.discard(listener)
        self.left |= dict.fromkeys(listener.seats, monotonic())

    def tell(self, kind: str, data: Any, last: bool = False) -> None:
        """Some news for everybody; ``last``: there will be no more."""
        for listener in self._all:
            listener.news[kind], listener.closed = data, listener.closed or last
            listener.woken.set()

    def close(self) -> None:
        """There will be no more news."""
        self.tell("seats", {}, last=True)


def event(kind: str, data: Any) -> str:
    """A server-sent event; news of the game carries the number of entries as its id, by which a browser catches up."""
    number = f"id: {data['entries']}\n" if kind == "moved" else ""
    return f"{number}event: {kind}\ndata: {json.dumps(data)}\n\n"
