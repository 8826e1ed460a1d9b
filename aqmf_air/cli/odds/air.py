"""``aqmf odds run``, ``spot``, ``scout``, ``attack``: what aircraft do."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import click

from aqmf_air.cli.odds.asking import Asked, Asking, Is, Line, Stage, at_least_one, forbidden, named, plural
from aqmf_air.cli.odds.numbers import COUNT, NUMBER, cover_option, in_the_way, numbers_of
from aqmf_air.cli.render import Whole
from aqmf_air.core.question import Question

if TYPE_CHECKING:
    from aqmf_air.host.shooting import Volley

PASS, FAIL = "pass", "fail"
MISSES, NO_DAMAGE, DAMAGES = "misses", "no damage", "damages"


def passed(result: bool) -> str:
    """A check's result by name."""
    return PASS if result else FAIL


def any_at_all(count: int) -> str:
    """Whether it came to anything."""
    return PASS if count else FAIL


# -- eyes in the air ------------------------------------------------------------------------------------------------------


@click.command(cls=Asking)
@click.option("--radio/--no-radio", default=False, help="The spotter has a radio.")
@click.option("--turns", type=Whole(1, 200), default=1, show_default=True, help="Turns in which it tries.")
@click.option("--spotters", type=Whole(1, 60), default=1, show_default=True, help="Spotters on this one target.")
@click.pass_context
def spot(ctx: click.Context, /, radio: bool, turns: int, spotters: int) -> Asked:
    """A spotter looks for a target for the guns: one try a turn, good for that turn."""
    from aqmf_air.plugins.aircraft.spotting import to_spot, turns_spotted

    target = to_spot(radio)
    tries = f" by {plural(spotters, 'spotter')}" if spotters > 1 else ""
    title = f"Spotting one target{tries}, {'with' if radio else 'without'} a radio, {plural(turns, 'turn')}"
    count = Question(title, turns_spotted, (turns, spotters, target), (target,))
    once = replace(count, view=any_at_all)
    plain = replace(once, facts=(turns, spotters, to_spot(False)))
    words = "the target is spotted" if turns == 1 else "the target is spotted in at least one turn"
    return Asked(
        title,
        (
            Line("outcomes", "The target is spotted", once, shown=turns == 1),
            Line("turns_spotted", "Turns in which it is spotted", count, shown=turns > 1),
        ),
        words, Is((PASS,)), "outcomes", targets=named(target),
        switches=(("the radio (AIR-SPOT-2)", plain),) if radio else (), dice=turns * spotters,
    )  # fmt: skip


@click.command(cls=Asking)
@click.option("--hidden", type=Whole(1, 60), default=1, show_default=True, help="Hidden units.")
@click.option("--turns", type=Whole(1, 60), default=1, show_default=True, help="Turns of searching.")
@click.option("--scouts", type=Whole(1, 60), default=1, show_default=True, help="Scout aircraft; each rolls.")
@click.pass_context
def scout(ctx: click.Context, /, hidden: int, turns: int, scouts: int) -> Asked:
    """Scouts search for hidden units: each turn, a roll for every one that is still hidden."""
    from aqmf_air.plugins.aircraft.scouting import discovered_over_turns, to_discover

    target = to_discover()
    title = f"{plural(scouts, 'scout')} looking for {plural(hidden, 'hidden unit')}, {plural(turns, 'turn')}"
    count = Question(title, discovered_over_turns, (turns, scouts, hidden, target), (target,))
    lines = (
        Line("outcomes", "It is discovered" if hidden == 1 else "All are discovered", replace(count, view=AllFound(hidden)),
             shown=hidden == 1),
        Line("discovered", "Units discovered", count, shown=hidden > 1),
    )  # fmt: skip
    words = "the hidden unit is discovered" if hidden == 1 else f"all {hidden} hidden units are discovered"
    switches: tuple[tuple[str, Question], ...] = ()
    if scouts > 1:
        fewer = Question(title, discovered_over_turns, (turns, 1, hidden, target), (target,), AllFound(hidden))
        switches = (("the second and further scouts (ruling scout_rolls)", fewer),)
    return Asked(title, lines, words, Is((PASS,)), "outcomes", targets=named(target), switches=switches,
                 dice=hidden * turns * scouts)  # fmt: skip


@dataclass(frozen=True)
class AllFound:
    """Whether a search found everything."""

    hidden: int

    def __call__(self, found: int) -> str:
        return PASS if found >= self.hidden else FAIL


