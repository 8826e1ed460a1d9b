"""What a run of the suite leaves to CI: tests marked ``further``, and cases of them."""

from __future__ import annotations

from pathlib import Path

import pytest

TESTS = """
import pytest

@pytest.mark.further
def test_long(): pass

@pytest.mark.further(every=3)
@pytest.mark.parametrize("case", range(7))
def test_cases(case): pass

def test_short(): pass
"""


@pytest.mark.parametrize(
    ("asked", "passed", "deselected"), [((".",), 4, 0), ((".", "-m", "further"), 5, 4), (("test_looks.py",), 9, 0)]
)
def test_a_folder_is_tested_without_them_and_a_file_and_ci_with_them(
    pytester: pytest.Pytester, asked: tuple[str, ...], passed: int, deselected: int
) -> None:
    """What CI takes alone is a part, so that it is not held against the rules that the whole suite proves."""
    pytester.makeconftest(
        (Path(__file__).parent / "conftest.py").read_text(encoding="utf-8").replace('pytest_plugins = ["pytester"]', "")
    )
    pytester.makeini("[pytest]\nmarkers = further\nfilterwarnings = ignore")
    pytester.makepyfile(test_looks=TESTS)
    pytester.runpytest_inprocess("-n", "0", *asked).assert_outcomes(passed=passed, deselected=deselected)
