"""A game whose owner replaces a row: all that is asked of it reads that row, by the table's name alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from aqmf_air.api import (
    DataError,
    DiceTray,
    PluginError,
    Registry,
    Session,
    UnknownNameError,
    load_registry,
    new_header,
    recorded,
)
from aqmf_air.cli import opened
from aqmf_air.cli.tables import tables
from aqmf_air.core.play.events import to_lines
from aqmf_air.plugins.rules_in_force import read_log
from tests.plugins_on_disk import gun_drill
from tests.plugins_on_disk.gun_drill import Drill, Fire, Fired, GunDrill, Setup, Shot

PLUGIN = (("drill", gun_drill),)


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The owner's file, in which a hit at 2 paces needs 6, not 4 as in the row that ships."""
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    path = tmp_path / "tables" / "drill" / "ranges.toml"
    path.parent.mkdir(parents=True)
    path.write_text("[[row]]\npaces = 2\nneed = 6\n")
    return path


@pytest.fixture
def registry() -> Registry:
    return load_registry(builtin=False, entry_points=False, extra=PLUGIN)


def begun(registry: Registry) -> Session[Any]:
    game = registry.ruleset("drill")
    setup = game.set_up({"title": "A drill"}, "drill", {}).setup
    return Session(game, new_header(game, setup, seed=1, game="test"))


def needs(session: Session[Any]) -> set[int]:
    """The numbers that an offer, a preview and play itself say are needed."""
    game, state = session.ruleset, session.state
    (offer,) = game.legal(state, "gunner")
    (question,) = game.questions(state, Fire())
    played = [Fired(hit=True) in game.decide(state, Fire(), DiceTray(recorded([(face,)]))) for face in range(1, 7)]
    return {int(offer.title.split()[1]), question.targets[0].base, played.index(True) + 1}


def asked(registry: Registry) -> int:
    answer = Shot().ask(lambda: registry.ruleset("drill"))
    return answer.line("hits").question.targets[0].base


def listed(registry: Registry, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(opened, "open_registry", lambda: registry)
    (table,) = json.loads(CliRunner().invoke(tables, ["ranges", "--ruleset", "drill", "--json"]).stdout)
    return next(int(row["need"]) for row in table["rows"] if row["paces"] == 2)


def test_play_previews_offers_questions_and_the_listing_use_the_owners_row(
    own: Path, registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert needs(begun(registry)) == {asked(registry)} == {listed(registry, monkeypatch)} == {6}
    own.unlink()
    assert needs(begun(registry)) == {asked(registry)} == {listed(registry, monkeypatch)} == {4}


def test_a_kept_game_goes_on_with_the_rows_that_it_began_with(own: Path, registry: Registry) -> None:
    session = begun(registry)
    session.submit(Fire(), "gunner")
    lines = tuple(to_lines(session.header, session.entries))
    own.write_text("[[row]]\npaces = 2\nneed = 5\n")
    rules, saved = read_log(lines, "test", "test", registry)
    assert asked(registry) == 5
    assert needs(rules.session(saved)) == {6}
    (kept,) = (own.parent / "of-games").iterdir()
    kept.unlink()
    rules, _ = read_log(lines, "test", "test", load_registry(builtin=False, entry_points=False, extra=PLUGIN))
    with pytest.raises(DataError, match="begun with tables that a player supplied"):
        needs(rules.session(saved))


def test_a_table_is_never_the_one_that_ships_by_accident(own: Path, registry: Registry) -> None:
    game = registry.ruleset("drill")
    with pytest.raises(UnknownNameError, match=r"'rangs'.*did you mean ranges"):
        registry.table("drill", begun(registry).state, "rangs")
    with pytest.raises(PluginError, match=r"Gun Drill: its states have no 'setup\.tables'"):
        game.table(Fired(hit=True), "ranges")
    with pytest.raises(PluginError, match=r"Gun Drill has no tables: it was not built by Registry\.ruleset"):
        GunDrill(registry).set_up({"title": "A drill"}, "drill", {})
    assert game.table(Drill(setup=Setup(tables="")), "ranges").at(2).need == 4
