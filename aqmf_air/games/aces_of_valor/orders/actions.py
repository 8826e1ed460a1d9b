"""What the player has an aircraft do when its turn comes in a combat. ACT, ATK, GND, PHO."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from aqmf_air.core.data.text import plural
from aqmf_air.core.dice.labelled import labelled
from aqmf_air.core.play.question import Question, ReadFrom
from aqmf_air.core.play.ruleset import Objection, Offer
from aqmf_air.core.play.words import Said
from aqmf_air.games.aces_of_valor import attack_questions, fighting, luck
from aqmf_air.games.aces_of_valor.actions import Action, What, idle, may, why_not
from aqmf_air.games.aces_of_valor.automatic import attacks
from aqmf_air.games.aces_of_valor.course import CampaignCourse
from aqmf_air.games.aces_of_valor.events.rounds import BrokeOff, JamTended, Waited, Weapon
from aqmf_air.games.aces_of_valor.orders import words
from aqmf_air.games.aces_of_valor.orders.base import Named, PlayerChoice
from aqmf_air.games.aces_of_valor.rules import fire
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.plugins.registry import Registry


class OfAircraft(PlayerChoice):
    """The action of an aircraft, of those whose turn it is. RND-5, RND-6, ACT-1."""

    at: ClassVar[tuple[str, ...]] = ("act",)
    what: ClassVar[What]
    named: ClassVar[Mapping[str, Named]] = {"aircraft": words.friend}
    aircraft: str

    @classmethod
    def actions(cls, game: Campaign) -> Iterable[tuple[str, Action]]:
        """Who may act so, and against whom."""
        for id_ in game.fought.acting:
            yield from ((id_, one) for one in may(game, id_) if one.what == cls.what)

    @property
    def aimed_at(self) -> str:
        """The id of the target; empty: there is none."""
        return ""

    def against(self, game: Campaign) -> Iterable[Objection]:
        if (found := why_not(game, self.aircraft, self.what, self.aimed_at)) is not None:
            yield found

    def carry_out(self, course: CampaignCourse) -> None:
        self.act(course)
        course.go("track")

    def act(self, course: CampaignCourse) -> None:
        """What it does."""


class AtTarget(OfAircraft):
    """An action against an aircraft or a ground target."""

    target: str

    @property
    def aimed_at(self) -> str:
        return self.target


class Attack(AtTarget, type="valor.attack"):
    """An aircraft attacks an enemy in the next lower space that has any. ATK-1, TGT-1, TGT-3."""

    phrases: ClassVar[tuple[str, ...]] = ("{aircraft} attacks|attack {target}",)
    rule: ClassVar[str] = "AOV-ATK-1"
    what: ClassVar[What] = "attack"
    named: ClassVar[Mapping[str, Named]] = {"aircraft": words.friend, "target": words.enemy}

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        best = sorted(cls.actions(game), key=lambda pair: -attacks.in_the_air(game, pair[0], pair[1].target))
        for id_, action in best:
            gun = fighting.exchange_facts(game, id_, action.target)[0]
            title = f"{game.called(id_)} attacks {game.called(action.target)} with {plural(gun.dice, 'die', 'dice')}"
            yield Offer(cls(aircraft=id_, target=action.target), title, kind="attacks")

    def asks(self, game: Campaign) -> Sequence[Question]:
        return attack_questions.of_attack(game, self.aircraft, self.target)

    def act(self, course: CampaignCourse) -> None:
        fighting.attack(course, self.aircraft, self.target)


class OnTheGround(AtTarget):
    """An attack on a ground target. GND."""

    rule: ClassVar[str] = "AOV-GND-1"
    weapon: ClassVar[Weapon]
    verb: ClassVar[str]
    named: ClassVar[Mapping[str, Named]] = {
        "aircraft": words.friend,
        "target": words.ground_target,
        "bombs": words.number(range(1, 7)),
    }

    @property
    def n(self) -> int:
        """How many bombs are dropped; 0: all."""
        return 0

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        best = sorted(cls.actions(game), key=lambda pair: -attacks.on_the_ground(game, pair[0], pair[1].target, cls.weapon))
        for id_, action in best:
            order = cls.model_validate({"aircraft": id_, "target": action.target})
            yield Offer(order, f"{game.called(id_)} {cls.verb} {game.called(action.target)}", kind="ground attacks")

    def asks(self, game: Campaign) -> Sequence[Question]:
        return attack_questions.of_run(game, self.aircraft, self.target, self.weapon, self.n)

    def act(self, course: CampaignCourse) -> None:
        fighting.attack_ground(course, self.aircraft, self.target, self.weapon, self.n)


class Strafe(OnTheGround, type="valor.strafe"):
    """A fighter strafes a ground target. GND-3, GND-4, ACT-4."""

    phrases: ClassVar[tuple[str, ...]] = ("{aircraft} strafes|strafe {target}",)
    what: ClassVar[What] = "strafe"
    weapon: ClassVar[Weapon] = "guns"
    verb: ClassVar[str] = "strafes"


class Bomb(OnTheGround, type="valor.bomb"):
    """An aircraft bombs a ground target: a bomber in its round, a fighter with bombs. GND-3, GND-6, ORD-10."""

    phrases: ClassVar[tuple[str, ...]] = ("{aircraft} bombs|bomb {target} [with {bombs} bombs]",)
    what: ClassVar[What] = "bomb"
    weapon: ClassVar[Weapon] = "bombs"
    verb: ClassVar[str] = "bombs"
    bombs: int = 0
    """How many are dropped; 0: all. ``fighter_bombs``."""

    @property
    def n(self) -> int:
        return self.bombs

    def in_words(self, state: Campaign, rules: Registry) -> Said:
        return {**super().in_words(state, rules), "bombs": self.bombs or None}

    def against(self, game: Campaign) -> Iterable[Objection]:
        yield from super().against(game)
        one = game.pieces.get(self.aircraft)
        if one is None or not self.bombs or self.bombs == one.bombs:
            return
        if one.kind != "fighter":
            yield Objection("AOV-GND-3", f"{one.name} drops all its bombs in one attack")
        elif game.rulings.fighter_bombs == "all":
            yield Objection("AOV-ORD-10", f"{one.name} drops all its bombs in one attack")
        elif not 1 <= self.bombs <= one.bombs:
            yield Objection("AOV-ORD-10", f"{one.name} has {one.bombs} bombs")


class FireRockets(OnTheGround, type="valor.fire_rockets"):
    """A fighter fires both its rockets at a balloon. ORD-9."""

    phrases: ClassVar[tuple[str, ...]] = ("{aircraft} fires|fire its rockets at {target}",)
    what: ClassVar[What] = "rockets"
    weapon: ClassVar[Weapon] = "rockets"
    verb: ClassVar[str] = "fires its rockets at"


class Attempt(OfAircraft, type="valor.attempt"):
    """A 2-seater makes its attempt at photo recon or spotting. PHO-1."""

    phrases: ClassVar[tuple[str, ...]] = ("{aircraft} makes|make its attempt",)
    rule: ClassVar[str] = "AOV-PHO-1"
    what: ClassVar[What] = "attempt"

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        for id_, _ in cls.actions(game):
            yield Offer(cls(aircraft=id_), f"{game.called(id_)} makes its attempt", kind="attempts")

    def asks(self, game: Campaign) -> Sequence[Question]:
        return attack_questions.of_attempt(game, self.aircraft)

    def act(self, course: CampaignCourse) -> None:
        fighting.attempt(course, self.aircraft)


class ClearJam(OfAircraft, type="valor.clear_jam"):
    """A pilot tries to clear his gun. OPT-2."""

    phrases: ClassVar[tuple[str, ...]] = ("{aircraft} clears|clear the jam",)
    rule: ClassVar[str] = "AOV-OPT-2"
    what: ClassVar[What] = "clear"

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        for id_, _ in cls.actions(game):
            yield Offer(cls(aircraft=id_), f"{game.called(id_)} tries to clear the jam")

    def asks(self, game: Campaign) -> Sequence[Question]:
        of = ReadFrom((JamTended,), "cleared")
        return (Question("the jam is cleared", fire.clears, (game.tables,), of=of, luck=luck.good("jams cleared")),)

    def act(self, course: CampaignCourse) -> None:
        cleared = labelled(course.dice, course.game.called(self.aircraft), relation="for").call(fire.clears, course.tables)
        course.note(JamTended(aircraft=self.aircraft, cleared=cleared))


class RestWait(PlayerChoice, type="valor.rest_wait"):
    """All whose turn it is wait, of those who can only wait or break off; the later ones, too, once no enemy is to act.
    ACT-4, ACT-8.
    """

    phrases: ClassVar[tuple[str, ...]] = ("the rest waits|wait",)
    at: ClassVar[tuple[str, ...]] = ("act",)
    rule: ClassVar[str] = "AOV-ACT-4"

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        waiting = _waiting(game)
        if len(waiting) > 1:
            yield Offer(cls(), f"{', '.join(map(game.called, waiting))} wait, and stay in the combat")

    def against(self, game: Campaign) -> Iterable[Objection]:
        if not _waiting(game):
            yield Objection(self.rule, "all whose turn it is have something to do, or cannot wait")

    def carry_out(self, course: CampaignCourse) -> None:
        for id_ in _waiting(course.game):
            course.note(Waited(aircraft=id_))
        course.go("track")


def _waiting(game: Campaign) -> tuple[str, ...]:
    """Those whose turn it is, or comes with nobody between, and who can only wait or break off."""
    combat = game.fought
    return idle(game, combat.to_act if {*combat.to_act} <= {*combat.friends} else combat.acting)


class Wait(OfAircraft, type="valor.wait"):
    """An aircraft stays in the combat and does nothing. ACT-4."""

    phrases: ClassVar[tuple[str, ...]] = ("{aircraft} waits|wait",)
    rule: ClassVar[str] = "AOV-ACT-4"
    what: ClassVar[What] = "wait"

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        for id_, _ in cls.actions(game):
            yield Offer(cls(aircraft=id_), f"{game.called(id_)} waits, and stays in the combat")

    def act(self, course: CampaignCourse) -> None:
        course.note(Waited(aircraft=self.aircraft))


class BreakOff(OfAircraft, type="valor.break_off"):
    """An aircraft leaves the combat. BRK-1, ACT-8."""

    phrases: ClassVar[tuple[str, ...]] = ("{aircraft} breaks|break off",)
    rule: ClassVar[str] = "AOV-BRK-1"
    what: ClassVar[What] = "break-off"

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        for id_, _ in cls.actions(game):
            yield Offer(cls(aircraft=id_), f"{game.called(id_)} breaks off")

    def act(self, course: CampaignCourse) -> None:
        course.note(BrokeOff(aircraft=self.aircraft))
