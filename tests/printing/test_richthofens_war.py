"""The paper of Richthofen's War: what stands on it, that it fits, and that it follows tables and rulings."""

from __future__ import annotations

import gzip
import re
from functools import cache
from pathlib import Path
from typing import cast

import pytest
from click.testing import CliRunner

from aqmf_air.cli.main import aqmf
from aqmf_air.cli.opened import open_registry, read_game
from aqmf_air.core.play.rulings import describe, settle
from aqmf_air.errors import DataError
from aqmf_air.games.richthofens_war.sequence import RichthofenRulings, RichthofensWar
from aqmf_air.games.richthofens_war.tables import RULESET, SOURCES, tables
from aqmf_air.games.richthofens_war.ui.prints.sheets import sheet_of, sheets_of
from aqmf_air.games.richthofens_war.ui.prints.tables import DASH, VIEWS, span, table_of
from aqmf_air.plugins import kinds
from aqmf_air.plugins.registry import Registry
from aqmf_air.printing.panels import PanelGlossary
from aqmf_air.printing.paper import write_pdf
from tests.printing.sheet import LEAST, SIZES, check_layout, needs_renderer, overlapping, pages, sizes_of, words


@pytest.fixture(scope="module")
def ruleset(registry: Registry) -> RichthofensWar:
    return cast("RichthofensWar", registry.ruleset(RULESET))


@cache
def printed(ruleset: RichthofensWar, name: str, paper: str = "a4", **chosen: str) -> bytes:
    sheets = ruleset.registry.of(kinds.PRINTS, RULESET)[name].load()
    return write_pdf(sheets(ruleset, settle(ruleset.rulings, chosen, "test")), paper).content


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.further(every=6)
@needs_renderer
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(("name", "count"), [("aid", 2), ("tables", 4), ("record", 2)])
def test_the_pages_fit_and_can_be_read(ruleset: RichthofensWar, name: str, count: int, paper: str) -> None:
    pdf = printed(ruleset, name, paper)
    assert len(pages(pdf)) == count
    assert min(sizes_of(pdf)) >= LEAST
    if name == "aid":  # it has the whole sheet for itself, with no bars in the margins
        assert overlapping(words(pdf)) == []
        wide, high = SIZES[paper]
        assert all(6 <= word.left <= word.right <= wide - 6 and word.bottom <= high - 6 for word in words(pdf))
    else:
        check_layout(pdf, paper)


@needs_renderer
def test_sheets_of_types_stand_two_to_a_page(tmp_path: Path) -> None:
    file, names = tmp_path / "mine.pdf", ["SE-5a", "Hannover CL-III, CL-IIIa", "Handley-Page O/400", "SE-5a", "FE-2b"]
    command = ["print", "--ruleset", "richthofen", "sheets", *names, "--paper", "letter", "-o", str(file)]
    run = CliRunner().invoke(aqmf, command)
    assert run.exit_code == 0, run.output
    pdf = file.read_bytes()
    first, second, third = map(flat, pages(pdf))
    assert min(sizes_of(pdf)) >= LEAST
    assert overlapping(words(pdf)) == []
    assert [first.count(f"{name} \N{DAGGER}") for name in names[:3]] == [1, 1, 0]
    assert [second.count(f"{name} \N{DAGGER}") for name in names[:3]] == [1, 0, 1]
    assert "FE-2b" in third
    assert all(text.count("40") >= 2 for text in (first, second))  # as many turns as a game lasts
    for said in (
        "Front gun", "Rear gun", "observer, C", f"4{DASH}8", "1/2/3", "Observer", "jam", "Height", "Turned", "RW-SPEC-2",
        "300 at 5, 200 at 6, 100 at 7, none at 8", "With bombs: speed 7, climb 50", "wounded",
        "stated in the rules: silhouette",
    ):  # fmt: skip
        assert said in first
    wrong = CliRunner().invoke(aqmf, [*command[:4], "SE-5b", "-o", str(file)])
    assert wrong.exit_code == 2
    assert "SE-5a" in wrong.output
    whole = sheets_of((), RichthofenRulings()).data["aircraft"]
    named = [one["name"].split(" \N{DAGGER}")[0] for one in whole]
    assert named == [*(one.name for one in tables.shipped().aircraft), "A type of your own:"]
    assert len(named) % 2 == 0
    assert {one["colour"] for one in whole if one["toothed"]}.isdisjoint(
        one["colour"] for one in whole if not one["toothed"]
    )
    (hansa,) = (one for one in whole if one["name"].startswith("Hansa"))
    assert hansa["toothed"]


