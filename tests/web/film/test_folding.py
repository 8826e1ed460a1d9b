"""The film of a long game: what goes on as it went is folded together, and it begins with who flies."""

from __future__ import annotations

from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest

from aqmf_air.games.aces_of_valor.state import FLIGHT
from aqmf_air.games.aces_of_valor.ui.table_top import GOES_ON
from aqmf_air.plugins.registry import load_registry
from aqmf_air.web.film import _selects, film_page
from aqmf_air.web.film_folding import MOST_LETTERS, FilmStep, event_by_event, folded, together
from tests.web.conftest import LAPTOP, PHONE
from tests.web.film.test_marks_on_pieces import filmed, played
from tests.web.looking import sound, watched


def told(says: str, *marks: dict[str, Any]) -> dict[str, Any]:
    return {"says": says, "marks": list(marks)}


def way(*points: tuple[float, float], piece: str = "flight") -> dict[str, Any]:
    return {"kind": "way", "piece": piece, "points": [list(point) for point in points]}


SHOT, BURST = {"kind": "shot", "by": "a", "at": "b"}, {"kind": "burst", "at": [1, 1], "radius": 1}


def put_together(*beats: dict[str, Any], passed: tuple[int, ...] = ()) -> list[tuple[str, int]]:
    """What is told in each step, and how much is drawn in it."""
    steps, _ = folded(beats, range(len(beats)), passed)
    return [(step["says"], len(step["marks"])) for step in steps]


def test_ways_of_a_piece_go_on_and_are_told_by_the_last_where_nothing_happens() -> None:
    beats = [told("goes to A", way((0, 0), (1, 0))), told("no event"), told("goes to B", way((1, 0), (2, 0)))]
    (step,), (about,) = folded(beats, [3, 4, 6], {3, 4, 6})
    assert step == {"says": "goes to B", "marks": [way((0, 0), (1, 0), (2, 0))]}
    assert (about.drawn, about.last) == (3, 6)
    other = told("", way((5, 5), (6, 5), piece="other"))
    assert put_together(told("turns", way((0, 0)), way((1, 1))), told("waits")) == [("turns\nwaits", 2)]
    assert put_together(beats[0], other) == [("goes to A", 1), ("goes to A", 1)]


def test_what_draws_nothing_is_told_with_what_does_and_each_shot_is_a_step() -> None:
    beats = [told("he comes"), told("a fires at b", SHOT), told("b is hit"), told("b waits"), told("b fires at a", SHOT)]
    assert put_together(*beats, passed=(3,)) == [("he comes\na fires at b\nb is hit", 1), ("b fires at a", 1)]
    assert put_together(told("waits"), told("waits, too"), passed=(0, 1)) == []


def test_shells_burst_together_and_are_told_by_the_guns() -> None:
    beats = [told("heavy fire", SHOT), told("a comes through", BURST), told("", BURST), told("b is hit")]
    assert put_together(*beats, passed=(1,)) == [("heavy fire", 1), ("b is hit", 2)]
    assert put_together(*beats[:3], passed=(1,))[1] == ("heavy fire", 2)


def test_the_headline_of_a_step_is_what_matters_most_and_not_its_last_line() -> None:
    """The finding: "Turn 2" stood in large letters over the shot that had decided the game."""
    hit = {"kind": "word", "piece": "b", "text": "-2"}
    flown = [told("a announces: turn right"), told("a flies to 20.8, 38.9", way((0, 0), (1, 0), piece="a"))]
    assert "headline" not in folded(flown, range(2), ())[0][0], "its first line: coordinates are no story"
    (step,), _ = folded([told("he waits"), told("a fires at b", SHOT), told("turn 2")], range(3), ())
    assert step["says"].split("\n")[step["headline"]] == "a fires at b"
    beats, steps = event_by_event([told("a fires at b", SHOT), told("b is hit", hit), told("turn 2")], (0, 1, 2))
    assert [beat["says"] for beat in beats] == ["a fires at b", "b is hit\nturn 2"]
    assert [(step.drawn, step.last) for step in steps] == [(0, 0), (1, 2)]
    assert event_by_event([told("turn 2"), told("order")], (0, 1))[0] == [told("turn 2\norder")]
    (step,), (about,) = event_by_event([told("turn 2"), told("a fires at b", SHOT)], (3, 4))
    assert (step["says"].split("\n")[step["headline"]], about.drawn, about.last) == ("a fires at b", 4, 4)
    assert event_by_event([told("a takes no target"), told("order")], (0, 1), {0}) == ([told("order")], [FilmStep(1)])


def test_words_about_several_pieces_are_said_together_and_others_one_after_the_other() -> None:
    hits = [told(f"{piece} is hit", {"kind": "word", "piece": piece, "text": "-2"}) for piece in "bcc"]
    beats, steps = event_by_event([told("a fires at b", SHOT), *hits], range(4))
    assert [beat["says"] for beat in beats] == ["a fires at b", "b is hit\nc is hit", "c is hit"]
    assert [(step.drawn, step.last) for step in steps] == [(0, 0), (1, 2), (3, 3)]


