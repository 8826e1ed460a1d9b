"""What the sheet holds, as plain data: both forces, what they can attack and roll for, charts, odds, and the rules named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from aqmf_air import __version__
from aqmf_air.core.dice.modifiers import TargetNumber
from aqmf_air.core.play.question import Question
from aqmf_air.core.play.rulings import Rulings, describe, settle
from aqmf_air.errors import DataError
from aqmf_air.games.martian_front.army.exchange.text import statistics, weapon_facts
from aqmf_air.games.martian_front.army.resolved_list import ResolvedList, ResolvedUnit
from aqmf_air.games.martian_front.army_formats import UnitOption
from aqmf_air.games.martian_front.possible_orders import Kind
from aqmf_air.games.martian_front.profiles import Mount, UnitType
from aqmf_air.games.martian_front.rules.barrage import ON_THE_MARK, Scatter, scatter
from aqmf_air.games.martian_front.rules.shooting import spelled
from aqmf_air.games.martian_front.rules.tripod import damage_table
from aqmf_air.games.martian_front.ruleset import AllQuiet
from aqmf_air.games.martian_front.rulings import host_rulings
from aqmf_air.games.martian_front.sheet.actions import Roll, how_many
from aqmf_air.games.martian_front.sheet.morale_tests import rallying, tests_of
from aqmf_air.games.martian_front.sheet.tables import Tables, grade, stun_ends
from aqmf_air.games.martian_front.sheet.unit_pairs import Band, Meetings, Way
from aqmf_air.games.martian_front.state import Mark, opponent, phases

VERSION = 1
MOST_ELEMENTS = 20
"""Of one unit: no unit of the game comes near it."""


def document_of(muster: ResolvedList, against: ResolvedList | None = None) -> dict[str, Any]:
    """The sheet of a list: against another list, or against whatever the other side has.

    The rulings are those of the first list.

    Raises:
        DataError: both lists are of one side, a unit is larger than any there is, or a ruling does not exist.
    """
    army = muster.army
    if against is not None and against.army.side == army.side:
        raise DataError(
            f"army {against.army.name!r}: expected a list of the {opponent(army.side)} side to stand against "
            f"{army.name!r}, got one of the {army.side} side", path=against.army.name, key="side", value=army.side,
        )  # fmt: skip
    rulings = settle(muster.depot.rulings, army.rulings, f"army {army.name!r}")
    sheet = _Sheet(AllQuiet(muster.depot.registry), rulings, muster.depot.options)
    forces = [sheet.force(muster)]
    forces.append(sheet.force(against) if against is not None else sheet.catalogue(muster.others, opponent(army.side)))
    for kind in sheet.kinds:
        sheet.describe(kind)
    return {
        "sheet": VERSION,
        "made": f"AQMF Air {__version__}",
        "forces": forces,
        "covers": [cover.name for cover in sheet.meetings.covers],
        "kinds": sheet.described,
        "numbers": sheet.numbers.held,
        "needs": sheet.needs.held,
        "reasons": sheet.reasons.held,
        "takes": sheet.takes.held,
        "refusals": sheet.refusals.held,
        "pairs": sheet.tables.pairs,
        "odds": sheet.tables.odds,
        "fates": sheet.tables.fates,
        "tests": sheet.tests.held,
        "tripod": sheet.tripod_charts(),
        "damage": [[row.low, row.high, row.said] for row in damage_table().rows],
        "asks": sheet.tables.charts.asks,
        "nodes": sheet.tables.charts.nodes,
        "ends": sheet.tables.charts.ends,
        "stunned": stun_ends(),
        "phases": [[phase.title, phase.whose, int(phase.once)] for phase in phases()],
        "rulings": [[one.rule, one.question, _chosen(one)] for one in describe(rulings) if one.value != one.default],
        "rules": sheet.rules(),
    }


@dataclass
class _Once:
    """Plain data, each piece held once, and known by its number."""

    held: list[Any] = field(default_factory=list)
    _seen: dict[str, int] = field(default_factory=dict)

    def number(self, one: Any) -> int:
        key = repr(one)
        if key not in self._seen:
            self._seen[key] = len(self.held)
            self.held.append(one)
        return self._seen[key]


class _Sheet:
    """A sheet in the making."""

    def __init__(self, ruleset: AllQuiet, rulings: Rulings, options: Mapping[str, UnitOption]) -> None:
        self.ruleset, self.rulings, self.options = ruleset, rulings, options
        self.meetings = Meetings(ruleset, rulings)
        self.tables = Tables()
        self.numbers, self.needs, self.reasons = _Once(), _Once(), _Once()
        self.takes, self.refusals, self.tests = _Once(), _Once(), _Once()
        self.kinds: list[Kind] = []
        self.described: list[dict[str, Any]] = []
        self.named: set[str] = set()
        self.written: dict[TargetNumber, int] = {}

    # -- forces ------------------------------------------------------------------------------------------------------

    def force(self, muster: ResolvedList) -> dict[str, Any]:
        """A list: its units one by one."""
        units = []
        for at, line in enumerate(muster.lines):
            if line.type is None or line.type.side != muster.army.side:
                continue
            if line.elements > MOST_ELEMENTS:
                raise DataError(
                    f"army {muster.army.name!r}: {line.unit}: expected at most {MOST_ELEMENTS} elements in a unit for a "
                    f"sheet, got {line.elements}", path=muster.army.name, key="elements", value=line.elements,
                )  # fmt: skip
            marks = tuple(
                Mark(name=self.options[name].mark, value=value)
                for name, value in sorted(line.entry.options.items())
                if name in self.options
            )
            kind = self._kind(line.type, marks, line.elements)
            called = line.entry.name or line.type.name
            for copy in range(1, line.count + 1):
                name = f"{called} {copy}" if line.count > 1 else called
                units.append({"id": f"{muster.army.side[0]}{at}.{copy}", "kind": kind, "name": name,
                              "elements": line.elements, "about": _about(line)})  # fmt: skip
        army = muster.army
        return {
            "side": army.side,
            "name": army.name,
            "points": muster.points,
            "limit": army.limit,
            "units": _told_apart(units),
            "unknown": [line.unit for line in muster.lines if line.type is None or line.type.side != army.side],
            "open": False,
        }

    def catalogue(self, types: Iterable[UnitType], side: str) -> dict[str, Any]:
        """A side that nobody has made a list for: units are added as they are met."""
        for type_ in sorted(types, key=lambda one: one.name):
            self._kind(type_, (), type_.elements)
        return {
            "side": side,
            "name": f"The {side} side",
            "points": 0,
            "limit": None,
            "units": [],
            "unknown": [],
            "open": True,
        }

    def _kind(self, type_: UnitType, marks: tuple[Mark, ...], elements: int) -> int:
        for at, one in enumerate(self.kinds):
            if (one.type.name, one.marks) == (type_.name, marks):
                self.kinds[at] = Kind(one.type, one.marks, max(one.strength, elements))
                return at
        self.kinds.append(Kind(type_, marks, elements))
        return len(self.kinds) - 1

    # -- kinds -------------------------------------------------------------------------------------------------------

    def describe(self, kind: Kind) -> None:
        """All that a kind of unit is, attacks with and rolls for."""
        type_ = kind.type
        ways = [written for way in self.meetings.ways(kind) if (written := self._way(kind, way)) is not None]
        options = {option.mark: option for option in self.options.values()}
        chosen = [(options[mark.name], mark.value) for mark in kind.marks]
        settled = {value.casefold() for option, _ in chosen for value, _ in option.values}
        self.described.append(
            {
                "name": type_.name,
                "side": type_.side,
                "kind": type_.kind,
                "elements": type_.elements,
                "armor": type_.armor,
                "points": type_.points,
                "facts": [*statistics(type_), *((option.name.capitalize(), value) for option, value in chosen)],
                "traits": [one for one in type_.traits if one.casefold() not in settled],
                "standing": type_.standing,
                "damage": self.meetings.damage_of(kind),
                "weapons": [_weapon(mount) for mount in type_.weapons],
                "ways": ways,
                "rolls": [self._roll(roll) for roll in self._rolls(kind)],
                "morale": self._morale(kind),
            }
        )

    def _way(self, kind: Kind, way: Way) -> dict[str, Any] | None:
        """A way to attack, with what it takes against everybody; None if it can be used against nobody."""
        template = bool(way.templates)
        at: list[int | None] = []
        for target in self.kinds:
            if target.type.side == kind.type.side and not (template or way.wild):
                at.append(None)
                continue
            refused = self.meetings.refusal(kind, way, target)
            if refused is not None:
                at.append(-1 - self.refusals.number([refused.reason, self._rule(refused.rule)]))
            else:
                bands = self.meetings.bands(kind, way, target)
                self._ask_for_odds(kind, way, target, bands)
                at.append(self.takes.number([self._band(band) for band in bands]))
        if not any(one is not None and one >= 0 for one in at):
            return None
        written: dict[str, Any] = {"title": way.title, "weapon": way.weapon.name, "range": way.weapon.range, "at": at}
        if way.shots:
            written["shots"] = way.shots
        else:
            written |= {"templates": list(way.templates), "sizes": list(way.sizes)}
        return written | {name: 1 for name in ("uses", "wild", "spent", "explodes") if getattr(way, name)}

    def _band(self, band: Band) -> list[Any]:
        return [band.to, [[self._number(hit), [self._number(one) for one in damage]] for hit, damage in band.numbers]]

    def _ask_for_odds(self, kind: Kind, way: Way, target: Kind, bands: Iterable[Band]) -> None:
        tripod = self.meetings.damage_of(target) == "tripod"
        most = way.shots * (1 if way.wild or way.spent else kind.strength)
        for hit, damage in (numbers for band in bands for numbers in band.numbers):
            for armor, one in enumerate(damage, 1):
                struck = (hit, one)
                pair = self.tables.pair(struck)
                if way.shots:
                    self.tables.shots(pair, struck, most)
                for templates in way.templates:
                    self.tables.struck(pair, struck, templates, target.strength)
                if tripod:
                    self.tables.fate(pair, struck, armor, most or max(way.templates))

    # -- rolls -------------------------------------------------------------------------------------------------------

    def _rolls(self, kind: Kind) -> Iterator[Roll]:
        besides = self.ruleset.rules.procedure("besides fire", kind.type.kind)(kind.type, self.rulings)
        yield from (one for one in besides if isinstance(one, Roll))
        scatters = host_rulings(self.rulings).spotted_scatter == "scatters"
        if scatters and any(mount.weapon.kind == "indirect" for mount in kind.type.weapons):
            yield Roll("Scatter of spotted fire", scatter, ("",), _scattered, roughly=_how_far)

    def _roll(self, roll: Roll) -> dict[str, Any]:
        chart = self.tables.charts.add(roll.rule, roll.facts, lambda outcome: [roll.says(outcome), int(outcome is True)])
        written: dict[str, Any] = {"title": roll.title, "chart": chart, "needs": [self._number(one) for one in roll.targets]}
        if roll.most > 1:
            counts = (Question(roll.title, how_many, (number, roll.rule, roll.facts)) for number in range(1, roll.most + 1))
            written |= {"most": roll.most, "odds": [self.tables.counted(question.odds()) for question in counts]}
        else:
            written["chances"] = self.tables.named(
                Question(roll.title, roll.rule, roll.facts, view=roll.roughly or roll.says).odds()
            )
        return written | {name: value for name in ("at", "marks") if (value := getattr(roll, name))}

    def _morale(self, kind: Kind) -> dict[str, int]:
        """Tests by ``lost.left.near``, and the rally."""
        found: dict[str, int] = {}
        for test in tests_of(kind, self.rulings, self.ruleset.rules):
            chart = self.tables.charts.add(test.rule, (), test.end)
            named = self.tables.named(test.question.odds())
            found[f"{test.lost}.{test.left}.{int(test.near)}"] = self.tests.number([self._number(test.need), chart, named])
        if found:
            question = rallying()
            chart = self.tables.charts.add(question.rule, question.facts, _rallied)
            named = self.tables.named(question.odds().map(lambda rallied: "rallies" if rallied else "keeps running"))
            found["rally"] = self.tests.number([self._number(question.targets[0]), chart, named])
        return found

    def tripod_charts(self) -> list[list[int]]:
        """Charts of a damaging hit on a tripod of this sheet."""
        tripods = [kind.type for kind in self.kinds if self.meetings.damage_of(kind) == "tripod"]
        weapons = max((sum(mount.count for mount in one.weapons) for one in tripods), default=0)
        return self.tables.tripod(max((one.armor for one in tripods), default=0), weapons)

    # -- words -------------------------------------------------------------------------------------------------------

    def _number(self, target: TargetNumber) -> int:
        """A target number: ``[need, reason, ...]``, the reason of the base first.

        Needs are ``[what for, what it takes, grade]``, reasons ``[value, reason, rule]``, each held once.
        """
        if (known := self.written.get(target)) is not None:
            return known
        base = self._reason(target.base, target.base_reason, target.source)
        need = self.needs.number([target.what, spelled(target), grade(target)])
        changes = (self._reason(one.value, one.reason, one.source) for one in target.modifiers if one.value)
        self.written[target] = self.numbers.number([need, base, *changes])
        return self.written[target]

    def _reason(self, value: int, reason: str, rule: str) -> int:
        return self.reasons.number([value, reason, self._rule(rule)])

    def _rule(self, name: str) -> str:
        self.named.add(name)
        return name

    def rules(self) -> dict[str, str]:
        """The rules that are named, in the register's words."""
        self.named |= {about.split(":")[0] for *_, about in self.tables.charts.asks}
        self.named |= {one.rule for one in describe(self.rulings) if one.value != one.default}
        return {rule.id: rule.text for rule in self.ruleset.register if rule.id in self.named}


