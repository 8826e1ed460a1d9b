"""Orders typed in words at the terminal, what ``?`` says of them, and the map."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from aqmf_air.cli.main import aqmf
from aqmf_air.cli.play import prompt
from aqmf_air.cli.play.offers import headline
from aqmf_air.core.dice.draws import pick
from aqmf_air.core.play import advice
from aqmf_air.core.play.question import Question


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    return tmp_path


def played(*lines: str, scenario: str = "first-flight", game: tuple[str, ...] = ("--game", "g")) -> str:
    typed = "".join(f"{line}\n" for line in (*lines, "q"))
    result = CliRunner().invoke(aqmf, ["play", scenario, "--ask", "--seed", "1", *game], input=typed)
    assert result.exit_code == 0, result.output
    return result.output


def test_a_flight_typed_in_words_is_flown_and_a_slip_is_pointed_at() -> None:
    told = played(
        "flight: 4, rigth 60", "gunners to 12,30", "odds flight: 10, bomb at 9", "flight: 4, right 60, 2, bomb at 4!"
    )
    assert "             ^ expected inches" in told
    assert "may move 4" in told
    assert "Burgess-Dunne D8, aircraft 1 turns right 60" in told
    assert "Burgess-Dunne D8, aircraft 1 bombs nobody" in told


def test_the_list_is_grouped_and_folded_with_odds_and_words_say_how_an_order_is_typed() -> None:
    told = played("?", "? a", "? bomb", "?gunners", "help", "? nothing such", "worth", "")
    assert "orders like these: '? a' lists all" in told
    assert "% for 1 or more" in told
    assert ", bomb at 10" in told
    assert "UNIT: FLIGHTS" in told
    assert "nothing that may be ordered now has 'nothing such'" in told
    assert "this game cannot say what orders are worth" in told
    assert "  a number or an order is due; ? lists them\nHumans> " in told.partition("cannot say what orders are worth")[2]


def test_what_the_list_says_of_words_is_so() -> None:
    told = played("?", "? words")
    assert "('? words' and 'help' say more)" in told
    assert "UNIT: FLIGHTS" in told
    assert "nothing that may be ordered" not in told


def test_help_stands_in_two_columns_however_narrow_the_terminal_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    told = played("help")
    assert "the order that they say; what is only near to one is\n" + " " * 22 + "listed, never carried out\n" in told
    assert "worth" not in told


def test_what_each_order_is_worth_is_told_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "SECONDS", 0.0)
    monkeypatch.setattr(advice, "MOST_SECONDS", 600.0)  # on a slow machine, too, each order comes to its eight ends
    told = " ".join(played("worth 99", "worth", "1", scenario="valor:campaign").split())
    assert "worth: expected 1 to 64 times the work, got 99" in told
    assert re.search(r": 1 ([+-]\d+\.\d\d ± \d+\.\d\d )?Fly for ", told)
    assert "8 ends of each" in told
    assert "> The squadron flies for " in told  # by its number in that list
    told = CliRunner().invoke(aqmf, ["chronicle", "g"]).output
    assert told.startswith("Chronicle of the squadron\n  French squadron, before mission 1, 0 victory points\n")


def test_where_ends_are_too_few_no_figures_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "SECONDS", 0.0)
    monkeypatch.setattr(advice, "MOST_SECONDS", 0.0)
    told = played("worth", scenario="valor:campaign")
    assert "too few ends to tell orders apart: 4 of all together" in told
    assert "±" not in told


def test_the_table_is_drawn_in_letters_and_to_scale_at_the_prompt_and_for_a_kept_game(home: Path) -> None:
    picture = home / "table.svg"
    told = played("map", f"map {picture}", "map table.txt", "flight: 4, right 60, 2", "end")
    rows = [line for line in told.splitlines() if re.fullmatch(r"[ \d]{3}[+|].*\|", line)]
    assert rows
    assert all(len(row) == 80 for row in rows)
    assert any(line.split() == ["0", "10", "20", "30", "40"] for line in told.splitlines())
    assert any("^" in row for row in rows)
    assert "Scout Tripod (martian) at (22.5, 24.0) facing 180" in told
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    assert "expected a file that ends in .svg" in told
    kept = CliRunner().invoke(aqmf, ["map", "g", "--side", "human"])
    assert kept.exit_code == 0, kept.output
    assert "a letter is" in kept.output
    large = home / "large.svg"
    assert CliRunner().invoke(aqmf, ["map", "g", str(large), "--true-scale"]).exit_code == 0
    assert 'width="52in"' in large.read_text(encoding="utf-8")
    assert CliRunner().invoke(aqmf, ["map", "g", "--side", "nobody"]).exit_code == 2


def test_a_map_shows_markers_and_not_what_is_hidden() -> None:
    told = played("map", scenario="eyes-above")
    assert "marker A, hidden" in told
    assert "Assault Tripod" not in told


def test_a_run_is_planned_from_a_kept_game_in_words_and_played() -> None:
    played("gunners up")
    result = CliRunner().invoke(aqmf, ["bomb", "plan", "--game", "g", "--unit", "burgess"])
    assert result.exit_code == 0, result.output
    words = result.stdout.rstrip().splitlines()[-1]
    assert words.startswith("Burgess-Dunne D8: ")
    given = CliRunner().invoke(aqmf, ["bomb", "plan", "--game", "g", "--unit", "flight", "--play"])
    assert "  > " in given.output
    again = CliRunner().invoke(aqmf, ["play", "--resume", "g"], input="undo\n" + words + "\nq\n")
    assert "bombs the Scout Tripod" in again.output, again.output
    for wrong in (["--unit", "gunners"], []):
        assert CliRunner().invoke(aqmf, ["bomb", "plan", "--game", "g", *wrong]).exit_code == 2


def played_anew(*lines: str, scenario: str = "first-flight") -> str:
    return played(*lines, scenario=scenario, game=())


def test_a_number_is_one_of_the_list_that_stands_on_the_screen_and_of_no_earlier_one() -> None:
    told = played_anew("99", "?gunners", "0", "31", "2", "99")
    assert told.count("the list has 1 to 5: '?' lists what may be ordered") == 1
    assert told.count("the list has 1 to 8: '?' lists what may be ordered") == 2
    assert '  Heavy Machine Gun Squad\n    1  moves 4" up\n' in told
    assert told.count("  > ") == 1


def test_of_many_orders_the_best_of_each_kind_are_shown_without_asking() -> None:
    told = played_anew("odds 1", "4")
    assert "    3  turns 30 degrees left\n" in told
    assert "       and 46 other orders: '?' lists them\n" in told
    assert "Humans>   Burgess-Dunne D8 flies each aircraft its own way and bombs the Scout Tripod\n" in told
    assert told.count("  > ") == 1


@pytest.mark.parametrize(
    ("scenario", "typed", "told"),
    [
        (
            "first-flight",
            "shoot",
            "shooting is not allowed in this phase (first movement) (HOST-TURN-1); it belongs to: combat",
        ),
        ("clouds:first-patrols", "attack the Nieuport", "shots are fired in the shooting phase (ICOG-3-a)"),
        ("valor:campaign", "land", "that is not to be chosen now; what is: nation (AOV-END-1)"),
    ],
)
def test_a_word_of_another_part_of_the_turn_is_told_where_it_belongs(scenario: str, typed: str, told: str) -> None:
    answer = played_anew(typed, scenario=scenario)
    assert re.search(rf">   {re.escape(told)}(; it belongs to: combat)?\n  now, for example: ", answer)


def test_where_few_orders_may_be_given_they_are_shown_without_asking() -> None:
    told = played_anew("speed 7, ahead 7", "1", scenario="richthofen:duel")
    assert "    2  takes no target\nAllies> " in told
    assert "  > Camel aims at Fokker\n" in told


def test_where_many_orders_may_be_given_it_is_said_whose_they_are_and_how_many() -> None:
    told = played_anew("1", "1", "1", "1", scenario="clouds:duel")
    assert re.search(r"^  (red-banded Camel|white Fokker)\n    [a-z ]+:\n    1  ", told, re.MULTILINE)
    assert re.search(r"^       and \d{2} other orders: '\?' lists them\n(Entente|Germans)> ", told, re.MULTILINE)


@pytest.mark.further(every=3)
@pytest.mark.parametrize("dice", ["1 1 1", "3,4", "0 10 7 7", "5.", "2 1 2 1 2 1 2"])
def test_dice_that_are_typed_a_prompt_early_are_no_order(dice: str) -> None:
    for scenario in ("richthofen:duel", "first-flight", "valor:french-short"):
        told = played_anew(dice, scenario=scenario)
        _, refusal, after = told.partition("numbers alone are no order\n")
        assert refusal
        assert "  > " not in after


@pytest.mark.parametrize(
    ("typed", "flown"),
    [
        ("Camel: speed 5, left 2, ahead 3", "left 2, ahead 3"),
        ("Camel: speed 5, ahead 3, left 2", "ahead 3, left 2"),
        ("Camel speed 5, ahead 5", "ahead 5"),
        ("left, ahead 4", "left, ahead 4"),
        ("ahead 2, climb 150", "ahead 2, climb 150, now at 2150 m"),
    ],
)
def test_a_path_is_flown_as_it_is_typed_and_not_as_an_offer_with_the_same_words(typed: str, flown: str) -> None:
    told = played_anew("ahead 99", typed, scenario="richthofen:duel")
    assert f"  > Camel: speed 5, {flown}\n" in told
    assert "expected a number from 1 to 40, got '99'" in told


def test_what_is_near_is_asked_about_and_only_its_number_carries_it_out() -> None:
    told = played_anew("flight: 4, rigth 60, 2")
    assert "             ^ expected inches" in told
    assert "did you mean right?\n  did you mean this? Type its number\n    1  Burgess-Dunne D8: 4, right 60, 2\n" in told
    assert "  > " not in told
    assert "turns right 60" in played_anew("flight: 4, rigth 60, 2", "1")
    told = played_anew("fly to German trench F", "fly for france", scenario="valor:campaign")
    assert "  > The squadron flies for France" in told
    assert told.count("  > ") == 1


@pytest.mark.further(every=3)
@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("flight: " + "1," * 3_996 + "1", "an order has at most 2,000 characters, got 8,001"),
        ("flight: " + "1," * 900 + "1", "expected no more than 64, got '1'"),
        ("gunners to " + "1,1;" * 400 + "1,1", "expected no more than 64"),
        ('{"a":' * 3_000, "order: nested"),
        ("(" * 1_900, "nothing that may be ordered now is called '((("),
        ("²", "nothing that may be ordered now is called '²'"),
        ("9" * 1_999, "numbers alone are no order"),
        ("worth ³", "nothing that may be ordered now is called 'worth ³'"),
    ],
)
def test_whatever_is_typed_is_answered_in_a_line_and_the_game_goes_on(typed: str, said: str) -> None:
    told = played_anew(typed, "flight: 4, right 60, 2")
    assert said in told
    assert "turns right 60" in told
    assert max(map(len, told.partition("Humans> ")[2].splitlines())) < 400


def test_an_order_for_a_piece_whose_turn_it_is_not_is_told_whose_it_is() -> None:
    """The finding: a move of the README, typed while another flies, was "nothing that may be ordered now"."""
    typed = ("silver Nieuport: turn right 8, ahead", "blue Nieuport", "red Albatros: turn right 8, ahead")
    told = played_anew(*"11111111", *typed, scenario="clouds:first-patrols")
    assert "silver Nieuport has no order now; to act: red Albatros\n" in told
    assert "blue Nieuport has no order now; to act: red Albatros\n" in told
    assert "> Red Albatros announces: turn right for 8 MU" in told


def test_the_list_of_moves_is_in_the_order_of_their_worth_with_what_they_bring(home: Path) -> None:
    near = """aircraft = [
        {name = "Ours", type = "Sopwith Camel", side = "allied", column = 2, row = 9, facing = 3, height = 2000, speed = 7},
        {name = "Theirs", type = "Fokker D-VII", side = "german", column = 30, row = 9, facing = 0, height = 900, speed = 7},
    ]"""
    scenario = home / "edge.toml"
    scenario.write_text(f'ruleset = "richthofen"\ntitle = "Edge"\n{near}\n')
    told = played_anew("Theirs: ahead 7", "?", "? a", scenario=str(scenario))
    first, *_, whole = told.split("Allies> ")[-3:-1]
    moves = re.findall(r"^ +\d+  (speed .*)$", whole, re.MULTILINE)
    assert len(moves) > 30
    off = [move.endswith("  leaves the map") for move in moves]
    assert any(off)
    assert off == sorted(off)
    assert all(line in first for line in moves[:3])


@pytest.mark.parametrize(
    ("scenario", "typed", "answer"),
    [
        (
            "first-flight",
            "field guns fire at tripod",
            "shooting is not allowed in this phase (first movement) (HOST-TURN-1)",
        ),
        ("first-flight", "heavy machine gun squad fire scout", "shooting is not allowed in this phase (first movement)"),
        ("richthofen:duel", "Camel shoots at Fokker", "is not allowed in this phase (movement) (RW-"),
        ("clouds:duel", "white Fokker fires at red Camel", "shots are fired in the shooting phase (ICOG-3-a)"),
        ("clouds:duel", "move white Fokker ahead 3", "moves are made in the movement phase (ICOG-3-a)"),
        ("clouds:duel", "white Fokker moves ahead 3", "moves are made in the movement phase (ICOG-3-a)"),
        ("clouds:duel", "climb", "moves are made in the movement phase (ICOG-3-a)"),
        ("clouds:duel", "white Fokker: loop", "moves are made in the movement phase (ICOG-3-a)"),
        ("valor:french-short", "go home", "that is not to be chosen now; what is: fighters for the mission (AOV-OPT-6)"),
    ],
)
def test_an_order_of_another_phase_is_answered_with_the_rule_and_no_other_order(
    scenario: str, typed: str, answer: str
) -> None:
    told = played_anew(typed, scenario=scenario)
    _, _, after = told.partition(answer)
    assert after, told
    assert "which one?" not in after
    assert "did you mean" not in after
    assert after.partition("\n")[2].startswith("  now, for example: ")


@pytest.mark.parametrize(
    ("scenario", "story"),
    [
        ("first-flight", "must hold a wood for four turns against two tripods."),
        ("richthofen:duel", "a Camel against a Fokker D-VII, until one of them is gone."),
        ("valor:french-short", "A short campaign for a French squadron"),
    ],
)
def test_a_briefing_is_told_when_asked(scenario: str, story: str) -> None:
    told = played("briefing", scenario=scenario)
    _, _, after = told.partition("> ")
    assert story in after.partition("is open")[0]
    if scenario == "richthofen:duel":
        assert story in CliRunner().invoke(aqmf, ["play", "--resume", "g"], input="briefing\nq\n").output


def test_who_wants_to_go_home_too_early_is_told_why_and_what_may_be_ordered_now() -> None:
    told = played_anew("1", "take off", "go home", scenario="valor:french-short")
    assert "the task has not been tried yet (AOV-MIS-1)\n  now, for example: fly on to " in told


def test_an_order_to_hold_is_answered_and_no_move_is_proposed_for_it() -> None:
    told = played("gunners hold")
    assert "Heavy Machine Gun Squad holds if it gets no order: 'end' ends the phase" in told
    assert "which one?" not in told


def test_a_move_that_turns_a_unit_says_so() -> None:
    told = played_anew("?gunners")
    assert 'moves 4" up\n' in told
    assert 'moves 4" up right, facing that way\n' in told


def test_a_stage_is_said_once_when_it_begins_and_again_when_it_is_asked_for() -> None:
    told = played_anew("state", scenario="richthofen:duel")
    assert told.count("Turn 1 of 40: Order of moves\n") == 1
    assert told.count("Turn 1 of 40: Movement\n  Fokker (German): ") == 2
    assert "\n  turn 1 of 40" not in told


def test_of_a_state_that_was_shown_what_is_new_is_shown_alone() -> None:
    told = played_anew("Camel: ahead 7", scenario="richthofen:duel")
    before, order, after = told.partition("  > Camel: speed 7, ahead 7")
    assert order
    for line in ("  Camel sees Fokker: 12 hexes ahead, level\n", "points: Germans 0", "Fokker (German): "):
        assert before.count(line) == 1
    new = after.partition("is open")[0]
    assert "  Camel (Allied): 19,16 facing west" in new
    assert "points: Germans 0" not in new
    assert "Fokker (German): " not in new


def test_each_event_stands_below_its_rolls() -> None:
    told = played_anew("1", "take off", "1", "engage", scenario="valor:french-short")
    rounds = told.partition("> Round 1 of combat\n")[2].splitlines()[:4]
    assert [line.split()[:3] for line in rounds[::2]] == [["initiative", "for", "Charles"], ["initiative", "for", "Jean"]]
    assert [re.sub(r"\d+", "", line) for line in rounds[1::2]] == ["  > Charles in space ", "  > Jean in space "]


def test_a_list_says_what_its_chances_are_of() -> None:
    def rolled(title: str, faces: tuple[Any, ...]) -> Question:
        return Question(title, lambda dice: dice.draw(pick("die", faces)), ())

    assert headline((rolled("an event, table F6", (True, False, False, False)),)) == "an event 25.0%"
    assert headline((rolled("anti-aircraft dice, table F5", (0, 0, 1, 2)),)) == "anti-aircraft dice 50.0% for 1 or more"
    assert headline((rolled("initiative", ("human", "martian")),)) == "50.0% human, 50.0% martian"
    morale = rolled("Field Gun Battery: morale", ("fail", "fail", "pass"))
    assert headline((morale,)) == "Field Gun Battery: morale 66.7% fail"
    faces = ("none", "none", "none", "damaged", "damaged", "destroyed")
    assert headline((rolled("Viktor", faces),)) == "damaged 33.3%, destroyed 16.7%"  # and not how often nothing comes of it
    assert headline((rolled("tier of the first fighters", (1, 2)),)) == "tier of the first fighters 1 to 2"
    assert headline((rolled("Burgess-Dunne D8 at Scout Tripod: hits", (0, 1)),)) == "50.0% for 1 or more"


def test_orders_of_one_piece_stand_below_its_name() -> None:
    told = CliRunner(env={"COLUMNS": "60"}).invoke(
        aqmf, ["play", "richthofen:duel", "--seed", "5", "--auto", "german"], input="?\nspeed 5, ahead 5\nq\n"
    )
    listed = told.stdout.partition("Allies> ")[2].splitlines()
    assert listed[0].strip() == "Camel"
    assert listed[1].startswith("    1  speed ")
    assert "> Camel: speed 5, ahead 5" in told.stdout


def test_a_chance_that_does_not_fit_beside_its_order_stands_below_it_in_one_piece() -> None:
    told = CliRunner(env={"COLUMNS": "80"}).invoke(aqmf, ["play", "first-flight", "--ask", "--seed", "1"], input="?\nq\n")
    lines = told.stdout.splitlines()
    assert any(re.fullmatch(r" +[\d.]+% for 1 or more", line) for line in lines)
    assert not any(line.endswith(("for", "for 1", "for 1 or")) for line in lines)
    assert max(map(len, lines)) <= 80


def test_who_plays_both_sides_is_told_so_and_return_gives_the_only_order_there_is() -> None:
    told = played("1", "1", "1", "1", "", "", scenario="clouds:first-patrols")
    assert "You give the orders of Entente and Germans: --auto germany has the app play one side." in told
    assert "-> " not in told.partition("First to place")[0]
    assert told.count("1  Roll for initiative\n       Return gives this order\n") == 2
    assert "Movement, in order: " in told
    told = played("", scenario="clouds:first-patrols", game=("--auto", "germany"))
    assert "You give the orders" not in told
    assert "  a number or an order is due; ? lists them" in told


def test_cards_that_are_drawn_one_after_another_stand_in_a_line_and_a_word_may_be_left_out() -> None:
    told = played("fly Georges", "1", scenario="valor:french-short")
    assert told.count("pilot of the squadron: ") == 1
    assert "expected 'with'" not in told


def test_bombs_that_would_fall_on_nobody_are_asked_about_first() -> None:
    line = "flight: 4, right 60, 2, bomb at 4"
    told = played(line, f"{line}!")
    asked, carried_out = told.split("The same with ! at its end is.")
    assert "Nobody is seen where the bombs of Burgess-Dunne D8 would fall, and they would be spent: not carried" in asked
    assert "aircraft 1 bombs nobody" not in asked
    assert "aircraft 1 bombs nobody" in carried_out
    assert "not carried out" not in played("flight: 12, bomb at 10", game=())  # as the README has it


def test_an_end_that_leaves_something_idle_is_asked_about_once_who_types_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "may still act" not in played_anew("flight: 8", "end", "quit")
    monkeypatch.setattr(prompt, "_by_hand", lambda: True)
    asked = "  Heavy Machine Gun Squad and Field Gun Battery may still act: not ended. 'end' again, or end!, ends it.\n"
    twice = played_anew("flight: 8", "end", "end", "quit")
    assert (twice.count(asked), "move on" in twice or "turn 1 of 4, combat" in twice) == (1, True)
    assert asked not in played_anew("flight: 8", "end!", "quit")


@pytest.mark.parametrize("typed", ["fly", "fly away"])
def test_no_sign_is_expected_twice_and_the_last_line_has_an_example(typed: str) -> None:
    told = played_anew(typed, scenario="hold-the-line")
    assert "':'" not in told.partition("expected")[2].partition("\n")[0], told
    assert "now, for example: " in told


def test_an_aircraft_at_a_place_is_placed_while_the_sides_set_up() -> None:
    told = played_anew(
        "1", "green Albatros at 33,5", "green Albatros at 33,5 heading 0 speed 145", scenario="clouds:first-patrols"
    )
    assert "expected 'heading'" in told
    assert "Green Albatros is placed at 33, 5" in told


def test_a_way_without_events_is_told_in_a_line_with_its_rolls() -> None:
    arguments = ["play", "valor:spotting-over-arras", "--ask", "--seed", "5"]
    told = CliRunner().invoke(aqmf, arguments, input="1\n1\n1\nq\n").output
    assert re.search(r"  > No event, 3 times: over woods B5 \(\d \d\), over .+ \(\d \d\)", told), told
    assert "F6: no event" not in told
