"""The page of games: those that are kept, a new one, and the discarded ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from aqmf_air.core.data.model import replace
from aqmf_air.core.data.names import by_name
from aqmf_air.core.data.packages import left_out
from aqmf_air.core.data.text import in_a_row
from aqmf_air.core.play.contributions import DEFAULT_RULESET, Pages
from aqmf_air.core.play.scenarios import Listed, by_number, open_scenarios
from aqmf_air.core.play.why import AT_ONCE, WHEN
from aqmf_air.core.store.game_list import Kept
from aqmf_air.errors import AqmfError, NotHereError, UnknownNameError
from aqmf_air.plugins import kinds
from aqmf_air.plugins.rules_in_force import RulesInForce
from aqmf_air.web.board.board import Board, board_of
from aqmf_air.web.discard_pages import discarding, remark_on, title_of
from aqmf_air.web.live import scenarios
from aqmf_air.web.live.fair_play import PRESETS, ZERO, clock_of
from aqmf_air.web.live.live_tables import OpenTable
from aqmf_air.web.live.requests import (
    live_tables_of,
    open_here,
    reachable_by_others,
    seated_at,
    seats_held,
    sides_of,
    tables_of,
    tokens_of,
    unowned,
)
from aqmf_air.web.live.seats import keep_below, keep_tokens, moment
from aqmf_air.web.pages import Fields, field_one_of, field_text, form_of, fragment, page, picture, whole
from aqmf_air.web.seat_settings import (
    AUTOMATIC,
    FRIEND,
    HERE,
    OPENER,
    GameStanding,
    SeatSetting,
    Setting,
    hashed,
    new_token,
    with_link,
)
from aqmf_air.web.shared_registry import games, players, registry, rules, rules_of_kept

WHO = {HERE: "here, in this browser", FRIEND: "by a friend, by link", AUTOMATIC: "by the app"}
"""Who may play a side; ``automatic:NAME`` names the automatic player."""
MOST_SHOWN = 4
"""Kept games that the home screen shows."""
MOST_OF_ONE = 3
"""Kept games of one game that its own page shows; the others are folded in."""
MOST_SCENARIOS = 4
"""Scenarios of a game that it shows."""
PICTURE_SECONDS = 7 * 24 * 3600
"""How long a browser keeps the picture of a position."""
PAUSES = ((0, "at once"), (1, "a second apart"), (3, "three seconds apart"))


async def listed(request: Request) -> Response:
    """``/games?ruleset=&scenario=``: the kept games, and the form for a new one; the scenario may be ``RULESET:NAME``.
    To htmx that scenario alone.
    """
    named, _, wanted = field_text(request.query_params, "scenario").rpartition(":")
    ruleset = field_text(request.query_params, "ruleset") or named or DEFAULT_RULESET
    if fragment(request):  # another scenario is looked at
        return page(request, "scenario_before.html", before=await live_tables_of(request).think(_before, ruleset, wanted))
    lists, gone = await _game_lists(request), await listed_games(request, discarded=True)
    gone_name = request.query_params.get("gone", "")
    just = next((game for game in gone if game["name"] == gone_name), None)
    shown = await live_tables_of(request).think(_offered, ruleset, reachable_by_others(request))
    names = [scenario.name for scenario, _ in shown["scenarios"]]
    chosen = next((name for name in names if name.casefold() == wanted.casefold()), next(iter(names), ""))
    shown["scenarios"].sort(key=lambda listed: listed[0].name != chosen)
    before = await live_tables_of(request).think(_before, ruleset, chosen) if chosen else None
    of_this = [game for game in lists.mine if game["ruleset"] == shown["ruleset"]]
    absent = {name.casefold(): package for package, names in shown["absent"].items() for name in names}
    return page(
        request,
        "games.html",
        kept=lists.mine,
        last=next((game for game in of_this if not (game["stands"] or {}).get("over")), None),  # it goes on
        shown_of_one=MOST_OF_ONE,
        movable=lists.movable,
        elsewhere=lists.elsewhere,
        gone=gone,
        just=just,
        chosen=chosen,
        before=before,
        wanted=wanted,
        lacking=absent.get(wanted.casefold(), ""),
        pauses=PAUSES,
        clocks=PRESETS,
        zero=[(value, choice) for value, (choice, _) in ZERO.items()],
        reasons=WHEN.items(),
        **shown,
    )


def _before(ruleset: str, name: str) -> dict[str, Any]:
    game = rules(ruleset)
    scenario, drawn = scenarios.named(game, name), bool(game.registry.of(kinds.BOARDS, ruleset))
    return {"ruleset": ruleset, "name": scenario.name, "drawn": drawn, **scenarios.before_it(game, scenario)}


def _offered(ruleset: str, links: bool) -> dict[str, Any]:
    """What may be chosen for a new game of a ruleset, and which games there are besides; ``links``: friends may get one."""
    game = rules(ruleset)
    sources = game.registry.of(kinds.SCENARIOS, game.ruleset.id)
    found, faults, absent = [], [], dict[str, list[str]]()
    read = scenarios.at_its_board if left_out() else scenarios.set_up
    for open_scenario in open_scenarios(game.ruleset.id, sources).values():
        try:
            found.append((open_scenario, read(game, open_scenario)))
        except NotHereError as bad:
            absent.setdefault(bad.package, []).append(open_scenario.name)
        except AqmfError as bad:
            if not open_scenario.own:  # its editor shows what is wrong with it
                faults.append(str(bad))
    policies = list(players(game.registry, game.ruleset.id).values())
    all_players = game.registry.of(kinds.POLICIES, game.ruleset.id).values()
    needed = set() if policies else {package for player in all_players for package in player.needs}
    return {
        "ruleset": game.ruleset.id,
        "about": game.ruleset.title,
        "others": games(),
        "scenarios": by_number(found, lambda listed: listed[1].title),
        "first": next((name for name, scenario_source in sources.items() if scenario_source.first), ""),
        "faults": faults,
        "absent": absent,
        "by_hand": in_a_row(sorted(needed)) if found else "",
        "sides": game.ruleset.sides(None),
        "who": who_may_play(game, links),
        "links": links,
        "policies": policies,
        "explained": any(policy.explain is not None for policy in policies),
        "drawn": bool(game.registry.of(kinds.BOARDS, game.ruleset.id)),
    }


async def listed_games(
    request: Request, discarded: bool = False, wanted: Callable[[Kept], bool] | None = None
) -> list[dict[str, Any]]:
    """The kept games, or those that were discarded, the last one first; ``wanted``: other ones than those for a table."""
    live_tables, these = live_tables_of(request), wanted or _is_for_a_table
    kept = await live_tables.files.ask(lambda store, _: store.games(discarded=discarded))
    stands = {} if discarded or wanted else await _standings(request, {game.name: game.entries for game in kept})

    def rows() -> list[dict[str, Any]]:
        return [_game_row(game) | {"stands": stands.get(game.name)} for game in reversed(kept) if these(game)]

    return await live_tables.think(rows)


async def _standings(request: Request, games: Mapping[str, int]) -> dict[str, dict[str, Any]]:
    """Where these games stand for who asks, of those whose logs need not be read for it; their cards are told by the tokens
    of seats, which go to the pages of their own table alone, and put right what a list takes for granted.
    """
    live_tables, there = live_tables_of(request), tables_of(request)
    standings = await live_tables.standings(games)
    settings = await live_tables.files.ask(lambda _, cabinet: cabinet.settings_of(standings))
    told = dict[str, dict[str, Any]]()
    for name, setting in settings.items():
        own = not reachable_by_others(request) or (name in there and setting.solo)
        held = [seat.side for seat in setting.seats if seat.who != AUTOMATIC] if own else ()
        told[name] = _stands(standings[name], setting, tuple(held))
    return told


class GameLists(NamedTuple):
    """Kept games by where they can be opened: from this browser, once their table moves to it, and nowhere here."""

    mine: list[dict[str, Any]]
    movable: list[dict[str, Any]]
    elsewhere: list[dict[str, Any]]


async def _game_lists(request: Request) -> GameLists:
    games = await listed_games(request)
    if not reachable_by_others(request):
        return GameLists(games, [], [])
    there, names = tables_of(request), [game["name"] for game in games]
    settings = await live_tables_of(request).files.ask(lambda _, cabinet: cabinet.settings_of(names))
    lists = GameLists([], [], [])
    for game in games:
        setting = settings.get(game["name"])
        if game["name"] in there or (setting is not None and unowned(request, setting)):  # who comes first opens the table
            lists.mine.append(game)
        elif setting is not None and open_here(request, setting):
            lists.movable.append(game)
        else:
            lists.elsewhere.append(game)
    return lists


def _game_row(kept: Kept) -> dict[str, Any]:
    ruleset = kept.header.get("ruleset", "")
    source = registry().rulesets.get(ruleset)
    return {
        "name": kept.name,
        "ruleset": ruleset,
        "title": title_of(kept),
        "game": "" if ruleset == DEFAULT_RULESET else source.title if source else ruleset,
        "entries": kept.entries,
        "played": kept.played[:10],
        "moment": moment(datetime.fromisoformat(kept.played).timestamp()) if kept.played else "",
        "remark": remark_on(kept),
    }


def _is_for_a_table(kept: Kept) -> bool:
    """Whether a game is one for live tables; those of a ruleset that begins none there have pages of their own.

    What is damaged, or of a game that is not there, has to be somewhere.
    """
    name = kept.header.get("ruleset", "")
    return name not in registry().rulesets or bool(registry().of(kinds.SCENARIOS, name))


async def home_parts(request: Request) -> dict[str, Any]:
    """What the home screen has besides the app's own pages: kept games, every scenario of every game, pages of plugins."""
    kept = (await _game_lists(request)).mine
    return {"kept": kept[:MOST_SHOWN], "more": len(kept) - MOST_SHOWN, **await live_tables_of(request).think(_to_begin)}


