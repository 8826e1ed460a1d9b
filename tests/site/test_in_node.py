"""The pages of a built site, byte for byte as the same Python gives them natively."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from aqmf_air.games.martian_front.army.samples import HUMANS, MARTIANS
from aqmf_air.site.build import Built
from tests.site.in_node import Answers, in_node, natively
from tests.site.test_left_out import ADDRESSES

TABLE = ["", "/seats", "/board.svg", "/sheet.json", "/result", "/film"]
FORMS = (
    ("/games/play", {"scenario": "valor:campaign"}, TABLE),
    ("/games/play", {"scenario": "richthofen:duel"}, TABLE),
    ("/army/new", {"name": "Third Wing", "side": "human", "limit": "300"}, ["", "units?q=camel", "fill"]),
    ("/scenario/new", {"title": "The mill", "width": "48", "depth": "36"}, [""]),
    ("/mission/copy", {"scenario": "bombing", "title": "The bridge"}, [""]),
    ("/patrol/copy", {"scenario": "balloon-line", "title": "The line"}, [""]),
    ("/campaign/new", {"campaign": "bloody-april"}, ["", "/chronicle"]),
    ("/ledger/new", {"human-text": HUMANS, "martian-text": MARTIANS, "title": "The Meuse", "first": "human"}, ["", "/luck"]),
)
LEAST_PAGES = 137
MIB = 1 << 20
FIRST_VISIT, WHOLE, MEMORY = 16 * MIB, 60_000_000, 350 * MIB
"""Bytes at most: of what a first visit fetches, of all files, and of the runtime's memory after all these pages."""
AROUND = 60
"""Characters that are shown on each side of the first that differs."""

PLAYED_AT = re.compile(r"(?:last move|Changed) [^<]*")
"""The minute in which a game was played, or a scenario changed: the same is done twice, one after the other."""


def differing(native: Answers, site: Answers) -> Iterator[str]:
    """Which answers differ, and how."""
    for address, (status, text, _) in native.answers.items():
        in_site, other, _ = site.answers.get(address, (0, "", 0.0))
        text, other = (PLAYED_AT.sub("then", page) for page in (text, other))
        if (status, text) == (in_site, other):
            continue
        at = next((at for at, (one, two) in enumerate(zip(text, other, strict=False)) if one != two), 0)
        part = slice(max(0, at - AROUND), at + AROUND)
        yield f"{address}: {status} and {in_site}, {text[part]!r} and {other[part]!r}"


def test_a_first_visit_and_the_site_are_small(built: tuple[Path, Built]) -> None:
    _, made = built
    assert made.first_visit <= FIRST_VISIT
    assert made.whole <= WHOLE


@pytest.mark.further
def test_pages_are_byte_for_byte_as_natively(site: Path, tmp_path: Path) -> None:
    if (node := shutil.which("node")) is None:
        pytest.skip("Node is not here")
    asked = {"forms": FORMS, "addresses": ADDRESSES, "then": None, "times": 1}
    native = natively(site, asked, tmp_path)
    in_site = in_node(node, site, {**asked, "then": native.then}, tmp_path)
    assert len(native.answers) >= LEAST_PAGES
    assert [address for address, (status, *_) in native.answers.items() if status == 500] == []
    assert list(differing(native, in_site)) == []
    assert in_site.memory <= MEMORY
