"""The automatic pilots of In Clouds of Glory."""
