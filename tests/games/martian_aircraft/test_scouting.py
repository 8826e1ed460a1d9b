from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb

import icepool
import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.chance import chances
from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.core.play.secrecy import UNSEEN
from aqmf_air.games.martian_aircraft.chapters.scouting import AreaSearched, discoveries, to_discover
from aqmf_air.games.martian_front.chapters.hiding import Arrival
from aqmf_air.games.martian_front.chapters.morale import UnitRouted
from aqmf_air.games.martian_front.chapters.moving import Moved, Placing
from aqmf_air.games.martian_front.chapters.to_hit import rolled
from aqmf_air.games.martian_front.state import Game, Reserve
from aqmf_air.games.martian_front.tables import unit_types as host_types
from aqmf_air.plugins.registry import Registry
from tests.conformance.scenarios import new_game
from tests.games.martian_front.field import Field, Units

HIDDEN = {"a": {"hidden": ""}, "b": {"hidden": ""}}
UNITS: Units = {
    "eye": ("Curtiss JN-4D Jenny", [(10, 10)]),
    "other": ("Curtiss R-2", [(20, 10)]),
    "spotter": ("Martin S", [(30, 10)]),
    "a": ("Scout Tripod", [(50, 90)]),
    "b": ("Assault Tripod", [(60, 90)]),
    "seen": ("Harvester Tripod", [(70, 90)]),
}
SEARCH = {"type": "aircraft.search", "unit": "eye"}


@pytest.fixture
def field(registry: Registry) -> Field:
    return Field(registry, UNITS, marks=HIDDEN)


@pytest.mark.rule("AIR-SCOUT-2")
def test_hidden_units_are_found_half_the_time(dice: Callable[..., DiceTray]) -> None:
    assert chances(rolled, to_discover()).of(True) == Fraction(1, 2)
    assert rolled(dice((6,)), to_discover())
    assert not rolled(dice((5,)), to_discover())


@pytest.mark.rule("AIR-SCOUT-2")
@pytest.mark.parametrize("hidden", [0, 1, 4])
def test_each_hidden_unit_has_a_roll(hidden: int) -> None:
    odds = dict(chances(discoveries, hidden, to_discover()))
    assert odds == {k: Fraction(comb(hidden, k), 2**hidden) for k in range(hidden + 1)}
    theirs = hidden @ icepool.d10.map(lambda face: int(face >= 6))
    assert odds == {k: Fraction(q, theirs.denominator()) for k, q in theirs.items()}


@pytest.mark.rule("AIR-SCOUT-2")
def test_what_is_found_is_hidden_no_more(field: Field, dice: Callable[..., DiceTray]) -> None:
    happened = field.order(dice((5,), (6,)), "human", **SEARCH)
    assert happened[0]["type"] == "aircraft.searched"
    assert happened[0]["found"] == ["b"]
    assert "hidden" in field.marks("a")
    assert "hidden" not in field.marks("b")


@pytest.mark.rule("AIR-SCOUT-2")
def test_the_preview_of_a_search_is_of_all_that_is_hidden(field: Field) -> None:
    assert dict(field.odds(**SEARCH)) == {found: Fraction(comb(2, found), 4) for found in range(3)}
    assert field.targets(**SEARCH) == [str(to_discover())]


@pytest.mark.rule("AIR-SCOUT-2")
def test_each_scout_searches_once_a_turn(field: Field, dice: Callable[..., DiceTray]) -> None:
    field.order(dice((5,), (5,)), "human", **SEARCH)
    assert field.objections("human", **SEARCH) == ["AIR-SCOUT-2"]
    assert field.objections("human", **{**SEARCH, "unit": "other"}) == []
    field.go_to("first.combat", turn=2)
    assert field.objections("human", **SEARCH) == []


@pytest.mark.rule("AIR-SCOUT-2")
def test_under_the_other_ruling_one_search_is_all_there_is(registry: Registry, dice: Callable[..., DiceTray]) -> None:
    field = Field(registry, UNITS, marks=HIDDEN, rulings={"scout_rolls": "once"})
    field.order(dice((5,), (5,)), "human", **SEARCH)
    assert field.objections("human", **{**SEARCH, "unit": "other"}) == ["AIR-SCOUT-2"]


