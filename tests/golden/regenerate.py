"""Golden playthroughs: what a game was when somebody last looked at it closely.

``python -m tests.golden.regenerate`` writes them anew. Read the difference before you keep it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

from aqmf_air.core.data.documents import load_toml
from aqmf_air.core.play.automatic import next_order
from aqmf_air.core.play.chronicle import Chronicled, counted
from aqmf_air.core.play.events import to_lines
from aqmf_air.core.play.session import Session, new_header
from aqmf_air.games.clouds_of_glory_expanded.campaign.squadrons import CAMPAIGN
from aqmf_air.games.martian_front.automatic.policy import choose
from aqmf_air.games.martian_front.sequence import AllQuiet
from aqmf_air.plugins import kinds
from aqmf_air.plugins.registry import Registry, load_registry
from tests.games.clouds_of_glory_expanded.test_conformance import EVERYTHING
from tests.games.martian_front.ledger.forces import two_forces
from tests.plugins_on_disk import picket

FOLDER = Path(__file__).parent


def registry(*without: str) -> Registry:
    """What the golden games are played with."""
    return load_registry(entry_points=False, extra=(("picket", picket),), without=without)


def first_flight(seed: int) -> Session[Any]:
    """The bundled scenario's script; orders that the game has overtaken are passed over."""
    everything = registry()
    ruleset = cast("AllQuiet", everything.ruleset("aqmf"))
    scenario = ruleset.scenario(ruleset.bundled("first-flight"), {})
    session = Session(ruleset, new_header(ruleset, scenario.setup, seed=seed, game=f"first-flight-{seed}"))
    for order in scenario.script:
        if not ruleset.objections(session.state, order.command, order.by):
            session.submit(order.command, order.by)
    return session


def automatic(name: str, seed: int) -> Session[Any]:
    """A bundled scenario between two automatic sides."""
    everything = registry()
    ruleset = cast("AllQuiet", everything.ruleset("aqmf"))
    session = Session(
        ruleset,
        new_header(ruleset, ruleset.scenario(ruleset.bundled(name), {}).setup, seed=seed, game=f"{name}-{seed}"),
    )
    while not ruleset.over(session.state):
        for side in ("human", "martian"):
            if (order := choose(ruleset, session.state, side)) is not None:
                session.submit(order, side)
                break
    return session


def cards(seed: int) -> Session[Any]:
    """The card game: each side plays its lowest card, and one exchange is taken back."""
    ruleset = registry().ruleset("picket")
    session = Session(ruleset, new_header(ruleset, picket.Setup(), seed=seed, game=f"cards-{seed}"))
    while not session.state.winner:
        for side in picket.SIDES:
            session.submit(picket.Seal(side=side, card=min(session.state.hand(side).cards)), side)
        if len(session.entries) == 2:
            session.undo("south")
            session.redo("south")
    return session


def ledger(seed: int) -> Session[Any]:
    """A ledger: what is offered in turn, one claim of each kind after the other; one is taken back and brought back."""
    ruleset = registry().ruleset("aqmf-ledger")
    session = Session(ruleset, new_header(ruleset, two_forces(ruleset), seed=seed, game=f"ledger-{seed}"))
    for number in range(24):
        offers = [(side, offer) for side in ("human", "martian") for offer in ruleset.legal(session.state, side)]
        fewest = min(sum(one.command.type == entry.command.type for entry in session.history if entry.command)  # as yet
                     for _, one in offers)  # fmt: skip
        side, offer = next(
            (side, one)
            for side, one in offers
            if sum(one.command.type == entry.command.type for entry in session.history if entry.command) == fewest
        )
        session.submit(offer.command, side)
        if number == 5:
            session.undo("martian")
            session.redo("martian")
    return session


def duel(seed: int) -> Session[Any]:
    """A duel over hexes between two automatic sides."""
    everything = registry()
    ruleset, policies = everything.ruleset("richthofen"), everything.of(kinds.POLICIES, "richthofen")
    setup = ruleset.set_up(load_toml(everything.of(kinds.SCENARIOS, ruleset.id)["duel"].path), "duel", {}).setup
    session = Session(ruleset, new_header(ruleset, setup, seed=seed, game=f"duel-{seed}"))
    while not ruleset.over(session.state):
        order = next_order(ruleset, session.state, policies["exact-odds"].choose)
        assert order is not None
        side, command = order
        session.submit(command, side)
    return session


def squadron(seed: int) -> Session[Any]:
    """The first mission of a campaign by the automatic player, up to the card of the second."""
    everything = registry()
    ruleset, policies = everything.ruleset("valor"), everything.of(kinds.POLICIES, "valor")
    setup = ruleset.set_up(
        load_toml(everything.of(kinds.SCENARIOS, ruleset.id)["french-short"].path), "french-short", {}
    ).setup
    session = Session(ruleset, new_header(ruleset, setup, seed=seed, game=f"squadron-{seed}"))
    while session.state.number < 2:
        order = policies["squadron-leader"].choose(ruleset, session.state, "you")
        assert order is not None
        session.submit(order, "you")
    return session


