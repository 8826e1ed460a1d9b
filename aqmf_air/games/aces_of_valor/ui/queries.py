"""Questions to the dice: ``aqmf odds --ruleset valor``, and the same forms in the app."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Literal, cast

from aqmf_air import api
from aqmf_air.api import modifier
from aqmf_air.games.aces_of_valor import state
from aqmf_air.games.aces_of_valor.chapters import (
    combat,
    events,
    fire,
    ground,
    initiative,
    landing,
    observation,
    points,
    premission,
    rounds,
)
from aqmf_air.games.aces_of_valor.chapters.fire import Exchange, Gun, attacker_of, target_of
from aqmf_air.games.aces_of_valor.chapters.ground import BOMBED
from aqmf_air.games.aces_of_valor.chapters.observation import Observing, points_of
from aqmf_air.games.aces_of_valor.sequence import ValorRulings
from aqmf_air.games.aces_of_valor.state import RANKS
from aqmf_air.games.aces_of_valor.tables import (
    Detection,
    DetectionRow,
    Effect,
    FighterType,
    GroundKind,
    GunfireRow,
    Kind,
    Load,
    MissionCard,
    PlaceChange,
    PlaceKind,
    Sheet,
    Tables,
    Values,
    place_note,
    spelled,
    standing_words,
    table_note,
    tables_in_force,
)

RULINGS = ValorRulings()
"""Odds are asked by the defaults, as a campaign without rulings of its own is played."""
EFFECTS: tuple[Effect, ...] = ("none", "damaged", "destroyed")
EFFECT_WORDS = (("none", "no harm"),)
HURT = ("damaged", "destroyed")
WEATHERS = ("clear", "light-clouds", "heavy-clouds")
PLACES = ("friendly-rear", "friendly-trench", "enemy-trench", "enemy-rear", "enemy-airfield")
SKILL = (0, 6)
"""Bounds of a skill, markers and events included."""
STRUCTURE = (1, 12)


def gun(words: str, dice: int, skill: int, option: str) -> Gun:
    """A gun from its printed rating, ``4/6`` or ``5``. Raises QuestionError: it is no rating."""
    match = re.fullmatch(r"([1-9])(?:/([1-9]))?", words.strip())
    hit, double = (int(match[1]), int(match[2] or 0)) if match else (0, 0)
    if not hit or (double and double <= hit):
        raise api.QuestionError(f"--{option}: expected a gun rating as on the counter, 4/6 or 5, got {words[:40]!r}")
    return Gun(dice, skill, hit, double or None)


def _counters(opened: api.OpenRuleset, given: Mapping[str, Any]) -> Mapping[str, Sequence[str]]:
    names: dict[str, list[str]] = {}
    for type_, (_, nation) in sheets(tables_in_force()).items():
        names.setdefault(nation, []).append(type_)
    return names


def _signs(opened: api.OpenRuleset) -> Mapping[str, str]:
    from aqmf_air.games.aces_of_valor.ui.operations_chart import silhouette

    def sign(sheet: Sheet) -> str:
        kind: Kind = next((kind for kind in LARGER if kind == sheet), "fighter")
        return f'<g transform="scale(8)">{silhouette(kind, (0, 0), "currentColor")}</g>'

    return {name: sign(sheet) for name, (sheet, _) in sheets(tables_in_force()).items()}


COUNTER = api.Name("aircraft", _counters, shapes=_signs)
"""An aircraft counter: a fighter by its type, others by their kind."""
LARGER: tuple[Literal["two-seater", "bomber", "heavy-bomber"], ...] = ("two-seater", "bomber", "heavy-bomber")


def sheets(tables: Tables) -> dict[str, tuple[Sheet, str]]:
    """The values of each counter by its name, and the nation that it is listed with; the larger ones are of any."""
    tiers: tuple[Sheet, ...] = ("tier1", "tier2", "tier3")
    named: dict[str, tuple[Sheet, str]] = {}
    for row in tables.every("types", FighterType):
        named.setdefault(row.type, (tiers[row.tier - 1], row.nation.capitalize()))
    return named | {spelled(kind): (kind, "Any side") for kind in LARGER}


def counter_of(name: str, tables: Tables) -> Values:
    """The undamaged side of a counter. Raises UnknownNameError: there is none of that name; with near names."""
    return tables.aircraft(api.by_words(sheets(tables), name, "aircraft")[0])


def rating_of(values: Values) -> str:
    """A gun rating as it is printed on a counter."""
    return f"{values.hit}/{values.double}" if values.double else str(values.hit)


# -- in the air: attacks, fire from the ground, detection, initiative, skill -------------------------------------------


GUN = "4/6"
SPACES = "spaces above the target"


def both_hurt(done: Exchange) -> bool:
    """Whether nobody gets away whole."""
    return "none" not in (done.target, done.attacker)


def exchange_lines(done: Exchange) -> list[str]:
    """An attack in words."""
    target, attacker = ("unharmed" if effect == "none" else effect for effect in (done.target, done.attacker))
    return [f"The target is {target}.", f"The attacker is {attacker}."]


@dataclass(frozen=True)
class Attack(api.Query, name="attack", group="Asked most", help="An attack on an aircraft, and the reply."):
    """One attack on an aircraft, with the reply of a rear gun if there is one.

    Outcomes: none, damaged, destroyed; beside them the number of hits.
    """

    begin: ClassVar = {"attacker": "Albatros D.III", "target": "Nieuport 17"}

    attacker: str | None = api.name_of(COUNTER, "The aircraft that attacks, undamaged.")
    target: str | None = api.name_of(COUNTER, "The aircraft that is attacked, undamaged.")
    dice: int = api.number("Dice of the attack, from C7.", 1, 8, default=2)
    skill: int = api.number("Air skill of the attacker.", *SKILL, default=0)
    gun: str | None = api.text(
        f"Gun rating as on the counter: the least that hits, the least that hits twice.  [default: the attacker's, or {GUN}]"
    )
    structure: int | None = api.number("Structure of the target.  [default: its own, or 5]", *STRUCTURE)
    reply_dice: int | None = api.number(
        "Dice of the target's rear gun; 0: it has none.  [default: as the target has one]", 0, 8
    )
    reply_skill: int = api.number("Air skill of the target's crew.", *SKILL, default=0)
    reply_gun: str | None = api.text("Gun rating of the rear gun.  [default: the target's, or 5]")
    own_structure: int | None = api.number("Structure of the attacker, for the reply.  [default: its own, or 5]", *STRUCTURE)

    def filled(self, opened: api.OpenRuleset) -> Mapping[str, str]:
        tables = tables_in_force()
        own, enemy = (counter_of(name, tables) if name else None for name in (self.attacker, self.target))
        if own and not own.forward and not self.gun:
            raise api.QuestionError(f"--attacker: a {self.attacker} has no forward gun: say --gun")
        reply = tables.row("c7", GunfireRow, 1, "defensive").dice if enemy and enemy.defensive else 0
        return {
            "gun": rating_of(own) if own else GUN,
            "structure": str(enemy.structure if enemy else 5),
            "reply-dice": str(reply),
            "reply-gun": rating_of(enemy) if enemy and enemy.defensive else "5",
            "own-structure": str(own.structure if own else 5),
        }

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """ATK-2 to ATK-7, DEF-1, DEF-2, AC-4 to AC-10."""
        figures = self.filled(opened)
        reply_dice = int(figures["reply-dice"]) if self.reply_dice is None else self.reply_dice
        if not reply_dice and (self.reply_gun or self.reply_skill):
            raise api.QuestionError("--reply-gun and --reply-skill need --reply-dice: how many dice the rear gun has")
        tables = tables_in_force()
        rating = self.gun or figures["gun"]
        structure, own_structure = (
            int(figures[name]) if given is None else given
            for name, given in (("structure", self.structure), ("own-structure", self.own_structure))
        )
        own = gun(rating, self.dice, self.skill, "gun")
        rear = (
            (gun(self.reply_gun or figures["reply-gun"], reply_dice, self.reply_skill, "reply-gun"),) if reply_dice else ()
        )
        guns = counter_of(self.target, tables).defensive if self.target else 1
        replies = rear * max(guns, 1)
        skilled = f", air skill {self.skill}" if self.skill else ""
        title = f"{api.plural(self.dice, 'die', 'dice')}, gun {rating}{skilled}, at structure {structure}"
        if self.attacker and self.target:
            title = f"{self.attacker} at a {self.target}: {title}"
        facts = (own, structure, tables, RULINGS, replies, own_structure)
        whole = api.Question(title, fire.air_attack, facts)
        lines = [
            api.Line("outcomes", "The target", api.Question(title, whole.rule, facts, view=target_of), order=EFFECTS,
                 words=EFFECT_WORDS),
            api.Line("hits", "Hits", api.Question(title, fire.gun_hits, (own, tables, RULINGS))),
        ]  # fmt: skip
        also = [api.Also("it is destroyed", lines[0].question, api.Is(("destroyed",)))]
        if replies:
            reply = api.Question(title, whole.rule, facts, view=attacker_of)
            lines.insert(1, api.Line("reply", "The attacker, by the reply", reply, order=EFFECTS, words=EFFECT_WORDS))
            also += [api.Also("the attacker is hurt", reply, api.Is(HURT)), api.Also("both are hurt", whole, both_hurt)]
        need = f"A die of {max(own.hit - own.skill, 2)} or more hits"
        twice = f", of {max(own.double - own.skill, 2)} or more twice" if own.double and own.double - own.skill <= 6 else ""
        return api.Answer(
            title,
            tuple(lines),
            "the target is damaged or destroyed",
            api.Is(HURT),
            "outcomes",
            also=tuple(also),
            notes=(f"{need}{twice}; a 1 always misses.", _damage_note(), table_note(tables, "c7", "forward", by=SPACES)),
            dice=self.dice + 1 + ((reply_dice + 1) * len(replies)),
            rolled=api.RollOut(whole, exchange_lines) if replies else None,
        )


def _damage_note() -> str:
    return table_note(tables_in_force(), "c8", by="a die, +1 for each further hit, less structure")


@dataclass(frozen=True)
class AntiAircraft(
    api.Query,
    name="aa",
    group="Asked most",
    help="An aircraft under fire from the ground: damaged, destroyed?",
    title="Anti-aircraft fire",
):
    """Anti-aircraft fire at one aircraft: so many AA dice, or an enemy AA sector in some weather.

    Outcomes: none, damaged, destroyed.
    """

    dice: int | None = api.number("AA dice; left out: they are rolled for on F5, as over an enemy AA sector.", 1, 8)
    structure: int = api.number("Structure of the aircraft.", *STRUCTURE, default=5)
    weather: str = api.one_of("The weather, for F5.", *WEATHERS, default="clear")

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """AA-1 to AA-5."""
        tables = tables_in_force()
        notes = [_damage_note(), f"An AA die of {tables.number('aa-hit')} hits."]
        if self.dice is not None:
            if self.weather != "clear":
                raise api.QuestionError("--weather changes F5 and cannot go with --dice: leave one out")
            title = f"{api.plural(self.dice, 'AA die', 'AA dice')} at structure {self.structure}"
            question = api.Question(title, fire.aa_fire, (self.dice, self.structure, tables, RULINGS))
        else:
            title = f"An enemy AA sector, {spelled(self.weather)}, structure {self.structure}"
            question = api.Question(title, fire.aa_check, (self.weather, self.structure, tables, RULINGS))
            notes.append(table_note(tables, "f5"))
        lines = (api.Line("outcomes", "The aircraft", question, order=EFFECTS, words=EFFECT_WORDS),)
        also = (api.Also("it is destroyed", question, api.Is(("destroyed",))),)
        goal, dice = "the aircraft is damaged or destroyed", 2 + (self.dice or 3)
        return api.Answer(title, lines, goal, api.Is(HURT), "outcomes", also=also, notes=tuple(notes), dice=dice)


DETECTED = (
    ("enemy-surprise", "fight, surprised"),
    ("enemy-engages", "fight"),
    ("fight-if-enemy-equal-or-more", "fight, if as many or more"),
    ("fight-if-enemy-more", "fight, if more"),
    ("player-chooses", "you choose"),
    ("player-surprise", "you choose, with surprise"),
)
"""Results of C3, where there is little room."""
FORCES = {"fewer": (4, 3), "equal": (4, 4), "more": (4, 5)}
"""Own aircraft and the enemy's that stand for each."""


