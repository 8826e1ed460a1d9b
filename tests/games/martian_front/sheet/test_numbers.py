"""Every number on the sheet against the engine, asked by another way; and against an oracle that knows nothing of it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, cast

from aqmf_air.core.data import model
from aqmf_air.core.dice.chance import Odds, chances
from aqmf_air.core.dice.modifiers import TargetNumber, modifier
from aqmf_air.core.odds.summary import Summary
from aqmf_air.errors import IllegalCommandError
from aqmf_air.games.martian_aircraft.chapters.scouting import discoveries, to_discover, to_spot
from aqmf_air.games.martian_aircraft.chapters.suicide_run import natural_faces, ramming_weapon
from aqmf_air.games.martian_front.chapters.damage import (
    Fate,
    Tripod,
    blast_numbers,
    damage_table,
    damage_tripod,
    whole_tripod,
)
from aqmf_air.games.martian_front.chapters.morale import Nerve, morale_test, to_pass, to_rally
from aqmf_air.games.martian_front.chapters.moving import die_off
from aqmf_air.games.martian_front.chapters.possible_orders import Catalogue
from aqmf_air.games.martian_front.chapters.shooting import aimed, volley_at_tripod
from aqmf_air.games.martian_front.chapters.templates import joint_rating, number_struck, template_sizes
from aqmf_air.games.martian_front.chapters.to_hit import (
    Volley,
    against,
    attack_between,
    damaging_shots,
    rolled,
    shot,
    spelled,
    to_damage,
    to_hit,
)
from aqmf_air.games.martian_front.sequence import AllQuiet
from aqmf_air.games.martian_front.tables import Mount, UnitType, covers, host_rulings
from tests.games.martian_front.army.lists import context
from tests.games.martian_front.sheet.sheets import engagement, near, of_grade, walked, ways
from tests.odds import oracle

CATALOGUE = Catalogue(AllQuiet(context().registry))
FATES = ("explodes", "wrecked", "damaged", "unharmed")


def unit(kind: dict[str, Any]) -> UnitType:
    return CATALOGUE.unit(kind["name"])


def mount_of(kind: dict[str, Any], way: dict[str, Any]) -> Mount:
    mount = unit(kind).mount(way["weapon"])
    assert mount is not None
    return mount


def high(kind: dict[str, Any]) -> bool:
    return ["Altitude", "high"] in kind["facts"]


def numbers(kind: dict[str, Any], way: dict[str, Any], target: dict[str, Any], cover: str, left: int) -> Any:
    """The two target numbers of an attack, on a target with so much Armor left."""
    attacker, other = unit(kind), unit(target)
    if way["title"] == "Explosion":
        return blast_numbers(other, left, cover, host_rulings(CATALOGUE.ruleset.rulings()))
    if way["title"].endswith("before turn 1"):
        felt, more = model.replace(covers()[cover], defense=0), CATALOGUE.ruleset.rules.modifiers
        attack = attack_between(attacker, mount_of(kind, way).weapon, other, cover)
        hit, damage = to_hit(attack, felt, more), to_damage(attack, felt, more)
    elif way["title"].startswith("Ram"):
        aboard = int(way["title"].split(" ")[1])
        hit, damage = CATALOGUE.numbers(attacker, ramming_weapon(aboard), other, cover)
    else:
        hit, damage = CATALOGUE.numbers(attacker, mount_of(kind, way).weapon, other, cover)
    return hit, against(damage, left)


def written(target: TargetNumber) -> tuple[Any, ...]:
    reasons = [(one.value, one.reason, one.source) for one in target.modifiers if one.value]
    return target.what, spelled(target), [(target.base, target.base_reason, target.source), *reasons]


def read(number: int) -> tuple[Any, ...]:
    facts = engagement()
    need, *reasons = facts["numbers"][number]
    what, takes, _ = facts["needs"][need]
    return what, takes, [tuple(facts["reasons"][one]) for one in reasons]


def same(index: int, odds: Odds[int]) -> bool:
    just, more, mean, exact = engagement()["odds"][index]
    summary = Summary(odds)
    return (
        len(just) == len(more) == summary.values[-1] + 1
        and all(near(shown, summary.exactly(value)) for value, shown in enumerate(just))
        and all(near(shown, summary.at_least(value)) for value, shown in enumerate(more))
        and abs(Fraction(str(mean)) - summary.mean) <= Fraction(1, 20_000)
        and exact in ("", str(summary.at_least(1)))
    )


def named_alike(shown: list[list[Any]], odds: Odds[Any]) -> bool:
    exactly = {str(name): str(chance) for name, chance in odds.items() if chance}
    return {name: exact for name, _, exact in shown} == exactly and all(
        near(part, Fraction(exact)) for _, part, exact in shown
    )


# -- what it takes --------------------------------------------------------------------------------------------------------


def test_every_target_number_is_the_engines_with_all_its_reasons() -> None:
    facts, seen = engagement(), 0
    for kind, way, target, at in ways(facts):
        if at < 0:
            continue
        ((to, by_cover),) = facts["takes"][at]  # nothing in the package depends on the range
        assert to is None
        covers_of_it = facts["covers"][:1] if target["kind"] == "aircraft" else facts["covers"]  # AIR-HIT-1
        for cover, (hit, damage) in zip(covers_of_it, by_cover, strict=True):
            tripod = unit(target).kind == "tripod"
            assert len(damage) == (unit(target).armor if tripod else 1)
            for place, number in enumerate(damage, 1):
                left = place if tripod else unit(target).armor
                expected = numbers(kind, way, target, cover, left)
                assert (read(hit), read(number)) == tuple(map(written, expected)), (way["title"], target["name"])
                seen += 1
    assert seen > 4_000


def test_an_aimed_attack_is_refused_where_the_rules_object() -> None:
    facts = engagement()
    for kind, way, target, at in ways(facts):
        if "shots" not in way or "wild" in way or "spent" in way:
            continue
        if high(kind) or high(target):  # what a list says of its aircraft, the catalogue does not know
            assert facts["refusals"][-1 - at][1] == "AIR-ALT-3"
            continue
        rules = objections(kind, way, target)
        assert (at < 0) == bool(rules), (kind["name"], way["title"], target["name"])
        assert at >= 0 or facts["refusals"][-1 - at][1] in rules


def objections(kind: dict[str, Any], way: dict[str, Any], target: dict[str, Any]) -> set[str]:
    """The rules by which a shot is refused."""
    try:
        CATALOGUE.refuse_illegal(unit(kind), CATALOGUE.mount(unit(kind), way["weapon"], aimed, "fire"), unit(target))
    except IllegalCommandError as refused:
        return {one.rule for one in refused.objections}
    return set()


def test_templates_pass_over_aircraft_and_rays_over_high_ones() -> None:
    for kind, way, target, at in ways(engagement()):
        if "templates" not in way or target["kind"] != "aircraft":
            continue
        flies_high = high(target) or "High" in target["traits"]
        if "sweep" in way["title"]:
            assert (at >= 0) == (not flies_high and kind["kind"] != "drone")
        elif way["title"] == "Explosion":
            assert (at >= 0) == (not flies_high)
        else:
            assert at < 0


def test_templates_are_as_large_as_the_rules_say() -> None:
    for kind in engagement()["kinds"]:
        for way in kind["ways"]:
            for pieces, size in enumerate(way.get("sizes", ()), 1):
                rating = mount_of(kind, way).weapon.barrage
                assert rating is not None
                assert size == template_sizes()[joint_rating(rating, pieces)]


# -- odds -----------------------------------------------------------------------------------------------------------------


def test_every_distribution_is_the_engines() -> None:
    for key, pair in engagement()["pairs"].items():
        grades = key.split("/")
        hit, damage = of_grade(grades[0], "to hit"), of_grade(grades[1], "to damage")
        for shots, index in enumerate(pair["shots"], 1):
            assert same(index, chances(damaging_shots, shots, hit, damage, "")), key
        for templates, by_elements in pair["struck"].items():
            for elements, index in enumerate(by_elements, 1):
                attacks = (((hit, damage),) * int(templates),) * elements
                assert same(index, chances(number_struck, attacks, "")), key


def test_every_distribution_is_used() -> None:
    facts = engagement()
    used = {index for pair in facts["pairs"].values() for index in pair["shots"]}
    used |= {index for pair in facts["pairs"].values() for held in pair["struck"].values() for index in held}
    used |= {index for kind in facts["kinds"] for roll in kind["rolls"] for index in roll.get("odds", ())}
    assert used == set(range(len(facts["odds"])))
    fates = {index for pair in facts["pairs"].values() for held in pair["fates"].values() for index in held}
    assert fates == set(range(len(facts["fates"])))


def test_every_fate_of_a_tripod_is_the_engines() -> None:
    facts = engagement()
    machines = [whole_tripod(unit(kind)) for kind in facts["kinds"] if kind["kind"] == "tripod"]
    for key, pair in facts["pairs"].items():
        grades = key.split("/")
        for armor, by_shots in pair["fates"].items():
            left = int(armor)
            # the volley measures against what is left: the base is the Armor, and a modifier makes up the rest
            hit, damage = of_grade(grades[0], "to hit"), of_grade(grades[1], "to damage")
            number = damage if damage.ruled else _reaching(damage, left)
            armed = machines[left % len(machines)].weapons  # whatever it carries; many shots at a bare one are as telling
            for shots, index in enumerate(by_shots, 1):
                whole = Tripod(left, armed if shots < 3 else ())
                odds = chances(volley_at_tripod, whole, shots, hit, number, "").map(Fate(left))
                assert all(near(shown, odds.of(fate)) for shown, fate in zip(facts["fates"][index], FATES, strict=True))


def _reaching(damage: TargetNumber, armor: int) -> TargetNumber:
    return damage.with_modifiers((modifier(damage.total - armor, "what is left", "TEST-2"),))


def test_a_tripods_fate_is_known_for_whatever_can_be_fired_at_it() -> None:
    facts = engagement()
    for kind, way, target, at in ways(facts):
        if at < 0:
            continue
        for hit, damage in facts["takes"][at][0][1]:
            for armor, number in enumerate(damage, 1):
                grades = [facts["needs"][facts["numbers"][one][0]][2] for one in (hit, number)]
                pair = facts["pairs"]["/".join(grades)]
                firing = 1 if {"wild", "spent"} & set(way) else kind["elements"]
                most = way["shots"] * firing if "shots" in way else max(way["templates"])
                if "shots" in way:
                    assert len(pair["shots"]) >= most
                else:
                    assert all(len(pair["struck"][str(count)]) >= target["elements"] for count in way["templates"])
                if target["kind"] == "tripod":
                    assert len(pair["fates"][str(armor)]) >= most


# -- charts ---------------------------------------------------------------------------------------------------------------


def led_to(chart: int, odds: Odds[Any]) -> None:
    """Fair dice that walk a chart end as the engine's own odds say."""
    facts = engagement()
    found: dict[str, Fraction] = {}
    for end, chance in walked(facts, chart).items():
        key = repr(facts["ends"][end])
        found[key] = found.get(key, Fraction(0)) + chance
    assert found == {repr(outcome): chance for outcome, chance in odds.items() if chance}


