"""How the app is used, and how each game is played: from what its play aid, board, orders and register say."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from inspect import getdoc
from itertools import takewhile
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from aqmf_air.core.data.packages import missing_package, said_to_be_missing
from aqmf_air.core.data.text import RULE_ID, label_of, rules_in
from aqmf_air.core.play.contributions import Print
from aqmf_air.core.play.events import Command
from aqmf_air.core.play.ruleset import Scenario
from aqmf_air.core.play.words import form_of
from aqmf_air.errors import AqmfError, NotHereError, UnknownNameError
from aqmf_air.plugins import kinds
from aqmf_air.plugins.faults import fault_of_plugin
from aqmf_air.plugins.rules_in_force import RulesInForce
from aqmf_air.printing.panels import DOCUMENT, Panel, Track
from aqmf_air.web.board.board import Board, PlainBoard, board_of, editors_of
from aqmf_air.web.board.several import SEVERAL_EDITOR
from aqmf_air.web.live.scenarios import first_scenario, set_up
from aqmf_air.web.pages import fragment, page
from aqmf_air.web.shared_registry import games, rules

OF_PROGRAMS = re.compile(rf"{RULE_ID}|.*`")
"""A sentence of a docstring that is no player's: it begins with a rule, or names something of the program."""


PATTERNS = re.compile("<defs>.*?</defs>", re.DOTALL)
ANY_TIME = "when-it-comes-up"
"""The part of orders that belong to none."""


@dataclass(frozen=True)
class OrderHelp:
    """A kind of order: what it is called, what it does, how it is typed, and the rule on it, where these are known."""

    title: str
    does: str
    typed: str = ""
    rule: str = ""
    drawn: bool = False
    """Whether it is drawn on the map."""


@dataclass(frozen=True)
class PartHelp:
    """A part of a turn, or a chapter of the rules: what a player does in it, and its orders."""

    title: str
    hint: str
    orders: tuple[OrderHelp, ...]
    again: tuple[str, ...] = ()
    """Orders that an earlier part tells of, too."""


@dataclass(frozen=True)
class PlayAid:
    """What a sheet of panels has: the print that makes it, the steps of a turn, and its panels."""

    print: Print
    track: Track
    panels: tuple[Panel, ...]


@dataclass(frozen=True)
class FirstScenario:
    """The scenario to begin with."""

    name: str
    scenario: Scenario[Any]
    briefing: tuple[str, ...]
    signs: tuple[tuple[str, str], ...]
    """What the signs on its map mean, each with its drawing of 36 by 24."""
    patterns: str
    """What the signs are filled with, as the map defines it."""


@dataclass(frozen=True)
class GameHelp:
    """What the page of a game says."""

    parts: tuple[PartHelp, ...]
    aids: tuple[PlayAid, ...]
    drawn: bool
    start: FirstScenario | None
    """None: the game has no scenario that can be set up here."""
    faults: tuple[str, ...]
    """Why parts of the page are left out, each in a line."""


def everything(request: Request) -> Response:
    """``/help``: how the app is used, and where each game is taught, with how its first scenario begins."""
    return page(request, "help.html", games=[_in_short(ruleset, title) for ruleset, title in games().items()])


def _in_short(ruleset: str, title: str) -> dict[str, str]:
    game, pictured = rules(ruleset), ""
    if game.registry.of(kinds.BOARDS, ruleset):
        with suppress(UnknownNameError):  # it has no scenarios
            pictured = first_scenario(game).name
    return {"id": ruleset, "title": title, "pictured": pictured}


def of_game(request: Request) -> Response:
    """``/help/RULESET``: how a game is played; a board asks for it alone, to show it above the table."""
    game = rules(request.path_params["ruleset"])
    alone, own = fragment(request), game.ruleset
    about = {"ruleset": own.id, "about": own.title, "register": own.register, "told": _help_of(game)}
    return page(request, "help_of_game.html" if alone else "help_game.html", whole=not alone, others=games(), **about)


@lru_cache(maxsize=16)
def _help_of(game: RulesInForce) -> GameHelp:
    hints: Mapping[str, str] = {}
    titles: Mapping[str, str] = {}
    editors: Mapping[str, str] = {}
    start, drawn, faults = None, False, list[str]()
    with _noting_faults(faults), suppress(NotHereError), said_to_be_missing():
        board = board_of(game.ruleset, game.registry)
        hints, titles, editors, drawn = board.hints(), board.titles(), editors_of(board), isinstance(board, Board)
        with suppress(UnknownNameError):  # it has no scenarios
            start = _start(game, board)
    ids = tuple(rule.id for rule in game.ruleset.register)
    orders = game.registry.of(kinds.COMMANDS, game.ruleset.id)
    on_map = {type_ for type_, editor in editors.items() if editor != SEVERAL_EDITOR}
    parts = _parts(hints, titles, sorted(orders, key=lambda kind: kind.type_name() not in editors), ids, on_map)
    aids = tuple(_aids(game, faults))
    return GameHelp(parts, aids, drawn, start, tuple(faults))


