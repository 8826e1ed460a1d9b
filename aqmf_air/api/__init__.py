"""What a game or an extension of one is made from: everything here stays where it is from release to release.

Rules, dice, odds, orders and plugins are here; shapes in :mod:`aqmf_air.api.geometry`; boards, pages, drawing, printing and
commands in :mod:`aqmf_air.api.ui`; the laboratory in :mod:`aqmf_air.api.lab`. Names stand by purpose, and each is imported
when it is first used. ``aqmf api`` lists them, ``aqmf api NAME`` shows one. Hooks are in :mod:`aqmf_air.hookspecs`, checks
for tests in :mod:`aqmf_air.conformance`; a game that may be extended has an ``api`` of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from aqmf_air.core.data.lazy_names import on_first_use as _on_first_use

if TYPE_CHECKING:
    """What goes wrong, said in one line."""

    from aqmf_air.errors import (
        AqmfError,
        DataError,
        DiscardedError,
        EnumerationLimitError,
        IllegalCommandError,
        InvalidCommandError,
        NotHereError,
        NotUnderstoodError,
        PluginError,
        QuestionError,
        StoreError,
        UnknownNameError,
        WorkLimitError,
    )

if TYPE_CHECKING:
    """Dice, and rules that ask them."""

    from aqmf_air.core.dice.chance import Odds, chances, estimate, odds_of
    from aqmf_air.core.dice.cups import Cup, Taken, from_cup, take
    from aqmf_air.core.dice.dice import Dice, DiceTray, Die, Draw, Faces, NeedDice, Roll, recorded
    from aqmf_air.core.dice.draws import (
        AtLeast,
        AtMost,
        banded,
        check,
        expression,
        highest,
        hits,
        hits_and_naturals,
        lowest,
        numbered,
        pick,
        scored,
        total,
    )
    from aqmf_air.core.dice.labelled import in_a_run, labelled
    from aqmf_air.core.dice.modifiers import Automatic, Impossible, ModifiedRoll, Modifier, Needed, TargetNumber, modifier
    from aqmf_air.core.dice.sources import seeded

if TYPE_CHECKING:
    """Decisions that players make within a rule."""

    from aqmf_air.core.play.deciding import (
        FORCED,
        Asked,
        Asks,
        ChooseOrder,
        Decided,
        Decision,
        GameStep,
        NeedChoice,
        OpenDecision,
        SeenDice,
        StepDone,
        SteppedOrder,
        SteppedState,
        StepRules,
        StepsAdded,
        Stood,
        choose,
        first_option,
        onward,
        rolled,
    )

if TYPE_CHECKING:
    """Exact odds, and questions about them."""

    from aqmf_air.core.odds.answer import AT_LEAST_ONE, Also, Answer, FunnelStep, Is, Line, Need, Next, RollOut
    from aqmf_air.core.odds.documents import chance_document, distribution, exact
    from aqmf_air.core.odds.query import Name, OpenRuleset, Query, flag, forbidden, name_of, number, one_of, text
    from aqmf_air.core.odds.summary import Luck, Summary, luck_of

if TYPE_CHECKING:
    """Numbers in files, and the tables in force."""

    from aqmf_air.core.data.documents import (
        MAX_BYTES,
        load_toml,
        parse_json,
        parse_toml,
        text_of,
        toml_fields,
        toml_key,
        toml_of,
    )
    from aqmf_air.core.data.rule_tables import GameTables, RuleTable, TablesInForce, TableSource
    from aqmf_air.core.data.tables import (
        Band,
        BandTable,
        NamedNumber,
        Sourced,
        SourcedByField,
        Standing,
        covering,
        every_face,
        load_rows,
        package_file,
    )  # fmt: skip

if TYPE_CHECKING:
    """Frozen models."""

    from aqmf_air.core.data.memo import cached_by_identity
    from aqmf_air.core.data.model import Frozen, clipped, first_problem, read, replace

if TYPE_CHECKING:
    """Names, words, players' own files."""

    from aqmf_air.core.data.files import STANDARD_INPUT, is_file, lock_folder, own_folder, path_of, read_at_most, write_aside
    from aqmf_air.core.data.former_names import warn_of_former
    from aqmf_air.core.data.lazy_names import on_first_use
    from aqmf_air.core.data.names import by_name, by_words, find, meant, same_name
    from aqmf_air.core.data.own_files import MOST_BYTES, STEPS, SUFFIX, Shelf, bytes_of, go, step, versions_of, write_version
    from aqmf_air.core.data.qr import BORDER, SCALE, blocks_of, code_of, holds, svg_of
    from aqmf_air.core.data.search import NEAR, Searched, is_called, near, search
    from aqmf_air.core.data.text import (
        NO_NAMES,
        TYPESET,
        amount,
        capitalised,
        in_a_line,
        in_a_row,
        in_letters,
        is_seen,
        percent,
        plural,
        quoted,
        with_article,
    )
    from aqmf_air.core.data.token import Reader, Seal, Writer, bad_token
    from aqmf_air.core.data.typed_faces import options_of

