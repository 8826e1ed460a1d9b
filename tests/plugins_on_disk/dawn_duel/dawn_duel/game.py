"""Dawn Duel as a ruleset."""

from typing import cast

from aqmf_air.api import Frozen, OpenView, Registry, RulesetOfOrders, Side, TargetNumber, kinds, masked
from dawn_duel.orders import Fire
from dawn_duel.rules import COMPASS, bearing, distance
from dawn_duel.state import Aircraft, Duel, DuelView, Setup

COLOURS = {"blue": "#1d4f91", "red": "#a3262a"}


class DawnDuel(RulesetOfOrders[Duel, Registry], OpenView):
    id = "duel"
    version = "1"
    title = "Dawn Duel"
    no_order = "DUEL-11"

    def __init__(self, registry: Registry) -> None:
        self.rulings = registry.of(kinds.RULINGS, self.id)
        super().__init__(registry.of(kinds.COMMANDS, self.id), registry.of(kinds.EVENTS, self.id), Setup, registry)

    def sides(self, state: Duel | None = None) -> tuple[Side, ...]:
        return Side("blue", "Blue", COLOURS["blue"]), Side("red", "Red", COLOURS["red"])

    def initial(self, setup: Frozen) -> Duel:
        start = cast("Setup", setup)
        return Duel(setup=start, aircraft=start.aircraft)

    def ending(self, state: Duel, player: str) -> Fire | None:
        return Fire(side=player, order="hold") if state.phase == "fire" else None

    def observe(self, state: Duel, player: str) -> DuelView:
        return DuelView(**dict(masked(state, player)), side=player)

    def open_view(self, state: Duel) -> DuelView:
        return DuelView(**dict(state), side="")

    def summary(self, view: DuelView) -> tuple[str, ...]:
        stage = f"turn {view.turn} of {view.setup.turns}, {view.stage.title.lower()}"
        sealed = [f"{side} has sealed {view.title_of(side, order) if order else 'an order'}" for side, order in view.sealed]
        return (stage, *(described(view, own) for own in view.aircraft), *sealed)

    def names(self, seen: Duel) -> dict[str, str]:
        return {side.id: side.name for side in self.sides()}

    def why(self, state: Duel) -> str:
        """DUEL-4, DUEL-11."""
        ends = {True: "has left the map", False: "is shot down"}
        down = [f"{one.side} {ends[one.gone]}" for one in state.aircraft if not one.flying]
        if down:
            return " and ".join(down)
        stays, lost = state.setup.holds_out, [f"{one.side} {one.lost}" for one in state.aircraft]
        return f"the time is up, and {stays} is in the air" if stays else f"structure lost: {', '.join(lost)}"

    def spell(self, target: TargetNumber) -> str:
        return f"{target.total} or less" if target.source == "DUEL-3" else f"{target.total}+"


def described(game: Duel, own: Aircraft) -> str:
    """How an aircraft is and what its pilot sees, in a line."""
    other, left = game.enemy(own.side), own.profile.structure - own.lost
    if not own.flying:
        return f"{own.side}: {own.type}, {'broke off' if own.gone else 'shot down'}"
    line = f"{own.side}: {own.type} at {own.at[0]},{own.at[1]} heading {COMPASS[own.heading]}, structure {left}"
    line += f" of {own.profile.structure}, {own.rounds} rounds"
    far = distance(own.at, other.at)
    seen = f"; {other.side} is {bearing(own.at, own.heading, other.at)}, {far} hex{'es' * (far != 1)} away"
    return line + seen if other.flying else line
