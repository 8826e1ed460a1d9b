"""Films of games: a frame is the position after an entry, a side's film holds nothing hidden, and the page needs nothing."""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import accumulate, combinations
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from aqmf_air.cli.main import aqmf
from aqmf_air.core.play.automatic import next_order
from aqmf_air.core.play.scenarios import open_scenarios
from aqmf_air.core.play.session import Session, new_header
from aqmf_air.core.play.verdict import verdict_of
from aqmf_air.drawing.svg import Fragment
from aqmf_air.games.martian_front.chapters.hiding import open_view_of
from aqmf_air.games.martian_front.chapters.orders import RULESET
from aqmf_air.games.martian_front.state import HIDDEN, Game
from aqmf_air.games.martian_front.ui.board.board import FrontBoard
from aqmf_air.plugins import kinds
from aqmf_air.plugins.registry import load_registry
from aqmf_air.web.board.board import board_of
from aqmf_air.web.film import OPEN, SCRIPT, Film, _with_dice, film_of, film_page, policy
from aqmf_air.web.film_packing import form_of
from aqmf_air.web.pages import FOLDER
from tests.web.conftest import LAPTOP, PHONE
from tests.web.live.playing import host, setup_of
from tests.web.looking import BOXES, PIECES, overlapping, sound, watched


@cache
def played(scenario: str, orders: int) -> Session[Game]:
    """A game that automatic sides have begun, with its first order taken back and given again."""
    ruleset, registry = host(), load_registry()
    session: Session[Game] = Session(ruleset, new_header(ruleset, setup_of(scenario), seed=7, game=scenario))
    choose = registry.of(kinds.POLICIES, RULESET)["exact-odds"].choose
    while len(session.entries) < orders and not session.state.winner:
        side, command = next(
            (side, command)
            for side in ruleset.players(session.state)
            if (command := choose(ruleset, session.state, side)) is not None
        )
        session.submit(command, side)
        if len(session.entries) == 1:
            session.undo(side)
            session.redo(side)
    return session


def board() -> FrontBoard:
    return FrontBoard(host())


def filmed(session: Session[Game], audience: str = OPEN) -> Film:
    return film_of(board(), session.header, session.entries, audience)


def test_what_is_drawn_of_an_order_stands_under_the_stage_in_which_it_happens() -> None:
    """The last order of a stage was headed by the next one: a shot of combat stood under the turn after it."""
    session = played("first-flight", 24)
    ruleset, begun, ending = session.ruleset, Session(session.ruleset, session.header), 0
    for entry, frame in zip(session.entries, filmed(session).frames[1:], strict=True):
        before = begun.state
        begun.fold(entry)
        for beat in (frame | beat for beat in frame["beats"] if entry.kind == "command" and beat["marks"]):
            states = list(accumulate(entry.events, ruleset.evolve, initial=before))
            assert (beat["when"], beat["phase"]) in {(stage.when, stage.title) for stage in map(ruleset.stage, states[:-1])}
            ending += ruleset.stage(before) != ruleset.stage(begun.state)
    assert ending


def test_a_deed_is_told_as_that_of_the_side_that_did_it() -> None:
    """The finding: fire at what moves had the colour of the side that moved, whose order had led to it."""
    session = played("eyes-above", 40)
    sides = {unit.id: unit.side for unit in session.state.units}
    told = [
        (beat.get("by", frame["by"]), sides[mark["by"]])
        for frame in filmed(session).frames[1:]
        for beat in frame["beats"]
        for mark in beat["marks"]
        if mark.get("by") in sides
    ]
    assert told
    assert all(said == did for said, did in told)


def test_a_frame_is_the_position_after_its_entry() -> None:
    session = played("first-flight", 24)
    film = filmed(session)
    assert len(film.frames) == len(session.entries) + 1
    view = open_view_of(session.state)
    last = board().picture(view)
    assert "".join(film.pieces[part] for part in film.frames[-1]["parts"]) == "".join((*last.parts, *last.names(False)))
    assert len(film.pieces) < sum(len(frame["parts"]) for frame in film.frames) / 4


