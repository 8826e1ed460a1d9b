"""Every hook: typed, documented, tested by name; and one small plugin at work through each."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Annotated, Any, Literal, cast

import click
import pytest
from typst import TypstError

from aqmf_air import hookimpl, hookspecs
from aqmf_air.core.data.model import Frozen
from aqmf_air.core.data.rule_tables import TableSource
from aqmf_air.core.dice.modifiers import modifier
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
from aqmf_air.core.play.rulings import Ruling, Rulings
from aqmf_air.core.play.slices import Slice
from aqmf_air.errors import PluginError
from aqmf_air.games.martian_front import hookspecs as host_hookspecs
from aqmf_air.games.martian_front.army import plugged_in
from aqmf_air.games.martian_front.army.lists import Army
from aqmf_air.games.martian_front.army.plugged_in import (
    Attachment,
    Exporter,
    Finding,
    Imported,
    Importer,
    SpecialRule,
    UnitOption,
    UnitOrigin,
    UnitWords,
)
from aqmf_air.games.martian_front.army.resolved_list import ListContext, ResolvedList
from aqmf_air.games.martian_front.state import StateMark, Unit
from aqmf_air.games.martian_front.ui.board.board import UnitsOnBoard, units_on_board
from aqmf_air.games.martian_front.ui.drawing.pieces import Look, Looks, looks_of
from aqmf_air.games.martian_front.ui.prints.templates import Kit, TemplatePiece, kit_of
from aqmf_air.hookspecs import hookspec
from aqmf_air.plugins import kinds
from aqmf_air.plugins.registry import Registry, load_registry
from tests.plugins_on_disk import balloons, picket

SPECS = (hookspecs, host_hookspecs)
HOOKS = {name: hook for specs in SPECS for name, hook in vars(specs).items() if name.startswith("aqmf_")}
TESTS = Path(__file__).parent


def of(**hooks: Callable[..., Any]) -> Registry:
    """A registry of one plugin with these hooks, which says that it extends the host, and of the host's hooks."""
    mine = SimpleNamespace(**{name: hookimpl(hook) for name, hook in {"aqmf_extends": lambda: ("aqmf",), **hooks}.items()})
    base = SimpleNamespace(aqmf_register_hookspecs=hookimpl(lambda: (host_hookspecs.__name__,)))
    return load_registry(builtin=False, entry_points=False, extra=(("base", base), ("mine", mine)))


def for_aqmf(*offered: object) -> Callable[[str], Sequence[object]]:
    """A hook that has something for the host alone."""

    def hook(ruleset: str) -> Sequence[object]:
        return offered if ruleset == "aqmf" else ()

    return hook


# -- the hooks themselves -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HOOKS)
def test_every_hook_is_typed(name: str) -> None:
    signature = inspect.signature(HOOKS[name])
    assert signature.return_annotation.startswith("Sequence[")
    for parameter in signature.parameters.values():
        assert parameter.annotation is not inspect.Parameter.empty
        assert parameter.default is inspect.Parameter.empty


@pytest.mark.parametrize("name", HOOKS)
def test_every_hook_is_documented(name: str) -> None:
    text = inspect.getdoc(HOOKS[name])
    assert text
    assert text.startswith("Return ")
    assert text.endswith(".") or "\n" in text


def test_every_hook_has_a_test() -> None:
    tests = {
        node.name
        for path in TESTS.rglob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
    }
    wanted = {f"test_hook_{name.removeprefix('aqmf_')}" for name in HOOKS}
    assert wanted - tests == set()


def test_nothing_else_is_a_hook() -> None:
    marked = {name for specs in SPECS for name, value in vars(specs).items() if hasattr(value, "aqmf_air_spec")}
    assert marked == set(HOOKS)


FAULTS = (
    StopIteration(),
    KeyError("gust"),
    cast("Any", TypstError)("unknown variable: x"),
    SystemExit(3),
    ValueError("two\n lines"),
)


