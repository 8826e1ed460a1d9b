"""Words of what is printed: figures of the tables in them, and what is special about a type."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from pydantic import Field

from aqmf_air.core.data.model import Frozen
from aqmf_air.core.data.tables import load_rows, package_file
from aqmf_air.games.richthofens_war.campaign.words import month_of
from aqmf_air.games.richthofens_war.rules.guns import fires_singly, fitted
from aqmf_air.games.richthofens_war.rulings import RichthofenRulings
from aqmf_air.games.richthofens_war.tables import AircraftType, Special, Tables
from aqmf_air.printing.panels import filled

IMPRINT = "Richthofen's War, adjusted"


def figures_of(tables: Tables) -> Callable[[str], str]:
    """What ``jams.climb`` stands for: the number of that name in a table; after a ``+`` with its sign; of dates, a month."""

    def figure(name: str) -> str:
        table, _, row = name.removeprefix("+").partition(".")
        if table == "dates":
            return month_of(tables.month(row))
        value = tables.number(table, row)
        return f"{value:+d}" if name.startswith("+") else str(value)

    return figure


class Remark(Frozen):
    """What a player has to know of a type with something special."""

    special: Special
    rule: str = Field(min_length=1)
    says: str = Field(min_length=1)


@cache
def _remarks() -> tuple[Remark, ...]:
    return load_rows(package_file(__package__, "data/remarks.toml"), Remark, "remark", lambda row: row.special)


def remarks(type_: AircraftType, tables: Tables, rulings: RichthofenRulings) -> Iterator[tuple[str, str]]:
    """What is special about a type, each with the rule to look up."""
    figure = figures_of(tables)
    for one in _remarks():
        if type_.has(one.special) or (one.special == "twin-mount" and type_.front == "A" and fires_singly(type_, rulings)):
            yield one.rule, filled(one.says, figure)
    if type_.front == "A" and not fires_singly(type_, rulings):
        yield "RW-JAM-3", "If one gun jams, neither can fire."
    if any(gun.by == "observer" and len(gun.drums) > 1 for gun in type_.guns) and fitted(type_, tables, rulings):
        yield "RW-SPEC-22", "An observer's drum change takes a turn."
