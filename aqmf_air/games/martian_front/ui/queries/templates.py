"""Templates: a heat ray that sweeps, a barrage or bombs, an explosion. Every element that they touch is rolled for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from aqmf_air.core.data.text import plural
from aqmf_air.core.odds.answer import AT_LEAST_ONE, Answer, Line, Roll, Stage
from aqmf_air.core.odds.options import OpenRuleset, number
from aqmf_air.core.odds.query import Query, forbidden
from aqmf_air.core.play.question import Question
from aqmf_air.games.martian_front.ui.queries import common
from aqmf_air.games.martian_front.ui.queries.common import Facts, Numbers, catalogue_of, needs
from aqmf_air.games.martian_front.ui.queries.shooting import Attacking, after_losses

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.profiles import UnitType


@dataclass(frozen=True)
class Sweep(Attacking):
    """A heat ray sweeps: every element that the strip touches is rolled for once."""

    begin: ClassVar = {"attacker": "Scout Tripod", "target": "US Infantry", "targets": "3"}

    targets: int = number("How many elements the strip touches.", 1, 1000, default=1)
    defense: int | None = common.defense()
    armor: int | None = common.armor()
    power: int | None = common.power()
    cover: str = common.cover()
    attacker: str | None = common.unit("Who sweeps: a unit of the catalogue.")
    weapon: str | None = common.weapon("Its heat ray, if not the first.")
    target: str | None = common.unit("Whose elements are touched.")

    def ask(self, opened: OpenRuleset) -> Answer:
        """HOST-RAY-3."""
        touched = plural(self.targets, "element")
        if not self.between_units:
            return _number_struck(f"A sweep that touches {touched}", self.targets, self.numbers("the ray"), 1, "")
        from aqmf_air.games.martian_front.orders.rays import sweeps

        catalogue = catalogue_of(opened)
        attacker, mount, target = self.pair(catalogue, sweeps, "sweep")
        if not catalogue.reaches("in sweep", attacker, target):
            catalogue.refuse_illegal(attacker, mount, target)
            raise forbidden("HOST-RAY-3", f"a sweep of {attacker.name} does not touch {target.name}")
        title = f"{attacker.name} sweeps {touched} of {target.name} with its {mount.weapon.name}"
        numbers = catalogue.numbers(attacker, mount, target, self.cover)
        return _number_struck(title, self.targets, numbers, mount.count, attacker.side, target)  # every ray of it rolls


@dataclass(frozen=True)
class Barrage(Attacking):
    """A barrage or bombs: every element under the template is rolled for.

    Several guns or bombs in one barrage make a larger template (--pieces); several templates attack once each (--templates).

    \b
    One template of two bombs over three drones, or two of one:
      aqmf odds compare "barrage --targets 3 --defense 5 --armor 7 --power 3 --pieces 2"
                        "barrage --targets 2 --defense 5 --armor 7 --power 3 --templates 2"
    """  # noqa: D301 - click reads \b as: leave these lines as they are

    begin: ClassVar = {"attacker": "Field Gun Battery", "target": "Drones", "targets": "3"}

    targets: int = number("How many elements are under the template.", 1, 1000, default=1)
    defense: int | None = common.defense()
    armor: int | None = common.armor()
    power: int | None = common.power()
    cover: str = common.cover()
    barrage: int | None = number("The Barrage rating of one gun or bomb.", 1, 6, folded=True)
    pieces: int = number("Guns or bombs that make one template together.", default=1)
    templates: int = number("Templates that all of these elements are under; each attacks them.", 1, 20, default=1)
    attacker: str | None = common.unit("Whose guns or bombs: a unit of the catalogue.")
    weapon: str | None = common.weapon("Its weapon, if not the first that lays a template.")
    target: str | None = common.unit("Whose elements are under it.")

    def ask(self, opened: OpenRuleset) -> Answer:
        """HOST-BARRAGE-3, HOST-BARRAGE-4."""
        from aqmf_air.games.martian_front.rules.barrage import joint_rating, template_sizes

        by, target = "", None
        if self.between_units:
            from aqmf_air.games.martian_front.catalogue import lays_template

            self.refuse("--attacker and --target", "barrage")
            catalogue = catalogue_of(opened)
            attacker, mount, target = self.pair(catalogue, lays_template, "lay a template")
            if not catalogue.reaches("under barrage", attacker, target):
                raise forbidden("HOST-BARRAGE-4", f"{target.name} is never under a template")
            numbers = catalogue.numbers(attacker, mount, target, self.cover)
            rating, by = mount.weapon.barrage or 1, attacker.side
            what = f"{attacker.name}, {mount.weapon.name}"
        else:
            numbers, rating, what = self.numbers(), self.barrage or 1, "A barrage"
        rating = joint_rating(rating, self.pieces)
        diameter = template_sizes()[rating]
        how = f"{plural(self.templates, 'template')} {diameter:g} inches wide (Barrage {rating})"
        title = f"{what}: {plural(self.targets, 'element')} under {how}"
        facts = (("barrage", rating), ("diameter", diameter))
        return _number_struck(title, self.targets, numbers, self.templates, by, target, facts)


@dataclass(frozen=True)
class Explosion(Query):
    """A tripod blows up: every element that the blast touches is rolled for."""

    begin: ClassVar = {"target": "US Infantry", "targets": "3"}

    target: str = common.unit("Whose elements are near.", required=True)
    targets: int = number("How many elements the blast touches.", 1, 1000, default=1)
    cover: str = common.cover()

    def ask(self, opened: OpenRuleset) -> Answer:
        """HOST-TRIPOD-2."""
        from aqmf_air.games.martian_front.rules.damage import blast_numbers
        from aqmf_air.games.martian_front.rules.shelter import IN_THE_OPEN, cover_of
        from aqmf_air.games.martian_front.rulings import host_rulings

        catalogue = catalogue_of(opened)
        target, cover = catalogue.unit(self.target), cover_of(self.cover)
        numbers = blast_numbers(
            target, target.armor, cover.name if cover else IN_THE_OPEN, host_rulings(catalogue.ruleset.rulings())
        )
        title = f"An explosion that touches {plural(self.targets, 'element')} of {target.name}"
        return _number_struck(title, self.targets, numbers, 1, "", target)


def _number_struck(
    title: str, targets: int, numbers: Numbers, templates: int, by: str, target: UnitType | None = None, facts: Facts = ()
) -> Answer:
    from aqmf_air.games.martian_front.rules.barrage import number_struck

    question = Question(title, number_struck, (((numbers,) * templates,) * targets, by), numbers)
    answer = Answer(
        title, (Line("damaging", "Elements damaged", question),), "at least 1 element is damaged", AT_LEAST_ONE, "damaging",
        targets=needs(*numbers), facts=facts, dice=targets * templates,
        funnel=(Stage("attacks", targets * templates), Stage("elements damaged", "damaging")),
        rolled=Roll(question, lambda struck: [f"{struck} of {plural(targets, 'element')} damaged."]),
    )  # fmt: skip
    if target is None:
        return answer
    if target.kind != "tripod":
        elements = target.elements
        rolled = Roll(question, lambda struck: [f"{struck} of {plural(targets, 'element')} lost."],
                      lambda struck: after_losses(target, elements, struck))  # fmt: skip
        return replace(answer, rolled=rolled)
    if targets > 1:
        return answer
    from aqmf_air.games.martian_front.rules.outcome_labels import tripod_of
    from aqmf_air.games.martian_front.rules.templates import tripod_under
    from aqmf_air.games.martian_front.ui.queries.tripod import effects, fates, rolled_out

    whole = Question(title, tripod_under, (tripod_of(target), ((numbers,) * templates,), by), numbers)
    return replace(
        answer, lines=(*answer.lines, *fates(whole, target.armor)), also=effects(whole),
        rolled=rolled_out(whole, target.armor, target.name),
    )  # fmt: skip
