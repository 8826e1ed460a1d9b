"""Plugins: how they are found, tried out and asked, and the rules that they make together."""
