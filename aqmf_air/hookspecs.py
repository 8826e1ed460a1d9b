"""The hooks of the frame. A plugin is a module in the entry-point group ``aqmf_air`` with functions of these names, each
marked with ``aqmf_air.hookimpl``; what they return is made from :mod:`aqmf_air.api`.

Most of what a game or an extension contributes is found from its manifest (:mod:`aqmf_air.plugins.game`); the hooks that
answer questions stand beside that. A plugin without a manifest, or with more to say, implements ``_register_`` hooks: a game
needs ``aqmf_register_rulesets`` alone to be played, at the terminal and at a live table; an extension says
``aqmf_extends`` first.

Hooks return values that are combined: no hook changes an argument, none comes before another. Where order matters it is data
(a modifier's stage). A plugin may leave out arguments that it does not use. A new
``_register_`` hook needs its kind in :mod:`aqmf_air.plugins.kinds`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pluggy

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

    from aqmf_air.core.data.model import Frozen
    from aqmf_air.core.data.rule_tables import TableSource
    from aqmf_air.core.dice.modifiers import Modifier
    from aqmf_air.core.play.contributions import (
        Contribution,
        MadeAhead,
        Pages,
        Policy,
        Print,
        Procedure,
        RulesetSource,
        ScenarioSource,
    )
    from aqmf_air.core.play.events import Command, PlainEvent
    from aqmf_air.core.play.rule_register import Rule
    from aqmf_air.core.play.rules_versions import Upcaster
    from aqmf_air.core.play.ruleset import Objection
    from aqmf_air.core.play.rulings import Rulings
    from aqmf_air.core.play.slices import Slice

hookspec = pluggy.HookspecMarker("aqmf_air")

API = 3
"""Goes up when what plugins are made from changes. A plugin may say which it is made for (``AQMF_API = 3``): one of the
``ACCEPTED_APIS`` is loaded, any other is left out. One that does not say is judged by its hooks."""
ACCEPTED_APIS = (2, API)

# -- contributions: asked once for each registry; a ruleset named "" means none in particular -----------------------------


@hookspec
def aqmf_register_rulesets() -> Sequence[RulesetSource]:  # type: ignore[empty-body]
    """Return complete games. Two plugins may not return the same id."""


@hookspec
def aqmf_extends() -> Sequence[str]:  # type: ignore[empty-body]
    """Return the ids of the rulesets that you add to; your own need not be among them.

    You are asked about these and your own, and about no other. Kept games of these name you in their headers, with your
    ``RULES_VERSION``: a whole number in your module that goes up when a rule of yours is corrected (1, if there is none). A
    plugin without this hook may contribute to every ruleset, or, if it brings rulesets of its own, to those alone. One that
    answers questions (hooks without ``_register_`` in their names) has to say whose.
    """


@hookspec
def aqmf_register_hookspecs() -> Sequence[str | ModuleType]:  # type: ignore[empty-body]
    """Return the modules, or their names, with the hooks of your own game: functions like these, marked with ``hookspec``.

    Any plugin may implement them, and your game asks with :meth:`aqmf_air.plugins.registry.Registry.ask`. What is
    contributed through them is tried out when a plugin is loaded if the module says ``KINDS = "package.module:NAME"``:
    where its :class:`aqmf_air.plugins.kinds.ContributionKind` are.
    """


@hookspec
def aqmf_register_unit_types(ruleset: str) -> Sequence[Frozen]:  # type: ignore[empty-body]
    """Return unit types to add to ``ruleset``, of the model that it uses; ``()`` if it is not yours to extend."""


@hookspec
def aqmf_register_commands(ruleset: str) -> Sequence[type[Command]]:  # type: ignore[empty-body]
    """Return kinds of commands to add to ``ruleset``: subclasses of its own command base, with how they are decided."""


@hookspec
def aqmf_register_events(ruleset: str) -> Sequence[type[PlainEvent]]:  # type: ignore[empty-body]
    """Return kinds of events to add to ``ruleset``: subclasses of its own event base, with how they are folded."""


@hookspec
def aqmf_register_procedures(ruleset: str) -> Sequence[Procedure]:  # type: ignore[empty-body]
    """Return what happens at a step of ``ruleset`` for a kind of unit: how its damage is worked out, how it tests morale.

    Two plugins may not return one for the same step and kind. Each step needs one for kind ``""``, which is any other.
    """


@hookspec
def aqmf_register_rules(ruleset: str) -> Sequence[Rule]:  # type: ignore[empty-body]
    """Return the lines that you add to the rule register of ``ruleset``. Two plugins may not return the same id.

    A search finds a rule by what it says, by what it is ``asked``, and by its ``same_meaning``: words that players of your
    game use for the same. :func:`aqmf_air.core.play.rule_register.read_register` reads those from ``data/rule_words.toml``.
    """


@hookspec
def aqmf_register_rulings(ruleset: str) -> Sequence[type[Rulings]]:  # type: ignore[empty-body]
    """Return models of the rulings that you add to ``ruleset``. Two plugins may not have one of the same name."""


@hookspec
def aqmf_register_slices(ruleset: str) -> Sequence[Slice[Any]]:  # type: ignore[empty-body]
    """Return what you keep in the state of ``ruleset``, if it has room for that (:mod:`aqmf_air.core.play.slices`). Two
    plugins may not return one of the same name.
    """


@hookspec
def aqmf_register_scenarios(ruleset: str) -> Sequence[ScenarioSource]:  # type: ignore[empty-body]
    """Return scenarios for ``ruleset``. Two plugins may not return the same name."""


@hookspec
def aqmf_register_tables(ruleset: str) -> Sequence[TableSource]:  # type: ignore[empty-body]
    """Return tables that players may lay their own rows over (:mod:`aqmf_air.core.data.rule_tables`).

    Rules read them by ``Registry.table`` or ``Ruleset.table``, questions outside of a game by ``Ruleset.table_today``;
    ``aqmf tables`` shows what is in force. Two plugins may not return the same id.
    """


@hookspec
def aqmf_register_policies(ruleset: str) -> Sequence[Policy]:  # type: ignore[empty-body]
    """Return automatic players of ``ruleset``. Two plugins may not return the same name."""


@hookspec
def aqmf_register_advisors(ruleset: str) -> Sequence[Contribution]:  # type: ignore[empty-body]
    """Return what says what the orders on offer are worth: subclasses of :class:`aqmf_air.core.play.advice.Advisor`.

    A player asks the first by name, at the prompt and at a live table. Without one, there is no such question.
    """


@hookspec
def aqmf_register_laboratories(ruleset: str) -> Sequence[Contribution]:  # type: ignore[empty-body]
    """Return how forces of ``ruleset`` meet in the laboratory: a subclass of
    :class:`aqmf_air.lab.laboratory.Laboratory`. ``aqmf lab`` works with the first by name.
    """


@hookspec
def aqmf_register_upcasters(ruleset: str) -> Sequence[Upcaster]:  # type: ignore[empty-body]
    """Return what brings logs of older versions, of ``ruleset`` or of your plugin, up to date."""


# -- questions: asked while a command is decided; pure, in any order ------------------------------------------------------


@hookspec
def aqmf_modifiers(ruleset: str, check: str, facts: Any) -> Sequence[Modifier]:  # type: ignore[empty-body]
    """Return the modifiers that you add to ``check`` (``"hit"``, ``"damage"``, ``"morale"``).

    ``facts`` is the frozen dataclass that the ruleset documents for the check. Do not return what it adds itself.
    """


@hookspec
def aqmf_objections(ruleset: str, state: Any, command: Command) -> Sequence[Objection]:  # type: ignore[empty-body]
    """Return reasons, each with its rule, why ``command`` is not allowed now; ``()`` if you have none."""


# -- surfaces: names and help are read at once, the rest is imported when it is used ---------------------------------------


@hookspec
def aqmf_register_queries(ruleset: str) -> Sequence[Contribution]:  # type: ignore[empty-body]
    """Return what may be asked of the dice of ``ruleset``: subclasses of :class:`aqmf_air.core.odds.query.Query`.

    ``aqmf odds``, the pages of odds and rolls, help and completion are made from them. An extension that adds options to a
    query of its game returns a subclass of it under the same name; two extensions may not return the same name.
    """


@hookspec
def aqmf_register_prints(ruleset: str) -> Sequence[Print]:  # type: ignore[empty-body]
    """Return what there is to print of ``ruleset``: sheets, cards, templates, aids (:mod:`aqmf_air.printing.paper`).

    ``aqmf print`` and the page of prints are made from them. Two plugins may not return the same name.
    """


@hookspec
def aqmf_register_boards(ruleset: str) -> Sequence[Contribution]:  # type: ignore[empty-body]
    """Return how a live table shows ``ruleset``: subclasses of ``aqmf_air.web.board.board.Board``.

    The first by name is the one that a table opens with. A game without one gets the plain board.
    """


@hookspec
def aqmf_register_pages() -> Sequence[Pages]:  # type: ignore[empty-body]
    """Return pages to add to the web app, with their templates and files. Two plugins may not return the same name."""


@hookspec
def aqmf_register_cli() -> Sequence[Contribution]:  # type: ignore[empty-body]
    """Return commands to add to ``aqmf``: ``click`` commands or groups. Two plugins may not return the same name."""


@hookspec
def aqmf_register_folders() -> Sequence[str]:  # type: ignore[empty-body]
    """Return the names of the folders in a player's data folder where you keep files of theirs: a backup has them.

    Each is one word in lower case. Two plugins may not return the same name.
    """


@hookspec
def aqmf_register_made_ahead() -> Sequence[MadeAhead]:  # type: ignore[empty-body]
    """Return what a site is to ship as data where packages are left out that it takes to work it out: silhouettes, areas.

    ``aqmf site build`` makes a file of each, which :func:`aqmf_air.api.made_ahead` reads. Two plugins may not return the
    same name.
    """


@hookspec
def aqmf_watched(ruleset: str) -> Sequence[Path]:  # type: ignore[empty-body]
    """Return files and folders, such as a player's own, that ``ruleset`` is built from: it is rebuilt when they change."""
