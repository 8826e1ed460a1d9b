"""The laboratory's pages, with a report of two units."""

from __future__ import annotations

import asyncio
import csv
import html
import re
import time
import types
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from io import StringIO
from threading import Event
from typing import Any

import pytest
from starlette.testclient import TestClient

from aqmf_air.lab.bench_tasks import ReportTask
from aqmf_air.lab.workbench import Workbench
from aqmf_air.web.app import create_app
from aqmf_air.web.live.jobs import Job, Jobs
from tests.web.conftest import OURS

D8, GUNBUS = "Burgess-Dunne D8", "Vickers F.B.5 Gunbus"


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AQMF_HOME", str(tmp_path_factory.mktemp("home")))
        patch.setattr(Workbench, "shipped_report", lambda bench: None)
        patch.setattr("aqmf_air.web.laboratory.ReportTask", partial(ReportTask, names=(D8, GUNBUS), games=2))
        with TestClient(create_app(), base_url="http://127.0.0.1", headers=OURS) as client:
            first = client.get("/lab")
            assert str(first.url).endswith("/lab/aqmf")
            assert "Work it out" in first.text, "nothing is begun unasked"
            assert client.get("/lab/aqmf/export/csv").status_code == 400
            client.get("/lab/aqmf?begin=yes")
            until = time.monotonic() + 300
            waited = list[str]()
            while "<progress" in (shown := client.get("/lab/aqmf").text):
                waited.append(shown)
                assert time.monotonic() < until
            for shown in waited[-1:]:  # none, where much of it was worked out before in this process
                assert re.search(r"Every unit is tried: \d+%, about \d+ (s|min) left", shown)
            yield client


def charted(client: TestClient, page: str) -> str:
    """The plots that a page of the laboratory has loaded."""
    return "".join(client.get(link, headers={"hx-request": "true"}).text for link in re.findall(r'hx-get="([^"]+)"', page))


def test_the_report_that_comes_with_a_game_is_shown_at_once(client: TestClient) -> None:
    front = client.get("/lab/aqmf").text
    assert "Work it out" not in front
    assert f"<title>{D8}: 60 asked, 60 fair, range 60 to 60" in charted(client, front)
    for end in ("best", "worst"):
        assert front.split(f'aria-label="Five {end} for their points"')[1].split("</section>")[0].count("<li>") == 5
    assert "Against each foe" in client.get(f"/lab/aqmf/unit/{D8}").text
    assert "Alike in all that is judged here: Voisin III." in client.get("/lab/aqmf/unit/Maurice Farman MF.11").text
    assert client.get("/lab/aqmf/export/csv").text.startswith("name,")
    assert "First flight" in front, "whole games stand beside the prices"
    alike = charted(client, client.get("/lab/richthofen").text)  # of a game that asks as many points for all
    assert "<title>Fokker D-VII: 100 asked, 104 fair, range 101 to 114; 89 in games, 73 to 111; about as good" in alike
    assert '<a href="/lab/richthofen/unit/SE-5a">' in alike, "a row leads to its page"
    wide = client.get("/lab/richthofen/plots/worth-wide.svg", headers={"hx-request": "true"}).text
    assert '<a href="/lab/richthofen/unit/SE-5a">' in wide
    assert '<a href="/lab' not in client.get("/lab/richthofen/plots/worth-phone.svg").text, "a file leads nowhere"


def test_the_front_says_who_is_left_out_and_a_verdict_leads_to_those_that_have_it(client: TestClient) -> None:
    front = client.get("/lab/aqmf").text
    assert re.search(r"AEG B\.I and \d+ more: it flies high[^<]*see their pages for games", front)
    assert re.search(r"Heavy Machine Gun Squad and \d+ more: not tried in games", front)
    many = re.search(r'href="(/lab/aqmf\?verdict=less#prices)"><span class="tag verdict less">(\d+) dear<', front)
    assert many
    dear = client.get(many[1].partition("#")[0]).text.partition('id="prices"')[2].partition("</table>")[0]
    assert dear.count('<th scope="row">') == int(many[2]) == dear.count(">dear</span>")
    assert client.get("/lab/aqmf?verdict=nosuch").status_code == 400
    heads, *rows = csv.reader(StringIO(client.get("/lab/aqmf/export/csv").text))
    verdicts = [row[heads.index("verdict")] for row in rows]
    assert verdicts.count("dear") == int(many[2])
    assert {"in_games", "in_games_low", "in_games_high", "games", "because"} <= {*heads}


@pytest.mark.parametrize("path", ["/lab/aqmf", "/lab/aqmf/duel", "/lab/richthofen", "/lab/clouds/play", "/lab/valor/play"])
def test_the_bar_shows_that_this_is_the_laboratory(client: TestClient, path: str) -> None:
    assert re.search(r'<a href="/lab/\w+" aria-current="page">Lab</a>', client.get(path).text)


