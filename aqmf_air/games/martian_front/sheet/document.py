"""What the sheet holds, as plain data: both forces, what they can attack and roll for, charts, odds, and the rules named."""

from __future__ import annotations

import json
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from hashlib import sha256
from typing import Any

from aqmf_air.api import DataError, Rulings, TargetNumber, __version__, chances, describe, package_file, settle
from aqmf_air.games.martian_front.army.exchange.text import statistics, weapon_facts
from aqmf_air.games.martian_front.army.plugged_in import Exporter, ExportOptions, UnitOption
from aqmf_air.games.martian_front.army.resolved_list import ResolvedList, ResolvedUnit
from aqmf_air.games.martian_front.chapters.damage import damage_table
from aqmf_air.games.martian_front.chapters.morale import to_rally
from aqmf_air.games.martian_front.chapters.possible_orders import UnitKind
from aqmf_air.games.martian_front.chapters.templates import ON_THE_MARK, Scatter, scatter
from aqmf_air.games.martian_front.chapters.to_hit import rolled, spelled
from aqmf_air.games.martian_front.sequence import AllQuiet
from aqmf_air.games.martian_front.sheet.actions import SheetRoll, how_many, tests_of
from aqmf_air.games.martian_front.sheet.tables import AttackWay, Meetings, Tables, grade, phases_of_a_turn
from aqmf_air.games.martian_front.state import StateMark, opponent
from aqmf_air.games.martian_front.tables import Mount, UnitType, host_rulings

VERSION = 2
MOST_ELEMENTS = 20
"""Of one unit: no unit of the game comes near it."""


def document_of(muster: ResolvedList, against: ResolvedList | None = None) -> dict[str, Any]:
    """The sheet of a list: against another list, or against whatever the other side has.

    The rulings are those of the first list.

    Raises DataError: both lists are of one side, a unit is larger than any there is, or a ruling does not exist.
    """
    army = muster.army
    if against is not None and against.army.side == army.side:
        expected = f"expected a list of the {opponent(army.side)} side to stand against {army.name!r}"
        message = f"army {against.army.name!r}: {expected}, got one of the {army.side} side"
        raise DataError(message, path=against.army.name, key="side", value=army.side)
    rulings = settle(muster.context.rulings, army.rulings, f"army {army.name!r}")
    changed = [
        (ruling, next(str(words) for value, words in ruling.choices if value == ruling.value))
        for ruling in describe(rulings)
        if ruling.value != ruling.default
    ]
    sheet = _Sheet(AllQuiet(muster.context.registry), rulings, muster.context.options)
    forces = [sheet.force(muster), sheet.force(against) if against is not None else sheet.catalogue(muster)]
    described = [sheet.described(kind) for kind in sheet.kinds]
    tripods = sheet.tripod_charts()
    return {
        "sheet": VERSION,
        "made": f"AQMF Air {__version__}",
        "forces": forces,
        "covers": [cover.name for cover in sheet.meetings.covers],
        "kinds": described,
        **sheet.tables.lists,
        "pairs": sheet.tables.pairs,
        "tripod": tripods,
        "damage": [[row.low, row.high, row.said] for row in damage_table().rows],
        "phases": phases_of_a_turn(),
        "rulings": [[ruling.rule, ruling.question, words] for ruling, words in changed],
        "rules": sheet.rules({ruling.rule for ruling, _ in changed}),
    }


