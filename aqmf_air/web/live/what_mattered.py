"""What mattered in a game that is over: what each side has lost, with its picture, and the orders that it turned on."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from aqmf_air.core.data.text import capitalised, in_a_row, one_in
from aqmf_air.core.odds.luck import RolledFor
from aqmf_air.drawing.svg import Picture
from aqmf_air.web.board.board import Board, Undoing
from aqmf_air.web.board.marks import moments_of
from aqmf_air.web.live.table import LiveTable

LEAST_TURNING_POINTS, MOST_TURNING_POINTS = 2, 4
"""Of orders that cost something the most are shown; rare rolls that cost nothing make up the least."""
NOBODY = Undoing()
BRIEF = 3
"""So many words of the log on a loss say no more than a title with who did it: ``is shot down``."""
MOST_PICTURED = 12
"""Losses of a side that are shown with their pictures."""


@dataclass(frozen=True)
class LostPiece:
    """A piece that was lost, or that has lost parts of it."""

    id: str
    side: str
    name: str
    parts: int
    """How many of them it had."""
    lost: frozenset[str]
    """Those that it has lost; ``""``: all of it, at once."""
    picture: str
    """It, as an SVG element; empty: it was not drawn."""
    worth: int = 1
    """What its loss counts."""
    undoing: Undoing = NOBODY
    """By whom it was lost, and how."""
    falls: str = ""
    """What the log says of its loss."""
    shot: str = ""
    """What the log says of what led to it."""
    when: str = ""

    @property
    def share(self) -> Fraction:
        """How much of it is lost."""
        return Fraction(1) if "" in self.lost else min(Fraction(len(self.lost), self.parts), Fraction(1))

    @property
    def in_words(self) -> str:
        """How many of its parts are lost; of all, by whom or how, and when."""
        if self.share < 1:
            return f"{len(self.lost)} of {self.parts} lost"
        named = self.falls.casefold().startswith(self.name.casefold())
        how = self.undoing.in_words or (self.falls[len(self.name) :].strip() if named else "")
        return ", ".join(filter(None, (how, self.when.partition(" of ")[0].lower() if how else "")))

    @property
    def says(self) -> str:
        """What led to its loss, and of that what :attr:`title` does not say already."""
        parts = [part for part in self.falls.split("; ") if not any(name in part for name in self.undoing.by)]
        how = self.falls[len(self.name) :].strip().removeprefix("is ").removeprefix("are ")
        brief = len(self.falls[len(self.name) :].split()) <= BRIEF and bool(self.shot)
        told = self.share < 1 or not self.undoing.by or brief or self.undoing.in_words.startswith(how)
        return "; ".join(filter(None, (self.shot, "" if told else "; ".join(parts))))

    @property
    def title(self) -> str:
        """Who was lost, or has lost parts, and by whom; where it was nobody's doing, what the log says."""
        if self.share < 1:
            to = f" to {in_a_row(self.undoing.by)}" if self.undoing.by else ""
            return f"{self.name}: {self.in_words}{to}"
        return f"{self.name} {self.undoing.in_words}" if self.undoing.by else self.falls or f"{self.name} lost"


@dataclass(frozen=True)
class HoldChanged:
    """That something which counts at the end changed hands."""

    name: str
    was: str
    """Who held it before, for people; empty: nobody."""
    now: str
    counts: int

    @property
    def title(self) -> str:
        """What became of it: ``bridge held by the Reds``."""
        return f"{self.name} held by the {self.now}" if self.now else f"{self.name} lost by the {self.was}"

    @property
    def in_words(self) -> str:
        """The same, and what it counts."""
        rest = "it is theirs at the end" if self.now else "nobody holds it at the end"
        return f"{capitalised(self.name)}, {self.counts} points: {rest}"


