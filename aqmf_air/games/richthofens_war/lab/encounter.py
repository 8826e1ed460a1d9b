"""Two aircraft of a duel as a game of the rules: the terms, where they stand in each position, who has which guns jammed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import ClassVar, Literal, NamedTuple

from aqmf_air.api import QuestionError, Sourced, load_rows, number, one_of, package_file, text
from aqmf_air.api import replace as with_fields
from aqmf_air.api.geometry import AHEAD, LEFT, RIGHT, Hex, from_map, placed, stepped
from aqmf_air.api.lab import Terms
from aqmf_air.games.richthofens_war.chapters import declaring, fire, guns_and_jams, paths
from aqmf_air.games.richthofens_war.chapters.fire import ReadyShot
from aqmf_air.games.richthofens_war.chapters.guns_and_jams import with_gun
from aqmf_air.games.richthofens_war.chapters.setting_up import opened
from aqmf_air.games.richthofens_war.state import Airman, Declaration, Game, Placed, Setup, SideId
from aqmf_air.games.richthofens_war.tables import PACKAGE, AircraftType, Number, RichthofenRulings, tables, tables_today

# -- terms, and the figures that a meeting without a map needs ---------------------------------------------------------


ANCHOR = "Sopwith Camel"
"""The aircraft that all others are compared with."""
SKILLS = ("regular", "novice", "ace")

Kind = Literal["apart", "head-on", "on the tail", "shot", "across", "astern"]


class Standpoint(Sourced):
    """Where the enemy of who holds a position is: hexes ahead, and to the right along the second hexside."""

    name: Kind
    ahead: int
    aside: int
    facing: int
    """By how many sixths of a circle, to the right, it faces another way."""
    below: int
    """Metres by which who holds the position is lower."""
    turned: int
    """Hexsides to the right that who holds it has turned in his last hex, where his type can: his next turn goes on from
    there (CONT-2)."""
    enemy_turned: int
    """The same of the other."""
    what: str


class Mix(Sourced):
    """Foes, and how many of each."""

    name: str
    foes: dict[str, int]


@dataclass(frozen=True)
class RichthofenTerms(Terms):
    """How two aircraft meet."""

    of_a_duel: ClassVar[tuple[str, ...]] = ("turns", "start", "evades", "home")
    """Fields that are nothing to where aircraft stand, what they can reach and how they shoot."""

    turns: int = number("Turns that it lasts at most.", 1, 40, default=20)
    start: str = one_of(
        "Where it begins; tail: A on B's tail; tailed: the other way round.",
        "apart", "head-on", "tail", "tailed", default="apart",
    )  # fmt: skip
    skill: str = one_of("What A's pilot is.", *SKILLS, default="regular")
    enemy_skill: str = one_of("What B's pilot is.", *SKILLS, default="regular")
    higher: str = one_of("Who is above the other when they are apart.", "nobody", "A", "B", default="nobody")
    evades: int = number(
        "Who moves first picks at random among its safest moves: how many in a hundred these are.", 1, 100, default=50
    )
    range: int = number("Hexes to the enemy for one who is on its tail.", 1, 3, default=1)
    home: int = number("Part of its damage in a hundred from which on an aircraft flies home.", 10, 100, default=66)
    date: str | None = text("Year and month, as 1917-04: who is not in service yet does not fly.")

    def __post_init__(self) -> None:
        if self.date and not re.fullmatch(r"19\d\d-(0[1-9]|1[0-2])", self.date):
            raise QuestionError(f"--date: expected a year and a month, as 1917-04, got {self.date[:20]!r}")


@lru_cache(maxsize=1)
def standpoints() -> dict[str, Standpoint]:
    """The positions of a duel, by name."""
    return {row.name: row for row in load_rows(package_file(PACKAGE, "data/laboratory/positions.toml"), Standpoint)}


@lru_cache(maxsize=1)
def mixes() -> dict[str, dict[str, int]]:
    """The foes that aircraft are compared by."""
    return {row.name: row.foes for row in load_rows(package_file(PACKAGE, "data/laboratory/mixes.toml"), Mix)}


class TurnsWithShot(Sourced):
    """In how many of a hundred turns of a duel with a Camel an aircraft has a shot."""

    name: str
    shots: int
    """In duels that were played out; ``low`` to ``high``: its 95% interval."""
    low: int
    high: int
    here: int
    """In the laboratory."""

    @property
    def agrees(self) -> bool:
        return self.low <= self.here <= self.high


@lru_cache(maxsize=1)
def turns_with_shot() -> dict[str, TurnsWithShot]:
    """How often aircraft have a shot, by type; of few this was measured."""
    return {row.name: row for row in load_rows(package_file(PACKAGE, "data/laboratory/shots.toml"), TurnsWithShot)}


@lru_cache(maxsize=1)
def figures() -> dict[str, int]:
    """Single figures."""
    return {row.name: row.value for row in load_rows(package_file(PACKAGE, "data/laboratory/figures.toml"), Number)}


# -- an encounter ------------------------------------------------------------------------------------------------------


IDS = ("one", "other")
SIDES: tuple[SideId, SideId] = ("german", "allied")
MIDDLE = from_map(20, 16)
"""Where one of them is on the map, far from its edges."""
Jams = tuple[str, ...]
"""Guns that are jammed, by name."""


class DogfightPosition(NamedTuple):
    """Where the two are to each other, and which of them, 0 or 1, has moved last and holds it."""

    kind: Kind
    holder: int = 0


@dataclass(frozen=True, eq=False)
class Encounter:
    """Two types that meet on terms. What is asked of it is answered by the rules, on a game of these two alone."""

    types: tuple[AircraftType, AircraftType]
    rulings: RichthofenRulings
    terms: RichthofenTerms

    @cached_property
    def fresh(self) -> Game:
        """The two before the first turn."""
        placed_, ace = list[Placed](), Fraction(tables(tables_today()).standings.at("ace").victories)
        skills, height = (self.terms.skill, self.terms.enemy_skill), figures()["height"]
        for id_, type_, side, skill in zip(IDS, self.types, SIDES, skills, strict=True):
            pilot = Airman(novice=skill == "novice", victories=ace if skill == "ace" else Fraction(0))
            craft = Placed(
                id=id_, type=type_.name, side=side, column=20, row=16, facing=0, height=height, speed=cruising(type_)
            )
            placed_.append(with_fields(craft, crew=(pilot,)))
        game = opened(
            Setup(date=self.terms.date or "", aircraft=tuple(placed_), tables=tables_today(), rulings=self.rulings)
        )
        return with_fields(game, turn=2)

    @lru_cache(maxsize=32)  # noqa: B019  # as long-lived as the meeting
    def at(self, position: DogfightPosition) -> Game:
        """The game with the two in a position, as its holder has moved there after the other."""
        there = standpoints()[position.kind]
        own, enemy = position.holder, 1 - position.holder
        ahead = self.terms.range if position.kind == "on the tail" else there.ahead
        at = placed(MIDDLE, 0, Hex(ahead, there.aside))
        game = self._moved(self.fresh, enemy, at, there.facing % 6, there.enemy_turned)
        game = self._moved(game, own, MIDDLE, 0, there.turned, below=there.below)
        if position.kind == "apart" and self.terms.higher != "nobody":
            above = "AB".index(self.terms.higher)
            game = game.changed(IDS[above], height=figures()["height"] + figures()["higher"])
        return game

    def _moved(self, game: Game, who: int, at: Hex, facing: int, turned: int, *, below: int = 0) -> Game:
        """The game with an aircraft in a place that it came to straight ahead, and then turned."""
        id_, height = IDS[who], figures()["height"] - below
        sides = min(abs(turned), len(game.performance(game.of(id_)).prices))
        before = (facing - (sides if turned > 0 else -sides)) % 6
        game = game.changed(id_, at=tuple(stepped(at, before, -1)), facing=before, height=height)
        path = AHEAD + (RIGHT if turned > 0 else LEFT) * sides
        aircraft = game.of(id_)
        last = paths.last_move(game, aircraft, aircraft.speed, path, paths.walked_by(game, aircraft, path))
        last = with_fields(last, turned_at_once=1)  # who has a jam keeps his hands free to clear it: JAM-5
        return game.changed(id_, at=tuple(at), facing=facing, moved=True, last=last)

    def with_jams(self, position: DogfightPosition, jams: tuple[Jams, Jams]) -> Game:
        """The same with jammed guns."""
        game = self.at(position)
        for id_, jammed in zip(IDS, jams, strict=True):
            for gun in game.of(id_).guns:
                if gun.name in jammed:
                    game = with_gun(game, id_, with_fields(gun, jammed=True, jammed_in=game.turn - 1))
        return game

    @lru_cache(maxsize=512)  # noqa: B019  # as long-lived as the meeting
    def shots(
        self, position: DogfightPosition, who: int, jams: Jams, *, home: bool = False
    ) -> tuple[tuple[Declaration, ReadyShot], ...]:
        """The shots of an aircraft in a position, as they are declared and fired.

        Args:
            position: where the two are.
            who: fires.
            jams: its guns that are jammed.
            home: whether it flies home: its pilot fires at nobody.
        """
        game = self.with_jams(position, (jams, ()) if who == 0 else ((), jams))
        return tuple(self._shots(game, position, who, home=home))

    def _shots(
        self, game: Game, position: DogfightPosition, who: int, *, home: bool
    ) -> Iterator[tuple[Declaration, ReadyShot]]:
        ways: list[fire.Way] = [] if home else ["moved" if who == position.holder else "passing"]
        if ways and declaring.head_on(game, game.of(IDS[who]), game.of(IDS[1 - who])):
            ways.append("head-on")  # a pilot may answer the fire of an enemy who comes head-on: DECL-7
        tried: list[tuple[guns_and_jams.By, fire.Way, str]] = [("pilot", way, "") for way in ways]
        if game.of(IDS[who]).observer:
            batteries = fire.batteries_of(game, game.of(IDS[who]), "observer")
            tried += [("observer", "observer", str(battery)) for battery in batteries]
        firing = set()
        for by, way, guns in tried:
            aim = declaring.aim(game, IDS[who], by, IDS[1 - who], way, guns)
            if by not in firing and aim.row is not None and not aim.against:
                firing.add(by)
                declared = declaring.declaration(aim, game, way)
                yield declared, fire.ready(game, declared)[0]


@lru_cache(maxsize=16)
def _encounter_of(types: tuple[AircraftType, AircraftType], rulings: RichthofenRulings, terms: RichthofenTerms) -> Encounter:
    return Encounter(types, rulings, terms)


def encounter_of(types: tuple[AircraftType, AircraftType], rulings: RichthofenRulings, terms: RichthofenTerms) -> Encounter:
    """Two types that meet: the same one whatever the terms say ``of_a_duel``, which is nothing to it."""
    usual = RichthofenTerms()
    return _encounter_of(
        types, rulings, replace(terms, **{name: getattr(usual, name) for name in RichthofenTerms.of_a_duel})
    )


def cruising(type_: AircraftType) -> int:
    """The speed that an aircraft comes with to each turn."""
    return max(type_.max_speed - figures()["slower"], type_.min_speed)
