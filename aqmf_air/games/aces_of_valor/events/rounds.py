"""What happens in a round of combat: the track, attacks, attempts, who breaks off."""

from __future__ import annotations

from typing import ClassVar, Literal

from aqmf_air.core.data.model import replace
from aqmf_air.core.play.orders import Event
from aqmf_air.games.aces_of_valor.counters import GroundTarget, SquadronMember
from aqmf_air.games.aces_of_valor.events.aircraft import changed, in_combat, in_mission, without
from aqmf_air.games.aces_of_valor.rules.ground import damage_of
from aqmf_air.games.aces_of_valor.state import Campaign, Kill
from aqmf_air.games.aces_of_valor.table_rows import Effect, Side

Weapon = Literal["guns", "bombs", "rockets"]


def has_acted(state: Campaign, id_: str, box: Literal["acted", "broken_off"] = "acted") -> Campaign:
    """A state in which an aircraft has left the track for a box. RND-4, ACT-2."""
    combat = state.fought
    return in_combat(
        state,
        to_act=without(combat.to_act, id_),
        spaces=tuple(pair for pair in combat.spaces if pair[0] != id_),
        acting=(),
        target="",
        **{box: (*getattr(combat, box), id_)},
    )


def with_target(state: Campaign, new: GroundTarget) -> Campaign:
    """A state in which a ground target is changed."""
    return in_mission(state, targets=tuple(new if one.id == new.id else one for one in state.flown.targets))


def space_of_target(state: Campaign, id_: str) -> int:
    """The space of a ground target: that of the side that is up. IN-2, GT-5, SCR-3, ``rating_word``."""
    one = state.target(id_)
    damaged = damage_of(one.kind, one.points, state.tables) != "none"
    if id_ == state.fought.field and not damaged:
        return state.tables.number("scramble-field-space")
    row = state.tables.ground_target(one.kind, "back" if damaged else "front")
    return row.destruction if state.rulings.rating_word == "destruction" else row.initiative


class BombRoundFound(Event[Campaign], type="valor.bomb_round_found"):
    """In which round a bomber bombs. RND-2, SCR-7."""

    wording: ClassVar[str] = "{aircraft} bombs in round {round}"
    aircraft: str
    round: int

    def apply(self, state: Campaign) -> Campaign:
        return in_combat(state, bombing=(*state.fought.bombing, (self.aircraft, self.round)))


class TargetsPlaced(Event[Campaign], type="valor.targets_placed"):
    """Ground targets stand on the track at their ratings. IN-2."""

    targets: tuple[str, ...]

    def apply(self, state: Campaign) -> Campaign:
        placed = tuple((one, space_of_target(state, one)) for one in self.targets)
        return in_combat(state, spaces=(*state.fought.spaces, *placed))

    def tell(self, state: Campaign) -> str:
        return ", ".join(f"{state.called(one)} in space {space_of_target(state, one)}" for one in self.targets)


class PlacedOnTrack(Event[Campaign], type="valor.placed_on_track"):
    """The initiative of an aircraft. IN-1, RND-3."""

    wording: ClassVar[str] = "{aircraft} in space {space}"
    aircraft: str
    space: int

    def apply(self, state: Campaign) -> Campaign:
        return in_combat(state, spaces=(*state.fought.spaces, (self.aircraft, self.space)))


class TieDecided(Event[Campaign], type="valor.tie_decided"):
    """Who goes first of friends and enemies of the same priority in a space. IN-6."""

    space: int
    priority: tuple[int, ...]
    enemy_first: bool

    def apply(self, state: Campaign) -> Campaign:
        return in_combat(state, ties=(*state.fought.ties, (self.space, self.priority, self.enemy_first)))

    def tell(self, state: Campaign) -> str:
        return f"tie in space {self.space}: {'the enemy' if self.enemy_first else 'the friend'} goes first"


class NextToAct(Event[Campaign], type="valor.next_to_act"):
    """Who acts next: an enemy, or the friends among whom the player chooses. RND-5, RND-6."""

    aircraft: tuple[str, ...]

    def apply(self, state: Campaign) -> Campaign:
        return in_combat(state, acting=self.aircraft, target="")


class EnemyChecked(Event[Campaign], type="valor.enemy_checked"):
    """Whether a damaged enemy breaks off. ACT-7."""

    aircraft: str
    breaks_off: bool

    def apply(self, state: Campaign) -> Campaign:
        return has_acted(state, self.aircraft, "broken_off") if self.breaks_off else state

    def tell(self, state: Campaign) -> str:
        return f"C5: {state.called(self.aircraft)}, damaged, {'breaks off' if self.breaks_off else 'fights on'}"


class EnemyAims(Event[Campaign], type="valor.enemy_aims"):
    """Whom an enemy attacks. TGT-4."""

    wording: ClassVar[str] = "{aircraft} goes for {target}"
    aircraft: str
    target: str

    def apply(self, state: Campaign) -> Campaign:
        return in_combat(state, target=self.target)


class BrokeOff(Event[Campaign], type="valor.broke_off"):
    """An aircraft leaves the combat. BRK-1, ACT-1."""

    wording: ClassVar[str] = "{aircraft} breaks off"
    aircraft: str

    def apply(self, state: Campaign) -> Campaign:
        return has_acted(state, self.aircraft, "broken_off")


class Waited(Event[Campaign], type="valor.waited"):
    """An aircraft stays in the combat and does nothing. ACT-4."""

    wording: ClassVar[str] = "{aircraft} waits"
    aircraft: str

    def apply(self, state: Campaign) -> Campaign:
        return has_acted(state, self.aircraft)


