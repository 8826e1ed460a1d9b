"""``aqmf campaign``: campaigns are begun, flown mission by mission, and shown."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aqmf_air.api import DataError, ui
from aqmf_air.games.richthofens_war.tables import RULESET

if TYPE_CHECKING:
    from aqmf_air.api import Registry
    from aqmf_air.games.richthofens_war.campaign.model import Campaign, Flown


def _kept(ctx: click.Context) -> Iterable[str]:
    from aqmf_air.games.richthofens_war.campaign.store import CAMPAIGNS

    return [path.stem for path in CAMPAIGNS.kept()]


def _begins(ctx: click.Context) -> Iterable[str]:
    from aqmf_air.games.richthofens_war.campaign.store import bundled

    return list(bundled())


CAMPAIGN = click.argument("campaign", required=False, metavar="[CAMPAIGN]", shell_complete=ui.Completed(_kept))


def _path(name: str | None) -> Path:
    """The file of a campaign; without a name, of the only one.

    Raises:
        UnknownNameError: there is none of this name.
        DataError: there is not exactly one.
    """
    from aqmf_air.games.richthofens_war.campaign.store import CAMPAIGNS

    if name is not None:
        return CAMPAIGNS.named(name)
    kept = CAMPAIGNS.kept()
    if len(kept) == 1:
        return kept[0]
    hint = f"choose one of {', '.join(path.stem for path in kept)}" if kept else "'aqmf campaign new' begins one"
    raise DataError(f"there {'are several campaigns' if kept else 'is no campaign'}: {hint}", path="")


@click.group(cls=ui.HelpGroup, short_help="Campaigns of Richthofen's War: squadrons, aces, a chronicle.")
def campaign() -> None:
    """Fly a campaign of Richthofen's War.

    Each mission is a game. Its end is the beginning of the next: pilots become aces or die, and replacements arrive.
    Without CAMPAIGN, the only one is meant.
    """


@campaign.command("list")
@ui.json_option
def list_(as_json: bool) -> None:
    """List your campaigns, and those that can be begun."""
    from aqmf_air.games.richthofens_war.campaign.store import CAMPAIGNS, bundled, read_campaign
    from aqmf_air.games.richthofens_war.campaign.words import standing_of

    own = []
    for path in CAMPAIGNS.kept():
        try:
            kept = read_campaign(path)
            own.append({"campaign": path.stem, "title": kept.title, "stands": standing_of(kept)})
        except DataError as bad:
            own.append({"campaign": path.stem, "title": path.stem, "stands": str(bad)})
    ships = [{"campaign": name, "title": shipped.title, "about": shipped.description} for name, shipped in bundled().items()]
    if as_json:
        ui.print_json({"campaigns": own, "ships": ships})
        return
    if own:
        ui.table(("campaign", "title", "stands"), [tuple(row.values()) for row in own])
    else:
        ui.say("No campaign yet.")
    ui.say("To begin: " + "; ".join(f"aqmf campaign new {ship['campaign']}" for ship in ships))


@campaign.command()
@click.argument("ships", required=False, metavar="[CAMPAIGN]", shell_complete=ui.Completed(_begins))
@click.option("--from", "source", type=click.Path(path_type=Path), help="A campaign's TOML file, instead of one that ships.")
@click.option("--name", default="", help="What to keep it under (default: its title).")
@click.option("--seed", type=ui.WholeNumber(0, 2**63 - 1), help="Draw names and novices from this seed.")
@ui.ruling_option
@ui.json_option
def new(ships: str | None, source: Path | None, name: str, seed: int | None, chosen: dict[str, Any], as_json: bool) -> None:
    """Begin a campaign: one that ships, the first if none is named, or your own file."""
    from secrets import randbelow

    from aqmf_air.games.richthofens_war.campaign import playing, store

    if ships and source:
        raise click.UsageError("name a campaign that ships, or a file with --from, not both")
    original = store.read_campaign(source) if source else store.campaign_called(ships or next(iter(store.bundled())))
    registry = ui.open_registry()
    begun = playing.started(original, registry, randbelow(10**6) if seed is None else seed, chosen)
    path = store.keep(begun, name)
    if as_json:
        ui.print_json(_document(path, begun))
        return
    _show(path, begun, registry)
    ui.say(f"\n'aqmf campaign fly {path.stem}' flies the first mission.")


@campaign.command()
@CAMPAIGN
@click.option("--man", metavar="NAME", help="The record of one man.")
@ui.json_option
def show(campaign: str | None, man: str | None, as_json: bool) -> None:
    """Show squadrons, airmen, and the chronicle."""
    from aqmf_air.games.richthofens_war.campaign import playing, store, words

    path = _path(campaign)
    kept = store.read_campaign(path)
    if man:
        airman = playing.man_called(kept, man)
        if as_json:
            ui.print_json(airman.model_dump(mode="json"))
            return
        ui.heading(airman.name)
        for note in airman.record:
            ui.say(f"  {f'mission {note.mission}' if note.mission else 'before':<10} {note.said}")
        ui.say(f"  victories: {words.score_of(airman)}; missions: {airman.missions}")
        return
    if as_json:
        ui.print_json(_document(path, kept))
        return
    _show(path, kept, ui.open_registry())


def _document(path: Path, campaign: Campaign) -> dict[str, Any]:
    from aqmf_air.games.richthofens_war.campaign.words import standing_of

    return {
        "campaign": path.stem,
        **campaign.model_dump(mode="json"),
        "stands": standing_of(campaign),
        "winner": campaign.winner,
    }


def _show(path: Path, campaign: Campaign, registry: Registry) -> None:
    from aqmf_air.games.richthofens_war.campaign import playing, words

    tables, _ = playing.tables_and_rulings(campaign, registry)
    ui.heading(campaign.title)
    ui.say(f"{campaign.description}\n" if campaign.description else "")
    for squadron in campaign.squadrons:
        machines = ", ".join(f"{machine.number} {machine.type}" for machine in squadron.machines)
        ui.heading(f"{squadron.name} ({machines})")
        rows = [
            (man.name, words.rank_of(man, tables), words.score_of(man), man.missions, words.state_of(man, campaign.next))
            for man in squadron.men
        ]
        ui.table(("man", "is", "victories", "missions", ""), rows, right=(3,))
    for flown in campaign.flown:
        _tell(flown)
    ui.say(words.standing_of(campaign))
    if campaign.underway:
        ui.say(f"Mission {campaign.next} is being flown: 'aqmf campaign fly {path.stem}' goes on with it.")
    elif campaign.task:
        date = f", {words.month_of(campaign.task.date)}" if campaign.task.date else ""
        ui.say(f"Next, mission {campaign.next}: {campaign.task.scenario}{date}.")


@campaign.command()
@CAMPAIGN
@click.option("--auto", "given", multiple=True, metavar="SIDE", help="A side that plays by itself; 'both', 'none'.")
@click.option("--policy", multiple=True, metavar="[SIDE=]NAME", help="The automatic player of those sides, or of SIDE.")
@click.option("--physical/--seeded", default=None, help="Ask for the dice that you rolled, or roll from a seed.")
@click.option("--seed", type=ui.WholeNumber(0, 2**63 - 1), help="Roll a new mission from this seed.")
@click.option("--prepare", is_flag=True, help="Make the game ready, and play it later or in the browser.")
@click.pass_context
def fly(
    ctx: click.Context,
    campaign: str | None,
    given: tuple[str, ...],
    policy: tuple[str, ...],
    physical: bool | None,
    seed: int | None,
    prepare: bool,
) -> None:
    """Fly the next mission, or go on with it; when it is over, its results are taken over."""
    from secrets import randbelow

    from aqmf_air.api import new_header
    from aqmf_air.api.ui import play
    from aqmf_air.games.richthofens_war.campaign import playing

    path, registry = _path(campaign), ui.open_registry()
    with ui.open_store() as games:
        mission, name, there = playing.send_up(path, registry, games)
        if not there:
            ruleset = registry.ruleset(RULESET)
            seed = randbelow(10**6) if seed is None else seed
            plugins = registry.rules_versions(RULESET)
            setup, title = mission.scenario.setup, mission.title
            header = new_header(ruleset, setup, seed=seed, game=name, plugins=plugins, scenario=name, title=title)
            games.create(header, name)
    ui.say(f"{mission.title}.")
    for crew in mission.crews:
        ui.say(f"  {crew.squadron}: {' and '.join(crew.men)}, {crew.type}")
    for note in mission.scenario.notes:
        ui.say(f"  {note}")
    if prepare:
        ui.say(f"Game {name} is ready: aqmf campaign fly {path.stem}, or 'aqmf serve' and /game/{name}.")
        return
    if not _over(path, registry):
        ctx.invoke(play, resume=name, given=given, policy=policy, physical=physical, chosen={})
    if _over(path, registry):
        _debrief(path, registry)


def _over(path: Path, registry: Registry) -> bool:
    """Whether a mission is flown whose game is over."""
    from aqmf_air.games.richthofens_war.campaign import playing, store

    with ui.open_store() as games:
        game = playing.game_of(store.read_campaign(path), registry, games)
    return game is not None and bool(game.winner)


@campaign.command()
@CAMPAIGN
def debrief(campaign: str | None) -> None:
    """Take over the results of a mission that was played elsewhere, such as in the browser."""
    _debrief(_path(campaign), ui.open_registry())


def _debrief(path: Path, registry: Registry) -> None:
    from aqmf_air.games.richthofens_war.campaign import playing, words

    with ui.open_store() as games:
        after = playing.debrief(path, registry, games)
    _tell(after.flown[-1])
    ui.say(words.standing_of(after))


def _tell(flown: Flown) -> None:
    from aqmf_air.games.richthofens_war.campaign.words import heading_of

    ui.heading(heading_of(flown))
    for line in flown.lines:
        ui.say(f"  {line}")


@campaign.command("call-off")
@CAMPAIGN
def call_off(campaign: str | None) -> None:
    """Give up the mission that is flown, or the next one: nobody has been up."""
    from aqmf_air.games.richthofens_war.campaign import playing, words

    after = playing.call_off(_path(campaign), ui.open_registry())
    ui.say(f"{words.heading_of(after.flown[-1])}: called off. {words.standing_of(after)}")


@campaign.command()
@click.argument("campaign", metavar="CAMPAIGN", shell_complete=ui.Completed(_kept))
@click.argument("man")
def rest(campaign: str, man: str) -> None:
    """Keep a man on the ground in the next mission, or let him fly after all."""
    from aqmf_air.games.richthofens_war.campaign.playing import rest

    ui.say(rest(_path(campaign), man)[1])


@campaign.command()
@CAMPAIGN
@click.option("--redo", is_flag=True, help="Bring back what was taken back last.")
def undo(campaign: str | None, redo: bool) -> None:
    """Take back the last change: a debriefing, a mission called off, a man kept on the ground."""
    from aqmf_air.api import step
    from aqmf_air.games.richthofens_war.campaign.store import CAMPAIGNS, parse_campaign

    ui.say(step(_path(campaign), "redo" if redo else "undo", CAMPAIGNS.kind, parse_campaign))


@campaign.command()
@click.argument("campaign", metavar="CAMPAIGN", shell_complete=ui.Completed(_kept))
@click.option("--restore", is_flag=True, help="Bring a discarded one back.")
def discard(campaign: str, restore: bool) -> None:
    """Discard a campaign, or bring it back. Its games stay."""
    from aqmf_air.games.richthofens_war.campaign.store import CAMPAIGNS

    if restore:
        ui.say(f"{CAMPAIGNS.bring_back(campaign).stem} is back")
        return
    CAMPAIGNS.discard(_path(campaign))
    ui.say(f"{campaign} is discarded; 'aqmf campaign discard {campaign} --restore' brings it back")
