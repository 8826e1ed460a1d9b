"""A site made of the app: the runtime, an archive of compiled Python, another for paper, and the files that browsers get.

Nothing is fetched when the site is used but its own files.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from importlib import metadata
from importlib.resources import files
from multiprocessing import get_context
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

from aqmf_air.core.data import made_ahead
from aqmf_air.core.data.files import FOLDER_VARIABLE
from aqmf_air.errors import AqmfError
from aqmf_air.plugins import kinds
from aqmf_air.site.golden import record
from aqmf_air.site.left_out import AS_BUILT, LACKS, said_left_out
from aqmf_air.web.prints import first_pages

RUNTIME = "pyodide"
RUNTIME_VERSION = "314.0.7"
"""The package of npm, and the version that the app is tested with."""
RUNTIME_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
FROM_LOCK = ("numpy", "shapely")
"""Compiled packages that no registry has for the runtime: its lock file says which versions, by their checksums."""
FROM_REGISTRY = ("pydantic-core", "typst")
"""Compiled packages that the registry of Python packages has for the runtime."""
NEVER = ("uvicorn", "h11", "click")
"""What no page of a site uses."""
FOR_PAPER = ("typst", "font-source-sans-pro", "font-source-serif-pro")
"""What is fetched with the first print, in parts: one that is torn off is fetched again alone."""
PART = 4 << 20
"""Bytes of a part."""
LATER = re.compile(r"/engine/(print-\d+\.part|golden\.json)$|/first-pages/")
"""Addresses of files that are fetched when they are asked for: what prints need, and pictures of their first pages;
games that are played to check a browser."""
READ_AS_SOURCE = re.compile(r"aqmf_air/(.*/)?api(/\w+)?\.py|anyio/__init__\.py")
"""Modules that read their own source; the rest is there as compiled code alone."""
NOT_PACKED = re.compile(
    r"(^|/)(tests?|__pycache__)/|\.(pyi|pyc|pyd|md|rst|json\.map)$|(darwin|linux-[a-z]+|abi3)\.so$|(^|/)py\.typed$|^\.\."
    r"|\.dist-info/(?!METADATA|entry_points)|^pydantic/(v1/|mypy\.py)|^js_lib_htmx/static/htmx/(?!htmx\.min\.js)"
    r"|^aqmf_air/(cli/|__main__|testing|conformance\.py|games/\w+/ui/commands/|site/(build\.py|shell/))|\.d\.ts$"
    r"|^filelock/(_sqlite|_async_lock|_filesystem/_windows)/|^anyio/_backends/_trio\.py$"
)
"""Files of packages that no page of a site needs: what is for other platforms, for checkers, a terminal, its build."""
STEPS = ("The app comes", "Python starts", "It is unpacked", "Your games are read", "The app starts")
ICONS = (192, 512)
LONGEST_FETCH = 120
"""Seconds that one file may take."""
COMPILE = """
const [runtime, folder] = process.argv.slice(1);
const { loadPyodide } = await import(runtime + "/pyodide.mjs");
const python = await loadPyodide({ indexURL: runtime + "/" });
python.FS.mkdirTree("/packed");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/packed");
python.runPython(`
import compileall, py_compile, warnings
warnings.simplefilter("ignore")
compileall.compile_dir("/packed", quiet=2, legacy=True, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
`);
"""
"""Compiles a folder with the Python of the runtime, in Node: compiled code is of one version."""
LONG_AGO = (2020, 1, 1, 0, 0, 0)
"""The time of every file in an archive, so that the same files make the same site."""

Tell = Callable[[str], None]


@dataclass(frozen=True)
class Sources:
    """Where a build gets what is not installed here."""

    runtime: Path | None = None
    """The files of the runtime; None: npm is asked for them."""
    wheels: Path | None = None
    """A folder with wheels for the runtime."""
    index: str = ""
    """The address below which wheels for the runtime are."""
    without: frozenset[str] = frozenset()
    """Packages that are left out."""
    offline: bool = False
    """Whether nothing may be fetched."""


@dataclass(frozen=True)
class Built:
    """A site that was built."""

    version: str
    files: int
    first_visit: int
    """Bytes that a browser fetches at first, as a host sends them that packs what it sends."""
    whole: int
    """Bytes of all files."""
    left_out: tuple[str, ...]


def build(target: Path, sources: Sources, tell: Tell) -> Built:
    """Build the site into a folder, which is made, or emptied if a site is in it.

    Args:
        target: the folder.
        sources: where the runtime and the compiled packages are.
        tell: hears what is done, a line each.

    Raises AqmfError: something is missing, with where it can be had; nothing was changed then.
    """
    if target.exists() and any(target.iterdir()) and not (target / "sw.js").is_file():
        raise AqmfError(f"{target}: has files in it and is no site: name another folder", path=str(target))
    beside = target.with_name(f".{target.name}.new")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        beside.mkdir(exist_ok=True)  # whether it can be written is known before the work, not after it
        with tempfile.TemporaryDirectory(prefix="aqmf-site-") as aside:
            built = _made(Path(aside), sources, tell)
            shutil.copytree(Path(aside) / "site", beside, dirs_exist_ok=True)
        if target.exists():
            shutil.rmtree(target)
        beside.rename(target)
    except OSError as bad:
        raise AqmfError(f"{target}: the site cannot be written ({bad.strerror or bad})", path=str(target)) from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    return built


def _made(work: Path, sources: Sources, tell: Tell) -> Built:
    """Make the site in the folder ``site`` of ``work``."""
    runtime = _runtime(sources, work)
    lock_file = runtime / "pyodide-lock.json"
    try:
        lock = json.loads(lock_file.read_bytes())
        wheels = _wheels(lock, sources, work, tell)
    except (ValueError, KeyError, TypeError):
        raise AqmfError(f"{lock_file}: not the lock file of {RUNTIME} {RUNTIME_VERSION}", path=str(lock_file)) from None
    without = tuple(name for name in LACKS if name not in wheels)
    for line in said_left_out(without):
        tell(f"left out: {line}")
    made, engine = work / "site", work / "site" / "engine"
    engine.mkdir(parents=True)
    for name in RUNTIME_FILES:
        shutil.copyfile(runtime / name, engine / name)
    _pack(work, runtime, wheels, engine, tell)
    _copy_statics(made)
    _draw_icons(made, engine)
    draw_first_pages(made, work / "nobody")
    return _shell(made, without)


# -- what is not installed here -----------------------------------------------------------------------------------------


def _runtime(sources: Sources, work: Path) -> Path:
    """The folder with the files of the runtime. Raises AqmfError: it cannot be had, or files of it are missing."""
    folder = sources.runtime
    if folder is None:
        npm = shutil.which("npm")
        package = f"{RUNTIME}@{RUNTIME_VERSION}"
        how = f"'npm pack {package}' fetches it: unpack that, and name its folder with --runtime"
        if sources.offline or npm is None:
            raise AqmfError(f"the runtime is not here; {how}")
        why = _run([npm, "pack", "--silent", package], work)
        packed = next(work.glob("*.tgz"), None)
        if packed is None:
            raise AqmfError(f"npm could not fetch the runtime ({why[:200]}); {how}")
        with tarfile.open(packed) as archive:
            archive.extractall(work / "runtime", filter="data")
        folder = work / "runtime" / "package"
    missing = [name for name in RUNTIME_FILES if not (folder / name).is_file()]
    if missing:
        raise AqmfError(f"{folder}: expected the files of npm's {RUNTIME}, has no {', '.join(missing)}", path=str(folder))
    return folder.resolve()


def _wheels(lock: Mapping[str, Any], sources: Sources, work: Path, tell: Tell) -> dict[str, Path]:
    """The wheels of compiled packages for the runtime, by name. Raises AqmfError: one that is needed cannot be had."""
    folder = work / "wheels"
    folder.mkdir()
    wheels = {}
    for name in FROM_LOCK:
        if name not in sources.without:
            wheels[name] = _locked(lock["packages"][name], sources, folder)
    about = lock["info"]
    platform = f"pyemscripten_{about['abi_version']}_{about['arch']}"
    python = about["python"].rpartition(".")[0]
    for name in FROM_REGISTRY:
        if name in sources.without:
            continue
        version = metadata.version(name)
        if wheel := _given(sources.wheels, f"{name.replace('-', '_')}-{version}-*{platform}.whl"):
            wheels[name] = wheel
            continue
        if sources.offline:
            raise AqmfError(f"{name} {version} for {platform} is not in --wheels DIR; without --offline pip is asked for it")
        tell(f"{name} {version} for the runtime is fetched")
        options = ["--no-deps", "--only-binary", ":all:", "--platform", platform, "--python-version", python]
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--dest", str(folder)]
        why = _run([*pip, *options, f"{name}=={version}"], work)
        fetched = _given(folder, f"{name.replace('-', '_')}-{version}-*.whl")
        if fetched is None:
            left = " or --without typst" if name in LACKS else ""
            raise AqmfError(f"pip has no {name} {version} for {platform} ({why[-160:]}): give --wheels DIR{left}")
        wheels[name] = fetched
    return wheels


def _run(command: Sequence[str], folder: Path) -> str:
    """Run a program that fetches something into a folder. What it says of what went wrong, on one line."""
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=LONGEST_FETCH, check=False)
    except subprocess.TimeoutExpired:
        return f"no answer within {LONGEST_FETCH} s"
    return " ".join(done.stderr.split()) or "no reason given"


def _given(folder: Path | None, pattern: str) -> Path | None:
    return next(iter(sorted(folder.glob(pattern))), None) if folder else None


def _locked(package: Mapping[str, Any], sources: Sources, folder: Path) -> Path:
    """The wheel that the runtime's lock file names. Raises AqmfError: it is not there, or is another."""
    name, file = package["name"], package["file_name"]
    wheel = _given(sources.wheels, file)
    if wheel is None and sources.index and not sources.offline:
        address = f"{sources.index.rstrip('/')}/{file}"
        if not address.startswith(("https://", "http://")):
            raise AqmfError(f"--index {sources.index}: expected an address that begins with https://")
        wheel = folder / file
        try:
            with urlopen(address, timeout=LONGEST_FETCH) as sent, wheel.open("wb") as kept:
                shutil.copyfileobj(sent, kept)
        except (URLError, OSError) as bad:
            raise AqmfError(f"{address}: cannot be fetched ({bad})") from None
    if wheel is None:
        raise AqmfError(
            f"{file} is not here: give --wheels DIR or --index URL, or leave it out by --without {','.join(FROM_LOCK)}"
        )
    if hashlib.sha256(wheel.read_bytes()).hexdigest() != package["sha256"]:
        raise AqmfError(f"{wheel.name}: not the {name} that the runtime's lock file names (sha256)", path=str(wheel))
    return wheel


