"""The layers of the package, what may not be imported where, and what starting costs in imports."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from importlib.util import find_spec
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "aqmf_air"
MODULES = sorted(PACKAGE.rglob("*.py"))

CORE = ("core.dice", "core.data", "core.play", "core.odds", "core.store")
ENGINE = ("errors", *CORE, "geometry", "hookspecs", "plugins", "lab", "api")
BELOW: dict[str, tuple[str, ...]] = {
    "errors": (),
    "core.dice": ("errors",),
    "core.data": ("errors", "core.dice"),
    "core.play": ("errors", "core.dice", "core.data"),
    "core.odds": ("errors", "core.dice", "core.data", "core.play"),
    "core.store": ("errors", "core.dice", "core.data", "core.play"),
    "geometry": ("errors", *CORE),
    "hookspecs": ("errors", *CORE),
    "plugins": ("errors", *CORE, "hookspecs"),
    "lab": ("errors", *CORE, "plugins"),
    "conformance_games": ("errors", *CORE),
    "conformance": ("errors", *CORE, "conformance_games"),
    "testing": ("errors", *CORE, "plugins"),
    "api": (*ENGINE, "drawing", "printing", "web", "cli"),  # each on first use
    "games": ("api", "games.api"),
    "games.api": ("api", "games", "games.ui"),  # each on first use
    "games.ui": ("api", "games", "games.api"),
    "drawing": ("errors", *CORE, "geometry", "lab"),
    "printing": ("errors", *CORE, "geometry", "plugins", "lab", "drawing"),
    "web": (*ENGINE, "drawing", "printing"),
    "site": (*ENGINE, "conformance_games", "drawing", "printing", "web"),
    "cli": (*ENGINE, "drawing", "printing", "web", "site"),
    "__main__": ("cli",),
}
"""What each part may import besides itself."""
GAMES = PACKAGE / "games"
EXTENSIONS = {"martian_aircraft": "martian_front", "clouds_of_glory_expanded": "clouds_of_glory"}
"""The game that each of those that come with the package extends."""
MOST_LINES = {"clouds_of_glory": 10_500}
"""The lines, blank ones left out, that a game may have."""
FRONT_ENDS = ("drawing", "printing", "web", "site", "cli", "__main__")
CLOCKS_AND_CHANCE = {"random", "secrets", "time", "uuid.uuid1", "uuid.uuid4", "datetime.datetime", "datetime.date"}
ASKS_OR_TELLS = {"input", "print"}


def part(name: str) -> str:
    """``core.dice`` of ``aqmf_air.core.dice.draws``, ``games.ui`` of what shows a game; nothing of ``aqmf_air`` itself."""
    _, *rest = name.split(".")
    if rest[:1] == ["games"]:
        return f"games.{rest[2]}" if rest[2:3] in (["ui"], ["api"]) else "games"
    return ".".join(rest[: 2 if rest[:1] == ["core"] else 1])


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports(path: Path, *, typed: bool = True) -> tuple[str, ...]:
    """Every module that a file imports, at the top or inside a function: ``package.module`` or ``package.module.name``;
    those for type checkers alone only if ``typed``.
    """
    found: list[str] = []
    nodes: list[ast.AST] = [tree(path)]
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.Import):
            found += (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            found += (f"{node.module}.{one.name}" for one in node.names)
        elif typed or not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)):
            nodes += ast.iter_child_nodes(node)
    return tuple(found)


def at_the_top(path: Path) -> Iterator[str]:
    """What is imported when the file is: not in functions, not for type checkers alone."""
    blocks: list[ast.stmt] = list(tree(path).body)
    while blocks:
        node = blocks.pop()
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{one.name}" for one in node.names)
        elif isinstance(node, ast.If) and "TYPE_CHECKING" not in ast.dump(node.test):
            blocks += [*node.body, *node.orelse]
        elif isinstance(node, ast.Try | ast.With):
            blocks += node.body


KNOWN = {module_name(path) for path in MODULES}


# -- layers ------------------------------------------------------------------------------------------------------------


def test_imports_go_down() -> None:
    parts = {path: own for path in MODULES if (own := part(module_name(path))) not in ("", "core")}
    assert set(parts.values()) <= set(BELOW), "a part that has no place in the layers"
    upwards = [
        f"{module_name(path)} imports {name}"
        for path, own in parts.items()
        for name in imports(path)
        if name.startswith("aqmf_air.")
        if part(name) not in ("hookimpl", "__version__", own, *BELOW[own])
    ]
    assert not upwards


def test_a_game_imports_no_other_but_the_one_that_it_extends() -> None:
    owners = {path: path.relative_to(GAMES).parts[0] for path in MODULES if GAMES in path.parents}
    others = [
        f"{module_name(path)} imports {name}"
        for path, own in owners.items()
        for name in imports(path)
        if name.startswith("aqmf_air.games.") and name.split(".")[2] not in (own, EXTENSIONS.get(own))
    ]
    assert not others


@pytest.mark.parametrize("game", MOST_LINES)
def test_a_game_keeps_within_its_lines(game: str) -> None:
    files = (path for path in MODULES if GAMES / game in path.parents)
    lines = (line for path in files for line in path.read_text(encoding="utf-8").splitlines())
    assert sum(bool(line.strip()) for line in lines) <= MOST_LINES[game]


def test_an_extension_imports_its_base_s_api_alone() -> None:
    past = [
        f"{module_name(path)} imports {name}"
        for extension, base in EXTENSIONS.items()
        for path in MODULES
        if GAMES / extension in path.parents
        for name in imports(path)
        if name.startswith(f"aqmf_air.games.{base}.") and name.split(".")[3:4] != ["api"]
    ]
    assert not past


def test_there_is_no_circle_of_files() -> None:
    graph = {}
    for path in MODULES:
        asked = {name if name in KNOWN else name.rpartition(".")[0] for name in imports(path, typed=False)}
        graph[module_name(path)] = asked & KNOWN - {module_name(path)}
    TopologicalSorter(graph).prepare()  # raises CycleError, which names one


# -- one word for one thing -------------------------------------------------------------------------------------------


def test_a_class_name_means_one_thing() -> None:
    """In the frame; and no game reuses a name of the frame's. Two games may share one."""
    places: dict[str, dict[str, list[str]]] = {}
    for path in MODULES:
        owner = path.relative_to(GAMES).parts[0] if GAMES in path.parents else ""
        for node in tree(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, {}).setdefault(owner, []).append(module_name(path))
    assert not {name: owners for name, owners in places.items() if len(owners.get("", ())) > 1}
    assert not {name: owners for name, owners in places.items() if "" in owners and len(owners) > 1}


