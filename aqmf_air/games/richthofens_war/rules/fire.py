"""A shot: its modifiers, the dice on the target damage table, the jams that low dice risk, clearing them. FIRE, JAM."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from aqmf_air.core.data.text import plural
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.draws import AtMost, check, hits, numbered, total
from aqmf_air.core.dice.modifiers import Modifier, modifier
from aqmf_air.core.play.table_lookup import LookUp, TableLine
from aqmf_air.games.richthofens_war.rules import schedules
from aqmf_air.games.richthofens_war.rules.skill import NAMES, Status, in_fire
from aqmf_air.games.richthofens_war.rulings import RichthofenRulings
from aqmf_air.games.richthofens_war.tables import TOTALS, AircraftType, Damage, Fire, GroundFire, Schedule, Tables

D6 = numbered(6)


@dataclass(frozen=True)
class Shooting:
    """What counts of who fires and who is fired at."""

    shooter: AircraftType
    target: AircraftType | None
    """None: a balloon."""
    shooter_schedule: Schedule
    target_schedule: Schedule
    by: Literal["pilot", "observer"] = "pilot"
    status: Status = ""
    """Of who fires, as far as he uses it."""
    target_status: Status = ""
    target_loaded: bool = False
    shooter_loaded: bool = False
    deflection: int = 0
    tails_another: bool = False
    """Whether a tailer fires at somebody else than its target. TMOVE-3."""
    blind_spot: bool = False
    wing_gun_alone: bool = False


def fire_modifiers(facts: Shooting, tables: Tables, rulings: RichthofenRulings) -> tuple[Modifier, ...]:
    """What is added to the dice of a shot. ACE-3, NOV-3, NOV-5, SIL, DEFL-1, TMOVE-3, SPEC-2, SPEC-6, SPEC-10."""
    found: list[tuple[int, str, str]] = []
    own = in_fire(facts.status, tables, rulings)
    found.append((own, f"{NAMES[facts.status]} fires", _rule_of(facts.status, facts.by)))
    found.append(
        (-in_fire(facts.target_status, tables, rulings), f"at a {NAMES[facts.target_status]}", _rule_of(facts.target_status))
    )
    if facts.target is not None:
        size = schedules.silhouette_in_fire(
            schedules.silhouette(facts.shooter, tables, loaded=facts.shooter_loaded),
            schedules.silhouette(facts.target, tables, loaded=facts.target_loaded),
            schedules.rank(facts.shooter_schedule, tables, rulings),
            schedules.rank(facts.target_schedule, tables, rulings),
        )
        found.append((size, f"silhouette of the {facts.target.name}", "RW-SIL-1"))
    found.append((facts.deflection, "deflection", "RW-DEFL-1"))
    on_the_wing = facts.shooter.has("british-lewis") and facts.by == "pilot"
    for holds, name, reason, rule in (
        (facts.tails_another, "other-than-tailed", "at another than the one it tails", "RW-TMOVE-3"),
        (facts.blind_spot, "blind-spot", "into its blind spot", "RW-SPEC-2"),
        (facts.wing_gun_alone, "wing-gun-alone", "wing gun alone", "RW-SPEC-6"),
        (on_the_wing, "british-wing-gun", "gun on the wing", "RW-SPEC-10"),
    ):
        found.append((holds * tables.number("fire-changes", name), reason, rule))
    return tuple(modifier(value, reason, rule) for value, reason, rule in found if value)


def _rule_of(status: Status, by: str = "pilot") -> str:
    if status == "novice":
        return "RW-NOV-3" if by == "pilot" else "RW-NOV-5"
    return "RW-ACE-3"


@dataclass(frozen=True)
class Result:
    """What a shot comes to."""

    natural: int
    """The total of the dice."""
    total: int
    """With modifiers, as it is looked up."""
    damage: int
    critical: bool


def looked_up(row: Damage, natural: int, change: int, rulings: RichthofenRulings) -> Result:
    """A row of the damage table read for a total of dice and what is added to it. FIRE-1."""
    raw = natural + change
    found = max(TOTALS.start, min(TOTALS.stop - 1, raw))
    if raw < TOTALS.start and rulings.tdt_ends == "miss-below":
        return Result(natural, raw, 0, critical=False)
    return Result(natural, found, row.at(found), found in row.critical)


@dataclass(frozen=True)
class OnDamageTable:
    """What the two dice of a shot are read on, and what is added to them."""

    row: Damage
    changes: tuple[Modifier, ...]
    rulings: RichthofenRulings

    @property
    def table(self) -> str:
        """What players find it by: ``damage table, column A at 2 to 3 hexes``."""
        row = self.row
        if isinstance(row, Fire):
            far = f"{row.near} to {row.far}" if row.near != row.far else f"{row.near}"
            return f"damage table, column {row.fire} at {far} hex{'es' * (far != '1')}"
        return f"damage table, {row.fire} row" if isinstance(row, GroundFire) else "damage table"

    @property
    def needs(self) -> str:
        """What is added and where it is read, for who rolls."""
        return ", ".join((self.table, *(f"{one.value:+d} {one.reason}" for one in self.changes)))

    def looked_up(self, natural: int) -> LookUp:
        """The line of the table that the dice lead to."""
        lines = [TableLine(str(total), self._told(total), self.row.standing) for total in TOTALS]
        came = looked_up(self.row, natural, sum(one.value for one in self.changes), self.rulings)
        at = came.total - TOTALS.start
        if at < 0:  # ``tdt_ends``
            lines, at = [TableLine(f"below {TOTALS.start}", "no damage", self.row.standing), *lines], 0
        return LookUp(self.table, natural, self.changes, tuple(lines), at)

    def _told(self, total: int) -> str:
        points = self.row.at(total)
        hit = plural(points, "point") + " of damage" if points else "no damage"
        return f"{hit}, a critical hit" if total in self.row.critical else hit


def shot(dice: Dice, row: Damage, change: int, rulings: RichthofenRulings, by: str = "", about: object = None) -> Result:
    """Two dice on a row of the damage table. FIRE-1."""
    return looked_up(row, dice.draw(total("fire", 2, D6, by=by, about=about)), change, rulings)


def may_jam(natural: int, tables: Tables) -> bool:
    """Whether these dice of fire, before modifiers, call for a look at the guns. JAM-1."""
    return natural <= tables.number("jams", "risk-to")


def jam_need(height: int, tables: Tables) -> int:
    """The highest die that jams a gun at this height in metres. JAM-1, JAM-2."""
    high = height >= tables.number("jams", "high")
    return tables.number("jams", "jams-to") + high * tables.number("jams", "high-change")


def jammed(dice: Dice, guns: int, height: int, tables: Tables, by: str = "") -> int:
    """How many of the guns that fired jam, once the dice called for a look. JAM-1, JAM-2."""
    need = jam_need(height, tables)
    return dice.draw(hits("jam", guns, D6, range(1, need + 1), by=by, about=f"{need} or less jams"))


def jams(dice: Dice, guns: int, height: int, tables: Tables) -> int:
    """How many guns jam in a shot, whatever it hits. JAM-1, JAM-2."""
    natural = dice.draw(total("fire", 2, D6))
    return jammed(dice, guns, height, tables) if may_jam(natural, tables) else 0


def clear_need(tables: Tables, *, observer: bool = False, locked: bool = False) -> int:
    """The highest die that clears a jam. JAM-4, JAM-6, SPEC-16."""
    if observer:
        return tables.number("jams", "observer-clears-to")
    return tables.number("jams", "clears-to") + locked * tables.number("jams", "locked-change")


def cleared(dice: Dice, need: int, by: str = "") -> bool:
    """Whether a try clears a gun. JAM-4."""
    return dice.draw(check("clear", D6, AtMost(need), by=by, about=f"{need} or less"))


def cleared_within(dice: Dice, need: int, turns: int) -> bool:
    """Whether a gun is clear after so many turns of trying. JAM-4."""
    return dice.fold(turns, False, _once_more, need)


def _once_more(dice: Dice, clear: bool, need: int) -> bool:
    return clear or cleared(dice, need)


def too_busy_to_clear(climbed: int, dived: int, turned_at_once: int, maneuver: str, tables: Tables) -> str:
    """Why a pilot has no hand free for a jam after such a move; empty: he has. JAM-5."""
    if climbed > (most := tables.number("jams", "climb")):
        return f"it climbed {climbed} m, more than {most}"
    if dived > (most := tables.number("jams", "dive")):
        return f"it dived {dived} m, more than {most}"
    if turned_at_once > tables.number("jams", "hexsides"):
        return f"it turned {turned_at_once} hexsides in one hex"
    return "it flew a complex maneuver" if maneuver else ""
