"""What aircraft are worth, worked out a second time from the rules' text, in plain fractions.

Two turns against Camels, begun on a Camel's tail. Only what the moves lead to is taken from the laboratory: that is
counted a second time in ``test_laboratory``. Tries, the order of moves, fire, jams, critical hits, and prices are all here.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

import pytest

from aqmf_air.games.richthofens_war.lab.dogfight import Dogfight
from aqmf_air.games.richthofens_war.lab.encounter import DogfightPosition, RichthofenTerms
from aqmf_air.games.richthofens_war.lab.laboratory import RichthofenLaboratory
from aqmf_air.games.richthofens_war.lab.manoeuvre import came_of
from aqmf_air.games.richthofens_war.sequence import RichthofenRulings
from aqmf_air.games.richthofens_war.tables import tables
from aqmf_air.lab.prices import Toll, fair_price
from aqmf_air.lab.solving import chain_of, tried
from aqmf_air.plugins.registry import load_registry

TERMS = RichthofenTerms(turns=2, start="tail")
TWO_DICE = Counter(one + other for one, other in product(range(1, 7), repeat=2))
FIRE = {  # D-1: damage by the total, from 2; critical hits from
    ("A", 1): ((0, 0, 1, 1, 2, 2, 3, 3, 4, 5, 6), 11),
    ("A", 2): ((0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 5), 12),
    ("C", 1): ((0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4), 12),
    ("C", 2): ((0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3), 12),
}
TRY = {3: {*range(2, 11)}, 2: {*range(2, 10), 12}, 1: {*range(2, 9), 11, 12}, 0: {*range(2, 9), 12}, -1: {*range(2, 8), 9},
       -2: {*range(2, 8), 11}, -3: {*range(2, 8)}}  # fmt: skip
"""TAIL-8: what a try succeeds on, by the row."""


class Sheet(NamedTuple):
    schedule: int
    """A 1 to E 5."""
    column: str
    silhouette: int
    damage: int


SHEETS = {
    "Sopwith Camel": Sheet(5, "A", -1, 13),
    "Sopwith Pup": Sheet(5, "C", -1, 13),
    "Spad VII": Sheet(3, "C", 0, 15),
    "Fokker E-III": Sheet(2, "C", 0, 15),
}
CAMEL = "Sopwith Camel"


def shots(own: Sheet, target: Sheet, hexes: int, angled: bool) -> Counter[tuple[int, str, bool]]:
    """The chances of damage, what a critical hit makes of the target, and whether the shooter's guns are jammed."""
    damage, critical = FIRE[own.column, min(hexes, 2)]
    found: Counter[tuple[int, str, bool]] = Counter()
    guns = 2 if own.column == "A" else 1
    seen = 0 if own.silhouette == target.silhouette == -1 and own.schedule >= target.schedule else target.silhouette  # SIL-6
    for total, ways in TWO_DICE.items():
        at = max(2, min(12, total + seen - angled))
        jam = 1 - Fraction(4, 6) ** guns if total <= 4 else Fraction(0)  # JAM-1, JAM-3
        fates: Any = {(0, "fights"): Fraction(1)}
        if at >= critical:
            killed = Fraction(sum(TWO_DICE[n] for n in range(9, 13)), 36)  # CRIT-1
            fates = Counter()
            for number, chance in TWO_DICE.items():
                if number in (2, 12):
                    fates[0, "lost"] += Fraction(chance, 36) * killed
                    fates[0, "home"] += Fraction(chance, 36) * (1 - killed)
                else:  # 6 observer, 8 dive, 9 climb: nothing that counts here; 7 one point more
                    fates[number == 7, "fights" if number in (6, 7, 8, 9) else "home"] += Fraction(chance, 36)
        for ((more, fate), chance), jammed in product(fates.items(), (True, False)):
            found[damage[at - 2] + more, fate, jammed] += Fraction(ways, 36) * chance * (jam if jammed else 1 - jam)
    return found


class Side(NamedTuple):
    damage: int = 0
    fate: str = "fights"
    jammed: bool = False


def hurt(side: Side, sheet: Sheet, damage: int, fate: str) -> Side:
    """Lost at its damage, and on its way home from two thirds of it, rounded up to 66 in a hundred."""
    total = side.damage + damage
    if fate == "lost" or total >= sheet.damage:
        return Side(sheet.damage, "lost")
    if "home" in (fate, side.fate) or total * 100 >= 66 * sheet.damage:
        return Side(total, "home")
    return Side(total, "fights", side.jammed)


