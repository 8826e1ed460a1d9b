"""Instruments: gauge, arcs, templates, sticks and tape, each drawn from the measures that the engine resolves with."""

from __future__ import annotations

from math import atan2, cos, radians, sin
from math import degrees as degrees_of

from aqmf_air.games.martian_front.rules.shooting import D10
from aqmf_air.geometry.plane.arc import ARCS, Arc, arcs_of
from aqmf_air.geometry.plane.gauge import Gauge
from aqmf_air.geometry.plane.pose import Pose
from aqmf_air.geometry.plane.template import Disc, Strip
from aqmf_air.geometry.plane.track import Turn
from aqmf_air.printing.drawing import (
    BOLD,
    CUT,
    DARK,
    FAINT,
    FINE,
    HAIR,
    INCH,
    MIST,
    RULE,
    Circle,
    Curve,
    Drawing,
    Label,
    Line,
    Outline,
    Shape,
    around,
    cross,
    rectangle,
    spoke,
)
from aqmf_air.printing.fonts import balanced, on_circle, small_caps, width

CAPTION = 7.5
"""Points."""
LEADING = 3.4
"""Millimetres from line to line of a caption."""

FRACTIONS = {0.0: "", 0.25: "¼", 0.5: "½", 0.75: "¾"}


def inches(value: float) -> str:
    """A length as players say it: ``1½″``; in decimals where it is no quarter."""
    whole, rest = divmod(round(value, 6), 1)
    if rest in FRACTIONS:
        return f"{whole:.0f}{FRACTIONS[rest]}″" if whole or not rest else f"{FRACTIONS[rest]}″"
    return f"{value:.1f}″"


def captioned(drawing: Drawing, text: str) -> Drawing:
    """The drawing with a few lines about its use below it."""
    lines = balanced(text, "italic", CAPTION, max(drawing.width, 120.0))
    below = LEADING * len(lines) + 1.4
    wide = max(drawing.width, *(width(line, "italic", CAPTION) for line in lines))
    labels = tuple(
        Label(wide / 2, below - 1.2 - LEADING * (number + 0.75), line, "italic", CAPTION, "middle", DARK)
        for number, line in enumerate(lines)
    )
    return Drawing(drawing.name, wide, drawing.height + below, (*drawing.at((wide - drawing.width) / 2, below), *labels))


# -- the gauge ------------------------------------------------------------------------------------------------------------

TICK_EVERY, LONGER_EVERY, DEGREES_EVERY, INCHES_EVERY, HALF_WAY = 5, 15, 30, 15, 180


def turning_gauge(diameter: float, gauge: Gauge, marks: int) -> Drawing:
    """The turning gauge, ``diameter`` inches across: degrees from the 0 both ways round, and what each turn costs.

    ``marks`` are the degrees from one mark to the next.
    """
    r = diameter * INCH / 2
    shapes: list[Shape] = [Circle(r, r, r, CUT, layer="cut")]
    for degrees in range(0, 360, marks):
        length, pen = (4.6, FINE) if degrees % LONGER_EVERY == 0 else (2.2, HAIR)
        shapes.append(spoke(r, r, r - length, r, degrees, pen))
    shapes += [Circle(r, r, r - 10.4, HAIR), Circle(r, r, r - 18.6, HAIR), Circle(r, r, r - 19.3, HAIR)]
    for turn in range(INCHES_EVERY, HALF_WAY + 1, INCHES_EVERY):
        cost = gauge.cost(Turn(turn, "right"))
        whole = turn % DEGREES_EVERY == 0
        for at in {turn, 360 - turn}:
            if whole:
                shapes.append(Label(*around(r, r, r - 8.6, at), f"{turn}°", "sans", 7.5, "middle", angle=at))
            size = 10.5 if whole else 7
            face = "serif-bold" if whole else "serif"
            shapes.append(
                Label(*around(r, r, r - (15.9 if whole else 15.4), at), inches(cost), face, size, "middle", angle=at)
            )
    tip, left, right = around(r, r, r - 0.2, 0), around(r, r, r - 8.2, -3.4), around(r, r, r - 8.2, 3.4)
    shapes.append(Outline((tip, right, left), None, 0.0))
    shapes.append(Label(r, r + r - 15.6, "0", "serif-bold", 10.5, "middle"))
    shapes += on_circle(r, r, r - 24.6, 90, "RIGHT TURN →", "serif", 6.5, tracking=0.8)
    shapes += on_circle(r, r, r - 24.6, 270, "← LEFT TURN", "serif", 6.5, tracking=0.8)
    shapes += cross(r, r, 2.6)
    shapes.append(small_caps(r, r + 10.2, "Turning gauge", 9, anchor="middle"))
    shapes.append(Label(r, r + 5.6, f"{inches(diameter)} across", "italic", 8, "middle", DARK))
    shapes.append(Label(r, r - 8.2, f"once round: {inches(gauge.cost(Turn(360, 'right')))}", "italic", 8, "middle", DARK))
    return Drawing("Turning gauge", 2 * r, 2 * r, tuple(shapes))


