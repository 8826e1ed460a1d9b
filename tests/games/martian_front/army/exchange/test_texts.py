from __future__ import annotations

import re

import pytest
from hypothesis import given, settings

from aqmf_air.games.martian_front.army.exchange.discord import MAX_MESSAGE
from aqmf_air.games.martian_front.army.lists import Army, ArmyEntry
from aqmf_air.games.martian_front.army.plugged_in import ExportOptions
from tests.games.martian_front.army.lists import armies, context

WING = Army(
    name="Third Wing",
    side="human",
    limit=200,
    notes="At dusk.",
    special=("fixed position",),
    units=(
        ArmyEntry(unit="US Command Squad", name="Eddie's lot"),
        ArmyEntry(unit="Sopwith Camel", count=2, options={"altitude": "low"}),
        ArmyEntry(unit="Vickers Vimy", hidden=True, notes="over the redoubt"),
    ),
)


def written(army: Army, name: str) -> str:
    return context().export(context().muster(army), name, ExportOptions()).decode()


def test_plain_text_has_everything() -> None:
    assert written(WING, "text") == (
        "Third Wing\n"
        "==========\n"
        "Human force, 215 of 200 points, 4 units\n"
        "Special rule: fixed position\n"
        "\n"
        '1 x US Command Squad "Eddie\'s lot": 30 points\n'
        '    3 elements, Speed 6", Defense 5, Armor 4, Command\n'
        '    Rifle: Range 15", Power +0\n'
        "2 x Sopwith Camel: 160 points (80 each)\n"
        '    3 elements, Speed 15", Defense 4, Armor 3, Low\n'
        '    2 x Heavy Machine Gun: Range 15", Shots 3, Power +1, Arcs forward\n'
        "    Light Bomb: Power +3, Barrage 1\n"
        "    - altitude: low\n"
        "1 x Vickers Vimy: 25 points\n"
        '    1 element, Speed 15", Defense 4, Armor 3, High, Heavy Bomber\n'
        "    Heavy Bombs: Power +4, Barrage 3, Traits Bombardment\n"
        "    - hidden\n"
        "    > over the redoubt\n"
        "\n"
        "Problems\n"
        "    215 points are 15 more than the limit of 200 (HOST-ARMY-3). Remove 1 Vickers Vimy (25 points).\n"
        "\n"
        "Notes\n"
        "    At dusk.\n"
    )


def test_compact_is_a_line_for_each_unit() -> None:
    lines = written(WING, "compact").splitlines()
    assert lines[0] == "Third Wing (human, 215 of 200 points)"
    assert lines[2] == ('2 Sopwith Camel (altitude: low) 160 [3: S15 D4 A3; 2 Heavy Machine Gun 15" 3x+1; Light Bomb +3 B1]')
    assert lines[-1] == "1 problem: see the full list"
    assert len(lines) == 1 + 3 + 1


@settings(max_examples=25)
@given(armies())
def test_a_secret_list_gives_nothing_hidden_away(army: Army) -> None:
    told = written(Army(name="x", side=army.side, units=army.units, attached=army.attached), "secret")
    shown = [one for one in army.units if not one.hidden]
    assert re.findall(r"^(\d+) x ", told, re.MULTILINE) == [str(one.count) for one in shown]
    assert "points" not in told.replace("x points", "")
    hidden = {one.unit for one in army.units if one.hidden} - {one.unit for one in shown}
    assert not [name for name in hidden if any(line.endswith(f" x {name}") for line in told.splitlines())]


def test_a_secret_list_has_no_notes_and_no_points() -> None:
    told = written(WING, "secret")
    for secret in ("Vimy", "redoubt", "dusk", "215", "200", "160", "altitude"):
        assert secret not in told
    assert "2 x Sopwith Camel" in told


@settings(max_examples=25)
@given(armies())
def test_messages_for_discord_are_short_enough(army: Army) -> None:
    messages = written(army, "discord").rstrip("\n").split("\n\n")
    assert all(0 < len(one) <= MAX_MESSAGE for one in messages)


def test_a_long_list_makes_several_messages_and_loses_no_unit() -> None:
    names = tuple(context().catalogue)
    told = written(Army(name="All", side="human", units=tuple(ArmyEntry(unit=one) for one in names)), "discord")
    messages = told.split("\n\n")
    assert len(messages) > 3
    assert told.count("**1\N{MULTIPLICATION SIGN} ") == len(names)


def test_nobody_is_called_and_nothing_is_formatted() -> None:
    told = written(Army(name="*@everyone* `x` <@1>", side="human", units=()), "discord")
    assert told.startswith("**\\*@\u200beveryone\\* \\`x\\` \\<@\u200b1>**\n")


@pytest.mark.parametrize("name", ["text", "markdown", "discord"])
def test_problems_go_onto_what_is_posted(name: str) -> None:
    assert "15 more than the limit" in written(WING, name)
    assert "HOST-ARMY-3" in written(WING, name)


def test_markdown_is_fit_to_be_posted() -> None:
    told = written(WING, "markdown")
    assert told.startswith("# Third Wing\n\n**Human force, 215 of 200 points, 4 units**\n\n- Special rule: fixed position\n")
    assert "- **2 \N{MULTIPLICATION SIGN} Sopwith Camel**, 160 points (80 each)\n" in told
    assert "\n> At dusk.\n" in told
