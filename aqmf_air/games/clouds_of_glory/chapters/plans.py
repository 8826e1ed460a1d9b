"""The plan of a move (5.4, 5.5.1 to 5.5.10): its pieces, how it is written and said, where it leads, what is against it.

A plan is a word of pieces, as the log has it: ``S4.5 R-90 T45:1:8 V0:4 P+2 B+30``. A straight, a roll to the right, a turn
(side, templates tighter, length), a vertical dive (templates tighter, length), a slip to the right, a bank after all else,
or a landing after all else (``L``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from math import asin, cos, degrees, radians, sin
from typing import Literal, NamedTuple

from aqmf_air.api import Objection, Reading, Readings, Rulings, Said, Slot, ruling
from aqmf_air.api.geometry import SpacePose, space
from aqmf_air.games.clouds_of_glory.tables import Tables

MOST_PIECES = 12
GRAIN = 0.0005
"""MU: half of the last place that a plan is written with."""
WIDE = 9
"""In place of templates tighter: the wide turn that damage asks for. T:damage.multi row 18."""
EDGE = 1e-4
"""Degrees: what is nearer than this to a limit is on it."""

PieceKind = Literal["S", "R", "T", "V", "P", "B", "L"]


class PlanRulings(Rulings):
    """What the source leaves open of pieces of a move."""

    carried_bank: Literal["frame", "horizon"] = ruling(
        "ICOG-5.5.8.1",
        "To what is the bank the same after a turn that is shorter than a roll?",
        "To the turn: the aircraft lies in it as before.",
        "To the horizon.",
    )
    dive_bank: Literal["carried", "lift-in"] = ruling(
        "ICOG-5.5.4-a",
        "Where does the top wing point after a vertical dive?",
        "It is carried along: the dive ends on no other side than it began.",
        "To the centre of the turn, as after other turns.",
    )
    dive_part: Literal["any-part", "to-vertical"] = ruling(
        "ICOG-5.5.4.1", "May a vertical dive stop short of the vertical?", "Yes.", "No, unless the move ends in it."
    )
    touchdown: Literal["end-at-0", "first-contact"] = ruling(
        "ICOG-5.5.17.1",
        "Where does a landing touch the ground?",
        "At the end of the move.",
        "Where the way first meets the ground: what is left of the move is not flown.",
    )
    level_test: Literal["wing-line", "bank-angle"] = ruling(
        "ICOG-5.5.10.2",
        "What of the wings has to be within 45 degrees of level?",
        "The slope of the wing line.",
        "The angle of bank.",
    )


class Handling(NamedTuple):
    """What an aircraft can do at its present speed."""

    speed: int
    """km/h."""
    roll: float
    """MU that a roll takes."""
    letters: tuple[str, ...]
    """Of the templates: the safe one, then those that may be tried, each tighter."""
    radii: tuple[float, ...]
    """Theirs, in MU."""
    costs: tuple[int, ...]
    """EU of a turn with each."""
    tables: Tables
    actions: int
    """Those that its pilot has without a test. ICOG-5.5.1.1."""

    wide: str = ""
    """The letter of the turn that its move has to begin with. T:damage.multi row 18."""
    straight: bool = False
    """Whether it can do no more than fly straight on: its pilot has fainted. T:damage.single row 24."""
    home: float | None = None
    """The heading of its own edge, where it has to make for it. ICOG-6.3.14.3."""

    def letter(self, tighter: int) -> str:
        """The template of a turn."""
        return self.wide if tighter == WIDE else self.letters[min(tighter, len(self.letters) - 1)]

    def radius(self, tighter: int) -> float:
        """Its radius in MU."""
        return self.tables.radius(self.wide) if tighter == WIDE else self.radii[min(tighter, len(self.radii) - 1)]

    def number(self, name: str) -> int:
        """A number of T:flight."""
        return self.tables.number("flight", name)

    @property
    def reach(self) -> float:
        """MU of the whole move. ICOG-2.1.1-a."""
        return self.speed / 10


class PlanPiece(NamedTuple):
    """A piece of a plan."""

    kind: PieceKind
    length: float = 0.0
    """MU of a straight, a turn, a dive."""
    angle: float = 0.0
    """Degrees of a roll or a bank to the right; the side of a turn, from the right wing (0) over the head (90) to the left
    (180); MU of a slip to the right."""
    tighter: int = 0
    """Templates tighter than the safe one."""

    @property
    def action(self) -> bool:
        """Whether it is a manoeuvre, which takes an action. T:manoeuvres."""
        return self.kind not in "SB"

    @property
    def turns(self) -> bool:
        """Whether a template is flown."""
        return self.kind in "TV"

    def length_at(self, handling: Handling) -> float:
        """MU that it takes. ICOG-5.5.3.1, ICOG-5.5.10.1."""
        if self.kind in "RP":
            return handling.roll * (abs(self.angle) if self.kind == "P" else 1)
        return self.length

    def energy_at(self, handling: Handling) -> int:
        """EU that it costs. ICOG-5.7.2-a, ICOG-5.5.7.1, ICOG-5.5.10.1."""
        if self.turns:
            return handling.costs[0 if self.tighter == WIDE else min(self.tighter, len(handling.costs) - 1)]
        if self.kind == "R":
            return handling.tables.manoeuvre("roll").energy
        return handling.tables.manoeuvre("side-slip").energy * abs(round(self.angle)) if self.kind == "P" else 0


Plan = tuple[PlanPiece, ...]
LANDING = PlanPiece("L")


def actions_of(plan: Iterable[PlanPiece]) -> int:
    """The actions that a plan takes. ICOG-5.5.1.1."""
    return sum(piece.action for piece in plan)


# -- how a plan is written and said ------------------------------------------------------------------------------------


_LENGTH = r"(\d{1,3}(?:\.\d{1,3})?)"
_ANGLE = r"(\d{1,3}(?:\.\d)?)"
_WRITTEN: tuple[tuple[PieceKind, re.Pattern[str]], ...] = (
    ("S", re.compile(rf"S{_LENGTH}")),
    ("R", re.compile(rf"R([+-]){_ANGLE}")),
    ("T", re.compile(rf"T{_ANGLE}:(\d):{_LENGTH}")),
    ("V", re.compile(rf"V(\d):{_LENGTH}")),
    ("P", re.compile(r"P([+-])(\d)")),
    ("B", re.compile(rf"B([+-]){_ANGLE}")),
    ("L", re.compile("L")),
)


class PlanError(ValueError):
    """A plan that cannot be read or flown: the rule against it, and why."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(reason)
        # handed on
        self.objection = Objection(rule, reason)


