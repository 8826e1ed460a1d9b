"""A game shown again: the position after each entry of its log, and what is drawn of its events, for one audience, in
one HTML file with its script.

A game that is not drawn is shown in the lines of its summary. A drawing is taken apart into its pieces: most are the same
from one frame to the next, so each is kept once and a frame is a list of their numbers.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import sha256
from itertools import accumulate, compress, groupby
from typing import Any

from aqmf_air.core.data.model import Frozen
from aqmf_air.core.odds.luck import EVEN, luck_by_kind, rolled_for
from aqmf_air.core.play.chapters import ChapterStart, Entries
from aqmf_air.core.play.chronicle import Chronicled, counted
from aqmf_air.core.play.events import EarlyEnd, Entry, Header, History
from aqmf_air.core.play.ruleset import OpenView, Ruleset
from aqmf_air.core.play.session import Session
from aqmf_air.core.play.verdict import verdict_of
from aqmf_air.drawing.svg import coord
from aqmf_air.web.board.board import Board, PlainBoard
from aqmf_air.web.film_folding import FilmStep, event_by_event, folded, together
from aqmf_air.web.film_packing import form_of, packed
from aqmf_air.web.live.position import Chronicle, rolls_asked
from aqmf_air.web.pages import FOLDER, environment

OPEN = "everything"
"""The audience from which nothing is hidden: for games that are over, and for one's own."""
STYLES = ("room.css", "table.css", "film.css")
MOST_LUCK = 4
"""Lines of luck at the end of a film, those first that dice come to least often."""
NEAREST = 0.3
"""Of the longer edge of a view, how much of it is shown at least."""
PICTURE = ("parts", "panes", "views", "size", "focus")
"""What a frame has of its picture."""
HEADING = ("when", "phase", "chapter")
"""What a frame has of where the game is."""
PAGE = "film.html"
SCRIPT = "film.min.js"
"""``film.js`` with the modules that it imports, as ``npm run bundle`` writes it in ``.ci``."""


@dataclass
class Film:
    """The frames of a game, as plain data for a page."""

    title: str
    audience: str
    sides: list[dict[str, Any]] = field(default_factory=list)
    """Who plays, with names and colours."""
    pieces: list[str] = field(default_factory=list)
    """Of its drawings, and the views that they have, as :attr:`~aqmf_air.drawing.svg.Picture.panes_document` says."""
    frames: list[dict[str, Any]] = field(default_factory=list)
    losses: list[dict[str, Any]] = field(default_factory=list)
    """The marks of everything that was lost and left a wreck; a frame has the numbers of those that count in it."""
    size: str = ""
    """The view box of the last picture; empty where nothing is drawn."""
    scale: float = 1.0
    """Units of the drawing in one of the game's."""
    left: float = 0.0
    top: float = 0.0
    up: bool = False
    """Whether y grows towards the top."""
    unit: str = ""
    legend: dict[str, str] = field(default_factory=dict)
    """What the signs mean: words and the drawing of each."""
    first: int = 0
    """How many entries of the log come before it: it begins with a chapter."""
    opening: list[str] = field(default_factory=list)
    """Who meets whom, and what it is about."""
    end: list[str] = field(default_factory=list)
    """Who has won and why, and what counted; where all is shown also the luck of each side. Empty while a game goes on."""
    follows: bool = False
    """Whether its pictures say where the game is."""
    steady: bool = False
    """Whether lines and letters stay as large on the screen at every zoom."""


