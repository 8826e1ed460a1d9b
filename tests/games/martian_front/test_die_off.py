"""Both sides roll for legs or a weapon that were hit: under each ruling on equal dice, wherever that is asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, cast

import pytest

from aqmf_air.core.dice.chance import chances
from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.core.play.session import Session, new_header
from aqmf_air.games.martian_front.lab.conduct import Machine
from aqmf_air.games.martian_front.ledger.upkeep import Correct, RollOff
from aqmf_air.games.martian_front.sheet.actions import SheetRoll, actions_of_a_tripod
from aqmf_air.games.martian_front.sheet.tables import Tables
from aqmf_air.lab.workbench import Workbench
from aqmf_air.plugins.registry import Registry
from tests.games.martian_front.field import Field
from tests.games.martian_front.ledger.forces import army, setup_of
from tests.odds.answers import chances_of

pytestmark = pytest.mark.rule("HOST-TRIPOD-2")
Dice = Callable[..., DiceTray]
RULED = ("ties", "martian_has_it"), [("owner", Fraction(55, 100)), ("reroll", Fraction(1, 2)), ("enemy", Fraction(45, 100))]
RAY = "Medium Heat Ray"


def damaged(registry: Registry, ties: str) -> Field:
    """A tripod whose legs were hit, before it moves."""
    field = Field(
        registry, {"tripod": ("Scout Tripod", [(50, 50)])}, phase="first.first-movement", first="martian",
        rulings={"die_off_ties": ties},
    )  # fmt: skip
    field.mark("tripod", "immobile")
    return field


@pytest.mark.parametrize(
    ("ties", "faces", "winner", "inches"),
    [
        ("owner", [(4,), (4,)], "martian", 8),
        ("enemy", [(4,), (4,)], "human", 8),
        ("reroll", [(4,), (4,), (9,), (9,), (2,), (7,)], "human", 9),
        ("enemy", [(5,), (4,)], "martian", 9),
    ],
)
def test_equal_dice_are_settled_by_the_ruling(
    registry: Registry, dice: Dice, ties: str, faces: list[Any], winner: str, inches: int
) -> None:
    (told,) = damaged(registry, ties).order(dice(*faces), "martian", type="host.stagger", unit="tripod")
    assert (told["winner"], told["inches"]) == (winner, inches)


@pytest.mark.parametrize(*RULED)
def test_every_odds_are_those_of_the_game(registry: Registry, ties: str, martian_has_it: Fraction) -> None:
    game = damaged(registry, ties).odds(type="host.stagger", unit="tripod")
    assert game.of("martian") == martian_has_it
    assert chances_of(f"die-off --equal {ties}", "outcomes") == dict(game)
    bench = Workbench(registry, "aqmf", {"die_off_ties": ties})
    meeting = bench.laboratory.meeting(bench.lineup("Burgess-Dunne D8"), bench.lineup("Scout Tripod"), bench.terms({}))
    start = next(iter(meeting.starts))._replace(acts="martian")
    sound, hit = Machine(9, (RAY,)), Machine(9, (), (RAY,))
    shot_down = [
        chances(meeting.step, start._replace(martian=(one,))).where(lambda after: after.human[0].elements < 3)
        for one in (sound, hit)
    ]
    assert shot_down[1] == martian_has_it * shot_down[0] > 0


@pytest.mark.parametrize(*RULED)
def test_the_sheet_says_when_both_roll_again(registry: Registry, ties: str, martian_has_it: Fraction) -> None:
    ruleset: Any = registry.ruleset("aqmf")
    scout = ruleset.unit_type("Scout Tripod")
    legs, weapon = cast("Sequence[SheetRoll]", actions_of_a_tripod(scout, ruleset.rulings(die_off_ties=ties)))
    odds = chances(weapon.rule, *weapon.facts).map(weapon.says)
    again = odds.of("equal: both roll again")
    assert odds.of("the martian side aims it") == martian_has_it * (1 - again)
    assert bool(again) == (ties == "reroll")
    assert Tables().chart(legs.rule, legs.facts, lambda one: [legs.says(one), 0])


@pytest.mark.parametrize(("ties", "faces"), [("owner", "5 5"), ("enemy", "5 5"), ("reroll", "5 5 3 6")])
def test_the_ledger_asks_for_the_same_dice(registry: Registry, ties: str, faces: str) -> None:
    ledger = registry.ruleset("aqmf-ledger")
    sides = [army(side, ((unit, 1),), rulings={"die_off_ties": ties}) for side, unit in
             (("human", "US Infantry"), ("martian", "Scout Tripod"))]  # fmt: skip
    header = new_header(ledger, setup_of(ledger, *sides), seed=1, game="ledger")
    session: Session[Any] = Session(ledger, header, who_rolls=lambda ask: "player")
    session.submit(Correct(unit="Scout Tripod", marks=("immobile",), overruled=True), "martian")
    reply: Any = session.submit(RollOff(unit="Scout Tripod", overruled=True), "martian")
    for face in faces.split():
        reply = session.answer([int(face)])
    (told,) = reply.events
    assert told.winner == ("martian" if ties == "owner" else "human")
