"""Where campaigns are: each is a game of the store, those of before a file on a shelf, until one goes on with them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from aqmf_air import api
from aqmf_air.games.richthofens_war.campaign import debriefing, orders
from aqmf_air.games.richthofens_war.campaign.model import IN_LOG, Campaign
from aqmf_air.games.richthofens_war.tables import PACKAGE, RULESET, tables


@dataclass(frozen=True)
class Campaigns(api.Shelf):
    """The player's own: of those that are games it has paths, too, of files that are not there."""

    def kept(self) -> tuple[Path, ...]:
        return tuple(sorted({*super().kept(), *self._games(discarded=False)}))

    def discarded(self) -> tuple[Path, ...]:
        return (*self._games(discarded=True), *super().discarded())

    def discard(self, path: Path) -> None:
        if path.exists():
            super().discard(path)
            return
        with api.Store() as games:
            games.discard(path.stem)

    def bring_back(self, key: str) -> Path:
        path = api.by_name({path.stem: path for path in self.discarded()}, key, f"{self.kind} that was discarded")
        if path.exists():
            return super().bring_back(key)
        with api.Store() as games:
            games.restore(key)
        return path

    def _games(self, *, discarded: bool) -> tuple[Path, ...]:
        with api.Store() as games:
            own = [kept for kept in games.games(discarded=discarded) if kept.header.get("ruleset") == RULESET]
        return tuple(_path(kept.name) for kept in reversed(own) if kept.header["setup"].get("campaign"))


CAMPAIGNS = Campaigns("campaigns", "campaign")
NAMES = "names"
"""The file beside those that ship which is none."""


def bundled() -> dict[str, Campaign]:
    """The campaigns that ship, as they begin, by their names."""
    folder = api.package_file(PACKAGE, "data/campaigns")
    files = sorted((file.name.removesuffix(".toml"), file) for file in folder.iterdir() if file.name.endswith(".toml"))
    return {name: api.read(Campaign, api.load_toml(file), file.name, api.DataError) for name, file in files if name != NAMES}


def parse_campaign(raw: bytes, where: str) -> Campaign:
    """The campaign in these bytes. Raises DataError: names the key."""
    return api.read(Campaign, api.parse_toml(raw, where), where, api.DataError)


def read_campaign(path: Path) -> Campaign:
    """The campaign in a file. Raises DataError: names the file and the key."""
    return parse_campaign(api.bytes_of(path), path.name)


def to_toml(campaign: Campaign) -> str:
    """A campaign as a TOML file; reading it gives the same."""
    document: Mapping[str, Any] = {"format": campaign.format, **campaign.model_dump(mode="json", exclude_defaults=True)}
    lines = ["# A campaign of Richthofen's War."]
    lines += [f"{key} = {api.toml_of(value)}" for key, value in document.items() if not _listed(value)]
    for key, value in document.items():
        for entry in value if _listed(value) else ():
            lines += ["", f"[[{key}]]", *(_field(name, inner) for name, inner in entry.items())]
    return "\n".join(lines) + "\n"


def _listed(value: Any) -> bool:
    return isinstance(value, list | tuple) and bool(value) and isinstance(value[0], Mapping)


def _field(name: str, value: Any) -> str:
    """A field of one of a list, with a line for each of its own."""
    if not _listed(value):
        return f"{name} = {api.toml_of(value)}"
    return f"{name} = [\n" + "".join(f"    {api.toml_of(item)},\n" for item in value) + "]"


# -- campaigns that are games ------------------------------------------------------------------------------------------


def begin(campaign: Campaign, registry: api.Registry, seed: int, name: str = "") -> Path:
    """Keep a campaign between two missions as a new game, whose dice come from this seed, under a key that is free.
    Raises DataError, StoreError: it cannot be kept.
    """
    with api.lock_folder(CAMPAIGNS.place), api.Store() as games:
        there = {path.stem for path in (*CAMPAIGNS.kept(), *CAMPAIGNS.discarded())}
        key = next(key for key in _keys(CAMPAIGNS.key_of(name or campaign.title)) if not games.has(key) and key not in there)
        games.create(_header(campaign, registry, key, seed), key)
    return _path(key)


