"""Random army lists, for the tests of what is made of them."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import strategies as st

from aqmf_air.games.martian_aircraft.designs.army_lists import attachment_of
from aqmf_air.games.martian_aircraft.tables import AircraftRulings
from aqmf_air.games.martian_front.army.lists import Army, ArmyEntry
from aqmf_air.games.martian_front.army.plugged_in import Attachment, Imported
from aqmf_air.games.martian_front.army.reading import lists_in, read_one
from aqmf_air.games.martian_front.army.resolved_list import ListContext
from aqmf_air.plugins.registry import load_registry
from tests.games.martian_aircraft.designs import designs

SIGNS = "abcXYZ 019éßИ飛✈\"'`*_#|<>&\\[]()~:=-@!?.,;/{}$%"

lines = st.text(st.sampled_from(SIGNS), max_size=24)
names = st.one_of(
    st.sampled_from(["Third Wing", "Ильина рота", "飛行機隊", "<b>&amp;", "# *1*"]), lines.map(lambda one: f"x{one}")
)
notes = st.lists(lines, max_size=4).map("\n".join)


@cache
def context() -> ListContext:
    """A context with the plugins of the package alone."""
    return ListContext(load_registry(entry_points=False))


def read_list_of(raw: bytes, where: str, format_name: str | None = None, side: str | None = None) -> Imported:
    """The list in a file, the first of several."""
    return read_one(lists_in(context(), raw, where, format_name, side), None, where)


@cache
def catalogue() -> tuple[str, ...]:
    """The names of all units."""
    return tuple(context().catalogue)


def units(side: str) -> st.SearchStrategy[str]:
    """Names of units, mostly of one side."""
    own = [name for name, one in context().catalogue.items() if one.side == side]
    return st.one_of(st.sampled_from(own), st.sampled_from(own), st.sampled_from(own), st.sampled_from(catalogue()), names)


@st.composite
def entries(draw: st.DrawFn, side: str) -> ArmyEntry:
    """An entry that there may be."""
    plain: dict[str, Any] = {"unit": draw(units(side)), "count": draw(st.integers(1, 4))}
    if draw(st.booleans()):
        plain["elements"] = draw(st.none() | st.integers(1, 6))
        plain["name"] = draw(lines)
        plain["hidden"] = draw(st.booleans())
        plain["options"] = draw(
            st.dictionaries(st.sampled_from(["altitude", "mood", "ünder way"]), st.sampled_from(["low", "high", "a: b = c"]))
        )
        plain["notes"] = draw(notes)
    return ArmyEntry(**plain)


rulings = st.fixed_dictionaries(
    {},
    optional={
        "missing_weapon": st.sampled_from(["no-refund", "refund"]),
        "first_medium": st.sampled_from(["swap", "add"]),
        "spotters_scout": st.booleans(),
        "table_edge": st.sampled_from(["lost", "return"]),
    },
)


@st.composite
def armies(draw: st.DrawFn) -> Army:
    """Any list, in the one form that it has once it is mustered: units spelled as in the catalogue."""
    side = draw(st.sampled_from(["human", "martian"]))
    listed = draw(st.lists(entries(side), max_size=8))
    attached: list[Attachment] = []
    for design in draw(st.lists(designs(), max_size=1)) if not draw(st.integers(0, 3)) else []:
        if design.name not in {one.unit for one in listed}:
            listed.append(ArmyEntry(unit=design.name))
            attached.append(attachment_of(design, AircraftRulings()))
    made = Army.model_validate(
        {
            "name": draw(names),
            "side": side,
            "limit": draw(st.none() | st.integers(0, 3000)),
            "notes": draw(notes),
            "special": draw(st.lists(st.sampled_from(["fixed position", "night = dark", "x"]), max_size=2, unique=True)),
            "rulings": draw(rulings),
            "units": listed,
            "attached": attached,
        }
    )
    return context().tidy(made)
