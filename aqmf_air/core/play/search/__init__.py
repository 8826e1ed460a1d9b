"""The frame of automatic players: a game brings its numbers, and gets an opponent with styles and a why for each order."""