@dataclass(frozen=True)
class TurningPoint:
    """An order that mattered."""

    entry: int
    when: str
    lost: tuple[LostPiece, ...] = ()
    """What it cost, of either side."""
    says: str = ""
    """What happened, in a sentence."""
    rolled: RolledFor | None = None
    """The rarest of its rolls, if it was rare."""
    taken: tuple[HoldChanged, ...] = ()
    """What changed hands, and not any more after it."""

    @property
    def title(self) -> str:
        """What changed hands, who was lost, or has lost parts, and by whom; empty: it is its roll that mattered."""
        alike = defaultdict[str, list[str]](list)
        for piece in self.lost:
            if piece.share == 1 and piece.undoing.by:
                alike[piece.undoing.in_words].append(piece.name)
        gone = [f"{in_a_row(names)} {how}" for how, names in alike.items()]
        hurt = [piece.title for piece in self.lost if piece.share < 1 or not piece.undoing.by]
        return capitalised("; ".join((*(change.title for change in self.taken), *(gone or hurt))))

    @property
    def odds(self) -> str:
        """How rare its roll was: ``one in 36``; empty: it was not."""
        return one_in(self.rolled.chance) if self.rolled else ""

    @cached_property
    def weight(self) -> tuple[Fraction, Fraction]:
        """What it matters beside others."""
        cost = sum((piece.share * piece.worth for piece in self.lost), Fraction()) + sum(each.counts for each in self.taken)
        return cost, 1 - self.rolled.chance if self.rolled else Fraction()


@dataclass
class WhatMattered:
    """What a game turned on, and what it has cost."""

    points: list[TurningPoint] = field(default_factory=list)
    """A few, in the order of the game."""
    lost: Mapping[str, Sequence[LostPiece]] = field(default_factory=dict)
    """What each side has lost, by its id; empty: nobody lost anything that is drawn."""


def what_mattered(table: LiveTable, rare: Sequence[RolledFor]) -> WhatMattered:
    """What a game turned on that is over; ``rare`` are its rolls that were, the rarest first.

    A game of chapters is told by its chronicle.
    """
    if table.chronicle.since or table.session.ruleset.chapter(table.session.state) or not isinstance(table.board, Board):
        return WhatMattered()
    rolls: dict[int, RolledFor] = {}
    for roll in rare:
        rolls.setdefault(roll.entry, roll)
    beaten = {
        entry.position: {piece for event in entry.events if (piece := table.board.loses(event))}
        for entry in table.session.history
    }
    points, gone, taken = [], set[str](), _taken(table)
    for entry in table.chronicle.of(""):
        at, lost = entry["entry"], _losses(entry, beaten.get(entry["entry"], ()))
        pieces = tuple(piece for piece in _pieces(table, table.board, entry, lost) if piece.id not in gone)
        gone |= {piece.id for piece in pieces if piece.share == 1}
        if not entry["undone"] and (pieces or at in rolls or at in taken):
            held = [change.in_words for change in taken.get(at, ())]
            told = "; ".join(dict.fromkeys(filter(None, (piece.says for piece in pieces))))
            told = told if pieces or held else in_words(rolls[at], entry["lines"])
            says = ". ".join(filter(None, (*held, capitalised(told))))
            points.append(TurningPoint(at, entry["when"], pieces, says, rolls.get(at), tuple(taken.get(at, ()))))
    most = sorted(points, key=lambda point: (point.weight, point.entry), reverse=True)[:MOST_TURNING_POINTS]
    most = [point for at, point in enumerate(most) if point.lost or point.taken or at < LEAST_TURNING_POINTS]
    return WhatMattered(sorted(most, key=lambda point: point.entry), _by_side(table.sides, points))


def _taken(table: LiveTable) -> dict[int, list[HoldChanged]]:
    """What changed hands last and counts at the end, by the entry of the log that did it."""
    session, ruleset = table.session, table.session.ruleset
    held, last = ruleset.held(session.ruleset.initial(session.header.setup)), dict[str, tuple[int, HoldChanged]]()
    for order, state in session.past.done if held else ():
        now = ruleset.held(state)
        for name, (side, counts) in now.items():
            if (was := held[name][0]) != side:
                before, after = (ruleset.name_of(who) if who else "" for who in (was, side))
                last[name] = order.position, HoldChanged(name, before, after, counts)
        held = now
    changed = defaultdict[int, list[HoldChanged]](list)
    for at, change in last.values():
        changed[at].append(change)
    return changed