@dataclass(frozen=True)
class Forced:
    """Results of C3 that force a fight, by the force of the enemy."""

    force: str

    def __call__(self, result: Detection) -> bool:
        return combat.enemy_forces(result, *FORCES[self.force])


@dataclass(frozen=True)
class Engage(api.Query, name="engage", help="Enemies are met: must you fight?"):
    """Enemy aircraft are met: who surprises whom, and whether you have to fight.

    Outcomes: the results of C3; beside them the chance of a fight forced on you by fewer, equal or more enemies.
    """

    modifier: int = api.number(
        "Your best air skill less the enemy's, -1 for a 2-seater of yours, +1 for one of his.", -10, 10, default=0
    )
    enemy: str = api.one_of("How many enemy aircraft there are, beside yours.", *FORCES, default="equal")

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """DET-1 to DET-4."""
        tables = tables_in_force()
        title = f"Enemies are met, {'as many as you' if self.enemy == 'equal' else f'{self.enemy} than you'}"
        title += f", {self.modifier:+d} on C3" if self.modifier else ""
        changes = (modifier(self.modifier, "both sides together", "AOV-DET-2"),) if self.modifier else ()
        question = api.Question(title, combat.detection, (changes, tables))
        order = tuple(dict.fromkeys(row.result for row in tables.every("c3", DetectionRow)))
        forced: dict[str, dict[str, object]] = {}
        for force in FORCES:
            chance: Fraction = question.odds().where(Forced(force))
            forced[force] = api.chance_document(chance)
        names = {force: "as many" if force == "equal" else force for force in FORCES if force != self.enemy}
        also = tuple(
            api.Also(f"you have to fight if the enemy has {name}", question, Forced(force)) for force, name in names.items()
        )
        lines = (api.Line("outcomes", "What comes of it", question, order=order, words=DETECTED),)
        goal, notes, facts = "you have to fight", (table_note(tables, "c3"),), (("forced", forced),)
        return api.Answer(title, lines, goal, Forced(self.enemy), "outcomes", also=also, notes=notes, facts=facts, dice=2)


