"""The rules: hexes, flight and fire, as functions of facts and dice. The numbers are in ``data/numbers.toml``."""

from dataclasses import dataclass
from functools import cache
from math import atan2, pi, sqrt

from pydantic import Field

from aqmf_air import api
from aqmf_air.api import Dice, Frozen, TargetNumber

Hex = tuple[int, int]
"""Column and row, axial; hexes have flat tops, headings are 0 to 5, clockwise from north."""
STEPS: tuple[Hex, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
COMPASS = ("north", "north-east", "south-east", "south", "south-west", "north-west")
CLOCK = ("ahead", "ahead to the right", "behind to the right", "behind", "behind to the left", "ahead to the left")
LENGTHS = {"hold": 0, "short": 1, "long": 2}
"""The rounds that a burst takes, and the dice that it rolls for each gun."""
D6, D8, D12 = map(api.numbered, (6, 8, 12))


class Gunnery(Frozen):  # the numbers of DUEL-5 to DUEL-8
    reach: int
    to_hit: int
    each_hex: int
    from_behind: int
    cloud: int
    critical: int


class Manoeuvre(Frozen):
    """A path, step by step: ``F`` a hex forward, ``L`` and ``R`` a turn of 60 degrees. DUEL-2."""

    id: str
    title: str
    path: str = Field(pattern="^[FLR]+$")
    strain: int = Field(default=0, ge=0, le=5)


class AircraftType(api.Sourced):  # what all aircraft of a type have in common
    name: str
    structure: int
    guns: int
    rear_guns: int = 0
    manoeuvres: tuple[Manoeuvre, ...]

    @property
    def known(self) -> dict[str, Manoeuvre]:
        """Its manoeuvres, by id."""
        return {one.id: one for one in self.manoeuvres}


class Numbers(Frozen):
    gunnery: Gunnery
    aircraft: tuple[AircraftType, ...]


@cache
def numbers() -> Numbers:
    file = api.package_file("dawn_duel", "data/numbers.toml")
    return api.read(Numbers, api.load_toml(file), "numbers.toml", api.DataError)


def distance(one: Hex, other: Hex) -> int:
    """How many hexes apart."""
    q, r = other[0] - one[0], other[1] - one[1]
    return max(abs(q), abs(r), abs(q + r))


def seen_from(at: Hex, heading: int, other: Hex) -> Hex:
    """Where ``other`` lies from ``at``, as if ``heading`` were north."""
    q, r = other[0] - at[0], other[1] - at[1]
    for _ in range(heading):
        q, r = q + r, -q
    return q, r


def in_cone(at: Hex, heading: int, other: Hex) -> bool:
    """Whether ``other`` is in the cone of 60 degrees that opens on ``heading``, and in reach. DUEL-5."""
    q, r = seen_from(at, heading, other)
    return 0 < distance(at, other) <= numbers().gunnery.reach and 3 * abs(q) <= -2 * r - q


def bearing(at: Hex, heading: int, other: Hex) -> str:
    """Where ``other`` lies, in a pilot's words."""
    q, r = seen_from(at, heading, other)
    return "in the same hex" if at == other else CLOCK[round(atan2(3 * q, -sqrt(3) * (2 * r + q)) / (pi / 3)) % 6]


def flown(at: Hex, heading: int, path: str) -> list[tuple[Hex, int]]:
    """The hexes and headings that a path leads through, the start first. DUEL-2."""
    places = [(at, heading)]
    for step in path:
        if step == "F":
            at = at[0] + STEPS[heading][0], at[1] + STEPS[heading][1]
        else:
            heading = (heading + (1 if step == "R" else -1)) % 6
        places.append((at, heading))
    return places


def strained(dice: Dice, strain: int, side: str) -> int:
    """Points of structure that a manoeuvre costs. DUEL-3."""
    return int(strain > 0 and dice.draw(api.check("wings", D6, api.AtMost(strain), by=side, about=f"{strain} or less")))


@dataclass(frozen=True)
class Aim:
    """What matters to a burst: hexes to the target, guns that bear, from where, and whether it is in a cloud."""

    apart: int
    guns: int
    from_behind: bool = False
    in_cloud: bool = False


def to_hit(aim: Aim, more: tuple[api.Modifier, ...] = ()) -> TargetNumber:
    """What a D8 must show. DUEL-6, DUEL-8."""
    table = numbers().gunnery
    changes = (
        (table.each_hex * (aim.apart - 1), f"{aim.apart} hexes", "DUEL-6"),
        (table.from_behind * aim.from_behind, "from behind", "DUEL-6"),
        (table.cloud * aim.in_cloud, "in a cloud", "DUEL-8"),
    )
    given = [api.modifier(value, reason, rule) for value, reason, rule in changes if value]
    return TargetNumber("to hit", table.to_hit, "next hex", "DUEL-6").with_modifiers([*given, *more])


def burst(dice: Dice, need: int, guns: int, length: str, side: str) -> int:
    """Points of structure that a burst costs a target that takes ``need`` to hit. DUEL-6, DUEL-7."""
    struck = dice.draw(api.hits("to hit", guns * LENGTHS[length], D8, range(max(need, 1), 9), by=side, about=f"{need}+"))
    critical = numbers().gunnery.critical
    return struck + dice.draw(api.hits("damage", struck, D12, range(critical, 13), by=side, about=f"{critical}+"))
