"""Changes of a scenario, each read from a form: what is asked for, applied to the scenario as it is now.

A form changes the fields that it has and no others, so that a drag on the table and a whole form are read alike.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from aqmf_air.api import LONGEST_NAME, DataError, by_name, describe, read, replace
from aqmf_air.api.ui import Fields, field_text, whole
from aqmf_air.games.martian_front.army.lists import LISTS, read_list
from aqmf_air.games.martian_front.army.plugged_in import army_options, special_rules
from aqmf_air.games.martian_front.army.resolved_list import joint_attachments
from aqmf_air.games.martian_front.scenario.forces_from_lists import enlisted, numbered, taken_in, units_of
from aqmf_air.games.martian_front.scenario.model import PlacedElement, PlacedUnit, ScenarioFile, label, short_name
from aqmf_air.games.martian_front.scenario.setting_up import MOST_OF_A_KIND, bought, lined_up
from aqmf_air.games.martian_front.sequence import AllQuiet
from aqmf_air.games.martian_front.state import Zone
from aqmf_air.games.martian_front.tables import SIDES, UnitType
from aqmf_air.games.martian_front.ui.pages.army.lists import context, read_given

Change = Callable[[AllQuiet, ScenarioFile, Fields], tuple[ScenarioFile, str]]
"""The scenario after a change, and what was done in a few words."""

SCENARIO, LIST = "scenario", "list"
WHOSE = ((SCENARIO, "the scenario's count"), (LIST, "the list's count"))
"""Whose rulings count where a list differs from the scenario that it joins."""
MOST_TURNS, MOST_WORTH = 50, 100_000
MOST_PIECES, MOST_UNITS = 60, 120
"""Pieces of terrain, objectives or dummies of a scenario; units of both sides together."""
FARTHEST = 1200.0
"""Inches; no table is wider."""
MOST_PLACES = 200
"""In one field."""


def given(fields: Fields, name: str) -> str | None:
    """What a field holds; None if the form does not have it."""
    return field_text(fields, name).replace("\r\n", "\n") if name in fields else None


def inches(text: str, what: str) -> float:
    """A length or a coordinate.

    Raises DataError: it is none.
    """
    try:
        value = float(text.replace(",", ".")) if text.isascii() else float("nan")
    except ValueError:
        value = float("nan")
    if not isfinite(value) or abs(value) > FARTHEST:
        raise DataError(f"{what}: expected inches, got {text[:40]!r}", key=what, value=text)
    return round(value, 3) + 0.0


def places(text: str, what: str, sizes: Sequence[int] = (2,)) -> tuple[tuple[float, ...], ...]:
    """Places, each of so many numbers, apart by commas: ``10 22, 50 21, 50 26``.

    Raises DataError: names the one that is wrong.
    """
    parts = [part.split() for part in re.split(r"[,;\n]", text) if part.strip()]
    if len(parts) > MOST_PLACES:
        raise DataError(f"{what}: expected at most {MOST_PLACES} places, got {len(parts)}", key=what)
    if wrong := next((part for part in parts if len(part) not in sizes), None):
        expected, shown = " or ".join(map(str, sizes)), " ".join(wrong)[:40]
        message = f"{what}: expected {expected} numbers for each place, places apart by commas, got {shown!r}"
        raise DataError(message, key=what, value=text)
    return tuple(tuple(inches(number, what) for number in part) for part in parts)


def _numbered(fields: Fields, things: Sequence[Any], what: str) -> int:
    """Which of these things a form is about: its place in ``at``, its name when the form was shown in ``known``."""
    position, name = field_text(fields, "at"), given(fields, "known")
    if not (position.isascii() and position.isdigit() and len(position) < 6 and int(position) < len(things)):
        raise _gone(what)
    if name not in (None, label(things[int(position)])):
        raise _gone(what)
    return int(position)


def _gone(what: str) -> DataError:
    return DataError(f"That {what} was changed or removed in the meantime. Nothing was done: here is the scenario as it is.")


@dataclass(frozen=True)
class FormField:
    """A field of a form: ``inches``, a ``whole`` number, ``text``, ``places``, or what ``side`` or ``kind`` there is."""

    name: str
    label: str
    hint: str = ""
    kind: str = "inches"
    new: str = ""
    """What it holds before anything is typed."""

    def read(self, fields: Fields) -> Any:
        """What the field holds; None if the form does not have it, or nothing is said.

        Raises DataError: it does not fit, in one line.
        """
        if (text := given(fields, self.name)) is None:
            return None
        match self.kind:
            case "inches":
                return inches(text, self.name)
            case "places":
                return places(text, self.name)
            case "whole":
                return whole(fields, self.name, 1, MOST_WORTH, 0) or None
        return text or None

    def shown(self, thing: object) -> str:
        """What the field holds for a thing: as it is typed."""
        value = getattr(thing, self.name)
        if self.kind == "places":
            return ", ".join(map(spelled, value))
        return f"{value:g}" if self.kind == "inches" else str(value)


def spelled(numbers: Sequence[float]) -> str:
    """A place as it is typed: ``10 22.5``."""
    return " ".join(f"{number:g}" for number in numbers)


@dataclass(frozen=True)
class FormList:
    """A list in the file whose things have forms of their own."""

    title: str
    word: str
    """What one of them is: ``zone``."""
    boxes: tuple[FormField, ...]
    note: str = ""

    @property
    def one(self) -> str:
        """With its article: ``a zone``."""
        return f"an {self.word}" if self.word[0] in "aeiou" else f"a {self.word}"


_NAME = FormField("name", "Name", kind="text")
_AT = FormField("x", "Across", "inches"), FormField("y", "Deep", "inches")
PARTS: Mapping[str, FormList] = {
    "terrain": FormList(
        "Terrain",
        "piece of terrain",
        (
            _NAME,
            FormField("kind", "Kind", kind="kind"),
            FormField("corners", "Corners", "x y, apart by commas: 10 20, 18 20, 16 26", "places"),
        ),
    ),
    "zones": FormList(
        "Zones to set up in",
        "zone",
        (
            FormField("side", "Side", kind="side"),
            FormField("left", "From", "inches across"),
            FormField("right", "To", "inches across"),
            FormField("near", "From", "inches deep"),
            FormField("far", "To", "inches deep"),
        ),
    ),
    "objectives": FormList(
        "Objectives",
        "objective",
        (
            _NAME,
            *_AT,
            FormField("radius", "Held within", "inches", new="3"),
            FormField("worth", "Worth", "points", "whole", "100"),
        ),
    ),
    "dummies": FormList(
        "Dummies",
        "dummy",
        (FormField("side", "Side", kind="side", new="martian"), *_AT),
        "Markers that stand for nothing, among those of hidden units.",
    ),
}


def _thing(name: str) -> Change:
    """A new thing of a part of the file; or the one that the form is about, changed or removed."""
    part = PARTS[name]

    def change(game: AllQuiet, file: ScenarioFile, fields: Fields) -> tuple[ScenarioFile, str]:
        listed: list[Any] = list(getattr(file, name))
        at = _numbered(fields, listed, part.word) if field_text(fields, "at") else len(listed)
        if at == len(listed) == MOST_PIECES:
            raise DataError(f"{name}: expected at most {MOST_PIECES}", key=name)
        done = "changed" if at < len(listed) else "added"
        if done == "changed" and field_text(fields, "do") == "remove":
            del listed[at]
            done = "removed"
        else:
            values = {box.name: value for box in part.boxes if (value := box.read(fields)) is not None}
            thing = {**(dict(listed[at]) if done == "changed" else {}), **values}
            if _NAME in part.boxes:
                thing.setdefault("name", _unused(thing.get("kind", part.word), listed))
            listed[at:] = [thing, *listed[at + 1 :]]
        return changed(file, **{name: tuple(listed)}), f"{done} {part.one}"

    return change


def _unused(word: str, things: Sequence[Any]) -> str:
    """``wood``, ``wood 2``, ``wood 3``: the first that nothing is called."""
    taken = {thing.name for thing in things}
    names = (word if number == 1 else f"{word} {number}" for number in range(1, len(taken) + 2))
    return next(name for name in names if name not in taken)


# -- the scenario itself --------------------------------------------------------------------------------------------------


ZONE_DEPTH, USUAL_TURNS = 12, 6
"""Of a new scenario: inches that a side's zone is deep at most, and its last turn."""


