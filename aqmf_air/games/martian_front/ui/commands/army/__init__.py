"""``aqmf army``: make a list, change it, and take changes back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aqmf_air.cli.render import Group, Whole, json_option, print_json, ruling_option, table
from aqmf_air.games.martian_front.ui.commands.army.game import UNITS
from aqmf_air.games.martian_front.ui.commands.army.lists import LIST, new_list, open_depot, open_list, ready, settled_values
from aqmf_air.games.martian_front.ui.commands.army.sharing import export, import_, schema
from aqmf_air.games.martian_front.ui.commands.army.views import advise, check, diff, show

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.army.model import Army
    from aqmf_air.games.martian_front.army.resolved_list import ListContext, ResolvedList


@click.group(cls=Group)
def army() -> None:
    """Build, check and share army lists.

    A list is a TOML file. A bare name, such as 'wing', is a list in your own folder. Nothing is ever forbidden: 'check' says
    what is wrong, by which rule, and what to do about it.
    """


def _tell(path: Path, what: str, muster: ResolvedList, as_json: bool) -> None:
    """What was done to a list, and how it stands now."""
    from aqmf_air.games.martian_front.army.exchange.text import total

    if as_json:
        print_json(
            {
                "file": str(path),
                "done": what,
                "points": muster.points,
                "limit": muster.army.limit,
                "units": muster.army.size,
                "valid": muster.valid,
            }
        )
        return
    problems = len(muster.problems)
    state = f", {problems} problem{'s' if problems != 1 else ''} (see 'aqmf army check')" if problems else ""
    click.echo(f"{what}: {total(muster)}{state}")


def _keep(path: Path, after: Army, what: str, depot: ListContext, as_json: bool) -> None:
    """Write a list that was changed, and tell it. What cannot be mustered is not written."""
    from aqmf_air.games.martian_front.army.store import write_list

    muster = depot.muster(after)
    write_list(path, after, what)
    _tell(path, what, muster, as_json)


@army.command()
@LIST
@click.option("--side", type=click.Choice(["human", "martian"]), required=True, help="Whose force it is.")
@click.option("--limit", type=Whole(0, 1_000_000), help="The points that you agreed on.")
@click.option("--name", help="What the list is called (default: the file's name).")
@click.option("--special", multiple=True, help="A special rule of the scenario, such as 'fixed position'.")
@click.option("--notes", default="", help="Anything to remember.")
@click.option("--replace", is_flag=True, help="Take the place of a list that is there; 'undo' brings it back.")
@ruling_option
@json_option
def new(
    file: str,
    side: str,
    limit: int | None,
    name: str | None,
    special: tuple[str, ...],
    notes: str,
    replace: bool,
    chosen: dict[str, Any],
    as_json: bool,
) -> None:
    """Begin an empty list in FILE."""
    from aqmf_air.core.data.files import held
    from aqmf_air.core.data.model import read
    from aqmf_air.errors import DataError
    from aqmf_air.games.martian_front.army.model import Army

    path, depot = new_list(file), open_depot()
    document = {
        "name": name or path.stem,
        "side": side,
        "limit": limit,
        "special": special,
        "notes": notes,
        "rulings": chosen,
    }
    begun = read(Army, document, str(path), DataError)
    with held(path.parent):
        if path.exists() and not replace:
            raise DataError(f"{path}: is there already, and is left as it was (--replace begins anew)", path=str(path))
        _keep(path, begun, f"new {side} list {path}", depot, as_json)


@army.command()
@LIST
@click.argument("unit", shell_complete=UNITS)
@click.option("--count", type=Whole(1, 300), default=1, show_default=True, help="How many units.")
@click.option("--elements", type=Whole(1, 99), help="Elements of each, if not the full number.")
@click.option("--called", default="", help="What you call them.")
@click.option("--hidden", is_flag=True, help="The other side is not to see them: left out of a secret list.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A choice, such as altitude=high.")
@click.option("--notes", default="", help="Anything to remember.")
@json_option
def add(
    file: str,
    unit: str,
    count: int,
    elements: int | None,
    called: str,
    hidden: bool,
    options: tuple[str, ...],
    notes: str,
    as_json: bool,
) -> None:
    """Add units to the list in FILE. Your own designs go with it, so that others can read it."""
    from aqmf_air.core.data.files import held
    from aqmf_air.core.data.model import read
    from aqmf_air.errors import DataError
    from aqmf_air.games.martian_front.army.model import Entry
    from aqmf_air.games.martian_front.army.store import read_list

    document = {
        "unit": unit,
        "count": count,
        "elements": elements,
        "name": called,
        "hidden": hidden,
        "options": settled_values(options),
        "notes": notes,
    }
    entry = read(Entry, document, "add", DataError)

    path, depot = ready(file), open_depot()
    with held(path.parent):
        before = read_list(path)
        what = f"added {count} {depot.unit_type(before, unit).name}"
        _keep(path, depot.add(before, entry), what, depot, as_json)


@army.command()
@LIST
@click.argument("unit")
@click.option("--count", type=Whole(1, 300), help="How many units (default: all of them).")
@json_option
def remove(file: str, unit: str, count: int | None, as_json: bool) -> None:
    """Remove units from the list in FILE."""
    from aqmf_air.core.data.files import held
    from aqmf_air.games.martian_front.army.resolved_list import without
    from aqmf_air.games.martian_front.army.store import read_list

    path, depot = ready(file), open_depot()
    with held(path.parent):
        after = without(read_list(path), unit, count)
        _keep(path, after, f"removed {count or 'every'} {unit}", depot, as_json)


@army.command("set")
@LIST
@click.option("--name", help="What the list is called.")
@click.option("--limit", metavar="POINTS", help="The points that you agreed on, or 'none'.")
@click.option("--special", multiple=True, help="The scenario's special rules, all of them; 'none' for none.")
@click.option("--notes", help="Anything to remember.")
@ruling_option
@json_option
def set_(
    file: str,
    name: str | None,
    limit: str | None,
    special: tuple[str, ...],
    notes: str | None,
    chosen: dict[str, Any],
    as_json: bool,
) -> None:
    """Change what the list in FILE is made for: its limit, its rulings, its scenario's special rules, its name and notes."""
    from aqmf_air.core.data.files import held
    from aqmf_air.errors import DataError
    from aqmf_air.games.martian_front.army.resolved_list import changed
    from aqmf_air.games.martian_front.army.store import read_list

    changes: dict[str, Any] = {key: value for key, value in (("name", name), ("notes", notes)) if value is not None}
    if limit is not None:
        if limit != "none" and not (limit.isascii() and limit.isdigit() and len(limit) < 9):
            raise DataError(f"--limit: expected a whole number of points, or 'none', got {limit[:40]!r}", key="limit")
        changes["limit"] = None if limit == "none" else int(limit)
    if special:
        changes["special"] = () if special == ("none",) else special
    if not changes and not chosen:
        raise click.UsageError("nothing to set: give at least one option")
    path, depot = ready(file), open_depot()
    with held(path.parent):
        before = read_list(path)
        after = changed(before, **changes, rulings={**before.rulings, **chosen})
        _keep(path, after, f"set {', '.join([*changes, *chosen])}", depot, as_json)