def test_pieces_put_together_are_the_drawing() -> None:
    drawing = Fragment()
    drawing.add("rect", width=1)
    with drawing.group(class_="outer"), drawing.group(data_piece="a"):
        drawing.add("text", "<words>", x=2)
    drawing.add("path", d="M0 0")
    pieces = list(drawing.pieces())
    assert [piece[:5] for piece in pieces] == ["<rect", "<g cl", "<path"]
    assert "".join(pieces) == str(drawing).replace("\n", "")


def test_the_story_is_that_of_the_log_and_shows_what_was_taken_back() -> None:
    session = played("first-flight", 24)
    frames = filmed(session).frames
    assert [frame["kind"] for frame in frames[1:4]] == ["command", "undo", "redo"]
    assert [len(frame["rolls"]) for frame in frames[1:]] == [len(entry.rolls) for entry in session.entries]
    assert not any(frame.get("undone") for frame in frames)
    short = film_of(board(), session.header, session.entries[:2])
    assert [frame.get("undone", False) for frame in short.frames] == [False, True, False]


def test_a_sides_film_has_nothing_of_hidden_units() -> None:
    session = played("eyes-above", 12)
    hidden = [unit.id for unit in session.state.units if unit.side == "martian" and unit.has(HIDDEN)]
    assert hidden
    film, whole = filmed(session, "human"), filmed(session)
    said = json.dumps(vars(film))
    for name in hidden:
        assert not re.search(rf"\b{re.escape(name)}\b", said)
        assert re.search(rf"\b{re.escape(name)}\b", json.dumps(vars(whole)))


def test_the_same_film_gives_the_same_bytes_and_holds_no_markup_of_its_title() -> None:
    session = played("first-flight", 24)
    film = filmed(session)
    film.title = "</script><script>alert(1)</script>"
    page = film_page(film)
    assert page == film_page(film)
    assert "<script>alert" not in page
    assert policy() in page.replace("&#39;", "'")
    assert "typefaces" not in page
    assert "http://" not in page.replace("http://www.w3.org/2000/svg", "")


def test_a_film_has_the_bundle_in_it_and_imports_nothing() -> None:
    bundle = (FOLDER / "static" / SCRIPT).read_text(encoding="utf-8")
    assert not re.findall(r"\b(?:import|export|require)\b", bundle)
    assert f'<script type="module">{bundle}</script>' in film_page(filmed(played("first-flight", 2)))


@pytest.mark.further
@pytest.mark.parametrize("screen", [PHONE], ids=["phone"])  # tests/nightly has a laptop
def test_a_film_runs_from_a_file_with_no_network(chromium: Any, tmp_path: Path, screen: dict[str, Any]) -> None:
    session = played("first-flight", 24)
    path = tmp_path / "film.html"
    path.write_text(film_page(filmed(session)), encoding="utf-8")
    with watched(chromium, **screen, reduced_motion="reduce") as page:
        page.context.set_offline(True)
        page.goto(path.as_uri())
        when, scrub = page.locator("#when"), page.locator("#scrub")
        assert scrub.input_value() == "0"
        page.get_by_role("button", name="A step on", exact=True).click()
        assert scrub.input_value() == "1"
        assert "turns right 30" in page.locator("#says").inner_text()
        assert page.locator("#sketch .marks path").count()  # the way that was flown
        for step in range(0, int(scrub.get_attribute("max")), 5):
            scrub.fill(str(step))
            names = page.locator("#names .name").evaluate_all(BOXES)
            assert {name for name, *_ in names} >= set(
                page.locator("#position .element:not([visibility])").evaluate_all(PIECES)
            )
            assert not page.locator("#key li").count()  # none of them as a number
            assert not [(one[0], other[0]) for one, other in combinations(names, 2) if overlapping(one[1:], other[1:])]
        scrub.press("End")
        assert page.locator("#log [aria-current]").get_attribute("data-frame") == str(len(session.entries))
        assert session.state.now.title in when.inner_text()
        shown = page.locator("#position [data-part]").evaluate_all("all => all.map(one => one.dataset.part)")
        assert sorted(shown) == sorted(one.id for unit in session.state.units for one in unit.present)
        assert page.locator("#sketch .wreck").count() == len(filmed(session).frames[-1]["lost"])
        page.locator("#log button").first.click()
        assert scrub.input_value() == "1"
        page.get_by_label("Speed").select_option("4")
        page.get_by_role("button", name="Play").click()
        page.wait_for_function("() => Number(document.querySelector('#scrub').value) >= 3")
        if screen is LAPTOP:  # as narrow as the log beside the film lets it become
            page.set_viewport_size({"width": 1000, "height": 700})
            pause, step = (page.locator(at) for at in ("#run", "#on"))
            assert pause.evaluate("one => one.scrollWidth <= one.clientWidth")
            assert pause.bounding_box()["x"] + pause.bounding_box()["width"] <= step.bounding_box()["x"]
            page.set_viewport_size(LAPTOP["viewport"])
        page.get_by_role("button", name="Pause").click()
        page.locator("#stage").focus()
        page.keyboard.press("+")
        page.keyboard.press("ArrowDown")  # to where the next turn begins
        assert when.inner_text().startswith("Turn 2")
        for kind, begins in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
            with page.expect_download() as download:
                page.get_by_role("button", name=kind).click()
            assert Path(download.value.path()).read_bytes().startswith(begins)
        sound(page)


