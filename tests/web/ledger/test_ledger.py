"""Ledgers: two lists, claims decided by the rules, dice that stay, and a log that grows by one entry at a time."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any, cast
from urllib.parse import parse_qs, urlsplit

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.datastructures import QueryParams
from starlette.testclient import TestClient

from aqmf_air.cli.main import aqmf
from aqmf_air.core.data.files import own_folder
from aqmf_air.core.data.text import percent
from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.core.dice.sources import seeded
from aqmf_air.core.play.rulings import describe, settle
from aqmf_air.core.play.session import Session
from aqmf_air.core.store.store import Store
from aqmf_air.games.martian_front.army.exchange.token import token_of
from aqmf_air.games.martian_front.army.lists import keep, to_toml
from aqmf_air.games.martian_front.ledger.ruleset import Ledger
from aqmf_air.games.martian_front.ui.pages.ledger.sheet import claim_of
from aqmf_air.web.app import create_app
from aqmf_air.web.shared_registry import ruleset
from tests.games.martian_front.ledger.forces import AIRCRAFT, HUMANS, MARTIANS, army
from tests.web.conftest import OURS, refused_in
from tests.web.test_pages import words

HUMAN, MARTIAN = army("human", (*HUMANS, *AIRCRAFT)), army("martian", MARTIANS)
GUNS: dict[str, Any] = {"unit": "Heavy Machine Gun Squad", "do": "fire", "overruled": "yes", "target": "Scout Tripod"}
BOMBS = {
    "unit": "Burgess-Dunne D8",
    "do": "bombs",
    "d1on1": "Assault Tripod",
    "d2on1": "Drones",
    "d2n1": "2",
    "d2in1": "soft",
}
KINDS = (
    "fire", "wild", "lay", "sweep", "bombs", "heavy", "ram", "morale", "rally", "rolloff", "scatter", "spot", "scout",
    "explosion", "correct",
)  # fmt: skip


def rules() -> Ledger:
    return cast("Ledger", ruleset("aqmf-ledger"))


@pytest.fixture
def ledger(client: TestClient) -> str:
    answer = client.post(
        "/ledger/new", data={"human-text": to_toml(HUMAN), "martian-text": token_of(MARTIAN), "title": "Try"}
    )
    assert answer.status_code == 303, words(answer.text)
    return str(answer.headers["location"])


def kept(name: str) -> Session[Any]:
    """A ledger as it is in the store."""
    with Store() as store:
        saved = store.read(name, rules().codec)
    return Session(rules(), saved.header, saved.entries)


def shown(client: TestClient, ledger: str, **query: Any) -> str:
    answer = client.get(ledger, params=query)
    assert answer.status_code == 200
    return words(answer.text)


def write(client: TestClient, ledger: str, entries: int, **fields: Any) -> dict[str, list[str]]:
    """Send a claim, and give the query of the page that it leads to."""
    answer = client.post(f"{ledger}/write", data={**fields, "entries": str(entries)})
    assert answer.status_code == 303, words(answer.text)
    return parse_qs(urlsplit(answer.headers["location"]).query)


# -- beginning ------------------------------------------------------------------------------------------------------------


def test_lists_are_kept_pasted_or_sent(client: TestClient) -> None:
    key = keep(HUMAN, "made").stem
    assert f'value="{key}"' in client.get("/ledger").text
    files = {"martian-file": ("pack.toml", to_toml(MARTIAN).encode())}
    answer = client.post("/ledger/new", data={"human-list": key, "first": "martian"}, files=files)
    assert answer.headers["location"] == "/ledger/the-human-list-against-the-martian-list"
    page = shown(client, answer.headers["location"])
    assert "Turn 1 Martian first movement" in page
    assert page.index("the martian list martian, 560 of 560 points in the game") < page.index("the human list human")
    assert "the human list against the martian list not begun" in words(client.get("/ledger").text)


def test_a_list_in_a_file_is_offered_and_taken(client: TestClient) -> None:
    (own_folder() / "pack.toml").write_text(to_toml(MARTIAN))
    page = client.get("/ledger").text
    option = re.search(r'<option value="(file:[^"]+)"[^>]*>the martian list \(pack\.toml\)', page)
    assert option, page
    data = {"human-list": keep(HUMAN, "made").stem, "martian-list": option[1], "first": "martian"}
    assert "the-martian-list" in client.post("/ledger/new", data=data).headers["location"]


def test_what_is_not_kept_of_a_list_is_said_before_the_ledger_begins(client: TestClient) -> None:
    odd = "Wing\n2 x US Infantry (pink)\nUS Command Squad"
    fields = {"human-text": odd, "martian-text": to_toml(MARTIAN)}
    asked = client.post("/ledger/new", data=fields)
    assert asked.status_code == 400
    assert "the human list: not kept: US Infantry: the choice 'pink'. Start the ledger once more" in words(asked.text)
    kept_of_it = re.search(r'<textarea id="human-text"[^>]*>(.*?)</textarea>', asked.text, re.DOTALL)
    assert kept_of_it is not None
    begun = client.post("/ledger/new", data={**fields, "human-text": unescape(kept_of_it[1])})
    assert begun.status_code == 303


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, "the human list: choose one, paste one, or send a file"),
        ({"human-text": "soup"}, "the human list: not a list that can be read"),
        ({"human-text": to_toml(MARTIAN)}, "is a martian list"),
        ({"human-list": "../../etc/passwd"}, "unknown list"),
        ({"human-text": to_toml(HUMAN), "martian-text": to_toml(MARTIAN), "first": "nobody"}, "first: expected one of"),
    ],
)
def test_what_is_no_game_is_said(client: TestClient, fields: dict[str, str], said: str) -> None:
    answer = client.post("/ledger/new", data=fields)
    assert answer.status_code in (400, 404)
    assert said in words(answer.text)
    assert said in refused_in(client.post("/ledger/new", data=fields, headers={"x-in-place": "yes"}))


def test_lists_that_differ_on_a_ruling_ask_for_a_choice(client: TestClient) -> None:
    human = HUMAN.model_copy(update={"rulings": {"under_template": "centre"}})
    martian = MARTIAN.model_copy(update={"rulings": {"under_template": "touched"}})
    fields = {"human-text": to_toml(human), "martian-text": to_toml(martian)}
    asked = client.post("/ledger/new", data=fields)
    assert asked.status_code == 400
    assert "the lists differ: When is an element under a bomb&#39;s template?" in asked.text
    assert "When the centre of its base is." in asked.text
    assert "Choose one for the game" in asked.text
    assert 'name="ruling.under_template"' in asked.text
    unknown = client.post("/ledger/new", data={**fields, "ruling.under_template": "both"})
    assert "expected touched or centre, got &#39;both&#39;" in unknown.text
    answer = client.post("/ledger/new", data={**fields, "ruling.under_template": "centre"})
    assert answer.status_code == 303, words(answer.text)
    assert kept(str(answer.headers["location"]).rpartition("/")[2]).state.rulings.under_template == "centre"


def test_there_is_no_ledger_of_another_kind(client: TestClient, ledger: str) -> None:
    assert client.get("/ledger/nothing").status_code == 404
    done = CliRunner().invoke(aqmf, ["play", "first-flight", "--auto", "both", "--seed", "1", "--game", "other", "--json"])
    assert done.exit_code == 0
    assert client.get("/ledger/other").status_code == 404
    assert "/ledger/other" not in client.get("/ledger").text


def test_the_rulings_of_a_ledger_are_shown(client: TestClient) -> None:
    human = HUMAN.model_copy(update={"rulings": {"explosion_hits": "rolled"}})
    answer = client.post("/ledger/new", data={"human-text": to_toml(human), "martian-text": to_toml(MARTIAN)})
    page = shown(client, answer.headers["location"])
    at = page.index("Rulings settled at the beginning")
    described = describe(settle(rules().rulings, {"explosion_hits": "rolled"}, "test"))
    (changed,) = (one for one in described if one.name == "explosion_hits")
    assert page[at:].index(changed.question) < page[at:].index(f"{len(described) - 1} at their default")
    assert dict(changed.choices)["rolled"] in page[at:]
    for one in described:
        assert one.question in page[at:]
        assert dict(one.choices)[one.value] in page[at:]


# -- claims ---------------------------------------------------------------------------------------------------------------


def test_the_odds_are_those_of_the_command_line(client: TestClient, ledger: str) -> None:
    page = shown(client, ledger, **GUNS, cover="hard")
    arguments = ["--attacker", GUNS["unit"], "--target", GUNS["target"], "--cover", "hard", "--json"]
    document = json.loads(CliRunner().invoke(aqmf, ["odds", "shoot", *arguments]).stdout)
    assert f"{percent(document['headline']['p'])} (" in page
    for need in document["targets"]:
        assert f"{need['what']} {need['roll']} {need['base']} {need['reason']} {need['rule']}" in page


def test_the_odds_of_a_bombing_are_those_of_bomb_resolve(client: TestClient, ledger: str) -> None:
    page = shown(client, ledger, **BOMBS)
    flight = {"speed": 12, "base_diameter": 1, "start": {"x": 5, "y": 20, "facing": 90}, "path": [{"straight": 12}]}
    sorties = [
        {"id": name, **flight, "bombs": {"light": 1}, "drops": [{"at": at, "bombs": {"light": 1}}]}
        for name, at in (("a", 3), ("b", 9))
    ]
    tripod = {"id": "t", "side": "martian", "x": 8, "y": 20, "base_diameter": 2, "defense": 6, "armor": 11, "cover": "none"}
    drones = [
        {"id": f"d{x}", "side": "martian", "x": x, "y": 20, "base_diameter": 1, "defense": 5, "armor": 7, "cover": "soft"}
        for x in (13.6, 14.4)
    ]
    scene = json.dumps({"aircraft": sorties, "elements": [tripod, *drones]})
    document = json.loads(CliRunner().invoke(aqmf, ["bomb", "resolve", "-", "--json"], input=scene).stdout)
    assert [len(drop["under"]) for drop in document["drops"]] == [1, 2]
    assert f"{percent(1 - document['damaged']['p']['0'])} (" in page
    assert f"{document['damaged']['mean']:.2f} on average" in page


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ({**GUNS, "target": "Moon"}, "Moon is not an enemy in the game"),
        ({**GUNS, "distance": "21"}, 'reaches 20", and Scout Tripod is 21" away'),
        ({**GUNS, "distance": "far"}, "distance': expected a number, got 'far'"),
        ({**GUNS, "do": "dance"}, "do: expected one of"),
        ({**BOMBS, "d1on1": "Burgess-Dunne D8"}, "flies, and is never under a template"),
        ({**BOMBS, "d2n1": "9"}, "Drones has 3 elements left, not 9"),
        ({"unit": "Salmson 2", "do": "bombs", "d1on1": "Drones"}, ""),
    ],
)
def test_what_cannot_be_claimed_is_said_on_the_page(
    client: TestClient, ledger: str, claim: dict[str, str], said: str
) -> None:
    page = shown(client, ledger, **claim)
    assert said in page
    assert "Write it down" not in page


@pytest.mark.further
def test_every_form_of_every_unit_is_a_page(client: TestClient, ledger: str) -> None:
    for unit in kept("try").state.units:
        for do in KINDS:
            assert client.get(ledger, params={"unit": unit.id, "do": do}).status_code == 200


# -- dice, and writing down -----------------------------------------------------------------------------------------------


def test_typed_dice_are_kept_by_the_address_until_they_are_written_down(client: TestClient, ledger: str) -> None:
    rolls = ["6 7 8 1 1 1 1 1 1", "9 9 1", "1", "4"]
    assert "To damage 9+ on Scout Tripod: 3 D10" in shown(client, ledger, **GUNS, roll=rolls[:1])
    assert "expected 3 of D10, got 2" in shown(client, ledger, **GUNS, roll=[rolls[0], "9 9"])
    ready = shown(client, ledger, **GUNS, roll=rolls)
    assert "This will be written" in ready
    assert "stunned: no fire in its next combat" in ready
    assert "10 of 10 Armor" in ready  # nothing has happened yet
    assert write(client, ledger, 0, **GUNS, roll=rolls) == {"done": ["1"]}
    page = shown(client, ledger, done="1")
    assert "Written down entry 1" in page
    assert "8 of 10 Armor stunned" in page
    assert [roll.by for roll in kept("try").entries[0].rolls] == ["player"] * 4


def test_the_app_rolls_and_the_log_says_so(client: TestClient, ledger: str) -> None:
    answer = client.post(f"{ledger}/roll", data={**GUNS, "all": "yes"})
    query = parse_qs(urlsplit(answer.headers["location"]).query)
    fields = {name: values[0] for name, values in query.items() if name != "roll"}
    write(client, ledger, 0, **fields, roll=query["roll"])
    assert {roll.by for roll in kept("try").entries[0].rolls} == {"app"}
    assert "rolled here" in shown(client, ledger)


def test_a_double_tap_is_answered_as_once(client: TestClient, ledger: str) -> None:
    for _ in range(3):
        assert write(client, ledger, 0, **GUNS, roll=["1 1 1 1 1 1 1 1 1"]) == {"done": ["1"]}
    assert len(kept("try").entries) == 1
    for _ in range(2):
        answer = client.post(f"{ledger}/undo", data={"entries": "1", "entry": "1"})
        assert answer.headers["location"] == "/ledger/try?done=2#done"
    assert len(kept("try").entries) == 2


def test_two_windows_and_nothing_is_lost(client: TestClient, ledger: str) -> None:
    write(client, ledger, 0, **GUNS, roll=["1 1 1 1 1 1 1 1 1"])
    late = write(client, ledger, 0, **BOMBS, roll=["6", "9", "1", "5 5"])
    assert (late["moved"], late["roll"], late["d2in1"]) == (["yes"], ["6", "9", "1", "5 5"], ["soft"])
    page = shown(client, ledger, **late)
    assert "Somebody went on with this ledger in the meantime" in page
    assert "To hit 6+ on Assault Tripod : 6" in page
    late_undo = client.post(f"{ledger}/undo", data={"entries": "0", "entry": "1"})
    assert late_undo.headers["location"] == "/ledger/try?moved=yes#moved"
    assert len(kept("try").entries) == 1


def test_without_all_dice_nothing_is_written(client: TestClient, ledger: str) -> None:
    assert "done" not in write(client, ledger, 0, **GUNS, roll=["6 7 8 1 1 1 1 1 1"])
    assert client.post(f"{ledger}/write", data={"entries": "0", "do": "fire"}).status_code == 404
    assert client.post(f"{ledger}/write", data={"entries": "99", **GUNS}).status_code == 400
    assert len(kept("try").entries) == 0


def test_a_restart_and_another_program_lose_nothing(client: TestClient, ledger: str) -> None:
    write(client, ledger, 0, **GUNS, roll=["1 1 1 1 1 1 1 1 1"])
    before = kept("try").digest
    with TestClient(create_app(), base_url="http://127.0.0.1", headers=OURS) as started_again:
        assert "none of 9 hits" in shown(started_again, ledger)
    assert kept("try").digest == before
    with Store() as store:  # another program goes on
        saved = store.read("try", rules().codec)
        other = type(kept("try"))(rules(), saved.header, saved.entries, keep=store.keeper("try"))
        other.undo("human")
    assert "Entry 1 is taken back: Heavy Machine Gun Squad fires" in shown(client, ledger)
    answer = client.post(f"{ledger}/redo", data={"entries": "2", "entry": "1"})
    assert answer.headers["location"] == "/ledger/try?done=3#done"
    assert len(client.get(f"{ledger}/log.jsonl").text.splitlines()) == 5  # with its end


def test_the_command_line_lists_tells_and_takes_a_ledger(client: TestClient, ledger: str) -> None:
    write(client, ledger, 0, **GUNS, roll=["1 1 1 1 1 1 1 1 1"])
    run = CliRunner()
    (listed,) = json.loads(run.invoke(aqmf, ["games", "--json"]).stdout)
    assert (listed["game"], listed["scenario"], listed["turn"]) == ("try", "ledger", 1)
    told = run.invoke(aqmf, ["replay", "try"])
    assert "none of 9 hits" in told.stdout
    log = client.get(f"{ledger}/log.jsonl").text
    taken = run.invoke(aqmf, ["import", "-", "--as", "again", "--json"], input=log)
    assert json.loads(taken.stdout)["state"] == kept("try").digest
    assert len(kept("again").entries) == 1
    assert "is not one for the terminal: " in run.invoke(aqmf, ["play", "--resume", "try"]).stderr
    assert "has no board for a film" in run.invoke(aqmf, ["replay", "try", "--html", "try.html"]).stderr


def test_undo_never_hides(client: TestClient, ledger: str) -> None:
    write(client, ledger, 0, unit="US Infantry A", do="correct", written="yes", elements="3")
    client.post(f"{ledger}/undo", data={"entries": "1", "entry": "1"})
    page = shown(client, ledger)
    assert "by hand: US Infantry A: 3 elements left" in page
    assert "human, taken back" in page
    assert "5 of 5 elements" in page


def test_dice_are_asked_for_by_the_name_of_what_they_are_rolled_on(client: TestClient, ledger: str) -> None:
    sweep = {
        "unit": "Assault Tripod", "do": "sweep", "overruled": "yes",
        "on1": "US Infantry A", "n1": "4", "on2": "Heavy Machine Gun Squad", "n2": "1", "on3": "Heavy Machine Gun Squad",
        "in3": "soft",
    }  # fmt: skip
    assert "To hit 5+ on US Infantry A: 4 D10" in shown(client, ledger, **sweep)
    assert "To hit 5+ on Heavy Machine Gun Squad 1: 1 D10" in shown(client, ledger, **sweep, roll=["1 1 1 1"])
    page = shown(client, ledger, **sweep, roll=["1 1 1 1", "1"])
    assert "To hit 5+ on Heavy Machine Gun Squad 1 : 1" in page
    assert "To hit 6+ on Heavy Machine Gun Squad 2: 1 D10" in page
    bombs = {"unit": "Burgess-Dunne D8", "do": "bombs", "d1on1": "Scout Tripod", "d2on1": "Assault Tripod"}
    for at, target in enumerate(("Scout Tripod", "Assault Tripod")):
        assert f"To hit 6+ on {target}" in shown(client, ledger, **bombs, roll=["1"] * at)
    assert "Tripod damage (damage table) on Assault Tripod: 1 D10" in shown(client, ledger, **bombs, roll=["1", "6", "10"])


@pytest.mark.further
@pytest.mark.rule("HOST-TRIPOD-1", "HOST-TRIPOD-2")
def test_bombs_on_one_tripod_show_the_armor_that_they_take(client: TestClient, ledger: str) -> None:
    bombs = {"unit": "Burgess-Dunne D8", "do": "bombs", **{f"d{at}on1": "Scout Tripod" for at in (1, 2, 3)}}
    page = shown(client, ledger, **bombs)
    game = kept("try").state
    fields = {**bombs, **{f"d{at}light": "1" for at in (1, 2, 3)}}
    asked = claim_of(kept("try"), QueryParams(fields))
    assert asked is not None
    outcomes, ruleset = [], rules()
    for seed in range(3000):
        after = game
        for event in ruleset.decide(game, asked.command, DiceTray(seeded(seed, "bombs"))):
            after = ruleset.evolve(after, event)
        outcomes.append(after.unit("Scout Tripod") if after.in_play("Scout Tripod") else None)
    share = {
        r"unharmed ([0-9.]+)%": sum(one is not None and not one.elements[0].armor_lost for one in outcomes),
        r"damaged ([0-9.]+)%": sum(one is not None and one.elements[0].armor_lost > 0 for one in outcomes),
        r"([0-9.]+)% that Scout Tripod stands, but is stunned": sum(
            one is not None and one.has("stunned") for one in outcomes
        ),
        r"armor lost .*? 10 ([0-9.]+)%": sum(one is None for one in outcomes),
    }
    comes = page[page.index("Scout Tripod: what becomes of it") :]
    for end, count in share.items():
        said = re.search(end, comes)
        assert said is not None, (end, comes[:900])
        assert abs(float(said[1]) / 100 - count / 3000) < 0.03, (end, said[1], count)


def by_hand(client: TestClient, ledger: str, entries: int, left: int) -> None:
    write(client, ledger, entries, unit="US Infantry A", do="correct", written="yes", elements=str(left))


def steps(page: str) -> list[tuple[str, str, str]]:
    """What the buttons of a page for taking back and bringing back send: the kind, the log's length, the entry meant."""
    form = r'<form action="[^"]*/(undo|redo)" method="post".*?name="entries" value="(\d+)".*?name="entry" value="(\d+)"'
    return re.findall(form, page, re.DOTALL)