def plan_of(text: str) -> Plan:
    """The pieces of a plan as it is written. Raises PlanError: it is none; says which piece is not."""
    words = text.split()
    if len(words) > MOST_PIECES:
        raise PlanError("ICOG-5.4-a", f"a plan has at most {MOST_PIECES} pieces, this has {len(words)}")
    return tuple(_piece_of(number, word) for number, word in enumerate(words, 1))


def _piece_of(number: int, word: str) -> PlanPiece:
    for kind, pattern in _WRITTEN:
        if match := pattern.fullmatch(word):
            parts = match.groups()
            if kind == "S":
                return PlanPiece(kind, float(parts[0]))
            if kind == "T":
                return PlanPiece(kind, float(parts[2]), float(parts[0]), int(parts[1]))
            if kind == "V":
                return PlanPiece(kind, float(parts[1]), 0.0, int(parts[0]))
            return PlanPiece(kind, 0.0, float("".join(parts) or 0))
    expected = "S4.5, R-90, T45:1:8, V0:4, P+2, B+30 or L"
    raise PlanError("ICOG-5.4-a", f"piece {number} of the plan: expected such as {expected}, got {word[:20]!r}")


def written(plan: Iterable[PlanPiece]) -> str:
    """A plan as it stands in the log."""
    return " ".join(map(_word_of, plan))


