"""``aqmf move``: is a move legal, where can an aircraft reach, and how far do weaves get."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from aqmf_air.api import ui
from aqmf_air.games.martian_aircraft.tables import aircraft_rulings
from aqmf_air.games.martian_front import api as front

if TYPE_CHECKING:
    from aqmf_air.api.geometry import Feature, Leg, Pose
    from aqmf_air.games.martian_aircraft.chapters.movement import Move
    from aqmf_air.games.martian_aircraft.chapters.scenes import Scene
    from aqmf_air.games.martian_aircraft.tables import AircraftRulings


S = TypeVar("S", bound="Scene")
F = TypeVar("F", bound=Callable[..., Any])

STANDARD_INPUT = "standard input"
STANDARD_OUTPUT = Path("-")


def svg_option(command: F) -> F:
    """The options ``--svg FILE`` and ``--phone``, as ``svg`` and ``phone``."""
    phone = click.option("--phone", is_flag=True, help="With --svg: 360 pixels wide, what is told below the map.")(command)
    return click.option("--svg", type=ui.OutFile(".svg"), metavar="FILE", help="Draw it to scale, as SVG.")(phone)


def geojson_option(command: F) -> F:
    """The option ``--geojson FILE``, as ``geojson``. The command has ``--json``, too."""

    @wraps(command)
    def checked(*arguments: Any, **options: Any) -> Any:
        if options["geojson"] == STANDARD_OUTPUT and options["as_json"]:
            raise click.UsageError("--geojson - goes without --json: each is alone on standard output")
        return command(*arguments, **options)

    about = "Write its shapes as GeoJSON, in inches; '-' is standard output."
    kind = ui.OutFile(".geojson", ".json", dash=True)
    return click.option("--geojson", type=kind, metavar="FILE", help=about)(cast("F", checked))


def give(
    picture: Callable[[], object],
    svg: Path | None,
    document: Callable[[], Any],
    as_json: bool,
    show: Callable[[], None],
    success: bool = True,
    features: Callable[[], Iterable[Feature]] = tuple,
    geojson: Path | None = None,
) -> None:
    """Give what was found: a picture and its shapes, if files for them are named, then a document or text.

    Shapes for standard output stand there alone. Exit status 1 if not ``found``.

    Raises DataError: a file cannot be written.
    """
    if svg is not None:
        ui.keep(picture(), svg)
    if geojson is not None:
        from aqmf_air.api.geometry import feature_collection

        shapes = feature_collection(features())
        if geojson == STANDARD_OUTPUT:
            click.echo(json.dumps(shapes, ensure_ascii=not ui.speaks_unicode()))
        else:
            ui.keep(json.dumps(shapes, ensure_ascii=False) + "\n", geojson)
    if as_json:
        ui.print_json(document())
    elif geojson != STANDARD_OUTPUT:
        show()
    if not success:
        raise click.exceptions.Exit(ui.NO)


def read_scene(kind: type[S], name: str) -> S:
    """The scene in a JSON file, or on standard input for ``-``.

    Raises DataError: it cannot be read, or makes no sense; one line says where and why.
    """
    from aqmf_air.api import MAX_BYTES, DataError, parse_json, read, read_at_most

    where = STANDARD_INPUT if name == "-" else name
    document = parse_json(read_at_most(name, MAX_BYTES), where)
    if not isinstance(document, dict):
        raise DataError(f"{where}: expected a JSON object", path=where)
    return read(kind, document, where, DataError)


def in_force(scene: Scene, name: str, chosen: Mapping[str, Any]) -> tuple[AircraftRulings, front.Modifiers]:
    """The rulings of a scene, those ``chosen`` on the command line before its own, and everybody's modifiers.

    Raises DataError: a ruling or a choice that does not exist.
    """
    from aqmf_air.api import settle

    _, ruleset = front.open_game()
    settle(ruleset.rulings, chosen, "--ruling")
    where = STANDARD_INPUT if name == "-" else name
    rulings = settle(ruleset.rulings, {**scene.rulings, **chosen}, where)
    return aircraft_rulings(rulings), ruleset.rules.modifiers


# -- the command -------------------------------------------------------------------------------------------------------


@click.group(cls=ui.HelpGroup, heading="Plan", epilog=ui.examples("move check move.json"))
def move() -> None:
    """Check an aircraft's move, or see where it can reach.

    A FILE is a JSON document, - is standard input. Lengths are inches; angles are degrees clockwise from +y.
    """


@move.command(epilog=ui.examples("move check move.json --svg move.svg"))
@click.argument("file")
@ui.json_option
@ui.ruling_option
@svg_option
@geojson_option
def check(file: str, as_json: bool, chosen: dict[str, Any], svg: Path | None, phone: bool, geojson: Path | None) -> None:
    """Say whether a move is legal, what is wrong with it, and where it ends."""
    from aqmf_air.games.martian_aircraft.chapters.movement import judge_move, move_document
    from aqmf_air.games.martian_aircraft.chapters.scenes import MoveScene

    scene = read_scene(MoveScene, file)
    rulings, _ = in_force(scene, file, chosen)
    judged = judge_move(scene.start.pose, scene.track, scene.speed, scene.base_diameter, rulings, scene.rectangle)

    def picture() -> object:
        from aqmf_air.games.martian_aircraft.ui.drawing.flight import move_picture

        return move_picture(scene, judged, narrow=phone)

    def features() -> Iterable[Feature]:
        from aqmf_air.games.martian_aircraft.ui.features import move_features

        return move_features(scene, judged, rulings)

    document = partial(move_document, judged)
    give(picture, svg, document, as_json, lambda: _show(judged), judged.legal, features, geojson)


@move.command(epilog=ui.examples("move reach start.json --svg reach.svg"))
@click.argument("file")
@click.option("--drops", is_flag=True, help="Find the points that a bomb can be dropped on, too.")
@ui.json_option
@ui.ruling_option
@svg_option
@geojson_option
def reach(
    file: str, drops: bool, as_json: bool, chosen: dict[str, Any], svg: Path | None, phone: bool, geojson: Path | None
) -> None:
    """Find the area that the base's centre can end its move in, to 0.05 inch.

    Up to three turns take a moment, and up to two near an edge of the table. Three near an edge are searched for: allow
    half a minute, at a great Speed some minutes. So are the drops of moves that may not leave the table (ruling table_edge =
    forbidden): allow a quarter of a minute for two turns near an edge, and a minute for three. What would take hours is
    refused at once.
    """
    from aqmf_air.api.geometry import drop_reach
    from aqmf_air.api.geometry import geojson as geometry
    from aqmf_air.api.geometry import reach as reach_of
    from aqmf_air.games.martian_aircraft.chapters.movement import allowance, gauge_of
    from aqmf_air.games.martian_aircraft.chapters.scenes import ReachScene

    scene = read_scene(ReachScene, file)
    rulings, _ = in_force(scene, file, chosen)
    gauge, (least, most) = gauge_of(scene.base_diameter, rulings), allowance(scene.speed)
    # a move that may leave the table can always be flown on after a drop
    on_table = least if rulings.table_edge == "forbidden" else 0.0
    with ui.working("the moves are searched"):
        area = reach_of(scene.start.pose, gauge, least, most, scene.max_turns, scene.rectangle)
        bombed = None
        if drops:
            bombed = drop_reach(scene.start.pose, gauge, most, scene.max_turns, scene.rectangle, on_table)

    def picture() -> object:
        from aqmf_air.games.martian_aircraft.ui.drawing.flight import reach_picture

        return reach_picture(scene, gauge, area, bombed, narrow=phone)

    def document() -> dict[str, Any]:
        ends, *drops = ({"area": areas.area, "polygon": geometry(areas)} for areas in (area, bombed) if areas is not None)
        return {**ends, "drops": drops[0]} if drops else ends

    def show() -> None:
        turns = f"{scene.max_turns} turn{'' if scene.max_turns == 1 else 's'}"
        if area.is_empty:
            ui.say(f'No move of {least:g}" to {most:g}" with up to {turns} ends on the table.')
        else:
            left, near, right, far = area.bounds
            ui.say(f'A move of {least:g}" to {most:g}" with up to {turns} ends in an area of {area.area:.1f} square inches:')
            ui.say(f'  x from {left:.2f}" to {right:.2f}", y from {near:.2f}" to {far:.2f}".')
        if bombed is not None:
            ui.say(f"Bombs can be dropped on {bombed.area:.1f} square inches.")

    def features() -> Iterable[Feature]:
        from aqmf_air.games.martian_aircraft.ui.features import reach_features

        return reach_features(scene, area, bombed, rulings)

    give(picture, svg, document, as_json, show, not area.is_empty, features, geojson)


@move.command(epilog=ui.examples("move weave --speed 12"))
@click.option("--speed", type=ui.Amount(1, 100), default=12.0, show_default=True, help="Speed in inches.")
@click.option("--base", type=ui.Amount(0.1, 10), default=1.0, show_default=True, help="Diameter of the base in inches.")
@click.option("--turns", type=click.IntRange(0, 30), default=8, show_default=True, help="Turns at most.")
@ui.json_option
@svg_option
def weave(speed: float, base: float, turns: int, as_json: bool, svg: Path | None, phone: bool) -> None:
    """Show how much farther than straight ahead a weave of small turns gets for the same inches."""
    from aqmf_air.games.martian_aircraft.chapters.movement import weaving_ways

    ways = weaving_ways(speed, base, turns)

    def picture() -> object:
        from aqmf_air.games.martian_aircraft.ui.drawing.flight import weave_picture

        return weave_picture(speed, base, ways, narrow=phone)

    def document() -> list[dict[str, Any]]:
        return [
            {
                "turn_geometry": way.turn_geometry,
                "turn_cost": way.turn_cost,
                "radius": way.gauge.radius,
                "limit": way.limit,
                "ahead": [weave.ahead for weave in way.weaves],
            }
            for way in ways
        ]

    def show() -> None:
        ui.say(f'How far ahead {speed:g}" of movement lead, on a base {base:g}" across, with so many turns at most:')
        columns = ("turns", *(f"{way.turn_geometry}, {way.turn_cost}" for way in ways))
        rows: list[tuple[str, ...]] = [
            (str(number), *(f'{way.weaves[number].ahead:.2f}"' for way in ways)) for number in range(turns + 1)
        ]
        rows.append(("any number", *(f'{way.limit:.2f}"' for way in ways)))
        ui.table(columns, rows, right=range(len(columns)))

    give(picture, svg, document, as_json, show)


# -- showing --------------------------------------------------------------------------------------------------------------


def _show(judged: Move) -> None:
    from aqmf_air.games.martian_aircraft.chapters.movement import inches

    off = f", but it leaves the table: {LEAVING[judged.departure.then]}" if judged.departure is not None else ""
    ui.heading(f"Legal{off}." if judged.legal else "Not legal:")
    for problem in judged.problems:
        ui.say(f"  {problem.reason} ({problem.rule})")
    low, high = judged.allowed
    ui.say(
        f"Spends {inches(judged.path.spent)} of movement ({inches(low)} to {inches(high)} allowed); "
        f'the centre of the base flies {judged.path.length:.2f}".'
    )
    rows = [_row(number, leg) for number, leg in enumerate(judged.path.legs[:MOST_SHOWN], 1)]
    if rows:
        ui.table(("", "piece", "costs", "spent", "then at", "facing"), rows, right=(0, 2, 3, 5))
    if len(judged.path.legs) > MOST_SHOWN:
        ui.say(f"... and {len(judged.path.legs) - MOST_SHOWN} more pieces")
    ui.say(f"Ends at {_at(judged.end)}.")
    if (departure := judged.departure) is not None:
        where = f" at {_at(departure.returns)}" if departure.then == "return" else ""
        ui.say(f"Leaves the table at {_at(departure.at)} after {inches(departure.spent)}: {LEAVING[departure.then]}{where}.")


LEAVING = {
    "lost": "it is out of the game",
    "forbidden": "which is not allowed",
    "return": "it comes back at its next movement phase",
}
"""What becomes of an aircraft that leaves the table, by the ruling in force."""
MOST_SHOWN = 40  # pieces of a path that are listed


def _row(number: int, leg: Leg) -> tuple[str, ...]:
    from aqmf_air.api.geometry import Straight

    piece = leg.piece
    what = (
        f'straight {piece.length:.2f}"' if isinstance(piece, Straight) else f"turn {piece.side} {piece.degrees:.1f} degrees"
    )
    cost = leg.spent_after - leg.spent_before
    place = f"({leg.end.x:.2f}, {leg.end.y:.2f})"
    return str(number), what, f'{cost:.2f}"', f'{leg.spent_after:.2f}"', place, f"{leg.end.facing:.1f}"


def _at(pose: Pose) -> str:
    return f"({pose.x:.2f}, {pose.y:.2f}) facing {pose.facing:.1f} degrees"