STANDS = ("higher", "equal", "lower")


@dataclass(frozen=True)
class Initiative(api.Query, name="initiative", group="Asked most", help="Who stands higher on the track."):
    """Two aircraft roll for initiative: which stands higher on the track.

    Outcomes: higher, equal, lower.
    """

    mine: int = api.number("Your performance, air skill and advantage together.", -10, 20, default=7)
    theirs: int = api.number("The same of the other aircraft.", -10, 20, default=6)

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """IN-1, IN-6."""
        tables = tables_in_force()
        title = f"Initiative: a die + {self.mine} against a die + {self.theirs}"
        question = api.Question(title, initiative.stands, (self.mine, self.theirs, tables, RULINGS))
        words = (("higher", "higher: you act first"), ("equal", "the same space"), ("lower", "lower: he acts first"))
        first, last = tables.number("track-first"), tables.number("track-last")
        lines = (api.Line("outcomes", "You stand", question, order=STANDS, words=words),)
        also = (api.Also("you stand higher or in the same space", question, api.Is(("higher", "equal"))),)
        goal, decides = "you stand higher and act first", "kind, air skill and performance decide, then a die (C6)"
        notes = (f"In one space {decides}. The track has spaces {first} to {last} (AOV-GEN-8).",)
        return api.Answer(title, lines, goal, api.Is(("higher",)), "outcomes", also=also, notes=notes, dice=2)


