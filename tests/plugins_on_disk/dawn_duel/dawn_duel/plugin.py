"""What Dawn Duel is. Its rules and scenarios are found in ``data``; board, print, query and laboratory by their names."""

from aqmf_air import api
from dawn_duel import orders, state
from dawn_duel.game import DawnDuel
from dawn_duel.policy import choose

ACE = api.Policy("ace", "Does what the exact odds say hurts the enemy most.", choose)
GAME = api.GameManifest(DawnDuel, chapters=(state, orders), policies=(ACE,))
