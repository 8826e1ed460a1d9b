"""The game in the laboratory: its steps against the game's own orders, its moves against every move, whole duels."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.chance import chances
from aqmf_air.core.dice.dice import Dice
from aqmf_air.errors import QuestionError, UnknownNameError
from aqmf_air.games.richthofens_war.chapters import sights
from aqmf_air.games.richthofens_war.chapters.damage import AircraftLost
from aqmf_air.games.richthofens_war.chapters.fire import Fire, ShotResolved
from aqmf_air.games.richthofens_war.chapters.guns_and_jams import GunJammed
from aqmf_air.games.richthofens_war.chapters.paths import Start, reached, speeds
from aqmf_air.games.richthofens_war.chapters.sights import HexPlace, Passage
from aqmf_air.games.richthofens_war.lab.dogfight import APART, Craft, Dogfight, Effect, State, held
from aqmf_air.games.richthofens_war.lab.encounter import IDS, DogfightPosition, RichthofenTerms, turns_with_shot
from aqmf_air.games.richthofens_war.lab.laboratory import RichthofenLaboratory
from aqmf_air.games.richthofens_war.lab.manoeuvre import came_of
from aqmf_air.games.richthofens_war.sequence import RichthofenRulings
from aqmf_air.games.richthofens_war.state import Aircraft
from aqmf_air.games.richthofens_war.tables import tables
from aqmf_air.lab.markov_chain import kernel
from aqmf_air.lab.solving import chain_of, read_lineup, solved, tried
from aqmf_air.lab.workbench import Workbench
from aqmf_air.plugins.registry import load_registry

CAMEL, DR_I, D_III, D_VII = "Sopwith Camel", "Fokker Dr-I", "Albatros D-III", "Fokker D-VII"
HANNOVER = "Hannover CL-III, CL-IIIa"


def fight(one: str, other: str, *, replaced: bool = False, rulings: Any = None, **terms: Any) -> Dogfight:
    both = tables.shipped().aircraft.at(one), tables.shipped().aircraft.at(other)
    return Dogfight(both, rulings or RichthofenRulings(), RichthofenTerms(**terms), replaced=replaced)


def placed_at(one: Aircraft) -> HexPlace:
    return HexPlace(one.hex, one.facing, one.height)


@pytest.fixture(scope="module")
def laboratory() -> RichthofenLaboratory:
    return RichthofenLaboratory(load_registry().ruleset("richthofen"), RichthofenRulings())


PAIRINGS = [
    (CAMEL, D_VII, "on the tail", {}),
    (D_VII, CAMEL, "shot", {}),
    (D_III, "Sopwith Pup", "on the tail", {}),
    ("Sopwith Pup", D_III, "shot", {}),
    ("SE-5a", "Pfalz D-IIIa", "on the tail", {}),
    ("Nieuport 17, British", "Albatros D-II", "on the tail", {}),
    ("Spad XIII", "DFW C-V", "on the tail", {}),
    ("Spad VII", "Roland C-II", "shot", {}),
    ("RE-8", "Fokker E-III", "shot", {}),
    ("FE-2b", "Fokker E-III", "on the tail", {}),
    ("Bristol F2B", "Albatros D-V, D-Va", "on the tail", {"skill": "ace"}),
    ("DH-2", "Fokker E-III", "shot", {"skill": "novice"}),
    (DR_I, CAMEL, "on the tail", {"enemy_skill": "ace"}),
    (DR_I, "BE-2c", "on the tail", {"enemy_skill": "novice"}),
    ("Siemens-Schuckert D-IV", "DH-4", "shot", {}),
    ("Voisin III", "Hansa-Brandenburg C-I", "on the tail", {}),
    ("Sopwith Triplane", "Halberstadt CL-IV", "on the tail", {"range": 3}),
    ("Nieuport 11", "Fokker E-III", "on the tail", {}),
    (CAMEL, DR_I, "head-on", {}),
    ("Vickers FB-5", "Fokker E-III", "head-on", {}),
]


@pytest.mark.further(every=3)
@pytest.mark.parametrize(("one", "other", "kind", "terms"), PAIRINGS)
def test_the_first_shot_is_the_one_that_the_game_decides(one: str, other: str, kind: Any, terms: dict[str, Any]) -> None:
    """RW-FIRE-1, RW-JAM-1, RW-CRIT-1: every way of the order to fire, and what it does to the target."""
    met = fight(one, other, **terms)
    position = DogfightPosition(kind)
    (declared, _), *_ = met.encounter.shots(position, 0, ())
    game = met.encounter.at(position)
    last = replace(game.setup, turns=game.turn)  # the game is over when all have fired: nothing else is rolled
    game = replace(game, setup=last, phase="combat", declarations=(declared,))
    registry = load_registry()
    war = registry.ruleset("richthofen")
    order = Fire(aircraft=IDS[0], gun=declared.gun)
    assert not list(order.objections(game, "german", registry))

    def decided(dice: Dice) -> Effect:
        events = war.decide(game, order, dice)
        now = war.after(game, events).of(IDS[1])
        crippled = (now.speed_lost, now.schedule_lost, now.fuel is not None, now.gliding) != (0, 0, False, False)
        crippled |= any(gun.out for gun in now.guns) or any(man.health != "fit" for man in now.crew)
        lost = any(isinstance(event, AircraftLost) for event in events)
        (shot,) = (event for event in events if isinstance(event, ShotResolved))
        jams = tuple(event.gun for event in events if isinstance(event, GunJammed))
        damage = shot.damage if lost else now.damage
        return Effect(damage, "lost" if lost else "home" if crippled else "fights", jams)

    found = chances(decided, max_runs=5000)
    assert chances(met.gunnery._shot, position, 0, (), False, 0) == found
    assert found.where(lambda shot: shot.damage > 0) > Fraction(1, 8)


def test_what_fire_does_is_what_is_left() -> None:
    met = fight(CAMEL, "Bristol F2B", home=50)
    hurt, gone = met._hurt(0, Craft(6), "fights"), met._hurt(0, Craft(13), "fights")
    assert (hurt, gone) == (Craft(6), Craft(13, (), "lost"))
    assert met._hurt(0, Craft(7, ("left gun",)), "fights") == Craft(7, (), "home")
    assert met._hurt(1, Craft(0), "home") == Craft(0, (), "home")
    assert met._hurt(1, Craft(17, (), "home"), "fights") == Craft(17, (), "home")
    assert met._hurt(1, Craft(2), "lost") == Craft(18, (), "lost")


def test_jams_silence_guns_and_are_cleared_when_nobody_fires_them() -> None:
    """RW-JAM-3, RW-JAM-4, RW-SPEC-11: a Camel's jam silences both guns, an Albatros fires on with one, on column C."""
    tail = DogfightPosition("on the tail")
    camel, albatros = fight(CAMEL, D_III), fight(D_III, CAMEL)
    assert camel.encounter.shots(tail, 0, ("left gun",)) == ()
    ((_, single),) = albatros.encounter.shots(tail, 0, ("left gun",))
    assert single.row.fire == "C"
    for met in (albatros, fight("SE-5a", CAMEL)):  # a second jam is not kept
        first, second = (gun.name for gun in met.encounter.types[0].guns)
        assert met.gunnery._jams(0, {first, second}) == (first,)
    cleared = chances(camel.gunnery.fire, tail, 0, ("left gun",), False).map(lambda effect: effect.jams)
    assert cleared[()] == Fraction(1, 6)
    still = chances(albatros.gunnery.fire, tail, 0, ("left gun",), False).map(lambda effect: effect.jams)
    assert set(still) == {("left gun",)}  # who fires the other gun of a mount clears nothing
    assert chances(albatros.gunnery.fire, APART, 0, ("left gun",), False).map(lambda effect: effect.jams)[()] == Fraction(
        1, 6
    )
    observer = fight("FE-2b", CAMEL)
    gun = observer.encounter.types[0].guns[0].name
    assert chances(observer.gunnery.fire, APART, 0, (gun,), False).map(lambda effect: effect.jams)[()] == Fraction(1, 3)


