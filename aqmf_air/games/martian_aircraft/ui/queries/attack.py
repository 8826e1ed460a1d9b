"""What aircraft do to a target: a whole attack with bombs and guns, and the end of a suicide run."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import ClassVar, Literal, cast

from aqmf_air import api
from aqmf_air.games.martian_aircraft.chapters.attack_runs import (
    Dropped,
    Ray,
    RunOnElements,
    RunOnTripod,
    Weapons,
    able_to_answer,
    run_at_elements,
    run_at_tripod,
    weapons_against,
)
from aqmf_air.games.martian_aircraft.chapters.suicide_run import ramming_weapon
from aqmf_air.games.martian_aircraft.state import KIND as AIRCRAFT
from aqmf_air.games.martian_aircraft.tables import AircraftRulings, aircraft_rulings
from aqmf_air.games.martian_front import api as front

LOADS = TOGETHER, APART, KEPT = "together", "apart", "none"
HITS, DAMAGING = attrgetter("hits"), attrgetter("damaging")
MISSES, NO_DAMAGE, DAMAGES = "misses", "no damage", "damages"
EXPLAINED = (
    "The numbers to damage are those of a whole target: Armor that it loses makes the next attack easier.",
    "A weapon that was hit fires at the aircraft only if its owner wins the roll for it.",
    "Not counted: what a tripod that blows up does to those near it.",
)


@dataclass(frozen=True)
class AirAttack(
    api.Query, name="attack", group="Asked most", help="A whole attack of aircraft: bombs, guns, the answer, morale."
):
    """A whole attack of a unit of aircraft: bombs, guns, the heat rays that answer, and morale."""

    begin: ClassVar = {"attacker": "Burgess-Dunne D8", "target": "Scout Tripod"}

    attacker: str = front.unit_field("A unit of combat aircraft.", required=True)
    target: str = front.unit_field("What it attacks.", required=True)
    aircraft: int | None = api.number("How many aircraft are left in the unit.  [default: all]")
    bombs: str = api.one_of(
        "Each aircraft drops its bombs as one template, as one each, or keeps them.", *LOADS, default=TOGETHER
    )
    loads: str | None = api.text("How each aircraft drops its bombs, where they differ, as: together, none, apart.")
    under: int = api.number(
        "Elements of a unit of small targets under what each aircraft drops at a point (different ones, while they last).",
        1,
        60,
        default=1,
    )
    guns: bool = api.flag("The guns of the best arc fire afterwards.", default=True, either_way=True)
    answer: bool = api.flag("The target's heat rays fire back if they can.", default=True, either_way=True)
    answering: str | None = front.unit_field("A tripod near that fires at the aircraft, beside the target itself.")
    reroll: bool = api.flag("A command squad is near: a failed test is rolled again.")
    cover: str = front.cover_field()
    bombs_resolve: Literal["in-turn", "together"] = api.one_of(
        "The ruling “bombs resolve”: templates one after the other, or all at the Armor before them.",
        "in-turn",
        "together",
        default="in-turn",
    )

    def filled(self, opened: api.OpenRuleset) -> Mapping[str, str]:
        return {"aircraft": str(front.catalogue_of(opened).unit(self.attacker).elements)}

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """AIR-BOMB-5, AIR-BOMB-6, AIR-GUN-1, AIR-MORALE-1."""
        book = front.catalogue_of(opened)
        unit, target = book.unit(self.attacker), book.unit(self.target)
        if unit.kind != AIRCRAFT or not unit.has("Low"):
            raise api.QuestionError(f"{unit.name} is no combat aircraft")
        if target.side == unit.side or target.kind == AIRCRAFT:
            raise api.QuestionError(f"{target.name} is nothing that aircraft attack")
        aircraft = self.aircraft or unit.elements
        if aircraft > unit.elements:
            raise api.QuestionError(f"{unit.name} has {api.plural(unit.elements, 'aircraft', 'aircraft')}, not {aircraft}")
        rulings = api.settle(book.ruleset.rulings, {"bombs_resolve": self.bombs_resolve}, "odds attack")
        weapons = self._weapons(book, unit, target, aircraft, aircraft_rulings(rulings))
        rays: tuple[Ray, ...] = ()
        if self.answer:
            with suppress(api.IllegalCommandError):
                rays = _rays(book, unit, target, own=target.kind == "tripod")
        if self.answering is not None:
            rays = (*rays, *_rays(book, unit, book.unit(self.answering), own=False))
        nerves = book.nerves(unit, self.reroll)
        nerves = nerves._replace(to_pass=nerves.to_pass[: aircraft - 1])
        who = unit.name if aircraft == unit.elements else f"{aircraft} of {unit.name}"
        bombs = [f"{api.plural(len(weapons.templates), 'template')} of bombs"] if weapons.templates else []
        guns = [f"{weapons.shots} gun shots"] if weapons.shots else []
        title = f"{who} at {target.name}: {', '.join((*bombs, *guns))}"
        if target.kind == "tripod":
            return _at_tripod(title, target, weapons, rulings, rays, nerves)
        return _at_elements(title, target, weapons, self.under, rays, nerves)

    def _weapons(
        self, book: front.Catalogue, unit: front.UnitType, target: front.UnitType, aircraft: int, rulings: AircraftRulings
    ) -> Weapons:
        """The templates over the target, aircraft after aircraft, and the guns of the arc that most of them bear on."""
        loads = [load.strip() for load in self.loads.split(",")] if self.loads else [self.bombs] * aircraft
        if len(loads) != aircraft or not {*loads} <= {*LOADS}:
            raise api.QuestionError(f"--loads: expected {aircraft} of {', '.join(LOADS)} with commas, got {self.loads!r}")

        def of(number: int, bombs: str) -> Weapons:
            return weapons_against(
                unit,
                target,
                rulings,
                aircraft=number,
                bombs=cast("Dropped", bombs),
                fire=self.guns,
                cover=self.cover,
                more=book.ruleset.rules.modifiers,
            )

        drops = tuple(drop for load in loads for drop in of(1, load).drops)
        return of(aircraft, KEPT)._replace(drops=drops)


def _rays(book: front.Catalogue, unit: front.UnitType, answering: front.UnitType, own: bool) -> tuple[Ray, ...]:
    """The weapons of a unit that the rules let fire at aircraft; of the target's ``own``, as many as it has left will.

    Raises IllegalCommandError: they let none, or it has none.
    """
    rays, against = [], dict[api.Objection, None]()
    for mount in answering.weapons:
        try:
            book.refuse_illegal(answering, mount, unit)
        except api.IllegalCommandError as refusal:
            against |= dict.fromkeys(refusal.objections)
            continue
        shots = mount.weapon.shots * answering.elements * (1 if own else mount.count)
        rays.append(Ray(mount.weapon.name if own else "", shots, book.numbers(answering, mount.weapon, unit)))
    if not rays:  # "what that unit has and can do"
        raise front.refused(*(against or (api.Objection("HOST-ORDER-1", f"{answering.name} has no weapon to answer with"),)))
    return tuple(rays)


def _at_tripod(
    title: str, target: front.UnitType, weapons: Weapons, rulings: api.Rulings, rays: tuple[Ray, ...], nerves: front.Nerves
) -> api.Answer:
    """One tripod under every template."""
    machine = front.whole_tripod(target)
    strike = api.Question(title, front.struck_tripod, (machine, weapons.salvos(aircraft_rulings(rulings)), weapons.guns))
    whole = api.Question(title, run_at_tripod, (*strike.facts, rays, nerves, front.host_rulings(rulings).die_off_ties))
    fate, armor = front.fates(strike, machine.armor)
    silent = api.Also("nothing is left to fire at the aircraft", strike, lambda tripod: not able_to_answer(tripod, rays))
    return api.Answer(
        title,
        (replace(fate, title="What becomes of the target"), armor, *_own(whole)),
        f"the {target.name} is destroyed",
        front.DESTROYED,
        "fate",
        targets=_needs(weapons, rays, nerves),
        also=(silent,) if rays else (),
        notes=EXPLAINED,
        dice=len(weapons.templates) + weapons.shots + len(rays),
        rolled=api.RollOut(
            whole,
            lambda end: [*front.said_of(end.tripod, machine.armor, target.name), *_answered(end, nerves)],
            lambda end: front.follows(end.tripod),
        ),
    )


def _at_elements(
    title: str, target: front.UnitType, weapons: Weapons, under: int, rays: tuple[Ray, ...], nerves: front.Nerves
) -> api.Answer:
    """A unit of small targets, some of them under templates."""
    name, elements = target.name, target.elements
    attacks = front.attacks_on_elements(weapons.drops, elements, under)
    strike = api.Question(title, front.struck_elements, (attacks, elements, weapons.guns))
    whole = api.Question(title, run_at_elements, (*strike.facts, rays, nerves))
    return api.Answer(
        title,
        (api.Line("destroyed", f"Elements destroyed, of {elements}", strike), *_own(whole)),
        "at least 1 element is destroyed",
        api.AT_LEAST_ONE,
        "destroyed",
        targets=_needs(weapons, rays, nerves),
        dice=sum(map(len, attacks)) + weapons.shots + len(rays),
        rolled=api.RollOut(
            whole, lambda end: [f"{name}: {front.lost_of(end.destroyed, elements)}", *_answered(end, nerves)]
        ),
    )


def _own(whole: api.Question) -> tuple[api.Line, api.Line]:
    lost, morale = replace(whole, view=attrgetter("lost")), replace(whole, view=attrgetter("morale"))
    return (
        api.Line("lost", "Aircraft lost to the answer", lost),
        api.Line("morale", "And how the unit takes it", morale, order=(front.UNHURT, *front.TESTED)),
    )


def _answered(result: RunOnTripod | RunOnElements, nerves: front.Nerves) -> list[str]:
    """What the answer did to the aircraft, in a player's words."""
    return [f"Aircraft: {front.lost_of(result.lost, nerves.elements)}", f"Morale: {result.morale}."] if result.lost else []