# -- nothing outside games knows one -----------------------------------------------------------------------------------

FRAME = [
    path
    for path in sorted(PACKAGE.rglob("*"))
    if path.suffix in {".py", ".js", ".ts", ".css", ".html", ".svg", ".toml", ".json"} and GAMES not in path.parents
]
OF_A_GAME = re.compile(
    r"(?<![a-z])(martians?|tripods?|heat[ _-]?rays?|aircraft|bombs?|bombers?|bombing|barrages?|hangars?|humans?|infantry"
    r"|drones?|squads?|arm(?:y|ies)|ledgers?|rosters?|(?:air|host)-[a-z]+-\d+)(?![a-z])",
    re.IGNORECASE,
)


def test_nothing_outside_games_knows_one() -> None:
    """By import, by a name in a string, or by a word."""
    known: dict[str, set[str]] = {}
    for path in FRAME:
        text = path.read_text(encoding="utf-8")
        if words := {*OF_A_GAME.findall(text), *re.findall(r"aqmf_air[./]games[./]\w+", text)}:
            known[str(path.relative_to(PACKAGE))] = words
    assert not known


def test_no_rule_asks_a_polygon_that_stands_for_an_arc() -> None:
    """Who is touched, under a template or in an arc is asked in closed form; shapes are for who looks on."""
    shapes = {f"aqmf_air.geometry.plane.{name}" for name in ("outline.shape_of", "chords", "geojson", "under")}
    rules = [path for path in MODULES if part(module_name(path)) == "games"]
    assert not [
        f"{module_name(path)} imports {name}"
        for path in rules
        for name in imports(path)
        if name in shapes or name.rpartition(".")[0] in shapes
    ]
    assert not [path for path in rules if "__geo_interface__" in path.read_text(encoding="utf-8")]


