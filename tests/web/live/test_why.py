"""Choosing automatic players at a table, and what they say of their orders there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from aqmf_air.core.play.contributions import Policy
from aqmf_air.core.play.search.reasons import Reason, Reasons, Thought
from aqmf_air.games.martian_front.automatic.policy import choose
from aqmf_air.plugins.kinds import POLICIES
from tests.registry_answers import answer
from tests.web.live.playing import Club, Player, begun, host, opened, settled


def reasons_of(name: str) -> Any:
    def explain(ruleset: Any, state: Any, player: str, command: Any) -> Reasons:
        return Reasons(Thought(name, 2.0, (Reason("its fire", 2.0, "guns"),), command), (Thought("no order", -1.0),))

    return explain


@pytest.fixture
def club(home: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    policies = {
        "steady": Policy("steady", "Weighs both.", choose, reasons_of("steady"), "Steady"),
        "bold": Policy("bold", "Goes ahead.", choose, reasons_of("bold"), "Bold"),
        "mute": Policy("mute", "Says nothing.", choose),
    }
    answer(monkeypatch, POLICIES, dict(policies))
    with opened() as club:
        yield club


def played_on(club: Club, player: Player) -> int:
    """Human orders until a Martian one follows: the entry of the last that the app gave."""
    for _ in range(8):
        before = player.sheet()
        command = choose(host(), club.table(player).session.state, "human")
        assert command is not None
        order = {"as": "human", "entries": before["entries"], "command": command.model_dump(mode="json")}
        assert player.post("/order", **order).status_code == 200
        settled(club, player)
        news = [one for one in player.sheet(since=before["entries"])["log"] if one["by"] == "martian"]
        if news:
            return int(news[-1]["entry"])
    raise AssertionError("the app gave no order")


def why(player: Player, entry: int) -> dict[str, Any]:
    answer = player.post("/why", **{"as": "human", "entry": entry})
    assert answer.status_code in (200, 400), answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_a_style_is_chosen_shown_changed_and_asked_about(club: Club) -> None:
    page = club.client.get("/games").text
    assert '<option value="automatic:steady" selected>' in page
    assert "Goes ahead." in page
    refused = club.client.post("/games/new", data={"scenario": "first-flight", "martian": "automatic:clever"})
    assert "unknown automatic player" in refused.text
    player = begun(club, human="here", martian="automatic:bold")
    (seat,) = [one for one in player.sheet()["seats"] if one["side"] == "martian"]
    assert (seat["player"], seat["reasoned"]) == ("Bold", True)

    first = played_on(club, player)
    (entry,) = [one for one in player.sheet()["log"] if one["entry"] == first]
    assert entry["reasoned"]
    assert not any(one["reasoned"] for one in player.sheet()["log"] if one["by"] == "human")
    told = why(player, first)
    assert told["player"] == "Bold"
    assert told["reasons"]["given"]["title"] == "bold"
    assert told == why(player, first)

    change = {"seat": "martian", "act": "automatic", "policy": "steady"}
    seats = f"/game/{player.game}/seats"
    assert "unknown automatic player" in club.client.post(seats, data={**change, "policy": "clever"}).text
    assert club.client.post(seats, data=change).status_code == 303
    assert "Weighs both." in club.client.get(seats).text
    second = played_on(club, player)
    assert [why(player, one)["player"] for one in (first, second)] == ["Bold", "Steady"]

    assert club.client.post(seats, data={**change, "policy": "mute"}).status_code == 303
    third = played_on(club, player)
    assert not next(one for one in player.sheet()["log"] if one["entry"] == third)["reasoned"]
    assert why(player, third) == {**why(player, third), "reasons": None, "said": "mute gives no reasons for its orders"}
    assert "is not there" in why(player, 9999)["fault"]


@pytest.mark.threads
def test_reasons_wait_for_the_end_where_something_is_hidden_or_the_table_has_it_so(club: Club) -> None:
    asked = begun(club, human="here", martian="automatic", reasons="after")
    assert why(asked, played_on(club, asked)) == {
        "reasons": None,
        "said": "at this table the reasons are told when the game is over",
    }
    secret = begun(club, "eyes-above", human="automatic:bold", martian="automatic:steady")
    settled(club, secret)
    table = club.table(secret)
    by_martian = next(one.position for one in table.session.history if one.by == "martian")
    assert table.over
    assert secret.post("/why", entry=by_martian).json()["reasons"] is not None
    table.session.undo("human")
    assert not table.over
    assert "something was hidden" in secret.post("/why", entry=by_martian).json()["said"]


def test_a_table_whose_automatic_player_is_gone_says_so_and_goes_on_with_another(club: Club) -> None:
    player = begun(club, human="here", martian="automatic:bold")
    player.sheet()
    del club.table(player).policies["bold"]
    with pytest.raises(AssertionError, match="gave no order"):
        played_on(club, player)
    assert "unknown automatic player 'bold'" in player.sheet()["fault"]
    page = club.client.get(f"/game/{player.game}/seats").text
    assert "its automatic player bold is not there" in page
    club.client.post(f"/game/{player.game}/seats", data={"seat": "martian", "act": "automatic", "policy": "mute"})
    settled(club, player)
    assert player.sheet()["fault"] == ""


def test_the_app_begins_when_somebody_listens_who_has_seen_the_board(club: Club) -> None:
    player = begun(club, human="automatic:bold", martian="here")
    for path in ("", "/board.svg"):
        assert player.get(path).status_code == 200
    assert player.sheet()["entries"] == 0
    settled(club, player)
    assert player.sheet()["entries"] > 0
