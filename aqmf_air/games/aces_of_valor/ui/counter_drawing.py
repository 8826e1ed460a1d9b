"""Counters as they are drawn: aircraft with names, skills and values, ground targets; and boxes that hold them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from aqmf_air.drawing import style
from aqmf_air.drawing.svg import Fragment, number
from aqmf_air.games.aces_of_valor.briefing import skills
from aqmf_air.games.aces_of_valor.counters import RANKS, Aircraft, GroundTarget
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.games.aces_of_valor.table_rows import Kind, Nation
from aqmf_air.games.aces_of_valor.values import performance

WIDTH, HEIGHT = 104.0, 40.0
"""Of a counter, in pixels."""
COLOURS: dict[Nation, str] = {"german": "#6d2420", "french": "#26486e", "british": "#4d5a2a", "american": "#5a4a23"}
PAPER: dict[Literal["front", "back"], str] = {"front": style.CARD, "back": "#f2cdb4"}
WINGS: dict[Kind, tuple[float, float]] = {
    "fighter": (9.0, 3.4), "two-seater": (11.0, 4.2), "bomber": (13.0, 4.6), "heavy-bomber": (15.0, 5.2),
}  # fmt: skip
"""Half the span and the chord of the sign of a kind."""


@dataclass(frozen=True)
class CounterChart:
    """A part of a picture that is drawn in pixels of its own: where its corner is, and how large it is drawn."""

    left: float
    """In units of the drawing."""
    top: float
    scale: float
    units: float
    """Units of the drawing for one of the board's."""
    corner: tuple[float, float]
    """The corner of the picture in the board's units."""
    sheet: Fragment = field(default_factory=Fragment)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A point of the part in the board's units."""
        return (
            (self.left + x * self.scale) / self.units + self.corner[0],
            (self.top + y * self.scale) / self.units + self.corner[1],
        )

    def middle(self, left: float, top: float) -> dict[str, float]:
        """What pages know of a counter with this upper left corner."""
        x, y = self.at(left + WIDTH / 2, top + HEIGHT / 2)
        return {
            "data_x": round(x, 3),
            "data_y": round(y, 3),
            "data_radius": round(HEIGHT / 2 * self.scale / self.units, 3),
        }

    def put(self, sheet: Fragment) -> None:
        """Draw the part on a sheet."""
        move = f"translate({number(self.left)} {number(self.top)}) scale({number(self.scale)})"
        with sheet.group(transform=move):
            for part in self.sheet.parts:
                sheet.raw(part)


def silhouette(kind: Kind, at: tuple[float, float], colour: str) -> str:
    """The sign of a kind of aircraft about a point, nose up."""
    half, chord = WINGS[kind]
    x, y = at
    wing = f"M{number(x - half)} {number(y - chord / 2)}h{number(2 * half)}v{number(chord)}h{number(-2 * half)}Z"
    second = f"M{number(x - half * 0.9)} {number(y + chord * 0.75)}h{number(1.8 * half)}v2h{number(-1.8 * half)}Z"
    hull = f"M{number(x - 1.6)} {number(y - 7)}h3.2l-.6 16h-2Z"
    tail = f"M{number(x - half * 0.36)} {number(y + 7.5)}h{number(half * 0.72)}v2.4h{number(-half * 0.72)}Z"
    engines = "".join(f"M{number(x + side * half * 0.45 - 1.3)} {number(y - 5)}h2.6v6h-2.6Z" for side in (-1, 1))
    return f'<path d="{wing}{second}{hull}{tail}{engines if "bomber" in kind else ""}" fill="{colour}"/>'


def states(game: Campaign, one: Aircraft) -> tuple[str, ...]:
    """What is special about an aircraft now, in words."""
    said = [RANKS[one.rank]] if one.rank else []
    if one.damaged:
        said.append("damaged")
    if one.bombs:
        said.append(f"{one.bombs} bomb{'s' * (one.bombs > 1)}")
    if one.rockets:
        said.append(f"{one.rockets} rocket{'s' * (one.rockets > 1)}")
    if one.jammed:
        said.append("gun jammed")
    if game.mission and one.id in dict(game.mission.waiting):
        said.append("waits to land")
    return tuple(said)


