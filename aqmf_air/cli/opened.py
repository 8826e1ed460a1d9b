"""What a command opens: the plugins, a game's rules, kept games and files; and their names, for the tab key."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aqmf_air.errors import AqmfError, DataError

if TYPE_CHECKING:
    from aqmf_air.core.play.events import PlainEvent
    from aqmf_air.core.play.ruleset import Ruleset
    from aqmf_air.core.play.session import Session
    from aqmf_air.core.store.game_list import Kept
    from aqmf_air.core.store.log_reader import Saved
    from aqmf_air.core.store.store import Store
    from aqmf_air.plugins.registry import Registry
    from aqmf_air.plugins.rules_in_force import RulesInForce


def open_registry() -> Registry:
    """The registry of everything that is plugged in. A plugin that failed is named."""
    from aqmf_air.plugins.registry import load_registry

    registry = load_registry()
    for loaded in registry.plugins.loaded:
        if loaded.fault:
            click.echo(f"aqmf: plugin {loaded.name!r} ({loaded.origin}) is left out: {loaded.fault}", err=True)
    return registry


def open_ruleset(name: str | None = None) -> tuple[Registry, Ruleset[Any]]:
    """The registry, and the game with this id; None: the default game.
    Raises UnknownNameError: no such ruleset; with near names.
    """
    from aqmf_air.core.play.contributions import DEFAULT_RULESET

    registry = open_registry()
    return registry, registry.ruleset(name or DEFAULT_RULESET)


class ExampleNames(dict[str, str]):
    """What stands in examples of help: the ``scenario`` that the default game begins with, a ``rule`` of it, two automatic
    ``policies``, and the two ``questions`` that begin with the most in common; another ``game``, and a scenario (``other``)
    and a ``side`` of that. A game is opened only for its rules and its sides.
    """

    def __missing__(self, what: str) -> str:
        from itertools import combinations
        from shlex import join

        from aqmf_air.core.odds.query import Query
        from aqmf_air.core.play.contributions import DEFAULT_RULESET
        from aqmf_air.core.play.scenarios import open_scenarios
        from aqmf_air.plugins import kinds
        from aqmf_air.plugins.registry import load_registry

        registry = load_registry()
        first = {id_: next(iter(open_scenarios(id_, registry.of(kinds.SCENARIOS, id_))), "") for id_ in registry.rulesets}
        game = next((id_ for id_ in sorted(first) if first[id_] and id_ != DEFAULT_RULESET), DEFAULT_RULESET)
        match what:
            case "scenario":
                return first[DEFAULT_RULESET]
            case "rule":
                return next(iter(registry.ruleset(DEFAULT_RULESET).register)).id
            case "game":
                return game
            case "other":
                return f"{game}:{first[game]}"
            case "policies":
                return " ".join(list(registry.of(kinds.POLICIES, DEFAULT_RULESET))[:2])
            case "questions":
                asked = {
                    name: query.load(Query).begin for name, query in registry.of(kinds.QUERIES, DEFAULT_RULESET).items()
                }
                pairs = combinations([each for each in asked.items() if len(each[1]) > 1], 2)
                alike = max(pairs, key=lambda pair: len(pair[0][1].items() & pair[1][1].items()), default=())
                return " ".join(f'"{join([name, *_options(begin)])}"' for name, begin in alike)
            case "side":
                return registry.ruleset(game).players()[0]
        raise KeyError(what)


def _options(begin: Mapping[str, str]) -> Iterator[str]:
    for option, value in begin.items():
        yield from (f"--{option}", value)


MAX_LOG_BYTES = 50_000_000
"""The largest log in a file; that of a long game has one million."""


def open_store() -> Store:
    """The player's games. Raises StoreError: the store cannot be opened."""
    from aqmf_air.core.store.store import Store

    return Store()


def is_kept(name: str) -> bool:
    """Whether a game of this name is kept; no store is made for that. Raises StoreError: the store cannot be opened."""
    from aqmf_air.core.data.files import own_folder
    from aqmf_air.core.store.store import FILE

    if not (own_folder() / FILE).exists():
        return False
    with open_store() as store:
        return store.has(name)