@army.command()
@LIST
@json_option
def undo(file: str, as_json: bool) -> None:
    """Take back the last change of the list in FILE, and the one before it, and so on."""
    _stepped(file, -1, "took back", as_json)


@army.command()
@LIST
@json_option
def redo(file: str, as_json: bool) -> None:
    """Make the change again that was taken back last."""
    _stepped(file, 1, "again", as_json)


def _stepped(file: str, by: int, said: str, as_json: bool) -> None:
    from aqmf_air.games.martian_front.army.store import step

    path = ready(file)
    army, what = step(path, by)
    _tell(path, f"{said}: {what}", open_depot().muster(army), as_json)


@army.command()
@LIST
@json_option
def history(file: str, as_json: bool) -> None:
    """Show the versions of the list in FILE, the oldest first."""
    from aqmf_air.core.data.own_files import versions_of
    from aqmf_air.games.martian_front.army.store import LISTS

    listed, at = versions_of(ready(file), LISTS.kind)
    if as_json:
        print_json([{"what": one.what, "in_force": place == at} for place, one in enumerate(listed)])
        return
    table(
        ("", "version", "what was done"), [("*" if n == at else "", n + 1, one.what) for n, one in enumerate(listed)], (1,)
    )


@army.command("lists")
@json_option
def lists(as_json: bool) -> None:
    """Show the lists in your own folder."""
    from aqmf_air.errors import DataError
    from aqmf_air.games.martian_front.army.store import LISTS

    depot = open_depot()
    rows = []
    for path in LISTS.kept():
        try:
            muster = depot.muster(open_list(str(path)))
        except DataError as bad:
            click.echo(f"aqmf: left out: {bad}", err=True)
            continue
        rows.append((path.stem, muster.army.name, muster.army.side, muster.points, muster.army.limit, muster.valid))
    keys = ("list", "name", "side", "points", "limit", "valid")
    if as_json:
        print_json([dict(zip(keys, row, strict=True)) for row in rows])
        return
    shown = [(*row[:4], "-" if row[4] is None else row[4], "yes" if row[5] else "no") for row in rows]
    table(keys, shown, right=(3, 4))


for command in (check, show, diff, advise, export, import_, schema):
    army.add_command(command)
