"""What a game implements to have a board of its own at live tables, and the plain board of a game that has none.

A board is a subclass of :class:`Board`, named by the hook ``aqmf_register_boards``. It is made once for a ruleset, holds no
running game, and is asked about views and seats only: what a seat does not see is not in its answers. Points and lengths
are in the board's own units, whatever these are: inches, hexes, boxes.

The page has the scripts of the frame: they show the picture, list pieces and offers, ask for odds and dice. Where a finger
or a mouse is to draw an order, the board names a script of its own for that kind of order (:attr:`Board.editors`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from aqmf_air.core.data.text import in_a_row
from aqmf_air.core.play.contributions import NamedClass
from aqmf_air.core.play.events import Command, Entry
from aqmf_air.core.play.ruleset import Objection, Ruleset
from aqmf_air.drawing.svg import Picture
from aqmf_air.drawing.text_map import TextMap
from aqmf_air.errors import UnknownNameError
from aqmf_air.geometry.plane.geojson import Feature
from aqmf_air.plugins import kinds
from aqmf_air.plugins.faults import fault_of_class
from aqmf_air.plugins.registry import Registry
from aqmf_air.web.board.marks import Mark, Moment, moments_of
from aqmf_air.web.pages import static_path

if TYPE_CHECKING:
    from aqmf_air.web.live.position import TablePosition

Point = tuple[float, float]


class Seat(NamedTuple):
    """A position, and the side that looks at it; ``""``: a spectator."""

    position: TablePosition
    side: str

    @property
    def state(self) -> Any:
        """The state. Not everything in it is for the seat to see."""
        return self.position.state

    @property
    def view(self) -> Any:
        """What the seat sees of the state."""
        return self.position.view(self.side)

    def objections(self, order: Command) -> tuple[Objection, ...]:
        """Why the seat's side may not give this order now."""
        return self.position.objections(order, self.side)

    def allows(self, order: Command) -> bool:
        """Whether the seat's side may give this order now."""
        return not self.objections(order)


ASPECT = 4 / 3
"""How much wider than high a picture of a moment is, as far as there is something to show."""
LETTERED = 300.0
"""How many pixels wide close-ups are drawn: in a column of a page, and on a phone, their words can be read."""


class Undoing(NamedTuple):
    """By whom a piece was lost, and how."""

    by: tuple[str, ...] = ()
    """The pieces that did it; empty: nobody did."""
    did: str = "destroyed"

    @property
    def in_words(self) -> str:
        """``shot down by Fokker 1``; empty: nobody did it."""
        return f"{self.did} by {in_a_row(self.by)}" if self.by else ""


@dataclass(frozen=True)
class Piece:
    """Something on the board that a player may choose; the groups of the picture with its id in ``data-piece`` show it."""

    id: str
    title: str
    """What it is, in a few words."""
    own: bool
    """Whether it is of the side that looks."""
    at: tuple[Point, ...] = ()
    """Where it stands."""
    ready: bool = False
    """Whether it may be given orders that are not among the offers."""
    side: str = ""
    """Whose it is, as players call the side; empty: paper does not list it."""
    stands: tuple[str, ...] = ()
    """Where and how it stands, in a few words each, as paper lists it beside the map; empty: ``title`` says it."""


@dataclass(frozen=True)
class Choice:
    """One order of a kind."""

    command: Command
    title: str
    piece: str = ""
    """The piece that it is aimed at."""
    part: str = ""
    """The part of that piece, by its ``data-part``."""
    at: Point | None = None


@dataclass(frozen=True)
class Doing:
    """A kind of order that a piece may be given now, or why it may not."""

    type: str
    """The type of the orders; an editor of the board that is for it draws the order."""
    title: str
    choices: tuple[Choice, ...] = ()
    """Orders to choose from, where no editor draws them."""
    why: tuple[Objection, ...] = ()
    """What is against it; empty: it is possible."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """What its editor has to know."""


@dataclass(frozen=True)
class Track:
    """Boxes of a status sheet that are marked off from the first on: damage taken, ammunition spent."""

    title: str
    boxes: int
    marked: int = 0
    said: str = ""
    """The same in words: ``9 of 15 left``."""
    gaps: tuple[int, ...] = ()
    """After how many boxes there is a gap: the drums of a gun."""
    alarm: bool = False
    """Whether it wants a player's eye: a jam, the last boxes."""


