"""The checks themselves: a ruleset that breaks a promise is caught by the check of that promise."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from dataclasses import replace as changed
from typing import Any

import pytest

from aqmf_air import conformance
from aqmf_air.conformance import CHECKS, NeverHappenedWarning, Subject
from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.dice import Dice, DiceTray
from aqmf_air.core.dice.draws import AtLeast, check, numbered, total
from aqmf_air.core.dice.sources import seeded
from aqmf_air.core.odds.answer import AT_LEAST_ONE, Answer, Line, RollOut
from aqmf_air.core.odds.query import OpenRuleset, Query, number
from aqmf_air.core.play.chronicle import Chronicled, Told
from aqmf_air.core.play.contributions import Contribution, Policy
from aqmf_air.core.play.events import Codec, Command, PlainEvent
from aqmf_air.core.play.ruleset import Objection, Offer, Question
from aqmf_air.drawing.svg import Pane, Picture
from aqmf_air.errors import PluginError
from aqmf_air.plugins.registry import load_registry
from aqmf_air.web.board.board import About, Board, PlainBoard
from aqmf_air.web.board.marks import Area, Burst, Mark, Moment, Way, Word
from tests.plugins_on_disk import picket

REGISTRY = load_registry(builtin=False, entry_points=False, extra=(("picket", picket),))
SETUP = picket.Setup(guns=30)


def of(ruleset: type[picket.Batteries]) -> Subject:
    return Subject(make=lambda: ruleset(REGISTRY), setup=lambda _: SETUP, seeds=(1,), commands=8)


class Forgetful(picket.Batteries):
    """It loses a gun whenever an event is folded, but not always the same."""

    folded = 0

    def evolve(self, state: picket.Picket, event: Any) -> picket.Picket:
        Forgetful.folded += 1
        north, south = super().evolve(state, event).hands
        return replace(super().evolve(state, event), hands=(replace(north, guns=Forgetful.folded), south))


class Lucky(picket.Batteries):
    """It rolls behind the players' backs."""

    rolled = 0

    def decide(self, state: picket.Picket, command: Any, dice: Any) -> Any:
        Lucky.rolled += 1
        events = super().decide(state, command, dice)
        secret = DiceTray(seeded("secret", Lucky.rolled)).draw(total("x", 1, picket.D6))
        return (*events, picket.SalvoFired(side="north", guns_lost=secret, jammed=False))


class Tempting(picket.Batteries):
    """It offers what it refuses."""

    def objections(self, state: picket.Picket, command: Any, player: str) -> Sequence[Objection]:
        if isinstance(command, picket.Seal) and command.card == 9:
            return (Objection("PICKET-1", "no nines"),)
        return super().objections(state, command, player)

    def legal(self, state: picket.Picket, player: str) -> Any:
        offers = super().legal(state, player)
        held = state.hand(player) if player in picket.SIDES else None
        if held is not None and 9 in held.cards and held.sealed is None:
            return [Offer(picket.Seal(side=player, card=9), "aim with 9"), *offers]
        return offers


class Lax(picket.Batteries):
    """Anybody may order anything."""

    def objections(self, state: picket.Picket, command: Any, player: str) -> Sequence[Objection]:
        return () if player not in picket.SIDES else super().objections(state, command, player)


class Mute(picket.Batteries):
    """It refuses without naming a rule."""

    def objections(self, state: picket.Picket, command: Any, player: str) -> Sequence[Objection]:
        return [Objection("", one.reason) for one in super().objections(state, command, player)]


class Misquoting(picket.Batteries):
    """It refuses by a rule that there is not."""

    def objections(self, state: picket.Picket, command: Any, player: str) -> Sequence[Objection]:
        return [Objection("PICKET-99", objection.reason) for objection in super().objections(state, command, player)]


class Boastful(picket.Batteries):
    """Its odds leave out what goes wrong."""

    def questions(self, state: picket.Picket, command: Any) -> Sequence[Question]:
        return [changed(one, view=None, rule=_never_jams) for one in super().questions(state, command)]


PLAYED = [0]


def _never_jams(dice: Any, aim: picket.Aim, by: str) -> int:
    PLAYED[0] += 1
    return PLAYED[0]


