"""What the page of a ledger shows: both forces, what is due, the log, luck; and a claim: its form, its odds, its dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from dataclasses import replace as changed
from fractions import Fraction
from typing import Any, cast
from urllib.parse import urlencode

from starlette.datastructures import QueryParams

from aqmf_air import api
from aqmf_air.api.geometry import ARCS
from aqmf_air.api.ui import APP, Fields, LiveTable, field_text, played
from aqmf_air.games.martian_front.chapters.damage import UNHARMED, TripodDamaged
from aqmf_air.games.martian_front.chapters.damaged_weapons import wild_weapons
from aqmf_air.games.martian_front.chapters.deployment import Bombardment, bombards
from aqmf_air.games.martian_front.chapters.morale import FAIL, must_test
from aqmf_air.games.martian_front.chapters.orders import FrontRules, aimed_by, enemies
from aqmf_air.games.martian_front.chapters.possible_orders import possible_orders
from aqmf_air.games.martian_front.chapters.to_hit import spelled
from aqmf_air.games.martian_front.chapters.turn import LOST
from aqmf_air.games.martian_front.ledger.claims import LAMED, ROUTED, Claim, Explosion, Fire, UnitClaim
from aqmf_air.games.martian_front.ledger.ruleset import Ledger, LedgerSetup
from aqmf_air.games.martian_front.ledger.upkeep import Correct, phase_title, steadying, supplies_of
from aqmf_air.games.martian_front.state import HIDDEN, STUNNED, ActKind, Game, PhasePart, Unit, opponent, phases
from aqmf_air.games.martian_front.tables import SIDES, covers
from aqmf_air.games.martian_front.ui.drawing.pieces import Looks, looks_of
from aqmf_air.games.martian_front.ui.queries.turn import armor_lost, effects, fates

Given = Fields | QueryParams
LINES, DROPS, DROP_LINES = 8, 3, 4
"""Lines of a form about who is under a template; templates of one form for bombs, and lines for each."""
NOT_OF_A_CLAIM = ("roll", "entries", "armed", "all", "moved", "done", "out")
"""Fields of an address that are no part of a claim."""
MOST_FIELD = 200


class WildShot(Fire):
    """The shot of a weapon that was hit, by who has the say over it; it is logged as any other."""

    do, deed, rank = "wild", "Fire a weapon that was hit", 1

    @classmethod
    def weapons(cls, game: Game, unit: Unit, rules: FrontRules) -> Sequence[str]:
        """Those that were hit, and rolled for."""
        return [weapon for weapon in wild_weapons(unit) if aimed_by(game, unit.id, weapon)]

    @classmethod
    def targets(cls, game: Game, unit: Unit) -> Sequence[Unit]:
        """Anybody but itself."""
        return [target for target in game.units if target.id != unit.id and not target.has(HIDDEN)]


def rules_of(session: api.Session[Game]) -> Ledger:
    """The rules that a ledger is kept under."""
    return cast("Ledger", session.ruleset)


def kinds(rules: Ledger) -> dict[str, type[Claim]]:
    """Every kind of claim, what plugins add among them, the likeliest first; by what pages call them."""
    claims: list[type[Claim]] = [WildShot, *(order for order in rules.orders if issubclass(order, Claim))]
    return {claim.do: claim for claim in sorted(claims, key=lambda claim_type: claim_type.rank)}


# -- what a unit may do ---------------------------------------------------------------------------------------------------


def offered(session: api.Session[Game], unit: Unit) -> tuple[list[type[Claim]], list[type[Claim]]]:
    """The claims that a unit may make now, the likeliest first; then those that only the phase is against."""
    game, rules = session.state, rules_of(session)
    if not game.in_play(unit.id):
        return [*([Explosion] if game.type_of(unit).kind == "tripod" else []), Correct], []

    def judged(claim: api.Command) -> Sequence[api.Objection]:  # players may overrule what only the phase is against
        return rules.objections(game, api.replace(claim, overruled=True), unit.side)

    commands = [claim for possible in possible_orders(rules, game, unit, judged) for claim in possible.allowed[:1]]
    now = {type(claim) for claim in commands if not any(rules.untimely(game, claim))}
    able = [kind for kind in kinds(rules).values() if kind in map(type, commands)]
    timely = [WildShot] * bool(WildShot.weapons(game, unit, rules.rules)) + [kind for kind in able if kind in now]
    timely.sort(key=lambda kind: not kind.due(game, unit))
    return [*timely, Correct], [kind for kind in able if kind not in now]


def comes_next(game: Game, unit: Unit, otherwise: Sequence[type[Claim]]) -> tuple[str, str]:
    """The next phase in which a unit does some of what this phase is against, and what that is; both empty: in none."""
    places = {phase.id: place for place, phase in enumerate(phases())}
    for name, title in later_phases(game):
        then = api.replace(game, phase=places[name])
        timings = {kind.deed: (kind.claimed or kind).timing for kind in otherwise if issubclass(kind, UnitClaim)}
        deeds = [deed for deed, timing in timings.items() if timing.parts and timing.fits(then)]
        if deeds and unit.side in then.active:
            return title, api.in_a_row([deed.lower() for deed in deeds])
    return "", ""


def form_of_claim(session: api.Session[Game], unit: Unit, do: str) -> dict[str, Any]:
    """What the form of a kind of claim has to offer; nothing, if units make no such claim."""
    game, rules = session.state, rules_of(session)
    kind = kinds(rules).get(do)
    if kind is None or not issubclass(kind, UnitClaim):
        return {}
    mounts, weapons = game.type_of(unit).weapons, kind.weapons(game, unit, rules.rules)
    return {
        "parts": set(kind.model_fields),
        "lines": LINES,
        "drop_lines": DROP_LINES,
        "covers": list(covers()),
        "shelter": [(cover, cover) for cover in covers()],
        "weapons": weapons,
        "arms": [(weapon, weapon or "its legs") for weapon in weapons],
        "targets": [(target.id, game.called(target.id)) for target in kind.targets(game, unit)],
        "likely": [(foe.id, game.called(foe.id)) for foe in (game.units if kind is Explosion else enemies(game, unit.side))],
        "touchable": [
            (side, [touchable for touchable in game.units if touchable.side == side and not touchable.has(HIDDEN)])
            for side in (opponent(unit.side), unit.side)
        ],
        "arcs": list(ARCS) if do == Fire.do and any(mount.arcs for mount in mounts) else [],
        "bombards": any(bombards(mount.weapon) for mount in mounts) and Bombardment.timing.fits(game),
        "droppers": list(kind.loads(game, unit))[:DROPS],
        "squad": steadying(game, unit) is not None,
        "counted": "elements" if game.type_of(unit).elements > 1 else "armor",
        "by_hand": by_hand(game, unit),
        "loads": list(supplies_of(game, unit)),
        "called": game.called,
    }


def filled(session: api.Session[Game], unit: Unit | None, query: Given) -> dict[str, Any]:
    """The form of the claim that an address makes about a unit, and what is filled in in it."""
    marks = [mark.name for mark in unit.marks] if unit else []
    return {
        "form": form_of_claim(session, unit, field_text(query, "do")) if unit else {},
        "fields": {name: value[:MOST_FIELD] for name, value in query.items()},
        "ticked": query.getlist("marks") if field_text(query, "written") else marks,
    }


def by_hand(game: Game, unit: Unit) -> list[str]:
    """What can hold for a unit, and be written by hand: only tripods are stunned or lamed, only humans run."""
    kind, hidden = game.type_of(unit), [HIDDEN] if unit.has(HIDDEN) else []
    return [*([STUNNED, LAMED] if kind.kind == "tripod" else [ROUTED] if kind.side == "human" else []), *hidden]


def later_phases(game: Game) -> list[tuple[str, str]]:
    """The phases that can be gone to, from here to this one in the next turn: the id, and what it is called."""
    listed = [phase.id for phase in phases() if not phase.once and phase.part is not PhasePart.INITIATIVE]
    at = listed.index(game.now.id) + 1 if game.now.id in listed else 0
    return [(phase, phase_title(game, phase)) for phase in (*listed[at:], *listed[:at])]


# -- from fields to claims ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ClaimAsked:
    """A claim of a ledger as it stands, and the side that makes it."""

    session: api.Session[Game]
    command: Claim
    by: str

    @property
    def objections(self) -> Sequence[api.Objection]:
        """What the rules have against it."""
        return self.session.ruleset.objections(self.session.state, self.command, self.by)

    def decided(self, dice: api.Dice) -> Any:
        """The rule that decides it."""
        return self.session.ruleset.decide(self.session.state, self.command, dice)


def claim_of(session: api.Session[Game], fields: Given) -> ClaimAsked | None:
    """The claim that the fields of a form make, each called as the claim's own; None while one is missing that it needs.

    Raises:
        DataError: there is no such kind of claim.
        InvalidCommandError: the claim cannot be read.
        UnknownNameError: there is no such unit.
    """
    game, rules, do = session.state, rules_of(session), field_text(fields, "do")
    if not do:
        return None
    if (kind := kinds(rules).get(do)) is None:
        raise api.DataError(f"do: expected one of {', '.join(kinds(rules))}, got {do[:40]!r}", key="do")
    values: dict[str, Any] = {name: field_text(fields, name) for name in kind.model_fields if name != "type"}
    if issubclass(kind, UnitClaim):
        of_unit = _of_unit(rules, game, game.unit(values["unit"]), kind, fields)
        values |= {name: value for name, value in of_unit.items() if name in values}
    needed = [name for name, field in kind.model_fields.items() if field.is_required() or name == "under"]
    if not all(values[name] for name in needed) or (kind is Correct and not field_text(fields, "written")):
        return None
    values = {name: value for name, value in values.items() if value not in ("", None)}
    command = cast("Claim", rules.codec.command({"type": kind.type_name(), **values}, "this claim"))
    return ClaimAsked(session, command, command.by(game))


def _of_unit(rules: Ledger, game: Game, unit: Unit, kind: type[UnitClaim], fields: Given) -> dict[str, Any]:
    """What fields say that are not called as those of the claim, or need to be seen beside the unit."""
    weapons, weapon = kind.weapons(game, unit, rules.rules), field_text(fields, "weapon")
    marks = {name: (name in fields.getlist("marks"), unit.has(name)) for name in by_hand(game, unit)}
    first = "d1" if field_text(fields, "together") else ""
    loads = list(enumerate(kind.loads(game, unit), 1))
    drops = [(at, *drop, _touched(fields, first or f"d{at}", DROP_LINES)) for at, drop in loads]
    supplies = [(field_text(fields, f"load{at}"), *supply) for at, supply in enumerate(supplies_of(game, unit), 1)]
    return {
        "weapon": weapon if weapon in weapons else next(iter(weapons), ""),
        "wild": kind is WildShot,
        "under": _touched(fields, "", LINES),
        "drops": [
            {
                "aircraft": name,
                "under": under,
                **{bomb: field_text(fields, f"d{at}{bomb}") or most for bomb, most in left.items()},
            }
            for at, name, left, under in drops[:DROPS]
            if under
        ],
        "apart": not field_text(fields, "same"),
        "marks": [name for name, (on, _) in marks.items() if on] if any(on != was for on, was in marks.values()) else None,
        "supplies": [
            {"element": element, "weapon": name, "left": remaining}
            for remaining, element, name, left, _ in supplies
            if remaining not in ("", str(left))
        ],
    }


def _touched(fields: Given, before: str, lines: int) -> list[dict[str, Any]]:
    """Who is under a template, as the lines of a form say; lines without a unit say nothing."""
    called = {"unit": "on", "elements": "n", "cover": "in"}
    rows = [{name: field_text(fields, f"{before}{at}{line}") for name, at in called.items()} for line in range(1, lines + 1)]
    return [{name: value for name, value in row.items() if value} for row in rows if row["unit"]]


# -- a claim as a page shows it -------------------------------------------------------------------------------------------


def claimed(session: api.Session[Game], query: QueryParams) -> dict[str, Any]:
    """The claim that an address makes: what it takes, its exact odds, the dice so far, and what they come to."""
    game, rules = session.state, rules_of(session)
    shown: dict[str, Any] = {"do": field_text(query, "do"), "kept": kept(query), "again": address(query, [])}
    shown |= dict.fromkeys(("asked", "takes", "dice")) | dict.fromkeys(("fault", "agree", "back"), "")
    shown |= dict.fromkeys(("objections", "untimely", "came"), ())
    try:
        if (claim := claim_of(session, query)) is None:
            return shown
        objections, untimely = claim.objections, tuple(rules.untimely(game, claim.command))
        if objections and set(objections) <= set(untimely):  # nothing but the phase is against it
            shown["agree"] = urlencode([*kept(query), ("overruled", "yes")])
        shown |= {"asked": claim, "objections": objections, "untimely": () if objections else untimely}
        if not objections:
            dice = played(claim.decided, query.getlist("roll"), rules.spell)
            back = address(query, dice.written[:-1]) if dice.rolls else ""
            came = api.lines_of(rules, dice.outcome, game) if dice.need is None else ()
            shown |= {"takes": _takes(session, claim.command), "dice": dice, "back": back, "came": came}
    except api.AqmfError as fault:
        shown |= {"fault": str(fault), "asked": None}
    return shown


def _takes(session: api.Session[Game], command: Claim) -> dict[str, Any] | None:
    """The numbers to roll with their reasons, and the exact odds: of the question, and of every tripod."""
    game, rules = session.state, rules_of(session)
    if not (questions := rules.questions(game, command)):
        return None
    question, lines, also = questions[0], list[api.Line](), list[tuple[str, Fraction]]()
    if all(isinstance(outcome, bool) for outcome in question.odds()):
        question = changed(question, view=lambda outcome: "yes" if outcome else "no")
    rolled = api.Line("rolled", "What comes of it", question)
    summary, machines = api.Summary(rolled.odds) if rolled.of_numbers else None, list[tuple[str, Fraction, Fraction]]()
    prospects = command.prospects(game, rules.rules)
    for name, ends in prospects:
        machine, called = game.unit(name), game.called(name)
        if game.type_of(machine).kind == "tripod":
            with suppress(api.EnumerationLimitError):
                armor = game.type_of(machine).armor - machine.elements[0].armor_lost
                fate, lost = fates(ends, armor)[0], armor_lost(ends, armor)
                lines += [changed(line, title=f"{called}: {line.title.lower()}") for line in (fate, lost) if line.odds]
                machines.append((called, 1 - fate.odds[UNHARMED], api.Summary(lost.odds).mean))
                also += [(effect.name.replace("it", called, 1), effect.chance) for effect in effects(ends) if effect.chance]
    settled = bool(machines) and len(prospects) == 1 and rolled.odds.weights.keys() <= {0, 1}  # its fate says as much
    lines = lines if settled else [rolled, *lines]
    needs = [(target, spelled(target)) for target in question.targets]
    shown = {"needs": needs, "summary": summary, "lines": lines, "also": also, "machines": machines, "told": settled}
    return {"title": question.title, **shown}


def kept(fields: Given) -> list[tuple[str, str]]:
    """The fields of a claim, for the forms that carry it on."""
    return [(name, str(value)[:MOST_FIELD]) for name, value in fields.multi_items() if value and name not in NOT_OF_A_CLAIM]


def address(fields: Given, rolls: Sequence[str]) -> str:
    """The query of a page about this claim with these rolls."""
    return urlencode([*kept(fields), *(("roll", roll) for roll in rolls)])


# -- how the game stands -----------------------------------------------------------------------------------------------


def setup_of(session: api.Session[Game]) -> LedgerSetup:
    """What a ledger began with."""
    return cast("LedgerSetup", session.header.setup)


def forces(session: api.Session[Game]) -> list[dict[str, Any]]:
    """Both sides as they stand, the one that acts now first."""
    game, setup = session.state, setup_of(session)
    looks, now = looks_of(rules_of(session).registry), {unit.id: unit for unit in (*game.fallen, *game.units)}
    made = []
    for side, name in zip(SIDES, setup.lists, strict=True):
        units = [now[unit.id] for unit in setup.units if unit.side == side]
        points = [game.type_of(unit).points for unit in units]
        left = [game.type_of(unit).points for unit in units if game.in_play(unit.id)]
        rows = [_row(game, unit, looks) for unit in units]
        counts = {what: _sum(row for row in rows if row["counted"] == what) for what in ("elements", "Armor")}
        about: dict[str, Any] = {"side": side, "name": name, "points_left": sum(left), "points": sum(points)}
        made.append({**about, "rows": rows, "counts": {what: sums for what, sums in counts.items() if sums[1]}})
    return made if game.order[0] == SIDES[0] else made[::-1]


def _sum(rows: Iterable[dict[str, Any]]) -> tuple[int, int]:
    """How much is left of units, and how much they began with."""
    counted = [(row["left"], row["most"]) for row in rows]
    return sum(left for left, _ in counted), sum(most for _, most in counted)


def _row(game: Game, unit: Unit, looks: Looks) -> dict[str, Any]:
    """A unit as it stands: what is left of it, what holds for it (``tags``), and what is so as a rule (``notes``)."""
    kind, there = game.type_of(unit), game.in_play(unit.id)
    machine = kind.kind == "tripod"
    left = (kind.armor - unit.elements[0].armor_lost if machine else len(unit.elements)) if there else 0
    gone = "" if there else next((how for how in LOST if unit.has(how)), "gone")
    most, counted = (kind.armor, "Armor") if machine else (kind.elements, "elements")
    tags, notes = (list(words_of(game, unit, looks)) if there else [] for words_of in (_tags, _notes))
    return {"id": unit.id, "left": left, "most": most, "counted": counted, "tags": tags, "notes": notes, "gone": gone}


def _tags(game: Game, unit: Unit, looks: Looks) -> Iterator[str]:
    if unit in must_test(game):
        yield "morale due"
    yield from looks.conditions(unit, game.turn)
    yield from (f"{weapon} hit" for weapon in wild_weapons(unit))


def _notes(game: Game, unit: Unit, looks: Looks) -> Iterator[str]:
    kind, loads = game.type_of(unit), Counter[str]()
    look = looks.of(kind)
    if (state := look.state(unit, kind)) in look.ringed:
        yield f"{look.verb} {state}"
    if any(done.by == unit.id and done.kind in (ActKind.FIRE, ActKind.SWEEP) for done in game.acted):
        yield "has fired"
    for _, weapon, left, _ in supplies_of(game, unit):
        loads[weapon] += left
    yield from (f"{n} {weapon.lower()}{'' if n == 1 or weapon.endswith('s') else 's'}" for weapon, n in loads.items())


def due(session: api.Session[Game]) -> list[tuple[str, str, str, str]]:
    """What the claims say that the rules ask for, and wrecks that blew up in the last entry: words, unit, kind, rule."""
    game, last = session.state, session.history[-1:]
    explosions = [
        (f"{event.unit} explodes: who is within 3 inches?", event.unit, Explosion.do, "HOST-TRIPOD-2")
        for event in (last[0].events if last else ())
        if isinstance(event, TripodDamaged) and event.exploded
    ]
    claims = [order for order in rules_of(session).orders if issubclass(order, Claim)]
    claimed = ((claim, unit, claim.due(game, unit)) for claim in claims for unit in game.units)
    return [
        *explosions,
        *((objection.reason, unit.id, claim.do, objection.rule) for claim, unit, objection in claimed if objection),
    ]


def about_of(session: api.Session[Game]) -> list[int]:
    """Of every entry of the log the position of the order that it is about: itself, or what it took back or put back."""
    history = api.History[int]()
    return [history.note(entry.kind, entry.position) for entry in session.entries]


def log(table: LiveTable) -> list[dict[str, Any]]:
    """Every entry as it was told, the last first; what was taken back stays. ``of`` is the entry that one is about."""
    session, chronicle, made = table.session, table.chronicle.of(""), []
    for entry, about, line in zip(session.entries, about_of(session), chronicle, strict=True):
        lines = line["lines"]
        if stepped := {"undo": "taken back", "redo": "put back"}.get(entry.kind):
            words = "; ".join(chronicle[about]["lines"]) or "nothing to tell of"
            lines = [f"Entry {about + 1} is {stepped}: {words}"]
        elif isinstance(entry.command, Claim) and entry.command.overruled:
            lines = [*lines, "Out of its phase, as the players agreed."]
        here, counts = any(roll.by == APP for roll in entry.rolls), entry.kind == "command" and not line["undone"]
        made.append({**line, "number": entry.position + 1, "of": about + 1, "lines": lines, "here": here, "counts": counts})
    return made[::-1]


def taking_back(table: LiveTable, number: int) -> dict[str, Any] | None:
    """What taking an entry back leads to, in words: what stays, what comes of it then, and what falls with it."""
    if (out := api.taken_out(table.session, number - 1)) is None:
        return None
    lines = {line["number"]: line["lines"] for line in log(table)}

    def row_of(entry: api.Entry) -> dict[str, Any]:
        return {"number": entry.position + 1, "lines": lines[entry.position + 1], "now": []}

    stay = []
    for stays in out.stay:
        now = api.lines_of(table.session.ruleset, stays.events, stays.before)
        stay.append({**row_of(stays.entry), "now": now if stays.events != stays.entry.events else []})
    return {**row_of(out.order), "stay": stay, "fall": [row_of(entry) for entry in out.fall]}


def luck(session: api.Session[Game]) -> list[tuple[str, api.Luck, api.Luck]]:
    """Each side's damaging hits and the tests that it stood, against what it could expect, over all entries that count."""
    rolled: dict[tuple[str, str], list[Any]] = {(side, what): [] for side in SIDES for what in ("hits", "tests")}
    state = session.ruleset.initial(session.header.setup)
    for entry in session.history:
        what = entry.command.luck if isinstance(entry.command, Claim) else ""
        for question in session.ruleset.questions(state, entry.command)[:1] if entry.command and what else ():
            odds, came = question.odds(), question.of(entry.events) if question.of else 0
            if what == "tests":
                odds, came = odds.map(lambda end: int(end != FAIL)), came != FAIL
            rolled[entry.by, what].append((odds, int(came)))
        state = session.ruleset.after(state, entry.events)
    return [(side, api.luck_of(rolled[side, "hits"]), api.luck_of(rolled[side, "tests"])) for side in SIDES]