if TYPE_CHECKING:
    """State, orders, events: a game of orders."""

    from aqmf_air.core.play.events import Codec, Command, Entry, History, PlainEvent, under_header
    from aqmf_air.core.play.orders import Event, GameState, Order, RulesetOfOrders, Timing, Wording, after, kinds_in
    from aqmf_air.core.play.question import Ask, Question, ReadFrom, Tally
    from aqmf_air.core.play.ruleset import (
        BestFirst,
        Dealing,
        Duels,
        Exemplified,
        Foretells,
        Gauged,
        Lists,
        Objection,
        Offer,
        OpenView,
        Ruleset,
        Scenario,
        Scripted,
        Side,
        Stage,
    )
    from aqmf_air.core.play.sealed_orders import (
        NOTHING,
        Choices,
        OrderSealed,
        OrdersOpened,
        SealedByUnit,
        SealedChoices,
        SealedOrder,
        SealedState,
        masked,
        sealed_parts,
        sealed_word,
        selections,
    )
    from aqmf_air.core.play.slices import Slice, Sliced, Slices

if TYPE_CHECKING:
    """How orders are said and read."""

    from aqmf_air.core.play.reading import MOST_PLACES, Reading, no_order
    from aqmf_air.core.play.words import MOST_LISTED, InWords, Names, Readings, Said, Saying, Slot, figure, several

if TYPE_CHECKING:
    """Automatic players, and what they think."""

    from aqmf_air.core.play.advice import Advisor
    from aqmf_air.core.play.search.judge import Candidate, Judge, policies_of, weights_of
    from aqmf_air.core.play.search.reasons import Reason, Reasons, Thought
    from aqmf_air.core.play.search.replies import Harm, Replies
    from aqmf_air.core.play.search.styles import Style, read_styles

if TYPE_CHECKING:
    """What a plugin registers."""

    from aqmf_air import __version__, hookimpl
    from aqmf_air.core.data.made_ahead import made_ahead
    from aqmf_air.core.data.packages import said_to_be_missing
    from aqmf_air.core.play.contributions import (
        Contribution,
        MadeAhead,
        Pages,
        Policy,
        Print,
        Procedure,
        RulesetSource,
        Sample,
        ScenarioSource,
    )
    from aqmf_air.hookspecs import hookspec
    from aqmf_air.plugins import kinds
    from aqmf_air.plugins.game import Extension, GameManifest
    from aqmf_air.plugins.kinds import ContributionKind
    from aqmf_air.plugins.registry import Registry, load_registry
    from aqmf_air.plugins.rules_in_force import read_kept, read_log, require_something

if TYPE_CHECKING:
    """Rules, rulings, scenarios."""

    from aqmf_air.core.play.rule_register import Rule, read_register
    from aqmf_air.core.play.rules_versions import KeptRuling, Upcaster, read_kept_rulings, rulings_kept
    from aqmf_air.core.play.rulings import Described, Ruling, Rulings, describe, ruling, settle
    from aqmf_air.core.play.scenarios import (
        LONGEST_NAME,
        SCENARIOS,
        Listed,
        kept_for,
        open_scenarios,
        require_free_name,
        require_name,
        without_ruleset,
    )
    from aqmf_air.core.play.table_lookup import LookUp, TableLine

