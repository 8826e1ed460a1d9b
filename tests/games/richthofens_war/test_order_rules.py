"""The game and its options, who moves when, who tails whom: BASE, INIT, TAIL, MOVE, BAL, and rulings on them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.chance import chances
from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.core.dice.sources import seeded
from aqmf_air.core.play.rulings import describe
from aqmf_air.games.richthofens_war.chapters import aircraft_sheet, initiative, sights, tailing
from aqmf_air.games.richthofens_war.chapters.initiative import (
    ChooseTied,
    MovingGroup,
    Roller,
    Rolling,
    groups,
    order_set,
    rolling,
)
from aqmf_air.games.richthofens_war.chapters.sights import HexPlace
from aqmf_air.games.richthofens_war.chapters.tailing import AnnounceTails, Party, rolls_with_tries, row_of_try, tailing_party
from aqmf_air.games.richthofens_war.sequence import RichthofenRulings
from aqmf_air.games.richthofens_war.state import Airman, Game, Tail
from aqmf_air.games.richthofens_war.ui import queries
from aqmf_air.geometry.hexes.grid import Hex
from aqmf_air.plugins.registry import load_registry
from tests.games.richthofens_war.field import CAMEL, D_VII, DEFAULT, TABLES, a_game, flown, one, ruled, type_

F = Fraction
REGISTRY = load_registry(entry_points=False)
ACE, DOUBLE_ACE, NOVICE = Airman(victories=F(5)), Airman(victories=F(20)), Airman(novice=True)


def added(facts: Rolling, rulings: RichthofenRulings = DEFAULT) -> dict[str, int]:
    return {each.source[3:]: each.value for each in initiative.initiative_modifiers(facts, TABLES, rulings)}


# -- the game ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RW-BASE-2")
def test_ace_status_special_aircraft_and_deflection_are_no_options() -> None:
    off = {each.name for each in describe(DEFAULT) if {value for value, _ in each.choices} & {"off"}}
    assert off == {
        "continued_movement",
        "special_maneuvers",
        "wind",
        "fe2b_rear_gun",
        "archie",
        "own_archie",
        "observer_wounds",
    }
    assert TABLES.deflection.at("normal").change[2] < 0


@pytest.mark.rule("RW-BASE-4")
def test_what_is_left_to_the_players_is_a_ruling() -> None:
    assert {each.name: each.value for each in describe(DEFAULT) if each.rule == "RW-BASE-4"} == {
        "wind": "off", "fe2b_rear_gun": "off", "observer_wounds": "off"
    }  # fmt: skip
    chosen = ruled(
        wind="house", continued_movement="off", special_maneuvers="house-chart", archie="on", observer_wounds="on"
    )
    assert chosen.capture_wind == "no-roll"


@pytest.mark.rule("RW-BASE-3")
def test_f_and_g_are_auxiliary_aircraft_and_g_are_large_bombers() -> None:
    heavy = [each for each in TABLES.aircraft if each.bomber]
    assert {each.name for each in heavy} == {"Gotha G-IV", "Handley-Page O/400"}
    assert all(each.auxiliary for each in TABLES.aircraft if each.schedule in ("F", "G"))
    assert type_("Voisin III").schedule == "F"
    assert not type_(CAMEL).auxiliary


# -- initiative --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RW-INIT-3", "RW-INIT-4", "RW-INIT-5", "RW-INIT-9")
def test_height_and_skill_are_added() -> None:
    camel = type_(CAMEL)
    assert added(Rolling(camel, 2799, 2600)) == {}
    assert added(Rolling(camel, 2800, 2600, "ace")) == {"INIT-3": 1, "INIT-4": 1}
    assert added(Rolling(camel, 2600, 2600, "double-ace")) == {"INIT-5": 2}
    assert added(Rolling(camel, 2600, 2600, "double-ace"), ruled(ace_levels="add")) == {"INIT-5": 3}
    assert added(Rolling(camel, 2600, 2600, "novice")) == {"INIT-9": -1}
    assert added(Rolling(camel, 2700, 2600), ruled(altitude_steps="nearest")) == {"INIT-3": 1}
    assert added(Rolling(camel, 2650, 2600), ruled(altitude_steps="nearest")) == {}
    early = Rolling(camel, 3000, 2600, first_turn=True)
    assert (added(early), added(early, ruled(first_turn_height="no-modifier"))) == ({"INIT-3": 2}, {})


@pytest.mark.rule("RW-INIT-6", "RW-INIT-7", "RW-INIT-8", "RW-INIT-10")
def test_two_seaters_and_f_schedules_have_less() -> None:
    def less(name: str, date: str = "", **chosen: Any) -> dict[str, int]:
        return added(Rolling(type_(name), 2000, 2000, "", date), ruled(**chosen))

    assert less("RE-8") == {"INIT-6": -1}
    assert less("Voisin III") == {"INIT-6": -1, "INIT-10": -2}
    for name in ("Bristol F2A", "Bristol F2B", "Hannover CL-III, CL-IIIa", "Halberstadt CL-II", "Halberstadt CL-IV"):
        assert less(name) == {}
    for name in ("Sopwith 1 1/2 Strutter", "Nieuport 12"):
        assert (less(name, "1916-10"), less(name, "1916-11"), less(name)) == ({}, {"INIT-6": -1}, {"INIT-6": -1})
        assert less(name, undated_scenario="exception") == {}
    for name in ("Vickers FB-5", "FE-2b"):
        assert (less(name), less(name, gunbus_crew="no")) == ({"INIT-6": -1}, {})
    assert less("RE-8", gunbus_crew="no") == {"INIT-6": -1}


@pytest.mark.rule("RW-INIT-3", "RW-INIT-14")
def test_the_lowest_is_looked_for_without_balloons_gliders_and_bombers_by_the_heights_before_the_move() -> None:
    own = one("own", CAMEL, "allied", 10, 10, 0, height=3000)
    foe = one("foe", D_VII, "german", 20, 10, 3, height=2600)
    friend = one("friend", CAMEL, "allied", 12, 10, 0, height=2200)
    glider = one("glider", D_VII, "german", 20, 12, 3, height=500, gliding=True)
    gotha = one("gotha", "Gotha G-IV", "german", 20, 14, 3, height=1000)
    game = a_game(own, foe, friend, glider, gotha)
    assert (rolling(game, own).height, rolling(game, own).lowest) == (3000, 2200)
    assert rolling(replace(game, setup=replace(game.setup, rulings=ruled(lowest_of="enemy-only"))), own).lowest == 2600
    assert rolling(a_game(own, glider), own).lowest == 3000


@pytest.mark.rule("RW-INIT-12", "RW-INIT-13")
def test_friends_of_one_player_who_tie_stand_together_those_of_two_roll(dice: Any) -> None:
    mine, yours = Roller("a", "allied", "ann"), Roller("b", "allied", "ben")
    assert initiative.clusters(dice(), {mine: 7, replace_owner(yours, "ann"): 7}, DEFAULT) == (("a", "b"),)
    assert initiative.clusters(dice((5,), (2,)), {mine: 7, yours: 7}, DEFAULT) == (("b",), ("a",))
    higher = Roller("c", "german")
    assert initiative.clusters(dice(), {higher: 8, mine: 7, replace_owner(yours, "ann"): 7}, DEFAULT) == (
        ("a", "b"),
        ("c",),
    )


def replace_owner(roller: Roller, owner: str) -> Roller:
    return Roller(roller.id, roller.side, owner, roller.name)


@pytest.mark.rule("RW-INIT-11")
def test_ties_are_broken_as_ruled(dice: Any) -> None:
    tied = {Roller("a", "allied"): 7, Roller("b", "allied"): 7, Roller("g", "german"): 7}
    parted = initiative.clusters
    assert parted(dice((3,), (3,), (3,), (1,), (2,), (5,)), tied, DEFAULT) == (("a",), ("b",), ("g",))
    assert parted(dice((1,), (3,), (3,), (4,), (2,)), tied, DEFAULT) == (("a",), ("g",), ("b",))
    again = ruled(tie_again="all-tied")
    assert parted(dice((1,), (3,), (3,), (6,), (2,), (4,)), tied, again) == (("b",), ("g",), ("a",))
    kept = ruled(tie_again="keep-last-turns-order")
    assert parted(dice((1,), (3,), (3,)), tied, kept, ("g", "b", "a")) == (("a",), ("g",), ("b",))
    assert parted(dice((4,), (2,)), tied, ruled(tie_mixed="one-die-a-side")) == (("g",), ("a", "b"))


# -- the order of moves ------------------------------------------------------------------------------------------------


@pytest.mark.rule("RW-MOVE-4")
def test_gliders_and_bombers_settle_their_order_by_dice_among_themselves(dice: Any) -> None:
    both = (Roller("a", "allied"), Roller("b", "german"))
    assert initiative.early_order(dice((4,), (4,), (5,), (2,)), both, DEFAULT) == ("b", "a")
    assert initiative.early_order(dice((4, 1), (1, 1)), both, ruled(early_order_die="two-dice")) == ("b", "a")
    assert initiative.early_order(dice(), both[:1], DEFAULT) == ("a",)


def rolled(game: Game, dice: Any, *faces: tuple[int, ...], tries: tuple[Tail, ...] = ()) -> Game:
    """A game after its dice for the order of moves."""
    for event in rolls_with_tries(game, tries, dice(*faces)):
        game = event.apply(game)
    return order_set(game).apply(game)


@pytest.mark.rule("RW-MOVE-1", "RW-MOVE-3", "RW-MOVE-4", "RW-BAL-4", "RW-INIT-1", "RW-INIT-2")
def test_gliders_then_bombers_then_the_rest_from_the_lowest_total(dice: Any) -> None:
    glider = one("glider", CAMEL, "allied", 1, 1, 0, gliding=True)
    gotha = one("gotha", "Gotha G-IV", "german", 30, 10, 3)
    camels = [one(name, CAMEL, "allied", at, 10, 0) for at, name in ((3, "x"), (5, "y"))]
    game = a_game(*camels, one("foe", D_VII, "german", 20, 1, 3), gotha, glider)
    found = rolled(game, dice, (1, 2), (5, 5), (3, 3))
    assert found.order == ("glider", "gotha", "x", "foe", "y")
    assert dict(found.totals) == {"x": 3, "y": 10, "foe": 6}
    gliding_gotha = replace(gotha, gliding=True)
    both = (replace(game, aircraft=(camels[0], glider, gliding_gotha)), dice)
    assert rolled(*both, (6,), (2,), (3, 3)).order[:2] == ("gotha", "glider")
    ruled_g = replace(both[0], setup=replace(game.setup, rulings=ruled(gliding_g="g")))
    assert rolled(ruled_g, dice, (3, 3)).order[:2] == ("glider", "gotha")


@pytest.mark.rule("RW-BAL-1", "RW-BAL-5")
def test_the_balance_as_ruled() -> None:
    def order(names: str, run: tuple[str, int] = ("", 0), **chosen: Any) -> str:
        members = [MovingGroup(tuple(name.split("+")), name[0]) for name in names.split()]
        return " ".join("+".join(each.members) for each in initiative.balanced(members, TABLES, ruled(**chosen), run))

    assert order("A1 A2 G1", ("A", 2)) == "A1 A2 G1"
    assert order("A1 A2 G1", ("A", 2), balance_start="carry-over") == "G1 A1 A2"
    assert order("A1 A2 A3+G9 G1") == "A1 A2 G1 A3+G9"
    assert order("A1 A2 A3+G9 A4 G1", balance_group="not-counted") == "A1 A2 A3+G9 G1 A4"


# -- tailing -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RW-TAIL-1")
def test_who_is_behind_whom() -> None:
    target = HexPlace(Hex(0, 0), 0, 2000)

    def may(at: Hex, facing: int = 0, height: int = 2000, **chosen: Any) -> bool:
        return sights.in_position(HexPlace(at, facing, height), target, TABLES, ruled(**chosen))

    assert may(Hex(-8, 0))
    assert not any((may(Hex(-9, 0)), may(Hex(3, 0)), may(Hex(-3, 0), 1), may(Hex(-3, 1)), may(Hex(0, 0), height=2050)))
    assert may(Hex(-3, 1), tail_row="rear-60-degrees")
    assert not may(Hex(3, -1), tail_row="rear-60-degrees")
    assert may(Hex(0, 0), height=2050, tail_same_hex="yes-if-50m")
    assert not may(Hex(0, 0), height=2100, tail_same_hex="yes-if-50m")
    assert not may(Hex(-9, 0), tail_range="larger-of-both")
    assert [may(Hex(-7, 0), height=2100, tail_range=how) for how in ("sum", "larger-of-both", "map-only")] == [
        False,
        True,
        True,
    ]


@pytest.mark.rule("RW-TAIL-7", "RW-TAIL-9", "RW-TAIL-10", "RW-TAIL-11")
def test_rows_as_ruled() -> None:
    def row(own: Party, other: Party, others: str = "", **chosen: Any) -> int:
        return tailing.row_of(own, other, TABLES, ruled(**chosen), tuple(others))[0]  # type: ignore[arg-type]

    camel, re8 = Party(type_(CAMEL), "C"), Party(type_("RE-8"), "C")
    assert (row(camel, re8), row(re8, camel)) == (2, -2)
    assert (row(camel, re8, "D"), row(camel, re8, "D", tail_same_schedule="pair")) == (0, 2)
    assert row(camel, re8, tail_whose_status="tailer-only") == 1
    gotha = Party(type_("Gotha G-IV"), "G")
    plain = Party(type_("SE-5a"), "G")
    assert [row(plain, gotha, tail_plus_two=how) for how in ("one-row", "two-rows", "none")] == [1, 2, 0]
    best, worst = Party(type_("SE-5a"), "E", "ace"), Party(type_("SE-5a"), "A", "double-ace")
    assert (row(best, worst), row(best, worst, tail_shift_sum="clamp-each")) == (4, 3)
    assert row(Party(type_("SE-5a"), "A", "novice"), Party(type_("SE-5a"), "E", "double-ace")) == -4


@pytest.mark.rule("RW-BOMB-4", "RW-TAIL-11", "RW-TAIL-12")
def test_with_bombs_aboard_no_silhouette_helps_in_tailing() -> None:
    """Every type, loaded and not, both as who tails and as who is tailed: never better than 0, all others unchanged."""
    types = [kind for kind in TABLES.aircraft if kind.schedule not in ("F", "G")]
    assert sum(kind.silhouette < 0 for kind in types) > 5
    for kind in types:
        other = Party(type_("SE-5a"), kind.schedule)
        for loaded in (False, True):
            size = kind.silhouette + (kind.name in ("DH-2", "Vickers FB-5", "FE-2b"))
            size = max(size, 0) if loaded else size
            party = Party(kind, kind.schedule, loaded=loaded)
            assert tailing.row_of(party, other, TABLES, DEFAULT)[0] == -size, (kind.name, loaded)
            assert tailing.row_of(other, party, TABLES, DEFAULT)[0] == size, (kind.name, loaded)


@pytest.mark.rule("RW-BOMB-3", "RW-BOMB-4", "RW-TAIL-8")
@pytest.mark.parametrize(
    ("tailer", "target", "loaded", "chance"),
    [(CAMEL, D_VII, "tailer", 27), ("Fokker D-VIII", CAMEL, "target", 29), ("Fokker D-VIII", D_VII, "", 29)],
)
def test_a_loaded_fighter_in_tries_to_tail_of_a_game_and_of_the_odds(
    tailer: str, target: str, loaded: str, chance: int
) -> None:
    own = one("tailer", tailer, "allied", 10, 10, 0, loaded=loaded == "tailer")
    enemy = one("target", target, "german", 12, 10, 0, loaded=loaded == "target")
    row, _ = row_of_try(a_game(own, enemy), Tail(tailer="tailer", target="target"), ())
    assert chances(tailing.tail_try, row, TABLES).of(True) == F(chance, 36)
    pairs = {"loaded": "yes"} if loaded == "tailer" else {"target-loaded": "yes"} if loaded else {}
    answer = queries.Tail.read({"tailer": tailer, "target": target, **pairs}).ask(lambda: REGISTRY.ruleset("richthofen"))
    assert answer.document()["outcomes"]["exact"]["success"] == str(F(chance, 36))


@pytest.mark.rule("RW-TAIL-6")
def test_f_and_g_never_tail_and_what_may_be_tailed_is_ruled() -> None:
    def tries(name: str, target: Any, **chosen: Any) -> int:
        own = one("own", name, "german", 10, 10, 0)
        return len(a_game(own, target, rulings=ruled(**chosen)).tries_of("german"))

    camel = one("camel", CAMEL, "allied", 12, 10, 0)
    assert [tries(name, camel) for name in (D_VII, "Voisin III", "Gotha G-IV")] == [1, 0, 0]
    heavy = one("hp", "Handley-Page O/400", "allied", 12, 10, 0)
    assert [tries(D_VII, heavy), tries(D_VII, heavy, tail_g="never"), tries(D_VII, heavy, tail_glider="never")] == [1, 0, 0]
    glider = replace(camel, gliding=True)
    assert [tries(D_VII, glider), tries(D_VII, glider, tail_glider="never")] == [1, 0]


@pytest.mark.rule("RW-SPEC-24")
def test_the_schedule_in_force_and_who_flies_count_in_tailing() -> None:
    dh4 = one("dh4", "DH-4", "allied", 10, 10, 0, flown_by="observer")
    game = a_game(dh4)
    party = tailing_party(game, dh4)
    assert (party.schedule, party.status) == ("A", "novice")
    assert tailing_party(a_game(dh4, rulings=ruled(tail_schedule_used="printed")), dh4).schedule == "B"
    assert tailing_party(a_game(dh4, rulings=ruled(tail_dual_controls="no")), dh4).status == ""


BEHIND = Tail(tailer="own", target="camel")


def chase(**more: Any) -> Game:
    own = one("own", D_VII, "german", 10, 10, 0, crew=(ACE,))
    camel = one("camel", CAMEL, "allied", 12, 10, 0, height=2000, crew=(DOUBLE_ACE,))
    return a_game(own, camel, one("other", D_VII, "german", 30, 10, 3), **more)


@pytest.mark.rule("RW-TAIL-13", "RW-TAIL-14", "RW-TMOVE-1", "RW-TAIL-2")
def test_who_tails_moves_after_its_target_in_one_unit_with_the_targets_modifiers(dice: Any) -> None:
    found = rolled(chase(), dice, (1, 1), (2, 2), (5, 5), tries=(BEHIND,))
    assert found.tails == (BEHIND,)
    assert dict(found.totals) == {"camel": 6, "other": 10}  # 4 and the double ace's 2; the tailer has no roll
    assert found.order == ("camel", "own", "other")


@pytest.mark.rule("RW-TAIL-15")
def test_who_fails_rolls_for_himself(dice: Any) -> None:
    found = rolled(chase(), dice, (6, 6), (1, 1), (2, 2), (5, 5), tries=(BEHIND,))
    assert (found.tails, found.tried) == ((), (BEHIND,))
    assert dict(found.totals) == {"own": 3, "camel": 6, "other": 10}


def test_groups_and_tries_as_ruled(dice: Any) -> None:
    all_tried = chase(rulings=ruled(tail_group_roll="target-and-all-who-tried"))
    assert dict(rolled(all_tried, dice, (6, 6), (2, 2), (5, 5), (3,), (4,), tries=(BEHIND,)).totals)["own"] == 6
    later = chase(rulings=ruled(tail_when_rolled="after-group-roll"))
    assert dict(rolled(later, dice, (2, 2), (1, 1), (5, 5), tries=(BEHIND,)).totals) == {"camel": 6, "other": 10}


@pytest.mark.rule("RW-TAIL-11")
def test_all_who_try_share_the_schedule_or_no_silhouette_shifts() -> None:
    camel = one("camel", CAMEL, "allied", 12, 10, 0)
    dr1, d7 = one("dr1", "Fokker Dr-I", "german", 11, 10, 0), one("d7", D_VII, "german", 10, 10, 0)
    game = a_game(camel, dr1, d7)
    first, second = Tail(tailer="dr1", target="camel"), Tail(tailer="d7", target="camel")
    assert len(row_of_try(game, first, (first,))[1]) == 2
    assert row_of_try(game, first, (first, second))[1] == ()
    assert groups(game, (first, second)) == (("camel", "dr1", "d7"),)


# -- skill and schedules -----------------------------------------------------------------------------------------------


@pytest.mark.rule("RW-ACE-1", "RW-INIT-4", "RW-INIT-5")
def test_victories_make_an_ace_and_a_double_ace() -> None:
    made = [aircraft_sheet.status_of(F(count), False, TABLES) for count in (4, 5, 19, 20)]
    assert made == ["", "ace", "ace", "double-ace"]
    assert aircraft_sheet.status_of(F(30), True, TABLES) == "novice"


@pytest.mark.rule("RW-NOV-1", "RW-NOV-2")
def test_a_novice_is_one_in_initiative_and_in_tailing() -> None:
    camel = one("camel", CAMEL, "allied", 12, 10, 0, crew=(NOVICE,))
    game = a_game(camel)
    assert (rolling(game, camel).status, tailing_party(game, camel).status) == ("novice", "novice")
    assert added(rolling(game, camel)) == {"INIT-9": -1}


@pytest.mark.rule("RW-NOV-6")
def test_a_novice_becomes_a_regular() -> None:
    def stays(gained: Fraction, missions: int, **chosen: Any) -> bool:
        return aircraft_sheet.still_novice(True, gained, missions, TABLES, ruled(**chosen))

    assert [stays(F(0), missions) for missions in (3, 4)] == [True, False]
    assert [stays(gained, 0) for gained in (F(1), F(1, 2))] == [False, False]
    assert stays(F(1, 2), 0, novice_by_share="whole-only")
    assert not aircraft_sheet.still_novice(False, F(0), 0, TABLES, DEFAULT)


@pytest.mark.rule("RW-BOMB-3", "RW-SPEC-24")
def test_schedules_in_force() -> None:
    assert flown(CAMEL, schedule_lost=1).schedule == "D"
    assert flown("Fokker E-III", schedule_lost=3).schedule == "A"
    assert flown("Fokker E-III", loaded=True).schedule == "B"
    assert flown("SE-5a", loaded=True).schedule == "B"
    assert flown("SE-5a", loaded=True, schedule_lost=1).schedule == "B"
    assert flown("DH-4", loaded=True).schedule == "B"
    assert flown("DH-4", at_dual_controls=True).schedule == "A"
    assert flown("Gotha G-IV", schedule_lost=2).schedule == "G"
    assert [aircraft_sheet.rank(each, TABLES, DEFAULT) for each in "GFABE"] == [-1, 0, 1, 2, 5]  # type: ignore[arg-type]
    assert [aircraft_sheet.rank(each, TABLES, ruled(schedule_rank_fg="equal-to-A")) for each in ("G", "F")] == [1, 1]


def test_half_of_all_duels_of_initiative_are_won() -> None:
    assert chances(initiative.moves_later, -5)[True] == 1 - F(599, 648)


@pytest.mark.rule("RW-TAIL-2", "RW-TAIL-5")
def test_two_at_most_try_to_tail_one_enemy_and_only_before_initiative() -> None:
    camel = one("camel", CAMEL, "allied", 12, 10, 0)
    three = [one(name, D_VII, "german", at, 10, 0) for at, name in ((9, "x"), (10, "y"), (11, "z"))]

    def against(order: str, phase: str = "tailing") -> list[str]:
        game = a_game(*three, camel, phase=phase)
        return [each.rule for each in AnnounceTails(side="german", order=order).objections(game, "german", REGISTRY)]

    assert against("x|camel;y|camel") == []
    assert against("x|camel;y|camel;z|camel") == ["RW-TAIL-5"]
    assert against("x|camel", "initiative") == ["RW-TAIL-2"]


@pytest.mark.rule("RW-INIT-12")
def test_an_owner_orders_his_aircraft_that_tie() -> None:
    pair = [one(name, CAMEL, "allied", at, 10, 0) for at, name in ((3, "x"), (5, "y"))]
    game = a_game(*pair, one("foe", D_VII, "german", 20, 1, 3), phase="ties", clusters=(("x", "y"), ("foe",)))
    choice = ChooseTied(first="y")
    assert list(choice.objections(game, "allied", REGISTRY)) == []
    assert [each.rule for each in choice.objections(game, "german", REGISTRY)] == ["RW-INIT-12"]
    war = REGISTRY.ruleset("richthofen")
    game = war.after(game, war.decide(game, choice, DiceTray(seeded(1))))
    assert (game.phase, game.order) == ("movement", ("y", "x", "foe"))
