"""The store: games in SQLite and as JSON Lines, their versions, witnesses and backups."""
