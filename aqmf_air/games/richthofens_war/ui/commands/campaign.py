"""``aqmf campaign``: campaigns are begun, flown mission by mission, and shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aqmf_air.api import AqmfError, DataError, by_name, step_of, ui
from aqmf_air.games.richthofens_war.tables import SIDES

if TYPE_CHECKING:
    from aqmf_air.api import Registry, Session
    from aqmf_air.games.richthofens_war.campaign.model import Campaign


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


@contextmanager
def _opened(name: str | None, registry: Registry, seed: int | None = None) -> Iterator[tuple[str, Session[Any]]]:
    """A campaign as a game that goes on, with its key; one of before becomes one. It rolls from this seed, if one is given.

    Raises as :func:`_path` does, and DataError: something was rolled from another seed.
    """
    from aqmf_air.api import with_seed
    from aqmf_air.games.richthofens_war.campaign.store import opened, read_campaign

    path = _path(name)
    mission = read_campaign(path).underway if path.exists() else None
    with ui.open_store() as games, closing(ui.SettingsStore()) as settings:
        key, _, session = ui.continue_game(games, opened(path, games, registry), registry)
        if mission and (setting := settings.setting(mission.game)):
            settings.keep(key, setting)
        if seed is not None:
            if session.entries:
                raise DataError(f"--seed: {key} has begun, and rolls from its own seed, {session.header.seed}", path=key)
            games.set_up_anew(key, with_seed(session.ruleset, session.header, seed))
            key, _, session = ui.continue_game(games, key, registry)
        yield key, session


@click.group(
    cls=ui.HelpGroup,
    short_help="Campaigns of Richthofen's War: squadrons, aces, a chronicle.",
    heading="Play",
    epilog=ui.examples("campaign new --seed 1", "campaign fly --auto both", "campaign show"),
)
def campaign() -> None:
    """Fly a campaign of Richthofen's War.

    Each mission is a chapter of one game. Its end is the beginning of the next: pilots become aces or die, and
    replacements arrive.
    Without CAMPAIGN, the only one is meant.
    """


@campaign.command("list", epilog=ui.examples("campaign list"))
@ui.json_option
def list_(as_json: bool) -> None:
    """List your campaigns, and those that can be begun."""
    from aqmf_air.games.richthofens_war.campaign.store import CAMPAIGNS, as_it_stands, bundled
    from aqmf_air.games.richthofens_war.campaign.words import standing_of

    own, registry = [], ui.open_registry()
    for path in CAMPAIGNS.kept():
        try:
            kept = as_it_stands(path, registry)
            own.append({"campaign": path.stem, "title": kept.title, "stands": standing_of(kept)})
        except AqmfError as bad:
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


@campaign.command(epilog=ui.examples("campaign new bloody-april --seed 1"))
@click.argument("ships", required=False, metavar="[CAMPAIGN]", shell_complete=ui.Completed(_begins))
@click.option("--from", "source", type=click.Path(path_type=Path), help="A campaign's TOML file, instead of one that ships.")
@click.option("--name", default="", help="What to keep it under (default: its title).")
@click.option("--seed", type=ui.WholeNumber(0, 2**63 - 1), help="Draw names and novices from this seed.")
@ui.ruling_option
@ui.json_option
def new(ships: str | None, source: Path | None, name: str, seed: int | None, chosen: dict[str, Any], as_json: bool) -> None:
    """Begin a campaign: one that ships, the first if none is named, or your own file."""
    from secrets import randbelow

    from aqmf_air.games.richthofens_war.campaign import orders, store

    if ships and source:
        raise click.UsageError("name a campaign that ships, or a file with --from, not both")
    original = (
        store.read_campaign(source) if source else by_name(store.bundled(), ships or next(iter(store.bundled())), "campaign")
    )
    registry = ui.open_registry()
    begun = orders.started(original, registry, randbelow(10**6) if seed is None else seed, chosen)
    path = store.begin(begun, registry, randbelow(2**63) if seed is None else seed, name)
    if as_json:
        ui.print_json(_document(path, begun))
        return
    _show(path, begun, registry)


@campaign.command(epilog=ui.examples("campaign show"))
@CAMPAIGN
@click.option("--man", metavar="NAME", help="The record of one man.")
@ui.json_option
def show(campaign: str | None, man: str | None, as_json: bool) -> None:
    """Show squadrons, airmen, and the chronicle."""
    from aqmf_air.games.richthofens_war.campaign import orders, store, words

    path, registry = _path(campaign), ui.open_registry()
    kept = store.as_it_stands(path, registry)
    if man:
        _, airman = orders.man_called(kept, man)
        if as_json:
            ui.print_json(airman.model_dump(mode="json"))
            return
        ui.heading(airman.name)
        for note in airman.record:
            ui.say(f"  {f'mission {note.mission}' if note.mission else 'before':<10} {note.said}")
        ui.say(f"  victories: {words.score_of(airman)}; missions: {airman.missions_flown}")
        return
    if as_json:
        ui.print_json(_document(path, kept))
        return
    _show(path, kept, registry)


def _document(path: Path, campaign: Campaign) -> dict[str, Any]:
    from aqmf_air.games.richthofens_war.campaign.words import standing_of

    return {
        "campaign": path.stem,
        **campaign.model_dump(mode="json"),
        "stands": standing_of(campaign),
        "winner": campaign.winner,
    }


def _show(path: Path, campaign: Campaign, registry: Registry) -> None:
    from aqmf_air.games.richthofens_war.campaign import orders, words

    tables, _ = orders.tables_and_rulings(campaign, registry)
    ui.heading(campaign.title)
    ui.say(f"{campaign.description}\n" if campaign.description else "")
    for squadron in campaign.squadrons:
        machines = ", ".join(f"{machine.number} {machine.type}" for machine in squadron.machines)
        ui.heading(f"{squadron.name} ({machines})")
        rows = [
            (
                *(man.name, words.rank_of(man, tables), words.score_of(man), man.missions_flown),
                words.state_of(man, campaign.next),
            )
            for man in squadron.men
        ]
        ui.table(("man", "is", "victories", "missions", ""), rows, right=(3,))
    _tell_of(campaign, 0)
    if not campaign.flown:
        ui.say(words.standing_of(campaign))
    _say_next(path, campaign, registry)


def _say_next(path: Path, campaign: Campaign, registry: Registry) -> None:
    """The mission that is flown, or comes next, and how it is flown."""
    from aqmf_air.games.richthofens_war.campaign import orders, words

    if campaign.underway:
        ui.say(f"Mission {campaign.next} is being flown: 'aqmf campaign fly {path.stem}' goes on with it.")
    elif campaign.task:
        title = orders.next_title(campaign, orders.scenarios_of(campaign, registry))
        date = f", {words.month_of(campaign.task.date)}" if campaign.task.date else ""
        ui.say(f"Next, mission {campaign.next}: {title}{date}. 'aqmf campaign fly {path.stem}' flies it.")


@campaign.command(epilog=ui.examples("campaign fly --auto both --seed 1"))
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
    from aqmf_air.api.ui import play
    from aqmf_air.games.richthofens_war.campaign import orders
    from aqmf_air.games.richthofens_war.campaign.store import as_it_stands

    registry, notes = ui.open_registry(), tuple[str, ...]()
    flown = len(as_it_stands(_path(campaign), registry).flown)
    with _opened(campaign, registry, seed) as (key, session):
        if session.state.campaign.flown[flown:]:  # one of before, whose mission was played elsewhere
            _tell_of(session.state.campaign, flown)
            return
        if session.state.campaign.underway is None:
            notes = orders.mission_of(session.state.campaign, registry, session.state).notes
            session.submit(orders.FlyMission(), SIDES[0])
        underway = session.state.campaign.underway
    ui.say(f"Mission {flown + 1}: {underway.title}.")
    for crew in underway.crews:
        ui.say(f"  {crew.squadron}: {' and '.join(crew.men)}, {crew.type}")
    for note in notes:
        ui.say(f"  {note}")
    if prepare:
        ui.say(f"Game {key} is ready: aqmf campaign fly {key}, or 'aqmf serve' and /game/{key}.")
        return
    ctx.invoke(play, resume=key, given=given, policy=policy, physical=physical, chosen={})
    after = as_it_stands(_path(key), registry)
    _tell_of(after, flown)
    if len(after.flown) > flown:
        _say_next(_path(key), after, registry)


@campaign.command(epilog=ui.examples("campaign debrief"))
@CAMPAIGN
def debrief(campaign: str | None) -> None:
    """Tell the results of the last mission, which was played elsewhere, such as in the browser."""
    with _opened(campaign, ui.open_registry()) as (key, session):
        kept = session.state.campaign
    if kept.underway or not kept.flown:
        raise DataError(f"{key}: mission {kept.next} is not over: 'aqmf campaign fly {key}' flies it", path=key)
    _tell_of(kept, len(kept.flown) - 1)


def _tell_of(campaign: Campaign, flown: int) -> None:
    """The missions that have followed the first so many, and how the campaign stands; nothing, if none have."""
    from aqmf_air.games.richthofens_war.campaign import words

    for mission in campaign.flown[flown:]:
        ui.heading(words.heading_of(mission))
        for line in mission.lines:
            ui.say(f"  {line}")
    if campaign.flown[flown:]:
        ui.say(words.standing_of(campaign))


@campaign.command("call-off", epilog=ui.examples("campaign call-off"))
@CAMPAIGN
def call_off(campaign: str | None) -> None:
    """Give up the mission that is flown, or the next one: nobody has been up."""
    from aqmf_air.games.richthofens_war.campaign import orders, words

    with _opened(campaign, ui.open_registry()) as (_, session):
        session.submit(orders.CallOff(), SIDES[0])
        after = session.state.campaign
    ui.say(f"{words.heading_of(after.flown[-1])}: called off. {words.standing_of(after)}")


@campaign.command(epilog=ui.examples('campaign rest bloody-april "Ernst Weber"'))
@click.argument("campaign", metavar="CAMPAIGN", shell_complete=ui.Completed(_kept))
@click.argument("man")
def rest(campaign: str, man: str) -> None:
    """Keep a man on the ground in the next mission, or let him fly after all."""
    from aqmf_air.games.richthofens_war.campaign import orders, words

    with _opened(campaign, ui.open_registry()) as (_, session):
        side, airman = orders.man_called(session.state.campaign, man)
        session.submit(orders.RestMan(man=airman.name), side)
        ui.say(words.said_of_order(session, session.entries[-1]))


@campaign.command(epilog=ui.examples("campaign undo"))
@CAMPAIGN
@click.option("--redo", is_flag=True, help="Bring back what was taken back last.")
def undo(campaign: str | None, redo: bool) -> None:
    """Take back the last order since a mission began, such as a mission called off or a man kept on the ground."""
    from aqmf_air.games.richthofens_war.campaign.words import said_of_order

    with _opened(campaign, ui.open_registry()) as (_, session):
        step = step_of("redo" if redo else "undo", session, SIDES)
        if not step.orders:
            raise DataError(step.why, path="")
        for _ in step.orders:
            (session.redo if redo else session.undo)(SIDES[0])
        ui.say(f"{'brought back' if redo else 'took back'}: {said_of_order(session, step.orders[0 if redo else -1])}")


@campaign.command(epilog=ui.examples("campaign discard bloody-april"))
@click.argument("campaign", metavar="CAMPAIGN", shell_complete=ui.Completed(_kept))
@click.option("--restore", is_flag=True, help="Bring a discarded one back.")
def discard(campaign: str, restore: bool) -> None:
    """Discard a campaign, or bring it back."""
    from aqmf_air.games.richthofens_war.campaign.store import CAMPAIGNS

    if restore:
        ui.say(f"{CAMPAIGNS.bring_back(campaign).stem} is back")
        return
    CAMPAIGNS.discard(_path(campaign))
    ui.say(f"{campaign} is discarded; 'aqmf campaign discard {campaign} --restore' brings it back")