if TYPE_CHECKING:
    """Games that are played and kept."""

    from aqmf_air.core.play.air_stories import AIR_SENTENCES, MissionStory, Notebook, Patrol, fared
    from aqmf_air.core.play.chronicle import Career, ChapterTold, Chronicled, OnTheWall, TableTold, Told, counted
    from aqmf_air.core.play.secrecy import OUT_OF_SIGHT, UNSEEN, hidden_from, lines_of
    from aqmf_air.core.play.session import Resolved, Session, Waiting, new_header, with_seed
    from aqmf_air.core.play.stories import ASIDE, Sentences, StoryFact, Storyteller
    from aqmf_air.core.play.undoing import dice_of, given_again, step_of, taken_out
    from aqmf_air.core.play.verdict import GameResult, verdict_of
    from aqmf_air.core.store.game_list import Kept
    from aqmf_air.core.store.log_reader import log_text
    from aqmf_air.core.store.store import Store

if TYPE_CHECKING:
    """Names of before, for one release."""

    from aqmf_air.core.data.files import lock_folder as held
    from aqmf_air.core.dice.dice import DiceTray as Table
    from aqmf_air.core.dice.labelled import labelled as concerning
    from aqmf_air.core.play.verdict import GameResult as Verdict
    from aqmf_air.drawing.svg import Fragment, Picture, arc_to, line_to
    from aqmf_air.drawing.text_map import TextMap
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
    from aqmf_air.lab.laboratory import Force, Gauntlet, Laboratory, Lineup, Meeting, Outcome, Terms, Trial
    from aqmf_air.lab.markov_chain import Kernel, kernel
    from aqmf_air.printing.paper import Sheets
    from aqmf_air.web.board.board import About, Board, Choice, Doing, Piece, PlainBoard, Preview, Seat, Track, static_url
    from aqmf_air.web.board.marks import Area, Burst, Loss, Mark, Moment, Shot, Way, Word
    from aqmf_air.web.board.paths import DrawnPath, PathCell, PathChoice, PathQuestion, PathStep
    from aqmf_air.web.board.several import Item, Several

