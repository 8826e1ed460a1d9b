"""Scenes on the command line: how a file is read, which rulings hold, how what was found is given."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from aqmf_air.cli.main import NO
from aqmf_air.cli.render import OutFile, keep, print_json, speaks_unicode
from aqmf_air.games.martian_aircraft.rulings import aircraft_rulings

if TYPE_CHECKING:
    from aqmf_air.games.martian_aircraft.rules.scenes import Scene
    from aqmf_air.games.martian_aircraft.rulings import AircraftRulings
    from aqmf_air.games.martian_front.rules.shooting import Modifiers
    from aqmf_air.geometry.plane.geojson import Feature

    S = TypeVar("S", bound=Scene)

F = TypeVar("F", bound=Callable[..., Any])

STANDARD_INPUT = "standard input"
STANDARD_OUTPUT = Path("-")


def svg_option(command: F) -> F:
    """The options ``--svg FILE`` and ``--phone``, as ``svg`` and ``phone``."""
    phone = click.option("--phone", is_flag=True, help="With --svg: 360 pixels wide, what is told below the map.")(command)
    return click.option("--svg", type=OutFile(".svg"), metavar="FILE", help="Draw it to scale, as SVG.")(phone)


def geojson_option(command: F) -> F:
    """The option ``--geojson FILE``, as ``geojson``. The command has ``--json``, too."""

    @wraps(command)
    def checked(*arguments: Any, **options: Any) -> Any:
        if options["geojson"] == STANDARD_OUTPUT and options["as_json"]:
            raise click.UsageError("--geojson - goes without --json: each is alone on standard output")
        return command(*arguments, **options)

    about = "Write its shapes as GeoJSON, in inches; '-' is standard output."
    kind = OutFile(".geojson", ".json", dash=True)
    return click.option("--geojson", type=kind, metavar="FILE", help=about)(cast("F", checked))


def give(
    picture: Callable[[], object],
    svg: Path | None,
    document: Callable[[], Any],
    as_json: bool,
    show: Callable[[], None],
    found: bool = True,
    features: Callable[[], Iterable[Feature]] = tuple,
    geojson: Path | None = None,
) -> None:
    """Give what was found: a picture and its shapes, if files for them are named, then a document or text.

    Shapes for standard output stand there alone. Exit status 1 if not ``found``.

    Raises DataError: a file cannot be written.
    """
    if svg is not None:
        keep(picture(), svg)
    if geojson is not None:
        from aqmf_air.geometry.plane.geojson import feature_collection

        shapes = feature_collection(features())
        if geojson == STANDARD_OUTPUT:
            click.echo(json.dumps(shapes, ensure_ascii=not speaks_unicode()))
        else:
            keep(json.dumps(shapes, ensure_ascii=False) + "\n", geojson)
    if as_json:
        print_json(document())
    elif geojson != STANDARD_OUTPUT:
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
