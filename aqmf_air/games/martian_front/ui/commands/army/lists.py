"""What the commands of the game begin with: the game itself, the list that is named, and what the tab key completes."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from aqmf_air.api import STANDARD_INPUT, SUFFIX, DataError, is_file, read_at_most
from aqmf_air.api.ui import Completed, open_registry, open_ruleset

if TYPE_CHECKING:
    from aqmf_air.api import Registry
    from aqmf_air.games.martian_front.army.lists import Army
    from aqmf_air.games.martian_front.army.resolved_list import ListContext
    from aqmf_air.games.martian_front.sequence import AllQuiet

LIST = click.argument("file", metavar="FILE")


def open_game() -> tuple[Registry, AllQuiet]:
    """The registry of everything that is plugged in, and the game built from it."""
    from aqmf_air.games.martian_front.chapters.orders import RULESET

    registry, ruleset = open_ruleset(RULESET)
    return registry, cast("AllQuiet", ruleset)


def _templates(ctx: click.Context) -> Iterable[str]:
    from aqmf_air.games.martian_front.ui.prints.templates import kit_of

    return [piece.name for piece in kit_of(open_game()[0]).pieces]


UNITS = Completed(lambda ctx: open_game()[1].catalogue)
TEMPLATES = Completed(_templates)
EXPORTS = Completed(lambda ctx: open_depot().exporters)


def open_depot() -> ListContext:
    """Everything that is plugged in for lists."""
    from aqmf_air.games.martian_front.army.resolved_list import ListContext

    return ListContext(open_registry())


def open_list(name: str) -> Army:
    """The list of this name, or of standard input (``-``).

    Raises DataError: it cannot be read.
    """
    from aqmf_air.games.martian_front.army.lists import parse_list, read_list, remember

    if name == STANDARD_INPUT:
        return parse_list(read_bytes(name), "standard input")
    path = ready(name)
    army = read_list(path)
    remember(path)
    return army


def ready(name: str) -> Path:
    """The file of a list that is to be there.

    Raises DataError: there is none.
    """
    path = editable(name)
    if not os.path.lexists(path):
        if is_file(beside := f"{name}{SUFFIX}"):  # beside the player: it is not in the player's own folder
            return Path(beside)
        raise DataError(f"{path}: there is no such list ('aqmf army new' makes one)", path=str(path))
    return path


def editable(name: str) -> Path:
    """The file of a list that is to be changed: not standard input."""
    from aqmf_air.games.martian_front.army.lists import list_path

    if name == STANDARD_INPUT:
        raise click.UsageError("a list on standard input cannot be changed: give a file")
    return list_path(name)


def new_list(name: str) -> Path:
    """The file that a list is to be written to.

    Raises DataError: its name is that of another kind of file, or of one that is never listed.
    """
    from aqmf_air.games.martian_front.army.lists import LISTS

    path = editable(name)
    if path.parent == LISTS.place and path.name.startswith("."):
        raise DataError(f"{path}: expected a name without a dot at its beginning, which hides a file", path=str(path))
    if path.suffix.casefold() != SUFFIX and not path.exists():
        hint = f"expected a name that ends in {SUFFIX} ('aqmf army export' writes other formats)"
        raise DataError(f"{path}: army lists are TOML: {hint}", path=str(path))
    return path


def read_bytes(name: str) -> bytes:
    """The bytes of a file or of standard input, no more than any list has.

    Raises DataError: it cannot be read.
    """
    from aqmf_air.games.martian_front.army.reading import MAX_IMPORT_BYTES

    return read_at_most(name, MAX_IMPORT_BYTES)


def settled_values(given: tuple[str, ...]) -> dict[str, str]:
    """``NAME=VALUE`` texts as a dictionary."""
    chosen = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise click.BadParameter(f"expected NAME=VALUE, got {text[:80]!r}")
        chosen[name.strip()] = value.strip()
    return chosen