# -- Python -------------------------------------------------------------------------------------------------------------


def _pack(work: Path, runtime: Path, wheels: Mapping[str, Path], engine: Path, tell: Tell) -> None:
    """Write ``app.zip``, the parts of what prints need, and how many those are (``print.json``)."""
    node = shutil.which("node")
    if node is None:
        tell("Node is not here: Python goes as source, and the site starts some seconds later")
    packed = {name: package for name, package in _needed().items() if name not in (*NEVER, *FROM_LOCK, *FROM_REGISTRY)}
    for archive in ("app", "print"):
        folder = work / archive
        folder.mkdir()
        for name, package in packed.items():
            if (name in FOR_PAPER) == (archive == "print"):
                _copy_package(package, folder)
        for name, wheel in wheels.items():
            if (name in FOR_PAPER) == (archive == "print"):
                _unpack(wheel, folder)
        if archive == "app":
            without = [name for name in LACKS if name not in wheels]
            (folder / "aqmf_air" / "site" / AS_BUILT.name).write_text(json.dumps(without), encoding="utf-8")
            write_ahead(folder / "aqmf_air" / made_ahead.FOLDER.name, without)
        if node:
            _compile(node, runtime, folder)
        _write_zip(folder, work / f"{archive}.zip")
    shutil.move(work / "app.zip", engine)
    whole = (work / "print.zip").read_bytes() if "typst" in wheels else b""
    parts = [whole[at : at + PART] for at in range(0, len(whole), PART)]
    for number, part in enumerate(parts):
        (engine / f"print-{number}.part").write_bytes(part)
    (engine / "print.json").write_text(json.dumps({"parts": len(parts)}), encoding="utf-8")


