"""The tables of the game as they are printed: heads of columns, and rows in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

from aqmf_air.core.data.rule_tables import RuleTable
from aqmf_air.core.data.tables import Sourced
from aqmf_air.core.data.text import percent
from aqmf_air.core.dice.chance import chances
from aqmf_air.games.richthofens_war.campaign.words import month_of
from aqmf_air.games.richthofens_war.rules import fire, tailing
from aqmf_air.games.richthofens_war.rulings import RichthofenRulings
from aqmf_air.games.richthofens_war.tables import TOTALS, Damage, Number, Tables
from aqmf_air.printing.panels import PanelTable

DASH = "\N{EN DASH}"
View = tuple[Sequence[str], Callable[[Any, Tables], Sequence[str]]]
"""The heads, and the cells of a row."""


def table_of(tables: Tables, id_: str, marks: Mapping[str, str] | None = None) -> PanelTable:
    """A table in force; ``marks``: what stands in the first cell of a row of each standing, none by default."""
    found = tables.of.tables[id_]
    heads, cells = VIEWS.get(id_) or _view_of(found)
    rows = []
    for row in found:
        first, *others = cells(row, tables)
        rows.append((first + (marks[row.standing] if marks else ""), *others))
    return PanelTable(heads, rows)


def span(numbers: Iterable[int]) -> str:
    """Whole numbers as players read them, runs of them as spans."""
    runs = groupby(enumerate(sorted(numbers)), key=lambda one: one[1] - one[0])
    ends = [(run[0][1], run[-1][1]) for run in ([*found] for _, found in runs)]
    return ", ".join(str(low) if low == high else f"{low}{DASH}{high}" for low, high in ends)


def mean_of(row: Damage) -> Fraction:
    """Points of damage that a shot without modifiers does on average. FIRE-1."""
    return chances(fire.shot, row, 0, RichthofenRulings()).mean(lambda result: result.damage)


def effect_of(row: Any) -> str:
    """What a critical hit does: ``maximum dive 100 m less``."""
    ground = f"; from the ground on {row.ground_from}+" if row.ground_from > 1 else ""
    return EFFECTS[row.effect].format(amount=row.amount, loss=_losses(row.loss)) + ground


EFFECTS = {
    "pilot": "pilot hit",
    "observer": "observer killed",
    "engine": "engine, MP by a die: {loss}",
    "fuel": "tank: it leaks",
    "controls": "controls: schedule {amount} worse",
    "gun": "one gun out for good",
    "damage": "{amount} more damage",
    "dive": "maximum dive {amount} m less",
    "climb": "maximum climb {amount} m less",
}


def _losses(loss: Sequence[int]) -> str:
    faces = {amount: [face for face, lost in enumerate(loss, 1) if lost == amount] for amount in loss}
    return ", ".join(f"{span(found)}: {amount}" for amount, found in faces.items())


def _number(row: Number, tables: Tables) -> Sequence[str]:
    return row.what, str(row.value)


def _damage(row: Damage) -> list[str]:
    stars = ("*" if total in row.critical else "" for total in TOTALS)
    return [f"{points}{star}" for points, star in zip(row.damage, stars, strict=True)] + [f"{float(mean_of(row)):.1f}"]


def _view_of(found: RuleTable[Any]) -> View:
    """Numbers with what they are; a table that nothing here knows, field by field."""
    rows: list[Sourced] = [*found]
    if all(isinstance(row, Number) for row in rows):
        return ("", ""), _number
    names = [name for name in type(rows[0]).model_fields if name not in Sourced.model_fields]
    return names, lambda row, tables: [str(getattr(row, name)) for name in names]


VIEWS: dict[str, View] = {
    "tailing": (
        ("Row", "succeeds on", "chance"),
        lambda row, tables: (
            f"{row.row:+d}" if row.row else "0",
            span(row.success),
            percent(chances(tailing.tail_try, row.row, tables).of(True)),
        ),
    ),
    "schedules": (("Schedule", "counts in tailing"), lambda row, _: (row.schedule, str(row.tailing))),
    "turn-costs": (
        ("Schedule", "1st", "2nd", "3rd hexside"),
        lambda row, _: (row.schedule, *(str(one) for one in row.sides), *(DASH,) * (3 - len(row.sides))),
    ),
    "aces": (
        ("Status", "victories", "order", "fire", "tailing"),
        lambda row, _: (
            row.status.replace("-", " "),
            f"{row.victories}+" if row.victories else DASH,
            *(f"{one:+d}" for one in (row.initiative, row.fire, row.tail)),
        ),
    ),
    "maneuvers": (
        ("Maneuver", *"EDCBA", "what it does"),
        lambda row, _: (row.title, *(str(row.costs.get(one, DASH)) for one in "EDCBA"), row.what),
    ),
    "fire": (
        ("Guns, hexes", *map(str, TOTALS), "mean"),
        lambda row, _: (f"{row.fire} {row.near}{DASH}{row.far}", *_damage(row)),
    ),
    "ground-fire": (
        ("Fire, up to", *map(str, TOTALS), "mean"),
        lambda row, _: (f"{row.fire} {row.reach}, {row.ceiling} m", *_damage(row)),
    ),
    "fields-of-fire": (
        ("Guns", "hexes", "height", "straight row behind"),
        lambda row, _: (
            row.mount,
            f"{row.near}{DASH}{row.far}",
            f"{row.height} m",
            "blind at the same height or lower" if row.blind_row else DASH,
        ),
    ),
    "deflection": (
        ("Angle", "0°", "60°", "120°", "180°"),
        lambda row, _: (row.chart, *(f"{one:+d}" if one else "0" for one in row.change)),
    ),
    "critical-hits": (("Dice", "critical hit"), lambda row, _: (str(row.total), effect_of(row))),
    "damage-effects": (
        ("Damage from", "MP lost", "climb lost"),
        lambda row, _: (str(row.points), str(row.speed), f"{row.climb} m"),
    ),
    "bombing": (
        ("Height", "two dice"),
        lambda row, _: (f"{row.above or 1}{DASH}{row.to} m" if row.to < 9999 else f"above {row.above} m", f"{row.need}+"),
    ),
    "strafing-attacks": (("Hexes strafed", "attacks"), lambda row, _: (f"{row.hexes} or more", str(row.attacks))),
    "dates": (("What holds", "from"), lambda row, _: (row.what, month_of(row.month))),
    "replacements": (
        ("Replacement", "a novice on"),
        lambda row, _: (f"{row.role}, {row.nation}", span(row.novice)),
    ),
}  # fmt: skip
