"""``aqmf design``: aircraft designs - what they cost and why, which there are, which to choose, and new ones."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from aqmf_air.cli.completion import Completed
from aqmf_air.cli.render import Group, OutFile, json_option, print_json, ruling_option
from aqmf_air.errors import AqmfError


def _designs(ctx: click.Context) -> Iterable[str]:
    from aqmf_air.games.martian_aircraft.designs.hangar import open_hangar

    return [parked.design.name for parked in open_hangar().parked]


DESIGNS = Completed(_designs)


class Hangar(Group):
    """A group that imports its two largest commands when they are called, so that a price is quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted((*super().list_commands(ctx), "find", "new"))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name == "find":
            from aqmf_air.games.martian_aircraft.ui.commands.design.find import find

            return find
        if cmd_name == "new":
            from aqmf_air.games.martian_aircraft.ui.commands.design.new import new

            return new
        return super().get_command(ctx, cmd_name)


@click.group(cls=Hangar)
def design() -> None:
    """Aircraft designs: cost, compare, find, make.

    A DESIGN is a name of the hangar in any spelling, a file, a token, or - for standard input.
    """


@design.command()
@click.argument("designs", nargs=-1, required=True, metavar="DESIGN...", shell_complete=DESIGNS)
@json_option
@ruling_option
def cost(designs: tuple[str, ...], as_json: bool, chosen: dict[str, Any]) -> None:
    """Say what designs cost, line by line, and what to think over."""
    from aqmf_air.games.martian_aircraft.designs.documents import cost_document
    from aqmf_air.games.martian_aircraft.ui.commands.design.hangar import entries, show_price, show_rulings

    found = entries(designs, chosen)
    if as_json:
        print_json([cost_document(one.design, one.cost) for one in found])
        return
    for number, one in enumerate(found):
        if number:
            click.echo()
        show_price(one)
        show_rulings(one)


@design.command("list")
@click.option("--nation", help="Only those of this nation.")
@click.option("--role", type=click.Choice(["combat", "scout", "spotter", "heavy-bomber"]), help="Only those of this role.")
@json_option
@ruling_option
def list_(nation: str | None, role: str | None, as_json: bool, chosen: dict[str, Any]) -> None:
    """List every design in the hangar: those that ship, and your own."""
    from aqmf_air.games.martian_aircraft.designs.documents import design_document
    from aqmf_air.games.martian_aircraft.ui.commands.design.hangar import listed_by_role, parked

    every = parked(chosen)
    if nation is not None:
        from aqmf_air.core.data.names import by_name

        nation = by_name({one.design.nation: one.design.nation for one in every if one.design.nation}, nation, "nation")
        nation = nation.casefold()
    found = [
        one
        for one in every
        if (role is None or one.design.role == role) and (nation is None or one.design.nation.casefold() == nation)
    ]
    if as_json:
        print_json([{**design_document(one.design, one.cost), "own": one.own} for one in found])
        return
    listed_by_role(found)


@design.command()
@click.argument("designs", nargs=-1, required=True, metavar="DESIGN...", shell_complete=DESIGNS)
@json_option
@ruling_option
def show(designs: tuple[str, ...], as_json: bool, chosen: dict[str, Any]) -> None:
    """Show designs: profile, weapons, price, exact odds, and where the figures come from."""
    from aqmf_air.games.martian_aircraft.designs.design_odds import proving_ground
    from aqmf_air.games.martian_aircraft.ui.commands.design import hangar

    found, ground = hangar.entries(designs, chosen), proving_ground()
    if as_json:
        print_json([ground.document(one) for one in found])
        return
    for number, one in enumerate(found):
        if number:
            click.echo()
        hangar.show_price(one)
        hangar.show_rulings(one)
        hangar.show_weapons(one)
        hangar.show_odds(one, ground)
        hangar.show_source(one)


@design.command()
@click.argument("designs", nargs=-1, required=True, metavar="DESIGN...", shell_complete=DESIGNS)
@click.option("-o", "--output", type=OutFile(".svg"), help="Draw the comparison as SVG.")
@json_option
@ruling_option
def compare(designs: tuple[str, ...], output: Path | None, as_json: bool, chosen: dict[str, Any]) -> None:
    """Compare designs: points, profile, exact odds, what they live through, and with -o where they can reach."""
    from aqmf_air.games.martian_aircraft.designs.design_odds import proving_ground
    from aqmf_air.games.martian_aircraft.ui.commands.design import hangar

    found, ground = hangar.entries(designs, chosen), proving_ground()
    if output is not None:
        from aqmf_air.core.data.files import write_aside
        from aqmf_air.games.martian_aircraft.ui.drawing.designs import comparison

        write_aside(output, comparison(found, ground).encode())
    if as_json:
        print_json([ground.document(one) for one in found])
        return
    hangar.show_comparison(found, ground)
    if output is not None:
        click.echo(f"Drawn: {output}")


# -- files ----------------------------------------------------------------------------------------------------------------


@design.command()
@click.option("-o", "--output", type=OutFile(), help="Write it to a file.")
@click.option("--json", is_flag=True, expose_value=False, help="As it is: the schema is a JSON document.")
def schema(output: Path | None) -> None:
    """Print the JSON Schema of design files, with which editors complete and check them."""
    import json

    from aqmf_air.core.data.files import write_aside
    from aqmf_air.games.martian_aircraft.designs.design import schema as of_designs

    text = json.dumps(of_designs(), indent=2, ensure_ascii=False) + "\n"
    if output is None:
        click.echo(text, nl=False)
    else:
        write_aside(output, text.encode())


@design.command()
@click.argument("design_or_token", metavar="DESIGN|TOKEN", shell_complete=DESIGNS)
@click.option("--read", "read_it", is_flag=True, help="Read a token (- for standard input) and show its design.")
@click.option("--save", is_flag=True, help="With --read: keep the design in your own folder.")
@click.option("--replace", is_flag=True, help="With --save: in place of one of your own of the same name.")
@json_option
@ruling_option
def token(design_or_token: str, read_it: bool, save: bool, replace: bool, as_json: bool, chosen: dict[str, Any]) -> None:
    """Turn a design into a short text token for a message or a link, or with --read a token into a design."""
    from aqmf_air.games.martian_aircraft.designs.design import to_toml
    from aqmf_air.games.martian_aircraft.designs.documents import design_document
    from aqmf_air.games.martian_aircraft.designs.hangar import park
    from aqmf_air.games.martian_aircraft.designs.tokens import design_from, token_of
    from aqmf_air.games.martian_aircraft.rulings import AircraftRulings
    from aqmf_air.games.martian_aircraft.ui.commands.design import hangar

    if not read_it:
        if save or replace:
            raise click.UsageError("--save and --replace go with --read")
        (one,) = hangar.entries((design_or_token,), chosen)
        text = token_of(one.design)
        print_json({"name": one.design.name, "token": text}) if as_json else click.echo(text)
        return
    given = design_or_token
    if given == "-":
        try:
            given = hangar.from_stdin().decode()
        except UnicodeDecodeError:
            raise AqmfError("standard input: expected a token, got something that is not text") from None
    one = hangar.entry(design_from(given), AircraftRulings(), chosen)
    kept = park(one.design, replace=replace) if save else None
    if as_json:
        print_json(
            {**design_document(one.design, one.cost), "toml": to_toml(one.design), "path": str(kept) if kept else None}
        )
        return
    hangar.show_price(one)
    hangar.show_source(one)
    if kept is not None:
        click.echo(f"Kept: {kept}")
