"""Designs of aircraft: what they cost, where they are kept, and what they do in exact odds."""
