from __future__ import annotations

import pytest

from aqmf_air.plugins.registry import Registry, load_registry


@pytest.fixture(scope="session", params=[(), ("aircraft",)], ids=["with aircraft", "without aircraft"])
def either(request: pytest.FixtureRequest) -> Registry:
    """The host with its aircraft, and the host alone: what holds on the ground holds either way."""
    return load_registry(entry_points=False, without=request.param)
