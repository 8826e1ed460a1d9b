"""What becomes of men in a mission and after it: their deeds, and the events of their careers (1.3, 1.5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from aqmf_air import api
from aqmf_air.games.clouds_of_glory import api as clouds
from aqmf_air.games.clouds_of_glory.api import CloudsGame, Craft, Credit, CrewMember
from aqmf_air.games.clouds_of_glory_expanded.campaign import squadrons
from aqmf_air.games.clouds_of_glory_expanded.campaign.squadrons import CAMPAIGN, Airman, with_man
from aqmf_air.games.clouds_of_glory_expanded.chapter import EXPANDED
from aqmf_air.games.clouds_of_glory_expanded.chapters import ability_rolls, wounds
from aqmf_air.games.clouds_of_glory_expanded.chapters.experience import EXPERIENCE, Deeds
from aqmf_air.games.clouds_of_glory_expanded.tables import tables_of

SCORES = ("awareness", "flying", "gunnery", "fortitude", "luck")


def in_words(man: object, scores: Iterable[str] = SCORES) -> str:
    """The scores of a man, or some of them."""
    return ", ".join(f"{api.capitalised(name)} {getattr(man, name)}" for name in scores)


def score_in_words(points: Mapping[Any, int]) -> str:
    """The points of both sides."""
    names = {"entente": "Entente", "germany": "Germans"}
    return ", ".join(f"{names[side]} {points[side]}" for side in squadrons.SIDES)


def result_in_words(winner: str, points: Mapping[Any, int]) -> str:
    """Who has won a mission, and the points."""
    wins = {"entente": "the Entente wins", "germany": "the Germans win"}
    return f"{wins.get(winner, 'a draw')}, {score_in_words(points)}"


# -- what was done in a mission ----------------------------------------------------------------------------------------


def fate_of(game: CloudsGame, craft: Craft, man: CrewMember) -> squadrons.Fate:
    """What a mission has made of a man, who dies with his aircraft unless he is saved. ICOGX-1.3.a, ICOGX-1.6.1."""
    if man.dead or (craft.out == "destroyed" and not man.spared):
        return "dead"
    return "prisoner" if (craft.id, man.station) in wounds.WOUNDS.of(game).prisoners else ""


def winner_so_far(game: CloudsGame) -> tuple[Mapping[clouds.Side, int], squadrons.Winner]:
    """The points of this mission alone, and who wins it."""
    earlier = CAMPAIGN.of(game).points
    points: Mapping[clouds.Side, int] = {side: own - earlier[side] for side, own in clouds.score_of(game).items()}
    return points, clouds.winner_of(points, game.tables)


def victories_of(game: CloudsGame, seat: Credit) -> int:
    """The enemies that a man has shot down."""
    return sum(craft.downed == seat and clouds.is_down(game, craft) for craft in game.craft)


def deeds_of(game: CloudsGame, craft: Craft, man: CrewMember) -> Deeds:
    """What a man has done in this mission. ICOGX-1.3.b."""
    seat = Credit(craft.id, man.station)
    downed = [other for other in game.craft if other.downed == seat and clouds.is_down(game, other)]
    fell_first = [other.id for other in game.craft if other.down_first and clouds.is_down(game, other)]
    forced = [other for other in game.craft if other.sent_home == seat and other.id not in fell_first]
    finished = sum(other.sent_home is not None and other.id not in fell_first for other in downed)
    then_down = sum(clouds.is_down(game, other) for other in forced)
    home, won = not fate_of(game, craft, man), winner_so_far(game)[1] == craft.side
    victories, forced_home = len(downed) - finished, len(forced) - then_down
    held = game.setup.mission.kind == "hold" and clouds.mission_points(game)[craft.side] > 0
    objectives, objective = held or craft.id in game.reached, EXPERIENCE.of(game).objective
    return Deeds(home, won, victories, finished, forced_home, then_down, objectives, objective)


# -- events ------------------------------------------------------------------------------------------------------------


class CareerEvent(api.Event[CloudsGame]):
    """Something that becomes of a man between missions; the chronicle has it."""

    man: str

    def changed(self, game: CloudsGame) -> CloudsGame:
        """The state after it."""
        return game

    def apply(self, game: CloudsGame) -> CloudsGame:
        return noted(self.changed(game), self.tell(game))


def noted(game: CloudsGame, *lines: str) -> CloudsGame:
    """The same with lines in the chronicle of the mission that was flown last; empty ones are left out."""
    if not (flown := CAMPAIGN.of(game).flown):
        return game
    last = api.replace(flown[-1], lines=(*flown[-1].lines, *(api.capitalised(line) for line in lines if line)))
    return CAMPAIGN.changed(game, flown=(*flown[:-1], last))


class MissionFlown(api.Event[CloudsGame], type="icogx.mission_flown"):
    """A mission of a campaign is over: who has come home, and what it has cost."""

    winner: squadrons.Winner
    points: tuple[tuple[clouds.Side, int], ...]

    def apply(self, game: CloudsGame) -> CloudsGame:
        campaign = CAMPAIGN.of(game)
        aboard = {man.name: (craft, man) for craft in game.craft for man in craft.crew}
        men = [flown_by(game, man, *aboard[man.name]) if man.name in aboard else man for man in squadrons.roster(game)]
        title = campaign.missions[campaign.mission - 2].title if campaign.mission > 1 else campaign.first
        fates = {"dead": "is killed", "prisoner": "is taken prisoner"}
        lines = (f"{man.name} {fates[man.fate]}" for man in men if man.name in aboard and man.fate in fates)
        day, date = campaign.day, EXPANDED.of(game).date
        flown = squadrons.Flown(title=title, day=day, date=date, winner=self.winner, points=self.points)
        return noted(CAMPAIGN.changed(game, men=tuple(men), flown=(*campaign.flown, flown)), *lines)

    def tell(self, game: CloudsGame) -> str:
        return f"mission {CAMPAIGN.of(game).mission} is over: {result_in_words(self.winner, dict(self.points))}"


def flown_by(game: CloudsGame, airman: Airman, craft: Craft, man: CrewMember) -> Airman:
    """A man of a squadron after a mission that he has flown."""
    victories = man.victories + victories_of(game, Credit(craft.id, man.station))
    record = squadrons.lasting_record(man, victories=victories, wounds=max(0, man.wounds))
    return api.replace(airman, record=record, missions=airman.missions + 1, fate=fate_of(game, craft, man))


class Earned(CareerEvent, type="icogx.earned"):
    """ICOGX-1.3.1, ICOGX-1.3.b."""

    xp: int

    def changed(self, game: CloudsGame) -> CloudsGame:
        men = {man.name: man for man in CAMPAIGN.of(game).men}
        return with_man(game, self.man, xp=men[self.man].xp + self.xp) if self.man in men else game

    def tell(self, game: CloudsGame) -> str:
        return f"{self.man} earns {api.plural(self.xp, 'experience point')}"


class SkillRaised(CareerEvent, type="icogx.skill_raised"):
    """ICOGX-1.3.c, ICOGX-1.3.d, ICOGX-1.3.e."""

    skill: str
    paid: int

    def changed(self, game: CloudsGame) -> CloudsGame:
        man = CAMPAIGN.of(game).man(self.man)
        record = api.replace(man.record, **{self.skill: getattr(man.record, self.skill) + 1})
        return with_man(game, self.man, record=record, xp=man.xp - self.paid)

    def tell(self, game: CloudsGame) -> str:
        now = getattr(CAMPAIGN.of(game).man(self.man).record, self.skill) + 1
        return f"{self.man} raises {api.capitalised(self.skill)} to {now}, for {self.paid}"


class AbilityGained(CareerEvent, type="icogx.ability_gained"):
    """ICOGX-1.3.f, ICOGX-1.4.2, ICOGX-1.5.W1."""

    wording: ClassVar[str] = "{man} has a new ability: {ability}"
    ability: str

    def changed(self, game: CloudsGame) -> CloudsGame:
        record = CAMPAIGN.of(game).man(self.man).record
        record = ability_rolls.with_ability(record, self.ability, tables_of(game), game.tables, game.rulings)
        return with_man(game, self.man, record=squadrons.lasting_record(record))


class FirstAid(CareerEvent, type="icogx.first_aid"):
    """ICOGX-1.5.1."""

    wounds: int
    """Points of Fortitude that he still lacks."""

    def changed(self, game: CloudsGame) -> CloudsGame:
        record = CAMPAIGN.of(game).man(self.man).record
        healed = wounds.well(record, record.wounds, wounds.WoundRulings.of(game))
        return with_man(game, self.man, record=api.replace(record, wounds=self.wounds) if self.wounds else healed)

    def tell(self, game: CloudsGame) -> str:
        lacks = f"still lacks {self.wounds} Fortitude" if self.wounds else "is well again"
        return f"{self.man} is given first aid, and {lacks}"


class WoundRead(CareerEvent, type="icogx.wound_read"):
    """The row of the wounded pilot table. ICOGX-1.5.1, ICOGX-1.5.b."""

    need: int
    outcome: int
    """Successes."""
    row: str
    spent: tuple[str, ...] = ()

    def apply(self, game: CloudsGame) -> CloudsGame:
        return noted(clouds.spend(game, self.spent), self.tell(game))

    def tell(self, game: CloudsGame) -> str:
        return f"{self.man} {tables_of(game).wound(self.row).title}"


class Harmed(CareerEvent, type="icogx.harmed"):
    """What a row takes for good, and how long he is away. ICOGX-1.5.1, ICOGX-1.5.2."""

    row: str
    fortitude: int = 0
    luck: int = 0
    away: int = 0
    """Days."""
    spared: int = 0
    """The Fortitude of one who cheats death."""

    def changed(self, game: CloudsGame) -> CloudsGame:
        campaign, rulings = CAMPAIGN.of(game), wounds.WoundRulings.of(game)
        man, row = campaign.man(self.man), tables_of(game).wound(self.row)
        if self.spared:
            left = max(0, man.record.fortitude - self.spared)
            return with_man(game, self.man, record=api.replace(man.record, wounds=left))
        record = wounds.harmed(man.record, row, wounds.Lasting(self.fortitude, self.luck), rulings)
        if record is None:
            return with_man(game, self.man, fate="dead" if row.dies else "invalided")
        if rulings.wound_carryover == "recovered":
            record = wounds.well(record, record.wounds, rulings)
        else:
            record = api.replace(record, wounds=min(record.wounds, record.fortitude - 1))
        return with_man(game, self.man, record=record, back=campaign.day + self.away)

    def tell(self, game: CloudsGame) -> str:
        if self.spared:
            return f"{self.man} cheats death, with {self.spared} Fortitude"
        parts = [f"loses {self.fortitude} Fortitude for good"] * bool(self.fortitude)
        parts += [f"loses {self.luck} Luck for good"] * bool(self.luck)
        parts += [f"is grounded for {api.plural(self.away, 'day')}"] * bool(self.away)
        return f"{self.man} {api.in_a_row(parts)}" if parts else ""


class Dismissed(CareerEvent, type="icogx.dismissed"):
    """ICOGX-1.5.2."""

    wording: ClassVar[str] = "{man} leaves the squadron"

    def changed(self, game: CloudsGame) -> CloudsGame:
        return with_man(game, self.man, fate="dismissed")


class Joined(CareerEvent, type="icogx.joined"):
    """A replacement. ICOGX-1.5.2."""

    side: clouds.Side
    seat: squadrons.Seat
    awareness: int
    flying: int
    gunnery: int
    fortitude: int
    luck: int

    def changed(self, game: CloudsGame) -> CloudsGame:
        scores = {name: getattr(self, name) for name in SCORES}
        man = Airman(side=self.side, seat=self.seat, record=CrewMember(name=self.man, **scores), replacement=True)
        return CAMPAIGN.changed(game, men=(*CAMPAIGN.of(game).men, man))

    def tell(self, game: CloudsGame) -> str:
        return f"{self.man} joins the {CAMPAIGN.of(game).squadron(self.side)}: {in_words(self, SCORES[:3])}"


class AircraftChosen(CareerEvent, type="icogx.aircraft_chosen"):
    """What he flies from now on, for which month he was asked; empty: what he is given. ICOGX-1.4.P7, ICOGX-1.4.A3."""

    aircraft: str
    month: int

    def changed(self, game: CloudsGame) -> CloudsGame:
        own = self.aircraft or CAMPAIGN.of(game).man(self.man).own
        return with_man(game, self.man, own=own, asked=self.month)

    def tell(self, game: CloudsGame) -> str:
        has = f"has {api.with_article(self.aircraft)} of his own" if self.aircraft else "flies what the squadron gives him"
        return f"{self.man} {has}"


class ParachuteGiven(CareerEvent, type="icogx.parachute_given"):
    """ICOGX-1.4.P7."""

    wording: ClassVar[str] = "{man} is given a parachute"

    def changed(self, game: CloudsGame) -> CloudsGame:
        return with_man(game, self.man, parachute=True)


class MissionChosen(CareerEvent, type="icogx.mission_chosen"):
    """Whether a promoted ace has a say, by his die, and who flies now. ICOGX-1.4.A4."""

    face: int
    crews: squadrons.Crews
    other: str = ""
    """Who changes places with him."""

    def changed(self, game: CloudsGame) -> CloudsGame:
        return CAMPAIGN.changed(game, crews=self.crews)

    def tell(self, game: CloudsGame) -> str:
        flies = any(self.man in crew for _, crew in self.crews)
        place = f" in the place of {self.other}" if flies else f", and {self.other} flies for him"
        return f"{self.man} rolls {self.face} for a say: he {'flies' if flies else 'stays'}{place if self.other else ''}"


class Advised(CareerEvent, type="icogx.advised"):
    """ICOGX-1.4.A5."""

    wording: ClassVar[str] = "{man} advises {rookie}: a re-roll more in the next mission"
    rookie: str

    def changed(self, game: CloudsGame) -> CloudsGame:
        return CAMPAIGN.changed(game, pupils=(*CAMPAIGN.of(game).pupils, (self.man, self.rookie)))


class MissionBegan(api.Event[CloudsGame], type="icogx.mission_began"):
    """The next mission of a campaign, with the squadrons' men."""

    crews: squadrons.Crews
    marks: tuple[tuple[str, int, int], ...] = ()
    """What extensions mark on panels."""

    def apply(self, game: CloudsGame) -> CloudsGame:
        game = squadrons.next_mission(game, self.crews)
        for craft, roll, energy in self.marks:
            game = game.changed(craft, roll_more=roll, tight_energy=energy)
        return game

    def tell(self, game: CloudsGame) -> str:
        campaign = CAMPAIGN.of(game)
        assert campaign.task is not None
        later = f"mission {campaign.mission + 1}, {api.plural(campaign.task.days, 'day')} later: {campaign.task.told}"
        sides = {placing["id"]: placing["side"] for placing in campaign.task.placings()}
        men = ([name for id_, crew in self.crews if sides[id_] == side for name in crew if name] for side in squadrons.SIDES)
        return f"{later.rstrip('.')}. {' against '.join(map(api.in_a_row, filter(None, men)))}"
