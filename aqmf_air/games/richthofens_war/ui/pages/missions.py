"""The player's own missions: the shelf of them, and the editor of one, with every change written before it is answered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from aqmf_air import api
from aqmf_air.api import ui
from aqmf_air.games.richthofens_war.chapters import setting_up
from aqmf_air.games.richthofens_war.chapters.setting_up import SKILLS, ScenarioFile, keep, parse, problems, read_scenario
from aqmf_air.games.richthofens_war.state import COMPASS, SIDE_NAMES, Mission, Placed, PlacedBalloon, PlacedGun
from aqmf_air.games.richthofens_war.tables import RULESET, Tables, tables_in_force
from aqmf_air.games.richthofens_war.ui.map_picture import map_picture

KINDS: Mapping[str, str] = {"aircraft": "aircraft", "balloons": "balloon", "guns": "gun", "missions": "task"}
"""What a scenario has several of, and what one of them is called."""
TASKS = ("photographs", "bombs", "strafing", "spotting")
HIGHEST, FASTEST = 10_000, 20
BROAD, SQUARE = 2.2, 1.2
"""How many times as wide as high the map is shown on a laptop, and on a phone."""


# -- the shelf ------------------------------------------------------------------------------------------------------------


def shelf(request: Request, fault: str = "") -> Response:
    """``/mission``: the player's own missions, and the ways to a further one."""
    kept = [_on_the_shelf(path) for path in api.kept_for(RULESET)]
    listed = {name: each for name, each in _scenarios().items() if not each.fault}
    ships = [(name, each.document().get("title", name), each.own) for name, each in listed.items()]
    about: dict[str, Any] = {"kept": kept, "gone": FILES.gone(), "names": ships, "once": ui.fresh(), "fault": fault}
    return ui.page(request, "missions.html", 400 if fault else 200, **about)


def _scenarios() -> Mapping[str, api.Listed]:
    return api.open_scenarios(RULESET, ui.registry().of(api.kinds.SCENARIOS, RULESET))


def _on_the_shelf(path: Path) -> dict[str, Any]:
    try:
        file = read_scenario(path)
    except api.AqmfError as bad:
        return {"key": path.stem, "title": path.stem, "fault": str(bad)}
    flown = Counter[str](placed.side for placed in file.aircraft)
    facts = [f"{name} {flown[side]}" for side, name in SIDE_NAMES.items()]
    return {
        "key": path.stem,
        "title": file.title,
        "about": file.description,
        "facts": ", ".join([*facts, api.plural(file.turns, "turn")]),
        "changed": ui.when_changed(path),
        "mend": len(problems(file, ui.registry())),
        "fault": "",
    }


def copy(request: Request, fields: ui.Fields) -> Response:
    """``POST /mission/copy``: one that ships, or one's own, under another title."""

    def copied() -> Path:
        listed = api.by_name(_scenarios(), ui.field_text(fields, "scenario"), "scenario")
        document = listed.document()
        title = ui.field_text(fields, "title") or api.SCENARIOS.copy_title(document.get("title", listed.name))
        given = {**document, "name": api.SCENARIOS.key_of(title), "title": title, "ruleset": RULESET}
        return keep(api.read(ScenarioFile, given, listed.name, api.DataError), f"copied from {listed.name}", ui.registry())

    return FILES.opened(request, fields, copied)


async def load(request: Request) -> Response:
    """``POST /mission/load``: a mission from a file."""
    raw, where, fields = await ui.file_form_of(request, "the file")

    def loaded() -> Path:
        return keep(parse(raw, where), f"loaded from {where}", ui.registry())

    return await run_in_threadpool(FILES.opened, request, fields, loaded)


FILES = ui.OwnFilePages("mission", api.SCENARIOS, partial(api.kept_for, RULESET), shelf)
"""The addresses that missions share with other files."""


# -- one of them ----------------------------------------------------------------------------------------------------------


