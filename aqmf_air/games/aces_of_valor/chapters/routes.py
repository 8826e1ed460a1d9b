"""Where a flight may fly: fuel, what has to be kept in reach, the way home, when the mission may be given up. MIS, FLT-5."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise, permutations

from aqmf_air.api import Objection, in_a_row
from aqmf_air.games.aces_of_valor.chapters import sectors
from aqmf_air.games.aces_of_valor.chapters.sectors import home_sector, own_half
from aqmf_air.games.aces_of_valor.state import Campaign, Place

PATROLS = frozenset({"offensive-patrol", "defensive-patrol"})
TARGETS = frozenset({"trench-strafing", "ground-support", "balloon-busting"})
"""Missions whose card says how many ground targets turn up. MIS-4."""
TASKS = frozenset({"artillery-spotting", "photo-recon", "bombing"})
"""Missions of 2-seaters and bombers."""


def friendly_fields(game: Campaign) -> tuple[Place, ...]:
    """All friendly airfields. END-1."""
    return sectors.airfields(own_half(game), game.tables)


def over_airfield(game: Campaign) -> bool:
    """Whether the flight is over a friendly airfield. END-1."""
    return game.flown.at in friendly_fields(game)


def nearest_field(game: Campaign, at: Place) -> Place:
    """The nearest friendly airfield, the home airfield first among equals."""
    home = home_sector(game)
    return min(friendly_fields(game), key=lambda field: (sectors.distance(at, field), field != home))


def at_objective(game: Campaign) -> bool:
    """Whether the flight is in a sector of its objective. OBJ-1."""
    return game.flown.at in game.flown.objective


def fighters_only(game: Campaign) -> bool:
    """Whether the flight has no 2-seaters and bombers. OPT-6."""
    return all(aircraft.kind == "fighter" for aircraft in game.flight)


# -- fuel --------------------------------------------------------------------------------------------------------------


def turns_left(game: Campaign) -> int:
    """Turns after this one. PRE-9, FLT-7."""
    return game.flown.length - game.flown.turn


def moves_left(game: Campaign) -> int:
    """Moves after that of this turn that still come in time for a landing. ``fuel_zero``."""
    return turns_left(game) - (game.rulings.fuel_zero == "at-once")


def sectors_to_visit(game: Campaign) -> tuple[Place, ...]:
    """What the mission still has to fly to. MIS-9, MIS-12."""
    mission = game.flown
    if game.flown.row(game.tables).mission in PATROLS:
        return tuple(sector for sector in mission.objective if sector not in mission.visited)
    return mission.objective


def patrol_forfeit(game: Campaign) -> str:
    """Whose loss forfeits the points of a patrol, with these points: ``2 MP forfeit: James lost``; empty: nobody's.
    MIS-11, MIS-13; ``patrol_losses``, ``patrol_safe``.
    """
    mission = game.flown
    if mission.row(game.tables).mission not in PATROLS:
        return ""
    lost = mission.fallen if game.rulings.patrol_losses == "forfeit" else ()
    wrecked = mission.wrecked if game.rulings.patrol_safe == "safe" else ()
    groups = [f"{in_a_row([*map(game.called, ids)])} {what}" for ids, what in ((lost, "lost"), (wrecked, "wrecked")) if ids]
    return f"{game.tables.points('patrol')} MP forfeit: {', '.join(groups)}" if groups else ""


def moves_needed(game: Campaign, start: Place, *, home_only: bool = False) -> int:
    """Moves from a sector to what is still to be visited, and on to an airfield. MIS-1, MIS-2."""
    fields = (home_sector(game),) if home_only else friendly_fields(game)
    return _moves_over(start, sectors_to_visit(game), fields, game.rulings.loop_order == "card")


@lru_cache(maxsize=4096)
def _moves_over(start: Place, to_visit: tuple[Place, ...], fields: tuple[Place, ...], in_order: bool) -> int:
    """The least moves from a sector over some others, ``in_order`` or not, to one of these airfields."""
    orders = (to_visit,) if in_order else permutations(to_visit)
    return min(
        sum(sectors.distance(here, there) for here, there in pairwise((start, *order, field)))
        for order in orders
        for field in fields
    )


# -- the mission's duty ------------------------------------------------------------------------------------------------


def may_call_tried(game: Campaign) -> bool:
    """Whether the task counts as tried when the player says so. ``task_tried``, MIS-9, MIS-12."""
    mission = game.flown
    patrol = mission.row(game.tables).mission in PATROLS
    return not mission.tried and (bool(mission.visited) if patrol else mission.enough)


def may_give_up(game: Campaign) -> bool:
    """Whether the mission may be given up before it was tried. MIS-2; ``terminate_after_loss``, ``terminate_fuel``."""
    mission = game.flown
    if mission.tried or mission.given_up:
        return False
    for_good = game.rulings.terminate_after_loss == "for-good"
    if mission.hurt if for_good else any(aircraft.damaged for aircraft in game.flight):
        return True
    home_only = game.rulings.terminate_fuel == "home"
    ways = (mission.at, *sectors.neighbours(mission.at))
    return min(moves_needed(game, to, home_only=home_only) for to in ways) > moves_left(game)


def may_end(game: Campaign) -> bool:
    """Whether the last aircraft may land. MIS-1, MIS-2."""
    mission = game.flown
    free = game.rulings.must_try == "free"
    return free or mission.tried or mission.given_up or may_call_tried(game) or may_give_up(game)


def calls_tried(game: Campaign, to: Place) -> bool:
    """Whether a move to a sector says that the task has been tried: it leaves the objective. ``task_tried``."""
    unvisited = game.flown.row(game.tables).mission in PATROLS and sectors_to_visit(game)
    return may_call_tried(game) and at_objective(game) and to not in game.flown.objective and not unvisited


# -- moves -------------------------------------------------------------------------------------------------------------


def _turned(game: Campaign) -> int:
    """The place in the path where the flight turned for home; where it is, if it has not."""
    return game.flown.homeward if game.flown.homeward >= 0 else len(game.flown.path) - 1


def fields_in_reach(game: Campaign) -> tuple[Place, ...]:
    """The friendly airfields to which the flight is on a shortest way since it turned for home. OPT-6, MIS-2."""
    turned = _turned(game)
    start, flown, at = game.flown.path[turned], len(game.flown.path) - 1 - turned, game.flown.at
    far = {field: flown + sectors.distance(at, field) for field in friendly_fields(game)}
    return tuple(field for field, moves in far.items() if sectors.distance(start, field) == moves)


def goes_home(game: Campaign, to: Place) -> bool:
    """Whether a move is part of a shortest way to a friendly airfield. OPT-6, MIS-2; ``extended_scope``."""
    at = game.flown.at
    if to == at:
        return over_airfield(game)
    return any(sectors.distance(at, field) == 1 + sectors.distance(to, field) for field in fields_in_reach(game))


def against_move(game: Campaign, to: Place) -> Objection | None:
    """Why the flight may not fly to a sector, or stay in it; None: it may. FLT-5, MIS-1, MIS-2, OPT-6."""
    mission = game.flown
    if to != mission.at and to not in sectors.neighbours(mission.at):
        # "one orthogonally adjacent sector or stays where it is; either is a turn"
        return Objection("AOV-FLT-5", "the flight moves to the next sector north, east, south or west, or stays")
    if mission.given_up:  # "Then the flight goes, one sector a turn as usual, to a friendly airfield and the mission ends"
        return None if goes_home(game, to) else Objection("AOV-MIS-2", f"the mission was given up: {_ONLY_HOME}")
    if mission.tried or calls_tried(game, to):
        if game.rulings.extended_scope == "free" or goes_home(game, to):
            return None
        if not may_roam(game):  # "without the option a flight heads home once the task has been tried"
            return Objection("AOV-OPT-6", f"the task has been tried: {_ONLY_HOME}")
        here, there = (sectors.distance(at, nearest_field(game, at)) for at in (mission.at, to))
        if there <= moves_left(game) or there < here:
            return None
        # "as long as it can still reach a friendly airfield with its fuel"
        return Objection("AOV-OPT-6", "no friendly airfield would be in reach with the fuel that is left")
    if game.rulings.must_try == "free":
        return None
    needed, left = moves_needed(game, to), moves_left(game)
    if needed <= left:
        return None
    more = "; the mission may be given up" if may_give_up(game) else ""
    goal = "objective and an airfield" if sectors_to_visit(game) else "airfield"
    # "must try to do what the card asks"
    return Objection("AOV-MIS-1", f"{goal} would be out of reach: {needed} moves, fuel for {max(left, 0)}{more}")


_ONLY_HOME = "the flight goes to a friendly airfield by a shortest way"


def may_roam(game: Campaign) -> bool:
    """Whether a flight that has tried its task may stay up. OPT-6; ``extended_scope``."""
    return game.rulings.extended_scope == "free" or (game.options.extended_patrols and fighters_only(game))


def moves(game: Campaign) -> tuple[Place, ...]:
    """The sectors to which the flight may fly, its own first if it may stay. FLT-5."""
    at = game.flown.at
    return tuple(to for to in (at, *sectors.neighbours(at)) if against_move(game, to) is None)


def must_land(game: Campaign) -> bool:
    """Whether a flight over a friendly airfield has to land: no fuel, or nowhere else to go. FLT-8, MIS-2, OPT-6."""
    mission = game.flown
    if turns_left(game) <= 0:
        return True
    bound = mission.given_up or (mission.tried and not may_roam(game))
    there = mission.at == home_sector(game) or _turned(game) == len(mission.path) - 1
    return bound and (there or not any(goes_home(game, to) for to in sectors.neighbours(mission.at)))


def blown_back(game: Campaign, to: Place) -> bool:
    """Whether the west wind holds the flight: a move west in every sixth turn. OR-7."""
    every = game.tables.number("west-wind-every")
    return "OR-7" in game.options.cards and to[0] < game.flown.at[0] and game.flown.turn % every == 0


def may_try(game: Campaign, flight: frozenset[str]) -> bool:
    """Whether aircraft of the flight, by id, can try what the card asks: one of the kind that has the task. MIS-1."""
    row = game.flown.row(game.tables)
    kind = "two-seater" if row.two_seaters else "bomber" if row.bombers else "fighter"
    return any(aircraft.kind == kind for aircraft in game.flight if aircraft.id in flight)
