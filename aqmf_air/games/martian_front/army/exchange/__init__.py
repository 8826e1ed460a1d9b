"""Formats that lists are shared in, a module for each."""
