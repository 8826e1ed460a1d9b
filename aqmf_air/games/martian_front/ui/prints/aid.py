"""The play aid: what both sides look up at the table, on one sheet. Its numbers are asked of the rules that use them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING, Any

from aqmf_air.core.data.text import percent
from aqmf_air.core.dice.chance import chances
from aqmf_air.core.dice.modifiers import TargetNumber
from aqmf_air.core.play.rulings import Rulings
from aqmf_air.games.martian_front.orders.initiative import initiative_bonuses
from aqmf_air.games.martian_front.orders.morale_orders import to_rally
from aqmf_air.games.martian_front.orders.rays import sweep_strip
from aqmf_air.games.martian_front.profiles import SIDES, covers, figures
from aqmf_air.games.martian_front.rules.barrage import joint_rating, template_sizes
from aqmf_air.games.martian_front.rules.measuring import terrain_kinds
from aqmf_air.games.martian_front.rules.morale import Nerve, to_pass
from aqmf_air.games.martian_front.rules.shooting import (
    HIGHEST,
    TO_DAMAGE,
    Attack,
    numeral,
    rolled,
    succeeds,
    to_damage,
    to_hit,
)
from aqmf_air.games.martian_front.rules.tripod import damage_table
from aqmf_air.games.martian_front.state import phases
from aqmf_air.games.martian_front.ui.prints.templates import PanelMaker, inches, kit_of, without_arcs
from aqmf_air.printing.panels import Panel, Table, settled

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.ruleset import AllQuiet

TURNS = 12
"""Boxes of the turn track."""
WHOSE = {"both": "both sides", "first": "the side that goes first", "second": "the other side"}


def aid_of(ruleset: AllQuiet, rulings: Rulings) -> tuple[Panel, ...]:
    """The panels of a game under these rulings: its own, and those of extensions."""
    makers = sorted((*OWN, *kit_of(ruleset.registry).panels), key=lambda one: one.rank)
    return (*(Panel(one.title, one.rule, list(one.make(ruleset, rulings))) for one in makers), settled(rulings))


def track() -> list[tuple[str, list[str]]]:
    """The phases in order, those of one side in a row together: whose they are, and their titles. HOST-TURN-1."""
    runs = groupby(phases(), key=lambda one: "once, before turn 1" if one.once else WHOSE[one.whose])
    return [(whose, [one.title for one in run]) for whose, run in runs]


def chance_of(target: TargetNumber) -> str:
    """The chance that an attack's roll succeeds, as the aid prints it."""
    return percent(chances(succeeds, target).of(True))


def test_said(target: TargetNumber) -> str:
    """A roll of one die that is no attack: ``7+ (40%)``."""
    return f"{target.total}+ ({percent(chances(rolled, target).of(True)).replace('.0%', '%')})"


def rule_text(ruleset: AllQuiet, *names: str) -> list[str]:
    """These rules in the words of the register."""
    texts = {rule.id: rule.text for rule in ruleset.register}
    return [texts[name] for name in names]


def _attack(**facts: int) -> Attack:
    return Attack("", "", **{"power": 0, "defense": 1, "armor": 1, **facts}, target="", target_kind="")  # type: ignore[arg-type]


def _rolls(ruleset: AllQuiet, rulings: Rulings) -> Iterable[Any]:
    """HOST-HIT-1 to HOST-HIT-4."""
    needs = [TargetNumber(TO_DAMAGE, number, "", "") for number in range(2, HIGHEST + 2)]
    yield Table([numeral(one) for one in needs], [[chance_of(one).replace(".0%", "%") for one in needs]])
    yield from rule_text(ruleset, "HOST-HIT-3", "HOST-HIT-4", "HOST-HIT-5")


def _to_hit(ruleset: AllQuiet, rulings: Rulings) -> Iterable[Any]:
    """HOST-HIT-1, HOST-COVER-1."""
    defenses = sorted({one.defense for one in ruleset.catalogue.values()})
    rows = [
        [cover.name if cover.defense else "in the open", *(numeral(to_hit(_attack(defense=one), cover)) for one in defenses)]
        for cover in covers().values()
    ]
    yield Table(["Defense", *map(str, defenses)], rows)


def _to_damage(ruleset: AllQuiet, rulings: Rulings) -> Iterable[Any]:
    """HOST-HIT-2, HOST-COVER-1."""
    types = ruleset.catalogue.values()
    armors, powers = sorted({one.armor for one in types}), {mount.weapon.power for one in types for mount in one.weapons}
    rows = [
        [f"{one:+d}", *(numeral(to_damage(_attack(power=one, armor=armor), None)) for armor in armors)]
        for one in sorted(powers)
    ]
    yield Table(["Power", *map(str, armors)], rows)
    raised = [f"{cover.name} {cover.armor:+d}" for cover in covers().values() if cover.armor]
    yield f"Cover raises Armor: {', '.join(raised)}."


def _ground(ruleset: AllQuiet, rulings: Rulings) -> Iterable[Any]:
    """HOST-COVER-1, HOST-LOS-1, HOST-LOS-2."""
    kinds = terrain_kinds().values()
    said = {True: "yes", False: "\N{EN DASH}"}
    yield Table(
        ["Terrain", "cover", "blocks sight", "impassable"],
        [
            [one.name, one.cover or "\N{EN DASH}", "tripods' too" if one.high else said[one.blocks], said[one.impassable]]
            for one in kinds
        ],
    )
    yield from rule_text(ruleset, "HOST-LOS-1", "HOST-LOS-2")


