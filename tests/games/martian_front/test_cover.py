from __future__ import annotations

import pytest

from aqmf_air.games.martian_front.profiles import covers
from aqmf_air.games.martian_front.rules.shooting import shelters


@pytest.mark.rule("HOST-COVER-1")
def test_shelters_are_the_covers_of_the_profiles() -> None:
    found = {name: (one.name, one.defense, one.armor) for name, one in shelters().items()}
    assert found == {name: (one.name, one.defense, one.armor) for name, one in covers().items()}
    assert found["hard"] == ("hard", 2, 1)