# -- chance, clocks, keyboards -----------------------------------------------------------------------------------------


def test_rules_know_no_clock_no_chance_and_nobody() -> None:
    for path in MODULES:
        if part(module_name(path)) in (*FRONT_ENDS, "games.ui") or path == PACKAGE / "lab" / "progress.py":
            continue  # which says how long work will take
        banned = [name for name in imports(path) if {name, name.split(".")[0]} & CLOCKS_AND_CHANCE]
        assert not banned, path
        called = {
            node.func.id for node in ast.walk(tree(path)) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert not called & ASKS_OR_TELLS, path


def test_the_top_level_is_as_it_was_laid_out() -> None:
    """What a trial leaves behind stands beside the package, and is taken for a part of it."""
    root = PACKAGE.parent
    if not (root / ".git").exists():
        pytest.skip("no clone")
    listed = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True, check=True).stdout.splitlines()
    entries = {path.partition("/")[0] for path in listed}
    plain = {entry for entry in entries if not entry.startswith(".")}
    assert plain == {"pyproject.toml", "aqmf_air", "designs", "tests", "README.md", "LICENSE"}
    assert entries - plain <= {".ci", ".gitattributes", ".gitignore", ".readme"}


def test_nothing_is_left_unfinished() -> None:
    for path in MODULES:
        text = path.read_text(encoding="utf-8")
        assert not [word for word in ("TODO", "FIXME", "XXX", "breakpoint()") if word in text], path
        copies = text.replace('model_copy(update={"check":', "")
        assert "model_copy(update=" not in copies, f"{path}: use replace(), which checks"


DIVIDER = re.compile(r"^ *# -- (.+?) -*$", re.MULTILINE)


def test_a_section_has_a_title_of_its_own() -> None:
    """A module is one section, or says with dividers where each begins: a reader finds the place by its title."""
    titles = {path: DIVIDER.findall(path.read_text(encoding="utf-8")) for path in MODULES}
    assert not {path: own for path, own in titles.items() if len(set(own)) < len(own) or not all(map(str.strip, own))}


def test_a_module_is_no_longer_than_a_chapter() -> None:
    lines = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES}
    assert not {path: count for path, count in lines.items() if count > 900}


def test_every_module_says_what_it_is() -> None:
    assert not [path for path in MODULES if not ast.get_docstring(tree(path))]


def test_core_knows_no_game() -> None:
    """No die of ten, no inch, no table to stand on."""
    words = {"D10", "numbered(10)", "inch", "inches", "tripod", "aircraft", "Martian", "martian"}
    for path in MODULES:
        if part(module_name(path)).startswith(("core", "lab")):
            found = set(path.read_text(encoding="utf-8").replace("(", " ").replace(")", " ").replace("`", " ").split())
            assert not found & words, path


# -- what starting costs -----------------------------------------------------------------------------------------------


HEAVY_AT_THE_TOP = {"shapely", "numpy", "click", "typst", "segno", "starlette", "jinja2"}
HEAVY = {
    "shapely",
    "numpy",
    "pydantic",
    "typst",
    "segno",
    "starlette",
    "uvicorn",
    "jinja2",
    "importlib.metadata",
}


