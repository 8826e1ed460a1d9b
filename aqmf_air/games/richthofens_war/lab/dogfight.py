"""A duel without a map: the state of two aircraft, and a turn of theirs by the game's own rules.

A turn is two steps: the moves, then the fire and what is done about jams. Between them the state says where the two are.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple

from aqmf_air.core.data.model import replace as with_fields
from aqmf_air.core.dice.dice import Dice, Table, recorded
from aqmf_air.core.dice.draws import pick
from aqmf_air.core.play.orders import after
from aqmf_air.games.richthofens_war import tending
from aqmf_air.games.richthofens_war.damage import applied
from aqmf_air.games.richthofens_war.initiative import row_of_try
from aqmf_air.games.richthofens_war.lab.encounter import IDS, SIDES, Encounter, Jams, Position
from aqmf_air.games.richthofens_war.lab.terms import Kind, Terms
from aqmf_air.games.richthofens_war.pieces import Aircraft, Shot
from aqmf_air.games.richthofens_war.rules import initiative, tailing
from aqmf_air.games.richthofens_war.rules.criticals import Critical, critical_hit
from aqmf_air.games.richthofens_war.rules.fire import cleared
from aqmf_air.games.richthofens_war.rulings import RichthofenRulings
from aqmf_air.games.richthofens_war.shooting import fired
from aqmf_air.games.richthofens_war.state import Game
from aqmf_air.games.richthofens_war.tables import AircraftType

Both = tuple[bool, bool]
Fate = Literal["fights", "home", "away", "lost"]
"""``home``: it flies home, and may be chased; ``away``: it has got away."""


class Craft(NamedTuple):
    """What matters of an aircraft in a duel."""

    damage: int = 0
    jams: Jams = ()
    fate: Fate = "fights"


class State(NamedTuple):
    """What matters of a duel."""

    position: Position
    fire: bool
    """Whether the moves of the turn are done, and the fire comes next."""
    one: Craft
    other: Craft
    beaten: int = 0
    """Points of damage of the foe that was replaced in the step before, where foes are replaced."""

    @property
    def crafts(self) -> tuple[Craft, Craft]:
        return self.one, self.other


class Effect(NamedTuple):
    """What comes of the shots of an aircraft."""

    damage: int = 0
    fate: Fate = "fights"
    """What a critical hit makes of the target."""
    jams: Jams = ()
    """Of who fires: those of its guns that are jammed after it."""
    own_damage: int = 0


APART, NOTHING = Position("apart"), Effect()
WORSE: dict[Fate, int] = {"fights": 0, "home": 1, "lost": 2, "away": 3}


def held(kind: Kind, who: int) -> Position:
    """A position that an aircraft holds; where the two stand alike nobody does."""
    return Position(kind, who) if kind in ("on the tail", "shot") else Position(kind)


class Dogfight:
    """Two aircraft that meet.

    Args:
        encounter: who, and on what terms.
        replaced: whether a foe, the other one, that is lost or has flown home has a fresh one in its place at once.
    """

    def __init__(self, encounter: Encounter, *, replaced: bool = False) -> None:
        self.encounter, self.replaced = encounter, replaced
        self.whole = tuple(type_.damage for type_ in encounter.types)

    @cached_property
    def limits(self) -> tuple[int, ...]:
        """Points of damage from which on each flies home; where it is lost at the latest."""
        return tuple(-(-whole * self.encounter.terms.home // 100) for whole in self.whole)

    def start(self, terms: Terms) -> State:
        """How it begins."""
        begun = {
            "apart": APART,
            "head-on": held("head-on", 0),
            "tail": Position("on the tail", 0),
            "tailed": Position("on the tail", 1),
        }
        return State(begun[terms.start], False, Craft(), Craft())

    def over(self, state: State) -> bool:
        """Whether one of them has gone; where foes are replaced: the first one."""
        there = (state.one,) if self.replaced else state.crafts
        return any(craft.fate in ("away", "lost") for craft in there)

    def lost(self, craft: Craft, who: int) -> Fraction:
        """The share of an aircraft that is lost: its damage."""
        return Fraction(craft.damage, self.whole[who])

    def step(self, dice: Dice, state: State) -> State:
        """Half a turn: the moves, or the fire. TURN-1."""
        return self._settled(self._fired(dice, state) if state.fire else self._moved(dice, state))

    def _settled(self, state: State) -> State:
        """The state with a fresh foe in the place of one that is gone, where foes are replaced."""
        if not self.replaced or state.other.fate not in ("away", "lost"):
            return state
        return State(APART, state.fire, state.one, Craft(), state.other.damage)

    # -- moves -----------------------------------------------------------------------------------------------------------

    def _moved(self, dice: Dice, state: State) -> State:
        position = dice.call(self.moves, state.position, _home(state))
        if position != APART:
            return State(position, True, state.one, state.other)
        one, other = (
            craft._replace(fate="away", jams=()) if craft.fate == "home" else craft for craft in (state.one, state.other)
        )
        return State(position, True, one, other)

    def moves(self, dice: Dice, position: Position, home: Both) -> Position:
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
        found = initiative.initiative_modifiers(game.rolling(game.of(IDS[who])), game.tables, game.rulings)
        return sum(one.value for one in found)

    def _into(self, dice: Dice, position: Position, later: int, home: Both, *, follows: bool = False) -> Position:
        """The position that who moves later gets into."""
        from aqmf_air.games.richthofens_war.lab.manoeuvre import came_of

        if home[later]:
            return APART
        came = came_of(self.encounter, position, later, follows=follows, flees=home[1 - later])
        kinds = tuple(kind for kind, ways in came for _ in range(ways))
        return held(dice.draw(pick("moves", kinds)) if len(came) > 1 else kinds[0], later)

    # -- fire ------------------------------------------------------------------------------------------------------------

    def _fired(self, dice: Dice, state: State) -> State:
        """All fire at once, then jams. FIRE-1, JAM-4."""
        position, (one, other) = state.position, state.crafts
        if not (one.jams or other.jams) and position == APART:
            return state._replace(fire=False, beaten=0)
        mine, theirs = dice.call(self.exchange, position, (one.jams, other.jams), _home(state))
        return State(
            position,
            False,
            self._hurt(0, Craft(one.damage + theirs.damage + mine.own_damage, mine.jams, one.fate), theirs.fate),
            self._hurt(1, Craft(other.damage + mine.damage + theirs.own_damage, theirs.jams, other.fate), mine.fate),
        )

    def exchange(self, dice: Dice, position: Position, jams: tuple[Jams, Jams], home: Both) -> tuple[Effect, Effect]:
        """The fire of both in a position, then their tries to clear guns.

        Args:
            dice: as of any rule.
            position: where the two are.
            jams: the guns of each that are jammed.
            home: who flies home: its pilot does not fire.
        """
        one, other = (dice.call(self.fire, position, who, jams[who], home[who]) for who in (0, 1))
        return one, other

    def fire(self, dice: Dice, position: Position, who: int, jams: Jams, home: bool) -> Effect:
        """The shots of an aircraft in a position, then tries to clear guns. FIRE-1, JAM-1, JAM-4, CRIT.

        Args:
            dice: as of any rule.
            position: where the two are.
            who: fires.
            jams: its guns that are jammed.
            home: whether it flies home: its pilot does not fire.
        """
        found = dice.call(self.volley, position, who, jams, home)
        clear = {gun for gun, need in self._needs(position, who, jams, home) if cleared(dice, need, SIDES[who])}
        return found._replace(jams=self._jams(who, {*jams, *found.jams} - clear))

    def _hurt(self, who: int, craft: Craft, fate: Fate) -> Craft:
        """An aircraft after fire: lost, on its way home, or as it is."""
        if fate == "lost" or craft.damage >= self.whole[who]:
            return Craft(self.whole[who], (), "lost")
        if "home" in (fate, craft.fate) or craft.damage >= self.limits[who]:
            return Craft(craft.damage, (), "home")
        return craft

    def _jams(self, who: int, jams: Iterable[str]) -> Jams:
        """What is kept of jammed guns: one that fires ahead; twin guns are alike."""
        ahead = [gun.name for gun in self.encounter.types[who].guns if gun.mount == "front"]
        found = sorted(set(jams).intersection(ahead), key=ahead.index)[:1]
        return tuple(ahead[:1] if found and self.encounter.types[who].front == "A" else found)

    def volley(self, dice: Dice, position: Position, who: int, jams: Jams, home: bool) -> Effect:
        """What the shots of an aircraft do in a position. FIRE-1, JAM-1, CRIT.

        Args:
            dice: as of any rule.
            position: where the two are.
            who: fires.
            jams: its guns that are jammed.
            home: whether it flies home: its pilot does not fire.
        """
        found = NOTHING
        for number in range(len(self.encounter.shots(position, who, jams, home=home))):
            one = dice.call(self._shot, position, who, jams, home, number)
            fate = max(found.fate, one.fate, key=WORSE.__getitem__)
            found = Effect(found.damage + one.damage, fate, (*found.jams, *one.jams), found.own_damage + one.own_damage)
        return found

    def _shot(self, dice: Dice, position: Position, who: int, jams: Jams, home: bool, number: int) -> Effect:
        game = self.encounter.at(position)
        own, target = game.of(IDS[who]), game.of(IDS[1 - who])
        _, way = self.encounter.shots(position, who, jams, home=home)[number]
        guns, manned = tuple(gun.name for gun in target.guns), target.observer is not None
        height = own.height if game.rulings.jam_height == "firer" else target.height
        came = fired(dice, way, height, guns, game.tables, game.rulings, own.side, observer=manned)
        found = came.critical
        if came.result.critical and found is None:
            found = critical_hit(dice, guns, game.tables, game.rulings, own.side, observer=manned)
        more, fate = consequence(self.encounter.types[1 - who], found, game.rulings) if found else (0, "fights")
        return Effect(came.result.damage + more, fate, came.jammed, came.own_damage)

    @lru_cache(maxsize=512)  # noqa: B019  # as long-lived as the meeting
    def _needs(self, position: Position, who: int, jams: Jams, home: bool) -> tuple[tuple[str, int], ...]:
        """The guns that may be cleared after the fire of a turn, and what each needs. JAM-4 to JAM-6, SPEC-12."""
        own = ((jams, ()), ((), jams))[who]
        game = self.encounter.with_jams(position, own)
        shots = self.encounter.shots(position, who, jams, home=home)
        game = with_fields(game, guns_fired=tuple((IDS[who], gun) for _, way in shots for gun in way.battery.guns))
        one = game.of(IDS[who])
        tried = (gun for gun in one.guns if not any(tending.against(game, tending.Task("clear", one.id, gun.name))))
        return tuple((gun.name, tending.clear_need(game, one, gun)) for gun in tried)


def _home(state: State) -> Both:
    return state.one.fate == "home", state.other.fate == "home"


@lru_cache(maxsize=4096)
def consequence(type_: AircraftType, found: Critical, rulings: RichthofenRulings) -> tuple[int, Fate]:
    """What a critical hit does to a sound aircraft, by the game's own damage: points, and whether it fights on. CRIT, D-11.

    Who is hit himself, or has less speed, a worse schedule, a gun less, or a holed tank, flies home.
    """
    game = Encounter((type_, type_), rulings, Terms()).fresh
    id_ = IDS[1]
    before = game.of(id_)
    shot = Shot(shooter=IDS[0], target=id_, damage=0)
    shot = with_fields(shot, critical=found.total, amount=found.amount, health=found.health, gun=found.gun)
    game = with_fields(game, shots=(shot,))
    now = after(game, applied(game, Table(recorded(())))).of(id_)
    if not now.flying:
        return 0, "lost"
    return now.damage, "fights" if _fights_on(before, now) else "home"


def _fights_on(before: Aircraft, now: Aircraft) -> bool:
    """Whether fire has left an aircraft what it needs to fight on."""
    whole = ("speed_lost", "schedule_lost", "fuel", "gliding")
    sound = all(getattr(before, name) == getattr(now, name) for name in whole)
    return sound and all(man.fit for man in now.crew) and not any(gun.out for gun in now.guns)