@pytest.mark.parametrize("name", HOOKS)
def test_a_fault_in_any_hook_is_a_line_with_plugin_and_hook(name: str) -> None:
    """Whatever is raised, at once or while the answers are taken one by one."""

    def at_once() -> Sequence[object]:
        raise fault

    def later() -> Iterator[object]:
        yield from ()
        raise fault

    for fault in FAULTS:
        own = f"{type(fault).__name__}: {' '.join(str(fault).split()) or 'no reason given'}"
        from_within = "RuntimeError: generator raised StopIteration" if isinstance(fault, StopIteration) else own
        for hook, said in ((at_once, own), (later, from_within)):
            with pytest.raises(PluginError) as raised:
                of(**{name: hook}).ask(object, name, "aqmf", **dict.fromkeys(inspect.signature(HOOKS[name]).parameters))
            assert (str(raised.value), raised.value.plugin) == (f"plugin 'mine', {name}: {said}", "mine")


# -- contributions ------------------------------------------------------------------------------------------------------


def test_hook_register_rulesets() -> None:
    source = RulesetSource("picket", "Picket", picket.Batteries)
    registry = of(aqmf_register_rulesets=lambda: (source,))
    assert registry.rulesets == {"picket": source._replace(plugin="mine")}
    assert registry.ruleset("PICKET").title == "Picket"


def test_hook_extends() -> None:
    def asked(**hooks: Callable[..., Any]) -> list[str]:
        mine = SimpleNamespace(**{name: hookimpl(hook) for name, hook in hooks.items()})
        registry = load_registry(builtin=False, entry_points=False, extra=(("mine", mine),))
        return [ruleset for ruleset in ("aqmf", "aqmf-ledger", "mine", "") if registry.extends("mine", ruleset)]

    own = RulesetSource("mine", "My game", lambda registry: None)  # type: ignore[arg-type,return-value]
    assert asked() == ["aqmf", "aqmf-ledger", "mine", ""]
    assert asked(aqmf_extends=lambda: ("aqmf",)) == ["aqmf", ""]
    assert asked(aqmf_extends=lambda: ()) == [""]
    assert asked(aqmf_register_rulesets=lambda: (own,)) == ["mine", ""]
    assert asked(aqmf_register_rulesets=lambda: (own,), aqmf_extends=lambda: ("aqmf",)) == ["aqmf", "mine", ""]
    with pytest.raises(PluginError, match="aqmf_extends: expected str, got int"):
        of(aqmf_extends=lambda: (5,)).extends("mine", "aqmf")


def test_hook_register_unit_types() -> None:
    registry = of(aqmf_register_unit_types=for_aqmf(balloons.BALLOON))
    assert registry.unit_types("aqmf", Frozen, lambda one: "x") == {"x": balloons.BALLOON}
    assert registry.unit_types("picket", Frozen, lambda one: "x") == {}


class Wave(Command):
    type: Literal["mine.wave"] = "mine.wave"


class Waved(PlainEvent):
    type: Literal["mine.waved"] = "mine.waved"


def test_hook_register_commands() -> None:
    registry = of(aqmf_register_commands=for_aqmf(Wave))
    assert registry.of(kinds.COMMANDS, "aqmf") == (Wave,)
    assert registry.of(kinds.COMMANDS, "picket") == ()


def test_hook_register_events() -> None:
    assert of(aqmf_register_events=for_aqmf(Waved)).of(kinds.EVENTS, "aqmf") == (Waved,)


def test_hook_register_procedures() -> None:
    def crash() -> None:
        """Nothing."""

    both = Procedure("damage", "", crash), Procedure("damage", "kite", crash)
    registry = of(aqmf_register_procedures=for_aqmf(*both))
    assert registry.of(kinds.PROCEDURES, "aqmf") == {("damage", ""): crash, ("damage", "kite"): crash}


