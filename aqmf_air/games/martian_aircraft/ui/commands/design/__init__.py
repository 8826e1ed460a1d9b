"""``aqmf design``: aircraft designs - what they cost and why, which there are, which to choose, and new ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aqmf_air.api import AqmfError, ui
from aqmf_air.games.martian_aircraft.ui.commands.design.new import ROLE, new

if TYPE_CHECKING:
    from aqmf_air.games.martian_aircraft.designs.hangar import HangarEntry

NONE_FITS = 1


def _designs(ctx: click.Context) -> Iterable[str]:
    from aqmf_air.games.martian_aircraft.designs.hangar import open_hangar

    return [parked.design.name for parked in open_hangar().parked]


DESIGNS = ui.Completed(_designs)
phone_option = click.option("--phone", is_flag=True, help="With -o: 360 pixels wide, for a small screen.")


@click.group(
    cls=ui.HelpGroup,
    heading="Plan",
    epilog=ui.examples('design show "Gotha G.V"', "design find --role heavy-bomber --max-points 150"),
)
def design() -> None:
    """Aircraft designs: cost, compare, find, make.

    A DESIGN is a name of the hangar in any spelling, a file, a token, or - for standard input.
    """


design.add_command(new)


@design.command(epilog=ui.examples('design cost "Gotha G.V"'))
@click.argument("designs", nargs=-1, required=True, metavar="DESIGN...", shell_complete=DESIGNS)
@ui.json_option
@ui.ruling_option
def cost(designs: tuple[str, ...], as_json: bool, chosen: dict[str, Any]) -> None:
    """Say what designs cost, line by line, and what to think over."""
    from aqmf_air.games.martian_aircraft.ui.commands.design import showing

    entries = showing.entries(designs, chosen)
    if as_json:
        ui.print_json([entry.price_document() for entry in entries])
        return
    showing.show_each(entries, showing.show_price, showing.show_rulings)


@design.command("list", epilog=ui.examples("design list --nation Germany"))
@click.option("--nation", help="Only those of this nation.")
@click.option("--role", type=ROLE, help="Only those of this role.")
@ui.json_option
@ui.ruling_option
def list_(nation: str | None, role: str | None, as_json: bool, chosen: dict[str, Any]) -> None:
    """List every design in the hangar: those that ship, and your own."""
    from aqmf_air.api import by_name
    from aqmf_air.games.martian_aircraft.ui.commands.design import showing

    every = showing.parked(chosen)
    if nation is not None:
        nation = by_name(
            {entry.design.nation: entry.design.nation for entry in every if entry.design.nation}, nation, "nation"
        )
    _list([entry for entry in every if fits(entry, role=role, nation=nation)], as_json)


@design.command(epilog=ui.examples("design find --role combat --max-points 150"))
@click.option("--max-points", type=ui.WholeNumber(min=0), help="At most so many points a unit.")
@click.option("--speed", type=ui.WholeNumber(min=0), help="At least so many inches of Speed.")
@click.option("--armor", type=ui.WholeNumber(min=0), help="At least so much Armor.")
@click.option("--guns", type=ui.WholeNumber(min=0), help="At least so many machine guns on each aircraft.")
@click.option(
    "--arc", "arcs", multiple=True, type=click.Choice(["forward", "right", "aft", "left"]), help="A gun for this arc."
)
@click.option("--bombs", type=ui.WholeNumber(min=0), help="At least so many bombs on each aircraft.")
@click.option("--medium", type=ui.WholeNumber(min=0), help="At least so many medium bombs on each aircraft.")
@click.option("--role", type=ROLE, help="This role alone.")
@click.option("--nation", help="This nation alone.")
@click.option("--year", type=ui.WholeNumber(1900, 2000), help="In service by this year.")
@click.option("--against", metavar="UNIT", help="Put the best for the points first, by exact odds against this unit.")
@click.option("-o", "--output", type=ui.OutFile(".svg"), help="Plot points against worth as SVG (needs --against).")
@phone_option
@click.option("--invent", is_flag=True, help="Search designs that nobody has drawn (needs --against and --max-points).")
@click.option(
    "--save", "keep_it", type=ui.WholeNumber(1, 200), metavar="N", help="With --invent: keep number N of those listed."
)
@ui.json_option
@ui.ruling_option
def find(
    against: str | None,
    output: Path | None,
    phone: bool,
    invent: bool,
    keep_it: int | None,
    as_json: bool,
    chosen: dict[str, Any],
    **wanted: Any,
) -> None:
    """Find the designs that fit what you want; with --against, the best for their points first.

    Exit status 1 if none fits.
    """
    from aqmf_air.games.martian_aircraft.ui.commands.design import showing

    if invent:
        _invent(against, wanted, output, phone, keep_it, as_json, chosen)
        return
    if keep_it is not None:
        raise click.UsageError("--save goes with --invent")

    if output is not None and against is None:
        raise click.UsageError("-o plots points against worth: expected --against UNIT with it")
    entries = [entry for entry in showing.parked(chosen) if fits(entry, **wanted)]
    if against is None:
        _list(entries, as_json)
    else:
        _rank(entries, against, output, phone, as_json)
    if not entries:
        click.echo("aqmf: no design fits", err=True)
        click.get_current_context().exit(NONE_FITS)


def fits(
    entry: HangarEntry,
    *,
    max_points: int | None = None,
    speed: int | None = None,
    armor: int | None = None,
    guns: int | None = None,
    arcs: Sequence[Any] = (),
    bombs: int | None = None,
    medium: int | None = None,
    role: str | None = None,
    nation: str | None = None,
    year: int | None = None,
) -> bool:
    """Whether a design is what is wanted; to ask for weapons is to ask for a role that may use them."""
    design, armed = entry.design, entry.role.armed
    return (
        (max_points is None or entry.cost.points <= max_points)
        and (speed is None or entry.cost.speed >= speed)
        and (armor is None or entry.cost.armor >= armor)
        and (guns is None or (armed and len(design.guns) >= guns))
        and all(armed and design.guns_bearing(arc) for arc in arcs)
        and (bombs is None or (armed and design.bombs_in_all >= bombs))
        and (medium is None or (armed and design.bomb_count("medium") >= medium))
        and (role is None or design.role == role)
        and (nation is None or design.nation.casefold() == nation.casefold())
        and (year is None or (design.year is not None and design.year <= year))
    )


def _list(entries: Sequence[HangarEntry], as_json: bool) -> None:
    from aqmf_air.games.martian_aircraft.ui.commands.design import showing

    if as_json:
        ui.print_json([{**entry.document(), "own": entry.own} for entry in entries])
    else:
        showing.listed_by_role(entries)


def _rank(entries: Sequence[HangarEntry], against: str, output: Path | None, phone: bool, as_json: bool) -> None:
    """What can attack in play, with its odds against a unit, the best for the points first."""
    from aqmf_air.games.martian_aircraft.designs.design_odds import proving_ground
    from aqmf_air.games.martian_aircraft.ui.commands.design import showing

    ground = proving_ground()
    target = ground.target(against).name
    with ui.working("the odds are worked out"):
        rated = ground.rated(entries, target)
    if output is not None:
        from aqmf_air.games.martian_aircraft.ui.drawing.designs import worth_for_points

        ui.keep(worth_for_points(rated, phone), output)
    if as_json:
        odds = [
            {"against": each.document(), "per_100_points": float(each.for_100_points(entry.cost.points))}
            for entry, each in rated
        ]
        ui.print_json([{**entry.document(), "own": entry.own, **each} for (entry, _), each in zip(rated, odds, strict=True)])
        return
    showing.show_rated(rated)
    if output is not None:
        ui.say(f"Drawn: {output}")


def _invent(
    against: str | None,
    wanted: dict[str, Any],
    output: Path | None,
    phone: bool,
    keep_it: int | None,
    as_json: bool,
    chosen: dict[str, Any],
) -> None:
    """The best designs that nobody has drawn, for a budget and a year, against a unit; plotted with the known ones."""
    from aqmf_air.games.martian_aircraft.designs.design_odds import inventions, proving_ground
    from aqmf_air.games.martian_aircraft.designs.hangar import park
    from aqmf_air.games.martian_aircraft.ui.commands.design import showing

    most, year = wanted["max_points"], wanted["year"]
    if against is None or most is None:
        raise click.UsageError("--invent: expected --against UNIT and --max-points N with it")
    if other := [name for name, value in wanted.items() if value and name not in ("max_points", "year")]:
        raise click.UsageError(f"--invent takes --max-points, --year and --against, not --{other[0].replace('_', '-')}")
    ground, entries = proving_ground(), showing.parked(chosen)
    target = ground.target(against).name
    with ui.working("designs are searched"):
        invented = inventions(ground, target, entries, most, year, chosen)
        real = ground.rated([entry for entry in entries if fits(entry, max_points=most, year=year)], target)
    if keep_it is not None and keep_it > len(invented):
        raise click.UsageError(f"--save: expected a number up to {len(invented)}")
    kept = park(invented[keep_it - 1][0].design) if keep_it else None
    if output is not None:
        from aqmf_air.games.martian_aircraft.ui.drawing.designs import worth_for_points

        ui.keep(worth_for_points([*invented, *real], phone), output)
    if as_json:
        odds = [
            {"against": it.document(), "per_100_points": float(it.for_100_points(entry.cost.points))}
            for entry, it in invented
        ]
        ui.print_json([{**entry.document(), **each} for (entry, _), each in zip(invented, odds, strict=True)])
    else:
        showing.show_rated(invented)
        for path in filter(None, (kept, output)):
            ui.say(f"{'Kept' if path == kept else 'Drawn'}: {path}")
    if not invented:
        click.echo("aqmf: no design fits", err=True)
        click.get_current_context().exit(NONE_FITS)


@design.command(epilog=ui.examples('design show "Gotha G.V"'))
@click.argument("designs", nargs=-1, required=True, metavar="DESIGN...", shell_complete=DESIGNS)
@click.option("--fair", is_flag=True, help="Work out their price by exact duels, where that is not known yet.")
@ui.json_option
@ui.ruling_option
def show(designs: tuple[str, ...], fair: bool, as_json: bool, chosen: dict[str, Any]) -> None:
    """Show designs: profile, weapons, price, exact odds, and where the figures come from.

    Their fair price is told where the laboratory knows it ('aqmf lab price').
    """
    from aqmf_air.games.martian_aircraft.designs.design_odds import proving_ground
    from aqmf_air.games.martian_aircraft.ui.commands.design import showing

    entries, ground = showing.entries(designs, chosen), proving_ground()
    prices = showing.fair_prices(entries, work_out=fair)
    if as_json:
        priced = zip(entries, prices, strict=True)
        ui.print_json([{**ground.document(entry), **showing.fair_document(price)} for entry, price in priced])
        return
    left = iter(prices)
    parts = (showing.show_price, lambda entry: showing.show_fair(next(left)), showing.show_rulings, showing.show_weapons)
    showing.show_each(entries, *parts, lambda entry: showing.show_odds(entry, ground), showing.show_source)


@design.command(epilog=ui.examples('design compare "Gotha G.V" "Breguet 14 B2"'))
@click.argument("designs", nargs=-1, required=True, metavar="DESIGN...", shell_complete=DESIGNS)
@click.option("-o", "--output", type=ui.OutFile(".svg"), help="Draw the comparison as SVG.")
@phone_option
@ui.json_option
@ui.ruling_option
def compare(designs: tuple[str, ...], output: Path | None, phone: bool, as_json: bool, chosen: dict[str, Any]) -> None:
    """Compare designs: points, profile, exact odds, what they live through, and with -o where they can reach."""
    from aqmf_air.games.martian_aircraft.designs.design_odds import proving_ground
    from aqmf_air.games.martian_aircraft.ui.commands.design import showing

    entries, ground = showing.entries(designs, chosen), proving_ground()
    if output is not None:
        from aqmf_air.games.martian_aircraft.ui.drawing.designs import comparison

        ui.keep(comparison(entries, ground, phone), output)
    if as_json:
        ui.print_json([ground.document(entry) for entry in entries])
        return
    showing.show_comparison(entries, ground)
    if output is not None:
        ui.say(f"Drawn: {output}")


@design.command(epilog=ui.examples('design shape "Gotha G.V" -o gotha.svg'))
@click.argument("designs", nargs=-1, metavar="[DESIGN...]", shell_complete=DESIGNS)
@click.option("--to-scale", is_flag=True, help="Several to one scale, not each as large as fits.")
@click.option("-o", "--output", type=ui.OutFile(".svg"), help="Draw them as SVG.")
@phone_option
@ui.json_option
def shape(designs: tuple[str, ...], to_scale: bool, output: Path | None, phone: bool, as_json: bool) -> None:
    """Show what designs look like from above, and where the figures come from; without a DESIGN with -o, all of them.

    With -o one is drawn with its measures, and several side by side, in light or dark colours as its viewer is set.
    """
    from aqmf_air.games.martian_aircraft.designs.silhouette import silhouette
    from aqmf_air.games.martian_aircraft.ui.commands.design import showing

    if not designs and output is None:
        raise click.UsageError("expected a DESIGN, or -o FILE to draw every design of the hangar")
    drawn = [entry.design for entry in (showing.entries(designs, {}) if designs else showing.parked({}))]
    if output is not None:
        from aqmf_air.games.martian_aircraft.ui.drawing.pieces import plan_view, side_by_side, to_one_scale

        several = to_one_scale if to_scale else side_by_side
        picture = plan_view(drawn[0], narrow=phone) if len(drawn) == 1 else several(drawn, phone)
        ui.keep(picture.both_themes, output)
    if as_json:
        ui.print_json([{"name": design.name, **silhouette(design).document()} for design in drawn])
        return
    for design in drawn if designs else ():
        showing.show_shape(design)
    if output is not None:
        ui.say(f"Drawn: {output}")


@design.command(epilog=ui.examples("design schema"))
@click.option("-o", "--output", type=ui.OutFile(), help="Write it to a file.")
@click.option("--json", is_flag=True, expose_value=False, help="As it is: the schema is a JSON document.")
def schema(output: Path | None) -> None:
    """Print the JSON Schema of design files, with which editors complete and check them."""
    import json

    from aqmf_air.games.martian_aircraft.designs.design import schema as of_designs

    text = json.dumps(of_designs(), indent=2, ensure_ascii=False) + "\n"
    ui.keep(text, output)
    if output is None:
        click.echo(text, nl=False)


@design.command(epilog=ui.examples('design token "Gotha G.V"'))
@click.argument("design_or_token", metavar="DESIGN|TOKEN", shell_complete=DESIGNS)
@click.option("--read", "read_it", is_flag=True, help="Read a token (- for standard input) and show its design.")
@click.option("--save", is_flag=True, help="With --read: keep the design in your own folder.")
@click.option("--replace", is_flag=True, help="With --save: in place of one of your own of the same name.")
@ui.json_option
@ui.ruling_option
def token(design_or_token: str, read_it: bool, save: bool, replace: bool, as_json: bool, chosen: dict[str, Any]) -> None:
    """Turn a design into a short text token for a message or a link, or with --read a token into a design."""
    from aqmf_air.games.martian_aircraft.designs.design import design_from, to_toml, token_of
    from aqmf_air.games.martian_aircraft.designs.hangar import HangarEntry, park
    from aqmf_air.games.martian_aircraft.tables import AircraftRulings
    from aqmf_air.games.martian_aircraft.ui.commands.design import showing

    if not read_it:
        if save or replace:
            raise click.UsageError("--save and --replace go with --read")
        (entry,) = showing.entries((design_or_token,), chosen)
        text = token_of(entry.design)
        ui.print_json({"name": entry.design.name, "token": text}) if as_json else click.echo(text)
        return
    given = design_or_token
    if given == "-":
        try:
            given = showing.from_stdin().decode()
        except UnicodeDecodeError:
            raise AqmfError("standard input: expected a token, got something that is not text") from None
    entry = showing.settled(HangarEntry(design_from(given), AircraftRulings()), chosen)
    kept = park(entry.design, replace=replace) if save else None
    if as_json:
        ui.print_json({**entry.document(), "toml": to_toml(entry.design), "path": str(kept) if kept else None})
        return
    showing.show_price(entry)
    showing.show_source(entry)
    if kept is not None:
        ui.say(f"Kept: {kept}")
