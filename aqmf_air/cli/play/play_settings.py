"""Settings of a game at the terminal, kept as a live table keeps them: whose dice, automatic sides, a script."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from contextlib import closing
from typing import TYPE_CHECKING

from aqmf_air.core.data.model import replace
from aqmf_air.core.play.seat_settings import AUTOMATIC, HERE, Cabinet, Seat, Setting, taken_over

if TYPE_CHECKING:
    from aqmf_air.core.play.events import Entry


def setting_of(
    sides: Iterable[str], automatic: Collection[str] = (), *, typed: bool, scripted: bool, policy: str = ""
) -> Setting:
    """The setting of a new game, or of one that has none: an imported or an old one."""
    seats = tuple(Seat(side=side, who="automatic" if side in automatic else "here") for side in sides)
    return Setting(seats=seats, typed=typed, scripted=scripted, policy=policy)


def changed(setting: Setting, automatic: Collection[str] | None, typed: bool | None, ask: bool, policy: str) -> Setting:
    """The setting with what the player asks for now; None leaves a part of it as it is.

    A side that is automatic no more is played here; one that somebody else plays stays theirs, unless it becomes automatic.
    """
    if automatic is not None:
        for seat in setting.seats:
            was = seat.who == AUTOMATIC
            if was != (seat.side in automatic):
                setting = taken_over(setting, seat.side, HERE if was else AUTOMATIC)
    return replace(
        setting,
        policy=policy,
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
        named = " and ".join(automatic).capitalize() + (" side" if len(automatic) == 1 else " sides")
        sides = "both sides" if len(automatic) == len(setting.seats) == 2 else named
        parts.append(f"{sides} automatic (--auto none asks for orders)")
    if scripted:
        parts.append("its script goes on (--ask asks for orders)")
    return "; ".join(parts)


def kept_setting(*games: str) -> Setting | None:
    """The setting of the first of these games that has one. Raises StoreError: it cannot be read."""
    with closing(Cabinet()) as cabinet:
        return next((setting for game in games if (setting := cabinet.setting(game))), None)


def keep_setting(game: str, setting: Setting) -> None:
    """Keep a game's setting for good. Raises StoreError: it cannot be written."""
    with closing(Cabinet()) as cabinet:
        cabinet.keep(game, setting)


def with_setting(keep: Callable[[Entry], None], game: str, setting: Setting) -> Callable[[Entry], None]:
    """What keeps each entry of a new game, and its setting before the first: no game is there without its setting."""

    def kept(entry: Entry) -> None:
        if not entry.position:
            keep_setting(game, setting)
        keep(entry)

    return kept
