"""Plugins: loaded, left out, refused; what they contribute, checked for clashes."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import dawn_duel.plugin as duel_plugin
import pytest
from dawn_duel.game import DawnDuel
from dawn_duel.ui.board import HexBoard

from aqmf_air import hookimpl, hookspecs
from aqmf_air.core.data.model import Frozen
from aqmf_air.core.data.rule_tables import TableSource
from aqmf_air.core.data.tables import Sourced
from aqmf_air.core.dice.dice import NeedDice
from aqmf_air.core.dice.modifiers import DuplicateModifierError, modifier
from aqmf_air.core.play.contributions import Contribution, Pages, Policy, Print, Procedure, RulesetSource, ScenarioSource
from aqmf_air.core.play.rule_register import Rule
from aqmf_air.core.play.rules_versions import Upcaster
from aqmf_air.core.play.ruleset import Objection
from aqmf_air.core.play.slices import Slice
from aqmf_air.errors import DuplicateContributionError, PluginError, RulesetVersionError, UnknownHookError, UnknownNameError
from aqmf_air.games.martian_front import hookspecs as host_hookspecs
from aqmf_air.games.martian_front.army import plugged_in
from aqmf_air.plugins import kinds
from aqmf_air.plugins.game import Extension, GameManifest
from aqmf_air.plugins.index import written
from aqmf_air.plugins.indexed import FILE, indexed
from aqmf_air.plugins.kinds import ContributionKind
from aqmf_air.plugins.registry import Registry, load_registry
from tests.plugins_on_disk import balloons, picket

BUILT_IN = ("host", "aircraft", "richthofen", "valor", "clouds", "clouds-expanded")


def plugin(**hooks: Callable[..., Any]) -> SimpleNamespace:
    """A plugin with these hooks, which says that it extends the host."""
    return SimpleNamespace(**{name: hookimpl(hook) for name, hook in {"aqmf_extends": lambda: ("aqmf",), **hooks}.items()})


def with_plugins(**plugins: object) -> Registry:
    return load_registry(entry_points=False, extra=tuple(plugins.items()))


@dataclass
class Point:
    """An entry point, as an installed package would offer it."""

    name: str
    plugin: object
    dist: Any = None

    def load(self) -> object:
        if isinstance(self.plugin, BaseException):
            raise self.plugin
        return self.plugin


def installed(monkeypatch: pytest.MonkeyPatch, *points: Point) -> Registry:
    def entry_points(group: str) -> Sequence[Point]:
        return points if group == "aqmf_air" else ()

    monkeypatch.setattr("importlib.metadata.entry_points", entry_points)
    return load_registry()


# -- loading -----------------------------------------------------------------------------------------------------------


def test_the_package_brings_its_own_plugins_and_nothing_else(registry: Registry) -> None:
    loaded = [(one.name, one.origin, one.fault) for one in registry.plugins.loaded]
    assert loaded == [(name, "built in", "") for name in BUILT_IN]


def test_a_plugin_can_be_left_out() -> None:
    registry = load_registry(entry_points=False, without=("aircraft",))
    assert [one.name for one in registry.plugins.loaded] == ["host", "richthofen", "valor", "clouds", "clouds-expanded"]
    assert not any(rule.id.startswith("AIR-") for rule in registry.of(kinds.RULES, "aqmf"))
    assert [one.name for one in load_registry(builtin=False, entry_points=False).plugins.loaded] == []


def test_two_managers_share_nothing() -> None:
    one, other = (load_registry(entry_points=False).plugins for _ in range(2))
    assert one is not other
    one.unregister(name="aircraft")
    assert other.has_plugin("aircraft")


def test_a_misspelt_hook_is_an_error() -> None:
    with pytest.raises(UnknownHookError, match=r"plugin 'typo': unknown hook 'aqmf_register_unit_typse'"):
        with_plugins(typo=plugin(aqmf_register_unit_typse=lambda ruleset: ()))


def test_an_argument_that_a_hook_does_not_have_is_an_error_in_one_line() -> None:
    with pytest.raises(UnknownHookError, match=r"^plugin 'typo': .*aqmf_modifiers") as error:
        with_plugins(typo=plugin(aqmf_modifiers=lambda weather: ()))
    assert "\n" not in str(error.value)


def test_two_plugins_of_one_name_are_an_error() -> None:
    with pytest.raises(PluginError, match="two plugins are called 'host'"):
        with_plugins(host=plugin())


def test_a_hook_may_leave_out_arguments_that_it_does_not_use() -> None:
    always = with_plugins(fog=plugin(aqmf_modifiers=lambda: (modifier(1, "fog", "FOG-1"),)))
    assert always.modifiers("aqmf", "hit", None) == (modifier(1, "fog", "FOG-1"),)


class Furious(BaseException):
    """What no ``except Exception`` catches."""


def furious(ruleset: str) -> object:
    raise Furious("when asked")


BROKEN = RulesetSource("broken", "A broken game", lambda registry: cast("Any", 1 / 0))
TAKEN = RulesetSource("aqmf", "Another game", lambda registry: cast("Any", None))


# -- installed plugins that fail ---------------------------------------------------------------------------------------


@pytest.mark.further(every=3)
@pytest.mark.parametrize(
    ("faulty", "fault"),
    [
        (ImportError("No module named 'gasbags'"), "ImportError: No module named 'gasbags'"),
        (SystemExit(3), "SystemExit: 3"),
        (KeyboardInterrupt(), "KeyboardInterrupt: no reason given"),
        (Furious("at import"), "Furious: at import"),
        (plugin(aqmf_register_rules=furious), "aqmf_register_rules: Furious: when asked"),
        (ValueError(), "ValueError: no reason given"),
        (ValueError("two\n lines"), "ValueError: two lines"),
        (plugin(aqmf_register_unit_typse=lambda ruleset: ()), "plugin 'bad': unknown hook 'aqmf_register_unit_typse'"),
        (plugin(aqmf_register_rules=lambda ruleset: 1 / 0), "aqmf_register_rules: ZeroDivisionError: division by zero"),
        (plugin(aqmf_register_rules=lambda ruleset: None), "TypeError: 'NoneType' object is not iterable"),
        (plugin(aqmf_register_rules=lambda ruleset: ["X-1"]), "aqmf_register_rules: expected Rule, got str"),
        (plugin(aqmf_register_commands=lambda ruleset: [Rule]), "expected a kind of Command, got Rule"),
        (plugin(aqmf_register_unit_types=lambda ruleset: [42]), "aqmf_register_unit_types: expected Frozen, got int"),
        (plugin(aqmf_register_procedures=lambda ruleset: [Procedure("in blst", "kite", print)]), "did you mean 'in blast'?"),
        (plugin(aqmf_register_army_options=lambda ruleset: 5), "aqmf_register_army_options: TypeError: 'int' object is not"),
        (plugin(aqmf_register_rulesets=lambda: [BROKEN]), "ruleset 'broken' cannot be built: ZeroDivisionError"),
        (plugin(aqmf_register_rulesets=lambda: [TAKEN]), "ruleset 'aqmf' is claimed by 'bad' and 'host'"),
        (plugin(aqmf_register_folders=lambda: ["locks"]), "folder 'locks': expected one word in lower case"),
        (SimpleNamespace(RULES_VERSION="1.2"), "RULES_VERSION: expected a whole number, got '1.2'"),
        (SimpleNamespace(AQMF_API=1), "plugin 'bad' is made for hooks of API 1, this has 2 and 3"),
        (SimpleNamespace(AQMF_API=4), "plugin 'bad' is made for hooks of API 4, this has 2 and 3"),
        ],
)  # fmt: skip
def test_an_installed_plugin_that_fails_is_named_and_left_out(
    monkeypatch: pytest.MonkeyPatch, faulty: object, fault: str
) -> None:
    registry = installed(monkeypatch, Point("bad", faulty), Point("balloons", balloons))
    assert [one.name for one in registry.plugins.loaded] == [*BUILT_IN, "bad", "balloons"]
    assert fault in registry.plugins.loaded[len(BUILT_IN)].fault
    assert "\n" not in registry.plugins.loaded[len(BUILT_IN)].fault
    assert "Observation Balloon" in registry.ruleset("aqmf").catalogue  # type: ignore[attr-defined]
    assert [one.name for one in registry.rules_versions("aqmf")] == ["host", "aircraft", "balloons"]


@pytest.mark.parametrize("api", [{"AQMF_API": 2}, {"AQMF_API": 3}, {}], ids=str)
def test_a_plugin_of_this_api_or_the_one_before_or_that_does_not_say_is_loaded(
    monkeypatch: pytest.MonkeyPatch, api: dict[str, int]
) -> None:
    assert installed(monkeypatch, Point("quiet", SimpleNamespace(**api))).plugins.loaded[-1].fault == ""


def test_an_installed_plugin_does_not_push_a_built_in_one_out(monkeypatch: pytest.MonkeyPatch) -> None:
    registry = installed(monkeypatch, Point("host", plugin()))
    faults = [(one.name, one.fault) for one in registry.plugins.loaded]
    assert faults == [*((name, "") for name in BUILT_IN), ("host", "two plugins are called 'host'")]
    assert registry.ruleset("aqmf").id == "aqmf"


def test_an_installed_plugin_is_known_by_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    dist = SimpleNamespace(name="aqmf-balloons", version="1.2")
    registry = installed(monkeypatch, Point("balloons", balloons, dist))
    assert registry.plugins.loaded[len(BUILT_IN)].origin == "package aqmf-balloons"
    assert registry.plugins.loaded[len(BUILT_IN)].version == "1.2"
    assert [one.version for one in registry.rules_versions("aqmf")] == ["5", "3", "1"]
    assert load_registry(without=("balloons",)).plugins.loaded[len(BUILT_IN) :] == ()


# -- all that is contributed is tried out at once ------------------------------------------------------------------------

EVERY_KIND = (*kinds.KINDS, *plugged_in.KINDS)


def returning(kind: ContributionKind[Any], *offered: object) -> SimpleNamespace:
    """A plugin that contributes these to the host."""

    def everywhere() -> object:
        return offered

    def to_host(ruleset: str) -> object:
        return offered if ruleset == "aqmf" else ()

    return plugin(**{kind.hook: everywhere if kind.everywhere else to_host})


def test_every_hook_that_contributes_has_its_kind() -> None:
    hooks = {name for specs in (hookspecs, host_hookspecs) for name in vars(specs) if name.startswith("aqmf_register_")}
    assert hooks - {kind.hook for kind in EVERY_KIND} == {"aqmf_register_hookspecs"}


@pytest.mark.further(every=2)
@pytest.mark.parametrize("kind", EVERY_KIND, ids=lambda kind: kind.hook)
def test_what_is_of_another_kind_is_refused_when_the_plugin_is_loaded(kind: ContributionKind[Any]) -> None:
    with pytest.raises(
        PluginError, match=rf"^plugin 'bad', {kind.hook}: expected .*{kind.of.__name__ if not kind.classes else 'type'}, got"
    ):
        with_plugins(bad=returning(kind, 42)).try_out("bad")


@pytest.mark.further(every=3)
@pytest.mark.parametrize(
    "kind", [kind for kind in EVERY_KIND if kind.what not in ("watched file", "words for units")], ids=lambda kind: kind.hook
)
def test_a_name_that_is_taken_is_refused_when_the_plugin_is_loaded(kind: ContributionKind[Any]) -> None:
    there = with_plugins(other=returning(kind, *SAMPLES.get(kind.hook, ())))
    owner, one = there.contributed(kind, "" if kind.everywhere else "aqmf")[-1]
    (name, *_) = kind.names(one)
    both = with_plugins(other=returning(kind, *SAMPLES.get(kind.hook, ())), bad=returning(kind, one))
    first, second = sorted((owner, "bad"))
    with pytest.raises(
        DuplicateContributionError,
        match="^" + re.escape(f"{kind.what} {name!r} is claimed by {first!r} and {second!r}") + "$",
    ):
        both.try_out("bad")


NOWHERE = Contribution("nowhere", "Nothing.", "kites_that_are_not_there.board:Kites")
SAMPLES: dict[str, tuple[object, ...]] = {
    "aqmf_register_advisors": (NOWHERE,),
    "aqmf_register_queries": (NOWHERE,),
    "aqmf_register_slices": (Slice("gusts", Frozen),),
    "aqmf_register_upcasters": (Upcaster(what="other", before="1", after="2"),),
    "aqmf_register_tables": (TableSource("wind", "Wind", Path("wind.toml"), Sourced, ("id",)),),
}
"""One of each kind of which the host has none that no extension may replace."""


@pytest.mark.parametrize(
    ("kind", "one", "said"),
    [
        (kinds.BOARDS, NOWHERE, r"^plugin 'bad', 'nowhere' \(.*\): ModuleNotFoundError: No module named 'kites_that"),
        (kinds.PRINTS, Print("kite", "A kite.", "", command="tests.kites:CUT"), r"'kite' \(\): no module 'tests.kites'$"),
        (kinds.PAGES, Pages("kites", "Kites.", "json:loads", link="/k", static="no_kites"), "no module 'no_kites'$"),
        (kinds.SCENARIOS, ScenarioSource("meadow", Path("no/x.toml")), r"^plugin 'bad', scenario 'meadow': no file no/x"),
    ],
)  # fmt: skip
def test_what_names_something_that_is_not_there_is_refused_when_the_plugin_is_loaded(
    kind: ContributionKind[Any], one: object, said: str
) -> None:
    with pytest.raises(PluginError, match=said):
        with_plugins(bad=returning(kind, one)).try_out("bad")


def test_an_installed_plugin_whose_print_has_a_taken_name_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = next(iter(load_registry(entry_points=False).of(kinds.PRINTS, "aqmf")))
    bad = returning(kinds.PRINTS, Print(taken, "Another one.", f"{__name__}:NOWHERE"))
    registry = installed(monkeypatch, Point("bad", bad))
    assert (
        registry.plugins.loaded[-1].fault
        == f"print {taken!r} is claimed by 'bad' and {registry.of(kinds.PRINTS, 'aqmf')[taken].plugin!r}"
    )


def test_a_hooks_argument_may_be_called_as_it_likes() -> None:
    strings = ModuleType("strings")
    exec(
        "from aqmf_air.hookspecs import hookspec\n\n@hookspec\ndef strings_of(ruleset, kind, hook, name): ...", vars(strings)
    )
    game = SimpleNamespace(aqmf_register_hookspecs=hookimpl(lambda: (strings,)))
    mine = plugin(strings_of=lambda kind, hook, name: (f"{kind} {hook} {name}",))
    registry = load_registry(builtin=False, entry_points=False, extra=(("game", game), ("mine", mine)))
    assert registry.ask(str, "strings_of", "aqmf", kind="a", hook="b", name="c") == [("mine", "a b c")]


# -- clashes -----------------------------------------------------------------------------------------------------------


class Copy:
    """What the balloons contribute, again."""

    aqmf_register_unit_types = staticmethod(balloons.aqmf_register_unit_types)
    aqmf_register_rules = staticmethod(balloons.aqmf_register_rules)
    aqmf_register_procedures = staticmethod(balloons.aqmf_register_procedures)


@pytest.mark.parametrize(
    ("ask", "what", "name"),
    [
        (lambda registry: registry.unit_types("aqmf", Frozen, lambda one: one.name), "unit type", "Observation Balloon"),
        (lambda registry: registry.of(kinds.RULES, "aqmf"), "rule", "BALLOON-1"),
        (lambda registry: registry.of(kinds.PROCEDURES, "aqmf"), "procedure", ("damage", "balloon")),
    ],
)
def test_one_id_of_two_plugins_names_both(ask: Callable[[Registry], object], what: str, name: object) -> None:
    registry = with_plugins(balloons=balloons, gasbags=Copy())
    with pytest.raises(DuplicateContributionError) as clash:
        ask(registry)
    assert str(clash.value) == f"{what} {name!r} is claimed by 'balloons' and 'gasbags'"
    assert clash.value.plugins == ("balloons", "gasbags")


def test_a_plugin_may_not_take_the_hosts_procedure() -> None:
    def mine(ruleset: str) -> Sequence[Procedure]:
        return (Procedure("morale", "", print),)

    with pytest.raises(DuplicateContributionError, match=r"is claimed by 'host' and 'mutiny'"):
        with_plugins(mutiny=plugin(aqmf_register_procedures=mine)).of(kinds.PROCEDURES, "aqmf")


def test_the_same_modifier_of_two_plugins_does_not_count_twice() -> None:
    fog = plugin(aqmf_modifiers=lambda: (modifier(1, "fog", "FOG-1"),))
    mist = plugin(aqmf_modifiers=lambda: (modifier(1, "fog", "FOG-1"),))
    with pytest.raises(DuplicateModifierError, match="'fog' of FOG-1 is counted twice"):
        with_plugins(fog=fog, mist=mist).modifiers("aqmf", "hit", None)


def test_a_plugin_that_raises_when_asked_is_named() -> None:
    broken = plugin(aqmf_modifiers=lambda: [][1])
    with pytest.raises(PluginError, match=r"^plugin 'broken', aqmf_modifiers: IndexError: list index out of range$"):
        with_plugins(broken=broken).modifiers("aqmf", "hit", None)


def test_plugins_answer_in_the_order_of_their_names_and_a_game_is_built_once() -> None:
    def objecting(said: str) -> SimpleNamespace:
        return plugin(aqmf_extends=lambda: ("toy",), aqmf_objections=lambda: (Objection("TOY-1", said),))

    registry = with_plugins(zinc=objecting("a reason"), amber=objecting("the other"))
    asked = registry.ask(Objection, "aqmf_objections", "toy")
    assert [(name, one.reason) for name, one in asked] == [("amber", "the other"), ("zinc", "a reason")]
    assert [one.reason for one in registry.objections("toy", None, cast("Any", None))] == ["a reason", "the other"]
    assert registry.ruleset("aqmf") is registry.ruleset("aqmf")


def test_a_ruleset_that_nobody_brings() -> None:
    with pytest.raises(UnknownNameError, match=r"unknown ruleset 'aqfm'; did you mean aqmf\b"):
        with_plugins().ruleset("aqfm")


def test_dice_that_are_asked_for_go_through_a_plugin_and_its_own_fury_does_not() -> None:
    def needing(check: str) -> object:
        raise NeedDice(cast("Any", None)) if check == "hit" else Furious("in a game")

    registry = with_plugins(odd=plugin(aqmf_modifiers=needing))
    with pytest.raises(NeedDice):
        registry.modifiers("aqmf", "hit", None)
    with pytest.raises(PluginError, match=r"^plugin 'odd', aqmf_modifiers: Furious: in a game$"):
        registry.modifiers("aqmf", "damage", None)


def test_the_index_is_what_the_manifests_give() -> None:
    assert Path(FILE).read_text(encoding="utf-8") == written(), "python -m aqmf_air.plugins.index writes it"


def test_the_quick_list_of_queries_is_that_of_the_registry() -> None:
    quick = indexed("aqmf_register_queries", "aqmf")
    assert quick == load_registry(entry_points=False).of(kinds.QUERIES, "aqmf")
    assert quick["morale"].plugin == "aircraft"


# -- manifests --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("plugin", [duel_plugin, duel_plugin.GAME], ids=["a module with it", "itself"])
def test_a_manifest_gives_what_stands_in_its_chapters_and_at_its_places(
    monkeypatch: pytest.MonkeyPatch, plugin: object
) -> None:
    registry = installed(monkeypatch, Point("dawn", plugin))
    assert registry.plugins.loaded[-1].fault == ""
    assert [one.type_name() for one in registry.of(kinds.COMMANDS, "duel")] == ["duel.fly", "duel.fire"]
    events = [one.type_name() for one in registry.of(kinds.EVENTS, "duel")]
    assert events[:2] == ["orders.sealed", "orders.opened"]
    assert "duel.won" in events
    assert "clouds" in registry.of(kinds.RULINGS, "duel").model_fields
    assert {rule.id for rule in registry.of(kinds.RULES, "duel")} >= {"DUEL-1", "DUEL-11"}
    assert list(registry.of(kinds.SCENARIOS, "duel")) == ["even-match", "photographs"]
    assert list(registry.of(kinds.POLICIES, "duel")) == ["ace"]
    named: dict[Any, Any] = {
        kind: registry.of(kind, "duel") for kind in (kinds.BOARDS, kinds.QUERIES, kinds.PRINTS, kinds.LABORATORIES)
    }
    assert [list(own) for own in named.values()] == [["hexes"], ["burst"], ["summary"], ["duels"]]
    assert named[kinds.BOARDS]["hexes"].load() is HexBoard
    assert named[kinds.QUERIES]["burst"].help == "A burst at the other aircraft."
    assert registry.rulesets["duel"].title == "Dawn Duel"
    assert not registry.of(kinds.QUERIES, "valor").keys() & {"burst"}
    assert registry.ruleset("duel").sides()[0].id == "blue"


def test_a_hook_that_stands_beside_a_manifest_adds_to_it() -> None:
    def policies(ruleset: str) -> Sequence[Policy]:
        return (Policy("dove", "Does nothing.", lambda *_: None),) if ruleset == "duel" else ()

    beside = hookimpl(lambda: (modifier(1, "dew", "DUEL-1"),))
    hooks = {"aqmf_register_policies": hookimpl(policies), "aqmf_modifiers": beside}
    registry = with_plugins(dawn=SimpleNamespace(**vars(duel_plugin), **hooks))
    assert list(registry.of(kinds.POLICIES, "duel")) == ["ace", "dove"]
    assert [one.reason for one in registry.modifiers("duel", "hit", None)] == ["dew"]
    assert registry.modifiers("aqmf", "hit", None) == ()


def test_an_extension_adds_to_the_ruleset_that_it_names_and_to_no_other() -> None:
    added = Extension(id="duel", chapters=(balloons,), also={kinds.FOLDERS: ("kites",), kinds.WATCHED: lambda: [Path("x")]})
    registry = with_plugins(dawn=duel_plugin, kites=added)
    assert registry.extends("kites", "duel")
    assert not registry.extends("kites", "aqmf")
    assert "kites" in registry.of(kinds.FOLDERS)
    assert registry.of(kinds.WATCHED, "duel") == (Path("x"),)
    assert Path("x") not in registry.of(kinds.WATCHED, "aqmf")
    assert [one.name for one in registry.rules_versions("duel")] == ["dawn", "kites"]


def test_a_chapter_that_cannot_be_read_leaves_its_game_out_with_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = GameManifest(DawnDuel, chapters=(cast("Any", None),))
    registry = installed(monkeypatch, Point("dawn", SimpleNamespace(GAME=broken)))
    assert registry.plugins.loaded[-1].fault.startswith("plugin 'dawn', aqmf_register_commands: TypeError: ")
    assert "duel" not in registry.rulesets


def test_a_ruleset_that_says_no_register_has_the_rules_that_are_registered_for_it() -> None:
    registry = with_plugins(dawn=duel_plugin)
    register = registry.ruleset("duel").register
    assert "register" not in vars(DawnDuel)
    assert register == registry.of(kinds.RULES, "duel") != ()


# -- kept games ------------------------------------------------------------------------------------------------------------


def header(*plugins: str, ruleset: str = "aqmf") -> dict[str, Any]:
    return {"game": "g", "ruleset": ruleset, "plugins": [{"name": name, "version": "1"} for name in plugins]}


def names(registry: Registry) -> list[str]:
    return [one.name for one in registry.plugins.loaded]


def test_a_kept_game_gets_its_ruleset_and_what_its_header_names_and_nothing_else() -> None:
    registry = with_plugins(picket=picket, balloons=balloons)
    fewer = registry.only(header("host", "aircraft"))
    assert names(fewer) == ["host", "aircraft"]
    assert not any(rule.id.startswith("BALLOON") for rule in fewer.ruleset("aqmf").register)
    assert registry.only(header("host")).ruleset("aqmf").register  # with the hooks that no plugin of it answers
    assert registry.only(header("host", "aircraft")) is fewer  # one for all games of its kind
    assert names(registry.only(header("balloons"))) == ["host", "balloons"]  # the game's own plugin is always there
    for everything in (header("host", "aircraft", "balloons"), header(), header("picket", ruleset="picket")):
        assert registry.only(everything) is registry


def test_what_a_kept_game_needs_and_is_not_there_is_named_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    registry = installed(monkeypatch, Point("kites", ImportError("no silk")))
    said = r"^game 'g' was played with plugins that are not there: kites \(ImportError: no silk\), zeppelins$"
    with pytest.raises(RulesetVersionError, match=said):
        registry.only(header("host", "kites", "zeppelins"))


def test_an_installed_plugin_of_a_built_in_ones_name_keeps_no_game_from_going_on(monkeypatch: pytest.MonkeyPatch) -> None:
    registry = installed(monkeypatch, Point("host", plugin()), Point("balloons", balloons))
    assert sorted(one.name for one in registry.rules_versions("aqmf")) == ["aircraft", "balloons", "host"]
    assert names(registry.only(header("host", "aircraft"))) == ["host", "aircraft"]


def test_who_has_a_say_in_a_game_of_another_base_is_named_too() -> None:
    registry = with_plugins(picket=picket, balloons=balloons)
    assert "balloons" in {one.name for one in registry.rules_versions("aqmf-ledger")}
    assert [one.name for one in registry.rules_versions("picket")] == ["picket"]
