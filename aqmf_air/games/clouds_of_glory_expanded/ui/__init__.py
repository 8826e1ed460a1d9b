"""What players see of it."""