__all__ = [
    "AIR_SENTENCES", "ASIDE", "AT_LEAST_ONE", "BORDER", "FORCED", "LONGEST_NAME", "MAX_BYTES", "MOST_BYTES",
    "MOST_LISTED",
    "MOST_PLACES", "NEAR", "NOTHING", "NO_NAMES", "OUT_OF_SIGHT", "SCALE", "SCENARIOS", "STANDARD_INPUT", "STEPS",
    "SUFFIX", "TYPESET", "UNSEEN", "About", "Advisor", "Also", "Answer", "AqmfError", "Area", "Ask", "Asked",
    "Asks", "AtLeast", "AtMost", "Automatic", "Band", "BandTable", "Base", "Bend", "BestFirst", "Board", "Burst",
    "Candidate", "Career", "ChapterTold", "Choice", "Choices", "ChooseOrder", "Chronicled", "Codec", "Command",
    "Contour", "Contribution", "ContributionKind", "Cup", "DataError", "Dealing", "Decided", "Decision",
    "Described", "Dice", "DiceTray", "Die", "Disc", "DiscardedError", "Doing", "Draw", "DrawnPath", "Duels",
    "Entry", "EnumerationLimitError", "Event", "Exemplified",
    "Extension", "Faces", "Feature", "Force", "Foretells", "Fragment",
    "Frozen", "FunnelStep", "GameManifest", "GameResult", "GameState", "GameStep", "GameTables", "Gauge", "Gauged",
    "Gauntlet", "Harm", "History", "IllegalCommandError", "Impossible", "InWords", "InvalidCommandError", "Is",
    "Item", "Judge", "Kept", "KeptRuling", "Kernel", "Laboratory", "Line", "Lineup", "Listed", "Lists", "LookUp",
    "Loss", "Luck", "MadeAhead", "Mark", "Meeting", "MissionStory", "ModifiedRoll", "Modifier", "Moment", "Name",
    "NamedNumber", "Names",
    "Need", "NeedChoice", "NeedDice", "Needed", "Next", "NotHereError", "NotUnderstoodError", "Notebook", "Objection",
    "Odds", "Offer", "OnTheWall", "OpenDecision", "OpenRuleset", "OpenView", "Order", "OrderSealed", "OrdersOpened",
    "Outcome",
    "Outline", "Outlined", "Pages", "Path", "PathCell", "PathChoice", "PathQuestion", "PathStep", "Patrol", "Picture",
    "Piece", "PlainBoard", "PlainEvent", "PluginError", "Policy", "Pose", "Preview", "Print", "Procedure", "Query",
    "Question", "QuestionError", "ReadFrom", "Reader", "Reading", "Readings", "Reason", "Reasons", "Rectangle",
    "Registry", "Replies", "Resolved", "Roll", "RollOut", "Rule", "RuleTable", "Ruleset", "RulesetOfOrders",
    "RulesetSource", "Ruling", "Rulings", "Said", "Sample", "Saying", "Scenario", "ScenarioSource", "Scripted",
    "Seal", "SealedByUnit", "SealedChoices", "SealedOrder", "SealedState", "Searched", "Seat", "Sector",
    "SeenDice", "Segment", "Sentences", "Session", "Several", "Sheets", "Shelf", "Shot", "Side", "Slice", "Sliced",
    "Slices", "Slot", "Sourced", "SourcedByField", "Stage", "Standing", "StepDone", "StepRules", "SteppedOrder",
    "SteppedState", "StepsAdded", "Stood", "Store", "StoreError", "StoryFact", "Storyteller", "Straight", "Strip",
    "Style", "Summary", "Table", "TableLine", "TableSource", "TableTold", "TablesInForce", "Taken", "Tally",
    "TargetNumber", "Terms", "TextMap", "Thought", "Timing", "Told", "Track", "Trial", "Turn", "UnknownNameError",
    "Upcaster", "Verdict", "Waiting", "Way", "Word", "Wording", "WorkLimitError", "Writer", "__version__", "after",
    "amount", "arc_to", "bad_token", "banded", "blocks_of", "by_name", "by_words", "bytes_of", "cached_by_identity",
    "capitalised", "chance_document", "chances", "check", "choose", "clipped", "code_of", "concerning", "counted",
    "covering", "describe", "dice_of", "distribution", "estimate", "every_face", "exact", "expression", "fared",
    "feature", "feature_collection", "figure", "find", "fire_arc", "first_option", "first_problem", "flag", "fly",
    "forbidden", "from_cup", "given_again", "go", "held", "hidden_from", "highest", "hits", "hits_and_naturals",
    "holds", "hookimpl", "hookspec",
    "in_a_line", "in_a_row", "in_a_run", "in_letters", "is_called", "is_file", "is_seen", "kept_for", "kernel", "kinds",
    "kinds_in", "labelled", "line_to", "lines_of", "load_registry", "load_rows", "load_toml", "lock_folder",
    "log_text", "lowest", "luck_of", "made_ahead", "masked", "meant", "modifier", "name_of", "near", "new_header",
    "no_order", "number", "numbered", "odds_of", "on_first_use", "one_of", "onward", "open_scenarios",
    "options_of", "own_folder", "package_file", "parse_json", "parse_toml", "path_of", "percent", "pick", "plural",
    "policies_of", "quoted", "reach", "read", "read_at_most", "read_kept", "read_kept_rulings", "read_log",
    "read_register", "read_styles", "recorded", "replace", "require_free_name", "require_name",
    "require_something", "rolled", "ruling", "rulings_kept", "said_to_be_missing", "same_name", "scored",
    "sealed_parts", "sealed_word", "search", "seeded", "selections", "settle", "several", "shape_of", "static_url",
    "step", "step_of", "svg_of", "take", "taken_out", "text", "text_of", "together", "toml_fields", "toml_key",
    "toml_of", "total", "under", "under_header", "verdict_of", "versions_of", "warn_of_former", "weights_of",
    "where_under", "with_article", "with_seed", "without_ruleset", "write_aside", "write_version",
]  # fmt: skip

if not TYPE_CHECKING:  # so that type checkers know a name that is not there
    __getattr__ = _on_first_use(__file__)