class Indiscreet(picket.Batteries):
    """It shows the other side's sealed card."""

    def observe(self, state: picket.Picket, player: str) -> Any:
        other = next(hand for hand in state.hands if hand.side != player)
        return replace(super().observe(state, player), other_cards=other.sealed or 0)


class Forgotten(picket.Batteries):
    """It does not register what striking the colours leads to."""

    def __init__(self, registry: Any) -> None:
        super().__init__(registry)
        events = [kind for kind in self.codec.events.values() if kind is not picket.Struck]
        self.codec = Codec(tuple(self.codec.commands.values()), events, picket.Setup)


class Parley(Command, type="picket.parley"):
    """Give up: it does not say who."""


class Sideless(picket.Batteries):
    """Its order to give up is decided for whoever comes first."""

    def __init__(self, registry: Any) -> None:
        super().__init__(registry)
        kinds = self.codec.commands.values()
        self.codec = Codec((*kinds, Parley), tuple(self.codec.events.values()), picket.Setup)

    def legal(self, state: picket.Picket, player: str) -> Any:
        return [*super().legal(state, player), *([] if state.winner else [Offer(Parley(), "parley")])]

    def objections(self, state: picket.Picket, command: Any, player: str) -> Sequence[Objection]:
        return () if isinstance(command, Parley) and player in picket.SIDES else super().objections(state, command, player)

    def decide(self, state: picket.Picket, command: Any, dice: Any) -> Any:
        return (picket.Struck(side="north"),) if isinstance(command, Parley) else super().decide(state, command, dice)


class Shared(picket.Batteries):
    """It keeps a game's state in the ruleset."""

    turns = 0

    def decide(self, state: picket.Picket, command: Any, dice: Any) -> Any:
        self.turns += 1
        return (*super().decide(state, command, dice), picket.SalvoFired(side="north", guns_lost=self.turns, jammed=False))


class Gossip(picket.Batteries, Chronicled):
    """Its chronicle names somebody whom no player sees."""

    def names(self, seen: Any) -> dict[str, str]:
        return {**super().names(seen), **({"spy": "Mata Hari"} if isinstance(seen, picket.Picket) else {})}

    def chronicle(self, setup: Any, events: Iterable[PlainEvent]) -> Told:
        return Told("Picket", ("Mata Hari was there",), (), "Guns", ("Gun",), ())


class Fickle(picket.Batteries, Chronicled):
    """Its chronicle is another one each time."""

    told = 0

    def chronicle(self, setup: Any, events: Iterable[PlainEvent]) -> Told:
        Fickle.told += 1
        return Told(f"Picket {Fickle.told}", (), (), "Guns", ("Gun",), ())


def _sealed_otherwise(state: Any, player: str) -> Any:
    other = next(hand for hand in state.hands if hand.side != player)
    if other.sealed is not None and other.cards and other.cards[0] != other.sealed:
        swapped = replace(other, sealed=other.cards[0], cards=(other.sealed, *other.cards[1:]))
        yield replace(state, hands=tuple(swapped if one.side == other.side else one for one in state.hands))


@pytest.mark.parametrize(
    ("ruleset", "check", "said"),
    [
        (Forgetful, conformance.refolding_gives_the_same_state, "leads to another state"),
        (Lucky, conformance.same_faces_give_the_same_log, "leads? elsewhere"),
        (Tempting, conformance.offers_are_accepted, r"is offered to north and met by no nines \(PICKET-1\)"),
        (Lax, conformance.others_are_refused, "of 'nobody at this table' is not offered and meets no objection"),
        (Mute, conformance.others_are_refused, "names no rule"),
        (Misquoting, conformance.others_are_refused, "names PICKET-99, which is not in the register"),
        (Boastful, conformance.chances_sum_to_one, "other outcome|came up and has no odds"),
        (Indiscreet, conformance.observers_see_their_own, "north can tell what is hidden by the view"),
        (Sideless, conformance.offers_are_accepted, r"Parley\(.*\) is offered to north and south, and does not say whose"),
        (Gossip, conformance.chronicles_tell_what_is_seen, "the chronicle names 'Mata Hari', which north does not see"),
        (Fickle, conformance.chronicles_tell_what_is_seen, "the chronicle is told otherwise when it is asked again"),
        (Shared, conformance.games_do_not_mix, "it has another log when another game is played beside it"),
    ],
)
def test_a_broken_promise_is_caught(ruleset: type[picket.Batteries], check: Any, said: str) -> None:
    subject = changed(of(ruleset), hidden=_sealed_otherwise)
    with pytest.raises(AssertionError, match=said):
        check(subject)


