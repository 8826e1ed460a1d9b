"""Orders to aircraft, each kind with its events; ``contributions.py`` lists them."""
