"""What the player may order: his choices, by the phase in which he has them."""
