from __future__ import annotations

import tomllib
from datetime import date, datetime, time

from hypothesis import example, given
from hypothesis import strategies as st

from aqmf_air.core.data.documents import toml_key, toml_of

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20).filter(lambda text: "\r" not in text)
PLAIN = TEXT | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4), max_leaves=12
)


@given(TEXT, VALUES)
@example("note", "two lines,\nand a bell \a")
@example("note", "rubbed\nout \x7f")
def test_what_is_written_is_read_again(name: str, value: object) -> None:
    assert tomllib.loads(f"{toml_key(name)} = {toml_of(value)}\n") == {name: value}


def test_days_and_hours_stay_what_they_are() -> None:
    for value in (date(1917, 5, 12), time(6, 30), datetime(1917, 5, 12, 6, 30)):
        assert tomllib.loads(f"x = {toml_of(value)}") == {"x": value}
