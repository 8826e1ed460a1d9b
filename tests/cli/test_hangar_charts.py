"""The pictures of ``aqmf design``: well formed, to scale, and saying what the documents say."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.cli.main import aqmf
from aqmf_air.drawing.plot import INK, PaperPicture, fitting, nice_steps

SVG = "{http://www.w3.org/2000/svg}"


def run(*args: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(aqmf, ["design", *args], input=typed)


def words_of(path: Path) -> list[str]:
    return [one.text or "" for one in ET.parse(path).getroot().iter(f"{SVG}text")]


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    return tmp_path / "out.svg"


def test_a_comparison_shows_what_the_document_says(picture: Path) -> None:
    names = ["Burgess-Dunne D8", "SPAD XIII", "Martin S"]
    result = run("compare", *names, "-o", str(picture), "--json")
    assert result.exit_code == 0, result.stderr
    words = words_of(picture)
    for one in json.loads(result.stdout):
        assert words.count(one["name"]) == 2  # its row, and the legend of the reach
        assert str(one["points"]) in words
        for against in one["against"]:
            assert f"{against['toll']['mean']:.1f}" in words
    assert {"28.0%", "46.0%"} <= set(words)
    assert 'Speed 12": spends 8" to 12"' in words
    assert 'Speed 18": spends 12" to 18"' in words


def test_designs_of_one_speed_share_one_reach(picture: Path) -> None:
    assert run("compare", "Sopwith Camel", "Fokker D.VII", "-o", str(picture)).exit_code == 0
    assert sum(word.startswith('Speed 15": spends') for word in words_of(picture)) == 1


def test_names_that_would_break_a_picture(picture: Path, tmp_path: Path) -> None:
    name = "</text><script>&\"'" + "W" * 40
    design = tmp_path / "odd.toml"
    document = {"name": name, "max_speed_mph": 60, "skin": "fabric", "role": "combat"}
    design.write_text("\n".join(f"{key} = {json.dumps(value)}" for key, value in document.items()), encoding="utf-8")
    assert run("compare", str(design), "-o", str(picture)).exit_code == 0
    root = ET.parse(picture).getroot()
    assert not list(root.iter(f"{SVG}script"))
    assert name in words_of(picture)
    assert any(word.endswith("…") for word in words_of(picture))


def test_worth_for_points_draws_the_line_that_nothing_beats(picture: Path) -> None:
    result = run("find", "--against", "Assault Tripod", "-o", str(picture), "--json")
    found = json.loads(result.stdout)
    unbeaten = {
        one["name"]
        for one in found
        if not any(
            other["points"] <= one["points"]
            and other["against"]["toll"]["mean"] >= one["against"]["toll"]["mean"]
            and (other["points"], other["against"]["toll"]["mean"]) != (one["points"], one["against"]["toll"]["mean"])
            for other in found
        )
    }
    listed = [one for one in ET.parse(picture).getroot().iter(f"{SVG}text") if one.get("fill") == INK]
    dark = {name for one in listed for name in (one.text or "").split(", ")}
    assert unbeaten <= dark
    assert not ({one["name"] for one in found} - unbeaten) & dark


def test_a_plot_of_nothing_is_still_a_picture(picture: Path) -> None:
    assert run("find", "--role", "scout", "--against", "Assault Tripod", "-o", str(picture)).exit_code == 0
    assert ET.parse(picture).getroot().tag == f"{SVG}svg"


def test_a_picture_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    result = run("compare", "SPAD XIII", "-o", str(tmp_path / "file" / "out.svg"))
    assert result.exit_code == 2
    assert "cannot be written" in result.stderr
    assert result.stdout == ""


# -- what they are made of ------------------------------------------------------------------------------------------------


@given(st.floats(0, 1e6))
def test_marks_are_round_and_reach_far_enough(most: float) -> None:
    marks = nice_steps(most)
    assert marks[0] == 0
    assert marks[-1] >= most * 0.999
    assert 2 <= len(marks) <= 8


@given(st.text(max_size=200), st.floats(1, 500), st.floats(5, 30))
def test_text_is_cut_to_fit(words: str, width: float, size: float) -> None:
    cut = fitting(words, width, size)
    assert cut == words or cut.endswith("…")
    assert len(cut) <= max(1, width / (0.56 * size)) or len(cut) == len(words)


def test_every_element_is_escaped() -> None:
    picture: Any = PaperPicture(10, 10, 'a "title" <&>', "about <&>")
    picture.text((1, 1), "<&>\"'")
    root = ET.fromstring(str(picture))
    assert root.get("aria-label") == 'a "title" <&>'
    assert [one.text for one in root.iter(f"{SVG}text")] == ["<&>\"'"]


@pytest.mark.parametrize(
    "asked",
    [
        ("compare", "Packard-Le Père LUSAC-11", "Siemens-Schuckert D.IV"),
        ("find", "--against", "Scout Tripod"),
        ("shape", "Packard-Le Père LUSAC-11", "Siemens-Schuckert D.IV"),
        ("shape", "Caudron G.4"),
    ],
)
def test_a_picture_for_a_phone_says_the_same_in_letters_that_can_be_read(picture: Path, asked: tuple[str, ...]) -> None:
    assert run(*asked, "-o", str(picture)).exit_code == 0
    wide = sorted(" ".join(words_of(picture)).split())
    assert run(*asked, "-o", str(picture), "--phone").exit_code == 0
    root = ET.parse(picture).getroot()
    assert float(root.get("width", "")) <= 360
    inside = {child: parent for parent in root.iter() for child in parent}
    for text in root.iter(f"{SVG}text"):
        sized = text
        while sized.get("font-size") is None:
            sized = inside[sized]
        assert float(sized.get("font-size", "")) >= 11
    if asked[0] != "compare":  # where each bar has its name, too
        told = " ".join(words_of(picture)).replace(",", "").split()
        assert {word.strip(",") for word in wide if word.isalpha()} <= set(told)
