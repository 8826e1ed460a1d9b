"""In Clouds of Glory in the laboratory: duels of types by whole games, and what goes with who wins them."""
