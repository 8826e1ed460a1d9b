"""Packages that may be left out where the app runs, and how what needs them says so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from aqmf_air.errors import NotHereError

MAY_BE_LEFT_OUT = ("numpy", "shapely", "typst")
"""The compiled packages that a part of the games, and paper, need; everything else works without them."""


def left_out() -> tuple[str, ...]:
    """Which of them are not here."""
    return tuple(package for package in MAY_BE_LEFT_OUT if not is_here(package))


def is_here(package: str) -> bool:
    """Whether a package can be imported here."""
    try:
        return find_spec(package) is not None
    except (ImportError, ValueError):
        return False


def missing_package(fault: BaseException | None) -> str:
    """The package for want of which this was raised; ``""``: it was raised for something else."""
    while fault is not None:
        if isinstance(fault, NotHereError):
            return str(fault.package)
        if isinstance(fault, ModuleNotFoundError) and (package := (fault.name or "").partition(".")[0]) in MAY_BE_LEFT_OUT:
            return package
        fault = fault.__cause__ or fault.__context__
    return ""


@contextmanager
def said_to_be_missing() -> Iterator[None]:
    """Raises NotHereError where what is done needs a package that is not here; every other fault goes on as it is."""
    try:
        yield
    except Exception as fault:
        if package := missing_package(fault):
            raise NotHereError.of(package) from fault
        raise
