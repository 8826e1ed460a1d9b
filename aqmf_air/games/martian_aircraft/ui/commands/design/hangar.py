"""Designs on the command line: how they are named there, and how they are shown."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aqmf_air.cli.render import heading, on_terminal, percent, table
from aqmf_air.core.data.files import is_file
from aqmf_air.core.data.names import same_name
from aqmf_air.games.martian_aircraft.designs.design import Design, bombs_in_short, guns_in_short, parse_design, read_design
from aqmf_air.games.martian_aircraft.designs.design_odds import (
    RAYS,
    STANDARD_TARGETS,
    Entry,
    ProvingGround,
    armed,
    rays_in_words,
    unit_of,
)
from aqmf_air.games.martian_aircraft.designs.design_warnings import warnings_of
from aqmf_air.games.martian_aircraft.designs.pricing import PRICING_RULINGS, alternatives, cost_of, points_table
from aqmf_air.games.martian_aircraft.rulings import AircraftRulings

if TYPE_CHECKING:
    from aqmf_air.games.martian_aircraft.designs.attack_odds import Prospect
    from aqmf_air.games.martian_aircraft.designs.hangar import Hangar

# -- naming ---------------------------------------------------------------------------------------------------------------


def hangar(quiet: bool = False) -> Hangar:
    """The hangar; files of the player's own that are wrong are named on standard error."""
    from aqmf_air.games.martian_aircraft.designs.hangar import open_hangar

    opened = open_hangar()
    for problem in () if quiet else opened.problems:
        click.echo(f"aqmf: left out: {problem}", err=True)
    return opened


def settled(of_file: AircraftRulings, chosen: Mapping[str, Any]) -> AircraftRulings:
    """The rulings of a file, over-ruled by those given on the command line.

    Raises:
        DataError: a ruling or a choice that does not exist.
    """
    from aqmf_air.core.play.rulings import settle

    settle(AircraftRulings, chosen, "--ruling")
    return AircraftRulings.model_validate({**of_file.model_dump(), **chosen})


def entry(design: Design, of_file: AircraftRulings, chosen: Mapping[str, Any], path: Path | None = None) -> Entry:
    """A design under the rulings in force."""
    rulings = settled(of_file, chosen)
    return Entry(design, rulings, cost_of(design, rulings), path)


def entries(names: Sequence[str], chosen: Mapping[str, Any]) -> list[Entry]:
    """The designs that go by these names: a file, ``-`` for standard input, a token, or a name of the hangar.

    Raises:
        DataError: a file or a token is wrong.
        UnknownNameError: there is no such file and no such design.
    """
    opened: Hangar | None = None  # one look into the hangar serves all, and none is needed for files alone
    found = []
    for name in names:
        if (read := _not_in_the_hangar(name)) is not None:
            found.append(entry(*read, chosen))
            continue
        opened = opened or hangar(quiet=True)
        one = opened.named(name)
        found.append(entry(one.design, one.rulings, chosen, one.path))
    return found


def parked(chosen: Mapping[str, Any]) -> list[Entry]:
    """Everything in the hangar, under the rulings in force."""
    found = []
    for one in hangar().parked:
        rulings = settled(one.rulings, chosen)
        found.append(Entry(one.design, rulings, cost_of(one.design, rulings), one.path, one.own))
    return found


def _not_in_the_hangar(name: str) -> tuple[Design, AircraftRulings] | None:
    if name == "-":
        return parse_design(from_stdin(), "standard input")
    if re.match(r"aqd\d+-", name):
        from aqmf_air.games.martian_aircraft.designs.tokens import design_from

        return design_from(name), AircraftRulings()
    if name.endswith(".toml") or ("/" in name and not name.isspace() and Path(name).parent.is_dir()) or is_file(name):
        return read_design(Path(name))
    return None


def from_stdin() -> bytes:
    """What standard input has to say, as far as any design could go."""
    from aqmf_air.core.data.files import STANDARD_INPUT, read_at_most
    from aqmf_air.core.data.tables import MAX_BYTES

    return read_at_most(STANDARD_INPUT, MAX_BYTES)


# -- showing --------------------------------------------------------------------------------------------------------------


