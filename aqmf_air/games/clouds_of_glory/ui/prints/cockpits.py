"""Cockpit panels to be played with: a dial, boxes for a pencil, and the energy disc to be pinned on the dial."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

from aqmf_air.api import DataError, Rulings, by_words, capitalised
from aqmf_air.api.ui import DAGGERS, SIGNS, Sheets, printed
from aqmf_air.games.clouds_of_glory import TITLE
from aqmf_air.games.clouds_of_glory.chapters.panels import Cockpit, cockpit
from aqmf_air.games.clouds_of_glory.sequence import CloudsRulings, InCloudsOfGlory
from aqmf_air.games.clouds_of_glory.state import PILOT, CloudsGame, Craft
from aqmf_air.games.clouds_of_glory.tables import BANDS, PanelRow, Tables, tables_in_force
from aqmf_air.games.clouds_of_glory.ui.prints.tables import turn_boxes

DOCUMENT = Path(__file__).with_name("cockpits.typ")
TIMES = "\N{MULTIPLICATION SIGN}"
MINUS = "\N{MINUS SIGN}"
LOSSES = 225
"""Degrees of the energy disc with marks of losses; a degree is 1 km/h on the dial."""
GAINS = 125
DIALS = (200, 340)
"""Km/h at the end of a dial that fits a panel."""
MOST_BOXES = 40
"""In a row."""
FIELDS = {
    "stall": "S", "top": "Top", "maximum": "M", "steps": "speed steps", "markers": "turn markers", "wind_drag": "wind drag",
    "tighter": "tighter turns", "station_gunnery": "Gunnery of stations", "spare_drums": "spare drums",
}  # fmt: skip
"""Lists on a panel that have no sign of their own, in a player's words."""


@printed("cockpits", "A panel with its energy disc for each type.", bars=True, pages=7, title="Cockpit panels")
def cockpits(ruleset: InCloudsOfGlory, rulings: Rulings) -> Sheets:
    """A panel of each type."""
    return panels_of((), cast("CloudsRulings", rulings))


def panels_of(names: Iterable[str], rulings: CloudsRulings) -> Sheets:
    """A panel of each of these types, as often as it is named; of all if none is. Raises UnknownNameError: no such type."""
    tables = tables_in_force()
    types = {panel.name: panel for panel in tables.panels}
    chosen = [by_words(types, name, "type of aircraft") for name in names] or [*types.values()]
    return _sheets("Cockpit panels", tables, [card(cockpit(panel.name, tables, rulings)) for panel in chosen])


def panels_of_game(game: CloudsGame) -> Sheets:
    """The panels of the aircraft of a fight, as they stand."""
    cards = [card(game.cockpit(craft), craft, game.load(craft)) for craft in game.craft]
    return _sheets("Cockpit panels", game.tables, cards, game.turn)


def _sheets(title: str, tables: Tables, cards: Sequence[dict[str, Any]], turn: int = 0) -> Sheets:
    about = {"title": title, "imprint": TITLE, "end": _dial_end(tables), "turns": turn_boxes(tables), "signs": SIGNS}
    return Sheets(DOCUMENT, {**about, "turn": turn, "cards": cards})


