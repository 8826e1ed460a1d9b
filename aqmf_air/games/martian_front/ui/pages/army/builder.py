"""The builder: one list, changed as one taps, checked as one goes, and never without a way back; all routes of lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from time import monotonic_ns
from typing import Any
from urllib.parse import quote, urlencode
from zlib import crc32

from starlette.datastructures import ImmutableMultiDict
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from aqmf_air.api import STEPS, AqmfError, DataError, Pages, Sample, by_name, describe, same_name, settle, step, versions_of
from aqmf_air.api.ui import Fields, answered, field_text, form_word, fragment, fresh, moved, page, posted, whole
from aqmf_air.games.martian_front.army.exchange.text import inches, profile_line, short_weapon
from aqmf_air.games.martian_front.army.lists import LISTS, edit, keep, parse_list, read_list, readable
from aqmf_air.games.martian_front.army.plugged_in import Finding
from aqmf_air.games.martian_front.army.resolved_list import ResolvedList, ResolvedUnit, changed, difference, told
from aqmf_air.games.martian_front.army.samples import HUMANS
from aqmf_air.games.martian_front.army.worth import MOST_POINTS as MOST_FILLED
from aqmf_air.games.martian_front.army.worth import kept_back, named_in_short, proposals, targets_named
from aqmf_air.games.martian_front.tables import UnitType
from aqmf_air.games.martian_front.ui.drawing.pieces import TOP_VIEWS, top_view
from aqmf_air.games.martian_front.ui.pages.army import catalogue, lists
from aqmf_air.games.martian_front.ui.pages.army.changes import CHANGES, MOST_ELEMENTS, MOST_POINTS, line_key, mended
from aqmf_air.games.martian_front.ui.pages.army.lists import context, share_card

KINDS = ("infantry", "vehicle", "artillery", "tripod", "drone")
"""The order in which units are offered, the cheapest first in each; what plugins bring comes before them."""


def build(request: Request) -> Response:
    """``/army/list/KEY/?q=``: the list, and the units that it may have."""
    return _page(request, LISTS.named(request.path_params["key"]), opened=_opened(request.query_params))


def _opened(fields: ImmutableMultiDict[str, Any]) -> frozenset[str]:
    """What is unfolded on the page. The rest is sent when it is first asked for: a long list stays a light page."""
    return frozenset(key for key in fields.getlist("open") if isinstance(key, str))


def change(request: Request, fields: Fields) -> Response:
    """``/army/list/KEY/CHANGE``: one change, written before it is answered; then the list as it is."""
    path = LISTS.named(request.path_params["key"])
    name = by_name({change: change for change in (*STEPS, *CHANGES)}, request.path_params["change"], "change")
    once = form_word(f"{path.stem}/{name}", fields)
    back = f"/army/list/{quote(path.stem, safe='')}/{_query(fields)}"

    def shown(message: str) -> Response:
        return _page(request, path, message, _opened(fields))

    return answered(request, once, lambda: _applied(path, name, fields), shown, back)


def _query(fields: Fields) -> str:
    """Back to what was unfolded, or to the units that were looked for, where a unit was added."""
    if opened := sorted(_opened(fields)):
        return f"?{urlencode([('open', key) for key in opened])}#{quote(opened[0])}"
    sought = field_text(fields, "sought")
    return f"?{urlencode({'q': sought})}#units" if sought else "#units" if field_text(fields, "unit") else ""


def _applied(path: Path, name: str, fields: Fields) -> str:
    if name in STEPS:
        return step(path, name, LISTS.kind, parse_list)
    return edit(path, context(), lambda before: CHANGES[name](context(), before, fields))[1]


def copy(request: Request, fields: Fields) -> Response:
    """``/army/list/KEY/copy``: the same list once more, to be changed without harm."""

    def copied(path: Path) -> str:
        army = read_list(path)
        return f"/army/list/{keep(changed(army, name=LISTS.copy_title(army.name)), f'copied from {army.name}').stem}/"

    return _moved(request, fields, copied)


def discard(request: Request, fields: Fields) -> Response:
    """``/army/list/KEY/discard``: the list is discarded; it can be restored."""

    def discarded(path: Path) -> str:
        LISTS.discard(path)
        return "/army#gone"

    return _moved(request, fields, discarded)


def _moved(request: Request, fields: Fields, act: Callable[[Path], str]) -> Response:
    return moved(form_word(request.url.path, fields), lambda: act(LISTS.named(request.path_params["key"])))


# -- the page -------------------------------------------------------------------------------------------------------------


def _page(request: Request, path: Path, message: str = "", opened: frozenset[str] = frozenset()) -> Response:
    """The whole page, or for htmx the list alone."""
    muster = context().muster(read_list(path))
    made = monotonic_ns() // 1000
    shown: dict[str, Any] = {"said": message, "key": path.stem, "muster": muster, "once": fresh(), "made": made}
    shown |= _about(request, path, muster, opened)
    if fragment(request):
        return page(request, "army_builder.html", **shown)
    others = [(key, army.name) for key, army in readable() if key != path.stem]
    return page(request, "army_list.html", **shown, **_offered(request, muster), **_proposed(request, muster), others=others)


def _about(request: Request, path: Path, muster: ResolvedList, opened: frozenset[str]) -> dict[str, Any]:
    """What the list itself is shown with."""
    seen = Counter[str]()
    lines = []
    for place, line in enumerate(muster.lines):
        plain = same_name(line.unit)
        seen[plain] += 1
        name = f"u{crc32(plain.encode()):x}-{seen[plain]}"
        unfolded = f"{name}-more" in opened
        lines.append({"listed": line, "id": name, "key": line_key(line.entry), "place": place, "open": unfolded})
        if unfolded:
            lines[-1] |= _choices(line)
    versions, at = versions_of(path, LISTS.kind)
    return {
        "lines": lines,
        "open": opened,
        "findings": [
            (title, [(finding, _can_mend(muster, finding)) for finding in findings])
            for title, findings in (
                ("To mend", muster.problems),
                ("To think over", muster.warnings),
                ("Advice", muster.advice),
            )
        ],
        "rulings": describe(settle(context().rulings, muster.army.rulings, muster.army.name)),
        **share_card(request, muster.army),
        "undo": versions[at].what if at > 0 else "",
        "redo": versions[at + 1].what if at + 1 < len(versions) else "",
        "most": {"points": MOST_POINTS, "elements": MOST_ELEMENTS},
    }


def _choices(line: ResolvedUnit) -> dict[str, Any]:
    """What a line is shown with once it is unfolded."""
    kind = line.type
    return {
        "profile": profile_line(kind, line.elements) if kind else "",
        "weapons": [short_weapon(mount) for mount in kind.weapons] if kind else [],
        "options": context().options_of(kind),
        "design": bool(kind and kind.kind not in KINDS),
    }


def _can_mend(muster: ResolvedList, finding: Finding) -> bool:
    try:
        return finding.weight != "advice" and mended(context(), muster.army, finding) is not None
    except AqmfError:
        return False


def units(request: Request) -> Response:
    """``/army/list/KEY/units?q=``: the units that the list may have and that have every word of the search."""
    if not fragment(request):
        return build(request)
    muster = context().muster(read_list(LISTS.named(request.path_params["key"])))
    return page(request, "army_units.html", **_offered(request, muster))


def _offered(request: Request, muster: ResolvedList) -> dict[str, Any]:
    sought = field_text(request.query_params, "q")[:60]
    own = {name: type_ for name, type_ in muster.catalogue.items() if type_.side == muster.army.side}
    types = [entry.type for entry in context().index_of(own).found(sought)]
    kinds = list(dict.fromkeys(type_.kind for type_ in types))
    if not sought:
        kinds.sort(key=lambda kind: KINDS.index(kind) if kind in KINDS else -1)
    groups = [(kind, [_offer(type_) for type_ in types if type_.kind == kind]) for kind in kinds]
    return {"sought": sought, "groups": groups, "found": len(types)}


def fill(request: Request) -> Response:
    """``/army/list/KEY/fill?points=&against=``: what to add for so many points against an enemy."""
    if not fragment(request):
        return build(request)
    muster = context().muster(read_list(LISTS.named(request.path_params["key"])))
    return page(request, "army_fill.html", **_proposed(request, muster))


def _proposed(request: Request, muster: ResolvedList) -> dict[str, Any]:
    """Proposals where they are asked for, and what they may be asked against: sorts of enemies, and each of them."""
    query = request.query_params
    against = field_text(query, "against")[:60]
    enemies = context().index_of({kind.name: kind for kind in muster.others if kind.weapons or kind.kind not in KINDS})
    sorts = dict.fromkeys(f"{unit.roles[-1]}s" if unit.type.kind in KINDS else unit.type.kind for unit in enemies.units)
    names = [unit.type.name for unit in enemies.units if unit.type.kind in KINDS]
    shown: dict[str, Any] = {"proposals": None, "trouble": "", "met": "", "kept_back": ""}
    shown |= {"wanted": {"points": field_text(query, "points")[:6], "against": against}, "enemies": [*sorts, *names]}
    if against:
        try:
            targets = targets_named(context(), against, muster.army.side)
            points = whole(query, "points", 1, MOST_FILLED, 0) or None
            shown |= {"proposals": proposals(muster, targets, points), "met": named_in_short(against, targets)}
            shown["kept_back"] = kept_back(muster, points)
        except AqmfError as bad:
            shown["trouble"] = str(bad)
    return shown


def _offer(kind: UnitType) -> dict[str, Any]:
    facts = (f"{kind.elements}", inches(kind.speed), f"D{kind.defense}", f"A{kind.armor}")
    about: dict[str, Any] = {"unit": kind, "facts": facts, "traits": ", ".join(kind.traits)}
    return about | {"design": kind.kind not in KINDS, "seen": top_view(kind)}


def compare(request: Request) -> Response:
    """``/army/list/KEY/compare?with=``: what differs between this list and another on the shelf."""
    path = LISTS.named(request.path_params["key"])
    other = field_text(request.query_params, "with")
    if not other:
        raise DataError("expected the list to compare this one with", key="with")
    old, new = (context().muster(read_list(list_path)) for list_path in (path, LISTS.named(other)))
    return page(request, "army_difference.html", key=path.stem, old=old, new=new, found=difference(old, new), told=told)


ROUTES = (
    Route("/army", lists.show),
    Route(TOP_VIEWS, catalogue.top_views),
    Route("/army/units", catalogue.show),
    Route("/army/new", posted(lists.begin), methods=["POST"]),
    Route("/army/open", lists.open_given, methods=["POST"]),
    Route("/army/keep", lists.keep_given, methods=["POST"]),
    Route("/army/restore", posted(lists.restore), methods=["POST"]),
    Route("/army/export/{format}", lists.export),
    Route("/army/code.svg", lists.code),
    Route("/army/print/{sheet}", lists.printed),
    Route("/army/list/{key}/", build),
    Route("/army/list/{key}/units", units),
    Route("/army/list/{key}/fill", fill, methods=["GET"]),
    Route("/army/list/{key}/compare", compare),
    Route("/army/list/{key}/code.svg", lists.code),
    Route("/army/list/{key}/export/{format}", lists.export),
    Route("/army/list/{key}/print/{sheet}", lists.printed),
    Route("/army/list/{key}/copy", posted(copy), methods=["POST"]),
    Route("/army/list/{key}/discard", posted(discard), methods=["POST"]),
    Route("/army/list/{key}/{change}", posted(change), methods=["POST"]),
)
PAGES = Pages(
    "army",
    "Army lists: build one, checked as you go; share it, write it in every format, print it.",
    link="/army",
    group="Prepare",
    samples=(
        Sample(
            "Open a list",
            "A rifle company with its guns, checked and ready to print.",
            f"/army?{urlencode({'list': HUMANS})}",
        ),
    ),
    door=("List builder", "Build an army list, check it, share it."),
)
