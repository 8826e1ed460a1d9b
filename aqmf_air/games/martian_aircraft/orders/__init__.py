"""Orders to aircraft, each kind with its events; ``plugin.py`` lists them."""
