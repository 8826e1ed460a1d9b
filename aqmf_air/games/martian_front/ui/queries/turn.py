"""What becomes of a tripod, and what a turn asks of the dice beside attacks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import ClassVar

from aqmf_air import api
from aqmf_air.games.martian_front.chapters import damage
from aqmf_air.games.martian_front.chapters.morale import FAIL, PASS, Nerve, how_many_pass, morale_test, morale_tests, to_pass
from aqmf_air.games.martian_front.tables import SIDES
from aqmf_air.games.martian_front.ui.queries import common
from aqmf_air.games.martian_front.ui.queries.common import TESTED, catalogue_of, needs, passed

DESTROYED = api.Is((damage.EXPLODED, damage.WRECKED))
LEGS, WEAPON = "legs", "weapon"


@dataclass(frozen=True)
class TripodFate(api.Query, name="tripod", help="Damaging attacks on a tripod, through to its end."):
    """Damaging attacks on a tripod: the damage table, until it is destroyed or the attacks are used up."""

    begin: ClassVar = {"unit": "Scout Tripod", "attacks": "2"}

    armor: int | None = api.number("Its Armor, as far as it is left.", 1, 30, folded=True)
    unit: str | None = common.unit_field("A tripod of the catalogue in place of --armor.")
    attacks: int = api.number("Damaging attacks on it.", 1, 60, default=1)

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """HOST-TRIPOD-2."""
        if self.armor is not None and self.unit is None:
            machine, name = damage.Tripod(self.armor, ("weapon",)), "the tripod"  # with something to be hit, as most have
        elif self.unit is not None and self.armor is None:
            kind = catalogue_of(opened).unit(self.unit)
            if kind.kind != "tripod":
                raise api.QuestionError(f"{kind.name} is no tripod")
            machine, name = damage.whole_tripod(kind), kind.name
        else:
            raise api.QuestionError("give either --armor or --unit")
        title = f"{api.plural(self.attacks, 'damaging attack')} on a tripod with Armor {machine.armor}"
        whole = api.Question(title, damage.damage_tripod_repeatedly, (self.attacks, machine))
        return api.Answer(
            title,
            fates(whole, machine.armor),
            "the tripod is destroyed",
            DESTROYED,
            "fate",
            also=effects(whole),
            dice=self.attacks,
            rolled=rolled_out(whole, machine.armor, name),
        )


def armor_lost(question: api.Question, armor: int) -> api.Line:
    """How much of ``armor`` a tripod loses; ``question`` ends in a :class:`damage.Tripod`."""
    return api.Line("lost", "Armor lost", replace(question, view=lambda tripod: armor - tripod.armor))


def fates(question: api.Question, armor: int, armor_shown: bool = True) -> tuple[api.Line, api.Line]:
    """What becomes of a tripod, and how much Armor it keeps of ``armor``; ``question`` ends in a :class:`damage.Tripod`."""
    order = (damage.UNHARMED, damage.DAMAGED, damage.WRECKED, damage.EXPLODED)
    return (
        api.Line("fate", "What becomes of it", replace(question, view=damage.Fate(armor)), order=order),
        api.Line("armor", "Armor left", replace(question, view=attrgetter("armor")), shown=armor_shown),
    )


def effects(question: api.Question) -> tuple[api.Also, ...]:
    """What else may have befallen a tripod that still stands; ``question`` ends in a :class:`damage.Tripod`."""
    outcomes = {"is stunned": damage.stunned, "has a weapon hit": damage.disarmed, "has its legs hit": damage.lamed}
    return tuple(api.Also(f"it stands, but {what}", replace(question, view=None), holds) for what, holds in outcomes.items())


def rolled_out(
    question: api.Question, armor: int, name: str, further: Callable[[damage.Tripod], Sequence[api.Next]] | None = None
) -> api.RollOut:
    """A rule that ends in a :class:`damage.Tripod` which had ``armor`` before; ``further``: what follows if it stands."""

    def then(after: damage.Tripod) -> Sequence[api.Next]:
        return (*follows(after), *(further(after) if further and not after.destroyed else ()))

    return api.RollOut(question, lambda after: said_of(after, armor, name), then)


def follows(after: damage.Tripod) -> tuple[api.Next, ...]:
    """What is rolled for next because of what befell a tripod."""
    if after.exploded:
        return (api.Next("Roll the explosion for those near", "explosion"),)
    if after.destroyed:
        return ()
    disarmed, over = damage.disarmed(after), (("over", WEAPON),)
    aims = [api.Next(f"Roll who aims the {after.wild[0]}", "die-off", over)] if disarmed else []
    return (*aims, *((api.Next("Roll who moves it", "die-off"),) if damage.lamed(after) else ()))


def said_of(after: damage.Tripod, armor: int, name: str) -> list[str]:
    """What befell a tripod that had ``armor`` before, in a player's words."""
    name = name[:1].upper() + name[1:]
    if after.destroyed:
        return [f"{name} explodes (HOST-TRIPOD-3)." if after.exploded else f"{name} is wrecked."]
    lines = [
        f"{name}: {armor - after.armor} Armor lost; {after.armor} left." if after.armor < armor else f"{name}: unharmed."
    ]
    if damage.disarmed(after):
        lines.append(f"Hit, and goes off once more at a target that both sides roll for: {', '.join(after.wild)}.")
    if damage.stunned(after):
        lines.append("Stunned: it does not fire in its next combat.")
    if damage.lamed(after):
        lines.append("Its legs are hit: both sides roll for its moves.")
    return lines


