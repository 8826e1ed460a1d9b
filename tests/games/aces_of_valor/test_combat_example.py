"""The combat of the example of play, steps G20 to G58, with the dice that fell."""

from __future__ import annotations

import pytest

from aqmf_air.games.aces_of_valor.chapters.actions import RestWait
from tests.games.aces_of_valor.in_combat import (
    ENEMY_SEATER,
    GEORGES,
    MARCEL,
    PIERRE,
    SEATER,
    SPOTTING,
    attack,
    attempt,
    fighter,
    flying,
    go,
    met,
)
from tests.games.aces_of_valor.playing import from_state


@pytest.mark.rule(
    "AOV-CBT-3", "AOV-CBT-6", "AOV-DET-1", "AOV-DET-2", "AOV-DET-3", "AOV-DET-4", "AOV-IN-1", "AOV-IN-4", "AOV-IN-5",
    "AOV-IN-6", "AOV-RND-3", "AOV-RND-5", "AOV-RND-6", "AOV-RND-7", "AOV-ACT-2", "AOV-ACT-7", "AOV-ATK-2", "AOV-ATK-3",
    "AOV-ATK-4", "AOV-ATK-5", "AOV-DEF-1", "AOV-DEF-2", "AOV-PHO-1", "AOV-PHO-3", "AOV-PHO-4", "AOV-PHO-7", "AOV-PHO-8",
)  # fmt: skip
def test_the_combat_of_the_example_is_fought_die_by_die() -> None:
    georges, marcel, pierre = fighter("Georges", 2), fighter("Marcel"), fighter("Pierre")
    flight = flying(georges, marcel, pierre, SEATER, card=SPOTTING, pace="flow", weather="light-clouds")
    game = met(flight, fighters=4, two_seaters=1)  # G20
    drawn = [["Manfred"], ["Werner"], ["Max"], ["Carl"], ["0/0"]]
    game = go(
        game,
        [3], *drawn,  # G21
        [2, 3],  # G22: 5 against 4, no evading
        [2], [3], [1], [3],  # G23 to G25: Georges, Marcel, Pierre, the 2-seater
        [3], [1], [3], [4], [2],  # Manfred, Werner, Max, Carl, their 2-seater
    )  # fmt: skip
    assert dict(game.fought.spaces) == {
        GEORGES: 11, MARCEL: 9, PIERRE: 7, SEATER.id: 7,
        "manfred": 11, "werner": 8, "max": 9, "carl": 10, ENEMY_SEATER.id: 6,
    }  # fmt: skip
    assert game.fought.acting == (GEORGES,), "before Manfred: a better performance"  # G26
    game = attack(
        game, GEORGES, "carl", [4, 5], [4],  # G27, G28
        [1, 6], [4],  # G29, G30: Manfred at Marcel
        [4],  # G31: Carl breaks off
        [3],  # G32: Max before Marcel
        [5], [4, 4], [3],  # G33 to G35: at the 2-seater
        [2, 2, 5], [1],  # G36, G37: its reply
    )  # fmt: skip
    assert game.aircraft("carl").damaged
    assert game.fought.broken_off == ("carl",)
    assert game.fought.acting == (MARCEL,)
    game = attack(game, MARCEL, "werner", [1, 2], [2], [1, 2])  # G38 to G40: Werner at Pierre
    assert game.fought.acting == (PIERRE, SEATER.id), "the player chooses"  # G41
    game = attack(game, PIERRE, ENEMY_SEATER.id, [1, 3], [5, 6, 2], [5])  # G42 to G44
    assert game.aircraft(PIERRE).damaged
    game = attempt(game, [6], [2, 3, 6], [2], [3, 5])  # G45 to G49; their 2-seater waits
    assert not game.fought.enemies
    assert game.fought.round == 2
    assert not game.flown.ledger
    game = attempt(game, [5], [2, 3, 6, 6], [4], [4])  # G50 to G53
    game = from_state(game, RestWait(), [[2, 3]])  # G54
    assert game.fought.round == 3
    game = attempt(game, [3], [1, 2, 4, 5], [2])  # G55 to G57; G58: the others wait, and no check follows
    assert [one.points for one in game.flown.ledger] == [3, 2]
    assert (game.combat, game.flown.length) == (None, 23), "a turn of fuel is gone"