def test_skill_counts_in_fire_for_who_has_it() -> None:
    """RW-ACE-3, RW-NOV-3."""

    def change(**terms: Any) -> int:
        ((_, way),) = fight(CAMEL, D_VII, **terms).encounter.shots(DogfightPosition("on the tail"), 0, ())
        return way.change

    usual = change()
    assert [change(skill=skill) - usual for skill in ("novice", "ace")] == [-1, 1]
    assert [change(enemy_skill=skill) - usual for skill in ("novice", "ace")] == [1, -1]


@pytest.mark.further
def test_no_gunner_fires_at_who_is_on_his_tail_one_step_lower(laboratory: RichthofenLaboratory) -> None:
    """RW-SPEC-2, RW-TAIL-4: a Hannover's biplane tail helps at the same height alone, and who moves later chooses his."""
    met = fight(CAMEL, HANNOVER).encounter
    (own, enemy), tail = (met.at(DogfightPosition("on the tail")).of(id_) for id_ in IDS), DogfightPosition("on the tail")
    assert (own.height, enemy.height) == (1950, 2000)
    assert sights.in_position(placed_at(own), placed_at(enemy), tables.shipped(), RichthofenRulings())
    assert [len(met.shots(tail, who, ())) for who in (0, 1)] == [1, 0]
    results = [laboratory.trial(name, "RE-8", RichthofenTerms()) for name in (HANNOVER, "Halberstadt CL-II")]
    one, other = (tried(trial, chain_of(trial)) for trial in results)
    assert one == pytest.approx(other, rel=0.1)  # its gunner does fire at others at the same height


