"""Questions to the dice: ``aqmf odds --ruleset richthofen``, and the same forms in the app."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from aqmf_air import api
from aqmf_air.api.geometry import from_map
from aqmf_air.games.richthofens_war.chapters import (
    aircraft_sheet,
    damage,
    fire_from_ground,
    guns_and_jams,
    initiative,
    parachutes,
    tailing,
)
from aqmf_air.games.richthofens_war.chapters.aircraft_sheet import Status
from aqmf_air.games.richthofens_war.chapters.fire import Result, Shooting, critical_of, damage_of, fire_modifiers, roll_shot
from aqmf_air.games.richthofens_war.chapters.fire_from_ground import FlakTarget, GroundResult
from aqmf_air.games.richthofens_war.chapters.parachutes import Falling
from aqmf_air.games.richthofens_war.chapters.tailing import Party
from aqmf_air.games.richthofens_war.sequence import RichthofenRulings
from aqmf_air.games.richthofens_war.tables import FURTHEST, AircraftType, Tables, tables_in_force

# -- what they have in common ------------------------------------------------------------------------------------------


SUCCESS, FAIL = "success", "fail"
TRIED = (SUCCESS, FAIL)
RULINGS = RichthofenRulings()
"""Odds are asked by the defaults, as a scenario without rulings of its own is played."""


def succeeded(result: bool) -> str:
    """A try's result by name."""
    return SUCCESS if result else FAIL


def status(*, ace: bool = False, double_ace: bool = False, novice: bool = False, of: str = "") -> Status:
    """What a pilot is by the flags of a query. Raises QuestionError: he cannot be all of that."""
    flags = {"ace": ace, "double-ace": double_ace, "novice": novice}
    chosen = [name for name, given in flags.items() if given]
    if len(chosen) > 1:
        raise api.QuestionError(f"{' and '.join(f'--{of}{name}' for name in chosen)}: expected one of them")
    statuses: Mapping[str, Status] = {"ace": "ace", "double-ace": "double-ace", "novice": "novice"}
    return statuses[chosen[0]] if chosen else ""


def _types(opened: api.OpenRuleset, given: Mapping[str, Any]) -> Mapping[str, Sequence[str]]:
    by_nation: dict[str, list[str]] = {}
    for aircraft in tables_in_force().aircraft:
        by_nation.setdefault(aircraft.nation, []).append(aircraft.name)
    return by_nation


def _shapes(opened: api.OpenRuleset) -> Mapping[str, str]:
    from aqmf_air.games.richthofens_war.ui.map_picture import silhouette

    return {aircraft.name: silhouette(aircraft) for aircraft in tables_in_force().aircraft}


TYPE = api.Name("type", _types, shapes=_shapes)


def aircraft(about: str) -> Any:
    """A field for a type of aircraft; it is required."""
    return api.name_of(TYPE, about, required=True)


def type_of(name: str, tables: Tables) -> AircraftType:
    """The type of this name. Raises UnknownNameError: there is none; with near names."""
    types: dict[str, AircraftType] = {aircraft.name: aircraft for aircraft in tables.aircraft}
    return api.by_words(types, name, "type of aircraft")


def answered(
    label: str, question: api.Question, headline: str, holds: Callable[[Any], bool], order: tuple[str, ...] = (), **more: Any
) -> api.Answer:
    """The answer of a query with one distribution, that of its question, under its title; ``more``: as of an answer."""
    line = api.Line("outcomes", label, question, order=order)
    return api.Answer(question.title, (line,), headline, holds, line.key, **more)


def critical(chance: Fraction) -> tuple[tuple[str, Any], ...]:
    """The chance of a critical hit as documents have it."""
    return (("critical", api.chance_document(chance)),)


# -- the order of moves, and tailing -----------------------------------------------------------------------------------


LATER, EARLIER = "later", "earlier"
FURTHEST_APART = 40
"""Of two aircraft in modifiers."""


def moved(later: bool) -> str:
    """When an aircraft moves, by name."""
    return LATER if later else EARLIER


