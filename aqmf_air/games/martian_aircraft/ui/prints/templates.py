"""What is printed for aircraft: the turning gauge, arcs, sticks, tape and field of fire, to scale; and their play aid."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import cast

from aqmf_air.api import Rulings, package_file
from aqmf_air.api.geometry import ARC_WIDTH, Pose, Turn, fire_arc
from aqmf_air.api.ui import Drawing, PanelGlossary, PanelTable
from aqmf_air.games.martian_aircraft import state
from aqmf_air.games.martian_aircraft.chapters.movement import allowance, gauge_of
from aqmf_air.games.martian_aircraft.chapters.scouting import to_discover, to_spot
from aqmf_air.games.martian_aircraft.chapters.suicide_run import modifiers, ramming_weapon
from aqmf_air.games.martian_aircraft.designs.pricing import points_table
from aqmf_air.games.martian_aircraft.tables import AircraftRulings, aircraft_rulings
from aqmf_air.games.martian_front import api as front

ABOARD = range(4)
"""Bombs that the table of suicide runs goes to, and that are dropped together."""


def _moves() -> PanelTable:
    """AIR-MOVE-2."""
    moves = list(map(allowance, sorted({band.speed for band in points_table().band})))
    return PanelTable(
        ["Speed", *(front.printed_inches(move.maximum) for move in moves)],
        [["a move, at least", *(front.printed_inches(move.minimum) for move in moves)]],
    )


def _turns(rulings: Rulings) -> PanelTable:
    """AIR-MOVE-4."""
    turns = (30, 45, 60, 90, 180, 360)
    cost = gauge_of(state.figures()["base diameter"], aircraft_rulings(rulings)).cost
    return PanelTable(
        ["Turn", *(f"{turn}°" for turn in turns)],
        [["costs", *(front.printed_inches(cost(Turn(turn, "right"))) for turn in turns)]],
    )


def _bombs() -> PanelTable:
    """AIR-BOMB-4, AIR-BOMB-6."""
    together = ABOARD[1:]
    rows = []
    for name in (state.LIGHT_BOMB, state.MEDIUM_BOMB):
        bomb = state.weapons()[name]
        assert bomb.barrage is not None  # bombs lay templates
        ratings = [front.joint_rating(bomb.barrage, number) for number in together]
        sizes = [f"{front.printed_inches(front.template_sizes()[rating])}, Barrage {rating}" for rating in ratings]
        rows.append([name, f"{bomb.power:+d}", *sizes])
    return PanelTable(["Together", "Power", "1 bomb", *(f"{number} bombs" for number in together[1:])], rows)


def _crash() -> PanelTable:
    """AIR-RUN-3."""
    powers = [f"{ramming_weapon(bombs).power:+d}" for bombs in ABOARD]
    return PanelTable(["Bombs aboard", *map(str, ABOARD)], [["Power of the crash", *powers]])


def _wording(ruleset: front.AllQuiet, rulings: Rulings) -> PanelGlossary:
    tests = [front.Nerve("", state.KIND, lost, 1) for lost in (1, 2)]
    needs = [f"{test.lost} lost {front.to_pass(test, modifiers('morale', test)).total}+" for test in tests]
    worked_out = {
        "to discover": front.test_said(to_discover()),
        "to spot": front.test_said(to_spot(False)),
        "to spot by radio": front.test_said(to_spot(True)),
        "tests of aircraft": ", ".join(needs),
    }
    turns = partial(_turns, rulings)
    tables: dict[str, Callable[[], PanelTable]] = {"moves": _moves, "turns": turns, "bombs": _bombs, "crash": _crash}
    return PanelGlossary(front.figure_of(state.figures(), worked_out), tables, ruleset.register, rulings)


PANELS = (front.AidWords(package_file(__package__, "data/aid.toml"), _wording),)


# -- templates ---------------------------------------------------------------------------------------------------------


ARCS_ACROSS = 4.5
"""Inches across the disc of the four arcs; the rules give it no size."""


def _rulings(terms: front.TemplateTerms) -> AircraftRulings:
    return cast("AircraftRulings", terms.rulings)


def _base(terms: front.TemplateTerms) -> float:
    """Inches across an aircraft's base."""
    return state.figures()["base diameter"] if terms.base is None else terms.base