def title(one: Entry) -> str:
    """Name, origin and price in one line."""
    design = one.design
    origin = ", ".join(str(part) for part in (design.nation, design.year) if part)
    unit = f" for a unit of {one.cost.unit_size}" if one.cost.unit_size > 1 else ""
    return f"{design.name}{f' ({origin})' if origin else ''}: {one.cost.points} points{unit}"


def profile(one: Entry) -> str:
    """The profile in one line."""
    radio = ", radio" if one.design.radio else ""
    role = points_table().role_of(one.design.role).title
    return (
        f'Speed {one.cost.speed}"  Defense {one.cost.defense}  Armor {one.cost.armor}  '
        f"({role}{radio}; {one.design.max_speed_mph:g} mph, {one.design.skin})"
    )


def show_price(one: Entry) -> None:
    """Profile, price line by line, warnings."""
    heading(title(one))
    click.echo(f"  {profile(one)}")
    gap()
    lines = [
        (f"{line.points:+d}" if at else line.points, line.what, line.rule) for at, line in enumerate(one.cost.breakdown)
    ]
    table(("points", "for", "rule"), [*lines, (one.cost.points, "in all", "")], right=(0,))
    for warning in warnings_of(one.design):
        say(f"! {warning}")


def show_rulings(one: Entry) -> None:
    """The rulings that the price hangs on, and what another choice would change."""
    if not armed(one):
        return
    others = {other.ruling: f" ({other.value}: {other.points} points)" for other in alternatives(one.design, one.rulings)}
    in_force = [f"{name} = {getattr(one.rulings, name)}{others.get(name, '')}" for name in PRICING_RULINGS]
    say(f"Rulings: {', '.join(in_force)}.")


def gap() -> None:
    """An empty line before a table; on a terminal a table brings its own."""
    if not on_terminal():
        click.echo()


def say(text: str, indent: str = "  ") -> None:
    """A paragraph, no wider than the terminal or 96 columns."""
    from shutil import get_terminal_size

    click.echo(click.wrap_text(text, min(96, get_terminal_size((96, 24)).columns), indent, f"{indent}  "))


def show_weapons(one: Entry) -> None:
    """Its weapons, as the unit of the game has them."""
    gap()
    unit = unit_of(one)
    if not unit.weapons:
        say("Unarmed; it flies high, where nothing attacks it (AIR-ALT-3).")
        return
    from aqmf_air.games.martian_front.rules.barrage import template_sizes

    rows = []
    for mount in unit.weapons:
        weapon = mount.weapon
        barrage = "-" if weapon.barrage is None else f'{weapon.barrage} ({template_sizes()[weapon.barrage]:g}")'
        reach = "-" if weapon.range is None else f'{weapon.range:g}"'
        arcs = ", ".join(mount.arcs) or "-"
        rows.append(
            (f"{mount.count} {weapon.name.partition(' (')[0]}", reach, weapon.shots, f"{weapon.power:+d}", barrage, arcs)
        )
    table(("each aircraft", "range", "shots", "Power", "Barrage", "arcs"), rows, right=(1, 2, 3))


# -- odds ---------------------------------------------------------------------------------------------------------------


def show_odds(one: Entry, ground: ProvingGround) -> None:
    """One pass over the usual targets, and how long it lives."""
    found = ground.prospects(one)
    if not found:
        return
    from aqmf_air.games.martian_aircraft.rules.attack_run import best_arc

    gap()
    unit = unit_of(one)
    rows = [
        (each.target, f"{float(each.mean):.1f}", percent(1 - each.toll.of(0)), percent(each.destroyed)) for each in found
    ]
    table(("one pass over", "Armor points off", "hurt at all", "destroyed"), rows, right=(1, 2, 3))
    bombs = "drop every bomb on it, each from a point of its own, and then " if one.design.bombs_in_all else ""
    guns = f"fire every {best_arc(unit)} gun" if one.design.guns else "have no gun to fire"
    say(f"All {unit.elements} {bombs}{guns}; in range, in the open. Odds are exact.")
    lives = [
        f"{rays_in_words(ray, shots)}: {percent(p)}" for (ray, _, shots), p in zip(RAYS, ground.survivals(one), strict=True)
    ]
    say(f"One of them lives through {', '.join(lives)}.")


# -- several --------------------------------------------------------------------------------------------------------------


