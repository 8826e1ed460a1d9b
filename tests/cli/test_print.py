"""``aqmf print``, as a user calls it."""

from __future__ import annotations

import json
import sys
from io import BytesIO
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from pypdf import PdfReader

from aqmf_air.cli import render
from aqmf_air.cli.main import aqmf
from aqmf_air.core.data.model import replace
from aqmf_air.games.martian_aircraft.designs.design import to_toml, token_of
from aqmf_air.games.martian_aircraft.designs.hangar import open_hangar
from tests.cli.test_bounds import Terminal

ARMY = """format = 1
name = "Wing"
side = "human"
limit = 300

[[units]]
unit = "US Command Squad"

[[units]]
unit = "Burgess-Dunne D8"
count = 2
"""


def run(*args: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(aqmf, ["print", *args], input=typed)


def pages(path: Path) -> int:
    return len(PdfReader(path).pages)


def refused(result: Result) -> str:
    assert result.exit_code == 2
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    return line


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out.pdf"


@pytest.mark.parametrize("paper", ["a4", "letter", "A4"])
def test_templates_in_pdf(out: Path, paper: str) -> None:
    result = run("templates", "--paper", paper, "-o", str(out))
    assert result.exit_code == 0, result.output
    assert result.stdout == f"{out}: {pages(out)} pages, print at actual size\n"


def test_json_says_what_was_written(out: Path) -> None:
    result = run("templates", "--only", "gauge", "--only", "arcs", "-o", str(out), "--json")
    assert json.loads(result.stdout) == {"file": str(out), "bytes": out.stat().st_size, "pages": 1, "paper": "a4"}


def test_standard_output_is_the_file_itself() -> None:
    result = run("templates", "--only", "gauge", "-o", "-")
    assert len(PdfReader(BytesIO(result.stdout_bytes)).pages) == 1
    assert "choose one" in refused(run("templates", "-o", "-", "--json"))


def test_templates_in_svg(tmp_path: Path) -> None:
    path = tmp_path / "kit.svg"
    result = run("templates", "--sheet", "500", "-o", str(path), "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["width_mm"] == 500
    assert path.read_text(encoding="utf-8").startswith("<?xml")


def test_rulings_change_the_gauge(tmp_path: Path) -> None:
    one, other = tmp_path / "one.pdf", tmp_path / "other.pdf"
    assert run("templates", "--only", "gauge", "-o", str(one)).exit_code == 0
    changed = run("templates", "--only", "gauge", "--base", "2", "--ruling", "turn_cost=true-arc", "-o", str(other))
    assert changed.exit_code == 0
    assert "3″" in PdfReader(one).pages[0].extract_text()
    assert "4.7″" in PdfReader(other).pages[0].extract_text()


@pytest.mark.parametrize("size", ["sleeve", "large"])
def test_cards_of_named_units(out: Path, size: str) -> None:
    result = run("cards", "burgess-dunne d8", "Assault Tripod", "Assault Tripod", "--size", size, "-o", str(out))
    assert result.exit_code == 0, result.output
    assert pages(out) == 1
    text = PdfReader(out).pages[0].extract_text()
    assert text.count("Assault Tripod") == 1
    assert "27.1%" in text


def test_cards_of_a_single_unit_fill_their_sheet(out: Path) -> None:
    assert run("cards", "Airco D.H.2", "-o", str(out)).exit_code == 0
    assert pages(out) == 1
    assert PdfReader(out).pages[0].extract_text().count("Airco D.H.2") == 9


def test_a_design_has_a_card_by_its_name_its_file_or_its_token(out: Path, tmp_path: Path) -> None:
    own = replace(open_hangar().named("Gotha G.V").design, name="Gotha G.VII")
    written = tmp_path / "own.toml"
    written.write_text(to_toml(own))
    designs = ("gotha g.v", str(written), token_of(replace(own, name="Gotha G.VIII")))
    result = run("cards", *(word for design in designs for word in ("--design", design)), "-o", str(out))
    assert result.exit_code == 0, result.output
    text = " ".join(page.extract_text() for page in PdfReader(out).pages)
    assert all(name in text for name in ("Gotha G.V ", "Gotha G.VII ", "Gotha G.VIII"))
    assert "did you mean Gotha G.IV" in refused(run("cards", "--design", "Gotta", "-o", str(out)))


@pytest.mark.further
def test_cards_of_everything(out: Path) -> None:
    assert run("cards", "-o", str(out)).exit_code == 0
    assert pages(out) > 8


def test_cards_of_a_saved_game(out: Path, tmp_path: Path) -> None:
    saved = tmp_path / "game.jsonl"
    played = CliRunner().invoke(aqmf, ["play", "first-flight", "--seed", "3", "--save", str(saved)])
    assert played.exit_code == 0, played.output
    result = run("cards", "--game", str(saved), "--size", "large", "-o", str(out))
    assert result.exit_code == 0, result.output
    text = PdfReader(out).pages[0].extract_text()
    assert "Burgess-Dunne D8" in text
    assert "Burgess-Dunne D8" in text
    assert "Martian tripod" in text
    ours = run("cards", "--game", str(saved), "--side", "human", "-o", str(out))
    assert ours.exit_code == 0, ours.output
    assert not any("Martian tripod" in page.extract_text() for page in PdfReader(out).pages)
    assert "leave UNIT" in refused(run("cards", "Drones", "--game", str(saved), "-o", str(out)))


def test_a_roster(out: Path, tmp_path: Path) -> None:
    army = tmp_path / "wing.toml"
    army.write_text(ARMY, encoding="utf-8")
    result = run("roster", str(army), "-o", str(out))
    assert result.exit_code == 0, result.output
    assert pages(out) == 4
    from_input = run("roster", "-", "-o", "-", typed=ARMY)
    assert from_input.stdout_bytes == out.read_bytes()


def test_letters_that_no_font_has_are_told(out: Path, tmp_path: Path) -> None:
    army = tmp_path / "wing.toml"
    army.write_text(ARMY.replace('"Wing"', '"\U00013000 Wing"'), encoding="utf-8")
    result = run("roster", str(army), "-o", str(out))
    assert result.exit_code == 0
    assert "no font has '\U00013000'" in result.stderr or result.stderr == ""  # a system may have one of hieroglyphs


def test_a_correction_of_the_scale(out: Path) -> None:
    plain = out.with_name("plain.pdf")
    assert run("templates", "--only", "gauge", "-o", str(plain)).exit_code == 0
    assert run("templates", "--only", "gauge", "--scale-x", "98.5", "--scale-y", "1.01", "-o", str(out)).exit_code == 0
    assert plain.read_bytes() != out.read_bytes()


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("templates",), "Missing option '-o'"),
        (("templates", "-o", "kit.png"), "expected a name that ends in .pdf"),
        (("cards", "-o", "cards.svg"), "expected a name that ends in .pdf"),
        (("templates", "--paper", "a5", "-o", "x.pdf"), "a4"),
        (("templates", "--scale-x", "50", "-o", "x.pdf"), "--scale-x: expected the millimetres"),
        (("templates", "--scale-y", "nan", "-o", "x.pdf"), "--scale-y: expected the millimetres"),
        (("templates", "--only", "spoon", "-o", "x.pdf"), "spoon"),
        (("templates", "--base", "-1", "-o", "x.pdf"), "--base"),
        (("templates", "--ruling", "turn_cost=free", "-o", "x.pdf"), "turn_cost"),
        (("cards", "Zeppelin Tripod", "-o", "x.pdf"), "unknown unit 'Zeppelin Tripod'"),
        (("cards", "--game", "nowhere", "-o", "x.pdf"), "no game 'nowhere'"),
        (("cards", "--size", "tarot", "-o", "x.pdf"), "--size"),
        (("roster", "nowhere.toml", "-o", "x.pdf"), "nowhere.toml"),
        (("roster", "-", "-o", "x.pdf"), "format"),
    ],
)
def test_bad_input_is_one_line_and_writes_nothing(
    args: tuple[str, ...], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert says in refused(run(*args, typed=""))
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    assert "cannot be written" in refused(run("templates", "--only", "gauge", "-o", str(blocked / "x.pdf")))


def test_a_unit_of_the_other_side_is_not_silently_printed(out: Path) -> None:
    line = refused(run("cards", "US Infantry", "Drones", "--side", "martian", "-o", str(out)))
    assert "--side martian: US Infantry is of the other side" in line
    assert not out.exists()


def test_the_size_of_a_sheet_is_said_as_the_file_has_it(tmp_path: Path) -> None:
    path = tmp_path / "sheet.svg"
    document = json.loads(run("templates", "-o", str(path), "--json").stdout)
    head = path.read_text(encoding="utf-8").partition("<title>")[0]
    assert f'width="{document["width_mm"]:g}mm" height="{document["height_mm"]:g}mm"' in head


def test_the_game_may_be_named_before_the_print_and_behind_it(out: Path) -> None:
    written = []
    for words in (("--ruleset", "richthofen", "aid"), ("aid", "--ruleset", "richthofen"), ("aid", "--ruleset=richthofen")):
        result = run(*words, "-o", str(out))
        assert result.exit_code == 0, result.output
        written.append(out.read_bytes())
    assert len(set(written)) == 1
    assert "--ruleset" in refused(run("aid", "--ruleset"))


def test_at_a_terminal_it_says_that_pages_are_set(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(render, "AFTER", 0.001)
    monkeypatch.setattr(sys, "stderr", screen)
    aqmf.main(["print", "templates", "-o", str(out)], standalone_mode=False)
    assert screen.getvalue().startswith("\raqmf: the pages are set, 0 s")
    assert screen.getvalue().endswith("\r")


def test_without_a_print_what_games_have_is_listed_each_as_it_is_typed() -> None:
    every = CliRunner().invoke(aqmf, ["print"])
    valor = CliRunner().invoke(aqmf, ["print", "--ruleset", "valor"])
    assert (every.exit_code, valor.exit_code) == (0, 0)
    assert "aqmf print --ruleset valor deck -o deck.pdf" in valor.stdout
    assert "aqmf print templates -o templates.pdf" not in valor.stdout
    assert "aqmf print templates -o templates.pdf" in every.stdout
    assert "aqmf print --ruleset valor deck -o deck.pdf" in every.stdout
    assert "aqmf print roster ARMY -o roster.pdf" in every.stdout, "what it cannot be had without is said"
    narrow = CliRunner(env={"COLUMNS": "80"}).invoke(aqmf, ["print"]).stdout.splitlines()
    assert all(line.endswith(".pdf") for line in narrow if line.startswith("  aqmf print "))
