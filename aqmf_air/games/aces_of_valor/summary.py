"""A campaign in a few lines for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from aqmf_air.games.aces_of_valor.briefing import standing
from aqmf_air.games.aces_of_valor.counters import NATIONS, Box
from aqmf_air.games.aces_of_valor.state import Campaign

NAMES: Mapping[Box, str] = {
    "ready": "ready",
    "flight": "in the flight",
    "recovery": "in Recovery",
    "lost": "lost",
    "posted": "posted away",
}


def summary_of(game: Campaign) -> tuple[str, ...]:
    """How the campaign stands, then the mission, then the combat."""
    if game.nation is None:
        return ("a squadron is to be formed",)
    boxes = Counter(one.box for one in game.squadron)
    when = game.stage.when.lower()
    if game.rulings.first_marker == "turn":
        when += f", track on {game.marker}"
    stand = f"{NATIONS[game.nation].adjective} squadron, {when}, {game.vp} victory points"
    fighters = ", ".join(f"{n} {NAMES[box]}" for box, n in boxes.items()) or "no fighters yet"
    return (stand, fighters, *standing(game))
