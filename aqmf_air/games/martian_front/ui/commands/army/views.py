"""``aqmf army check``, ``show``, ``diff``, ``advise``: look at lists."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from aqmf_air.api import percent
from aqmf_air.api.ui import NO, examples, heading, json_option, print_json, say, table
from aqmf_air.games.martian_front.ui.commands.army.lists import LIST, open_depot, open_list

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.army.plugged_in import Finding
    from aqmf_air.games.martian_front.army.resolved_list import ResolvedList

WIDTH = 100


def _muster(name: str) -> ResolvedList:
    return open_depot().muster(open_list(name))


def _list_findings(title: str, findings: Sequence[Finding]) -> None:
    if not findings:
        return
    say()
    heading(title)
    for finding in findings:
        say(f"  {finding.rule}  {finding.message}", hang=4)
        if finding.fix:
            say(f"      -> {finding.fix}", hang=3)


def _list_problems(muster: ResolvedList) -> None:
    _list_findings("Problems", muster.problems)
    _list_findings("Warnings", muster.warnings)


@click.command(epilog=examples("army check wing.toml"))
@LIST
@json_option
@click.pass_context
def check(ctx: click.Context, file: str, as_json: bool) -> None:
    """Say what is wrong with the list in FILE, by which rule, and what to do about it. Exit status 1 if anything is."""
    from aqmf_air.games.martian_front.army.exchange.text import summary

    muster = _muster(file)
    if as_json:
        by_weight = {"problems": muster.problems, "warnings": muster.warnings}
        documents = {name: [finding.document() for finding in findings] for name, findings in by_weight.items()}
        print_json({"valid": muster.valid, "points": muster.points, "limit": muster.army.limit, **documents})
    else:
        say(f"{muster.army.name}: {summary(muster)}")
        say("No problem." if muster.valid else f"{len(muster.problems)} to mend; nothing stops you from playing it.")
        _list_problems(muster)
    if not muster.valid:
        ctx.exit(NO)


@click.command(epilog=examples("army show wing.toml"))
@LIST
@json_option
def show(file: str, as_json: bool) -> None:
    """Show the list in FILE with its profiles and points."""
    from aqmf_air.games.martian_front.army.exchange.own_json import document_of
    from aqmf_air.games.martian_front.army.exchange.text import UNKNOWN, bracketed, settled, short_weapons, summary

    muster = _muster(file)
    if as_json:
        print_json(document_of(muster))
        return
    heading(muster.army.name)
    for text in (summary(muster), *settled(muster)):
        say(text)
    rows: list[tuple[Any, ...]] = []
    for line in muster.lines:
        kind = line.type
        numbers = (f'{kind.speed:g}"', kind.defense, kind.armor) if kind else ("?", "?", "?")
        name, weapons = f"{line.unit}{line.called}{bracketed(line)}", short_weapons(kind) if kind else UNKNOWN
        rows.append((line.count, name, line.elements or "?", *numbers, weapons, line.points))
    if rows:
        say()
        table(("", "unit", "elements", "speed", "def", "armor", "weapons", "points"), rows, right=(0, 2, 3, 4, 5, 7))
    if muster.army.notes:
        say(f"\n{muster.army.notes}")
    _list_problems(muster)


@click.command(epilog=examples("army diff wing.toml other.toml"))
@click.argument("before", metavar="FILE")
@click.argument("after", metavar="OTHER")
@json_option
def diff(before: str, after: str, as_json: bool) -> None:
    """Show what changed from the list in FILE to the one in OTHER."""
    from aqmf_air.games.martian_front.army.resolved_list import difference, told

    context = open_depot()
    old, new = context.muster(open_list(before)), context.muster(open_list(after))
    delta = difference(old, new)
    if as_json:
        points = {"before": old.points, "after": new.points}
        units = [change.document() for change in delta.units]
        other = [change._asdict() for change in delta.other]
        print_json({"same": not delta.any, "points": points, "units": units, "other": other})
        return
    if not delta.any:
        say("The lists are the same.")
        return
    if delta.units:
        rows = []
        for unit in delta.units:
            more, dearer = unit.after - unit.before, unit.points_after - unit.points_before
            otherwise = "said otherwise" if unit.otherwise and not more else ""
            rows.append((unit.unit, unit.before, unit.after, f"{more:+d}", f"{dearer:+d}", otherwise))
        table(("unit", "before", "after", "", "points", ""), rows, right=(1, 2, 3, 4))
    for change in delta.other:
        say(f"{change.what}: {told(change.before)} -> {told(change.after)}")
    say(f"points: {old.points} -> {new.points} ({new.points - old.points:+d})")


@click.command(epilog=examples("army advise wing.toml"))
@LIST
@json_option
def advise(file: str, as_json: bool) -> None:
    """Say what the list in FILE cannot do, from exact odds."""
    from aqmf_air.games.martian_front.army.findings import best_against, targets

    muster = _muster(file)
    rows, documents = [], []
    for target in targets(muster):
        best = best_against(muster, target)
        numbers = {"unit": target.name, "defense": target.defense, "armor": target.armor}
        by = (best.line.unit, best.mount.weapon.name) if best else (None, None)
        chance = best.chance if best else Fraction(0)
        documents.append({**numbers, "by": by[0], "weapon": by[1], "p": float(chance), "exact": str(chance)})
        outcome = (percent(chance), ", ".join(map(str, by))) if best else ("-", "nothing can attack it")
        rows.append((*numbers.values(), *outcome))
    if as_json:
        print_json({"advice": [finding.document() for finding in muster.advice], "targets": documents})
        return
    if not muster.lines:
        say("There is no unit in the list yet.")
        return
    _list_findings("What it cannot do", muster.advice)
    say()
    heading("The best that one weapon of a unit does: chance of at least one damaging hit, in the open and in range")
    table(("target", "def", "armor", "chance", "by"), rows, right=(1, 2, 3))
