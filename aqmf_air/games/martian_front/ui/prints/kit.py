"""The print kit of an army list, as PDF: its roster with cards, its cards alone, or the templates under its rulings."""

from __future__ import annotations

from collections.abc import Sequence

from aqmf_air.core.data.names import by_name
from aqmf_air.core.play.rulings import settle
from aqmf_air.errors import DataError
from aqmf_air.games.martian_front.army.resolved_list import ResolvedList
from aqmf_air.games.martian_front.ruleset import AllQuiet
from aqmf_air.games.martian_front.ui.prints.deck import card_leaves
from aqmf_air.games.martian_front.ui.prints.roster_sheet import cards_of, roster_leaves
from aqmf_air.games.martian_front.ui.prints.templates import Terms, chosen_pieces, kit_of, template_leaves
from aqmf_air.printing.paper import PAPERS, Leaf, Scale, bound
from aqmf_air.printing.pdf import write_pdf

IMPRINT = "All Quiet on the Martian Front · Aircraft"
SHEETS = {
    "roster": "The list, its cards and its rules",
    "cards": "Its cards alone",
    "templates": "Gauge and templates",
}
DENSITIES = (8, 4)
"""Cards on a page; the first is the usual one."""


def kit_pdf(
    ruleset: AllQuiet, muster: ResolvedList, sheet: str, paper: str, per_page: int = DENSITIES[0], page: str = ""
) -> bytes:
    """One of ``SHEETS`` of a mustered list, at actual size; ``page`` opens share links, if there is one.

    Raises:
        UnknownNameError: there is no such sheet or paper.
        DataError: another number of cards on a page; a ruling that does not exist; a list without a unit to make a card of.
    """
    sheet = by_name({name: name for name in SHEETS}, sheet, "sheet")
    on = by_name(PAPERS, paper, "paper")
    if per_page not in DENSITIES:
        raise DataError(f"expected {' or '.join(map(str, DENSITIES))} cards on a page, got {per_page}", key="per-page")
    rulings = settle(ruleset.rulings, muster.army.rulings, f"army {muster.army.name!r}")
    leaves: Sequence[Leaf]
    if sheet == "templates":
        kit = kit_of(ruleset.registry)
        leaves = template_leaves(kit, chosen_pieces(kit), Terms(rulings), on)
    elif sheet == "cards":
        leaves = card_leaves(cards_of(ruleset, muster, rulings), per_page, on)
    else:
        leaves = roster_leaves(ruleset, muster, rulings, per_page, on, page)
    if not leaves:
        raise DataError("there is no unit in the list that a card could be made of: add one first", key="units")
    return write_pdf(bound(leaves, on, IMPRINT), muster.army.name, Scale())