def _word_of(piece: PlanPiece) -> str:
    kind, length, angle = piece.kind, f"{round(piece.length, 3):g}", f"{round(piece.angle, 1):g}"
    if kind == "S":
        return f"S{length}"
    if kind == "L":
        return kind
    if kind == "T":
        return f"T{angle}:{piece.tighter}:{length}"
    if kind == "V":
        return f"V{piece.tighter}:{length}"
    return f"{kind}{'' if piece.angle < 0 else '+'}{angle}"


def in_words(plan: Iterable[PlanPiece]) -> str:
    """A plan as players say it: ``turn right and up 45 tighter 1 8, ahead 4.5``."""
    return ", ".join(map(piece_in_words, plan)) or "ahead"


def told(plan: Iterable[PlanPiece]) -> str:
    """A plan as it is told, as a hand measures it: ``turn right and up 45° for 8 MU, ahead 4.5 MU``."""
    rounded = (piece._replace(length=round(piece.length, 1), angle=float(round(piece.angle))) for piece in plan)
    return ", ".join(piece_in_words(piece, " MU", "°") for piece in rounded) or "ahead"


def piece_in_words(piece: PlanPiece, mu: str = "", degrees: str = "") -> str:
    """A piece as players say it, with units or without."""
    side, length = "left" if piece.angle < 0 else "right", f"{round(piece.length, 3):g}{mu}"
    tighter = " wide" if piece.tighter == WIDE else f" tighter {piece.tighter}" if piece.tighter else ""
    tighter += f" for {length}" if mu else f" {length}"
    if piece.kind == "T":
        up = f"{round(min(piece.angle, 180 - piece.angle), 1):g}{degrees}"
        between = f"{'right' if piece.angle < 90 else 'left'} and up {up}"
        return f"turn { {0.0: 'right', 90.0: 'up', 180.0: 'left'}.get(piece.angle, between) }{tighter}"
    amount = f"{side} {abs(round(piece.angle, 1)):g}{mu if piece.kind == 'P' else degrees}"
    words = {"S": f"ahead {length}", "V": f"dive{tighter}", "L": "land", "R": f"roll {amount}", "P": f"slip {amount}"}
    return words.get(piece.kind, f"bank {amount}")


_MU = rf"\s+(?:for\s+)?{_LENGTH}(?![\d.])(?:\s*mu\b)?"
_DEGREES = rf"\s+{_ANGLE}(?![\d.])(?:\s*(?:degrees\b|\u00b0))?"
_BY = r"(?:\s+tighter(?:\s+([1-8])(?=\s+\d))?|\s+(wide)|\s+([a-z]))?"
_SAID: tuple[tuple[PieceKind, str, str, str], ...] = (
    ("L", r"lands?\b", "", "land"),
    ("V", r"dives?\b", rf"{_BY}{_MU}", "a length, as in dive 5"),
    ("R", r"rolls?\b(?:\s+(right|left)\b)?", _DEGREES, "degrees, as in roll left 90"),
    ("P", r"slips?\b(?:\s+(right|left)\b)?", r"\s+(\d)\b(?:\s*mu\b)?", "MU, as in slip right 2"),
    ("B", r"banks?\b(?:\s+(right|left)\b)?", _DEGREES, "degrees, as in bank left 30"),
    (
        "T",
        r"(?:turns?\b)?\s*(right|left|up)\b",
        rf"(?:\s+and\s+up{_DEGREES})?{_BY}{_MU}",
        "a length, as in turn right 8 or turn left and up 45 tighter 8",
    ),
    ("T", r"turns?\b", r"\b\B", "right, left or up"),
    ("V", r"(climb|rise|zoom|loop|immelmann)s?\b", r"\b\B", "turn up 5 for a climb or loop (an Immelmann is offered on S)"),
    ("S", r"(?:ahead|straight(?:\s+(?:on|ahead))?|forward|on)\b", _MU, "a length, as in ahead 5"),
    ("S", "", _MU[3:], "5"),
)
"""How a piece is said: how it begins, the rest of it, what that is."""
_PATTERNS = tuple((kind, re.compile(head), re.compile(head + rest), wanted) for kind, head, rest, wanted in _SAID)
_WORDS = ("ahead", "straight", "turn", "right", "left", "up", "dive", "roll", "slip", "bank", "land")