def loaded_by(code: str) -> set[str]:
    """The modules that a fresh interpreter has loaded after this code."""
    tried = f"import sys\ntry:\n    exec({code!r})\nexcept SystemExit:\n    pass\n"
    listing = f"{tried}print('\\n'.join(sys.modules), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", listing], capture_output=True, text=True, check=True, timeout=60)
    return set(done.stderr.split())


def test_importing_the_package_imports_next_to_nothing() -> None:
    loaded = loaded_by("import aqmf_air")
    assert not loaded & {*HEAVY, "pluggy", "click", "importlib.metadata"}
    assert [name for name in loaded if name.startswith("aqmf_air")] == ["aqmf_air"]


def test_a_plugin_gets_its_marker_without_the_game() -> None:
    loaded = loaded_by("from aqmf_air import hookimpl")
    assert "pluggy" in loaded
    assert not loaded & {"shapely", "numpy", "pydantic"}


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_help_and_version_load_nothing_heavy(option: str) -> None:
    loaded = loaded_by(f"import sys; sys.argv = ['aqmf', {option!r}]\nfrom aqmf_air.__main__ import main; main()")
    assert "click" in loaded
    assert not loaded & HEAVY


@pytest.mark.parametrize("line", ["--help", "odds --help", "print --help", "odds --ruleset valor --help", "no-such-command"])
def test_what_there_is_is_told_without_a_game(line: str) -> None:
    loaded = loaded_by(f"import sys; sys.argv = ['aqmf', *{line.split()!r}]\nfrom aqmf_air.__main__ import main; main()")
    assert "click" in loaded
    assert not [name for name in loaded if name.startswith("aqmf_air.games.") and name.count(".") > 2]


@pytest.mark.parametrize(("line", "game"), [("rulings --ruleset valor", "aces_of_valor"), ("scenarios", "martian_front")])
def test_who_asks_for_a_game_waits_for_no_other(line: str, game: str) -> None:
    loaded = loaded_by(f"import sys; sys.argv = ['aqmf', *{line.split()!r}]\nfrom aqmf_air.__main__ import main; main()")
    modules = [name.split(".")[2:] for name in loaded if name.startswith("aqmf_air.games.") and name.count(".") > 2]
    extended = {game, *(extension for extension, base in EXTENSIONS.items() if base == game)}
    assert {owner for owner, *_ in modules} >= {game}
    assert {owner for owner, *rest in modules if rest[0] != "hookspecs"} <= extended


def test_the_pytest_plugin_is_light() -> None:
    loaded = loaded_by("import aqmf_air.testing")
    assert not loaded & {"shapely", "numpy", "pydantic"}
    assert not [name for name in loaded if name.startswith("aqmf_air.") and name != "aqmf_air.testing"]


def test_a_game_without_a_table_needs_no_geometry() -> None:
    loaded = loaded_by("import aqmf_air.core.play.session, aqmf_air.plugins.registry, aqmf_air.core.dice.chance")
    assert not loaded & {"shapely", "numpy", "click"}


def test_heavy_parts_are_imported_where_they_are_needed() -> None:
    """A module that needs NumPy all through may say so at its top; then whoever uses it imports it inside a function."""
    shown = {path for path in MODULES if part(module_name(path)) in (*FRONT_ENDS, "games.ui")}
    light = {module_name(path): set(at_the_top(path)) for path in MODULES if path not in shown}
    heavy = {name for name, top in light.items() if {one.split(".")[0] for one in top} & HEAVY_AT_THE_TOP}
    assert not [name for name in heavy if part(name) not in ("lab", "geometry", "games")]
    for name, top in light.items():
        if name not in heavy:
            assert not [one for one in top if one in heavy or one.rpartition(".")[0] in heavy], name


def test_the_package_is_marked_as_typed() -> None:
    assert (PACKAGE / "py.typed").is_file()
    assert find_spec("aqmf_air.core.dice.dice") is not None
