"""What an extension of All Quiet on the Martian Front is made from, besides :mod:`aqmf_air.api`; imported on first use.

Its own hooks are in :mod:`aqmf_air.games.martian_front.hookspecs`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from aqmf_air.api import on_first_use

# isort: off
# fmt: off
if TYPE_CHECKING:
    """The state, and what is looked up."""

    from aqmf_air.games.martian_front.sequence import AllQuiet
    from aqmf_air.games.martian_front.state import (
        Act, ActKind, Element, Game, HIDDEN, MOVEMENT, OFF_TABLE, OWN_PART, PhasePart, StateMark, Tabletop, Terrain,
        Unit, area_of, marked, unmarked, with_element, with_mark, with_unit, without_unit,
    )
    from aqmf_air.games.martian_front.tables import (
        Mount, Side, UnitType, Weapon, covers, figures, habits, host_rulings, weapons,
    )

if TYPE_CHECKING:
    """Orders and events, and how they are worded."""

    from aqmf_air.games.martian_front.chapters.moving import Move, out_of_coherency, owner_wins
    from aqmf_air.games.martian_front.chapters.orders import (
        DEGREES, FrontEvent, FrontOrder, FrontRules, FrontTiming, INCHES, Prospect, RULESET, UnitEvent, UnitOrder,
        as_known, enemies, names_of, no_target, targets,
    )
    from aqmf_air.games.martian_front.chapters.possible_orders import Catalogue, refused
    from aqmf_air.games.martian_front.chapters.turn import EndPhase

if TYPE_CHECKING:
    """The table: ranges, sight, cover, hidden units."""

    from aqmf_air.games.martian_front.chapters.hiding import Revealed, as_seen_by, is_dummy, reveal, uncovered
    from aqmf_air.games.martian_front.chapters.measuring import (
        ALOFT, Ends, Eyes, compass, cover_of, covered, elements_in_words, ended, in_reach, inches, reaches,
        standing_at, terrain_kinds, under, under_foot,
    )

if TYPE_CHECKING:
    """Attacks: to hit and to damage, templates, damage."""

    from aqmf_air.games.martian_front.chapters.artillery import SPOTTED, shelled, struck_by, template_of, under_templates
    from aqmf_air.games.martian_front.chapters.damage import ElementsLost, Tripod, damage_unit, whole_tripod
    from aqmf_air.games.martian_front.chapters.shooting import (
        Aftermath, Guns, Nerves, Shoot, UNHURT, attack_on, attacks_on_elements, bearing, morale_after,
        struck_elements, struck_tripod,
    )
    from aqmf_air.games.martian_front.chapters.templates import (
        Attacked, OnTable, Piece, Salvos, Struck, TemplatesFell, attack_all, fall, foreseen_salvo, joined,
        joint_rating, number_damaged, number_struck, prospects_of, rolled_by_handfuls, salvos_question, struck,
        struck_question, template_sizes,
    )
    from aqmf_air.games.martian_front.chapters.to_hit import (
        Attack, D10, IN_THE_OPEN, Modifiers, Volley, attack_between, casualties, damaging_shots, no_modifiers,
        numbers_of, rolled, shelter_of, shot, spelled, to_damage, to_hit, volley,
    )

if TYPE_CHECKING:
    """Morale."""

    from aqmf_air.games.martian_front.chapters.morale import (
        FAIL, FAILS, MORALE, MoraleTested, Nerve, PASS, STANDS, UnitLeft, morale_facts, morale_test,
        nerve_of, to_pass,
    )

if TYPE_CHECKING:
    """Army lists and scenarios."""

    from aqmf_air.games.martian_front.army.findings import best_against
    from aqmf_air.games.martian_front.army.lists import readable
    from aqmf_air.games.martian_front.army import plugged_in
    from aqmf_air.games.martian_front.army.plugged_in import (
        Attachment, ExportOptions, Exporter, Finding, Imported, Importer, SpecialRule, UnitOption, UnitOrigin,
        UnitWords, read_words,
    )
    from aqmf_air.games.martian_front.army.resolved_list import ResolvedList, ResolvedUnit
    from aqmf_air.games.martian_front.army.worth import ARMOR, AttackOdds, ELEMENTS
    from aqmf_air.games.martian_front.scenario.model import PlacedElement, PlacedUnit, ScenarioFile

if TYPE_CHECKING:
    """The automatic player, the laboratory, the sheet, the ledger."""

    from aqmf_air.games.martian_front.automatic.harm import (
        NO_HARM, Threat, ThreatenedUnit, guns_of, shape_of, swept_at_most, template_harm, under_at_most,
    )
    from aqmf_air.games.martian_front.lab.conduct import Arms, Conduct, MeetingRules, NO_ARMS
    from aqmf_air.games.martian_front.ledger.claims import (
        Covered, Covering, Fire, Standing, Touched, Under, UnitClaim, cover_objections, standing, touched_objections,
    )
    from aqmf_air.games.martian_front.sheet.actions import Blow, SheetRoll

if TYPE_CHECKING:
    """Front ends: queries, the board, drawings, prints, pages, commands."""

    from aqmf_air.games.martian_front.ui.board.board import GameSeat, UnitsOnBoard, blast_warnings, lay
    from aqmf_air.games.martian_front.ui.board.marks import area_mark, fallen_marks, shot_outcome
    from aqmf_air.games.martian_front.ui.commands.army.lists import open_game
    from aqmf_air.games.martian_front.ui.drawing.pieces import (
        Look, OVERHANG, TOP_VIEWS, element_drawn, element_label, ground_drawn, template_drawn, top_id,
    )
    from aqmf_air.games.martian_front.ui.drawing.position import board_map
    from aqmf_air.games.martian_front.ui.pages.army.lists import web_ruleset
    from aqmf_air.games.martian_front.ui.prints.aid import figure_of, test_said
    from aqmf_air.games.martian_front.ui.prints.kit import cards_of_types
    from aqmf_air.games.martian_front.ui.prints.templates import (
        ARC_OUTLINES, AidWords, BARRAGE_AND_SWEEP, Kit, MIDDLES, TemplatePiece, TemplateTerms, instrument,
        printed_inches,
    )
    from aqmf_air.games.martian_front.ui.queries.common import (
        TESTED, catalogue_of, cover_field, needs, passed, plain_numbers, unit_field,
    )
    from aqmf_air.games.martian_front.ui.queries.shooting import lost_of
    from aqmf_air.games.martian_front.ui.queries.turn import DESTROYED, MoraleTest, fates, follows, said_of

if TYPE_CHECKING:
    """Names of before, for one release."""

    from aqmf_air.games.martian_front.chapters.orders import FrontEvent as Event
    from aqmf_air.games.martian_front.chapters.orders import FrontOrder as Order
    from aqmf_air.games.martian_front.chapters.orders import FrontRules as RulesInForce
    from aqmf_air.games.martian_front.automatic.harm import ThreatenedUnit as Target

__all__ = [
    "ALOFT", "ARC_OUTLINES", "ARMOR", "BARRAGE_AND_SWEEP", "D10", "DEGREES", "DESTROYED", "ELEMENTS", "FAIL",
    "FAILS", "HIDDEN", "INCHES", "IN_THE_OPEN", "MIDDLES", "MORALE", "MOVEMENT", "NO_ARMS", "NO_HARM", "OFF_TABLE",
    "OVERHANG", "OWN_PART", "PASS", "RULESET", "SPOTTED", "STANDS", "TESTED", "TOP_VIEWS", "UNHURT", "Act", "ActKind",
    "Aftermath", "AidWords", "AllQuiet", "Arms", "Attachment", "Attack", "AttackOdds", "Attacked", "Blow",
    "Catalogue", "Conduct", "Covered", "Covering", "Element", "ElementsLost", "EndPhase", "Ends", "Event",
    "ExportOptions", "Exporter", "Eyes", "Finding", "Fire", "FrontEvent", "FrontOrder", "FrontRules", "FrontTiming",
    "Game", "GameSeat", "Guns", "Imported", "Importer", "Kit", "Look", "MeetingRules", "Modifiers", "MoraleTest",
    "MoraleTested", "Mount", "Move", "Nerve", "Nerves", "OnTable", "Order", "PhasePart", "Piece", "PlacedElement",
    "PlacedUnit", "Prospect", "ResolvedList", "ResolvedUnit", "Revealed", "RulesInForce", "Salvos", "ScenarioFile",
    "SheetRoll", "Shoot", "Side", "SpecialRule", "Standing", "StateMark", "Struck", "Tabletop", "Target",
    "TemplatePiece", "TemplateTerms", "TemplatesFell", "Terrain", "Threat", "ThreatenedUnit", "Touched", "Tripod",
    "Under", "Unit", "UnitClaim", "UnitEvent", "UnitLeft", "UnitOption", "UnitOrder", "UnitOrigin", "UnitType",
    "UnitWords", "UnitsOnBoard", "Volley", "Weapon", "area_mark", "area_of", "as_known", "as_seen_by", "attack_all",
    "attack_between", "attack_on", "attacks_on_elements", "bearing", "best_against", "blast_warnings", "board_map",
    "cards_of_types", "casualties",
    "catalogue_of", "compass", "cover_field", "cover_objections", "cover_of", "covered", "covers", "damage_unit",
    "damaging_shots", "element_drawn", "element_label", "elements_in_words", "ended", "enemies", "fall",
    "fallen_marks", "fates", "figure_of", "figures", "follows", "foreseen_salvo", "ground_drawn", "guns_of", "habits",
    "host_rulings", "in_reach", "inches", "instrument", "is_dummy", "joined", "joint_rating", "lay", "lost_of",
    "marked", "morale_after", "morale_facts", "morale_test", "names_of", "needs", "nerve_of",
    "no_modifiers", "no_target", "number_damaged", "number_struck", "numbers_of", "open_game", "out_of_coherency",
    "owner_wins", "passed", "plain_numbers", "plugged_in", "printed_inches", "prospects_of", "reaches", "read_words",
    "readable", "refused", "reveal", "rolled", "rolled_by_handfuls", "said_of", "salvos_question", "shape_of",
    "shelled", "shelter_of", "shot", "shot_outcome", "spelled", "standing", "standing_at", "struck",
    "struck_by", "struck_elements", "struck_question", "struck_tripod", "swept_at_most", "targets", "template_drawn",
    "template_harm", "template_of", "template_sizes", "terrain_kinds", "test_said", "to_damage", "to_hit", "to_pass",
    "top_id", "touched_objections", "uncovered", "under", "under_at_most", "under_foot", "under_templates",
    "unit_field", "unmarked", "volley", "weapons", "web_ruleset", "whole_tripod", "with_element", "with_mark",
    "with_unit", "without_unit",
]  # fmt: skip
# fmt: on
# isort: on

if not TYPE_CHECKING:  # so that type checkers know a name that is not there
    __getattr__ = on_first_use(__file__)
