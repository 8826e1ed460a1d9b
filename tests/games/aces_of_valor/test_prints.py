"""The paper of the game: what stands on it, that it fits, and that it follows tables and rulings."""

from __future__ import annotations

import re
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from aqmf_air.cli.main import aqmf
from aqmf_air.cli.opened import open_registry, read_game
from aqmf_air.core.play.rulings import settle
from aqmf_air.errors import DataError
from aqmf_air.games.aces_of_valor.chapters import sectors
from aqmf_air.games.aces_of_valor.tables import SOURCES, card_name, tables, tables_in_force
from aqmf_air.games.aces_of_valor.ui.prints.forms import log_of, record_of
from aqmf_air.games.aces_of_valor.ui.prints.tables import ABOUT, GROUPS, table_of
from aqmf_air.games.aces_of_valor.ui.sector_map import GROUND
from aqmf_air.plugins import kinds
from aqmf_air.printing.grouped_tables import NO_MARKS
from aqmf_air.printing.paper import Sheets, write_pdf
from tests.games.aces_of_valor.playing import begun, ruleset
from tests.printing.sheet import LEAST, needs_renderer, overlapping, pages, sizes_of, words

TABLES = tables.shipped()
ON_THEIR_OWN = ("missions", "events", "options", "dice", "map-columns", "map-sectors")
"""Cards, which are wide; the dice stand beside titles; the map is a print of its own."""


@cache
def sheets(name: str, **chosen: Any) -> Sheets:
    game = ruleset()
    made: Sheets = game.registry.of(kinds.PRINTS, "valor")[name].load()(game, settle(game.rulings, chosen, "test"))
    return made


@cache
def printed(name: str, paper: str = "a4", **chosen: Any) -> bytes:
    made = write_pdf(sheets(name, **chosen), paper)
    assert not made.missing
    return made.content


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.further(every=4)
@needs_renderer
@pytest.mark.parametrize(("name", "paper", "count"), [("aid", "a4", 2), ("aid", "letter", 2), ("tables", "letter", 6),
                                                      ("map", "letter", 1)])  # fmt: skip
def test_the_pages_fit_and_can_be_read(name: str, paper: str, count: int) -> None:
    pdf = printed(name, paper)
    assert len(pages(pdf)) == count
    assert min(sizes_of(pdf)) >= LEAST
    assert overlapping(words(pdf)) == []


def test_the_halves_of_the_map_are_told_apart_without_colour() -> None:
    drawn = sheets("map").data["map"]
    for (half, zone), tint in GROUND.items():
        assert (tinted := drawn.count(f'fill="{tint}"'))
        assert half == "entente" or drawn.count(f'"url(#german-{zone})"') == tinted
    assert drawn.count('<pattern id="german-') == 3
    assert "Hatched: the German half." in flat(pages(printed("map"))[0])


def test_every_table_is_on_paperwith_the_standing_of_its_rows() -> None:
    named = {name for _, names in GROUPS for name in names} | {*ON_THEIR_OWN}
    assert {one.id for one in SOURCES} | {"c4"} == named
    groups = {one.title: one for _, found in sheets("tables").data["groups"] for one in found}
    assert groups["F1 Damaged aircraft check · 2D6 †"].rows == [
        ("2\N{EN DASH}4", "roll on F2"),
        ("5\N{EN DASH}12", "flies on"),
    ]
    assert groups["C3 Detection · 2D6 †"].rows[2:4] == [
        ("5", "you must fight if the enemy has as many or more*"),
        ("6", "you must fight if the enemy has as many or more"),
    ]
    assert ("5", "raid", "raid*", "targets") in groups["F7 Event outcome · 2D6 †"].rows
    assert ("raid*", "D2 2-seaters, D3+1 fighters") in groups["F7 What an event brings †"].rows
    assert ("fighter, tier 2*", "4/6", "7", "5", "forward") in groups["Aircraft counters †"].rows
    (town,) = (row for row in groups["Ground target counters †"].rows if row[0] == "town A, C, E")
    assert (town[4], town[6], town[1]) == ("5* / 10*", "1*", "1 / 1")
    numbers, parts = groups["Numbers of the rules"].rows, dict(groups["Numbers of the rules"].parts)
    every_number = {row.name for row in tables_in_force().of.tables["numbers"]}
    assert sum(parts.values()) == len(numbers) == len(every_number)
    assert parts["Scramble"] == 2
    assert [row[0] for row in numbers[:2]] == [
        "turns of a mission at most",
        "turns, if a fighter of the flight carries ordnance",
    ]
    assert {*chain(*ABOUT.values())} <= every_number
    assert groups["F2 Damaged aircraft result · 1D6 †"].sections == "AOV-FLT-1, FLT-2"
    cards = sheets("tables").data["wide"][0].tables[0].rows
    (spotting,) = (row for row in cards if row[0].startswith("Artillery spotting"))
    assert spotting[1:] == ("3", "3*", "1*", "", "trenches*", "two dice*", "", "attempts, C15*")
    for name in named - {*ON_THEIR_OWN}:
        table = table_of(TABLES, name, NO_MARKS)
        assert table.rows, name
        assert {len(row) for row in table.rows} == {len(table.heads)}, name


