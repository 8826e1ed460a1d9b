"""A duel without a map: the state of two aircraft, and a turn of theirs by the game's own rules.

A turn is two steps: the moves, then the fire and what is done about jams. Between them the state says where the two are.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.draws import pick
from aqmf_air.games.richthofens_war.initiative import row_of_try
from aqmf_air.games.richthofens_war.lab.encounter import IDS, SIDES, DogfightPosition, Encounter, Jams, encounter_of
from aqmf_air.games.richthofens_war.lab.gunnery import Both, Effect, Fate, Gunnery
from aqmf_air.games.richthofens_war.lab.terms import Kind, RichthofenTerms
from aqmf_air.games.richthofens_war.rules import initiative, tailing
from aqmf_air.games.richthofens_war.rulings import RichthofenRulings
from aqmf_air.games.richthofens_war.state import Game
from aqmf_air.games.richthofens_war.tables import AircraftType
from aqmf_air.lab.markov_chain import Rolled


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
    one: Craft
    other: Craft
    beaten: int = 0
    """Points of damage of the foe that was replaced in the step before, where foes are replaced."""

    @property
    def crafts(self) -> tuple[Craft, Craft]:
        return self.one, self.other


APART = DogfightPosition("apart")


def held(kind: Kind, who: int) -> DogfightPosition:
    """A position that an aircraft holds; where the two stand alike nobody does."""
    return DogfightPosition(kind, who) if kind in ("on the tail", "shot") else DogfightPosition(kind)


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
            return self.gunnery.exchange, state.position, (state.one.jams, state.other.jams), _home(state)
        return self.moves, state.position, _home(state)

    def _after(self, state: State, came: Any) -> State:
        """The state after half a turn, by what came of the dice."""
        after = self._hit(state, *came) if state.fire else self._moved(state, came)
        if not self.replaced or after.other.fate not in ("away", "lost"):
            return after
        return State(APART, after.fire, after.one, Craft(), after.other.damage)

    # -- moves -----------------------------------------------------------------------------------------------------------

    def _moved(self, state: State, position: DogfightPosition) -> State:
        one, other = state.crafts
        if position == APART:
            one, other = (craft._replace(fate="away") if craft.fate == "home" else craft for craft in (one, other))
        return State(position, True, one, other)

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
        found = initiative.initiative_modifiers(game.rolling(game.of(IDS[who])), game.tables, game.rulings)
        return sum(one.value for one in found)

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

    # -- fire ------------------------------------------------------------------------------------------------------------

    def _hit(self, state: State, mine: Effect, theirs: Effect) -> State:
        """All fire at once, and what became of jams. FIRE-1, JAM-4."""
        one, other = state.crafts
        one = self._hurt(0, Craft(one.damage + theirs.damage, mine.jams, one.fate), theirs.fate)
        other = self._hurt(1, Craft(other.damage + mine.damage, theirs.jams, other.fate), mine.fate)
        return State(state.position, False, one, other)

    def _hurt(self, who: int, craft: Craft, fate: Fate) -> Craft:
        """An aircraft after fire: lost, on its way home, or as it is."""
        if fate == "lost" or craft.damage >= self.whole[who]:
            return Craft(self.whole[who], (), "lost")
        if "home" in (fate, craft.fate) or craft.damage >= self.limits[who]:
            return Craft(craft.damage, (), "home")
        return craft


def _home(state: State) -> Both:
    return state.one.fate == "home", state.other.fate == "home"


@lru_cache(maxsize=16)
def _gunnery_of(encounter: Encounter) -> Gunnery:
    """The same for one encounter, so that what is known of its fire serves any number of duels."""
    return Gunnery(encounter)
