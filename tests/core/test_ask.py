"""One declaration of what is rolled for: the preview and the dice have the same rule and the same facts."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.api import Ask, AtLeast, Dice, PlainEvent, Tally, TargetNumber, check, numbered
from aqmf_air.core.dice.chance import chances


class Landed(PlainEvent, type="ask.landed"):
    """It was rolled whether somebody lands."""

    safe: bool


@dataclass(frozen=True)
class Pilot:
    name: str
    need: int


def lands(dice: Dice, need: TargetNumber) -> bool:
    return dice.draw(check("landing", numbered(10), AtLeast(need.total)))


LANDING = Ask(
    lands,
    lambda pilot: f"{pilot.name} lands",
    (Landed, "safe"),
    lambda pilot: (TargetNumber("landing", pilot.need, "as printed", "TEST-1"),),
    Tally("landings"),
    when=lambda pilot: pilot.need > 1,
    view=int,
)


@given(st.integers(1, 10))
def test_the_preview_is_of_what_is_rolled(need: int) -> None:
    pilot = Pilot("Udet", need)
    rolled = chances(lambda dice: LANDING.roll(dice, pilot))
    assert float(rolled[True]) == (11 - need) / 10
    if need == 1:
        assert not LANDING.questions(pilot)
        return
    (question,) = LANDING.questions(pilot)
    assert dict(question.odds()) == dict(rolled.map(int))
    assert (question.title, question.luck) == ("Udet lands", Tally("landings"))
    assert [number.total for number in question.targets] == [need]
    assert question.of is not None
    assert question.of((Landed(safe=True),)) is True
