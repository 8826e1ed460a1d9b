"""A campaign from mission to mission: the next one made ready as a game, and what its game has led to taken over."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from aqmf_air.api import DataError, by_name, kinds, open_scenarios, read_log, replace, settle
from aqmf_air.games.richthofens_war import RULES_VERSION
from aqmf_air.games.richthofens_war.campaign import debriefing, store
from aqmf_air.games.richthofens_war.campaign.model import Campaign, Crew, Man, Underway
from aqmf_air.games.richthofens_war.campaign.sortie import made_ready
from aqmf_air.games.richthofens_war.sequence import kept_rulings
from aqmf_air.games.richthofens_war.tables import RULESET, Tables, tables, tables_today

if TYPE_CHECKING:
    from aqmf_air.api import Registry, Scenario, Store
    from aqmf_air.games.richthofens_war.state import Game


class Mission(NamedTuple):
    """The next mission, ready to be flown."""

    number: int
    scenario: Scenario[Any]
    crews: tuple[Crew, ...]

    @property
    def title(self) -> str:
        """What it is called: ``Mission 2: Photographs``."""
        return f"Mission {self.number}: {self.scenario.title}"


def tables_and_rulings(campaign: Campaign, registry: Registry, own: Mapping[str, Any] = {}) -> tuple[Tables, Any]:
    """The tables of today, and the rulings of a campaign over those of a scenario's ``own``."""
    kind = registry.of(kinds.RULINGS, RULESET)
    return tables(tables_today()), settle(kind, _chosen(campaign, own), campaign.title)


def _chosen(campaign: Campaign, own: Mapping[str, Any]) -> dict[str, Any]:
    """The rulings that are not left to their defaults: what older rules did, a scenario's ``own``, the campaign's."""
    kept = {kept_ruling.ruling: kept_ruling.value for kept_ruling in kept_rulings() if kept_ruling.rules >= campaign.rules}
    return {**kept, **own, **campaign.rulings}


def started(campaign: Campaign, registry: Registry, seed: int, rulings: Mapping[str, Any] = {}) -> Campaign:
    """A campaign as it begins, its squadrons at their strength. Raises DataError: a type of aircraft or a ruling is none."""
    campaign = replace(campaign, seed=seed, rules=RULES_VERSION, rulings={**campaign.rulings, **rulings})
    return debriefing.begun(campaign, *tables_and_rulings(campaign, registry))


def mission_of(campaign: Campaign, registry: Registry) -> Mission:
    """The next mission of a campaign, as it can be flown now.

    Raises:
        DataError: there is none, or it cannot be flown.
        UnknownNameError: its scenario does not exist.
    """
    if campaign.task is None:
        raise DataError(f"{campaign.title}: every mission was flown", path="", key="missions")
    listed = by_name(open_scenarios(RULESET, registry.of(kinds.SCENARIOS, RULESET)), campaign.task.scenario, "scenario")
    document = listed.document()
    own = document.get("rulings", {})
    in_force, rulings = tables_and_rulings(campaign, registry, own)
    made = made_ready(campaign, document, listed.name, in_force, rulings)
    ready = registry.ruleset(RULESET).set_up(made.document, str(listed.path), _chosen(campaign, own))
    return Mission(campaign.next, dataclasses.replace(ready, notes=(*ready.notes, *made.left_out)), made.crews)


