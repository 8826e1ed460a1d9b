"""A scenario played many times by itself, in the background: who wins how often, and how long games last.

Games are kept by their seeds, so that work that was stopped goes on where it was; the command line has the same games.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from aqmf_air.core.data.names import by_name
from aqmf_air.core.play.contributions import DEFAULT_RULESET, Policy
from aqmf_air.core.play.ruleset import Duels, Gauged
from aqmf_air.core.play.scenarios import Listed, open_scenarios
from aqmf_air.errors import AqmfError, DataError, NotHereError
from aqmf_air.lab.many_games import LEAST_FOR_LUCK, GamesTask, Table, duel_of, kept, kinds_of_throws, policy_of, set_up
from aqmf_air.lab.results import Results
from aqmf_air.lab.statistics import lengths_of, outcome_counts, share, typical_length
from aqmf_air.plugins import kinds
from aqmf_air.plugins.rules_in_force import RulesInForce
from aqmf_air.web import shared_registry
from aqmf_air.web.live.jobs import Job
from aqmf_air.web.live.requests import live_tables_of
from aqmf_air.web.pages import Fields, field_one_of, field_text, form_of, page, plain_name, whole

USUAL_GAMES, MOST_GAMES, LAST_SEED = 200, 10_000, 999_999_999
ENOUGH_TO_SHOW = 10
"""So many games have shares, and lengths, that are worth a table."""


@dataclass(frozen=True)
class PlayAddress(GamesTask):
    """Games that are asked for, as an address has them."""

    rules: RulesInForce = field(compare=False)

    @classmethod
    def read(cls, request: Request, fields: Fields) -> PlayAddress:
        """Raises UnknownNameError: there is no such game, scenario or automatic player; with near names.
        Raises DataError: a number that does not fit, or a scenario that is at fault.
        """
        rules = shared_registry.rules(request.path_params["ruleset"])
        duel = field_text(fields, "first"), field_text(fields, "other")
        if any(duel) and isinstance(rules.ruleset, Duels):
            named, ready = duel_of(rules.ruleset, *duel, chosen={})
        else:
            duel, scenario = ("", ""), by_name(_scenarios(rules), field_text(fields, "scenario"), "scenario")
            named, ready = scenario.name, rules.ruleset.set_up(scenario.document(), str(scenario.path), {})
        policies = {side: field_text(fields, f"policy.{side}") for side in rules.ruleset.players()}
        of = set_up(rules, ready, named, policies)
        games, seed = whole(fields, "games", 1, MOST_GAMES, USUAL_GAMES), whole(fields, "seed", 0, LAST_SEED, 1)
        luck = bool(field_text(fields, "luck"))
        if luck and not isinstance(rules.ruleset, Gauged):
            raise DataError(f"{rules.ruleset.title} does not say what its luck is measured by", key="luck")
        if luck and games < LEAST_FOR_LUCK:
            raise DataError(f"games: expected {LEAST_FOR_LUCK} or more to tell luck from, got {games}", key="games")
        return cls(of, games, seed, luck, rules.ruleset, named, ready.title, duel, rules)

    @property
    def fields(self) -> dict[str, str]:
        """The same as the fields of a form."""
        chosen = {f"policy.{side}": name for side, name in self.of.policies}
        what = dict(zip(("first", "other"), self.duel, strict=True)) if any(self.duel) else {"scenario": self.named}
        return {**what, "games": str(self.games), "seed": str(self.seed), **chosen, **({"luck": "yes"} if self.luck else {})}

    @property
    def path(self) -> str:
        """Where its page is."""
        return f"/lab/{self.ruleset.id}/play?{urlencode(self.fields)}"

    @property
    def command(self) -> str:
        """The same at a terminal."""
        own, policies, usually = self.ruleset.id, [name for _, name in self.of.policies], policy_of(self.rules)
        words = ["aqmf", "lab", *(("--ruleset", own) if own != DEFAULT_RULESET else ()), "play"]
        words += self.duel if any(self.duel) else [self.named]
        words += ["--games", str(self.games), "--seed", str(self.seed), *(["--luck"] if self.luck else [])]
        return shlex.join([*words, *(("--policy", *policies) if len(policies) == 2 and {*policies} != {usually} else ())])

    def there(self) -> Table:
        """Those that are played already."""
        with Results() as results:
            return kept(results, self.wanted)


FILES: Mapping[str, tuple[str, Callable[[PlayAddress, Table], str]]] = {
    "csv": ("text/csv; charset=utf-8", PlayAddress.as_csv),
    "json": ("application/json", lambda asked, games: json.dumps(asked.document(games), ensure_ascii=False)),
}


def _scenarios(rules: RulesInForce) -> Mapping[str, Listed]:
    """Every scenario that can be played. Raises DataError: there is none."""
    ruleset = rules.ruleset
    scenarios = open_scenarios(ruleset.id, rules.registry.of(kinds.SCENARIOS, ruleset.id))
    if not (playable := {name: listed for name, listed in scenarios.items() if not listed.fault}):
        raise DataError(f"{ruleset.title} has no scenarios", key="scenario")
    return playable


def _players(rules: RulesInForce) -> Mapping[str, Policy]:
    """The automatic players. Raises DataError: the game has none; NotHereError: those that it has need what is left out."""
    here = shared_registry.players(rules.registry, rules.ruleset.id)
    if not here and (absent := rules.registry.of(kinds.POLICIES, rules.ruleset.id)):
        raise NotHereError.of(next(package for player in absent.values() for package in player.needs))
    if not here:
        raise DataError(f"{rules.ruleset.title} has no automatic player", key="scenario")
    return here


async def show(request: Request) -> Response:
    """``/lab/GAME/play?scenario=&games=&seed=&policy.SIDE=``, or ``first=&other=`` for types that meet: how games ended, or
    how far they are; without either the form that asks for it.
    """
    query = request.query_params
    if not (field_text(query, "scenario") or field_text(query, "first")) or field_text(query, "change"):
        return await run_in_threadpool(_form, request)
    play_address = await run_in_threadpool(PlayAddress.read, request, query)
    jobs = live_tables_of(request).laboratory
    progress = None
    if play_address in jobs and isinstance(job := await jobs.worked_out(play_address), Job):
        progress = job.progress
    games = await run_in_threadpool(play_address.there)
    ruleset = play_address.ruleset
    luck = None if progress else await run_in_threadpool(play_address.without_luck, games)
    ends = outcome_counts(games.values(), ruleset.players()) if games else []
    policies = dict(play_address.of.policies)
    shown = [(play_address.called(end.by), policies.get(end.by, ""), end) for end in ends]
    return page(
        request,
        "lab_play.html",
        ruleset=ruleset.id,
        asked=play_address,
        found=games,
        progress=progress,
        ends=shown,
        several=len(ruleset.players()) > 1,
        ahead=play_address.ahead(games) if games and len(ruleset.players()) == 2 else "",
        unsure=max(((end.share.high - end.share.low) / 2 for end in ends), default=0),
        lengths=lengths_of(games.values()),
        usual=typical_length(list(games.values())) if games else None,
        luck=luck,
        kinds=kinds_of_throws(luck) if luck else [],
        side=play_address.called(luck["side"]) if luck else "",
        least=LEAST_FOR_LUCK,
        enough=ENOUGH_TO_SHOW,
        more=replace(play_address, games=min(2 * play_address.games, MOST_GAMES)),
        files=list(FILES),
    )


def _form(request: Request) -> Response:
    rules, query = shared_registry.rules(request.path_params["ruleset"]), request.query_params
    ruleset = rules.ruleset
    scenarios, titles = _scenarios(rules), dict[str, str]()
    for name, listed in scenarios.items():
        with suppress(AqmfError):  # one of the player's own may be unfinished: its editor shows what is wrong with it
            titles[name] = ruleset.set_up(listed.document(), str(listed.path), {}).title
    policies = _players(rules)
    sides = {side: ruleset.name_of(side) for side in ruleset.players()}
    chosen = {
        name: field_text(query, name)[:40]
        for name in ("scenario", "first", "other", "games", "seed", "luck", *(f"policy.{side}" for side in sides))
    }
    sizes = {USUAL_GAMES // 4, USUAL_GAMES, 4 * USUAL_GAMES}
    with suppress(DataError):  # a number that does not fit is answered when the form is sent
        sizes.add(whole(query, "games", 1, MOST_GAMES, USUAL_GAMES))
    evenly = {number: share(number / 2, number) for number in sorted(sizes)}
    won = round(0.58 * USUAL_GAMES)
    return page(
        request,
        "lab_play_form.html",
        ruleset=ruleset.id,
        title=ruleset.title,
        others=shared_registry.games(),
        scenarios=titles,
        policies=policies,
        sides=sides,
        types=ruleset.contenders() if isinstance(ruleset, Duels) else (),
        chosen=chosen,
        games=USUAL_GAMES,
        sure=[(number, 50 * (at_half.high - at_half.low)) for number, at_half in evenly.items()],
        example={"won": won, "share": share(won, USUAL_GAMES)},
        gauged=isinstance(ruleset, Gauged),
        least=LEAST_FOR_LUCK,
        enough=ENOUGH_TO_SHOW,
        most=MOST_GAMES,
        judged=bool(rules.registry.of(kinds.LABORATORIES, ruleset.id)),
        last=LAST_SEED,
    )


async def act(request: Request) -> Response:
    """``POST /lab/GAME/play`` {"act", ...}: ``begin`` to play what is not played, or ``stop``; what is played stays."""
    fields = await form_of(request)
    play_address = await run_in_threadpool(PlayAddress.read, request, fields)
    jobs = live_tables_of(request).laboratory
    if field_one_of(fields, "act", ("begin", "stop"), "begin") == "stop":
        jobs.end(play_address)
    else:
        here = _players(play_address.rules)
        for _, policy in play_address.of.policies:
            by_name(here, policy, "automatic player that is here")
        await jobs.worked_out(play_address)
    return RedirectResponse(play_address.path, 303)


async def file(request: Request) -> Response:
    """``/lab/GAME/play/export/FORM?scenario=...``: the games that are played, to be kept."""
    kind, write = by_name(FILES, request.path_params["form"], "form of file")
    play_address = await run_in_threadpool(PlayAddress.read, request, request.query_params)
    if not (games := await run_in_threadpool(play_address.there)):
        raise DataError("none of these games is played yet")
    name = plain_name(f"{play_address.ruleset.id}-{play_address.named}", "games")
    named = f'attachment; filename="{name}.{request.path_params["form"]}"'
    headers = {"content-disposition": named, "cache-control": "no-store"}
    return Response(write(play_address, games), media_type=kind, headers=headers)


ROUTES = [
    Route("/lab/{ruleset}/play", show, methods=["GET"]),
    Route("/lab/{ruleset}/play", act, methods=["POST"]),
    Route("/lab/{ruleset}/play/export/{form}", file),
]
