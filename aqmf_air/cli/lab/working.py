"""What commands of the laboratory share that play whole games: their options, and how far they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from aqmf_air.cli.lab.common import timed
from aqmf_air.cli.opened import open_registry
from aqmf_air.core.play.contributions import DEFAULT_RULESET
from aqmf_air.errors import DataError

if TYPE_CHECKING:
    from aqmf_air.core.play.ruleset import Scenario
    from aqmf_air.lab.many_games import GameKey, Table
    from aqmf_air.lab.workers import Workers
    from aqmf_air.plugins.rules_in_force import RulesInForce

F = TypeVar("F", bound=Callable[..., Any])


def opened(ruleset: str, scenario: str, *, chosen: Mapping[str, Any]) -> tuple[RulesInForce, str, Scenario[Any]]:
    """The rules of a scenario's game, its name and its set-up. Raises AqmfError: as of ``aqmf play``."""
    from aqmf_air.cli.play.table import load_scenario
    from aqmf_air.plugins.rules_in_force import rules_named

    registry = open_registry()
    game, named, ready = load_scenario(registry, scenario, None if ruleset == DEFAULT_RULESET else ruleset, chosen)
    return rules_named(game.id, registry), named, ready


def opened_lists(ruleset: str, *lists: str, chosen: Mapping[str, Any]) -> tuple[RulesInForce, str, Scenario[Any]]:
    """The rules of a game, a name for the meeting of two lists of forces in files, and its set-up.
    Raises DataError: the game has no lists, or a file is no list of it.
    """
    from aqmf_air.core.play.ruleset import Lists
    from aqmf_air.plugins.rules_in_force import rules_named

    rules = rules_named(ruleset, open_registry())
    if not isinstance(rules.ruleset, Lists):
        raise DataError(f"{rules.ruleset.title} has no lists of forces: expected one scenario", path=ruleset)
    return rules, " against ".join(Path(path).stem for path in lists), rules.ruleset.meeting(lists, chosen)


def play_all(
    wanted: Sequence[GameKey],
    workers: int | None,
    cluster: str | None,
    enough: Callable[[Table], bool] = lambda games: False,
) -> Table:
    """Games, played where they are not kept, with a line that says how far they are; Ctrl-C keeps what is done.

    Where it is ``enough`` earlier, those that were played by then.
    """
    from aqmf_air.lab.many_games import played
    from aqmf_air.lab.results import Results
    from aqmf_air.lab.workbench import cores
    from aqmf_air.lab.workers import cluster as on_cluster
    from aqmf_air.lab.workers import here

    def there() -> Workers:
        return on_cluster(cluster) if cluster else here(min(workers or cores(), len(wanted)))

    with Results() as results, timed("game", kept="new games") as clock:
        return played(results, wanted, there, clock, enough)
