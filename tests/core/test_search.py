"""The search of automatic players: what is weighed, chosen, and said of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.core.play.events import Command
from aqmf_air.core.play.search.judge import Candidate, Judge, choose, explain, policies_of, weights_of
from aqmf_air.core.play.search.reasons import Reasons
from aqmf_air.core.play.search.replies import Harm, Replies
from aqmf_air.core.play.search.styles import Style, read_styles
from aqmf_air.errors import DataError


class Go(Command):
    type: Literal["toy.go"] = "toy.go"
    who: str
    to: str


def who(candidate: Candidate) -> str:
    assert isinstance(candidate.command, Go)
    return candidate.command.who


def where(candidate: Candidate) -> str:
    assert isinstance(candidate.command, Go)
    return candidate.command.to


class Stop(Command):
    type: Literal["toy.stop"] = "toy.stop"


Toy = Mapping[str, Any]
"""By piece its orders with their numbers (``must``: not allowed; ``stay``: of no order), and what else there is."""


class ToyJudge(Judge[Toy]):
    words: ClassVar[Mapping[str, str]] = {"fire": "fire from there", "reply": "the enemy's fire there"}
    knobs = ("finish",)

    def may_order(self) -> bool:
        return self.player == "red"

    def at_once(self) -> Candidate | None:
        return Candidate(Go(who="scout", to="look"), "look round") if self.state.get("look") else None

    def pieces(self) -> Iterable[str]:
        return tuple(self.state["pieces"])

    def candidates(self, piece: str) -> Iterable[Candidate]:
        return [Candidate(Go(who=piece, to=to), f"go to {to}") for to in self.state["pieces"][piece] if to != "stay"]

    def numbers(self, piece: str, candidate: Candidate) -> Mapping[str, float]:
        return dict(self.state["pieces"][piece][where(candidate)])

    def resting(self, piece: str) -> Mapping[str, float]:
        return dict(self.state["pieces"][piece].get("stay", {}))

    def allowed(self, candidate: Candidate) -> bool:
        return where(candidate) not in self.state.get("barred", ())

    def obligatory(self, candidate: Candidate) -> bool:
        return who(candidate) in self.state.get("must", ())

    def done(self) -> Candidate | None:
        return None if self.state.get("busy") else Candidate(Stop(), "stop")

    def about(self, piece: str, candidate: Candidate | None, term: str) -> str:
        return "the tripod" if term == "reply" else ""


def style(**weights: float) -> Style:
    return Style(
        name="plain", title="Plain", description="Plays.", source="made up", standing="house",
        weights={"fire": 1, "reply": -0.5, "finish": 0, **weights},
    )  # fmt: skip


def judge(state: Toy, player: str = "red", **weights: float) -> ToyJudge:
    return ToyJudge(None, state, player, style(**weights))


def why(judge: ToyJudge, order: Command) -> Reasons:
    reasons = explain(judge, order)
    assert reasons is not None
    return reasons


HILL = {"fire": 10, "reply": 12}
WOOD = {"fire": 6, "reply": 2}
STAY = {"fire": 4, "reply": 2}


def test_a_piece_goes_where_its_numbers_add_up_to_most() -> None:
    state = {"pieces": {"guns": {"stay": STAY, "hill": HILL, "wood": WOOD}}}
    assert choose(judge(state)) == Go(who="guns", to="wood")  # 5 against 4 and 3
    assert choose(judge(state, reply=-0.1)) == Go(who="guns", to="hill")
    assert choose(judge(state, reply=-3, fire=0)) == Stop()  # 6 lost wherever it is: it does not stir
    assert choose(judge({**state, "barred": ["wood"]})) == Go(who="guns", to="hill")
    assert choose(judge(state, "blue")) is None


def test_pieces_act_in_turn_and_the_side_is_done_after_the_last() -> None:
    pieces = {"guns": {"stay": HILL, "wood": STAY}, "foot": {"wood": WOOD}}
    assert choose(judge({"pieces": pieces})) == Go(who="foot", to="wood")
    assert choose(judge({"pieces": pieces, "must": ["guns"]})) == Go(who="guns", to="wood")
    worse = {"guns": pieces["guns"], "foot": {"stay": HILL, "hill": HILL, "marsh": {"reply": 1}}}
    assert choose(judge({"pieces": worse})) == Stop()  # as good as to stay is not worth an order
    assert choose(judge({"pieces": worse, "busy": True})) == Go(who="foot", to="hill")  # the best there is
    assert choose(judge({"pieces": {}, "busy": True})) is None
    assert choose(judge({"pieces": pieces, "look": True})) == Go(who="scout", to="look")


def test_a_why_has_what_was_expected_and_feared_and_what_else_was_thought_of() -> None:
    state = {"pieces": {"guns": {"stay": STAY, "hill": HILL, "wood": WOOD, "bog": {"fire": 20}}}, "barred": ["bog"]}
    told = why(judge(state), Go(who="guns", to="wood"))
    assert [(one.words, one.points, one.about) for one in told.given.reasons] == [
        ("fire from there", 6, ""),
        ("the enemy's fire there", -1, "the tripod"),
    ]
    assert told.given.points == 5
    assert (told.given.expected, told.given.feared) == (told.given.reasons[:1], told.given.reasons[1:])
    assert [(one.title, one.points) for one in told.others] == [("go to hill", 4), ("no order", 3)]
    assert told.document()["others"][0]["command"] == {"type": "toy.go", "who": "guns", "to": "hill"}
    assert explain(judge(state), Go(who="guns", to="sea")) is None
    assert why(judge(state), Stop()).others[0].points == 2  # how much more than to stay
    assert explain(judge(state, "blue"), Stop()) is None
    looked = why(judge({**state, "look": True}), Go(who="scout", to="look"))
    assert "no thought" in looked.said


def test_a_why_says_when_something_has_to_be_done() -> None:
    state = {"pieces": {"flight": {"stay": WOOD, "ahead": HILL}}, "must": ["flight"]}
    assert "has to be done" in why(judge(state), Go(who="flight", to="ahead")).said
    assert not why(judge({**state, "must": []}), Go(who="flight", to="ahead")).said
    better = {"pieces": {"flight": {"stay": HILL, "ahead": WOOD, "back": {"fire": 1}}}, "must": ["flight"]}
    told = why(judge(better), Go(who="flight", to="ahead"))
    assert not told.said  # worth more than to stay
    assert [one.title for one in told.others] == ["no order", "go to back"]  # the best first


class TestReplies:
    HARM: ClassVar = {("tank", "guns"): 6.0, ("tank", "foot"): 4.0, ("ray", "guns"): 1.0, ("ray", "foot"): 5.0}

    def replies(self, spread: float = 0.1) -> Replies[str]:
        return Replies(["tank", "ray"], ["guns", "foot"], lambda foe, piece: self.HARM[foe, piece], spread)

    def test_an_enemy_harms_the_piece_that_it_harms_most(self) -> None:
        replies = self.replies(spread=0)
        assert replies.now("guns") == 2  # the tank does 6 in place of 4; the ray goes on doing 5 to the foot
        assert replies.now("foot") == 4
        assert replies.adds("guns", [0, 7]) == 2

    def test_what_all_may_do_counts_a_little(self) -> None:
        assert self.replies().now("guns") == pytest.approx(2 + 0.1 * 7)

    @given(st.lists(st.tuples(*[st.floats(0, 50)] * 3), min_size=1, max_size=4), st.floats(0, 1))
    def test_what_a_piece_adds_is_what_is_missing_without_it(self, rows: list[tuple[float, ...]], spread: float) -> None:
        def total(pieces: str) -> float:
            return sum(max(row["abc".index(one)] for one in pieces) for row in rows) + spread * sum(
                row["abc".index(one)] for row in rows for one in pieces
            )

        replies = Replies(range(len(rows)), list("abc"), lambda foe, piece: rows[foe]["abc".index(piece)], spread)
        assert replies.now("b") == pytest.approx(total("abc") - total("ac"))


def test_to_finish_counts_as_the_style_has_it() -> None:
    assert Harm(10, 4).worth(0) == 10
    assert Harm(10, 4).worth(0.5) == 7
    assert Harm(10, 4).worth(1) == 4


def test_styles_are_data(tmp_path: Path) -> None:
    file = tmp_path / "styles.toml"
    row = 'name = "{}"\ntitle = "T"\ndescription = "Does it."\nsource = "here"\nstanding = "house"\n'
    file.write_text(f"[[style]]\n{row.format('bold')}weights = {{ fire = 1, reply = -1, finish = 0.5 }}\n")
    (bold,) = read_styles(file, weights_of(ToyJudge))
    (policy,) = policies_of(ToyJudge, [bold])
    assert (policy.name, policy.label, policy.title) == ("bold", "T", "Does it.")
    state = {"pieces": {"guns": {"wood": WOOD}}}
    order = policy.choose(None, state, "red")
    assert order == Go(who="guns", to="wood")
    assert policy.explain is not None
    told = policy.explain(None, state, "red", order)
    assert told is not None
    assert told.given.points == 4
    for weights, said in (("fire = 1", "'reply' is missing"), ("fire = 1, reply = 1, finish = 1, luck = 1", "'luck'")):
        file.write_text(f"[[style]]\n{row.format('bold')}weights = {{ {weights} }}\n")
        with pytest.raises(DataError, match=f"styles.toml, style 'bold': .*{said}"):
            read_styles(file, weights_of(ToyJudge))
