"""Aircraft in a ledger: bombs are counted, last pilots ram, spotters and scouts look."""

from __future__ import annotations

from typing import Any, cast

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.chance import chances
from aqmf_air.core.play.session import Session, new_header
from aqmf_air.games.martian_aircraft.ledger.claims import DropBombs, HeavyBombs, RamTripod, Released, ScoutHidden, SpotTarget
from aqmf_air.games.martian_aircraft.state import bombs_aboard
from aqmf_air.games.martian_front.chapters.templates import number_struck
from aqmf_air.games.martian_front.ledger.claims import Touched
from aqmf_air.games.martian_front.ledger.ruleset import Ledger
from aqmf_air.games.martian_front.ledger.upkeep import Correct, GoOn, MoraleTest, Supply
from aqmf_air.games.martian_front.state import Game, PhasePart, phases
from aqmf_air.plugins.registry import load_registry
from tests.games.martian_front.ledger.forces import MARTIANS, army, setup_of
from tests.games.martian_front.ledger.test_ledger import out_of_phase, play, refused

RULES = cast("Ledger", load_registry(entry_points=False).ruleset("aqmf-ledger"))
D8 = "Burgess-Dunne D8"
FLYERS = ((D8, 1), ("Salmson 2", 1), ("Gotha G.V", 1), ("R.A.F. B.E.2c", 1))


@pytest.fixture
def session() -> Session[Game]:
    listed = setup_of(RULES, army("human", FLYERS), army("martian", MARTIANS))
    return Session(RULES, new_header(RULES, listed, seed=1, game="air"), who_rolls=lambda ask: "player")


def drop(number: int, *under: Touched, **bombs: int) -> Released:
    return Released(aircraft=f"{D8} {number}", under=under, **(bombs or {"light": 1}))


@pytest.mark.rule("AIR-BOMB-3", "AIR-BOMB-5", "AIR-BOMB-6", "AIR-BOMB-7")
def test_a_run_of_three_over_one_tripod(session: Session[Game]) -> None:
    over = Touched(unit="Assault Tripod")
    run = DropBombs(unit=D8, drops=tuple(drop(number, over) for number in (1, 2, 3)))
    (question,) = session.questions(run)
    assert [RULES.spell(one) for one in question.targets] == ["6+", "8+"]
    assert float(question.odds()[1]) == pytest.approx(1 - (1 - 0.15) ** 3)
    told = play(session, run, "human", [6], [8], [7], [5], [7], [1])
    assert told[0] == f"{D8}, aircraft 1 drops 1 Light Bomb"
    assert told[3].endswith("Assault Tripod: damage")
    assert session.state.unit("Assault Tripod").elements[0].armor_lost == 2
    assert bombs_aboard(session.state, session.state.unit(D8), f"{D8} 2") == {"Light Bomb": 0}
    assert "1 light bomb dropped, none aboard (AIR-BOMB-5)" in refused(session, run, "human")
    play(session, Correct(unit=D8, supplies=(Supply(element=f"{D8} 2", weapon="Light Bomb", left=1),)), "human")
    assert not RULES.objections(session.state, out_of_phase(DropBombs(unit=D8, drops=(drop(2, over),))), "human")
    at_aircraft = DropBombs(unit=D8, drops=(drop(2, Touched(unit=D8)),))
    assert "AIR-BOMB-7" in refused(session, at_aircraft, "human")


@pytest.mark.parametrize(("apart", "shape"), [(True, [1, 1, 2]), (False, [2, 2])])
def test_templates_lie_apart_or_over_the_same(session: Session[Game], apart: bool, shape: list[int]) -> None:
    over = Touched(unit="Drones", elements=2)
    run = DropBombs(unit=D8, drops=(drop(1, over), drop(2, over)), apart=apart)
    (question,) = session.questions(run)
    attacks = question.facts[0]
    assert sorted(map(len, attacks)) == shape
    assert question.odds().weights == chances(number_struck, attacks, "human").weights
    assert question.of is not None
    decided = chances(lambda dice: question.of(RULES.decide(session.state, run, dice)))  # type: ignore[misc]
    assert dict(question.odds()) == dict(decided)  # whichever of two drones is hit first


