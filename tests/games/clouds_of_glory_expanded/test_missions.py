"""Missions of the expanded game: those that ship, what an editor keeps of them, how what is on the ground is drawn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from aqmf_air.api import load_toml
from aqmf_air.games.clouds_of_glory.editing import MissionFile, parse, placed, problems, setup_of, to_toml
from aqmf_air.games.clouds_of_glory.ui.projections import picture_of
from aqmf_air.games.clouds_of_glory_expanded import ground
from aqmf_air.games.clouds_of_glory_expanded.signs import BOX, SIGNS
from tests.games.clouds_of_glory.fights import aircraft, registry, rules
from tests.games.clouds_of_glory_expanded.sorties import sortie, tables, unit

FOLDER = Path("aqmf_air/games/clouds_of_glory_expanded/data/scenarios")
MISSIONS = sorted(path.stem for path in FOLDER.glob("*.toml"))
TWO = (aircraft("a", "germany"), aircraft("b", "entente", at=[30, 40, 20]))


def shipped(name: str) -> MissionFile:
    return parse((FOLDER / f"{name}.toml").read_bytes(), f"{name}.toml")


@pytest.mark.parametrize("name", MISSIONS)
def test_a_mission_is_ready_and_an_editor_keeps_what_is_not_its_own(name: str) -> None:
    file = shipped(name)
    assert problems(file, registry()) == ()
    assert parse(to_toml(file).encode(), f"{name}.toml") == file
    edited, _ = placed(
        file, "aircraft", {"marking": "spare", "type": "Sopwith Pup", "side": "entente", "at": "3 3 9", "speed": "150"}
    )
    again = parse(to_toml(edited).encode(), f"{name}.toml")
    assert again.slices == load_toml(FOLDER / f"{name}.toml")["slices"]
    assert setup_of(again, registry()).slices == rules().set_up(load_toml(FOLDER / f"{name}.toml"), name, {}).setup.slices


def test_what_an_extension_finds_wrong_is_to_be_mended_and_what_it_says_is_read() -> None:
    file = shipped("trench-strafing")
    units: Any = file.slices["ground"]["units"]
    spoilt = file.model_copy(update={"slices": {**file.slices, "ground": {"units": [{**units[0], "kind": "castle"}]}}})
    (fault,) = problems(spoilt, registry())
    assert fault.startswith("ground west-trench: no kind 'castle'; expected infantry")
    strange = file.model_copy(update={"slices": {"moon": {}}})
    assert problems(strange, registry()) == ("trench-strafing: unknown key 'slices.moon'",)


def test_each_kind_of_unit_has_its_sign_and_says_what_is_left_of_it() -> None:
    kinds = [row.id for row in tables().ground_units]
    assert sorted(kinds) == sorted(SIGNS)
    assert len({*SIGNS.values(), BOX}) == len(kinds) + 1
    assert all(-1 <= value <= 1 for sign in SIGNS.values() for corner in sign for value in corner)
    units = [
        unit("trench", kind="infantry", cover=["trench", "forest"], takes_cover=True),
        unit("tank", kind="tank", at=[9, 9]),
    ]
    game = ground.with_unit(sortie(*TWO, chapters=[], units=units), "trench", lost=4)
    first, other = rules().rules.bodies(game)
    assert first.state == "strength 6 of 10, a trench, a forest, takes cover"
    assert (other.state, other.shape) == ("strength 16 of 16", SIGNS["tank"])
    drawn = str(picture_of(game, (first, other)))
    assert "strength 6 of 10, a trench" in drawn
    assert not rules().rules.bodies(ground.with_unit(game, "trench", eliminated=True))[1:]
