"""What critical hits, holed tanks and fire from the ground do to machines and men. CRIT, CAS, PARA, GCRIT."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.draws import AtLeast, AtMost, banded, check, numbered, total
from aqmf_air.games.richthofens_war.rulings import RichthofenRulings
from aqmf_air.games.richthofens_war.tables import Tables

D6 = numbered(6)
ROLLS_OF_FUEL = 11
"""After which a roll of two dice cannot miss any more. CRIT-5."""
Health = Literal["fit", "wounded", "dead"]
Fate = Literal["free", "captured", "dead"]


def critical_total(dice: Dice, by: str = "") -> int:
    """The two dice for which critical hit it is. D-11."""
    return dice.draw(total("critical hit", 2, D6, by=by, about="table of critical hits"))


def man_hit(dice: Dice, tables: Tables, by: str = "", observer: bool = False) -> Health:
    """Whether a man who is hit is seriously wounded or killed. CRIT-1, CAS-3."""
    need = tables.number("crews", "wounded-to") - observer * tables.number("crews", "observer-exposed")
    survives = dice.draw(check("man hit", D6, AtMost(need), 2, by=by, about=f"{need} or less: wounded, else killed"))
    return "wounded" if survives else "dead"


@dataclass(frozen=True)
class LossByFace:
    """Movement points by the face of one die."""

    loss: tuple[int, ...]

    def __call__(self, face: int) -> int:
        return self.loss[face - 1]


def engine_hit(dice: Dice, total_: int, tables: Tables, by: str = "") -> int:
    """Movement points that an engine hit costs; ``total_``: 4 or 11. CRIT-2, CRIT-3."""
    loss = tables.critical_hits.at(total_).loss
    about = f"critical hit {total_}, movement points lost on 1 to 6: {', '.join(map(str, loss))}"
    return dice.draw(banded("engine", D6, LossByFace(loss), by=by, about=about))


@dataclass(frozen=True)
class Exactly:
    """A total passes when it is this one."""

    need: int

    def __call__(self, total: int) -> bool:
        return total == self.need


def runs_dry(dice: Dice, rolls: int, tables: Tables, rulings: RichthofenRulings, by: str = "") -> bool:
    """Whether a holed tank is empty at this roll, after so many before it. CRIT-4, CRIT-5."""
    off = rolls * tables.number("fuel", "off-each-turn")
    need = tables.number("fuel", "dry-to") + off
    passes = AtMost(need) if rulings.fuel_reading == "two-or-less" else Exactly(need)
    about = f"dry on {need}{' or less' if rulings.fuel_reading == 'two-or-less' else ''}"
    return dice.draw(check("fuel", D6, passes, 2, by=by, about=about))


def roll_that_runs_dry(dice: Dice, tables: Tables, rulings: RichthofenRulings) -> int:
    """At which roll a holed tank is empty, 1 to 11; 0: at none. CRIT-4, CRIT-5."""
    return dice.fold(ROLLS_OF_FUEL, 0, _next_roll, tables, rulings)


def _next_roll(dice: Dice, dry: int, tables: Tables, rulings: RichthofenRulings) -> int:
    """``dry``: rolls made so far as a negative number, or the one at which it ran dry."""
    if dry > 0:
        return dry
    return 1 - dry if runs_dry(dice, -dry, tables, rulings) else (dry - 1 if dry > 1 - ROLLS_OF_FUEL else 0)


def has_parachute(nation: str, date: str, tables: Tables) -> bool:
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


def hurt_from_ground(dice: Dice, total_: int, tables: Tables, by: str = "") -> bool:
    """Whether a critical hit from the ground that concerns a man does; others always do. CAS-1."""
    need = tables.critical_hits.at(total_).ground_from
    return need == 1 or dice.draw(check("casualty", D6, AtLeast(need), by=by, about=f"{need} or more"))


def extra_critical(dice: Dice, tables: Tables, by: str = "") -> bool:
    """Whether a critical hit counts that modifiers ruled out. GCRIT-1."""
    need = tables.number("ground-attacks", "extra-critical-to")
    return dice.draw(check("critical hit all the same", D6, AtMost(need), by=by, about=f"{need} or less"))


def replacement(dice: Dice, novice: tuple[int, ...], by: str = "") -> bool:
    """Whether an airman who joins is a novice. BA-1."""
    from aqmf_air.games.richthofens_war.rules.tailing import Among

    return dice.draw(check("replacement", D6, Among(frozenset(novice)), 2, by=by))