@dataclass(frozen=True)
class Initiative(api.Query, name="initiative", group="Asked most", help="Who of two opponents moves later."):
    """Who of two opponents moves later: each rolls two dice, ties are broken by a die each.

    Outcomes: later, earlier.
    """

    difference: int = api.number(
        "How far the one is ahead of the other in modifiers.", -FURTHEST_APART, FURTHEST_APART, default=0
    )

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """INIT-1, INIT-2, INIT-11."""
        title = f"An aircraft with {self.difference:+d} in modifiers against its enemy"
        question = api.Question(title, initiative.moves_later, (self.difference,), view=moved)
        return answered("It moves", question, "it moves later than its enemy", api.Is((LATER,)), (LATER, EARLIER), dice=6)


@dataclass(frozen=True)
class Tail(api.Query, name="tail", group="Asked most", help="A try to tail an enemy."):
    """A try to tail an enemy from good position behind it.

    Outcomes: success, fail.
    """

    begin: ClassVar = {"tailer": "Fokker D-VII", "target": "Sopwith Camel"}

    tailer: str = aircraft("The type of who tries.")
    target: str = aircraft("The type of the enemy.")
    ace: bool = api.flag("The tailer's pilot is an ace, whatever his score.")
    novice: bool = api.flag("The tailer's pilot is a novice.")
    target_ace: bool = api.flag("The enemy's pilot is an ace.")
    target_novice: bool = api.flag("The enemy's pilot is a novice.")
    loaded: bool = api.flag("The tailer carries bombs.")
    target_loaded: bool = api.flag("The enemy carries bombs.")

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """TAIL-6 to TAIL-12, BOMB-3, BOMB-4."""
        tables = tables_in_force()
        own, enemy = type_of(self.tailer, tables), type_of(self.target, tables)
        if own.schedule in ("F", "G"):  # "F aircraft cannot tail"
            raise api.forbidden("RW-TAIL-6", f"a {own.name} (schedule {own.schedule}) cannot tail")
        pilots = (
            status(ace=self.ace, novice=self.novice),
            status(ace=self.target_ace, novice=self.target_novice, of="target-"),
        )
        tailer, target = (
            Party(type_, aircraft_sheet.in_force(type_, tables, loaded=loaded), pilot, loaded)
            for type_, pilot, loaded in zip((own, enemy), pilots, (self.loaded, self.target_loaded), strict=True)
        )
        row, shifts = tailing.row_of(tailer, target, tables, RULINGS)
        apart = aircraft_sheet.number(tailer.schedule, tables) - aircraft_sheet.number(target.schedule, tables)
        title = " tries to tail ".join(
            f"{'a loaded ' * party.loaded}{party.type.name} ({party.schedule})" for party in (tailer, target)
        )
        question = api.Question(title, tailing.shifted_try, (apart, shifts, tables, RULINGS), view=succeeded)
        wording = (f"{shift.value:+d} row: {shift.reason} ({shift.source})" for shift in shifts)
        return answered(
            "The try",
            question,
            "the try succeeds",
            api.Is((SUCCESS,)),
            TRIED,
            notes=(f"Row {f'{row:+d}' if row else 0}: succeeds on {tailing.spans(tables, row)} of two dice.", *wording),
            facts=(("row", row),),
            dice=2,
        )


# -- shots, jams, clearing them, critical hits, a holed tank -----------------------------------------------------------


LOW = 1000
"""Metres: a height at which the air changes nothing."""
WOUNDED, KILLED = "wounded", "killed"


COLUMNS = ("A", "B", "C", "D")


def shot_told(result: Result) -> list[str]:
    """A shot in words."""
    hit = api.plural(result.damage, "point") + " of damage" if result.damage else "no damage"
    return [f"{result.natural}, with modifiers {result.total}: {hit}{', a critical hit' if result.critical else ''}."]


