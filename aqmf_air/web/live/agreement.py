"""What one player at a table asks the others to agree to: an undo, a redo, or that a seat changes hands."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException

from aqmf_air.core.play.seat_settings import OPENER, noted, taken_over
from aqmf_air.core.play.undoing import Step
from aqmf_air.errors import DataError

if TYPE_CHECKING:
    from aqmf_air.web.live.table import Table
    from aqmf_air.web.live.tables import Hall, Seated

ANSWERS = AGREE, DECLINE, WITHDRAW = "agree", "decline", "withdraw"


@dataclass(frozen=True)
class Proposal:
    """Something that a player asks for, at one entry of the log; it is void when the log moves on."""

    what: str
    """``undo``, ``redo``, or who is to have the seat ``side``: ``here`` (the opener), ``automatic``."""
    by: str
    """The side that asks, or :data:`OPENER`."""
    entries: int
    open: tuple[str, ...]
    """The sides that have not answered yet."""
    side: str = ""
    step: Step = dataclasses.field(default_factory=Step)
    declined: str = ""
    """The side that has declined."""
    id: str = dataclasses.field(default_factory=lambda: token_hex(6))

    def document(self, table: Table, seats: tuple[str, ...], side: str) -> dict[str, Any]:
        """The proposal as data for a seat: in the words of the log as that seat reads it."""
        order = self.step.order
        later: dict[str, int] = {}
        for entry in self.step.orders[:-1]:
            later[entry.by] = later.get(entry.by, 0) + 1
        return {
            "id": self.id,
            "what": self.what,
            "by": "" if self.by == OPENER else self.by,
            "side": self.side,
            "lines": table.chronicle.of(side, order.position)[0]["lines"] if order else [],
            "later": later,
            "mine": self.by in seats,
            "yours": bool(set(self.open) & set(seats)),
            "declined": self.declined,
        }


def propose(seated: Seated, proposal: Proposal) -> None:
    """Ask the others, and tell everybody at the table.

    Raises:
        DataError: something else waits for an answer, or the same was declined already.
    """
    there = seated.table.open_proposal
    if there and there.declined and (there.what, there.by, there.side) == (proposal.what, proposal.by, proposal.side):
        raise DataError(f"{seated.table.session.ruleset.name_of(there.declined)} declined that already", key="what")
    if there and not there.declined and there.by != proposal.by:
        raise DataError("another request waits for an answer first", key="what")
    seated.table.proposal = proposal
    seated.listeners.tell("asked", {"id": proposal.id})


async def settle(hall: Hall, seated: Seated, seats: tuple[str, ...], name: str, said: str) -> None:
    """Answer a proposal, and carry it out if everybody has agreed. The table is locked for the caller.

    Raises:
        DataError: there is no such proposal, or no such answer.
        HTTPException: 403: the answer is not the browser's to give.
    """
    table = seated.table
    there = table.open_proposal
    if there is None or there.id != name or (there.declined and said != WITHDRAW):
        raise DataError("that request is not open any more", key="id")
    mine = tuple(side for side in there.open if side in seats)
    if said not in ANSWERS:
        raise DataError(f"answer: expected one of {', '.join(ANSWERS)}", key="answer")
    if not (there.by in seats if said == WITHDRAW else mine):
        raise HTTPException(403, "This request is for somebody else to answer.")
    left = tuple(side for side in there.open if side not in mine)
    if said == AGREE and not left and there.side:
        player = "who opened the table" if there.what == "here" else "the automatic player"
        setting, side = taken_over(table.setting, there.side, there.what), table.session.ruleset.name_of(there.side)
        await hall.reset(seated, noted(setting, f"The seat of {side} went to {player}, with its player's agreement."))
        hall.play_on(seated)
    elif said == AGREE and not left:
        await hall.change(seated, table.take, there.by, there.what, there.step)
    else:
        declined = dataclasses.replace(there, open=(), declined=mine[0] if mine else "")
        table.proposal = {WITHDRAW: None, DECLINE: declined}.get(said, dataclasses.replace(there, open=left))
        seated.listeners.tell("asked", {"id": there.id, "answer": said})
