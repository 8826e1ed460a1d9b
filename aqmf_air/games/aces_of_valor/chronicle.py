"""A campaign as it is told: each mission with its card and its story, what was won and who fell; each pilot's career."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from aqmf_air.core.data.text import capitalised
from aqmf_air.core.play.chronicle import Career, ChapterTold, Told
from aqmf_air.core.play.events import PlainEvent
from aqmf_air.games.aces_of_valor import sectors
from aqmf_air.games.aces_of_valor.counters import RANKS, SquadronMember
from aqmf_air.games.aces_of_valor.events.campaign import HomeFound, PilotJoined
from aqmf_air.games.aces_of_valor.events.event_cards import EventDrawn
from aqmf_air.games.aces_of_valor.events.missions import CampaignEnded, MissionBegan, MissionSkipped, NobodyFlies
from aqmf_air.games.aces_of_valor.events.squadron import (
    AircraftRepaired,
    AircraftUpgraded,
    FieldDestroyed,
    PointsBought,
    PointsGivenUp,
    VictoryPointsLost,
)
from aqmf_air.games.aces_of_valor.opening import opened
from aqmf_air.games.aces_of_valor.state import Campaign, Mission
from aqmf_air.games.aces_of_valor.story import Story
from aqmf_air.games.aces_of_valor.summary import summary_of
from aqmf_air.games.aces_of_valor.table_words import card_name, said

HEADS = ("Pilot", "Now", "Victories", "Targets", "Missions", "Skills", "Aircraft", "Served")
TOLD = (
    *(HomeFound, MissionSkipped, NobodyFlies, FieldDestroyed, EventDrawn, PointsBought, PointsGivenUp),
    *(VictoryPointsLost, AircraftRepaired, AircraftUpgraded, PilotJoined, CampaignEnded),
)
"""What is told in the words of its events, besides the mission that was flown."""
GONE = ("lost", "posted", "recycled")


@dataclass
class _Chapter:
    """A mission, or what was before the first, with the last state in which its mission is known."""

    number: int
    state: Campaign
    story: Story = field(default_factory=Story)
    lines: list[str] = field(default_factory=list)
    """What followed it."""


def chronicle(setup: Any, events: Iterable[PlainEvent]) -> Told:
    """The chronicle of a campaign, from its set-up and all its events."""
    game = opened(setup)
    chapters = [_Chapter(0, game)]
    for event in events:
        before, game = game, event.apply(game)  # type: ignore[attr-defined]
        if isinstance(event, MissionBegan | MissionSkipped):
            chapters.append(_Chapter(game.number, game))
        if game.mission is not None:
            chapters[-1].state = game
            if before.mission is not None:
                chapters[-1].story.hear(before, event, game)  # type: ignore[arg-type]
        if isinstance(event, TOLD) and (line := event.tell(before)):
            chapters[-1].lines.append(capitalised(line))
    pilots = sorted(game.squadron, key=lambda one: (one.box in GONE, -one.victories - one.targets, one.lost))
    return Told(
        title="Chronicle of the squadron",
        standing=(*summary_of(game)[:2], *filter(None, (game.winner,))),
        chapters=tuple(_told(one) for one in chapters if one.number or one.lines),
        careers="Pilots",
        heads=HEADS,
        rows=tuple(Career(_career(one, game), one.box in GONE) for one in pilots),
    )


def _told(one: _Chapter) -> ChapterTold:
    """A mission as it is told."""
    mission = one.state.mission
    if not one.number or mission is None or not mission.card:
        return ChapterTold(f"Mission {one.number}" if one.number else "Before the first mission", (), tuple(one.lines))
    facts = tuple((name, value) for name, value in _facts(one.state, mission) if value)
    lines = (*one.story.lines, *_won(mission, one.state.names), *one.lines)
    return ChapterTold(f"Mission {one.number}: {card_name(mission.card)}", facts, lines)


def _facts(game: Campaign, mission: Mission) -> Iterator[tuple[str, str]]:
    yield "Objective", ", ".join(sectors.name(at, game.tables) for at in mission.objective)
    yield "Weather", said(mission.weather)
    yield "Flew", ", ".join(game.called(id_) for id_ in mission.took_off)
    yield "Fell", ", ".join(_fallen(game, id_) for id_ in mission.fallen)
    yield "Mission points", f"{mission.points:+d}" if mission.counted or mission.ledger else ""


def _fallen(game: Campaign, id_: str) -> str:
    """Who fell, and how; of a pilot who came back, that he did."""
    one = next((other for other in game.squadron if other.id == id_), None)
    if one is None:
        return game.called(id_)
    return f"{one.name} ({one.fate})" if one.box == "lost" and one.fate else f"{one.name} (the pilot came back)"


def _won(mission: Mission, names: Mapping[str, str]) -> Iterator[str]:
    """What mission points were won and lost for; of a kill, whose it was."""
    kills: dict[str, list[str]] = {}
    for kill in mission.kills:
        kills.setdefault(kill.what.partition(" (")[0], []).append(kill.by)
    for entry in mission.ledger:
        victim = entry.what.removesuffix(" shot down").removesuffix(" destroyed")
        by = kills[victim].pop(0) if kills.get(victim) else ""
        yield capitalised(f"{entry.what}{f' by {names.get(by, by)}' if by else ''}: {entry.points:+d} MP")


def _career(one: SquadronMember, game: Campaign) -> tuple[str, ...]:
    """A pilot's line."""
    rank = f" {RANKS[one.rank]}" if one.rank else ""
    last = one.lost or game.number
    served = f"{one.joined} to {last}" if one.joined < last else str(one.joined)
    now = {"lost": f"lost {one.fate}".rstrip(), "posted": "posted away", "recycled": "lost", "recovery": "in Recovery"}
    state = now.get(one.box, "ready" if one.box == "ready" else "in the flight")
    skills = f"{one.air}/{one.ground}{rank}"
    return (one.name, state, str(one.victories), str(one.targets), str(len(one.flown)), skills, one.type, served)
