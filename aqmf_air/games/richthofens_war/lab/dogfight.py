"""A duel without a map: the state of two aircraft, and a turn of theirs by the game's own rules.

A turn is two steps: the moves, then the fire and what is done about jams. Between them the state says where the two are.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, Literal, NamedTuple

from aqmf_air.api import Dice, DiceTray, after, pick, recorded
from aqmf_air.api import replace as with_fields
from aqmf_air.api.lab import Rolled
from aqmf_air.games.richthofens_war.chapters import guns_and_jams, initiative, tailing
from aqmf_air.games.richthofens_war.chapters.damage import Critical, applied, critical_hit
from aqmf_air.games.richthofens_war.chapters.fire import fired
from aqmf_air.games.richthofens_war.chapters.guns_and_jams import cleared
from aqmf_air.games.richthofens_war.chapters.initiative import rolling
from aqmf_air.games.richthofens_war.chapters.tailing import row_of_try
from aqmf_air.games.richthofens_war.lab.encounter import (
    IDS,
    SIDES,
    DogfightPosition,
    Encounter,
    Jams,
    Kind,
    RichthofenTerms,
    encounter_of,
)
from aqmf_air.games.richthofens_war.state import Aircraft, Game, PendingShot
from aqmf_air.games.richthofens_war.tables import AircraftType, RichthofenRulings

# -- what fire does in a duel ------------------------------------------------------------------------------------------


Both = tuple[bool, bool]
Fate = Literal["fights", "home", "away", "lost"]
"""``home``: it flies home, and may be chased; ``away``: it has got away."""


class Effect(NamedTuple):
    """What comes of the shots of an aircraft."""

    damage: int = 0
    fate: Fate = "fights"
    """What a critical hit makes of the target."""
    jams: Jams = ()
    """Of who fires: those of its guns that are jammed after it."""


NOTHING = Effect()
WORSE: dict[Fate, int] = {"fights": 0, "home": 1, "lost": 2, "away": 3}


class Gunnery:
    """The fire of two aircraft that meet: the same however long they do, whoever evades, and when they go home."""

    def __init__(self, encounter: Encounter) -> None:
        self.encounter = encounter

    def exchange(self, dice: Dice, position: DogfightPosition, jams: tuple[Jams, Jams], home: Both) -> tuple[Effect, Effect]:
        """The fire of both in a position, then their tries to clear guns.

        Args:
            dice: as of any rule.
            position: where the two are.
            jams: the guns of each that are jammed.
            home: who flies home: its pilot does not fire.
        """
        effect, other = (dice.call(self.fire, position, who, jams[who], home[who]) for who in (0, 1))
        return effect, other

    def fire(self, dice: Dice, position: DogfightPosition, who: int, jams: Jams, home: bool) -> Effect:
        """The shots of an aircraft in a position, then tries to clear guns. FIRE-1, JAM-1, JAM-4, CRIT.

        Args:
            dice: as of any rule.
            position: where the two are.
            who: fires.
            jams: its guns that are jammed.
            home: whether it flies home: its pilot does not fire.
        """
        effect = dice.call(self.volley, position, who, jams, home)
        clear = {gun for gun, need in self._needs(position, who, jams, home) if cleared(dice, need, SIDES[who])}
        return effect._replace(jams=self._jams(who, {*jams, *effect.jams} - clear))

    def _jams(self, who: int, jams: Iterable[str]) -> Jams:
        """What is kept of jammed guns: one that fires ahead; twin guns are alike."""
        ahead = [gun.name for gun in self.encounter.types[who].guns if gun.mount == "front"]
        kept = sorted(set(jams).intersection(ahead), key=ahead.index)[:1]
        return tuple(ahead[:1] if kept and self.encounter.types[who].front == "A" else kept)

    def volley(self, dice: Dice, position: DogfightPosition, who: int, jams: Jams, home: bool) -> Effect:
        """What the shots of an aircraft do in a position, with the facts of :meth:`fire`. FIRE-1, JAM-1, CRIT."""
        effect = NOTHING
        for number in range(len(self.encounter.shots(position, who, jams, home=home))):
            shot = dice.call(self._shot, position, who, jams, home, number)
            fate = max(effect.fate, shot.fate, key=WORSE.__getitem__)
            effect = Effect(effect.damage + shot.damage, fate, (*effect.jams, *shot.jams))
        return effect

    def _shot(self, dice: Dice, position: DogfightPosition, who: int, jams: Jams, home: bool, number: int) -> Effect:
        game = self.encounter.at(position)
        own, target = game.of(IDS[who]), game.of(IDS[1 - who])
        _, way = self.encounter.shots(position, who, jams, home=home)[number]
        guns, manned = tuple(gun.name for gun in target.guns), target.observer is not None
        height = own.height if game.rulings.jam_height == "firer" else target.height
        came = fired(dice, way, height, guns, game.tables, game.rulings, own.side, observer=manned)
        critical = came.critical
        if came.result.critical and critical is None:
            critical = critical_hit(dice, guns, game.tables, game.rulings, own.side, observer=manned)
        more, fate = consequence(self.encounter.types[1 - who], critical, game.rulings) if critical else (0, "fights")
        return Effect(came.result.damage + more, fate, came.jammed)

    @lru_cache(maxsize=512)  # noqa: B019  # as long-lived as the meeting
    def _needs(self, position: DogfightPosition, who: int, jams: Jams, home: bool) -> tuple[tuple[str, int], ...]:
        """The guns that may be cleared after the fire of a turn, and what each needs. JAM-4 to JAM-6, SPEC-12."""
        own = ((jams, ()), ((), jams))[who]
        game = self.encounter.with_jams(position, own)
        shots = self.encounter.shots(position, who, jams, home=home)
        game = with_fields(game, guns_fired=tuple((IDS[who], gun) for _, way in shots for gun in way.battery.guns))
        aircraft = game.of(IDS[who])
        tried = (
            gun
            for gun in aircraft.guns
            if not any(guns_and_jams.against_tending(game, guns_and_jams.GunTask("clear", aircraft.id, gun.name)))
        )
        return tuple((gun.name, guns_and_jams.need_to_clear(game, aircraft, gun)) for gun in tried)


@lru_cache(maxsize=4096)
def consequence(type_: AircraftType, critical: Critical, rulings: RichthofenRulings) -> tuple[int, Fate]:
    """What a critical hit does to a sound aircraft, by the game's own damage: points, and whether it fights on. CRIT, D-11.

    Who is hit himself, or has less speed, a worse schedule, a gun less, or a holed tank, flies home.
    """
    game = Encounter((type_, type_), rulings, RichthofenTerms()).fresh
    id_ = IDS[1]
    before = game.of(id_)
    shot = PendingShot(shooter=IDS[0], target=id_, damage=0)
    shot = with_fields(shot, critical=critical.total, amount=critical.amount, health=critical.health, gun=critical.gun)
    game = with_fields(game, shots=(shot,))
    now = after(game, applied(game, DiceTray(recorded(())))).of(id_)
    if not now.flying:
        return 0, "lost"
    return now.damage, "fights" if _fights_on(before, now) else "home"


def _fights_on(before: Aircraft, now: Aircraft) -> bool:
    """Whether fire has left an aircraft what it needs to fight on."""
    whole = ("speed_lost", "schedule_lost", "fuel", "gliding")
    sound = all(getattr(before, name) == getattr(now, name) for name in whole)
    return sound and all(man.fit for man in now.crew) and not any(gun.out for gun in now.guns)


# -- a turn of a duel --------------------------------------------------------------------------------------------------


class Craft(NamedTuple):
    """What matters of an aircraft in a duel."""

    damage: int = 0
    jams: Jams = ()
    fate: Fate = "fights"


class State(NamedTuple):
    """What matters of a duel."""

    position: DogfightPosition
    fire: bool
    """Whether the moves of the turn are done, and the fire comes next."""
    own: Craft
    other: Craft
    beaten: int = 0
    """Points of damage of the foe that was replaced in the step before, where foes are replaced."""

    @property
    def crafts(self) -> tuple[Craft, Craft]:
        return self.own, self.other


APART = DogfightPosition("apart")


HELD = ("on the tail", "shot", "across", "astern")
"""Positions in which the two do not stand alike."""


def held(kind: Kind, who: int) -> DogfightPosition:
    """A position that an aircraft holds; where the two stand alike nobody does."""
    return DogfightPosition(kind, who) if kind in HELD else DogfightPosition(kind)


class Dogfight:
    """Two aircraft that meet.

    Args:
        types: who.
        rulings: by what rules.
        terms: on what terms; how it begins and how long it lasts is nothing to a turn.
        replaced: whether a foe, the other one, that is lost or has flown home has a fresh one in its place at once.
    """

    def __init__(
        self,
        types: tuple[AircraftType, AircraftType],
        rulings: RichthofenRulings,
        terms: RichthofenTerms,
        *,
        replaced: bool = False,
    ) -> None:
        self.terms, self.replaced = terms, replaced
        self.encounter = encounter_of(types, rulings, terms)
        self.gunnery = _gunnery_of(self.encounter)
        self.whole = tuple(type_.damage for type_ in types)
        self.step = Rolled(self._asks, self._after)
        """Half a turn: the moves, or the fire. TURN-1."""

    @cached_property
    def limits(self) -> tuple[int, ...]:
        """Points of damage from which on each flies home; where it is lost at the latest."""
        return tuple(-(-whole * self.terms.home // 100) for whole in self.whole)

    def start(self, terms: RichthofenTerms) -> State:
        """How it begins."""
        begun = {
            "apart": APART,
            "head-on": held("head-on", 0),
            "tail": DogfightPosition("on the tail", 0),
            "tailed": DogfightPosition("on the tail", 1),
        }
        return State(begun[terms.start], False, Craft(), Craft())

    def over(self, state: State) -> bool:
        """Whether one of them has gone; a foe that is replaced never has."""
        return any(craft.fate in ("away", "lost") for craft in state.crafts)

    def lost(self, craft: Craft, who: int) -> Fraction:
        """The share of an aircraft that is lost: its damage."""
        return Fraction(craft.damage, self.whole[who])

    def _asks(self, state: State) -> tuple[Any, ...]:
        """What is rolled for in half a turn: the moves, or the fire."""
        if state.fire:
            return self.gunnery.exchange, state.position, (state.own.jams, state.other.jams), _home(state)
        return self.moves, state.position, _home(state)

    def _after(self, state: State, came: Any) -> State:
        """The state after half a turn, by what came of the dice."""
        after = self._hit(state, *came) if state.fire else self._moved(state, came)
        if not self.replaced or after.other.fate not in ("away", "lost"):
            return after
        return State(APART, after.fire, after.own, Craft(), after.other.damage)

    # -- moves -----------------------------------------------------------------------------------------------------------

    def _moved(self, state: State, position: DogfightPosition) -> State:
        first, other = state.crafts
        if position == APART:
            first, other = (craft._replace(fate="away") if craft.fate == "home" else craft for craft in (first, other))
        return State(position, True, first, other)

    def moves(self, dice: Dice, position: DogfightPosition, home: Both) -> DogfightPosition:
        """Where the moves of a turn lead: tries to tail, the order of moves, the moves. TAIL-8, TAIL-14, INIT-1.

        Args:
            dice: as of any rule.
            position: in which the turn begins.
            home: who flies home.
        """
        if all(home):
            return APART
        game = self.encounter.at(position)
        for who in (0, 1):
            if not home[who] and (tries := game.tries_of(SIDES[who])):
                row, _ = row_of_try(game, tries[0], tries)
                if tailing.tail_try(dice, row, game.tables, SIDES[who]):
                    return self._into(dice, position, who, home, follows=True)
        ahead = self._initiative(game, 0) - self._initiative(game, 1)
        later = 0 if initiative.moves_later(dice, ahead) else 1
        return self._into(dice, position, later, home)

    def _initiative(self, game: Game, who: int) -> int:
        """What an aircraft adds to its dice for the order of moves."""
        modifiers = initiative.initiative_modifiers(rolling(game, game.of(IDS[who])), game.tables, game.rulings)
        return sum(modifier.value for modifier in modifiers)

    def _into(
        self, dice: Dice, position: DogfightPosition, later: int, home: Both, *, follows: bool = False
    ) -> DogfightPosition:
        """The position that who moves later gets into."""
        from aqmf_air.games.richthofens_war.lab.manoeuvre import came_of

        if home[later]:
            return APART
        came = came_of(self.encounter, position, later, self.terms.evades, follows=follows, flees=home[1 - later])
        kinds = tuple(kind for kind, ways in came for _ in range(ways))
        return held(dice.draw(pick("moves", kinds)) if len(came) > 1 else kinds[0], later)

    def _hit(self, state: State, mine: Effect, theirs: Effect) -> State:
        """All fire at once, and what became of jams. FIRE-1, JAM-4."""
        craft, other = state.crafts
        craft = self._hurt(0, Craft(craft.damage + theirs.damage, mine.jams, craft.fate), theirs.fate)
        other = self._hurt(1, Craft(other.damage + mine.damage, theirs.jams, other.fate), mine.fate)
        return State(state.position, False, craft, other)

    def _hurt(self, who: int, craft: Craft, fate: Fate) -> Craft:
        """An aircraft after fire: lost, on its way home, or as it is."""
        if fate == "lost" or craft.damage >= self.whole[who]:
            return Craft(self.whole[who], (), "lost")
        if "home" in (fate, craft.fate) or craft.damage >= self.limits[who]:
            return Craft(craft.damage, (), "home")
        return craft


def _home(state: State) -> Both:
    return state.own.fate == "home", state.other.fate == "home"


@lru_cache(maxsize=16)
def _gunnery_of(encounter: Encounter) -> Gunnery:
    """The same for one encounter, so that what is known of its fire serves any number of duels."""
    return Gunnery(encounter)