def test_the_chart_of_a_shot_leads_where_the_rule_leads() -> None:
    for key, pair in engagement()["pairs"].items():
        grades = key.split("/")
        hit, damage = of_grade(grades[0], "to hit"), of_grade(grades[1], "to damage")
        led_to(pair["chart"], chances(shot, hit, damage, "").map(_as_listed))


def _as_listed(volley: Volley) -> list[int]:
    return cast("list[int]", _Listed((volley.hits, volley.damaging)))


class _Listed(tuple[Any, ...]):
    """Looks like the list that JSON makes of it."""

    def __repr__(self) -> str:
        return repr(list(self))


def test_the_charts_of_a_damaged_tripod_lead_where_the_rule_leads() -> None:
    def ended(after: Tripod) -> _Listed:
        weapon = after.wild[0] if after.wild and not after.destroyed else 0
        fine = not after.destroyed
        left = after.armor if fine else 0
        return _Listed((left, int(after.exploded), int(after.stunned and fine), int(after.immobile and fine), weapon))

    charts = engagement()["tripod"]
    assert len(charts) == 12
    for armor, by_weapons in enumerate(charts, 1):
        assert len(by_weapons) == 4
        for working, chart in enumerate(by_weapons):
            machine = Tripod(armor, cast("Any", tuple(range(1, working + 1))))
            led_to(chart, chances(damage_tripod, machine, "").map(ended))


