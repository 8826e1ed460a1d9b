"""What happens before the first round of a combat, between rounds and after the last."""

from __future__ import annotations

from typing import ClassVar, Literal

from aqmf_air.core.data.model import replace
from aqmf_air.core.play.orders import Event
from aqmf_air.games.aces_of_valor.combat_state import Combat
from aqmf_air.games.aces_of_valor.counters import NATIONS, Aircraft
from aqmf_air.games.aces_of_valor.events.aircraft import in_combat, in_mission, without
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.games.aces_of_valor.table_rows import Amount, Kind, Nation
from aqmf_air.games.aces_of_valor.table_rows import Detection as Result

KINDS = {"fighter": "fighter", "two-seater": "2-seater", "bomber": "bomber", "heavy-bomber": "heavy bomber"}
Reason = Literal["meeting", "targets", "task", "scramble", "giant"]
REASONS: dict[Reason, str] = {
    "meeting": "the flight meets the enemy",
    "targets": "the flight attacks ground targets",
    "task": "the flight goes about its task",
    "scramble": "scramble: the enemy attacks the home airfield",
    "giant": "a heavy bomber is over the lines",
}
DETECTED: dict[Result, str] = {
    "enemy-surprise": "the enemy has the advantage and attacks",
    "enemy-engages": "the enemy attacks",
    "fight-if-enemy-equal-or-more": "the enemy attacks unless he is weaker",
    "fight-if-enemy-more": "the enemy attacks if he is stronger",
    "player-chooses": "the flight may evade",
    "player-surprise": "the flight has the advantage, and may evade",
}
CHECKED: dict[str, str] = {
    "none": "nobody comes or leaves",
    "all-enemy-leave": "all enemies leave",
    "arrive-D3": "more enemies arrive, D3 of them",
    "arrive-D6": "more enemies arrive, D6 of them",
}


def counted(numbers: tuple[tuple[Kind, int], ...]) -> str:
    """``2 2-seaters and 3 fighters``."""
    return " and ".join(f"{n} {KINDS[kind]}{'' if n == 1 else 's'}" for kind, n in numbers)


class CombatBegan(Event[Campaign], type="valor.combat_began"):
    """A combat begins. CBT-1, SCR-6."""

    reason: Reason
    friends: tuple[str, ...]
    targets: tuple[str, ...] = ()
    coming: tuple[tuple[Kind, int], ...] = ()
    """Enemies that will be drawn."""
    nation: Nation | None = None
    """Of the enemy, where it is known."""
    forced: bool = False
    ambush: bool = False
    field: str = ""

    def apply(self, state: Campaign) -> Campaign:
        combat = Combat(
            reason=self.reason,
            friends=self.friends,
            targets=self.targets,
            coming=self.coming,
            nation=self.nation,
            forced=self.forced,
            ambush=self.ambush,
            field=self.field,
            against=bool(self.targets or self.coming),
        )
        return in_mission(state, combat=combat)

    def tell(self, state: Campaign) -> str:
        if self.coming and self.reason == "meeting":
            return f"the flight meets {counted(self.coming)}{', an ambush' if self.ambush else ''}"
        return REASONS[self.reason]


class EnemyNationFound(Event[Campaign], type="valor.enemy_nation_found"):
    """Whose enemies they are. CBT-2."""

    nation: Nation

    def apply(self, state: Campaign) -> Campaign:
        return in_combat(state, nation=self.nation)

    def tell(self, state: Campaign) -> str:
        return f"the enemy is {NATIONS[self.nation].adjective}"


class NationLeftToDice(Event[Campaign], type="valor.nation_left_to_dice"):
    """From now on the enemy's nationality is rolled without asking. CBT-2."""

    wording: ClassVar[str] = "C1 says whose enemies they are, from now on"

    def apply(self, state: Campaign) -> Campaign:
        return replace(state, nation_by_dice=True)


class EnemyTierFound(Event[Campaign], type="valor.enemy_tier_found"):
    """Of which tier the enemy's fighters are. CBT-3."""

    wording: ClassVar[str] = "C2: the enemy's fighters are of tier {tier}: {of_type}"
    tier: int
    of_type: str

    def apply(self, state: Campaign) -> Campaign:
        return in_combat(state, tier=self.tier)


def _of_type(one: Aircraft) -> str:
    return f" ({one.type})" if one.type and one.type not in one.name else ""


class EnemiesCame(Event[Campaign], type="valor.enemies_came"):
    """Enemy aircraft were drawn; they are in the combat from the next round on. CBT-3, CBT-6, CBT-8, RND-7."""

    enemies: tuple[Aircraft, ...]

    def apply(self, state: Campaign) -> Campaign:
        combat = state.fought
        new = tuple((one.id, combat.round + 1) for one in self.enemies) if combat.round else ()
        return in_combat(
            state,
            enemies=(*combat.enemies, *self.enemies),
            coming=(),
            joined=(*combat.joined, *new),
            against=combat.against or bool(self.enemies),
        )

    def tell(self, state: Campaign) -> str:
        shown = (f"{one.name} {one.air}/{one.ground}{_of_type(one)}" for one in self.enemies)
        return f"enemies: {', '.join(shown) or 'none; the cup is empty'}"


