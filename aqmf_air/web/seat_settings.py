"""How a table is set: who plays which side, whose dice, which clock; kept beside the games, with hashes of the tokens.

A token is a secret that somebody holds: a side's, the spectators', or the opener's. Only its hash is kept: the file alone
lets nobody sit down at the table.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from secrets import token_urlsafe
from time import time
from typing import Any, Literal
from urllib.parse import quote

from pydantic import Field

from aqmf_air.core.data.databases import WAIT_SECONDS, open_database, reason_of
from aqmf_air.core.data.files import own_folder
from aqmf_air.core.data.model import Frozen, replace
from aqmf_air.errors import StoreError

FILE = "tables.sqlite"
HERE, FRIEND, AUTOMATIC = "here", "friend", "automatic"
OPENER, WATCHER = "*opener", "*watcher"
"""Seats that are no side: who opened the table and may change it, and who looks on."""
MOST_NOTES = 40
SAT_DOWN = "sat down."
"""How a note of a friend ends who has taken a seat."""
MOST_TOKENS = 8
"""Tokens in one browser for one table."""


class SeatSetting(Frozen):
    """A side and who plays it: somebody at the opener's browser, a friend by link, or an automatic player."""

    side: str
    who: Literal["here", "friend", "automatic"] = "here"
    token: str = ""
    """SHA-256 of the token of who sits there by link; empty where nobody does."""
    link: str = ""
    """SHA-256 of the token in a link to the seat that has not been used yet."""
    sat: float = 0
    """When its player sat down, in seconds since 1970; 0 if that is not known."""
    name: str = ""
    """What its player wants to be called."""
    policy: str = ""
    """The automatic player that plays it; empty: the table's."""
    to_come: bool = False
    """Who sits there has the seat from the game before, and has not come to this table yet."""

    @property
    def waits(self) -> bool:
        """Whether it waits for its player."""
        return self.who == FRIEND and (self.to_come or not self.token)


class Ceded(Frozen):
    """How the players of an older table have ended its game, whose log does not say so: the other side has won."""

    side: str
    """The side that has lost."""
    claimed: bool = False
    """The other side has claimed the game, because this one's time was over; else this one has given up."""


class Setting(Frozen):
    """Everything about a table that is not the game's."""

    seats: tuple[SeatSetting, ...] = ()
    opener: str = ""
    """SHA-256 of the opener's token; empty at a table that is open to everybody who can reach the app."""
    opener_link: str = ""
    """SHA-256 of the token in a link that has not been used yet, and moves the opener's seat to another browser."""
    watcher: str = ""
    """SHA-256 of the spectators' token, which all of them share; empty while there are none."""
    notes: tuple[tuple[float, str], ...] = ()
    """What has happened to the seats, each with when, in seconds since 1970."""
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
    """The automatic player of the sides that name none."""
    played: tuple[tuple[int, str, str], ...] = ()
    """Who has given the orders of sides that changed hands: from which entry of the log on, the side, its automatic player;
    empty: a person."""
    reasons: Literal["at once", "after"] = "at once"
    """When it is told why an automatic player gave an order: see :mod:`aqmf_air.core.play.why`."""
    minutes: float | None = Field(default=None, gt=0, le=1440)
    """Each side's time for the whole game; None: no clock."""
    increment: int = Field(default=0, ge=0, le=600)
    """Seconds that a side gains with each order that it gives while its clock runs."""
    zero: Literal["counted", "hurry", "claim"] = "counted"
    """What the players have agreed on for when a side's time is over: see the clock of live tables."""
    pause: float = Field(default=0, ge=0, le=10)
    """Seconds between the orders of automatic players, for people to follow."""
    used: tuple[tuple[str, float], ...] = ()
    """Seconds that sides have used of their time."""
    gained: tuple[int, ...] = ()
    """Where in the log the orders are with which sides gained the increment; what is taken back of them does not count."""
    ceded: Ceded | None = None
    """How the players of an older table have ended the game."""
    rematch: str = ""
    """The game in which the same players play again, once it is begun."""

    @property
    def automatic(self) -> tuple[str, ...]:
        """The sides that play by themselves."""
        return tuple(seat.side for seat in self.seats if seat.who == AUTOMATIC)

    def policy_of(self, side: str) -> str:
        """The automatic player of a side that plays by itself; empty: a person plays it."""
        held = self.held(side)
        return (held.policy or self.policy) if held is not None and held.who == AUTOMATIC else ""

    def player_at(self, side: str, entry: int) -> str:
        """The automatic player that gave a side's order at an entry of the log; empty: a person did."""
        shifts = [(since, policy) for since, who, policy in self.played if who == side]
        return next((policy for since, policy in reversed(shifts) if since <= entry), "") if shifts else self.policy_of(side)

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

    @property
    def waits(self) -> bool:
        """Whether a side waits for its player: to sit down by link, or to come to the rematch."""
        return any(seat.waits for seat in self.seats)

    @property
    def solo(self) -> bool:
        """Whether nobody but the opener plays, or has played, a side: nothing is hidden from anybody at the table."""
        return not self.private and not any(text.endswith(SAT_DOWN) for _, text in self.notes)

    def held(self, side: str) -> SeatSetting | None:
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

    def behind(self, token: str) -> str:
        """The seat that a link with this token opens: a side, :data:`OPENER`, :data:`WATCHER`; "" if it opens none."""
        links = {self.opener_link: OPENER, self.watcher: WATCHER} | {seat.link: seat.side for seat in self.seats}
        return links.get(hashed(token), "")


