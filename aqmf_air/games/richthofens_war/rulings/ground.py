"""Rulings on fire from the ground and at it."""

from __future__ import annotations

from typing import Annotated, Literal

from aqmf_air.core.play.rulings import Ruling, Rulings


class GroundRulings(Rulings):
    """What the source leaves open of fire from the ground and at it."""

    jettison_speed: Annotated[
        Literal["loaded-maximum", "own-maximum"],
        Ruling("RW-BOMB-6", "Which maximum speed has to fall to the minimum for the load to go?"),
        "That of the loaded aircraft.",
        "Its own.",
    ] = "loaded-maximum"
    strafe_step: Annotated[
        Literal["combat-phase", "hex-by-hex"],
        Ruling("RW-STRAFE-1", "When do machine guns fire at a strafing aircraft?"),
        "With all other fire.",
        "During its move.",
    ] = "combat-phase"
    archie: Annotated[
        Literal["off", "on"],
        Ruling("RW-AA-1", "Does anti-aircraft fire from the lines?"),
        "No.",
        "Yes.",
    ] = "off"
    own_archie: Annotated[
        Literal["as-archie", "off"],
        Ruling("RW-OWNAA-1", "Does it fire at its own side by mistake?"),
        "If there is any at all.",
        "No.",
    ] = "as-archie"
    archie_lines: Annotated[
        Literal["own-front-trench", "any-trench"],
        Ruling("RW-AA-1", "From where are the five hexes counted?"),
        "From the gunners' front trench backwards, the trench itself being 0.",
        "From any trench hex.",
    ] = "own-front-trench"
    own_archie_distance: Annotated[
        Literal["nearest", "any"],
        Ruling("RW-OWNAA-1", "Which enemy aircraft has to be three to ten hexes off?"),
        "The nearest.",
        "Any.",
    ] = "nearest"
    own_archie_area: Annotated[
        Literal["yes", "no-ceiling"],
        Ruling("RW-OWNAA-1", "Does fire at one's own side keep to 2000 m and five hexes?"),
        "Yes.",
        "To five hexes only.",
    ] = "yes"
    archie_step: Annotated[
        Literal["combat-phase", "end-of-move"],
        Ruling("RW-AA-1", "When does it fire?"),
        "With all other fire.",
        "At the end of the move.",
    ] = "combat-phase"
    balloon_attack: Annotated[
        Literal["announced", "any-enemy-in-range"],
        Ruling("RW-BALL-2", "Who attacks a balloon before he has fired?"),
        "Who announces it before his move.",
        "Every enemy in range of its guns.",
    ] = "announced"
    balloon_moment: Annotated[
        Literal["defender-chooses", "first-hex"],
        Ruling("RW-BALL-2", "In which hex of the move do its guns fire?"),
        "In the one that their owner chooses.",
        "In the first one in range.",
    ] = "defender-chooses"
    balloon_target: Annotated[
        Literal["critical-burns", "criticals-ignored"],
        Ruling("RW-BALL-1", "What counts when a balloon is fired at?"),
        "No silhouette and no deflection; any critical hit burns it.",
        "The same, but critical hits do nothing.",
    ] = "critical-burns"
    balloon_winch: Annotated[
        Literal["from-first-attack", "never"],
        Ruling("RW-BALL-1", "When is a balloon winched down?"),
        "At each turn's end from the first attack on it; on the ground it is saved.",
        "Never.",
    ] = "from-first-attack"
    balloon_guns_at: Annotated[
        Literal["about-the-winch", "scenario"],
        Ruling("RW-BALL-2", "Where do its guns stand?"),
        "Machine guns in the hexes left and right of the winch, the anti-aircraft gun with it.",
        "Where the scenario has them.",
    ] = "about-the-winch"
    ground_critical_scope: Annotated[
        Literal["none-possible", "all"],
        Ruling("RW-GCRIT-1", "Which critical hits that a modifier takes away get the extra die?"),
        "Those of attacks where modifiers leave none possible.",
        "All that a modifier takes away.",
    ] = "none-possible"
    strafe_and_fire: Annotated[
        Literal["no", "yes"],
        Ruling("RW-STRAFE-1", "May a pilot who strafes fire at aircraft in that turn?"),
        "No; an observer may.",
        "Yes.",
    ] = "no"
    strafe_hex: Annotated[
        Literal["trench", "any-ground"],
        Ruling("RW-STRAFE-1", "Which hexes are strafed?"),
        "Enemy trench hexes entered at 350 m or lower, announced before the move.",
        "Any on the enemy's side; nothing fires back from behind the trench.",
    ] = "trench"
