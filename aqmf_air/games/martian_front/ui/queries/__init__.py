"""What may be asked of the dice of the game: ``aqmf odds``, and the pages of odds."""
