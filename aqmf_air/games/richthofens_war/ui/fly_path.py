"""A move drawn hex by hex: what may come next, what is left of the movement points, and whom it brings into the sights."""

from __future__ import annotations

from collections.abc import Iterator

from aqmf_air.api import UnknownNameError, plural
from aqmf_air.api.geometry import AHEAD, LEFT, RIGHT, centre, distance
from aqmf_air.api.ui import DrawnPath, Fragment, PathCell, PathChoice, PathQuestion, PathStep, Seat, outline
from aqmf_air.games.richthofens_war.chapters import paths, sights
from aqmf_air.games.richthofens_war.chapters.declaring import Aim, aims_of, shot_words
from aqmf_air.games.richthofens_war.chapters.moving import Fly
from aqmf_air.games.richthofens_war.state import Aircraft, Game
from aqmf_air.games.richthofens_war.ui.map_picture import draw_planned

SIGNS = {LEFT: "⟲", AHEAD: "↑", RIGHT: "⟳", paths.CLIMB: "▲50", paths.DIVE: "▼50"}
TITLES = {
    LEFT: "Turn left", AHEAD: "A hex ahead", RIGHT: "Turn right", paths.CLIMB: "Climb 50 m", paths.DIVE: "Dive 50 m",
}  # fmt: skip
KEYS = {LEFT: "ArrowLeft", AHEAD: "ArrowUp", RIGHT: "ArrowRight", paths.CLIMB: "PageUp", paths.DIVE: "PageDown"}


def drawn_path(seat: Seat, path_question: PathQuestion) -> DrawnPath:
    """The path of an aircraft as far as it is drawn. Raises UnknownNameError: the seat has no such aircraft."""
    game: Game = seat.view
    if not game.has(path_question.piece) or game.of(path_question.piece).side != seat.side:
        raise UnknownNameError(
            f"no aircraft {path_question.piece[:60]!r} of yours", what="aircraft", name=path_question.piece, near=()
        )
    aircraft = game.of(path_question.piece)
    may = paths.speeds_of(game, aircraft)
    wanted = path_question.chosen.get("speed", "")
    speed = int(wanted) if wanted.isdigit() and int(wanted) in may else min(max(aircraft.speed, may[0]), may[-1])
    draft = paths.draft_of(game, aircraft, speed)
    path = paths.longest(draft, path_question.path)
    way = draft.walked(path)
    left = speed - way.spent
    there = paths.ended(game, aircraft, speed, path)
    why = paths.against(draft.start, path, speed, draft.now, draft.tables, draft.rulings)
    return DrawnPath(
        path,
        tuple((*centre(moment.pose.at), 60 * moment.pose.facing) for moment in way.moments),
        speed,
        left,
        "MP",
        tuple(_step(draft, step) for step in _ordered(paths.next_steps(draft, path))),
        _cells(draft, path, way) if left else (),
        outline(),
        (PathChoice("speed", "Speed", tuple((str(each), str(each)) for each in may), str(speed)),),
        _facts(draft, way, speed),
        tuple(_notes(there, aircraft.id)) if not left else (),
        _ghost(there, there.of(aircraft.id), way, speed) if left else "",
        "Fly this way",
        None if why else Fly(aircraft=aircraft.id, speed=speed, path=path),
        f"{left} MP are still to be spent" if left else why[0].reason if why else "",
    )


def _ordered(steps: tuple[paths.NextStep, ...]) -> list[paths.NextStep]:
    """Left, ahead and right, then climb and dive, then maneuvers: as keys stand under a thumb."""
    places = list(SIGNS)
    return sorted(steps, key=lambda next_step: places.index(next_step.steps) if next_step.steps in SIGNS else len(places))


def _step(draft: paths.Draft, step: paths.NextStep) -> PathStep:
    kind = step.steps
    if kind in SIGNS:
        return PathStep(TITLES[kind], SIGNS[kind], kind, step.cost, step.against, KEYS[kind])
    name, _, side = kind.strip("{}").rpartition("-")
    slips = side in ("left", "right")
    row = draft.tables.maneuvers.at(name if slips else kind.strip("{}"))
    title = f"{row.title} to the {side}" if slips else row.title
    return PathStep(title, title, kind, step.cost, step.against)


def _cells(draft: paths.Draft, path: str, way: paths.Walked) -> tuple[PathCell, ...]:
    here = way.end.pose.at
    ahead = paths.hexes_ahead(draft, path)
    return tuple(
        PathCell(centre(at), step.steps, step.cost, distance(here, at) == 1 and step.steps.count(AHEAD) == 1)
        for at, step in sorted(ahead.items(), key=lambda entry: -distance(here, entry[0]))
    )


def _facts(draft: paths.Draft, way: paths.Walked, speed: int) -> tuple[tuple[str, str], ...]:
    now, deepest = draft.now, paths.max_dive_with_overdive(speed, draft.now, draft.tables)
    beyond = paths.overdives(speed, way.dived, now, draft.tables)
    return (
        ("", f"{way.end.height} m"),
        ("up", f"{way.climbed}/{now.max_climb}"),
        ("OVERDIVE" if beyond else "down", f"{way.dived}/{deepest}"),
    )


def _notes(there: Game, own: str) -> Iterator[str]:
    """Whom it could fire at from there, and who could fire at it as they stand."""
    aircraft = there.of(own)
    for aim in aims_of(there, own, "pilot", "moved"):
        yield aim_words(there, aim)
    for enemy in there.enemies(aircraft.side):
        bears = sights.bears(enemy.place, "front", there.type_of(enemy), aircraft.place, there.tables, there.rulings)
        if bears and enemy.guns:
            stays = "" if enemy.moved else " if it stays there"
            yield f"{there.called(enemy.id)} has it in its field of fire{stays}, {plural(bears.range, 'hex', 'hexes')} away"


def aim_words(game: Game, aim: Aim) -> str:
    """A shot before it is declared: its odds, or why it may not be."""
    name = game.called(aim.target)
    if aim.against:
        return f"No fire at {name}: {aim.against[0].reason} ({aim.against[0].rule})"
    return f"Fire at {name}: {shot_words(game, aim)}"


def _ghost(there: Game, aircraft: Aircraft, way: paths.Walked, speed: int) -> str:
    """The aircraft where the path ends."""
    drawn = Fragment()
    draw_planned(drawn, there, aircraft, way.end.pose, way.end.height, speed)
    return str(drawn)
