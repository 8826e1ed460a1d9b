"""What may be bought after a mission, what it costs, and what stands against it. PST-3 to PST-12."""

from __future__ import annotations

from aqmf_air.core.play.ruleset import Objection
from aqmf_air.games.aces_of_valor.counters import SquadronMember
from aqmf_air.games.aces_of_valor.rules import points
from aqmf_air.games.aces_of_valor.squadron import against_tier, replacements, serving
from aqmf_air.games.aces_of_valor.state import Campaign, Purse

ONLY_PATCHES = Objection("AOV-PST-6", "points had for victory points buy repairs and replacements only")
ONLY_REPLACEMENTS = Objection("AOV-PST-7", "only replacements are due after a skipped mission")


def purse(game: Campaign) -> Purse:
    """What is left to be spent. Raises ValueError: nothing is spent now."""
    if game.purse is None:
        raise ValueError("no mission points are spent now")
    return game.purse


def missions_left(game: Campaign) -> int:
    """How many missions come after this one, those to be skipped left out. SCR-16, PST-7, ``skip_last``."""
    left = game.missions - game.number
    if game.rulings.skip_last == "fly" and left:
        return max(left - game.skip, 1)
    return max(left - game.skip, 0)


def next_flown(game: Campaign) -> int:
    """The number of the next mission that is flown, if any is."""
    return game.missions - missions_left(game) + 1


def repair_price(game: Campaign) -> int:
    """PST-8, EV-3."""
    return points.price("repair", game.tables, "EV-3" if game.effect("EV-3") else "")


def replacement_price(game: Campaign) -> int:
    """PST-9; those that come with a skipped mission are free."""
    return 0 if purse(game).free_replacements else points.price("replacement", game.tables)


def upgrade_price(game: Campaign) -> int:
    """PST-11, EV-4: the first is cheaper."""
    return points.price("upgrade", game.tables, "EV-4" if game.effect("EV-4") and not purse(game).upgrades else "")


def points_price(game: Campaign, n: int) -> int:
    """What ``n`` more victory points cost. PST-4."""
    had = purse(game).bought
    return points.vp_price(had + n, game.tables, game.rulings) - points.vp_price(had, game.tables, game.rulings)


def too_dear(game: Campaign, what: str, cost: int) -> Objection | None:
    """What is said if the points do not suffice; None: they do. PST-3."""
    left = purse(game).points
    if cost <= left or not cost:
        return None
    return Objection("AOV-PST-3", f"{what} costs {cost} MP, and {left} {'is' if left == 1 else 'are'} left")


def against_points(game: Campaign, n: int) -> Objection | None:
    """Why ``n`` more victory points cannot be bought; None: they can. PST-4."""
    now, most = purse(game), game.tables.number("vp-most")
    if now.only:
        return ONLY_PATCHES if now.only == "repair-replace" else ONLY_REPLACEMENTS
    if now.bought + n > most:
        return Objection("AOV-PST-4", f"at most {most} victory points are bought after a mission")
    return too_dear(game, f"{n} VP" if not now.bought else f"{n} VP more", points_price(game, n))


def against_repair(game: Campaign, one: SquadronMember) -> Objection | None:
    """Why an aircraft cannot be repaired. PST-8."""
    if purse(game).only == "replace":
        return ONLY_REPLACEMENTS
    if one.box != "recovery":
        return Objection("AOV-PST-8", f"{one.name} is not in Recovery")
    return too_dear(game, "a repair", repair_price(game))


def may_be_replaced(game: Campaign) -> bool:
    """Whether the squadron is short of fighters, and somebody may come. PST-9, GEN-11."""
    return len(serving(game)) < game.tables.number("squadron") and len(replacements(game)) > 0


def against_replacement(game: Campaign) -> Objection | None:
    """Why no replacement can be drawn. PST-9, PST-10."""
    most = game.tables.number("squadron")
    if len(serving(game)) >= most:
        return Objection("AOV-PST-9", f"the squadron has {most} fighters")
    if not len(replacements(game)):
        return Objection("AOV-PST-10", "no pilot is left in the pool, nor in the Lost box")
    if purse(game).only == "replace" and not purse(game).free_replacements:
        return Objection("AOV-PST-7", "the replacements for the skipped mission are used up")
    return too_dear(game, "a replacement", replacement_price(game))


def against_upgrade(game: Campaign, one: SquadronMember) -> Objection | None:
    """Why an aircraft cannot be upgraded. PST-11, PST-12, ``upgrade_limit``."""
    now = purse(game)
    if now.only:
        return ONLY_PATCHES if now.only == "repair-replace" else ONLY_REPLACEMENTS
    if now.upgrades and game.rulings.upgrade_limit == "one":
        return Objection("AOV-PST-11", "one aircraft is upgraded after a mission")
    return against_tier(game, one) or too_dear(game, "an upgrade", upgrade_price(game))


def _options_closed(game: Campaign) -> Objection | None:
    now = purse(game)
    if now.only == "replace":
        return ONLY_REPLACEMENTS
    if now.after_event:
        return Objection("AOV-PST-3", "this is chosen after a mission only")
    if now.total > 0:
        return Objection("AOV-PST-6", f"this is for a mission without mission points; this one brought {now.total}")
    return None


def to_patch(game: Campaign) -> bool:
    """Whether any aircraft can be repaired or replaced. PST-6."""
    return bool(game.in_box("recovery")) or may_be_replaced(game)


NOTHING_TO_PATCH = Objection("AOV-PST-6", "no aircraft can be repaired or replaced")


def against_giving_up(game: Campaign, n: int) -> Objection | None:
    """Why ``n`` victory points cannot be given up for mission points. PST-6, ``options_exclusive``, ``option1_use``."""
    now, most = purse(game), game.tables.number("forfeit-most")
    if closed := _options_closed(game):
        return closed
    if now.skipped and game.rulings.options_exclusive:
        return Objection("AOV-PST-7", "the next mission is skipped: no victory points are given up as well")
    if now.given_up + n > most:
        return Objection("AOV-PST-6", f"at most {most} victory points are given up")
    if n > game.vp:
        return Objection("AOV-PST-6", f"there are {game.vp} victory points")
    if game.rulings.option1_use == "repair-replace" and not to_patch(game):
        return NOTHING_TO_PATCH
    return None


def against_skipping(game: Campaign) -> Objection | None:
    """Why the next mission cannot be skipped. PST-7, ``options_exclusive``, ``skip_last``, ``skip_stacking``."""
    now = purse(game)
    if closed := _options_closed(game):
        return closed
    if now.skipped:
        return Objection("AOV-PST-7", "the next mission is skipped already")
    if now.given_up and game.rulings.options_exclusive:
        return Objection("AOV-PST-7", "victory points were given up: no mission is skipped as well")
    once_more = not (game.skip and game.rulings.skip_stacking == "once")
    if once_more and missions_left(game) < (2 if game.rulings.skip_last == "fly" else 1):
        return Objection("AOV-PST-7", "there is no mission left to be skipped")
    return None if to_patch(game) else NOTHING_TO_PATCH


def anything_to_spend(game: Campaign) -> bool:
    """Whether the player has any choice left before he is done."""
    mine = serving(game)
    whole = (against_points(game, 1), against_replacement(game), against_giving_up(game, 1), against_skipping(game))
    of_aircraft = (against(game, one) for against in (against_repair, against_upgrade) for one in mine)
    return None in whole or None in of_aircraft
