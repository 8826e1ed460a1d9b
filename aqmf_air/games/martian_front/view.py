"""What a side may see of a game: everything of its own, and of the other side what stands in the open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from aqmf_air.core.data.model import Frozen
from aqmf_air.core.play.rulings import Rulings
from aqmf_air.core.play.secrecy import OUT_OF_SIGHT
from aqmf_air.games.martian_front.base_order import HIDDEN, FrontRules
from aqmf_air.games.martian_front.die_offs import acting
from aqmf_air.games.martian_front.profiles import SIDES, SPELT, Side, UnitType
from aqmf_air.games.martian_front.state import (
    Act,
    Acts,
    Game,
    Objective,
    PhasePart,
    Reserve,
    Tabletop,
    Terrain,
    Unit,
    Zone,
)
from aqmf_air.games.martian_front.unit_names import model_of, models, names_of, number_of
from aqmf_air.games.martian_front.unit_states import States, broken, conditions, loads


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
    table: Tabletop
    terrain: tuple[Terrain, ...]
    zones: tuple[Zone, ...]
    objectives: tuple[Objective, ...]
    turns: int | None
    turn: int
    phase: str
    order: tuple[Side, Side]
    active: tuple[Side, ...]
    own: tuple[Unit, ...]
    enemies: tuple[Unit, ...]
    markers: tuple[Marker, ...]
    reserves: tuple[Reserve, ...]
    """The side's own units that are still to come; in an open view, both sides'."""
    expected: tuple[Arrival, ...]
    """The other side's, if it is known where and when they arrive. AIR-SCOUT-1."""
    fallen: tuple[Unit, ...]
    types: tuple[UnitType, ...]
    """The profiles of all units that the side knows of."""
    acted: Acts
    rulings: Rulings
    special: tuple[str, ...]
    winner: str

    @cached_property
    def names(self) -> Mapping[str, str]:
        """What players call units, elements and markers, by id: the same as in the game, as far as the side knows them."""
        units = (*self.own, *self.enemies, *self.fallen)
        known, hidden = ([unit for unit in units if unit.has(HIDDEN) is wanted] for wanted in (False, True))
        names = names_of(known, hidden, (one.unit for one in self.reserves), self.types)
        return {**{marker.name: f"Marker {marker.name}" for marker in self.markers}, **names}


def view_of(game: Game, rules: FrontRules, player: str) -> View:
    """What ``player`` sees; somebody who is no side sees what both do."""
    own = tuple(unit for unit in game.units if unit.side == player)
    others = [unit for unit in game.units if unit.side != player and not _setting_up(game, unit.side)]
    seen = tuple(unit for unit in others if not unit.has(HIDDEN))
    markers = tuple(
        Marker(name=name, side=unit.side, x=unit.elements[0].x, y=unit.elements[0].y)
        for unit in others
        if (name := unit.mark(HIDDEN)) is not None
    )
    foreseen = any(rules.procedure("foresees", game.type_of(unit).kind)(game, unit) for unit in own)
    reserves = tuple(reserve for reserve in game.reserves if reserve.unit.side == player)
    theirs = (_arrival(reserve) for reserve in game.reserves if reserve.unit.side != player and foreseen)
    expected = tuple(sorted(theirs, key=lambda one: (one.turn, one.x, one.y, one.where)))
    known = {unit.type for unit in (*own, *seen, *game.fallen)} | {one.unit.type for one in reserves}
    known_ids = {unit.id for unit in (*own, *seen, *game.fallen)}
    return _view(
        game,
        player=player,
        own=own,
        enemies=seen,
        markers=tuple(sorted(markers, key=lambda marker: (marker.side, len(marker.name), marker.name))),
        reserves=reserves,
        expected=expected,
        types=tuple(kind for kind in game.types if kind.name in known),
        acted=tuple(done for done in game.acted if _public(done, known_ids)),
    )


def open_view_of(game: Game) -> View:
    """The whole game with nothing hidden, for films and for spectators after the end, never for a player."""
    return _view(game, player="", own=(), enemies=game.units, markers=(), expected=())


