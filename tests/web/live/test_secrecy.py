"""Nothing that a side hides reaches the other's browser: every byte of whole games is looked at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import night_mail.plugin
import pytest

from aqmf_air.core.data.documents import load_toml
from aqmf_air.core.data.model import Frozen
from aqmf_air.core.dice.dice import Roll
from aqmf_air.core.dice.draws import numbered, total
from aqmf_air.core.play.events import Entry, RollRecord
from aqmf_air.core.play.ruleset import Stage
from aqmf_air.core.play.secrecy import UNSEEN, mentions, names_in
from aqmf_air.core.play.session import new_header
from aqmf_air.errors import InvalidCommandError
from aqmf_air.games.martian_front.state import HIDDEN, Game, PhasePart, Unit
from aqmf_air.plugins import kinds
from aqmf_air.plugins.registry import load_registry
from aqmf_air.web.board.board import PlainBoard
from aqmf_air.web.board.marks import Word
from aqmf_air.web.film import film_of
from aqmf_air.web.live.position import Chronicle, TablePosition
from aqmf_air.web.live.table import LiveTable
from aqmf_air.web.seat_settings import SeatSetting, Setting, hashed
from tests.core.bids import Auction, Seal, Sealed
from tests.plugins_on_disk import picket
from tests.web.live.playing import Player, named, next_order, opened, setup_of

MOST = {"eyes-above": 40, "far-horizon": 16, "hold-the-line": 12, "map-square": 12}
"""Entries that are played of each scenario."""


def undiscovered(game: Game) -> tuple[Unit, ...]:
    """The Martian units that the human side cannot know of, as the rules have it: told from the state alone."""
    deploying = game.part is PhasePart.DEPLOYMENT and any(zone.side == "martian" for zone in game.zones)
    here = [unit for unit in game.units if unit.side == "martian" and (deploying or unit.has(HIDDEN))]
    coming = [one.unit for one in game.reserves if one.unit.side == "martian"]
    return (*here, *coming)


def foreseen(game: Game) -> bool:
    """Whether the human side knows where and when reinforcements come."""
    return any(
        unit.side == "human"
        and game.type_of(unit).kind == "aircraft"
        and game.type_of(unit).has("Scout")
        and unit.mark("aircraft.altitude") != "low"
        for unit in game.units
    )


def secrets_of(game: Game) -> Iterator[str]:
    """What must not be told: names, kinds that no unit in sight has, and places that no marker gives away."""
    unseen = undiscovered(game)
    in_sight = {unit.type for unit in (*game.units, *game.fallen) if unit not in unseen}
    in_sight |= {one.unit.type for one in game.reserves if one.unit not in unseen}
    for unit in unseen:
        yield unit.id
        yield from (element.id for element in unit.elements)
        if unit.type not in in_sight:
            yield unit.type
        coming = any(one.unit.id == unit.id for one in game.reserves)
        marked = foreseen(game) if coming else unit.has(HIDDEN) and game.part is not PhasePart.DEPLOYMENT
        for element in unit.elements[marked:]:
            yield f'"x":{element.x},"y":{element.y}'


def betrayed(game: Game, said: list[bytes]) -> list[str]:
    """The secrets that were told."""
    text = b"\n".join(said)
    return [one for one in secrets_of(game) if (one.encode() in text if one.startswith('"') else named(text, one))]


def probe(human: Player, table: LiveTable, sheet: dict[str, Any]) -> None:
    """Ask about what cannot be known: the answer is the one about what does not exist."""
    game: Game = table.session.state
    names = [unit.id for unit in undiscovered(game)][:2]
    orders = [offer["command"] for offer in sheet["offers"][:1]]
    orders += [{"type": "host.shoot", "unit": sheet["view"]["own"][0]["id"], "weapon": "Rifle", "target": "?"}]
    orders += [{"type": "host.end_phase"}, {"type": "aircraft.spot", "unit": "?", "target": "?"}]
    for name in names:
        for path, key in (("about", "piece"), ("board/reach", "unit"), ("board/plan", "unit")):
            told = {}
            for one in (name, "nobody"):
                body = {key: one} if path == "about" else {"body": {key: one}}
                told[one] = human.client.post(f"/game/{human.game}/{path}", json=body)
            assert len({answer.text.replace(one, "X") for one, answer in told.items()}) == 1
        for order in orders:
            for key in [key for key, value in order.items() if isinstance(value, str) and key != "type"]:
                answers = []
                for asked in (name, "nobody-at-all"):
                    for path, more in (("/ask", {}), ("/order", {"entries": sheet["entries"]})):
                        answer = human.client.post(
                            f"/game/{human.game}{path}", json={"as": "human", "command": {**order, key: asked}, **more}
                        )
                        assert answer.status_code in (200, 422, 400, 404)
                        answers.append((answer.status_code, answer.text.replace(asked, "X")))
                assert answers[:2] == answers[2:], (order, key)


@pytest.mark.further(every=2)
@pytest.mark.parametrize("scenario", MOST)
def test_every_byte_that_the_human_side_is_sent(home: Path, scenario: str) -> None:
    with opened() as club:
        human, martian = club.apart(setup_of(scenario, renamed="zq"))
        assert human.sheet()["you"] == ["human"]
        table, checked = club.table(human), 0
        while table.entries < MOST[scenario] and (chosen := next_order(table)) is not None:
            side, order = chosen
            game: Game = table.session.state
            human.received.clear()
            sheet = human.sheet(offers=int(table.entries % 5 == 0))
            if sheet["offers"]:
                human.get("/seats")
                human.get("")
                human.get("/log.jsonl")
                human.get("/board.svg")
                human.get("/board.geojson")
                for entries in (0, table.entries // 2, table.entries - 1):
                    human.get("/then.json", entries=str(max(0, entries)))
                own = sheet["view"]["own"][0]["id"]
                if table.entries == 10:
                    human.post("/about", **{"as": "human", "piece": own})
                    human.post("/board/reach", **{"as": "human", "body": {"unit": own}})
                for offer in sheet["offers"][:: max(1, len(sheet["offers"]) // 3)]:
                    human.post("/ask", **{"as": "human", "command": offer["command"]})
                human.post("/undo", **{"as": "martian", "entries": table.entries})
                human.post("/order", **{"as": "human", "entries": table.entries, "command": {"type": "host.move", "to": []}})
            assert betrayed(game, human.received) == []
            if undiscovered(game) and table.entries in (0, 20):
                probe(human, table, sheet)
            human.received.clear()
            player = human if side == "human" else martian
            done = player.post("/order", **{"as": side, "entries": table.entries, "command": order})
            assert done.status_code == 200, done.text
            human.sheet(offers=0, since=table.entries - 1)
            after: Game = table.session.state
            both = {unit.id for unit in undiscovered(game)} & {unit.id for unit in undiscovered(after)}
            told = b"\n".join(human.received)
            assert [name for name in both if named(told, name)] == []
            checked += len(list(secrets_of(game)))
        human.received.clear()
        human.get("/film")
        assert betrayed(table.session.state, human.received) == []
        assert table.entries >= MOST[scenario] or table.over
        if scenario != "map-square":
            assert checked > 20  # there was something to hide


def test_spectators_see_what_both_sides_see_and_no_more(home: Path) -> None:
    with opened() as club:
        human, _ = club.apart(setup_of("eyes-above", renamed="zq"))
        opener = club.visitor(human.game, "opener")
        page = opener.client.post(f"/game/{human.game}/seats", data={"seat": "*watcher", "act": "link"})
        token = page.text.partition(f"/join/{human.game}/")[2].partition("<")[0]
        watcher = club.by_link(human.game, token)
        sheet = watcher.sheet()
        assert (sheet["you"], sheet["as"], sheet["offers"]) == ([], "", [])
        assert sheet["state"] is None
        assert betrayed(club.table(human).session.state, watcher.received) == []
        assert watcher.post("/ask", command={"type": "host.end_phase"}).status_code == 403
        assert watcher.post("/order", entries=0, command={"type": "host.end_phase"}).status_code == 403
        assert watcher.get("/sheet.json", **{"as": "martian"}).status_code == 403


def test_nobody_without_a_seat_is_told_anything(home: Path) -> None:
    with opened() as club:
        human, _ = club.apart(setup_of("first-flight"))
        stranger = club.visitor(human.game)
        for path in ("/sheet.json", "/stream", "/log.jsonl", "/seats", ""):
            assert stranger.get(path).status_code in (403, 404), path
        for path in ("/ask", "/order", "/undo", "/redo"):
            assert stranger.post(path, entries=0).status_code in (400, 403)
        told = b"".join(stranger.received)
        assert b"gunners" not in told
        assert b"Tripod" not in told


def test_the_view_of_a_hot_seat_is_that_of_the_side_that_is_asked_for(home: Path) -> None:
    with opened() as club:
        game = club.client.post("/games/new", data={"scenario": "eyes-above"}).headers["location"]
        human = club.client.get(f"{game}/sheet.json", params={"as": "human"}).json()
        martian = club.client.get(f"{game}/sheet.json", params={"as": "martian"}).json()
        assert human["you"] == martian["you"] == ["human", "martian"]
        assert not human["view"]["enemies"]
        assert len(martian["view"]["own"]) == 6
        assert human["state"] == martian["state"] is not None


def test_a_game_of_cards_has_its_table_too() -> None:
    ruleset = load_registry(entry_points=False, extra=(("picket", picket),)).ruleset("picket")
    header = new_header(ruleset, picket.Setup(), seed=5, game="cards")
    table = LiveTable("cards", PlainBoard(ruleset), header, (), None, keep=lambda entry: None, policies={})
    orders = [{"type": "picket.seal", "side": "north", "card": 12}, {"type": "picket.seal", "side": "south", "card": 13}]
    for entries, order in enumerate(orders):
        assert table.order(str(order["side"]), entries, order, (), "")["done"]
    assert table.position.document("north")["view"]["own"]["side"] == "north"
    assert table.position.document("")["summary"] == ["cards are sealed"]


def test_nobody_is_shown_how_a_deck_was_shuffled() -> None:
    registry = load_registry(entry_points=False, extra=(("night_mail", night_mail.plugin),))
    ruleset = registry.ruleset("mail")
    scenario = registry.of(kinds.SCENARIOS, "mail")["one-night"]
    setup = ruleset.set_up(load_toml(scenario.path), "one-night", {}).setup
    header = new_header(ruleset, setup, seed=5, game="mail")
    table = LiveTable("mail", PlainBoard(ruleset), header, (), None, keep=lambda entry: None, policies={})
    (side,) = table.sides
    take_off = table.position.offers(side)[0].command.model_dump(mode="json")
    assert table.order(side, 0, take_off, (), "")["done"]
    (entry,) = table.session.entries
    assert [roll.faces for roll in entry.rolls if roll.secret]
    for audience in (side, ""):
        (told,) = table.chronicle.of(audience)
        assert not any(roll["faces"] for roll, kept in zip(told["rolls"], entry.rolls, strict=True) if kept.secret)


def test_what_opened_a_sealed_order_is_not_undone_by_one_side_alone() -> None:
    """No dice were rolled and no hidden name was shown: the event says that it opened something."""
    ruleset: Any = Auction()
    seats = tuple(SeatSetting(side=side, who="friend", token=hashed(side)) for side in ("east", "west"))
    header = new_header(ruleset, Frozen(), seed=5, game="bids")
    table = LiveTable("bids", PlainBoard(ruleset), header, (), Setting(seats=seats), keep=lambda entry: None, policies={})
    table.order("east", 0, {"type": "bids.seal", "side": "east", "number": 2}, (), "")
    assert table.step_of(["east"], "undo").agree == ()
    table.order("west", 1, {"type": "bids.seal", "side": "west", "number": 1}, (), "")
    assert table.position.document("west")["view"]["opened"] == [["east", 2], ["west", 1]]
    assert table.step_of(["west"], "undo").agree == ("east",)


ASK = total("", 1, numbered(6))


class Kept(Frozen):
    id: str
    seen_by: tuple[str, ...] = ()


class Pieces(Frozen):
    """A field of pieces by name; of each, who sees it."""

    id: str = "field"
    pieces: tuple[Kept, ...] = ()


class Field(Auction):
    """Its events tell of pieces without a thought of who reads."""

    def stage(self, state: Any) -> Stage:
        return Stage(1, "bids", "Bids", ())

    def evolve(self, state: Any, event: Any) -> Any:
        return state

    def observe(self, state: Any, player: str) -> Any:
        return Pieces(pieces=tuple(one for one in state.pieces if player in one.seen_by))


def field(**seen_by: tuple[str, ...]) -> Pieces:
    return Pieces(pieces=tuple(Kept(id=name, seen_by=sides) for name, sides in seen_by.items()))


def said_of(name: str, before: Pieces, after: Pieces, of: str = "") -> tuple[Chronicle, dict[str, Any]]:
    """What a log tells each audience of an order in which a piece is named by an event and by the label of a roll.

    ``of``: the piece that the event is of, where it has that name in its label alone.
    """
    chronicle = Chronicle(cast("Any", Field()), ("east", "west"), marks=lambda moment: (Word(of, name),) if of else ())
    rolled = RollRecord(label=name, n=1, die="D6", faces=(3,), by="seed")
    order, sealed = Seal(side="east", number=1) if of else None, Sealed(side=of or name, number=1)
    entry = Entry(position=0, kind="command", by="east", command=order, rolls=(rolled,), events=(sealed,))
    chronicle.note(before, entry, after, [Roll(replace(ASK, label=name), (3,), "seed")])
    told = {reader: chronicle.of(reader)[0] for reader in ("east", "west", "", "stranger")}
    return chronicle, {reader: (one["lines"], one["rolls"][0]["label"], *marked(one)) for reader, one in told.items()}


def marked(told: dict[str, Any]) -> list[str]:
    return [mark["text"] for one in told["beats"] for mark in one["marks"]]


def test_the_log_names_nothing_that_its_reader_saw_neither_before_nor_after() -> None:
    unseen, plain = ([UNSEEN], UNSEEN), (["lurker seals a bid"], "lurker")
    hidden, shown = field(lurker=("east",)), field(lurker=("east", "west", ""))
    chronicle, told = said_of("lurker", hidden, hidden)
    assert told == {"east": plain, "west": unseen, "": unseen, "stranger": unseen}
    assert not chronicle.revealed(Entry(position=0, kind="command", by="east"))
    assert chronicle.hidden(hidden) == {"east": frozenset(), "west": {"lurker"}, "": {"lurker"}}
    for before, after in ((hidden, shown), (shown, hidden)):
        chronicle, told = said_of("lurker", before, after)
        assert set(map(str, told.values())) == {str(plain)}
        assert chronicle.revealed(Entry(position=0, kind="command", by="east")) == (after is shown)


def test_an_ordinary_word_that_is_the_name_of_something_else_is_told() -> None:
    """Something hidden is called ``assault``; the label, the mark and the need of a roll have that word in them."""
    hidden = field(assault=("east",), owl=("east", "west", ""))
    _, told = said_of("assault", hidden, hidden, of="owl")
    assert set(map(str, told.values())) == {str((["owl seals a bid"], "assault", "assault"))}
    _, told = said_of("assault", hidden, hidden, of="assault")
    assert told["west"] == ([UNSEEN], UNSEEN)
    assert told["east"][1:] == ("assault", "assault")


def test_spectators_see_no_name_that_one_side_does_not() -> None:
    for seen_by in (("east", ""), ("east", "west")):
        _, told = said_of("lurker", field(lurker=seen_by), field(lurker=seen_by))
        assert told[""] == ([UNSEEN], UNSEEN)


def test_what_a_side_writes_of_hidden_things_is_answered_in_its_own_words() -> None:
    """As for a name that nothing has, and without the letters that keep the two apart."""
    state = field(lurker=("west",))
    position = TablePosition(
        PlainBoard(Field()), state, 0, ("east", "west"), {"east": frozenset({"lurker"}), "": frozenset()}
    )
    said = []
    for name in ("lurker", "nobody"):
        with pytest.raises(InvalidCommandError) as refusal:
            position.command({"type": "bids.seal", "side": "east", "number": name}, "east")
        said.append(str(refusal.value).replace(name, "X"))
    assert said[0] == said[1]
    assert said[0].isascii()


def test_what_is_sealed_is_told_to_its_side_alone() -> None:
    ruleset: Any = Auction()
    header = new_header(ruleset, Frozen(), seed=5, game="bids")
    table = LiveTable("bids", PlainBoard(ruleset), header, (), None, keep=lambda entry: None, policies={})
    table.order("east", 0, {"type": "bids.seal", "side": "east", "number": 2}, (), "")
    told = {reader: table.chronicle.of(reader)[0]["lines"] for reader in ("east", "west", "", "stranger")}
    assert told == {"east": ["east seals 2"], **{reader: ["east seals a bid"] for reader in ("west", "", "stranger")}}
    for reader in ("east", "west", ""):
        film = film_of(table.board, header, table.session.entries, reader)
        assert [frame.get("lines") for frame in film.frames] == [None, told[reader]]


# -- the second fence -----------------------------------------------------------------------------------------------------


def test_names_are_found_wherever_they_stand() -> None:
    class Thing(Frozen):
        id: str
        note: str = ""
        parts: tuple[Thing, ...] = ()

    thing = Thing(id='the "quoted"', note="id", parts=(Thing(id="é, ü"), Thing(id="back\\slash", note='"id":"no"')))
    assert names_in(thing) == {'the "quoted"', "é, ü", "back\\slash"}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("lurker fires", True),
        ("LURKER", True),
        ("the Drones come", True),
        ("lurker-2 fires", False),
        ("unlurkered", False),
        ("", False),
    ],
)
def test_a_line_names_something_only_by_its_whole_name(line: str, told: bool) -> None:
    assert mentions(line, frozenset({"lurker", "Drones"})) is told
    assert not mentions(line, frozenset())
