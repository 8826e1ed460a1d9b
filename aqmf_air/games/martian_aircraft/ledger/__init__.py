"""What is said of aircraft in the ledger of a game on a real table."""
