"""What is chosen before a flight: who flies, and what fighters carry. PRE-5, PRE-7."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

from pydantic import Field

from aqmf_air.core.data.text import plural
from aqmf_air.core.play.ruleset import Objection, Offer
from aqmf_air.games.aces_of_valor import flights
from aqmf_air.games.aces_of_valor.counters import SquadronMember
from aqmf_air.games.aces_of_valor.course import CampaignCourse
from aqmf_air.games.aces_of_valor.events.missions import FightersChosen, OrdnanceLoaded
from aqmf_air.games.aces_of_valor.orders import words
from aqmf_air.games.aces_of_valor.orders.base import Named, PlayerChoice
from aqmf_air.games.aces_of_valor.phases.premission import after_fighters
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.games.aces_of_valor.values import air_skill, ground_skill, performance


def _in_the_air(game: Campaign, one: SquadronMember) -> Any:
    return air_skill(one, game.rulings), performance(one, game.tables, game.rulings)


def _on_the_ground(game: Campaign, one: SquadronMember) -> Any:
    return ground_skill(one, game.rulings), performance(one, game.tables, game.rulings)


def _rested(game: Campaign, one: SquadronMember) -> Any:
    return -sum(number in one.flown for number in (game.number - 1, game.number - 2)), *_in_the_air(game, one)


def _to_be_trained(game: Campaign, one: SquadronMember) -> Any:
    return -one.rank, -one.air, -one.ground


SELECTIONS: tuple[tuple[str, Callable[[Campaign, SquadronMember], Any]], ...] = (
    ("best in the air", _in_the_air),
    ("best on the ground", _on_the_ground),
    ("the rested first", _rested),
    ("the least skilled", _to_be_trained),
)
"""Selections that are offered, and by what the fighters are ranked."""


class ChooseFighters(PlayerChoice, type="valor.choose_fighters"):
    """Which fighters fly the mission. PRE-5."""

    phrases: ClassVar[tuple[str, ...]] = ("fly with {aircraft}",)
    at: ClassVar[tuple[str, ...]] = ("fighters",)
    rule: ClassVar[str] = "AOV-PRE-5"
    named: ClassVar[Mapping[str, Named]] = {"aircraft": words.fighters}
    aircraft: tuple[str, ...]

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        most = flights.fighters_to_choose(game)[1]
        seen = set()
        for what, key in SELECTIONS:
            ranked = sorted(game.ready, key=lambda one: key(game, one), reverse=True)[:most]
            chosen = tuple(one.id for one in game.squadron if one in ranked)
            if chosen not in seen:
                seen.add(chosen)
                names = ", ".join(game.called(id_) for id_ in chosen)
                yield Offer(cls(aircraft=chosen), f"{names}: {what}" if len(game.ready) > most else names)

    def against(self, game: Campaign) -> Iterable[Objection]:
        ready = {one.id for one in game.ready}
        for id_ in dict.fromkeys(self.aircraft):
            if id_ not in ready:
                if any(one.id == id_ for one in game.squadron):
                    yield Objection(self.rule, f"{game.called(id_)} is not ready for this mission")
                else:
                    yield Objection("AOV-GEN-11", f"the squadron has no {id_!r}")
        if len(set(self.aircraft)) < len(self.aircraft):
            yield Objection(self.rule, "an aircraft is named twice")
        least, most = flights.fighters_to_choose(game)
        if not least <= len(self.aircraft) <= most:
            number = f"{most}" if least == most else f"{least} to {most}"
            yield Objection(
                self.rule, f"{number} fighter{'s' if most > 1 else ''} fly this mission, not {len(self.aircraft)}"
            )

    def carry_out(self, course: CampaignCourse) -> None:
        chosen = tuple(one.id for one in course.game.squadron if one.id in self.aircraft)
        course.note(FightersChosen(aircraft=chosen))
        course.go(after_fighters(course.game))


class LoadOrdnance(PlayerChoice, type="valor.load_ordnance"):
    """What a fighter carries. PRE-7, ORD-3, ORD-4."""

    phrases: ClassVar[tuple[str, ...]] = ("{aircraft} carries|carry {bombs} bombs [and {rockets} rockets]",)
    at: ClassVar[tuple[str, ...]] = ("ordnance",)
    rule: ClassVar[str] = "AOV-PRE-7"
    named: ClassVar[Mapping[str, Named]] = {
        "aircraft": words.fighter,
        "bombs": words.number(range(7)),
        "rockets": words.number(range(7)),
    }
    aircraft: str
    bombs: int = Field(default=0, ge=0)
    rockets: int = Field(default=0, ge=0)

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        for one in game.flight:
            for bombs, rockets in reversed(flights.loads(game, one)):
                if (bombs, rockets) != (one.bombs, one.rockets):
                    order = cls(aircraft=one.id, bombs=bombs, rockets=rockets)
                    yield Offer(order, OrdnanceLoaded(aircraft=one.id, bombs=bombs, rockets=rockets).tell(game))

    def against(self, game: Campaign) -> Iterable[Objection]:
        if self.aircraft not in game.flown.flight:
            yield Objection(self.rule, f"{game.called(self.aircraft)} is not in the flight")
        elif (self.bombs, self.rockets) not in flights.loads(game, game.aircraft(self.aircraft)):
            carried = f"{plural(self.bombs, 'bomb')} and {plural(self.rockets, 'rocket')}"
            yield Objection("AOV-ORD-4", f"{game.called(self.aircraft)} cannot carry {carried}")

    def carry_out(self, course: CampaignCourse) -> None:
        course.note(OrdnanceLoaded(aircraft=self.aircraft, bombs=self.bombs, rockets=self.rockets))


class DoneLoading(PlayerChoice, type="valor.done_loading"):
    """Fighters carry what they have, and the flight takes off. PRE-7."""

    phrases: ClassVar[tuple[str, ...]] = ("take off",)
    at: ClassVar[tuple[str, ...]] = ("ordnance",)
    rule: ClassVar[str] = "AOV-PRE-7"

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        loaded = any(one.loaded for one in game.flight)
        yield Offer(cls(), "Take off" if loaded else "Take off without ordnance", ends_stage=True)

    def carry_out(self, course: CampaignCourse) -> None:
        course.go("lent" if flights.lent(course.game) else "take-off")