DRAWN = """root => [...root.querySelectorAll('path, circle, rect')].map((one) =>
  [...one.attributes].map(({ name, value }) => name + '=' + value).join(' '))"""
SAME = f"(text) => ({DRAWN})(new DOMParser().parseFromString(text, 'image/svg+xml'))"


def test_a_page_unpacks_the_very_drawings_that_were_packed(chromium: Any, tmp_path: Path) -> None:
    film, path = filmed(played("first-flight", 24)), tmp_path / "film.html"
    path.write_text(film_page(film), encoding="utf-8")
    with watched(chromium, **PHONE, reduced_motion="reduce") as page:
        page.goto(path.as_uri())
        page.locator("#scrub").press("End")
        last = "".join(film.pieces[part] for part in film.frames[-1]["parts"])
        was = page.evaluate(SAME, f'<svg xmlns="http://www.w3.org/2000/svg">{last}</svg>')
        assert len(was) > 20
        assert page.locator("#position").evaluate(DRAWN) == was
        told = page.locator("#log [data-frame='2'] button > span").inner_text()
        assert told.lower() == "\n".join(film.frames[2]["lines"]).lower()


@pytest.mark.parametrize("number", ["0", "-0", "7", "12.5", "-3.1", "99999.9", "1.25", "100000", "007", "1.0", ".5"])
def test_numbers_go_into_letters_and_others_stay_in_the_form(number: str) -> None:
    form = form_of(f'<circle cx="{number}" cy="4"/>')
    assert ("\0" in form.partition("cy")[0]) == (number in ("0", "7", "12.5", "-3.1", "99999.9"))


def test_a_film_follows_the_game_on_a_phone_and_shows_all_of_the_table_if_it_is_told_to(
    chromium: Any, tmp_path: Path
) -> None:
    registry = load_registry(entry_points=False)
    ruleset = registry.ruleset("richthofen")
    scenario = open_scenarios("richthofen", registry.of(kinds.SCENARIOS, "richthofen"))["duel"]
    setup = ruleset.set_up(scenario.document(), str(scenario.path), {}).setup
    session: Session[Any] = Session(ruleset, new_header(ruleset, setup, seed=4, game="richthofen"))
    choose = next(iter(registry.of(kinds.POLICIES, "richthofen").values())).choose
    side, order = next_order(ruleset, session.state, choose) or ("", None)
    assert order is not None
    session.submit(order, side)
    path = tmp_path / "film.html"
    path.write_text(film_page(film_of(board_of(ruleset, registry), session.header, session.entries)), encoding="utf-8")
    with watched(chromium, **PHONE, reduced_motion="reduce") as page:
        page.goto(path.as_uri())
        follow = page.get_by_role("button", name="Follow the game")
        page.set_viewport_size(LAPTOP["viewport"])
        page.reload()
        assert follow.get_attribute("aria-pressed") == "true"  # on a large screen, too: on all of the map a fight is small
        page.set_viewport_size(PHONE["viewport"])
        page.reload()
        assert follow.get_attribute("aria-pressed") == "true"
        assert not page.locator("#stage").evaluate(ALL_IN_VIEW)
        page.get_by_role("button", name="Show the whole table").click()
        assert follow.get_attribute("aria-pressed") == "false"
        assert page.locator("#stage").evaluate(ALL_IN_VIEW)
        small = page.locator("#stage .overview")
        assert not small.count()
        follow.click()
        dots = page.locator(".overview > svg > circle")
        assert len(set(dots.evaluate_all("all => all.map((dot) => dot.getAttribute('fill'))"))) == 2
        small.click()
        assert follow.get_attribute("aria-pressed") == "false"
        assert page.locator("#stage").evaluate(ALL_IN_VIEW)
        sound(page)