# -- the arcs -------------------------------------------------------------------------------------------------------------


def _arc_at(degrees: float) -> tuple[Arc, ...]:
    return arcs_of(Pose(0, 0, 0), sin(radians(degrees)), cos(radians(degrees)))


def arc_boundaries() -> tuple[int, ...]:
    """The whole degrees from straight ahead on which two arcs meet, as the engine judges it."""
    return tuple(degrees for degrees in range(360) if len(_arc_at(degrees)) > 1)


def middle_of(arc: Arc) -> float:
    """The direction of the middle of an arc, in degrees from straight ahead."""
    x = sum(sin(radians(degrees)) for degrees in range(360) if arc in _arc_at(degrees))
    y = sum(cos(radians(degrees)) for degrees in range(360) if arc in _arc_at(degrees))
    return round(degrees_of(atan2(x, y)), 6) % 360


def four_arcs(diameter: float, base_diameter: float) -> Drawing:
    """The four arcs on a disc that goes over a base; sizes in inches."""
    r, hole = diameter * INCH / 2, base_diameter * INCH / 2
    shapes: list[Shape] = []
    bounds = arc_boundaries()
    for arc in ARCS[1::2]:
        before = max((one for one in bounds if one <= middle_of(arc)), default=bounds[-1])
        after = min((one for one in bounds if one > middle_of(arc)), default=bounds[0])
        shapes.append(Curve(r, r, r, before, (after - before) % 360, None, MIST, wedge=True))
    shapes.append(Circle(r, r, hole + 1.6, None, 1.0))
    shapes += [Circle(r, r, r, CUT, layer="cut"), Circle(r, r, hole, CUT, layer="cut"), Circle(r, r, hole + 1.6, HAIR)]
    for degrees in range(0, 360, TICK_EVERY):
        if degrees not in bounds:
            shapes.append(spoke(r, r, r - (3.4 if degrees % LONGER_EVERY == 0 else 1.8), r, degrees, HAIR))
    shapes += [spoke(r, r, hole + 1.6, r, degrees, RULE) for degrees in bounds]
    for arc in ARCS:
        at = middle_of(arc)
        inside = 90 < at < 270
        radius = r - (9.6 if not inside else 7.2)
        shapes += on_circle(r, r, radius, at, arc.upper(), "serif", 10, inside=inside, tracking=1.6)
    nose, left, right = around(r, r, r - 13.5, 0), around(r, r, r - 19, -4), around(r, r, r - 19, 4)
    shapes += [Outline((nose, right, left), None, 0.0), spoke(r, r, hole + 4, r - 18.5, 0, FINE)]
    shapes += cross(r, r, 2)
    return Drawing("Four arcs", 2 * r, 2 * r, tuple(shapes))


def field_of_fire(reach: float, arc: Arc = "forward") -> Drawing:
    """One arc out to ``reach`` inches from the centre of the base: who is under it is in arc and range."""
    bounds, middle = arc_boundaries(), middle_of(arc)
    half = min((one - middle) % 360 for one in bounds if (one - middle) % 360 > 0)
    r = reach * INCH
    x, across = r * sin(radians(half)), 2 * r * sin(radians(half))
    shapes: list[Shape] = [Curve(x, 0, r, -half, 2 * half, CUT, wedge=True, layer="cut")]
    for step in range(1, int(reach)):
        shapes.append(Curve(x, 0, step * INCH, -half, 2 * half, FAINT if step % 5 else FINE))
        sides = (-half + 2.2 + 8 / step, half - 2.2 - 8 / step) if step > 2 else ()
        shapes += (Label(*around(x, 0, step * INCH + 1, at), inches(step), "serif", 8, "middle", DARK, at) for at in sides)
    shapes.append(spoke(x, 0, 0, r, 0, FAINT))
    shapes += on_circle(x, 0, r - 12, 0, f"{arc.upper()} ARC TO {inches(reach)}", "serif", 13, tracking=2)
    return Drawing("Field of fire", across, r, tuple(shapes))


