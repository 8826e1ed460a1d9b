"""What becomes of a tripod, and who has the say over one that is damaged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import ClassVar

from aqmf_air.core.data.text import plural
from aqmf_air.core.odds.answer import Also, Answer, Is, Line, Next, RollOut
from aqmf_air.core.odds.query import OpenRuleset, Query, number, one_of
from aqmf_air.core.play.question import Question
from aqmf_air.errors import QuestionError
from aqmf_air.games.martian_front.rules.tripod import (
    DAMAGED,
    EXPLODED,
    UNHARMED,
    WRECKED,
    Fate,
    Tripod,
    damage_tripod_repeatedly,
    disarmed,
    lamed,
    stunned,
    whole_tripod,
)
from aqmf_air.games.martian_front.ui.queries import common
from aqmf_air.games.martian_front.ui.queries.common import catalogue_of

DESTROYED = Is((EXPLODED, WRECKED))
LEGS, WEAPON = "legs", "weapon"


@dataclass(frozen=True)
class TripodFate(Query):
    """Damaging attacks on a tripod: the damage table, until it is destroyed or the attacks are used up."""

    begin: ClassVar = {"unit": "Scout Tripod", "attacks": "2"}

    armor: int | None = number("Its Armor, as far as it is left.", 1, 30, folded=True)
    unit: str | None = common.unit("A tripod of the catalogue in place of --armor.")
    attacks: int = number("Damaging attacks on it.", 1, 60, default=1)

    def ask(self, opened: OpenRuleset) -> Answer:
        """HOST-TRIPOD-2."""
        if self.armor is not None and self.unit is None:
            machine, name = Tripod(self.armor, ("weapon",)), "the tripod"  # with something to be hit, as most have
        elif self.unit is not None and self.armor is None:
            kind = catalogue_of(opened).unit(self.unit)
            if kind.kind != "tripod":
                raise QuestionError(f"{kind.name} is no tripod")
            machine, name = whole_tripod(kind), kind.name
        else:
            raise QuestionError("give either --armor or --unit")
        title = f"{plural(self.attacks, 'damaging attack')} on a tripod with Armor {machine.armor}"
        whole = Question(title, damage_tripod_repeatedly, (self.attacks, machine))
        return Answer(
            title,
            fates(whole, machine.armor),
            "the tripod is destroyed",
            DESTROYED,
            "fate",
            also=effects(whole),
            dice=self.attacks,
            rolled=rolled_out(whole, machine.armor, name),
        )


def armor_lost(question: Question, armor: int) -> Line:
    """How much of ``armor`` a tripod loses; ``question`` ends in a :class:`Tripod`."""
    return Line("lost", "Armor lost", replace(question, view=lambda tripod: armor - tripod.armor))


def fates(question: Question, armor: int, armor_shown: bool = True) -> tuple[Line, Line]:
    """What becomes of a tripod, and how much Armor it keeps of ``armor``; ``question`` ends in a :class:`Tripod`."""
    order = (UNHARMED, DAMAGED, WRECKED, EXPLODED)
    return (
        Line("fate", "What becomes of it", replace(question, view=Fate(armor)), order=order),
        Line("armor", "Armor left", replace(question, view=attrgetter("armor")), shown=armor_shown),
    )


def effects(question: Question) -> tuple[Also, ...]:
    """What else may have befallen a tripod that still stands; ``question`` ends in a :class:`Tripod`."""
    said = {"is stunned": stunned, "has a weapon hit": disarmed, "has its legs hit": lamed}
    return tuple(Also(f"it stands, but {what}", replace(question, view=None), holds) for what, holds in said.items())


def rolled_out(
    question: Question, armor: int, name: str, further: Callable[[Tripod], Sequence[Next]] | None = None
) -> RollOut:
    """A rule that ends in a :class:`Tripod` which had ``armor`` before; ``further``: what follows besides, if it stands."""

    def then(after: Tripod) -> Sequence[Next]:
        return (*follows(after), *(further(after) if further and not after.destroyed else ()))

    return RollOut(question, lambda after: said_of(after, armor, name), then)


def follows(after: Tripod) -> tuple[Next, ...]:
    """What is rolled for next because of what befell a tripod."""
    if after.exploded:
        return (Next("Roll the explosion for those near", "explosion"),)
    if after.destroyed:
        return ()
    return (
        *((Next(f"Roll who aims the {after.wild[0]}", "die-off", (("over", WEAPON),)),) if disarmed(after) else ()),
        *((Next("Roll who moves it", "die-off"),) if lamed(after) else ()),
    )


def said_of(after: Tripod, armor: int, name: str) -> list[str]:
    """What befell a tripod that had ``armor`` before, in a player's words."""
    name = name[:1].upper() + name[1:]
    if after.destroyed:
        return [f"{name} explodes (HOST-TRIPOD-3)." if after.exploded else f"{name} is wrecked."]
    said = [
        f"{name}: {armor - after.armor} Armor lost; {after.armor} left." if after.armor < armor else f"{name}: unharmed."
    ]
    if disarmed(after):
        said.append(f"Hit, and goes off once more at a target that both sides roll for: {', '.join(after.wild)}.")
    if stunned(after):
        said.append("Stunned: it does not fire in its next combat.")
    if lamed(after):
        said.append("Its legs are hit: both sides roll for its moves.")
    return said


@dataclass(frozen=True)
class DieOff(Query):
    """Both sides roll for a tripod whose legs or weapon are hit: the higher has its way."""

    over: str = one_of("What was hit.", LEGS, WEAPON, default=LEGS)
    equal: str = one_of("Who has the say if the dice are equal.", "owner", "reroll", "enemy", default="owner")

    def ask(self, opened: OpenRuleset) -> Answer:
        """HOST-TRIPOD-2."""
        from aqmf_air.games.martian_front.orders.damaged_legs import die_off

        title = f"Both sides roll for the {self.over} of a tripod"
        does = "moves" if self.over == LEGS else "aims"
        whole = Question(title, die_off, ("martian", "human", self.over, self.equal))
        won = Line("outcomes", f"Who {does} it", replace(whole, view=attrgetter("winner")), order=("human", "martian"))
        inches = Line("inches", "Inches that it may be moved", replace(whole, view=attrgetter("inches")))
        reach = self.over == LEGS
        return Answer(
            title,
            (won, inches) if reach else (won,),
            f"the human side {does} it",
            Is(("human",)),
            "outcomes",
            dice=2,
            rolled=RollOut(whole, lambda end: [f"The {end.winner} side {does} it{f', up to {end.inches} inches' * reach}."]),
        )
