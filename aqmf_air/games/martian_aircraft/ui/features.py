"""What ``move`` and ``bomb`` find as features of GeoJSON: the things of their pictures, each with what it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from aqmf_air.api import WorkLimitError
from aqmf_air.api.geometry import Arc, Base, Feature, Path, Pose, Turn, feature, fire_arc, together
from aqmf_air.games.martian_aircraft.chapters import scenes
from aqmf_air.games.martian_aircraft.chapters.bombing import Impact
from aqmf_air.games.martian_aircraft.chapters.movement import DIGITS, Move, gauge_of
from aqmf_air.games.martian_aircraft.tables import AircraftRulings

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from aqmf_air.games.martian_aircraft.planning.crash import Crash
    from aqmf_air.games.martian_aircraft.planning.plan import Plan


def move_features(scene: scenes.MoveScene, move: Move, rulings: AircraftRulings) -> Iterator[Feature]:
    """A move that was judged, and where guns bear from its end."""
    yield from _ground(scene)
    yield from flight_features(move, scene.base_diameter, rulings)
    yield from _arcs_of_guns(move.end, scene.guns, rulings)


def reach_features(
    scene: scenes.ReachScene, ends: BaseGeometry, bombed: BaseGeometry | None, rulings: AircraftRulings
) -> Iterator[Feature]:
    """The area that a move can end in, the one that it can bomb, and where guns bear from its start."""
    yield from _ground(scene)
    yield feature(ends, "reach", area=ends.area)
    if bombed is not None:
        yield feature(bombed, "reach of drops", area=bombed.area)
    yield _stand(scene.start.pose, scene.base_diameter, "start")
    yield from _arcs_of_guns(scene.start.pose, scene.guns, rulings)


def run_features(run: scenes.BombRun) -> Iterator[Feature]:
    """A bombing run: what is flown, what falls where, and everybody on the ground with the chance of damage.

    Raises WorkLimitError: the paths have far more pieces than anybody lays.
    """
    pieces = sum(len(bomber.path) for bomber in run.scene.aircraft)
    if pieces > scenes.MOST_PIECES:
        message = f"{pieces:,} pieces of paths are too many for shapes: expected at most {scenes.MOST_PIECES:,}"
        raise WorkLimitError(message, cost=pieces, limit=scenes.MOST_PIECES)
    yield from _ground(run.scene)
    for bomber, move in zip(run.scene.aircraft, run.moves, strict=True):
        yield from flight_features(move, bomber.base_diameter, run.rulings, aircraft=bomber.id)
        if bomber.drops and move.flown:
            yield feature(move.path.part(0.0, move.flown), "line of drop points", aircraft=bomber.id)
    under = [[element.id for element in run.under(impact)] for impact in run.impacts]
    yield from impact_features(run.impacts, under)
    yield from _elements(run.scene.elements, {name: float(run.chance_of[name].of(1)) for name in run.attacks})


def impact_features(impacts: Sequence[Impact], under: Sequence[Sequence[str]]) -> Iterator[Feature]:
    """Drops, and their templates with the ids of the elements under each; all templates as one area."""
    for number, (impact, ids) in enumerate(zip(impacts, under, strict=True), 1):
        load = {"number": number, "aircraft": impact.aircraft, "at": impact.spent, "bombs": impact.blast.count}
        yield feature(impact.mark, "drop", **load)
        figures = {"diameter": impact.blast.diameter, "power": impact.blast.weapon.power}
        yield feature(impact.template, "template", **load, **figures, under=list(ids))
    if impacts:
        yield feature(together(impact.template for impact in impacts), "templates")


def plan_features(plan: Plan) -> Iterator[Feature]:
    """A plan, the paths of its runner-ups, and the arcs that its best shots are in."""
    yield from run_features(plan.run)
    flown = {move.path for move in plan.run.moves}
    for path in dict.fromkeys(move.path for run in plan.runner_ups for move in run.moves if move.path not in flown):
        yield feature(path, "path of a runner-up")
    ends = {bomber.id: move.end for bomber, move in zip(plan.run.scene.aircraft, plan.run.moves, strict=True)}
    guns = {sortie.id: sortie.guns for sortie in plan.scene.aircraft}
    for shot in plan.shots:
        aim = {"aircraft": shot.aircraft, "target": shot.target, "chance": shot.chance}
        for gun in guns[shot.aircraft]:
            for arc in gun.arcs:
                if arc == shot.arc:
                    yield _arc(ends[shot.aircraft], arc, gun.reach, plan.run.rulings, **aim)


def crash_features(crash: Crash) -> Iterator[Feature]:
    """A suicide run, phase by phase."""
    yield from _ground(crash.scene)
    aircraft, size = crash.sortie.id, crash.sortie.base_diameter
    yield _stand(crash.start, size, "start", aircraft=aircraft)
    for phase, path in enumerate(crash.paths, 1):
        yield from _path(path, size, crash.rulings, aircraft=aircraft, phase=phase)
        yield _stand(path.end, size, "end", aircraft=aircraft, phase=phase)
    yield from _elements(crash.scene.elements, {crash.tripod.id: crash.chance})


def _ground(scene: scenes.Scene) -> Iterator[Feature]:
    if scene.rectangle is not None:
        yield feature(scene.rectangle, "table")
    for piece in scene.terrain:
        yield feature(piece.area, "terrain", name=piece.name, kind=piece.kind)


def flight_features(move: Move, base_diameter: float, rulings: AircraftRulings, **whose: Any) -> Iterator[Feature]:
    """Where an aircraft starts, what it flies, and where it ends or leaves the table."""
    yield _stand(move.path.start, base_diameter, "start", **whose)
    if move.path.length:
        yield from _path(move.path, base_diameter, rulings, legal=move.legal, **whose)
    if (departure := move.departure) is None:
        yield _stand(move.end, base_diameter, "end", **whose)
        return
    spent = round(departure.spent, DIGITS)
    yield feature(departure.at, "leaves the table", spent=spent, then=departure.then, **whose)
    if departure.then == "return":
        yield _stand(departure.returns, base_diameter, "comes back", **whose)


def _path(path: Path, base_diameter: float, rulings: AircraftRulings, **whose: Any) -> Iterator[Feature]:
    """The line of the centre, the band that the base sweeps, and the gauge in each turn."""
    yield feature(path, "path", spent=round(path.spent, DIGITS), length=round(path.length, DIGITS), **whose)
    yield feature(path.swept(base_diameter), "band", base_diameter=base_diameter, **whose)
    gauge = gauge_of(base_diameter, rulings)
    for leg in path.legs:
        if isinstance(turn := leg.piece, Turn):
            covered, cost = gauge.cardboard(leg.start, turn.side, turn.degrees), round(gauge.cost(turn), DIGITS)
            yield feature(covered, "gauge", side=turn.side, degrees=turn.degrees, cost=cost, **whose)


def _stand(pose: Pose, diameter: float, what: str, **whose: Any) -> Feature:
    return feature(Base(pose.x, pose.y, diameter), what, facing=pose.facing, **whose)


def _arcs_of_guns(pose: Pose, guns: Iterable[scenes.Gun], rulings: AircraftRulings) -> Iterator[Feature]:
    for gun in guns:
        for arc in gun.arcs:
            yield _arc(pose, arc, gun.range, rulings)


def _arc(pose: Pose, arc: Arc, reach: float, rulings: AircraftRulings, **aim: Any) -> Feature:
    boundary = rulings.arc_boundary
    return feature(fire_arc(pose, arc, reach, boundary), "arc", arc=arc, range=reach, boundary=boundary, **aim)


def _elements(elements: Iterable[scenes.TemplateTarget], chances: dict[str, float]) -> Iterator[Feature]:
    for element in elements:
        chance = {"chance": chances[element.id]} if element.id in chances else {}
        yield feature(element.base, "element", id=element.id, side=element.side, **chance)
