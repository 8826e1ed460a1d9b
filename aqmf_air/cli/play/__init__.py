"""``aqmf play``: a scenario, with a seed or with the players' own dice, by script, at the terminal, or by itself."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aqmf_air.cli.about import open_registry, open_ruleset
from aqmf_air.cli.completion import GAMES, SCENARIOS
from aqmf_air.cli.keeping import gone_on_with, open_store
from aqmf_air.cli.main import INTERRUPTED
from aqmf_air.cli.play.table import (
    Orders,
    ending,
    follow_script,
    load_scenario,
    note,
    play_on,
    rest_of_script,
    save,
    summary_of,
)
from aqmf_air.cli.play.telling import Teller
from aqmf_air.cli.play.typed import Stopped, standard_input
from aqmf_air.cli.render import OutFile, Whole, json_option, print_json, ruling_option

if TYPE_CHECKING:
    from aqmf_air.core.dice import Draw
    from aqmf_air.core.ruleset import Scripted
    from aqmf_air.core.seat_settings import Setting
    from aqmf_air.core.session import Session
    from aqmf_air.host.ruleset import AllQuiet
    from aqmf_air.host.scenario.model import Setup
    from aqmf_air.host.state import Game
    from aqmf_air.registry import Registry

DEFAULT = "first-flight"
NONE = "none"
SIDES = ("human", "martian")
TWICE = "standard input holds the scenario: dice and orders cannot come from there too"


def _named(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    if value is not None and not value.strip():
        raise click.BadParameter("expected the name of a game, got nothing")
    return value


def _automatic(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...] | None:
    """The sides that are to play by themselves; None if nothing is said of it."""
    if NONE in value and set(value) != {NONE}:
        raise click.BadParameter(f"expected {NONE} alone, or sides, got {' and '.join(dict.fromkeys(value))}")
    return tuple(side for side in SIDES if {side, "both"} & set(value)) if value else None


@click.command()
@click.argument("scenario", default=None, required=False, metavar="[SCENARIO]", shell_complete=SCENARIOS)
@click.option("--seed", type=Whole(0, 2**63 - 1), help="Roll from this seed; the same seed, the same game.")
@click.option(
    "--physical/--seeded",
    default=None,
    help="Ask for the dice that you rolled (0 means 10, < corrects the last roll), or roll from the seed.",
)
@click.option("--save", "path", type=OutFile(), help="Write the game's log to this file.")
@click.option(
    "--auto",
    type=click.Choice(["both", *SIDES, NONE]),
    multiple=True,
    callback=_automatic,
    help="Sides that play by themselves, by the exact odds; may be repeated.",
)
@click.option("--ask", is_flag=True, help="Ask for orders even if the scenario has a script.")
@click.option("--game", "name", metavar="ID", callback=_named, help="Keep the game in the store under this name.")
@click.option(
    "--resume",
    metavar="ID",
    callback=_named,
    shell_complete=GAMES,
    help="Go on with a kept game, played as before; --physical, --seeded, --auto and --ask change that, and it is kept.",
)
@ruling_option
@json_option
def play(
    scenario: str | None,
    seed: int | None,
    physical: bool | None,
    path: Path | None,
    auto: tuple[str, ...] | None,
    ask: bool,
    name: str | None,
    resume: str | None,
    chosen: dict[str, Any],
    as_json: bool,
) -> None:
    """Play SCENARIO: the name of a bundled one, a file, or - for standard input. Without it, a flight of Burgess-Dunnes
    attacks two tripods.

    A scenario with a script is played by it; another one asks for orders. A game with orders or dice of your own is kept,
    and so is any that you name with --game. Every roll is shown with its target number, where that comes from, and the odds.
    """
    from aqmf_air.cli.play.setting import (
        changed,
        inferred,
        keep_setting,
        kept_setting,
        setting_of,
        told,
        with_setting,
    )

    if resume and (scenario or name or seed is not None or chosen):
        raise click.UsageError("--resume goes on with a kept game: leave out SCENARIO, --game, --seed and --ruling")
    if physical and auto == SIDES:
        raise click.UsageError("--physical asks a player for dice, and with --auto both nobody plays: leave one of them out")
    if scenario == "-" and physical:
        raise click.UsageError(TWICE)
    if resume:
        with open_store() as store:
            kept, rules, session = gone_on_with(store, resume, open_registry())
            ruleset = rules.ruleset
            sitting = _Sitting(ruleset, rules.registry, Teller(ruleset, quiet=as_json), path, as_json, name)
            before = kept_setting(kept, resume)
            setting = changed(before or inferred(session), auto, physical, ask)
            if physical and not setting.asks_for_dice:
                raise click.UsageError("--physical asks a player for dice, and both sides are automatic: add --auto none")
            script = rest_of_script(ruleset, session) if setting.scripted else ()
            keep_setting(kept, setting)
            note(f"{kept}: {len(session.entries)} entries; {told(setting, bool(script))}", as_json)
            sitting.play(session, script, setting, kept)
        return
    registry, ruleset = open_ruleset()
    sitting = _Sitting(ruleset, registry, Teller(ruleset, quiet=as_json), path, as_json, name)
    played = load_scenario(ruleset, scenario or DEFAULT, chosen)
    script = () if auto or ask else played.script
    if scenario == "-" and not (script or auto == SIDES):
        raise click.UsageError(TWICE)
    if seed is None:
        from secrets import randbelow

        seed = randbelow(10**6)
    session = _new_game(sitting, played.setup, seed, name)
    setting = setting_of(auto or (), bool(physical), bool(script))
    about = "\n".join((f"{played.setup.title}. {played.description}", *played.notes))
    if not (name or physical or not script):  # it can be had again from its seed
        note(about, as_json)
        sitting.play(session, script, setting, None)
        return
    with open_store() as store:
        # what the seed and the dice lead to does not depend on what else is kept: only the name in the store is made unique
        kept = name or store.free_name(session.header.game)
        store.require_free(kept)
        session.keep_with(with_setting(store.beginner(session.header, kept), kept, setting))
        note(about, as_json)
        sitting.play(session, script, setting, kept)


def _new_game(sitting: _Sitting, setup: Setup, seed: int, name: str | None) -> Session[Game]:
    from aqmf_air.core.session import Session, new_header

    ruleset = sitting.ruleset
    plugins = sitting.registry.rules_versions(ruleset.id)
    header = new_header(ruleset, setup, seed=seed, game=name or f"{setup.scenario}-{seed}", plugins=plugins)
    return Session(ruleset, header)


@dataclass(frozen=True)
class _Sitting:
    """What a game is played with this time: its rules, who is told, and where it is written."""

    ruleset: AllQuiet
    registry: Registry
    teller: Teller
    path: Path | None
    as_json: bool
    name: str | None
    """The name that the player has given a new game."""

    def play(self, session: Session[Game], script: Sequence[Scripted], setting: Setting, kept: str | None) -> None:
        """Play on until it is over, or a player leaves; then say how it stands. ``kept`` is its name in the store."""
        typed = standard_input() if setting.asks_for_dice else None

        def who_rolls(draw: Draw[Any]) -> str | None:
            return setting.who_rolls(draw.by or "")

        session.who_rolls = who_rolls
        # with --json standard output is for the one document: the prompts go where people still see them
        with self._interruptible(session, setting, kept), redirect_stdout(sys.stderr if self.as_json else sys.stdout):
            if script:
                follow_script(session, script, self.teller, typed)
            else:
                if set(SIDES) - set(setting.automatic):
                    click.echo("At a prompt '?' lists what may be ordered, and 'help' says what else may be typed.")
                play_on(session, self._players(setting), self.teller, typed)
        save(session, self.path)
        self._close(session, self._left(session, setting, kept))

    def _left(self, session: Session[Game], setting: Setting, kept: str | None) -> str | None:
        """The name that a game is kept under which is left; one without a single order is kept only if it was named."""
        if kept is None or session.entries:
            return kept
        with open_store() as store:
            if self.name is not None:
                from aqmf_air.cli.play.setting import keep_setting

                keep_setting(kept, setting)
                store.create(session.header, kept)
            return kept if store.has(kept) else None

    def _players(self, setting: Setting) -> dict[str, Orders]:
        """Who orders each side about: the automatic player, or whoever sits at the terminal."""
        from aqmf_air.cli.play.prompt import Prompt

        policies = self.registry.policies(self.ruleset.id)

        def by_the_odds(side: str) -> Orders:
            choose = policies[setting.policy].choose
            return lambda session: choose(self.ruleset, session.state, side)

        return {
            side: by_the_odds(side) if side in setting.automatic else Prompt(self.ruleset, side, setting.automatic)
            for side in SIDES
        }

    @contextmanager
    def _interruptible(self, session: Session[Game], setting: Setting, kept: str | None) -> Iterator[None]:
        """A player may leave, and Ctrl-C says what became of the game."""
        try:
            yield
        except Stopped:
            return
        except (KeyboardInterrupt, click.Abort):
            save(session, self.path)
            kept = self._left(session, setting, kept)
            where = f"kept: {_resume(kept)}" if kept else f"not kept; --seed {session.header.seed} rolls the same again"
            click.echo(f"\naqmf: interrupted; {where}", err=True)
            raise click.exceptions.Exit(INTERRUPTED) from None

    def _close(self, session: Session[Game], kept: str | None) -> None:
        summary = summary_of(session, kept or session.header.game)
        if self.as_json:
            print_json(summary)
            return
        click.echo()
        click.echo(ending(session.state))
        if not kept:
            name = "Not kept (--game ID keeps it)"
        else:
            name = f"Game {kept}" + ("" if summary["winner"] else f" is kept ({_resume(kept)})")
        saved = f" Saved in {self.path}." if self.path else ""
        click.echo(f"{name}; seed {summary['seed']}; state {summary['state'][:12]}.{saved}")


def _resume(kept: str) -> str:
    return f"aqmf play --resume {kept}"