def _to_begin() -> dict[str, Any]:
    """Every game with its scenarios, its pages by what they are for, and what may be tried of them."""
    there = registry()
    listed = sorted(
        (pages for pages in there.of(kinds.PAGES).values() if pages.link), key=lambda pages: pages.link.count("/")
    )

    def of(ruleset: str) -> dict[str, Any]:
        own = [pages for pages in listed if pages.ruleset == ruleset]
        if laboratories := there.of(kinds.LABORATORIES, ruleset):
            about = laboratories[min(laboratories)].help
            own.append(Pages("laboratory", about, link=f"/lab/{ruleset}", group="Prepare"))
        groups: dict[str, list[Pages]] = {}
        for pages in own:
            if pages.door:  # the home screen has it above
                continue
            groups.setdefault(pages.group, []).append(pages)
        return {"groups": groups, "samples": [sample for pages in own for sample in pages.samples]}

    begun, playable = [], games()
    for ruleset in playable:
        shown = _offered(ruleset, links=False)
        keys = ("ruleset", "about", "scenarios", "faults", "absent", "by_hand", "drawn", "first", "policies")
        shown["scenarios"].sort(key=lambda listed: (listed[0].name != shown["first"], not listed[0].own))
        more = len(shown["scenarios"]) - MOST_SCENARIOS
        begun.append({key: shown[key] for key in keys} | {"more": more} | of(ruleset))
    others = dict.fromkeys(pages.ruleset for pages in listed if pages.ruleset not in playable)
    titles = {source.id: source.title for source in there.rulesets.values()}
    bare = {"scenarios": (), "more": 0, "faults": (), "absent": {}, "by_hand": ""}
    begun += [{"ruleset": name, "about": titles.get(name, "Further pages")} | bare | of(name) for name in others]
    return {"games": begun, "most_scenarios": MOST_SCENARIOS}


