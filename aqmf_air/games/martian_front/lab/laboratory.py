"""The game's units as forces of the laboratory, and how they meet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import Any, ClassVar

from aqmf_air.core.lab import laboratory
from aqmf_air.core.lab.laboratory import Force, Gauntlet, Lineup, Meeting, Outcome, Trial
from aqmf_air.games.martian_front.army.resolved_list import catalogue_with
from aqmf_air.games.martian_front.lab.conduct import Book, Terms
from aqmf_air.games.martian_front.lab.skirmish import Skirmish
from aqmf_air.games.martian_front.lab.standing import Side, State
from aqmf_air.games.martian_front.profiles import UnitType, covers, figures
from aqmf_air.games.martian_front.rules.damage import damage_tripod_unit, remove_elements
from aqmf_air.games.martian_front.rules.tripod import damage_table

ANCHOR, ANCHOR_POINTS = "Burgess-Dunne D8", 60
"""The unit whose price the source itself gives."""
MIXES = {
    "mixed": {"Scout Tripod": 1, "Assault Tripod": 2, "Dominator Tripod": 1},
    "light": {"Scout Tripod": 2, "Assault Tripod": 1},
    "assault": {"Assault Tripod": 1},
    "heavy": {"Assault Tripod": 1, "Dominator Tripod": 1},
}


class Laboratory(laboratory.Laboratory):
    """Units of the catalogue under rulings: humans against Martians."""

    terms: ClassVar[type[laboratory.Terms]] = Terms
    noun: ClassVar[str] = "unit"
    rules: ClassVar[tuple[str, ...]] = (
        "Units stand in reach of each other, or come nearer at their Speed; aircraft are over the target in every turn.",
        "Not counted: the table, arcs, manoeuvre, objectives, assaults, legs that are hit, and explosions.",
        "A weapon that was hit fires where its owner wins the roll for it, and at nobody else where not.",
        "Drones are near a tripod that controls them.",
    )

    @cached_property
    def catalogue(self) -> Mapping[str, UnitType]:
        """Every unit there is, priced under the rulings in force."""
        chosen = {name: getattr(self.rulings, name) for name in type(self.rulings).model_fields}
        return catalogue_with(self.ruleset.registry, self.ruleset.catalogue, (), chosen)

    def forces(self) -> Mapping[str, Force]:
        return self._forces

    @cached_property
    def _forces(self) -> dict[str, Force]:
        return {
            one.name: Force(one.name, one.side, one.points, one.kind, self._idle(one)) for one in self.catalogue.values()
        }

    def _idle(self, kind: UnitType) -> str:
        """Why a unit meets nobody: its kind takes no part, or is damaged by a rule of its own."""
        if self.ruleset.rules.procedure("damage", kind.kind) not in (remove_elements, damage_tripod_unit):
            return "damage to it is a rule of its own"
        return Book(self.ruleset, self.rulings, Terms()).conduct(kind).idle(kind)

    def facts(self, one: Lineup, other: Lineup, terms: laboratory.Terms) -> Any:
        """The profiles without names, and the terms: aircraft of one profile have the same results."""
        profiles = [[_profile(self.catalogue[name], count) for name, count in side] for side in (one, other)]
        return {"profiles": profiles, "terms": dict(terms.words())}

    def meeting(self, one: Lineup, other: Lineup, terms: laboratory.Terms) -> Meeting[State]:
        skirmish, human_first = self._skirmish(one, other, terms)

        def outcome(state: State) -> Outcome:
            (a, b), (lost_a, lost_b) = skirmish.outcome(state)
            return Outcome((a, b), (lost_a, lost_b)) if human_first else Outcome((b, a), (lost_b, lost_a))

        return Meeting(skirmish.starts, skirmish.half_turn, skirmish.over, outcome, self.steps(terms))

    def near(self, name: str) -> Sequence[str]:
        return tuple(self.ruleset.index.near(name))

    def gauntlet(self, side: str) -> Gauntlet | None:
        """Humans are priced by what they do to tripods."""
        if side != "human":
            return None
        return Gauntlet(ANCHOR, ANCHOR_POINTS, MIXES, {"turns": (4, 6), "touched": (1, 2, 3)})

    def trial(self, force: str, foe: str, terms: laboratory.Terms) -> Trial[State]:
        other = self.catalogue[foe]
        skirmish, _ = self._skirmish(((force, 1),), ((foe, 1),), terms, replaced=other.side)
        side: Side = "human" if other.side == "martian" else "martian"
        return Trial(
            skirmish.starts,
            skirmish.half_turn,
            skirmish.over,
            self.steps(terms),
            lambda state: float(state.beaten * other.points),
            lambda state: float(skirmish.lost(other.side, state) * other.points),
            lambda state: float(skirmish.lost(side, state)),
        )

    def tables(self) -> Any:
        """What the rules read that no profile has: the damage table, cover, single figures."""
        rows = [row.model_dump(mode="json") for row in damage_table().rows]
        shelters = {name: (cover.defense, cover.armor) for name, cover in covers().items()}
        return {"damage": rows, "cover": shelters, "figures": figures()}

    def _skirmish(
        self, one: Lineup, other: Lineup, terms: laboratory.Terms, replaced: Side | None = None
    ) -> tuple[Skirmish, bool]:
        """Two line-ups, and whether the first one is human. How many turns they have is nothing to a half-turn."""
        assert isinstance(terms, Terms)
        sides = [tuple(self.catalogue[name] for name, count in side for _ in range(count)) for side in (one, other)]
        human_first = sides[0][0].side == "human"
        human, martian = sides if human_first else sides[::-1]
        book = self._book(replace(terms, turns=Terms().turns))
        return _skirmish(book, human, martian, replaced or ""), human_first

    @lru_cache(maxsize=64)  # noqa: B019  # as long-lived as the rules
    def _book(self, terms: Terms) -> Book:
        return Book(self.ruleset, self.rulings, terms)

    def steps(self, terms: laboratory.Terms) -> int:
        """Half-turns."""
        assert isinstance(terms, Terms)
        return 2 * terms.turns


_skirmish = lru_cache(maxsize=16)(Skirmish)
"""The same for the same units: what is known of its half-turns serves any number of turns."""


def _profile(kind: UnitType, count: int) -> Any:
    """All of a unit that matters in a meeting: everything but its name and where that comes from."""
    left_out = {"name", "source", "standing"}
    mounts = [
        (mount.weapon.model_dump(mode="json", exclude={"name", "source", "standing"}), mount.count, mount.arcs)
        for mount in kind.weapons
    ]
    return {**kind.model_dump(mode="json", exclude={*left_out, "weapons"}), "mounts": mounts, "count": count}
