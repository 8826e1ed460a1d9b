"""Pictures of aircraft."""
