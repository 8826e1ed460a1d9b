"""The best of the shortest ways: as few turns as can be, then the fewest under the enemy's guns, then quiet ones. FLT-5."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from aqmf_air.core.data.memo import cached_by_identity
from aqmf_air.core.dice.chance import chances
from aqmf_air.core.dice.modifiers import Modifier
from aqmf_air.games.aces_of_valor import routes, sectors
from aqmf_air.games.aces_of_valor.counters import Place
from aqmf_air.games.aces_of_valor.events.aircraft import in_mission
from aqmf_air.games.aces_of_valor.events.flight import TurnedForHome
from aqmf_air.games.aces_of_valor.phases.events_on_the_way import check_facts, is_checked
from aqmf_air.games.aces_of_valor.phases.flight import move_to, under_enemy_guns
from aqmf_air.games.aces_of_valor.rules import landing
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.games.aces_of_valor.table_rows import Place as Where
from aqmf_air.games.aces_of_valor.tables import Tables


class SectorWay(NamedTuple):
    """A way of a flight, from its next move on; of two ways the lesser is the better."""

    turns: int = 0
    """More than sectors where the west wind holds the flight. OR-7."""
    under_fire: int = 0
    """Turns in which the enemy's guns are rolled for. AA-1."""
    event: Fraction = Fraction(0)
    """The chance of one event at least. EVT-1."""
    moves: tuple[Place, ...] = ()
    """The sector that each turn's move makes for."""


@lru_cache(maxsize=256)
def _event(place: Where, changes: tuple[Modifier, ...], tables: Tables) -> Fraction:
    """The chance of an event in a turn. EVT-1."""
    return chances(landing.event, place, changes, tables).of(True)


def flown(game: Campaign, to: Place) -> Campaign:
    """A campaign whose flight has flown to a sector, one turn later; nothing else has happened."""
    if routes.calls_tried(game, to):
        game = TurnedForHome().apply(game)
    after = move_to(game, to).apply(game)
    return in_mission(after, turn=after.flown.turn + 1)


def best_way(game: Campaign, to: Place) -> SectorWay | None:
    """The best of the shortest ways to a sector of moves that are allowed; None: there is none.

    What is best from a sector on does not hang on how the flight came there, so that each sector is looked at once a turn.
    """
    ways = _ways_from(game)
    if to not in ways:
        ways[to] = _best(game, to, {})
    return ways[to]


@cached_by_identity(4)
def _ways_from(game: Campaign) -> dict[Place, SectorWay | None]:
    """What is known of the best ways of a flight, by where they lead."""
    return {}


def _best(game: Campaign, to: Place, ways: dict[tuple[Place, int], SectorWay | None]) -> SectorWay | None:
    at, turn = game.flown.at, game.flown.turn
    if at == to:
        return SectorWay()
    if (at, turn) not in ways:
        closer = [one for one in routes.moves(game) if sectors.distance(one, to) < sectors.distance(at, to)]
        ways[at, turn] = min(filter(None, (_by(game, one, to, ways) for one in closer)), default=None)
    return ways[at, turn]


def _by(game: Campaign, move: Place, to: Place, ways: dict[tuple[Place, int], SectorWay | None]) -> SectorWay | None:
    """The best way that begins with a move; None: there is none."""
    after = flown(game, move)
    rest = _best(after, to, ways)
    if rest is None:
        return None
    event = _event(*check_facts(after)) if is_checked(after) else Fraction(0)
    happens = 1 - (1 - event) * (1 - rest.event)
    return SectorWay(rest.turns + 1, rest.under_fire + under_enemy_guns(after), happens, (move, *rest.moves))