def test_boxes_are_what_a_critical_hit_leaves() -> None:
    def sheet(name: str, rulings: RichthofenRulings) -> dict[str, object]:
        return sheet_of(tables.shipped().aircraft.at(name), tables.shipped(), rulings)

    usual, others = RichthofenRulings(), RichthofenRulings(fokker_d="yes", fe2b_rear_gun="on")
    triplane = sheet("Fokker Dr-I", usual)
    assert triplane["lost"] == [
        ("Top speed", ["8", "7", "6", "5", "4"]),
        ("Schedule", ["D", "C", "B", "A"]),
        ("Climb", ["100", "50", "0"]),
        ("Dive", ["250", "150", "50", "0"]),
        ("Tank leaks: off the dice, turn by turn", [str(number) for number in range(11)]),
    ]
    assert [rule for rule, _ in triplane["remarks"]] == ["RW-JAM-3"]  # type: ignore[attr-defined]
    assert "RW-SPEC-11" in str(sheet("Fokker Dr-I", others)["remarks"])
    assert [len(sheet("FE-2b", one)["guns"]) for one in (usual, others)] == [1, 2]  # type: ignore[arg-type]
    assert sheet("SE-5a", usual)["guns"][1] == {"name": "Wing Lewis", "about": "pilot, C", "drums": (6, 6)}  # type: ignore[index]


def test_the_aid_says_what_the_rules_and_rulings_say(ruleset: RichthofensWar) -> None:
    usual = flat(" ".join(pages(printed(ruleset, "aid"))))
    for said in (
        "Tailing", f"+1 2{DASH}8, 11{DASH}12 80.6%", "each 200 m above the lowest +1", "double ace +2",
        f"A 0{DASH}1 0 0 1 1 2 2 3 3 4 5* 6* 2.3",
        f"4 engine, MP lost by a die: 1 on 1{DASH}2, 2 on 3{DASH}5, 3 on 6",
        "Germans from July 1918", "THE USUAL RULINGS", "8 hexes, 50 m of height counting as one more",
    ):  # fmt: skip
        assert said in usual
    assert "Archie:" not in usual
    chosen = {"archie": "on", "tail_range": "map-only", "ace_levels": "add", "special_maneuvers": "house-chart"}
    other = flat(" ".join(pages(printed(ruleset, "aid", **chosen))))
    for said in ("Archie: within 5 hexes", "8 hexes on the map", "double ace +3", "Immelmann", "(RW-AA-1)"):
        assert said in other


@needs_renderer
def test_both_sides_of_an_aid_are_filled(ruleset: RichthofensWar) -> None:
    """In the order of a turn, and in large type: neither side is left half blank."""
    pdf = printed(ruleset, "aid")
    found = words(pdf)
    for page in (1, 2):
        assert max(word.bottom for word in found if word.page == page) > 297 * 0.75
    assert sorted(sizes_of(pdf))[-2] >= 10
    front, back = pages(pdf)
    front = " ".join(front.split())
    assert front.index("Tailing") < front.index("Order of moves") < front.index("Movement")
    assert "Critical hits" in back


@pytest.mark.further
@needs_renderer
def test_an_aid_with_more_rulings_than_a_sheet_holds_goes_on_over_the_page(ruleset: RichthofensWar) -> None:
    settled = {
        one.name: next(value for value, _ in one.choices if value != one.default) for one in describe(ruleset.rulings())
    }
    pdf = printed(ruleset, "aid", "letter", **settled)
    assert len(pages(pdf)) in (2, 3)
    assert overlapping(words(pdf)) == []
    assert all(word.bottom <= 274 for word in words(pdf))
    said = flat(" ".join(pages(pdf))).replace("\N{MINUS SIGN}", "-").replace("\N{EN DASH}", "-")
    assert all(one.question.replace("\N{EN DASH}", "-") in said for one in describe(ruleset.rulings())[-20:])


