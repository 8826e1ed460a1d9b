"""Maps as files: of every game on a page, with its words at a size to read, and with all that a fight is seen from."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from aqmf_air.cli.main import aqmf

GOLDEN = Path(__file__).parent.parent / "golden"


def drawn(log: str, folder: Path, entries: int | None = None, *more: str) -> str:
    """The map of a golden game after so many entries, or at its end."""
    lines = (GOLDEN / f"{log}.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    game, out = folder / "game.jsonl", folder / "map.svg"
    game.write_text("".join(lines[: entries and entries + 1]), encoding="utf-8")
    result = CliRunner().invoke(aqmf, ["map", str(game), str(out), *more])
    assert result.exit_code == 0, result.output
    return out.read_text(encoding="utf-8")


@pytest.mark.parametrize("log", ["first-flight", "duel", "squadron", "patrols"])
def test_a_map_fits_a_page_and_a_screen_and_its_words_can_be_read(log: str, tmp_path: Path) -> None:
    sheet = ElementTree.fromstring(drawn(log, tmp_path, 11))
    assert (sheet.attrib["width"], sheet.attrib["height"]) == ("255mm", "185mm")
    words = [text for text in sheet.iter("{http://www.w3.org/2000/svg}text") if "data-em" in text.attrib]
    assert words or log == "squadron"
    assert all(float(text.attrib["font-size"]) >= 9.5 for text in words)


def test_each_view_of_a_fight_has_its_title_its_names_and_its_figures(tmp_path: Path) -> None:
    drawing = drawn("patrols", tmp_path, 29)
    titles = re.findall(r">(Above|Beside, \d+° →|Nose: \w+)</text>", drawing)
    assert len(titles) == 3
    assert drawing.count("blue Nieuport</text>") == 3
    assert drawing.count("silver Nieuport</text>") == 2  # who looks along his nose is not in his own view
    assert ">Legend</text>" in drawing
    assert ">25</text>" in drawing


def test_a_fight_that_is_over_is_drawn_as_it_stood_last_with_somebody_in_the_air(tmp_path: Path) -> None:
    drawing = drawn("patrols", tmp_path)
    assert 'class="element"' in drawing


def test_only_a_game_in_inches_is_drawn_true_to_scale(tmp_path: Path) -> None:
    assert 'width="52in"' in drawn("first-flight", tmp_path, None, "--true-scale")
    refused = CliRunner().invoke(aqmf, ["map", str(GOLDEN / "duel.jsonl"), str(tmp_path / "x.svg"), "--true-scale"])
    assert refused.exit_code == 2
    assert "--true-scale" in refused.output
