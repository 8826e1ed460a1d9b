"""What players may order."""
