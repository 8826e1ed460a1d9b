"""A ledger that is kept, and the table that it is held at."""

from __future__ import annotations

from contextlib import suppress

from starlette.requests import Request

from aqmf_air.core.store.game_list import Kept
from aqmf_air.errors import DataError, DiscardedError, StoreError, UnknownNameError
from aqmf_air.games.martian_front.ledger.claims import LEDGER
from aqmf_air.plugins.rules_in_force import require_something
from aqmf_air.web.live.requests import hall_of
from aqmf_air.web.live.tables import OpenTable
from aqmf_air.web.seat_settings import Setting
from aqmf_air.web.shared_registry import rules_of_kept


def is_ledger(kept: Kept) -> bool:
    """Whether a kept game is a ledger."""
    return bool(kept.header.get("ruleset") == LEDGER)


async def kept_ledger(request: Request) -> Kept:
    """The ledger that a request is about, without its entries, discarded or not.

    Raises UnknownNameError: there is no such ledger.
    """
    name = request.path_params["name"]
    with suppress(UnknownNameError):
        kept, _ = await hall_of(request).kept(name)
        if is_ledger(kept):
            return kept
    raise UnknownNameError(f"There is no ledger {name[:60]!r}.", what="ledger", name=name, near=())


async def opened(request: Request) -> OpenTable:
    """The table of the ledger that a request is about, as far as it has been written by anybody.

    Raises:
        UnknownNameError: there is no such ledger.
        DiscardedError: it was discarded.
        DataError: it is damaged: says as what its sound part goes on.
        RulesetVersionError: it was of plugins or of newer rules that are not there.
    """
    hall, there = hall_of(request), await kept_ledger(request)
    if there.discarded:
        raise DiscardedError(f"The ledger {there.name!r} was discarded.", what="ledger", kept=there, may=True)
    try:
        seated = await hall.seated(there.name)
        if seated.table.entries < there.entries:  # another program has gone on with it
            hall.forget(seated)
            seated = await hall.seated(there.name)
    except StoreError:
        made = rules_of_kept(there)
        saved = await hall.files.ask(lambda store, _: store.read(there.name, made.ruleset.codec, made.lines))
        if not saved.fault:
            raise
        require_something(saved)
        rescued = await hall.files.ask(lambda store, _: store.rescue(saved))
        raise DataError(f"{saved.fault}; they go on as the ledger {rescued!r}", path=there.name) from None
    seated.table.setting = Setting(typed=True)  # players have rolled every die, or let a page roll it
    return seated
