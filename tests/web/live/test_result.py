"""The result of a game that is over, for any game: what decided it, the luck of its rolls, the same game again."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import dawn_duel.plugin
import night_mail.plugin
import pytest

from aqmf_air.core.odds.luck import luck_by_kind, rolled_for, surprises
from tests.web.live.playing import Club, begun, opened, settled
from tests.web.test_guests import plugged
from tests.web.test_pages import words


@pytest.fixture
def club(home: object) -> Iterator[Club]:
    with plugged(("dawn_duel", dawn_duel.plugin), ("night_mail", night_mail.plugin)), opened() as club:
        yield club


@pytest.mark.parametrize(
    ("scenario", "form"),
    [
        ("first-flight", {"human": "automatic", "martian": "automatic"}),
        ("even-match", {"ruleset": "duel", "blue": "automatic", "red": "automatic"}),
    ],
)
def test_the_result_says_what_decided_the_game_and_who_was_lucky(club: Club, scenario: str, form: dict[str, str]) -> None:
    player = begun(club, scenario, **form)
    assert club.client.get(f"/game/{player.game}/result").status_code == 303  # it is not over
    settled(club, player)
    session = club.table(player).session
    shown = words(club.client.get(f"/game/{player.game}/result").text)
    assert "What decided it" in shown
    games = words(club.client.get("/games").text)
    assert "Back to" in games
    assert "Go on" not in games, "it is over"
    assert "Play with sides swapped" in shown
    rolled = rolled_for(session.ruleset, session.header, session.entries)
    assert rolled
    assert not luck_by_kind(rolled, ("",))
    for line in luck_by_kind(rolled, club.table(player).sides):
        own = [one for one in rolled if (one.side, one.tally.kind) == (line.side, line.kind)]
        assert line.luck.asked == len(own)
        assert line.swing == sum((one.swing for one in own), Fraction(0))
    unlikely = [one.chance for one in surprises(rolled, 8)]
    assert unlikely == sorted(unlikely)
    for sides in ("", "swapped"):
        again = club.client.post(f"/game/{player.game}/again", data={"sides": sides})
        assert again.status_code == 303
        assert again.headers["location"].startswith(f"/game/{scenario}-")
    other = club.visitor(player.game)
    assert other.client.post(f"/game/{player.game}/again").status_code == 403


def test_swapped_sides_have_each_others_players(club: Club) -> None:
    player = begun(club, "first-flight", human="here", martian="automatic")
    where = club.client.post(f"/game/{player.game}/again", data={"sides": "swapped"}).headers["location"]
    seats = club.client.get(f"{where}/sheet.json").json()["seats"]
    assert [seat["who"] for seat in seats] == ["automatic", "here"]
