from __future__ import annotations

from importlib.resources import as_file
from pathlib import Path
from typing import Any, cast

import pytest

from aqmf_air.core.data.documents import load_toml
from aqmf_air.core.data.model import Frozen
from aqmf_air.core.play.session import Resolved, Session, new_header
from aqmf_air.errors import DataError, InvalidCommandError, UnknownNameError
from aqmf_air.games.martian_front.scenario.model import Setup, read_scenario
from aqmf_air.games.martian_front.sequence import AllQuiet
from aqmf_air.plugins import kinds
from aqmf_air.plugins.registry import Registry

GOOD = """
name = "meeting"
title = "A meeting"
[table]
width = 48
depth = 36
[[units]]
id = "squad"
side = "human"
type = "us command squad"
elements = [{ x = 1, y = 1 }, { x = 2, y = 1 }, { x = 3, y = 1 }]
[[units]]
id = "scout"
side = "martian"
type = "Scout Tripod"
elements = [{ x = 20, y = 20, facing = 180 }]
[[orders]]
by = "human"
type = "host.end_phase"
"""


@pytest.fixture
def ruleset(either: Registry) -> AllQuiet:
    return cast("AllQuiet", either.ruleset("aqmf"))


def set_up(ruleset: AllQuiet, folder: Path, text: str, rulings: dict[str, Any] | None = None) -> Frozen:
    path = folder / "meeting.toml"
    path.write_text(text, encoding="utf-8")
    return ruleset.scenario(read_scenario(path), rulings or {}).setup


def test_a_scenario_is_ready_to_play(ruleset: AllQuiet, tmp_path: Path) -> None:
    setup = cast("Setup", set_up(ruleset, tmp_path, GOOD))
    assert [(unit.id, unit.type, [one.id for one in unit.elements]) for unit in setup.units] == [
        ("squad", "US Command Squad", ["squad-1", "squad-2", "squad-3"]),
        ("scout", "Scout Tripod", ["scout"]),
    ]
    assert {one.name for one in setup.types} == {"US Command Squad", "Scout Tripod"}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("width = 48", "width = 0", "meeting.toml: 'table.width': expected greater than 0, got 0"),
        ("width = 48", "width = 10000", "meeting.toml: 'table.width': expected less than or equal to 1200, got 10000"),
        ("width = 48", "width = nan", "meeting.toml: 'table.width': expected a finite number, got nan"),
        ("width = 48", "width = 'wide'", "meeting.toml: 'table.width': expected a number, got 'wide'"),
        ("width = 48", "widht = 48", "meeting.toml: unknown key 'table.widht'"),
        ('title = "A meeting"', "", "meeting.toml: key 'title' is missing"),
        ('title = "A meeting"', 'title = "A"\ncolour = "red"', "meeting.toml: unknown key 'colour'"),
        ("us command squad", "US Comand Squad", "scenario 'meeting': squad: unknown unit 'US Comand Squad'; did you mean"),
        ("us command squad", "Zeppelin", "scenario 'meeting': squad: unknown unit 'Zeppelin'"),
        ('id = "scout"', 'id = "squad"', "scenario 'meeting': two units are called 'squad'"),
        ('side = "martian"', 'side = "human"', "scenario 'meeting': scout: a Scout Tripod is martian, not human"),
        ('side = "martian"', 'side = "venusian"', "meeting.toml: 'units.1.side': expected 'human' or 'martian'"),
        (", { x = 3, y = 1 }", "", "scenario 'meeting': squad: a US Command Squad has 3 elements, got 2"),
        ("x = 20, y = 20", "x = 48.1, y = 20", "scenario 'meeting': scout: (48.1, 20) is off the table (48\" by 36\")"),
        ("x = 20, y = 20", "x = 20, y = -1", "scenario 'meeting': scout: (20, -1) is off the table (48\" by 36\")"),
        ("x = 20, y = 20", "x = inf, y = 20", "meeting.toml: 'units.1.elements.0.x': expected a finite number, got inf"),
        ("facing = 180", "facing = 999", "meeting.toml: 'units.1.elements.0.facing': expected less than or equal to 360"),
        ('id = "scout"', 'id = ""', "meeting.toml: 'units.1.id': "),
        ("[[orders]]", "[[commands]]", "meeting.toml: unknown key 'commands'"),
        ('by = "human"', 'by = "crowd"', "scenario 'meeting', order 1: 'by': expected one of human, martian, got 'crowd'"),
        ('by = "human"\n', "", "scenario 'meeting', order 1: 'by': expected one of human, martian, got None"),
    ],
)  # fmt: skip
def test_a_scenario_that_is_wrong_is_refused_in_one_line(
    ruleset: AllQuiet, tmp_path: Path, old: str, new: str, message: str
) -> None:
    assert old in GOOD
    with pytest.raises(DataError) as bad:
        set_up(ruleset, tmp_path, GOOD.replace(old, new))
    assert str(bad.value).startswith(message)
    assert "\n" not in str(bad.value)


