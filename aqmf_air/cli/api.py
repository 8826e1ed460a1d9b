"""``aqmf api``: what games and extensions are made from, read from its source: nothing of it is imported."""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from textwrap import shorten
from typing import Any, NamedTuple

import click

import aqmf_air
from aqmf_air.cli.opened import Completed
from aqmf_air.cli.render import examples, json_option, print_json, strong
from aqmf_air.cli.wrapping import wrapped
from aqmf_air.core.data.lazy_names import FORMER, GivenName, names_given
from aqmf_air.core.data.names import by_name

ROOT = Path(aqmf_air.__file__).parent
FURTHER = {
    "aqmf_air.conformance": "What every game is held to, by tests of its own.",
    "aqmf_air.testing": "Fixtures and settings for pytest.",
    "aqmf_air.hookspecs": "The hooks of plugins.",
}
"""Doors that define what they give, and what it is for; each is a name itself."""
MARKS = ("abstractmethod", "classmethod", "staticmethod", "fixture")
"""Decorators of functions that are shown."""
UNSEEN = ("_", "pytest_", "model_config")
"""How names begin that are not shown."""
FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)
SPECIAL = ("__init__", "__call__")
"""Methods that are shown though their names begin with an underscore."""
LONGEST = 400
"""Characters of the value of a constant that are shown."""
BREAK = re.compile(r"(?<=\S)\n(?=\S)")
"""Between two lines of one paragraph."""


class ApiName(NamedTuple):
    """A name, and the module that games import it from."""

    name: str
    door: str
    given: GivenName

    @property
    def heading(self) -> str:
        """That module, and what the name is for."""
        return f"{self.door}: {self.given.purpose or 'for extensions of this game.'}"


class Definition(NamedTuple):
    """A statement that defines a name in a module, and its docstring: that in it, or the string below it."""

    module: str
    node: Any
    about: str

    @property
    def summary(self) -> str:
        """The first sentence of its docstring; without one, what it is set to."""
        first = " ".join(self.about.split("\n\n")[0].split()) or shorten(ast.unparse(self.node), LONGEST)
        return re.split(r"(?<=[a-z)`]{2}\.) ", first)[0]

    @property
    def marks(self) -> list[str]:
        """Its decorators, without where they are from and what they are called with."""
        return [ast.unparse(mark).split("(")[0].split(".")[-1] for mark in getattr(self.node, "decorator_list", ())]

    def signature(self, name: str) -> str:
        """How it is called, or what it is set to."""
        if isinstance(self.node, ast.ClassDef):
            return f"class {name}({', '.join(map(ast.unparse, self.node.bases))})".replace("()", "")
        if isinstance(self.node, FUNCTION):
            arguments = re.sub(r"^(self|cls)(, |$)", "", ast.unparse(self.node.args))
            plain = any(mark.endswith("property") for mark in self.marks)
            kind = "".join(f"{mark} " for mark in MARKS if mark in self.marks).replace("abstractmethod", "abstract")
            returned = self.node.returns and ast.unparse(self.node.returns)
            return f"{kind}{name}{'' if plain else f'({arguments})'} -> {returned}"
        return f"module {self.module}" if isinstance(self.node, ast.Module) else shorten(ast.unparse(self.node), LONGEST)


@cache
def _names() -> tuple[dict[str, ApiName], dict[str, str]]:
    """What the doors give, by name, with the hooks; and what is called otherwise now, by its former name."""
    names, former = dict[str, ApiName](), dict[str, GivenName]()
    for file in (*sorted((ROOT / "api").glob("*.py")), *map(_file, FURTHER), *sorted(ROOT.glob("games/*/api.py"))):
        door = ".".join(file.relative_to(ROOT.parent).with_suffix("").parts).removesuffix(".__init__")
        for name, given in (_given_by(door) if door in FURTHER else names_given(str(file))).items():
            if given.purpose.startswith(FORMER):
                former[name] = given
            else:
                key = f"{file.parent.name}.{name}" if name in names else name
                names[key] = ApiName(key, door, given)
    now = {entry.given[1:]: name for name, entry in reversed(names.items())}
    return names, {name: now[given[1:]] for name, given in former.items() if name not in names}


