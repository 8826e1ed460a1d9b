"""Between missions: the next one begun, men kept on the ground, missions called off; and what a mission has led to."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, ClassVar

from aqmf_air import api
from aqmf_air.games.richthofens_war import RULES_VERSION
from aqmf_air.games.richthofens_war.campaign import debriefing
from aqmf_air.games.richthofens_war.campaign.model import Campaign, Crew, Flown, Man, Squadron, Underway, who_flies
from aqmf_air.games.richthofens_war.campaign.sortie import made_ready
from aqmf_air.games.richthofens_war.chapters.setting_up import opened
from aqmf_air.games.richthofens_war.state import Game
from aqmf_air.games.richthofens_war.tables import RULESET, Tables, kept_rulings, tables, tables_today

# -- the next mission --------------------------------------------------------------------------------------------------


def started(campaign: Campaign, registry: api.Registry, seed: int, rulings: Mapping[str, Any] = {}) -> Campaign:
    """A campaign as it begins, its squadrons at their strength. Raises DataError: a type of aircraft or a ruling is none."""
    campaign = api.replace(campaign, seed=seed, rules=RULES_VERSION, rulings={**campaign.rulings, **rulings})
    return debriefing.begun(campaign, *tables_and_rulings(campaign, registry))


def tables_and_rulings(campaign: Campaign, registry: api.Registry, own: Mapping[str, Any] = {}) -> tuple[Tables, Any]:
    """The tables of today, and the rulings of a campaign over those of a scenario's ``own``."""
    kind = registry.of(api.kinds.RULINGS, RULESET)
    return tables(tables_today()), api.settle(kind, _chosen(campaign, own), campaign.title)


def _chosen(campaign: Campaign, own: Mapping[str, Any]) -> dict[str, Any]:
    """The rulings that are not left to their defaults: what older rules did, a scenario's ``own``, the campaign's."""
    kept = {kept_ruling.ruling: kept_ruling.value for kept_ruling in kept_rulings() if kept_ruling.rules >= campaign.rules}
    return {**kept, **own, **campaign.rulings}


def setup_of(campaign: Campaign, registry: api.Registry) -> Any:
    """What the log of a campaign between two missions starts from. Raises DataError: a ruling is none."""
    ruleset: Any = registry.ruleset(RULESET)
    rulings = api.settle(ruleset.rulings, _chosen(campaign, {}), campaign.title)
    scenarios = scenarios_of(campaign, registry)
    return ruleset.setup_model(campaign=campaign, scenarios=scenarios, tables=tables_today(), rulings=rulings)


def scenarios_of(campaign: Campaign, registry: api.Registry) -> tuple[tuple[str, str], ...]:
    """The scenarios of the missions that are to be flown, as their files have them today; those that can be read."""
    texts = dict[str, str]()
    for task in campaign.missions[len(campaign.flown) :]:
        with suppress(api.AqmfError):
            texts[task.scenario] = _today(task.scenario, registry)
    return tuple(texts.items())


def _today(name: str, registry: api.Registry) -> str:
    """A scenario as its file has it today. Raises DataError: it cannot be read. UnknownNameError: there is none."""
    every = api.open_scenarios(RULESET, registry.of(api.kinds.SCENARIOS, RULESET))
    return json.dumps(api.by_name(every, name, "scenario").document(), ensure_ascii=False, sort_keys=True)


def title_of(game: Game) -> str:
    """What the mission that is flown, or comes next, is called; its scenario's name where that is not there."""
    campaign = campaign_of(game)
    return campaign.underway.title if campaign.underway else next_title(campaign, game.scenarios)


def next_title(campaign: Campaign, scenarios: Iterable[tuple[str, str]]) -> str:
    """What the next mission is called; its scenario's name where that is not among these."""
    name = campaign.task.scenario if campaign.task else ""
    return str(json.loads(dict(scenarios).get(name, "{}")).get("title", name))