def test_a_procedure_of_a_step_without_a_default_is_refused() -> None:
    offered = for_aqmf(Procedure("in blast", "", print), Procedure("in blst", "kite", print))
    said = r"^plugin 'mine', procedure 'in blst' for 'kite': no default for this step; did you mean 'in blast'\?$"
    with pytest.raises(PluginError, match=said):
        of(aqmf_register_procedures=offered).of(kinds.PROCEDURES, "aqmf")


def test_hook_register_rules() -> None:
    rule = Rule(id="KITE-1", text="Kites fly.", source="made up", standing="house")
    assert of(aqmf_register_rules=for_aqmf(rule)).of(kinds.RULES, "aqmf") == (rule,)


class Wind(Rulings):
    wind: Annotated[Literal["calm"], Ruling(rule="KITE-1", question="Is there wind?", choices=(("calm", "No."),))] = "calm"


def test_hook_register_rulings() -> None:
    assert set(of(aqmf_register_rulings=for_aqmf(Wind)).of(kinds.RULINGS, "aqmf").model_fields) == {"wind"}


def test_hook_register_slices() -> None:
    gusts = Slice("gusts", Frozen)
    assert set(of(aqmf_register_slices=for_aqmf(gusts)).of(kinds.SLICES, "aqmf").model_fields) == {"gusts"}


def test_hook_register_scenarios(tmp_path: Path) -> None:
    source = ScenarioSource("meadow", tmp_path / "meadow.toml")
    assert of(aqmf_register_scenarios=for_aqmf(source)).of(kinds.SCENARIOS, "aqmf") == {"meadow": source}


def test_hook_register_special_rules() -> None:
    night = SpecialRule("night", "KITE-1", "nobody sees far")
    assert plugged_in.special_rules(of(aqmf_register_special_rules=for_aqmf(night))) == {"night": night}


def test_hook_register_army_options() -> None:
    option = UnitOption(name="paint", rule="KITE-1", kinds=("kite",), values=(("red", "Red."),), mark="kites.paint")
    assert plugged_in.army_options(of(aqmf_register_army_options=for_aqmf(option))) == {"paint": option}


def test_hook_register_looks() -> None:
    painted = Contribution("kite", "Kites.", "tests.test_hookspecs:PAINTED")
    looks = looks_of(of(aqmf_register_looks=for_aqmf(painted)))
    unit = Unit(id="k", side="human", type="Kite", elements=(), marks=(StateMark(name="kites.paint", value="red"),))
    assert looks.conditions(unit, 1) == ("painted red",)
    assert Looks().conditions(unit, 1) == ("paint",)


def test_hook_register_template_kits() -> None:
    line = Contribution("line", "A kite's line.", "tests.test_hookspecs:STRING")
    names = [piece.name for piece in kit_of(of(aqmf_register_template_kits=for_aqmf(line))).pieces]
    assert names == ["string", "barrage", "sweep", "counters"]


PAINTED = Look(named={"kites.paint": "painted"})
STRING = Kit((TemplatePiece("string", "String", "String", lambda terms: (), rank=0),))


def test_hook_register_exporters() -> None:
    exporter = Exporter(format="semaphore", title="Flags", suffix=".txt", write=lambda army, options: b"flags")
    assert ListContext(of(aqmf_register_exporters=for_aqmf(exporter))).exporters == {"semaphore": exporter}


def test_hook_register_importers() -> None:
    importer = Importer("semaphore", "Flags", recognises=lambda content: False, read=lambda content, where: Imported(None))
    assert ListContext(of(aqmf_register_importers=for_aqmf(importer))).importers == {"semaphore": importer}


def test_hook_register_policies() -> None:
    policy = Policy("idle", "Does nothing", choose=lambda ruleset, state, player: None)
    assert of(aqmf_register_policies=for_aqmf(policy)).of(kinds.POLICIES, "aqmf") == {"idle": policy}


