"""Barrages of AA guns (6.4.3): a sphere in the sky that its battery moves first in a turn, and in which shells burst."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import atan2, cos, degrees, dist, radians, sin, sqrt
from typing import ClassVar, Final, Literal, NamedTuple

from pydantic import Field

from aqmf_air import api
from aqmf_air.api.geometry import Vector, vectors
from aqmf_air.api.ui import Burst, Mark
from aqmf_air.games.clouds_of_glory import api as clouds
from aqmf_air.games.clouds_of_glory.api import CloudsGame, CloudsSteps, Craft, Events, Setup, due, then
from aqmf_air.games.clouds_of_glory_expanded import ground
from aqmf_air.games.clouds_of_glory_expanded.chapter import PLACE, Answering, At, OfChapter, with_one
from aqmf_air.games.clouds_of_glory_expanded.chapters import ground_fire
from aqmf_air.games.clouds_of_glory_expanded.chapters.ground_fire import EDGE, FLAK, Battery, GroundFireRulings, total_harm
from aqmf_air.games.clouds_of_glory_expanded.directions import PLACE_DIGITS, rolled_direction
from aqmf_air.games.clouds_of_glory_expanded.ground import GROUND
from aqmf_air.games.clouds_of_glory_expanded.tables import AAResultRow, ExpandedTables, tables_of

STAY: Final = "stay"
OFF: Final = "off"


# -- rules -------------------------------------------------------------------------------------------------------------


class GunFires(NamedTuple):
    """What a gun fires into."""

    inside: tuple[str, ...]
    by: str = ""
    shifts: bool = True
    """Whether its coordinates may be wrong. ``aa_reroll_one``."""
    victim: Literal["even-chance", "nearest"] = "even-chance"
    direction: Literal["outward", "allied-side", "any-angle-3d"] = "outward"


class GunShot(NamedTuple):
    """What came of it."""

    face: int
    victim: str = ""
    damage: str = ""
    shift: tuple[int, int] | None = None
    """The way that the barrage moves: degrees clockwise from 12, and up."""


def gun_fires(dice: api.Dice, fires: GunFires, tables: ExpandedTables) -> GunShot:
    """An AA gun, once: it misses, hits, or moves the barrage, after which it fires again.

    ICOGX-6.4.3.2, ICOGX-6.4.3.d, ICOGX-6.4.3.R1, ICOGX-6.4.3.R2, ICOGX-6.4.3.R19, ICOGX-6.4.3.R20.
    """
    face = dice.draw(api.total("AA gun", 1, clouds.D20, by=fires.by, about="by the table of AA guns"))
    row, inside = api.covering(tables.of.of("aa-results", AAResultRow), face), fires.inside
    if row.effect == "shift" and fires.shifts:
        free = fires.direction == "any-angle-3d"
        aside = rolled_direction(dice, "where the barrage moves", "d360" if free else "1d12", fires.by)
        up = api.total("how far up or down", 1, api.numbered(181), by=fires.by, about="91 is level")
        return GunShot(face, shift=(aside, dice.draw(up) - 91 if free else 0))
    if row.effect != "damage" or not inside:
        return GunShot(face)
    if len(inside) > 1 and fires.victim == "even-chance":
        inside = (str(dice.draw(api.pick("who is hit", inside, by=fires.by, about="each alike"))),)
    return GunShot(face, inside[0], row.dice)


class Reach(NamedTuple):
    """Where a battery may have its barrage."""

    battery: Vector
    board: tuple[float, float]
    far: float
    """MU from the battery, at least."""
    high: float
    """MU from the ground, at least."""

    def fault(self, at: Vector) -> str:
        """What is wrong with a place; empty: nothing. ICOGX-6.4.3.1."""
        if dist(at, self.battery) < self.far - EDGE:
            return f"a barrage is {self.far:g} MU from its battery, or more"
        if at[2] < self.high - EDGE:
            return f"a barrage is {self.high:g} MU from the ground, or more"
        on_board = all(0 <= place <= most for place, most in zip(at, self.board, strict=False))
        return "" if on_board else "a barrage is over the board"

    def clipped(self, start: Vector, end: Vector) -> Vector:
        """The last place on the way from one place to another at which it is neither too near nor too low."""
        way, length = vectors.unit(vectors.add(end, start, -1)), dist(start, end)
        if end[2] < self.high:
            length = max(0.0, (start[2] - self.high) / -way[2])
        from_battery = vectors.add(start, self.battery, -1)
        if vectors.size(vectors.add(from_battery, way, length)) < self.far:
            along = vectors.dot(from_battery, way)
            length = max(0.0, -along - sqrt(max(0.0, along**2 - vectors.dot(from_battery, from_battery) + self.far**2)))
        return vectors.add(start, way, length)

    def near(self, wish: Vector, start: Vector | None, move: float) -> Vector:
        """The place nearest to a wish, about: on the way from the start, if there is one, as far as a move goes."""
        if start and (gap := dist(wish, start)) > move:
            wish = vectors.add(start, vectors.add(wish, start, -1), (move - SLACK) / gap)
        x, y = (round(min(max(place, 0.0), most), 1) for place, most in zip(wish, self.board, strict=False))
        aside = (x - self.battery[0]) ** 2 + (y - self.battery[1]) ** 2
        over = sqrt(max(0.0, (self.far + SLACK) ** 2 - aside))
        return x, y, round(max(wish[2], self.high, over), 1)


SLACK = 0.1
"""MU that offers keep from a limit, so that they may be rounded."""


def shifted(start: Vector, axis: float, shift: tuple[int, int], far: float) -> Vector:
    """A place so many MU away: degrees clockwise from an axis, and up. ICOGX-6.4.3.R1."""
    aside, up = radians(axis + shift[0]), radians(shift[1])
    return vectors.add(start, (sin(aside) * cos(up), cos(aside) * cos(up), sin(up)), far)


# -- batteries ---------------------------------------------------------------------------------------------------------


def battery_of(game: CloudsGame, id_: str) -> Battery:
    """The battery of this id."""
    return next(battery for battery in FLAK.of(game).batteries if battery.id == id_)


def number(game: CloudsGame | Setup, name: str) -> float:
    """A number of barrages."""
    return tables_of(game).number("aa-numbers", name)


def guns_of(game: CloudsGame, battery: Battery) -> tuple[str, ...]:
    """The guns of a battery that fire. ICOGX-6.4.3.2, ICOGX-6.5.5.a, ``aa_losses``."""
    left = tuple(id_ for id_ in battery.guns if (unit := ground.unit_of(game, id_)) and not unit.takes_cover)
    return battery.guns if left and GroundFireRulings.of(game).aa_losses == "battery-as-one" else left


def reach_of(game: CloudsGame | Setup, battery: Battery) -> Reach:
    """Where a battery may have its barrage; it is in the middle of all its guns. ICOGX-6.4.3.1."""
    guns = [unit.at for unit in GROUND.of(game).units if unit.id in battery.guns]
    x, y = (sum(places) / len(guns) for places in zip(*guns, strict=True))
    board = (game if isinstance(game, Setup) else game.setup).board
    return Reach((x, y, 0.0), board, number(game, "from-battery"), number(game, "from-ground"))


def moves_from(game: CloudsGame, battery: Battery) -> Vector | None:
    """From where a barrage is moved now; None: it may be put anywhere. ICOGX-6.4.3.1, ``aa_first_place``."""
    anywhere = game.turn == 1 and GroundFireRulings.of(game).aa_first_place == "anywhere-legal"
    return None if anywhere else battery.at


def fires_now(game: CloudsGame, battery: Battery) -> bool:
    """Whether a battery has a barrage to fire in this turn. ICOGX-6.4.3.1, ICOGX-6.4.3.a, ``aa_return``."""
    waits = GroundFireRulings.of(game).aa_return == "fires-from-n+2" and 0 < battery.off == game.turn - 1
    return battery.at is not None and not waits


def inside(game: CloudsGame, at: Vector) -> tuple[Craft, ...]:
    """The aircraft in a barrage, friend and foe, the nearest first. ICOGX-6.4.3.2, ICOGX-6.4.3.c, ``aa_inside``."""
    any_part, radius = GroundFireRulings.of(game).aa_inside == "any-part", number(game, "radius")

    def reach(craft: Craft) -> float:
        panel = game.cockpit(craft).panel
        return radius + EDGE + (max(panel.length, panel.span) / 2 if any_part else 0)

    nearest_first = sorted(game.in_air, key=lambda craft: dist(craft.pose.place, at))
    return tuple(craft for craft in nearest_first if dist(craft.pose.place, at) <= reach(craft))


def after_shift(game: CloudsGame, battery: Battery, start: Vector, shift: tuple[int, int]) -> Vector:
    """Where wrong coordinates move a barrage. ICOGX-6.4.3.R1, ``aa_direction``, ``aa_shift_limits``."""
    rulings, reach = GroundFireRulings.of(game), reach_of(game, battery)
    east, north, _ = vectors.add(start, reach.battery, -1)
    axis = {"outward": degrees(atan2(east, north)), "allied-side": clouds.TOWARDS[clouds.own_edge(game, "entente")]}
    end = shifted(start, axis.get(rulings.aa_direction, 0.0), shift, number(game, "shift"))
    return rounded(reach.clipped(start, end) if rulings.aa_shift_limits == "clipped" else end)


# -- events ------------------------------------------------------------------------------------------------------------


class BarrageAimed(api.Event[CloudsGame], type="flak.aimed"):
    """A battery has moved its barrage, or taken it off. ICOGX-6.4.3.1."""

    battery: str
    at: Vector | None = None

    def apply(self, game: CloudsGame) -> CloudsGame:
        return with_one(game, FLAK, "batteries", self.battery, at=self.at, **({} if self.at else {"off": game.turn}))

    def tell(self, game: CloudsGame) -> str:
        where = f"aims at {placed(self.at)}" if self.at else "ceases fire to aim anew"
        return f"{api.capitalised(battery_of(game, self.battery).name)} {where}"


class BarrageFired(api.Event[CloudsGame], type="flak.fired"):
    """A gun of a battery has fired. ICOGX-6.4.3.2."""

    battery: str
    gun: str
    face: int
    at: Vector
    moved: Vector | None = None
    target: str = ""

    def apply(self, game: CloudsGame) -> CloudsGame:
        game = ground.with_unit(game, self.gun, fired=game.turn, fired_at=self.target)
        return with_one(game, FLAK, "batteries", self.battery, at=self.moved) if self.moved else game

    def tell(self, game: CloudsGame) -> str:
        missed = f"wrong coordinates, the barrage is at {placed(self.moved)} now" if self.moved else "no hit"
        result = f"a burst at {game.called(self.target)}" if self.target else missed
        gun = ground.named(game, self.gun).name
        return f"{api.capitalised(battery_of(game, self.battery).name)}, {gun}: {self.face}, {result}"

    def drawn(self, game: CloudsGame, at: At) -> Iterator[Mark]:
        place, part = (game.of(self.target).pose.place, 4) if self.target else (self.at, 1)
        return (Burst(point, number(game, "radius") / part, by=self.gun, harmless=not self.target) for point in at(place))


def placed(at: Vector) -> str:
    """A place in words."""
    return f"{at[0]:.1f}, {at[1]:.1f}, {at[2]:.1f} up"


# -- steps -------------------------------------------------------------------------------------------------------------


def barrage_moves(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A side moves a barrage, first thing in the movement phase. ICOGX-6.4.3.1."""
    battery = battery_of(game, str(step.facts[0]))
    where = f"its barrage is at {placed(battery.at)}" if battery.at else "it has no barrage"
    says = f"{battery.name} may aim: {where}"
    answer = api.choose(dice, AimBarrage.wait(battery.side, "barrage", says, (STAY,), battery.id))
    if answer != STAY:
        yield BarrageAimed(battery=battery.id, at=None if answer == OFF else read_place(answer))


