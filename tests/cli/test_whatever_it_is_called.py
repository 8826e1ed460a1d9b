"""Whatever a thing of a player's is called: it is kept, backed up, restored, exported and imported, or refused in a line."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from unittest import mock

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import aqmf_air
from aqmf_air.cli.backup import _contents
from aqmf_air.core.data import own_files, rule_tables
from aqmf_air.core.data.documents import load_toml, toml_key, toml_of
from aqmf_air.core.data.files import own_folder, write_aside
from aqmf_air.core.data.model import read
from aqmf_air.core.play.events import to_lines
from aqmf_air.core.play.scenarios import SCENARIOS
from aqmf_air.core.store import backup, restoring
from aqmf_air.core.store.log_reader import log_text, read_lines, split_lines
from aqmf_air.core.store.store import Store
from aqmf_air.errors import AqmfError, DataError
from aqmf_air.games.martian_aircraft.designs import design
from aqmf_air.games.martian_aircraft.designs.hangar import open_hangar, park
from aqmf_air.games.martian_aircraft.ui.commands.design.showing import entries
from aqmf_air.games.martian_front.army import lists
from aqmf_air.games.martian_front.army.exchange.token import token_of
from aqmf_air.games.martian_front.army.lists import Army
from aqmf_air.games.martian_front.army.plugged_in import ExportOptions
from aqmf_air.games.martian_front.army.reading import lists_in
from aqmf_air.games.martian_front.army.resolved_list import ListContext
from aqmf_air.games.martian_front.scenario import model
from aqmf_air.games.martian_front.scenario.model import ScenarioFile, parse_scenario, read_scenario
from aqmf_air.games.martian_front.ui.commands.army.lists import new_list
from aqmf_air.games.martian_front.ui.pages.scenario.changes import begun
from aqmf_air.games.richthofens_war.campaign import store as campaigns
from aqmf_air.games.richthofens_war.campaign.model import Campaign
from aqmf_air.games.richthofens_war.chapters import setting_up
from aqmf_air.games.richthofens_war.tables import RULESET, SOURCES
from aqmf_air.lab.results import Results
from aqmf_air.plugins import kinds
from aqmf_air.plugins.registry import Registry, load_registry
from aqmf_air.web.pages import Fields
from aqmf_air.web.seat_settings import SeatSetting, Setting, SettingsStore
from tests.core.talk import CODEC, header, log
from tests.hostile_names import ANY

HARDEST = [
    "a:b", "a\\b", "..\\a", ".hidden", "._a", "a.", "a ", "con", "wing", "Wing", "WING", "\u00e9", "e\u0301", "\u202eabc",
    "\u05d0\u05d1", "\U0001f6e9\ufe0f", "a\nb", ".toml", "", "\u00e9" * 127 + "x", "x" * 255, "x" * 246, "restore", "new",
]  # fmt: skip
UNPRINTABLE = "a\udcffb"
"""What a shell hands over for a byte that is no character."""


class Kind(NamedTuple):
    """A kind of thing that is kept."""

    what: str
    place: str
    """The folder or the file that it is kept in."""
    keep: Callable[[str], Any]
    """Keep one of this name; gives what it is found by."""
    found: Callable[[Any], Any]
    """It, as it is kept."""
    carried: Callable[[Any], Any]
    """It, as it is after it was written out and read in."""
    listed: Callable[[], set[Any]] | None = None
    """What is found; None: nothing is listed there."""
    typed: bool = True
    """Whether its name may come from a shell, and not from a text alone."""
    most: int = 99
    """How many are tried at once."""


@cache
def registry() -> Registry:
    return load_registry(entry_points=False)


# -- in the databases -----------------------------------------------------------------------------------------------------


def _game(name: str) -> str:
    with Store() as store:
        return store.add(header(), log(3), name)


def _lines(name: str) -> list[str]:
    with Store() as store:
        return list(store.lines(name))


def _game_carried(name: str) -> list[str]:
    saved = read_lines(split_lines(log_text(_lines(name))), CODEC, "a file", name)
    assert (saved.fault, saved.ended) == ("", True)
    return list(to_lines(saved.header, saved.entries))


def _games() -> set[str]:
    with Store() as store:
        assert [one.fault for one in store.games() if one.fault] == []
        return {one.name for one in store.games()}


def _table(name: str) -> str:
    with closing(SettingsStore()) as cabinet:
        cabinet.keep(f"of {name}", Setting(seats=(SeatSetting(side=name, who="friend", name=name),), notes=((1.0, name),)))
    return f"of {name}"


def _setting(game: str) -> Setting | None:
    with closing(SettingsStore()) as cabinet:
        return cabinet.setting(game)


def _result(name: str) -> str:
    with Results() as results:
        results.put("rules", "duel", {name: {"of": name}})
    return name


def _result_found(name: str) -> Any:
    with Results() as results:
        assert results.get("rules", "duel", name) == results.all("rules", "duel")[name]
        return results.get("rules", "duel", name)


# -- in folders -----------------------------------------------------------------------------------------------------------


def _list(name: str) -> Path:
    """As ``army new`` keeps it."""
    path = new_list(name)
    if path.parent != lists.LISTS.place or path.exists():  # a file elsewhere; or it is not replaced
        raise DataError(f"{path!r}: is none of the player's own folder, or there already", path=str(path))
    lists.write_list(path, read(Army, {"name": path.stem, "side": "human"}, str(path), DataError), "new")
    return path.relative_to(own_folder())


def _list_of_that_title(name: str) -> Path:
    """As the page keeps it."""
    given = read(Army, {"name": name, "side": "human", "units": [{"unit": "US Infantry", "name": name}]}, "", DataError)
    return lists.keep(given, "new").relative_to(own_folder())


def _list_found(path: Path) -> Army:
    return lists.read_list(own_folder() / path)


def _list_carried(path: Path) -> Army:
    army, context = _list_found(path), ListContext(registry())
    assert lists_in(context, token_of(army).encode(), "a token")[0].army == army
    assert lists_in(context, context.export(context.muster(army), "json", ExportOptions()), "a file")[0].army == army
    return lists.parse_list(lists.to_toml(army).encode(), "a file")


def _on_shelf(shelf: own_files.Shelf) -> Callable[[], set[Path]]:
    def listed() -> set[Path]:
        assert all(shelf.named(path.stem) == path for path in shelf.kept())
        return {path.relative_to(own_folder()) for path in shelf.kept()}

    return listed


def _scenario(name: str) -> Path:
    made = begun(Fields({"title": name}))
    return model.keep(made, "begun", registry().of(kinds.SCENARIOS, "aqmf")).relative_to(own_folder())


def _scenario_called(name: str) -> Path:
    """As one that somebody sends may be called."""
    made = read(ScenarioFile, {**dict(begun(Fields({"title": "A mill"}))), "name": name}, "", DataError)
    return model.keep(made, "loaded", registry().of(kinds.SCENARIOS, "aqmf")).relative_to(own_folder())


def _mission(name: str) -> Path:
    given = {"name": SCENARIOS.key_of(name), "title": name}
    return setting_up.keep(read(setting_up.ScenarioFile, given, "", DataError), "copied", registry()).relative_to(
        own_folder()
    )


def _mission_from_a_file(name: str) -> Path:
    given = setting_up.parse(b'title = "A mission"', f"{name}.toml")
    return setting_up.keep(given, "loaded", registry()).relative_to(own_folder())


def _design(name: str) -> str:
    park(read(design.Design, {"name": name, "max_speed_mph": 90.0, "skin": "fabric", "role": "scout"}, "", DataError))
    return name


def _design_found(name: str) -> design.Design:
    assert open_hangar().problems == ()
    return entries((name,), {})[0].design


def _design_carried(name: str) -> design.Design:
    made = _design_found(name)
    assert design.parse_design(design.to_toml(made).encode(), "a file")[0] == made
    return design.design_from(design.token_of(made))


def _campaign(name: str) -> Path:
    """Called that, with a squadron and a man that are."""
    first, *others = (shipped := next(iter(campaigns.bundled().values()))).squadrons
    named = {**first.model_dump(), "name": name, "men": [{"name": name, "record": [{"mission": 0, "said": name}]}]}
    given = {**shipped.model_dump(), "title": name, "squadrons": [named, *(one.model_dump() for one in others)]}
    path = campaigns.CAMPAIGNS.free(name)
    own_files.write_version(path, campaigns.to_toml(read(Campaign, given, "", DataError)), "begun", "campaign")
    return path.relative_to(own_folder())


def _rows(name: str) -> str:
    """A player's own row of that name."""
    source = next(one for one in SOURCES if one.id == "aircraft")
    document = load_toml(Path(str(source.path)))
    shipped = document.pop("row")[0] | document
    row = {**{key: value for key, value in shipped.items() if key not in rule_tables.SUPPLIED}, "name": name}
    lines = ["[[row]]", *(f"{toml_key(key)} = {toml_of(value)}" for key, value in row.items())]
    path = rule_tables.file_of(RULESET, source)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_aside(path, "\n".join(lines).encode())
    return rule_tables.keep(RULESET, SOURCES)


