"""Sealed orders of two friends at a live table: no byte of one reaches the other's browser before both are opened."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from aqmf_air.core.play.sealed_orders import NOTHING
from aqmf_air.games.richthofens_war.sequence import RichthofensWar
from aqmf_air.web.seat_settings import SeatSetting, Setting, hashed
from aqmf_air.web.shared_registry import rules
from tests.games.richthofens_war.test_melee import MELEE
from tests.web.live.playing import Player, opened

SIDES = ("german", "allied")
READS = ("", "/seats", "/log.jsonl", "/board.svg")


def seated(club: Any) -> dict[str, Player]:
    """A melee of two friends, by their sides."""
    game = rules("richthofen")
    setup = game.ruleset.set_up(MELEE, "melee", {}).setup
    seats = tuple(SeatSetting(side=side, who="friend", token=hashed(f"{side}-token"), link=hashed(side)) for side in SIDES)
    setting = Setting(seats=seats, opener=hashed("opener"), policy="exact-odds")
    begun = str(club.client.portal.call(club.live_tables.begin, game, setup, "melee", setting))
    return {side: club.visitor(begun, f"{side}-token") for side in SIDES}


def test_no_byte_of_a_sealed_order_reaches_the_other_side(home: Path) -> None:
    with opened() as club:
        players = seated(club)
        assert [player.sheet()["you"] for player in players.values()] == [[side] for side in SIDES]
        table, kinds, turn = club.table(players["german"]), set[str](), 1
        while table.session.state.turn == turn and not table.over:
            side = table.active[0]
            sheet = players[side].sheet(offers=1)
            sealing = [one["command"] for one in sheet["offers"] if one["command"].get("order", NOTHING) != NOTHING]
            order = (sealing or [one["command"] for one in sheet["offers"]])[0]
            other = players["allied" if side == "german" else "german"]
            other.received.clear()
            done = players[side].post("/order", **{"as": side, "entries": table.entries, "command": order})
            assert done.status_code == 200, done.text
            other.sheet(offers=1, since=table.entries - 1)
            for path in READS:
                other.get(path)
            if dict(table.session.state.sealed).get(side):
                kinds.add(order["type"])
                told = b"\n".join(other.received)
                given, ruleset = table.session.entries[-1].command, table.session.ruleset
                assert isinstance(ruleset, RichthofensWar)
                assert given is not None
                words = ruleset.order_in_words(table.session.state, given, side)
                assert order["order"].encode() not in told
                assert words.encode() not in told
                assert b"seals an order" in told
        assert kinds >= {"richthofen.announce_tails"}
