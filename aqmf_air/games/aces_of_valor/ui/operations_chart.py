"""Counters and the operations chart as they are drawn: boxes of the squadron and of a combat, the track. GEN-7, GEN-8."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from typing import Literal

from aqmf_air.api.ui import Fragment, coord, style
from aqmf_air.games.aces_of_valor.chapters.counters import performance
from aqmf_air.games.aces_of_valor.state import RANKS, Aircraft, Campaign, Combat, GroundTarget, SquadronMember
from aqmf_air.games.aces_of_valor.tables import Kind, Nation
from aqmf_air.games.aces_of_valor.telling.briefing import skills

# -- counters and boxes ------------------------------------------------------------------------------------------------


WIDTH, HEIGHT = 104.0, 40.0
"""Of a counter, in pixels."""
BAND = 26.0
"""Of it, the width of the band in the colour of its nation."""
COLOURS: dict[Nation, str] = {"german": "#6d2420", "french": "#26486e", "british": "#4d5a2a", "american": "#5a4a23"}
PAPER: dict[Literal["front", "back"], str] = {"front": style.CARD, "back": "#f2cdb4"}
WINGS: dict[Kind, tuple[float, float]] = {
    "fighter": (9.0, 3.4), "two-seater": (10.0, 4.2), "bomber": (11.0, 4.6), "heavy-bomber": (12.0, 5.2),
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

    def middle(self, left: float, top: float) -> dict[str, float | str]:
        """What pages know of a counter with this upper left corner."""
        x, y = self.at(left + WIDTH / 2, top + HEIGHT / 2)
        half = (round(length / 2 * self.scale / self.units, 3) for length in (WIDTH, HEIGHT))
        return {
            "data_x": round(x, 3),
            "data_y": round(y, 3),
            "data_radius": round(HEIGHT / 2 * self.scale / self.units, 3),
            "data_half": " ".join(map(str, half)),
        }

    def put(self, sheet: Fragment) -> None:
        """Draw the part on a sheet."""
        move = f"translate({coord(self.left)} {coord(self.top)}) scale({coord(self.scale)})"
        with sheet.group(transform=move):
            for part in self.sheet.parts:
                sheet.raw(part)


def silhouette(kind: Kind, at: tuple[float, float], colour: str) -> str:
    """The sign of a kind of aircraft about a point, nose up."""
    half, chord = WINGS[kind]
    x, y = at
    wing = f"M{coord(x - half)} {coord(y - chord / 2)}h{coord(2 * half)}v{coord(chord)}h{coord(-2 * half)}Z"
    second = f"M{coord(x - half * 0.9)} {coord(y + chord * 0.75)}h{coord(1.8 * half)}v2h{coord(-1.8 * half)}Z"
    hull = f"M{coord(x - 1.6)} {coord(y - 7)}h3.2l-.6 16h-2Z"
    tail = f"M{coord(x - half * 0.36)} {coord(y + 7.5)}h{coord(half * 0.72)}v2.4h{coord(-half * 0.72)}Z"
    engines = "".join(f"M{coord(x + side * half * 0.45 - 1.3)} {coord(y - 5)}h2.6v6h-2.6Z" for side in (-1, 1))
    return f'<path d="{wing}{second}{hull}{tail}{engines if "bomber" in kind else ""}" fill="{colour}"/>'


def states(game: Campaign, aircraft: Aircraft) -> tuple[str, ...]:
    """What is special about an aircraft now, in words."""
    words = [RANKS[aircraft.rank]] if aircraft.rank else []
    if aircraft.damaged:
        words.append("damaged")
    if aircraft.bombs:
        words.append(f"{aircraft.bombs} bomb{'s' * (aircraft.bombs > 1)}")
    if aircraft.rockets:
        words.append(f"{aircraft.rockets} rocket{'s' * (aircraft.rockets > 1)}")
    if aircraft.jammed:
        words.append("gun jammed")
    if game.mission and aircraft.id in dict(game.mission.waiting):
        words.append("waits to land")
    return tuple(words)


NARROW = frozenset("-fijlrtI .")
WIDE = frozenset("mwMW")
"""Letters of less width than others, and of more."""


def letters(name: str, room: float) -> float:
    """How large a name is written, so that it fits on a counter."""
    return min(15.0, max(8.0, room / sum(0.45 if letter in NARROW else 1.05 if letter in WIDE else 0.69 for letter in name)))


def short_name(aircraft: Aircraft) -> str:
    """What stands on a counter: its colour says whose it is; of the type in a name only the mark has room, ``Paul Dr.I``."""
    name, _, type_ = aircraft.name.removeprefix("enemy ").removesuffix(")").partition(" (")
    return f"{name} {type_.split()[-1]}" if type_ else name


def draw_aircraft(chart: CounterChart, game: Campaign, aircraft: Aircraft, nation: Nation, left: float, top: float) -> None:
    """The counter of an aircraft by its upper left corner: a piece of the picture."""
    colour, sheet = COLOURS[nation], chart.sheet
    with sheet.group(class_="element", data_piece=aircraft.id, **chart.middle(left, top)):
        edge = 2 if aircraft.rank else 1.3
        sheet.rect(left, top, WIDTH, HEIGHT, PAPER[aircraft.side], 5, stroke=colour, stroke_width=edge)
        sheet.rect(left, top, BAND, HEIGHT, colour, 5)
        sheet.raw(silhouette(aircraft.kind, (left + BAND / 2, top + 17), style.CARD))
        sheet.text(
            (left + BAND / 2, top + 37), "*" * aircraft.rank or "I" * aircraft.tier, 9, style.CARD, "middle", bold=True
        )
        marks = "".join(mark for mark, on in (("B", aircraft.bombs), ("R", aircraft.rockets), ("J", aircraft.jammed)) if on)
        room = WIDTH - BAND - 6 - 11 * len(marks)
        name = short_name(aircraft)
        sheet.text((left + BAND + 4, top + 17), name, letters(name, room), style.INK, bold=True)
        if marks:
            sheet.text((left + WIDTH - 4, top + 17), marks, 13, style.FIRE_EDGE, "end", bold=True)
        sheet.text((left + BAND + 4, top + 35), skills(game, aircraft), 15, colour, bold=True)
        speed = str(performance(aircraft, game.tables, game.rulings))
        sheet.text((left + WIDTH - 4, top + 35), speed, 14, style.INK, "end")
        sheet.text((left + WIDTH - 6 - 9 * len(speed), top + 35), "perf", 11.2, style.FADED, "end")
        if aircraft.damaged:
            sheet.path(f"M{coord(left + BAND + 32)} {coord(top + 23)}l5 4l-4 2l5 5", style.FIRE_EDGE, 1.8)


def draw_target(chart: CounterChart, game: Campaign, ground_target: GroundTarget, left: float, top: float) -> None:
    """The counter of a ground target by its upper left corner: a piece of the picture."""
    front, back = (
        game.tables.ground_target(ground_target.kind).destruction,
        game.tables.ground_target(ground_target.kind, "back").destruction,
    )
    sheet = chart.sheet
    with sheet.group(class_="element", data_piece=ground_target.id, **chart.middle(left, top)):
        fill = PAPER["back" if ground_target.points >= front else "front"]
        sheet.rect(left, top, WIDTH, HEIGHT, fill, 5, stroke="#5b4a33", stroke_width=1.3)
        sheet.rect(left, top, 8, HEIGHT, "#5b4a33", 4)
        sheet.text((left + 13, top + 17), ground_target.name, letters(ground_target.name, 88), style.INK, bold=True)
        for box in range(back):
            taken = box < ground_target.points
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


# -- the chart ---------------------------------------------------------------------------------------------------------


STEP = HEIGHT + 2
"""Pixels that a space of the track is high for each counter in it."""
EMPTY = 5.0
"""The same of spaces with none, all together: what is on the track is drawn as large as can be."""
MOST_ROWS = 3
"""Counters of a side that stand below each other in a space, before it is drawn in two parts."""
NUMBER = 32.0
HEAD = 26.0
SIDE = WIDTH + 12
TRACK_WIDTH = 2 * SIDE + NUMBER + 12
SHORT_KEY = ("0/0: air/ground skill", "perf: performance")
"""What the figures of a counter are, below the boxes of a combat: beside a head not every typeface has room for it."""
KEY_LINE = 15.0
KEY_HIGH = 5 + KEY_LINE * len(SHORT_KEY)
BOXES = (("Ready", ("ready",)), ("Current Flight", ("flight",)), ("Recovery", ("recovery",)), ("Lost", ("lost", "posted")))


def width_of(columns: int) -> float:
    """How many pixels a box with so many columns of counters is wide."""
    return columns * (WIDTH + 6) + 14


def _box_height(count: int, columns: int) -> float:
    return HEAD + -(-count // columns) * (HEIGHT + 5) + 4 * bool(count)


def squadron(chart: CounterChart, game: Campaign, columns: int) -> None:
    """The boxes of the squadron that hold somebody, one below the other."""
    nation: Nation = game.nation or "french"
    width = width_of(columns)
    top = 0.0
    for title, inside in _held(game):
        height = _box_height(len(inside), columns)
        draw_box(chart.sheet, title, 0, top, width, height, _note(game, title, inside))
        for aircraft, (x, y) in zip(inside, places_in(10, top + HEAD, columns, len(inside)), strict=True):
            draw_aircraft(chart, game, aircraft, nation, x, y)
        top += height + 8


def _held(game: Campaign) -> Iterator[tuple[str, Sequence[Aircraft]]]:
    """The boxes that hold somebody, without those who fight."""
    fighting = game.combat.friends if game.combat else ()
    lent = [aircraft for aircraft in game.mission.lent if aircraft.id in game.mission.flight] if game.mission else []
    for title, boxes in BOXES:
        inside: list[Aircraft] = [member for member in game.squadron if member.box in boxes and member.id not in fighting]
        if title == "Current Flight":
            inside += [aircraft for aircraft in lent if aircraft.id not in fighting]
        if inside:
            yield title, inside


def anybody(game: Campaign) -> bool:
    """Whether there is somebody in these boxes."""
    return any(_held(game))


def shown(game: Campaign) -> Iterator[Aircraft]:
    """Whose counters are drawn: of the squadron and of a combat."""
    for _, inside in _held(game):
        yield from inside
    if combat := game.combat:
        fighting = (*combat.friends, *(enemy.id for enemy in combat.enemies))
        yield from (game.aircraft(id_) for id_ in fighting if id_ in game.pieces)


def squadron_height(game: Campaign, columns: int) -> float:
    """How many pixels these boxes are high."""
    return max(sum(_box_height(len(inside), columns) + 8 for _, inside in _held(game)) - 8, HEAD)


def _note(game: Campaign, title: str, inside: Sequence[Aircraft]) -> str:
    members = [aircraft for aircraft in inside if isinstance(aircraft, SquadronMember)]
    absent = [member.name for member in members if member.absent == game.number and game.number]
    if title == "Ready" and absent:
        return f"{', '.join(absent)} absent"
    return str(len(inside)) if inside else ""


@dataclass(frozen=True)
class TurnStrip:
    """A part of the track: an occupied space, or some rows of one that holds many."""

    space: int
    friends: tuple[str, ...]
    others: tuple[str, ...]
    """Enemies and ground targets."""
    gap: bool
    """Whether there are empty spaces above it."""

    @property
    def rows(self) -> int:
        return max(len(self.friends), len(self.others))

    @property
    def height(self) -> float:
        return STEP * self.rows + EMPTY * self.gap


def strips(combat: Combat) -> tuple[TurnStrip, ...]:
    """The track from above, without its empty spaces."""
    here: dict[int, tuple[list[str], list[str]]] = {}
    for id_, space in combat.spaces:
        friends, others = here.setdefault(space, ([], []))
        (friends if id_ in (*combat.friends, combat.field) else others).append(id_)
    turn_strips: list[TurnStrip] = []
    for space in sorted(here, reverse=True):
        friends, others = here[space]
        gap = bool(turn_strips) and turn_strips[-1].space > space + 1
        for first in range(0, max(len(friends), len(others)), MOST_ROWS):
            part = slice(first, first + MOST_ROWS)
            turn_strips.append(TurnStrip(space, tuple(friends[part]), tuple(others[part]), gap and not first))
    return tuple(turn_strips)


def in_columns(turn_strips: Sequence[TurnStrip], columns: int) -> tuple[Sequence[TurnStrip], ...]:
    """The track in so many columns, the highest spaces in the first, none of them longer than it must be."""
    cuts = combinations(range(1, len(turn_strips)), min(columns, len(turn_strips)) - 1)
    split = [tuple(turn_strips[low:high] for low, high in pairwise((0, *cut, len(turn_strips)))) for cut in cuts]
    return min(split, key=_highest)


def _highest(columns: Iterable[Sequence[TurnStrip]]) -> float:
    return max(sum(strip.height for strip in column) for column in columns)


def track_height(columns: Sequence[Sequence[TurnStrip]]) -> float:
    """How many pixels the track is high in these columns."""
    return HEAD + _highest(columns) + 6


def track(
    chart: CounterChart, game: Campaign, combat: Combat, columns: Sequence[Sequence[TurnStrip]], wide: float = 0.0
) -> None:
    """The initiative track, its highest space above on the left, in a box at least so ``wide``; who acts now stands out."""
    sheet = chart.sheet
    title = f"Combat, round {combat.round} of {game.tables.number('rounds')}" if combat.round else "Combat"
    wide = max(wide, TRACK_WIDTH * len(columns))
    draw_box(sheet, title, 0, 0, wide, track_height(columns))
    for n, column in enumerate(columns):
        y, left, middle = HEAD, TRACK_WIDTH * n, TRACK_WIDTH * (n + 0.5)
        for strip in column:
            y += EMPTY * strip.gap
            height = STEP * strip.rows
            sheet.rect(middle - NUMBER / 2, y, NUMBER, height - 1, style.SHADE, 3, stroke=style.RULE)
            sheet.text((middle, y + height / 2 + 5), str(strip.space), 16, style.INK, "middle", bold=True)
            for ids, start in ((strip.friends, left + 8), (strip.others, middle + NUMBER / 2 + 6)):
                for id_, (x, top) in zip(ids, places_in(start, y, 1, len(ids), STEP), strict=True):
                    if id_ in combat.acting:
                        sheet.rect(x - 3, top - 1, WIDTH + 6, HEIGHT + 2, style.BRASS, 7, fill_opacity=0.5)
                    counter(chart, game, combat, id_, x, top)
            y += height


def short_key(chart: CounterChart, down: float) -> None:
    """The key, below boxes that are so high."""
    for line, words in enumerate(SHORT_KEY, 1):
        chart.sheet.text((10, down + KEY_LINE * line), words, 12, style.FADED)


def aside(game: Campaign, combat: Combat) -> Sequence[tuple[str, Sequence[str]]]:
    """Who is in the combat and not on the track, by boxes; before the first round all are."""
    placed = {id_ for id_, _ in combat.spaces}
    others = [enemy.id for enemy in combat.enemies]
    away = {*placed, *combat.acted, *combat.gone}
    contents: Sequence[tuple[str, Sequence[str]]] = (
        ("Your aircraft", [id_ for id_ in combat.friends if id_ not in away]),
        ("The enemy", [id_ for id_ in others if id_ not in away]),
        ("On the ground", [id_ for id_ in combat.targets if id_ not in away]),
        ("Action Taken", [id_ for id_ in combat.acted if id_ not in placed]),
        ("Break Off", combat.broken_off),
        ("Destroyed", combat.destroyed),
    )
    return [(title, ids) for title, ids in contents if ids]


def boxes_height(contents: Sequence[tuple[str, Sequence[str]]], columns: int) -> float:
    """How many pixels boxes with these contents are high."""
    return sum(_box_height(len(ids), columns) + 8 for _, ids in contents) - 8


def boxes(
    chart: CounterChart,
    game: Campaign,
    combat: Combat,
    contents: Sequence[tuple[str, Sequence[str]]],
    columns: int,
    wide: float = 0.0,
) -> None:
    """Boxes with counters of a combat, one below the other, at least so ``wide``."""
    y = 0.0
    for title, ids in contents:
        height = _box_height(len(ids), columns)
        draw_box(chart.sheet, title, 0, y, max(wide, width_of(columns)), height)
        for id_, (x, top) in zip(ids, places_in(10, y + HEAD, columns, len(ids)), strict=True):
            counter(chart, game, combat, id_, x, top)
        y += height + 8


def counter(chart: CounterChart, game: Campaign, combat: Combat, id_: str, left: float, top: float) -> None:
    """The counter of an aircraft of either side, or of a ground target."""
    if id_ in (*combat.targets, combat.field):
        draw_target(chart, game, game.target(id_), left, top)
    elif id_ in game.pieces:
        nation: Nation = (game.nation or "french") if id_ in combat.friends else (combat.nation or "german")
        draw_aircraft(chart, game, game.aircraft(id_), nation, left, top)
