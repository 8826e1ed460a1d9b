"""What a row of a table does to an aircraft and its crew, as data and in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, Field, model_serializer, model_validator

from aqmf_air import api

Letter = Annotated[str, Field(pattern="^[A-P]$")]
WHO: Mapping[str, str] = {
    "nearest-gunner": "gunner nearest to the attacker",
    "one-of-crew": "one of the crew",
    "pilot-and-gunner": "each of pilot and one gunner",
    "gunner": "one gunner",
    "all": "each man aboard",
}
WHAT: Mapping[str, str] = {"fixed-guns": "shot of fixed guns", "bombs": "drop of bombs"}


def _dice(words: str) -> str:
    if words:
        api.expression("dice", words)
    return words


DiceText: TypeAlias = Annotated[str, AfterValidator(_dice)]
"""Dice as tables write them, ``2d4+3``; empty: none."""


class Effect(api.Frozen):
    """What a row of a table does to an aircraft and its crew."""

    luck: int = 0
    """That the victim gains for good, also where the die is rolled again."""
    strength: DiceText = ""
    """Structural strength lost."""
    test: bool = False
    """Whether the strength that is left is tested."""
    wider: int = Field(default=0, ge=0)
    """Templates by which all turns are wider for good."""
    emergency_landing: bool = False
    energy: int = 0
    """Energy units lost now."""
    drain: DiceText = ""
    """Energy units lost in each movement phase."""
    drain_at_once: bool = False
    """Whether the first of these losses comes at once."""
    test_above: int = 0
    """Km/h above which each movement phase asks for a strength test."""
    smoke_speed: int = 0
    """Km/h that put out a smoking engine."""
    smoke_turns: int = 0
    """In so many turns, or it burns."""
    may_shut_down: bool = False
    """Whether shutting the smoking engine down saves it from the fire."""
    fuel: DiceText = ""
    """Turns for which fuel is left."""
    fuel_burns: int = 0
    """The total of these dice at which it burns as row 27 says."""
    one_engine: bool = False
    """A die says which one it is: 1 to 3 the left one, 4 to 6 the right one."""
    engine_stops: bool = False
    engine_dead: bool = False
    weapons: int = 0
    """Guns that are out; more than one only of guns side by side."""
    armament: bool = False
    """The main armament is out."""
    roll_doubled: bool = False
    fortitude: DiceText = ""
    who: Literal["", "pilot", "gunner", "nearest-gunner", "one-of-crew", "pilot-and-gunner", "all"] = ""
    """Who loses Fortitude: which gunner, or which of the crew, an even die says; several lose by dice of their own."""
    next_initiative: int = 0
    blackout: bool = False
    """Who lives through it faints for a turn."""
    wide_turn: Annotated[str, Field(pattern="^[A-P]?$")] = ""
    """The next move begins with this turn, to either side, for half of it at least."""
    flying_test: bool = False
    """A Flying test; failed: it spins."""
    spin: bool = False
    endless_spin: bool = False
    at_once: bool = False
    """Whether the spin is entered in the shooting phase."""
    parachute: int = 0
    test_each: tuple[Literal["manoeuvre", "turn", "fixed-guns", "bombs"], ...] = ()
    """What asks for a strength test from now on."""
    free_turns: Annotated[str, Field(pattern="^[A-P]?$")] = ""
    """Turns of this letter and wider ones do not."""
    again: DiceText = ""
    """Roll once more, with these dice and without successes."""
    bombs_explode: int = 0
    """With bombs aboard it explodes instead, and aircraft within so many move units take a D20 without successes."""
    fire: bool = False
    endless_fire: bool = False
    dies_after: DiceText = ""
    """Turns after which the pilot dies of it."""
    burns_after: DiceText = ""
    """Turns after which the pilot loses Fortitude in each one."""
    burns: DiceText = ""
    killed: Literal["", "pilot", "cockpit", "all"] = ""
    nerve: int = 0
    """Pilots within so many move units test Fortitude, or are forced home."""
    destroyed: bool = False
    as_row: int = 0
    """It is as this row of the same table says."""
    die: DiceText = ""
    """What is rolled on its own rows."""
    rows: tuple[EffectRow, ...] = ()

    def phrases(self) -> Iterator[str]:
        """What it does, for people, in the order in which it is done."""
        yield from (text for holds, text in self._phrases() if holds)
        if self.die:
            spans = (f"{row.low}{f'-{row.high}' if row.high > row.low else ''} {row.words}" for row in self.rows)
            yield f"{self.die}: {'; '.join(spans)}"

    @property
    def words(self) -> str:
        """The same in a line: ``loses 1d3+3 strength, turns 1 wider``; ``nothing``."""
        return ", ".join(self.phrases()) or "nothing"

    def _phrases(self) -> Iterator[tuple[object, str]]:
        yield self.destroyed, "destroyed"
        yield self.killed, {"all": "all aboard dead", "cockpit": "all in the cockpit dead"}.get(self.killed, "pilot dead")
        yield self.luck, f"Luck {self.luck:+d} for good"
        yield self.one_engine, "left engine on 1-3, right on 4-6"
        yield self.engine_stops, "engine stops"
        yield self.engine_dead, "engine dead"
        yield self.strength, f"loses {self.strength} strength"
        yield self.wider, f"turns {self.wider} wider"
        yield self.energy, f"loses {self.energy} energy now"
        yield self.drain, f"loses {self.drain} energy each turn{', from now on' if self.drain_at_once else ''}"
        yield self.fortitude, f"{WHO.get(self.who, self.who)} loses {self.fortitude} Fortitude"
        yield (
            self.weapons,
            api.plural(self.weapons, "gun") + " out" + (" if side by side, else 1" if self.weapons > 1 else ""),
        )
        yield self.armament, "main armament out"
        yield self.roll_doubled, "Roll doubled"
        yield self.test, "strength test"
        yield self.test_above, f"strength test in each move above {self.test_above} km/h"
        each, free = " and ".join(WHAT.get(what, what) for what in self.test_each), self.free_turns
        yield self.test_each, f"strength test for each {each}{f', but not turns of {free} or wider' if free else ''}"
        yield self.emergency_landing, "lands by the emergency tables"
        shut = ", or the engine is shut down" if self.may_shut_down else ""
        yield self.smoke_speed, f"burns if it is under {self.smoke_speed} km/h for {self.smoke_turns} turns{shut}"
        yield self.fuel, f"fuel for {self.fuel} turns{f', but {self.fuel_burns} is a fire' if self.fuel_burns else ''}"
        yield self.fire, "burns for good" if self.endless_fire else "burns"
        yield self.dies_after, f"pilot dead after {self.dies_after} turns"
        yield self.burns_after, f"after {self.burns_after} turns the pilot loses {self.burns} Fortitude in each"
        yield self.flying_test, f"Flying test or spin{' at once' if self.at_once else ''}"
        yield self.spin, "spins for good" if self.endless_spin else "spins"
        yield self.blackout, "faints for a turn"
        yield self.wide_turn, f"next move begins with a turn {self.wide_turn} for half of it"
        yield self.next_initiative, f"next initiative {self.next_initiative:+d}"
        yield self.parachute, f"parachute {self.parachute:+d}"
        yield self.nerve, f"pilots within {self.nerve} move units: Fortitude test, or forced home"
        yield self.again, f"rolled again with {self.again}"
        yield (
            self.bombs_explode,
            f"with bombs aboard it explodes, and aircraft within {self.bombs_explode} move units are hit",
        )
        yield self.as_row, f"as row {self.as_row}"

    @model_validator(mode="after")
    def _fits(self) -> Effect:
        if bool(self.fortitude) is not bool(self.who):
            raise ValueError("'fortitude' and 'who' belong together")
        if self.die and (fault := api.every_face(int(self.die.partition("d")[2]))(self.rows)):
            raise ValueError(f"rows: {fault}")
        return self

    @model_serializer(mode="plain")
    def _what_differs(self) -> dict[str, Any]:
        """Only what it does."""
        return {name: value for name, value in self if value != type(self).model_fields[name].default}


class EffectRow(api.Frozen):
    """A row within a row, for the faces of a die."""

    low: int
    high: int
    text: str
    effect: Effect

    @property
    def words(self) -> str:
        """What happens and what it does, for people."""
        return f"{self.text} ({self.effect.words})"
