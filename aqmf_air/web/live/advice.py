"""What orders are worth, and why an automatic side gave one, asked for at a table and worked out in the background."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from pydantic import Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from aqmf_air.core.play.advice import ENOUGH, MOST_SECONDS, SECONDS, Advice, advise
from aqmf_air.core.play.why import given_at, kept_back, why
from aqmf_air.web.live.jobs import Job
from aqmf_air.web.live.requests import Body, answered, asked_at, in_plain_words, live_tables_of

MOST_TIMES = 2
"""How often four times the work may be asked for."""


class WorthBody(Body):
    """A question what each order is worth: four times the work, as often as ``times`` says."""

    entries: int = Field(ge=0)
    times: int = Field(0, ge=0, le=MOST_TIMES)


@in_plain_words
async def advice(request: Request) -> Response:
    """``POST /game/{game}/advice`` {"as", "entries", "times"}: what each order of the side is worth, at this entry.

    While it is worked out the answer has status 202, and says how many ends are ``done``.
    """
    sent, seated, _, side = await asked_at(request, WorthBody, player=True)
    async with seated.lock:
        table = seated.table
        table.require_at(sent.entries)
        position, advisor, seed = table.position, table.advisor, table.session.header.seed
    if advisor is None:
        raise HTTPException(404, "This game has nobody to ask what orders are worth.")
    expert = advisor

    def wanted() -> bool:
        return table.entries == sent.entries

    def made(done: Callable[[int], None]) -> Advice:
        began, times = monotonic(), 4**sent.times
        return advise(
            position.ruleset,
            expert,
            position.state,
            side,
            ends=ENOUGH,
            more=lambda: monotonic() < began + SECONDS * times,
            progress=done,
            wanted=lambda: wanted() and monotonic() < began + MOST_SECONDS * times,
        )

    key = ("advice", table.name, seed, sent.entries, side, sent.times)
    result = await live_tables_of(request).jobs.result(key, made)
    if isinstance(result, Job):
        return answered({"done": result.progress.done}, 202)
    return answered({**result.document(), "more": sent.times < MOST_TIMES})


class WhyBody(Body):
    """A question about the order at an entry of the log."""

    entry: int = Field(ge=0)


@in_plain_words
async def reasons(request: Request) -> Response:
    """``POST /game/{game}/why`` {"as", "entry"}: what the automatic player of an order expected and feared of it.

    Where the side may not know that yet, ``said`` says so. While it is worked out the answer has status 202.
    """
    sent, seated, _, side = await asked_at(request, WhyBody)
    async with seated.lock:
        table = seated.table
        session, setting, policies = table.session, table.setting, table.policies
        given = given_at(session, sent.entry)
        refusal = kept_back(session.ruleset, given, session.state, (side,), setting.reasons)
        if refusal and not session.over:
            return answered({"reasons": None, "said": refusal})
    name = setting.player_at(given.entry.by, sent.entry)
    key = ("why", table.name, session.header.seed, sent.entry, name)
    result = await live_tables_of(request).jobs.result(key, lambda done: why(session.ruleset, given, policies, name))
    return answered({}, 202) if isinstance(result, Job) else answered(result.document())
