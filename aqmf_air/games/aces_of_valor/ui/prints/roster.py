"""The squadron roster: eight pilots to a page with skills, tiers, missions and kills; empty, or of a kept campaign."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from aqmf_air.core.play.events import PlainEvent
from aqmf_air.core.play.rulings import Rulings
from aqmf_air.games.aces_of_valor.counters import NATIONS, RANKS, SquadronMember
from aqmf_air.games.aces_of_valor.ruleset import AcesOfValor
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.games.aces_of_valor.tables import tables_in_force
from aqmf_air.games.aces_of_valor.ui.prints.campaign_record import empty_record, record_of
from aqmf_air.games.aces_of_valor.ui.prints.tables_in_force import IMPRINT
from aqmf_air.printing.paper import Sheets

HEAD = ("Squadron", "Nation", "Home airfield", "Missions", "Optional rules", "Victory points", "Mission", "Level")
BOXES = {"ready": "Ready", "flight": "Ready", "recovery": "Recovery", "lost": "Lost", "posted": "Lost"}


def roster(ruleset: AcesOfValor, rulings: Rulings) -> Sheets:
    """An empty roster."""
    lines = [_line(None)] * tables_in_force().number("squadron")
    return _sheets([(name, "") for name in HEAD], [lines], empty_record(), "eight pilots to a page")


def roster_of(game: Campaign, events: Iterable[PlainEvent]) -> Sheets:
    """The roster of a campaign as it stands: all who serve, then those who are gone; and its record, from all its events."""
    serving = sorted(game.squadron, key=lambda one: one.box in ("lost", "posted"))
    lines = [_line(one) for one in serving] or [_line(None)]
    each = game.tables.number("squadron")
    found = [lines[at : at + each] for at in range(0, len(lines), each)]
    pages = [[*page, *[_line(None)] * (each - len(page))] for page in found]
    options = ", ".join(game.options.cards) or "none"
    known = (
        "",
        NATIONS[game.nation].adjective if game.nation else "",
        game.home,
        str(game.missions or ""),
        options,
        str(game.vp),
        str(game.number or ""),
        game.winner or "",
    )
    return _sheets(list(zip(HEAD, known, strict=True)), pages, record_of(game, events), game.stage.when)


def _sheets(head: Sequence[tuple[str, str]], pages: Sequence[Any], record: Sequence[Any], about: str) -> Sheets:
    data = {"title": "Squadron roster", "imprint": IMPRINT, "about": about, "head": head, "pages": pages, "record": record}
    return Sheets(Path(__file__).with_name("roster.typ"), data)


def _line(one: SquadronMember | None) -> dict[str, Any]:
    """A pilot as ``roster.typ`` reads him; None: a line to be filled in."""
    if one is None:
        empty = dict.fromkeys(("name", "type", "air", "ground", "fate"), "")
        return {**empty, "tier": [], "marker": [], "flown": [], "state": [], "victories": 0, "targets": 0}
    state = [BOXES[one.box], *(["damaged"] if one.damaged else []), *(["upgraded"] if one.upgraded else [])]
    gone = f"{one.fate}, mission {one.lost}" if one.lost and one.fate else f"mission {one.lost}" if one.lost else one.fate
    return {
        "name": one.name,
        "type": one.type,
        "air": str(one.air),
        "ground": str(one.ground),
        "tier": [one.tier - 1],
        "marker": [RANKS[one.rank]] if one.rank else [],
        "flown": [n - 1 for n in one.flown],
        "state": state,
        "victories": one.victories,
        "targets": one.targets,
        "fate": gone,
    }
