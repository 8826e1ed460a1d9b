"""The tables on the sheet: odds and charts, asked of the rules, and everything held once.

A chart says for each die that a rule asks for where each face leads. It is made by running the rule itself with every face
in turn: walked with the faces of real dice, it ends where the rule ends, and needs to know nothing of the rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from typing import Any

from aqmf_air.core.data.typed_faces import options_of
from aqmf_air.core.dice.chance import Odds, chances
from aqmf_air.core.dice.dice import Dice, DiceTray, Faces, NeedDice, recorded
from aqmf_air.core.dice.modifiers import Automatic, Impossible, TargetNumber
from aqmf_air.core.odds.summary import Summary
from aqmf_air.core.play.rulings import Rulings
from aqmf_air.games.martian_front.orders.turn import turned
from aqmf_air.games.martian_front.profiles import SIDES
from aqmf_air.games.martian_front.rules.barrage import number_struck
from aqmf_air.games.martian_front.rules.shooting import HIGHEST, LOWEST, Volley, damaging_shots, shot, spelled
from aqmf_air.games.martian_front.rules.tripod import (
    DAMAGED,
    EXPLODED,
    UNHARMED,
    WRECKED,
    Fate,
    Tripod,
    damage_tripod,
    damage_tripod_repeatedly,
    disarmed,
    lamed,
    stunned,
)
from aqmf_air.games.martian_front.state import STUNNED, Game, StateMark, Tabletop, Unit, phases

MILLION = 1_000_000
MOST_SHOTS = 60
"""In the tables: of more than that at once, some are rolled first."""
LONGEST_FRACTION = 16
"""Characters of a fraction that is shown."""
FATES = (EXPLODED, WRECKED, DAMAGED, UNHARMED)
LISTS = ("numbers", "needs", "reasons", "takes", "refusals", "tests", "odds", "fates", "asks", "nodes", "ends")


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


class Tables:
    """Plain data by what it is of: each piece is held once in one of ``lists``, and known by its number there.

    ``odds`` are ``[chance of 0, 1, ...; of so many or more; mean; exact]``; ``asks`` are ``[what is rolled, what it takes,
    faces, names of the faces, about]``; ``nodes`` are ``[ask, node for each face]`` or ``[-1, end]``. ``pairs`` holds the
    tables of all attacks that need the same two numbers.
    """

    def __init__(self) -> None:
        self.lists: dict[str, list[Any]] = {name: [] for name in LISTS}
        self.pairs: dict[str, dict[str, Any]] = {}
        self._seen: dict[tuple[str, str], int] = {}

    def held(self, name: str, one: Any) -> int:
        """The number of a piece."""
        held = self.lists[name]
        at = self._seen.setdefault((name, repr(one)), len(held))
        if at == len(held):
            held.append(one)
        return at

    # -- odds --------------------------------------------------------------------------------------------------------

    def attacks(
        self, hit: TargetNumber, damage: TargetNumber, shots: int, templates: Iterable[int], elements: int, armor: int
    ) -> None:
        """What comes of up to so many shots, and of so many templates over up to so many elements.

        ``armor``: what a tripod that is hit has left of it; 0: it is none.
        """
        struck = (hit, damage)
        key = "/".join(map(grade, struck))
        if key not in self.pairs:
            chart = self.chart(shot, (*struck, ""), _hits)
            self.pairs[key] = {"chart": chart, "shots": [], "struck": {}, "fates": {}}
        pair = self.pairs[key]
        _extend(pair["shots"], shots, lambda number: self.counted(chances(damaging_shots, number, *struck, "")))
        most = shots
        for count in templates:
            _extend(pair["struck"].setdefault(str(count), []), elements, partial(self._struck, (struck,) * count))
            most = max(most, count)
        if armor:
            _extend(pair["fates"].setdefault(str(armor), []), most, lambda number: self._fate(armor, number, *struck))

    def _struck(self, attacks: tuple[tuple[TargetNumber, TargetNumber], ...], elements: int) -> int:
        return self.counted(chances(number_struck, (attacks,) * elements, ""))

    def _fate(self, armor: int, shots: int, hit: TargetNumber, damage: TargetNumber) -> int:
        odds = chances(fate_of_volley, armor, shots, hit, damage)
        return self.held("fates", [millionths(odds.of(fate)) for fate in FATES])

    def counted(self, odds: Odds[int]) -> int:
        """The number of a distribution of whole numbers."""
        summary = Summary(odds)
        values = range(summary.values[-1] + 1)
        just, more = ([millionths(chance(value)) for value in values] for chance in (summary.exactly, summary.at_least))
        some = str(summary.at_least(1))
        exact = some if len(some) <= LONGEST_FRACTION else ""
        return self.held("odds", [just, more, round(float(summary.mean), 4), exact])

    def named(self, odds: Odds[str]) -> list[list[Any]]:
        """Outcomes that have names, the likeliest first: ``[name, millionths, exact]``."""
        likeliest = sorted(odds.items(), key=lambda one: (-one[1], one[0]))
        return [[name, millionths(chance), str(chance)] for name, chance in likeliest if chance]

    # -- charts ------------------------------------------------------------------------------------------------------

    def chart(
        self,
        rule: Callable[..., Any],
        facts: tuple[Any, ...],
        end: Callable[[Any], list[Any]],
        given: tuple[Faces, ...] = (),
    ) -> int:
        """The number of the node at which ``rule(dice, *facts)`` stands after the faces that are given.

        ``end`` makes plain data of an outcome.
        """
        try:
            return self.held("nodes", [-1, self.held("ends", end(rule(DiceTray(recorded(given)), *facts)))])
        except NeedDice as need:
            ask = need.ask
        assert ask.size == 1  # a handful is as many walks
        by_value: dict[Any, int] = {}
        follows = []
        for face in ask.die.faces:
            value = ask.made_of((face,))
            if value not in by_value:
                by_value[value] = self.chart(rule, facts, end, (*given, Faces((face,), "")))
            follows.append(by_value[value])
        needs = spelled(ask.about) if isinstance(ask.about, TargetNumber) else ""
        names = [str(face) for face in ask.die.faces] if options_of(ask) else []
        about = ask.about if isinstance(ask.about, str) else ""
        return self.held("nodes", [self.held("asks", [ask.label, needs, len(ask.die.faces), names, about]), *follows])

    def tripods(self, most_armor: int, most_weapons: int) -> list[list[int]]:
        """Charts of one damaging hit on a tripod, by Armor left (from 1) and number of weapons that still work (from 0)."""
        weapons = [tuple(f"weapon {at}" for at in range(1, number + 1)) for number in range(most_weapons + 1)]
        return [
            [self.chart(damage_tripod, (Tripod(armor, working), ""), _damaged) for working in weapons]
            for armor in range(1, most_armor + 1)
        ]


def _extend(held: list[int], most: int, made: Callable[[int], int]) -> None:
    held += [made(number) for number in range(len(held) + 1, min(most, MOST_SHOTS) + 1)]


def _hits(volley: Volley) -> list[int]:
    return [volley.hits, volley.damaging]


def _damaged(after: Tripod) -> list[int]:
    """Armor left, whether it blows up, is stunned, is lamed, and the number of the weapon that was hit (0: none)."""
    hit = int(after.wild[0].removeprefix("weapon ")) if disarmed(after) else 0
    return [0 if after.destroyed else after.armor, int(after.exploded), int(stunned(after)), int(lamed(after)), hit]


def phases_of_a_turn() -> list[list[Any]]:
    """The phases: ``[title, whose, once, frees]``; the game itself is asked what ends with each.

    ``frees``: whether its end frees a tripod that was stunned before it, if its side goes first, and if the other one does.
    HOST-TRIPOD-2.
    """
    stunned_before = (StateMark(name=STUNNED, value="before"),)
    tripods = tuple(Unit(id=side, type="", side=side, elements=(), marks=stunned_before) for side in SIDES)
    listed = []
    for at, phase in enumerate(phases()):
        game = Game(table=Tabletop(width=1, depth=1), phase=at, order=SIDES, units=tripods, types=(), rulings=Rulings())
        frees = [int(not one.has(STUNNED)) for one in turned(game, phase.id).units]
        listed.append([phase.title, phase.whose, int(phase.once), frees])
    return listed