def test_an_observer_fires_back_and_so_does_who_is_met_head_on() -> None:
    """RW-DECL-2, RW-DECL-7: nobody fires straight back over his tail."""
    met = fight(CAMEL, "RE-8")
    fires = {kind: [len(met.encounter.shots(DogfightPosition(kind), who, ())) for who in (0, 1)] for kind in
             ("apart", "head-on", "on the tail", "shot")}  # fmt: skip
    assert fires == {"apart": [0, 0], "head-on": [1, 1], "on the tail": [1, 0], "shot": [1, 1]}
    (declared, _), *_ = met.encounter.shots(DogfightPosition("shot"), 1, ())
    assert declared.by == "observer"
    assert not met.encounter.shots(DogfightPosition("head-on"), 1, (), home=True)


def test_tries_to_tail_and_the_order_of_moves_are_those_of_the_game() -> None:
    """RW-TAIL-8, RW-TAIL-14, RW-INIT-1: who is on a tail stays by a try, or by moving later."""
    met = fight(CAMEL, D_VII)  # E on D: row +1, 29 of 36
    follows = dict(came_of(met.encounter, held("on the tail", 0), 0, 50, follows=True))
    later = dict(came_of(met.encounter, held("on the tail", 0), 0, 50))
    first = dict(came_of(met.encounter, held("on the tail", 0), 1, 50))

    def share(came: dict[Any, int], kind: str) -> Fraction:
        return Fraction(came.get(kind, 0), sum(came.values()))

    won, half = Fraction(29, 36), Fraction(1, 2)
    odds = chances(met.moves, held("on the tail", 0), (False, False))
    stays = won * share(follows, "on the tail") + (1 - won) * half * share(later, "on the tail")
    assert odds[held("on the tail", 0)] == stays
    assert odds[held("on the tail", 1)] == (1 - won) * half * share(first, "on the tail")
    two_seater = fight(CAMEL, "RE-8")  # +1 for 200 m, -1 for a two-seater
    flees = chances(two_seater.moves, held("shot", 0), (False, True))  # one that moves later flies off
    assert flees == {held("on the tail", 0): Fraction(791, 1296), APART: Fraction(505, 1296)}
    met = fight(CAMEL, D_VII)
    ((kind, _),) = came_of(met.encounter, held("on the tail", 0), 1, 50, flees=True)
    gives_up = chances(met.moves, held("on the tail", 0), (True, False))  # who flies home tries no tail
    assert gives_up.of(APART) == half
    assert gives_up.of(held(kind, 1)) == half
    above = fight(CAMEL, "RE-8", higher="B")
    assert two_seater._initiative(two_seater.encounter.at(APART), 1) == -1
    assert above._initiative(above.encounter.at(APART), 1) == 0