@pytest.mark.rule("AIR-MORALE-1", "AIR-MORALE-2", "AIR-RUN-1", "AIR-RUN-3", "AIR-RUN-4")
def test_a_last_pilot_rams(session: Session[Game]) -> None:
    from aqmf_air.games.martian_front.ledger.claims import Fire

    assert "not on a suicide run" in refused(session, RamTripod(unit=D8, target="Assault Tripod"), "human")
    play(session, Correct(unit=D8, elements=2), "human")
    play(session, Fire(unit="Scout Tripod", weapon="Medium Heat Ray", target=D8), "martian", [9], [9])
    told = play(session, MoraleTest(unit=D8), "human", [10])
    assert told[-1] == f"the last pilot of {D8} means to ram the nearest tripod"
    ram = RamTripod(unit=D8, target="Assault Tripod", cover="soft")
    (question,) = session.questions(ram)
    assert [RULES.spell(one) for one in question.targets] == ["7+", "8+"]  # Power +2, and one bomb aboard
    told = play(session, ram, "human", [7], [8], [7])
    assert told[0] == f"{D8} crashes into Assault Tripod and tears into it"
    assert not session.state.in_play(D8)
    assert "is out of the game" in refused(session, ram, "human")


@pytest.mark.rule("AIR-SPOT-2", "AIR-SCOUT-2", "AIR-HEAVY-2")
def test_eyes_in_the_air_and_a_heavy_bomber(session: Session[Game]) -> None:
    kinds = {unit.id: session.state.type_of(unit) for unit in session.state.units if unit.side == "human"}
    spotter = next(name for name, kind in kinds.items() if kind.has("Spotter"))
    scout = next((name for name, kind in kinds.items() if kind.has("Scout")), None)
    assert play(session, SpotTarget(unit=spotter, target="Drones"), "human", [7]) == [f"{spotter} spots Drones"]
    assert "has tried to spot" in refused(session, SpotTarget(unit=spotter, target="Drones"), "human")
    if scout:
        assert play(session, ScoutHidden(unit=scout, hidden=3), "human", [6, 5, 9]) == [
            f"{scout} discovers 2 of 3 hidden units"
        ]
    assert "is not a scout" in refused(session, ScoutHidden(unit=D8), "human")
    bomber = next(name for name, kind in kinds.items() if kind.has("Heavy Bomber"))
    before = next(at for at, phase in enumerate(phases()) if phase.part is PhasePart.BOMBARDMENT)
    offers = RULES.legal(replace(session.state, phase=before), "human")
    assert {type(offer.command) for offer in offers if offer.subject == bomber} == {HeavyBombs}  # it drops no others
    told = play(
        session, HeavyBombs(unit=bomber, under=(Touched(unit="Assault Tripod", cover="hard"),)), "human", [6], [8], [1]
    )
    assert told[-1] == f"{bomber} leaves the table"
    play(session, GoOn(), "human")


def wrong(**fields: Any) -> dict[str, Any]:
    return {"unit": D8, "drops": [{"aircraft": f"{D8} 1", "light": 1}], **fields}


@pytest.mark.parametrize(
    ("document", "said"),
    [
        (wrong(unit="Drones"), "not a unit of the human side"),
        (wrong(unit="Salmson 2"), "AIR-"),
        (wrong(drops=[{"aircraft": "nobody", "light": 1}]), "has no aircraft 'nobody'"),
        (wrong(drops=[{"aircraft": f"{D8} 1"}]), "drops no bomb there"),
        (wrong(drops=[{"aircraft": f"{D8} 1", "medium": 1}]), "1 medium bomb dropped, none aboard"),
    ],
)
def test_what_cannot_be_dropped_is_refused(session: Session[Game], document: dict[str, Any], said: str) -> None:
    command = RULES.codec.command({"type": "aircraft.drop_bombs", **document}, "test")
    assert said in refused(session, command, "human")
