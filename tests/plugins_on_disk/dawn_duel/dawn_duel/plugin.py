"""What the package adds to ``aqmf``, a hook a line. Its hooks are asked about its own ruleset alone."""

from aqmf_air import api, hookimpl
from dawn_duel.game import DawnDuel
from dawn_duel.policy import choose
from dawn_duel.state import DuelRulings

SCENARIOS = api.ScenarioSource.all_in(api.package_file("dawn_duel", "data/scenarios"))
ACE = api.Policy("ace", "Does what the exact odds say hurts the enemy most.", choose)
MAP = api.Contribution("hexes", "The map.", "dawn_duel.ui.board:HexBoard")
SUMMARY = api.Print("summary", "Rules and rulings on one sheet.", "dawn_duel.ui.prints:summary")
BURST = api.Contribution("burst", "A burst at the other aircraft.", "dawn_duel.ui.queries:BurstQuery")
DUELS = api.Contribution("duels", "Two aircraft that fire at each other.", "dawn_duel.meetings:Meetings")

aqmf_register_rulesets = hookimpl(lambda: [api.RulesetSource("duel", "Dawn Duel", DawnDuel)])
aqmf_register_rules = hookimpl(lambda: api.read_register("dawn_duel"))
aqmf_register_rulings = hookimpl(lambda: [DuelRulings])
aqmf_register_scenarios = hookimpl(lambda: SCENARIOS)
aqmf_register_policies = hookimpl(lambda: [ACE])
aqmf_register_boards = hookimpl(lambda: [MAP])
aqmf_register_queries = hookimpl(lambda: [BURST])
aqmf_register_prints = hookimpl(lambda: [SUMMARY])
aqmf_register_laboratories = hookimpl(lambda: [DUELS])
