"""The resolver for everything that is not aimed fire: templates, bombs, sweeps, nerves, eyes in the air.

Two units of the catalogue are put on a ledger of their own that nobody keeps; the claim is then the ledger's.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from aqmf_air.core.model import replace
from aqmf_air.core.spelling import by_name
from aqmf_air.errors import AqmfError, DataError
from aqmf_air.host.army.model import Army, Entry
from aqmf_air.host.army.muster import Depot
from aqmf_air.host.doings import deeds
from aqmf_air.host.ledger.setup import setup_from
from aqmf_air.host.profiles import SIDES, UnitType
from aqmf_air.host.standing import COMMAND
from aqmf_air.host.state import Game, marked, with_unit, without_unit
from aqmf_air.host.ui.engine import ruleset
from aqmf_air.plugins.aircraft.morale import RUN
from aqmf_air.web.dicing import rolled_on
from aqmf_air.web.ledger import forms
from aqmf_air.web.ledger.claiming import MOST_FIELD, address, claimed, required, rule_of
from aqmf_air.web.ledger.forms import KINDS, Given, Kind
from aqmf_air.web.ledger.keeping import rules
from aqmf_air.web.pages import Fields, form_of, fragment, page, text, whole

PATH = "/resolve/other"
FOES = {"human": "Scout Tripod", "martian": "US Infantry"}
"""Whom a side meets, if nobody is named."""


def show(request: Request) -> Response:
    """``/resolve/other?of=UNIT&do=KIND&against=UNIT``: the form of a kind of attack or test, its odds and its dice."""
    query = request.query_params
    units = ruleset().catalogue
    sides = [(side, sorted(unit.name for unit in units.values() if unit.side == side)) for side in SIDES]
    shown: dict[str, Any] = {
        "path": PATH, "writes": False, "entries": 0, "sides": sides, "kinds": [], "unit": None, "game": None, "form": {},
        "of": text(query, "of"), "against": text(query, "against"), "do": text(query, "do"), "also": [], "fault": "",
        "fields": {name: value[:MOST_FIELD] for name, value in query.items()}, "lost": 0,
    }  # fmt: skip
    try:
        shown |= _shown(query) if shown["of"] else {}
    except AqmfError as fault:
        shown["fault"] = str(fault)
    if fragment(request):
        answer = page(request, "ledger_answer.html", **{**_nothing(), **shown})
        answer.headers["hx-replace-url"] = f"{PATH}?{address(query, [])}"
        return answer
    return page(request, "resolve_other.html", **{**_nothing(), **shown})


def _nothing() -> dict[str, Any]:
    return {
        "asked": None,
        "objections": (),
        "untimely": (),
        "agree": "",
        "takes": None,
        "dice": None,
        "came": (),
        "kept": [],
        "again": "",
        "back": "",
    }


def _shown(query: QueryParams) -> dict[str, Any]:
    unit_type = by_name(ruleset().catalogue, text(query, "of"), "unit")
    kinds = kinds_of(unit_type)
    do = text(query, "do") if text(query, "do") in {kind.do for kind in kinds} else next((kind.do for kind in kinds), "")
    game = scene(query, do)
    unit = game.unit(unit_type.name)
    also = [(name, text(query, name)) for name in ("of", "against", "lost") if text(query, name)]
    fields = QueryParams([*((name, value) for name, value in query.multi_items() if name not in ("unit", "do")),
                          ("unit", unit.id), ("do", do)])  # fmt: skip
    return {
        **(claimed(game, fields, timeless=True) if do else {}),
        "kinds": kinds, "do": do, "unit": unit, "game": game, "form": forms.shown(game, unit, do), "also": also,
        "of": unit_type.name, "lost": unit.lost,
    }  # fmt: skip


async def roll(request: Request) -> Response:
    """``POST /resolve/other/roll``: the app rolls what is asked for next, or all to the end; the address then has it."""
    form = await form_of(request)
    return await run_in_threadpool(_roll, form)


def _roll(form: Fields) -> Response:
    game = scene(form, text(form, "do"))
    asked = required(game, form, timeless=True)
    given = [str(one) for one in form.getlist("roll")]
    if not rules().objections(game, asked.command, asked.by):  # the page says what the rules object
        given = rolled_on(rule_of(game, asked), given, bool(text(form, "all"))).written
    return RedirectResponse(f"{PATH}?{address(form, given)}#dice", 303)


# -- what a unit can be asked about ---------------------------------------------------------------------------------------


def kinds_of(unit: UnitType) -> list[Kind]:
    """The kinds of claims that units of a type can make, aimed fire left out."""
    types = {deed.type for deed in deeds(rules(), unit, rules().rulings())}
    return [kind for kind in KINDS.values() if kind.type in types and kind.type != "ledger.fire" and kind.do != "scatter"]


# -- a ledger that nobody keeps -------------------------------------------------------------------------------------------


def scene(fields: Given, do: str) -> Game:
    """Two units that face each other, as the kind of claim needs them: with losses, in rout, on a run, in ruins.

    Raises:
        UnknownNameError: there is no such unit.
        DataError: they are of one side.
    """
    catalogue = ruleset().catalogue
    one = by_name(catalogue, text(fields, "of"), "unit")
    against = text(fields, "against")
    other = by_name(catalogue, against if against else FOES[one.side], "unit")
    if one.side == other.side:
        raise DataError(f"{one.name} and {other.name} are on the same side", key="against", value=other.name)
    game = _met(one.name, other.name)
    unit = game.unit(one.name)
    match do:
        case "morale":
            lost = whole(fields, "lost", 1, max(1, one.elements - 1), 1)
            return with_unit(game, replace(unit, elements=unit.elements[lost:], lost=lost))
        case "rally":
            return with_unit(game, unit.marked("routed"))
        case "ram":
            return with_unit(game, replace(unit, elements=unit.elements[:1], marks=marked(unit.marks, RUN)))
        case "rolloff":
            hit = tuple(mount.weapon.name for mount in one.weapons for _ in range(mount.count))
            elements = tuple(replace(element, weapons_out=hit) for element in unit.elements)
            return with_unit(game, replace(unit, elements=elements, marks=marked(unit.marks, "immobile")))
        case "explosion":
            return without_unit(game, unit.id, "destroyed")
        case _:
            return game


@lru_cache(maxsize=64)
def _met(one: str, other: str) -> Game:
    """A game of these two units, with a command squad beside a human one."""
    made, catalogue = rules(), ruleset().catalogue
    depot = Depot(made.registry)
    named = {catalogue[name].side: [name] for name in (one, other)}
    squad = next((unit.name for unit in catalogue.values() if unit.has(COMMAND) and unit.name not in (one, other)), "")
    if squad and catalogue[squad].side in named:
        named[catalogue[squad].side].append(squad)
    armies = [
        Army(name=side, side=side, units=tuple(Entry(unit=name) for name in names))
        for side, names in named.items()
    ]  # fmt: skip
    return setup_from("", [depot.muster(army) for army in armies], made.rulings, made.setup_model).opening()
