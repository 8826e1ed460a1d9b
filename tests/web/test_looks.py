"""One system of looks: colours are stated once, and the page of parts shows what it says it shows."""

from __future__ import annotations

import re
from itertools import product
from math import cos, radians, sin
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import aqmf_air
from aqmf_air.drawing import style

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
    by_scripts = {"--u", "--side", "--wide", "--left"}
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


# -- the colours of drawings by night -------------------------------------------------------------------------------------


LETTERS = (style.INK, style.FADED, style.BLUE, style.RED, style.FIRE_EDGE, style.DEEP_BRASS)
GREYS = (0.213, 0.715, 0.072)
"""How much of each channel a colour has of lightness, for the filters of CSS."""


def mixed(colour: list[float], share: float, aside: float = 0.0) -> list[float]:
    """A colour with so much of its own hue, and so much of the one at right angles to it."""
    grey = sum(part * channel for part, channel in zip(GREYS, colour, strict=True))
    red, green, blue = colour
    across = (
        -0.213 * red - 0.715 * green + 0.928 * blue,
        0.143 * red + 0.14 * green - 0.283 * blue,
        -0.787 * red + 0.715 * green + 0.072 * blue,
    )
    return [grey + share * (channel - grey) + aside * other for channel, other in zip(colour, across, strict=True)]


def filtered(colour: str, steps: list[tuple[str, float]]) -> list[float]:
    """A colour as the filters of CSS leave it, each channel from 0 to 1."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    for name, amount in steps:
        if name == "invert":
            channels = [channel * (1 - amount) + (1 - channel) * amount for channel in channels]
        elif name == "hue-rotate":
            channels = mixed(channels, cos(radians(amount)), sin(radians(amount)))
        elif name == "saturate":
            channels = mixed(channels, amount)
        else:
            assert name == "contrast"
            channels = [(channel - 0.5) * amount + 0.5 for channel in channels]
        channels = [min(1.0, max(0.0, channel)) for channel in channels]
    return channels


def contrast(*pair: list[float]) -> float:
    """How much lighter one of two colours is, as WCAG 2 has it."""

    def light(channels: list[float]) -> float:
        linear = [(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4) for c in channels]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted(map(light, pair))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("screen", ["light", "dark"])
def test_letters_of_drawings_are_read_by_day_and_by_night(screen: str) -> None:
    night = re.findall(r"--by-night: ([^;]*)", (ROOT / ROOM).read_text(encoding="utf-8"))[-1] if screen == "dark" else ""
    steps = [(name, float(amount)) for name, amount in re.findall(r"([a-z-]+)\(([\d.]+)(?:deg)?\)", night)]
    assert bool(steps) == (screen == "dark")
    for letter, ground in product(LETTERS, (style.CARD, style.PAPER, style.SHADE)):
        assert contrast(filtered(letter, steps), filtered(ground, steps)) >= 4.5, (letter, ground)
    if steps:
        assert max(filtered(style.CARD, steps)) < 0.1  # a board is dark