@pytest.mark.parametrize(
    ("mark", "said"),
    [
        (Word("nobody", "is hit"), r"drawn of picket\.\w+, names nobody"),
        (Burst((float("nan"), 1), 2), "is at no place"),
        (Area(((1, 2),), 3, under=("someone",)), "names someone"),
    ],
)
def test_a_mark_that_no_page_could_draw_is_caught(mark: Mark, said: str) -> None:
    class Canvas(PlainBoard):
        def marks(self, moment: Moment) -> list[Mark]:
            return [mark]

    with pytest.raises(AssertionError, match=said):
        conformance.events_are_drawn(changed(of(picket.Batteries), board=Canvas))


def test_a_board_whose_editors_are_no_addresses_is_caught() -> None:
    class Wordless(PlainBoard):
        editors = property(lambda board: {"picket.seal": None})

    with pytest.raises(AssertionError, match=r"Wordless\.editors: expected addresses by types of orders, got"):
        conformance.events_are_drawn(changed(of(picket.Batteries), board=Wordless))


def test_a_difference_is_told_in_three_lines_not_in_two_states() -> None:
    with pytest.raises(AssertionError) as told:
        conformance.observers_see_their_own(changed(of(Indiscreet), hidden=_sealed_otherwise))
    assert str(told.value).splitlines() == [
        "game with seed 1, after 1 order: north can tell what is hidden by the view",
        "  other_cards: 7",
        "  expected: 8",
    ]
    with pytest.raises(AssertionError) as told:
        conformance.refolding_gives_the_same_state(of(Forgetful))
    assert [len(line) < 300 for line in str(told.value).splitlines()] == [True] * 3


def test_a_game_that_forgot_a_kind_of_event_is_named_and_so_are_kinds_that_never_happened() -> None:
    """A shorter game has no event of the kind, which is then named by the other warning."""
    subject = changed(of(Forgotten), commands=1, longest=200)
    with pytest.raises(
        PluginError, match=r"ruleset 'picket': Struck \(type 'picket\.struck'\) is an event that it does not"
    ):
        conformance.whole_chapters_are_read_back(subject)
    with pytest.warns(NeverHappenedWarning, match=r"ended in 1 order$|never happened: .*picket.struck") as told:
        never = conformance.whole_chapters_are_read_back(changed(of(picket.Batteries), seeds=(4,), commands=1, longest=1))
    assert {"picket.salvo_fired", "picket.struck"} <= never
    assert len([warning for warning in told if warning.category is NeverHappenedWarning]) == 2
    assert not conformance.whole_chapters_are_read_back(changed(of(picket.Batteries), seeds=(1, 2), longest=200))


def test_a_mark_may_name_what_stands_in_the_picture_alone() -> None:
    class Canvas(Board):
        def picture(self, view: Any) -> Picture:
            return Picture("guns", 10, 10, ('<g data-piece="gun &amp; limber" data-part="wheel"/>',))

        def pieces(self, view: Any) -> list[Any]:
            return []

        def about(self, seat: Any, piece: str) -> About:
            return About()

        def marks(self, moment: Moment) -> list[Mark]:
            return [Word("gun & limber", "is hit"), Area(((1, 2),), 3, under=("wheel",))]

    conformance.events_are_drawn(changed(of(picket.Batteries), board=Canvas))


