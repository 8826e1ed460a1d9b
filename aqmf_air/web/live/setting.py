"""How a table is set: who plays which side, whose dice, which clock; kept beside the games, with hashes of the tokens.

A token is a secret that somebody holds: a side's, the spectators', or the opener's. Only its hash is kept, so that whoever
reads the file cannot sit down at the table.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from hashlib import sha256
from pathlib import Path
from secrets import token_urlsafe
from typing import Literal

from pydantic import Field

from aqmf_air.core.files import own_folder
from aqmf_air.core.model import Frozen, replace
from aqmf_air.errors import StoreError

FILE = "tables.sqlite"
HERE, FRIEND, AUTOMATIC = "here", "friend", "automatic"
OPENER, WATCHER = "*opener", "*watcher"
"""Seats that are no side: who opened the table and may change it, and who looks on."""
TOKEN_BYTES = 18
MOST_TOKENS = 8
"""Tokens in one browser for one table."""


class Seat(Frozen):
    """A side and who plays it: somebody at the opener's browser, a friend by link, or an automatic player."""

    side: str
    who: Literal["here", "friend", "automatic"] = "here"
    token: str = ""
    """SHA-256 of the side's token; empty where nobody needs one."""


class Setting(Frozen):
    """Everything about a table that is not the game's."""

    seats: tuple[Seat, ...] = ()
    opener: str = ""
    """SHA-256 of the opener's token; empty at a table that is open to everybody who can reach the app."""
    watcher: str = ""
    """SHA-256 of the spectators' token; empty while there are none."""
    typed: bool = False
    """The players roll their own dice and type them in."""
    salt: str = ""
    """What the promised number was hashed with, if the table made a promise before the first roll."""
    promised: int | None = None
    """The number that was promised; None at older tables, where it is the seed itself."""
    shares: tuple[str, ...] = ()
    """What players added to it before the first order, after they had seen the promise."""
    scripted: bool = False
    """The scenario's script gives the orders, as far as it goes; at the terminal alone."""
    policy: str = ""
    minutes: float | None = Field(default=None, gt=0, le=1440)
    """Each side's time for the whole game; None: no clock."""
    zero: Literal["counted", "hurry", "claim"] = "counted"
    """What the players have agreed on for when a side's time is over: see :data:`aqmf_air.web.live.clock.ZERO`."""
    pause: float = Field(default=0, ge=0, le=10)
    """Seconds between the orders of automatic players, for people to follow."""
    used: tuple[tuple[str, float], ...] = ()
    """Seconds that sides have used of their time."""

    @property
    def automatic(self) -> tuple[str, ...]:
        """The sides that play by themselves."""
        return tuple(seat.side for seat in self.seats if seat.who == AUTOMATIC)

    @property
    def asks_for_dice(self) -> bool:
        """Whether any dice are typed in: the players roll their own, and at least one side is a player's."""
        return self.typed and not (self.seats and len(self.automatic) == len(self.seats))

    def who_rolls(self, by: str) -> str | None:
        """Who types in dice that the side ``by`` rolls (empty: no side in particular); None: the seed rolls them."""
        return (by or "player") if self.asks_for_dice and by not in self.automatic else None

    @property
    def private(self) -> bool:
        """Whether sides are kept apart: at least one is played by somebody else than the opener."""
        return any(seat.who == FRIEND for seat in self.seats)

    def held(self, side: str) -> Seat | None:
        """The seat of a side."""
        return next((seat for seat in self.seats if seat.side == side), None)

    def seats_of(self, tokens: Collection[str]) -> tuple[str, ...]:
        """What these tokens give: sides, :data:`OPENER`, :data:`WATCHER`. The opener has every side that is played here."""
        hashes = set(map(hashed, tokens))
        opener = bool(self.opener) and self.opener in hashes
        sides = tuple(
            seat.side for seat in self.seats if (seat.token and seat.token in hashes) or (opener and seat.who == HERE)
        )
        watching = bool(self.watcher) and self.watcher in hashes
        return (*sides, *((OPENER,) if opener else ()), *((WATCHER,) if watching else ()))


def new_token() -> str:
    """A secret of 144 bits, to be put into a link."""
    return token_urlsafe(TOKEN_BYTES)


def hashed(token: str) -> str:
    """What is kept of a token. It has all the chance in it, so one round is enough."""
    return sha256(token.encode()).hexdigest()


def handed_over(setting: Setting, side: str) -> tuple[Setting, str]:
    """The setting with a new token for a side or the spectators, and that token; the old one opens nothing any more."""
    token = new_token()
    if side == WATCHER:
        return replace(setting, watcher=hashed(token)), token
    seats = tuple(replace(one, who=FRIEND, token=hashed(token)) if one.side == side else one for one in setting.seats)
    return replace(setting, seats=seats), token


def taken_over(setting: Setting, side: str, who: str) -> Setting:
    """The setting with a side that is played at the opener's browser, or by an automatic player; its token is void."""
    seats = tuple(replace(one, who=who, token="") if one.side == side else one for one in setting.seats)
    return replace(setting, seats=seats)


class Cabinet:
    """The settings of all tables, in one file beside the games. Used from one thread.

    Raises:
        StoreError: the file cannot be opened, read or written.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or own_folder() / FILE
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(self.path, timeout=10, isolation_level=None)
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            self._db.execute("CREATE TABLE IF NOT EXISTS tables (game TEXT PRIMARY KEY, setting TEXT NOT NULL)")
            self.path.chmod(0o600)
        except (OSError, sqlite3.Error) as bad:
            raise self._fault("opened", bad) from None

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def keep(self, game: str, setting: Setting) -> None:
        """Write a table's setting down, in the place of the one before."""
        try:
            self._db.execute("INSERT OR REPLACE INTO tables VALUES (?, ?)", (game, setting.model_dump_json()))
        except sqlite3.Error as bad:
            raise self._fault("written", bad) from None

    def setting(self, game: str) -> Setting | None:
        """A table's setting; None for a game that was never played at one."""
        try:
            found = self._db.execute("SELECT setting FROM tables WHERE game = ?", (game,)).fetchone()
            return Setting.model_validate_json(found[0]) if found else None
        except (sqlite3.Error, ValueError) as bad:
            raise self._fault("read", bad) from None

    def _fault(self, done: str, bad: Exception) -> StoreError:
        reason = str(bad).partition("\n")[0][:120]
        return StoreError(f"{self.path}: cannot be {done}: {reason}", path=str(self.path))
