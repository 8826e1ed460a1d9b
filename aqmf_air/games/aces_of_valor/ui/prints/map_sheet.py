"""The sector map as a sheet, across the page."""

from __future__ import annotations

from pathlib import Path

from aqmf_air.core.play.rulings import Rulings
from aqmf_air.drawing import style
from aqmf_air.drawing.svg import Svg
from aqmf_air.games.aces_of_valor.ruleset import AcesOfValor
from aqmf_air.games.aces_of_valor.tables import tables_in_force
from aqmf_air.games.aces_of_valor.ui.prints.tables_in_force import IMPRINT
from aqmf_air.games.aces_of_valor.ui.sector_map import feature_signs, sector_map
from aqmf_air.printing.paper import Sheets

NOTES = (
    "A turn of flight is one sector, not across a corner, or a turn in the same sector.",
    "The guns of the enemy's half fire: F5.",
    "Rear: all sectors behind the trenches, those with balloons too.",
)


def sectors_sheet(ruleset: AcesOfValor, rulings: Rulings) -> Sheets:
    """The sheet, with the sectors that are in force today."""
    signs = []
    for words, drawn in feature_signs():
        sign = Svg(70, 70, words)
        with sign.group(transform="translate(35 35)"):
            for part in drawn.parts:
                sign.raw(part)
        signs.append({"words": words, "sign": on_paper(str(sign))})
    picture = sector_map(tables_in_force())
    drawn_map = {"map": on_paper(picture.document(placed=False)), "ratio": picture.width / picture.height}
    data = {"title": "The sector map", "imprint": IMPRINT, **drawn_map, "signs": signs, "notes": NOTES}
    return Sheets(Path(__file__).with_name("map_sheet.typ"), data)


def on_paper(svg: str) -> str:
    """A drawing with the fonts that are embedded in paper."""
    return svg.replace(style.SANS, "Source Sans Pro").replace(style.SERIF, "Source Serif Pro")
