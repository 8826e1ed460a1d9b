"""How the commands on army lists find a list, and what they are made in."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from aqmf_air.core.data.files import STANDARD_INPUT as STANDARD_INPUT

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.army.model import Army
    from aqmf_air.games.martian_front.army.resolved_list import ListContext

LIST = click.argument("file", metavar="FILE")


def open_depot() -> ListContext:
    """The depot of everything that is plugged in."""
    from aqmf_air.cli.opened import open_registry
    from aqmf_air.games.martian_front.army.resolved_list import ListContext

    return ListContext(open_registry())


def open_list(name: str) -> Army:
    """The list of this name, or of standard input (``-``).

    Raises:
        DataError: it cannot be read.
    """
    from aqmf_air.games.martian_front.army.store import parse_list, read_list

    if name == STANDARD_INPUT:
        return parse_list(read_bytes(name), "standard input")
    return read_list(ready(name))


def ready(name: str) -> Path:
    """The file of a list that is to be there.

    Raises:
        DataError: there is none.
    """
    from aqmf_air.errors import DataError

    path = editable(name)
    if not os.path.lexists(path):
        raise DataError(f"{path}: there is no such list ('aqmf army new' makes one)", path=str(path))
    return path


def editable(name: str) -> Path:
    """The file of a list that is to be changed: not standard input."""
    from aqmf_air.games.martian_front.army.store import list_path

    if name == STANDARD_INPUT:
        raise click.UsageError("a list on standard input cannot be changed: give a file")
    return list_path(name)


def new_list(name: str) -> Path:
    """The file that a list is to be written to.

    Raises:
        DataError: its name is that of another kind of file.
    """
    from aqmf_air.core.data.own_files import SUFFIX
    from aqmf_air.errors import DataError

    path = editable(name)
    if path.suffix.casefold() != SUFFIX and not path.exists():
        raise DataError(
            f"{path}: army lists are TOML: expected a name that ends in {SUFFIX} ('aqmf army export' writes other formats)",
            path=str(path),
        )
    return path


def read_bytes(name: str) -> bytes:
    """The bytes of a file or of standard input, no more than any list has.

    Raises:
        DataError: it cannot be read.
    """
    from aqmf_air.core.data.files import read_at_most
    from aqmf_air.games.martian_front.army.resolved_list import MAX_IMPORT_BYTES

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