def barrage_fires(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A battery fires, first in the shooting phase, gun by gun. ICOGX-6.4.3.2, ICOGX-6.4.3.a, ``aa_gun_sequence``."""
    battery = battery_of(game, str(step.facts[0]))
    if battery.at and fires_now(game, battery):
        start = kept(battery.at) if GroundFireRulings.of(game).aa_gun_sequence == "together" else ""
        yield then(*(due("AA gun", "", battery.id, gun, start, True) for gun in guns_of(game, battery)))


def aa_gun(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A gun of a battery fires, once, at a place that may not be where the barrage is any more. ICOGX-6.4.3.R1."""
    id_, gun, start, first = step.facts
    battery, rulings = battery_of(game, str(id_)), GroundFireRulings.of(game)
    assert battery.at is not None
    at = read_place(str(start)) if start else battery.at
    names = tuple(craft.id for craft in inside(game, at))
    if first and not names:
        return
    shifts = bool(first) or rulings.aa_reroll_one == "chain"
    fires = GunFires(names, battery.side, shifts, rulings.aa_victim, rulings.aa_direction)
    came = gun_fires(dice, fires, tables_of(game))
    end = after_shift(game, battery, at, came.shift) if came.shift else at
    moved = rounded(vectors.add(battery.at, vectors.add(end, at, -1))) if came.shift else None
    yield BarrageFired(battery=battery.id, gun=str(gun), face=came.face, at=at, moved=moved, target=came.victim)
    if came.shift:
        yield then(due("AA gun", "", battery.id, str(gun), kept(end) if start else "", False))
    elif came.victim:
        yield then(due("hit from below", came.victim, came.damage, 0, battery.side))


def rounded(at: Vector) -> Vector:
    """A place as states keep it."""
    return round(at[0], PLACE_DIGITS), round(at[1], PLACE_DIGITS), round(at[2], PLACE_DIGITS)


def kept(at: Vector) -> str:
    """A place as steps keep it."""
    return " ".join(map(repr, at))


def read_place(text: str) -> Vector:
    """What :func:`kept` has written."""
    x, y, z = map(float, text.split())
    return x, y, z


# -- orders ------------------------------------------------------------------------------------------------------------


class AimBarrage(OfChapter, Answering, type="flak.aim", chapter="ground-fire", rule="ICOGX-6.4.3.1"):
    """A battery moves its barrage, leaves it where it is, or takes it off. ICOGX-6.4.3.1, ICOGX-6.4.3.b."""

    phrases: ClassVar[tuple[str, ...]] = ("{battery} aims|aim at {x} [,] {y} [,] {z}", "{battery} {does}")
    battery: str
    x: float | None = Field(default=None, ge=0, le=1000)
    y: float | None = Field(default=None, ge=0, le=1000)
    z: float | None = Field(default=None, ge=0, le=1000)
    does: Literal["", "stay", "off"] = ""

    @classmethod
    def slots(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Mapping[str, api.Slot]:
        batteries = ground.names_of("one of your batteries", FLAK.of(game).batteries, player)
        words = {"keeps its aim": STAY, "ceases fire": OFF, "stays": STAY}
        return {"battery": batteries, "does": api.Names("what it does", words), **PLACE, "z": clouds.NumberSlot("MU up")}

    @classmethod
    def offers(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Offer]:
        if (battery := asked(game, player)) is None:
            return
        id_, name, shown = battery.id, api.capitalised(battery.name), battery.id if battery.at else ""
        reach, start = reach_of(game, battery), moves_from(game, battery)
        yield api.Offer(cls(battery=id_, does=STAY), f"{name} keeps its aim", shown, kind="barrages")
        if battery.at:
            yield api.Offer(cls(battery=id_, does=OFF), f"{name} ceases fire, to aim anew", shown, kind="barrages")
        for craft in game.in_air:
            if craft.side != battery.side:
                x, y, z = reach.near(led(craft), start, number(game, "move"))
                title = f"{name} aims at {placed((x, y, z))}, ahead of {craft.marking}"
                yield api.Offer(cls(battery=id_, x=x, y=y, z=z), title, shown, kind="barrages")

    @property
    def place(self) -> Vector | None:
        return None if self.x is None or self.y is None or self.z is None else (self.x, self.y, self.z)

    @property
    def answer(self) -> str:
        return self.does or (kept(self.place) if self.place else STAY)

    def against(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Objection]:
        battery, place, fault = asked(game, player), self.place, ""
        if battery is None or battery.id != self.battery:
            fault = "no such battery of yours is to aim now"
        elif bool(place) is bool(self.does):
            fault = "expected a place, stay, or off"
        elif self.does == OFF and battery.at is None:
            fault = "it has no barrage to take off"
        elif place and (start := moves_from(game, battery)) and dist(place, start) > number(game, "move") + EDGE:
            fault = f"a barrage moves {number(game, 'move'):g} MU in a turn at most"
        elif place:
            fault = reach_of(game, battery).fault(place)
        if fault:
            # "may move up to 10 MU in any direction", "not nearer than 20 MU to its battery or 10 MU to the ground"
            yield api.Objection("ICOGX-6.4.3.1", fault)

    def worth(self, game: CloudsGame, rules: CloudsSteps) -> float:
        battery = battery_of(game, self.battery)
        if self.does == OFF:  # half of the best that it could do in the next turn, which is far off
            there = max((barrage_worth(game, battery, led(craft, 2.0)) for craft in game.in_air), default=0.0)
            return there / 2 * (game.turn < game.setup.turns)
        at = self.place or battery.at
        return barrage_worth(game, battery, at) if at else 0.0


def asked(game: CloudsGame, player: str) -> Battery | None:
    """The battery of a side that is to aim."""
    decision = AimBarrage.waiting(game, player)
    return battery_of(game, str(decision.facts[0])) if decision else None


def led(craft: Craft, turns: float = 1.0) -> Vector:
    """Where an aircraft is after so many turns if it flies on: a battery leads it."""
    return vectors.add(craft.pose.place, craft.pose.ahead, turns * craft.speed / 10)


def barrage_worth(game: CloudsGame, battery: Battery, at: Vector) -> float:
    """What a barrage is worth to its side if all fly on, more or less, in victory points. ICOGX-6.4.3.2."""
    radius, tables = number(game, "radius"), tables_of(game)
    there, total = 0.0, 0.0
    for craft in game.in_air:
        chance = min(1.0, max(0.0, 1.5 - dist(led(craft), at) / radius))  # nobody flies on quite so
        there += chance
        total += chance * gun_harm(game, craft, tables) * (1 if craft.side != battery.side else -1)
    return len(guns_of(game, battery)) * total / max(1.0, there)


def gun_harm(game: CloudsGame, craft: Craft, tables: ExpandedTables) -> float:
    """What a gun costs an aircraft that is alone in a barrage, about, in victory points."""
    harm = 0.0
    for shot, chance in api.chances(gun_fires, GunFires((craft.id,), shifts=False), tables).items():
        if shot.damage:
            totals = api.chances(ground_fire.damage_of, shot.damage)
            harm += float(chance) * sum(float(part) * total_harm(game, craft, total) for total, part in totals.items())
    return harm


# -- the chapter -------------------------------------------------------------------------------------------------------


def first_steps(game: CloudsGame, phase: clouds.Phase) -> Iterator[api.GameStep]:
    """What is done first: barrages move, and fire; then units fire. ICOGX-6.4.3.1, ICOGX-6.4.3.a."""
    if name := {"movement": "barrage moves", "shooting": "barrage fires"}.get(phase):
        yield from (due(name, "", each.id) for each in FLAK.of(game).batteries if guns_of(game, each))
    if phase == "shooting":
        shots = 1 if GroundFireRulings.of(game).ground_fire_rate == "1" else FLAK.of(game).shots
        armed = [unit for unit in ground.units_of(game) if ground.row_of(game, unit).range]
        for side in dict.fromkeys(unit.side for unit in ground.units_of(game)):
            yield due("ground fire", "", side, *(unit.id for unit in armed if unit.side == side for _ in range(shots)))


def faults(setup: Setup) -> Iterator[str]:
    """What is wrong with the batteries of a mission, a line each."""
    units, manned, batteries = {unit.id: unit for unit in GROUND.of(setup).units}, set[str](), FLAK.of(setup).batteries
    yield from ground.naming_faults(setup, "flak", batteries)
    for battery in batteries:
        for id_ in battery.guns:
            unit = units.get(id_)
            if unit is None or unit.kind != "gun" or unit.side != battery.side or id_ in manned:
                yield f"flak {battery.id}: guns: expected guns of its side, each in one battery, got {id_[:40]!r}"
                return
            manned.add(id_)
        if battery.at and (fault := reach_of(setup, battery).fault(battery.at)):
            yield f"flak {battery.id}: at: {fault}"
        if not battery.at and GroundFireRulings.of(setup).aa_first_place == "mission":
            yield f"flak {battery.id}: at: expected where its barrage is (aa_first_place)"


def bodies(game: CloudsGame) -> Iterator[clouds.SkyBody]:
    """The spheres in which shells burst. ICOGX-6.4.3.c."""
    for battery in FLAK.of(game).batteries:
        if battery.at:
            name = f"the barrage of {battery.name}"
            yield clouds.SkyBody(battery.id, name, battery.at, number(game, "radius"), side=battery.side, what="barrage")


def briefing(setup: Setup) -> Iterator[str]:
    """What fires from the ground. ICOGX-6.4.a."""
    for unit in GROUND.of(setup).units:
        if reach := ground.row_of(setup, unit).range:
            yield f"{api.capitalised(unit.name)} fires at aircraft within {reach:g} MU, first in the shooting phase."
    for battery in FLAK.of(setup).batteries:
        guns, radius = api.plural(len(battery.guns), "gun"), number(setup, "radius")
        when = "moves first in the movement phase and bursts first in the shooting phase, at friend and foe"
        yield f"{api.capitalised(battery.name)} has {guns}: its barrage, {radius:g} MU about a point, {when}."


STEPS = {"barrage moves": barrage_moves, "barrage fires": barrage_fires, "AA gun": aa_gun}