def begun(fields: Fields) -> ScenarioFile:
    """A new scenario: a bare table with a zone for each side, and a last turn (DataError: a field does not fit)."""
    title = field_text(fields, "title")
    size = {side: inches(field_text(fields, side) or default, side) for side, default in (("width", "72"), ("depth", "48"))}
    words = "".join(letter if letter.isalnum() else " " for letter in title.casefold()).split()
    name = "-".join(words)[:LONGEST_NAME].strip("-") or "scenario"
    depth, deep = size["depth"], min(ZONE_DEPTH, size["depth"] / 4)
    edges = zip(SIDES, (0, depth - deep), strict=True)
    zones = [{"side": side, "left": 0, "right": size["width"], "near": near, "far": near + deep} for side, near in edges]
    document = {"name": name, "title": title, "table": size, "turns": USUAL_TURNS, "zones": zones, "deploy": SIDES}
    document["initiative"] = "rolled"
    return read(ScenarioFile, document, "the new scenario", DataError)


def changed(file: ScenarioFile, **changes: Any) -> ScenarioFile:
    """The scenario with ``changes``.

    Raises DataError: a change does not fit, in one line.
    """
    return read(ScenarioFile, {**dict(file), **changes}, "this scenario", DataError)


def _about(game: AllQuiet, file: ScenarioFile, fields: Fields) -> tuple[ScenarioFile, str]:
    """Its title and story, the table, how long it lasts and who begins."""
    texts = {name: given(fields, name) for name in ("title", "description", "first", "initiative", "breaking")}
    changes: dict[str, Any] = {name: text for name, text in texts.items() if text is not None}
    size = {side: inches(text, side) for side in ("width", "depth") if (text := given(fields, side)) is not None}
    changes["table"] = {**dict(file.table), **size}
    if "turns" in fields:
        changes["turns"] = whole(fields, "turns", 1, MOST_TURNS, 0) or None
    if "breaking" in changes:
        changes["breaking"] = changes["breaking"] == "yes"
    deploy = {side: given(fields, f"deploy.{side}") or ("yes" if side in file.deploy else "no") for side in SIDES}
    changes["deploy"] = tuple(side for side in SIDES if deploy[side] == "yes")
    return changed(file, **changes), "set what it is about"


