"""Aimed shots: how many hit, how many damage, and what they leave of the target."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar

from aqmf_air import api
from aqmf_air.games.martian_front.chapters.to_hit import IN_THE_OPEN, against, casualties, damaging_shots, hits_scored
from aqmf_air.games.martian_front.ui.queries import common
from aqmf_air.games.martian_front.ui.queries.common import PASS, TESTED, Facts, Numbers, catalogue_of, needs

if TYPE_CHECKING:
    from collections.abc import Callable

    from aqmf_air.games.martian_front.chapters.damage import Tripod
    from aqmf_air.games.martian_front.chapters.possible_orders import Catalogue
    from aqmf_air.games.martian_front.chapters.shooting import Aftermath
    from aqmf_air.games.martian_front.tables import Mount, UnitType, Weapon


MORALE = attrgetter("morale")
"""What is asked of a unit that was shot at."""


@dataclass(frozen=True)
class Attacking(api.Query):
    """What attacks have in common: two units of the catalogue, or numbers in place of them."""

    attacker: str | None = common.unit_field("Who attacks: a unit of the catalogue.")
    weapon: str | None = api.name_of(common.WEAPON, "Its weapon, if not the first that can.")
    target: str | None = common.unit_field("Whom it attacks.")
    defense: int | None = api.number("The target's Defense.", 1, 30, folded=True)
    armor: int | None = api.number("The target's Armor.", 1, 30, folded=True)
    power: int | None = api.number("The weapon's Power.  [default: 0]", -10, 30, folded=True)
    cover: str = common.cover_field()

    @property
    def between_units(self) -> bool:
        """Whether units are named."""
        return self.attacker is not None or self.target is not None

    def numbers(self, weapon: str = "the weapon", *also: str) -> Numbers:
        """The numbers to hit and to damage where no units are named; ``also``: options without which it makes no sense.

        Raises:
            QuestionError: one is missing, or a weapon is named.
            UnknownNameError: of a cover; with near names.
        """
        if missing := self.missing(*also, "defense", "armor"):
            raise api.QuestionError(f"missing {missing} (or --attacker and --target)")
        self.refuse("plain numbers", "weapon")
        return common.plain_numbers(self.defense or 0, self.armor or 0, self.power or 0, self.cover, weapon=weapon)

    def pair(self, catalogue: Catalogue, fit: Callable[[Weapon], bool], doing: str) -> tuple[UnitType, Mount, UnitType]:
        """Who attacks, with what that is ``fit`` for it, and whom.

        Raises:
            QuestionError: one of them is missing, or numbers are given beside them.
            UnknownNameError: of a unit or a weapon; with near names.
            DataError: the unit has nothing for this.
        """
        if self.attacker is None or self.target is None:
            raise api.QuestionError("--attacker and --target go together")
        self.refuse("--attacker and --target", "defense", "armor", "power")
        attacker, target = catalogue.unit(self.attacker), catalogue.unit(self.target)
        return attacker, catalogue.mount(attacker, self.weapon, fit, doing), target


@dataclass(frozen=True)
class Shoot(Attacking, name="shoot", group="Asked most", help="Shots at one target, in numbers or between units."):
    """Shots at one target: how many hit, how many damage, what is left.

    Either in numbers (--shots, --defense, --armor, --power), or between units of the catalogue (--attacker, --target).

    \b
    Three shots of a machine gun at a Scout tripod:
      aqmf odds shoot --shots 3 --defense 6 --power 1 --armor 10
      aqmf odds shoot --attacker "Heavy Machine Gun Squad" --target "Scout Tripod"
    The same in every kind of cover:
      aqmf odds shoot --shots 3 --defense 6 --power 1 --armor 10 --vary cover
    """  # noqa: D301 - click reads \b as: leave these lines as they are

    begin: ClassVar = {"attacker": "Heavy Machine Gun Squad", "target": "Scout Tripod"}

    shots: int | None = api.number("How many shots.  [default: those of the whole attacker]")
    distance: int | None = api.number("Inches to the target.", 0, 1200)
    elements: int | None = api.number("The target's elements (small targets: each damaging hit removes one).")
    left: int | None = api.number("The Armor that is left of a tripod.", 1, 30)
    points: int | None = api.number("As many units of the attacker as these points buy.")
    morale: bool = api.flag("A morale test of the target follows.")
    reroll: bool = api.flag("A command squad of the target is near: a failed test is rolled again.")

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """HOST-HIT-1, HOST-HIT-2."""
        if self.between_units:
            return self._between_units(catalogue_of(opened))
        self.refuse("plain numbers", "weapon", "distance", "left", "points", "morale", "reroll")
        numbers = self.numbers("the weapon", "shots")
        shots = self.shots or 0
        where = "in the open" if self.cover == IN_THE_OPEN else f"in {self.cover} cover"
        title = (
            f"{api.plural(shots, 'shot')}, Power {self.power or 0:+d}, at a target with Defense {self.defense} and Armor "
            f"{self.armor} {where}"
        )
        return _volley(title, shots, numbers, more=_removed(shots, numbers, self.elements, "") if self.elements else ())

    def _between_units(self, catalogue: Catalogue) -> api.Answer:
        from aqmf_air.games.martian_front.chapters.shooting import aimed

        if self.points and self.shots:
            raise api.QuestionError("--points and --shots cannot go together: both say how many shots there are")
        attacker, mount, target = self.pair(catalogue, aimed, "fire at a unit")
        catalogue.refuse_illegal(attacker, mount, target, self.distance)
        numbers = catalogue.numbers(attacker, mount.weapon, target, self.cover, self.distance)
        if self.points is not None and self.points < attacker.points:
            raise api.QuestionError(f"{self.points} points buy no {attacker.name}, which costs {attacker.points}")
        units = self.points // attacker.points if self.points is not None and attacker.points else 1
        shots = self.shots or units * attacker.elements * mount.count * mount.weapon.shots
        who = api.plural(units, attacker.name) if self.points else attacker.name
        where = "" if self.cover == IN_THE_OPEN else f" in {self.cover} cover"
        title = f"{who} at {target.name}{where}: {mount.weapon.name}, {api.plural(shots, 'shot')}"
        facts = (("attacker", attacker.name), ("weapon", mount.weapon.name), ("target", target.name), ("shots", shots))
        if target.kind == "tripod":
            self.refuse(f"{target.name}: tripods take no morale test, and have one element", "morale", "reroll", "elements")
            back = answering(catalogue, target, attacker)
            return self._at_tripod(title, shots, numbers, target, facts, attacker.side, back)
        self.refuse(f"{target.name}: what is left of it are --elements", "left")
        back = answering(catalogue, target, attacker)
        return self._at_elements(catalogue, title, shots, numbers, target, facts, back)

    def _at_elements(
        self,
        catalogue: Catalogue,
        title: str,
        shots: int,
        numbers: Numbers,
        target: UnitType,
        facts: Facts,
        back: Sequence[api.Next],
    ) -> api.Answer:
        elements = self.elements or target.elements
        if elements > target.elements:
            raise api.QuestionError(f"{target.name} has {api.plural(target.elements, 'element')}, not {elements}")
        by = "human" if target.side == "martian" else "martian"
        more = _removed(shots, numbers, elements, by)
        left = "" if elements == target.elements else f", {api.plural(elements, 'element')} left"
        if not self.morale:
            self.refuse("a question without --morale", "reroll")
            rolled = api.RollOut(
                more[0].question,
                lambda lost: [lost_of(lost, elements)],
                lambda lost: self._next(target, elements, lost, back),
            )
            return _volley(title + left, shots, numbers, by, more, facts=facts, rolled=rolled)
        if target.side == "martian":
            raise api.forbidden("HOST-TRIPOD-5", "Martians take no morale test")  # "Martian units never test morale"
        from aqmf_air.games.martian_front.chapters.shooting import DESTROYED, UNHURT, volley_then_morale

        nerves = catalogue.nerves(target, self.reroll)
        nerves = nerves._replace(to_pass=nerves.to_pass[: elements - 1])
        question = api.Question(title, volley_then_morale, (shots, *numbers, nerves, by, target.side), numbers, MORALE)
        switches: tuple[tuple[str, api.Question], ...] = ()
        if self.reroll:
            plain = (shots, *numbers, nerves._replace(reroll=False), by, target.side)
            once = api.Question(title, volley_then_morale, plain, numbers, MORALE)
            switches = (("the command squad's re-roll (HOST-MORALE-3)", once),)

        def result_lines(after: Aftermath) -> list[str]:
            tested = [f"Morale: {after.morale}."] if 0 < after.lost < elements else []
            return [lost_of(after.lost, elements), *tested]

        rolled = api.RollOut(question, result_lines, lambda after: self._next(target, elements, after.lost, back))
        return _volley(
            f"{title}{left}, then morale",
            shots,
            numbers,
            by,
            (*more, api.Line("morale", "And then", question, order=(UNHURT, *TESTED))),
            facts=facts,
            rolled=rolled,
            main="morale",
            headline=f"{target.name} stands (unhurt, or it passes its test)",
            holds=api.Is((UNHURT, PASS)),
            targets=(*needs(*numbers), *(need._replace(name="morale, 1 lost") for need in needs(*nerves.to_pass[:1]))),
            switches=switches,
            notes=(f"{DESTROYED}: nobody is left to test",),
        )

    def _at_tripod(
        self, title: str, shots: int, numbers: Numbers, target: UnitType, facts: Facts, by: str, back: Sequence[api.Next]
    ) -> api.Answer:
        from aqmf_air.games.martian_front.chapters.damage import stunned, whole_tripod
        from aqmf_air.games.martian_front.chapters.shooting import volley_at_tripod
        from aqmf_air.games.martian_front.ui.queries.turn import effects, fates, rolled_out

        left = self.left or target.armor
        if left > target.armor:
            raise api.QuestionError(f"{target.name} has Armor {target.armor}, not {left}")
        if left < target.armor:
            title, numbers = f"{title}, {left} Armor left", (numbers[0], against(numbers[1], left))
        machine = replace(whole_tripod(target), armor=left)
        whole = api.Question(title, volley_at_tripod, (machine, shots, *numbers, by), numbers)

        def again(after: Tripod) -> Sequence[api.Next]:
            answer = back if not (stunned(after) or after.wild) else ()
            return (*answer, api.Next("Fire again at what is left", "shoot", self.words(left=after.armor)))

        return _volley(
            title,
            shots,
            numbers,
            by,
            fates(whole, left, armor_shown=False),
            facts=facts,
            also=effects(whole),
            rolled=rolled_out(whole, left, target.name, again),
        )

    def _next(self, target: UnitType, elements: int, lost: int, back: Sequence[api.Next]) -> Sequence[api.Next]:
        if lost >= elements:
            return ()
        again = api.Next("Fire again at what is left", "shoot", self.words(elements=elements - lost))
        return (*(() if self.morale else after_losses(target, elements, lost)), *back, again)


def answering(catalogue: Catalogue, unit: UnitType, at: UnitType) -> tuple[api.Next, ...]:
    """The fire of a unit that was shot at, back at who did, if the rules let any of its weapons."""
    for mount in unit.weapons:
        with suppress(api.IllegalCommandError):
            catalogue.refuse_illegal(unit, mount, at)
            words = (("attacker", unit.name), ("weapon", mount.weapon.name), ("target", at.name))
            return (api.Next(f"{unit.name} fires back", "shoot", words),)
    return ()


def lost_of(lost: int, elements: int) -> str:
    """What a unit of small targets lost, in a player's words."""
    return f"{lost} of {api.plural(elements, 'element')} lost; {elements - lost} left." if lost else "Nobody is lost."


