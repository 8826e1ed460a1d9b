"""Tailing: who may try it, the row of the table and what shifts it, the try, and orders sealed by both sides. TAIL."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from aqmf_air import api
from aqmf_air.games.richthofens_war.chapters import aircraft_sheet, initiative
from aqmf_air.games.richthofens_war.chapters.aircraft_sheet import Status
from aqmf_air.games.richthofens_war.chapters.initiative import rolls, total_of
from aqmf_air.games.richthofens_war.state import (
    Aircraft,
    Game,
    Orders,
    StageBegan,
    Tail,
    enemies,
    own_aircraft,
)
from aqmf_air.games.richthofens_war.tables import D6, TOTALS, AircraftType, RichthofenRulings, Schedule, Tables

# -- the row of a try, and the try -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Party:
    """What counts of an aircraft in a try."""

    type: AircraftType
    schedule: Schedule
    """The one that counts (``tail_schedule_used``)."""
    status: Status = ""
    loaded: bool = False


def row_of(
    tailer: Party, target: Party, tables: Tables, rulings: RichthofenRulings, others: Iterable[Schedule] = ()
) -> tuple[int, tuple[api.Modifier, ...]]:
    """The row of the table for a try, and what shifts it.

    Args:
        tailer: who tries.
        target: at whom.
        tables: in force.
        rulings: in force.
        others: the schedules of others who try to tail the same target.

    TAIL-6, TAIL-7, TAIL-9 to TAIL-12.
    """
    group = {tailer.schedule, target.schedule}
    if rulings.tail_same_schedule == "whole-group":
        group |= set(others)
    shifts = [
        *_of_status(tailer, 1, "tailer", tables),
        *(_of_size(tailer, 1, "tailer", tables, rulings) if len(group) == 1 else ()),
    ]
    if rulings.tail_whose_status == "both":
        shifts += _of_status(target, -1, "target", tables)
        shifts += _of_size(target, -1, "target", tables, rulings) if len(group) == 1 else ()
    apart = aircraft_sheet.number(tailer.schedule, tables) - aircraft_sheet.number(target.schedule, tables)
    return shifted(apart, tuple(shifts), tables, rulings), tuple(shifts)


def shifted(row: int, shifts: Iterable[api.Modifier], tables: Tables, rulings: RichthofenRulings) -> int:
    """A row with what shifts it, held within the table. TAIL-7."""
    for shift in shifts:
        row += shift.value
        row = _held(row, tables) if rulings.tail_shift_sum == "clamp-each" else row
    return _held(row, tables)


def _of_status(party: Party, sign: int, who: str, tables: Tables) -> Sequence[api.Modifier]:
    if not party.status:
        return ()
    rows = sign * tables.standings.at(party.status).tail
    if party.status == "novice":
        return (api.modifier(-rows, f"the {who} is a novice", "RW-TAIL-10", of="row"),)
    return (api.modifier(rows, f"the {who} is an ace", "RW-TAIL-9", of="row"),)


def _of_size(party: Party, sign: int, who: str, tables: Tables, rulings: RichthofenRulings) -> Sequence[api.Modifier]:
    """The silhouette that counts: one more for open machines, never less than 0 with bombs. TAIL-11, TAIL-12, BOMB-4."""
    size = party.type.silhouette + party.type.has("tails-larger")
    if party.loaded:
        size = max(size, tables.number("load", "least-silhouette"))
    if abs(size) >= 2:
        size = {"one-row": 1, "two-rows": 2, "none": 0}[rulings.tail_plus_two]
    return (api.modifier(-sign * size, f"silhouette of the {who}", "RW-TAIL-11", of="row"),) if size else ()


def _held(row: int, tables: Tables) -> int:
    """The row of the table that is nearest. TAIL-7."""
    rows: list[int] = [line.row for line in tables.tailing]
    return max(min(rows), min(max(rows), row))


def spans(tables: Tables, row: int) -> str:
    """The totals on which a row of the tailing table succeeds, as it is printed: ``2-8, 12``."""
    runs: list[list[int]] = []
    for total in TOTALS:
        if total not in tables.tailing.at(row).success:
            continue
        if runs and runs[-1][-1] == total - 1:
            runs[-1].append(total)
        else:
            runs.append([total])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs)


@dataclass(frozen=True)
class Among:
    """A total passes when it is one of these."""

    totals: frozenset[int]

    def __call__(self, total: int) -> bool:
        return total in self.totals


def tail_try(dice: api.Dice, row: int, tables: Tables, by: str = "", about: object = None) -> bool:
    """Whether a try succeeds. TAIL-8."""
    success = frozenset(tables.tailing.at(row).success)
    return dice.draw(api.check("tailing", D6, Among(success), 2, by=by, about=about))


def shifted_try(
    dice: api.Dice, apart: int, shifts: tuple[api.Modifier, ...], tables: Tables, rulings: RichthofenRulings, by: str = ""
) -> bool:
    """Whether a try succeeds, from the difference of schedules and what shifts the row. TAIL-7, TAIL-8."""
    return tail_try(dice, shifted(apart, shifts, tables, rulings), tables, by)


# -- tries in a game ---------------------------------------------------------------------------------------------------


def tailing_party(game: Game, aircraft: Aircraft) -> Party:
    """What counts of an aircraft in a try to tail."""
    status = game.status(aircraft)
    if aircraft.flown_by == "observer" and game.rulings.tail_dual_controls == "no":
        status = ""
    printed = game.rulings.tail_schedule_used == "printed"
    return Party(game.type_of(aircraft), game.schedule(aircraft, printed=printed), status, aircraft.loaded)


def row_of_try(game: Game, tail: Tail, tries: Iterable[Tail]) -> tuple[int, tuple[api.Modifier, ...]]:
    """The row of the tailing table for a try, and what shifts it; ``tries``: all that are announced. TAIL-7 to TAIL-11."""
    others = [tailing_party(game, game.of(attempt.tailer)).schedule for attempt in tries if attempt.target == tail.target]
    tailer, target = (tailing_party(game, game.of(id_)) for id_ in (tail.tailer, tail.target))
    return row_of(tailer, target, game.tables, game.rulings, others)


def tried(game: Game, tries: Sequence[Tail], dice: api.Dice) -> tuple[api.Event[Game], ...]:
    """What comes of tries to tail. TAIL-8, TAIL-14, TAIL-15."""
    events: list[api.Event[Game]] = []
    if game.rulings.tail_two_order == "die":
        tries = _by_dice(game, tries, dice)
    for tail in tries:
        row, _ = row_of_try(game, tail, tries)
        own = game.of(tail.tailer)
        about = f"row {row:+d} of the tailing table: {spans(game.tables, row)}"
        named = api.labelled(dice, game.called(own.id), lambda tail=tail: f"behind {game.called(tail.target)}", "for")  # type: ignore[misc]
        won = tail_try(named, row, game.tables, own.side, about)
        events.append((TailWon if won else TailLost)(tailer=tail.tailer, target=tail.target, row=row))
    return tuple(events)


def _by_dice(game: Game, tries: Sequence[Tail], dice: api.Dice) -> Sequence[Tail]:
    """Tries in an order of dice where several are at one target, low first."""
    targets = [attempt.target for attempt in tries]
    faces = {
        attempt.tailer: initiative.tie_broken(
            api.labelled(dice, game.called(attempt.tailer), relation="for"), game.of(attempt.tailer).side
        )
        for attempt in tries
        if targets.count(attempt.target) > 1
    }
    return sorted(tries, key=lambda tail: faces.get(tail.tailer, 0))


def rolls_with_tries(game: Game, tries: Sequence[Tail], dice: api.Dice) -> tuple[api.Event[Game], ...]:
    """Tries to tail and the dice for the order of moves, up to ties that owners settle (``tail_when_rolled``). TAIL-13."""
    totals: dict[str, int] = {}
    if game.rulings.tail_when_rolled != "at-announcement":  # the groups roll as announced; who fails rolls for himself
        for target in dict.fromkeys(tail.target for tail in tries):
            totals[target] = total_of(game, game.of(target), dice)
    events = tried(game, tries, dice)
    return (*events, *rolls(api.after(game, events), dice, totals))


# -- orders ------------------------------------------------------------------------------------------------------------


MOST_OFFERED = 12
"""Combinations of tries that are offered."""


def tries_in(order: str) -> tuple[Tail, ...]:
    """The tries that a sealed order announces."""
    return tuple(Tail(tailer=part[0], target=part[1]) for part in api.sealed_parts(order) if len(part) == 2)


TAILS = api.Tally("tails won")
"""The luck of who tails."""


@dataclass(frozen=True)
class _Won:
    """Whether a try has succeeded, from the events."""

    tailer: str

    def __call__(self, events: Sequence[Any]) -> bool:
        return any(isinstance(event, TailWon) and event.tailer == self.tailer for event in events)


class AnnounceTails(api.SealedChoices[Game, api.Registry], type="richthofen.announce_tails"):
    """A side says which enemies it tries to tail. ``tailer|target``, with ``;`` between two, or ``nothing``. TAIL-2."""

    rule: ClassVar[str] = "RW-TAIL-2"
    # "The try is announced before initiative is worked out"
    timing: ClassVar[api.Timing] = api.Timing(("tailing",), "announcing tails", "RW-TAIL-2")
    phrases: ClassVar[tuple[str, ...]] = ("tail|announce {tails}",)

    @classmethod
    def offers(cls, game: Game, player: str, rules: api.Registry) -> Iterable[api.Offer]:
        if not cls.timing.fits(game):
            return
        able = game.tries_of(player)
        of = [[tail for tail in able if tail.tailer == id_] for id_ in dict.fromkeys(tail.tailer for tail in able)]
        most = game.tables.number("tailing-limits", "tailers")

        def fits(chosen: tuple[Tail, ...]) -> bool:
            return max(Counter(tail.target for tail in chosen).values(), default=0) <= most

        for chosen in api.selections(of, fits, MOST_OFFERED):
            word = api.sealed_word((tail.tailer, tail.target) for tail in chosen)
            title = f"tail: {game.title_of(player, word)}" if word != api.NOTHING else "nobody tails"
            yield api.Offer(cls(side=player, order=word), title, player, ends_stage=True)

    @classmethod
    def slots(cls, game: Game, player: str, rules: api.Registry) -> Mapping[str, api.Slot]:
        pair = {"tailer": own_aircraft(game, player), "target": enemies(game, player)}
        return {"tails": api.Choices("who gets on whose tail, or nothing", "{tailer} behind|tails {target}", pair)}

    def objections(self, game: Game, player: str, rules: api.Registry) -> Iterable[api.Objection]:
        objections = tuple(super().objections(game, player, rules))
        yield from objections
        if objections:
            return
        tries, able = tries_in(self.order), game.tries_of(player)
        if api.sealed_word((tail.tailer, tail.target) for tail in tries) != self.order:
            # "The try is announced before initiative is worked out"
            yield api.Objection("RW-TAIL-2", f"no tries to tail: {self.order[:40]!r}")
        for attempt in tries:
            if attempt not in able:
                text = f"{game.called(attempt.tailer)} is not in position to tail {game.called(attempt.target)}"
                yield api.Objection("RW-TAIL-1", text)  # "An aircraft may try to tail an enemy"
        tailers = [tail.tailer for tail in tries]
        if len(set(tailers)) < len(tailers):
            yield api.Objection("RW-TAIL-1", "an aircraft tails one enemy")  # "An aircraft may try to tail an enemy"
        most = game.tables.number("tailing-limits", "tailers")
        for target in dict.fromkeys(tail.target for tail in tries):
            if sum(tail.target == target for tail in tries) > most:
                # "At most two aircraft may try to tail the same aircraft"
                yield api.Objection("RW-TAIL-5", f"no more than {most} aircraft try to tail {game.called(target)}")

    def questions(self, game: Game, rules: api.Registry) -> Sequence[api.Question]:
        tries = tries_in(self.order)
        questions = []
        for attempt in tries:
            row, _ = row_of_try(game, attempt, tries)
            title = f"{game.called(attempt.tailer)} gets on the tail of {game.called(attempt.target)}"
            questions.append(
                api.Question(
                    title, tail_try, (row, game.tables), of=_Won(attempt.tailer), later=self.waits(game), luck=TAILS
                )
            )
        return questions

    def waits(self, state: Game) -> bool:
        return sum(side not in dict(state.sealed) for side in state.acting) > 1

    def decide(self, state: Game, rules: api.Registry, dice: api.Dice) -> tuple[api.Event[Game], ...]:
        chosen, *rest = super().decide(state, rules, dice)
        if state.announces_openly:
            chosen = TailsAnnounced(side=self.side, order=self.order)
        return (chosen, *rest)

    @classmethod
    def carried_out(cls, game: Game, orders: Orders, rules: api.Registry, dice: api.Dice) -> Iterable[api.Event[Game]]:
        game = api.replace(game, sealed=())
        tries = tuple(tail for _, order in orders for tail in tries_in(order))
        if game.rulings.tail_chain == "forbidden":
            tailers = {attempt.tailer for attempt in tries}
            tries = tuple(attempt for attempt in tries if attempt.target not in tailers)
        if game.rulings.tail_when_rolled == "at-announcement":
            return (*tried(game, tries, dice), StageBegan(phase="initiative"))
        return rolls_with_tries(game, tries, dice)


class TailsAnnounced(api.OrderSealed, type="richthofen.tails_announced"):
    """A side has announced its tries to tail, for all to hear (``tail_announcing``). TAIL-2."""

    def tell(self, game: Any) -> str:
        return f"{game.side_name(self.side)} announces: {game.title_of(self.side, self.order)}"

    def tell_to(self, game: Any, player: str) -> str:
        return self.tell(game)


class TailWon(api.Event[Game], type="richthofen.tail_won"):
    """A try to tail succeeded. TAIL-14."""

    wording: ClassVar[str] = "{tailer} is on the tail of {target}"
    tailer: str
    target: str
    row: int

    def apply(self, game: Game) -> Game:
        tail = Tail(tailer=self.tailer, target=self.target)
        return api.replace(game, tails=(*game.tails, tail), tried=(*game.tried, tail))


class TailLost(api.Event[Game], type="richthofen.tail_lost"):
    """A try to tail failed. TAIL-15."""

    wording: ClassVar[str] = "{target} shakes {tailer} off"
    tailer: str
    target: str
    row: int

    def apply(self, game: Game) -> Game:
        return api.replace(game, tried=(*game.tried, Tail(tailer=self.tailer, target=self.target)))


class TailingRulings(api.Rulings):
    """What the source leaves open of tailing."""

    tail_row: Literal["straight-row", "rear-60-degrees"] = api.ruling(
        "RW-TAIL-1",
        "What is the row of hexes behind?",
        "The straight line through the rear hexside.",
        "All hexes within 60 degrees of it.",
    )
    tail_range: Literal["sum", "larger-of-both", "map-only"] = api.ruling(
        "RW-TAIL-1",
        "How does height count in the 8 hexes?",
        "Hexes and one for each 50 m.",
        "The larger of hexes and steps of 50 m.",
        "Not at all.",
    )
    tail_same_hex: Literal["no", "yes-if-50m"] = api.ruling(
        "RW-TAIL-1", "May one tail from the same hex at another height?", "No.", "Yes, within 50 m."
    )
    tail_announcing: Literal["sealed", "lower-side-first", "open-alternating"] = api.ruling(
        "RW-TAIL-2",
        "In what order are tries announced?",
        "All at once, sealed; nobody takes one back.",
        "Openly, the side with the lowest aircraft first.",
        "Openly, the sides begin in turn: the Germans in turn 1.",
    )
    tail_when_rolled: Literal["at-announcement", "after-group-roll"] = api.ruling(
        "RW-TAIL-14", "When is the try rolled?", "Before the dice for initiative.", "After them."
    )
    tail_group_roll: Literal["target-and-successful", "target-and-all-who-tried"] = api.ruling(
        "RW-TAIL-13",
        "Who is in the one roll for initiative of a group?",
        "The target and those whose try succeeded.",
        "The target and all who tried.",
    )
    tail_chain: Literal["one-block", "forbidden"] = api.ruling(
        "RW-TAIL-13",
        "May one tail an aircraft that itself tails?",
        "Yes: they move as one block, front to back, with the modifiers of the foremost.",
        "No.",
    )
    tail_two_order: Literal["nearest-first", "owner", "die"] = api.ruling(
        "RW-TMOVE-1",
        "In what order do two tailers of one target move?",
        "The nearer first, else as their owner likes.",
        "As their owner likes.",
        "By a die.",
    )
    tail_whose_status: Literal["both", "tailer-only"] = api.ruling(
        "RW-TAIL-9", "Do ace, novice and silhouette of the target shift the row, too?", "Yes.", "No, only the tailer's."
    )
    tail_same_schedule: Literal["whole-group", "pair"] = api.ruling(
        "RW-TAIL-11",
        "Who has to share the schedule for silhouettes to shift the row?",
        "The target and all who try to tail it.",
        "Tailer and target.",
    )
    tail_schedule_used: Literal["in-force", "printed"] = api.ruling(
        "RW-TAIL-7",
        "Which schedule counts in tailing?",
        "The one in force: loaded, damaged, flown by an observer.",
        "The one on the sheet.",
    )
    tail_plus_two: Literal["one-row", "two-rows", "none"] = api.ruling(
        "RW-TAIL-11", "How far does a silhouette of +2 shift the row?", "One row.", "Two rows.", "Not at all."
    )
    tail_g: Literal["as-a", "never"] = api.ruling(
        "RW-TAIL-6", "May a heavy bomber be tailed?", "Yes, as if its schedule were A; it never tails.", "No."
    )
    tail_glider: Literal["moves-with-it", "never"] = api.ruling(
        "RW-TAIL-13",
        "May an aircraft be tailed that moves early: a glider, a heavy bomber?",
        "Yes; the tailer moves right after it.",
        "No.",
    )
    tail_dual_controls: Literal["yes", "no"] = api.ruling(
        "RW-SPEC-24", "Is an observer at the controls a novice in tailing, too?", "Yes.", "No."
    )
    tail_shift_sum: Literal["sum-then-clamp", "clamp-each"] = api.ruling(
        "RW-TAIL-7",
        "How are several shifts of the row added?",
        "First added, then held within -4 and +4.",
        "Held within -4 and +4 after each.",
    )
    tail_fire_position: Literal["full", "height-only"] = api.ruling(
        "RW-TMOVE-2",
        "What must a tailer keep to fire at its target with one movement point?",
        "Row, facing, 8 hexes and good position.",
        "Good position by height.",
    )
    tail_other_attack: Literal["any-other-except-head-on", "only-if-tailed-was-eligible"] = api.ruling(
        "RW-TMOVE-3",
        "When does a tailer fire with -1 at somebody else?",
        "At anybody but a head-on attacker.",
        "Only if it could have fired at its target.",
    )
