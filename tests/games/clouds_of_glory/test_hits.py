"""What a hit does: the damage die and its re-rolls, each row, strength, men, engines, fire."""

from __future__ import annotations

from fractions import Fraction
from math import degrees
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.api import TargetNumber, modifier, pick, replace
from aqmf_air.api.geometry import SpacePose
from aqmf_air.core.dice.chance import chances
from aqmf_air.core.dice.dice import DiceTray, recorded
from aqmf_air.core.dice.sources import seeded
from aqmf_air.core.play.deciding import Decided, Decision, GameStep, StepsAdded, onward
from aqmf_air.core.play.orders import after
from aqmf_air.games.clouds_of_glory.chapters.checks import Check
from aqmf_air.games.clouds_of_glory.chapters.course import handling_of
from aqmf_air.games.clouds_of_glory.chapters.damage import Damaged, DamageRolled
from aqmf_air.games.clouds_of_glory.chapters.engines import restart
from aqmf_air.games.clouds_of_glory.chapters.fire import ends_of_turn, fire_ends, fires
from aqmf_air.games.clouds_of_glory.chapters.gunnery import Shoot
from aqmf_air.games.clouds_of_glory.chapters.leaving import credit_of, score
from aqmf_air.games.clouds_of_glory.chapters.moving import Announce, Flown, move_of
from aqmf_air.games.clouds_of_glory.chapters.plans import in_words, plan_of
from aqmf_air.games.clouds_of_glory.chapters.stalls import SpinOn, spin_speed
from aqmf_air.games.clouds_of_glory.chapters.strain import after_flight, before_flight, strains_of
from aqmf_air.games.clouds_of_glory.chapters.structure import structure_test
from aqmf_air.games.clouds_of_glory.state import (
    PILOT,
    Craft,
    Credit,
    CrewMember,
    DryTank,
    EnergyLoss,
    FiredOn,
    Flames,
    GunRow,
    Smoking,
)
from aqmf_air.games.clouds_of_glory.tables import tables
from aqmf_air.games.clouds_of_glory.ui.queries import RowFrom, shot_and_row
from tests.games.clouds_of_glory.fights import (
    CAMEL,
    DVA,
    HANDLEY,
    RE8,
    craft,
    draws,
    happens,
    kinds,
    melee,
    registry,
    rules,
    steps_alone,
)

F = Fraction
TABLES = tables.shipped()
RULES = steps_alone(registry())


def a_check(total: int, rerolls: int = 0) -> Check:
    return Check("strength", TargetNumber("strength", total, "strength", "ICOG-0-c"), "entente", "", ("own",) * rerolls)


# -- strength ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOG-5.5.6.3", "ICOG-6.3.12-c", "ICOG-6.3.12-b")
def test_odds_of_a_strength_test() -> None:
    """P10: strength 17, three templates tighter (-2)."""
    odds = chances(structure_test, a_check(15), 17, 0, TABLES)
    assert 1 - odds.of("holds") == F(1, 4) * F(5, 6)
    assert odds.of("lost") == F(109, 1296)
    weak = chances(structure_test, a_check(2), 2, 0, TABLES)
    assert weak.of("lost") == F(18, 20) * F(5, 6)
    reduced = chances(structure_test, a_check(2), 2, 2, TABLES)  # row 4 takes 2d6, row 5 1d6+3
    assert reduced.of("lost") == F(18, 20) * (F(2, 6) + F(1, 6) * (F(215, 216) + F(33, 36) + 1))
    assert reduced.of("damaged") == F(18, 20) * F(1, 6) * (F(1, 216) + F(3, 36))
    assert chances(Decided(structure_test, spends), a_check(15, 1), 17, 0, TABLES).of("lost") == F(109, 1296) / 4


def spends(decision: Decision) -> str:
    """Rolls whatever may be rolled again."""
    return decision.options[-1]


@pytest.mark.rule("ICOG-6.3.12-a")
@pytest.mark.parametrize(
    ("type_", "ruling", "hit", "failure"), [(DVA, "each-result", 5, 9), (RE8, "each-result", 4, 8), (RE8, "hits-only", 4, 9)]
)
def test_strength_is_lost_less_the_reduction(type_: str, ruling: str, hit: int, failure: int) -> None:
    game = melee(craft("prey", type_), reduction_scope=ruling)
    whole = game.of("prey").strength
    assert happens(game, "row", "prey", 6, "", faces=(2,))[0].of("prey").strength == whole - hit
    assert happens(game, "structure", "prey", faces=(5, 6))[0].of("prey").strength == whole - failure


@pytest.mark.rule("ICOG-6.3.12-a")
def test_a_reduction_gives_no_strength_back() -> None:
    game = melee(craft("prey", HANDLEY))
    assert happens(game, "row", "prey", 2, "")[0].of("prey").strength == 25
    assert happens(game, "row", "prey", 3, "")[0].of("prey").strength == 24


@pytest.mark.rule("ICOG-6.3.12-b")
def test_without_strength_it_falls_apart() -> None:
    game = melee(craft("prey", CAMEL, strength=3, fired_on=(FiredOn("foe", PILOT, 3, True),)), craft("foe", DVA))
    fallen, events = happens(game, "row", "prey", 7, "foe")
    prey = fallen.of("prey")
    assert (prey.out, prey.fate, prey.strength, score(fallen)["germany"]) == ("destroyed", "falls apart", 0, 2)
    assert kinds(events)[-2:] == ["clouds.shot_down", "clouds.went_out"]
    assert happens(game.changed("prey", strength=4), "row", "prey", 7, "foe")[0].of("prey").flying


@pytest.mark.rule("ICOG-6.3.12-c", "ICOG-5.5.6.3")
@pytest.mark.parametrize(
    ("faces", "strength", "out"),
    [
        ((14,), 14, ""), ((15, 6), 14, ""), ((15, 5, 4), 7, ""), ((15, 4, (2, 3)), 9, ""), ((15, 3, (1, 2, 3)), 8, ""),
        ((15, 2), 14, "destroyed"), ((15, 1), 14, "destroyed"), ((15, 3, (5, 5, 4)), 0, "destroyed"),
    ],
)  # fmt: skip
def test_a_strength_test_and_what_gives_way(faces: Any, strength: int, out: str) -> None:
    for name in ("holds", "stress"):
        prey = happens(melee(craft("prey", DVA)), name, "prey", faces=faces)[0].of("prey")
        assert (prey.strength, prey.out) == (strength, out)


class Charmed:
    """A registry in which what gives way is changed."""

    def __init__(self, change: int) -> None:
        self.change = change

    def __getattr__(self, name: str) -> Any:
        return getattr(registry(), name)

    def modifiers(self, *about: Any) -> Any:
        return [modifier(self.change, "a charm", "")] if about[1] == "structural-failure" else []


@pytest.mark.rule("ICOG-6.3.12-c")
@pytest.mark.parametrize(("change", "face", "out"), [(9, 1, ""), (1, 1, "destroyed"), (-9, 6, "destroyed"), (3, 3, "")])
def test_what_gives_way_may_be_changed_within_the_table(change: int, face: int, out: str) -> None:
    state, _ = happens(melee(craft("prey", DVA)), "structure", "prey", faces=(face,), plugins=Charmed(change))
    assert state.of("prey").out == out


@pytest.mark.rule("ICOG-6.3.12-c")
@pytest.mark.parametrize("row", [9, 10, 11, 12, 19, 21, 23])
def test_rows_that_ask_for_a_strength_test_test_what_is_left(row: int) -> None:
    game = melee(craft("prey", DVA, strength=12))
    dice = {10: ((2,), 4), 11: ((2,), 5), 12: ((2,), 5), 21: ((1, 1), 5), 23: ((1, 1, 1), 3)}
    rolled, lost = dice.get(row, (None, 0))
    faces = ((rolled,) if rolled else ()) + (12 - lost,)
    assert kinds(happens(game, "row", "prey", row, "", faces=faces)[1])[-1] == "clouds.tested"
    assert happens(game, "row", "prey", row, "", faces=(*faces[:-1], 13 - lost, 6))[0].of("prey").flying