def letters(name: str, room: float = 62.0) -> float:
    """How large a name is written, so that it fits on a counter."""
    return min(14.0, max(8.0, room / (0.58 * len(name))))


def draw_aircraft(chart: CounterChart, game: Campaign, one: Aircraft, nation: Nation, left: float, top: float) -> None:
    """The counter of an aircraft by its upper left corner: a piece of the picture."""
    colour, sheet = COLOURS[nation], chart.sheet
    with sheet.group(class_="element", data_piece=one.id, **chart.middle(left, top)):
        sheet.rect(left, top, WIDTH, HEIGHT, PAPER[one.side], 5, stroke=colour, stroke_width=2 if one.rank else 1.3)
        sheet.rect(left, top, 30, HEIGHT, colour, 5)
        sheet.raw(silhouette(one.kind, (left + 15, top + 17), style.CARD))
        sheet.text((left + 15, top + 36), "*" * one.rank or _tier(one), 9, style.CARD, "middle", bold=True)
        name = one.name.removeprefix("enemy ").partition(" (")[0]  # the colour says whose it is, the values what
        sheet.text((left + 36, top + 16), name, letters(name, 48 if one.damaged else 57), style.INK, bold=True)
        sheet.text((left + 36, top + 33), skills(game, one), 14, colour, bold=True)
        speed = performance(one, game.tables, game.rulings)
        sheet.text((left + WIDTH - 6, top + 33), f"P{speed}", 12, style.FADED, "end")
        marks = "".join(mark for mark, on in (("B", one.bombs), ("R", one.rockets), ("J", one.jammed)) if on)
        if marks:
            sheet.text((left + 68, top + 33), marks, 12, style.FIRE_EDGE, "middle", bold=True)
        if one.damaged:
            sheet.path(f"M{number(left + WIDTH - 14)} {number(top + 5)}l7 4l-6 2l7 5", style.FIRE_EDGE, 1.8)


def _tier(one: Aircraft) -> str:
    return "I" * one.tier


def draw_target(chart: CounterChart, game: Campaign, one: GroundTarget, left: float, top: float) -> None:
    """The counter of a ground target by its upper left corner: a piece of the picture."""
    front, back = game.tables.ground_target(one.kind).destruction, game.tables.ground_target(one.kind, "back").destruction
    sheet = chart.sheet
    with sheet.group(class_="element", data_piece=one.id, **chart.middle(left, top)):
        fill = PAPER["back" if one.points >= front else "front"]
        sheet.rect(left, top, WIDTH, HEIGHT, fill, 5, stroke="#5b4a33", stroke_width=1.3)
        sheet.rect(left, top, 8, HEIGHT, "#5b4a33", 4)
        sheet.text((left + 14, top + 16), one.name, letters(one.name, 84), style.INK, bold=True)
        for box in range(back):
            taken = box < one.points
            sheet.rect(
                left + 14 + box * 9.5, top + 23, 7.5, 10, style.FIRE if taken else "none", 1, stroke=style.FADED,
                stroke_width=2 if box + 1 == front else 0.9,
            )  # fmt: skip


def draw_box(sheet: Fragment, title: str, left: float, top: float, width: float, height: float, note: str = "") -> None:
    """A box of the operations chart with its title."""
    sheet.rect(left, top, width, height, style.PAPER, 6, stroke=style.RULE, stroke_width=1.2)
    sheet.text((left + 10, top + 19), title, 14, style.DEEP_BRASS, bold=True, serif=True)
    if note:
        sheet.text((left + width - 10, top + 19), note, 12, style.FADED, "end")


def places_in(left: float, top: float, columns: int, count: int, step: float = HEIGHT + 5) -> Sequence[tuple[float, float]]:
    """The upper left corners of so many counters in a box, in rows."""
    return [(left + (n % columns) * (WIDTH + 6), top + (n // columns) * step) for n in range(count)]
