"""Whole games between automatic sides, many at once: played by workers, kept by seed, counted up.

A set-up and a seed make one game, by any player and any number of times, so that work can be cut off anywhere: what is kept
is not played again, and the table comes out the same. Workers get plain data, and check that they play by the same rules.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from hashlib import sha256
from math import ceil
from os import times
from pathlib import Path
from typing import Any, NamedTuple

from aqmf_air import __version__
from aqmf_air.core.data.names import by_name, by_words
from aqmf_air.core.data.text import percent
from aqmf_air.core.play.automatic import play_out
from aqmf_air.core.play.events import Header, line_of
from aqmf_air.core.play.ruleset import Duels, Gauged, Ruleset, Scenario
from aqmf_air.core.play.session import Resolved, Session, new_header, with_seed
from aqmf_air.errors import AqmfError, DataError, WorkerError
from aqmf_air.lab.even_dice import Throw, even_dice, luck_in_figures, pair_of, throw_of
from aqmf_air.lab.long_task import CsvTask, Part, ResultTable
from aqmf_air.lab.progress import TellDone
from aqmf_air.lab.results import Results, digest
from aqmf_air.lab.statistics import DRAW, outcome_counts, share, typical_length
from aqmf_air.lab.workers import Where, here, uncollected
from aqmf_air.plugins import kinds
from aqmf_air.plugins.registry import Registry, load_registry
from aqmf_air.plugins.rules_in_force import RulesInForce, rules_named

KIND, WITH_THROWS, WITH_LUCK = "games", "games of even dice, throws with their kinds", "games of even dice, luck in figures"
"""What these results are kept as. With throws: and what they might have led to. With luck: and what they were worth."""
LEAST_WORK = 1.5
"""Seconds that a task takes about, so that handing it out costs nothing beside it."""


class PlayedGame(NamedTuple):
    """How a game ended."""

    winner: str
    """The side, ``draw``, or nothing: it was given up."""
    turns: int
    commands: int
    state: str
    """The beginning of the digest of its last state."""
    throws: tuple[Throw, ...] = ()
    """What its dice might have led to, where that was asked for."""
    luck: tuple[float, ...] = ()
    """What its dice brought of each figure, less what was to be expected, where that was asked for."""

    @classmethod
    def read(cls, row: Sequence[Any]) -> PlayedGame:
        """A game as it is kept and sent."""
        winner, turns, commands, state, throws, *luck = row
        read_throws = tuple(Throw(tuple(to), tuple((p, tuple(at)) for p, at in might), kind) for to, might, kind in throws)
        return cls(winner, turns, commands, state, read_throws, *map(tuple, luck))


@dataclass(frozen=True)
class SetUp:
    """All that a game depends on besides its seed, as plain data."""

    ruleset: str
    header: str
    """A line of a log, with the scenario's set-up and rulings."""
    policies: tuple[tuple[str, str], ...]
    """Each side with its automatic player."""
    rules: str
    """The digest of the rules and of the code that plays by them: see :func:`played_by`."""

    @cached_property
    def key(self) -> str:
        """What results of it are known by, under its rules."""
        return digest([json.loads(self.header)["setup"], self.policies])[:32]


class AutomaticSides:
    """Each side with its automatic player, for any number of scenarios of a game.

    Raises UnknownNameError: there is no such automatic player, with near names; DataError: the game has none.
    """

    def __init__(self, rules: RulesInForce, policies: Mapping[str, str]) -> None:
        self._rules, self._played_by = rules, played_by(rules)
        self._chosen = tuple((side, policy_of(rules, name)) for side, name in policies.items())

    def set_up(self, scenario: Scenario[Any], named: str) -> SetUp:
        """The set-up of a scenario between them."""
        ruleset, about = self._rules.ruleset, {"scenario": named, "title": scenario.title}
        header = new_header(ruleset, scenario.setup, seed=0, game="laboratory", plugins=self._rules.plugins, **about)
        return SetUp(ruleset.id, line_of(header), self._chosen, self._played_by)