# -- the damage die ----------------------------------------------------------------------------------------------------


def on_a_miss(decision: Decision) -> str:
    return decision.options[decision.facts[0] == "to hit" and decision.outcome is False]


def on_a_light_hit(decision: Decision) -> str:
    return decision.options[decision.outcome is False or (decision.facts[0] == "damage" and int(decision.outcome or 0) < 16)]


def heavy(base: int, left: int) -> Fraction:
    """Row 21 or more, misses and rows under 16 rolled again: by hand."""

    def damage(successes: int, left: int) -> Fraction:
        return F(successes, 20) + (F(15 - successes, 20) * damage(successes, left - 1) if left else 0)

    hit = sum((F(1, 20) * damage(successes, left) for successes in range(base)), F(0))
    return hit + (F(20 - base, 20) * heavy(base, left - 1) if left else 0)


@pytest.mark.rule("ICOG-6.3.10-a", "ICOG-1.2.3-a")
@pytest.mark.parametrize(
    ("base", "rerolls", "stand_in", "row_21"),
    [
        (10, 0, on_a_miss, F(9, 80)),
        (10, 1, on_a_miss, F(27, 160)),
        (10, 2, on_a_miss, F(63, 320)),
        (3, 1, on_a_light_hit, heavy(3, 1)),
    ],
)
def test_odds_of_a_heavy_hit_with_re_rolls(base: int, rerolls: int, stand_in: Any, row_21: Fraction) -> None:
    assert heavy(10, 2) == F(117, 400)
    need = TargetNumber("to hit", base, "gunnery", "ICOG-6.3.1.1")
    check = Check("to hit", need, "entente", "", ("own",) * rerolls)
    rows = chances(Decided(shot_and_row, stand_in), check, 21, 2, TABLES)
    assert rows.where(RowFrom(21)) == row_21


def at_foe(prey: Any, *others: Any, **rulings: Any) -> Any:
    """A fight of a target, of the foe that shoots at it, and of others."""
    foe = craft("foe", DVA if prey.side == "entente" else CAMEL, 30, 20, 20)
    return melee(prey, foe, *others, **rulings)


@pytest.mark.rule("ICOG-6.3.10-a", "ICOG-6.3.8.1")
@pytest.mark.parametrize(
    ("successes", "guns", "faces", "total"),
    [(5, 2, (3, 1), 8), (5, 1, (3, 1), 5), (-4, 2, (3,), -1), (2, 3, (4, 10, 1, 1), 16)],
)
def test_a_hit_leads_to_a_row(successes: int, guns: int, faces: Any, total: int) -> None:
    """E42 is the first."""
    game = at_foe(craft("prey", RE8))
    sub = faces if total != 16 else (4, 10, "pilot", 1, 1)
    _, events = happens(game, "damage", "foe", PILOT, "prey", successes, guns, faces=sub)
    rolled = next(event for event in events if isinstance(event, DamageRolled))
    assert (rolled.total, rolled.craft, rolled.target) == (total, "foe", "prey")


@pytest.mark.rule("ICOG-1.2.3-a", "ICOG-6.3.10-a")
def test_the_pilot_s_scarf_counts_each_time_it_comes_up() -> None:
    game = at_foe(craft("prey", CAMEL))
    armed = game.with_craft(game.of("foe").with_man(PILOT, rerolls=2))
    state, _ = happens(armed, "damage", "foe", PILOT, "prey", 0, 2, faces=(1, 1, 2), answers=("re-roll", "re-roll"))
    assert (state.of("prey").pilot.luck, state.of("prey").strength) == (12, 13)
    assert (state.of("foe").pilot.rerolls, state.of("prey").pilot.rerolls) == (0, 0)
    kept, _ = happens(armed, "damage", "foe", PILOT, "prey", 0, 2, faces=(1,), answers=("keep",))
    assert (kept.of("prey").pilot.luck, kept.of("foe").pilot.rerolls) == (11, 2)
    assert happens(game, "row", "prey", 1, "")[0].of("prey").pilot.luck == 10  # it was counted with the die


@pytest.mark.rule("ICOG-1.2.3-a")
def test_damage_is_not_rolled_again_where_re_rolls_are_for_tests() -> None:
    game = at_foe(craft("prey", CAMEL), reroll_scope="tests-only")
    armed = game.with_craft(game.of("foe").with_man(PILOT, rerolls=2))
    assert happens(armed, "damage", "foe", PILOT, "prey", 0, 2, faces=(2,))[0].of("prey").strength == 13


@pytest.mark.rule("ICOG-6.1.2")
def test_a_hit_on_who_is_out_does_nothing() -> None:
    game = at_foe(craft("prey", CAMEL, out="destroyed"))
    assert kinds(happens(game, "damage", "foe", PILOT, "prey", 5, 2)[1]) == []


@pytest.mark.rule("ICOG-6.3.10-a")
def test_a_total_below_1_may_do_nothing() -> None:
    game = at_foe(craft("prey", CAMEL), damage_range="none-below-1")
    state, _ = happens(game, "damage", "foe", PILOT, "prey", -5, 2, faces=(3,))
    assert state.of("prey") == game.of("prey")
    assert (
        happens(at_foe(craft("prey", CAMEL)), "damage", "foe", PILOT, "prey", -5, 2, faces=(3,))[0].of("prey").pilot.luck
        == 11
    )


# -- rows: the machine -------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOG-6.3.10-a", "ICOG-5.7.7-a")
def test_torn_fabric_costs_energy_now_and_each_turn_and_stops_no_engine() -> None:
    game = at_foe(craft("prey", DVA, losses=(EnergyLoss(0, "4"),)))
    prey = happens(game, "row", "prey", 7, "foe")[0].of("prey")
    assert (prey.strength, prey.losses, prey.engines) == (11, (EnergyLoss(0, "4"), EnergyLoss(-1, "2")), ("runs",))
    assert prey.speed == game.cockpit(prey).after(145, -2).speed == 125
    assert happens(at_foe(craft("prey", DVA, trouble="spins")), "row", "prey", 7, "foe")[0].of("prey").speed == 145
    gliding = happens(at_foe(craft("prey", DVA, engines=("dead",))), "row", "prey", 7, "foe")[0].of("prey")
    assert gliding.losses == (EnergyLoss(-1, "2"),)


@pytest.mark.rule("ICOG-6.3.10-a")
@pytest.mark.parametrize(("ruling", "wider"), [("add", (1, 3)), ("worst", (1, 2))])
def test_wider_turns(ruling: str, wider: tuple[int, int]) -> None:
    game = at_foe(craft("prey", DVA, strength=40), wider_adds=ruling)
    once = happens(game, "row", "prey", 8, "foe", faces=(1,))[0]
    twice = happens(once, "row", "prey", 12, "foe", faces=(1, 1))[0]
    assert (once.of("prey").wider, twice.of("prey").wider) == wider


@pytest.mark.rule("ICOG-6.3.10-a")
@pytest.mark.parametrize(("ruling", "stiff", "roll"), [("once", 1, 10), ("each", 2, 20)])
def test_a_roll_takes_twice_the_way(ruling: str, stiff: int, roll: float) -> None:
    game = at_foe(craft("prey", DVA), roll_doubled=ruling)
    once = happens(game, "row", "prey", 18, "foe", faces=(2,))[0]
    twice = happens(once, "row", "prey", 18, "foe", faces=(2,))[0]
    assert (once.of("prey").stiff, twice.of("prey").stiff) == (1, stiff)
    assert (handling_of(once, once.of("prey")).roll, handling_of(twice, twice.of("prey")).roll) == (10, roll)