def test_after_taking_back_the_button_puts_that_very_entry_back(client: TestClient, ledger: str) -> None:
    by_hand(client, ledger, 0, 4)
    by_hand(client, ledger, 1, 3)
    answer = client.get(ledger, params={"done": "2"}).text
    assert steps(answer) == [("undo", "2", "2"), ("undo", "2", "2")]
    assert "by hand: US Infantry A: 3 elements left Take back" in words(answer)
    gone = client.post(f"{ledger}/undo", data={"entries": "2", "entry": "2"}).headers["location"]
    answer = client.get(gone).text
    assert "Taken back entry 3 Entry 2 is taken back: by hand: US Infantry A: 3 elements left" in words(answer)
    assert "by hand: US Infantry A: 3 elements left Put back" in words(answer)
    assert steps(answer)[0] == ("redo", "3", "2")  # beside what was done; below, in the log, both ways go on
    assert steps(answer)[1:] == [("undo", "3", "1"), ("redo", "3", "2")]
    back = client.post(f"{ledger}/redo", data={"entries": "3", "entry": "2"}).headers["location"]
    answer = client.get(back).text
    assert "Put back entry 4 Entry 2 is put back: by hand: US Infantry A: 3 elements left" in words(answer)
    assert steps(answer)[0] == ("undo", "4", "2")
    assert kept("try").state.unit("US Infantry A").elements[2:]