def test_the_damage_table_is_shown_as_it_is() -> None:
    assert engagement()["damage"] == [[row.low, row.high, row.said] for row in damage_table().rows]


# -- morale ---------------------------------------------------------------------------------------------------------------


def test_every_morale_test_is_the_engines() -> None:
    facts, seen = engagement(), 0
    more = CATALOGUE.ruleset.rules.modifiers
    for kind in facts["kinds"]:
        tests = {key: test for key, test in kind["morale"].items() if key != "rally"}
        elements = kind["elements"] if kind["side"] == "human" else 1
        assert len(tests) == elements * (elements - 1)  # lost and left, each with a command squad near or not
        for key, number in tests.items():
            lost, left, squad = map(int, key.split("."))
            need, chart, shown = facts["tests"][number]
            nerve = Nerve(kind["name"], kind["kind"], lost, left)
            target = to_pass(nerve, more("morale", nerve))
            flies = kind["kind"] == "aircraft"
            odds = chances(morale_test, target, bool(squad), natural_faces(nerve) if flies else (), "")
            assert read(need) == written(target)
            assert named_alike(shown, odds)
            follows = {
                "pass": (0, []),
                "fail": (1, []) if flies else (0, ["routed"]),
                "suicide": (0, ["aircraft.suicide-run"]),
            }
            ends: dict[str, Fraction] = {}
            for end, chance in walked(facts, chart).items():
                _, gone, marks = facts["ends"][end]
                (name,) = (name for name, one in follows.items() if one == (gone, marks))
                ends[name] = ends.get(name, Fraction(0)) + chance
            assert ends == dict(odds.items())
            seen += 1
    assert seen == 50


