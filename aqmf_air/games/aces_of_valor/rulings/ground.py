"""Rulings on ground attack, ordnance and the scramble."""

from __future__ import annotations

from typing import Annotated, Literal

from aqmf_air.core.play.rulings import Ruling, Rulings


class GroundRulings(Rulings):
    """What the source leaves open of attacks on the ground and on the home airfield."""

    ground_skill_scope: Annotated[
        Literal["all", "balloons"],
        Ruling("AOV-GND-5", "Where does ground skill count?"),
        "In every ground attack.",
        "In bombing, and in strafing of balloons.",
    ] = "all"
    aa_before_bombs: Annotated[
        Literal[True, False],
        Ruling("AOV-GND-2", "Does AA fire take effect before the attack?"),
        "Yes.",
        "No, at the same time.",
    ] = True
    fighter_bombs: Annotated[
        Literal["all", "any"],
        Ruling("AOV-ORD-10", "How many bombs does a fighter drop in one attack?"),
        "All.",
        "As many as it likes.",
    ] = "all"
    fighter_bombs_cap: Annotated[
        Literal[True, False],
        Ruling("AOV-GTD-5", "Do bombs of fighters destroy bombing targets?"),
        "No.",
        "Yes.",
    ] = True
    mixed_load: Annotated[
        Literal[False, True],
        Ruling("AOV-ORD-3", "May a fighter carry rockets and bombs?"),
        "One or the other.",
        "Both.",
    ] = False
    kill_pilot: Annotated[
        Literal["last", "most"],
        Ruling("AOV-SKL-1", "Who is credited with a ground target?"),
        "Whose damage reaches the rating.",
        "Who did most of it.",
    ] = "last"
    scramble_fewer: Annotated[
        Literal["all-ready", "none"],
        Ruling("AOV-SCR-4", "Fewer aircraft are ready than D3+2: what then?"),
        "All of them may go.",
        "None goes.",
    ] = "all-ready"
    scramble_choice: Annotated[
        Literal["up-to", "exactly"],
        Ruling("AOV-SCR-4", "How many aircraft go up in round 1?"),
        "Up to D3+2.",
        "Exactly D3+2.",
    ] = "up-to"
    scramble_tier: Annotated[
        Literal["first-wave", "squadron"],
        Ruling("AOV-SCR-5", "By which aircraft is the enemy's tier rolled?"),
        "By those of round 1.",
        "By the squadron.",
    ] = "first-wave"
    scramble_field_aa: Annotated[
        Literal[True, False],
        Ruling("AOV-SCR-8", "Does the airfield's AA fire at bombers?"),
        "Yes.",
        "No.",
    ] = True
    scramble_nobody: Annotated[
        Literal["bombs", "end"],
        Ruling("AOV-SCR-13", "No friend is in the air: what then?"),
        "Bombers bomb in their rounds, unopposed.",
        "The combat ends.",
    ] = "bombs"
    scramble_break_off: Annotated[
        Literal["action", "start"],
        Ruling("AOV-SCR-12", "When do enemies break off that have bombed?"),
        "Each in its turn on the track.",
        "At the start of the round.",
    ] = "action"
    scramble_damaged_enemy: Annotated[
        Literal["fighters-c5", "all-stay"],
        Ruling("AOV-SCR-11", "What do damaged enemies do?"),
        "Fighters roll on C5; bombers stay until they have bombed.",
        "All stay.",
    ] = "fighters-c5"
    scramble_landing: Annotated[
        Literal["f4", "recovery"],
        Ruling("AOV-SCR-13", "How do damaged friends land?"),
        "By F4.",
        "They go to Recovery.",
    ] = "f4"
    scramble_weather: Annotated[
        Literal["no-effect", "aa"],
        Ruling("AOV-SCR-2", "What does weather do in a scramble?"),
        "Nothing, unless a rule asks.",
        "It changes AA.",
    ] = "no-effect"