def film_of(
    board: PlainBoard,
    header: Header,
    entries: Sequence[Entry],
    audience: str = OPEN,
    done: Callable[[int], None] = lambda frames: None,
    begin: ChapterStart | None = None,
    early_end: EarlyEnd | None = None,
) -> Film:
    """The film of a game for a side, for spectators (``""``), or with :data:`OPEN` for those who may see everything.

    A game that cannot show everything (:class:`~aqmf_air.core.play.ruleset.OpenView`) shows what spectators see. ``done`` is
    told how many entries are filmed. It begins where a chapter does, or at the start. ``early_end``: how its players have
    ended a game whose log is of a time when it did not say so.
    """
    ruleset, first = board.ruleset, begin.entries if begin else 0
    session: Session[Any] = Session(ruleset, header, Entries(start=begin))
    players, whole = ruleset.players(session.state), audience == OPEN
    chronicle = Chronicle(ruleset, players, marks=board.marks, open_to_all=whole, since=first)
    sides = [vars(side) for side in ruleset.sides(session.state)]
    film = Film(header.named[1] or header.game, audience, sides, first=first)
    numbers: dict[str, int] = {}
    film.opening = [_matchup(film), *board.briefing(getattr(session.state, "setup", header.setup))]
    if begin and (part := board.part(session.state)):
        film.opening = [part, *board.taking_part(session.state), *film.opening]
    lost: History[tuple[int, ...]] = History()
    owners: dict[str, str] = {}
    taking_part = bool(begin and len(film.opening) > 1)
    film.frames.append({**_frame(film, board, session.state, numbers), "lost": []})
    for entry in entries[first:]:
        before, (rolls, after) = session.state, rolls_asked(session, entry)
        session.fold(entry)
        chronicle.note(before, entry, session.state, rolls)
        reader = "" if whole else audience
        (account,) = chronicle.of(reader, entry.position)
        beats = account["beats"]
        marks = [mark for beat in beats for mark in beat["marks"] if mark["kind"] == "loss" and not mark.get("passes")]
        moments = chronicle.moments(reader, entry.position)
        beats, steps = _steps(board, beats, moments, entry, session.state)
        positions = list(accumulate(entry.events if steps else (), ruleset.evolve, initial=before))
        pictures = _beats(film, board, beats, steps, positions, numbers)
        beats = _with_dice(pictures, [step.last for step in steps], after, account["rolls"])
        _say_whose(film, board, before, beats, account, owners)
        if ruleset.chapter(session.state) > film.frames[-1]["chapter"]:  # it has a table of its own
            lost = History()
        if entry.kind != "rules":
            lost.note(entry.kind, tuple(range(len(film.losses), len(film.losses) + len(marks))))
        film.losses += marks
        frame = _frame(film, board, positions[-1] if steps else session.state, numbers)
        film.frames.append(
            {
                **frame,
                **{key: account[key] for key in ("kind", "by", "lines", "rolls")},
                "beats": _headed(ruleset, beats, steps, positions, frame) if entry.kind == "command" else beats,
                "lost": [number for numbers in lost.done for number in numbers],
            }
        )
        taking_part = taking_part or _begin_with_those(film, board.taking_part(session.state))
        done(len(film.frames) - 1)
    if begin is None and (contents := _contents(ruleset, header, entries)):
        film.opening[0] = ": ".join(dict.fromkeys((film.title, film.opening[0])))
        film.opening.insert(1, contents)
    for position in chronicle.undone:
        film.frames[position - first + 1]["undone"] = True
    together(film.frames)
    session.early_end = session.early_end or early_end
    film.frames[-1]["winner"] = session.over or ""
    film.end = _end(session, entries, whole and begin is None)
    if begin and len(film.frames) > 2 and film.frames[-1]["chapter"] > film.frames[-2]["chapter"]:
        number = film.frames[-2]["chapter"]
        if ruleset.chapter(ruleset.evolve(before, entries[-1].events[0])) > number:
            del film.frames[-1]  # it does nothing but begin the next
        own = [ruleset.chapter(positions[step.last]) <= number for step in steps]
        _without_the_next(film, number, own)
        film.end = _end_of_chapter(ruleset, header, entries, film.frames[-1])
    _look_closer(film, numbers)
    if film.frames[-1]["winner"]:
        _end_on_pieces(film, list(numbers))
    _put_in_order(film, list(numbers))
    return film


def _matchup(film: Film) -> str:
    """Who plays: ``Red against Blue``; of a game for one its title."""
    return " against ".join(side["name"] for side in film.sides) if len(film.sides) > 1 else film.title


