"""The plugins that come with the package. They use nothing that a stranger's plugin could not use."""

PLUGINS = {
    "host": ("aqmf_air.games.martian_front.game", "aqmf_air.games.martian_front.ledger.game"),
    "aircraft": ("aqmf_air.games.martian_aircraft.game", "aqmf_air.games.martian_aircraft.ledger.game"),
    "richthofen": ("aqmf_air.games.richthofens_war.game",),
    "valor": ("aqmf_air.games.aces_of_valor.game",),
    "clouds": ("aqmf_air.games.clouds_of_glory.game",),
    "clouds-expanded": ("aqmf_air.games.clouds_of_glory_expanded.game",),
}
"""Their modules, by name, an extension after what it extends; ``python -m aqmf_air.plugins.index`` writes their index."""
