"""Why an automatic side gave an order, asked for at a table: worked out anew, in the background."""

from __future__ import annotations

from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response

from aqmf_air.core.play.why import given_at, kept_back, why
from aqmf_air.web.live.jobs import Job
from aqmf_air.web.live.requests import Body, answered, asked_at, hall_of, in_plain_words


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
        if refusal := kept_back(session.ruleset, given, session.state, (side,), setting.reasons):
            return answered({"reasons": None, "said": refusal})
    name = setting.player_at(given.entry.by, sent.entry)
    key = ("why", table.name, session.header.seed, sent.entry, name)
    result = await hall_of(request).jobs.result(key, lambda done: why(session.ruleset, given, policies, name))
    return answered({}, 202) if isinstance(result, Job) else answered(result.document())
