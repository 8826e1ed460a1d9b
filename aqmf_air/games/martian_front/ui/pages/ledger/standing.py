"""How the game of a ledger stands: both forces, what is due, the log, what an entry could be taken back with, and luck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, cast

from aqmf_air.core.odds.summary import Luck, luck_of
from aqmf_air.core.play.events import Entry, History
from aqmf_air.core.play.secrecy import lines_of
from aqmf_air.core.play.session import Session
from aqmf_air.core.play.undoing import taken_out
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
from aqmf_air.games.martian_front.ui.pages.ledger.sheet import rules_of
from aqmf_air.games.martian_front.ui.unit_looks import Looks, looks_of
from aqmf_air.web.address_dice import APP
from aqmf_air.web.live.table import LiveTable


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
        points = [game.type_of(one).points for one in units]
        left = [game.type_of(one).points for one in units if game.in_play(one.id)]
        rows = [_row(game, unit, looks) for unit in units]
        counts = {what: _sum(one for one in rows if one["counted"] == what) for what in ("elements", "Armor")}
        about: dict[str, Any] = {"side": side, "name": name, "points_left": sum(left), "points": sum(points)}
        made.append({**about, "rows": rows, "counts": {what: sums for what, sums in counts.items() if sums[1]}})
    return made if game.order[0] == SIDES[0] else made[::-1]


def _sum(rows: Iterable[dict[str, Any]]) -> tuple[int, int]:
    """How much is left of units, and how much they began with."""
    counted = [(one["left"], one["most"]) for one in rows]
    return sum(left for left, _ in counted), sum(most for _, most in counted)


def _row(game: Game, unit: Unit, looks: Looks) -> dict[str, Any]:
    """A unit as it stands: what is left of it, what holds for it (``tags``), and what is so as a rule (``notes``)."""
    kind, there = game.type_of(unit), game.in_play(unit.id)
    machine = kind.kind == "tripod"
    left = (kind.armor - unit.elements[0].armor_lost if machine else len(unit.elements)) if there else 0
    gone = "" if there else next((how for how in LOST if unit.has(how)), "gone")
    most, counted = (kind.armor, "Armor") if machine else (kind.elements, "elements")
    tags, notes = (list(said(game, unit, looks)) if there else [] for said in (_tags, _notes))
    return {"id": unit.id, "left": left, "most": most, "counted": counted, "tags": tags, "notes": notes, "gone": gone}


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


def about_of(session: Session[Game]) -> list[int]:
    """Of every entry of the log the position of the order that it is about: itself, or what it took back or put back."""
    history = History[int]()
    return [history.note(entry.kind, entry.position) for entry in session.entries]


def log(table: LiveTable) -> list[dict[str, Any]]:
    """Every entry as it was told, the last first; what was taken back stays. ``of`` is the entry that one is about."""
    session, told, made = table.session, table.chronicle.of(""), []
    for entry, about, line in zip(session.entries, about_of(session), told, strict=True):
        lines = line["lines"]
        if stepped := {"undo": "taken back", "redo": "put back"}.get(entry.kind):
            words = "; ".join(told[about]["lines"]) or "nothing to tell of"
            lines = [f"Entry {about + 1} is {stepped}: {words}"]
        elif isinstance(entry.command, Claim) and entry.command.overruled:
            lines = [*lines, "Out of its phase, as the players agreed."]
        here, counts = any(roll.by == APP for roll in entry.rolls), entry.kind == "command" and not line["undone"]
        made.append({**line, "number": entry.position + 1, "of": about + 1, "lines": lines, "here": here, "counts": counts})
    return made[::-1]


def taking_back(table: LiveTable, number: int) -> dict[str, Any] | None:
    """What taking an entry back leads to, in words: what stays, what comes of it then, and what falls with it."""
    if (out := taken_out(table.session, number - 1)) is None:
        return None
    told = {line["number"]: line["lines"] for line in log(table)}

    def said(entry: Entry) -> dict[str, Any]:
        return {"number": entry.position + 1, "lines": told[entry.position + 1], "now": []}

    stay = []
    for one in out.stay:
        now = lines_of(table.session.ruleset, one.events, one.before)
        stay.append({**said(one.entry), "now": now if one.events != one.entry.events else []})
    return {**said(out.order), "stay": stay, "fall": [said(one) for one in out.fall]}


def luck(session: Session[Game]) -> list[tuple[str, Luck, Luck]]:
    """Each side's damaging hits and the tests that it stood, against what it could expect, over all entries that count."""
    rolled: dict[tuple[str, str], list[Any]] = {(side, what): [] for side in SIDES for what in ("hits", "tests")}
    state = session.ruleset.initial(session.header.setup)
    for entry in session.history:
        what = entry.command.luck if isinstance(entry.command, Claim) else ""
        for question in session.ruleset.questions(state, entry.command)[:1] if entry.command and what else ():
            odds, came = question.odds(), question.of(entry.events) if question.of else 0
            if what == "tests":
                odds, came = odds.map(lambda end: int(end != FAIL)), came != FAIL
            rolled[entry.by, what].append((odds, int(came)))
        state = session.ruleset.after(state, entry.events)
    return [(side, luck_of(rolled[side, "hits"]), luck_of(rolled[side, "tests"])) for side in SIDES]
