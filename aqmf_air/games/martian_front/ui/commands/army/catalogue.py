"""``aqmf army units``, ``fill``: which units there are, what they do to a target, and what to add to a list."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

import click

from aqmf_air.api import amount, percent, plural
from aqmf_air.api.ui import NO, WholeNumber, heading, json_option, print_json, say, table, working
from aqmf_air.games.martian_front.ui.commands.army.lists import LIST, UNITS, open_depot, open_list, ready

PROPOSALS, MOST_POINTS = 3, 3_000
"""As :mod:`~aqmf_air.games.martian_front.army.worth` has them, which is imported when it is asked."""

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.army.plugged_in import IndexedUnit
    from aqmf_air.games.martian_front.army.worth import FillProposal, RatedUnit
    from aqmf_air.games.martian_front.tables import Side


@click.command()
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
    found = index.found(" ".join(words))
    if kind is not None:
        named = {one.type.name for one in context.of_kind(kind)}
        found = [one for one in found if one.type.name in named]
    found = [
        one
        for one in found
        if side in (None, one.type.side)
        and (max_points is None or one.type.points <= max_points)
        and (nation is None or same_name(one.origin.nation) == same_name(nation))
        and (year is None or one.origin.year is None or one.origin.year <= year)
    ]
    odds: dict[str, RatedUnit] = {}
    if against is not None:
        targets = targets_named(context, against, side or "human")
        with working("the odds are worked out"):
            ranked = rated(context, [one.type for one in found], targets, context.rulings())
        odds = {one.unit.name: one for one in ranked}
        found = [index.named[name] for name in odds]
    if as_json:
        print_json([one.document() | _against(odds.get(one.type.name)) for one in found])
    elif against is not None and found:
        _rated([odds[one.type.name] for one in found], named_in_short(str(against), targets))
    else:
        _listed(found, ordered=bool(words))
    if not found:
        click.echo("aqmf: no unit fits", err=True)
        ctx.exit(NO)


def _against(one: RatedUnit | None) -> dict[str, Any]:
    if one is None:
        return {}
    odds = [{**each.document(), "how": each.how} for _, each in one.odds if each is not None]
    return {"worth": float(one.worth), "worth_per_100_points": float(one.for_100_points), "against": odds}


def _listed(found: list[IndexedUnit], ordered: bool) -> None:
    """Tables, one for each side and kind; ``ordered``: in the order in which they were found."""
    if not ordered:
        found = sorted(found, key=lambda one: (one.type.side, one.type.kind, one.type.points, one.type.name))
    for at, ((side, kind), some) in enumerate(groupby(found, key=lambda one: (one.type.side, one.type.kind))):
        if at:
            say()
        of_kind = list(some)
        heading(f"{side.capitalize()} {kind}: {plural(len(of_kind), 'unit')}")
        table(("unit", "points", "el.", "S/D/A", "what it is", "weapons"), [_row(one) for one in of_kind], right=(1, 2))


def _row(one: IndexedUnit) -> tuple[Any, ...]:
    from aqmf_air.games.martian_front.army.exchange.text import short_weapons

    kind, about = one.type, [one for one in (one.origin.nation, one.origin.year) if one]
    name = f"{kind.name}{' *' if one.origin.own else ''}"
    numbers = f"{kind.speed:g}/{kind.defense}/{kind.armor}"
    what = ", ".join(map(str, (one.roles[0], *about)))
    return name, kind.points, kind.elements, numbers, what, short_weapons(kind) or "-"


def _rated(found: Sequence[RatedUnit], against: str) -> None:
    heading(f"Best for the points against: {against}")
    several = len(found[0].odds) > 1
    rows = []
    for one in found:
        best = one.best
        worth = f"{float(one.worth):.1f}", f"{float(one.for_100_points):.1f}"
        off = f"{amount(best.mean)} {best.counted}{f' of {best.target}' if several else ''}"
        rows.append((one.unit.name, one.unit.points, *worth, percent(best.hurt), percent(best.destroyed), off, best.how))
    table(("unit", "points", "worth", "/100", "hurt", "destroyed", "off", "with"), rows, right=(1, 2, 3, 4, 5))
    say(
        "worth: points of the enemy that one attack of the unit is expected to cost, in range, in the open; /100: for 100 "
        "points of it. Odds are exact."
    )


@click.command()
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

    \b
      aqmf army fill wing --points 130 --against tripods
      aqmf army fill wing --against "Scout Tripod" --add 1
    """  # noqa: D301 - click reads \b as: leave these lines as they are
    from aqmf_air.games.martian_front.army.exchange.text import total
    from aqmf_air.games.martian_front.army.lists import edit
    from aqmf_air.games.martian_front.army.worth import added, named_in_short, proposals, targets_named

    context = open_depot()
    muster = context.muster(open_list(file))
    targets = targets_named(context, against, muster.army.side)
    with working("what to add is worked out"):
        found = proposals(muster, targets, points)
    if chosen is not None and chosen > len(found):
        raise click.UsageError(f"--add: there {'is' if len(found) == 1 else 'are'} {plural(len(found), 'proposal')}")
    taken = found[chosen - 1] if chosen else None
    if taken:
        muster, _ = edit(ready(file), context, lambda before: added(context, before, taken))
    if as_json:
        told = {"against": [one.name for one in targets], "proposals": [one.document() for one in found]}
        print_json({**told, "added": taken.document() if taken else None, "points": muster.points})
    elif taken:
        say(f"added {taken.title}: {total(muster)}")
    else:
        _proposed(found, named_in_short(against, targets))
    if not found:
        click.echo("aqmf: nothing for these points does anything to that enemy", err=True)
        ctx.exit(NO)


def _proposed(found: Sequence[FillProposal], against: str) -> None:
    if not found:
        return
    heading(f"To add against {against}")
    for number, one in enumerate(found, 1):
        say(f"{number}. {one.title}: {one.points} points, worth {amount(one.worth)} of the enemy's in one attack each")
        for reason in one.reasons:
            say(f"   {reason}")
    say("Worth: what one attack of each costs on average. Odds are exact, in range, in the open. --add N adds one.")
