"""What automatic sides make of it."""
