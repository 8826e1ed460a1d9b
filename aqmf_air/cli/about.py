"""``aqmf rulesets``, ``rulings``, ``plugins``, ``policies``, ``scenarios``: what there is here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from aqmf_air.cli.main import NamesGames
from aqmf_air.cli.opened import open_registry, open_ruleset
from aqmf_air.cli.render import examples, heading, json_option, print_json, ruleset_option, ruling_option, say, table
from aqmf_air.errors import AqmfError
from aqmf_air.plugins import kinds


@click.command(epilog=examples("rulesets"))
@json_option
def rulesets(as_json: bool) -> None:
    """List the games that can be played here, with their sides and scenarios."""
    from aqmf_air.core.play.scenarios import open_scenarios

    registry, listed = open_registry(), []
    for name, source in registry.rulesets.items():
        try:
            ruleset = registry.ruleset(name)
        except AqmfError as fault:  # a game that cannot be built hides no other
            why = " ".join(str(fault).split())
            click.echo(f"aqmf: left out: ruleset {name!r} of plugin {source.plugin!r}: {why}", err=True)
            continue
        sides = [side.id for side in ruleset.sides()]
        scenarios = list(open_scenarios(name, registry.of(kinds.SCENARIOS, name)))
        about = {"id": name, "title": ruleset.title, "version": ruleset.version, "sides": sides}
        listed.append({**about, "scenarios": scenarios, "plugin": source.plugin})
    if as_json:
        print_json(listed)
        return
    rows = [
        (entry["id"], entry["title"], entry["version"], ", ".join(entry["sides"]), len(entry["scenarios"]), entry["plugin"])
        for entry in listed
    ]
    table(("ruleset", "title", "rules", "sides", "scenarios", "plugin"), rows, right=(2, 4))


@click.command(cls=NamesGames, epilog=examples("rulings --ruleset {game}"))
@ruleset_option
@json_option
@ruling_option
def rulings(ruleset: str | None, as_json: bool, chosen: dict[str, Any]) -> None:
    """Print every ruling: the question, the choice in force, and the alternatives."""
    from aqmf_air.core.play.rulings import describe, settle

    described = describe(settle(open_ruleset(ruleset)[1].rulings, chosen, "--ruling"))
    if as_json:
        keys = ("name", "rule", "standing", "question", "default", "value")
        print_json(
            [
                {
                    **{key: getattr(ruling, key) for key in keys},
                    "alternatives": [{"value": value, "text": text} for value, text in ruling.choices],
                }
                for ruling in described
            ]
        )
        return
    for ruling in described:
        heading(f"{ruling.name}  ({ruling.rule}; default {ruling.standing})")
        say(f"  {ruling.question}")
        for value, text in ruling.choices:
            sign = "*" if value == ruling.value else " "
            name = str(value).lower() if isinstance(value, bool) else value
            say(f"  {sign} {name}: {text}", hang=4)


@click.command(epilog=examples("plugins"))
@json_option
def plugins(as_json: bool) -> None:
    """Show what is plugged in, from where, the commands that it adds, and what had to be left out."""
    from aqmf_air.cli.main import COMMANDS
    from aqmf_air.plugins.registry import load_registry

    registry = load_registry()
    loaded = registry.plugins.loaded
    adds: dict[str, list[str]] = {plugin.name: [] for plugin in loaded}
    for name, contribution in registry.of(kinds.CLI).items():
        if name in COMMANDS:
            click.echo(
                f"aqmf: plugin {contribution.plugin!r}: command {name!r} is left out, it is one of aqmf itself", err=True
            )
        else:
            adds[contribution.plugin].append(name)
    if as_json:
        keys = ("name", "version", "origin", "fault")
        print_json([{**{key: getattr(plugin, key) for key in keys}, "commands": adds[plugin.name]} for plugin in loaded])
        return
    texts = [f"left out: {plugin.fault}" if plugin.fault else ", ".join(adds[plugin.name]) for plugin in loaded]
    rows = [(plugin.name, plugin.version, plugin.origin, text) for plugin, text in zip(loaded, texts, strict=True)]
    table(("plugin", "version", "from", "commands"), rows)


@click.command(cls=NamesGames, epilog=examples("scenarios --ruleset {game}"))
@ruleset_option
@json_option
def scenarios(ruleset: str | None, as_json: bool) -> None:
    """List the scenarios of a game: those that ship, and your own."""
    from aqmf_air.core.play.scenarios import by_number, open_scenarios

    registry, game = open_ruleset(ruleset)
    listed, facts = [], dict[str, None]()
    for name, source in open_scenarios(game.id, registry.of(kinds.SCENARIOS, game.id)).items():
        try:
            scenario = game.set_up(source.document(), str(source.path), {})
        except AqmfError as bad:
            if not source.own:
                raise
            file = Path(str(source.path)).name
            click.echo(f"aqmf: left out: {bad if file in str(bad) else f'{file}: {bad}'}", err=True)
            continue
        facts |= dict.fromkeys(key for key, _ in scenario.facts)
        counted = {key: int(value) if value.isdecimal() else value for key, value in scenario.facts}
        listed.append({"name": name, "title": scenario.title, **counted, "players": len(game.sides()), "own": source.own})
    listed = by_number(listed, lambda row: str(row["title"]))
    if as_json:
        print_json(listed)
        return
    rows = [
        (row["name"], row["title"], *(row.get(fact, "") for fact in facts), row["players"], "your own" if row["own"] else "")
        for row in listed
    ]
    table(("scenario", "title", *facts, "players", ""), rows, right=range(2, 3 + len(facts)))


@click.command(cls=NamesGames, epilog=examples("policies --ruleset {game}"))
@ruleset_option
@json_option
def policies(ruleset: str | None, as_json: bool) -> None:
    """List the automatic players of a game: how each plays, and whether it says why. The first plays if none is named."""
    registry, game = open_ruleset(ruleset)
    listed = [
        {
            "name": policy.name,
            "title": policy.label or policy.name,
            "plays": policy.title,
            "reasons": policy.explain is not None,
        }
        for policy in registry.of(kinds.POLICIES, game.id).values()
    ]
    if as_json:
        print_json(listed)
    elif listed:
        rows = [(entry["name"], entry["plays"], "yes" if entry["reasons"] else "no") for entry in listed]
        table(("policy", "how it plays", "says why"), rows)
    else:
        say(f"{game.title} has no automatic player.")
