"""Rulings on fire from the ground and at it."""

from __future__ import annotations

from typing import Literal

from aqmf_air.core.play.rulings import Rulings, ruling


class GroundRulings(Rulings):
    """What the source leaves open of fire from the ground and at it."""

    jettison_speed: Literal["loaded-maximum", "own-maximum"] = ruling(
        "RW-BOMB-6",
        "Which maximum speed has to fall to the minimum for the load to go?",
        "That of the loaded aircraft.",
        "Its own.",
    )
    strafe_step: Literal["combat-phase", "hex-by-hex"] = ruling(
        "RW-STRAFE-1", "When do machine guns fire at a strafing aircraft?", "With all other fire.", "During its move."
    )
    archie: Literal["off", "on"] = ruling("RW-AA-1", "Does anti-aircraft fire from the lines?", "No.", "Yes.")
    own_archie: Literal["as-archie", "off"] = ruling(
        "RW-OWNAA-1", "Does it fire at its own side by mistake?", "If there is any at all.", "No."
    )
    archie_lines: Literal["own-front-trench", "any-trench"] = ruling(
        "RW-AA-1",
        "From where are the five hexes counted?",
        "From the gunners' front trench backwards, the trench itself being 0.",
        "From any trench hex.",
    )
    own_archie_distance: Literal["nearest", "any"] = ruling(
        "RW-OWNAA-1", "Which enemy aircraft has to be three to ten hexes off?", "The nearest.", "Any."
    )
    own_archie_area: Literal["yes", "no-ceiling"] = ruling(
        "RW-OWNAA-1", "Does fire at one's own side keep to 2000 m and five hexes?", "Yes.", "To five hexes only."
    )
    archie_step: Literal["combat-phase", "end-of-move"] = ruling(
        "RW-AA-1", "When does it fire?", "With all other fire.", "At the end of the move."
    )
    balloon_attack: Literal["announced", "any-enemy-in-range"] = ruling(
        "RW-BALL-2",
        "Who attacks a balloon before he has fired?",
        "Who announces it before his move.",
        "Every enemy in range of its guns.",
    )
    balloon_moment: Literal["defender-chooses", "first-hex"] = ruling(
        "RW-BALL-2",
        "In which hex of the move do its guns fire?",
        "In the one that their owner chooses.",
        "In the first one in range.",
    )
    balloon_target: Literal["critical-burns", "criticals-ignored"] = ruling(
        "RW-BALL-1",
        "What counts when a balloon is fired at?",
        "No silhouette and no deflection; any critical hit burns it.",
        "The same, but critical hits do nothing.",
    )
    balloon_winch: Literal["from-first-attack", "never"] = ruling(
        "RW-BALL-1",
        "When is a balloon winched down?",
        "At each turn's end from the first attack on it; on the ground it is saved.",
        "Never.",
    )
    balloon_guns_at: Literal["about-the-winch", "scenario"] = ruling(
        "RW-BALL-2",
        "Where do its guns stand?",
        "Machine guns in the hexes left and right of the winch, the anti-aircraft gun with it.",
        "Where the scenario has them.",
    )
    ground_critical_scope: Literal["none-possible", "all"] = ruling(
        "RW-GCRIT-1",
        "Which critical hits that a modifier takes away get the extra die?",
        "Those of attacks where modifiers leave none possible.",
        "All that a modifier takes away.",
    )
    strafe_and_fire: Literal["no", "yes"] = ruling(
        "RW-STRAFE-1", "May a pilot who strafes fire at aircraft in that turn?", "No; an observer may.", "Yes."
    )
    strafe_hex: Literal["trench", "any-ground"] = ruling(
        "RW-STRAFE-1",
        "Which hexes are strafed?",
        "Enemy trench hexes entered at 350 m or lower, announced before the move.",
        "Any on the enemy's side; nothing fires back from behind the trench.",
    )
