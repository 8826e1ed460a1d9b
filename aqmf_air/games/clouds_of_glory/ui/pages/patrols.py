"""The player's own missions: the shelf of them, and the editor of one, with every change written before it is answered."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from aqmf_air import api
from aqmf_air.api import ui
from aqmf_air.games.clouds_of_glory import editing
from aqmf_air.games.clouds_of_glory.chapters import missions, setting_up
from aqmf_air.games.clouds_of_glory.editing import PARTS, MissionFile, problems, read_mission
from aqmf_air.games.clouds_of_glory.tables import RULESET, tables_in_force
from aqmf_air.games.clouds_of_glory.ui.projections import picture_of


def shelf(request: Request, fault: str = "") -> Response:
    """``/patrol``: the player's own missions, and the ways to a further one."""
    kept = [_on_the_shelf(path) for path in api.kept_for(RULESET)]
    listed = {name: each for name, each in _scenarios().items() if not each.fault}
    ships = [(name, each.document().get("title", name), each.own) for name, each in listed.items()]
    told: dict[str, Any] = {"kept": kept, "gone": FILES.gone(), "names": ships, "once": ui.fresh(), "fault": fault}
    return ui.page(request, "patrols.html", 400 if fault else 200, **told)


def _scenarios() -> Mapping[str, api.Listed]:
    return api.open_scenarios(RULESET, ui.registry().of(api.kinds.SCENARIOS, RULESET))


def _on_the_shelf(path: Path) -> dict[str, Any]:
    try:
        file = read_mission(path)
    except api.AqmfError as bad:
        return {"key": path.stem, "title": path.stem, "fault": str(bad)}
    flown = (f"{name} {sum(each.side == side for each in file.aircraft)}" for side, name in missions.SIDE_NAMES.items())
    told = {"key": path.stem, "title": file.title, "about": file.description, "changed": ui.when_changed(path), "fault": ""}
    return {**told, "facts": ", ".join([*flown, api.plural(file.turns, "turn")]), "mend": len(problems(file, ui.registry()))}


def copy(request: Request, fields: ui.Fields) -> Response:
    """``POST /patrol/copy``: one that ships, or one's own, under another title."""

    def make() -> Path:
        listed = api.by_name(_scenarios(), ui.field_text(fields, "scenario"), "scenario")
        return editing.copied(listed, ui.field_text(fields, "title"), ui.registry())

    return FILES.opened(request, fields, make)


async def load(request: Request) -> Response:
    """``POST /patrol/load``: a mission from a file."""
    raw, where, fields = await ui.file_form_of(request, "the file")

    def loaded() -> Path:
        return editing.keep(editing.parse(raw, where), f"loaded from {where}", ui.registry())

    return await run_in_threadpool(FILES.opened, request, fields, loaded)


FILES = ui.OwnFilePages("patrol", api.SCENARIOS, partial(api.kept_for, RULESET), shelf)
"""The addresses that missions share with other files."""


def show(request: Request, fault: str = "") -> Response:
    """``/patrol/KEY``: the sky, the forms of all that is placed, and what is wrong."""
    file = read_mission(path := FILES.asked(request))
    mend, rules = problems(file, ui.registry()), editing.clouds(ui.registry()).rules
    setup = None if mend else editing.setup_of(file, ui.registry())
    return ui.page(
        request,
        "patrol.html",
        400 if fault else 200,
        file=file,
        base=FILES.address(path),
        fault=fault,
        problems=mend,
        lacking="" if mend else ui.lacking_for(RULESET, file.name),
        drawn=bool(file.aircraft) and not mend,
        briefing=(*missions.briefing(setup), *rules.briefing(setup)) if setup else (),
        parts=PARTS,
        sides=missions.SIDE_NAMES,
        types=sorted(panel.name for panel in tables_in_force().panels),
        in_words=editing.in_words,
        called=lambda entry: getattr(entry, "marking", "") or getattr(entry, "name", "") or missions.SIDE_NAMES[entry.side],
        about=_about,
        once=ui.fresh(),
        **FILES.versions(path),
    )


def _about(entry: Any) -> str:
    where = (f"{far:g} {way}" for far, way in zip(entry.at, ("east", "north", "up"), strict=False))
    return ", ".join([*filter(None, [getattr(entry, "type", "")]), missions.SIDE_NAMES[entry.side], *where])


def drawn(request: Request) -> Response:
    """``/patrol/KEY/sky.svg?view=PANE&wide=PIXELS``: the mission as its game begins; one view of it alone, so wide."""
    game = setting_up.opened(editing.setup_of(read_mission(FILES.asked(request)), ui.registry()))
    sky = picture_of(game, editing.clouds(ui.registry()).rules.bodies(game))
    wide = ui.whole(request.query_params, "wide", 280, 1200, int(ui.NARROW))
    view = request.query_params.get("view")
    return ui.picture(str(sky.around_pieces() if view == "small" else sky.alone(view, wide)))


def change(request: Request, fields: ui.Fields) -> Response:
    """``POST /patrol/KEY/CHANGE``: one change, written before it is answered; then the mission as it is."""
    path = FILES.asked(request)
    changes = {key: key for key in (*api.STEPS, "about", "place", "remove")}
    name = api.by_name(changes, request.path_params["change"], "change")
    part = ui.field_text(fields, "part")

    def changed() -> str:
        if name in api.STEPS:
            api.step(path, name, api.SCENARIOS.kind, editing.parse)
        else:
            editing.edit(path, lambda before: _changed(before, name, part, fields))
        return f"{FILES.address(path)}#{part or 'page'}"

    try:
        return ui.moved(ui.form_word(request.url.path, fields), changed)
    except api.AqmfError as bad:
        return show(request, str(bad))


def _changed(before: MissionFile, name: str, part: str, fields: ui.Fields) -> tuple[MissionFile, str]:
    at = ui.whole(fields, "number", 0, 15, 0) if ui.field_text(fields, "number") else None
    if name == "about":
        return editing.about(before, {field: ui.field_text(fields, field) for field in editing.ABOUT})
    if name == "remove":
        return editing.removed(before, part, -1 if at is None else at)
    own = {field.name: " ".join(map(str, fields.getlist(field.name))).strip() for field in PARTS.get(part, ())}
    if part == "mission":  # what its kind does not ask is left out, ticked or not
        other = before.balloons if own["kind"] == "reach" else before.aircraft
        named = " ".join(id_ for id_ in own["what"].split() if id_ not in {each.id for each in other})
        own |= {"what": named * (own["kind"] != "fight"), "to": own["to"] * (own["kind"] == "reach")}
    return editing.placed(before, part, own, at)


ROUTES = (
    Route("/patrol", shelf),
    Route("/patrol/copy", ui.posted(copy), methods=["POST"]),
    Route("/patrol/load", load, methods=["POST"]),
    *FILES.routes(),
    Route("/patrol/{patrol}", show),
    Route("/patrol/{patrol}/sky.svg", drawn),
    Route("/patrol/{patrol}/{change}", ui.posted(change), methods=["POST"]),
)
PAGES = api.Pages("patrols", "Place aircraft in the sky, set a task, and play it.", link="/patrol", group="Prepare")
