"""Fire at a unit: aimed shots, a sweep, a barrage; between units of the catalogue, or in plain numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from aqmf_air.core.modifiers import TargetNumber
from aqmf_air.core.question import Question
from aqmf_air.core.saying import plural
from aqmf_air.errors import QuestionError
from aqmf_air.host.shelter import IN_THE_OPEN
from aqmf_air.host.shooting import casualties, damaging_shots, hits_scored
from aqmf_air.odds import options
from aqmf_air.odds.asked import AT_LEAST_ONE, PASS, Asked, Is, Line, Stage, named
from aqmf_air.odds.asking import Asking, OpenCatalogue, forbidden, numbers_of
from aqmf_air.odds.options import flag, name_of, number

if TYPE_CHECKING:
    from aqmf_air.host.profiles import Mount, UnitType
    from aqmf_air.plugins.aircraft.catalogue import Catalogue

Numbers = tuple[TargetNumber, TargetNumber]
Facts = tuple[tuple[str, Any], ...]


class Fire(Asking):
    """What shots, sweeps and barrages have in common: two units of the catalogue, or numbers in place of them."""

    attacker: str | None
    weapon: str | None
    target: str | None
    defense: int | None
    armor: int | None
    power: int | None
    cover: str

    @property
    def between_units(self) -> bool:
        """Whether units are named."""
        return self.attacker is not None or self.target is not None

    def numbers(self, weapon: str = "the weapon") -> Numbers:
        """The numbers to hit and to damage where no units are named.

        Raises:
            QuestionError: one is missing, or a weapon is named.
            UnknownNameError: of a cover; with near names.
        """
        self.need("defense", "armor")
        self.refuse("plain numbers", "weapon")
        assert self.defense is not None  # needed
        assert self.armor is not None
        return numbers_of(self.defense, self.armor, self.power or 0, self.cover, weapon=weapon)

    def pair(self, catalogue: Catalogue, kinds: tuple[str, ...], doing: str) -> tuple[UnitType, Mount, UnitType]:
        """Who fires, with what, and at whom.

        Raises:
            QuestionError: one of them is missing, or numbers are given beside them.
            UnknownNameError: of a unit or a weapon; with near names.
            DataError: the unit has nothing for this.
        """
        if self.attacker is None or self.target is None:
            raise QuestionError("--attacker and --target go together")
        self.refuse("--attacker and --target", "defense", "armor", "power")
        attacker, target = catalogue.unit(self.attacker), catalogue.unit(self.target)
        return attacker, catalogue.mount(attacker, self.weapon, kinds, doing), target


# -- aimed shots ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shoot(Fire):
    """Shots at one target: how many hit, how many damage, what is left.

    Either in numbers (--shots, --defense, --armor, --power), or between units of the catalogue (--attacker, --target).
    """

    shots: int | None = number("How many shots.")
    defense: int | None = options.defense()
    armor: int | None = options.armor()
    power: int | None = options.power()
    cover: str = options.cover()
    elements: int | None = number("The target's elements (small targets: each damaging hit removes one).")
    attacker: str | None = name_of("unit", "Who fires: a unit of the catalogue, whole unless --shots says otherwise.")
    weapon: str | None = name_of("weapon", "Its weapon, if not the first.")
    target: str | None = name_of("unit", "Whom it fires at.")
    points: int | None = number("As many units of the attacker as these points buy.")
    morale: bool = flag("A morale test of the target follows.")
    reroll: bool = flag("A command squad of the target is near: a failed test is rolled again.")

    def asked(self, catalogue: OpenCatalogue) -> Asked:
        """HOST-HIT-1, HOST-HIT-2."""
        if self.between_units:
            return self._between_units(catalogue())
        self.refuse("plain numbers", "weapon", "points", "morale", "reroll")
        self.need("shots", "defense", "armor")
        numbers = self.numbers()
        shots = self.shots or 0
        where = "in the open" if self.cover == IN_THE_OPEN else f"in {self.cover} cover"
        title = (
            f"{plural(shots, 'shot')}, Power {self.power or 0:+d}, at a target with Defense {self.defense} and Armor "
            f"{self.armor} {where}"
        )
        return _volley(title, shots, numbers, more=_removed(shots, numbers, self.elements, "") if self.elements else ())

    def _between_units(self, catalogue: Catalogue) -> Asked:
        from aqmf_air.plugins.aircraft.catalogue import AIMED

        if self.points and self.shots:
            raise QuestionError("--points and --shots cannot go together: both say how many shots there are")
        attacker, mount, target = self.pair(catalogue, AIMED, "fire at a unit")
        catalogue.refuse_illegal(attacker, mount, target)
        numbers = catalogue.numbers(attacker, mount, target, self.cover)
        units = self._bought(attacker)
        shots = self.shots or units * attacker.elements * mount.count * mount.weapon.shots
        who = plural(units, attacker.name) if self.points else attacker.name
        where = "" if self.cover == IN_THE_OPEN else f" in {self.cover} cover"
        title = f"{who} at {target.name}{where}: {mount.weapon.name}, {plural(shots, 'shot')}"
        facts = (("attacker", attacker.name), ("weapon", mount.weapon.name), ("target", target.name), ("shots", shots))
        if target.kind == "tripod":
            self.refuse(f"{target.name}: tripods take no morale test, and have one element", "morale", "reroll", "elements")
            return _at_tripod(title, shots, numbers, target, facts, attacker.side)
        return self._at_elements(catalogue, title, shots, numbers, target, facts)

    def _bought(self, unit: UnitType) -> int:
        if self.points is None:
            return 1
        if self.points < unit.points:
            raise QuestionError(f"{self.points} points buy no {unit.name}, which costs {unit.points}")
        return self.points // unit.points if unit.points else 1

    def _at_elements(
        self, catalogue: Catalogue, title: str, shots: int, numbers: Numbers, target: UnitType, facts: Facts
    ) -> Asked:
        elements = self.elements or target.elements
        if elements > target.elements:
            raise QuestionError(f"{target.name} has {plural(target.elements, 'element')}, not {elements}")
        by = "human" if target.side == "martian" else "martian"
        more = _removed(shots, numbers, elements, by)
        if not self.morale:
            self.refuse("a question without --morale", "reroll")
            return _volley(title, shots, numbers, by, more, facts=facts)
        if target.side == "martian":
            raise forbidden("HOST-TRIPOD-5", "Martians take no morale test")
        from aqmf_air.host.fates import morale_of
        from aqmf_air.host.volleys import DESTROYED, UNHURT, volley_then_morale

        nerves = catalogue.nerves(target, self.reroll)
        nerves = nerves._replace(to_pass=nerves.to_pass[: elements - 1])
        question = Question(title, volley_then_morale, (shots, *numbers, nerves, by, target.side), numbers, morale_of)
        switches: tuple[tuple[str, Question], ...] = ()
        if self.reroll:
            plain = (shots, *numbers, nerves._replace(reroll=False), by, target.side)
            once = Question(title, volley_then_morale, plain, numbers, morale_of)
            switches = (("the command squad's re-roll (HOST-MORALE-3)", once),)
        return _volley(
            f"{title}, then morale", shots, numbers, by, (*more, Line("morale", "And then", question)), facts=facts,
            main="morale", headline=f"{target.name} stands (unhurt, or it passes its test)", holds=Is((UNHURT, PASS)),
            targets=(*named(*numbers), *(("morale, 1 lost", need) for need in nerves.to_pass[:1])), switches=switches,
            notes=(f"{DESTROYED}: nobody is left to test",),
        )  # fmt: skip


def _volley(title: str, shots: int, numbers: Numbers, by: str = "", more: tuple[Line, ...] = (), **extra: Any) -> Asked:
    hit, damage = numbers
    lines = (
        Line("hits", "Hits", Question(title, hits_scored, (shots, hit, by), (hit,)), shown=False),
        Line("damaging", "Damaging hits", Question(title, damaging_shots, (shots, hit, damage, by), numbers)),
        *more,
    )
    asked: dict[str, Any] = {
        "title": title,
        "lines": lines,
        "headline": "there is at least 1 damaging hit",
        "holds": AT_LEAST_ONE,
        "main": "damaging",
        "targets": named(*numbers),
        "funnel": (
            Stage("shots", shots),
            Stage("hits", "hits"),
            Stage("damaging", "damaging"),
            *(Stage("removed", line.key) for line in more if line.key == "removed"),
        ),
        "dice": shots,
    }
    return Asked(**{**asked, **extra})


def _removed(shots: int, numbers: Numbers, elements: int, by: str) -> tuple[Line, ...]:
    title = f"Elements removed, of {elements}"
    return (Line("removed", title, Question(title, casualties, (shots, *numbers, elements, by), numbers)),)


def _at_tripod(title: str, shots: int, numbers: Numbers, target: UnitType, facts: Facts, by: str) -> Asked:
    from aqmf_air.host.fates import tripod_of
    from aqmf_air.host.volleys import volley_at_tripod
    from aqmf_air.odds.tripod import effects, fates

    whole = Question(title, volley_at_tripod, (tripod_of(target), shots, *numbers, by), numbers)
    return _volley(
        title, shots, numbers, by, fates(whole, target.armor, armor_shown=False), facts=facts, also=effects(whole)
    )


# -- templates --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sweep(Fire):
    """A heat ray sweeps: every element that the strip touches is rolled for once."""

    targets: int = number("How many elements the strip touches.", 1, 1000, default=1)
    defense: int | None = options.defense()
    armor: int | None = options.armor()
    power: int | None = options.power()
    cover: str = options.cover()
    attacker: str | None = name_of("unit", "Who sweeps: a unit of the catalogue.")
    weapon: str | None = name_of("weapon", "Its heat ray, if not the first.")
    target: str | None = name_of("unit", "Whose elements are touched.")

    def asked(self, catalogue: OpenCatalogue) -> Asked:
        """HOST-RAY-3."""
        touched = plural(self.targets, "element")
        if not self.between_units:
            return _number_struck(f"A sweep that touches {touched}", self.targets, self.numbers("the ray"), 1, "")
        from aqmf_air.host.rays import SWEEP

        attacker, mount, target, numbers = _below(self, catalogue(), ("heat-ray",), "sweep")
        if SWEEP not in mount.weapon.traits:
            raise QuestionError(f"the {mount.weapon.name} of {attacker.name} does not sweep")
        title = f"{attacker.name} sweeps {touched} of {target.name} with its {mount.weapon.name}"
        return _number_struck(title, self.targets, numbers, mount.count, attacker.side)  # every ray of it rolls


@dataclass(frozen=True)
class Barrage(Fire):
    """A barrage or bombs: every element under the template is rolled for.

    Several guns or bombs in one barrage make a larger template (--pieces); several templates attack once each (--templates).
    """

    targets: int = number("How many elements are under the template.", 1, 1000, default=1)
    defense: int | None = options.defense()
    armor: int | None = options.armor()
    power: int | None = options.power()
    cover: str = options.cover()
    barrage: int | None = number("The Barrage rating of one gun or bomb.", 1, 6)
    pieces: int = number("Guns or bombs that make one template together.", default=1)
    templates: int = number("Templates that all of these elements are under; each attacks them.", 1, 20, default=1)
    attacker: str | None = name_of("unit", "Whose guns or bombs: a unit of the catalogue.")
    weapon: str | None = name_of("weapon", "Its weapon, if not the first that lays a template.")
    target: str | None = name_of("unit", "Whose elements are under it.")

    def asked(self, catalogue: OpenCatalogue) -> Asked:
        """HOST-BARRAGE-3, HOST-BARRAGE-4."""
        from aqmf_air.host.barrage import joint_rating, template_sizes

        by = ""
        if self.between_units:
            from aqmf_air.plugins.aircraft.catalogue import LAID

            self.refuse("--attacker and --target", "barrage")
            attacker, mount, _, numbers = _below(self, catalogue(), LAID, "lay a template")
            rating, by = mount.weapon.barrage or 1, attacker.side
            what = f"{attacker.name}, {mount.weapon.name}"
        else:
            numbers, rating, what = self.numbers(), self.barrage or 1, "A barrage"
        rating = joint_rating(rating, self.pieces)
        diameter = template_sizes()[rating]
        how = f"{plural(self.templates, 'template')} {diameter:g} inches wide (Barrage {rating})"
        title = f"{what}: {plural(self.targets, 'element')} under {how}"
        facts = (("barrage", rating), ("diameter", diameter))
        return _number_struck(title, self.targets, numbers, self.templates, by, facts)


def _below(
    fire: Fire, catalogue: Catalogue, kinds: tuple[str, ...], doing: str
) -> tuple[UnitType, Mount, UnitType, Numbers]:
    """Who attacks whom with a strip or a template, and the numbers that it takes."""
    from aqmf_air.plugins.aircraft.units import KIND as AIRCRAFT

    attacker, mount, target = fire.pair(catalogue, kinds, doing)
    if target.kind == AIRCRAFT:
        if mount.weapon.kind != "heat-ray":
            raise forbidden("AIR-BOMB-7", "aircraft are never under a template")
        catalogue.refuse_illegal(attacker, mount, target)
    return attacker, mount, target, catalogue.numbers(attacker, mount, target, fire.cover)


def _number_struck(title: str, targets: int, numbers: Numbers, templates: int, by: str, facts: Facts = ()) -> Asked:
    from aqmf_air.host.barrage import number_struck

    question = Question(title, number_struck, (((numbers,) * templates,) * targets, by), numbers)
    funnel = (Stage("attacks", targets * templates), Stage("elements damaged", "damaging"))
    return Asked(
        title, (Line("damaging", "Elements damaged", question),), "at least 1 element is damaged", AT_LEAST_ONE, "damaging",
        targets=named(*numbers), funnel=funnel, facts=facts, dice=targets * templates,
    )  # fmt: skip
