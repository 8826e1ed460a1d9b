"""``aqmf play``: a scenario, with a seed or with the players' own dice, by script, at the terminal, or by itself."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aqmf_air.cli.about import open_ruleset
from aqmf_air.cli.keeping import gone_on_with, open_store
from aqmf_air.cli.render import json_option, print_json, ruling_option
from aqmf_air.cli.table import Orders, Stopped, ending, follow_script, load_scenario, note, play_on, save, summary_of
from aqmf_air.cli.telling import Teller
from aqmf_air.cli.typed import standard_input

if TYPE_CHECKING:
    from aqmf_air.core.dice import Draw
    from aqmf_air.core.session import Session
    from aqmf_air.core.store import Store
    from aqmf_air.host.ruleset import AllQuiet
    from aqmf_air.host.state import Game
    from aqmf_air.registry import Registry

DEFAULT = "first-flight"
POLICY = "exact-odds"
SIDES = ("human", "martian")


@click.command()
@click.argument("scenario", default=None, required=False, metavar="[SCENARIO]")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), help="Roll from this seed; the same seed, the same game.")
@click.option("--physical", is_flag=True, help="Ask for the dice that you rolled (0 means 10, < corrects the last roll).")
@click.option("--save", "path", type=click.Path(path_type=Path, dir_okay=False), help="Write the game's log to this file.")
@click.option("--auto", type=click.Choice(["both", *SIDES]), help="Sides that play by themselves, by the exact odds.")
@click.option("--ask", is_flag=True, help="Ask for orders even if the scenario has a script.")
@click.option("--game", "name", metavar="ID", help="Keep the game in the store under this name.")
@click.option("--resume", metavar="ID", help="Go on with a kept game.")
@ruling_option
@json_option
def play(
    scenario: str | None,
    seed: int | None,
    physical: bool,
    path: Path | None,
    auto: str | None,
    ask: bool,
    name: str | None,
    resume: str | None,
    chosen: dict[str, Any],
    as_json: bool,
) -> None:
    """Play SCENARIO: the name of a bundled one, or a file. Without it, a flight of Burgess-Dunnes attacks two tripods.

    A scenario with a script is played by it; another one asks for orders, and keeps the game. Every roll is shown with its
    target number, where that comes from, and the odds beforehand.
    """
    if resume and (scenario or name or seed is not None or chosen):
        raise click.UsageError("--resume goes on with a kept game: leave out SCENARIO, --game, --seed and --ruling")
    if physical and auto == "both":
        raise click.UsageError("--physical asks a player for dice, and with --auto both nobody plays: leave one of them out")
    registry, ruleset = open_ruleset()
    automatic = {"both": SIDES, None: ()}.get(auto, (auto,))
    teller = Teller(ruleset, quiet=as_json)
    typed = standard_input() if physical else None

    def who_rolls(draw: Draw[Any]) -> str | None:
        return (draw.by or "player") if physical and draw.by not in automatic else None

    if resume:
        with open_store() as opened:
            kept, session = gone_on_with(opened, resume, registry, ruleset, who_rolls)
            note(f"{kept}: {len(session.entries)} entries", as_json)
            _sit_down(session, _players(registry, ruleset, automatic), teller, typed, path)
            _close(session, kept, path, as_json)
        return
    played = load_scenario(ruleset, scenario or DEFAULT, chosen)
    scripted = bool(played.script) and not auto and not ask
    if seed is None:
        from secrets import randbelow

        seed = randbelow(10**6)
    wanted = name or f"{played.setup.scenario}-{seed}"
    store = open_store() if name or not scripted else None
    try:
        session, wanted = _begin(ruleset, registry, played.setup, seed, wanted, store, name is not None, who_rolls)
        note(f"{played.setup.title}. {played.description}", as_json)
        if scripted:
            try:
                follow_script(session, played, teller, typed)
            except (KeyboardInterrupt, click.Abort):
                save(session, path)
                raise
        else:
            _sit_down(session, _players(registry, ruleset, automatic), teller, typed, path)
        _close(session, wanted, path, as_json)
    finally:
        if store is not None:
            store.close()


def _begin(
    ruleset: AllQuiet,
    registry: Registry,
    setup: Any,
    seed: int,
    wanted: str,
    store: Store | None,
    named: bool,
    who_rolls: Any,
) -> tuple[Session[Game], str]:
    """A new game, kept in the store if there is one, under the name that it can have."""
    from aqmf_air.core.session import Session, new_header

    if store is not None and not named:
        wanted = store.free_name(wanted)
    header = new_header(ruleset, setup, seed=seed, game=wanted, plugins=registry.versions)
    session: Session[Game] = Session(ruleset, header, who_rolls=who_rolls)
    if store is not None:
        session.keep_with(store.keeper(store.create(header)))
    return session, wanted


def _players(registry: Registry, ruleset: AllQuiet, automatic: tuple[str | None, ...]) -> dict[str, Orders]:
    """Who orders each side about: the automatic player, or whoever sits at the terminal."""
    from aqmf_air.cli.prompt import Prompt

    choose = registry.policies(ruleset.id)[POLICY].choose

    def by_the_odds(side: str) -> Orders:
        return lambda session: choose(ruleset, session.state, side)

    return {side: by_the_odds(side) if side in automatic else Prompt(ruleset, side) for side in SIDES}


def _sit_down(session: Session[Game], sides: dict[str, Orders], teller: Teller, typed: Any, path: Path | None) -> None:
    # A quiet teller means that standard output is for the one JSON document: the prompts go where people still see them.
    try:
        with redirect_stdout(sys.stderr if teller.quiet else sys.stdout):
            play_on(session, sides, teller, typed)
    except Stopped:
        return
    except (KeyboardInterrupt, click.Abort):
        save(session, path)
        raise


def _close(session: Session[Game], name: str, path: Path | None, as_json: bool) -> None:
    save(session, path)
    summary = summary_of(session, name)
    if as_json:
        print_json(summary)
        return
    click.echo()
    click.echo(ending(session.state))
    saved = f" Saved in {path}." if path else ""
    click.echo(f"Game {name}; seed {summary['seed']}; state {summary['state'][:12]}.{saved}")
