"""What happens in a game: each kind of event changes the state in its own way, and tells it."""