def _view(game: Game, **seen: Any) -> View:
    """A view with what is ``seen``, and of all else what the game has."""
    open_to_all = {name: getattr(game, name) for name in View.model_fields.keys() & Game.model_fields.keys()}
    return View(**{**open_to_all, "phase": game.now.id, "active": acting(game), **seen})


def summary_of(view: View, words: Sequence[States]) -> tuple[str, ...]:
    """A view in lines: each unit with where its first element is and how it is, what is to come, and the end."""
    lines: list[str] = []
    for title, units in (("yours", view.own), ("theirs" if view.own else "units", view.enemies)):
        if units:
            lines += [f"{title}:", *(f"  {_told(view, unit, words)}" for unit in units)]
    lines += [f"marker {marker.name} ({marker.side}) at ({marker.x:.1f}, {marker.y:.1f})" for marker in view.markers]
    for coming in view.reserves:
        when = "in" if coming.sure else "from"
        lines.append(f"to come {when} turn {coming.turn}: {view.names[coming.unit.id]}, {coming.where}".removesuffix(", "))
    for one in view.expected:
        where = one.where or f"near ({one.x:.1f}, {one.y:.1f})"
        lines.append(f"theirs, to come {'in' if one.sure else 'from'} turn {one.turn}: {where}")
    if view.winner:
        lines.append("A draw" if view.winner == "draw" else f"The {SPELT[view.winner]} side wins")
    return tuple(lines)


def _told(view: View, unit: Unit, words: Sequence[States]) -> str:
    name, at = view.names[unit.id], unit.elements[0]
    kind = next(one for one in view.types if one.name == unit.type)
    parts = [] if unit.type in name else [unit.type]
    if len(unit.elements) > 1:
        parts.append(models(kind.kind, len(unit.elements)))
    look = next((one for one in words if one.kind == kind.kind), States())
    if (how := look.state(unit, kind)) in look.ringed:
        parts.append(f"{look.verb} {how}")
    parts.append(f"at ({at.x:.1f}, {at.y:.1f}) facing {at.facing:.0f}")
    said = [*conditions(words, unit, view.turn, view.names), *loads(unit, kind)]
    for element in unit.elements:
        if hurt := broken(element, kind):
            whose = f"{model_of(kind.kind)} {number_of(unit, element.id)}: " if len(unit.elements) > 1 else ""
            said.append(whose + ", ".join(hurt))
    return f"{name}: {', '.join(parts)}" + (f"; {'; '.join(said)}" if said else "")


def some_unseen(game: Game, player: str) -> bool:
    """Whether there are units that ``player`` does not see: hidden ones, those to come."""
    units = (*(unit for unit in game.units if unit.hidden), *(reserve.unit for reserve in game.reserves))
    return any(unit.side != player for unit in units)


def as_read(game: Game, after: Game, player: str) -> Game:
    """The game with its units called as ``player`` knows them, by what they see after what is told: a unit that is revealed
    by it is called as it is from then on, and one that stays out of sight :data:`.OUT_OF_SIGHT`.
    """
    before, later = (_known_to(one, player) for one in (game, after))
    read = game.model_copy()
    read.__dict__["names"] = {**dict.fromkeys(game.names, OUT_OF_SIGHT), **later, **before}
    return read


def _known_to(game: Game, player: str) -> Mapping[str, str]:
    """What ``player`` calls the units that they know of, and their elements."""
    units = [unit for unit in (*game.units, *game.fallen) if unit.side == player or not unit.hidden]
    known, hidden = ([unit for unit in units if unit.hidden is wanted] for wanted in (False, True))
    return names_of(known, hidden, (one.unit for one in game.reserves if one.unit.side == player), game.types)


def _arrival(reserve: Reserve) -> Arrival:
    at = reserve.unit.elements[0]
    return Arrival(side=reserve.unit.side, turn=reserve.turn, sure=reserve.sure, x=at.x, y=at.y, where=reserve.where)


def _setting_up(game: Game, side: Side) -> bool:
    """Whether a side sets up behind a screen just now. HOST-TURN-3."""
    return game.part is PhasePart.DEPLOYMENT and any(zone.side == side for zone in game.zones)


def _public(done: Act, known: set[str]) -> bool:
    """Whether what was done in this phase is about a unit that the side knows of, or about no unit at all."""
    return done.by in known or done.by in SIDES