def test_any_entry_is_taken_back_with_what_rests_on_it_and_nothing_else(client: TestClient, ledger: str) -> None:
    ray = {"unit": "Scout Tripod", "do": "fire", "overruled": "yes", "target": "US Infantry A"}
    write(client, ledger, 0, **ray, roll=["9", "9"])  # one of them falls
    by_hand(client, ledger, 1, 2)
    write(client, ledger, 2, unit="US Infantry B", do="correct", written="yes", elements="1")
    write(client, ledger, 3, **GUNS, roll=["6 1 1 1 1 1 1 1 1", "9", "2"])
    page = words(client.get(ledger, params={"out": "1"}).text)
    at = page.index("Take back entry 1?")
    assert "Scout Tripod fires Medium Heat Ray at US Infantry A: a hit, damage" in page[at:]
    assert "Goes with it" not in page[at:]  # what a hand wrote stands
    assert "Stays , with the same dice: by hand: US Infantry A: 2 elements left by hand: US Infantry B" in page[at:]
    answer = client.post(f"{ledger}/undo", data={"entries": "4", "entry": "1"})
    told = words(client.get(answer.headers["location"]).text)
    assert "Taken back entry 8 Entry 1 is taken back: Scout Tripod fires" in told
    game = kept("try").state
    assert [len(game.unit(f"US Infantry {one}").elements) for one in "AB"] == [2, 1]
    assert game.unit("Scout Tripod").elements[0].armor_lost
    again = client.post(f"{ledger}/undo", data={"entries": "4", "entry": "1"})  # a double tap
    assert again.headers["location"] == answer.headers["location"]
    assert len(kept("try").entries) == 11
    assert len(kept("try").history) == 3


