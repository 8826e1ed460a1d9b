"""In every game's film a mark ends on the pieces that it names, where the very picture that it lies over shows them."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from math import hypot
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner

from aqmf_air.cli.main import aqmf
from aqmf_air.cli.opened import read_game
from aqmf_air.core.play.automatic import next_order
from aqmf_air.core.play.scenarios import open_scenarios
from aqmf_air.core.play.session import Session, new_header
from aqmf_air.plugins import kinds
from aqmf_air.plugins.registry import Registry, load_registry
from aqmf_air.web.board.board import board_of
from aqmf_air.web.film import Film, film_of, film_page
from tests.corpus.write_house import AUTOMATIC, FOLDER
from tests.web.conftest import LAPTOP
from tests.web.looking import PIECES, watched

GAMES = {
    "valor": ("valor", "french-short", 24, 4),
    "richthofen": ("richthofen", "duel", 40, 3),
    "aqmf": ("aqmf", "first-flight", 24, 7),
    "clouds": ("clouds", "four-a-side", 400, 4),  # to its end
    "a campaign of clouds": ("clouds", "the-long-winter", 1000, 3),
}
"""Of each film the game, a scenario, orders of it, and a seed."""
ENDS = {"shot": (("start", "by"), ("end", "at")), "burst": (("at", "on"),), "loss": (("at", "piece"),)}
"""The points of marks, and which piece each lies on."""
NEAR = 0.02
MOST_BYTES = 400_000
"""Of the film of a whole game: it can be sent."""


class Spot(NamedTuple):
    """Where a piece, or a part of one, is drawn."""

    x: float
    y: float
    radius: float
    part: str
    view: str


@cache
def registry() -> Registry:
    return load_registry(entry_points=False)


@cache
def played(game: str) -> Session[Any]:
    """A game that automatic sides have begun."""
    rules, scenario, most, seed = GAMES[game]
    ruleset = registry().ruleset(rules)
    found = open_scenarios(rules, registry().of(kinds.SCENARIOS, rules))[scenario]
    setup = ruleset.set_up(found.document(), str(found.path), {}).setup
    session: Session[Any] = Session(ruleset, new_header(ruleset, setup, seed=seed, game=game))
    choose = next(iter(registry().of(kinds.POLICIES, rules).values())).choose
    while len(session.entries) < most and not ruleset.over(session.state):
        side, order = next_order(ruleset, session.state, choose) or ("", None)
        assert order is not None
        session.submit(order, side)
    return session


@cache
def filmed(game: str) -> Film:
    """Its film."""
    session = played(game)
    return film_of(board_of(session.ruleset, registry()), session.header, session.entries)


def spots(film: Film, numbers: list[int]) -> dict[str, list[Spot]]:
    """Where a picture shows each piece."""
    found: dict[str, list[Spot]] = defaultdict(list)
    for number in numbers:
        for tag in re.findall(r"<g [^>]*data-piece=[^>]*>", film.pieces[number]):
            data = dict(re.findall(r'data-(\w+)="([^"]*)"', tag))
            if {"x", "y", "radius"} <= data.keys():
                x, y, radius = (float(data[name]) for name in ("x", "y", "radius"))
                found[data["piece"]].append(Spot(x, y, radius, data.get("part", ""), data.get("view", "")))
    return found


def gone_along(there: dict[str, list[Spot]], way: Mapping[str, Any]) -> None:
    """A piece, or one part of it, stands at the end of a way."""
    x, y, *_ = way["points"][-1]
    there[way["piece"]] = [one._replace(x=x, y=y) if is_of(way, one) else one for one in there[way["piece"]]]


def is_of(mark: Mapping[str, Any], spot: Spot) -> bool:
    """Whether a mark is of this part of a piece, in this view."""
    return mark.get("part", "") in ("", spot.part) and mark.get("view", "") in ("", spot.view)


def stays(mark: Mapping[str, Any], later: list[dict[str, Any]]) -> bool:
    """Whether none of the pieces of a mark goes away from it afterwards: then it lies over what it is about."""
    gone = {way["piece"] for beat in later for way in beat["marks"] if way["kind"] == "way"}
    return mark["kind"] not in ("shot", "burst") or gone.isdisjoint(mark.get(name) for _, name in ENDS[mark["kind"]])


def moments(film: Film) -> Iterator[tuple[str, dict[str, list[Spot]], list[dict[str, Any]]]]:
    """What is told at each step of a film, where its picture shows pieces, and the marks over it: as ``film.js`` has it."""
    for before, frame in zip(film.frames, film.frames[1:], strict=False):
        beats = frame["beats"]
        for n, beat in enumerate(beats):
            marks = [
                mark for m, one in enumerate(beats[: n + 1]) for mark in one["marks"] if stays(mark, beats[m + 1 : n + 1])
            ]
            if "parts" in beat:
                yield beat["says"], spots(film, beat["parts"]), beat["marks"]
            elif n == len(beats) - 1:
                yield beat["says"], spots(film, frame["parts"]), marks
            else:
                there = spots(film, before["parts"])
                for way in (one for one in marks if one["kind"] == "way"):
                    gone_along(there, way)
                yield beat["says"], there, marks


def off_their_pieces(film: Film) -> tuple[int, list[tuple[str, dict[str, Any]]]]:
    """How many ends of marks lie on something, and the marks that do not: on the piece, or on a part that is lost there."""
    seen, off = 0, []
    for says, there, marks in moments(film):
        for mark in marks:
            for end, names in ENDS.get(mark["kind"], ()):
                piece = mark.get(names, "")
                shown = [spot for spot in there.get(piece, []) if is_of(mark, spot)]
                if not piece or not shown:  # it names none, or what is lost and gone
                    continue
                lost = [loss for loss in marks if loss["kind"] == "loss" and loss["piece"] == piece]
                shown += [Spot(loss["at"][0], loss["at"][1], loss["radius"], "", "") for loss in lost]
                x, y = mark[end]
                seen += 1
                if min(hypot(spot.x - x, spot.y - y) - spot.radius for spot in shown) > NEAR:
                    off.append((says, mark))
    return seen, off


@pytest.mark.further(every=5)
@pytest.mark.parametrize("game", GAMES)
def test_the_ends_of_marks_lie_on_their_pieces(game: str) -> None:
    seen, off = off_their_pieces(filmed(game))
    assert not off
    assert seen > 10
    assert len(film_page(filmed(game)).encode()) < MOST_BYTES


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A folder into which every game of the corpus is restored."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AQMF_HOME", str(tmp_path_factory.mktemp("house")))
        assert CliRunner().invoke(aqmf, ["restore", str(FOLDER / "kept.zip")]).exit_code == 0
        yield


@pytest.mark.further(every=8)
@pytest.mark.parametrize("game", [f"{ruleset}-{name}" for ruleset, names in AUTOMATIC.items() for name in names])
def test_the_ends_of_marks_lie_on_their_pieces_in_kept_films(house: None, game: str) -> None:
    rules, saved = read_game(game, registry())
    film = film_of(board_of(rules.ruleset, registry()), saved.header, saved.entries)
    seen, off = off_their_pieces(film)
    assert not off
    assert seen
    assert len(film_page(film).encode()) < MOST_BYTES


@pytest.mark.further
def test_flak_bursts_on_the_flight_in_kept_films(house: None) -> None:
    """It bursts where the flight was, and pictures after the order may show it elsewhere."""
    rules, saved = read_game("valor-spotting-over-arras", registry())
    film = film_of(board_of(rules.ruleset, registry()), saved.header, saved.entries)
    bursts = [
        mark for frame in film.frames[1:] for beat in frame["beats"] for mark in beat["marks"] if mark["kind"] == "burst"
    ]
    assert bursts
    assert all(burst.get("on") for burst in bursts)


def test_an_event_stands_over_the_dice_that_led_to_it(chromium: Any, tmp_path: Any) -> None:
    """The finding: the caption of one pilot's fire stood over the dice of another's, who fired before him."""
    film, path = filmed("valor"), tmp_path / "film.html"
    path.write_text(film_page(film), encoding="utf-8")
    steps = [(frame, beat) for frame in film.frames[1:] for beat in frame["beats"] or ([{}] if frame["lines"] else [])]
    several = [n for n, (_, beat) in enumerate(steps, 1) if "rolled" in beat]
    assert several
    with watched(chromium, **LAPTOP, reduced_motion="reduce") as page:
        page.goto(path.as_uri())
        shown = []
        for step in range(several[0], several[0] + len(steps[several[0] - 1][0]["beats"])):
            page.locator("#scrub").fill(str(step))
            shown.append(page.locator("#dice > li").count())
        assert sum(shown) == len(steps[several[0] - 1][0]["rolls"])
        assert max(shown) < sum(shown)


def test_a_shot_on_the_track_is_drawn_over_the_track_of_that_moment(chromium: Any, tmp_path: Any) -> None:
    """The finding: a tracer of Rene at artillery 1 rested on Charles, since the track was laid out anew after the shot."""
    film = filmed("valor")
    path = tmp_path / "film.html"
    path.write_text(film_page(film), encoding="utf-8")
    with watched(chromium, **LAPTOP, reduced_motion="reduce") as page:
        page.goto(path.as_uri())
        steps = [
            (beat["says"], beat["marks"])
            for frame in film.frames[1:]
            for beat in frame["beats"] or ([{"says": "", "marks": []}] if frame["lines"] or frame["rolls"] else [])
        ]
        shots = [n for n, (_, marks) in enumerate(steps, 1) if any(one["kind"] == "shot" for one in marks)]
        assert len(shots) > 4
        for step in shots[:6]:
            page.locator("#scrub").fill(str(step))
            (shot, *_) = [one for one in steps[step - 1][1] if one["kind"] == "shot"]
            page.wait_for_function(ENDS_ON_PIECES, arg=[shot["by"], shot["at"]])  # once it is laid out
        page.locator("#scrub").press("End")
        shown = set(page.locator(".pane .position [data-piece]").evaluate_all(PIECES))
        boxes = [pane["box"] for pane in json.loads(film.pieces[film.frames[-1]["panes"]])]
        there = {
            piece
            for piece, at in spots(film, film.frames[-1]["parts"]).items()
            if any(left <= x <= right and top <= y <= low for x, y, *_ in at for left, top, right, low in boxes)
        }
        assert shown == there, "the last moment is how things stand"


def test_a_target_that_flew_on_leaves_its_tracer_behind_and_shows_where_it_went(
    house: None, chromium: Any, tmp_path: Path
) -> None:
    """A gun fires at an aircraft, which flies on in the same order: the last moment has its way, with a head, alone."""
    rules, saved = read_game("richthofen-balloon", registry())
    film = film_of(board_of(rules.ruleset, registry()), saved.header, saved.entries)
    steps = ((frame, len(frame["beats"]) or int(frame["kind"] != "command")) for frame in film.frames[1:])
    beats = [(frame, n) for frame, count in steps for n in range(count)]
    step, (shot, *_, way) = next(
        (at, frame["beats"])
        for at, (frame, n) in enumerate(beats, 1)
        if n == 0
        and len(frame["beats"]) == 3
        and "shot" in {mark["kind"] for mark in frame["beats"][0]["marks"]}
        and "way" in {mark["kind"] for mark in frame["beats"][-1]["marks"]}
    )
    path = tmp_path / "film.html"
    path.write_text(film_page(film), encoding="utf-8")
    with watched(chromium, **LAPTOP, reduced_motion="reduce") as page:
        page.goto(path.as_uri())
        page.locator("#scrub").fill(str(step))
        assert page.locator("#sketch .marks path[stroke='#c8442b']").count(), shot["says"]
        page.locator("#scrub").fill(str(step + 2))
        assert not page.locator("#sketch .marks path[stroke='#c8442b']").count(), way["says"]
        assert page.locator("#sketch .marks .heading").count() == 1


ENDS_ON_PIECES = """pieces => {
  const path = document.querySelector('[data-pane=combat] .marks path');
  return path && [0, path.getTotalLength()].every((far, n) => {
    const at = path.getPointAtLength(far).matrixTransform(path.getScreenCTM());
    const box = document.querySelector(`[data-pane=combat] [data-piece='${pieces[n]}']`).getBoundingClientRect();
    return at.x > box.left - 4 && at.x < box.right + 4 && at.y > box.top - 4 && at.y < box.bottom + 4;
  });
}"""


def test_a_campaigns_film_says_which_mission_it_is_in(chromium: Any, tmp_path: Path) -> None:
    film, path = filmed("a campaign of clouds"), tmp_path / "film.html"
    missions = [frame["chapter"] for frame in film.frames]
    assert missions == sorted(missions)
    assert all(frame["when"].startswith(f"Mission {frame['chapter']}, ") for frame in film.frames if not frame["winner"])
    path.write_text(film_page(film), encoding="utf-8")
    with watched(chromium, **LAPTOP, reduced_motion="reduce") as page:
        page.goto(path.as_uri())
        assert page.locator("#ticks .chapter").all_inner_texts() == [f"M{number}" for number in sorted(set(missions))]
        assert not "".join(page.locator("#ticks .turn:not(.chapter)").all_inner_texts())
        least = page.locator("#position .element, .position .element").evaluate_all(SMALLEST)
        assert least >= SMALL
        page.get_by_role("button", name="Fights only").click()
        page.get_by_label("Speed").select_option("4")
        page.get_by_role("button", name="Play").click()
        page.wait_for_function("() => Number(document.querySelector('#scrub').value) > 20")
        page.get_by_role("button", name="Pause").click()
        assert page.locator("#sketch .marks > *, .sketch .marks > *").count()


SMALL = 14
SMALLEST = """all => Math.min(...all.filter((one) => one.dataset.view === "above").map((one) => {
  const { width, height } = one.querySelector(".aircraft").getBoundingClientRect();
  return Math.max(width, height);
}))"""
"""Pixels that the smallest aircraft is long or wide, seen from above."""


def test_a_view_shows_first_what_is_busy_and_stays_for_a_turn() -> None:
    film = filmed("clouds")
    parts: dict[str, set[tuple[float, ...]]] = defaultdict(set)
    for frame in film.frames:
        (above,) = (pane for pane in json.loads(film.pieces[frame["panes"]]) if pane["name"] == "above")
        left, top, right, low = focus = above.get("focus", above["box"])
        parts[frame["when"]].add(tuple(focus))
        for there in spots(film, frame["parts"]).values():
            seen = [spot for spot in there if spot.view == "above" and spot.y <= above["box"][3]]  # others have flown off
            assert all(left <= spot.x <= right and top <= spot.y <= low for spot in seen)
    assert all(len(of_turn) == 1 for of_turn in parts.values())
    assert len(set.union(*parts.values())) > 2
    assert film.follows
