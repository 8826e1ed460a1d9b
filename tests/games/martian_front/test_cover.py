from __future__ import annotations

import pytest

from aqmf_air.games.martian_front.chapters.to_hit import shelters
from aqmf_air.games.martian_front.tables import covers


@pytest.mark.rule("HOST-COVER-1")
def test_shelters_are_the_covers_of_the_profiles() -> None:
    found = {name: (one.name, one.defense, one.armor) for name, one in shelters().items()}
    assert found == {name: (one.name, one.defense, one.armor) for name, one in covers().items()}
    assert found["hard"] == ("hard", 2, 1)
