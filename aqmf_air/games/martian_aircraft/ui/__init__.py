"""What front ends show of aircraft: queries, and the pages of the hangar with their templates."""