@pytest.mark.parametrize(
    ("new", "message"),
    [
        ('type = "host.dance"', "scenario 'meeting', order 1: unknown type 'host.dance', expected one of "),
        ('kind = "host.end_phase"', "scenario 'meeting', order 1: key 'type' is missing, expected one of "),
        ('type = "host.shoot"', "scenario 'meeting', order 1: key 'host.shoot.unit' is missing"),
        ('type = "host.end_phase"\nnow = true', "scenario 'meeting', order 1: unknown key 'host.end_phase.now'"),
    ],
)
def test_an_order_that_cannot_be_read_is_refused_in_one_line(
    ruleset: AllQuiet, tmp_path: Path, new: str, message: str
) -> None:
    with pytest.raises(InvalidCommandError) as bad:
        set_up(ruleset, tmp_path, GOOD.replace('type = "host.end_phase"', new))
    assert str(bad.value).startswith(message)


def test_rulings_of_the_players_go_before_the_scenarios(ruleset: AllQuiet, tmp_path: Path) -> None:
    text = GOOD.replace("[table]", '[rulings]\nexplosion_hits = "rolled"\n[table]')
    assert cast("Any", set_up(ruleset, tmp_path, text)).rulings.explosion_hits == "rolled"
    assert (
        cast("Any", set_up(ruleset, tmp_path, text, {"explosion_hits": "automatic"})).rulings.explosion_hits == "automatic"
    )
    with pytest.raises(DataError, match=r"^scenario 'meeting': unknown ruling 'explosion'; did you mean explosion_hits\?$"):
        set_up(ruleset, tmp_path, GOOD, {"explosion": "rolled"})


def test_bundled_scenarios_go_by_name(ruleset: AllQuiet) -> None:
    assert ruleset.bundled("First-Flight").name == "first-flight"
    with pytest.raises(UnknownNameError, match=r"unknown scenario 'first-fligth'; did you mean first-flight"):
        ruleset.bundled("first-fligth")


def test_every_bundled_scenario_plays_its_script(registry: Registry) -> None:
    scenarios, ruleset = registry.of(kinds.SCENARIOS, "aqmf"), cast("AllQuiet", registry.ruleset("aqmf"))
    assert "first-flight" in scenarios
    for name in scenarios:
        scenario = ruleset.scenario(ruleset.bundled(name), {})
        assert int(dict(scenario.facts)["points"]) > 0
        session = Session(ruleset, new_header(ruleset, scenario.setup, seed=1, game=name))
        for order in scenario.script:
            if not ruleset.objections(session.state, order.command, order.by):
                assert isinstance(session.submit(order.command, order.by), Resolved)
        assert not scenario.script or len(session.entries) > len(scenario.script) // 2


def test_a_scenario_file_is_set_up_from_plain_data(tmp_path: Path, registry: Registry) -> None:
    ruleset = cast("AllQuiet", registry.ruleset("aqmf"))
    with as_file(registry.of(kinds.SCENARIOS, "aqmf")["first-flight"].path) as path:
        scenario = ruleset.set_up(load_toml(path), str(path), {})
    assert scenario == ruleset.scenario(ruleset.bundled("first-flight"), {})
    with pytest.raises(DataError, match=r"^mine\.toml: key 'title' is missing"):
        ruleset.set_up({"name": "mine"}, str(tmp_path / "mine.toml"), {})
    with pytest.raises(DataError, match=r"^mine\.toml: .* has no scenarios"):
        registry.ruleset("aqmf-ledger").set_up({}, "mine.toml", {})


def test_without_the_aircraft_their_scenario_names_what_is_missing(either: Registry) -> None:
    host = cast("AllQuiet", either.ruleset("aqmf"))
    if "Burgess-Dunne D8" in host.catalogue:
        assert host.scenario(host.bundled("first-flight"), {}).script
        return
    with pytest.raises(DataError, match=r"^scenario 'first-flight': flight: unknown unit 'Burgess-Dunne D8'"):
        host.scenario(host.bundled("first-flight"), {})


@pytest.mark.parametrize(
    ("marks", "message"),
    [
        ('{ covr = "soft" }', "scenario 'meeting': squad: unknown mark 'covr'; did you mean cover?"),
        (
            '{ haste = "" }',
            "squad: unknown mark 'haste'; expected one of cover, hidden, immobile, placed, routed, stunned",
        ),
        ('{ "nobody.haste" = "" }', "unknown mark 'nobody.haste'"),
    ],
)
def test_a_mark_that_means_nothing_is_refused(ruleset: AllQuiet, tmp_path: Path, marks: str, message: str) -> None:
    with pytest.raises(DataError) as refused:
        set_up(ruleset, tmp_path, GOOD.replace('id = "squad"', f'id = "squad"\nmarks = {marks}'))
    assert message in str(refused.value)
    begun: Any = set_up(ruleset, tmp_path, GOOD.replace('id = "squad"', 'id = "squad"\nmarks = { routed = "" }'))
    assert [unit.id for unit in begun.units if unit.has("routed")] == ["squad"]