@pytest.mark.rule("AIR-SCOUT-2")
@pytest.mark.parametrize("ruling", [False, True])
def test_whether_spotters_scout_is_a_ruling(registry: Registry, ruling: bool) -> None:
    field = Field(registry, UNITS, marks=HIDDEN, rulings={"spotters_scout": ruling})
    assert (field.objections("human", **{**SEARCH, "unit": "spotter"}) == []) is ruling


@pytest.mark.rule("AIR-SCOUT-2")
def test_with_nothing_hidden_there_is_nothing_to_search_for(registry: Registry) -> None:
    assert Field(registry, UNITS).objections("human", **SEARCH) == ["AIR-SCOUT-2"]


@pytest.mark.rule("AIR-SCOUT-1")
def test_with_a_scout_in_play_the_human_side_knows_where_and_when_reinforcements_come(
    field: Field, registry: Registry
) -> None:
    without: Units = {name: unit for name, unit in UNITS.items() if name not in ("eye", "other")}
    known = (Arrival(side="martian", turn=3, sure=True, x=70, y=90, where="the north edge"),)
    for forces, told in ((field, known), (Field(registry, without), ())):
        seen = forces.ruleset.observe(with_one_to_come(forces.state), "human")
        assert seen.expected == told
        assert "straggler" not in seen.model_dump_json()  # what comes is told to nobody
        assert "Dominator Tripod" not in seen.model_dump_json()


@pytest.mark.rule("AIR-ALT-2", "AIR-SCOUT-1")
def test_a_low_scout_foresees_and_discovers_nothing(registry: Registry) -> None:
    low = {name: {"aircraft.altitude": "low"} for name in ("eye", "other")}
    field = Field(registry, UNITS, marks={**HIDDEN, **low})
    assert field.ruleset.observe(with_one_to_come(field.state), "human").expected == ()
    assert field.objections("human", **SEARCH) == ["AIR-ALT-2"]
    assert "aircraft.search" not in {offer.command.type for offer in field.ruleset.legal(field.state, "human")}


def with_one_to_come(game: Game) -> Game:
    """The game with a tripod of a kind that is not in play to come on where ``seen`` stands."""
    at = game.unit("seen")
    late = replace(at, id="straggler", type="Dominator Tripod")
    kind = next(one for one in host_types() if one.name == "Dominator Tripod")
    coming = (Reserve(unit=late, turn=3, sure=True, where="the north edge"),)
    return replace(game, reserves=coming, types=(*game.types, kind))


@pytest.mark.rule("AIR-SCOUT-3")
def test_a_scout_costs_60_points(field: Field) -> None:
    scouts = [unit for unit in field.ruleset.catalogue.values() if unit.has("Scout")]
    assert {unit.points for unit in scouts} == {60}


@pytest.mark.rule("HOST-HIDE-1", "AIR-SCOUT-2")
def test_what_is_discovered_is_named_as_the_side_knows_it_from_then_on() -> None:
    """Its number would tell that the reinforcement, whose type is secret, is of the same type."""
    session = new_game("eyes-above", 1)
    searched = AreaSearched(unit="scout-plane", turn=1, found=("stalker", "assault"))
    told = {reader: session.ruleset.tell(searched, session.state, reader) for reader in ("human", "", None)}
    assert told["human"] == told[""] == "Blériot XI discovers Scout Tripod and Assault Tripod"
    assert told[None] == "Blériot XI discovers Scout Tripod 1 and Assault Tripod"


@pytest.mark.rule("HOST-HIDE-1")
def test_a_line_is_kept_back_for_what_it_is_about_and_not_for_its_letters() -> None:
    session = new_game("eyes-above", 1)
    stalker = session.state.unit("stalker")
    units = (replace(one, id="up") if one is stalker else one for one in session.state.units)
    game = replace(session.state, units=tuple(units))
    to = tuple(Placing(x=one.x, y=one.y + 4) for one in game.unit("gunners").elements)
    told = session.ruleset.tell(Moved(unit="gunners", to=to), game, "human")
    assert "moves 4" in told
    assert told.endswith(" up")
    assert session.ruleset.tell(UnitRouted(unit="up"), game, "human") == UNSEEN