class GameStanding(Frozen):
    """Where a game stands after so many entries of its log, as lists of games tell it without reading the log."""

    entries: int
    when: str
    over: str | None
    """Who has won; None while the game goes on."""
    headline: str
    active: tuple[str, ...]
    """The sides that act."""
    names: tuple[tuple[str, str], ...]
    """What each side is called."""
    drawn: bool
    """Whether its board is drawn."""


def new_token() -> str:
    """A secret of 144 bits, to be put into a link."""
    return token_urlsafe(18)


def hashed(token: str) -> str:
    """What is kept of a token. It has all the chance in it, so one round is enough."""
    return sha256(token.encode()).hexdigest()


def with_link(setting: Setting, seat: str) -> tuple[Setting, str]:
    """The setting with a new link to a seat, and the token in it. A link to the seat that was made before is void."""
    token = new_token()
    if seat == WATCHER:
        return replace(setting, watcher=hashed(token)), token
    if seat == OPENER:
        return replace(setting, opener_link=hashed(token)), token
    return replace(setting, seats=_with(setting, seat, link=hashed(token))), token


def way_back(game: str) -> str:
    """Where in the app the opener gets in again whose browser has lost the table: a new link, or the page itself.
    Raises StoreError: the settings of the tables cannot be read or written.
    """
    with closing(SettingsStore()) as cabinet:
        setting = cabinet.setting(game)
        if setting is None or not setting.opener:
            return f"game/{quote(game)}"  # it belongs to who opens it first
        setting, token = with_link(setting, OPENER)
        cabinet.keep(game, setting)
        return f"join/{quote(game)}/{token}"


def sat_down(setting: Setting, seat: str, token: str, name: str, side: str) -> Setting:
    """The setting once somebody has used the link to a seat: they hold it by ``token``, and who held it before does not.

    ``name`` is the player's, ``side`` that of the side.
    """
    if seat == OPENER:
        changed = replace(setting, opener=hashed(token), opener_link="")
        return noted(changed, "Who opened the table moved to another browser.")
    was, now = setting.held(seat), time()
    seats = _with(setting, seat, who=FRIEND, token=hashed(token), link="", sat=now, name=name, to_come=False)
    how = "moved to another browser." if was is not None and was.token else SAT_DOWN
    return noted(replace(setting, seats=seats), f"The player of {side} {how}")


def come(setting: Setting, tokens: Collection[str]) -> Setting:
    """The setting once who holds these tokens has come to the table of a rematch."""
    here = setting.seats_of(tokens)
    seats = (replace(seat, to_come=False) if seat.side in here else seat for seat in setting.seats)
    return replace(setting, seats=tuple(seats))


def taken_over(setting: Setting, side: str, who: str, policy: str = "") -> Setting:
    """The setting with a side that is played at the opener's browser, or by an automatic player; its token is void."""
    left = {"token": "", "link": "", "sat": 0, "name": "", "to_come": False}
    return replace(setting, seats=_with(setting, side, who=who, policy=policy, **left))


def followed(before: Setting, setting: Setting, entries: int) -> Setting:
    """A setting that follows another after so many entries of the log: who has played which side is written down in it."""
    played = list(setting.played)
    for seat in setting.seats:
        was, now = before.policy_of(seat.side), setting.policy_of(seat.side)
        if was == now or not entries:
            continue
        if all(side != seat.side for _, side, _ in played):
            played.append((0, seat.side, was))
        played.append((entries, seat.side, now))
    return replace(setting, played=tuple(played))


def noted(setting: Setting, what: str) -> Setting:
    """The setting with a line more of what has happened to the seats."""
    return replace(setting, notes=(*setting.notes, (time(), what))[-MOST_NOTES:])


def _with(setting: Setting, side: str, **changes: Any) -> tuple[SeatSetting, ...]:
    return tuple(replace(seat, **changes) if seat.side == side else seat for seat in setting.seats)


_TABLES = (
    "CREATE TABLE IF NOT EXISTS tables (game TEXT PRIMARY KEY, setting TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS used_links (link TEXT PRIMARY KEY, at REAL NOT NULL)",
    "CREATE TABLE IF NOT EXISTS standings (game TEXT PRIMARY KEY, standing TEXT NOT NULL)",
)


def _sealed(game: str, document: str) -> str:
    """What is kept of a table: its setting, and on a line of its own the digest that shows that it is as it was kept."""
    return "\n".join((document, hashed(f"{game}\n{document}")))