def set_up(rules: RulesInForce, scenario: Scenario[Any], named: str, policies: Mapping[str, str]) -> SetUp:
    """The set-up of a scenario between automatic players. Raises as :class:`AutomaticSides`."""
    return AutomaticSides(rules, policies).set_up(scenario, named)


def duel_of(ruleset: Duels, first: str, other: str, *, chosen: Mapping[str, Any]) -> tuple[str, Scenario[Any]]:
    """A name for the meeting of two types, and its set-up. Raises UnknownNameError: there is no such type."""
    types = {name: name for name in ruleset.contenders()}
    first, other = by_words(types, first, "type"), by_words(types, other, "type")
    return f"{first} against {other}", ruleset.duel(first, other, chosen)


def policy_of(rules: RulesInForce, name: str = "") -> str:
    """The automatic player of this name; without one, the game's first.
    Raises UnknownNameError: there is none, with near names; DataError: the game has none at all.
    """
    policies = rules.registry.of(kinds.POLICIES, rules.ruleset.id)
    if not policies:
        raise DataError(f"{rules.ruleset.title} has no automatic player", path=rules.ruleset.id)
    return by_name(policies, name, "policy").name if name else next(iter(policies))


def played_by(rules: RulesInForce) -> str:
    """A digest of the rules in force and of the code that plays by them, the same on every machine where they are."""
    names = {plugin.name for plugin in rules.plugins}
    policies: Mapping[str, Any] = rules.registry.of(kinds.POLICIES, rules.ruleset.id)
    modules = [type(rules.ruleset).__module__, *(policy.choose.__module__ for policy in policies.values())]
    plugins = rules.registry.plugins.list_name_plugin()
    modules += [getattr(plugin, "__name__", "") for name, plugin in plugins if plugin is not None and name in names]
    frame = Path(__file__).parents[1]
    folders = {_folder_of(name) for name in modules} | {frame / "core", frame / "geometry"}
    loaded = (plugin for plugin in rules.registry.plugins.loaded if plugin.name in names)
    versions = sorted((plugin.name, plugin.version, plugin.rules) for plugin in loaded)
    return digest([__version__, rules.ruleset.version, versions, sorted(map(_code_in, filter(None, folders)))])


def _folder_of(module: str) -> Path | None:
    """The folder of the package of a module's game, or the file of a module by itself."""
    file = getattr(sys.modules.get(module), "__file__", None)
    if file is None:
        return None
    path = Path(file)
    inside = [parent for parent in path.parents if (parent / "__init__.py").exists()]
    games = [package for package in inside if package.parent.name == "games"]
    return games[0] if games else inside[0] if inside else path


@lru_cache(maxsize=64)
def _code_in(place: Path) -> str:
    files = [inside for inside in place.rglob("*") if inside.suffix in (".py", ".toml")] if place.is_dir() else [place]
    hashed = sha256()
    for name, path in sorted((file.relative_to(place).as_posix(), file) for file in files):
        hashed.update(f"{name}\n".encode() + path.read_bytes())
    return hashed.hexdigest()


class GameBatch(NamedTuple):
    """Games of one set-up, by their seeds."""

    of: SetUp
    seeds: tuple[int, ...]
    kind: str = KIND
    """What is asked of them; but for ``KIND`` they are played with dice that are spread evenly over the games."""


Told = dict[str, Any]
"""What a worker tells of a task: ``played``, a row for each seed, and its ``seconds``; or why it is ``refused``."""


@uncollected()
def play_task(task: GameBatch) -> Told:
    """Play the games of a task. To do it again changes nothing."""
    try:
        opened = _opened(task.of)
        before = times().user
        return {"played": [list(opened.play(seed, task.kind)) for seed in task.seeds], "seconds": times().user - before}
    except AqmfError as bad:  # its class may need more than its words to be made anew where they are read
        return {"refused": str(bad)}


