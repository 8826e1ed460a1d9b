from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace as changed
from fractions import Fraction
from typing import Any, cast

import pytest

from aqmf_air.conformance import CHECKS, Subject
from aqmf_air.core.data.model import Frozen, replace
from aqmf_air.core.dice.chance import chances
from aqmf_air.core.dice.dice import DiceTray, NeedDice, recorded
from aqmf_air.core.dice.draws import pick
from aqmf_air.core.dice.sources import seeded
from aqmf_air.core.play.ruleset import Ruleset
from aqmf_air.core.play.session import Resolved, Session, Waiting, new_header
from aqmf_air.errors import DiceError, DuplicateContributionError, EnumerationLimitError, IllegalCommandError
from aqmf_air.games.martian_front.chapters.shooting import Shoot
from aqmf_air.games.martian_front.chapters.turn import EndPhase
from aqmf_air.games.martian_front.scenario.model import PlacedElement, PlacedUnit, ScenarioFile
from aqmf_air.games.martian_front.sequence import AllQuiet
from aqmf_air.games.martian_front.state import Tabletop
from aqmf_air.plugins import kinds
from aqmf_air.plugins.indexed import index
from aqmf_air.plugins.registry import Registry, load_registry
from tests.plugins_on_disk import balloons, picket

pytestmark = pytest.mark.filterwarnings("ignore::aqmf_air.conformance.NeverHappenedWarning")
BOTH = (("picket", picket), ("balloons", balloons))


@pytest.fixture(scope="module")
def both() -> Registry:
    return load_registry(entry_points=False, extra=BOTH)


# -- conformance -------------------------------------------------------------------------------------------------------


def _other_cards(state: Any, player: str) -> Iterator[Any]:
    """The same game to ``player``: the other side's hand, its sealed card and the deck hold other cards."""
    game = cast("picket.Picket", state)
    other = next(hand for hand in game.hands if hand.side != player)
    if other.sealed is not None and other.cards:
        swapped = replace(other, sealed=other.cards[0], cards=tuple(sorted((*other.cards[1:], other.sealed))))
        if swapped != other:
            yield _with_hand(game, swapped)
    if other.cards and game.deck and other.cards[0] != game.deck[0]:
        hand = replace(other, cards=tuple(sorted((game.deck[0], *other.cards[1:]))))
        yield replace(_with_hand(game, hand), deck=tuple(sorted((other.cards[0], *game.deck[1:]))))


def _with_hand(game: picket.Picket, hand: picket.Hand) -> picket.Picket:
    return replace(game, hands=tuple(hand if one.side == hand.side else one for one in game.hands))


def _illegal(state: Any) -> Iterator[tuple[str, Any]]:
    yield "north", picket.Seal(side="south", card=7)
    yield "north", picket.Seal(side="north", card=99)
    yield "east", picket.Strike(side="east")


def _made(ruleset: str) -> Ruleset[Any]:
    return load_registry(entry_points=False, extra=BOTH).ruleset(ruleset)


PICKET = Subject(
    make=lambda: _made("picket"), setup=lambda ruleset: picket.Setup(), commands=20, hidden=_other_cards, refused=_illegal
)


def _balloon_scenario(ruleset: Ruleset[Any], rulings: dict[str, Any] | None = None) -> Frozen:
    host = cast("AllQuiet", ruleset)
    units = (
        PlacedUnit(id="eye", side="human", type="observation balloon", elements=(PlacedElement(x=20, y=10),)),
        PlacedUnit(id="guns", side="human", type="Heavy Field Gun Battery", elements=(PlacedElement(x=25, y=5),)),
        PlacedUnit(id="walker", side="martian", type="Assault Tripod", elements=(PlacedElement(x=20, y=20),)),
        PlacedUnit(
            id="drones", side="martian", type="Drones", elements=tuple(PlacedElement(x=x, y=18) for x in (18, 20, 22))
        ),
    )
    file = ScenarioFile(name="balloon", title="Balloon", table=Tabletop(width=48, depth=48), first="martian", units=units)
    return host.scenario(file, rulings or {}).setup


def _drones_at_the_balloon(state: Any) -> Iterator[tuple[str, Any]]:
    yield "martian", Shoot(unit="drones", weapon="Light Heat Ray", target="eye")


BALLOONS = Subject(make=lambda: _made("aqmf"), setup=_balloon_scenario, commands=24, refused=_drones_at_the_balloon)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_card_game_conforms(check: Any) -> None:
    check(PICKET)


@pytest.mark.further(every=4)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_host_conforms_with_a_strangers_plugin(check: Any) -> None:
    check(BALLOONS)


# -- the card game: what core has to offer beyond the host's needs -----------------------------------------------------


def _session(**changes: Any) -> Session[Any]:
    ruleset = _made("picket")
    return Session(
        ruleset, new_header(ruleset, picket.Setup(**changes), seed=5, game="cards"), who_rolls=lambda ask: "south"
    )


