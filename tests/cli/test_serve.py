"""``aqmf serve`` as a process of its own."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

import pytest
from click.testing import CliRunner

from aqmf_air.cli.main import aqmf
from aqmf_air.core.data.files import lock_for_server


def test_it_says_where_it_is_answers_and_ends_on_ctrl_c(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-u", "-m", "aqmf_air", "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            at = re.search(r"http://127\.0\.0\.1:\d+/", process.stdout.readline())
            assert at is not None
            with urllib.request.urlopen(at.group(), timeout=20) as answer:
                assert b"Play now" in answer.read()
            with pytest.raises(urllib.error.HTTPError, match="404"):
                urllib.request.urlopen(f"{at.group()}nope", timeout=20)
        finally:
            process.send_signal(signal.SIGINT)
            _, said = process.communicate(timeout=20)
    assert "Traceback" not in said


def test_it_asks_for_its_code_where_it_is_told_to() -> None:
    asking = [sys.executable, "-u", "-m", "aqmf_air", "serve", "--port", "0", "--host", "127.0.0.2", "--code"]
    with subprocess.Popen(asking, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stdout is not None
            said = [process.stdout.readline() for _ in range(3)]
            assert said[1].endswith("Other machines cannot reach it: --host 0.0.0.0 lets them.\n")
            link = said[2].strip()  # no code to scan stands before it
            at = link.partition("enter")[0]
            assert at.startswith("http://127.0.0.2:")
            with urllib.request.urlopen(f"{at}games", timeout=20) as answer:
                assert answer.url == f"{at}enter?to=/games"
            form = urllib.parse.urlencode({"code": link.partition("code=")[2], "to": "/rules"}).encode()
            opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
            opener.addheaders = [("Origin", at.removesuffix("/"))]
            with opener.open(f"{at}enter", form, timeout=20) as answer:
                assert answer.url == f"{at}rules"
        finally:
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=20)


def test_the_table_of_a_game_that_is_not_kept_is_one_line() -> None:
    result = CliRunner().invoke(aqmf, ["serve", "--port", "0", "--table", "nothing"])
    assert result.exit_code == 2
    assert "no game 'nothing'" in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.further
def test_it_prints_where_the_table_of_a_game_is() -> None:
    assert CliRunner().invoke(aqmf, ["play", "--auto", "both", "--game", "kept-table"]).exit_code == 0
    asking = [sys.executable, "-u", "-m", "aqmf_air", "serve", "--port", "0", "--table", "kept-table"]
    with subprocess.Popen(asking, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stdout is not None
            told = next(line for line in process.stdout if "kept-table" in line)
            assert told.startswith("The table of kept-table is at http://127.0.0.1:")
            assert told.endswith("/game/kept-table\n")
        finally:
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=20)


@pytest.mark.parametrize(
    ("host", "said"),
    [
        ("no such host.", "no such address"),
        ("127.0.0.1.5", "no such address"),
        ("203.0.113.9", "expected an address of this machine"),
    ],
)
def test_an_address_that_is_not_ours_is_one_line(host: str, said: str) -> None:
    result = CliRunner().invoke(aqmf, ["serve", "--port", "0", "--host", host])
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_port_in_use_is_one_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        result = CliRunner().invoke(aqmf, ["serve", "--port", str(taken.getsockname()[1])])
    assert result.exit_code == 2
    assert "cannot be used (address already in use): try --port 0" in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_second_app_on_the_same_folder_is_told_where_the_first_is(tmp_path: Path) -> None:
    home = {"AQMF_HOME": str(tmp_path)}
    first = [sys.executable, "-u", "-m", "aqmf_air", "serve", "--port", "0"]
    with subprocess.Popen(
        first, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env={**os.environ, **home}
    ) as one:
        try:
            assert one.stdout is not None
            at = re.search(r"http://127\.0\.0\.1:\d+/", one.stdout.readline())
            assert at is not None
            result = CliRunner(env=home).invoke(aqmf, ["serve", "--port", "0"])
            assert result.exit_code == 2
            assert result.stderr == f"aqmf: {at.group()} is open on {tmp_path} already: use that, or end it first\n"
        finally:
            one.kill()
    with lock_for_server("http://127.0.0.1:1/"):  # a killed one is no hindrance
        pass