def _given_by(door: str) -> dict[str, GivenName]:
    """The module itself, and what it tells of or passes on; fixtures by its name, too: their own are words of purposes."""
    own = door.rpartition(".")[2]
    names = {own: GivenName(FURTHER[door], *door.split("."))}
    for name, entry in _defined(door).items():
        if (entry.about or getattr(entry.node, "asname", None)) and not name.startswith(UNSEEN):
            key = f"{own}.{name}" if "fixture" in entry.marks else name
            names[key] = GivenName(FURTHER[door], door, name)
    return names


def _besides(name: str) -> Iterator[ApiName]:
    """The class of this name that bases or signatures of others have, and no door gives."""
    for module in {entry.given.module: None for entry in _names()[0].values()}:
        if name in _defined(module) and not name.startswith(UNSEEN):
            with suppress(LookupError):
                definition = _definition(module, name)
                if isinstance(definition.node, ast.ClassDef):
                    given = GivenName("to be read: no door gives it", definition.module, definition.node.name)
                    yield ApiName(name, definition.module, given)


@click.command(epilog=examples("api Ruleset"))
@click.argument("name", required=False, metavar="[NAME]", shell_complete=Completed(lambda ctx: _names()[0].keys()))
@json_option
def api(name: str | None, as_json: bool) -> None:
    """List what games are made from, by purpose; or show NAME: its signature, fields, methods, errors and place.

    A word of a purpose, such as dice or boards, lists the names of that purpose alone.
    """
    names, former = _names()
    listed = list(names.values())
    if name is not None and name not in names and name not in former:
        names = {**names, **{entry.name: entry for entry in _besides(name)}}
    if name is not None and name not in names and name not in former:
        begun = re.compile(rf"\b{re.escape(name)}", re.IGNORECASE)
        if not (listed := [entry for entry in listed if begun.search(entry.heading)]):
            name = by_name({entry: entry for entry in names}, name, "name of the api")
    if name not in names and name not in former:
        rows = [(entry, _definition(*entry.given[1:]).summary) for entry in listed]
        if as_json:
            keys = ("name", "door", "for", "about")
            print_json([dict(zip(keys, (*entry[:2], entry.given.purpose, about), strict=True)) for entry, about in rows])
        else:
            wide = max(len(entry.name) for entry in listed)
            _page(_rows(rows, wide), wide + 2)
        return
    document = _document(names[former.get(name, name)])
    if as_json:
        print_json(document)
        return
    _page([*([f"{name} is called {former[name]} now."] if name in former else []), *_lines(document)], hang=4)


def _file(module: str) -> Path:
    place = ROOT.parent.joinpath(*module.split("."))
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


@cache
def _defined(module: str) -> dict[str, Definition]:
    return _in(module, ast.parse(_file(module).read_text(encoding="utf-8")).body)


def _in(module: str, body: list[ast.stmt]) -> dict[str, Definition]:
    """What statements define or import, by name."""
    names = dict[str, Definition]()
    for node, below in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.If):
            names |= _in(module, node.body)
        elif isinstance(node, ast.ImportFrom):
            names |= {alias.asname or alias.name: Definition(str(node.module), alias, "") for alias in node.names}
        elif isinstance(node, (ast.ClassDef, *FUNCTION)):
            names[node.name] = Definition(module, node, ast.get_docstring(node) or "")
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            string = below.value.value if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant) else ""
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            stored = [part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)]
            names |= dict.fromkeys(stored, Definition(module, node, " ".join(str(string).split())))
    return names


def _definition(module: str, name: str) -> Definition:
    """Where a name is defined, past modules that pass it on; it may be a module itself. Raises LookupError: not in here."""
    if not module.startswith("aqmf_air"):
        raise LookupError(name)
    if (entry := _defined(module).get(name)) is not None:
        return _definition(entry.module, entry.node.name) if isinstance(entry.node, ast.alias) else entry
    if not _file(f"{module}.{name}").exists():
        raise LookupError(name)
    tree = ast.parse(_file(f"{module}.{name}").read_text(encoding="utf-8"))
    return Definition(f"{module}.{name}", tree, ast.get_docstring(tree) or "")


