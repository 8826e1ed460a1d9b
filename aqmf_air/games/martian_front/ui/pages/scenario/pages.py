"""The player's own scenarios: the shelf of them, and the editor of one, with every change written before it is answered."""

from __future__ import annotations

import dataclasses
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from time import monotonic_ns
from typing import Any
from urllib.parse import quote, urlencode

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from aqmf_air import api
from aqmf_air.api import ui
from aqmf_air.games.martian_front.army.lists import readable
from aqmf_air.games.martian_front.army.plugged_in import army_options, special_rules
from aqmf_air.games.martian_front.chapters.hiding import View
from aqmf_air.games.martian_front.chapters.measuring import terrain_kinds
from aqmf_air.games.martian_front.scenario import model
from aqmf_air.games.martian_front.scenario.checks import Examined, Problem, examine
from aqmf_air.games.martian_front.scenario.forces_from_lists import SEAL, scenario_from, token_of
from aqmf_air.games.martian_front.scenario.setting_up import set_up
from aqmf_air.games.martian_front.sequence import AllQuiet
from aqmf_air.games.martian_front.state import PhasePart, Unit, names_of
from aqmf_air.games.martian_front.tables import SIDES, covers
from aqmf_air.games.martian_front.ui.drawing.pieces import looks_of, top_view
from aqmf_air.games.martian_front.ui.drawing.position import position
from aqmf_air.games.martian_front.ui.pages.army.lists import web_ruleset
from aqmf_air.games.martian_front.ui.pages.scenario.changes import CHANGES, PARTS, WHOSE, begun, spelled

RESERVED = ("new", "given")
"""Keys that are pages of their own."""


def shelf(request: Request, fault: str = "", sent: model.ScenarioFile | None = None) -> Response:
    """``/scenario/new``: the player's own scenarios, and the ways to a further one; one that was ``sent``."""
    game = web_ruleset()
    shown = [_on_the_shelf(game, path) for path in api.kept_for(game.id)]
    names = [
        (name, listed.document().get("title") or name, "your own" if listed.own else "")
        for name, listed in game.scenarios.items()
        if not listed.fault
    ]
    about: dict[str, Any] = {"kept": shown, "gone": FILES.gone(), "names": names, "once": ui.fresh()}
    about |= {"sent": _looked_at(game, sent) if sent else None, "longest": SEAL.max_token}
    return ui.page(request, "scenario_shelf.html", 400 if fault else 200, fault=fault, **about)


def _on_the_shelf(game: AllQuiet, path: Path) -> dict[str, Any]:
    try:
        examined = examine(model.read_scenario(path), game)
    except api.AqmfError as bad:
        return {"key": path.stem, "title": path.stem, "fault": str(bad)}
    sound, types = examined.sound, game.catalogue_for(examined.sound, {})
    points = dict.fromkeys(SIDES, 0)
    for unit in sound.units:
        points[unit.side] += api.by_name(types, unit.type, "unit").points
    return {
        "key": path.stem,
        "title": examined.file.title,
        "about": examined.file.description,
        "file": examined.file,
        "points": points,
        "changed": ui.when_changed(path),
        "mend": len(examined.problems),
        "fault": "",
    }


def _looked_at(game: AllQuiet, file: model.ScenarioFile) -> dict[str, Any]:
    """A scenario that somebody has sent, as it is shown before it is kept."""
    examined = examine(file, game)
    forces = []
    for side in SIDES:
        kinds = Counter(unit.type for unit in examined.sound.units if unit.side == side)
        forces.append((side, [f"{count} {kind}" if count > 1 else kind for kind, count in kinds.items()]))
    mend, token = len(examined.problems), token_of(file, army_options(game.registry))
    return {"file": file, "forces": forces, "mend": mend, "token": token}


def given(request: Request, fields: ui.Fields) -> Response:
    """``POST /scenario/given``: a scenario from a link, looked at; nothing is kept yet."""
    return shelf(request, sent=scenario_from(ui.field_text(fields, "given")))


def begin(request: Request, fields: ui.Fields) -> Response:
    """``POST /scenario/new``: a new one: a bare table."""
    return FILES.opened(request, fields, lambda: _kept(begun(fields), "begun"))


def copy(request: Request, fields: ui.Fields) -> Response:
    """``POST /scenario/copy``: one that ships, or one's own, under another name."""

    def copied() -> Path:
        file = web_ruleset().scenario_named(ui.field_text(fields, "scenario"))
        title = ui.field_text(fields, "title") or api.SCENARIOS.copy_title(file.title)
        return _kept(
            api.replace(file, name=begun(ui.Fields({"title": title})).name, title=title), f"copied from {file.title}"
        )

    return FILES.opened(request, fields, copied)