@dataclass(frozen=True)
class DieOff(api.Query, name="die-off", help="Both sides roll for a tripod's legs or weapon."):
    """Both sides roll for a tripod whose legs or weapon are hit: the higher has its way."""

    over: str = api.one_of("What was hit.", LEGS, WEAPON, default=LEGS)
    equal: str = api.one_of("Who has the say if the dice are equal.", "owner", "reroll", "enemy", default="owner")

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """HOST-TRIPOD-2."""
        from aqmf_air.games.martian_front.chapters.moving import die_off

        title = f"Both sides roll for the {self.over} of a tripod"
        does = "moves" if self.over == LEGS else "aims"
        whole = api.Question(title, die_off, ("martian", "human", self.over, self.equal))
        won = api.Line("outcomes", f"Who {does} it", replace(whole, view=attrgetter("winner")), order=("human", "martian"))
        inches = api.Line("inches", "Inches that it may be moved", replace(whole, view=attrgetter("inches")))
        reach = self.over == LEGS
        return api.Answer(
            title,
            (won, inches) if reach else (won,),
            f"the human side {does} it",
            api.Is(("human",)),
            "outcomes",
            dice=2,
            rolled=api.RollOut(
                whole, lambda end: [f"The {end.winner} side {does} it{f', up to {end.inches} inches' * reach}."]
            ),
        )


# -- the turn ----------------------------------------------------------------------------------------------------------


PASSED = api.Is((PASS,))


@dataclass(frozen=True)
class Initiative(api.Query, name="initiative", help="Who goes first."):
    """Who wins the initiative; modifiers are the human side's. Ties are rolled again."""

    kills: int = api.number("Enemy units destroyed last turn.", 0, 20, default=0)
    big_kills: int = api.number("Of these, with Armor 11 or more.", 0, 20, default=0)
    commands_lost: int = api.number("Own command units lost last turn.", 0, 20, default=0)

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """HOST-TURN-2."""
        from aqmf_air.games.martian_front.chapters.initiative import initiative, initiative_bonuses, settled_initiative

        if self.big_kills > self.kills:
            raise api.QuestionError("--big-kills cannot be more than --kills: they are among them")
        human = initiative_bonuses(self.kills, self.big_kills, self.commands_lost)
        title = "Initiative"
        facts = (human, ())
        return api.Answer(
            title,
            (
                api.Line(
                    "outcomes", "Once ties are rolled again", api.Question(title, settled_initiative, facts), order=SIDES
                ),
                api.Line("one_roll", "One roll", api.Question(title, initiative, facts), order=SIDES),
            ),
            "the human side wins the initiative",
            api.Is(("human",)),
            "outcomes",
            notes=tuple(f"The human side's die: {each.value:+d} {each.reason}." for each in human),
        )


@dataclass(frozen=True)
class Reserves(api.Query, name="reserves", help="Who comes on, over several turns."):
    """Units in reserve roll each turn until they come on."""

    units: int = api.number("Units in reserve.", 1, 60, default=1)
    turns: int = api.number("Turns in which they roll.", 1, 60, default=1)

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """HOST-RESERVE-1."""
        from aqmf_air.games.martian_front.chapters.reserves import MOVE, SHOOT, arrival, arrived_within

        title = f"{api.plural(self.units, 'unit')} in reserve, {api.plural(self.turns, 'turn')}"
        lines = (
            api.Line("arrived", "Units that have come on", api.Question(title, arrived_within, (self.units, self.turns))),
            api.Line("outcomes", "One roll", api.Question(title, arrival, ("",)), order=(SHOOT, MOVE)),
        )
        words = f"all {self.units} have come on" if self.units > 1 else "it has come on"
        return api.Answer(title, lines, words, api.AtLeast(self.units), "arrived", dice=self.units * self.turns)


