"""Kept ledgers: each is a game of the store, held at a live table that has no seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from secrets import randbits
from typing import Any

from starlette.requests import Request

from aqmf_air.core.dice.dice import Answer
from aqmf_air.core.play.events import Command, Entry
from aqmf_air.core.play.seat_settings import Setting
from aqmf_air.core.play.session import Resolved, new_header
from aqmf_air.core.play.undoing import Step
from aqmf_air.core.store.game_list import Kept
from aqmf_air.core.store.log_reader import with_end
from aqmf_air.core.store.store import Store
from aqmf_air.errors import DataError, DiscardedError, StoreError, UnknownNameError
from aqmf_air.game_rules import require_something
from aqmf_air.games.martian_front.army.resolved_list import ResolvedList
from aqmf_air.games.martian_front.army.store import LISTS
from aqmf_air.games.martian_front.ledger.claims import LEDGER
from aqmf_air.games.martian_front.ledger.ruleset import Ledger
from aqmf_air.games.martian_front.ledger.setup import setup_from
from aqmf_air.games.martian_front.profiles import Side
from aqmf_air.games.martian_front.ui.web_ruleset import ruleset
from aqmf_air.web.live.requests import hall_of
from aqmf_air.web.live.table import MovedOnError, Table
from aqmf_air.web.live.tables import Seated
from aqmf_air.web.shared_registry import rules_of_kept

MOST_ENTRIES = 5000
BY_HAND = Setting(typed=True)
"""How its table is set: players have rolled every die, or let a page roll it."""


@cache
def rules() -> Ledger:
    """The ruleset, with everything that is plugged in."""
    made = ruleset().registry.ruleset(LEDGER)
    assert isinstance(made, Ledger)
    return made


def begin(title: str, lists: Sequence[ResolvedList], first: Side, chosen: Mapping[str, Any] | None = None) -> str:
    """Begin a ledger for two lists under their rulings and ``chosen`` ones, and give the name that it goes by.

    Raises:
        DataError: the lists do not make a game.
        StoreError: it cannot be written.
    """
    made = rules()
    setup = setup_from(title, lists, made.rulings, made.setup_model, first, chosen)
    with Store() as store:
        name = store.free_name(LISTS.key_of(setup.title))
        versions = made.registry.rules_versions(made.id)
        return store.create(new_header(made, setup, seed=randbits(48), game=name, plugins=versions), name)


async def kept_ledger(request: Request) -> Kept:
    """The ledger that a request is about, without its entries, be it discarded.

    Raises:
        UnknownNameError: there is no such ledger.
    """
    name = request.path_params["name"]
    kept = None
    with suppress(UnknownNameError):
        kept, _ = await hall_of(request).kept(name)
    if kept is None or kept.header.get("ruleset") != LEDGER:
        raise UnknownNameError(f"There is no ledger {name[:60]!r}.", what="ledger", name=name, near=())
    return kept


async def opened(request: Request) -> Seated:
    """The table of the ledger that a request is about, as far as it has been written by anybody.

    Raises:
        UnknownNameError: there is no such ledger.
        DiscardedError: it was discarded.
        DataError: it is damaged: says as what its sound part goes on.
        RulesetVersionError: it was of plugins or of newer rules that are not there.
    """
    hall, kept = hall_of(request), await kept_ledger(request)
    if kept.discarded:
        raise DiscardedError(f"The ledger {kept.name!r} was discarded.", what="ledger", kept=kept, may=True)
    try:
        seated = await hall.seated(kept.name)
        if seated.table.entries < kept.entries:  # another program has gone on with it
            hall.forget(seated)
            seated = await hall.seated(kept.name)
    except StoreError:
        made = rules_of_kept(kept)
        saved = await hall.files.ask(lambda store, _: store.read(kept.name, made.ruleset.codec, made.lines))
        if not saved.fault:
            raise
        require_something(saved)
        rescued = await hall.files.ask(lambda store, _: store.rescue(saved))
        raise DataError(f"{saved.fault}; they go on as the ledger {rescued!r}", path=kept.name) from None
    seated.table.setting = BY_HAND
    return seated


def carry_out(table: Table, at: int, command: Command, by: str, rolls: Sequence[Answer]) -> Entry:
    """Write a claim down, with all its dice; sent a second time, it is answered as the first time.

    Raises:
        MovedOnError: the log has grown since ``at``, by something else.
        IllegalCommandError: the rules object.
        DataError: dice are missing, or the ledger is full.
    """
    if (there := _said_before(table, at)) is not None:
        if there.command == command and [roll.faces for roll in there.rolls] == [roll.faces for roll in rolls]:
            return there
        raise MovedOnError(table.entries)
    if table.entries >= MOST_ENTRIES:
        raise DataError(f"a ledger has room for {MOST_ENTRIES} entries: begin another", key="entries")
    done = table.carry_out(by, command, rolls)
    if not isinstance(done, Resolved):
        raise DataError("expected all the dice of it", key="roll")
    return done.entry


def take(table: Table, at: int, kind: str, by: str, meant: int) -> Entry:
    """Take the last claim back, or bring it back; the log shows it. ``meant`` is the position of that claim.

    Raises:
        MovedOnError: the log has grown since ``at``, by something else, or another claim is the last one.
    """
    if (there := _said_before(table, at)) is not None:
        if there.kind == kind:
            return there
        raise MovedOnError(table.entries)
    claims = table.session.history if kind == "undo" else table.session.undone
    if not claims or claims[-1].position != meant:
        raise MovedOnError(table.entries)
    table.take(by, kind, Step((claims[-1],)))
    return table.session.entries[-1]


def _said_before(table: Table, at: int) -> Entry | None:
    """The entry at the place where a page means to write, if there is one already."""
    if not 0 <= at <= table.entries:
        raise DataError(f"entries: the log has {table.entries}, not {at}", key="entries")
    # the rules that come before a claim are nothing that a page writes
    return next((entry for entry in table.session.entries[at:] if entry.kind != "rules"), None)


def ledgers(*, discarded: bool = False) -> tuple[Kept, ...]:
    """Every ledger, the last one first; or every one that was discarded."""
    with Store() as store:
        return tuple(one for one in reversed(store.games(discarded=discarded)) if one.header.get("ruleset") == LEDGER)


def log_lines(name: str) -> list[str]:
    """A ledger's log, line by line, with its end, as ``aqmf import`` reads it."""
    with Store() as store:
        return list(with_end(store.lines(name)))