class PlanSlot(Slot):
    """A plan in words, or as it is written; the value is the latter. ``handling``: of an aircraft, by its id."""

    about = (
        "ahead 4.5, turn right 8, turn left and up 45 tighter 1 6, roll left 90, dive 5, slip right 2, bank left 30, land;"
        " all in MU, but degrees after up, roll and bank; a tighter template goes by its letter, too: turn right F 6"
    )

    def __init__(self, handling: Callable[[str], Handling]) -> None:
        self._handling = handling

    def read(self, reading: Reading, at: int, values: Said) -> Readings:
        handling, pieces, end = self._handling(values["craft"]), list[PlanPiece](), at
        while len(pieces) < MOST_PIECES and (read := self._piece(reading, end, handling, pieces)):
            pieces.append(read[0])
            end = read[1]
            if (comma := reading.word(end, (",", ";", "then"), "a comma and a further piece")) is None:
                yield written(pieces), end
                return
            end = reading.word(comma, ("then",), "") or comma
        if len(pieces) == MOST_PIECES:
            reading.miss(end, f"no more than {MOST_PIECES} pieces")
        elif not pieces:
            with suppress(PlanError):
                if plan := plan_of(reading.text[reading.start(at) :]):
                    yield written(plan), len(reading.text)

    def _piece(
        self, reading: Reading, at: int, handling: Handling, before: Sequence[PlanPiece]
    ) -> tuple[PlanPiece, int] | None:
        at, plain = reading.start(at), reading.plain.casefold()
        for kind, head, whole, wanted in _PATTERNS:
            if match := whole.match(plain, at):
                return self._piece_of(reading, kind, match, handling)
            if begun := head.match(plain, at):
                if kind == "S" and begun.end() == len(plain) > at:  # what is left of its MU
                    left = handling.reach - sum(piece.length_at(handling) for piece in before)
                    return PlanPiece("S", max(0.0, round(left, 3))), len(plain)
                if begun.end() > at:
                    reading.miss(begun.end(), wanted, ("right", "left") if kind in "TRPB" else (), worded=True)
                    return None
        reading.miss(at, "a piece of a move (ahead 5, turn right 8, roll left 90)", _WORDS)
        return None

    def _piece_of(
        self, reading: Reading, kind: PieceKind, match: re.Match[str], handling: Handling
    ) -> tuple[PlanPiece, int] | None:
        parts = match.groups()
        if kind == "L":
            return LANDING, match.end()
        if kind == "S":
            return PlanPiece(kind, float(parts[0])), match.end()
        if kind in "TV":
            number, wide, letter, length = parts[-4:]
            tighter = WIDE if wide else int(number or "tighter" in match[0])
            if letter and letter.upper() not in handling.letters:
                reading.miss(match.start(len(parts) - 1), f"template {' or '.join(dict.fromkeys(handling.letters))}")
                return None
            up = float(parts[1] or 0) if kind == "T" else 0.0
            side = {"right": up, "left": 180 - up, "up": 90.0}[parts[0]] if kind == "T" else 0.0
            tighter = handling.letters.index(letter.upper()) if letter else tighter
            return PlanPiece(kind, float(length), side, tighter), match.end()
        if parts[0] is None:
            reading.miss(match.start(2), "right or left")
            return None
        return PlanPiece(kind, 0.0, (-1 if parts[0] == "left" else 1) * float(parts[1])), match.end()

    def tell(self, value: str, values: Said) -> str:
        return in_words(plan_of(value))


# -- where it leads ----------------------------------------------------------------------------------------------------


