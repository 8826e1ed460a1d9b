"""Test support that ships: a pytest plugin with dice that fall as the test says, a registry, and the check of the register.

It loads in every pytest run of an environment that has this package, so it imports nothing before it is needed. The checks
that every ruleset must pass are in :mod:`aqmf_air.conformance`.

``@pytest.mark.rule("DUEL-MOVE-4")`` says which rules of the register a test proves. With ``rule_registers`` in the
configuration (names of packages with a ``data/rules.toml``) a run fails for a test that names an unknown id or one that is
still planned, and, where the whole suite was collected, for an id without a test.

Which rules were proved, by a test that names them and passed, ships as ``data/proved.toml`` beside the register. A run of
the whole suite fails where that file says anything else than the run; ``pytest --write-proved`` writes the file instead. A
run of a part never fails for it, and with the option adds what it proved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from aqmf_air.core.dice.dice import DiceTray, Face
    from aqmf_air.core.play.rule_register import Rule
    from aqmf_air.plugins.registry import Registry

INI = "rule_registers"
WRITE = "--write-proved"


@pytest.fixture
def dice() -> Iterator[Callable[..., DiceTray]]:
    """Make tables whose dice fall as given: ``dice((4, 4), (1, 5))``, one handful for each draw, in order.

    The test fails if a handful is left over when it ends.
    """
    from aqmf_air.core.dice.dice import DiceTray, Recorded, recorded

    sources: list[Recorded] = []

    def table(*handfuls: Sequence[Face]) -> DiceTray:
        sources.append(recorded(handfuls))
        return DiceTray(sources[-1])

    yield table
    left = [answer.faces for source in sources for answer in source.left]
    if left:
        pytest.fail(f"dice that nobody asked for: {', '.join(map(str, left))}", pytrace=False)


@pytest.fixture(scope="session")
def registry() -> Registry:
    """What the plugins of the package contribute; whatever else is installed stays out."""
    from aqmf_air.plugins.registry import load_registry

    return load_registry(entry_points=False)


def faults_of_register(rules: Sequence[Rule], named: dict[str, str], *, whole: bool) -> list[str]:
    """What is wrong between a register and the tests: ``named`` has each rule id that a test names, with one such test.
    ``whole``: every test was looked at, so that an id without one can be told.
    """
    by_id = {rule.id: rule for rule in rules}
    faults = [f"{test} names {name}, which no register has" for name, test in named.items() if name not in by_id]
    faults += [
        f"{name} has a test ({named[name]}) and is still planned ({rule.planned})"
        for name, rule in by_id.items()
        if rule.planned and name in named
    ]
    if whole:
        faults += [f"{name} has no test" for name, rule in by_id.items() if not rule.planned and name not in named]
    return faults


def faults_of_proofs(rules: Sequence[Rule], proved: Iterable[str]) -> list[str]:
    """What is wrong between what a register says was proved, and the ids that a run of the whole suite proved."""
    ran = set(proved)
    return [
        f"{rule.id} has no test that passed, and proved.toml names it"
        if rule.proved
        else f"{rule.id} is proved, and proved.toml does not name it"
        for rule in rules
        if not rule.planned and rule.proved != (rule.id in ran)
    ]


class _Proofs:
    """One run of tests: the rules that they name, and which of the tests passed. Workers hand over what they collected."""

    def __init__(self, packages: Sequence[str], *, write: bool) -> None:
        self.packages = packages
        self.write = write
        self.deselected = False
        self.whole = False
        self.tests = 0
        self.named: Mapping[str, Sequence[str]] = {}
        """The rules that each test names, by its node id."""
        self.ended: set[str] = set()
        self.passed: set[str] = set()
        self.faults: list[str] = []
        self.notes: list[str] = []

    @cached_property
    def registers(self) -> dict[str, tuple[Rule, ...]]:
        from aqmf_air.core.play.rule_register import read_register

        return {package: read_register(package) for package in self.packages}

    @property
    def rules(self) -> list[Rule]:
        return [rule for rules in self.registers.values() for rule in rules]

    @property
    def proved(self) -> set[str]:
        """The rules that a test names which passed, its fixtures included."""
        return {name for test in self.passed for name in self.named.get(test, ())}

    def pytest_deselected(self, items: Sequence[pytest.Item]) -> None:
        """Remember that this is not the whole suite."""
        self.deselected = self.deselected or bool(items)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Hold the tests against the registers."""
        if not session.items or session.testsfailed:
            return
        self.tests = len(session.items)
        self.whole = not self.deselected and _is_whole(session.config)
        self.named = {
            item.nodeid: names
            for item in session.items
            if (names := [name for marker in item.iter_markers("rule") for name in marker.args])
        }
        first = {name: test for test, names in reversed(self.named.items()) for name in names}
        self.faults = faults_of_register(self.rules, first, whole=self.whole)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take over what a worker collected; all of them collected the same tests."""
        collected = getattr(node, "workeroutput", {}).get(INI)
        if collected is not None:
            self.tests, self.whole, self.named, self.faults = collected

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note which tests passed; the run that started workers hears of theirs, too."""
        if not report.passed:
            self.ended.add(report.nodeid)
            self.passed.discard(report.nodeid)
        elif report.when == "call":
            self.ended.add(report.nodeid)
            if not hasattr(report, "wasxfail"):
                self.passed.add(report.nodeid)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Fail the run, or hand over to the run that this one works for."""
        if (output := getattr(session.config, "workeroutput", None)) is not None:
            output[INI] = (self.tests, self.whole, self.named, self.faults)
            return
        whole = self.whole and len(self.ended) == self.tests
        if self.write:
            self._write(removing=whole and session.exitstatus == pytest.ExitCode.OK)
        elif whole and (differ := faults_of_proofs(self.rules, self.proved)):
            self.faults = [*self.faults, *differ, f"pytest {WRITE} writes proved.toml"]
        if self.faults and session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def _write(self, *, removing: bool) -> None:
        """Write what was proved beside each register. A part of the suite cannot tell what has no proof, and only adds."""
        from aqmf_air.core.data.tables import package_file
        from aqmf_air.core.play.rule_register import PROVED

        for package, rules in self.registers.items():
            had = {rule.id for rule in rules if rule.proved}
            before = {rule.id for rule in rules if rule.proved and not removing}
            now = {rule.id for rule in rules if not rule.planned and rule.id in self.proved | before}
            if now != had:
                ids = ", ".join(f'"{rule.id}"' for rule in rules if rule.id in now)
                listed = fill(ids, 116, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False)
                text = f"# What a run of the tests proved, and wrote: pytest {WRITE}\nproved = [\n{listed},\n]\n"
                Path(str(package_file(package, PROVED))).write_text(text, encoding="utf-8")
                self.notes.append(f"proved.toml of {package}: {len(now - had)} added, {len(had - now)} removed")

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Say what is wrong, and what was written."""
        if self.faults or self.notes:
            terminalreporter.section("rule register", sep="=", red=bool(self.faults))
            for line in (*self.faults, *self.notes):
                terminalreporter.line(line)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the setting and the option."""
    parser.addini(INI, "packages whose data/rules.toml the tests are held against", type="args", default=[])
    parser.addoption(WRITE, action="store_true", help="write the rules that this run proves to data/proved.toml")


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker, and what holds the tests against the registers."""
    config.addinivalue_line("markers", "rule(id, ...): the rules of the register that the test proves")
    if packages := config.getini(INI):
        config.pluginmanager.register(_Proofs(packages, write=config.getoption(WRITE)), "aqmf_air_proofs")


def _is_whole(config: pytest.Config) -> bool:
    """Whether every test there is was collected: nothing ignored, and all test paths asked for."""
    if any(config.getoption(name, None) for name in ("lf", "ignore", "ignore_glob")):
        return False
    if config.args_source is not pytest.Config.ArgsSource.ARGS:
        return config.args_source is pytest.Config.ArgsSource.TESTPATHS or config.invocation_params.dir == config.rootpath
    paths = [(config.invocation_params.dir / arg).resolve() for arg in config.args if "::" not in arg]
    wanted: list[Path] = [config.rootpath / path for path in config.getini("testpaths")] or [config.rootpath]
    return all(any(path.resolve().is_relative_to(chosen) for chosen in paths) for path in wanted)
