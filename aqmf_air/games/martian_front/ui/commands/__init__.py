"""Commands of the base game: army lists and printing."""
