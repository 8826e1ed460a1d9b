"""What comes after what: the steps of a campaign, and the ruleset that follows them. SEQ."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

from aqmf_air import api
from aqmf_air.games.aces_of_valor import RULES_VERSION, TITLE
from aqmf_air.games.aces_of_valor.chapters import (
    actions,
    campaign,
    combat,
    counters,
    event_cards,
    events,
    fire,
    flight,
    ground,
    initiative,
    landing,
    meeting,
    moves,
    objective,
    observation,
    orders,
    points,
    postmission,
    premission,
    rounds,
    scramble,
)  # fmt: skip
from aqmf_air.games.aces_of_valor.chapters.campaign import opened
from aqmf_air.games.aces_of_valor.chapters.dice import looked_up
from aqmf_air.games.aces_of_valor.chapters.orders import PlayerChoice, Steps
from aqmf_air.games.aces_of_valor.state import PLAYER, Campaign, Setup
from aqmf_air.games.aces_of_valor.tables import RULESET
from aqmf_air.games.aces_of_valor.telling.briefing import summary_of
from aqmf_air.games.aces_of_valor.telling.chronicle import chronicle

STEPS: Steps = {
    **campaign.STEPS,
    **premission.STEPS,
    **flight.STEPS,
    **events.STEPS,
    **objective.STEPS,
    **landing.STEPS,
    **postmission.AWARDING,
    **scramble.STEPS,
    **combat.STEPS,
    **rounds.STEPS,
    **actions.STEPS,
    **rounds.ENDING,
    **postmission.STEPS,
    **event_cards.STEPS,
}
"""In the order of a campaign. SEQ-1, SEQ-2."""


SQUADRON = (api.Side(PLAYER, "The squadron", "#23405a"),)


class ValorRulings(
    postmission.CampaignRulings,
    events.EventRulings,
    landing.LandingRulings,
    flight.FlightRulings,
    premission.PremissionRulings,
    points.SkillRulings,
    observation.ObservationRulings,
    fire.FireRulings,
    actions.ActionRulings,
    initiative.InitiativeRulings,
    rounds.RoundRulings,
    combat.DetectionRulings,
    scramble.ScrambleRulings,
    ground.GroundRulings,
    campaign.OptionRulings,
):
    """All rulings of the game, by chapter; the last are listed first."""


class AcesOfValor(api.RulesetOfOrders[Campaign, Steps], api.OpenView, api.Chronicled):
    """The game. See :class:`aqmf_air.core.play.ruleset.Ruleset` for what the methods do."""

    id = RULESET
    version = str(RULES_VERSION)
    title = TITLE
    no_order = "AOV-SEQ-1"  # "in this order"

    def __init__(self, registry: api.Registry) -> None:
        self.registry = registry
        self.rulings = registry.of(api.kinds.RULINGS, self.id)
        super().__init__(registry.of(api.kinds.COMMANDS, self.id), registry.of(api.kinds.EVENTS, self.id), Setup, STEPS)

    def sides(self, state: Campaign | None = None) -> tuple[api.Side, ...]:
        return SQUADRON

    def initial(self, setup: api.Frozen) -> Campaign:
        return opened(cast("Setup", setup))

    def vetoes(self, state: Campaign, command: api.Command) -> Iterable[api.Objection]:
        return self.registry.objections(self.id, state, command)

    def follows(self, state: Campaign) -> api.Command | None:
        """From choice to choice nobody is asked for the first roll of a campaign, either."""
        return orders.GoOn() if state.pace == "flow" and not orders.waits(state, STEPS) else None

    def observe(self, state: Campaign, player: str) -> Campaign:
        return state

    def open_view(self, state: Campaign) -> Campaign:
        return state

    def rolled_for(self, state: Campaign, entry: api.Entry) -> Sequence[tuple[api.Question, Sequence[api.PlainEvent]]]:
        order = cast("PlayerChoice", entry.command)
        return order.rolled_for(state, self.rules, api.DiceTray(api.recorded(api.dice_of(entry))))

    def summary(self, view: Any) -> tuple[str, ...]:
        return summary_of(view)

    def chapter(self, state: Campaign) -> int:
        return state.number

    def looked_up(self, roll: api.Roll) -> api.LookUp | None:
        return looked_up(roll)

    def chronicle(self, setup: Any, events: Iterable[api.PlainEvent]) -> api.Told:
        return chronicle(setup, events)

    def headline(self, state: Campaign) -> str:
        return (state.winner or "").capitalize()

    def why(self, state: Campaign) -> str:
        won = f"{api.plural(state.vp, 'victory point')} in {api.plural(state.missions, 'mission')}"
        better = points.next_level(state.vp, state.missions, state.tables)
        return f"{won}; {api.with_article(better.level)} needs {better.at_least}" if better else won

    def scored(self, state: Campaign) -> Sequence[tuple[str, str]]:
        pilots = state.squadron
        fallen = sorted((pilot for pilot in pilots if pilot.lost and pilot.box == "lost"), key=lambda pilot: pilot.lost)
        lost = [f"{pilot.name} in mission {pilot.lost}" for pilot in fallen]
        return (
            ("victory points", str(state.vp)),
            ("missions", str(state.missions)),
            ("shot down", api.plural(sum(pilot.victories for pilot in pilots), "enemy aircraft", "enemy aircraft")),
            ("destroyed", api.plural(sum(pilot.targets for pilot in pilots), "ground target")),
            ("lost", api.in_a_row(lost) if lost else "nobody"),
        )


CHAPTERS = (
    *(
        campaign,
        premission,
        flight,
        events,
        moves,
        objective,
        landing,
        combat,
        meeting,
        rounds,
        scramble,
        initiative,
        actions,
    ),
    *(points, counters, fire, ground, observation, postmission, event_cards, orders),
)
"""In the order in which their orders are offered."""
