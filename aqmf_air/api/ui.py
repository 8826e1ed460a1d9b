"""Boards, pages, drawing, printing and commands for games: see :mod:`aqmf_air.api`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aqmf_air.core.data.lazy_names import on_first_use

if TYPE_CHECKING:
    """Drawing."""

    from aqmf_air.drawing import style
    from aqmf_air.drawing.chart import Chart, window_about
    from aqmf_air.drawing.hex_grid import band, border, bounds, outline, pattern
    from aqmf_air.drawing.labels import Box
    from aqmf_air.drawing.lettering import Caption, Lettering, em, listed
    from aqmf_air.drawing.map import Map, MapGround, patterns
    from aqmf_air.drawing.panel import Swatch, box, disc, line, mark
    from aqmf_air.drawing.plot import FAINT, LINE, PAPER, Heading, PaperPicture, colour_of, dash_of, fitting, nice_steps
    from aqmf_air.drawing.space_views import FLAT, SpaceView, SpaceViews
    from aqmf_air.drawing.style import BRASS, FADED, FIRE_EDGE, GREY, INK, NARROW, SIDE
    from aqmf_air.drawing.svg import Fragment, Gone, Pane, Picture, Svg, arc_to, coord, line_to, thinned
    from aqmf_air.drawing.text_map import TextMap
    from aqmf_air.drawing.tracks import CROSS, area, cross, fire_arcs, flight_path, gauges, leaving

if TYPE_CHECKING:
    """Printing."""

    from aqmf_air.core.play.contributions import printed
    from aqmf_air.printing.grouped_tables import NO_MARKS, Page, Titled, Wide, marks_of, table_sheets, titled
    from aqmf_air.printing.panels import Panel, PanelGlossary, PanelTable, filled, panel_sheet, settled
    from aqmf_air.printing.panels import Track as PanelTrack
    from aqmf_air.printing.paper import Drawing, Sheets, write_pdf, write_svg
    from aqmf_air.printing.standings import DAGGERS, SIGNS

if TYPE_CHECKING:
    """Boards of live tables."""

    from aqmf_air.web.board.board import (
        About,
        Board,
        Choice,
        Doing,
        Piece,
        PlainBoard,
        Preview,
        Seat,
        Track,
        Undoing,
        board_of,
        static_url,
    )
    from aqmf_air.web.board.cells import CellBoard, HexesBoard, SquareBoard
    from aqmf_air.web.board.marks import Area, Burst, Loss, Mark, Moment, Point, Shot, Way, Word
    from aqmf_air.web.board.paths import (
        PATH_EDITOR,
        QUESTION,
        DrawnPath,
        PathCell,
        PathChoice,
        PathDial,
        PathQuestion,
        PathStep,
    )
    from aqmf_air.web.board.several import SEVERAL_EDITOR, Item, Several

if TYPE_CHECKING:
    """Pages."""

    from aqmf_air.web import shared_registry
    from aqmf_air.web.access.admission import reachable
    from aqmf_air.web.address_dice import APP, ROLLED, DiceSoFar, played, rolled_on
    from aqmf_air.web.discard_pages import discarding
    from aqmf_air.web.live.actions import streamed
    from aqmf_air.web.live.games import WHO, listed_games, table_opened, table_set, who_may_play
    from aqmf_air.web.live.jobs import Job, ReportProgress
    from aqmf_air.web.live.live_tables import OpenTable
    from aqmf_air.web.live.past import chapter_page, chapter_picture, chronicle_page, chronicle_paper
    from aqmf_air.web.live.position import TablePosition
    from aqmf_air.web.live.requests import Body, body_of, in_plain_words, live_tables_of, reachable_by_others
    from aqmf_air.web.live.requests import answered as table_answered
    from aqmf_air.web.live.scenarios import lacking_for
    from aqmf_air.web.live.table import LiveTable, MovedOnError
    from aqmf_air.web.own_file_pages import OwnFilePages, when_changed
    from aqmf_air.web.pages import (
        Fields,
        answered,
        field_one_of,
        field_text,
        file_form_of,
        for_a_phone,
        form_of,
        form_word,
        fragment,
        fresh,
        moved,
        moved_at_tables,
        page,
        picture,
        plain_name,
        posted,
        whole,
    )
    from aqmf_air.web.seat_settings import AUTOMATIC, HERE, Setting, SettingsStore
    from aqmf_air.web.shared_registry import registry, rules, rules_of_kept

if TYPE_CHECKING:
    """Commands."""

    from aqmf_air.cli.lab.common import timed
    from aqmf_air.cli.main import NO
    from aqmf_air.cli.opened import (
        GAMES,
        Completed,
        continue_game,
        open_registry,
        open_ruleset,
        open_store,
        read_game,
        state_of_game,
    )
    from aqmf_air.cli.play import play
    from aqmf_air.cli.print import PrintTarget, page_options
    from aqmf_air.cli.render import (
        Amount,
        HelpGroup,
        OutFile,
        WholeNumber,
        bar,
        examples,
        heading,
        json_option,
        keep,
        print_json,
        ruling_option,
        say,
        speaks_unicode,
        table,
        working,
    )

if TYPE_CHECKING:
    """Names of before, for one release."""

    from aqmf_air.cli.opened import continue_game as gone_on_with

__all__ = [
    "APP", "AUTOMATIC", "BRASS", "CROSS", "DAGGERS", "FADED", "FAINT", "FIRE_EDGE", "FLAT", "GAMES", "GREY", "HERE", "INK",
    "LINE", "NARROW", "NO", "NO_MARKS", "PAPER", "PATH_EDITOR", "QUESTION", "ROLLED", "SEVERAL_EDITOR", "SIDE",
    "SIGNS", "WHO", "About", "Amount", "Area", "Board", "Body", "Box", "Burst", "Caption", "CellBoard", "Chart",
    "Choice", "Completed", "DiceSoFar", "Doing", "Drawing", "DrawnPath", "Fields", "Fragment", "Gone", "Heading",
    "HelpGroup", "HexesBoard", "Item", "Job", "Lettering", "LiveTable", "Loss", "Map", "MapGround", "Mark", "Moment",
    "MovedOnError", "OpenTable", "OutFile", "OwnFilePages", "Page", "Pane", "Panel", "PanelGlossary", "PanelTable",
    "PanelTrack", "PaperPicture", "PathCell", "PathChoice", "PathDial", "PathQuestion", "PathStep", "Picture",
    "Piece", "PlainBoard", "Point", "Preview", "PrintTarget", "ReportProgress", "Seat", "Setting", "SettingsStore",
    "Several", "Sheets", "Shot", "SpaceView", "SpaceViews", "SquareBoard", "Svg", "Swatch", "TablePosition", "TextMap",
    "Titled", "Track", "Undoing", "Way", "WholeNumber", "Wide", "Word", "answered", "arc_to", "area", "band", "bar",
    "board_of", "body_of", "border", "bounds", "box", "chapter_page", "chapter_picture", "chronicle_page", "chronicle_paper",
    "colour_of", "continue_game", "coord", "cross",
    "dash_of", "disc", "discarding", "em", "examples", "field_one_of", "field_text", "file_form_of", "filled", "fire_arcs",
    "fitting", "flight_path", "for_a_phone", "form_of", "form_word", "fragment", "fresh", "gauges", "gone_on_with",
    "heading", "in_plain_words", "json_option", "keep", "lacking_for", "leaving", "line", "line_to",
    "listed", "listed_games",
    "live_tables_of", "mark", "marks_of", "moved", "moved_at_tables", "nice_steps", "open_registry", "open_ruleset",
    "open_store",
    "outline", "page", "page_options", "panel_sheet", "pattern", "patterns", "picture", "plain_name", "play",
    "played", "posted", "print_json", "printed", "reachable", "reachable_by_others", "read_game", "registry", "rolled_on",
    "rules",
    "rules_of_kept", "ruling_option", "say", "settled", "shared_registry", "speaks_unicode", "state_of_game", "static_url",
    "streamed", "style", "table", "table_answered", "table_opened", "table_set", "table_sheets", "thinned", "timed",
    "titled",
    "when_changed", "who_may_play", "whole", "window_about", "working", "write_pdf", "write_svg",
]  # fmt: skip

if not TYPE_CHECKING:  # so that type checkers know a name that is not there
    __getattr__ = on_first_use(__file__)