def _contents(ruleset: Ruleset[Any], header: Header, entries: Sequence[Entry]) -> str:
    """What a film of a whole campaign shows: the titles of its chapters, without how they ended. Other games have none."""
    if not isinstance(ruleset, Chronicled) or not ruleset.chronicled(header.setup):
        return ""
    chapters = ruleset.chronicle(header.setup, counted(entries)).chapters
    return "; ".join(chapter.title for chapter in chapters if chapter.number)


def _begin_with_those(film: Film, taking_part: Iterable[str]) -> bool:
    """Have a film begin with those who take part, if there are any by now: the picture in which they do, and their names."""
    those = tuple(taking_part)
    if those:
        film.opening = [*film.opening, *those]
        film.frames[0] |= {name: film.frames[-1][name] for name in PICTURE if name in film.frames[-1]}
    return bool(those)


def _steps(
    board: PlainBoard, beats: list[dict[str, Any]], moments: Sequence[int], entry: Entry, after: Frozen
) -> tuple[list[dict[str, Any]], list[FilmStep]]:
    """The steps in which an entry is shown: those of a long game quickly, those of others event by event. What merely goes
    on, or says nothing but what stands over the picture, is left to the log.
    """
    when = f"{board.ruleset.stage(after).when} ".casefold()
    passed = {
        moment
        for beat, moment in zip(beats, moments, strict=True)
        if board.passes_over(entry.events[moment])
        or when.startswith(f"{beat['says']} ".casefold())
        or beat["says"].endswith("?")  # what is asked is told by what comes of it
    }
    return (folded if board.ruleset.chapter(after) else event_by_event)(beats, moments, passed)


def _end_on_pieces(film: Film, pieces: Sequence[str]) -> None:
    """Have the film of a game that is over end on the last picture with something that moves, or has fallen, in it."""

    def shows_pieces(frame: dict[str, Any]) -> bool:
        return any(
            "data-x=" in (piece := pieces[number]) and ("data-piece=" in piece or 'class="wreck"' in piece)
            for number in frame["parts"]
        )

    last = next((frame for frame in reversed(film.frames) if shows_pieces(frame)), film.frames[-1])
    film.frames[-1] |= {name: last[name] for name in PICTURE if name in last}


def _look_closer(film: Film, numbers: dict[str, int]) -> None:
    """Have views show first what is busy in them, the same part for as long as a turn lasts: on a phone it is large."""
    for _, turn in groupby(film.frames, key=lambda frame: frame["when"]):
        pictures = [drawn for frame in turn for drawn in (frame, *frame.get("beats", ())) if "views" in drawn]
        busy: dict[str, list[tuple[float, float, float, float]]] = {}
        for pane in (pane for drawn in pictures for pane in drawn["views"].panes if pane.busy):
            busy.setdefault(pane.name, []).append(pane.busy)
        for drawn in pictures:
            views = drawn.pop("views")
            panes = tuple(
                replace(pane, focus=_around(busy[pane.name], pane.box), near=None) if pane.name in busy else pane
                for pane in views.panes
            )
            document = replace(views, panes=panes).panes_document
            drawn["panes"] = numbers.setdefault(document, len(numbers))
            film.follows |= any(pane.busy and not pane.aside for pane in panes)


def _around(
    boxes: Sequence[tuple[float, float, float, float]], whole: tuple[float, ...]
) -> tuple[float, float, float, float]:
    """A box about others, a part of the whole at least, which is square if there is as much of it."""
    lefts, tops, rights, lows = zip(*boxes, strict=True)
    spans = []
    for low, high, at in ((min(lefts), max(rights), 0), (min(tops), max(lows), 1)):
        room = whole[at + 2] - whole[at]
        wide = min(max(high - low, NEAREST * max(whole[2] - whole[0], whole[3] - whole[1])), room)
        begin = min(max((low + high - wide) / 2, whole[at]), whole[at + 2] - wide)
        spans.append((round(begin, 1), round(begin + wide, 1)))
    (left, right), (top, bottom) = spans
    return left, top, right, bottom


