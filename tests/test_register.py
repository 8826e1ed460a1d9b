"""The register of rules and the tests that prove it: how the run is held to account."""

from __future__ import annotations

import pytest

from aqmf_air.core.register import Rule
from aqmf_air.registry import Registry
from aqmf_air.testing import faults_of_register

RULES = """
[[rule]]
id = "KITE-1"
text = "Kites fly."
source = "made up"
standing = "house"
[[rule]]
id = "KITE-2"
text = "Kites land."
source = "made up"
standing = "house"
{planned}
"""


def rule(name: str, planned: str = "") -> Rule:
    return Rule(id=name, text=f"{name}.", source="made up", standing="house", planned=planned)


# -- what is wrong between a register and its tests --------------------------------------------------------------------


def test_a_register_whose_rules_all_have_tests_is_fine() -> None:
    assert faults_of_register([rule("A-1"), rule("A-2", "later")], {"A-1": "t.py::x"}, whole=True) == []


def test_every_fault_is_told() -> None:
    rules = [rule("A-1"), rule("A-2", "comes later"), rule("A-3")]
    assert faults_of_register(rules, {"A-2": "t.py::x", "B-1": "t.py::y", "A-3": "t.py::z"}, whole=True) == [
        "t.py::y names B-1, which no register has",
        "A-2 has a test (t.py::x) and is still planned (comes later)",
        "A-1 has no test",
    ]


def test_a_part_of_the_suite_is_not_blamed_for_tests_that_are_elsewhere() -> None:
    assert faults_of_register([rule("A-1")], {}, whole=False) == []
    assert faults_of_register([rule("A-1")], {"B-1": "t.py::y"}, whole=False) == ["t.py::y names B-1, which no register has"]


# -- a run of pytest -----------------------------------------------------------------------------------------------------


@pytest.fixture
def suite(pytester: pytest.Pytester) -> pytest.Pytester:
    """A project of its own: two rules, and a test for each."""
    pytester.makepyprojecttoml(
        """
        [tool.pytest.ini_options]
        testpaths = ["tests"]
        pythonpath = ["."]
        rule_registers = ["kites"]
        addopts = ["--strict-markers", "-p", "no:cacheprovider"]
        """
    )
    data = pytester.mkdir("kites") / "data"
    data.mkdir()
    (data.parent / "__init__.py").touch()
    (data / "rules.toml").write_text(RULES.format(planned=""))
    folder = pytester.mkdir("tests")
    for number in (1, 2):
        test = f'import pytest\n@pytest.mark.rule("KITE-{number}")\ndef test_kite_{number}():\n    pass\n'
        (folder / f"test_kite_{number}.py").write_text(test)
    return pytester


def test_a_run_with_a_test_for_every_rule_passes(suite: pytest.Pytester) -> None:
    done = suite.runpytest_inprocess()
    done.assert_outcomes(passed=2)
    assert done.ret == pytest.ExitCode.OK
    done.stdout.no_fnmatch_line("*rule register*")


def test_a_rule_without_a_test_fails_the_run(suite: pytest.Pytester) -> None:
    (suite.path / "tests" / "test_kite_2.py").unlink()
    done = suite.runpytest_inprocess()
    done.assert_outcomes(passed=1)
    assert done.ret == pytest.ExitCode.TESTS_FAILED
    done.stdout.fnmatch_lines(["*= rule register =*", "KITE-2 has no test"])


@pytest.mark.parametrize(
    "arguments",
    [
        ("tests/test_kite_1.py",),
        ("-k", "kite_1"),
        ("tests/test_kite_1.py::test_kite_1",),
        ("--ignore=tests/test_kite_2.py",),
        ("--deselect=tests/test_kite_2.py::test_kite_2",),
    ],
)
def test_a_part_of_the_suite_passes(suite: pytest.Pytester, arguments: tuple[str, ...]) -> None:
    done = suite.runpytest_inprocess(*arguments)
    assert done.ret == pytest.ExitCode.OK


