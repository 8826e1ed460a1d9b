from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.data.names import same_name
from aqmf_air.errors import DataError, UnknownNameError
from aqmf_air.games.martian_aircraft.designs.design import Design, read_design
from aqmf_air.games.martian_aircraft.designs.hangar import Hangar, file_name, open_hangar, park

MINE = Design(name="My Pusher", max_speed_mph=90, skin="fabric", role="combat")


@pytest.fixture
def hangar(tmp_path: Path) -> Hangar:
    return open_hangar(tmp_path / "none")


@pytest.mark.parametrize("name", ["Sopwith Camel", "sopwith camel", "SOPWITH-CAMEL", "Sopwith  Çamel"])
def test_a_design_is_found_however_it_is_spelt(hangar: Hangar, name: str) -> None:
    assert hangar.named(name).design.name == "Sopwith Camel"


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("camle", ("Sopwith Camel",)),
        ("Foker D VII", ("Fokker D.VII",)),
        ("spad 14", ("SPAD XIII",)),
        ("Альбатрос", ()),
        ("飛行機", ()),
        ("", ()),
        ("?", ()),
        ("x" * 100_000, ()),
    ],
)
def test_a_miss_says_what_is_near(hangar: Hangar, name: str, near: tuple[str, ...]) -> None:
    with pytest.raises(UnknownNameError) as caught:
        hangar.named(name)
    assert set(near) <= set(caught.value.near)
    assert bool(near) == bool(caught.value.near)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


def test_no_two_names_fold_alike(hangar: Hangar) -> None:
    assert len({same_name(one.design.name) for one in hangar.parked}) == len(hangar.parked)


def test_a_players_design_is_kept_and_found_like_the_others(tmp_path: Path) -> None:
    path = park(MINE, own=tmp_path)
    assert path == tmp_path / "my-pusher.toml"
    assert read_design(path)[0] == MINE
    assert (tmp_path / "design.schema.json").is_file()
    found = open_hangar(tmp_path).named("my pusher")
    assert found.own
    assert found.design == MINE
    assert sorted(one.name for one in tmp_path.iterdir()) == ["design.schema.json", "my-pusher.toml"]


def test_a_name_that_is_taken_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"the name 'SPAD-xiii' is taken by 'SPAD XIII' .* choose another name$"):
        park(replace(MINE, name="SPAD-xiii"), own=tmp_path, replace=True)
    assert list(tmp_path.iterdir()) == []
    path = park(MINE, own=tmp_path)
    before = path.read_bytes()
    faster = replace(MINE, name="my PUSHER", max_speed_mph=95)
    with pytest.raises(DataError, match=r"--replace"):
        park(faster, own=tmp_path)
    assert path.read_bytes() == before
    assert park(faster, own=tmp_path, replace=True) == path
    assert open_hangar(tmp_path).named("My Pusher").design == faster


def test_a_bad_file_of_the_players_own_is_named_and_the_rest_is_there(tmp_path: Path) -> None:
    park(MINE, own=tmp_path)
    (tmp_path / "broken.toml").write_text("name = ", encoding="utf-8")
    (tmp_path / "twin.toml").write_bytes((tmp_path / "my-pusher.toml").read_bytes())
    (tmp_path / "spad.toml").write_bytes((tmp_path / "my-pusher.toml").read_bytes().replace(b"My Pusher", b"Spad VII"))
    hangar = open_hangar(tmp_path)
    assert hangar.named("My Pusher").path == tmp_path / "my-pusher.toml"
    assert hangar.named("SPAD VII").own is False
    assert [problem.split("/")[-1].split(": ")[0] if "taken" not in problem else "taken" for problem in hangar.problems] == [
        "broken.toml",
        "taken",
        "taken",
    ]


@pytest.mark.parametrize(
    "name", ["Илья Муромец", "飛行機 1", "1 飛行機", "../../etc/passwd", "CON", "a" * 60, "é" * 60, "Łódź/7"]
)
def test_any_name_makes_a_plain_file_name(tmp_path: Path, name: str) -> None:
    made = file_name(name)
    assert made.isascii()
    assert "/" not in made
    assert not made.startswith((".", "-"))
    assert len(made) < 80
    path = park(replace(MINE, name=name), own=tmp_path)
    assert path.parent == tmp_path
    assert open_hangar(tmp_path).named(name).design.name == name


def test_names_in_other_scripts_share_no_file() -> None:
    assert file_name("飛行機 1") != file_name("飞机 1") != file_name("1")


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("x", encoding="utf-8")
    with pytest.raises(DataError, match=r"cannot be written"):
        park(MINE, own=blocked / "designs")


def test_the_hangar_does_without_geometry() -> None:
    code = (
        "import sys; from aqmf_air.games.martian_aircraft.designs.hangar import open_hangar; open_hangar(); "
        "sys.exit(bool({'shapely', 'numpy', 'rich'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