@dataclass(frozen=True)
class About:
    """What a piece is and may do."""

    what: str = ""
    """What it is, in a few words."""
    conditions: tuple[str, ...] = ()
    """What holds for it now."""
    damage: tuple[str, ...] = ()
    """What is broken or used up, each in a line."""
    tracks: tuple[Track, ...] = ()
    """Its status sheet."""
    profile: tuple[tuple[str, str], ...] = ()
    """What it can: names and values."""
    notes: tuple[str, ...] = ()
    """What else belongs to its profile, each in a line."""
    svg: str = ""
    """Elements to be drawn over the picture, in its coordinates."""
    doings: tuple[Doing, ...] = ()


@dataclass(frozen=True)
class Preview:
    """What an order would do, as far as no dice have a say in it."""

    svg: str = ""
    """Elements to be drawn over the picture, in its coordinates."""
    touched: tuple[str, ...] = ()
    """The parts of pieces that it touches, by their ``data-part``."""
    warnings: tuple[str, ...] = ()
    """What a player may have overlooked in it, such as that pieces leave the board: it is shown before it is given."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """What its editor has to know."""
    features: tuple[Feature, ...] = ()
    """Its shapes, to be saved with those of the position."""


class PlainBoard(NamedClass, hook="aqmf_register_boards"):
    """How a game without a board of its own is shown: its summary, and offers by what they are about.

    Args:
        ruleset: the game.
    """

    def __init__(self, ruleset: Any) -> None:
        self.ruleset = ruleset

    @property
    def editors(self) -> Mapping[str, str]:
        """The scripts that draw orders, by the type of the order: addresses of modules, made with :func:`static_url`.

        A module's ``default`` is a class ``(room, piece, doing)`` with ``open()`` and ``close()``, and where a hand on the
        picture matters ``tap``, ``grab``, ``drag``, ``release``, ``letGo``.
        """
        return {}

    def briefing(self, setup: Any) -> Iterable[str]:
        """Lines for players who sit down, besides what the scenario says; ``setup`` is the one in the header."""
        return ()

    def part(self, state: Any) -> str:
        """Which part of a longer game is played: the mission of a campaign, by its number. Nothing hidden is in it."""
        number = self.ruleset.chapter(state)
        return f"Mission {number}" if number else ""

    def taking_part(self, state: Any) -> Iterable[str]:
        """Who takes part in :meth:`part`, in lines that everybody may read."""
        return ()

    def hints(self) -> Mapping[str, str]:
        """What a player does in each part of a turn, in order: a line by the part, as the timing of orders has it."""
        return {}

    def titles(self) -> Mapping[str, str]:
        """What the parts of a turn in :meth:`hints` are called, where their ids do not say it."""
        return {}

    def hint(self, seat: Seat) -> str:
        """What a player does in this stage, in a line."""
        return ""

    def figures(self, view: Any) -> Sequence[tuple[str, str]]:
        """What players keep an eye on all the time, each with its name, which may be empty: points, what a game is about."""
        return ()

    def pieces(self, view: Any) -> Sequence[Piece]:
        """The pieces that a view shows."""
        return ()

    def about(self, seat: Seat, piece: str) -> About:
        """What one of the pieces that the seat sees is and may do."""
        return About()

    def preview(self, seat: Seat, command: Command) -> Preview:
        """What an order would do; it need not be allowed."""
        return Preview()

    def opens(self, seat: Seat) -> tuple[str, str] | None:
        """The piece that alone may act now, and the type of the order that it is to be given: its editor opens by itself.

        None: the player chooses. Where the piece's :meth:`about` has no :class:`Doing` of that type, or :attr:`editors` no
        editor for it, the piece opens with what it may do.
        """
        return None

    def marks(self, moment: Moment) -> Iterable[Mark]:
        """What is drawn of an event while it happens, in films and when an order was carried out at a live table.

        Paths that pieces go, shots, templates, explosions, losses: see :mod:`aqmf_air.web.board.marks`. What an event
        changes besides is seen in the picture after its order.
        """
        return ()

    def passes_over(self, event: Any) -> bool:
        """Whether a film leaves what is told of an event to its log: something that merely goes on."""
        return False

    def loses(self, event: Any) -> str:
        """The piece that counts as lost by an event, while pictures go on to show it; empty: none. Others are marked."""
        return ""

    def undoing(self, state: Any, piece: str) -> Undoing | None:
        """By whom a piece was lost, as the game has it in the state after its loss; None: the shots tell that are drawn."""
        return None

    def drawn(self, entry: Entry, start: Any) -> list[tuple[Moment, tuple[Mark, ...]]]:
        """The events of an entry, which begins at the state ``start``, each with what is drawn of it."""
        return [(moment, tuple(self.marks(moment))) for moment in moments_of(self.ruleset, entry, start)]

    def answer(self, seat: Seat, question: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """The answer to a question that an editor asks with ``room.question(name, body)``: plain data.

        Raises:
            UnknownNameError: nobody asks that, or it names something that the seat does not see.
            DataError: the body is not what was expected.
        """
        raise UnknownNameError(f"no question {question[:60]!r} about this board", what="question", name=question, near=())


class Board(PlainBoard, ABC):
    """How live tables and films show a game that is drawn."""

    @abstractmethod
    def picture(self, view: Any) -> Picture:
        """A view drawn.

        A piece is a group with ``data-piece`` (its id), ``data-x``, ``data-y`` and ``data-radius`` in the board's units, the
        class ``element``, and ``data-part`` where it is one part of several. What is no piece has ``data-key`` in place of
        ``data-piece``, the same from one picture to the next, and ``data-note``, what is said of it.

        Names are groups with ``data-of``, as :mod:`aqmf_air.drawing.lettering` writes them: of what their ``data-piece`` or
        ``data-key`` says, or of a place. Pages write them anew where there is room, and move them with what they name. They
        do not turn with it, and each is there once.

        Several views of the same things lie side by side in the picture, each in a :class:`~aqmf_air.drawing.svg.Pane`.
        A piece is then drawn in each, with the name of the pane in ``data-view``, and is one piece all the same: its
        :attr:`Piece.at` has a point for each view, and whatever is drawn of it, marks, ranges, previews, is drawn in each.
        """

    def picture_about(self, view: Any, chosen: str) -> Picture:
        """The same while a player has chosen a piece, for boards that draw a view along it; ``chosen`` is its id.

        It comes from a browser, or from :attr:`DrawnPath.about`: what the view does not show counts as nothing chosen. What
        the board draws of that piece, or of orders for it, lies in this picture; marks of events lie in :meth:`picture`.
        """
        return self.picture(view)

    def text_map(self, view: Any) -> TextMap:
        """A view in letters, for terminals: the pieces where they stand, unless a board shows more; of panes the first."""
        drawn = self.picture(view)
        right, deep = drawn.left + drawn.width / drawn.scale, drawn.height / drawn.scale
        whole = drawn.left, drawn.top, right, drawn.top - deep if drawn.up else drawn.top + deep
        left, top, right, low = drawn.panes[0].box if drawn.panes else whole
        near, far = sorted((top, low))
        shown = TextMap(left, near, right, far, drawn.unit, drawn.up)
        for piece in self.pieces(view):
            at = [(x, y) for x, y in piece.at if not drawn.panes or (left <= x <= right and near <= y <= far)]
            shown.piece(at, piece.title)
        return shown

    def features(self, view: Any) -> Iterable[Feature]:
        """The shapes that a view shows, to be saved as GeoJSON; none of a board that measures no inches."""
        return ()

    def close_up(self, view: Any) -> Picture:
        """What matters in a view, for a narrow column of a page or of paper: its letters can be read there."""
        return self.picture(view).close_up(LETTERED, ASPECT)

    @abstractmethod
    def pieces(self, view: Any) -> Sequence[Piece]: ...

    @abstractmethod
    def about(self, seat: Seat, piece: str) -> About: ...


def board_of(ruleset: Ruleset[Any], registry: Registry) -> PlainBoard:
    """The board of a game: the first by name that is plugged in, or the plain one (PluginError: it cannot be imported)."""
    contributions = registry.of(kinds.BOARDS, ruleset.id)
    if not contributions:
        return PlainBoard(ruleset)
    kind: type[Board] = contributions[min(contributions)].load(Board)
    return kind(ruleset)


def editors_of(board: PlainBoard) -> dict[str, str]:
    """The editors of a board (PluginError: its code fails, or they are no addresses by types of orders)."""
    try:
        editors = dict(board.editors)
        if any(not isinstance(text, str) for pair in editors.items() for text in pair):
            raise TypeError(f"expected addresses by types of orders, got {editors!r}")
    except Exception as fault:  # whatever the code of a plugin raises
        raise fault_of_class(type(board), "editors", fault) from fault
    return editors


def static_url(package: str, path: str) -> str:
    """Where browsers find a file in the folder ``static`` of a package that the module of a board is in."""
    return f"{static_path(package)}/{path}"