@dataclass(frozen=True)
class Fire(api.Query, name="fire", group="Asked most", help="A shot at a range."):
    """A shot of an aircraft's guns at a range.

    Outcomes: points of damage; beside them the chance of a critical hit.
    """

    begin: ClassVar = {"attacker": "Fokker D-VII", "target": "Sopwith Camel"}

    attacker: str | None = api.name_of(TYPE, "The type of who fires its front guns.")
    target: str | None = api.name_of(TYPE, "The type of the enemy.")
    column: str | None = api.one_of("The column of the guns.  [default: the attacker's, or A]", *COLUMNS, default=None)
    range: int = api.number("Hexes to the target.", 0, FURTHEST, default=1)
    modifier: int | None = api.number("All modifiers together.  [default: those of the types]", -10, 10)

    def filled(self, opened: api.OpenRuleset) -> Mapping[str, str]:
        return {"column": self._column(), "modifier": str(sum(change.value for change in self._changes()))}

    def _column(self) -> str:
        if self.column or not self.attacker:
            return self.column or COLUMNS[0]
        shooter = type_of(self.attacker, tables_in_force())
        if shooter.front is None:
            raise api.QuestionError(f"--attacker: the {shooter.name} has no front guns: say --column")
        return shooter.front

    def _changes(self) -> tuple[api.Modifier, ...]:
        """What the two types change."""
        if not (self.attacker and self.target):
            return ()
        tables = tables_in_force()
        shooter, target = (type_of(name, tables) for name in (self.attacker, self.target))
        own, enemy = (aircraft_sheet.in_force(type_, tables, loaded=False) for type_ in (shooter, target))
        return fire_modifiers(Shooting(shooter, target, own, enemy), tables, RULINGS)

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """FIRE-1, D-1, SIL-1, SPEC-10."""
        column, changes = self._column(), self._changes() if self.modifier is None else ()
        modifier = sum(change.value for change in changes) if self.modifier is None else self.modifier
        row = tables_in_force().fire(column, self.range)
        changed = f", {modifier:+d}" if modifier else ""
        who = " at a ".join(filter(None, (self.attacker, self.target)))
        title = f"{who + ': c' if who else 'C'}olumn {column} at {api.plural(self.range, 'hex', 'hexes')}{changed}"
        question = api.Question(title, roll_shot, (row, modifier, RULINGS), view=damage_of)
        whole = api.Question(title, roll_shot, question.facts)
        return answered(
            "Points of damage",
            question,
            "the target is damaged",
            api.AT_LEAST_ONE,
            also=(api.Also("it is a critical hit", whole, critical_of),),
            facts=critical(whole.odds().where(critical_of)),
            notes=modifier_lines(changes),
            dice=2,
            rolled=api.RollOut(whole, shot_told),
        )


@dataclass(frozen=True)
class Jam(api.Query, name="jam", help="Guns that jam in a shot."):
    """Guns that jam in one shot.

    Outcomes: guns that jam.
    """

    guns: int = api.number("Guns that fire.", 1, 2, default=1)
    high: bool = api.flag("At 5000 m or higher.")

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """JAM-1, JAM-2."""
        tables = tables_in_force()
        height = tables.number("jams", "high") if self.high else LOW
        where = f"{height} m or higher" if self.high else f"below {tables.number('jams', 'high')} m"
        title = f"{api.plural(self.guns, 'gun')} fired {'at ' if self.high else ''}{where}"
        question = api.Question(title, guns_and_jams.jams, (self.guns, height, tables))
        need = guns_and_jams.jam_need(height, tables)
        return answered(
            "Guns that jam",
            question,
            "a gun jams",
            api.AT_LEAST_ONE,
            notes=(
                f"Dice of fire of {tables.number('jams', 'risk-to')} or less, before modifiers, risk a jam of each gun.",
                f"A gun jams on {need} or less.",
            ),
            dice=2 + self.guns,
        )


@dataclass(frozen=True)
class Clear(api.Query, name="clear", help="A jammed gun is cleared."):
    """A jammed gun is cleared at the end of a turn, or within several turns.

    Outcomes: success, fail.
    """

    observer: bool = api.flag("An observer's gun.")
    locked: bool = api.flag("An Albatros D-V with locked controls.")
    turns: int = api.number("Turns in which it is tried.", 1, 40, default=1)

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """JAM-4, JAM-6, SPEC-16."""
        if self.observer:
            self.refuse("--observer", "locked")
        tables = tables_in_force()
        need = guns_and_jams.clear_need(tables, observer=self.observer, locked=self.locked)
        gun = "An observer's gun" if self.observer else "A gun with locked controls" if self.locked else "A pilot's gun"
        title = f"{gun} is cleared within {api.plural(self.turns, 'turn')}"
        question = api.Question(title, guns_and_jams.cleared_within, (need, self.turns), view=succeeded)
        return answered(
            "The gun",
            question,
            "it is cleared",
            api.Is((SUCCESS,)),
            TRIED,
            notes=(f"A die of {need} or less clears it.",),
            dice=self.turns,
        )


