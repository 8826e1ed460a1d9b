"""Pages of a built site in the runtime against the same pages natively, by the work that each takes. Goal: 5 at most."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.site.conftest import built as built
from tests.site.conftest import site as site
from tests.site.in_node import in_node, natively
from tests.site.test_in_node import FORMS

ADDRESSES = (
    *("/", "/games", "/odds", "/odds/shoot", "/odds/barrage", "/odds/attack", "/rules", "/rules?q=bomb", "/print", "/army"),
    *("/army/units", "/hangar", "/hangar/compare", "/lab/richthofen/duel"),
)
MOST = 5
SHORT = 0.001
"""Seconds of work below which a page is left out: of those a clock tells nothing."""


def test_pages_take_at_most_five_times_as_long_as_natively(
    site: Path, tmp_path: Path, benchmark: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    if (node := shutil.which("node")) is None:
        pytest.skip("Node is not here")
    asked = {"forms": FORMS, "addresses": ADDRESSES, "then": [], "times": 10}
    native = natively(site, asked, tmp_path).answers
    in_site = benchmark.pedantic(in_node, args=(node, site, asked, tmp_path), rounds=1).answers
    ratios = {page: in_site[page][2] / least for page, (_, _, least) in native.items() if SHORT < least < float("inf")}
    median = sorted(ratios.values())[len(ratios) // 2]
    with capsys.disabled():
        slowest = max(ratios, key=lambda page: ratios[page])
        print(f"\n{len(ratios)} pages: median {median:.1f} times as long as natively, {slowest} {ratios[slowest]:.1f}")
    assert {page: ratio for page, ratio in ratios.items() if ratio > MOST} == {}