def write_ahead(folder: Path, without: Collection[str]) -> None:
    """Write what plugins make ahead for a site without these packages, a file of each.
    Raises NotHereError: one of the packages is not here either.
    """
    from aqmf_air.web.shared_registry import registry

    folder.mkdir()
    for contribution in registry().of(kinds.MADE_AHEAD).values():
        if not {*without}.isdisjoint(contribution.needs):
            data = json.dumps(contribution.load()(), separators=(",", ":"))
            (folder / f"{contribution.name}.json").write_text(data, encoding="utf-8")


def _unpack(wheel: Path, folder: Path) -> None:
    """The files of a wheel, but what no page needs. Raises AqmfError: it is none."""
    try:
        with zipfile.ZipFile(wheel) as members:
            packed = [file for file in members.namelist() if file.endswith(".so") or not NOT_PACKED.search(file)]
            members.extractall(folder, packed)
    except zipfile.BadZipFile:
        raise AqmfError(f"{wheel}: no wheel, or one that is torn", path=str(wheel)) from None


def _compile(node: str, runtime: Path, folder: Path) -> None:
    """Compile all Python in a folder for the runtime."""
    script = [node, "--input-type=module", "--eval", COMPILE, str(runtime), str(folder)]
    done = subprocess.run(script, capture_output=True, text=True, check=False)
    if done.returncode:
        raise AqmfError(f"the runtime could not compile the app: {' '.join(done.stderr.split())[-300:]}")


