"""Bombs: where they fall on the path of a move, the templates that they make, and what those do to the ground."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

from pydantic import Field

from aqmf_air.core.data.model import Frozen
from aqmf_air.core.data.text import in_a_row
from aqmf_air.core.play.ruleset import Objection
from aqmf_air.games.martian_aircraft.rules.movement import Move, inches
from aqmf_air.games.martian_aircraft.rulings import AircraftRulings
from aqmf_air.games.martian_aircraft.units import KIND, LIGHT_BOMB, MEDIUM_BOMB, weapons
from aqmf_air.games.martian_front.profiles import Weapon
from aqmf_air.games.martian_front.rules.barrage import joint_rating, template_sizes
from aqmf_air.geometry.plane.pose import Pose, quantise, within
from aqmf_air.geometry.plane.template import Disc, reach_of

T = TypeVar("T")

Load = Mapping[str, int]
"""Bombs by name, and how many of each."""

NAMES = {"light": LIGHT_BOMB, "medium": MEDIUM_BOMB}
"""Kinds of bombs, as designs and documents call them, and their names as weapons."""


def bombs_by_kind(bombs: Load) -> dict[Any, int]:
    """Bombs by their kinds, from bombs by their names as weapons."""
    return {kind: bombs.get(name, 0) for kind, name in NAMES.items()}


class Bombs(Frozen):
    """Bombs that fall together."""

    light: int = Field(default=0, ge=0)
    medium: int = Field(default=0, ge=0)

    @property
    def bombs(self) -> tuple[tuple[str, int], ...]:
        """Names of weapons, and how many of each."""
        return tuple((name, number) for name, number in ((LIGHT_BOMB, self.light), (MEDIUM_BOMB, self.medium)) if number)


class Drop(Bombs):
    """Bombs that an aircraft lets go together when ``at`` inches of movement are spent."""

    at: float = Field(ge=0)


def reached_by_bombs(kind: str) -> bool:
    """Whether bombs reach a kind of unit: never one that flies. AIR-BOMB-7."""
    return kind != KIND


@dataclass(frozen=True, slots=True)
class Blast:
    """One template: the bombs that make it, with their joint Power and Barrage. AIR-BOMB-4, AIR-BOMB-6."""

    weapon: Weapon
    """The bomb whose Power it has; its ``barrage`` is the joint rating."""
    count: int

    @property
    def diameter(self) -> float:
        """Inches across. HOST-BARRAGE-2."""
        assert self.weapon.barrage is not None  # a joint rating always is
        return template_sizes()[self.weapon.barrage]

    def reach(self, base_diameter: float, rulings: AircraftRulings) -> float:
        """How near, in inches, the centre of a base is to the mark when it is under the template. AIR-BOMB-3."""
        return float(reach_of(base_diameter, self.diameter / 2, rulings.under_template))


@dataclass(frozen=True, slots=True)
class Impact:
    """A blast on its mark: which aircraft dropped it, where the centre of its stand was, and the template there."""

    aircraft: str
    spent: float
    mark: Pose
    """How the aircraft stood over the mark."""
    blast: Blast

    @property
    def template(self) -> Disc:
        """The template on the ground, centred on the mark. AIR-BOMB-3."""
        return Disc(self.mark.x, self.mark.y, self.blast.diameter)


def bombs_of_aircraft(dropped: Iterable[tuple[str, Blast]], called: Callable[[str], str]) -> str:
    """Bombs with who dropped them, in words, as dice are asked for them: ``light bomb of Red 2``."""
    bombs = Counter[tuple[str, str]]()
    for aircraft, blast in dropped:
        bombs[blast.weapon.name.lower(), aircraft] += blast.count
    return in_a_row([
        f"{f'{count} {name}s' if count > 1 else name} of {called(aircraft)}" for (name, aircraft), count in bombs.items()
    ])  # fmt: skip


# -- what is allowed ------------------------------------------------------------------------------------------------------


def together(drops: Sequence[Drop]) -> tuple[Drop, ...]:
    """Drops in the order of the path; those at one point are one drop. AIR-BOMB-6."""
    joined: list[Drop] = []
    for drop in sorted(drops, key=lambda one: one.at):
        if joined and within(drop.at, joined[-1].at):
            one = joined[-1]
            joined[-1] = Drop(at=one.at, light=one.light + drop.light, medium=one.medium + drop.medium)
        else:
            joined.append(drop)
    return tuple(joined)


def drop_objections(move: Move, drops: Sequence[Drop], aboard: Load) -> Iterator[Objection]:
    """Why bombs may not be dropped so on a move: points must be on its path, bombs aboard. AIR-BOMB-2, AIR-BOMB-5."""
    for drop in drops:
        place = f"a drop after {inches(drop.at)} is"
        if not within(drop.at, move.path.spent):
            yield Objection("AIR-BOMB-2", f"{place} beyond the path, which spends {inches(move.path.spent)}")
        elif not within(drop.at, move.flown):
            yield Objection("AIR-BOMB-2", f"{place} off the table, which the path leaves after {inches(move.flown)}")
    for name, number in sorted(_added(pair for drop in drops for pair in drop.bombs)):
        if number > (left := aboard.get(name, 0)):
            yield Objection("AIR-BOMB-5", f"{number} {name}{'' if number == 1 else 's'} dropped, {left} aboard")


# -- templates ------------------------------------------------------------------------------------------------------------


def blasts_of(bombs: tuple[tuple[str, int], ...], rulings: AircraftRulings) -> tuple[Blast, ...]:
    """The templates of bombs dropped together: one, or one a kind (ruling ``mixed_bombs``). AIR-BOMB-4, AIR-BOMB-6."""
    kinds = [(weapons()[name], number) for name, number in _added(bombs) if number]
    if rulings.mixed_bombs == "separate":
        return tuple(_blast(weapon, number) for weapon, number in kinds)
    if not kinds:
        return ()
    largest = max((weapon for weapon, _ in kinds), key=lambda weapon: (weapon.barrage or 0, weapon.power))
    return (_blast(largest, sum(number for _, number in kinds)),)


def impacts_of(aircraft: str, move: Move, drops: Sequence[Drop], rulings: AircraftRulings) -> tuple[Impact, ...]:
    """Every template of a bombing run, in the order of the path. The drops are to be allowed. AIR-BOMB-2, AIR-BOMB-3."""
    return tuple(
        Impact(aircraft, drop.at, quantise(move.path.at_spent(min(drop.at, move.flown))), blast)
        for drop in together(drops)
        for blast in blasts_of(drop.bombs, rulings)
    )


def salvos_of(templates: Sequence[T], rulings: AircraftRulings) -> tuple[tuple[T, ...], ...]:
    """Templates in the order in which they fall, as salvos resolved at once (ruling ``bombs_resolve``). AIR-BOMB-3."""
    if rulings.bombs_resolve == "in-turn":
        return tuple((one,) for one in templates)
    return (tuple(templates),) if templates else ()


@lru_cache(maxsize=256)
def _blast(weapon: Weapon, number: int) -> Blast:
    assert weapon.barrage is not None  # bombs have a rating in their own data
    rating = joint_rating(weapon.barrage, number)
    return Blast(Weapon(**{**dict(weapon), "barrage": rating}), number)


def _added(bombs: Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    """Loads added up, in the order in which names come first."""
    sums = Counter[str]()
    for name, number in bombs:
        sums[name] += number
    return tuple(sums.items())
