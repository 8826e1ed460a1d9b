"""Every page of the app in Debian's Chromium, on a small phone and on a laptop, light and dark."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from time import sleep
from typing import Any

import httpx2
import pytest
from click.testing import CliRunner

from aqmf_air.cli.main import aqmf
from aqmf_air.games.martian_front.army.exchange.token import token_of
from aqmf_air.lab.results import Results
from aqmf_air.web.access.guard import SEAT
from aqmf_air.web.app import create_app
from aqmf_air.web.odds import says_more
from tests.cli.lab_games import first_flight, keep_games
from tests.games.martian_front.ledger.forces import AIRCRAFT, HUMANS, MARTIANS, army
from tests.web.army.test_army import TOKEN
from tests.web.conftest import SMALL_PHONE, every_route, running
from tests.web.looking import fits, heeded, sound_on_both

LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
NO_PAGE = re.compile(
    r"\.(svg|js|json|geojson|jsonl|toml|pdf|png)$|/stream$|/card$|/export/|/print/|^/static/|^/hangar/(shape|price|card)"
    r"|^/answers$|\.ico$"
)
"""Pictures, files, streams, and parts of pages."""
DUEL = "/lab/aqmf/duel?a=Sikorsky S-16&term.turns=2"
EXAMPLES: dict[str, tuple[str, ...]] = {
    "/odds/{question}": (
        "/odds/shoot?attacker=US Infantry&target=Scout Tripod&roll=6 7 8 1 1&roll=9 9 x",
        "/odds/shoot?attacker=Scout Tripod&target=US Infantry&roll=9&roll=r 9",
        "/odds/shoot?attacker=US Infantry&target=US Infantry&distance=far",
        "/odds/shoot?attacker=US Infantry&target=Scout Tripod&compare=yes",
        "/odds/shoot?shots=many",
        "/odds/barrage?attacker=Field Gun Battery&target=Scout Tripod&roll=9&roll=9&roll=6",
        "/odds/morale?unit=US Infantry&lost=2",
        "/odds/die-off",
        "/odds/spot?turns=3",
        "/odds/initiative?kills=1&big-kills=2",
        "/odds/attack?attacker=Packard-Le Père LUSAC-11&target=Dominator Tripod&cover=fortified",
        "/odds/aa?ruleset=valor&weather=heavy-clouds",
    ),
    "/rules": ("/rules", "/rules?q=bomb", "/rules?q=nothing+like+it"),
    "/help/{ruleset}": ("/help/aqmf", "/help/clouds", "/help/valor", "/help/aqmf-ledger"),
    "/rules/{id}": ("/rules/AIR-MOVE-4", "/rules/AOV-TGT-1"),
    "/join/{game}/{token}": ("{link}",),
    "/game/{game}": ("/game/{game}", "/game/{gone}"),
    "/game/{game}/chronicle": ("{war}/chronicle",),
    "/game/{game}/chronicle/{chapter:int}": ("/game/squadron/chronicle/3",),
    "/game/{game}/result": ("/game/{over}/result",),
    "/game/{game}/film": ("/game/{game}/film",),
    "/game/{game}/seats": ("/game/{game}/seats",),
    "/game/{game}/discard": ("/game/{game}/discard",),
    "/hangar/design/{name:path}": (
        "/hangar/design/Junkers D.I",
        "/hangar/design/Salmson 2",
        "/hangar/design/Caudron G.4?ruling.first_medium=add",
    ),
    "/hangar/fair/{name:path}": ("/hangar/fair/Junkers D.I", "/hangar/fair/Salmson 2"),
    "/lab/{ruleset}": ("/lab/aqmf",),
    "/lab/{ruleset}/duel": ("/lab/richthofen/duel", f"{DUEL}&b=Scout Tripod", DUEL, f"{DUEL}&b=Nobody"),
    "/lab/{ruleset}/play": ("/lab/aqmf/play", "/lab/richthofen/play", "/lab/aqmf/play?scenario=first-flight&games=2"),
    "/lab/{ruleset}/unit/{name}": ("/lab/aqmf/unit/Burgess-Dunne D8",),
    "/hangar/compare": (
        "/hangar/compare",
        "/hangar/compare?design=SPAD XIII&design=Junkers D.I&design=Salmson 2&design=Martin MB-1"
        "&design=Packard-Le Père LUSAC-11&design=Siemens-Schuckert D.IV",
    ),
    "/hangar/new": ("/hangar/new?name=Overladen&mph=95&role=combat&skin=fabric&gun-forward=6&light=9&medium=3",),
    "/scenario/{scenario}": ("{scenario}",),
    "/campaign/{campaign}": ("{campaign}",),
    "/campaign/{campaign}/chronicle": ("{campaign}/chronicle",),
    "/campaign/{campaign}/chronicle/{chapter:int}": ("{campaign}/chronicle/1",),
    "/mission/{mission}": ("{mission}",),
    "/patrol/{patrol}": ("{patrol}",),
    "/ledger/{name}": (
        "{ledger}",
        "{ledger}?unit=Field Gun Battery&do=lay",
        "{ledger}?unit=Burgess-Dunne D8&do=bombs",
        "{ledger}?unit=Scout Tripod&do=correct",
    ),
    "/ledger/{name}/discard": ("{ledger}/discard",),
    "/ledger/{name}/luck": ("{ledger}/luck",),
    "/army": ("/army", "/army?list=nothing", f"/army?list={TOKEN}"),
    "/army/units": ("/army/units", "/army/units?q=tripod"),
    "/army/list/{key}/": ("{list}",),
    "/army/list/{key}/units": ("{list}units?q=camel",),
    "/army/list/{key}/fill": ("{list}fill",),
    "/army/list/{key}/compare": ("{list}compare?with={key}",),
}
"""What a route is shown by, where that is not its bare path."""
PATHS = sorted({route.path for route in every_route() if "GET" in (route.methods or ()) and not NO_PAGE.search(route.path)})
PAGES = [(path, example) for path in PATHS for example in EXAMPLES.get(path, (path,))]
AT_NIGHT = [(path, example) for path in PATHS for example in EXAMPLES.get(path, (path,))[1::2]]
"""Every second example of a page: tests/nightly looks at them."""
READY = {"/game/{game}": "#board[data-ready=yes]", "/scenario/{scenario}": "#stage[data-drawn]"}
"""What is there once scripts have drawn a page."""
SAID = """() => {
  const all = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
  while (all.nextNode()) {
    const [text, by] = [all.currentNode.data.trim(), all.currentNode.parentElement];
    const said = text && !text.includes('://') && !by.closest('script, style, code, pre, kbd, textarea, template');
    if (said && by.checkVisibility()) found.push(text);
  }
  return found;
}"""
HELPED = """() => [...document.querySelectorAll('label')].flatMap(label => {
  const [field, small] = [label.control, label.querySelector('small')];
  const ids = (field?.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean);
  const helps = [small, ...ids.map(id => document.getElementById(id))].filter(help => help?.textContent.trim());
  const own = [...label.childNodes].filter(node => node !== small).map(node => node.textContent).join(' ');
  return helps.map(help => [help.textContent, own, [...(field?.options ?? [])].map(option => option.textContent)]);
})"""
"""Help lines, each with its label and the choices in its field."""
FOR_PROGRAMS = re.compile(
    r"\b[a-z]+(?:_[a-z]+)+\b|\b(?:host|aircraft)\.[a-z]+\b|\b(?:None|True|NaN|undefined)\b|\[object |&[a-z]+;"
)
"""What is written for programs: fields, types of orders, values of no language of people."""


def test_every_page_of_the_app_is_walked() -> None:
    assert {path for path in PATHS if "{" in path} <= set(EXAMPLES), "a page with no example to look at"
    assert set(EXAMPLES) <= set(PATHS), "an example of no page"


@pytest.fixture(scope="module")
def things(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, Any]]:
    """An app with a table, a discarded one, a link to a seat, and one of what else is kept; the cookies."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AQMF_HOME", str(tmp_path_factory.mktemp("home")))
        with (
            running(create_app()) as address,
            httpx2.Client(base_url=address, headers={"origin": address}, timeout=60) as asked,
        ):

            def begun(path: str, **form: str) -> str:
                answer = asked.post(path, data=form)
                assert answer.status_code == 303, answer.text
                return str(answer.headers["location"])

            def table() -> tuple[str, str]:
                seats = begun("/games/new", scenario="first-flight", human="here", martian="friend")
                return seats.split("/")[2], seats

            with Results() as results:
                keep_games(results, first_flight(), 1)
            for meeting in (DUEL, f"{DUEL}&b=Scout Tripod"):
                while "<progress" in asked.get(meeting).text:
                    pass  # each answer takes its time
            gone, _ = table()
            begun(f"/game/{gone}/discard")
            game, seats = table()
            over = begun("/games/new", scenario="first-flight", human="automatic", martian="automatic").split("/")[2]
            while (result := asked.get(f"/game/{over}/result")).status_code == 303 or "<progress" in result.text:
                sleep(0.1)  # it is played by itself, then its luck is counted
            war = begun("/games/new", ruleset="valor", scenario="campaign")
            for _ in range(3):  # a nation, a length, options: then there is a squadron
                now = asked.get(f"{war}/sheet.json").json()
                order = {"as": "you", "entries": now["entries"], "command": now["offers"][0]["command"]}
                assert asked.post(f"{war}/order", json=order).status_code == 200
            typed = ["play", "valor:french-short", "--auto", "both", "--seed", "4", "--game", "squadron"]
            assert CliRunner().invoke(aqmf, typed).exit_code == 0
            assert asked.get("/game/squadron", follow_redirects=True).status_code == 200
            campaign = begun("/campaign/new", campaign="bloody-april", once=address)
            begun(f"{campaign}/call-off", once="x")
            seats_held = [
                {
                    "name": SEAT,
                    "value": one.value,
                    "domain": "127.0.0.1",
                    "path": one.path,
                    "sameSite": "Strict",
                    "httpOnly": True,
                }
                for one in asked.cookies.jar
                if one.name == SEAT
            ]
            link = re.search(
                r"http://[^/<]+(/join/[\w/-]+)", asked.post(seats, data={"seat": "martian", "act": "link"}).text
            )
            assert link is not None
            kept = begun("/army/new", name="Third Wing", side="human", limit="300")
            asked.post(f"{kept}add", data={"unit": "Sopwith Camel"})
            human, martian = army("human", (*HUMANS, *AIRCRAFT)), army("martian", MARTIANS)
            yield {
                "address": address,
                "game": game,
                "gone": gone,
                "over": over,
                "war": war,
                "link": link.group(1),
                "list": kept,
                "key": kept.strip("/").rpartition("/")[2],
                "scenario": begun("/scenario/new", title="The mill", width="48", depth="36"),
                "mission": begun("/mission/copy", scenario="bombing", title="The bridge"),
                "patrol": begun("/patrol/copy", scenario="balloon-line", title="The line"),
                "campaign": campaign,
                "ledger": begun(
                    "/ledger/new", **{"human-text": token_of(human), "martian-text": token_of(martian), "title": "The Meuse"}
                ),
                "cookies": seats_held,
            }