async def card(request: Request) -> Response:
    """``GET /game/{game}/card?row=yes``: a kept game as a card, or as a row of the list: the turn, and whose move it is.

    It says nothing of a game that cannot be opened, or not by this browser: the list of games stands as it is.
    """
    live_tables = live_tables_of(request)
    try:
        kept, setting = await live_tables.kept(request.path_params["game"])
        standing = (await live_tables.standings({kept.name: kept.entries})).get(kept.name)
        lines: Sequence[str] = ()
        if kept.discarded or standing is None or setting is None or not standing.drawn:
            seated, held = await _looking_in(request)
            async with seated.lock:
                table = seated.table
                standing, setting, ruleset = table.standing, table.setting, table.session.ruleset
                lines = ruleset.summary(ruleset.observe(table.session.state, next(iter(sides_of(held)), "")))[:3]
            live_tables.note_standing(table)
        else:
            held = _held_or_none(request, setting)
        row = await live_tables.think(_game_row, kept)
    except (HTTPException, AqmfError):
        return Response(status_code=204)
    return page(
        request,
        "game_card.html",
        game=row,
        as_row=request.query_params.get("row") == "yes",
        stands=_stands(standing, setting, sides_of(held)),
        moves=not held and bool(setting.opener),
        lines=lines,
    )


