"""The result of a game that is over, for any game: what decided it, the luck of its rolls, the same game again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import dawn_duel.plugin
import night_mail.plugin
import pytest

from aqmf_air.core.dice.chance import Odds
from aqmf_air.core.odds.luck import RolledFor, luck_by_kind, rolled_for, surprises
from aqmf_air.core.play.chronicle import ChapterTold, Told
from aqmf_air.core.play.question import Tally
from aqmf_air.drawing.svg import Picture
from aqmf_air.web.app import create_app
from aqmf_air.web.board.board import Undoing
from aqmf_air.web.live.result import each_once
from aqmf_air.web.live.what_mattered import MOST_TURNING_POINTS, LostPiece, drawn_largest, in_words, undone, what_mattered
from tests.web.board.hands import sit_down
from tests.web.conftest import SMALL_PHONE, running
from tests.web.live.playing import Club, Player, begun, opened, settled, setup_of
from tests.web.looking import watched
from tests.web.test_guests import plugged
from tests.web.test_pages import words

ANY = Odds({0: 1, 1: 1}, 2)


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
    games = words(club.client.get("/games", params={"ruleset": session.ruleset.id}).text)
    assert "Back to" not in games, "it is over"
    assert "Go on" not in games
    assert "Back to" not in words(club.client.get("/games?ruleset=richthofen").text), "no table of that game is kept"
    assert "Play with sides swapped" in shown
    rolled = rolled_for(session.ruleset, session.header, session.entries)
    assert rolled
    assert not luck_by_kind(rolled, ("",))
    for line in luck_by_kind(rolled, club.table(player).sides):
        own = [one for one in rolled if (one.side, one.tally.kind) == (line.side, line.kind)]
        assert line.luck.asked == len(own)
        assert line.swing == sum((one.swing for one in own), Fraction(0))
    unlikely = [one.chance for one in surprises(rolled, club.table(player).sides)]
    assert unlikely == sorted(unlikely)
    assert all(one < Fraction(1, 10) for one in unlikely)
    for sides in ("", "swapped"):
        again = club.client.post(f"/game/{player.game}/again", data={"sides": sides})
        assert again.status_code == 303
        assert again.headers["location"].startswith(f"/game/{scenario}-")
    other = club.visitor(player.game)
    assert other.client.post(f"/game/{player.game}/again").status_code == 403


def test_what_it_turned_on_leads_to_the_moment_in_the_film_and_what_is_lost_is_pictured(club: Club) -> None:
    player = begun(club, "first-flight", human="automatic", martian="automatic")
    settled(club, player)
    table = club.table(player)
    mattered = what_mattered(table, ())
    lost = [piece for side in table.sides for piece in mattered.lost[side]]
    assert {piece.id for piece in lost} >= {unit.id for unit in table.session.state.fallen}
    assert all(piece.picture.startswith("<svg viewBox=") and "<use" not in piece.picture for piece in lost)
    assert 1 <= len(mattered.points) <= MOST_TURNING_POINTS
    assert [point.entry for point in mattered.points] == sorted(point.entry for point in mattered.points)
    shown = club.client.get(f"/game/{player.game}/result").text
    assert all(f'/film?order={point.entry}"' in shown for point in mattered.points)
    assert all(point.title and point.says for point in mattered.points)
    assert all(" by " in piece.in_words for piece in lost if piece.share == 1), "who shot it is told"
    assert all(piece.name in shown for piece in lost)


def test_a_loss_names_who_shot_it_as_the_log_has_it_and_says_each_thing_once() -> None:
    """The finding: "Fokker 1 lost" stood over "Fokker 1 is shot down", and nowhere by whom."""
    shot = {"kind": "shot", "by": "camel", "at": "fokker", "outcome": "hit"}
    beats = [
        {"says": "Spad fires at Fokker 1: 5, no damage", "marks": [shot | {"by": "spad", "outcome": "miss"}]},
        {"says": "Camel 2 fires at Fokker 1: 11, 4 damage", "marks": [shot]},
        {"says": "Fokker 1 is shot down", "marks": [{"kind": "loss", "piece": "fokker"}]},
    ]
    undoing, falls, led_to = undone({"beats": beats}, "fokker", "Fokker 1")
    assert undoing == Undoing(("camel",))
    fokker = LostPiece("fokker", "german", "Fokker 1", 1, frozenset({""}), "", 1, Undoing(("Camel 2",), "shot down"))
    piece = replace(fokker, falls=falls, shot=led_to, when="Turn 4 of 40")
    assert (piece.title, piece.says) == ("Fokker 1 shot down by Camel 2", "Camel 2 fires at Fokker 1: 11, 4 damage")
    assert piece.in_words == "shot down by Camel 2, turn 4"
    assert replace(piece, shot="").says == "", "the title says it"
    archie = {"says": "Archie fires at Fokker 1: 4 damage", "marks": []}
    alone = replace(piece, undoing=Undoing(), shot=undone({"beats": [archie, beats[2]]}, "fokker", "Fokker 1")[2])
    assert (alone.title, alone.says) == ("Fokker 1 is shot down", "Archie fires at Fokker 1: 4 damage")


def test_a_lost_piece_is_shown_from_where_most_of_it_is_seen() -> None:
    """The finding: aircraft that banked were slivers."""
    shown = [
        f'<g data-piece="a" data-view="{view}" data-x="0"><path d="M0 0 L9 0 L9 {deep} L0 {deep} Z"/></g>'
        for view, deep in (("above", 1), ("beside", 5), ("nose", 2))
    ]
    assert drawn_largest(Picture("", 9, 9, tuple(shown)), "a") == shown[1:2]


def test_a_roll_that_counts_for_several_things_is_one_of_the_rare_ones_once() -> None:
    """The finding: a shot stood there twice, for its damage and for its critical hit."""
    hit, critical = (RolledFor(7, "red", "Turn 1", kind, 12, Tally(kind), ANY) for kind in ("damage", "critical hit"))
    other = RolledFor(8, "red", "Turn 1", "Fokker fires", 12, Tally("damage"), ANY)
    lines = {7: ["Fokker fires at Camel: 12, 5 damage and a critical hit"], 8: ["Fokker fires: 12"]}
    assert each_once([critical, other, hit], lines) == [critical, other]
    assert in_words(critical, lines[7]) == lines[7][0], "the line says it"
    assert in_words(other, lines[8]) == "Fokker fires: 12"


def test_what_is_held_at_the_end_is_what_a_game_turned_on(club: Club) -> None:
    """The finding: losses were told of, and not the crossroads that gave most of the points."""
    player = begun(club, "eyes-above", human="automatic", martian="automatic")
    settled(club, player)
    table = club.table(player)
    ruleset, session = table.session.ruleset, table.session
    first, last = ruleset.held(ruleset.initial(session.header.setup)), ruleset.held(session.state)
    assert {name: counts for name, (_, counts) in last.items()} == {"crossroads": 150, "bridge": 75}
    points = what_mattered(table, ()).points
    told = {change.name: ruleset.name_of(last[change.name][0]) for point in points for change in point.taken}
    changed = {name for name in last if last[name][0] and last[name] != first[name]}
    assert changed <= told.keys()
    assert all(change.now in ("", told[change.name]) for point in points for change in point.taken)


def test_a_long_game_turned_on_the_chapters_in_which_the_score_moved() -> None:
    chapters = tuple(
        ChapterTold(f"Mission {number}", number=number, swing=swing) for number, swing in enumerate((0, 5, 1, 0, 4))
    )
    told = Told("A campaign", (), chapters, "Pilots", (), ())
    assert [chapter.number for chapter in told.decisive] == [1, 4]


def test_an_order_that_was_taken_back_has_cost_nothing(club: Club) -> None:
    player = begun(club, "first-flight", human="automatic", martian="automatic")
    settled(club, player)
    table = club.table(player)
    (last, *_) = reversed(what_mattered(table, ()).points)
    table.session.past.note("undo", (table.session.history[-1], None))
    while table.session.past.order(last.entry) is not None:
        table.session.past.note("undo", (table.session.history[-1], None))
    assert last.entry not in {point.entry for point in what_mattered(table, ()).points if point.lost}


def test_swapped_sides_have_each_others_players(club: Club) -> None:
    player = begun(club, "first-flight", human="here", martian="automatic")
    where = club.client.post(f"/game/{player.game}/again", data={"sides": "swapped"}).headers["location"]
    seats = club.client.get(f"{where}/sheet.json").json()["seats"]
    assert [seat["who"] for seat in seats] == ["automatic", "here"]


def test_friends_play_again_on_the_other_side_without_a_new_link(club: Club) -> None:
    """The finding: a game with a friend could only be begun again by sending links around."""
    human, martian = club.apart(setup_of("first-flight", turns=1), minutes=10, increment=5)
    opener = club.visitor(human.game, "opener")
    assert martian.post("/rematch").status_code == 404  # it is not played again yet
    begun = opener.client.post(f"/game/{human.game}/again", data={"sides": "swapped"})
    new = begun.headers["location"].removeprefix("/game/")
    assert new.startswith("first-flight"), "both sit there: nobody is sent to make links"
    assert martian.sheet()["rematch"] == new
    came = martian.client.post(f"/game/{human.game}/rematch")
    assert came.headers["location"] == f"/game/{new}"
    there = Player(martian.client, new).sheet()
    assert (there["you"], there["clock"]["left"]) == (["human"], {"human": 600, "martian": 600})
    assert club.visitor(human.game).client.post(f"/game/{human.game}/rematch").status_code == 403


@pytest.mark.further
def test_at_the_end_one_tap_begins_the_game_again_a_rematch_where_two_people_played(home: Path, chromium: Any) -> None:
    who = {"who": "friend"}

    def of_two(route: Any) -> None:
        answer = route.fetch()
        sheet = answer.json()
        route.fulfill(response=answer, json=sheet | {"seats": [seat | who for seat in sheet["seats"]]})

    with running(create_app()) as address, watched(chromium, **SMALL_PHONE) as page:
        form = {"scenario": "first-flight", "human": "automatic", "martian": "automatic"}
        page.context.request.post(f"{address}/games/new", form=form, headers={"origin": address})
        sit_down(page, f"{address}/game/first-flight")
        page.get_by_role("button", name="Play again").wait_for(timeout=120_000)
        page.route("**/sheet.json*", of_two)
        page.reload()
        page.get_by_role("button", name="Rematch").wait_for()
        who.clear()  # a route that is taken away while it answers is an error
        page.reload()
        page.get_by_role("button", name="Play again").tap()
        page.wait_for_url("**/first-flight-2")
        page.locator("#board[data-ready=yes]").wait_for()
