"""Signs on the sector map: a feature each, and what is put on the map in a mission. Drawn about a point, in its units."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from aqmf_air.drawing import style
from aqmf_air.drawing.svg import Fragment
from aqmf_air.games.aces_of_valor.table_rows import Feature, Half

COLOURS: Mapping[Half, str] = {"entente": style.BLUE, "german": style.RED}
WOOD = "#51683f"


def _airfield(sheet: Fragment, colour: str) -> None:
    sheet.circle((0, 0), 26, style.CARD, colour, 3)
    for turn in (-45, 45):
        sheet.rect(-20, -4, 40, 8, style.SHADE, transform=f"rotate({turn})")


def _house(sheet: Fragment, x: float, y: float, wide: float, high: float, colour: str) -> None:
    sheet.rect(x, y - high, wide, high, style.CARD, stroke=colour, stroke_width=1.6)
    sheet.add("path", d=f"M{x - 2} {y - high}l{wide / 2 + 2} {-wide * 0.55}l{wide / 2 + 2} {wide * 0.55}Z", fill=colour)


def _town(sheet: Fragment, colour: str) -> None:
    _house(sheet, -25, 16, 15, 12, colour)
    _house(sheet, 9, 16, 16, 11, colour)
    _house(sheet, -7, 18, 13, 23, colour)
    sheet.add("path", d="M-9 -4h17l-8.500 -21Z", fill=colour)
    sheet.add("path", d="M-30 18H30", stroke=colour, stroke_width=2)


def _rail_yard(sheet: Fragment, colour: str) -> None:
    for y in (-12, 10):
        for x in range(-19, 28, 9):
            sheet.rect(x - 1.5, y - 6, 3, 14, colour, fill_opacity=0.55)
        for rail in (-3, 5):
            sheet.add("path", d=f"M-24 {y + rail}H31", stroke=colour, stroke_width=2.2)


def _depot(sheet: Fragment, colour: str) -> None:
    for x, y in ((-24, 2), (0, 2), (-12, -20)):
        sheet.rect(x, y, 22, 20, style.CARD, stroke=colour, stroke_width=2)
        sheet.add("path", d=f"M{x} {y}l22 20M{x + 22} {y}l-22 20", stroke=colour, stroke_width=1.4)


def _hq(sheet: Fragment, colour: str) -> None:
    sheet.add("path", d="M-14 26V-28", stroke=colour, stroke_width=3.2)
    sheet.add("path", d="M-14 -27h36l-10 11l10 11h-36Z", fill=colour)
    sheet.add("path", d="M-26 26h24", stroke=colour, stroke_width=3.2)


def _woods(sheet: Fragment, colour: str) -> None:
    for x, y, size in ((-22, 12, 0.9), (21, 12, 1.0), (1, 3, 1.1), (-5, 24, 0.8)):
        with sheet.group(transform=f"translate({x} {y}) scale({size})"):
            sheet.rect(-1.5, 0, 3, 9, "#6b5434")
            sheet.add("path", d="M-12 2L0 -26L12 2Z", fill=WOOD, fill_opacity=0.75)


def _trench(sheet: Fragment, colour: str) -> None:
    """Nothing of its own: the line runs through all sectors of the column."""


def _balloon(sheet: Fragment, colour: str) -> None:
    sheet.add("path", d="M16 -10l17 -11v24Z", fill=colour)
    sheet.add("path", d="M-30 -6c0 -12 14 -17 26 -17s26 6 26 17s-14 17 -26 17s-26 -5 -26 -17Z", fill=style.CARD,
              stroke=colour, stroke_width=2.6)  # fmt: skip
    sheet.add("path", d="M-14 10l8 14h10l8 -14", fill="none", stroke=colour, stroke_width=1.4)
    sheet.rect(-7, 23, 12, 8, colour)


FEATURES: Mapping[Feature, Callable[[Fragment, str], None]] = {
    "airfield": _airfield,
    "town": _town,
    "rail-yard": _rail_yard,
    "depot": _depot,
    "hq": _hq,
    "woods": _woods,
    "trench": _trench,
    "balloon": _balloon,
}


def feature_sign(feature: Feature, half: Half) -> Fragment:
    """The sign of a feature, about 60 units wide and high."""
    drawn = Fragment()
    FEATURES[feature](drawn, COLOURS[half])
    return drawn


def aa_sign() -> Fragment:
    """Guns against aircraft: a shell burst with its letters."""
    drawn = Fragment()
    drawn.add("path", d="M0 -14L4 -7L12 -10L9 -3L15 2L8 4L9 12L2 8L-4 14L-6 7L-14 8L-9 1L-14 -5L-6 -6Z", fill=style.INK,
              fill_opacity=0.78)  # fmt: skip
    drawn.text((0, 4.2), "AA", 11.5, style.CARD, "middle", bold=True)
    return drawn


def flight_sign(colour: str) -> Fragment:
    """An aircraft from above, its nose up: the flight."""
    drawn = Fragment()
    drawn.circle((0, 0), 27, style.CARD, colour, 3.2)
    drawn.add("path", d="M-22 -9q0 -4 4 -4h36q4 0 4 4v3q0 3 -4 3h-36q-4 0 -4 -3Z", fill=colour)
    drawn.add("path", d="M-3.500 -19h7l-1 32h-5Z", fill=colour)
    drawn.add("path", d="M-10 11h20l-3 7h-14Z", fill=colour)
    drawn.add("path", d="M-8 -21h16", stroke=colour, stroke_width=2.4)
    return drawn


def target_sign(colour: str) -> Fragment:
    """A target on the ground."""
    drawn = Fragment()
    drawn.add("path", d="M0 -13L13 10H-13Z", fill=colour, stroke=style.CARD, stroke_width=2)
    return drawn
