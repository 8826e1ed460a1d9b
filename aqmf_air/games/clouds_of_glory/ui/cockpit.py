"""What a piece's page says of an aircraft: its cockpit, its crew, and what is seen from it, in words."""

from __future__ import annotations

from collections.abc import Iterator

from aqmf_air.api import capitalised, plural, ui
from aqmf_air.api.geometry import SpacePose
from aqmf_air.games.clouds_of_glory.chapters.arcs import arc_of, bearing, in_template
from aqmf_air.games.clouds_of_glory.chapters.course import handling_of
from aqmf_air.games.clouds_of_glory.chapters.damage import impaired_by
from aqmf_air.games.clouds_of_glory.state import PILOT, CloudsGame, Craft, CrewMember, GunRow

LEVEL = 3.0
"""Degrees: a nose or wings nearer to the horizon are called level."""
LAST = 1 / 3
"""Of the strength of an aircraft: from here on its boxes are an alarm."""


def tracks(game: CloudsGame, craft: Craft) -> Iterator[ui.Track]:
    """The boxes of a panel: the speed dial, strength, ammunition, engines, wounds, re-rolls."""
    cockpit = game.cockpit(craft)
    steps = [step for step in cockpit.panel.steps if step >= cockpit.under_stall]
    reached = sum(step <= craft.speed for step in steps)
    beyond = " (beyond Top)" if craft.speed > cockpit.top else ""
    energy = cockpit.last_on_stall(craft.speed)
    stalls = "at stall speed" if energy >= 0 else "below stall speed"
    above = f"{energy} EU to the stall" if craft.speed > cockpit.stall else stalls
    yield ui.Track(
        "Speed", len(steps), reached, f"{craft.speed} km/h{beyond}; {above}", (1, 2),
        craft.speed <= cockpit.stall,
    )  # fmt: skip
    whole = cockpit.panel.strength
    lost = whole - max(0, craft.strength)
    yield ui.Track("Strength", whole, lost, f"{max(0, craft.strength)} of {whole} left", (), whole - lost <= LAST * whole)
    for row in craft.rows:
        yield _gun(game, craft, row)
    words = {"off": "shut down", "stopped": "has stopped", "dead": "dead"}
    if trouble := ", ".join(words[state] for state in craft.engines if state != "runs"):
        yield ui.Track("Engine", 0, said=trouble, alarm=True)


def _gun(game: CloudsGame, craft: Craft, row: GunRow) -> ui.Track:
    fed = next(gun.feed for gun in game.cockpit(craft).panel.guns if gun.name == row.name)
    full = max(2 * game.tables.boxes(fed), row.halves)
    words = [f"{row.halves / 2:g} of {full / 2:g} boxes left"] if row.halves else ["no ammunition"]
    words += [plural(row.working, "gun")] if row.guns != 1 else []
    words += [plural(row.spares, "magazine") + " beside it"] * bool(row.spares)
    words += [f"jammed: {plural(actions, 'action')} to repair" for actions in row.jams]
    words += ["silent this turn"] * (row.silent_to >= game.turn > 0)
    gaps = tuple(range(2, full, 2))
    return ui.Track(capitalised(row.name), full, full - row.halves, ", ".join(words), gaps, not row.halves or bool(row.jams))


def profile(game: CloudsGame, craft: Craft) -> Iterator[tuple[str, str]]:
    """The figures of a panel that hold now, with the bombs that it carries."""
    cockpit, handling = game.cockpit(craft), handling_of(game, craft)
    panel, (x, y, _) = cockpit.panel, craft.pose.place
    yield "Where", f"{x:.1f} from the west, {y:.1f} from the south, {craft.height}"
    yield "Lies", pose_words(craft.pose)
    yield "Speed", f"{craft.speed} km/h, {cockpit.band(craft.speed)}: {handling.reach:g} MU"
    yield "S, Top, M", f"{cockpit.stall}, {cockpit.top}, {panel.maximum} km/h"
    tighter = [f"{turn.letter} {turn.modifier:+d}, {-turn.energy} EU" for turn in cockpit.tighter(craft.speed, craft.wider)]
    yield "Turns", "; ".join((f"{handling.letters[0]} without a test", *tighter))
    yield "Tighter turns test", f"{cockpit.test_kind(craft.speed)} (from {panel.manoeuvring_speed} km/h on strength)"
    yield "Roll", f"{panel.roll:g} MU"
    yield "Throttle", f"sheds up to {panel.throttle} EU"
    if drag := cockpit.drag(craft.speed):
        yield "Wind drag", f"-{drag} EU"
    if harm := "; ".join(impaired_by(craft)):
        yield "Damage", harm
    if aboard := tuple(game.load(craft)):
        yield "Aboard", ", ".join(aboard)


def crew(game: CloudsGame, craft: Craft) -> Iterator[str]:
    """The men aboard, each in a line."""
    for man in craft.crew:
        role = "Pilot" if man.station == PILOT else f"Gunner, {man.station}"
        yield f"{role} {man.name}: {', '.join(_man(man))}"


def _man(man: CrewMember) -> Iterator[str]:
    if man.dead:
        yield "dead"
        return
    yield f"Awareness {man.skill('awareness')}, Flying {man.skill('flying')}, Gunnery {man.skill('gunnery')}"
    yield f"Fortitude {man.skill('fortitude')} of {man.fortitude}"
    yield f"Luck {man.luck}, {plural(man.rerolls, 're-roll')} left"
    if man.initiative:
        yield f"initiative {man.initiative}"


# -- words -------------------------------------------------------------------------------------------------------------


def pose_words(pose: SpacePose) -> str:
    """How an aircraft lies: ``heading 45, nose 30 up, banked 60 left``."""
    nose, bank = round(pose.nose), round(pose.bank)
    parts = [f"heading {round(pose.heading) % 360}"]
    if pose.vertical:
        return f"{parts[0]}, nose straight {'up' if nose > 0 else 'down'}"
    parts.append(f"nose {abs(nose)} {'up' if nose > 0 else 'down'}" if abs(nose) > LEVEL else "nose level")
    if abs(bank) <= LEVEL:
        parts.append("wings level")
    elif abs(bank) >= 180 - LEVEL:
        parts.append("on its back")
    else:
        over = ", past the vertical" if abs(bank) > 90 else ""
        parts.append(f"banked {abs(bank)} {'right' if bank > 0 else 'left'}{over}")
    return ", ".join(parts)


def seen_words(game: CloudsGame, craft: Craft, other: Craft) -> str:
    """Another aircraft as it is seen from one: ``7 MU, 5 o'clock, 3 below, banked left; I am in its side arc``."""
    parts = [f"{bearing(craft.pose, other.pose.place)}; {pose_words(other.pose)}, {other.speed} km/h"]
    if other.side != craft.side:
        parts.append(f"I am in its {arc_of(game, other, craft.pose.place)} arc")
        parts += ["before my guns"] * in_template(game, craft, other.pose.place)
        parts += ["I am before its guns"] * in_template(game, other, craft.pose.place)
    return f"{other.marking}: {'; '.join(parts)}"