def patrols(seed: int) -> Session[Any]:
    """Two against two in the sky by two automatic sides; the first decision between dice is taken back and brought back."""
    everything = registry("clouds-expanded")
    ruleset, policies = everything.ruleset("clouds"), everything.of(kinds.POLICIES, "clouds")
    document = load_toml(everything.of(kinds.SCENARIOS, ruleset.id)["first-patrols"].path)
    setup = ruleset.set_up(document, "first-patrols", {}).setup
    session = Session(ruleset, new_header(ruleset, setup, seed=seed, game=f"patrols-{seed}"))
    decided = False
    while not ruleset.over(session.state):
        order = next_order(ruleset, session.state, policies["steady"].choose)
        assert order is not None
        side, command = order
        session.submit(command, side)
        if not decided and command.type == "clouds.choose":
            decided = True
            session.undo(side)
            session.redo(side)
    return session


def sortie(seed: int) -> Session[Any]:
    """A mission with all chapters of the expanded game: what has not been ordered yet, else moves of automatic sides, and of
    all else what was ordered least.
    """
    everything = registry()
    ruleset, policies = everything.ruleset("clouds"), everything.of(kinds.POLICIES, "clouds")
    setup = ruleset.set_up({"title": "All chapters", "description": "", **EVERYTHING}, "sortie", {}).setup
    session, given = Session(ruleset, new_header(ruleset, setup, seed=seed, game=f"sortie-{seed}")), Counter[str]()
    while not ruleset.over(session.state):
        state, command, side = session.state, ruleset.follows(session.state), ""
        if command is None:
            side = ruleset.stage(state).active[0]
            offers = [offer.command for offer in ruleset.legal(state, side)]
            fewest = min(sorted({offer.type for offer in offers}, reverse=True), key=lambda type_: given[type_])
            alike = [offer for offer in offers if offer.type == fewest]
            command = alike[(given[fewest] - 1) % len(alike)]
            if given[command.type] and state.phase == "movement" and not state.open:
                command = policies["steady"].choose(ruleset, state, side)
        assert command is not None
        given[command.type] += 1
        session.submit(command, side)
    return session


def campaign(seed: int) -> Session[Any]:
    """The first mission of a campaign of the expanded game by automatic sides, and what is done before the second."""
    everything = registry()
    ruleset, policies = everything.ruleset("clouds"), everything.of(kinds.POLICIES, "clouds")
    document = load_toml(everything.of(kinds.SCENARIOS, ruleset.id)["over-the-salient"].path)
    setup = ruleset.set_up(document, "over-the-salient", {}).setup
    session = Session(ruleset, new_header(ruleset, setup, seed=seed, game=f"campaign-{seed}"))
    while CAMPAIGN.of(session.state).mission < 2:
        order = next_order(ruleset, session.state, policies["steady"].choose)
        assert order is not None
        session.submit(order[1], order[0])
    return session


GAMES: dict[str, Callable[[], Session[Any]]] = {
    "first-flight": lambda: first_flight(1917),
    "cards": lambda: cards(8),
    "ledger": lambda: ledger(1898),
    "eyes-above": lambda: automatic("eyes-above", 1898),
    "map-square": lambda: automatic("map-square", 1898),
    "duel": lambda: duel(1918),
    "squadron": lambda: squadron(1917),
    "patrols": lambda: patrols(1917),
    "sortie": lambda: sortie(27),
    "campaign": lambda: campaign(4),
}


def transcript(session: Session[Any]) -> Iterator[str]:
    """The game as people tell it: orders, rolls, what happened, and the state that it ends in."""
    state = session.ruleset.initial(session.header.setup)
    for entry in session.entries:
        if entry.command is None:
            yield f"{entry.position:>3} {entry.by}: {entry.kind}"
            continue
        yield f"{entry.position:>3} {entry.by}: {entry.command.type}"
        yield from (f"      {roll.label}: {' '.join(map(str, roll.faces))} ({roll.by})" for roll in entry.rolls)
        for event in entry.events:
            if told := session.ruleset.tell(event, state):
                yield f"    {told}"
            state = session.ruleset.evolve(state, event)
    yield f"winner: {session.ruleset.over(session.state) or 'nobody yet'}"
    yield f"state: {session.digest}"


def story(session: Session[Any]) -> Iterator[str]:
    """The chronicle of a game that has one."""
    ruleset: Any = session.ruleset
    if isinstance(ruleset, Chronicled) and ruleset.chronicled(session.header.setup):
        yield from ruleset.chronicle(session.header.setup, counted(session.entries)).lines()


def log(session: Session[Any]) -> str:
    """The log as it is exported."""
    return "\n".join(to_lines(session.header, session.entries)) + "\n"


def main() -> None:
    """Write all of them."""
    for name, play in GAMES.items():
        session = play()
        (FOLDER / f"{name}.jsonl").write_text(log(session), encoding="utf-8")
        if lines := list(story(session)):
            (FOLDER / f"{name}-story.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        (FOLDER / f"{name}.txt").write_text("\n".join(transcript(session)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
