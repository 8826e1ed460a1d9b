"""Aircraft on a chart and seen from above: pieces, marks of drops, where guns bear; and how they are drawn and described."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from html import escape
from math import ceil, dist
from textwrap import wrap

from aqmf_air.api import ui
from aqmf_air.api.geometry import Disc, Pose
from aqmf_air.games.martian_aircraft.chapters.movement import allowance
from aqmf_air.games.martian_aircraft.chapters.scouting import SEARCHED, TRIED
from aqmf_air.games.martian_aircraft.chapters.suicide_run import RUN, SUICIDE
from aqmf_air.games.martian_aircraft.designs.design import ARCS, BOMB_KINDS, BombKind, Design
from aqmf_air.games.martian_aircraft.designs.silhouette import OF_NO_DESIGN, Silhouette, drawn, path_of, silhouette
from aqmf_air.games.martian_aircraft.state import ALTITUDE, HIGH, KIND, LOW, design_of_type
from aqmf_air.games.martian_front import api as front

APART = 2.0
"""Inches between drops on a board from which on each has a number of its own."""


@lru_cache(maxsize=1)
def _of_no_design() -> str:
    """The outline of an aircraft whose design is not told, within a circle of radius 1."""
    return drawn(OF_NO_DESIGN).path(1.0)


def plane(sheet: ui.Fragment, centre: ui.Point, radius: float, facing: float, colour: str, opacity: float = 1.0) -> None:
    """An aircraft from above on a base of ``radius`` pixels."""
    x, y, turn, size = map(ui.coord, (*centre, facing, radius * front.OVERHANG))
    place = f"translate({x} {y}) rotate({turn}) scale({size})"
    sheet.add("path", d=_of_no_design(), transform=place, fill=colour, fill_opacity=opacity)


def seen(base: Disc) -> Disc:
    """What an aircraft on a base takes of the picture, wings and all: words stand beside it."""
    return Disc(base.x, base.y, base.diameter * front.OVERHANG)


def aircraft(
    chart: ui.Map, pose: Pose, base_diameter: float, name: str = "", ended: bool = True, returned: bool = False
) -> None:
    """An aircraft on its base; where a move starts it is drawn in outline."""
    chart.disc(pose.x, pose.y, base_diameter, hint=name, fill=ui.style.CARD if ended else "none", fill_opacity=0.9,
               stroke=ui.style.INK, stroke_width=1.8 if ended else 1.2,
               stroke_dasharray=None if ended else "3 2.5")  # fmt: skip
    radius = base_diameter / 2 * chart.scale
    plane(chart.body, chart.at(pose.x, pose.y), radius, pose.facing, ui.style.INK, 1.0 if ended else 0.35)
    chart.keep_clear(pose.x, pose.y, radius * front.OVERHANG)
    placed = "comes back" if returned else "ends" if ended else "starts"
    chart.panel.tell(f"aircraft where it {placed}", _base(dashed=not (ended or returned)))


def drop_mark(chart: ui.Map, x: float, y: float, name: str) -> None:
    """The mark of a drop and its number, above everything that was flown."""
    ui.cross(chart, x, y)
    chart.label(Disc(x, y, 2 * ui.CROSS / chart.scale), (name, ui.style.FIRE_EDGE), size=14, bold=True, keyed=False)
    chart.panel.tell("mark of a drop", ui.mark)


def drop_marks(chart: ui.Map, places: Sequence[ui.Point]) -> None:
    """The marks of several drops on a board; the numbers of those that are close stand in a row beside them."""
    groups: list[list[tuple[int, ui.Point]]] = []
    for number, (x, y) in enumerate(places, 1):
        ui.cross(chart, x, y)
        near = next((group for group in groups if dist(group[0][1], (x, y)) < APART), None)
        if near is None:
            groups.append(near := [])
        near.append((number, (x, y)))
    for group in groups:
        x, y = (sum(values) / len(group) for values in zip(*(place for _, place in group), strict=True))
        name = ", ".join(str(number) for number, _ in group)
        room = Disc(x, y, 2 * APART if len(group) > 1 else 2 * ui.CROSS / chart.scale)
        chart.label(room, (name, ui.style.FIRE_EDGE), size=14, bold=True, keyed=False)
    chart.panel.tell("mark of a drop", ui.mark)


def _base(dashed: bool) -> ui.Swatch:
    def swatch(sheet: ui.Fragment, x: float, y: float) -> None:
        sheet.add("circle", cx=x, cy=y, r=9, fill="none" if dashed else ui.style.CARD, stroke=ui.style.INK,
                  stroke_width=1.2 if dashed else 1.8, stroke_dasharray="3 2.5" if dashed else None)  # fmt: skip
        plane(sheet, (x, y), 9, 90, ui.style.INK, 0.35 if dashed else 1.0)

    return swatch


def altitude(unit: front.Unit, kind: front.UnitType) -> str:
    """How an aircraft flies, ``low`` or ``high``. AIR-ALT-1."""
    return unit.mark(ALTITUDE) or (HIGH if kind.has("High") else LOW)


def from_above(kind: front.UnitType) -> str:
    """The outline of an aircraft: its design's, if the hangar has it, or one that fits its profile."""
    return silhouette(design_of_type(kind)).path(1.0)


