"""A game shown again: every position drawn, with a scrubber, in one HTML file that needs nothing else."""
