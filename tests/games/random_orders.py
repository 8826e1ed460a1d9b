"""Random states of every game, and random orders that are allowed in them: offered or not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import cycle, islice
from math import cos, radians, sin
from random import Random
from typing import Any

import dawn_duel.plugin
import night_mail.plugin

from aqmf_air.core.data.model import Frozen
from aqmf_air.core.play.events import Command
from aqmf_air.core.play.ruleset import Offer, Ruleset
from aqmf_air.core.play.scenarios import open_scenarios
from aqmf_air.core.play.session import Session, new_header
from aqmf_air.errors import InvalidCommandError
from aqmf_air.games.richthofens_war.chapters import paths
from aqmf_air.plugins import kinds
from aqmf_air.plugins.registry import Registry, load_registry
from tests.games.martian_front.ledger.forces import two_forces
from tests.plugins_on_disk import picket

EXAMPLES = (("dawn_duel", dawn_duel.plugin), ("night_mail", night_mail.plugin), ("picket", picket))


@cache
def everything() -> Registry:
    """All games: those of the package, and the examples."""
    return load_registry(entry_points=False, extra=EXAMPLES)


SET_UP: dict[str, Callable[[Ruleset[Any]], Frozen]] = {"aqmf-ledger": two_forces, "picket": lambda _: picket.Setup()}
"""Games without scenarios."""


def set_ups(ruleset: str) -> list[tuple[str, Frozen]]:
    """What games of a ruleset may start from, each with its name."""
    game = everything().ruleset(ruleset)
    if ruleset in SET_UP:
        return [("", SET_UP[ruleset](game))]
    listed = open_scenarios(ruleset, everything().of(kinds.SCENARIOS, ruleset))
    return [(name, game.set_up(one.document(), str(one.path), {}).setup) for name, one in listed.items()]


@dataclass(frozen=True)
class Position:
    """A state of a game, with a side that has something to order there."""

    ruleset: Ruleset[Any]
    state: Any
    side: str
    offers: Sequence[Offer]
    where: str


def positions(ruleset: str, chance: Random, steps: int = 36) -> Iterator[Position]:
    """A third of the states of games that an automatic player plays, now and then by chance; of each scenario in turn."""
    game = everything().ruleset(ruleset)
    policy = next(reversed(everything().of(kinds.POLICIES, ruleset).values()), None)
    for name, setup in cycle(set_ups(ruleset)):
        seed = chance.randrange(1_000_000)
        session: Session[Any] = Session(game, new_header(game, setup, seed=seed, game="random"))
        for step in range(steps):
            state = session.state
            offers = {side: game.legal(state, side) for side in game.players(state)} if not game.over(state) else {}
            if not any(offers.values()):
                break
            side = chance.choice([one for one, given in offers.items() if given])
            if chance.random() < 1 / 3:
                yield Position(game, state, side, offers[side], f"{ruleset}:{name}, seed {seed}, step {step}, {side}")
            chosen = policy.choose(game, state, side) if policy and chance.random() < 0.7 else None
            session.submit(chosen or chance.choice(of_a_kind(offers[side], chance)).command, side)


def of_a_kind(offers: Sequence[Offer], chance: Random) -> Sequence[Offer]:
    """The offers of one kind: kinds of many offers are no likelier than others."""
    kind = chance.choice(sorted({offer.command.type for offer in offers}))
    return [offer for offer in offers if offer.command.type == kind]


def allowed(at: Position, chance: Random, tries: int) -> Iterator[Command]:
    """Orders that are allowed at a position: some that are offered, and others like them."""
    for _ in range(tries):
        offered = chance.choice(of_a_kind(at.offers, chance)).command
        yield offered
        other = _varied(at, offered, chance)
        if other is not None and other != offered and not at.ruleset.objections(at.state, other, at.side):
            yield other


def _varied(at: Position, order: Command, chance: Random) -> Command | None:
    """An order of the same kind with something else in it, if it can be written down."""
    own = VARIED.get(order.type)
    document = order.model_dump(mode="json")
    if own is not None:
        document |= own(at, order, chance)
    elif keys := [key for key in document if key != "type"]:
        key = chance.choice(keys)
        others = [getattr(offer.command, key) for offer in at.offers if hasattr(offer.command, key)]
        document[key] = chance.choice(others)
    try:
        return at.ruleset.codec.command(document, "random")
    except InvalidCommandError:
        return None


def _flight(at: Position, order: Any, chance: Random) -> dict[str, Any]:
    """A path of a few pieces for all aircraft of a unit, with a bomb now and then."""
    unit = at.state.unit(order.unit)
    path: list[dict[str, Any]] = []
    left = at.state.type_of(unit).speed * chance.uniform(0.7, 1.0)
    while left > 0.5:
        piece = chance.choice((left, round(chance.uniform(0, left), 2), float(int(left))))
        path.append({"straight": piece})
        left -= max(piece, 0.3)
        if left > 2 and chance.random() < 0.7:
            turn = chance.choice((15.0, 30.0, 60.0, round(chance.uniform(1, 90), 1)))
            path.append({"turn": turn, "side": chance.choice(("left", "right"))})
            left -= turn / 30
    drops = [one.drops for one in order.flights]
    each = drops if chance.random() < 0.5 else [()] * len(drops)
    return {"flights": [{"path": path, "drops": [drop.model_dump() for drop in own]} for own in each]}


def _move(at: Position, order: Any, chance: Random) -> dict[str, Any]:
    """A shorter way in any direction, in formation or not, and any facing."""
    unit = at.state.unit(order.unit)
    reach, bearing = chance.uniform(0, at.state.type_of(unit).speed), chance.uniform(0, 360)
    places = []
    for one in unit.elements:
        off = chance.choice((0.0, 0.0, round(chance.uniform(-0.3, 0.3), 3)))
        x, y = one.x + reach * sin(radians(bearing)) + off, one.y + reach * cos(radians(bearing))
        facing = chance.choice((one.facing, round(bearing, 1), bearing))
        places.append({"x": round(x, 2), "y": y, "facing": facing})
    return {"to": places}


def _sweep(at: Position, order: Any, chance: Random) -> dict[str, Any]:
    """A strip nearby, laid along any direction."""
    direction = chance.choice((0.0, 45.0, round(chance.uniform(-360, 360), 1)))
    return {"x": order.x + round(chance.uniform(-1, 1), 2), "y": order.y + chance.uniform(-1, 1), "direction": direction}


def _hexes(at: Position, order: Any, chance: Random) -> dict[str, Any]:
    """Any move that is possible at any speed; now and then with two of its steps in each other's place."""
    one = at.state.of(order.aircraft)
    speed = chance.choice(paths.speeds_of(at.state, one))
    *_, reach = islice(paths.reached_by(at.state, one, speed), chance.randrange(1, 200))
    steps = list(reach.path)
    if chance.random() < 0.3:
        first, second = chance.randrange(len(steps)), chance.randrange(len(steps))
        steps[first], steps[second] = steps[second], steps[first]
    return {"speed": speed, "path": "".join(steps)}


def _some_of(at: Position, order: Any, chance: Random) -> dict[str, Any]:
    """Any of the aircraft that are named in an order, in any order."""
    named = sorted({one for offer in at.offers for one in getattr(offer.command, "aircraft", ()) if len(one) > 1})
    return {"aircraft": chance.sample(named, chance.randrange(1, len(named) + 1))} if named else {}


def _sector(at: Position, order: Any, chance: Random) -> dict[str, Any]:
    return {"to": [chance.randrange(10), chance.randrange(10)]}


VARIED: dict[str, Callable[[Position, Any, Random], dict[str, Any]]] = {
    "aircraft.fly": _flight,
    "host.move": _move,
    "host.sweep": _sweep,
    "richthofen.fly": _hexes,
    "valor.choose_fighters": _some_of,
    "valor.land": _some_of,
    "valor.meet_giant": _some_of,
    "valor.fly_on": _sector,
    "valor.move_flight": _sector,
}
