"""What a ledger's page shows: the two forces, what is due, and the log with everything that was taken back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

from aqmf_air.core.odds.summary import Luck, luck_of
from aqmf_air.core.play.events import Entry, History
from aqmf_air.core.play.session import Session
from aqmf_air.games.martian_front.ledger.attacks import Explosion
from aqmf_air.games.martian_front.ledger.claims import Claim
from aqmf_air.games.martian_front.ledger.ruleset import Ledger
from aqmf_air.games.martian_front.ledger.setup import LedgerSetup
from aqmf_air.games.martian_front.orders.damaged_weapons import wild_weapons
from aqmf_air.games.martian_front.orders.morale_orders import must_test
from aqmf_air.games.martian_front.profiles import SIDES, Side
from aqmf_air.games.martian_front.rules.damage import TripodDamaged
from aqmf_air.games.martian_front.state import ActKind, Game, Unit
from aqmf_air.games.martian_front.ui.unit_looks import Looks, looks_of
from aqmf_air.web.address_dice import APP
from aqmf_air.web.live.table import Table

STEPPED = {"undo": "taken back", "redo": "brought back"}
"""Kinds of entries that change which claims count, in words."""


@dataclass(frozen=True)
class Row:
    """A unit as it stands."""

    id: str
    type: str
    left: int
    most: int
    counted: str
    """What is counted: ``Armor`` or ``elements``."""
    loads: tuple[str, ...]
    tags: tuple[str, ...]
    """What holds for it."""
    notes: tuple[str, ...]
    """What is so as a rule."""
    gone: str = ""
    """How it went, if it did."""


@dataclass(frozen=True)
class Force:
    """A side as it stands."""

    side: Side
    name: str
    rows: tuple[Row, ...]
    points_left: int
    points: int


def forces(session: Session[Game]) -> tuple[Force, Force]:
    """Both sides, the one that acts now first."""
    game = session.state
    setup: Any = session.header.setup
    assert isinstance(setup, LedgerSetup)
    looks = looks_of(cast("Ledger", session.ruleset).registry)
    order = {unit.id: at for at, unit in enumerate(setup.units)}
    made = []
    for side in SIDES:
        units = sorted((one for one in (*game.units, *game.fallen) if one.side == side), key=lambda one: order[one.id])
        points = [(game.type_of(one).points, game.in_play(one.id)) for one in units]
        made.append(
            Force(
                side,
                setup.lists[SIDES.index(side)],
                tuple(_row(game, unit, looks) for unit in units),
                sum(each for each, there in points if there),
                sum(each for each, _ in points),
            )
        )
    return (made[0], made[1]) if game.order[0] == "human" else (made[1], made[0])


def _row(game: Game, unit: Unit, looks: Looks) -> Row:
    kind, there = game.type_of(unit), game.in_play(unit.id)
    if kind.kind == "tripod":
        left, most, counted = (kind.armor - unit.elements[0].armor_lost if there else 0), kind.armor, "Armor"
    else:
        left, most, counted = (len(unit.elements) if there else 0), kind.elements, "elements"
    gone = "" if there else next((how for how in ("destroyed", "left", "caught") if unit.has(how)), "gone")
    if not there:
        return Row(unit.id, unit.type, left, most, counted, (), (), (), gone)
    loads, tags, notes = _loads(game, unit), _tags(game, unit, looks), _notes(game, unit, looks)
    return Row(unit.id, unit.type, left, most, counted, tuple(loads), tuple(tags), tuple(notes), gone)


def _loads(game: Game, unit: Unit) -> Iterator[str]:
    for mount in game.type_of(unit).weapons:
        if mount.weapon.range is None:
            used = sum(int(mark.value) for one in unit.elements for mark in one.used if mark.name == mount.weapon.name)
            left = mount.count * len(unit.elements) - used
            yield f"{left} {mount.weapon.name.lower()}{'' if left == 1 or mount.weapon.name.endswith('s') else 's'}"


def _tags(game: Game, unit: Unit, looks: Looks) -> Iterator[str]:
    if unit in must_test(game):
        yield "morale due"
    yield from looks.conditions(unit, game.turn)
    yield from (f"{weapon} hit" for weapon in wild_weapons(unit))


def _notes(game: Game, unit: Unit, looks: Looks) -> Iterator[str]:
    kind = game.type_of(unit)
    look, state = looks.of(kind), looks.state(unit, kind)
    if look and state in look.ringed:
        yield f"{look.verb} {state}"
    if any(done.by == unit.id and done.kind in (ActKind.FIRE, ActKind.SWEEP) for done in game.acted):
        yield "has fired"


# -- what is due ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Due:
    """Something that the rules ask for next."""

    said: str
    unit: str
    do: str
    rule: str


def due(session: Session[Game]) -> list[Due]:
    """What the claims say that the rules ask for, and wrecks that blew up in the last entry."""
    game = session.state
    last = session.history[-1] if session.history else None
    found = [
        Due(f"{event.unit} explodes: who is within 3 inches?", event.unit, Explosion.do, "HOST-TRIPOD-2")
        for event in (last.events if last else ())
        if isinstance(event, TripodDamaged) and event.exploded
    ]
    claims = (one for one in cast("Ledger", session.ruleset).orders if issubclass(one, Claim))
    asked = ((claim, unit, claim.due(game, unit)) for claim in claims for unit in game.units)
    return [*found, *(Due(one.reason, unit.id, claim.do, one.rule) for claim, unit, one in asked if one)]


# -- the log --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """An entry of the log, as a page tells it."""

    number: int
    kind: str
    by: str
    lines: tuple[str, ...]
    rolls: tuple[str, ...]
    here: bool
    """The app rolled some of its dice."""
    undone: bool
    """It was taken back, and does not count."""
    about: int
    """The number of the claim that it takes back or brings back; a claim's own."""
    undo_next: bool
    """It is the claim that would be taken back next."""
    redo_next: bool
    """It is the claim that would be brought back next."""