def test_hook_register_advisors() -> None:
    asked = Contribution("asked", "What orders are worth.", "night_mail.advisor:Lamplighter")
    registry = of(aqmf_register_advisors=for_aqmf(asked))
    assert registry.of(kinds.ADVISORS, "aqmf") == {"asked": replace(asked, plugin="mine")}
    assert type(registry.advisor("aqmf")).__name__ == "Lamplighter"


def test_hook_register_laboratories() -> None:
    meets = Contribution("meets", "How they meet.", "aqmf_air.games.martian_front.lab.laboratory:FrontLaboratory")
    assert of(aqmf_register_laboratories=for_aqmf(meets)).of(kinds.LABORATORIES, "aqmf") == {
        "meets": replace(meets, plugin="mine")
    }


def test_hook_register_upcasters() -> None:
    upcaster = Upcaster(what="mine", before="1", after="2")
    assert of(aqmf_register_upcasters=for_aqmf(upcaster)).of(kinds.UPCASTERS, "aqmf") == (upcaster,)


@pytest.mark.parametrize("name", ["commands", "rules", "scenarios", "pages", "folders"])
def test_for_one_release_a_registry_gives_a_kind_by_its_method_of_before(name: str) -> None:
    registry, kind = load_registry(entry_points=False), getattr(kinds, name.upper())
    with pytest.warns(
        DeprecationWarning, match=rf"^aqmf_air\.api\.Registry: {name} is called of\(kinds\.{name.upper()}\) now"
    ):
        former = getattr(registry, name)
    assert (former if kind.everywhere else former("aqmf")) == registry.of(kind, "" if kind.everywhere else "aqmf")
    assert not hasattr(registry, f"{name}_of_another")


def test_a_plugin_that_answers_questions_says_about_which_rulesets() -> None:
    silent = SimpleNamespace(aqmf_modifiers=hookimpl(lambda: ()))
    with pytest.raises(PluginError, match=r"^plugin 'silent', aqmf_modifiers: expected aqmf_extends beside it$"):
        load_registry(builtin=False, entry_points=False, extra=(("silent", silent),))


# -- questions ----------------------------------------------------------------------------------------------------------


def test_a_hook_of_a_game_may_call_its_arguments_as_it_likes() -> None:
    own = ModuleType("gusts")
    setattr(own, "gusts_shots", hookspec(lambda kind, hook, name: ()))  # noqa: B010 - it is no attribute of every module
    base = SimpleNamespace(aqmf_extends=hookimpl(lambda: ("aqmf",)), aqmf_register_hookspecs=hookimpl(lambda: (own,)))
    mine = SimpleNamespace(
        aqmf_extends=hookimpl(lambda: ("aqmf",)), gusts_shots=hookimpl(lambda kind, hook, name: (kind, hook, name))
    )
    registry = load_registry(builtin=False, entry_points=False, extra=(("base", base), ("mine", mine)))
    found = registry.ask(str, "gusts_shots", "aqmf", kind="shot", hook="left", name="gun")
    assert found == [("mine", "shot"), ("mine", "left"), ("mine", "gun")]


def test_hook_modifiers() -> None:
    asked: list[tuple[str, str, object]] = []

    def modifiers(ruleset: str, check: str, facts: object) -> Sequence[object]:
        asked.append((ruleset, check, facts))
        return (modifier(2, "dusk", "KITE-2"), modifier(1, "dawn", "KITE-1"))

    assert [one.reason for one in of(aqmf_modifiers=modifiers).modifiers("aqmf", "hit", "facts")] == ["dawn", "dusk"]
    assert asked == [("aqmf", "hit", "facts")]


def test_hook_objections() -> None:
    def objections(state: object, command: Command) -> Sequence[Objection]:
        return (Objection("KITE-2", f"no {command.type} today"), Objection("KITE-1", "and not tomorrow"))

    found = of(aqmf_objections=objections).objections("aqmf", None, Wave())
    assert [str(one) for one in found] == ["and not tomorrow (KITE-1)", "no mine.wave today (KITE-2)"]


