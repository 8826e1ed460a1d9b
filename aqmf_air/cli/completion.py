"""What the tab key completes: names of rulesets, scenarios, games, rules, each spelt as one word of a shell."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import click

from aqmf_air.errors import AqmfError

if TYPE_CHECKING:
    from aqmf_air.core.play.ruleset import Ruleset
    from aqmf_air.registry import Registry

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


def _rulesets(ctx: click.Context) -> Iterable[str]:
    from aqmf_air.registry import load_registry

    return load_registry().rulesets


def _policies(ctx: click.Context) -> Iterable[str]:
    registry, ruleset = _game(ctx)
    return registry.policies(ruleset.id)


def _scenarios(ctx: click.Context) -> Iterable[str]:
    from aqmf_air.core.play.scenarios import open_scenarios

    registry, ruleset = _game(ctx)
    return open_scenarios(ruleset.id, registry.scenarios(ruleset.id))


def _rules(ctx: click.Context) -> Iterable[str]:
    return [rule.id for rule in _game(ctx)[1].register]


def _game(ctx: click.Context) -> tuple[Registry, Ruleset[Any]]:
    from aqmf_air.cli.rulesets import open_ruleset

    return open_ruleset(ctx.params.get("ruleset"))


def _games(ctx: click.Context) -> Iterable[str]:
    from aqmf_air.core.store.store import Store

    with Store() as store:
        return [kept.name for kept in store.games()]


RULESETS, POLICIES, SCENARIOS = Completed(_rulesets), Completed(_policies), Completed(_scenarios)
GAMES, RULES = Completed(_games), Completed(_rules)