def mission_of(campaign: Campaign, registry: api.Registry, game: Game | None = None) -> MissionBegan:
    """The next mission of a campaign, as it can be flown now: with the scenarios and the tables of the ``game`` that it is,
    else with those of today.

    Raises DataError: there is none, or it cannot be flown. UnknownNameError: its scenario does not exist.
    """
    if campaign.task is None:
        raise api.DataError(f"{campaign.title}: every mission was flown", path="", key="missions")
    name, digest = campaign.task.scenario, game.setup.tables if game else tables_today()
    text = dict(game.scenarios if game else ()).get(name) or _today(name, registry)
    document = {"tables": digest, **json.loads(text)}
    own = document.get("rulings", {})
    _, rulings = tables_and_rulings(campaign, registry, own)
    made = made_ready(campaign, document, name, tables(digest), rulings)
    ready = registry.ruleset(RULESET).set_up(made.document, name, _chosen(campaign, own))
    setup, notes = ready.setup.model_dump(mode="json"), (*ready.notes, *made.left_out)
    return MissionBegan(number=campaign.next, title=ready.title, crews=made.crews, setup=setup, notes=notes)


def man_called(campaign: Campaign, name: str) -> tuple[str, Man]:
    """The man of this name, or a part that nobody else has, with his side. Raises UnknownNameError: there is none."""
    men = {man.name: (str(squadron.side), man) for squadron, man in campaign.everybody()}
    words = set(name.casefold().split())
    mans = [called for called in men if words and words <= set(called.casefold().split())]
    return men[mans[0]] if len(mans) == 1 else api.by_name(men, name, "man")


# -- orders ------------------------------------------------------------------------------------------------------------


BETWEEN = api.Timing(("between",), "ordering about a campaign", "RW-TURN-1")  # "a turn has five segments"


class FlyMission(api.Order[Game, api.Registry], type="richthofen.fly_mission"):
    """The next mission of a campaign begins. BA-2."""

    anybodys: ClassVar[bool] = True
    timing: ClassVar[api.Timing] = BETWEEN
    phrases: ClassVar[tuple[str, ...]] = ("fly [the] [next] mission",)

    @classmethod
    def offers(cls, game: Game, player: str, rules: api.Registry) -> Iterable[api.Offer]:
        if game.phase == "between":
            yield api.Offer(cls(), f"fly mission {campaign_of(game).next}: {title_of(game)}", ends_stage=True)

    def against(self, game: Game, player: str, rules: api.Registry) -> Iterable[api.Objection]:
        try:
            mission_of(campaign_of(game), rules, game)
        except api.AqmfError as bad:
            yield api.Objection("RW-BA-2", str(bad))  # "the men who could fly them"

    def decide(self, game: Game, rules: api.Registry, dice: api.Dice) -> tuple[api.Event[Game], ...]:
        return (mission_of(campaign_of(game), rules, game),)


class RestMan(api.Order[Game, api.Registry], type="richthofen.rest"):
    """A man of the side stays on the ground in the next mission, or may fly after all. BA-2."""

    timing: ClassVar[api.Timing] = BETWEEN
    phrases: ClassVar[tuple[str, ...]] = ("rest {man}", "let {man} fly")
    man: str
    """Who rested may fly again."""

    @classmethod
    def offers(cls, game: Game, player: str, rules: api.Registry) -> Iterable[api.Offer]:
        for man in _own_men(game, player) if game.phase == "between" else ():
            yield api.Offer(cls(man=man.name), f"let {man.name} fly" if man.rests else f"rest {man.name}", kind="men")

    @classmethod
    def slots(cls, game: Game, player: str, rules: api.Registry) -> Mapping[str, api.Slot]:
        return {"man": api.Names("one of your men", {man.name: man.name for man in _own_men(game, player)}, pieces=True)}

    def against(self, game: Game, player: str, rules: api.Registry) -> Iterable[api.Objection]:
        if not any(man.name == self.man for man in _own_men(game, player)):
            yield api.Objection("RW-BA-2", f"{self.man[:60]} is none of your men")  # "the men who could fly them"

    def decide(self, game: Game, rules: api.Registry, dice: api.Dice) -> tuple[api.Event[Game], ...]:
        _, man = man_called(campaign_of(game), self.man)
        return (ManRests(man=man.name, rests=not man.rests),)


