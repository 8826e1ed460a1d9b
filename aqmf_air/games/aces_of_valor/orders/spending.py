"""What mission points are spent on. PST-3 to PST-12."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from pydantic import Field

from aqmf_air.core.data.text import with_article
from aqmf_air.core.play.question import Question
from aqmf_air.core.play.ruleset import Objection, Offer
from aqmf_air.games.aces_of_valor import spending
from aqmf_air.games.aces_of_valor.counters import SquadronMember
from aqmf_air.games.aces_of_valor.course import CampaignCourse
from aqmf_air.games.aces_of_valor.events.squadron import (
    AircraftRepaired,
    AircraftUpgraded,
    MissionPassed,
    PointsBought,
    PointsGivenUp,
    ReplacementPaid,
    for_price,
)
from aqmf_air.games.aces_of_valor.orders import words
from aqmf_air.games.aces_of_valor.orders.base import Named, PlayerChoice
from aqmf_air.games.aces_of_valor.phases.postmission import close_purse, join, joined, spend_on
from aqmf_air.games.aces_of_valor.squadron import serving
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.games.aces_of_valor.table_rows import FighterType

NEW = "replacement"


def member(game: Campaign, id_: str) -> SquadronMember | None:
    """The fighter of the squadron with this id, if there is one."""
    return next((one for one in game.squadron if one.id == id_), None)


class Spending(PlayerChoice):
    """A choice while mission points are spent."""

    at: ClassVar[tuple[str, ...]] = ("spend",)

    def against(self, game: Campaign) -> Iterable[Objection]:
        if (found := self.refused(game)) is not None:
            yield found

    def refused(self, game: Campaign) -> Objection | None:
        """Why it is not allowed; None: it is."""
        return None


class OfAircraft(Spending):
    """A choice for one aircraft of the squadron."""

    named: ClassVar[Mapping[str, Named]] = {"aircraft": words.fighter}

    aircraft: str

    def refused(self, game: Campaign) -> Objection | None:
        one = member(game, self.aircraft)
        return self.refused_to(game, one) if one else Objection("AOV-GEN-11", f"the squadron has no {self.aircraft!r}")

    def refused_to(self, game: Campaign, one: SquadronMember) -> Objection | None:
        """Why it is not allowed for this aircraft; None: it is."""
        return None


class BuyPoints(Spending, type="valor.buy_points"):
    """Buy victory points. PST-4."""

    phrases: ClassVar[tuple[str, ...]] = ("buy {points} vp|points|point", "buy {points} victory points|point")
    rule: ClassVar[str] = "AOV-PST-4"
    named: ClassVar[Mapping[str, Named]] = {"points": words.number(range(1, 10))}
    points: int = Field(ge=1, le=9)

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        for n in range(1, game.tables.number("vp-most") + 1 - spending.purse(game).bought):
            yield Offer(cls(points=n), f"Buy {n} VP{for_price(spending.points_price(game, n))}", kind="victory points")

    def refused(self, game: Campaign) -> Objection | None:
        return spending.against_points(game, self.points)

    def carry_out(self, course: CampaignCourse) -> None:
        course.note(PointsBought(points=self.points, price=spending.points_price(course.game, self.points)))
        spend_on(course)


class Repair(OfAircraft, type="valor.repair"):
    """Repair an aircraft in Recovery. PST-8."""

    phrases: ClassVar[tuple[str, ...]] = ("repair {aircraft}",)
    rule: ClassVar[str] = "AOV-PST-8"

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        for one in game.in_box("recovery"):
            price = for_price(spending.repair_price(game))
            yield Offer(cls(aircraft=one.id), f"Repair {one.name}{price}", kind="repairs")

    def refused_to(self, game: Campaign, one: SquadronMember) -> Objection | None:
        return spending.against_repair(game, one)

    def carry_out(self, course: CampaignCourse) -> None:
        course.note(AircraftRepaired(aircraft=self.aircraft, price=spending.repair_price(course.game)))
        spend_on(course)


class Replace(Spending, type="valor.replace"):
    """Draw a replacement. PST-9, PST-10."""

    phrases: ClassVar[tuple[str, ...]] = ("draw [a] replacement",)
    rule: ClassVar[str] = "AOV-PST-9"

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        price = for_price(spending.replacement_price(game)) or ", free"
        yield Offer(cls(), f"Draw a replacement{price}", kind="replacements")

    def refused(self, game: Campaign) -> Objection | None:
        return spending.against_replacement(game)

    def asks(self, game: Campaign) -> Sequence[Question]:
        return (joined(game, NEW),)

    def carry_out(self, course: CampaignCourse) -> None:
        course.note(ReplacementPaid(price=spending.replacement_price(course.game)))
        join(course, NEW)
        spend_on(course)


class Upgrade(OfAircraft, type="valor.upgrade"):
    """Give a pilot the fighter of the next tier. PST-11, PST-12."""

    phrases: ClassVar[tuple[str, ...]] = ("upgrade {aircraft}",)
    rule: ClassVar[str] = "AOV-PST-11"

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        types = game.tables.of.of("types", FighterType)
        for one in serving(game):
            if spending.against_upgrade(game, one) is None:
                new = types.at(game.nation, one.tier + 1).type
                price = for_price(spending.upgrade_price(game))
                yield Offer(cls(aircraft=one.id), f"{one.name} gets {with_article(new)}{price}", one.id, kind="upgrades")

    def refused_to(self, game: Campaign, one: SquadronMember) -> Objection | None:
        return spending.against_upgrade(game, one)

    def carry_out(self, course: CampaignCourse) -> None:
        course.note(AircraftUpgraded(aircraft=self.aircraft, price=spending.upgrade_price(course.game)))
        spend_on(course)


class GiveUp(Spending, type="valor.give_up"):
    """Give up victory points for mission points. PST-6."""

    phrases: ClassVar[tuple[str, ...]] = ("give up {points} vp|points|point", "give up {points} victory points|point")
    rule: ClassVar[str] = "AOV-PST-6"
    named: ClassVar[Mapping[str, Named]] = {"points": words.number(range(1, 10))}
    points: int = Field(ge=1, le=9)

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        for n in range(1, game.tables.number("forfeit-most") + 1):
            yield Offer(cls(points=n), f"Give up {n} VP for {n} MP", kind="without mission points")

    def refused(self, game: Campaign) -> Objection | None:
        return spending.against_giving_up(game, self.points)

    def carry_out(self, course: CampaignCourse) -> None:
        course.note(PointsGivenUp(points=self.points))
        spend_on(course)


class SkipNextMission(Spending, type="valor.skip_next_mission"):
    """Skip the next mission: all in Recovery are repaired, and up to two replacements are drawn. PST-7."""

    phrases: ClassVar[tuple[str, ...]] = ("skip [the] next mission",)
    rule: ClassVar[str] = "AOV-PST-7"

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        yield Offer(cls(), f"Skip the next mission: {cls.brings(game)}", kind="without mission points")

    @staticmethod
    def brings(game: Campaign) -> str:
        """What the skipped mission brings."""
        hurt, most = len(game.in_box("recovery")), game.tables.number("skip-replacements")
        short = game.tables.number("squadron") - len(serving(game))
        found = [f"{n} {what}" for n, what in ((hurt, "repaired"), (min(short, most), "replaced")) if n]
        return " and ".join(found)

    def refused(self, game: Campaign) -> Objection | None:
        return spending.against_skipping(game)

    def carry_out(self, course: CampaignCourse) -> None:
        course.note(MissionPassed())
        if course.rulings.option2_fly == "recovered-ready":
            for one in course.game.in_box("recovery"):
                course.note(AircraftRepaired(aircraft=one.id))
        spend_on(course)


class DoneSpending(Spending, type="valor.done_spending"):
    """Buy nothing more. PST-5."""

    phrases: ClassVar[tuple[str, ...]] = ("done [spending]",)
    rule: ClassVar[str] = "AOV-PST-5"

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        left = spending.purse(game).points
        lost = f": {left} MP {'is' if left == 1 else 'are'} lost" if left > 0 else ""
        on = f"on to mission {spending.next_flown(game)}" if spending.missions_left(game) else "the campaign is over"
        open_ = spending.anything_to_spend(game)
        title = f"Buy nothing more{lost or f': {on}'}" if open_ else f"There is nothing to buy: {on}"
        yield Offer(cls(), title, ends_stage=True)

    def carry_out(self, course: CampaignCourse) -> None:
        close_purse(course)