def test_a_load_is_named_for_what_it_is() -> None:
    loads = [load for load, *_ in table_of(TABLES, "c12", NO_MARKS).rows]
    assert loads == ["6 bombs", "3 bombs", "2 bombs", "1 bomb", "2 rockets", "1 rocket"]


def test_no_table_has_its_own_number_as_the_head_of_a_column() -> None:
    for name in {"c4", *(source.id for source in SOURCES)} - {*ON_THEIR_OWN}:
        assert name.upper() not in table_of(TABLES, name, NO_MARKS).heads, name


def test_the_aid_says_what_tables_and_rulings_say() -> None:
    usual = flat(pages(printed("aid"))[0]).replace("\N{MINUS SIGN}", "-")
    for said in ("Fuel: 24 turns, 22 if", "Not at home: -1 MP", "if the combat goes on: C10", "enemy airfield 8+",
                 "destroyed -10 MP", "THE USUAL RULINGS"):  # fmt: skip
        assert said in usual
    other = " ".join(map(flat, pages(printed("aid", c10_when="always", ground_skill_scope="balloons"))))
    assert "if the combat goes on: C10" not in other
    assert "with ground skill against balloons only" in other
    assert "(AOV-RND-7)" in other


def test_every_table_that_the_aid_names_stands_on_it_with_its_code() -> None:
    """The finding: "then C8", and a table beside it that had no name."""
    sheet = sheets("aid").data["sheet"]
    sides = (*sheet["panels"], *sheet["back"])
    lines = [line for panel in sides for line in panel.lines]
    heads = [table.heads[0] for table in lines if not isinstance(table, str)]
    cells = [cell for table in lines if not isinstance(table, str) for row in table.rows for cell in row]
    steps = [step for _, steps_of in sheet["track"] for step in steps_of]
    code = re.compile(r"\b[CFMPSV]\d+\b")
    texts = (*cells, *steps, *(line for line in lines if isinstance(line, str)))
    named = {*chain(*map(code.findall, texts))}
    shown = {text.split()[0] for text in (*heads, *(panel.title for panel in sides)) if code.match(text)}
    assert {"C8", "F5", "P2"} <= named
    assert named <= shown


def test_what_a_player_supplies_is_printed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    own = tmp_path / "tables" / "valor" / "f6.toml"
    own.parent.mkdir(parents=True)
    own.write_text('[[row]]\nplace = "enemy-rear"\nneed = 7\n')
    made = ruleset().registry.of(kinds.PRINTS, "valor")["tables"].load()(ruleset(), ruleset().rulings())
    groups = {one.title: one.rows for _, found in made.data["groups"] for one in found}
    assert ("enemy rear §", "7+") in groups["F6 Event check · 2D6 †"]


@pytest.mark.further(every=2)
@needs_renderer
@pytest.mark.parametrize(("name", "paper", "count"), [("roster", "letter", 2), ("log", "letter", 2), ("log", "a4", 2)])
def test_forms_fit(name: str, paper: str, count: int) -> None:
    pdf = printed(name, paper)
    assert len(pages(pdf)) == count
    assert overlapping(words(pdf)) == []


