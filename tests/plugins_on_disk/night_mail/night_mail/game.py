"""Night Mail as a ruleset."""

from __future__ import annotations

from typing import Any, cast

from aqmf_air.api import Frozen, Registry, RulesetOfOrders, Side, TargetNumber, replace
from night_mail.orders import EVENTS, ORDERS, Land
from night_mail.rules import cards, unseen
from night_mail.state import PILOT, Mail, MailView, Setup


class NightMail(RulesetOfOrders[Mail, Any]):
    id = "mail"
    version = "1"
    title = "Night Mail"
    no_order = "MAIL-8"

    def __init__(self, registry: Registry) -> None:
        super().__init__(ORDERS, EVENTS, Setup, None)

    def sides(self, state: Mail | None = None) -> tuple[Side, ...]:
        return (Side(PILOT, "Pilot", "#6b4e16"),)

    def chapter(self, state: Mail) -> int:
        """The night that is flown, or comes next; the last one ends with the game."""
        return state.night + (not state.flying and not state.winner)

    def initial(self, setup: Frozen) -> Mail:
        start = cast("Setup", setup)
        return Mail(setup=start, flares=start.flares)

    def ending(self, state: Mail, player: str) -> Land | None:
        return Land() if state.flying else None

    def observe(self, state: Mail, player: str) -> MailView:
        return MailView(**dict(replace(state, deck=())), cards_left=len(state.deck))

    def summary(self, view: MailView) -> tuple[str, ...]:
        setup, known = view.setup, cards()
        lines = [
            f"night {view.night} of {setup.nights}; {view.kept} of {setup.distance} miles kept, {view.miles} flown tonight"
        ]
        lines.append(f"fuel {view.fuel}, damage {view.damage} of {setup.hull}, flares {view.flares}")
        if view.hazard:
            lines.append(f"before you: {known[view.hazard].title.lower()}, {known[view.hazard].need} or more to pass")
        elif view.flying:
            left = unseen(view.drawn)
            quiet = sum(count for card, count in left.items() if not known[card].need)
            lines.append(f"{view.cards_left} cards are left; {quiet} of them are quiet stretches")
        return tuple(lines)

    def why(self, state: Mail) -> str:
        """MAIL-7, MAIL-8."""
        if state.damage >= state.setup.hull:
            return f"the aircraft is lost in night {state.night}"
        return f"{state.kept} of {state.setup.distance} miles are kept after night {state.night}"

    def spell(self, target: TargetNumber) -> str:
        return f"{target.total}+"
