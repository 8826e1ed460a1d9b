"""What the play aid has on aircraft; its words are data, its numbers are asked of the rules that use them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from aqmf_air.core.data.tables import package_file
from aqmf_air.core.play.rulings import Rulings
from aqmf_air.games.martian_aircraft import units
from aqmf_air.games.martian_aircraft.designs.pricing import points_table
from aqmf_air.games.martian_aircraft.orders.scouting import to_discover, to_spot
from aqmf_air.games.martian_aircraft.orders.suicide_run import ramming_weapon
from aqmf_air.games.martian_aircraft.rules.morale import modifiers
from aqmf_air.games.martian_aircraft.rules.movement import allowance, gauge_of
from aqmf_air.games.martian_aircraft.rulings import aircraft_rulings
from aqmf_air.games.martian_front.rules.barrage import joint_rating, template_sizes
from aqmf_air.games.martian_front.rules.morale import Nerve, to_pass
from aqmf_air.games.martian_front.ui.prints.aid import figure_of, test_said
from aqmf_air.games.martian_front.ui.prints.templates import AidWords, inches
from aqmf_air.geometry.plane.track import Turn
from aqmf_air.printing.panels import PanelGlossary, PanelTable

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.ruleset import AllQuiet

ABOARD = range(4)
"""Bombs that the table of suicide runs goes to, and that are dropped together."""


def _moves() -> PanelTable:
    """AIR-MOVE-2."""
    moves = list(map(allowance, sorted({band.speed for band in points_table().band})))
    return PanelTable(
        ["Speed", *(inches(one.maximum) for one in moves)], [["a move, at least", *(inches(one.minimum) for one in moves)]]
    )


def _turns(rulings: Rulings) -> PanelTable:
    """AIR-MOVE-4."""
    turns = (30, 45, 60, 90, 180, 360)
    cost = gauge_of(units.figures()["base diameter"], aircraft_rulings(rulings)).cost
    return PanelTable(
        ["Turn", *(f"{one}°" for one in turns)], [["costs", *(inches(cost(Turn(one, "right"))) for one in turns)]]
    )


def _bombs() -> PanelTable:
    """AIR-BOMB-4, AIR-BOMB-6."""
    together = ABOARD[1:]
    rows = []
    for name in (units.LIGHT_BOMB, units.MEDIUM_BOMB):
        bomb = units.weapons()[name]
        assert bomb.barrage is not None  # bombs lay templates
        ratings = [joint_rating(bomb.barrage, number) for number in together]
        rows.append([name, f"{bomb.power:+d}", *(f"{one}: {inches(template_sizes()[one])}" for one in ratings)])
    return PanelTable(["Dropped together", "Power", *map(str, together)], rows)


def _crash() -> PanelTable:
    """AIR-RUN-3."""
    powers = [f"{ramming_weapon(one).power:+d}" for one in ABOARD]
    return PanelTable(["Bombs aboard", *map(str, ABOARD)], [["Power of the crash", *powers]])


def _wording(ruleset: AllQuiet, rulings: Rulings) -> PanelGlossary:
    tests = [Nerve("", units.KIND, lost, 1) for lost in (1, 2)]
    needs = [f"{one.lost} lost {to_pass(one, modifiers('morale', one)).total}+" for one in tests]
    worked_out = {
        "to discover": test_said(to_discover()),
        "to spot": test_said(to_spot(False)),
        "to spot by radio": test_said(to_spot(True)),
        "tests of aircraft": ", ".join(needs),
    }
    turns = partial(_turns, rulings)
    tables: dict[str, Callable[[], PanelTable]] = {"moves": _moves, "turns": turns, "bombs": _bombs, "crash": _crash}
    return PanelGlossary(figure_of(units.figures(), worked_out), tables, ruleset.register, rulings)


PANELS = (AidWords(package_file(__package__, "data/aid.toml"), _wording),)
