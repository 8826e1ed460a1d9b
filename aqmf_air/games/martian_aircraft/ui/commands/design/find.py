"""``aqmf design find``: which designs fit, and which are the best for their points."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aqmf_air.cli.render import OutFile, Whole, heading, json_option, percent, print_json, ruling_option, table

if TYPE_CHECKING:
    from fractions import Fraction

    from aqmf_air.games.martian_aircraft.designs.attack_odds import Prospect
    from aqmf_air.games.martian_aircraft.designs.design_odds import Entry

NONE_FITS = 1


@click.command()
@click.option("--max-points", type=Whole(min=0), help="At most so many points a unit.")
@click.option("--speed", type=Whole(min=0), help="At least so many inches of Speed.")
@click.option("--armor", type=Whole(min=0), help="At least so much Armor.")
@click.option("--guns", type=Whole(min=0), help="At least so many machine guns on each aircraft.")
@click.option(
    "--arc", "arcs", multiple=True, type=click.Choice(["forward", "right", "aft", "left"]), help="A gun for this arc."
)
@click.option("--bombs", type=Whole(min=0), help="At least so many bombs on each aircraft.")
@click.option("--medium", type=Whole(min=0), help="At least so many medium bombs on each aircraft.")
@click.option("--role", type=click.Choice(["combat", "scout", "spotter", "heavy-bomber"]), help="This role alone.")
@click.option("--nation", help="This nation alone.")
@click.option("--year", type=Whole(1900, 2000), help="In service by this year.")
@click.option("--against", metavar="UNIT", help="Put the best for the points first, by exact odds against this unit.")
@click.option("-o", "--output", type=OutFile(".svg"), help="Plot points against worth as SVG (needs --against).")
@json_option
@ruling_option
def find(against: str | None, output: Path | None, as_json: bool, chosen: dict[str, Any], **wanted: Any) -> None:
    """Find the designs that fit what you want; with --against, the best for their points first.

    Exit status 1 if none fits.
    """
    from aqmf_air.games.martian_aircraft.designs.documents import design_document, prospect_document
    from aqmf_air.games.martian_aircraft.ui.commands.design.hangar import listed_by_role, parked

    if output is not None and against is None:
        raise click.UsageError("-o plots points against worth: expected --against UNIT with it")
    found = [one for one in parked(chosen) if fits(one, **wanted)]
    if against is None:
        if as_json:
            print_json([{**design_document(one.design, one.cost), "own": one.own} for one in found])
        else:
            listed_by_role(found)
    else:
        rated = _rated(found, against)
        if output is not None:
            from aqmf_air.core.data.files import write_aside
            from aqmf_air.games.martian_aircraft.ui.drawing.designs import worth_for_points

            write_aside(output, worth_for_points(rated).encode())
        if as_json:
            print_json(
                [
                    {
                        **design_document(one.design, one.cost),
                        "own": one.own,
                        "against": prospect_document(each),
                        "per_100_points": float(_for_the_points(one, each)),
                    }
                    for one, each in rated
                ]
            )
        else:
            _show_rated(rated)
            if output is not None:
                click.echo(f"Drawn: {output}")
    if not found:
        click.echo("aqmf: no design fits", err=True)
        click.get_current_context().exit(NONE_FITS)


def fits(
    one: Entry,
    *,
    max_points: int | None,
    speed: int | None,
    armor: int | None,
    guns: int | None,
    arcs: Sequence[Any],
    bombs: int | None,
    medium: int | None,
    role: str | None,
    nation: str | None,
    year: int | None,
) -> bool:
    """Whether a design is what is wanted; to ask for weapons is to ask for a role that may use them."""
    from aqmf_air.games.martian_aircraft.designs.pricing import points_table

    design = one.design
    armed = points_table().role_of(design.role).armed
    return (
        (max_points is None or one.cost.points <= max_points)
        and (speed is None or one.cost.speed >= speed)
        and (armor is None or one.cost.armor >= armor)
        and (guns is None or (armed and len(design.guns) >= guns))
        and all(armed and design.guns_bearing(arc) for arc in arcs)
        and (bombs is None or (armed and design.bombs_in_all >= bombs))
        and (medium is None or (armed and design.bomb_count("medium") >= medium))
        and (role is None or design.role == role)
        and (nation is None or design.nation.casefold() == nation.casefold())
        and (year is None or (design.year is not None and design.year <= year))
    )


def _rated(found: Sequence[Entry], against: str) -> list[tuple[Entry, Prospect]]:
    """What can attack in play, with its odds against a unit, the best for the points first."""
    from aqmf_air.games.martian_aircraft.designs.design_odds import proving_ground

    ground = proving_ground()
    target = ground.target(against)
    rated = [(one, each) for one in found for each in ground.prospects(one, (target.name,))]
    return sorted(rated, key=lambda pair: (-_for_the_points(*pair), pair[0].cost.points, pair[0].design.name))


def _for_the_points(one: Entry, each: Prospect) -> Fraction:
    """The expected toll for each 100 points."""
    return each.mean * 100 / one.cost.points if one.cost.points else each.mean


def _show_rated(rated: Sequence[tuple[Entry, Prospect]]) -> None:
    from aqmf_air.games.martian_aircraft.designs.design import bombs_in_short, guns_in_short
    from aqmf_air.games.martian_aircraft.ui.commands.design.hangar import say

    if not rated:
        return
    _, first = rated[0]
    heading(f"Best for the points against: {first.target}")
    rows = [
        (
            one.design.name,
            one.cost.points,
            f"{one.cost.speed}/{one.cost.defense}/{one.cost.armor}",
            guns_in_short(one.design),
            bombs_in_short(one.design),
            f"{float(each.mean):.1f}",
            f"{float(_for_the_points(one, each)):.1f}",
            percent(each.destroyed),
        )
        for one, each in rated
    ]
    table(("design", "pts", "S/D/A", "guns", "bombs", "off", "/100", "kill"), rows, right=(1, 5, 6, 7))
    say(
        f"off: {first.counted} that one pass of the unit is expected to cost the target (every bomb on it, then the guns of "
        "the best arc, in range, in the open); exact odds. "
        "/100: for 100 points. kill: the chance that nothing is left of it. S/D/A: Speed, Defense, Armor."
    )