@pytest.mark.rule("ICOG-6.3.10-a")
@pytest.mark.parametrize("row", [4, 19])
def test_the_undercarriage(row: int) -> None:
    faces = (1,) if row == 19 else ()
    assert not happens(at_foe(craft("prey", DVA)), "row", "prey", row, "foe", faces=faces)[0].of("prey").undercarriage


@pytest.mark.rule("ICOG-6.3.10-a")
@pytest.mark.parametrize(
    ("rows", "ruling", "faces", "answers", "left"),
    [
        ((2,), "dice", (1,), (), (1,)), ((2,), "dice", (4,), (), (1,)), ((2,), "dice", (5,), (), (0,)),
        ((1,), "dice", (6,), (), (0,)),
        ((2, 1), "dice", (6, "b"), (), (2, 0)), ((2, 1), "dice", (6, "a"), (), (0, 1)), ((2, 0), "dice", (4,), (), (1, 0)),
        ((1, 1), "owner", (6,), ("b",), (1, 0)), ((2, 1), "owner", (6,), ("a",), (0, 1)), ((0,), "dice", (1,), (), (0,)),
    ],
)  # fmt: skip
def test_weapons(rows: Any, ruling: str, faces: Any, answers: Any, left: Any) -> None:
    guns = tuple(GunRow(name=name, station=PILOT, guns=n, halves=9) for name, n in zip("ab", rows, strict=False))
    game = at_foe(craft("prey", DVA, rows=guns), weapon_out=ruling)
    prey = happens(game, "row", "prey", 13, "foe", faces=faces, answers=answers)[0].of("prey")
    assert tuple(row.guns for row in prey.rows) == left


@pytest.mark.rule("ICOG-6.3.10-a")
def test_which_weapon_is_hit_goes_by_their_number() -> None:
    faces = pick("which weapon", ("a", "a", "b")).die.faces
    guns = (
        GunRow(name="a", station=PILOT, guns=2, halves=9),
        GunRow(name="b", station="observer", guns=1, halves=9, jams=(2,)),
    )
    game = at_foe(craft("prey", RE8, rows=guns))
    drawn = [ask for ask in draws(game, "row", "prey", 13, "foe", faces=(1, "b")) if ask.label == "which weapon"]
    assert [ask.die.faces for ask in drawn] == [faces]
    prey = happens(game, "row", "prey", 13, "foe", faces=(1, "b"))[0].of("prey")
    assert (prey.rows[1].guns, prey.rows[1].jams, prey.rows[1].working) == (0, (), 0)


@pytest.mark.rule("ICOG-6.3.10-a")
def test_ammunition_goes_off_and_the_main_armament_is_out() -> None:
    rows = tuple(
        GunRow(name=name, station=at, guns=n, halves=9)
        for name, at, n in (("a", PILOT, 1), ("b", PILOT, 2), ("c", "observer", 3))
    )
    game = at_foe(craft("prey", RE8, rows=rows))
    prey = happens(game, "row", "prey", 18, "foe", faces=(1, (1, 1), 9, 3, 9))[0].of("prey")
    assert [row.guns for row in prey.rows] == [1, 0, 3]
    assert (prey.man("observer").wounds, prey.pilot.wounds) == (2, 3)


@pytest.mark.rule("ICOG-6.3.10-a")
def test_a_pilot_who_loses_his_calm() -> None:
    game = at_foe(craft("prey", DVA))
    prey = happens(game, "row", "prey", 18, "foe", faces=(4, 1))[0].of("prey")
    assert (prey.pilot.later, prey.pilot.wounds, prey.begins_with) == (-4, 1, "")
    heavy = happens(at_foe(craft("prey", HANDLEY)), "row", "prey", 18, "foe", faces=(4, "nose", (1, 1), 1, 1))[0].of("prey")
    assert (heavy.pilot.later, heavy.begins_with) == (0, "P")


# -- rows: engines -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOG-6.3.12-e", "ICOG-5.7.7-a", "ICOG-5.7.7-b")
@pytest.mark.parametrize(
    ("losses", "row_face", "faces", "ruling", "stops"),
    [
        ((), 1, (3,), "exceed", False), ((), 2, (), "exceed", False), ((), 3, (), "exceed", False),
        (("1",), 3, (), "exceed", False), (("1",), 3, (), "reach", True), (("2",), 3, (11,), "exceed", True),
        (("1d4",), 3, (), "reach", False), (("2", "1"), 2, (11,), "exceed", True),
    ],
)  # fmt: skip
def test_constant_losses_stop_an_engine(losses: Any, row_face: int, faces: Any, ruling: str, stops: bool) -> None:
    prey = craft("prey", DVA, losses=tuple(EnergyLoss(0, dice) for dice in losses))
    game = at_foe(prey, engine_stop_at=ruling)
    rolls = (row_face, *faces, *((11,) if ruling == "reach" and stops else ()))
    after = happens(game, "row", "prey", 14, "foe", faces=rolls)[0].of("prey")
    assert after.engines == (("dead",) if stops else ("runs",))
    added = {1: "1d4", 2: "2", 3: "3"}[row_face]
    assert after.losses == (() if stops else (*prey.losses, EnergyLoss(0, added)))
    now = {1: 3, 2: 0, 3: 3}[row_face]
    assert after.speed == game.cockpit(prey).after(145, -now).speed
    assert after.strained == (("faster:150",) if row_face == 2 else ())


@pytest.mark.rule("ICOG-5.7.7-b")
def test_each_of_two_engines_has_losses_of_its_own() -> None:
    """Engine out of one is 2, of both 5."""
    prey = craft("prey", HANDLEY, losses=(EnergyLoss(0, "2"), EnergyLoss(1, "1"), EnergyLoss(-1, "9")))
    game = at_foe(prey)
    assert happens(game, "row", "prey", 14, "foe", faces=(6, 1))[0].of("prey").engines == ("runs", "runs")
    seized = happens(game, "row", "prey", 14, "foe", faces=(1, 1, 11))[0].of("prey")
    assert seized.engines == ("dead", "runs")
    assert seized.losses == (EnergyLoss(1, "1"), EnergyLoss(-1, "9"))


@pytest.mark.rule("ICOG-5.7.7-b", "ICOG-5.7.5.2")
def test_what_a_dead_engine_lost_counts_no_more_or_does() -> None:
    for ruling, left in (("engine-out-only", ()), ("add-damage", (EnergyLoss(0, "2"),))):
        game = at_foe(craft("prey", DVA, losses=(EnergyLoss(0, "2"),)), dead_engine_losses=ruling)
        dead = happens(game, "row", "prey", 25, "foe", faces=(2, 11))[0]
        assert dead.of("prey").losses == left
        state, events = happens(dead, "row", "prey", 14, "foe", faces=(3,))
        more = state.of("prey")
        assert "clouds.engine_stopped" not in kinds(events)  # it stands already
        assert more.losses == (*left, *((EnergyLoss(0, "3"),) if left else ()))


