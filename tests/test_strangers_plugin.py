"""A plugin made outside the repository, installed by pip into a fresh environment, with nothing but the package to go by."""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Any

import pytest

pytest.importorskip("pip")

PROJECT = """
[project]
name = "aqmf-kites"
version = "1.4"
[project.entry-points.aqmf_air]
{name} = "{module}"
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]
"""

# A build backend of a dozen lines, so that the test needs no network and no build tool.
BACKEND = """
import tomllib
from pathlib import Path
from zipfile import ZipFile


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    project = tomllib.loads(Path("pyproject.toml").read_text())["project"]
    label = project["name"].replace("-", "_") + "-" + project["version"]
    points = project["entry-points"]["aqmf_air"]
    kinds, ours = (".py", ".toml"), ("backend.py", "pyproject.toml")
    files = {str(path): path.read_text() for path in Path(".").rglob("*") if path.suffix in kinds and path.name not in ours}
    about = f"{label}.dist-info"
    files[f"{about}/METADATA"] = f"Metadata-Version: 2.1\\nName: {project['name']}\\nVersion: {project['version']}\\n"
    files[f"{about}/WHEEL"] = "Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n"
    files[f"{about}/entry_points.txt"] = "[aqmf_air]\\n" + "".join(f"{key} = {value}\\n" for key, value in points.items())
    files[f"{about}/RECORD"] = "".join(f"{name},,\\n" for name in [*files, f"{about}/RECORD"])
    name = f"{label}-py3-none-any.whl"
    with ZipFile(Path(wheel_directory) / name, "w") as wheel:
        for path, content in files.items():
            wheel.writestr(path, content)
    return name
"""

KITES = '''
"""Kites: a unit, and a modifier against it."""

from aqmf_air import hookimpl


@hookimpl
def aqmf_register_unit_types(ruleset):
    from aqmf_air.games.martian_front.api import UnitType

    kite = UnitType(
        name="Man-Lifting Kite", side="human", kind="kite", elements=1, speed=2, defense=4, armor=3, points=15,
        base_diameter=1, source="a sketch", standing="house",
    )
    return [kite] if ruleset == "aqmf" else []


@hookimpl
def aqmf_extends():
    return ["aqmf"]


@hookimpl
def aqmf_modifiers(check, facts):
    from aqmf_air.api import modifier

    return [modifier(2, "it swoops", "KITE-1")] if check == "hit" and facts.target_kind == "kite" else []
'''

AT_WORK = """
from fractions import Fraction
from aqmf_air.api import chances, load_registry
from aqmf_air.games.martian_front.api import Attack, covers, to_damage, to_hit, volley, weapons

registry = load_registry()
ruleset = registry.ruleset("aqmf")
kite = ruleset.unit_type("man-lifting kite")
ray = weapons()["Heavy Heat Ray"]
attack = Attack(weapon=ray.name, weapon_kind=ray.kind, power=ray.power, target=kite.name, target_kind=kite.kind,
                defense=kite.defense, armor=kite.armor)
hit = to_hit(attack, covers()["none"], ruleset.rules.modifiers)
assert str(hit).endswith("= 4 Defense of Man-Lifting Kite (HOST-HIT-1) +2 it swoops (KITE-1)"), hit
damage = to_damage(attack, covers()["none"], ruleset.rules.modifiers)
odds = chances(volley, 1, hit, damage)
assert odds.where(lambda result: result.damaging == 1) == Fraction(5, 10) * Fraction(9, 10), odds
print("at work")
"""


class Environment:
    """A virtual environment of its own that sees the packages of this one."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder / "venv", with_pip=False)
        scripts = folder / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
        self.python = str(scripts / "python")
        (own,) = self.run("-c", "import sysconfig; print(sysconfig.get_path('purelib'))").stdout.split()
        outer = [path for path in sys.path if path.endswith("site-packages")]
        root = str(Path(__file__).resolve().parents[1])
        lines = [root, *(f"import site; site.addsitedir({path!r})" for path in outer)]
        (Path(own) / "outer.pth").write_text("\n".join(lines) + "\n", encoding="utf-8")
        self.folder = folder

    def run(self, *arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        command = [self.python, *arguments]
        return subprocess.run(
            command, capture_output=True, text=True, check=check, timeout=120, cwd=getattr(self, "folder", None)
        )

    def install(self, name: str, module: str, source: str) -> None:
        project = self.folder / f"project-{name}"
        project.mkdir()
        (project / "pyproject.toml").write_text(
            PROJECT.format(name=name, module=module).replace("aqmf-kites", f"aqmf-{name}")
        )
        (project / f"{module}.py").write_text(source)
        self._install(project)

    def install_package(self, source: Path) -> None:
        """Install a project as it stands, but for its build tool, which a test has no network to fetch."""
        project = self.folder / f"project-{source.name}"
        copytree(source, project, ignore=ignore_patterns("__pycache__"))
        told = (project / "pyproject.toml").read_text()
        ours = 'requires = []\nbuild-backend = "backend"\nbackend-path = ["."]'
        theirs = 'requires = ["hatchling"]\nbuild-backend = "hatchling.build"'
        assert theirs in told
        (project / "pyproject.toml").write_text(told.replace(theirs, ours))
        self._install(project)

    def _install(self, project: Path) -> None:
        (project / "backend.py").write_text(BACKEND)
        pip = [sys.executable, "-m", "pip", "--python", self.python, "install", "--quiet"]
        options = ["--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check", str(project)]
        subprocess.run([*pip, *options], check=True, capture_output=True, text=True, timeout=120)

    def plugins(self) -> dict[str, dict[str, Any]]:
        listed = json.loads(self.run("-m", "aqmf_air", "plugins", "--json").stdout)
        return {one["name"]: one for one in listed}


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    made = Environment(tmp_path_factory.mktemp("stranger"))
    made.install("kites", "kites", KITES)
    return made


@pytest.mark.further
def test_its_unit_and_its_modifier_are_at_work(environment: Environment) -> None:
    assert environment.run("-c", AT_WORK).stdout == "at work\n"


def test_it_is_listed_with_its_package(environment: Environment) -> None:
    assert environment.plugins()["kites"] == {
        "name": "kites",
        "version": "1.4",
        "origin": "package aqmf-kites",
        "fault": "",
        "commands": [],
    }


@pytest.mark.further
def test_one_that_fails_is_named_and_left_out_and_the_rest_works(environment: Environment) -> None:
    environment.install("gusts", "gusts", "raise RuntimeError('no wind')\n")
    listed = environment.plugins()
    assert listed["gusts"]["fault"] == "RuntimeError: no wind"
    assert listed["kites"]["fault"] == ""
    assert environment.run("-c", AT_WORK).stdout == "at work\n"


@pytest.mark.further
def test_the_later_of_two_plugins_that_clash_is_left_out_and_both_are_named(environment: Environment) -> None:
    environment.install("twins", "twins", KITES)
    said = "unit type 'Man-Lifting Kite' is claimed by 'kites' and 'twins'"
    assert environment.plugins()["twins"]["fault"] == said
    done = environment.run("-m", "aqmf_air", "odds", "shoot", "--attacker", "Assault Tripod", "--target", "Man-Lifting Kite")
    assert said in done.stderr
    assert "it swoops" in done.stdout