@dataclass(frozen=True)
class Improve(api.Query, name="improve", help="A pilot's skill after kills."):
    """A pilot destroys enemies: how far his skill comes.

    Outcomes: 0 as he was printed, 1 Skilled, 2 Ace.
    """

    kills: int = api.number("Enemies that he destroys.", 1, 12, default=1)
    enemy_skill: int = api.number("Printed air skill of each; 0 for targets on the ground.", *SKILL, default=0)
    rank: str = api.one_of("What he is so far.", "none", "skilled", default="none")

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """SKL-1, SKL-2."""
        tables = tables_in_force()
        before = int(self.rank == "skilled")
        what = api.plural(self.kills, "enemy", "enemies")
        title = f"A {'Skilled ' if before else ''}pilot destroys {what} of air skill {self.enemy_skill}"
        facts = ((self.enemy_skill,) * self.kills, before, tables, RULINGS)
        question = api.Question(title, points.rank_after_enemies, facts)
        need = max(tables.number("skill-need") - self.enemy_skill, 1)
        reached = "an Ace" if before else "Skilled or better"
        words = tuple((str(n), name or "as before") for n, name in enumerate(RANKS))
        lines, least = (api.Line("outcomes", "He is", question, words=words),), api.AtLeast(before + 1)
        also = () if before else (api.Also("he becomes an Ace", question, api.AtLeast(2)),)
        notes = (f"A die of {need} or more after each kill; Skilled is +1 on both skills, an Ace +2.",)
        return api.Answer(title, lines, f"he becomes {reached}", least, "outcomes", also=also, notes=notes, dice=self.kills)


