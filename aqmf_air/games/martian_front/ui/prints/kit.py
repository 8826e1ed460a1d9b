"""The print kit: an army list, cards or templates as data of one Typst document, written as PDF."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from aqmf_air.core.data.names import by_name
from aqmf_air.core.play.rulings import settle
from aqmf_air.errors import DataError
from aqmf_air.games.martian_front.army.resolved_list import ResolvedList
from aqmf_air.games.martian_front.ruleset import AllQuiet
from aqmf_air.games.martian_front.ui.prints.cards import KEY
from aqmf_air.games.martian_front.ui.prints.roster import cards_of, list_of, rules_used
from aqmf_air.games.martian_front.ui.prints.templates import Terms, chosen_pieces, grouped, kit_of
from aqmf_air.printing.paper import PAPERS, Written, write_pdf

IMPRINT = "All Quiet on the Martian Front · Aircraft"
SHEETS = {
    "roster": "The list, its cards and its rules",
    "cards": "Its cards alone",
    "templates": "Gauge and templates",
}
DENSITIES = (8, 4)
"""Cards on a page; the first is the usual one."""
DOCUMENT = Path(__file__).with_name("kit.typ")
"""What it has of ``list``, ``cards`` (``per_page``), ``topics`` and ``groups`` (of templates) is printed, in this order."""


def write_kit(data: Mapping[str, Any], paper: str, scale: tuple[float, float] = (1, 1)) -> Written:
    """These data with their ``title`` as PDF."""
    return write_pdf(DOCUMENT, {"paper": PAPERS[paper], "imprint": IMPRINT, "key": KEY, **data}, scale)


def data_of_list(ruleset: AllQuiet, muster: ResolvedList, sheet: str, per_page: int, page: str = "") -> dict[str, Any]:
    """The data of one of ``SHEETS`` of a mustered list; ``page`` opens share links, if there is one.

    Raises:
        UnknownNameError: there is no such sheet.
        DataError: another number of cards on a page; a ruling that does not exist; a list without a unit to make a card of.
    """
    sheet = by_name({name: name for name in SHEETS}, sheet, "sheet")
    if per_page not in DENSITIES:
        raise DataError(f"expected {' or '.join(map(str, DENSITIES))} cards on a page, got {per_page}", key="per-page")
    rulings, title = settle(ruleset.rulings, muster.army.rulings, f"army {muster.army.name!r}"), muster.army.name
    if sheet == "templates":
        kit = kit_of(ruleset.registry)
        return {"title": title, "groups": grouped(kit, chosen_pieces(kit), Terms(rulings))}
    data = {"title": title, "cards": cards_of(ruleset, muster, rulings), "per_page": per_page}
    if sheet == "roster":
        types = tuple({line.type.name: line.type for line in muster.lines if line.type is not None}.values())
        return data | {"list": list_of(muster, rulings, page), "topics": rules_used(types, ruleset.register)}
    if not data["cards"]:
        raise DataError("there is no unit in the list that a card could be made of: add one first", key="units")
    return data


def kit_pdf(
    ruleset: AllQuiet, muster: ResolvedList, sheet: str, paper: str, per_page: int = DENSITIES[0], page: str = ""
) -> bytes:
    """One of ``SHEETS`` of a mustered list, at actual size.

    Raises:
        UnknownNameError: there is no such paper; and as :func:`data_of_list`.
    """
    paper = by_name({name: name for name in PAPERS}, paper, "paper")
    return write_kit(data_of_list(ruleset, muster, sheet, per_page, page), paper).content
