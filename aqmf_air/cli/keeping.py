"""Games in the store: begun, gone on with, and read, with a word to the player where something is wrong."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import chain
from typing import TYPE_CHECKING, Any

import click

from aqmf_air.core.files import is_file, read_at_most
from aqmf_air.errors import AqmfError, DataError

if TYPE_CHECKING:
    from aqmf_air.core.saved import Lines, Saved
    from aqmf_air.core.session import Session
    from aqmf_air.core.store import Kept, Store
    from aqmf_air.host.ledger.ruleset import Ledger
    from aqmf_air.host.ruleset import AllQuiet
    from aqmf_air.host.state import Game
    from aqmf_air.registry import Registry


MAX_LOG_BYTES = 50_000_000
"""Of a game's log in a file: a long game has one million."""


def open_store() -> Store:
    """The player's games.

    Raises:
        StoreError: the store cannot be opened.
    """
    from aqmf_air.core.store import Store

    return Store()


def current(registry: Registry, ruleset: AllQuiet | Ledger) -> Lines:
    """What brings old logs up to date for what is loaded now."""
    from aqmf_air.core.events import PluginVersion
    from aqmf_air.core.upcasting import up_to_date

    wanted = (PluginVersion(name=ruleset.id, version=ruleset.version), *registry.versions)
    return up_to_date(registry.upcasters(ruleset.id), wanted)


def gone_on_with(store: Store, name: str, registry: Registry, ruleset: AllQuiet) -> tuple[str, Session[Game]]:
    """A kept game as far as it went, and its name: another one if the log is damaged and the sound part goes on alone.

    Raises:
        UnknownNameError: there is no such game.
        RulesetVersionError: it was played under other rules or plugins.
    """
    from aqmf_air.core.session import Session, require_same_rules
    from aqmf_air.core.upcasting import require_same_plugins

    _, saved = read_log(store.lines(name), f"game {name!r}", name, registry, ruleset)
    require_same_rules(ruleset, saved.header)
    require_same_plugins(saved.header, registry.versions)
    if saved.fault:
        name = store.rescue(saved)
        click.echo(f"aqmf: {saved.fault}; it goes on as game {name!r}", err=True)
        return gone_on_with(store, name, registry, ruleset)  # it may have been gone on with before
    session = Session(ruleset, saved.header, saved.entries)
    session.keep_with(store.keeper(name))
    return name, session


def read_game(game: str, registry: Registry, ruleset: AllQuiet) -> tuple[AllQuiet | Ledger, Saved]:
    """The game in a file (``-``: standard input), or the kept one of this name, as far as it is sound, and its rules.

    Raises:
        DataError: the file is no log.
        UnknownNameError: neither is there.
    """
    if game == "-" or is_file(game) or game.endswith(".jsonl") or "/" in game:
        return read_log(lines_of(game), "standard input" if game == "-" else game, None, registry, ruleset)
    with open_store() as store:
        return read_log(store.lines(game), f"game {game!r}", game, registry, ruleset)


def read_log(
    lines: Iterable[str], where: str, name: str | None, registry: Registry, ruleset: AllQuiet
) -> tuple[AllQuiet | Ledger, Saved]:
    """The game in the lines of a log, with the rules that its header names: the game's own, or a ledger's.

    Raises:
        DataError: not even its header can be read.
    """
    from aqmf_air.core.saved import read_lines

    written = iter(lines)
    first = next(written, "")
    rules = rules_of(_ruleset_in(first), registry, ruleset)
    return rules, read_lines(chain([first] if first else [], written), rules.codec, where, name, current(registry, rules))


def rules_of(named: Any, registry: Registry, ruleset: AllQuiet) -> AllQuiet | Ledger:
    """The rules of this id, if they are those of a ledger; else the game's own, which then say what is wrong."""
    from aqmf_air.host.ledger.claims import LEDGER
    from aqmf_air.host.ledger.ruleset import Ledger

    rules = registry.ruleset(LEDGER) if named == LEDGER else ruleset
    return rules if isinstance(rules, Ledger) else ruleset


def _ruleset_in(line: str) -> Any:
    try:
        header = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return header.get("ruleset") if isinstance(header, dict) else None


def lines_of(path: str) -> list[str]:
    """The lines of a text file, or of standard input.

    Raises:
        DataError: it cannot be read, or is not text.
    """
    raw = read_at_most(path, MAX_LOG_BYTES)
    try:
        return raw.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as bad:
        raise DataError(f"{path}: not UTF-8 text (byte {bad.start})", path=path) from None


def summaries(kept: Iterable[Kept], store: Store, registry: Registry, ruleset: AllQuiet) -> list[dict[str, Any]]:
    """Kept games in a few words each; ``turn`` and ``winner`` are null for one that cannot be read with what is loaded."""
    return [
        {
            "game": one.name,
            "scenario": (one.header.get("setup") or {}).get("scenario", "?"),
            "seed": one.header.get("seed"),
            "entries": one.entries,
            **_standing(one.name, store, registry, rules_of(one.header.get("ruleset"), registry, ruleset)),
            "played": one.played or None,
        }
        for one in kept
    ]


def _standing(name: str, store: Store, registry: Registry, ruleset: AllQuiet | Ledger) -> dict[str, Any]:
    from aqmf_air.core.session import Session

    try:
        saved = store.read(name, ruleset.codec, current(registry, ruleset))
        state = Session(ruleset, saved.header, saved.entries).state
    except AqmfError:
        return {"turn": None, "winner": None}
    return {"turn": state.turn, "winner": state.winner or None}
