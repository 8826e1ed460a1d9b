"""Where the tables stand: games are opened when somebody comes, and put away when nobody has been there for long.

Everything that takes time happens in threads: one alone touches the files, a few play and think. A table is used by one of
them at a time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from logging import getLogger
from time import monotonic
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from aqmf_air.core.data.model import replace
from aqmf_air.core.data.packages import missing_package
from aqmf_air.core.data.threads import executor, has_threads
from aqmf_air.core.play.chapters import ChapterStart, Entries
from aqmf_air.core.play.events import Entry, HowEnded
from aqmf_air.core.play.ruleset import Ruleset
from aqmf_air.core.play.session import Waiting, new_header, with_seed
from aqmf_air.core.store.game_list import Kept
from aqmf_air.core.store.log_reader import Saved
from aqmf_air.core.store.store import Store
from aqmf_air.errors import DataError, DiscardedError, StoreError, UnknownNameError
from aqmf_air.plugins.faults import fault_of_plugin
from aqmf_air.plugins.rules_in_force import RulesInForce
from aqmf_air.web.access.admission import Buckets
from aqmf_air.web.board.board import board_of
from aqmf_air.web.live.fair_play import Clock, new_salt, new_seed, seed_of
from aqmf_air.web.live.jobs import Jobs, in_thread
from aqmf_air.web.live.position import TablePosition
from aqmf_air.web.live.subscribers import Listeners
from aqmf_air.web.live.table import LiveTable
from aqmf_air.web.seat_settings import GameStanding, Setting, SettingsStore, followed
from aqmf_air.web.shared_registry import players, rules_of_kept

T = TypeVar("T")

PLAYERS, THINKERS = 2, 1
"""Threads that carry orders out, and that work out offers and automatic orders: more would only wait for each other."""
BREATH_SECONDS = 0.1
"""Between two decisions of automatic sides, where one thread does everything."""
IDLE_SECONDS = 600.0
"""How long a table stays open without anybody at it."""
REQUESTS_AT_ONCE, REQUESTS_A_SECOND = 120, 20
MOST_OPEN = 200
"""Tables that are open at once; beyond that the ones without anybody are put away."""


@dataclass
class OpenTable:
    """A table that is open, and what is kept about it."""

    table: LiveTable
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: Listeners = field(default_factory=Listeners)
    clock: Clock = field(default_factory=Clock)
    touched: float = field(default_factory=monotonic)
    playing: asyncio.Task[None] | None = None
    timing: asyncio.Task[None] | None = None
    """Works out for whom the clock is to run."""
    waiting: Waiting | None = None
    """The dice that an automatic side needs from players before it goes on."""
    fault: str = ""
    """Why an automatic side has stopped, if it has."""
    rests: int = -1
    """After how many entries of the log automatic sides had nothing more to order."""
    resting: bool = False
    """Nobody has come to it since it was opened: it was only looked at from outside."""
    opened: float = field(default_factory=monotonic)
    seen: dict[str, float] = field(default_factory=dict)
    """When somebody last asked something from a seat."""
    pace: Buckets = field(default_factory=lambda: Buckets(REQUESTS_AT_ONCE, REQUESTS_A_SECOND))
    """How often each seat may ask something of it, where other machines are served."""

    def away(self, side: str) -> float:
        """For how many seconds nobody has been at a seat, as far back as the table has been open; 0: somebody is."""
        if side in self.listeners.seats:
            return 0.0
        return monotonic() - max(self.opened, self.seen.get(side, 0.0), self.listeners.left.get(side, 0.0))

    def against_claim(self, side: str) -> str:
        """Why a side may not claim the game now, in a clause; empty: it may."""
        table, left = self.table, self.clock.shown
        if why := table.against_early_end:
            return why
        name_of = table.session.ruleset.name_of
        (late,) = (other for other in table.sides if other != side)
        if table.setting.zero != "claim":
            return "it was not agreed that a game may be claimed when a side's time is over"
        if left.get(late, 1) > 0:
            return f"the time of {name_of(late)} is not over"
        return f"the time of {name_of(side)} is over, too: play goes on" if left[side] <= 0 else ""

    @property
    def left_over(self) -> tuple[str, ...]:
        """Where all sides play by themselves, and leave what comes next to people: those for which the opener decides."""
        table = self.table
        alone = not table.over and set(table.sides) <= set(table.setting.automatic)
        return table.active if alone and self.rests == table.entries else ()

    @property
    def idle(self) -> bool:
        """Whether nobody is at it, and nothing happens."""
        busy = self.playing is not None and not self.playing.done()
        return not (self.listeners or self.lock.locked() or busy)


class Files:
    """The store of games and the settings of tables, in a thread of their own."""

    def __init__(self) -> None:
        self._thread = executor(1, "aqmf-files")
        self._store: Store | None = None
        self._cabinet: SettingsStore | None = None

    def begin(self, work: Callable[[Store, SettingsStore], T]) -> Future[T]:
        """Have this done with the files some time."""

        def with_files() -> T:
            self._store = self._store or Store()
            self._cabinet = self._cabinet or SettingsStore()
            try:
                return work(self._store, self._cabinet)
            except StoreError:  # the disk may be full, or was when they were opened: the next who asks opens them anew
                self._store.close()
                self._cabinet.close()
                self._store = self._cabinet = None
                raise

        return self._thread.submit(with_files)

    async def ask(self, work: Callable[[Store, SettingsStore], T]) -> T:
        """Have this done with the files."""
        return await asyncio.wrap_future(self.begin(work))

    def close(self) -> None:
        """Finish what was asked for, and let go of the files."""
        for store in (self._store, self._cabinet):
            if store is not None:
                self._thread.submit(store.close)
        self._thread.shutdown()


class LiveTables:
    """All live tables of an app."""

    def __init__(self) -> None:
        self.files = Files()
        self._players = executor(PLAYERS, "aqmf-table")
        self._thinkers = executor(THINKERS, "aqmf-thinking")
        self._apart = executor(1, "aqmf-laboratory")
        self.jobs, self.laboratory = Jobs(self.think), Jobs(lambda work: in_thread(self._apart, work))
        """Long work; the laboratory's, which takes minutes in processes of its own, holds up none of the rest."""
        self.links: dict[tuple[str, str], str] = {}
        """The tokens of links that were made since the app was started, by game and seat: no file has them."""
        self._open: dict[str, OpenTable] = {}
        self._doors: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def send_home(self) -> None:
        """Tell all who listen that there will be no more news: the app is about to stop."""
        self.jobs.stop()
        self.laboratory.stop()
        for seated in self._open.values():
            seated.listeners.close()

    async def close(self) -> None:
        """Put every table away."""
        self.send_home()
        for seated in self._open.values():
            for task in filter(None, (seated.playing, seated.timing)):
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
            self.note_standing(seated.table)
        self._players.shutdown()
        self._thinkers.shutdown(cancel_futures=True)
        self._apart.shutdown(cancel_futures=True)
        self.files.close()

    @property
    def tables(self) -> dict[str, LiveTable]:
        """The tables that are open, by name."""
        return {name: seated.table for name, seated in self._open.items()}

    async def standings(self, games: Mapping[str, int]) -> dict[str, GameStanding]:
        """Where these games stand, each with so many entries in its log: what is known without reading a log."""
        there = await self.files.ask(lambda _, cabinet: cabinet.standings_of(games))
        return there | {name: self._open[name].table.standing for name in games if name in self._open}

    def note_standing(self, table: LiveTable) -> None:
        """Have it written down where a game stands: its log is not read for the next list of games."""
        name, standing = table.name, table.standing
        self.files.begin(lambda _, cabinet: cabinet.keep_standing(name, standing))

    async def work(self, work: Callable[..., T], *args: Any) -> T:
        """Have this done by a thread that plays."""
        return await in_thread(self._players, work, *args)

    async def think(self, work: Callable[..., T], *args: Any) -> T:
        """Have this done by a thread that may take longer."""
        return await in_thread(self._thinkers, work, *args)

    async def change(self, seated: OpenTable, work: Callable[..., T], *args: Any) -> T:
        """Have a table changed by a thread that plays, and tell everybody. The table is locked for the caller."""
        before = seated.table.entries
        try:
            return await self.work(work, *args)
        except StoreError:
            self.forget(seated)
            raise
        finally:
            if seated.table.entries != before:
                self.moved(seated)

    async def kept(self, name: str) -> tuple[Kept, Setting | None]:
        """A game, discarded or not, and how its table is set, if it was ever played at one; or UnknownNameError."""
        return await self.files.ask(lambda store, cabinet: (_kept(store, name), cabinet.setting(name)))

    async def discard(self, name: str) -> None:
        """Discard a game; who is at its table is told."""
        async with self._door(name), AsyncExitStack() as at_table:
            seated = self._open.get(name)
            if seated is not None:
                await at_table.enter_async_context(seated.lock)
            await self.files.ask(lambda store, cabinet: store.discard(name))
            if seated is not None:
                self.forget(seated)

    async def begin(self, rules: RulesInForce, setup: Any, scenario: str, setting: Setting, title: str = "") -> str:
        """A new game, kept under its scenario's name or one like it; a number is promised before anything is rolled."""
        seed = new_seed()
        setting = replace(setting, salt=new_salt(), promised=seed)

        def begun(store: Store, cabinet: SettingsStore) -> str:
            name = store.free_name(scenario)
            cabinet.keep(name, setting)  # a setting without a game harms nobody, a game without its setting would
            return store.create(
                new_header(rules.ruleset, setup, seed=seed, game=name, plugins=rules.plugins, scenario=scenario, title=title)
            )

        return await self.files.ask(begun)

    async def add_share(self, seated: OpenTable, share: str) -> None:
        """Let the seed be made of what was promised and of what a player adds; once anything was ordered it is too late."""
        table = seated.table
        if not (share and table.promise) or table.entries:
            return
        setting = replace(table.setting, shares=(*table.setting.shares, share))
        seed = seed_of(setting.salt, table.promised, setting.shares)
        header = with_seed(table.session.ruleset, table.session.header, seed)

        def kept(store: Store, cabinet: SettingsStore) -> None:
            store.set_up_anew(table.name, header)
            cabinet.keep(table.name, setting)

        await self.files.ask(kept)
        table.set_up_anew(header, setting)
        seated.listeners.tell("seats", {})

    async def reset(self, seated: OpenTable, setting: Setting) -> None:
        """Keep another setting for a table, and tell everybody at it."""
        setting = followed(seated.table.setting, setting, seated.table.entries)
        await self.files.ask(lambda store, cabinet: cabinet.keep(seated.table.name, setting))
        self._set(seated, setting)

    async def end(self, seated: OpenTable, side: str, how: HowEnded) -> None:
        """End a game for its players: a side gives up, claims it because the time of the other is over, or has its draw.

        DataError: it cannot do so. The table is locked for the caller.
        """
        table, setting = seated.table, seated.table.setting
        if why := seated.against_claim(side) if how == "claimed" else table.against_early_end:
            raise DataError(why)
        if setting.minutes is not None:  # before the end is: a clock that is read later shows that the time was over
            seated.clock.goes_for(())
            table.setting = stands = replace(setting, used=seated.clock.used(setting.minutes))
            await self.files.ask(lambda store, cabinet: cabinet.keep(table.name, stands))
        await self.change(seated, table.end, side, how)
        seated.listeners.tell("seats", {})

    async def use_link(self, seated: OpenTable, token: str, setting: Setting) -> bool:
        """Use up a link, after which the table has this setting; False if it was used before, and nothing changes."""
        setting = followed(seated.table.setting, setting, seated.table.entries)
        used = await self.files.ask(lambda store, cabinet: cabinet.use(token, seated.table.name, setting))
        if used:
            self._set(seated, setting)
        return used

    async def used_link(self, token: str) -> float | None:
        """When a link was used, in seconds since 1970; None if it was not."""
        return await self.files.ask(lambda store, cabinet: cabinet.used(token))

    def _set(self, seated: OpenTable, setting: Setting) -> None:
        waited, seated.table.setting = seated.table.setting.waits, setting
        if setting.minutes is not None and setting.waits != waited and seated.table.entries:
            self._time(seated)
        seated.table.proposal = None
        seated.waiting, seated.fault = None, ""
        seated.listeners.close()  # those whose seats are still theirs come back by themselves

    def _door(self, name: str) -> asyncio.Lock:
        """What the player who opens a table has, or discards its game; it goes when nobody has it or waits for it."""
        return self._doors.setdefault(name, asyncio.Lock())

    async def seated(self, name: str, *, play: bool = True) -> OpenTable:
        """The table of a game, opened if it is not; without ``play`` automatic sides do not go on because of it.

        There may be no such game (UnknownNameError), it may be discarded (DiscardedError, with its ``setting``), damaged
        (StoreError), or of a ruleset, of plugins or of newer rules that are not there (RulesetVersionError).
        """
        seated = self._open.get(name)
        if seated is None:
            async with self._door(name):
                seated = self._open.get(name)
                if seated is None:
                    self._put_away()
                    seated = self._open[name] = await self._opened(name)
                    seated.resting = True
        if play and seated.resting:
            seated.resting = False
            self.play_on(seated)
        seated.touched = monotonic()
        return seated

    def forget(self, seated: OpenTable) -> None:
        """Open the table anew next time: what is in the file is not what is here."""
        if self._open.get(seated.table.name) is seated:
            del self._open[seated.table.name]
        if seated.playing is not None and seated.playing is not asyncio.current_task():
            seated.playing.cancel()
        if seated.timing is not None:
            seated.timing.cancel()
        seated.listeners.close()

    def moved(self, seated: OpenTable) -> None:
        """Something happened at a table: tell everybody, set the clock, and let automatic sides go on."""
        seated.waiting = None
        self._announce(seated)
        self.play_on(seated)

    def _announce(self, seated: OpenTable) -> None:
        """Tell everybody that something happened, and let the clock run for who has to choose now."""
        table, setting = seated.table, seated.table.setting
        seated.listeners.tell("moved", {"entries": table.entries})
        if setting.minutes is not None:
            last = table.session.entries[-1] if table.entries else None
            ordered = last if last is not None and last.kind == "command" else None
            ran = seated.clock.ordered_by(ordered.by if ordered else "")
            gained = (*setting.gained, ordered.position) if ordered and ran and setting.increment else setting.gained
            table.setting = kept = replace(setting, used=seated.clock.used(setting.minutes), gained=gained)
            seated.clock.gains = table.gains
            self.files.begin(lambda store, cabinet: cabinet.keep(table.name, kept))
            self._time(seated)

    def _time(self, seated: OpenTable) -> None:
        seated.timing = asyncio.get_running_loop().create_task(self._let_run(seated, seated.table.position))

    async def _let_run(self, seated: OpenTable, position: TablePosition) -> None:
        """Let the clock run for the sides that have something to choose; it stands while that is worked out, and while a
        side waits for somebody.
        """
        choosing = await self.think(position.choosing)
        sides = () if seated.table.setting.waits or seated.table.over else choosing
        if position.entries == seated.table.entries:  # else a later one does it
            seated.clock.goes_for(sides)
            seated.listeners.tell("clock", seated.clock.document())

    def play_on(self, seated: OpenTable) -> None:
        """Let what follows by itself and automatic sides go on, if there may be any and nobody is at it already."""
        goes_on = type(seated.table.session.ruleset).follows is not Ruleset.follows
        if not (seated.table.setting.automatic or goes_on) or seated.waiting or seated.fault:
            return
        if seated.playing is None or seated.playing.done():
            seated.playing = asyncio.get_running_loop().create_task(self._play(seated))

    async def _play(self, seated: OpenTable) -> None:
        table = seated.table
        while True:
            if not has_threads():  # what is asked meanwhile is answered first: nothing is while the side thinks
                await asyncio.sleep(BREATH_SECONDS)
            async with seated.lock:
                try:
                    done = await self.think(table.play_automatically)
                except StoreError:
                    self.forget(seated)  # the next request learns why
                    return
                except UnknownNameError as bad:
                    self._stop(seated, f"{bad}; the page of seats has others")
                    return
                except Exception as bad:  # whatever an automatic player does wrong, the table and its players stay
                    if package := missing_package(bad):
                        self._stop(seated, f"the automatic player is not here: it needs {package}, which is left out")
                        return
                    getLogger(__name__).exception("the automatic player failed at table %r", table.name)
                    why = f" ({whose})" if (whose := fault_of_plugin(bad)) else ""
                    self._stop(seated, f"the automatic player has no answer to this position, and has stopped{why}")
                    return
                if done is None:
                    seated.rests = table.entries
                    if seated.left_over:
                        seated.listeners.tell("seats", {})
                    return
                if isinstance(done, Waiting):
                    seated.waiting = done
                    seated.listeners.tell("moved", {"entries": table.entries})
                    return
                self._announce(seated)
            await asyncio.sleep(table.setting.pause)

    def _stop(self, seated: OpenTable, why: str) -> None:
        """Automatic sides stop until the seats change."""
        seated.fault = why
        seated.listeners.tell("seats", {})

    async def _opened(self, name: str) -> OpenTable:
        def read(store: Store, cabinet: SettingsStore) -> tuple[RulesInForce, Saved, Setting | None]:
            kept, setting = _kept(store, name), cabinet.setting(name)
            if kept.discarded:
                raise DiscardedError(f"The game {name!r} was discarded.", what="game", kept=kept, setting=setting)
            rules = rules_of_kept(kept)
            return rules, rules.kept(store, name), setting

        def keep(entry: Entry) -> None:
            self.files.begin(lambda store, _: store.append(name, entry)).result()

        def at_chapter(start: ChapterStart) -> None:
            self.files.begin(lambda store, _: rules.keep_snapshot(store, name, saved.header.setup, start))

        def made() -> LiveTable:
            board, policies = board_of(rules.ruleset, rules.registry), players(rules.registry, rules.ruleset.id)
            entries = rules.last_chapter(saved, at_chapter).entries
            advisor = rules.registry.advisor(rules.ruleset.id)
            return LiveTable(name, board, saved.header, entries, setting, keep, policies, rules.plugins, at_chapter, advisor)

        rules, saved, setting = await self.files.ask(read)
        if saved.fault:
            message = f"{saved.fault}. On a computer 'aqmf play --resume {name}' saves what is sound as a game of its own"
            raise StoreError(message, game=name)
        table = await self.think(made)
        return OpenTable(table, clock=Clock.of(table.setting, table.sides, gains=table.gains))

    async def chapter_before(self, table: LiveTable, entries: int) -> Entries:
        """The first so many entries of a game's log, from the start of the last chapter among them."""

        def entries_before(store: Store, _: SettingsStore) -> Entries:
            log = rules_of_kept(store.kept(table.name)).kept(store, table.name, entries).entries
            return log if isinstance(log, Entries) else Entries(log)

        return await self.files.ask(entries_before)

    def _put_away(self) -> None:
        now = monotonic()
        for seated in sorted(self._open.values(), key=lambda seated: seated.touched):
            if seated.idle and (now - seated.touched > IDLE_SECONDS or len(self._open) >= MOST_OPEN):
                self.note_standing(seated.table)
                del self._open[seated.table.name]
        if len(self._open) >= MOST_OPEN:
            raise DataError(f"{MOST_OPEN} tables are open at once: close some first")


def _kept(store: Store, name: str) -> Kept:
    if not store.has(name):
        raise UnknownNameError(f"There is no game {name[:60]!r}.", what="game", name=name, near=())
    return store.kept(name)