AIRCRAFT = front.Look(
    kind=KIND,
    outline=from_above,
    state=altitude,
    verb="flying",
    ringed=frozenset({HIGH}),
    least_move=lambda kind: allowance(kind.speed).minimum,
    this_turn={SEARCHED: "has searched", TRIED: "has tried to spot"},
    named={RUN: "suicide run at"},
    unnamed={RUN: "the nearest tripod"},
    unsaid=frozenset({ALTITUDE}),
    results={SUICIDE: "suicide run"},
)


# -- one with its measures, or several side by side --------------------------------------------------------------------


FOOT_IN_METRES = 0.3048
PLAN, PLAN_BESIDE = 560.0, 110.0
"""Pixels of a view with measures, and beside it."""
PHONE_PLAN, PHONE_BESIDE = 222.0, 68.0
"""The same for a phone: no wider than what a card has room for."""
CELL, WORDS = 200.0, 40.0
"""Pixels of one of several, and below it for its name."""
NAME_LETTER, NAME_LINE = 8.0, 14.0
"""Pixels of a letter of its name, and of a further line."""
ROW, LEAST_CELL, BETWEEN = 1080.0, 100.0, 18.0
"""Pixels of a row to one scale, of the least that an aircraft has in it, and between two."""
LEAST_SCALE, TALLEST = 2.4, 260.0
"""Pixels of a foot: a fighter beside a giant has 60."""


def plan_view(design: Design, ink: str = ui.INK, paper: str = ui.PAPER, faint: str = ui.FADED,
              narrow: bool = False, ground: str = ui.PAPER) -> ui.PaperPicture:  # fmt: skip
    """An aircraft from above with its parts, span and length, and a scale of feet; a ``narrow`` one is for a phone.

    ``ground`` is behind it: "none" on a page of these very colours, else its own, which a dark viewer does not swallow.
    """
    seen = silhouette(design)
    plan, beside = (PHONE_PLAN, PHONE_BESIDE) if narrow else (PLAN, PLAN_BESIDE)
    across, along = seen.size
    scale = min(plan / across, 0.8 * plan / along)
    wide, high = across * scale, along * scale
    width, height = plan + beside, high + 110
    why = wrap(seen.why_plain, int(width / NAME_LETTER))
    height += NAME_LINE * len(why)
    size = f"span {_feet(seen.shape.span_ft)}, length {_feet(seen.shape.length_ft)}"
    picture = ui.PaperPicture(width, height, f"{design.name} from above", size, paper=ground)
    middle = 20 + plan / 2, 20 + high / 2
    _parts(picture, seen, middle, scale, ink, paper)
    low = 20 + high + 22
    _measure(picture, (middle[0] - wide / 2, low), (middle[0] + wide / 2, low), _feet(seen.shape.span_ft), faint, ink)
    side = middle[0] + wide / 2 + 22 if wide < plan - 20 else plan + 34
    _measure(picture, (side, 20), (side, 20 + high), _feet(seen.shape.length_ft), faint, ink)
    feet = next(step for step in (50, 20, 10, 5, 2, 1) if step * scale <= plan / 3 or step == 1)
    _scale_bar(picture, (20, low + 46), feet, scale, ink, paper)
    for line, words in enumerate(why):
        picture.text((20, low + 70 + NAME_LINE * line), words, 12, faint)
    return picture


