"""Whole games that stand beside the prices of a laboratory: one scenario, with one of its forces swapped for others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory

from aqmf_air.lab.laboratory import Staged
from aqmf_air.lab.many_games import GameKey, Progress, Table, kept, played, set_up
from aqmf_air.lab.prices import Price
from aqmf_air.lab.report import StoodIn, WholeGames
from aqmf_air.lab.results import FILE, Results
from aqmf_air.lab.statistics import IntervalEstimate, share
from aqmf_air.lab.workers import Workers, here
from aqmf_air.plugins.rules_in_force import RulesInForce

GAMES, MOST_GAMES = 50, 10_000
"""How many games of each force are played unless told otherwise, and at most."""


class ForceSwap:
    """The games of some forces in a place of a scenario, all with the same seeds.

    Args:
        rules: the game.
        staged: its scenario, and what is swapped.
        forces: who takes the place.
        games: how many of each.

    Raises UnknownNameError, DataError: as :func:`aqmf_air.lab.many_games.set_up`.
    """

    def __init__(self, rules: RulesInForce, staged: Staged, forces: Sequence[str], games: int) -> None:
        self.rules, self.staged, self.forces, self.games = rules, staged, forces, games

    @cached_property
    def wanted(self) -> dict[str, list[GameKey]]:
        """The games of each force."""
        policies = dict.fromkeys(self.rules.ruleset.players(), self.staged.policy)
        scenarios = {force: self.staged.scenario(force) for force in self.forces}
        set_ups = {force: set_up(self.rules, scenario, self.staged.title, policies) for force, scenario in scenarios.items()}
        return {force: [GameKey(opening, seed) for seed in range(1, self.games + 1)] for force, opening in set_ups.items()}

    @property
    def _all(self) -> list[GameKey]:
        return [game_key for some in self.wanted.values() for game_key in some]

    def missing(self, results: Results | None) -> int:
        """How many of the games are not kept."""
        return len(self._all) - (len(kept(results, self._all)) if results else 0)

    def played(
        self,
        results: Results | None,
        there: Callable[[], Workers] | None,
        progress: Progress,
        prices: Mapping[str, Price],
    ) -> WholeGames:
        """The games, played where they are not kept; ``prices`` by force stand beside them. Raises as :func:`played`."""
        with ExitStack() as left:
            if results is None:
                folder = left.enter_context(TemporaryDirectory())
                results = left.enter_context(Results(Path(folder) / FILE))
            table = played(results, self._all, there or (lambda: here(1)), progress)
        rows = [
            StoodIn(force, prices[force].fair, len(games), self._share(table, games)) for force, games in self.wanted.items()
        ]
        rows.sort(key=lambda stood_in: -(stood_in.fair or 0))
        side = self.rules.ruleset.name_of(self.staged.side)
        return WholeGames(self.staged.title, self.staged.place, side, self.staged.policy, tuple(rows))

    def _share(self, table: Table, games: Sequence[GameKey]) -> IntervalEstimate:
        others = {player for player in self.rules.ruleset.players() if player != self.staged.side}
        winners = [table[game].winner for game in games]
        return share(
            sum(1.0 if winner == self.staged.side else 0.0 if winner in others else 0.5 for winner in winners), len(games)
        )
