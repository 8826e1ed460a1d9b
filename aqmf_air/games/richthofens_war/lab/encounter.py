"""Two aircraft of a duel as a game of the rules: where they stand in each position, who has which guns jammed, who fires."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import NamedTuple

from aqmf_air.core.data.model import replace as with_fields
from aqmf_air.games.richthofens_war import shooting, targets
from aqmf_air.games.richthofens_war.events.fire import with_gun
from aqmf_air.games.richthofens_war.lab.terms import Kind, RichthofenTerms, figures, standpoints
from aqmf_air.games.richthofens_war.opening import opened
from aqmf_air.games.richthofens_war.pieces import Airman, Declaration, LastMove, SideId
from aqmf_air.games.richthofens_war.rulings import RichthofenRulings
from aqmf_air.games.richthofens_war.setup import Placed, Setup
from aqmf_air.games.richthofens_war.shooting import ReadyShot
from aqmf_air.games.richthofens_war.state import Game
from aqmf_air.games.richthofens_war.tables import AircraftType, tables, tables_today
from aqmf_air.geometry.hexes.grid import Hex, from_map, placed, stepped

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
        found = []
        for type_, side, skill in zip(self.types, SIDES, (self.terms.skill, self.terms.enemy_skill), strict=True):
            found.append(
                Placed(
                    type=type_.name,
                    side=side,
                    column=20,
                    row=16,
                    facing=0,
                    height=figures()["height"],
                    speed=cruising(type_),
                    crew=(self._pilot(skill),),
                )
            )
        placed_ = tuple(with_fields(one, id=id_) for one, id_ in zip(found, IDS, strict=True))
        game = opened(Setup(date=self.terms.date or "", aircraft=placed_, tables=tables_today(), rulings=self.rulings))
        return with_fields(game, turn=2)

    def _pilot(self, skill: str) -> Airman:
        ace = tables(tables_today()).standings.at("ace").victories
        return Airman(novice=skill == "novice", victories=Fraction(ace if skill == "ace" else 0))

    @lru_cache(maxsize=32)  # noqa: B019  # as long-lived as the meeting
    def at(self, position: DogfightPosition) -> Game:
        """The game with the two in a position, as its holder has moved there after the other."""
        there = standpoints()[position.kind]
        own, enemy = position.holder, 1 - position.holder
        ahead = self.terms.range if position.kind == "on the tail" else there.ahead
        at = placed(MIDDLE, 0, Hex(ahead, there.aside))
        game = self._moved(self.fresh, enemy, at, there.facing % 6)
        game = self._moved(game, own, MIDDLE, 0, below=there.below)
        if position.kind == "apart" and self.terms.higher != "nobody":
            above = "AB".index(self.terms.higher)
            game = game.changed(IDS[above], height=figures()["height"] + figures()["higher"])
        return game

    def _moved(self, game: Game, who: int, at: Hex, facing: int, *, below: int = 0) -> Game:
        """The game with an aircraft in a place that it came to straight ahead."""
        before = stepped(at, facing, -1)
        height = figures()["height"] - below
        last = LastMove(speed=cruising(self.types[who]), turned_at_once=1, before=(*before, facing, height))
        return game.changed(IDS[who], at=tuple(at), facing=facing, height=height, moved=True, last=last)

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
        ways: list[targets.Way] = [] if home else ["moved" if who == position.holder else "passing"]
        if ways and self._meets(game, who):
            ways.append("head-on")
        tried: list[tuple[targets.By, targets.Way, str]] = [("pilot", way, "") for way in ways]
        if game.of(IDS[who]).observer:
            batteries = targets.batteries_of(game, game.of(IDS[who]), "observer")
            tried += [("observer", "observer", str(battery)) for battery in batteries]
        firing = set()
        for by, way, guns in tried:
            aim = targets.aim(game, IDS[who], by, IDS[1 - who], way, guns)
            if by not in firing and aim.row is not None and not aim.against:
                firing.add(by)
                declared = targets.declaration(aim, game, way)
                yield declared, shooting.ready(game, declared)[0]

    def _meets(self, game: Game, who: int) -> bool:
        """Whether the enemy comes head-on, so that a pilot may answer its fire. DECL-7."""
        return targets.head_on(game, game.of(IDS[who]), game.of(IDS[1 - who]))


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
    """The speed that an aircraft comes with to each turn: the middle one."""
    return (type_.min_speed + type_.max_speed + 1) // 2
