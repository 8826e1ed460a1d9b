"""Before turn 1: each side sets up in its own zone; then guns may bombard. HOST-TURN-3, HOST-BARRAGE-6."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import hypot
from typing import ClassVar, Self

from aqmf_air.api import Command, Dice, Objection, Offer, Rulings, Said, Slot
from aqmf_air.api.geometry import TOLERANCE, Base
from aqmf_air.games.martian_front.chapters import moving, orders
from aqmf_air.games.martian_front.chapters.artillery import OnAnElement
from aqmf_air.games.martian_front.chapters.measuring import under_foot
from aqmf_air.games.martian_front.chapters.shooting import use_of, working
from aqmf_air.games.martian_front.state import Game, PhasePart, Unit, Zone, with_unit
from aqmf_air.games.martian_front.tables import Mount, UnitType, Weapon


class Deploy(orders.UnitOrder, type="host.deploy"):
    """A unit is set up elsewhere in its side's zone: a place for each of its elements, in their order. HOST-TURN-3."""

    timing: ClassVar[orders.FrontTiming] = orders.FrontTiming(  # "Before the game each side sets up in its own zone"
        (PhasePart.DEPLOYMENT,), rule="HOST-TURN-3", reason="units are set up before the game, not in {}"
    )
    to: tuple[moving.Placing, ...]
    deed: ClassVar[str] = "set up"
    wording: ClassVar[str] = "{unit} is set up where it stands"
    phrases: ClassVar[tuple[str, ...]] = ("{unit} to {to}", "{unit} [is] set_up at|to|on {to}")

    @classmethod
    def means(cls, kind: UnitType, rulings: Rulings, rules: orders.FrontRules) -> Iterable[Mount | None]:
        return (None,)

    @classmethod
    def unit_offers(
        cls, game: Game, unit: Unit, mount: Mount | None, foes: Sequence[Unit], rules: orders.FrontRules
    ) -> Iterable[Offer]:
        return (cls(unit=unit.id, to=moving.places_of(unit)).offer(game),)

    @classmethod
    def offers(cls, game: Game, player: str, rules: orders.FrontRules) -> Iterable[Offer]:
        """None: it is set up as it is."""
        return ()

    @classmethod
    def slots(cls, game: Game, player: str, rules: orders.FrontRules) -> Mapping[str, Slot]:
        return {**super().slots(game, player, rules), "to": orders.Destination(game, player, turned=False)}

    @classmethod
    def from_words(cls, game: Game, player: str, rules: orders.FrontRules, words: Said) -> Iterable[Self]:
        return (cls(unit=words["unit"], to=tuple(moving.Placing(x=x, y=y, facing=facing) for x, y, facing in words["to"])),)

    @classmethod
    def examples(cls, game: Game, player: str, rules: orders.FrontRules, offers: Iterable[Offer]) -> Iterable[Command]:
        """Its units as they stand."""
        return (cls(unit=unit.id, to=moving.places_of(unit)) for unit in game.units if unit.side == player)

    def in_words(self, game: Game, rules: orders.FrontRules) -> Said:
        return {"unit": self.unit, "to": tuple((placing.x, placing.y, placing.facing) for placing in self.to)}

    def against(self, game: Game, unit: Unit, player: str, rules: orders.FrontRules) -> Iterable[Objection]:
        """In the zone, in coherency, on nobody else's base, not in impassable terrain. HOST-TURN-3."""
        kind = game.type_of(unit)
        if len(self.to) != len(unit.elements):  # "as many elements, places or flights as the unit has elements"
            yield Objection(
                "HOST-ORDER-1", f"{game.called(self.unit)} has {len(unit.elements)} elements, got {len(self.to)} places"
            )
            return
        zones = [zone for zone in game.zones if zone.side == player]
        bases = [Base(place.x, place.y, kind.base_diameter) for place in self.to]
        if not all(any(in_zone(zone, place) for zone in zones) for place in self.to):
            # "Before the game each side sets up in its own zone"
            yield Objection("HOST-TURN-3", f"{game.called(self.unit)} would stand outside the zone of the {player} side")
        grounded = moving.on_the_ground(game, rules, unit)
        ground = (terrain for place in self.to for terrain in under_foot(game.terrain, place.x, place.y))
        if grounded and kind.kind != "tripod" and any(terrain.impassable for terrain in ground):
            # "Only tripods and aircraft cross impassable terrain, or stand in it"
            yield Objection("HOST-MOVE-5", f"{game.called(self.unit)} would stand in impassable terrain")
        yield from moving.out_of_coherency(game, rules, unit, bases)
        if grounded and (overlapping := _on_whom(game, rules, unit, bases)):
            # "nobody is set up or ends a move on another base"
            yield Objection("HOST-MOVE-3", f"{game.called(self.unit)} would stand on {game.called(overlapping)}")

    def decide(self, game: Game, rules: orders.FrontRules, dice: Dice) -> tuple[orders.FrontEvent, ...]:
        return (Deployed(unit=self.unit, to=moving.as_kept(self.to)),)