def _gauge(terms: front.TemplateTerms) -> Iterable[Drawing]:
    """AIR-MOVE-4."""
    figures, cost = state.figures(), gauge_of(_base(terms), _rulings(terms)).cost
    costs = [(turn, front.printed_inches(cost(Turn(turn, "right")))) for turn in range(15, 181, 15)]
    across, once = figures["turning gauge"], front.printed_inches(cost(Turn(360, "right")))
    sizes = {"diameter": across, "across": front.printed_inches(across), "marks": figures["gauge marks"]}
    yield front.instrument("turning-gauge", **sizes, costs=costs, once=once)


def _use_of_gauge(terms: front.TemplateTerms) -> str:
    rulings = _rulings(terms)
    lies = (
        "Lay the gauge against the base, 0 at the point of contact. Slide the base round the rim"
        if rulings.turn_geometry == "gauge-beside-base"
        else "Lay the rim under the centre of the base, 0 at the centre. Move the centre along the rim"
    )
    cost = "" if rulings.turn_cost == "source-table" else f" Costs are for bases of {front.printed_inches(_base(terms))}."
    return f"{lies} to the heading you want, and pay the inches at the mark there.{cost}"


def _arcs(terms: front.TemplateTerms) -> Iterable[Drawing]:
    arcs = [{"name": arc, "middle": front.MIDDLES[arc], "outline": outline} for arc, outline in front.ARC_OUTLINES.items()]
    yield front.instrument("four-arcs", diameter=ARCS_ACROSS, hole=_base(terms), arcs=arcs, width=ARC_WIDTH)


def _use_of_arcs(terms: front.TemplateTerms) -> str:
    within = "both" if _rulings(terms).arc_boundary == "both" else "the forward or aft arc"
    lies = "Cut out the middle and lay the disc round the base, arrow ahead."
    return f"{lies} A target on the line between two arcs is in {within}."


def _under(terms: front.TemplateTerms) -> str:
    part = "any part" if _rulings(terms).under_template == "touched" else "the centre"
    return f"an element is under a template when {part} of its base is · a move ends on the shaded part of a stick"


def _sticks(terms: front.TemplateTerms) -> Iterable[Drawing]:
    """The least and the most that a move spends, for each Speed that there is. AIR-MOVE-2, AIR-DES-1."""
    for allowed in map(allowance, sorted({band.speed for band in points_table().band})):
        most = front.printed_inches(allowed.maximum)
        least = (allowed.minimum, f"from {front.printed_inches(allowed.minimum)}")
        yield front.instrument("stick", name=f"Stick {most}", length=allowed.maximum, title=f"Speed {most}", least=least)


def _tape(terms: front.TemplateTerms) -> Iterable[Drawing]:
    """How far a spotter sees where it does not see the whole table. AIR-SPOT-1."""
    sight = state.figures()["sight"]
    title = f"Spotter's sight {front.printed_inches(sight)}"
    yield front.instrument("stick", name="Spotter's tape", length=sight, title=title)


def _sees_part(terms: front.TemplateTerms) -> bool:
    return _rulings(terms).spotter_sight != "whole-table"


def _field(terms: front.TemplateTerms) -> Iterable[Drawing]:
    """How far an aircraft's machine gun reaches. AIR-UNIT-4."""
    reach = state.weapons()[state.GUN].range
    assert reach is not None  # a gun has a range of its own
    field = {"width": ARC_WIDTH, "outline": fire_arc(Pose(0, 0, 0), "forward", reach)}
    yield front.instrument("field-of-fire", reach=reach, **field, title=f"forward arc to {front.printed_inches(reach)}")


KIT = front.Kit(
    pieces=(
        front.TemplatePiece("gauge", "Turning gauge", "Gauge and arcs", _gauge, _use_of_gauge, rank=0),
        front.TemplatePiece("arcs", "Four arcs", "Gauge and arcs", _arcs, _use_of_arcs, rank=1),
        front.TemplatePiece("sticks", "Movement sticks", front.BARRAGE_AND_SWEEP, _sticks, rank=4),
        front.TemplatePiece("marker", "Spotter's tape", "Spotter's tape", _tape, usual=_sees_part, fits_a_bed=False, rank=5),
        front.TemplatePiece("field-of-fire", "Field of fire", "Field of fire", _field, usual=lambda terms: False, rank=7),
    ),
    notes={
        front.BARRAGE_AND_SWEEP: _under,
        "Spotter's tape": lambda terms: "glue the strips end to end",
        "Field of fire": lambda terms: "glue the tiles where the crosses meet",
    },
    panels=PANELS,
)
