"""The game's units as forces of the laboratory, and how they meet."""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from importlib.resources.abc import Traversable
from typing import Any, ClassVar

from aqmf_air.api import DataError, Scenario, clipped, kinds, package_file, same_name
from aqmf_air.api import replace as replace_in
from aqmf_air.api.lab import (
    Force,
    Gauntlet,
    Laboratory,
    Lineup,
    Lots,
    Meeting,
    Outcome,
    Staged,
    Terms,
    Trial,
)
from aqmf_air.games.martian_front.army.plugged_in import army_brought
from aqmf_air.games.martian_front.army.resolved_list import catalogue_with
from aqmf_air.games.martian_front.chapters.damage import damage_table, damage_tripod_unit, remove_elements
from aqmf_air.games.martian_front.chapters.morale import COMMAND
from aqmf_air.games.martian_front.lab.conduct import FrontTerms, MeetingRules, Side, State
from aqmf_air.games.martian_front.lab.lots import FrontLots
from aqmf_air.games.martian_front.lab.skirmish import Skirmish, skirmish_of
from aqmf_air.games.martian_front.tables import PACKAGE, Mount, UnitType, covers, figures

ANCHOR, ANCHOR_POINTS = "Burgess-Dunne D8", 60
"""The unit whose price the source itself gives."""
MIXES = {
    "mixed": {"Scout Tripod": 1, "Assault Tripod": 2, "Dominator Tripod": 1},
    "light": {"Scout Tripod": 2, "Assault Tripod": 1},
    "assault": {"Assault Tripod": 1},
    "heavy": {"Assault Tripod": 1, "Dominator Tripod": 1},
}


STAGE, FLIGHT = "first-flight", "flight"
"""The scenario whose flight is swapped, and the unit that it is."""
FLIGHTS = (ANCHOR, "Fokker D.VII", "Junkers J.I", "Sopwith Camel", "Breguet 14 B2", "Ansaldo SVA.5")
NOTES = {
    COMMAND: "That it steadies others counts for nothing here: each meets its foe alone.",
    "artillery": "It is priced as a target within reach: that it fires from far off, by spotters, counts for nothing.",
    "infantry": "That it holds ground, hides and assaults counts for nothing here.",
}
"""By a special rule or a kind: what a price leaves out that such units are bought for."""


