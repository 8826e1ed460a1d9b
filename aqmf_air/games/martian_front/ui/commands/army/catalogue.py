"""``aqmf army units``, ``fill``: which units there are, what they do to a target, and what to add to a list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from aqmf_air.api import amount, clipped, percent, plural
from aqmf_air.api.ui import NO, WholeNumber, examples, heading, json_option, print_json, say, table, working
from aqmf_air.games.martian_front.ui.commands.army.lists import LIST, UNITS, open_depot, open_list, ready

PROPOSALS, MOST_POINTS = 3, 3_000
"""As :mod:`~aqmf_air.games.martian_front.army.worth` has them, which is imported when it is asked."""

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.army.plugged_in import IndexedUnit
    from aqmf_air.games.martian_front.army.worth import FillProposal, RatedUnit
    from aqmf_air.games.martian_front.tables import Side


@click.command(epilog=examples("army units artillery", "army units --side martian --max-points 200"))
@click.argument("words", nargs=-1)
@click.option("--side", type=click.Choice(["human", "martian"]), help="Of this side alone.")
@click.option("--kind", help="What they are: infantry, vehicle, artillery, aircraft, tripod, drone; or bomber, tank, scout.")
@click.option("--max-points", type=WholeNumber(min=0), metavar="N", help="At most so many points a unit.")
@click.option("--nation", help="Of this nation alone.")
@click.option("--year", type=WholeNumber(1900, 2000), help="In service by this year, or without a year.")
@click.option("--against", metavar="UNIT", shell_complete=UNITS, help="With exact odds against this unit, the best first.")
@json_option
@click.pass_context
def units(
    ctx: click.Context,
    words: tuple[str, ...],
    side: Side | None,
    kind: str | None,
    max_points: int | None,
    nation: str | None,
    year: int | None,
    against: str | None,
    as_json: bool,
) -> None:
    """List the units that there are; WORDS say what they are, or are part of their names: artillery, bomber, camel.

    Your own designs are among them. Exit status 1 if no unit fits.
    """
    from aqmf_air.api import same_name
    from aqmf_air.games.martian_front.army.worth import named_in_short, rated, targets_named

    context = open_depot()
    index = context.index_of(context.catalogue)
    entries = index.found(" ".join(words))
    if kind is not None:
        named = {entry.type.name for entry in context.of_kind(kind)}
        entries = [entry for entry in entries if entry.type.name in named]
    entries = [
        entry
        for entry in entries
        if side in (None, entry.type.side)
        and (max_points is None or entry.type.points <= max_points)
        and (nation is None or same_name(entry.origin.nation) == same_name(nation))
        and (year is None or entry.origin.year is None or entry.origin.year <= year)
    ]
    odds: dict[str, RatedUnit] = {}
    if against is not None:
        targets = targets_named(context, against, side or "human")
        with working("the odds are worked out"):
            ranked = rated(context, [entry.type for entry in entries], targets, context.rulings())
        odds = {unit.unit.name: unit for unit in ranked}
        entries = [index.named[name] for name in odds]
    if as_json:
        print_json([entry.document() | _against(odds.get(entry.type.name)) for entry in entries])
    elif against is not None and entries:
        _rated([odds[entry.type.name] for entry in entries], named_in_short(str(against), targets))
    else:
        _listed(entries, ordered=bool(words))
    if not entries:
        about = f" {clipped(' '.join(words))}" if words else ""
        click.echo(f"aqmf: no unit fits{about} ('aqmf army units' lists all)", err=True)
        ctx.exit(NO)


def _against(unit: RatedUnit | None) -> dict[str, Any]:
    if unit is None:
        return {}
    odds = [{**each.document(), "how": each.how} for _, each in unit.odds if each is not None]
    return {"worth": float(unit.worth), "worth_per_100_points": float(unit.for_100_points), "against": odds}


def _listed(entries: list[IndexedUnit], ordered: bool) -> None:
    """Tables, one for each side and kind; ``ordered``: in the order in which the first of each was found."""
    if not ordered:
        entries = sorted(entries, key=lambda entry: (entry.type.side, entry.type.kind, entry.type.points, entry.type.name))
    kinds: dict[tuple[str, str], list[IndexedUnit]] = {}
    for entry in entries:
        kinds.setdefault((entry.type.side, entry.type.kind), []).append(entry)
    for at, ((side, kind), of_kind) in enumerate(kinds.items()):
        if at:
            say()
        heading(f"{side.capitalize()} {kind}: {plural(len(of_kind), 'unit')}")
        table(("unit", "points", "el.", "S/D/A", "what it is", "weapons"), [_row(entry) for entry in of_kind], right=(1, 2))


def _row(entry: IndexedUnit) -> tuple[Any, ...]:
    from aqmf_air.games.martian_front.army.exchange.text import short_weapons

    kind, about = entry.type, [part for part in (entry.origin.nation, entry.origin.year) if part]
    name = f"{kind.name}{' *' if entry.origin.own else ''}"
    numbers = f"{kind.speed:g}/{kind.defense}/{kind.armor}"
    what = ", ".join(map(str, (entry.roles[0], *about)))
    return name, kind.points, kind.elements, numbers, what, short_weapons(kind) or "-"


def _rated(entries: Sequence[RatedUnit], against: str) -> None:
    heading(f"Best for the points against: {against}")
    several = len(entries[0].odds) > 1
    rows = []
    for unit in entries:
        best = unit.best
        worth = f"{float(unit.worth):.1f}", f"{float(unit.for_100_points):.1f}"
        off = f"{amount(best.mean)} {best.counted}{f' of {best.target}' if several else ''}"
        rows.append((unit.unit.name, unit.unit.points, *worth, percent(best.hurt), percent(best.destroyed), off, best.how))
    table(("unit", "points", "worth", "/100", "hurt", "destroyed", "off", "with"), rows, right=(1, 2, 3, 4, 5))
    say(
        "worth: points of the enemy that one attack of the unit is expected to cost, in range, in the open; /100: for 100 "
        "points of it. Odds are exact."
    )


@click.command(
    epilog=examples(
        "army fill wing.toml --points 130 --against tripods", 'army fill wing.toml --against "Scout Tripod" --add 1'
    )
)
@LIST
@click.option(
    "--points", type=WholeNumber(1, MOST_POINTS), metavar="N", help="Points to fill (default: those that are left)."
)
@click.option("--against", required=True, metavar="WORDS", help="The enemy: a unit by name, or tripods, infantry, drones.")
@click.option("--add", "chosen", type=WholeNumber(1, PROPOSALS), metavar="N", help="Add proposal N to the list.")
@json_option
@click.pass_context
def fill(ctx: click.Context, file: str, points: int | None, against: str, chosen: int | None, as_json: bool) -> None:
    """Propose what to add to the list in FILE, by exact odds against an enemy.

    The first proposal is the best mix for the points, the others are of one kind of unit. Exit status 1 if nothing fits.
    """
    from aqmf_air.games.martian_front.army.exchange.text import total
    from aqmf_air.games.martian_front.army.lists import edit
    from aqmf_air.games.martian_front.army.worth import added, kept_back, named_in_short, proposals, targets_named

    context = open_depot()
    muster = context.muster(open_list(file))
    targets = targets_named(context, against, muster.army.side)
    with working("what to add is worked out"):
        offered = proposals(muster, targets, points)
    if chosen is not None and chosen > len(offered):
        raise click.UsageError(f"--add: there {'is' if len(offered) == 1 else 'are'} {plural(len(offered), 'proposal')}")
    taken = offered[chosen - 1] if chosen else None
    if taken:
        muster, _ = edit(ready(file), context, lambda before: added(context, before, taken))
    if as_json:
        document = {"against": [target.name for target in targets], "proposals": [each.document() for each in offered]}
        print_json({**document, "added": taken.document() if taken else None, "points": muster.points})
    elif taken:
        say(f"added {taken.title}: {total(muster)}")
    else:
        _proposed(offered, named_in_short(against, targets))
        if kept := kept_back(muster, points):
            say(f"{kept}.")
    if not offered:
        click.echo("aqmf: nothing for these points does anything to that enemy", err=True)
        ctx.exit(NO)


def _proposed(offered: Sequence[FillProposal], against: str) -> None:
    if not offered:
        return
    heading(f"To add against {against}")
    for number, proposal in enumerate(offered, 1):
        worth = amount(proposal.worth)
        say(f"{number}. {proposal.title}: {proposal.points} points, worth {worth} of the enemy's in one attack each")
        for reason in proposal.reasons:
            say(f"   {reason}")
    say("Worth: what one attack of each costs on average. Odds are exact, in range, in the open. --add N adds one.")