def _stands(standing: GameStanding, setting: Setting | None = None, sides: tuple[str, ...] = ()) -> dict[str, Any]:
    """Where a game stands, for who holds these sides at its table: whose turn it is, against whom, who has won."""
    names = dict(standing.names)
    seats = {seat.side: seat for seat in setting.seats} if setting else {}
    automatic = setting.automatic if setting else ()
    acting = [side for side in standing.active if side not in automatic]
    others = [_opponent(seats[side]) for side in names if side in seats and side not in sides] if sides else []
    decided = standing.over in names and len(sides) == 1 < len(names)
    return {
        "when": standing.when,
        "over": standing.over,
        "headline": standing.headline,
        "ended": ("You won" if standing.over in sides else "You lost") if decided else "See the result",
        "turn": not standing.over and any(side in sides for side in acting),
        "alone": len(sides) == len(acting) or len(sides) == 1,
        "acting": [names[side] for side in acting if side in names],
        "others": [(seats[side].name if side in seats else "") or names[side] for side in acting if side in names],
        "plays": bool(sides),
        "against": in_a_row(others) if others else "",
        "itself": bool(setting) and not acting,
        "drawn": standing.drawn,
        "entries": standing.entries,
    }


def _opponent(seat: SeatSetting) -> str:
    """Who plays against the reader of a list, at a seat that is not theirs."""
    if seat.who == AUTOMATIC:
        return "the app"
    if seat.who == FRIEND and not seat.token:
        return "a friend, who has not come yet"
    return seat.name or ("a friend" if seat.who == FRIEND else "who opened the table")


def _held_or_none(request: Request, setting: Setting) -> tuple[str, ...]:
    """What the browser holds at a table: nothing, where it could be opened here (HTTPException: 403: it could not)."""
    try:
        return seats_held(request, setting)
    except HTTPException:
        if not open_here(request, setting):
            raise
        return ()


async def _looking_in(request: Request) -> tuple[OpenTable, tuple[str, ...]]:
    """The table of a game in a list, and what the browser holds there: nothing, where it could be opened here.

    HTTPException: 403: it could not.
    """
    try:
        return await seated_at(request, play=False)
    except HTTPException:
        seated = await live_tables_of(request).seated(request.path_params["game"], play=False)
        return seated, _held_or_none(request, seated.table.setting)


async def card_picture(request: Request) -> Response:
    """``GET /game/{game}/card.svg?at=ENTRIES``: the position as who asks for it sees it.

    A browser keeps the one that it has for this many entries: its log is not read for the same picture again.
    """
    seated, held = await _looking_in(request)
    async with seated.lock:
        board, position = seated.table.board, seated.table.position
    if not isinstance(board, Board):
        raise HTTPException(404, "This game is shown in words alone.")
    side = next(iter(sides_of(held)), "")
    drawing = await live_tables_of(request).work(lambda: board.picture(position.view(side)).around_pieces())
    answer = picture(str(drawing))
    if request.query_params.get("at") == str(position.entries):
        answer.headers["cache-control"] = f"private, max-age={PICTURE_SECONDS}"
    return answer


