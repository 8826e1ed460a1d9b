"""``aqmf play``: a scenario, with a seed or with the players' own dice, by script, at the terminal, or by itself."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aqmf_air.cli import render
from aqmf_air.cli.main import INTERRUPTED, NamesGames
from aqmf_air.cli.opened import GAMES, POLICIES, SCENARIOS, continue_game, is_kept, open_registry, open_store
from aqmf_air.cli.play import table
from aqmf_air.cli.play.looking import Lookout
from aqmf_air.cli.play.telling import Teller
from aqmf_air.cli.play.typed_dice import Stopped, TypedDice
from aqmf_air.core.data.text import in_a_row
from aqmf_air.errors import UnknownNameError
from aqmf_air.plugins import kinds

if TYPE_CHECKING:
    from aqmf_air.core.play.contributions import Policy
    from aqmf_air.core.play.ruleset import Ruleset, Scenario, Scripted
    from aqmf_air.core.play.session import Session
    from aqmf_air.core.store.store import Store
    from aqmf_air.plugins.registry import Registry
    from aqmf_air.web.seat_settings import Setting

ALL, NONE = "both", "none"
"""What may be said instead of sides that play by themselves; the first means every side, however many there are."""
NOBODY_ROLLS = "--physical asks a player for dice, and with --auto both nobody plays: leave one of them out"
TWICE = "standard input holds the scenario: dice and orders cannot come from there too"


def _automatic(given: Sequence[str], ruleset: Ruleset[Any]) -> tuple[str, ...] | None:
    """The sides that are to play by themselves, named by id or by title; None if nothing is said of it."""
    sides = ruleset.players()
    ids = {name.casefold(): side for side in sides for name in (ruleset.name_of(side), side)}
    given = [ids.get(word.casefold(), word.casefold()) for word in given]
    for word in given:
        if word not in (ALL, NONE, *sides):
            raise click.UsageError(f"--auto: expected {', '.join((ALL, *sides))} or {NONE}, got {word!r}")
    if NONE in given and set(given) != {NONE}:
        raise click.UsageError(f"--auto: expected {NONE} alone, or sides, got {' and '.join(dict.fromkeys(given))}")
    return tuple(side for side in sides if {side, ALL} & set(given)) if given else None


def _with_policies(setting: Setting, registry: Registry, ruleset: Ruleset[Any], given: Sequence[str]) -> Setting:
    """The setting with the automatic players that are asked for, those that it has, or the ruleset's first.

    Raises UsageError: one is for a side that does not play by itself, or there are none.
    Raises UnknownNameError: one is not there.
    """
    from aqmf_air.core.data.model import replace
    from aqmf_air.core.data.names import by_name

    policies, automatic = registry.of(kinds.POLICIES, ruleset.id), setting.automatic
    if automatic and not policies:
        raise click.UsageError(f"--auto: {ruleset.title} has no automatic player")
    seats = {seat.side: seat for seat in setting.seats}
    policy = setting.policy or next(iter(policies), "")
    for word in given:
        side, named, name = word.rpartition("=")
        name = by_name(policies, name, "policy").name
        if not named:
            policy, seats = name, {who: replace(seat, policy="") for who, seat in seats.items()}
        elif side not in automatic:
            expected = " or ".join(automatic) or "--auto SIDE, too"
            raise click.UsageError(f"--policy: {side!r} does not play by itself: expected {expected}")
        else:
            seats[side] = replace(seats[side], policy=name)
    setting = replace(setting, policy=policy, seats=tuple(seats.values()))
    for side in automatic:
        by_name(policies, setting.policy_of(side), "policy")  # a plugin that brought it may be gone
    return setting


@click.command(
    cls=NamesGames,
    epilog=render.examples("play {scenario} --ask", "play {other} --auto {side}", "play {other} --physical"),
)
@click.argument("scenario", default=None, required=False, metavar="[SCENARIO]", shell_complete=SCENARIOS)
@click.option("--seed", type=render.WholeNumber(0, 2**63 - 1), help="Roll from this seed; the same seed, the same game.")
@click.option(
    "--physical/--seeded",
    default=None,
    help="Ask for the dice that you rolled (0 means 10 on a D10, < corrects the last roll), or roll from the seed.",
)
@click.option("--save", "path", type=render.OutFile(), help="Write the game's log to this file.")
@click.option(
    "--auto",
    "given",
    multiple=True,
    metavar="SIDE",
    help=f"A side that plays by itself; may be repeated. {ALL.capitalize()}: every side; {NONE}: none any more.",
)
@click.option(
    "--policy",
    "policy",
    multiple=True,
    metavar="[SIDE=]NAME",
    shell_complete=POLICIES,
    help="The automatic player of automatic sides, or of SIDE ('aqmf policies' lists them); if not given, the game's first.",
)
@click.option("--ask", is_flag=True, help="Ask for orders even if the scenario has a script.")
@click.option("--game", "name", metavar="ID", callback=render.not_empty, help="Keep the game in the store under this name.")
@click.option(
    "--resume",
    metavar="ID",
    callback=render.not_empty,
    shell_complete=GAMES,
    help="Go on with a kept game, played as before; --physical, --seeded, --auto and --ask change that, and it is kept.",
)
@click.option("--coordinates", is_flag=True, help="Say exact places, too.")
@render.ruleset_option
@render.ruling_option
@render.json_option
def play(
    scenario: str | None,
    ruleset: str | None,
    seed: int | None,
    physical: bool | None,
    path: Path | None,
    given: tuple[str, ...],
    policy: tuple[str, ...],
    ask: bool,
    name: str | None,
    resume: str | None,
    chosen: dict[str, Any],
    coordinates: bool,
    as_json: bool,
) -> None:
    """Play SCENARIO: a name, RULESET:NAME, a file, or - for standard input. Without it, the game's first one is played.

    A scenario with a script is played by it; another one asks for orders. A game with orders or dice of your own is kept,
    and so is any that you name with --game. Every roll is shown with its target number, where that comes from, and the odds.
    """
    if resume and (scenario or ruleset or name or seed is not None or chosen):
        raise click.UsageError("--resume goes on with a kept game: leave out SCENARIO, --ruleset, --game, --seed, --ruling")
    if scenario == "-" and physical:
        raise click.UsageError(TWICE)
    registry = open_registry()
    if resume:
        with open_store() as store:
            _resume(store, registry, resume, given, policy, physical, ask, path, as_json, coordinates)
        return
    try:
        game, called, played = table.load_scenario(registry, scenario, ruleset, chosen)
    except UnknownNameError:
        if scenario and is_kept(scenario):
            raise click.UsageError(f"{scenario} is a game that is kept: 'aqmf play --resume {scenario}' goes on") from None
        raise
    sides = game.players()
    auto = _automatic(given, game)
    if physical and auto == sides:
        raise click.UsageError(NOBODY_ROLLS)
    script = () if auto or ask else played.script
    if scenario == "-" and not (script or auto == sides):
        raise click.UsageError(TWICE)
    if seed is None:
        from secrets import randbelow

        seed = randbelow(10**6)
    from aqmf_air.core.play.session import Session, new_header
    from aqmf_air.plugins.rules_in_force import rules_named

    plugins, own_name = registry.rules_versions(game.id), name or f"{called or game.id}-{seed}"
    header = new_header(game, played.setup, seed=seed, game=own_name, plugins=plugins, scenario=called, title=played.title)
    session: Session[Any] = Session(game, header)
    setting = table.setting_of(sides, auto or (), typed=bool(physical), scripted=bool(script))
    setting = _with_policies(setting, registry, game, policy)
    sitting = _Sitting(registry, setting, script, played, path, as_json, coordinates, name)
    about = table.about(session, played, by_script=bool(script))
    if not (name or physical or not script):  # it can be had again from its seed
        table.note(about, as_json)
        sitting.play(session, None)
        return
    with open_store() as store:
        # what the seed and the dice lead to does not depend on what else is kept: only the name in the store is made unique
        kept = name or store.free_name(session.header.game)
        store.require_free(kept)
        snapshots = partial(rules_named(game.id, registry).keep_snapshot, store, kept, header.setup)
        session.keep_with(table.with_setting(store.beginner(session.header, kept), kept, setting), snapshots)
        table.note(about, as_json)
        sitting.play(session, kept)


def _resume(
    store: Store,
    registry: Registry,
    name: str,
    given: tuple[str, ...],
    policy: tuple[str, ...],
    physical: bool | None,
    ask: bool,
    path: Path | None,
    as_json: bool,
    coordinates: bool,
) -> None:
    """Go on with a kept game; None and nothing leave how it was played unchanged."""
    from aqmf_air.web.seat_settings import followed

    with render.working(f"game {name!r} is opened"):
        kept, rules, session = continue_game(store, name, registry)
    sides = session.ruleset.players()
    auto = _automatic(given, session.ruleset)
    if physical and auto == sides:
        raise click.UsageError(NOBODY_ROLLS)
    before = table.kept_setting(kept, name)
    if before is None:
        typed = any(roll.by != "seed" for entry in session.entries for roll in entry.rolls)
        before = table.setting_of(sides, typed=typed, scripted=True)
    setting = _with_policies(table.changed(before, auto, physical, ask), rules.registry, session.ruleset, policy)
    setting = followed(before, setting, len(session.entries))
    if physical and not setting.asks_for_dice:
        raise click.UsageError("--physical asks a player for dice, and all sides are automatic: add --auto none")
    script = table.rest_of_script(rules.registry, session) if setting.scripted else ()
    table.keep_setting(kept, setting)
    described = table.describe_setting(setting, bool(script), session.ruleset.name_of)
    table.note(f"{kept}: {len(session.entries)} entries; {described}", as_json)
    scenario = table.scenario_of(rules.registry, session)
    _Sitting(rules.registry, setting, script, scenario, path, as_json, coordinates, None).play(session, kept)


@dataclass(frozen=True)
class _Sitting:
    """What a game is played with this time: its rules, how, its script, and where it is written."""

    registry: Registry
    setting: Setting
    script: Sequence[Scripted]
    scenario: Scenario[Any] | None
    """What is played, where it is still there."""
    path: Path | None
    as_json: bool
    coordinates: bool
    """Whether exact places are told, too."""
    name: str | None
    """The name that the player has given a new game."""

    def play(self, session: Session[Any], kept: str | None) -> None:
        """Play on until it is over, or a player leaves; then say how it stands. ``kept`` is its name in the store."""
        ruleset, sides = session.ruleset, session.ruleset.players()
        here = [] if self.script else [side for side in sides if side not in self.setting.automatic]
        teller = Teller(ruleset, self.as_json, here, self.coordinates)
        lookout = Lookout(ruleset, self.registry, self.setting)
        lookout.scenario, lookout.setup = self.scenario, session.header.setup
        teller.tint = lookout.tint
        if here and session.entries and (briefing := lookout.briefing(session.state)):  # who begins has read it
            render.say("\n".join(briefing))
        typed = TypedDice(sys.stdin, teller.need) if self.setting.asks_for_dice else None
        if typed is not None:
            typed.looked = lambda line: lookout.answered(session.state, teller.at, line)
        session.who_rolls = lambda draw: self.setting.who_rolls(draw.by)
        # with --json standard output is for the one document: the prompts go where people still see them
        with self._interruptible(session, kept), redirect_stdout(sys.stderr if self.as_json else sys.stdout):
            if self.script:
                table.follow_script(session, self.script, teller, typed)
                self._play_to_the_end(session, teller, typed)
            else:
                if here:
                    self._say_who_plays(ruleset, here)
                    render.say("At a prompt '?' lists what may be ordered, and 'help' says what else may be typed.")
                orders = {side: self._orders(session, side, here, teller, lookout) for side in sides}
                table.play_on(session, orders, teller, typed)
        table.save(session, self.path)
        self._close(session, self._left(session, kept))

    def _say_who_plays(self, ruleset: Ruleset[Any], here: Sequence[str]) -> None:
        """That one sits at every side here, and how to leave one to the app."""
        if len(here) > 1 and len(here) == len(ruleset.players()) and self.registry.of(kinds.POLICIES, ruleset.id):
            names = in_a_row([*map(ruleset.name_of, here)])
            render.say(f"You give the orders of {names}: --auto {here[-1]} has the app play one side.")

    def _play_to_the_end(self, session: Session[Any], teller: Teller, typed: TypedDice | None) -> None:
        """After the last order of a script the automatic player of the game, if it has one, orders all sides about."""
        policies = self.registry.of(kinds.POLICIES, session.ruleset.id)
        if session.over or not policies:
            return
        name = self.setting.policy if self.setting.policy in policies else next(iter(policies))
        table.note(f"\nThe script ends here. The automatic player '{name}' gives all orders from now on.", self.as_json)
        sides = {side: self._chosen_by(policies[name], side) for side in session.ruleset.players()}
        table.play_on(session, sides, teller, typed)

    @staticmethod
    def _chosen_by(policy: Policy, side: str) -> table.Orders:
        """The orders that an automatic player gives for a side."""
        return lambda session: policy.choose(session.ruleset, session.state, side)

    def _orders(
        self, session: Session[Any], side: str, here: Sequence[str], teller: Teller, lookout: Lookout
    ) -> table.Orders:
        """Who orders a side about: the automatic player, or the player at the terminal."""
        from aqmf_air.cli.play.prompt import Prompt

        if side in here:
            return Prompt(side, here, teller, lookout)
        policies = self.registry.of(kinds.POLICIES, session.ruleset.id)
        return self._chosen_by(policies[self.setting.policy_of(side)], side)

    def _left(self, session: Session[Any], kept: str | None) -> str | None:
        """The name that a game is kept under which is left; one without a single order is kept only if it was named."""
        if kept is None or session.entries:
            return kept
        with open_store() as store:
            if self.name is not None:
                table.keep_setting(kept, self.setting)
                store.create(session.header, kept)
            return kept if store.has(kept) else None

    @contextmanager
    def _interruptible(self, session: Session[Any], kept: str | None) -> Iterator[None]:
        """A player may leave, and Ctrl-C says what became of the game."""
        try:
            yield
        except Stopped:
            return
        except (KeyboardInterrupt, click.Abort):
            table.save(session, self.path)
            kept = self._left(session, kept)
            where = (
                f"kept: aqmf play --resume {kept}"
                if kept
                else f"not kept; --seed {session.header.seed} rolls the same again"
            )
            click.echo(f"\naqmf: interrupted; {where}", err=True)
            raise click.exceptions.Exit(INTERRUPTED) from None

    def _close(self, session: Session[Any], kept: str | None) -> None:
        summary = table.summary_of(session, kept or session.header.game)
        if self.as_json:
            render.print_json(summary)
            return
        render.say()
        render.say(table.ending(session))
        going_on = "" if summary["winner"] else f" is kept (aqmf play --resume {kept})"
        name = f"Game {kept}{going_on}" if kept else "Not kept (--game ID keeps it)"
        saved = f" Saved in {self.path}." if self.path else ""
        render.say(f"{name}; seed {summary['seed']}; state {summary['state'][:12]}.{saved}")
        for step in table.next_steps(session, kept, bool(self.script)):
            render.say(f"  {step}")
