"""What is kept in a browser, and what happens to it: moved, full, killed, in several tabs, under another version."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error, Frame, Page

from tests.site.visiting import BOOT_MS, ENTRIES, ORDER, Browse, Host, frame_of, opened, with_table

PHONE = {"width": 390, "height": 844}
OLDER = "older than what is kept"
FULL = """() => {
  self.put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = () => { throw new DOMException("no room", "QuotaExceededError"); };
}"""
KEPT = """async () => {
  const asked = (request) => new Promise((done) => { request.onsuccess = () => done(request.result); });
  const database = await asked(indexedDB.open("aqmf"));
  const files = database.transaction("files").objectStore("files");
  const [paths, contents] = await Promise.all([asked(files.getAllKeys()), asked(files.getAll())]);
  database.close();
  return paths.map((path, at) => [path, contents[at] && [...contents[at]].join()]);
}"""
NEWER = """async () => {
  const asked = (request) => new Promise((done) => { request.onsuccess = () => done(request.result); });
  const database = await asked(indexedDB.open("aqmf"));
  await asked(database.transaction("about", "readwrite").objectStore("about").put(99, "form"));
  database.close();
}"""
CACHES = "() => caches.keys()"
TORN = """async ([missing, torn]) => {
  const cache = await caches.open((await caches.keys())[0]);
  await cache.delete(missing);
  await cache.put(torn, new Response("half of it"));
}"""
SENT = """async (path) => {
  const answer = await fetch(path);
  const digest = await crypto.subtle.digest("SHA-256", await answer.arrayBuffer());
  return [answer.status, [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("")];
}"""
UNSEEN = """
  const query = navigator.locks.query.bind(navigator.locks);
  navigator.locks.query = async () => {
    navigator.locks.query = query;
    return { held: [], pending: [] };
  };
"""
"""A tab that starts at the same moment as another sees no other at first."""
UPDATED = """async () => {
  const registration = await navigator.serviceWorker.ready;
  await registration.update().catch(() => {});
  const { installing } = registration;
  if (installing) await new Promise((done) => installing.addEventListener("statechange", done, { once: true }));
  return installing?.state ?? (registration.waiting ? "installed" : "nothing");
}"""


def to_frame(page: Any, address: str) -> Any:
    frame_of(page).goto(address)
    frame_of(page).wait_for_load_state()
    return frame_of(page)


def aqmf(home: Path, *arguments: str, typed: str = "") -> str:
    """What the command says on a computer whose player's folder is ``home``."""
    command = [sys.executable, "-m", "aqmf_air", *arguments]
    environment = {"AQMF_HOME": str(home), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(command, input=typed, env=environment, capture_output=True, text=True, check=True)
    return done.stdout


def put_back(page: Any, address: str, file: Path) -> Any:
    frame = to_frame(page, f"{address}/browser")
    frame.locator("#file").set_input_files(file)
    frame.locator("input[name=replace]").check()
    frame.get_by_role("button", name="Put it back").click()
    return frame


def move_to_a_computer_and_back(page: Any, address: str, aside: Path) -> None:
    """The table, with one entry, goes to a computer, is there, and comes back from its backup."""
    saved, backup, laptop = aside / "saved.zip", aside / "backup.zip", aside / "laptop"
    frame = to_frame(page, f"{address}/browser")
    assert "Never saved" in frame.locator("#page").inner_text()
    with page.expect_download() as download:
        frame.get_by_role("link", name="Save everything").click()
    download.value.save_as(saved)
    assert re.fullmatch(r"aqmf-air-[\d-]+\.zip", download.value.suggested_filename)
    frame.get_by_text("Last saved").wait_for()
    aqmf(laptop, "restore", str(saved))
    assert "campaign: 1 entries, sound" in aqmf(laptop, "verify")
    assert "before mission 1" in aqmf(laptop, "play", "--resume", "campaign", typed="\n")
    aqmf(laptop, "backup", str(backup))

    to_frame(page, f"{address}/game/campaign").evaluate(ORDER)
    (aside / "letter.zip").write_text("Dear all, this is no backup.")
    frame = put_back(page, address, aside / "letter.zip")
    frame.get_by_text("letter.zip: is no backup, or is cut short").wait_for()
    assert to_frame(page, f"{address}/game/campaign").evaluate(ENTRIES) == 2
    put_back(page, address, backup)
    is_a_fault = (
        "(note) => getComputedStyle(note).borderColor === getComputedStyle(document.querySelector('#silence')).borderColor"
    )
    assert not frame.get_by_text("3 files put back").evaluate(is_a_fault)
    assert to_frame(page, f"{address}/game/campaign").evaluate(ENTRIES) == 1


def order_without_room(page: Any, address: str) -> None:
    """An order that the browser has no room for is refused in a line; all can be saved, and it goes on with room."""
    frame = to_frame(page, f"{address}/game/campaign")
    before = page.evaluate(KEPT)
    (engine,) = page.workers
    engine.evaluate(FULL)
    status, _ = frame.evaluate(ORDER)
    assert status == 507
    assert "keeps nothing more" in page.locator("#notice").inner_text()
    assert page.evaluate(KEPT) == before
    page.get_by_role("link", name="Save everything as one file").click()
    with page.expect_download() as download:
        frame.get_by_role("link", name="Save everything").click()
    assert download.value.path()
    engine.evaluate("() => { IDBObjectStore.prototype.put = put; }")
    frame = to_frame(page, f"{address}/game/campaign")
    assert frame.evaluate(ORDER)[0] == 200
    assert page.locator("#notice").is_hidden()


def look_at_every_page(frame: Any) -> None:
    """Each page that the parts of the app lead to answers; what is not here says so (501)."""
    answers = frame.evaluate(
        """async () => {
          const seen = new Map([["/", 0], ["/browser", 0]]);
          const parse = (text) => new DOMParser().parseFromString(text, "text/html");
          for (const path of seen.keys()) {
            const answer = await fetch(path);
            seen.set(path, answer.status);
            if (path.split("/").length > 2 || seen.size > 60) continue;
            for (const link of parse(await answer.text()).querySelectorAll("a[href^='/']"))
              if (!/\\.(zip|pdf)$|^\\/engine\\//.test(link.pathname) && !seen.has(link.pathname)) seen.set(link.pathname, 0);
          }
          return [...seen];
        }"""
    )
    assert len(answers) > 30
    assert [answer for answer in answers if answer[1] not in (200, 501)] == []


def entries_once_it_answers(page: Page, frame: Frame) -> int:
    """How many entries the table of a tab has, asked for until the engine that it has just taken over answers."""
    for _ in range(90):
        with suppress(Error):
            return int(frame.evaluate(ENTRIES))
        page.wait_for_timeout(500)
    return int(frame.evaluate(ENTRIES))


def test_games_outlive_moves_kills_servers_and_tabs(host: Host, browse: Browse, tmp_path: Path) -> None:
    browser, kill = browse()
    first = with_table(browser.contexts[0], host.address)
    first.set_viewport_size(PHONE)
    assert frame_of(first).evaluate(ORDER) == [200, 0]
    errors = browser.contexts[0].new_cdp_session(first).send("Page.getInstallabilityErrors")
    assert errors == {"installabilityErrors": []}
    move_to_a_computer_and_back(first, host.address, tmp_path)
    order_without_room(first, host.address)
    order_at_once = frame_of(first).evaluate(ORDER)
    kill()
    entries = order_at_once[1] + 1

    host.end()
    browser, _ = browse()
    first, frame = opened(browser.contexts[0], f"{host.address}/game/campaign")
    assert frame.evaluate(ENTRIES) == entries
    look_at_every_page(frame)

    browser.contexts[0].add_init_script(UNSEEN)
    second, frame = opened(browser.contexts[0], f"{host.address}/game/campaign")
    assert len(second.workers) == 0
    assert frame.evaluate(ORDER) == [200, entries]
    first.close()
    assert frame.evaluate(ENTRIES) == entries + 1
    assert len(second.workers) == 1
    assert second.locator("#notice").is_hidden()

    third, frame = opened(browser.contexts[0], f"{host.address}/game/campaign")
    frozen = browser.contexts[0].new_cdp_session(second)
    frozen.send("Debugger.enable")
    frozen.send("Debugger.pause")
    fourth = browser.contexts[0].new_page()
    fourth.goto(f"{host.address}/rules")
    fourth.get_by_text("another tab, which does not answer").wait_for()
    fourth.close()
    third.get_by_text("another tab, which does not answer").wait_for()
    third.get_by_role("button", name="Use it here").click()
    assert entries_once_it_answers(third, frame) == entries + 1
    assert frame.evaluate(ORDER) == [200, entries + 1]
    frozen.send("Debugger.resume")
    second.get_by_text("Another tab has taken over").wait_for()
    assert len(second.workers) == 0
    assert frame.evaluate(ENTRIES) == entries + 2


def another_version(site: Path, target: Path) -> None:
    """The site with another style of its shell, as a later build makes it."""
    shutil.copytree(site, target)
    style, worker = target / "engine" / "shell.css", target / "sw.js"
    style.write_text(f"{style.read_text()}/* later */\n")
    said, rest = worker.read_text().split("\n", 1)
    made = json.loads(said.removeprefix("self.SITE = ").removesuffix(";"))
    made["files"]["/engine/shell.css"] = sha256(style.read_bytes()).hexdigest()
    worker.write_text(f"self.SITE = {json.dumps(made | {'version': 'later'})};\n{rest}")


def test_a_version_is_used_whole_at_the_next_start_or_not_at_all(
    host: Host, chromium: Any, site: Path, tmp_path: Path
) -> None:
    """In a private window."""
    context = chromium.new_context()
    context.set_default_timeout(BOOT_MS)
    page = with_table(context, host.address)
    frame = frame_of(page)
    assert frame.evaluate(ORDER) == [200, 0]
    (first,) = page.evaluate(CACHES)

    page.evaluate(TORN, ["/engine/app.zip", "/engine/shell.css"])
    assert page.evaluate(SENT, "/engine/app.zip") == [200, sha256((site / "engine" / "app.zip").read_bytes()).hexdigest()]
    style = sha256((site / "engine" / "shell.css").read_bytes()).hexdigest()
    assert page.evaluate(SENT, "/engine/shell.css") == [200, style]
    page.evaluate(TORN, ["/engine/app.zip", "/engine/shell.css"])
    host.end()
    assert page.evaluate(SENT, "/engine/shell.css")[0] == 503
    assert "is not here whole" in page.evaluate("async () => (await fetch('/engine/app.zip')).text()")
    host.begin()
    assert [page.evaluate(SENT, path)[0] for path in ("/engine/app.zip", "/engine/shell.css")] == [200, 200]

    another_version(site, tmp_path / "later")
    whole = (tmp_path / "later" / "engine" / "shell.css").read_bytes()
    host.folder = tmp_path / "later"
    host.end()
    host.begin()
    for torn in (b"", whole[:-9]):
        (tmp_path / "later" / "engine" / "shell.css").write_bytes(torn)
        assert page.evaluate(UPDATED) == "redundant"
        assert page.locator("#notice").is_hidden()
    (tmp_path / "later" / "engine" / "shell.css").write_bytes(whole)
    assert page.evaluate(UPDATED) == "installed"
    second, _ = opened(context, f"{host.address}/game/campaign")  # while a table is open nothing is changed under it
    assert page.evaluate(SENT, "/engine/shell.css") == second.evaluate(SENT, "/engine/shell.css") == [200, style]
    second.close()
    assert frame.evaluate(ENTRIES) == 1

    page.evaluate(NEWER)
    before = page.evaluate(KEPT)
    page.reload()
    frame = frame_of(page)
    assert page.evaluate(CACHES) == ["later"] != [first]
    assert page.evaluate(SENT, "/engine/shell.css") == [200, sha256(whole).hexdigest()]
    assert frame.evaluate(ENTRIES) == 1
    assert OLDER in page.locator("#notice").inner_text()
    assert frame.evaluate(ORDER)[0] == 409
    assert frame.evaluate("async () => (await fetch('/browser/everything.zip')).status") == 200
    to_frame(page, f"{host.address}/rules")
    assert OLDER in page.locator("#notice").inner_text()
    assert page.evaluate(KEPT) == before
    context.close()


@pytest.mark.parametrize(
    ("lacks", "words"),
    [
        (
            "Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined })",
            "perhaps the window is a private one",
        ),
        ("WebAssembly.validate = () => false", "too old for the app"),
    ],
)
def test_a_browser_that_cannot_run_the_app_is_told_why(host: Host, chromium: Any, lacks: str, words: str) -> None:
    page = chromium.new_page(viewport=PHONE)
    page.add_init_script(lacks)
    page.goto(host.address)
    page.get_by_text(words).wait_for()
    assert page.locator("#late").count() == 0
    assert "Air war games" in page.locator("h1").inner_text()
    page.close()


def test_a_browser_that_runs_no_script_of_today_is_told_so(host: Host, chromium: Any) -> None:
    page = chromium.new_page(viewport=PHONE)
    page.route("**/engine/shell.js", lambda route: route.fulfill(body="not of this time", content_type="text/javascript"))
    page.goto(host.address)
    assert not page.get_by_text("perhaps it is too old").is_visible()
    page.evaluate("document.getAnimations().map((shown) => shown.finish())")
    assert page.get_by_text("perhaps it is too old").is_visible()
    page.close()


def test_a_browser_that_may_keep_nothing_is_told_so(host: Host, browse: Browse, tmp_path: Path) -> None:
    settings = tmp_path / "profile" / "Default" / "Preferences"
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps({"profile": {"default_content_setting_values": {"cookies": 2}}}))
    browser, kill = browse()
    page = browser.contexts[0].new_page()
    page.goto(host.address)
    page.get_by_text("lets the site keep nothing").wait_for()
    kill()


def test_a_first_visit_that_does_not_come_whole_goes_on_where_it_was(site: Path, chromium: Any, tmp_path: Path) -> None:
    shutil.copytree(site, tmp_path / "half")
    (tmp_path / "half" / "engine" / "app.zip").unlink()
    host = Host(tmp_path / "half")
    page = chromium.new_page(viewport=PHONE)
    page.goto(host.address)
    page.get_by_text("/engine/app.zip is not here whole").wait_for()
    page.get_by_role("button", name="Load again").wait_for()
    shutil.copyfile(site / "engine" / "app.zip", tmp_path / "half" / "engine" / "app.zip")
    for file in (tmp_path / "half" / "engine").glob("*.asm.wasm"):
        file.unlink()  # it came before
    page.get_by_role("button", name="Load again").click()
    page.locator("#steps .done").first.wait_for(state="attached")
    page.close()
    host.end()


def test_a_first_visit_on_a_bad_network_asks_again_and_never_stands_in_silence(host: Host, chromium: Any) -> None:
    host.server.bad = {"/engine/shell.css": [0.0] * 3, "/engine/app.zip": [600.0] * 9}
    context = chromium.new_context(viewport=PHONE)
    context.set_default_timeout(BOOT_MS)
    page = context.new_page()
    page.goto(host.address)
    page.locator("#steps [aria-current]", has_text=re.compile(r"\d %, \d+ s")).wait_for()
    page.get_by_text("This stands still").wait_for()
    host.server.bad = {}
    page.get_by_role("button", name="Load again").click()
    frame_of(page)
    assert not page.locator("#notice, #again").filter(visible=True).count()
    context.close()
