"""The rulings on aircraft: what Scott Washburn's rules leave open, each with a default and alternatives.

A ruling that settles what older games did in one way has a row in ``data/kept_rulings.toml``, by which these go on.
"""

from __future__ import annotations

from typing import Annotated, Literal

from aqmf_air.core.play.rulings import Ruling, Rulings


class AircraftRulings(Rulings):
    """Every point on aircraft that the players may settle."""

    turn_geometry: Annotated[
        Literal["gauge-beside-base", "gauge-under-centre"],
        Ruling(
            rule="AIR-MOVE-4",
            question="Where does the turning gauge lie?",
            choices=(
                ("gauge-beside-base", "It touches the base: the base's centre runs on a circle of 2 inches + base radius."),
                ("gauge-under-centre", "Its edge is under the base's centre: the centre runs on a circle of 2 inches."),
            ),
            standing="stated",
        ),
    ] = "gauge-beside-base"
    turn_cost: Annotated[
        Literal["source-table", "true-arc"],
        Ruling(
            rule="AIR-MOVE-4",
            question="What does a turn cost?",
            choices=(
                ("source-table", "One inch for each 30 degrees, however the gauge lies."),
                ("true-arc", "The length of the arc that the base's centre flies."),
            ),
            standing="stated",
        ),
    ] = "source-table"
    table_edge: Annotated[
        Literal["lost", "forbidden", "return"],
        Ruling(
            rule="AIR-MOVE-7",
            question="What if an aircraft's centre leaves the table?",
            choices=(
                ("lost", "It is out of the game."),
                ("forbidden", "A path that leaves the table is illegal."),
                ("return", "It comes back at its next movement phase, on the edge it left by, facing in."),
            ),
        ),
    ] = "lost"
    edge_losses: Annotated[
        Literal["no-test", "test"],
        Ruling(
            rule="AIR-MORALE-3",
            question="Does a unit test morale for an aircraft that it lost over the table's edge?",
            choices=(
                ("no-test", "No: it left the table, and nobody brought it down."),
                ("test", "Yes, as for any other loss."),
            ),
            standing="inferred",
        ),
    ] = "no-test"
    high_unmoved: Annotated[
        Literal["circles", "must-move"],
        Ruling(
            rule="AIR-ALT-4",
            question="What does an aircraft do that flies high and is given no move?",
            choices=(
                ("circles", "It circles where it is."),
                (
                    "must-move",
                    "It must be moved as low ones are, unless it needs no model (AIR-SPOT-1).",
                ),
            ),
            standing="inferred",
        ),
    ] = "circles"
    aircraft_coherency: Annotated[
        Literal["6in", "none"],
        Ruling(
            rule="AIR-UNIT-5",
            question="Do the aircraft of a unit keep together?",
            choices=(
                ("6in", "Yes: each ends its move within 6 inches of another."),
                ("none", "No: each flies where it likes."),
            ),
        ),
    ] = "6in"
    explosions_reach_aircraft: Annotated[
        Literal["low", "never"],
        Ruling(
            rule="AIR-HIT-6",
            question="Does the explosion of a tripod reach aircraft?",
            choices=(
                ("low", "Those that fly low, yes."),
                ("never", "No: it bursts on the ground, as shells and bombs do."),
            ),
        ),
    ] = "low"
    arc_boundary: Annotated[
        Literal["both", "fore-aft"],
        Ruling(
            rule="AIR-GUN-2",
            question="Which arc holds a target exactly on the line between two?",
            choices=(
                ("both", "Both arcs."),
                ("fore-aft", "The forward or the aft arc, never the side arc."),
            ),
        ),
    ] = "both"
    range_from_air: Annotated[
        Literal["centre-to-base-edge", "centre-to-centre"],
        Ruling(
            rule="AIR-GUN-4",
            question="How is the range from an aircraft to the ground measured?",
            choices=(
                ("centre-to-base-edge", "From the centre of the aircraft's base to the edge of the target's base."),
                ("centre-to-centre", "From centre to centre."),
            ),
            standing="inferred",
        ),
    ] = "centre-to-base-edge"
    under_template: Annotated[
        Literal["touched", "centre"],
        Ruling(
            rule="AIR-BOMB-3",
            question="When is an element under a bomb's template?",
            choices=(
                ("touched", "When any part of its base is."),
                ("centre", "When the centre of its base is."),
            ),
        ),
    ] = "touched"
    bombs_on_hidden: Annotated[
        Literal["spared", "revealed"],
        Ruling(
            rule="AIR-BOMB-8",
            question="What do bombs do to a hidden unit under their template?",
            choices=(
                ("spared", "Nothing: nobody has found it."),
                ("revealed", "They reveal it, when they have burst; a dummy is gone."),
            ),
        ),
    ] = "spared"
    bombs_resolve: Annotated[
        Literal["in-turn", "together"],
        Ruling(
            rule="AIR-BOMB-3",
            question="When are the templates of a unit's bombs resolved?",
            choices=(
                ("in-turn", "One after the other: an aircraft's after its own move and before the next aircraft's."),
                ("together", "All at once when the last aircraft has moved, at the Armor before them."),
            ),
        ),
    ] = "in-turn"
    mixed_bombs: Annotated[
        Literal["largest", "separate"],
        Ruling(
            rule="AIR-BOMB-6",
            question="What do light and medium bombs dropped together make?",
            choices=(
                ("largest", "One template with the largest bomb's Power and Barrage, +1 Barrage for each further bomb."),
                ("separate", "One template for each kind of bomb."),
            ),
        ),
    ] = "largest"
    nearest_tripod_tie: Annotated[
        Literal["player", "random"],
        Ruling(
            rule="AIR-RUN-1",
            question="Which tripod does a suicide run go for if two are equally near?",
            choices=(("player", "The human player chooses."), ("random", "The dice choose.")),
        ),
    ] = "player"
    run_turns: Annotated[
        Literal["gauge", "direct"],
        Ruling(
            rule="AIR-RUN-2",
            question="How does an aircraft on a suicide run turn?",
            choices=(
                ("gauge", "With the gauge, as in any move."),
                ("direct", "It flies straight at the tripod."),
            ),
            standing="inferred",
        ),
    ] = "gauge"
    scout_rolls: Annotated[
        Literal["each-scout", "once"],
        Ruling(
            rule="AIR-SCOUT-2",
            question="Who rolls to discover hidden units?",
            choices=(
                ("each-scout", "Every scout aircraft, for every hidden unit."),
                ("once", "One roll for every hidden unit, however many scouts there are."),
            ),
            standing="inferred",
        ),
    ] = "each-scout"
    spotters_scout: Annotated[
        Literal[False, True],
        Ruling(
            rule="AIR-SCOUT-2",
            question="Do spotter aircraft discover hidden units too?",
            choices=((False, "No, only scouts do."), (True, "Yes, as scouts do.")),
            standing="inferred",
        ),
    ] = False
    spotter_sight: Annotated[
        Literal["whole-table", "72in"],
        Ruling(
            rule="AIR-SPOT-1",
            question="How far does a spotter see?",
            choices=(
                ("whole-table", "The whole table; it needs no model."),
                ("72in", "72 inches around its marker, for very large tables."),
            ),
            standing="stated",
        ),
    ] = "whole-table"
    heavy_bombers_on_hidden: Annotated[
        Literal["allowed", "refused"],
        Ruling(
            rule="AIR-HEAVY-3",
            question="May heavy bombers attack what is hidden?",
            choices=(
                ("allowed", "Yes, any Martian unit on the table: what stands at the marker is revealed, and attacked."),
                ("refused", "No, only what can be seen."),
            ),
            standing="stated",
        ),
    ] = "allowed"
    speed_gap: Annotated[
        Literal["up", "down"],
        Ruling(
            rule="AIR-DES-1",
            question="Which band holds a speed between two (75 to 76 mph, 125 to 126 mph)?",
            choices=(("up", "The faster band."), ("down", "The slower band.")),
        ),
    ] = "up"
    missing_weapon: Annotated[
        Literal["no-refund", "refund"],
        Ruling(
            rule="AIR-DES-5",
            question="What if a design lacks the gun or the bomb that the first 60 points pay for?",
            choices=(("no-refund", "It pays the 60 all the same."), ("refund", "10 points back for each of the two.")),
        ),
    ] = "no-refund"
    first_medium: Annotated[
        Literal["swap", "add"],
        Ruling(
            rule="AIR-DES-5",
            question="What does the first medium bomb cost?",
            choices=(
                ("swap", "It takes the included light bomb's place for 10 points; every further one adds 20."),
                ("add", "20 points, like every medium bomb, beside the included light bomb's share."),
            ),
            standing="inferred",
        ),
    ] = "swap"
