"""Every address, with good and with bad input: plain words, the engine's own figures, never a fault of ours."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import quote, unquote

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from aqmf_air.cli.main import aqmf
from aqmf_air.core.data.model import replace
from aqmf_air.core.data.text import label_of
from aqmf_air.games.martian_aircraft.designs.design import token_of
from aqmf_air.games.martian_aircraft.designs.design_odds import proving_ground
from aqmf_air.games.martian_aircraft.designs.hangar import open_hangar
from aqmf_air.games.martian_aircraft.designs.pricing import cost_of
from aqmf_air.games.martian_aircraft.tables import AircraftRulings
from aqmf_air.games.martian_front.ui.pages.army.lists import web_ruleset
from tests.printing.sheet import pages
from tests.web.conftest import every_route

PAGES = [
    route.path
    for route in every_route()
    if "{" not in route.path and "GET" in (route.methods or ()) and route.path != "/army/code.svg"
]


def words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_there_and_light(client: TestClient, path: str) -> None:
    answer = client.get(path, params={"design": "SPAD XIII"}, follow_redirects=True)
    assert answer.status_code == 200
    assert len(answer.content) < 100 * 1024
    if answer.headers["content-type"].startswith("text/html"):
        assert not re.search(r"<script(?![^>]*src=)|\son[a-z]+=|\sstyle=", answer.text)
        for file in set(re.findall(r'(?:src|href)="(/static/[^"]+)"', answer.text)):
            assert client.get(file).status_code == 200


def test_a_page_with_its_script_and_style_is_under_100_kib(client: TestClient) -> None:
    extra = sum(len(client.get(f"/static/{name}").content) for name in ("htmx.js", "room.css", "rose.svg"))
    answers = {path: client.get(path, params={"design": "SPAD XIII"}, headers={"accept-encoding": "gzip"}) for path in PAGES}
    sent = {
        path: int(answer.headers["content-length"])
        for path, answer in answers.items()
        if answer.headers.get("content-type", "").startswith("text/html")
    }
    assert len(sent) > 20
    assert {path: size for path, size in sent.items() if size + extra >= 100 * 1024} == {}


# -- rules ----------------------------------------------------------------------------------------------------------------


def test_the_register_has_every_rule_and_ruling(client: TestClient) -> None:
    shown = words(client.get("/rules").text)
    assert all(f"{rule.id} {rule.text}" in shown for rule in web_ruleset().register)
    assert all(label_of(name) in shown for name in web_ruleset().rulings.model_fields)


def test_a_search_keeps_what_has_every_word(client: TestClient) -> None:
    shown = words(client.get("/rules", params={"q": "AIR-MOVE-4"}).text)
    assert "AIR-MOVE-4" in shown
    assert "HOST-MORALE-1" not in shown
    part = client.get("/rules", params={"q": "AIR-MOVE-4"}, headers={"hx-request": "true"}).text
    assert "<html" not in part
    assert "AIR-MOVE-4" in part
    assert "No rule of any game has “xyzzy”" in words(client.get("/rules?q=xyzzy").text)


def test_a_search_says_what_other_games_have(client: TestClient) -> None:
    shown = words(client.get("/rules?ruleset=aqmf&q=stall").text)
    assert "No rule of All Quiet on the Martian Front has “stall”. In other games:" in shown
    assert "ICOG-5.5.12.1" in shown
    assert "All 29 in In Clouds of Glory" in shown
    question = words(client.get("/rules?q=can a damaged aircraft land").text)
    tab, count = (re.search(pattern, question) for pattern in (r"Aces of Valor: (\d+)", r"(\d+) rules?, (\d+) rulings? for"))
    assert tab, question
    assert count, "the game is open that has it"
    assert int(tab[1]) == int(count[1]) + int(count[2])
    assert "AOV-END-3" in question
    there = client.get("/rules?ruleset=clouds&q=stlal").text
    assert "No rule has “stlal”: read as “stall”." in words(there)
    assert "26 rules, 3 rulings" in words(there)
    assert "In Clouds of Glory: 29" in words(there)
    assert "<mark>stall</mark>" in there
    asked = words(client.get("/rules?ruleset=clouds&q=who moves first").text)
    assert asked.index("ICOG-4.2-a") < asked.index("ICOG-4.2.1")
    both = client.get("/rules?q=movement").text
    assert 'href="/rules?ruleset=clouds&amp;q=movement"' in both


def test_a_question_is_answered_with_the_best_and_with_all_when_they_are_asked_for(client: TestClient) -> None:
    question = "/rules?ruleset=richthofen&q=How do I tail"
    first, every = client.get(question).text, client.get(f"{question}&all=yes").text
    assert next(re.finditer(r"<li><a [^>]*>(RW-[A-Z]+-\d+)", first))[1] == "RW-TAIL-1"
    shown, in_all = (page.count("<li><a") + page.count('<article class="card"') for page in (first, every))
    assert shown < in_all
    assert f"Show all {in_all}" in first
    assert "Show all" not in every


def test_every_rule_has_its_page_and_no_other(client: TestClient) -> None:
    for rule in web_ruleset().register:
        assert rule.text in words(client.get(f"/rules/{rule.id}").text)
    missing = client.get("/rules/AIR-MOV-4")
    assert missing.status_code == 404
    assert "did you mean" in words(missing.text)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"proved": True}, "proved by a test"),
        ({"proved": False}, "not proved by a test yet"),
        ({"planned": "with the wind"}, "still to come: with the wind"),
    ],
)
def test_a_rule_says_whether_a_test_proved_it(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, changes: dict[str, object], said: str
) -> None:
    rules = [replace(rule, **changes) for rule in web_ruleset().register]
    game = SimpleNamespace(id="aqmf", title="", register=rules, rulings=web_ruleset().rulings)
    monkeypatch.setattr("aqmf_air.web.rules.ruleset", lambda name: game)
    assert f"In the program {said}" in words(client.get("/rules/AIR-MOVE-4?ruleset=aqmf").text)


# -- hangar ---------------------------------------------------------------------------------------------------------------


def test_the_hangar_has_every_design_at_its_price(client: TestClient) -> None:
    shown = client.get("/hangar").text
    for one in open_hangar().parked:
        row = next(line for line in shown.splitlines() if f'value="{one.design.name}"' in unescape(line))
        assert f'<td class="number">{cost_of(one.design, one.rulings).points}</td>' in row


def test_the_hangar_is_searched_by_name_nation_year_and_role(client: TestClient) -> None:
    assert "2 designs" not in words(client.get("/hangar?q=sopwith camel").text)
    assert "Sopwith Camel" in words(client.get("/hangar?q=sopwith camel").text)
    assert "Sopwith Camel" not in words(client.get("/hangar?q=germany").text)
    assert "Sopwith Camel" not in words(client.get("/hangar?role=scout").text)
    assert "No design fits" in words(client.get("/hangar?q=zzz").text)
    german = words(client.get("/hangar?nation=Germany&most=70").text)
    assert "AEG C.II" in german
    assert "Sopwith Pup" not in german
    assert "Albatros D.III" not in german, "a unit of it costs more"


@pytest.mark.parametrize("one", open_hangar().parked, ids=lambda one: one.design.name)
def test_a_design_has_the_figures_of_the_engine(client: TestClient, one: object) -> None:
    parked = open_hangar().named(getattr(one, "design").name)  # noqa: B009
    shown = words(client.get(f"/hangar/design/{parked.design.name}").text)
    for line in parked.cost.breakdown:
        assert line.what in shown
    for each in proving_ground().prospects(parked):
        assert f"{each.target} {float(each.mean):.1f}" in shown


def test_a_design_is_found_by_its_token(client: TestClient) -> None:
    design = open_hangar().named("SPAD XIII").design
    assert "SPAD XIII" in words(client.get(f"/hangar/design/{token_of(design)}").text)
    assert client.get("/hangar/design/aqd1-IgAJ").status_code == 400
    missing = client.get("/hangar/design/Foker D.VII")
    assert missing.status_code == 404
    assert "did you mean Fokker D.VII" in words(missing.text)


@pytest.mark.parametrize("by_token", [False, True])
def test_a_design_has_its_card_on_paper(client: TestClient, by_token: bool) -> None:
    """At one tap from its page, at the points that the page tells."""
    design = open_hangar().named("SPAD XIII").design
    key = token_of(replace(design, name="Another")) if by_token else design.name
    shown = client.get(f"/hangar/design/{quote(key)}").text
    (card,) = re.findall(r'href="(/hangar/card/[^"]+)"', shown)
    answer = client.get(unescape(card))
    assert answer.headers["content-type"] == "application/pdf"
    (page,) = pages(answer.content)
    assert page.count("Another" if by_token else design.name) == 4  # a sheet of them
    assert f"{cost_of(design, AircraftRulings()).points} pts" in " ".join(page.split())


def test_designs_are_compared(client: TestClient) -> None:
    both = {"design": ["SPAD XIII", "Junkers D.I", "SPAD XIII"]}
    shown = client.get("/hangar/compare", params=both).text
    assert shown.count('<th scope="col">') == 2
    assert client.get("/hangar/compare.svg", params=both).text.startswith("<svg")
    names = [one.design.name for one in open_hangar().parked[:7]]
    assert client.get("/hangar/compare", params={"design": names}).status_code == 400
    assert client.get("/hangar/compare.svg").status_code == 400


def test_worth_is_against_martians_alone(client: TestClient) -> None:
    assert client.get("/hangar/worth", params={"against": "Assault Tripod"}).status_code == 200
    human = next(name for name, unit in web_ruleset().catalogue.items() if unit.side == "human")
    assert client.get("/hangar/worth", params={"against": human}).status_code == 400
    assert client.get("/hangar/worth.svg", params={"against": "Nobody"}).status_code == 404


def test_the_best_design_within_a_limit_is_found(client: TestClient) -> None:
    def ranked(**asked: str) -> list[tuple[str, int, float]]:
        shown = client.get("/hangar/worth", params=asked).text
        row = r'<th scope="row"><a [^>]*>([^<]+)</a></th><td class="number">(\d+)</td><td class="number">([\d.]+)'
        return [(unescape(name), int(points), float(off)) for name, points, off in re.findall(row, shown)]

    assert all(points <= 80 for _, points, _ in ranked(most="80"))
    best = ranked(most="80", by="pass")
    assert best == sorted(best, key=lambda one: -one[2])
    assert {name for name, _, _ in best} == {name for name, points, _ in ranked() if points <= 80}
    assert client.get("/hangar/worth.svg", params={"most": "80"}).text.startswith("<svg")
    assert "No armed design costs so little" in words(client.get("/hangar/worth", params={"most": "1"}).text)
    for path in ("/hangar/worth", "/hangar/worth.svg"):
        assert client.get(path, params={"most": "x"}).status_code == 400


# -- calculator -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AIR-DES-5")
@pytest.mark.parametrize("one", open_hangar().parked, ids=lambda one: one.design.name)
def test_a_design_copied_into_the_form_costs_the_same(client: TestClient, one: object) -> None:
    parked = open_hangar().named(getattr(one, "design").name)  # noqa: B009
    shown = words(client.get("/hangar/new", params={"like": parked.design.name}).text)
    assert f"{cost_of(parked.design, parked.rulings).points} in all" in shown


FORM = {"name": "Mine", "role": "combat", "mph": "70", "skin": "fabric", "gun-f": "1", "medium": "2"}


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({}, "90 in all"),
        ({"mph": "fast"}, "top speed: expected miles an hour, more than 0 and at most 1000, got 'fast'"),
        ({"mph": "-5"}, "top speed: expected miles an hour, more than 0 and at most 1000, got '-5'"),
        ({"mph": "nan"}, "top speed: expected miles an hour, more than 0 and at most 1000, got 'nan'"),
        ({"mph": ""}, "top speed"),
        ({"medium": "-1"}, "medium bombs: expected a whole number from 0 to 99, got '-1'"),
        ({"gun-f": "²"}, "machine guns forward: expected a whole number"),
        ({"role": "bus"}, "'role'"),
        ({"year": "3000"}, "year: expected a whole number from 1800 to 2100"),
        ({"name": ""}, "name: expected a name, got nothing"),
        ({"skin": "aluminium", "armor": "5"}, "Armor 5"),
    ],
)
def test_the_price_or_what_is_in_its_way(client: TestClient, changed: dict[str, str], said: str) -> None:
    for path in ("/hangar/price", "/hangar/new"):
        answer = client.get(path, params={**FORM, **changed})
        assert answer.status_code == 200
        assert said in words(answer.text)


def test_the_form_leads_on_to_what_is_typed_and_never_to_a_price_that_is_shown(client: TestClient) -> None:
    shown = client.get("/hangar/price", params=FORM).text
    assert "aqd" not in shown, "no address of a design that the next letter makes an old one"
    for on in ("design", "fair"):
        led = client.get("/hangar/new", params={**FORM, **RULED, "on": on}, follow_redirects=False)
        assert led.status_code == 303
        assert led.headers["location"].startswith(f"/hangar/{on}/aqd")
        assert led.headers["location"].endswith("?ruling.first_medium=add")
    refused = client.get("/hangar/new", params={**FORM, "mph": "fast", "on": "design"})
    assert "top speed: expected miles an hour" in words(refused.text)


def test_a_design_is_drawn_while_it_is_typed(client: TestClient) -> None:
    def drawn(**changed: str) -> str:
        view = re.search(r'<figure class="armed"><svg.*?</svg>', client.get("/hangar/price", params=FORM | changed).text)
        assert view is not None
        return view[0]

    assert "<title>From above: guns forward: 1, 2 medium bombs</title>" in drawn()
    assert drawn().count("<ellipse") == 2
    assert drawn(light="99").count("<ellipse") == 101
    assert (
        len({drawn(), drawn(role="heavy-bomber"), drawn(skin="aluminium"), drawn(**{"gun-a": "1"}), drawn(light="1")}) == 5
    )
    assert ">From above: unarmed<" in drawn(role="scout", medium="", **{"gun-f": ""})


def test_a_copy_of_a_design_keeps_its_shape_unless_that_is_left_out(client: TestClient) -> None:
    shown = client.get("/hangar/new", params={"like": D8}).text
    assert f'<option value="{D8}">{D8}</option><option value="">by its role</option>' in shown
    copied, plain = (client.get("/hangar/price", params={**FORM, "shape": shape}).text for shape in (D8, ""))
    assert "Its shape, 46.5 by 24.7 ft" in copied
    assert "As the house draws such an aircraft, " in plain
    assert "there is no design called 'Qqqq'" in words(client.get("/hangar/price", params={**FORM, "shape": "Qqqq"}).text)


def test_a_kept_design_is_in_the_hangar_and_never_takes_a_place(client: TestClient, home: Path) -> None:
    kept = client.post("/hangar/keep", data=FORM)
    assert kept.status_code == 303
    assert "Mine" in words(client.get(kept.headers["location"]).text)
    again = client.post("/hangar/keep", data={**FORM, "mph": "80"})
    assert again.status_code == 400
    assert "the name 'Mine' is taken" in words(again.text)
    assert len(list(home.rglob("*.toml"))) == 1


def test_what_a_player_writes_is_shown_as_text(client: TestClient) -> None:
    wicked = "<img src=x onerror=alert(1)>\"'"
    for path in ("/rules", "/hangar"):
        assert "<img src=x" not in client.get(path, params={"q": wicked}).text
    shown = client.get("/hangar/new", params={**FORM, "name": wicked, "nation": wicked}).text
    assert "<img src=x" not in shown
    assert "<img src=x" not in client.get(f"/rules/{wicked}").text


# -- rulings on the price -------------------------------------------------------------------------------------------------

D8 = "Burgess-Dunne D8"
RULED = {"ruling.first_medium": "add"}


@pytest.mark.rule("AIR-DES-5")
def test_a_ruling_on_the_price_holds_wherever_the_design_is_shown(client: TestClient) -> None:
    name = "Caudron G.4"
    design = open_hangar().named(name).design
    usual, ruled = (cost_of(design, AircraftRulings(first_medium=value)).points for value in ("swap", "add"))
    assert usual != ruled
    for path, query in (
        (f"/hangar/design/{name}", {}),
        ("/hangar/new", {"like": name}),
        ("/hangar/compare", {"design": name}),
        ("/hangar", {"q": "caudron g"}),
        ("/hangar/worth", {}),
    ):
        for given, points in ((query, usual), ({**query, **RULED}, ruled)):
            answer = client.get(path, params=given)
            assert answer.status_code == 200
            assert f" {points} " in words(answer.text)
    shown = unescape(client.get("/hangar", params={"q": "caudron g", **RULED}).text)
    assert f"/hangar/design/{quote(name)}?ruling.first_medium=add" in shown
    assert client.get("/hangar", params={"ruling.first_medium": "soup"}).status_code == 400
    refused = client.get("/hangar/price", params={**FORM, "ruling.first_medium": "x"})
    assert "first_medium: expected swap or add" in words(refused.text)


def test_a_price_leads_to_its_rules_and_a_chance_to_its_question(client: TestClient) -> None:
    shown = unescape(client.get("/hangar/design/SPAD XIII").text)
    for rule in ("AIR-DES-1", "AIR-DES-2", "AIR-DES-3", "AIR-DES-5"):
        assert f'href="/rules/{rule}"' in shown
    link = re.search(r'"(/odds/attack\?[^"]+)"', shown)
    assert link is not None
    answer = client.get(link.group(1))
    assert answer.status_code == 200
    assert "SPAD XIII at " in words(answer.text)


def test_a_design_goes_into_a_list_from_its_page(client: TestClient) -> None:
    client.post("/army/new", data={"name": "Wing", "side": "human"})
    assert "Add SPAD XIII to Wing" in client.get("/hangar/design/SPAD XIII").text
    assert client.post("/army/list/wing/add", data={"unit": "SPAD XIII"}).status_code == 303


def test_designs_are_invented_and_saved_once(client: TestClient, home: Path) -> None:
    assert "Search designs" in words(client.get("/hangar/invent").text)
    asked = {"against": "Scout Tripod", "most": "60", "year": "1916"}
    while "Designs are searched: " in (shown := client.get("/hangar/invent", params=asked).text):
        assert 'http-equiv="refresh"' in shown
    (token,) = re.findall(r'name="design" value="([^"]+)"', shown)
    document = json.loads(
        CliRunner()
        .invoke(
            aqmf,
            ["design", "find", "--invent", "--against", "Scout Tripod", "--max-points", "60", "--year", "1916", "--json"],
        )
        .stdout
    )
    name = document[0]["name"]
    assert f"{name} 60 points" in words(shown)
    assert client.get("/hangar/invent.svg", params=asked).text.startswith("<svg")
    for _ in range(2):  # a double tap
        saved = client.post("/hangar/save", data={"design": token})
        assert (saved.status_code, unquote(saved.headers["location"])) == (303, f"/hangar/design/{name}")
    assert name in words(client.get(saved.headers["location"]).text)
    assert len(list((home / "designs").glob("*.toml"))) == 1
    bad = client.get("/hangar/invent", params={"most": "soup"})
    assert (bad.status_code, "most: expected a whole number" in words(bad.text)) == (400, True)
    assert client.get("/hangar/invent", params={"most": "9", "against": "nobody"}).status_code == 400
    assert "No armed design costs so little." in words(client.get("/hangar/invent", params={"most": "5"}).text)
