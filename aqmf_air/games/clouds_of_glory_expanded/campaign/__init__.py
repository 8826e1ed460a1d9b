"""Squadrons over several missions, as chapters of one log."""
