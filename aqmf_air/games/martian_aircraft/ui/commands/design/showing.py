"""Designs on the command line: how they are named there, and how they are shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aqmf_air.api import AqmfError, UnknownNameError, is_file, own_folder, percent, settle
from aqmf_air.api.ui import heading, say, table
from aqmf_air.games.martian_aircraft.designs.design import (
    Design,
    bombs_in_short,
    figures_told,
    guns_in_short,
    parse_design,
    read_design,
    shape_of,
)
from aqmf_air.games.martian_aircraft.designs.design_warnings import warnings_of
from aqmf_air.games.martian_aircraft.designs.hangar import HangarEntry, by_role, meant, open_hangar
from aqmf_air.games.martian_aircraft.designs.pricing import PRICING_RULINGS, alternatives
from aqmf_air.games.martian_aircraft.tables import AircraftRulings
from aqmf_air.games.martian_front import api as front

if TYPE_CHECKING:
    from aqmf_air.api.lab import Price
    from aqmf_air.games.martian_aircraft.designs.design_odds import ProvingGround


def settled(entry: HangarEntry, chosen: Mapping[str, Any]) -> HangarEntry:
    """A design under its own rulings, over-ruled by those given on the command line.

    Raises DataError: a ruling or a choice that does not exist.
    """
    settle(AircraftRulings, chosen, "--ruling")
    return entry.under(chosen)


def entries(names: Sequence[str], chosen: Mapping[str, Any]) -> list[HangarEntry]:
    """The designs that go by these names: a file, ``-`` for standard input, a token, or a name of the hangar.

    Raises:
        DataError: a file or a token is wrong.
        UnknownNameError: there is no such file and no such design.
    """
    return [settled(_named(name), chosen) for name in names]


def _named(name: str) -> HangarEntry:
    if name == "-":
        return HangarEntry(*parse_design(from_stdin(), "standard input"))
    if is_file(name):
        return HangarEntry(*read_design(Path(name)))
    try:
        return meant(name)
    except UnknownNameError:
        if name.endswith(".toml") or ("/" in name and not name.isspace() and Path(name).parent.is_dir()):
            return HangarEntry(*read_design(Path(name)))
        raise


def parked(chosen: Mapping[str, Any]) -> list[HangarEntry]:
    """Everything in the hangar under the rulings in force; files of the player's own that are wrong are named on standard
    error.
    """
    opened = open_hangar()
    for problem in opened.problems:
        click.echo(f"aqmf: left out: {problem}", err=True)
    return [settled(entry, chosen) for entry in opened.parked]


def from_stdin() -> bytes:
    """What standard input has to say, as far as any design could go."""
    from aqmf_air.api import MAX_BYTES, STANDARD_INPUT, read_at_most

    return read_at_most(STANDARD_INPUT, MAX_BYTES)


# -- showing --------------------------------------------------------------------------------------------------------------


def show_each(shown: Sequence[HangarEntry], *parts: Callable[[HangarEntry], None]) -> None:
    """Designs below each other, each with these parts."""
    for number, entry in enumerate(shown):
        if number:
            say()
        for part in parts:
            part(entry)


def show_price(entry: HangarEntry) -> None:
    """Profile, price line by line, warnings."""
    design, cost = entry.design, entry.cost
    origin = ", ".join(str(part) for part in (design.nation, design.year) if part)
    unit = f" for a unit of {cost.unit_size}" if cost.unit_size > 1 else ""
    heading(f"{design.name}{f' ({origin})' if origin else ''}: {cost.points} points{unit}")
    radio = ", radio" if design.radio else ""
    say(
        f'  Speed {cost.speed}"  Defense {cost.defense}  Armor {cost.armor}  '
        f"({entry.role.title}{radio}; {design.max_speed_mph:g} mph, {design.skin})"
    )
    say()
    lines = [
        (f"{line.points:+d}" if at else line.points, line.what, line.rule) for at, line in enumerate(entry.cost.breakdown)
    ]
    table(("points", "for", "rule"), [*lines, (entry.cost.points, "in all", "")], right=(0,))
    for warning in warnings_of(entry.design):
        say(f"  ! {warning}")


def fair_prices(listed: Sequence[HangarEntry], work_out: bool) -> list[Price | None]:
    """What designs are worth, as far as that is known, or worked out if it is to be; None: it is not, or it has no price.

    Raises DataError: to be worked out, and its name is another's.
    """
    from aqmf_air.api.lab import FILE

    if not work_out and not (own_folder() / FILE).exists():
        return [None] * len(listed)
    from aqmf_air.api.ui import open_registry, timed
    from aqmf_air.games.martian_aircraft.ui.pages.hangar import fair_price, kept_price

    prices: list[Price | None] = []
    for entry in listed:
        if not entry.role.armed:
            prices.append(None)
        elif work_out:
            with timed("trial", kept="new trials") as clock:
                prices.append(fair_price(entry, open_registry(), clock))
        else:
            try:
                prices.append(kept_price(entry, open_registry()))
            except AqmfError:  # a name that is taken, results that cannot be read: whoever asks for it is told
                prices.append(None)
    return prices


def fair_document(price: Price | None) -> dict[str, Any]:
    """A fair price that is known, as JSON."""
    return {"fair_price": {"fair": price.fair, "interval": price.interval}} if price else {}


def show_fair(price: Price | None) -> None:
    """Its price by exact duels, if that is known."""
    if price and price.interval:
        fair = f"{price.fair:.0f} points" if price.fair is not None else "none"
        say(f"  By exact duels: {fair} (range {price.span}), by what it destroys and loses; see 'aqmf lab price'.")


def show_rulings(entry: HangarEntry) -> None:
    """The rulings that the price hangs on, and what another choice would change."""
    if not entry.role.armed:
        return
    others = {
        other.ruling: f" ({other.value}: {other.points} points)" for other in alternatives(entry.design, entry.rulings)
    }
    in_force = [f"{name} = {getattr(entry.rulings, name)}{others.get(name, '')}" for name in PRICING_RULINGS]
    say(f"  Rulings: {', '.join(in_force)}.")


def show_weapons(entry: HangarEntry) -> None:
    """Its weapons, as the unit of the game has them."""
    from aqmf_air.games.martian_aircraft.designs.design_odds import unit_of

    say()
    unit = unit_of(entry)
    if not unit.weapons:
        say("  Unarmed; it flies high, where nothing attacks it (AIR-ALT-3).")
        return
    rows = []
    for mount in unit.weapons:
        weapon = mount.weapon
        barrage = "-" if weapon.barrage is None else f'{weapon.barrage} ({front.template_sizes()[weapon.barrage]:g}")'
        reach = "-" if weapon.range is None else f'{weapon.range:g}"'
        arcs = ", ".join(mount.arcs) or "-"
        rows.append(
            (f"{mount.count} {weapon.name.partition(' (')[0]}", reach, weapon.shots, f"{weapon.power:+d}", barrage, arcs)
        )
    table(("each aircraft", "range", "shots", "Power", "Barrage", "arcs"), rows, right=(1, 2, 3))


def show_odds(entry: HangarEntry, ground: ProvingGround) -> None:
    """One pass over the usual targets, and how long it lives."""
    from aqmf_air.games.martian_aircraft.designs.design_odds import attack_in_words

    prospects = ground.prospects(entry)
    if not prospects:
        return
    say()
    rows = [
        (each.target, f"{float(each.mean):.1f}", percent(1 - each.toll.of(0)), percent(each.destroyed)) for each in prospects
    ]
    table(("one pass over", "Armor off", "hurt at all", "destroyed"), rows, right=(1, 2, 3))
    say(f"  All {entry.cost.unit_size} {attack_in_words(entry)}; in range, in the open. Odds are exact.")
    lives = [f"{ray}: {percent(p)}" for ray, p in ground.survivals(entry)]
    say(f"  One of them lives through {', '.join(lives)}.")


def listed_by_role(listed: Sequence[HangarEntry]) -> None:
    """A table for each role, the cheapest first."""
    for role, of_role in by_role(listed):
        unit = f"units of {role.elements}" if role.elements > 1 else "single aircraft"
        heading(f"{role.title}: {len(of_role)} ({unit})")
        columns = ["design", "nation", "year", "pts", "S/D/A"]
        rows: list[list[Any]] = []
        for entry in of_role:
            name = f"{entry.design.name} *" if entry.own else entry.design.name
            rows.append([name, entry.design.nation, entry.design.year or "", entry.cost.points, entry.cost.in_short])
        if role.armed:
            columns += ["guns", "bombs"]
            rows = [
                [*row, guns_in_short(entry.design), bombs_in_short(entry.design)]
                for row, entry in zip(rows, of_role, strict=True)
            ]
        elif any(entry.design.radio for entry in of_role):
            columns.append("radio")
            rows = [[*row, "yes" if entry.design.radio else "no"] for row, entry in zip(rows, of_role, strict=True)]
        table(columns, rows, right=(2, 3))
        say()
    if listed:
        legend = (
            "S/D/A: Speed in inches, Defense, Armor. 2F 1RAL: two guns forward, one right, aft and left. "
            "1M\u00a02L: one medium and two light bombs on each aircraft."
        )
        say(f"{legend} * your own." if any(entry.own for entry in listed) else legend)


def show_rated(rated: Sequence[tuple[HangarEntry, front.AttackOdds]]) -> None:
    """Designs by what one pass does to a target."""
    if not rated:
        return
    _, first = rated[0]
    heading(f"Best for the points against: {first.target}")
    rows = [
        (
            entry.design.name,
            entry.cost.points,
            entry.cost.in_short,
            guns_in_short(entry.design),
            bombs_in_short(entry.design),
            f"{float(each.mean):.1f}",
            f"{float(each.for_100_points(entry.cost.points)):.1f}",
            percent(each.destroyed),
        )
        for entry, each in rated
    ]
    table(("design", "pts", "S/D/A", "guns", "bombs", "off", "/100", "kill"), rows, right=(1, 5, 6, 7))
    say(
        f"  off: {first.counted} that one pass of the unit is expected to cost the target (every bomb on it, then the guns "
        "of the best arc, in range, in the open); exact odds. "
        "/100: for 100 points. kill: the chance that nothing is left of it. S/D/A: Speed, Defense, Armor."
    )


def show_comparison(compared: Sequence[HangarEntry], ground: ProvingGround) -> None:
    """Designs side by side, a line for each merit."""
    rows = [(what, *each) for what, each in ground.side_by_side(compared)]
    table(("", *(entry.design.name for entry in compared)), rows, right=range(1, len(compared) + 1))
    say(
        "Armor off: the Armor points that one pass of the whole unit is expected to cost the tripod (every bomb on it, "
        "then the guns of the best arc, in range, in the open). Odds are exact."
    )


def show_source(entry: HangarEntry) -> None:
    """Where the figures come from, and where the file is."""
    source, historic = entry.design.source, entry.design.historic
    say()
    if source is None:
        say("  No source is given.")
    else:
        say(f"  Source ({source.confidence or 'confidence not given'}): {source.note or 'see below'}")
        for address in filter(None, source.url.split(" ; ")):
            say(f"    {address}")
    if historic is not None:
        load = "not known" if historic.bomb_kg is None else f"{historic.bomb_kg:g} kg"
        guns = f"guns forward {historic.forward_guns}, to the rear {historic.rear_guns}"
        skin = f"{'plated, ' if historic.armoured else ''}{historic.skin}"
        say(f"  The real one: {historic.max_speed_mph:g} mph; {guns}; bombs {load}; {skin}; {', '.join(historic.duties)}.")
    if entry.path is not None:
        say(f"  File: {entry.path}")


def show_shape(design: Design) -> None:
    """The figures of a shape, each with its standing."""
    shape = shape_of(design)
    rows = [(label, value, shape.standing_of(name)) for name, label, value in figures_told(shape)]
    say(f"{design.name} from above")
    table(("", "", "standing"), rows)
    say(f"  {shape.source}")
