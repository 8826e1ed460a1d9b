"""Fire from the ground (6.4): direct fire of units that aim at one aircraft, and what hits from the ground do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import dist
from operator import attrgetter
from typing import ClassVar, Literal

from pydantic import Field

from aqmf_air import api
from aqmf_air.api.geometry import Vector, vectors
from aqmf_air.api.ui import Mark
from aqmf_air.games.clouds_of_glory import api as clouds
from aqmf_air.games.clouds_of_glory.api import Check, CloudsGame, CloudsSteps, Craft, Events, due, shot, then
from aqmf_air.games.clouds_of_glory_expanded import ground
from aqmf_air.games.clouds_of_glory_expanded.chapter import Answering, At, OfChapter, OwnRulings
from aqmf_air.games.clouds_of_glory_expanded.sights import line_of_fire
from aqmf_air.games.clouds_of_glory_expanded.tables import ExpandedTables, tables_of

NO_JAM = 21
"""A face that no die has: units on the ground have no malfunctions. ICOGX-6.4.1.c."""
EDGE = 1e-6
"""MU within which a distance is exactly at a limit."""


class GroundFireRulings(OwnRulings):
    """What the source leaves open of direct fire, of hits from the ground, and of barrages."""

    ground_fire_rate: Literal["1", "mission"] = api.ruling(
        "ICOGX-6.4.1.2", "How often does a unit fire in a turn?", "Once.", "As often as the mission says."
    )
    ground_fire_timing: Literal["owner's-order", "random-order"] = api.ruling(
        "ICOGX-6.4.a", "In which order do units on the ground fire?", "As their owner says.", "By lot."
    )
    range_edge: Literal["inside", "outside"] = api.ruling(
        "ICOGX-6.4.1.1", "What of a target exactly at the end of a reach or a band?", "It is within.", "It is beyond."
    )
    damage_row_limits: Literal["clamp", "above-is-destroyed"] = api.ruling(
        "ICOGX-6.4.2.1", "What does a total above the table do?", "What the last row says.", "It destroys the aircraft."
    )
    aa_reroll_one: Literal["chain", "once"] = api.ruling(
        "ICOGX-6.4.3.R1", "May the new roll be a 1 again?", "Yes.", "No: a second 1 misses.", standing="stated"
    )
    aa_direction: Literal["outward", "allied-side", "any-angle-3d"] = api.ruling(
        "ICOGX-6.4.3.R1",
        "Where do wrong coordinates move a barrage?",
        "By the clock, level; 12 is from the battery through its middle.",
        "By the clock, level; 12 is towards the side of the Entente.",
        "In any direction, up and down, too.",
    )
    aa_shift_limits: Literal["allowed", "clipped"] = api.ruling(
        "ICOGX-6.4.3.1", "May wrong coordinates move it nearer or lower than it is aimed?", "Yes.", "No: it stops there."
    )
    aa_gun_sequence: Literal["one-by-one", "together"] = api.ruling(
        "ICOGX-6.4.3.2", "A gun has moved the barrage: where do the others fire?", "Where it is now.", "Where it was."
    )
    aa_victim: Literal["even-chance", "nearest"] = api.ruling(
        "ICOGX-6.4.3.2", "Whom of several does a hit strike?", "One by lot, each anew.", "The nearest.", standing="stated"
    )
    aa_inside: Literal["pilot-10-included", "any-part"] = api.ruling(
        "ICOGX-6.4.3.2", "What has to be in a barrage?", "The pilot; its edge is within.", "Any part of an aircraft."
    )
    aa_return: Literal["fires-from-n+1", "fires-from-n+2"] = api.ruling(
        "ICOGX-6.4.3.1", "When does one that was off fire again?", "In the next turn.", "A turn later.", standing="stated"
    )
    aa_first_place: Literal["anywhere-legal", "mission"] = api.ruling(
        "ICOGX-6.4.3.1", "Where is a barrage in the first turn?", "Anywhere.", "A move from where the mission has it."
    )
    aa_losses: Literal["one-d20-less", "battery-as-one"] = api.ruling(
        "ICOGX-6.4.3.2", "What does a lost gun cost?", "A die.", "Nothing while one is left.", standing="inferred"
    )


# -- what is kept ------------------------------------------------------------------------------------------------------


class Battery(ground.Named):
    """AA guns that fire one barrage, as a scenario has them, and where it is. ICOGX-6.4.3.a."""

    guns: tuple[str, ...] = Field(min_length=1, max_length=8)
    at: Vector | None = None
    """The middle of its barrage; None: it is taken off. ICOGX-6.4.3.1."""
    off: int = 0
    """The last turn in which it was taken off; 0: never."""


class Flak(api.Frozen):
    """All that fires from the ground, beside the units themselves."""

    batteries: tuple[Battery, ...] = Field(default=(), max_length=6)
    shots: int = Field(default=1, ge=1, le=4)
    """Of each unit in a turn, where the mission says so. ``ground_fire_rate``."""

    def top(self, game: CloudsGame) -> float:
        """Up to where the highest barrage bursts."""
        radius = tables_of(game).number("aa-numbers", "radius")
        return max((battery.at[2] + radius for battery in self.batteries if battery.at), default=0.0)


FLAK = api.Slice("flak", Flak)

# -- rules -------------------------------------------------------------------------------------------------------------


def by_range(distance: float, reach: float, tables: ExpandedTables, edge: str) -> int | None:
    """What range, in MU, adds to a shot or a look; None: it is beyond the reach. ICOGX-6.4.1.1, ``range_edge``."""
    measured = distance + (EDGE if edge == "outside" else -EDGE)
    return tables.up_to("ground-fire", measured) if measured <= reach else None


def ground_need(
    strength: int, reach: float, distance: float, band: clouds.SpeedBand, tables: ExpandedTables, edge: str
) -> api.TargetNumber | None:
    """What a unit has to roll to hit an aircraft; None: it is out of reach. ICOGX-6.4.1.2, ICOGX-6.4.1.b, ICOGX-6.4.1.c.
    ``strength``: its Combat strength now; ``reach``, ``distance``: MU; ``band``: the target's speed.
    """
    if (range_ := by_range(distance, reach, tables, edge)) is None:
        return None
    speed = tables.whole("ground-fire-speeds", band), f"target at {band.lower()} speed", "ICOGX-6.4.1.3"
    changes = (range_, f"range, {distance:.1f} MU", "ICOGX-6.4.1.1"), speed
    need = api.TargetNumber("to hit", strength, "Combat strength", "ICOGX-6.4.1.2", words=("hit", "miss"))
    return need.with_modifiers(api.modifier(*change) for change in changes if change[0])


def damage_of(dice: api.Dice, text: str, successes: int = 0, by: str = "") -> int:
    """The total of a hit from the ground, before it is held to the damage table. ICOGX-6.4.2.1."""
    return dice.draw(api.expression("damage", text, by=by, about=f"{successes:+d}, by the damage table")) + successes


def shot_and_damage(dice: api.Dice, check: Check, text: str, rulings: clouds.GunneryRulings) -> int | None:
    """A shot of a unit and the total of its hit, as the game goes from one to the other; None: a miss."""
    result = dice.call(shot, check, NO_JAM, rulings)
    return dice.call(damage_of, text, result.successes, check.by) if result.hit else None


def fire_check(game: CloudsGame, unit: ground.GroundUnit, target: Craft) -> Check | None:
    """The shot of a unit at an aircraft; None: it is out of reach."""
    row, distance = ground.row_of(game, unit), dist(target.pose.place, unit.place)
    band, tables = game.cockpit(target).band(target.speed), tables_of(game)
    strength, edge = ground.strength_of(game, unit), GroundFireRulings.of(game).range_edge
    need = ground_need(strength, row.range, distance, band, tables, edge)
    return Check("to hit", need, unit.side, unit.name) if need else None


def is_clear(game: CloudsGame, unit: ground.GroundUnit, target: Craft) -> bool:
    """Whether no balloon and no other unit is in the line of fire; one that a unit stands in is none. ICOGX-6.4.1.1."""
    line, here = (unit.place, target.pose.place), (unit.place, unit.place)
    things = [(balloon.at, balloon.radius) for balloon in game.balloons]
    things += [(other.place, ground.row_of(game, other).radius) for other in ground.units_of(game) if other.id != unit.id]
    return not any(vectors.apart(line, (at, at)) < radius <= vectors.apart(here, (at, at)) for at, radius in things)


def targets_of(game: CloudsGame, unit: ground.GroundUnit) -> Iterator[Craft]:
    """The enemies that a unit may fire at now. ICOGX-6.4.1.1, ICOGX-6.5.5.a."""
    if ground.row_of(game, unit).range and not unit.takes_cover:
        for craft in game.in_air:
            if craft.side != unit.side and fire_check(game, unit, craft) and is_clear(game, unit, craft):
                yield craft


# -- events ------------------------------------------------------------------------------------------------------------


class GroundFired(api.Event[CloudsGame], type="ground.fired"):
    """A unit has fired at an aircraft. ICOGX-6.4.1.2."""

    unit: str
    target: str
    need: int
    face: int
    outcome: bool

    def apply(self, game: CloudsGame) -> CloudsGame:
        return ground.with_unit(game, self.unit, fired=game.turn, fired_at=self.target)

    def tell(self, game: CloudsGame) -> str:
        result, name = "hits" if self.outcome else "misses", api.capitalised(ground.named(game, self.unit).name)
        return f"{name} fires at {game.called(self.target)}: {self.face} against {self.need}, {result}"

    def drawn(self, game: CloudsGame, at: At) -> Iterator[Mark]:
        start, end = ground.named(game, self.unit).place, game.of(self.target).pose.place
        return line_of_fire(at, start, end, self.outcome, self.unit, self.target)


# -- steps -------------------------------------------------------------------------------------------------------------


def ground_fire(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A side says who fires at whom; ``facts``: the side, a unit for each shot left. ICOGX-6.4.a, ``ground_fire_timing``."""
    side, *left = map(str, step.facts)
    able = {unit.id: unit for unit in (ground.unit_of(game, id_) for id_ in left) if unit and any(targets_of(game, unit))}
    if not able:
        return
    asked = list(able)
    if GroundFireRulings.of(game).ground_fire_timing == "random-order" and len(able) > 1:
        asked = [str(dice.draw(api.pick("which unit fires", tuple(able), by=side, about="each alike")))]
    options = [f"{id_} {craft.id}" for id_ in asked for craft in targets_of(game, able[id_])] + asked
    says = f"fire from the ground: {api.in_a_row([able[id_].name for id_ in asked])}"
    unit, _, target = api.choose(dice, GroundFire.wait(side, "ground fire", says, options)).partition(" ")
    if target:
        left.remove(unit)
        yield then(due("ground shot", target, unit), due("ground fire", "", side, *left))
    else:
        yield then(due("ground fire", "", side, *(id_ for id_ in left if id_ != unit)))