class AceMovedIn(Event[Campaign], type="valor.ace_moved_in"):
    """The enemy's best pilot is an ace by an event; the event has been used. EV-9."""

    wording: ClassVar[str] = "{pilot} is the ace who moved in: his air skill is 1 higher"
    card: str
    pilot: str

    def apply(self, state: Campaign) -> Campaign:
        return replace(state, effects=tuple(one for one in state.effects if one != (self.card, state.number)))


class Detected(Event[Campaign], type="valor.detected"):
    """What the detection check says. DET-1."""

    result: Result

    def apply(self, state: Campaign) -> Campaign:
        advantage = {"enemy-surprise": "enemy", "player-surprise": "friend"}.get(self.result, "")
        return in_combat(state, detection=self.result, advantage=advantage)

    def tell(self, state: Campaign) -> str:
        return f"C3: {DETECTED[self.result]}"


class MeetingEnded(Event[Campaign], type="valor.meeting_ended"):
    """There is no combat: the flight evades, or a weak enemy flies on. DET-5, ``fight_when_weaker``."""

    evaded: bool

    def apply(self, state: Campaign) -> Campaign:
        return in_mission(state, combat=None, evaded=state.flown.evaded or self.evaded)

    def tell(self, state: Campaign) -> str:
        return "the flight evades" if self.evaded else "the enemy flies on"


class RoundBegan(Event[Campaign], type="valor.round_began"):
    """A round of combat. RND-1, IN-3."""

    wording: ClassVar[str] = "round {round} of combat"
    round: int
    raid_over: bool = False
    """Whether the enemy of a scramble has done what he came for. SCR-12."""

    def apply(self, state: Campaign) -> Campaign:
        combat = state.fought
        here = (*combat.friends, *(one.id for one in combat.enemies))
        return in_combat(
            state,
            round=self.round,
            raid_over=self.raid_over,
            spaces=(),
            acting=(),
            target="",
            acted=(),
            ties=(),
            to_act=tuple(one for one in here if one not in combat.gone),
        )


class CombatChecked(Event[Campaign], type="valor.combat_checked"):
    """The combat event check after a round. RND-7."""

    result: Literal["none", "all-enemy-leave", "arrive-D3", "arrive-D6"]

    def apply(self, state: Campaign) -> Campaign:
        arriving: dict[str, Amount] = {"arrive-D3": "D3", "arrive-D6": "D6"}
        return in_combat(state, arriving=arriving.get(self.result, ""))

    def tell(self, state: Campaign) -> str:
        combat = state.fought
        gone = combat.destroyed if state.rulings.c10_departs == "all" else combat.gone
        nobody = self.result == "all-enemy-leave" and all(enemy.id in gone for enemy in combat.enemies)
        return f"C10: {'no enemy is there to leave' if nobody else CHECKED[self.result]}"


class EnemiesLeft(Event[Campaign], type="valor.enemies_left"):
    """Enemies leave the combat. RND-7, ``c10_departs``."""

    enemies: tuple[str, ...]

    def apply(self, state: Campaign) -> Campaign:
        combat = state.fought
        return in_combat(
            state,
            enemies=tuple(one for one in combat.enemies if one.id not in self.enemies),
            acted=without(combat.acted, *self.enemies),
            broken_off=without(combat.broken_off, *self.enemies),
        )

    def tell(self, state: Campaign) -> str:
        verb = "leaves" if len(self.enemies) == 1 else "leave"
        return f"{', '.join(state.called(one) for one in self.enemies)} {verb} the combat"


class MoreAreComing(Event[Campaign], type="valor.more_are_coming"):
    """How many enemies arrive. RND-7, OPT-7."""

    fighters: int
    two_seaters: int = 0

    @property
    def coming(self) -> tuple[tuple[Kind, int], ...]:
        numbers: tuple[tuple[Kind, int], ...] = (("fighter", self.fighters), ("two-seater", self.two_seaters))
        return tuple((kind, n) for kind, n in numbers if n)

    def apply(self, state: Campaign) -> Campaign:
        return in_combat(state, coming=self.coming, arriving="")

    def tell(self, state: Campaign) -> str:
        return f"arriving: {counted(self.coming)}" if self.coming else "nobody arrives: the limit is reached"


class CombatEnded(Event[Campaign], type="valor.combat_ended"):
    """The combat is over: enemies go back to their cups, friends to the flight. RND-9, BRK-2."""

    def apply(self, state: Campaign) -> Campaign:
        combat, mission = state.fought, state.flown
        rounds = (*mission.rounds, (combat.round, combat.against))
        return in_mission(state, combat=None, fought=True, rounds=rounds)

    def tell(self, state: Campaign) -> str:
        return f"the combat is over after round {state.fought.round}"
