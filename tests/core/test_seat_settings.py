"""Who sits at a table, as it is kept."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.errors import StoreError
from aqmf_air.web.seat_settings import SeatSetting, Setting, SettingsStore

ANY = st.characters(codec="utf-8")


@pytest.fixture(scope="module")
def cabinet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SettingsStore]:
    with closing(SettingsStore(tmp_path_factory.mktemp("tables") / "tables.sqlite")) as opened:
        yield opened


def written(cabinet: SettingsStore, text: str) -> None:
    """The setting of game "a" as another hand wrote it."""
    cabinet._db.execute("UPDATE tables SET setting = ? WHERE game = 'a'", (text,))


@given(st.data(), st.text(ANY, max_size=5))
def test_a_setting_that_was_changed_in_its_file_is_refused(cabinet: SettingsStore, data: st.DataObject, name: str) -> None:
    setting = Setting(seats=(SeatSetting(side="human", who="automatic", name=name),), policy="careful", minutes=30)
    cabinet.keep("a", setting)
    assert (cabinet.setting("a"), cabinet.damaged()) == (setting, [])
    ((kept,),) = cabinet._db.execute("SELECT setting FROM tables").fetchall()
    at = data.draw(st.integers(0, len(kept) - 1))
    written(cabinet, f"{kept[:at]}{data.draw(ANY.filter(lambda other: other != kept[at]))}{kept[at + 1 :]}")
    with pytest.raises(StoreError) as refused:
        cabinet.setting("a")
    assert cabinet.damaged() == [str(refused.value).removeprefix(f"{cabinet.path}: ")]


def test_a_setting_of_an_older_version_is_read(cabinet: SettingsStore) -> None:
    setting = Setting(seats=(SeatSetting(side="human"),), pause=2)
    cabinet.keep("a", Setting())
    written(cabinet, setting.model_dump_json())
    assert (cabinet.setting("a"), cabinet.damaged()) == (setting, [])


def test_where_no_file_can_be_there_are_no_settings_and_one_with_settings_is_never_passed_over(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("no database")
    with closing(SettingsStore(tmp_path / "taken" / "tables.sqlite")) as empty:
        assert empty.setting("a") is None
    with pytest.raises(StoreError, match=r"taken: "):
        SettingsStore(tmp_path / "taken")
