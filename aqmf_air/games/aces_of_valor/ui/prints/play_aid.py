"""The play aid: the sequence of a mission and the rulings in force, on one sheet. Its words are in ``data/aid.toml``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from aqmf_air.core.data.tables import package_file
from aqmf_air.core.play.rulings import Rulings
from aqmf_air.games.aces_of_valor.ruleset import AcesOfValor
from aqmf_air.games.aces_of_valor.tables import Tables, tables_in_force
from aqmf_air.games.aces_of_valor.ui.prints.table_views import table_of
from aqmf_air.games.aces_of_valor.ui.prints.tables_in_force import IMPRINT
from aqmf_air.printing.grouped_tables import NO_MARKS
from aqmf_air.printing.panels import PanelGlossary, PanelTable, Track, panel_sheet, settled
from aqmf_air.printing.paper import Sheets

TRACK: Track = (
    ("Before a mission", ("Card", "Weather M1", "Fighters", "Take-off")),
    ("Each turn", ("Damaged F1", "Fly", "AA F5", "Event F6", "Task", "Land")),
    ("Each round of combat", ("Bomb rounds", "Initiative", "Actions", "Event C10")),
    ("After a mission", ("Points P1", "Spend P2", "Home S2", "Event")),
)
"""The steps of a mission. SEQ-1, RND."""
PLAIN = ("f5", "f6", "c3", "c7", "c8", "c10", "c11", "c15", "p2")
"""Tables that stand there as they are in force."""


def aid(ruleset: AcesOfValor, rulings: Rulings) -> Sheets:
    """The sheet."""
    tables = tables_in_force()
    made: dict[str, Callable[[], PanelTable]] = {name: partial(table_of, tables, name, NO_MARKS) for name in PLAIN}
    wording = PanelGlossary(figures_of(tables), made, ruleset.register, rulings)
    panels = (*wording.panels(package_file(__package__, "data/aid.toml")), settled(rulings))
    return panel_sheet("Play aid", IMPRINT, tables.number("turns"), TRACK, panels)


def figures_of(tables: Tables) -> Callable[[str], str]:
    """What ``turns`` stands for: the number of that name; of ``p1.patrol`` the points, of ``p2.repair`` the price."""

    def figure(name: str) -> str:
        table, dot, row = name.removeprefix("+").rpartition(".")
        value = {"p1": tables.points, "p2": tables.price}[table](row) if dot else tables.number(row)
        return f"{value:+d}" if name.startswith("+") else str(value)

    return figure