@contextmanager
def _noting_faults(faults: list[str]) -> Iterator[None]:
    """Notes what a game's own code or data fails with: the rest of the page is shown without it.

    Raises: what a package that is left out, or the app itself, fails with.
    """
    try:
        yield
    except Exception as fault:
        described = fault if isinstance(fault, AqmfError) else fault_of_plugin(fault)
        if missing_package(fault) or described is None:
            raise
        faults.append(str(described))


def _start(game: RulesInForce, board: PlainBoard) -> FirstScenario:
    listed = first_scenario(game)
    scenario = set_up(game, listed)
    view = game.ruleset.observe(game.ruleset.initial(scenario.setup), "")
    signs: tuple[tuple[str, str], ...] = ()
    patterns = ""
    if isinstance(board, Board):
        picture = board.picture(view)
        signs, patterns = picture.legend, "".join(PATTERNS.findall("".join(picture.parts)))
    return FirstScenario(listed.name, scenario, tuple(board.briefing(scenario.setup)), signs, patterns)


def _aids(game: RulesInForce, faults: list[str]) -> Iterator[PlayAid]:
    """The prints of a game that are sheets of panels, under its usual rulings."""
    for print_ in game.registry.of(kinds.PRINTS, game.ruleset.id).values():
        with _noting_faults(faults):
            if print_.where and (sheets := print_.load()(game.ruleset, game.ruleset.rulings())).document == DOCUMENT:
                sheet = sheets.data["sheet"]
                yield PlayAid(print_, sheet["track"], (*sheet["panels"], *sheet["back"]))


def _parts(
    hints: Mapping[str, str],
    titles: Mapping[str, str],
    orders: Sequence[type[Command]],
    rules: Sequence[str],
    drawn: Collection[str],
) -> tuple[PartHelp, ...]:
    """The parts of a turn with the orders that are given in them, then those that may come up in any; of a game whose
    orders do not say when they are given its chapters, and the hints after them.

    Where most orders are said in words, those that have none follow by themselves.
    """
    spoken = [kind for kind in orders if getattr(kind, "phrases", ())]
    said = spoken if 2 * len(spoken) > len(orders) else orders
    times = {kind: tuple(map(str, getattr(getattr(kind, "timing", None), "parts", ()))) for kind in said}
    timed = any(times.values())
    by_part: dict[str, list[OrderHelp]] = {part: [] for part in hints if timed}
    again: dict[str, list[str]] = {}
    for kind, parts in times.items():
        chapter = kind.__module__.rpartition(".")[2]
        first, *later = parts or ((chapter,) if not timed or chapter in hints else (ANY_TIME,))
        type_ = kind.type_name()
        title = label_of(type_.rpartition(".")[2])
        order = OrderHelp(title, _does(kind), _typed(kind), _rule(kind, rules), type_ in drawn)
        by_part.setdefault(first, []).append(order)
        for part in later:
            by_part.setdefault(part, [])
            again.setdefault(part, []).append(order.title)
    if ANY_TIME in by_part:
        by_part[ANY_TIME] = by_part.pop(ANY_TIME)
    about = {ANY_TIME: "Orders that belong to no part of a turn."}
    told = [
        PartHelp(
            titles.get(part) or label_of(part),
            hints.get(part, about.get(part, "")) if timed else "",
            tuple(some),
            tuple(again.get(part, ())),
        )
        for part, some in by_part.items()
    ]
    if len(told) == 1:
        told = [replace(told[0], title="Orders")]
    if not timed and hints:
        choices = tuple(OrderHelp(titles.get(part) or label_of(part), hint) for part, hint in hints.items())
        told.append(PartHelp("What each choice is about", "", choices))
    return tuple(told)


def _does(kind: type[Command]) -> str:
    """What an order does: the first sentences of its docstring, up to one that is for programmers, or names rules alone."""
    first = " ".join((getdoc(kind) or "").partition("\n\n")[0].split())
    return " ".join(takewhile(lambda sentence: not OF_PROGRAMS.match(sentence), re.split(r"(?<=\.) ", first)))


def _typed(kind: type[Command]) -> str:
    return form_of(phrases[0]) if (phrases := getattr(kind, "phrases", ())) else ""


def _rule(kind: type[Command], rules: Sequence[str]) -> str:
    """The first rule that the docstring of an order names and the register has; within a game it may be named by its end."""
    named = rules_in(getdoc(kind) or "")
    return next((rule for name in named for rule in rules if rule == name or rule.endswith(f"-{name}")), "")


ROUTES = (Route("/help", everything), Route("/help/{ruleset}", of_game))
