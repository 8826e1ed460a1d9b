"""Data: frozen models, tables, files of the player's own folder, names and text."""