def test_a_step_is_read_at_a_glance() -> None:
    line = "x" * (MOST_LETTERS // 2)
    assert put_together(told(line), told(line), told(line)) == [(f"{line}\n{line}", 0), (line, 0)]


@pytest.mark.parametrize(
    ("selectors", "kept"),
    [("main,.other", True), (".here .there", True), (".other", False), (".here:not(.other)", True), ("#other b", False)],
)
def test_a_film_has_the_style_rules_that_may_select_something_in_it(selectors: str, kept: bool) -> None:
    assert _selects(selectors, {"here", "there"}) == kept


def test_a_mission_is_watched_in_few_steps_and_begins_with_the_flight() -> None:
    film = filmed("valor")
    says = [beat["says"] for frame in film.frames[1:] for beat in frame["beats"]]
    assert len(says) < sum(len(frame["lines"]) for frame in film.frames[1:]) / 3
    assert not [text for text in says if text.endswith(("waits", "no event"))]
    assert any(line.startswith("in the flight: ") for line in film.opening)
    assert film.opening[1].startswith("Mission 1: "), "what the film of a campaign shows"
    assert f'data-piece="{FLIGHT}"' in "".join(film.pieces[number] for number in film.frames[0]["parts"])


def test_what_is_drawn_in_a_campaign_stands_under_the_stage_in_which_it_happens() -> None:
    """The last order of a stage was headed by the next one: the last shot of a combat stood under the move after it."""
    session, film = played("valor"), filmed("valor")
    ruleset, state, headed = session.ruleset, session.ruleset.initial(session.header.setup), 0
    for entry, frame in zip(session.entries, film.frames[1:], strict=True):
        states = list(accumulate(entry.events, ruleset.evolve, initial=state))
        stages = {(stage.when, stage.title) for stage in map(ruleset.stage, states[:-1])}
        for beat in (frame | beat for beat in frame["beats"] if beat["marks"]):
            assert (beat["when"], beat["phase"]) in stages
            headed += beat["phase"] != frame["phase"]
        state = states[-1]
    assert headed


def test_a_loss_that_nothing_is_told_of_belongs_to_what_was_told_before_it() -> None:
    """A film said twice that an aircraft broke up: once when it did, and once for its wreck."""
    broken, lost = {"kind": "word", "piece": "b", "text": "breaks up"}, {"kind": "loss", "piece": "b", "at": [1, 1]}
    assert put_together(told("b breaks up", broken), told("", lost)) == [("b breaks up", 2)]


def test_words_about_several_pieces_are_a_step_of_a_long_game_too() -> None:
    """Four aircraft that rolled for the initiative took four steps of the film of a campaign."""
    rolls = [told(f"{piece}: 14", {"kind": "word", "piece": piece, "text": "14"}) for piece in "abb"]
    assert put_together(*rolls) == [("a: 14\nb: 14", 2), ("b: 14", 1)]


def test_only_kinds_of_events_that_there_are_go_on() -> None:
    ruleset = load_registry(entry_points=False).ruleset("valor")
    assert {f"valor.{name}" for name in GOES_ON} <= set(ruleset.codec.events)


@pytest.mark.parametrize("screen", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_film_of_missions_plays_from_the_button_over_its_map(
    chromium: Any, tmp_path: Path, screen: dict[str, Any]
) -> None:
    path = tmp_path / "film.html"
    path.write_text(film_page(filmed("valor")), encoding="utf-8")
    with watched(chromium, **screen, reduced_motion="reduce") as page:
        page.goto(path.as_uri())
        begin, scrub = page.locator("#begin"), page.locator("#scrub")
        assert begin.is_visible()
        assert "In the flight" in page.locator(".ending").inner_text()
        page.get_by_label("Speed").select_option("4")
        tops = {page.locator(name).bounding_box()["y"] for name in ("#zoom-in", "#zoom-out", "#show-key")}
        assert len(tops) == 1 or screen is LAPTOP
        assert page.locator("#fights").evaluate("button => button.scrollWidth <= button.clientWidth")
        begin.click()
        page.wait_for_function("() => Number(document.querySelector('#scrub').value) >= 2")
        page.get_by_role("button", name="Pause").click()
        assert begin.is_hidden()
        scrub.press("Home")
        assert begin.is_visible()
        sound(page)


def test_orders_that_only_say_words_of_different_pieces_are_one_step() -> None:
    """Four aircraft that rolled for the initiative took four steps of a film, in each turn."""

    def frame(piece: str, when: str = "Turn 1", **more: Any) -> dict[str, Any]:
        beat = told(f"{piece}: 14", {"kind": "word", "piece": piece, "text": "14"})
        return {"kind": "command", "when": when, "beats": [beat], **more}

    frames = [
        {"when": "Turn 1"},
        frame("a"),
        frame("b"),
        frame("c"),
        frame("c"),
        frame("d", undone=True),
        frame("a", "Turn 2"),
    ]
    together(frames)
    assert [[beat["says"] for beat in frame.get("beats", ())] for frame in frames] == [
        [], [], [], ["a: 14\nb: 14\nc: 14"], ["c: 14"], ["d: 14"], ["a: 14"],
    ]  # fmt: skip
    assert frames[3]["beats"][0]["with"] == 2


def test_orders_that_leave_the_picture_as_it_is_are_one_step() -> None:
    """The finding: who goes first took a step of All Quiet that looked like the one before it."""

    def frame(says: str, parts: list[int]) -> dict[str, Any]:
        return {"kind": "command", "when": "Turn 1", "beats": [told(says)], "parts": parts}

    frames = [frame("Red wins the initiative", [1]), frame("Red goes first", [1]), frame("Blue waits", [2])]
    together(frames)
    assert [[beat["says"] for beat in frame["beats"]] for frame in frames] == [
        [], ["Red wins the initiative\nRed goes first"], ["Blue waits"],
    ]  # fmt: skip
