"""The record of a campaign, to be kept with a pencil: a squadron's men, its missions, and who brought down whom."""

from __future__ import annotations

from pathlib import Path

from aqmf_air.core.play.rulings import Rulings
from aqmf_air.games.richthofens_war.ruleset import RichthofensWar
from aqmf_air.games.richthofens_war.tables import Tables, tables_in_force
from aqmf_air.games.richthofens_war.ui.prints.table_views import span
from aqmf_air.games.richthofens_war.ui.prints.wording import IMPRINT, figures_of
from aqmf_air.printing.panels import filled
from aqmf_air.printing.paper import Sheets

NOTES = (
    "A victory of several is shared in equal parts: 1/2, 1/3. Aces have {ace} victories, double aces {double-ace}.",
    "A novice is a regular after his first victory, or after {crews.novice-missions} missions from which he and his machine "
    "come back in one piece: tick a box for each.",
    "A seriously wounded man misses {campaign.wounded-missions} missions.",
    "Who joins as a replacement rolls two dice, and is a novice on: {replacements}.",
)


def record(ruleset: RichthofensWar, rulings: Rulings) -> Sheets:
    """The sheets: a squadron's men on one page, missions and victories on the next."""
    tables = tables_in_force()
    figure, more = figures_of(tables), _figures(tables)
    said = [filled(one, lambda name: more.get(name) or figure(name)) for one in NOTES]
    data = {
        "notes": said,
        "ace": tables.standings.at("ace").victories,
        "double": tables.standings.at("double-ace").victories,
        "missions": tables.number("crews", "novice-missions"),
    }
    return Sheets(Path(__file__).with_name("campaign_record.typ"), {"title": "Campaign record", "imprint": IMPRINT, **data})


def _figures(tables: Tables) -> dict[str, str]:
    joining = [f"{one.role}, {one.nation} {span(one.novice)}" for one in tables.replacements]
    aces = {name: str(tables.standings.at(name).victories) for name in ("ace", "double-ace")}
    return {**aces, "replacements": "; ".join(joining)}