class _Sheet:
    """A sheet in the making."""

    def __init__(self, ruleset: AllQuiet, rulings: Rulings, options: Mapping[str, UnitOption]) -> None:
        self.ruleset, self.rulings, self.options = ruleset, rulings, options
        self.meetings, self.tables = Meetings(ruleset, rulings), Tables()
        self.kinds: list[UnitKind] = []
        self.numbers: dict[TargetNumber, int] = {}

    # -- forces ------------------------------------------------------------------------------------------------------

    def force(self, muster: ResolvedList) -> dict[str, Any]:
        """A list: its units one by one, those that are called alike numbered."""
        army, units = muster.army, list[dict[str, Any]]()
        resolved_units = [line for line in muster.lines if line.type is not None and line.type.side == army.side]
        for at, line in enumerate(resolved_units):
            assert line.type is not None
            if line.elements > MOST_ELEMENTS:
                expected = f"expected at most {MOST_ELEMENTS} elements in a unit for a sheet"
                message = f"army {army.name!r}: {line.unit}: {expected}, got {line.elements}"
                raise DataError(message, path=army.name, key="elements", value=line.elements)
            chosen = ((self.options.get(name), value) for name, value in sorted(line.entry.options.items()))
            marks = tuple(StateMark(name=option.mark, value=value) for option, value in chosen if option is not None)
            about = {"kind": self._kind(line.type, marks, line.elements), "elements": line.elements, "about": _about(line)}
            called = line.entry.name or line.type.name
            for copy in range(1, line.count + 1):
                name = f"{called} {copy}" if line.count > 1 else called
                units.append({"id": f"{army.side[0]}{at}.{copy}", "name": name, **about})
        alike, seen = Counter(unit["name"] for unit in units), Counter[str]()
        for unit in units:
            if alike[name := unit["name"]] > 1:
                seen[name] += 1
                unit["name"] = f"{name} ({seen[name]})"
        unknown = [line.unit for line in muster.lines if line not in resolved_units]
        force = {"side": army.side, "name": army.name, "points": muster.points, "limit": army.limit}
        return force | {"units": units, "unknown": unknown, "open": False}

    def catalogue(self, muster: ResolvedList) -> dict[str, Any]:
        """The side against a list, that nobody has made one for: units are added as they are met."""
        for type_ in sorted(muster.others, key=lambda unit_type: unit_type.name):
            self._kind(type_, (), type_.elements)
        side = opponent(muster.army.side)
        open_force = {"side": side, "name": f"The {side} side", "points": 0, "limit": None}
        return open_force | {"units": [], "unknown": [], "open": True}

    def _kind(self, type_: UnitType, marks: tuple[StateMark, ...], elements: int) -> int:
        for at, unit_kind in enumerate(self.kinds):
            if (unit_kind.type.name, unit_kind.marks) == (type_.name, marks):
                self.kinds[at] = replace(unit_kind, strength=max(unit_kind.strength, elements))
                return at
        self.kinds.append(UnitKind(type_, marks, elements))
        return len(self.kinds) - 1

    # -- kinds -------------------------------------------------------------------------------------------------------

    def described(self, kind: UnitKind) -> dict[str, Any]:
        """All that a kind of unit is, attacks with and rolls for."""
        type_ = kind.type
        options = {option.mark: option for option in self.options.values()}
        chosen = [(options[mark.name], mark.value) for mark in kind.marks]
        settled = {value.casefold() for option, _ in chosen for value, _ in option.values}
        return {
            **{name: getattr(type_, name) for name in ("name", "side", "kind", "elements", "armor", "points", "standing")},
            "facts": [*statistics(type_), *((option.name.capitalize(), value) for option, value in chosen)],
            "traits": [trait for trait in type_.traits if trait.casefold() not in settled],
            "damage": self.meetings.damage_of(kind),
            "weapons": [_weapon(mount) for mount in type_.weapons],
            "ways": [written for way in self.meetings.ways(kind) if (written := self._way(kind, way)) is not None],
            "rolls": [self._roll(roll) for roll in self._rolls(kind)],
            "morale": self._morale(kind),
        }

    def _way(self, kind: UnitKind, way: AttackWay) -> dict[str, Any] | None:
        """A way to attack, with what it takes against everybody; None if it can be used against nobody."""
        at = [self._against(kind, way, target) for target in self.kinds]
        if not any(number is not None and number >= 0 for number in at):
            return None
        written: dict[str, Any] = {"title": way.title, "weapon": way.weapon.name, "range": way.weapon.range, "at": at}
        written |= {"shots": way.shots} if way.shots else {"templates": list(way.templates), "sizes": list(way.sizes)}
        return written | {name: 1 for name in ("uses", "wild", "spent", "explodes") if getattr(way, name)}

    def _against(self, kind: UnitKind, way: AttackWay, target: UnitKind) -> int | None:
        """What a way takes against a kind of unit: of ``takes``, or below 0 of ``refusals``; None: its own side."""
        if target.type.side == kind.type.side and not (way.templates or way.wild):
            return None
        refused = self.meetings.refusal(kind, way, target)
        if refused is not None:
            return -1 - self.tables.held("refusals", [refused.reason, refused.rule])
        bands = self.meetings.bands(kind, way, target)
        tripod = self.meetings.damage_of(target) == "tripod"
        most = way.shots * (1 if way.wild or way.spent else kind.strength)
        for hit, damage in (numbers for _, in_covers in bands for numbers in in_covers):
            for armor, target_number in enumerate(damage, 1):
                self.tables.attacks(hit, target_number, most, way.templates, target.strength, armor if tripod else 0)
        return self.tables.held(
            "takes",
            [
                [to, [[self._number(hit), [self._number(need) for need in damage]] for hit, damage in in_covers]]
                for to, in_covers in bands
            ],
        )

    # -- rolls -------------------------------------------------------------------------------------------------------

    def _rolls(self, kind: UnitKind) -> Iterator[SheetRoll]:
        besides = self.ruleset.rules.procedure("besides fire", kind.type.kind)(kind.type, self.rulings)
        yield from (action for action in besides if isinstance(action, SheetRoll))
        scatters = host_rulings(self.rulings).spotted_scatter == "scatters"
        if scatters and any(mount.weapon.kind == "indirect" for mount in kind.type.weapons):
            yield SheetRoll("Scatter of spotted fire", scatter, ("",), _scattered, roughly=_how_far)

    def _roll(self, roll: SheetRoll) -> dict[str, Any]:
        chart = self.tables.chart(roll.rule, roll.facts, lambda outcome: [roll.says(outcome), int(outcome is True)])
        needs = [self._number(target) for target in roll.targets]
        written: dict[str, Any] = {"title": roll.title, "chart": chart, "needs": needs}
        if roll.most > 1:
            counts = (chances(how_many, number, roll.rule, roll.facts) for number in range(1, roll.most + 1))
            written |= {"most": roll.most, "odds": [self.tables.counted(odds) for odds in counts]}
        else:
            written["chances"] = self.tables.named(chances(roll.rule, *roll.facts).map(roll.roughly or roll.says))
        return written | {name: value for name in ("at", "marks") if (value := getattr(roll, name))}

    def _morale(self, kind: UnitKind) -> dict[str, int]:
        """Tests by ``lost.left.near``, and the rally."""
        tests: dict[str, int] = {}
        for test in tests_of(kind, self.rulings, self.ruleset.rules):
            chart, named = self.tables.chart(test.rule, (), test.end), self.tables.named(test.question.odds())
            made = [self._number(test.need), chart, named]
            tests[f"{test.lost}.{test.left}.{int(test.near)}"] = self.tables.held("tests", made)
        if tests:
            need = to_rally()
            odds = chances(rolled, need, "").map(lambda rallied: "rallies" if rallied else "keeps running")
            named = self.tables.named(odds)
            made = [self._number(need), self.tables.chart(rolled, (need, ""), _rallied), named]
            tests["rally"] = self.tables.held("tests", made)
        return tests

    def tripod_charts(self) -> list[list[int]]:
        """Charts of a damaging hit on a tripod of this sheet."""
        tripods = [kind.type for kind in self.kinds if self.meetings.damage_of(kind) == "tripod"]
        weapons = max((sum(mount.count for mount in tripod.weapons) for tripod in tripods), default=0)
        return self.tables.tripods(max((tripod.armor for tripod in tripods), default=0), weapons)

    # -- words -------------------------------------------------------------------------------------------------------

    def _number(self, target: TargetNumber) -> int:
        """A target number: ``[need, reason, ...]``, the reason of the base first.

        Needs are ``[what for, what it takes, grade]``, reasons ``[value, reason, rule]``, each held once.
        """
        if target not in self.numbers:
            held = self.tables.held
            need = held("needs", [target.what, spelled(target), grade(target)])
            changes = [[modifier.value, modifier.reason, modifier.source] for modifier in target.modifiers if modifier.value]
            reasons = [[target.base, target.base_reason, target.source], *changes]
            self.numbers[target] = held("numbers", [need, *(held("reasons", reason) for reason in reasons)])
        return self.numbers[target]

    def rules(self, named: set[str]) -> dict[str, str]:
        """These rules and all that the tables name, in the register's words."""
        lists = self.tables.lists
        named |= {about.split(":")[0] for *_, about in lists["asks"]}
        named |= {rule for name in ("reasons", "refusals") for *_, rule in lists[name]}
        return {rule.id: rule.text for rule in self.ruleset.register if rule.id in named}


