"""Two extensions keep something in the state of a game that knows neither of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from pydantic import ValidationError

from aqmf_air.api import Extension, Frozen, Session, Slice, Sliced, load_registry, new_header
from aqmf_air.conformance import CHECKS, Subject
from aqmf_air.core.play.events import canonical, to_lines, under_header
from aqmf_air.core.play.replay import replay
from aqmf_air.errors import AqmfError, DataError, PluginError, RulesetVersionError
from aqmf_air.plugins.registry import Registry
from aqmf_air.plugins.rules_in_force import read_log
from tests.plugins_on_disk import cutters, flags, gun_drill, rockets
from tests.plugins_on_disk.flags import FLAGS, Flags, Hoist
from tests.plugins_on_disk.rockets import ROCKETS, FireRocket, Rockets

pytestmark = pytest.mark.filterwarnings("ignore::aqmf_air.conformance.NeverHappenedWarning")
PLUGINS = {"cutters": cutters, "flags": flags, "rockets": rockets}


def loaded(*names: str) -> Registry:
    return load_registry(builtin=False, entry_points=False, extra=[(name, PLUGINS[name]) for name in names])


BOTH = loaded(*PLUGINS)


def begun(registry: Registry = BOTH, **scenario: Any) -> Session[Any]:
    game = registry.ruleset("cutters")
    setup = game.set_up({"title": "a harbour", **scenario}, "harbour.toml", {}).setup
    versions = registry.rules_versions("cutters")
    return Session(game, new_header(game, setup, seed=1, game="harbour", plugins=versions), plugins=versions)


def played(**scenario: Any) -> Session[Any]:
    session = begun(**scenario)
    for order in (FireRocket(side="red"), Hoist(side="blue"), FireRocket(side="red")):
        session.submit(order, order.side)
    return session


def test_each_keeps_its_own_and_the_game_knows_neither() -> None:
    state = played().state
    assert FLAGS.of(state) == Flags(hoisted=("blue",))
    assert (ROCKETS.of(state).blue, ROCKETS.of(state).red) == (2, 0)
    assert 1 <= ROCKETS.of(state).highest <= 6
    assert hash(state) == hash(played().state)
    alone = begun(loaded("cutters"))
    assert json.loads(canonical(alone.state.model_dump(mode="json")))["slices"] == {}
    with pytest.raises(PluginError, match=r"^Harbour has no slice 'flags': expected slices=setup\.slices$"):
        FLAGS.of(alone.state)


def test_a_change_is_checked_taken_back_and_brought_back() -> None:
    session = played()
    with pytest.raises(ValidationError):
        ROCKETS.changed(session.state, blue=-1)
    with pytest.raises(ValidationError):
        ROCKETS.changed(session.state, green=1)
    end = session.state
    session.undo("referee")
    session.undo("referee")
    assert (ROCKETS.of(session.state).red, FLAGS.of(session.state).hoisted) == (1, ())
    session.redo("referee")
    session.redo("referee")
    assert session.state == end


def test_a_kept_game_is_read_back_with_them_and_a_state_by_itself() -> None:
    session = played()
    rules, saved = read_log(to_lines(session.header, session.entries), "log", None, loaded(*PLUGINS))
    for again in (rules.session(saved), replay(rules.ruleset, saved.header, saved.entries)):
        assert again.digest == session.digest
        assert ROCKETS.of(again.state) == ROCKETS.of(session.state)
    text = canonical(session.state.model_dump(mode="json"))
    assert session.ruleset.state_from(text, session.header.setup) == session.state
    with pytest.raises(ValidationError):
        session.ruleset.state_from(text.replace('"red":0', '"red":-1'), session.header.setup)


def test_a_game_from_before_there_were_slices_goes_on_with_their_defaults() -> None:
    session = begun()
    header = session.header.model_dump(mode="json")
    assert header["setup"].pop("slices") == {"flags": {"hoisted": []}, "rockets": {"blue": 2, "red": 2, "highest": 0}}
    rules, saved = read_log(under_header(header, []), "log", None, BOTH)
    assert ROCKETS.of(rules.session(saved).state) == Rockets()


def test_a_scenario_may_begin_with_others() -> None:
    assert ROCKETS.of(begun(slices={"rockets": {"blue": 5}}).state) == Rockets(blue=5)


@pytest.mark.parametrize(
    ("slices", "line"),
    [
        ({"rocket": {"blue": 5}}, "harbour.toml: unknown key 'slices.rocket'"),
        ({"rockets": {"green": 5}}, "harbour.toml: unknown key 'slices.rockets.green'"),
        ({"rockets": {"blue": "5"}}, "harbour.toml: 'slices.rockets.blue': expected a whole number, got '5'"),
        ({"rockets": 5}, "harbour.toml: 'slices.rockets': expected a table, got 5"),
    ],
)
def test_what_a_scenario_says_wrongly_is_one_line(slices: Any, line: str) -> None:
    with pytest.raises(DataError) as refusal:
        begun(slices=slices)
    assert str(refusal.value).startswith(line)
    assert "\n" not in str(refusal.value)


def test_a_kept_game_of_an_extension_that_is_not_there_is_refused() -> None:
    session, fewer = played(), loaded("cutters", "flags")
    lines = list(to_lines(session.header, session.entries))
    with pytest.raises(RulesetVersionError, match=r"with plugins that are not there: rockets$"):
        read_log(lines, "log", None, fewer)
    header = json.loads(lines[0])
    header["plugins"] = [plugin for plugin in header["plugins"] if plugin["name"] != "rockets"]
    with pytest.raises(DataError, match=r"^log, line 1, setup: unknown key 'slices\.rockets'$"):
        read_log(under_header(header, lines[1:]), "log", None, fewer)


class Strict(Frozen):
    shells: int


@pytest.mark.parametrize(
    ("slice_", "line"),
    [
        (ROCKETS, "slice 'rockets' is claimed by 'other' and 'rockets'"),
        (Slice("strict", Strict), "slice 'strict': expected a default for each field, key 'shells' is missing"),
        (Slice("my rockets", Rockets), "slice 'my rockets': expected a name of letters, digits and underscores"),
        (Slice("copy", Rockets), "slice 'copy': expected a name of letters, digits and underscores"),
    ],
)
def test_a_slice_that_cannot_be_is_refused_when_it_is_loaded(slice_: Slice[Any], line: str) -> None:
    other = SimpleNamespace(EXTENSION=Extension(id="cutters", slices=(slice_,)))
    registry = load_registry(builtin=False, entry_points=False, extra=[*PLUGINS.items(), ("other", other)])
    with pytest.raises(AqmfError) as refusal:
        registry.try_out("other")
    assert str(refusal.value).endswith(line)


def test_a_game_without_room_for_slices_is_named() -> None:
    other = SimpleNamespace(EXTENSION=Extension(id="drill", slices=(ROCKETS,)))
    registry = load_registry(builtin=False, entry_points=False, extra=[("drill", gun_drill), ("other", other)])
    with pytest.raises(PluginError, match=r"^plugin 'other', slice 'rockets': Gun Drill has no room for slices$"):
        registry.try_out("other")


@pytest.mark.parametrize(
    "check", [check for check in CHECKS if "quer" not in check.__name__ and "drawn" not in check.__name__]
)
def test_the_game_conforms_with_both(check: Callable[[Subject], object]) -> None:
    made = loaded(*PLUGINS)
    game: Any = made.ruleset("cutters")
    check(Subject(lambda: made.ruleset("cutters"), lambda ruleset: game.setup_model(), seeds=(1,), commands=10))


def test_a_set_up_without_slices_of_anybody_is_as_it_was() -> None:
    assert type(begun(loaded("cutters")).header.setup) is cutters.Setup
    assert Sliced().model_dump() == {"slices": {}}
