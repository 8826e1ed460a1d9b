"""What front ends show of the game: queries, and pages with their templates and static files."""