@dataclass(frozen=True)
class _Opened:
    """A set-up as a worker has it open."""

    ruleset: Ruleset[Any]
    header: Header
    choose: Mapping[str, Callable[..., Any]]

    def play(self, seed: int, kind: str) -> PlayedGame:
        dice = None if kind == KIND else even_dice(seed)
        session: Session[Any] = Session(self.ruleset, with_seed(self.ruleset, self.header, seed), from_seed=dice)
        throws, lucky = list[Throw](), list[tuple[float, ...]]()

        def note(before: Any, done: Resolved) -> None:
            if done.rolls and (command := done.entry.command) is not None:
                at = (command, session.state, seed, done.entry.position)
                if kind == WITH_THROWS:
                    throws.append(throw_of(self.ruleset, before, *at))
                elif isinstance(self.ruleset, Gauged):
                    lucky.append(luck_in_figures(self.ruleset, before, *at))

        play_out(session, self.choose, (lambda before, done: None) if kind == KIND else note)
        turns = self.ruleset.stage(session.state).turn
        winner = self.ruleset.over(session.state) or ""
        luck = tuple(round(sum(figure), 6) for figure in zip(*lucky, strict=True))
        return PlayedGame(winner, turns, len(session.entries), session.digest[:16], tuple(throws), luck)


@lru_cache(maxsize=1)
def _registry() -> Registry:
    return load_registry()


@lru_cache(maxsize=32)
def _opened(of: SetUp) -> _Opened:
    rules = rules_named(of.ruleset, _registry())
    if played_by(rules) != of.rules:
        fault = f"a worker has aqmf-air {__version__} with other rules or code: the same is to be installed everywhere"
        raise WorkerError(fault, address=__version__)
    policies = rules.registry.of(kinds.POLICIES, of.ruleset)
    header = rules.ruleset.codec.header(json.loads(of.header), "the set-up of a task")
    return _Opened(rules.ruleset, header, {side: policies[name].choose for side, name in of.policies})


class GameKey(NamedTuple):
    """A game that is asked for."""

    of: SetUp
    seed: int
    kind: str = KIND
    """What it is kept as: but for ``KIND`` it is played with :func:`~aqmf_air.lab.even_dice.even_dice`, not as in play."""

    @property
    def key(self) -> str:
        """What it is kept under."""
        return f"{self.of.key}/{self.seed}"


Table = dict[GameKey, PlayedGame]


def kept(results: Results, wanted: Iterable[GameKey]) -> Table:
    """What has been played of some games."""
    rows = ((game_key, results.get(game_key.of.rules, game_key.kind, game_key.key)) for game_key in wanted)
    return {game_key: PlayedGame.read(row) for game_key, row in rows if row is not None}


def played(
    results: Results,
    wanted: Sequence[GameKey],
    workers: Where = None,
    progress: TellDone = lambda done, of: None,
    enough: Callable[[Table], bool] = lambda games: False,
) -> Table:
    """The wanted games, played by ``workers`` (None: one process) where ``results`` do not have them yet, and kept as they
    get done. Once those that are there are ``enough``, the rest is not played, and not in the table.

    Raises WorkerError: the workers die, are gone, or play by other rules.
    Raises StoreError: results cannot be kept.
    """
    table = kept(results, wanted)
    missing = [fromkey for fromkey in dict.fromkeys(wanted) if fromkey not in table]
    if missing and not enough(table):
        progress(0, len(missing))
        with (workers or partial(here, 1))() as there:
            size = _Size(there.size)
            for task, reply in there.done(play_task, _tasks(missing, size)):
                if "refused" in reply:
                    raise WorkerError(f"{there.where}: {reply['refused']}", task=task)
                rows = dict(zip(task.seeds, reply["played"], strict=True))
                done = {GameKey(task.of, seed, task.kind): row for seed, row in rows.items()}
                results.put(task.of.rules, task.kind, {game_key.key: row for game_key, row in done.items()})
                table |= {game_key: PlayedGame.read(row) for game_key, row in done.items()}
                size.seconds, size.games = size.seconds + reply["seconds"], size.games + len(rows)
                progress(size.games, len(missing))
                if enough(table):
                    break
    return {game_key: table[game_key] for game_key in wanted if game_key in table}