def off_level(pose: SpacePose, rulings: PlanRulings) -> float:
    """Degrees by which body or wings are off level, the more of the two; upright or not. ``level_test``."""
    wings = degrees(asin(max(-1.0, min(1.0, abs(pose.right[2])))))
    if rulings.level_test == "bank-angle":
        wings = min(abs(pose.bank), 180 - abs(pose.bank))
    return max(abs(pose.nose), wings)


def near_level(pose: SpacePose, tables: Tables, rulings: PlanRulings) -> bool:
    """Whether body and wings are within 45 degrees of level. ICOG-5.5.4.1, ICOG-5.5.10.2."""
    return off_level(pose, rulings) <= tables.number("flight", "level-degrees") + EDGE


def is_inverted(pose: SpacePose, tables: Tables, rulings: PlanRulings) -> bool:
    """Whether an aircraft lies on its back, body and wings under 45 degrees off level. ICOG-5.5.19.1."""
    return pose.top[2] < 0 and off_level(pose, rulings) < tables.number("flight", "level-degrees") - EDGE


def flown(pose: SpacePose, piece: PlanPiece, handling: Handling, rulings: PlanRulings, part: float = 1.0) -> SpacePose:
    """Where a piece leads, or the first ``part`` of it. ICOG-5.5.2.1 to ICOG-5.5.10.2."""
    length = piece.length_at(handling) * part
    if piece.kind in "SL":
        return space.straight(pose, length)
    if piece.kind == "R":
        return space.rolled(pose, piece.angle * part, length)
    if piece.kind == "P":
        return space.slipped(pose, piece.angle * part, length)
    if piece.kind == "B":
        return space.rolled(pose, piece.angle * part)
    radius = handling.radius(piece.tighter)
    if piece.kind == "V":
        return space.turned(pose, radius, space.downward(pose), length, lift_in=rulings.dive_bank == "lift-in")
    end = space.turned(pose, radius, pose.side(piece.angle), length, lift_in=length >= handling.roll - GRAIN)
    if length >= handling.roll - GRAIN or rulings.carried_bank == "frame" or end.vertical:
        return end
    return space.rolled(SpacePose.level(*end.place, end.heading, end.nose), pose.bank)


def way_of(pose: SpacePose, plan: Sequence[PlanPiece], handling: Handling, rulings: PlanRulings) -> tuple[SpacePose, ...]:
    """Poses along a plan, about one for each MU, the start first and the end last."""
    way = [pose]
    for piece in plan:
        steps = max(1, round(piece.length_at(handling)))
        way += [flown(pose, piece, handling, rulings, step / steps) for step in range(1, steps + 1)]
        pose = way[-1]
    return tuple(way)


def end_of(pose: SpacePose, plan: Iterable[PlanPiece], handling: Handling, rulings: PlanRulings) -> SpacePose:
    """Where a plan ends."""
    for piece in plan:
        pose = flown(pose, piece, handling, rulings)
    return pose


def completed(plan: Plan, handling: Handling) -> Plan:
    """The plan with the rest of its MU flown straight on, before a bank. ICOG-5.5.2.1."""
    left = handling.reach - sum(piece.length_at(handling) for piece in plan)
    if left <= GRAIN:
        return plan
    before, last = (plan[:-1], plan[-1:]) if plan and plan[-1].kind in "BL" else (plan, ())
    if before and before[-1].kind == "S":
        before, left = before[:-1], left + before[-1].length
    return (*before, PlanPiece("S", round(left, 3)), *last)


def lands(plan: str) -> bool:
    """Whether a plan, as it is written, ends with a landing. ICOG-5.5.17.1."""
    return plan.split()[-1:] == [LANDING.kind]


