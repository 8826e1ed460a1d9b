"""One system of looks: colours are stated once, and the page of parts shows what it says it shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import aqmf_air

ROOT = Path(aqmf_air.__file__).parent
ROOM = "web/static/room.css"
EXEMPT = {ROOM, "site/shell/shell.css"}
"""Where colours are stated: the app's tokens, and the frame of a site, which is there before the app is."""
SHEETS = sorted(str(path.relative_to(ROOT)) for path in ROOT.rglob("*.css"))
RAW = re.compile(
    r"#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\("
    r"|\b(?:white|black|gr[ae]y|red|green|blue|yellow|orange|brown|purple|pink|gold|silver|navy|maroon|teal)\b",
    re.I,
)


def without_tokens(style: str) -> str:
    """A style sheet without its blocks of tokens and its comments."""
    return re.sub(r":root \{[^}]*\}", "", re.sub(r"/\*.*?\*/", "", style, flags=re.S))


def colours(style: str) -> list[str]:
    """The colours that its rules state outside of tokens."""
    values = (value for block in re.findall(r"\{([^{}]*)\}", without_tokens(style)) for value in block.split(";"))
    return [value.strip() for value in values if RAW.search(value.partition(":")[2])]


@pytest.mark.parametrize("sheet", [sheet for sheet in SHEETS if sheet != "site/shell/shell.css"])
def test_a_rule_states_no_colour_of_its_own(sheet: str) -> None:
    style = (ROOT / sheet).read_text(encoding="utf-8")
    assert colours(style) == []
    assert sheet in EXEMPT or ":root" not in style


def test_a_colour_of_its_own_is_found() -> None:
    assert colours("p { color: #fff; margin: 0 } a { border: 1px solid RED }") == ["color: #fff", "border: 1px solid RED"]
    assert colours(":root { --ink: #000; } #added, .red-flag { color: var(--ink); }") == []


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_token_that_is_taken_is_stated(sheet: str) -> None:
    stated = set(re.findall(r"(--[a-z-]+):", (ROOT / ROOM).read_text(encoding="utf-8")))
    style = (ROOT / sheet).read_text(encoding="utf-8")
    by_scripts = {"--u", "--side"}
    assert set(re.findall(r"var\((--[a-z-]+)", style)) - stated - by_scripts <= set(re.findall(r"(--[a-z-]+):", style))


def test_the_page_of_looks_shows_every_part_in_both_themes(client: TestClient) -> None:
    shown = client.get("/look").text
    parts = [re.findall(r'<section class="card part" aria-label="([^"]+)"', half) for half in shown.split("<h2>")[1:]]
    assert len(parts) == 2
    assert parts[0] == parts[1]
    assert {"Buttons", "Icons", "Notes", "Table"} <= set(parts[0])
    style = client.get("/static/look.css").text
    tokens = re.findall(r'<span class="patch of-([a-z-]+)">', shown)
    assert tokens
    assert all(f".patch.of-{token} {{ background: var(--{token}); }}" in style for token in tokens)
