"""Tabletop war-gaming in the air: one text of each rule, for play and for odds.

A plugin needs one name from here, the rest is in :mod:`aqmf_air.api`::

    from aqmf_air import hookimpl
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pluggy import HookimplMarker

    hookimpl: HookimplMarker

__all__ = ["__version__", "hookimpl"]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Give ``hookimpl`` on first use, so that the bare import costs nothing."""
    if name == "hookimpl":
        from pluggy import HookimplMarker

        return HookimplMarker("aqmf_air")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