# -- the suicide run ------------------------------------------------------------------------------------------------------


@click.command(cls=Asking)
@click.option("--bombs", type=Whole(0, 20), default=0, show_default=True, help="Bombs still aboard.")
@click.option("--defense", type=NUMBER, help="The tripod's Defense.")
@click.option("--armor", type=NUMBER, help="The tripod's Armor.")
@click.option("--target", metavar="UNIT", help="A tripod of the catalogue in place of --defense and --armor.")
@cover_option
@click.pass_context
def run(ctx: click.Context, /, bombs: int, defense: int | None, armor: int | None, target: str | None, cover: str) -> Asked:
    """The end of a suicide run: one attack on a tripod, and the aircraft is gone."""
    from aqmf_air.host.shooting import shot
    from aqmf_air.plugins.aircraft.ramming import ramming_weapon

    if target is not None:
        from aqmf_air.cli.odds.catalogue import open_catalogue

        in_the_way(ctx, "--target", defense=defense, armor=armor)
        kind = open_catalogue().unit(target)
        if kind.kind != "tripod":
            raise forbidden("AIR-RUN-1", f"{kind.name} is no tripod: a suicide run goes for the nearest one")
        defense, armor, name = kind.defense, kind.armor, kind.name
    elif defense is None or armor is None:
        raise click.UsageError("missing --defense and --armor (or --target)", ctx)
    else:
        name = "the tripod"
    weapon = ramming_weapon(bombs)
    numbers = numbers_of(defense, armor, weapon.power, cover, name, weapon.name)
    unladen = numbers_of(defense, armor, ramming_weapon(0).power, cover, name, weapon.name)
    title = f"An aircraft with {plural(bombs, 'bomb')} aboard rams {name} (Defense {defense}, Armor {armor})"
    whole = Question(title, shot, numbers, numbers)
    lines = (
        Line("outcomes", "The attack", replace(whole, view=result_of)),
        Line("hits", "Hits", replace(whole, view=hits_of), shown=False),
        Line("damaging", "Damaging hits", replace(whole, view=damaging_of), shown=False),
    )
    return Asked(
        title, lines, "it damages the tripod", at_least_one, "damaging", targets=named(*numbers),
        funnel=(Stage("attack", 1), Stage("hits", "hits"), Stage("damaging", "damaging")),
        switches=(("the bombs aboard (AIR-RUN-3)", Question(title, shot, unladen, unladen, damaging_of)),) if bombs else (),
        notes=("The aircraft is destroyed whatever the result (AIR-RUN-4).",), dice=2,
    )  # fmt: skip


def result_of(result: Volley) -> str:
    """What one attack came to."""
    if not result.hits:
        return MISSES
    return DAMAGES if result.damaging else NO_DAMAGE


def hits_of(result: Volley) -> int:
    """Hits, damaging or not."""
    return result.hits


def damaging_of(result: Volley) -> int:
    """Damaging hits."""
    return result.damaging


# -- a whole attack -------------------------------------------------------------------------------------------------------


@click.command(cls=Asking)
@click.option("--attacker", metavar="UNIT", required=True, help="A unit of combat aircraft.")
@click.option("--target", metavar="UNIT", required=True, help="What it attacks.")
@click.option("--aircraft", type=COUNT, help="How many aircraft are left in the unit.  [default: all]")
@click.option("--bombs", "drop", type=click.Choice(("together", "apart", "none")), default="together", show_default=True,
              help="Each aircraft drops its bombs as one template, as one each, or keeps them.")  # fmt: skip
@click.option("--under", type=COUNT, default=1, show_default=True, help=(
    "Elements of a unit of small targets under each aircraft's templates (different ones for each, while they last)."
))  # fmt: skip
@click.option("--guns/--no-guns", default=True, show_default=True, help="The guns of the best arc fire afterwards.")
@click.option("--answer/--no-answer", default=True, show_default=True, help="The target's heat rays fire back if they can.")
@click.option("--answering", metavar="UNIT", help="A tripod near that fires at the aircraft, beside the target itself.")
@click.option("--reroll", is_flag=True, help="A command squad is near: a failed test is rolled again.")
@cover_option
@click.pass_context
def attack(ctx: click.Context, /, **options: Any) -> Asked:
    """A whole attack of a unit of aircraft: bombs, guns, the heat rays that answer, and morale."""
    from aqmf_air.cli.odds.attacking import attack_asked
    from aqmf_air.cli.odds.catalogue import open_catalogue

    return attack_asked(ctx, open_catalogue(), **options)