def test_in_a_picture_of_several_panes_a_way_goes_in_one_of_them() -> None:
    class Canvas(Board):
        panes = (Pane("above", "From above", (0, 0, 5, 10)), Pane("beside", "From the side", (5, 0, 10, 10)))

        def picture(self, view: Any) -> Picture:
            return Picture("guns", 10, 10, ('<g data-piece="gun" data-view="above"/>',), panes=self.panes)

        def pieces(self, view: Any) -> list[Any]:
            return []

        def about(self, seat: Any, piece: str) -> About:
            return About()

        def marks(self, moment: Moment) -> list[Mark]:
            return [Way("gun", ((1, 2), (3, 4)), view="beside")]

    class Viewless(Canvas):
        def marks(self, moment: Moment) -> list[Mark]:
            return [Way("gun", ((1, 2), (3, 4)))]

    class Twice(Canvas):
        panes = (Canvas.panes[0], Canvas.panes[0])

    conformance.events_are_drawn(changed(of(picket.Batteries), board=Canvas))
    with pytest.raises(AssertionError, match="goes in no pane of the picture: above, beside"):
        conformance.events_are_drawn(changed(of(picket.Batteries), board=Viewless))
    with pytest.raises(AssertionError, match="two panes of one name"):
        conformance.events_are_drawn(changed(of(picket.Batteries), board=Twice))


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_ruleset_that_they_are_made_from_passes(check: Any) -> None:
    check(changed(of(picket.Batteries), hidden=_sealed_otherwise))


def _by_the_sealed_card(ruleset: Any, state: picket.Picket, player: str) -> Any:
    """It looks at what the other side has sealed."""
    offers = ruleset.legal(state, player)
    sealed = next(hand.sealed for hand in state.hands if hand.side != player)
    return offers[(sealed or 0) % len(offers)].command if offers else None


def _the_first(ruleset: Any, state: picket.Picket, player: str) -> Any:
    return next((offer.command for offer in ruleset.legal(state, player)), None)


def test_a_policy_that_peeks_is_caught_and_one_that_does_not_passes() -> None:
    subject = changed(of(picket.Batteries), hidden=_sealed_otherwise)
    check = conformance.policies_choose_by_what_is_seen
    check(changed(subject, policies=(Policy("first", "The first offer.", _the_first),)))
    with pytest.raises(AssertionError, match=r"peeping chooses for (?:north|south) by what is hidden \(hands\.[01]\."):
        check(changed(subject, policies=(Policy("peeping", "It looks.", _by_the_sealed_card),)))


def test_a_game_in_which_nobody_can_do_anything_is_no_game() -> None:
    class Idle(picket.Batteries):
        def legal(self, state: picket.Picket, player: str) -> Any:
            return ()

    with pytest.raises(AssertionError, match="nobody is offered anything"):
        conformance.events_round_trip(of(Idle))


@dataclass(frozen=True)
class Loaded(Query):
    """A query whose odds are of another rule than the one that it plays."""

    def ask(self, opened: OpenRuleset) -> Answer:
        line = Line("sum", "Sum", Question("", loaded, ()))
        return Answer(
            "Loaded dice", (line,), "it is 1", AT_LEAST_ONE, "sum", rolled=RollOut(line.question, lambda outcome: [])
        )


def loaded(dice: Dice) -> int:
    """A rule that knows who asks."""
    return 1 if isinstance(dice, DiceTray) else int(dice.draw(check("", numbered(6), AtLeast(4))))


class Unmade(Query):
    """Its options were never made: nobody said that it is a dataclass."""

    shots: int = number("shots")

    def ask(self, opened: OpenRuleset) -> Answer:
        raise NotImplementedError


@dataclass
class Changing(Query):
    """It may change after it was asked."""

    def ask(self, opened: OpenRuleset) -> Answer:
        raise NotImplementedError


class Inheriting(Loaded):
    """Its base is a dataclass, and it adds an option."""

    shots: int = number("shots")


@pytest.mark.parametrize("kind", [Unmade, Changing, Inheriting])
def test_a_query_that_is_no_dataclass_is_named(kind: type[Query]) -> None:
    query = Contribution("unmade", "Shots.", f"{__name__}:{kind.__name__}", plugin="guns")
    with pytest.raises(PluginError) as fault:
        query.load(Query)
    of = f"plugin 'guns', 'unmade' ({query.where}): TypeError: {__name__}.{kind.__name__}"
    assert str(fault.value) == f"{of}: expected @dataclass(frozen=True) before the class"


def test_a_query_whose_odds_are_not_those_of_its_dice_is_refused() -> None:
    query = Contribution("loaded", "Loaded dice.", f"{__name__}:Loaded")
    with pytest.raises(AssertionError, match=r"'loaded': 'sum': .* came up in 1\.0000 of 400 plays.*is told as \[\]"):
        conformance.queries_are_answered(changed(of(picket.Batteries), queries=(query,)))
