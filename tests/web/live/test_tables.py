"""What is asked and done at a table, over the wire."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.data.typed_faces import face_of
from aqmf_air.core.dice.dice import Die
from aqmf_air.core.dice.draws import numbered, pick, total
from aqmf_air.core.play.replay import replay
from aqmf_air.core.play.session import Waiting
from aqmf_air.core.store.log_reader import from_lines
from aqmf_air.core.store.store import Store
from aqmf_air.errors import StoreError
from aqmf_air.games.martian_front.scenario.setting_up import dealt
from aqmf_air.web.live.fair_play import seed_of
from aqmf_air.web.live.live_tables import LiveTables
from aqmf_air.web.seat_settings import SeatSetting, Setting, SettingsStore, hashed
from tests.web.live.conftest import SEED
from tests.web.live.playing import Player, begun, host, link_in, next_order, opened, settled, setup_of

END = {"type": "host.end_phase"}


def shots(sheet: dict[str, Any]) -> list[dict[str, Any]]:
    return [offer["command"] for offer in sheet["offers"] if offer["command"]["type"] == "host.shoot"]


def to_combat(player: Player) -> dict[str, Any]:
    """Fly, and end the phase: then shots are offered."""
    sheet = player.sheet()
    flights = (offer["command"] for offer in sheet["offers"] if offer["command"]["type"] == "aircraft.fly")
    fly = next(one for one in flights if not any(flight["drops"] for flight in one["flights"]))  # no dice yet
    for order in (fly, END):
        done = player.post("/order", **{"as": "human", "entries": sheet["entries"], "command": order})
        assert done.status_code == 200, done.text
        sheet = player.sheet()
    return sheet


# -- orders ---------------------------------------------------------------------------------------------------------------


def test_an_order_is_done_told_and_on_the_disk_before_it_is_answered(home: Path) -> None:
    with opened() as club:
        player = begun(club)
        sheet = to_combat(player)
        done = player.post("/order", **{"as": "human", "entries": 2, "command": shots(sheet)[0], "key": "a"}).json()
        assert (done["done"], done["entries"]) == (True, 3)
        assert "fires" in done["told"][0]
        assert {roll["by"] for roll in done["rolls"]} == {"seed"}
        ask = club.live_tables.files.ask
        kept = club.client.portal.call(ask, lambda store, cabinet: len(list(store.lines(player.game))))  # type: ignore[union-attr]
        assert kept == 1 + 3
        (last,) = player.sheet(since=2)["log"]
        assert (last["entry"], last["lines"], last["rolls"]) == (2, done["told"], done["rolls"])


def test_an_order_is_said_in_words_and_a_slip_is_pointed_at(home: Path) -> None:
    with opened() as club:
        player = begun(club)
        said = player.post("/words", **{"as": "human", "text": "flight: 4, right 60, 2"}).json()
        assert said["command"]["type"] == "aircraft.fly"
        slip = player.post("/words", **{"as": "human", "text": "flight: 4, rigth 60"}).json()
        assert (slip["at"], slip["word"]) == (11, "rigth")
        examples = [one["example"] for one in player.post("/words", **{"as": "human", "text": ""}).json()["sayings"]]
        read = player.post("/words", **{"as": "human", "text": examples[0]}).json()["command"]
        assert not player.post("/ask", **{"as": "human", "command": read}).json()["objections"]


def test_what_is_only_near_to_an_order_is_proposed_and_nothing_is_given(home: Path) -> None:
    with opened() as club:
        player = begun(club)

        def read(text: str) -> dict[str, Any]:
            answer: dict[str, Any] = player.post("/words", **{"as": "human", "text": text}).json()
            return answer

        assert [one["title"] for one in read("flight: 4, rigth 60, 2")["near"]] == ["Burgess-Dunne D8: 4, right 60, 2"]
        bombs = read("bombs")
        assert (len(bombs["near"]), bombs["more"] > 0) == (9, True)
        assert all("bombs" in one["title"] and one["command"]["type"] == "aircraft.fly" for one in bombs["near"])
        assert read("1 1 1") == {"near": [], "more": 0, "misread": "numbers alone are no order", "at": 0, "word": ""}
        assert player.post("/words", **{"as": "human", "text": "1," * 2_000}).status_code == 400
        assert player.sheet()["entries"] == 0


def test_cards_have_the_numbers_in_a_browser_that_they_have_at_a_terminal(home: Path) -> None:
    deck = ("patrol",) * 8 + ("photo", "bombing") * 8
    with opened() as club:
        player = begun(club)
        player.sheet()
        table = club.table(player)
        need = table.waiting_document(Waiting(pick("mission card", deck, called=str.upper), ()))
        assert need["numbers"] == [(1, "patrol", "PATROL"), (2, "photo", "PHOTO"), (3, "bombing", "BOMBING")]
        assert all(face_of(str(number), pick("card", deck)) == face for number, face, _ in need["numbers"])
        assert table.waiting_document(Waiting(total("damage", 2, numbered(6)), ()))["numbers"] == []
        odd = table.waiting_document(Waiting(total("damage", 1, Die("D3", (0, 1, 2, 2))), ()))
        assert odd["numbers"] == [(0, 0, "0"), (1, 1, "1"), (2, 2, "2")]


def test_a_double_tap_counts_once(home: Path) -> None:
    with opened() as club:
        player = begun(club)
        order = to_combat(player) and {"as": "human", "entries": 2, "command": shots(player.sheet())[0], "key": "tap"}
        first, second = player.post("/order", **order), player.post("/order", **order)
        assert first.json() == second.json()
        assert player.sheet()["entries"] == 3
        other = player.post("/order", **{**order, "command": END})
        assert other.status_code == 409  # the same key for something else is no second tap


def test_a_tab_that_has_not_kept_up_changes_nothing(home: Path) -> None:
    with opened() as club:
        player = begun(club)
        to_combat(player)
        stale = player.post("/order", **{"as": "human", "entries": 0, "command": END})
        assert (stale.status_code, stale.json()["entries"]) == (409, 2)
        assert player.post("/undo", **{"as": "human", "entries": 1}).status_code == 409
        assert player.sheet()["entries"] == 2


def test_what_is_not_allowed_says_why(home: Path) -> None:
    with opened() as club:
        player = begun(club)
        refused = player.post("/order", **{"as": "human", "entries": 0, "command": END})
        assert refused.status_code == 422
        assert refused.json()["objections"][0]["rule"] == "AIR-MOVE-1"
        asked = player.post("/ask", **{"as": "human", "command": END}).json()
        assert asked["objections"] == refused.json()["objections"]
        assert asked["questions"] == []


def test_a_preview_is_the_odds_of_the_rule_that_resolves_it(home: Path) -> None:
    with opened() as club:
        player = begun(club)
        sheet = to_combat(player)
        command = shots(sheet)[0]
        asked = player.post("/ask", **{"as": "human", "command": command}).json()
        session = club.table(player).session
        (question, *_) = session.questions(session.ruleset.codec.command(command, "here"))
        exact = {str(outcome): str(chance) for outcome, chance in question.odds().items() if chance}
        assert asked["questions"][0]["odds"]["exact"] == exact
        assert asked["questions"][0]["targets"][0]["rule"].startswith("HOST-")
        assert player.sheet()["entries"] == 2
        weighed = player.post("/weigh", **{"as": "human", "commands": [command, END]}).json()["weighed"]
        assert weighed == [asked["questions"], []]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"", "expected JSON"),
        (b"[]", "expected a JSON object, got list"),
        (b"[" * 5000, "expected JSON"),
        (b'{"as": 1}', "'as': expected text"),
        (b'{"entries": true}', "'entries': expected a whole number, got true"),
        (b'{"entries": -1}', "'entries': expected greater"),
        (b'{"entries": 0, "extra": 1}', "unknown key 'extra'"),
        (b'{"entries": 0, "dice": [[[]]]}', "'dice.0.0"),
        (b'{"entries": 0, "command": {"type": "nope"}}', "unknown type 'nope'"),
        (b'{"entries": 0, "command": {}}', "key 'type' is missing"),
        (b'{"entries": 0}', "no automatic side waits for dice"),
        (b'{"entries": 0, "key": "' + b"k" * 99 + b'"}', "'key': expected at most 80"),
        (b"\xff\xfe", "expected JSON"),
    ],
)
def test_garbage_is_one_line(home: Path, body: bytes, said: str) -> None:
    with opened() as club:
        player = begun(club)
        answer = club.client.post(f"/game/{player.game}/order", content=body, headers={"content-type": "application/json"})
        assert answer.status_code == 400
        assert said in answer.json()["fault"]
        assert player.sheet()["entries"] == 0


def test_a_form_of_another_kind_is_no_order(home: Path) -> None:
    with opened() as club:
        player = begun(club)
        answer = club.client.post(f"/game/{player.game}/order", data={"entries": "0"})
        assert answer.status_code == 400
        assert "content-type" in answer.json()["fault"]
        assert player.get("/sheet.json", since="x").status_code == 400
        assert player.get("/sheet.json", **{"as": "neither"}).status_code == 403


def test_a_game_that_is_not_there_is_not_found_and_tells_nothing(home: Path) -> None:
    with opened() as club:
        begun(club)
        answer = Player(club.client, "nope").get("/sheet.json")
        assert answer.status_code == 404
        assert answer.json() == {"fault": "There is no game 'nope'."}


def test_an_entry_that_cannot_be_kept_did_not_happen(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened() as club:
        player = begun(club)
        to_combat(player)

        def full(*_: Any) -> None:
            raise StoreError(f"{home}/games.sqlite: cannot be written: the disk is full", path=f"{home}/games.sqlite")

        with monkeypatch.context() as patch:
            patch.setattr("aqmf_air.core.store.store.Store.append", full)
            failed = player.post("/order", **{"as": "human", "entries": 2, "command": END})
        assert failed.status_code == 503
        assert failed.json()["fault"] == "games.sqlite: cannot be written: the disk is full"
        assert player.sheet()["entries"] == 2
        assert player.post("/order", **{"as": "human", "entries": 2, "command": END}).status_code == 200


# -- typed dice -----------------------------------------------------------------------------------------------------------


def test_typed_dice_are_asked_for_list_by_list_and_nothing_is_held(home: Path) -> None:
    with opened() as club:
        player = begun(club, dice="typed")
        sheet = to_combat(player)
        command = next(one for one in shots(sheet) if one["unit"] == "gunners" and one["target"] == "scout")
        order: dict[str, Any] = {"as": "human", "entries": 2, "command": command, "key": "v", "dice": []}
        need = player.post("/order", **order).json()["need"]
        assert (need["label"], need["count"], need["sides"], need["by"], need["given"]) == ("to hit", 6, 10, "human", [])
        whom = "on Scout Tripod, Heavy Machine Gun of Heavy Machine Gun Squad"
        assert (need["need"], need["on"]) == ("6+", whom)
        bad = player.post("/order", **{**order, "dice": [[11] * 6]})
        assert (bad.status_code, bad.json()["dice"]) == (400, True)
        order["dice"] = [[10, 6, 5, 1, 1, 1]]
        need = player.post("/order", **order).json()["need"]
        assert (need["label"], need["count"]) == ("to damage", 2)
        (given,) = need["given"]
        assert given == {
            "label": "to hit",
            "need": "6+",
            "on": whom,
            "die": "D10",
            "by": "human",
            "faces": order["dice"][0],
            "won": [True, True, False, False, False, False],
            "words": ["hit", "miss"],
        }
        assert player.sheet()["entries"] == 2
        too_many = player.post("/order", **{**order, "dice": [*order["dice"], [1, 1], [5]]})
        assert too_many.status_code == 400
        assert "expected 2 lists of dice, got 3" in too_many.json()["fault"]
        done = player.post("/order", **{**order, "dice": [*order["dice"], [1, 8]]}).json()
        assert done["entries"] == 3
        assert [roll["by"] for roll in done["rolls"]] == ["human", "human"]


def test_an_automatic_side_waits_for_the_dice_of_players(home: Path) -> None:
    with opened() as club:
        player = begun(club, martian="automatic", dice="typed")
        sheet = player.sheet(offers=0)
        while not sheet["waiting"]:
            chosen = next_order(club.table(player))
            assert chosen is not None
            assert chosen[0] == "human"
            typed(player, sheet["entries"], chosen[1])
            settled(club, player)
            sheet = player.sheet(offers=0)
        assert sheet["waiting"]["by"] == "human"  # the Martians end their combat, and human morale is tested
        entries = sheet["entries"]
        assert player.post("/order", **{"as": "human", "entries": entries, "command": END}).status_code == 422
        typed(player, entries, None)
        settled(club, player)
        assert player.sheet(offers=0)["entries"] > entries
        (test,) = player.sheet(offers=0, since=entries)["log"][:1]
        assert test["by"] == "martian"
        assert {roll["by"] for roll in test["rolls"]} == {"human"}


def test_who_types_the_dice_of_several_tests_is_told_whose_each_is(home: Path) -> None:
    """Two units of one side lost elements: the dice of their morale are asked for one after the other, each by its name."""
    setup = setup_of("first-flight")
    hurt = tuple(replace(unit, lost=1) for unit in setup.units if unit.id != "flight")
    with opened() as club:
        seats = tuple(SeatSetting(side=side) for side in ("human", "martian"))
        setting = Setting(seats=seats, opener=hashed("opener"), typed=True)
        player = club.visitor(club.begin(replace(setup, units=hurt), setting), "opener")
        sheet = player.sheet()
        order = {"as": sheet["as"], "entries": 0, "command": END}
        first = player.post("/order", **order).json()
        second = player.post("/order", **order, dice=[[9]]).json()
    assert [one["need"]["need"] for one in (first, second)] == ["6+ for Heavy Machine Gun Squad", "6+ for Field Gun Battery"]


def typed(player: Player, entries: int, command: dict[str, Any] | None) -> None:
    """Give an order, with a 2 on every die that is asked for."""
    dice: list[list[int]] = []
    while True:
        order = {"as": "human", "entries": entries, "command": command, "dice": dice}
        answer = player.post("/order", **order)
        assert answer.status_code == 200, answer.text
        if "done" in answer.json():
            return
        dice.append([2] * answer.json()["need"]["count"])


# -- taking back ----------------------------------------------------------------------------------------------------------


def test_undo_and_redo_are_seen_in_the_log(home: Path) -> None:
    with opened() as club:
        player = begun(club)
        to_combat(player)
        before = player.sheet()["state"]
        assert player.post("/undo", **{"as": "human", "entries": 2}).json() == {"done": True, "entries": 3}
        sheet = player.sheet()
        step = {"by": "human", "whose": ["human"], "agree": []}
        assert (sheet["undone"], sheet["undo"], sheet["redo"]) == ([1], step, step)
        assert [entry["undone"] for entry in sheet["log"]] == [False, True, False]
        assert sheet["log"][2]["lines"] == ["Humans: an order is taken back"]
        assert player.post("/redo", **{"as": "human", "entries": 3}).status_code == 200
        assert player.sheet()["state"] == before
        assert player.post("/redo", **{"as": "human", "entries": 4}).status_code == 400


def test_what_rolled_dice_is_taken_back_only_by_both(home: Path) -> None:
    with opened() as club:
        human, martian = club.apart(setup_of("first-flight"))
        sheet = to_combat(human)
        human.post("/order", **{"as": "human", "entries": 2, "command": shots(sheet)[0]})
        asked = human.post("/undo", **{"as": "human", "entries": 3})
        assert (asked.status_code, asked.json()) == (202, {"done": False, "asked": True, "entries": 3})
        request = martian.sheet()["asked"]
        assert (request["by"], request["what"], request["yours"], request["mine"]) == ("human", "undo", True, False)
        assert "fires" in request["lines"][0]
        assert human.sheet()["asked"]["mine"] is True
        name = request["id"]
        assert human.post("/answer", id=name, answer="agree").status_code == 403  # asking is not agreeing
        assert martian.post("/answer", id=name, answer="withdraw").status_code == 403
        assert martian.post("/answer", id="another", answer="agree").status_code == 400
        assert martian.post("/answer", id=name, answer="agree").json() == {"done": True, "entries": 4}
        assert human.sheet()["asked"] is None
        assert martian.post("/answer", id=name, answer="agree").status_code == 400
        assert human.post("/undo", **{"as": "human", "entries": 4}).status_code == 200  # the end of a phase: no dice


def test_what_was_declined_is_not_taken_back_and_not_asked_for_again(home: Path) -> None:
    with opened() as club:
        human, martian = club.apart(setup_of("first-flight"))
        sheet = to_combat(human)
        human.post("/order", **{"as": "human", "entries": 2, "command": shots(sheet)[0]})
        assert human.post("/undo", **{"as": "human", "entries": 3}).status_code == 202
        name = martian.sheet()["asked"]["id"]
        assert martian.post("/answer", id=name, answer="decline").status_code == 200
        assert martian.post("/answer", id=name, answer="agree").status_code == 400
        assert human.sheet()["asked"]["declined"] == "martian"
        again = human.post("/undo", **{"as": "human", "entries": 3})
        assert (again.status_code, again.json()["fault"]) == (400, "Martians declined that already")
        assert human.post("/answer", id=name, answer="withdraw").status_code == 200
        assert human.sheet()["asked"] is None
        assert human.sheet()["entries"] == 3


def test_a_request_is_void_when_the_game_goes_on(home: Path) -> None:
    with opened() as club:
        human, martian = club.apart(setup_of("first-flight"))
        sheet = to_combat(human)
        human.post("/order", **{"as": "human", "entries": 2, "command": shots(sheet)[0]})
        assert human.post("/undo", **{"as": "human", "entries": 3}).status_code == 202
        name = martian.sheet()["asked"]["id"]
        assert human.post("/order", **{"as": "human", "entries": 3, "command": END}).status_code == 200
        assert martian.sheet()["asked"] is None
        assert martian.post("/answer", id=name, answer="agree").status_code == 400
        table = club.table(human)
        while table.session.history[-1].by != "martian":
            side, order = next_order(table) or ("", {})
            player = human if side == "human" else martian
            assert player.post("/order", **{"as": side, "entries": table.entries, "command": order}).status_code == 200
        assert human.post("/undo", **{"as": "human", "entries": table.entries}).status_code == 202
        document = martian.sheet()["asked"]
        assert (document["later"], document["lines"]) == ({"martian": 1}, martian.sheet()["log"][-2]["lines"])


def test_an_undo_against_an_automatic_side_goes_back_to_ones_own_order(home: Path) -> None:
    with opened() as club:
        player = begun(club, martian="automatic")
        to_combat(player)
        while not any(entry["by"] == "martian" for entry in player.sheet(offers=0)["log"]):
            chosen = next_order(club.table(player))
            assert chosen is not None
            entries = club.table(player).entries
            player.post("/order", **{"as": "human", "entries": entries, "command": chosen[1]})
            settled(club, player)
        table = club.table(player)
        history = [entry.by for entry in table.session.history]
        assert "martian" in history
        own = len(history) - 1 - history[::-1].index("human")
        assert player.post("/undo", **{"as": "human", "entries": table.entries}).status_code == 200
        assert len(table.session.history) == own


# -- automatic sides, and the end -----------------------------------------------------------------------------------------


def test_both_sides_play_by_themselves_and_the_dice_can_be_checked(home: Path) -> None:
    with opened() as club:
        player = begun(club, human="automatic", martian="automatic")
        first = player.get("/sheet.json", offers=0)
        assert first.status_code == 200  # the opener looks on
        promised = first.json()["commitment"]
        assert first.json()["you"] == []
        assert "seed" not in first.json() or first.json()["over"]
        settled(club, player)
        sheet = player.sheet()
        assert sheet["over"] in ("human", "martian", "draw")
        assert sha256(f"{sheet['salt']}:{sheet['seed']}".encode()).hexdigest() == sheet["commitment"] == promised
        lines = player.get("/log.jsonl").text.splitlines()
        header, entries = from_lines(lines, host().codec, "log")
        assert header.seed == int(sheet["seed"])
        again = replay(host(), header, entries)  # every roll once more, from the seed
        assert again.digest == sheet["state"]
        shown = player.get("/seats").text
        assert sheet["salt"] in shown
        assert "sha256sum" in shown


def test_who_sits_down_before_the_first_order_shares_in_the_seed_and_nobody_later(home: Path) -> None:
    with opened() as club:
        seats = (SeatSetting(side="human"), SeatSetting(side="martian", who="friend", link=hashed("friend")))
        game = club.begin(setup_of("first-flight"), Setting(seats=seats, opener=hashed("opener"), policy="exact-odds"))
        friend = club.visitor(game)
        asked = friend.client.get(f"/join/{game}/friend").text
        assert 'name="share"' in asked
        assert friend.client.post(f"/game/{game}/join", data={"token": "friend", "share": "my own: 7"}).status_code == 303
        table = club.table(friend)
        sheet = friend.sheet(offers=0)
        assert sheet["shares"] == ["myown7"]
        assert "seed" not in sheet
        assert sheet["commitment"] in asked  # it was promised before
        assert table.promised == SEED
        assert table.session.header.seed == seed_of(table.setting.salt, SEED, ["myown7"]) != SEED
        with Store() as store:
            assert store.read(game, host().codec).header == table.session.header
        opener = club.visitor(game, "opener")
        flown = {"type": "aircraft.fly", "unit": "flight", "flights": [{"path": [{"straight": 9}]}]}
        assert opener.post("/order", **{"as": "human"}, entries=0, command=flown).json()["done"]
        seed = table.session.header.seed
        moving = link_in(friend.client.post(f"/game/{game}/seats", data={"seat": "martian", "act": "link"})).rpartition("/")[
            2
        ]
        assert 'name="share"' not in friend.client.get(f"/join/{game}/{moving}").text
        assert friend.client.post(f"/game/{game}/join", data={"token": moving, "share": "late"}).status_code == 303
        assert (friend.sheet(offers=0)["shares"], table.session.header.seed) == (["myown7"], seed)
        with Store() as store:
            saved = store.read(game, host().codec)
        assert replay(host(), saved.header, saved.entries).digest == table.session.digest


@pytest.mark.rule("HOST-HIDE-3")
def test_a_share_deals_the_hidden_markers_again_from_the_seed_that_holds(home: Path) -> None:
    with opened() as club:
        seats = (SeatSetting(side="human"), SeatSetting(side="martian", who="friend", link=hashed("friend")))
        game = club.begin(setup_of("eyes-above"), Setting(seats=seats, policy="exact-odds"))
        friend = club.visitor(game)
        with Store() as store:
            before = store.read(game, host().codec).header
        assert before.setup == dealt(setup_of("eyes-above"), before.seed)
        friend.client.post(f"/game/{game}/join", data={"token": "friend", "share": "mine"})
        after = club.table(friend).session.header
        assert after.seed != before.seed
        assert after.setup == dealt(setup_of("eyes-above"), after.seed) != before.setup
        assert club.table(friend).session.state == host().initial(after.setup)
        with Store() as store:
            assert store.read(game, host().codec).header == after


def test_a_side_that_plays_by_itself_answers_in_the_background(home: Path) -> None:
    with opened() as club:
        player = begun(club, human="here", martian="automatic")
        table, taken = None, 0
        while taken < 400:
            taken += 1
            settled(club, player)
            table = club.table(player)
            chosen = next_order(table)
            if chosen is None:
                break
            assert chosen[0] == "human"
            body = {"as": "human", "entries": table.entries, "command": chosen[1]}
            assert player.post("/order", **body).status_code == 200
        assert table is not None
        assert table.over
        assert {entry.by for entry in table.session.entries} == {"human", "martian"}


def test_an_automatic_player_that_fails_stops_and_says_so(
    home: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with opened() as club:
        player = begun(club, human="automatic", martian="here")

        def broken(*_: Any) -> None:
            raise ZeroDivisionError("zq5 is to blame")

        with monkeypatch.context() as patch:
            patch.setattr("aqmf_air.web.live.position.TablePosition.choice", broken)
            player.sheet()
            settled(club, player)
        sheet = player.sheet()
        assert sheet["fault"] == "the automatic player has no answer to this position, and has stopped"
        assert sheet["entries"] == 0
        assert "zq5" in caplog.text
        taken = club.client.post(f"/game/{player.game}/seats", data={"seat": "human", "act": "here"})
        assert taken.status_code == 303
        assert player.sheet()["you"] == ["human", "martian"]


def test_tokens_are_kept_as_hashes_in_a_file_of_ones_own(home: Path) -> None:
    with opened() as club:
        opener = begun(club, martian="friend")
        made = club.client.post(f"/game/{opener.game}/seats", data={"seat": "martian", "act": "link"})
        token = link_in(made).rpartition("/")[2]
        own = club.client.cookies.get("aqmf-seat", path=f"/game/{opener.game}")
    assert own
    kept = b"".join(path.read_bytes() for path in home.iterdir() if path.name.startswith("tables.sqlite"))
    assert hashed(token).encode() in kept
    assert token.encode() not in kept
    assert own.encode() not in kept
    assert (home / "tables.sqlite").stat().st_mode & 0o077 == 0


def test_a_table_is_found_as_it_was_after_a_restart(home: Path) -> None:
    with opened() as club:
        human, _ = club.apart(setup_of("first-flight"), minutes=30)
        to_combat(human)
        before = human.sheet()
    with opened() as club:
        human = club.visitor(before["game"], "human-token")
        after = human.sheet()
        assert {**after, "clock": None, "seats": None} == {**before, "clock": None, "seats": None}
        assert after["clock"]["running"] == []
        assert 0 < after["clock"]["left"]["human"] <= 1800


def test_a_setting_that_cannot_be_read_is_one_line(home: Path) -> None:
    cabinet = SettingsStore()
    cabinet.keep("a", Setting(seats=(SeatSetting(side="human"),)))
    cabinet._db.execute("UPDATE tables SET setting = 'nonsense'")
    with pytest.raises(StoreError, match=r"tables\.sqlite: cannot be read"):
        cabinet.setting("a")
    cabinet.close()
    (home / "tables.sqlite").write_bytes(b"not a database at all, but long enough to look at")
    with pytest.raises(StoreError, match=r"tables\.sqlite: cannot be opened"):
        SettingsStore()


def test_the_page_of_games_lists_what_is_kept_and_draws_every_scenario(home: Path) -> None:
    with opened() as club:
        begun(club)
        page = club.client.get("/games").text
        assert "/game/first-flight" in page
        for name in ("first-flight", "eyes-above"):
            assert f"/games/scenario/{name}.svg" in page
        drawn = club.client.get("/games/scenario/eyes-above.svg")
        assert drawn.headers["content-type"].startswith("image/svg+xml")
        assert "stalker" not in drawn.text  # a hidden unit is a marker here too
        assert club.client.get("/games/scenario/none.svg").status_code == 404
        for wrong in ({"human": "ghost"}, {"minutes": "-1"}, {"scenario": "none"}):
            assert club.client.post("/games/new", data={"scenario": "first-flight", **wrong}).status_code in (400, 404)


def test_tables_that_nobody_is_at_are_put_away(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aqmf_air.web.live.live_tables.MOST_OPEN", 2)
    with opened() as club:
        players = [begun(club) for _ in range(4)]
        for player in (*players, *players):
            assert player.sheet(offers=0)["entries"] == 0
            assert len(club.live_tables.tables) <= 2


def test_a_hall_is_closed_with_its_files(home: Path) -> None:
    with opened() as club:
        begun(club)
        live_tables: LiveTables = club.live_tables
        assert live_tables.files is not None
    assert club.app.state.live_tables is None
    assert json.dumps(sorted(path.name for path in home.iterdir())) == json.dumps(
        ["games.sqlite", "games.sqlite-witness", "tables.sqlite"]
    )
