"""Heat rays: the order to sweep. HOST-RAY."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import hypot
from typing import ClassVar, Self, cast

from pydantic import Field

from aqmf_air.api import Objection, Offer, Said, Slot
from aqmf_air.api.geometry import TOLERANCE, Base, Strip, within
from aqmf_air.games.martian_front.chapters import orders
from aqmf_air.games.martian_front.chapters.artillery import TemplateOrder, struck_by
from aqmf_air.games.martian_front.chapters.measuring import Eyes, eyes_between, sees, standing_at, under
from aqmf_air.games.martian_front.chapters.shooting import may_fire, sweep_of, working
from aqmf_air.games.martian_front.chapters.templates import Attacked, TemplatesFell
from aqmf_air.games.martian_front.state import Element, Game, PhasePart, Unit, having_done
from aqmf_air.games.martian_front.tables import Mount, Weapon, figures

SWEEP = "Sweep"
"""The trait of a weapon that sweeps."""


class SweepRay(TemplateOrder, orders.WeaponOrder, type="host.sweep"):
    """An element sweeps with a heat ray: a strip with its centre at (x, y), laid along a direction. HOST-RAY-3."""

    timing: ClassVar[orders.FrontTiming] = orders.FrontTiming((PhasePart.COMBAT,), "a sweep")
    element: str = ""
    """The element that sweeps; the unit's first, if not given."""
    x: float
    y: float
    direction: float = Field(default=0, ge=-360, le=360)

    attack: ClassVar[str] = "in sweep"
    deed: ClassVar[str] = "sweep with {weapon}"
    wording: ClassVar[str] = "{unit} sweeps with {weapon}"
    phrases: ClassVar[tuple[str, ...]] = (
        "{element} sweep|sweeps [with] [{weapon}] over|at {spot} [along {direction}]",
        "{element} sweep|sweeps over|at {spot} [along {direction}] with {weapon}",
    )

    @classmethod
    def uses(cls, weapon: Weapon) -> bool:
        return sweeps(weapon)

    @classmethod
    def unit_offers(
        cls, game: Game, unit: Unit, mount: Mount | None, foes: Sequence[Unit], rules: orders.FrontRules
    ) -> Iterable[Offer]:
        """For every ray, a strip along and one across over each enemy element."""
        assert mount is not None  # by its means
        name = mount.weapon.name
        for firer in unit.elements:
            for at in (element for target in foes for element in target.elements):
                for direction in (0, 90):
                    order = cls(unit=unit.id, weapon=name, element=firer.id, x=at.x, y=at.y, direction=direction)
                    title = f"{game.called(firer.id)} sweeps over {game.called(at.id)} with {name}, along {direction}"
                    yield Offer(order, title, unit.id)

    @classmethod
    def slots(cls, game: Game, player: str, rules: orders.FrontRules) -> Mapping[str, Slot]:
        """The element that sweeps, the middle of the strip, and which way it lies."""
        return {
            **super().slots(game, player, rules),
            "element": orders.own_elements(game, player),
            "spot": orders.Spot(game, player),
            "direction": orders.Direction(game, player),
        }

    @classmethod
    def from_words(cls, game: Game, player: str, rules: orders.FrontRules, words: Said) -> Iterable[Self]:
        (x, y), aim = words["spot"], words["element"]
        fields = {"unit": aim.unit, "element": aim.element, "x": x, "y": y, "direction": words.get("direction", 0.0)}
        fields |= {"weapon": words["weapon"]} if "weapon" in words else {}
        return super().from_words(game, player, rules, fields)

    def in_words(self, game: Game, rules: orders.FrontRules) -> Said:
        words = {"element": orders.Aim(self.unit, self.element), "spot": (self.x, self.y), "weapon": self.weapon}
        return {**words, "direction": self.direction or None}

    @classmethod
    def offers(cls, game: Game, player: str, rules: orders.FrontRules) -> Iterable[Offer]:
        """Of its examples those over what may be in range of the ray that sweeps."""
        for offer in super().offers(game, player, rules):
            order = cast("SweepRay", offer.command)
            unit, mount, firer = order._ray(game)
            base = Base(firer.x, firer.y, game.type_of(unit).base_diameter)
            if perhaps_in_range(order.x, order.y, base, mount.weapon.range or 0.0):
                yield offer

    def against(self, game: Game, unit: Unit, player: str, rules: orders.FrontRules) -> Iterable[Objection]:
        """In place of the shot, the strip in range and its centre in sight. HOST-RAY-3."""
        firer, kind = self._firer(game), game.type_of(unit)
        if firer is None:  # "what that unit has and can do"
            yield Objection("HOST-ORDER-1", f"{game.called(self.unit)} has no element {self.element!r}")
            return
        yield from cannot_sweep(game, unit, self.weapon, firer)
        if (mount := kind.mount(self.weapon)) is None or not sweeps(mount.weapon):
            return
        base = Base(firer.x, firer.y, kind.base_diameter)
        yield from sweep_objections(self._strip(), base, mount.weapon.range or 0.0)
        if not self.attacked(game, rules) and not on_the_ground(game, rules, self._strip(), unit, firer):
            # "Sight is a straight line from base to base; more than 2 inches of area terrain on it stops it"
            yield Objection("HOST-LOS-1", "the centre of the sweep is out of sight")

    def about(self, game: Game) -> Swept:
        _, mount, firer = self._ray(game)
        return Swept(**{**dict(self), "type": "host.swept", "weapon": mount.weapon.name, "element": firer.id})

    def _strip(self) -> Strip:
        return sweep_strip(self.x, self.y, self.direction)

    def _firer(self, game: Game) -> Element | None:
        return next((element for element in game.unit(self.unit).elements if self.element in ("", element.id)), None)

    def _ray(self, game: Game) -> tuple[Unit, Mount, Element]:
        firer = self._firer(game)
        assert firer is not None  # objections come first
        return game.unit(self.unit), self.mount(game), firer

    def attacked(self, game: Game, rules: orders.FrontRules) -> tuple[Attacked, ...]:
        """Everything that the strip touches, once for each ray."""
        unit, mount, firer = self._ray(game)
        rays = working(mount, firer)
        return tuple(
            Attacked(other.id, element.id, (struck_by(game, rules, unit, mount.weapon, other, element),) * rays)
            for other, elements in swept(game, rules, self._strip(), unit, firer)
            for element in elements
        )