def _path(key: str) -> Path:
    return CAMPAIGNS.place / f"{key}{api.SUFFIX}"


def _keys(wanted: str) -> Iterator[str]:
    return (wanted if number == 1 else f"{wanted}-{number}" for number in count(1))


def _header(campaign: Campaign, registry: api.Registry, key: str, seed: int) -> Any:
    ruleset, plugins = registry.ruleset(RULESET), registry.rules_versions(RULESET)
    setup = orders.setup_of(campaign, registry)
    return api.new_header(ruleset, setup, seed=seed, game=key, plugins=plugins, title=campaign.title)


def as_it_stands(path: Path, registry: api.Registry) -> Campaign:
    """A campaign. Raises DataError: it cannot be read."""
    if path.exists():
        return read_campaign(path)
    campaign: Campaign = session_of(path, registry).state.campaign
    return campaign.kept_as(path.stem)


def session_of(path: Path, registry: api.Registry) -> api.Session[Any]:
    """The game that a campaign is, to be looked at. Raises DataError: it cannot be read."""
    with api.Store() as games:
        rules, saved = api.read_kept(games, path.stem, registry)
    return rules.session(saved)


def opened(path: Path, games: api.Store, registry: api.Registry) -> str:
    """The name of the game that a campaign is; one of before becomes one, with the mission that is flown as its chapter.

    Its file goes to those that were discarded once its log is kept. Whenever the program ends, nothing is lost, and who
    opens it again gets the same log. The games of its missions stay as they are.

    Raises DataError: it cannot be read, or the game of its mission.
    """
    if not path.exists():
        return path.stem
    with api.lock_folder(CAMPAIGNS.place):
        header, entries = _log_of(read_campaign(path), path.stem, games, registry)
        own = header.setup.campaign.model_dump(mode="json")

        def free(name: str) -> bool:
            return not games.has(name) or games.kept(name).header["setup"].get("campaign") == own

        name = next(filter(free, _keys(path.stem)))
        if not games.has(name):
            games.add(header, entries, name)
        games.restore(name)
    CAMPAIGNS.discard(path)
    return name


def _log_of(campaign: Campaign, key: str, games: api.Store, registry: api.Registry) -> tuple[Any, tuple[Any, ...]]:
    """The header and the entries of the game that a campaign of before becomes."""
    mission = campaign.underway
    if mission is None or not games.has(mission.game):
        return _header(api.replace(campaign, underway=None), registry, key, campaign.seed), ()
    if games.is_discarded(mission.game):
        fault = f"game {mission.game!r} was discarded: 'aqmf discard {mission.game} --restore' brings it back"
        raise api.DataError(fault, path=key)
    lines = list(games.lines(mission.game))
    rules, saved = api.read_log(lines, f"game {mission.game!r}", mission.game, registry)
    if saved.fault:
        raise api.DataError(saved.fault, path=key)
    game, title = rules.session(saved).state, re.sub(r"Mission \d+: ", "", saved.header.named[1], count=1)
    if game.winner:
        dice = debriefing.own_dice(campaign, campaign.next + 1)
        after = debriefing.debriefed(campaign, game, title, tables(game.setup.tables), game.rulings, dice)
        return _header(after, registry, key, campaign.seed), ()
    running = api.replace(campaign, underway=api.replace(mission, game=IN_LOG, title=title))
    header = json.loads(lines[0])
    header |= {"game": key, "title": campaign.title, "scenario": ""}
    own = {"campaign": running.model_dump(mode="json"), "scenarios": orders.scenarios_of(campaign, registry)}
    header["setup"] = {**header["setup"], **own}
    log = api.under_header(header, lines[1:])
    saved = api.read_log(log, key, key, registry)[1]
    return saved.header, tuple(saved.entries)