def card(flown: Cockpit, craft: Craft | None = None, load: Iterable[str] = ()) -> dict[str, Any]:
    """A panel as ``cockpits.typ`` reads it; of an aircraft: with what it has lost, and has aboard. ICOG-2.1.2-a."""
    panel = flown.panel

    def signed(field: str, text: str) -> str:
        return text + DAGGERS[panel.standing_of(field)]

    outs = "/".join(map(str, panel.engine_out))
    bombs = panel.bombs if panel.bombs <= MOST_BOXES else 0  # none, if there is no room for their boxes
    return {
        "name": panel.name,
        "who": f"{capitalised(craft.marking)} · {craft.pilot.name} · {craft.fate or f'{craft.speed} km/h'}" if craft else "",
        "now": (f"{craft.speed}", f"{craft.pose.place[2]:.1f}") if craft and not craft.fate else (),
        "dial": dial(flown),
        "figures": [
            (signed("roll", f"{panel.roll:g}"), "MU", "Roll"),
            (signed("throttle", str(panel.throttle)), "EU", "Throttle"),
            (signed("engine_out", outs), "EU", "Engine out"),
            (signed("flying", _sign(panel.flying)), "", "Flying"),
            (signed("gunnery", _sign(panel.gunnery)), "", "Gunnery"),
            (signed("manoeuvring_speed", str(panel.manoeuvring_speed)), "", "Manoeuvring"),
        ],
        "tighter": [
            (str(n), _sign(flown.tables.tighter_modifier(n)), f"{MINUS}{panel.tighter[n - 1]}")
            for n in range(1, flown.tables.most_tighter + 1)
        ],
        "tested": _tested(flown),
        "strength": (
            signed("strength", str(panel.strength)),
            panel.strength,
            panel.strength - craft.strength if craft else 0,
        ),
        "reduction": signed("reduction", f"damage {MINUS}{panel.reduction}") if panel.reduction else "",
        "guns": [*_guns(panel, flown.tables, craft)],
        "bombs": (signed("bombs", f"{panel.bombs} bombs"), bombs, max(bombs - craft.bombs, 0) if craft else 0),
        "aboard": ", ".join(load),
        "damage": [*_damage(panel, craft)],
        "wider": craft.wider if craft else 0,
        "losses": ", ".join(loss.dice for loss in craft.losses) if craft else "",
        "notes": [*_notes(flown), *_physical(flown)],
        "standings": _standings(panel),
        "disc": disc(flown) if flown.rulings.energy_scale == "examples" else None,
    }


def _dial_end(tables: Tables) -> int:
    end = tables.measure("dial-end")
    if not DIALS[0] <= end <= DIALS[1]:
        raise DataError(f"table measures, dial-end: expected {DIALS[0]} to {DIALS[1]} km/h, got {end:g}", path="measures")
    return int(end)


def _sign(value: int) -> str:
    return f"{value:+d}".replace("-", MINUS) if value else "0"


def dial(flown: Cockpit) -> dict[str, Any]:
    """Speeds of the airspeed indicator. ICOG-2.1.1-a to ICOG-2.1.1-l."""
    panel, tables = flown.panel, flown.tables
    step = int(tables.measure("step-above-top"))
    end = _dial_end(tables)
    speeds = range(end + 1)
    bands = [(band, [speed for speed in speeds if flown.band(speed) == band]) for band in BANDS]
    zones = [panel.top, *(to for to, _ in panel.wind_drag)]
    return {
        "steps": panel.steps,
        "beyond": [*range(panel.top - panel.top % step + step, min(panel.maximum, end) + 1, step)],
        "markers": [(to, flown.wider(letter, 0)) for to, letter in panel.markers if to <= end],
        "bands": [(band, within[0], within[-1]) for band, within in bands if within],
        "drag": [
            (low, high, str(eu).replace("-", MINUS))
            for (low, high), (_, eu) in zip(pairwise(zones), panel.wind_drag, strict=True)
        ],
        "stall": panel.stall,
        "top": panel.top,
        "maximum": panel.maximum,
        "manoeuvring": panel.manoeuvring_speed,
        "red": [speed for speed in (panel.stall_with_bombs, panel.top_with_bombs) if speed],
    }


def disc(flown: Cockpit) -> dict[str, Any]:
    """Where the marks of the energy disc are, in km/h from the needle. ICOG-2.1.1-g."""
    row = flown.tables.disc(flown.panel)
    losses = [-row.moved(-energy) for energy in range(1, LOSSES)]
    gains = [row.moved(energy) for energy in range(1, GAINS)]
    return {
        "sign": DAGGERS[row.standing],
        "tells": f"Net EU: the needle falls {' '.join(f'{away:g}' for away in row.left[:10])} km/h for the first "
        f"{min(len(row.left), 10)}, rises {row.right_each:g} for each, then goes up to the next step"
        f"{DAGGERS[row.standing]}.",
        "losses": [away for away in losses if away <= LOSSES],
        "gains": [away for away in gains if away <= GAINS],
    }


