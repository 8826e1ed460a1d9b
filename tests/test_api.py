"""What strangers import: every name is there, typed and documented, and costs nothing before it is used."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from aqmf_air import api
from aqmf_air.games.martian_front import api as host_api

APIS = (api, host_api)


@pytest.mark.parametrize(("module", "name"), [(one, name) for one in APIS for name in one.__all__], ids=str)
def test_every_name_is_there(module: ModuleType, name: str) -> None:
    assert getattr(module, name) is not None


@pytest.mark.parametrize("module", APIS, ids=lambda one: one.__name__)
def test_what_is_listed_is_what_type_checkers_see(module: ModuleType) -> None:
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
    (checked,) = [node for node in tree.body if isinstance(node, ast.If) and isinstance(node.test, ast.Name)]
    imported = [
        alias.asname or alias.name for node in checked.body if isinstance(node, ast.ImportFrom) for alias in node.names
    ]
    assert sorted(imported) == sorted(module.__all__)


@pytest.mark.parametrize("module", APIS, ids=lambda one: one.__name__)
def test_a_name_that_is_not_there_is_an_import_error(module: ModuleType) -> None:
    assert not hasattr(module, "zeppelin")
    with pytest.raises(ImportError, match="zeppelin"):
        exec(f"from {module.__name__} import zeppelin")


def test_nothing_is_imported_before_it_is_used() -> None:
    both = "aqmf_air.api, aqmf_air.games.martian_front.api"
    code = f"import sys, {both}; print([one for one in sys.modules if one in ('pydantic', 'pluggy')])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_shapely_is_there_when_a_shape_is_asked_for_and_not_before() -> None:
    code = """
import sys, aqmf_air.api as api
band = api.fly(api.Pose(0, 0, 0), [api.Turn(90, "left")], api.Gauge.beside(2, 0.5)).swept(1)
before = "shapely" in sys.modules
print(before, api.shape_of(band).is_valid, "shapely" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False True True\n"


def test_a_name_is_the_same_as_where_it_is_defined() -> None:
    assert api.Frozen is import_module("aqmf_air.core.data.model").Frozen
    assert host_api.AllQuiet is import_module("aqmf_air.games.martian_front.sequence").AllQuiet