def show(request: Request, fault: str = "") -> Response:
    """``/mission/KEY``: the map, the forms of all that is placed, and what is wrong."""
    path = FILES.asked(request)
    file, tables = read_scenario(path), tables_in_force()
    mend = problems(file, ui.registry())
    return ui.page(
        request,
        "mission.html",
        400 if fault else 200,
        file=file,
        base=FILES.address(path),
        fault=fault,
        problems=mend,
        lacking="" if mend else ui.lacking_for(RULESET, file.name),
        skills=SKILLS,
        skill=[setting_up.skill_of(aircraft, tables) for aircraft in file.aircraft],
        types=[row.name for row in tables.aircraft],
        facings=list(enumerate(COMPASS)),
        sides=SIDE_NAMES,
        tasks=TASKS,
        columns=tables.number("map", "columns"),
        rows=tables.number("map", "rows"),
        spelled=spelled,
        once=ui.fresh(),
        **FILES.versions(path),
    )


def spelled(targets: tuple[tuple[int, int], ...]) -> str:
    """Hexes as a field has them: ``11,16 12,16``."""
    return " ".join(f"{column},{row}" for column, row in targets)


def drawn(request: Request) -> Response:
    """``/mission/KEY/map.svg?wide=PIXELS``: the mission as its game begins; where something flies alone, as wide as that."""
    setup = setting_up.setup_of(read_scenario(FILES.asked(request)), ui.registry())
    game, wide = setting_up.opened(setup), ui.whole(request.query_params, "wide", 0, 1200, 0)
    whole = map_picture(game)
    if "small" in request.query_params:  # for its row on the shelf
        return ui.picture(str(whole.around_pieces()))
    if wide and whole.lettering:
        _number(whole.lettering, [aircraft.id for aircraft in game.aircraft], named=wide > ui.NARROW)
    return ui.picture(str(whole.close_up(wide, BROAD if wide > ui.NARROW else SQUARE) if wide else whole))


def _number(lettering: ui.Lettering, aircraft: Sequence[str], named: bool) -> None:
    """Give aircraft on the map their numbers in the list, and not ``named`` those alone: a phone has no room for more."""
    lettering.taken, numbers = len(aircraft), {id_: number for number, id_ in enumerate(aircraft, 1)}
    for at, caption in enumerate(lettering.captions):
        if number := numbers.get(str(caption.group.get("data_piece", "")), 0):
            lines = caption.lines if named else (("", caption.lines[0][1]),)
            lettering.captions[at] = replace(caption, mark=number, lines=lines)


def change(request: Request, fields: ui.Fields) -> Response:
    """``POST /mission/KEY/CHANGE``: one change, written before it is answered; then the mission as it is."""
    path = FILES.asked(request)
    name = api.by_name({key: key for key in (*api.STEPS, *CHANGES)}, request.path_params["change"], "change")

    def changed() -> str:
        if name in api.STEPS:
            api.step(path, name, api.SCENARIOS.kind, parse)
        else:
            setting_up.edit(path, lambda before: CHANGES[name](before, fields, tables_in_force()))
        return f"{FILES.address(path)}#{ui.field_text(fields, 'part') or 'page'}"

    try:
        return ui.moved(ui.form_word(request.url.path, fields), changed)
    except api.AqmfError as bad:
        return show(request, str(bad))


# -- changes --------------------------------------------------------------------------------------------------------------


def _about(before: ScenarioFile, fields: ui.Fields, tables: Tables) -> tuple[ScenarioFile, str]:
    """Title, date, length, ground."""
    wind = ui.field_text(fields, "wind")
    given = {
        **dict(before),
        "title": ui.field_text(fields, "title"),
        "description": ui.field_text(fields, "description").replace("\r\n", "\n"),
        "date": ui.field_text(fields, "date"),
        "turns": ui.whole(fields, "turns", 1, 200, before.turns),
        "trenches": ui.field_text(fields, "trenches") == "yes",
        "wind": ui.whole(fields, "wind", 0, 5, 0) if wind else None,
    }
    return api.read(ScenarioFile, given, before.name, api.DataError), "title, date and ground"


def _number_of(fields: ui.Fields, kind: str, before: ScenarioFile) -> int | None:
    """Which one a form is about; None: a new one."""
    return ui.whole(fields, "at", 0, max(len(getattr(before, kind)) - 1, 0), 0) if ui.field_text(fields, "at") else None