@dataclass(frozen=True)
class MoraleTest(api.Query, name="morale", group="Asked most", help="A morale test."):
    """A morale test of a human unit that lost elements."""

    lost: int = api.number("Elements lost in this phase.", 1, 30, default=1)
    units: int = api.number("Units that test, each after the same losses.", 1, 60, default=1)
    unit: str | None = common.unit_field("The unit that tests, if it is not an ordinary one.")
    left: int | None = api.number("Elements left of the unit.  [default: what the losses leave of a whole one]")
    reroll: bool = api.flag("A command squad is near: a failed test is rolled once more.")

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """HOST-MORALE-1."""
        nerve = self.nerve(opened)
        target, special = catalogue_of(opened).morale(nerve) if nerve.kind else (to_pass(nerve), ())
        title = f"{self.who(nerve)} tests morale after losing {api.plural(self.lost, 'element')}"
        title += ", with one left" if special else ""
        facts = ((target, again, special, "") for again in (self.reroll, False))
        question, plain = (api.Question(title, morale_test, fact, (target,)) for fact in facts)
        words, holds = "it passes", PASSED
        if special:
            words, holds = "it does not fail", api.Is((PASS, *dict(special).values()))
        answer = api.Answer(
            title,
            (api.Line("outcomes", "The test", question, order=TESTED),),
            words,
            holds,
            "outcomes",
            targets=needs(target),
            notes=self.notes(nerve),
            rolled=api.RollOut(question, lambda result: [f"Morale: {result}."]),
            switches=(("the command squad's re-roll (HOST-MORALE-3)", plain),) if self.reroll else (),
        )
        if self.units == 1:
            return answer
        whole, plain = (replace(each, rule=morale_tests, facts=(self.units, *each.facts)) for each in (question, plain))
        passing = api.Line("passed", "Units that pass", replace(whole, view=how_many_pass))
        return replace(
            answer,
            title=f"{title}: {self.units} units",
            lines=(*answer.lines, passing),
            main="passed",
            headline=f"all {self.units} pass",
            holds=api.AtLeast(self.units),
            dice=self.units,
            rolled=api.RollOut(whole, lambda results: [f"Morale: {result}." for result in results]),
            switches=tuple((cause, replace(plain, view=how_many_pass)) for cause, _ in answer.switches),
        )

    def nerve(self, opened: api.OpenRuleset) -> Nerve:
        """Who tests: the unit that is named, or an ordinary one.

        Raises:
            QuestionError: it has not so many elements.
            IllegalCommandError: it takes no test.
        """
        if self.unit is None:
            self.refuse("a test of an ordinary unit", "left")
            return Nerve("unit", "", self.lost, 2)
        kind = catalogue_of(opened).unit(self.unit)
        if kind.side == "martian":
            raise api.forbidden("HOST-TRIPOD-5", "Martians take no morale test")  # "Martian units never test morale"
        left = kind.elements - self.lost if self.left is None else self.left
        if not 0 < left <= kind.elements - self.lost:
            held = api.plural(kind.elements, "element")
            raise api.QuestionError(f"{kind.name} has {held}: after {self.lost} lost there are not {left} left to test")
        return Nerve(kind.name, kind.kind, self.lost, left)

    def who(self, nerve: Nerve) -> str:
        """The unit, as a title begins with it."""
        return (self.unit and nerve.unit) or "A unit"

    def notes(self, nerve: Nerve) -> tuple[str, ...]:
        """What results lead to."""
        return (f"{FAIL}: it routs (HOST-MORALE-2)",)


@dataclass(frozen=True)
class Rally(api.Query, name="rally", help="A routed unit tries to rally."):
    """A routed unit tries to rally in the end phase."""

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """HOST-MORALE-4."""
        from aqmf_air.games.martian_front.chapters.morale import to_rally
        from aqmf_air.games.martian_front.chapters.to_hit import rolled

        target = to_rally()
        title = "A routed unit tries to rally"
        question = api.Question(title, rolled, (target,), (target,), passed)
        return api.Answer(
            title,
            (api.Line("outcomes", "The roll", question, order=TESTED),),
            "it rallies",
            PASSED,
            "outcomes",
            targets=needs(target),
            rolled=api.RollOut(question, lambda rallied: ["It rallies." if rallied else "It keeps running."]),
        )