@pytest.mark.rule("ICOG-6.3.14.1", "ICOG-6.3.13.2")
@pytest.mark.parametrize(
    ("row", "faces", "ruling", "state"),
    [
        (25, (1,), "no-restart", "dead"),
        (25, (1,), "restart", "dead"),
        (26, (2,), "no-restart", "dead"),
        (26, (2,), "restart", "stopped"),
    ],
)
def test_an_engine_that_stops_asks_for_fortitude(row: int, faces: Any, ruling: str, state: str) -> None:
    game = at_foe(craft("prey", DVA), hit_engine=ruling)
    stays = happens(game, "row", "prey", row, "foe", faces=(*faces, 11))[0].of("prey")
    assert (stays.engines, stays.home) == ((state,), False)
    assert happens(game, "row", "prey", row, "foe", faces=(*faces, 12))[0].of("prey").home
    again = happens(at_foe(stays, hit_engine=ruling), "row", "prey", row, "foe", faces=faces)[0].of("prey")
    assert again.engines == (state,)  # it had stopped: nobody is tested again
    if state == "dead":
        log = happens(at_foe(stays), "row", "prey", row, "foe", faces=faces)[1]
        assert "clouds.engine_stopped" not in kinds(log)


@pytest.mark.rule("ICOG-6.3.11-a")
@pytest.mark.parametrize(("side", "engines"), [(3, ("dead", "runs")), (4, ("runs", "dead"))])
def test_one_of_two_engines(side: int, engines: Any) -> None:
    game = at_foe(craft("prey", HANDLEY))
    for row, smoke in ((22, 3), (25, 2)):
        prey = happens(game, "row", "prey", row, "foe", faces=(side, smoke, 11))[0].of("prey")
        assert (prey.engines, prey.fire) == (engines, False)
    move = move_of(at_foe(prey), prey, 0)
    assert (move.engines_out, move.powered) == (1, True)
    drained = happens(game, "row", "prey", 14, "foe", faces=(side, 1))[0].of("prey")
    assert drained.losses == (EnergyLoss(side > 3, "1"),)


@pytest.mark.rule("ICOG-6.3.10-a")
@pytest.mark.parametrize(("ruling", "turn"), [("next-two-moves", 5), ("this-and-next", 4)])
def test_a_smoking_engine_burns_unless_it_is_flown_fast(ruling: str, turn: int) -> None:
    game = at_foe(craft("prey", DVA), smoke_count=ruling)
    smoking = happens(game, "row", "prey", 14, "foe", faces=(4,))[0]
    assert smoking.of("prey").smoke == (Smoking(0, turn, 200),)
    slow, fast = (happens(smoking, "blown out", "prey", speed)[0] for speed in (199, 200))
    assert (slow.of("prey").smoke, fast.of("prey").smoke) == ((Smoking(0, turn, 200),), ())
    assert ends_of_turn(replace(smoking, turn=turn - 1)) == ends_of_turn(replace(fast, turn=turn)) == ()
    last = replace(smoking, turn=turn)
    (due,) = ends_of_turn(last)
    burning = happens(last, due.name, due.of, *due.facts)[0]
    assert (burning.of("prey").fire, burning.of("prey").smoke, burning.of("prey").fire_kills) == (True, (), 0)


@pytest.mark.rule("ICOG-6.3.11-a")
def test_a_pilot_may_stop_a_smoking_engine_of_two_for_good() -> None:
    game = at_foe(craft("prey", HANDLEY))
    smoking = replace(happens(game, "row", "prey", 14, "foe", faces=(6, 3))[0], turn=5)
    stopped = happens(smoking, "smoke", "prey", 1, answers=("shut-down",))[0].of("prey")
    assert (stopped.engines, stopped.fire, stopped.smoke) == (("runs", "dead"), False, ())
    assert happens(smoking, "smoke", "prey", 1, answers=("burn",))[0].of("prey").fire


@pytest.mark.rule("ICOG-6.3.11-a")
def test_what_befalls_one_engine_leaves_the_other_alone() -> None:
    smoke = (Smoking(0, 3, 200, True), Smoking(1, 3, 200, True), Smoking(1, 3, 200, True))
    game = melee(craft("prey", HANDLEY, smoke=smoke, fuel=(DryTank(0, 3), DryTank(1, 2), DryTank(1, 2))))
    assert [(step.name, step.facts) for step in ends_of_turn(game)] == [
        ("smoke", (0,)), ("smoke", (1,)), ("dry", (0,)), ("dry", (1,)),
    ]  # fmt: skip
    assert happens(game, "smoke", "prey", 1, answers=("shut-down",))[0].of("prey").smoke == smoke[:1]
    dry = happens(game, "dry", "prey", 1, faces=(11,))[0].of("prey")
    assert (dry.fuel, dry.engines) == ((DryTank(0, 3),), ("runs", "dead"))
    dead = craft("prey", HANDLEY, smoke=smoke).with_man(PILOT, wounds=20)
    assert happens(melee(dead), "smoke", "prey", 0)[0].of("prey").fire  # nobody shuts it down


@pytest.mark.rule("ICOG-6.3.13.1")
def test_a_victory_is_told_once_though_it_burns_twice() -> None:
    burning = happens(at_foe(craft("prey", CAMEL)), "row", "prey", 27, "foe", faces=((6, 6),))[0]
    assert "clouds.shot_down" not in kinds(happens(burning, "row", "prey", 27, "foe", faces=((6, 6),))[1])


@pytest.mark.rule("ICOG-6.3.10-a")
def test_a_fuel_line_that_is_hit() -> None:
    game = at_foe(craft("prey", DVA))
    leaking = happens(game, "row", "prey", 15, "foe", faces=(5,))[0]
    assert (leaking.of("prey").fuel, leaking.of("prey").fire) == ((DryTank(0, 3 + 7),), False)
    assert ends_of_turn(replace(leaking, turn=9)) == ()
    (due,) = ends_of_turn(replace(leaking, turn=10))
    empty = happens(leaking, due.name, due.of, *due.facts, faces=(11,))[0].of("prey")
    assert (empty.engines, empty.fuel) == (("dead",), ())
    burning = happens(game, "row", "prey", 15, "foe", faces=(6, (3, 4)))[0].of("prey")
    assert (burning.fuel, burning.fire, burning.fire_kills) == ((), True, 3 + 7)
    twin = happens(at_foe(craft("prey", HANDLEY)), "row", "prey", 15, "foe", faces=(4, 1))[0].of("prey")
    assert twin.fuel == (DryTank(1, 3 + 3),)


# -- fire --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOG-6.3.12-f", "ICOG-6.3.12-a")
@pytest.mark.parametrize(
    ("strength", "reduction", "out"),
    [
        (10, 0, F(2825, 7776)),
        (17, 0, F(4414609, 10077696)),
        (10, 1, F(24795127, 60466176)),
        (10, 5, F(1, 2)),
        (1, 0, F(1, 6)),
    ],
)
def test_odds_of_a_fire(strength: int, reduction: int, out: Fraction) -> None:
    """P13."""
    odds = chances(fire_ends, strength, reduction, TABLES)
    assert (odds.of("out"), odds.of("lost")) == (out, 1 - out)


@pytest.mark.rule("ICOG-6.3.12-f")
@pytest.mark.parametrize(
    ("face", "fire", "strength", "out"),
    [(1, False, 14, ""), (2, True, 12, ""), (5, True, 9, ""), (6, True, 14, "destroyed")],
)
def test_a_turn_of_a_fire(face: int, fire: bool, strength: int, out: str) -> None:
    game = at_foe(craft("prey", DVA, fire=True, fire_kills=9, flames=Flames(9, "1d6")))
    prey = happens(game, "burn", "prey", faces=(face,))[0].of("prey")
    assert (prey.fire, prey.strength, prey.out) == (fire, strength, out)
    assert (prey.fire_kills, prey.flames) == ((9, Flames(9, "1d6")) if fire else (0, None))


@pytest.mark.rule("ICOG-6.3.12-f")
def test_a_fire_of_row_29_does_not_go_out_on_aircraft_with_several_engines() -> None:
    for type_, out in ((HANDLEY, False), (DVA, True)):
        game = at_foe(craft("prey", type_))
        burning = happens(game, "row", "prey", 29, "foe")[0]
        assert burning.of("prey").fire
        assert happens(burning, "burn", "prey", faces=(1,))[0].of("prey").fire is not out