def send_up(path: Path, registry: Registry, games: Store) -> tuple[Mission, str, bool]:
    """The mission that is flown, or the next one, which is under way from now on.

    The game itself is for the caller to begin, under the name that is given; whoever asks again gets the same name.

    Args:
        path: the file of the campaign.
        registry: of the game.
        games: where its games are kept.

    Returns: the mission, the name of its game, whether that game is there already.

    Raises DataError: there is no further mission, it cannot be flown, or its game was discarded.
    """
    missions: list[tuple[Mission, str, bool]] = []

    def sent(campaign: Campaign) -> tuple[Campaign, str]:
        mission = mission_of(campaign, registry)
        if campaign.underway is not None:
            name = campaign.underway.game
            if games.is_discarded(name):
                text = (
                    f"game {name!r} was discarded: 'aqmf discard {name} --restore' brings it back; or call the mission off"
                )
                raise DataError(text, path=path.name)
            missions.append((mission, name, games.has(name)))
            return campaign, "nothing to change"
        name = games.free_name(f"{path.stem}-{campaign.next}")
        missions.append((mission, name, False))
        return replace(campaign, underway=Underway(game=name, crews=mission.crews)), f"mission {campaign.next} begun"

    store.edit(path, sent)
    return missions[0]


def game_of(campaign: Campaign, registry: Registry, games: Store) -> Game | None:
    """The game of the mission that is flown, as it stands; None: none is flown, or it has not begun.

    Raises DataError: it cannot be read.
    """
    if campaign.underway is None or not games.has(campaign.underway.game):
        return None
    name = campaign.underway.game
    rules, saved = read_log(games.lines(name), f"game {name!r}", name, registry)
    game: Game = rules.session(saved).state
    return game


def debrief(path: Path, registry: Registry, games: Store) -> Campaign:
    """Take over what the game of a mission has led to.

    Raises DataError: no mission is flown, or its game is not over.
    """

    def over(campaign: Campaign) -> tuple[Campaign, str]:
        game = game_of(campaign, registry, games)
        if game is None:
            raise DataError(f"{path.stem}: no mission is being flown", path=path.name)
        title = _title(campaign, registry)
        in_force, rulings = tables(game.setup.tables), game.rulings
        return debriefing.debriefed(campaign, game, title, in_force, rulings), f"mission {campaign.next} flown"

    return store.edit(path, over)[0]


def call_off(path: Path, registry: Registry) -> Campaign:
    """Give up the mission that is flown, or the next one. Raises DataError: there is none."""

    def off(campaign: Campaign) -> tuple[Campaign, str]:
        made = debriefing.called_off(campaign, _title(campaign, registry), *tables_and_rulings(campaign, registry))
        return made, f"mission {campaign.next} called off"

    return store.edit(path, off)[0]


def _title(campaign: Campaign, registry: Registry) -> str:
    """What the mission is called in the chronicle."""
    if campaign.task is None:
        return ""
    listed = open_scenarios(RULESET, registry.of(kinds.SCENARIOS, RULESET)).get(campaign.task.scenario)
    return str(listed.document().get("title", campaign.task.scenario)) if listed else campaign.task.scenario


def man_called(campaign: Campaign, name: str) -> Man:
    """The man of this name, or of a part of it that nobody else has. Raises UnknownNameError: there is none."""
    men = {man.name: man for _, man in campaign.everybody()}
    words = set(name.casefold().split())
    mans = [man for man in men.values() if words and words <= set(man.name.casefold().split())]
    return mans[0] if len(mans) == 1 else by_name(men, name, "man")


def rest(path: Path, name: str) -> tuple[Campaign, str]:
    """Keep a man on the ground for the next mission, or let him fly after all: the campaign, and what was done.

    Raises:
        UnknownNameError: there is no such man; with near names.
        DataError: he is not with his squadron any more.
    """

    def rested(campaign: Campaign) -> tuple[Campaign, str]:
        man = man_called(campaign, name)
        if not man.alive:
            raise DataError(f"{man.name} is {man.fate}", path=path.name)
        squadrons = tuple(
            replace(
                squadron, men=tuple(replace(each, rests=not each.rests) if each is man else each for each in squadron.men)
            )
            for squadron in campaign.squadrons
        )
        text = f"{man.name} {'may fly again' if man.rests else 'stays on the ground in the next mission'}"
        return replace(campaign, squadrons=squadrons), text

    return store.edit(path, rested)
