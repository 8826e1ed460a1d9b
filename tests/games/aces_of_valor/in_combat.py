"""Combats to test with: positions on the track, and dice that fall as wanted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.dice import DiceTray, recorded
from aqmf_air.games.aces_of_valor.chapters.actions import Attack, Attempt, Bomb, BreakOff, Strafe, Wait
from aqmf_air.games.aces_of_valor.chapters.campaign import opened
from aqmf_air.games.aces_of_valor.chapters.combat import begin
from aqmf_air.games.aces_of_valor.chapters.orders import CampaignCourse, GoOn
from aqmf_air.games.aces_of_valor.chapters.squadron import recruit
from aqmf_air.games.aces_of_valor.sequence import ValorRulings
from aqmf_air.games.aces_of_valor.state import (
    Aircraft,
    Campaign,
    Combat,
    GroundTarget,
    Mission,
    OptionalRules,
    Pace,
    Pilot,
    Setup,
    SquadronMember,
)
from aqmf_air.games.aces_of_valor.tables import Nation, tables
from tests.games.aces_of_valor.playing import from_state

TRENCH, REAR, ENEMY_FIELD = (5, 2), (1, 2), (7, 0)
SPOTTING, PATROL = "artillery-spotting", "offensive-patrol"
GEORGES, MARCEL, PIERRE = "georges", "marcel", "pierre"
SEATER = Aircraft(id="2-seater-1", name="2-seater 1", kind="two-seater", ground=1)
BOMBER = Aircraft(id="bomber-1", name="bomber 1", kind="bomber", bombs=6)
ENEMY_SEATER = Aircraft(id="enemy-2-seater-1", name="enemy 2-seater 1", kind="two-seater")


def fighter(name: str, tier: int = 1, nation: Nation = "french", **changes: Any) -> SquadronMember:
    """A fighter in the flight."""
    return replace(recruit(Pilot(name=name, tier=tier), nation, 1, tables.shipped()), **{"box": "flight", **changes})


def enemy(name: str, tier: int = 1, **changes: Any) -> Aircraft:
    """An enemy fighter."""
    one = recruit(Pilot(name=name, tier=tier), "german", 1, tables.shipped())
    fields = {field: getattr(one, field) for field in Aircraft.model_fields}
    return Aircraft(**{**fields, **changes})


def target(kind: str, name: str = "", **changes: Any) -> GroundTarget:
    """An enemy ground target in the trench sector."""
    fields: dict[str, Any] = {"id": name or kind, "name": name or kind, "kind": kind, "at": TRENCH, **changes}
    return GroundTarget(**fields)


def flying(
    *flight: Aircraft,
    card: str = PATROL,
    at: tuple[int, int] = TRENCH,
    targets: Sequence[GroundTarget] = (),
    rulings: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    nation: Nation = "french",
    pace: Pace = "step",
    effects: tuple[tuple[str, int], ...] = (),
    **mission: Any,
) -> Campaign:
    """A campaign in whose third mission this flight is in a sector that is its objective."""
    setup = Setup(nation=nation, missions=8, pace=pace, rulings=ValorRulings(**(rulings or {})))
    fields: dict[str, Any] = {
        "card": card,
        "at": at,
        "path": (at,),
        "objective": (at,),
        "turn": 7,
        "length": 24,
        "flight": tuple(one.id for one in flight),
        "took_off": tuple(one.id for one in flight),
        "lent": tuple(one for one in flight if not isinstance(one, SquadronMember)),
        "targets": tuple(targets),
        **mission,
    }
    return replace(
        opened(setup),
        number=3,
        home="C",
        step="event-check",
        squadron=tuple(one for one in flight if isinstance(one, SquadronMember)),
        options=OptionalRules(**(options or {})),
        effects=effects,
        mission=Mission(**fields),
    )


def met(game: Campaign, reason: Any = "meeting", **numbers: Any) -> Campaign:
    """A campaign in which a combat has begun, before its first step."""
    course = CampaignCourse(game, DiceTray(recorded(())), {})
    begin(course, reason, **numbers)
    return course.game


def fight(*flight: Aircraft, enemies: Sequence[Aircraft] = (), spaces: Mapping[str, int], **more: Any) -> Campaign:
    """A campaign in a combat whose track stands like this; who acts is found."""
    combat: dict[str, Any] = {}
    for name in (
        "reason",
        "round",
        "attempts",
        "bombing",
        "bombed",
        "destroyed",
        "field",
        "advantage",
        "ambush",
        "raid_over",
        "against",
        "tier",
    ):
        if name in more:
            combat[name] = more.pop(name)
    game = flying(*flight, **more)
    assert game.mission is not None
    ids = (*(one.id for one in flight), *(one.id for one in enemies))
    fields: dict[str, Any] = {
        "reason": "meeting",
        "round": 1,
        "friends": tuple(one.id for one in flight),
        "enemies": tuple(enemies),
        "nation": "german" if game.nation != "german" else "british",
        "targets": tuple(one.id for one in game.mission.targets if one.id != combat.get("field")),
        "spaces": tuple(spaces.items()),
        "to_act": tuple(one for one in ids if one in spaces or not spaces),
        "against": True,
        **combat,
    }
    placed = replace(game, step="track", mission=replace(game.mission, combat=Combat(**fields)))
    return go(placed)


def go(game: Campaign, *faces: Sequence[Any]) -> Campaign:
    """On to the next roll or choice, with these faces."""
    return from_state(game, GoOn(), faces)


def attack(game: Campaign, one: str, other: str, *faces: Sequence[Any]) -> Campaign:
    """An aircraft attacks another one, with these faces."""
    return from_state(game, Attack(aircraft=one, target=other), faces)


def strafe(game: Campaign, one: str, other: str, *faces: Sequence[Any]) -> Campaign:
    """A fighter strafes, with these faces."""
    return from_state(game, Strafe(aircraft=one, target=other), faces)


def bomb(game: Campaign, one: str, other: str, *faces: Sequence[Any]) -> Campaign:
    """An aircraft bombs, with these faces."""
    return from_state(game, Bomb(aircraft=one, target=other), faces)


def attempt(game: Campaign, *faces: Sequence[Any]) -> Campaign:
    """The 2-seater makes its attempt, with these faces."""
    return from_state(game, Attempt(aircraft=SEATER.id), faces)


def wait(game: Campaign, one: str, *faces: Sequence[Any]) -> Campaign:
    """An aircraft waits."""
    return from_state(game, Wait(aircraft=one), faces)


def break_off(game: Campaign, one: str, *faces: Sequence[Any]) -> Campaign:
    """An aircraft breaks off."""
    return from_state(game, BreakOff(aircraft=one), faces)
