"""What front ends show of aircraft: queries, commands, pages of the hangar, their part of the board, drawings, prints."""