def _put_in_order(film: Film, pieces: Sequence[str]) -> None:
    """The pieces by their forms and what they say, so that like ones are next to each other."""
    film.pieces = sorted(pieces, key=lambda piece: (form_of(piece), piece))
    place = {piece: number for number, piece in enumerate(film.pieces)}
    for drawn in (drawn for frame in film.frames for drawn in (frame, *frame.get("beats", ())) if "panes" in drawn):
        drawn["parts"] = [place[pieces[number]] for number in drawn["parts"]]
        drawn["panes"] = place[pieces[drawn["panes"]]]


def _end(session: Session[Any], entries: Sequence[Entry], whole: bool) -> list[str]:
    """How a game ended, in lines."""
    ruleset, verdict = session.ruleset, session.verdict
    if verdict is None:
        return []
    text = [str(verdict), *(f"{what}: {stands}" for what, stands in verdict.scored)]
    if whole:
        lines = luck_by_kind(
            rolled_for(ruleset, session.header, entries), [side.id for side in ruleset.sides(session.state)]
        )
        uneven = sorted((line for line in lines if line.in_words != EVEN), key=lambda line: min(line.so_good, line.so_bad))
        for luck in uneven[:MOST_LUCK]:
            came = f"{luck.luck.came} ({float(luck.luck.expected):.1f} expected)"
            text.append(f"Luck, {ruleset.name_of(luck.side)}: {luck.in_words} in {luck.kind}, {came}")
        text += ["Luck: all as expected"] if lines and not uneven else []
    return text


def _end_of_chapter(ruleset: Ruleset[Any], header: Header, entries: Sequence[Entry], last: dict[str, Any]) -> list[str]:
    """How a chapter ended, as the chronicle has it, in lines; its ``last`` frame has it as its heading, too."""
    last |= {"when": "The end", "phase": f"Mission {last['chapter']}"}
    if not isinstance(ruleset, Chronicled) or not ruleset.chronicled(header.setup):
        return []
    chapters = ruleset.chronicle(header.setup, counted(entries)).chapters
    told = [chapter for chapter in chapters if chapter.number == last["chapter"]]
    return [line for chapter in told for line in (chapter.headline, chapter.result) if line]


def _without_the_next(film: Film, number: int, own: Sequence[bool]) -> None:
    """Have the last frame of the film of a chapter show nothing of the next, to which its order leads: which are its
    ``own`` beats.
    """
    *_, before, last = film.frames
    if last["chapter"] > number and not all(own):
        told = list(compress(last["beats"], own))
        drawn = next((beat for beat in reversed(told) if "parts" in beat), before)
        last |= {"beats": told, **{name: drawn[name] for name in (*PICTURE, "views") if name in drawn}}
    last["chapter"] = number


def _with_dice(
    beats: list[dict[str, Any]], moments: Sequence[int], after: Sequence[int], rolls: Sequence[dict[str, Any]]
) -> list[dict[str, Any]]:
    """The same, each with how many of the ``rolls`` of its order are made by then: those after the last lead to what is
    left to the log. Where all of them were made before the first event, or after the last, their words say to which of
    the beats they lead.
    """
    made = [after[moment] for moment in moments] if after else []
    if set(made) <= {0} or set(made) == {len(rolls)}:
        made = _made_by_name(beats, rolls)
    return [
        beat if many == len(rolls) and number == len(beats) else {**beat, "rolled": many}
        for number, (beat, many) in enumerate(zip(beats, made, strict=True), 1)
    ]


def _made_by_name(beats: Sequence[dict[str, Any]], rolls: Sequence[dict[str, Any]]) -> list[int]:
    """How many of the rolls lead to what is told by each beat: a roll leads to the next that names what it is for."""
    leads, at = [], 0
    for roll in rolls:
        name = roll.get("on", "").partition(" ")[2].partition(", ")[0]
        naming = (
            place for place, beat in enumerate(beats) if place >= at and re.search(rf"\b{re.escape(name)}\b", beat["says"])
        )
        at = next(naming, at) if name else at
        leads.append(at)
    return [sum(lead <= place for lead in leads) for place in range(len(beats))]


