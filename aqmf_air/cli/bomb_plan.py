"""``aqmf bomb plan``: where to fly and where to drop."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aqmf_air.cli.render import heading, json_option, percent, print_json, ruling_option, table
from aqmf_air.cli.scene import in_force, keep, read_scene, svg_option

if TYPE_CHECKING:
    from aqmf_air.plugins.aircraft.planning.plan import Plan

NO = 1


@click.command()
@click.argument("file")
@click.option("--damage", metavar="ID", help="Look for the greatest chance to damage this element, whatever else is hit.")
@json_option
@ruling_option
@svg_option
def plan(file: str, damage: str | None, as_json: bool, chosen: dict[str, Any], svg: Path | None) -> None:
    """Find the legal run that is expected to damage the most, and a bound that no legal run exceeds.

    The document is that of 'bomb resolve' without paths and drops. It may have "max_turns" (0 to 3, default 2) and
    "worth", by the ids of the elements (default 1 for an enemy, -1 for a friend).
    """
    from aqmf_air.errors import DataError
    from aqmf_air.plugins.aircraft.planning.plan import NoPlanError
    from aqmf_air.plugins.aircraft.planning.plan import plan as plan_of
    from aqmf_air.plugins.aircraft.planning.scene import PlanScene

    scene = read_scene(PlanScene, file)
    rulings, more = in_force(scene, file, chosen)
    if damage is not None:
        try:
            scene = scene.only(damage)
        except ValueError as unknown:
            raise DataError(f"--damage: {unknown}") from None
    try:
        planned = plan_of(scene, rulings, more)
    except NoPlanError as none:
        click.echo(f"aqmf: {none}", err=True)
        raise click.exceptions.Exit(NO) from None
    if svg is not None:
        from aqmf_air.picture.planning import plan_picture

        keep(plan_picture(planned), svg)
    if as_json:
        print_json(planned.document())
    else:
        _show(planned)


def _show(planned: Plan) -> None:
    from aqmf_air.plugins.aircraft.planning.orders import orders_of

    heading(f"Expected worth damaged: {planned.value:.4g}")
    if planned.gap <= planned.value * 1e-6:
        click.echo("No legal run does better.")
    else:
        bound, gap = planned.upper_bound, planned.gap
        click.echo(f"No legal run can do better than {bound:.4g}; this plan is within {gap:.4g} of that.")
    for bomber in planned.run.scene.aircraft:
        click.echo(f"{bomber.id}: {orders_of(bomber, planned.run.rulings)}.")
    chances = {name: planned.run.chance_of[name].of(1) for name in planned.run.attacks}
    sides = {one.id: one for one in planned.scene.elements}
    click.echo()
    table(
        ("element", "side", "worth", "damaged"),
        [(name, sides[name].side, f"{planned.scene.worth_of(sides[name]):g}", percent(p)) for name, p in chances.items()],
        right=(2, 3),
    )