def test_both_sides_wait_at_once_and_sealed_cards_open_together() -> None:
    session = _session()
    rules = session.ruleset
    assert [offer.title for side in picket.SIDES for offer in rules.legal(session.state, side)] == [
        *("aim with 6", "aim with 9", "aim with 12", "strike the colours"),
        *("aim with 7", "aim with 8", "aim with 13", "strike the colours"),
    ]
    session.submit(picket.Seal(side="south", card=13), "south")
    seen = cast("picket.Seen", rules.observe(session.state, "north"))
    assert (seen.other_has_sealed, seen.other_cards) == (True, 3)
    assert "13" not in seen.model_dump_json()
    with pytest.raises(IllegalCommandError, match=r"south has sealed a card \(PICKET-1\)"):
        session.submit(picket.Seal(side="south", card=7), "south")
    assert isinstance(session.submit(picket.Seal(side="north", card=6), "north"), Waiting)


def test_both_fire_before_either_is_hurt_and_cards_are_not_put_back() -> None:
    session = _session(guns=1, deck=(5, 5))
    session.submit(picket.Seal(side="south", card=13), "south")
    asked = session.submit(picket.Seal(side="north", card=6), "north")
    labels = []
    for faces in ((6,), (2,), (13,), (6,), (1,), (5,), (5,)):
        assert isinstance(asked, Waiting)
        labels.append((asked.ask.label, str(asked.ask.die), asked.ask.by))
        asked = session.answer(faces)
    assert isinstance(asked, Resolved)
    assert labels == [
        ("aim", "D20", "north"),
        ("burst", "D6", ""),
        ("aim", "D20", "south"),
        ("burst", "D6", ""),
        ("burst", "D6", ""),
        ("card", "1 of 2", ""),
        ("card", "1 of 1", ""),
    ]
    assert asked.events == (
        picket.CardSealed(side="north", card=6),
        picket.Opened(cards=(6, 13)),
        picket.SalvoFired(side="north", guns_lost=1, jammed=False),
        picket.SalvoFired(side="south", guns_lost=2, jammed=False),
        picket.DamageApplied(),
        picket.CardDrawn(side="north", card=5),
        picket.CardDrawn(side="south", card=5),
    )
    assert [hand.guns for hand in session.state.hands] == [0, 0]
    assert session.state.winner == "draw"
    assert session.state.deck == ()


def test_natural_faces_jam_under_either_ruling() -> None:
    for jams_from, jam in ((19, Fraction(2, 20)), (20, Fraction(1, 20))):
        aim = picket.Aim(19, jams_from)
        odds = chances(picket.salvo, aim, "north", min_path=picket.RARE)
        assert odds.where(lambda result: bool(result.jammed)) == jam


def test_a_card_drawn_twice_as_often_is_twice_as_likely() -> None:
    assert dict(chances(picket.draw_card, (4, 8, 8))) == {4: Fraction(1, 3), 8: Fraction(2, 3)}
    with pytest.raises(DiceError, match=r"card: expected 1 of 1 of 3 \(4 to 8\), got 5"):
        picket.draw_card(DiceTray(recorded([(5,)])), (4, 8, 8))


def test_dice_that_roll_on_report_what_is_missing() -> None:
    odds = chances(picket.burst, min_path=Fraction(1, 6**3))
    assert dict(odds) == {
        **{face: Fraction(1, 6) for face in range(1, 6)},
        **{6 + face: Fraction(1, 36) for face in range(1, 6)},
        **{12 + face: Fraction(1, 216) for face in range(1, 6)},
    }
    assert odds.missing == Fraction(1, 216)
    with pytest.raises(EnumerationLimitError, match=r"more than 400 rolls"):
        chances(picket.burst)


def test_without_replacement_every_pair_of_cards_is_equally_likely() -> None:
    def two(dice: Any, deck: tuple[int, ...]) -> tuple[int, int]:
        first = picket.draw_card(dice, deck)
        left = list(deck)
        left.remove(first)
        return first, picket.draw_card(dice, tuple(left))

    odds = chances(two, (1, 2, 3, 4))
    assert len(odds) == 12
    assert set(odds.values()) == {Fraction(1, 12)}


# -- the plugin on the host --------------------------------------------------------------------------------------------


def _end_phase(session: Session[Any]) -> None:
    """By a side that may."""
    may = (side for side in session.state.active if not session.ruleset.objections(session.state, EndPhase(), side))
    session.submit(EndPhase(), next(may))


def _over_the_balloon(who_rolls: Any = lambda ask: "martian") -> Session[Any]:
    ruleset = _made("aqmf")
    session = Session(ruleset, new_header(ruleset, _balloon_scenario(ruleset), seed=1, game="b"), who_rolls=who_rolls)
    while session.state.now.id != "first.combat":
        _end_phase(session)
    return session


def test_its_unit_and_its_modifier_are_in_the_game() -> None:
    session = _over_the_balloon()
    (question,) = session.questions(Shoot(unit="walker", weapon="Heavy Heat Ray", target="eye"))
    hit, damage = question.targets
    assert str(hit) == "to hit 3+ = 2 Defense of Observation Balloon (HOST-HIT-1) +1 swaying target (BALLOON-1)"
    assert question.odds().of(1) == Fraction(8, 10) * Fraction(9, 10)
    assert damage.total == -1