def test_moves_are_counted_over_every_move_that_the_rules_allow() -> None:
    """RW-DECL-1, RW-TAIL-1, RW-BASE-1: a slow pair, every end of the one against every end of the other."""
    met = fight("Vickers FB-5", "BE-2c").encounter
    position = held("on the tail", 0)
    game = met.at(position)
    own, enemy = game.of(IDS[0]), game.of(IDS[1])

    def all_ends(one: Any) -> list[Any]:
        now = game.performance(one)
        return [
            end
            for speed in speeds(now, one.speed, 0, game.tables, game.rulings)
            for end in reached(Start(one.pose, one.height), speed, now, game.tables, game.rulings)
            if end.end.height == one.height and not (end.climb or end.dive)
        ]

    mine = [
        (HexPlace(end.before.pose.at, end.before.pose.facing, 2000), HexPlace(end.end.pose.at, end.end.pose.facing, 2000))
        for end in all_ends(own)
    ]
    theirs = {HexPlace(end.end.pose.at, end.end.pose.facing, 2000) for end in all_ends(enemy)}
    count: Counter[str] = Counter()
    for there in theirs:
        bears = [
            end
            for before, end in mine
            if sights.in_sights(Passage(before, end), "front", game.type_of(own), there, game.tables, game.rulings)
        ]
        tails = any(
            sights.in_position(end, there, game.tables, game.rulings) and sights.angle(end, there) == 0 for end in bears
        )
        count["on the tail" if tails else "shot" if bears else "apart"] += 1
    came = Counter[str]()
    for kind, ways in came_of(met, position, 0, 100):
        came["shot" if kind == "across" else kind] += ways
    share = {kind: Fraction(ways, sum(came.values())) for kind, ways in came.items()}
    assert share == {kind: Fraction(ways, sum(count.values())) for kind, ways in count.items()}
    safest = dict(came_of(met, position, 0, 20))
    assert Fraction(safest.get("on the tail", 0), sum(safest.values())) < share["on the tail"]


def test_who_flies_home_is_chased_or_gets_away() -> None:
    met = fight(CAMEL, "RE-8")
    home = Craft(14, (), "home")
    chased = chances(met.step, State(held("on the tail", 0), False, Craft(), home))
    assert {state.other.fate for state in chased} == {"home", "away"}
    assert all((state.position == APART) == (state.other.fate == "away") for state in chased)
    both = chances(met.step, State(APART, False, Craft(9, (), "home"), home))
    assert {(state.own.fate, state.other.fate) for state in both} == {("away", "away")}
    faster = fight("Fokker E-III", "SE-5a")
    slow = chances(faster.step, State(held("shot", 0), False, Craft(), Craft(11, (), "home")))
    assert sum(chance for state, chance in slow.items() if state.other.fate == "away") >= Fraction(1, 2)


@pytest.mark.further
def test_a_duel_is_fair_to_equals_and_the_same_from_both_sides(laboratory: RichthofenLaboratory) -> None:
    terms = RichthofenTerms(turns=8)

    def duel(one: str, other: str, terms: RichthofenTerms = terms) -> dict[str, Any]:
        meeting = laboratory.meeting(((one, 1),), ((other, 1),), terms)
        return solved(meeting, chain_of(meeting))

    alike = duel(CAMEL, DR_I)  # the same sheets under two names
    assert alike["ends"]["a"] == pytest.approx(alike["ends"]["b"])
    one, other = duel(CAMEL, "Fokker E-III"), duel("Fokker E-III", CAMEL)
    assert one["ends"]["a"] == pytest.approx(other["ends"]["b"])
    assert one["lost"]["b"] == pytest.approx(other["lost"]["a"])
    assert one["ends"]["a"] > 0.5 > 0.05 > one["ends"]["b"]
    tails = duel(CAMEL, DR_I, RichthofenTerms(turns=8, start="tail"))
    assert tails["ends"]["a"] > alike["ends"]["a"] > duel(CAMEL, DR_I, RichthofenTerms(turns=8, start="tailed"))["ends"]["a"]
    assert duel(CAMEL, DR_I, RichthofenTerms(turns=8, skill="ace"))["ends"]["a"] > alike["ends"]["a"]


