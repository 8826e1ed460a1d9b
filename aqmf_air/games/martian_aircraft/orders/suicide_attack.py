"""The suicide run's end: one attack on the tripod, and the aircraft is gone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Literal

from aqmf_air.core.dice.dice import Dice, concerning
from aqmf_air.core.dice.modifiers import TargetNumber
from aqmf_air.core.play.orders import after
from aqmf_air.core.play.question import ReadFrom
from aqmf_air.core.play.ruleset import Objection, Offer, Question
from aqmf_air.core.play.rulings import Rulings
from aqmf_air.games.martian_aircraft.rules.morale import RUN
from aqmf_air.games.martian_aircraft.units import KIND, bombs_aboard, figures
from aqmf_air.games.martian_front.base_order import HIDDEN, Event, Order, RulesInForce, Timing, own_unit
from aqmf_air.games.martian_front.orders.firing import attack_on
from aqmf_air.games.martian_front.profiles import Mount, UnitType, Weapon, covers
from aqmf_air.games.martian_front.rules.damage import ElementsLost, damage_unit
from aqmf_air.games.martian_front.rules.shooting import Volley, shot, to_damage, to_hit
from aqmf_air.games.martian_front.state import MOVEMENT, Game, Unit
from aqmf_air.geometry.plane.pose import within
from aqmf_air.geometry.plane.template import Base


def ramming_weapon(bombs: int) -> Weapon:
    """The aircraft itself as a weapon: its Power grows with every bomb aboard. AIR-RUN-3."""
    power = figures()["ramming power"] + bombs * figures()["ramming power for each bomb"]
    return Weapon(name="ramming aircraft", kind="ram", power=power, source="AIR-RUN-3", standing="stated")


class Ram(Order):
    """An aircraft on a suicide run crashes into the tripod that it touches."""

    timing: ClassVar[Timing] = Timing(MOVEMENT, "ramming", rule="AIR-RUN-2")
    type: Literal["aircraft.ram"] = "aircraft.ram"
    unit: str
    target: str

    @classmethod
    def means(cls, kind: UnitType, rulings: Rulings, rules: RulesInForce) -> Iterable[Mount | None]:
        """Aircraft that fight."""
        return (None,) if kind.kind == KIND and kind.has("Low") else ()

    @classmethod
    def examples(
        cls, game: Game, unit: Unit, mount: Mount | None, foes: Sequence[Unit], rules: RulesInForce
    ) -> Iterable[Offer]:
        """Every aircraft on a run, at every tripod."""
        for target in tripods(game) if unit.has(RUN) else ():
            yield Offer(cls(unit=unit.id, target=target.id), f"{unit.id} rams {target.id}", unit.id)

    def objections(self, game: Game, player: str, rules: RulesInForce) -> Iterable[Objection]:
        """On a run, in either movement phase, in contact with a tripod. AIR-RUN-2."""
        if about_unit := own_unit(game, self.unit, player):
            yield from about_unit
            return
        unit = game.unit(self.unit)
        if not unit.has(RUN):
            yield Objection("AIR-RUN-1", f"{self.unit} is not on a suicide run")
        yield from self.timing.objections(game)
        if self.target not in {one.id for one in tripods(game)}:
            yield Objection("AIR-RUN-1", f"{self.target} is not a tripod in the game")
        elif not within(_apart(game, unit, game.unit(self.target)), 0):
            yield Objection("AIR-RUN-2", f"{self.unit} does not touch {self.target}")

    def questions(self, game: Game, rules: RulesInForce) -> Sequence[Question]:
        """The one attack."""
        return (ramming_question(game, rules, self.unit, self.target),)

    def decide(self, game: Game, rules: RulesInForce, dice: Dice) -> tuple[Event, ...]:
        """Attack, and be destroyed whatever comes of it. AIR-RUN-3, AIR-RUN-4."""
        return crash(game, rules, dice, self.unit, self.target)


class Rammed(Event):
    """An aircraft flew into a tripod."""

    type: Literal["aircraft.rammed"] = "aircraft.rammed"
    unit: str
    target: str
    hit: bool
    damaging: bool

    def apply(self, game: Game) -> Game:
        """What it does is told by what follows."""
        return game

    def tell(self, game: Game) -> str:
        how = "misses" if not self.hit else "tears into it" if self.damaging else "does no damage"
        return f"{self.unit} crashes into {self.target} and {how}"


def crash(
    game: Game, rules: RulesInForce, dice: Dice, name: str, target: str, cover: str | None = None
) -> tuple[Event, ...]:
    """The attack of a ramming aircraft, and its end. AIR-RUN-3, AIR-RUN-4."""
    result = concerning(dice, target).call(shot, *ramming_facts(game, rules, name, target, cover))
    unit = game.unit(name)
    rammed = Rammed(unit=name, target=target, hit=bool(result.hits), damaging=bool(result.damaging))
    happened = (rammed, *damage_unit(game, rules, dice, target, result.damaging, near=unit))
    if not after(game, happened).in_play(name):
        return happened  # the tripod blew up, and the aircraft with it
    return (*happened, ElementsLost(unit=name, elements=tuple(element.id for element in unit.elements)))


def ramming_question(game: Game, rules: RulesInForce, name: str, target: str, cover: str | None = None) -> Question:
    """What the one attack will do."""
    facts = ramming_facts(game, rules, name, target, cover)
    read = ReadFrom((Rammed,), "damaging", words=((True, 1), (False, 0)))
    return Question(f"{name} rams {target}: damaging hits", shot, facts, facts[:2], _damaging, of=read)


def ramming_facts(
    game: Game, rules: RulesInForce, name: str, target: str, cover: str | None = None
) -> tuple[TargetNumber, TargetNumber, str]:
    """The numbers of the one attack, with the bombs aboard; ``cover`` as in :func:`attack_on`. AIR-RUN-3."""
    unit = game.unit(name)
    bombs = sum(bombs_aboard(game, unit, unit.elements[0].id).values())
    attack = attack_on(game, rules, unit, ramming_weapon(bombs), game.unit(target), 0.0, cover=cover)
    shelter = covers()[attack.cover]
    return to_hit(attack, shelter, rules.modifiers), to_damage(attack, shelter, rules.modifiers), unit.side


def tripods(game: Game) -> tuple[Unit, ...]:
    """The tripods in the game that a pilot can make for: not those that are hidden. HOST-HIDE-1."""
    return tuple(unit for unit in game.units if game.type_of(unit).kind == "tripod" and not unit.has(HIDDEN))


def _apart(game: Game, unit: Unit, target: Unit) -> float:
    """Inches between the edges of the two bases; 0 in contact."""
    one, other = unit.elements[0], target.elements[0]
    own = Base(one.x, one.y, game.type_of(unit).base_diameter)
    return own.distance(Base(other.x, other.y, game.type_of(target).base_diameter))


def _damaging(result: Volley) -> int:
    return result.damaging