# -- on the ground: bombs, strafing, photo recon and artillery spotting ------------------------------------------------


KINDS = ("trench", "infantry", "artillery", "convoy", "aa-battery", "train", "balloon", "airfield", "depot", "town-ace",
         "town-bdf", "rail-yard", "hq")  # fmt: skip
NO_TARGET = "none"


@dataclass(frozen=True)
class DamageOf:
    """Damage points as what they do to a target."""

    kind: GroundKind
    tables: Tables

    def __call__(self, points: int) -> str:
        return state.damage_of(self.kind, points, self.tables)


def counter_note(kind: GroundKind, tables: Tables) -> str:
    """A ground target counter in a line."""
    front, back = (tables.ground_target(kind, side) for side in ("front", "back"))
    note = standing_words({row.standing_of(name) for row in (front, back) for name in ("destruction", "aa", "points")})
    return (
        f"Counter of {spelled(kind)}: damaged at {front.destruction}, destroyed at {back.destruction} points; AA {front.aa} "
        f"dice, damaged {back.aa}; {front.points} MP damaged, {back.points} MP destroyed{note}."
    )


@dataclass(frozen=True)
class Bomb(api.Query, name="bomb", group="Asked most", help="Bombs on a target."):
    """Bombers drop all they carry, on a target if one is named; with ``--fire`` through its AA.

    Outcomes: damage points; with a target none, damaged, destroyed, and the points beside them.
    """

    bombs: int = api.number("Bombs of each aircraft.", 1, 6, default=6)
    skill: int = api.number("Ground skill of the crew.", *SKILL, default=0)
    bombers: int = api.number("Aircraft that drop them.", 1, 4, default=1)
    target: str = api.one_of("What is under them; none: damage points alone.", NO_TARGET, *KINDS, default=NO_TARGET)
    fire: bool = api.flag("The AA of the target fires first; the bombers are undamaged.")

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """GND-2, GND-3, GND-6, GND-7, GTD-1."""
        tables = tables_in_force()
        loads = [load for load in tables.every("c12", Load) if load.ordnance == "bombs"]
        if self.bombs not in {load.load for load in loads}:
            expected = ", ".join(str(load.load) for load in sorted(loads, key=lambda load: load.load))
            raise api.QuestionError(f"--bombs: expected a load of C12 ({expected}), got {self.bombs}")
        if self.target == NO_TARGET:
            self.refuse("no --target", "fire")
        who = api.plural(self.bombers, "bomber") if self.bombers > 1 else "A bomber"
        skilled = f", ground skill {self.skill}" if self.skill else ""
        over = "" if self.target == NO_TARGET else f" over {spelled(self.target)}{', under fire' if self.fire else ''}"
        title = f"{who} with {api.plural(self.bombs, 'bomb')}{skilled}{over}"
        row = tables.of.of("c12", Load).at("bombs", self.bombs)
        notes = [
            f"C12: {api.plural(row.dice, 'die', 'dice')}, {max(row.need - self.skill, 2)} or more hits"
            f"{standing_words({row.standing})}.",
            table_note(tables, "c13", by="a die, +1 for each further hit"),
        ]
        facts: tuple[Any, ...] = (self.bombers, self.bombs, self.skill, tables)
        points = api.Question(title, ground.bombs_dropped, facts)
        if self.target == NO_TARGET:
            line = api.Line("outcomes", "Damage points", points)
            also = (api.Also("it makes 3 points or more", points, api.AtLeast(3)),)
            return api.Answer(
                title, (line,), "there is damage", api.AT_LEAST_ONE, "outcomes", also=also, notes=tuple(notes), dice=7
            )
        kind = cast("GroundKind", self.target)
        if self.fire:
            facts = (self.bombers, kind, self.bombs, self.skill, tables, RULINGS)
            points = api.Question(title, ground.bombers_over, facts)
        return _on_target(title, points, kind, tables, notes, 9 * self.bombers)


