"""Changes of a scenario, each read from a form: what is asked for, applied to the scenario as it is now.

A form changes the fields that it has and no others, so that a drag on the table and a whole form are read alike.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from aqmf_air.core.data.model import Frozen, read
from aqmf_air.core.play.rulings import describe
from aqmf_air.errors import DataError
from aqmf_air.games.martian_front.hook_answers import special_rules
from aqmf_air.games.martian_front.profiles import SIDES
from aqmf_air.games.martian_front.ruleset import AllQuiet
from aqmf_air.games.martian_front.scenario.model import ScenarioFile
from aqmf_air.games.martian_front.ui.pages.scenario.forces import FORCES
from aqmf_air.games.martian_front.ui.pages.scenario.reading import given, gone, inches, number_of, places
from aqmf_air.web.pages import Fields, text, whole

Change = Callable[[AllQuiet, ScenarioFile, Fields], tuple[ScenarioFile, str]]
"""The scenario after a change, and what was done in a few words."""

MOST_TURNS, MOST_WORTH = 50, 100_000
MOST_PIECES = 60
"""Pieces of terrain, objectives or dummies of a scenario."""


def begun(fields: Fields) -> ScenarioFile:
    """A new scenario: a bare table.

    Raises:
        DataError: a field that does not fit, in one line.
    """
    title = text(fields, "title")
    size = {side: inches(text(fields, side) or default, side) for side, default in (("width", "72"), ("depth", "48"))}
    name = text(fields, "name") or "-".join(title.casefold().split())
    kept = "".join(letter for letter in name if letter.isalnum() or letter in "-_ ")[:60].strip("- ")
    document = {"name": kept or name, "title": title, "table": size, "initiative": "rolled", "deploy": SIDES}
    return read(ScenarioFile, document, "the new scenario", DataError)


def changed(file: ScenarioFile, **changes: Any) -> ScenarioFile:
    """The scenario with ``changes``.

    Raises:
        DataError: a change does not fit, in one line.
    """
    fields = {name: getattr(file, name) for name in ScenarioFile.model_fields}
    return read(ScenarioFile, {**fields, **changes}, "this scenario", DataError)


# -- the scenario itself --------------------------------------------------------------------------------------------------


def _about(game: AllQuiet, file: ScenarioFile, fields: Fields) -> tuple[ScenarioFile, str]:
    """Its title and story, the table, how long it lasts and who begins."""
    changes: dict[str, Any] = {name: said for name in ("title", "description") if (said := given(fields, name)) is not None}
    changes |= {name: said for name in ("first", "initiative") if (said := given(fields, name)) is not None}
    size = {side: inches(said, side) for side in ("width", "depth") if (said := given(fields, side)) is not None}
    changes["table"] = {**dict(file.table), **size}
    if given(fields, "turns") is not None:
        changes["turns"] = whole(fields, "turns", 1, MOST_TURNS, 0) or None
    if (breaking := given(fields, "breaking")) is not None:
        changes["breaking"] = breaking == "yes"
    sides = set(file.deploy)
    for side in SIDES:
        if (said := given(fields, f"deploy.{side}")) is not None:
            (sides.add if said == "yes" else sides.discard)(side)
    changes["deploy"] = tuple(side for side in SIDES if side in sides)
    return changed(file, **changes), "set what it is about"


def _rules(game: AllQuiet, file: ScenarioFile, fields: Fields) -> tuple[ScenarioFile, str]:
    """Its special rules, and the rulings that are not at their default."""
    special = list(file.special)
    for one in special_rules(game.registry).values():
        said = given(fields, f"special.{one.name}")
        if said is not None:
            special = [name for name in special if name.casefold() != one.name.casefold()]
            special += [one.name] if said == "yes" else []
    chosen = dict(file.rulings)
    for ruling in describe(game.rulings()):
        said = given(fields, f"ruling.{ruling.name}")
        if said is None:
            continue
        chosen[ruling.name] = ruling.chosen(said)
        if chosen[ruling.name] == ruling.default:
            del chosen[ruling.name]
    if (drop := given(fields, "drop")) is not None:  # what the check does not know
        special = [name for name in special if name != drop]
        chosen.pop(drop, None)
    return changed(file, special=tuple(special), rulings=chosen), "set its rules"


# -- the ground -----------------------------------------------------------------------------------------------------------


def _terrain(game: AllQuiet, file: ScenarioFile, fields: Fields) -> tuple[ScenarioFile, str]:
    def fill(piece: dict[str, Any]) -> None:
        if (said := given(fields, "corners")) is not None:
            piece["corners"] = places(said, "corners", (2,))
        if said := given(fields, "kind"):
            piece["kind"] = said
        piece["name"] = given(fields, "name") or piece.get("name") or _unused(piece.get("kind", "ground"), file.terrain)

    return _one_of(file, fields, "terrain", "piece of terrain", fill)


def _zones(game: AllQuiet, file: ScenarioFile, fields: Fields) -> tuple[ScenarioFile, str]:
    def fill(zone: dict[str, Any]) -> None:
        zone |= {"side": given(fields, "side") or zone.get("side", "")}
        zone |= {edge: inches(said, edge) for edge in EDGES if (said := given(fields, edge)) is not None}

    return _one_of(file, fields, "zones", "zone", fill)


EDGES = ("left", "near", "right", "far")


def _objectives(game: AllQuiet, file: ScenarioFile, fields: Fields) -> tuple[ScenarioFile, str]:
    def fill(one: dict[str, Any]) -> None:
        one |= {name: inches(said, name) for name in ("x", "y", "radius") if (said := given(fields, name)) is not None}
        if given(fields, "worth"):
            one["worth"] = whole(fields, "worth", 1, MOST_WORTH, 100)
        one["name"] = given(fields, "name") or one.get("name") or _unused("objective", file.objectives)

    return _one_of(file, fields, "objectives", "objective", fill)


def _dummies(game: AllQuiet, file: ScenarioFile, fields: Fields) -> tuple[ScenarioFile, str]:
    def fill(one: dict[str, Any]) -> None:
        one |= {"side": given(fields, "side") or one.get("side", "martian")}
        one |= {name: inches(said, name) for name in ("x", "y") if (said := given(fields, name)) is not None}

    return _one_of(file, fields, "dummies", "dummy", fill)


def _one_of(
    file: ScenarioFile, fields: Fields, part: str, what: str, fill: Callable[[dict[str, Any]], None]
) -> tuple[ScenarioFile, str]:
    """A new thing of a part of the file; or the one that the form is about, changed or removed.

    ``at`` is its place, ``known`` the name that it had when the form was shown.
    """
    listed: list[Any] = list(getattr(file, part))
    if given(fields, "at") in (None, ""):
        if len(listed) >= MOST_PIECES:
            raise DataError(f"{part}: expected at most {MOST_PIECES}", key=part)
        made: dict[str, Any] = {}
        fill(made)
        return changed(file, **{part: (*listed, made)}), f"added {_a(what)}"
    at = number_of(fields, "at", len(listed), what)
    known = given(fields, "known")
    if known is not None and known != label(listed[at]):
        raise gone(what)
    if text(fields, "do") == "remove":
        del listed[at]
        return changed(file, **{part: tuple(listed)}), f"removed {_a(what)}"
    document = dict(listed[at])
    fill(document)
    listed[at] = document
    return changed(file, **{part: tuple(listed)}), f"changed {_a(what)}"


def _a(what: str) -> str:
    return f"an {what}" if what[0] in "aeiou" else f"a {what}"


def label(one: Frozen) -> str:
    """What a form knows a thing by."""
    return str(getattr(one, "name", None) or getattr(one, "side", ""))


def _unused(word: str, things: tuple[Any, ...]) -> str:
    """``wood``, ``wood 2``, ``wood 3``: the first that nothing is called."""
    taken = {one.name for one in things}
    names = (word if number == 1 else f"{word} {number}" for number in range(1, len(taken) + 2))
    return next(name for name in names if name not in taken)


CHANGES: Mapping[str, Change] = {
    "about": _about,
    "rules": _rules,
    "terrain": _terrain,
    "zones": _zones,
    "objectives": _objectives,
    "dummies": _dummies,
    **FORCES,
}
"""Every change, by the last word of its address."""
