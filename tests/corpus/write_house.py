"""Writes ``house``: kept games of every ruleset and scenario and campaigns, and what the program of the day tells of them.

``python -m tests.corpus.write_house`` ran once, on the last commit before the rooms of the house were laid out anew, and is
kept to say how its games came to be. Nothing in ``house`` is ever written anew.
"""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).parent / "house"
TYPED = "?\n1\n?\n1\n?\n1\nundo\nredo\n?\n1\nq\n"
"""Orders of a player who takes what is offered first, takes it back, and leaves."""
AUTOMATIC = {
    "aqmf": ("first-flight", "eyes-above", "far-horizon", "hold-the-line", "map-square", "redoubt"),
    "richthofen": ("duel", "balloon", "bombing", "photographs", "three-on-three", "trench-strafing"),
    "valor": ("french-short", "spotting-over-arras"),
}
PLAYED: list[tuple[tuple[str, ...], str]] = [
    *(
        (("play", f"{ruleset}:{name}", "--ask", "--auto", "both", "--seed", str(seed), "--game", f"{ruleset}-{name}"), "")
        for ruleset, names in AUTOMATIC.items()
        for seed, name in enumerate(names, 61)
    ),
    (("play", "aqmf:first-flight", "--ask", "--auto", "martian", "--seed", "7", "--game", "aqmf-typed"), TYPED),
    (("play", "richthofen:duel", "--auto", "german", "--seed", "8", "--game", "richthofen-typed"), TYPED),
    (("play", "valor:campaign", "--seed", "9", "--game", "valor-typed"), TYPED),
    (("campaign", "new", "bloody-april", "--name", "running", "--seed", "3"), ""),
    *[(("campaign", "fly", "running", "--auto", "both", "--seed", str(seed)), "") for seed in (31, 32)],
    (("campaign", "fly", "running", "--auto", "german", "--seed", "33"), "?\n1\n?\n1\nq\n"),
    (("campaign", "new", "spring-1918", "--name", "ended", "--seed", "4"), ""),
    *[(("campaign", "fly", "ended", "--auto", "both", "--seed", str(seed)), "") for seed in (41, 42, 43)],
]
"""What was played, and what was typed."""
TOLD: list[tuple[str, ...]] = [
    ("games", "--json"),
    *(("replay", f"{ruleset}-{name}") for ruleset, names in AUTOMATIC.items() for name in names),
    *(("replay", f"{ruleset}-typed") for ruleset in AUTOMATIC),
    ("chronicle", "valor-french-short"),
    ("campaign", "list"),
    ("campaign", "show", "running"),
    ("campaign", "show", "ended"),
    ("campaign", "show", "running", "--json"),
    ("campaign", "show", "ended", "--json"),
]
"""What is told of them."""
PRINTED: dict[str, tuple[str, ...]] = {
    "roster": ("print", "--ruleset", "valor", "roster", "--game", "valor-french-short"),
    "log": ("print", "--ruleset", "valor", "log", "--game", "valor-french-short"),
    "chronicle": ("chronicle", "valor-french-short"),
}
"""What is printed of them: the text of each PDF."""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        for command, typed in PLAYED:
            print(*command, flush=True)
            ended = _run(home, *command, typed=typed)
            if ended.returncode:
                print("   ", ended.returncode, ended.stderr.strip()[-200:])
        told = {" ".join(command): _run(home, *command).stdout for command in TOLD}
        printed = {}
        for name, command in PRINTED.items():
            paper = home / "paper.pdf"
            _run(home, *command, "-o", str(paper)).check_returncode()
            text = subprocess.run(["pdftotext", "-layout", str(paper), "-"], capture_output=True, text=True, check=True)
            printed[name] = text.stdout
            paper.unlink()
        FOLDER.mkdir(exist_ok=True)
        _run(home, "backup", str(FOLDER / "kept.zip")).check_returncode()
        document = json.dumps({"told": told, "printed": printed}, ensure_ascii=False).encode()
        (FOLDER / "told.json.gz").write_bytes(gzip.compress(document, mtime=0))


def _run(home: Path, *command: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Call the program in a folder of its own."""
    environment = {**os.environ, "AQMF_HOME": str(home), "COLUMNS": "120", "PYTHONUTF8": "1"}
    words = [sys.executable, "-m", "aqmf_air", *command]
    return subprocess.run(words, input=typed, capture_output=True, text=True, check=False, env=environment)


if __name__ == "__main__":
    main()