def test_in_a_trial_a_foe_that_is_gone_is_replaced(laboratory: RichthofenLaboratory) -> None:
    trial = laboratory.trial(CAMEL, "Fokker E-III", RichthofenTerms())
    chain = chain_of(trial)
    assert tried(trial, chain)["gained"] > 100  # more than one of them
    beaten = [state for state in chain.states if state.beaten]
    assert {(state.other, state.position) for state in beaten} == {(Craft(), APART)}
    assert {trial.gained(state) for state in beaten if state.beaten == 15} == {100}
    assert {state.beaten for state in beaten} >= {15}  # lost; and less for one that got away
    assert min(state.beaten for state in beaten) < 15
    assert all(trial.over(state) == (state.own.fate in ("lost", "away")) for state in chain.states)
    gauntlet = laboratory.gauntlet("")
    assert gauntlet is not None
    assert gauntlet.anchor == CAMEL
    measured = {name: found for name in laboratory.forces() if (found := laboratory.played_out(name))}
    assert set(measured) == {name for name, force in laboratory.forces().items() if not force.idle}
    assert measured.pop(CAMEL) == pytest.approx((100, 100, 100), abs=0.01)  # it is what types are exchanged for
    assert all(worth.low < worth.value < worth.high for worth in measured.values())
    assert "is 1.00, that of the points asked 0.00 (without chance); 97.3% did" in laboratory.how_played()
    others = RichthofenLaboratory(laboratory.ruleset, RichthofenRulings(sights="straight-row"))
    assert others.played_out("Bristol F2B") is None  # by other rules nothing was measured
    assert {force.name for force in laboratory.yardsticks([])} == {CAMEL, D_III, D_VII, "RE-8"}


def test_forces_are_types_and_what_differs_in_name_alone_is_worked_out_once(laboratory: RichthofenLaboratory) -> None:
    forces = laboratory.forces()
    assert (forces[CAMEL].points, forces["Gotha G-IV"].points) == (100, 200)
    assert [one.name for one in forces.values() if one.idle] == ["Gotha G-IV", "Handley-Page O/400"]
    assert {one.kind for one in forces.values()} == {"scout", "two-seater", "heavy bomber"}

    def facts(one: str, **terms: Any) -> Any:
        return laboratory.facts(((one, 1),), (("RE-8", 1),), RichthofenTerms(**terms))

    assert facts("Albatros D-I") == facts("Albatros D-II", date="1917-03") != facts(D_III.replace("III", "V, D-Va"))
    assert facts("Sopwith 1 1/2 Strutter", date="1916-11") != facts("Sopwith 1 1/2 Strutter")
    assert laboratory.kept_away(forces[D_VII], RichthofenTerms(date="1917-04")) == "it flies from 1918-05 on, not in 1917-04"
    assert not laboratory.kept_away(forces[D_VII], RichthofenTerms(date="1918-05"))
    assert read_lineup("camel", laboratory) == ((CAMEL, 1),)
    assert read_lineup("D-VII", laboratory) == ((D_VII, 1),)
    with pytest.raises(UnknownNameError, match="did you mean Sopwith Camel"):
        read_lineup("Camle", laboratory)
    with pytest.raises(UnknownNameError, match="Bristol F2A"):
        read_lineup("Bristol", laboratory)
    bench = Workbench(load_registry(), "richthofen")
    for name, said in (("D-VII", "Fokker D-VII meets nobody"), ("Spad VII", "Camel, by which prices are measured, meets")):
        with pytest.raises(QuestionError, match=f"no price on these terms: .*{said}"):
            bench.prices(bench.to_be_priced([name]), RichthofenTerms(date="1917-04"))
    with pytest.raises(QuestionError, match="expected a year and a month"):
        RichthofenTerms(date="April")


def test_it_says_of_two_seaters_and_of_nothing_else_that_it_cannot_judge_them(laboratory: RichthofenLaboratory) -> None:
    unjudged = {name for name in laboratory.types if laboratory.cannot_judge(name)}
    assert unjudged == {name for name, one in laboratory.types.items() if one.crew > 1 and not one.bomber}
    assert {"RE-8", "Halberstadt CL-II"} <= unjudged
    assert "31 of 100 turns (20 to 41), here in 11" in laboratory.cannot_judge("RE-8")
    assert "it was not measured" in laboratory.cannot_judge("DFW C-V")