class _Size:
    """How many games make a task: about what a worker plays in ``LEAST_WORK`` seconds, and its share of the rest."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.seconds, self.games = 0.0, 0

    def now(self, left: int) -> int:
        if not self.games:
            return 1
        in_time = ceil(LEAST_WORK * self.games / max(1e-3, self.seconds))
        return max(1, min(in_time, ceil(left / (2 * self.workers))))


def _tasks(missing: Sequence[GameKey], size: _Size) -> Iterator[GameBatch]:
    at = 0
    while at < len(missing):
        (of, _, kind), most = missing[at], size.now(len(missing) - at)
        alike = 0
        while alike < most and at + alike < len(missing) and missing[at + alike][::2] == (of, kind):
            alike += 1
        yield GameBatch(of, tuple(game_key.seed for game_key in missing[at : at + alike]), kind)
        at += alike


def table_digest(table: Mapping[GameKey, PlayedGame]) -> str:
    """A digest of how games ended: two tables with the same digest are the same, game by game."""
    return digest(sorted([game_key.key, *row[:4]] for game_key, row in table.items()))


@dataclass(frozen=True)
class GamesTask(CsvTask[Table]):
    """Games of one set-up, by seeds that follow each other. The result may have some of them alone."""

    of: SetUp
    games: int
    seed: int
    """Of the first."""
    luck: bool
    """Whether the luck of the dice is taken out."""
    ruleset: Ruleset[Any] = field(compare=False)
    named: str = field(compare=False)
    """The name of the scenario."""
    title: str = field(compare=False)
    duel: tuple[str, ...] = field(compare=False)
    """The types that meet, in place of a scenario; two empty names or none: no types do."""

    counts = "game"

    @property
    def most_workers(self) -> int:
        return self.games

    @property
    def wanted(self) -> list[GameKey]:
        """The games."""
        return [
            GameKey(self.of, number, WITH_THROWS if self.luck else KIND)
            for number in range(self.seed, self.seed + self.games)
        ]

    def called(self, by: str) -> str:
        """Who won games, in a player's words: of types that meet, the type."""
        sides = self.ruleset.players()
        types = dict(zip(sides, self.duel, strict=False))
        return types.get(by) or (self.ruleset.name_of(by) if by in sides else {DRAW: "nobody"}.get(by, by))

    def run(self, results: Results | None, there: Where, progress: TellDone) -> Table:
        assert results  # games are kept as they get done
        return played(results, self.wanted, there, progress)

    def document(self, result: Table) -> dict[str, Any]:
        length = typical_length(list(result.values()))
        document = {
            "ruleset": self.ruleset.id,
            "scenario": self.named,
            "policies": dict(self.of.policies),
            "games": len(result),
            "ends": {
                outcome_count.by: {"games": outcome_count.games, **outcome_count.share.document("share")}
                for outcome_count in outcome_counts(result.values(), self.ruleset.players())
            },
            "turns": length.turns.value,
            "commands": length.commands.value,
            "table": table_digest(result),
        }
        return document | {"luck": luck} if (luck := self.without_luck(result)) else document

    def without_luck(self, result: Table) -> dict[str, Any] | None:
        """How games end without the luck of the dice, as data; None: that is not asked, or there are too few."""
        return without_luck(self.ruleset, result) if self.luck and len(result) >= LEAST_FOR_LUCK else None

    def rows(self, result: Table) -> Iterator[Sequence[Any]]:
        """A row for each game; ``winner`` is a side, ``draw``, or empty: it was given up."""
        policies = dict(self.of.policies)
        yield ["scenario", *(f"{side}_plays_by" for side in policies), "seed", "winner", "turns", "orders"]
        for game_key, row in sorted(result.items(), key=lambda game: game[0].seed):
            yield [self.named, *policies.values(), game_key.seed, row.winner, row.turns, row.commands]

    def parts(self, result: Table) -> Iterator[Part]:
        ruleset, rows = self.ruleset, []
        yield f"{self.title}: {self.games:,} games by themselves, seeds {self.seed} to {self.seed + self.games - 1}."
        for outcome_count in outcome_counts(result.values(), ruleset.players()):
            p, plays = outcome_count.share, dict(self.of.policies).get(outcome_count.by, "")
            shown = (f"{outcome_count.games:,}", percent(p.value), f"{percent(p.low)} to {percent(p.high)}", p.value)
            rows.append((self.called(outcome_count.by), plays, *shown))
        first = "won by" if len(ruleset.players()) > 1 else "ends"
        yield ResultTable((first, "plays by", "games", "share", "95%", ""), rows, (2, 3))
        if len(ruleset.players()) == 2:
            yield self.ahead(result)
        length = typical_length(list(result.values()))
        yield f"A game lasts {length.turns.value:.1f} turns and {length.commands.value:.0f} orders on average."
        if luck := self.without_luck(result):
            yield from _luck_parts(self.called(luck["side"]), luck)
        luck_out = "; --luck evens the luck of the dice out" if isinstance(ruleset, Gauged) and not self.luck else ""
        yield f"Next: --games {4 * self.games} plays {3 * self.games:,} more, and halves the error{luck_out}."

    def ahead(self, result: Table) -> str:
        """Which of two sides wins more, as far as these games show it, for people; a game that nobody wins counts half."""
        first, other = self.ruleset.players()
        ends = Counter(game.winner for game in result.values())
        points = share(ends[first] + (ends.total() - ends[first] - ends[other]) / 2, ends.total())
        took = f"{self.called(first)} took {percent(points.value)} of the points"
        took += f" ({percent(points.low)} to {percent(points.high)}; a draw counts half)."
        if ends.total() < FEW:
            return f"Too few games to tell: {took}"
        if points.low <= EVEN <= points.high:
            return f"Too close to tell: {took}"
        return f"Ahead: {self.called(first if points.low > EVEN else other)}. {took[0].upper()}{took[1:]}"


