"""The post-mission phase (9.0): points, what is bought with them, skipped missions, the home airfield. PST, HOM, SCR-16."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, Literal

from pydantic import Field

from aqmf_air.api import Dice, Event, Objection, Offer, Question, ReadFrom, Rulings, plural, replace, ruling, with_article
from aqmf_air.games.aces_of_valor.chapters import campaign, ground, points, routes, sectors, words
from aqmf_air.games.aces_of_valor.chapters.campaign import HomeFound, PilotJoined, home_airfield, missions_left
from aqmf_air.games.aces_of_valor.chapters.landing import HeldElsewhere
from aqmf_air.games.aces_of_valor.chapters.orders import CampaignCourse, Named, PlayerChoice, SequenceStep
from aqmf_air.games.aces_of_valor.chapters.points import PointsScored
from aqmf_air.games.aces_of_valor.chapters.sectors import home_sector, own_half
from aqmf_air.games.aces_of_valor.chapters.squadron import (
    after_recycling,
    against_tier,
    drawn_pilot,
    of_one_tier,
    pilots_left,
    recycled,
    replacement,
    replacement_tier,
    replacements,
    serving,
)
from aqmf_air.games.aces_of_valor.state import Campaign, PointsEntry, Purse, SquadronMember, changed, damage_of
from aqmf_air.games.aces_of_valor.tables import Airfield, EventCard, FighterType, PilotRow, Tables, ValorRulings

# -- what a mission brings when all are down ---------------------------------------------------------------------------


def awards(game: Campaign) -> Iterator[PointsEntry]:
    """The entries of the ledger that come at the end of the mission. GTD-6, PHO-8, MIS-3, MIS-11, MIS-13, MIS-14;
    ``patrol_losses``, ``patrol_safe``, ``other_field_penalty``.
    """
    mission = game.flown
    if not (mission.given_up and game.rulings.terminated_mp == "lose"):
        for target in mission.targets:
            points = ground.award(target.kind, target.points, game.tables)
            if points and sectors.side(target.at, game.tables) != own_half(game):
                done = damage_of(target.kind, target.points, game.tables)
                yield PointsEntry(what=f"{target.name} {done}", points=points, rule="AOV-GTD-6")
        for id_, points in mission.observed:
            if points and id_ in dict(mission.landed):
                yield PointsEntry(what=f"what {game.called(id_)} saw", points=points, rule="AOV-PHO-8")
    if _patrol_flown(game) and not unpaid_patrol(game):
        kind = mission.row(game.tables).mission
        rule = "AOV-MIS-11" if kind == "offensive-patrol" else "AOV-MIS-13"
        yield PointsEntry(what="the patrol, with all back", points=game.tables.points("patrol"), rule=rule)
    n = len(landed_elsewhere(game))
    times = n if game.rulings.other_field_penalty == "aircraft" else min(n, 1)
    if times:
        points = times * game.tables.points("other-field")
        yield PointsEntry(what="landing at another airfield", points=points, rule="AOV-MIS-3")


def _patrol_flown(game: Campaign) -> bool:
    mission = game.flown
    patrol = mission.row(game.tables).mission in routes.PATROLS
    return patrol and bool(mission.objective) and {*mission.visited} >= {*mission.objective}


def unpaid_patrol(game: Campaign) -> str:
    """Why a patrol that was flown whole brings nothing when all are down; empty: it brings points. MIS-11, MIS-13."""
    if not _patrol_flown(game):
        return ""
    if forfeit := routes.patrol_forfeit(game):
        return forfeit
    mission, home = game.flown, home_sector(game)
    back = mission.landed and all(at == home for _, at in mission.landed)
    return "" if back else f"{game.tables.points('patrol')} MP forfeit: not all landed at home"


def landed_elsewhere(game: Campaign) -> tuple[str, ...]:
    """Those who are down at another friendly airfield. MIS-3."""
    others = set(routes.friendly_fields(game)) - {home_sector(game)}
    return tuple(id_ for id_, at in game.flown.landed if at in others)


def _awards(course: CampaignCourse) -> None:
    for award in tuple(awards(course.game)):
        course.emit(PointsScored(what=award.what, points=award.points, rule=award.rule))
    if course.rulings.aircraft_from_other_field == "stay":
        for id_ in landed_elsewhere(course.game):
            if isinstance(course.game.aircraft(id_), SquadronMember):
                course.emit(HeldElsewhere(aircraft=id_))
    course.next_step("points")


AWARDING = {"awards": SequenceStep("AOV-PTS-1", _awards)}
"""The end of a mission."""


# -- what may be bought, what it costs, and what stands against it -----------------------------------------------------


# "With zero or negative MPs and a wish to repair or replace"
ONLY_PATCHES = Objection("AOV-PST-6", "points had for victory points buy repairs and replacements only")
# "all aircraft in Recovery are repaired and up to 2 are replaced"
ONLY_REPLACEMENTS = Objection("AOV-PST-7", "only replacements are due after a skipped mission")


def purse(game: Campaign) -> Purse:
    """What is left to be spent. Raises ValueError: nothing is spent now."""
    if game.purse is None:
        raise ValueError("no mission points are spent now")
    return game.purse


def repair_price(game: Campaign) -> int:
    """PST-8, EV-3."""
    return points.price("repair", game.tables, "EV-3" if game.effect("EV-3") else "")


def replacement_price(game: Campaign) -> int:
    """PST-9; those that come with a skipped mission are free."""
    return 0 if purse(game).free_replacements else points.price("replacement", game.tables)


def upgrade_price(game: Campaign) -> int:
    """PST-11, EV-4: the first is cheaper."""
    return points.price("upgrade", game.tables, "EV-4" if game.effect("EV-4") and not purse(game).upgrades else "")


def points_price(game: Campaign, n: int) -> int:
    """What ``n`` more victory points cost. PST-4."""
    had = purse(game).bought
    return points.vp_price(had + n, game.tables, game.rulings) - points.vp_price(had, game.tables, game.rulings)


def too_dear(game: Campaign, what: str, cost: int) -> Objection | None:
    """What is said if the points do not suffice; None: they do. PST-3."""
    left = purse(game).points
    if cost <= left or not cost:
        return None
    # "Step 2: spend MPs by [P2]"
    return Objection("AOV-PST-3", f"{what} costs {cost} MP, and {left} {'is' if left == 1 else 'are'} left")


def against_points(game: Campaign, n: int) -> Objection | None:
    """Why ``n`` more victory points cannot be bought; None: they can. PST-4."""
    now, most = purse(game), game.tables.number("vp-most")
    if now.only:
        return ONLY_PATCHES if now.only == "repair-replace" else ONLY_REPLACEMENTS
    if now.bought + n > most:
        return Objection("AOV-PST-4", f"at most {most} victory points are bought after a mission")  # "at most 4"
    return too_dear(game, f"{n} VP" if not now.bought else f"{n} VP more", points_price(game, n))


def against_repair(game: Campaign, fighter: SquadronMember) -> Objection | None:
    """Why an aircraft cannot be repaired. PST-8."""
    if purse(game).only == "replace":
        return ONLY_REPLACEMENTS
    if fighter.box != "recovery":
        return Objection("AOV-PST-8", f"{fighter.name} is not in Recovery")  # "one aircraft from Recovery to Ready"
    return too_dear(game, "a repair", repair_price(game))


def may_be_replaced(game: Campaign) -> bool:
    """Whether the squadron is short of fighters, and somebody may come. PST-9, GEN-11."""
    return len(serving(game)) < game.tables.number("squadron") and len(replacements(game)) > 0


def against_replacement(game: Campaign) -> Objection | None:
    """Why no replacement can be drawn. PST-9, PST-10."""
    most = game.tables.number("squadron")
    if len(serving(game)) >= most:  # "with fewer than 8 fighters in Ready and Recovery"
        return Objection("AOV-PST-9", f"the squadron has {most} fighters")
    if not len(replacements(game)):  # "the Lost box goes back to the pools first"
        return Objection("AOV-PST-10", "no pilot is left in the pool, nor in the Lost box")
    if purse(game).only == "replace" and not purse(game).free_replacements:
        # "all aircraft in Recovery are repaired and up to 2 are replaced"
        return Objection("AOV-PST-7", "the replacements for the skipped mission are used up")
    return too_dear(game, "a replacement", replacement_price(game))


def against_upgrade(game: Campaign, fighter: SquadronMember) -> Objection | None:
    """Why an aircraft cannot be upgraded. PST-11, PST-12, ``upgrade_limit``."""
    now = purse(game)
    if now.only:
        return ONLY_PATCHES if now.only == "repair-replace" else ONLY_REPLACEMENTS
    if now.upgrades and game.rulings.upgrade_limit == "one":
        return Objection("AOV-PST-11", "one aircraft is upgraded after a mission")  # "any aircraft in Ready or Recovery"
    return against_tier(game, fighter) or too_dear(game, "an upgrade", upgrade_price(game))


def _options_closed(game: Campaign) -> Objection | None:
    now = purse(game)
    if now.only == "replace":
        return ONLY_REPLACEMENTS
    if now.after_event:
        return Objection("AOV-PST-3", "this is chosen after a mission only")  # "Step 2: spend MPs by [P2]"
    if now.total > 0:  # "With zero or negative MPs and a wish to repair or replace"
        return Objection("AOV-PST-6", f"this is for a mission without mission points; this one brought {now.total}")
    return None


def to_patch(game: Campaign) -> bool:
    """Whether any aircraft can be repaired or replaced. PST-6."""
    return bool(game.in_box("recovery")) or may_be_replaced(game)


# "With zero or negative MPs and a wish to repair or replace"
NOTHING_TO_PATCH = Objection("AOV-PST-6", "no aircraft can be repaired or replaced")


def against_giving_up(game: Campaign, n: int) -> Objection | None:
    """Why ``n`` victory points cannot be given up for mission points. PST-6, ``options_exclusive``, ``option1_use``."""
    now, most = purse(game), game.tables.number("forfeit-most")
    if closed := _options_closed(game):
        return closed
    if now.skipped and game.rulings.options_exclusive:  # "Or option 2: skip the next mission"
        return Objection("AOV-PST-7", "the next mission is skipped: no victory points are given up as well")
    if now.given_up + n > most:
        return Objection("AOV-PST-6", f"at most {most} victory points are given up")  # "give up 1 or 2 VPs"
    if n > game.vp:
        return Objection("AOV-PST-6", f"the squadron has {plural(game.vp, 'victory point')}")  # "not below zero VPs"
    if game.rulings.option1_use == "repair-replace" and not to_patch(game):
        return NOTHING_TO_PATCH
    return None


def against_skipping(game: Campaign) -> Objection | None:
    """Why the next mission cannot be skipped. PST-7, ``options_exclusive``, ``skip_last``, ``skip_stacking``."""
    now = purse(game)
    if closed := _options_closed(game):
        return closed
    if now.skipped:
        return Objection("AOV-PST-7", "the next mission is skipped already")  # "Or option 2: skip the next mission"
    if now.given_up and game.rulings.options_exclusive:  # "Or option 2: skip the next mission"
        return Objection("AOV-PST-7", "victory points were given up: no mission is skipped as well")
    once_more = not (game.skip and game.rulings.skip_stacking == "once")
    if once_more and missions_left(game) < (2 if game.rulings.skip_last == "fly" else 1):
        return Objection("AOV-PST-7", "there is no mission left to be skipped")  # "Or option 2: skip the next mission"
    return None if to_patch(game) else NOTHING_TO_PATCH


def anything_to_spend(game: Campaign) -> bool:
    """Whether the player has any choice left before he is done."""
    mine = serving(game)
    whole = (against_points(game, 1), against_replacement(game), against_giving_up(game, 1), against_skipping(game))
    of_aircraft = (against(game, fighter) for against in (against_repair, against_upgrade) for fighter in mine)
    return None in whole or None in of_aircraft


# -- steps -------------------------------------------------------------------------------------------------------------


ROLLED_AGAIN = Fraction(1, 6**6)
"""Rolls for another airfield that are less likely are left out of the odds. ``same_airfield``."""


def new_home(dice: Dice, present: str, tables: Tables, rulings: ValorRulings) -> Airfield:
    """The letter of the next home airfield, by S2. HOM-1, ``same_airfield``."""
    letter = dice.call(home_airfield, tables)
    while letter == present and rulings.same_airfield == "reroll":
        letter = dice.call(home_airfield, tables)
    return letter


def field_destroyed(game: Campaign) -> bool:
    """Whether the home airfield was destroyed in a scramble. SCR-16."""
    mission = game.flown
    if not mission.card or mission.row(game.tables).mission != "scramble":
        return False
    fields = (target for target in mission.targets if target.kind == "airfield")
    return any(damage_of(field.kind, field.points, game.tables) == "destroyed" for field in fields)


def home_due(game: Campaign) -> bool:
    """Whether the home airfield is rolled for. HOM-1, ``home_last``, ``skip_fourth``."""
    if game.number % game.tables.number("home-every") or (game.mission is None and not game.rulings.skip_fourth):
        return False
    return game.number < game.missions or game.rulings.home_last


def after_home(game: Campaign) -> str:
    """The step after that of the home airfield: a post-mission event, or the next mission. PST-13, SET-8."""
    left = len(game.tables.every("events", EventCard)) - len(game.events_drawn)
    due = game.mission is not None and game.options.events and missions_left(game) > 0 and left > 0
    return "event-card" if due else "next-mission"


def close_purse(course: CampaignCourse) -> None:
    """Nothing more is bought: on to what follows. PST-5."""
    again = purse(course.game).after_event
    course.emit(PurseClosed())
    if again:
        course.next_step("next-mission")
    else:
        course.next_step("new-home" if home_due(course.game) else after_home(course.game))


def spend_on(course: CampaignCourse) -> None:
    """On with spending while there is anything to choose."""
    if anything_to_spend(course.game):
        course.next_step("spend")
    else:
        close_purse(course)


def join(course: CampaignCourse, label: str) -> None:
    """A replacement is drawn and comes to the squadron. PST-9, PST-10."""
    back = recycled(course.game)
    if back:
        course.emit(PilotsRecycled(aircraft=tuple(fighter.id for fighter in back)))
    tier = replacement_tier(course.game)
    name = course.dice.call(drawn_pilot, label, pilots_left(course.game, tier))
    course.emit(PilotJoined(member=replacement(course.game, name, tier)))


def joined(game: Campaign, label: str) -> Question:
    """What skills the replacement has who comes: ``air/ground``."""
    pilot_rows = (pilot_row for pilot_row in game.tables.every("pilots", PilotRow) if pilot_row.nation == game.nation)
    skills = {pilot_row.name: f"{pilot_row.air}/{pilot_row.ground}" for pilot_row in pilot_rows}
    facts = (label, replacements(game))
    return Question("skills of the replacement", drawn_pilot, facts, view=skills.__getitem__, of=_skills)


def _skills(events: Sequence[object]) -> str:
    new = next(event.member for event in events if isinstance(event, PilotJoined))
    return f"{new.air}/{new.ground}"


def _points(course: CampaignCourse) -> None:
    game = course.game
    total = game.flown.points
    course.emit(PointsCounted(points=total))
    if total < 0 and game.rulings.negative_mp == "lose-vp":
        course.emit(VictoryPointsLost(points=-total))
    if field_destroyed(course.game):
        course.emit(FieldDestroyed())
    course.next_step("spend")  # also where nothing can be bought: the player sees what the mission came to


def _skipped(course: CampaignCourse) -> None:
    game = course.game
    if game.repairs_due:
        course.emit(SkipRestored())
        for fighter in game.in_box("recovery"):
            course.emit(AircraftRepaired(aircraft=fighter.id))
    if course.game.purse:
        spend_on(course)
    else:
        course.next_step("new-home" if home_due(course.game) else "next-mission")


def _new_home(course: CampaignCourse) -> None:
    game = course.game
    course.emit(HomeFound(letter=course.dice.call(new_home, game.home, course.tables, course.rulings)))
    course.next_step(after_home(course.game))


def _home_questions(game: Campaign) -> Sequence[Question]:
    facts = (game.home, game.tables, game.rulings)
    again = ROLLED_AGAIN if game.rulings.same_airfield == "reroll" else Fraction(0)
    return (Question("home airfield", new_home, facts, min_path=again, of=ReadFrom((HomeFound,), "letter")),)


STEPS = {
    "points": SequenceStep("AOV-PST-2", _points),
    "spend": SequenceStep("AOV-PST-3"),
    "new-home": SequenceStep("AOV-HOM-1", _new_home, True, _home_questions),
    "skipped": SequenceStep("AOV-PST-7", _skipped),
}
"""After a mission."""


# -- orders ------------------------------------------------------------------------------------------------------------


NEW = "replacement"


def member(game: Campaign, id_: str) -> SquadronMember | None:
    """The fighter of the squadron with this id, if there is one."""
    return next((fighter for fighter in game.squadron if fighter.id == id_), None)


class Spending(PlayerChoice):
    """A choice while mission points are spent."""

    at: ClassVar[tuple[str, ...]] = ("spend",)

    def against(self, game: Campaign) -> Iterable[Objection]:
        if (objection := self.refused(game)) is not None:
            yield objection

    def refused(self, game: Campaign) -> Objection | None:
        """Why it is not allowed; None: it is."""
        return None


class OfAircraft(Spending):
    """A choice for one aircraft of the squadron."""

    named: ClassVar[Mapping[str, Named]] = {"aircraft": words.fighter}

    aircraft: str

    def refused(self, game: Campaign) -> Objection | None:
        fighter = member(game, self.aircraft)
        nobody = Objection("AOV-GEN-11", f"the squadron has no {self.aircraft!r}")  # "The squadron is at most 8 fighters"
        return self.refused_to(game, fighter) if fighter else nobody

    def refused_to(self, game: Campaign, fighter: SquadronMember) -> Objection | None:
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
        for n in range(1, game.tables.number("vp-most") + 1 - purse(game).bought):
            yield Offer(cls(points=n), f"Buy {n} VP{for_price(points_price(game, n))}", kind="victory points")

    def refused(self, game: Campaign) -> Objection | None:
        return against_points(game, self.points)

    def carry_out(self, course: CampaignCourse) -> None:
        course.emit(PointsBought(points=self.points, price=points_price(course.game, self.points)))
        spend_on(course)


class Repair(OfAircraft, type="valor.repair"):
    """Repair an aircraft in Recovery. PST-8."""

    phrases: ClassVar[tuple[str, ...]] = ("repair {aircraft}",)
    rule: ClassVar[str] = "AOV-PST-8"

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        for fighter in game.in_box("recovery"):
            price = for_price(repair_price(game))
            yield Offer(cls(aircraft=fighter.id), f"Repair {fighter.name}{price}", kind="repairs")

    def refused_to(self, game: Campaign, fighter: SquadronMember) -> Objection | None:
        return against_repair(game, fighter)

    def carry_out(self, course: CampaignCourse) -> None:
        course.emit(AircraftRepaired(aircraft=self.aircraft, price=repair_price(course.game)))
        spend_on(course)


class Replace(Spending, type="valor.replace"):
    """Draw a replacement. PST-9, PST-10."""

    phrases: ClassVar[tuple[str, ...]] = ("draw [a] replacement",)
    rule: ClassVar[str] = "AOV-PST-9"

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        price = for_price(replacement_price(game)) or ", free"
        yield Offer(cls(), f"Draw a replacement{price}", kind="replacements")

    def refused(self, game: Campaign) -> Objection | None:
        return against_replacement(game)

    def asks(self, game: Campaign) -> Sequence[Question]:
        return (joined(game, NEW),)

    def carry_out(self, course: CampaignCourse) -> None:
        course.emit(ReplacementPaid(price=replacement_price(course.game)))
        join(course, NEW)
        spend_on(course)


class Upgrade(OfAircraft, type="valor.upgrade"):
    """Give a pilot the fighter of the next tier. PST-11, PST-12."""

    phrases: ClassVar[tuple[str, ...]] = ("upgrade {aircraft}",)
    rule: ClassVar[str] = "AOV-PST-11"

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        types = game.tables.of.of("types", FighterType)
        for fighter in serving(game):
            if against_upgrade(game, fighter) is None:
                new = types.at(game.nation, fighter.tier + 1).type
                title = f"{fighter.name} gets {with_article(new)}{for_price(upgrade_price(game))}"
                yield Offer(cls(aircraft=fighter.id), title, fighter.id, kind="upgrades")

    def refused_to(self, game: Campaign, fighter: SquadronMember) -> Objection | None:
        return against_upgrade(game, fighter)

    def carry_out(self, course: CampaignCourse) -> None:
        course.emit(AircraftUpgraded(aircraft=self.aircraft, price=upgrade_price(course.game)))
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
        return against_giving_up(game, self.points)

    def carry_out(self, course: CampaignCourse) -> None:
        course.emit(PointsGivenUp(points=self.points))
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
        parts = [f"{n} {what}" for n, what in ((hurt, "repaired"), (min(short, most), "replaced")) if n]
        return " and ".join(parts)

    def refused(self, game: Campaign) -> Objection | None:
        return against_skipping(game)

    def carry_out(self, course: CampaignCourse) -> None:
        course.emit(MissionPassed())
        if course.rulings.option2_fly == "recovered-ready":
            for fighter in course.game.in_box("recovery"):
                course.emit(AircraftRepaired(aircraft=fighter.id))
        spend_on(course)


class DoneSpending(Spending, type="valor.done_spending"):
    """Buy nothing more. PST-5."""

    phrases: ClassVar[tuple[str, ...]] = ("done [spending]",)
    rule: ClassVar[str] = "AOV-PST-5"

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        left = purse(game).points
        lost = f": {left} MP {'is' if left == 1 else 'are'} lost" if left > 0 else ""
        on = f"on to mission {campaign.next_flown(game)}" if campaign.missions_left(game) else "the campaign is over"
        open_ = anything_to_spend(game)
        title = f"Buy nothing more{lost or f': {on}'}" if open_ else f"There is nothing to buy: {on}"
        yield Offer(cls(), title, ends_stage=True)

    def carry_out(self, course: CampaignCourse) -> None:
        close_purse(course)


# -- events ------------------------------------------------------------------------------------------------------------


def paid(state: Campaign, price: int) -> Campaign:
    """A state in which mission points were paid."""
    now = purse(state)
    return replace(state, purse=replace(now, points=now.points - price))


def for_price(price: int) -> str:
    """`` for 3 MP``; empty, if it is free."""
    return f" for {price} MP" if price else ""


class PointsCounted(Event[Campaign], type="valor.points_counted"):
    """The mission points are counted, the card is discarded, and the flight is no more. PST-2, END-4, ``option1_base``."""

    points: int

    def apply(self, state: Campaign) -> Campaign:
        mission = state.flown
        kept = self.points if state.rulings.option1_base == "sum" else max(self.points, 0)
        squadron = tuple(self._after(fighter, state) for fighter in state.squadron)
        played = (*state.played, mission.card) if mission.card else state.played
        counted = replace(mission, counted=len(mission.ledger))
        new = Purse(points=kept, total=self.points)
        return replace(state, squadron=squadron, played=played, mission=counted, purse=new)

    def tell(self, state: Campaign) -> str:
        unpaid = unpaid_patrol(state)
        return f"the mission brought {plural(self.points, 'mission point')}{f'; of the patrol {unpaid}' if unpaid else ''}"

    def _after(self, fighter: SquadronMember, state: Campaign) -> SquadronMember:
        flown = (*fighter.flown, state.number) if fighter.id in state.flown.took_off else fighter.flown
        return replace(fighter, flown=flown, bombs=0, rockets=0, attacks=0, jammed=False)


class VictoryPointsLost(Event[Campaign], type="valor.victory_points_lost"):
    """Mission points below zero cost victory points. ``negative_mp``, VIC-2."""

    points: int

    def apply(self, state: Campaign) -> Campaign:
        return replace(state, vp=max(state.vp - self.points, 0))

    def tell(self, state: Campaign) -> str:
        return f"{plural(self.points, 'victory point')} {'is' if self.points == 1 else 'are'} lost"


class FieldDestroyed(Event[Campaign], type="valor.field_destroyed"):
    """The home airfield is destroyed: the next mission is skipped. SCR-16, ``skip_repairs``."""

    wording: ClassVar[str] = "the home airfield is destroyed: the next mission is skipped"

    def apply(self, state: Campaign) -> Campaign:
        return replace(state, skip=state.skip + 1, repairs_due=state.rulings.skip_repairs == "both")


class PointsBought(Event[Campaign], type="valor.points_bought"):
    """Victory points are bought. PST-4."""

    points: int
    price: int

    def apply(self, state: Campaign) -> Campaign:
        after = paid(state, self.price)
        now = purse(after)
        return replace(after, vp=state.vp + self.points, purse=replace(now, bought=now.bought + self.points))

    def tell(self, state: Campaign) -> str:
        return f"{self.points} VP{for_price(self.price)}: {state.vp + self.points} in all"


class PointsGivenUp(Event[Campaign], type="valor.points_given_up"):
    """Victory points are given up for mission points. PST-6, ``option1_use``."""

    wording: ClassVar[str] = "{points} VP given up for {points} MP"
    points: int

    def apply(self, state: Campaign) -> Campaign:
        now = purse(state)
        only: Literal["", "repair-replace"] = "repair-replace" if state.rulings.option1_use == "repair-replace" else ""
        after = replace(now, points=now.points + self.points, given_up=now.given_up + self.points, only=only)
        return replace(state, vp=max(state.vp - self.points, 0), purse=after)


class AircraftRepaired(Event[Campaign], type="valor.aircraft_repaired"):
    """An aircraft goes from Recovery to Ready, undamaged. PST-8."""

    aircraft: str
    price: int = 0

    def apply(self, state: Campaign) -> Campaign:
        after = changed(state, self.aircraft, box="ready", side="front")
        return paid(after, self.price) if self.price else after

    def tell(self, state: Campaign) -> str:
        return f"{state.called(self.aircraft)} is repaired{for_price(self.price)}"


class PilotsRecycled(Event[Campaign], type="valor.pilots_recycled"):
    """Counters go back from the Lost box to their pools. PST-10."""

    aircraft: tuple[str, ...]

    def apply(self, state: Campaign) -> Campaign:
        return after_recycling(state, tuple(state.member(id_) for id_ in self.aircraft))

    def tell(self, state: Campaign) -> str:
        return f"back from the Lost box to the pool: {', '.join(map(state.called, self.aircraft))}"


class ReplacementPaid(Event[Campaign], type="valor.replacement_paid"):
    """A replacement is asked for. PST-9, PST-7."""

    price: int

    def apply(self, state: Campaign) -> Campaign:
        after = paid(state, self.price)
        now = purse(after)
        return replace(after, purse=replace(now, free_replacements=max(now.free_replacements - 1, 0)))

    def tell(self, state: Campaign) -> str:
        return f"a replacement{for_price(self.price) or ', free'}"


class AircraftUpgraded(Event[Campaign], type="valor.aircraft_upgraded"):
    """A pilot gets the fighter of the next tier. PST-11, PST-12, SKL-3, ``old_counter``."""

    aircraft: str
    price: int

    def apply(self, state: Campaign) -> Campaign:
        after = paid(state, self.price)
        now, fighter = purse(after), state.member(self.aircraft)
        squadron = after.squadron
        if of_one_tier(state):
            squadron = tuple(replace(other, upgraded=False) for other in squadron)
        aside = (*state.set_aside, (fighter.name, fighter.tier)) if state.rulings.old_counter == "aside" else state.set_aside
        after = replace(after, squadron=squadron, set_aside=aside, purse=replace(now, upgrades=now.upgrades + 1))
        return changed(after, fighter.id, tier=fighter.tier + 1, type=self._type(state), upgraded=True)

    def _type(self, state: Campaign) -> str:
        fighter = state.member(self.aircraft)
        return state.tables.of.of("types", FighterType).at(state.nation, fighter.tier + 1).type

    def tell(self, state: Campaign) -> str:
        return f"{state.called(self.aircraft)} gets {with_article(self._type(state))}{for_price(self.price)}"


class MissionPassed(Event[Campaign], type="valor.mission_passed"):
    """The player skips the next mission; repairs and replacements follow. PST-7, ``skip_stacking``, ``option2_fly``."""

    wording: ClassVar[str] = "the next mission is skipped"

    def apply(self, state: Campaign) -> Campaign:
        skip = max(state.skip, 1) if state.rulings.skip_stacking == "once" else state.skip + 1
        free = state.tables.number("skip-replacements")
        now = replace(purse(state), skipped=True)
        if state.rulings.option2_fly == "recovered-ready":
            return replace(state, skip=skip, purse=replace(now, free_replacements=free))
        return replace(state, skip=skip, purse=now, repairs_due=True, replacements_due=free)


class SkipRestored(Event[Campaign], type="valor.skip_restored"):
    """What a skipped mission brings: repairs, and replacements that may be drawn. ``option2_fly``, ``skip_repairs``."""

    wording: ClassVar[str] = "the squadron is restored while a mission is skipped"

    def apply(self, state: Campaign) -> Campaign:
        due = state.replacements_due
        new = Purse(free_replacements=due, only="replace") if due else None
        return replace(state, repairs_due=False, replacements_due=0, purse=new)


class PurseClosed(Event[Campaign], type="valor.purse_closed"):
    """Spending is over; points that are left are lost. PST-5."""

    def apply(self, state: Campaign) -> Campaign:
        return replace(state, purse=None)

    def tell(self, state: Campaign) -> str:
        left = purse(state).points
        return f"{left} MP not spent {'is' if left == 1 else 'are'} lost" if left > 0 else ""


class CampaignRulings(Rulings):
    """What the source leaves open of the campaign and of what follows a mission."""

    first_marker: Literal["campaign", "turn"] = ruling(
        "AOV-SET-2", "What does the marker that is set up on the campaign track count?", "Missions.", "Mission turns."
    )
    skip_card: Literal["none", "discard"] = ruling(
        "AOV-SCR-16",
        "Does a skipped mission use up a mission card?",
        "No card is drawn.",
        "One card is drawn and discarded.",
    )
    skip_fourth: Literal[True, False] = ruling(
        "AOV-HOM-1", "A fourth mission is skipped: is the home airfield rolled for?", "Yes.", "No."
    )
    skip_stacking: Literal["add", "once"] = ruling(
        "AOV-PST-7",
        "The airfield is destroyed and the player skips a mission as well: how many are skipped?",
        "Two.",
        "One.",
    )
    skip_last: Literal["end", "fly"] = ruling(
        "AOV-SCR-16", "What does a skip past the last mission do?", "The campaign ends.", "The last mission is flown."
    )
    skip_repairs: Literal["option2-only", "both"] = ruling(
        "AOV-SCR-16",
        "Does the skip after a destroyed airfield repair aircraft?",
        "No, only a skip that the player chose does.",
        "Yes.",
    )
    option2_fly: Literal["recovered-ready", "repair-after-skip"] = ruling(
        "AOV-PST-7",
        "The player skips a mission: when do repairs and replacements count?",
        "At once: all are repaired, then up to 2 are replaced.",
        "After the skipped mission.",
    )
    negative_mp: Literal["zero", "lose-vp"] = ruling(
        "AOV-PST-6",
        "What do mission points below zero cost?",
        "Nothing; there is nothing to spend.",
        "A victory point each.",
    )
    option1_use: Literal["repair-replace", "anything"] = ruling(
        "AOV-PST-6", "What may be bought with victory points given up?", "Repairs and replacements.", "Anything."
    )
    option1_base: Literal["zero", "sum"] = ruling(
        "AOV-PST-6",
        "From where are points counted that were had for victory points?",
        "From zero.",
        "From the negative total.",
    )
    options_exclusive: Literal[True, False] = ruling(
        "AOV-PST-7", "May victory points be given up and a mission be skipped?", "Only one of the two.", "Both."
    )
    vp_price: Literal["squares", "plus-three", "steps"] = ruling(
        "AOV-PST-4", "What do 3 and 4 victory points cost in one mission?", "9 and 16.", "7 and 10.", "8 and 13."
    )
    upgrade_lock: Literal["flag", "lowest-first"] = ruling(
        "AOV-PST-12",
        "When may an upgraded aircraft be upgraded again?",
        "When all have been of one tier since.",
        "When it is of the lowest tier.",
    )
    upgrade_limit: Literal["mp", "one"] = ruling(
        "AOV-PST-11", "How many upgrades may be bought after a mission?", "As many as points allow.", "One."
    )
    old_counter: Literal["aside", "pool"] = ruling(
        "AOV-PST-11",
        "Where does the counter of the lower tier go after an upgrade?",
        "Out of the game.",
        "Back to its pool.",
    )
    same_pilot_pool: Literal["skip", "allow"] = ruling(
        "AOV-PST-9", "A pilot is drawn who already serves in another tier: what then?", "Draw again.", "He serves twice."
    )
    replacement_tier_empty: Literal["start", "one"] = ruling(
        "AOV-PST-9", "No aircraft is left: of which tier are replacements?", "The starting tier.", "Tier 1."
    )
    recycle_what: Literal["tier", "all"] = ruling(
        "AOV-PST-10",
        "The pool is too small: what goes back from the Lost box?",
        "The counters of that tier, without markers.",
        "All counters.",
    )
    recycled_tier: Literal["own", "first"] = ruling(
        "AOV-PST-10", "At which tier do lost pilots come back?", "At the one they were lost in.", "At tier 1."
    )
    same_airfield: Literal["stays", "reroll"] = ruling(
        "AOV-HOM-1", "The roll names the present home airfield: what then?", "The squadron stays.", "Roll again."
    )
    home_last: Literal[False, True] = ruling(
        "AOV-HOM-1", "Is the home airfield rolled for after the last mission?", "No.", "Yes."
    )
    start_tier: Literal["roll", "choose"] = ruling(
        "AOV-SET-3", "How is the starting tier found?", "By a roll on S1.", "The player chooses."
    )
    mission_deck_empty: Literal["reshuffle", "end"] = ruling(
        "AOV-SET-7", "No mission card is left to draw: what then?", "The discards become the deck.", "The campaign ends."
    )
    event_mp: Literal["next", "now"] = ruling(
        "AOV-PST-13",
        "When do mission points from an event card count?",
        "In the next mission.",
        "At once; they may be spent.",
    )