# -- army lists ---------------------------------------------------------------------------------------------------------

LETTER = Attachment(kind="letter", name="to whom it may concern", content="x")


def no_units(registry: Registry) -> ResolvedList:
    return ListContext(registry).muster(Army(name="Nobody", side="human"))


def test_hook_register_unit_words() -> None:
    words = UnitWords(title="balloon", kind=balloons.BALLOON.kind, words=("gasbag",))
    registry = of(aqmf_register_unit_words=for_aqmf(words))
    index = plugged_in.unit_index(registry, {balloons.BALLOON.name: balloons.BALLOON})
    assert [one.type for one in index.being("gasbags")] == [balloons.BALLOON]


def test_hook_unit_origins() -> None:
    origin = UnitOrigin(balloons.BALLOON.name, "Ruritania", 1899)
    index = plugged_in.unit_index(of(aqmf_unit_origins=for_aqmf(origin)), {balloons.BALLOON.name: balloons.BALLOON})
    assert [one.origin for one in index.found("ruritania 1899")] == [origin]


def test_hook_army_attachments() -> None:
    registry = of(aqmf_army_attachments=lambda unit: (LETTER,) if unit == "Kite" else ())
    assert plugged_in.army_attachments(registry, "Kite") == (LETTER,)
    assert plugged_in.army_attachments(registry, "US Infantry") == ()


def test_hook_army_brought() -> None:
    registry = of(aqmf_army_brought=lambda text, files: (LETTER,) if files and text == "kite.toml" else ())
    assert plugged_in.army_brought(registry, "kite.toml", files=True) == LETTER
    assert plugged_in.army_brought(registry, "kite.toml", files=False) is None


def test_hook_army_unit_types() -> None:
    def unit_types(attached: Sequence[Attachment], rulings: object) -> Sequence[Frozen]:
        return (balloons.BALLOON,) if LETTER in attached else ()

    registry = of(aqmf_army_unit_types=unit_types)
    assert plugged_in.army_unit_types(registry, (LETTER,), {}) == {balloons.BALLOON.name: balloons.BALLOON}
    assert plugged_in.army_unit_types(registry, (), {}) == {}


def test_hook_army_checks() -> None:
    finding = Finding(code="too-many-kites", rule="KITE-1", message="too many kites")
    registry = of(aqmf_army_checks=lambda muster: (finding,))
    assert no_units(registry).findings == (finding,)


def test_hook_army_advice() -> None:
    finding = Finding(code="no-wind", rule="KITE-1", message="take wind", weight="advice")
    registry = of(aqmf_army_advice=lambda muster: (finding,))
    assert no_units(registry).advice == (finding,)


# -- surfaces -----------------------------------------------------------------------------------------------------------


def test_hook_register_cli() -> None:
    fly = Contribution("fly-a-kite", "Flies a kite.", f"{__name__}:FLY")
    registry = of(aqmf_register_cli=lambda: [fly])
    assert registry.of(kinds.CLI)["fly-a-kite"].help == "Flies a kite."
    assert registry.of(kinds.CLI)["fly-a-kite"].load(click.Command) is FLY


FLY = click.Command("fly-a-kite")


def test_hook_register_queries() -> None:
    query = Contribution("gust", "How hard it blows.", "kites:Gust")
    registry = of(aqmf_register_queries=for_aqmf(query))
    assert registry.of(kinds.QUERIES, "aqmf") == {"gust": replace(query, plugin="mine")}
    assert registry.of(kinds.QUERIES, "picket") == {}


def test_hook_register_tables(tmp_path: Path) -> None:
    table = TableSource("wind", "Wind", tmp_path / "wind.toml", Rule, ("id",))
    assert of(aqmf_register_tables=for_aqmf(table)).of(kinds.TABLES, "aqmf") == (table._replace(plugin="mine"),)


