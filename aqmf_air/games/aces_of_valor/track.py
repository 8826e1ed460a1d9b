"""The initiative track as it stands: what is added to whose die, who is next, whom one can attack. IN, RND-6, TGT."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from aqmf_air.core.dice.modifiers import Modifier, modifier
from aqmf_air.games.aces_of_valor.counters import Aircraft, SquadronMember
from aqmf_air.games.aces_of_valor.rules import initiative
from aqmf_air.games.aces_of_valor.rules.ground import damage_of
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.games.aces_of_valor.values import air_skill, performance


def initiative_modifiers(game: Campaign, id_: str) -> tuple[Modifier, ...]:
    """What is added to the die of an aircraft on C4. IN-1, DET-1, OPT-2."""
    one, combat, number = game.aircraft(id_), game.fought, game.tables.number
    friend = id_ in combat.friends
    early = combat.round <= number("surprise-rounds")
    advantage = early and combat.advantage == ("friend" if friend else "enemy")
    ambushed = combat.ambush and combat.round == 1 and not friend
    tired = (
        "OR-6" in game.options.cards
        and isinstance(one, SquadronMember)
        and {game.number - 1, game.number - 2} <= {*one.flown}
    )
    found = (
        modifier(performance(one, game.tables, game.rulings), "performance", "AOV-IN-1"),
        modifier(air_skill(one, game.rulings), "air skill", "AOV-IN-1"),
        modifier(number("surprise") * advantage, "advantage", "AOV-DET-1"),
        modifier(number("ambush") * ambushed, "ambush", "AOV-EVT-2"),
        modifier(number("tired") * tired, "flew the last two missions", "AOV-OPT-2"),
    )
    return tuple(one for one in found if one.value)


def targets_left(game: Campaign) -> tuple[str, ...]:
    """The ground targets of the combat that are not destroyed."""

    def stands(id_: str) -> bool:
        one = game.target(id_)
        return damage_of(one.kind, one.points, game.tables) != "destroyed"

    return tuple(one for one in game.fought.targets if stands(one))


def to_place(game: Campaign) -> str:
    """The aircraft whose initiative comes next; empty: all stand on the track."""
    return next((one for one in game.fought.to_act if one not in game.fought.space_of), "")


def needs_track(game: Campaign) -> bool:
    """Whether initiative is rolled: not without enemy aircraft and ground targets. IN-5."""
    combat = game.fought
    return bool(targets_left(game)) or any(one.id in combat.to_act for one in combat.enemies)


def priority(game: Campaign, one: Aircraft) -> tuple[int, ...]:
    """What decides the order of an aircraft in its space. IN-6."""
    skill, now = air_skill(one, game.rulings), performance(one, game.tables, game.rulings)
    return initiative.priority(one.kind, skill, now, game.tables, game.rulings)


@dataclass(frozen=True)
class First:
    """Those who are first on the track: friends and enemies of the same priority in the highest space."""

    friends: tuple[str, ...] = ()
    enemies: tuple[str, ...] = ()
    space: int = 0
    priority: tuple[int, ...] = ()

    @property
    def tied(self) -> bool:
        """Whether a die has to decide between friends and enemies."""
        return bool(self.friends and self.enemies)


def first_on_track(game: Campaign) -> First:
    """Who acts next. Without a track the player orders his aircraft freely. RND-5, RND-6, IN-6, ``friendly_order``."""
    combat = game.fought
    if not any(one in combat.space_of for one in combat.to_act):
        return First(friends=tuple(one for one in combat.to_act if one in combat.friends))
    space = max(combat.space_of[one] for one in combat.to_act)
    here = {one: priority(game, game.aircraft(one)) for one in combat.to_act if combat.space_of[one] == space}
    best = min(here.values())
    equal = [one for one in here if here[one] == best]
    friends = tuple(one for one in equal if one in combat.friends)
    enemies = tuple(one for one in equal if one not in combat.friends)
    decided = next((enemy for at, rank, enemy in combat.ties if (at, rank) == (space, best)), None)
    if friends and enemies and decided is not None:
        friends, enemies = ((), enemies) if decided else (friends, ())
    if friends and not enemies and game.rulings.friendly_order == "free":
        rival = min((rank for one, rank in here.items() if one not in combat.friends), default=None)
        before = [one for one, rank in here.items() if one in friends or rival is None or rank < rival]
        friends = tuple(one for one in before if one in combat.friends)
    return First(friends, enemies, space, best)


def eligible(game: Campaign, id_: str) -> tuple[str, ...]:
    """The aircraft that one can attack from its space: those of the other side in the next lower space with any.
    TGT-1, TGT-2.
    """
    combat = game.fought
    own = combat.space_of.get(id_)
    if own is None:
        return ()
    others = [one.id for one in combat.enemies] if id_ in combat.friends else list(in_order(game))
    return initiative.targets_below(own, {one: combat.space_of[one] for one in others if one in combat.space_of})


def in_order(game: Campaign) -> Iterator[str]:
    """The friends of the combat in the order in which a die names them. TGT-4, ``target_order``."""
    friends = game.fought.friends
    if game.rulings.target_order == "player":
        yield from friends
        return
    yield from (one.id for one in game.squadron if one.id in friends)
    for kind in ("two-seater", "bomber", "heavy-bomber"):
        yield from (one for one in friends if game.aircraft(one).kind == kind)
