"""Parachutes: who has one, whether he gets out, and where the wind sets him down. PARA."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from aqmf_air.api import AtLeast, AtMost, Dice, Event, check, labelled, replace
from aqmf_air.api.geometry import Hex
from aqmf_air.games.richthofens_war.chapters.map_and_wind import TOWARDS_ALLIES, behind_lines, ground_of, prevailing_wind
from aqmf_air.games.richthofens_war.state import Aircraft, Airman, Events, Game, SideId
from aqmf_air.games.richthofens_war.tables import D6, RichthofenRulings, Tables

Health = Literal["fit", "wounded", "dead"]
Fate = Literal["free", "captured", "dead"]


def parachutes_issued(nation: str, date: str, tables: Tables) -> bool:
    """Whether a man has one. PARA-1."""
    return nation == "Germany" and bool(date) and date >= tables.month("parachutes")


def bail_out(dice: Dice, tables: Tables, *, wounded: bool = False, height: int = 1000, by: str = "") -> bool:
    """Whether a man with a parachute comes down alive. PARA-2 to PARA-5."""
    if height <= tables.number("crews", "too-low"):
        return False
    need = tables.number("crews", "gets-out-from") + wounded * tables.number("crews", "badly-wounded")
    if not dice.draw(check("gets out", D6, AtLeast(need), by=by, about=f"{need} or more")):
        return False
    fails = tables.number("crews", "parachute-fails-from")
    return not dice.draw(check("parachute fails", D6, AtLeast(fails), by=by, about=f"{fails} or more"))


def carried_over(dice: Dice, height: int, tables: Tables, by: str = "") -> bool:
    """Whether the wind carries a man to the enemy. PARA-6, PARA-7."""
    high = height >= tables.number("crews", "carried-high")
    need = tables.number("crews", "carried-over-to") + high * tables.number("crews", "carried-high-change")
    return dice.draw(check("carried over the lines", D6, AtMost(need), by=by, about=f"{need} or less"))


@dataclass(frozen=True)
class Falling:
    """A man aboard an aircraft that is destroyed, and where that is."""

    nation: str
    date: str
    side: SideId
    at: Hex
    height: int
    health: Health = "fit"
    hit: bool = False
    """Whether he was hit at all."""
    wind: int | None = None


def has_parachute(falling: Falling, tables: Tables, rulings: RichthofenRulings) -> bool:
    """Whether a man can try to get out. PARA-1, PARA-2."""
    alive = falling.health != "dead" or rulings.parachute_dead == "yes"
    return alive and parachutes_issued(falling.nation, falling.date, tables)


def fate_of(dice: Dice, falling: Falling, tables: Tables, rulings: RichthofenRulings, by: str = "") -> Fate:
    """What becomes of a man aboard a destroyed aircraft. PARA-1 to PARA-7."""
    if not has_parachute(falling, tables, rulings):
        return "dead"
    badly = falling.health == "wounded" or (falling.hit and rulings.badly_wounded == "any-hit")
    if not bail_out(dice, tables, wounded=badly, height=falling.height, by=by):
        return "dead"
    return "captured" if _captured(dice, falling, tables, rulings, by) else "free"


def _captured(dice: Dice, falling: Falling, tables: Tables, rulings: RichthofenRulings, by: str) -> bool:
    """Whether a man under his parachute comes down among the enemy. PARA-6, PARA-7."""
    ground = ground_of(falling.at, tables)
    if ground not in ("", falling.side):
        if rulings.capture_elsewhere == "captured":
            return True
        need = tables.number("crews", "captured-behind-to")
        return dice.draw(check("captured", D6, AtMost(need), by=by, about=f"{need} or less, behind the enemy's lines"))
    if ground and behind_lines(falling.at, falling.side, tables) > tables.number("crews", "carried-hexes"):
        return False
    wind = falling.wind
    if wind is None:
        if rulings.capture_wind == "no-roll":
            return False
        wind = prevailing_wind(dice)
    over = wind in TOWARDS_ALLIES if falling.side == "german" else wind not in TOWARDS_ALLIES
    return over and carried_over(dice, falling.height, tables, by=by)


def falling_man(game: Game, aircraft: Aircraft, man: Airman) -> Falling:
    """What counts of a man aboard, where his aircraft is."""
    nation = game.type_of(aircraft).nation
    return Falling(nation, game.setup.date, aircraft.side, aircraft.hex, aircraft.height, man.health, not man.fit, game.wind)


def fates(game: Game, id_: str, dice: Dice) -> Events:
    """What becomes of the crew of an aircraft that is destroyed; without parachutes it is lost. PARA-1 to PARA-7."""
    aircraft = game.of(id_)
    events: list[Event[Game]] = []
    for place, man in enumerate(aircraft.crew):
        falling = falling_man(game, aircraft, man)
        if has_parachute(falling, game.tables, game.rulings):
            who = man.name or f"{'the pilot' if not place else 'the observer'} of {game.called(id_)}"
            named = labelled(dice, who, relation="for")
            fate = fate_of(named, falling, game.tables, game.rulings, aircraft.side)
            events.append(CrewFate(aircraft=id_, man=place, fate=fate))
    return tuple(events)


class CrewJumps(Event[Game], type="richthofen.crew_jumps"):
    """Men with parachutes are aboard an aircraft that is destroyed: they are rolled for next. PARA-1."""

    wording: ClassVar[str] = "the crew of {aircraft} tries to jump"
    aircraft: str

    def apply(self, game: Game) -> Game:
        return replace(game, falling=(*game.falling, self.aircraft))


class CrewFate(Event[Game], type="richthofen.crew_fate"):
    """What becomes of a man whose aircraft is destroyed. PARA-2 to PARA-7."""

    aircraft: str
    man: int
    """His place in the crew; 0: the pilot."""
    fate: Literal["free", "captured", "dead"]

    def apply(self, game: Game) -> Game:
        crew = list(game.of(self.aircraft).crew)
        dead = self.fate == "dead"
        crew[self.man] = replace(crew[self.man], health="dead") if dead else replace(crew[self.man], fate=self.fate)
        game = replace(game, falling=tuple(id_ for id_ in game.falling if id_ != self.aircraft))
        return game.changed(self.aircraft, crew=tuple(crew))

    def tell(self, game: Game) -> str:
        man: Airman = game.of(self.aircraft).crew[self.man]
        who = man.name or ("the pilot" if not self.man else "the observer")
        ends = {"free": "comes down by parachute", "captured": "comes down by parachute, and is captured", "dead": "is lost"}
        return f"{who} of {game.called(self.aircraft)} {ends[self.fate]}"