@pytest.fixture(scope="module")
def visitors(chromium: Any, things: Mapping[str, Any]) -> Iterator[list[Any]]:
    """The opener's pages: light on a small phone, dark on a laptop."""
    looks = ((SMALL_PHONE, "light"), (LAPTOP, "dark"))
    contexts = [chromium.new_context(**screen, color_scheme=colours) for screen, colours in looks]
    for context in contexts:
        context.set_default_timeout(30_000)
        context.add_cookies(things["cookies"])
    yield [context.new_page() for context in contexts]
    for context in contexts:
        context.close()


@pytest.mark.further(every=3)
@pytest.mark.parametrize(("path", "example"), [page for page in PAGES if page not in AT_NIGHT])
def test_a_page_is_sound_on_both_screens_in_both_colours(
    visitors: list[Any], things: Mapping[str, Any], path: str, example: str
) -> None:
    small, wide = visitors
    with heeded(small), heeded(wide):
        for page in visitors:
            answer = page.goto(things["address"] + example.format_map(things))
            assert answer.status < 500
            if path in READY and "{gone}" not in example:
                page.locator(READY[path]).wait_for()
            assert [text for text in page.evaluate(SAID) if FOR_PROGRAMS.search(text)] == []
            assert [
                (said, label) for said, label, choices in page.evaluate(HELPED) if not says_more(said, label, choices)
            ] == []
        sound_on_both(small, wide)
        fits(small)
