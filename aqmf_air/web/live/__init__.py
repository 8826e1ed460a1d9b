"""Live tables: games of the store that are played in browsers, by players who each see what their side sees."""
