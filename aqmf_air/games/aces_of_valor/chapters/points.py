"""Mission points, prices, victory (4.0), and pilots who improve. PTS, PST, SKL, VIC."""

from __future__ import annotations

from typing import ClassVar, Literal

from aqmf_air.api import DataError, Dice, Event, Rulings, banded, labelled, ruling
from aqmf_air.games.aces_of_valor.chapters.dice import D6
from aqmf_air.games.aces_of_valor.chapters.orders import CampaignCourse
from aqmf_air.games.aces_of_valor.state import RANKS, Campaign, PointsEntry, SquadronMember, changed, in_mission
from aqmf_air.games.aces_of_valor.tables import Kind, Level, Tables, ValorRulings


def vp_price(n: int, tables: Tables, rulings: ValorRulings) -> int:
    """What ``n`` victory points cost in one mission, none is free. PST-4. Raises DataError: more than may be bought."""
    if not n:
        return 0
    other = n > 2 and rulings.vp_price != "squares"
    return tables.price(f"vp-{n}-{rulings.vp_price}" if other else f"vp-{n}")


def price(item: str, tables: Tables, event: str = "") -> int:
    """What a repair, a replacement or an upgrade costs; ``event``: the card that changes it. PST-8, PST-9, PST-11."""
    return tables.price(f"{item}-{event}" if event else item)


def enemy_down(kind: Kind, air_skill: int, tables: Tables) -> int:
    """Mission points for a destroyed enemy. PTS-1, PTS-2."""
    return tables.points(f"enemy-{kind}") + (air_skill if kind == "fighter" else 0)


def friend_down(kind: Kind, air_skill: int, tables: Tables, *, pilot_back: bool = False) -> int:
    """Mission points, below zero, for a destroyed friend. PTS-1, PTS-2."""
    return tables.points(f"friend-{kind}") - (air_skill if kind == "fighter" and not pilot_back else 0)


def level(vp: int, missions: int, tables: Tables) -> str:
    """The level of victory of a campaign. VIC-1, VIC-2. Raises DataError: no campaign has so many missions."""
    reached = [row for row in levels(missions, tables) if row.at_least <= max(vp, 0)]
    if not reached:
        raise DataError(f"table v1 has no row for {missions} missions", path="v1", value=missions)
    return max(reached, key=lambda row: row.at_least).level


def next_level(vp: int, missions: int, tables: Tables) -> Level | None:
    """The level above the one that is reached; None: there is none."""
    above = [row for row in levels(missions, tables) if row.at_least > max(vp, 0)]
    return min(above, key=lambda row: row.at_least, default=None)


def levels(missions: int, tables: Tables) -> list[Level]:
    """The levels of victory of a campaign of so many missions. VIC-1."""
    return [row for row in tables.every("v1", Level) if row.missions == missions]


def improves(dice: Dice, enemy_skill: int, tables: Tables, rulings: ValorRulings) -> bool:
    """Whether a kill improves its pilot. SKL-1, SKL-2."""
    need = tables.number("skill-need") - enemy_skill
    exact = rulings.skill_threshold == "exactly-six"
    about = f"{need}{'' if exact or need >= len(D6.faces) else '+'} improves"
    return dice.draw(banded("pilot skill", D6, lambda face: face == need or (face > need and not exact), about=about))


def rank_after(dice: Dice, kills: int, tables: Tables, rulings: ValorRulings) -> int:
    """0, 1 for Skilled or 2 for an Ace, after kills of air skill 0. SKL-2."""
    return min(sum([improves(dice, 0, tables, rulings) for _ in range(kills)]), 2)


def rank_after_enemies(dice: Dice, enemies: tuple[int, ...], rank: int, tables: Tables, rulings: ValorRulings) -> int:
    """0, 1 for Skilled or 2 for an Ace, after kills of enemies with these air skills. SKL-1, SKL-2."""
    return min(rank + sum([improves(dice, skill, tables, rulings) for skill in enemies]), 2)


def may_improve(game: Campaign, pilot: SquadronMember) -> bool:
    """Whether a pilot of the squadron can become better still in this mission. SKL-2, ``skill_once``."""
    again = not (game.rulings.skill_once and pilot.id in game.flown.improved)
    return pilot.rank < 2 and pilot.box != "lost" and again


def improve(course: CampaignCourse, by: str, enemy_skill: int) -> None:
    """A die for the skill of a pilot of the squadron who destroyed something. SKL-1, SKL-2, ``skill_once``."""
    pilot = course.game.pieces.get(by)
    if not isinstance(pilot, SquadronMember) or not may_improve(course.game, pilot):
        return
    better = labelled(course.dice, pilot.name, relation="for").call(improves, enemy_skill, course.tables, course.rulings)
    course.emit(PilotImproved(aircraft=by, improved=better))


class PointsScored(Event[Campaign], type="valor.points_scored"):
    """Mission points are won or lost. PTS-1, GEN-13."""

    wording: ClassVar[str] = "{points:+d} MP: {what}"
    what: str
    points: int
    rule: str

    def apply(self, state: Campaign) -> Campaign:
        line = PointsEntry(what=self.what, points=self.points, rule=self.rule)
        return in_mission(state, ledger=(*state.flown.ledger, line))


class PilotImproved(Event[Campaign], type="valor.pilot_improved"):
    """A die was rolled for a pilot's skill. SKL-1, SKL-2."""

    aircraft: str
    improved: bool

    def apply(self, state: Campaign) -> Campaign:
        if not self.improved:
            return state
        after = changed(state, self.aircraft, rank=min(state.member(self.aircraft).rank + 1, 2))
        return in_mission(after, improved=(*after.flown.improved, self.aircraft)) if after.mission else after

    def tell(self, state: Campaign) -> str:
        member = state.member(self.aircraft)
        return f"{member.name} {f'is {RANKS[min(member.rank + 1, 2)]} now' if self.improved else 'does not improve'}"


class SkillRulings(Rulings):
    """What the source leaves open of what victories are worth."""

    skill_threshold: Literal["six-or-more", "exactly-six"] = ruling(
        "AOV-SKL-2", "Which net roll improves a pilot?", "6 or more.", "6 exactly."
    )
    skill_once: Literal[False, True] = ruling(
        "AOV-SKL-1", "How often may a pilot improve in a mission?", "With each kill.", "Once."
    )
    skill_enemy_bonus: Literal["printed", "none"] = ruling(
        "AOV-SKL-1",
        "What does a destroyed aircraft add?",
        "The air skill on its counter.",
        "That of a fighter; a 2-seater adds nothing.",
    )
    ace_bonus: Literal["total", "added"] = ruling("AOV-SKL-2", "What does an Ace add?", "+2.", "+1 and +2.")
    rating_word: Literal["initiative", "destruction"] = ruling(
        "AOV-GTD-1", "What is the Difficulty Rating of a ground target?", "Its Initiative Rating.", "Its Destruction Rating."
    )