def continue_game(store: Store, name: str, registry: Registry) -> tuple[str, RulesInForce, Session[Any]]:
    """Continue a kept game: its name, its rules, its session. A damaged game is copied, and continues under a new name.
    Raises UnknownNameError: no such game.
    Raises RulesetVersionError: it is of a ruleset, of plugins or of newer rules that are not there.
    Raises DataError: it is no game for the terminal, or not even its header can be read.
    """
    from aqmf_air.core.play.scenarios import has_scenarios
    from aqmf_air.plugins.rules_in_force import read_kept, require_something, said_of_going_on

    rules, saved = read_kept(store, name, registry)
    if not has_scenarios(rules.ruleset):
        text = f"game {name!r} ({rules.ruleset.title}) is not one for the terminal: 'aqmf serve' goes on with it"
        raise DataError(text, path=name)
    require_something(saved)
    if saved.fault:
        name = store.rescue(saved)
        click.echo(f"aqmf: {saved.fault}; it goes on as game {name!r}", err=True)
        return continue_game(store, name, registry)  # it may have been gone on with before
    session = rules.session(
        saved, keep=store.keeper(name), at_chapter=partial(rules.keep_snapshot, store, saved.name, saved.header.setup)
    )
    if text := said_of_going_on(session):
        click.echo(f"aqmf: {text}", err=True)
    return name, rules, session


def read_game(game: str, registry: Registry) -> tuple[RulesInForce, Saved]:
    """The game in a file (``-``: standard input), or the kept one of this name, as far as it is sound, and its rules.
    Raises DataError: the file is no log.
    Raises UnknownNameError: neither is there.
    Raises RulesetVersionError: it is of a ruleset or of plugins that are not there.
    """
    from aqmf_air.plugins.rules_in_force import read_log

    if in_a_file(game):
        return read_file(game, None, registry)
    with open_store() as store:
        return read_log(store.lines(game), f"game {game!r}", game, registry)


def state_of_game(game: str, registry: Registry, ruleset: str) -> tuple[Any, tuple[PlainEvent, ...]]:
    """The state of a game of a ruleset, a file or a kept one, and the events that led to it.

    Raises DataError: it is of another ruleset, or damaged. All else is as of :func:`read_game`.
    """
    from aqmf_air.core.play.chronicle import counted

    rules, saved = read_game(game, registry)
    if rules.ruleset.id != ruleset:
        wanted = registry.ruleset(ruleset).title
        raise DataError(f"{game} is a game of {rules.ruleset.title}: expected one of {wanted}", path=game)
    if saved.fault:
        raise DataError(saved.fault, path=game)
    return rules.session(saved).state, tuple(counted(saved.entries))


def read_file(path: str, name: str | None, registry: Registry) -> tuple[RulesInForce, Saved]:
    """The game in a file, under ``name`` if one is given, as far as it is sound, and its rules.

    A file without an end line may be cut off: standard error has a line about it.
    Raises DataError: the file is no log.
    Raises RulesetVersionError: it is of a ruleset or of plugins that are not there.
    """
    from aqmf_air.core.store.log_reader import NO_END
    from aqmf_air.plugins.rules_in_force import read_log

    where = "standard input" if path == "-" else path
    rules, saved = read_log(lines_of(path), where, name, registry)
    if not (saved.ended or saved.fault):
        click.echo(f"aqmf: {where}: {NO_END}", err=True)
    return rules, saved


def in_a_file(game: str) -> bool:
    """Whether this is a file; of a name without suffix and folder a kept game comes first."""
    if game == "-" or "/" in game:
        return True
    from aqmf_air.core.data.files import is_file

    there = is_file(game)
    if there and Path(game).suffix:
        return True
    if not there and not game.endswith(".jsonl"):
        return False
    with open_store() as store:
        return not store.has(game)


