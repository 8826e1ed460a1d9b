"""Templates: a heat ray that sweeps, a barrage or bombs, an explosion. Every element that they touch is rolled for."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from aqmf_air import api
from aqmf_air.games.martian_front.chapters.to_hit import IN_THE_OPEN
from aqmf_air.games.martian_front.ui.queries import common
from aqmf_air.games.martian_front.ui.queries.common import Facts, Numbers, catalogue_of, needs
from aqmf_air.games.martian_front.ui.queries.shooting import Attacking, after_losses

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.chapters.possible_orders import Catalogue
    from aqmf_air.games.martian_front.tables import UnitType


@dataclass(frozen=True)
class Sweep(Attacking, name="sweep", group="Asked most", help="A heat ray sweeps several elements."):
    """A heat ray sweeps: every element that the strip touches is rolled for once."""

    begin: ClassVar = {"attacker": "Scout Tripod", "target": "US Infantry", "targets": "3"}

    targets: int = api.number("How many elements the strip touches.", 1, 1000, default=1)
    also: str | None = api.text("Others that it touches, as: 2 US Infantry in hard, Scout Tripod.")

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """HOST-RAY-3."""
        if not self.between_units:
            self.refuse("plain numbers", "also")
            ray = self.numbers("the ray")
            return _struck(f"A sweep that touches {api.plural(self.targets, 'element')}", [Touched(None, self.targets, ray)])
        from aqmf_air.games.martian_front.chapters.heat_rays import sweeps

        catalogue = catalogue_of(opened)
        attacker, mount, target = self.pair(catalogue, sweeps, "sweep")

        def numbers(unit: UnitType, cover: str) -> Numbers:
            catalogue.refuse_unreached("in sweep", attacker, unit)
            return catalogue.numbers(attacker, mount.weapon, unit, cover)

        touched = _touched(catalogue, target, self.targets, self.cover, self.also, numbers)
        title = f"{attacker.name} sweeps {_count(touched)} with its {mount.weapon.name}"
        return _struck(title, touched, mount.count, attacker.side)  # every ray of it rolls


@dataclass(frozen=True)
class Barrage(Attacking, name="barrage", group="Asked most", help="A barrage or bombs on elements under a template."):
    """A barrage or bombs: every element under the template is rolled for.

    Several guns or bombs in one barrage make a larger template (--pieces); several templates attack once each (--templates).

    \b
    One template of two bombs over three drones, or two of one:
      aqmf odds barrage --targets 3 --defense 5 --armor 7 --power 3 --pieces 2
      aqmf odds barrage --targets 2 --defense 5 --armor 7 --power 3 --templates 2
    """  # noqa: D301 - click reads \b as: leave these lines as they are

    begin: ClassVar = {"attacker": "Field Gun Battery", "target": "Drones", "targets": "3"}

    targets: int = api.number("How many elements are under the template.", 1, 1000, default=1)
    barrage: int | None = api.number("The Barrage rating of one gun or bomb.", 1, 6, folded=True)
    pieces: int = api.number("Guns or bombs that make one template together.", default=1)
    templates: int = api.number("Templates that all of these elements are under; each attacks them.", 1, 20, default=1)
    also: str | None = api.text("Others that it touches, as: 2 US Infantry in hard, Scout Tripod.")
    bombarded: bool = api.flag("Before turn 1, where cover does not help Defense; heavy bombers attack only then.")

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """HOST-BARRAGE-3, HOST-BARRAGE-4, HOST-BARRAGE-6."""
        from aqmf_air.games.martian_front.chapters.templates import joint_rating, template_sizes

        by = ""
        if self.between_units:
            from aqmf_air.games.martian_front.chapters.possible_orders import lays_template

            self.refuse("--attacker and --target", "barrage")
            catalogue = catalogue_of(opened)
            attacker, mount, target = self.pair(catalogue, lays_template, "lay a template")
            early = [order.before_turn_1() for order in catalogue.orders_with(attacker, mount) if order.attack]
            if self.bombarded and not any(early):  # "A weapon with Bombardment attacks once between deployment and turn 1"
                raise api.forbidden("HOST-BARRAGE-6", f"{attacker.name} has no {mount.weapon.name} that bombards")
            bombarded = self.bombarded or all(early)

            def numbers(unit: UnitType, cover: str) -> Numbers:
                catalogue.refuse_unreached("under barrage", attacker, unit)
                return catalogue.numbers(attacker, mount.weapon, unit, cover, bombarded=bombarded)

            touched = _touched(catalogue, target, self.targets, self.cover, self.also, numbers)
            rating, by = mount.weapon.barrage or 1, attacker.side
            what = f"{attacker.name}, {mount.weapon.name}{', before turn 1' * bombarded}"
        else:
            self.refuse("plain numbers", "also", "bombarded")
            touched = [Touched(None, self.targets, self.numbers())]
            rating, what = self.barrage or 1, "A barrage"
        rating = joint_rating(rating, self.pieces)
        diameter = template_sizes()[rating]
        how = f"{api.plural(self.templates, 'template')} {diameter:g} inches wide (Barrage {rating})"
        title = f"{what}: {api.plural(sum(touch.count for touch in touched), 'element')} under {how}"
        facts = (("barrage", rating), ("diameter", diameter))
        return _struck(title, touched, self.templates, by, facts)


@dataclass(frozen=True)
class Explosion(api.Query, name="explosion", help="A tripod blows up near others."):
    """A tripod blows up: every element that the blast touches is rolled for."""

    begin: ClassVar = {"target": "US Infantry", "targets": "3"}

    target: str = common.unit_field("Whose elements are near.", required=True)
    targets: int = api.number("How many elements the blast touches.", 1, 1000, default=1)
    cover: str = common.cover_field()
    also: str | None = api.text("Others that it touches, as: 2 US Infantry in hard, Scout Tripod.")

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """HOST-TRIPOD-2."""
        catalogue = catalogue_of(opened)
        touched = _touched(catalogue, catalogue.unit(self.target), self.targets, self.cover, self.also, catalogue.blast)
        return _struck(f"An explosion that touches {_count(touched)}", touched)


@dataclass(frozen=True)
class Touched:
    """Elements that a template touches, and the numbers to hit and to damage each; ``unit`` is None in plain numbers."""

    unit: UnitType | None
    count: int
    numbers: Numbers


PART = re.compile(r"(?:(\d{1,3})\s+)?(.+?)(?:\s+in\s+(\w+))?")
"""``2 US Infantry in hard``."""


def _touched(
    catalogue: Catalogue,
    unit: UnitType,
    count: int,
    cover: str,
    also: str | None,
    numbers: Callable[[UnitType, str], Numbers],
) -> list[Touched]:
    """The target, and the others that are named in words.

    Raises:
        QuestionError: no such words.
        UnknownNameError: of a unit or a cover; with near names.
    """
    touched = [Touched(unit, count, numbers(unit, cover))]
    for part in also.split(",") if also else ():
        match = PART.fullmatch(part.strip())
        if match is None or match[1] == "0":
            raise api.QuestionError(
                f"--also: expected a count, a unit and its cover as in '2 US Infantry in hard', got {part!r}"
            )
        other = catalogue.unit(match[2])
        touched.append(Touched(other, int(match[1] or 1), numbers(other, match[3] or IN_THE_OPEN)))
    return touched


def _count(touched: Sequence[Touched]) -> str:
    """``2 elements of US Infantry and 1 element of Drones``."""
    return " and ".join(f"{api.plural(touch.count, 'element')} of {touch.unit.name}" for touch in touched if touch.unit)


def _struck(title: str, touched: Sequence[Touched], templates: int = 1, by: str = "", facts: Facts = ()) -> api.Answer:
    """So many templates over all of these elements."""
    from aqmf_air.games.martian_front.chapters.templates import number_struck

    total = sum(touch.count for touch in touched)
    elements = tuple((touch.numbers,) * templates for touch in touched for _ in range(touch.count))
    question = api.Question(title, number_struck, (elements, by), touched[0].numbers)
    several = len(touched) > 1
    answer = api.Answer(
        title,
        (api.Line("damaging", "Elements damaged", question),),
        "at least 1 element is damaged",
        api.AT_LEAST_ONE,
        "damaging",
        targets=tuple(
            need
            for touch in touched
            for need in needs(*touch.numbers, whose=touch.unit.name if several and touch.unit else "")
        ),
        facts=facts,
        dice=total * templates,
        rolled=_handfuls(title, touched, templates, by),
        funnel=(api.FunnelStep("attacks", total * templates), api.FunnelStep("elements damaged", "damaging")),
    )
    target = touched[0].unit
    if total > 1 or target is None or target.kind != "tripod":
        return answer
    from aqmf_air.games.martian_front.chapters.damage import whole_tripod
    from aqmf_air.games.martian_front.chapters.templates import tripod_under
    from aqmf_air.games.martian_front.ui.queries.turn import effects, fates, rolled_out

    whole = api.Question(title, tripod_under, (whole_tripod(target), (elements[0],), by), touched[0].numbers)
    return replace(
        answer,
        lines=(*answer.lines, *fates(whole, target.armor)),
        also=effects(whole),
        rolled=rolled_out(whole, target.armor, target.name),
    )


def _handfuls(title: str, touched: Sequence[Touched], templates: int, by: str) -> api.RollOut:
    """Everybody is rolled for, the dice of elements that are alike as one handful."""
    from aqmf_air.games.martian_front.chapters.templates import Attacked, rolled_by_handfuls

    named: Counter[str] = Counter()
    attacked = []
    for touch in touched:
        name = touch.unit.name if touch.unit else ""
        for _ in range(touch.count):
            named[name] += 1
            attacked.append(Attacked(name, f"{name} {named[name]}", (touch.numbers,) * templates))

    def hits(outcome: tuple[tuple[str, str], ...]) -> list[tuple[UnitType | None, int, int]]:
        """Of each unit: elements damaged, and how often."""
        units = {touch.unit.name if touch.unit else "": touch.unit for touch in touched}
        damaged = [(unit, [element for who, element in outcome if who == name]) for name, unit in units.items()]
        return [(unit, len(set(elements)), len(elements)) for unit, elements in damaged]

    def result_lines(outcome: tuple[tuple[str, str], ...]) -> list[str]:
        return [
            f"{unit.name if unit else 'It'}: {count} of {api.plural(named[unit.name if unit else ''], 'element')} damaged."
            for unit, count, _ in hits(outcome)
        ]

    def then(outcome: tuple[tuple[str, str], ...]) -> list[api.Next]:
        follows: list[api.Next] = []
        for unit, count, often in hits(outcome):
            if unit is not None and unit.kind == "tripod" and often:
                words = (("unit", unit.name), ("attacks", str(often)))
                follows.append(api.Next(f"Roll the damage to {unit.name}", "tripod", words))
            elif unit is not None:
                follows += after_losses(unit, unit.elements, count)
        return follows

    return api.RollOut(api.Question(title, rolled_by_handfuls, (tuple(attacked), by)), result_lines, then)
