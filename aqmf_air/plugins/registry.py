"""What the loaded plugins contributed: asked for once, checked for clashes, then handed around as one frozen value.

There is no manager and no registry at module level. A front end makes one (:func:`load_registry`), a test makes its own.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from importlib import import_module, metadata
from threading import RLock
from typing import TYPE_CHECKING, Any, TypeVar, cast

from aqmf_air import __version__
from aqmf_air.core.data.former_names import warn_of_former
from aqmf_air.core.data.names import by_name
from aqmf_air.core.data.rule_tables import GameTables, RuleTable
from aqmf_air.core.data.search import Searched, near
from aqmf_air.core.dice.modifiers import Modifier, in_order
from aqmf_air.core.play.contributions import DEFAULT_RULESET, RulesetSource
from aqmf_air.core.play.events import Command, Document, PluginVersion
from aqmf_air.errors import AqmfError, DuplicateContributionError, PluginError, RulesetVersionError
from aqmf_air.plugins import kinds
from aqmf_air.plugins.indexed import IndexedPlugin, index
from aqmf_air.plugins.kinds import ContributionKind, require_there, said_by
from aqmf_air.plugins.manager import Loaded, Plugins, one_line

if TYPE_CHECKING:
    from aqmf_air.core.play.advice import Advisor
    from aqmf_air.core.play.ruleset import Objection, Ruleset

T = TypeVar("T")
R = TypeVar("R")
_BUILDING = RLock()  # of the process: a registry is sent to others, and a lock is not


def load_registry(
    *, builtin: bool = True, entry_points: bool = True, extra: Iterable[tuple[str, object]] = (), without: Sequence[str] = ()
) -> Registry:
    """A registry of plugins that are loaded anew.

    Args:
        builtin: load the plugins of the package.
        entry_points: load what installed packages offer in the entry-point group ``aqmf_air``. One that fails is left
            out and named, with the reason.
        extra: further plugins, by name.
        without: names of plugins to leave out.

    Raises UnknownHookError: a plugin implements a hook that does not exist (built-in and extra ones).
    Raises PluginError: two of the same name.
    """
    plugins = Plugins()
    loaded: list[Loaded] = []
    for name, about in index().items() if builtin else ():
        if name not in without:
            loaded.append(plugins.add(IndexedPlugin(name, about), Loaded(name, __version__, "built in")))
    for name, plugin in sorted(extra, key=lambda each: not _has_hooks_of_its_own(each[1])):
        from aqmf_air.plugins.game import as_plugin  # which takes long to import, and strangers' plugins alone need

        version = str(getattr(plugin, "__version__", "0"))
        loaded.append(plugins.add(as_plugin(name, plugin), Loaded(name, version, "this program")))
    plugins.loaded = tuple(loaded)
    points = [point for point in _installed() if point.name not in without] if entry_points else []
    return _with_installed(plugins, points) if points else Registry(plugins)


def _installed() -> list[Any]:
    return sorted(metadata.entry_points(group="aqmf_air"), key=lambda point: point.name)


def _with_installed(plugins: Plugins, points: Sequence[Any]) -> Registry:
    """The same with installed plugins, games with hooks of their own before what may implement these.

    Whatever one raises is its own fault, and keeps only it out.
    """
    from aqmf_air.plugins.game import as_plugin

    others, modules, loadeds = plugins.loaded, list[object](), list[Loaded]()
    for point in points:
        loaded = Loaded(point.name, "0", "entry point")
        if point.dist:
            loaded = Loaded(point.name, point.dist.version, f"package {point.dist.name}")
        try:
            modules.append(as_plugin(point.name, point.load()))
        except BaseException as fault:  # also what would end the program
            modules.append(None)
            loaded = loaded.left_out(fault)
        loadeds.append(loaded)
    added: list[int] = []
    for at in sorted(range(len(points)), key=lambda each: not _has_hooks_of_its_own(modules[each])):
        if not loadeds[at].fault:
            try:
                loadeds[at] = plugins.add(modules[at], loadeds[at])
                added.append(at)
            except BaseException as fault:
                loadeds[at] = loadeds[at].left_out(fault)
    plugins.loaded = (*others, *loadeds)
    registry = Registry(plugins)
    try:
        for at in added:
            registry.try_out(loadeds[at].name)
        return registry
    except BaseException:  # whose fault it is shows when they come one after the other
        sound = plugins.only(others)
        for at in added:
            loadeds[at] = _tried_out(sound, modules[at], loadeds[at])
    sound.loaded = (*others, *loadeds)
    return Registry(sound)


def _tried_out(plugins: Plugins, plugin: object, loaded: Loaded) -> Loaded:
    plugins.register(plugin, loaded.name)
    try:
        Registry(plugins).try_out(loaded.name)
    except BaseException as fault:
        plugins.unregister(name=loaded.name)
        return loaded.left_out(fault)
    return loaded


def _has_hooks_of_its_own(plugin: object) -> bool:
    return hasattr(plugin, "aqmf_register_hookspecs")


class Registry:
    """Everything that plugins contribute, with who contributed it."""

    def __init__(self, plugins: Plugins) -> None:
        self.plugins = plugins
        self.ask, self.extends = plugins.ask, plugins.extends
        self._built: dict[str, Ruleset[Any]] = {}
        self._restricted: dict[frozenset[str], Registry] = {}

    @staticmethod
    def unique(what: str, offered: Sequence[tuple[str, T]], key: Callable[[T], Any]) -> dict[Any, T]:
        """Answers by name. Raises DuplicateContributionError: two plugins claim one name."""
        owner: dict[Hashable, str] = {}
        unique: dict[Any, T] = {}
        for plugin, contribution in offered:
            name = key(contribution)
            if name in owner:
                raise DuplicateContributionError.of(what, name, owner[name], plugin)
            owner[name], unique[name] = plugin, contribution
        return unique

    # -- contributions -----------------------------------------------------------------------------------------------

    def contributed(self, kind: ContributionKind[Any], ruleset: str = "") -> list[tuple[str, Any]]:
        """All that plugins contribute of a kind to a ruleset, each with who does; what says so itself is told.
        Raises PluginError: something is of another kind, or a name is taken twice.
        """
        offered = self.ask(type if kind.classes else kind.of, kind.hook, ruleset)
        for plugin, contribution in offered if kind.classes else ():
            if not issubclass(contribution, kind.of):
                fault = f"expected a kind of {kind.of.__name__}, got {contribution.__name__}"
                raise PluginError(f"plugin {plugin!r}, {kind.hook}: {fault}", plugin=plugin)
        if kind.replaces:
            own = self.rulesets[ruleset].plugin if ruleset in self.rulesets else ""
            added = {name for plugin, contribution in offered if plugin != own for name in kind.names(contribution)}
            offered = [
                (plugin, contribution)
                for plugin, contribution in offered
                if plugin != own or not added.intersection(kind.names(contribution))
            ]
        self.unique(
            kind.what,
            [(plugin, name) for plugin, contribution in offered for name in kind.names(contribution)],
            lambda name: name,
        )
        return [(plugin, said_by(plugin, contribution)) for plugin, contribution in offered]

    def of(self, kind: ContributionKind[R], ruleset: str = "") -> R:
        """The same as one value: by name, or as the kind gathers it. Raises PluginError: also what that finds wrong."""
        offered = self.contributed(kind, ruleset)
        named = {name: contribution for _, contribution in offered for name in kind.names(contribution)}
        return cast("R", kind.gathered(offered) if kind.gathered else named)

    @cached_property
    def rulesets(self) -> Mapping[str, RulesetSource]:
        """Complete games, by id."""
        return dict(sorted(self.of(kinds.RULESETS).items()))

    @cached_property
    def games(self) -> Mapping[str, str]:
        """The titles of the games that can be begun, by their ids, the default one first."""
        ordered = sorted(self.rulesets.values(), key=lambda source: source.id != DEFAULT_RULESET)
        return {source.id: source.title for source in ordered if self.of(kinds.SCENARIOS, source.id)}

    def source_named(self, name: str) -> RulesetSource:
        """The ruleset of this id, not built yet. Raises UnknownNameError: there is none; with those near by id or title."""
        titled = [Searched(source.id, about=(source.title,)) for source in self.rulesets.values()]
        return by_name(self.rulesets, name, "ruleset", lambda typed: near(typed, titled))

    def ruleset(self, name: str) -> Ruleset[Any]:
        """The game of this id, built once from this registry: a game is a value. Where it says no ``register`` of its own,
        it has the rules that are registered for it.
        Raises UnknownNameError: there is none; with near names.
        """
        source = self.source_named(name)
        if source.id in self._built:
            return self._built[source.id]
        with _BUILDING:  # caches have it as their key: what threads ask for together is one game
            try:
                if source.id not in self._built:
                    self._built[source.id] = self._game(source)
            except AqmfError:
                raise
            except Exception as fault:  # code of the game, which may raise anything
                message = f"ruleset {source.id!r} cannot be built: {type(fault).__name__}: {one_line(fault)}"
                raise PluginError(message, plugin=source.id) from fault
        return self._built[source.id]

    def _game(self, source: RulesetSource) -> Ruleset[Any]:
        built: Ruleset[Any] = source.build(self)
        registered = self.of(kinds.TABLES, source.id)
        built.game_tables = GameTables(source.id, registered, lambda tables: tables.tables, whole=True)
        built.register = built.register or self.of(kinds.RULES, source.id)
        self._require_room(built)
        return built

    def _require_room(self, built: Ruleset[Any]) -> None:
        """Raises PluginError: a plugin keeps something in a game that has no room for it."""
        for plugin, own in self.contributed(kinds.SLICES, built.id):
            if own.name not in built.slices.model_fields:
                fault = f"plugin {plugin!r}, slice {own.name!r}: {built.title} has no room for slices"
                raise PluginError(fault, plugin=plugin)

    def table(self, ruleset: str, state: Any, id_: str) -> RuleTable[Any]:
        """A table with the rows that the game of this state began with: see :meth:`aqmf_air.api.Ruleset.table`."""
        return self.ruleset(ruleset).table(state, id_)

    def unit_types(self, ruleset: str, model: type[T], name: Callable[[T], str]) -> dict[str, T]:
        """Unit types added to ``ruleset``, which are to be ``model``s, by name."""
        return self.of(kinds.UNIT_TYPES._replace(of=model, names=lambda unit_type: (name(unit_type),)), ruleset)

    def advisor(self, ruleset: str) -> Advisor[Any] | None:
        """The first of them, ready to be asked; None: the game has none. Raises PluginError: it cannot be imported."""
        from aqmf_air.core.play.advice import Advisor

        first = next(iter(self.of(kinds.ADVISORS, ruleset).values()), None)
        made: Advisor[Any] | None = first.load(Advisor)() if first else None
        return made

    if not TYPE_CHECKING:  # so that type checkers know a method that is not there

        def __getattr__(self, name: str) -> Any:
            """For one release: what :meth:`of` gives goes by a name of its kind's, too."""
            kind = getattr(kinds, name.upper(), None)
            if name != "named" and not isinstance(kind, ContributionKind):
                raise AttributeError(f"a registry has no {name!r}")
            warn_of_former("aqmf_air.api.Registry", name, f"of(kinds.{name.upper() if kind else 'KIND'})", 2)
            if kind is None:
                return self.of
            return self.of(kind) if kind.everywhere else partial(self.of, kind)

    def try_out(self, plugin: str) -> None:
        """Ask for all that a plugin contributes, and build every ruleset that it has a say in, so that a fault shows now.

        What is imported later (boards, pages) is looked for, no more. Raises AqmfError: a fault; also whatever else the
        plugin raises.
        """
        extended = [ruleset for ruleset in self.rulesets if self.extends(plugin, ruleset)]
        for kind in self.every_kind():
            for ruleset in ("",) if kind.everywhere else extended:
                for owner, contribution in self.contributed(kind, ruleset):
                    if owner == plugin:
                        require_there(kind, owner, contribution)
        self.of(kinds.FOLDERS)
        for ruleset in extended:
            self.of(kinds.PROCEDURES, ruleset)
            self.ruleset(ruleset)

    def every_kind(self) -> Iterator[ContributionKind[Any]]:
        """What plugins contribute, also through hooks of games: see :func:`aqmf_air.hookspecs.aqmf_register_hookspecs`."""
        yield from kinds.KINDS
        for specs in self.plugins.specs[1:]:
            if where := getattr(specs, "KINDS", ""):
                module, _, name = where.partition(":")
                yield from getattr(import_module(module), name)

    # -- questions ---------------------------------------------------------------------------------------------------

    def modifiers(self, ruleset: str, check: str, facts: Any) -> tuple[Modifier, ...]:
        """All modifiers of a check, in order."""
        offered = self.ask(Modifier, "aqmf_modifiers", ruleset, check=check, facts=facts)
        return in_order(modifier for _, modifier in offered)

    def objections(self, ruleset: str, state: Any, command: Command) -> tuple[Objection, ...]:
        """All objections to a command, sorted, so that the order of plugins does not show."""
        from aqmf_air.core.play.ruleset import Objection

        offered = self.ask(Objection, "aqmf_objections", ruleset, state=state, command=command)
        return tuple(
            sorted((objection for _, objection in offered), key=lambda objection: (objection.rule, objection.reason))
        )

    # -- who has a say in which game ---------------------------------------------------------------------------------

    def rules_versions(self, ruleset: str) -> tuple[PluginVersion, ...]:
        """The plugins that have a say in a game of ``ruleset``, each by the version of its rules, as a header names them."""
        source = self.rulesets.get(ruleset)
        played_by = (ruleset, *(source.bases if source else ()))
        return tuple(
            PluginVersion(name=loaded.name, version=loaded.rules)
            for loaded in self.plugins.loaded
            if not loaded.fault and any(self.extends(loaded.name, each) for each in played_by)
        )

    def only(self, header: Document) -> Registry:
        """The registry that a kept game is built from: its ruleset and the extensions that its checked header names.

        Whatever else is plugged in changes nothing. A header that names no plugin gets all that extend its ruleset.

        Raises RulesetVersionError: plugins are missing; names them.
        """
        named = {plugin["name"]: plugin["version"] for plugin in header.get("plugins", ())}
        sound_last = sorted(
            self.plugins.loaded, key=lambda loaded: not loaded.fault
        )  # one of a name may be left out for another
        faults = {loaded.name: loaded.fault for loaded in sound_last}
        if missing := [name for name in named if faults.get(name, "not installed")]:
            listed = ", ".join(f"{name} ({faults[name] or 'left out'})" if name in faults else name for name in missing)
            raise RulesetVersionError(
                f"game {header['game']!r} was played with plugins that are not there: {listed}", saved=named, loaded=faults
            )
        there = {rules_version.name for rules_version in self.rules_versions(header["ruleset"])}
        if not named or there <= named.keys():
            return self
        own = {name for name, source in self.ask(RulesetSource, "aqmf_register_rulesets") if source.id == header["ruleset"]}
        if (names := frozenset(named) | own) not in self._restricted:
            plugins = self.plugins.only(
                loaded for loaded in self.plugins.loaded if loaded.name in names and not loaded.fault
            )
            self._restricted[names] = Registry(plugins)
        return self._restricted[names]
