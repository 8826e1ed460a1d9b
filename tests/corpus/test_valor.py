"""A campaign of Aces of Valor that was played under version 2 of its rules, with nearly every kind of order, and left in the
middle of a combat: it opens, is shown, and goes on as it was begun. Nothing here is ever written anew.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from aqmf_air.core.play.events import to_lines
from aqmf_air.core.play.session import Session
from aqmf_air.core.store.log_reader import split_lines
from aqmf_air.games.aces_of_valor.chapters.initiative import first_on_track
from aqmf_air.games.aces_of_valor.sequence import ValorRulings
from aqmf_air.games.aces_of_valor.state import PLAYER, Campaign
from aqmf_air.plugins.rules_in_force import read_log, said_of_going_on
from aqmf_air.web.board.board import board_of
from aqmf_air.web.film import film_of
from tests.corpus.test_corpus import beyond, everything

FOLDER = Path(__file__).parent / "valor_2"
LINES = split_lines(gzip.decompress((FOLDER / "wild.jsonl.gz").read_bytes()).decode())
THEN: dict[str, Any] = json.loads(gzip.decompress((FOLDER / "wild.json.gz").read_bytes()))


@pytest.fixture
def kept() -> Session[Campaign]:
    rules, saved = read_log(LINES, "wild", None, everything())
    assert saved.fault == ""
    assert list(to_lines(saved.header, saved.entries)) == LINES
    return rules.session(saved)


def test_it_stands_as_it_stood(kept: Session[Campaign]) -> None:
    assert list(beyond(THEN["state"], kept.state.model_dump(mode="json"))) == []
    assert (len(kept.entries), list(kept.state.fought.acting)) == (THEN["entries"], THEN["acting"])
    assert kept.older_rules == {"valor": "2"}


def test_it_goes_on_with_the_order_of_friends_that_it_was_begun_with(kept: Session[Campaign]) -> None:
    game = kept.state
    assert ValorRulings().friendly_order == "free"
    assert game.rulings.friendly_order == "same-priority"
    assert first_on_track(game).friends == game.fought.acting
    shared = [one for one in game.fought.to_act if one in game.fought.friends]
    assert {game.fought.space_of[one] for one in shared} > {game.fought.space_of[game.fought.acting[0]]}
    same = [one for one in shared if game.fought.space_of[one] == game.fought.space_of[game.fought.acting[0]]]
    assert len(same) > len(game.fought.acting), "today the player would choose"
    assert "now valor 3" in said_of_going_on(kept)
    while kept.state.combat:
        kept.submit(kept.ruleset.legal(kept.state, PLAYER)[0].command, PLAYER)
    assert [one.kind for one in kept.entries[THEN["entries"] :]][:2] == ["rules", "command"]
    again = read_log(list(to_lines(kept.header, kept.entries)), "wild", None, everything())
    assert again[0].session(again[1]).digest == kept.digest


def test_its_film_can_be_made(kept: Session[Campaign]) -> None:
    film = film_of(board_of(kept.ruleset, everything()), kept.header, kept.entries[:40])
    assert len(film.frames) == 41
