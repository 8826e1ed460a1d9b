"""``aqmf design new``: a design from options, or from answers, with its price after each of them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aqmf_air.api import AqmfError, DataError
from aqmf_air.api.ui import OutFile, WholeNumber, examples, json_option, print_json, ruling_option, say

if TYPE_CHECKING:
    from aqmf_air.games.martian_aircraft.designs.hangar import HangarEntry

ROLE = click.Choice(["combat", "scout", "spotter", "heavy-bomber"])
SKIN = click.Choice(["fabric", "aluminium"])
ARC_LIST = "forward, right, aft, left, all"


@click.command(epilog=examples('design new --name "Swift" --like "Gotha G.V"'))
@click.option("--name", help="Its name, not yet taken.")
@click.option("--like", metavar="DESIGN", help="Begin with this design, and change what the other options say.")
@click.option("--nation", help="Where it was built.")
@click.option("--year", type=int, help="Year of service entry.")
@click.option("--mph", type=float, help="Top speed in miles an hour.")
@click.option("--skin", type=SKIN, help="What covers it.  [default: fabric]")
@click.option("--armor", type=int, help="4 or 5, for an aluminium skin.  [default: 4]")
@click.option("--role", type=ROLE, help="Its use.  [default: combat]")
@click.option("--radio/--no-radio", default=None, help="Whether a spotter has a radio.  [default: it has]")
@click.option(
    "--gun",
    "guns",
    multiple=True,
    metavar="ARC[,ARC...]",
    help=f"A machine gun, each time: {ARC_LIST}.  [default: forward]",
)
@click.option("--no-guns", is_flag=True, help="No machine gun.")
@click.option("--light", type=int, help="Light bombs on each aircraft.  [default: 1, unless there are medium ones]")
@click.option("--medium", type=int, help="Medium bombs on each aircraft.")
@click.option("--url", help="Where the figures come from.")
@click.option("--note", help="What to know about the figures.")
@click.option(
    "--ask", is_flag=True, help="Ask for what the options leave open (at a terminal: whenever something is missing)."
)
@click.option("-o", "--output", type=OutFile(".toml"), help="Write this file; without it, your own folder.")
@click.option("--replace", is_flag=True, help="In place of a file, or of one of your own, of the same name.")
@click.option("--dry-run", is_flag=True, help="Only say what it would cost.")
@json_option
@ruling_option
def new(
    ask: bool,
    output: Path | None,
    replace: bool,
    dry_run: bool,
    as_json: bool,
    chosen: dict[str, Any],
    **options: Any,
) -> None:
    """Make a design, see its points line by line, and keep it in your own folder.

    Where it outruns the real aircraft there is a warning, never a refusal.
    """
    from aqmf_air.api import write_aside
    from aqmf_air.games.martian_aircraft.designs.design import to_toml
    from aqmf_air.games.martian_aircraft.designs.hangar import park
    from aqmf_air.games.martian_aircraft.ui.commands.design.showing import show_price, show_rulings

    fields = _fields(options)
    left_open = [key for key in ESSENTIAL if key not in fields]
    if ask or (left_open and sys.stdin.isatty() and not as_json):
        fields = _answers(fields, chosen)
    else:
        if missing := [option for key, option in REQUIRED.items() if key not in fields]:
            raise click.UsageError(f"expected {', '.join(missing)}, or --ask to be asked")
        fields = _completed(fields, like_another=options["like"] is not None)
    entry = _made(fields, chosen)
    path: Path | None = None
    if not dry_run and output is not None:
        write_aside(output, to_toml(entry.design).encode(), overwrite=replace)
        path = output
    elif not dry_run:
        path = park(entry.design, replace=replace)
    if as_json:
        print_json({**entry.document(), "path": None if path is None else str(path)})
        return
    show_price(entry)
    show_rulings(entry)
    say("Not kept." if path is None else f"Kept: {path}")


ESSENTIAL = ("name", "role", "max_speed_mph", "skin")
REQUIRED = {"name": "--name", "max_speed_mph": "--mph"}
"""What has no default, and the options that give it."""
DEFAULTS: dict[str, Any] = {"role": "combat", "skin": "fabric"}
"""What a design is unless somebody says otherwise, asked or not."""
METAL: dict[str, Any] = {"armor": 4}
SPOTTER: dict[str, Any] = {"radio": True}
GUN = "forward"
LIGHT_BOMBS = 1


def _fields(options: dict[str, Any]) -> dict[str, Any]:
    """The keys of a design file that the options give, on top of the design that it is to be like."""
    from aqmf_air.games.martian_aircraft.ui.commands.design.showing import entries

    fields: dict[str, Any] = {}
    if options["like"] is not None:
        (entry,) = entries((options["like"],), {})
        fields = entry.design.model_dump(mode="json", exclude_defaults=True)
        del fields["name"]
        fields["source"] = {"note": f"After {entry.design.name}."}
    given = {**options, "max_speed_mph": options["mph"]}
    for key in ("name", "nation", "year", "max_speed_mph", "skin", "armor", "role", "radio"):
        if given[key] is not None:
            fields[key] = given[key]
    if options["skin"] == "fabric" and options["armor"] is None:
        fields.pop("armor", None)
    if options["role"] not in (None, "spotter") and options["radio"] is None:
        fields.pop("radio", None)
    if options["guns"] or options["no_guns"]:
        fields["guns"] = [{"arcs": _arcs(text)} for text in options["guns"]]
    if options["light"] is not None or options["medium"] is not None:
        counts = {load["kind"]: 0 for load in fields.get("bombs", ())}
        for load in fields.get("bombs", ()):
            counts[load["kind"]] += load["count"]
        counts |= {kind: options[kind] for kind in ("light", "medium") if options[kind] is not None}
        fields["bombs"] = [{"kind": kind, "count": count} for kind, count in counts.items() if count]
    if options["url"] is not None or options["note"] is not None:
        fields["source"] = {"url": options["url"] or "", "note": options["note"] or ""}
    return fields


def _completed(fields: dict[str, Any], like_another: bool) -> dict[str, Any]:
    """The fields with the defaults of all that nobody mentioned: those that Enter takes where it is asked for."""
    from aqmf_air.games.martian_aircraft.designs.pricing import points_table

    if like_another:
        return fields
    fields = DEFAULTS | fields
    fields = (METAL if fields["skin"] == "aluminium" else {}) | (SPOTTER if fields["role"] == "spotter" else {}) | fields
    if points_table().role_of(fields["role"]).armed:
        weapons = {"guns": [{"arcs": [GUN]}], "bombs": [{"kind": "light", "count": LIGHT_BOMBS}]}
        fields = weapons | fields
    return fields


def _arcs(text: str) -> list[str]:
    from aqmf_air.games.martian_aircraft.designs.design import ARCS

    arcs = [part for part in text.casefold().replace(",", " ").split() if part]
    return list(ARCS) if arcs == ["all"] else arcs


def _made(fields: dict[str, Any], chosen: dict[str, Any]) -> HangarEntry:
    from aqmf_air.games.martian_aircraft.designs.design import design_of
    from aqmf_air.games.martian_aircraft.designs.hangar import HangarEntry
    from aqmf_air.games.martian_aircraft.ui.commands.design.showing import settled

    return settled(HangarEntry(*design_of(fields, "new design")), chosen)


def _answers(fields: dict[str, Any], chosen: dict[str, Any]) -> dict[str, Any]:
    """The fields with an answer for each that was left open, and the price so far after those that change it."""
    from aqmf_air.games.martian_aircraft.designs.pricing import points_table

    click.echo("An aircraft design. Enter takes what is in brackets.", err=True)
    _ask(fields, "name", "Name", check=_free)
    _ask(fields, "nation", "Nation", default="")
    _ask(fields, "year", "Year of service entry (0: not known)", default=0, kind=int)
    if not fields["year"]:
        del fields["year"]
    _ask(fields, "role", "Role", default=DEFAULTS["role"], kind=ROLE)
    _ask(fields, "max_speed_mph", "Top speed in mph", default=None, kind=float)
    _ask(fields, "skin", "Skin", default=DEFAULTS["skin"], kind=SKIN)
    if fields["skin"] == "aluminium":
        _ask(fields, "armor", "Armor, 4 or 5", default=METAL["armor"], kind=int)
    if fields["role"] == "spotter":
        _ask(fields, "radio", "Radio", default=SPOTTER["radio"], kind=bool)
    if points_table().role_of(fields["role"]).armed:
        _price_so_far(fields, chosen)
        if "guns" not in fields:
            _ask_guns(fields, chosen)
        if "bombs" not in fields:
            fields["bombs"] = []
            for kind in ("light", "medium"):
                text = f"{kind.capitalize()} bombs on each aircraft"
                count = _answer(text, LIGHT_BOMBS if kind == "light" else 0, WholeNumber(0, 999))
                if count:
                    fields["bombs"].append({"kind": kind, "count": count})
                    _price_so_far(fields, chosen)
    return fields


def _ask(fields: dict[str, Any], key: str, text: str, default: Any = None, kind: Any = str, check: Any = None) -> None:
    """Ask for one field, again and again until the design would take the answer. What an option gave is not asked for."""
    from pydantic import ValidationError

    from aqmf_air.api import first_problem
    from aqmf_air.games.martian_aircraft.designs.design import Design

    while key not in fields:
        answer = _answer(text, default, kind)
        trial = {"name": "X", "role": "combat", "max_speed_mph": 60, "skin": "fabric", **fields, key: answer}
        if key == "year" and not answer:
            trial.pop(key)
        try:
            Design.model_validate(trial)
            if check is not None:
                check(answer)
        except ValidationError as bad:
            click.echo(f"  {first_problem(bad)[1]}", err=True)
        except AqmfError as bad:
            click.echo(f"  {bad}", err=True)
        else:
            fields[key] = answer


def _answer(text: str, default: Any, kind: Any) -> Any:
    """What is typed, or ``default`` for Enter alone.

    Raises DataError: the input ended.
    """
    try:
        return click.prompt(text, default=default, type=kind, err=True)
    except click.Abort as left:
        click.echo(err=True)  # nobody's Return ended the line
        if isinstance(left.__context__, EOFError):
            raise DataError(f"{text}: expected an answer, and the input ended; nothing is kept", key=text) from None
        raise


def _free(name: str) -> None:
    """Refuse a name that is taken."""
    from aqmf_air.api import same_name
    from aqmf_air.games.martian_aircraft.designs.hangar import open_hangar

    for entry in open_hangar().parked:
        if same_name(entry.design.name) == same_name(name) and not entry.own:
            raise DataError(
                f"{entry.design.name!r} is the name of a design that ships: choose another", key="name", value=name
            )


def _ask_guns(fields: dict[str, Any], chosen: dict[str, Any]) -> None:
    from aqmf_air.games.martian_aircraft.designs.design import ARCS

    fields["guns"] = []
    while True:
        text = f"Arcs of machine gun {len(fields['guns']) + 1} ({ARC_LIST}; none: no more)"
        arcs = _arcs(_answer(text, GUN if not fields["guns"] else "none", str))
        if arcs == ["none"]:
            return
        if not arcs or not set(arcs) <= set(ARCS) or len(set(arcs)) < len(arcs):
            click.echo(f"  expected some of {ARC_LIST}, or none", err=True)
            continue
        fields["guns"].append({"arcs": arcs})
        _price_so_far(fields, chosen)


def _price_so_far(fields: dict[str, Any], chosen: dict[str, Any]) -> None:
    """The points of what is known by now, line by line, and what to think over (that weapons are to come is no surprise)."""
    from aqmf_air.games.martian_aircraft.designs.design_warnings import HARMLESS, warnings_of

    entry = _made(fields, chosen)
    parts = [f"{line.points} {line.what.partition(':')[0]}" for line in entry.cost.breakdown if line.points]
    click.echo(f"  {entry.cost.points} points so far: {' + '.join(parts)}", err=True)
    for warning in warnings_of(entry.design):
        if warning != HARMLESS:
            click.echo(f"  ! {warning}", err=True)