async def new(request: Request) -> Response:
    """``POST /games/new``: a game is set up and kept, and its table opened."""
    form = await form_of(request)
    game = await live_tables_of(request).think(rules, field_text(form, "ruleset") or DEFAULT_RULESET)
    return await _begun(request, game, scenarios.named(game, field_text(form, "scenario")), form)


async def play(request: Request) -> Response:
    """``POST /games/play`` {"scenario"}: ``RULESET:NAME`` is played at once, its first side here, the others by themselves.

    Without a scenario it is the one to begin with, of the default game.
    """
    ruleset, _, name = field_text(await form_of(request), "scenario").rpartition(":")
    think = live_tables_of(request).think
    game = await (think(rules, ruleset) if ruleset else think(scenarios.first_game))
    policies = players(game.registry, game.ruleset.id)
    others = {side.id: AUTOMATIC for side in game.ruleset.sides(None)[1:]} if policies else {}
    scenario = scenarios.named(game, name) if name else scenarios.first_scenario(game)
    return await _begun(request, game, scenario, Fields({**others, "pause": "1"}))


async def _begun(request: Request, game: RulesInForce, scenario: Listed, form: Fields) -> Response:
    ready = await live_tables_of(request).think(scenarios.at_its_board, game, scenario)
    return await table_opened(request, game, ready.setup, scenario.name, ready.title, form)


async def table_opened(request: Request, game: RulesInForce, setup: Any, name: str, title: str, form: Fields) -> Response:
    """Begin a game, and answer with its table: for games, too, that no scenario of the shelf begins.

    Args:
        request: of who opens the table.
        game: what is played.
        setup: what it starts from.
        name: what its scenario is called; the game is kept under this name, or one like it.
        title: what the game is called.
        form: who plays which side (a field of its id: ``here``, ``friend``, ``automatic``), and the rest of the setting.
    """
    setting, token = _setting(game, form, reachable_by_others(request))
    links = dict[str, str]()
    for seat in setting.seats:
        if seat.who == FRIEND:  # whom it is for can be told at once
            setting, links[seat.side] = with_link(setting, seat.side)
    name = await live_tables_of(request).begin(game, setup, name, setting, title)
    live_tables_of(request).links |= {(name, side): link for side, link in links.items()}
    return _at_table(request, name, setting, [token])


def _to_table(name: str, setting: Setting) -> Response:
    return RedirectResponse(f"/game/{name}/seats" if setting.private else f"/game/{name}", 303)


def _at_table(request: Request, name: str, setting: Setting, tokens: Sequence[str]) -> Response:
    answer = _to_table(name, setting)
    keep_tokens(answer, request, name, tokens)
    return answer


async def table_set(request: Request, name: str, form: Fields) -> Response:
    """Set the table of a kept game as the form has it (see :func:`table_opened`), and answer with it.

    Friends who sit there stay; the page of seats has links for others. What somebody else has opened stays as it is. The
    pages below which the table is set know its opener again.
    """
    live_tables = live_tables_of(request)
    seated, (kept, _) = await live_tables.seated(name, play=False), await live_tables.kept(name)
    setting, token = _setting(rules_of_kept(kept), form, reachable_by_others(request))
    async with seated.lock:
        before = seated.table.setting
        if before.opener and OPENER not in before.seats_of(tokens_of(request)):
            return _to_table(name, before)
        stay = {seat.side: seat for seat in before.seats if seat.who == FRIEND}
        seats = tuple(stay.get(seat.side, seat) if seat.who == FRIEND else seat for seat in setting.seats)
        again = {"typed": setting.typed, "policy": setting.policy, "opener": before.opener or setting.opener}
        setting = replace(before, seats=seats, **again)
        await live_tables.reset(seated, setting)
    if before.opener:
        return _to_table(name, setting)
    answer = _at_table(request, name, setting, [token])
    keep_below(answer, request, request.url.path.rpartition("/")[0], [token])
    return answer


