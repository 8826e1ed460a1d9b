"""A plugin on the host: a tethered balloon, harder to hit than it looks, that leaks before it burns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from aqmf_air import hookimpl
from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.draws import AtLeast, check
from aqmf_air.core.dice.modifiers import Modifier, modifier
from aqmf_air.core.play import events
from aqmf_air.core.play.contributions import Procedure
from aqmf_air.core.play.events import Command
from aqmf_air.core.play.rule_register import Rule
from aqmf_air.core.play.ruleset import Objection
from aqmf_air.games.martian_front.chapters.damage import ElementsLost
from aqmf_air.games.martian_front.chapters.orders import FrontEvent, FrontRules
from aqmf_air.games.martian_front.chapters.shooting import Shoot
from aqmf_air.games.martian_front.chapters.to_hit import D10, Attack
from aqmf_air.games.martian_front.state import Game, Unit, marked, with_unit
from aqmf_air.games.martian_front.tables import UnitType

KIND = "balloon"
LEAKING = "balloons.leaking"
RULES = (
    Rule(id="BALLOON-1", text="A balloon sways: 1 harder to hit.", source="made up for a test", standing="house"),
    Rule(id="BALLOON-2", text="Light heat rays do not reach up to it.", source="made up for a test", standing="house"),
    Rule(id="BALLOON-3", text="Damaged, it leaks on 4+ and burns otherwise.", source="made up for a test", standing="house"),
)
BALLOON = UnitType(
    name="Observation Balloon",
    side="human",
    kind=KIND,
    elements=1,
    speed=0,
    defense=2,
    armor=3,
    points=25,
    base_diameter=2,
    source="made up for a test",
    standing="house",
)


class Leaked(FrontEvent):
    type: Literal["balloons.leaked"] = "balloons.leaked"
    unit: str

    def apply(self, game: Game) -> Game:
        unit = game.unit(self.unit)
        return with_unit(game, replace(unit, marks=marked(unit.marks, LEAKING)))

    def tell(self, game: Game) -> str:
        return f"{self.unit} loses gas"


def damage_balloon(
    game: Game, rules: FrontRules, dice: Dice, unit: Unit, elements: tuple[str, ...]
) -> tuple[FrontEvent, ...]:
    """It leaks once, then it burns."""
    if not unit.has(LEAKING) and dice.draw(check("the bag", D10, AtLeast(4), about="BALLOON-3")):
        return (Leaked(unit=unit.id),)
    return (ElementsLost(unit=unit.id, elements=tuple(dict.fromkeys(elements))),)


@hookimpl
def aqmf_extends() -> Sequence[str]:
    return ("aqmf",)


@hookimpl
def aqmf_register_unit_types(ruleset: str) -> Sequence[UnitType]:
    return (BALLOON,) if ruleset == "aqmf" else ()


@hookimpl
def aqmf_register_events(ruleset: str) -> Sequence[type[events.PlainEvent]]:
    return (Leaked,) if ruleset == "aqmf" else ()


@hookimpl
def aqmf_register_procedures(ruleset: str) -> Sequence[Procedure]:
    return (Procedure("damage", KIND, damage_balloon),) if ruleset == "aqmf" else ()


@hookimpl
def aqmf_register_rules(ruleset: str) -> Sequence[Rule]:
    return RULES if ruleset == "aqmf" else ()


@hookimpl
def aqmf_modifiers(check: str, facts: Any) -> Sequence[Modifier]:
    if check == "hit" and isinstance(facts, Attack) and facts.target_kind == KIND:
        return (modifier(1, "swaying target", "BALLOON-1"),)
    return ()


@hookimpl
def aqmf_objections(state: Any, command: Command) -> Sequence[Objection]:
    if not isinstance(command, Shoot) or not isinstance(state, Game) or not state.in_play(command.target):
        return ()
    if state.type_of(state.unit(command.target)).kind == KIND and command.weapon.casefold() == "light heat ray":
        return (Objection("BALLOON-2", "a light heat ray does not reach up to a balloon"),)
    return ()
