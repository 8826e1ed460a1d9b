"""The question of a whole attack by aircraft, from the catalogue."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import click

from aqmf_air.cli.odds.asking import Also, Asked, Line, at_least_one, forbidden, plural
from aqmf_air.cli.odds.views import DESTROYED
from aqmf_air.core.modifiers import TargetNumber
from aqmf_air.core.question import Question
from aqmf_air.errors import IllegalCommandError
from aqmf_air.host.barrage import Struck
from aqmf_air.host.fates import Fate, armor_left, tripod_of
from aqmf_air.host.profiles import Mount, UnitType
from aqmf_air.host.tripod import Tripod
from aqmf_air.host.volleys import Nerves
from aqmf_air.plugins.aircraft.attack_run import (
    Guns,
    Ray,
    RunOnElements,
    RunOnTripod,
    able_to_answer,
    run_at_elements,
    run_at_tripod,
    struck_elements,
    struck_tripod,
)
from aqmf_air.plugins.aircraft.bombing import blasts_of
from aqmf_air.plugins.aircraft.catalogue import Catalogue
from aqmf_air.plugins.aircraft.merits import best_arc
from aqmf_air.plugins.aircraft.rulings import AircraftRulings
from aqmf_air.plugins.aircraft.units import KIND as AIRCRAFT

EXPLAINED = (
    "The numbers to damage are those of a whole target: Armor that it loses makes the next attack easier.",
    "Not counted: what a tripod that blows up does to those near it, and where a weapon that was hit goes off.",
)


def attack_asked(ctx: click.Context, catalogue: Catalogue, /, **options: Any) -> Asked:
    """The question that the options of ``aqmf odds attack`` ask."""
    unit, target = catalogue.unit(options["attacker"]), catalogue.unit(options["target"])
    if unit.kind != AIRCRAFT or not unit.has("Low"):
        raise click.UsageError(f"{unit.name} is no combat aircraft", ctx)
    if target.side == unit.side or target.kind == AIRCRAFT:
        raise click.UsageError(f"{target.name} is nothing that aircraft attack", ctx)
    aircraft = options["aircraft"] or unit.elements
    if aircraft > unit.elements:
        raise click.UsageError(f"{unit.name} has {plural(unit.elements, 'aircraft', 'aircraft')}, not {aircraft}", ctx)
    run = _Run(catalogue, unit, target, aircraft, options["cover"])
    templates = run.templates(options["drop"])
    guns = run.guns(options["guns"])
    rays = run.rays(target, own=target.kind == "tripod") if options["answer"] else ()
    if options["answering"]:
        answering = catalogue.unit(options["answering"])
        if answering.side == unit.side:
            raise forbidden("HOST-HIT-1", f"{answering.name} and {unit.name} are on the same side")
        rays = (*rays, *run.rays(answering, own=False))
    nerves = catalogue.nerves(unit, options["reroll"])
    nerves = nerves._replace(to_pass=nerves.to_pass[: aircraft - 1])
    who = unit.name if aircraft == unit.elements else f"{aircraft} of {unit.name}"
    title = f"{who} at {target.name}"
    steps = [f"{plural(len(templates), 'template')} of bombs" if templates else "", f"{guns.shots} gun shots"]
    title += ": " + ", ".join(step for step in steps if step and not step.startswith("0 "))
    if target.kind == "tripod":
        return run.at_tripod(title, templates, guns, rays, nerves)
    return run.at_elements(title, templates, options["under"], guns, rays, nerves)


@dataclass(frozen=True)
class _Run:
    """Who attacks whom."""

    catalogue: Catalogue
    unit: UnitType
    target: UnitType
    aircraft: int
    cover: str

    def templates(self, drop: str) -> tuple[Struck, ...]:
        """The templates over the target, aircraft after aircraft. AIR-BOMB-6."""
        bombs = tuple((mount.weapon.name, mount.count) for mount in self.unit.weapons if mount.weapon.kind == "bomb")
        if drop == "none" or not bombs:
            return ()
        mounts = {mount.weapon.name: mount for mount in self.unit.weapons}
        if drop == "apart":
            one_by_one = [mounts[name] for name, count in bombs for _ in range(count)]
        else:
            one_by_one = [mounts[blast.weapon.name] for blast in blasts_of(bombs, AircraftRulings())]
        each = tuple(self.catalogue.numbers(self.unit, mount, self.target, self.cover) for mount in one_by_one)
        return each * self.aircraft

    def guns(self, fire: bool) -> Guns:
        """All guns of the arc that most of them bear on; they are alike."""
        arc = best_arc(self.unit)
        able = [mount for mount in self.unit.weapons if mount.weapon.kind == "gun" and (not mount.arcs or arc in mount.arcs)]
        none = TargetNumber("to hit", 1, "no guns", "AIR-GUN-1")
        if not fire or not able:
            return Guns(0, none, none)
        shots = sum(mount.weapon.shots * mount.count for mount in able) * self.aircraft
        return Guns(shots, *self.catalogue.numbers(self.unit, able[0], self.target, self.cover))

    def rays(self, answering: UnitType, own: bool) -> tuple[Ray, ...]:
        """The weapons of a unit that the rules let fire at aircraft; of the target's own, as many as still work will."""
        return tuple(
            Ray(
                mount.weapon.name if own else "",
                mount.weapon.shots * answering.elements * (1 if own else mount.count),
                self.catalogue.numbers(answering, mount, self.unit, "none"),
            )
            for mount in answering.weapons
            if self._may_fire(answering, mount)
        )

    def _may_fire(self, answering: UnitType, mount: Mount) -> bool:
        try:
            self.catalogue.refuse_illegal(answering, mount, self.unit)
        except IllegalCommandError:
            return False
        return True

    def at_tripod(
        self, title: str, templates: tuple[Struck, ...], guns: Guns, rays: tuple[Ray, ...], nerves: Nerves
    ) -> Asked:
        """One tripod under every template."""
        machine = tripod_of(self.target)
        strike = Question(title, struck_tripod, (machine, templates, guns))
        whole = Question(title, run_at_tripod, (machine, templates, guns, rays, nerves))
        lines = (
            Line("fate", "What becomes of the target", replace(strike, view=Fate(machine.armor))),
            Line("armor", "Armor left", replace(strike, view=armor_left), shown=False),
            *_own(whole),
        )
        silent = Also("nothing is left to fire at the aircraft", strike, _Silent(rays))
        return Asked(
            title, lines, f"the {self.target.name} is destroyed", DESTROYED, "fate",
            targets=_told(templates, guns, rays, nerves), also=(silent,) if rays else (),
            notes=EXPLAINED, dice=len(templates) + guns.shots + len(rays),
        )  # fmt: skip

    def at_elements(
        self, title: str, templates: tuple[Struck, ...], under: int, guns: Guns, rays: tuple[Ray, ...], nerves: Nerves
    ) -> Asked:
        """A unit of small targets, some of them under templates."""
        elements = self.target.elements
        attacks: list[tuple[Struck, ...]] = [()] * elements
        each = len(templates) // self.aircraft
        for number in range(self.aircraft):
            for place in range(under):
                at = (number * under + place) % elements
                attacks[at] += templates[number * each : (number + 1) * each]
        strike = Question(title, struck_elements, (tuple(attacks), elements, guns))
        whole = Question(title, run_at_elements, (tuple(attacks), elements, guns, rays, nerves))
        lines = (Line("destroyed", f"Elements destroyed, of {elements}", strike), *_own(whole))
        return Asked(
            title, lines, "at least 1 element is destroyed", at_least_one, "destroyed",
            targets=_told(templates, guns, rays, nerves),
            dice=sum(map(len, attacks)) + guns.shots + len(rays),
        )  # fmt: skip


def _own(whole: Question) -> tuple[Line, Line]:
    return (
        Line("lost", "Aircraft lost to the answer", replace(whole, view=_lost)),
        Line("morale", "And how the unit takes it", replace(whole, view=_morale)),
    )


def _lost(result: RunOnTripod | RunOnElements) -> int:
    return result.lost


def _morale(result: RunOnTripod | RunOnElements) -> str:
    return result.morale


@dataclass(frozen=True)
class _Silent:
    """Whether nothing can answer."""

    rays: tuple[Ray, ...]

    def __call__(self, tripod: Tripod) -> bool:
        return not able_to_answer(tripod, self.rays)


def _told(
    templates: tuple[Struck, ...], guns: Guns, rays: tuple[Ray, ...], nerves: Nerves
) -> tuple[tuple[str, TargetNumber], ...]:
    groups = (
        ("bombs", templates[0] if templates else ()),
        ("guns", (guns.hit, guns.damage) if guns.shots else ()),
        ("answer", rays[0].numbers if rays else ()),
        ("1 lost", nerves.to_pass[:1] if rays else ()),
    )
    return tuple((f"{who}, {number.what}", number) for who, numbers in groups for number in numbers)
