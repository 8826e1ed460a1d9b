"""Rulings on ground attack, ordnance and the scramble."""

from __future__ import annotations

from typing import Literal

from aqmf_air.core.play.rulings import Rulings, ruling


class GroundRulings(Rulings):
    """What the source leaves open of attacks on the ground and on the home airfield."""

    ground_skill_scope: Literal["all", "balloons"] = ruling(
        "AOV-GND-5", "Where does ground skill count?", "In every ground attack.", "In bombing, and in strafing of balloons."
    )
    aa_before_bombs: Literal[True, False] = ruling(
        "AOV-GND-2", "Does AA fire take effect before the attack?", "Yes.", "No, at the same time."
    )
    fighter_bombs: Literal["all", "any"] = ruling(
        "AOV-ORD-10", "How many bombs does a fighter drop in one attack?", "All.", "As many as it likes."
    )
    fighter_bombs_cap: Literal[True, False] = ruling(
        "AOV-GTD-5", "Do bombs of fighters destroy bombing targets?", "No.", "Yes."
    )
    mixed_load: Literal[False, True] = ruling(
        "AOV-ORD-3", "May a fighter carry rockets and bombs?", "One or the other.", "Both."
    )
    kill_pilot: Literal["last", "most"] = ruling(
        "AOV-SKL-1", "Who is credited with a ground target?", "Whose damage reaches the rating.", "Who did most of it."
    )
    scramble_fewer: Literal["all-ready", "none"] = ruling(
        "AOV-SCR-4", "Fewer aircraft are ready than D3+2: what then?", "All of them may go.", "None goes."
    )
    scramble_choice: Literal["up-to", "exactly"] = ruling(
        "AOV-SCR-4", "How many aircraft go up in round 1?", "Up to D3+2.", "Exactly D3+2."
    )
    scramble_tier: Literal["first-wave", "squadron"] = ruling(
        "AOV-SCR-5", "By which aircraft is the enemy's tier rolled?", "By those of round 1.", "By the squadron."
    )
    scramble_field_aa: Literal[True, False] = ruling("AOV-SCR-8", "Does the airfield's AA fire at bombers?", "Yes.", "No.")
    scramble_nobody: Literal["bombs", "end"] = ruling(
        "AOV-SCR-13", "No friend is in the air: what then?", "Bombers bomb in their rounds, unopposed.", "The combat ends."
    )
    scramble_break_off: Literal["action", "start"] = ruling(
        "AOV-SCR-12",
        "When do enemies break off that have bombed?",
        "Each in its turn on the track.",
        "At the start of the round.",
    )
    scramble_damaged_enemy: Literal["fighters-c5", "all-stay"] = ruling(
        "AOV-SCR-11", "What do damaged enemies do?", "Fighters roll on C5; bombers stay until they have bombed.", "All stay."
    )
    scramble_landing: Literal["f4", "recovery"] = ruling(
        "AOV-SCR-13", "How do damaged friends land?", "By F4.", "They go to Recovery."
    )
    scramble_weather: Literal["no-effect", "aa"] = ruling(
        "AOV-SCR-2", "What does weather do in a scramble?", "Nothing, unless a rule asks.", "It changes AA."
    )