def landings(pose: SpacePose, handling: Handling, rulings: PlanRulings) -> tuple[Plan, ...]:
    """Plans of a landing straight ahead: as it flies, or by a dive or a pull-up just so long that it ends on the ground."""
    touch = handling.tables.measure("touch")

    def plan_with(piece: PlanPiece, length: float) -> Plan:
        return completed((piece._replace(length=round(length, 3)), LANDING), handling)

    def height(plan: Plan) -> float:
        return end_of(pose, plan, handling, rulings).place[2]

    plans = [completed((LANDING,), handling)]
    dive = (PlanPiece("V"),) if near_level(pose, handling.tables, rulings) else ()
    for piece in (*dive, PlanPiece("T", 0.0, 90.0)):
        lengths = [part / 2 for part in range(1, round(2 * handling.reach))]
        for low, high in pairwise(lengths):
            if (height(plan_with(piece, low)) > 0) != (height(plan_with(piece, high)) > 0):
                while high - low > GRAIN:
                    middle = (low + high) / 2
                    same = (height(plan_with(piece, low)) > 0) == (height(plan_with(piece, middle)) > 0)
                    low, high = (middle, high) if same else (low, middle)
                plans.append(plan_with(piece, low))
                break
    ends = {plan: end_of(pose, plan, handling, rulings) for plan in plans}
    return tuple(
        plan
        for plan, end in ends.items()
        if abs(end.place[2]) <= touch and end.top[2] > 0 and near_level(end, handling.tables, rulings)
    )


def to_first_contact(pose: SpacePose, plan: Plan, handling: Handling, rulings: PlanRulings) -> Plan:
    """The plan of a landing, cut where its way first meets the ground, if it does in level flight or a turn."""
    for at, piece in enumerate(plan):
        pieces = max(1, round(4 * piece.length))

        def below(part: float, pose: SpacePose = pose, piece: PlanPiece = piece) -> bool:
            return flown(pose, piece, handling, rulings, part).place[2] < 0

        high = next((part / pieces for part in range(1, pieces + 1) if below(part / pieces)), 0.0)
        if high and piece.kind in "STV":
            low = high - 1 / pieces
            while (high - low) * piece.length > GRAIN:
                middle = (low + high) / 2
                low, high = (low, middle) if below(middle) else (middle, high)
            return (*plan[:at], piece._replace(length=round(piece.length * low, 3)), plan[-1])
        pose = flown(pose, piece, handling, rulings)
    return plan


# -- what is against it ------------------------------------------------------------------------------------------------


def against_plan(pose: SpacePose, plan: Plan, handling: Handling, rulings: PlanRulings) -> Iterator[Objection]:
    """What is against a plan that begins at a pose; each objection names the piece."""
    most, more = handling.actions, handling.number("more-actions")
    if (taken := actions_of(plan)) > most + more:
        # "By a Flying test, after announcing, he may act a third time"
        yield Objection("ICOG-5.5.1.1", f"its pilot has {most} actions, and by a test {more} more: this takes {taken}")
    yield from _against_state(pose, plan, handling, rulings)
    spent = slip = 0.0
    for number, piece in enumerate(plan, 1):
        name = f"piece {number} ({piece_in_words(piece)})"
        for rule, reason in _against_piece(pose, piece, handling, rulings):
            # handed on
            yield Objection(rule, f"{name}: {reason}")
            return  # what follows has no start
        if piece.kind == "B" and number < len(plan):
            # "has no place ahead of manoeuvres or among them"
            yield Objection("ICOG-5.5.9.2", f"{name}: an aircraft is banked after the whole move, not before a manoeuvre")
        if piece.kind == "L" and number < len(plan):
            # "Who has announced it and meets the runway"
            yield Objection("ICOG-5.5.17.1", f"{name}: an aircraft lands at the end of its move")
        slip += abs(piece.angle) if piece.kind == "P" else 0
        spent += piece.length_at(handling)
        if spent > handling.reach + GRAIN:
            left = handling.reach - spent + piece.length_at(handling)
            # "Speed divided by 10 is the way of a turn"
            yield Objection(
                "ICOG-2.1.1-a", f"{name} takes {piece.length_at(handling):g} MU, and {max(0.0, left):g} are left"
            )
            return
        pose = flown(pose, piece, handling, rulings)
    if slip > (most := handling.number("slip-most")):
        # "5 a phase at most"
        yield Objection("ICOG-5.5.10.1", f"at most {most} MU are slipped in a move, this slips {slip:g}")