def _rows_found(digest: str) -> Any:
    found = rule_tables.in_force(RULESET, SOURCES, digest).tables["aircraft"]
    return next(row for row in found if row.standing == "supplied")


def of_files(what: str, shelf: own_files.Shelf, keep: Any, load: Any, parse: Any, to_toml: Any, typed: bool = True) -> Kind:
    """A kind whose files are on a shelf."""

    def found(path: Path) -> Any:
        return load(own_folder() / path)

    def carried(path: Path) -> Any:
        return parse(to_toml(found(path)).encode(), path.name)

    return Kind(what, shelf.folder, keep, found, carried, _on_shelf(shelf), typed)


AS_SCENARIO = (read_scenario, parse_scenario, model.to_toml)
AS_MISSION = (setting_up.read_scenario, setting_up.parse, setting_up.to_toml)
KINDS = (
    Kind("game", "games.sqlite", _game, _lines, _game_carried, _games),
    Kind("table", "tables.sqlite", _table, _setting, _setting),
    Kind("result", "laboratory.sqlite", _result, _result_found, _result_found, typed=False),
    Kind("list", "armies", _list, _list_found, _list_carried, _on_shelf(lists.LISTS)),
    Kind("title of a list", "armies", _list_of_that_title, _list_found, _list_carried, _on_shelf(lists.LISTS), most=9),
    of_files("title of a scenario", SCENARIOS, _scenario, *AS_SCENARIO),
    of_files("scenario", SCENARIOS, _scenario_called, *AS_SCENARIO, typed=False),
    of_files("title of a mission", SCENARIOS, _mission, *AS_MISSION),
    of_files("mission", SCENARIOS, _mission_from_a_file, *AS_MISSION),
    Kind("design", "designs", _design, _design_found, _design_carried),
    of_files(
        "campaign", campaigns.CAMPAIGNS, _campaign, campaigns.read_campaign, campaigns.parse_campaign, campaigns.to_toml
    ),
    Kind("row of a table", "tables", _rows, _rows_found, _rows_found, typed=False, most=1),
)


