"""Claims that were made on a phone while the app did not answer, sent once it does, each written once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from pydantic import Field
from pydantic_core import to_json
from starlette.requests import Request
from starlette.responses import Response

from aqmf_air.core.data.model import Frozen
from aqmf_air.core.play.events import Entry
from aqmf_air.core.play.secrecy import lines_of
from aqmf_air.core.play.session import Session
from aqmf_air.errors import AqmfError, DataError
from aqmf_air.games.martian_front.ledger.claims import UnitClaim
from aqmf_air.games.martian_front.ledger.upkeep import GoOn, WentOn
from aqmf_air.games.martian_front.orders.turn import GameWon
from aqmf_air.games.martian_front.state import Game
from aqmf_air.games.martian_front.ui.pages.ledger.changes import require_room
from aqmf_air.games.martian_front.ui.pages.ledger.opening import opened
from aqmf_air.games.martian_front.ui.pages.ledger.sheet import ClaimAsked, claim_of, rules_of
from aqmf_air.games.martian_front.ui.pages.ledger.standing import log
from aqmf_air.web.address_dice import ROLLED, DiceSoFar, played
from aqmf_air.web.live.requests import Body, answered, body_of, hall_of, in_plain_words
from aqmf_air.web.live.table import LiveTable
from aqmf_air.web.pages import Fields


class WaitingClaim(Body):
    """A claim that waited on a phone."""

    fields: tuple[tuple[str, str], ...] = Field(max_length=400)
    """As the form had them."""
    rolls: tuple[str, ...] = Field(default=(), max_length=60)
    at: int = Field(ge=0)
    """How many entries the log had when the phone last saw it."""
    mine: tuple[int, ...] = Field(default=(), max_length=5000)
    """The numbers of the entries that this phone has sent since, or whose player has been told of."""
    sure: bool = False
    """The player has seen what others wrote meanwhile."""


@in_plain_words
async def send(request: Request) -> Response:
    """``POST /ledger/{name}/send``: a claim that waited. Answers what became of it (``is``).

    ``written``: its ``entry`` and its ``lines``. Else nothing was written: ``dice`` are missing (``need``) or do not fit
    (``why``), it is ``refused`` (``why``; ``agree``: only the phase is against it), or ``changed``: what others wrote
    ``meanwhile`` is about the same; ``lines`` is what it comes to now.
    """
    sent, seated = await body_of(request, WaitingClaim), await opened(request)
    async with seated.lock:
        return answered(await hall_of(request).change(seated, _sent, seated.table, sent))


def _sent(table: LiveTable, sent: WaitingClaim) -> dict[str, Any]:
    session, form = table.session, Fields([*sent.fields, *(("roll", one) for one in sent.rolls)])
    if sent.at > table.entries:
        raise DataError(f"at: the log has {table.entries} entries, not {sent.at}", key="at")
    others = [one for one in session.entries[sent.at :] if one.kind != "rules" and one.position + 1 not in sent.mine]
    before = Session(session.ruleset, session.header, session.entries[: sent.at])
    for entry in others:  # its answer was lost, or another phone has written down the same
        if any(_same(_claim(one, form), sent.rolls, entry) for one in (before, session)):
            return _written(table, entry)
    told = [line for line in log(table) if line["number"] - 1 in {one.position for one in others}][::-1]
    meanwhile = [{"number": line["number"], "lines": line["lines"]} for line in told]
    if (asked := claim_of(session, form)) is None:
        raise DataError("something is missing in it", key="fields")
    if isinstance(asked.command, GoOn) and _turned(others) and session.state.now.id == asked.command.phase:
        return _written(table, next(one for one in reversed(others) if _turned([one])))
    if objections := asked.objections:
        agree = set(objections) <= set(rules_of(session).untimely(session.state, asked.command))
        why = [f"{one.reason} ({one.rule})" for one in objections]
        return {"is": "refused", "why": why, "agree": agree, "meanwhile": meanwhile}
    dice = played(asked.decided, sent.rolls, rules_of(session).spell)
    if dice.need is not None:
        return {"is": "dice", "need": dice.need_said, "why": [dice.slip] if dice.slip else [], "meanwhile": meanwhile}
    lines = lines_of(session.ruleset, dice.outcome, session.state)
    touched = [one for one, entry in zip(meanwhile, others, strict=True) if _concerns(session, asked, dice, entry)]
    if touched and not sent.sure:
        return {"is": "changed", "meanwhile": touched, "lines": lines}
    require_room(table)
    table.carry_out(asked.by, asked.command, dice.rolls)
    return _written(table, session.entries[-1])


def _written(table: LiveTable, entry: Entry) -> dict[str, Any]:
    line = next(one for one in log(table) if one["number"] == entry.position + 1)
    return {"is": "written", "entry": line["number"], "lines": line["lines"], "entries": table.entries}


def _claim(session: Session[Game], form: Fields) -> ClaimAsked | None:
    """The claim as it is understood there; None where it cannot be."""
    with suppress(AqmfError):
        return claim_of(session, form)
    return None


def _same(asked: ClaimAsked | None, rolls: Sequence[str], entry: Entry) -> bool:
    """Whether an entry is this claim, with these dice; of those typed together not all may be needed."""
    if asked is None or entry.command != asked.command:
        return False
    words = [one for roll in rolls for one in roll.replace(",", " ").split() if one != ROLLED]
    typed = Counter("10" if one == "0" else one for one in words)
    needed = [face for roll in entry.rolls for face in roll.faces]
    return len(words) >= len(needed) and Counter(str(face) for face in needed if isinstance(face, int)) <= typed


def _turned(entries: Sequence[Entry]) -> bool:
    """Whether somebody went on to another phase in these entries, or ended the game."""
    return any(isinstance(event, WentOn | GameWon) for entry in entries for event in entry.events)


def _concerns(session: Session[Game], asked: ClaimAsked, dice: DiceSoFar, entry: Entry) -> bool:
    """Whether an entry is about a unit that a claim is about; what was taken back, and another phase, may concern any."""
    if entry.kind != "command" or not isinstance(asked.command, UnitClaim):
        return True
    units = frozenset(unit.id for unit in (*session.state.units, *session.state.fallen))

    def about(some: Iterable[Frozen | None]) -> set[str]:
        said = " ".join(one.model_dump_json() for one in some if one is not None)
        return {unit for unit in units if to_json(unit).decode() in said}

    return bool(about((asked.command, *dice.outcome)) & about((entry.command, *entry.events)))