def _luck_parts(side: str, luck: Mapping[str, Any]) -> Iterator[Part]:
    points, mean = luck["points"], luck["mean_luck"]
    low, high = map(percent, points["interval"])
    yield f"With the luck of the dice evened out: {side} {percent(points['value'])} of the points ({low} to {high})."
    low, high = (f"{bound:+.3f}" for bound in mean["interval"])
    text = f"luck of a game on average {mean['value']:+.3f} ({low} to {high})"
    yield f"The variance is down {luck['variance_down']:.1f} times; {text}."
    if rows := [(order, f"{a_game:.1f}", percent(part)) for order, a_game, part in kinds_of_throws(luck)]:
        rows.append(("not accounted for", "", percent(luck["unexplained"])))
        yield ResultTable(("dice of", "a game", "decide"), rows, (1, 2))


FEW = 10
"""Games of which fewer tell nothing of who wins."""
EVEN = 0.5
LEAST_FOR_LUCK = 40
"""Games from which it can be learned what a throw is worth."""
LEAST_SHOWN = 0.005
"""The share of the variance that kinds of throws are shown from."""


def without_luck(ruleset: Ruleset[Any], table: Table) -> dict[str, Any]:
    """The first side's share of the points with the luck of the dice taken out of games with throws, as data."""
    from aqmf_air.lab.luck import adjusted

    first, *others = ruleset.players()
    points = [1.0 if row.winner == first else 0.0 if row.winner in others else 0.5 for row in table.values()]
    luck = adjusted(points, [row.throws for row in table.values()], [pair_of(game_key.seed) for game_key in table])
    return {
        "side": first,
        "points": luck.share.document(),
        "mean_luck": luck.luck.document(),
        "variance_down": luck.less_variance,
        "throws": [{"order": kind.kind, "a_game": kind.throws, "of_variance": kind.share} for kind in luck.kinds],
        "unexplained": luck.unexplained,
    }


def kinds_of_throws(luck: Mapping[str, Any]) -> list[tuple[str, float, float]]:
    """By what luck was had, of :func:`without_luck`: in words (``end phase``), throws a game, part of the variance."""
    shown = [throw for throw in luck["throws"] if throw["of_variance"] >= LEAST_SHOWN]
    return [(throw["order"].rpartition(".")[2].replace("_", " "), throw["a_game"], throw["of_variance"]) for throw in shown]
