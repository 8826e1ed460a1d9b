from __future__ import annotations

import pytest

from aqmf_air.core.data.text import TYPESET, quoted


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
