"""The host's board at live tables."""
