"""A campaign in a few lines for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from aqmf_air.games.aces_of_valor import sectors
from aqmf_air.games.aces_of_valor.counters import NATIONS
from aqmf_air.games.aces_of_valor.events.missions import WEATHER, card_name
from aqmf_air.games.aces_of_valor.state import Campaign


def summary_of(game: Campaign) -> tuple[str, ...]:
    """How the campaign stands, then the mission, then the combat."""
    if game.nation is None:
        return ("a squadron is to be formed",)
    boxes = Counter(one.box for one in game.squadron)
    when = game.stage.when.lower()
    if game.rulings.first_marker == "turn":
        when += f", track on {game.marker}"
    stand = f"{NATIONS[game.nation].adjective} squadron, {when}, {game.vp} victory points"
    fighters = ", ".join(f"{n} {box}" for box, n in boxes.items()) or "no fighters yet"
    return (stand, fighters, *_mission(game))


def _mission(game: Campaign) -> Iterator[str]:
    mission = game.mission
    if game.purse:
        yield f"{max(game.purse.points, 0)} mission points to spend"
    elif mission and mission.objective:
        goal = ", ".join(sectors.name(at, game.tables) for at in mission.objective)
        fuel = f"; fuel for {mission.length} turns" if mission.length else ""
        yield f"{card_name(mission.card)}, {goal}, {WEATHER[mission.weather]}{fuel}; {mission.points} MP so far"