def test_every_kind_of_thing_that_is_kept_is_tried_and_backed_up() -> None:
    """A new kind belongs into ``KINDS``."""
    contents = _contents(registry())
    assert {kind.place for kind in KINDS} == {*contents.databases, *contents.folders}
    code = "\n".join(path.read_text("utf-8") for path in Path(aqmf_air.__file__).parent.rglob("*.py"))
    assert {*re.findall(r'\bShelf\("([^"]+)"', code)} - {"lists"} <= {*contents.folders}
    assert {*re.findall(r'^FILE = "([^"]+)"', code, re.MULTILINE)} == {*contents.databases}


def kept_or_refused(kind: Kind, name: str) -> Any:
    """What a thing of this name is found by; None: nothing can be called that."""
    try:
        return kind.keep(name)
    except (AqmfError, OSError) as refused:  # either is said in a line
        return None if str(refused) else name


@contextmanager
def at_home(home: Path) -> Iterator[None]:
    with mock.patch.dict(os.environ, {"AQMF_HOME": str(home)}):
        yield


def files_in(home: Path) -> set[Path]:
    """What is kept, but for databases, locks and the schema that lies beside designs."""
    return {
        path.relative_to(home)
        for path in home.rglob("*")
        if path.is_file() and path.suffix != ".json" and "sqlite" not in path.name and path.parent.name != "locks"
    }


@pytest.mark.further(every=4)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.what)
@settings(max_examples=2)
@example(HARDEST)
@given(st.lists(ANY, min_size=1, max_size=4, unique=True))
def test_whatever_a_thing_is_called(kind: Kind, names: list[str]) -> None:
    with TemporaryDirectory() as place, mock.patch("os.fsync"):
        home, there, file = Path(place) / "home", Path(place) / "there", Path(place) / "all.aqmf"
        kept: dict[Any, Any] = {}
        with at_home(home):
            for name in [*(one for one in (UNPRINTABLE,) if kind.typed), *names][: kind.most]:
                before = files_in(home)
                if (key := kept_or_refused(kind, name)) is None:
                    assert files_in(home) == before
                    continue
                assert key not in kept, "another one of this name was written over"
                kept[key] = kind.found(key)
            assert {key: kind.found(key) for key in kept} == kept
            assert {key: kind.carried(key) for key in kept} == kept
            assert kind.listed is None or kind.listed() == set(kept)
            made = backup.back_up(home, file, _contents(registry()), "0")
        restored = restoring.restore(file, there, _contents(registry()))
        assert (made.missing, restored.told) == ((), ())
        with at_home(there):
            assert {key: kind.found(key) for key in kept} == kept
            assert kind.listed is None or kind.listed() == set(kept)
        assert files_in(there) == files_in(home)
        assert restoring.look_through(file, Path(place) / "looked", _contents(registry()))[1] == {}
