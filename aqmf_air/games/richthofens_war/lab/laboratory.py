"""The game's aircraft as forces of the laboratory, and how they meet."""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import Any, ClassVar

from aqmf_air.api import package_file
from aqmf_air.api.lab import Force, Gauntlet, Laboratory, Lineup, Lots, Meeting, Outcome, Terms, Trial
from aqmf_air.games.richthofens_war.automatic.opponent import styles
from aqmf_air.games.richthofens_war.lab.dogfight import Dogfight, State
from aqmf_air.games.richthofens_war.lab.encounter import (
    ANCHOR,
    RichthofenTerms,
    figures,
    mixes,
    standpoints,
    turns_with_shot,
)
from aqmf_air.games.richthofens_war.lab.lots import PatrolLots
from aqmf_air.games.richthofens_war.tables import PACKAGE, SOURCES, AircraftType, Tables, tables, tables_today

NAMING = {"name", "nation", "in_service", "mph", "auxiliary", "stated", "inferred", "sourced", "standing", "source"}
"""Fields of an aircraft's sheet that are nothing to a duel."""


UNMEASURED = "other two-seaters have a shot more often in duels played out than here; of this one it was not measured."


class RichthofenLaboratory(
    Laboratory, name="duels", help="What every aircraft is worth beside a Camel, who beats whom, and what drives it."
):
    """Types of aircraft under rulings: any may meet any."""

    terms: ClassVar[type[Terms]] = RichthofenTerms
    noun: ClassVar[str] = "type"
    most: ClassVar[int] = 1
    asked: ClassVar[str] = (
        "The victory points for shooting it down, which are the same for all but bombers: 100 are 3 of them."
    )
    rules: ClassVar[tuple[str, ...]] = (
        "There is no map: the two are apart, head-on, one on the other's tail, in the other's sights at an angle or as it "
        "crosses ahead, or behind the other and under its observer's gun.",
        "Tries to tail, the order of moves, fire, jams and critical hits are rolled by the game's own rules and tables.",
        "Both choose out of all level moves that the game allows, by what the steady automatic player makes of fire, of "
        "what it has to fear, and of a tail: who moves first picks at random among its best, who moves later the best one. "
        "Where they are then, how they came there and at what speed was measured in duels played out.",
        "Who has a jam flies so that he may try to clear it; a shot that is not worth the ammunition is not fired.",
        "Who has taken two thirds of its damage, or is crippled by a critical hit, flies home, and may be chased.",
        "Lost: its damage, in parts of what destroys it. Points: victory points for shooting it down, 100 for the usual 3.",
        "Who is on a tail is 50 m lower: he moves later, chooses his height, and no rear gun bears on him there.",
        "Not counted: climbing, diving, the edge of the map, ammunition, a second jam of a mount, jams of rear guns.",
    )
    unjudged: ClassVar[tuple[str, ...]] = (
        "Height: climb, dive and ceiling. Who climbs better is above, and moves later.",
        "Two-seaters. In duels on the map they climb, dive and turn out of the sights of who follows, and have a shot about "
        "twice as often as here: their price ranks with no other. In whole games of about three on three the best of them "
        "are worth about half a Camel, as the Camel counts there.",
        "Flying in company: two on one, cover for each other, what two-seaters in formation fire together. The prices in "
        "games, of about three on three, say it.",
        "Missions: photographs, bombs, trenches, balloons, and how long ammunition lasts.",
        f"Whether other foes would say the same; the {ANCHOR} is {figures()['anchor']} by definition.",
        "The sheets themselves: speeds, schedules, damage and most of the fire table are house figures.",
    )

    @cached_property
    def types(self) -> Mapping[str, AircraftType]:
        """Every type, by name."""
        return {aircraft.name: aircraft for aircraft in tables(tables_today()).aircraft}

    def forces(self) -> Mapping[str, Force]:
        return self._forces

    @cached_property
    def _forces(self) -> dict[str, Force]:
        return {
            name: Force(name, "", self._points(aircraft_type), _kind(aircraft_type), _idle(aircraft_type))
            for name, aircraft_type in self.types.items()
        }

    def _points(self, aircraft_type: AircraftType) -> int:
        """The victory points for shooting it down, in parts of those for the anchor. D-22."""
        there = tables(tables_today())
        own, anchor = (_victory_points(type_, there) for type_ in (aircraft_type, self.types[ANCHOR]))
        return round(figures()["anchor"] * own / anchor)

    def yardsticks(self, forces: Sequence[Force]) -> list[Force]:
        """The foes that all are compared by: there are too many types for a table of all against all."""
        return [self._forces[name] for name in dict.fromkeys(foe for mix in mixes().values() for foe in mix)]

    def facts(self, own: Lineup, other: Lineup, terms: Terms) -> Any:
        """The sheets, without names, and the terms; the date where it matters."""
        assert isinstance(terms, RichthofenTerms)
        both = [self.types[side[0][0]] for side in (own, other)]
        dated = any(type_.has("as-fighter-until-1916-11") for type_ in both)
        richthofen_terms = replace(terms, date=terms.date if dated else None)
        return {
            "types": [aircraft_type.model_dump(mode="json", exclude=NAMING) for aircraft_type in both],
            "terms": dict(richthofen_terms.words()),
        }

    def kept_away(self, force: Force, terms: Terms) -> str:
        assert isinstance(terms, RichthofenTerms)
        since = self.types[force.name].in_service
        late = terms.date is not None and terms.date < since
        return force.idle or (f"it flies from {since} on, not in {terms.date}" if late else "")

    def meeting(self, own: Lineup, other: Lineup, terms: Terms) -> Meeting[State]:
        assert isinstance(terms, RichthofenTerms)
        fight = self._dogfight(own[0][0], other[0][0], terms)

        def outcome(state: State) -> Outcome:
            left = [craft.fate == "fights" for craft in state.crafts]
            lost = [fight.lost(craft, who) for who, craft in enumerate(state.crafts)]
            return Outcome((left[0], left[1]), (lost[0], lost[1]))

        return Meeting({fight.start(terms): Fraction(1)}, fight.step, fight.over, outcome, 2 * terms.turns)

    def trial(self, force: str, foe: str, terms: Terms) -> Trial[State]:
        assert isinstance(terms, RichthofenTerms)
        fight, worth = self._dogfight(force, foe, terms, replaced=True), figures()["anchor"]
        return Trial(
            {fight.start(terms): Fraction(1)},
            fight.step,
            fight.over,
            2 * terms.turns,
            lambda state: worth * state.beaten / fight.whole[1],
            lambda state: float(worth * fight.lost(state.other, 1)),
            lambda state: float(fight.lost(state.own, 0)),
        )

    def gauntlet(self, side: str) -> Gauntlet | None:
        """All are compared with one aircraft, by what they do to foes of both sides."""
        return Gauntlet(ANCHOR, figures()["anchor"], mixes(), {"evades": (25, 50, 100)})

    def lots(self) -> Lots:
        chosen = {name: getattr(self.rulings, name) for name in type(self.rulings).model_fields}
        return PatrolLots(self.ruleset, self.types, chosen).lots()

    def alike(self, force: str) -> Hashable:
        return json.dumps(self.types[force].model_dump(mode="json", exclude=NAMING), sort_keys=True)

    def as_it_comes(self) -> bool:
        return super().as_it_comes() and not tables_today()

    def report_file(self) -> Traversable:
        return package_file(PACKAGE, "data/laboratory/duel_prices.json")

    def prices_file(self) -> Traversable:
        return package_file(PACKAGE, "data/laboratory/played_prices.json")

    def cannot_judge(self, force: str) -> str:
        measured = turns_with_shot().get(force)
        if measured is None:
            return UNMEASURED if self.types[force].two_seater and not self.types[force].bomber else ""
        often = f"{measured.shots} of 100 turns ({measured.low} to {measured.high}), here in {measured.here}"
        return "" if measured.agrees else f"in duels played out it has a shot at a {ANCHOR} in {often}."

    def note(self, force: str) -> str:
        return f"It is worth {figures()['anchor']} by definition." if force == ANCHOR else ""

    def features(self, force: str) -> Mapping[str, str]:
        aircraft_type = self.types[force]
        return {
            "schedule": aircraft_type.schedule,
            "speed": f"{aircraft_type.min_speed} to {aircraft_type.max_speed}",
            "front guns": f"column {aircraft_type.front}" if aircraft_type.front else "none",
            "gun of the observer": "yes" if any(gun.mount == "rear" for gun in aircraft_type.guns) else "none",
            "damage": f"{aircraft_type.damage} points",
            "silhouette": f"{aircraft_type.silhouette:+d}" if aircraft_type.silhouette else "0",
            "special": ", ".join(aircraft_type.special).replace("-", " ") or "nothing",
        }

    def figures(self, force: str) -> str:
        return self.types[force].standing

    def tables(self) -> Any:
        """All tables in force but the sheets, and the figures of the laboratory itself."""
        there = tables(tables_today()).of.tables
        rows = {
            table_source.id: [row.model_dump(mode="json") for row in there[table_source.id]]
            for table_source in SOURCES
            if table_source.id != "aircraft"
        }
        places = [standpoint.model_dump(mode="json") for standpoint in standpoints().values()]
        return {"tables": rows, "positions": places, "figures": figures(), "weights": dict(styles()[0].weights)}

    def _dogfight(self, own: str, other: str, terms: RichthofenTerms, *, replaced: bool = False) -> Dogfight:
        return Dogfight((self.types[own], self.types[other]), self.rulings, terms, replaced=replaced)


def _victory_points(aircraft_type: AircraftType, there: Tables) -> int:
    return there.number("points", "bomber" if aircraft_type.bomber else "aircraft")


def _kind(aircraft_type: AircraftType) -> str:
    return "heavy bomber" if aircraft_type.bomber else "two-seater" if aircraft_type.two_seater else "scout"


def _idle(aircraft_type: AircraftType) -> str:
    return "a heavy bomber moves before all others, and has several gunners" if aircraft_type.bomber else ""