def cannot_sweep(game: Game, unit: Unit, weapon: str, firer: Element) -> Iterator[Objection]:
    """Why an element may not sweep with a weapon in this phase, wherever the strip lies. HOST-RAY-3."""
    mount = game.type_of(unit).mount(weapon)
    if mount is None or not sweeps(mount.weapon):  # "what that unit has and can do"
        yield Objection("HOST-ORDER-1", f"{game.called(unit.id)} has no {weapon} that sweeps")
        return
    yield from may_fire(game, unit, mount, firer)
    if not working(mount, firer):  # "a weapon chosen at random is under a die-off from now on"
        yield Objection("HOST-TRIPOD-2", f"the {mount.weapon.name} of {game.called(firer.id)} is hit")


def sweeps(weapon: Weapon) -> bool:
    """Whether a weapon sweeps. HOST-RAY-3."""
    return SWEEP in weapon.traits


class Swept(TemplatesFell, type="host.swept"):
    """A heat ray swept over the ground."""

    wording: ClassVar[str] = "{element} sweeps with {weapon} over {toll}"
    weapon: str
    element: str
    x: float
    y: float
    direction: float

    def apply(self, game: Game) -> Game:
        return having_done(game, sweep_of(self.unit, self.weapon, self.element))

    def exactly(self, game: Game) -> str:
        return standing_at([(self.x, self.y, self.direction)])


# -- where a sweep may lie, and whom it touches -------------------------------------------------------------------------


def sweep_strip(x: float, y: float, direction: float) -> Strip:
    """The strip with its centre at ``(x, y)`` inches, laid along ``direction``, degrees clockwise from +y. HOST-RAY-3."""
    return Strip(x, y, figures()["sweep length"], figures()["sweep width"], direction)


def perhaps_in_range(x: float, y: float, base: Base, reach: float) -> bool:
    """Whether a strip with its centre there may be in range, whichever way it lies: a quick look before the exact one.

    Corners lie opposite each other, so that one is at least as far away as if all were square to the line to the centre.
    """
    half = hypot(figures()["sweep length"], figures()["sweep width"]) / 2
    return hypot(x - base.x, y - base.y, half) - base.radius <= reach + 2 * TOLERANCE


def farthest(strip: Strip, base: Base) -> float:
    """Inches from the edge of a base to the farthest point of the strip, which is one of its corners."""
    return max(hypot(x - base.x, y - base.y) for x, y in strip.corners()) - base.radius


def sweep_objections(strip: Strip, firer: Base, reach: float) -> Iterator[Objection]:
    """Why the strip may not be laid there, in sight or not: all of it must be in range. HOST-RAY-3.

    ``reach`` is the weapon's range in inches, from the edge of the base.
    """
    if not within(gap := farthest(strip, firer), reach):  # "wholly in range"
        yield Objection("HOST-RAY-3", f'the far end of the sweep is {gap:.2f}" away, beyond the range of {reach:g}"')


def on_the_ground(game: Game, rules: orders.FrontRules, strip: Strip, unit: Unit, firer: Element) -> bool:
    """Whether the strip lies on ground that the firer sees, by its centre. Over other ground it is laid in the air."""
    eyes: Eyes = rules.procedure("sight from", game.type_of(unit).kind)(game.rulings)
    base = Base(firer.x, firer.y, game.type_of(unit).base_diameter)
    return sees(game.terrain, base, Base(strip.x, strip.y, 0), eyes.over)


def swept(
    game: Game, rules: orders.FrontRules, strip: Strip, unit: Unit, firer: Element
) -> tuple[tuple[Unit, tuple[Element, ...]], ...]:
    """Everything that a sweep by ``firer`` of ``unit`` touches, of either side, but for the firer: each is rolled for once.

    Kinds may be out of its reach (step ``in sweep``). Where its centre is out of sight it touches only what nothing hides
    from the firer, as a shot would. HOST-RAY-3, AIR-HIT-3.
    """
    own, touched = game.type_of(unit), under(game, rules, strip, "in sweep", unit)
    if touched and not on_the_ground(game, rules, strip, unit, firer):
        touched = tuple(entry for entry in touched if eyes_between(game, rules, own, game.type_of(entry[0])).clear)
    left = ((other, tuple(element for element in elements if element.id != firer.id)) for other, elements in touched)
    return tuple((other, elements) for other, elements in left if elements)
