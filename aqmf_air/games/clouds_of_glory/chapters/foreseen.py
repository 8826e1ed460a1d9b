"""What players foresee of a move: where it leads, and the tests that its end brings (5.5.12, 5.5.16, 5.5.17, 5.7.6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import permutations
from math import prod

from aqmf_air.games.clouds_of_glory.chapters.checks import Check, CheckFacts, flying_check, luck_check, strength_check
from aqmf_air.games.clouds_of_glory.chapters.collision import too_near_to
from aqmf_air.games.clouds_of_glory.chapters.course import handling_of
from aqmf_air.games.clouds_of_glory.chapters.gunnery import Shoot, targets_of
from aqmf_air.games.clouds_of_glory.chapters.landing import ground_at, landing_check, lands_untested, on_ground
from aqmf_air.games.clouds_of_glory.chapters.moving import Announce, arrived, fate_of
from aqmf_air.games.clouds_of_glory.chapters.plans import lands
from aqmf_air.games.clouds_of_glory.chapters.stalls import drop_of
from aqmf_air.games.clouds_of_glory.chapters.steps import CloudsSteps
from aqmf_air.games.clouds_of_glory.chapters.strain import strains_of
from aqmf_air.games.clouds_of_glory.state import PILOT, CloudsGame


class Foreseen:
    """Where a move leads, if its tests are passed."""

    def __init__(self, game: CloudsGame, rules: CloudsSteps, order: Announce) -> None:
        self.game, self.rules, self.craft = game, rules, game.of(order.craft)
        self.course = order.course(game)

    @cached_property
    def there(self) -> CloudsGame:
        """The fight with the aircraft at its end."""
        return arrived(self.game, self.craft, self.course)

    @property
    def falls(self) -> int:
        """MU that it drops, as it goes below S."""
        return drop_of(self.course.below, self.game.tables) if self.course.below else 0

    @property
    def fate(self) -> str:
        """What the move is the end of, in words."""
        return fate_of(self.game, self.craft, self.course)

    @cached_property
    def shots(self) -> Mapping[str, Shoot]:
        """The pilot's shots from there, by their targets."""
        targets = () if self.falls else targets_of(self.there, self.there.of(self.craft.id), PILOT)
        return {target.id: Shoot(craft=self.craft.id, target=target.id) for target in targets}

    def stall_test(self) -> Check | None:
        """The test for a stall that it takes there, below S or on it. ICOG-5.5.11.1, ICOG-5.5.12.1."""
        craft = self.there.of(self.craft.id)
        on_stall = not lands(craft.plan) and self.course.speed == self.there.cockpit(craft).stall
        name = "stall" if self.course.below else "on the stall speed" if on_stall else ""
        return flying_check(self.rules, CheckFacts(self.there, craft, PILOT), name) if name else None

    @cached_property
    def landing(self) -> float | None:
        """The chance of the landing that is tested there; None: none is."""
        craft = self.there.of(self.craft.id)
        ground = ground_at(self.there, craft) if lands(craft.plan) else None
        if ground is None or lands_untested(self.there, craft):
            return None
        return on_ground(landing_check(self.there, self.rules, craft), ground).chance

    def tests(self) -> Iterator[str]:
        """Each test that it takes there but below S, with its chance, re-rolls left out."""
        there, rules, before, course = self.there, self.rules, self.craft, self.course
        craft = there.of(before.id)
        facts = CheckFacts(there, craft, PILOT)
        strength = strength_check(rules, facts, "strength")
        if self.landing is not None:
            yield f"landing {self.landing:.0%}"
        elif not course.below and (check := self.stall_test()):
            yield f"{check.id} {check.chance:.0%}"
        elif course.speed > there.cockpit(craft).panel.maximum:
            yield f"strength, over M {strength.chance:.0%}"
        fastest = max(before.speed, course.speed)
        if strains := strains_of(before.strained, course.plan, handling_of(there, before), fastest):
            yield f"strength {strength.chance**strains:.0%}"
        for step in too_near_to(there, craft):
            what = str(step.facts[0])
            chance = flying_check(rules, facts, f"clear of {what}").chance
            if step.name == "luck":
                pair, what = permutations((craft, there.of(what))), there.called(what)
                lucks = (luck_check(rules, CheckFacts(there, who, PILOT, other), "collision") for who, other in pair)
                # re-rolls are spent, and nobody is asked
                chance = 1 - prod((1 - check.chance) ** (1 + len(check.rerolls)) for check in lucks)
            yield f"clear of {what} {chance:.0%}"