def listed_by_role(found: Sequence[Entry]) -> None:
    """A table for each role, the cheapest first."""
    own = False
    for role in points_table().role:
        of_role = sorted(
            (one for one in found if one.design.role == role.name),
            key=lambda one: (one.cost.points, same_name(one.design.name)),
        )
        if not of_role:
            continue
        unit = f"units of {role.elements}" if role.elements > 1 else "single aircraft"
        heading(f"{role.title}: {len(of_role)} ({unit})")
        columns = ["design", "nation", "year", "pts", "S/D/A"]
        rows: list[tuple[Any, ...]] = []
        for one in of_role:
            own = own or one.own
            name = f"{one.design.name} *" if one.own else one.design.name
            values = f"{one.cost.speed}/{one.cost.defense}/{one.cost.armor}"
            rows.append((name, one.design.nation, one.design.year or "", one.cost.points, values))
        if role.armed:
            columns += ["guns", "bombs"]
            rows = [
                (*row, guns_in_short(one.design), bombs_in_short(one.design)) for row, one in zip(rows, of_role, strict=True)
            ]
        elif any(one.design.radio for one in of_role):
            columns.append("radio")
            rows = [(*row, "yes" if one.design.radio else "no") for row, one in zip(rows, of_role, strict=True)]
        table(columns, rows, right=(2, 3))
        gap()
    if found:
        legend = (
            "S/D/A: Speed in inches, Defense, Armor. 2F 1RAL: two guns forward, one right, aft and left. "
            "1M\u00a02L: one medium and two light bombs on each aircraft."
        )
        say(f"{legend} * your own." if own else legend, indent="")


def show_comparison(found: Sequence[Entry], ground: ProvingGround) -> None:
    """Designs side by side, a line for each merit."""
    passes = [ground.prospects(one) for one in found]
    lives = [ground.survivals(one) for one in found]
    rows: list[tuple[Any, ...]] = [
        ("points", *(one.cost.points for one in found)),
        ("aircraft", *(one.cost.unit_size for one in found)),
        ("role", *(one.design.role for one in found)),
        ("top speed, mph", *(f"{one.design.max_speed_mph:g}" for one in found)),
        ("Speed", *(f'{one.cost.speed}"' for one in found)),
        ("Defense", *(one.cost.defense for one in found)),
        ("Armor", *(one.cost.armor for one in found)),
        ("guns", *(guns_in_short(one.design) for one in found)),
        ("bombs", *(bombs_in_short(one.design) for one in found)),
    ]
    for at, target in enumerate(STANDARD_TARGETS):
        rows.append((f"{target}: points off", *(f"{float(each[at].mean):.1f}" if each else "-" for each in passes)))
        rows.append(("   for 100 points", *(_for_100(one, each, at) for one, each in zip(found, passes, strict=True))))
        rows.append(("   destroyed", *(percent(each[at].destroyed) if each else "-" for each in passes)))
    for at, (ray, _, shots) in enumerate(RAYS):
        rows.append((f"lives through {rays_in_words(ray, shots)}", *(percent(each[at]) if each else "-" for each in lives)))
    table(("", *(one.design.name for one in found)), rows, right=range(1, len(found) + 1))
    say(
        "Points off: the Armor points that one pass of the whole unit is expected to cost the tripod (every bomb on it, "
        "then the guns of the best arc, in range, in the open). Odds are exact.",
        indent="",
    )


def _for_100(one: Entry, passes: Sequence[Prospect], at: int) -> str:
    return f"{float(passes[at].mean * 100 / one.cost.points):.1f}" if passes and one.cost.points else "-"


def show_source(one: Entry) -> None:
    """Where the figures come from, and where the file is."""
    source, historic = one.design.source, one.design.historic
    click.echo()
    if source is None:
        say("No source is given.")
    else:
        say(f"Source ({source.confidence or 'confidence not given'}): {source.note or 'see below'}")
        for address in filter(None, source.url.split(" ; ")):
            click.echo(f"    {address}")
    if historic is not None:
        load = "not known" if historic.bomb_kg is None else f"{historic.bomb_kg:g} kg"
        guns = f"guns forward {historic.forward_guns}, to the rear {historic.rear_guns}"
        skin = f"{'plated, ' if historic.armoured else ''}{historic.skin}"
        say(f"The real one: {historic.max_speed_mph:g} mph; {guns}; bombs {load}; {skin}; {', '.join(historic.duties)}.")
    if one.path is not None:
        click.echo(f"  File: {one.path}")
