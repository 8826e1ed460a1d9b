"""Where ledgers are kept: in the store of games, each opened once and held while nobody else goes on with it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from secrets import randbits
from threading import Lock
from typing import Any

from aqmf_air.core.dice.dice import Answer
from aqmf_air.core.play.events import Command, Entry
from aqmf_air.core.play.session import Ready, Session, new_header
from aqmf_air.core.store.game_list import Kept
from aqmf_air.core.store.log_reader import with_end
from aqmf_air.core.store.store import Store
from aqmf_air.errors import AqmfError, DataError, DiscardedError, UnknownNameError
from aqmf_air.games.martian_front.army.resolved_list import ResolvedList
from aqmf_air.games.martian_front.army.store import LISTS
from aqmf_air.games.martian_front.ledger.claims import LEDGER
from aqmf_air.games.martian_front.ledger.ruleset import Ledger
from aqmf_air.games.martian_front.ledger.setup import setup_from
from aqmf_air.games.martian_front.profiles import Side
from aqmf_air.games.martian_front.state import Game
from aqmf_air.games.martian_front.ui.engine import ruleset
from aqmf_air.games.martian_front.ui.pages.ledger.sheet import STEPPED, Chronicle
from aqmf_air.kept_rules import require_something, rules_of
from aqmf_air.web.dicing import PLAYER

MOST_OPEN = 24
"""Ledgers that are held at once; others are read again when they are asked for."""
MOST_ENTRIES = 5000


class MovedOnError(AqmfError):
    """Somebody else has gone on with the ledger since the page was read."""


@cache
def rules() -> Ledger:
    """The ruleset, with everything that is plugged in."""
    made = ruleset().registry.ruleset(LEDGER)
    assert isinstance(made, Ledger)
    return made


@dataclass
class OpenLedger:
    """A ledger that is held: its session, and the lock that its writers share."""

    name: str
    session: Session[Game]
    lock: Lock = field(default_factory=Lock)
    chronicle: Chronicle = field(default_factory=Chronicle)

    @property
    def entries(self) -> int:
        """How many entries the log has."""
        return len(self.session.entries)

    def carry_out(self, at: int, command: Command, by: str, rolls: Sequence[Answer]) -> Entry:
        """Write a claim down, with all its dice; sent a second time, it is answered as it was the first.

        Raises:
            MovedOnError: the log has grown since ``at``, by something else.
            IllegalCommandError: the rules object.
            DataError: dice are missing.
        """
        with self.lock:
            if (there := self._said_before(at)) is not None:
                faces = [roll.faces for roll in there.rolls]
                if there.command == command and faces == [roll.faces for roll in rolls]:
                    return there
                raise _moved_on(there)
            session = self.session
            try:
                step: Any = session.submit(command, by, hold=True)
                for roll in rolls:
                    step = session.answer(roll.faces, by=roll.by, hold=True)
                if not isinstance(step, Ready):
                    raise DataError("expected all the dice of it", key="roll")
                return self._kept(session.commit().entry)
            finally:
                session.cancel()

    def step(self, at: int, kind: str, by: str, meant: int) -> Entry:
        """Take the last claim back, or bring it back; the log shows it. ``meant`` is the position of that claim.

        Raises:
            MovedOnError: the log has grown since ``at``, by something else, or another claim is the last one.
        """
        with self.lock:
            if (there := self._said_before(at)) is not None:
                if there.kind == kind:
                    return there
                raise _moved_on(there)
            claims = self.session.history if kind == "undo" else self.session.undone
            if not claims or claims[-1].position != meant:
                raise MovedOnError(f"Entry {meant + 1} is not the one that would be {STEPPED[kind]}.")
            return self._kept(self.session.undo(by) if kind == "undo" else self.session.redo(by))

    def _said_before(self, at: int) -> Entry | None:
        """The entry at the place where a page means to write, if there is one already."""
        if not 0 <= at <= self.entries:
            raise DataError(f"entries: the log has {self.entries}, not {at}", key="entries")
        # the rules that come before a claim are nothing that a page writes
        return next((entry for entry in self.session.entries[at:] if entry.kind != "rules"), None)

    def _kept(self, entry: Entry) -> Entry:
        if self.entries > MOST_ENTRIES:
            raise DataError(f"a ledger has room for {MOST_ENTRIES} entries: begin another", key="entries")
        return entry


def _moved_on(there: Entry) -> MovedOnError:
    what = STEPPED.get(there.kind, "written")
    return MovedOnError(f"Meanwhile something was {what} in another window (entry {there.position + 1}).")


# -- open ones ------------------------------------------------------------------------------------------------------------

_held: OrderedDict[tuple[str, str], OpenLedger] = OrderedDict()
_guard = Lock()


def begin(title: str, musters: Sequence[ResolvedList], first: Side, chosen: Mapping[str, Any] | None = None) -> str:
    """Begin a ledger for two lists under their rulings and ``chosen`` ones, and give the name that it goes by.

    Raises:
        DataError: the lists do not make a game.
        StoreError: it cannot be written.
    """
    made = rules()
    setup = setup_from(title, musters, made.rulings, made.setup_model, first, chosen)
    with Store() as store:
        name = store.free_name(LISTS.key_of(setup.title))
        versions = made.registry.rules_versions(made.id)
        return store.create(new_header(made, setup, seed=randbits(48), game=name, plugins=versions), name)


def opened(name: str) -> OpenLedger:
    """The ledger of this name, as far as it has been written by anybody.

    Raises:
        UnknownNameError: there is no such ledger.
        DiscardedError: it was thrown away.
        DataError: it is damaged: says as what its sound part goes on.
        RulesetVersionError: it was of plugins or of newer rules that are not there.
    """
    with _guard, Store() as store:
        key, kept = (str(store.path), name), _on_shelf(store, name)
        if kept.discarded:
            raise DiscardedError(f"The ledger {name!r} was thrown away.", what="ledger", kept=kept, may=True)
        if (held := _held.get(key)) is not None and held.entries == kept.entries:
            _held.move_to_end(key)
            return held
        fresh = _read(store, kept)
        _held[key] = fresh
        while len(_held) > MOST_OPEN:
            _held.popitem(last=False)
        return fresh


def _read(store: Store, kept: Kept) -> OpenLedger:
    made = rules_of(kept.header, ruleset().registry)
    saved = store.read(kept.name, made.ruleset.codec, made.lines)
    require_something(saved)
    if saved.fault:
        raise DataError(f"{saved.fault}; they go on as the ledger {store.rescue(saved)!r}", path=kept.name)
    return OpenLedger(kept.name, made.session(saved, who_rolls=lambda ask: PLAYER, keep=_keeper(kept.name)))


def _keeper(name: str) -> Any:
    """What writes an entry down: each in a connection of its own, since any thread may be asked."""

    def keep(entry: Entry) -> None:
        with Store() as store:
            store.append(name, entry)

    return keep


def forget_all() -> None:
    """Hold none any more: each is read again when it is asked for."""
    with _guard:
        _held.clear()


def ledgers(*, discarded: bool = False) -> tuple[Kept, ...]:
    """Every ledger, the last one first; or every one that was thrown away."""
    with Store() as store:
        return tuple(one for one in reversed(store.games(discarded=discarded)) if one.header.get("ruleset") == LEDGER)


def on_shelf(name: str) -> Kept:
    """A ledger without its entries, be it thrown away.

    Raises:
        UnknownNameError: there is no such ledger.
    """
    with Store() as store:
        return _on_shelf(store, name)


def _on_shelf(store: Store, name: str) -> Kept:
    with suppress(UnknownNameError):
        kept = store.kept(name)
        if kept.header.get("ruleset") == LEDGER:
            return kept
    raise UnknownNameError(f"There is no ledger {name[:60]!r}.", what="ledger", name=name, near=())


def discard(name: str) -> None:
    """Throw a ledger away, to where it can be brought back from.

    Raises:
        UnknownNameError: there is no such ledger.
    """
    with Store() as store:
        store.discard(_on_shelf(store, name).name)


def restore(name: str) -> None:
    """Bring a ledger back that was thrown away.

    Raises:
        UnknownNameError: there is no such ledger.
    """
    with Store() as store:
        store.restore(_on_shelf(store, name).name)


def log_lines(name: str) -> list[str]:
    """A ledger's log, line by line, with its end, as ``aqmf import`` reads it; of one that was thrown away, too.

    Raises:
        UnknownNameError: there is no such ledger.
    """
    with Store() as store:
        return list(with_end(store.lines(_on_shelf(store, name).name)))