def _on_target(
    title: str, points: api.Question, kind: GroundKind, tables: Tables, notes: list[str], dice: int
) -> api.Answer:
    done = api.Question(title, points.rule, points.facts, view=DamageOf(kind, tables))
    target = api.Line("outcomes", "The target", done, order=EFFECTS, words=EFFECT_WORDS)
    lines, also = (
        (target, api.Line("points", "Damage points", points)),
        (api.Also("it is destroyed", done, api.Is(("destroyed",))),),
    )
    goal, counters = "the target is damaged or destroyed", counter_note(kind, tables)
    return api.Answer(title, lines, goal, api.Is(HURT), "outcomes", also=also, notes=(*notes, counters), dice=dice)


@dataclass(frozen=True)
class Strafe(api.Query, name="strafe", help="Fighters strafe a target on the ground."):
    """Fighters strafe a target on the ground one after the other, or a balloon; with ``--fire`` through its AA.

    Outcomes: none, damaged, destroyed, and the damage points beside them.
    """

    fighters: int = api.number("Fighters that attack.", 1, 8, default=1)
    skill: int = api.number("Ground skill of each pilot.", *SKILL, default=0)
    target: str = api.one_of("What they strafe.", *KINDS, default="balloon")
    fire: bool = api.flag("The AA of the target fires at each; the fighters are undamaged.")
    structure: int = api.number("Structure of the fighters, for the AA.", *STRUCTURE, default=5)

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """GND-2, GND-4, GND-5, GTD-1, GTD-5."""
        tables, kind = tables_in_force(), cast("GroundKind", self.target)
        skilled = f", ground skill {self.skill}" if self.skill else ""
        over = f"{spelled(self.target)}{', under fire' if self.fire else ''}"
        strafe = "strafe" if self.fighters > 1 else "strafes"
        title = f"{api.plural(self.fighters, 'fighter')}{skilled} {strafe} {over}"
        facts = (self.fighters, kind, self.skill, self.structure, tables, RULINGS)
        rule = ground.strafers_over if self.fire else ground.strafers_unopposed
        armour = tables.ground_target(kind).armour
        notes = [table_note(tables, "c11", armour, by=f"a die and ground skill, {armour}")]
        if kind in BOMBED:
            notes.append("Fighters only damage it: bombers destroy it (AOV-GTD-5).")
        return _on_target(title, api.Question(title, rule, facts), kind, tables, notes, 4 * self.fighters)


def crew_of(state: Observing) -> str:
    """What became of a 2-seater."""
    return {"front": "none", "back": "damaged", None: "destroyed"}[state.side]


