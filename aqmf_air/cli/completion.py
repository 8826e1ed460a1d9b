"""What the tab key completes: names of units, designs, scenarios, games, rules, each spelt as one word of a shell."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import click

from aqmf_air.errors import AqmfError

Names = Callable[[], Iterable[str]]


class Completed:
    """Completes the names that a function knows of; where they cannot be read, nothing."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def __call__(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
        try:
            words = map(one_word, self.names())
            return sorted({word for word in words if word.casefold().startswith(incomplete.casefold())})
        except AqmfError:
            return []


def one_word(name: str) -> str:
    """A name as one word, in which it is found as well: ``us-infantry``. A name that is one is left as it is."""
    from aqmf_air.core.spelling import same_name

    words = name.split()
    return name if len(words) < 2 and name.isascii() else "-".join(filter(None, map(same_name, words)))


def _units() -> Iterable[str]:
    from aqmf_air.cli.about import open_ruleset

    return open_ruleset()[1].catalogue


def _designs() -> Iterable[str]:
    from aqmf_air.plugins.aircraft.hangar import open_hangar

    return [parked.design.name for parked in open_hangar().parked]


def _scenarios() -> Iterable[str]:
    from aqmf_air.cli.about import open_ruleset

    return open_ruleset()[1].scenarios


def _games() -> Iterable[str]:
    from aqmf_air.core.store import Store

    with Store() as store:
        return [kept.name for kept in store.games()]


def _rules() -> Iterable[str]:
    from aqmf_air.cli.about import open_ruleset

    return [rule.id for rule in open_ruleset()[1].register]


def _covers() -> Iterable[str]:
    from aqmf_air.host.shelter import shelters

    return shelters()


UNITS, DESIGNS, SCENARIOS = Completed(_units), Completed(_designs), Completed(_scenarios)
GAMES, RULES, COVERS = Completed(_games), Completed(_rules), Completed(_covers)
