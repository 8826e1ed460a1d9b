"""Who beats whom: two line-ups that meet, or a force and all its foes, worked out exactly in the background.

The command line has the same results, and keeps them in the same place.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from aqmf_air.core.data.search import Searched, search
from aqmf_air.errors import AqmfError, QuestionError, UnknownNameError
from aqmf_air.lab.bench_tasks import DuelTask, MatrixTask
from aqmf_air.lab.laboratory import Force, Lineup
from aqmf_air.lab.solving import points_of, said_lineup
from aqmf_air.lab.workbench import Workbench
from aqmf_air.web import shared_registry
from aqmf_air.web.live.jobs import Job
from aqmf_air.web.live.requests import live_tables_of
from aqmf_air.web.pages import Fields, field_one_of, field_text, form_of, fragment, near_links, page

SORTS = {"wins": "Wins most", "beaten": "Is beaten most", "points": "Points", "name": "Name"}
TERM = "term."
"""Before the name of a term, in a field."""


class DuelRow(NamedTuple):
    """A foe, and how a duel with it ends."""

    foe: Force
    ends: dict[str, float]
    lost: dict[str, float]

    def rank(self, by: str) -> Any:
        """By what rows are sorted."""
        first = {"wins": -self.ends["a"], "beaten": -self.ends["b"], "points": self.foe.points, "name": ""}[by]
        return first, self.foe.name.casefold()


@dataclass(frozen=True)
class DuelAddress:
    """Who meets whom, as an address has it."""

    task: DuelTask | MatrixTask
    one: Lineup
    other: Lineup | None
    """None: every foe of the one force."""
    terms: tuple[tuple[str, str], ...]

    @classmethod
    def read(cls, bench: Workbench, fields: Fields) -> DuelAddress:
        """Raises UnknownNameError: there is no such force; with near names.
        Raises QuestionError: the two do not meet, or a word is no value of a term.
        """
        words = {option.name: field_text(fields, TERM + option.name) for option in bench.laboratory.terms.options()}
        first, other = (
            bench.lineup(name, visitors=False) if name else None
            for name in (field_text(fields, "a"), field_text(fields, "b"))
        )
        if first is None:
            raise QuestionError(f"expected the name of a {bench.laboratory.noun}")
        terms = bench.terms(words)
        if other is not None:
            return cls(DuelTask(bench, terms, (first, other), in_fractions=False), first, other, terms.words())
        if len(first) > 1 or first[0][1] > 1:
            raise QuestionError(f"{said_lineup(first)}: name whom they meet")
        return cls(MatrixTask.of(bench, terms, [first[0][0]]), first, other, terms.words())

    @property
    def fields(self) -> dict[str, str]:
        """The same as the fields of a form."""
        words = {"a": said_lineup(self.one), **({"b": said_lineup(self.other)} if self.other else {})}
        return words | {TERM + name: word for name, word in self.terms}

    def address(self, **changed: str) -> str:
        """The query of its address, with other words in some fields; an empty one is left out."""
        return urlencode({name: word for name, word in (self.fields | changed).items() if word})


async def show(request: Request) -> Response:
    """``/lab/GAME/duel?a=&b=&term.NAME=&sort=&q=``: how a duel ends, or those with all foes; without ``a`` the form."""
    bench = await run_in_threadpool(shared_registry.workbench, request.path_params["ruleset"])
    query = request.query_params
    by, q = field_one_of(query, "sort", SORTS, "wins"), field_text(query, "q")[:60]
    duel_address, fault, near = None, "", list[tuple[str, str]]()
    result: Any = None
    if field_text(query, "a"):
        try:
            duel_address = await run_in_threadpool(DuelAddress.read, bench, query)
            jobs = live_tables_of(request).jobs
            if duel_address.task in jobs or not field_text(query, "stopped"):
                result = await jobs.worked_out(duel_address.task)
        except AqmfError as bad:
            fault, near = str(bad), near_links(request, bad) if isinstance(bad, UnknownNameError) else []
    progress = result.progress if isinstance(result, Job) else None
    options = bench.laboratory.terms.options()
    shown: dict[str, Any] = {
        "ruleset": bench.ruleset.id,
        "noun": bench.laboratory.noun,
        "several": bench.laboratory.most > 1,
        "forces": [force for force in bench.forces.values() if not force.idle],
        "options": options,
        "given": {name: field_text(query, name)[:400] for name in ("a", "b", *(TERM + option.name for option in options))},
        "assumed": bench.laboratory.rules,
        "asked": duel_address,
        "fault": fault,
        "near": near,
        "progress": progress,
        "found": None,
        "rows": None,
        "names": ("", ""),
        "sorts": SORTS,
        "by": by,
        "q": q,
    }
    if duel_address and result is not None and progress is None:
        shown |= _duel_facts(bench, duel_address, result, by, q)
    return page(request, "lab_duel_found.html" if fragment(request) else "lab_duel.html", **shown)


def _duel_facts(bench: Workbench, duel_address: DuelAddress, result: Any, by: str, q: str) -> dict[str, Any]:
    task, lineups = duel_address.task, (duel_address.one, duel_address.other or ())
    about = {"names": [*map(said_lineup, lineups)], "points": [points_of(lineup, bench.forces) for lineup in lineups]}
    if isinstance(task, DuelTask):
        return {"found": result[0], **about}
    rows = [DuelRow(foe, duel["ends"], duel["lost"]) for (_, foe), duel in zip(task.pairs, result, strict=True)]
    fits = {thing.name for thing in search(q, (Searched(row.foe.name, (row.foe.kind,)) for row in rows))}
    kept = [row for row in rows if row.foe.name in fits]
    return {"rows": sorted(kept, key=lambda row: row.rank(by)), "of": len(rows), **about}


async def stop(request: Request) -> Response:
    """``POST /lab/GAME/duel`` {"a", "b", ...}: end its work; what is worked out stays."""
    fields = await form_of(request)
    bench = await run_in_threadpool(shared_registry.workbench, request.path_params["ruleset"])
    duel_address = await run_in_threadpool(DuelAddress.read, bench, fields)
    live_tables_of(request).jobs.end(duel_address.task)
    return RedirectResponse(f"/lab/{bench.ruleset.id}/duel?{duel_address.address(stopped='yes')}", 303)


ROUTES = [
    Route("/lab/{ruleset}/duel", show, methods=["GET"]),
    Route("/lab/{ruleset}/duel", stop, methods=["POST"]),
]