@pytest.mark.rule("ICOG-6.3.12-f", "ICOG-5.2-b")
@pytest.mark.parametrize("when", ["after-movement", "before-own-move", "after-own-move"])
def test_when_a_fire_is_rolled_for(when: str) -> None:
    prey = craft("prey", DVA, fire=True)
    game = melee(prey, craft("other", CAMEL), fire_when=when)
    steps = [step.name for step in after_flight(game, prey, (), handling_of(game, prey), 145)]
    assert [step.of for step in fires(game)] == (["prey"] if when == "after-movement" else [])
    assert (steps, [step.name for step in before_flight(game, prey)]) == (
        ["burn"] * (when == "after-own-move"), ["burn"] * (when == "before-own-move"),
    )  # fmt: skip
    assert (
        before_flight(game, game.of("other")) == after_flight(game, game.of("other"), (), handling_of(game, prey), 145) == ()
    )


@pytest.mark.rule("ICOG-6.3.10-a", "ICOG-6.3.12-f")
def test_flames_reach_the_cockpit() -> None:
    game = at_foe(craft("prey", DVA))
    burning = happens(game, "row", "prey", 27, "foe", faces=((1, 1),))[0]
    assert burning.of("prey").fire_kills == 5
    assert ends_of_turn(replace(burning, turn=4)) == ()
    (due,) = ends_of_turn(replace(burning, turn=5))
    dead = happens(burning, due.name, due.of, *due.facts)[0].of("prey")
    assert (dead.pilot.dead, dead.trouble) == (True, "doomed")
    sooner = happens(burning, "row", "prey", 27, "foe", faces=((3, 4),))[0].of("prey")
    assert sooner.fire_kills == 5
    heavy = happens(at_foe(craft("prey", HANDLEY)), "row", "prey", 27, "foe", faces=(2,))[0]
    assert (heavy.of("prey").fire_kills, heavy.of("prey").flames) == (0, Flames(5, "1d6"))
    assert happens(heavy, "row", "prey", 27, "foe", faces=(1,))[0].of("prey").flames == Flames(4, "1d6")
    assert happens(heavy, "row", "prey", 27, "foe", faces=(6,))[0].of("prey").flames == Flames(5, "1d6")
    for turn in (5, 6):
        (due,) = ends_of_turn(replace(heavy, turn=turn))
        assert (due.name, due.facts) == ("wound", (PILOT, "1d6"))


@pytest.mark.rule("ICOG-6.3.13.1")
@pytest.mark.parametrize(("ruling", "burning", "gone_out"), [("at-once", 2, 2), ("if-lost", 0, 0)])
def test_whether_a_fire_is_a_victory_at_once(ruling: str, burning: int, gone_out: int) -> None:
    prey = craft("prey", CAMEL, fired_on=(FiredOn("foe", PILOT, 3, True),))
    game = happens(at_foe(prey, fire_victory=ruling), "row", "prey", 27, "foe", faces=((6, 6),))[0]
    assert score(game)["germany"] == burning
    assert score(happens(game, "burn", "prey", faces=(1,))[0])["germany"] == gone_out
    lost = happens(replace(game, turn=9), "burn", "prey", faces=(6,))[0]
    assert (score(lost)["germany"], credit_of(lost, lost.of("prey"))) == (2, Credit("foe", PILOT))


def test_odds_of_a_restart() -> None:
    """P11."""
    assert chances(restart, 3, TABLES).of(True) == F(193, 200)
    assert [chances(restart, tries, TABLES).of(True) for tries in (1, 2)] == [F(4, 5), F(93, 100)]
    assert chances(restart, 9, TABLES).of(True) == F(193, 200)
    assert not restart(DiceTray(recorded([(17,), (14,)])), 2, TABLES)
    assert restart(DiceTray(recorded([(17,), (14,), (10,)])), 3, TABLES)  # E31


# -- rows: men ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOG-6.3.12-d", "ICOG-1.1.1", "ICOG-1.1.3")
def test_a_wound_costs_fortitude_and_the_skills() -> None:
    """E43: row 16 takes 1d6."""
    game = at_foe(craft("prey", RE8))
    prey = happens(game, "row", "prey", 16, "foe", faces=(PILOT, 4, 7))[0].of("prey")
    pilot = prey.pilot
    assert (pilot.wounds, pilot.skill("fortitude"), pilot.skill("awareness"), pilot.luck) == (4, 7, 8, 10)
    other = happens(game, "row", "prey", 16, "foe", faces=("observer", 4, 7))[0].of("prey")
    assert (other.pilot.wounds, other.man("observer").wounds) == (0, 4)
    alone = happens(at_foe(craft("prey", CAMEL)), "row", "prey", 16, "foe", faces=(4, 7))[0].of("prey")
    assert alone.pilot.wounds == 4


@pytest.mark.rule("ICOG-6.3.10-a", "ICOG-6.3.11-a")
@pytest.mark.parametrize(
    ("type_", "row", "ruling", "faces", "hit"),
    [
        (RE8, 17, "both", (2, 1), {"pilot": 2}),
        (RE8, 22, "both", ((1, 1), 1, (1, 2), 1), {"pilot": 2, "observer": 3}),
        (CAMEL, 22, "both", ((1, 1), 1), {"pilot": 2}),
        (HANDLEY, 24, "both", ("belly", (1, 1), 1, (1, 2), 1), {"pilot": 2, "belly": 3}),
        (HANDLEY, 24, "one", ("belly", (1, 2), 1), {"belly": 3}),
        (RE8, 18, "both", (2, (1, 1), 1), {"observer": 2}),
        (CAMEL, 18, "both", (2,), {}),
        (HANDLEY, 16, "both", ("rear", 1, 1), {"rear": 1}),
    ],
)
def test_who_is_hit(type_: str, row: int, ruling: str, faces: Any, hit: dict[str, int]) -> None:
    game = at_foe(craft("prey", type_), multi_24=ruling)
    state, events = happens(game, "row", "prey", row, "foe", faces=faces)
    prey = state.of("prey")
    assert {man.station: man.wounds for man in prey.crew if man.wounds} == hit
    assert type_ != CAMEL or not any("gunner" in event.tell(game) for event in events if isinstance(event, Damaged))


@pytest.mark.rule("ICOG-6.3.11-a")
@pytest.mark.parametrize(("foe", "hit"), [((30, 40, 20), "nose"), ((30, 20, 20), "rear"), ((30, 28, 10), "belly")])
def test_the_gunner_nearest_to_the_attacker(foe: Any, hit: str) -> None:
    game = melee(craft("prey", HANDLEY), craft("foe", DVA, *foe))
    prey = happens(game, "row", "prey", 13, "foe", faces=(3, 1))[0].of("prey")
    assert {man.station: man.wounds for man in prey.crew if man.wounds} == {hit: 3}


@pytest.mark.rule("ICOG-1.1.2", "ICOG-6.3.13.1", "ICOG-5.5.15-c")
def test_a_dead_pilot_s_aircraft_spins_down_and_is_a_victory() -> None:
    prey = craft(
        "prey", CAMEL, fired_on=(FiredOn("foe", PILOT, 3, True),), crew=(CrewMember(name="Pilot", fortitude=5, rerolls=2),)
    )
    game, events = happens(at_foe(prey), "row", "prey", 17, "foe", faces=(5,))
    down = game.of("prey")
    assert (down.trouble, down.pilot.dead, down.flying, credit_of(game, down)) == (
        "doomed",
        True,
        True,
        Credit("foe", PILOT),
    )
    assert (down.pose.place[2], down.pose.nose, down.silent) == (18, -90, True)
    assert down.speed == spin_speed(game.cockpit(down), 145)
    assert kinds(events)[-1] == "clouds.fell"


