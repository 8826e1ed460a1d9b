"""What a mission brings when all are down: targets, photos, patrols, other airfields. PTS-1, GTD-6, PHO-8."""

from __future__ import annotations

from aqmf_air.games.aces_of_valor import routes, sectors
from aqmf_air.games.aces_of_valor.counters import SquadronMember
from aqmf_air.games.aces_of_valor.course import CampaignCourse, SequenceStep
from aqmf_air.games.aces_of_valor.events.aircraft import PointsScored
from aqmf_air.games.aces_of_valor.events.landing import HeldElsewhere
from aqmf_air.games.aces_of_valor.flights import home_sector, own_half
from aqmf_air.games.aces_of_valor.rules import ground
from aqmf_air.games.aces_of_valor.state import Campaign, PointsEntry


def awards(game: Campaign) -> tuple[PointsEntry, ...]:
    """The entries of the ledger that come at the end of the mission. GTD-6, PHO-8, MIS-3, MIS-11, MIS-13."""
    forfeit = game.flown.given_up and game.rulings.terminated_mp == "lose"
    won = () if forfeit else (*of_targets(game), *of_photos(game))
    return (*won, *of_patrol(game), *of_other_fields(game))


def of_targets(game: Campaign) -> tuple[PointsEntry, ...]:
    """Points for enemy ground targets that are damaged or destroyed. GTD-6."""
    own = own_half(game)
    found = []
    for one in game.flown.targets:
        points = ground.award(one.kind, one.points, game.tables)
        if points and sectors.side(one.at, game.tables) != own:
            done = ground.damage_of(one.kind, one.points, game.tables)
            found.append(PointsEntry(what=f"{one.name} {done}", points=points, rule="AOV-GTD-6"))
    return tuple(found)


def of_photos(game: Campaign) -> tuple[PointsEntry, ...]:
    """Points of 2-seaters whose crews are back. PHO-8."""
    back = {id_ for id_, _ in game.flown.landed}
    return tuple(
        PointsEntry(what=f"what {game.called(id_)} saw", points=points, rule="AOV-PHO-8")
        for id_, points in game.flown.observed
        if points and id_ in back
    )


def patrol_done(game: Campaign) -> bool:
    """Whether a patrol has flown where its card sends it. MIS-11, MIS-13, MIS-14."""
    mission = game.flown
    if mission.row(game.tables).mission not in routes.PATROLS:
        return False
    return bool(mission.objective) and set(mission.visited) >= set(mission.objective)


def all_safe_at_home(game: Campaign) -> bool:
    """Whether all who flew are safely down at the home airfield. MIS-11, MIS-13; ``patrol_losses``, ``patrol_safe``."""
    mission, home = game.flown, home_sector(game)
    if mission.fallen and game.rulings.patrol_losses == "forfeit":
        return False
    if mission.wrecked and game.rulings.patrol_safe == "safe":
        return False
    return bool(mission.landed) and all(at == home for _, at in mission.landed)


def of_patrol(game: Campaign) -> tuple[PointsEntry, ...]:
    """Points of a patrol. MIS-11, MIS-13, MIS-14."""
    if not (patrol_done(game) and all_safe_at_home(game)):
        return ()
    rule = "AOV-MIS-11" if game.flown.row(game.tables).mission == "offensive-patrol" else "AOV-MIS-13"
    return (PointsEntry(what="the patrol, with all back", points=game.tables.points("patrol"), rule=rule),)


def landed_elsewhere(game: Campaign) -> tuple[str, ...]:
    """Those who are down at another friendly airfield. MIS-3."""
    others = set(routes.friendly_fields(game)) - {home_sector(game)}
    return tuple(id_ for id_, at in game.flown.landed if at in others)


def of_other_fields(game: Campaign) -> tuple[PointsEntry, ...]:
    """What landings elsewhere than at home cost. MIS-3; ``other_field_penalty``."""
    n = len(landed_elsewhere(game))
    times = n if game.rulings.other_field_penalty == "aircraft" else min(n, 1)
    if not times:
        return ()
    points = times * game.tables.points("other-field")
    return (PointsEntry(what="landing at another airfield", points=points, rule="AOV-MIS-3"),)


def _awards(course: CampaignCourse) -> None:
    for one in awards(course.game):
        course.note(PointsScored(what=one.what, points=one.points, rule=one.rule))
    if course.rulings.aircraft_from_other_field == "stay":
        for id_ in landed_elsewhere(course.game):
            if isinstance(course.game.aircraft(id_), SquadronMember):
                course.note(HeldElsewhere(aircraft=id_))
    course.go("points")


STEPS = {"awards": SequenceStep("AOV-PTS-1", _awards)}
"""The end of a mission."""