def _beats(
    film: Film,
    board: PlainBoard,
    beats: Sequence[dict[str, Any]],
    steps: Sequence[FilmStep],
    positions: Sequence[Frozen],
    numbers: dict[str, int],
) -> list[dict[str, Any]]:
    """What is told of an entry, whose events lead through these positions. Where a mark of it goes with its moment, or
    is in a view, which may turn, each beat has a picture of its own: the one that its marks are drawn over, and where it
    has none the one that it leads to.
    """
    if not any(mark.get("passes") or mark.get("view") for beat in beats for mark in beat["marks"]):
        return list(beats)
    shown = [positions[step.last + 1 if step.drawn is None else step.drawn] for step in steps]
    drawn = [_drawn(film, board, position, numbers) for position in shown]
    return [{**beat, **picture} for beat, picture in zip(beats, drawn, strict=True)]


def _say_whose(
    film: Film,
    board: PlainBoard,
    state: Frozen,
    beats: Sequence[dict[str, Any]],
    account: Mapping[str, Any],
    owners: dict[str, str],
) -> None:
    """Have each beat say whose deed it tells, where that is not the side whose order led to it: of who fires or flies, or
    rolls; nobody's where a later one has no mark and no roll. ``owners`` are the sides of pieces, as far as they are known.
    """
    ids, begun = {side["name"]: side["id"] for side in film.sides}, 0
    for n, beat in enumerate(beats):
        acts = [mark.get("by") or mark["piece"] for mark in beat["marks"] if mark.get("by") or mark["kind"] == "way"]
        if isinstance(board, Board) and not owners.keys() >= {*acts}:
            for side in ids.values():
                own = board.pieces(board.ruleset.observe(state, side))
                owners |= {piece.id: side for piece in own if piece.own}
            owners |= {piece: "" for piece in acts if piece not in owners}
        rolls = account["rolls"][begun : beat.get("rolled", len(account["rolls"]))]
        rolled = {ids.get(roll.get("side", ""), account["by"]) for roll in rolls}
        begun = beat.get("rolled", begun)
        did = {owners.get(piece, "") for piece in acts} - {""} or rolled
        whose = did.pop() if len(did) == 1 else account["by"] if not n or beat["marks"] or rolls else ""
        if whose != account["by"]:
            beat["by"] = whose


def _headed(
    ruleset: Ruleset[Any],
    beats: Sequence[dict[str, Any]],
    steps: Sequence[FilmStep],
    positions: Sequence[Frozen],
    frame: dict[str, Any],
) -> list[dict[str, Any]]:
    """Beats, each with the heading of the position in which it happens, where that is not the heading of its frame: an
    order may lead through several stages. What is not drawn and leads to the next chapter stands under that.
    """

    def heading(step: FilmStep) -> dict[str, Any]:
        shown = step.drawn if step.arrived is None else step.arrived
        there = _heading(ruleset, positions[step.last if shown is None else shown])
        return frame if step.drawn is None and there["chapter"] != frame["chapter"] else there

    heads = map(heading, steps)
    return [
        beat | {key: head[key] for key in HEADING if head[key] != frame[key]}
        for beat, head in zip(beats, heads, strict=True)
    ]


def _heading(ruleset: Ruleset[Any], state: Frozen) -> dict[str, Any]:
    """Where a game is, as it stands over a picture, and the number of its chapter."""
    stage, chapter = ruleset.stage(state), ruleset.chapter(state)
    if chapter and (verdict := verdict_of(ruleset, state)):
        return {"when": "The end", "phase": verdict.headline, "chapter": chapter}
    when = stage.when if not chapter or "mission" in stage.when.lower() else f"Mission {chapter}, {stage.when.lower()}"
    return {"when": when, "phase": stage.title, "chapter": chapter}


