"""What a move would bring, in a few words: photographs, its best shot, whose sights it ends in, the edge of the map."""

from __future__ import annotations

from collections.abc import Iterator

from aqmf_air.core.data.text import in_a_row, plural
from aqmf_air.games.richthofens_war import flights, targets
from aqmf_air.games.richthofens_war.asking import asked_after_move
from aqmf_air.games.richthofens_war.over_ground import targets_of
from aqmf_air.games.richthofens_war.rules import missions
from aqmf_air.games.richthofens_war.state import Game


def brought(game: Game, speed: int, path: str) -> str:
    """What a move of the aircraft whose turn it is brings, beside what it rolls for; empty: nothing to speak of."""
    one = game.of(game.queue[0])
    way = flights.walked(game, one, path)
    if flights.leaves(game, way):
        return "leaves the map"
    if not way.end.height:
        return "comes down"
    seen, start = [], flights.start_of(game, one)
    if (sought := targets_of(game, one.side, "photographs")) and not missions.against_observing(one):
        hexes = missions.photographed(start, path, way, sought, game.tables)
        seen = [f"photographs {plural(len(hexes), 'hex', 'hexes')}"] if hexes else []
    return ", ".join([*seen, *_sights(flights.ended(game, one, speed, path), one.id)])


def _sights(game: Game, mover: str) -> Iterator[str]:
    """The best shot of an aircraft that has moved, and who has one at it: who may declare a target then. DECL-1, DECL-4."""
    asked = asked_after_move(game, mover)
    aims = [targets.aim(game, mover, "pilot", id_) for own in asked if own.aircraft == mover for id_ in own.targets]
    stays = {aim.target: game.target(aim.target).moved for aim in aims}
    damage = {aim.target: float(targets.worth(aim.row, aim.change, game.rulings).mean) for aim in aims if aim.row}
    if damage:
        best = max(damage, key=lambda target: (stays[target], damage[target]))
        yield f"shot at {game.called(best)}{'' if stays[best] else ' if it stays there'}: {damage[best]:.1f} damage"
    if enemies := [game.called(each.aircraft) for each in asked if each.aircraft != mover]:
        yield f"in the sights of {in_a_row(enemies)}"
