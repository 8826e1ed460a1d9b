"""What an enemy may do next, from wherever his move may end: as the rules say, shot by shot."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from aqmf_air.games.richthofens_war.automatic.threats import Coming, Places, threat
from aqmf_air.games.richthofens_war.chapters import paths, sights
from aqmf_air.games.richthofens_war.chapters.guns_and_jams import By
from aqmf_air.games.richthofens_war.chapters.sights import HexPlace
from aqmf_air.geometry.hexes.grid import from_map
from tests.games.richthofens_war.field import a_game, one


@settings(max_examples=8)
@given(
    st.tuples(st.integers(10, 22), st.integers(10, 22)),
    st.integers(0, 5),
    st.integers(-8, 8).map(lambda steps: 2000 + 50 * steps),
    st.integers(0, 5),
    st.sampled_from(("pilot", "observer")),
    st.integers(3, 4),
)
def test_the_most_that_an_enemy_may_do_is_his_best_shot_after_any_move(
    at: tuple[int, int], facing: int, height: int, heading: int, by: By, speed: int
) -> None:
    foe = one("foe", "Bristol F2B", "allied", 16, 16, heading, height=2000, speed=speed, moved=False)
    own = one("own", "Fokker Dr-I", "german", *at, facing, height=height)
    game = a_game(own, foe, phase="movement", queue=("foe",))
    found = threat(game, foe, own, by)
    assert found is not None
    most = Coming(game, foe, by).most(found, Places.of(own.place))
    best = 0.0
    mount: sights.Mount = "front" if by == "pilot" else "rear"
    for speed_ in paths.speeds_of(game, foe):
        for reached in paths.reached_by(game, foe, speed_):
            places = [HexPlace(one.pose.at, one.pose.facing, one.height) for one in (reached.end, reached.before)]
            asked = places if by == "pilot" else places[:1]
            bears = [sights.bears(one, mount, game.type_of(foe), own.place, game.tables, game.rulings) for one in asked]
            if bears[0] and all(bears):
                best = max(best, float(found.values[bears[0].range, sights.angle(places[0], own.place)]))
    assert np.isclose(most[0], best)
    assert Coming(game, foe, by).most(found, Places.of(HexPlace(from_map(39, 0), facing, height)))[0] == 0