def happened(roll: RolledFor, lines: Sequence[str]) -> str:
    """What was rolled for; where that names nobody, what the order led to by its ``lines``."""
    return lines[0] if roll.title.islower() and lines else roll.title  # names have capitals


def in_words(roll: RolledFor, lines: Sequence[str]) -> str:
    """The same, and what came, where that is not said by it."""
    about = happened(roll, lines)
    if about == roll.title:
        came = {True: "yes", False: "no"}[roll.came] if isinstance(roll.came, bool) else roll.came
        return f"{about}: {came}"
    told = not isinstance(roll.came, int | str) or isinstance(roll.came, bool) or roll.title in about
    return about if told else f"{about} ({roll.title}: {roll.came})"


def _losses(entry: Mapping[str, Any], beaten: Iterable[str]) -> dict[str, set[str]]:
    """The parts that pieces lose in an entry of the log, by the id of the piece; ``beaten`` are lost as a whole."""
    lost = defaultdict[str, set[str]](set, {piece: {""} for piece in beaten})
    for beat in entry["beats"]:
        for mark in beat["marks"]:
            if mark["kind"] == "loss":
                lost[mark["piece"]].add(mark.get("part", ""))
    return lost


def _pieces(
    table: LiveTable, board: Board, entry: Mapping[str, Any], lost: Mapping[str, Collection[str]]
) -> Iterator[LostPiece]:
    """What an order has cost, as it stood before it."""
    order = table.session.past.order(entry["entry"]) if lost else None
    if order is None:
        return
    (before, given, after), ruleset = order, table.session.ruleset
    by, ends = given.by, {side: ruleset.names(ruleset.observe(after, side)) for side in table.sides}
    ended = {
        gone: ruleset.tell(moment.event, moment.state)
        for moment in moments_of(ruleset, given, before)
        if (gone := board.loses(moment.event))
    }
    views = {side: ruleset.observe(before, side) for side in table.sides}
    there = {side: [piece for piece in board.pieces(view) if piece.id in lost] for side, view in views.items()}
    owned = {piece.id for pieces in there.values() for piece in pieces if piece.own}
    enemy = next((side for side in table.sides if side != by), "")
    for side, pieces in there.items():  # what is of no player the enemy of who gave the order has lost
        whose = [piece for piece in pieces if piece.own or (piece.id not in owned and side == enemy)]
        names, picture = ruleset.names(views[side]), board.picture(views[side]) if whose else None
        for piece in whose:
            drawn = drawn_largest(picture, piece.id) if picture else []
            name = capitalised(names.get(piece.id, piece.title))
            found, falls, shot = undone(entry, piece.id, name)
            undoing = board.undoing(after, piece.id) or found
            called = {id_: name for each in (*ends.values(), names) for id_, name in each.items()}
            yield LostPiece(
                piece.id,
                side,
                name,
                len(drawn) or 1,
                frozenset(lost[piece.id]),
                _cut_out(picture, drawn),
                ruleset.worth(before, piece.id),
                undoing._replace(by=tuple(called[id_] for id_ in undoing.by if id_ in called)),
                capitalised(ended.get(piece.id, falls)),
                shot,
                entry["when"],
            )


def undone(entry: Mapping[str, Any], piece: str, name: str) -> tuple[Undoing, str, str]:
    """Who has hit a piece last before it was lost, by what is drawn of an order; what the log says of the loss, and of that
    hit, or of what befell it before.
    """
    undoing, shot, befell = Undoing(), "", ""
    for beat in entry["beats"]:
        parts = {mark.get("part", "") for mark in beat["marks"] if mark["kind"] == "loss" and mark["piece"] == piece}
        if parts:
            return undoing, beat["says"], shot or befell
        for mark in beat["marks"]:
            at = mark["kind"] == "shot" and mark.get("at") == piece and mark.get("outcome") in ("hit", "damage")
            under = mark["kind"] == "area" and any(part in _lost_parts(entry, piece) for part in mark.get("damaged", ()))
            if (at or under) and mark.get("by"):
                undoing, shot = Undoing((mark["by"],)), beat["says"]
        told = beat["says"].casefold()
        if name.casefold() in told and not told.startswith(name.casefold()):
            befell = beat["says"]
    return undoing, "", shot


