"""The app where compiled packages are left out: what needs them says so, and everything else is there."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import aqmf_air
from aqmf_air.games.martian_aircraft.designs.design import Design, token_of
from aqmf_air.site.build import write_ahead
from tests.site.visiting import FLYING
from tests.web.conftest import every_route
from tests.web.test_every_page import EXAMPLES

ADDRESSES = sorted(
    {
        address
        for route in every_route()
        if "GET" in (route.methods or ())
        for address in EXAMPLES.get(route.path, (route.path,))
        if "{" not in address
    }
)
SET_UP = ("/games?ruleset=richthofen", "/games?ruleset=clouds", "/games?scenario=clouds:balloon-line")
EDITORS = {"/patrol": "balloon-line", "/mission": "duel"}
TERMINAL_IS_THERE = ("enter.html",)
"""Pages that no site has: a site admits nobody."""
OWN = Design.model_validate(
    {"name": "Mine", "max_speed_mph": 90.0, "skin": "fabric", "role": "combat", "shape": {"span_ft": 31, "length_ft": 22}}
)
"""Nobody has drawn it ahead."""
PRINTS = (
    *(
        "/print/aid.pdf",
        "/print/cards.pdf",
        "/hangar/card/Junkers D.I",
        "/first-pages/aqmf/aid.png",
        "/games/scenario/first-flight.svg",
    ),
    *(f"/army/print/{sheet}?list={FLYING}" for sheet in ("roster", "cards", "templates")),
    f"/hangar/design/{token_of(OWN)}",
    *(f"/hangar/{drawn}?design=Salmson 2&design={token_of(OWN)}" for drawn in ("compare.svg", "to-scale.svg")),
)
TABLES = ("valor:campaign", "richthofen:duel", "aqmf:first-flight", "clouds:balloon-line")
NEED_GEOMETRY = re.compile(r"^/lab/(aqmf|richthofen)/play|^table of (aqmf|clouds)|^/games/scenario")
NEED_TYPST = re.compile(r"^(/army)?/print/|^/first-pages/|^/hangar/card/")


def crawled(home: Path, *without: str) -> dict[str, tuple[int, str]]:
    """How each address answers, and what it says went wrong, in a process of its own without these packages, with what a
    site without them has that was made ahead.
    """
    write_ahead(home / "ahead", without)
    addresses = [*ADDRESSES, *PRINTS, *SET_UP]
    asked = {"without": without, "ahead": str(home / "ahead"), "addresses": addresses, "tables": TABLES, "editors": EDITORS}
    done = subprocess.run(
        [sys.executable, "-m", "tests.site.crawl"],
        input=json.dumps(asked),
        env={"AQMF_HOME": str(home), "PYTHONPATH": ":".join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    return {address: (status, told) for address, (status, told) in json.loads(done.stdout).items()}


@pytest.mark.parametrize(
    ("without", "needed"),
    [(("numpy", "shapely"), (NEED_GEOMETRY,)), (("numpy", "shapely", "typst"), (NEED_GEOMETRY, NEED_TYPST))],
    ids=["without numpy and shapely", "nor typst"],
)
def test_every_page_answers_or_says_what_is_left_out(
    tmp_path: Path, without: tuple[str, ...], needed: tuple[re.Pattern[str], ...]
) -> None:
    answers = crawled(tmp_path, *without)
    assert {address: answer for address, answer in answers.items() if answer[0] >= 500 and answer[0] != 501} == {}
    absent = {address: told for address, (status, told) in answers.items() if status == 501}
    assert {address for address, told in absent.items() if not told.startswith("This is not here: it needs ")} == set()
    assert set(absent) == {address for address in answers if any(need.search(address) for need in needed)}
    assert answers["/"][0] == answers["/games"][0] == answers["/games/first.svg"][0] == 200
    by_hand, scenarios, scenario = [answers[address] for address in SET_UP]
    assert by_hand == (200, "Every side is moved by hand here: the automatic player needs numpy, which is left out.")
    assert re.fullmatch(r"\d+ scenarios are not here: they need \w+, which is left out", scenarios[1])
    assert scenario[1].startswith("balloon-line cannot be played here: it needs ")
    assert re.fullmatch(r"\d+ scenarios are not here: they need \w+, which is left out", answers["/games"][1])
    assert answers["play now"] == (303, "/game/spotting-over-arras")  # of the game whose other side moves by itself
    (patrol, told), mission = [answers[f"copy at {editor}"] for editor in EDITORS]
    assert (patrol, mission) == (303, (303, ""))
    assert re.match(r"It cannot be played here: its table needs \w+, which is left out. Download it, and play it on", told)


def test_advice_for_a_terminal_says_that_it_is_for_a_computer() -> None:
    templates = [
        path for path in Path(aqmf_air.__file__).parent.rglob("templates/*.html") if path.name not in TERMINAL_IS_THERE
    ]
    paragraphs = [part for path in templates for part in re.split(r"\n|</p>", path.read_text(encoding="utf-8"))]
    advice = [part for part in paragraphs if re.search(r"\baqmf [a-z]|\bterminal\b", part)]
    assert len(advice) > 5
    assert [part for part in advice if "computer" not in part] == []