def ground_shot(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A unit fires. ICOGX-6.4.1.2."""
    unit, target = ground.unit_of(game, str(step.facts[0])), game.of(step.of)
    check = fire_check(game, unit, target) if unit else None
    if unit is None or check is None:
        return
    result, need = shot(dice, check, NO_JAM, game.rulings), check.need.total
    yield GroundFired(unit=unit.id, target=target.id, need=need, face=result.face, outcome=result.hit)
    if result.hit:
        yield then(due("hit from below", target.id, ground.row_of(game, unit).damage, result.successes, unit.side))


def ground_hit(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A hit from the ground; ``facts``: dice, successes, the side that rolls. ICOGX-6.4.2.1, ``damage_row_limits``."""
    (text, successes, by), craft = step.facts, game.of(step.of)
    if not craft.flying:
        return
    total = damage_of(dice, str(text), int(successes), str(by))
    row = clouds.damage_row(total, game.cockpit(craft).panel.engines, game.tables, game.rulings)
    yield clouds.DamageRolled(target=craft.id, total=total, luck=row.effect.luck if row else 0)
    if total > clouds.LAST_ROW and GroundFireRulings.of(game).damage_row_limits == "above-is-destroyed":
        yield from clouds.destroyed(game, craft, "is torn apart by a shell")
    else:
        yield then(due("row", craft.id, total, ""))


# -- orders ------------------------------------------------------------------------------------------------------------


class GroundFire(OfChapter, Answering, type="ground.fire", chapter="ground-fire", rule="ICOGX-6.4.a"):
    """A unit fires at an aircraft, or holds its fire. ICOGX-6.4.1.1, ICOGX-6.4.1.2."""

    phrases: ClassVar[tuple[str, ...]] = ("{unit} fires|fire at {target}", "{unit} holds|hold [its fire]")
    unit: str
    target: str = ""

    @classmethod
    def slots(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Mapping[str, api.Slot]:
        return {"unit": ground.ground_names(game, player), "target": clouds.enemy_aircraft(game, player)}

    @classmethod
    def offers(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Offer]:
        decision = cls.waiting(game, player)
        for option in decision.options if decision else ():
            id_, _, target = option.partition(" ")
            order, name = cls(unit=id_, target=target), api.capitalised(ground.named(game, id_).name)
            check = order.check(game)
            shown = f"fires at {game.called(target)} ({max(1, check.need.total)} or less)" if check else "holds its fire"
            yield api.Offer(order, f"{name} {shown}", id_, kind="ground fire")

    @property
    def answer(self) -> str:
        return f"{self.unit} {self.target}".strip()

    def against(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Objection]:
        decision = self.waiting(game, player)
        options = decision.options if decision else ()
        if self.unit not in options:
            # "rolls a d20 against its Combat strength"
            yield api.Objection("ICOGX-6.4.1.2", "no such unit of yours is to fire now")
        elif self.answer not in options:
            # "how far each kind of unit reaches"
            yield api.Objection("ICOGX-6.4.1.1", f"{game.called(self.target)} is out of its reach, or hidden from it")

    def questions(self, game: CloudsGame, rules: CloudsSteps) -> Sequence[api.Question]:
        if (check := self.check(game)) is None:
            return ()
        facts, view = (check, NO_JAM, game.rulings), attrgetter("hit")
        of, luck = api.ReadFrom((GroundFired,), "outcome"), api.Tally("hits from the ground")
        return (api.Question("to hit", shot, facts, (check.need,), view=view, of=of, luck=luck),)

    def check(self, game: CloudsGame) -> Check | None:
        unit = ground.unit_of(game, self.unit)
        return fire_check(game, unit, game.of(self.target)) if unit and self.target else None

    def worth(self, game: CloudsGame, rules: CloudsSteps) -> float:
        if (check := self.check(game)) is None:
            return 0.0
        odds = api.chances(shot_and_damage, check, ground.row_of(game, ground.named(game, self.unit)).damage, game.rulings)
        target = game.of(self.target)
        return sum(float(chance) * total_harm(game, target, total) for total, chance in odds.items() if total is not None)


def total_harm(game: CloudsGame, craft: Craft, total: int) -> float:
    """What a total of the damage table costs an aircraft, about, in victory points."""
    row = clouds.damage_row(total, game.cockpit(craft).panel.engines, game.tables, game.rulings)
    return clouds.harm_of(row.effect, craft.strength) if row else 0.0


STEPS = {"ground fire": ground_fire, "ground shot": ground_shot, "hit from below": ground_hit}
