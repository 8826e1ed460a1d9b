"""Faults in the code of plugins, each as one line: which plugin, what was asked of it, where it failed, and how."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from traceback import walk_tb

from aqmf_air.errors import PluginError
from aqmf_air.plugins.indexed import index

MOST_SAID = 300
"""Characters of what was raised that are repeated."""


def fault_of_plugin(fault: BaseException) -> PluginError | None:
    """The innermost code of a plugin that this was raised in, as an error that names it; None: in that of no plugin.

    Named is the function that was called from outside of the plugin: ``Fly.decide``.
    """
    if isinstance(fault, PluginError):
        return fault
    roots = dict(_roots())
    calls = [(*_owner(frame.f_code.co_filename, roots), frame, line) for frame, line in walk_tb(fault.__traceback__)]
    own = next((at for at in reversed(range(len(calls))) if calls[at][0]), None)
    if own is None:
        return fault_of_plugin(fault.__cause__) if fault.__cause__ else None
    name, root, frame, line = calls[own]
    at = own
    while at and calls[at - 1][0] == name:
        at -= 1
    place = Path(frame.f_code.co_filename).relative_to(root.parent).as_posix()
    return of_plugin(name, f"{calls[at][2].f_code.co_qualname} ({place}, line {line})", fault)


def fault_of_class(kind: type, method: str, fault: BaseException) -> PluginError:
    """The same of a method whose own code need not have raised it: what it gave is not what was asked for."""
    name, _ = _owner(getattr(sys.modules.get(kind.__module__), "__file__", ""), dict(_roots()))
    return fault_of_plugin(fault) or of_plugin(name or kind.__module__, f"{kind.__qualname__}.{method}", fault)


def fault_of_file(path: Path, fault: BaseException) -> PluginError:
    """What went wrong with a file, as an error that names the plugin whose it is."""
    name, root = _owner(str(path), dict(_roots()))
    return of_plugin(name, str(path.relative_to(root.parent) if name else path), fault)


def of_plugin(name: str, what: str, fault: BaseException) -> PluginError:
    """What was raised when a plugin was asked for something, in a line."""
    reason = " ".join(str(fault).split()) or "no reason given"
    shown = reason if len(reason) <= MOST_SAID else f"{reason[:MOST_SAID]}..."
    return PluginError(f"plugin {name!r}, {what}: {type(fault).__name__}: {shown}", plugin=name)


def _roots() -> Iterator[tuple[Path, str]]:
    """The folders of the packages of all plugins that are imported, or the file of one that is no package; by its name."""
    from importlib import metadata  # which nobody waits for who starts the program

    installed = {point.name: point.module for point in metadata.entry_points(group="aqmf_air")}
    for name, module in {**installed, **{name: next(iter(about["modules"])) for name, about in index().items()}}.items():
        package = module.rpartition(".")[0] or module
        if file := getattr(sys.modules.get(package), "__file__", None):
            yield (Path(file).parent if Path(file).name == "__init__.py" else Path(file)).resolve(), name


def _owner(file: str, roots: dict[Path, str]) -> tuple[str, Path]:
    """Whose plugin a file is of, and the folder of that; nobody's: ``""``."""
    path = Path(file).resolve()
    return next(((roots[folder], folder) for folder in (path, *path.parents) if folder in roots), ("", path))