def _place(before: ScenarioFile, fields: ui.Fields, tables: Tables) -> tuple[ScenarioFile, str]:
    """Something is placed, or changed."""
    kind = api.by_name({key: key for key in KINDS}, ui.field_text(fields, "part"), "part")
    at = _number_of(fields, kind, before)
    was = getattr(before, kind)[at] if at is not None else None
    made = _READ[kind](fields, was, tables)
    label = getattr(made, "name", "") or getattr(made, "type", "") or f"a {KINDS[kind]}"
    return setting_up.with_one(before, kind, made, at), f"{'changed' if was else 'placed'} {label}"


def _aircraft(fields: ui.Fields, was: Placed | None, tables: Tables) -> api.Frozen:
    given = {
        **(dict(was) if was else {}),
        **_texts(fields, "type", "name", "side"),
        **_where(fields),
        "facing": ui.whole(fields, "facing", 0, 5, 0),
        "height": ui.whole(fields, "height", 0, HIGHEST, 2000),
        "speed": ui.whole(fields, "speed", 0, FASTEST, 7),
        "loaded": ui.field_text(fields, "loaded") == "yes",
    }
    return setting_up.crewed(
        api.read(Placed, given, "aircraft", api.DataError), ui.field_text(fields, "skill") or "regular", tables
    )


def _balloon(fields: ui.Fields, was: Any, tables: Tables) -> api.Frozen:
    height = ui.whole(fields, "height", 0, HIGHEST, tables.number("balloons", "height"))
    given = {**_texts(fields, "side"), **_where(fields), "height": height}
    return api.read(PlacedBalloon, given, "balloon", api.DataError)


def _gun(fields: ui.Fields, was: Any, tables: Tables) -> api.Frozen:
    given = {**_texts(fields, "side", "kind"), **_where(fields), "hidden": ui.field_text(fields, "hidden") == "yes"}
    return api.read(PlacedGun, given, "gun", api.DataError)


def _task(fields: ui.Fields, was: Any, tables: Tables) -> api.Frozen:
    targets = tuple(_hex(text) for text in ui.field_text(fields, "targets").split())
    given = {**(dict(was) if was else {}), **_texts(fields, "side", "kind"), "targets": targets}
    return api.read(Mission, given, "task", api.DataError)


def _hex(text: str) -> tuple[int, int]:
    column, comma, row = text.partition(",")
    if not (comma and column.isdigit() and row.isdigit() and len(text) < 10):
        raise api.DataError(
            f"targets: expected hexes as column,row, such as 12,16, got {text[:40]!r}", key="targets", value=text
        )
    return int(column), int(row)


def _texts(fields: ui.Fields, *names: str) -> dict[str, str]:
    return {name: ui.field_text(fields, name) for name in names}


def _where(fields: ui.Fields) -> dict[str, int]:
    return {name: ui.whole(fields, name, 0, 999, 0) for name in ("column", "row")}


_READ: Mapping[str, Callable[[ui.Fields, Any, Tables], api.Frozen]] = {
    "aircraft": _aircraft,
    "balloons": _balloon,
    "guns": _gun,
    "missions": _task,
}


def _remove(before: ScenarioFile, fields: ui.Fields, tables: Tables) -> tuple[ScenarioFile, str]:
    """Something is taken off the map."""
    kind = api.by_name({key: key for key in KINDS}, ui.field_text(fields, "part"), "part")
    at = _number_of(fields, kind, before)
    if at is None or at >= len(getattr(before, kind)):
        raise api.DataError(f"there is no {KINDS[kind]} of that number", key="at")
    return setting_up.without_one(before, kind, at), f"removed a {KINDS[kind]}"


CHANGES: Mapping[str, Callable[[ScenarioFile, ui.Fields, Tables], tuple[ScenarioFile, str]]] = {
    "about": _about,
    "place": _place,
    "remove": _remove,
}
ROUTES = (
    Route("/mission", shelf),
    Route("/mission/copy", ui.posted(copy), methods=["POST"]),
    Route("/mission/load", load, methods=["POST"]),
    *FILES.routes(),
    Route("/mission/{mission}", show),
    Route("/mission/{mission}/map.svg", drawn),
    Route("/mission/{mission}/{change}", ui.posted(change), methods=["POST"]),
)
"""The addresses of the editor."""
PAGES = api.Pages(
    "missions", "Place aircraft on the map, say what there is to do, and play it.", link="/mission", group="Prepare"
)
