"""Scenes on the command line: how a file is read, which rulings hold, how what was found is given."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from aqmf_air.cli.main import NO
from aqmf_air.cli.render import OutFile, keep, print_json
from aqmf_air.games.martian_aircraft.rulings import aircraft_rulings

if TYPE_CHECKING:
    from aqmf_air.games.martian_aircraft.rules.scenes import Scene
    from aqmf_air.games.martian_aircraft.rulings import AircraftRulings
    from aqmf_air.games.martian_front.rules.shooting import Modifiers

    S = TypeVar("S", bound=Scene)

F = TypeVar("F", bound=Callable[..., Any])

STANDARD_INPUT = "standard input"


def svg_option(command: F) -> F:
    """The options ``--svg FILE`` and ``--phone``, as ``svg`` and ``phone``."""
    phone = click.option("--phone", is_flag=True, help="With --svg: 360 pixels wide, what is told below the map.")(command)
    return click.option("--svg", type=OutFile(".svg"), metavar="FILE", help="Draw it to scale, as SVG.")(phone)


def give(
    picture: Callable[[], object],
    svg: Path | None,
    document: Callable[[], Any],
    as_json: bool,
    show: Callable[[], None],
    found: bool = True,
) -> None:
    """Give what was found: a picture, if a file for it is named, then a document or text; exit status 1 if not ``found``.

    Raises DataError: the picture cannot be written.
    """
    if svg is not None:
        keep(picture(), svg)
    if as_json:
        print_json(document())
    else:
        show()
    if not found:
        raise click.exceptions.Exit(NO)


def read_scene(kind: type[S], name: str) -> S:
    """The scene in a JSON file, or on standard input for ``-``.

    Raises DataError: it cannot be read, or makes no sense; one line says where and why.
    """
    from aqmf_air.core.data.documents import MAX_BYTES, parse_json
    from aqmf_air.core.data.files import read_at_most
    from aqmf_air.core.data.model import read
    from aqmf_air.errors import DataError

    where = STANDARD_INPUT if name == "-" else name
    document = parse_json(read_at_most(name, MAX_BYTES), where)
    if not isinstance(document, dict):
        raise DataError(f"{where}: expected a JSON object", path=where)
    return read(kind, document, where, DataError)


def in_force(scene: Scene, name: str, chosen: Mapping[str, Any]) -> tuple[AircraftRulings, Modifiers]:
    """The rulings of a scene, those ``chosen`` on the command line before its own, and everybody's modifiers.

    Raises DataError: a ruling or a choice that does not exist.
    """
    from aqmf_air.core.play.rulings import settle
    from aqmf_air.games.martian_front.ui.commands.army.lists import open_game

    _, ruleset = open_game()
    settle(ruleset.rulings, chosen, "--ruling")
    where = STANDARD_INPUT if name == "-" else name
    rulings = settle(ruleset.rulings, {**scene.rulings, **chosen}, where)
    return aircraft_rulings(rulings), ruleset.rules.modifiers
