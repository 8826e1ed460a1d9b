"""Part 2 of the rules: what a cockpit panel says of an aircraft, and what the gunnery template says of a distance."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import sqrt
from typing import Literal, NamedTuple

from aqmf_air import api
from aqmf_air.games.clouds_of_glory.tables import LETTERS, PanelRow, SpeedBand, Tables


class PanelRulings(api.Rulings):
    """What the source leaves open of panels and templates."""

    template_letters: Literal["A-P", "A-O"] = api.ruling(
        "ICOG-2.1.1-i",
        "Which turn templates are there?",
        "Sixteen, from A to P.",
        "Fifteen, from A to O.",
        standing="stated",
    )
    at_manoeuvring_speed: Literal["flying", "strength"] = api.ruling(
        "ICOG-2.1.1-j",
        "What does a tighter turn test at the maximum manoeuvring speed itself?",
        "The pilot: a Flying test.",
        "The aircraft: a strength test.",
        standing="stated",
    )
    tighter_count: Literal["ring", "letters"] = api.ruling(
        "ICOG-5.5.6.1",
        "What is counted for a tighter turn?",
        "The turn markers, back along the ring of the panel.",
        "The letters of the alphabet.",
        standing="stated",
    )
    tighter_floor: Literal["only-tighter", "as-counted"] = api.ruling(
        "ICOG-5.5.6.1",
        "The count may come to a letter no tighter than the safe one: is it open?",
        "No: only a tighter one is worth a test.",
        "Yes, as it is counted.",
    )
    energy_scale: Literal["examples", "physical"] = api.ruling(
        "ICOG-2.1.1-g",
        "How far apart are the marks of the energy disc?",
        "As the examples of the source have them.",
        "A loss takes the same off the square of every speed.",
    )
    speed_cap: Literal["300", "none"] = api.ruling(
        "ICOG-2.1.1-l", "May the needle pass the end of the dial?", "No: it stops at 300 km/h.", "Yes."
    )
    drag_beyond_m: Literal["last-figure", "none"] = api.ruling(
        "ICOG-5.7.8.1", "What is the wind drag above M?", "The last figure of the panel.", "None."
    )
    gunnery_bands: Literal["eight", "seven"] = api.ruling(
        "ICOG-2.3-d",
        "How long are the bands of the gunnery template?",
        "As our table has them: 8 move units are -1.",
        "Shorter: 7 move units are -4.",
    )


class AfterMove(NamedTuple):
    """Where the needle stands after a move."""

    speed: int
    below: int
    """Energy units lost beyond the last that would have left it at S: it falls as many move units. ICOG-5.5.11-a."""


class TighterTurn(NamedTuple):
    """A turn tighter than the safe one."""

    tighter: int
    letter: str
    modifier: int
    energy: int


@dataclass(frozen=True, eq=False)
class Cockpit:
    """A panel as it stands, with bombs or without, by the rulings; :func:`cockpit` gives the same one for the same facts."""

    panel: PanelRow
    tables: Tables
    rulings: PanelRulings
    bombs: bool = False

    @cached_property
    def stall(self) -> int:
        """The stall speed S; the red one with bombs aboard. ICOG-2.1.1-d."""
        return (self.bombs and self.panel.stall_with_bombs) or self.panel.stall

    @cached_property
    def top(self) -> int:
        """Top; the red one with bombs aboard. ICOG-2.1.1-d, ICOG-2.1.1-e."""
        return (self.bombs and self.panel.top_with_bombs) or self.panel.top

    @cached_property
    def under_stall(self) -> int:
        """The step just under S. ICOG-2.1.1-c."""
        return max(step for step in self.panel.steps if step < self.stall)

    def step_at(self, speed: float) -> int:
        """The step at a speed or the next one above: those of the panel up to Top, then every 5 km/h. ICOG-5.7.1.2."""
        if speed <= self.top:
            return next(step for step in self.panel.steps if step >= speed)
        step = int(self.tables.measure("step-above-top"))
        above = int(-(-speed // step)) * step
        return min(above, int(self.tables.measure("dial-end"))) if self.rulings.speed_cap == "300" else above

    def steps_above_stall(self, speed: int) -> int:
        """How many steps a speed is above S. ICOG-5.5.17-a."""
        step, count = self.stall, 0
        while step < speed:
            step, count = self.step_at(step + 1), count + 1
        return count

    def raw(self, speed: int, energy: int) -> float:
        """Where the needle points before it goes up to a step. ICOG-2.1.1-g."""
        if energy < 0 and self.rulings.energy_scale == "physical":
            return sqrt(max(speed * speed + self.panel.k * energy, 0))
        return speed + self.tables.disc(self.panel).moved(energy)

    def last_on_stall(self, speed: int) -> int:
        """The most energy units that may be lost so that the needle still stands at S or above. ICOG-5.5.11-a."""
        lost = 0
        while speed >= self.stall and self.raw(speed, -lost - 1) > self.under_stall:
            lost += 1
        return lost

    def after(self, speed: int, energy: int) -> AfterMove:
        """The needle after a net gain or loss in flight: up between two steps, by no loss past the step under S.
        ICOG-2.1.1-g, ICOG-5.5.11-a, ICOG-5.7.1.1.
        """
        raw = self.raw(speed, energy) if energy else speed
        if raw > self.under_stall or not energy:
            return AfterMove(self.step_at(raw), 0)
        return AfterMove(self.under_stall, max(-energy - self.last_on_stall(speed), 0))

    def band(self, speed: int) -> SpeedBand:
        """The speed band. ICOG-2.1.1-h."""
        return self.tables.speed_band(self.panel, speed, self.stall)

    def wider(self, letter: str, templates: int) -> str:
        """The letter so many templates wider, at most the widest. Raises DataError: no such letter."""
        return min(self.tables.wider(letter, templates), self.rulings.template_letters[-1])

    def _marked(self, speed: int) -> tuple[int, str]:
        """The place on the ring of the marker that counts at a speed, and its letter. ICOG-2.1.1-i."""
        markers = self.panel.markers
        for place, (to, letter) in enumerate(markers):
            if speed <= to:
                return place, letter
        last, letter = markers[-1]
        return len(markers), self.wider(letter, -int(-(speed - last) // self.tables.measure("letter-beyond")))

    def safe(self, speed: int, wider: int = 0) -> str:
        """The letter of the turn that is safe; ``wider``: what damage adds to all turns. ICOG-2.1.1-i."""
        return self.wider(self._marked(speed)[1], wider)

    def tighter(self, speed: int, wider: int = 0) -> tuple[TighterTurn, ...]:
        """The tighter turns that may be tried. ICOG-2.1.1-k, ICOG-5.5.6.1."""
        place, marked = self._marked(speed)
        most = self.tables.most_tighter
        if self.rulings.tighter_count == "ring":
            letters = [letter for _, letter in self.panel.markers[max(place - most, 0) : place]][::-1]
        else:
            at = LETTERS.index(marked)
            letters = [*LETTERS[max(at - most, 0) : at]][::-1]
        safe = self.wider(marked, wider)
        turns = (
            TighterTurn(n, self.wider(letter, wider), self.tables.tighter_modifier(n), self.panel.tighter[n - 1])
            for n, letter in enumerate(letters, 1)
        )
        return tuple(turn for turn in turns if turn.letter < safe or self.rulings.tighter_floor == "as-counted")

    def letters(self, speed: int, wider: int = 0) -> tuple[str, ...]:
        """The letter of the safe turn, then those of the tighter ones. ICOG-2.1.1-i, ICOG-5.5.6.1."""
        return (self.safe(speed, wider), *(turn.letter for turn in self.tighter(speed, wider)))

    def test_kind(self, speed: int) -> Literal["flying", "strength"]:
        """What a tighter turn tests. ICOG-2.1.1-j."""
        if speed == self.panel.manoeuvring_speed:
            return self.rulings.at_manoeuvring_speed
        return "flying" if speed < self.panel.manoeuvring_speed else "strength"

    def drag(self, speed: int) -> int:
        """Energy units that wind drag takes at a speed as a move begins. ICOG-2.1.1-f, ICOG-5.7.8.1, ICOG-5.7.8-a."""
        if speed <= self.top:
            return 0
        if speed > self.panel.maximum:
            return -self.panel.wind_drag[-1][1] if self.rulings.drag_beyond_m == "last-figure" else 0
        return next(-energy for to, energy in self.panel.wind_drag if speed <= to)


@lru_cache(maxsize=1024)
def cockpit(name: str, tables: Tables, rulings: PanelRulings, *, bombs: bool = False) -> Cockpit:
    """The panel of a type. Raises DataError: there is none."""
    return Cockpit(tables.panel(name), tables, rulings, bombs)
