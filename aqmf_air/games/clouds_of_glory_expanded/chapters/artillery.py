"""Artillery (6.6.4): where a battery aims, where its shells fall, and what lies under them. The slice ``artillery``."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import partial
from math import atan2, cos, degrees, dist, radians
from typing import ClassVar, TypeVar

from pydantic import Field

from aqmf_air import api
from aqmf_air.api.ui import Burst, Mark
from aqmf_air.games.clouds_of_glory.api import CloudsGame, CloudsSteps, Events, Phase, Setup, SkyBody, due, then
from aqmf_air.games.clouds_of_glory_expanded.chapter import At, OfChapter, with_one
from aqmf_air.games.clouds_of_glory_expanded.chapters.attention import TABLE, ObserverRulings
from aqmf_air.games.clouds_of_glory_expanded.chapters.ground_damage import bombs_fall
from aqmf_air.games.clouds_of_glory_expanded.directions import DirectionDie, displaced, read_direction, rolled_direction
from aqmf_air.games.clouds_of_glory_expanded.ground import Named, ground_names, names_of, naming_faults, unit_of, units_of
from aqmf_air.games.clouds_of_glory_expanded.tables import ExpandedTables, tables_of

D10 = api.numbered(10)
EDGE = 1e-9
"""MU² by which a shell may be off the edge of a circle, and be in it."""
AT_ONCE = 20.0
"""Victory points of what an automatic side does before all else: more than any move brings."""
T = TypeVar("T", bound=Hashable)
Steps = api.SteppedOrder[CloudsGame, CloudsSteps]


# -- what is kept ------------------------------------------------------------------------------------------------------


class Battery(Named):
    """A battery, as a scenario has it, and what it is laid on."""

    guns: int | None = Field(default=None, ge=1, le=12)
    """None: those of the table."""
    shell: str = "medium"
    """The class of bombs whose template its shells have: ``heavy``. ICOGX-6.6.4.3, ICOGX-6.6.4.g."""
    aim: tuple[float, float]
    """Its aim point, until its side says another. ICOGX-6.6.4.b."""
    at: tuple[float, float] | None = None
    """None: it is off the board."""
    pool: int | None = Field(default=None, ge=0, le=200)
    """D10 of its deviation; None: those of the table. ICOGX-6.6.4.a."""
    aimed: bool = False
    """Whether its side has said where it aims."""
    moved: bool = False
    """Whether the aim point was moved later."""
    effect: int = 0
    """The turn from which all its guns fire; 0: it ranges. ICOGX-6.6.4.2."""
    fired: int = 0
    """The last turn in which it fired."""
    deviation: tuple[float, float] | None = None
    """The point that its guns were on in that turn. ICOGX-6.6.4.3."""
    shells: tuple[tuple[float, float], ...] = ()
    """Where they fell."""


class Artillery(api.Frozen):
    """All batteries of a mission."""

    batteries: tuple[Battery, ...] = Field(default=(), max_length=4)


ARTILLERY = api.Slice("artillery", Artillery)


def batteries_of(game: CloudsGame, side: str) -> tuple[Battery, ...]:
    """Those of a side."""
    return tuple(battery for battery in ARTILLERY.of(game).batteries if battery.side == side)


def battery_of(game: CloudsGame, id_: str) -> Battery:
    """The battery of this id."""
    return next(battery for battery in ARTILLERY.of(game).batteries if battery.id == id_)


def pool_of(battery: Battery, tables: ExpandedTables) -> int:
    """The D10 of its deviation now. ICOGX-6.6.4.a."""
    return tables.whole(TABLE, "pool") if battery.pool is None else battery.pool


# -- rules: where shells fall ------------------------------------------------------------------------------------------


def guns_of(battery: Battery, tables: ExpandedTables) -> int:
    """How many guns it has. ICOGX-6.6.4.2."""
    return battery.guns or tables.whole(TABLE, "guns")


def deviation_roll(pool: int, by: str = "") -> api.Draw[int]:
    """MU from the aim point to the deviation point, once for all guns. ICOGX-6.6.4.3."""
    return api.total("deviation", pool, D10, by=by, about="in MU off the aim point")


def scatter(dice: api.Dice, how: DirectionDie, read: Callable[[int, int], T], by: str = "") -> tuple[int, T]:
    """MU that a shell falls off the deviation point, and what is read from them and from the degrees. ICOGX-6.6.4.3."""
    far = dice.draw(api.total("scatter", 1, D10, by=by, about="in MU off the deviation point"))
    return far, read_direction(dice, "direction of the scatter", how, partial(read, far), by)


def falls_near(dice: api.Dice, deviation: int, radius: float, how: DirectionDie) -> int:
    """1 for a shell within a radius of the aim point, else 0. All directions are alike, so one alone is rolled."""

    def is_near(far: int, way: int) -> bool:
        return deviation**2 + far**2 + 2 * deviation * far * cos(radians(way)) <= radius**2 + EDGE

    return int(scatter(dice, how, is_near)[1])


def shells_near(dice: api.Dice, pool: int, guns: int, radius: float, how: DirectionDie) -> int:
    """How many shells of a salvo fall within a radius of the aim point. ICOGX-6.6.4.3, ICOGX-6.6.4.e."""
    return dice.each(guns, 0, falls_near, dice.draw(deviation_roll(pool)), radius, how)


def axis_of(battery: Battery) -> float:
    """The heading that directions are rolled by: from the battery over its aim point; north, if it is off the board."""
    (x, y), (east, north) = battery.at or battery.aim, battery.aim
    return degrees(atan2(east - x, north - y))


def first_steps(game: CloudsGame, phase: Phase) -> Iterable[api.GameStep]:
    """Artillery fires, once in each turn. ICOGX-6.6.4.3, ICOGX-6.6.4.d, ``artillery_time``."""
    return salvos(game) if phase == ("shooting" if ObserverRulings.of(game).artillery_time == "first" else "end") else ()


def salvos(game: CloudsGame) -> list[api.GameStep]:
    """A step for each battery that has not fired in this turn."""
    return [due("artillery", "", battery.id) for battery in ARTILLERY.of(game).batteries if battery.fired != game.turn]


# -- events ------------------------------------------------------------------------------------------------------------


class AimPlaced(api.Event[CloudsGame], type="clouds.aim_placed"):
    """A side says where a battery aims. ICOGX-6.6.4.b."""

    wording: ClassVar[str] = "an aim point is placed on {name}"
    battery: str
    name: str
    at: tuple[float, float]

    def apply(self, game: CloudsGame) -> CloudsGame:
        battery = battery_of(game, self.battery)
        moved = battery.moved or battery.aimed or game.turn > 1
        return with_one(game, ARTILLERY, "batteries", battery.id, aim=self.at, aimed=True, moved=moved)


class _Fell(api.Event[CloudsGame]):
    """Something of a salvo, so far off."""

    battery: str
    distance: int
    degrees: int
    at: tuple[float, float]


class Deviated(_Fell, type="clouds.deviated"):
    """The guns of a battery are so far off its aim point in this turn. ICOGX-6.6.4.3."""

    def apply(self, game: CloudsGame) -> CloudsGame:
        return with_one(game, ARTILLERY, "batteries", self.battery, fired=game.turn, deviation=self.at, shells=())

    def tell(self, game: CloudsGame) -> str:
        return f"{api.capitalised(battery_of(game, self.battery).name)} fires: {self.distance} MU off its aim point"


class ShellFell(_Fell, type="clouds.shell_fell"):
    """A shell has fallen, so far off the deviation point. ICOGX-6.6.4.3."""

    def apply(self, game: CloudsGame) -> CloudsGame:
        return with_one(game, ARTILLERY, "batteries", self.battery, shells=(*battery_of(game, self.battery).shells, self.at))

    def tell(self, game: CloudsGame) -> str:
        off = dist(self.at, battery_of(game, self.battery).aim)
        return f"a shell falls at {self.at[0]:.1f}, {self.at[1]:.1f}: {off:.1f} MU from the aim point"

    def drawn(self, game: CloudsGame, at: At) -> Iterator[Mark]:
        radius = tables_of(game).bomb(battery_of(game, self.battery).shell).rings[-1][0]
        return (Burst(point, radius) for point in at((*self.at, 0.0)))


# -- steps -------------------------------------------------------------------------------------------------------------


def artillery(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A battery fires: one deviation, then its shells. ICOGX-6.6.4.3, ICOGX-6.6.4.2, ICOGX-6.6.4.e."""
    battery, tables = battery_of(game, str(step.facts[0])), tables_of(game)
    how, dice = ObserverRulings.of(game).artillery_direction, api.labelled(dice, battery.name, relation="for")
    distance = dice.draw(deviation_roll(pool_of(battery, tables), battery.side))
    way = rolled_direction(dice, "direction of the deviation", how, battery.side) if distance else 0
    at = displaced(battery.aim, axis_of(battery), way, distance)
    yield Deviated(battery=battery.id, distance=distance, degrees=way, at=at)
    shells = guns_of(battery, tables) if 0 < battery.effect <= game.turn else 1
    yield then(*(due("shell", "", battery.id) for _ in range(shells)), due("shells burst", "", battery.id))


