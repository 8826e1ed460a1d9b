"""What a build takes from where, what it refuses, and what is in the site. Nothing is fetched here."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from errno import ENOSPC
from hashlib import sha256
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from click.testing import CliRunner

from aqmf_air.cli.main import aqmf
from aqmf_air.errors import AqmfError
from aqmf_air.site.build import RUNTIME_FILES, Sources, build
from aqmf_air.site.golden import record

FIRST_PAGE = b"\x89PNG, the first page of a print"
PLATFORM = "pyemscripten_2026_0_wasm32"
LOCKED = {name: f"{name}-1.0-cp314-cp314-{PLATFORM}.whl" for name in ("numpy", "shapely")}


def wheel(folder: Path, file: str, **contents: str) -> Path:
    folder.mkdir(exist_ok=True)
    with ZipFile(folder / file, "w") as archive:
        for name, text in contents.items():
            archive.writestr(f"{name}/__init__.py", text)
    return folder / file


def _copied(file: Path) -> None:
    file.parent.mkdir(parents=True)
    file.write_bytes(FIRST_PAGE)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sources:
    """A runtime and wheels that only look like some, on a machine without Node, and one print."""
    monkeypatch.setattr(
        "aqmf_air.site.build.draw_first_pages", lambda made, home: _copied(made / "first-pages/aqmf/aid.png")
    )
    which = shutil.which
    monkeypatch.setattr("aqmf_air.site.build.record", lambda: record(1))  # playing twenty is most of a build here
    monkeypatch.setattr(shutil, "which", lambda name, *rest: None if name in ("node", "npm") else which(name, *rest))
    runtime, wheels = tmp_path / "runtime", tmp_path / "wheels"
    runtime.mkdir()
    for name in RUNTIME_FILES:
        (runtime / name).write_bytes(b"runtime")
    for package, tag in (("pydantic_core", "cp314-cp314"), ("typst", "cp39-abi3")):
        wheel(wheels, f"{package}-{version(package)}-{tag}-{PLATFORM}.whl", **{package: "compiled = True"})
    packages = {}
    for name, file in LOCKED.items():
        digest = sha256(wheel(wheels, file, **{name: "compiled = True"}).read_bytes()).hexdigest()
        packages[name] = {"name": name, "file_name": file, "sha256": digest}
    info = {"abi_version": "2026_0", "arch": "wasm32", "python": "3.14.2"}
    (runtime / "pyodide-lock.json").write_text(json.dumps({"info": info, "packages": packages}))
    return Sources(runtime, wheels, offline=True)


def names_in(archive: Path) -> set[str]:
    with ZipFile(archive) as opened:
        return set(opened.namelist())


def test_a_site_has_the_app_its_files_and_nothing_of_a_server(here: Sources, tmp_path: Path) -> None:
    told: list[str] = []
    built = build(tmp_path / "site", here, told.append)
    site = tmp_path / "site"
    packed = names_in(site / "engine/app.zip")
    assert {"numpy/__init__.py", "pydantic_core/__init__.py", "aqmf_air/web/app.py", "aqmf_air/api/__init__.py"} <= packed
    assert not {name.partition("/")[0] for name in packed} & {"uvicorn", "h11", "click", "typst"}
    assert any(name.startswith("aqmf_air/designs/") for name in packed)
    assert not [name for name in packed if name.endswith(".so")]
    assert built.left_out == ()
    assert "Node is not here" in told[-1]
    parts = json.loads((site / "engine/print.json").read_text())["parts"]
    torn = [f"/engine/print-{part}.part" for part in range(parts)]
    paper = b"".join((site / path[1:]).read_bytes() for path in torn)
    assert "typst/__init__.py" in ZipFile(BytesIO(paper)).namelist()
    assert built.first_visit < built.whole - len(paper)
    listed = json.loads(re.match(r"self\.SITE = (.*);\n", (site / "sw.js").read_text())[1])  # type: ignore[index]
    assert listed["version"] == built.version
    assert listed["later"] == ["/engine/golden.json", *torn, "/first-pages/aqmf/aid.png"]
    assert (site / "first-pages/aqmf/aid.png").read_bytes() == FIRST_PAGE
    there = {f"/{path.relative_to(site).as_posix()}" for path in site.rglob("*") if path.is_file()}
    assert {*listed["files"], "/index.html", "/404.html", "/sw.js"} - {"/"} == there
    assert listed["files"]["/"] == sha256((site / "index.html").read_bytes()).hexdigest()
    assert {"/static/room.css", "/static/htmx.js", "/engine/icon-512.png", "/manifest.webmanifest"} <= there
    assert (site / "engine/icon-192.png").read_bytes()[:4] == b"\x89PNG"
    assert "Games on a table that is measured" not in (site / "index.html").read_text()


def test_the_same_files_make_the_same_version_and_a_site_is_replaced_whole(here: Sources, tmp_path: Path) -> None:
    first = build(tmp_path / "site", here, lambda line: None)
    (tmp_path / "site" / "old.txt").write_text("of before")
    assert build(tmp_path / "site", here, lambda line: None).version == first.version
    assert not (tmp_path / "site" / "old.txt").exists()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    with pytest.raises(AqmfError, match="is no site"):
        build(tmp_path / "mine", here, lambda line: None)


def test_a_site_says_on_its_first_page_what_it_leaves_out(here: Sources, tmp_path: Path) -> None:
    without = Sources(here.runtime, here.wheels, without=frozenset({"numpy", "shapely", "typst"}), offline=True)
    built = build(tmp_path / "site", without, lambda line: None)
    assert built.left_out == ("numpy", "shapely", "typst")
    assert "Games on a table that is measured" in (tmp_path / "site" / "index.html").read_text()
    assert json.loads((tmp_path / "site/engine/print.json").read_text()) == {"parts": 0}
    with ZipFile(tmp_path / "site/engine/app.zip") as packed:
        assert json.loads(packed.read("aqmf_air/site/left_out.json")) == ["numpy", "shapely", "typst"]
        assert "aqmf_air/made_ahead/silhouettes.json" in packed.namelist()


def test_a_compiled_package_is_the_one_that_the_runtime_names_or_none(here: Sources, tmp_path: Path) -> None:
    assert here.wheels is not None
    (here.wheels / LOCKED["numpy"]).write_bytes(b"another")
    with pytest.raises(AqmfError, match="not the numpy that the runtime's lock file names"):
        build(tmp_path / "site", here, lambda line: None)
    (here.wheels / LOCKED["numpy"]).unlink()
    with pytest.raises(AqmfError, match=r"--wheels DIR or --index URL, or leave it out by --without numpy,shapely"):
        build(tmp_path / "site", here, lambda line: None)
    assert not (tmp_path / "site").exists()


def test_what_is_missing_is_said_with_how_to_get_it(here: Sources, tmp_path: Path) -> None:
    asked = CliRunner().invoke(aqmf, ["site", "build", str(tmp_path / "site")])
    assert asked.exit_code == 2
    assert "'npm pack pyodide@" in asked.stderr
    assert here.runtime is not None
    (here.runtime / "pyodide.mjs").unlink()
    asked = CliRunner().invoke(aqmf, ["site", "build", str(tmp_path / "site"), "--runtime", str(here.runtime)])
    assert "has no pyodide.mjs" in asked.stderr
    asked = CliRunner().invoke(aqmf, ["site", "build", str(tmp_path / "site"), "--without", "numpy"])
    assert "shapely needs numpy" in asked.stderr
    asked = CliRunner().invoke(aqmf, ["site", "build", str(tmp_path / "site"), "--without", "scipy"])
    assert "expected some of numpy, shapely, typst" in asked.stderr


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (
            lambda here: (here.runtime / "pyodide-lock.json").write_text("{"),
            "pyodide-lock.json: not the lock file of pyodide",
        ),
        (lambda here: (here.runtime / "pyodide-lock.json").write_text('{"packages": {}}'), "not the lock file of pyodide"),
        (lambda here: next(here.wheels.glob("pydantic*")).write_bytes(b"torn"), "no wheel, or one that is torn"),
        (lambda here: next(here.wheels.glob("typst*")).unlink(), "without --offline pip is asked for it"),
    ],
    ids=["no JSON", "another lock file", "a torn wheel", "a wheel too few"],
)
def test_what_a_site_cannot_be_made_of_is_one_line_and_leaves_the_site_as_it_was(
    here: Sources, tmp_path: Path, spoil: Callable[[Sources], object], words: str
) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "sw.js").write_text("of before")
    spoil(here)
    with pytest.raises(AqmfError) as refused:
        build(site, here, lambda line: None)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)
    assert [path.name for path in site.parent.iterdir() if "site" in path.name] == ["site"]
    assert (site / "sw.js").read_text() == "of before"


def test_where_nothing_can_be_written_is_one_line(here: Sources, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(AqmfError, match="the site cannot be written"):
        build(tmp_path / "file" / "site", here, lambda line: None)

    def full(*paths: object, **how: object) -> None:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr(shutil, "copyfile", full)
    with pytest.raises(AqmfError, match=r"the site cannot be written \(No space left on device\)"):
        build(tmp_path / "site", here, lambda line: None)
    assert not [path for path in tmp_path.iterdir() if "site" in path.name]
