"""``aqmf odds shoot``, ``sweep``, ``barrage``, ``tripod``: fire, and what it does."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from aqmf_air.cli.odds.asking import Asked, Asking, Is, Line, Stage, at_least_one, forbidden, named, plural
from aqmf_air.cli.odds.numbers import COUNT, NUMBER, in_the_way, needed, numbers_of, target_options
from aqmf_air.cli.render import Whole
from aqmf_air.core.modifiers import TargetNumber
from aqmf_air.core.question import Question
from aqmf_air.host.shooting import casualties, damaging_shots, hits_scored

if TYPE_CHECKING:
    from aqmf_air.host.profiles import Mount, UnitType
    from aqmf_air.plugins.aircraft.catalogue import Catalogue

Numbers = tuple[TargetNumber, TargetNumber]
ONE_DAMAGING = "there is at least 1 damaging hit"
FALLEN = "the tripod is destroyed"


@click.command(cls=Asking)
@click.option("--shots", type=COUNT, help="How many shots.")
@target_options(required=False)
@click.option("--elements", type=COUNT, help="The target's elements (small targets: each damaging hit removes one).")
@click.option("--attacker", metavar="UNIT", help="Who fires: a unit of the catalogue, whole unless --shots says otherwise.")
@click.option("--weapon", help="Its weapon, if not the first.")
@click.option("--target", metavar="UNIT", help="Whom it fires at.")
@click.option("--points", type=COUNT, help="As many units of the attacker as these points buy.")
@click.option("--morale", is_flag=True, help="A morale test of the target follows.")
@click.option("--reroll", is_flag=True, help="A command squad of the target is near: a failed test is rolled again.")
@click.pass_context
def shoot(ctx: click.Context, /, **options: Any) -> Asked:
    """Shots at one target: how many hit, how many damage, what is left.

    Either in numbers (--shots, --defense, --armor, --power), or between units of the catalogue (--attacker, --target).
    """
    if options["attacker"] or options["target"]:
        return _between_units(ctx, **options)
    in_the_way(ctx, "plain numbers", weapon=options["weapon"], points=options["points"], morale=options["morale"],
               reroll=options["reroll"])  # fmt: skip
    needed(ctx, shots=options["shots"], defense=options["defense"], armor=options["armor"])
    shots, elements = options["shots"], options["elements"]
    power = options["power"] or 0
    numbers = numbers_of(options["defense"], options["armor"], power, options["cover"])
    where = "in the open" if options["cover"] == "none" else f"in {options['cover']} cover"
    title = (
        f"{plural(shots, 'shot')}, Power {power:+d}, at a target with Defense {options['defense']} and Armor "
        f"{options['armor']} {where}"
    )
    more = _removed(shots, numbers, elements, "") if elements else ()
    return _volley(title, shots, numbers, more=more)


def _volley(title: str, shots: int, numbers: Numbers, by: str = "", more: tuple[Line, ...] = (), **extra: Any) -> Asked:
    hit, damage = numbers
    lines = (
        Line("hits", "Hits", Question(title, hits_scored, (shots, hit, by), (hit,)), shown=False),
        Line("damaging", "Damaging hits", Question(title, damaging_shots, (shots, hit, damage, by), numbers)),
        *more,
    )
    asked: dict[str, Any] = {
        "title": title,
        "lines": lines,
        "headline": ONE_DAMAGING,
        "holds": at_least_one,
        "main": "damaging",
        "targets": named(*numbers),
        "funnel": (
            Stage("shots", shots),
            Stage("hits", "hits"),
            Stage("damaging", "damaging"),
            *(Stage("removed", line.key) for line in more if line.key == "removed"),
        ),
        "dice": shots,
    }
    return Asked(**{**asked, **extra})


def _removed(shots: int, numbers: Numbers, elements: int, by: str) -> tuple[Line, ...]:
    title = f"Elements removed, of {elements}"
    return (Line("removed", title, Question(title, casualties, (shots, *numbers, elements, by), numbers)),)


# -- units of the catalogue -----------------------------------------------------------------------------------------------


def _between_units(ctx: click.Context, /, **options: Any) -> Asked:
    from aqmf_air.cli.odds.catalogue import open_catalogue
    from aqmf_air.plugins.aircraft.catalogue import AIMED

    if not (options["attacker"] and options["target"]):
        raise click.UsageError("--attacker and --target go together", ctx)
    in_the_way(ctx, "--attacker and --target", defense=options["defense"], armor=options["armor"], power=options["power"])
    if options["points"] and options["shots"]:
        raise click.UsageError("--points and --shots cannot go together: both say how many shots there are", ctx)
    catalogue = open_catalogue()
    attacker, target = catalogue.unit(options["attacker"]), catalogue.unit(options["target"])
    mount = catalogue.mount(attacker, options["weapon"], AIMED, "fire at a unit")
    catalogue.refuse_illegal(attacker, mount, target)
    numbers = catalogue.numbers(attacker, mount, target, options["cover"])
    units = _bought(ctx, attacker, options["points"])
    shots = options["shots"] or units * attacker.elements * mount.count * mount.weapon.shots
    who = plural(units, attacker.name) if options["points"] else attacker.name
    where = "" if options["cover"] == "none" else f" in {options['cover']} cover"
    title = f"{who} at {target.name}{where}: {mount.weapon.name}, {plural(shots, 'shot')}"
    facts = (("attacker", attacker.name), ("weapon", mount.weapon.name), ("target", target.name), ("shots", shots))
    if target.kind == "tripod":
        in_the_way(ctx, f"{target.name}: tripods take no morale test, and have one element",
                   morale=options["morale"], reroll=options["reroll"], elements=options["elements"])  # fmt: skip
        return _at_tripod(title, shots, numbers, target, facts, attacker.side)
    return _at_elements(ctx, catalogue, title, shots, numbers, target, facts, **options)


def _bought(ctx: click.Context, unit: UnitType, points: int | None) -> int:
    if points is None:
        return 1
    if points < unit.points:
        raise click.UsageError(f"{points} points buy no {unit.name}, which costs {unit.points}", ctx)
    return points // unit.points if unit.points else 1


def _at_tripod(
    title: str, shots: int, numbers: Numbers, target: UnitType, facts: tuple[tuple[str, Any], ...], by: str
) -> Asked:
    from aqmf_air.cli.odds.views import effects
    from aqmf_air.host.fates import Fate, armor_left, tripod_of
    from aqmf_air.host.volleys import volley_at_tripod

    whole = Question(title, volley_at_tripod, (tripod_of(target), shots, *numbers, by), numbers)
    more = (
        Line("fate", "What becomes of it", replace(whole, view=Fate(target.armor))),
        Line("armor", "Armor left", replace(whole, view=armor_left), shown=False),
    )
    return _volley(title, shots, numbers, by, more, facts=facts, also=effects(whole))


def _at_elements(
    ctx: click.Context, catalogue: Catalogue, title: str, shots: int, numbers: Numbers, target: UnitType,
    facts: tuple[tuple[str, Any], ...], /, **options: Any,
) -> Asked:  # fmt: skip
    elements = options["elements"] or target.elements
    if elements > target.elements:
        raise click.UsageError(f"{target.name} has {plural(target.elements, 'element')}, not {elements}", ctx)
    by = "human" if target.side == "martian" else "martian"
    more = _removed(shots, numbers, elements, by)
    if not options["morale"]:
        in_the_way(ctx, "a question without --morale", reroll=options["reroll"])
        return _volley(title, shots, numbers, by, more, facts=facts)
    if target.side == "martian":
        raise forbidden("HOST-TRIPOD-5", "Martians take no morale test")
    from aqmf_air.host.fates import morale_of
    from aqmf_air.host.volleys import DESTROYED, UNHURT, volley_then_morale

    nerves = catalogue.nerves(target, options["reroll"])
    nerves = nerves._replace(to_pass=nerves.to_pass[: elements - 1])
    question = Question(title, volley_then_morale, (shots, *numbers, nerves, by, target.side), numbers, morale_of)
    switches: tuple[tuple[str, Question], ...] = ()
    if options["reroll"]:
        plain = (shots, *numbers, nerves._replace(reroll=False), by, target.side)
        switches = (("the command squad's re-roll (HOST-MORALE-3)", Question(title, volley_then_morale, plain,
                                                                                   numbers, morale_of)),)  # fmt: skip
    return _volley(
        f"{title}, then morale", shots, numbers, by, (*more, Line("morale", "And then", question)), facts=facts,
        main="morale", headline=f"{target.name} stands (unhurt, or it passes its test)", holds=Is((UNHURT, "pass")),
        targets=(*named(*numbers), *(("morale, 1 lost", need) for need in nerves.to_pass[:1])), switches=switches,
        notes=(f"{DESTROYED}: nobody is left to test",),
    )  # fmt: skip


# -- templates ------------------------------------------------------------------------------------------------------------


def _number_struck(
    title: str, targets: int, numbers: Numbers, templates: int, by: str, facts: tuple[tuple[str, Any], ...] = ()
) -> Asked:
    from aqmf_air.host.barrage import number_struck

    question = Question(title, number_struck, (((numbers,) * templates,) * targets, by), numbers)
    funnel = (Stage("attacks", targets * templates), Stage("elements damaged", "damaging"))
    return Asked(
        title, (Line("damaging", "Elements damaged", question),), "at least 1 element is damaged", at_least_one, "damaging",
        targets=named(*numbers), funnel=funnel, facts=facts, dice=targets * templates,
    )  # fmt: skip


@click.command(cls=Asking)
@click.option("--targets", type=COUNT, default=1, show_default=True, help="How many elements the strip touches.")
@target_options(required=False)
@click.option("--attacker", metavar="UNIT", help="Who sweeps: a unit of the catalogue.")
@click.option("--weapon", help="Its heat ray, if not the first.")
@click.option("--target", metavar="UNIT", help="Whose elements are touched.")
@click.pass_context
def sweep(ctx: click.Context, /, **options: Any) -> Asked:
    """A heat ray sweeps: every element that the strip touches is rolled for once."""
    targets = options["targets"]
    if options["attacker"] or options["target"]:
        from aqmf_air.host.rays import SWEEP

        attacker, mount, target, numbers = _pair(ctx, ("heat-ray",), "sweep", **options)
        if SWEEP not in mount.weapon.traits:
            raise click.UsageError(f"the {mount.weapon.name} of {attacker.name} does not sweep", ctx)
        title = f"{attacker.name} sweeps {plural(targets, 'element')} of {target.name} with its {mount.weapon.name}"
        return _number_struck(title, targets, numbers, 1, attacker.side)
    needed(ctx, defense=options["defense"], armor=options["armor"])
    in_the_way(ctx, "plain numbers", weapon=options["weapon"])
    numbers = numbers_of(options["defense"], options["armor"], options["power"] or 0, options["cover"], weapon="the ray")
    return _number_struck(f"A sweep that touches {plural(targets, 'element')}", targets, numbers, 1, "")


@click.command(cls=Asking)
@click.option("--targets", type=COUNT, default=1, show_default=True, help="How many elements are under the template.")
@target_options(required=False)
@click.option("--barrage", type=Whole(1, 6), help="The Barrage rating of one gun or bomb.")
@click.option("--pieces", type=COUNT, default=1, show_default=True, help="Guns or bombs that make one template together.")
@click.option("--templates", type=Whole(1, 20), default=1, show_default=True, help=(
    "Templates that all of these elements are under; each attacks them."
))  # fmt: skip
@click.option("--attacker", metavar="UNIT", help="Whose guns or bombs: a unit of the catalogue.")
@click.option("--weapon", help="Its weapon, if not the first that lays a template.")
@click.option("--target", metavar="UNIT", help="Whose elements are under it.")
@click.pass_context
def barrage(ctx: click.Context, /, **options: Any) -> Asked:
    """A barrage or bombs: every element under the template is rolled for.

    Several guns or bombs in one barrage make a larger template (--pieces); several templates attack once each (--templates).
    """
    from aqmf_air.host.barrage import joint_rating, template_sizes

    targets, templates, pieces = options["targets"], options["templates"], options["pieces"]
    by = ""
    if options["attacker"] or options["target"]:
        from aqmf_air.plugins.aircraft.catalogue import LAID

        in_the_way(ctx, "--attacker and --target", barrage=options["barrage"])
        attacker, mount, _, numbers = _pair(ctx, LAID, "lay a template", **options)
        rating, by = mount.weapon.barrage or 1, attacker.side
        what = f"{attacker.name}, {mount.weapon.name}"
    else:
        needed(ctx, defense=options["defense"], armor=options["armor"])
        in_the_way(ctx, "plain numbers", weapon=options["weapon"])
        numbers = numbers_of(options["defense"], options["armor"], options["power"] or 0, options["cover"])
        rating, what = options["barrage"] or 1, "A barrage"
    rating = joint_rating(rating, pieces)
    diameter = template_sizes()[rating]
    how = f"{plural(templates, 'template')} {diameter:g} inches wide (Barrage {rating})"
    return _number_struck(f"{what}: {plural(targets, 'element')} under {how}", targets, numbers, templates, by,
                          (("barrage", rating), ("diameter", diameter)))  # fmt: skip


def _pair(
    ctx: click.Context, kinds: tuple[str, ...], doing: str, /, **options: Any
) -> tuple[UnitType, Mount, UnitType, Numbers]:
    from aqmf_air.cli.odds.catalogue import open_catalogue
    from aqmf_air.plugins.aircraft.units import KIND as AIRCRAFT

    if not (options["attacker"] and options["target"]):
        raise click.UsageError("--attacker and --target go together", ctx)
    in_the_way(ctx, "--attacker and --target", defense=options["defense"], armor=options["armor"], power=options["power"])
    catalogue = open_catalogue()
    attacker, target = catalogue.unit(options["attacker"]), catalogue.unit(options["target"])
    mount = catalogue.mount(attacker, options["weapon"], kinds, doing)
    if target.kind == AIRCRAFT:
        if mount.weapon.kind != "heat-ray":
            raise forbidden("AIR-BOMB-7", "aircraft are never under a template")
        catalogue.refuse_illegal(attacker, mount, target)
    return attacker, mount, target, catalogue.numbers(attacker, mount, target, options["cover"])


# -- tripods --------------------------------------------------------------------------------------------------------------


@click.command(cls=Asking)
@click.option("--armor", type=NUMBER, help="Its Armor, as far as it is left.")
@click.option("--unit", metavar="UNIT", help="A tripod of the catalogue in place of --armor.")
@click.option("--attacks", type=Whole(1, 60), default=1, show_default=True, help="Damaging attacks on it.")
@click.pass_context
def tripod(ctx: click.Context, /, armor: int | None, unit: str | None, attacks: int) -> Asked:
    """Damaging attacks on a tripod: the damage table, until it is destroyed or the attacks are used up."""
    from aqmf_air.cli.odds.views import DESTROYED, effects
    from aqmf_air.host.fates import Fate, armor_left, tripod_of
    from aqmf_air.host.tripod import Tripod, damage_tripod_repeatedly

    if (armor is None) == (unit is None):
        raise click.UsageError("give either --armor or --unit", ctx)
    if unit is not None:
        from aqmf_air.cli.odds.catalogue import open_catalogue

        kind = open_catalogue().unit(unit)
        if kind.kind != "tripod":
            raise click.UsageError(f"{kind.name} is no tripod", ctx)
        machine = tripod_of(kind)
    else:
        assert armor is not None  # one of the two was given
        machine = Tripod(armor)
    title = f"{plural(attacks, 'damaging attack')} on a tripod with Armor {machine.armor}"
    whole = Question(title, damage_tripod_repeatedly, (attacks, machine))
    lines = (
        Line("fate", "What becomes of it", replace(whole, view=Fate(machine.armor))),
        Line("armor", "Armor left", replace(whole, view=armor_left)),
    )
    return Asked(title, lines, FALLEN, DESTROYED, "fate", also=effects(whole), dice=attacks)
