"""Experience: what missions earn, and the skills that it buys (1.3)."""

from __future__ import annotations

from functools import partial
from typing import Literal, NamedTuple

from pydantic import Field

from aqmf_air import api
from aqmf_air.games.clouds_of_glory_expanded.chapter import OwnRulings
from aqmf_air.games.clouds_of_glory_expanded.tables import ExpandedTables

SKILLS = ("flying", "gunnery", "awareness")
"""Those that points buy, in the order in which they are offered."""
D10 = api.numbered(10)


class ExperienceRulings(OwnRulings):
    """What the source leaves open of experience."""

    xp_objective: Literal["1", "mission", "2"] = api.ruling(
        "ICOGX-1.3.b", "How many points does an important objective earn?", "1.", "As many as the mission says.", "2."
    )
    xp_forced_home_then_down: Literal["one-each", "finisher-two"] = api.ruling(
        "ICOGX-1.3.b",
        "An aircraft that was forced home is shot down: who earns what?",
        "1 to who forced it home, 1 to who shoots it down; 2 if that is the same man.",
        "2 to who shoots it down, nothing to who forced it home.",
        standing="stated",
    )
    skill_price_below_3: Literal["1", "refuse"] = api.ruling(
        "ICOGX-1.3.c", "What does a point of a skill below 3 cost?", "1.", "It cannot be bought."
    )
    skill_ceiling: Literal["none", "20"] = api.ruling(
        "ICOGX-1.3.c", "How high may points raise a skill?", "There is no limit.", "To 20."
    )


class Experience(api.Frozen):
    """What a mission says of experience."""

    objective: int = Field(default=0, ge=0, le=20)
    """Points for its objective. ``xp_objective``."""


EXPERIENCE = api.Slice("experience", Experience)


# -- rules -------------------------------------------------------------------------------------------------------------


class Deeds(NamedTuple):
    """What a man has done in a mission."""

    home: bool = True
    """Whether he came home alive."""
    won: bool = False
    """Whether his side has won."""
    victories: int = 0
    """Enemies shot down that nobody had forced home."""
    finished: int = 0
    """Enemies shot down that were forced home before."""
    forced_home: int = 0
    """Enemies forced home and not shot down."""
    forced_then_down: int = 0
    """Enemies forced home that were shot down later, by whomever."""
    objectives: int = 0
    objective: int = 0
    """Points that the mission gives for one."""


def award(deeds: Deeds, tables: ExpandedTables, rulings: ExperienceRulings) -> int:
    """The points that a man earns. X01. ICOGX-1.3.1, ICOGX-1.3.a, ICOGX-1.3.b."""
    if not deeds.home:
        return 0
    points, each = partial(tables.whole, "experience"), rulings.xp_forced_home_then_down == "one-each"
    finish = points("air-victory-forced-home" if each else "air-victory")
    objective = deeds.objective if rulings.xp_objective == "mission" else int(rulings.xp_objective)
    forced = deeds.forced_home + deeds.forced_then_down * each
    counts = {"take-part": 1, "winning-side": deeds.won, "air-victory": deeds.victories, "forced-home": forced}
    earned = sum(points(name) * count for name, count in counts.items())
    return earned + finish * deeds.finished + objective * deeds.objectives


def price(skill: int, tables: ExpandedTables, rulings: ExperienceRulings) -> int | None:
    """What the next point of a skill of this value costs; None: it cannot be bought. ICOGX-1.3.1, ICOGX-1.3.c."""
    if rulings.skill_ceiling != "none" and skill >= int(rulings.skill_ceiling):
        return None
    if skill < tables.whole("experience", "least-skill"):
        return None if rulings.skill_price_below_3 == "refuse" else int(rulings.skill_price_below_3)
    return tables.up_to("skill-prices", skill)


class Bought(NamedTuple):
    """A skill after points were bought."""

    skill: int
    paid: tuple[int, ...]
    """For each of them, in order."""
    left: int


def bought(xp: int, skill: int, points: int, tables: ExpandedTables, rulings: ExperienceRulings) -> Bought:
    """So many points of a skill, or as many as ``xp`` buys, one after the other. X02. ICOGX-1.3.d, ICOGX-1.3.e."""
    paid: list[int] = []
    while len(paid) < points and (cost := price(skill + len(paid), tables, rulings)) and sum(paid) + cost <= xp:
        paid.append(cost)
    return Bought(skill + len(paid), tuple(paid), xp - sum(paid))


def brings_ability(dice: api.Dice, tables: ExpandedTables, by: str = "") -> bool:
    """Whether a skill that goes up brings an ability. O19, X03. ICOGX-1.3.f."""
    face = int(tables.number("experience", "ability"))
    return bool(dice.draw(api.check("an ability", D10, api.AtLeast(face), by=by, about="as a skill is raised")))


def abilities_of(dice: api.Dice, raises: int, tables: ExpandedTables) -> int:
    """How many of so many raises bring an ability. O19. ICOGX-1.3.f."""
    return int(dice.each(raises, 0, brings_ability, tables))