def _weapons(ruleset: AllQuiet, rulings: Rulings) -> Iterable[Any]:
    rows = []
    for side in SIDES:
        mounts = [mount for one in ruleset.catalogue.values() if one.side == side for mount in one.weapons]
        for name, one in {without_arcs(mount): mount.weapon for mount in mounts}.items():
            reach = inches(one.range) if one.range is not None else "\N{EN DASH}"
            more = [f"{one.shots} shots"] if one.shots > 1 else []
            more += [f"Barrage {one.barrage}"] if one.barrage else []
            rows.append([name, reach, f"{one.power:+d}", ", ".join((*more, *one.traits))])
    yield Table(["Weapon", "range", "Power", ""], rows)


def _barrages(ruleset: AllQuiet, rulings: Rulings) -> Iterable[Any]:
    """HOST-BARRAGE-2, HOST-BARRAGE-3."""
    sizes = template_sizes()
    yield Table(["Barrage", *map(str, sizes)], [["across", *map(inches, sizes.values())]])
    further = joint_rating(1, 2) - 1
    yield f"Each further gun or bomb in one barrage: {further:+d} Barrage, at most {max(sizes)}."
    yield from rule_text(ruleset, "HOST-BARRAGE-4")


def _rays(ruleset: AllQuiet, rulings: Rulings) -> Iterable[Any]:
    """HOST-RAY-3."""
    strip = sweep_strip(0, 0, 90)
    yield (
        f"Sweep instead of shooting: a strip of {inches(strip.length)} by {inches(strip.width)}, wholly in range, its "
        "middle in sight; each element it touches is rolled for once, friend or enemy."
    )


def _tripods(ruleset: AllQuiet, rulings: Rulings) -> Iterable[Any]:
    """HOST-TRIPOD-1 to HOST-TRIPOD-3."""
    bands = [f"{row.low}" if row.low == row.high else f"{row.low}\N{EN DASH}{row.high}" for row in damage_table().rows]
    yield Table(
        ["D10", "Armor lost, and more"], [[band, row.said] for band, row in zip(bands, damage_table().rows, strict=True)]
    )
    wreck, radius, power = (figures()[name] for name in ("wreck explodes", "explosion radius", "explosion power"))
    yield f"Armor 0: destroyed; on {wreck}+ it explodes: {inches(radius)} about its centre, Power {power:+d}."


def _morale(ruleset: AllQuiet, rulings: Rulings) -> Iterable[Any]:
    """HOST-MORALE-1 to HOST-MORALE-5."""
    tests = [to_pass(Nerve("", "", lost, 2)) for lost in range(1, HIGHEST - figures()["morale"] + 1)]
    yield Table(
        ["Elements lost", *(str(number) for number in range(1, len(tests) + 1))],
        [["to stand", *(f"{one.total}+" for one in tests)]],
    )
    yield (
        f"Command squad within {inches(figures()['command reach'])}: one re-roll. Routed: may only move, lost with an enemy "
        f"within {inches(figures()['routed caught'])}; rallies in the end phase on {test_said(to_rally())}."
    )
    yield from rule_text(ruleset, "HOST-TRIPOD-5")


def _who_goes_first(ruleset: AllQuiet, rulings: Rulings) -> Iterable[Any]:
    """HOST-TURN-2, HOST-RESERVE-1."""
    counted = "; ".join(f"{one.value:+d} {one.reason}" for one in initiative_bonuses(1, 1, 1))
    yield f"Initiative: both roll a D10, the higher chooses. For each, the human die: {counted}."
    move, shoot = figures()["reserves move"], figures()["reserves shoot"]
    yield f"Reserves, D10 in the first movement: {move}+ come on and move, {shoot}+ shoot too."
    reach, speed, seen = (inches(figures()[name]) for name in ("control reach", "marker speed", "marker seen"))
    yield f"Drones act within {reach} of a tripod. Hidden markers move {speed} at most and are seen at {seen}."


def _moves(ruleset: AllQuiet, rulings: Rulings) -> Iterable[Any]:
    yield from rule_text(ruleset, "HOST-MOVE-2", "HOST-MOVE-3", "HOST-MOVE-4", "HOST-ASSAULT-1", "HOST-ASSAULT-2")


def _winning(ruleset: AllQuiet, rulings: Rulings) -> Iterable[Any]:
    yield from rule_text(ruleset, "HOST-WIN-1", "HOST-WIN-2")


OWN = (
    PanelMaker("Before and between", "HOST-TURN", _who_goes_first, 0),
    PanelMaker("Chance of a D10", "HOST-HIT", _rolls, 1),
    PanelMaker("To hit, by Defense", "HOST-HIT-1", _to_hit, 2),
    PanelMaker("To damage, by Armor", "HOST-HIT-2", _to_damage, 3),
    PanelMaker("Terrain and sight", "HOST-LOS", _ground, 4),
    PanelMaker("Weapons", "", _weapons, 10),
    PanelMaker("Barrages", "HOST-BARRAGE", _barrages, 11),
    PanelMaker("Heat rays", "HOST-RAY", _rays, 12),
    PanelMaker("Tripod damage", "HOST-TRIPOD", _tripods, 13),
    PanelMaker("Morale", "HOST-MORALE", _morale, 14),
    PanelMaker("Moves on the ground", "HOST-MOVE", _moves, 30),
    PanelMaker("Winning", "HOST-WIN", _winning, 31),
)
