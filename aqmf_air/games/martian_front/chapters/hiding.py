"""Hidden units, and what a side sees of a game. HOST-HIDE, AIR-SCOUT-1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from typing import Any, ClassVar

from aqmf_air.api import OUT_OF_SIGHT, Frozen, Rulings, load_rows, package_file
from aqmf_air.api.geometry import Base, Template, Under, within
from aqmf_air.games.martian_front import state
from aqmf_air.games.martian_front.chapters.measuring import covered, with_bases
from aqmf_air.games.martian_front.chapters.orders import FrontEvent, FrontRules, UnitEvent, acting
from aqmf_air.games.martian_front.tables import PACKAGE, SIDES, Side, UnitType, figures

PLACED = "placed"
"""The mark of a hidden unit that stays where the scenario has it, and is dealt to no other marker's place. HOST-HIDE-3."""


@cache
def dummies() -> dict[str, UnitType]:
    """The profile of each side's dummy markers, by side, so that they move as others do."""
    rows = load_rows(package_file(PACKAGE, "data/dummies.toml"), UnitType, "unit", lambda row: row.name)
    return {row.side: row for row in rows}


def is_dummy(game: state.Game, unit: state.Unit) -> bool:
    """Whether a unit is a marker for nothing."""
    return game.type_of(unit).kind == "dummy"


class Revealed(UnitEvent, type="host.revealed"):
    """A hidden unit was revealed; a dummy is gone with its marker. HOST-HIDE-2."""

    reveals: ClassVar[bool] = True

    def apply(self, game: state.Game) -> state.Game:
        """It is hidden no more."""
        return reveal(game, self.unit)

    def tell(self, game: state.Game) -> str:
        unit, called = game.unit(self.unit), game.called(self.unit)
        typed = called if unit.type in called else f"{called} ({unit.type})"
        what = "nothing: a dummy" if is_dummy(game, unit) else typed
        return f"marker {unit.mark(state.HIDDEN)} turns out to be {what}"


def reveal(game: state.Game, name: str) -> state.Game:
    """The game after a hidden unit was revealed; a dummy goes."""
    unit = game.unit(name)
    if is_dummy(game, unit):
        return state.without_unit(game, name, "dummy")
    return state.with_unit(game, unit.unmarked(state.HIDDEN).unmarked(PLACED))


def as_seen_by(game: state.Game, side: Side) -> state.Game:
    """A game without the units that are hidden from a side."""
    seen = tuple(unit for unit in game.units if unit.side == side or not unit.hidden)
    return game if len(seen) == len(game.units) else state.with_only(game, seen)


def comes_out(game: state.Game, unit: state.Unit) -> tuple[FrontEvent, ...]:
    """A hidden unit that attacks is revealed first. HOST-HIDE-2."""
    return (Revealed(unit=unit.id),) if unit.has(state.HIDDEN) else ()


def called_once_out(game: state.Game, name: str) -> str:
    """What everybody calls a unit that attacks: a hidden one is named as if it were revealed, which it is by that."""
    out = game.in_play(name) and game.unit(name).hidden and not is_dummy(game, game.unit(name))
    return (reveal(game, name) if out else game).called(name)


def uncovered(game: state.Game, templates: Sequence[Template], judged: Under) -> tuple[Revealed, ...]:
    """Hidden units of which an element is under one of these templates, revealed."""
    return tuple(
        Revealed(unit=unit.id)
        for unit in game.units
        if unit.has(state.HIDDEN)
        and any(covered(template, with_bases(game, unit, unit.elements), judged) for template in templates)
    )


def marker_base(unit: state.Unit) -> Base:
    """The base that a hidden unit's marker stands on, whatever it stands for: where its first element is."""
    return Base(unit.elements[0].x, unit.elements[0].y, dummies()[unit.side].base_diameter)


def seen_close_up(game: state.Game, rules: FrontRules) -> tuple[FrontEvent, ...]:
    """Hidden units whose marker an enemy on the ground is near enough to see. HOST-HIDE-2."""
    reach = figures()["marker seen"]
    return tuple(
        Revealed(unit=unit.id)
        for unit in game.units
        if unit.has(state.HIDDEN)
        and any(
            within(marker_base(unit).distance(Base(at.x, at.y, game.type_of(enemy).base_diameter)), reach)
            for enemy in game.units
            if enemy.side != unit.side and rules.procedure("on the ground", game.type_of(enemy).kind)(game, enemy)
            for at in enemy.elements
        )
    )


# -- what a side may see of a game -------------------------------------------------------------------------------------


class Marker(Frozen):
    """A hidden unit or a dummy as the other side sees it: a letter on the table, in inches."""

    name: str
    side: Side
    x: float
    y: float


class Arrival(Frozen):
    """Where and when a unit of the other side comes on, and not what it is: a point of the table, in inches."""

    side: Side
    turn: int
    """From this turn on; in it, if ``sure``."""
    sure: bool
    x: float
    y: float
    where: str


