"""Declared shots as they are fired: with which guns, on which row, with what added, what comes of the dice. FIRE, JAM."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.labelled import labelled
from aqmf_air.core.dice.modifiers import Modifier
from aqmf_air.games.richthofens_war import targets
from aqmf_air.games.richthofens_war.pieces import Aircraft, Balloon, Declaration
from aqmf_air.games.richthofens_war.rules import fire
from aqmf_air.games.richthofens_war.rules.criticals import Critical, critical_hit
from aqmf_air.games.richthofens_war.rules.fire import OnDamageTable, Result, fire_modifiers
from aqmf_air.games.richthofens_war.rules.guns import Battery
from aqmf_air.games.richthofens_war.rulings import RichthofenRulings
from aqmf_air.games.richthofens_war.state import Game
from aqmf_air.games.richthofens_war.tables import FURTHEST, Fire, Tables


@dataclass(frozen=True)
class ReadyShot:
    """A declared shot that can be fired now."""

    battery: Battery
    row: Fire
    modifiers: tuple[Modifier, ...]
    blind_spot: bool = False

    @property
    def change(self) -> int:
        """What is added to the dice."""
        return sum(one.value for one in self.modifiers)


def still_bears(game: Game, shot: Declaration) -> bool:
    """Whether a declared target can be fired at when combat begins (``unmoved_target``)."""
    if not game.is_up(shot.target) or not game.has(shot.shooter) or not ready(game, shot):
        return False
    if game.rulings.unmoved_target == "as-declared" or shot.by == "observer":
        return True
    own, enemy = game.of(shot.shooter), game.target(shot.target)
    if shot.hanging:
        return own.hex == enemy.hex
    battery = targets.batteries_of(game, own, shot.by)[0]
    return targets.bears(game, own, battery, shot.by, enemy) is not None


def ready(game: Game, shot: Declaration) -> tuple[ReadyShot, ...]:
    """The ways in which a declared shot can be fired, the strongest first; none: it cannot."""
    own, enemy = game.of(shot.shooter), game.target(shot.target)
    there = (one for one in targets.batteries_of(game, own, shot.by) if shot.gun in ("", str(one)))
    return tuple(filter(None, (_ready(game, own, enemy, shot, battery) for battery in there)))


def _ready(game: Game, own: Aircraft, enemy: Aircraft | Balloon, shot: Declaration, battery: Battery) -> ReadyShot | None:
    bearing = targets.bears(game, own, battery, shot.by, enemy)
    as_declared = game.rulings.unmoved_target == "as-declared" and shot.by == "pilot"
    if bearing is None and not shot.hanging and not as_declared:
        return None
    blind = bearing is not None and bearing.blind_spot
    facts = targets.shooting(
        game, own, enemy, shot.by, battery, hanging=shot.hanging, blind_spot=blind, head_on=shot.head_on
    )
    facts = replace(facts, tails_another=shot.other)
    far = shot.range if shot.hanging or bearing is None or as_declared else bearing.range
    if as_declared and facts.deflection:
        chart = game.tables.deflection.at("bottom" if shot.hanging else "normal")
        facts = replace(facts, deflection=chart.change[shot.turns])
    row = game.tables.fire(battery.column, min(far, FURTHEST))
    return ReadyShot(battery, row, fire_modifiers(facts, game.tables, game.rulings), blind)


@dataclass(frozen=True)
class Fired:
    """What a shot comes to."""

    result: Result
    jammed: tuple[str, ...]
    critical: Critical | None
    own_damage: int = 0


def fired(
    dice: Dice,
    shot: ReadyShot,
    height: int,
    guns_of_target: Sequence[str],
    tables: Tables,
    rulings: RichthofenRulings,
    by: str = "",
    *,
    observer: bool = False,
    balloon: bool = False,
    shooter: str = "",
    target: str = "",
) -> Fired:
    """A shot with all its dice. FIRE-1, JAM-1 to JAM-3, CRIT, SPEC-3, SPEC-5.

    Args:
        dice: as of any rule.
        shot: how it is fired.
        height: in metres: of who fires, or of the target (``jam_height``).
        guns_of_target: those in order, for a critical hit.
        tables: in force.
        rulings: in force.
        by: who rolls.
        observer: whether somebody is behind the target's pilot.
        balloon: whether the target is one: what a critical hit does to it needs no dice.
        shooter: what who fires is called, for those who roll.
        target: what the target is called.
    """
    at_target = labelled(dice, target, lambda: f"{shot.battery} of {shooter}" if shooter else "", relation="at")
    result = fire.shot(at_target, shot.row, shot.change, rulings, by, OnDamageTable(shot.row, shot.modifiers, rulings))
    jammed = (
        _jammed(labelled(dice, shooter, relation="of"), shot, height, tables, rulings, by)
        if fire.may_jam(result.natural, tables)
        else ()
    )
    critical = None
    if result.critical and not balloon and rulings.critical_moment == "with-the-shot":
        critical = critical_hit(labelled(dice, target), guns_of_target, tables, rulings, by, observer=observer)
    read = result.natural
    if rulings.hannover_eleven == "modified":
        read += sum(one.value for one in shot.modifiers if one.source != "RW-SPEC-2")
    own = shot.blind_spot and read == tables.number("fire-changes", "own-tail")
    return Fired(result, jammed, critical, own * tables.number("fire-changes", "own-tail-damage"))


def _jammed(
    dice: Dice, shot: ReadyShot, height: int, tables: Tables, rulings: RichthofenRulings, by: str
) -> tuple[str, ...]:
    """The guns that jam, once the dice call for a look. Separate guns are looked at one by one. JAM-1, SPEC-5."""
    guns = shot.battery.guns
    if shot.battery.column == "B":
        return tuple(gun for gun in guns if fire.jammed(dice, 1, height, tables, by))
    if len(guns) > 1 and rulings.jam_dice_twin == "one":
        return guns if fire.jammed(dice, 1, height, tables, by) else ()
    return guns[: fire.jammed(dice, len(guns), height, tables, by)]