@pytest.mark.rule("ICOG-1.1.4")
def test_a_pilot_without_flying_steers_no_more() -> None:
    crew = (CrewMember(name="Pilot", flying=5, fortitude=11, rerolls=0),)
    game = at_foe(craft("prey", CAMEL, crew=crew))
    assert happens(game, "row", "prey", 17, "foe", faces=(5,))[0].of("prey").trouble == "doomed"
    assert happens(game, "row", "prey", 17, "foe", faces=(4, 7))[0].of("prey").trouble == ""


@pytest.mark.rule("ICOG-1.1.2")
def test_a_dead_gunner_s_aircraft_flies_on() -> None:
    game = happens(at_foe(craft("prey", RE8)), "row", "prey", 16, "foe", faces=("observer", 6, 5))[0]
    prey = happens(game, "row", "prey", 16, "foe", faces=("observer", 6))[0].of("prey")
    assert (prey.man("observer").dead, prey.trouble, prey.downed) == (True, "", None)
    assert happens(at_foe(prey), "row", "prey", 16, "foe", faces=(1, 9))[0].of("prey").pilot.wounds == 1  # the one who lives


@pytest.mark.rule("ICOG-6.3.10-a")
def test_a_pilot_hit_in_the_head_faints() -> None:
    game = at_foe(craft("prey", CAMEL))
    faint, _ = happens(game, "row", "prey", 24, "foe", faces=((1, 1, 1), 8))
    assert (faint.of("prey").blackout, faint.of("prey").spinning) == (4, False)
    dead, _ = happens(game, "row", "prey", 24, "foe", faces=((5, 5, 5),))
    assert (dead.of("prey").blackout, dead.of("prey").trouble) == (0, "doomed")
    spun, _ = happens(at_foe(craft("prey", CAMEL), blackout="as-spin"), "row", "prey", 24, "foe", faces=((1, 1, 1), 8))
    assert (spun.of("prey").blackout, spun.of("prey").trouble) == (4, "spins")


@pytest.mark.rule("ICOG-5.5.15-c", "ICOG-5.5.15-a")
def test_the_stick_is_torn_from_his_hand() -> None:
    game = at_foe(craft("prey", CAMEL))
    need = 12 + game.cockpit(game.of("prey")).panel.flying
    assert not happens(game, "row", "prey", 18, "foe", faces=(3, need))[0].of("prey").spinning
    prey = happens(game, "row", "prey", 18, "foe", faces=(3, need + 1))[0].of("prey")
    assert (prey.trouble, prey.pose.place, prey.pose.nose, prey.speed) == ("spins", (30, 30, 18), -90, 95)
    spinning = at_foe(craft("prey", CAMEL, trouble="spins"))
    assert happens(spinning, "row", "prey", 18, "foe", faces=(3,))[0].of("prey").pose.place == (30, 30, 20)


@pytest.mark.rule("ICOG-6.3.10-a", "ICOG-6.3.11-a")
def test_a_wing_comes_off() -> None:
    game = at_foe(craft("prey", CAMEL))
    prey = happens(game, "row", "prey", 28, "foe")[0].of("prey")
    assert (prey.trouble, prey.pose.place[2], score(at_foe(prey))["germany"]) == ("doomed", 18, 2)
    spinning = happens(at_foe(craft("prey", CAMEL, trouble="spins")), "row", "prey", 28, "foe")[0].of("prey")
    assert (spinning.trouble, spinning.pose.place[2]) == ("doomed", 20)


@pytest.mark.rule("ICOG-6.3.10-a", "ICOG-6.3.11-a")
@pytest.mark.parametrize(("type_", "row", "alive"), [(RE8, 30, 0), (HANDLEY, 30, 0), (RE8, 29, 1), (HANDLEY, 29, 3)])
def test_who_is_killed_outright(type_: str, row: int, alive: int) -> None:
    prey = happens(at_foe(craft("prey", type_)), "row", "prey", row, "foe")[0].of("prey")
    assert (sum(not man.dead for man in prey.crew), prey.pilot.dead, prey.trouble, prey.fire) == (
        alive,
        True,
        "doomed",
        row == 29,
    )
    assert prey.pose.place[2] == 18


@pytest.mark.rule("ICOG-6.3.11-a", "ICOG-6.3.13.1")
def test_who_is_dead_and_spins_is_shot_down_once_and_dies_once() -> None:
    _, events = happens(at_foe(craft("prey", HANDLEY)), "row", "prey", 30, "foe")
    assert kinds(events).count("clouds.shot_down") == 1
    crew = (CrewMember(name="Pilot", fortitude=11, wounds=15, rerolls=0),)
    dead = at_foe(craft("prey", CAMEL, crew=crew, trouble="doomed"))
    assert happens(dead, "row", "prey", 30, "foe")[0].of("prey").pilot.wounds == 15


@pytest.mark.rule("ICOG-6.3.10-a", "ICOG-6.3.11-a")
def test_what_one_hit_has_done_the_next_one_leaves_so() -> None:
    undercarriage = happens(at_foe(craft("prey", CAMEL, undercarriage=False)), "row", "prey", 2, "foe")[0].of("prey")
    assert not undercarriage.undercarriage
    flinched = happens(at_foe(craft("prey", HANDLEY, begins_with="P")), "row", "prey", 2, "foe")[0].of("prey")
    assert flinched.begins_with == "P"
    once = happens(at_foe(craft("prey", CAMEL)), "row", "prey", 18, "foe", faces=(4, 1))[0]
    assert happens(once, "row", "prey", 18, "foe", faces=(4, 1))[0].of("prey").pilot.later == -8
    faint = happens(at_foe(craft("prey", CAMEL, blackout=4)), "row", "prey", 17, "foe", faces=(1, 1))[0].of("prey")
    assert faint.blackout == 4
    lucky = at_foe(craft("prey", CAMEL).with_man(PILOT, luck=30))
    assert happens(lucky, "damage", "foe", PILOT, "prey", 0, 2, faces=(1,))[0].of("prey").pilot.luck == 30


@pytest.mark.rule("ICOG-6.3.10-a")
def test_pilots_near_a_torch_lose_their_nerve() -> None:
    near_by = craft("near", DVA, 30, 34, 20, side="entente")
    far = craft("far", CAMEL, 30, 34.1, 20)
    game = melee(craft("prey", CAMEL), near_by, far, craft("foe", DVA, 32, 30, 20))
    after_it, _ = happens(game, "row", "prey", 29, "foe", faces=(12, 11))
    assert [each.home for each in after_it.craft] == [False, True, False, False]


@pytest.mark.rule("ICOG-6.3.10-a", "ICOG-1.2.3-a")
def test_bombs_explode_and_hit_all_around() -> None:
    near_by = craft("near", CAMEL, 30, 34, 20)
    armed = near_by.with_man(PILOT, rerolls=1)
    game = melee(craft("prey", RE8, bombs=1), armed, craft("far", CAMEL, 30, 34.1, 20), craft("foe", DVA, 30, 28, 20))
    state, events = happens(game, "row", "prey", 20, "foe", faces=(28 - 8, 2, 3), answers=("re-roll",))
    assert {event.craft for event in events if isinstance(event, DamageRolled)} == {""}  # nobody has shot
    assert [each.out for each in state.craft] == ["destroyed", "", "", ""]
    assert [each.strength for each in state.craft][1:] == [15 - 2, 15, 14 - 3]
    assert state.of("near").pilot.rerolls == 0