@pytest.mark.further
def test_the_table_is_sorted_and_has_its_plots(opened: TestClient) -> None:
    by_worth, by_name = opened.get("/lab/aqmf").text, opened.get("/lab/aqmf?sort=name").text
    assert by_worth.index(f">{GUNBUS}</a>") < by_worth.index(f">{D8}</a>"), "in games"
    by_duels = opened.get("/lab/aqmf?sort=fair").text
    assert by_duels.index(f">{D8}</a>") < by_duels.index(f">{GUNBUS}</a>")
    assert 'aria-sort="ascending"' in by_name
    assert opened.get("/lab/aqmf?sort=luck").status_code == 400
    assert by_worth.count('<figure class="chart') == 4
    best, worst = (by_worth.split(f'aria-label="Five {end}"')[1].split("</section>")[0] for end in ("best", "worst"))
    assert best.count("<li>") == worst.count("<li>") == 1
    assert f"<strong>{GUNBUS}</strong>" in best
    drawn = charted(opened, by_worth)
    assert f"<title>{D8}: 60 asked, 60 fair, range 60 to 60; 60 in games, 60 to 60; the measure</title>" in drawn
    assert 'fill="#' not in drawn, "they have the colours of the page, light or dark"
    assert "2 games each" in drawn


def test_a_unit_has_a_page_and_its_design_leads_there(opened: TestClient) -> None:
    shown = opened.get(f"/lab/aqmf/unit/{GUNBUS}").text
    assert "Games cannot tell it from the Burgess-Dunne D8." in shown
    assert shown.count("51 to 80") == 1, "each number once"
    assert "Burgess-Dunne D8, 60" in shown
    assert "60 to 60" not in opened.get(f"/lab/aqmf/unit/{D8}").text, "the measure has no range"
    assert "Assault Tripod" in shown
    assert "First flight with it" not in shown
    assert "First flight with it as its flight" in opened.get(f"/lab/aqmf/unit/{D8}").text
    assert D8 in shown, "which differs in its bombs"
    assert opened.get("/lab/aqmf/unit/Gunbos").status_code == 404
    assert f'href="/hangar/fair/{GUNBUS.replace(" ", "%20")}"' in opened.get(f"/hangar/design/{GUNBUS}").text


def test_a_design_tells_its_fair_price_and_works_it_out_when_asked(opened: TestClient) -> None:
    calculator = {"name": "Moth", "role": "combat", "mph": "70", "skin": "fabric", "gun-f": "1"}
    led = opened.get("/hangar/new", params={**calculator, "on": "fair"}, follow_redirects=False)
    token = led.headers["location"].removeprefix("/hangar/fair/")
    priced = [opened.get(f"/hangar/fair/{one}").text for one in (GUNBUS, token)]
    said = [re.findall(r"By exact duels \d+ points; it costs 60", one) for one in priced]
    assert said[0] == said[1] != [], "a Gunbus by another name is known"
    assert "Work it out" in opened.get("/hangar/fair/Sopwith Camel").text, "nothing is begun unasked"
    assert "it flies high" in opened.get("/hangar/fair/Salmson 2").text
    assert opened.get("/hangar/fair/Nothing").status_code == 404


def test_the_report_is_kept_as_a_file(opened: TestClient) -> None:
    begins: dict[str, Any] = {"html": b"<!doctype html>", "pdf": b"%PDF", "csv": b"name,", "json": b"{"}
    for form, begin in begins.items():
        answer = opened.get(f"/lab/aqmf/export/{form}")
        assert answer.content.startswith(begin)
        assert f"aqmf-laboratory.{form}" in answer.headers["content-disposition"]
    assert "Every type is tried" in opened.get("/lab/richthofen").text
    assert opened.get("/lab/valor").url.path == "/lab/valor/play", "a game without one has many games to play"
    assert opened.get("/lab/nosuch").status_code == 404
    assert opened.get("/lab/aqmf/export/exe").status_code == 404


@pytest.mark.parametrize("end", [lambda jobs: jobs.stop(), lambda jobs: jobs.end("work")])
def test_work_ends_where_it_tells_how_far_it_is_when_nobody_wants_it(end: Callable[[Jobs], None]) -> None:
    ended: list[int] = []

    async def stopped() -> str | Job:
        jobs = Jobs(asyncio.to_thread)

        def make(done: Callable[[int], None]) -> str:
            end(jobs)
            for step in range(100):
                ended.append(step)
                done(step)
            return "done"

        return await jobs.result("work", make)

    with ThreadPoolExecutor(1) as aside:  # a browser's events may run in this thread
        assert isinstance(aside.submit(lambda: asyncio.run(stopped())).result(), Job)
    assert ended == [0]


def settled(client: TestClient, address: str) -> str:
    """A page when its work is done."""
    until = time.monotonic() + 120
    while "<progress" in (shown := client.get(address).text):
        assert time.monotonic() < until
    return shown


