"""Who may fly a mission, what fighters may carry, and how long the fuel lasts. PRE-5 to PRE-9, ORD."""

from __future__ import annotations

from dataclasses import dataclass

from aqmf_air.core.dice.cups import Cup
from aqmf_air.games.aces_of_valor import sectors
from aqmf_air.games.aces_of_valor.counters import Aircraft, Place
from aqmf_air.games.aces_of_valor.events.aircraft import capacity
from aqmf_air.games.aces_of_valor.rules.missions import crews
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.games.aces_of_valor.table_rows import GroundKind, Half, Kind, TargetRow

NAMES: dict[Kind, str] = {
    "fighter": "fighter", "two-seater": "2-seater", "bomber": "bomber", "heavy-bomber": "heavy bomber"
}  # fmt: skip


@dataclass(frozen=True)
class Lent:
    """What the card asks for that is no fighter: how many, and the cup that they are drawn from."""

    kind: Kind
    asked: int
    cup: Cup[str]

    @property
    def missing(self) -> int:
        """How many the cup lacks."""
        return max(self.asked - len(self.cup), 0)


def own_half(game: Campaign) -> Half:
    """The half of the map that is the squadron's. Raises ValueError: there is no nation yet."""
    if game.nation is None:
        raise ValueError("no nation is chosen")
    return sectors.half_of(game.nation)


def home_sector(game: Campaign) -> Place:
    """The sector of the home airfield."""
    return sectors.where(own_half(game), "airfield", game.home, game.tables)


def lent(game: Campaign) -> tuple[Lent, ...]:
    """2-seaters and bombers that the card asks for. PRE-6, AC-1."""
    card = game.flown.row(game.tables)
    asked: tuple[tuple[Kind, int], ...] = (("two-seater", card.two_seaters), ("bomber", card.bombers))
    return tuple(Lent(kind, n, crews(kind, own_half(game), game.tables)) for kind, n in asked if n)


def fighters_asked(game: Campaign) -> int:
    """The number of fighters that the mission asks for. PRE-2, ``short_pool``."""
    asked = game.flown.fighters or int(game.flown.row(game.tables).fighters)
    missing = sum(one.missing for one in lent(game)) if game.rulings.short_pool == "reduce" else 0
    return max(asked - missing, 0)


def fighters_to_choose(game: Campaign) -> tuple[int, int]:
    """The least and the most fighters that are to be chosen. PRE-5, ``fighters_exact``."""
    most = min(fighters_asked(game), len(game.ready))
    if game.rulings.fighters_exact == "card":
        return most, most
    return min(most, 0 if any(len(one.cup) for one in lent(game)) else 1), most


def nobody_flies(game: Campaign) -> bool:
    """Whether the mission is lost because no aircraft can fly, or no fighter has to. ``no_fighters``."""
    if game.ready:
        return False
    return game.rulings.no_fighters == "skip" or not any(len(one.cup) for one in lent(game))


def loads(game: Campaign, one: Aircraft) -> tuple[tuple[int, int], ...]:
    """What a fighter of the flight may carry: bombs and rockets, nothing first. PRE-7, ORD-3, ``mixed_load``."""
    if one.kind != "fighter" or game.nation == "german":
        return ((0, 0),)
    bombs, rockets = capacity(one, game.tables, damaged=one.damaged)
    most_bombs = bombs if "OR-2" in game.options.cards else 0
    most_rockets = rockets if "OR-1" in game.options.cards else 0
    every = ((b, r) for b in range(most_bombs + 1) for r in range(most_rockets + 1))
    return tuple((b, r) for b, r in every if game.rulings.mixed_load or not (b and r))


def may_load(game: Campaign) -> bool:
    """Whether any fighter of the flight may carry something that it can use on this mission. PRE-7, ORD-11."""
    kinds = kinds_to_meet(game)
    useful = {(bombs, rockets) for one in game.flight for bombs, rockets in loads(game, one)}
    return any((bombs and kinds) or (rockets and "balloon" in kinds) for bombs, rockets in useful)


def kinds_to_meet(game: Campaign) -> frozenset[GroundKind]:
    """The ground targets that a mission may bring: those of its card, and of opportunity where its events count. ORD-11,
    MIS-4, MIS-16, EVT-5.
    """
    row = game.flown.row(game.tables)
    opportunity = {target.result for target in game.tables.every("f8", TargetRow)}
    kinds: set[GroundKind] = set()
    if row.target == "f8-trench":
        kinds = {target.result for target in game.tables.every("f8", TargetRow) if target.column == "trench"}
    elif row.target == "town":
        kinds = {"town-ace", "town-bdf"}
    elif row.target:
        kinds = {row.target}
    escort = bool(row.two_seaters or row.bombers) and game.rulings.escort_ground_event == "none"
    over_the_enemy = any(sectors.side(at, game.tables) != own_half(game) for at in game.flown.objective)
    return frozenset(kinds if escort or not over_the_enemy else kinds | opportunity)


def turns_of_fuel(game: Campaign) -> int:
    """How many turns the mission lasts at most, as the flight takes off. PRE-9, ORD-6, EV-14."""
    loaded = any(one.kind == "fighter" and one.loaded for one in game.flight)
    turns = game.tables.number("turns-with-ordnance" if loaded else "turns")
    return turns + (game.tables.number("fuel-short") if game.effect("EV-14") else 0)
