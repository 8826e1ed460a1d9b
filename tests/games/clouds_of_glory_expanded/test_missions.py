"""Missions of the expanded game: those that ship, what an editor keeps of them, how what is on the ground is drawn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from aqmf_air.api import Offer, load_toml
from aqmf_air.cli.play.looking import Lookout
from aqmf_air.cli.play.prompt import Prompt
from aqmf_air.cli.play.telling import Teller
from aqmf_air.cli.play.typed_dice import Stopped
from aqmf_air.games.clouds_of_glory.api import HoldFire
from aqmf_air.games.clouds_of_glory.editing import MissionFile, parse, placed, problems, setup_of, to_toml
from aqmf_air.games.clouds_of_glory.ui.projections import picture_of
from aqmf_air.games.clouds_of_glory_expanded import ground
from aqmf_air.games.clouds_of_glory_expanded.chapters.strafing import Strafe
from aqmf_air.games.clouds_of_glory_expanded.tables import GroundUnitRow
from aqmf_air.web.seat_settings import Setting
from tests.games.clouds_of_glory.fights import aircraft, document, played, registry, rules, session
from tests.games.clouds_of_glory_expanded.sorties import TWO, sortie, tables, unit

FOLDER = Path("aqmf_air/games/clouds_of_glory_expanded/data/scenarios")
MISSIONS = sorted(path.stem for path in FOLDER.glob("*.toml"))


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
    signs = {row.id: row.outline for row in tables().ground_units}
    box = GroundUnitRow.model_fields["outline"].default
    assert len({*signs.values(), box}) == len(signs) + 1
    assert all(-1 <= value <= 1 for sign in signs.values() for corner in sign for value in corner)
    units = [
        unit("trench", kind="infantry", cover=["trench", "forest"], takes_cover=True),
        unit("tank", kind="tank", at=[9, 9]),
    ]
    game = ground.with_unit(sortie(*TWO, chapters=[], units=units), "trench", lost=4)
    first, other = rules().rules.bodies(game)
    assert first.state == "strength 6 of 10, a trench, a forest, takes cover"
    assert (other.state, other.shape) == ("strength 16 of 16", signs["tank"])
    drawn = str(picture_of(game, (first, other)))
    assert "strength 6 of 10, a trench" in drawn
    assert not rules().rules.bodies(ground.with_unit(game, "trench", eliminated=True))[1:]
    lines = rules().summary(game)
    assert "the trench: 30.0, 30.0, infantry, strength 6 of 10, a trench, a forest, takes cover" in lines
    assert "the tank: 9.0, 9.0, tank, strength 16 of 16" in lines


def test_a_player_reads_what_a_mission_is_about_before_its_first_turn() -> None:
    photos = rules().set_up(load_toml(FOLDER / "photo-run.toml"), "photo-run", {})
    assert any(line.startswith("The dump is to be photographed from 10 MU up: 2 points.") for line in photos.notes)
    assert any("lead of" in line for line in photos.notes)
    assert dict(photos.facts) == {"aircraft": "2 against 2", "lasts": "10 turns"}
    campaign = rules().set_up(load_toml(FOLDER / "over-the-salient.toml"), "over-the-salient", {})
    assert campaign.facts == (("lasts", "4 missions"),)


def test_bombs_aboard_are_told_and_who_holds_his_fire_comes_last() -> None:
    game = sortie(
        aircraft("b", "entente", "S.E.5a", at=[30, 27, 3], bombs=1),
        aircraft("foe", "germany", at=[50, 50, 20]),
        chapters=["ground-damage", "strafing", "bombs"],
        units=[unit("gun", at=[30, 31])],
    )
    assert any(line.endswith("; 1 bomb") for line in rules().summary(rules().observe(game, "entente")))
    game = game.changed("b", bombs=0)
    assert not any("bomb" in line for line in rules().summary(rules().observe(game, "entente")))
    offers = [Offer(HoldFire(craft="b"), "hold"), Offer(Strafe(craft="b", target="gun"), "strafe")]
    assert rules().best_first(game, "entente", offers) == offers[::-1]


@pytest.mark.parametrize("name", MISSIONS)
def test_what_a_mission_names_is_of_one_thing_as_events_tell_it(name: str) -> None:
    setup = rules().set_up(load_toml(FOLDER / f"{name}.toml"), name, {}).setup
    words = [word for body in rules().rules.bodies(rules().initial(setup)) for word in body.name.split()]
    assert not [word for word in words if word.endswith("s") and not word.endswith("ss")]


def test_the_briefing_of_the_next_mission_is_read_at_the_prompt(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    prompt = Prompt("entente", ("entente",), Teller(rules(), here=("entente",)), Lookout(rules(), registry(), Setting()))
    monkeypatch.setattr("aqmf_air.cli.play.prompt._line", lambda ask: "quit")
    shown = []
    for name in ("photo-run", "photo-run", "balloon-hunt"):
        game = played(session(document(name)), most=1)
        with pytest.raises(Stopped):
            prompt(game)
        shown.append("points for a balloon" in capsys.readouterr().out)
    assert shown == [False, False, True]
