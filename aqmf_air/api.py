"""What a game or an extension of one is made from: everything here stays where it is from release to release.

Each name is imported when it is first used. Hooks are in :mod:`aqmf_air.hookspecs`, errors in :mod:`aqmf_air.errors`, checks
for tests in :mod:`aqmf_air.conformance`; a game that may be extended has an ``api`` of its own.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path as File
from threading import Lock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aqmf_air import hookimpl
    from aqmf_air.core.data.documents import load_toml, parse_toml
    from aqmf_air.core.data.model import Frozen, read, replace
    from aqmf_air.core.data.rule_tables import GameTables, TablesInForce, TableSource
    from aqmf_air.core.data.tables import Band, BandTable, Sourced, load_rows, package_file
    from aqmf_air.core.data.text import capitalised, in_a_row, percent, plural
    from aqmf_air.core.dice.chance import Odds, chances, estimate, odds_of
    from aqmf_air.core.dice.dice import Dice, DiceTray, Die, Draw, NeedDice, recorded
    from aqmf_air.core.dice.dice import DiceTray as Table  # its name of before, for one release
    from aqmf_air.core.dice.draws import AtLeast, AtMost, banded, check, highest, hits, lowest, numbered, pick, total
    from aqmf_air.core.dice.labelled import labelled
    from aqmf_air.core.dice.labelled import labelled as concerning  # its name of before, for one release
    from aqmf_air.core.dice.modifiers import Automatic, Impossible, ModifiedRoll, Modifier, Needed, TargetNumber, modifier
    from aqmf_air.core.dice.sources import seeded
    from aqmf_air.core.odds.answer import AT_LEAST_ONE, Answer, Is, Line, Need, Next, RollOut
    from aqmf_air.core.odds.answer import RollOut as Roll  # its name of before, for one release
    from aqmf_air.core.odds.query import Name, OpenRuleset, Query, flag, name_of, number, one_of, text
    from aqmf_air.core.play.advice import Advisor
    from aqmf_air.core.play.chronicle import Career, ChapterTold, Chronicled, Told
    from aqmf_air.core.play.contributions import (
        Contribution,
        Pages,
        Policy,
        Print,
        Procedure,
        RulesetSource,
        Sample,
        ScenarioSource,
    )
    from aqmf_air.core.play.events import Codec, Command, PlainEvent
    from aqmf_air.core.play.orders import Event, GameState, Order, RulesetOfOrders, Timing, after
    from aqmf_air.core.play.question import Question, ReadFrom, Tally
    from aqmf_air.core.play.reading import Reading
    from aqmf_air.core.play.rule_register import Rule, read_register
    from aqmf_air.core.play.rules_versions import Upcaster, read_kept_rulings, rulings_kept
    from aqmf_air.core.play.ruleset import Dealing, Objection, Offer, OpenView, Ruleset, Scenario, Scripted, Side, Stage
    from aqmf_air.core.play.rulings import Ruling, Rulings, describe, ruling, settle
    from aqmf_air.core.play.sealed_orders import OrderSealed, OrdersOpened, SealedOrder, SealedState, masked
    from aqmf_air.core.play.search.judge import Candidate, Judge, policies_of, weights_of
    from aqmf_air.core.play.search.reasons import Reason, Reasons, Thought
    from aqmf_air.core.play.search.replies import Harm, Replies
    from aqmf_air.core.play.search.styles import Style, read_styles
    from aqmf_air.core.play.session import Resolved, Session, Waiting, new_header
    from aqmf_air.core.play.table_lookup import LookUp, TableLine
    from aqmf_air.core.play.verdict import GameResult, verdict_of
    from aqmf_air.core.play.verdict import GameResult as Verdict  # its name of before, for one release
    from aqmf_air.core.play.words import InWords, Names, Readings, Said, Saying, Slot
    from aqmf_air.drawing.svg import Fragment, Picture, arc_to, line_to
    from aqmf_air.drawing.text_map import TextMap
    from aqmf_air.errors import (
        AqmfError,
        DataError,
        EnumerationLimitError,
        IllegalCommandError,
        NotUnderstoodError,
        PluginError,
        QuestionError,
        UnknownNameError,
    )
    from aqmf_air.geometry.plane.contour import Bend, Contour, Segment
    from aqmf_air.geometry.plane.gauge import Gauge
    from aqmf_air.geometry.plane.geojson import Feature, feature, feature_collection
    from aqmf_air.geometry.plane.outline import Outline, Outlined, shape_of, together
    from aqmf_air.geometry.plane.pose import Pose
    from aqmf_air.geometry.plane.rectangle import Rectangle
    from aqmf_air.geometry.plane.sector import Sector, fire_arc
    from aqmf_air.geometry.plane.template import Base, Disc, Strip, where_under
    from aqmf_air.geometry.plane.track import Path, Straight, Turn, fly
    from aqmf_air.geometry.plane.under import under
    from aqmf_air.geometry.reach.reach import reach
    from aqmf_air.hookspecs import hookspec
    from aqmf_air.lab.laboratory import Force, Gauntlet, Laboratory, Lineup, Meeting, Outcome, Terms, Trial
    from aqmf_air.lab.markov_chain import Kernel, kernel
    from aqmf_air.plugins.registry import Registry, load_registry
    from aqmf_air.printing.paper import Sheets
    from aqmf_air.web.board.board import About, Board, Choice, Doing, Piece, PlainBoard, Preview, Seat, Track, static_url
    from aqmf_air.web.board.marks import Area, Burst, Loss, Mark, Moment, Shot, Way, Word
    from aqmf_air.web.board.paths import DrawnPath, PathCell, PathChoice, PathQuestion, PathStep
    from aqmf_air.web.board.several import Item, Several

__all__ = [
    "AT_LEAST_ONE", "About", "Advisor", "Answer", "AqmfError", "Area", "AtLeast", "AtMost", "Automatic", "Band",
    "BandTable", "Base", "Bend", "Board", "Burst", "Candidate", "Career", "ChapterTold", "Choice", "Chronicled",
    "Codec", "Command", "Contour", "Contribution", "DataError", "Dealing", "Dice", "DiceTray", "Die", "Disc",
    "Doing", "Draw", "DrawnPath", "EnumerationLimitError", "Event", "Feature", "Force", "Fragment", "Frozen",
    "GameResult", "GameState", "GameTables", "Gauge", "Gauntlet", "Harm", "IllegalCommandError", "Impossible",
    "InWords", "Is", "Item", "Judge", "Kernel", "Laboratory", "Line", "Lineup", "LookUp", "Loss", "Mark", "Meeting",
    "ModifiedRoll", "Modifier", "Moment", "Name", "Names", "Need", "NeedDice", "Needed", "Next",
    "NotUnderstoodError", "Objection", "Odds", "Offer", "OpenRuleset", "OpenView", "Order", "OrderSealed",
    "OrdersOpened", "Outcome", "Outline", "Outlined", "Pages", "Path", "PathCell", "PathChoice", "PathQuestion",
    "PathStep", "Picture", "Piece", "PlainBoard", "PlainEvent", "PluginError", "Policy", "Pose", "Preview", "Print",
    "Procedure", "Query", "Question", "QuestionError", "ReadFrom", "Reading", "Readings", "Reason", "Reasons",
    "Rectangle", "Registry", "Replies", "Resolved", "Roll", "RollOut", "Rule", "Ruleset", "RulesetOfOrders",
    "RulesetSource", "Ruling", "Rulings", "Said", "Sample", "Saying", "Scenario", "ScenarioSource", "Scripted",
    "SealedOrder", "SealedState", "Seat", "Sector", "Segment", "Session", "Several", "Sheets", "Shot", "Side",
    "Slot", "Sourced", "Stage", "Straight", "Strip", "Style", "Table", "TableLine", "TableSource", "TablesInForce",
    "Tally", "TargetNumber", "Terms", "TextMap", "Thought", "Timing", "Told", "Track", "Trial", "Turn",
    "UnknownNameError", "Upcaster", "Verdict", "Waiting", "Way", "Word", "after", "arc_to", "banded", "capitalised",
    "chances", "check", "concerning", "describe", "estimate", "feature", "feature_collection", "fire_arc", "flag",
    "fly", "highest", "hits", "hookimpl", "hookspec", "in_a_row", "kernel", "labelled", "line_to", "load_registry",
    "load_rows", "load_toml", "lowest", "masked", "modifier", "name_of", "new_header", "number", "numbered",
    "odds_of", "one_of", "package_file", "parse_toml", "percent", "pick", "plural", "policies_of", "reach", "read",
    "read_kept_rulings", "read_register", "read_styles", "recorded", "replace", "ruling", "rulings_kept", "seeded",
    "settle", "shape_of", "static_url", "text", "together", "total", "under", "verdict_of", "weights_of",
    "where_under",
]  # fmt: skip


_parsing = Lock()
"""Two threads that parse at once make CPython 3.11 fail."""


def on_first_use(file: str) -> Callable[[str], Any]:
    """A ``__getattr__`` for the module in a file: what it imports for type checkers alone is imported when it is used."""

    @cache
    def places() -> dict[str, tuple[str, str]]:
        with _parsing:
            nodes = ast.walk(ast.parse(File(file).read_text(encoding="utf-8")))
        imports = [node for node in nodes if isinstance(node, ast.ImportFrom)]
        return {one.asname or one.name: (str(node.module), one.name) for node in imports for one in node.names}

    @cache
    def get(name: str) -> Any:
        if name.startswith("_") or name not in places():
            raise AttributeError(f"{File(file).stem} has no {name!r}")
        module, own = places()[name]
        return getattr(import_module(module), own)

    return get


if not TYPE_CHECKING:  # so that type checkers know a name that is not there
    __getattr__ = on_first_use(__file__)
