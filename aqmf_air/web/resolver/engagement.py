"""One volley between two units of the catalogue, as the resolver asks about it and plays it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from aqmf_air.core.modifiers import TargetNumber
from aqmf_air.core.question import Question
from aqmf_air.errors import DataError, IllegalCommandError
from aqmf_air.geometry.pose import within
from aqmf_air.host.dice import spelled
from aqmf_air.host.fates import Fate, disarmed, lamed, stunned, tripod_of
from aqmf_air.host.profiles import Mount, UnitType
from aqmf_air.host.shooting import against, casualties, damaging_shots
from aqmf_air.host.tripod import Tripod
from aqmf_air.host.ui.engine import ruleset
from aqmf_air.host.volleys import Aftermath, volley_at_tripod, volley_then_morale
from aqmf_air.plugins.aircraft.catalogue import AIMED, Catalogue

MOST_SHOTS = 120
"""A page shows each of them."""
MORALE = ("", "test", "reroll")
"""Whether a morale test follows, and whether a command squad is near."""


@dataclass(frozen=True)
class Engagement:
    """Who fires what at whom. ``left`` is the target's Armor (of a tripod) or the number of its elements, beforehand."""

    attacker: UnitType
    mount: Mount
    target: UnitType
    shots: int
    left: int
    numbers: tuple[TargetNumber, TargetNumber]
    morale: str
    catalogue: Catalogue

    @property
    def at_tripod(self) -> bool:
        """Whether it is a tripod that is fired at."""
        return self.target.kind == "tripod"

    @property
    def elements(self) -> int:
        """How many elements the target has before the volley."""
        return 1 if self.at_tripod else self.left

    @property
    def by(self) -> str:
        """Who rolls to hit."""
        return self.attacker.side

    @property
    def counted(self) -> Question:
        """How many shots damage."""
        return Question("Damaging hits", damaging_shots, (self.shots, *self.numbers, self.by), self.numbers)

    @property
    def played(self) -> Question:
        """The rule that is rolled out, to its end."""
        if self.at_tripod:
            facts: tuple[Any, ...] = (replace(tripod_of(self.target), armor=self.left), self.shots, *self.numbers, self.by)
            return Question("Volley", volley_at_tripod, facts, self.numbers)
        if self.morale and self.elements > 1:
            nerves = self.catalogue.nerves(self.target, self.morale == "reroll")
            nerves = nerves._replace(to_pass=nerves.to_pass[: self.elements - 1])
            facts = (self.shots, *self.numbers, nerves, self.by, self.target.side)
            return Question("Volley and morale", volley_then_morale, facts, self.numbers)
        return Question("Volley", casualties, (self.shots, *self.numbers, self.elements, self.by), self.numbers)

    def ends(self) -> list[tuple[str, Fraction]]:
        """What may become of the target, and how likely each is, the likeliest first."""
        view: Any = Fate(self.left) if self.at_tripod else self._said
        odds = replace(self.played, view=view).odds()
        ends = [(str(end), odds[end]) for end, weight in odds.weights.items() if weight]
        return sorted(ends, key=lambda end: (-end[1], end[0]))

    def _said(self, outcome: int | Aftermath) -> str:
        if isinstance(outcome, Aftermath):
            return f"morale: {outcome.morale}" if 0 < outcome.lost < self.elements else outcome.morale
        return "unhurt" if not outcome else "destroyed" if outcome == self.elements else f"{outcome} lost"

    def tripod_after(self, after: Tripod) -> list[str]:
        """What the volley did to a tripod."""
        if after.exploded:
            return ["It explodes. Roll for those near it (HOST-TRIPOD-3)."]
        if after.destroyed:
            return ["It is wrecked."]
        said = [f"{self.left - after.armor} Armor lost; {after.armor} left." if after.armor < self.left else "Unharmed."]
        if disarmed(after):
            said.append(f"Hit, and goes off once more at a target that both sides roll for: {', '.join(after.wild)}.")
        if stunned(after):
            said.append("Stunned: it does not fire in its next combat.")
        if lamed(after):
            said.append("Its legs are hit: both sides roll for its moves.")
        return said

    def left_after(self, outcome: Any) -> int:
        """What is left of the target: Armor, or elements; 0 before there is an outcome, or where nothing is left."""
        if isinstance(outcome, Tripod):
            return 0 if outcome.destroyed else outcome.armor
        if isinstance(outcome, Aftermath):
            return self.elements - outcome.lost
        return 0 if outcome is None else self.elements - int(outcome)

    def prompt(self, lost: int) -> tuple[str, str] | None:
        """The morale test that a unit will have to take for such losses: the roll, and the rule."""
        if self.target.side == "martian" or not 0 < lost < self.elements:
            return None
        need = self.catalogue.nerves(self.target).to_pass[lost - 1]
        return spelled(need), need.source


def engage(
    attacker: str, weapon: str, target: str, cover: str, *, distance: int, shots: int, left: int, morale: str
) -> Engagement:
    """The volley between units of these names. ``distance`` below 0: not given; ``shots`` and ``left`` of 0: all there is.

    Raises:
        UnknownNameError: no unit, weapon or cover has this name.
        IllegalCommandError: the rules do not allow it, or it is out of range.
        DataError: more is left of the target than it ever had.
    """
    catalogue = Catalogue(ruleset())
    one, other = catalogue.unit(attacker), catalogue.unit(target)
    carried = {mount.weapon.name for mount in one.weapons}
    mount = catalogue.mount(one, weapon if weapon in carried else None, AIMED, "fire at a unit")
    catalogue.refuse_illegal(one, mount, other)
    reach = mount.weapon.range
    if reach is not None and distance >= 0 and not within(distance, reach):
        raise IllegalCommandError(f'{mount.weapon.name} reaches {reach:g}", and the target is {distance}" away (HOST-LOS-2)')
    if morale not in MORALE:
        raise DataError(f"morale: expected test, reroll or nothing, got {morale[:40]!r}", key="morale")
    most = other.armor if other.kind == "tripod" else other.elements
    if left > most:
        raise DataError(f"{other.name}: expected at most {most} left of it, got {left}", key="left", value=left)
    hit, damage = catalogue.numbers(one, mount, other, cover, distance if distance >= 0 else None)
    if other.kind == "tripod" and left:
        damage = against(damage, left)
    fired = shots or one.elements * mount.count * mount.weapon.shots
    if fired > MOST_SHOTS:
        raise DataError(f"{one.name}: {fired} shots at once, expected at most {MOST_SHOTS}: give a number of shots")
    return Engagement(
        one, mount, other, fired, left or most, (hit, damage),
        "" if other.side == "martian" else morale, catalogue,
    )  # fmt: skip
