"""The decks of the game as cards to cut out: missions, events after a mission, optional rules."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from aqmf_air.api import Rulings, Sourced
from aqmf_air.api.ui import DAGGERS, SIGNS, Sheets, printed
from aqmf_air.games.aces_of_valor.sequence import AcesOfValor
from aqmf_air.games.aces_of_valor.tables import Tables, tables_in_force
from aqmf_air.games.aces_of_valor.ui.prints.tables import IMPRINT, event_cells, mission_cells

LINES = ("fighters", "2-seaters", "bombers", "objective", "its letter by", "targets", "points for")
"""What a card of a mission says, besides its name and how many there are of it."""


@printed("deck", "The cards of missions, events and options, to cut out, in card sleeves' size.", bars=True)
def deck(ruleset: AcesOfValor, rulings: Rulings) -> Sheets:
    """Each mission as often as the deck has it, then the other cards, each once."""
    data = {"title": "Cards", "imprint": IMPRINT, "cards": [*_cards(tables_in_force())]}
    return Sheets(Path(__file__).with_name("deck.typ"), data)


def _cards(tables: Tables) -> Iterator[dict[str, Any]]:
    for mission in tables.of.tables["missions"]:
        title, count, *cells = mission_cells(mission)
        lines = [(name.capitalize(), cell) for name, cell in zip(LINES, cells, strict=True) if cell]
        copies = int(count.rstrip("*"))
        for number in range(1, copies + 1):
            yield _card(mission, "Mission", f"{number} of {copies}", title, lines=lines)
    for event in tables.of.tables["events"]:
        id_, title, words, condition = event_cells(event)
        yield _card(event, "Event", id_, title, words=words, condition=condition)
    for option in tables.of.tables["options"]:
        yield _card(option, "Optional rule", option.card, option.title, words=option.rule)


def _card(row: Sourced, deck: str, number: str, title: str, **said: Any) -> dict[str, Any]:
    """A card as ``deck.typ`` reads it; at its foot the sign of its standing and what it says."""
    signs = dict(SIGNS)
    sign = DAGGERS[row.standing]
    stood = f"{sign.strip()} {signs.get(sign.strip(), '')}".strip()
    return {"deck": deck, "number": number, "title": title, "lines": [], "words": "", "condition": "", "sign": stood, **said}
