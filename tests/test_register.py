"""The register of rules and the tests that prove it: how the run is held to account."""

from __future__ import annotations

import tomllib

import pytest

from aqmf_air.core.play.rule_register import Rule
from aqmf_air.plugins import kinds
from aqmf_air.plugins.registry import Registry
from aqmf_air.testing import faults_of_proofs, faults_of_register

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


def rule(name: str, planned: str = "", *, proved: bool = False) -> Rule:
    return Rule(id=name, text=f"{name}.", source="made up", standing="house", planned=planned, proved=proved)


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


def test_what_a_register_calls_proved_is_what_the_run_proved() -> None:
    rules = [rule("A-1", proved=True), rule("A-2", proved=True), rule("A-3"), rule("A-4"), rule("A-5", "later")]
    assert faults_of_proofs(rules, ["A-1", "A-3"]) == [
        "A-2 has no test that passed, and proved.toml names it",
        "A-3 is proved, and proved.toml does not name it",
    ]
    assert faults_of_proofs(rules, ["A-1", "A-2"]) == []


# -- a run of pytest -----------------------------------------------------------------------------------------------------


@pytest.fixture
def suite(pytester: pytest.Pytester) -> pytest.Pytester:
    """A project of its own: two rules, a test for each, and both known to be proved."""
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
    (data / "proved.toml").write_text('proved = ["KITE-1", "KITE-2"]\n')
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
    say_proved(suite, "KITE-1")
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


WITH_A_WORKER = ("-p", "xdist.plugin", "-p", "aqmf_air.testing", "-n", "1")
"""The two plugins that have to get on with each other, and no other."""


