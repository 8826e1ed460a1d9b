from __future__ import annotations

import pytest

from aqmf_air.core.data.documents import MAX_BYTES, parse_json
from aqmf_air.core.dice.chance import Odds
from aqmf_air.core.odds.summary import distribution
from aqmf_air.errors import DataError


def test_numbers_are_in_order_and_have_a_mean() -> None:
    document = distribution(Odds({10: 1, 2: 1, 0: 2}, 4))
    assert list(document["p"]) == ["0", "2", "10"]
    assert document["exact"] == {"0": "1/2", "2": "1/4", "10": "1/4"}
    assert document["mean"] == 3.0


def test_names_stay_in_their_order_and_have_none() -> None:
    document = distribution(Odds({"pass": 7, "fail": 3}, 10))
    assert document == {"p": {"pass": 0.7, "fail": 0.3}, "exact": {"pass": "7/10", "fail": "3/10"}}


def test_json_is_read_with_or_without_a_byte_order_mark() -> None:
    assert parse_json(b'{"a": [1, 2.5, null]}', "x.json") == {"a": [1, 2.5, None]}
    assert parse_json("\ufeff{}".encode(), "x.json") == {}


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"{", "not JSON: Expecting property name enclosed in double quotes (line 1, column 2)"),
        (b"", "empty, expected a JSON document"),
        (b"\xef\xbb\xbf \n", "empty, expected a JSON document"),
        (b"[1,]", "not JSON: Expecting value (line 1, column 4)"),
        (b"\xff", "not UTF-8 text (byte 0)"),
        (b'{"a": {"b": 1, "b": 2}}', "key 'b' stands there twice"),
        (b"[-Infinity]", "expected finite numbers, got -Infinity"),
        (b"[" * 100_000, "nested too deeply"),
        (b"9" * 5000, "not JSON: a number in it has thousands of digits"),
        (b" " * (MAX_BYTES + 1), "larger than 2,000,000 bytes"),
    ],
)
def test_what_is_not_a_document_is_refused_in_one_line(raw: bytes, said: str) -> None:
    with pytest.raises(DataError) as caught:
        parse_json(raw, "x.json")
    assert str(caught.value) == f"x.json: {said}"
