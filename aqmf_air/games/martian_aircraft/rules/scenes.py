"""Scenes as documents: a move to check, a reach to find, a bombing run to resolve.

Lengths are inches, angles degrees clockwise from +y. A document that makes no sense is refused when it is read; whether
what it describes is allowed is for the rules to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, StrictInt, model_validator

from aqmf_air.core.data.model import Frozen
from aqmf_air.games.martian_aircraft.rules.bombing import NAMES, Drop
from aqmf_air.games.martian_front.profiles import Side, covers
from aqmf_air.games.martian_front.rules.measuring import terrain_kinds, under_foot
from aqmf_air.games.martian_front.table import Tabletop, Terrain, area_of
from aqmf_air.geometry.plane.arc import Arc
from aqmf_air.geometry.plane.pose import Pose
from aqmf_air.geometry.plane.rectangle import Rectangle
from aqmf_air.geometry.plane.template import Base
from aqmf_air.geometry.plane.track import Side as TurnSide
from aqmf_air.geometry.plane.track import Straight, Track, Turn

FARTHEST = 10_000
"""Inches from the origin that any coordinate may be."""
MOST_PIECES = 1_000
"""Pieces that one path may have: far more than any hand lays."""
MOST_ELEMENTS = 2_000
"""Elements that one scene may have."""

Coordinate = Annotated[float, Field(strict=True, ge=-FARTHEST, le=FARTHEST)]
Length = Annotated[float, Field(strict=True, ge=0, le=FARTHEST)]
Size = Annotated[float, Field(strict=True, gt=0, le=48)]
Speed = Annotated[float, Field(strict=True, gt=0, le=240)]
Count = Annotated[StrictInt, Field(ge=0, le=99)]


def _printable(name: str) -> str:
    if not name.isprintable():
        raise ValueError("expected one line of printable characters")
    return name


Id = Annotated[str, Field(strict=True, min_length=1, max_length=60), AfterValidator(_printable)]
BombKind = Literal["light", "medium"]


class AircraftPlace(Frozen):
    """Where an aircraft is, and how it faces."""

    x: Coordinate
    y: Coordinate
    facing: Coordinate = 0

    @property
    def pose(self) -> Pose:
        """The same for the geometry."""
        return Pose(self.x, self.y, self.facing)


class PathPiece(Frozen):
    """A straight of so many inches, or a turn of so many degrees to one side."""

    straight: Length | None = None
    turn: Annotated[float, Field(strict=True, gt=0, le=360)] | None = None
    side: TurnSide | None = None

    @model_validator(mode="after")
    def _one_of_two(self) -> PathPiece:
        if (self.straight is None) == (self.turn is None):
            raise ValueError("expected either 'straight' or 'turn'")
        if (self.turn is None) != (self.side is None):
            raise ValueError("'turn' and 'side' go together")
        return self

    @property
    def piece(self) -> Straight | Turn:
        """The same for the geometry."""
        if self.turn is not None and self.side is not None:
            return Turn(self.turn, self.side)
        return Straight(self.straight or 0.0)


FlightPath = Annotated[tuple[PathPiece, ...], Field(max_length=MOST_PIECES)]


class Gun(Frozen):
    """A gun as pictures show it: its arcs, and its range in inches."""

    arcs: tuple[Arc, ...] = Field(min_length=1)
    range: Annotated[float, Field(strict=True, gt=0, le=240)]


class Scene(Frozen):
    """What every scene may have: a table, terrain on it, and rulings."""

    table: Tabletop | None = None
    terrain: tuple[Terrain, ...] = Field(default=(), max_length=200)
    rulings: Mapping[str, Any] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _known_terrain(self) -> Scene:
        for piece in self.terrain:
            if piece.kind not in terrain_kinds():
                raise ValueError(f"terrain {piece.name!r}: expected one of {', '.join(terrain_kinds())}, got {piece.kind!r}")
            area_of(piece.corners)
        return self

    @cached_property
    def rectangle(self) -> Rectangle | None:
        """The table for the geometry; ``None``: it has no edge."""
        return Rectangle.sized(self.table.width, self.table.depth) if self.table else None

    def check_on_table(self, what: str, x: float, y: float) -> None:
        """Refuse a base whose centre is off the table.

        Raises ValueError: it is.
        """
        if self.table and self.rectangle and not self.rectangle.holds(x, y):
            raise ValueError(f'{what}: ({x:g}, {y:g}) is off the table ({self.table.width:g}" by {self.table.depth:g}")')


class LoneFlight(Scene):
    """One aircraft on the table."""

    speed: Speed
    base_diameter: Size
    start: AircraftPlace
    guns: tuple[Gun, ...] = Field(default=(), max_length=20)

    @model_validator(mode="after")
    def _on_the_table(self) -> LoneFlight:
        self.check_on_table("start", self.start.x, self.start.y)
        return self


class MoveScene(LoneFlight):
    """A move to check."""

    path: FlightPath

    @property
    def track(self) -> Track:
        """The path for the geometry."""
        return track_of(self.path)


class ReachScene(LoneFlight):
    """An aircraft whose reach is asked for."""

    max_turns: Annotated[StrictInt, Field(ge=0, le=3)] = 2


class DropDocument(Frozen):
    """As documents have it: bombs that fall when ``at`` inches of movement are spent."""

    at: Length
    bombs: Mapping[BombKind, Count]

    @model_validator(mode="after")
    def _some(self) -> DropDocument:
        if not any(self.bombs.values()):
            raise ValueError("'bombs': expected at least one bomb")
        return self

    @property
    def drop(self) -> Drop:
        """The same for the rules."""
        return Drop(at=self.at, light=self.bombs.get("light", 0), medium=self.bombs.get("medium", 0))


class Bomber(Frozen):
    """An aircraft on a bombing run: what it flies, carries and drops."""

    id: Id
    speed: Speed
    base_diameter: Size
    start: AircraftPlace
    path: FlightPath
    bombs: Mapping[BombKind, Count] = Field(default_factory=dict)
    drops: tuple[DropDocument, ...] = Field(default=(), max_length=100)

    @property
    def track(self) -> Track:
        """The path for the geometry."""
        return track_of(self.path)

    @property
    def aboard(self) -> dict[str, int]:
        """Bombs by their own names."""
        return {NAMES[kind]: number for kind, number in self.bombs.items()}


class TemplateTarget(Frozen):
    """An element that may be under a template."""

    id: Id
    side: Side
    x: Coordinate
    y: Coordinate
    base_diameter: Size
    defense: Annotated[StrictInt, Field(ge=1, le=99)]
    armor: Annotated[StrictInt, Field(ge=1, le=99)]
    cover: str | None = None
    """If not given, the cover of the terrain under the centre of its base."""
    kind: str = ""
    """The kind of unit: one that is ``aircraft`` is never under a template."""

    @model_validator(mode="after")
    def _known_cover(self) -> TemplateTarget:
        if self.cover is not None and self.cover not in covers():
            raise ValueError(f"'cover': expected one of {', '.join(covers())}, got {self.cover!r}")
        return self

    @cached_property
    def base(self) -> Base:
        """Its base for the geometry."""
        return Base(self.x, self.y, self.base_diameter)

    def cover_on(self, terrain: Sequence[Terrain]) -> str:
        """Its cover: its own, or the best of the terrain that it stands in. HOST-COVER-1."""
        if self.cover is not None:
            return self.cover
        offered = [covers()[kind.cover] for kind in under_foot(terrain, self.x, self.y)]
        return max(offered, key=lambda one: (one.defense, one.armor), default=covers()["none"]).name


class BombingScene(Scene):
    """A bombing run to resolve: aircraft with their paths and drops, and everything on the ground, of both sides."""

    aircraft: tuple[Bomber, ...] = Field(min_length=1, max_length=100)
    elements: tuple[TemplateTarget, ...] = Field(max_length=MOST_ELEMENTS)

    @model_validator(mode="after")
    def _sound(self) -> BombingScene:
        _refuse_doubles("aircraft", [one.id for one in self.aircraft])
        _refuse_doubles("elements", [one.id for one in self.elements])
        if self.table:
            for one in self.aircraft:
                self.check_on_table(f"aircraft {one.id!r}", one.start.x, one.start.y)
            for element in self.elements:
                self.check_on_table(f"element {element.id!r}", element.x, element.y)
        return self


def track_of(path: Iterable[PathPiece]) -> Track:
    """The pieces of a path for the geometry."""
    return tuple(one.piece for one in path)


def _refuse_doubles(what: str, ids: Sequence[str]) -> None:
    if len(set(ids)) < len(ids):
        twice = next(one for at, one in enumerate(ids) if one in ids[:at])
        raise ValueError(f"'{what}': the id {twice!r} stands there twice")