def has_a_shot(one: str, other: str) -> float:
    """The share of the turns of a duel in which an aircraft has a shot, while neither flies home."""
    met, terms = fight(one, other), RichthofenTerms(turns=40)
    chain = kernel(met.step, met.start(terms), over=met.over)
    turns = shots = 0.0
    for now in chain.along_floats(2 * terms.turns, met.start(terms)):
        for state, chance in zip(chain.states, now.tolist(), strict=True):
            if chance and state.fire and {craft.fate for craft in state.crafts} == {"fights"}:
                turns += chance
                shots += chance * bool(met.encounter.shots(state.position, 0, state.own.jams))
    return shots / turns


def test_scouts_have_a_shot_as_often_as_in_duels_played_out() -> None:
    """Two of those that were measured; the others, and duels: ``tests/nightly/test_richthofen_duels.py``."""
    for name in ("Nieuport 17", "Fokker D-VII"):
        measured = turns_with_shot()[name]
        assert measured.agrees
        assert 100 * has_a_shot(name, CAMEL) == pytest.approx(measured.here, abs=1.5)


def test_scenarios_by_lot_are_two_patrols_that_meet_with_a_type_among_them(laboratory: RichthofenLaboratory) -> None:
    lots = laboratory.lots()
    assert "RE-8" in lots.forces
    assert not set(lots.forces) & {"Gotha G-IV", "Handley-Page O/400"}  # two of them are worth more than a side
    sides = set()
    for lot in range(12):
        drawn = lots.drawn(lot, "RE-8", 3)
        assert drawn == lots.drawn(lot, "RE-8", 3)
        placed = drawn.scenario.setup.aircraft
        for side, forces in zip(("german", "allied"), drawn.forces, strict=True):
            assert Counter(one.type for one in placed if one.side == side) == forces
        own = max(drawn.forces, key=lambda forces: forces.get("RE-8", 0))
        assert own["RE-8"] >= lots.copies
        sides.add(drawn.forces.index(own))
        (german,), (allied,) = ({one.column for one in placed if one.side == side} for side in ("german", "allied"))
        assert 10 <= allied - german <= 18
        tried, anchor = lots.added(lot, "Bristol F2B", 0), lots.added(lot, CAMEL, 0)
        less = [Counter(forces) for forces in anchor.forces]
        at = 0 if sum(less[0].values()) and tried.forces[1] == anchor.forces[1] else 1
        assert tried.forces[1 - at] == anchor.forces[1 - at]
        less[at].subtract({CAMEL: 2, "Bristol F2B": -2})
        assert +less[at] == Counter(tried.forces[at])
    assert sides == {0, 1}
    assert laboratory.alike("Albatros D-I") == laboratory.alike("Albatros D-II") != laboratory.alike(D_III)


@pytest.mark.further
def test_who_moves_later_does_not_fly_into_the_sights_of_who_has_declared_fire_on_it() -> None:
    """RW-DECL-1, ``unmoved_target``."""
    met = fight(CAMEL, D_VII).encounter
    for position in (APART, held("head-on", 0), held("shot", 0)):
        for later in (0, 1):
            came = dict(came_of(met, position, later, 50))
            assert came.get("head-on", 0) < sum(came.values()) / 4


@pytest.mark.further
def test_a_two_seater_that_moves_later_brings_its_observer_to_bear() -> None:
    """RW-DECL-2."""
    met = fight("RE-8", "Halberstadt CL-II").encounter
    came = dict(came_of(met, held("head-on", 0), 0, 50))
    assert came["astern"] > 0
    astern = held("astern", 0)
    ((declared, _),) = met.shots(astern, 0, ())
    assert declared.by == "observer"
    assert not met.shots(astern, 1, ())
    assert [len(met.shots(held("across", 0), who, ())) for who in (0, 1)] == [1, 0]
    assert "astern" not in dict(came_of(fight(CAMEL, D_VII).encounter, held("head-on", 0), 0, 100))