class SecondWorking:
    """A type against Camels that are replaced."""

    def __init__(self, name: str) -> None:
        self.sheets = (SHEETS[name], SHEETS[CAMEL])
        both = (tables.shipped().aircraft.at(name), tables.shipped().aircraft.at(CAMEL))
        self.met = Dogfight(both, RichthofenRulings(), TERMS).encounter
        self.gained = self.lost = Fraction(0)

    def moves(self, position: DogfightPosition, home: tuple[bool, bool]) -> dict[DogfightPosition, Fraction]:
        """Where a turn's moves lead: a try to tail first, then who moves later takes his place. TAIL-8, INIT-2, INIT-11."""
        found: dict[DogfightPosition, Fraction] = defaultdict(Fraction)
        if all(home):
            return {DogfightPosition("apart"): Fraction(1)}
        rest = Fraction(1)
        if position.kind == "on the tail" and not home[position.holder]:
            own, target = self.sheets[position.holder], self.sheets[1 - position.holder]
            row = own.schedule - target.schedule  # TAIL-7, TAIL-11: silhouettes count among equals
            row -= (own.silhouette - target.silhouette) * (not row)
            won = Fraction(sum(TWO_DICE[n] for n in TRY[row]), 36)
            self._go(found, position, position.holder, home, won, follows=True)
            rest -= won
        for later in (0, 1):
            self._go(found, position, later, home, rest / 2)  # nothing is added to either's dice
        return found

    def _go(
        self, found: Any, position: DogfightPosition, later: int, home: Any, chance: Fraction, *, follows: bool = False
    ) -> None:
        if home[later]:
            found[DogfightPosition("apart")] += chance
            return
        came = dict(came_of(self.met, position, later, 50, follows=follows, flees=home[1 - later]))
        for kind, ways in came.items():
            holder = later if kind in ("on the tail", "shot") else 0
            found[DogfightPosition(kind, holder)] += chance * Fraction(ways, sum(came.values()))

    def fire(self, position: DogfightPosition, who: int, side: Side) -> Any:
        """What an aircraft's fire does to the other, and whether its guns are jammed then."""
        fires = position.kind == "head-on" or (position.kind != "apart" and position.holder == who)
        if side.jammed:
            return {(0, "fights", True): Fraction(5, 6), (0, "fights", False): Fraction(1, 6)}  # JAM-4
        if not fires or side.fate == "home":
            return {(0, "fights", False): Fraction(1)}
        assert position.kind in ("on the tail", "shot", "head-on")  # the others are those of observers
        return shots(self.sheets[who], self.sheets[1 - who], 1, position.kind != "on the tail")

    def toll(self) -> tuple[Fraction, Fraction]:
        """The points that it destroys, a Camel at 100, and the share of itself that it loses."""
        self.gained = self.lost = Fraction(0)
        now: dict[Any, Fraction] = {(DogfightPosition("on the tail"), Side(), Side()): Fraction(1)}
        for _ in range(TERMS.turns):
            later: dict[Any, Fraction] = defaultdict(Fraction)
            for (position, one, other), chance in now.items():
                for there, moved in self.moves(position, (one.fate == "home", other.fate == "home")).items():
                    self._turn(later, there, one, other, chance * moved)
            now = later
        for (_, one, other), chance in now.items():
            self._ended(chance, one, other)
        return 100 * self.gained / self.sheets[1].damage, self.lost / self.sheets[0].damage

    def _turn(self, later: dict[Any, Fraction], there: DogfightPosition, one: Side, other: Side, chance: Fraction) -> None:
        """The rest of a turn after the moves: who flies home gets away where they are apart, then both fire at once."""
        if there.kind == "apart" and other.fate == "home":
            self.gained += chance * other.damage
            other = Side()
        if there.kind == "apart" and one.fate == "home":
            self._ended(chance, one, other)
            return
        ways = product(self.fire(there, 0, one).items(), self.fire(there, 1, other).items())
        for ((dealt, fate, jammed), p), ((taken, own_fate, their_jam), q) in ways:
            after = hurt(one._replace(jammed=jammed), self.sheets[0], taken, own_fate)
            foe, at = hurt(other._replace(jammed=their_jam), self.sheets[1], dealt, fate), there
            if foe.fate == "lost":
                self.gained += chance * p * q * foe.damage
                foe, at = Side(), DogfightPosition("apart")
            if after.fate == "lost":
                self._ended(chance * p * q, after, foe)
            else:
                later[at, after, foe] += chance * p * q

    def _ended(self, chance: Fraction, one: Side, other: Side) -> None:
        self.gained, self.lost = self.gained + chance * other.damage, self.lost + chance * one.damage


@pytest.fixture(scope="module")
def laboratory() -> RichthofenLaboratory:
    return RichthofenLaboratory(load_registry().ruleset("richthofen"), RichthofenRulings())


@pytest.mark.further
@pytest.mark.parametrize("worse", [("Spad VII",)])  # tests/nightly has all of them
def test_worths_are_those_of_a_second_working(laboratory: RichthofenLaboratory, worse: tuple[str, ...]) -> None:
    """RW-TAIL-8, RW-TAIL-11, RW-INIT-11, RW-SIL-6, RW-FIRE-1, RW-JAM-1, RW-JAM-3, RW-JAM-4, RW-CRIT-1."""
    tolls = {}
    for name in (CAMEL, *worse):
        gained, lost = SecondWorking(name).toll()
        trial = laboratory.trial(name, CAMEL, TERMS)
        figures = tried(trial, chain_of(trial))
        assert (figures["gained"], figures["lost"]) == (pytest.approx(float(gained)), pytest.approx(float(lost))), name
        tolls[name] = Toll(float(gained), float(lost))
    camel, prices = tolls[CAMEL], list[float]()
    for toll in tolls.values():  # what it gains, for each point that it costs, less what it loses is the Camel's
        price = fair_price(toll, camel, 100)
        assert price is not None
        assert toll.gained / price - toll.lost == pytest.approx(camel.gained / 100 - camel.lost)
        prices.append(price)
    assert prices[0] == pytest.approx(100)
    assert prices == sorted(prices, reverse=True)
    assert prices[-1] > 0
