"""Two games made outside the repository, installed by pip: at the terminal, in a real browser, and harmless to others."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from aqmf_air.cli.main import aqmf
from tests.test_strangers_plugin import Environment
from tests.web.conftest import LAPTOP, PHONE

pytest.importorskip("pip")

GAMES = Path(__file__).with_name("plugins_on_disk")
DUEL = GAMES / "dawn_duel"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    made = Environment(tmp_path_factory.mktemp("games"))
    for name in ("dawn_duel", "night_mail"):
        made.install_package(GAMES / name)
    return made


def played(installed: Environment, *arguments: str, typed: str = "") -> Any:
    """What a command of the environment prints: as a document, or as text."""
    command = [installed.python, "-m", "aqmf_air", *arguments]
    surroundings = {**os.environ, "AQMF_HOME": str(installed.folder / "home")}
    done = subprocess.run(
        command, input=typed, capture_output=True, text=True, timeout=60, cwd=installed.folder, env=surroundings
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout) if "--json" in arguments else done.stdout


def test_the_duel_is_short_and_mostly_rules() -> None:
    lines = {path.name: len(path.read_text("utf-8").splitlines()) for path in DUEL.rglob("*.py")}
    game = ("rules.py", "state.py", "orders.py", "game.py")
    assert sum(lines.values()) < 700
    assert sum(count for name, count in lines.items() if name not in game) < sum(lines.values()) / 3
    assert not re.search(r"aqmf_air\.(?!api)", "".join(path.read_text("utf-8") for path in GAMES.glob("*_*/*/**/*.py")))


@pytest.mark.further
def test_installed_beside_each_other_they_change_nothing_of_other_games(
    installed: Environment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    monkeypatch.setattr("aqmf_air.plugins.registry._installed", list)
    alone = json.loads(CliRunner().invoke(aqmf, ["play", "--seed", "3", "--game", "g", "--json"]).stdout)
    log = CliRunner().invoke(aqmf, ["export", "g"]).stdout
    assert "duel" not in log.splitlines()[0]
    assert played(installed, "play", "--seed", "3", "--game", "g", "--json") == alone
    assert played(installed, "export", "g") == log


@pytest.mark.further
def test_own_dice_are_asked_for_and_a_secret_deck_is_shuffled_by_nobody(installed: Environment) -> None:
    orders = "take off\nfly on\nfly on\nfly on\nfly on\n"
    told = played(installed, "play", "mail:over-the-hills", "--seed", "5", "--physical", "--game", "m", typed=orders)
    assert "the deck is shuffled" not in told
    need = re.search(r"(\d+) or more to pass", told)
    assert need, told
    asked = played(installed, "play", "--resume", "m", typed="fly through it\n6 6\nundo\nfly through it\n1 1\n")
    assert re.search(r"to pass \(\d+\+\) .*: 6 6 yes  \[pilot\]", asked), asked
    assert re.search(r"to pass \(\d+\+\) .*: 1 1 no  \[pilot\]", asked), asked
    assert "taken back" in asked
    log = played(installed, "export", "m")
    assert played(installed, "import", "-", "--as", "n", "--json", typed=log)["entries"] == log.count('"position"')
    ended = played(installed, "play", "--resume", "m", "--auto", "pilot", "--json")
    assert ended["winner"] in ("pilot", "draw")


# -- at live tables -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def address(installed: Environment) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    command = [installed.python, "-m", "aqmf_air", "serve", "--port", port]
    surroundings = {**os.environ, "AQMF_HOME": str(installed.folder / "served")}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=installed.folder, env=surroundings) as server:
        assert server.stdout is not None
        assert port in server.stdout.readline()
        yield f"http://127.0.0.1:{port}"
        server.terminate()


def opened(chromium: Any, screen: dict[str, Any]) -> Any:
    page = chromium.new_context(**screen).new_page()
    page.set_default_timeout(20_000)
    return page


def orders(page: Any, *buttons: str) -> None:
    for button in buttons:
        page.get_by_role("button", name=button).first.click()


UNDO = """async ([game, entries]) => (await fetch(`${game}/undo`, {method: "POST",
  headers: {"content-type": "application/json"}, body: JSON.stringify({as: "red", entries})})).text()"""
SHEET = "async path => (await fetch(path, {cache: 'no-store'})).text()"


@pytest.mark.further
def test_a_duel_of_a_laptop_and_a_phone_keeps_what_is_sealed(address: str, chromium: Any) -> None:
    blue, red = opened(chromium, LAPTOP), opened(chromium, PHONE)
    blue.goto(f"{address}/games?scenario=duel:even-match")
    blue.select_option("#red", label="by a friend, by link")
    orders(blue, "Set up the table")
    link = blue.get_by_label("The link to").input_value()
    red.goto(link)
    orders(red, "Join")
    blue.get_by_role("link", name="To the table").click()
    orders(blue, "blue Scout", "Full throttle, 3 hexes")
    blue.locator("#sketch path").first.wait_for(state="attached")  # the way that it leads, before it is ordered
    orders(blue, "Give order")
    red.get_by_text("blue seals an order").wait_for()
    game = blue.evaluate("location.pathname")
    known = [json.loads(page.evaluate(SHEET, f"{game}/sheet.json")) for page in (blue, red)]
    assert ["dash" in str({**one, "offers": ()}) for one in known] == [True, False]
    assert "dash" not in red.evaluate(SHEET, f"{game}/board.svg?as=red")
    place = blue.locator("[data-piece=blue]").get_attribute("data-y")
    orders(red, "Red", "Turn left", "Give order")  # a phone at a glance has no room for what it flies
    blue.get_by_text("Turn 2 · Manoeuvres").wait_for()
    blue.locator(f"[data-piece=blue]:not([data-y='{place}'])").wait_for()
    both = [json.loads(page.evaluate(SHEET, f"{game}/sheet.json")) for page in (blue, red)]
    assert both[0]["state"] == both[1]["state"]
    undone = red.evaluate(
        UNDO,
        [game, both[1]["entries"]],
    )
    after = json.loads(blue.evaluate(SHEET, f"{game}/sheet.json"))
    assert after["state"] == both[0]["state"], undone  # what was opened is not undone by one side alone
    for page in (blue, red):
        page.context.close()


@pytest.mark.further(every=2)
@pytest.mark.parametrize("screen", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_a_night_of_mail_is_flown_on_the_plain_board(address: str, chromium: Any, screen: dict[str, Any]) -> None:
    page = opened(chromium, screen)
    page.goto(f"{address}/games?scenario=mail:one-night")
    orders(page, "Set up the table", "Take off")
    page.get_by_text("20 cards are left").wait_for()
    orders(page, "Fly on")
    page.get_by_text("19 cards are left").or_(page.get_by_text("before you")).wait_for()
    sheet = page.evaluate(SHEET, page.evaluate("location.pathname") + "/sheet.json")
    assert '"deck": []' in sheet or '"deck":[]' in sheet
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.context.close()
