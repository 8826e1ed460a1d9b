"""What an aircraft is worth in the laboratory: two fly side by side and fire at each other, turn after turn."""

from dataclasses import dataclass
from fractions import Fraction

from aqmf_air import api
from dawn_duel.rules import LENGTHS, Aim, AircraftType, burst, numbers, to_hit

State = tuple[int, int]  # the structure that is left of both


@dataclass(frozen=True)
class Terms(api.Terms):
    turns: int = api.number("Turns that it lasts at most.", 1, 30, default=6)
    apart: int = api.number("Hexes between them.", 1, 4, default=1)
    length: str = api.one_of("How long each burst is.", *LENGTHS, default="short")


class Meetings(api.Laboratory, name="duels", help="Two aircraft that fire at each other."):
    terms, noun, most, rules = Terms, "aircraft", 1, ("Both have the other before their guns in every turn.",)

    def forces(self) -> dict[str, api.Force]:
        return {one.name: api.Force(one.name, "", 0) for one in numbers().aircraft}

    def tables(self) -> object:
        return numbers().model_dump(mode="json")

    def facts(self, one: api.Lineup, other: api.Lineup, terms: api.Terms) -> object:
        return [(kind.structure, kind.guns) for kind in map(_kind, (one, other))], terms.words()

    def meeting(self, one: api.Lineup, other: api.Lineup, terms: api.Terms) -> api.Meeting[State]:
        assert isinstance(terms, Terms)
        kinds, need = (_kind(one), _kind(other)), to_hit(Aim(terms.apart, 1)).total

        def turn(dice: api.Dice, state: State) -> State:
            hit = [dice.call(burst, need, kind.guns, terms.length, "") for kind in kinds]
            return max(0, state[0] - hit[1]), max(0, state[1] - hit[0])

        def outcome(state: State) -> api.Outcome:
            a, b = (1 - Fraction(left, kind.structure) for left, kind in zip(state, kinds, strict=True))
            return api.Outcome((a < 1, b < 1), (a, b))

        start = kinds[0].structure, kinds[1].structure
        return api.Meeting({start: Fraction(1)}, turn, lambda state: not all(state), outcome, terms.turns)


def _kind(lineup: api.Lineup) -> AircraftType:
    return next(one for one in numbers().aircraft if one.name == lineup[0][0])
