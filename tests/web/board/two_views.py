"""A board of the duel with two views of it, the map and a side view, and manoeuvres that are turned on a dial."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from dawn_duel.orders import Fly
from dawn_duel.ui.board import SIZE, HexBoard, centre, plane

from aqmf_air.api import About, Doing, DrawnPath, Mark, Moment, PathCell, PathChoice, PathQuestion, PathStep, Piece, Way
from aqmf_air.api.ui import PATH_EDITOR, Box, Caption, Fragment, Lettering, Pane, PathDial, Picture
from aqmf_air.errors import DataError

HIGH, GAP = 160, 30
"""Of the side view, and between the two; in pixels, which are the board's units."""
LEVELS = (("0", "low"), ("1", "level"), ("2", "high"))


class TwoViews(HexBoard):
    """A side view from the south; about a chosen piece it is from the north."""

    editors = MappingProxyType({"duel.fly": PATH_EDITOR})

    def picture(self, view: Any) -> Picture:
        return self.picture_about(view, "")

    def picture_about(self, view: Any, chosen: str) -> Picture:
        above = HexBoard(self.ruleset).picture(view)
        wide, low = above.width, above.height + GAP
        drawn, names = Fragment(), Lettering(Box(0, 0, wide, low + HIGH))
        with drawn.group(data_view="beside"):
            drawn.rect(0, low, wide, HIGH, "#dfe8ee")
            drawn.line((0, low + HIGH - 20), (wide, low + HIGH - 20), "#6b5b3a", 3)
        for piece in super().pieces(view):
            x, y = self.beside(view, piece.id, chosen)
            own = view.of(piece.id)
            with drawn.group(class_="element", data_piece=piece.id, data_view="beside", data_x=x, data_y=y, data_radius=14):
                drawn.circle((x, y), 14, "#ffffff80", "#444444")
                drawn.raw(f'<g transform="translate({x} {y}) scale(.6) rotate({60 * own.heading})">')
                drawn.raw('<path d="M0 -17 L12 12 L-12 12 Z" fill="#333"/></g>')
            discs = ((*piece.at[0], SIZE - 4.0), (x, y, 14.0))
            names.captions.append(Caption(((piece.id.title(), "#241e16"),), discs, group={"data_piece": piece.id}))
        parts = (*(part.replace("data-piece", 'data-view="above" data-piece') for part in above.parts), *drawn.pieces())
        panes = (
            Pane("above", "From above", (0, 0, wide, above.height)),
            Pane(
                "beside",
                "From the north" if chosen else f"From the south{', later' * (view.turn > 1)}",
                (0, low, wide, low + HIGH),
            ),
        )
        return replace(above, height=low + HIGH, parts=parts, names=names.names, panes=panes)

    def beside(self, view: Any, side: str, chosen: str = "") -> tuple[float, float]:
        """Where an aircraft is in the side view: as high as it has rounds left."""
        (x, _), own = centre(view.of(side).at, view.setup.radius), view.of(side)
        wide, high = (2 * length for length in centre((0, 0), view.setup.radius))
        return wide - x if chosen else x, high + GAP + HIGH - 40 - min(80, 10 * own.rounds)

    def pieces(self, view: Any) -> list[Piece]:
        return [replace(piece, at=(*piece.at, self.beside(view, piece.id))) for piece in super().pieces(view)]

    def about(self, seat: Any, piece: str) -> About:
        doings = (Doing("duel.fly", "Fly"),) if seat.side == piece and seat.state.phase == "fly" else ()
        return replace(super().about(seat, piece), doings=doings)

    def opens(self, seat: Any) -> tuple[str, str] | None:
        return (seat.side, "duel.fly") if seat.state.phase == "fly" and seat.side not in dict(seat.state.sealed) else None

    def answer(self, seat: Any, question: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
        asked = PathQuestion.read(body)
        view, dialled = seat.view, asked.dialled("turn")
        own, far = view.of(asked.piece), view.setup.radius
        known = [one.id for one in own.profile.manoeuvres]
        if any(word not in (*known, "then") for word in asked.path.split()):
            raise DataError("path: expected manoeuvres", key="path")
        words = asked.path.split()
        angle, amount = dialled or (0.0, 0.0)
        order = words[-1] if words else known[round((angle + 90) / 180 * (len(known) - 1))] if amount else ""
        way = [at for at, _ in own.way(order)] if order in known else [own.at]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in (centre(at, far) for at in way))
        (x, y), (beside_x, beside_y) = centre(way[-1], far), self.beside(view, asked.piece, asked.piece)
        ghosts = plane(way[-1], own.heading, far, own.side, 0.5) + f'<circle class="ghost-beside" cx="{beside_x:.1f}" '
        ghosts += (
            f'cy="{beside_y - 8 * amount:.1f}" r="9" fill="#888"/><polyline points="{line}" fill="none" stroke="#222"/>'
        )
        return DrawnPath(
            asked.path,
            ((x, y),),
            15,
            15 - amount - 3.25 * len(words),
            "MU",
            steps=(
                PathStep(f"Aim: {known[0]}", "65%", known[0], whole=True),
                PathStep("And then", "+", f"{order} ", amount, key="Enter"),
            ),
            cells=(PathCell((x, y - 3 * SIZE), known[-1], 0, True, whole=True, word="65%"),),
            choosing=(
                PathChoice("level", "Level", LEVELS, asked.chosen.get("level", "1")),
                PathChoice("gas", "Throttle", LEVELS, asked.chosen.get("gas", "2"), slider=True),
            ),
            facts=(("manoeuvre", order or "none"), ("gas", asked.chosen.get("gas", "2"))),
            svg=ghosts,
            word="Announce",
            command=Fly(side=seat.side, order=order) if order in known else None,
            why="turn the dial",
            dials=(
                PathDial(
                    "turn",
                    "Side of the turn and its length",
                    8,
                    dialled,
                    unit="MU",
                    bend=10,
                    step=15,
                    labels=((-90, "left"), (0, "up"), (90, "right")),
                    barred=((60, 90, "roll first"),),
                ),
            ),
        ).document()

    def marks(self, moment: Moment) -> Iterator[Mark]:
        for mark in super().marks(moment):
            if not isinstance(mark, Way):
                yield mark
                continue
            yield replace(mark, view="above")
            start = self.beside(moment.state, mark.piece)
            yield Way(mark.piece, (start, (mark.points[-1][0], start[1])), view="beside")
