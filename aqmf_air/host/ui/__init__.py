"""The pages of the game in the web app: their templates and static files."""