def test_what_rests_on_an_entry_goes_with_it_and_is_put_back_as_things_stand(client: TestClient, ledger: str) -> None:
    ray = {"unit": "Scout Tripod", "do": "fire", "overruled": "yes", "target": "US Infantry A"}
    write(client, ledger, 0, **ray, roll=["9", "9"])
    write(client, ledger, 1, unit="US Infantry A", do="morale", roll=["1"])
    write(client, ledger, 2, **GUNS, roll=["6 1 1 1 1 1 1 1 1", "9", "2"])
    page = words(client.get(ledger, params={"out": "1"}).text)
    fall = page.index("Goes with it , for it rests on it: US Infantry A tests morale: fails")
    assert fall < page.index("Stays , with the same dice: Heavy Machine Gun Squad fires")
    client.post(f"{ledger}/undo", data={"entries": "3", "entry": "1"})
    assert not kept("try").state.unit("US Infantry A").has("routed")
    length = len(kept("try").entries)
    refused = client.post(f"{ledger}/redo", data={"entries": str(length), "entry": "2"})
    assert refused.status_code == 400
    assert "entry 2 cannot be put back as things stand: US Infantry A has no morale test to make" in words(refused.text)
    back = client.post(f"{ledger}/redo", data={"entries": str(length), "entry": "1"}).headers["location"]
    assert "Scout Tripod fires Medium Heat Ray at US Infantry A: a hit, damage" in words(client.get(back).text)
    client.post(f"{ledger}/redo", data={"entries": str(length + 1), "entry": "2"})
    assert kept("try").state.unit("US Infantry A").has("routed")