def _weapon(mount: Mount) -> dict[str, Any]:
    used = mount.weapon.range is None and mount.weapon.barrage is not None
    facts = ", ".join(f"{name} {value}" for name, value in weapon_facts(mount))
    return {"name": mount.weapon.name, "count": mount.count, "facts": facts, "used": int(used)}


def _about(line: ResolvedUnit) -> str:
    """What the player has noted about the units of an entry."""
    entry = line.entry
    named = line.type.name if entry.name and line.type is not None else ""
    parts = [named, "hidden" if entry.hidden else "", *(f"{name}: {value}" for name, value in sorted(entry.options.items()))]
    return " · ".join(filter(None, (*parts, " ".join(entry.notes.split()))))


def _scattered(move: Scatter) -> str:
    towards = "" if move == ON_THE_MARK else f", towards {move.degrees} degrees clockwise from up the table"
    return _how_far(move) + towards


def _how_far(move: Scatter) -> str:
    return "on the mark" if move == ON_THE_MARK else f'{move.inches}" off'


def _rallied(rallied: bool) -> list[Any]:
    return ["the unit rallies" if rallied else "the unit keeps running", int(rallied)]


# -- one HTML file, with nothing else to run or to load ----------------------------------------------------------------


SCRIPT = "main.min.js"
"""``main.js`` with the modules that it imports, as ``npm run bundle`` writes it in ``.ci``."""


