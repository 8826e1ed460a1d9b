"""What an order is worth: the miles that are kept when the night is over. Nobody knows the deck, so it is shuffled anew."""

from __future__ import annotations

from typing import Any

from aqmf_air.api import Advisor, Command, Dice, Ruleset, replace
from night_mail.policy import choose
from night_mail.rules import shuffled, unseen
from night_mail.state import Mail, MailView


class Lamplighter(Advisor[Mail]):
    def unit(self, state: Mail) -> str:
        return "miles to the end of the night"

    def choose(self, ruleset: Ruleset[Any], state: Mail, player: str) -> Command | None:
        return choose(ruleset, state, player)  # type: ignore[arg-type]

    def reached(self, begin: Mail, state: Mail) -> bool:
        return not state.flying

    def value(self, begin: Mail, state: Mail, player: str) -> float:
        return float(state.kept - begin.kept)

    def imagined(self, ruleset: Ruleset[Any], view: MailView, player: str, dice: Dice) -> Mail:
        deck = shuffled(dice, tuple(unseen(view.drawn).elements()))[: view.cards_left]
        known = {name: value for name, value in dict(view).items() if name != "cards_left"}
        return replace(Mail(**known), deck=deck)