def _needs(weapons: Weapons, rays: tuple[Ray, ...], nerves: front.Nerves) -> tuple[api.Need, ...]:
    groups = (
        ("bombs", weapons.templates[0] if weapons.templates else ()),
        ("guns", (weapons.guns[0].hit, weapons.guns[0].damage) if weapons.guns else ()),
        ("answer", rays[0].numbers if rays else ()),
        ("1 lost", nerves.to_pass[:1] if rays else ()),
    )
    return tuple(need for who, numbers in groups for need in front.needs(*numbers, whose=who))


# -- the suicide run --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SuicideRun(api.Query, name="run", help="The end of a suicide run."):
    """The end of a suicide run: one attack on a tripod, and the aircraft is gone."""

    begin: ClassVar = {"target": "Scout Tripod", "bombs": "1"}

    bombs: int = api.number("Bombs still aboard.", 0, 20, default=0)
    defense: int | None = api.number("The tripod's Defense.", 1, 30, folded=True)
    armor: int | None = api.number("The tripod's Armor.", 1, 30, folded=True)
    target: str | None = front.unit_field("A tripod of the catalogue in place of --defense and --armor.")
    cover: str = front.cover_field()

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """AIR-RUN-3."""
        name, defense, armor = self._rammed(opened)
        laden, unladen = ramming_weapon(self.bombs), ramming_weapon(0)
        numbers = front.plain_numbers(defense, armor, laden.power, self.cover, name, laden.name)
        lighter = front.plain_numbers(defense, armor, unladen.power, self.cover, name, laden.name)
        title = f"An aircraft with {api.plural(self.bombs, 'bomb')} aboard rams {name} (Defense {defense}, Armor {armor})"
        whole = api.Question(title, front.shot, numbers, numbers)
        lines = (
            api.Line("outcomes", "The attack", replace(whole, view=_result), order=(DAMAGES, NO_DAMAGE, MISSES)),
            api.Line("hits", "Hits", replace(whole, view=HITS), shown=False),
            api.Line("damaging", "Damaging hits", replace(whole, view=DAMAGING), shown=False),
        )
        empty = api.Question(title, front.shot, lighter, lighter, DAMAGING)
        return api.Answer(
            title,
            lines,
            "it damages the tripod",
            api.AT_LEAST_ONE,
            "damaging",
            targets=front.needs(*numbers),
            funnel=(api.FunnelStep("attack", 1), api.FunnelStep("hits", "hits"), api.FunnelStep("damaging", "damaging")),
            switches=(("the bombs aboard (AIR-RUN-3)", empty),) if self.bombs else (),
            notes=("The aircraft is destroyed whatever the result (AIR-RUN-4).",),
            dice=2,
            rolled=api.RollOut(whole, lambda end: [f"It {_result(end)}." if end.hits else "It misses."], self._next),
        )

    def _next(self, result: front.Volley) -> tuple[api.Next, ...]:
        if not result.damaging:
            return ()
        what = ("unit", self.target) if self.target else ("armor", str(self.armor))
        return (api.Next("Roll the damage to the tripod", "tripod", (what,)),)

    def _rammed(self, opened: api.OpenRuleset) -> tuple[str, int, int]:
        """What it flies into: its name, Defense and Armor."""
        if self.target is not None:
            self.refuse("--target", "defense", "armor")
            kind = front.catalogue_of(opened).unit(self.target)
            if kind.kind != "tripod":  # "the pilot has to ram the nearest tripod"
                raise api.forbidden("AIR-RUN-1", f"{kind.name} is no tripod: a suicide run goes for the nearest one")
            return kind.name, kind.defense, kind.armor
        if self.defense is None or self.armor is None:
            raise api.QuestionError("missing --defense and --armor (or --target)")
        return "the tripod", self.defense, self.armor


def _result(result: front.Volley) -> str:
    if not result.hits:
        return MISSES
    return DAMAGES if result.damaging else NO_DAMAGE