def _against_state(pose: SpacePose, plan: Plan, handling: Handling, rulings: PlanRulings) -> Iterator[Objection]:
    """What is against a plan of an aircraft that is hit, or forced home."""
    first = plan[0] if plan else PlanPiece("S")
    if handling.straight:
        if any(piece.kind != "S" for piece in plan):
            # "by the table of aircraft with one engine"
            yield Objection("ICOG-6.3.10-a", "its pilot has fainted: it flies straight on")
    elif handling.wide and (first.tighter != WIDE or first.length < handling.reach / 2 - GRAIN):
        # "Aircraft with more engines have their own table"
        yield Objection(
            "ICOG-6.3.11-a", f"it begins with a wide turn ({handling.wide}) of {handling.reach / 2:g} MU or more"
        )
    elif handling.home is not None and not handling.wide and near_level(pose, handling.tables, rulings):
        end = end_of(pose, completed(plan, handling), handling, rulings)
        ahead = radians(handling.home)
        nearer = (end.place[0] - pose.place[0]) * sin(ahead) + (end.place[1] - pose.place[1]) * cos(ahead)
        off, before = (abs((each.heading - handling.home + 180) % 360 - 180) for each in (end, pose))
        if nearer <= GRAIN and off >= before - EDGE:
            # "leaves over his own edge by the straightest way"
            yield Objection("ICOG-6.3.14.3", "forced home, it comes nearer to its own edge, or turns towards it")


def _against_piece(pose: SpacePose, piece: PlanPiece, handling: Handling, rulings: PlanRulings) -> Iterator[tuple[str, str]]:
    if piece.kind in "STV" and piece.length <= 0:
        yield "ICOG-5.5.6-a" if piece.turns else "ICOG-5.5.2.1", "it has no length"
    if piece.turns:
        yield from _against_turn(pose, piece, handling, rulings)
    if piece.kind == "R" and not 0 < abs(piece.angle) <= (most := handling.number("roll-degrees")):
        yield "ICOG-5.5.3.1", f"a roll is of up to {most} degrees"
    if piece.kind == "P" and not near_level(pose, handling.tables, rulings):
        yield "ICOG-5.5.10.2", "a slip needs body and wings within 45 degrees of level"
    if piece.kind == "P" and not 1 <= abs(piece.angle) <= (most := handling.number("slip-most")):
        yield "ICOG-5.5.10.1", f"1 to {most} MU are slipped"
    if piece.kind == "B" and abs(piece.angle) > (most := handling.number("bank-degrees")):
        yield "ICOG-5.5.9.1", f"it may be banked by up to {most} degrees"


def _against_turn(pose: SpacePose, piece: PlanPiece, handling: Handling, rulings: PlanRulings) -> Iterator[tuple[str, str]]:
    wide = piece.tighter == WIDE and handling.wide and piece.kind == "T"
    if piece.tighter >= len(handling.letters) and not wide:
        most = len(handling.letters) - 1
        can = f"at most {most} tighter can be tried" if most else "no tighter template can be tried"
        yield "ICOG-5.5.6.1", f"at {handling.speed} km/h the template is {handling.letters[0]}, and {can}"
    elif piece.kind == "T":
        if not 0 <= piece.angle <= 180:
            yield "ICOG-5.5.5.1", "a turn goes to a side at or above the upper wing: roll first"
    elif not near_level(pose, handling.tables, rulings):
        yield "ICOG-5.5.4.1", "a vertical dive begins with body and wings within 45 degrees of level"
    else:
        longest = handling.radii[piece.tighter] * radians(space.to_straight_down(pose))
        if piece.length > longest + GRAIN:
            yield "ICOG-5.5.4.1", f"a vertical dive does not pass the vertical, which is {longest:.3f} MU away"
        elif rulings.dive_part == "to-vertical" and piece.length < longest - GRAIN:
            yield "ICOG-5.5.4.1", f"a vertical dive goes on to the vertical, which is {longest:.3f} MU away"