def _weapon(mount: Mount) -> dict[str, Any]:
    used = mount.weapon.range is None and mount.weapon.barrage is not None
    facts = ", ".join(f"{name} {value}" for name, value in weapon_facts(mount))
    return {"name": mount.weapon.name, "count": mount.count, "facts": facts, "used": int(used)}


def _about(line: ResolvedUnit) -> str:
    """What the player has noted about the units of an entry."""
    entry = line.entry
    named = line.type.name if entry.name and line.type is not None else ""
    said = [named, "hidden" if entry.hidden else "", *(f"{name}: {value}" for name, value in sorted(entry.options.items()))]
    return " · ".join(filter(None, (*said, " ".join(entry.notes.split()))))


def _told_apart(units: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Units with names of their own: those that are called alike are numbered."""
    names = [one["name"] for one in units]
    seen: dict[str, int] = {}
    for one in units:
        if names.count(one["name"]) > 1:
            seen[one["name"]] = seen.get(one["name"], 0) + 1
            one["name"] = f"{one['name']} ({seen[one['name']]})"
    return units


def _scattered(move: Scatter) -> str:
    towards = "" if move == ON_THE_MARK else f", towards {move.degrees} degrees clockwise from up the table"
    return _how_far(move) + towards


def _how_far(move: Scatter) -> str:
    return "on the mark" if move == ON_THE_MARK else f'{move.inches}" off'


def _rallied(rallied: bool) -> list[Any]:
    return ["the unit rallies" if rallied else "the unit keeps running", int(rallied)]


def _chosen(one: Any) -> str:
    return next(str(text) for value, text in one.choices if value == one.value)