def write(muster: ResolvedList, options: ExportOptions) -> bytes:
    """The sheet of a list, and of the one that it stands against. The same lists give the same bytes.

    Raises DataError: both lists are of one side, or a ruling does not exist.
    """
    return page_of(document_of(muster, options.against))


def page_of(document: dict[str, Any]) -> bytes:
    """The page around what a sheet holds."""
    from jinja2 import Environment, StrictUndefined

    facts = json.dumps(document, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    shared = package_file("aqmf_air.web", "static/room.css").read_text(encoding="utf-8")
    style, script = shared + page_part("sheet.css"), page_part(SCRIPT)
    made = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, auto_reload=False)
    force, other = document["forces"]
    title = f"{force['name']} against {other['name']}"
    page = made.from_string(page_part("sheet.html")).render(
        **{name: document[name] for name in ("forces", "kinds", "made", "rulings")},
        title=title,
        key=sha256(facts.encode()).hexdigest()[:16],
        facts=facts,
        style=style,
        script=script,
        style_hash=_digest(style),
        script_hash=_digest(script),
    )
    return page.encode()


@cache
def page_part(name: str) -> str:
    """A file of the page."""
    return package_file("aqmf_air.games.martian_front.sheet", f"page/{name}").read_text(encoding="utf-8")


def _digest(text: str) -> str:
    """As a content security policy names an inline script or style."""
    return b64encode(sha256(text.encode()).digest()).decode()


EXPORTER = Exporter("sheet", "offline sheet for the table: odds, dice, both forces", ".html", write, against=True)
