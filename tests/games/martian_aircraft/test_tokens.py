from __future__ import annotations

import struct
import zlib
from base64 import urlsafe_b64encode
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.errors import DataError
from aqmf_air.games.martian_aircraft.designs.design import Bombs, Design, Gun, design_from, token_of
from aqmf_air.games.martian_aircraft.designs.hangar import open_hangar
from tests.games.martian_aircraft.designs import designs

PUSHER = Design(
    name="My Pusher",
    nation="USA",
    year=1915,
    max_speed_mph=90,
    skin="fabric",
    role="combat",
    guns=(Gun(arcs=("forward", "left")),) * 2,
    bombs=(Bombs(kind="light", count=2),),
)
TOKEN = "aqd1-JAAJTXkgUHVzaGVyA1VTQQH7DrQBAAAAAAEJAgEAAgAA7Y1MeA"


@given(designs())
def test_the_round_trip_is_exact(design: Design) -> None:
    token = token_of(design)
    assert design_from(token) == design
    assert token.replace("-", "").replace("_", "").isalnum()


def test_tokens_of_version_1_are_read_for_good() -> None:
    assert token_of(PUSHER) == TOKEN
    assert design_from(TOKEN) == PUSHER


def test_designs_that_ship_travel(tmp_path: Path) -> None:
    for one in open_hangar(tmp_path).parked:
        assert design_from(token_of(one.design)) == one.design


def test_a_mail_program_may_break_the_line() -> None:
    assert design_from(f"  {TOKEN[:20]}\r\n   {TOKEN[20:]}\n") == PUSHER


@given(designs(), st.data())
def test_a_cut_token_is_refused_and_says_so(design: Design, data: st.DataObject) -> None:
    token = token_of(design)
    cut = token[: data.draw(st.integers(0, len(token) - 1))]
    with pytest.raises(DataError, match=r"^token: (it is cut short|expected a design token)"):
        design_from(cut)


def outcome_of(token: str) -> Design | str:
    """The design, or that it was refused in one line."""
    try:
        return design_from(token)
    except DataError as refused:
        return "several lines" if "\n" in str(refused) else "refused"


@given(st.integers(5, len(TOKEN) - 1), st.characters(max_codepoint=127))
def test_a_changed_token_is_never_taken_for_another_design(at: int, letter: str) -> None:
    changed = TOKEN[:at] + letter + TOKEN[at + 1 :]
    assert outcome_of(changed) in (PUSHER, "refused")


@pytest.mark.parametrize(
    ("token", "message"),
    [
        ("", "expected a design token, which begins with 'aqd1-', got ''"),
        ("hello", "expected a design token, which begins with 'aqd1-', got 'hello'"),
        ("x" * 10_000_000, "expected a design token, which begins with 'aqd1-', got 'xxxxxxxxxxxxxxxxxxxx'"),
        (TOKEN.replace("aqd1", "aqd2"), "it is of version 2, and this program reads version 1: update the program"),
        (TOKEN.replace("aqd1", "aqd0"), "there is no version 0"),
        (TOKEN[:-3] + "zzz", "it was changed on its way: the checksum does not fit"),
        (TOKEN[:-8], "it is cut short: 30 of 36 bytes are there"),
        ("aqd1-" + "_" * 40, "a number in it is too large"),
    ],
)
def test_what_is_no_token(token: str, message: str) -> None:
    with pytest.raises(DataError) as caught:
        design_from(token)
    assert str(caught.value) == f"token: {message}"


def sealed(body: bytes) -> str:
    """A token with a right length and checksum around anything."""
    body += struct.pack(">I", zlib.crc32(body))
    length, head = len(body), b""
    while length > 0x7F:
        head += bytes([length & 0x7F | 0x80])
        length >>= 7
    return "aqd1-" + urlsafe_b64encode(head + bytes([length]) + body).decode().rstrip("=")


def test_a_bomb_is_not_unpacked() -> None:
    packed = zlib.compressobj(9, wbits=-15)
    body = packed.compress(b"\0" * 10_000_000) + packed.flush()
    with pytest.raises(DataError, match=r"^token: it cannot be unpacked, or unpacks to too much$"):
        design_from(sealed(b"\x01" + body))


@given(st.binary(max_size=80), st.booleans())
def test_any_bytes_under_a_right_checksum_are_a_design_or_a_line(body: bytes, packed: bool) -> None:
    outcome = outcome_of(sealed(bytes([packed]) + body))
    assert outcome == "refused" or isinstance(outcome, Design)