async def load(request: Request) -> Response:
    """``POST /scenario/load``: a scenario from a file, or from a link that was sent (``given``)."""
    raw, where, fields = await ui.file_form_of(request, "the file")

    def loaded() -> Path:
        if sent := ui.field_text(fields, "given"):
            return _kept(scenario_from(sent), "opened from a link")
        if not raw.strip():
            raise api.DataError("expected a scenario's TOML file", key="file")
        file = model.parse_scenario(raw, where)
        for number, army in enumerate(file.armies):
            if army.file:  # a path of somebody else's machine
                message = f"{where}: 'armies.{number}.file': a scenario that is sent must have its units in it"
                raise api.DataError(message, path=where, key="file", value=army.file)
        return _kept(file, f"loaded from {where}")

    return await run_in_threadpool(FILES.opened, request, fields, loaded)


def _kept(file: model.ScenarioFile, what: str) -> Path:
    return model.keep(file, what, web_ruleset().registry.of(api.kinds.SCENARIOS, web_ruleset().id), RESERVED)


FILES = ui.OwnFilePages("scenario", api.SCENARIOS, api.SCENARIOS.kept, listed="/scenario/new")
"""The addresses that scenarios share with other files."""


# -- one of them ----------------------------------------------------------------------------------------------------------


def show(request: Request) -> Response:
    """``/scenario/KEY?part=``: the table, the forms of every part, and what is wrong."""
    return _page(request, FILES.asked(request))


def drawn(request: Request) -> Response:
    """``/scenario/KEY/table.svg``: the scenario as the game would begin."""
    game = web_ruleset()
    return ui.picture(preview_svg(examine(model.read_scenario(FILES.asked(request)), game), game))


def code(request: Request) -> Response:
    """``/scenario/KEY/code.svg``: its share link as a QR code."""
    return ui.picture(api.svg_of(_shared(request, web_ruleset(), model.read_scenario(FILES.asked(request)))["text"]))


def _shared(request: Request, game: AllQuiet, file: model.ScenarioFile) -> dict[str, Any]:
    """What is given away to share a scenario: a link with all of it in its fragment, or the token alone."""
    base = ui.reachable(request.app.state.network or str(request.base_url))
    try:
        token = token_of(file, army_options(game.registry))
    except api.DataError as bad:
        return {"text": "", "fault": str(bad), "link": False, "scanned": False}
    text_of = f"{base}scenario#{token}" if base else token
    return {"text": text_of, "fault": "", "link": bool(base), "scanned": api.holds(text_of)}


def change(request: Request, fields: ui.Fields) -> Response:
    """``POST /scenario/KEY/CHANGE``: one change, written before it is answered; then the scenario as it is."""
    path = FILES.asked(request)
    name = api.by_name({change: change for change in (*api.STEPS, *CHANGES)}, request.path_params["change"], "change")
    part = ui.field_text(fields, "part")
    back = f"?{urlencode({'part': part})}#{quote(part)}" if part else ""

    def shown(message: str) -> Response:
        return _page(request, path, message)

    once = ui.form_word(f"scenario {path.stem}/{name}", fields)
    return ui.answered(request, once, lambda: _applied(path, name, fields), shown, f"{FILES.address(path)}{back}")


def _applied(path: Path, name: str, fields: ui.Fields) -> str:
    if name in api.STEPS:
        return api.step(path, name, api.SCENARIOS.kind, model.parse_scenario)
    return model.edit(path, lambda before: CHANGES[name](web_ruleset(), before, fields))


def _page(request: Request, path: Path, message: str = "") -> Response:
    game = web_ruleset()
    try:
        examined = examine(model.read_scenario(path), game)
    except api.DataError as bad:
        return shelf(request, str(bad))
    try:
        api.require_free_name(examined.file.name, game.scenarios, path)
        taken = ""
    except api.DataError as bad:
        taken = str(bad)
    called = _names_of((*examined.file.units, *examined.sound.units))
    return ui.page(
        request,
        "scenario_editor.html" if ui.fragment(request) else "scenario.html",
        made=monotonic_ns(),
        once=ui.fresh(),
        said=message,
        part=ui.field_text(request.query_params, "part"),
        base=FILES.address(path),
        file=examined.file,
        problems=[_in_names(problem, called) for problem in examined.problems],
        taken=taken,
        lacking="" if examined.problems or taken else ui.lacking_for(game.id, examined.file.name),
        draft=json.dumps(draft_of(examined, game)),
        **FILES.versions(path),
        label=model.label,
        spelled=spelled,
        parts=PARTS,
        choices={kind: [(word, word) for word in words] for kind, words in (("side", SIDES), ("kind", terrain_kinds()))},
        covers=covers(),
        whose=WHOSE,
        shared=_shared(request, game, examined.file),
        called=called,
        lists=[{"key": key, "name": army.name, "side": army.side} for key, army in readable()],
        top_view=top_view,
        catalogue={side: [type_ for type_ in game.catalogue.values() if type_.side == side] for side in SIDES},
        forces={side: _force(examined, game, side) for side in SIDES},
        specials=special_rules(game.registry).values(),
        rulings=api.describe(api.settle(game.rulings, {**examined.sound.rulings}, examined.file.name)),
    )


