"""Pictures of flights: a move that was judged, an area that can be reached, and weaves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from aqmf_air.api.geometry import Pose, Rectangle, fly
from aqmf_air.api.ui import Chart, Point, area, fire_arcs, flight_path, gauges, leaving, style, window_about
from aqmf_air.games.martian_aircraft.chapters.movement import Move, WeavingWay, inches
from aqmf_air.games.martian_aircraft.chapters.scenes import Gun, MoveScene, ReachScene
from aqmf_air.games.martian_aircraft.state import figures
from aqmf_air.games.martian_aircraft.ui.drawing.pieces import aircraft
from aqmf_air.games.martian_front import api as front

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from aqmf_air.api.geometry import Gauge

APART = 3.0  # inches between the paths of weaves


def move_picture(scene: MoveScene, move: Move, narrow: bool = False) -> Chart:
    """A move with its gauges, its costs and the verdict."""
    window = window_about([*flight_points(move), *_gun_points(move.end, scene.guns)])
    ground = front.ground_drawn(scene.terrain)
    chart = Chart("The move of an aircraft", window, scene.rectangle, ground, _at(move.path.start), narrow)
    panel = chart.panel
    panel.stamp, panel.bad = ("LEGAL", False) if move.legal else ("NOT LEGAL", True)
    if move.legal and move.departure is not None and move.departure.then == "lost":
        panel.stamp, panel.bad = "LOST", True
        panel.notes.append("Legal, but it leaves the table (AIR-MOVE-7).")
    low, high = move.allowed
    panel.facts += [
        ("Speed", inches(scene.speed)),
        ("movement spent", inches(move.path.spent)),
        ("allowed", f"{inches(low)} to {inches(high)}"),
        ("way of the centre", f'{move.path.length:.2f}"'),
        ("ends at", f"({move.end.x:.2f}, {move.end.y:.2f})"),
        ("facing", f"{move.end.facing:.1f}°"),
    ]
    panel.notes += [f"{problem.reason} ({problem.rule})." for problem in move.problems]
    flown(chart, move, scene.base_diameter)
    _guns(chart, move.end, scene.guns)
    if (departure := move.departure) is not None:
        panel.facts.append(("leaves the table after", inches(departure.spent)))
        then = {"lost": "is lost", "forbidden": "not allowed", "return": "returns"}[departure.then]
        panel.facts.append(("and then", then))
        if departure.then == "return":
            aircraft(chart, departure.returns, scene.base_diameter, returned=True)
        leaving(chart, departure.at)
    return chart


def reach_picture(
    scene: ReachScene, gauge: Gauge, ends: BaseGeometry, bombed: BaseGeometry | None, narrow: bool = False
) -> Chart:
    """The area that a move can end in, and the one that it can bomb."""
    start = scene.start.pose
    shown = [
        (start.x, start.y),
        *_gun_points(start, scene.guns),
        *(point for area in (ends, bombed) if area is not None for point in _corners(area)),
    ]
    turns = f"{scene.max_turns} turn{'' if scene.max_turns == 1 else 's'}"
    ground = front.ground_drawn(scene.terrain)
    chart = Chart("The reach of an aircraft", window_about(shown), scene.rectangle, ground, _at(start), narrow)
    chart.panel.facts += [
        ("Speed", inches(scene.speed)),
        ("turns at most", turns),
        ("circle of a turn", f'{gauge.radius:g}" radius'),
        ("can end in", f"{ends.area:.1f} sq in"),
    ]
    if ends.is_empty:
        chart.panel.stamp, chart.panel.bad = "NO WAY", True
        chart.panel.notes.append("No move ends on the table.")
    else:
        area(chart, rings_of(ends))
    if bombed is not None:
        chart.panel.facts.append(("can bomb", f"{bombed.area:.1f} sq in"))
        area(chart, rings_of(bombed), "where a bomb can fall")
        for shape, words in (
            (ends.difference(bombed), "ends only"),
            (bombed.difference(ends), "bombs only"),
            (bombed.intersection(ends), "ends and bombs"),
        ):
            _named(chart, shape, words)
    aircraft(chart, start, scene.base_diameter, ended=False)
    _guns(chart, start, scene.guns)
    return chart


def _named(chart: Chart, shape: BaseGeometry, words: str) -> None:
    """The name of an area, where it is widest."""
    import shapely

    if shape.area > 1:
        (x, y), _ = shapely.maximum_inscribed_circle(shape, tolerance=0.1).coords
        chart.words(x, y, words, 13, bold=True)


def flown(chart: Chart, move: Move, base_diameter: float, name: str = "", labels: bool = True) -> None:
    """A move on the chart: gauges, path, and the aircraft at both ends; ``labels`` say what each piece costs."""
    gauges(chart, move.path, figures()["turning gauge"])
    aircraft(chart, move.path.start, base_diameter, name, ended=False)
    flight_path(chart, move.path, labels)
    if move.departure is None:
        aircraft(chart, move.end, base_diameter, name)


def flight_points(move: Move) -> list[Point]:
    """Points that a window on a move has to hold."""
    bounds = move.path.bounds()
    return [bounds[:2], bounds[2:]]


def _gun_points(pose: Pose, guns: Iterable[Gun]) -> list[Point]:
    """Points about all that a gun can reach."""
    return [(pose.x + sign * gun.range, pose.y + sign * gun.range) for gun in guns for sign in (-1, 1)]


def _guns(chart: Chart, pose: Pose, guns: Iterable[Gun]) -> None:
    for gun in guns:
        fire_arcs(chart, pose, gun.arcs, gun.range)


def _at(pose: Pose) -> str:
    return f"from ({pose.x:g}, {pose.y:g}) facing {pose.facing:g}°; inches, and degrees clockwise from straight up"


def _corners(shape: BaseGeometry) -> list[Point]:
    return [] if shape.is_empty else [shape.bounds[:2], shape.bounds[2:]]


def rings_of(shape: BaseGeometry) -> list[list[tuple[float, ...]]]:
    """The outlines of an area, holes too."""
    import shapely

    polygons = [part for part in shapely.get_parts(shape) if part.geom_type == "Polygon"]
    return [list(ring.coords) for part in polygons for ring in (part.exterior, *part.interiors)]


def weave_picture(speed: float, base_diameter: float, ways: Sequence[WeavingWay], narrow: bool = False) -> Chart:
    """For the pair of rulings that gains most, the best weave for each number of turns, side by side."""
    way = max(ways, key=lambda way: way.limit)
    wide = APART * (len(way.weaves) + 1)
    window = Rectangle(-APART, -1.5, max(wide, 14.0) - APART, max(weave.ahead for weave in way.weaves) + 2.5)
    subtitle = f'{speed:g}" of movement, base {base_diameter:g}" across; {way.turn_geometry}, {way.turn_cost}'
    chart = Chart("How far a weave leads ahead", window, None, (), subtitle, narrow)
    chart.line([(-APART, speed), (wide, speed)], stroke=style.FIRE_EDGE, stroke_width=1.2, stroke_dasharray="6 4")
    for turns, best in enumerate(way.weaves):
        path = fly(Pose(turns * APART, 0, 0), best.track, way.gauge)
        flight_path(chart, path, labels=False)
        chart.words(turns * APART, 0, f"{turns} turn{'' if turns == 1 else 's'}", 12, shift=(0, 22))
        chart.words(path.end.x, path.end.y, f'{best.ahead:.2f}"', 12.5, shift=(0, -12), bold=True)
    for pair in ways:
        chart.panel.facts.append((pair.turn_geometry, pair.turn_cost))
        chart.panel.facts.append((f"    {len(pair.weaves) - 1} turns", f'{pair.weaves[-1].ahead:.2f}"'))
        chart.panel.facts.append(("    any number", f'below {pair.limit:.2f}"' if pair.limit > speed else f'{speed:g}"'))
    chart.panel.notes.append(
        f'The broken line is {speed:g}" straight ahead. Every path spends the same {speed:g}" of movement: a turn is '
        "charged by its angle, and the centre of the base flies a wider circle than that pays for."
    )
    return chart