@pytest.mark.rule("ICOG-6.3.10-a")
def test_a_stray_shot() -> None:
    game = at_foe(craft("prey", CAMEL, strength=40))
    assert happens(game, "row", "prey", 20, "foe", faces=((1, 2),))[0].of("prey").strength == 37
    assert happens(game, "row", "prey", 20, "foe", faces=((10, 10), (1, 1)))[0].of("prey").strength == 38
    two = at_foe(craft("prey", CAMEL, strength=40), stray_2d20="two-rows")
    state = happens(two, "row", "prey", 20, "foe", faces=(1, 2))[0].of("prey")
    assert (state.strength, state.pilot.luck) == (38, 11)


@pytest.mark.rule("ICOG-6.3.10-a")
def test_a_burning_engine_is_as_the_row_that_it_sends_to() -> None:
    game = at_foe(craft("prey", CAMEL))
    burns = happens(game, "row", "prey", 25, "foe", faces=(3, (2, 2)))[0].of("prey")
    assert (burns.fire, burns.fire_kills, burns.engines) == (True, 7, ("runs",))
    jumps = happens(game, "row", "prey", 26, "foe", faces=(3,))[0].of("prey")
    assert (jumps.fire, jumps.pilot.dead, jumps.engines) == (True, True, ("dead",))


# -- tests in the air --------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOG-6.3.10-a", "ICOG-6.3.11-a")
@pytest.mark.parametrize(
    ("strained", "plan", "fastest", "tests"),
    [
        ((), "R+90 T45:0:4", 200, 0),
        (("faster:150",), "S14.5", 150, 0), (("faster:150",), "S14.5", 151, 1),
        (("manoeuvre:P",), "S14.5", 200, 0), (("manoeuvre:P",), "R+90 T45:1:4 B+30", 200, 2),
        (("manoeuvre:P",), "P+2", 90, 1),
        (("manoeuvre:E",), "T45:0:4 R+90", 90, 1), (("manoeuvre:F",), "T45:0:4", 90, 1),
        (("manoeuvre:E",), "T45:1:4", 90, 1),
        (("turn:O",), "R+90 T45:0:4 V0:2", 90, 2), (("turn:E",), "T45:0:4", 90, 0),
        (("turn:E", "faster:100"), "T45:1:4", 101, 2),
        (("fixed-guns", "bombs"), "R+90", 200, 0),
    ],
)  # fmt: skip
def test_strength_tests_of_a_flight(strained: Any, plan: str, fastest: int, tests: int) -> None:
    """The safe template is E, the next one D."""
    game = melee(craft("prey", DVA, speed=170))
    handling = handling_of(game, game.of("prey"))._replace(letters=("E", "D"))
    assert strains_of(strained, plan_of(plan), handling, fastest) == tests


@pytest.mark.rule("ICOG-6.3.10-a")
@pytest.mark.parametrize(("start", "end", "steps"), [(160, 140, ["holds"]), (140, 160, ["holds"]), (150, 150, [])])
def test_the_speed_of_a_phase_is_the_higher_one(start: int, end: int, steps: list[str]) -> None:
    game = melee(craft("prey", DVA, speed=start, strained=("faster:150",)))
    prey = game.of("prey")
    assert [step.name for step in after_flight(game, prey, (), handling_of(game, prey), end)] == steps


@pytest.mark.rule("ICOG-6.3.10-a")
def test_fixed_guns_and_turning_over_strain_cut_wires() -> None:
    wires = ("manoeuvre:P", "fixed-guns")
    game = melee(craft("prey", DVA, strained=wires), craft("foe", CAMEL, 30, 34, 20))
    for strained, tests in ((wires, 1), ((), 0)):
        shooting = game.changed("prey", strained=strained)
        _, events = happens(shooting, "shoot", "prey", PILOT, "foe", "short", "fixed", faces=(20, 14)[: 1 + tests])
        assert kinds(events).count("clouds.tested") == tests
        _, events = happens(shooting, "immelmann", "prey", "back", faces=(14,) * tests, answers=("45",))
        assert kinds(events).count("clouds.tested") == tests
        spins = shooting.changed("prey", trouble="spins", smoke=(Smoking(0, 9, 100),))
        assert happens(spins, "spin", "prey", "on")[0].of("prey").smoke == ()  # a spin at such a speed blows it out


@pytest.mark.rule("ICOG-6.3.10-a")
def test_who_has_cut_wires_reads_what_they_ask_for_before_he_does_it() -> None:
    """The state, a burst of the fixed guns and a manoeuvre; a burst of who has none asks one question."""
    game = melee(craft("prey", DVA, strained=("manoeuvre:P", "fixed-guns"), strength=11), craft("foe", CAMEL, 30, 34, 20))
    state = "; ".join(rules().summary(rules().observe(game, "germany")))
    assert (
        "strength test for each manoeuvre, but not turns of P or wider, strength test for each shot of fixed guns" in state
    )
    questions = [question.title for question in Shoot(craft="prey", target="foe").questions(game, rules().rules)]
    assert questions == ["to hit", "success, strength"]
    assert len(Shoot(craft="foe", target="prey").questions(game, rules().rules)) == 1
    moving = replace(game, phase="movement", waiting=("prey",))
    assert "strength 55%" in rules().brings(moving, Announce(craft="prey", plan="R+90 S9.5"))
    assert "strength" not in rules().brings(moving, Announce(craft="prey", plan="S15"))


@pytest.mark.rule("ICOG-6.3.10-a")
def test_a_gunner_s_shots_strain_nothing() -> None:
    game = melee(craft("prey", RE8, strained=("fixed-guns",)), craft("foe", DVA, 30, 26, 20))
    _, events = happens(game, "shoot", "prey", "observer", "foe", "short", "observer gun", faces=(20,))
    assert "clouds.tested" not in kinds(events)


@pytest.mark.rule("ICOG-6.3.10-a")
def test_a_flight_with_cut_wires_is_followed_by_its_tests() -> None:
    wires = happens(at_foe(craft("prey", DVA)), "row", "prey", 19, "foe", faces=(1,))[0]
    assert wires.of("prey").strained == ("manoeuvre:P", "fixed-guns")
    _, events = happens(wires, "fly", "prey", "R+90 S9.5", 0, faces=(14,))
    assert [event.type for event in events if event.type == "clouds.tested"] == ["clouds.tested"]
    assert happens(wires, "fly", "prey", "R+90 S9.5", 0, faces=(15, 1))[0].of("prey").out == "destroyed"
    heavy = happens(at_foe(craft("prey", HANDLEY)), "row", "prey", 21, "foe", faces=((1, 1), 1))[0].of("prey")
    assert heavy.strained == ("turn:O", "bombs")


@pytest.mark.rule("ICOG-5.7.7-a", "ICOG-5.7.5.2")
def test_what_damage_costs_is_rolled_in_each_move() -> None:
    losses = (EnergyLoss(0, "1d4"), EnergyLoss(-1, "2"))
    assert energy_of_a_straight(3, losses=losses) == {"damage": -5}
    assert energy_of_a_straight(engines=("dead",)) == {"engine out": -4}
    assert energy_of_a_straight(type_=HANDLEY, engines=("dead", "stopped")) == {"engine out": -5}
    assert energy_of_a_straight(type_=HANDLEY, engines=("runs", "stopped")) == {"engine out": -2}
    assert energy_of_a_straight() == {"engine": 1}


def energy_of_a_straight(*faces: int, type_: str = DVA, **more: Any) -> dict[str, int]:
    """The energy of a move straight on, by what it is for."""
    _, events = happens(melee(craft("prey", type_, **more)), "fly", "prey", "S14.5", 0, faces=faces)
    flown = next(event for event in events if isinstance(event, Flown))
    return {item.reason: item.eu for item in flown.energy}