def _names_of(units: Iterable[model.PlacedUnit]) -> Mapping[str, str]:
    """What players call units, by their ids."""
    each = {unit.id: Unit(id=unit.id, name=unit.name, type=unit.type, side=unit.side, elements=()) for unit in units}
    return names_of(each.values())


def _in_names(problem: Problem, called: Mapping[str, str]) -> Problem:
    """A problem with the names of units in place of their ids."""
    if not called:
        return problem
    ids = "|".join(map(re.escape, sorted(called, key=len, reverse=True)))
    message = re.sub(rf"(?<![\w-])'?({ids})'?(?![\w-])", lambda match: called[match[1]], problem.message)
    return dataclasses.replace(problem, item=called.get(problem.item, problem.item), message=message)


def _force(examined: Examined, game: AllQuiet, side: str) -> dict[str, Any]:
    """The units of a side; each with where it stands, or that it is lined up."""
    standing = {unit.id: unit.elements for unit in examined.sound.units}
    catalogue = {name.casefold(): type_ for name, type_ in game.catalogue_for(examined.sound, {}).items()}
    own = [(unit, catalogue.get(unit.type.casefold())) for unit in examined.file.units if unit.side == side]
    units = []
    for unit, kind in own:
        where = standing.get(unit.id, unit.elements)
        places = ", ".join(spelled((at.x, at.y, at.facing)) for at in where)
        units.append({"unit": unit, "kind": kind, "places": places})
    return {"units": units, "points": sum(kind.points for _, kind in own if kind)}


# -- drawn ----------------------------------------------------------------------------------------------------------------


def preview_svg(examined: Examined, game: AllQuiet) -> str:
    """The sound part of a scenario as the game would begin with it, every zone and everything hidden shown."""
    file = examined.sound
    setup = set_up(file, game.catalogue_for(file, {}), game.rulings, game.setup_model, {}) if file.units else None
    nothing: dict[str, Any] = dict.fromkeys(("active", "enemies", "markers", "expected", "fallen", "acted"), ())
    ground: dict[str, Any] = {name: getattr(file, name) for name in ("table", "terrain", "zones", "objectives", "turns")}
    view = View(
        **ground,
        **nothing,
        player="",
        turn=0,
        phase=PhasePart.DEPLOYMENT,
        order=SIDES,
        own=setup.units if setup else (),
        reserves=setup.reserves if setup else (),
        types=setup.types if setup else (),
        rulings=setup.rulings if setup else game.rulings(),
        special=file.special,
        winner="",
    )
    return position(view, looks_of(game.registry)).document(placed=False)


def draft_of(examined: Examined, game: AllQuiet) -> dict[str, Any]:
    """Everything that can be dragged on the table; ``at`` is its place in the file."""
    file = examined.file
    own = {unit.id for unit in file.units}
    catalogue, called = game.catalogue_for(examined.sound, {}), _names_of(file.units)
    ground = {part: [{"at": at, **dict(thing)} for at, thing in enumerate(getattr(file, part))] for part in PARTS}
    units = [
        {
            "id": unit.id,
            "called": called[unit.id],
            "side": unit.side,
            "size": api.by_name(catalogue, unit.type, "unit").base_diameter,
            "elements": [[element.x, element.y, element.facing] for element in unit.elements],
        }
        for unit in examined.sound.units
        if unit.id in own
    ]
    return {"table": dict(file.table), **ground, "units": units}


ROUTES = (
    Route("/scenario", shelf),
    Route("/scenario/new", shelf, methods=["GET"]),
    Route("/scenario/new", ui.posted(begin), methods=["POST"]),
    Route("/scenario/copy", ui.posted(copy), methods=["POST"]),
    Route("/scenario/load", load, methods=["POST"]),
    Route("/scenario/given", ui.posted(given), methods=["POST"]),
    *FILES.routes(),
    Route("/scenario/{scenario}", show),
    Route("/scenario/{scenario}/table.svg", drawn),
    Route("/scenario/{scenario}/code.svg", code),
    Route("/scenario/{scenario}/{change}", ui.posted(change), methods=["POST"]),
)
"""The addresses of the scenario editor."""
PAGES = api.Pages(
    "scenarios",
    "Draw a battlefield, take both forces from lists, and play it.",
    link="/scenario",
    group="Prepare",
    samples=(
        api.Sample(
            "Change a scenario",
            "A copy of First flight: move the wood, add a tripod, play it.",
            "/scenario/copy",
            (("scenario", "first-flight"), ("title", "My first flight"), ("once", "sample")),
        ),
    ),
)