def health(effect: str) -> str:
    """What a hit does to a man, by name."""
    return {"dead": KILLED}.get(effect, effect)


@dataclass(frozen=True)
class Critical(api.Query, name="critical", group="Asked most", help="What a critical hit does to a man or an engine."):
    """What a critical hit does to pilot, observer or engine.

    Outcomes: wounded or killed for a man, movement points lost for an engine.
    """

    kind: str = api.one_of("What is hit.", "pilot", "observer", "engine4", "engine11", default="pilot")

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """CRIT-1 to CRIT-3, CAS-3."""
        tables = tables_in_force()
        if self.kind.startswith("engine"):
            total = int(self.kind.removeprefix("engine"))
            title = f"An engine hit (critical hit {total})"
            question = api.Question(title, damage.engine_hit, (total, tables))
            most = max(tables.critical_hits.at(total).loss)
            return answered("Movement points lost", question, f"it costs all {most}", api.AtLeast(most))
        title = f"The {self.kind} is hit"
        observer = self.kind == "observer"
        question = api.Question(title, damage.man_hit, (tables, "", observer), view=health)
        notes = ("Asked only where observers are wounded or killed as pilots are.",) if observer else ()
        return answered("He is", question, "he is killed", api.Is((KILLED,)), (WOUNDED, KILLED), notes=notes, dice=2)


@dataclass(frozen=True)
class Fuel(api.Query, name="fuel", help="When a holed tank runs dry."):
    """A holed tank: at which roll, one at the end of each turn, it runs dry.

    Outcomes: the number of the roll, 1 to 11.
    """

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """CRIT-4, CRIT-5."""
        title = "A holed tank"
        question = api.Question(title, damage.roll_that_runs_dry, (tables_in_force(), RULINGS))
        return answered(
            "Roll at which it is dry",
            question,
            "it is dry within three turns",
            api.AtMost(3),
            notes=("The first roll is at the end of the turn of the hit.",),
            dice=22,
        )


# -- parachutes, Archie, strafing --------------------------------------------------------------------------------------


ALIVE, DEAD = "alive", "dead"
AT_HOME = from_map(0, 0)
"""Far behind the German lines, where no wind carries anybody over."""


def lives(fate: str) -> str:
    """Whether a man comes down alive, by name."""
    return DEAD if fate == "dead" else ALIVE


@dataclass(frozen=True)
class BailOut(api.Query, name="bail-out", help="A man jumps from a destroyed aircraft."):
    """A German airman jumps from a destroyed aircraft.

    Outcomes: alive, dead.
    """

    wounded: bool = api.flag("He is badly wounded.")
    height: int = api.number("Height in metres.", 0, 20_000, default=1000)
    date: str | None = api.text("Year and month, as 1918-07.  [default: when they have parachutes]")

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """PARA-1 to PARA-5."""
        tables = tables_in_force()
        date = self.date or tables.month("parachutes")
        if not re.fullmatch(r"\d{4}-(0[1-9]|1[0-2])", date):
            raise api.QuestionError(f"--date: expected year and month, as 1918-07, got {date[:40]!r}")
        falling = Falling("Germany", date, "german", AT_HOME, self.height, "wounded" if self.wounded else "fit")
        title = f"A {'badly wounded ' if self.wounded else ''}German jumps at {self.height} m in {date}"
        question = api.Question(title, parachutes.fate_of, (falling, tables, RULINGS), view=lives)
        notes = []
        if not parachutes.has_parachute(falling, tables, RULINGS):
            notes.append(f"German airmen have parachutes from {tables.month('parachutes')} on.")
        if self.height <= (low := tables.number("crews", "too-low")):
            notes.append(f"At {low} m or lower nobody gets out.")
        return answered("He is", question, "he lives", api.Is((ALIVE,)), (ALIVE, DEAD), notes=tuple(notes), dice=2)


def modifier_lines(modifiers: tuple[api.Modifier, ...]) -> tuple[str, ...]:
    """What changes a roll, a line each."""
    return tuple(map(str, modifiers))


def archie_damage(ground_result: GroundResult | None) -> int:
    """Points of damage of Archie, which may not fire."""
    return ground_result.result.damage if ground_result else 0


