"""The rulings on aircraft: what Scott Washburn's rules leave open, each with a default and alternatives.

A ruling that settles what older games did in one way has a row in ``data/kept_rulings.toml``, by which these go on.
"""

from __future__ import annotations

from typing import Annotated, Literal, cast

from aqmf_air.core.play.rulings import Ruling, Rulings


class AircraftRulings(Rulings):
    """Every point on aircraft that the players may settle."""

    turn_geometry: Annotated[
        Literal["gauge-beside-base", "gauge-under-centre"],
        Ruling("AIR-MOVE-4", "Where does the turning gauge lie?", standing="stated"),
        "It touches the base: the base's centre runs on a circle of 2 inches + base radius.",
        "Its edge is under the base's centre: the centre runs on a circle of 2 inches.",
    ] = "gauge-beside-base"
    turn_cost: Annotated[
        Literal["source-table", "true-arc"],
        Ruling("AIR-MOVE-4", "What does a turn cost?", standing="stated"),
        "One inch for each 30 degrees, however the gauge lies.",
        "The length of the arc that the base's centre flies.",
    ] = "source-table"
    table_edge: Annotated[
        Literal["lost", "forbidden", "return"],
        Ruling("AIR-MOVE-7", "What if an aircraft's centre leaves the table?"),
        "It is out of the game.",
        "A path that leaves the table is illegal.",
        "It comes back at its next movement phase, on the edge it left by, facing in.",
    ] = "lost"
    edge_losses: Annotated[
        Literal["no-test", "test"],
        Ruling(
            "AIR-MORALE-3",
            "Does a unit test morale for an aircraft that it lost over the table's edge?",
            standing="inferred",
        ),
        "No: it left the table, and nobody brought it down.",
        "Yes, as for any other loss.",
    ] = "no-test"
    high_unmoved: Annotated[
        Literal["circles", "must-move"],
        Ruling("AIR-ALT-4", "What does an aircraft do that flies high and is given no move?", standing="inferred"),
        "It circles where it is.",
        "It must be moved as low ones are, unless it needs no model (AIR-SPOT-1).",
    ] = "circles"
    aircraft_coherency: Annotated[
        Literal["6in", "none"],
        Ruling("AIR-UNIT-5", "Do the aircraft of a unit keep together?"),
        "Yes: each ends its move within 6 inches of another.",
        "No: each flies where it likes.",
    ] = "6in"
    explosions_reach_aircraft: Annotated[
        Literal["low", "never"],
        Ruling("AIR-HIT-6", "Does the explosion of a tripod reach aircraft?"),
        "Those that fly low, yes.",
        "No: it bursts on the ground, as shells and bombs do.",
    ] = "low"
    arc_boundary: Annotated[
        Literal["both", "fore-aft"],
        Ruling("AIR-GUN-2", "Which arc holds a target exactly on the line between two?"),
        "Both arcs.",
        "The forward or the aft arc, never the side arc.",
    ] = "both"
    range_from_air: Annotated[
        Literal["centre-to-base-edge", "centre-to-centre"],
        Ruling("AIR-GUN-4", "How is the range from an aircraft to the ground measured?", standing="inferred"),
        "From the centre of the aircraft's base to the edge of the target's base.",
        "From centre to centre.",
    ] = "centre-to-base-edge"
    under_template: Annotated[
        Literal["touched", "centre"],
        Ruling("AIR-BOMB-3", "When is an element under a bomb's template?"),
        "When any part of its base is.",
        "When the centre of its base is.",
    ] = "touched"
    bombs_on_hidden: Annotated[
        Literal["spared", "revealed"],
        Ruling("AIR-BOMB-8", "What do bombs do to a hidden unit under their template?"),
        "Nothing: nobody has found it.",
        "They reveal it, when they have burst; a dummy is gone.",
    ] = "spared"
    bombs_resolve: Annotated[
        Literal["in-turn", "together"],
        Ruling("AIR-BOMB-3", "When are the templates of a unit's bombs resolved?"),
        "One after the other: an aircraft's after its own move and before the next aircraft's.",
        "All at once when the last aircraft has moved, at the Armor before them.",
    ] = "in-turn"
    mixed_bombs: Annotated[
        Literal["largest", "separate"],
        Ruling("AIR-BOMB-6", "What do light and medium bombs dropped together make?"),
        "One template with the largest bomb's Power and Barrage, +1 Barrage for each further bomb.",
        "One template for each kind of bomb.",
    ] = "largest"
    nearest_tripod_tie: Annotated[
        Literal["player", "random"],
        Ruling("AIR-RUN-1", "Which tripod does a suicide run go for if two are equally near?"),
        "The human player chooses.",
        "The dice choose.",
    ] = "player"
    run_turns: Annotated[
        Literal["gauge", "direct"],
        Ruling("AIR-RUN-2", "How does an aircraft on a suicide run turn?", standing="inferred"),
        "With the gauge, as in any move.",
        "It flies straight at the tripod.",
    ] = "gauge"
    scout_rolls: Annotated[
        Literal["each-scout", "once"],
        Ruling("AIR-SCOUT-2", "Who rolls to discover hidden units?", standing="inferred"),
        "Every scout aircraft, for every hidden unit.",
        "One roll for every hidden unit, however many scouts there are.",
    ] = "each-scout"
    spotters_scout: Annotated[
        Literal[False, True],
        Ruling("AIR-SCOUT-2", "Do spotter aircraft discover hidden units too?", standing="inferred"),
        "No, only scouts do.",
        "Yes, as scouts do.",
    ] = False
    spotter_sight: Annotated[
        Literal["whole-table", "72in"],
        Ruling("AIR-SPOT-1", "How far does a spotter see?", standing="stated"),
        "The whole table; it needs no model.",
        "72 inches around its marker, for very large tables.",
    ] = "whole-table"
    heavy_bombers_on_hidden: Annotated[
        Literal["allowed", "refused"],
        Ruling("AIR-HEAVY-3", "May heavy bombers attack what is hidden?", standing="stated"),
        "Yes, any Martian unit on the table: what stands at the marker is revealed, and attacked.",
        "No, only what can be seen.",
    ] = "allowed"
    speed_gap: Annotated[
        Literal["up", "down"],
        Ruling("AIR-DES-1", "Which band holds a speed between two (75 to 76 mph, 125 to 126 mph)?"),
        "The faster band.",
        "The slower band.",
    ] = "up"
    missing_weapon: Annotated[
        Literal["no-refund", "refund"],
        Ruling("AIR-DES-5", "What if a design lacks the gun or the bomb that the first 60 points pay for?"),
        "It pays the 60 all the same.",
        "10 points back for each of the two.",
    ] = "no-refund"
    first_medium: Annotated[
        Literal["swap", "add"],
        Ruling("AIR-DES-5", "What does the first medium bomb cost?", standing="inferred"),
        "It takes the included light bomb's place for 10 points; every further one adds 20.",
        "20 points, like every medium bomb, beside the included light bomb's share.",
    ] = "swap"


def aircraft_rulings(rulings: Rulings) -> AircraftRulings:
    """The part of the rulings in force that is about aircraft."""
    return cast("AircraftRulings", rulings)