ARMED = 50.0
"""Half the side of the square that an armed view fills."""
BOMB_SIZES: Mapping[BombKind, float] = {"light": 2.4, "medium": 3.4}
BOMBS_APART = 2.6
"""Half lengths of a bomb from one to the next, while there is room under the wing."""


def armed_view(design: Design) -> str:
    """An aircraft from above as SVG in the colours of the page: the arcs that its guns bear on with their number, and its
    bombs under the wings.
    """
    view, sheet = silhouette(design), ui.Fragment()
    loads = [(kind, design.bomb_count(kind)) for kind in reversed(BOMB_KINDS) if design.bomb_count(kind)]
    bearing = [(arc, design.guns_bearing(arc)) for arc in ARCS if design.guns_bearing(arc)]
    told = [f"{count} {kind} {'bomb' if count == 1 else 'bombs'}" for kind, count in loads]
    about = ", ".join((*(f"guns {arc}: {count}" for arc, count in bearing), *told)) or "unarmed"
    sheet.circle((0, 0), ARMED - 0.5, "none", "var(--rule)")
    with sheet.group(fill="var(--brass)", stroke="var(--card)", stroke_width=1):
        for arc, count in bearing:
            sheet.sector((0, 0), ARMED, 90 * ARCS.index(arc), 90, fill_opacity=min(0.2 + 0.12 * count, 0.7))
    scale = 0.76 * ARMED / view.radius
    _parts(sheet, view, (0, 0), scale, "var(--ink)", "var(--card)")
    half, most = 0.45 * view.size[0], max((count for _, count in loads), default=1)
    with sheet.group(fill="var(--brass)", stroke="var(--card)"):
        for row, (kind, count) in enumerate(loads):
            size = BOMB_SIZES[kind]
            apart = min(BOMBS_APART * size, 2 * half * scale / most)
            for at in range(count):
                across = apart * (at - (count - 1) / 2)
                down = (row - (len(loads) - 1) / 2) * 2.4 * size - _under_wing(view, across / scale) * scale
                wide = min(size, 0.8 * apart)
                sheet.add("ellipse", cx=across, cy=down, rx=wide / 2, ry=size, stroke_width=min(0.7, apart / 6))
    for arc, count in bearing:
        dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[ARCS.index(arc)]
        sheet.text((0.88 * ARMED * dx, 0.88 * ARMED * dy + 3), str(count), 9, "var(--ink)", "middle", bold=True)
    box = f"{-ARMED:g} {-ARMED:g} {2 * ARMED:g} {2 * ARMED:g}"
    words = f"<title>From above: {escape(about)}</title>"
    return f'<svg viewBox="{box}" role="img">{words}{"".join(sheet.parts)}</svg>'


def _under_wing(view: Silhouette, across: float) -> float:
    """How far ahead of the middle the wing is, so far from the middle across; both in feet."""
    near = 0.04 * view.shape.span_ft  # ribs are closer than that
    ribs = [(high[1] - low[1], high[1] + low[1]) for low, high in view.lines if abs(low[0] - across) <= near]
    return max(ribs, default=(0.0, 0.0))[1] / 2


