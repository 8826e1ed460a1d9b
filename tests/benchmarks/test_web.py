"""The app against a bare Starlette app in the same run: from nothing to the first page, and a page once it is warm."""

from __future__ import annotations

import re
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.benchmarks import race

BARE = """
import socket
import uvicorn
from jinja2 import Template
from starlette.applications import Starlette
from starlette.responses import HTMLResponse
from starlette.routing import Route

SHOWN = Template("<!doctype html><title>{{ name }}</title><h1>{{ name }}</h1>")
app = Starlette(routes=[Route("/", lambda request: HTMLResponse(SHOWN.render(name="bare")))])
with socket.socket() as listening:
    listening.bind(("127.0.0.1", 0))
    listening.listen()
    print(f"at http://127.0.0.1:{listening.getsockname()[1]}/", flush=True)
    uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listening])
"""
PATIENCE = 20
PAGES = ("", "odds/shoot", "hangar", "army", "rules")


def served(*arguments: str) -> tuple[subprocess.Popen[str], str]:
    """A server, and where it says that it is."""
    process = subprocess.Popen([sys.executable, "-u", *arguments], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    at = re.search(r"http://127\.0\.0\.1:\d+/", process.stdout.readline())
    assert at is not None
    return process, at.group()


def page(address: str) -> Callable[[], object]:
    def get() -> object:
        with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
            return answer.read()

    return get


def first_page(*arguments: str) -> Callable[[], object]:
    """From the start of the process to the end of the first answer, and the process killed."""

    def start() -> object:
        process, address = served(*arguments)
        with process:
            answer = page(address)()
            process.kill()
        return answer

    return start


@pytest.fixture
def bare(tmp_path: Path) -> str:
    path = tmp_path / "bare.py"
    path.write_text(BARE, encoding="utf-8")
    return str(path)


def test_the_first_page(bare: str, benchmark: Any, capsys: pytest.CaptureFixture[str]) -> None:
    ours = first_page("-m", "aqmf_air", "serve", "--port", "0")
    contest = race.run("start to first page (goal: 600 ms)", ours, {"a bare Starlette app": first_page(bare)}, rounds=9)
    race.tell(contest, benchmark, capsys)
    benchmark.pedantic(ours, rounds=3)


@pytest.fixture
def both(bare: str) -> Iterator[tuple[str, str]]:
    (one, ours), (other, theirs) = served("-m", "aqmf_air", "serve", "--port", "0"), served(bare)
    with one, other:
        yield ours, theirs
        one.kill()
        other.kill()


@pytest.mark.parametrize("path", PAGES)
def test_a_page(path: str, both: tuple[str, str], benchmark: Any, capsys: pytest.CaptureFixture[str]) -> None:
    ours, theirs = page(f"{both[0]}{path}"), page(both[1])
    for _ in range(3):
        ours()
    contest = race.run(f"GET /{path}", ours, {"a bare Starlette page": theirs}, rounds=25)
    race.tell(contest, benchmark, capsys)
    benchmark.pedantic(ours, rounds=5)
