from __future__ import annotations

import sys
from pathlib import Path

import pytest
from pydantic import ValidationError

from aqmf_air.core.play.rule_register import Rule, proved_ids, read_register
from aqmf_air.errors import DataError


def rule(**changes: object) -> Rule:
    return Rule.model_validate({"id": "AIR-MOVE-4", "text": "Turn.", "source": "p. 1", "standing": "stated", **changes})


def test_a_rule_is_tested_where_a_run_proved_it() -> None:
    assert rule().status == "planned"
    assert rule(proved=True).status == "tested"
    assert rule(planned="comes with the geometry", proved=True).status == "planned"


def made(folder: Path, monkeypatch: pytest.MonkeyPatch, rules: str, proved: str | None) -> str:
    """A package with these files; its name."""
    (folder / "kites_data" / "data").mkdir(parents=True)
    (folder / "kites_data" / "__init__.py").touch()
    (folder / "kites_data" / "data" / "rules.toml").write_text(rules)
    if proved is not None:
        (folder / "kites_data" / "data" / "proved.toml").write_text(proved)
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, "kites_data", raising=False)
    return "kites_data"


ROWS = "".join(f'[[rule]]\nid = "KITE-{n}"\ntext = "{n}"\nsource = "made up"\nstanding = "house"\n' for n in (1, 2))


@pytest.mark.parametrize(
    ("proved", "statuses"),
    [
        (None, ["planned", "planned"]),
        ("proved = []", ["planned", "planned"]),
        ('proved = ["KITE-2"]', ["planned", "tested"]),
    ],
)
def test_the_file_beside_the_register_says_which_were_proved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, proved: str | None, statuses: list[str]
) -> None:
    package = made(tmp_path, monkeypatch, ROWS, proved)
    assert [one.status for one in read_register(package)] == statuses


@pytest.mark.parametrize(
    ("rules", "proved", "line"),
    [
        (
            ROWS + "proved = true\n",
            None,
            "rules.toml, rule KITE-2: proved is for data/proved.toml to say, which a test run writes",
        ),
        (ROWS, 'proved = "KITE-1"', "proved.toml: 'proved': expected a list, got 'KITE-1'"),
        (ROWS, "", "proved.toml: key 'proved' is missing"),
    ],
)
def test_nothing_else_says_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rules: str, proved: str | None, line: str
) -> None:
    package = made(tmp_path, monkeypatch, rules, proved)
    with pytest.raises(DataError) as refusal:
        read_register(package)
    assert str(refusal.value) == line


@pytest.mark.parametrize("name", ["", "air-move-4", "AIR", "4-MOVE", "AIR MOVE-4", "AIR-MOVE-4\n", "-4", "AIR--4"])
def test_an_id_has_one_form(name: str) -> None:
    with pytest.raises(ValidationError):
        rule(id=name)


@pytest.mark.parametrize("name", ["AIR-MOVE-4", "ICOG-5.5.11-1", "B17-4a"])
def test_sections_of_a_source_may_be_ids(name: str) -> None:
    assert rule(id=name).id == name


def test_the_text_is_one_line() -> None:
    with pytest.raises(ValidationError, match="text must be one line"):
        rule(text="one\ntwo")
    with pytest.raises(ValidationError):
        rule(text="")


@pytest.mark.parametrize(
    ("package", "prefix"), [("aqmf_air.games.martian_front", "HOST-"), ("aqmf_air.games.martian_aircraft", "AIR-")]
)
def test_the_registers_that_ship_can_be_read(package: str, prefix: str) -> None:
    rules = read_register(package)
    assert all(one.id.startswith(prefix) for one in rules)
    assert len({one.id for one in rules}) == len(rules)
    assert len({one.text for one in rules}) == len(rules)
    assert proved_ids(package) <= {one.id for one in rules}


@pytest.mark.parametrize(
    ("id_", "under"),
    [
        ("KITE-5.7.1", ("Kites", "Wind", "Gusts")),
        ("KITE-5.7-a", ("Kites", "Wind", "Gusts")),
        ("KITE-5.7.1-bis", ("Kites", "Wind", "Gusts")),
        ("KITE-5.8.1", ("Kites", "Wind")),
        ("KITE-ROPE-1", ("Kites", "ROPE")),
    ],
)
def test_a_number_with_points_stands_under_the_titles_of_its_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, id_: str, under: tuple[str, ...]
) -> None:
    package = made(tmp_path, monkeypatch, ROWS.replace("KITE-1", id_), None)
    titles = '"KITE" = "Kites"\n"KITE-5" = "Wind"\n"KITE-5.7" = "Gusts"\n'
    (tmp_path / "kites_data" / "data" / "rule_titles.toml").write_text(titles)
    assert read_register(package)[0].under == under


def test_the_words_of_a_game_stand_beside_its_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = made(tmp_path, monkeypatch, ROWS, None)
    words = tmp_path / "kites_data" / "data" / "rule_words.toml"
    assert read_register(package)[0].same_meaning == ()
    words.write_text('same = [["gust", "squall"]]\n')
    assert read_register(package)[0].same_meaning == (("gust", "squall"),)
    words.write_text('synonyms = [["gust", "squall"]]\n')
    with pytest.raises(DataError, match=r"rule_words\.toml.*synonyms"):
        read_register(package)