def lines_of(path: str) -> list[str]:
    """The lines of a text file, or of standard input. Raises DataError: it cannot be read, or is not text."""
    from aqmf_air.core.data.documents import text_of
    from aqmf_air.core.data.files import read_at_most
    from aqmf_air.core.store.log_reader import split_lines

    return split_lines(text_of(read_at_most(path, MAX_LOG_BYTES), "standard input" if path == "-" else path))


def summaries(kept: Iterable[Kept], store: Store, registry: Registry) -> list[dict[str, Any]]:
    """Kept games in a few words each: ``now`` says whose move it is, or how the game ended.

    Of a game that cannot be read here no ``turn``, ``winner``, ``rules`` or ``now`` is known.
    """
    from aqmf_air.core.play.events import scenario_in

    return [
        {
            "game": game.name,
            "ruleset": game.header.get("ruleset"),
            "scenario": (scenario_in(game.header)[0] if game.header else "") or "?",
            "title": scenario_in(game.header)[1] if game.header else "",
            "seed": game.header.get("seed"),
            "entries": game.entries,
            **_standing(game, store, registry),
            "played": game.played or None,
        }
        for game in kept
    ]


def _standing(kept: Kept, store: Store, registry: Registry) -> dict[str, Any]:
    from aqmf_air.plugins.rules_in_force import rules_of, said_of_rules

    unknown = {"turn": None, "turns": None, "winner": None, "now": None, "rules": None}
    if not kept.header:
        return {**unknown, "fault": kept.fault}
    try:
        rules = rules_of(kept.header, registry)
        saved = rules.kept(store, kept.name)
        session = rules.session(saved, at_chapter=partial(rules.keep_snapshot, store, saved.name, saved.header.setup))
        ruleset, state = rules.ruleset, session.state
        stage, end = ruleset.stage(state), session.verdict
        moving = " and ".join(map(ruleset.name_of, stage.active))
        return {
            "turn": stage.turn,
            "turns": stage.turns,
            "winner": end.winner if end else None,
            "now": end.headline if end else f"{moving} to move" if moving else stage.title,
            "rules": said_of_rules(session),
            "fault": kept.fault or saved.fault or None,
        }
    except AqmfError as bad:
        return {**unknown, "fault": kept.fault or str(bad)}
    except Exception as bad:  # rules may raise anything when they meet a damaged log; the other games are listed
        return {**unknown, "fault": kept.fault or f"its rules fail at it ({type(bad).__name__})"}


Names = Callable[[click.Context], Iterable[str]]


class Completed:
    """Completes the names that a function knows of; where they cannot be read, nothing."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def __call__(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
        try:
            words = map(one_word, self.names(ctx))
            return sorted({word for word in words if word.casefold().startswith(incomplete.casefold())})
        except AqmfError:
            return []


def one_word(name: str) -> str:
    """A name as one word, in which it is found as well: ``second-wing``. A name that is one is left as it is."""
    from aqmf_air.core.data.names import same_name

    words = name.split()
    return name if len(words) < 2 and name.isascii() else "-".join(filter(None, map(same_name, words)))


def _game(ctx: click.Context) -> tuple[Registry, Ruleset[Any]]:
    return open_ruleset(ctx.params.get("ruleset"))


def _scenarios(ctx: click.Context) -> Iterable[str]:
    from aqmf_air.core.play.scenarios import open_scenarios
    from aqmf_air.plugins.kinds import SCENARIOS as SCENARIO_KIND

    registry, ruleset = _game(ctx)
    return open_scenarios(ruleset.id, registry.of(SCENARIO_KIND, ruleset.id))


def _policies(ctx: click.Context) -> Iterable[str]:
    registry, ruleset = _game(ctx)
    from aqmf_air.plugins.kinds import POLICIES

    return registry.of(POLICIES, ruleset.id)


def _games(ctx: click.Context) -> Iterable[str]:
    with open_store() as store:
        return [kept.name for kept in store.games()]


RULESETS, POLICIES, SCENARIOS = Completed(lambda ctx: open_registry().rulesets), Completed(_policies), Completed(_scenarios)
GAMES, RULES = Completed(_games), Completed(lambda ctx: [rule.id for rule in _game(ctx)[1].register])