@pytest.mark.parametrize("arguments", [(), ("tests",), (".",)])
def test_however_the_whole_suite_is_asked_for(suite: pytest.Pytester, arguments: tuple[str, ...]) -> None:
    (suite.path / "tests" / "test_kite_2.py").unlink()
    done = suite.runpytest_inprocess(*arguments)
    assert done.ret == pytest.ExitCode.TESTS_FAILED


def test_an_unknown_rule_fails_any_run(suite: pytest.Pytester) -> None:
    path = suite.path / "tests" / "test_kite_1.py"
    path.write_text(path.read_text().replace("KITE-1", "KITE-7"))
    done = suite.runpytest_inprocess("tests/test_kite_1.py")
    assert done.ret == pytest.ExitCode.TESTS_FAILED
    done.stdout.fnmatch_lines(["tests/test_kite_1.py::test_kite_1 names KITE-7, which no register has"])


def test_a_planned_rule_needs_no_test_and_must_not_have_one(suite: pytest.Pytester) -> None:
    (suite.path / "kites" / "data" / "rules.toml").write_text(RULES.format(planned='planned = "comes with the wind"'))
    done = suite.runpytest_inprocess()
    assert done.ret == pytest.ExitCode.TESTS_FAILED
    done.stdout.fnmatch_lines(["KITE-2 has a test (*) and is still planned (comes with the wind)"])
    (suite.path / "tests" / "test_kite_2.py").unlink()
    assert suite.runpytest_inprocess().ret == pytest.ExitCode.OK


def test_a_failing_suite_still_fails_as_itself(suite: pytest.Pytester) -> None:
    (suite.path / "tests" / "test_kite_2.py").write_text("def test_crash():\n    assert False\n")
    done = suite.runpytest_inprocess()
    done.assert_outcomes(passed=1, failed=1)
    done.stdout.fnmatch_lines(["KITE-2 has no test"])


def test_a_suite_that_cannot_be_collected_is_not_counted(suite: pytest.Pytester) -> None:
    (suite.path / "tests" / "test_kite_2.py").write_text("import nowhere\n")
    done = suite.runpytest_inprocess()
    assert done.ret == pytest.ExitCode.INTERRUPTED
    done.stdout.no_fnmatch_line("*rule register*")


def test_workers_report_to_the_run_that_started_them(suite: pytest.Pytester) -> None:
    pytest.importorskip("xdist")
    (suite.path / "tests" / "test_kite_2.py").unlink()
    done = suite.runpytest_subprocess("-n", "2")
    assert done.ret == pytest.ExitCode.TESTS_FAILED
    done.stdout.fnmatch_lines(["KITE-2 has no test"])


def test_without_the_setting_nothing_is_checked(pytester: pytest.Pytester) -> None:
    pytester.makepyfile('import pytest\n@pytest.mark.rule("ANY-1")\ndef test_x():\n    pass\n')
    done = pytester.runpytest_inprocess("--strict-markers")
    assert done.ret == pytest.ExitCode.OK


# -- the fixtures --------------------------------------------------------------------------------------------------------


def test_dice_fall_as_given_and_none_may_be_left_over(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        from aqmf_air.core.draws import numbered, total

        def test_used_up(dice):
            assert dice((1, 2)).draw(total("x", 2, numbered(6))) == 3

        def test_left_over(dice):
            assert dice((1,), (4, 5)).draw(total("x", 1, numbered(6))) == 1
        """
    )
    done = pytester.runpytest_inprocess()
    done.assert_outcomes(passed=2, errors=1)
    done.stdout.fnmatch_lines(["dice that nobody asked for: (4, 5)"])


def test_the_registry_has_what_ships_and_nothing_else(registry: Registry) -> None:
    assert {one.origin for one in registry.plugins.loaded} == {"built in"}


def test_ids_of_two_registers_do_not_clash(registry: Registry) -> None:
    rules = registry.rules("aqmf")
    assert len({one.id for one in rules}) == len(rules)
    assert all(one.planned.strip() == one.planned for one in rules)