ALL_IN_VIEW = """stage => {
  const [room, table] = [stage, stage.querySelector("#table")].map((one) => one.getBoundingClientRect());
  return table.left >= room.left - 1 && table.right <= room.right + 1 && table.top >= room.top - 1
    && table.bottom <= room.bottom + 1;
}"""


COVERED = """() => [...document.querySelectorAll('.stage')].filter(one => one.checkVisibility()).flatMap(stage => {
  const [room, over] = [stage.getBoundingClientRect(), [...document.querySelectorAll('.zooms > *, .view-tabs, .overview')]];
  const under = over.filter(one => one.checkVisibility()).map(one => one.getBoundingClientRect());
  return [...stage.querySelectorAll('#position [data-piece], .position [data-piece]')].filter(one => {
    const box = one.getBoundingClientRect();
    return box.width && (box.left < room.left - 1 || box.right > room.right + 1 || box.top < room.top - 1
      || box.bottom > room.bottom + 1 || under.some(({ left, right, top, bottom }) =>
        box.left < right - 1 && box.right > left + 1 && box.top < bottom - 1 && box.bottom > top + 1));
  }).map(one => one.dataset.piece);
})"""
"""The pieces that are cut by the edge of their view, or lie under a button or the overview."""


@pytest.mark.parametrize("screen", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_views_beside_each_other_are_whole_in_every_frame(chromium: Any, tmp_path: Path, screen: dict[str, Any]) -> None:
    """The finding: a fight among cards was zoomed into, under the buttons and the overview, and cut by the window."""
    registry = load_registry(entry_points=False)
    ruleset = registry.ruleset("valor")
    scenario = open_scenarios("valor", registry.of(kinds.SCENARIOS, "valor"))["french-short"]
    setup = ruleset.set_up(scenario.document(), str(scenario.path), {}).setup
    session: Session[Any] = Session(ruleset, new_header(ruleset, setup, seed=3, game="valor"))
    choose = next(iter(registry.of(kinds.POLICIES, "valor").values())).choose
    for _ in range(14):
        side, order = next_order(ruleset, session.state, choose) or ("", None)
        assert order is not None
        session.submit(order, side)
    path = tmp_path / "film.html"
    path.write_text(film_page(film_of(board_of(ruleset, registry), session.header, session.entries)), encoding="utf-8")
    with watched(chromium, **screen, reduced_motion="reduce") as page:
        page.goto(path.as_uri())
        scrub = page.locator("#scrub")
        fought = 0
        for step in range(int(scrub.get_attribute("max")) + 1):
            scrub.fill(str(step))
            page.wait_for_timeout(40)  # views are laid out anew in the next frame
            assert not page.evaluate(COVERED), step
            fought += page.locator("[data-pane=combat]").count()
        assert fought
        sound(page)


def test_dice_that_are_rolled_first_stand_with_what_they_lead_to() -> None:
    """The finding: every step of a landing repeated the dice of all who land."""
    beats: list[dict[str, Any]] = [{"says": "Ann lands"}, {"says": "Bob is wrecked\nCyril lands"}, {"says": "the end"}]
    rolls = [{"on": "for Ann"}, {"on": "for Bob"}, {"on": "for Bob, fire of Ann"}, {"on": ""}, {"on": "for Cyril"}]
    told = _with_dice(beats, [0, 1, 2], [5, 5, 5], rolls)
    assert [beat.get("rolled") for beat in told] == [1, 5, None]


def test_a_film_saves_itself_as_one_file_that_runs(chromium: Any, tmp_path: Path) -> None:
    path, saved = tmp_path / "film.html", tmp_path / "saved.html"
    film = filmed(played("first-flight", 24))
    film.frames[3] |= {"beats": [], "lines": [], "rolls": []}  # what only ends a stage
    path.write_text(film_page(film, back=(("Games", "/games"),), whole="/whole"), encoding="utf-8")
    with watched(chromium, **PHONE, reduced_motion="reduce") as page:
        page.route("**/static/typefaces.css", lambda route: route.fulfill(content_type="text/css", body=""))  # the app's own
        page.goto(path.as_uri())
        most = page.locator("#scrub").get_attribute("max")
        assert page.get_by_role("link", name="Games").count() == 1
        with page.expect_download() as download:
            page.get_by_role("button", name="Save").click()
        download.value.save_as(saved)
        page.context.set_offline(True)
        page.goto(saved.as_uri())
        assert page.locator("#scrub").get_attribute("max") == most
        assert not page.locator("[data-away]").count()
        assert not page.locator("#log [data-frame='3']").count()
        page.locator("#scrub").press("End")
        assert page.locator("#position [data-piece]").count()
        numbers = page.locator("#ticks .turn").evaluate_all(BOXES_OF_TEXT)
        assert not [pair for pair in combinations(numbers, 2) if overlapping(*pair)]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        sound(page)


def test_a_film_of_a_campaign_has_a_row_of_its_missions(chromium: Any, tmp_path: Path) -> None:
    """The finding: a film of twelve missions said nowhere where each begins, and its header had three lines."""
    path, saved = tmp_path / "film.html", tmp_path / "saved.html"
    film = filmed(played("first-flight", 24))
    for number, frame in enumerate(film.frames):
        frame["chapter"] = 1 + number * 12 // len(film.frames)
        frame["when"] = f"Mission {frame['chapter']} of 12, turn {number}"
        for beat in frame.get("beats", ()):
            beat.pop("when", None)
            beat.pop("chapter", None)
    path.write_text(film_page(film), encoding="utf-8")
    with watched(chromium, **PHONE, reduced_motion="reduce") as page:
        page.goto(path.as_uri())
        missions = page.get_by_role("navigation", name="Missions")
        assert missions.get_by_role("button").count() == 12
        missions.get_by_role("button", name="Mission 3", exact=True).tap()
        assert "Mission 3 of 12" in str(page.locator("#scrub").get_attribute("aria-valuetext"))
        assert "Mission" not in page.locator("#when").inner_text(), "it is marked in the row"
        assert missions.locator("[aria-current=step]").inner_text() == "3"
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        assert "Mission 4 of 12" in str(page.locator("#scrub").get_attribute("aria-valuetext"))
        page.locator("#scrub").press("End")
        here = missions.locator("[aria-current=step]").bounding_box()
        assert here
        assert 0 <= here["x"] <= PHONE["viewport"]["width"] - here["width"]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.locator(".over-film div").bounding_box()["height"] < 48, "two lines"
        sound(page)
    chapters = [(number, f"/film?chapter={number}") for number in (1, 2, 3)]
    path.write_text(film_page(film, (("Games", "/games"),), "/whole", chapters), encoding="utf-8")
    with watched(chromium, **PHONE, reduced_motion="reduce") as page:
        page.route("**/static/typefaces.css", lambda route: route.fulfill(content_type="text/css", body=""))
        page.goto(path.as_uri())
        assert page.get_by_role("link", name="Mission 2", exact=True).get_attribute("href") == "/film?chapter=2"
        assert page.get_by_role("link", name="Film of the whole game").count() == 1
        with page.expect_download() as download:
            page.get_by_role("button", name="Save").click()
        download.value.save_as(saved)
        page.goto(saved.as_uri())
        assert not page.locator("#chapters a").count()


BOXES_OF_TEXT = """all => all.filter((one) => one.textContent).map((one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return [left, top, right, bottom];
})"""


def test_a_film_ends_with_who_has_won_what_counted_and_the_luck() -> None:
    session = played("first-flight", 1000)
    film = filmed(session)
    assert session.state.winner
    assert film.end[0] == str(verdict_of(session.ruleset, session.state))
    assert any(line.startswith("Lost, ") for line in film.end)
    assert film.end[-1].startswith("Luck")
    assert not filmed(played("first-flight", 2)).end


def test_a_film_begins_with_who_meets_whom_and_ends_on_a_picture_with_pieces() -> None:
    session = played("first-flight", 1000)
    film = filmed(session)
    assert film.opening[0] == "Humans against Martians"
    assert len(film.opening) > 1
    assert any('data-piece="' in film.pieces[number] for number in film.frames[-1]["parts"])
    gone = board().picture(open_view_of(session.state.model_copy(update={"units": ()})))

    class Emptied(FrontBoard):
        """A board that shows nothing at the end."""

        def picture(self, view: Any) -> Any:
            return gone if view.winner else super().picture(view)

    emptied = film_of(Emptied(host()), session.header, session.entries)
    assert any('data-piece="' in emptied.pieces[number] for number in emptied.frames[-1]["parts"])


def test_a_map_on_a_phone_is_as_large_at_the_end_as_at_the_start(chromium: Any, tmp_path: Path) -> None:
    film, path = filmed(played("first-flight", 24)), tmp_path / "film.html"
    film.end = ["Humans win.", *(f"Lost, Martian: {count} drones" for count in range(20))]
    path.write_text(film_page(film), encoding="utf-8")
    with watched(chromium, **PHONE, reduced_motion="reduce") as page:
        page.goto(path.as_uri())
        stage, says = page.locator("#stage"), page.locator("#says")
        begun = stage.bounding_box()
        assert says.inner_text() == film.opening[0]
        page.locator("#scrub").press("End")
        assert says.inner_text() == "Humans win."
        assert stage.bounding_box() == begun
        sound(page)


def test_names_without_room_are_cut_to_what_no_other_has(chromium: Any, tmp_path: Path) -> None:
    """The finding: two bombers on a phone were both "Handley Page"."""
    path = tmp_path / "film.html"
    path.write_text(film_page(filmed(played("redoubt", 1))), encoding="utf-8")
    with watched(chromium, **PHONE, reduced_motion="reduce") as page:
        page.goto(path.as_uri())
        page.locator("#names text").first.wait_for(state="attached")
        names = page.locator("#names text").all_text_contents()
        assert names.count("Handley Page") <= sum(name.startswith("O/400") for name in names), names


def test_a_live_table_shows_its_film(client: Any) -> None:
    form = {"scenario": "first-flight", "human": "here", "martian": "here", "dice": "rolled"}
    begun = client.post("/games/new", data=form, headers={"origin": "http://127.0.0.1"})
    address = begun.headers["location"]
    answer = client.get(f"{address}/film")
    assert answer.status_code == 200
    assert answer.headers["content-security-policy"] == policy(of_app=True)
    assert '<link data-away rel="stylesheet" href="/static/typefaces.css">' in answer.text
    assert client.get(f"{address}/film?as=nobody").status_code == 403


# -- at the command line --------------------------------------------------------------------------------------------------


def run(*args: str) -> Result:
    return CliRunner().invoke(aqmf, list(args))


@pytest.mark.further
def test_a_kept_game_is_written_as_a_film(home: Path, tmp_path: Path) -> None:
    assert run("play", "first-flight", "--auto", "both", "--seed", "3", "--game", "duel", "--json").exit_code == 0
    path = tmp_path / "duel.html"
    result = run("replay", "duel", "--html", str(path))
    assert result.exit_code == 0, result.output
    assert path.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert run("replay", "duel", "--html", str(tmp_path / "duel.txt")).exit_code == 2
    missing = run("replay", "duel", "--html", str(tmp_path / "nowhere" / "duel.html"))
    assert missing.exit_code == 2
    alone = run("replay", "duel", "--side", "human")
    assert alone.exit_code == 2
    assert "--html" in alone.stderr
