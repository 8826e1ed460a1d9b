"""Records of men, and the initiative sheet with its numbers: empty, of a mission, or of a kept game as it stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from aqmf_air.api import PlainEvent, Rulings, capitalised
from aqmf_air.api.ui import Sheets, printed
from aqmf_air.games.clouds_of_glory import TITLE
from aqmf_air.games.clouds_of_glory.chapters.initiative import InitiativeRolled
from aqmf_air.games.clouds_of_glory.chapters.leaving import credit_of
from aqmf_air.games.clouds_of_glory.chapters.setting_up import opened
from aqmf_air.games.clouds_of_glory.sequence import InCloudsOfGlory, PhaseBegan, TurnBegan
from aqmf_air.games.clouds_of_glory.state import PILOT, CloudsGame, Craft, Credit, CrewMember, seat_of
from aqmf_air.games.clouds_of_glory.tables import Tables, tables_in_force
from aqmf_air.games.clouds_of_glory.ui.prints.tables import turn_boxes

DOCUMENT = Path(__file__).with_name("records.typ")
EMPTY = 8
"""Records and lines of an empty form."""
SKILLS = ("awareness", "flying", "gunnery")


@printed("records", "To note initiative and pilots, eight to a page.", pages=2, title="Pilot records", each="game")
def records(ruleset: InCloudsOfGlory, rulings: Rulings) -> Sheets:
    """Empty ones."""
    tables = tables_in_force()
    return _sheets(tables, [_line(None, None, None)] * EMPTY, [_record(None, None, 0)] * EMPTY, EMPTY, turn_boxes(tables))


def records_of(game: CloudsGame, events: Iterable[PlainEvent]) -> Sheets:
    """Those of the men of a fight, with what has happened in it. ICOG-1.1-a, ICOG-4.3.1, ICOG-4.3.2."""
    began = {craft.id: craft for craft in opened(game.setup).craft}
    rolled = turns_of(events)
    lines, men = [], []
    for craft in game.craft:
        for man in craft.crew:
            whole = began[craft.id].man(man.station).rerolls
            lines.append(_line(craft, man, whole, rolled.get(seat_of(craft.id, man.station), {})))
            own = Credit(craft.id, man.station)
            men.append(_record(craft, man, whole, sum(credit_of(game, other) == own for other in game.craft)))
    last = max(game.turn, game.setup.turns + 1)
    return _sheets(game.tables, lines, men, len(game.craft), last)


def turns_of(events: Iterable[PlainEvent]) -> Mapping[str, Mapping[int, Sequence[str]]]:
    """Of each man by turn: die, threats, base initiative, and the number by which he moves. ICOG-4.3.2, ICOG-4.2-a."""
    rolled: dict[str, dict[int, list[str]]] = {}
    turn = 0
    for event in events:
        match event:
            case TurnBegan():
                turn = event.turn
            case InitiativeRolled():
                cells = [str(event.die), f"{event.threats:+d}" if event.threats else "0", str(event.base), ""]
                rolled.setdefault(seat_of(event.craft, event.station), {})[turn] = cells
            case PhaseBegan(phase="movement"):
                for number, name in enumerate(event.waiting, 1):
                    rolled.setdefault(name, {}).setdefault(turn, ["", "", "", ""])[3] = str(number)
    return rolled


def _line(
    craft: Craft | None, man: CrewMember | None, rerolls: int | None, rolled: Mapping[int, Sequence[str]] | None = None
) -> dict[str, Any]:
    """A line of the initiative sheet. ICOG-4.3.1."""
    if craft is None or man is None:
        return {"name": "", "type": "", "marking": "", "awareness": "", "now": "", "rerolls": None, "spent": 0, "turns": {}}
    wounded = str(man.skill("awareness")) if man.wounds else ""
    return {
        "name": man.name,
        "type": craft.type if man.station == PILOT else f"{craft.type}, {man.station}",
        "marking": craft.marking,
        "awareness": str(man.awareness),
        "now": wounded,
        "rerolls": rerolls,
        "spent": max((rerolls or 0) - man.rerolls, 0),
        "turns": {str(turn): cells for turn, cells in (rolled or {}).items()},
    }


def _record(craft: Craft | None, man: CrewMember | None, rerolls: int, victories: int = 0) -> dict[str, Any]:
    """A man's record. ICOG-1.1-a."""
    if craft is None or man is None:
        texts = dict.fromkeys(("name", "aircraft", "station", "luck", "traits"), "")
        numbers = dict.fromkeys(("spent", "wounds", "victories"), 0)
        return (
            texts
            | numbers
            | {"skills": [(each.capitalize(), "", "") for each in SKILLS], "fortitude": None, "rerolls": None}
        )
    whole_and_now = [(name, getattr(man, name), getattr(man, name) - man.wounds) for name in SKILLS]
    return {
        "name": man.name,
        "aircraft": f"{capitalised(craft.marking)}, {craft.type}",
        "station": man.station,
        "skills": [(name.capitalize(), str(whole), str(now) if man.wounds else "") for name, whole, now in whole_and_now],
        "fortitude": man.fortitude,
        "luck": str(man.luck),
        "rerolls": rerolls,
        "spent": max(rerolls - man.rerolls, 0),
        "wounds": min(man.wounds, man.fortitude),
        "victories": victories,
        "traits": ", ".join(man.traits),
    }


def _sheets(tables: Tables, lines: Sequence[Any], men: Sequence[Any], numbers: int, last: int) -> Sheets:
    """``last``: the turn to which the initiative sheets go; a longer fight has more of them."""
    turns, ace = turn_boxes(tables), tables.number("people", "ace")
    firsts = [*range(1, last + 1, turns)]
    data = {"lines": lines, "firsts": firsts, "turns": turns, "men": men, "ace": ace, "numbers": numbers}
    return Sheets(DOCUMENT, {"title": "Records", "imprint": TITLE, **data})
