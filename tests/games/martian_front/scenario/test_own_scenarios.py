from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.data.own_files import step
from aqmf_air.core.play.scenarios import SCENARIOS, require_free_name
from aqmf_air.errors import DataError
from aqmf_air.games.martian_front.scenario.checks import examine
from aqmf_air.games.martian_front.scenario.model import ScenarioFile, keep, parse_scenario, to_toml, write_scenario
from aqmf_air.games.martian_front.sequence import AllQuiet
from aqmf_air.plugins import kinds
from aqmf_air.plugins.registry import Registry


@pytest.fixture
def game(registry: Registry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AllQuiet:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    return cast("AllQuiet", registry.ruleset("aqmf"))


def ford(game: AllQuiet, **changes: object) -> ScenarioFile:
    return replace(game.bundled("redoubt"), name="ford", **changes)


def test_what_is_written_is_what_is_read(game: AllQuiet) -> None:
    for name in game.registry.of(kinds.SCENARIOS, "aqmf"):
        file = game.bundled(name)
        assert parse_scenario(to_toml(file).encode(), name) == file


def test_an_own_scenario_is_found_by_its_name(game: AllQuiet) -> None:
    path = keep(ford(game), "kept", game.registry.of(kinds.SCENARIOS, "aqmf"))
    assert path == SCENARIOS.place / "ford.toml"
    assert game.scenario_named("Ford") == ford(game)
    assert game.scenarios["ford"].own
    assert not game.scenarios["redoubt"].own


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("Redoubt", "the name 'Redoubt' is taken by one that ships: choose another"),
        ("FORD", "the name 'FORD' is taken by one of your own: choose another"),
        ("../ford", "the scenario: 'name': expected a word or two of letters, digits and dashes, got '../ford'"),
        ("", "the scenario: 'name': expected a word or two of letters, digits and dashes, got ''"),
    ],
)
def test_a_name_that_is_taken_or_none_is_refused(game: AllQuiet, name: str, line: str) -> None:
    keep(ford(game), "kept", game.registry.of(kinds.SCENARIOS, "aqmf"))
    with pytest.raises(DataError) as bad:
        require_free_name(name, game.scenarios)
    assert str(bad.value) == line


def test_a_file_that_is_wrong_is_named_and_stops_no_other(game: AllQuiet) -> None:
    keep(ford(game), "kept", game.registry.of(kinds.SCENARIOS, "aqmf"))
    (SCENARIOS.place / "broken.toml").write_text("colour = 1\n", encoding="utf-8")
    (SCENARIOS.place / "other.toml").write_text('ruleset = "chess"\nname = "ford"\n', encoding="utf-8")
    (SCENARIOS.place / "copy.toml").write_text(to_toml(ford(game)), encoding="utf-8")
    (SCENARIOS.place / "zoo.toml").write_text(to_toml(game.bundled("redoubt")), encoding="utf-8")
    assert game.scenarios["ford"].path == SCENARIOS.place / "copy.toml"  # the first of two, by their files' names
    faults = {name: one.fault for name, one in game.scenarios.items() if one.fault}
    assert faults == {
        "ford.toml": "ford.toml: 'name': 'ford' is taken by copy.toml: choose another",
        "zoo": "zoo.toml: 'name': 'redoubt' is taken by one that ships: choose another",
    }
    with pytest.raises(DataError, match=r"^broken\.toml: unknown key 'colour'$"):
        game.scenario_named("broken")


def test_a_change_can_be_taken_back_and_done_again(game: AllQuiet) -> None:
    path = keep(ford(game), "kept", game.registry.of(kinds.SCENARIOS, "aqmf"))
    write_scenario(path, ford(game, title="At the ford"), "changed the title")
    assert step(path, "undo", SCENARIOS.kind, parse_scenario) == "took back: changed the title"
    assert game.scenario_named("ford").title == "The redoubt"
    assert step(path, "redo", SCENARIOS.kind, parse_scenario) == "did again: changed the title"
    assert game.scenario_named("ford").title == "At the ford"
    with pytest.raises(DataError, match=r"there is nothing to redo$"):
        step(path, "redo", SCENARIOS.kind, parse_scenario)


# -- what is wrong with one ----------------------------------------------------------------------------------------------


def test_bundled_scenarios_are_found_sound(game: AllQuiet) -> None:
    for name in game.registry.of(kinds.SCENARIOS, "aqmf"):
        assert examine(game.bundled(name), game).problems == ()


def test_everything_that_is_wrong_is_told_at_once_and_the_rest_is_sound(game: AllQuiet) -> None:
    document = game.bundled("redoubt").model_dump()
    document["terrain"] = [{**document["terrain"][0], "kind": "swamp"}, *document["terrain"][1:]]
    document["zones"][0]["far"] = 90
    document["special"] = ("Fixed Position", "fixd position", "fog")
    document["rulings"] = {"explosion_hits": "often"}
    units = document["units"]
    document["units"] = [
        {**units[0], "type": "Handley Paige"}, units[1], units[1], {**units[2], "marks": {"covr": "soft"}}, *units[3:]
    ]  # fmt: skip
    document["objectives"] = [{"name": "mill", "x": 80, "y": 4}]
    found = examine(ScenarioFile.model_validate(document), game)
    assert [(one.part, one.item) for one in found.problems] == [
        ("terrain", "redoubt"), ("zones", "human"), ("objectives", "mill"), ("special", "fixd position"), ("special", "fog"),
        ("rulings", "explosion_hits"), ("units", "bomber-1"), ("units", "bomber-2"), ("units", "bomber-3"),
        ("zones", "human"),
    ]  # fmt: skip
    said = [one.message for one in found.problems]
    assert said[3:5] == [
        "unknown special rule 'fixd position'; did you mean fixed position?",
        "unknown special rule 'fog'; expected one of fixed position",
    ]
    assert "did you mean Handley Page O/100, Handley Page O/400?" in said[6]
    assert all(one.fix for one in found.problems)
    assert [unit.id for unit in found.sound.units] == ["bomber-2", "keeper", "warden", "harvester", "drones"]


def test_a_special_rule_that_nobody_has_is_refused(game: AllQuiet) -> None:
    with pytest.raises(DataError, match="unknown special rule 'fixed positon'; did you mean fixed position"):
        game.scenario(ford(game, special=("fixed positon",)), {})
    assert game.scenario(ford(game, special=("Fixed Position",)), {}).setup.special == ("Fixed Position",)