def _rules(game: AllQuiet, file: ScenarioFile, fields: Fields) -> tuple[ScenarioFile, str]:
    """Its special rules, and the rulings that are not at their default; ``drop`` is one that the check does not know."""
    drop = given(fields, "drop")
    special = [name for name in file.special if name != drop]
    for rule in special_rules(game.registry).values():
        if (answer := given(fields, f"special.{rule.name}")) is not None:
            special = [name for name in special if name.casefold() != rule.name.casefold()]
            special += [rule.name] if answer == "yes" else []
    chosen = {name: value for name, value in file.rulings.items() if name != drop}
    for ruling in describe(game.rulings()):
        if (answer := given(fields, f"ruling.{ruling.name}")) is not None:
            chosen[ruling.name] = ruling.chosen(answer)
            if chosen[ruling.name] == ruling.default:
                del chosen[ruling.name]
    return changed(file, special=tuple(special), rulings=chosen), "set its rules"


# -- the forces -----------------------------------------------------------------------------------------------------------


def _list(game: AllQuiet, file: ScenarioFile, fields: Fields) -> tuple[ScenarioFile, str]:
    """The units of an army list, a kept one or one that was pasted, join the scenario."""
    key, pasted = field_text(fields, "list"), field_text(fields, "given")
    if not key and not pasted:
        raise DataError("expected a list: one of your own, a share token, or its text", key="list")
    given_list = read_given(pasted) if pasted else None
    roster = given_list.muster.army if given_list else context().tidy(read_list(LISTS.named(key)))
    units = tuple(units_of(roster, army_options(game.registry), f"list {roster.name!r}"))
    if not units:
        raise DataError(f"list {roster.name!r}: has no unit", key="list")
    whose = field_text(fields, "rulings")
    differing = [name for name, value in roster.rulings.items() if file.rulings.get(name, value) != value]
    if differing and whose not in (SCENARIO, LIST):
        differences = " ".join(
            f"{ruling.question} Here: {ruling.told(file.rulings[ruling.name])} "
            f"In the list: {ruling.told(roster.rulings[ruling.name])}"
            for ruling in describe(game.rulings())
            if ruling.name in differing
        )
        message = f"list {roster.name!r} has other rulings than this scenario. {differences} Choose whose count"
        raise DataError(message, key="rulings")
    rulings = {**file.rulings, **roster.rulings} if whose == LIST else {**roster.rulings, **file.rulings}
    attached = joint_attachments((*file.attached, *roster.attached))
    lost = f"; not kept: {'; '.join(given_list.losses)}" if given_list and given_list.losses else ""
    taken = f"{len(units)} unit{'s' if len(units) > 1 else ''}"
    return _joined(replace(file, rulings=rulings, attached=attached), *units), f"took {taken} from {roster.name}{lost}"