def test_a_step_that_means_what_is_not_there_is_refused(client: TestClient, ledger: str) -> None:
    by_hand(client, ledger, 0, 4)
    by_hand(client, ledger, 1, 3)
    for kind, entries, entry in (("undo", 1, 1), ("undo", 2, 7), ("redo", 2, 2)):
        answer = client.post(f"{ledger}/{kind}", data={"entries": str(entries), "entry": str(entry)})
        assert answer.headers["location"] == "/ledger/try?moved=yes#moved"
    assert client.post(f"{ledger}/undo", data={"entries": "2"}).status_code == 400
    assert len(kept("try").entries) == 2


def test_a_step_that_is_sent_twice_is_made_once(client: TestClient, ledger: str) -> None:
    by_hand(client, ledger, 0, 4)
    by_hand(client, ledger, 1, 3)
    for _ in range(2):
        answer = client.post(f"{ledger}/undo", data={"entries": "2", "entry": "2"})
        assert answer.headers["location"] == "/ledger/try?done=3#done"
    assert len(kept("try").entries) == 3


def test_the_turn_goes_on_and_morale_is_due_first(client: TestClient, ledger: str) -> None:
    ray = {"unit": "Scout Tripod", "do": "fire", "overruled": "yes", "target": "US Infantry A"}
    write(client, ledger, 0, **ray, roll=["9", "9"])
    assert "US Infantry A: test morale for 1 lost HOST-MORALE-1" in shown(client, ledger)
    stopped = write(client, ledger, 1, do="next", phase="first.combat")
    assert "must test its morale first" in shown(client, ledger, **stopped)
    write(client, ledger, 1, unit="US Infantry A", do="morale", squad_near="yes", roll=["5", "5"])
    assert "routed" in shown(client, ledger)
    write(client, ledger, 2, do="next", phase="end")
    assert "US Infantry A may rally" in shown(client, ledger)
    write(client, ledger, 3, do="next", phase="first.first-movement", first="martian")
    assert "Turn 2 Martian first movement" in shown(client, ledger)


