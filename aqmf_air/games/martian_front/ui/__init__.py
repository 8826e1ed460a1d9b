"""What front ends show of the game: queries, commands, pages, the board, drawings, prints, templates and static files."""
