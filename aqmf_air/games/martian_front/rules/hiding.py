"""Hidden units: the other side sees a marker, and does not know what it stands for, or whether it stands for anything."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import ClassVar

from aqmf_air.core.data.tables import load_rows, package_file
from aqmf_air.games.martian_front.base_order import HIDDEN, FrontEvent, FrontRules, UnitEvent
from aqmf_air.games.martian_front.profiles import PACKAGE, Side, UnitType, figures
from aqmf_air.games.martian_front.rules.measuring import covered, with_bases
from aqmf_air.games.martian_front.state import Game, Unit, with_only, with_unit, without_unit
from aqmf_air.geometry.plane.pose import within
from aqmf_air.geometry.plane.template import Base, Template, Under

PLACED = "placed"
"""The mark of a hidden unit that stays where the scenario has it, and is dealt to no other marker's place. HOST-HIDE-3."""


@cache
def dummies() -> dict[str, UnitType]:
    """The profile of each side's dummy markers, by side, so that they move as others do."""
    rows = load_rows(package_file(PACKAGE, "data/dummies.toml"), UnitType, "unit", lambda row: row.name)
    return {row.side: row for row in rows}


def is_dummy(game: Game, unit: Unit) -> bool:
    """Whether a unit is a marker for nothing."""
    return game.type_of(unit).kind == "dummy"


class Revealed(UnitEvent, type="host.revealed"):
    """A hidden unit was revealed; a dummy is gone with its marker. HOST-HIDE-2."""

    reveals: ClassVar[bool] = True

    def apply(self, game: Game) -> Game:
        """It is hidden no more."""
        return reveal(game, self.unit)

    def tell(self, game: Game) -> str:
        unit = game.unit(self.unit)
        what = "nothing: a dummy" if is_dummy(game, unit) else _with_type(game, unit)
        return f"marker {unit.mark(HIDDEN)} turns out to be {what}"


def _with_type(game: Game, unit: Unit) -> str:
    """What a unit is called, and its type where that does not say it."""
    called = game.called(unit.id)
    return called if unit.type in called else f"{called} ({unit.type})"


def reveal(game: Game, name: str) -> Game:
    """The game after a hidden unit was revealed; a dummy goes."""
    unit = game.unit(name)
    if is_dummy(game, unit):
        return without_unit(game, name, "dummy")
    return with_unit(game, unit.unmarked(HIDDEN).unmarked(PLACED))


def as_seen_by(game: Game, side: Side) -> Game:
    """A game without the units that are hidden from a side."""
    seen = tuple(unit for unit in game.units if unit.side == side or not unit.hidden)
    return game if len(seen) == len(game.units) else with_only(game, seen)


def comes_out(game: Game, unit: Unit) -> tuple[FrontEvent, ...]:
    """A hidden unit that attacks is revealed first. HOST-HIDE-2."""
    return (Revealed(unit=unit.id),) if unit.has(HIDDEN) else ()


def called_once_out(game: Game, name: str) -> str:
    """What everybody calls a unit that attacks: a hidden one is named as if it were revealed, which it is by that."""
    out = game.in_play(name) and game.unit(name).hidden and not is_dummy(game, game.unit(name))
    return (reveal(game, name) if out else game).called(name)


def uncovered(game: Game, templates: Sequence[Template], judged: Under) -> tuple[Revealed, ...]:
    """Hidden units of which an element is under one of these templates, revealed."""
    return tuple(
        Revealed(unit=unit.id)
        for unit in game.units
        if unit.has(HIDDEN)
        and any(covered(template, with_bases(game, unit, unit.elements), judged) for template in templates)
    )


def marker_base(unit: Unit) -> Base:
    """The base that a hidden unit's marker stands on, whatever it stands for: where its first element is."""
    return Base(unit.elements[0].x, unit.elements[0].y, dummies()[unit.side].base_diameter)


def seen_close_up(game: Game, rules: FrontRules) -> tuple[FrontEvent, ...]:
    """Hidden units whose marker an enemy on the ground is near enough to see. HOST-HIDE-2."""
    reach = figures()["marker seen"]
    return tuple(
        Revealed(unit=unit.id)
        for unit in game.units
        if unit.has(HIDDEN)
        and any(
            within(marker_base(unit).distance(Base(at.x, at.y, game.type_of(enemy).base_diameter)), reach)
            for enemy in game.units
            if enemy.side != unit.side and rules.procedure("on the ground", game.type_of(enemy).kind)(game, enemy)
            for at in enemy.elements
        )
    )
