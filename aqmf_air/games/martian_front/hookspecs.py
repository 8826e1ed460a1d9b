"""The hooks of All Quiet on the Martian Front: special rules of scenarios, army lists, units on the board, in print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from aqmf_air.api import hookspec

if TYPE_CHECKING:
    from aqmf_air.api import Contribution, Frozen
    from aqmf_air.games.martian_front.army import plugged_in
    from aqmf_air.games.martian_front.army.resolved_list import ResolvedList

KINDS = "aqmf_air.games.martian_front.army.plugged_in:KINDS"
"""What is contributed through them."""


@hookspec
def aqmf_register_special_rules(ruleset: str) -> Sequence[plugged_in.SpecialRule]:  # type: ignore[empty-body]
    """Return special rules that a scenario of ``ruleset`` may have. Two plugins may not return the same name, in any case.

    A scenario with a special rule that nobody returns is refused.
    """


@hookspec
def aqmf_register_looks(ruleset: str) -> Sequence[Contribution]:  # type: ignore[empty-body]
    """Return how units of your kinds are drawn and described: each is a ``Look`` of ``martian_front.ui.drawing.pieces``."""


@hookspec
def aqmf_register_template_kits(ruleset: str) -> Sequence[Contribution]:  # type: ignore[empty-body]
    """Return templates to be printed beside the game's own: each is a ``Kit`` of ``martian_front.ui.prints.templates``."""


@hookspec
def aqmf_register_unit_words(ruleset: str) -> Sequence[plugged_in.UnitWords]:  # type: ignore[empty-body]
    """Return what players call units of ``ruleset``: the catalogue finds units by these words before it looks at names."""


@hookspec
def aqmf_unit_origins(ruleset: str) -> Sequence[plugged_in.UnitOrigin]:  # type: ignore[empty-body]
    """Return where your units come from: nation, year, duties, and a page about each. Two plugins may not name one unit."""


@hookspec
def aqmf_register_army_options(ruleset: str) -> Sequence[plugged_in.UnitOption]:  # type: ignore[empty-body]
    """Return choices that players of ``ruleset`` make for units of a list. Two plugins may not return the same name."""


@hookspec
def aqmf_register_exporters(ruleset: str) -> Sequence[plugged_in.Exporter]:  # type: ignore[empty-body]
    """Return formats that army lists of ``ruleset`` are written in. Two plugins may not return the same format."""


@hookspec
def aqmf_register_importers(ruleset: str) -> Sequence[plugged_in.Importer]:  # type: ignore[empty-body]
    """Return formats that army lists of ``ruleset`` are read from. Two plugins may not return the same format."""


@hookspec
def aqmf_army_attachments(ruleset: str, unit: str) -> Sequence[plugged_in.Attachment]:  # type: ignore[empty-body]
    """Return what must travel with a list that has the unit of this name, because its recipient may not have it."""


@hookspec
def aqmf_army_brought(ruleset: str, text: str, files: bool) -> Sequence[plugged_in.Attachment]:  # type: ignore[empty-body]
    """Return what a player's words stand for that is no unit of the catalogue: a token of yours or, if ``files``, the path
    of a file. Raise DataError where it is yours and wrong. The first that is returned counts.
    """


@hookspec
def aqmf_army_unit_types(  # type: ignore[empty-body]
    ruleset: str, attached: Sequence[plugged_in.Attachment], rulings: Mapping[str, Any]
) -> Sequence[Frozen]:
    """Return unit types as a list has them: those of its attachments of your kind, and those of yours that its rulings
    change. They take the places of the catalogue's of the same names. What cannot be read is a check's to say.
    """


@hookspec
def aqmf_army_checks(ruleset: str, muster: ResolvedList) -> Sequence[plugged_in.Finding]:  # type: ignore[empty-body]
    """Return the problems and warnings that you find in a list. ``muster`` is the list with its units looked up."""


@hookspec
def aqmf_army_advice(ruleset: str, muster: ResolvedList) -> Sequence[plugged_in.Finding]:  # type: ignore[empty-body]
    """Return what a list cannot do, from exact odds or from its profiles, as findings whose weight is ``"advice"``."""


# -- the board ------------------------------------------------------------------------------------------------------------


@hookspec
def aqmf_register_units_on_board(ruleset: str) -> Sequence[Contribution]:  # type: ignore[empty-body]
    """Return how units of your kind stand on the board and are ordered there: subclasses of
    ``aqmf_air.games.martian_front.ui.board.board.UnitsOnBoard``.
    """
