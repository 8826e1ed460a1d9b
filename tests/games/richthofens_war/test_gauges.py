"""What luck is told by in whole games: figures of a state that go with who wins."""

from __future__ import annotations

from aqmf_air.core.data.model import replace
from aqmf_air.games.richthofens_war.chapters.victory import gauges
from aqmf_air.games.richthofens_war.lab.lots import lot_figures
from aqmf_air.games.richthofens_war.state import PendingShot, Tail
from tests.games.richthofens_war.field import CAMEL, D_VII, TABLES, a_game, one

FOE = one("d-vii", D_VII, "german", 9, 5, 0)
GAME = a_game(one("camel", CAMEL, "allied", 5, 5, 0), FOE)
WHOLE = TABLES.aircraft.at(CAMEL).damage


def test_a_shot_counts_before_its_damage_is_applied_as_it_does_afterwards() -> None:
    hit = replace(GAME, shots=(PendingShot(shooter="d-vii", target="camel", damage=3),))
    assert gauges(hit) == gauges(GAME.changed("camel", damage=3)) == (0, 0, 0, 3 / WHOLE, 0, 0, 0, 0, 0)
    deadly = replace(GAME, shots=(PendingShot(shooter="d-vii", target="camel", damage=WHOLE + 1),))
    assert gauges(deadly) == gauges(GAME.changed("camel", state="crashed")) == (0, 1, 0, 1, 0, 0, 0, 0, 0)
    both = replace(hit, shots=(*hit.shots, PendingShot(shooter="d-vii", target="camel", damage=1, critical=7)))
    assert gauges(both)[3] == (3 + 1 + 2.5) / WHOLE


def test_guns_out_of_action_tails_and_who_moves_later_count() -> None:
    """Always the Germans before the Allies; who moves later, as the Germans have it."""
    assert gauges(GAME) == (0,) * lot_figures().figures
    gun, *others = FOE.guns
    jammed = GAME.changed("d-vii", guns=(replace(gun, jammed=True), *(replace(other, out=True) for other in others)))
    assert gauges(jammed)[4:6] == (1 + len(others), 0)
    tailed = replace(GAME, tails=(Tail(tailer="camel", target="d-vii"),), queue=("camel", "d-vii"))
    assert gauges(tailed)[6:] == (0, 1, 0.5)
    assert gauges(replace(GAME, queue=("d-vii", "camel")))[6:] == (0, 0, -0.5)
    assert gauges(replace(GAME, queue=("d-vii",)))[8] == 0
