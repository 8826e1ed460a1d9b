"""Pages of the game in the browser."""
