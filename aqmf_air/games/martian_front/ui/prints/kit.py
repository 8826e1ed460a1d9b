"""The print kit: an army list, its cards and rules, or templates, as data of one Typst document, written as PDF."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from aqmf_air import api
from aqmf_air.api.ui import DAGGERS, SIGNS, Sheets, panel_sheet, printed
from aqmf_air.games.martian_front.army.exchange.text import TIMES
from aqmf_air.games.martian_front.army.exchange.token import shared
from aqmf_air.games.martian_front.army.plugged_in import Finding
from aqmf_air.games.martian_front.army.resolved_list import ResolvedList, ResolvedUnit
from aqmf_air.games.martian_front.sequence import AllQuiet
from aqmf_air.games.martian_front.tables import UnitType
from aqmf_air.games.martian_front.ui.prints.aid import TURNS, aid_of, track
from aqmf_air.games.martian_front.ui.prints.cards import LEGEND, SIZES, Card, Condition, card_of, fire_of
from aqmf_air.games.martian_front.ui.prints.reference import rules_used
from aqmf_air.games.martian_front.ui.prints.templates import TemplateTerms, chosen_pieces, grouped, kit_of, printed_inches

IMPRINT = "All Quiet on the Martian Front · Aircraft"
SHEETS = {"roster": "The list, its cards and its rules", "cards": "Its cards alone", "templates": "Gauge and templates"}
DOCUMENT = Path(__file__).with_name("kit.typ")
"""What it has of ``list``, ``cards`` (of a ``size``), ``topics`` and
``groups`` (of templates) is printed, in this order."""


def sheets(**data: Any) -> Sheets:
    """The sheets with these data, a ``title`` among them."""
    return Sheets(DOCUMENT, {"imprint": IMPRINT, "signs": SIGNS, "legend": LEGEND, **data})


@printed("aid", "The turn and what to roll, on both sides of a sheet.", pages=2, title="Play aid")
def aid(ruleset: AllQuiet, rulings: api.Rulings) -> Sheets:
    """The play aid."""
    return panel_sheet("Play aid", IMPRINT, TURNS, track(), aid_of(ruleset, rulings))


@printed("cards", "A card for each unit, in the size of card sleeves.", bars=True, pages=12, title="Unit cards")
def deck(ruleset: AllQuiet, rulings: api.Rulings) -> Sheets:
    """A card of the usual size for each unit that there is."""
    return cards_of_types(ruleset, ruleset.catalogue.values(), rulings)


def cards_of_types(
    ruleset: AllQuiet, types: Iterable[UnitType], rulings: api.Rulings, size: str = next(iter(SIZES))
) -> Sheets:
    """A fresh card of each of these units, once; of a single one as many as a sheet has room for."""
    kinds = {kind.name: kind for kind in types}.values()
    cards = [card_of(ruleset, kind, rulings) for kind in kinds]
    return sheets(title="Unit cards", cards=cards, size=size, filled=len(cards) == 1)


@printed("templates", "To measure moves, arcs and blasts; with counters.", bars=True, pages=4, title="Gauges and templates")
def templates(ruleset: AllQuiet, rulings: api.Rulings) -> Sheets:
    """All gauges, templates and counters."""
    of_all, terms = kit_of(ruleset.registry), TemplateTerms(rulings)
    return sheets(title="Templates", groups=grouped(of_all, chosen_pieces(of_all, terms), terms))


def data_of_list(ruleset: AllQuiet, muster: ResolvedList, sheet: str, size: str, page: str = "") -> dict[str, Any]:
    """The data of one of ``SHEETS`` of a mustered list; ``page`` opens share links, if there is one.

    Raises:
        UnknownNameError: there is no such sheet, or size of card.
        DataError: a ruling that does not exist; a list without a unit to make a card of.
    """
    sheet = api.by_name({name: name for name in SHEETS}, sheet, "sheet")
    size = api.by_name({name: name for name in SIZES}, size, "card size")
    rulings, title = api.settle(ruleset.rulings, muster.army.rulings, f"army {muster.army.name!r}"), muster.army.name
    if sheet == "templates":
        return {**templates(ruleset, rulings).data, "title": title}
    data = {"title": title, "cards": cards_of(ruleset, muster, rulings), "size": size}
    if sheet == "roster":
        types = tuple({line.type.name: line.type for line in muster.lines if line.type is not None}.values())
        return data | {"list": list_of(muster, rulings, page), "topics": rules_used(types, ruleset.register)}
    if not data["cards"]:
        raise api.DataError("there is no unit in the list that a card could be made of: add one first", key="units")
    return data


def cards_of(ruleset: AllQuiet, muster: ResolvedList, rulings: api.Rulings) -> tuple[Card, ...]:
    """A card for each name, type and strength of unit in the list, in its order; those that are alike share it."""
    cards: dict[tuple[str, str, int], Card] = {}
    for line in muster.lines:
        if line.type is not None:
            key = (line.entry.name, line.type.name, line.elements)
            if key not in cards:
                elements = tuple(Condition(number) for number in range(1, line.elements + 1))
                fresh = card_of(ruleset, line.type, rulings)
                cards[key] = replace(fresh, name=line.entry.name, copies=0, elements=elements)
            cards[key] = replace(cards[key], copies=cards[key].copies + line.count)
    return tuple(cards.values())


def list_of(muster: ResolvedList, rulings: api.Rulings, page: str = "") -> dict[str, Any]:
    """A mustered list as ``kit.typ`` reads it; its problems are printed and keep nothing from being printed.

    The code on it leads to ``page``, which opens share links; without one that others can reach, the list itself is in it.
    """
    army, limit = muster.army, muster.army.limit
    left = limit - muster.points if limit is not None else 0

    def sentence(finding: Finding) -> str:
        text = "; ".join(filter(None, (finding.message, finding.fix)))
        return text[:1].upper() + text[1:]

    checked = {"To mend": muster.problems, "To think over": muster.warnings}
    settled = [described for described in api.describe(rulings) if described.value != described.default]
    findings: list[tuple[str, list[Any]]] = [
        *((title, [(finding.rule, sentence(finding)) for finding in entries]) for title, entries in checked.items()),
        ("In order", [] if muster.problems else ["The list keeps to every rule that is checked."]),
        (
            "Rulings",
            [(described.rule, f"{described.question} {dict(described.choices)[described.value]}") for described in settled],
        ),
    ]
    units = [_row(line) for line in muster.lines]
    return {
        "name": army.name,
        "about": f"{army.side.capitalize()} · {muster.points}{f' of {limit}' if limit is not None else ''} points",
        "units": units,
        "points": str(muster.points),
        "left": "" if limit is None else f"{left} left of {limit}" if left >= 0 else f"{-left} over {limit}",
        "key": [f"{sign} {meaning}" for sign, meaning in SIGNS if any(sign in unit["name"] for unit in units)],
        "findings": [(title, entries) for title, entries in findings if entries],
        "notes": army.notes.splitlines(),
        **_code(shared(army, page), page),
    }


def _row(line: ResolvedUnit) -> dict[str, Any]:
    """One entry: its units, with what the player calls them and has noted about them below."""
    kind, entry = line.type, line.entry
    dagger = DAGGERS[kind.standing] if kind is not None else " (unknown unit)"
    below = [entry.name and api.quoted(entry.name, api.TYPESET), "hidden" if entry.hidden else ""]
    below += [f"{option}: {value}" for option, value in entry.options.items()]
    profile = [printed_inches(kind.speed), str(kind.defense), str(kind.armor)] if kind is not None else [""] * 3
    fires = [fire_of(mount) for mount in kind.weapons] if kind is not None else []
    return {
        "weapons": [(fire.name, fire.does) for fire in fires],
        "name": (f"{line.count} {TIMES} " if line.count > 1 else "") + line.unit + dagger,
        "below": " · ".join(filter(None, (*below, " ".join(entry.notes.split())))),
        "numbers": [*profile, str(line.elements or "\N{EN DASH}"), str(line.each), str(line.points)],
    }


def _code(text: str, page: str) -> dict[str, Any]:
    """The QR code of the list with what it is for; or a line that says that no code holds it."""
    if not api.holds(text):
        return {"code": "", "code-note": ["This list is too long for a QR code: share it as a file."]}
    led = [f"Scan to open this list at {page}."]
    note = led if page else ["This code holds the whole list, as a token:", "scan it, and paste it under Army lists."]
    return {"code": api.svg_of(text, border=0), "modules": len(api.code_of(text).matrix), "code-note": note}