class AircraftAttacked(Event[Campaign], type="valor.aircraft_attacked"):
    """An attack in the air, and the reply: what it does is told by other events. ATK, DEF, OPT-2."""

    aircraft: str
    target: str
    effect: Effect
    reply: Effect = "none"
    jammed: bool = False

    def apply(self, state: Campaign) -> Campaign:
        one = state.aircraft(self.aircraft)
        after = has_acted(state, self.aircraft)
        return changed(after, one.id, attacks=one.attacks + 1, jammed=one.jammed or self.jammed)

    def tell(self, state: Campaign) -> str:
        jam = "; the gun jams" if self.jammed else ""
        missed = " without effect" if self.effect == "none" else ""
        return f"{state.called(self.aircraft)} attacks {state.called(self.target)}{missed}{jam}"


class JamTended(Event[Campaign], type="valor.jam_tended"):
    """A pilot tries to clear a jam. OPT-2."""

    aircraft: str
    cleared: bool

    def apply(self, state: Campaign) -> Campaign:
        after = has_acted(state, self.aircraft)
        return changed(after, self.aircraft, jammed=False) if self.cleared else after

    def tell(self, state: Campaign) -> str:
        return f"{state.called(self.aircraft)} {'clears' if self.cleared else 'cannot clear'} the jam"


class GroundAttacked(Event[Campaign], type="valor.ground_attacked"):
    """A run over a ground target: the fire from the ground, then the attack. GND, GTD-1, GTD-2, SCR-8."""

    aircraft: str
    target: str
    weapon: Weapon
    fire: Effect
    """What the fire from the ground does to the aircraft; told by another event."""
    points: int
    """All damage points of the target after it."""
    dropped: int = 0

    def apply(self, state: Campaign) -> Campaign:
        one, target = state.aircraft(self.aircraft), state.target(self.target)
        after = has_acted(state, self.aircraft)
        bombs = one.bombs - self.dropped if self.weapon == "bombs" else one.bombs
        rockets = one.rockets - self.dropped if self.weapon == "rockets" else one.rockets
        attacks = one.attacks + (self.weapon == "guns")
        after = changed(after, one.id, bombs=bombs, rockets=rockets, attacks=attacks)
        hits = (*target.hits, (one.id, self.points - target.points))
        after = with_target(after, replace(target, points=self.points, hits=hits))
        if self.weapon == "bombs" and one.kind == "bomber":
            after = in_combat(after, bombed=(*after.fought.bombed, one.id))
        return _on_the_track(after, target.id)

    def tell(self, state: Campaign) -> str:
        target = state.target(self.target)
        done = damage_of(target.kind, self.points, state.tables)
        was = damage_of(target.kind, target.points, state.tables)
        how = {"guns": "strafes", "bombs": "bombs", "rockets": "fires rockets at"}[self.weapon]
        more = self.points - target.points
        what = f", {more} damage point{'' if more == 1 else 's'}" if more else " without effect"
        return f"{state.called(self.aircraft)} {how} {target.name}{what}{f': it is {done}' if done != was else ''}"


def _on_the_track(state: Campaign, target: str) -> Campaign:
    """A ground target that was flipped moves to its new space; one that is destroyed leaves the track. GTD-1, IN-2."""
    combat, one = state.fought, state.target(target)
    if target not in combat.space_of:
        return state
    others = tuple(pair for pair in combat.spaces if pair[0] != target)
    gone = damage_of(one.kind, one.points, state.tables) == "destroyed"
    return in_combat(state, spaces=others if gone else (*others, (target, space_of_target(state, target))))


class TargetDestroyed(Event[Campaign], type="valor.target_destroyed"):
    """A ground target is destroyed, and who is credited with it. GTD-1, SKL-1, ``kill_pilot``."""

    target: str
    by: str

    def apply(self, state: Campaign) -> Campaign:
        kill = Kill(by=self.by, what=state.called(self.target), aircraft=False)
        after = in_mission(state, kills=(*state.flown.kills, kill))
        one = after.pieces.get(self.by)
        return changed(after, self.by, targets=one.targets + 1) if isinstance(one, SquadronMember) else after

    def tell(self, state: Campaign) -> str:
        return f"{state.called(self.target)} is destroyed by {state.called(self.by)}"


class AttemptMade(Event[Campaign], type="valor.attempt_made"):
    """An attempt at photo recon or spotting, after the fire from the ground. PHO-1 to PHO-8."""

    aircraft: str
    side: Side | None
    """Of the counter after the fire; None: it was shot down and made none. What follows is told by other events."""
    points: int
    waits: bool
    """Whether the points wait for the crew's return. PHO-8, ``photo_marker``."""

    def apply(self, state: Campaign) -> Campaign:
        combat = state.fought
        after = has_acted(state, self.aircraft)
        after = in_combat(after, attempts=(*combat.attempts, (self.aircraft, combat.round)))
        mission = after.flown
        waiting = (*mission.observed, (self.aircraft, self.points)) if self.waits and self.points else mission.observed
        return in_mission(after, attempted=mission.turn, observed=waiting)

    def tell(self, state: Campaign) -> str:
        who = state.called(self.aircraft)
        if self.side is None:
            return f"{who} is shot down before its attempt"
        return f"{who} makes its attempt: {self.points} MP{' if the crew comes back' if self.waits and self.points else ''}"