def _needed() -> dict[str, metadata.Distribution]:
    """The app, the plugins that are installed, and all that they need, by normalised name."""
    needed: dict[str, metadata.Distribution] = {}
    asked = ["aqmf-air", *(point.dist.name for point in metadata.entry_points(group="aqmf_air") if point.dist)]
    while asked:
        try:
            distribution = metadata.distribution(asked.pop())
        except metadata.PackageNotFoundError:  # of another platform
            continue
        name = re.sub(r"[-_.]+", "-", distribution.name).lower()
        if name in needed:
            continue
        needed[name] = distribution
        for requirement in distribution.requires or ():
            asked += re.findall(r"^[\w.-]+", requirement) if "extra ==" not in requirement else ()
    return needed


def _copy_package(distribution: metadata.Distribution, folder: Path) -> None:
    """The files of an installed package, but what only its own platform can use."""
    for file in distribution.files or ():
        if not NOT_PACKED.search(file.as_posix()) and file.suffix != ".pth":
            _copy(Path(str(distribution.locate_file(file))), folder / file)
    if distribution.name == "aqmf-air":
        package = Path(str(files("aqmf_air")))  # a working copy, too, has more than it was installed with
        for path in package.rglob("*"):
            if path.is_file() and not NOT_PACKED.search(path.relative_to(package.parent).as_posix()):
                _copy(path, folder / path.relative_to(package.parent))
        designs = folder / "aqmf_air" / "designs"  # which a working copy has beside the package
        if not designs.is_dir():
            shutil.copytree(package.parent / "designs", designs)


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def _write_zip(folder: Path, target: Path) -> None:
    """A folder as an archive, without the source of what is compiled."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder).as_posix()
            is_source = bool(READ_AS_SOURCE.fullmatch(name))
            of_source = path.suffix == ".pyc" and READ_AS_SOURCE.fullmatch(name.removesuffix("c"))
            compiled = path.suffix == ".py" and path.with_suffix(".pyc").exists()
            if not path.is_file() or of_source or "__pycache__" in path.parts or (compiled and not is_source):
                continue
            about = zipfile.ZipInfo(name, LONG_AGO)
            about.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(about, path.read_bytes())


# -- what browsers ask for ----------------------------------------------------------------------------------------------


def _copy_statics(made: Path) -> None:
    """Static files of the app, of htmx and of plugins, at the addresses that the app has for them."""
    from aqmf_air.web.app import guests, htmx
    from aqmf_air.web.pages import FOLDER, static_path
    from aqmf_air.web.shared_registry import board_packages

    folders = {"": FOLDER / "static"}
    folders |= {guest.static: Path(str(files(guest.static))) / "static" for guest in guests() if guest.static}
    folders |= {package: Path(str(files(package))) / "static" for package in board_packages()}
    for package, folder in folders.items():
        if folder.is_dir():
            place = made / static_path(package).lstrip("/")
            shutil.copytree(
                folder, place, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.d.ts", "__pycache__", "*.py")
            )
    shutil.copyfile(htmx(), made / "static" / "htmx.js")


def _draw_icons(made: Path, engine: Path) -> None:
    """The rose as PNG, in the sizes that a home screen asks for."""
    import typst

    source = '#set page(width: 64pt, height: 64pt, margin: 4pt, fill: rgb("#faf7f0"))\n#image("rose.svg", width: 100%)'
    given: Any = {"main": source.encode(), "rose.svg": (made / "static" / "rose.svg").read_bytes()}
    for size in ICONS:
        (engine / f"icon-{size}.png").write_bytes(typst.compile(given, format="png", ppi=72 * size / 64))


def draw_first_pages(made: Path, home: Path) -> None:
    """The first pages of all prints, as files at the addresses that the app has for them; ``home`` is a folder without
    anything of a player's own. Each game has a process of its own: Typst holds 1 GB after some of them.
    """
    from aqmf_air.web.shared_registry import games

    once = get_context("spawn")
    with ProcessPoolExecutor(1, once, _set_own_folder, (str(home),), max_tasks_per_child=1) as pool:
        for pictures in pool.map(first_pages, games()):
            for address, picture in pictures.items():
                (made / address[1:]).parent.mkdir(parents=True, exist_ok=True)
                (made / address[1:]).write_bytes(picture)


def _set_own_folder(folder: str) -> None:
    os.environ[FOLDER_VARIABLE] = folder


def _shell(made: Path, without: Sequence[str]) -> Built:
    """The page that shows the app, its scripts, and the service worker with the version of all of it."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    from aqmf_air.web.shared_registry import games

    here = Path(__file__).parent
    for script in (here / "shell").iterdir():
        if script.name != "sw.js":
            shutil.copyfile(script, made / "engine" / script.name)
    icons = [{"src": f"/engine/icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png"} for size in ICONS]
    manifest = {
        "name": "AQMF Air",
        "description": "Air war games for the table",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#faf7f0",
        "theme_color": "#8a1c1c",
        "icons": icons,
    }
    (made / "manifest.webmanifest").write_text(json.dumps(manifest, indent=1), encoding="utf-8")
    golden = [game._asdict() for game in record()]
    (made / "engine" / "golden.json").write_text(json.dumps(golden, ensure_ascii=False), encoding="utf-8")
    first = sum(_sent(path) for path in _all(made) if not LATER.match(f"/{path.relative_to(made).as_posix()}"))
    templates = Environment(loader=FileSystemLoader(here / "templates"), autoescape=True, undefined=StrictUndefined)
    megabytes = -(-first // 1_000_000)
    page = templates.get_template("index.html").render(
        steps=STEPS, games=games().values(), without=said_left_out(without), megabytes=megabytes
    )
    for name in ("index.html", "404.html"):  # a host shows the second where an address of the app is asked for first
        (made / name).write_text(page, encoding="utf-8")
    worker = (here / "shell" / "sw.js").read_text(encoding="utf-8")
    listed = sorted(f"/{path.relative_to(made).as_posix()}" for path in _all(made))
    digests = {path: hashlib.sha256((made / path[1:]).read_bytes()).hexdigest() for path in listed if path != "/404.html"}
    digests["/"] = digests.pop("/index.html")
    version = hashlib.sha256(f"{worker}{json.dumps(digests)}".encode()).hexdigest()[:16]
    later = [path for path in digests if LATER.match(path)]
    size = sum((made / path[1:]).stat().st_size for path in listed if path not in ("/404.html", *later))
    site = json.dumps({"version": version, "files": digests, "later": later, "bytes": size})
    (made / "sw.js").write_text(f"self.SITE = {site};\n{worker}", encoding="utf-8")
    whole = sum(path.stat().st_size for path in _all(made))
    return Built(version, len(listed) + 1, first, whole, tuple(without))


def _all(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.is_file())


def _sent(path: Path) -> int:
    """Bytes of a file as it is sent: packed, where that makes it smaller."""
    import gzip

    raw = path.read_bytes()
    return min(len(raw), len(gzip.compress(raw, 9)))
