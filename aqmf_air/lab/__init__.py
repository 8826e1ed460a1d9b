"""The laboratory: rules as Markov chains, what two forces do to each other, and results that are kept."""
