"""Rounds of combat (8.1): bombing rounds, initiative, who acts, combat events, the end. RND, IN."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Literal

from aqmf_air import api
from aqmf_air.games.aces_of_valor.chapters import initiative, luck, routes, sectors, words
from aqmf_air.games.aces_of_valor.chapters.actions import BrokeOff, Waited, bombs_now, idle
from aqmf_air.games.aces_of_valor.chapters.combat import counted, to_the_enemy
from aqmf_air.games.aces_of_valor.chapters.counters import OrdnanceJettisoned, OrdnanceKept, performance
from aqmf_air.games.aces_of_valor.chapters.dice import amount, of_table
from aqmf_air.games.aces_of_valor.chapters.observation import may_attempt
from aqmf_air.games.aces_of_valor.chapters.orders import CampaignCourse, Named, PlayerChoice, SequenceStep
from aqmf_air.games.aces_of_valor.state import (
    Aircraft,
    Campaign,
    in_combat,
    in_mission,
    mission_of,
    present,
    targets_left,
    without,
)
from aqmf_air.games.aces_of_valor.tables import Amount, CombatEventRow, Kind, PlaceChange, Tables, ValorRulings


def combat_event(dice: api.Dice, place: str, tables: Tables, *changes: api.Modifier) -> CombatEventRow:
    """The row of C10 after a round at a place: ``trench``, ``enemy-airfield``; ``changes``: of optional rules. RND-7."""
    here = api.modifier(tables.of.of("c10-places", PlaceChange).at(place).change, place.replace("-", " "), "AOV-RND-7")
    return tables.row("c10", CombatEventRow, of_table(dice, "c10", "combat event", tables, here, *changes))


def reinforced(dice: api.Dice, place: str, checks: int, tables: Tables) -> bool:
    """Whether enemies arrive in one of several combat event checks. RND-7."""
    return any(combat_event(dice, place, tables).result.startswith("arrive") for _ in range(checks))


def arriving(dice: api.Dice, die: Amount, own: int, enemy: int, limited: bool, tables: Tables, rulings: ValorRulings) -> int:
    """How many enemies join, of those that C10 brings; ``limited``: by the optional rule. RND-7, OPT-7."""
    more = amount(dice, "enemies who arrive", die)
    return arrivals(own, enemy, more, tables, rulings) if limited else more


def arrivals(own: int, enemy: int, more: int, tables: Tables, rulings: ValorRulings) -> int:
    """How many of a group of enemies join, under the optional limit. OPT-7; the ruling ``arrival_cap``."""
    free = min(own * tables.number("arrival-times"), tables.number("arrival-most")) - enemy
    if rulings.arrival_cap == "up-to":
        return max(0, min(more, free))
    return more if more <= free else 0


# -- the start of a round ----------------------------------------------------------------------------------------------


AFTER = {"scramble": "scramble-over", "giant": "event-over"}
"""The step after a combat, where it is not that of the flight."""


def _round(course: CampaignCourse) -> None:
    course.emit(RoundBegan(round=course.game.fought.round + 1, raid_over=raid_over(course.game)))
    if course.game.fought.raid_over and course.rulings.scramble_break_off == "start":
        for aircraft in present(course.game)[1]:
            course.emit(BrokeOff(aircraft=aircraft.id))
        course.next_step("round-end")
    elif bombers_to_roll(course.game):
        course.next_step("bomb-rounds")
    else:
        _to_initiative(course)


def raid_over(game: Campaign) -> bool:
    """Whether all enemy bombers of a scramble have bombed or are gone, before a new round. SCR-12."""
    combat = game.fought
    bombers = [enemy for enemy in combat.enemies if enemy.kind == "bomber"]
    over = combat.reason == "scramble" and combat.round > 0
    return over and not any(will_bomb(game, bomber, combat.round) for bomber in bombers)


def will_bomb(game: Campaign, aircraft: Aircraft, round_: int) -> bool:
    """Whether a bomber will bomb in a round after this one. RND-2, SCR-11, ``bomb_round_missed``."""
    combat = game.fought
    if aircraft.id in combat.gone:
        return False
    return any(bombs_now(game, aircraft, later) for later in range(round_ + 1, game.tables.number("rounds") + 1))


def bombers_to_roll(game: Campaign) -> tuple[str, ...]:
    """Bombers whose round of bombing is yet to be rolled. RND-2, SCR-7, ``bomb_round_where``."""
    combat = game.fought
    if combat.reason == "scramble":
        crews = [enemy.id for enemy in combat.enemies if enemy.kind == "bomber"]
    elif mission_of(game) == "bombing" and (routes.at_objective(game) or game.rulings.bomb_round_where == "any"):
        crews = [friend for friend in combat.friends if game.aircraft(friend).kind == "bomber"]
    else:
        return ()
    rolled = dict(combat.bombing)
    return tuple(crew for crew in crews if crew not in rolled and crew not in combat.gone)


def _bomb_rounds(course: CampaignCourse) -> None:
    bomber = bombers_to_roll(course.game)[0]
    course.emit(BombRoundFound(aircraft=bomber, round=course.ask(BOMB_ROUND, course.game.called(bomber))))
    if not bombers_to_roll(course.game):
        _to_initiative(course)


def _to_initiative(course: CampaignCourse) -> None:
    game = course.game
    if not initiative.needs_track(game):
        course.next_step("track")
    elif loaded(game) and (game.fought.kept is None or len(present(game)[1]) > game.fought.kept):
        course.next_step("jettison")
    else:
        to_the_track(course)


def loaded(game: Campaign) -> tuple[str, ...]:
    """Friends in the combat who carry ordnance. ORD-8."""
    return tuple(aircraft.id for aircraft in present(game)[0] if aircraft.loaded)


def to_the_track(course: CampaignCourse) -> None:
    """Ground targets are placed; the aircraft follow. IN-2, RND-3."""
    combat = course.game.fought
    targets = (*targets_left(course.game), *((combat.field,) if combat.field else ()))
    if targets:
        course.emit(initiative.TargetsPlaced(targets=targets))
    course.next_step("initiative")


def _initiative(course: CampaignCourse) -> None:
    who = initiative.to_place(course.game)
    course.emit(initiative.PlacedOnTrack(aircraft=who, space=course.ask(INITIATIVE, course.game.called(who))))
    if not initiative.to_place(course.game):
        course.next_step("track")


# -- who acts ----------------------------------------------------------------------------------------------------------


def _track(course: CampaignCourse) -> None:
    first = initiative.first_on_track(course.game)
    if first.tied:
        course.next_step("tie")
    elif first.friends and not stays_for_something(course.game) and (waiting := idle(course.game, first.friends)):
        for id_ in waiting:
            course.emit(Waited(aircraft=id_))
        _track(course)
    elif first.friends:
        course.emit(initiative.NextToAct(aircraft=first.friends))
        course.next_step("act")
    elif len(first.enemies) > 1:
        course.next_step("enemy-order")
    elif first.enemies:
        course.emit(initiative.NextToAct(aircraft=first.enemies))
        course.next_step("enemy-acts")
    else:
        course.next_step("round-end")


def stays_for_something(game: Campaign) -> bool:
    """Whether it matters who waits and who breaks off: only in a round after this one. ACT-4, ACT-8, RND-8."""
    combat = game.fought
    if combat.round >= game.tables.number("rounds"):
        return False
    checked = combat.reason not in AFTER and game.rulings.c10_when == "always"
    return bool(present(game)[1] or targets_left(game)) or task_left(game) or checked or combat.reason == "scramble"


def _tie(course: CampaignCourse) -> None:
    first = initiative.first_on_track(course.game)
    either = (api.in_a_row([course.game.called(id_) for id_ in ids], "or") for ids in (first.enemies, first.friends))
    enemy = course.dice.call(initiative.enemy_first, course.rulings, *either)
    course.emit(initiative.TieDecided(space=first.space, priority=first.priority, enemy_first=enemy))
    course.next_step("track")


def _enemy_order(course: CampaignCourse) -> None:
    game = course.game
    first = initiative.first_on_track(game)
    called = tuple(map(game.called, first.enemies))
    who = course.dice.call(initiative.target_by_die, first.enemies, course.rulings, label="who goes first", called=called)
    course.emit(initiative.NextToAct(aircraft=(who,)))
    course.next_step("enemy-acts")


def _order_questions(game: Campaign) -> Sequence[api.Question]:
    facts = (initiative.first_on_track(game).enemies, game.rulings)
    of = api.ReadFrom((initiative.NextToAct,), "aircraft", words=tuple(((id_,), name) for id_, name in game.names.items()))
    view = dict(game.names).__getitem__
    return (api.Question("the enemy who goes first", initiative.target_by_die, facts, view=view, of=of),)


# -- the end of a round ------------------------------------------------------------------------------------------------


def goes_on(game: Campaign) -> bool:
    """Whether there is another round. RND-1, RND-8, ``combat_while_task``, SCR-11, SCR-13, ``scramble_nobody``."""
    combat = game.fought
    if combat.round >= game.tables.number("rounds"):
        return False
    here = {*combat.acted} | {who for who, round_ in combat.joined if round_ > combat.round}
    friends = any(friend in here for friend in combat.friends)
    enemies = any(enemy.id in here and enemy.id not in combat.gone for enemy in combat.enemies)
    if combat.reason == "scramble":
        return enemies and (friends or game.rulings.scramble_nobody == "bombs")
    return friends and (enemies or bool(targets_left(game)) or task_left(game))


def task_left(game: Campaign) -> bool:
    """Whether a 2-seater has an attempt left, or a bomber its bombs. ``combat_while_task``."""
    combat = game.fought
    if game.rulings.combat_while_task == "strict":
        return False
    own = present(game)[0]
    return any(may_attempt(game, aircraft, combat.round + 1) or will_bomb(game, aircraft, combat.round) for aircraft in own)


def _round_end(course: CampaignCourse) -> None:
    game = course.game
    combat = game.fought
    checked = combat.reason not in AFTER and combat.round < course.tables.number("rounds")
    if checked and (goes_on(game) or course.rulings.c10_when == "always"):
        course.next_step("combat-event")
    else:
        course.next_step("next-round")


def place_of(game: Campaign) -> Literal["friendly-rear", "trench", "enemy-rear", "enemy-airfield"]:
    """What the sector of the flight is on C10. RND-7, MIS-10."""
    assert game.nation is not None  # a mission is flown
    at = sectors.place(game.flown.at, sectors.half_of(game.nation), game.tables, game.rulings)
    if at == "friendly-trench" or at == "enemy-trench":
        return "trench"
    return at


def combat_event_changes(game: Campaign) -> tuple[api.Modifier, ...]:
    """What optional rules add on C10. OPT-10, ``clouds_scope``."""
    clouds = game.options.clouds_on_events and game.flown.weather == "heavy-clouds"
    if not clouds or game.rulings.clouds_scope == "flight":
        return ()
    return (api.modifier(game.tables.number("clouds-on-events"), "heavy clouds", "AOV-OPT-10"),)


def _combat_event(course: CampaignCourse) -> None:
    game = course.game
    row = course.dice.call(combat_event, place_of(game), course.tables, *combat_event_changes(game))
    course.emit(CombatChecked(result=row.result))
    enemies = present(game)[1]
    if row.result == "all-enemy-leave" and (enemies or course.rulings.c10_arrivals == "any"):
        everyone = course.rulings.c10_departs == "all"
        gone = {*game.fought.destroyed} if everyone else game.fought.gone
        if leaving := tuple(enemy.id for enemy in game.fought.enemies if enemy.id not in gone):
            course.emit(EnemiesLeft(enemies=leaving))
    course.next_step("arrivals" if row.result.startswith("arrive") else "next-round")


def check_words(game: Campaign) -> Mapping[str, str]:
    """What each result of the check comes to in the combat as it stands. RND-7; ``c10_departs``."""
    gone = game.fought.destroyed if game.rulings.c10_departs == "all" else game.fought.gone
    nobody = all(enemy.id in gone for enemy in game.fought.enemies)
    return CHECKED | ({"all-enemy-leave": "no enemy is there to leave"} if nobody else {})


def _event_questions(game: Campaign) -> Sequence[api.Question]:
    facts = (place_of(game), game.tables, *combat_event_changes(game))
    results = check_words(game)
    of = api.ReadFrom((CombatChecked,), "result", words=tuple(results.items()))
    return (api.Question("combat event", combat_event, facts, view=lambda row: results[row.result], of=of),)


def limit_facts(game: Campaign) -> tuple[int, int]:
    """Friends and enemies whom the limit of arrivals counts. OPT-7, ``arrival_cap_counts``."""
    combat = game.fought
    if game.rulings.arrival_cap_counts == "all":
        return len(combat.friends), len(combat.enemies)
    own, enemy = present(game)
    return len(own), len(enemy)


def _arrivals(course: CampaignCourse) -> None:
    game = course.game
    limited, (own, enemy) = game.options.arrival_limit, limit_facts(game)
    rest = (course.tables, course.rulings)
    n = course.ask(ARRIVALS)
    lent = 0
    if course.rulings.c10_arrivals == "any" and game.flown.event == "raid":
        lent = amount(course.dice, "2-seaters who arrive", "D2")
        lent = arrivals(own, enemy + n, lent, *rest) if limited else lent
    course.emit(MoreAreComing(fighters=n, two_seaters=lent))
    if course.game.fought.coming:
        to_the_enemy(course)
    else:
        course.next_step("next-round")


def _next_round(course: CampaignCourse) -> None:
    game = course.game
    if not goes_on(game):
        course.next_step("combat-over")
    else:
        course.next_step("scramble-more" if game.fought.reason == "scramble" and game.ready else "round")


def _combat_over(course: CampaignCourse) -> None:
    after = AFTER.get(course.game.fought.reason, "after-combat")
    if after != "scramble-over":
        course.emit(CombatEnded())
    course.next_step(after)


# -- orders ------------------------------------------------------------------------------------------------------------


class Jettison(PlayerChoice, type="valor.jettison"):
    """Before initiative an aircraft drops all its ordnance, to be faster. ORD-8."""

    phrases: ClassVar[tuple[str, ...]] = ("{aircraft} jettisons|jettison [its ordnance]",)
    at: ClassVar[tuple[str, ...]] = ("jettison",)
    rule: ClassVar[str] = "AOV-ORD-8"
    named: ClassVar[Mapping[str, Named]] = {"aircraft": words.friend}
    aircraft: str

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[api.Offer]:
        for id_ in loaded(game):
            aircraft, light = game.aircraft(id_), OrdnanceJettisoned(aircraft=id_).apply(game)
            now, then = (performance(campaign.aircraft(id_), game.tables, game.rulings) for campaign in (game, light))
            faster = f"{api.plural(then - now, 'space')} higher on the track" if then > now else "no higher on the track"
            load = ", ".join(
                api.plural(n, what) for n, what in ((aircraft.bombs, "bomb"), (aircraft.rockets, "rocket")) if n
            )
            yield api.Offer(cls(aircraft=id_), f"{aircraft.name} jettisons its ordnance: {faster}, {load} lost", id_)

    def against(self, game: Campaign) -> Iterable[api.Objection]:
        if self.aircraft not in loaded(game):  # "jettison all the ordnance of any of his aircraft"
            yield api.Objection(self.rule, f"{game.called(self.aircraft)} carries no ordnance in this combat")

    def carry_out(self, course: CampaignCourse) -> None:
        course.emit(OrdnanceJettisoned(aircraft=self.aircraft))
        if not loaded(course.game):
            to_the_track(course)


class KeepOrdnance(PlayerChoice, type="valor.keep_ordnance"):
    """Everybody keeps the ordnance that he has; it is asked again only if more enemies come. ORD-8."""

    phrases: ClassVar[tuple[str, ...]] = ("keep the ordnance",)
    at: ClassVar[tuple[str, ...]] = ("jettison",)
    rule: ClassVar[str] = "AOV-ORD-8"
    title: ClassVar[str] = "Keep the ordnance in this combat"

    def carry_out(self, course: CampaignCourse) -> None:
        course.emit(OrdnanceKept())
        to_the_track(course)


# -- events ------------------------------------------------------------------------------------------------------------


CHECKED: dict[str, str] = {
    "none": "nobody comes or leaves",
    "all-enemy-leave": "all enemies leave",
    "arrive-D3": "more enemies arrive, D3 of them",
    "arrive-D6": "more enemies arrive, D6 of them",
}


class RoundBegan(api.Event[Campaign], type="valor.round_began"):
    """A round of combat. RND-1, IN-3."""

    wording: ClassVar[str] = "round {round} of combat"
    round: int
    raid_over: bool = False
    """Whether the enemy of a scramble has done what he came for. SCR-12."""

    def apply(self, state: Campaign) -> Campaign:
        combat = state.fought
        here = (*combat.friends, *(enemy.id for enemy in combat.enemies))
        return in_combat(
            state,
            round=self.round,
            raid_over=self.raid_over,
            spaces=(),
            acting=(),
            target="",
            acted=(),
            ties=(),
            to_act=tuple(id_ for id_ in here if id_ not in combat.gone),
        )


class CombatChecked(api.Event[Campaign], type="valor.combat_checked"):
    """The combat event check after a round. RND-7."""

    result: Literal["none", "all-enemy-leave", "arrive-D3", "arrive-D6"]

    def apply(self, state: Campaign) -> Campaign:
        arriving: dict[str, Amount] = {"arrive-D3": "D3", "arrive-D6": "D6"}
        return in_combat(state, arriving=arriving.get(self.result, ""))

    def tell(self, state: Campaign) -> str:
        return f"C10: {check_words(state)[self.result]}"


class EnemiesLeft(api.Event[Campaign], type="valor.enemies_left"):
    """Enemies leave the combat. RND-7, ``c10_departs``."""

    enemies: tuple[str, ...]

    def apply(self, state: Campaign) -> Campaign:
        combat = state.fought
        return in_combat(
            state,
            enemies=tuple(enemy for enemy in combat.enemies if enemy.id not in self.enemies),
            acted=without(combat.acted, *self.enemies),
            broken_off=without(combat.broken_off, *self.enemies),
        )

    def tell(self, state: Campaign) -> str:
        verb = "leaves" if len(self.enemies) == 1 else "leave"
        return f"{', '.join(state.called(enemy) for enemy in self.enemies)} {verb} the combat"


class MoreAreComing(api.Event[Campaign], type="valor.more_are_coming"):
    """How many enemies arrive. RND-7, OPT-7."""

    fighters: int
    two_seaters: int = 0

    @property
    def coming(self) -> tuple[tuple[Kind, int], ...]:
        numbers: tuple[tuple[Kind, int], ...] = (("fighter", self.fighters), ("two-seater", self.two_seaters))
        return tuple((kind, n) for kind, n in numbers if n)

    def apply(self, state: Campaign) -> Campaign:
        return in_combat(state, coming=self.coming, arriving="")

    def tell(self, state: Campaign) -> str:
        return f"arriving: {counted(self.coming)}" if self.coming else "nobody arrives: the limit is reached"


class CombatEnded(api.Event[Campaign], type="valor.combat_ended"):
    """The combat is over: enemies go back to their cups, friends to the flight. RND-9, BRK-2."""

    def apply(self, state: Campaign) -> Campaign:
        combat, mission = state.fought, state.flown
        rounds = (*mission.rounds, (combat.round, combat.against))
        return in_mission(state, combat=None, fought=True, rounds=rounds)

    def tell(self, state: Campaign) -> str:
        return f"the combat is over after round {state.fought.round}"


class BombRoundFound(api.Event[Campaign], type="valor.bomb_round_found"):
    """In which round a bomber bombs. RND-2, SCR-7."""

    wording: ClassVar[str] = "{aircraft} bombs in round {round}"
    aircraft: str
    round: int

    def apply(self, state: Campaign) -> Campaign:
        return in_combat(state, bombing=(*state.fought.bombing, (self.aircraft, self.round)))


# -- the steps, and what they roll for ---------------------------------------------------------------------------------


BOMB_ROUND = api.Ask(
    initiative.bomb_round,
    lambda game: f"round in which {game.called(bombers_to_roll(game)[0])} bombs",
    (BombRoundFound, "round"),
    lambda game: (),
)
INITIATIVE = api.Ask(
    initiative.space,
    lambda game: f"initiative of {game.called(initiative.to_place(game))}",
    (initiative.PlacedOnTrack, "space"),
    lambda game: (initiative.initiative_modifiers(game, initiative.to_place(game)), game.tables, game.rulings),
)
TIE = api.Ask(
    initiative.enemy_first, "the enemy goes first", (initiative.TieDecided, "enemy_first"), lambda game: (game.rulings,)
)
ARRIVALS = api.Ask(
    arriving,
    "arrivals",
    (MoreAreComing, "fighters"),
    lambda game: (game.fought.arriving, *limit_facts(game), game.options.arrival_limit, game.tables, game.rulings),
    luck.bad("enemy fighters that arrive"),
)

STEPS = {
    "round": SequenceStep("AOV-RND-1", _round),
    "bomb-rounds": SequenceStep("AOV-RND-2", _bomb_rounds, True, BOMB_ROUND.questions),
    "jettison": SequenceStep("AOV-ORD-8"),
    "initiative": SequenceStep("AOV-IN-1", _initiative, True, INITIATIVE.questions),
    "track": SequenceStep("AOV-RND-5", _track),
    "tie": SequenceStep("AOV-IN-6", _tie, True, TIE.questions),
    "enemy-order": SequenceStep("AOV-RND-6", _enemy_order, True, _order_questions),
    "act": SequenceStep("AOV-ACT-1"),
}
"""Up to an action."""
ENDING = {
    "round-end": SequenceStep("AOV-RND-8", _round_end),
    "combat-event": SequenceStep("AOV-RND-7", _combat_event, True, _event_questions),
    "arrivals": SequenceStep("AOV-RND-7", _arrivals, True, ARRIVALS.questions),
    "next-round": SequenceStep("AOV-RND-8", _next_round),
    "combat-over": SequenceStep("AOV-RND-9", _combat_over),
}
"""After the last action of a round."""


class RoundRulings(api.Rulings):
    """What the source leaves open of the rounds of a combat."""

    combat_while_task: Literal["open", "strict"] = api.ruling(
        "AOV-RND-8", "Does combat go on for an attempt or bombs, with no enemy left?", "Yes.", "No."
    )
    c10_when: Literal["continuing", "always"] = api.ruling(
        "AOV-RND-7", "When is the combat event check rolled?", "Only if combat goes on.", "After every round 1 and 2."
    )
    c10_departs: Literal["all", "unbroken"] = api.ruling(
        "AOV-RND-7", "Who leaves when all enemies leave?", "Also those that broke off.", "Those that did not break off."
    )
    c10_arrivals: Literal["fighters", "any"] = api.ruling(
        "AOV-RND-7",
        'What arrives, and what does "leave" do without enemies?',
        'Fighters; "leave" does nothing.',
        "Fighters and, in a raid, its 2-seaters.",
    )
    arrivals_tier: Literal["new", "same"] = api.ruling(
        "AOV-RND-7", "Of which tier are enemies that arrive?", "C2 is rolled for each group.", "Of the tier already there."
    )
    friendly_order: Literal["free", "same-priority"] = api.ruling(
        "AOV-RND-6",
        "May the player order his own aircraft in a space?",
        "All of them that go before the next enemy there.",
        "Only equal ones.",
    )
