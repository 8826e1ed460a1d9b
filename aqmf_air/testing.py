"""Test support that ships: a pytest plugin with dice that fall as the test says, a registry, and the check of the register.

It loads in every pytest run of an environment that has this package, so it imports nothing before it is needed. The checks
that every ruleset must pass are in :mod:`aqmf_air.conformance`.

``@pytest.mark.rule("AIR-MOVE-4")`` says which rules of the register a test proves. With ``rule_registers`` in the
configuration (names of packages with a ``data/rules.toml``) a run fails for a test that names an unknown id or one that is
still planned, and, where the whole suite was collected, for an id without a test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from aqmf_air.core.dice import Face, Table
    from aqmf_air.core.register import Rule
    from aqmf_air.registry import Registry

INI = "rule_registers"
_FAULTS = pytest.StashKey[list[str]]()
_DESELECTED = pytest.StashKey[bool]()


@pytest.fixture
def dice() -> Iterator[Callable[..., Table]]:
    """Make tables whose dice fall as given: ``dice((4, 4), (1, 5))``, one handful for each draw, in order.

    The test fails if a handful is left over when it ends.
    """
    from aqmf_air.core.dice import Recorded, Table, recorded

    sources: list[Recorded] = []

    def table(*handfuls: Sequence[Face]) -> Table:
        sources.append(recorded(handfuls))
        return Table(sources[-1])

    yield table
    left = [answer.faces for source in sources for answer in source.left]
    if left:
        pytest.fail(f"dice that nobody asked for: {', '.join(map(str, left))}", pytrace=False)


@pytest.fixture(scope="session")
def registry() -> Registry:
    """What the plugins of the package contribute; whatever else is installed stays out."""
    from aqmf_air.registry import load_registry

    return load_registry(entry_points=False)


# -- the register -------------------------------------------------------------------------------------------------------


def faults_of_register(rules: Sequence[Rule], named: dict[str, str], *, whole: bool) -> list[str]:
    """What is wrong between a register and the tests.

    Args:
        rules: the register.
        named: each rule id that a test names, with one such test.
        whole: every test was looked at, so that an id without one can be told.
    """
    known = {rule.id: rule for rule in rules}
    faults = [f"{test} names {name}, which no register has" for name, test in named.items() if name not in known]
    faults += [
        f"{name} has a test ({named[name]}) and is still planned ({rule.planned})"
        for name, rule in known.items()
        if rule.planned and name in named
    ]
    if whole:
        faults += [f"{name} has no test" for name, rule in known.items() if not rule.planned and name not in named]
    return faults


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the setting."""
    parser.addini(INI, "packages whose data/rules.toml the tests are held against", type="args", default=[])


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker."""
    config.addinivalue_line("markers", "rule(id, ...): the rules of the register that the test proves")


def pytest_deselected(items: Sequence[pytest.Item]) -> None:
    """Remember that this is not the whole suite."""
    if items:
        items[0].config.stash[_DESELECTED] = True


def pytest_collection_finish(session: pytest.Session) -> None:
    """Hold the tests against the registers."""
    config = session.config
    packages = config.getini(INI)
    if not packages or not session.items or session.testsfailed:
        return
    from aqmf_air.core.register import read_register

    rules = [rule for package in packages for rule in read_register(package)]
    named: dict[str, str] = {}
    for item in session.items:
        for marker in item.iter_markers("rule"):
            named.update((name, item.nodeid) for name in marker.args if name not in named)
    config.stash[_FAULTS] = faults_of_register(rules, named, whole=_is_whole(config))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail the run, or hand the faults to the run that this one works for."""
    faults = session.config.stash.get(_FAULTS, [])
    if (output := getattr(session.config, "workeroutput", None)) is not None:
        output[INI] = faults
    elif faults and session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take over what a worker found; all of them collected the same tests."""
    found = getattr(node, "workeroutput", {}).get(INI, [])
    if found:
        node.config.stash[_FAULTS] = found


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Say what is wrong."""
    faults = config.stash.get(_FAULTS, [])
    if faults:
        terminalreporter.section("rule register", sep="=", red=True)
        for fault in faults:
            terminalreporter.line(fault)


def _is_whole(config: pytest.Config) -> bool:
    """Whether every test there is was collected: nothing deselected or ignored, and all test paths asked for."""
    if config.stash.get(_DESELECTED, False):
        return False
    if any(config.getoption(name, None) for name in ("lf", "ignore", "ignore_glob")):
        return False
    if config.args_source is not pytest.Config.ArgsSource.ARGS:
        return config.args_source is pytest.Config.ArgsSource.TESTPATHS or config.invocation_params.dir == config.rootpath
    asked = [(config.invocation_params.dir / arg).resolve() for arg in config.args if "::" not in arg]
    wanted: list[Path] = [config.rootpath / path for path in config.getini("testpaths")] or [config.rootpath]
    return all(any(path.resolve().is_relative_to(one) for one in asked) for path in wanted)
