"""News of ledgers: every page of one that is open anywhere hears when its log has grown."""

from __future__ import annotations

from collections.abc import AsyncIterator

from aqmf_air.web.live.listening import Listeners, event


class News:
    """Who listens to which ledger. Used by the event loop alone."""

    def __init__(self) -> None:
        self._listeners: dict[str, Listeners] = {}

    async def heard(self, name: str, since: str, entries: int) -> AsyncIterator[str]:
        """News of a ledger as server-sent events, beginning with what happened after the entry ``since``."""
        listeners = self._listeners.setdefault(name, Listeners())
        listener = listeners.add(())
        try:
            yield "retry: 1000\n\n"
            if since != str(entries):
                yield event("moved", {"entries": entries})
            async for news in listener.heard():
                yield news
        finally:
            listeners.remove(listener)
            if not listeners.any:
                self._listeners.pop(name, None)

    def full(self, name: str) -> bool:
        """Whether nobody else may listen to a ledger."""
        return name in self._listeners and self._listeners[name].full

    def tell(self, name: str, entries: int) -> None:
        """Tell those who listen to a ledger how long its log is by now."""
        if name in self._listeners:
            self._listeners[name].tell("moved", {"entries": entries})

    def close(self) -> None:
        """There will be no more: the app is about to stop."""
        for listeners in self._listeners.values():
            listeners.close()
