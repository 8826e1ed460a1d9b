"""Modules that give names of others when they are first used: an api whose import costs next to nothing."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.machinery import SourceFileLoader
from importlib.util import find_spec
from types import ModuleType
from typing import Any, NamedTuple

from aqmf_air.core.data.former_names import warn_of_former

FORMER = "Names of before"
"""How the purpose of names begins that are on their way out."""
PURPOSE = re.compile(r' +"""(.+?)"""', re.DOTALL)
IMPORT = re.compile(r"^    from ([\w.]+) import (?:([^(\n#]+)|\(([^)]+)\))", re.MULTILINE)
"""Read by pattern and not by a parser, which takes longer than all else that a start does with them."""


class GivenName(NamedTuple):
    """A name that a module gives: what for, and where it comes from."""

    purpose: str
    module: str
    own: str
    """What it is called there."""

    def load(self) -> Any:
        """Import it: something in its module, or a module itself."""
        try:
            return getattr(import_module(self.module), self.own)
        except AttributeError:
            if not find_spec(f"{self.module}.{self.own}"):
                raise
            return import_module(f"{self.module}.{self.own}")


@cache
def names_given(file: str) -> dict[str, GivenName]:
    """What the module in a file imports for type checkers alone, by name; the string that such a block begins with says
    what its names are for.
    """
    names = dict[str, GivenName]()
    text = SourceFileLoader("", file).get_data(file).decode()  # pathlib takes longer to import than this takes to read
    for block in text.split("\nif TYPE_CHECKING:\n")[1:]:
        purpose = PURPOSE.match(block)
        for module, one_line, several in IMPORT.findall(block.partition("\n\n\n")[0]):
            for own, _, called in (name.strip().partition(" as ") for name in (one_line or several).split(",")):
                if own:
                    names[called or own] = GivenName(purpose[1] if purpose else "", module, own)
    return names


def on_first_use(file: str) -> Callable[[str], Any]:
    """A ``__getattr__`` for the module in a file: what it imports for type checkers alone is imported when it is used.
    A name that is on its way out (its purpose begins with ``Names of before``) says so in one line.
    """

    def get(name: str) -> Any:
        if name not in names_given(file):
            raise AttributeError(f"{_door(file)} has no {name!r}")
        given = names_given(file)[name]
        if given.purpose.startswith(FORMER):
            warn_of_former(_door(file), name, _present(file, given))
            return given.load()
        value = given.load()
        setattr(_module_in(file), name, value)  # so that nobody comes here for it again
        return value

    return get


@cache
def _module_in(file: str) -> ModuleType:
    return next(module for module in list(sys.modules.values()) if getattr(module, "__file__", None) == file)


def _door(file: str) -> str:
    *_, folder, name = file.replace("\\", "/").split("/")
    return folder if name == "__init__.py" else name.removesuffix(".py")


def _present(file: str, given: GivenName) -> str:
    """What is given by a former name is called so now, in this module or, of a package, in one beside it."""
    from pathlib import Path

    own = Path(file)
    for other in (own, *sorted(own.parent.glob("*.py"))) if own.stem == "__init__" else (own,):
        for name, there in names_given(str(other)).items():
            if there[1:] == given[1:] and not there.purpose.startswith(FORMER):
                return name if other == own else f"{_door(file)}.{other.stem}.{name}"
    return f"{given.module}.{given.own}"
