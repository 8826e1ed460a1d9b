"""The odds on the sheet: asked of the rules, each distribution held once, in millionths and exact where that is short."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.chance import Odds
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.modifiers import Automatic, Impossible, TargetNumber
from aqmf_air.core.odds.summary import Summary
from aqmf_air.core.play.question import Question
from aqmf_air.core.play.rulings import Rulings
from aqmf_air.games.martian_front.orders.turn import turned
from aqmf_air.games.martian_front.rules.barrage import number_struck
from aqmf_air.games.martian_front.rules.shooting import HIGHEST, LOWEST, Volley, damaging_shots, shot
from aqmf_air.games.martian_front.rules.tripod import Tripod, damage_tripod, damage_tripod_repeatedly
from aqmf_air.games.martian_front.rules.volleys import (
    DAMAGED,
    EXPLODED,
    UNHARMED,
    WRECKED,
    Fate,
    disarmed,
    lamed,
    stunned,
)
from aqmf_air.games.martian_front.sheet.charts import Charts
from aqmf_air.games.martian_front.state import STUNNED, Game, Tabletop, Unit, marked, phase_of, phases

MILLION = 1_000_000
MOST_SHOTS = 60
"""In the tables: of more than that at once, some are rolled first."""
LONGEST_FRACTION = 16
"""Characters of a fraction that is shown."""
FATES = (EXPLODED, WRECKED, DAMAGED, UNHARMED)

Struck = tuple[TargetNumber, TargetNumber]


def millionths(chance: Fraction) -> int:
    """A chance in millionths, to the nearest; what may happen is never 0, and what may fail is never all of them."""
    if chance in (0, 1):
        return int(chance) * MILLION
    return min(max(round(chance * MILLION), 1), MILLION - 1)


def grade(target: TargetNumber) -> str:
    """What numbers that ask the same of a die share: the lowest face, or ``lucky``, ``automatic``, ``impossible``."""
    verdict = target.verdict
    if isinstance(verdict, Automatic):
        return "automatic"
    if isinstance(verdict, Impossible):
        return "impossible"
    return "lucky" if verdict.number > HIGHEST else str(max(verdict.number, LOWEST + 1))


def fate_of_volley(dice: Dice, armor: int, shots: int, hit: TargetNumber, damage: TargetNumber) -> str:
    """What ``volley_at_tripod`` makes of a tripod, in one word: what is no part of the word is merged on the way."""
    return dice.call(_fate_of_hits, armor, dice.call(damaging_shots, shots, hit, damage, ""))


def _fate_of_hits(dice: Dice, armor: int, hits: int) -> str:
    return Fate(armor)(dice.call(damage_tripod_repeatedly, hits, Tripod(armor), ""))


@dataclass
class Tables:
    """Distributions by what they are of. ``odds`` holds ``[chance of 0, 1, ...; of so many or more; mean; exact]``."""

    charts: Charts = field(default_factory=Charts)
    odds: list[list[Any]] = field(default_factory=list)
    fates: list[list[int]] = field(default_factory=list)
    pairs: dict[str, dict[str, Any]] = field(default_factory=dict)
    _seen: dict[Any, int] = field(default_factory=dict)

    # -- attacks -----------------------------------------------------------------------------------------------------

    def pair(self, struck: Struck) -> dict[str, Any]:
        """The tables of all attacks that need the same two numbers: where they begin, and what they have so far."""
        key = "/".join(map(grade, struck))
        if key not in self.pairs:
            self.pairs[key] = {
                "chart": self.charts.add(shot, (*struck, ""), _volley),
                "shots": [],
                "struck": {},
                "fates": {},
            }
        return self.pairs[key]

    def shots(self, pair: dict[str, Any], struck: Struck, most: int) -> None:
        """How many of 1, 2, ... shots damage."""
        held = pair["shots"]
        for number in range(len(held) + 1, min(most, MOST_SHOTS) + 1):
            held.append(self.counted(Question("", damaging_shots, (number, *struck, "")).odds()))

    def struck(self, pair: dict[str, Any], struck: Struck, templates: int, most: int) -> None:
        """How many of 1, 2, ... elements are damaged under so many templates."""
        held = pair["struck"].setdefault(str(templates), [])
        for number in range(len(held) + 1, most + 1):
            held.append(self.counted(Question("", number_struck, (((struck,) * templates,) * number, "")).odds()))

    def fate(self, pair: dict[str, Any], struck: Struck, armor: int, most: int) -> None:
        """What becomes of a tripod with so much Armor left after 1, 2, ... shots."""
        held = pair["fates"].setdefault(str(armor), [])
        for number in range(len(held) + 1, min(most, MOST_SHOTS) + 1):
            odds = Question("", fate_of_volley, (armor, number, *struck)).odds()
            held.append(self._held(self.fates, [millionths(odds.of(fate)) for fate in FATES]))

    def counted(self, odds: Odds[int]) -> int:
        """The number of a distribution of whole numbers."""
        summary = Summary(odds)
        highest = summary.values[-1]
        some = str(summary.at_least(1))
        return self._held(
            self.odds,
            [
                [millionths(summary.exactly(value)) for value in range(highest + 1)],
                [millionths(summary.at_least(value)) for value in range(highest + 1)],
                round(float(summary.mean), 4),
                some if len(some) <= LONGEST_FRACTION else "",
            ],
        )

    def named(self, odds: Odds[str]) -> list[list[Any]]:
        """Outcomes that have names, the likeliest first: ``[name, millionths, exact]``."""
        chances = sorted(odds.items(), key=lambda one: (-one[1], one[0]))
        return [[name, millionths(chance), str(chance)] for name, chance in chances if chance]

    def _held(self, held: list[Any], one: list[Any]) -> int:
        key = (id(held), repr(one))
        if key not in self._seen:
            self._seen[key] = len(held)
            held.append(one)
        return self._seen[key]

    # -- tripods -----------------------------------------------------------------------------------------------------

    def tripod(self, most_armor: int, most_weapons: int) -> list[list[int]]:
        """Charts of one damaging hit on a tripod, by Armor left (from 1) and number of weapons that still work (from 0)."""
        return [
            [
                self.charts.add(damage_tripod, (Tripod(armor, _weapons(number)), ""), _tripod)
                for number in range(most_weapons + 1)
            ]
            for armor in range(1, most_armor + 1)
        ]


def _weapons(number: int) -> tuple[str, ...]:
    return tuple(f"weapon {at}" for at in range(1, number + 1))


def _volley(volley: Volley) -> list[int]:
    return [volley.hits, volley.damaging]


def _tripod(after: Tripod) -> list[int]:
    """Armor left, whether it blows up, is stunned, is lamed, and the number of the weapon that was hit (0: none)."""
    hit = int(after.wild[0].removeprefix("weapon ")) if disarmed(after) else 0
    return [0 if after.destroyed else after.armor, int(after.exploded), int(stunned(after)), int(lamed(after)), hit]


def stun_ends() -> list[int]:
    """For each phase in which the enemy stuns a tripod, the phase at whose end it is stunned no more. HOST-TRIPOD-2.

    The game itself is asked: it is led on from phase to phase. The enemy acts in its own part of a turn; where both sides
    act, the tripod is taken to be of the side that goes first.
    """
    ends = []
    for at, phase in enumerate(phases()):
        game = Game(
            table=Tabletop(width=1, depth=1), phase=at, turn=int(not phase.once), units=(), types=(), rulings=Rulings()
        )
        side = game.order[1] if phase.whose == "first" else game.order[0]
        marks = marked((), STUNNED, phase_of(game))
        game = replace(game, units=(Unit(id="tripod", type="tripod", side=side, elements=(), marks=marks),))
        while game.units[0].has(STUNNED):
            before = game.phase
            follows = next((one for one in phases()[before + 1 :] if not one.once), None)
            game = turned(game, (follows or next(one for one in phases() if not one.once)).id)
        ends.append(before)
    return ends
