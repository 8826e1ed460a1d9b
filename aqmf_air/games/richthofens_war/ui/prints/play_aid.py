"""The play aid: what both sides look up at the table, on one sheet. Its words are in ``data/aid.toml``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import cast

from aqmf_air.core.data.tables import package_file
from aqmf_air.core.play.rulings import Rulings
from aqmf_air.games.richthofens_war.rules.skill import NAMES, Status, in_fire, on_initiative
from aqmf_air.games.richthofens_war.ruleset import RichthofensWar
from aqmf_air.games.richthofens_war.rulings import RichthofenRulings
from aqmf_air.games.richthofens_war.state import TITLES
from aqmf_air.games.richthofens_war.tables import Number, Tables, tables_in_force
from aqmf_air.games.richthofens_war.ui.prints.table_views import table_of
from aqmf_air.games.richthofens_war.ui.prints.wording import IMPRINT, figures_of
from aqmf_air.printing.panels import Panel, PanelGlossary, PanelTable, Track, panel_sheet, settled
from aqmf_air.printing.paper import Sheets

TURNS = 20
"""Boxes of the turn track: what most fights last."""
SEGMENTS = {
    "tailing": ("tailing",),
    "initiative": ("initiative", "ties"),
    "movement": ("movement", "ground-fire", "declaring"),
    "combat": ("observers", "aces", "combat"),
    "end": ("end",),
}
"""The segments of a turn, each with its phases. TURN-1."""
PLAIN = ("tailing", "turn-costs", "maneuvers", "fire", "ground-fire", "deflection", "critical-hits", "bombing",
         "strafing-attacks")  # fmt: skip
"""Tables that stand there as they are in force."""
SKILLS: tuple[Status, ...] = ("ace", "double-ace", "novice")
CHANGES = ("other-than-tailed", "blind-spot", "wing-gun-alone", "british-wing-gun")
POINTS = ("aircraft", "bomber", "balloon", "photographs", "bombs", "trench", "spotting")


def aid(ruleset: RichthofensWar, rulings: Rulings) -> Sheets:
    """The sheet."""
    return panel_sheet("Play aid", IMPRINT, TURNS, track(), panels(ruleset, cast("RichthofenRulings", rulings)))


def track() -> Track:
    """The segments of a turn and their phases, in order."""
    titles = {str(phase): title for phase, title in TITLES.items()}
    return [(segment, [titles[phase] for phase in phases]) for segment, phases in SEGMENTS.items()]


def panels(ruleset: RichthofensWar, rulings: RichthofenRulings) -> tuple[Panel, ...]:
    """The panels under these rulings, with the tables that are in force."""
    tables = tables_in_force()
    made: dict[str, Callable[[], PanelTable]] = {name: partial(table_of, tables, name) for name in PLAIN}
    made |= {
        "initiative": partial(_initiative, tables, rulings),
        "skill": partial(_skill, tables, rulings),
        "changes": partial(_numbers, tables, "fire-changes", "Dice of fire", CHANGES),
        "points": partial(_numbers, tables, "points", "Points for", POINTS),
    }
    wording = PanelGlossary(figures_of(tables), made, ruleset.register, rulings)
    return (*wording.panels(package_file(__package__, "data/aid.toml")), settled(rulings))


def _initiative(tables: Tables, rulings: RichthofenRulings) -> PanelTable:
    """INIT-3 to INIT-10."""
    own = [(NAMES[one], sum(each.value for each in on_initiative(one, tables, rulings))) for one in SKILLS]
    for name, what in (("two-seater", "two-seater, no fighter"), ("f-schedule", "F schedule")):
        own.append((what, tables.number("initiative", name)))
    height = f"each {tables.number('initiative', 'height-step')} m above the lowest"
    return PanelTable(("Dice for the order", ""), [(height, "+1"), *((what, f"{value:+d}") for what, value in own)])


def _skill(tables: Tables, rulings: RichthofenRulings) -> PanelTable:
    """ACE-3, NOV-3."""
    found = [(NAMES[one], in_fire(one, tables, rulings)) for one in SKILLS]
    return PanelTable(("Dice of fire", "fires", "is the target"), [(name, f"{own:+d}", f"{-own:+d}") for name, own in found])


def _numbers(tables: Tables, table: str, head: str, names: Sequence[str]) -> PanelTable:
    rows = {row.name: row for row in tables.of.of(table, Number)}
    return PanelTable((head, ""), [(rows[name].what, f"{rows[name].value:+d}") for name in names])
