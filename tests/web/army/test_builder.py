"""The builder: every change is in the file before it is answered, none is lost or made twice, and all can be taken back."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from threading import Event, Thread, current_thread
from typing import Any, cast

import pytest
from click.testing import CliRunner
from filelock import FileLock
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from aqmf_air.cli.main import aqmf
from aqmf_air.games.martian_front.army.exchange.token import army_from, token_of
from aqmf_air.games.martian_front.army.lists import LISTS, Army, ArmyEntry, read_list
from aqmf_air.games.martian_front.army.plugged_in import ExportOptions
from aqmf_air.games.martian_front.ui.pages.army.changes import CHANGES, line_key
from aqmf_air.games.martian_front.ui.pages.army.lists import context
from aqmf_air.web.app import create_app
from tests.web.army.test_army import LIST, TOKEN
from tests.web.conftest import OURS, refused_in
from tests.web.test_pages import FORM, words

WING = "/army/list/third-wing/"
LIVE = {"hx-request": "true"}


@pytest.fixture
def wing(client: TestClient, home: Path) -> Path:
    made = client.post("/army/new", data={"name": "Third Wing", "side": "human", "limit": "300"})
    assert made.headers["location"] == WING
    return home / "armies" / "third-wing.toml"


def change(client: TestClient, name: str, /, **fields: Any) -> str:
    answer = client.post(f"{WING}{name}", data=fields, headers=LIVE)
    assert answer.status_code == 200
    return f"{refused_in(answer)} {words(answer.text)}"


def key(path: Path, at: int = 0) -> str:
    return line_key(read_list(path).units[at])


def counts(path: Path) -> dict[str, int]:
    return {one.unit: one.count for one in read_list(path).units}


# -- the shelf ------------------------------------------------------------------------------------------------------------


def test_a_list_is_a_file_that_the_command_line_reads(client: TestClient, wing: Path) -> None:
    change(client, "add", unit="us command squad")
    change(client, "add", unit="Sopwith Camel", **{"how-many": "2"})
    result = CliRunner().invoke(aqmf, ["army", "check", str(wing), "--json"])
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["points"] == context().muster(read_list(wing)).points == 190
    assert "Third Wing 190 of 300 points, human" in words(client.get("/army").text)


def test_a_new_list_never_takes_a_place_and_is_not_made_twice(client: TestClient, wing: Path) -> None:
    again = {"name": "Third  wing!", "side": "martian", "once": "only"}
    for _ in range(2):
        assert client.post("/army/new", data=again).headers["location"] == "/army/list/third-wing-2/"
    assert read_list(wing).side == "human"
    assert sorted(path.name for path in wing.parent.glob("*.toml")) == ["third-wing-2.toml", "third-wing.toml"]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"name": "", "side": "human"}, "'name'"),
        ({"name": "x", "side": "venusian"}, "side: expected human or martian, got 'venusian'"),
        ({"name": "x", "side": "human", "limit": "-1"}, "limit: expected a whole number"),
        ({"name": "x" * 81, "side": "human"}, "at most 80"),
    ],
)
def test_a_list_that_cannot_be_begun_is_said(client: TestClient, home: Path, fields: dict[str, str], said: str) -> None:
    answer = client.post("/army/new", data=fields)
    assert answer.status_code == 400
    assert said in words(answer.text)
    assert said in refused_in(client.post("/army/new", data=fields, headers={"x-in-place": "yes"}))
    assert not (home / "armies").exists()


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "..", "/", "a/b", ".hidden", "飛行機", "x" * 80, "CON", "-o", "a.toml"]
)
def test_no_name_is_a_path(client: TestClient, home: Path, name: str) -> None:
    where = client.post("/army/new", data={"name": name, "side": "human"}).headers["location"]
    (made,) = (home / "armies").glob("*.toml")
    assert where == f"/army/list/{made.stem}/"
    assert re.fullmatch(r"[a-z0-9][a-z0-9-]{0,39}", made.stem)
    assert LISTS.key_of(name) == made.stem


@pytest.mark.parametrize("name", ["..%2f..%2fsecret", "%2e%2e", "third-wing.toml", ".secret", "nobody"])
def test_a_key_is_no_path(client: TestClient, wing: Path, name: str) -> None:
    (wing.parent.parent / "secret.toml").write_text(wing.read_text(encoding="utf-8"), encoding="utf-8")
    assert client.get(f"/army/list/{name}/").status_code == 404
    assert client.post(f"/army/list/{name}/add", data={"unit": "US Infantry"}).status_code == 404


def test_a_list_is_discarded_and_brought_back_with_its_versions(client: TestClient, wing: Path) -> None:
    change(client, "add", unit="US Infantry")
    assert client.post(f"{WING}discard").headers["location"] == "/army#gone"
    assert client.get(WING).status_code == 404
    assert "Bring back" in words(client.get("/army").text)
    assert client.post("/army/restore", data={"key": "third-wing"}).headers["location"] == WING
    assert "Took back: added 1 US Infantry" in change(client, "undo")
    assert client.post("/army/restore", data={"key": "third-wing"}).status_code == 404


def test_what_was_discarded_comes_back_beside_a_new_list_of_its_name(client: TestClient, wing: Path) -> None:
    client.post(f"{WING}discard")
    client.post("/army/new", data={"name": "Third Wing", "side": "martian"})
    assert client.post("/army/restore", data={"key": "third-wing"}).headers["location"] == "/army/list/third-wing-2/"
    assert read_list(wing).side == "martian"


def test_a_copy_is_a_list_of_its_own(client: TestClient, wing: Path) -> None:
    change(client, "add", unit="US Infantry")
    assert client.post(f"{WING}copy").headers["location"] == "/army/list/third-wing-copy/"
    change(client, "undo")
    assert counts(wing) == {}
    assert counts(wing.with_name("third-wing-copy.toml")) == {"US Infantry": 1}


def test_a_file_that_cannot_be_read_is_named_and_stops_nothing(client: TestClient, wing: Path) -> None:
    wing.with_name("broken.toml").write_text("format = ", encoding="utf-8")
    shown = words(client.get("/army").text)
    assert "broken cannot be read" in shown
    assert "Third Wing" in shown
    assert client.get("/army/list/broken/").status_code == 400


def test_lists_are_kept_from_a_file_a_text_and_a_token(client: TestClient, home: Path) -> None:
    toml = client.get("/army/export/toml", params={"list": TOKEN}).content
    rosz = client.get("/army/export/rosz", params={"list": TOKEN}).content
    for sent in ({"file": ("a.toml", toml)}, {"file": ("a.rosz", rosz)}):
        kept_at = client.post("/army/keep", files=sent, data={"sure": "yes"}).headers["location"]
        assert kept_at.startswith("/army/list/third-wing")
    again = client.post("/army/keep", data={"list": TOKEN, "sure": "yes"})
    assert again.headers["location"] == "/army/list/third-wing-3/"
    kept = [read_list(path) for path in sorted((home / "armies").glob("*.toml"))]
    assert [one.units for one in kept] == [LIST.units] * 3
    assert kept[0] == kept[2] == LIST
    bad = client.post("/army/keep", files={"file": ("a.toml", b"\xff\x00=")})
    assert bad.status_code == 400
    assert "a.toml" in words(bad.text)


def fields_of(page: str) -> dict[str, str]:
    """The fields of the form that keeps a list, as they stand."""
    form = re.search(
        r'<form[^>]*action="/army/keep" method="post" enctype="multipart/form-data"><input.*?</form>', page, re.S
    )
    assert form is not None
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form[0]))
    listed = re.search(r"<textarea[^>]*>(.*?)</textarea>", form[0], re.S)
    assert listed is not None
    return {**hidden, "list": unescape(listed[1])}


ROSTER = """<roster name="Old guard"><forces><force name="{}"><selections>
<selection name="Field Gun Battery" type="unit"><selections><selection name="Gold (real)"/></selections></selection>
<selection name="US Infantri" type="unit"/></selections></force></forces></roster>"""


@pytest.mark.parametrize("way", ["file", "paste", "address"])
def test_what_is_not_kept_is_said_whatever_way_a_list_comes_and_the_rest_is_asked(
    client: TestClient, home: Path, way: str
) -> None:
    raw = ROSTER.format("Human Force")
    if way == "file":
        shown = client.post("/army/keep", files={"file": ("old.ros", raw.encode())})
    elif way == "paste":
        shown = client.post("/army/open", data={"list": raw})
    else:
        shown = client.get("/army", params={"list": raw})
    assert shown.status_code == 200
    assert words(shown.text).count("Not kept: Field Gun Battery: the choice 'Gold (real)'") == 1
    assert LISTS.kept() == ()
    assert "<option>US Infantry</option>" in shown.text
    kept = client.post("/army/keep", data={**fields_of(shown.text), "unit.1": "US Infantry"})
    assert kept.status_code == 303
    assert counts(home / "armies" / "old-guard.toml") == {"Field Gun Battery": 1, "US Infantry": 1}


def test_whose_list_it_is_is_asked_where_nothing_says_it(client: TestClient, home: Path) -> None:
    shown = client.post("/army/keep", files={"file": ("x.txt", b"My list\n2 x Scout Tripod\n1 US Infantry")})
    assert "Whose list is it?" in words(shown.text)
    assert LISTS.kept() == ()
    client.post("/army/keep", data={**fields_of(shown.text), "side": "martian"})
    assert read_list(home / "armies" / "my-list.toml").side == "martian"


def test_a_second_list_in_a_file_can_be_opened(client: TestClient) -> None:
    other = Army(name="Raid", side="martian", units=(ArmyEntry(unit="Scout Tripod"),))
    shown = client.post("/army/open", data={"list": f"{TOKEN}\n{token_of(other)}"}).text
    assert "Not kept: list 2 in it, 'Raid' (martian)" in words(shown)
    assert "Open the other list in it, 'Raid' (martian)" in words(shown)


def test_the_page_takes_what_the_product_writes(client: TestClient, home: Path) -> None:
    """300 units, every one with a name and a note, in the two largest formats."""
    units = tuple(ArmyEntry(unit="US Command Squad", name=f"Squad {number}", notes="n" * 60) for number in range(300))
    muster = context().muster(Army(name="Horde", side="human", units=units))
    for name in ("ros", "tts"):
        written = context().export(muster, name, ExportOptions())
        assert len(written) > 500_000
        assert client.post("/army/keep", files={"file": (f"horde.{name}", written)}).status_code == 303
    assert [len(read_list(path).units) for path in LISTS.kept()] == [300, 300]
    too_much = client.post("/army/keep", files={"file": ("horde.ros", b" " * 2_100_000)})
    assert (too_much.status_code, "at most 2 MB" in words(too_much.text)) == (413, True)


# -- changes --------------------------------------------------------------------------------------------------------------


def test_units_are_added_counted_and_removed(client: TestClient, wing: Path) -> None:
    added = change(client, "add", unit="sopwith camel", **{"how-many": "3"})
    assert "240 of 300 points" in added
    assert added.endswith("Added 3 Sopwith Camel. Undo")
    change(client, "step", step=f"{key(wing)} +1")
    assert counts(wing) == {"Sopwith Camel": 4}
    change(client, "step", step=f"{key(wing)} -1")
    change(client, "count", line=key(wing), count="2")
    assert counts(wing) == {"Sopwith Camel": 2}
    change(client, "add", unit="US Infantry")
    change(client, "count", line=key(wing), count="0")
    change(client, "step", step=f"{key(wing)} 0")
    assert counts(wing) == {}


def test_every_change_is_taken_back_and_made_again(client: TestClient, wing: Path) -> None:
    for unit in ("US Infantry", "Sopwith Camel", "Salmson 2"):
        change(client, "add", unit=unit)
    for left in (2, 1, 0):
        change(client, "undo")
        assert len(counts(wing)) == left
    assert "Did again: added 1 US Infantry" in change(client, "redo")
    change(client, "add", unit="US Command Squad")
    assert "there is nothing to redo" in change(client, "redo")
    assert list(counts(wing)) == ["US Infantry", "US Command Squad"]


def test_a_form_sent_twice_is_done_once_and_two_windows_lose_nothing(client: TestClient, wing: Path) -> None:
    for once in ("first", "first", "second"):
        answer = client.post(f"{WING}add", data={"unit": "US Infantry", "once": once})
        assert answer.status_code == 303
    assert counts(wing) == {"US Infantry": 2}
    line = key(wing)
    change(client, "entry", line=line, place="0", unit="US Infantry", called="Left")  # one window
    change(client, "entry", line=line, place="0", unit="US Infantry", notes="guards the hill")  # another, as it was
    (entry,) = read_list(wing).units
    assert (entry.name, entry.notes, entry.count) == ("Left", "guards the hill", 2)
    change(client, "about", name="Third Wing", **{"was.name": "Third Wing", "limit": "500", "was.limit": "300"})
    change(client, "about", name="Fourth Wing", **{"was.name": "Third Wing", "limit": "300", "was.limit": "300"})
    assert (read_list(wing).name, read_list(wing).limit) == ("Fourth Wing", 500)
    assert "changed or removed in the meantime" in change(client, "step", step=f"{line} +1")


def test_choices_of_a_line_are_kept(client: TestClient, wing: Path) -> None:
    change(client, "add", unit="Sopwith Camel")
    fields = {
        "line": key(wing),
        "called": "Snoopy",
        "elements": "2",
        "hidden": "yes",
        "notes": "a\r\nb",
        "option.altitude": "high",
    }
    shown = change(client, "entry", **fields)
    assert "AIR-ALT-3" in shown
    assert "Sopwith Camel has 2 elements, and flies in units of exactly 3. " in shown
    assert "AIR-UNIT-2" in shown
    assert read_list(wing).units == (
        ArmyEntry(unit="Sopwith Camel", name="Snoopy", elements=2, hidden=True, notes="a\nb", options={"altitude": "high"}),
    )
    change(client, "entry", line=key(wing), **{"was.option.altitude": "high", "was.elements": "2", "was.hidden": "yes",
           "was.called": "Snoopy", "called": "Snoopy", "was.notes": "a\nb", "notes": "a\nb"})  # fmt: skip
    assert read_list(wing).units == (ArmyEntry(unit="Sopwith Camel", name="Snoopy", notes="a\nb"),)


@pytest.mark.threads
def test_a_change_at_the_terminal_in_the_same_instant_waits_and_neither_is_lost(
    client: TestClient, wing: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    came, results = Event(), []

    def at_the_terminal() -> None:
        results.append(CliRunner().invoke(aqmf, ["army", "add", str(wing), "US Command Squad"]))
        came.set()

    terminal = Thread(target=at_the_terminal)

    def between(*given: Any) -> Any:  # the list is read, and not yet written
        terminal.start()
        assert came.wait(60)
        return add(*given)

    def arriving(lock: FileLock, **given: Any) -> Any:
        if current_thread() is terminal:
            came.set()
        return acquire(lock, **given)

    add, acquire = CHANGES["add"], FileLock.acquire
    monkeypatch.setitem(cast("dict[str, Any]", CHANGES), "add", between)
    monkeypatch.setattr(FileLock, "acquire", arriving)
    assert "Added 1 US Infantry" in change(client, "add", unit="US Infantry")
    terminal.join(60)
    assert results[0].exit_code == 0, results[0].output
    assert counts(wing) == {"US Infantry": 1, "US Command Squad": 1}
    assert "Took back: added 1 US Command Squad" in change(client, "undo")
    assert counts(wing) == {"US Infantry": 1}


@pytest.mark.rule("AIR-DES-5")
def test_a_ruling_changes_the_points_at_once(client: TestClient, wing: Path) -> None:
    change(client, "add", unit="Caudron G.4")
    before = context().muster(read_list(wing)).points
    shown = change(client, "rulings", **{"ruling.first_medium": "add", "was.ruling.first_medium": "swap"})
    after = context().muster(read_list(wing)).points
    assert after != before
    assert f"{after} of 300 points" in shown
    change(client, "rulings", **{"ruling.first_medium": "swap", "was.ruling.first_medium": "add"})
    assert not read_list(wing).rulings
    assert "first_medium: expected swap or add" in change(client, "rulings", **{"ruling.first_medium": "soup"})


@pytest.mark.rule("HOST-ARMY-1", "HOST-ARMY-4")
def test_what_is_wrong_is_mended_by_a_button(client: TestClient, wing: Path) -> None:
    shown = change(client, "add", unit="Scout Tripod")
    assert "Scout Tripod is martian, and the list is human. Remove 1 Scout Tripod HOST-ARMY-4" in shown
    change(client, "mend", mend="wrong-side Scout Tripod")
    assert "a valid list" in change(client, "mend", mend="no-command US Command Squad")
    assert counts(wing) == {"US Command Squad": 1}
    assert "That is no longer so" in change(client, "mend", mend="no-command US Command Squad")


@pytest.mark.parametrize(
    ("name", "fields", "said"),
    [
        ("add", {"unit": "Sopwith Camle"}, "did you mean Sopwith Camel"),
        ("add", {"unit": "US Infantry", "how-many": "301"}, "how-many: expected a whole number from 1 to 300"),
        ("add", {}, "unit: expected the name of a unit"),
        ("step", {"step": "nothing +1"}, "changed or removed in the meantime"),
        ("step", {"step": "x +9"}, "step: expected one more, one fewer or none"),
        ("about", {"name": ""}, "nothing to change"),
        ("about", {"name": "", "was.name": "Third Wing"}, "'name'"),
        ("about", {"limit": "lots"}, "limit: expected a whole number"),
        ("undo", {}, "there is nothing to undo"),
    ],
)
def test_what_cannot_be_done_is_said_and_changes_nothing(
    client: TestClient, wing: Path, name: str, fields: dict[str, str], said: str
) -> None:
    before = wing.read_bytes()
    assert said.casefold() in change(client, name, **fields).casefold()
    assert wing.read_bytes() == before
    plain = client.post(f"{WING}{name}", data=fields)
    assert plain.status_code in (303, 400)
    assert client.post(f"{WING}nonsense", data=fields).status_code == 404


def test_the_catalogue_is_searched_and_has_ones_own_designs(client: TestClient, wing: Path) -> None:
    part = client.get(f"{WING}units", params={"q": "camel"}, headers=LIVE).text
    assert "<html" not in part
    assert "1 unit for “camel”" in words(part)
    assert "Sopwith Camel" in words(client.get(f"{WING}units", params={"q": "camel"}).text)
    assert "Add Scout Tripod" not in client.get(WING).text
    assert "0 units" in words(client.get(WING, params={"q": "zzz"}).text)
    client.post("/hangar/keep", data={**FORM, "name": "Mine"})
    assert "Add Mine, 90 points" in unescape(client.get(WING).text)
    change(client, "add", unit="mine")
    assert read_list(wing).attached[0].name == "Mine"
    assert army_from(token_of(read_list(wing))) == read_list(wing)


# -- what is made of it ---------------------------------------------------------------------------------------------------


@pytest.mark.further
def test_every_format_and_every_sheet_is_there(client: TestClient, wing: Path) -> None:
    change(client, "add", unit="US Infantry")
    shown = unescape(client.get(WING).text)
    link = re.search(r'id="link" readonly value="([^"]+)"', shown)
    assert link is not None
    assert link.group(1) == token_of(read_list(wing))  # nobody else can reach this app: the list itself is given away
    for name in ("toml", *context().exporters):
        assert f'{"action" if name == "sheet" else "href"}="export/{name}' in shown
        answer = client.get(f"{WING}export/{name}")
        assert answer.status_code == 200
        assert 'filename="third-wing.' in answer.headers["content-disposition"]
    assert client.get(f"{WING}export/toml").content == wing.read_bytes()
    assert client.get(f"{WING}code.svg").text.startswith("<svg")
    for sheet, paper in (("roster", "letter"), ("cards", "a4"), ("templates", "letter")):
        answer = client.get(f"{WING}print/{sheet}", params={"paper": paper, "size": "large"})
        assert answer.headers["content-type"] == "application/pdf"
        assert answer.content.startswith(b"%PDF-")
    assert client.get("/army/print/roster", params={"list": TOKEN}).content.startswith(b"%PDF-")


def test_a_link_leads_to_where_others_reach_the_app(home: Path) -> None:
    with TestClient(create_app(network="http://192.168.1.5:8123/"), base_url="http://127.0.0.1", headers=OURS) as client:
        client.post("/army/new", data={"name": "Third Wing", "side": "human"})
        assert "Share" not in client.get(WING).text  # of nothing there is nothing to share
        change(client, "add", unit="US Infantry")
        assert 'value="http://192.168.1.5:8123/army#aqa' in client.get(WING).text
        assert client.get(f"{WING}export/token").text.startswith("http://192.168.1.5:8123/army#aqa")


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("print/poster", 404), ("print/roster?paper=a3", 404), ("print/roster?size=tarot", 404), ("print/cards", 400),
        ("export/pdf", 404), ("compare", 400), ("compare?with=nobody", 404),
    ],
)  # fmt: skip
def test_what_cannot_be_made_of_it_is_said(client: TestClient, wing: Path, path: str, status: int) -> None:
    assert client.get(f"{WING}{path}").status_code == status


def test_a_list_of_forty_lines_is_light(client: TestClient, home: Path) -> None:
    names = [one.name for one in context().catalogue.values() if one.side == "human"][:40]
    long = Army(name="Long", side="human", units=tuple(ArmyEntry(unit=one, name=f"Third flight of {one}") for one in names))
    here = client.post("/army/keep", data={"list": token_of(long)}).headers["location"]
    shown = client.get(here)
    assert shown.text.count('name="count"') == 40
    assert len(shown.content) < 100 * 1024
    assert len(client.post(f"{here}undo", headers=LIVE).content) < 60 * 1024


def test_what_can_be_chosen_of_a_line_comes_when_it_is_asked_for_and_stays(client: TestClient, wing: Path) -> None:
    change(client, "add", unit="Sopwith Camel")
    change(client, "add", unit="US Infantry")
    shown = client.get(WING).text
    assert 'name="called"' not in shown
    camel, infantry = re.findall(r'href="\./\?open=([^"#]+)#\1"', shown)[:2]
    opened = client.get(WING, params={"open": camel}).text
    assert opened.count('name="called"') == 1
    assert 'name="option.altitude"' in opened
    fields = {"line": key(wing), "open": camel, "called": "Snoopy"}
    assert client.post(f"{WING}entry", data=fields).headers["location"] == f"{WING}?open={camel}#{camel}"
    both = client.post(
        f"{WING}step", data={"step": f"{key(wing, 1)} +1", "open": [camel, infantry, "nothing"]}, headers=LIVE
    )
    assert both.text.count('name="called"') == 2
    assert 'name="ruling.' not in both.text
    assert 'name="ruling.' in client.get(WING, params={"open": "rulings"}).text


def test_two_lists_are_compared(client: TestClient, wing: Path) -> None:
    change(client, "add", unit="US Infantry")
    client.post(f"{WING}copy")
    change(client, "add", unit="Sopwith Camel")
    shown = words(client.get(f"{WING}compare", params={"with": "third-wing-copy"}).text)
    assert "Third Wing, 110 points → Third Wing (copy), 30 points (-80)" in shown
    assert "Sopwith Camel 1 0 80 → 0" in shown
    assert "name Third Wing → Third Wing (copy)" in shown


@pytest.mark.further
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    name=st.sampled_from([*CHANGES, "undo", "redo"]),
    fields=st.dictionaries(
        st.sampled_from(
            ["unit", "how-many", "step", "line", "place", "count", "called", "elements", "hidden", "notes",
             "option.altitude", "name", "limit", "special", "ruling.first_medium", "mend", "once"]
        ),
        st.one_of(st.sampled_from(["US Infantry", "Sopwith Camel", "1", "0", "-1", "300", "²", "high", "add", "a,b,a", ""]),
                  st.text(max_size=20).map(lambda one: one.encode("utf-8", "replace").decode())),
        max_size=5,
    ),
    at=st.integers(0, 3),
)  # fmt: skip
def test_any_change_leaves_a_list_that_can_be_read(
    client: TestClient, home: Path, name: str, fields: dict[str, str], at: int
) -> None:
    folder = home / "armies"
    wing = folder / "third-wing.toml"
    if not wing.exists():
        client.post("/army/new", data={"name": "Third Wing", "side": "human"})
        client.post(f"{WING}add", data={"unit": "US Infantry"})
    listed = read_list(wing)
    if at < len(listed.units):
        fields = {**fields, "line": line_key(listed.units[at]), "place": str(at)}
    assert client.post(f"{WING}{name}", data=fields).status_code in (303, 400)
    assert client.get(WING).status_code == 200
    assert context().muster(read_list(wing)).points >= 0
    assert {path.name for path in folder.iterdir()} == {"third-wing.toml", ".third-wing.toml.history"}


def test_an_empty_list_of_the_model_is_the_one_that_is_begun(client: TestClient, wing: Path) -> None:
    assert read_list(wing) == Army(name="Third Wing", side="human", limit=300)
