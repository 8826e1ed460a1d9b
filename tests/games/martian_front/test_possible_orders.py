"""What a unit may do is what the orders say: nothing that is offered is missing, nothing that is refused is allowed."""

from __future__ import annotations

from typing import cast

import pytest

from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.core.dice.sources import seeded
from aqmf_air.games.martian_front.chapters.possible_orders import UnitKind, abilities, never_fires, possible_orders
from aqmf_air.games.martian_front.ledger.claims import Claim
from aqmf_air.games.martian_front.ledger.ruleset import Ledger
from aqmf_air.games.martian_front.sequence import AllQuiet
from aqmf_air.games.martian_front.state import Game
from aqmf_air.games.martian_front.ui.pages.army.lists import web_ruleset
from aqmf_air.games.martian_front.ui.pages.ledger.sheet import kinds
from aqmf_air.plugins.kinds import POLICIES
from aqmf_air.web.shared_registry import ruleset as shared

MANY_WAYS = {"aircraft.ram", "host.move", "aircraft.fly"}
"""Orders of which not every one that is offered is an example, too."""


def _states(scenario: str, commands: int) -> list[Game]:
    """A game that its automatic sides play, order by order."""
    made = web_ruleset()
    choose = made.registry.of(POLICIES, made.id)["exact-odds"].choose
    state = made.initial(made.scenario(made.bundled(scenario), {}).setup)
    states = [state]
    for number in range(commands):
        found = next(((side, order) for side in state.active if (order := choose(made, state, side))), None)
        if found is None:
            break
        for event in made.decide(state, found[1], DiceTray(seeded(f"doings {number}"))):
            state = made.evolve(state, event)
        states.append(state)
    return states


@pytest.mark.parametrize("scenario", ["eyes-above"])  # tests/nightly has a large one
def test_what_is_offered_is_among_what_a_unit_may_do(scenario: str) -> None:
    made: AllQuiet = web_ruleset()
    for state in _states(scenario, 40)[::8]:
        legal = [offer for side in state.order for offer in made.legal(state, side)]
        for unit in state.units:
            judged = list(possible_orders(made, state, unit))
            may = {possible.ability.type for possible in judged if possible.allowed}
            known = {ability.type for ability in abilities(made, state.type_of(unit), state.rulings)}
            offered = [one.command for one in legal if one.subject == unit.id and one.command.type in known]
            assert {order.type for order in offered} <= may | MANY_WAYS
            allowed = [order for possible in judged for order in possible.allowed]
            assert [order for order in offered if order.type not in MANY_WAYS and order not in allowed] == []
            for possible in judged:
                assert bool(possible.allowed) is not bool(possible.against)


def test_types_have_the_deeds_of_their_weapons_and_traits() -> None:
    made = web_ruleset()

    def titles(name: str) -> set[str]:
        return {ability.title for ability in abilities(made, made.unit_type(name), made.rulings())}

    assert {"fire Medium Heat Ray", "sweep with Medium Heat Ray", "roll for the legs"} <= titles("Scout Tripod")
    assert {"lay Field Gun", "move"} <= titles("Field Gun Battery")
    assert {"fly", "run at the nearest tripod", "fire Heavy Machine Gun"} <= titles("Burgess-Dunne D8")
    assert "look for hidden units" in titles("Salmson 2") | titles("Martin S")
    drones, camel = UnitKind(made.unit_type("Drones")), UnitKind(made.unit_type("Sopwith Camel"))
    assert [one.rule for one in never_fires(made, drones, drones.type.weapons[0].weapon.name, camel, made.rulings())] == [
        "AIR-HIT-4"
    ]
    assert [one.rule for one in never_fires(made, camel, "any", camel, made.rulings())] == ["HOST-FIRE-1"]


def test_every_claim_that_is_called_something_has_a_form() -> None:
    rules = cast("Ledger", shared("aqmf-ledger"))
    claims = [one for one in rules.orders if issubclass(one, Claim)]
    assert {one.do for one in claims} == set(kinds(rules)) - {"wild"}
    assert all(one.deed for one in claims)
