"""Places in a player's words."""

from __future__ import annotations

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.games.martian_front.chapters.measuring import ended
from aqmf_air.games.martian_front.state import Terrain
from aqmf_air.plugins.registry import Registry
from tests.games.martian_front.field import Field


@pytest.mark.parametrize(("name", "said"), [("north wood", "the north wood"), ("Hill 70", "Hill 70")])
def test_a_place_with_a_name_of_its_own_has_no_article(registry: Registry, name: str, said: str) -> None:
    """What a move leads into, and out of."""
    field = Field(registry, {"foot": ("US Infantry", [(10 + n, 10) for n in range(5)])})
    game = replace(field.state, terrain=(Terrain(name=name, kind="wood", corners=((0, 20), (40, 20), (40, 40), (0, 40))),))
    out = game.unit("foot")
    into = replace(out, elements=tuple(replace(one, y=30.0) for one in out.elements))
    assert ended(game, out, into) == f", into {said}"
    assert ended(game, into, out) == f", out of {said}"
    assert ended(game, out, out) == ended(game, into, into) == ""
