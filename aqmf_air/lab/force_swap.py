"""Whole games that stand beside the prices of a laboratory: one scenario, with one of its forces swapped for others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from aqmf_air.lab.laboratory import Staged
from aqmf_air.lab.many_games import GameKey, kept, played, set_up
from aqmf_air.lab.prices import Price
from aqmf_air.lab.progress import TellDone
from aqmf_air.lab.report import StoodIn, WholeGames
from aqmf_air.lab.results import FILE, Results
from aqmf_air.lab.statistics import share
from aqmf_air.lab.workers import Where
from aqmf_air.plugins.rules_in_force import RulesInForce

GAMES, MOST_GAMES = 50, 10_000
"""How many games of each force are played unless told otherwise, and at most."""


class ForceSwap:
    """The games of some forces in the place of a scenario that is swapped (``staged``), ``games`` of each by the same seeds.

    Raises UnknownNameError, DataError: as :func:`aqmf_air.lab.many_games.set_up`.
    """

    def __init__(self, rules: RulesInForce, staged: Staged, forces: Sequence[str], games: int) -> None:
        self.ruleset, self.staged = rules.ruleset, staged
        policies = dict.fromkeys(self.ruleset.players(), staged.policy)
        set_ups = {force: set_up(rules, staged.scenario(force), staged.title, policies) for force in forces}
        self.wanted = {force: [GameKey(of, seed) for seed in range(1, games + 1)] for force, of in set_ups.items()}
        """The games of each force."""
        self._all = [game_key for some in self.wanted.values() for game_key in some]

    def missing(self, results: Results | None) -> int:
        """How many of the games are not kept."""
        return len(self._all) - (len(kept(results, self._all)) if results else 0)

    def played(self, results: Results | None, there: Where, progress: TellDone, prices: Mapping[str, Price]) -> WholeGames:
        """The games, played where they are not kept; ``prices`` by force stand beside them. Raises as :func:`played`."""
        with ExitStack() as left:
            if results is None:
                folder = left.enter_context(TemporaryDirectory())
                results = left.enter_context(Results(Path(folder) / FILE))
            table = played(results, self._all, there, progress)
        others = {player for player in self.ruleset.players() if player != self.staged.side}
        worth = {self.staged.side: 1.0} | dict.fromkeys(others, 0.0)  # a game that nobody wins counts half
        rows = []
        for force, games in self.wanted.items():
            won = share(sum(worth.get(table[game].winner, 0.5) for game in games), len(games))
            rows.append(StoodIn(force, prices[force].fair, len(games), won))
        rows.sort(key=lambda row: -(row.fair or 0))
        side = self.ruleset.name_of(self.staged.side)
        return WholeGames(self.staged.title, self.staged.place, side, self.staged.policy, tuple(rows))