# -- templates ------------------------------------------------------------------------------------------------------------


def barrage_template(rating: int, disc: Disc, step: float) -> Drawing:
    """The template of a barrage rating; the figures round its rim are the faces of the die that scatters it, ``step``
    degrees apart.
    """
    r = disc.diameter * INCH / 2
    shapes: list[Shape] = [Circle(r, r, r, CUT, layer="cut")]
    small = r < INCH * 1.3
    inset, size = (4.6, 5.5) if small else (6.2, 7)
    for face in D10.faces:
        assert isinstance(face, int)
        shapes.append(spoke(r, r, r - (1.8 if small else 2.6), r, face * step, FINE))
        shapes.append(Label(*around(r, r, r - inset, face * step), str(face), "sans", size, "middle", DARK, face * step))
    shapes.append(Circle(r, r, r - (5.6 if small else 7.6), HAIR))
    shapes += cross(r, r, 3.2 if small else 5)
    shapes.append(Circle(r, r, 1.1, HAIR))
    above = 4.4 if small else 7 + rating * 0.5
    shapes.append(small_caps(r, r + above, f"Barrage {rating}", 6.6 if small else 9 + rating * 0.6, anchor="middle"))
    shapes.append(
        Label(r, r - above - 2.2, f"{inches(disc.diameter)} across", "italic", 6.6 if small else 8, "middle", DARK)
    )
    return Drawing(f"Barrage {rating}", 2 * r, 2 * r, tuple(shapes))


def sweep_strip(strip: Strip) -> Drawing:
    """The strip of a heat ray's Sweep, with the middle that has to be in sight."""
    length, wide = strip.length * INCH, strip.width * INCH
    x, y = length / 2, wide / 2
    shapes: list[Shape] = [rectangle(0, 0, length, wide, CUT, layer="cut")]
    for step in range(1, int(strip.length)):
        if abs(step * INCH - x) > 1:
            shapes += [Line(step * INCH, 0, step * INCH, 2.4, HAIR), Line(step * INCH, wide, step * INCH, wide - 2.4, HAIR)]
    shapes += [Line(x, 0, x, 6.2, FINE), Line(x, wide, x, wide - 6.2, FINE), Circle(x, y, 4.6, HAIR), *cross(x, y, 3)]
    shapes.append(small_caps(x / 2 + 1, y - 1.2, "Sweep", 11, anchor="middle"))
    size = f"{inches(strip.length)} by {inches(strip.width)}"
    shapes.append(Label(x * 3 / 2 - 1, y - 1.1, size, "italic", 9, "middle", DARK))
    shapes.append(Label(x + 6, y - 6.6, "in sight: this point", "italic", 6, grey=DARK))
    return Drawing("Sweep strip", length, wide, tuple(shapes))


# -- sticks ---------------------------------------------------------------------------------------------------------------

STICK = 15.0
"""How wide a stick is, in millimetres."""
TITLE_AT = 38.0
"""Where its title begins: clear of the marks and the name of a tile."""


def movement_stick(least: float, most: float) -> Drawing:
    """A stick of ``most`` inches: a move ends on the shaded part, from ``least`` on."""
    drawing = measuring_stick(f"Stick {inches(most)}", most, f"Speed {inches(most)}")
    low, high = least * INCH, most * INCH
    shade = rectangle(low, 0, high - low, STICK, None, MIST)
    bar = Line(low, 0, low, STICK, BOLD)
    note = small_caps(low + 10, STICK - 7.4, f"from {inches(least)}", 5.6, grey=DARK)
    return Drawing(drawing.name, drawing.width, STICK, (shade, *drawing.shapes, bar, note))


def measuring_stick(name: str, length: float, title: str) -> Drawing:
    """A stick of ``length`` inches, divided into inches and their quarters."""
    shapes: list[Shape] = [rectangle(0, 0, length * INCH, STICK, CUT, layer="cut")]
    for quarter in range(1, int(length * 4)):
        tall = {0: 5.6, 2: 3.6}.get(quarter % 4, 2.0)
        x = quarter * INCH / 4
        shapes.append(Line(x, 0, x, tall, HAIR if quarter % 4 else FINE))
    numbered = range(1, int(length) + 1)
    shapes += (Label(inch * INCH - 0.9, 4.1, str(inch), "serif-bold", 9, "end") for inch in numbered)
    shapes.append(small_caps(TITLE_AT, STICK - 3.4, title, 6.2))
    return Drawing(name, length * INCH, STICK, tuple(shapes))
