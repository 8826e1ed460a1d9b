"""``aqmf army``: make a list, change it, and take changes back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aqmf_air.api import DataError, capitalised, in_a_row, lock_folder, plural
from aqmf_air.api.ui import HelpGroup, WholeNumber, examples, json_option, print_json, ruling_option, say, table
from aqmf_air.games.martian_front.ui.commands.army.catalogue import fill, units
from aqmf_air.games.martian_front.ui.commands.army.lists import LIST, UNITS, new_list, open_depot, ready, settled_values
from aqmf_air.games.martian_front.ui.commands.army.sharing import export, import_, schema
from aqmf_air.games.martian_front.ui.commands.army.views import advise, check, diff, show

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.army.lists import Army
    from aqmf_air.games.martian_front.army.resolved_list import ListContext, ResolvedList


@click.group(
    cls=HelpGroup,
    heading="Plan",
    epilog=examples(
        "army new wing.toml --side human --limit 300", 'army add wing.toml "Breguet 14 B2" 2', "army check wing.toml"
    ),
)
def army() -> None:
    """Build, check and share army lists.

    A list is a TOML file. A bare name, such as 'wing', is a list in your own folder. Nothing is ever forbidden: 'check' says
    what is wrong, by which rule, and what to do about it.
    """


def _tell(path: Path, what: str, muster: ResolvedList, as_json: bool) -> None:
    """What was done to a list, and how it stands now."""
    from aqmf_air.games.martian_front.army.exchange.text import total
    from aqmf_air.games.martian_front.army.lists import remember

    remember(path)
    if as_json:
        about = {"limit": muster.army.limit, "units": muster.army.size, "valid": muster.valid}
        print_json({"file": str(path), "done": what, "points": muster.points, **about})
        return
    problems = len(muster.problems)
    state = f", {plural(problems, 'problem')} (see 'aqmf army check')" if problems else ""
    say(f"{what}: {total(muster)}{state}")


def _change(file: str, as_json: bool, change: Callable[[ListContext, Army], tuple[Army, str]]) -> None:
    """Change a list, and tell it."""
    from aqmf_air.games.martian_front.army.lists import edit

    path, context = ready(file), open_depot()
    muster, what = edit(path, context, lambda before: change(context, before))
    _tell(path, what, muster, as_json)


@army.command(epilog=examples("army new wing.toml --side human --limit 300"))
@LIST
@click.option("--side", type=click.Choice(["human", "martian"]), required=True, help="Whose force it is.")
@click.option("--limit", type=WholeNumber(0, 1_000_000), help="The points that you agreed on.")
@click.option("--name", help="What the list is called (default: after its file).")
@click.option("--special", multiple=True, help="A special rule of the scenario, such as 'fixed position'.")
@click.option("--notes", default="", help="Anything to remember.")
@click.option("--replace", is_flag=True, help="Take the place of a list that is there; 'undo' brings it back.")
@ruling_option
@json_option
def new(file: str, replace: bool, chosen: dict[str, Any], as_json: bool, **given: Any) -> None:
    """Begin an empty list in FILE."""
    from aqmf_air.api import read
    from aqmf_air.games.martian_front.army.lists import Army, write_list

    path = new_list(file)
    called = capitalised(path.stem.replace("-", " ").replace("_", " "))
    begun = read(Army, {**given, "name": given["name"] or called, "rulings": chosen}, str(path), DataError)
    muster, what = open_depot().muster(begun), f"new {begun.side} list {path}"
    with lock_folder(path.parent):
        if path.exists() and not replace:
            raise DataError(f"{path}: is there already, and is left as it was (--replace begins anew)", path=str(path))
        write_list(path, begun, what)
    _tell(path, what, muster, as_json)


@army.command(epilog=examples('army add wing.toml "Breguet 14 B2" 2'))
@LIST
@click.argument("units", nargs=-1, required=True, metavar="UNIT [COUNT] [UNIT [COUNT]]...", shell_complete=UNITS)
@click.option("--count", type=WholeNumber(1, 300), default=1, show_default=True, help="How many of each that has no COUNT.")
@click.option("--elements", type=WholeNumber(1, 99), help="Elements of each, if not the full number.")
@click.option("--called", "name", default="", help="What you call them.")
@click.option("--hidden", is_flag=True, help="The other side is not to see them: left out of a secret list.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A choice, such as altitude=high.")
@click.option("--notes", default="", help="Anything to remember.")
@json_option
def add(file: str, units: tuple[str, ...], count: int, as_json: bool, **given: Any) -> None:
    """Add units to the list in FILE: all that are named, or none. Options are for all of them.

    Your own designs go with it, so that others can read it.
    """
    from aqmf_air.api import read
    from aqmf_air.games.martian_front.army.lists import ArmyEntry

    about = {**given, "options": settled_values(given["options"])}
    entries = [read(ArmyEntry, {**about, "unit": unit, "count": n}, "add", DataError) for unit, n in _counted(units, count)]

    def added(context: ListContext, before: Army) -> tuple[Army, str]:
        after, additions = before, []
        for entry in entries:
            after, what = context.add(after, entry)
            additions.append(what.removeprefix("added "))
        return after, f"added {in_a_row(additions)}"

    _change(file, as_json, added)


def _counted(words: tuple[str, ...], count: int) -> list[tuple[str, int]]:
    """Units with how many there are of each: the number that follows its name, or else ``count``."""
    units: list[tuple[str, int]] = []
    for before, word in zip(("0", *words), words, strict=False):
        if not word.isdecimal():
            units.append((word, count))
        elif before.isdecimal():
            raise click.UsageError(f"expected the name of a unit before the count {word[:20]}")
        elif not 1 <= int(word[:9]) <= 300:
            raise click.UsageError(f"expected a count from 1 to 300 behind {units[-1][0]!r}, got {word[:20]}")
        else:
            units[-1] = (units[-1][0], int(word))
    return units


@army.command(epilog=examples('army remove wing.toml "Burgess-Dunne D8"'))
@LIST
@click.argument("unit")
@click.option("--count", type=WholeNumber(1, 300), help="How many units (default: all of them).")
@json_option
def remove(file: str, unit: str, count: int | None, as_json: bool) -> None:
    """Remove units from the list in FILE."""
    from aqmf_air.games.martian_front.army.resolved_list import unit_in, without

    def removed(_: Any, before: Army) -> tuple[Army, str]:
        name = unit_in(before, unit)
        return without(before, name, count), f"removed {count or 'every'} {name}"

    _change(file, as_json, removed)


@army.command("set", epilog=examples("army set wing.toml --limit 500"))
@LIST
@click.option("--name", help="What the list is called.")
@click.option("--limit", metavar="POINTS", help="The points that you agreed on, or 'none'.")
@click.option("--special", multiple=True, help="The scenario's special rules, all of them; 'none' for none.")
@click.option("--notes", help="Anything to remember.")
@ruling_option
@json_option
def set_(file: str, limit: str | None, chosen: dict[str, Any], as_json: bool, **given: Any) -> None:
    """Change what the list in FILE is made for: its limit, its rulings, its scenario's special rules, its name and notes."""
    from aqmf_air.games.martian_front.army.resolved_list import changed

    changes = {name: value for name, value in given.items() if value not in (None, ())}
    if limit is not None:
        if limit != "none" and not (limit.isascii() and limit.isdigit() and len(limit) < 9):
            raise DataError(f"--limit: expected a whole number of points, or 'none', got {limit[:40]!r}", key="limit")
        changes["limit"] = None if limit == "none" else int(limit)
    if changes.get("special") == ("none",):
        changes["special"] = ()
    if not changes and not chosen:
        raise click.UsageError("nothing to set: give at least one option")
    what = f"set {', '.join([*changes, *chosen])}"
    _change(file, as_json, lambda _, before: (changed(before, **changes, rulings={**before.rulings, **chosen}), what))


