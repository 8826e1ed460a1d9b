"""A bombing run as a whole: several aircraft, all their templates, everybody under them, and the odds."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from aqmf_air.core.dice.chance import Odds, chances
from aqmf_air.core.odds.summary import chance_document, distribution
from aqmf_air.core.play.ruleset import Objection
from aqmf_air.errors import WorkLimitError
from aqmf_air.games.martian_aircraft.rules.bombing import Impact, drop_objections, impacts_of, reached_by_bombs, together
from aqmf_air.games.martian_aircraft.rules.movement import Move, judge_move
from aqmf_air.games.martian_aircraft.rules.scenes import BombingScene, TemplateTarget
from aqmf_air.games.martian_aircraft.rulings import AircraftRulings
from aqmf_air.games.martian_aircraft.units import KIND
from aqmf_air.games.martian_front.profiles import Weapon, covers
from aqmf_air.games.martian_front.rules.barrage import Struck, number_struck, struck
from aqmf_air.games.martian_front.rules.measuring import covered
from aqmf_air.games.martian_front.rules.shooting import Attack, Modifiers, no_modifiers, numbers_of
from aqmf_air.geometry.plane.template import Base

MOST_LOOKS = 500_000
"""Times that one element is looked at under one template."""
MOST_STRUCK = 400
"""Elements under templates whose odds are worked out together: more than two armies have."""
MOST_MEETINGS = 1_500_000
"""Attacks on them, times their number: as much takes some seconds."""


@dataclass(frozen=True)
class Problem:
    """What is wrong with the run of one aircraft."""

    aircraft: str
    objection: Objection


@dataclass(frozen=True)
class BombRun:
    """A bombing run under ``rulings``, with the modifiers of everything plugged in. Nothing falls unless it is legal."""

    scene: BombingScene
    rulings: AircraftRulings
    more: Modifiers = no_modifiers

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The move of each aircraft, judged."""
        table = self.scene.rectangle
        return tuple(
            judge_move(one.start.pose, one.track, one.speed, one.base_diameter, self.rulings, table)
            for one in self.scene.aircraft
        )

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """All that is wrong, aircraft by aircraft."""
        found = []
        for one, move in zip(self.scene.aircraft, self.moves, strict=True):
            drops = together([dropped.drop for dropped in one.drops])
            objections = (*move.problems, *drop_objections(move, drops, one.aboard))
            found += [Problem(one.id, objection) for objection in objections]
        return tuple(found)

    @property
    def legal(self) -> bool:
        """Whether all of it is allowed."""
        return not self.problems

    @cached_property
    def impacts(self) -> tuple[Impact, ...]:
        """Every template on its mark, aircraft by aircraft, in the order of each path.

        Raises WorkLimitError: with so many elements there are far more than are looked at.
        """
        if not self.legal:
            return ()
        falling, ground = sum(len(one.drops) for one in self.scene.aircraft), len(self.scene.elements)
        _at_most(falling * ground, MOST_LOOKS, f"{falling:,} drops and {ground:,} elements")
        flights = zip(self.scene.aircraft, self.moves, strict=True)
        return tuple(
            impact
            for one, move in flights
            for impact in impacts_of(one.id, move, [dropped.drop for dropped in one.drops], self.rulings)
        )

    def under(self, impact: Impact) -> tuple[TemplateTarget, ...]:
        """The elements under one template (ruling ``under_template``): never what flies. AIR-BOMB-3, AIR-BOMB-7."""
        return covered(impact.template, self._on_the_ground, self.rulings.under_template)

    @cached_property
    def _on_the_ground(self) -> tuple[tuple[TemplateTarget, Base], ...]:
        """What bombs reach, each element with its base."""
        return tuple((one, one.base) for one in self.scene.elements if reached_by_bombs(one.kind))

    @cached_property
    def attacks(self) -> dict[str, tuple[Struck, ...]]:
        """The attacks on each element that is under a template, by its id. AIR-BOMB-3.

        Raises WorkLimitError: there are far more than are worked out.
        """
        under = [self.under(impact) for impact in self.impacts]
        reached = len({one.id for some in under for one in some})
        _at_most(reached, MOST_STRUCK, f"{reached:,} elements under templates")
        falling = sum(map(len, under))
        _at_most(falling * reached, MOST_MEETINGS, f"{falling:,} attacks by bombs on {reached:,} elements")

        attacks: dict[str, tuple[Struck, ...]] = {one.id: () for one in self.scene.elements}
        for impact, some in zip(self.impacts, under, strict=True):
            for one in some:
                numbers = numbers_against(impact.blast.weapon, one, one.cover_on(self.scene.terrain), self.more)
                attacks[one.id] += (numbers,)
        return {name: on_it for name, on_it in attacks.items() if on_it}

    @cached_property
    def damaged(self) -> Odds[int]:
        """The exact odds of how many elements take at least one damaging hit."""
        return chances(number_struck, tuple(self.attacks.values()))

    @cached_property
    def chance_of(self) -> dict[str, Odds[int]]:
        """For every element the odds that it takes at least one damaging hit (1) or none (0)."""
        unharmed = dict.fromkeys((one.id for one in self.scene.elements), chances(struck, ()))
        return unharmed | {name: chances(struck, on_it) for name, on_it in self.attacks.items()}

    def document(self) -> dict[str, Any]:
        """The run as JSON."""
        return {
            "legal": self.legal,
            "problems": [
                {"aircraft": one.aircraft, "rule": one.objection.rule, "message": one.objection.reason}
                for one in self.problems
            ],
            "drops": [
                {
                    "aircraft": impact.aircraft,
                    "at": impact.spent,
                    "centre": {"x": impact.mark.x, "y": impact.mark.y},
                    "diameter": impact.blast.diameter,
                    "bombs": impact.blast.count,
                    "power": impact.blast.weapon.power,
                    "under": [one.id for one in self.under(impact)],
                }
                for impact in self.impacts
            ],
            "damaged": distribution(self.damaged),
            "by_element": {name: chance_document(odds.of(1)) for name, odds in self.chance_of.items()},
        }


def _at_most(cost: int, limit: int, what: str) -> None:
    if cost > limit:
        message = f"{what} are too many for exact odds: drop fewer bombs, or leave out elements that are far from them"
        raise WorkLimitError(message, cost=cost, limit=limit)


def numbers_against(weapon: Weapon, target: TemplateTarget, cover: str, more: Modifiers = no_modifiers) -> Struck:
    """What an aircraft's weapon needs to hit and to damage an element in ``cover``, with everybody's modifiers."""
    attack = Attack(
        weapon=weapon.name,
        weapon_kind=weapon.kind,
        weapon_traits=weapon.traits,
        power=weapon.power,
        attacker_kind=KIND,
        target=target.id,
        target_kind=target.kind,
        defense=target.defense,
        armor=target.armor,
        cover=cover,
    )
    return numbers_of(attack, covers()[cover], more)