class Deployed(orders.UnitEvent, type="host.deployed"):
    """A unit was set up."""

    to: tuple[moving.Placing, ...]

    def apply(self, game: Game) -> Game:
        return with_unit(game, moving.moved_to(game.unit(self.unit), self.to))

    def tell(self, game: Game) -> str:
        return f"a unit of the {game.unit(self.unit).side} side is set up"


def in_zone(zone: Zone, place: moving.Placing | Base) -> bool:
    """Whether a point, the centre of a base, is in a zone, its edges included. HOST-TURN-3."""
    across = zone.left - TOLERANCE <= place.x <= zone.right + TOLERANCE
    return across and zone.near - TOLERANCE <= place.y <= zone.far + TOLERANCE


def _on_whom(game: Game, rules: orders.FrontRules, unit: Unit, bases: list[Base]) -> str:
    """Whose base on the ground one of these would overlap: that of a unit of its side, or its own; empty if nobody's."""
    for number, base in enumerate(bases):
        if any(overlap(base, other) for other in bases[:number]):
            return unit.id
        for other in game.units:
            if other.side == unit.side and other.id != unit.id and moving.on_the_ground(game, rules, other):
                size = game.type_of(other).base_diameter
                if any(overlap(base, Base(element.x, element.y, size)) for element in other.elements):
                    return other.id
    return ""


def overlap(base: Base, other: Base) -> bool:
    """Whether two bases stand on each other; they may touch. HOST-MOVE-3."""
    return hypot(base.x - other.x, base.y - other.y) < base.radius + other.radius - TOLERANCE


# -- the bombardment ----------------------------------------------------------------------------------------------------


def bombards(weapon: Weapon) -> bool:
    """Whether a weapon may attack before turn 1, too. HOST-BARRAGE-6."""
    return weapon.kind == "indirect" and "Bombardment" in weapon.traits


def cannot_bombard(game: Game, unit: Unit, weapon: str) -> Iterator[Objection]:
    """Why a unit may not bombard with a weapon before turn 1, wherever. HOST-BARRAGE-6."""
    mount = game.type_of(unit).mount(weapon)
    if mount is None or not bombards(mount.weapon):  # "A weapon with Bombardment attacks once between deployment and turn 1"
        yield Objection("HOST-BARRAGE-6", f"{game.called(unit.id)} has no {weapon} that bombards")
    elif use_of(unit.id, mount.weapon.name) in game.acted:
        # "A weapon with Bombardment attacks once between deployment and turn 1"
        yield Objection("HOST-BARRAGE-6", f"{game.called(unit.id)} has bombarded")


class Bombardment(OnAnElement, type="host.bombardment"):
    """A gun with Bombardment attacks once before turn 1: any target in range, seen or not. HOST-BARRAGE-6."""

    # "A weapon with Bombardment attacks once between deployment and turn 1"
    timing: ClassVar[orders.FrontTiming] = orders.FrontTiming(
        (PhasePart.BOMBARDMENT,), rule="HOST-BARRAGE-6", reason="the bombardment comes before turn 1"
    )
    deed: ClassVar[str] = "bombard before turn 1"
    wording: ClassVar[str] = "{unit} bombards {mark}"
    phrases: ClassVar[tuple[str, ...]] = ("{unit} bombard|bombards|shell|shells {target} [with {weapon}]",)

    @classmethod
    def uses(cls, weapon: Weapon) -> bool:
        return bombards(weapon)

    def against(self, game: Game, unit: Unit, player: str, rules: orders.FrontRules) -> Iterable[Objection]:
        """Once, a weapon that bombards, an enemy on the ground in range. HOST-BARRAGE-6."""
        yield from cannot_bombard(game, unit, self.weapon)
        if (mount := game.type_of(unit).mount(self.weapon)) is None or not bombards(mount.weapon):
            return
        yield from self.aimed(game, unit, player, rules)
        if (aim := self.aim(game)) is not None and not self.in_range(game, rules, unit, mount, aim):
            # "a target at exactly the given range is in range"
            yield Objection("HOST-LOS-2", f"{game.called(self.target)} is out of range of {game.called(self.unit)}")

    def firing(self, game: Game, rules: orders.FrontRules) -> tuple[int, bool]:
        """All guns in range, on the mark."""
        unit, mount, aim = self._guns(game)
        return sum(working(mount, element) for element in self.in_range(game, rules, unit, mount, aim)), True
