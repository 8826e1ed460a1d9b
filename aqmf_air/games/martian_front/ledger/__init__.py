"""The ledger of a game on a real table: players say what stands where, the rules say what comes of it, and it is kept."""