@dataclass(frozen=True)
class Spot(api.Query, name="spot", help="Photo recon or artillery spotting.", title="Recon and spotting"):
    """A 2-seater spots for artillery or takes photographs: its attempts in one combat.

    Outcomes: mission points; with ``--fire`` what becomes of the 2-seater, too.
    """

    weather: str = api.one_of("The weather.", *WEATHERS, default="clear")
    skill: int = api.number("Ground skill of the crew.", *SKILL, default=0)
    rounds: int = api.number("Rounds in which it tries, from the first on.", 1, 3, default=3)
    fire: bool = api.flag("The guns of the sector fire before each attempt (C14); photographs count only if it comes back.")

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """PHO-1 to PHO-7."""
        tables = tables_in_force()
        skilled = f", ground skill {self.skill}" if self.skill else ""
        under = ", under fire" if self.fire else ""
        title = f"{api.plural(self.rounds, 'attempt')} of a 2-seater, {spelled(self.weather)}{skilled}{under}"
        facts = (self.rounds, self.skill, self.weather, tables, RULINGS)
        rule = observation.attempts_in_rounds if self.fire else observation.attempts_unopposed
        lines = [api.Line("outcomes", "Mission points", api.Question(title, rule, facts, view=points_of))]
        notes = [
            table_note(tables, "c15"),
            f"Added to each die: ground skill, weather {tables.weather(self.weather, 'c15'):+d}, "  # type: ignore[arg-type]
            f"{tables.number('attempt-round'):+d} for each round after the first.",
        ]
        also: tuple[api.Also, ...] = ()
        if self.fire:
            fate = api.Question(title, rule, facts, view=crew_of)
            lines.append(api.Line("two_seater", "The 2-seater", fate, order=EFFECTS, words=EFFECT_WORDS))
            also = (api.Also("the 2-seater is shot down", fate, api.Is(("destroyed",))),)
            notes += [
                table_note(tables, "c14", f"round{round_}", by=f"round {round_}") for round_ in range(1, self.rounds + 1)
            ]
        else:
            odds = api.Question(title, observation.attempts_in_rounds, facts).odds()
            crew = odds.map(crew_of)
            notes.append(
                f"Nobody shoots at it here. Under the guns of the sector (--fire): {float(odds.mean(points_of)):.2f} MP on "
                f"average, {api.percent(crew.of('damaged'))} damaged, {api.percent(crew.of('destroyed'))} shot down."
            )
        goal = 2 * self.rounds - 1
        return api.Answer(
            title, tuple(lines), f"it earns {goal} MP or more", api.AtLeast(goal), "outcomes", also=also, notes=tuple(notes),
            dice=6 * self.rounds,
        )  # fmt: skip


# -- on the way: events, landings, enemies that join a combat, cards of the deck ---------------------------------------


LANDINGS = ("safe", "wrecked", "crash")
HOME = ("back", "lost")


@dataclass(frozen=True)
class Land(api.Query, name="land", help="A damaged aircraft lands.", title="Difficult landing"):
    """A damaged aircraft lands at an airfield, by F4.

    Outcomes: safe, wrecked, crash; beside them whether a fighter's pilot comes back.
    """

    performance: int = api.number("Performance of the aircraft as it is, damaged.", 0, 12, default=4)

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """END-3, FLT-4."""
        tables = tables_in_force()
        title = f"A difficult landing with performance {self.performance}"
        question = api.Question(title, landing.landing, (self.performance, tables))
        pilot = api.Question(title, landing.pilot_back, (self.performance, tables))
        words = (("safe", "lands safely"), ("wrecked", "wrecked"), ("crash", "crashes"))
        aircraft = api.Line("outcomes", "The aircraft", question, order=LANDINGS, words=words)
        fate = api.Line("pilot", "The pilot", api.Question(title, pilot.rule, pilot.facts, view=_back), order=HOME)
        also = (api.Also("the pilot comes back", pilot, bool),)
        notes = table_note(tables, "f4", by="two dice less performance"), place_note(tables, "c9", "friendly-rear")
        safe = api.Is(("safe",))
        return api.Answer(title, (aircraft, fate), "it lands safely", safe, "outcomes", also=also, notes=notes, dice=3)


def _back(lives: bool) -> str:
    return "back" if lives else "lost"


@dataclass(frozen=True)
class Home(api.Query, name="home", help="A damaged fighter goes home alone.", title="Going home alone"):
    """A damaged fighter leaves the flight and goes home by itself: whether its pilot comes back.

    Outcomes: back, lost.
    """

    place: str = api.one_of("Where it leaves the flight.", *PLACES, default="enemy-trench")
    performance: int = api.number("Its performance as it is, damaged.", 0, 12, default=4)
    skill: int = api.number("Air skill of the pilot, for a forced landing.", *SKILL, default=0)

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """FLT-1 to FLT-4, END-3."""
        tables = tables_in_force()
        title = f"A damaged fighter goes home alone, from {spelled(self.place)}, performance {self.performance}"
        facts = (cast("PlaceKind", self.place), self.performance, self.skill, tables)
        question = api.Question(title, landing.home_alone, facts, view=_back)
        notes = (
            table_note(tables, "f1", by="two dice"),
            table_note(tables, "f2", by="a die"),
            place_note(tables, "f3", "enemy-rear" if self.place == "enemy-airfield" else self.place),
            table_note(tables, "f4", by="two dice less performance"),
        )
        lines = (api.Line("outcomes", "The pilot is", question, order=HOME),)
        return api.Answer(title, lines, "the pilot comes back", api.Is(("back",)), "outcomes", notes=notes, dice=5)