@pytest.mark.further
def test_a_kept_campaign_fills_its_roster_and_its_log(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    saved, out = tmp_path / "war.jsonl", tmp_path / "out.pdf"

    def run(*words: str) -> str:
        done = CliRunner().invoke(aqmf, [*words])
        assert done.exit_code == 0, done.output
        return done.output

    run("play", "--ruleset", "valor", "french-short", "--auto", "you", "--seed", "3", "--save", str(saved), "--json")
    on_paper = {}
    for name, count in (("roster", 3), ("log", 2)):  # nine men served: two sheets of eight, and the record
        run("print", "--ruleset", "valor", name, "--game", str(saved), "-o", str(out))
        found = pages(out.read_bytes())
        assert len(found) == count
        on_paper[name] = flat(" ".join(found))
    registry = open_registry()
    rules, kept = read_game(str(saved), registry)
    game, events = rules.session(kept).state, [event for entry in kept.entries for event in entry.events]
    record = record_of(game, events)
    assert [line[0] for line in record] == [str(number) for number in range(1, 9)]
    assert [line[1] for line in record if line[1] != "skipped"] == [card_name(card).capitalize() for card in game.played]
    assert record[-1][6] == str(game.vp)
    assert sum(int(line[5] or 0) for line in record) == game.vp
    assert all(one.name in on_paper["roster"] for one in game.squadron)
    assert f"Mission {game.number} of 8" in on_paper["roster"]
    log = on_paper["log"]
    assert sectors.name(game.flown.objective[0], game.tables) in log
    assert all(entry.what in log for entry in game.flown.ledger)


@needs_renderer
def test_a_log_has_the_events_and_the_combats_of_its_mission(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    lines = (Path(__file__).parents[2] / "golden" / "squadron.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    kept, out = tmp_path / "war.jsonl", tmp_path / "out.pdf"
    kept.write_text("".join(lines[:12]), encoding="utf-8")
    done = CliRunner().invoke(aqmf, ["print", "--ruleset", "valor", "log", "--game", str(kept), "-o", str(out)])
    assert done.exit_code == 0, done.output
    log = flat(pages(out.read_bytes())[0])
    for told in ("Turn, sector 8, H4", "Enemy Carl", "Turn, sector 9, I4", "Enemy convoy 1, convoy 2", "fighters", "Geor"):
        assert told in log
    assert overlapping(words(out.read_bytes())) == []


@needs_renderer
def test_a_roster_keeps_to_its_margins(monkeypatch: pytest.MonkeyPatch) -> None:
    for paper, wide in (("a4", 210), ("letter", 215.9)):
        pdf = printed("roster", paper)
        assert overlapping(words(pdf)) == []
        assert max(word.right for word in words(pdf)) <= wide - 11.5


def test_what_cannot_be_on_paperis_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    for words_, said in (
        (["--game", "nowhere"], "no game 'nowhere'"),
        (["--game", str(tmp_path / "none.jsonl")], "none.jsonl"),
        (["TYPE"], "unexpected extra argument"),
    ):
        done = CliRunner().invoke(aqmf, ["print", "--ruleset", "valor", "log", *words_, "-o", str(tmp_path / "x.pdf")])
        assert (done.exit_code, len(done.stderr.splitlines())) == (2, 1), done.output
        assert said in done.stderr
    with pytest.raises(DataError, match="no mission is flown"):
        log_of(begun().state, ())
    assert not (tmp_path / "x.pdf").exists()


@needs_renderer
def test_the_decks_are_cards_to_cut_out() -> None:
    cards = sheets("deck").data["cards"]
    missions = [one["title"] for one in cards if one["deck"] == "Mission"]
    assert len(missions) == sum(row.cards for row in TABLES.of.tables["missions"])
    assert missions.count("Scramble") == 2
    for card in cards:  # its foot speaks of no sign that the card does not bear
        assert "\N{DAGGER}" not in card["sign"]
        assert ("*" in card["sign"]) == ("*" in str((card["lines"], card["flight"], card["words"])) and card["sign"] != "")
    assert [one["number"] for one in cards if one["deck"] == "Event"] == [row.card for row in TABLES.of.tables["events"]]
    for paper in ("a4", "letter"):
        pdf = printed("deck", paper)
        assert len(pages(pdf)) == 2 * -(-len(cards) // 9)
        assert min(sizes_of(pdf)) >= LEAST
        assert overlapping(words(pdf)) == []


@needs_renderer
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_each_card_has_its_back_behind_it(paper: str) -> None:
    """Turned on its long edge, a sheet has the back of a deck behind each card of it."""
    found = [word for word in words(printed("deck", paper)) if word.text in ("MISSION", "EVENT", "OPTIONAL")]
    wide, high = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}[paper]
    left, top = (wide - 3 * 63.5) / 2, (high - 3 * 88.9) / 2

    def decks(page: int) -> list[tuple[int, int, str]]:
        middles = [((word.left + word.right) / 2, word.top, word.text) for word in found if word.page == page]
        turned = [(wide - x if page % 2 == 0 else x, y, deck) for x, y, deck in middles]
        return sorted((int((x - left) // 63.5), int((y - top) // 88.9), deck) for x, y, deck in turned)

    for page in range(1, len(pages(printed("deck", paper))), 2):
        assert len(decks(page)) == 9
        assert decks(page) == decks(page + 1)