async def drawn(request: Request) -> Response:
    """``/games/scenario/{name}.svg?ruleset=``: how a scenario begins; ``/games/first.svg``: the first."""

    def picture_of(name: str | None) -> str:
        ruleset = field_text(request.query_params, "ruleset")
        game = rules(ruleset or DEFAULT_RULESET) if ruleset or name else scenarios.first_game()
        board = board_of(game.ruleset, game.registry)
        if not isinstance(board, Board):
            raise HTTPException(404, "This game is shown in words alone.")
        setup = scenarios.set_up(game, scenarios.first_scenario(game) if name is None else scenarios.named(game, name)).setup
        return str(board.picture(game.ruleset.observe(game.ruleset.initial(setup), "")).around_pieces())

    return picture(await live_tables_of(request).think(picture_of, request.path_params.get("name")))


def _setting(game: RulesInForce, form: Fields, links: bool) -> tuple[Setting, str]:
    """How the form has the table set, and the opener's token."""
    policies = players(game.registry, game.ruleset.id)
    policy = field_text(form, "policy")
    zero: Any = field_one_of(form, "zero", ZERO, next(iter(ZERO)))
    reasons: Any = field_one_of(form, "reasons", WHEN, AT_ONCE)
    token = new_token()
    minutes, increment = clock_of(field_text(form, "minutes") or field_text(form, "clock"))
    setting = Setting(
        seats=tuple(_seat(game, form, side.id, links) for side in game.ruleset.sides(None)),
        opener=hashed(token),
        typed=field_text(form, "dice") == "typed",
        policy=by_name(policies, policy, "automatic player").name if policy else next(iter(policies), ""),
        reasons=reasons,
        zero=zero,
        minutes=minutes,
        increment=increment,
        pause=whole(form, "pause", 0, 10, 0),
    )
    return setting, token


def _seat(game: RulesInForce, form: Fields, side: str, links: bool) -> SeatSetting:
    """Who plays a side, as the form has it."""
    chosen, _, policy = field_text(form, side).partition(":")
    who = field_one_of(Fields({side: chosen}), side, who_may_play(game, links), HERE)
    if policy and who == AUTOMATIC:
        policy = by_name(players(game.registry, game.ruleset.id), policy, "automatic player").name
    return SeatSetting.model_validate({"side": side, "who": who, "policy": policy if who == AUTOMATIC else ""})


def who_may_play(game: RulesInForce, links: bool) -> dict[str, str]:
    """Who may play a side of a game: nobody by itself without an automatic player, and no friend where one plays alone, or
    where no ``links`` lead.
    """
    without = {AUTOMATIC} if not players(game.registry, game.ruleset.id) else set()
    without |= {FRIEND} if len(game.ruleset.sides(None)) == 1 or not links else set()
    return {who: text for who, text in WHO.items() if who not in without}


async def _own(request: Request) -> Kept:
    """The game that a request is about, which the browser must have opened; it may be one that can be played no more."""
    kept, setting = await live_tables_of(request).kept(request.path_params["game"])
    if not _is_for_a_table(kept):
        raise UnknownNameError(f"There is no game {kept.name!r}.", what="game", name=kept.name, near=())
    held = setting or Setting()
    if not (unowned(request, held) or OPENER in seats_held(request, held)):
        raise HTTPException(403, "Only who opened the table may discard its game, or bring it back.")
    return kept


DISCARDING = discarding("game", "/game/{game}", _own)
ROUTES = (
    Route("/games", listed),
    Route("/games/new", new, methods=["POST"]),
    Route("/games/play", play, methods=["POST"]),
    Route("/games/first.svg", drawn),
    Route("/games/scenario/{name}.svg", drawn),
)
