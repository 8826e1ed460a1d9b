"""Every odds question against an independent oracle, fraction for fraction."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from .answers import asked, chances_of
from .oracle import (
    Chances,
    Machine,
    attack_roll,
    damaged_repeatedly,
    damaging,
    fate,
    hits,
    morale,
    of,
    seen_as,
    shot,
    shot_at,
    spread,
    taken_by,
)

COVER = {"none": (0, 0), "soft": (1, 0), "hard": (2, 1), "fortified": (3, 2)}
NUMBERS = st.tuples(st.integers(1, 14), st.integers(1, 16), st.integers(-2, 6), st.sampled_from(sorted(COVER)))


def numbers(facts: tuple[int, int, int, str]) -> tuple[str, int, int]:
    defense, armor, power, cover = facts
    words = f"--defense {defense} --armor {armor} --power {power} --cover {cover}"
    more_defense, more_armor = COVER[cover]
    return words, defense + more_defense, armor + more_armor - power


def binomial(n: int, p: Fraction) -> Chances:
    return of(n @ icepool.coin(p.numerator, p.denominator))


@pytest.mark.rule("HOST-HIT-1", "HOST-HIT-2", "HOST-HIT-3", "HOST-HIT-4", "HOST-HIT-6", "HOST-COVER-1")
@given(st.integers(1, 12), NUMBERS)
def test_shots(shots: int, facts: tuple[int, int, int, str]) -> None:
    words, hit, damage = numbers(facts)
    question = f"shoot --shots {shots} {words} --elements 3"
    assert chances_of(question, "hits") == hits(shots, hit)
    assert chances_of(question, "damaging") == damaging(shots, hit, damage)
    assert chances_of(question, "removed") == seen_as(damaging(shots, hit, damage), lambda count: min(3, count))


@pytest.mark.rule("HOST-HIT-1")
@pytest.mark.parametrize(("hit", "damage"), [(6, 9), (2, 10), (1, 1), (11, 4), (9, 12)])
def test_three_shots_by_every_face_of_every_die(hit: int, damage: int) -> None:
    """No shortcut at all: 10 faces to hit, 10 to damage and, for the lucky, as many again."""

    def works(need: int, face: int, again: int) -> bool:
        return face == 10 and again == 10 if need > 10 else face != 1 and face >= need

    faces = range(1, 11)
    lucky = faces if max(hit, damage) > 10 else range(1, 2)
    one = Fraction(
        sum(works(hit, a, b) and works(damage, c, d) for a, b, c, d in product(faces, lucky, faces, lucky)),
        10 * 10 * len(lucky) ** 2,
    )
    found = chances_of(f"shoot --shots 3 --defense {hit} --armor {damage}", "damaging")
    assert [found[count] for count in range(4) if count in found] == [
        p for p in (binom * one**k * (1 - one) ** (3 - k) for k, binom in enumerate((1, 3, 3, 1))) if p
    ]


@pytest.mark.rule("HOST-HIT-1", "HOST-HIT-2")
@given(st.integers(1, 12), st.integers(1, 4), NUMBERS)
def test_templates_and_sweeps(targets: int, templates: int, facts: tuple[int, int, int, str]) -> None:
    words, hit, damage = numbers(facts)
    one = 1 - (1 - of(shot(hit, damage)).get(1, Fraction(0))) ** templates
    question = f"barrage --targets {targets} --templates {templates} --barrage 2 {words}"
    assert chances_of(question, "damaging") == binomial(targets, one)
    swept = chances_of(f"sweep --targets {targets} {words}", "damaging")
    assert swept == binomial(targets, of(shot(hit, damage)).get(1, Fraction(0)))


@pytest.mark.rule("HOST-TRIPOD-1", "HOST-TRIPOD-2", "HOST-TRIPOD-3")
@pytest.mark.parametrize("armor", [1, 3, 10, 12])
@pytest.mark.parametrize("attacks", [1, 2, 5, 9])
def test_tripods(armor: int, attacks: int) -> None:
    question = asked(f"tripod --armor {armor} --attacks {attacks}")
    after = damaged_repeatedly((armor, 0, False, False, False), attacks)
    assert dict(question.line("fate").odds) == seen_as(after, fate(armor))
    assert dict(question.line("armor").odds) == seen_as(after, lambda machine: machine[0])
    stunned = sum(p for machine, p in after.items() if machine[0] > 0 and machine[2])
    assert next(one.chance for one in question.also if "stunned" in one.name) == stunned


@pytest.mark.rule("HOST-TRIPOD-2", "HOST-HIT-5")
@pytest.mark.parametrize(("attacker", "shots", "power"), [("Heavy Machine Gun Squad", 9, 1), ("Mk III Tank Platoon", 9, 2)])
@pytest.mark.parametrize(("target", "armor", "weapons"), [("Scout Tripod", 10, 1), ("Dominator Tripod", 12, 3)])
def test_volleys_at_tripods(attacker: str, shots: int, power: int, target: str, armor: int, weapons: int) -> None:
    question = asked(f"shoot --attacker '{attacker}' --target '{target}'")
    after = shot_at((armor, weapons, False, False, False), shots, 6, power)
    assert dict(question.line("fate").odds) == seen_as(after, fate(armor))
    assert dict(question.line("armor").odds) == seen_as(after, lambda machine: machine[0])


@pytest.mark.rule("HOST-MORALE-1", "AIR-MORALE-1", "AIR-RUN-1")
@pytest.mark.parametrize("lost", [1, 2, 4, 7])
@pytest.mark.parametrize("reroll", [False, True])
@pytest.mark.parametrize(("words", "bonus", "last"), [("", 0, False), ("--aircraft", 1, False),
                                                       ("--aircraft --last-element", 1, True)])  # fmt: skip
def test_morale(lost: int, reroll: bool, words: str, bonus: int, last: bool) -> None:
    question = f"morale --lost {lost} {words} {'--reroll' if reroll else ''}"
    assert chances_of(question, "outcomes") == of(morale(5 + lost - bonus, reroll, last))


@pytest.mark.rule("HOST-HIT-5", "HOST-MORALE-1")
@pytest.mark.parametrize("reroll", ["", "--reroll"])
@pytest.mark.parametrize(
    ("attacker", "target", "shots", "hit", "damage", "elements", "aircraft"),
    [
        ("Assault Tripod", "US Infantry", 4, 5, 0, 5, False),
        ("Scout Tripod", "Burgess-Dunne D8", 3, 3, 1, 3, True),
        ("Drones", "Mk II Tank Platoon", 3, 4, 7, 3, False),
    ],
)
def test_a_volley_and_then_morale(
    attacker: str, target: str, shots: int, hit: int, damage: int, elements: int, aircraft: bool, reroll: str
) -> None:
    question = f"shoot --attacker '{attacker}' --target '{target}' --shots {shots} --morale {reroll}"
    lost = seen_as(damaging(shots, hit, damage), lambda count: min(elements, count))
    taken = spread(lost, lambda count: taken_by(count, elements, int(aircraft), bool(reroll), aircraft))
    assert chances_of(question, "morale") == taken


@pytest.mark.rule("AIR-SPOT-2")
@pytest.mark.parametrize(("radio", "p"), [("", Fraction(4, 10)), ("--radio", Fraction(6, 10))])
@pytest.mark.parametrize("turns", [1, 3, 6])
@pytest.mark.parametrize("spotters", [1, 3])
def test_spotting(radio: str, p: Fraction, turns: int, spotters: int) -> None:
    question = f"spot {radio} --turns {turns} --spotters {spotters}"
    in_a_turn = 1 - (1 - p) ** spotters
    assert chances_of(question, "turns_spotted") == binomial(turns, in_a_turn)
    assert chances_of(question, "outcomes") == {"pass": 1 - (1 - in_a_turn) ** turns, "fail": (1 - in_a_turn) ** turns}


@pytest.mark.rule("AIR-SCOUT-2")
@pytest.mark.parametrize("hidden", [1, 2, 5])
@pytest.mark.parametrize("turns", [1, 4])
@pytest.mark.parametrize("scouts", [1, 2])
def test_scouting(hidden: int, turns: int, scouts: int) -> None:
    question = f"scout --hidden {hidden} --turns {turns} --scouts {scouts}"
    found = 1 - Fraction(1, 2) ** (turns * scouts)
    assert chances_of(question, "discovered") == binomial(hidden, found)
    assert chances_of(question, "outcomes") == {"pass": found**hidden, "fail": 1 - found**hidden}


@pytest.mark.rule("AIR-RUN-3")
@given(st.integers(0, 6), NUMBERS)
def test_suicide_runs(bombs: int, facts: tuple[int, int, int, str]) -> None:
    defense, armor, _, cover = facts
    more_defense, more_armor = COVER[cover]
    hit, damage = attack_roll(defense + more_defense), attack_roll(armor + more_armor - 2 - bombs)
    question = f"run --bombs {bombs} --defense {defense} --armor {armor} --cover {cover}"
    p_hit, p_damage = of(hit).get(True, of(hit).get(1)), of(damage).get(True, of(damage).get(1))
    assert p_hit is not None
    assert p_damage is not None
    assert chances_of(question, "outcomes") == {
        name: p
        for name, p in (("misses", 1 - p_hit), ("no damage", p_hit * (1 - p_damage)), ("damages", p_hit * p_damage))
        if p
    }


@pytest.mark.rule("HOST-TURN-2")
@pytest.mark.parametrize(("kills", "big", "commands"), [(0, 0, 0), (1, 0, 0), (3, 2, 1), (0, 0, 4), (12, 0, 0)])
def test_initiative(kills: int, big: int, commands: int) -> None:
    question = f"initiative --kills {kills} --big-kills {big} --commands-lost {commands}"
    lead = kills + big - commands
    pairs = [(mine + lead) - theirs for mine, theirs in product(range(1, 11), repeat=2)]
    won, lost = sum(one > 0 for one in pairs), sum(one < 0 for one in pairs)
    expected = {"human": Fraction(won, 100), "martian": Fraction(lost, 100), "tie": Fraction(100 - won - lost, 100)}
    assert chances_of(question, "one_roll") == {name: p for name, p in expected.items() if p}
    assert asked(question).chance == Fraction(won, won + lost)


@pytest.mark.rule("HOST-RESERVE-1")
@pytest.mark.parametrize(("units", "turns"), [(1, 1), (3, 2), (5, 4)])
def test_reserves(units: int, turns: int) -> None:
    question = f"reserves --units {units} --turns {turns}"
    assert chances_of(question, "arrived") == binomial(units, 1 - Fraction(1, 2) ** turns)
    assert chances_of(question, "outcomes") == {
        "no show": Fraction(5, 10), "may move": Fraction(3, 10), "may move and shoot": Fraction(2, 10)
    }  # fmt: skip


def test_rallying() -> None:
    assert chances_of("rally", "outcomes") == {"fail": Fraction(6, 10), "pass": Fraction(4, 10)}


# -- a whole attack -------------------------------------------------------------------------------------------------------


def answered(rays: int, elements: int = 3) -> Chances:
    """Heavy heat rays at a unit of D8s: 3+ to hit, 2+ to damage; then morale with +1, and a natural 10 of the last."""
    lost = seen_as(damaging(rays, 3, 2), lambda count: min(elements, count))
    return spread(lost, lambda count: seen_as(taken_by(count, elements, 1, aircraft=True), lambda result: (count, result)))


@pytest.mark.further(every=2)
@pytest.mark.rule("AIR-GUN-3", "AIR-HIT-2", "AIR-MORALE-1")
@pytest.mark.parametrize(
    ("target", "armor", "weapons", "rays"), [("Assault Tripod", 11, 1, 1), ("Dominator Tripod", 12, 3, 2)]
)
def test_a_whole_attack_on_a_tripod(target: str, armor: int, weapons: int, rays: int) -> None:
    """Three D8s: a light bomb each (Power +3), nine shots (+1), then the rays that still work answer.

    Those that were hit do, too, where their owner wins the one roll for them, equal dice included: 55 in 100.
    """
    machine: Machine = (armor, weapons, False, False, False)
    left: Chances = {machine: Fraction(1)}
    for _ in range(3):
        left = spread(left, lambda one: shot_at(one, 1, 6, 3))
    left = spread(left, lambda one: shot_at(one, 9, 6, 1))
    question = asked(f"attack --attacker 'Burgess-Dunne D8' --target '{target}'")
    assert dict(question.line("fate").odds) == seen_as(left, fate(armor))

    def answer(one: Machine) -> Chances:
        """Weapons are hit at random: how many of those that are left are rays is hypergeometric."""
        if one[0] <= 0 or one[2]:
            return answered(0)
        firing = spread(
            rays_left(weapons, rays, one[1]),
            lambda left: {left: Fraction(45, 100), rays: Fraction(55, 100)} if left < rays else {left: Fraction(1)},
        )
        return spread(firing, answered)

    both = spread(left, answer)
    assert dict(question.line("lost").odds) == seen_as(both, lambda pair: pair[0])
    assert dict(question.line("morale").odds) == seen_as(both, lambda pair: pair[1])


def rays_left(weapons: int, rays: int, left: int) -> Chances:
    """How many of the weapons that are left are rays, when each was as likely to be hit."""
    picked = [chosen for chosen in product((0, 1), repeat=weapons) if sum(chosen) == left]
    counts: Chances = {}
    for chosen in picked:
        count = sum(chosen[:rays])
        counts[count] = counts.get(count, Fraction(0)) + Fraction(1, len(picked))
    return counts


@pytest.mark.rule("HOST-HIT-5")
def test_a_whole_attack_on_drones_under_the_eyes_of_a_tripod() -> None:
    """Each bomb is over a drone of its own: 5+ and 4+; then nine shots, 5+ and 6+; an Assault Tripod answers."""
    question = asked("attack --attacker 'Burgess-Dunne D8' --target Drones --answering 'Assault Tripod'")
    bombed = of(3 @ shot(5, 4))
    destroyed = spread(
        bombed,
        lambda gone: seen_as(damaging(9, 5, 6), lambda count, gone=gone: min(3, gone + count)),  # type: ignore[misc]
    )
    assert dict(question.line("destroyed").odds) == destroyed
    assert dict(question.line("lost").odds) == seen_as(answered(1), lambda pair: pair[0])
    assert dict(question.line("morale").odds) == seen_as(answered(1), lambda pair: pair[1])


def test_what_cannot_happen_is_not_there() -> None:
    """A weapon that cannot fail to hit anything but a 1 leaves no outcome of chance 0 in a distribution."""
    for question in ("shoot --shots 2 --defense 1 --armor 1", "morale --lost 9", "initiative --kills 12"):
        for line in asked(question).lines:
            chances: dict[Any, Fraction] = dict(line.odds)
            assert all(chances.values())
            assert sum(chances.values()) == 1
