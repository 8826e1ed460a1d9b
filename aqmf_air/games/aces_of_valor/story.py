"""A mission as a story, turn by turn: who met whom, who was hit, who came down, and against what odds."""

from __future__ import annotations

from fractions import Fraction

from aqmf_air.core.data.text import capitalised, percent
from aqmf_air.core.play.orders import Event
from aqmf_air.games.aces_of_valor import attack_questions, sectors
from aqmf_air.games.aces_of_valor.counters import Place
from aqmf_air.games.aces_of_valor.events.aircraft import AircraftDamaged, AircraftDestroyed, PilotImproved
from aqmf_air.games.aces_of_valor.events.combat import REASONS, EnemiesLeft, MeetingEnded
from aqmf_air.games.aces_of_valor.events.flight import TurnedForHome
from aqmf_air.games.aces_of_valor.events.landing import (
    ForcedLandingRolled,
    LandingRolled,
    SentHome,
    TroubleFound,
    WreckRolled,
)
from aqmf_air.games.aces_of_valor.events.rounds import AircraftAttacked, AttemptMade, GroundAttacked
from aqmf_air.games.aces_of_valor.sequence import STEPS
from aqmf_air.games.aces_of_valor.state import Campaign

ROLLED = (TroubleFound, ForcedLandingRolled, LandingRolled, WreckRolled)
"""Rolls of aircraft that come down: the steps that make them know their odds."""
HAPPENED = (AircraftDamaged, AircraftDestroyed, EnemiesLeft, AttemptMade, SentHome, *ROLLED)
"""What is told in the words of its events."""
RARE = Fraction(1, 4)
"""Chances that are told: what came was no more likely."""


class Story:
    """Hears what happens in a mission, event by event, and tells it: a line for each turn in which there was something."""

    def __init__(self) -> None:
        self._turns: list[tuple[tuple[int, Place], str, list[str]]] = []
        """The turn and the sector, what people call them, and what happened."""
        self._chances: dict[str, Fraction] = {}
        """How likely the attack was that has just destroyed an aircraft, by its id."""
        self._most = 0
        """Enemies in the combat that is fought, when they were the most."""

    @property
    def lines(self) -> tuple[str, ...]:
        """The story so far."""
        return tuple(capitalised(f"{head}: {'; '.join(happened)}") for _, head, happened in self._turns)

    def hear(self, before: Campaign, event: Event[Campaign], after: Campaign) -> None:
        """What happens in a mission, between two states."""
        if after.combat:
            self._most = max(self._most, len(after.combat.enemies))
            if after.combat.round and before.combat and not before.combat.round:
                self._note(after, _meeting(after))
        if isinstance(event, AircraftAttacked):
            self._attacked(before, event)
        if line := self._told(before, event):
            self._note(before, line)
        if before.combat and not after.combat:
            fell = {*before.combat.destroyed} & {*before.combat.friends}
            if before.combat.round and self._most > len(before.combat.friends) and not fell:
                self._note(before, "outnumbered, and nobody falls")
            self._most = 0

    def _told(self, game: Campaign, event: Event[Campaign]) -> str:
        """An event as a part of the story; empty: it is none."""
        match event:
            case GroundAttacked():
                return event.tell(game) if event.points > game.target(event.target).points else ""
            case PilotImproved():
                return event.tell(game) if event.improved else ""
            case TurnedForHome():
                return "the mission is given up" if event.given_up else ""
            case MeetingEnded():
                return f"{_meeting(game)}, and {event.tell(game)}"
        if not isinstance(event, HAPPENED):
            return ""
        chance = self._chance(game, event)
        line = event.tell(game).partition(": ")[2] if isinstance(event, ROLLED) else event.tell(game)  # without the table
        return line + (f" (a chance of {percent(chance)})" if chance is not None and chance <= RARE else "")

    def _note(self, game: Campaign, line: str) -> None:
        mission = game.flown
        key = mission.turn, mission.at
        if not self._turns or self._turns[-1][0] != key:
            turn = f"turn {mission.turn}, " if mission.turn else ""
            self._turns.append((key, f"{turn}over {sectors.name(mission.at, game.tables)}", []))
        self._turns[-1][2].append(line)

    def _attacked(self, game: Campaign, event: AircraftAttacked) -> None:
        """Keep how likely an attack was to destroy whom it has destroyed, and the reply its attacker."""
        self._chances.clear()
        questions = attack_questions.of_attack(game, event.aircraft, event.target)
        for id_, effect, question in zip(
            (event.target, event.aircraft), (event.effect, event.reply), questions, strict=False
        ):
            if effect != "none" and question.of and (fate := question.of([event])) == "destroyed":
                self._chances[id_] = question.odds().of(fate)

    def _chance(self, game: Campaign, event: Event[Campaign]) -> Fraction | None:
        """How likely it was; None: nobody rolled for it, or it is not worked out."""
        if isinstance(event, AircraftDestroyed):
            return self._chances.pop(event.aircraft, None)
        if not isinstance(event, ROLLED):
            return None
        (question,) = STEPS[game.step].questions(game)
        return question.odds().of(question.of([event])) if question.of else None


def _meeting(game: Campaign) -> str:
    """Who fights whom, as a combat begins."""
    combat = game.fought
    if not combat.enemies:
        return REASONS[combat.reason]
    return f"{len(combat.friends)} against {len(combat.enemies)}"