class FrontLaboratory(
    Laboratory, name="meetings", help="What every unit is worth: fair prices, who beats whom, what drives a price."
):
    """Units of the catalogue under rulings: humans against Martians."""

    terms: ClassVar[type[Terms]] = FrontTerms
    noun: ClassVar[str] = "unit"
    asked: ClassVar[str] = "The points that its source asks, or its designer's own figures and the points table."
    rules: ClassVar[tuple[str, ...]] = (
        "Units stand in reach of each other, or come nearer at their Speed; aircraft are over the target in every turn.",
        "Prices count on others about, as automatic sides play: guns bear in some turns, part of the fire goes elsewhere.",
        "Not counted: the table, arcs, manoeuvre, objectives, assaults, legs that are hit, and explosions.",
        "A weapon that was hit fires where its owner wins the roll for it, and at nobody else where not.",
        "Drones are near a tripod that controls them.",
    )
    unjudged: ClassVar[tuple[str, ...]] = (
        "Speed, arcs and manoeuvre, but for how often guns bore on an enemy where automatic sides played First flight.",
        "Fire that other units draw, but for its mean in these games: a flight by itself draws all of it.",
        "What units do for each other: a command squad steadies others; here each meets its foe alone.",
        "Objectives, scouting, spotting, carrying troops, and explosions that catch others.",
        "Units that fly high: they neither attack nor are attacked.",
        "Prices in games: whether all aircraft are worth more or less against ground units than they cost. Like those by "
        f"duels, they stand beside the {ANCHOR} at {ANCHOR_POINTS}, and its error in games is in theirs. What flies high "
        "comes out below nothing.",
        "Prices in games: other tables than small ones with an objective and four or five turns, other company than "
        "infantry, guns and tanks, larger forces; and what people make of a unit, who play unlike automatic sides.",
        f"Whether the {ANCHOR} itself costs right: it is worth {ANCHOR_POINTS} by definition, and all else beside it.",
        "Our own figures: many of the Martians, of the ground units and of the tripod damage table are house figures.",
    )

    @cached_property
    def catalogue(self) -> dict[str, UnitType]:
        """Every unit there is, priced under the rulings in force."""
        chosen = {name: getattr(self.rulings, name) for name in type(self.rulings).model_fields}
        return catalogue_with(self.ruleset.registry, self.ruleset.catalogue, (), chosen)

    def forces(self) -> Mapping[str, Force]:
        return self._forces

    @cached_property
    def _forces(self) -> dict[str, Force]:
        return {
            unit_type.name: Force(unit_type.name, unit_type.side, unit_type.points, unit_type.kind, self._idle(unit_type))
            for unit_type in self.catalogue.values()
        }

    def _idle(self, kind: UnitType) -> str:
        """Why a unit meets nobody: its kind takes no part, or is damaged by a rule of its own."""
        if self.ruleset.rules.procedure("damage", kind.kind) not in (remove_elements, damage_tripod_unit):
            return "damage to it is a rule of its own"
        return MeetingRules(self.ruleset, self.rulings, FrontTerms()).conduct(kind).idle(kind)

    def facts(self, lineup: Lineup, other: Lineup, terms: Terms) -> Any:
        """The profiles, and the terms that matter to them. Without names, unless a plugin may go by these."""
        assert isinstance(terms, FrontTerms)
        sides = [[self._profile(self.catalogue[name], count) for name, count in side] for side in (lineup, other)]
        if len(lineup) == 1:
            sides[0][0].pop("points")
        kinds = [self.catalogue[name] for name, _ in (*lineup, *other)]
        return {"profiles": sides, "terms": dict(self._that_matter(terms, kinds).words())}

    def _that_matter(self, terms: FrontTerms, kinds: Sequence[UnitType]) -> FrontTerms:
        """The terms with those as by default that make no difference to some units."""
        usual, conducts = FrontTerms(), [self._book(FrontTerms()).conduct(kind) for kind in kinds]
        grounded = [kind for kind, conduct in zip(kinds, conducts, strict=True) if conduct.on_the_ground]
        if all(conduct.loads(kind) < 2 for kind, conduct in zip(kinds, conducts, strict=True)):
            terms = replace(terms, drop=usual.drop)
        if all(kind.kind == "tripod" for kind in grounded):
            terms = replace(terms, cover=usual.cover)
        if all(kind.side == "martian" for kind in grounded):
            terms = replace(terms, range=usual.range)
        return terms

    @cached_property
    def _goes_by_names(self) -> bool:
        """Whether a plugin that does not come with the game has a say in it: it may ask what a unit is called."""
        registry = self.ruleset.registry
        return any(
            plugin.origin != "built in" and not plugin.fault and registry.extends(plugin.name, self.ruleset.id)
            for plugin in registry.plugins.loaded
        )

    def _profile(self, kind: UnitType, count: int) -> dict[str, Any]:
        """All of a unit that matters in a meeting."""
        label = {"source", "standing"} if self._goes_by_names else {"name", "source", "standing"}
        mounts = [(mount.weapon.model_dump(mode="json", exclude=label), mount.count, mount.arcs) for mount in kind.weapons]
        return {**kind.model_dump(mode="json", exclude={*label, "weapons"}), "mounts": mounts, "count": count}

    def meeting(self, lineup: Lineup, other: Lineup, terms: Terms) -> Meeting[State]:
        skirmish, human_first = self._skirmish(lineup, other, terms)

        def outcome(state: State) -> Outcome:
            (a, b), (lost_a, lost_b) = skirmish.outcome(state)
            return Outcome((a, b), (lost_a, lost_b)) if human_first else Outcome((b, a), (lost_b, lost_a))

        return Meeting(skirmish.starts(_first(terms)), skirmish.step, skirmish.over, outcome, self.steps(terms))

    def brought(self, text: str, files: bool) -> str | None:
        """A unit that a plugin makes of a file or a token, priced under the rulings in force."""
        attached = army_brought(self.ruleset.registry, text, files)
        if attached is None:
            return None
        chosen = {name: getattr(self.rulings, name) for name in type(self.rulings).model_fields}
        kind = catalogue_with(self.ruleset.registry, {}, (attached,), chosen)[attached.name]
        unit_type = next((other for other in self.catalogue.values() if same_name(other.name) == same_name(kind.name)), None)
        if unit_type is None:
            self.catalogue[kind.name] = kind
            self._forces[kind.name] = Force(kind.name, kind.side, kind.points, kind.kind, self._idle(kind))
            self.visitors.add(kind.name)
        elif self._profile(unit_type, 1) != self._profile(kind, 1):
            raise DataError(
                f"{clipped(text)}: the name {kind.name!r} is another unit's: give it a name of its own", key="name"
            )
        return kind.name if unit_type is None else unit_type.name

    def near(self, name: str) -> Sequence[str]:
        return tuple(self.ruleset.index.near(name))

    def gauntlet(self, side: str) -> Gauntlet | None:
        """Humans are priced by what they do to tripods."""
        if side != "human":
            return None
        return Gauntlet(ANCHOR, ANCHOR_POINTS, MIXES, {"touched": (1, 2, 3), "turns": (4, 6)})

    def unpriced(self, side: str) -> str:
        return (
            "a price needs one unit of its side that costs what it should, to compare the others with; of Martians the "
            "Gatherer Tripod alone has points from a source, and it destroys nothing here"
        )

    def staged(self) -> Staged | None:
        """The bundled scenario's flight is swapped for others; its script is not played."""
        if STAGE not in self.ruleset.registry.of(kinds.SCENARIOS, self.ruleset.id) or ANCHOR not in self.catalogue:
            return None
        file = self.ruleset.bundled(STAGE)
        flights = tuple(name for name in FLIGHTS if name in self.catalogue)
        chosen = {name: getattr(self.rulings, name) for name in type(self.rulings).model_fields}

        def scenario(force: str) -> Scenario[Any]:
            units = tuple(replace_in(unit, type=force) if unit.id == FLIGHT else unit for unit in file.units)
            swapped: Scenario[Any] = self.ruleset.scenario(replace_in(file, units=units, orders=()), chosen)
            return swapped

        return Staged(file.title, "its flight", "human", flights, "exact-odds", scenario)

    def lots(self) -> Lots:
        chosen = {name: getattr(self.rulings, name) for name in type(self.rulings).model_fields}
        own = {name: kind for name, kind in self.catalogue.items() if name not in self.visitors}
        return FrontLots(self.ruleset, own, chosen).lots()

    def prices_file(self) -> Traversable:
        return package_file(PACKAGE, "data/played_prices.json")

    def report_file(self) -> Traversable:
        return package_file(PACKAGE, "data/duel_prices.json")

    def alike(self, force: str) -> Hashable:
        return json.dumps(self._profile(self.catalogue[force], 1), sort_keys=True)

    def note(self, force: str) -> str:
        unit = self.catalogue[force]
        if force == ANCHOR:
            return f"It is worth {ANCHOR_POINTS} by definition."
        left_out = next((text for what, text in NOTES.items() if unit.has(what) or unit.kind == what), "")
        house = "Its figures are our own defaults." if unit.standing == "house" else ""
        return " ".join(filter(None, (left_out, house)))

    def features(self, force: str) -> Mapping[str, str]:
        unit = self.catalogue[force]
        dropped = [mount for mount in unit.weapons if mount.weapon.kind == "bomb"]
        return {
            "elements": f"{unit.elements}",
            "Speed and Defense": f"{unit.speed:g} inches, Defense {unit.defense}",
            "Armor": f"{unit.armor}",
            "guns": _mounted([mount for mount in unit.weapons if mount not in dropped]),
            "bombs": _mounted(dropped),
            "special rules": ", ".join(unit.traits) or "none",
        }

    def figures(self, force: str) -> str:
        return self.catalogue[force].standing

    def trial(self, force: str, foe: str, terms: Terms) -> Trial[State]:
        other = self.catalogue[foe]
        skirmish, _ = self._skirmish(((force, 1),), ((foe, 1),), terms, replaced=other.side, habits=True)
        side: Side = "human" if other.side == "martian" else "martian"
        return Trial(
            skirmish.starts(_first(terms)),
            skirmish.step,
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
        self, lineup: Lineup, other: Lineup, terms: Terms, replaced: Side | None = None, habits: bool = False
    ) -> tuple[Skirmish, bool]:
        """Two line-ups, and whether the first one is human. Who is first and how many turns there are is nothing to a
        half-turn.
        """
        assert isinstance(terms, FrontTerms)
        sides = [tuple(self.catalogue[name] for name, count in side for _ in range(count)) for side in (lineup, other)]
        human_first = sides[0][0].side == "human"
        human, martian = sides if human_first else sides[::-1]
        kinds = (*human, *martian)
        book = self._book(
            replace(self._that_matter(terms, kinds), turns=FrontTerms().turns, first=FrontTerms().first), habits
        )
        return skirmish_of(book, human, martian, replaced or ""), human_first

    @lru_cache(maxsize=64)  # noqa: B019  # as long-lived as the rules
    def _book(self, terms: FrontTerms, habits: bool = False) -> MeetingRules:
        return MeetingRules(self.ruleset, self.rulings, terms, habits)

    def steps(self, terms: Terms) -> int:
        """Half-turns."""
        assert isinstance(terms, FrontTerms)
        return 2 * terms.turns


def _mounted(mounts: Sequence[Mount]) -> str:
    """Weapons of each element in a few words: ``2 Tank Gun``; where they bear, if that is not everywhere."""
    parts = []
    for mount in mounts:
        arcs = f" ({', '.join(mount.arcs)})" if mount.arcs else ""
        parts.append(f"{mount.count} {mount.weapon.name.partition(' (')[0]}{arcs}")
    return ", ".join(parts) or "none"


def _first(terms: Terms) -> str:
    assert isinstance(terms, FrontTerms)
    return terms.first