@army.command(epilog=examples("army undo wing.toml"))
@LIST
@json_option
def undo(file: str, as_json: bool) -> None:
    """Take back the last change of the list in FILE, and the one before it, and so on."""
    _stepped(file, -1, "took back", as_json)


@army.command(epilog=examples("army redo wing.toml"))
@LIST
@json_option
def redo(file: str, as_json: bool) -> None:
    """Make the change again that was taken back last."""
    _stepped(file, 1, "again", as_json)


def _stepped(file: str, by: int, step_name: str, as_json: bool) -> None:
    from aqmf_air.games.martian_front.army.lists import step

    path = ready(file)
    army, what = step(path, by)
    _tell(path, f"{step_name}: {what}", open_depot().muster(army), as_json)


@army.command(epilog=examples("army history wing.toml"))
@LIST
@json_option
def history(file: str, as_json: bool) -> None:
    """Show the versions of the list in FILE, the oldest first."""
    from aqmf_air.api import versions_of
    from aqmf_air.games.martian_front.army.lists import LISTS

    listed, at = versions_of(ready(file), LISTS.kind)
    if as_json:
        print_json([{"what": version.what, "in_force": place == at} for place, version in enumerate(listed)])
        return
    rows = [("*" if place == at else "", place + 1, version.what) for place, version in enumerate(listed)]
    table(("", "version", "what was done"), rows, (1,))


@army.command("lists", epilog=examples("army lists"))
@click.argument("folder", required=False, type=click.Path(path_type=Path), metavar="[FOLDER]")
@json_option
def lists(folder: Path | None, as_json: bool) -> None:
    """Show your lists: those of your own folder, and files that you made or opened here; or those in FOLDER."""
    from aqmf_air.games.martian_front.army.lists import LISTS, elsewhere, list_files_in, read_list

    context = open_depot()
    rows = []
    for path in list_files_in(folder) if folder else (*LISTS.kept(), *elsewhere()):
        try:
            muster = context.muster(read_list(path))
        except DataError as bad:
            click.echo(f"aqmf: left out: {bad}", err=True)
            continue
        own = path.parent == LISTS.place
        about = {"list": path.stem if own else str(path), "name": muster.army.name, "side": muster.army.side}
        rows.append({**about, "points": muster.points, "limit": muster.army.limit, "valid": muster.valid})
    if as_json:
        print_json(rows)
        return
    shown = [
        (*list(row.values())[:4], "-" if row["limit"] is None else row["limit"], "yes" if row["valid"] else "no")
        for row in rows
    ]
    table(("list", "name", "side", "points", "limit", "valid"), shown, right=(3, 4))


for command in (units, check, show, diff, advise, fill, export, import_, schema):
    army.add_command(command)