def shell(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A shell falls. ICOGX-6.6.4.3, ICOGX-6.6.4.c."""
    battery = battery_of(game, str(step.facts[0]))
    dice = api.labelled(dice, battery.name, relation="for")
    far, way = scatter(dice, ObserverRulings.of(game).artillery_direction, lambda far, way: way, battery.side)
    at = displaced(battery.deviation or battery.aim, axis_of(battery), way, far)
    yield ShellFell(battery=battery.id, distance=far, degrees=way, at=at)


def shells_burst(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """What lies under their templates is hit. ICOGX-6.6.4.3, ICOGX-6.6.4.f, ICOGX-6.6.4.g."""
    battery = battery_of(game, str(step.facts[0]))
    yield then(*bombs_fall(game, [(battery.shell, at) for at in battery.shells], battery.side))


STEPS = {"artillery": artillery, "shell": shell, "shells burst": shells_burst}


# -- orders ------------------------------------------------------------------------------------------------------------


class AimArtillery(OfChapter, Steps, type="clouds.aim_artillery", chapter="observers", rule="ICOGX-6.6.4.b"):
    """A side says where a battery aims, as the mission starts. ICOGX-6.6.4.b."""

    # "places the aim point at the start"
    timing: ClassVar[api.Timing] = api.Timing(
        ("initiative", "movement"), rule="ICOGX-6.6.4.b", reason="aim points are placed before the artillery fires"
    )
    phrases: ClassVar[tuple[str, ...]] = ("{battery} aims|aim at {target}",)
    battery: str
    target: str
    """A ground unit."""

    @classmethod
    def slots(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Mapping[str, api.Slot]:
        return {"battery": names_of("one of your batteries", batteries_of(game, player)), "target": ground_names(game)}

    @classmethod
    def offers(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Offer]:
        for battery in batteries_of(game, player) if cls.timing.fits(game) else ():
            for unit in units_of(game):
                if unit.side != player:
                    title = f"{api.capitalised(battery.name)} aims at {unit.name}"
                    yield api.Offer(cls(battery=battery.id, target=unit.id), title, kind="artillery")

    def against(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Objection]:
        battery = next((own for own in batteries_of(game, player) if own.id == self.battery), None)
        if battery is None or player not in game.acting:
            # "The spotter's player places the aim point"
            yield api.Objection("ICOGX-6.6.4.b", f"no battery {self.battery[:40]!r} is yours to aim now")
        elif (battery.aimed or game.turn > 1) and (battery.moved or ObserverRulings.of(game).aim_point_move == "no"):
            # "at the start"
            yield api.Objection("ICOGX-6.6.4.b", "its aim point is placed, and is not moved any more")
        elif unit_of(game, self.target) is None:
            # "places the aim point"
            yield api.Objection("ICOGX-6.6.4.b", f"there is no {self.target[:40]!r} on the ground to aim at")

    def begins(self, game: CloudsGame, rules: CloudsSteps) -> Events:
        if unit := unit_of(game, self.target):
            yield AimPlaced(battery=self.battery, name=unit.name, at=unit.at)

    def worth(self, game: CloudsGame, rules: CloudsSteps) -> float:
        """What it is worth to have it nearer to what counts most."""
        battery = battery_of(game, self.battery)
        best = max((unit for unit in units_of(game) if unit.side != battery.side), key=lambda unit: unit.worth)
        return AT_ONCE if best.id == self.target and best.at != battery.aim else 0.0


# -- what is seen of it ------------------------------------------------------------------------------------------------


def bodies(game: CloudsGame) -> Iterable[SkyBody]:
    """Batteries on the board, and aim points."""
    tables = tables_of(game)
    for battery in ARTILLERY.of(game).batteries:
        if battery.at:
            at, guns = (*battery.at, 0.0), api.plural(guns_of(battery, tables), "gun")
            yield SkyBody(battery.id, battery.name, at, flat=True, side=battery.side, what="battery", state=guns)
        name, at = f"the aim point of {battery.name}", (*battery.aim, 0.0)
        off = f"{pool_of(battery, tables)}d10 off"
        yield SkyBody(f"{battery.id}-aim", name, at, flat=True, side=battery.side, what="aim point", state=off)


def faults(setup: Setup) -> Iterable[str]:
    """What is wrong with the batteries of a mission, a line each."""
    batteries, classes = ARTILLERY.of(setup).batteries, [row.id for row in tables_of(setup).bombs]
    yield from naming_faults(setup, "artillery", batteries, "aim", "at")
    for battery in batteries:
        if battery.shell not in classes:
            yield f"artillery {battery.id}: shell: expected {' or '.join(classes)}, got {battery.shell[:40]!r}"
