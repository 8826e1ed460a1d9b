"""How a game is played, kept beside it as a live table's setting: whose dice, which sides play by themselves, a script."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Any

from aqmf_air.core.model import replace
from aqmf_air.core.seat_settings import AUTOMATIC, HERE, Cabinet, Seat, Setting, taken_over

if TYPE_CHECKING:
    from aqmf_air.core.events import Entry
    from aqmf_air.core.session import Session

SIDES = ("human", "martian")
POLICY = "exact-odds"


def setting_of(automatic: Sequence[str], typed: bool, scripted: bool) -> Setting:
    """The setting of a new game."""
    seats = tuple(Seat(side=side, who="automatic" if side in automatic else "here") for side in SIDES)
    return Setting(seats=seats, typed=typed, scripted=scripted, policy=POLICY)


def inferred(session: Session[Any]) -> Setting:
    """The setting of a game that has none, an imported or an old one: dice as they were rolled, and its script."""
    typed = any(roll.by != "seed" for entry in session.entries for roll in entry.rolls)
    return setting_of((), typed, scripted=True)


def changed(setting: Setting, automatic: Sequence[str] | None, typed: bool | None, ask: bool) -> Setting:
    """The setting with what the player asks for now; None leaves a part of it as it is.

    A side that is automatic no more is played here; one that somebody else plays stays theirs, unless it becomes automatic.
    """
    if automatic is not None:
        for side in SIDES:
            was = side in setting.automatic
            if was != (side in automatic):
                setting = taken_over(setting, side, HERE if was else AUTOMATIC)
    return replace(
        setting,
        policy=setting.policy or POLICY,
        typed=setting.typed if typed is None else typed,
        scripted=setting.scripted and not (ask or automatic),
    )


def told(setting: Setting, scripted: bool) -> str:
    """How the game is played, in a line, with the options that change it; ``scripted``: its script has orders left."""
    if setting.asks_for_dice:
        parts = ["your own dice (--seeded rolls from the seed)"]
    else:
        parts = ["dice from the seed (--physical asks for yours)"]
    if automatic := setting.automatic:
        sides = "both sides" if len(automatic) == len(SIDES) else f"{automatic[0].capitalize()} side"
        parts.append(f"{sides} automatic (--auto none asks for orders)")
    if scripted:
        parts.append("its script goes on (--ask asks for orders)")
    return "; ".join(parts)


def kept_setting(*games: str) -> Setting | None:
    """The setting of the first of these games that has one.

    Raises:
        StoreError: it cannot be read.
    """
    with closing(Cabinet()) as cabinet:
        return next((setting for game in games if (setting := cabinet.setting(game))), None)


def keep_setting(game: str, setting: Setting) -> None:
    """Keep a game's setting for good.

    Raises:
        StoreError: it cannot be written.
    """
    with closing(Cabinet()) as cabinet:
        cabinet.keep(game, setting)


def with_setting(keep: Callable[[Entry], None], game: str, setting: Setting) -> Callable[[Entry], None]:
    """What keeps each entry of a new game, and its setting before the first: no game is there without its setting."""

    def kept(entry: Entry) -> None:
        if not entry.position:
            keep_setting(game, setting)
        keep(entry)

    return kept
