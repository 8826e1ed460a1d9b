"""A chronicle on paper: a newspaper with a lead story, portraits of aces and pictures of chapters."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from aqmf_air.core.play.chronicle import Career, ChapterTold, OnTheWall, TableTold, Told
from aqmf_air.drawing.portrait import portrait
from aqmf_air.printing.chronicle import sheets_of
from aqmf_air.printing.paper import write_pdf
from tests.printing.sheet import needs_renderer, words

PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><text x="2" y="12" font-size="6">Arras</text></svg>'


def mission(number: int) -> ChapterTold:
    return ChapterTold(
        title=f"Mission {number}",
        headline="Ada claims Max",
        result="The Entente wins, 3 to 0",
        story=("Ada shot down Max over Arras.", "The day went to the Entente, 3 to 0."),
        tables=(TableTold("Claims", ("What", "By", "Chance"), (("Max", "Ada", "12.5%"),), "Chance: of the shot."),),
        lines=("Turn 1: rain",),
        number=number,
    )


@pytest.mark.parametrize("airmen", [3, 40])
def test_a_campaign_is_a_newspaper(tmp_path: Path, airmen: int) -> None:
    ace = OnTheWall("Ada", "35 1/2", 4, "ready", rank="ace", brought="31")
    rows = tuple(Career((f"Airman {number}", "0"), gone=number > 2) for number in range(airmen))
    missions = tuple(map(mission, (1, 2, 3)))
    told = Told("Over Arras", ("3 missions flown",), missions, "Men", ("Man", "Victories"), rows, (ace,), "A win")
    made = write_pdf(sheets_of(told, {1: PICTURE}))
    assert made.pages <= 1 + airmen // 10
    (tmp_path / "paper.pdf").write_bytes(made.content)
    text = subprocess.run(
        ["pdftotext", "-raw", str(tmp_path / "paper.pdf"), "-"], capture_output=True, text=True, check=True
    ).stdout
    assert text.index("A win") < text.index("WALL OF ACES") < text.index("Max\n") < text.index("Men\n")
    assert "35 1/2" in text.replace("\N{NO-BREAK SPACE}", " ")
    assert text.count("over Arras.") == 3
    assert "Arras\n" in text.partition("Mission 1")[2], "the picture"


def test_a_campaign_that_has_hardly_begun_is_one_too() -> None:
    """The finding: a mission without a headline yet was no document."""
    begun = ChapterTold("Mission 1", story=("Ada took off.",), number=1)
    for chapters in ((), (begun,), (mission(1), begun)):
        assert write_pdf(sheets_of(Told("Over Arras", (), chapters, "Men", ("Man",), (Career(("Ada",)),)))).pages == 1


def test_a_face_is_of_its_name() -> None:
    names = ("Ada", "Bea", "Cy", "Di", "Ed", "Flo")
    assert portrait("Ada") == portrait("Ada")
    assert len({portrait(name) for name in names}) == len(names)


@needs_renderer
def test_the_type_of_a_picture_can_be_read_and_a_table_says_who_won() -> None:
    """The finding: its letters were of 2 points, and the victor stood among type and turn like one more fact."""
    ends = '<text x="2" y="100" font-size="12">Nieuport</text><text x="240" y="100" font-size="12">Albatros</text>'
    wide = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 225">{ends}</svg>'
    table = TableTold("Claims and losses", ("Who", "Flew", "Victor", "Fate"), (("Max", "Fokker", "Ada", "killed"),))
    missions = tuple(replace(mission(number), tables=(table,)) for number in (1, 2, 3, 4))
    told = Told("Over Arras", (), missions, "Men", ("Man",), ())
    made = words(write_pdf(sheets_of(told, {1: wide})).content)
    text = " ".join(word.text for word in made)
    assert text.count("Who Flew Victor Fate Max Fokker Ada killed") == 4
    left = {word.text: word.left for word in made}
    assert left["Albatros"] - left["Nieuport"] > 55  # of 238 units, of which 12 are 7.5 points at least
    assert "rain" not in text, "the lines of a mission that has a story stand on the page alone"


@needs_renderer
def test_missions_that_nobody_flew_are_a_line() -> None:
    """The finding: ``Nobody flies`` stood twice as a headline on the last page."""
    idle = tuple(replace(mission(number), headline="Nobody flies", idle=True) for number in (4, 5))
    told = Told("Over Arras", (), (*map(mission, (1, 2, 3)), *idle), "Men", ("Man",), (Career(("Ada",)),))
    text = " ".join(word.text for word in words(write_pdf(sheets_of(told, {1: PICTURE})).content))
    assert text.count("Missions 4 and 5: nobody flew") == 1
    assert "Nobody flies" not in text


@needs_renderer
def test_what_stands_in_the_masthead_is_no_headline_too(tmp_path: Path) -> None:
    begun = ChapterTold("Mission 1", story=("Ada took off.",), number=1)
    before = ChapterTold("Before the first mission", lines=("Ada joins",))
    told = Told("Over Arras", ("mission 1 of 8, turn 1",), (before, begun), "Men", ("Man", "Victories"), (), (), "")
    (tmp_path / "paper.pdf").write_bytes(write_pdf(sheets_of(told, {})).content)
    text = subprocess.run(["pdftotext", str(tmp_path / "paper.pdf"), "-"], capture_output=True, text=True, check=True).stdout
    assert text.count("mission 1 of 8") == 1
    assert text.index("joins") < text.index("took"), "all is told in order"


@needs_renderer
@pytest.mark.parametrize(("high", "claims"), [(20, 1), (20, 6), (90, 1), (90, 6)])
def test_a_mission_is_told_in_one_piece(high: int, claims: int) -> None:
    """The finding: pictures floated, so that a mission's losses stood under the picture of the next."""
    missions = []
    for number in range(1, 8):
        told = (TableTold("Claims", ("What", "By"), tuple((f"claim{number}", "Ada") for _ in range(claims))),)
        facts, story = ((f"fact{number}", "clear"),), (f"story{number} is told. ",)
        missions.append(replace(mission(number), headline=f"head{number}", facts=facts, story=story * 9, tables=told))
    careers = tuple(Career((f"airman{number}",)) for number in range(14))
    pictures = {number: PICTURE.replace("Arras", f"map{number}").replace("40 20", f"40 {high}") for number in range(1, 8)}
    campaign = Told("Over Arras", (), tuple(missions), "Men", ("Man",), careers, headline="A win")
    made = words(write_pdf(sheets_of(campaign, pictures)).content)
    place = {word.text: (word.page, word.top) for word in made}  # where each stands last
    place["head8"] = place["Men"]
    for number in range(1, 8):
        head, following = place[f"head{number}"], place[f"head{number + 1}"]
        for part in ("story", "map", "fact", "claim"):
            assert head < place[f"{part}{number}"] < following
            assert place[f"{part}{number}"][0] == head[0], "on one sheet"
    assert place["Men"][0] == place["head7"][0], "the careers have company"
