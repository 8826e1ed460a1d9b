"""Scenes as documents: a move to check, a reach to find, a bombing run to resolve."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, StrictInt, model_validator

from aqmf_air.api import Frozen, Objection, Odds, WorkLimitError, chance_document, chances, distribution
from aqmf_air.api.geometry import Arc, Base, FlownTrack, Pose, Rectangle, Straight, Turn, TurnSide
from aqmf_air.games.martian_aircraft.chapters import bombing
from aqmf_air.games.martian_aircraft.chapters.movement import Move, judge_move
from aqmf_air.games.martian_aircraft.state import KIND
from aqmf_air.games.martian_aircraft.tables import AircraftRulings
from aqmf_air.games.martian_front import api as front

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

    table: front.Tabletop | None = None
    terrain: tuple[front.Terrain, ...] = Field(default=(), max_length=200)
    rulings: Mapping[str, Any] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _known_terrain(self) -> Scene:
        for piece in self.terrain:
            if piece.kind not in front.terrain_kinds():
                raise ValueError(
                    f"terrain {piece.name!r}: expected one of {', '.join(front.terrain_kinds())}, got {piece.kind!r}"
                )
            front.area_of(piece.corners)
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
    def track(self) -> FlownTrack:
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
    def drop(self) -> bombing.Drop:
        """The same for the rules."""
        return bombing.Drop(at=self.at, light=self.bombs.get("light", 0), medium=self.bombs.get("medium", 0))


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
    def track(self) -> FlownTrack:
        """The path for the geometry."""
        return track_of(self.path)

    @property
    def aboard(self) -> dict[str, int]:
        """Bombs by their own names."""
        return {bombing.NAMES[kind]: number for kind, number in self.bombs.items()}


class TemplateTarget(Frozen):
    """An element that may be under a template."""

    id: Id
    side: front.Side
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
        if self.cover is not None and self.cover not in front.covers():
            raise ValueError(f"'cover': expected one of {', '.join(front.covers())}, got {self.cover!r}")
        return self

    @cached_property
    def base(self) -> Base:
        """Its base for the geometry."""
        return Base(self.x, self.y, self.base_diameter)

    def cover_on(self, terrain: Sequence[front.Terrain]) -> str:
        """Its cover: its own, or the best of the terrain that it stands in. HOST-COVER-1."""
        if self.cover is not None:
            return self.cover
        offered = [front.covers()[kind.cover] for kind in front.under_foot(terrain, self.x, self.y)]
        return max(offered, key=lambda cover: (cover.defense, cover.armor), default=front.covers()["none"]).name


class BombingScene(Scene):
    """A bombing run to resolve: aircraft with their paths and drops, and everything on the ground, of both sides."""

    aircraft: tuple[Bomber, ...] = Field(min_length=1, max_length=100)
    elements: tuple[TemplateTarget, ...] = Field(max_length=MOST_ELEMENTS)

    @model_validator(mode="after")
    def _sound(self) -> BombingScene:
        _refuse_doubles("aircraft", [aircraft.id for aircraft in self.aircraft])
        _refuse_doubles("elements", [target.id for target in self.elements])
        if self.table:
            for bomber in self.aircraft:
                self.check_on_table(f"aircraft {bomber.id!r}", bomber.start.x, bomber.start.y)
            for element in self.elements:
                self.check_on_table(f"element {element.id!r}", element.x, element.y)
        return self


def track_of(path: Iterable[PathPiece]) -> FlownTrack:
    """The pieces of a path for the geometry."""
    return tuple(piece.piece for piece in path)


def _refuse_doubles(what: str, ids: Sequence[str]) -> None:
    if len(set(ids)) < len(ids):
        twice = next(name for at, name in enumerate(ids) if name in ids[:at])
        raise ValueError(f"'{what}': the id {twice!r} stands there twice")


# -- a bombing run as a whole: several aircraft, all their templates, and the odds -------------------------------------


MOST_LOOKS = 500_000
"""Times that one element is looked at under one template."""
MOST_STRUCK = 400
"""Elements under templates whose odds are worked out together: more than two armies have."""
MOST_MEETINGS = 1_500_000
"""Attacks on them, times their number: as much takes some seconds."""


@dataclass(frozen=True)
class Problem:
    """What is wrong with the run of one aircraft."""

    aircraft: str
    objection: Objection


@dataclass(frozen=True)
class BombRun:
    """A bombing run under ``rulings``, with the modifiers of everything plugged in. Nothing falls unless it is legal."""

    scene: BombingScene
    rulings: AircraftRulings
    more: front.Modifiers = front.no_modifiers

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The move of each aircraft, judged."""
        table = self.scene.rectangle
        return tuple(
            judge_move(aircraft.start.pose, aircraft.track, aircraft.speed, aircraft.base_diameter, self.rulings, table)
            for aircraft in self.scene.aircraft
        )

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """All that is wrong, aircraft by aircraft."""
        problems = []
        for bomber, move in zip(self.scene.aircraft, self.moves, strict=True):
            drops = bombing.together([dropped.drop for dropped in bomber.drops])
            objections = (*move.problems, *bombing.drop_objections(move, drops, bomber.aboard))
            problems += [Problem(bomber.id, objection) for objection in objections]
        return tuple(problems)

    @property
    def legal(self) -> bool:
        """Whether all of it is allowed."""
        return not self.problems

    @cached_property
    def impacts(self) -> tuple[bombing.Impact, ...]:
        """Every template on its mark, aircraft by aircraft, in the order of each path.

        Raises WorkLimitError: with so many elements there are far more than are looked at.
        """
        if not self.legal:
            return ()
        falling, ground = sum(len(aircraft.drops) for aircraft in self.scene.aircraft), len(self.scene.elements)
        _at_most(falling * ground, MOST_LOOKS, f"{falling:,} drops and {ground:,} elements")
        flights = zip(self.scene.aircraft, self.moves, strict=True)
        return tuple(
            impact
            for bomber, move in flights
            for impact in bombing.impacts_of(bomber.id, move, [dropped.drop for dropped in bomber.drops], self.rulings)
        )

    def under(self, impact: bombing.Impact) -> tuple[TemplateTarget, ...]:
        """The elements under one template (ruling ``under_template``): never what flies. AIR-BOMB-3, AIR-BOMB-7."""
        return front.covered(impact.template, self._on_the_ground, self.rulings.under_template)

    @cached_property
    def _on_the_ground(self) -> tuple[tuple[TemplateTarget, Base], ...]:
        """What bombs reach, each element with its base."""
        return tuple((element, element.base) for element in self.scene.elements if bombing.reached_by_bombs(element.kind))

    @cached_property
    def attacks(self) -> dict[str, tuple[front.Struck, ...]]:
        """The attacks on each element that is under a template, by its id. AIR-BOMB-3.

        Raises WorkLimitError: there are far more than are worked out.
        """
        under = [self.under(impact) for impact in self.impacts]
        reached = len({element.id for some in under for element in some})
        _at_most(reached, MOST_STRUCK, f"{reached:,} elements under templates")
        falling = sum(map(len, under))
        _at_most(falling * reached, MOST_MEETINGS, f"{falling:,} attacks by bombs on {reached:,} elements")

        attacks: dict[str, tuple[front.Struck, ...]] = {element.id: () for element in self.scene.elements}
        for impact, some in zip(self.impacts, under, strict=True):
            for target in some:
                numbers = numbers_against(impact.blast.weapon, target, target.cover_on(self.scene.terrain), self.more)
                attacks[target.id] += (numbers,)
        return {name: on_it for name, on_it in attacks.items() if on_it}

    @cached_property
    def damaged(self) -> Odds[int]:
        """The exact odds of how many elements take at least one damaging hit."""
        return chances(front.number_struck, tuple(self.attacks.values()))

    @cached_property
    def chance_of(self) -> dict[str, Odds[int]]:
        """For every element the odds that it takes at least one damaging hit (1) or none (0)."""
        unharmed = dict.fromkeys((element.id for element in self.scene.elements), chances(front.struck, ()))
        return unharmed | {name: chances(front.struck, on_it) for name, on_it in self.attacks.items()}

    def document(self) -> dict[str, Any]:
        """The run as JSON."""
        return {
            "legal": self.legal,
            "problems": [
                {"aircraft": problem.aircraft, "rule": problem.objection.rule, "message": problem.objection.reason}
                for problem in self.problems
            ],
            "drops": [
                {
                    "aircraft": impact.aircraft,
                    "at": impact.spent,
                    "centre": {"x": impact.mark.x, "y": impact.mark.y},
                    "diameter": impact.blast.diameter,
                    "bombs": impact.blast.count,
                    "power": impact.blast.weapon.power,
                    "under": [target.id for target in self.under(impact)],
                }
                for impact in self.impacts
            ],
            "damaged": distribution(self.damaged),
            "by_element": {name: chance_document(odds.of(1)) for name, odds in self.chance_of.items()},
        }


def _at_most(cost: int, limit: int, what: str) -> None:
    if cost > limit:
        message = f"{what} are too many for exact odds: drop fewer bombs, or leave out elements that are far from them"
        raise WorkLimitError(message, cost=cost, limit=limit)


def numbers_against(
    weapon: front.Weapon, target: TemplateTarget, cover: str, more: front.Modifiers = front.no_modifiers
) -> front.Struck:
    """What an aircraft's weapon needs to hit and to damage an element in ``cover``, with everybody's modifiers."""
    attack = front.Attack(
        weapon=weapon.name,
        weapon_kind=weapon.kind,
        weapon_traits=weapon.traits,
        power=weapon.power,
        attacker_kind=KIND,
        target=target.id,
        target_kind=target.kind,
        defense=target.defense,
        armor=target.armor,
        cover=cover,
    )
    return front.numbers_of(attack, front.covers()[cover], more)