def is_critical(ground_result: GroundResult | None) -> bool:
    """Whether it is a critical hit."""
    return ground_result is not None and ground_result.critical


def fires(ground_result: GroundResult | None) -> bool:
    """Whether it fires at all."""
    return ground_result is not None


def archie_told(ground_result: GroundResult | None) -> list[str]:
    """The fire of Archie in words."""
    if ground_result is None:
        return ["It does not fire."]
    hit = api.plural(ground_result.result.damage, "point") + " of damage" if ground_result.result.damage else "no damage"
    return [f"It fires, {ground_result.result.natural}: {hit}{', a critical hit' if ground_result.critical else ''}."]


@dataclass(frozen=True)
class Archie(api.Query, name="archie", help="Anti-aircraft fire from the lines."):
    """Anti-aircraft fire at an aircraft over the enemy's lines, in a turn; an ace defends.

    Outcomes: points of damage; beside them the chance of a critical hit.
    """

    ace: bool = api.flag("The pilot is an ace, and defends.")
    double_ace: bool = api.flag("The pilot is a double ace, and defends.")
    novice: bool = api.flag("The pilot is a novice.")

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """AA-1, AA-2, GCRIT-1."""
        tables = tables_in_force()
        target = FlakTarget(status(ace=self.ace, double_ace=self.double_ace, novice=self.novice))
        modifiers = fire_from_ground.ground_modifiers("archie", target, tables, RULINGS)
        change = sum(modifier.value for modifier in modifiers)
        title = "Archie at an aircraft in its reach"
        whole = api.Question(title, fire_from_ground.archie, (tables.ground_fire.at("AA"), change, tables, RULINGS))
        question = api.Question(title, whole.rule, whole.facts, view=archie_damage)
        return answered(
            "Points of damage",
            question,
            "the aircraft is damaged",
            api.AT_LEAST_ONE,
            also=(api.Also("Archie fires", whole, fires), api.Also("it is a critical hit", whole, is_critical)),
            notes=modifier_lines(modifiers),
            facts=critical(whole.odds().where(is_critical)),
            dice=4,
            rolled=api.RollOut(whole, archie_told),
        )


Came = tuple[int, int]
"""Points of damage, and critical hits."""


def points_of(came: Came) -> int:
    """Points of damage of several attacks."""
    return came[0]


def has_critical(came: Came) -> bool:
    """Whether one of several attacks is a critical hit."""
    return came[1] > 0


def attacks_told(came: Came) -> list[str]:
    """Attacks on a strafing aircraft in words."""
    hit = api.plural(came[0], "point") + " of damage" if came[0] else "No damage"
    return [f"{hit}{', ' + api.plural(came[1], 'critical hit') if came[1] else ''}."]


@dataclass(frozen=True)
class Strafe(api.Query, name="strafe", help="Fire back at who strafes trenches."):
    """Machine guns fire back at an aircraft that strafes trenches, in a turn.

    Outcomes: points of damage that it takes; beside them the chance of a critical hit.
    """

    hexes: int = api.number("Hexes of trench strafed.", 1, 40, default=3)
    novice: bool = api.flag("The pilot is a novice.")

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """STRAFE-1, STRAFE-2, GCRIT-1."""
        tables = tables_in_force()
        target = FlakTarget(status(novice=self.novice), strafing=True)
        modifiers = fire_from_ground.ground_modifiers("strafed", target, tables, RULINGS)
        change = sum(modifier.value for modifier in modifiers)
        attacks = fire_from_ground.attacks_on_strafer(self.hexes, tables)
        title = f"{api.plural(self.hexes, 'hex', 'hexes')} strafed: {api.plural(attacks, 'attack')}"
        facts: tuple[Any, ...] = (attacks, tables.ground_fire.at("MG"), change, tables, RULINGS)
        whole = api.Question(title, fire_from_ground.attacked, facts)
        question = api.Question(title, fire_from_ground.attacked, facts, view=points_of)
        return answered(
            "Points of damage",
            question,
            "the aircraft is damaged",
            api.AT_LEAST_ONE,
            also=(api.Also("it takes a critical hit", whole, has_critical),),
            notes=modifier_lines(modifiers),
            facts=(("attacks", attacks), *critical(whole.odds().where(has_critical))),
            dice=3 * attacks,
            rolled=api.RollOut(whole, attacks_told),
        )
