"""The two example games, as their authors would test them: rules by literal faces, conformance, games to the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from importlib import import_module
from itertools import permutations
from pathlib import Path
from typing import Any, cast

import dawn_duel.plugin
import night_mail.plugin
import pytest
from dawn_duel.game import DawnDuel
from dawn_duel.orders import Fire, Fly
from dawn_duel.rules import Aim, bearing, burst, flown, in_cone, strained, to_hit
from dawn_duel.state import Duel, aim
from night_mail.game import NightMail
from night_mail.orders import FlyOn, Land, Meet, TakeOff, TurnAside
from night_mail.rules import cards, full_deck, passed, shuffled, to_pass
from night_mail.state import PILOT, Mail

from aqmf_air.api import (
    Career,
    ChapterTold,
    Chronicled,
    Command,
    DataError,
    DiceTray,
    InWords,
    PlainEvent,
    Resolved,
    Session,
    Told,
    chances,
    load_registry,
    load_toml,
    new_header,
    recorded,
    replace,
)
from aqmf_air.conformance import CHECKS, Subject
from aqmf_air.core.play.chronicle import counted
from aqmf_air.core.play.verdict import verdict_of
from aqmf_air.errors import IllegalCommandError, NotUnderstoodError
from aqmf_air.plugins import kinds
from aqmf_air.web.board.board import board_of
from tests.plugins_on_disk.test_dawn_duel import other_orders

pytestmark = pytest.mark.filterwarnings("ignore::aqmf_air.conformance.NeverHappenedWarning")
PLUGINS = (("dawn_duel", dawn_duel.plugin), ("night_mail", night_mail.plugin))
REGISTRY = load_registry(builtin=False, entry_points=False, extra=PLUGINS)


def setup_of(game: Any, scenario: str, **rulings: Any) -> Any:
    return game.set_up(load_toml(REGISTRY.of(kinds.SCENARIOS, game.id)[scenario].path), scenario, rulings).setup


def started(ruleset: str, scenario: str, seed: int = 1, **rulings: Any) -> Session[Any]:
    game = REGISTRY.ruleset(ruleset)
    return Session(game, new_header(game, setup_of(game, scenario, **rulings), seed=seed, game="test"))


def duel(scenario: str = "even-match", **where: Any) -> Duel:
    """A duel with both aircraft set anew: ``blue={"at": (0, 2)}``."""
    game = cast("Duel", started("duel", scenario).state)
    for side, changes in where.items():
        game = game.changed(side, **changes)
    return game


# -- conformance ----------------------------------------------------------------------------------------------------------


def other_decks(state: Mail, player: str) -> Iterator[Mail]:
    """The same game to anybody: the cards lie in another order."""
    if len(set(state.deck)) > 1:
        yield replace(state, deck=tuple(reversed(state.deck)))


def no_orders(state: Any) -> Iterator[tuple[str, Command]]:
    yield "blue", Fly(side="red", order="cruise")
    yield "blue", Fly(side="blue", order="barrel-roll")
    yield "green", Fly(side="green", order="cruise")


def no_flight(state: Any) -> Iterator[tuple[str, Command]]:
    yield "pilot", Meet() if not state.hazard else Land()
    yield "passenger", TakeOff()


def subject(ruleset: str, scenario: str, **more: Any) -> Subject:
    def make() -> Any:
        return load_registry(builtin=False, entry_points=False, extra=PLUGINS).ruleset(ruleset)

    policies = tuple(REGISTRY.of(kinds.POLICIES, ruleset).values())
    drawn: dict[str, Any] = {"board": lambda game: board_of(game, REGISTRY)}
    return Subject(make, lambda game: setup_of(game, scenario), policies=policies, **drawn, **more)


SUBJECTS = {
    "two-seater": subject("duel", "photographs", seeds=(3,), commands=30, hidden=other_orders, refused=no_orders),
    "mail": subject("mail", "over-the-hills", seeds=(1, 2), hidden=other_decks, refused=no_flight),
}


@pytest.mark.further(every=3)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("name", SUBJECTS)
def test_an_example_game_conforms(name: str, check: Callable[[Subject], None]) -> None:
    check(SUBJECTS[name])


# -- Dawn Duel ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DUEL-1", "DUEL-9")
def test_orders_are_sealed_told_to_nobody_else_and_opened_together() -> None:
    session = started("duel", "even-match")
    game, before = cast("DawnDuel", session.ruleset), session.state
    first = session.submit(Fly(side="red", order="dash"), "red")
    assert isinstance(first, Resolved)
    told = {reader: game.tell(first.events[0], before, reader) for reader in ("blue", "red", "", None)}
    assert told == {
        None: told["red"],
        "red": "red seals an order: full throttle, 3 hexes",
        "blue": told[""],
        "": "red seals an order",
    }
    assert game.observe(session.state, "blue").sealed == game.observe(session.state, "").sealed == (("red", ""),)
    assert game.observe(session.state, "red").sealed == game.open_view(session.state).sealed == (("red", "dash"),)
    assert any("red has sealed an order" in line for line in game.summary(game.observe(session.state, "blue")))
    with pytest.raises(IllegalCommandError, match="red has sealed an order"):
        session.submit(Fly(side="red", order="cruise"), "red")
    second = session.submit(Fly(side="blue", order="cruise"), "blue")
    assert isinstance(second, Resolved)
    assert [event.reveals for event in second.events].count(True) == 1
    opened = next(event for event in second.events if event.reveals)
    assert opened.model_dump()["orders"] == (("blue", "cruise"), ("red", "dash"))  # by side, whoever was first
    assert session.state.sealed == ()
    assert session.state.waited_for == session.state.acting
    assert [session.state.of(side).at for side in ("blue", "red")] == [(-1, 2), (2, -1)]


@pytest.mark.rule("DUEL-2")
def test_a_path_is_flown_step_by_step() -> None:
    assert flown((0, 0), 0, "FRF") == [((0, 0), 0), ((0, -1), 0), ((0, -1), 1), ((1, -2), 1)]
    assert flown((0, 0), 2, "FLLL")[-1] == ((1, 0), 5)
    assert bearing((0, 0), 0, (0, 2)) == "behind"


@pytest.mark.rule("DUEL-3")
def test_violent_manoeuvres_strain_the_wings(dice: Callable[..., DiceTray]) -> None:
    assert strained(dice([2]), 2, "blue") == 1
    assert strained(dice([3]), 2, "blue") == 0
    assert strained(dice(), 0, "blue") == 0
    game = started("duel", "even-match").ruleset
    state = replace(duel(), sealed=(("red", "cruise"),))
    (question,) = game.questions(state, Fly(side="blue", order="half-loop"))
    assert question.odds().of(1) == Fraction(1, 3)
    assert game.spell(question.targets[0]) == "2 or less"


def fought(state: Duel, blue: str, red: str, *faces: tuple[int, ...]) -> Duel:
    """What comes of a state in which both seal an order of the stage."""
    game, order = started("duel", "even-match").ruleset, Fly if state.phase == "fly" else Fire
    for side, what in (("blue", blue), ("red", red)):
        if side in state.acting:
            command = order(side=side, order=what)  # type: ignore[arg-type]
            assert not game.objections(state, command, side)
            for event in game.decide(state, command, DiceTray(recorded(() if len(state.waited_for) > 1 else faces))):
                state = game.evolve(state, event)
    return state


@pytest.mark.rule("DUEL-4", "DUEL-10")
def test_over_the_edge_is_out_and_the_last_in_the_air_has_won() -> None:
    edge = duel(blue={"at": (0, -6)}, red={"at": (0, 3)})
    assert fought(edge, "cruise", "cruise").winner == "red"
    assert fought(edge.changed("red", at=(0, 6)), "cruise", "cruise").winner == "draw"
    shot_up = replace(duel(blue={"at": (0, 1), "lost": 5}, red={"at": (0, -1), "lost": 5}), phase="fire")
    assert fought(shot_up, "short", "short", (5, 1), (7, 1), (11,)).winner == "red"  # 6 and more hits at two hexes
    assert fought(shot_up, "short", "short", (5, 6), (1,), (7, 1), (11,)).winner == "draw"


@pytest.mark.rule("DUEL-5")
def test_guns_reach_four_hexes_ahead_and_a_rear_gun_behind() -> None:
    reached = [(q, r) for q in range(-5, 6) for r in range(-5, 6) if in_cone((0, 0), 0, (q, r))]
    assert Counter(max(abs(q), abs(r), abs(q + r)) for q, r in reached) == {1: 1, 2: 3, 3: 3, 4: 5}
    both = duel("photographs", blue={"at": (0, 0), "heading": 0}, red={"at": (0, 2), "heading": 0})
    assert aim(both, "blue") == Aim(2, 1, from_behind=False)
    assert aim(both, "red") == Aim(2, 2, from_behind=True)
    assert aim(both.changed("red", at=(0, 0)), "red") is None
    assert aim(both.changed("red", rounds=0), "red") is None


@pytest.mark.rule("DUEL-6", "DUEL-7")
def test_a_burst_by_literal_faces_and_its_odds(dice: Callable[..., DiceTray]) -> None:
    assert to_hit(Aim(3, 2)).total == 7
    assert to_hit(Aim(1, 2, from_behind=True)).total == 4
    assert burst(dice([4, 5, 8, 1], [11, 10]), 5, 2, "long", "blue") == 3
    assert burst(dice([4, 3]), 5, 2, "short", "blue") == 0
    odds = chances(burst, 5, 2, "short", "blue")
    assert odds.of(0) == Fraction(1, 4)
    assert odds.of(4) == Fraction(1, 4) * Fraction(1, 36)
    state = replace(duel(blue={"at": (0, 1), "rounds": 1}, red={"at": (0, -1)}), phase="fire")
    game = started("duel", "even-match").ruleset
    assert [offer.title for offer in game.legal(state, "blue")] == ["fire a short burst", "hold fire"]
    (question,) = game.questions(state, Fire(side="blue", order="short"))
    assert question.later
    assert question.odds() == chances(burst, 6, 2, "short", "blue")


@pytest.mark.rule("DUEL-8")
def test_a_cloud_spoils_the_aim_or_hides() -> None:
    game = duel(blue={"at": (-2, 2)}, red={"at": (-2, 0)})
    found = aim(game, "blue")
    assert found == Aim(2, 2, in_cloud=True)
    assert [str(one) for one in to_hit(found).modifiers] == ["+1 2 hexes (DUEL-6)", "+2 in a cloud (DUEL-8)"]
    hiding = started("duel", "even-match", clouds="hide").state.setup
    assert aim(replace(game, setup=hiding), "blue") is None


@pytest.mark.rule("DUEL-11")
def test_when_the_time_is_up() -> None:
    last = replace(duel(red={"lost": 1, "at": (-5, 0)}), turn=10)
    assert fought(last, "cruise", "cruise").winner == "blue"
    assert fought(last.changed("blue", lost=1), "cruise", "cruise").winner == "draw"
    held = duel("photographs", red={"at": (-5, 0)})
    assert fought(replace(held, turn=held.setup.turns), "slow", "cruise").winner == "blue"


def test_a_scenario_that_is_wrong_is_refused_in_a_line() -> None:
    game = REGISTRY.ruleset("duel")
    file = load_toml(REGISTRY.of(kinds.SCENARIOS, "duel")["even-match"].path)
    for changes, said in (
        ({"title": 3}, "mine: 'title': expected text, got 3"),
        ({"turn": 4}, "mine: unknown key 'turn'"),
        ({"rulings": {"cloud": "hide"}}, "mine: unknown ruling 'cloud'; did you mean clouds?"),
        (
            {"aircraft": [{**file["aircraft"][0], "type": "Zeppelin"}, file["aircraft"][1]]},
            "expected one of Scout, Two-seater",
        ),
    ):
        with pytest.raises(DataError, match=said.replace("?", r"\?")):
            game.set_up({**file, **changes}, "mine", {})


# -- Night Mail -----------------------------------------------------------------------------------------------------------


def in_the_air(*cards_next: str, **changes: Any) -> Mail:
    """A first night with these cards next in the deck."""
    start = cast("Mail", started("mail", "over-the-hills").state)
    return replace(start, night=1, flying=True, fuel=start.setup.fuel, deck=cards_next, **changes)


def flies(state: Mail, *orders: tuple[Any, tuple[tuple[int, ...], ...]]) -> Mail:
    game = REGISTRY.ruleset("mail")
    for command, faces in orders:
        assert not game.objections(state, command, "pilot")
        for event in game.decide(state, command, DiceTray(recorded(faces))):
            state = game.evolve(state, event)
    return state


@pytest.mark.rule("MAIL-1")
def test_the_deck_is_shuffled_where_nobody_looks() -> None:
    session = started("mail", "over-the-hills")
    done = session.submit(TakeOff(), "pilot")
    assert isinstance(done, Resolved)
    assert len(done.entry.rolls) == len(full_deck()) == 20
    assert all(roll.secret for roll in done.entry.rolls)
    assert sorted(session.state.deck) == sorted(full_deck())
    assert cast("Mail", session.ruleset.observe(session.state, "pilot")).deck == ()
    orders = chances(shuffled, ("ice", "haze", "clear"))
    assert dict(orders) == dict.fromkeys(permutations(("ice", "haze", "clear")), Fraction(1, 6))


@pytest.mark.rule("MAIL-2")
def test_a_quiet_stretch_is_flown_without_a_roll() -> None:
    after = flies(in_the_air("clear", "ice"), (FlyOn(), ()))
    assert (after.miles, after.fuel, after.drawn, after.hazard) == (3, 7, ("clear",), "")
    assert flies(after, (FlyOn(), ())).hazard == "ice"


@pytest.mark.rule("MAIL-3", "MAIL-4", "MAIL-5")
def test_a_hazard_is_met_or_flown_around() -> None:
    before = in_the_air("ice", hazard="ice")
    assert flies(before, (Meet(), ((3, 5),))).miles == 3
    hurt = flies(before, (Meet(), ((3, 4),)))
    assert (hurt.miles, hurt.damage) == (0, 2)
    lit = flies(before, (Meet(flare=True), ((2, 3),)))
    assert (lit.miles, lit.flares) == (3, 1)
    assert flies(before, (TurnAside(), ())).fuel == 7
    assert chances(passed, to_pass(cards()["ice"], 3).total).of(True) == Fraction(30, 36)
    game = REGISTRY.ruleset("mail")
    assert not any(getattr(offer.command, "flare", False) for offer in game.legal(replace(before, flares=0), "pilot"))


@pytest.mark.rule("MAIL-6", "MAIL-7", "MAIL-8")
def test_how_nights_and_the_game_end() -> None:
    landed = flies(in_the_air("clear", miles=9, damage=2), (Land(), ()))
    assert (landed.kept, landed.flying, landed.winner) == (9, False, "")
    again = flies(landed, (TakeOff(), [(card,) for card in full_deck()]))  # type: ignore[arg-type]
    assert (again.night, again.damage, again.fuel) == (2, 1, 8)
    dry = flies(replace(in_the_air("clear"), fuel=1, miles=4), (FlyOn(), ()))
    assert (dry.flying, dry.kept) == (False, 3)  # 7 miles, half of them
    assert flies(in_the_air(hazard="ridge", damage=3), (Meet(), ((1, 1),))).winner == "draw"
    assert flies(in_the_air(miles=30), (Land(), ())).winner == "pilot"
    assert flies(replace(in_the_air(miles=5), night=3), (Land(), ())).winner == "draw"


# -- both -----------------------------------------------------------------------------------------------------------------


def automatic(session: Session[Any]) -> Session[Any]:
    """The game played to its end by its automatic player."""
    (policy,) = REGISTRY.of(kinds.POLICIES, session.ruleset.id).values()
    while session.ruleset.over(session.state) is None:
        side = next(one for one in session.ruleset.players(session.state) if session.ruleset.legal(session.state, one))
        chosen = policy.choose(session.ruleset, session.state, side)
        assert chosen is not None
        session.submit(chosen, side)
    return session


@pytest.mark.further(every=3)
@pytest.mark.parametrize("scenario", ["duel:even-match", "duel:photographs", "mail:over-the-hills", "mail:one-night"])
def test_the_automatic_players_play_to_an_end_and_either_side_can_win(scenario: str) -> None:
    ruleset, _, name = scenario.partition(":")
    ended = [automatic(started(ruleset, name, seed)) for seed in range(8)]
    ends = {session.state.winner for session in ended}
    assert len(ends) > 1, ends
    verdicts = [verdict_of(session.ruleset, session.state) for session in ended]
    assert all(end and end.why for end in verdicts)


class Logbook(NightMail, Chronicled):
    """Night Mail with a chronicle of its nights, as a game with chapters gets one from the api."""

    def chronicle(self, setup: Any, events: Iterable[PlainEvent]) -> Told:
        nights: dict[int, list[str]] = {}
        state = self.initial(setup)
        for event in events:
            before, state = state, self.evolve(state, event)
            nights.setdefault(state.night, []).append(self.tell(event, before))
        chapters = tuple(ChapterTold(f"Night {night}", lines=tuple(filter(None, told))) for night, told in nights.items())
        pilot = Career((PILOT, str(len(nights))), gone=bool(state.winner))
        return Told(self.title, self.summary(self.observe(state, "")), chapters, "Pilots", ("Pilot", "Nights"), (pilot,))


def test_a_game_of_chapters_has_a_chronicle_from_the_api() -> None:
    session = automatic(started("mail", "over-the-hills", seed=3))
    logbook = Logbook(REGISTRY)
    lines = list(logbook.chronicle(session.header.setup, counted(session.entries)).lines())
    assert lines[0] == "Night Mail"
    assert [line for line in lines if line.startswith("Night ") and line != lines[0]] == [
        f"Night {night}" for night in range(1, session.state.night + 1)
    ]
    assert lines[-1].split() == [PILOT, str(session.state.night)]


def in_words(session: Session[Any], side: str, text: str) -> Command:
    ruleset = cast("InWords", session.ruleset)
    found = ruleset.order_from_words(session.state, text, side)
    told = ruleset.order_in_words(session.state, found, side)
    assert ruleset.order_from_words(session.state, told, side) == found
    return found


def test_orders_are_typed_in_words() -> None:
    mail, flown = started("mail", "one-night"), started("duel", "even-match")
    assert in_words(mail, "pilot", "take off") == TakeOff()
    assert in_words(mail, "pilot", "go through with a flare") == Meet(flare=True)
    assert in_words(mail, "pilot", "fly through it") == Meet()
    known = flown.state.of("blue").profile.manoeuvres
    for one in known:
        assert in_words(flown, "blue", f"fly {one.title}") == Fly(side="blue", order=one.id)
    assert in_words(flown, "blue", "long burst") == Fire(side="blue", order="long")
    with pytest.raises(NotUnderstoodError, match="a manoeuvre"):
        in_words(flown, "blue", "loop")


@pytest.mark.parametrize("name", [name for name, _ in PLUGINS])
def test_a_built_package_has_the_game_in_it(name: str) -> None:
    """Its name in the package index is another one than that of its folder, which a build would not find by itself."""
    folder = Path(__file__).parent / name
    said = load_toml(folder / "pyproject.toml")
    packed = [folder / one for one in said["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]]
    for module in said["project"]["entry-points"]["aqmf_air"].values():
        assert any(Path(str(import_module(module).__file__)).is_relative_to(one) for one in packed)