@dataclass(frozen=True)
class EventChecks(api.Query, name="event", help="Events on the way of a flight."):
    """Event checks on a way: so many turns over each kind of sector.

    Outcomes: the number of turns with an event.
    """

    rear: int = api.number("Turns over friendly rear.", 0, 24, default=5)
    own_trench: int = api.number("Turns over friendly trenches.", 0, 24, default=1)
    trench: int = api.number("Turns over enemy trenches.", 0, 24, default=1)
    enemy_rear: int = api.number("Turns over enemy rear.", 0, 24, default=0)
    airfield: int = api.number("Turns over an enemy airfield.", 0, 24, default=0)

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """EVT-1."""
        tables = tables_in_force()
        turns = (self.rear, self.own_trench, self.trench, self.enemy_rear, self.airfield)
        route = tuple((cast("PlaceKind", place), n) for place, n in zip(PLACES, turns, strict=True) if n)
        title = f"Events in {api.plural(sum(turns), 'turn')} of flight"
        question = api.Question(title, events.events_on_the_way, (route, tables))
        lines, goal = (api.Line("outcomes", "Turns with an event", question),), "at least one turn has an event"
        notes = tuple(place_note(tables, "f6", place) for place, _ in route)
        return api.Answer(title, lines, goal, api.AT_LEAST_ONE, "outcomes", notes=notes, dice=2 * sum(turns))


FIGHTS = ("friendly-rear", "trench", "enemy-rear", "enemy-airfield")


@dataclass(frozen=True)
class Arrivals(api.Query, name="arrivals", help="Enemies that join a combat."):
    """Enemy aircraft that join a combat, by the combat event checks after rounds 1 and 2.

    Outcomes: arrive, nobody.
    """

    place: str = api.one_of("Where the combat is.", *FIGHTS, default="trench")
    checks: int = api.number("Checks.", 1, 2, default=2)

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """RND-7."""
        tables = tables_in_force()
        title = f"{api.plural(self.checks, 'combat event check')}, {spelled(self.place)}"
        question = api.Question(title, rounds.reinforced, (self.place, self.checks, tables), view=_arrive)
        row = tables.of.of("c10-places", PlaceChange).at(self.place)
        added = f"{row.change:+d}" if row.change else "nothing"
        note = f"{spelled(self.place).capitalize()}: {added} added on C10{standing_words({row.standing})}."
        lines, arrive = (api.Line("outcomes", "Enemies", question, order=("arrive", "nobody")),), api.Is(("arrive",))
        notes = table_note(tables, "c10", by="two dice"), note
        return api.Answer(title, lines, "more enemies arrive", arrive, "outcomes", notes=notes, dice=2 * self.checks)


def _arrive(comes: bool) -> str:
    return "arrive" if comes else "nobody"


@dataclass(frozen=True)
class Cards(api.Query, name="cards", help="Missions of the deck in a campaign.", title="Mission cards"):
    """How often a card of the mission deck comes up in a campaign.

    Outcomes: the number of such cards.
    """

    mission: str = api.one_of("The mission.", "scramble", "offensive-patrol", "defensive-patrol", "trench-strafing",
                          "ground-support", "balloon-busting", "artillery-spotting", "photo-recon", "bombing",
                          default="scramble")  # fmt: skip
    missions: int = api.number("Missions of the campaign.", 1, 16, default=8)

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """SET-7, PRE-2."""
        tables = tables_in_force()
        cards = tables.every("missions", MissionCard)
        deck = tuple((card.mission, card.cards) for card in cards)
        whole, of = sum(n for _, n in deck), sum(n for name, n in deck if name == self.mission)
        name = self.mission.replace("-", " ")
        title = f"{name.capitalize()} in {api.plural(self.missions, 'mission')}"
        question = api.Question(title, premission.cards_drawn, (self.mission, deck, self.missions))
        note = standing_words({card.standing for card in cards})
        lines, goal = (api.Line("outcomes", "Cards", question),), f"there is at least one {name} mission"
        notes = (f"The deck: {of} of {whole} cards{note}.",)
        return api.Answer(title, lines, goal, api.AT_LEAST_ONE, "outcomes", notes=notes, dice=self.missions)