class View(Frozen):
    """A game as one side sees it."""

    player: str
    table: state.Tabletop
    terrain: tuple[state.Terrain, ...]
    zones: tuple[state.Zone, ...]
    objectives: tuple[state.Objective, ...]
    turns: int | None
    turn: int
    phase: str
    order: tuple[Side, Side]
    active: tuple[Side, ...]
    own: tuple[state.Unit, ...]
    enemies: tuple[state.Unit, ...]
    markers: tuple[Marker, ...]
    reserves: tuple[state.Reserve, ...]
    """The side's own units that are still to come; in an open view, both sides'."""
    expected: tuple[Arrival, ...]
    """The other side's, if it is known where and when they arrive. AIR-SCOUT-1."""
    fallen: tuple[state.Unit, ...]
    types: tuple[UnitType, ...]
    """The profiles of all units that the side knows of."""
    acted: state.Acts
    rulings: Rulings
    special: tuple[str, ...]
    winner: str

    @cached_property
    def names(self) -> Mapping[str, str]:
        """What players call units, elements and markers, by id: the same as in the game, as far as the side knows them."""
        units = (*self.own, *self.enemies, *self.fallen)
        shown, hidden = ([unit for unit in units if unit.has(state.HIDDEN) is wanted] for wanted in (False, True))
        names = state.names_of(shown, hidden, (reserve.unit for reserve in self.reserves), self.types)
        return {**{marker.name: f"Marker {marker.name}" for marker in self.markers}, **names}


def view_of(game: state.Game, rules: FrontRules, player: str) -> View:
    """What ``player`` sees; somebody who is no side sees what both do."""
    own = tuple(unit for unit in game.units if unit.side == player)
    behind = {
        zone.side for zone in game.zones if game.part is state.PhasePart.DEPLOYMENT
    }  # a screen, to set up. HOST-TURN-3
    others = [unit for unit in game.units if unit.side not in (player, *behind)]
    seen = tuple(unit for unit in others if not unit.has(state.HIDDEN))
    markers = tuple(
        Marker(name=name, side=unit.side, x=unit.elements[0].x, y=unit.elements[0].y)
        for unit in others
        if (name := unit.mark(state.HIDDEN)) is not None
    )
    foreseen = any(rules.procedure("foresees", game.type_of(unit).kind)(game, unit) for unit in own)
    reserves = tuple(reserve for reserve in game.reserves if reserve.unit.side == player)
    theirs = (_arrival(reserve) for reserve in game.reserves if reserve.unit.side != player and foreseen)
    expected = tuple(sorted(theirs, key=lambda arrival: (arrival.turn, arrival.x, arrival.y, arrival.where)))
    types = {unit.type for unit in (*own, *seen, *game.fallen)} | {reserve.unit.type for reserve in reserves}
    known_ids = {unit.id for unit in (*own, *seen, *game.fallen)}
    return _view(
        game,
        player=player,
        own=own,
        enemies=seen,
        markers=tuple(sorted(markers, key=lambda marker: (marker.side, len(marker.name), marker.name))),
        reserves=reserves,
        expected=expected,
        types=tuple(kind for kind in game.types if kind.name in types),
        acted=tuple(done for done in game.acted if done.by in known_ids or done.by in SIDES),
    )


def open_view_of(game: state.Game) -> View:
    """The whole game with nothing hidden, for films and for spectators after the end, never for a player."""
    return _view(game, player="", own=(), enemies=game.units, markers=(), expected=())


def _view(game: state.Game, **seen: Any) -> View:
    """A view with what is ``seen``, and of all else what the game has."""
    open_to_all = {name: getattr(game, name) for name in View.model_fields.keys() & state.Game.model_fields.keys()}
    return View(**{**open_to_all, "phase": game.now.id, "active": acting(game), **seen})


def some_unseen(game: state.Game, player: str) -> bool:
    """Whether there are units that ``player`` does not see: hidden ones, those to come."""
    units = (*(unit for unit in game.units if unit.hidden), *(reserve.unit for reserve in game.reserves))
    return any(unit.side != player for unit in units)


def as_read(game: state.Game, after: state.Game, player: str) -> state.Game:
    """The game with its units called as ``player`` knows them, by what they see after what is told: a unit that is revealed
    by it is called as it is from then on, and one that stays out of sight :data:`.OUT_OF_SIGHT`.
    """
    before, later = (_known_to(moment, player) for moment in (game, after))
    read = game.model_copy()
    read.__dict__["names"] = {**dict.fromkeys(game.names, OUT_OF_SIGHT), **later, **before}
    return read


def _known_to(game: state.Game, player: str) -> Mapping[str, str]:
    """What ``player`` calls the units that they know of, and their elements."""
    units = [unit for unit in (*game.units, *game.fallen) if unit.side == player or not unit.hidden]
    shown, hidden = ([unit for unit in units if unit.hidden is wanted] for wanted in (False, True))
    return state.names_of(
        shown, hidden, (reserve.unit for reserve in game.reserves if reserve.unit.side == player), game.types
    )


def _arrival(reserve: state.Reserve) -> Arrival:
    at = reserve.unit.elements[0]
    return Arrival(side=reserve.unit.side, turn=reserve.turn, sure=reserve.sure, x=at.x, y=at.y, where=reserve.where)