def _lost_parts(entry: Mapping[str, Any], piece: str) -> set[str]:
    """The parts that a piece loses in an entry of the log, as they are drawn."""
    marks = (mark for beat in entry["beats"] for mark in beat["marks"])
    return {mark.get("part", piece) for mark in marks if mark["kind"] == "loss" and mark["piece"] == piece}


PLACED = re.compile(r'data-(x|y|radius|view)="([^"]*)"')
USED = re.compile(r'<use href="#([^"]+)"')
SCALED = re.compile(r"<use [^>]*scale\(([\d.]+)\)")
"""By how much an outline is scaled that reaches one unit from its middle."""
AIR = 1.15
"""How much wider than a piece its picture is."""


def drawn_largest(picture: Picture, piece: str) -> list[str]:
    """What shows a piece, each of its parts once: of several views the one in which most of it is seen."""
    views = defaultdict[str, list[str]](list)
    for part in picture.parts:
        if f'data-piece="{piece}"' in (head := part.partition(">")[0]):
            views[dict(PLACED.findall(head)).get("view", "")].append(part)
    return max(views.values(), key=lambda parts: sum(map(_seen, parts)), default=[])


OUTLINE = re.compile(r"M[^MZ]+Z")
NUMBER = re.compile(r"-?[\d.]+")


def _seen(part: str) -> float:
    """How much the outlines in a part of a picture cover, each counted whole."""
    covered = 0.0
    for outline in OUTLINE.findall(part):
        xy = [float(number) for number in NUMBER.findall(outline)]
        corners = list(zip(xy[::2], xy[1::2], strict=False))
        sides = zip(corners, corners[1:] + corners[:1], strict=True)
        covered += abs(sum(x * low - right * y for (x, y), (right, low) in sides)) / 2
    return covered


def _cut_out(picture: Picture | None, parts: Sequence[str]) -> str:
    """A part of a picture that shows a piece, or the first of its parts, alone; empty: it has no place there."""
    place = dict(PLACED.findall(parts[0].partition(">")[0])) if parts else {}
    if picture is None or not {"x", "y", "radius"} <= {*place}:
        return ""
    x, y = (float(place["x"]) - picture.left) * picture.scale, abs(float(place["y"]) - picture.top) * picture.scale
    half = max(float(place["radius"]) * picture.scale, *map(float, SCALED.findall(parts[0])), 0.0) * AIR
    box = f"{x - half:.1f} {y - half:.1f} {2 * half:.1f} {2 * half:.1f}"

    def outline(used: re.Match[str]) -> str:
        """A path in place of a reference to one: ids are those of one document."""
        drawn = re.compile(rf'<path id="{re.escape(used[1])}" d="([^"]*)"')
        found = next((found for part in picture.parts if (found := drawn.search(part))), None)
        return f'<path d="{found[1]}"' if found else used[0]

    shown = USED.sub(outline, parts[0])
    return f'<svg viewBox="{box}" width="48" height="48" aria-hidden="true">{shown}</svg>'


def _by_side(sides: Sequence[str], points: Sequence[TurningPoint]) -> dict[str, list[LostPiece]]:
    """What each side has lost in all; of one piece together."""
    whole: dict[str, LostPiece] = {}
    for piece in (piece for point in points for piece in point.lost):
        first = whole.setdefault(piece.id, piece)
        whole[piece.id] = replace(piece, lost=first.lost | piece.lost, parts=first.parts, picture=first.picture)
    by_side = {side: [piece for piece in whole.values() if piece.side == side] for side in sides}
    return by_side if whole else {}