@pytest.mark.rule("HOST-TURN-1", "AIR-BOMB-1")
def test_what_is_out_of_its_phase_is_taken_only_when_the_players_say_so(client: TestClient, ledger: str) -> None:
    tripod = {"unit": "Scout Tripod", "do": "fire", "target": "US Infantry A"}
    write(client, ledger, 0, do="next", phase="first.combat")
    assert "Fire Lay" not in (page := shown(client, ledger, unit="Scout Tripod"))
    assert "Correct by hand Close Not for this phase Fire Sweep" in page
    assert "It does nothing in this phase. Next, in martian combat: fire" in page
    page = shown(client, ledger, **tripod)
    assert "the martian side does not act in this phase (Combat) HOST-TURN-1 If your table has agreed on it" in page
    write(client, ledger, 1, **tripod, roll=["1"])
    assert len(kept("try").entries) == 1
    agreed = {**tripod, "overruled": "yes"}
    assert "Out of its phase: the martian side does not act in this phase (Combat) HOST-TURN-1" in shown(
        client, ledger, **agreed
    )
    write(client, ledger, 1, **agreed, roll=["1"])
    assert "a miss Out of its phase, as the players agreed." in shown(client, ledger)
    write(client, ledger, 2, do="next", phase="end")
    bombs = shown(client, ledger, **BOMBS)
    assert "bombs are dropped in the first movement phase only AIR-BOMB-1 If your table has agreed on it" in bombs
    assert "To hit" not in bombs


def test_an_order_that_the_rules_refuse_in_every_phase_is_not_taken_by_agreement(client: TestClient, ledger: str) -> None:
    far = {"unit": "Scout Tripod", "do": "fire", "target": "US Infantry A", "distance": "60"}
    page = shown(client, ledger, **far)
    assert "reaches 20" in page
    assert "Take it all the same" not in page
    page = shown(client, ledger, **far, overruled="yes")
    assert "reaches 20" in page
    assert "To hit" not in page