@pytest.mark.further
@pytest.mark.threads
def test_who_beats_whom_is_asked_by_name_and_sorted_and_found(opened: TestClient) -> None:
    form = opened.get("/lab/aqmf/duel").text
    assert f'<option value="{D8}">human aircraft, 60 points</option>' in form
    assert "flies high" not in form, "who meets nobody is not offered"
    duel = settled(opened, f"/lab/aqmf/duel?a={D8}&b=assault tripod")
    assert re.search(r"Burgess-Dunne D8 is left alone</th><td class=\"number\">29\.1%", duel)
    assert "45 of 60" in duel
    first = settled(opened, f"/lab/aqmf/duel?a={D8}&b=Assault Tripod&term.first=human")
    assert re.search(r"D8 is left alone</th><td class=\"number\">3[89]\.\d%", first)
    foes = settled(opened, f"/lab/aqmf/duel?a={D8}&term.turns=2")
    assert foes.index(">Drones</a>") < foes.index(">Dominator Tripod</a>"), "whom it beats most is first"
    names = opened.get(f"/lab/aqmf/duel?a={D8}&term.turns=2&sort=name&q=tripod", headers={"hx-request": "true"}).text
    assert "6 of 7 foes." in names
    assert names.index(">Assault Tripod</a>") < names.index(">Dominator Tripod</a>")
    assert "<form" not in names, "a part of the page"
    assert "b=Dominator+Tripod&amp;term.turns=2" in names or "term.turns=2&amp;b=Dominator+Tripod" in names


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("a=Sopwth Camel&b=Scout Tripod", "did you mean Sopwith Camel"),
        (f"a={D8}&b=Sopwith Camel", "are on one side"),
        ("a=Salmson 2", "flies high"),
        (f"a=2 x {D8}", "name whom they meet"),
        (f"a=99 x {D8}&b=Scout Tripod", "expected 1 to 12 units, got 99"),
        (f"a={D8}&b=Scout Tripod&term.turns=99", "--turns: expected a whole number from 1 to 30"),
        ("a=/etc/hosts.toml&b=Scout Tripod", "unknown unit"),
        (f"a={D8}&sort=luck", "sort: expected one of"),
    ],
)
def test_a_duel_that_cannot_be_says_why(opened: TestClient, query: str, said: str) -> None:
    assert said in html.unescape(opened.get(f"/lab/aqmf/duel?{query}").text)


def test_a_force_leads_to_its_duels_and_is_found_by_name(opened: TestClient) -> None:
    shown, named = opened.get(f"/lab/aqmf/unit/{D8}").text, f"/lab/aqmf/duel?a={D8.replace(' ', '%20')}"
    assert f'href="{named}"' in shown
    assert f'href="{named}&amp;b=Assault%20Tripod"' in shown
    assert str(opened.get("/lab/aqmf?unit=burgess dunne d8").url).endswith("/lab/aqmf/unit/Burgess-Dunne%20D8")
    assert opened.get("/lab/aqmf?unit=Nothing").status_code == 404
    assert 'href="/lab/richthofen"' in opened.get("/lab/aqmf").text


@pytest.mark.threads
def test_work_is_stopped_and_does_not_begin_again_by_itself(opened: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, ended = Event(), Event()

    def slow(self: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            begun.set()
            progress = next(one for one in (*args, *kwargs.values()) if isinstance(one, types.FunctionType))
            for step in range(600):
                progress(step, 1000)
                time.sleep(0.05)
        finally:
            ended.set()

    monkeypatch.setattr(Workbench, "report", lambda self, terms, there, done, **more: slow(self, done))
    monkeypatch.setattr(Workbench, "result", slow)
    for address, fields in (("/lab/richthofen", {}), ("/lab/aqmf/duel", {"a": D8, "b": "Drones", "term.turns": "3"})):
        begun.clear()
        ended.clear()
        page = opened.get(address, params=fields or {"begin": "yes"})
        assert begun.wait(20)
        assert "begin" not in str(page.url), "who comes again and again begins nothing"
        assert ">Stop</button>" in page.text
        stopped = opened.post(address, data=fields)
        assert ended.wait(20)
        for shown in (stopped, opened.get(str(stopped.url))):
            assert "<progress" not in shown.text
            assert ">Go on</a>" in shown.text or "Work it out</button>" in shown.text
        assert not begun.is_set() or ended.is_set()


@pytest.mark.threads
def test_work_that_goes_on_is_not_forgotten() -> None:
    async def asked() -> bool:
        jobs, over = Jobs(asyncio.to_thread), Event()
        monkeypatched = asyncio.create_task(jobs.result("long", lambda done: over.wait(20)))
        await asyncio.sleep(0)
        for number in range(12):
            await jobs.result(number, lambda done: None)
        there = "long" in jobs and len(jobs._jobs) <= 9
        over.set()
        await monkeypatched
        return there

    with ThreadPoolExecutor(1) as aside:
        assert aside.submit(lambda: asyncio.run(asked())).result()
