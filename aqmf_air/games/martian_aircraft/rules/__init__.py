"""Rules of aircraft, a section of the source a module."""