def test_an_explosion_is_asked_for(client: TestClient, ledger: str) -> None:
    write(client, ledger, 0, **GUNS, roll=["6 1 1 1 1 1 1 1 1", "9", "0"])
    assert "Scout Tripod explodes: who is within 3 inches?" in shown(client, ledger)
    blast = {"unit": "Scout Tripod", "do": "explosion", "on1": "Drones", "n1": "2"}
    assert "blows up: elements damaged" in shown(client, ledger, **blast)
    write(client, ledger, 1, **blast, roll=["9 1"])
    assert "Drones ●●○ 2 of 3 elements" in shown(client, ledger)


def test_luck_is_counted_and_the_game_ends(client: TestClient, ledger: str) -> None:
    assert "Nothing rolled yet" in words(client.get(f"{ledger}/luck").text)
    write(client, ledger, 0, **GUNS, roll=["6 7 8 1 1 1 1 1 1", "9 9 9", "1", "1", "1"])
    page = words(client.get(f"{ledger}/luck").text)
    assert "Damaging hits 1 attack 0.9 3" in page
    assert "Very lucky." in page
    write(client, ledger, 1, do="finish", winner="draw")
    assert "The game is over: a draw" in shown(client, ledger)
    assert "the game is over" in shown(client, ledger, **GUNS)


# -- garbage --------------------------------------------------------------------------------------------------------------

NAMES = ["", "US Infantry A", "Burgess-Dunne D8", "Scout Tripod", "Field Gun Battery", "x", "<b>", "½" * 50]
VALUES = st.sampled_from([*NAMES, "0", "1", "3", "-1", "99999999999", "soft", "yes", "end", "human", "forward"])
FIELDS = [
    "weapon", "target", "cover", "distance", "elements", "arc", "guns", "bombarded", "hidden", "squad_near", "phase",
    "first", "winner", "on1", "n1", "in1", "on8", "d1on1", "d1n1", "d1light", "d3medium", "written", "armor", "marks",
    "load1", "same", "all", "done",
]  # fmt: skip


@pytest.mark.further
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    unit=st.sampled_from(NAMES),
    do=st.sampled_from([*KINDS, "next", "finish", "x"]),
    extra=st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=5),
    rolls=st.lists(st.sampled_from(["1", "0", "9 9 9", "x", "r 5", "5 6 7 8 9"]), max_size=4),
    entries=st.sampled_from(["", "0", "1", "7", "-1", "x"]),
)
def test_garbage_is_never_a_fault_of_ours(
    client: TestClient, ledger: str, unit: str, do: str, extra: dict[str, str], rolls: list[str], entries: str
) -> None:
    fields: dict[str, Any] = {"unit": unit, "do": do, **extra, "roll": rolls}
    assert client.get(ledger, params=fields).status_code in (200, 400)
    for path in ("write", "roll", "undo", "redo"):
        assert client.post(f"{ledger}/{path}", data={**fields, "entries": entries}).status_code in (303, 400, 404)
    assert client.get(ledger).status_code == 200


# -- discarded ----------------------------------------------------------------------------------------------------------


def test_a_ledger_is_discarded_after_a_question_and_brought_back_as_it_was(client: TestClient, ledger: str) -> None:
    write(client, ledger, 0, do="next", phase="first.combat")
    before = client.get(f"{ledger}/log.jsonl").text
    asked = words(client.get(f"{ledger}/discard").text)
    assert "Try Discard this ledger? It has 1 entry." in asked
    assert "Discarded" not in words(client.get("/ledger").text)
    for _ in range(2):  # a double tap
        answer = client.post(f"{ledger}/discard")
        assert (answer.status_code, answer.headers["location"]) == (303, "/ledger?gone=try")
    assert "“Try” is discarded. Bring it back None is kept. Discarded (1)" in words(client.get("/ledger?gone=try").text)
    assert client.get(f"{ledger}/log.jsonl").text == before
    assert client.get(f"{ledger}/discard").headers["location"] == ledger
    for _ in range(2):
        assert client.post(f"{ledger}/restore").headers["location"] == ledger
    assert client.get(f"{ledger}/log.jsonl").text == before
    assert "1 entry, last on" in words(client.get("/ledger").text)