def _physical(flown: Cockpit) -> Iterator[str]:
    """What a net loss does to the needle without a disc. ICOG-2.1.1-g, ``energy_scale``."""
    if flown.rulings.energy_scale == "physical":
        for speed in [step for step in flown.panel.steps if step > flown.stall][::2]:
            after = " ".join(str(flown.after(speed, -energy).speed) for energy in range(1, 9))
            yield f"Net {MINUS}1 to {MINUS}8 EU at {speed}: {after}."


def _tested(flown: Cockpit) -> str:
    """What tests a tighter turn. ICOG-2.1.1-j."""
    flying = flown.test_kind(flown.panel.manoeuvring_speed) == "flying"
    return f"to {flown.panel.manoeuvring_speed}{'' if flying else ', not at it'}: Flying · above: strength"


def _guns(panel: PanelRow, tables: Tables, craft: Craft | None) -> Iterator[dict[str, Any]]:
    """A row of boxes for each row of guns. ICOG-2.1.2-d."""
    left = {row.name: row for row in craft.rows} if craft else {}
    spares = panel.spare_drums or (0,) * len(panel.guns)
    for gun, spare in zip(panel.guns, spares, strict=True):
        boxes, now = tables.boxes(gun.feed), left.get(gun.name)
        sets = [boxes] * (1 + spare) if boxes * (1 + spare) <= MOST_BOXES else []
        gone = 2 * boxes * max(spare - now.spares, 0) + max(2 * boxes - now.halves, 0) if now else 0
        if craft and not now:
            continue  # nobody sits there
        station = f"{gun.station}, {_sign(panel.gunnery_of(gun.station))}" if gun.station else PILOT
        name = f"{gun.number} {TIMES} {gun.name}" if gun.number > 1 else gun.name
        sign = DAGGERS[panel.standing_of("guns")]
        yield {"name": capitalised(name) + sign, "about": station, "sets": sets, "gone": gone}


def _damage(panel: PanelRow, craft: Craft | None) -> Iterator[tuple[str, bool]]:
    """What there is a box for, and whether it is crossed."""
    yield "gear", bool(craft and not craft.undercarriage)
    yield "fire", bool(craft and craft.fire)
    yield "forced home", bool(craft and craft.home)
    for number in range(1, len(panel.engine_out) + 1):
        name = f"engine {number}" if len(panel.engine_out) > 1 else "engine out"
        yield name, bool(craft and craft.engines[number - 1] != "runs")


def _notes(flown: Cockpit) -> Iterator[str]:
    panel = flown.panel
    reds = (("S", panel.stall_with_bombs, "stall_with_bombs"), ("Top", panel.top_with_bombs, "top_with_bombs"))
    if marks := [f"{name} {speed}{DAGGERS[panel.standing_of(field)]}" for name, speed, field in reds if speed]:
        yield f"With bombs: {', '.join(marks)} (hollow marks)."
    if panel.stations:
        arcs = [f"{place.name}: {' and '.join(arc.replace('-', ' ') for arc in place.arcs)}" for place in panel.stations]
        yield f"Arcs of {'; '.join(arcs)}{DAGGERS[panel.standing_of('stations')]}."


def _standings(panel: PanelRow) -> str:
    """Of the lists, which have no room for signs; what is not named is stated."""
    by_sign: dict[str, list[str]] = {}
    for field, words in FIELDS.items():
        if getattr(panel, field) and (sign := DAGGERS[panel.standing_of(field)].strip()):
            by_sign.setdefault(sign, []).append(words)
    return "; ".join(f"{', '.join(words)} {sign}" for sign, words in by_sign.items())