def log(table: Table) -> list[Line]:
    """Every entry, the last first. What was taken back stays, and says so."""
    session = table.session
    counts = {entry.position for entry in session.history}
    back, again = (claims[-1].position if claims else -1 for claims in (session.history, session.undone))
    told = [tuple(one["lines"]) for one in table.chronicle.of("")]
    made = []
    history: History[int] = History()
    for entry in session.entries:
        about = history.note(entry.kind, entry.position)
        if entry.kind == "command":
            agreed = isinstance(entry.command, Claim) and entry.command.overruled
            lines = (*told[about], *(("Out of its phase, as the players agreed.",) if agreed else ()))
        elif entry.kind == "rules":
            lines = ("From here on under the rules of today.",)
        else:
            words = "; ".join(told[about]) or "nothing to tell of"
            lines = (f"Entry {about + 1} is {STEPPED[entry.kind]}: {words}",)
        made.append(
            Line(
                number=entry.position + 1,
                kind=entry.kind,
                by=entry.by,
                lines=lines,
                rolls=tuple(f"{roll.label}: {', '.join(map(str, roll.faces))}" for roll in entry.rolls),
                here=any(roll.by == APP for roll in entry.rolls),
                undone=entry.kind == "command" and entry.position not in counts,
                about=about + 1,
                undo_next=entry.position == back,
                redo_next=entry.position == again,
            )
        )
    return made[::-1]


# -- luck -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LuckOf:
    """A side's luck: damaging hits that it made, tests that it stood."""

    side: Side
    hits: Luck
    tests: Luck


def luck(session: Session[Game]) -> tuple[LuckOf, ...]:
    """What each side rolled against what it could expect, over all entries that count."""
    hits: dict[str, list[Any]] = {side: [] for side in SIDES}
    tests: dict[str, list[Any]] = {side: [] for side in SIDES}
    state = session.ruleset.initial(session.header.setup)
    for entry in session.history:
        assert entry.command is not None  # only commands count
        for into, came in _came(entry):
            question = next(iter(session.ruleset.questions(state, entry.command)), None)
            if question is not None:
                odds = question.odds()
                if into == "tests":
                    tests[entry.by].append((odds.map(_stands), came))
                else:
                    hits[entry.by].append((odds, came))
        state = session.ruleset.after(state, entry.events)
    return tuple(LuckOf(side, luck_of(hits[side]), luck_of(tests[side])) for side in SIDES)


def _came(entry: Entry) -> Iterator[tuple[str, int]]:
    """What came up, where it can be held against odds: damaging hits of an attack, a test that was stood."""
    for event in entry.events:
        if isinstance(damaging := getattr(event, "damaging", None), int):
            yield "hits", int(damaging)
            return
        if isinstance(damaged := getattr(event, "damaged", None), tuple):
            yield "hits", len(damaged)
            return
        if event.type == "host.morale_tested":
            yield "tests", int(getattr(event, "result", "") != "fails")
            return


def _stands(outcome: str) -> int:
    return int(outcome != "fail")
