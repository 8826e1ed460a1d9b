"""Tasks beside flying (5.5.1-a, 6.3.7, 6.3.9): jammed guns are repaired, magazines changed, at a man's turn to shoot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Literal

from aqmf_air import api
from aqmf_air.games.clouds_of_glory.chapters.checks import CheckFacts, flying_check, roll_test
from aqmf_air.games.clouds_of_glory.chapters.gunnery import FireHeld, ShootingOrder, rows_of
from aqmf_air.games.clouds_of_glory.chapters.moving import own_aircraft
from aqmf_air.games.clouds_of_glory.chapters.steps import CloudsSteps, Events, due, then
from aqmf_air.games.clouds_of_glory.state import PILOT, CloudsGame, Craft, CraftEvent, GunRow, Shooter


class TaskRulings(api.Rulings):
    """What the source leaves open of repairs."""

    gunner_repair: Literal["two-actions", "whole-turns"] = api.ruling(
        "ICOG-6.3.9.2",
        "How does a gunner repair his guns?",
        "With two actions a turn, which he spends as a pilot does.",
        "One gun at a time, for the whole turns that the table gives.",
    )


# -- rules -------------------------------------------------------------------------------------------------------------


def actions_left(game: CloudsGame, craft: Craft, station: str) -> int:
    """The actions that a man has left for tasks in this turn. ICOG-5.5.1-a, ``gunner_repair``."""
    man = craft.man(station)
    if man.absent or (station == PILOT and craft.blackout == game.turn):
        return 0
    if station == PILOT:
        return craft.tasks
    worked = any(row.worked_on == game.turn for row in rows_of(craft, station))
    return 0 if worked else game.tables.number("flight", "actions")


def may_try(game: CloudsGame, craft: Craft, station: str) -> bool:
    """Whether a pilot may still try for a further action. ICOG-5.5.1.1, ICOG-5.5.1-a."""
    able = not craft.pilot.absent and craft.blackout != game.turn
    return station == PILOT and able and not craft.third


def mended(jams: tuple[int, ...], actions: int, *, one_gun: bool = False) -> tuple[int, ...]:
    """What is left to do on each jammed gun after so many actions; 0: it is mended. ICOG-6.3.9.2, ``one_gun``."""
    left = []
    for jam in jams:
        spent = min(jam, actions)
        actions = 0 if spent and one_gun else actions - spent
        left.append(jam - spent)
    return tuple(left)


def reloadable(row: GunRow) -> bool:
    """Whether a fuller magazine than the one on it is aboard. ICOG-6.3.7.2-bis, ICOG-6.3.7.3."""
    return row.spares > 0 and row.halves < row.magazine and row.guns > 0


def has_task(game: CloudsGame, craft: Craft, station: str) -> bool:
    """Whether a man has something to do beside shooting, and actions for it; or what slices of extensions say is due."""
    if is_due(game, craft, station):
        return True
    rows = rows_of(craft, station)
    actions = actions_left(game, craft, station)
    repairs = any(any(row.jams) for row in rows) and (actions or may_try(game, craft, station))
    return bool(repairs) or (actions >= reload_actions(game) and any(map(reloadable, rows)))


def is_due(game: CloudsGame, craft: Craft, station: str) -> bool:
    """Whether a man has something to do that an extension knows of: see ``hookspecs``."""
    return any(own.due(game, craft, station) for _, own in game.slices if hasattr(own, "due"))


def reload_actions(game: CloudsGame) -> int:
    """Actions that a new magazine takes. ICOG-6.3.7.2-bis."""
    return game.tables.number("flight", "reload")


# -- events ------------------------------------------------------------------------------------------------------------


class Repaired(CraftEvent, type="clouds.repaired"):
    """Work on jammed guns. ICOG-6.3.9.2."""

    station: str = PILOT
    row: str
    left: tuple[int, ...]
    """Actions that each of them still takes."""
    actions: int
    """Spent."""
    third: bool = False

    def apply(self, game: CloudsGame) -> CloudsGame:
        craft = game.of(self.craft).with_row(self.row, jams=self.left, worked_on=game.turn)
        tasks = max(0, craft.tasks - self.actions) if self.station == PILOT else craft.tasks
        return game.with_craft(api.replace(craft, tasks=tasks, third=craft.third or self.third))

    def tell(self, game: CloudsGame) -> str:
        left = sum(self.left)
        result = f"{api.plural(left, 'action')} to go" if left else "it shoots again from the next turn on"
        return f"{self.subject(game)}, {self.row}: {api.plural(self.actions, 'action')} of repair, {result}"


class Reloaded(CraftEvent, type="clouds.reloaded"):
    """A new magazine; what was left in the old one is lost. ICOG-6.3.7.2-bis, ICOG-6.3.7.3."""

    wording: ClassVar[str] = "{subject}, {row}: a new magazine"
    station: str = PILOT
    row: str

    def apply(self, game: CloudsGame) -> CloudsGame:
        craft = game.of(self.craft)
        row = craft.row(self.row)
        craft = craft.with_row(self.row, halves=row.magazine, spares=row.spares - 1, worked_on=game.turn)
        tasks = max(0, craft.tasks - reload_actions(game)) if self.station == PILOT else craft.tasks
        return game.with_craft(api.replace(craft, tasks=tasks))


# -- steps -------------------------------------------------------------------------------------------------------------


def repair(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """Work on jammed guns, with a further action if its test is passed. ICOG-5.5.1.1, ICOG-6.3.9.2."""
    station, name, tries = str(step.facts[0]), str(step.facts[1]), bool(step.facts[2])
    craft, more = game.of(step.of), 0
    if tries:
        passed = yield from roll_test(dice, craft, flying_check(rules, CheckFacts(game, craft, PILOT), "third action"))
        more = passed * game.tables.number("flight", "more-actions")
    row = craft.row(name)
    one_gun = station != PILOT and game.rulings.gunner_repair == "whole-turns"
    left = mended(row.jams, actions_left(game, craft, station) + more, one_gun=one_gun)
    spent = sum(row.jams) - sum(left)
    yield Repaired(craft=craft.id, station=station, row=name, left=left, actions=spent, third=tries)


# -- orders ------------------------------------------------------------------------------------------------------------


def own_rows(game: CloudsGame, player: str) -> Iterator[tuple[Shooter, GunRow]]:
    """The guns of the man of a side whose turn it is."""
    if shooter := game.shooter_of(player):
        yield from ((shooter, row) for row in rows_of(game.of(shooter.craft), shooter.station))


class TaskOrder(ShootingOrder):
    """What a man does at his turn to shoot."""

    row: str
    """The guns, by the name of their row."""

    @classmethod
    def slots(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Mapping[str, api.Slot]:
        rows = {row.name: row.name for craft in game.in_air if craft.side == player for row in craft.rows}
        tries = api.Names("with a further action", {"with a further action": True})
        return {"craft": own_aircraft(game, player), "row": api.Names("guns", rows), "tries": tries}

    def own_row(self, game: CloudsGame) -> GunRow | None:
        """The guns, if they are his."""
        return next((row for row in rows_of(game.of(self.craft), self.station) if row.name == self.row), None)


class Repair(TaskOrder, type="clouds.repair"):
    """Jammed guns are worked on; the others may still shoot. ICOG-6.3.9.2."""

    phrases: ClassVar[tuple[str, ...]] = ("{craft} repairs|repair {row} [{tries}]",)
    tries: bool = False
    """Whether its pilot tries for a third action. ICOG-5.5.1.1."""

    @classmethod
    def offers(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Offer]:
        for shooter, row in own_rows(game, player):
            title = f"{game.subject(shooter.craft)} repairs {row.name} ({api.plural(sum(row.jams), 'action')})"
            order = cls(craft=shooter.craft, station=shooter.station, row=row.name)
            yield api.Offer(order, title, shooter.craft)
            yield api.Offer(api.replace(order, tries=True), f"{title}, and tries for a further action", shooter.craft)

    def against(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Objection]:
        craft, row = game.of(self.craft), self.own_row(game)
        actions = actions_left(game, craft, self.station)
        if row is None or not any(row.jams):
            # "A die then says what is wrong"
            yield api.Objection("ICOG-6.3.9.2", f"none of his guns {self.row[:40]!r} is jammed that can be repaired")
        elif self.tries and (not may_try(game, craft, self.station) or sum(row.jams) <= actions):
            # "By a Flying test, after announcing, he may act a third time"
            yield api.Objection("ICOG-5.5.1.1", "no further action can be tried for, or is needed")
        elif not (actions or self.tries):
            # "Flying has the first call on them"
            yield api.Objection("ICOG-5.5.1-a", "flying has left no action for it in this turn")

    def begins(self, game: CloudsGame, rules: CloudsSteps) -> Events:
        yield then(due("repair", self.craft, self.station, self.row, self.tries))


class Reload(TaskOrder, type="clouds.reload"):
    """A magazine is changed: no shot in this turn. ICOG-6.3.7.2-bis, ICOG-6.3.7.3."""

    phrases: ClassVar[tuple[str, ...]] = ("{craft} reloads|reload {row}",)

    @classmethod
    def offers(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Offer]:
        for shooter, row in own_rows(game, player):
            title = f"{game.subject(shooter.craft)} changes the magazine of {row.name} ({row.spares} left)"
            yield api.Offer(cls(craft=shooter.craft, station=shooter.station, row=row.name), title, shooter.craft)

    def against(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Objection]:
        row = self.own_row(game)
        if row is None or not reloadable(row):
            # "rounds still in the old one are gone"
            yield api.Objection("ICOG-6.3.7.3", f"he has no fuller magazine for guns {self.row[:40]!r}")
        elif actions_left(game, game.of(self.craft), self.station) < reload_actions(game):
            # "A new drum costs a pilot 2 actions and this turn's shot"
            yield api.Objection("ICOG-6.3.7.2-bis", f"it takes {reload_actions(game)} actions, and he has not so many left")

    def begins(self, game: CloudsGame, rules: CloudsSteps) -> Events:
        yield Reloaded(craft=self.craft, station=self.station, row=self.row)
        yield FireHeld(craft=self.craft, station=self.station, told=False)


STEPS = {"repair": repair}
