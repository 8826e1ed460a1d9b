"""What may be asked of the dice of aircraft."""
