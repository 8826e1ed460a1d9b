"""Who gave an order, why, and who may be told that."""

from __future__ import annotations

from typing import Any

import pytest

from aqmf_air.core.play.contributions import Policy
from aqmf_air.core.play.session import Session, new_header
from aqmf_air.core.play.why import AFTER, Given, given_at, is_open, kept_back, why
from aqmf_air.errors import DataError
from aqmf_air.web.seat_settings import SeatSetting, Setting, followed, taken_over
from tests.web.live.playing import host, setup_of


def played_for(scenario: str, orders: int) -> Session[Any]:
    """A game after so many orders, which its sides gave by the odds."""
    from aqmf_air.core.play.automatic import asked_in_turn
    from aqmf_air.games.martian_front.automatic.policy import choose

    ruleset = host()
    session: Session[Any] = Session(ruleset, new_header(ruleset, setup_of(scenario), seed=3, game="g"))
    while len(session.entries) < orders:
        asked = ((side, choose(ruleset, session.state, side)) for side in asked_in_turn(ruleset, session.state))
        side, command = next((side, one) for side, one in asked if one is not None)
        session.submit(command, side)
    return session


def test_who_gave_an_order_is_known_after_a_side_has_changed_hands() -> None:
    begun = Setting(seats=(SeatSetting(side="red", who="automatic"), SeatSetting(side="blue")), policy="steady")
    assert (begun.policy_of("red"), begun.policy_of("blue"), begun.player_at("red", 99)) == ("steady", "", "steady")
    bold = followed(begun, taken_over(begun, "red", "automatic", "bold"), 10)
    both = followed(bold, taken_over(bold, "blue", "automatic"), 20)
    mine = followed(both, taken_over(both, "red", "here"), 30)
    assert [mine.player_at("red", entry) for entry in (0, 9, 10, 29, 30)] == ["steady", "steady", "bold", "bold", ""]
    assert [mine.player_at("blue", entry) for entry in (0, 19, 20)] == ["", "", "steady"]
    assert followed(mine, mine, 40) == mine
    assert followed(begun, taken_over(begun, "red", "here"), 0).played == (), "nothing was ordered before"
    assert Setting.model_validate_json(mine.model_dump_json()) == mine


def test_the_reasons_are_those_of_the_state_before_the_order() -> None:
    session = played_for("first-flight", 6)
    seen: list[Any] = []

    def explain(ruleset: Any, state: Any, player: str, command: Any) -> None:
        seen.append((state, player, command))

    policies = {
        "odd": Policy("odd", "Is odd.", lambda *_: None, explain, "Odd"),
        "mute": Policy("mute", "", lambda *_: None),
    }
    given = given_at(session, 4)
    said = [why(session.ruleset, given, policies, name).said for name in ("odd", "mute", "gone", "")]
    assert seen == [
        (Session(session.ruleset, session.header, session.entries[:4]).state, given.entry.by, given.entry.command)
    ]
    assert "would not think of this order" in said[0]
    assert said[1:] == [
        "mute gives no reasons for its orders",
        "the automatic player 'gone' is not there any more",
        "a person gave this order",
    ]
    session.undo(given.entry.by)
    for entry in (5, 6, 7):
        with pytest.raises(DataError, match=f"entry {entry} of the log"):
            given_at(session, entry)


def test_reasons_are_told_at_once_only_where_nothing_was_hidden() -> None:
    session, secret = played_for("first-flight", 3), played_for("eyes-above", 1)
    ruleset, given, hidden = session.ruleset, given_at(session, 2), given_at(secret, 0)
    other = next(side for side in ruleset.players() if side != given.entry.by)
    assert kept_back(ruleset, given, session.state, (other,)) == ""
    assert "at this table" in kept_back(ruleset, given, session.state, (other,), AFTER)
    assert kept_back(ruleset, given, session.state, (given.entry.by,), AFTER) == "", "one's own orders are no secret"
    assert not is_open(ruleset, secret.state)
    assert "something was hidden" in kept_back(ruleset, hidden, secret.state, ("",))
    over = session.state.model_copy(update={"winner": "draw"})
    assert kept_back(ruleset, given, over, (other,), AFTER) == "" == kept_back(ruleset, hidden, over, ("",))
    # an order that brought something hidden, which lies open since, and one that something hidden came before
    open_, shut = session.state, secret.state
    assert kept_back(ruleset, Given(open_, given.entry, shut), shut)
    assert kept_back(ruleset, Given(open_, given.entry, shut), open_) == ""
    assert kept_back(ruleset, Given(shut, given.entry, open_), open_)
