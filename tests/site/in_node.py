"""The engine of a built site in Node, and the same natively."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import ZipFile

from aqmf_air.drawing.style import TYPEFACES

ROOT = Path(__file__).parents[2]
RUN = """
import { readFileSync, writeFileSync } from "node:fs";
const [engine, script, asked, answered] = process.argv.slice(1);
const { loadPyodide } = await import(engine + "/pyodide.mjs");
const python = await loadPyodide({ indexURL: engine + "/", env: { HOME: "/home/pyodide", TZ: "UTC0" } });
python.FS.mkdirTree("/app");
python.unpackArchive(new Uint8Array(readFileSync(engine + "/app.zip")).buffer, "zip", { extractDir: "/app" });
python.FS.writeFile("/app/asked.py", readFileSync(script));
python.globals.set("given", readFileSync(asked, "utf8"));
const answers = await python.runPythonAsync(`
import json, sys
sys.path.insert(0, "/app")
import asked
await asked.answers(json.loads(given), "/home/player")
`);
writeFileSync(answered, answers);
console.log(python._module.HEAP8.length);
"""
"""Asks the engine in Node, from one file to another; says how large its memory is then."""


WITHOUT = ("numpy", "shapely", "typst", *TYPEFACES.values())


class Answers(NamedTuple):
    """How addresses were answered."""

    answers: dict[str, tuple[int, str, float]]
    """Of each its status, its text, and the least seconds of work."""
    then: list[str]
    """The addresses that were asked for at last: where the pages before led to."""
    memory: int = 0
    """The bytes of the runtime's memory at the end."""


def in_node(node: str, site: Path, asked: dict[str, Any], aside: Path) -> Answers:
    """How the engine of a built site answers in Node."""
    (aside / "asked.json").write_text(json.dumps(asked))
    files = (site / "engine", ROOT / "tests/site/asked.py", aside / "asked.json", aside / "answers.json")
    command = [node, "--input-type=module", "--eval", RUN, *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=1800, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return _read((aside / "answers.json").read_text(), int(done.stdout.split()[-1]))


def natively(site: Path, asked: dict[str, Any], aside: Path) -> Answers:
    """How the same engine answers here, in a process of its own without what the site leaves out or fetches with a print,
    and with what the build of the site has made ahead.
    """
    with ZipFile(site / "engine/app.zip") as packed:
        packed.extractall(aside, [name for name in packed.namelist() if name.startswith("aqmf_air/made_ahead/")])
    places = {"home": str(aside / "home"), "made_ahead": str(aside / "aqmf_air/made_ahead")}
    done = subprocess.run(
        [sys.executable, "-m", "tests.site.asked"],
        input=json.dumps({**asked, **places, "without": WITHOUT}),
        env={"PYTHONPATH": ":".join(filter(None, sys.path)), "TZ": "UTC0"},
        capture_output=True,
        text=True,
        timeout=1800,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return _read(done.stdout)


def _read(text: str, memory: int = 0) -> Answers:
    told = json.loads(text)
    answers = {address: (status, text, least) for address, (status, text, least) in told["answers"].items()}
    return Answers(answers, told["then"], memory)
