"""Target numbers from plain numbers: options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from aqmf_air.cli.render import Whole
from aqmf_air.core.modifiers import TargetNumber
from aqmf_air.host.shelter import IN_THE_OPEN, cover_of
from aqmf_air.host.shooting import Attack, to_damage, to_hit

F = TypeVar("F", bound=Callable[..., Any])

NUMBER = Whole(1, 30)
POWER = Whole(-10, 30)
COUNT = Whole(min=1)


def cover_option(command: F) -> F:
    """The option ``--cover``."""
    return click.option(
        "--cover", default=IN_THE_OPEN, metavar="COVER", help="none, soft, hard or fortified.", show_default=True
    )(command)


def target_options(required: bool) -> Callable[[F], F]:
    """The options ``--defense``, ``--armor``, ``--power`` and ``--cover``."""

    def options(command: F) -> F:
        command = cover_option(command)
        command = click.option("--power", type=POWER, help="The weapon's Power.  [default: 0]")(command)
        command = click.option("--armor", type=NUMBER, required=required, help="The target's Armor.")(command)
        return click.option("--defense", type=NUMBER, required=required, help="The target's Defense.")(command)

    return options


def numbers_of(
    defense: int, armor: int, power: int, cover: str, target: str = "the target", weapon: str = "the weapon"
) -> tuple[TargetNumber, TargetNumber]:
    """The numbers to hit and to damage of an attack that is given in numbers."""
    attack = Attack(
        weapon=weapon,
        weapon_kind="",
        power=power,
        target=target,
        target_kind="",
        defense=defense,
        armor=armor,
        cover=cover,
    )
    shelter = cover_of(cover)
    return to_hit(attack, shelter), to_damage(attack, shelter)


def needed(ctx: click.Context, **given: Any) -> None:
    """Refuse a question that lacks a number.

    Raises:
        click.UsageError: names what is missing.
    """
    missing = [f"--{name.replace('_', '-')}" for name, value in given.items() if value is None]
    if missing:
        raise click.UsageError(f"missing {', '.join(missing)} (or --attacker and --target)", ctx)


def in_the_way(ctx: click.Context, why: str, **given: Any) -> None:
    """Refuse options that contradict others.

    Raises:
        click.UsageError: names them.
    """
    odd = [f"--{name.replace('_', '-')}" for name, value in given.items() if value not in (None, False)]
    if odd:
        raise click.UsageError(f"{', '.join(odd)} cannot go with {why}", ctx)
