"""Scenes to plan as documents, what a player wishes of a plan, and the form in which plans are written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import ROUND_CEILING, Decimal
from typing import Annotated, Any

from pydantic import Field, StrictInt, model_validator

from aqmf_air.api import AqmfError, Frozen, replace
from aqmf_air.api.geometry import Arc, FlownTrack, Straight
from aqmf_air.games.martian_aircraft.chapters.scenes import (
    FARTHEST,
    AircraftPlace,
    Bomber,
    BombingScene,
    BombKind,
    DropDocument,
    Id,
    PathPiece,
    Scene,
    Size,
    TemplateTarget,
)
from aqmf_air.games.martian_aircraft.state import GUN, weapons

MOST_AIRCRAFT = 6  # aircraft that one plan may have: two units of three
MOST_TARGETS = 500  # elements that one plan may have: more than two armies
FASTEST = 100  # inches of Speed that the planner takes
MOST_BOMBS = 12  # bombs of a kind that an aircraft may carry in a plan
OWN_SIDE = "human"
"""The side that flies."""

Bombs = Annotated[StrictInt, Field(ge=0, le=MOST_BOMBS)]
Turns = Annotated[StrictInt, Field(ge=0, le=3)]
Worth = Annotated[float, Field(strict=True, ge=-FARTHEST, le=FARTHEST)]
Speed = Annotated[float, Field(strict=True, gt=0, le=FASTEST)]


class PlanGun(Frozen):
    """A gun that counts for where a move ends; what is not given is that of an aircraft's heavy machine gun."""

    arcs: tuple[Arc, ...] = Field(default=("forward",), min_length=1)
    range: Annotated[float, Field(strict=True, gt=0, le=240)] | None = None
    shots: Annotated[StrictInt, Field(ge=1, le=20)] | None = None
    power: Annotated[StrictInt, Field(ge=-10, le=20)] | None = None

    @property
    def reach(self) -> float:
        """Its range in inches."""
        return float(weapons()[GUN].range or 0) if self.range is None else self.range


class Sortie(Frozen):
    """An aircraft whose run is to be planned: where it is, what it flies and carries, and how often it may turn."""

    id: Id
    speed: Speed
    base_diameter: Size
    start: AircraftPlace
    bombs: Mapping[BombKind, Bombs] = Field(default_factory=dict)
    max_turns: Turns | None = None
    """If not given, that of the scene."""
    guns: tuple[PlanGun, ...] = Field(default=(PlanGun(),), max_length=20)
    """What counts where guns are a goal: one forward machine gun, if it is not given."""


class PlanScene(Scene):
    """A run to plan: aircraft, and everything on the ground, of both sides."""

    aircraft: tuple[Sortie, ...] = Field(min_length=1, max_length=MOST_AIRCRAFT)
    elements: tuple[TemplateTarget, ...] = Field(max_length=MOST_TARGETS)
    max_turns: Turns = 2
    worth: Mapping[str, Worth] = Field(default_factory=dict)
    """What damage to an element is worth, by its id: 1 for an enemy and -1 for a friend, if it is not given."""

    @model_validator(mode="after")
    def _sound(self) -> PlanScene:
        self.flown({}, {})  # ids that stand there twice, bases off the table
        ids = {element.id for element in self.elements}
        if strangers := [name for name in self.worth if name not in ids]:
            raise ValueError(f"'worth': no element {strangers[0]!r}")
        return self

    def turns_of(self, sortie: Sortie) -> int:
        """How many turns its move may have."""
        return self.max_turns if sortie.max_turns is None else sortie.max_turns

    def worth_of(self, element: TemplateTarget) -> float:
        """What damage to an element is worth."""
        return self.worth.get(element.id, -1.0 if element.side == OWN_SIDE else 1.0)

    def flown(self, paths: Mapping[str, Iterable[PathPiece]], drops: Mapping[str, Iterable[DropDocument]]) -> BombingScene:
        """The bombing scene in which each aircraft flies its path and drops its bombs, by the ids of the aircraft."""
        return BombingScene(
            table=self.table,
            terrain=self.terrain,
            rulings=self.rulings,
            elements=self.elements,
            aircraft=tuple(
                Bomber(
                    **{name: getattr(sortie, name) for name in ("id", "speed", "base_diameter", "start", "bombs")},
                    path=tuple(paths.get(sortie.id, ())),
                    drops=tuple(drops.get(sortie.id, ())),
                )
                for sortie in self.aircraft
            ),
        )

    def only(self, target: str) -> PlanScene:
        """The same scene where nothing but this element is worth anything: a plan's value is then its chance to be damaged.

        Raises ValueError: there is no such element.
        """
        if target not in {element.id for element in self.elements}:
            raise ValueError(f"no element {target!r}")
        return replace(self, worth={element.id: float(element.id == target) for element in self.elements})


class Wishes(Frozen):
    """Goals beside, or in place of, the greatest expected worth."""

    at_least: Annotated[float, Field(gt=0)] | None = None
    """The shortest moves that still do at least this."""
    guns: Annotated[float, Field(ge=0, le=1000)] = 0.0
    """How much the best shot from where a move ends counts beside the bombs: its expected worth times this."""
    step: Annotated[float, Field(ge=0.01, le=6)] | None = None
    """Inches that every straight, and every drop's place on it, is a whole number of."""


# -- written plans --------------------------------------------------------------------------------------------------------

DIGITS = 9  # decimal places of inches and degrees in a plan: far below the tolerance


class NoPlanError(AqmfError):
    """There is nothing to plan, or no legal run that helps: the message says which; ``upper_bound`` holds all the same."""

    def __init__(self, message: str, upper_bound: float = 0.0) -> None:
        super().__init__(message)
        self.upper_bound = upper_bound

    def document(self) -> dict[str, Any]:
        """The answer as JSON."""
        return {"value": 0, "upper_bound": rounded_up(self.upper_bound), "aircraft": [], "reason": str(self)}


def rounded_up(value: float) -> float:
    """A number with few enough places to read, and never below what it was: a bound stays one.

    >>> rounded_up(1 / 3), rounded_up(0.3)
    (0.333333334, 0.3)
    """
    return float(Decimal(repr(value)).quantize(Decimal(1).scaleb(-DIGITS), ROUND_CEILING))


def path_of(track: FlownTrack) -> list[PathPiece]:
    """A track as documents write it."""
    return [
        PathPiece(straight=round(piece.length, DIGITS))
        if isinstance(piece, Straight)
        else PathPiece(turn=round(piece.degrees, DIGITS), side=piece.side)
        for piece in track
    ]