def _frame(film: Film, board: PlainBoard, state: Frozen, numbers: dict[str, int]) -> dict[str, Any]:
    """A position as it is told and drawn."""
    ruleset = board.ruleset
    return {
        **_heading(ruleset, state),
        "winner": ruleset.over(state) or "",
        **_drawn(film, board, state, numbers),
    }


def _drawn(film: Film, board: PlainBoard, state: Frozen, numbers: dict[str, int]) -> dict[str, Any]:
    """A position drawn: each piece of its drawing goes by its number, the same piece by the same one; else in words."""
    ruleset = board.ruleset
    shows_all = film.audience == OPEN and isinstance(ruleset, OpenView)
    view = ruleset.open_view(state) if shows_all else ruleset.observe(state, "" if film.audience == OPEN else film.audience)
    if not isinstance(board, Board):
        return {"parts": [], "summary": list(ruleset.summary(view))}
    drawn = board.picture(view)
    film.size, film.scale, film.up, film.steady = drawn.size, drawn.scale, drawn.up, drawn.steady
    film.left, film.top, film.unit = drawn.left, drawn.top, drawn.unit
    film.legend |= dict(drawn.legend)
    focus = {"focus": " ".join(map(coord, drawn.focus))} if drawn.focus and not drawn.panes else {}  # views are whole
    film.follows |= bool(focus)
    elements = re.split("(?<=>)(?=<)", "".join((*drawn.parts, *drawn.names(False))))  # few change with a move
    pieces = (drawn.panes_document, *elements)
    panes, *parts = (numbers.setdefault(piece, len(numbers)) for piece in pieces)
    views = {"views": drawn} if any(pane.title and pane.busy for pane in drawn.panes) else {}
    return {"parts": parts, "panes": panes, "size": drawn.size, **focus, **views}


def film_page(
    film: Film, back: Sequence[tuple[str, str]] = (), whole: str = "", chapters: Sequence[tuple[int, str]] = ()
) -> str:
    """The page of a film, with links ``back`` to where it is shown from, and of a chapter's to those of other ``chapters``,
    each by its number, and of the ``whole`` game.

    The same film gives the same page.
    """
    last = film.frames[-1]
    side = next((player["name"] for player in film.sides if player["id"] == film.audience), "")
    template = environment().get_template(PAGE)
    return template.render(
        film=film,
        back=back,
        whole=whole,
        chapters=chapters,
        side=side,
        last=last,
        facts=packed(vars(film)),
        style=_style(),
        script=_part(SCRIPT),
        policy=policy(of_app=bool(back)),
    )


def policy(of_app: bool = False) -> str:
    """What the page may do: run its own script, and nothing else; where the app shows it, take the app's typefaces."""
    taken = " 'self'; font-src 'self'" if of_app else ""
    return (
        f"default-src 'none'; style-src 'sha256-{_digest(_style())}'{taken}; script-src 'sha256-{_digest(_part(SCRIPT))}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


@cache
def _style() -> str:
    """The style sheets without comments, room between rules, and rules of other pages."""
    whole = re.sub(r"/\*.*?\*/", "", "".join(map(_part, STYLES)), flags=re.DOTALL)
    small = re.sub(r"\s*([{};,])\s*", r"\1", re.sub(r"\s+", " ", whole))
    words = set(re.findall(r"[\w-]+", _part(SCRIPT) + (FOLDER / "templates" / PAGE).read_text(encoding="utf-8")))
    return re.sub(r"([^{}]+)\{[^{}]*\}", lambda rule: rule[0] if _selects(rule[1], words) else "", small)


def _selects(selectors: str, words: set[str]) -> bool:
    """Whether selectors may select something of a page, whose classes and ids are among these words."""
    plain = re.sub(r"\((?:[^()]|\([^()]*\))*\)", "", selectors)  # what stands in brackets narrows it further, or not
    return any(words.issuperset(re.findall(r"[.#]([A-Za-z][\w-]*)", selector)) for selector in plain.split(","))


@cache
def _part(name: str) -> str:
    return (FOLDER / "static" / name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    """As a content security policy names an inline script or style."""
    return b64encode(sha256(text.encode()).digest()).decode()