@pytest.mark.rule("ICOG-5.7.6.1")
def test_beyond_the_maximum_speed_strength_is_tested() -> None:
    fast = melee(craft("prey", DVA, 30, 30, 50, speed=250, pose=SpacePose.level(30, 30, 50, 0, -60)))
    state, events = happens(fast, "fly", "prey", "S25", 0, faces=(15, 5, 3))
    assert state.of("prey").speed > 250
    assert (state.of("prey").strength, kinds(events)[-4:-1]) == (
        8, ["clouds.flown", "clouds.tested", "clouds.weakened"],
    )  # fmt: skip


@pytest.mark.rule("ICOG-6.3.12-c")
def test_who_breaks_up_in_a_turn_does_not_fly_on() -> None:
    game = melee(craft("prey", DVA, speed=200))
    state, events = happens(game, "fly", "prey", "T45:3:8 T45:1:8", 0, faces=(20, 1))
    assert (state.of("prey").out, state.todo) == ("destroyed", ())
    assert "clouds.flown" not in kinds(events)


# -- what hits leave of a move -----------------------------------------------------------------------------------------


def against(game: Any, plan: str, throttle: int = 0) -> list[str]:
    """The rules against a move."""
    moving = replace(game, phase="movement", waiting=("prey",))
    return [
        objection.rule
        for objection in Announce(craft="prey", plan=plan, throttle=throttle).against(moving, "entente", RULES)
    ]


@pytest.mark.rule("ICOG-6.3.10-a")
def test_who_has_fainted_flies_straight_on() -> None:
    game = melee(craft("prey", CAMEL, blackout=3))
    assert against(game, "S14.5") == against(game, "") == against(replace(game, turn=4), "R+90") == []
    assert against(game, "R+90") == against(game, "B+30") == ["ICOG-6.3.10-a"]
    assert against(game, "S14.5", 1) == ["ICOG-6.3.10-a"]
    moving = replace(game, phase="movement", waiting=("prey",))
    assert [offer.command.plan for offer in Announce.offers(moving, "entente", RULES)] == ["S14.5"]  # type: ignore[attr-defined]


@pytest.mark.rule("ICOG-6.3.10-a")
def test_who_has_fainted_does_not_try_to_come_out_of_a_spin() -> None:
    game = replace(melee(craft("prey", CAMEL, blackout=3, trouble="spins")), phase="movement", waiting=("prey",))
    for turn, most in ((3, 1), (4, 2)):
        at = replace(game, turn=turn)
        assert len(list(SpinOn.offers(at, "entente", RULES))) == most
        assert bool(list(SpinOn(craft="prey").against(at, "entente", RULES))) is (turn == 3)


@pytest.mark.rule("ICOG-1.2.3-a")
def test_who_has_fainted_has_no_re_rolls() -> None:
    game = melee(craft("prey", CAMEL, blackout=3).with_man(PILOT, rerolls=1))
    assert happens(game, "holds", "prey", faces=(16, 6))[0].of("prey").pilot.rerolls == 1
    assert (
        happens(replace(game, turn=4), "holds", "prey", faces=(16, 1), answers=("re-roll",))[0].of("prey").pilot.rerolls == 0
    )


@pytest.mark.rule("ICOG-6.3.11-a")
def test_a_pilot_who_flinches_begins_with_a_wide_turn() -> None:
    game = melee(craft("prey", HANDLEY, begins_with="P"))
    assert against(game, "T0:9:7.25") == against(game, "T180:9:10 T0:0:4") == []
    for plan in ("S14.5", "T0:9:7.2", "S1 T0:9:10", "T0:0:14.5", ""):
        assert against(game, plan) == ["ICOG-6.3.11-a"], plan
    assert against(melee(craft("prey", HANDLEY)), "T0:9:8") == ["ICOG-5.5.6.1"]
    flown, events = happens(game, "fly", "prey", "T0:9:8 S6.5", 0)
    end = flown.of("prey").pose
    assert end.heading == pytest.approx(degrees(8 / flown.tables.radius("P")), abs=0.01)
    assert (flown.of("prey").begins_with, "clouds.tested" in kinds(events)) == ("", False)
    energy = next(event.energy for event in events if isinstance(event, Flown))
    assert [(item.reason, item.eu) for item in energy] == [("turn", -1)]
    tight = handling_of(game, game.of("prey"))._replace(letters=("E", "D"), costs=(1, 3))
    assert [piece.energy_at(tight) for piece in plan_of("T0:0:4 T0:1:4 T0:9:4")] == [1, 3, 1]
    moving = replace(game, phase="movement", waiting=("prey",))
    offers = [offer.command.plan for offer in Announce.offers(moving, "entente", RULES)]  # type: ignore[attr-defined]
    assert offers == ["T0:9:14.5", "T180:9:14.5"]
    assert in_words(plan_of(offers[0])) == "turn right wide 14.5"


@pytest.mark.rule("ICOG-6.3.14.3", "ICOG-6.3.12-f")
def test_who_is_forced_home_makes_for_his_own_edge() -> None:
    """The entente's is in the south, and the aircraft flies north."""
    for changed in ({"home": True}, {"fire": True}):
        game = melee(craft("prey", CAMEL, **changed))
        assert against(game, "S14.5") == ["ICOG-6.3.14.3"]
        assert against(game, "T0:0:14.5") == against(game, "T180:0:2") == []
        assert against(game, "R+180 S3") == ["ICOG-6.3.14.3"]
        steep = game.changed("prey", pose=SpacePose.level(30, 30, 20, 0, 60))
        assert against(steep, "S14.5") == []  # it may have no way to turn
        south = game.changed("prey", pose=SpacePose.level(30, 30, 20, 180, 0))
        assert against(south, "S14.5") == []
        assert against(south, "T0:0:7") == []  # it turns away, and comes nearer
        assert against(game.changed("prey", blackout=3), "S14.5") == []


# -- all rows ----------------------------------------------------------------------------------------------------------


@given(
    type_=st.sampled_from((CAMEL, RE8, HANDLEY)),
    rows=st.lists(st.integers(-3, 34), min_size=1, max_size=5),
    seed=st.integers(0, 10**6),
    bombs=st.integers(0, 1),
)
def test_any_hits_leave_a_fight_that_makes_sense(type_: str, rows: list[int], seed: int, bombs: int) -> None:
    prey = craft("prey", type_, bombs=bombs).with_man(PILOT, rerolls=1)
    game = melee(prey, craft("near", CAMEL, 30, 33, 20), craft("foe", DVA, 30, 20, 20).with_man(PILOT, rerolls=1))
    log: list[Any] = []
    for nth, row in enumerate(rows):
        if not game.of("prey").flying:
            break
        dice = DiceTray(seeded(seed, nth))
        hit = StepsAdded(steps=(GameStep(name="row", of="prey", facts=(row, "foe")),))
        events = onward(game, RULES, dice, (hit, *(StepsAdded(steps=(step,)) for step in ends_of_turn(game))))
        game = after(game, events)
        log += events
        while game.open is not None:
            events = onward(game, RULES, dice, (), game.open.decision.options[seed % 2 - 1])
            game = after(game, events)
            log += events
        for each in game.craft:
            assert each.strength >= 0
            assert all(0 <= len(guns.jams) <= guns.guns for guns in each.rows)
            assert (each.strength == 0) <= (each.out == "destroyed")
            assert (each.pilot.dead or each.pilot.unfit) <= (each.trouble == "doomed" or each.out == "destroyed")
            assert (each.trouble == "doomed" or each.fire or each.out == "destroyed") <= (each.downed is not None)
            assert each.home <= (each.sent_home is not None)
        game = replace(game, turn=game.turn + 1)
    assert all(type(event).model_validate(event.model_dump(mode="json")) == event for event in log)
    assert [Craft.model_validate(each.model_dump(mode="json")) for each in game.craft] == list(game.craft)