def test_a_rally_is_the_engines() -> None:
    facts = engagement()
    need, chart, shown = facts["tests"][next(kind["morale"]["rally"] for kind in facts["kinds"] if kind["morale"])]
    assert read(need) == written(to_rally())
    odds = chances(rolled, to_rally(), "")
    assert named_alike(shown, odds.map(lambda back: "rallies" if back else "keeps running"))
    assert {facts["ends"][end][1]: chance for end, chance in walked(facts, chart).items()} == {0: odds[False], 1: odds[True]}


# -- rolls ----------------------------------------------------------------------------------------------------------------


def rolls(title: str) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    found = [(kind, roll) for kind in engagement()["kinds"] for roll in kind["rolls"] if roll["title"] == title]
    assert found
    return found


def test_spotting_is_the_engines() -> None:
    for kind, roll in rolls("Spot a target"):
        need = to_spot("Radio" in kind["traits"])
        assert [read(one) for one in roll["needs"]] == [written(need)]
        odds = chances(rolled, need, "")
        assert named_alike(roll["chances"], odds.map(lambda seen: "spotted" if seen else "not spotted"))
        led_to(roll["chart"], odds.map(lambda seen: _Listed(("spotted" if seen else "not spotted", int(seen)))))
        assert (roll["at"], roll["marks"]) == ("enemy", "spotted")


def test_searching_is_the_engines() -> None:
    for _, roll in rolls("Search for hidden units"):
        assert [read(one) for one in roll["needs"]] == [written(to_discover())]
        for hidden, index in enumerate(roll["odds"], 1):
            assert same(index, chances(discoveries, hidden, to_discover(), ""))


def test_both_sides_roll_for_a_tripod_as_in_the_engine() -> None:
    odds = chances(die_off, "martian", "human", "legs", "owner")
    for _, roll in rolls("Roll for its legs"):
        assert named_alike(roll["chances"], odds.map(lambda result: f"the {result.winner} side moves it"))
        said = odds.map(lambda result: _Listed((f'the {result.winner} side moves it, up to {result.inches}"', 0)))
        led_to(roll["chart"], said)


# -- an oracle that knows nothing of it -----------------------------------------------------------------------------------


def number_of(grade: str) -> int:
    return 11 if grade == "lucky" else int(grade)


def test_a_sample_agrees_with_dice_counted_elsewhere() -> None:
    facts = engagement()
    sample = sorted(key for key in facts["pairs"] if "automatic" not in key)[::5]
    assert len(sample) > 10
    for key in sample:
        pair, (hit, damage) = facts["pairs"][key], map(number_of, key.split("/"))
        for shots, index in enumerate(pair["shots"], 1):
            expected = oracle.damaging(shots, hit, damage)
            just, more, _, _ = facts["odds"][index]
            reached = [sum((p for n, p in expected.items() if n >= value), Fraction(0)) for value in range(len(more))]
            assert all(near(shown, expected.get(value, Fraction(0))) for value, shown in enumerate(just))
            assert all(map(near, more, reached))
        for armor, by_shots in list(pair["fates"].items())[:2]:
            for shots, index in enumerate(by_shots[:3], 1):
                machine = (int(armor), 1, False, False, False)
                ends = oracle.seen_as(oracle.shot_at(machine, shots, hit, int(armor) - damage), oracle.fate(int(armor)))
                assert all(map(near, facts["fates"][index], (ends.get(fate, Fraction(0)) for fate in FATES)))