def test_its_objection_is_heard() -> None:
    with pytest.raises(IllegalCommandError, match=r"a light heat ray does not reach up to a balloon \(BALLOON-2\)"):
        _over_the_balloon().submit(Shoot(unit="drones", weapon="light heat ray", target="eye"), "martian")


@pytest.mark.parametrize(("bag", "kind"), [(4, "balloons.leaked"), (3, "host.elements_lost")])
def test_its_procedure_says_what_damage_does(bag: int, kind: str) -> None:
    session = _over_the_balloon()
    session.submit(Shoot(unit="walker", weapon="Heavy Heat Ray", target="eye"), "martian")
    session.answer((3,))
    session.answer((2,))
    done = session.answer((bag,))
    assert isinstance(done, Resolved)
    assert [event.type for event in done.events] == ["host.fired", kind]
    assert session.state.in_play("eye") == (kind == "balloons.leaked")


def test_a_second_leak_burns_it_without_a_roll() -> None:
    session = _over_the_balloon()
    unit = session.state.unit("eye")
    marks = balloons.Leaked(unit="eye").apply(session.state).unit("eye").marks
    rules = cast("AllQuiet", session.ruleset)
    lost = balloons.damage_balloon(session.state, rules.rules, DiceTray(recorded([])), replace(unit, marks=marks), ("eye",))
    assert [one.type for one in lost] == ["host.elements_lost"]
    with pytest.raises(NeedDice):
        balloons.damage_balloon(session.state, rules.rules, DiceTray(recorded([])), unit, ("eye",))


# -- both --------------------------------------------------------------------------------------------------------------


def test_both_contribute_and_keep_apart(both: Registry) -> None:
    assert set(both.rulesets) == {*load_registry(entry_points=False).rulesets, "picket"}
    assert {rule.id for rule in both.of(kinds.RULES, "picket")} == {f"PICKET-{number}" for number in range(1, 6)}
    assert {"BALLOON-1", "BALLOON-2", "BALLOON-3"} <= {rule.id for rule in both.of(kinds.RULES, "aqmf")}
    assert [one.name for one in both.plugins.loaded] == [*index(), "picket", "balloons"]
    assert both.rules_versions("aqmf")[-1].name == "balloons"


def test_the_order_of_loading_does_not_show() -> None:
    states = []
    for extra in (BOTH, tuple(reversed(BOTH))):
        registry = load_registry(entry_points=False, extra=extra)
        ruleset = registry.ruleset("aqmf")
        session = Session(ruleset, new_header(ruleset, _balloon_scenario(ruleset), seed=1, game="b"))
        states.append(
            (Counter(rule.id for rule in ruleset.register), registry.modifiers("aqmf", "hit", None), session.digest)
        )
    assert states[0] == states[1]


def test_two_plugins_may_not_claim_one_unit() -> None:
    registry = load_registry(entry_points=False, extra=(("balloons", balloons), ("gasbags", _Copy())))
    with pytest.raises(DuplicateContributionError, match=r"'Observation Balloon' is claimed by 'balloons' and 'gasbags'"):
        _ = cast("AllQuiet", registry.ruleset("aqmf")).catalogue


class _Copy:
    aqmf_register_unit_types = staticmethod(balloons.aqmf_register_unit_types)


def test_two_games_of_two_kinds_in_one_process() -> None:
    registry = load_registry(entry_points=False, extra=BOTH)
    cards, host = registry.ruleset("picket"), registry.ruleset("aqmf")
    alone = Session(cards, new_header(cards, picket.Setup(), seed=3, game="cards"))
    moves = (("south", 13), ("north", 12), ("north", 9))
    for side, card in moves:
        alone.submit(picket.Seal(side=side, card=card), side)
    beside = Session(cards, new_header(cards, picket.Setup(), seed=3, game="cards"))
    battle = Session(host, new_header(host, _balloon_scenario(host), seed=3, game="battle"))
    for side, card in moves:
        beside.submit(picket.Seal(side=side, card=card), side)
        _end_phase(battle)
    assert beside.entries == alone.entries


def test_a_question_that_rolls_on_for_ever_has_odds_with_a_gap() -> None:
    session = _session()
    assert session.questions(picket.Seal(side="south", card=13)) == ()  # nobody fires until both have chosen
    session.submit(picket.Seal(side="north", card=12), "north")
    (question,) = session.questions(picket.Seal(side="south", card=13))
    odds = question.odds()
    assert 0 < odds.missing < Fraction(1, 1000)
    assert sum(odds.values()) + odds.missing == 1
    with pytest.raises(EnumerationLimitError):
        changed(question, min_path=Fraction(0)).odds()


def test_seeded_dice_know_any_die() -> None:
    faces = [DiceTray(seeded(1, place)).draw(pick("card", ("ace", "king", "queen"))) for place in range(300)]
    assert set(faces) == {"ace", "king", "queen"}
