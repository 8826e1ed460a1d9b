from __future__ import annotations

from pathlib import Path

import pytest

import aqmf_air.games
from aqmf_air.core.data.text import TYPESET, quoted, rules_in
from aqmf_air.core.play.rule_register import read_register


@pytest.mark.parametrize(
    ("name", "plain", "typeset"),
    [
        ("Bess", '"Bess"', "“Bess”"),
        ('"Bess"', '"Bess"', "“Bess”"),
        ("“Bess”", '"Bess"', "“Bess”"),
        ('Old "Bess"', "\"Old 'Bess'\"", "“Old \u2018Bess\u2019”"),
        ('"Old" and "Bess"', "\"'Old' and 'Bess'\"", "“\u2018Old\u2019 and \u2018Bess\u2019”"),
        ('3" gun', '"3" gun"', '“3" gun”'),
        ("O'Neill", '"O\'Neill"', "“O'Neill”"),
    ],
)
def test_a_name_with_marks_of_its_own_has_no_mark_twice(name: str, plain: str, typeset: str) -> None:
    assert quoted(name) == plain
    assert quoted(name, TYPESET) == typeset


@pytest.mark.parametrize(
    "game", sorted(path.parts[-3] for path in Path(aqmf_air.games.__path__[0]).glob("*/data/rules.toml"))
)
def test_every_id_of_a_register_is_found_whole_wherever_it_stands(game: str) -> None:
    for rule in read_register(f"aqmf_air.games.{game}"):
        assert rules_in(rule.id) == (rule.id,)
        assert rules_in(f'({rule.id}), as of {rule.id}, or {rule.id}\'s "{rule.id}": see {rule.id}.') == (rule.id,) * 5


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("Fokker D-VII", ("D-VII",)),  # the register says that it is none
        ("half-A-1, x_B-2, A-, A-., -1, a-1", ()),
        ("KITE-1.4.P10... KITE-1.4.P1", ("KITE-1.4.P10", "KITE-1.4.P1")),
    ],
)
def test_an_id_stands_by_itself(text: str, ids: tuple[str, ...]) -> None:
    assert rules_in(text) == ids