class SettingsStore:
    """The settings of all tables, in one file beside the games. Used from one thread.
    Raises StoreError: the file cannot be opened, read or written.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or own_folder() / FILE
        with self._plain_errors("opened"):
            try:
                self._db = self._opened()
            except (OSError, sqlite3.OperationalError):
                if self.path.is_file() and self.path.stat().st_size:
                    raise
                self._db = sqlite3.connect(":memory:", isolation_level=None)  # in a read-only folder or on a full disk
                for table in (*_TABLES, "PRAGMA query_only = ON"):
                    self._db.execute(table)

    def _opened(self) -> sqlite3.Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        db = open_database(self.path, WAIT_SECONDS)
        try:
            db.execute("PRAGMA synchronous = FULL")
            if db.execute("SELECT COUNT(*) FROM sqlite_master WHERE type = 'table'").fetchone()[0] < len(_TABLES):
                self.path.chmod(0o600)
                db.execute("PRAGMA journal_mode = WAL")
                for table in _TABLES:
                    db.execute(table)
        except BaseException:
            db.close()
            raise
        return db

    def close(self) -> None:
        self._db.close()

    def keep(self, game: str, setting: Setting) -> None:
        """Write a table's setting down, in the place of the one before."""
        with self._plain_errors("written"):
            kept = _sealed(game, setting.model_dump_json())
            self._db.execute("INSERT OR REPLACE INTO tables VALUES (?, ?)", (game, kept))

    def use(self, token: str, game: str, setting: Setting) -> bool:
        """Use up the link with this token, and write down who sits where then: both or, if it was used before, neither."""
        with self._plain_errors("written"), self._db:
            self._db.execute("BEGIN IMMEDIATE")
            done = self._db.execute("INSERT OR IGNORE INTO used_links VALUES (?, ?)", (hashed(token), time()))
            if done.rowcount:
                self.keep(game, setting)
            return bool(done.rowcount)

    def used(self, token: str) -> float | None:
        """When the link with this token was used, in seconds since 1970; None if it was not."""
        with self._plain_errors("read"):
            row = self._db.execute("SELECT at FROM used_links WHERE link = ?", (hashed(token),)).fetchone()
        return float(row[0]) if row else None

    def setting(self, game: str) -> Setting | None:
        """A table's setting; None for a game that was never played at one."""
        with self._plain_errors("read"):
            row = self._db.execute("SELECT setting FROM tables WHERE game = ?", (game,)).fetchone()
            document, sealed, _ = str(row[0] if row else "").partition("\n")
            if sealed and row[0] != _sealed(game, document):  # older versions kept settings without a digest
                mend = "'aqmf export' and 'aqmf import --as NAME' give the game a new one"
                raise StoreError(f"{self.path}: the table of game {game!r} is damaged: {mend}", path=str(self.path))
            return Setting.model_validate_json(document) if row else None

    def settings_of(self, games: Iterable[str]) -> dict[str, Setting]:
        """How the tables of these games are set; one whose setting is damaged is left out."""
        there: dict[str, Setting] = {}
        for game in games:
            with suppress(StoreError):
                there[game] = self.setting(game) or Setting()
        return there

    def keep_standing(self, game: str, standing: GameStanding) -> None:
        """Write down where a game stands. It can be worked out from the log: where it cannot be written it is left out."""
        with suppress(StoreError), self._plain_errors("written"):
            self._db.execute("INSERT OR REPLACE INTO standings VALUES (?, ?)", (game, standing.model_dump_json()))

    def standings_of(self, games: Mapping[str, int]) -> dict[str, GameStanding]:
        """Where these games stand, each with so many entries in its log; one that was noted at another entry is left out."""
        there: dict[str, GameStanding] = {}
        for game, entries in games.items():
            with suppress(StoreError), self._plain_errors("read"):
                row = self._db.execute("SELECT standing FROM standings WHERE game = ?", (game,)).fetchone()
                if row and (standing := GameStanding.model_validate_json(row[0])).entries == entries:
                    there[game] = standing
        return there

    def damaged(self) -> list[str]:
        """What is wrong with settings, one line each."""
        with self._plain_errors("read"):
            games = [str(game) for (game,) in self._db.execute("SELECT game FROM tables ORDER BY game")]
        problems: list[str] = []
        for game in games:
            try:
                self.setting(game)
            except StoreError as bad:
                problems.append(str(bad).removeprefix(f"{self.path}: "))
        return problems

    @contextmanager
    def _plain_errors(self, done: str) -> Iterator[None]:
        try:
            yield
        except (OSError, sqlite3.Error, ValueError) as bad:
            message = f"{self.path}: cannot be {done}: {reason_of(bad, self.path)}"
            raise StoreError(message, path=str(self.path)) from None


def problems_of_settings(path: Path) -> list[str]:
    """What is wrong with the file of the tables that games are played at, and with what it keeps of them."""
    from aqmf_air.core.store.verifying import MOST_SAID, problems_of_database

    if problems := problems_of_database(path):
        return problems
    try:
        with closing(SettingsStore(path)) as cabinet:
            return cabinet.damaged()[:MOST_SAID]
    except StoreError as bad:
        return [str(bad).removeprefix(f"{path}: ")]