def test_nothing_is_written_to_a_ledger_that_was_discarded_and_what_was_typed_comes_back(
    client: TestClient, ledger: str
) -> None:
    client.post(f"{ledger}/discard")
    claim = {**GUNS, "entries": "0", "roll": ["1 1 1 1 1 1 1 1 1"]}
    for post in ("write", "roll"):
        there = client.post(f"{ledger}/{post}", data=claim).headers["location"]
        assert parse_qs(urlsplit(there).query)["roll"] == claim["roll"]
    for post in ("undo", "redo"):
        assert client.post(f"{ledger}/{post}", data={"entries": "0"}).headers["location"] == ledger
    for path in (there, f"{ledger}/luck"):
        assert "Try This ledger was discarded" in words(client.get(path).text)
        assert client.get(path, headers={"hx-request": "true"}).headers["hx-refresh"] == "true"
    assert client.get(f"{ledger}/stream").status_code == 204  # a browser that listens stops
    query = unescape(client.get(there).text.partition('name="query" value="')[2].partition('"')[0])
    back = client.post(f"{ledger}/restore", data={"query": query}).headers["location"]
    assert "This will be written" in words(client.get(back).text)
    assert write(client, ledger, 0, **{key: value for key, value in claim.items() if key != "entries"}) == {"done": ["1"]}


def test_another_site_throws_nothing_away(client: TestClient, ledger: str) -> None:
    for post in ("discard", "restore"):
        assert client.post(f"{ledger}/{post}", headers={"origin": "http://elsewhere"}).status_code == 403
    assert client.get(ledger).status_code == 200


@pytest.mark.further(every=2)
@pytest.mark.parametrize("name", ["nothing", "a-game"])
def test_only_a_ledger_is_discarded(client: TestClient, name: str) -> None:
    assert CliRunner().invoke(aqmf, ["play", "first-flight", "--auto", "both", "--game", "a-game"]).exit_code == 0
    for answer in (
        client.get(f"/ledger/{name}/discard"),
        *(client.post(f"/ledger/{name}/{do}") for do in ("discard", "restore")),
    ):
        assert answer.status_code == 404
        assert f"There is no ledger '{name}'." in words(answer.text)
    with Store() as store:
        assert [one.name for one in store.games()] == ["a-game"]


# -- what waited on a phone -----------------------------------------------------------------------------------------------


def sent(client: TestClient, ledger: str, at: int, *rolls: str, mine: tuple[int, ...] = (), **fields: Any) -> dict[str, Any]:
    """Send a claim that waited, and give the answer."""
    sure = bool(fields.pop("sure", False))
    body = {"fields": list(fields.items()), "rolls": rolls, "at": at, "mine": mine, "sure": sure}
    answer: dict[str, Any] = client.post(f"{ledger}/send", json=body).json()
    return answer


def test_what_waited_is_written_in_order_and_once_however_often_it_is_sent(client: TestClient, ledger: str) -> None:
    bombs: dict[str, Any] = {"unit": "Burgess-Dunne D8", "do": "bombs", "d1on1": "Drones"}
    for _ in range(2):  # the first answer is lost
        assert sent(client, ledger, 0, "6", "9", **bombs)["entry"] == 1
    assert sent(client, ledger, 0, mine=(1,), do="next", phase="first.combat")["entry"] == 2
    assert sent(client, ledger, 0, do="next", phase="first.combat")["entry"] == 2  # another phone has said the same
    assert len(kept("try").entries) == 2


def test_what_others_wrote_meanwhile_is_told_where_it_is_about_the_same(client: TestClient, ledger: str) -> None:
    by_hand(client, ledger, 0, 3)
    ray: dict[str, Any] = {"unit": "Scout Tripod", "do": "fire", "overruled": "yes"}
    told = sent(client, ledger, 0, "9", "9", **ray, target="US Infantry A")
    assert (told["is"], told["lines"][1]) == ("changed", "US Infantry A loses base 1: 2 left")
    assert told["meanwhile"] == [{"number": 1, "lines": ["by hand: US Infantry A: 3 elements left"]}]
    assert len(kept("try").entries) == 1
    assert sent(client, ledger, 0, "9", "9", **GUNS)["is"] == "dice"
    assert sent(client, ledger, 0, "9", "9", **ray, target="US Infantry B")["is"] == "written"  # that is another matter
    assert sent(client, ledger, 0, "9", "9", mine=(2,), **ray, target="US Infantry A", sure=True)["why"] == [
        "Scout Tripod has fired its Medium Heat Ray in this phase (HOST-FIRE-1)"
    ]
    late = sent(client, ledger, 0, mine=(2,), unit="Scout Tripod", do="fire", target="US Infantry A")
    assert (late["is"], late["agree"]) == ("refused", False)
    assert sent(client, ledger, 99, **GUNS)["fault"] == "at: the log has 2 entries, not 99"


def test_a_page_can_go_on_without_the_app(client: TestClient, ledger: str) -> None:
    kit = client.get(f"{ledger}/kit.json").json()
    unit = kit["units"]["Heavy Machine Gun Squad"]
    page = shown(client, ledger, **GUNS, cover="hard")
    for need in unit["fire"]["Heavy Machine Gun"]["Scout Tripod"]["hard"]:
        assert need in page
    assert 'name="target"' in unit["acts"]["fire"]
    assert kit["phases"][0] == ["first.combat", "Human combat"]
    assert kit["units"]["Burgess-Dunne D8"]["first"] == "bombs"