def _members(definition: Definition) -> dict[str, Definition]:
    """The fields and methods of a class, those of its bases first; of a module what it tells of, and constants."""
    members = dict[str, Definition]()
    if isinstance(definition.node, ast.Module):
        for name, member in _in(definition.module, definition.node.body).items():
            if member.about or (name[1:].isupper() and member.module == definition.module):
                members[name] = member
    if isinstance(definition.node, ast.ClassDef):
        for base in reversed(definition.node.bases):
            with suppress(LookupError):
                members |= _members(_definition(definition.module, ast.unparse(base).split("[")[0]))
        members |= _in(definition.module, definition.node.body)
    return {name: member for name, member in members.items() if name in SPECIAL or not name.startswith(UNSEEN)}


def _document(entry: ApiName) -> dict[str, Any]:
    """A name as data, as it is shown."""
    definition = _definition(*entry.given[1:])
    members = _members(definition)
    methods = {name: member for name, member in members.items() if isinstance(member.node, FUNCTION)}
    own = {name: member for name, member in methods.items() if member.node in definition.node.body}
    fields = [
        (name, member) for name, member in members.items() if name not in methods and not _is_alias(member.node, methods)
    ]
    texts = (definition.about, *(member.about for member in own.values()))
    errors = {error for text in texts for error in re.findall(r"\b[A-Z]\w+Error\b", text)} - {entry.name}
    return {
        "name": entry.name,
        "door": entry.door,
        "for": entry.given.purpose,
        "signature": definition.signature(entry.name),
        "about": definition.about,
        "fields": {member.signature(name): " ".join(member.about.split("\n\n")[0].split()) for name, member in fields},
        "methods": {member.signature(name): member.about and member.summary for name, member in own.items()},
        "abstract": [name for name, member in methods.items() if "abstractmethod" in member.marks],
        "inherited": [name for name in methods if name not in own],
        "errors": sorted(errors),
        "file": f"{_file(definition.module).relative_to(ROOT.parent).as_posix()}:{getattr(definition.node, 'lineno', 1)}",
    }


def _is_alias(node: ast.AST, methods: Iterable[str]) -> bool:
    """Whether a statement calls methods by other names, too: by those of before."""
    names = {name.id for name in ast.walk(node.value) if isinstance(name, ast.Name)} if isinstance(node, ast.Assign) else ()
    return bool(names) and not set(names).difference(methods)


def _lines(document: dict[str, Any]) -> Iterator[str]:
    yield strong(document["signature"])
    for part in filter(None, document["about"].split("\n\n")):
        yield f"  {part if '>>>' in part else re.sub(BREAK, ' ', part)}".replace("\n", "\n  ")
    for kind in ("fields", "methods"):
        if document[kind]:
            of_module = document["signature"].startswith("module ")
            yield {"fields": "Values:", "methods": "Functions:"}[kind] if of_module else f"{kind.capitalize()}:"
        for signature, about in document[kind].items():
            yield from (f"  {signature}", *([f"      {about}"] if about else []))
    for kind in ("abstract", "inherited", "errors"):
        if document[kind]:
            yield f"{kind.capitalize()}: {', '.join(document[kind])}"
    yield f"In {document['door']} ({document['for'] or 'for extensions'}), from {document['file']}"


def _rows(rows: Sequence[tuple[ApiName, str]], wide: int) -> Iterator[str]:
    heading = ""
    for entry, about in rows:
        if entry.heading != heading:
            yield strong(heading := entry.heading)
        yield f"  {entry.name:<{wide}}  {about}"


def _page(lines: Iterable[str], hang: int) -> None:
    """Lines, page by page where they are more than a terminal has."""
    text = "\n".join(wrapped(line, hang) for line in lines)
    page = click.echo_via_pager if text.count("\n") + 2 > shutil.get_terminal_size().lines else click.echo
    page(text)
