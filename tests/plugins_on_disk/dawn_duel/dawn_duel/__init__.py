"""Dawn Duel: two aircraft on a hex map. Orders are sealed and opened together; fire is simultaneous."""
