"""The order of moves of a turn in a game: tries to tail, groups, totals, early movers, balance. TAIL, INIT, BAL."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.labelled import labelled
from aqmf_air.core.dice.modifiers import Modifier
from aqmf_air.core.play.orders import Event, after
from aqmf_air.games.richthofens_war.events.order_of_moves import InitiativeRolled, OrderSet, TailLost, TailWon
from aqmf_air.games.richthofens_war.pieces import Aircraft, Tail
from aqmf_air.games.richthofens_war.rules import initiative, order_of_moves, tailing
from aqmf_air.games.richthofens_war.rules.initiative import MovingGroup
from aqmf_air.games.richthofens_war.rules.order_of_moves import Roller
from aqmf_air.games.richthofens_war.state import Game
from aqmf_air.geometry.hexes.grid import distance


def row_of_try(game: Game, tail: Tail, tries: Iterable[Tail]) -> tuple[int, tuple[Modifier, ...]]:
    """The row of the tailing table for a try, and what shifts it; ``tries``: all that are announced. TAIL-7 to TAIL-11."""
    others = [game.tailing_party(game.of(one.tailer)).schedule for one in tries if one.target == tail.target]
    tailer, target = (game.tailing_party(game.of(one)) for one in (tail.tailer, tail.target))
    return tailing.row_of(tailer, target, game.tables, game.rulings, others)


def tried(game: Game, tries: Sequence[Tail], dice: Dice) -> tuple[Event[Game], ...]:
    """What comes of tries to tail. TAIL-8, TAIL-14, TAIL-15."""
    events: list[Event[Game]] = []
    if game.rulings.tail_two_order == "die":
        tries = _by_dice(game, tries, dice)
    for tail in tries:
        row, _ = row_of_try(game, tail, tries)
        own = game.of(tail.tailer)
        about = f"row {row:+d} of the tailing table: {tailing.spans(game.tables, row)}"
        named = labelled(dice, game.called(own.id), lambda tail=tail: f"behind {game.called(tail.target)}", "for")  # type: ignore[misc]
        won = tailing.tail_try(named, row, game.tables, own.side, about)
        events.append((TailWon if won else TailLost)(tailer=tail.tailer, target=tail.target, row=row))
    return tuple(events)


def _by_dice(game: Game, tries: Sequence[Tail], dice: Dice) -> Sequence[Tail]:
    """Tries in an order of dice where several are at one target, low first."""
    targets = [one.target for one in tries]
    faces = {
        one.tailer: initiative.tie_broken(labelled(dice, game.called(one.tailer), relation="for"), game.of(one.tailer).side)
        for one in tries
        if targets.count(one.target) > 1
    }
    return sorted(tries, key=lambda one: faces.get(one.tailer, 0))


def groups(game: Game, tails: Iterable[Tail]) -> tuple[tuple[str, ...], ...]:
    """Aircraft that move one after the other: each target with its tailers behind it, front to back. TMOVE-1."""
    of = {one.tailer: one.target for one in tails}
    found = [_behind(game, one.id, of) for one in game.flying if one.id not in of]
    chained = {id_ for group in found for id_ in group}
    for one in game.flying:  # aircraft that tail each other in a ring
        if one.id not in chained:
            group = _behind(game, one.id, of)
            found.append(tuple(dict.fromkeys(id_ for id_ in group if id_ not in chained)))
            chained.update(group)
    return tuple(found)


def _behind(game: Game, first: str, of: dict[str, str], seen: tuple[str, ...] = ()) -> tuple[str, ...]:
    """An aircraft and those on its tail, each with those on its own (``tail_two_order``)."""
    at, announced = game.of(first).hex, tuple(of)
    nearest = game.rulings.tail_two_order == "nearest-first"
    tailers = sorted(
        (one for one, target in of.items() if target == first and one not in (*seen, first)),
        key=lambda one: (distance(game.of(one).hex, at) if nearest else 0, announced.index(one)),
    )
    return (first, *(id_ for one in tailers for id_ in _behind(game, one, of, (*seen, first))))


def rolls(game: Game, tries: Sequence[Tail], dice: Dice) -> tuple[Event[Game], ...]:
    """Tries to tail and the dice for the order of moves, up to ties that owners settle. TAIL-13, INIT-1, INIT-2, MOVE-3."""
    rulings, events = game.rulings, list[Event[Game]]()
    totals: dict[str, int] = {}
    if rulings.tail_when_rolled == "at-announcement":
        events += tried(game, tries, dice)
        game = after(game, events)
    else:  # the groups roll as announced; who fails rolls for himself
        for target in dict.fromkeys(one.target for one in tries):
            totals[target] = _total(game, game.of(target), dice)
        events += tried(game, tries, dice)
        game = after(game, events)
    early = _early(game, dice)
    leaders = [group[0] for group in groups(game, game.tails) if group[0] not in early]
    with_all = rulings.tail_group_roll == "target-and-all-who-tried"
    lost = {one.tailer: one.target for one in game.tried if one not in game.tails} if with_all else {}
    for id_ in leaders:
        if id_ not in totals and lost.get(id_) not in leaders:
            totals[id_] = _total(game, game.of(id_), dice)
    for id_ in leaders:  # a group of all who tried has one roll
        if id_ not in totals:
            totals[id_] = totals.get(lost[id_], 0)
    rollers = {_roller(game, id_): totals[id_] for id_ in leaders}
    parted = order_of_moves.clusters(dice, rollers, rulings, game.last_order)
    rolled = tuple((id_, totals[id_]) for id_ in leaders)
    return (*events, InitiativeRolled(totals=rolled, early=early, clusters=parted))


def _total(game: Game, one: Aircraft, dice: Dice) -> int:
    """Dice and modifiers of an aircraft. INIT-1."""
    added = initiative.initiative_modifiers(game.rolling(one), game.tables, game.rulings)
    about = ", ".join((*(f"{each.value:+d} {each.reason}" for each in added), "the highest moves last"))
    named = labelled(dice, game.called(one.id), relation="for")
    return initiative.rolled(named, one.side, about) + sum(each.value for each in added)


def _roller(game: Game, id_: str) -> Roller:
    one = game.of(id_)
    chooses = one
    if game.rulings.tie_group_owner == "tailer-owner":
        chooses = next((game.of(tail.tailer) for tail in game.tails if tail.target == id_), one)
    return Roller(id_, chooses.side, chooses.owner, game.called(id_))


def _early(game: Game, dice: Dice) -> tuple[str, ...]:
    """Gliders, then heavy bombers, each kind in the order of its dice. MOVE-3, MOVE-4."""
    on_tails = {one.tailer for one in game.tails}
    heavy = [one for one in game.flying if game.type_of(one).bomber]
    gliders = [one for one in game.flying if one.gliding]
    if game.rulings.gliding_g == "g":
        gliders = [one for one in gliders if one not in heavy]
    else:
        heavy = [one for one in heavy if one not in gliders]
    found: tuple[str, ...] = ()
    for kind in (gliders, heavy):
        own = [_roller(game, one.id) for one in kind if one.id not in on_tails]
        found += order_of_moves.early_order(dice, own, game.rulings)
    return found


def order_set(game: Game) -> OrderSet:
    """The order of moves once nobody ties any more: early movers, then the rest with the balance kept. RW-BAL-1, MOVE-3."""
    of = {group[0]: group for group in groups(game, game.tails)}
    rest = [MovingGroup(of[id_], game.of(id_).side) for cluster in game.clusters for id_ in cluster]
    last = [game.of(id_).side for id_ in game.last_order]
    run = (
        (last[-1], next((at for at, side in enumerate(reversed(last)) if side != last[-1]), len(last))) if last else ("", 0)
    )
    ordered = initiative.balanced(rest, game.tables, game.rulings, run, dict(game.totals))
    early = [id_ for first in game.early for id_ in of.get(first, (first,))]
    return OrderSet(order=(*early, *(id_ for group in ordered for id_ in group.members)))