def test_workers_report_to_the_run_that_started_them(suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    (suite.path / "tests" / "test_kite_2.py").unlink()
    done = suite.runpytest_inprocess(*WITH_A_WORKER)
    assert done.ret == pytest.ExitCode.TESTS_FAILED
    done.stdout.fnmatch_lines(["KITE-2 has no test"])


def test_without_the_setting_nothing_is_checked(pytester: pytest.Pytester) -> None:
    pytester.makepyfile('import pytest\n@pytest.mark.rule("ANY-1")\ndef test_x():\n    pass\n')
    done = pytester.runpytest_inprocess("--strict-markers")
    assert done.ret == pytest.ExitCode.OK


# -- what was proved -----------------------------------------------------------------------------------------------------


def proved(suite: pytest.Pytester) -> list[str]:
    text = (suite.path / "kites" / "data" / "proved.toml").read_text()
    return list(tomllib.loads(text)["proved"])


def say_proved(suite: pytest.Pytester, *names: str) -> None:
    (suite.path / "kites" / "data" / "proved.toml").write_text(f"proved = {list(names)}\n")


FAILING = 'import pytest\n@pytest.mark.rule("KITE-2")\ndef test_kite_2():\n    assert False\n'
SKIPPED = 'import pytest\n@pytest.mark.skip\n@pytest.mark.rule("KITE-2")\ndef test_kite_2():\n    pass\n'
NOT_YET = 'import pytest\n@pytest.mark.xfail(strict=False)\n@pytest.mark.rule("KITE-2")\ndef test_kite_2():\n    pass\n'
DICE_LEFT = '@__import__("pytest").mark.rule("KITE-2")\ndef test_kite_2(dice):\n    dice((1,))\n'


def test_a_file_that_disagrees_with_the_whole_run_fails_it_and_one_option_writes_it(suite: pytest.Pytester) -> None:
    say_proved(suite, "KITE-1")
    done = suite.runpytest_inprocess()
    assert done.ret == pytest.ExitCode.TESTS_FAILED
    done.stdout.fnmatch_lines(
        ["KITE-2 is proved, and proved.toml does not name it", "pytest --write-proved writes proved.toml"]
    )
    assert proved(suite) == ["KITE-1"]
    written = suite.runpytest_inprocess("--write-proved")
    assert written.ret == pytest.ExitCode.OK
    written.stdout.fnmatch_lines(["proved.toml of kites: 1 added, 0 removed"])
    assert proved(suite) == ["KITE-1", "KITE-2"]
    assert suite.runpytest_inprocess().ret == pytest.ExitCode.OK


def test_workers_tell_the_run_that_started_them_what_passed(suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    (suite.path / "tests" / "test_kite_2.py").write_text(SKIPPED)
    done = suite.runpytest_inprocess(*WITH_A_WORKER)
    assert done.ret == pytest.ExitCode.TESTS_FAILED
    done.stdout.fnmatch_lines(["KITE-2 has no test that passed, and proved.toml names it"])
    done.stdout.no_fnmatch_line("KITE-1 *")
    assert suite.runpytest_inprocess(*WITH_A_WORKER, "--write-proved").ret == pytest.ExitCode.OK
    assert proved(suite) == ["KITE-1"]


@pytest.mark.parametrize("text", [FAILING, SKIPPED, NOT_YET, DICE_LEFT], ids=["failing", "skipped", "not yet", "dice left"])
def test_only_a_test_that_passed_is_a_proof(suite: pytest.Pytester, text: str) -> None:
    (suite.path / "tests" / "test_kite_2.py").write_text(text)
    done = suite.runpytest_inprocess()
    assert done.ret == pytest.ExitCode.TESTS_FAILED
    done.stdout.fnmatch_lines(["KITE-2 has no test that passed, and proved.toml names it"])


def test_a_run_that_fails_takes_no_proof_back(suite: pytest.Pytester) -> None:
    (suite.path / "tests" / "test_kite_2.py").write_text(FAILING)
    assert suite.runpytest_inprocess("--write-proved").ret == pytest.ExitCode.TESTS_FAILED
    assert proved(suite) == ["KITE-1", "KITE-2"]
    (suite.path / "tests" / "test_kite_2.py").write_text(SKIPPED)
    assert suite.runpytest_inprocess("--write-proved").ret == pytest.ExitCode.OK
    assert proved(suite) == ["KITE-1"]


@pytest.mark.parametrize("arguments", [("tests/test_kite_2.py",), ("-k", "kite_2"), ("--deselect=tests/test_kite_1.py",)])
def test_a_part_of_the_suite_neither_claims_nor_refutes_the_rest(suite: pytest.Pytester, arguments: tuple[str, ...]) -> None:
    for names in (("KITE-1",), ("KITE-1", "KITE-2"), ()):
        say_proved(suite, *names)
        assert suite.runpytest_inprocess(*arguments).ret == pytest.ExitCode.OK
        assert proved(suite) == list(names)
        assert suite.runpytest_inprocess(*arguments, "--write-proved").ret == pytest.ExitCode.OK
        assert proved(suite) == sorted({*names, "KITE-2"})


def test_a_run_that_stopped_early_refutes_nothing(suite: pytest.Pytester) -> None:
    (suite.path / "tests" / "test_a.py").write_text("def test_stop():\n    assert False\n")
    done = suite.runpytest_inprocess("-x")
    assert done.ret == pytest.ExitCode.TESTS_FAILED
    done.stdout.no_fnmatch_line("*rule register*")


@pytest.mark.parametrize("option", ["--collect-only", "--setup-only"])
def test_what_is_not_run_refutes_nothing(suite: pytest.Pytester, option: str) -> None:
    assert suite.runpytest_inprocess(option).ret == pytest.ExitCode.OK


def test_without_the_file_nothing_was_proved(suite: pytest.Pytester) -> None:
    (suite.path / "kites" / "data" / "proved.toml").unlink()
    done = suite.runpytest_inprocess()
    assert done.ret == pytest.ExitCode.TESTS_FAILED
    done.stdout.fnmatch_lines(["KITE-1 is proved, and proved.toml does not name it"])


# -- the fixtures --------------------------------------------------------------------------------------------------------


def test_dice_fall_as_given_and_none_may_be_left_over(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        from aqmf_air.core.dice.draws import numbered, total

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
    rules = registry.of(kinds.RULES, "aqmf")
    assert len({one.id for one in rules}) == len(rules)
    assert all(one.planned.strip() == one.planned for one in rules)
