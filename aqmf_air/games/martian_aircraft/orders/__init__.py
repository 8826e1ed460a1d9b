"""Orders to aircraft, each kind with its events."""
