"""What changes a ledger: claims that are written down, entries that are taken back or put back; dice that the app rolls."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from aqmf_air.core.play.events import Entry
from aqmf_air.core.play.session import Session, Waiting
from aqmf_air.core.play.undoing import given_again, taken_out
from aqmf_air.errors import AqmfError, DataError, DiscardedError, StoreError, UnknownNameError
from aqmf_air.games.martian_front.state import Game
from aqmf_air.games.martian_front.ui.pages.ledger.opening import opened
from aqmf_air.games.martian_front.ui.pages.ledger.sheet import ClaimAsked, address, claim_of, kept
from aqmf_air.games.martian_front.ui.pages.ledger.showing import shown_with
from aqmf_air.games.martian_front.ui.pages.ledger.standing import about_of
from aqmf_air.web.address_dice import played, rolled_on
from aqmf_air.web.live.requests import hall_of
from aqmf_air.web.live.table import LiveTable, MovedOnError
from aqmf_air.web.pages import Fields, form_of, text, whole

MOST_ENTRIES = 5000


async def roll(request: Request) -> Response:
    """``POST /ledger/{name}/roll``: the app rolls what is asked for next, or all to the end; the address then has it."""
    form, name = await form_of(request), request.path_params["name"]
    given = form.getlist("roll")
    with suppress(DiscardedError):  # the page that it is sent to says so
        given = await run_in_threadpool(_rolled, (await opened(request)).table.session, form, given)
    return RedirectResponse(f"/ledger/{name}?{address(form, given)}#dice", 303)


def _rolled(session: Session[Game], form: Fields, given: list[str]) -> list[str]:
    asked = _allowed(session, form)
    return rolled_on(asked.decided, given, bool(text(form, "all"))) if asked else given


async def write(request: Request) -> Response:
    """``POST /ledger/{name}/write``: a claim with its dice goes into the log, once, however often it is sent."""
    form = await form_of(request)
    return await _changed(request, [*kept(form), *(("roll", one) for one in form.getlist("roll"))], _write, form)


def _write(table: LiveTable, form: Fields) -> Entry | None:
    """The entry of a claim; None while dice are missing or the rules object."""
    at, session = _entries(table, form), table.session
    if at < table.entries:  # what a page said is understood as the player meant it who saw it
        session = Session(session.ruleset, session.header, session.entries[:at])
    if (asked := _allowed(session, form)) is None:
        return None
    dice = played(asked.decided, form.getlist("roll"))
    if dice.need is not None:
        return None
    require_room(table)

    def same(entry: Entry) -> bool:
        return entry.command == asked.command and [one.faces for one in entry.rolls] == [one.faces for one in dice.rolls]

    return _once(table, at, same, lambda: table.carry_out(asked.by, asked.command, dice.rolls))


def require_room(table: LiveTable) -> None:
    """Refuse to let a log grow for ever.

    Raises DataError: it has as many entries as a ledger has room for.
    """
    if table.entries >= MOST_ENTRIES:
        raise DataError(f"a ledger has room for {MOST_ENTRIES} entries: begin another", key="entries")


async def step(request: Request) -> Response:
    """``POST /ledger/{name}/undo`` and ``/redo``: an entry is taken back, with what rests on it, or put back.

    The log shows it. The request says which entry it means (``entry``), and how long the log was when the page was made
    (``entries``): it is refused when somebody has gone on since.
    """
    return await _changed(request, [], _step, await form_of(request), request.url.path.rpartition("/")[2])


def _step(table: LiveTable, form: Fields, kind: str) -> Entry:
    if not (meant := whole(form, "entry", 1, 10**6, 0)):
        raise DataError("entry: expected the number of the entry that is meant", key="entry")
    at, take = _entries(table, form), {"undo": _take_back, "redo": _put_back}[kind]
    if at == table.entries:
        require_room(table)
        take(table, meant - 1)
    # it is told by the entry that is about the one that was meant; what was put back may be an entry of its own
    abouts = about_of(table.session)[at:]
    made = [entry for entry, about in zip(table.session.entries[at:], abouts, strict=True) if about == meant - 1]
    there = next((entry for entry in made if entry.kind == kind), None)
    if there is None and kind == "redo":
        there = next((entry for entry in table.session.entries[at:] if _again(table, meant - 1, entry)), None)
    if there is None:
        raise MovedOnError(table.entries)
    return there


def _take_back(table: LiveTable, position: int) -> None:
    """Take an order out of the game; what does not rest on it stays."""
    if (out := taken_out(table.session, position)) is None:
        raise MovedOnError(table.entries)
    table.take_out("players", out)


def _put_back(table: LiveTable, position: int) -> None:
    """Bring an order back: the one that was taken back last as it was, another as the game stands now, with its dice.

    Raises DataError: that is not possible any more: says why.
    """
    session = table.session
    if session.undone and session.undone[-1].position == position:
        table.take("players", "redo", table.step_of((), "redo"))
        return
    entry = session.entries[position] if position < len(session.entries) else None
    if entry is None or entry.command is None or entry in session.history:
        raise MovedOnError(table.entries)
    objections = session.ruleset.objections(session.state, entry.command, entry.by)
    if objections:
        said = "; ".join(one.reason for one in objections)
        raise DataError(f"entry {position + 1} cannot be put back as things stand: {said}", key="entry")
    if given_again(session.ruleset, session.state, entry) is None:
        said = f"entry {position + 1} asks for other dice as things stand: write it down anew"
        raise DataError(said, key="entry")
    assert not isinstance(table.carry_out_again(entry), Waiting)  # its dice are enough


def _again(table: LiveTable, position: int, entry: Entry) -> bool:
    """Whether an entry is another one put back: the same order with the same dice."""
    session = table.session
    meant = session.entries[position] if position < len(session.entries) else None
    return meant is not None and entry.command is not None and entry.command == meant.command and entry.rolls == meant.rolls


def _once(table: LiveTable, at: int, same: Callable[[Entry], bool], make: Callable[[], Any]) -> Entry:
    """The entry that a form makes where the log has ``at`` entries; sent a second time, it is answered as the first time.

    Raises MovedOnError: the log has grown since by something else.
    """
    # the rules that come before a claim are nothing that a page writes
    there = next((entry for entry in table.session.entries[at:] if entry.kind != "rules"), None)
    if there is None:
        make()
        return table.session.entries[-1]
    if not same(there):
        raise MovedOnError(table.entries)
    return there


def _entries(table: LiveTable, form: Fields) -> int:
    """How many entries the log had when the page was made that a form is on.

    Raises DataError: it never had so many.
    """
    if not 0 <= (at := whole(form, "entries", 0, 10**6, -1)) <= table.entries:
        raise DataError(f"entries: the log has {table.entries}, not {at}", key="entries")
    return at


def _allowed(session: Session[Game], form: Fields) -> ClaimAsked | None:
    """The claim that a form makes; None, if the rules object, which the page says.

    Raises DataError: something is missing in it.
    """
    if (asked := claim_of(session, form)) is None:
        raise DataError("expected a unit, and what it does", key="unit")
    return None if asked.objections else asked


async def _changed(
    request: Request, typed: list[tuple[str, str]], change: Callable[..., Entry | None], *args: Any
) -> Response:
    """Make a change of the ledger, tell all who have it open, and lead to its entry, or back to what was ``typed``.

    What is wrong with it is said on the ledger's own page.
    """
    path = f"/ledger/{request.path_params['name']}"
    back = f"{path}?{urlencode(typed)}" if typed else path
    try:
        seated, hall = await opened(request), hall_of(request)
        async with seated.lock:
            entry = await hall.change(seated, change, seated.table, *args)
    except MovedOnError:
        return RedirectResponse(f"{path}?{urlencode([*typed, ('moved', 'yes')])}#moved", 303)
    except DiscardedError:
        return RedirectResponse(back, 303)
    except (UnknownNameError, StoreError):
        raise
    except AqmfError as bad:
        return await run_in_threadpool(shown_with, request, seated.table, str(bad))
    return RedirectResponse(f"{path}?done={entry.position + 1}#done" if entry else f"{back}#dice", 303)