def test_hook_register_prints() -> None:
    kite = Print("kite", "A kite to cut out.", "kites:sheets")
    registry = of(aqmf_register_prints=for_aqmf(kite))
    assert registry.of(kinds.PRINTS, "aqmf") == {"kite": replace(kite, plugin="mine")}
    assert registry.of(kinds.PRINTS, "picket") == {}


def test_hook_register_boards() -> None:
    board = Contribution("sky", "Kites in the sky.", f"{__name__}:Wave")
    found = of(aqmf_register_boards=for_aqmf(board)).of(kinds.BOARDS, "aqmf")["sky"]
    assert found.load(Command) is Wave
    with pytest.raises(PluginError, match=rf"^plugin 'mine', 'sky' \({__name__}:Wave\): expected PlainEvent, got .*$"):
        found.load(PlainEvent)


class Kites(UnitsOnBoard):
    kind = "kite"


def test_hook_register_units_on_board() -> None:
    kites = Contribution("kites", "Kites in the sky.", f"{__name__}:Kites")
    others = units_on_board(of(aqmf_register_units_on_board=for_aqmf(kites)))
    assert others.keys() == {"kite"}
    assert isinstance(others["kite"], Kites)


def test_hook_register_pages() -> None:
    pages = Pages("kites", "All kites.", "kites.pages:ROUTES", link="/kites", templates="kites", static="kites")
    (found,) = of(aqmf_register_pages=lambda: (pages,)).of(kinds.PAGES).values()
    assert found == replace(pages, plugin="mine")
    said = r"^plugin 'mine', 'kites' \(kites.pages:ROUTES\): ModuleNotFoundError: No module named 'kites'$"
    with pytest.raises(PluginError, match=said):
        found.load()


def test_hook_register_folders() -> None:
    assert of(aqmf_register_folders=lambda: ("kites",)).of(kinds.FOLDERS) == ("kites",)
    with pytest.raises(PluginError, match=r"^plugin 'mine', folder '\.\./kites': expected one word in lower case$"):
        _ = of(aqmf_register_folders=lambda: ("../kites",)).of(kinds.FOLDERS)


def kites_ahead() -> dict[str, int]:
    return {"kites": 3}


def test_hook_register_made_ahead() -> None:
    ahead = MadeAhead("kites", "Kites in the sky.", f"{__name__}:kites_ahead", ("shapely",))
    (made,) = of(aqmf_register_made_ahead=lambda: (ahead,)).of(kinds.MADE_AHEAD).values()
    assert made == replace(ahead, plugin="mine")
    assert made.load()() == {"kites": 3}


def test_hook_watched(tmp_path: Path) -> None:
    assert of(aqmf_watched=for_aqmf(tmp_path)).of(kinds.WATCHED, "aqmf") == (tmp_path,)


def test_hook_register_hookspecs() -> None:
    kites = ModuleType("kites")
    exec("from aqmf_air.hookspecs import hookspec\n\n@hookspec\ndef kite_strings(ruleset): ...", vars(kites))
    game = SimpleNamespace(aqmf_register_hookspecs=hookimpl(lambda: (kites,)))
    string = SimpleNamespace(aqmf_extends=hookimpl(lambda: ("kites",)), kite_strings=hookimpl(lambda ruleset: ("long",)))
    registry = load_registry(builtin=False, entry_points=False, extra=(("a-string", string), ("kites", game)))
    assert registry.ask(str, "kite_strings", ruleset="kites") == [("a-string", "long")]
    again = SimpleNamespace(**vars(game), __version__="2")
    with pytest.raises(PluginError, match="hook 'kite_strings' is declared twice, the second time in kites"):
        load_registry(builtin=False, entry_points=False, extra=(("kites", game), ("more-kites", again)))
