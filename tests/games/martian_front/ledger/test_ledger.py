"""A ledger: what players claim is decided by the game's own rules, kept, and never hidden."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.dice import DiceTray, recorded
from aqmf_air.core.play.session import Session, new_header
from aqmf_air.errors import DataError, IllegalCommandError
from aqmf_air.games.martian_aircraft.chapters.bombing import Bombard
from aqmf_air.games.martian_aircraft.chapters.scouting import ScoutSearch, Spot
from aqmf_air.games.martian_aircraft.chapters.suicide_run import Ram
from aqmf_air.games.martian_aircraft.ledger.claims import HeavyBombs, RamTripod, ScoutHidden, SpotTarget
from aqmf_air.games.martian_front.army.lists import ArmyEntry
from aqmf_air.games.martian_front.chapters.artillery import Barrage
from aqmf_air.games.martian_front.chapters.damaged_weapons import RollForWeapon
from aqmf_air.games.martian_front.chapters.deployment import Bombardment
from aqmf_air.games.martian_front.chapters.heat_rays import SweepRay
from aqmf_air.games.martian_front.chapters.measuring import cover_of_unit
from aqmf_air.games.martian_front.chapters.moving import Stagger
from aqmf_air.games.martian_front.chapters.shooting import Shoot, working
from aqmf_air.games.martian_front.ledger.claims import Explosion, Fire, Lay, Sweep, Touched
from aqmf_air.games.martian_front.ledger.ruleset import Ledger
from aqmf_air.games.martian_front.ledger.upkeep import Correct, Finish, GoOn, MoraleTest, RollOff, RollScatter, TryToRally
from aqmf_air.games.martian_front.state import Game, phases
from aqmf_air.plugins.registry import load_registry
from tests.games.martian_front.ledger.forces import AIRCRAFT, HUMANS, MARTIANS, army, setup_of, two_forces
from tests.games.martian_front.wild import RULES as BOARD
from tests.games.martian_front.wild import wild

RULES = cast("Ledger", load_registry(entry_points=False).ruleset("aqmf-ledger"))


@pytest.fixture
def session() -> Session[Game]:
    return Session(RULES, new_header(RULES, two_forces(RULES), seed=1, game="table"), who_rolls=lambda ask: "player")


def out_of_phase(command: Any) -> Any:
    """The claim as players make it who say that it holds in whatever phase."""
    return replace(command, overruled=True)


def play(session: Session[Game], command: Any, by: str, *faces: Sequence[Any]) -> list[str]:
    """Carry it out with these dice, all of them, in whatever phase, and give what is told."""
    state = session.state
    command = out_of_phase(command)
    reply: Any = session.submit(command, by)
    for roll in faces:
        reply = session.answer(roll)
    told = []
    for event in reply.events:
        told.append(session.ruleset.tell(event, state))
        state = session.ruleset.evolve(state, event)
    return [line for line in told if line]


def refused(session: Session[Game], command: Any, by: str) -> str:
    with pytest.raises(IllegalCommandError) as bad:
        session.submit(command, by)
    return str(bad.value)


# -- two lists ------------------------------------------------------------------------------------------------------------


def test_units_are_called_as_players_call_them() -> None:
    ids = [unit.id for unit in RULES.initial(two_forces(RULES)).units]
    assert ids[:3] == ["US Infantry A", "US Infantry B", "US Command Squad"]
    assert [one.id for one in RULES.initial(two_forces(RULES)).unit("Drones").elements] == [
        "Drones 1",
        "Drones 2",
        "Drones 3",
    ]


def test_lists_that_do_not_make_a_game_are_refused() -> None:
    with pytest.raises(DataError, match="one human and one Martian list, got human and human"):
        setup_of(RULES, army("human", HUMANS), army("human", HUMANS))
    with pytest.raises(DataError, match="unknown unit 'Zeppelin'"):
        setup_of(RULES, army("human", (("Zeppelin", 1),)), army("martian", MARTIANS))
    one, other = ({"rulings": {"explosion_hits": value}} for value in ("automatic", "rolled"))
    with pytest.raises(DataError, match="the lists differ: "):
        setup_of(RULES, army("human", AIRCRAFT, **one), army("martian", MARTIANS, **other))


# -- aimed fire -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("HOST-HIT-1", "HOST-TRIPOD-1")
def test_machine_guns_wear_a_tripod_down(session: Session[Game]) -> None:
    guns = Fire(unit="Heavy Machine Gun Squad", weapon="Heavy Machine Gun", target="Scout Tripod")
    told = play(session, guns, "human", [6, 7, 8, 1, 1, 1, 1, 1, 1], [9, 9, 1], [1], [4])
    assert told[0].endswith("3 of 9 hit, 2 with damage")
    tripod = session.state.unit("Scout Tripod")
    assert (tripod.elements[0].armor_lost, tripod.has("stunned")) == (2, True)
    assert "has fired its Heavy Machine Gun in this phase (HOST-FIRE-1)" in refused(session, guns, "human")
    again = Fire(unit="US Infantry A", weapon="Rifle", target="Scout Tripod")
    (question,) = session.questions(again)
    assert question.targets[1].base == 8  # of ten, two are gone


@pytest.mark.rule("HOST-COVER-1", "HOST-LOS-2")
def test_circumstances_are_what_the_players_say(session: Session[Game]) -> None:
    ray = Fire(unit="Assault Tripod", weapon="Heavy Heat Ray", target="US Infantry A", cover="hard", distance=24)
    (question,) = session.questions(ray)
    assert [RULES.spell(one) for one in question.targets] == ["7+", "2+"]
    assert "reaches 24" in refused(session, Fire(**{**dict(ray), "distance": 24.5}), "martian")
    assert "unknown cover 'soup'" in refused(session, Fire(**{**dict(ray), "cover": "soup"}), "martian")
    assert "not a unit of the human side" in refused(session, ray, "human")
    assert "has 1 elements left, not 2" in refused(session, Fire(**{**dict(ray), "elements": 2}), "martian")


@pytest.mark.rule("AIR-GUN-2", "AIR-HIT-4", "AIR-ALT-3", "HOST-BARRAGE-4")
def test_the_rules_of_a_kind_have_their_say(session: Session[Game]) -> None:
    guns: dict[str, Any] = {"unit": "Burgess-Dunne D8", "weapon": "Heavy Machine Gun", "target": "Scout Tripod"}
    assert "AIR-GUN-2" in refused(session, Fire(**guns, arc="aft"), "human")
    assert not RULES.objections(session.state, out_of_phase(Fire(**guns, arc="forward")), "human")
    drones: dict[str, Any] = {"unit": "Drones", "weapon": "Light Heat Ray"}
    assert "AIR-HIT-4" in refused(session, Fire(**drones, target="Burgess-Dunne D8"), "martian")
    ray: dict[str, Any] = {"unit": "Scout Tripod", "weapon": "Medium Heat Ray"}
    assert "AIR-ALT-3" in refused(session, Fire(**ray, target="Salmson 2"), "martian")
    assert "say who is under it" in refused(
        session, Fire(unit="Grenadier Tripod", weapon="Black Dust", target="US Infantry A"), "martian"
    )


@pytest.mark.rule("HOST-TRIPOD-2")
def test_a_weapon_that_was_hit_goes_off_where_the_winner_of_a_roll_wants(session: Session[Game]) -> None:
    play(session, Fire(unit="Heavy Machine Gun Squad", weapon="Heavy Machine Gun", target="Scout Tripod"), "human",
         [6, 1, 1, 1, 1, 1, 1, 1, 1], [10], [5])  # fmt: skip
    ray: dict[str, Any] = {"unit": "Scout Tripod", "weapon": "Medium Heat Ray"}
    assert "both sides roll" in refused(session, Fire(**ray, target="US Infantry A"), "martian")
    assert play(session, RollOff(**ray), "martian", [3], [9]) == ["the human side aims the Medium Heat Ray of Scout Tripod"]
    wild = Fire(**ray, target="Drones", wild=True)
    assert play(session, wild, "human", [9], [9])[-1] == "Drones loses drone 1: 2 left"
    assert "has gone off" in refused(session, wild, "human")


def test_a_claim_is_the_order_with_what_players_say_for_what_is_measured() -> None:
    """A shot as it is measured on a board, said in a ledger: the same numbers, the same rule, the same odds."""
    shots = 0
    for seed in range(12):
        game, rules = wild(seed), BOARD.rules
        for offer in BOARD.legal(game, game.active[0]):
            order = offer.command
            if not isinstance(order, Shoot):
                continue
            unit, mount = game.unit(order.unit), order.mount(game)
            measures = order.measures(game, rules)
            cover = cover_of_unit(game, rules, game.unit(order.target))
            claim = Fire(unit=order.unit, weapon=order.weapon, target=order.target, cover=cover, distance=measures.distance)
            if measures.shots != mount.weapon.shots * sum(working(mount, element) for element in unit.present):
                continue  # not all of them bear
            (measured,), (claimed,) = order.questions(game, rules), claim.questions(game, rules)
            assert (claimed.title, claimed.rule, claimed.facts) == (measured.title, measured.rule, measured.facts)
            shots += 1
    assert shots > 10


# -- templates ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("HOST-BARRAGE-3", "HOST-BARRAGE-4")
def test_a_barrage_over_elements_that_are_alike_is_rolled_as_one_handful(session: Session[Game]) -> None:
    under = (Touched(unit="Drones", elements=3, cover="soft"), Touched(unit="Assault Tripod"))
    shells = Lay(unit="Field Gun Battery", weapon="Field Gun", under=under)
    told = play(session, shells, "human", [6, 5, 10], [4, 9], [5])
    assert told[0] == (
        'Field Gun Battery lays Field Gun, 4" across; under it the Drones and the Assault Tripod: '
        "damage to 2 drones of the Drones"
    )
    (question,) = RULES.questions(RULES.initial(session.header.setup), shells)
    odds = question.odds()
    each = {"hit": 5 / 10 * 7 / 10, "tripod": 5 / 10 * 3 / 10}
    assert float(odds[0]) == pytest.approx((1 - each["hit"]) ** 3 * (1 - each["tripod"]))
    assert "has 1 elements left, not 3" in refused(session, Lay(**{**dict(shells), "unit": "Field Gun Battery"}), "human")


@pytest.mark.rule("HOST-RAY-3", "AIR-HIT-3", "AIR-ALT-3")
def test_a_sweep_touches_friend_and_foe_on_the_ground_and_low_in_the_air(session: Session[Game]) -> None:
    under = (Touched(unit="US Infantry A", elements=2), Touched(unit="Burgess-Dunne D8"), Touched(unit="Drones"))
    ray: dict[str, Any] = {"unit": "Scout Tripod", "weapon": "Medium Heat Ray"}
    assert "Salmson 2 flies high and may not be attacked" in refused(
        session, Sweep(**ray, under=(Touched(unit="Salmson 2"),)), "martian"
    )
    told = play(session, Sweep(**ray, under=under), "martian", [5, 4], [9], [2], [10], [10])
    assert told[0].endswith("damage to US Infantry A 1 and Drones, drone 1")
    assert session.state.unit("US Infantry A").lost == 1
    shells = Lay(unit="Field Gun Battery", weapon="Field Gun", under=(Touched(unit="Burgess-Dunne D8"),))
    assert "flies, and is never under a template (AIR-BOMB-7)" in refused(session, shells, "human")


@pytest.mark.rule("HOST-TRIPOD-3")
def test_an_explosion_is_rolled_for_by_the_other_side(session: Session[Game]) -> None:
    play(session, Correct(unit="Scout Tripod", armor=0), "martian")
    blast = Explosion(
        unit="Scout Tripod", under=(Touched(unit="Drones", elements=2), Touched(unit="US Infantry B", cover="hard"))
    )
    assert "human side rolls" in refused(session, blast, "martian")
    assert "no wreck" in refused(session, Explosion(unit="Assault Tripod"), "human")
    told = play(session, blast, "human", [4, 3], [2])
    assert "damage to Drones, drone 1" in told[0]


@pytest.mark.rule("HOST-BARRAGE-5")
def test_scatter_is_told_in_words() -> None:
    human, martian = (
        army(side, units, rulings={"spotted_scatter": "scatters"})
        for side, units in (("human", HUMANS), ("martian", MARTIANS))
    )
    header = new_header(RULES, setup_of(RULES, human, martian), seed=1, game="table")
    session: Session[Game] = Session(RULES, header, who_rolls=lambda ask: "player")
    told = play(session, RollScatter(unit="Field Gun Battery"), "human", [5], [9])
    assert told == ['the shells of Field Gun Battery land 3" off the mark, 180 degrees clockwise from up the table']
    assert play(session, RollScatter(unit="Field Gun Battery"), "human", [5], [6]) == [
        "the shells of Field Gun Battery land on the mark"
    ]


@pytest.mark.rule("AIR-SPOT-3")
def test_by_default_spotted_fire_lands_on_its_mark(session: Session[Game]) -> None:
    assert "HOST-BARRAGE-5" in refused(session, RollScatter(unit="Field Gun Battery"), "human")
    assert not [one for one in RULES.legal(session.state, "human") if isinstance(one.command, RollScatter)]


# -- nerves ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("HOST-MORALE-1", "HOST-MORALE-3", "HOST-MORALE-4")
def test_who_lost_somebody_tests_before_the_game_goes_on(session: Session[Game]) -> None:
    play(session, Fire(unit="Scout Tripod", weapon="Medium Heat Ray", target="US Infantry A"), "martian", [9], [9])
    assert "must test its morale first (HOST-MORALE-1)" in refused(session, GoOn(), "human")
    near = MoraleTest(unit="US Infantry A", squad_near=True)
    assert play(session, near, "human", [5], [5]) == ["US Infantry A tests morale: fails", "US Infantry A routs"]
    assert "no morale test to make" in refused(session, near, "human")
    play(session, GoOn(phase="end"), "martian")
    assert play(session, TryToRally(unit="US Infantry A"), "human", [6]) == ["US Infantry A keeps running"]
    assert "has tried to rally" in refused(session, TryToRally(unit="US Infantry A"), "human")
    assert play(session, GoOn(first="martian"), "human") == ["turn 2: martian first movement"]
    assert session.state.order == ("martian", "human")


@pytest.mark.rule("HOST-MORALE-3")
def test_only_a_squad_that_stands_steadies(session: Session[Game]) -> None:
    play(session, Correct(unit="US Command Squad", marks=("routed",)), "human")
    play(session, Fire(unit="Scout Tripod", weapon="Medium Heat Ray", target="US Infantry A"), "martian", [9], [9])
    assert "no command squad" in refused(session, MoraleTest(unit="US Infantry A", squad_near=True), "human")


# -- by hand, and the end -------------------------------------------------------------------------------------------------


def test_a_correction_says_that_it_is_one_and_can_be_taken_back(session: Session[Game]) -> None:
    before = session.digest
    told = play(session, Correct(unit="US Infantry A", elements=3, marks=("routed",)), "human")
    assert told == ["by hand: US Infantry A: 3 elements left; routed"]
    assert len(session.state.unit("US Infantry A").elements) == 3
    play(session, Correct(unit="US Infantry A", elements=0), "human")
    assert not session.state.in_play("US Infantry A")
    play(session, Correct(unit="US Infantry A", elements=2, marks=()), "human")
    back = session.state.unit("US Infantry A")
    assert [one.id for one in back.elements] == ["US Infantry A 1", "US Infantry A 2"]
    assert not back.marks
    for _ in range(3):
        session.undo("martian")
    assert session.digest == before
    assert [entry.kind for entry in session.entries] == ["command"] * 3 + ["undo"] * 3


@pytest.mark.rule("HOST-HIDE-1", "HOST-HIDE-2")
def test_a_hidden_unit_comes_out_when_it_attacks_or_by_hand() -> None:
    hidden = army("martian", ())
    entries = tuple(ArmyEntry(unit=name, hidden=True) for name in ("Scout Tripod", "Assault Tripod"))
    setup = setup_of(RULES, army("human", HUMANS), replace(hidden, units=entries))
    session = Session(RULES, new_header(RULES, setup, seed=1, game="hidden"), who_rolls=lambda ask: "player")
    guns = Fire(unit="Heavy Machine Gun Squad", weapon="Heavy Machine Gun", target="Assault Tripod")
    assert "is not an enemy in the game" in refused(session, guns, "human")
    ray = Fire(unit="Scout Tripod", weapon="Medium Heat Ray", target="US Infantry A")
    assert "turns out to be Scout Tripod" in play(session, ray, "martian", [1])[0]
    play(session, Correct(unit="Assault Tripod", marks=()), "martian")
    assert not RULES.objections(session.state, out_of_phase(guns), "human")


CLAIMED = (
    (Fire(unit="US Infantry A", weapon="Rifle", target="Drones"), Shoot),
    (Fire(unit="Scout Tripod", weapon="Medium Heat Ray", target="Drones", wild=True), RollForWeapon),
    (Lay(unit="Field Gun Battery", weapon="Field Gun"), Barrage),
    (Lay(unit="Field Gun Battery", weapon="Field Gun", bombarded=True), Bombardment),
    (Sweep(unit="Scout Tripod", weapon="Medium Heat Ray"), SweepRay),
    (RollOff(unit="Scout Tripod"), Stagger),
    (RollOff(unit="Scout Tripod", weapon="Medium Heat Ray"), RollForWeapon),
    (RamTripod(unit="Burgess-Dunne D8", target="Scout Tripod"), Ram),
    (SpotTarget(unit="Salmson 2", target="Scout Tripod"), Spot),
    (ScoutHidden(unit="Salmson 2"), ScoutSearch),
    (HeavyBombs(unit="Burgess-Dunne D8"), Bombard),
)


@pytest.mark.rule("HOST-TURN-1", "HOST-BARRAGE-6", "AIR-HEAVY-2", "AIR-RUN-2")
@pytest.mark.parametrize(("claim", "order"), CLAIMED, ids=[f"{claim.type}-{order.__name__}" for claim, order in CLAIMED])
def test_a_claim_is_for_the_phases_of_the_order_that_is_claimed(claim: Any, order: Any) -> None:
    game = RULES.initial(two_forces(RULES))
    for at in range(len(phases())):
        scene = replace(game, phase=at)
        acts = scene.unit(claim.unit).side in scene.active
        assert bool(RULES.untimely(scene, claim)) == bool(order.timing.objections(scene) or not acts)
        assert not [one for one in RULES.objections(scene, out_of_phase(claim), "human") if "in this phase" in one.reason]


@pytest.mark.rule("HOST-LEDGER-1")
@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"elements": 6}, "never had more than 5 elements"),
        ({"armor": 3}, "are not counted"),
        ({"marks": ("drunk",)}, "nothing that is written by hand"),
        ({"supplies": ({"element": "US Infantry A 1", "weapon": "Rifle", "left": 1},)}, "carries no Rifle that is counted"),
    ],
)
def test_a_hand_cannot_write_everything(session: Session[Game], wrong: dict[str, Any], said: str) -> None:
    assert said in refused(session, Correct(unit="US Infantry A", **wrong), "human")


def test_the_players_end_it(session: Session[Game]) -> None:
    assert play(session, Finish(winner="draw"), "human") == ["the game is a draw: as the players agree"]
    assert "the game is over" in refused(session, GoOn(), "human")
    session.undo("human")
    assert session.ruleset.over(session.state) is None


def test_rolling_together_gives_what_each_roll_alone_would() -> None:
    """Fixed faces: the handful of a unit's elements, read one by one, is the rule of each element."""
    game = RULES.initial(two_forces(RULES))
    shells = Lay(unit="Field Gun Battery", weapon="Field Gun", under=(Touched(unit="Drones", elements=3),))
    table = DiceTray(recorded([(5, 4, 10), (5, 3)]))
    told = shells.decide(game, RULES.rules, table)
    assert [one.values for one in table.log] == [(True, False, True), (True, False)]
    assert cast("Any", told[0]).damaged == ("Drones 1",)
