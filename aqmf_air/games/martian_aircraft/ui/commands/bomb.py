"""``aqmf bomb``: who is under the bombs of a run, and what the odds are."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aqmf_air.cli.render import Group, bar, heading, json_option, keep, percent, print_json, ruling_option, table, working
from aqmf_air.games.martian_aircraft.ui.commands.bomb_plan import plan
from aqmf_air.games.martian_aircraft.ui.commands.scene import in_force, read_scene, svg_option

if TYPE_CHECKING:
    from aqmf_air.games.martian_aircraft.rules.bomb_run import BombRun

NO = 1


@click.group(cls=Group)
def bomb() -> None:
    """Resolve a bombing run, or plan the best one.

    A FILE is a JSON document, - is standard input. Lengths are inches; angles are degrees clockwise from +y.
    """


bomb.add_command(plan)


@bomb.command()
@click.argument("file")
@json_option
@ruling_option
@svg_option
def resolve(file: str, as_json: bool, chosen: dict[str, Any], svg: Path | None) -> None:
    """Say whether a run is legal, where its templates lie, who is under them, and the exact odds."""
    from aqmf_air.games.martian_aircraft.rules.bomb_run import BombRun
    from aqmf_air.games.martian_aircraft.rules.scenes import BombingScene

    scene = read_scene(BombingScene, file)
    run = BombRun(scene, *in_force(scene, file, chosen))
    with working("the odds are worked out"):
        _ = run.damaged, run.chance_of
    if svg is not None:
        from aqmf_air.games.martian_aircraft.ui.drawing.bombing import bombing_picture

        keep(bombing_picture(run), svg)
    if as_json:
        print_json(run.document())
    else:
        _show(run)
    if not run.legal:
        raise click.exceptions.Exit(NO)


def _show(run: BombRun) -> None:
    from aqmf_air.core.odds.summary import exact
    from aqmf_air.games.martian_front.rules.shooting import spelled

    if not run.legal:
        heading("Not legal:")
        for problem in run.problems:
            click.echo(f"  {problem.aircraft}: {problem.objection.reason} ({problem.objection.rule})")
        return
    if not run.impacts:
        click.echo("Legal, and no bombs are dropped.")
        return
    sides = {one.id: one.side for one in run.scene.elements}
    damaged = run.damaged  # what has no answer says so before anything is printed
    for impact in run.impacts:
        blast = impact.blast
        bombs = f"{blast.count} bomb{'' if blast.count == 1 else 's'}"
        where = f"({impact.mark.x:.2f}, {impact.mark.y:.2f})"
        heading(f'{impact.aircraft} drops {bombs} after {impact.spent:.2f}" at {where}:')
        names = [f"{one.id} (own side)" if one.side == "human" else one.id for one in run.under(impact)]
        click.echo(
            f'  template {blast.diameter:g}" across, Power +{blast.weapon.power}; under it: {", ".join(names) or "nobody"}'
        )
    if not run.attacks:
        return
    click.echo()
    rows = []
    for name, attacks in run.attacks.items():
        needs = " and ".join(f"{spelled(hit)}, then {spelled(damage)}" for hit, damage in attacks)
        chance = run.chance_of[name].of(1)
        rows.append((name, sides[name], needs, percent(chance), exact(chance)))
    table(("element", "side", "to hit, then to damage", "damaged", "exactly"), rows, right=(3, 4))
    click.echo()
    table(
        ("elements damaged", "chance", ""),
        [(number, percent(damaged[number]), bar(damaged[number])) for number in sorted(damaged)],
        right=(0, 1),
    )
    click.echo(f"On average {float(damaged.mean(lambda number: number)):.2f} elements are damaged.")
