"""What the play aid has on aircraft; its numbers are asked of the rules that use them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

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
from aqmf_air.games.martian_front.ui.prints.aid import rule_text, test_said
from aqmf_air.games.martian_front.ui.prints.templates import PanelMaker, inches
from aqmf_air.geometry.plane.track import Turn
from aqmf_air.printing.panels import Table

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.ruleset import AllQuiet

ABOARD = range(4)
"""Bombs that the table of suicide runs goes to, and that are dropped together."""


def _movement(ruleset: AllQuiet, rulings: Rulings) -> Iterable[Any]:
    """AIR-MOVE-2, AIR-MOVE-4."""
    moves = list(map(allowance, sorted({band.speed for band in points_table().band})))
    yield Table(
        ["Speed", *(inches(one.maximum) for one in moves)], [["a move, at least", *(inches(one.minimum) for one in moves)]]
    )
    turns = (30, 45, 60, 90, 180, 360)
    cost = gauge_of(units.figures()["base diameter"], aircraft_rulings(rulings)).cost
    yield Table(["Turn", *(f"{one}°" for one in turns)], [["costs", *(inches(cost(Turn(one, "right"))) for one in turns)]])
    yield from rule_text(ruleset, "AIR-ALT-2", "AIR-ALT-3", "AIR-HIT-4", "AIR-HIT-5")


def _bombs(ruleset: AllQuiet, rulings: Rulings) -> Iterable[Any]:
    """AIR-BOMB-4, AIR-BOMB-6."""
    together = ABOARD[1:]
    rows = []
    for name in (units.LIGHT_BOMB, units.MEDIUM_BOMB):
        bomb = units.weapons()[name]
        assert bomb.barrage is not None  # bombs lay templates
        ratings = [joint_rating(bomb.barrage, number) for number in together]
        rows.append([name, f"{bomb.power:+d}", *(f"{one}: {inches(template_sizes()[one])}" for one in ratings)])
    yield Table(["Dropped together", "Power", *map(str, together)], rows)
    yield from rule_text(ruleset, "AIR-BOMB-1", "AIR-BOMB-2")


def _eyes(ruleset: AllQuiet, rulings: Rulings) -> Iterable[Any]:
    """AIR-SCOUT-2, AIR-SPOT-2."""
    found, plain, radio = (test_said(one) for one in (to_discover(), to_spot(False), to_spot(True)))
    yield f"Scout, once a turn for each hidden unit: found on {found}."
    yield f"Spotter, once a turn: a target is spotted on {plain}, with a radio on {radio}."
    yield from rule_text(ruleset, "AIR-SPOT-3")


def _nerve(ruleset: AllQuiet, rulings: Rulings) -> Iterable[Any]:
    """AIR-MORALE-1, AIR-RUN-1, AIR-RUN-3."""
    tests = [Nerve("", units.KIND, lost, 1) for lost in (1, 2)]
    needs = [f"{number.lost} lost {to_pass(number, modifiers('morale', number)).total}+" for number in tests]
    yield f"Morale of aircraft: {', '.join(needs)}; who fails is gone."
    yield from rule_text(ruleset, "AIR-RUN-1")
    powers = [f"{ramming_weapon(one).power:+d}" for one in ABOARD]
    yield Table(["Bombs aboard", *map(str, ABOARD)], [["Power of the crash", *powers]])


PANELS = (
    PanelMaker("Aircraft", "AIR-MOVE, AIR-ALT", _movement, 20),
    PanelMaker("Bombs", "AIR-BOMB", _bombs, 21),
    PanelMaker("Scouts and spotters", "AIR-SCOUT, AIR-SPOT", _eyes, 22),
    PanelMaker("Morale in the air", "AIR-MORALE, AIR-RUN", _nerve, 23),
)