class CallOff(api.Order[Game, api.Registry], type="richthofen.call_off"):
    """The mission that is flown, or the next one, is given up: nobody has been up. BA-1."""

    anybodys: ClassVar[bool] = True
    phrases: ClassVar[tuple[str, ...]] = ("call off [the] [mission]",)

    @classmethod
    def offers(cls, game: Game, player: str, rules: api.Registry) -> Iterable[api.Offer]:
        if game.phase == "between":
            yield api.Offer(cls(), f"call off mission {campaign_of(game).next}")

    def against(self, game: Game, player: str, rules: api.Registry) -> Iterable[api.Objection]:
        if game.campaign is None:
            yield api.Objection("RW-BA-3", "no campaign is played")  # "Players' own campaigns"

    def decide(self, game: Game, rules: api.Registry, dice: api.Dice) -> tuple[api.Event[Game], ...]:
        after = debriefing.called_off(campaign_of(game), title_of(game), game.tables, game.rulings, dice)
        return (MissionClosed(squadrons=after.squadrons, flown=after.flown[-1]),)


def campaign_of(game: Game) -> Campaign:
    """The campaign of a game that is one."""
    assert game.campaign is not None  # its orders are for campaigns
    return game.campaign


def _own_men(game: Game, player: str) -> tuple[Man, ...]:
    """The men of a side who are with their squadrons."""
    if game.campaign is None:
        return ()
    return tuple(man for squadron, man in game.campaign.everybody() if squadron.side == player and man.alive)


# -- events ------------------------------------------------------------------------------------------------------------


class MissionBegan(api.Event[Game], type="richthofen.mission_began"):
    """A mission of a campaign begins."""

    number: int
    title: str
    crews: tuple[Crew, ...]
    setup: Mapping[str, Any]
    """What it starts from."""
    notes: tuple[str, ...] = ()
    """What of its scenario was changed or left out."""

    def __hash__(self) -> int:
        return hash((self.number, self.title, self.crews))

    def apply(self, game: Game) -> Game:
        rulings = {**game.rulings.model_dump(mode="json"), **self.setup["rulings"]}  # of older rules: as the header says
        setup = type(game.setup).model_validate({**self.setup, "rulings": rulings})
        underway = Underway(title=self.title, crews=self.crews)
        campaign = api.replace(campaign_of(game), underway=underway)
        return opened(api.replace(setup, campaign=campaign, scenarios=game.scenarios))

    def tell(self, game: Game) -> str:
        return "; ".join((f"mission {self.number} begins: {self.title}", *who_flies(self.crews)))


class ManRests(api.Event[Game], type="richthofen.man_rests"):
    """A man stays on the ground in the next mission, or may fly after all."""

    man: str
    rests: bool

    def apply(self, game: Game) -> Game:
        campaign = campaign_of(game)

        def with_man(squadron: Squadron) -> Squadron:
            men = (api.replace(man, rests=self.rests) if man.name == self.man else man for man in squadron.men)
            return api.replace(squadron, men=tuple(men))

        return api.replace(game, campaign=api.replace(campaign, squadrons=tuple(map(with_man, campaign.squadrons))))

    def tell(self, game: Game) -> str:
        return f"{self.man} {'stays on the ground in the next mission' if self.rests else 'may fly again'}"


class MissionClosed(api.Event[Game], type="richthofen.mission_closed"):
    """A mission is over, or called off: what has become of the squadrons, and what the chronicle says. VIC, NOV-6, BA-1."""

    squadrons: tuple[Squadron, ...]
    flown: Flown

    def apply(self, game: Game) -> Game:
        before = campaign_of(game)
        campaign = api.replace(before, squadrons=self.squadrons, flown=(*before.flown, self.flown), underway=None)
        done = api.replace(game, campaign=campaign, phase="between", winner=campaign.winner)
        return api.replace(done, sealed=(), falling=(), queue=(), asked=(), flight=None, choosing=(), done=())

    def tell(self, game: Game) -> str:
        if not self.flown.game:
            return f"mission {self.flown.number} called off"
        return f"mission {self.flown.number} is over{''.join(f'; {line}' for line in self.flown.lines)}"


def debrief(game: Game, dice: api.Dice) -> tuple[api.Event[Game], ...]:
    """What follows when a mission of a campaign is over; nothing: none is."""
    campaign = game.campaign
    if campaign is None or campaign.underway is None or not game.winner:
        return ()
    after = debriefing.debriefed(campaign, game, campaign.underway.title, game.tables, game.rulings, dice)
    return (MissionClosed(squadrons=after.squadrons, flown=after.flown[-1]),)
