"""What a ledger's page shows: the two forces, what is due, and the log with everything that was taken back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, cast

from aqmf_air.core.odds.summary import Luck, luck_of
from aqmf_air.core.play.events import History
from aqmf_air.core.play.session import Session
from aqmf_air.games.martian_front.ledger.attacks import Explosion
from aqmf_air.games.martian_front.ledger.claims import Claim
from aqmf_air.games.martian_front.ledger.ruleset import LedgerSetup
from aqmf_air.games.martian_front.ledger.upkeep import supplies_of
from aqmf_air.games.martian_front.orders.damaged_weapons import wild_weapons
from aqmf_air.games.martian_front.orders.morale_orders import must_test
from aqmf_air.games.martian_front.orders.turn import LOST
from aqmf_air.games.martian_front.profiles import SIDES
from aqmf_air.games.martian_front.rules.damage import TripodDamaged
from aqmf_air.games.martian_front.rules.morale import FAIL
from aqmf_air.games.martian_front.state import ActKind, Game, Unit
from aqmf_air.games.martian_front.ui.pages.ledger.claiming import rules_of
from aqmf_air.games.martian_front.ui.unit_looks import Looks, looks_of
from aqmf_air.web.address_dice import APP
from aqmf_air.web.live.table import Table

STEPPED = {"undo": "taken back", "redo": "brought back"}
"""Kinds of entries that change which claims count, in words."""


def setup_of(session: Session[Game]) -> LedgerSetup:
    """What a ledger began with."""
    return cast("LedgerSetup", session.header.setup)


def forces(session: Session[Game]) -> list[dict[str, Any]]:
    """Both sides as they stand, the one that acts now first."""
    game, setup = session.state, setup_of(session)
    looks, now = looks_of(rules_of(session).registry), {unit.id: unit for unit in (*game.fallen, *game.units)}
    made = []
    for side, name in zip(SIDES, setup.lists, strict=True):
        units = [now[one.id] for one in setup.units if one.side == side]
        points = [(game.type_of(one).points, game.in_play(one.id)) for one in units]
        made.append(
            {
                "side": side,
                "name": name,
                "rows": [_row(game, unit, looks) for unit in units],
                "points_left": sum(each for each, there in points if there),
                "points": sum(each for each, _ in points),
            }
        )
    return made if game.order[0] == SIDES[0] else made[::-1]


def _row(game: Game, unit: Unit, looks: Looks) -> dict[str, Any]:
    """A unit as it stands: what is left of it, what holds for it (``tags``), and what is so as a rule (``notes``)."""
    kind, there = game.type_of(unit), game.in_play(unit.id)
    machine = kind.kind == "tripod"
    left = (kind.armor - unit.elements[0].armor_lost if machine else len(unit.elements)) if there else 0
    return {
        "id": unit.id,
        "left": left,
        "most": kind.armor if machine else kind.elements,
        "counted": "Armor" if machine else "elements",
        "tags": list(_tags(game, unit, looks)) if there else [],
        "notes": list(_notes(game, unit, looks)) if there else [],
        "gone": "" if there else next((how for how in LOST if unit.has(how)), "gone"),
    }


def _tags(game: Game, unit: Unit, looks: Looks) -> Iterator[str]:
    if unit in must_test(game):
        yield "morale due"
    yield from looks.conditions(unit, game.turn)
    yield from (f"{weapon} hit" for weapon in wild_weapons(unit))


def _notes(game: Game, unit: Unit, looks: Looks) -> Iterator[str]:
    kind, loads = game.type_of(unit), Counter[str]()
    look = looks.of(kind)
    if (state := look.state(unit, kind)) in look.ringed:
        yield f"{look.verb} {state}"
    if any(done.by == unit.id and done.kind in (ActKind.FIRE, ActKind.SWEEP) for done in game.acted):
        yield "has fired"
    for _, weapon, left, _ in supplies_of(game, unit):
        loads[weapon] += left
    yield from (f"{n} {weapon.lower()}{'' if n == 1 or weapon.endswith('s') else 's'}" for weapon, n in loads.items())


def due(session: Session[Game]) -> list[tuple[str, str, str, str]]:
    """What the claims say that the rules ask for, and wrecks that blew up in the last entry: words, unit, kind, rule."""
    game, last = session.state, session.history[-1:]
    found = [
        (f"{event.unit} explodes: who is within 3 inches?", event.unit, Explosion.do, "HOST-TRIPOD-2")
        for event in (last[0].events if last else ())
        if isinstance(event, TripodDamaged) and event.exploded
    ]
    claims = [one for one in rules_of(session).orders if issubclass(one, Claim)]
    asked = ((claim, unit, claim.due(game, unit)) for claim in claims for unit in game.units)
    return [*found, *((one.reason, unit.id, claim.do, one.rule) for claim, unit, one in asked if one)]


def log(table: Table) -> list[dict[str, Any]]:
    """Every entry as it was told, the last first. What was taken back stays, and says so."""
    told, history, made = table.chronicle.of(""), History[int](), []
    for entry, line in zip(table.session.entries, told, strict=True):
        about, lines = history.note(entry.kind, entry.position), line["lines"]
        if entry.kind in STEPPED:
            words = "; ".join(told[about]["lines"]) or "nothing to tell of"
            lines = [f"Entry {about + 1} is {STEPPED[entry.kind]}: {words}"]
        elif isinstance(entry.command, Claim) and entry.command.overruled:
            lines = [*lines, "Out of its phase, as the players agreed."]
        here = any(roll.by == APP for roll in entry.rolls)
        made.append({**line, "number": entry.position + 1, "lines": lines, "here": here})
    return made[::-1]


def luck(session: Session[Game]) -> list[tuple[str, Luck, Luck]]:
    """Each side's damaging hits and the tests that it stood, against what it could expect, over all entries that count."""
    rolled: dict[tuple[str, str], list[Any]] = {(side, what): [] for side in SIDES for what in ("hits", "tests")}
    state = session.ruleset.initial(session.header.setup)
    for entry in session.history:
        command = entry.command
        assert isinstance(command, Claim)  # only claims count
        for question in session.ruleset.questions(state, command)[:1] if command.luck else ():
            odds, came = question.odds(), question.of(entry.events) if question.of else 0
            if command.luck == "tests":
                odds, came = odds.map(_stands), _stands(came)
            rolled[entry.by, command.luck].append((odds, int(came)))
        state = session.ruleset.after(state, entry.events)
    return [(side, luck_of(rolled[side, "hits"]), luck_of(rolled[side, "tests"])) for side in SIDES]


def _stands(outcome: Any) -> int:
    return int(outcome != FAIL)
