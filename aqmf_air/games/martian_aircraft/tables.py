"""The rulings on aircraft: what Scott Washburn's rules leave open, each with a default and alternatives."""

from __future__ import annotations

from typing import Literal, cast

from aqmf_air.api import Rulings, ruling


class AircraftRulings(Rulings):
    """Every point on aircraft that the players may settle."""

    turn_geometry: Literal["gauge-beside-base", "gauge-under-centre"] = ruling(
        "AIR-MOVE-4",
        "Where does the turning gauge lie?",
        "It touches the base: the base's centre runs on a circle of 2 inches + base radius.",
        "Its edge is under the base's centre: the centre runs on a circle of 2 inches.",
        standing="stated",
    )
    turn_cost: Literal["source-table", "true-arc"] = ruling(
        "AIR-MOVE-4",
        "What does a turn cost?",
        "One inch for each 30 degrees, however the gauge lies.",
        "The length of the arc that the base's centre flies.",
        standing="stated",
    )
    table_edge: Literal["lost", "forbidden", "return"] = ruling(
        "AIR-MOVE-7",
        "What if an aircraft's centre leaves the table?",
        "It is out of the game.",
        "A path that leaves the table is illegal.",
        "It comes back at its next movement phase, on the edge it left by, facing in.",
    )
    edge_losses: Literal["no-test", "test"] = ruling(
        "AIR-MORALE-3",
        "Does a unit test morale for an aircraft that it lost over the table's edge?",
        "No: it left the table, and nobody brought it down.",
        "Yes, as for any other loss.",
        standing="inferred",
    )
    high_unmoved: Literal["circles", "must-move"] = ruling(
        "AIR-ALT-4",
        "What does an aircraft do that flies high and is given no move?",
        "It circles where it is.",
        "It must be moved as low ones are, unless it needs no model (AIR-SPOT-1).",
        standing="inferred",
    )
    aircraft_coherency: Literal["6in", "none"] = ruling(
        "AIR-UNIT-5",
        "Do the aircraft of a unit keep together?",
        "Yes: each ends its move within 6 inches of another.",
        "No: each flies where it likes.",
    )
    explosions_reach_aircraft: Literal["low", "never"] = ruling(
        "AIR-HIT-6",
        "Does the explosion of a tripod reach aircraft?",
        "Those that fly low, yes.",
        "No: it bursts on the ground, as shells and bombs do.",
    )
    arc_boundary: Literal["both", "fore-aft"] = ruling(
        "AIR-GUN-2",
        "Which arc holds a target exactly on the line between two?",
        "Both arcs.",
        "The forward or the aft arc, never the side arc.",
    )
    range_from_air: Literal["centre-to-base-edge", "centre-to-centre"] = ruling(
        "AIR-GUN-4",
        "How is the range from an aircraft to the ground measured?",
        "From the centre of the aircraft's base to the edge of the target's base.",
        "From centre to centre.",
        standing="inferred",
    )
    under_template: Literal["touched", "centre"] = ruling(
        "AIR-BOMB-3",
        "When is an element under a bomb's template?",
        "When any part of its base is.",
        "When the centre of its base is.",
    )
    bombs_on_hidden: Literal["attacked", "spared", "revealed"] = ruling(
        "AIR-BOMB-8",
        "What do bombs do to a hidden unit under their template?",
        "They reveal and attack it as any other; a dummy is gone.",
        "Nothing: nobody has found it.",
        "They reveal it, when they have burst, and do not attack it; a dummy is gone.",
        standing="stated",
    )
    bombs_resolve: Literal["in-turn", "together"] = ruling(
        "AIR-BOMB-3",
        "When are the templates of a unit's bombs resolved?",
        "One after the other: an aircraft's after its own move and before the next aircraft's.",
        "All at once when the last aircraft has moved, at the Armor before them.",
    )
    mixed_bombs: Literal["largest", "separate"] = ruling(
        "AIR-BOMB-6",
        "What do light and medium bombs dropped together make?",
        "One template with the largest bomb's Power and Barrage, +1 Barrage for each further bomb.",
        "One template for each kind of bomb.",
    )
    nearest_tripod_tie: Literal["player", "random"] = ruling(
        "AIR-RUN-1",
        "Which tripod does a suicide run go for if two are equally near?",
        "The human player chooses.",
        "The dice choose.",
    )
    run_turns: Literal["gauge", "direct"] = ruling(
        "AIR-RUN-2",
        "How does an aircraft on a suicide run turn?",
        "With the gauge, as in any move.",
        "It flies straight at the tripod.",
        standing="inferred",
    )
    scout_rolls: Literal["each-scout", "once"] = ruling(
        "AIR-SCOUT-2",
        "Who rolls to discover hidden units?",
        "Every scout aircraft, for every hidden unit.",
        "One roll for every hidden unit, however many scouts there are.",
        standing="inferred",
    )
    spotters_scout: Literal[False, True] = ruling(
        "AIR-SCOUT-2",
        "Do spotter aircraft discover hidden units too?",
        "No, only scouts do.",
        "Yes, as scouts do.",
        standing="inferred",
    )
    spotter_sight: Literal["whole-table", "72in"] = ruling(
        "AIR-SPOT-1",
        "How far does a spotter see?",
        "The whole table; it needs no model.",
        "72 inches around its marker, for very large tables.",
        standing="stated",
    )
    heavy_bombers_on_hidden: Literal["allowed", "refused"] = ruling(
        "AIR-HEAVY-3",
        "May heavy bombers attack what is hidden?",
        "Yes, any Martian unit on the table: what stands at the marker is revealed, and attacked.",
        "No, only what can be seen.",
        standing="stated",
    )
    speed_gap: Literal["up", "down"] = ruling(
        "AIR-DES-1",
        "Which band holds a speed between two (75 to 76 mph, 125 to 126 mph)?",
        "The faster band.",
        "The slower band.",
    )
    missing_weapon: Literal["no-refund", "refund"] = ruling(
        "AIR-DES-5",
        "What if a design lacks the gun or the bomb that the first 60 points pay for?",
        "It pays the 60 all the same.",
        "10 points back for each of the two.",
    )
    first_medium: Literal["swap", "add"] = ruling(
        "AIR-DES-5",
        "What does the first medium bomb cost?",
        "It takes the included light bomb's place for 10 points; every further one adds 20.",
        "20 points, like every medium bomb, beside the included light bomb's share.",
        standing="inferred",
    )


def aircraft_rulings(rulings: Rulings) -> AircraftRulings:
    """The part of the rulings in force that is about aircraft."""
    return cast("AircraftRulings", rulings)
