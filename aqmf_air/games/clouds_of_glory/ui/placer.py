"""An aircraft is placed: a tap in the circle of its side, a heading on a dial, a speed. ICOG-3-d."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor, hypot

from aqmf_air.api import UnknownNameError, ui
from aqmf_air.api.geometry import SpacePose
from aqmf_air.api.ui import FLAT
from aqmf_air.games.clouds_of_glory.chapters.setting_up import Place
from aqmf_air.games.clouds_of_glory.state import CloudsGame, PlacingArea
from aqmf_air.games.clouds_of_glory.ui.projections import Views

HEADING, SPEED = "heading", "speed"


def drawn_place(seat: ui.Seat, question: ui.PathQuestion) -> ui.DrawnPath:
    """Where an aircraft is placed. Raises UnknownNameError: the seat has none such; DataError: no dial says so."""
    game: CloudsGame = seat.view
    craft = game.of(question.piece) if game.has(question.piece) else None
    area = game.setup.area_of(craft.side) if craft else None
    if craft is None or area is None or craft.side != seat.side:
        raise UnknownNameError(
            f"no aircraft {question.piece[:60]!r} of yours to place", what="aircraft", name=question.piece, near=()
        )
    cockpit, old = game.cockpit(craft), craft.pose
    speeds = [str(step) for step in cockpit.panel.steps if cockpit.stall <= step <= cockpit.top]
    wanted = question.chosen.get(SPEED, "")
    speed = wanted if wanted in speeds else str(craft.speed)
    heading = (question.dialled(HEADING) or (old.heading, 0.0))[0] % 360
    spots = {f"{x},{y} ": (float(x), float(y)) for x, y in _spots(area)}
    path = question.path if question.path in spots else ""
    x, y = spots.get(path, old.place[:2])
    pose, views = SpacePose.level(x, y, old.place[2], heading), Views.of(game, craft.id)
    order = Place(craft=craft.id, x=x, y=y, heading=round(heading, 1), speed=int(speed))
    why = seat.objections(order)
    return ui.DrawnPath(
        path,
        ((*views.place("above", pose.place), heading),),
        0,
        0,
        "MU",
        cells=tuple(ui.PathCell(views.place("above", (*at, 0.0)), text, 0, whole=True) for text, at in spots.items()),
        choosing=(ui.PathChoice(SPEED, "Speed", tuple((each, each) for each in speeds), speed, slider=True),),
        facts=(
            ("MU east", f"{x:g}"), ("MU north", f"{y:g}"), ("heading", f"{heading:.0f}°"), ("km/h", speed),
            ("MU to rim", f"{area.radius - hypot(x - area.at[0], y - area.at[1]):.1f}"),
        ),
        notes=("Tap in the circle of your side to move it there.",),
        svg="".join(views.aircraft(view, pose, craft.side, 0.7) for view in FLAT),
        word="Place it here",
        command=None if why else order,
        why="; ".join(objection.reason for objection in why),
        dials=(
            ui.PathDial(
                HEADING, "Heading", 0, (180 - (180 - heading) % 360, 0.0), -180, 180, step=15,
                labels=((0.0, "N"), (90.0, "E"), (180.0, "S"), (-90.0, "W")),
            ),
        ),
    )  # fmt: skip


def _spots(area: PlacingArea) -> Iterator[tuple[int, int]]:
    """The places of a grid of 1 MU within a circle."""
    (left, low), radius = area.at, area.radius
    for x in range(ceil(left - radius), floor(left + radius) + 1):
        for y in range(ceil(low - radius), floor(low + radius) + 1):
            if hypot(x - left, y - low) <= radius:
                yield x, y
