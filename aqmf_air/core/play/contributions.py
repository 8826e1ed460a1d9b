"""Records that plugins register: contributions, pages, rulesets, procedures, scenarios, automatic players."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar

from aqmf_air.core.data.text import label_of
from aqmf_air.errors import PluginError

if TYPE_CHECKING:  # what adds to a front end is listed before anything is imported
    from importlib.resources.abc import Traversable
    from pathlib import Path

    from aqmf_air.core.play.events import Command
    from aqmf_air.core.play.ruleset import Ruleset
    from aqmf_air.core.play.search.reasons import Reasons

F = TypeVar("F", bound=Callable[..., Any])
DEFAULT_RULESET = "aqmf"
"""The game that is meant where commands, pages and files name none."""


@dataclass(frozen=True)
class Contribution:
    """Something that is imported when it is used, and not before."""

    name: str
    """What it is called for, such as the name of a command: lower case, without spaces."""
    help: str
    """What it does, in one line for people."""
    where: str = ""
    """``package.module:object``."""
    title: str = field(default="", kw_only=True)
    """What pages call it; left out: its name, in words."""
    group: str = field(default="", kw_only=True)
    """Under which heading it is listed, of commands in ``aqmf --help``, of pages on the home screen, where pages that say
    none stand under the title of their game; of questions those with a heading stand first."""
    plugin: str = field(default="", kw_only=True)
    """Who contributes it. The registry fills it in."""

    def __post_init__(self) -> None:
        if not self.title:
            object.__setattr__(self, "title", label_of(self.name))

    def load(self, kind: type[Any] = object) -> Any:
        """Import it.

        Args:
            kind: what it has to be: an instance of this class, or a subclass of it.

        Raises PluginError: it cannot be imported or is something else. Names the plugin and the contribution.
        """
        module, _, name = self.where.partition(":")
        try:
            loaded = getattr(import_module(module), name)
            if isinstance(loaded, type) and issubclass(loaded, NamedClass):
                loaded.require_sound()
        except Exception as fault:  # an import runs the plugin, which may raise anything
            raise self._fault(f"{type(fault).__name__}: {' '.join(str(fault).split())}") from fault
        if isinstance(loaded, kind) or (isinstance(loaded, type) and issubclass(loaded, kind)):
            return loaded
        raise self._fault(f"expected {kind.__name__}, got {type(loaded).__name__}")

    @property
    def modules(self) -> tuple[str, ...]:
        """The modules and packages that it names."""
        return (self.where.partition(":")[0],)

    def require_there(self) -> None:
        """Look for what it names, and import nothing but the packages around it. Raises PluginError: it is not there."""
        for module in self.modules:
            try:
                there = module in sys.modules or find_spec(module)
            except Exception as fault:  # an import runs the plugin, which may raise anything
                raise self._fault(f"{type(fault).__name__}: {' '.join(str(fault).split())}") from fault
            if not there:
                raise self._fault(f"no module {module!r}")

    def _fault(self, why: str) -> PluginError:
        return PluginError(f"plugin {self.plugin!r}, {self.name!r} ({self.where}): {why}", plugin=self.plugin)


class NamedClass:
    """The base of classes that plugins contribute and that say themselves what they are called, for a manifest to find::

        class BurstQuery(Query, name="burst", help="A burst at the other side."): ...

    A class without a name is not contributed. ``hook`` is said by the base of a kind: to which hook they go.
    """

    contributed_to: ClassVar[str]

    def __init_subclass__(
        cls,
        *,
        name: str = "",
        help: str = "",  # noqa: A002
        title: str = "",
        group: str = "",
        hook: str = "",
        **rest: Any,
    ) -> None:
        super().__init_subclass__(**rest)
        if hook:
            cls.contributed_to = hook
        if name:
            _contributes(cls, cls.contributed_to, Contribution(name, help, _place_of(cls), title=title, group=group))

    @classmethod
    def require_sound(cls) -> None:
        """Raises TypeError: the class is not made as those of its kind are."""


def printed(
    name: str,
    help: str,  # noqa: A002
    bars: bool = False,
    pages: int = 0,
    *,
    title: str = "",
    each: str = "",
) -> Callable[[F], F]:
    """Marks a function of the ruleset and of rulings that gives the :class:`Print` of this name, for a manifest to find.
    ``bars``: it has bars to check its scale by; ``pages``: how many it has on A4, as it ships; ``each``: what it
    is printed anew for, such as ``mission``.
    """

    def mark(sheets: F) -> F:
        made = Print(name, help, _place_of(sheets), title=title, bars=bars, pages=pages, each=each)
        _contributes(sheets, "aqmf_register_prints", made)
        return sheets

    return mark


def _place_of(thing: Any) -> str:
    return f"{thing.__module__}:{thing.__qualname__}"


def _contributes(thing: Any, hook: str, contribution: Contribution) -> None:
    thing._contributes = (hook, contribution)


def contributed_by(thing: object) -> tuple[str, Contribution] | None:
    """The hook that a class or a function is contributed to and what it is called there; None: it does not say so itself."""
    said: tuple[str, Contribution] | None = getattr(thing, "__dict__", {}).get("_contributes")
    if said and isinstance(thing, type) and issubclass(thing, NamedClass):
        thing.require_sound()
    return said


class Sample(NamedTuple):
    """Something of a page that a newcomer can try in one tap: an address to open, or a form that is sent there."""

    title: str
    help: str
    """What one sees then, in one line."""
    link: str
    fields: tuple[tuple[str, str], ...] = ()
    """The fields of the form; without any the address is opened."""


@dataclass(frozen=True)
class Pages(Contribution):
    """Pages of the web app: ``where`` is a sequence of Starlette routes, imported with the first request below ``link``."""

    link: str = ""
    """The path that the home screen links to, and of the routes or above them."""
    templates: str = ""
    """The package with the templates of the pages, in its folder ``templates``; they go before those of the app."""
    static: str = ""
    """The package with the files that browsers get, in its folder ``static``; each page links its ``pages.css``."""
    ruleset: str = ""
    """The game that they belong to; empty: none in particular."""
    samples: tuple[Sample, ...] = ()
    """What the home screen offers to try of them."""
    door: tuple[str, str] | None = None
    """Title and line of a button, if players come for these pages: the home screen has it before a game is loaded."""

    @property
    def modules(self) -> tuple[str, ...]:
        return (*super().modules, *filter(None, (self.templates, self.static)))


@dataclass(frozen=True)
class Print(Contribution):
    """Paper of a game: ``where`` is a function of the ruleset and of rulings that gives its
    :class:`aqmf_air.printing.paper.Sheets`. The app offers it with a picture of its first page, ``aqmf print`` writes it.
    """

    command: str = ""
    """A ``click`` command that takes the place of the one that ``aqmf print`` has for it: where more is to be said than
    rulings and paper. With such a command alone (``where`` is empty) the app does not offer it."""
    bars: bool = False
    """Whether it has bars to check by that it was printed at actual size."""
    pages: int = 0
    """How many it has on A4, as it ships; 0: that is not said."""
    each: str = ""
    """What it is printed anew for, such as ``mission``; left out: once, for every game."""

    @property
    def modules(self) -> tuple[str, ...]:
        return tuple(place.partition(":")[0] for place in (self.where, self.command) if place)


@dataclass(frozen=True)
class MadeAhead(Contribution):
    """What a site ships as data where packages are left out that it takes to work it out: pictures of what comes with a
    game. ``where`` is a function without arguments that gives it as plain data, the same on every machine: nothing of the
    player's own is in it. :func:`aqmf_air.core.data.made_ahead.made_ahead` gives it back.
    """

    needs: tuple[str, ...] = ()
    """The packages, of those that may be left out. ``aqmf site build`` makes it where the site lacks one of them, and has to
    have them itself."""


class RulesetSource(NamedTuple):
    """A game that can be built from a registry."""

    id: str
    title: str
    build: Callable[[Any], Ruleset[Any]]
    """Makes it from a registry: its class."""
    bases: tuple[str, ...] = ()
    """The ids of rulesets whose contributions it uses, too: what extends those extends it."""
    plugin: str = ""
    """Who contributes it. The registry fills it in."""


class Procedure(NamedTuple):
    """What happens at ``step`` for units of ``kind``; the ruleset documents the arguments of each step."""

    step: str
    kind: str
    run: Callable[..., Any]


class ScenarioSource(NamedTuple):
    """A scenario file: where it is, under the name it goes by."""

    name: str
    path: Traversable | Path
    first: bool = False
    """Whether it is the one to begin with."""

    @classmethod
    def all_in(cls, folder: Traversable, first: str = "") -> tuple[ScenarioSource, ...]:
        """One for each TOML file of a folder, by their names; ``first``: the name of the one to begin with."""
        names = sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml"))
        return tuple(cls(name, folder.joinpath(f"{name}.toml"), name == first) for name in names)


class Policy(NamedTuple):
    """An automatic player, as ``--policy`` names it. ``choose(ruleset, state, player)`` gives its next command; None: it has
    none to give.

    The choice depends on its arguments alone, so that a game that is resumed goes on as it would have, and on what the
    player may know of the state alone.
    """

    name: str
    title: str
    """How it plays, in one line."""
    choose: Callable[[Any, Any, str], Command | None]
    explain: Callable[[Any, Any, str, Command], Reasons | None] | None = None
    """``explain(ruleset, state, player, command)`` says why it gives this order in this state, where it gives reasons: the
    same whenever it is asked. It gives None for an order that it would not think of. They are the player's private thoughts:
    they may tell what the other side must not know."""
    label: str = ""
    """What lists call it; left out: its name."""
    needs: tuple[str, ...] = ()
    """Packages that it cannot play without, of those that may be left out."""
