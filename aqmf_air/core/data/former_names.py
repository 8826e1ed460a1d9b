"""Names on their way out: for one release what goes by a former name works, and says so in one line."""

from __future__ import annotations

import warnings
from collections.abc import Mapping


def warn_of_former(where: str, former: str, name: str, stacklevel: int = 3) -> None:
    """Say in one line that ``former`` is called ``name`` now."""
    warning = f"{where}: {former} is called {name} now; the former name goes with the next release"
    warnings.warn(warning, DeprecationWarning, stacklevel=stacklevel + 1)


def keep_former_methods(cls: type, names: Mapping[str, str]) -> None:
    """Let a class be asked by the present names of methods that it overrides by their former names alone, and the other
    way round, so that ``super()`` works by both. ``names``: the present name of each former one.
    """
    own = vars(cls)
    for former, name in names.items():
        if former in own and name not in own:
            warn_of_former(f"{cls.__module__}.{cls.__qualname__}", former, name)
            setattr(cls, name, own[former])
        elif name in own and former not in own:
            setattr(cls, former, own[name])