def _add(game: AllQuiet, file: ScenarioFile, fields: Fields) -> tuple[ScenarioFile, str]:
    """So many units of a type; each in its zone, or all where ``x`` and ``y`` say."""
    kind = by_name(game.catalogue_for(file, {}), field_text(fields, "type"), "unit")
    count = whole(fields, "count", 1, MOST_OF_A_KIND, 1)
    spot = [inches(text, axis) for axis in ("x", "y") if (text := given(fields, axis))]
    elements = _around(file, kind, *spot) if len(spot) == 2 else ()
    unit = PlacedUnit(id=short_name(kind.name), side=kind.side, type=kind.name, elements=elements)
    return _joined(file, *(unit,) * count), f"added {count} {kind.name}"


def _around(file: ScenarioFile, kind: UnitType, x: float, y: float) -> tuple[PlacedElement, ...]:
    """Places for the elements of a unit in a line around a spot, moved as far as it takes to have all of it on the table."""
    table, half = file.table, kind.base_diameter / 2
    y = min(max(y, half), max(half, table.depth - half))
    line = next(lined_up(file, [kind], Zone(side=kind.side, left=0, right=table.width, near=y - half, far=y + half)))
    left, right = line[0].x - half, line[-1].x + half
    along = min(max(x - table.width / 2, -left), table.width - right)
    return tuple(replace(element, x=round(element.x + along, 3)) for element in line)


def _unit(game: AllQuiet, file: ScenarioFile, fields: Fields) -> tuple[ScenarioFile, str]:
    """Where a unit stands, whether it is hidden, in cover, or in reserve; or it goes."""
    name = field_text(fields, "unit")
    unit = next((other for other in file.units if other.id == name), None)
    if unit is None:
        raise _gone("unit")
    called = field_text(fields, "known") or name
    if field_text(fields, "do") == "remove":
        return replace(file, units=tuple(other for other in file.units if other is not unit)), f"removed {called}"
    changes: dict[str, Any] = {}
    if (text := given(fields, "elements")) is not None:
        spots = places(text, "places", (2, 3))
        changes["elements"] = [{"x": spot[0], "y": spot[1], "facing": sum(spot[2:], 0.0) % 360} for spot in spots]
    if (text := given(fields, "hidden")) is not None:
        changes["hidden"] = text == "yes"
    if (text := given(fields, "cover")) is not None:
        others = {mark: value for mark, value in unit.marks.items() if mark != "cover"}
        changes["marks"] = others | ({"cover": text} if text not in ("", "none") else {})
    if "turn" in fields:
        turn = whole(fields, "turn", 1, MOST_TURNS, 0)
        arrival = {"turn": turn, "sure": field_text(fields, "sure") == "yes", "where": field_text(fields, "where")[:80]}
        changes["arrives"] = arrival if turn else None
        if turn and not (changes.get("elements") or unit.elements):
            kind = by_name(game.catalogue_for(file, {}), unit.type, "unit")
            near = 0.0 if unit.side == "human" else file.table.depth - kind.base_diameter
            edge = Zone(side=unit.side, left=0, right=file.table.width, near=near, far=near + kind.base_diameter)
            changes["elements"] = next(lined_up(file, [kind], edge))
    if (text := given(fields, "called")) is not None and text != called:
        changes["name"] = " ".join(text.split())
    after = read(PlacedUnit, {**dict(unit), **changes}, name, DataError)
    return replace(file, units=tuple(after if other is unit else other for other in file.units)), f"changed {called}"


def _army(game: AllQuiet, file: ScenarioFile, fields: Fields) -> tuple[ScenarioFile, str]:
    """An army that the file names becomes units that can be placed one by one; or it goes."""
    at = _numbered(fields, file.armies, "army")
    army = file.armies[at]
    rest = replace(file, armies=tuple(other for number, other in enumerate(file.armies) if number != at))
    if field_text(fields, "do") == "remove":
        return rest, "removed an army"
    if army.file:
        after, _ = enlisted(replace(rest, armies=(army,)), army_options(game.registry))
        return _joined(replace(after, armies=rest.armies)), "took an army apart"
    return _joined(rest, *bought(file, army, game.catalogue_for(file, {}))), "took an army apart"


def _joined(file: ScenarioFile, *units: PlacedUnit) -> ScenarioFile:
    """The scenario with further units, each under an id that is free: ``us-infantry-1``, ``us-infantry-2``."""
    if (size := len(file.units) + len(units)) > MOST_UNITS:
        raise DataError(f"expected at most {MOST_UNITS} units in a scenario, got {size}", key="units")
    return replace(file, units=(*file.units, *numbered(units, taken_in(file))))


CHANGES: Mapping[str, Change] = {
    "about": _about,
    "rules": _rules,
    **{name: _thing(name) for name in PARTS},
    "list": _list,
    "add": _add,
    "unit": _unit,
    "army": _army,
}
"""Every change, by the last word of its address."""