def after_losses(target: UnitType, elements: int, lost: int) -> tuple[api.Next, ...]:
    """The morale test that a unit of so many elements has to take for its losses."""
    if target.side == "martian" or not 0 < lost < elements:
        return ()
    words = (("unit", target.name), ("lost", str(lost)), ("left", str(elements - lost)))
    return (api.Next("Test morale", "morale", words),)


def _volley(
    title: str, shots: int, numbers: Numbers, by: str = "", more: tuple[api.Line, ...] = (), **extra: Any
) -> api.Answer:
    hit, damage = numbers
    lines = (
        api.Line("hits", "Hits", api.Question(title, hits_scored, (shots, hit, by), (hit,)), shown=False),
        api.Line("damaging", "Damaging hits", api.Question(title, damaging_shots, (shots, hit, damage, by), numbers)),
        *more,
    )
    removed = [api.FunnelStep("removed", line.key) for line in more if line.key == "removed"]
    answer = api.Answer(
        title,
        lines,
        "there is at least 1 damaging hit",
        api.AT_LEAST_ONE,
        "damaging",
        targets=needs(*numbers),
        dice=shots,
        funnel=(
            api.FunnelStep("shots", shots),
            api.FunnelStep("hits", "hits"),
            api.FunnelStep("damaging", "damaging"),
            *removed,
        ),
    )
    return replace(answer, **extra)


def _removed(shots: int, numbers: Numbers, elements: int, by: str) -> tuple[api.Line, ...]:
    title = f"Elements removed, of {elements}"
    return (api.Line("removed", title, api.Question(title, casualties, (shots, *numbers, elements, by), numbers)),)
