"""Formations (5.5.20): aircraft with gunners that fly as one, and whose gunners shoot before those who attack them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from math import cos, radians, sin
from typing import ClassVar, Literal, Self

from pydantic import Field

from aqmf_air import api
from aqmf_air.api.geometry import SpacePose, space
from aqmf_air.games.clouds_of_glory.chapters.course import FlownCourse, energy_of, handling_of
from aqmf_air.games.clouds_of_glory.chapters.gunnery import ShootingOrder, attacks_formation
from aqmf_air.games.clouds_of_glory.chapters.initiative import has_initiative
from aqmf_air.games.clouds_of_glory.chapters.models import EDGE, apart, body_of
from aqmf_air.games.clouds_of_glory.chapters.moving import MoveOrder, damage_energy, flown_events, move_of, own_aircraft
from aqmf_air.games.clouds_of_glory.chapters.plans import PlanPiece
from aqmf_air.games.clouds_of_glory.chapters.steps import CloudsSteps, Events, due, then
from aqmf_air.games.clouds_of_glory.chapters.strain import before_flight
from aqmf_air.games.clouds_of_glory.state import CloudsGame, Craft, CraftEvent, craft_in, seat_of

Shift = tuple[float, float]
"""MU to the right and up."""


class FormationRulings(api.Rulings):
    """What the source leaves open of formations."""

    formation_order: Literal["roll", "owner"] = api.ruling(
        "ICOG-5.5.20.1",
        "In which order do several formations move?",
        "A D10 for each, the lowest first.",
        "As their sides list them.",
    )
    formation_track: Literal["straight-offset", "same-path"] = api.ruling(
        "ICOG-5.5.20.2", "How does an aircraft of a formation stray from its course?", "Each on its own.", "All by the same."
    )


# -- rules -------------------------------------------------------------------------------------------------------------


def members_of(game: CloudsGame, formation: str) -> tuple[Craft, ...]:
    """The aircraft of a formation, in the air and under control."""
    return tuple(craft for craft in game.in_air if formation and craft.formation == formation and not craft.spinning)


def may_form_up(game: CloudsGame, craft: Craft) -> bool:
    """Whether an aircraft has gunners, and is under control. ICOG-5.5.20.1."""
    return has_initiative(game, craft) and not craft.grounded and any(not man.absent for man in craft.crew[1:])


def close_up(game: CloudsGame, formation: Iterable[Craft]) -> bool:
    """Whether each of them is near enough to each other one. ICOG-5.5.20.1."""
    most = game.tables.number("flight", "formation")
    bodies = [body_of(game, craft) for craft in formation]
    return all(apart(*pair) <= most + EDGE for pair in combinations(bodies, 2))


def in_formation(game: CloudsGame, craft: Craft, shift: Shift) -> SpacePose:
    """Where an aircraft of a formation flies: straight, and shifted. ICOG-5.5.20.2."""
    (aside, up), heading = shift, radians(craft.pose.heading)
    flown = space.straight(craft.pose, handling_of(game, craft).reach)
    return flown.moved((aside * cos(heading), -aside * sin(heading), up))


def stay_close(game: CloudsGame, formation: Iterable[Craft], shifts: Mapping[str, Shift]) -> bool:
    """Whether they are still near enough to each other when they have flown so. ICOG-5.5.20.1."""
    ends = (api.replace(craft, pose=in_formation(game, craft, shifts.get(craft.id, (0.0, 0.0)))) for craft in formation)
    return close_up(game, ends)


def with_gunners(game: CloudsGame, waiting: Iterable[str]) -> tuple[str, ...]:
    """Who shoots, in order, gunners of formations before the first attacker or last. ICOG-5.5.20.3, ICOG-5.5.20.4."""
    order = list(waiting)
    for formation in dict.fromkeys(craft.formation for craft in game.in_air if craft.formation):
        members = members_of(game, formation)
        attackers = {craft.id for craft in game.in_air if members and attacks_formation(game, craft, members[0])}
        at = next((place for place, name in enumerate(order) if craft_in(name) in attackers), len(order))
        order[at:at] = [seat_of(craft.id, man.station) for craft in members for man in craft.crew[1:] if not man.absent]
    return tuple(order)


# -- events ------------------------------------------------------------------------------------------------------------


class FormedUp(api.Event[CloudsGame], type="clouds.formed_up"):
    """ICOG-5.5.20.1."""

    members: tuple[str, ...]

    def apply(self, game: CloudsGame) -> CloudsGame:
        game = api.replace(game, waiting=tuple(name for name in game.waiting if name not in self.members))
        for name in self.members:
            game = game.changed(name, formation=self.members[0])
        return game

    def tell(self, game: CloudsGame) -> str:
        return f"{' and '.join(map(game.called, self.members))} fly in formation"


class WaitsForEnd(CraftEvent, type="clouds.waits_for_end"):
    """A gunner of a formation shoots last, at whom does not attack it. ICOG-5.5.20.4."""

    wording: ClassVar[str] = "{subject}: its {station} gunner waits for the end"
    station: str

    def apply(self, game: CloudsGame) -> CloudsGame:
        name = seat_of(self.craft, self.station)
        game = api.replace(game, waiting=(*game.without(name).waiting, name))
        return game.with_craft(game.of(self.craft).with_man(self.station, late=True))


# -- steps -------------------------------------------------------------------------------------------------------------


def fly_in_formation(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """One of a formation flies straight on, shifted by what it strays. ICOG-5.5.20.2."""
    aside, up, throttle = (int(fact) for fact in step.facts)
    craft = game.of(step.of)
    move = move_of(game, craft, throttle, damage_energy(dice, craft))
    end = in_formation(game, craft, (aside / 10, up / 10))
    items = energy_of(move, (), (craft.pose.place[2], end.place[2]))
    speed, below = move.cockpit.after(craft.speed, sum(item.eu for item in items))
    plan = (PlanPiece("S", move.handling.reach),)
    yield from flown_events(game, craft, FlownCourse(plan, end, items, speed, below, end.place[2]), None)


# -- orders ------------------------------------------------------------------------------------------------------------


class FormUp(api.SteppedOrder[CloudsGame, CloudsSteps], type="clouds.form_up"):
    """Aircraft with gunners fly as one in this turn; said before initiative is rolled. ICOG-5.5.20.1."""

    phrases: ClassVar[tuple[str, ...]] = ("{craft} and {other} form|forms up", "form up")
    members: tuple[str, ...] = Field(max_length=16)

    @classmethod
    def slots(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Mapping[str, api.Slot]:
        return {"craft": own_aircraft(game, player), "other": own_aircraft(game, player)}

    @classmethod
    def from_words(cls, game: CloudsGame, player: str, rules: CloudsSteps, values: api.Said) -> Iterable[Self]:
        named = tuple(str(values[name]) for name in ("craft", "other") if values.get(name))
        yield cls(members=named or cls.all_together(game, player))

    @staticmethod
    def all_together(game: CloudsGame, player: str) -> tuple[str, ...]:
        """As many as can form up with the first of them."""
        formation: tuple[Craft, ...] = ()
        for craft in game.in_air:
            if craft.side == player and craft.id in game.waiting and may_form_up(game, craft):
                more = (*formation, craft)
                formation = more if close_up(game, more) and stay_close(game, more, {}) else formation
        return tuple(craft.id for craft in formation)

    @classmethod
    def offers(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Offer]:
        if game.phase == "initiative" and not game.open:
            order = cls(members=cls.all_together(game, player))
            yield api.Offer(order, f"{api.capitalised(' and '.join(map(game.called, order.members)))} fly in formation")

    def against(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Objection]:
        craft = [game.of(name) for name in self.members if game.has(name) and game.of(name).side == player]
        if game.phase != "initiative" or any(each.id not in game.waiting for each in craft):
            # "may form up before initiative is rolled"
            yield api.Objection("ICOG-5.5.20.1", "formations are said before initiative is rolled")
        elif len(craft) < 2 or len({each.id for each in craft}) < len(self.members):
            # "Aircraft with gunners, two at least"
            yield api.Objection("ICOG-5.5.20.1", "a formation has two aircraft of yours or more, each named once")
        elif alone := next((each for each in craft if not may_form_up(game, each)), None):
            # "Aircraft with gunners, two at least"
            yield api.Objection("ICOG-5.5.20.1", f"{alone.marking} has no gunner, or is not under control")
        elif not (close_up(game, craft) and stay_close(game, craft, {})):
            most = game.tables.number("flight", "formation")
            # "never over 4 move units from each other"
            yield api.Objection("ICOG-5.5.20.1", f"they are over {most} MU apart, or would be if they flew on")

    def begins(self, game: CloudsGame, rules: CloudsSteps) -> Events:
        yield FormedUp(members=self.members)


SHIFTS: Mapping[str, Shift] = {
    "on": (0, 0), "2 up": (0, 2), "2 down": (0, -2), "4 down": (0, -4), "2 left": (-2, 0), "2 right": (2, 0),
    "4 left": (-4, 0), "4 right": (4, 0),
}  # fmt: skip
"""What is offered."""


class LeadFormation(MoveOrder, type="clouds.lead_formation"):
    """All of a formation fly straight on at once, and stray a little. ICOG-5.5.20.1, ICOG-5.5.20.2."""

    phrases: ClassVar[tuple[str, ...]] = ("{craft} leads|lead [its formation] {shift}",)
    shift: Shift = (0.0, 0.0)
    shifts: tuple[Shift, ...] = Field(default=(), max_length=16)
    """Of each, in their order; none: all by ``shift``."""
    throttle: int = Field(default=0, ge=0, le=9)

    @classmethod
    def slots(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Mapping[str, api.Slot]:
        return {**super().slots(game, player, rules), "shift": api.Names("on, or MU aside, up or down", SHIFTS)}

    @classmethod
    def offers(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Offer]:
        if (craft := game.mover(player)) and craft.formation and not craft.spinning:
            for words, shift in SHIFTS.items():
                title = f"{api.capitalised(craft.marking)} leads its formation {words}"
                yield api.Offer(cls(craft=craft.id, shift=shift), title, craft.id, kind="moves")

    def shifted(self, game: CloudsGame) -> dict[str, Shift]:
        """How far each strays."""
        members = members_of(game, game.of(self.craft).formation)
        shifts = self.shifts or (self.shift,) * len(members)
        return {craft.id: shift for craft, shift in zip(members, shifts, strict=False)}

    def against(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Objection]:
        craft, most = game.of(self.craft), game.tables.number("flight", "formation")
        members, shifts = members_of(game, craft.formation), self.shifted(game)
        if craft not in members or len(self.shifts) not in (0, len(members)):
            # "move at one time ahead of all who are under control"
            yield api.Objection("ICOG-5.5.20.1", f"it leads a formation of {len(members)}")
        elif not all(abs(part) <= most for shift in shifts.values() for part in shift):
            # "4 move units to a side, up or down"
            yield api.Objection(
                "ICOG-5.5.20.2", f"aircraft in formation stray at most {most} MU aside, and {most} up or down"
            )
        elif game.rulings.formation_track == "same-path" and len({*shifts.values()}) > 1:
            # "In formation there are no manoeuvres"
            yield api.Objection("ICOG-5.5.20.2", "all of a formation stray by the same")
        elif self.throttle > min(game.cockpit(each).panel.throttle for each in members):
            # "as many units as one likes, Throttle at most"
            yield api.Objection("ICOG-5.7.5.1", "not all of them can throttle back so far")
        elif not stay_close(game, members, shifts) and stay_close(game, members, {}):
            # "never over 4 move units from each other"
            yield api.Objection("ICOG-5.5.20.1", f"they would end over {most} MU apart")

    def begins(self, game: CloudsGame, rules: CloudsSteps) -> Events:
        steps = list[api.GameStep]()
        for name, (aside, up) in self.shifted(game).items():
            flight = due("in formation", name, round(aside * 10), round(up * 10), self.throttle)
            steps += (*before_flight(game, game.of(name)), flight)
        yield then(*steps)


class WaitForEnd(ShootingOrder, type="clouds.wait_for_end"):
    """A gunner of a formation leaves its attackers alone, and shoots last of all. ICOG-5.5.20.4."""

    phrases: ClassVar[tuple[str, ...]] = ("{craft} waits|wait for the end",)

    @classmethod
    def offers(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Offer]:
        if shooter := game.shooter_of(player):
            title = f"{game.subject(shooter.craft)} waits for the end"
            yield api.Offer(cls(craft=shooter.craft, station=shooter.station), title, shooter.craft)

    def against(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Objection]:
        if not game.of(self.craft).formation or game.of(self.craft).man(self.station).late:
            # "Against others they come last of all"
            yield api.Objection("ICOG-5.5.20.4", "only gunners of a formation wait, and only once")

    def begins(self, game: CloudsGame, rules: CloudsSteps) -> Events:
        yield WaitsForEnd(craft=self.craft, station=self.station)


STEPS = {"in formation": fly_in_formation}