def side_by_side(designs: Sequence[Design], narrow: bool = False) -> ui.PaperPicture:
    """Aircraft from above, each as large as fits; ``narrow``: in two columns."""
    views = [silhouette(design) for design in designs]
    columns, side = min(2 if narrow else 6, len(views)), ui.SIDE if narrow else 20.0
    width = ui.NARROW if narrow else columns * CELL + 2 * side
    cell = min(CELL, (width - 2 * side) / columns)
    names = [wrap(design.name, int(cell / NAME_LETTER)) for design in designs]
    words = WORDS + NAME_LINE * (max(map(len, names)) - 1)
    picture = _wall(designs, width, ceil(len(views) / columns) * (cell + words) + 80)
    picture.text((side, 30), "Each as large as fits; the span is under its name.", 13, ui.FADED)
    spots = list[Named]()
    for at, seen in enumerate(views):
        x, y = side + cell * (at % columns + 0.5), 44 + (cell + words) * (at // columns) + cell / 2
        _parts(picture, seen, (x, y), (cell / 2 - 8) / seen.radius, ui.INK, ui.PAPER)
        spots.append(((x, y + cell / 2), names[at], seen))
    _name(picture, spots)
    return picture


def to_one_scale(
    designs: Sequence[Design], narrow: bool = False, plain: bool = False, compared: bool = False
) -> ui.PaperPicture:
    """Aircraft from above, all to one scale, the largest first, each with no more room than it takes; ``plain``: in
    outline, for a page, on which their parts would have a megabyte; ``compared``: in the order and the colours of a
    comparison of the same designs.
    """
    side = ui.SIDE if narrow else 20.0
    most = (ui.NARROW if narrow else ROW) - 2 * side
    views = [
        (silhouette(design), design.name, ui.colour_of(number) if compared else ui.INK)
        for number, design in enumerate(designs)
    ]
    if not compared:
        views.sort(key=lambda view: -view[0].size[0])
    widest, longest = (max(seen.size[axis] for seen, *_ in views) for axis in (0, 1))
    scale = min(most / widest, max(LEAST_SCALE, (CELL - 16) / max(widest, longest)))
    if compared and not narrow:  # as wide as what stands beside it on its page, so that its letters are as large
        across = sum(max(seen.size[0], LEAST_CELL / scale) for seen, *_ in views)
        scale = max(scale, min((most - BETWEEN * (len(views) - 1)) / across, TALLEST / longest))
    rows = list[list[tuple[Silhouette, str, list[str], float]]]()
    left = 0.0
    for seen, name, ink in views:
        width = max(seen.size[0] * scale, LEAST_CELL) + BETWEEN
        if width > left:
            rows, left = [*rows, []], most + BETWEEN
        rows[-1].append((seen, ink, wrap(name, int((width - BETWEEN) / NAME_LETTER)), width))
        left -= width
    heights = [
        max(seen.size[1] * scale + WORDS + NAME_LINE * len(lines) for seen, _, lines, _ in row) + BETWEEN / 2 for row in rows
    ]
    wide = max(sum(width for *_, width in row) for row in rows) - BETWEEN + 2 * side
    picture = _wall(designs, ROW if compared and not narrow else max(wide, 2 * side + 220), sum(heights) + 84)
    picture.text((side, 30), "All to one scale." if compared else "All to one scale, the largest first.", 13, ui.FADED)
    y, spots = 50.0, list[Named]()
    for row, high in zip(rows, heights, strict=True):
        x, tallest = side - BETWEEN / 2, max(seen.size[1] for seen, *_ in row) * scale
        for seen, ink, lines, width in row:
            x += width / 2
            if plain:
                turn = f"translate({ui.coord(x, 1)} {ui.coord(y + tallest / 2, 1)})"
                picture.add("path", d=path_of(seen.outline, scale, 1), transform=turn, fill=ink)
            else:
                _parts(picture, seen, (x, y + tallest / 2), scale, ink, ui.PAPER)
            spots.append(((x, y + tallest + 4), lines, seen))
            x += width / 2
        y += high
    _name(picture, spots)
    _scale_bar(picture, (side, picture.height - 14), 50 if widest > 80 else 10, scale, ui.INK, ui.PAPER)
    return picture


def _wall(designs: Sequence[Design], width: float, height: float) -> ui.PaperPicture:
    names = ", ".join(design.name for design in designs)
    return ui.PaperPicture(width, height, "Aircraft from above", names)


Named = tuple[ui.Point, Sequence[str], Silhouette]
"""What an aircraft stands over, the lines of its name, and what it looks like."""


def _name(picture: ui.PaperPicture, spots: Sequence[Named]) -> None:
    """The names of aircraft under them, and their spans."""
    with picture.group(font_family=ui.style.SANS, text_anchor="middle", font_size=12):
        for (x, y), lines, seen in spots:
            for number, line in enumerate(lines):
                picture.add("text", line, x=x, y=y + 10 + NAME_LINE * number, fill=ui.INK, font_weight="bold")
            low = y + 11 + NAME_LINE * len(lines)
            picture.add("text", _feet(seen.shape.span_ft), x=x, y=low, fill=ui.FADED)


def _parts(sheet: ui.Fragment, seen: Silhouette, middle: ui.Point, scale: float, ink: str, paper: str) -> None:
    """The parts over each other, with the ribs of large ones, ``scale`` pixels a foot."""
    with sheet.group(transform=f"translate({ui.coord(middle[0])} {ui.coord(middle[1])})", stroke_linejoin="round"):
        for part in seen.parts:
            look = {"fill": ink, "stroke": paper}
            if part.kind == "seat":
                look = {"fill": paper, "stroke": ink}
            elif part.kind == "propeller":
                look = {"fill": ui.BRASS, "stroke": "none"}
            sheet.add("path", d=path_of(part.rings, scale), stroke_width=0.8, **look)
        if scale > 4:
            ribs = " ".join(ui.line_to([(x * scale, -y * scale) for x, y in line]) for line in seen.lines)
            sheet.add("path", d=ribs, stroke=paper, stroke_width=0.7, stroke_opacity=0.4)


def _measure(sheet: ui.Fragment, start: ui.Point, end: ui.Point, words: str, faint: str, ink: str) -> None:
    """A measure between two points, which lie level or one below the other."""
    level = start[1] == end[1]
    tick = (0, 5) if level else (5, 0)
    marks = [((x - tick[0], y - tick[1]), (x + tick[0], y + tick[1])) for x, y in (start, end)]
    for line in (*marks, (start, end)):
        sheet.line(*line, faint, 1)
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    if level:
        sheet.text((x, y + 18), words, 14, ink, "middle")
    else:
        sheet.text((0, 0), words, 14, ink, "middle", transform=f"translate({ui.coord(x + 16)} {ui.coord(y)}) rotate(90)")


def _scale_bar(sheet: ui.Fragment, at: ui.Point, feet: int, scale: float, ink: str, paper: str) -> None:
    """Feet in dark and light."""
    for step in range(5):
        fill = ink if step % 2 == 0 else paper
        sheet.rect(at[0] + step * feet / 5 * scale, at[1] - 6, feet / 5 * scale, 6, fill, stroke=ink, stroke_width=0.8)
    sheet.text((at[0] + feet * scale + 8, at[1]), f"{feet} ft ({feet * FOOT_IN_METRES:.1f} m)", 12, ink)


def _feet(length: float) -> str:
    feet, inches = divmod(round(length * 12), 12)
    return f"{feet} ft{f' {inches} in' if inches else ''} ({length * FOOT_IN_METRES:.1f} m)"