def test_an_aid_that_names_what_the_game_lacks_is_refused(ruleset: RichthofensWar, tmp_path: Path) -> None:
    wording = PanelGlossary(lambda name: {"known": 7}[name], {}, ruleset.register, RichthofenRulings())
    file = tmp_path / "aid.toml"
    for line in ("'{unknown}'", "{ table = 'unknown' }", "{ rule = 'unknown' }", "{ say = 'x', when = 'unknown=1' }"):
        file.write_text(f"[[panel]]\ntitle = 'Jams'\nlines = [{line}]\n")
        with pytest.raises(DataError, match=r"aid\.toml, panel 'Jams': the game has no 'unknown'"):
            wording.panels(file)
    file.write_text("[[panel]]\ntitle = 'Jams'\nlines = ['{known} in all', { rule = 'RW-SPEC-11' }]\n")
    (panel,) = wording.panels(file)
    assert panel.lines[0] == "7 in all"
    assert str(panel.lines[1]).startswith("Twin mounts")


def test_all_tables_are_printed_each_row_with_its_standing(
    ruleset: RichthofensWar, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    own = tmp_path / "tables" / RULESET
    own.mkdir(parents=True)
    (own / "turn-costs.toml").write_text("[[row]]\nschedule = 'C'\nsides = [1, 1, 9]\n")
    text = flat(" ".join(pages(printed(ruleset, "tables"))))
    assert all(source.title in text for source in SOURCES)
    assert re.search("C ?§ 1 1 9", text)
    assert re.search("B ?‡ 1 2 3", text)
    assert re.search(rf"Target damage, guns † .* A 0{DASH}1 0 0 1 1 2 2 3 3 4 5\* 6\* 2.3", text)
    assert f"350* 150 5500 13 A {DASH} \N{MINUS SIGN}1* guns jam as one" in text  # the source gives the dive of the triplane


@needs_renderer
def test_no_head_of_a_narrow_column_meets_the_next(ruleset: RichthofensWar) -> None:
    found = words(printed(ruleset, "tables"))
    for mean in (word for word in found if word.text == "mean"):
        beside = [word for word in found if word.page == mean.page and word.text == "12" and abs(word.top - mean.top) < 1]
        assert min(mean.left - word.right for word in beside if word.right < mean.right) > 0.8
    assert len([word for word in found if word.text == "mean"]) == 2


def test_every_view_shows_each_field_of_its_table() -> None:
    """A table whose view forgets a column would print rows that cannot be told apart."""
    for name in VIEWS:
        rows = [tuple(row) for row in table_of(tables.shipped(), name).rows]
        assert len(set(rows)) == len(rows), name
    assert span([2, 3, 4, 7, 11, 12]) == f"2{DASH}4, 7, 11{DASH}12"


def test_the_record_has_its_numbers_from_the_tables(ruleset: RichthofensWar) -> None:
    men, missions = map(flat, pages(printed(ruleset, "record")))
    assert "Aces have 5 victories, double aces 20." in men
    assert f"pilot, Germany 2{DASH}3" in men
    assert "Machines and men lost" in missions


@needs_renderer
def test_a_record_is_filled_from_a_campaign(tmp_path: Path) -> None:
    kept, out = tmp_path / "war.jsonl", tmp_path / "record.pdf"
    log = Path(__file__).parents[1] / "games" / "richthofens_war" / "kept" / "bloody-april.jsonl.gz"
    kept.write_bytes(gzip.decompress(log.read_bytes()))
    made = CliRunner().invoke(aqmf, ["print", "--ruleset", "richthofen", "record", "--game", str(kept), "-o", str(out)])
    assert made.exit_code == 0, made.output
    registry = open_registry()
    rules, saved = read_game(str(kept), registry)
    campaign = rules.session(saved).state.campaign
    said = flat(" ".join(pages(out.read_bytes())))
    assert all(squadron.name in said for squadron in campaign.squadrons)
    assert all(man.name in said for _, man in campaign.everybody())
    assert all(flown.title in said for flown in campaign.flown)
    assert "and 11" in said  # Richthofen has 31, and there are boxes for 20
    assert overlapping(words(out.read_bytes())) == []
    other = Path(__file__).parents[1] / "golden" / "duel.jsonl"
    refused = CliRunner().invoke(aqmf, ["print", "--ruleset", "richthofen", "record", "--game", str(other), "-o", str(out)])
    assert (refused.exit_code, "expected a campaign" in refused.output) == (2, True)
    lines = kept.read_text(encoding="utf-8").splitlines(keepends=True)
    kept.write_text("".join([*lines[:-2], "no event\n", *lines[-2:]]), encoding="utf-8")
    damaged = CliRunner().invoke(aqmf, ["print", "--ruleset", "richthofen", "record", "--game", str(kept), "-o", str(out)])
    assert (damaged.exit_code, f"line {len(lines) - 1}" in damaged.output) == (2, True)
