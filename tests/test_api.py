"""What strangers import: every name is there, typed and documented, and costs nothing before it is used."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from types import ModuleType

import pytest

from aqmf_air import api
from aqmf_air.api import geometry, lab, ui
from aqmf_air.core.data.lazy_names import FORMER, names_given
from aqmf_air.games.martian_front import api as host_api

APIS = (api, geometry, ui, lab, host_api)


def is_former(module: ModuleType, name: str) -> bool:
    return names_given(str(module.__file__))[name].purpose.startswith(FORMER)


@pytest.mark.parametrize(("module", "name"), [(module, name) for module in APIS for name in module.__all__], ids=str)
def test_every_name_is_there(module: ModuleType, name: str) -> None:
    if is_former(module, name):
        with pytest.warns(DeprecationWarning, match=f"{name} is called"):
            assert getattr(module, name) is not None
    else:
        assert getattr(module, name) is not None


@pytest.mark.parametrize("module", APIS, ids=lambda module: module.__name__)
def test_what_is_listed_is_what_type_checkers_see(module: ModuleType) -> None:
    assert sorted(names_given(str(module.__file__))) == sorted(module.__all__)


def test_no_name_is_given_twice() -> None:
    """One word means one thing: no two doors give different things by a name, those of before left aside."""
    given = [
        (name, where[1:])
        for module in APIS[:-1]
        for name, where in names_given(str(module.__file__)).items()
        if not is_former(module, name)
    ]
    assert len(given) == len(dict(given)), sorted(name for name, _ in given if [n for n, _ in given].count(name) > 1)


def test_a_former_name_says_where_it_is_now() -> None:
    with pytest.warns(
        DeprecationWarning, match="^api: Board is called api.ui.Board now; the former name goes with the next"
    ):
        assert api.Board is ui.Board


@pytest.mark.parametrize("module", APIS, ids=lambda module: module.__name__)
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
import aqmf_air.api.geometry as plane
band = plane.fly(plane.Pose(0, 0, 0), [plane.Turn(90, "left")], plane.Gauge.beside(2, 0.5)).swept(1)
before = "shapely" in sys.modules
print(before, plane.shape_of(band).is_valid, "shapely" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False True True\n"


def test_a_name_is_the_same_as_where_it_is_defined() -> None:
    assert api.Frozen is import_module("aqmf_air.core.data.model").Frozen
    assert host_api.AllQuiet is import_module("aqmf_air.games.martian_front.sequence").AllQuiet
